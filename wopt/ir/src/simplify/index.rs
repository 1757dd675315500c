//! The rows by the operators of the root and of its first two kids, made by the compiler of this crate.
//!
//! Each root operator has a list of rows, and for each kind of kid the set of its rows that the kid does not rule out, as a word
//! of bits; a node's candidates are the intersection.

use super::flat::{COUNT, FIRST, FlatRow, LAST, ROWS, SORT};
use super::term::{Number, Row, Term, Ty, has_two_orders, is_compare};
use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op};
use optx_whirl::{Mtype, Operator, canonical_constant};

const OPERATORS: usize = LAST - FIRST + 1;

/// Kinds of kids: an operator each, all that is no constant, and constants: 0, 1, all ones, the ends of the signed numbers, others.
const OTHER: usize = OPERATORS;
const ZERO: usize = OPERATORS + 1;
const ONE: usize = OPERATORS + 2;
const ONES: usize = OPERATORS + 3;
const END: usize = OPERATORS + 4;
const CONSTANT: usize = OPERATORS + 5;
const KINDS: usize = OPERATORS + 6;

/// Rows of one root that a word has room for.
const MOST: usize = 64;
type Set = u64;
/// Different sets of one root that there is room for.
const MOST_SETS: usize = 64;
/// Of the lists by kids, those of the first two in the other order begin here.
const SWAPPED: usize = 3;

/// Classes of the types that an operator computes with: integers (as results of conversions those of 8 bytes apart), floats,
/// predicates.
const INTEGER: usize = 0;
const LONG: usize = 1;
const FLOAT: usize = 2;
const PREDICATE: usize = 3;
const CLASSES: usize = 4;

/// True for the operators whose results' widths tell rows apart.
const fn converts(opr: Operator) -> bool {
    matches!(opr, Operator::Cvt | Operator::Tas)
}

/// True where a pattern's type may be of a class.
const fn may_be(class: usize, opr: Operator, ty: Ty) -> bool {
    match ty {
        Ty::T => true,
        Ty::B => class == PREDICATE,
        Ty::F | Ty::Is(Mtype::F4 | Mtype::F8) => class == FLOAT,
        Ty::A8 | Ty::Is(Mtype::I8 | Mtype::U8) if converts(opr) => class == LONG,
        Ty::A4 | Ty::Is(Mtype::I4 | Mtype::U4) => class == INTEGER,
        _ => class == INTEGER || class == LONG && converts(opr),
    }
}

/// The rows of one root operator, while the index is made.
#[derive(Clone, Copy)]
struct Draft {
    /// Where its rows begin in [`ROWS`].
    first: usize,
    /// By the kind of each kid; then by those of the first two in the other order.
    kids: [[Set; KINDS]; 5],
    /// By the class of the type that the operator computes with.
    types: [Set; CLASSES],
    /// Rows whose last two kids are one leaf.
    twice: Set,
}

/// The rows of one root operator: as [`Draft`], each set by its place in a list, for most are equal.
#[derive(Clone, Copy)]
struct Root {
    first: usize,
    kids: [[u8; KINDS]; 5],
    types: [Set; CLASSES],
    twice: Set,
    sets: [Set; MOST_SETS],
}

impl Root {
    fn set(&self, kid: usize, kind: usize) -> Set {
        self.sets[usize::from(self.kids[kid][kind])]
    }
}

const fn root_of(row: &Row) -> (usize, Ty, &'static [Term]) {
    match row.left {
        Term::Op(opr, first, _, kids) => (opr as usize - FIRST, first, kids),
        _ => panic!("a row's pattern is an operator's"),
    }
}

/// Adds a row to the sets of the kinds that a kid of the pattern may be. Of floats the bits of 1 are no 1.
const fn add_kinds(sets: &mut [Set; KINDS], kid: &Term, is_float: bool, bit: Set) {
    let (from, to) = match kid {
        Term::Op(opr, _, _, _) if !kid.is_constant() => {
            let at = *opr as usize - FIRST;
            (at, at)
        }
        Term::Leaf(_) => (0, CONSTANT),
        Term::Number(_) if is_float => (ZERO, CONSTANT),
        Term::Number(Number::Int(0)) => (ZERO, ZERO),
        Term::Number(Number::Int(1)) => (ONE, ONE),
        Term::Number(Number::Int(-1)) => (ONES, ONES),
        Term::Number(Number::Lowest) => {
            sets[ZERO] |= bit;
            (END, END)
        }
        Term::Number(Number::Highest) => (ONES, END),
        _ => (ZERO, CONSTANT),
    };
    let mut kind = from;
    while kind <= to {
        sets[kind] |= bit;
        kind += 1;
    }
}

const fn drafts() -> [Draft; OPERATORS] {
    let empty = Draft { first: 0, kids: [[0; KINDS]; 5], types: [0; CLASSES], twice: 0 };
    let mut roots = [empty; OPERATORS];
    let (mut root, mut at) = (0, 0);
    while root < OPERATORS {
        roots[root].first = at;
        let mut bit = 0;
        while at < COUNT {
            let (of, ty, kids) = root_of(SORT[at]);
            if of != root {
                break;
            }
            assert!(bit < MOST, "too many rows of one operator for a word");
            let set: Set = 1 << bit;
            let Term::Op(opr, ..) = SORT[at].left else { panic!("an operator") };
            let is_float = matches!(ty, Ty::F | Ty::Is(Mtype::F4 | Mtype::F8));
            let mut k = 0;
            while k < 3 {
                if k < kids.len() {
                    add_kinds(&mut roots[root].kids[k], &kids[k], is_float, set);
                    if has_two_orders(opr, kids) {
                        add_kinds(&mut roots[root].kids[SWAPPED + 1 - k], &kids[k], is_float, set);
                    }
                }
                k += 1;
            }
            let mut class = 0;
            while class < CLASSES {
                if may_be(class, opr, ty) {
                    roots[root].types[class] |= set;
                }
                class += 1;
            }
            if let [Term::Leaf(a), Term::Leaf(b)] | [_, Term::Leaf(a), Term::Leaf(b)] = kids
                && *a == *b
            {
                roots[root].twice |= set;
            }
            bit += 1;
            at += 1;
        }
        root += 1;
    }
    roots
}

static ROOTS: [Root; OPERATORS] = {
    let empty = Root {
        first: 0,
        kids: [[0; KINDS]; 5],
        types: [0; CLASSES],
        twice: 0,
        sets: [0; MOST_SETS],
    };
    let drafts = drafts();
    let mut roots = [empty; OPERATORS];
    let mut root = 0;
    while root < OPERATORS {
        let draft = &drafts[root];
        roots[root].first = draft.first;
        roots[root].types = draft.types;
        roots[root].twice = draft.twice;
        // The first is the empty set.
        let (mut known, mut at) = (1, 0);
        while at < 5 * KINDS {
            let set = draft.kids[at / KINDS][at % KINDS];
            let mut k = 0;
            while k < known && roots[root].sets[k] != set {
                k += 1;
            }
            if k == known {
                assert!(known < MOST_SETS, "too many different sets of rows");
                roots[root].sets[k] = set;
                known += 1;
            }
            roots[root].kids[at / KINDS][at % KINDS] = k as u8;
            at += 1;
        }
        root += 1;
    }
    roots
};

fn kind(map: &Codemap, op: &Op, k: usize) -> usize {
    let Some(&kid) = op.kids.get(k) else { return OTHER };
    match map.get(kid) {
        CodeRep::Op(op) => (op.opr as usize).wrapping_sub(FIRST).min(OTHER),
        CodeRep::Const { value: 0, .. } | CodeRep::Rconst { bits: 0, .. } => ZERO,
        CodeRep::Const { value: 1, .. } => ONE,
        CodeRep::Const { mtype, value } => {
            let ones = canonical_constant(*mtype, u64::MAX);
            match value.wrapping_sub(ones >> 1) {
                0 | 1 => END,
                _ if *value == ones => ONES,
                _ => CONSTANT,
            }
        }
        CodeRep::Rconst { .. } => CONSTANT,
        _ => OTHER,
    }
}

/// The rows of the root's operator that its kids and type do not rule out.
pub(super) fn candidates(map: &Codemap, op: &Op) -> Set {
    let Some(root) = ROOTS.get((op.opr as usize).wrapping_sub(FIRST)) else { return 0 };
    let computed = if is_compare(op.opr) { op.desc } else { op.rtype };
    let class = match computed {
        Mtype::B => PREDICATE,
        m if m.is_float() => FLOAT,
        Mtype::I8 | Mtype::U8 if converts(op.opr) => LONG,
        _ => INTEGER,
    };
    let first = kind(map, op, 0);
    let mut sets = root.set(0, first);
    if op.kids.len() > 1 {
        let second = kind(map, op, 1);
        sets &= root.set(1, second);
        sets |= root.set(SWAPPED, first) & root.set(SWAPPED + 1, second);
    }
    if op.kids.len() > 2 {
        sets &= root.set(2, kind(map, op, 2));
    }
    sets &= root.types[class];
    if let [.., a, b] = op.kids[..]
        && a != b
    {
        sets &= !root.twice;
    }
    sets
}

/// A candidate by its number.
pub(super) fn candidate(opr: Operator, number: u32) -> &'static FlatRow {
    &ROWS[ROOTS[opr as usize - FIRST].first + number as usize]
}
