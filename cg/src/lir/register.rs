//! Registers of LIR: their classes, and what is known of each.
//!
//! A slot of memory is a register too, of a file of its own, until it is lowered: a spill is a copy to it, a reload a copy from it, and
//! nothing else reads or writes one. So who allocates speaks of registers alone, and what is known of registers (liveness, edits, the
//! checkers) holds for slots.
//! Source: Mesa's NAK (`spill_values.rs`), where memory is a register file beside the others.

use super::modifiers::Type;
use optx_ir::{AuxId, EntityId};
use optx_whirl::Mtype;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// A register file: a class of PTX's registers, or of slots.
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
    /// A place in shared memory that a warp's threads have in common; no register of PTX's.
    WarpSlot,
    /// A place in the thread's memory; no register of PTX's.
    ThreadSlot,
}

impl RegClass {
    /// The classes of PTX, in printing order.
    pub const ALL: [RegClass; 6] =
        [RegClass::Pred, RegClass::B16, RegClass::B32, RegClass::B64, RegClass::F32, RegClass::F64];

    /// All files: those, and the slots.
    pub const FILES: [RegClass; 8] = [
        RegClass::Pred,
        RegClass::B16,
        RegClass::B32,
        RegClass::B64,
        RegClass::F32,
        RegClass::F64,
        RegClass::WarpSlot,
        RegClass::ThreadSlot,
    ];

    /// True for slots, which only copies read and write.
    pub fn is_slot(self) -> bool {
        matches!(self, RegClass::WarpSlot | RegClass::ThreadSlot)
    }

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
            RegClass::WarpSlot => "%warp",
            RegClass::ThreadSlot => "%thread",
        }
    }

    /// The type its registers are declared with; none for slots.
    pub fn declared(self) -> &'static str {
        match self {
            RegClass::Pred => "pred",
            RegClass::B16 => "b16",
            RegClass::B32 => "b32",
            RegClass::B64 => "b64",
            RegClass::F32 => "f32",
            RegClass::F64 => "f64",
            RegClass::WarpSlot | RegClass::ThreadSlot => "",
        }
    }

    /// The type that a MOV between its registers is of; none for slots, to and from which the other register's is.
    pub fn moved(self) -> Option<Type> {
        let ty = match self {
            RegClass::Pred => Type::Pred,
            RegClass::B16 => Type::U16,
            RegClass::B32 => Type::U32,
            RegClass::B64 => Type::U64,
            RegClass::F32 => Type::F32,
            RegClass::F64 => Type::F64,
            RegClass::WarpSlot | RegClass::ThreadSlot => return None,
        };
        Some(ty)
    }

    /// How many bits a register of the class holds; none for slots, which hold what is copied there.
    pub fn bits(self) -> Option<u32> {
        match self {
            RegClass::Pred => Some(1),
            RegClass::B16 => Some(16),
            RegClass::B32 | RegClass::F32 => Some(32),
            RegClass::B64 | RegClass::F64 => Some(64),
            RegClass::WarpSlot | RegClass::ThreadSlot => None,
        }
    }
}

/// Something for each register file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerRegFile<T>([T; RegClass::FILES.len()]);

impl<T> PerRegFile<T> {
    /// What `of` gives for each.
    pub fn new(of: impl FnMut(RegClass) -> T) -> PerRegFile<T> {
        PerRegFile(RegClass::FILES.map(of))
    }
}

impl<T> Index<RegClass> for PerRegFile<T> {
    type Output = T;

    fn index(&self, class: RegClass) -> &T {
        &self.0[class as usize]
    }
}

impl<T> IndexMut<RegClass> for PerRegFile<T> {
    fn index_mut(&mut self, class: RegClass) -> &mut T {
        &mut self.0[class as usize]
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

    fn from_index(index: usize) -> Reg {
        Reg::from_index(index)
    }

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
