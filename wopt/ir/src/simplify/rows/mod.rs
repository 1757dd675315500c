//! The rows, by what they are about. Of several rows that match a node the first in this order is taken.

mod bits;
mod comparisons;
mod conversions;
mod floats;
mod logic;
mod products;
mod selects;
mod shifts;
mod sums;
mod tests_of_sums;
mod vocabulary;

use super::term::Row;

/// The groups of rows.
pub(super) const GROUPS: &[&[Row]] = &[
    sums::CONSTANTS,
    sums::CANCELLED,
    sums::NEGATED,
    products::PRODUCTS,
    products::QUOTIENTS,
    bits::AND,
    bits::OR,
    bits::XOR,
    bits::NOT,
    shifts::SHIFTS,
    shifts::MASKS,
    shifts::ROTATIONS,
    conversions::CUTS,
    conversions::EXTENSIONS,
    conversions::PREDICATES,
    comparisons::EQUAL_OPERANDS,
    comparisons::BOUNDS,
    comparisons::BITS,
    comparisons::QUOTIENTS,
    comparisons::EXTENDED,
    comparisons::EXTENDED_EQUAL,
    comparisons::PREDICATES,
    tests_of_sums::EQUALITY,
    tests_of_sums::ORDER,
    selects::OF_CONSTANTS,
    selects::SELECTS,
    selects::LEAST,
    selects::SATURATED,
    selects::CLAMPS,
    selects::CHAINS,
    logic::NEGATIONS,
    logic::LOGIC,
    logic::RANGES,
    floats::FLOATS,
];
