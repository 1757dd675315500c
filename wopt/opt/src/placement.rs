//! Placement: evaluation time made explicit.
//!
//! Idea: hashing makes equal OPs one node, which says nothing of where it is computed. Here each OP with more than one
//! use gets one temporary, computed at the nearest common dominator of its uses; an OP with one use stays in the tree
//! of its user. Constants and addresses of objects are repeated, and so are extensions to 64 bits that only products with
//! constants use: the machine multiplies 32 bits to 64 in one instruction. Loads need nothing: the build anchored each where
//! the source evaluates it.
//! After it, walking trees costs what the function's size is: `x1 = x0 + x0; x2 = x1 + x1; ...` is no tree of 2^n.
//!
//! Source: C. Click, "Global Code Motion, Global Value Numbering" (PLDI 1995), its late schedule.
//! Legality: OPs are pure and cannot trap. All operands' definitions dominate all uses, so they dominate the place.
//! Where the place is on paths that had no use, I-forms become U-forms, since they may now execute where the source
//! would not have executed them.
//! Cost: linear in nodes, plus a dominator climb per use.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::dominance::Dominance;
use optx_ir::{
    AuxKind, BbId, CodeRep, CrId, Func, Kids, Op, SideTable, StmtId, StmtOp, StmtRep, Terminator,
};
use optx_whirl::{Mtype, Operator, Pos};
use smallvec::{SmallVec, smallvec};

/// Where in a block, counted in its statements; its length is the place before the terminator.
type Place = (BbId, usize);

/// What is known of an OP's uses so far.
#[derive(Clone, Copy)]
struct Uses {
    count: u32,
    place: Place,
    /// A use stands in the place's block.
    anchored: bool,
}

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, _cx: &mut Cx<'_>) -> Stats {
    let dom = Dominance::of(f);
    let (uses, order, repeated) = count_uses(f, &dom);
    let mut placer = Placer {
        uses,
        temps: SideTable::new(None),
        done: SideTable::new(None),
        definitions: SideTable::new(false),
    };
    placer.take_variables(f);
    let shared: Vec<CrId> = order
        .into_iter()
        .filter(|id| placer.uses.get(id.index()).is_some_and(|u| u.count > 1))
        .filter(|id| !*repeated.get(id.index()))
        .collect();
    let shared: Vec<CrId> =
        shared.into_iter().filter(|id| placer.temps.get(id.index()).is_none()).collect();
    for &id in &shared {
        let aux = f.new_aux(AuxKind::Temp, f.mtype(id).unsigned(), "e");
        *placer.temps.entry(id.index()) = Some(f.new_version(aux));
    }
    placer.rewrite(f);
    placer.insert(f, &shared);
    let mut stats = Stats::new("placement");
    stats.add("temporaries", shared.len() as u64);
    stats
}

/// The extensions of 32-bit integers to 64 bits that are nothing but factors beside constants of 32 bits, of a function's
/// OPs and the values that its statements and branches use.
fn wide_factors(f: &Func, ops: &[CrId], roots: &[CrId]) -> SideTable<bool> {
    let is_extension = |id: CrId| {
        f.codemap.as_op(id).is_some_and(|op| {
            let wide = op.rtype.is_integer() && op.rtype.size() == 8;
            op.opr == Operator::Cvt && wide && matches!(op.desc, Mtype::I4 | Mtype::U4)
        })
    };
    let factor = |op: &Op| {
        let constant = f.codemap.constant(*op.kids.get(1)?)?;
        (op.opr == Operator::Mpy && i32::try_from(constant as i64).is_ok()).then_some(op.kids[0])
    };
    let mut factors = SideTable::new(false);
    let all = || ops.iter().filter_map(|id| f.codemap.as_op(*id));
    for id in all().filter_map(factor).filter(|id| is_extension(*id)) {
        *factors.entry(id.index()) = true;
    }
    let others = all().filter(|op| factor(op).is_none()).flat_map(|op| &op.kids);
    for &id in roots.iter().chain(others) {
        let used =
            if let CodeRep::Ivar { access, .. } = f.codemap.get(id) { access.base } else { id };
        *factors.entry(used.index()) = false;
    }
    factors
}

/// The uses of every OP, the OPs from the highest to the lowest, and those that are repeated at each use.
fn count_uses(f: &Func, dom: &Dominance) -> (SideTable<Option<Uses>>, Vec<CrId>, SideTable<bool>) {
    let mut counter = Counter { f, dom, uses: SideTable::new(None) };
    let (mut found, mut roots) = (Vec::new(), Vec::new());
    for &bb in &f.layout {
        let block = &f.bbs[bb];
        for (k, &s) in block.stmts.iter().enumerate() {
            let stmt = &f.stmts[s];
            for &root in stmt.kids.iter().chain(&stmt.results) {
                counter.add(root, (bb, k), true, &mut found);
                roots.push(root);
            }
        }
        if let Terminator::Branch { condition, .. } = block.terminator {
            counter.add(condition, (bb, block.stmts.len()), true, &mut found);
            roots.push(condition);
        }
    }
    // All OPs, then highest first: a node's uses are complete when those above it are done.
    let mut at = 0;
    let mut seen: SideTable<bool> = SideTable::new(false);
    for id in &found {
        *seen.entry(id.index()) = true;
    }
    while at < found.len() {
        let id = found[at];
        at += 1;
        if let Some(op) = f.codemap.as_op(id) {
            for &kid in &op.kids {
                if f.codemap.as_op(kid).is_some()
                    && !std::mem::replace(seen.entry(kid.index()), true)
                {
                    found.push(kid);
                }
            }
        }
    }
    found.sort_by_key(|&id| std::cmp::Reverse(f.codemap.height(id)));
    let repeated = wide_factors(f, &found, &roots);
    for &id in &found {
        let (Some(uses), Some(op)) = (*counter.uses.get(id.index()), f.codemap.as_op(id)) else {
            continue;
        };
        // What is repeated uses its operand as often.
        let times = if *repeated.get(id.index()) { uses.count.min(2) } else { 1 };
        for &kid in op.kids.iter().flat_map(|kid| std::iter::repeat_n(kid, times as usize)) {
            counter.add(kid, uses.place, uses.anchored, &mut Vec::new());
        }
    }
    (counter.uses, found, repeated)
}

struct Counter<'a> {
    f: &'a Func,
    dom: &'a Dominance,
    uses: SideTable<Option<Uses>>,
}

impl Counter<'_> {
    fn add(&mut self, id: CrId, place: Place, anchored: bool, found: &mut Vec<CrId>) {
        match self.f.codemap.get(id) {
            CodeRep::Ivar { access, .. } => {
                let base = access.base;
                return self.add(base, place, anchored, found);
            }
            CodeRep::Op(_) => {}
            _ => return,
        }
        let merged = match *self.uses.get(id.index()) {
            None => {
                found.push(id);
                Uses { count: 1, place, anchored }
            }
            Some(old) => self.merge(old, place, anchored),
        };
        *self.uses.entry(id.index()) = Some(merged);
    }

    fn merge(&self, old: Uses, place: Place, anchored: bool) -> Uses {
        let count = old.count.saturating_add(1);
        if old.place.0 == place.0 {
            let place = (place.0, place.1.min(old.place.1));
            return Uses { count, place, anchored: old.anchored || anchored };
        }
        // Every reachable block has the entry above it.
        let common = self.dom.nearest_common(old.place.0, place.0).unwrap_or(self.f.entry());
        if common == old.place.0 {
            return Uses { count, ..old };
        }
        if common == place.0 {
            return Uses { count, place, anchored };
        }
        Uses { count, place: (common, self.f.bbs[common].stmts.len()), anchored: false }
    }
}

struct Placer {
    uses: SideTable<Option<Uses>>,
    /// The version that holds a shared OP's value.
    temps: SideTable<Option<CrId>>,
    done: SideTable<Option<CrId>>,
    /// Statements that compute a shared OP at its place for a variable of the program's own.
    definitions: SideTable<bool>,
}

impl Placer {
    /// Where an OP's place is a Stid of that OP, the variable it defines is the register: no temporary, no copy.
    fn take_variables(&mut self, f: &Func) {
        for &bb in &f.layout {
            for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
                let stmt = &f.stmts[s];
                let Some(&kid) = stmt.kids.first().filter(|_| stmt.op == StmtOp::Stid) else {
                    continue;
                };
                let here = |u: &Uses| u.count > 1 && u.anchored && u.place == (bb, k);
                if self.uses.get(kid.index()).as_ref().is_some_and(here)
                    && f.mtype(kid).interchangeable(f.mtype(stmt.results[0]))
                {
                    *self.temps.entry(kid.index()) = Some(stmt.results[0]);
                    *self.definitions.entry(s.index()) = true;
                }
            }
        }
    }

    /// Replaces shared OPs by their temporaries in all statements.
    fn rewrite(&mut self, f: &mut Func) {
        for bb in f.layout.clone() {
            for k in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[k];
                let mut stmt = f.stmts[s].clone();
                if *self.definitions.get(s.index()) {
                    if let Some(op) = f.codemap.as_op(stmt.kids[0]).cloned() {
                        f.stmts[s].kids[0] = self.kids(f, &op);
                    }
                    continue;
                }
                for id in stmt.kids.iter_mut().chain(&mut stmt.results) {
                    *id = self.tree(f, *id);
                }
                stmt.renew_access_base();
                f.stmts[s] = stmt;
            }
            if let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator {
                let condition = self.tree(f, condition);
                f.bbs[bb].terminator = Terminator::Branch { condition, on_true, on_false };
            }
        }
    }

    fn tree(&mut self, f: &mut Func, id: CrId) -> CrId {
        if let Some(temp) = *self.temps.get(id.index()) {
            return temp;
        }
        if let Some(done) = *self.done.get(id.index()) {
            return done;
        }
        let new = match f.codemap.get(id).clone() {
            CodeRep::Ivar { access, mu, read_only } => {
                let base = self.tree(f, access.base);
                let access = optx_ir::Access { base, ..access };
                f.codemap.intern(CodeRep::Ivar { access, mu, read_only })
            }
            CodeRep::Op(op) => self.kids(f, &op),
            _ => id,
        };
        *self.done.entry(id.index()) = Some(new);
        new
    }

    /// The OP over rewritten kids. It is not folded again: its operands only got names.
    fn kids(&mut self, f: &mut Func, op: &Op) -> CrId {
        let kids: Kids = op.kids.iter().map(|&k| self.tree(f, k)).collect();
        f.codemap.intern(CodeRep::Op(Op { kids, ..op.clone() }))
    }

    /// Puts the temporaries' statements where they belong; operands before those that use them.
    fn insert(&mut self, f: &mut Func, shared: &[CrId]) {
        let mut pending: Vec<Vec<(usize, u16, StmtId)>> = vec![Vec::new(); f.bbs.len()];
        for &id in shared {
            let (Some(uses), Some(temp)) =
                (*self.uses.get(id.index()), *self.temps.get(id.index()))
            else {
                continue;
            };
            let Some(op) = f.codemap.as_op(id).cloned() else { continue };
            let mut value = self.kids(f, &op);
            if !uses.anchored {
                value = unsigned_form(f, value);
            }
            let (bb, k) = uses.place;
            let height = f.codemap.height(id);
            let stmt = StmtRep {
                op: StmtOp::Stid,
                results: smallvec![temp],
                kids: smallvec![value],
                mu: SmallVec::new(),
                chi: SmallVec::new(),
                bb,
                pos: place_pos(f, bb, k),
            };
            let s = f.new_stmt(stmt);
            pending[bb.index()].push((k, height, s));
        }
        for bb in f.layout.clone() {
            let mut list = std::mem::take(&mut pending[bb.index()]);
            if list.is_empty() {
                continue;
            }
            list.sort_by_key(|&(k, height, _)| (k, height));
            let old = std::mem::take(&mut f.bbs[bb].stmts);
            let mut new = Vec::with_capacity(old.len() + list.len());
            let mut next = list.into_iter().peekable();
            for (k, s) in old.into_iter().enumerate() {
                while let Some((_, _, temp)) = next.next_if(|&(at, _, _)| at <= k) {
                    new.push(temp);
                }
                new.push(s);
            }
            new.extend(next.map(|(_, _, temp)| temp));
            f.bbs[bb].stmts = new;
        }
    }
}

fn place_pos(f: &Func, bb: BbId, k: usize) -> Pos {
    match f.bbs[bb].stmts.get(k) {
        Some(&s) => f.stmts[s].pos,
        None => f.bbs[bb].pos,
    }
}

/// The tree without a promise that its additions and multiplications do not overflow.
fn unsigned_form(f: &mut Func, id: CrId) -> CrId {
    let Some(op) = f.codemap.as_op(id).cloned() else { return id };
    let kids: Kids = op.kids.iter().map(|&k| unsigned_form(f, k)).collect();
    let plain = matches!(op.opr, Operator::Add | Operator::Sub | Operator::Mpy | Operator::Neg);
    let rtype = if plain { op.rtype.unsigned() } else { op.rtype };
    f.codemap.intern(CodeRep::Op(Op { kids, rtype, ..op }))
}
