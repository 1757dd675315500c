//! Typed ids: 4 bytes with a niche, so that `Option` of one is 4 bytes too. `Display` is the text syntax.

use id_arena::ArenaBehavior;
use std::fmt;
use std::num::NonZeroU32;

/// What numbers the entries of an arena, and so of the [`crate::SideTable`]s beside it.
pub trait EntityId: Copy {
    /// The id of entry number 0.
    const FIRST: Self;

    /// The entry's number, from 0.
    fn index(self) -> usize;
}

macro_rules! arena_id {
    ($(#[$doc:meta])* $id:ident, $behavior:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $id(NonZeroU32);

        impl $id {
            /// The id of entry number `index`.
            pub fn from_index(index: usize) -> $id {
                // An arena of 2^32 entries does not fit the memory bounds of the compiler.
                let raw = u32::try_from(index + 1).unwrap_or(u32::MAX);
                $id(NonZeroU32::new(raw).unwrap_or(NonZeroU32::MAX))
            }

            /// The entry's number, from 0.
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl EntityId for $id {
            const FIRST: $id = $id(NonZeroU32::MIN);

            fn index(self) -> usize {
                self.index()
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.index())
            }
        }

        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        /// How `id-arena` makes and reads the id. Ids of two functions are not told apart; the verifier must.
        #[derive(Clone, Copy, Debug)]
        pub enum $behavior {}

        impl ArenaBehavior for $behavior {
            type Id = $id;

            fn new_id(_arena: u32, index: usize) -> $id {
                $id::from_index(index)
            }

            fn index(id: $id) -> usize {
                id.index()
            }

            fn arena_id(_id: $id) -> u32 {
                0
            }

            fn new_arena_id() -> u32 {
                0
            }
        }
    };
}

arena_id! {
    /// A CODEREP: an expression node.
    CrId, CrBehavior, "cr"
}
arena_id! {
    /// A STMTREP.
    StmtId, StmtBehavior, "s"
}
arena_id! {
    /// A basic block.
    BbId, BbBehavior, "bb"
}
arena_id! {
    /// An auxiliary symbol: a register candidate, a register, or a virtual symbol for a class of memory.
    AuxId, AuxBehavior, "v"
}

/// A version of an auxiliary symbol. [`Version::NONE`] stands in the forms Cfg and Regs; SSA versions count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Version(pub u32);

impl Version {
    /// No version: the form is Cfg or Regs.
    pub const NONE: Version = Version(0);
}
