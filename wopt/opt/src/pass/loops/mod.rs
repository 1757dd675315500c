//! Passes over loops: copies of their bodies, and what steps with their counters.

pub mod strength_reduction;
pub mod unrolling;
