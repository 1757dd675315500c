//! MPY, HIGHMPY, DIV and REM.
//!
//! A product by a power of two stays one: ptxas makes it a shift, or an LEA or IMAD with what it is added to. Quotients by constants
//! that are no powers of two, and signed ones, stand late in the pipeline (`constant_division`).
//! A division by zero has no value, so `x / x` is 1 wherever it has one; PTX does not trap.

use super::vocabulary::{HAS_NEGATIVE, POWER, PRODUCT_FITS, SHIFT_C, UNSIGNED_PRODUCT_FITS};
use crate::simplify::term::{Row, rows};

pub(super) const PRODUCTS: &[Row] = rows! {
    "x * 0", (Mpy.A x 0) => 0;
    "x * 1", (Mpy.A x 1) => x;
    "x * -1", (Mpy.A x ones) => (Neg.R x);
    "(x * c) * d, no overflow", (Mpy.I (Mpy.I x c) d) => (Mpy.I x (Mpy.U c d)) if [PRODUCT_FITS]
        because "The exact product is (x c) d = x (c d); it fits, and so does c d by the condition.";
    "(x * c) * d", (Mpy.A (Mpy.A x c) d) => (Mpy.U x (Mpy.U c d))
        because "Modulo 2^N, multiplication is associative.";
    "-x * c, no overflow", (Mpy.I (Neg.I x) c) => (Mpy.I x (Neg.U c)) if [HAS_NEGATIVE]
        because "The exact products are equal, and -c fits by the condition.";
    "-x * c", (Mpy.A (Neg.A x) c) => (Mpy.U x (Neg.U c))
        because "Modulo 2^N, multiplication is a ring's.";
    "-x * -y, no overflow", (Mpy.I (Neg.I x) (Neg.I y)) => (Mpy.I x y)
        because "The exact products are equal.";
    "-x * -y", (Mpy.A (Neg.A x) (Neg.A y)) => (Mpy.U x y)
        because "Modulo 2^N, multiplication is a ring's.";
    "(x << c) * d", (Mpy.A (Shl.A x c) d) => (Mpy.U x (Shl.U d c)) if [SHIFT_C]
        because "A left shift is a multiplication by 2^c modulo 2^N, which is associative.";
    "(x * c) << d", (Shl.A (Mpy.A x c) d) => (Mpy.U x (Shl.U c d)) if (Lt.M d bits)
        because "A left shift is a multiplication by 2^d modulo 2^N, which is associative.";
    "high(x * 0)", (Highmpy.A x 0) => 0;
    "high(x * 1), unsigned", (Highmpy.U x 1) => 0;
};

pub(super) const QUOTIENTS: &[Row] = rows! {
    "x / 1", (Div.A x 1) => x;
    "x / -1", (Div.I x ones) => (Neg.I x);
    "0 / x", (Div.A 0 x) => 0;
    "x / x", (Div.A x x) => 1;
    "x % 1", (Rem.A x 1) => 0;
    "x % -1", (Rem.I x ones) => 0;
    "0 % x", (Rem.A 0 x) => 0;
    "x % x", (Rem.A x x) => 0;
    "x / 2^k, unsigned", (Div.U x c) => (Lshr.R x (log2 c)) if [POWER]
        because "The quotient of x and 2^k rounded down is x without its k lowest bits.";
    "x % 2^k, unsigned", (Rem.U x c) => (Band.R x (Sub.U c 1)) if [POWER]
        because "The remainder of x and 2^k is the k lowest bits of x.";
    "(x / c) / d, signed", (Div.I (Div.I x c) d) => (Div.I x (Mpy.U c d)) if [PRODUCT_FITS]
        because "|x| = |c| (|d| q + r) + s with r < |d|, s < |c|, so |c| r + s < |c d| and q is the quotient by c d too; signs multiply.";
    "(x / c) / d, unsigned", (Div.U (Div.U x c) d) => (Div.U x (Mpy.U c d)) if [UNSIGNED_PRODUCT_FITS]
        because "x = c (d q + r) + s with r < d, s < c, so c r + s < c d and q is the quotient by c d too.";
    "(x * y) / y", (Div.I (Mpy.I x y) y) => x
        because "The product is exact, so the division is; y is not 0 where there is a value.";
    "(x * y) % y", (Rem.I (Mpy.I x y) y) => 0
        because "The product is exact, so nothing remains.";
    "(x % y) % y", (Rem.S (Rem.S x y) y) => (Rem.S x y)
        because "A remainder is less than the divisor in size, and has a sign that the quotient 0 keeps.";
    "(x % c) % d, signed", (Rem.I (Rem.I x c) d) => (Rem.I x d) if (Ne.I d 0), (Ne.I d ones), (Eq.I (Rem.I c d) 0)
        because "x = c a + r and c = d b, so x and r differ by a multiple of d, and have one sign.";
    "(x % c) % d, unsigned", (Rem.U (Rem.U x c) d) => (Rem.U x d) if (Ne.U d 0), (Eq.U (Rem.U c d) 0)
        because "x = c a + r and c = d b, so x and r differ by a multiple of d.";
};
