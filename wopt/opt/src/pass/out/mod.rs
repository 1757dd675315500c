//! The way out: the last words on what the source says, a place for each evaluation, and registers for versions.

pub mod ask_variance;
pub mod diagnose;
pub mod leave_ssa;
pub mod placement;
