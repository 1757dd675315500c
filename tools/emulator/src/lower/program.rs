//! A kernel, decoded.

use std::collections::HashMap;

use super::flow::{Flow, Slot};
use crate::barriers::plan::Plan;
use crate::layout::Block;
use crate::op::{Atom, HalfCompare, HalfCvt, HostCall, Inst, MemoryAccess, R32, R64, RP, Row};
use crate::ptx::ast::Loc;
use crate::ptx::types::Ty;

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

/// Registers that one declaration of a kernel's own body declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name, or the part before the number.
    pub name: String,
    /// Number of registers of a `name<n>` declaration.
    pub count: Option<u32>,
    /// Their rows are this one and those behind it.
    pub first: Row,
    /// Their type.
    pub ty: Ty,
}

impl Declared {
    /// The row of a register that it declares.
    fn row(&self, name: &str) -> Option<Row> {
        let digits = name.strip_prefix(self.name.as_str())?;
        let k = match self.count {
            None => return digits.is_empty().then_some(self.first),
            Some(_) if digits.len() > 1 && digits.starts_with('0') => return None,
            Some(_) if !digits.bytes().all(|c| c.is_ascii_digit()) => return None,
            Some(n) => digits.parse::<u32>().ok().filter(|k| *k < n)?,
        };
        Some(self.numbered(k))
    }

    /// The name of a row that it declares.
    fn name_of(&self, row: Row) -> Option<String> {
        let k = match (self.first, row) {
            (Row::W(first), Row::W(r)) => r.0.checked_sub(first.0),
            (Row::D(first), Row::D(r)) => r.0.checked_sub(first.0),
            (Row::P(first), Row::P(r)) => r.0.checked_sub(first.0),
            _ => None,
        };
        let k = k.filter(|k| *k < self.count.unwrap_or(1))?;
        Some(self.count.map_or(self.name.clone(), |_| format!("{}{k}", self.name)))
    }

    /// The row of the register of a number.
    fn numbered(&self, k: u32) -> Row {
        match self.first {
            Row::W(r) => Row::W(R32(r.0 + k)),
            Row::D(r) => Row::D(R64(r.0 + k)),
            Row::P(r) => Row::P(RP(r.0 + k)),
        }
    }
}

/// A call that was expanded in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The block that it begins with, if anything leads to it.
    pub block: Option<u32>,
    /// Numbers of rows of the three classes before those of the function.
    pub first: [u32; 3],
    /// And behind them.
    pub end: [u32; 3],
}

impl Call {
    /// Whether a row is the function's, or of one that it calls.
    pub fn has(&self, row: Row) -> bool {
        let (class, k) = match row {
            Row::W(r) => (0, r.0),
            Row::D(r) => (1, r.0),
            Row::P(r) => (2, r.0),
        };
        (self.first[class]..self.end[class]).contains(&k)
    }
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
    /// What instructions read and write.
    pub(crate) flow: Flow,
    /// Blocks in execution order.
    pub blocks: Vec<Block>,
    /// By block: those that control goes to from it.
    pub(crate) succs: Vec<Vec<u32>>,
    /// The block of each code position.
    pub block_of: Vec<u32>,
    /// Loads and stores.
    pub accesses: Vec<MemoryAccess>,
    /// Atomics.
    pub atoms: Vec<Atom>,
    /// Conversions from and to half precision.
    pub half_cvts: Vec<HalfCvt>,
    /// Comparisons in half precision.
    pub half_compares: Vec<HalfCompare>,
    /// Calls of functions that the driver provides.
    pub host_calls: Vec<HostCall>,
    /// Jump tables: labels before layout, code positions after it.
    pub tables: Vec<Vec<u32>>,
    /// Source places of PTX lines.
    pub locs: HashMap<u32, Loc>,
    /// What there is to watch at its barriers.
    pub(crate) barriers: Plan,
    /// The cycles of the control flow.
    pub cycles: Vec<crate::layout::Cycle>,
    /// Registers of the kernel's own body, but for those of inner scopes.
    pub registers: Vec<Declared>,
    /// All others that are declared: of inner scopes, and of functions, once a call.
    pub inner_registers: Vec<Declared>,
    /// Its calls.
    pub calls: Vec<Call>,
    /// Labels of its own body: line, and the block that begins there, if anything leads to it.
    pub labels: Vec<(u32, Option<u32>)>,
    /// Instructions that nothing leads to.
    pub unreached: Vec<Inst>,
    /// Lines of the text that the kernel's own body has instructions on, in order.
    pub own_lines: Vec<u32>,
}

impl Program {
    /// Numbers of rows of the three classes.
    pub fn counts(&self) -> [u32; 3] {
        [self.rows32.len() as u32, self.rows64.len() as u32, self.predicates]
    }

    /// The number of a register among those of all classes.
    pub fn slot(&self, row: Row) -> Slot {
        let (n32, n64) = (self.rows32.len() as u32, self.rows64.len() as u32);
        match row {
            Row::W(r) => r.0,
            Row::D(r) => n32 + r.0,
            Row::P(r) => n32 + n64 + r.0,
        }
    }

    /// The register of a number.
    pub fn row(&self, slot: Slot) -> Row {
        let (n32, n64) = (self.rows32.len() as u32, self.rows64.len() as u32);
        match slot {
            s if s < n32 => Row::W(R32(s)),
            s if s < n32 + n64 => Row::D(R64(s - n32)),
            s => Row::P(RP(s - n32 - n64)),
        }
    }

    /// What the text calls a register, if it does.
    pub fn name_of(&self, row: Row) -> Option<String> {
        self.registers.iter().chain(&self.inner_registers).find_map(|d| d.name_of(row))
    }

    /// A register of the kernel's own body by its name: its row and its type.
    pub fn register(&self, name: &str) -> Option<(Row, Ty)> {
        self.registers.iter().find_map(|d| Some((d.row(name)?, d.ty)))
    }

    /// The registers of the kernel's own body: name, row and type.
    pub fn named_registers(&self) -> impl Iterator<Item = (String, Row, Ty)> {
        self.registers.iter().flat_map(|d| {
            (0..d.count.unwrap_or(1)).map(move |k| {
                let name = match d.count {
                    None => d.name.clone(),
                    Some(_) => format!("{}{k}", d.name),
                };
                (name, d.numbered(k), d.ty)
            })
        })
    }
}
