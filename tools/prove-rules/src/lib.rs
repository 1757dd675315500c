//! Proofs of the simplification table's rows (`optx_ir::simplify`).
//!
//! Idea: the table is data, and what is proved is the data that the compiler runs. A row stands for several claims: one for each
//! width, and each choice of signs that its types leave open ([`claim`]). A claim is proved by a solver, which is asked for operands
//! that refute it ([`formula`], [`solver`]), or by running through all operands at a small width with an evaluator that shares
//! nothing with the compiler's ([`evaluate`], [`operands`]). [`proof`] says which kind a row gets, [`report`] writes it down.
//!
//! A claim is refinement: where the conditions hold and the pattern has a value, the replacement has that value. Leaves may be poison.

pub mod claim;
pub mod evaluate;
pub mod formula;
pub mod operands;
pub mod proof;
pub mod report;
pub mod solver;
