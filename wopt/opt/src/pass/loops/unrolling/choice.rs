//! Which loops partial unrolling takes, by what factor, and why it leaves the others.
//!
//! Cost: linear in the blocks of innermost loops, one simulated iteration of each.

use super::reason::{self, Reason};
use super::{MOST_GROWTH, statements};
use crate::analysis::launch_constants::is_launch_constant;
use crate::analysis::loops::{ExitTest, Loop, Simulation, widened};
use crate::analysis::pressure::Pressure;
use crate::analysis::variance::first_answer::FirstAnswer;
use crate::analysis::variance::views::At;
use crate::kit::context::Cx;
use crate::kit::loop_copies::may_be_copied;
use optx_ir::cycles::Cycles;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, CrId, Func};
use optx_whirl::{Loc, Operator};

/// What a body may cost at most, test and branch included, to be copied four times and eight times.
const MOST_BODY: u32 = 64;
const SHORT_BODY: u32 = 20;

/// So many branches with both arms in the body are copied where the number of iterations is known: each is as many between the copies.
const MOST_ARMS: usize = 3;

/// What a body may cost whose iterations each thread counts by what it loaded: a warp runs as many passes over the copies as its longest thread, and
/// then the rest of the one that has most left, which is up to three bodies more than without copies.
const MOST_UNEVEN: u32 = 24;

/// The threads of a warp. One that steps so far shares its work evenly.
const WARP: u64 = 32;

/// The most copies that a pragma gets.
pub(super) const MOST_ASKED: u64 = 64;

/// So many registers each copy beyond the first is to find: its loads come early.
const UNITS_A_COPY: u64 = 2;

/// The largest step, either way: the steps of all copies are to be within a counter's width.
const MOST_STEP: u64 = 1 << 16;

/// A loop and how it is to be unrolled.
pub(super) struct Plan {
    pub(super) lp: Loop,
    pub(super) test: ExitTest,
    pub(super) factor: u64,
    /// The number of iterations, where it is known.
    pub(super) count: Option<u64>,
    /// Control leaves it elsewhere than at its test, too.
    pub(super) leaves_early: bool,
    /// Where it stands in the source.
    pub(super) at: Loc,
}

impl Plan {
    /// True where the copies are to come behind the rest ([`super::rest_first`]).
    pub(super) fn rest_goes_first(&self) -> bool {
        let test = &self.test;
        let is_plain = matches!(test.opr, Operator::Lt | Operator::Gt | Operator::Ne);
        self.leaves_early
            && self.count.is_none()
            && self.factor.is_power_of_two()
            && test.tests_next
            && test.counter.step.abs() == 1
            && is_plain
    }

    /// What is said of it once it is done.
    pub(super) fn told(&self) -> String {
        let by = self.factor;
        match self.count.map(|count| (count, count % by)) {
            None => {
                let place = if self.rest_goes_first() { "before" } else { "behind" };
                format!("the loop is unrolled by {by}; a loop {place} it takes the rest")
            }
            Some((count, 0)) => format!("the loop is unrolled by {by}: {count} iterations"),
            Some((count, rest)) => {
                format!(
                    "the loop is unrolled by {by}: {count} iterations, of which a loop behind it takes {rest}"
                )
            }
        }
    }
}

/// What is to become of each cycle, by its number.
pub(super) fn choose(
    f: &mut Func,
    cx: &mut Cx<'_>,
    cycles: &Cycles,
) -> Vec<(usize, Result<Plan, Reason>)> {
    let mut has_inner = vec![false; cycles.all().len()];
    for cycle in cycles.all() {
        if let Some(parent) = cycle.parent {
            has_inner[parent] = true;
        }
    }
    let mut search = Search {
        cx,
        cycles,
        simulation: Simulation::default(),
        walk: Walk::new(),
        pressure: None,
        growth: MOST_GROWTH,
    };
    let mut plan = |k: usize| match has_inner[k] {
        true => Err(Reason::HoldsLoop),
        false => search.affordable_plan(f, k),
    };
    (0..cycles.all().len()).map(|k| (k, plan(k))).collect()
}

/// The look at a function's loops.
struct Search<'a, 'c> {
    cx: &'a mut Cx<'c>,
    cycles: &'a Cycles,
    simulation: Simulation,
    walk: Walk,
    /// Once asked for.
    pressure: Option<Pressure>,
    /// So many statements pragmas may yet have copied.
    growth: usize,
}

impl Search<'_, '_> {
    /// How an innermost loop is to be unrolled, if there are registers for it, or a pragma asks for it and its copies are not too many.
    fn affordable_plan(&mut self, f: &mut Func, k: usize) -> Result<Plan, Reason> {
        let plan = self.plan(f, k)?;
        let cycles = self.cycles;
        if f.bbs[plan.lp.header].unroll.is_some() {
            let copied = plan.factor as usize * statements(f, cycles.blocks(k));
            self.growth = self.growth.saturating_sub(copied);
            return Ok(plan);
        }
        let pressure = self.pressure.get_or_insert_with(|| self.cx.analyses.pressure(f));
        let room = pressure.room(plan.lp.header);
        if u64::from(room) >= UNITS_A_COPY * (plan.factor - 1) {
            Ok(plan)
        } else {
            Err(Reason::Registers)
        }
    }

    /// How an innermost loop is to be unrolled.
    fn plan(&mut self, f: &mut Func, k: usize) -> Result<Plan, Reason> {
        let Search { cycles, growth, .. } = *self;
        let lp = Loop::of(f, cycles, k).ok_or(Reason::Entered)?;
        let [latch] = lp.latches[..] else { return Err(Reason::Latches) };
        let asked = f.bbs[lp.header].unroll;
        if asked == Some(1) {
            return Err(Reason::Forbidden);
        }
        if asked.is_none() && self.cx.facts.module.options.opt_level < 3 {
            return Err(Reason::Level);
        }
        let test = ExitTest::of(f, cycles, k, latch, &mut self.walk).ok_or(Reason::NoTest)?;
        let blocks = cycles.blocks(k);
        if !test.does_not_wrap() || test.counter.step.unsigned_abs() > MOST_STEP {
            return Err(Reason::Wraps);
        }
        if !blocks.iter().all(|&bb| may_be_copied(f, bb)) {
            return Err(Reason::Label);
        }
        let most = growth / statements(f, blocks);
        if asked.is_some() && most < 2 {
            return Err(Reason::Statements(growth));
        }
        let asked = asked.map(|by| by.min(most as u64));
        self.simulation.begin(f, cycles, &lp);
        let cost = self.simulation.iterate(f, self.cx.facts.module, &lp).cost;
        let shape = Shape::of(f, cycles, &lp, &test, cost);
        let factor = shape.factor(asked)?;
        let Shape { count, leaves_early, .. } = shape;
        let is_long = asked.is_none() && count.is_none() && cost > MOST_UNEVEN;
        let is_even = test.counter.step.unsigned_abs() >= WARP;
        if is_long && !is_even && counts_by_memory(f, self.cx, &lp, &test) {
            return Err(Reason::Uneven(cost, MOST_UNEVEN));
        }
        let at = reason::place(f, &self.cx.facts.module.locs, cycles, k);
        Ok(Plan { lp, test, factor, count, leaves_early, at })
    }
}

/// What decides about how often a loop's body is copied.
struct Shape {
    /// What an iteration costs.
    cost: u32,
    /// So many branches have both arms in the body.
    arms: usize,
    /// The number of iterations, where it is known.
    count: Option<u64>,
    /// Where it is not known, there may be no rest.
    is_whole: bool,
    /// Control leaves elsewhere than at the test, too.
    leaves_early: bool,
}

impl Shape {
    /// That of a loop, whose iterations cost so much.
    fn of(f: &Func, cycles: &Cycles, lp: &Loop, test: &ExitTest, cost: u32) -> Shape {
        let blocks = cycles.blocks(lp.cycle);
        let converges = |bb: &BbId| f.bbs[*bb].stmts.iter().any(|&s| f.stmts[s].may_converge());
        // Arms between the copies are as many branches again.
        let parts = |bb: &BbId| {
            let succs = f.succs(*bb);
            succs.len() > 1 && succs.iter().all(|&to| cycles.holds(lp.cycle, to))
        };
        Shape {
            cost,
            arms: blocks.iter().filter(|bb| parts(bb)).count(),
            count: known_count(f, lp, test),
            is_whole: blocks.iter().any(converges) && !counts_alike(f, lp, test),
            leaves_early: cycles.exits(f, lp.cycle).len() > 1,
        }
    }

    /// How many iterations one test is to be enough for. Where a loop leaves early each copy has a test all the same, so two do where the rest is a loop
    /// of its own.
    fn factor(&self, asked: Option<u64>) -> Result<u64, Reason> {
        let Shape { cost, arms, count, is_whole, leaves_early } = *self;
        let fits = |by: u64| match count {
            Some(count) if count < by => Err(Reason::Few(count, by)),
            None if is_whole => Err(Reason::Converges),
            _ => Ok(by),
        };
        if let Some(by) = asked.filter(|&by| by > 1) {
            let by = by.min(MOST_ASKED);
            // A factor that is no power of two wants the count.
            let by = if count.is_some() { by } else { 1 << by.ilog2() };
            return fits(by);
        }
        let most_arms = if count.is_some() { MOST_ARMS } else { 0 };
        if arms > most_arms {
            return Err(Reason::Arms);
        }
        if cost <= SHORT_BODY
            && arms == 0
            && !leaves_early
            && let Ok(by) = fits(8)
        {
            return Ok(by);
        }
        let by = fits(if leaves_early && count.is_none() { 2 } else { 4 })?;
        if cost <= MOST_BODY { Ok(by) } else { Err(Reason::Body(cost, MOST_BODY)) }
    }
}

/// True where each thread counts what it loaded: lists of neighbours, rows of sparse matrices.
fn counts_by_memory(f: &Func, cx: &mut Cx<'_>, lp: &Loop, test: &ExitTest) -> bool {
    let mut first = FirstAnswer::new();
    let mut is_loaded = |id: CrId| {
        let mut load = f.assigned(id);
        if let Some(&[a, b]) = load.and_then(|id| f.codemap.as_op(id)).map(|op| &op.kids[..]) {
            load = [a, b].into_iter().find_map(|kid| f.assigned(kid));
        }
        let is_load = |id: &CrId| matches!(f.codemap.get(*id), CodeRep::Ivar { .. });
        let Some(load) = load.filter(is_load) else { return false };
        let is_one = first.is_one(f, load).unwrap_or_else(|| {
            cx.variance(f).seen(f, load, At::Block(lp.header)).is_warp_uniform()
        });
        !is_one
    };
    let brought = lp.entries.iter().map(|&entry| lp.brought(f, entry)[test.counter.place]);
    is_loaded(test.bound) || brought.into_iter().any(is_loaded)
}

/// True where all threads of a block count alike: each iteration is in the same copy for all of them.
fn counts_alike(f: &Func, lp: &Loop, test: &ExitTest) -> bool {
    let first = |&entry: &BbId| lp.brought(f, entry)[test.counter.place];
    is_launch_constant(f, test.bound)
        && lp.entries.iter().all(|entry| is_launch_constant(f, first(entry)))
}

/// The number of iterations of a loop that only its test ends, where that is a constant.
fn known_count(f: &Func, lp: &Loop, test: &ExitTest) -> Option<u64> {
    let entry = *lp.entries.first().filter(|_| lp.entries.len() == 1)?;
    let k = f.bbs[lp.header].preds().iter().position(|&p| p == entry)?;
    let init = f.bbs[lp.header].phis[test.counter.place].operands[k];
    let first = f.codemap.constant(f.assigned_constant(init).unwrap_or(init))?;
    let bound = f.codemap.constant(test.bound)?;
    let step = i128::from(test.counter.step);
    let first = widened(test.desc, first) + if test.tests_next { step } else { 0 };
    if first != widened(test.desc, first as u64) {
        return None;
    }
    // One that goes round by way of the end of its type is not counted.
    let passes_the_end =
        test.opr == Operator::Ne && (widened(test.desc, bound) - first) * step.signum() < 0;
    if passes_the_end {
        return None;
    }
    test.rounds(first as u64, bound)?.checked_add(1)
}
