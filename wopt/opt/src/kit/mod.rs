//! The kit: the context of passes and facts of the module, and what changes functions for several passes.
//!
//! [`context`] and [`facts`] say what a pass and an analysis are given. [`build`] makes functions of WHIRL, [`ssa`] makes and renews their SSA form, of memory too
//! ([`memory_versions`]); [`closed_ssa`] closes it over cycles. [`loop_copies`] and [`graph`] are edits of blocks, [`candidates`], [`polynomial`] and [`price`] what several passes
//! ask of a tree before they move it. Nothing here is a pass that decides whether something is worth it.

pub mod build;
pub mod call_order;
pub mod candidates;
pub mod closed_ssa;
pub mod context;
pub mod exposure;
pub mod facts;
pub mod graph;
pub mod loop_copies;
pub mod memory_versions;
pub mod polynomial;
pub mod price;
pub mod rounds;
pub mod ssa;
pub mod stats;
pub mod warnings;
