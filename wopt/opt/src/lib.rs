//! The optimizer: M WHIRL to a [`optx_ir::Func`], analyses, passes, the pipeline and its runner, and leaving SSA.
//!
//! The pipeline is [`pipeline::TABLE`]; everything that names a pass is derived from it.

pub mod build;
pub mod copy_propagation;
pub mod dead_code;
pub mod leave_ssa;
pub mod memory;
pub mod pipeline;
pub mod placement;
pub mod runner;
pub mod simplify_cfg;
pub mod split_edges;
pub mod ssa;
mod stats;

pub use runner::{Report, RunOptions, optimize, optimize_in_order, resume};
pub use stats::Stats;

use memory::Exposure;
use optx_ir::Func;
use optx_whirl::Module;

/// What a pass is given beside the function: the module's header (types, globals, options) and what is true of all its
/// functions together.
pub struct Cx<'a> {
    /// Types, global symbols and options; its functions are not looked at.
    pub module: &'a Module,
    /// The module's objects that addresses from anywhere may reach.
    pub exposure: Exposure,
}

impl<'a> Cx<'a> {
    /// Of a module whose functions, in any form, are `funcs`.
    pub fn of(module: &'a Module, funcs: &[Func]) -> Cx<'a> {
        Cx { module, exposure: Exposure::of(module, funcs) }
    }
}
