//! A fuzzer for the compiler: mutated sources and text forms, each compiled in a worker process.
//!
//! A release build aborts on a panic, and the compiler catches none, so [`worker`] processes compile and
//! [`driver`] watches them: what a worker was compiling when it died, or took too long or too much memory for, is a
//! finding, made small by [`minimise`] and saved. Input `i` of seed `s` is always the same text: [`corpus`] and
//! [`mutate`] depend on nothing else.
//!
//! [`targets`] are the bodies of the coverage-guided targets in `tools/fuzz/cargo-fuzz`.

pub mod arguments;
pub mod corpus;
pub mod driver;
pub mod findings;
pub mod hostile;
pub mod inputs;
pub mod minimise;
pub mod mutate;
pub mod outputs;
pub mod protocol;
pub mod random;
pub mod targets;
pub mod worker;
