//! Folding against what a machine computes: trees as written, evaluated with Rust's own arithmetic, and what the CODEMAP
//! makes of them, evaluated alike.

mod conversions;
mod floats;
mod machine;
