//! Floats: exactly IEEE 754, whatever the options.
//!
//! A row that passes an operand on where the operation would have flushed it is for double precision, and for single precision
//! where subnormals are kept ([`Scope::Unflushed`](crate::simplify::Scope)). No row makes or takes apart a product that ptxas contracts with a sum.
//! Not here, since they are wrong: `x + 0` (for -0), `x * 0` and `x - x` (infinities, NaNs), `x / x`, `!(x < y)` as `x >= y` (NaNs),
//! `x < y ? x : y` as a minimum, `-(x - y)` as `y - x` (zeros).

use crate::simplify::term::{Row, Term, rows, term};

/// The float c is a power of two of either sign, and so is its reciprocal, a normal number too. Bits: no fraction, and an exponent
/// between those of zero and infinity, less than the highest of them.
const POWER_4: Term = term!((Land.B
    (Eq.U4 (Band.U4 (Tas.U4.F4 c) 0x7f_ffff) 0)
    (Lt.U4 (Sub.U4 (Band.U4 (Tas.U4.F4 c) 0x7fff_ffff) 0x80_0000) 0x7e80_0000)));
const POWER_8: Term = term!((Land.B
    (Eq.U8 (Band.U8 (Tas.U8.F8 c) 0xf_ffff_ffff_ffff) 0)
    (Lt.U8 (Sub.U8 (Band.U8 (Tas.U8.F8 c) 0x7fff_ffff_ffff_ffff) 0x10_0000_0000_0000) 0x7fd0_0000_0000_0000)));

pub(super) const FLOATS: &[Row] = rows! {
    "x * 1, float", in Unflushed, (Mpy.F x 1) => x;
    "x / 1, float", in Unflushed, (Div.F x 1) => x;
    "x * -1, float", (Mpy.F x minus_one) => (Neg.F x);
    "x / -1, float", (Div.F x minus_one) => (Neg.F x);
    // x + 0 is not x for x = -0.
    "x + -0, float", in Unflushed, (Add.F x minus_zero) => x;
    "x - 0, float", in Unflushed, (Sub.F x 0) => x;
    "--x, float", in Unflushed, (Neg.F (Neg.F x)) => x;
    "||x||, float", (Abs.F (Abs.F x)) => (Abs.F x);
    "|-x|, float", (Abs.F (Neg.F x)) => (Abs.F x);
    "x + -y, float", (Add.F x (Neg.F y)) => (Sub.F x y)
        because "IEEE 754 has x - y as x + (-y), and flushing keeps signs.";
    "x - -y, float", (Sub.F x (Neg.F y)) => (Add.F x y)
        because "IEEE 754 has x - y as x + (-y), and flushing keeps signs.";
    "-x * -y, float", (Mpy.F (Neg.F x) (Neg.F y)) => (Mpy.F x y)
        because "Signs are multiplied, sizes do not know of them; flushing keeps signs.";
    "-x / -y, float", (Div.F (Neg.F x) (Neg.F y)) => (Div.F x y)
        because "Signs are multiplied, sizes do not know of them; flushing keeps signs.";
    "-x * c, float", (Mpy.F (Neg.F x) c) => (Mpy.F x (Neg.F c))
        because "Signs are multiplied, sizes do not know of them; flushing keeps signs.";
    "-x / c, float", (Div.F (Neg.F x) c) => (Div.F x (Neg.F c))
        because "Signs are multiplied, sizes do not know of them; flushing keeps signs.";
    "x / 2^k, F4", (Div.F4 x c) => (Mpy.F4 x (Tas.F4.U4 (Bior.U4
            (Sub.U4 0x7f00_0000 (Band.U4 (Tas.U4.F4 c) 0x7fff_ffff))
            (Band.U4 (Tas.U4.F4 c) 0x8000_0000))))
        if [POWER_4] because "Both are the exact x 2^-k, rounded once.";
    "x / 2^k, F8", (Div.F8 x c) => (Mpy.F8 x (Tas.F8.U8 (Bior.U8
            (Sub.U8 0x7fe0_0000_0000_0000 (Band.U8 (Tas.U8.F8 c) 0x7fff_ffff_ffff_ffff))
            (Shl.U8 (Lshr.U8 (Tas.U8.F8 c) 63) 63))))
        if [POWER_8] because "Both are the exact x 2^-k, rounded once.";
    "min(x, x), float", in Unflushed, (Min.F x x) => x;
    "max(x, x), float", in Unflushed, (Max.F x x) => x;
    "!(x == y), float", (Lnot.B (Eq.F x y)) => (Ne.F x y);
    "!(x != y), float", (Lnot.B (Ne.F x y)) => (Eq.F x y);
    "-x == -y, float", (Eq.F (Neg.F x) (Neg.F y)) => (Eq.F x y);
    "-x < -y, float", (Lt.F (Neg.F x) (Neg.F y)) => (Gt.F x y);
    "-x <= -y, float", (Le.F (Neg.F x) (Neg.F y)) => (Ge.F x y);
    "-x > -y, float", (Gt.F (Neg.F x) (Neg.F y)) => (Lt.F x y);
    "-x >= -y, float", (Ge.F (Neg.F x) (Neg.F y)) => (Le.F x y);
    "(float)(int)p, F4 signed", (Cvt.F4.I4 (Cvt.A4.B p)) => (Cvt.F4.B p);
    "(float)(int)p, F4 unsigned", (Cvt.F4.U4 (Cvt.A4.B p)) => (Cvt.F4.B p);
    "(float)(int)p, F8 signed", (Cvt.F8.I4 (Cvt.A4.B p)) => (Cvt.F8.B p);
    "(float)(int)p, F8 unsigned", (Cvt.F8.U4 (Cvt.A4.B p)) => (Cvt.F8.B p);
};
