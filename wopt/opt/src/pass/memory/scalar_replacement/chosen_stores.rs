//! Stores through a chosen address: `*(c ? &a : &b) = x` is `a = c ? x : a; b = c ? b : x`.
//!
//! Idea: references that functions give back are written, too (`larger(a, b) -= 7`). A store through a selection of addresses is a store to each of the places, of the new value
//! where the condition leads there and else of what the place held. Each place reads what the one before it left, so the same place may stand in several arms.
//!
//! Source: SSA form's own reading of an assignment through a pointer to one of two variables (Cytron and Gershbein, "Efficient Accommodation of May-Alias
//! Information in SSA Form", PLDI 1993).
//! Legality: as for loads ([`super::choices`]): own objects, constant places within them, nothing volatile. What a place held goes back as it was, every bit of it.
//! Worth: the objects become variables only where nothing else keeps their addresses: of all of them each address stands in plain accesses alone, chosen
//! or not. Otherwise two accesses would be four, and nothing won.
//! Cost: linear in statements and trees; at most four stores for one.

use super::choices::{Address, address, is_chosen};
use super::stores;
use crate::kit::stats::Stats;
use optx_ir::walk::Walk;
use optx_ir::{Access, AuxKind, CodeRep, CrId, Func, Space, StmtId, StmtOp, StmtRep};
use optx_whirl::fixed_hash::{Map, Set};
use optx_whirl::{Mtype, StId, TyTable};

/// Rewrites the stores of a function.
pub(super) fn run(f: &mut Func, types: &TyTable, stats: &mut Stats) {
    let chosen = |f: &Func, s: StmtId| {
        let access = plain_access(f, s).filter(|_| f.stmts[s].op == StmtOp::Istore)?;
        let is_own = matches!(access.space, Space::Local | Space::Generic);
        (is_own && is_chosen(f, types, &access)).then_some(access)
    };
    let all = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts);
    if !all.copied().any(|s| chosen(f, s).is_some()) {
        return;
    }
    let mut kept = Kept::of(f);
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        let (mut added, mut gone) = (Vec::new(), Vec::new());
        for at in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[at];
            let Some(access) = chosen(f, s).filter(|access| !kept.holds(f, access.base)) else {
                continue;
            };
            let Some(list) = store(f, s, &access) else { continue };
            added.extend(list.into_iter().map(|stmt| (at, stmt)));
            gone.push(s);
            stats.add("stores through a chosen address", 1);
        }
        if gone.is_empty() {
            continue;
        }
        f.insert_all(bb, added);
        // What their chis defined is defined by the last store of each by now.
        gone.sort_unstable();
        f.bbs[bb].stmts.retain(|s| gone.binary_search(s).is_err());
    }
}

/// What a plain load or store accesses.
fn plain_access(f: &Func, s: StmtId) -> Option<Access> {
    let stmt = &f.stmts[s];
    let is_plain = matches!(stmt.op, StmtOp::Stid | StmtOp::Istore);
    stmt.access(&f.codemap).filter(|_| is_plain)
}

/// The objects whose addresses stand elsewhere than in plain accesses. Only worth hangs on it.
struct Kept {
    objects: Set<StId>,
    leads: Leads,
}

impl Kept {
    fn of(f: &Func) -> Kept {
        let mut leads = Leads { objects: Map::default(), walk: Walk::new() };
        let is_address = |s: StmtId| {
            let stmt = &f.stmts[s];
            let assigns = stmt.op == StmtOp::Stid && plain_access(f, s).is_none();
            assigns && address(f, stmt.kids[0]).is_some()
        };
        for &s in f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts) {
            if is_address(s) {
                let objects = leads.of(f, f.stmts[s].kids[0]);
                leads.objects.insert(f.stmts[s].results[0], objects);
            }
        }
        let mut objects = Set::default();
        for &bb in &f.layout {
            let block = &f.bbs[bb];
            let mut escapes = |root: CrId| objects.extend(leads.of(f, root));
            block.phis.iter().flat_map(|phi| &phi.operands).for_each(|&id| escapes(id));
            block.terminator().condition().into_iter().for_each(&mut escapes);
            for &s in block.stmts.iter().filter(|s| !is_address(**s)) {
                let base = plain_access(f, s).map(|access| access.base);
                let base = base.filter(|&base| !stores(f, s, base));
                f.stmts[s].for_each_use(&f.codemap, |root, _| {
                    if Some(root) != base {
                        escapes(root);
                    }
                });
            }
        }
        Kept { objects, leads }
    }

    /// True where an address may lead to one of them.
    fn holds(&mut self, f: &Func, base: CrId) -> bool {
        self.leads.of(f, base).iter().any(|st| self.objects.contains(st))
    }
}

/// The objects that versions may lead to which are assigned addresses.
struct Leads {
    objects: Map<CrId, Vec<StId>>,
    walk: Walk,
}

impl Leads {
    /// The objects whose addresses stand in a tree.
    fn of(&mut self, f: &Func, root: CrId) -> Vec<StId> {
        let mut found = Vec::new();
        self.walk.forget();
        self.walk.tree(&f.codemap, root, |id, node| {
            match node {
                CodeRep::Lda { st, .. } if st.is_local() => found.push(*st),
                CodeRep::Var { .. } => found.extend(self.objects.get(&id).into_iter().flatten()),
                _ => {}
            }
            true
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// One arm of a chosen address: its place, and what leads there from the outermost condition in.
struct Arm {
    st: StId,
    offset: i64,
    way: Vec<(CrId, bool)>,
}

/// The arms of an address that [`is_chosen`].
fn arms(f: &Func, base: CrId, offset: i64, way: &mut Vec<(CrId, bool)>, found: &mut Vec<Arm>) {
    match address(f, base) {
        Some(Address::Object(st, at)) => {
            found.push(Arm { st, offset: at + offset, way: way.clone() })
        }
        Some(Address::Sum(base, more)) => arms(f, base, offset + more, way, found),
        Some(Address::Choice(condition, [a, b])) => {
            for (arm, holds) in [(a, true), (b, false)] {
                way.push((condition, holds));
                arms(f, arm, offset, way, found);
                way.pop();
            }
        }
        None => {}
    }
}

/// The statements in the place of a store through a chosen address; None where its memory is of another shape.
fn store(f: &mut Func, s: StmtId, access: &Access) -> Option<Vec<StmtRep>> {
    let old = f.stmts[s].clone();
    let CodeRep::Ivar { mu: Some(written), .. } = *f.codemap.get(*old.results.first()?) else {
        return None;
    };
    let own = old.chi.iter().position(|chi| chi.result == written)?;
    let mut found = Vec::new();
    arms(f, access.base, access.offset, &mut Vec::new(), &mut found);
    let mut before: Vec<CrId> = old.chi.iter().map(|chi| chi.operand).collect();
    let mtype = f.mtype(old.kids[0]).unsigned();
    let new = assigned(f, old.kids[0], mtype, &old);
    let new_value = new.results[0];
    let mut list = vec![new];
    let count = found.len();
    for (k, Arm { st, offset, way }) in found.into_iter().enumerate() {
        let base = f.codemap.intern(CodeRep::Lda { st, offset: 0 });
        let access = Access { space: Space::Local, base, offset, ..*access };
        let place = |mu| CodeRep::Ivar { access, mu: Some(mu), read_only: false };
        let held = f.codemap.intern(place(before[own]));
        let held = assigned(f, held, mtype, &old);
        let held_value = held.results[0];
        list.push(held);
        let mut value = new_value;
        for (condition, holds) in way.into_iter().rev() {
            let (a, b) = if holds { (value, held_value) } else { (held_value, value) };
            value = f.codemap.select(mtype, condition, a, b);
        }
        let mut stmt = old.clone();
        stmt.kids[0] = value;
        for (chi, before) in stmt.chi.iter_mut().zip(&mut before) {
            chi.operand = *before;
            if k + 1 < count {
                chi.result = f.aux_of(chi.result).map_or(chi.result, |aux| f.new_version(aux));
            }
            *before = chi.result;
        }
        stmt.results[0] = f.codemap.intern(place(before[own]));
        list.push(stmt);
    }
    Some(list)
}

/// An assignment to a temporary.
fn assigned(f: &mut Func, value: CrId, mtype: Mtype, like: &StmtRep) -> StmtRep {
    let aux = f.new_aux(AuxKind::Temp, mtype, "t");
    let version = f.new_version(aux);
    StmtRep::stid(version, value, like.bb, like.loc)
}
