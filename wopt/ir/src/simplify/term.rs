//! What a row is written in: trees of operators over leaves and constants, as data.
//!
//! One language serves all three parts of a row. A pattern binds leaves and constants; a condition is a predicate over constants
//! alone; a replacement's parts that are over constants alone are computed, by the operators' own rules.

use optx_whirl::{Intrinsic, Mtype, Operator};

/// A type in a row, relative to the node that the row is tried on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    /// No type.
    V,
    /// A predicate.
    B,
    /// An integer of the row's width, of either sign: each occurrence for itself. In patterns only.
    A,
    /// An integer of the row's width, of one sign throughout the row.
    S,
    /// The signed integer of the row's width: of ADD, SUB, MPY and NEG the I-form.
    I,
    /// The unsigned integer of the row's width.
    U,
    /// The result type of the root. In replacements only.
    R,
    /// The amount of a shift: 4 bytes.
    M,
    /// Any type, one throughout the row: what a SELECT passes on.
    T,
    /// `F4` or `F8`, one throughout the row.
    F,
    /// A 4-byte integer of either sign. In patterns only.
    A4,
    /// An 8-byte integer of either sign. In patterns only.
    A8,
    /// A type by name.
    Is(Mtype),
}

/// A constant that a row names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// The number in the type that its place has, floats included.
    Int(i64),
    /// The float -0.
    MinusZero,
    /// The lowest number of the type that its place has.
    Lowest,
    /// The highest.
    Highest,
    /// The width in bits of integers of a type.
    Bits(Ty),
    /// The number with as many low bits set as a type has.
    Mask(Mtype),
}

/// A tree of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Any tree: the same one wherever the row names it.
    Leaf(u8),
    /// Any constant: the same one wherever the row names it.
    Constant(u8),
    /// A constant by its value.
    Number(Number),
    /// An operator. Comparisons have their operands' type, [`Ty::V`] and give a predicate; conversions have the result's and the
    /// operand's; the others the result's and [`Ty::V`].
    Op(Operator, Ty, Ty, &'static [Term]),
    /// The place of the lowest bit that is set, for constants but 0.
    Log2(&'static Term),
    /// A pure intrinsic on 4 bytes. In replacements only.
    Intrinsic(Intrinsic, &'static [Term]),
}

/// Letters of leaves in the order of their numbers.
pub const LEAVES: [&str; 5] = ["x", "y", "z", "p", "q"];

/// Letters of constants in the order of their numbers.
pub const CONSTANTS: [&str; 3] = ["c", "d", "e"];

/// True for the six comparisons.
pub const fn is_compare(opr: Operator) -> bool {
    use Operator::*;
    matches!(opr, Eq | Ne | Lt | Le | Gt | Ge)
}

/// True where the order of the kids does not matter, as [`Operator::is_commutative`].
pub const fn commutes(opr: Operator) -> bool {
    use Operator::*;
    matches!(opr, Add | Mpy | Highmpy | Max | Min | Band | Bior | Bxor | Land | Lior | Eq | Ne)
}

/// The type that kid `k` of an operator is of, by the types that the term shows.
pub const fn kid_type(opr: Operator, first: Ty, second: Ty, k: usize) -> Ty {
    use Operator::*;
    match opr {
        Cvt | Tas => second,
        Shl | Lshr | Ashr if k == 1 => Ty::M,
        Select if k == 0 => Ty::B,
        Land | Lior | Lnot => Ty::B,
        _ => first,
    }
}

/// The type that kid `k` of an intrinsic is of: two words and an amount.
pub const fn intrinsic_kid_type(k: usize) -> Ty {
    if k == 2 { Ty::M } else { Ty::U }
}

impl Term {
    /// True where the term is made of constants alone.
    pub const fn is_constant(&self) -> bool {
        match self {
            Term::Constant(_) | Term::Number(_) | Term::Log2(_) => true,
            Term::Leaf(_) | Term::Intrinsic(..) => false,
            Term::Op(_, _, _, kids) => {
                let mut k = 0;
                while k < kids.len() {
                    if !kids[k].is_constant() {
                        return false;
                    }
                    k += 1;
                }
                true
            }
        }
    }

    /// How many of the tree's operators may have their kids in two orders: those that commute, but for those whose last kid is a
    /// constant, which stands last, and those of one leaf twice.
    pub const fn orders(&self) -> u32 {
        let Term::Op(opr, _, _, kids) = self else { return 0 };
        let mut count = has_two_orders(*opr, kids) as u32;
        let mut k = 0;
        while k < kids.len() {
            count += kids[k].orders();
            k += 1;
        }
        count
    }
}

/// True where the matcher has to try the kids in both orders.
pub const fn has_two_orders(opr: Operator, kids: &[Term]) -> bool {
    if !commutes(opr) || kids.len() != 2 || kids[1].is_constant() {
        return false;
    }
    match (&kids[0], &kids[1]) {
        (Term::Leaf(a), Term::Leaf(b)) => *a != *b,
        _ => true,
    }
}

/// Where a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In every width.
    All,
    /// In 4 bytes alone.
    Words,
    /// Not in single precision where subnormals are flushed to zero.
    Unflushed,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it is known by.
    pub name: &'static str,
    /// The tree that it is for.
    pub left: Term,
    /// What the tree becomes.
    pub right: Term,
    /// Predicates over the constants: all must hold.
    pub when: &'static [Term],
    /// Where it holds.
    pub scope: Scope,
    /// Why the side condition is the right one, where no solver shows it in full width; else empty.
    pub proof: &'static str,
}

/// A term: `x`, `c`, `0`, `(Add.A x c)`, `(Cvt.A8.I4 x)`, `(log2 c)`, `(mask U1)`.
macro_rules! term {
    (x) => { $crate::simplify::term::Term::Leaf(0) };
    (y) => { $crate::simplify::term::Term::Leaf(1) };
    (z) => { $crate::simplify::term::Term::Leaf(2) };
    (p) => { $crate::simplify::term::Term::Leaf(3) };
    (q) => { $crate::simplify::term::Term::Leaf(4) };
    (c) => { $crate::simplify::term::Term::Constant(0) };
    (d) => { $crate::simplify::term::Term::Constant(1) };
    (e) => { $crate::simplify::term::Term::Constant(2) };
    (ones) => { $crate::simplify::term::number!(Int(-1)) };
    (lowest) => { $crate::simplify::term::number!(Lowest) };
    (highest) => { $crate::simplify::term::number!(Highest) };
    (minus_one) => { $crate::simplify::term::number!(Int(-1)) };
    (minus_zero) => { $crate::simplify::term::number!(MinusZero) };
    (bits) => { $crate::simplify::term::number!(Bits($crate::simplify::term::Ty::A)) };
    ((log2 $kid:tt)) => { $crate::simplify::term::Term::Log2(&$crate::simplify::term::term!($kid)) };
    ((mask $mtype:ident)) => { $crate::simplify::term::number!(Mask(optx_whirl::Mtype::$mtype)) };
    ((bits_of $mtype:ident)) => {
        $crate::simplify::term::number!(Bits($crate::simplify::term::ty!($mtype)))
    };
    (($opr:ident . $first:ident . $second:ident $($kid:tt)*)) => {
        $crate::simplify::term::Term::Op(
            optx_whirl::Operator::$opr,
            $crate::simplify::term::ty!($first),
            $crate::simplify::term::ty!($second),
            &[$($crate::simplify::term::term!($kid)),*],
        )
    };
    (($opr:ident . $first:ident $($kid:tt)*)) => {
        $crate::simplify::term::Term::Op(
            optx_whirl::Operator::$opr,
            $crate::simplify::term::ty!($first),
            $crate::simplify::term::Ty::V,
            &[$($crate::simplify::term::term!($kid)),*],
        )
    };
    ((($intrinsic:ident) $($kid:tt)*)) => {
        $crate::simplify::term::Term::Intrinsic(
            optx_whirl::Intrinsic::$intrinsic,
            &[$($crate::simplify::term::term!($kid)),*],
        )
    };
    ([$($name:tt)*]) => { $($name)* };
    ($number:literal) => { $crate::simplify::term::number!(Int($number)) };
}

macro_rules! number {
    ($($number:tt)*) => {
        $crate::simplify::term::Term::Number($crate::simplify::term::Number::$($number)*)
    };
}

macro_rules! ty {
    (I1) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::I1)
    };
    (U1) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::U1)
    };
    (I2) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::I2)
    };
    (U2) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::U2)
    };
    (I4) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::I4)
    };
    (U4) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::U4)
    };
    (I8) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::I8)
    };
    (U8) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::U8)
    };
    (F4) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::F4)
    };
    (F8) => {
        $crate::simplify::term::Ty::Is(optx_whirl::Mtype::F8)
    };
    ($ty:ident) => {
        $crate::simplify::term::Ty::$ty
    };
}

/// Rows: `"name" in Scope: pattern => replacement if condition, condition because "proof";`.
macro_rules! rows {
    ($($name:expr, $(in $scope:ident,)? ($($left:tt)+) => $right:tt $(if $($when:tt),+)? $(because $proof:literal)?;)*) => {
        &[$($crate::simplify::term::Row {
            name: $name,
            left: $crate::simplify::term::term!(($($left)+)),
            right: $crate::simplify::term::term!($right),
            when: &[$($($crate::simplify::term::term!($when)),+)?],
            scope: $crate::simplify::term::rows!(@scope $($scope)?),
            proof: $crate::simplify::term::rows!(@proof $($proof)?),
        },)*]
    };
    (@scope) => { $crate::simplify::term::Scope::All };
    (@scope $scope:ident) => { $crate::simplify::term::Scope::$scope };
    (@proof) => { "" };
    (@proof $proof:literal) => { $proof };
}

pub(super) use {number, rows, term, ty};
