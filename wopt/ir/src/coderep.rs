//! CODEREP: one node of the expression DAG.

use crate::few::Kids;
use crate::ids::{AuxId, CrId, Version};
use optx_whirl::{Intrinsic, Mtype, Operator, StId, Storage};

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

    /// Where objects of a storage lie; a kernel's own copy of a parameter is local.
    pub fn of(storage: Storage) -> Space {
        match storage {
            Storage::Global => Space::Global,
            Storage::Constant => Space::Constant,
            Storage::Shared | Storage::SharedDynamic => Space::Shared,
            Storage::Auto | Storage::Param => Space::Local,
        }
    }

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

/// How memory is accessed at an address: `[address + offset]` in `space`, as `desc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AccessShape {
    /// The memory type.
    pub desc: Mtype,
    /// The space that the address is one of.
    pub space: Space,
    /// Bytes added to the address.
    pub offset: i64,
    /// The alignment in bytes that the sum is known to have, more than its type's or less; 0 stands for its type's.
    ///
    /// It is part of what makes two accesses one: that a `float4` is read at `p` on one path says nothing of `p` on
    /// another, where only a `float` is.
    pub align: u32,
}

impl AccessShape {
    /// The access of this place at an address.
    pub fn at(self, base: CrId) -> Access {
        let AccessShape { desc, space, offset, align } = self;
        Access { desc, space, base, offset, align }
    }

    /// True where the address may not be aligned as its type is: the access is made of smaller ones.
    pub fn is_under_aligned(&self) -> bool {
        self.align != 0 && self.align < self.desc.size()
    }
}

/// An [`AccessShape`] with its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// The memory type.
    pub desc: Mtype,
    /// The space that `base` is an address of.
    pub space: Space,
    /// The address, in the space's own form; of shared memory it may be in 32 bits.
    pub base: CrId,
    /// Bytes added to it.
    pub offset: i64,
    /// As [`AccessShape::align`].
    pub align: u32,
}

impl Access {
    /// The access without its address.
    pub fn shape(&self) -> AccessShape {
        let Access { desc, space, offset, align, .. } = *self;
        AccessShape { desc, space, offset, align }
    }

    /// As [`AccessShape::is_under_aligned`].
    pub fn is_under_aligned(&self) -> bool {
        self.shape().is_under_aligned()
    }
}

/// An OP: operator, types, intrinsic, kids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Op {
    /// True for an address of a space made generic.
    pub fn makes_generic(&self) -> bool {
        self.intrinsic.is_some_and(Intrinsic::makes_generic)
    }
}

/// A node of the expression DAG. All but VAR are interned: equal nodes have one id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
