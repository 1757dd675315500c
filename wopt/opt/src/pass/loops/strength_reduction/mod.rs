//! Strength reduction: what a loop multiplies by its counter is stepped from round to round.
//!
//! Idea: an evaluation whose [polynomial](crate::pass::addresses::straight_line) is linear in a counter of the loop, and of what the loop does not change else,
//! grows by the same in each round: its coefficient times the counter's step. It becomes a variable that is set before the loop, and
//! stepped where the counter is (the injuring update, repaired in place). `p[i * n + c]` is `*q`, and `q += n`. The copies that
//! straight-line reduction made steps of are steps from that variable.
//!
//! Source: R. Kennedy, F. Chow, P. Dahl, S. Liu, R. Lo, M. Streich, "Strength Reduction via SSAPRE" (CC 1998), for what injures and where it
//! is repaired; what is linear is asked of polynomials instead of a lexical form, so that whole addresses step at once. Linear-function test
//! replacement is left out: docs/decisions/0080-no-linear-function-test-replacement.md.
//!
//! Legality: sums and products are modulo 2^32 or 2^64. Where a counter of 32 bits is extended, its step is an I-form, which is executed in
//! each round before the next, and so is the evaluation, whose I-forms do not overflow: the equation holds between whole numbers.
//! What is set before the loop, and stepped for a round that may not come, is U-form over OPs that cannot go wrong.
//! Worth: the evaluation stands in every round, in the loop itself and in no inner one, and a step costs fewer machine instructions than it does
//! less what the loop does not change. So a counter of 32 bits times a constant stays: it is one IMAD.WIDE, and a step of 64 bits
//! is two instructions; nor does one of 64 bits that is shifted and added. Copies that a loop of unknown rounds was unrolled to share one evaluation, and
//! what is left over has fewer rounds than there are copies: the former are stepped from sm_90 on where that is one instruction, the latter never
//! (docs/decisions/0143-no-step-in-copies-of-unknown-rounds.md). From sm_90 on a step may cost as much as the evaluation where an inner loop runs and the counter is
//! left to the test (docs/decisions/0145-ptxas-s-uniform-counters.md). A register has to be left ([`crate::analysis::pressure`]). No run has more than one step more for each entry of the loop.
//! Cost: linear in the nodes of loops' statements.

use crate::analysis::pressure::units;
use crate::kit::candidates::MOST_STATEMENTS;
use crate::kit::context::Cx;
use crate::kit::polynomial::{Polynomial, Polynomials};
use crate::kit::price::price;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{
    AuxKind, BbId, CodeRep, CrId, Def, Func, Phi, Role, SideTable, StmtId, StmtOp, StmtRep,
    Unrolled,
};
use optx_whirl::{Loc, Mtype, Operator, RemarkKind};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::cmp::Reverse;

mod worth;

use worth::{Asked, Rest, step_price};

/// So many variables are stepped in one loop.
const MOST_STEPPED: usize = 8;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("strength-reduction");
    if f.stmts.len() > MOST_STATEMENTS {
        return stats;
    }
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let mut polynomials = Polynomials::new();
    let mut invariance = Invariance {
        cycles: &cycles,
        cycle: 0,
        known: RefCell::new(SideTable::new((0, false))),
        epoch: 0,
    };
    let (mut pressure, mut met, mut on_edges) = (None, Walk::new(), Vec::new());
    let mut rewrite = Rewrite::keeping();
    for k in 0..cycles.all().len() {
        let Some(shape) = Shape::of(f, &cycles, k) else { continue };
        invariance.enter(k);
        let counters = counters(f, &invariance, &shape, &mut polynomials);
        if counters.is_empty() {
            continue;
        }
        let mut search = Search {
            dom: &dom,
            shape,
            asked: Asked::of(f, cx, &cycles, &shape),
            counters: &counters,
            polynomials: &mut polynomials,
            invariance: &invariance,
            met: &mut met,
            loc: Loc::NONE,
            found: Vec::new(),
        };
        search.look(f);
        if !search.leaves_counters_to_tests(f) {
            search.asked.takes_even = false;
            search.look(f);
        }
        let Search { mut found, .. } = search;
        // What holds another is replaced before that gives it another tree.
        found.sort_by_key(|reduction| Reverse(f.codemap.height(reduction.node)));
        for reduction in found {
            let pressure = pressure.get_or_insert_with(|| cx.analyses.pressure(f));
            let at = cx.facts.module.locs.statement(reduction.loc);
            let name = f.codemap.as_op(reduction.node).map_or("value", |op| op.opr.name());
            if !pressure.take([shape.header].into_iter(), units(f.mtype(reduction.node))) {
                stats.add("refused for pressure", 1);
                cx.remarks.tell(RemarkKind::Missed, at, || {
                    format!(
                        "an evaluation ({name}) of the loop is not stepped: no register is left"
                    )
                });
                continue;
            }
            cx.remarks.tell(RemarkKind::Passed, at, || {
                format!("an evaluation ({name}) of the loop is stepped where its counter is")
            });
            reduce(f, &cycles, &shape, &reduction, &mut on_edges, &mut rewrite);
            stats.add("evaluations stepped", 1);
        }
    }
    if !on_edges.is_empty() {
        f.insert_on_edges(on_edges);
    }
    stats
}

/// A loop that is entered by its header alone, and has one way back.
#[derive(Clone, Copy)]
struct Shape {
    cycle: usize,
    header: BbId,
    latch: BbId,
    /// The latch's place among the header's predecessors.
    back: usize,
}

impl Shape {
    fn of(f: &Func, cycles: &Cycles, cycle: usize) -> Option<Shape> {
        let header = cycles.all()[cycle].header;
        let preds = f.bbs[header].preds();
        let mut inside = (0..preds.len()).filter(|&k| cycles.holds(cycle, preds[k]));
        let (back, None) = (inside.next()?, inside.next()) else { return None };
        let is_entered = preds.len() > 1 && cycles.is_entered_at_header(cycle);
        let is_rest = f.bbs[header].unrolled == Some(Unrolled::Rest);
        (is_entered && !is_rest).then(|| Shape { cycle, header, latch: preds[back], back })
    }
}

/// A variable that grows by what the loop does not change.
struct Counter {
    /// Its phi's place at the header, its version in a round, and where that of the next is set.
    phi: usize,
    now: CrId,
    update: StmtId,
    /// The node that stands for it in polynomials: itself, or its extension.
    leaf: CrId,
    /// What it grows by, in the leaf's width.
    step: Polynomial,
}

/// The counters of a loop; one of 32 bits whose update is an I-form is there for its extension too.
fn counters(
    f: &mut Func,
    invariance: &Invariance<'_>,
    shape: &Shape,
    polynomials: &mut Polynomials,
) -> Vec<Counter> {
    let mut list = Vec::new();
    for k in 0..f.bbs[shape.header].phis.len() {
        let phi = &f.bbs[shape.header].phis[k];
        let (now, next) = (phi.result, phi.operands[shape.back]);
        let kind = f.auxes[phi.aux].kind;
        let Def::Stmt(update) = f.def(next) else { continue };
        let stmt = &f.stmts[update];
        let is_own = invariance.cycles.innermost(stmt.bb) == Some(shape.cycle);
        if kind == AuxKind::Memory || stmt.op != StmtOp::Stid || !is_own {
            continue;
        }
        let Some(op) = f.codemap.as_op(stmt.kids[0]).copied() else { continue };
        let (Some(after), Some(before)) = (polynomials.number(f, next), polynomials.number(f, now))
        else {
            continue;
        };
        let step = polynomials.get(after).plus(polynomials.get(before), u64::MAX);
        if let Some(step) = step.filter(|step| invariance.holds_for(f, step)) {
            list.push(Counter { phi: k, now, update, leaf: now, step });
        }
        if op.opr == Operator::Add && op.rtype == Mtype::I4 && op.kids.contains(&now) {
            let by = if op.kids[0] == now { op.kids[1] } else { op.kids[0] };
            let extend =
                |f: &mut Func, id| f.codemap.unary(Operator::Cvt, Mtype::I8, Mtype::I4, id);
            let (leaf, by) = (extend(f, now), extend(f, by));
            let step = polynomials.number(f, by).map(|step| polynomials.get(step).clone());
            if let Some(step) = step.filter(|step| invariance.holds_for(f, step)) {
                list.push(Counter { phi: k, now, update, leaf, step });
            }
        }
    }
    list
}

/// What changes in no round of a loop. Each node is asked about once.
struct Invariance<'a> {
    cycles: &'a Cycles,
    cycle: usize,
    known: RefCell<SideTable<CrId, (u32, bool)>>,
    epoch: u32,
}

impl Invariance<'_> {
    fn enter(&mut self, cycle: usize) {
        self.cycle = cycle;
        self.epoch += 1;
    }

    /// True where all variables of a tree are set outside.
    fn holds(&self, f: &Func, id: CrId) -> bool {
        match f.codemap.get(id) {
            CodeRep::Var { .. } => {
                f.def_block(id).is_none_or(|at| !self.cycles.holds(self.cycle, at))
            }
            CodeRep::Op(op) => {
                let (epoch, known) = *self.known.borrow().get(id);
                if epoch == self.epoch {
                    return known;
                }
                let holds = op.kids.iter().all(|&kid| self.holds(f, kid));
                *self.known.borrow_mut().entry(id) = (self.epoch, holds);
                holds
            }
            CodeRep::Ivar { .. } => false,
            _ => true,
        }
    }

    fn holds_for(&self, f: &Func, polynomial: &Polynomial) -> bool {
        polynomial.leaves().all(|leaf| self.holds(f, leaf))
    }
}

/// What is to be stepped.
struct Reduction {
    /// The node, which the loop evaluates in each round, and where.
    node: CrId,
    loc: Loc,
    /// Its values on entry, by the header's predecessor, and what it grows by.
    first: Vec<CrId>,
    step: CrId,
    /// The counter's place among those of the loop, and its update.
    counter: usize,
    update: StmtId,
    /// The step costs as much as the evaluation.
    is_even: bool,
}

struct Search<'a> {
    dom: &'a Dominance,
    shape: Shape,
    asked: Asked,
    counters: &'a [Counter],
    polynomials: &'a mut Polynomials,
    invariance: &'a Invariance<'a>,
    met: &'a mut Walk,
    /// Of the statement in work.
    loc: Loc,
    found: Vec<Reduction>,
}

impl Search<'_> {
    /// Looks through the blocks that every round comes to.
    fn look(&mut self, f: &mut Func) {
        self.met.forget();
        self.found.clear();
        let Shape { cycle, latch, .. } = self.shape;
        let cycles = self.invariance.cycles;
        for &bb in cycles.blocks(cycle) {
            if cycles.innermost(bb) != Some(cycle) || !self.dom.dominates(bb, latch) {
                continue;
            }
            for s in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[s];
                let mut roots: Vec<CrId> = Vec::new();
                f.stmts[s].for_each_use(&f.codemap, |root, role| {
                    if !f.codemap.is_free(root, role) || role != Role::Base {
                        roots.push(root);
                    }
                });
                self.loc = f.stmts[s].loc;
                roots.into_iter().for_each(|root| self.tree(f, root));
            }
        }
    }

    /// Looks at a tree from the top: of what is stepped no part is.
    fn tree(&mut self, f: &mut Func, id: CrId) {
        let CodeRep::Op(op) = *f.codemap.get(id) else { return };
        if !self.met.meet(id) || self.found.len() == MOST_STEPPED {
            return;
        }
        let is_word = op.rtype.is_integer() && matches!(op.rtype.size(), 4 | 8);
        let has_product = op.opr != Operator::Cvt && is_word;
        match has_product.then(|| self.reduction(f, id)).flatten() {
            Some(reduction) => self.found.push(reduction),
            None => op.kids.iter().for_each(|&kid| self.tree(f, kid)),
        }
    }

    fn reduction(&mut self, f: &mut Func, node: CrId) -> Option<Reduction> {
        let number = self.polynomials.number(f, node)?;
        let own = self.polynomials.get(number).clone();
        let number = self.counters.iter().position(|counter| {
            counter.step.width() == own.width() && own.leaves().any(|leaf| leaf == counter.leaf)
        })?;
        let counter = &self.counters[number];
        let slope = own.slope(counter.leaf)?;
        let stays = |leaf: CrId| leaf == counter.leaf || self.invariance.holds(f, leaf);
        if !own.leaves().all(stays) {
            return None;
        }
        let growth = slope.times(&counter.step)?;
        let cost = step_price(f, &growth)?;
        let known = Rest { f, invariance: self.invariance, met: self.met };
        let evaluation = price(&f.codemap, node, &known)?;
        if !self.asked.is_met(&growth, cost, evaluation) {
            return None;
        }
        let is_even = evaluation.instructions == cost;
        let is_itself = counter.leaf == counter.now;
        let entering = f.bbs[self.shape.header].phis[counter.phi].operands.clone();
        let mut first = Vec::with_capacity(entering.len());
        for operand in entering {
            let operand = f.assigned_constant(operand).unwrap_or(operand);
            let entering = match is_itself {
                true => operand,
                false => f.codemap.unary(Operator::Cvt, Mtype::I8, Mtype::I4, operand),
            };
            let tree =
                own.tree(&mut f.codemap, |leaf| if leaf == counter.leaf { entering } else { leaf });
            first.push(f.codemap.unsigned_form(tree));
        }
        let step = growth.tree(&mut f.codemap, |leaf| leaf);
        let fits = |&id: &CrId| f.codemap.height(id) < optx_ir::MAX_HEIGHT;
        let update = counter.update;
        let all_fit = first.iter().chain([&step]).all(fits);
        let loc = self.loc;
        all_fit.then_some(Reduction { node, loc, first, step, counter: number, update, is_even })
    }
}

/// What is to be set on edges into loops.
type OnEdges = Vec<(BbId, BbId, StmtRep)>;

/// Steps a node: a variable is set before the loop, merged at its head, and stepped where its counter is.
fn reduce(
    f: &mut Func,
    cycles: &Cycles,
    shape: &Shape,
    reduction: &Reduction,
    on_edges: &mut OnEdges,
    rewrite: &mut Rewrite,
) {
    let Reduction { node, ref first, step, update, .. } = *reduction;
    let mtype = f.mtype(node).unsigned();
    let aux = f.new_aux(AuxKind::Temp, mtype, "q");
    let [now, next] = [(); 2].map(|()| f.new_version(aux));
    let mut operands: SmallVec<[CrId; 4]> = SmallVec::new();
    for (k, &first) in first.iter().enumerate() {
        if k == shape.back {
            operands.push(next);
            continue;
        }
        let from = f.bbs[shape.header].preds()[k];
        let entering = f.new_version(aux);
        on_edges.push((from, shape.header, StmtRep::stid(entering, first, from, Loc::NONE)));
        operands.push(entering);
    }
    f.add_phi(shape.header, Phi { aux, result: now, operands: operands.into_iter().collect() });
    let sum = f.codemap.binary(Operator::Add, mtype, now, step);
    let StmtRep { bb, loc, .. } = f.stmts[update];
    let at = f.bbs[bb].stmts.iter().position(|&s| s == update).map_or(0, |at| at + 1);
    f.insert(at, StmtRep::stid(next, sum, bb, loc));
    rewrite.forget();
    let mut replace = |_: &mut _, id| (id == node).then_some(now);
    let Func { stmts, bbs, codemap, .. } = f;
    for &bb in cycles.blocks(shape.cycle) {
        for &s in &bbs[bb].stmts {
            stmts[s].map_uses(codemap, |map, id, _| rewrite.tree(map, id, &mut replace));
        }
        bbs[bb].map_condition(|id| rewrite.tree(codemap, id, &mut replace));
    }
}
