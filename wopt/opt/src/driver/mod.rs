//! The driver: the pipeline's table, the runner that decides what runs, times and verifies it, and who watches: what prints, counts and bisects. Nothing calls
//! it but the crate's users.

pub mod backend;
pub mod line_diff;
pub mod observe;
pub mod observers;
pub mod pipeline;
pub mod print_analysis;
pub mod run_options;
pub mod runner;
pub mod snapshot;
mod within;

pub use within::row_of;
