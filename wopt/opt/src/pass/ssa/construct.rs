//! Brings a function into SSA form ([`crate::kit::ssa`]).

use crate::kit::context::Cx;
use crate::kit::ssa;
use crate::kit::stats::Stats;
use optx_ir::Func;

/// Brings a function from form Cfg to form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("ssa");
    let dom = cx.analyses.dominators(f);
    stats.add("phis", ssa::construct(f, &cx.facts, &dom));
    stats
}
