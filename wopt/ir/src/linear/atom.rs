//! What is left whole of a tree.

use super::parts::{Extension, Whole};
use crate::ids::CrId;
use optx_whirl::{Operator, StId};

/// What is not taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// Where an object lies.
    Object(StId),
    /// A tree, or its extension.
    Tree(Whole),
    /// A bitwise operation with a constant, or its extension.
    Bits {
        /// `Bior` or `Bxor`.
        opr: Operator,
        /// What it is done to.
        kid: CrId,
        /// What is left of its constant, in the operation's width.
        constant: u64,
        /// How it is extended, where it is one of 32 bits.
        extension: Option<Extension>,
    },
}

impl Atom {
    /// The tree, where it is one of 32 bits extended by its sign.
    pub fn sign_extended(&self) -> Option<CrId> {
        match *self {
            Atom::Tree(Whole { tree, extension: Some(Extension::Sign) }) => Some(tree),
            _ => None,
        }
    }
}
