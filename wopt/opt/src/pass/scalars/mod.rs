//! Passes over values: constants, copies, equal values, ranges, bits, divisions, and code that nobody needs. None changes an edge but by deciding a branch.

pub mod bitwise_dead_code;
pub mod constant_division;
pub mod dead_code;
pub mod division_bypass;
pub mod propagate;
pub mod range_propagation;
pub mod sccp;
pub mod value_numbering;
pub mod warp_reductions;
