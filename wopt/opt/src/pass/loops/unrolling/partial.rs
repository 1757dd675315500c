//! Partial unrolling: several iterations of a counted loop between two tests.
//!
//! Idea: of an innermost loop whose latch tests a counter ([`ExitTest`]) a copy is put before it that takes `factor` iterations between two
//! tests, as long as the test is known to hold `factor - 1` times more: the bound, moved by so many steps, is what the counter is compared with.
//! The loop itself takes the rest; it is entered at once where there are fewer than `factor` iterations. Other ways out stay in every copy; where there are some the rest goes
//! first, if the counter allows it ([`rest_first`]). Where
//! the number of iterations is a constant, the copies end with an equality, and there is no rest where `factor` divides it.
//!
//! Source: run-time unrolling with a remainder behind, as LLVM's `UnrollRuntimeLoopRemainder` has it; Allen and Kennedy for the counts.
//! Legality: the counter does not wrap before its test fails ([`ExitTest::does_not_wrap`]), so what it tests ascends, or descends, to the bound, and where
//! the last of several tests holds those before it do. All that is computed before the loop is U-form arithmetic. Whether there are
//! `factor` iterations is asked without overflow: of the distance to the bound, or of a constant sum that does not overflow. Where there are, the bound is
//! that far from the end of its type, so it can be moved ([`Limit`]). What is asked is what the loop tests: where it tests the counter before its step, the step of the last
//! iteration may pass the end (`while (i-- > 0)`), or be an I-form that overflows and that nobody reads. A bound may be computed before the loop: what is pure gives some value
//! anywhere. A loop with a convergent operation has copies only where its count is a constant, or where all threads of the block begin with one value and go to one
//! bound ([`crate::analysis::launch_constants`]): threads that differ in their counts would meet in different copies, but those that come to an iteration together come to one copy of it, the rest's included.
//! Worth: the counter's addition, test and branch go from all but one of `factor` iterations, so loops of little else gain: of bodies that cost no more than
//! 64 and hold no arms; a few where the count is a constant, for short loops lose. What is computed before and behind the copies is some six instructions. ptxas
//! is told not to unroll a loop whose threads count what they loaded, nor either loop once more, but for copies of a known count that nobody asked for: whether all of it is worth copying ptxas knows better.
//! Cost: linear in the copies.

use super::choice::{Plan, choose};
use super::counting::{Copied, Opened, assign, enough, open, place, plus};
use super::reason::{self, Reason};
use super::rest_first::{self, Blocks};
use super::{Copying, enter_alone, in_copy};
use crate::analysis::loops::ExitTest;
use crate::kit::context::Cx;
use crate::kit::loop_copies::{blocks_of, declare, renew};
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::walk::Rewrite;
use optx_ir::{BbId, Codemap, CrId, Func, Phi, Terminator, Unrolled};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator, RemarkKind};

pub(super) use super::choice::MOST_ASKED;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("partial-unrolling");
    let cycles = cx.analyses.cycles(f);
    if cycles.all().is_empty() {
        return stats;
    }
    let (mut chosen, mut stay) = (Vec::new(), Vec::new());
    for (cycle, choice) in choose(f, cx, &cycles) {
        match choice {
            Ok(plan) => chosen.push(plan),
            Err(reason) => {
                if matches!(reason, Reason::Uneven(..)) {
                    // ptxas would copy it for the same loss.
                    f.bbs[cycles.all()[cycle].header].unroll = Some(1);
                }
                stay.push((cycle, reason));
            }
        }
    }
    let asks = cx.remarks.asks(RemarkKind::Missed);
    for (cycle, reason) in stay {
        // Copies are counted in statements where the source wants them.
        if asks || matches!(reason, Reason::Statements(_)) {
            let at = reason::place(f, &cx.facts.module.locs, &cycles, cycle);
            cx.remarks.insist(RemarkKind::Missed, at, missed(reason));
        }
    }
    if chosen.is_empty() {
        return stats;
    }
    let mut copying = Copying::new();
    let (mut before, mut behind, mut copied) = (Map::default(), Map::default(), Vec::new());
    for plan in &chosen {
        let made = if plan.rest_goes_first() {
            rest_first::unroll(f, &cycles, plan, &mut copying)
        } else {
            let made = unroll(f, &cycles, plan, &mut copying);
            made.map(|(before, copied)| (Blocks { before, behind: Vec::new() }, copied))
        };
        if let Some((blocks, copies)) = made {
            stats.add("loops unrolled", 1);
            stats.add("iterations copied", plan.factor);
            cx.remarks.tell(RemarkKind::Passed, plan.at, || plan.told());
            before.insert(plan.lp.header, blocks.before);
            behind.insert(plan.lp.latches[0], blocks.behind);
            copied.push(copies);
        } else {
            cx.remarks.tell(RemarkKind::Missed, plan.at, || missed(Reason::Changed));
        }
    }
    let with = |&bb: &BbId| {
        let before = before.remove(&bb).into_iter().flatten();
        before.chain([bb]).chain(behind.remove(&bb).into_iter().flatten()).collect::<Vec<_>>()
    };
    f.layout = f.layout.iter().flat_map(with).collect();
    renew(f, cx, copying.update);
    let mut rewrite = Rewrite::folding();
    copied.iter().for_each(|copies| count_on(f, copies, &mut rewrite));
    stats
}

fn missed(reason: Reason) -> String {
    format!("the loop is not unrolled by a factor: {reason}")
}

/// Copies a loop before it, `factor` iterations a test; gives the blocks made, in order.
fn unroll(
    f: &mut Func,
    cycles: &Cycles,
    plan: &Plan,
    copying: &mut Copying,
) -> Option<(Vec<BbId>, Copied)> {
    let test = &plan.test;
    let opened = open(f, cycles, plan, &mut copying.rewrite)?;
    let Opened { header, latch, before, from_before, leaves, first, next, leaving, copied } =
        opened;
    let copies = &copied.clones;
    let last = copies.last()?;

    // Where it is decided which loop comes first, and where the copies leave.
    let [of_guard, of_rest] = [before, latch].map(|bb| f.bbs[bb].loc);
    let guard = f.add_block(Terminator::Return, of_guard, vec![before]);
    let rest = f.add_block(Terminator::Return, of_rest, Vec::new());
    f.retarget(before, header, guard);
    let counter = test.counter.place;
    let tested = match test.tests_next {
        true => leaving[counter],
        false => last.version(test.counter.phi),
    };
    let Ends { enough, more, remains } = ends(f, guard, plan, first[counter], tested);
    let head = copies[0].block(header);
    f.set_terminator(
        guard,
        Terminator::Branch { condition: enough, on_true: head, on_false: header },
    );

    let closes = plan.count.is_none() || f.bbs[header].unroll.is_some();
    if plan.count.is_none() {
        f.bbs[head].unrolled = Some(Unrolled::Copies);
        f.bbs[header].unrolled = Some(Unrolled::Rest);
    }
    let (mut from, mut values) = (guard, first);
    for (k, copy) in copies.iter().enumerate() {
        let first_block = copy.block(header);
        enter_alone(f, first_block, from, &values);
        f.bbs[first_block].unroll = (k == 0 && closes).then_some(1);
        (from, values) = (copy.block(latch), in_copy(copy, &next));
        f.set_terminator(
            from,
            match copies.get(k + 1) {
                Some(after) => Terminator::Goto(after.block(header)),
                None => Terminator::Branch { condition: more, on_true: head, on_false: rest },
            },
        );
    }
    let end = from;
    f.preds_mut(head).push(end);
    for (phi, &value) in f.bbs[head].phis.iter_mut().zip(&leaving) {
        phi.operands.push(value);
    }

    // What is left is done by the loop as it was, which comes from the guard or from the copies.
    *f.preds_mut(rest) = vec![end];
    f.set_terminator(
        rest,
        Terminator::Branch { condition: remains, on_true: header, on_false: leaves },
    );
    let preds = f.preds_mut(header);
    preds[from_before] = guard;
    preds.push(rest);
    let block = &mut f.bbs[header];
    block.unroll = Some(1);
    for (phi, &value) in block.phis.iter_mut().zip(&leaving) {
        phi.operands.push(value);
    }
    if let Some(k) = place(f, leaves, latch) {
        f.preds_mut(leaves).push(rest);
        for Phi { operands, .. } in &mut f.bbs[leaves].phis {
            operands.push(last.version(operands[k]));
        }
    }
    f.drop_lost_preds(&[leaves]);
    declare(f, copies, &mut copying.update);
    let blocks =
        [guard].into_iter().chain(blocks_of(copies, &copied.region)).chain([rest]).collect();
    Some((blocks, copied))
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
            bbs[bb].map_condition(|id| rewrite.tree(codemap, id, &mut { becomes }));
        }
    }
}

/// What is known where the copies begin and end.
struct Ends {
    /// There are `factor` iterations or more.
    enough: CrId,
    /// Of what the last copy's test is of: there are as many yet.
    more: CrId,
    /// Of the same where there are not: there are some.
    remains: CrId,
}

/// Computes in a block before a loop what its copies ask. `first` is what the loop's counter begins with, `last` what the last copy's test is of: where
/// that is the counter before its step, what the step makes of it may have passed the end of its range, or be nothing at all, once the test fails.
fn ends(f: &mut Func, guard: BbId, plan: &Plan, first: CrId, last: CrId) -> Ends {
    let Plan { test, factor, count, .. } = plan;
    let (desc, step) = (test.desc.unsigned(), test.counter.step);
    let first = f.assigned_constant(first).unwrap_or(first);
    if let Some(count) = count {
        let ahead = i64::from(!test.tests_next);
        let taken = (count - count % factor).wrapping_sub(ahead as u64).wrapping_mul(step as u64);
        let map = &mut f.codemap;
        let taken = map.integer(desc, taken);
        let limit = map.binary(Operator::Add, desc, first, taken);
        return Ends {
            enough: map.integer(Mtype::B, 1),
            more: map.compare(Operator::Ne, desc, last, limit),
            remains: map.integer(Mtype::B, u64::from(count % factor != 0)),
        };
    }
    let bound = f.codemap.unsigned_form(test.bound);
    let enough = enough(f, plan, first, bound);
    let map = &mut f.codemap;
    let remains = map.compare(test.opr, test.desc, last, bound);
    if test.opr == Operator::Ne {
        let (from, to) = if step > 0 { (last, bound) } else { (bound, last) };
        let span = map.binary(Operator::Sub, desc, to, from);
        let least = map.integer(desc, *factor);
        let more = map.compare(Operator::Ge, desc, span, least);
        return Ends { enough, more, remains };
    }
    let Limit { steps, opr, of_next } = Limit::of(test, *factor);
    let ahead = (steps as i64).wrapping_mul(step);
    let near = plus(map, desc, bound, ahead.wrapping_neg());
    let near = assign(f, guard, near, desc, "limit");
    let map = &mut f.codemap;
    let more = if of_next {
        let next = plus(map, desc, last, step);
        let holds = map.compare(opr, test.desc, next, near);
        map.binary(Operator::Land, Mtype::B, remains, holds)
    } else {
        map.compare(opr, test.desc, last, near)
    };
    Ends { enough, more, remains }
}

/// How a pass over the copies asks whether all tests of the next one hold: the last of them does, `factor - 1` steps behind the test that it stands for. The
/// bound can be moved back by so many steps as the guard found to be there: `factor - 1` behind a test of what follows the counter, one less behind
/// a test of the counter itself.
struct Limit {
    /// So many steps the bound is moved back.
    steps: u64,
    opr: Operator,
    /// What follows the tested value is compared, if the test itself holds: then it does not pass the end of its range.
    of_next: bool,
}

impl Limit {
    fn of(test: &ExitTest, factor: u64) -> Limit {
        let is_unit = test.counter.step.abs() == 1;
        match test.opr {
            opr if test.tests_next => Limit { steps: factor - 1, opr, of_next: false },
            // Below the bound is at most one less: one step more is there.
            opr @ (Operator::Lt | Operator::Gt) if is_unit => {
                Limit { steps: factor - 1, opr, of_next: false }
            }
            Operator::Le if is_unit => {
                Limit { steps: factor - 2, opr: Operator::Lt, of_next: false }
            }
            Operator::Ge if is_unit => {
                Limit { steps: factor - 2, opr: Operator::Gt, of_next: false }
            }
            opr => Limit { steps: factor - 2, opr, of_next: true },
        }
    }
}
