//! The simplification table: what the CODEMAP makes of a tree while it is hashed.
//!
//! Idea: one table of rows ([`Row`]: pattern, condition, replacement), as data. The folder matches them, `tools/prove-rules`
//! writes them as formulas for a solver, and the tests evaluate them: what is proved is what runs.
//!
//! Legality: a replacement refines its pattern. Where the pattern has a value, the replacement has that value; an I-form ADD, SUB, MPY
//! or NEG that overflows, a division by zero and the quotient that is too large have none (poison). Leaves may be poison themselves.
//! Floats: a NaN is any NaN, zeros keep their signs; rows that pass an operand on hold in single precision only where subnormals
//! are kept ([`Scope::Unflushed`]), since the operation would have flushed it.
//! Worth: no replacement costs more than its pattern by `optx_whirl::cost`, or has more operations; what selection takes in at no
//! cost (`mad`, `mul.wide`, `[reg+imm]`, set and select) stays recognisable. So a product by a power of two stays a product: ptxas
//! makes it a shift, or takes it into a sum, by itself.
//! Termination: operators have weights such that each replacement is lighter than its pattern, or as light with a zero more among its
//! constants, and no leaf is named more often (`tools/prove-rules/tests/table` has the weights).
//! Cost: rows are found by the root's operator and its kids' in constant time, and look two levels down, at most three.
//!
//! What is no row: operations on constants alone ([`crate::fold`]'s `evaluate`); additions of constants to objects' addresses
//! (an LDA has a symbol, no letter does); conversions between address spaces, which are intrinsics whose meaning no formula
//! tells; division by other constants, which stands late in the pipeline (`constant_division`).

mod binding;
mod flat;
mod index;
mod rows;
pub mod term;

pub use term::{Number, Row, Scope, Term, Ty};

use crate::codemap::Codemap;
use crate::coderep::Op;
use crate::ids::CrId;
use binding::Binding;

/// All rows, by root.
pub fn all() -> impl ExactSizeIterator<Item = &'static Row> {
    flat::SORTED.iter().copied()
}

/// The row of a name.
pub fn row(name: &str) -> Option<&'static Row> {
    all().find(|row| row.name == name)
}

impl Codemap {
    /// What the first row that matches makes of `op`; None where none does. Operands are in order.
    pub(crate) fn replaced(&mut self, op: &Op) -> Option<CrId> {
        let mut candidates = index::candidates(self, op);
        while candidates != 0 {
            let row = index::candidate(op.opr, candidates.trailing_zeros());
            candidates &= candidates - 1;
            let Some(binding) = Binding::of(self, row, op) else { continue };
            if let Some(new) = binding.build(self, row.right(), Ty::R) {
                return Some(new);
            }
        }
        None
    }

    /// What one row, by its place in [`all`], makes of `op`, whatever the others would; None where it does not match.
    pub fn replaced_by(&mut self, row: usize, op: &Op) -> Option<CrId> {
        let row = flat::ROWS.get(row)?;
        let binding = Binding::of(self, row, op)?;
        binding.build(self, row.right(), Ty::R)
    }
}
