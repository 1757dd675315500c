//! Measures the device library.
//!
//! Idea: the library is C, so it is built for the host too (`host/`), without contraction. On a sample of every function
//! the host's results and those of the emulated PTX are compared bit for bit; what is then measured on the host holds
//! for the device ([`measure`]). Functions of one float are measured on all 2^32 inputs against double, the others on 10^7 against
//! `__float128`. A bound is met when no result lies further from the correctly rounded one, in numbers of the format,
//! than CUDA documents.
//!
//! Where there is a GPU, it takes the emulator's place: [`on_device`] judges the functions there, [`approximations`] the
//! instructions whose documented errors all of this rests on.

pub mod approximations;
pub mod claims;
pub mod compiler;
pub mod device;
pub mod functions;
pub mod host;
pub mod inputs;
pub mod measure;
pub mod on_device;
pub mod outcome;
pub mod report;
pub mod sass;
pub mod short;
