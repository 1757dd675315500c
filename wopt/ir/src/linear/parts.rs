//! What one operation is a sum of: the rules of the [module](super), operation by operation.

use super::width::Width;
use crate::codemap::Codemap;
use crate::coderep::CodeRep;
use crate::ids::CrId;
use optx_whirl::{Mtype, Operator, StId};

/// How 32 bits become 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extension {
    /// The bits above are those of the sign.
    Sign,
    /// The bits above are zeros.
    Zero,
}

impl Extension {
    /// A constant of 32 bits in 64.
    fn of(self, value: u64) -> u64 {
        match self {
            Extension::Zero => u64::from(value as u32),
            Extension::Sign => value as u32 as i32 as u64,
        }
    }
}

/// The value of a tree, or that of one of 32 bits extended to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Whole {
    /// The tree.
    pub tree: CrId,
    /// None where it is the tree's own value.
    pub extension: Option<Extension>,
}

impl Whole {
    /// The value of a tree itself.
    pub fn of(tree: CrId) -> Whole {
        Whole { tree, extension: None }
    }

    /// The value of a tree of 32 bits extended by its sign.
    pub fn sign_extended(tree: CrId) -> Whole {
        Whole { tree, extension: Some(Extension::Sign) }
    }

    /// A constant of the tree's width in the value's.
    pub(super) fn extended(self, value: u64) -> u64 {
        self.extension.map_or(value, |extension| extension.of(value))
    }
}

/// What a value is, modulo 2^N, of its own N bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parts {
    /// A number.
    Constant(u64),
    /// Where an object lies, and bytes behind it.
    Object(StId, u64),
    /// Both added.
    Sum(Whole, Whole),
    /// The first less the second.
    Difference(Whole, Whole),
    /// Zero less a value.
    Negative(Whole),
    /// A number of times a value.
    Multiple(Whole, u64),
    /// The product of two values, neither a constant.
    Product(Whole, Whole),
    /// A value extended.
    Extension(Whole),
}

impl Codemap {
    /// The number that a value is, where it is a constant.
    pub fn constant_of(&self, whole: Whole) -> Option<u64> {
        self.constant(whole.tree).map(|value| whole.extended(value))
    }

    /// What a value is a sum, product or extension of; None where it is none, or may not be taken apart.
    pub fn parts(&self, whole: Whole) -> Option<Parts> {
        let Whole { tree, extension } = whole;
        let op = match self.get(tree) {
            CodeRep::Op(op) => op,
            CodeRep::Const { value, .. } => return Some(Parts::Constant(whole.extended(*value))),
            CodeRep::Lda { st, offset } if extension.is_none() => {
                return Some(Parts::Object(*st, *offset as u64));
            }
            _ => return None,
        };
        let is_modular = match extension {
            None => Width::of(op.rtype).is_some(),
            Some(Extension::Sign) => op.rtype == Mtype::I4 && op.promises_no_wrap(),
            Some(Extension::Zero) => false,
        };
        if !is_modular {
            return None;
        }
        let kid = |k: usize| Whole { tree: op.kids[k], extension };
        match op.opr {
            Operator::Add => Some(Parts::Sum(kid(0), kid(1))),
            Operator::Sub => Some(Parts::Difference(kid(0), kid(1))),
            Operator::Neg => Some(Parts::Negative(kid(0))),
            Operator::Mpy => Some(match self.constant(op.kids[1]) {
                Some(by) => Parts::Multiple(kid(0), whole.extended(by)),
                None => Parts::Product(kid(0), kid(1)),
            }),
            Operator::Shl => {
                let by = self.constant(op.kids[1]).filter(|&by| by < u64::from(op.rtype.bits()))?;
                Some(Parts::Multiple(kid(0), 1 << by))
            }
            Operator::Cvt if op.rtype.size() == 8 => {
                let extension = match op.desc {
                    Mtype::I4 => Extension::Sign,
                    Mtype::U4 => Extension::Zero,
                    _ => return None,
                };
                let tree = op.kids[0];
                Some(Parts::Extension(Whole { tree, extension: Some(extension) }))
            }
            _ => None,
        }
    }
}
