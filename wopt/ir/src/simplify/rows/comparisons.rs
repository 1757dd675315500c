//! Comparisons, but for those of sums.

use super::vocabulary::{POWER, SHIFT_C};
use crate::simplify::term::{Row, Term, rows, term};

/// `x ? x` of integers, and bounds of the type.
pub(super) const EQUAL_OPERANDS: &[Row] = rows! {
    "x == x", (Eq.A x x) => 1;
    "x != x", (Ne.A x x) => 0;
    "x < x", (Lt.A x x) => 0;
    "x <= x", (Le.A x x) => 1;
    "x > x", (Gt.A x x) => 0;
    "x >= x", (Ge.A x x) => 1;
    "p == p", (Eq.B p p) => 1;
    "p != p", (Ne.B p p) => 0;
};

pub(super) const BOUNDS: &[Row] = rows! {
    "x < lowest", (Lt.S x lowest) => 0;
    "x >= lowest", (Ge.S x lowest) => 1;
    "x > highest", (Gt.S x highest) => 0;
    "x <= highest", (Le.S x highest) => 1;
    "x <= lowest", (Le.S x lowest) => (Eq.S x lowest);
    "x > lowest", (Gt.S x lowest) => (Ne.S x lowest);
    "x >= highest", (Ge.S x highest) => (Eq.S x highest);
    "x < highest", (Lt.S x highest) => (Ne.S x highest);
    "x < 1, unsigned", (Lt.U x 1) => (Eq.U x 0);
    "x >= 1, unsigned", (Ge.U x 1) => (Ne.U x 0);
    "x >= 2^(N-1), unsigned", (Ge.U x (Shl.U 1 (Sub.M bits 1))) => (Lt.I x 0);
    "x < 2^(N-1), unsigned", (Lt.U x (Shl.U 1 (Sub.M bits 1))) => (Ge.I x 0);
    // Not `x < 1` as `x <= 0`, signed: it costs the same.
    "x > -1, signed", (Gt.I x ones) => (Ge.I x 0);
    "x <= -1, signed", (Le.I x ones) => (Lt.I x 0);
};

/// d, shifted left by c, comes back whole.
const SIGNED_BACK: Term = term!((Eq.I (Ashr.I (Shl.U d c) c) d));
const UNSIGNED_BACK: Term = term!((Eq.U (Lshr.U (Shl.U d c) c) d));

/// Bits and signs.
pub(super) const BITS: &[Row] = rows! {
    "(x & c) == c, one bit", (Eq.A (Band.A x c) c) => (Ne.U (Band.U x c) 0) if [POWER];
    "(x & c) != c, one bit", (Ne.A (Band.A x c) c) => (Eq.U (Band.U x c) 0) if [POWER];
    "(x & c) == d, never", (Eq.A (Band.A x c) d) => 0 if (Ne.U (Band.U c d) d);
    "(x & c) != d, always", (Ne.A (Band.A x c) d) => 1 if (Ne.U (Band.U c d) d);
    "(x | c) == d, never", (Eq.A (Bior.A x c) d) => 0 if (Ne.U (Band.U c d) c);
    "(x | c) != d, always", (Ne.A (Bior.A x c) d) => 1 if (Ne.U (Band.U c d) c);
    "(x ^ c) == d", (Eq.A (Bxor.A x c) d) => (Eq.U x (Bxor.U c d));
    "(x ^ c) != d", (Ne.A (Bxor.A x c) d) => (Ne.U x (Bxor.U c d));
    "(x ^ y) == 0", (Eq.A (Bxor.A x y) 0) => (Eq.U x y);
    "(x ^ y) != 0", (Ne.A (Bxor.A x y) 0) => (Ne.U x y);
    "(x ^ y) == (x ^ z)", (Eq.A (Bxor.A x y) (Bxor.A x z)) => (Eq.U y z);
    "(x ^ y) != (x ^ z)", (Ne.A (Bxor.A x y) (Bxor.A x z)) => (Ne.U y z);
    "(x ^ y) == x", (Eq.A (Bxor.A x y) x) => (Eq.U y 0);
    "(x ^ y) != x", (Ne.A (Bxor.A x y) x) => (Ne.U y 0);
    "~x == c", (Eq.A (Bnot.A x) c) => (Eq.U x (Bnot.U c));
    "~x != c", (Ne.A (Bnot.A x) c) => (Ne.U x (Bnot.U c));
    "~x < c", (Lt.S (Bnot.A x) c) => (Gt.S x (Bnot.U c));
    "~x <= c", (Le.S (Bnot.A x) c) => (Ge.S x (Bnot.U c));
    "~x > c", (Gt.S (Bnot.A x) c) => (Lt.S x (Bnot.U c));
    "~x >= c", (Ge.S (Bnot.A x) c) => (Le.S x (Bnot.U c));
    "(x >> c) == 0, unsigned", (Eq.A (Lshr.A x c) 0) => (Lt.U x (Shl.U 1 c)) if [SHIFT_C];
    "(x >> c) != 0, unsigned", (Ne.A (Lshr.A x c) 0) => (Ge.U x (Shl.U 1 c)) if [SHIFT_C];
    // The bit that is asked for is one for all words that are shifted by the same, and often a warp's.
    "((x >> y) & 1) == 0", (Eq.A (Band.A (Lshr.A x y) 1) 0) => (Eq.U (Band.U x (Shl.U 1 y)) 0);
    "((x >> y) & 1) != 0", (Ne.A (Band.A (Lshr.A x y) 1) 0) => (Ne.U (Band.U x (Shl.U 1 y)) 0);
    "(x >> c) == (y >> c), unsigned", (Eq.A (Lshr.A x c) (Lshr.A y c)) => (Lt.U (Bxor.U x y) (Shl.U 1 c)) if [SHIFT_C];
    "(x >> c) != (y >> c), unsigned", (Ne.A (Lshr.A x c) (Lshr.A y c)) => (Ge.U (Bxor.U x y) (Shl.U 1 c)) if [SHIFT_C];
    "(x >> c) == (y >> c), signed", (Eq.A (Ashr.A x c) (Ashr.A y c)) => (Lt.U (Bxor.U x y) (Shl.U 1 c)) if [SHIFT_C];
    "(x >> c) != (y >> c), signed", (Ne.A (Ashr.A x c) (Ashr.A y c)) => (Ge.U (Bxor.U x y) (Shl.U 1 c)) if [SHIFT_C];
    "(x >> c) < 0, signed", (Lt.I (Ashr.A x c) 0) => (Lt.I x 0);
    "(x >> c) >= 0, signed", (Ge.I (Ashr.A x c) 0) => (Ge.I x 0);
    // What is shifted off decides nothing: the steps of the right side are whole.
    "(x >> c) < d, signed", (Lt.I (Ashr.A x c) d) => (Lt.I x (Shl.U d c)) if [SHIFT_C], [SIGNED_BACK];
    "(x >> c) >= d, signed", (Ge.I (Ashr.A x c) d) => (Ge.I x (Shl.U d c)) if [SHIFT_C], [SIGNED_BACK];
    "(x >> c) <= d, signed", (Le.I (Ashr.A x c) d) => (Le.I x (Bior.U (Shl.U d c) (Bnot.U (Shl.U ones c))))
        if [SHIFT_C], [SIGNED_BACK];
    "(x >> c) > d, signed", (Gt.I (Ashr.A x c) d) => (Gt.I x (Bior.U (Shl.U d c) (Bnot.U (Shl.U ones c))))
        if [SHIFT_C], [SIGNED_BACK];
    "(x >> c) < d, unsigned", (Lt.U (Lshr.A x c) d) => (Lt.U x (Shl.U d c)) if [SHIFT_C], [UNSIGNED_BACK];
    "(x >> c) >= d, unsigned", (Ge.U (Lshr.A x c) d) => (Ge.U x (Shl.U d c)) if [SHIFT_C], [UNSIGNED_BACK];
    "(x >> c) <= d, unsigned", (Le.U (Lshr.A x c) d) => (Le.U x (Bior.U (Shl.U d c) (Bnot.U (Shl.U ones c))))
        if [SHIFT_C], [UNSIGNED_BACK];
    "(x >> c) > d, unsigned", (Gt.U (Lshr.A x c) d) => (Gt.U x (Bior.U (Shl.U d c) (Bnot.U (Shl.U ones c))))
        if [SHIFT_C], [UNSIGNED_BACK];
    "x * c == 0", (Eq.A (Mpy.I x c) 0) => (Eq.U x 0) if (Ne.U c 0)
        because "The product is exact, so it is 0 only where x is.";
    "x * c != 0", (Ne.A (Mpy.I x c) 0) => (Ne.U x 0) if (Ne.U c 0)
        because "The product is exact, so it is 0 only where x is.";
};

/// Divisibility, and quotients against 0.
pub(super) const QUOTIENTS: &[Row] = rows! {
    "x % 2^k == 0, signed", (Eq.A (Rem.I x c) 0) => (Eq.U (Band.U x (Sub.U c 1)) 0) if [POWER]
        because "2^k divides x where its k lowest bits are 0, as two's complement has them; that the sign bit's power is negative changes no multiple.";
    "x % 2^k != 0, signed", (Ne.A (Rem.I x c) 0) => (Ne.U (Band.U x (Sub.U c 1)) 0) if [POWER]
        because "2^k divides x where its k lowest bits are 0, as two's complement has them; that the sign bit's power is negative changes no multiple.";
    "x % 2^k == d, signed", (Eq.A (Rem.I x c) d) => (Eq.U (Band.U x (Bior.U (Sub.U c 1) (Shl.U 1 (Sub.M bits 1)))) d)
        if [POWER], (Gt.I c 0), (Gt.I d 0), (Lt.I d c)
        because "A positive remainder is that of an x that is not negative: its k lowest bits.";
    "x % 2^k != d, signed", (Ne.A (Rem.I x c) d) => (Ne.U (Band.U x (Bior.U (Sub.U c 1) (Shl.U 1 (Sub.M bits 1)))) d)
        if [POWER], (Gt.I c 0), (Gt.I d 0), (Lt.I d c)
        because "A positive remainder is that of an x that is not negative: its k lowest bits.";
    "x / c == 0, unsigned", (Eq.A (Div.U x c) 0) => (Lt.U x c) if (Ne.U c 0)
        because "A quotient rounded down is 0 where the dividend is less.";
    "x / c != 0, unsigned", (Ne.A (Div.U x c) 0) => (Ge.U x c) if (Ne.U c 0)
        because "A quotient rounded down is 0 where the dividend is less.";
};

/// Comparisons of extended values compare what was extended.
macro_rules! extended {
    ($($opr:ident $name:literal)*) => { rows! { $(
        concat!("sign extended x ", $name, " y"),
            ($opr.I8 (Cvt.A8.I4 x) (Cvt.A8.I4 y)) => ($opr.I4 x y);
        concat!("zero extended x ", $name, " y, signed"),
            ($opr.I8 (Cvt.A8.U4 x) (Cvt.A8.U4 y)) => ($opr.U4 x y);
        concat!("zero extended x ", $name, " y, unsigned"),
            ($opr.U8 (Cvt.A8.U4 x) (Cvt.A8.U4 y)) => ($opr.U4 x y);
        concat!("sign extended x ", $name, " c"),
            ($opr.I8 (Cvt.A8.I4 x) c) => ($opr.I4 x (Cvt.U4.U8 c))
            if (Eq.U8 c (Cvt.I8.I4 (Cvt.U4.U8 c)));
        concat!("zero extended x ", $name, " c, signed"),
            ($opr.I8 (Cvt.A8.U4 x) c) => ($opr.U4 x (Cvt.U4.U8 c))
            if (Eq.U8 c (Cvt.U8.U4 (Cvt.U4.U8 c)));
        concat!("zero extended x ", $name, " c, unsigned"),
            ($opr.U8 (Cvt.A8.U4 x) c) => ($opr.U4 x (Cvt.U4.U8 c))
            if (Eq.U8 c (Cvt.U8.U4 (Cvt.U4.U8 c)));
    )* } };
}

pub(super) const EXTENDED: &[Row] = extended! {
    Eq "==" Ne "!=" Lt "<" Le "<=" Gt ">" Ge ">="
};

/// Of equality the sign is all one.
pub(super) const EXTENDED_EQUAL: &[Row] = rows! {
    "sign extended x == y, unsigned", (Eq.U8 (Cvt.A8.I4 x) (Cvt.A8.I4 y)) => (Eq.U4 x y);
    "sign extended x != y, unsigned", (Ne.U8 (Cvt.A8.I4 x) (Cvt.A8.I4 y)) => (Ne.U4 x y);
    "sign extended x == c, unsigned", (Eq.U8 (Cvt.A8.I4 x) c) => (Eq.U4 x (Cvt.U4.U8 c))
        if (Eq.U8 c (Cvt.I8.I4 (Cvt.U4.U8 c)));
    "sign extended x != c, unsigned", (Ne.U8 (Cvt.A8.I4 x) c) => (Ne.U4 x (Cvt.U4.U8 c))
        if (Eq.U8 c (Cvt.I8.I4 (Cvt.U4.U8 c)));
};

/// Predicates, and predicates as numbers, that are compared.
pub(super) const PREDICATES: &[Row] = rows! {
    "p == true", (Eq.B p 1) => p;
    "p == false", (Eq.B p 0) => (Lnot.B p);
    "p != true", (Ne.B p 1) => (Lnot.B p);
    "p != false", (Ne.B p 0) => p;
    "!p == q", (Eq.B (Lnot.B p) q) => (Ne.B p q);
    "!p != !q", (Ne.B (Lnot.B p) (Lnot.B q)) => (Ne.B p q);
    "(int)p == (int)q", (Eq.A (Cvt.A.B p) (Cvt.A.B q)) => (Eq.B p q);
    "(int)p != (int)q", (Ne.A (Cvt.A.B p) (Cvt.A.B q)) => (Ne.B p q);
};
