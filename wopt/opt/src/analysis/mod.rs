//! Analyses: what is known of a function. They look and change nothing, and are given the function and the module's facts ([`crate::kit::facts::ModuleFacts`]), never the
//! context; passes get those that are kept from the [`cache`].

pub mod cache;
pub mod constant_objects;
pub mod demanded_bits;
pub(crate) mod lanes;
pub mod launch_constants;
pub mod loops;
pub mod memory;
pub mod module_facts;
pub mod pressure;
pub mod ranges;
pub mod summarize;
pub mod variance;
