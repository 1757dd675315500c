//! CODEREP: one node of the expression DAG.

use crate::ids::{AuxId, CrId, Version};
use optx_whirl::{Intrinsic, Mtype, Operator, StId};
use smallvec::SmallVec;

/// A memory space of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Any: the address is generic.
    Generic,
    /// Global memory.
    Global,
    /// The block's shared memory.
    Shared,
    /// Constant memory: never written by a kernel.
    Constant,
    /// The thread's own memory.
    Local,
    /// The kernel's parameters: never written.
    Param,
}

impl Space {
    /// All spaces.
    pub const ALL: [Space; 6] =
        [Space::Generic, Space::Global, Space::Shared, Space::Constant, Space::Local, Space::Param];

    /// The name in text.
    pub fn name(self) -> &'static str {
        match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Constant => "const",
            Space::Local => "local",
            Space::Param => "param",
        }
    }

    /// True where nothing writes while a kernel runs.
    pub fn is_read_only(self) -> bool {
        matches!(self, Space::Constant | Space::Param)
    }

    /// The conversion from a generic address; None for the generic and parameter spaces.
    pub fn to_intrinsic(self) -> Option<Intrinsic> {
        Some(match self {
            Space::Global => Intrinsic::ToGlobal,
            Space::Shared => Intrinsic::ToShared,
            Space::Constant => Intrinsic::ToConstant,
            Space::Local => Intrinsic::ToLocal,
            Space::Generic | Space::Param => return None,
        })
    }

    /// The conversion to a generic address; None for the generic and parameter spaces.
    pub fn from_intrinsic(self) -> Option<Intrinsic> {
        Some(match self {
            Space::Global => Intrinsic::FromGlobal,
            Space::Shared => Intrinsic::FromShared,
            Space::Constant => Intrinsic::FromConstant,
            Space::Local => Intrinsic::FromLocal,
            Space::Generic | Space::Param => return None,
        })
    }
}

/// A place in memory and how it is accessed: `[base + offset]` in `space`, as `desc`.
///
/// Equality and hash leave out how much `align` is above the type's: it is a fact about the place, and all facts about
/// one place hold. An alignment below the type's makes another access, since only the program's other access, which
/// may never run, says that the place is aligned better.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The memory type.
    pub desc: Mtype,
    /// The space that `base` is an address of.
    pub space: Space,
    /// The address, in the space's own form.
    pub base: CrId,
    /// Bytes added to it.
    pub offset: i64,
    /// The alignment in bytes that the address is known to have, more than its type's or less; 0 stands for its
    /// type's.
    pub align: u32,
}

impl Access {
    fn key(&self) -> (Mtype, Space, CrId, i64, u32) {
        let below = if self.is_under_aligned() { self.align } else { 0 };
        (self.desc, self.space, self.base, self.offset, below)
    }

    /// True where the address may not be aligned as its type is: the access is made of smaller ones.
    pub fn is_under_aligned(&self) -> bool {
        self.align != 0 && self.align < self.desc.size()
    }
}

impl PartialEq for Access {
    fn eq(&self, other: &Access) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Access {}

impl std::hash::Hash for Access {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// Kids of an OP.
pub type Kids = SmallVec<[CrId; 3]>;

/// An OP: operator, types, intrinsic, kids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Op {
    /// The operator; an expression operator of WHIRL's M level.
    pub opr: Operator,
    /// Result type.
    pub rtype: Mtype,
    /// Descriptor type of comparisons, conversions, intrinsics.
    pub desc: Mtype,
    /// The intrinsic of an INTRINSIC_OP.
    pub intrinsic: Option<Intrinsic>,
    /// Operands.
    pub kids: Kids,
}

/// A node of the expression DAG. All but VAR are interned: equal nodes have one id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CodeRep {
    /// The address of an object in its own space's form (not generic), plus an offset.
    Lda {
        /// The object.
        st: StId,
        /// Bytes added.
        offset: i64,
    },
    /// An integer or predicate constant in canonical form; 4- and 8-byte integers are kept as `U4`, `U8`.
    Const {
        /// `B`, `U4` or `U8`.
        mtype: Mtype,
        /// Zero-extended value.
        value: u64,
    },
    /// A float constant by its bits.
    Rconst {
        /// `F4` or `F8`.
        mtype: Mtype,
        /// The bits.
        bits: u64,
    },
    /// A version of an auxiliary symbol; one node per (symbol, version), never hashed.
    Var {
        /// The symbol.
        aux: AuxId,
        /// The version.
        version: Version,
    },
    /// A load, or the target of a store: equal where place and memory version are.
    Ivar {
        /// Where.
        access: Access,
        /// The version of the memory class read (after a store: the version it makes). None where nothing
        /// ever writes.
        mu: Option<CrId>,
        /// May go through the read-only cache.
        read_only: bool,
    },
    /// An operation.
    Op(Op),
}
