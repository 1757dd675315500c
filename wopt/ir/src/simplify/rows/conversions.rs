//! CVTL (cut and extend), CVT between integers, TAS, and predicates as numbers.

use super::vocabulary::SHIFT_C;
use crate::simplify::term::{Row, rows};

/// A cut of a cut: of a wider or as wide a type it changes nothing that stays.
macro_rules! cut_again {
    ($($outer:ident $inner:ident)*) => { rows! { $(
        concat!("cut ", stringify!($outer), " of cut ", stringify!($inner)),
            (Cvtl.A.$outer (Cvtl.A.$inner x)) => (Cvtl.R.$outer x);
    )* } };
}

/// A cut of what is narrower, and extended in a way that the outer cut keeps.
macro_rules! cut_kept {
    ($($outer:ident $inner:ident)*) => { rows! { $(
        concat!("cut ", stringify!($outer), " of narrower ", stringify!($inner)),
            (Cvtl.A.$outer (Cvtl.A.$inner x)) => (Cvtl.R.$inner x);
    )* } };
}

/// Cuts, masks and shifts.
macro_rules! cut_masks {
    ($($signed:ident $unsigned:ident)*) => { rows! { $(
        concat!("cut ", stringify!($signed), " of x & c"),
            (Cvtl.A.$signed (Band.A x c)) => (Cvtl.R.$signed x)
            if (Eq.U (Band.U c (mask $unsigned)) (mask $unsigned));
        concat!("cut ", stringify!($unsigned), " of x & c"),
            (Cvtl.A.$unsigned (Band.A x c)) => (Band.R x (Band.U c (mask $unsigned)));
        concat!("cut ", stringify!($unsigned), " & c"),
            (Band.A (Cvtl.A.$unsigned x) c) => (Band.R x (Band.U c (mask $unsigned)));
        concat!("cut ", stringify!($signed), " & c"),
            (Band.A (Cvtl.A.$signed x) c) => (Band.R x c)
            if (Eq.U (Band.U c (mask $unsigned)) c);
        concat!("cut ", stringify!($unsigned), " of the highest bits"),
            (Cvtl.A.$unsigned (Lshr.A x c)) => (Lshr.R x c)
            if [SHIFT_C], (Ge.M (Add.M c (bits_of $unsigned)) bits);
        concat!("cut ", stringify!($signed), " of the highest bits"),
            (Cvtl.A.$signed (Lshr.A x c)) => (Ashr.R x c)
            if (Eq.M (Add.M c (bits_of $unsigned)) bits), [SHIFT_C];
        concat!("cut ", stringify!($signed), " of the highest bits, signed"),
            (Cvtl.A.$signed (Ashr.A x c)) => (Ashr.R x c)
            if [SHIFT_C], (Ge.M (Add.M c (bits_of $unsigned)) bits);
        concat!("cut ", stringify!($signed), " of a predicate"),
            (Cvtl.A.$signed (Cvt.A.B p)) => (Cvt.R.B p);
        concat!("cut ", stringify!($unsigned), " of a predicate"),
            (Cvtl.A.$unsigned (Cvt.A.B p)) => (Cvt.R.B p);
    )* } };
}

const AGAIN: [Row; 12] = *cut_again! {
    I1 I1 I1 U1 I1 I2 I1 U2 U1 I1 U1 U1 U1 I2 U1 U2 I2 I2 I2 U2 U2 I2 U2 U2
};

const KEPT: [Row; 3] = *cut_kept! { I2 I1 I2 U1 U2 U1 };

const WITH_MASKS: [Row; 18] = *cut_masks! { I1 U1 I2 U2 };

/// Cuts.
pub(super) const CUTS: &[Row] = &{
    let mut all = [AGAIN[0]; 33];
    let mut k = 0;
    while k < 33 {
        all[k] = match k {
            0..12 => AGAIN[k],
            12..15 => KEPT[k - 12],
            _ => WITH_MASKS[k - 15],
        };
        k += 1;
    }
    all
};

/// An operation on extended values that is cut again is one of 4 bytes.
macro_rules! cut_operations {
    ($($opr:ident)*) => { rows! { $(
        concat!("low half of extended ", stringify!($opr)),
            (Cvt.A4.A8 ($opr.A8 (Cvt.A8.A4 x) (Cvt.A8.A4 y))) => ($opr.U4 x y)
            because "Modulo 2^32, the low half of a sum, product or mask is that of the low halves.";
        concat!("low half of extended ", stringify!($opr), " c"),
            (Cvt.A4.A8 ($opr.A8 (Cvt.A8.A4 x) c)) => ($opr.U4 x (Cvt.U4.U8 c))
            because "Modulo 2^32, the low half of a sum, product or mask is that of the low halves.";
    )* } };
}

const CUT_SUMS: [Row; 12] = *cut_operations! {
    Add Sub Mpy Band Bior Bxor
};

const HALVES: [Row; 7] = *rows! {
    "low half of extended x", (Cvt.A4.A8 (Cvt.A8.A4 x)) => x;
    "low half of x & c", (Cvt.A4.A8 (Band.A8 x c)) => (Cvt.R.U8 x)
        if (Eq.U4 (Cvt.U4.U8 c) ones);
    "low half of x | c", (Cvt.A4.A8 (Bior.A8 x c)) => (Cvt.R.U8 x) if (Eq.U4 (Cvt.U4.U8 c) 0);
    "low half of extended x << c", (Cvt.A4.A8 (Shl.A8 (Cvt.A8.A4 x) c)) => (Shl.U4 x c);
    "zero extension & c", (Band.A8 (Cvt.A8.U4 x) c) => (Cvt.U8.U4 x) if (Eq.U4 (Cvt.U4.U8 c) ones);
    "sign extension & low half", (Band.A8 (Cvt.A8.I4 x) c) => (Cvt.U8.U4 x) if (Eq.U8 c (Cvt.U8.U4 ones));
    "zero extension >> 32", (Lshr.A8 (Cvt.A8.U4 x) c) => 0 if (Ge.M c (bits_of U4));
};

/// Cuts and extensions between 4 and 8 bytes.
pub(super) const EXTENSIONS: &[Row] = &{
    let mut all = [HALVES[0]; 19];
    let mut k = 0;
    while k < 19 {
        all[k] = if k < 7 { HALVES[k] } else { CUT_SUMS[k - 7] };
        k += 1;
    }
    all
};

/// Predicates as numbers: 0 or 1.
pub(super) const PREDICATES: &[Row] = rows! {
    "(long)(int)p, signed", (Cvt.A8.I4 (Cvt.A4.B p)) => (Cvt.R.B p);
    "(long)(int)p, unsigned", (Cvt.A8.U4 (Cvt.A4.B p)) => (Cvt.R.B p);
    "(int)(long)p", (Cvt.A4.A8 (Cvt.A8.B p)) => (Cvt.R.B p);
    "(int)(x < 0)", (Cvt.A.B (Lt.I x 0)) => (Lshr.U x (Sub.M bits 1));
    "(int)((x & 1) != 0)", (Cvt.A.B (Ne.A (Band.A x 1) 0)) => (Band.R x 1);
    "(int)((x & 1) == 0)", (Cvt.A.B (Eq.A (Band.A x 1) 0)) => (Band.R (Bnot.U x) 1);
    "(int)p * x", (Mpy.A (Cvt.A.B p) x) => (Select.R p x 0) because "1 x is x and 0 x is 0.";
    "(int)p & c, odd", (Band.A (Cvt.A.B p) c) => (Cvt.R.B p) if (Eq.U (Band.U c 1) 1);
    "(int)p & c, even", (Band.A (Cvt.A.B p) c) => 0 if (Eq.U (Band.U c 1) 0);
    "(int)p << c", (Shl.A (Cvt.A.B p) c) => (Select.R p (Shl.U 1 c) 0);
    "(int)p >> c, unsigned", (Lshr.A (Cvt.A.B p) c) => 0 if (Ne.M c 0);
    "(int)p >> c, signed", (Ashr.A (Cvt.A.B p) c) => 0 if (Ne.M c 0);
    "(int)p * c", (Mpy.A (Cvt.A.B p) c) => (Select.R p c 0) because "1 c is c and 0 c is 0.";
    "(int)p & (int)q", (Band.A (Cvt.A.B p) (Cvt.A.B q)) => (Cvt.R.B (Land.B p q));
    "(int)p | (int)q", (Bior.A (Cvt.A.B p) (Cvt.A.B q)) => (Cvt.R.B (Lior.B p q));
    "bits of a float of bits, 4 bytes", (Tas.A4.F4 (Tas.F4.A4 x)) => x;
    "float of the bits of a float, 4 bytes", (Tas.F4.A4 (Tas.A4.F4 x)) => x;
    "bits of a float of bits, 8 bytes", (Tas.A8.F8 (Tas.F8.A8 x)) => x;
    "float of the bits of a float, 8 bytes", (Tas.F8.A8 (Tas.A8.F8 x)) => x;
};
