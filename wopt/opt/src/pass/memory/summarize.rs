//! Keeps what a function does to memory with it, for its callers ([`crate::analysis::summarize`], which says what that is and why it may be believed).

use crate::analysis::summarize::of;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::Func;
use optx_whirl::PuKind;

/// Runs the pass on a function in form Cfg.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("summarize");
    if f.kind == PuKind::Device {
        stats.add("functions summarized", 1);
        f.summary = Some(of(f, &cx.facts));
    }
    stats
}
