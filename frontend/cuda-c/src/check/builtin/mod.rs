//! Built-in functions: what a call by one of their names means.

mod call;
pub(in crate::check) mod gnu;
mod nvrtc_overloads;
mod printf;
pub(in crate::check) mod standard;
pub(in crate::check) mod table;

pub(crate) use table::is_c_function;
