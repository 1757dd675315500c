//! ADD, SUB and NEG.
//!
//! An additive constant stands last in an ADD, and one chain has one. Where every operation of a pattern is an I-form, the replacement's
//! exact value is the pattern's and so fits; a sum of two constants may not.

use super::vocabulary::{C_LESS_D_FITS, HAS_NEGATIVE, SUM_FITS};
use crate::simplify::term::{Row, rows};

/// Constants gathered at the end of a chain.
pub(super) const CONSTANTS: &[Row] = rows! {
    "x + 0", (Add.A x 0) => x;
    "(x + c) + d, no overflow", (Add.I (Add.I x c) d) => (Add.I x (Add.U c d)) if [SUM_FITS];
    "(x + c) + d", (Add.A (Add.A x c) d) => (Add.U x (Add.U c d));
    "(c - x) + d, no overflow", (Add.I (Sub.I c x) d) => (Sub.I (Add.U c d) x) if [SUM_FITS];
    "(c - x) + d", (Add.A (Sub.A c x) d) => (Sub.U (Add.U c d) x);
    "~x + c", (Add.A (Bnot.A x) c) => (Sub.U (Sub.U c 1) x);
    "x - 0", (Sub.A x 0) => x;
    "x - c, no overflow", (Sub.I x c) => (Add.I x (Neg.U c)) if [HAS_NEGATIVE];
    "x - c", (Sub.A x c) => (Add.U x (Neg.U c));
    "0 - x", (Sub.A 0 x) => (Neg.R x);
    "c - (x + d), no overflow", (Sub.I c (Add.I x d)) => (Sub.I (Sub.U c d) x) if [C_LESS_D_FITS];
    "c - (x + d)", (Sub.A c (Add.A x d)) => (Sub.U (Sub.U c d) x);
    "c - (d - x), no overflow", (Sub.I c (Sub.I d x)) => (Add.I x (Sub.U c d)) if [C_LESS_D_FITS];
    "c - (d - x)", (Sub.A c (Sub.A d x)) => (Add.U x (Sub.U c d));
    "c - ~x", (Sub.A c (Bnot.A x)) => (Add.U x (Add.U c 1));
    "-(x + c), no overflow", (Neg.I (Add.I x c)) => (Sub.I (Neg.U c) x) if [HAS_NEGATIVE];
    "-(x + c)", (Neg.A (Add.A x c)) => (Sub.U (Neg.U c) x);
    "-~x, no overflow", (Neg.I (Bnot.A x)) => (Add.I x 1);
    "-~x", (Neg.A (Bnot.A x)) => (Add.U x 1);
    "~-x", (Bnot.A (Neg.A x)) => (Add.U x ones);
    "~(x + c)", (Bnot.A (Add.A x c)) => (Sub.U (Bnot.U c) x);
    "~(~x + y)", (Bnot.A (Add.A (Bnot.A x) y)) => (Sub.U x y);
    "~(c - x)", (Bnot.A (Sub.A c x)) => (Add.U x (Bnot.U c));
};

/// Terms that cancel.
pub(super) const CANCELLED: &[Row] = rows! {
    "x - x", (Sub.A x x) => 0;
    "(x - y) + y", (Add.A (Sub.A x y) y) => x;
    "(x + y) - y", (Sub.A (Add.A x y) y) => x;
    "x - (x - y)", (Sub.A x (Sub.A x y)) => y;
    "x - (x + y), no overflow", (Sub.I x (Add.I x y)) => (Neg.I y);
    "x - (x + y)", (Sub.A x (Add.A x y)) => (Neg.U y);
    "(x - y) - x, no overflow", (Sub.I (Sub.I x y) x) => (Neg.I y);
    "(x - y) - x", (Sub.A (Sub.A x y) x) => (Neg.U y);
    "(x - y) + (y - z), no overflow", (Add.I (Sub.I x y) (Sub.I y z)) => (Sub.I x z);
    "(x - y) + (y - z)", (Add.A (Sub.A x y) (Sub.A y z)) => (Sub.U x z);
    "(x + y) - (x + z), no overflow", (Sub.I (Add.I x y) (Add.I x z)) => (Sub.I y z);
    "(x + y) - (x + z)", (Sub.A (Add.A x y) (Add.A x z)) => (Sub.U y z);
    "(x + c) - (y + c), no overflow", (Sub.I (Add.I x c) (Add.I y c)) => (Sub.I x y);
    "(x + c) - (y + c)", (Sub.A (Add.A x c) (Add.A y c)) => (Sub.U x y);
    "(x - y) - (x - z), no overflow", (Sub.I (Sub.I x y) (Sub.I x z)) => (Sub.I z y);
    "(x - y) - (x - z)", (Sub.A (Sub.A x y) (Sub.A x z)) => (Sub.U z y);
    "(x - z) - (y - z), no overflow", (Sub.I (Sub.I x z) (Sub.I y z)) => (Sub.I x y);
    "(x - z) - (y - z)", (Sub.A (Sub.A x z) (Sub.A y z)) => (Sub.U x y);
    "x + ~x", (Add.A x (Bnot.A x)) => ones;
    "(x & y) + (x | y)", (Add.A (Band.A x y) (Bior.A x y)) => (Add.U x y);
    "(x ^ y) + (x & y)", (Add.A (Bxor.A x y) (Band.A x y)) => (Bior.R x y);
    "(x | y) - (x & y)", (Sub.A (Bior.A x y) (Band.A x y)) => (Bxor.R x y);
    "(x | y) - (x ^ y)", (Sub.A (Bior.A x y) (Bxor.A x y)) => (Band.R x y);
    "(x + y) - (x | y)", (Sub.A (Add.A x y) (Bior.A x y)) => (Band.R x y);
    "(x + y) - (x & y)", (Sub.A (Add.A x y) (Band.A x y)) => (Bior.R x y);
    "x - (x & y)", (Sub.A x (Band.A x y)) => (Band.R x (Bnot.U y));
    "(x | y) - y", (Sub.A (Bior.A x y) y) => (Band.R x (Bnot.U y));
    "(x & y) + (z & ~y)", (Add.A (Band.A x y) (Band.A z (Bnot.A y))) => (Bior.R (Band.U x y) (Band.U z (Bnot.U y)));
    "(x & c) + (y & d), disjoint", (Add.A (Band.A x c) (Band.A y d)) => (Bior.R (Band.U x c) (Band.U y d))
        if (Eq.U (Band.U c d) 0);
    "(x & c) + (x & d), disjoint", (Add.A (Band.A x c) (Band.A x d)) => (Band.R x (Bior.U c d))
        if (Eq.U (Band.U c d) 0);
};

/// Negations taken in.
pub(super) const NEGATED: &[Row] = rows! {
    "--x", (Neg.A (Neg.A x)) => x;
    "x + -y, no overflow", (Add.I x (Neg.I y)) => (Sub.I x y);
    "x + -y", (Add.A x (Neg.A y)) => (Sub.U x y);
    "x - -y, no overflow", (Sub.I x (Neg.I y)) => (Add.I x y);
    "x - -y", (Sub.A x (Neg.A y)) => (Add.U x y);
    "-(x - y), no overflow", (Neg.I (Sub.I x y)) => (Sub.I y x);
    "-(x - y)", (Neg.A (Sub.A x y)) => (Sub.U y x);
    "-(x * c), no overflow", (Neg.I (Mpy.I x c)) => (Mpy.I x (Neg.U c)) if [HAS_NEGATIVE]
        because "The product and its negative fit, the latter is x times the negative of c.";
    "-(x * c)", (Neg.A (Mpy.A x c)) => (Mpy.U x (Neg.U c))
        because "Modulo 2^N, multiplication is a ring's.";
    "-(x >> N-1), signed", (Neg.A (Ashr.A x (Sub.M bits 1))) => (Lshr.R x (Sub.M bits 1));
    "-(x >> N-1), unsigned", (Neg.A (Lshr.A x (Sub.M bits 1))) => (Ashr.R x (Sub.M bits 1));
    "-(int)p", (Neg.A (Cvt.A.B p)) => (Select.R p ones 0);
    "||x||", (Abs.I (Abs.I x)) => (Abs.I x);
    "|-x|", (Abs.I (Neg.A x)) => (Abs.I x);
    "(x ^ (x >> N-1)) - (x >> N-1)", (Sub.A (Bxor.A x (Ashr.A x (Sub.M bits 1))) (Ashr.A x (Sub.M bits 1))) => (Abs.I x);
    "(x + (x >> N-1)) ^ (x >> N-1)", (Bxor.A (Add.A x (Ashr.A x (Sub.M bits 1))) (Ashr.A x (Sub.M bits 1))) => (Abs.I x);
};
