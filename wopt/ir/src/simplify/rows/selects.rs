//! SELECT, MIN and MAX.
//!
//! A SELECT of floats is no minimum: where one is a NaN `x < y ? x : y` is y, and MIN the number; of -0 and 0 it is y, and MIN -0.
//! Of 8 bytes a minimum is four instructions, the selection two when its comparison is there for another use: it stays.

use super::vocabulary::POWER;
use crate::simplify::term::{Row, Term, rows, term};

/// Operations on a selection of two constants: the constants are operated on.
macro_rules! constants {
    ($($opr:ident $name:literal)*) => { rows! { $(
        concat!("(p ? c : d) ", $name, " e"),
            ($opr.A (Select.T p c d) e) => (Select.R p ($opr.U c e) ($opr.U d e))
            because "Whichever constant is selected, it is operated on.";
    )* } };
}

const OPERATED: [Row; 5] = *constants! { Add "+" Band "&" Bior "|" Bxor "^" Mpy "*" };

/// Comparisons with a constant.
macro_rules! compared {
    ($($opr:ident $name:literal)*) => { rows! { $(
        concat!("(p ? c : d) ", $name, " e, p"), ($opr.S (Select.T p c d) e) => p
            if ($opr.S c e), (Eq.B ($opr.S d e) 0);
        concat!("(p ? c : d) ", $name, " e, not p"), ($opr.S (Select.T p c d) e) => (Lnot.B p)
            if (Eq.B ($opr.S c e) 0), ($opr.S d e);
        concat!("(p ? c : d) ", $name, " e, always"), ($opr.S (Select.T p c d) e) => 1
            if ($opr.S c e), ($opr.S d e);
        concat!("(p ? c : d) ", $name, " e, never"), ($opr.S (Select.T p c d) e) => 0
            if (Eq.B ($opr.S c e) 0), (Eq.B ($opr.S d e) 0);
    )* } };
}

const COMPARED: [Row; 24] = *compared! { Eq "==" Ne "!=" Lt "<" Le "<=" Gt ">" Ge ">=" };

/// A predicate as a number, compared with a constant: the four answers, each by the comparisons that can give it.
macro_rules! number_compared {
    (holds: $($holds:ident $a:literal)*; fails: $($fails:ident $b:literal)*;
     always: $($always:ident $c:literal)*; never: $($never:ident $d:literal)*;) => { rows! {
        $(concat!("(int)p ", $a, " e, p"), ($holds.S (Cvt.A.B p) e) => p
            if ($holds.S 1 e), (Eq.B ($holds.S 0 e) 0);)*
        $(concat!("(int)p ", $b, " e, not p"), ($fails.S (Cvt.A.B p) e) => (Lnot.B p)
            if (Eq.B ($fails.S 1 e) 0), ($fails.S 0 e);)*
        $(concat!("(int)p ", $c, " e, always"), ($always.S (Cvt.A.B p) e) => 1
            if ($always.S 1 e), ($always.S 0 e);)*
        $(concat!("(int)p ", $d, " e, never"), ($never.S (Cvt.A.B p) e) => 0
            if (Eq.B ($never.S 1 e) 0), (Eq.B ($never.S 0 e) 0);)*
    } };
}

const NUMBER_COMPARED: [Row; 18] = *number_compared! {
    holds: Eq "==" Ne "!=" Gt ">" Ge ">=";
    fails: Eq "==" Ne "!=" Lt "<" Le "<=";
    always: Ne "!=" Lt "<" Le "<=" Gt ">" Ge ">=";
    never: Eq "==" Lt "<" Le "<=" Gt ">" Ge ">=";
};

/// Selections of two constants.
pub(super) const OF_CONSTANTS: &[Row] = &{
    let mut all = [OPERATED[0]; 47];
    let mut k = 0;
    while k < 47 {
        all[k] = match k {
            0..5 => OPERATED[k],
            5..29 => COMPARED[k - 5],
            _ => NUMBER_COMPARED[k - 29],
        };
        k += 1;
    }
    all
};

pub(super) const SELECTS: &[Row] = rows! {
    "true ? x : y", (Select.T 1 x y) => x;
    "false ? x : y", (Select.T 0 x y) => y;
    "p ? x : x", (Select.T p x x) => x;
    "p ? true : false", (Select.B p 1 0) => p;
    "p ? false : true", (Select.B p 0 1) => (Lnot.B p);
    "p ? true : q", (Select.B p 1 q) => (Lior.B p q);
    "p ? q : false", (Select.B p q 0) => (Land.B p q);
    "p ? false : q", (Select.B p 0 q) => (Land.B (Lnot.B p) q);
    "p ? q : true", (Select.B p q 1) => (Lior.B (Lnot.B p) q);
    "p ? p : q", (Select.B p p q) => (Lior.B p q);
    "p ? q : p", (Select.B p q p) => (Land.B p q);
    "!p ? x : y", (Select.T (Lnot.B p) x y) => (Select.T p y x);
    "p ? x : (p ? y : z)", (Select.T p x (Select.T p y z)) => (Select.T p x z);
    "p ? (p ? x : y) : z", (Select.T p (Select.T p x y) z) => (Select.T p x z);
    "p ? 1 : 0", (Select.A p 1 0) => (Cvt.R.B p);
    "p ? 0 : 1", (Select.A p 0 1) => (Cvt.R.B (Lnot.B p));
    "x < 0 ? -1 : 0", (Select.A (Lt.I x 0) ones 0) => (Ashr.R x (Sub.M bits 1));
    "x >= 0 ? 0 : -1", (Select.A (Ge.I x 0) 0 ones) => (Ashr.R x (Sub.M bits 1));
    "x & c ? c : 0, one bit", (Select.A (Ne.A (Band.A x c) 0) c 0) => (Band.R x c) if [POWER];
    "x & c ? 0 : c, one bit", (Select.A (Eq.A (Band.A x c) 0) 0 c) => (Band.R x c) if [POWER];
    "x == y ? x : y", (Select.A (Eq.A x y) x y) => y;
    "x == y ? y : x", (Select.A (Eq.A x y) y x) => x;
    "x != y ? x : y", (Select.A (Ne.A x y) x y) => x;
    "x != y ? y : x", (Select.A (Ne.A x y) y x) => y;
    "x < 0 ? -x : x", (Select.A (Lt.I x 0) (Neg.A x) x) => (Abs.I x);
    "x <= 0 ? -x : x", (Select.A (Le.I x 0) (Neg.A x) x) => (Abs.I x);
    "x > 0 ? x : -x", (Select.A (Gt.I x 0) x (Neg.A x)) => (Abs.I x);
    "x >= 0 ? x : -x", (Select.A (Ge.I x 0) x (Neg.A x)) => (Abs.I x);
};

/// Selections that are a minimum or a maximum.
pub(super) const LEAST: &[Row] = rows! {
    "x < y ? x : y", in Words, (Select.A (Lt.S x y) x y) => (Min.S x y);
    "x <= y ? x : y", in Words, (Select.A (Le.S x y) x y) => (Min.S x y);
    "x > y ? y : x", in Words, (Select.A (Gt.S x y) y x) => (Min.S x y);
    "x >= y ? y : x", in Words, (Select.A (Ge.S x y) y x) => (Min.S x y);
    "x > y ? x : y", in Words, (Select.A (Gt.S x y) x y) => (Max.S x y);
    "x >= y ? x : y", in Words, (Select.A (Ge.S x y) x y) => (Max.S x y);
    "x < y ? y : x", in Words, (Select.A (Lt.S x y) y x) => (Max.S x y);
    "x <= y ? y : x", in Words, (Select.A (Le.S x y) y x) => (Max.S x y);
};

/// d is the negative of c.
const NEGATIVE: Term = term!((Eq.U d (Neg.U c)));

/// Differences that are no less than 0.
pub(super) const SATURATED: &[Row] = rows! {
    "x > y ? x - y : 0", in Words, (Select.A (Gt.S x y) (Sub.A x y) 0) => (Sub.U (Max.S x y) y);
    "x >= y ? x - y : 0", in Words, (Select.A (Ge.S x y) (Sub.A x y) 0) => (Sub.U (Max.S x y) y);
    "x < y ? 0 : x - y", in Words, (Select.A (Lt.S x y) 0 (Sub.A x y)) => (Sub.U (Max.S x y) y);
    "x <= y ? 0 : x - y", in Words, (Select.A (Le.S x y) 0 (Sub.A x y)) => (Sub.U (Max.S x y) y);
    "x > c ? x - c : 0", in Words, (Select.A (Gt.S x c) (Add.A x d) 0) => (Add.U (Max.S x c) d) if [NEGATIVE];
    "x >= c ? x - c : 0", in Words, (Select.A (Ge.S x c) (Add.A x d) 0) => (Add.U (Max.S x c) d) if [NEGATIVE];
    "x < c ? 0 : x - c", in Words, (Select.A (Lt.S x c) 0 (Add.A x d)) => (Add.U (Max.S x c) d) if [NEGATIVE];
    "x <= c ? 0 : x - c", in Words, (Select.A (Le.S x c) 0 (Add.A x d)) => (Add.U (Max.S x c) d) if [NEGATIVE];
};

/// c and d follow each other: d is c - 1, or c + 1, as signed numbers.
const ONE_LESS: Term = term!((Land.B (Ne.I c lowest) (Eq.U d (Sub.U c 1))));
const ONE_MORE: Term = term!((Land.B (Ne.I c highest) (Eq.U d (Add.U c 1))));

/// An index that is kept within bounds: the last place is one less than their number.
pub(super) const CLAMPS: &[Row] = rows! {
    "x >= y ? y - 1 : x", in Words, (Select.A (Ge.I x y) (Add.I y minus_one) x) => (Min.I x (Add.I y minus_one));
    "x < y ? x : y - 1", in Words, (Select.A (Lt.I x y) x (Add.I y minus_one)) => (Min.I x (Add.I y minus_one));
    "y <= x ? y - 1 : x", in Words, (Select.A (Le.I y x) (Add.I y minus_one) x) => (Min.I x (Add.I y minus_one));
    "y > x ? x : y - 1", in Words, (Select.A (Gt.I y x) x (Add.I y minus_one)) => (Min.I x (Add.I y minus_one));
    "x >= c ? c - 1 : x", in Words, (Select.A (Ge.I x c) d x) => (Min.I x d) if [ONE_LESS];
    "x < c ? x : c - 1", in Words, (Select.A (Lt.I x c) x d) => (Min.I x d) if [ONE_LESS];
    "x <= c ? c + 1 : x", in Words, (Select.A (Le.I x c) d x) => (Max.I x d) if [ONE_MORE];
    "x > c ? x : c + 1", in Words, (Select.A (Gt.I x c) x d) => (Max.I x d) if [ONE_MORE];
};

/// Minima and maxima of minima and maxima.
pub(super) const CHAINS: &[Row] = rows! {
    "min(x, x)", (Min.S x x) => x;
    "max(x, x)", (Max.S x x) => x;
    "min(x, highest)", (Min.S x highest) => x;
    "min(x, lowest)", (Min.S x lowest) => lowest;
    "max(x, lowest)", (Max.S x lowest) => x;
    "max(x, highest)", (Max.S x highest) => highest;
    "min(min(x, c), d)", (Min.S (Min.S x c) d) => (Min.S x (Min.S c d));
    "max(max(x, c), d)", (Max.S (Max.S x c) d) => (Max.S x (Max.S c d));
    "min(max(x, c), d), crossed", (Min.S (Max.S x c) d) => d if (Ge.S c d);
    "max(min(x, c), d), crossed", (Max.S (Min.S x c) d) => d if (Le.S c d);
    "min(min(x, y), y)", (Min.S (Min.S x y) y) => (Min.S x y);
    "max(max(x, y), y)", (Max.S (Max.S x y) y) => (Max.S x y);
    "min(max(x, y), y)", (Min.S (Max.S x y) y) => y;
    "max(min(x, y), y)", (Max.S (Min.S x y) y) => y;
    "max(x, -x)", (Max.I x (Neg.A x)) => (Abs.I x);
};
