//! What instructions of half precision and bfloat16 are made of.

use crate::op::{Cmp, Combine, Cond, R32, RP};
use crate::ptx::types::Ty;
use crate::soft::Rnd;

/// A format of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Half precision.
    F16,
    /// bfloat16.
    Bf16,
}

/// An operation in half precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum HalfOp {
    Add,
    Sub,
    Mul,
    Fma,
    Neg,
    Abs,
    Min { nan: bool },
    Max { nan: bool },
    Ex2,
    Tanh,
}

impl HalfOp {
    /// The number of operands.
    pub fn operands(self) -> usize {
        match self {
            HalfOp::Fma => 3,
            HalfOp::Neg | HalfOp::Abs | HalfOp::Ex2 | HalfOp::Tanh => 1,
            _ => 2,
        }
    }
}

/// What an operation in half precision works on, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfForm {
    /// The format.
    pub half: Half,
    /// Pairs in 32 bits.
    pub packed: bool,
    /// Subnormals are flushed.
    pub ftz: bool,
    /// The result is clamped to 0..1.
    pub sat: bool,
    /// A negative result becomes zero.
    pub relu: bool,
}

/// The result of a comparison as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfTo {
    /// 1 or 0 in the format compared.
    Same,
    /// All ones or zero in so many bits, of a pair in each half.
    Ones(u8),
}

/// Where the results of a comparison go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfCompared {
    /// To predicates: of the (lower) value, and of a pair's upper one.
    Predicates(Option<RP>, Option<RP>),
    /// To a register.
    Value(R32, HalfTo),
}

/// A comparison in half precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfCompare {
    /// The comparison.
    pub cmp: Cmp,
    /// What it compares.
    pub form: HalfForm,
    /// The operands.
    pub operands: [R32; 2],
    /// How the outcome is combined with `cond`.
    pub combine: Combine,
    /// The predicate that it is combined with.
    pub cond: Cond,
    /// Where it goes.
    pub to: HalfCompared,
}

/// A conversion from or to half precision; `Err` is any other type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfCvt {
    /// The type converted.
    pub from: Result<Half, Ty>,
    /// The result's type.
    pub to: Result<Half, Ty>,
    /// Rounding.
    pub rnd: Rnd,
    /// Rounding to an integral value.
    pub integral: bool,
    /// Subnormals of 32 bits are flushed.
    pub ftz: bool,
    /// The result is clamped to 0..1.
    pub sat: bool,
    /// Bits of the destination register.
    pub width: u8,
}
