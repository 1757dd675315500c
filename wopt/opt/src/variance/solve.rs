//! The worklist: states of nodes, and axes of blocks, until nothing changes.
//!
//! Source: the six steps of X. Kong, "Variance Analysis on SSA-based IR (CODEREP/STMTREP)" (2009), over a lattice with coefficients, and
//! with phis tainted by the branches that decide between their operands instead of by all that their blocks depend on.
//! Every state only descends: what a node is given is joined to what it had; so the whole is linear in edges.

use super::affect::CoderepAffectMap;
use super::control::{Control, Ways};
use super::joins::{Decision, Graph, Joins};
use super::lattice::{Axes, Base, Coef, Variance};
use super::own_memory;
use super::sources::{Assumptions, Sources};
use super::transfer::{self, Operand, Place};
use super::worklist::Worklist;
use crate::closed_ssa::{exits, is_eta};
use crate::ranges::{Context, Ranges};
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::{
    AuxId, AuxKind, BbId, CodeRep, CrId, Def, Fact, Func, Op, Phi, SideTable, Space, StmtOp,
    Terminator,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Intrinsic, Mtype, Operator};

/// So many nodes of a symbolic coefficient are looked at to see whether a cycle changes it.
const MOST_NODES: usize = 32;

/// What is solved for.
pub(super) struct Solver<'a> {
    pub(super) f: &'a Func,
    dom: &'a Dominance,
    pub(super) cycles: &'a Cycles,
    ways: &'a Ways,
    sources: Sources,
    facts: Context,
    pub(super) states: SideTable<CrId, Variance>,
    /// The memory classes whose versions have states ([`super::own_memory`]).
    followed: SideTable<AuxId, bool>,
    control: Control,
    /// By phi's result: what decides which operand it takes.
    decisions: Map<CrId, Vec<Decision>>,
    /// By cycle: the outermost irreducible one around it, or itself.
    tangled: Vec<Option<usize>>,
    /// By cycle: the first and the last preorder number, among dominators, of the blocks that go back to its header.
    latches: Vec<(u32, u32)>,
    /// By irreducible cycle: the branches by which its threads come apart in it.
    parting: Map<usize, Vec<Decision>>,
    /// By block: its condition is taken to be the same for all threads; empty for none.
    held: Vec<bool>,
}

/// What was found.
pub(super) struct Solution {
    pub states: SideTable<CrId, Variance>,
    pub control: Control,
    /// By phi's result: what decides which operand it takes.
    pub decisions: Map<CrId, Vec<Decision>>,
    /// What it was found under.
    pub assumed: Assumptions,
}

/// Finds the states of a function in closed SSA, of some of whose nodes more may be known. The conditions of the blocks that are `held`
/// bring no threads apart.
pub(super) fn solve(
    f: &Func,
    dom: &Dominance,
    cycles: &Cycles,
    (assumptions, known): (Assumptions, &Map<CrId, Fact>),
    held: Vec<bool>,
) -> Solution {
    let ways = Ways::of(f, dom, cycles);
    let irreducible = irreducible(f, cycles);
    let exits = exits(f, cycles, |from, to| ways.leaving_target(from) != Some(to));
    let graph = Graph { f, dom, ways: &ways, cycles, irreducible: &irreducible, exits: &exits };
    let mut joins = Joins::new(graph);
    let mut solver = Solver {
        f,
        dom,
        cycles,
        ways: &ways,
        sources: Sources::of(f, assumptions),
        facts: Context::knowing(Ranges::knowing(f, dom, known), known),
        states: SideTable::new(Variance::TOP),
        followed: own_memory::followed(f),
        control: Control::new(f, cycles),
        decisions: Map::default(),
        tangled: tangled(cycles, &irreducible),
        latches: latches(f, dom, cycles),
        parting: Map::default(),
        held,
    };
    solver.find_decisions(&mut joins);
    solver.find_partings(&mut joins);
    solver.run();
    let is_flat = solver.sources.is_flat;
    let assumed = Assumptions { one_dimensional: is_flat, ..assumptions };
    let Solver { states, control, decisions, .. } = solver;
    Solution { states, control, decisions, assumed }
}

/// By cycle: it is entered elsewhere than at its header.
fn irreducible(f: &Func, cycles: &Cycles) -> Vec<bool> {
    let mut found = vec![false; cycles.all().len()];
    for &bb in &f.layout {
        for &pred in &f.bbs[bb].preds {
            for k in cycles.left(bb, pred).filter(|&k| cycles.all()[k].header != bb) {
                found[k] = true;
            }
        }
    }
    found
}

/// By cycle: the outermost irreducible one around it, or itself.
fn tangled(cycles: &Cycles, irreducible: &[bool]) -> Vec<Option<usize>> {
    let mut tangled = vec![None; cycles.all().len()];
    // Parents come after their kids.
    for k in (0..tangled.len()).rev() {
        let above = cycles.all()[k].parent.and_then(|parent| tangled[parent]);
        tangled[k] = above.or(irreducible[k].then_some(k));
    }
    tangled
}

/// By cycle: the first and the last preorder number of the blocks that go back to its header.
fn latches(f: &Func, dom: &Dominance, cycles: &Cycles) -> Vec<(u32, u32)> {
    let of_cycle = |k: usize| {
        let numbers = cycles.latches(f, k).into_iter().map(|bb| dom.preorder_number(bb));
        numbers.fold((u32::MAX, 0), |(first, last), n| (first.min(n), last.max(n)))
    };
    (0..cycles.all().len()).map(of_cycle).collect()
}

impl Solver<'_> {
    /// True for a phi whose result has a state.
    fn is_variable(&self, phi: &Phi) -> bool {
        self.f.auxes[phi.aux].kind != AuxKind::Memory || *self.followed.get(phi.aux)
    }

    /// Asks of each phi what decides between its operands; those of a block with operands that differ in the same places ask once.
    fn find_decisions(&mut self, joins: &mut Joins<'_>) {
        let f = self.f;
        for &bb in &f.layout {
            let mut known: Map<Vec<u32>, Vec<Decision>> = Map::default();
            for phi in &f.bbs[bb].phis {
                if !self.is_variable(phi) {
                    continue;
                }
                let mut values: Vec<CrId> = phi.operands.iter().map(|&v| value_of(f, v)).collect();
                let is_set = |v: &CrId| !is_never_set(f, *v);
                if let Some(set) = values.iter().copied().find(is_set) {
                    values.iter_mut().filter(|v| !is_set(v)).for_each(|v| *v = set);
                }
                let mut firsts: Map<CrId, u32> = Map::default();
                let pattern: Vec<u32> = (0..)
                    .zip(&values)
                    .map(|(k, &value)| *firsts.entry(value).or_insert(k))
                    .collect();
                if pattern.iter().all(|&k| k == 0) {
                    continue;
                }
                let found = known.entry(pattern).or_insert_with(|| joins.decisions(bb, &values));
                self.decisions.insert(phi.result, found.clone());
            }
        }
    }

    /// Finds by which branches threads come apart in irreducible cycles: those that decide by which entry they come, into the cycle or one
    /// inside it, and those whose sides both stay inside: where rounds are not counted, threads that parted may meet in different ones.
    fn find_partings(&mut self, joins: &mut Joins<'_>) {
        let f = self.f;
        for k in 0..self.tangled.len() {
            if self.tangled[k] != Some(k) {
                continue;
            }
            let mut found = joins.entry_decisions(k);
            for inner in (0..k).filter(|&j| self.tangled[j] == Some(k)) {
                found.extend(joins.entry_decisions(inner));
            }
            for &bb in self.cycles.blocks(k) {
                let inside = f.succs(bb).iter().filter(|&&to| self.cycles.holds(k, to)).count();
                if inside > 1 {
                    found.push(Decision::Branch(bb));
                }
            }
            self.parting.insert(k, found);
        }
    }

    /// By which branches threads come apart in the irreducible cycle that a block is in; none outside of any.
    fn partings(&self, bb: BbId) -> &[Decision] {
        let tangle = self.cycles.innermost(bb).and_then(|k| self.tangled[k]);
        tangle.map_or(&[], |k| &self.parting[&k])
    }

    fn run(&mut self) {
        let f = self.f;
        let (more, by_block, branches) = self.dependences();
        let affects = CoderepAffectMap::of(f, &more, &self.followed);
        let order = affects.order();
        let mut places: SideTable<CrId, u32> = SideTable::new(0);
        places.cover(f.codemap.len());
        self.states.cover(f.codemap.len());
        order.iter().enumerate().for_each(|(k, &id)| *places.entry(id) = k as u32);
        let mut work = Worklist::all(order.len());
        while let Some(place) = work.pop() {
            let id = order[place];
            let old = *self.states.get(id);
            let new = old.join(&self.state(id).told_by(self.sources.assumptions.mode));
            if new == old {
                continue;
            }
            *self.states.entry(id) = new;
            let mut push = |node: CrId| work.push(*places.get(node) as usize);
            affects.affected(id).iter().for_each(|&node| push(node));
            for &bb in branches.list(id.index()).iter().filter(|&&bb| !is_held(&self.held, bb)) {
                let (control, ways) = (&mut self.control, self.ways);
                control.vary(f, ways, bb, new.axes(), |changed| {
                    by_block.list(changed.index()).iter().for_each(|&node| push(node));
                });
            }
        }
    }

    /// What follows from what beside operands: versions from conditions; versions from what their blocks depend on, by block; blocks from
    /// conditions.
    fn dependences(&self) -> (Vec<(CrId, CrId)>, Grouped<CrId>, Grouped<BbId>) {
        let f = self.f;
        let mut more = Vec::new();
        let mut by_block: Vec<(u32, CrId)> = Vec::new();
        let mut branches: Vec<(u32, BbId)> = Vec::new();
        let condition = |bb: BbId| f.bbs[bb].terminator.condition();
        for &bb in &f.layout {
            if let Some(condition) = condition(bb) {
                branches.push((condition.index() as u32, bb));
            }
            let mut on = |decision: &Decision, result: CrId| {
                let at = decision.block();
                more.extend(condition(at).map(|c| (c, result)));
                if !matches!(decision, Decision::Branch(_)) {
                    by_block.push((at.index() as u32, result));
                }
            };
            let tangle = self.partings(bb);
            for phi in f.bbs[bb].phis.iter().filter(|phi| self.is_variable(phi)) {
                for decision in self.decisions.get(&phi.result).into_iter().flatten() {
                    on(decision, phi.result);
                }
                tangle.iter().for_each(|decision| on(decision, phi.result));
                if is_eta(f, self.cycles, bb, phi) {
                    let from = f.bbs[bb].preds[0];
                    on(&Decision::Exit(from), phi.result);
                    self.partings(from).iter().for_each(|decision| on(decision, phi.result));
                }
            }
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                let contents = stmt.chi.iter().map(|chi| chi.result);
                let contents =
                    contents.filter(|&r| f.aux_of(r).is_some_and(|aux| *self.followed.get(aux)));
                contents.for_each(|r| tangle.iter().for_each(|decision| on(decision, r)));
                for &result in stmt.results.iter().filter(|&&r| f.aux_of(r).is_some()) {
                    tangle.iter().for_each(|decision| on(decision, result));
                    if stmt.op == StmtOp::Stid
                        && matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. })
                    {
                        on(&Decision::Reach(bb), result);
                    }
                }
            }
        }
        let count = f.codemap.len();
        (more, Grouped::of(f.bbs.len(), &by_block), Grouped::of(count, &branches))
    }

    fn axes_of_condition(&self, bb: BbId) -> Axes {
        match self.f.bbs[bb].terminator {
            Terminator::Branch { condition, on_true, on_false }
                if on_true != on_false && !is_held(&self.held, bb) =>
            {
                self.states.get(condition).axes()
            }
            _ => Axes::NONE,
        }
    }

    fn axes_of_all<'d>(&self, decisions: impl IntoIterator<Item = &'d Decision>) -> Axes {
        decisions.into_iter().fold(Axes::NONE, |axes, d| axes.join(self.axes_of(d)))
    }

    fn axes_of(&self, decision: &Decision) -> Axes {
        match *decision {
            Decision::Branch(bb) => self.axes_of_condition(bb),
            Decision::Exit(bb) => self.axes_of_exit(bb),
            Decision::Reach(bb) => self.axes_of_condition(bb).join(self.control.axes(bb)),
        }
    }

    /// The axes on which it depends in which iteration threads leave a cycle from a block: its condition's, and, where a thread may go
    /// round without coming to it, those that decide whether it does.
    fn axes_of_exit(&self, bb: BbId) -> Axes {
        let own = self.axes_of_condition(bb);
        let Some(k) = self.cycles.innermost(bb) else { return own };
        let (from, to) = self.dom.interval(bb);
        let (first, last) = self.latches[k];
        let comes_each_time = from <= first && last < to;
        let leaves_one = self.cycles.all()[k]
            .parent
            .is_none_or(|parent| self.f.succs(bb).iter().all(|&to| self.cycles.holds(parent, to)));
        if comes_each_time && leaves_one && self.tangled[k].is_none() {
            own
        } else {
            own.join(self.control.axes(bb))
        }
    }

    fn operand(&mut self, id: CrId, wants_fact: bool) -> Operand {
        let f = self.f;
        let constant = match *f.codemap.get(id) {
            CodeRep::Const { mtype, value } => Some(signed(value, mtype.bits())),
            _ => None,
        };
        let fact = if wants_fact { self.facts.fact(f, id) } else { None };
        Operand { node: id, state: *self.states.get(id), constant, fact }
    }

    fn state(&mut self, id: CrId) -> Variance {
        match *self.f.codemap.get(id) {
            CodeRep::Const { mtype, value } => Variance::constant(signed(value, mtype.bits())),
            CodeRep::Rconst { .. } => Variance::UNIFORM,
            CodeRep::Lda { st, .. } => match self.is_own(st) {
                true => Variance::VARYING,
                false => Variance::UNIFORM,
            },
            CodeRep::Ivar { .. } => Variance::TOP,
            CodeRep::Var { .. } => self.version(id),
            CodeRep::Op(ref op) => self.operation(id, op),
        }
    }

    /// True for an object of which each thread has one, at an address that may hang on what the thread has called. A kernel's own
    /// objects are at one place in each thread's local memory.
    fn is_own(&self, st: optx_whirl::StId) -> bool {
        use optx_whirl::Storage;
        st.is_local()
            && !self.sources.is_kernel
            && self
                .f
                .locals
                .get(st.index())
                .is_none_or(|local| matches!(local.storage, Storage::Param | Storage::Auto))
    }

    fn operation(&mut self, id: CrId, op: &Op) -> Variance {
        let f = self.f;
        if let Some(state) = self.sources.register(op) {
            return state;
        }
        let plain: smallvec::SmallVec<[Variance; 3]> =
            op.kids.iter().map(|&kid| *self.states.get(kid)).collect();
        if plain.iter().any(Variance::is_top) {
            return Variance::TOP;
        }
        // Where nothing is known but what does not depend and what does in any way, so it is of the result.
        let is_plain = |v: &Variance| {
            v.coef.iter().chain([&v.lane]).all(|c| matches!(c, Coef::Known(0) | Coef::Unknown))
        };
        if plain.iter().all(is_plain) && op.opr != Operator::Select {
            let state = transfer::any_function(&plain);
            return if state.axes().is_none() {
                state
            } else {
                self.decided(id, op).unwrap_or(state)
            };
        }
        let integers = op.rtype.is_integer() || op.opr.is_compare();
        let operands: smallvec::SmallVec<[Operand; 3]> =
            op.kids.iter().map(|&kid| self.operand(kid, integers)).collect();
        let fact = if integers {
            let kids: smallvec::SmallVec<[_; 3]> = operands.iter().map(|o| o.fact).collect();
            self.facts.of_operation(f, id, op, &kids)
        } else {
            None
        };
        if let Some(state) = fact.and_then(|fact| constant(&fact)) {
            return state;
        }
        let keeps = op.rtype.is_signed() && op.rtype.is_integer();
        let width = op.rtype.bits().max(1);
        let place = Place { width, keeps, fact };
        let state = match (op.opr, &operands[..]) {
            (Operator::IntrinsicOp, [a]) if is_generic_of(op, f.mtype(a.node)) => a.state,
            (Operator::Select, _) => transfer::operation(op.opr, &place, &operands),
            (Operator::Tas, [a]) if op.rtype.is_integer() && f.mtype(a.node).is_integer() => {
                a.state
            }
            (Operator::Cvt, [a]) if op.rtype.is_integer() && op.desc.is_integer() => {
                if op.rtype.bits() > op.desc.bits() {
                    transfer::extension(a, op.desc.is_signed(), &place)
                } else {
                    transfer::truncation(a, &place)
                }
            }
            (Operator::Cvtl, [a])
                if a.fact.is_some_and(|fact| fact.fits(op.desc.bits(), op.desc.is_signed())) =>
            {
                a.state
            }
            (opr, [_, _]) if opr.is_compare() => transfer::of_order(opr, op.desc, &operands),
            (Operator::Max | Operator::Min, _) => transfer::of_order(op.opr, op.rtype, &operands),
            _ if op.rtype.is_integer() => transfer::operation(op.opr, &place, &operands),
            _ => transfer::any_function(&plain),
        };
        if self.sources.assumptions.index_31 && is_grid_index(f, op) {
            let mut state = state;
            state.exact = super::lattice::Exact::BOTH;
            state.lane_exact = super::lattice::Exact::BOTH;
            return state;
        }
        state
    }

    /// The state of an operation whose ranges leave one number.
    fn decided(&mut self, id: CrId, op: &Op) -> Option<Variance> {
        let integers = op.rtype.is_integer() || op.opr.is_compare();
        let fact = if integers { self.facts.fact(self.f, id) } else { None };
        constant(&fact?)
    }

    fn version(&mut self, id: CrId) -> Variance {
        let f = self.f;
        match f.def(id) {
            // A variable never set has no value to be wrong about; merges pass it over.
            Def::Entry => Variance::UNIFORM,
            Def::Chi(s) => self.in_tangle(f.stmts[s].bb, self.made(id)),
            Def::Phi(bb, k) => {
                let phi = &f.bbs[bb].phis[k as usize];
                self.phi(bb, phi)
            }
            Def::Stmt(s) => {
                let stmt = &f.stmts[s];
                let state = match stmt.op {
                    StmtOp::Stid => match *f.codemap.get(stmt.kids[0]) {
                        CodeRep::Ivar { access, mu, .. } if access.space == Space::Local => {
                            let address = *self.states.get(access.base);
                            let contents =
                                mu.map_or(Variance::UNIFORM, |mu| self.contents(mu, stmt.bb));
                            transfer::any_function(&[address, contents])
                        }
                        CodeRep::Ivar { access, mu, read_only } => {
                            let address = *self.states.get(access.base);
                            let control = self.control.axes(stmt.bb);
                            self.sources.load(&access, mu, read_only, &address, control)
                        }
                        _ => *self.states.get(stmt.kids[0]),
                    },
                    _ => {
                        let kids: Vec<Variance> =
                            stmt.kids.iter().map(|&kid| *self.states.get(kid)).collect();
                        self.sources.statement(stmt, &kids)
                    }
                };
                self.in_tangle(stmt.bb, state)
            }
        }
    }

    /// What a block's irreducible cycle does to a value of it.
    fn in_tangle(&self, bb: BbId, state: Variance) -> Variance {
        let axes = self.axes_of_all(self.partings(bb));
        if state.is_top() { state } else { state.tainted(axes) }
    }

    fn phi(&self, bb: BbId, phi: &Phi) -> Variance {
        let f = self.f;
        let around = self.cycles.innermost(bb);
        let never_set = phi.operands.iter().all(|&operand| is_never_set(f, operand));
        let mut state = Variance::TOP;
        for (&operand, &pred) in phi.operands.iter().zip(&f.bbs[bb].preds) {
            if is_never_set(f, operand) && !never_set {
                continue;
            }
            let mut arriving = match f.auxes[phi.aux].kind {
                AuxKind::Memory => self.contents(operand, bb),
                _ => *self.states.get(operand),
            };
            // What comes round a cycle brings the value that a symbol had in the iteration before.
            if let Some(k) = around.filter(|&k| self.cycles.holds(k, pred)) {
                for coef in arriving.coef.iter_mut().chain([&mut arriving.lane]) {
                    if let Coef::Symbolic(symbol) = *coef
                        && !self.is_invariant(symbol.node, k)
                    {
                        *coef = Coef::Unknown;
                    }
                }
                arriving = arriving.normal();
            }
            state = state.join(&arriving);
        }
        if state.is_top() {
            return state;
        }
        let mut axes = self.axes_of_all(self.decisions.get(&phi.result).into_iter().flatten());
        if is_eta(f, self.cycles, bb, phi) {
            let from = f.bbs[bb].preds[0];
            axes = axes.join(self.axes_of_exit(from)).join(self.axes_of_all(self.partings(from)));
        }
        if !axes.is_none() && state.base != Base::Top {
            state.base = Base::Uniform;
        }
        self.in_tangle(bb, state.tainted(axes))
    }

    /// True where a cycle does not change a node.
    fn is_invariant(&self, node: CrId, cycle: usize) -> bool {
        let f = self.f;
        let mut stack = vec![node];
        let mut left = MOST_NODES;
        while let Some(id) = stack.pop() {
            let Some(fewer) = left.checked_sub(1) else { return false };
            left = fewer;
            match f.codemap.get(id) {
                CodeRep::Var { .. }
                    if f.def_block(id).is_some_and(|bb| self.cycles.holds(cycle, bb)) =>
                {
                    return false;
                }
                CodeRep::Op(op) => stack.extend(op.kids.iter().copied()),
                CodeRep::Ivar { .. } => return false,
                _ => {}
            }
        }
        true
    }
}

fn is_held(held: &[bool], bb: BbId) -> bool {
    held.get(bb.index()).is_some_and(|&held| held)
}

/// True for a version of a variable that nothing sets.
fn is_never_set(f: &Func, id: CrId) -> bool {
    matches!(f.codemap.get(id), CodeRep::Var { .. }) && f.def(id) == Def::Entry
}

/// The constant, or the version of a copy, that a version is: where operands are that, no branch decides between them.
fn value_of(f: &Func, version: CrId) -> CrId {
    let mut at = version;
    while let Some(value) = f.assigned(at) {
        match f.codemap.get(value) {
            CodeRep::Var { .. } => at = value,
            CodeRep::Const { .. } | CodeRep::Rconst { .. } => return value,
            _ => break,
        }
    }
    at
}

/// The state of the one number that a fact leaves.
fn constant(fact: &Fact) -> Option<Variance> {
    let (low, high) = fact.unsigned_bounds();
    (low == high).then(|| Variance::constant(signed(low, fact.width())))
}

/// The number that bits of a width are with their sign.
fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((value << shift) as i64) >> shift
}

/// True for an address of a space other than local made generic, or back, in one width: a sum with a constant of the block's.
fn is_generic_of(op: &Op, from: Mtype) -> bool {
    use Intrinsic::*;
    let of_block = matches!(
        op.intrinsic,
        Some(ToGlobal | ToShared | ToConstant | FromGlobal | FromShared | FromConstant)
    );
    of_block && from.bits() == op.rtype.bits()
}

/// True for a thread's number in the grid on an axis: the block's times the block's size, and the thread's in it.
fn is_grid_index(f: &Func, op: &Op) -> bool {
    use Intrinsic::*;
    let through = |id: CrId| f.assigned(id).unwrap_or(id);
    let register = |id: CrId| match f.codemap.get(through(id)) {
        CodeRep::Op(op) if op.kids.is_empty() => op.intrinsic,
        _ => None,
    };
    let [a, b] = op.kids[..] else { return false };
    if op.opr != Operator::Add || op.rtype.bits() != 32 {
        return false;
    }
    [(a, b), (b, a)].into_iter().any(|(product, index)| {
        let CodeRep::Op(product) = f.codemap.get(through(product)) else { return false };
        let [x, y] = product.kids[..] else { return false };
        let axes = [(TidX, CtaidX, NtidX), (TidY, CtaidY, NtidY), (TidZ, CtaidZ, NtidZ)];
        let Some((_, block, size)) =
            axes.into_iter().find(|(tid, ..)| register(index) == Some(*tid))
        else {
            return false;
        };
        product.opr == Operator::Mpy
            && product.rtype.bits() == 32
            && [(x, y), (y, x)]
                .into_iter()
                .any(|(p, q)| register(p) == Some(block) && register(q) == Some(size))
    })
}
