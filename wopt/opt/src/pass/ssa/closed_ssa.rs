//! Closes SSA over cycles, and opens it again ([`crate::kit::closed_ssa`]).

use crate::kit::closed_ssa::{close_over, open_over};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::Func;

/// Closes SSA over the cycles of a function in form Ssa.
pub fn close(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let cycles = cx.analyses.cycles(f);
    close_over(f, &cx.facts, &cycles)
}

/// Takes etas out again, and the phis that merged them.
pub fn open(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let cycles = cx.analyses.cycles(f);
    open_over(f, &cycles)
}
