//! Passes over loops: copies of their bodies, conditions and values that go out of them, and what steps with their counters.

pub mod exit_values;
pub mod strength_reduction;
pub mod unrolling;
pub mod unswitching;
