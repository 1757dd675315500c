//! Loads through a chosen address: `*(c ? &a : &b)` is `c ? a : b`.
//!
//! Idea: references that functions give back (`const T &max(const T &a, const T &b)`) are selections of addresses once calls are inlined, and those of
//! branches become selections first. A load through one
//! becomes a load of each object and a selection of the values; then no address stands but as the base of an access, and the objects are
//! replaced. A nest of selections is one of values. Stores: [`super::chosen_stores`].
//!
//! Source: LLVM's SROA (`speculateSelectInstLoads`).
//! Legality: the objects are this thread's own and the places constant ones within them, and aligned, so that each may be read whatever the condition says; the load is not volatile,
//! and both read memory as it was read. Branches: [`crate::pass::branches::if_conversion`]'s.
//! Cost: a look at each load's address; at most [`MOST`] loads for one.

use crate::kit::stats::Stats;
use optx_ir::{Access, AuxKind, BbId, CodeRep, CrId, Func, Space, StmtOp, StmtRep};
use optx_whirl::{Intrinsic, Loc, Operator, StId, TyTable};

/// So many objects are read for one load, or written for one store.
const MOST: usize = 4;

/// So many copies are seen through for one address.
const COPIES: usize = 5;

/// So many sums and selections are looked at for one load.
const DEEPEST: usize = 16;

/// True for the address of one of this thread's objects, or of a few of them by conditions.
pub(crate) fn is_of_object(f: &Func, id: CrId) -> bool {
    address(f, id).is_some()
}

/// Rewrites the loads of a function.
pub(super) fn run(f: &mut Func, types: &TyTable, stats: &mut Stats) {
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        let mut added = Vec::new();
        for at in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[at];
            let stmt = &f.stmts[s];
            let loaded = stmt.kids.first().filter(|_| stmt.op == StmtOp::Stid);
            let Some(CodeRep::Ivar { access, mu, .. }) = loaded.map(|&kid| f.codemap.get(kid))
            else {
                continue;
            };
            let (access, mu) = (*access, *mu);
            if !matches!(access.space, Space::Local | Space::Generic) {
                continue;
            }
            if !is_chosen(f, types, &access) {
                continue;
            }
            let mut loads = Loads { access, mu, bb, at, loc: stmt.loc, added: &mut added };
            let value = loads.value(f, access.base, access.offset);
            f.stmts[s].kids[0] = value;
            stats.add("loads through a chosen address", 1);
        }
        f.insert_all(bb, added);
    }
}

/// True where an access goes to one of a few places in this thread's objects, by conditions.
pub(super) fn is_chosen(f: &Func, types: &TyTable, access: &Access) -> bool {
    let mut seen = Seen { f, types, access, objects: 0, nodes: 0 };
    seen.fits(access.base, access.offset) && seen.objects >= 2
}

/// What an address is made of, here.
pub(super) enum Address {
    Object(StId, i64),
    Sum(CrId, i64),
    Choice(CrId, [CrId; 2]),
}

pub(super) fn address(f: &Func, base: CrId) -> Option<Address> {
    let map = &f.codemap;
    // What a call gives back is copied once or twice.
    let copied = |&id: &CrId| f.assigned(id).filter(|_| matches!(map.get(id), CodeRep::Var { .. }));
    let last = std::iter::successors(Some(base), copied).take(COPIES).last();
    let op = match *map.get(last.unwrap_or(base)) {
        CodeRep::Lda { st, offset } if st.is_local() => return Some(Address::Object(st, offset)),
        CodeRep::Op(op) => op,
        _ => return None,
    };
    match (op.opr, &op.kids[..]) {
        (Operator::Select, &[condition, a, b]) => Some(Address::Choice(condition, [a, b])),
        (Operator::Add, &[a, b]) => Some(Address::Sum(a, map.constant(b)? as i64)),
        // A generic address of an object is no other place.
        (Operator::IntrinsicOp, &[a]) if op.intrinsic == Some(Intrinsic::FromLocal) => {
            Some(Address::Sum(a, 0))
        }
        _ => None,
    }
}

/// What was met of an access's address.
struct Seen<'a> {
    f: &'a Func,
    types: &'a TyTable,
    access: &'a Access,
    objects: usize,
    nodes: usize,
}

impl Seen<'_> {
    /// True where an address is that of one of a few objects, all of which hold what is read there.
    fn fits(&mut self, base: CrId, offset: i64) -> bool {
        let Seen { f, types, access, .. } = *self;
        self.nodes += 1;
        if self.nodes > DEEPEST {
            return false;
        }
        match address(f, base) {
            Some(Address::Object(st, at)) => {
                self.objects += 1;
                let size = types.size(f.locals[st.index()].ty);
                let begin = at.checked_add(offset).and_then(|at| u64::try_from(at).ok());
                let own = u64::from(access.desc.size());
                // Where the condition never leads here nobody promised that this place is aligned.
                let is_aligned = |at: u64| {
                    access.is_under_aligned()
                        || at.is_multiple_of(own)
                            && u64::from(f.locals[st.index()].align).is_multiple_of(own)
                };
                let fits =
                    |at: u64| at.checked_add(own).is_some_and(|end| end <= size) && is_aligned(at);
                self.objects <= MOST && f.stack_objects.contains(&st) && begin.is_some_and(fits)
            }
            Some(Address::Sum(base, more)) => {
                offset.checked_add(more).is_some_and(|offset| self.fits(base, offset))
            }
            Some(Address::Choice(_, arms)) => arms.into_iter().all(|arm| self.fits(arm, offset)),
            None => false,
        }
    }
}

/// The loads in the place of one.
struct Loads<'a> {
    access: Access,
    mu: Option<CrId>,
    bb: BbId,
    at: usize,
    loc: Loc,
    added: &'a mut Vec<(usize, StmtRep)>,
}

impl Loads<'_> {
    /// The value at an address that [`Seen::fits`].
    fn value(&mut self, f: &mut Func, base: CrId, offset: i64) -> CrId {
        match address(f, base) {
            Some(Address::Sum(base, more)) => self.value(f, base, offset + more),
            Some(Address::Choice(condition, arms)) => {
                let [a, b] = arms.map(|arm| self.value(f, arm, offset));
                f.codemap.select(f.mtype(a), condition, a, b)
            }
            Some(Address::Object(st, at)) => self.load(f, st, at + offset),
            None => base,
        }
    }

    fn load(&mut self, f: &mut Func, st: StId, offset: i64) -> CrId {
        let base = f.codemap.intern(CodeRep::Lda { st, offset: 0 });
        let access = Access { space: Space::Local, base, offset, ..self.access };
        let value = f.codemap.intern(CodeRep::Ivar { access, mu: self.mu, read_only: false });
        let aux = f.new_aux(AuxKind::Temp, f.mtype(value).unsigned(), "t");
        let version = f.new_version(aux);
        self.added.push((self.at, StmtRep::stid(version, value, self.bb, self.loc)));
        version
    }
}
