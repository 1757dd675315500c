//! A kernel, decoded.

use std::collections::HashMap;

use crate::layout::Block;
use crate::op::{Atom, HalfCvt, HostCall, Inst, MemoryAccess};
use crate::ptx::ast::Loc;

/// A special register that holds still while a warp runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    LaneId,
    WarpId,
    NWarpId,
    SmId,
    NSmId,
    GridId,
    LaneMaskEq,
    LaneMaskLe,
    LaneMaskLt,
    LaneMaskGe,
    LaneMaskGt,
    DynamicSmem,
    TotalSmem,
    /// Where dynamic shared memory begins.
    DynamicShared,
}

/// What a 32-bit row holds when a warp starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill32 {
    /// Nothing meaningful: a pattern that is unlikely to look right.
    Poison,
    /// A constant.
    Const(u32),
    /// A special register.
    Special(Special),
}

/// What a 64-bit row holds when a warp starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill64 {
    /// Nothing meaningful.
    Poison,
    /// A constant.
    Const(u64),
    /// The start of dynamic shared memory, plus bytes.
    DynamicShared(i64),
    /// The address of a module's variable.
    Symbol {
        /// Index into the module's variables.
        index: u32,
        /// Bytes added.
        offset: i64,
    },
}

/// A kernel parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Offset in the parameter memory.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
}

/// A variable in shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedVar {
    /// Its name in the PTX.
    pub name: String,
    /// Offset in the block's shared memory.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its name in the PTX.
    pub name: String,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// Size of the parameter memory.
    pub param_bytes: u32,
    /// `.maxntid`
    pub max_threads: Option<[u32; 3]>,
    /// `.reqntid`
    pub required_threads: Option<[u32; 3]>,
    /// Bytes of local memory a thread.
    pub local_bytes: u32,
    /// Bytes of static shared memory.
    pub shared_bytes: u32,
    /// Variables in shared memory, by offset.
    pub shared_vars: Vec<SharedVar>,
    /// The name of `extern .shared` memory.
    pub extern_shared_name: String,
    /// Alignment of `extern .shared` memory.
    pub extern_shared: u32,
    /// 32-bit rows.
    pub rows32: Vec<Fill32>,
    /// 64-bit rows.
    pub rows64: Vec<Fill64>,
    /// Number of predicate rows.
    pub predicates: u32,
    /// Code in execution order.
    pub code: Vec<Inst>,
    /// Lists of registers that instructions read and that a vector load may leave undefined; the first is empty.
    pub reads: Vec<Vec<crate::op::Row>>,
    /// Blocks in execution order.
    pub blocks: Vec<Block>,
    /// The block of each code position.
    pub block_of: Vec<u32>,
    /// Loads and stores.
    pub accesses: Vec<MemoryAccess>,
    /// Atomics.
    pub atoms: Vec<Atom>,
    /// Conversions from and to half precision.
    pub half_cvts: Vec<HalfCvt>,
    /// Calls of functions that the driver provides.
    pub host_calls: Vec<HostCall>,
    /// Jump tables: labels before layout, code positions after it.
    pub tables: Vec<Vec<u32>>,
    /// Source places of PTX lines.
    pub locs: HashMap<u32, Loc>,
    /// The cycles of the control flow.
    pub cycles: Vec<crate::layout::Cycle>,
}
