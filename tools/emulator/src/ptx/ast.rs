//! PTX text as data, before anything is given a meaning.

use super::types::Ty;

/// A state space as written in a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `.reg`
    Reg,
    /// `.param`
    Param,
    /// `.local`
    Local,
    /// `.shared`
    Shared,
    /// `.global`
    Global,
    /// `.const`
    Const,
    /// No space written: a generic address.
    Generic,
}

/// One item of an initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum Init<'a> {
    /// An integer, two's complement.
    Int(u64),
    /// Bits of a 32-bit float.
    F32(u32),
    /// Bits of a 64-bit float.
    F64(u64),
    /// The address of a symbol, plus an offset.
    Addr {
        /// The symbol.
        name: &'a str,
        /// Bytes added.
        offset: i64,
        /// Written as `generic(name)`.
        generic: bool,
    },
    /// A braced list.
    List(Vec<Init<'a>>),
}

/// A variable that occupies memory, or a parameter.
#[derive(Clone, Debug)]
pub struct Var<'a> {
    /// Where it lives.
    pub space: Space,
    /// Its name.
    pub name: &'a str,
    /// Element type.
    pub ty: Ty,
    /// Elements of a vector type (`.v2`, `.v4`), else 1.
    pub vector: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// Number of elements; `None` for an array of unknown length (`x[]`).
    pub count: Option<u64>,
    /// Whether it was declared with brackets.
    pub is_array: bool,
    /// Initial value.
    pub init: Option<Init<'a>>,
    /// `.extern`
    pub is_extern: bool,
    /// Line of the declaration.
    pub line: u32,
}

impl Var<'_> {
    /// Size in bytes, 0 when unknown.
    pub fn size(&self) -> u64 {
        self.count.unwrap_or(0).saturating_mul(u64::from(self.vector * self.ty.bytes()))
    }
}

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<'a> {
    /// A register, special register, variable, label or function.
    Name(&'a str),
    /// `!p`
    Not(&'a str),
    /// `p|q`
    Pair(Box<Operand<'a>>, Box<Operand<'a>>),
    /// An integer constant, two's complement.
    Int(u64),
    /// Bits of a 32-bit float.
    F32(u32),
    /// Bits of a 64-bit float.
    F64(u64),
    /// `[base+offset]`
    Addr(AddrBase<'a>, i64),
    /// `symbol+offset`, as in `mov.u64 %rd1, table+8`.
    Sum(&'a str, i64),
    /// `{a, b}`
    Vector(Vec<Operand<'a>>),
    /// `(a, b)` of a call.
    List(Vec<Operand<'a>>),
}

/// The base of an address operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddrBase<'a> {
    /// A register or variable.
    Name(&'a str),
    /// Nothing but the offset.
    Absolute,
}

/// A source place of a `.loc` directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Loc {
    /// Number given by `.file`, 0 for none.
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instr<'a> {
    /// Line in the text.
    pub line: u32,
    /// Source place in force.
    pub loc: Loc,
    /// Guard predicate and whether it is negated.
    pub guard: Option<(&'a str, bool)>,
    /// The opcode with its modifiers, as written, blanks before dots too.
    pub opcode: &'a str,
    /// Operands in order.
    pub operands: Vec<Operand<'a>>,
}

/// One statement of a body.
#[derive(Clone, Debug)]
pub enum Stmt<'a> {
    /// `name:`
    Label(&'a str, u32),
    /// An instruction.
    Instr(Instr<'a>),
    /// `.reg` names: base name, `Some(n)` for `base<n>`, type.
    Reg {
        /// Name, or the part before the number.
        name: &'a str,
        /// Number of registers of a `name<n>` declaration.
        count: Option<u32>,
        /// Their type.
        ty: Ty,
        /// Line.
        line: u32,
    },
    /// A variable of the body.
    Var(Var<'a>),
    /// `{`
    Open,
    /// `}`
    Close,
    /// `name: .branchtargets a, b;`
    Targets(&'a str, Vec<&'a str>, u32),
}

/// A function or kernel.
#[derive(Clone, Debug)]
pub struct Func<'a> {
    /// Its name.
    pub name: &'a str,
    /// `.entry` rather than `.func`.
    pub is_entry: bool,
    /// Return parameters.
    pub returns: Vec<Var<'a>>,
    /// Parameters.
    pub params: Vec<Var<'a>>,
    /// `.maxntid`
    pub max_threads: Option<[u32; 3]>,
    /// `.reqntid`
    pub required_threads: Option<[u32; 3]>,
    /// The statements, or nothing for a declaration.
    pub body: Option<Vec<Stmt<'a>>>,
    /// Line of the name.
    pub line: u32,
}

/// A whole PTX text.
#[derive(Clone, Debug, Default)]
pub struct Text<'a> {
    /// `.version`
    pub version: (u32, u32),
    /// `.target`, first item.
    pub target: &'a str,
    /// Variables of the module, in order.
    pub vars: Vec<Var<'a>>,
    /// Functions and kernels, in order.
    pub funcs: Vec<Func<'a>>,
    /// `.file` table: number and name.
    pub files: Vec<(u32, &'a str)>,
}
