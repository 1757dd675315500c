//! The table as the folder reads it: its terms in one array without pointers, made of the rows by the compiler of this crate.
//!
//! It is a third of the size, needs no relocation when a program is loaded, and leaves the rows' names and reasons to the tools that
//! want them.

use super::rows::GROUPS;
use super::term::{Number, Row, Scope, Term, Ty, has_two_orders, is_compare};
use optx_whirl::{Intrinsic, Operator};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Leaf(u8),
    Constant(u8),
    /// By its place in [`NUMBERS`].
    Number(u8),
    Op(Operator),
    Log2,
    Intrinsic(Intrinsic),
}

/// A term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) what: What,
    pub(super) first: Ty,
    pub(super) second: Ty,
    /// Where its kids begin in [`NODES`].
    kids: u16,
    count: u8,
    /// [`Term::is_constant`].
    pub(super) is_constant: bool,
    /// [`has_two_orders`].
    pub(super) has_two_orders: bool,
}

impl Node {
    pub(super) fn kids(&self) -> &'static [Node] {
        let first = usize::from(self.kids);
        &NODES[first..first + usize::from(self.count)]
    }

    pub(super) fn is_compare(&self) -> bool {
        matches!(self.what, What::Op(opr) if is_compare(opr))
    }
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatRow {
    left: u16,
    right: u16,
    when: u16,
    conditions: u8,
    /// [`Term::orders`] of the pattern.
    pub(super) orders: u8,
    pub(super) scope: Scope,
}

impl FlatRow {
    pub(super) fn left(&self) -> &'static Node {
        &NODES[usize::from(self.left)]
    }

    pub(super) fn right(&self) -> &'static Node {
        &NODES[usize::from(self.right)]
    }

    pub(super) fn when(&self) -> &'static [Node] {
        let first = usize::from(self.when);
        &NODES[first..first + usize::from(self.conditions)]
    }
}

/// The operators that a row may have at its root or below: those of M WHIRL that are no loads or constants.
pub(super) const FIRST: usize = Operator::Cvt as usize;
pub(super) const LAST: usize = Operator::IntrinsicOp as usize;

pub(super) const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
};

/// All rows: of one root together, in the groups' order.
pub(super) static SORTED: [&Row; COUNT] = SORT;

pub(super) const SORT: [&Row; COUNT] = {
    let mut sorted = [&GROUPS[0][0]; COUNT];
    let (mut to, mut root) = (0, FIRST);
    while root <= LAST {
        let mut group = 0;
        while group < GROUPS.len() {
            let mut k = 0;
            while k < GROUPS[group].len() {
                let row = &GROUPS[group][k];
                let Term::Op(opr, ..) = row.left else {
                    panic!("a row's pattern is an operator's")
                };
                if opr as usize == root {
                    sorted[to] = row;
                    to += 1;
                }
                k += 1;
            }
            group += 1;
        }
        root += 1;
    }
    assert!(to == COUNT);
    sorted
};

const fn size(term: &Term) -> usize {
    let kids: &[Term] = match term {
        Term::Op(_, _, _, kids) | Term::Intrinsic(_, kids) => kids,
        Term::Log2(kid) => return 1 + size(kid),
        _ => return 1,
    };
    let (mut sum, mut k) = (1, 0);
    while k < kids.len() {
        sum += size(&kids[k]);
        k += 1;
    }
    sum
}

const SIZE: usize = {
    let (mut sum, mut at) = (0, 0);
    while at < COUNT {
        sum += size(&SORT[at].left) + size(&SORT[at].right);
        let mut k = 0;
        while k < SORT[at].when.len() {
            sum += size(&SORT[at].when[k]);
            k += 1;
        }
        at += 1;
    }
    sum
};

/// Different numbers that there is room for.
const MOST_NUMBERS: usize = 64;

struct Flat {
    nodes: [Node; SIZE],
    next: usize,
    numbers: [Number; MOST_NUMBERS],
    known: usize,
    rows: [FlatRow; COUNT],
}

const fn same(a: Number, b: Number) -> bool {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => a == b,
        (Number::MinusZero, Number::MinusZero)
        | (Number::Lowest, Number::Lowest)
        | (Number::Highest, Number::Highest)
        | (Number::Bits(Ty::A), Number::Bits(Ty::A)) => true,
        (Number::Bits(Ty::Is(a)), Number::Bits(Ty::Is(b))) | (Number::Mask(a), Number::Mask(b)) => {
            a as u8 == b as u8
        }
        _ => false,
    }
}

impl Flat {
    const fn number(&mut self, number: Number) -> What {
        let mut k = 0;
        while k < self.known {
            if same(self.numbers[k], number) {
                return What::Number(k as u8);
            }
            k += 1;
        }
        assert!(k < MOST_NUMBERS, "too many different numbers");
        self.numbers[k] = number;
        self.known += 1;
        What::Number(k as u8)
    }

    /// Puts terms side by side; where they begin.
    const fn terms(&mut self, terms: &[Term]) -> u16 {
        let first = self.next;
        self.next += terms.len();
        let mut k = 0;
        while k < terms.len() {
            let (types, kids): ((Ty, Ty), &[Term]) = match &terms[k] {
                Term::Op(_, first, second, kids) => ((*first, *second), kids),
                Term::Intrinsic(_, kids) => ((Ty::V, Ty::V), kids),
                Term::Log2(kid) => ((Ty::V, Ty::V), std::slice::from_ref(kid)),
                _ => ((Ty::V, Ty::V), &[]),
            };
            let (what, has_two_orders) = match terms[k] {
                Term::Leaf(n) => (What::Leaf(n), false),
                Term::Constant(n) => (What::Constant(n), false),
                Term::Number(number) => (self.number(number), false),
                Term::Log2(_) => (What::Log2, false),
                Term::Intrinsic(intrinsic, _) => (What::Intrinsic(intrinsic), false),
                Term::Op(opr, ..) => (What::Op(opr), has_two_orders(opr, kids)),
            };
            let (count, is_constant) = (kids.len() as u8, terms[k].is_constant());
            let kids = self.terms(kids);
            let (first_type, second) = types;
            self.nodes[first + k] =
                Node { what, first: first_type, second, kids, count, is_constant, has_two_orders };
            k += 1;
        }
        assert!(self.next <= u16::MAX as usize);
        first as u16
    }
}

const FLAT: Flat = {
    let node = Node {
        what: What::Log2,
        first: Ty::V,
        second: Ty::V,
        kids: 0,
        count: 0,
        is_constant: false,
        has_two_orders: false,
    };
    let row = FlatRow { left: 0, right: 0, when: 0, conditions: 0, orders: 0, scope: Scope::All };
    let numbers = [Number::Int(0); MOST_NUMBERS];
    let mut flat = Flat { nodes: [node; SIZE], next: 0, numbers, known: 0, rows: [row; COUNT] };
    let mut at = 0;
    while at < COUNT {
        let row = SORT[at];
        flat.rows[at] = FlatRow {
            left: flat.terms(&[row.left]),
            right: flat.terms(&[row.right]),
            when: flat.terms(row.when),
            conditions: row.when.len() as u8,
            orders: row.left.orders() as u8,
            scope: row.scope,
        };
        at += 1;
    }
    assert!(flat.next == SIZE);
    flat
};

static NODES: [Node; SIZE] = FLAT.nodes;

/// The numbers that rows name.
pub(super) static NUMBERS: [Number; MOST_NUMBERS] = FLAT.numbers;

/// The rows, as [`SORTED`].
pub(super) static ROWS: [FlatRow; COUNT] = FLAT.rows;
