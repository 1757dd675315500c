//! A micro-test per opcode and type. Expectations are computed with big integers and exact fractions, by
//! code that shares nothing with the emulator.

mod bits;
mod cmp;
mod cvt;
mod exact;
mod float;
mod half;
mod int;
mod kernel;
mod memory;
mod warp;
