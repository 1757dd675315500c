//! Mistakes that the first SSA shows, as warnings: the same words at every level, for nothing has been optimized yet.
//!
//! [`barriers`]: one at which a thread of the block waits for another that never comes. [`uninitialized`]: variables that are used before anything
//! has set them.
//! Legality: nothing is changed. A default warning says what is so; what may be so has a name of its own, or is told by reports.

mod barriers;
mod uninitialized;

pub(crate) use uninitialized::{Unset, judged};

use crate::Cx;
use crate::stats::Stats;
use optx_ir::Func;
use optx_source::Code;
use optx_whirl::{Loc, Pos};

/// What is wrong with the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The function, as the source names it.
    pub function: String,
    /// Which warning.
    pub code: Code,
    /// Where.
    pub loc: Loc,
    /// The variable that it is about: within the place, its first naming is meant.
    pub word: Option<String>,
    /// What is told.
    pub message: String,
    /// What belongs to it at other places.
    pub notes: Vec<(Spot, String)>,
}

/// Where a note of a warning points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// To a statement, or a part of one.
    At(Loc),
    /// To a declaration.
    Declared(Pos),
}

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("diagnose");
    barriers::tell(f, cx, &mut stats);
    uninitialized::find(f, cx, &mut stats);
    stats
}
