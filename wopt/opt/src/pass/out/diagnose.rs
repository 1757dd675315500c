//! Mistakes that the first SSA shows, as warnings: the same words at every level, for nothing has been optimized yet.
//!
//! [`barriers`]: one at which a thread of the block waits for another that never comes. [`uninitialized`]: variables that are used before anything
//! has set them.
//! Legality: nothing is changed. A default warning says what is so; what may be so has a name of its own, or is told by reports.

mod barriers;
mod uninitialized;

pub(crate) use uninitialized::judged;

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::Func;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("diagnose");
    barriers::tell(f, cx, &mut stats);
    uninitialized::find(f, cx, &mut stats);
    stats
}
