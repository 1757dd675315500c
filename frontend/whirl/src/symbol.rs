//! Symbols: parameters, locals and the objects of the memory spaces.

use crate::Pos;
use crate::ty::TyId;

/// A symbol: global to the module, or local to a function (the top bit tells).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StId(u32);

const LOCAL: u32 = 1 << 31;

impl StId {
    /// The module's global number `index`.
    pub fn global(index: usize) -> StId {
        debug_assert!((index as u32) < LOCAL);
        StId(index as u32)
    }

    /// The function's local number `index`.
    pub fn local(index: usize) -> StId {
        debug_assert!((index as u32) < LOCAL - 1);
        StId(index as u32 | LOCAL)
    }

    /// As a number, which is never `u32::MAX`.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// The symbol of a number that [`StId::number`] gave.
    pub(crate) fn from_number(number: u32) -> StId {
        StId(number)
    }

    /// True for a local (parameters included).
    pub fn is_local(self) -> bool {
        self.0 & LOCAL != 0
    }

    /// The number within its table.
    pub fn index(self) -> usize {
        (self.0 & !LOCAL) as usize
    }
}

impl std::fmt::Display for StId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_local() { '%' } else { '$' }, self.index())
    }
}

/// Bytes of shared memory that a block has without asking: static objects have no more, whatever the target. Source: CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability".
pub const STATIC_SHARED: u64 = 48 << 10;

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// A parameter of the function.
    Param,
    /// A local variable.
    Auto,
    /// `__device__`: global memory.
    Global,
    /// `__constant__`: constant memory.
    Constant,
    /// `__shared__`: the block's memory.
    Shared,
    /// `extern __shared__ T x[]`: the block's memory past the static objects, sized at launch.
    SharedDynamic,
}

impl Storage {
    /// All, in the order of declaration.
    pub const ALL: [Storage; 6] = [
        Storage::Param,
        Storage::Auto,
        Storage::Global,
        Storage::Constant,
        Storage::Shared,
        Storage::SharedDynamic,
    ];

    /// The name in text.
    pub fn name(self) -> &'static str {
        match self {
            Storage::Param => "param",
            Storage::Auto => "auto",
            Storage::Global => "global",
            Storage::Constant => "constant",
            Storage::Shared => "shared",
            Storage::SharedDynamic => "shared-dynamic",
        }
    }
}

/// The initial value of an object: bytes, and addresses of other objects written over them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Init {
    /// As long as the object, or shorter: the rest is zero.
    pub bytes: Vec<u8>,
    /// (byte offset, object, addend): the generic address of object plus addend, 8 bytes.
    pub addresses: Vec<(u64, StId, i64)>,
}

/// A symbol table entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct St {
    /// The name in the source; for compiler temporaries, one that the compiler made.
    pub name: String,
    /// Its type.
    pub ty: TyId,
    /// Where it lives.
    pub storage: Storage,
    /// Alignment in bytes (the type's or more).
    pub align: u32,
    /// Declared `volatile`: number and order of its accesses are kept.
    pub volatile: bool,
    /// Declared `const`, and no member of it is `mutable`.
    pub constant: bool,
    /// A pointer declared `__restrict__`.
    pub restrict: bool,
    /// A parameter `const T *__restrict__`, of no `volatile` T: of a kernel, what it leads to does not change while that runs.
    pub unchanging: bool,
    /// The compiler's own: no variable of the source.
    pub temporary: bool,
    /// A global object that the host reads and writes, too (`__managed__`).
    pub managed: bool,
    /// Where the source declares it; line 0 for what it does not.
    pub pos: Pos,
    /// Initial value of a global object; None is zero.
    pub init: Option<Init>,
}

impl St {
    /// A plain symbol: no qualifier, no initial value.
    pub fn new(name: impl Into<String>, ty: TyId, storage: Storage, align: u32) -> St {
        St {
            name: name.into(),
            ty,
            storage,
            align,
            volatile: false,
            constant: false,
            restrict: false,
            unchanging: false,
            temporary: false,
            managed: false,
            pos: Pos::default(),
            init: None,
        }
    }

    /// A local that no variable of the source is.
    pub fn temporary(name: impl Into<String>, ty: TyId, align: u32) -> St {
        St { temporary: true, ..St::new(name, ty, Storage::Auto, align) }
    }
}
