//! Into SSA form, and its closed form and back: what the kit makes, as passes.

pub mod closed_ssa;
pub mod construct;
