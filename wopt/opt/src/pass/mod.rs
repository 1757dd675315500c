//! The passes, by what they work on. A pass changes a function, says what it did in [`crate::kit::stats::Stats`], and calls no other pass: what has to run behind it
//! stands in its row of the pipeline. It may use analyses and the kit; what several passes need is there.

pub mod addresses;
pub mod branches;
pub mod loops;
pub mod memory;
pub mod out;
pub mod redundancy;
pub mod scalars;
pub mod ssa;
