//! The worklist: states of nodes, and axes of blocks, until nothing changes.
//!
//! Source: the six steps of X. Kong, "Variance Analysis on SSA-based IR (CODEREP/STMTREP)" (2009), over a lattice with coefficients, and
//! with phis tainted by the branches that decide between their operands instead of by all that their blocks depend on.
//! Every state only descends: what a node is given is joined to what it had; so the whole is linear in edges.

use super::affect::CoderepAffectMap;
use super::control::{Control, Ways};
use super::joins::{Decision, Graph, Joins};
use super::lattice::{Axes, Variance};
use super::own_memory::{self, OwnMemory};
use super::remainders;
use super::shape::facts_of_grids;
use super::sources::{Assumptions, Sources};
use super::tangles::Tangles;
use super::together::{Lanes, Whole};
use super::views::{At, Exits, Views};
use super::worklist::Worklist;
use crate::analysis::ranges::{Context, Ranges};
use crate::kit::closed_ssa::exits;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::{AuxKind, BbId, CodeRep, CrId, Def, Fact, Func, Phi, SideTable, StmtOp};
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// What is solved for.
pub(super) struct Solver<'a> {
    pub(super) f: &'a Func,
    pub(super) dom: &'a Dominance,
    pub(super) cycles: &'a Cycles,
    ways: &'a Ways,
    pub(super) sources: Sources,
    pub(super) facts: Context,
    /// More is known of nodes than the source says.
    pub(super) is_given: bool,
    pub(super) states: SideTable<CrId, Variance>,
    /// What local memory holds.
    pub(super) own: OwnMemory,
    pub(super) control: Control,
    /// How far apart lanes may be.
    pub(super) lanes: Lanes,
    /// Who sees what from outside of cycles.
    pub(super) views: Views,
    /// By block: the axes that its condition was told to vary on.
    told: Vec<Axes>,
    /// By phi's result: what decides which operand it takes.
    pub(super) decisions: Map<CrId, Vec<Decision>>,
    /// Irreducible cycles.
    pub(super) tangles: Tangles,
    /// By cycle: the first and the last preorder number, among dominators, of the blocks that go back to its header.
    pub(super) latches: Vec<(u32, u32)>,
    /// By block: its condition is taken to be the same for all threads; empty for none.
    pub(super) held: Vec<bool>,
}

/// What was found.
pub(super) struct Solution {
    pub states: SideTable<CrId, Variance>,
    pub control: Control,
    /// By phi's result: what decides which operand it takes.
    pub decisions: Map<CrId, Vec<Decision>>,
    /// By block: its condition was taken to be the same for all threads; empty for none.
    pub held: Vec<bool>,
    /// Who sees what from outside of cycles.
    pub views: Views,
    /// By block from which threads leave cycles: the axes on which they may have left in different rounds.
    pub leaving: SideTable<BbId, Axes>,
    /// What it was found under.
    pub assumed: Assumptions,
    /// Where warps come whole, if that was asked for.
    pub whole: Option<Whole>,
}

/// What states are found under.
pub struct Premises<'a> {
    pub assumptions: Assumptions,
    /// More is known of these nodes than their definitions say.
    pub known: &'a Map<CrId, Fact>,
    /// By block: its condition brings no threads apart; empty for none.
    pub held: Vec<bool>,
    /// Where warps come whole is asked for, too.
    pub asks_whole: bool,
}

impl Premises<'static> {
    /// Nothing but these assumptions.
    pub fn of(assumptions: Assumptions) -> Premises<'static> {
        static NONE: LazyLock<Map<CrId, Fact>> = LazyLock::new(Map::default);
        Premises { assumptions, known: &NONE, held: Vec::new(), asks_whole: false }
    }
}

/// Finds the states of a function in form Ssa.
pub(super) fn solve(
    f: &Func,
    dom: &Dominance,
    cycles: &Cycles,
    premises: Premises<'_>,
) -> Solution {
    let Premises { assumptions, known, held, asks_whole } = premises;
    let ways = Ways::of(f, dom, cycles);
    let irreducible = irreducible(f, cycles);
    let exits = exits(f, cycles, |from, to| ways.leaving_target(from) != Some(to));
    let graph = Graph { f, dom, ways: &ways, cycles, irreducible: &irreducible, exits: &exits };
    let mut joins = Joins::new(graph);
    let is_given = !known.is_empty();
    let mut facts = facts_of_grids(f, assumptions);
    for (&node, fact) in known {
        facts.entry(node).and_modify(|f| *f = f.meet(fact)).or_insert(*fact);
    }
    if own_memory::is_read(f) {
        remainders::add_facts(f, &mut facts);
    }
    let mut facts = Context::knowing(Ranges::knowing(f, dom, &facts), &facts);
    let own = OwnMemory::of(f, &mut facts);
    let mut solver = Solver {
        f,
        dom,
        cycles,
        ways: &ways,
        sources: Sources::of(f, assumptions),
        facts,
        is_given,
        states: SideTable::new(Variance::TOP),
        own,
        control: Control::new(f, cycles),
        lanes: Lanes::of(f),
        views: Views::default(),
        told: vec![Axes::NONE; f.bbs.len()],
        decisions: Map::default(),
        tangles: Tangles::of(cycles, &irreducible),
        latches: latches(f, dom, cycles),
        held,
    };
    solver.find_decisions(&mut joins);
    solver.tangles.find_partings(&graph, &mut joins);
    solver.run();
    let is_flat = solver.sources.is_flat;
    let assumed = Assumptions { one_dimensional: is_flat, ..assumptions };
    let leaving = solver.leaving();
    let Solver { states, control, decisions, held, views, told, .. } = solver;
    let whole = asks_whole.then(|| {
        let condition = |bb: BbId| told[bb.index()];
        Whole::of(f, |bb| control.axes(bb), condition, |bb| ways.leaves(f, bb))
    });
    Solution { states, control, decisions, held, views, leaving, assumed, whole }
}

/// By cycle: it is entered elsewhere than at its header.
fn irreducible(f: &Func, cycles: &Cycles) -> Vec<bool> {
    let mut found = vec![false; cycles.all().len()];
    for &bb in &f.layout {
        for &pred in f.bbs[bb].preds() {
            for k in cycles.left(bb, pred).filter(|&k| cycles.all()[k].header != bb) {
                found[k] = true;
            }
        }
    }
    found
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
        self.f.auxes[phi.aux].kind != AuxKind::Memory || *self.own.followed.get(phi.aux)
    }

    /// Asks of each phi what decides between its operands; those of a block with operands that differ in the same places ask once.
    fn find_decisions(&mut self, joins: &mut Joins<'_>) {
        let f = self.f;
        for &bb in &f.layout {
            let mut known: Map<Vec<u32>, Vec<Decision>> = Map::default();
            for phi in &f.bbs[bb].phis {
                if !self.is_variable(phi) || self.tangles.decides(self.cycles, bb) {
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

    fn run(&mut self) {
        let f = self.f;
        let (more, by_block, branches) = self.dependences();
        let affects = CoderepAffectMap::of(f, &more, &self.own.followed);
        let order = affects.order();
        let mut places: SideTable<CrId, u32> = SideTable::new(0);
        places.cover(f.codemap.len());
        self.states.cover(f.codemap.len());
        order.iter().enumerate().for_each(|(k, &id)| *places.entry(id) = k as u32);
        let mut work = Worklist::all(order.len());
        while let Some(place) = work.pop() {
            let id = order[place];
            let old = *self.states.get(id);
            let made = self.contents_made(id);
            let grew = made.is_some_and(|made| self.own.add(id, made));
            let state = match made {
                Some(_) => Variance::UNIFORM.tainted(self.own.held(id).axes()),
                None => self.state(id).told_by(self.sources.assumptions.mode),
            };
            let new = old.join(&state);
            *self.states.entry(id) = new;
            let spread = self.spread(id, branches.list(id.index()));
            if new == old && !grew && spread.is_empty() {
                continue;
            }
            let mut push = |node: CrId| work.push(*places.get(node) as usize);
            affects.affected(id).iter().for_each(|&node| push(node));
            let mut partings: SmallVec<[u32; 4]> = SmallVec::new();
            for bb in spread {
                let axes = self.told[bb.index()];
                let (control, ways, lanes) = (&mut self.control, self.ways, &mut self.lanes);
                let mut reads = |bb: BbId| by_block.list(bb.index()).iter().for_each(|&n| push(n));
                let mut depend: SmallVec<[BbId; 8]> = SmallVec::new();
                control.vary(f, ways, bb, axes, |changed| {
                    reads(changed);
                    depend.push(changed);
                    partings.extend_from_slice(self.tangles.of_block(changed));
                });
                for at in depend {
                    lanes.control(f, at, control.axes(at), &mut reads);
                }
                let leaves = ways.leaving_target(bb).is_some();
                lanes.branch(f, bb, leaves, axes, reads);
            }
            partings.extend_from_slice(self.tangles.of_condition(id));
            for parting in partings {
                let axes = self.axes_of(self.tangles.parting(parting));
                self.tangles.part(parting, axes).iter().for_each(|&node| push(node));
            }
        }
    }

    /// By block from which threads leave cycles: the axes on which they may have left in different rounds.
    fn leaving(&self) -> SideTable<BbId, Axes> {
        let mut found = SideTable::new(Axes::NONE);
        for &bb in &self.f.layout {
            let succs = self.f.succs(bb);
            if succs.iter().any(|&to| self.cycles.left(bb, to).next().is_some()) {
                *found.entry(bb) = self.axes_of_leaving(bb);
            }
        }
        found
    }

    /// Those of the branches on a condition that it varies for on more axes than they were told of; they are told.
    fn spread(&mut self, condition: CrId, branches: &[BbId]) -> SmallVec<[BbId; 4]> {
        let mut found = SmallVec::new();
        for &bb in branches.iter().filter(|&&bb| !is_held(&self.held, bb)) {
            let axes = self.seen(condition, At::Block(bb)).axes();
            let told = &mut self.told[bb.index()];
            if !told.has(axes) {
                *told = told.join(axes);
                found.push(bb);
            }
        }
        found
    }

    /// What follows from what beside operands: versions from conditions; versions from what their blocks depend on, by block; blocks from
    /// conditions.
    fn dependences(&mut self) -> (Vec<(CrId, CrId)>, Grouped<CrId>, Grouped<BbId>) {
        let f = self.f;
        let mut members: Vec<(u32, CrId)> = Vec::new();
        let mut more = Vec::new();
        let mut by_block: Vec<(u32, CrId)> = Vec::new();
        let mut branches: Vec<(u32, BbId)> = Vec::new();
        let condition = |bb: BbId| f.bbs[bb].terminator().condition();
        self.for_each_exit(|from, node| {
            more.extend(condition(from).map(|c| (c, node)));
            by_block.push((from.index() as u32, node));
            let left = self.tangles.holding(self.cycles, from);
            members.extend(left.map(|k| (k as u32, node)));
        });
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
            let tangle = self.tangles.holding(self.cycles, bb).map(|k| k as u32);
            for phi in f.bbs[bb].phis.iter().filter(|phi| self.is_variable(phi)) {
                for decision in self.decisions.get(&phi.result).into_iter().flatten() {
                    on(decision, phi.result);
                }
                members.extend(tangle.map(|k| (k, phi.result)));
            }
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                let contents = own_memory::chis(f, s, &self.own.followed).map(|chi| chi.result);
                members.extend(contents.filter_map(|r| Some((tangle?, r))));
                for &result in stmt.results.iter().filter(|&&r| f.aux_of(r).is_some()) {
                    members.extend(tangle.map(|k| (k, result)));
                    // Loads, and what lanes do together.
                    let hangs = match stmt.op {
                        StmtOp::Stid => matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. }),
                        StmtOp::Intrinsic { intrinsic, .. } => intrinsic.is_convergent(),
                        _ => false,
                    };
                    if hangs {
                        on(&Decision::Reach(bb), result);
                    }
                }
            }
        }
        self.tangles.group(f, &members);
        let count = f.codemap.len();
        (more, Grouped::of(f.bbs.len(), &by_block), Grouped::of(count, &branches))
    }

    /// Every block from which threads leave a cycle that made what somebody reads outside: with what follows from that, a version, or the condition
    /// that is read.
    fn for_each_exit(&self, mut each: impl FnMut(BbId, CrId)) {
        let f = self.f;
        if self.cycles.all().is_empty() {
            return;
        }
        let mut told = |exits: Exits, node: CrId| exits.iter().for_each(|&from| each(from, node));
        for &bb in &f.layout {
            let at = At::Block(bb);
            for phi in f.bbs[bb].phis.iter().filter(|phi| self.is_variable(phi)) {
                for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
                    told(self.views.exits(self.scene(), operand, At::Edge(pred, bb)), phi.result);
                }
            }
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                stmt.for_each_use(&f.codemap, |root, _| {
                    let exits = self.views.exits(self.scene(), root, at);
                    let contents = own_memory::chis(f, s, &self.own.followed).map(|chi| chi.result);
                    for result in stmt.results.iter().copied().chain(contents) {
                        if f.aux_of(result).is_some() {
                            told(exits.clone(), result);
                        }
                    }
                });
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                told(self.views.exits(self.scene(), condition, at), condition);
            }
        }
        self.own.for_each_read(f, |version, at, result| {
            told(self.exits_of_contents(version, at), result);
        });
    }
}

pub(super) fn is_held(held: &[bool], bb: BbId) -> bool {
    held.get(bb.index()).is_some_and(|&held| held)
}

/// True for a version of a variable that nothing sets.
pub(super) fn is_never_set(f: &Func, id: CrId) -> bool {
    matches!(f.codemap.get(id), CodeRep::Var { .. }) && f.def(id) == Def::Entry
}

/// The constant, or the version of a copy, that a version is: where operands are that, no branch decides between them.
fn value_of(f: &Func, version: CrId) -> CrId {
    let origin = f.origin(version);
    f.assigned_constant(origin).unwrap_or(origin)
}
