//! Conditions that several rows have.

use crate::simplify::term::{Term, term};

/// The sum of c and d, read as signed, is representable.
pub(super) const SUM_FITS: Term =
    term!((Ge.I (Band.U (Bxor.U c (Add.U c d)) (Bxor.U d (Add.U c d))) 0));

/// The difference c - d, read as signed, is representable.
pub(super) const C_LESS_D_FITS: Term = term!((Ge.I (Band.U (Bxor.U c d) (Bxor.U c (Sub.U c d))) 0));

/// The product of c and d, read as signed, is representable: its upper half is its sign.
pub(super) const PRODUCT_FITS: Term =
    term!((Eq.U (Highmpy.I c d) (Ashr.I (Mpy.U c d) (Sub.M bits 1))));

/// The same, read as unsigned.
pub(super) const UNSIGNED_PRODUCT_FITS: Term = term!((Eq.U (Highmpy.U c d) 0));

/// c is not the lowest signed number, so it has a negative.
pub(super) const HAS_NEGATIVE: Term = term!((Ne.I c lowest));

/// c is a power of two.
pub(super) const POWER: Term = term!((Land.B (Ne.U c 0) (Eq.U (Band.U c (Sub.U c 1)) 0)));

/// The amount c is less than the width.
pub(super) const SHIFT_C: Term = term!((Lt.M c bits));

/// The amount d is less than the width.
pub(super) const SHIFT_D: Term = term!((Lt.M d bits));
