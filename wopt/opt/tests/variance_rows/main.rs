//! The rows of thread variance say what is true, and say what they should.
//!
//! True: for two threads with given `threadIdx` (or lanes) all pairs of values that the operands' states and facts allow are
//! gone through at 4 bits, and everything that the result's state claims is looked at ([`model`]). What a state claims is written down
//! here anew, from the design's "What a value's state says"; nothing of it is taken from the rows.
//! Not too little: [`keeps`] lists what a row may not lose, so that "all is unknown" fails.

mod arithmetic;
mod cases;
mod keeps;
mod lanes;
mod laws;
mod model;
mod orders;
mod programs;
mod symbols;
mod widths;
