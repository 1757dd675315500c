//! Random functions for the optimizer: made from a seed, taken through passes, held to the interpreter, made small where a
//! pass goes wrong.
//!
//! Idea: a function in form Cfg ([`Generator`]: of any shape, or of loops that count at the ends of their types) runs on a few inputs in `optx_ir`'s interpreter; what any pass makes of it has
//! to refine that ([`Wanted`]). It goes several ways ([`ways`]): through the pipeline at its levels, through each pass alone
//! behind `ssa`, and through a random sequence of passes, because what another pass tidies up hides mistakes. Each pass is
//! held to what the function did as it was *built*, so that poison that a pass adds is seen wherever it comes from. Runs
//! that are undefined say nothing and are left out.
//!
//! Source: after Csmith (X. Yang et al., "Finding and Understanding Bugs in C Compilers", PLDI 2011), of IR rather than of C;
//! refinement after Alive2 (N. Lopes et al., PLDI 2021); making failures small is greedy delta debugging (A. Zeller and
//! R. Hildebrandt, IEEE TSE 28(2), 2002).
//!
//! Limits: one function of a module, whose calls are not followed; the code generator has its own random programs.
//! Cost: some hundred passes and as many interpreted runs a function.

mod check;
mod counting;
mod effects;
mod evaluations;
mod flow;
mod generator;
mod harm;
mod memory;
mod random;
mod reduce;
mod surroundings;
mod trees;
mod views;
mod ways;

pub use check::{COUNTING_STEPS, Failure, STEPS, Says, Wanted, check, first_failure};
pub use generator::Generator;
pub use harm::{Harm, Worth, harm};
pub use random::Random;
pub use reduce::reduce;
pub use surroundings::{all_rows, module};
pub use ways::{Step, Way, rows, ways};
