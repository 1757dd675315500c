//! The optx command.
fn main() {}
