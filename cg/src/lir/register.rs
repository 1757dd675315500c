//! Registers of LIR: their classes, and what is known of each.

use super::modifiers::Type;
use optx_ir::{AuxId, EntityId};
use optx_whirl::Mtype;
use std::num::NonZeroU32;

/// A register class of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RegClass {
    /// `.pred`, printed `%p`.
    Pred,
    /// `.b16`, printed `%rs`.
    B16,
    /// `.b32`, printed `%r`.
    B32,
    /// `.b64`, printed `%rd`.
    B64,
    /// `.f32`, printed `%f`.
    F32,
    /// `.f64`, printed `%fd`.
    F64,
}

impl RegClass {
    /// All classes, in printing order.
    pub const ALL: [RegClass; 6] =
        [RegClass::Pred, RegClass::B16, RegClass::B32, RegClass::B64, RegClass::F32, RegClass::F64];

    /// The class that holds values of a register type.
    pub fn of(mtype: Mtype) -> RegClass {
        match mtype.register() {
            Mtype::B => RegClass::Pred,
            Mtype::F4 => RegClass::F32,
            Mtype::F8 => RegClass::F64,
            Mtype::I8 | Mtype::U8 => RegClass::B64,
            _ => RegClass::B32,
        }
    }

    /// The prefix of its registers' names.
    pub fn prefix(self) -> &'static str {
        match self {
            RegClass::Pred => "%p",
            RegClass::B16 => "%rs",
            RegClass::B32 => "%r",
            RegClass::B64 => "%rd",
            RegClass::F32 => "%f",
            RegClass::F64 => "%fd",
        }
    }

    /// The type its registers are declared with.
    pub fn declared(self) -> &'static str {
        match self {
            RegClass::Pred => "pred",
            RegClass::B16 => "b16",
            RegClass::B32 => "b32",
            RegClass::B64 => "b64",
            RegClass::F32 => "f32",
            RegClass::F64 => "f64",
        }
    }

    /// The type that a MOV of its registers is of.
    pub fn moved(self) -> Type {
        match self {
            RegClass::Pred => Type::Pred,
            RegClass::B16 => Type::U16,
            RegClass::B32 => Type::U32,
            RegClass::B64 => Type::U64,
            RegClass::F32 => Type::F32,
            RegClass::F64 => Type::F64,
        }
    }
}

/// A virtual register of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(NonZeroU32);

impl Reg {
    pub(super) fn from_index(index: usize) -> Reg {
        // As many registers as instructions could have: the budget of memory ends far before.
        let raw = u32::try_from(index + 1).unwrap_or(u32::MAX);
        Reg(NonZeroU32::new(raw).unwrap_or(NonZeroU32::MAX))
    }

    /// Its number among all registers of the function.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl EntityId for Reg {
    const FIRST: Reg = Reg(NonZeroU32::MIN);

    fn index(self) -> usize {
        Reg::index(self)
    }
}

/// What is known of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegInfo {
    /// Its class.
    pub class: RegClass,
    /// Its number among those of its class, by which it is printed.
    pub number: u32,
    /// The auxiliary symbol whose values it holds, which has the source's name; None where it holds a part of a tree.
    pub aux: Option<AuxId>,
}
