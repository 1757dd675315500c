//! SHL, LSHR and ASHR; an amount of the width or more gives 0, or the sign, as in PTX.

use super::vocabulary::{SHIFT_C, SHIFT_D};
use crate::simplify::term::{Row, Term, rows, term};

/// The amounts c and d together are less than the width.
const BOTH: Term = term!((Lt.M (Add.M c d) bits));
/// They are not.
const TOO_MUCH: Term = term!((Ge.M (Add.M c d) bits));

pub(super) const SHIFTS: &[Row] = rows! {
    "x << 0", (Shl.A x 0) => x;
    "0 << x", (Shl.A 0 x) => 0;
    "x << N", (Shl.A x c) => 0 if (Ge.M c bits);
    "x >> 0, unsigned", (Lshr.A x 0) => x;
    "0 >> x, unsigned", (Lshr.A 0 x) => 0;
    "x >> N, unsigned", (Lshr.A x c) => 0 if (Ge.M c bits);
    "x >> 0, signed", (Ashr.A x 0) => x;
    "0 >> x, signed", (Ashr.A 0 x) => 0;
    "-1 >> x, signed", (Ashr.A ones x) => ones;
    "x >> N, signed", (Ashr.A x c) => (Ashr.R x (Sub.M bits 1)) if (Ge.M c bits);
    "(x << c) << d", (Shl.A (Shl.A x c) d) => (Shl.R x (Add.M c d)) if [SHIFT_C], [SHIFT_D], [BOTH];
    "(x << c) << d, all", (Shl.A (Shl.A x c) d) => 0 if [SHIFT_C], [SHIFT_D], [TOO_MUCH];
    "(x >> c) >> d, unsigned", (Lshr.A (Lshr.A x c) d) => (Lshr.R x (Add.M c d))
        if [SHIFT_C], [SHIFT_D], [BOTH];
    "(x >> c) >> d, unsigned, all", (Lshr.A (Lshr.A x c) d) => 0 if [SHIFT_C], [SHIFT_D], [TOO_MUCH];
    "(x >> c) >> d, signed", (Ashr.A (Ashr.A x c) d) => (Ashr.R x (Add.M c d))
        if [SHIFT_C], [SHIFT_D], [BOTH];
    "(x >> c) >> d, signed, all", (Ashr.A (Ashr.A x c) d) => (Ashr.R x (Sub.M bits 1))
        if [SHIFT_C], [SHIFT_D], [TOO_MUCH];
    "(x >> c) >> N-1, unsigned of signed", (Lshr.A (Ashr.A x c) (Sub.M bits 1)) => (Lshr.R x (Sub.M bits 1));
    "(x >> c) >> d, signed of unsigned", (Ashr.A (Lshr.A x c) d) => (Lshr.R x (Add.M c d))
        if [SHIFT_C], [SHIFT_D], (Ne.M c 0), [BOTH];
    "(x >> c) >> d, signed of unsigned, all", (Ashr.A (Lshr.A x c) d) => 0
        if [SHIFT_C], [SHIFT_D], (Ne.M c 0), [TOO_MUCH];
};

/// Shifts and masks.
pub(super) const MASKS: &[Row] = rows! {
    "(x << c) >> c, unsigned", (Lshr.A (Shl.A x c) c) => (Band.R x (Lshr.U ones c)) if [SHIFT_C];
    "(x >> c) << c, unsigned", (Shl.A (Lshr.A x c) c) => (Band.R x (Shl.U ones c)) if [SHIFT_C];
    "(x >> c) << c, signed", (Shl.A (Ashr.A x c) c) => (Band.R x (Shl.U ones c)) if [SHIFT_C];
    // A multiple of a power of two, rounded down: the product stays one as long as nothing is shifted.
    "(x >> c) * 2^c, unsigned", (Mpy.A (Lshr.A x c) d) => (Band.R x (Neg.U d))
        if [SHIFT_C], (Eq.U d (Shl.U 1 c))
        because "The product is exact modulo 2^N: the quotient's bits stand where they stood, those below are 0.";
    "(x >> c) * 2^c, signed", (Mpy.A (Ashr.A x c) d) => (Band.R x (Neg.U d))
        if [SHIFT_C], (Eq.U d (Shl.U 1 c))
        because "The product is exact modulo 2^N: the quotient's bits stand where they stood, those below are 0.";
    "((x >> c) & e) * 2^c, unsigned", (Mpy.A (Band.A (Lshr.A x c) e) d) => (Band.R x (Shl.U e c))
        if [SHIFT_C], (Eq.U d (Shl.U 1 c))
        because "The product is exact modulo 2^N: the bits that are kept stand where they stood.";
    "((x >> c) & e) * 2^c, signed", (Mpy.A (Band.A (Ashr.A x c) e) d) => (Band.R x (Shl.U e c))
        if [SHIFT_C], (Eq.U d (Shl.U 1 c))
        because "The product is exact modulo 2^N: the bits that are kept stand where they stood.";
    "(x & c) >> d << e, unsigned", (Shl.A (Lshr.A (Band.A x c) d) e) => (Shl.R (Band.U x (Band.U c (Shl.U ones d))) (Sub.M e d))
        if [SHIFT_D], (Lt.M d e);
    "(x << N-8) >> N-8, signed", (Ashr.A (Shl.A x c) c) => (Cvtl.R.I1 x)
        if (Eq.M c (Sub.M bits (bits_of I1)));
    "(x << N-16) >> N-16, signed", (Ashr.A (Shl.A x c) c) => (Cvtl.R.I2 x)
        if (Eq.M c (Sub.M bits (bits_of I2)));
    // A part of a word that is taken out, changed and put back: it is changed where it stands.
    "((x >> c) & d) << c, unsigned", (Shl.A (Band.A (Lshr.A x c) d) c) => (Band.R x (Shl.U d c)) if [SHIFT_C];
    "((x >> c) & d) << c, signed", (Shl.A (Band.A (Ashr.A x c) d) c) => (Band.R x (Shl.U d c)) if [SHIFT_C];
    "((x >> c) ^ d) << c, unsigned", (Shl.A (Bxor.A (Lshr.A x c) d) c)
        => (Bxor.R (Band.U x (Shl.U ones c)) (Shl.U d c)) if [SHIFT_C];
    "((x >> c) ^ d) << c, signed", (Shl.A (Bxor.A (Ashr.A x c) d) c)
        => (Bxor.R (Band.U x (Shl.U ones c)) (Shl.U d c)) if [SHIFT_C];
    "(((x >> c) & d) ^ e) << c, unsigned", (Shl.A (Bxor.A (Band.A (Lshr.A x c) d) e) c)
        => (Bxor.R (Band.U x (Shl.U d c)) (Shl.U e c)) if [SHIFT_C];
    "(((x >> c) & d) | e) << c, unsigned", (Shl.A (Bior.A (Band.A (Lshr.A x c) d) e) c)
        => (Bior.R (Band.U x (Shl.U d c)) (Shl.U e c)) if [SHIFT_C];
    "(x & c) >> d, all of it", (Lshr.A (Band.A x c) d) => (Lshr.R x d)
        if [SHIFT_D], (Eq.U (Lshr.U c d) (Lshr.U ones d));
    "(x & c) >> d, nothing", (Lshr.A (Band.A x c) d) => 0 if [SHIFT_D], (Eq.U (Lshr.U c d) 0);
    "(x & c) >> d, signed, all of it", (Ashr.A (Band.A x c) d) => (Ashr.R x d)
        if [SHIFT_D], (Eq.U (Lshr.U c d) (Lshr.U ones d));
    "(x & c) << d, all of it", (Shl.A (Band.A x c) d) => (Shl.R x d)
        if [SHIFT_D], (Eq.U (Shl.U c d) (Shl.U ones d));
    "(x & c) << d, nothing", (Shl.A (Band.A x c) d) => 0 if [SHIFT_D], (Eq.U (Shl.U c d) 0);
    "(x | c) >> d, all of it", (Lshr.A (Bior.A x c) d) => (Lshr.R x d) if [SHIFT_D], (Eq.U (Lshr.U c d) 0);
    "(x | c) << d, all of it", (Shl.A (Bior.A x c) d) => (Shl.R x d) if [SHIFT_D], (Eq.U (Shl.U c d) 0);
    "(x << c) & d, all of it", (Band.A (Shl.A x c) d) => (Shl.R x c)
        if [SHIFT_C], (Eq.U (Band.U d (Shl.U ones c)) (Shl.U ones c));
    "(x << c) & d, nothing", (Band.A (Shl.A x c) d) => 0
        if [SHIFT_C], (Eq.U (Band.U d (Shl.U ones c)) 0);
    "(x >> c) & d, unsigned, all of it", (Band.A (Lshr.A x c) d) => (Lshr.R x c)
        if [SHIFT_C], (Eq.U (Band.U d (Lshr.U ones c)) (Lshr.U ones c));
    "(x >> c) & d, unsigned, nothing", (Band.A (Lshr.A x c) d) => 0
        if [SHIFT_C], (Eq.U (Band.U d (Lshr.U ones c)) 0);
    "(x >> c) & d, signed, the unsigned", (Band.A (Ashr.A x c) d) => (Lshr.R x c)
        if [SHIFT_C], (Eq.U d (Lshr.U ones c));
};

/// The amounts are the width together, and neither is 0.
const AROUND: Term = term!((Land.B (Eq.M (Add.M c d) bits) (Land.B (Ne.M c 0) (Ne.M d 0))));

/// Rotations of 4 bytes: one instruction (`shf.l.wrap`).
pub(super) const ROTATIONS: &[Row] = rows! {
    "(x << c) | (x >> 32-c)", in Words, (Bior.A (Shl.A x c) (Lshr.A x d)) => ((FunnelLeftWrap) x x c)
        if [SHIFT_C], [SHIFT_D], [AROUND];
    "(x << c) ^ (x >> 32-c)", in Words, (Bxor.A (Shl.A x c) (Lshr.A x d)) => ((FunnelLeftWrap) x x c)
        if [SHIFT_C], [SHIFT_D], [AROUND];
    "(x << y) | (x >> -y), y modulo 32", in Words,
        (Bior.A (Shl.A x (Band.M y (Sub.M bits 1))) (Lshr.A x (Band.M (Neg.M y) (Sub.M bits 1)))) => ((FunnelLeftWrap) x x y);
    "(x << y) | (x >> 32-y), y modulo 32", in Words,
        (Bior.A (Shl.A x (Band.M y (Sub.M bits 1))) (Lshr.A x (Band.M (Sub.M bits y) (Sub.M bits 1)))) => ((FunnelLeftWrap) x x y);
    "(x >> y) | (x << -y), y modulo 32", in Words,
        (Bior.A (Lshr.A x (Band.M y (Sub.M bits 1))) (Shl.A x (Band.M (Neg.M y) (Sub.M bits 1)))) => ((FunnelRightWrap) x x y);
    "(x >> y) | (x << 32-y), y modulo 32", in Words,
        (Bior.A (Lshr.A x (Band.M y (Sub.M bits 1))) (Shl.A x (Band.M (Sub.M bits y) (Sub.M bits 1)))) => ((FunnelRightWrap) x x y);
    "(x << c) + (x >> 32-c)", in Words, (Add.A (Shl.A x c) (Lshr.A x d)) => ((FunnelLeftWrap) x x c)
        if [SHIFT_C], [SHIFT_D], [AROUND];
};
