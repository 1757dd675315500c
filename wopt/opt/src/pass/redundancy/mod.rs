//! Passes that evaluate what is evaluated twice once, or where it is wanted: partial redundancy elimination of expressions and loads, hoisting, sinking, speculation.

pub mod hoisting;
pub mod pre;
pub mod sinking;
pub mod speculation;
