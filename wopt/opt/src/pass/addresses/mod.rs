//! Passes over sums and products, which addresses are: their order, their width, and what neighbours have in common.

pub mod address_reassociation;
pub mod global_reassociation;
pub mod narrow_addresses;
pub mod straight_line;
