//! How few registers are enough: S0 of a kernel by a compiler is the smallest cap at which ptxas spills nothing.
//!
//! ```text
//! source, cap -> compiler -> PTX -> [capped] the cap in the text -> ptxas -v: does a launched kernel spill?
//!                                                                   -> [caps] S0 -> [need] a cell -> [rows] rows and sums
//! ```
//!
//! Registers without a cap say little: ptxas takes as many as hide latency best. [`report`] and [`page`] show the rows, [`against`]
//! compares them with an earlier run's, [`first`] holds what they were at the beginning. [`below`] is what memory code takes where S0 is not granted.

pub mod against;
pub mod below;
pub mod capped;
pub mod caps;
pub mod first;
pub mod need;
pub mod page;
pub mod report;
pub mod rows;
