//! Allocation of registers. So far there is what proves one right, and nothing that makes one.

pub mod check;
