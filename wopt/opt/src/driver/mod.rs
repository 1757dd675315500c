//! The driver: the pipeline's table, and the runner that runs, times, counts, prints, verifies and bisects its steps. Nothing calls it but the crate's users.

pub mod line_diff;
pub mod pipeline;
pub mod print_analysis;
pub mod runner;
