//! LNOT, LAND and LIOR of predicates.
//!
//! AND and OR have a value where one operand decides, whatever the other is; a comparison of poison has none.

use crate::simplify::term::{Row, rows};

/// Negations.
pub(super) const NEGATIONS: &[Row] = rows! {
    "!!p", (Lnot.B (Lnot.B p)) => p;
    "!(x == y)", (Lnot.B (Eq.A x y)) => (Ne.U x y);
    "!(x != y)", (Lnot.B (Ne.A x y)) => (Eq.U x y);
    "!(x < y)", (Lnot.B (Lt.S x y)) => (Ge.S x y);
    "!(x <= y)", (Lnot.B (Le.S x y)) => (Gt.S x y);
    "!(x > y)", (Lnot.B (Gt.S x y)) => (Le.S x y);
    "!(x >= y)", (Lnot.B (Ge.S x y)) => (Lt.S x y);
    "!(p == q)", (Lnot.B (Eq.B p q)) => (Ne.B p q);
};

pub(super) const LOGIC: &[Row] = rows! {
    "p && true", (Land.B p 1) => p;
    "p && false", (Land.B p 0) => 0;
    "p || true", (Lior.B p 1) => 1;
    "p || false", (Lior.B p 0) => p;
    "p && p", (Land.B p p) => p;
    "p || p", (Lior.B p p) => p;
    "p && !p", (Land.B p (Lnot.B p)) => 0;
    "p || !p", (Lior.B p (Lnot.B p)) => 1;
    "p && (p || q)", (Land.B p (Lior.B p q)) => p;
    "p || (p && q)", (Lior.B p (Land.B p q)) => p;
    "(p && q) && q", (Land.B (Land.B p q) q) => (Land.B p q);
    "(p || q) || q", (Lior.B (Lior.B p q) q) => (Lior.B p q);
    "p && (!p || q)", (Land.B p (Lior.B (Lnot.B p) q)) => (Land.B p q);
    "p || (!p && q)", (Lior.B p (Land.B (Lnot.B p) q)) => (Lior.B p q);
    "!p && !q", (Land.B (Lnot.B p) (Lnot.B q)) => (Lnot.B (Lior.B p q));
    "!p || !q", (Lior.B (Lnot.B p) (Lnot.B q)) => (Lnot.B (Land.B p q));
};

/// Two comparisons of the same operands, or with both ends of a range.
pub(super) const RANGES: &[Row] = rows! {
    "x == y && x != y", (Land.B (Eq.A x y) (Ne.A x y)) => 0;
    "x == y || x != y", (Lior.B (Eq.A x y) (Ne.A x y)) => 1;
    "x < y && x >= y", (Land.B (Lt.S x y) (Ge.S x y)) => 0;
    "x < y || x >= y", (Lior.B (Lt.S x y) (Ge.S x y)) => 1;
    "x > y && x <= y", (Land.B (Gt.S x y) (Le.S x y)) => 0;
    "x > y || x <= y", (Lior.B (Gt.S x y) (Le.S x y)) => 1;
    "x < y && x > y", (Land.B (Lt.S x y) (Gt.S x y)) => 0;
    "x < y || x > y", (Lior.B (Lt.S x y) (Gt.S x y)) => (Ne.S x y);
    "x <= y && x >= y", (Land.B (Le.S x y) (Ge.S x y)) => (Eq.S x y);
    "x <= y || x >= y", (Lior.B (Le.S x y) (Ge.S x y)) => 1;
    "x < y || x == y", (Lior.B (Lt.S x y) (Eq.A x y)) => (Le.S x y);
    "x > y || x == y", (Lior.B (Gt.S x y) (Eq.A x y)) => (Ge.S x y);
    "x <= y && x != y", (Land.B (Le.S x y) (Ne.A x y)) => (Lt.S x y);
    "x >= y && x != y", (Land.B (Ge.S x y) (Ne.A x y)) => (Gt.S x y);
    "x >= 0 && x < c", (Land.B (Ge.I x 0) (Lt.I x c)) => (Lt.U x c) if (Ge.I c 0);
    "x >= 0 && x <= c", (Land.B (Ge.I x 0) (Le.I x c)) => (Le.U x c) if (Ge.I c 0);
    "x < 0 || x >= c", (Lior.B (Lt.I x 0) (Ge.I x c)) => (Ge.U x c) if (Ge.I c 0);
    "x < 0 || x > c", (Lior.B (Lt.I x 0) (Gt.I x c)) => (Gt.U x c) if (Ge.I c 0);
    "x > 0 && x < c", (Land.B (Gt.I x 0) (Lt.I x c)) => (Lt.U (Add.U x ones) (Sub.U c 1)) if (Gt.I c 0);
};
