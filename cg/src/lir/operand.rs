//! What instructions name.

use super::modifiers::Special;
use super::{BlockId, Reg};

/// A name in PTX: number of [`super::Function::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(pub u32);

/// An operand: 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// An integer, printed in decimal as signed.
    Int(i64),
    /// A float by its bits, printed `0f...`.
    F32(u32),
    /// A double by its bits, printed `0d...`.
    F64(u64),
    /// The address of an object as a value.
    Symbol(Symbol),
    /// A special register.
    Special(Special),
    /// A block to go to.
    Label(BlockId),
    /// `[register + offset]`
    AtReg(Reg, i64),
    /// `[object + offset]`
    AtSymbol(Symbol, i64),
}

impl Operand {
    /// The register that is read for it.
    pub fn register(&self) -> Option<Reg> {
        match *self {
            Operand::Reg(reg) | Operand::AtReg(reg, _) => Some(reg),
            _ => None,
        }
    }

    /// The register that it is, as a value.
    pub fn as_reg(&self) -> Option<Reg> {
        match *self {
            Operand::Reg(reg) => Some(reg),
            _ => None,
        }
    }

    /// The same with another register in the place of its own.
    pub fn renamed(self, name: impl Fn(Reg) -> Reg) -> Operand {
        match self {
            Operand::Reg(reg) => Operand::Reg(name(reg)),
            Operand::AtReg(reg, offset) => Operand::AtReg(name(reg), offset),
            operand => operand,
        }
    }

    /// True for an address in memory.
    pub fn is_address(&self) -> bool {
        matches!(self, Operand::AtReg(..) | Operand::AtSymbol(..))
    }
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Operand {
        Operand::Reg(reg)
    }
}

/// The condition of a guarded instruction: `@%p`, or `@!%p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The predicate.
    pub reg: Reg,
    /// What it has to be.
    pub expected: bool,
}
