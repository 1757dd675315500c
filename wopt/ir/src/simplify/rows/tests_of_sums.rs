//! Comparisons of sums and differences: terms common to both sides go.
//!
//! Not here: `x + c < d`, `x + c == d` and `x - y < 0` without the sum, though it is right for I-forms. Such is the guard of a loop up to
//! `n - 1`, whose test reads the sum that the guard evaluated: without it the loop evaluates the sum itself, and ptxas 13.5 no longer
//! unrolls (stencil_3d on sm_80 and sm_90: 359 instructions to 159). They are for the day when what a loop does not change is evaluated before it.
//!
//! Equality holds modulo 2^N. An order of sums is that of exact numbers where no operation overflows: I-forms, compared as signed.

use super::vocabulary::HAS_NEGATIVE;
use crate::simplify::term::{Row, rows};

macro_rules! equality {
    ($($opr:ident $name:literal)*) => { rows! { $(
        concat!("x + y ", $name, " y"), ($opr.A (Add.A x y) y) => ($opr.U x 0);
        concat!("x - y ", $name, " x"), ($opr.A (Sub.A x y) x) => ($opr.U y 0);
        concat!("x + y ", $name, " x + z"), ($opr.A (Add.A x y) (Add.A x z)) => ($opr.U y z);
        concat!("x + c ", $name, " y + c"), ($opr.A (Add.A x c) (Add.A y c)) => ($opr.U x y);
        concat!("x - y ", $name, " x - z"), ($opr.A (Sub.A x y) (Sub.A x z)) => ($opr.U y z);
        concat!("x - z ", $name, " y - z"), ($opr.A (Sub.A x z) (Sub.A y z)) => ($opr.U x y);
        concat!("-x ", $name, " c"), ($opr.A (Neg.A x) c) => ($opr.U x (Neg.U c));
        concat!("-x ", $name, " -y"), ($opr.A (Neg.A x) (Neg.A y)) => ($opr.U x y);
        concat!("~x ", $name, " ~y"), ($opr.A (Bnot.A x) (Bnot.A y)) => ($opr.U x y);
    )* } };
}

pub(super) const EQUALITY: &[Row] = equality! { Eq "==" Ne "!=" };

macro_rules! order {
    ($($opr:ident $name:literal $swapped:ident)*) => { rows! { $(
        concat!("x + y ", $name, " y, no overflow"), ($opr.I (Add.I x y) y) => ($opr.I x 0);
        concat!("y ", $name, " x + y, no overflow"), ($opr.I y (Add.I x y)) => ($swapped.I x 0);
        concat!("x - y ", $name, " x, no overflow"), ($opr.I (Sub.I x y) x) => ($swapped.I y 0);
        concat!("x ", $name, " x - y, no overflow"), ($opr.I x (Sub.I x y)) => ($opr.I y 0);
        concat!("x + y ", $name, " x + z, no overflow"),
            ($opr.I (Add.I x y) (Add.I x z)) => ($opr.I y z);
        concat!("x + c ", $name, " y + c, no overflow"),
            ($opr.I (Add.I x c) (Add.I y c)) => ($opr.I x y);
        concat!("x - y ", $name, " x - z, no overflow"),
            ($opr.I (Sub.I x y) (Sub.I x z)) => ($swapped.I y z);
        concat!("x - z ", $name, " y - z, no overflow"),
            ($opr.I (Sub.I x z) (Sub.I y z)) => ($opr.I x y);
        concat!("-x ", $name, " c, no overflow"),
            ($opr.I (Neg.I x) c) => ($swapped.I x (Neg.U c)) if [HAS_NEGATIVE];
        concat!("-x ", $name, " -y, no overflow"),
            ($opr.I (Neg.I x) (Neg.I y)) => ($swapped.I x y);
        concat!("~x ", $name, " ~y"),
            ($opr.S (Bnot.A x) (Bnot.A y)) => ($swapped.S x y);
    )* } };
}

pub(super) const ORDER: &[Row] = order! { Lt "<" Gt Le "<=" Ge Gt ">" Lt Ge ">=" Le };
