//! Partial unrolling: several iterations of a counted loop between two tests.
//!
//! Idea: of an innermost loop whose latch tests a counter ([`ExitTest`]) a copy is put before it that takes `factor` iterations between two
//! tests, as long as the test is known to hold `factor - 1` times more: the bound, moved by so many steps, is what the counter is compared with.
//! The loop itself takes the rest; it is entered at once where there are fewer than `factor` iterations. Other ways out stay in every copy. Where
//! the number of iterations is a constant, the copies end with an equality, and there is no rest where `factor` divides it.
//!
//! Source: run-time unrolling with a remainder behind, as LLVM's `UnrollRuntimeLoopRemainder` has it; Allen and Kennedy for the counts.
//! Legality: the counter does not wrap before its test fails ([`ExitTest::does_not_wrap`]), so what it tests ascends, or descends, to the bound, and where
//! the last of several tests holds those before it do. All that is computed before the loop is U-form arithmetic. Whether there are
//! `factor` iterations is asked without overflow: of the distance to the bound, or of a constant sum that does not overflow. Where there are, the bound is
//! that far from the end of its type, so it can be moved. A bound may be computed before the loop: what is pure gives some value
//! anywhere. A loop with a convergent operation has no copies unless there is no rest: threads that differ in their counts would meet in
//! different copies.
//! Worth: the counter's addition, test and branch go from all but one of `factor` iterations, so loops of little else gain: of bodies that cost no more than
//! [`MOST_BODY`] and hold no arms. What is computed before and behind the copies is some six instructions. Of a loop with a known count that was not unrolled wholly
//! ptxas knows better what that would save. It is told not to unroll either loop once more.
//! Cost: linear in the copies.

use super::{blocks_of, declare, enter_alone, in_copy, may_be_copied};
use crate::Cx;
use crate::loops::{Counter, ExitTest, Loop, Simulation};
use crate::ssa::SsaUpdate;
use crate::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::edit::Clones;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{AuxKind, Bb, BbId, Codemap, CrId, Func, Phi, StmtRep, Terminator};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Loc, Mtype, Operator};

/// What a body may cost at most, test and branch included, to be copied four times and eight times.
const MOST_BODY: u32 = 34;
const SHORT_BODY: u32 = 20;

/// A loop of so many iterations, where that is known, is left to ptxas, which unrolls it wholly if it is to be unrolled.
const MOST_KNOWN: u64 = 512;

/// The most copies that a pragma gets.
const MOST_ASKED: u64 = 64;

/// The largest step, either way: the steps of all copies are to be within a counter's width.
const MOST_STEP: u64 = 1 << 16;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("partial-unrolling");
    let cycles = cx.analyses.cycles(f);
    if cycles.all().is_empty() {
        return stats;
    }
    let chosen = choose(f, cx, &cycles);
    if chosen.is_empty() {
        return stats;
    }
    let (mut update, mut rewrite) = (SsaUpdate::new(), Rewrite::keeping());
    let (mut before, mut copied) = (Map::default(), Vec::new());
    for plan in &chosen {
        if let Some((blocks, copies)) = unroll(f, &cycles, plan, (&mut update, &mut rewrite)) {
            stats.add("loops unrolled", 1);
            stats.add("iterations copied", plan.factor);
            before.insert(plan.lp.header, blocks);
            copied.push(copies);
        }
    }
    f.layout = super::with_copies(&f.layout, before);
    super::renew(f, cx, update);
    let mut rewrite = Rewrite::folding();
    copied.iter().for_each(|copies| count_on(f, copies, &mut rewrite));
    super::fold(f, cx);
    stats
}

/// A loop and how it is to be unrolled.
struct Plan {
    lp: Loop,
    test: ExitTest,
    factor: u64,
    /// The number of iterations, where it is known.
    count: Option<u64>,
}

fn choose(f: &mut Func, cx: &Cx<'_>, cycles: &Cycles) -> Vec<Plan> {
    let mut has_inner = vec![false; cycles.all().len()];
    for cycle in cycles.all() {
        if let Some(parent) = cycle.parent {
            has_inner[parent] = true;
        }
    }
    let (mut simulation, mut walk) = (Simulation::default(), Walk::new());
    let mut chosen = Vec::new();
    for k in (0..cycles.all().len()).filter(|&k| !has_inner[k]) {
        let Some(lp) = Loop::of(f, cycles, k) else { continue };
        let [latch] = lp.latches[..] else { continue };
        let asked = f.bbs[lp.header].unroll;
        if asked == Some(1) || asked.is_none() && cx.module.options.opt_level < 3 {
            continue;
        }
        let Some(test) = ExitTest::of(f, cycles, k, latch, &mut walk) else { continue };
        let blocks = cycles.blocks(k);
        if !test.does_not_wrap()
            || test.counter.step.unsigned_abs() > MOST_STEP
            || !blocks.iter().all(|&bb| may_be_copied(f, bb))
        {
            continue;
        }
        simulation.begin(f, cycles, &lp);
        let body = simulation.iterate(f, &lp).cost;
        let count = known_count(f, &lp, &test);
        let converges = |bb: &BbId| f.bbs[*bb].stmts.iter().any(|&s| f.stmts[s].may_converge());
        let whole = blocks.iter().any(converges);
        // Arms between the copies are as many branches again.
        let parts = |bb: &BbId| {
            let succs = f.succs(*bb);
            succs.len() > 1 && succs.iter().all(|&to| cycles.holds(k, to))
        };
        let body = if blocks.iter().any(parts) { u32::MAX } else { body };
        if let Some(factor) = factor(asked, body, count, whole) {
            chosen.push(Plan { lp, test, factor, count });
        }
    }
    chosen
}

/// How many iterations one test is to be enough for.
fn factor(asked: Option<u64>, body: u32, count: Option<u64>, whole: bool) -> Option<u64> {
    let divides = |by: u64| count.is_some_and(|count| count % by == 0);
    // A factor that is no power of two wants the count.
    let fits = |by: u64| {
        count.is_none_or(|count| count >= by)
            && (divides(by) || !whole && (by.is_power_of_two() || count.is_some()))
    };
    if let Some(by) = asked.filter(|&by| by > 1) {
        let by = by.min(MOST_ASKED);
        let by = if count.is_some() { by } else { 1 << by.ilog2() };
        return fits(by).then_some(by);
    }
    if count.is_some_and(|count| count <= MOST_KNOWN) {
        return None;
    }
    let worth = |by: u64| by == 4 && body <= MOST_BODY || by == 8 && body <= SHORT_BODY;
    [8, 4].into_iter().find(|&by| fits(by) && worth(by))
}

/// The number of iterations of a loop that only its test ends, where that is a constant.
fn known_count(f: &Func, lp: &Loop, test: &ExitTest) -> Option<u64> {
    let entry = *lp.entries.first().filter(|_| lp.entries.len() == 1)?;
    let k = f.bbs[lp.header].preds.iter().position(|&p| p == entry)?;
    let init = f.bbs[lp.header].phis[test.counter.place].operands[k];
    let first = f.codemap.constant(f.assigned_constant(init).unwrap_or(init))?;
    let bound = f.codemap.constant(test.bound)?;
    let step = i128::from(test.counter.step);
    let first = widened(test.desc, first) + if test.tests_next { step } else { 0 };
    if first != widened(test.desc, first as u64) {
        return None;
    }
    let span = (widened(test.desc, bound) - first) * step.signum();
    let tests = match test.opr {
        Operator::Lt | Operator::Gt if span > 0 => (span - 1) / step.abs() + 1,
        Operator::Le | Operator::Ge if span >= 0 => span / step.abs() + 1,
        Operator::Ne if span >= 0 => span,
        Operator::Ne => return None,
        _ => 0,
    };
    u64::try_from(tests + 1).ok()
}

/// The copies of a loop.
struct Copied {
    region: Vec<BbId>,
    clones: Vec<Clones>,
    counters: Vec<Counter>,
}

/// Copies a loop before it, `factor` iterations a test; gives the blocks made, in order.
fn unroll(
    f: &mut Func,
    cycles: &Cycles,
    plan: &Plan,
    (update, rewrite): (&mut SsaUpdate, &mut Rewrite),
) -> Option<(Vec<BbId>, Copied)> {
    let Plan { lp, test, factor, .. } = plan;
    let mut lp = lp.clone();
    lp.renew_entries(f);
    let (header, latch) = (lp.header, lp.latches[0]);
    // Where it leads, too, may have changed since.
    let leaves = f.succs(latch).into_iter().find(|&to| to != header)?;
    let before = lp.single_entry(f);
    let region = cycles.blocks(lp.cycle).to_vec();
    let place = |f: &Func, bb: BbId, pred: BbId| f.bbs[bb].preds.iter().position(|&p| p == pred);
    let from_before = place(f, header, before)?;
    let counters = f.bbs[header].phis.iter();
    let counters: Vec<Counter> =
        counters.filter_map(|phi| Counter::of(f, cycles, lp.cycle, phi.result)).collect();
    let (first, next) = (lp.brought(f, before), lp.brought(f, latch));
    let copies: Vec<Clones> = (0..*factor).map(|_| f.clone_region(&region, rewrite)).collect();
    let last = copies.last()?;
    let leaving = in_copy(last, &next);

    // Where it is decided which loop comes first, and where the copies leave.
    let guard = f.bbs.alloc(Bb { loc: f.bbs[before].loc, ..Bb::empty() });
    let rest = f.bbs.alloc(Bb { loc: f.bbs[latch].loc, ..Bb::empty() });
    f.bbs[before].terminator.retarget(header, guard);
    f.bbs[guard].preds = vec![before];
    let counter = test.counter.place;
    let Ends { enough, more, remains } = ends(f, guard, plan, first[counter], leaving[counter]);
    let head = copies[0].block(header);
    f.bbs[guard].terminator =
        Terminator::Branch { condition: enough, on_true: head, on_false: header };

    let (mut from, mut values) = (guard, first);
    for (k, copy) in copies.iter().enumerate() {
        let first_block = copy.block(header);
        enter_alone(f, first_block, from, &values);
        f.bbs[first_block].unroll = (k == 0).then_some(1);
        (from, values) = (copy.block(latch), in_copy(copy, &next));
        f.bbs[from].terminator = match copies.get(k + 1) {
            Some(after) => Terminator::Goto(after.block(header)),
            None => Terminator::Branch { condition: more, on_true: head, on_false: rest },
        };
    }
    let end = from;
    f.bbs[head].preds.push(end);
    for (phi, &value) in f.bbs[head].phis.iter_mut().zip(&leaving) {
        phi.operands.push(value);
    }

    // What is left is done by the loop as it was, which comes from the guard or from the copies.
    f.bbs[rest].preds = vec![end];
    f.bbs[rest].terminator =
        Terminator::Branch { condition: remains, on_true: header, on_false: leaves };
    let block = &mut f.bbs[header];
    block.unroll = Some(1);
    block.preds[from_before] = guard;
    block.preds.push(rest);
    for (phi, &value) in block.phis.iter_mut().zip(&leaving) {
        phi.operands.push(value);
    }
    if let Some(k) = place(f, leaves, latch) {
        let block = &mut f.bbs[leaves];
        block.preds.push(rest);
        for Phi { operands, .. } in &mut block.phis {
            operands.push(last.version(operands[k]));
        }
    }
    f.drop_lost_preds(&[leaves]);
    declare(f, &copies, update);
    let blocks = [guard].into_iter().chain(blocks_of(&copies, &region)).chain([rest]).collect();
    Some((blocks, Copied { region, clones: copies, counters }))
}

/// In the copies behind the first, counters are those of the first plus so many steps: what they are added to is then an address and a constant.
fn count_on(f: &mut Func, copied: &Copied, rewrite: &mut Rewrite) {
    rewrite.forget();
    let mut becomes: Map<CrId, CrId> = Map::default();
    let Some((first, others)) = copied.clones.split_first() else { return };
    for (number, copy) in (1i64..).zip(others) {
        for counter in &copied.counters {
            let Some(steps) = counter.step.checked_mul(number) else { continue };
            // What additions one behind the other do not overflow, their sum does not.
            let mtype = f.mtype(counter.phi);
            let mtype = if counter.promised { mtype.signed() } else { mtype.unsigned() };
            let steps = f.codemap.integer(mtype.unsigned(), steps as u64);
            let head = first.version(counter.phi);
            let sum = f.codemap.binary(Operator::Add, mtype, head, steps);
            becomes.insert(copy.version(counter.phi), sum);
        }
    }
    if becomes.is_empty() {
        return;
    }
    let becomes = |_: &mut Codemap, id: CrId| becomes.get(&id).copied();
    for copy in others {
        for &bb in &copied.region {
            let bb = copy.block(bb);
            for k in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[k];
                let Func { stmts, codemap, .. } = f;
                stmts[s].map_uses(codemap, |map, id, _| rewrite.tree(map, id, &mut { becomes }));
            }
            let Func { bbs, codemap, .. } = f;
            bbs[bb].terminator.map_condition(|id| rewrite.tree(codemap, id, &mut { becomes }));
        }
    }
}

/// What is known where the copies begin and end.
struct Ends {
    /// There are `factor` iterations or more.
    enough: CrId,
    /// Of the counter that a pass over the copies leaves: there are as many yet.
    more: CrId,
    /// Of the same where there are not: there are some.
    remains: CrId,
}

/// Computes in a block before a loop what its copies ask. `first` is what the loop's counter begins with, `left` what the copies leave of it.
fn ends(f: &mut Func, guard: BbId, plan: &Plan, first: CrId, left: CrId) -> Ends {
    let Plan { test, factor, count, .. } = plan;
    let (desc, step) = (test.desc.unsigned(), test.counter.step);
    let first = f.assigned_constant(first).unwrap_or(first);
    if let Some(count) = count {
        let taken = (count - count % factor).wrapping_mul(step as u64);
        let map = &mut f.codemap;
        let taken = map.integer(desc, taken);
        let limit = map.binary(Operator::Add, desc, first, taken);
        return Ends {
            enough: map.integer(Mtype::B, 1),
            more: map.compare(Operator::Ne, desc, left, limit),
            remains: map.integer(Mtype::B, u64::from(count % factor != 0)),
        };
    }
    let bound = f.codemap.unsigned_form(test.bound);
    let enough = enough(f, (test, *factor), first, bound);
    let map = &mut f.codemap;
    // What the last copy would have tested.
    let last = if test.tests_next { left } else { plus(map, desc, left, step.wrapping_neg()) };
    let remains = map.compare(test.opr, test.desc, last, bound);
    if test.opr == Operator::Ne {
        let (from, to) = if step > 0 { (last, bound) } else { (bound, last) };
        let span = map.binary(Operator::Sub, desc, to, from);
        let least = map.integer(desc, *factor);
        let more = map.compare(Operator::Ge, desc, span, least);
        return Ends { enough, more, remains };
    }
    // The last test of a pass that is to hold is of what is so far ahead of `left`; since there are enough, the bound is as far from its end.
    let tests = if test.tests_next { factor - 1 } else { factor - 2 };
    let ahead = (tests as i64).wrapping_mul(step);
    let near = plus(map, desc, bound, ahead.wrapping_neg());
    let near = assign(f, guard, near, desc, "limit");
    let more = f.codemap.compare(test.opr, test.desc, left, near);
    Ends { enough, more, remains }
}

/// Whether `factor` iterations or more begin with a value of the counter.
fn enough(f: &mut Func, (test, factor): (&ExitTest, u64), first: CrId, bound: CrId) -> CrId {
    let (desc, step) = (test.desc.unsigned(), test.counter.step);
    let map = &mut f.codemap;
    let tested = if test.tests_next { plus(map, desc, first, step) } else { first };
    // Of `factor` iterations all but the last are followed by a test that holds: of so many steps.
    let ahead = ((factor - 2) as i64).wrapping_mul(step);
    if let Some(constant) = map.constant(tested) {
        let last = widened(test.desc, constant) + i128::from(ahead);
        if test.opr != Operator::Ne && last == widened(test.desc, last as u64) {
            let last = map.integer(desc, last as u64);
            return map.compare(test.opr, test.desc, last, bound);
        }
    }
    let (from, to) = if step > 0 { (tested, bound) } else { (bound, tested) };
    let span = map.binary(Operator::Sub, desc, to, from);
    let inclusive = matches!(test.opr, Operator::Le | Operator::Ge);
    let least = map.integer(desc, ahead.unsigned_abs() + u64::from(!inclusive));
    let wide = map.compare(Operator::Ge, desc, span, least);
    if test.opr == Operator::Ne {
        return wide;
    }
    let holds = map.compare(test.opr, test.desc, tested, bound);
    map.binary(Operator::Land, Mtype::B, holds, wide)
}

/// A node plus a constant, modulo its width.
fn plus(map: &mut Codemap, desc: Mtype, node: CrId, value: i64) -> CrId {
    let value = map.integer(desc, value as u64);
    map.binary(Operator::Add, desc, node, value)
}

/// A constant of a type as a number.
fn widened(desc: Mtype, value: u64) -> i128 {
    let value = optx_whirl::canonical_constant(desc, value);
    if desc.is_signed() { i128::from(value as i64) } else { i128::from(value) }
}

/// Assigns a tree to a temporary at the end of a block.
fn assign(f: &mut Func, bb: BbId, value: CrId, mtype: Mtype, name: &'static str) -> CrId {
    let aux = f.new_aux(AuxKind::Temp, mtype, name);
    let version = f.new_version(aux);
    f.append(StmtRep::stid(version, value, bb, Loc::NONE));
    version
}
