//! BAND, BIOR, BXOR and BNOT.

use crate::simplify::term::{Row, rows};

pub(super) const AND: &[Row] = rows! {
    "x & 0", (Band.A x 0) => 0;
    "x & -1", (Band.A x ones) => x;
    "x & x", (Band.A x x) => x;
    "x & ~x", (Band.A x (Bnot.A x)) => 0;
    "(x & c) & d", (Band.A (Band.A x c) d) => (Band.R x (Band.U c d));
    "(x & y) & y", (Band.A (Band.A x y) y) => (Band.R x y);
    "x & (x | y)", (Band.A x (Bior.A x y)) => x;
    "(x | c) & d, disjoint", (Band.A (Bior.A x c) d) => (Band.R x d) if (Eq.U (Band.U c d) 0);
    "(x | c) & d, c covers d", (Band.A (Bior.A x c) d) => d if (Eq.U (Band.U c d) d);
    "(x ^ c) & d, disjoint", (Band.A (Bxor.A x c) d) => (Band.R x d) if (Eq.U (Band.U c d) 0);
    "((x & c) ^ d) & e, e covers both", (Band.A (Bxor.A (Band.A x c) d) e) => (Bxor.R (Band.U x c) d)
        if (Eq.U (Band.U (Bior.U c d) e) (Bior.U c d));
    "(x | y) & (x | ~y)", (Band.A (Bior.A x y) (Bior.A x (Bnot.A y))) => x;
    "(x >> c) & (y >> c), unsigned", (Band.A (Lshr.A x c) (Lshr.A y c)) => (Lshr.R (Band.U x y) c);
    "(p ? -1 : 0) & x", (Band.A (Select.A p ones 0) x) => (Select.R p x 0);
    "(p ? 0 : -1) & x", (Band.A (Select.A p 0 ones) x) => (Select.R p 0 x);
    "(x | c) & (x | d)", (Band.A (Bior.A x c) (Bior.A x d)) => (Bior.R x (Band.U c d));
};

pub(super) const OR: &[Row] = rows! {
    "x | 0", (Bior.A x 0) => x;
    "x | -1", (Bior.A x ones) => ones;
    "x | x", (Bior.A x x) => x;
    "x | ~x", (Bior.A x (Bnot.A x)) => ones;
    "(x | c) | d", (Bior.A (Bior.A x c) d) => (Bior.R x (Bior.U c d));
    "(x | y) | y", (Bior.A (Bior.A x y) y) => (Bior.R x y);
    "x | (x & y)", (Bior.A x (Band.A x y)) => x;
    "(x & c) | d, d covers c", (Bior.A (Band.A x c) d) => d if (Eq.U (Band.U c d) c);
    "(x & c) | d, complete", (Bior.A (Band.A x c) d) => (Bior.R x d) if (Eq.U (Bior.U c d) ones);
    "(x & c) | (x & d)", (Bior.A (Band.A x c) (Band.A x d)) => (Band.R x (Bior.U c d));
    "((x & c) ^ d) | (x & e), disjoint", (Bior.A (Bxor.A (Band.A x c) d) (Band.A x e)) => (Bxor.R (Band.U x (Bior.U c e)) d)
        if (Eq.U (Band.U c e) 0), (Eq.U (Band.U d e) 0);
    "((x & c) | d) | (x & e)", (Bior.A (Bior.A (Band.A x c) d) (Band.A x e)) => (Bior.R (Band.U x (Bior.U c e)) d);
    "(x & y) | (x & ~y)", (Bior.A (Band.A x y) (Band.A x (Bnot.A y))) => x;
    "(x ^ y) | (x & y)", (Bior.A (Bxor.A x y) (Band.A x y)) => (Bior.R x y);
    "(x >> c) | (y >> c), unsigned", (Bior.A (Lshr.A x c) (Lshr.A y c)) => (Lshr.R (Bior.U x y) c);
    "(x ^ y) | y", (Bior.A (Bxor.A x y) y) => (Bior.R x y);
};

pub(super) const XOR: &[Row] = rows! {
    "x ^ 0", (Bxor.A x 0) => x;
    "x ^ -1", (Bxor.A x ones) => (Bnot.R x);
    "x ^ x", (Bxor.A x x) => 0;
    "x ^ ~x", (Bxor.A x (Bnot.A x)) => ones;
    "(x ^ c) ^ d", (Bxor.A (Bxor.A x c) d) => (Bxor.R x (Bxor.U c d));
    "(x ^ y) ^ y", (Bxor.A (Bxor.A x y) y) => x;
    "~x ^ c", (Bxor.A (Bnot.A x) c) => (Bxor.R x (Bnot.U c));
    "~x ^ ~y", (Bxor.A (Bnot.A x) (Bnot.A y)) => (Bxor.R x y);
    "(x | y) ^ (x & y)", (Bxor.A (Bior.A x y) (Band.A x y)) => (Bxor.R x y);
    "(x & c) ^ (x & d), disjoint", (Bxor.A (Band.A x c) (Band.A x d)) => (Band.R x (Bior.U c d))
        if (Eq.U (Band.U c d) 0);
    "(x >> c) ^ (y >> c), unsigned", (Bxor.A (Lshr.A x c) (Lshr.A y c)) => (Lshr.R (Bxor.U x y) c);
    "(p ? x ^ y : 0) ^ y", (Bxor.A (Select.A p (Bxor.A x y) 0) y) => (Select.R p x y);
    "(int)p ^ 1", (Bxor.A (Cvt.A.B p) 1) => (Cvt.R.B (Lnot.B p));
};

pub(super) const NOT: &[Row] = rows! {
    "~~x", (Bnot.A (Bnot.A x)) => x;
    "~(x ^ c)", (Bnot.A (Bxor.A x c)) => (Bxor.R x (Bnot.U c));
};
