//! Allocation of registers. So far there is what proves one right, and nothing that makes one.

pub mod check;
mod choice;
pub mod limit;
mod lives;
pub mod pressure;
pub mod recompute;
pub mod rematerialize;
pub mod told;
pub mod words;
