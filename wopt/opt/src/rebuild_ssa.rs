//! Ssa to Cfg and back: for passes that reshape the control-flow graph more than they can repair.
//!
//! Idea: [`crate::leave_ssa::to_cfg`] drops the versions, with copies where two of one symbol live together; the phis and versions
//! are then made anew. Legality and cost: those of the two.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::Func;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = crate::leave_ssa::to_cfg(f, cx);
    for (name, count) in crate::ssa::run(f, cx).counters {
        stats.add(name, count);
    }
    stats
}
