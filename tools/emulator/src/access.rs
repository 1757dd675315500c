//! Decoded loads, stores and atomics.

use crate::op::Row;
use crate::ptx::types::Ty;

/// State space of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum MemSpace {
    Generic,
    Global,
    Const,
    Shared,
    Local,
    Param,
}

/// How far an access or a fence is seen in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// `.cta`: the threads of the block.
    Block,
    /// `.gpu` and wider; `.cluster` too, as a grid without clusters has those of one block.
    Device,
}

/// Which way an operation orders the accesses around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// What an earlier strong read observed comes before what follows.
    pub acquire: bool,
    /// What came before is there for who observes a later strong write.
    pub release: bool,
}

impl Order {
    /// Both ways.
    pub const BOTH: Order = Order { acquire: true, release: true };
}

/// What the memory model says of an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// The scope of a strong access (volatile, relaxed, atomic); none where it is weak.
    pub scope: Option<Scope>,
    /// `.acquire`, `.release`, `.acq_rel`.
    pub order: Order,
}

/// An address: a row, if any, plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The base register.
    pub base: Option<Row>,
    /// Added, modulo the width of addresses.
    pub offset: i64,
}

/// A load or store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// Where.
    pub space: MemSpace,
    /// Weak or strong.
    pub strength: Strength,
    /// The address.
    pub address: Address,
    /// Bytes of one element.
    pub size: u32,
    /// Elements are sign-extended into wider registers.
    pub signed: bool,
    /// One row an element: destinations of a load, sources of a store. `None` is the bit bucket `_`.
    pub rows: Vec<Option<Row>>,
    /// 16-bit destination registers keep 16 bits of a sign extension.
    pub narrow: bool,
    /// Elements of a vector, a bit each, of which no instruction reads the register.
    pub unread: u32,
}

/// Atomic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AtomOp {
    And,
    Or,
    Xor,
    Exch,
    Add,
    Inc,
    Dec,
    Min,
    Max,
    Cas,
    /// A sum in half precision, of which subnormals stay.
    AddHalf {
        half: crate::half::Half,
        packed: bool,
    },
}

/// An atomic access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Where.
    pub space: MemSpace,
    /// The operation.
    pub op: AtomOp,
    /// Scope and order.
    pub strength: Strength,
    /// The element's type.
    pub ty: Ty,
    /// Where the old value goes; nothing for `red`.
    pub dst: Option<Row>,
    /// The address.
    pub address: Address,
    /// The operand.
    pub b: Row,
    /// The second operand of `cas`.
    pub c: Option<Row>,
}
