//! What a step has to save, by the loop and by what ptxas makes of its counter.
//!
//! Idea: a step pays where it costs fewer machine instructions than the evaluation. From sm_90 on ptxas (12.9) holds a counter that nothing but tests and
//! sums read in uniform registers, and each sum of a thread's base moves it out of them first. So there the evaluation costs more than its price, and a
//! step of as many instructions pays: where two of them leave the counter to the test, and an inner loop runs for what setting them up costs.
//! Source: docs/decisions/0145-ptxas-s-uniform-counters.md, measured.
//! Legality: that of the pass; here is only what is worth it.
//! Cost: the nodes of the loop's statements, where something costs as much stepped as evaluated.

use super::{Invariance, Search, Shape};
use crate::kit::context::Cx;
use crate::kit::polynomial::Polynomial;
use crate::kit::price::{Known, Price};
use optx_ir::cycles::Cycles;
use optx_ir::linear::Term;
use optx_ir::walk::Walk;
use optx_ir::{CodeRep, CrId, Func, Role, Unrolled};

/// The first architecture for which ptxas holds counters in uniform registers even where a thread's addresses are summed of them.
const UNIFORM_COUNTERS: u32 = 90;

/// What steps of a loop are asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    /// A step is one instruction: the loop's copies share the evaluation.
    is_one: bool,
    /// A step by a constant may cost as much as the evaluation.
    pub(super) takes_even: bool,
    /// Nothing is stepped.
    never: bool,
}

impl Asked {
    /// Of a loop.
    pub(super) fn of(f: &Func, cx: &Cx<'_>, cycles: &Cycles, shape: &Shape) -> Asked {
        let is_uniform = cx.facts.module.options.arch() >= UNIFORM_COUNTERS;
        let is_copies = f.bbs[shape.header].unrolled == Some(Unrolled::Copies);
        let is_inner = |&bb: &_| cycles.innermost(bb) != Some(shape.cycle);
        Asked {
            is_one: is_copies,
            takes_even: is_uniform && !is_copies && cycles.blocks(shape.cycle).iter().any(is_inner),
            never: is_copies && !is_uniform,
        }
    }

    /// Whether a step that costs so many instructions is made for an evaluation.
    pub(super) fn is_met(self, growth: &Polynomial, cost: u32, evaluation: Price) -> bool {
        // A sum alone is as good as its step.
        let is_even = evaluation.instructions == cost && evaluation.products > 0;
        let takes_even = self.takes_even && growth.terms().is_empty();
        let saves = evaluation.instructions > cost;
        !self.never && (saves || is_even && takes_even) && (!self.is_one || cost == 1)
    }
}

impl Search<'_> {
    /// True where no step costs as much as what it is for, or each counter of such steps has two at least and is read by nothing but tests and its
    /// update, once the steps are made.
    pub(super) fn leaves_counters_to_tests(&mut self, f: &Func) -> bool {
        let mut even: Vec<usize> =
            self.found.iter().filter(|r| r.is_even).map(|r| r.counter).collect();
        even.sort_unstable();
        even.chunk_by(|a, b| a == b).all(|steps| steps.len() > 1 && !self.reads(f, steps[0]))
    }

    /// Whether the loop reads a counter beside what is stepped, tests and the update.
    fn reads(&mut self, f: &Func, counter: usize) -> bool {
        let counter = &self.counters[counter];
        let next = f.stmts[counter.update].results.first().copied();
        let is_counter = |id: CrId| id == counter.now || Some(id) == next;
        let mut walk = Walk::new();
        let mut is_read = false;
        for &bb in self.invariance.cycles.blocks(self.shape.cycle) {
            for (k, phi) in f.bbs[bb].phis.iter().enumerate() {
                let is_own = bb == self.shape.header && k == counter.phi;
                is_read |= !is_own && phi.operands.iter().any(|&id| is_counter(id));
            }
            f.for_each_use_in(bb, |k, root, role| {
                if f.bbs[bb].stmts.get(k) == Some(&counter.update) {
                    return;
                }
                walk.tree(&f.codemap, root, |id, node| {
                    is_read |= is_counter(id);
                    // A test's own operands are no reads of it; what they are computed of is.
                    let is_test = role == Role::Condition && id == root;
                    if let (true, CodeRep::Op(op)) = (is_test, node) {
                        let is_tested = |&kid: &CrId| {
                            let kid = f.codemap.extended(kid).map_or(kid, |(from, _)| from);
                            is_counter(kid)
                        };
                        return !op.kids.iter().any(is_tested);
                    }
                    self.found.iter().all(|reduction| reduction.node != id)
                });
            });
        }
        is_read
    }
}

/// What a loop does not change is hoisted; what was met before in a round is there, stepped or not.
pub(super) struct Rest<'a> {
    pub(super) f: &'a Func,
    pub(super) invariance: &'a Invariance<'a>,
    pub(super) met: &'a Walk,
}

impl Known for Rest<'_> {
    fn is_there(&self, id: CrId) -> bool {
        // A product of words stays with the sum that takes it in.
        let is_wide = |op| self.f.codemap.wide_product(op).is_some();
        let is_register = !self.f.codemap.as_op(id).is_some_and(is_wide);
        is_register && (self.met.has_met(id) || self.invariance.holds(self.f, id))
    }

    fn is_printed(&self, _: CrId) -> bool {
        false
    }
}

/// The machine instructions of a step: of words one, and of words that are extended, multiplied and added; else of two words two. None
/// where it is no single term or constant.
pub(super) fn step_price(f: &Func, growth: &Polynomial) -> Option<u32> {
    match (growth.terms(), growth.constant()) {
        ([], _) => Some(growth.width().words()),
        ([Term { atom, factor }], 0) => {
            let leaves = atom.leaves();
            let is_word = |&leaf: &CrId| f.codemap.extended(leaf).is_some_and(|(_, signed)| signed);
            let is_small = i32::try_from(*factor as i64).is_ok();
            let is_wide = leaves.len() == 1 && leaves.iter().all(is_word) && is_small;
            Some(if is_wide { 1 } else { growth.width().words() })
        }
        _ => None,
    }
}
