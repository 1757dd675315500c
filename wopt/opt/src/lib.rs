//! The optimizer, on four floors: each calls the ones below it.
//!
//! | floor | what lives there |
//! |---|---|
//! | [`driver`] | the pipeline's table and its runner: what runs, where, and what is printed of it |
//! | [`pass`] | the passes, by what they work on; no pass calls another |
//! | [`analysis`] | what is known of a function: looked at, and nothing changed |
//! | [`kit`] | the context, facts of the module, and what changes functions for several passes: SSA, copies of loops, graphs, versions of memory |
//!
//! The pipeline is [`driver::pipeline::TABLE`]; everything that names a pass is derived from it.

pub mod analysis;
pub mod driver;
pub mod kit;
pub mod pass;

pub use analysis::summarize::wrong_summaries;
pub use driver::backend::{Backend, NoBackend};
pub use driver::run_options::{Report, RunOptions};
pub use driver::runner::{optimize, resume};
pub use kit::context::Cx;
pub use kit::stats::Stats;
