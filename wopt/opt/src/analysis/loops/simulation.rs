//! The iterations of a loop, one after the other, as far as constants tell what they do.
//!
//! Idea: the header's phis begin with what enters them. An iteration is one walk over the loop's blocks in order: trees are folded with
//! what is known in the places of their variables, branches that fold go one way, and what no way leads to does not run. What reaches the latches
//! is what the next iteration begins with. So any recurrence that folding can follow has a trip count (`i += 3`, `d /= 2`, `p != end`), and
//! with it comes what an iteration costs once everything in it that is known then is folded.
//!
//! Known are constants, addresses of objects, generic ones too, and versions that the loop does not define, each plus a constant.
//!
//! A load of a constant object at a known place is what that was initialised with ([`crate::analysis::constant_objects`]): the end of a string is found.
//!
//! Source: LLVM's `computeExitCountExhaustively` and `analyzeLoopUnrollCost`, in one.
//! Legality: none is needed: nothing is changed, and who copies iterations leaves every condition in its place.
//! Cost: the nodes of the loop an iteration; callers bound what it may cost in all.

use super::{Loop, in_order};
use crate::analysis::constant_objects;
use optx_ir::cycles::Cycles;
use optx_ir::definitions::generic_place;
use optx_ir::walk::Rewrite;
use optx_ir::{
    Access, BbId, CodeRep, CrId, Func, Phi, Role, SideTable, StmtId, StmtOp, Terminator,
};
use optx_whirl::{Module, Mtype, Operator};

/// What a branch costs that is not decided: often a predicate.
const BRANCH: u32 = 2;

/// The same where it leaves the loop: each copy brings its own values to what is behind.
const EXIT: u32 = 14;

/// What one iteration does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Another may follow.
    pub repeats: bool,
    /// Some branch out of the loop was decided.
    pub is_decided: bool,
    /// One was by a version from outside, plus a constant, in the place of a header's phi, or in a loop that reads constant objects: constant propagation, which
    /// knows constants alone, does not follow that around the loop.
    pub by_version: bool,
    /// What it costs, in evaluations and accesses, once folded.
    pub cost: u32,
}

/// Tables for the loops of one function.
#[derive(Debug)]
pub struct Simulation {
    /// What a version is, in the iteration of this number.
    values: SideTable<CrId, (u32, Option<CrId>)>,
    /// A block that runs in the iteration of this number, and where it goes if that is decided.
    taken: SideTable<BbId, (u32, Option<BbId>)>,
    /// The place of a block in the order, plus 1, of the last loop that held it.
    place: SideTable<BbId, u32>,
    met: SideTable<BbId, u32>,
    rewrite: Rewrite,
    iteration: u32,
    /// The number that the loop in work began with.
    begun: u32,
    /// In which iteration an OP was counted, or for which loop where it is the same in all.
    counted: SideTable<CrId, u32>,
    /// For which loop it is known whether a tree is the same in all iterations.
    invariant: SideTable<CrId, (u32, bool)>,
    /// For which loop it is known what place in an object a version is the generic address of.
    places: SideTable<CrId, (u32, Option<CrId>)>,
    /// Such an address enters the loop in work, so that there may be others in it.
    has_places: bool,
    /// A load of the loop in work is of a constant object.
    holds: bool,
    order: Vec<BbId>,
    /// What the header's phis begin the next iteration with.
    next: Vec<Option<CrId>>,
}

impl Default for Simulation {
    fn default() -> Simulation {
        Simulation {
            values: SideTable::new((0, None)),
            taken: SideTable::new((0, None)),
            place: SideTable::new(0),
            met: SideTable::new(0),
            rewrite: Rewrite::folding(),
            iteration: 0,
            begun: 0,
            counted: SideTable::new(0),
            invariant: SideTable::new((0, false)),
            places: SideTable::new((0, None)),
            has_places: false,
            holds: false,
            order: Vec::new(),
            next: Vec::new(),
        }
    }
}

impl Simulation {
    /// Turns to a loop, before its first iteration.
    pub fn begin(&mut self, f: &mut Func, cycles: &Cycles, lp: &Loop) {
        self.iteration += 1;
        self.begun = self.iteration;
        self.order = in_order(f, cycles, lp.cycle, &mut self.met, self.iteration);
        for (k, &bb) in self.order.iter().enumerate() {
            *self.place.entry(bb) = k as u32 + 1;
        }
        self.find_places(f, lp);
        self.holds = false;
        let block = &f.bbs[lp.header];
        let first = |phi| self.merged(f, phi, block.preds(), |p| !lp.latches.contains(&p));
        self.next = block.phis.iter().map(first).collect();
    }

    /// Finds the places in objects that the header's phis begin with.
    fn find_places(&mut self, f: &mut Func, lp: &Loop) {
        self.has_places = false;
        let Func { bbs, auxes, codemap, defs, stmts, .. } = f;
        let block = &bbs[lp.header];
        for phi in block.phis.iter().filter(|phi| auxes[phi.aux].mtype == Mtype::U8) {
            for (&operand, pred) in phi.operands.iter().zip(block.preds()) {
                if !lp.latches.contains(pred) {
                    let place = generic_place(defs, stmts, codemap, operand);
                    self.has_places |= place.is_some();
                    *self.places.entry(operand) = (self.begun, place);
                }
            }
        }
    }

    /// Runs the next iteration.
    pub fn iterate(&mut self, f: &mut Func, module: &Module, lp: &Loop) -> Iteration {
        self.iteration += 1;
        self.rewrite.forget();
        let now = self.iteration;
        *self.taken.entry(lp.header) = (now, None);
        let mut found = Iteration { repeats: false, is_decided: false, by_version: false, cost: 0 };
        for k in 0..f.bbs[lp.header].phis.len() {
            *self.values.entry(f.bbs[lp.header].phis[k].result) = (now, self.next[k]);
        }
        for n in 0..self.order.len() {
            let bb = self.order[n];
            if self.taken.get(bb).0 != now {
                continue;
            }
            if bb != lp.header {
                self.merge(f, bb, n as u32 + 1);
            }
            for k in 0..f.bbs[bb].stmts.len() {
                let cost = self.statement(f, module, f.bbs[bb].stmts[k]);
                found.cost = found.cost.saturating_add(cost);
            }
            let cost = self.terminator(f, lp, bb, &mut found);
            found.cost = found.cost.saturating_add(cost);
        }
        let latches: Vec<BbId> =
            lp.latches.iter().copied().filter(|&bb| self.goes(bb, lp.header)).collect();
        found.repeats = !latches.is_empty();
        let block = &f.bbs[lp.header];
        self.next = block
            .phis
            .iter()
            .map(|phi| self.merged(f, phi, block.preds(), |p| latches.contains(&p)))
            .collect();
        found
    }

    /// True where control may go along an edge in this iteration.
    fn goes(&self, from: BbId, to: BbId) -> bool {
        let &(at, taken) = self.taken.get(from);
        at == self.iteration && taken.is_none_or(|taken| taken == to)
    }

    /// What a version is, where that is known.
    fn known(&self, f: &Func, version: CrId) -> Option<CrId> {
        let &(at, value) = self.values.get(version);
        if at == self.iteration {
            return value;
        }
        if let &(at, Some(place)) = self.places.get(version)
            && at == self.begun
        {
            return Some(place);
        }
        if let Some(value) = f.assigned(version).filter(|&v| self.is_fixed(f, v)) {
            return Some(value);
        }
        self.is_outside(f, version).then_some(version)
    }

    fn order_holds(&self, bb: BbId) -> bool {
        let place = *self.place.get(bb) as usize;
        place > 0 && self.order.get(place - 1) == Some(&bb)
    }

    fn is_outside(&self, f: &Func, version: CrId) -> bool {
        f.def_block(version).is_none_or(|bb| !self.order_holds(bb))
    }

    /// True for what is one value in the whole loop: a constant, an object's address, generic or not, or a version from outside plus a constant.
    fn is_fixed(&self, f: &Func, id: CrId) -> bool {
        let map = &f.codemap;
        match map.get(id) {
            CodeRep::Const { .. } | CodeRep::Rconst { .. } | CodeRep::Lda { .. } => true,
            CodeRep::Var { .. } => self.is_outside(f, id),
            CodeRep::Op(_) if map.is_generic_place(id) => true,
            CodeRep::Op(op) => {
                op.opr == Operator::Add
                    && map.constant(op.kids[1]).is_some()
                    && f.aux_of(op.kids[0]).is_some()
                    && self.is_outside(f, op.kids[0])
            }
            CodeRep::Ivar { .. } => false,
        }
    }

    /// The one value that a phi gets over edges from predecessors of a kind.
    fn merged(
        &self,
        f: &Func,
        phi: &Phi,
        preds: &[BbId],
        from: impl Fn(BbId) -> bool,
    ) -> Option<CrId> {
        let mut values = phi
            .operands
            .iter()
            .zip(preds)
            .filter(|(_, p)| from(**p))
            .map(|(&o, _)| self.known(f, o));
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// The phis of a block at a place of the order, the header's apart.
    fn merge(&mut self, f: &Func, bb: BbId, place: u32) {
        let block = &f.bbs[bb];
        // What comes back from below in an inner cycle is not known yet.
        let is_behind = |p: &BbId| *self.place.get(*p) >= place && self.order_holds(*p);
        let is_inner_head = block.preds().iter().any(is_behind);
        for phi in &block.phis {
            let value = match is_inner_head {
                true => None,
                false => self.merged(f, phi, block.preds(), |p| self.goes(p, bb)),
            };
            *self.values.entry(phi.result) = (self.iteration, value);
        }
    }

    /// A tree with what is known in it.
    fn folded(&mut self, f: &mut Func, id: CrId) -> CrId {
        let Simulation { values, rewrite, iteration: now, places, has_places, begun, .. } = self;
        let Func { codemap, defs, stmts, .. } = f;
        rewrite.tree(codemap, id, &mut |map, id| {
            let &(at, value) = values.get(id);
            if at == *now || !*has_places || map.aux_of(id).is_none() {
                return value.filter(|_| at == *now);
            }
            let known = places.entry(id);
            if known.0 != *begun {
                *known = (*begun, generic_place(defs, stmts, map, id));
            }
            known.1
        })
    }

    /// Runs a statement; gives what it costs.
    fn statement(&mut self, f: &mut Func, module: &Module, s: StmtId) -> u32 {
        let stmt = &f.stmts[s];
        let mut uses: Vec<(CrId, Role)> = Vec::new();
        stmt.for_each_use(&f.codemap, |id, role| uses.push((id, role)));
        let is_load =
            stmt.op == StmtOp::Stid && matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. });
        let assigned = (stmt.op == StmtOp::Stid && !is_load).then(|| stmt.results[0]);
        let mut cost = match stmt.op {
            StmtOp::Stid => u32::from(is_load),
            StmtOp::Istore
            | StmtOp::VolatileLoad(_)
            | StmtOp::VolatileStore(_)
            | StmtOp::Result => 1,
            StmtOp::Intrinsic { .. } => 2,
            StmtOp::Asm(_) => 4,
            StmtOp::Call(_) => 16,
        };
        if assigned.is_none() {
            let results: Vec<CrId> = stmt.results.iter().copied().collect();
            for version in results.into_iter().filter(|&v| f.aux_of(v).is_some()) {
                *self.values.entry(version) = (self.iteration, None);
            }
        }
        for (id, role) in uses {
            let new = self.folded(f, id);
            if let Some(version) = assigned {
                let value = self.is_fixed(f, new).then_some(new);
                *self.values.entry(version) = (self.iteration, value);
            }
            cost = cost.saturating_add(self.evaluation(f, new, role));
            if is_load && let Some(held) = held(f, module, s, new) {
                self.holds = true;
                *self.values.entry(f.stmts[s].results[0]) = (self.iteration, Some(held));
                cost -= 1;
            }
        }
        cost
    }

    /// What an evaluation costs that this iteration did not make yet, nor one before it of the same values. An addition of 64 bits to an address
    /// is one instruction, and a constant in an index becomes part of the access.
    fn evaluation(&mut self, f: &Func, id: CrId, role: Role) -> u32 {
        let map = &f.codemap;
        let Some(op) = map.as_op(id) else { return 0 };
        let mark = if self.is_invariant(f, id) { self.begun } else { self.iteration };
        if *self.counted.get(id) == mark {
            return 0;
        }
        *self.counted.entry(id) = mark;
        let in_address = role == Role::Base;
        if in_address && op.opr == Operator::Add && map.constant(op.kids[1]).is_some() {
            return self.evaluation(f, op.kids[0], role);
        }
        if let Some(product) = map.wide_product(op) {
            let index = map.as_op(product.first).filter(|_| in_address);
            let index = index.filter(|sum| sum.opr == Operator::Add && sum.promises_no_wrap());
            let first = match index {
                Some(sum) if map.constant(sum.kids[1]).is_some() => sum.kids[0],
                _ => product.first,
            };
            let second =
                product.second.map_or(0, |second| self.evaluation(f, second, Role::Assigned));
            return 1 + second + self.evaluation(f, first, Role::Assigned);
        }
        let own = if in_address && op.opr == Operator::Add { 1 } else { map.op_cost(op) };
        let kid_role = if in_address { role } else { Role::Assigned };
        op.kids.iter().fold(own, |sum, &kid| sum.saturating_add(self.evaluation(f, kid, kid_role)))
    }

    /// True for a tree over what the loop does not define.
    fn is_invariant(&mut self, f: &Func, id: CrId) -> bool {
        let &(at, known) = self.invariant.get(id);
        if at == self.begun {
            return known;
        }
        let is = match f.codemap.get(id) {
            CodeRep::Var { .. } => self.is_outside(f, id),
            CodeRep::Op(op) => op.kids.iter().all(|&kid| self.is_invariant(f, kid)),
            CodeRep::Ivar { .. } => false,
            _ => true,
        };
        *self.invariant.entry(id) = (self.begun, is);
        is
    }

    /// True where a comparison is of a version that is another from outside, plus a constant.
    fn names_version(&self, f: &Func, tree: CrId) -> bool {
        let is_version = |&id: &CrId| {
            let &(at, value) = self.values.get(id);
            let is_constant =
                |id| f.codemap.constant(id).is_some() || f.codemap.is_generic_place(id);
            value.is_some_and(|value| at == self.iteration && !is_constant(value))
        };
        let tree = f.assigned(tree).unwrap_or(tree);
        let sides = f.codemap.as_op(tree).map(|test| &test.kids[..]);
        let mut sides = sides.unwrap_or_default().iter();
        sides.any(|side| {
            let first = f.codemap.as_op(*side).and_then(|op| op.kids.first());
            is_version(side) || first.is_some_and(is_version)
        })
    }

    /// Goes on behind a block; gives what the branch costs.
    fn terminator(&mut self, f: &mut Func, lp: &Loop, bb: BbId, found: &mut Iteration) -> u32 {
        let mut cost = 0;
        let mut taken = None;
        if let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() {
            let tree = condition;
            let condition = self.folded(f, tree);
            taken = f.codemap.constant(condition).map(|c| if c != 0 { on_true } else { on_false });
            let leaves = [on_true, on_false].iter().any(|&to| !self.order_holds(to));
            if leaves && taken.is_some() {
                found.is_decided = true;
                found.by_version |= f.codemap.constant(tree).is_none()
                    && (self.holds || self.names_version(f, tree));
            }
            if taken.is_none() {
                cost = if leaves { EXIT } else { BRANCH };
                cost += self.evaluation(f, condition, Role::Condition);
            }
        }
        self.taken.entry(bb).1 = taken;
        for to in f.succs(bb) {
            if self.goes(bb, to)
                && self.order_holds(to)
                && to != lp.header
                && self.taken.get(to).0 != self.iteration
            {
                *self.taken.entry(to) = (self.iteration, None);
            }
        }
        cost
    }
}

/// What a load of a constant object gives, whose address is this one.
fn held(f: &mut Func, module: &Module, s: StmtId, base: CrId) -> Option<CrId> {
    let is_place = matches!(f.codemap.get(base), CodeRep::Lda { .. });
    let CodeRep::Ivar { access, .. } = *f.codemap.get(f.stmts[s].kids[0]) else { return None };
    if !is_place && !f.codemap.is_generic_place(base) {
        return None;
    }
    let access = Access { base, ..access }.normal(&mut f.codemap);
    constant_objects::held(&mut f.codemap, module, &access)
}
