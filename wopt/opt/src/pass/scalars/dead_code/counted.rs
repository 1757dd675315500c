//! Cycles that a counter ends, and what keeps the others as they are.
//!
//! A cycle ends where a branch out of it runs in every iteration and compares a counter with a bound that the cycle does not
//! change ([`ExitTest`]). Either the step is 1 or -1 and the comparison is strict, or an inequality: then the counter stops at the
//! bound, or meets it after having wrapped. Or the addition is an I-form, which does not wrap, and goes towards the bound of a
//! signed comparison. Cost: linear in blocks, and in the cycles that each edge enters or leaves.

use crate::analysis::loops::ExitTest;
use crate::kit::context::Cx;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::walk::Walk;
use optx_ir::{BbId, Func};

/// So many ways out of a cycle are looked at.
const MOST_EXITS: usize = 4;

/// What keeps cycles that may not end as they are.
#[derive(Default)]
pub(super) struct Keepers {
    /// Blocks that are to run as often as they do.
    pub(super) blocks: Vec<BbId>,
    /// Blocks that are to go where they go.
    pub(super) branches: Vec<BbId>,
}

/// Finds the ways into and out of cycles that no counter ends.
pub(super) fn keepers(f: &Func, cx: &mut Cx<'_>) -> Keepers {
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    if cycles.all().is_empty() {
        return Keepers::default();
    }
    let mut keepers = Keepers { blocks: Vec::new(), branches: without_end(f) };
    let (entries, exits) = ways(f, &cycles);
    let mut walk = Walk::new();
    for (k, cycle) in cycles.all().iter().enumerate() {
        let (entries, exits) = (entries.list(k), exits.list(k));
        let mut counted = |&from: &BbId| {
            ExitTest::of(f, &cycles, k, from, &mut walk).is_some_and(|test| test.does_not_wrap())
                && in_all_iterations(f, &dom, &cycles, k, from)
        };
        if entries.iter().all(|&bb| bb == cycle.header)
            && exits.iter().take(MOST_EXITS).any(&mut counted)
        {
            continue;
        }
        keepers.blocks.push(cycle.header);
        keepers.blocks.extend_from_slice(entries);
        keepers.branches.extend_from_slice(exits);
    }
    keepers
}

/// The blocks from which control comes to no return, and those that lead to them: post-dominance says nothing of what happens
/// there.
fn without_end(f: &Func) -> Vec<BbId> {
    let mut ends = vec![false; f.bbs.len()];
    let returns = |bb: &BbId| f.succs(*bb).is_empty();
    let mut stack: Vec<BbId> = f.layout.iter().copied().filter(returns).collect();
    while let Some(bb) = stack.pop() {
        if !std::mem::replace(&mut ends[bb.index()], true) {
            stack.extend_from_slice(f.bbs[bb].preds());
        }
    }
    let lost = |bb: &BbId| f.succs(*bb).iter().any(|to| !ends[to.index()]);
    f.layout.iter().copied().filter(lost).collect()
}

/// By cycle: the blocks by which control comes in, and those from which it goes out.
fn ways(f: &Func, cycles: &Cycles) -> (Grouped<BbId>, Grouped<BbId>) {
    let (mut entries, mut exits) = (Vec::new(), Vec::new());
    for &bb in &f.layout {
        for to in f.succs(bb) {
            // The cycles around one end that do not hold the other.
            for (at, other, list) in [(bb, to, &mut exits), (to, bb, &mut entries)] {
                list.extend(cycles.left(at, other).map(|k| (k as u32, at)));
            }
        }
    }
    let count = cycles.all().len();
    (Grouped::of(count, &entries), Grouped::of(count, &exits))
}

/// True where each iteration of the cycle, but for one that leaves it, runs the block once.
fn in_all_iterations(f: &Func, dom: &Dominance, cycles: &Cycles, k: usize, bb: BbId) -> bool {
    let preds = f.bbs[cycles.all()[k].header].preds();
    let mut latches = preds.iter().filter(|&&pred| cycles.holds(k, pred));
    cycles.innermost(bb) == Some(k) && latches.all(|&latch| dom.dominates(bb, latch))
}
