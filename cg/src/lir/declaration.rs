//! What a function declares, as data: text is made of it where the function is printed, and nowhere else.

use super::modifiers::{Space, Type};
use std::fmt;

/// What a variable is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// A scalar.
    Scalar(Type),
    /// Bytes.
    Bytes {
        /// The alignment of the first.
        align: u32,
        /// How many.
        size: u64,
    },
}

/// A variable that is declared: a parameter, a result, an object of the function's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Where it is.
    pub space: Space,
    /// What it is.
    pub variable: Variable,
    /// Its name in PTX.
    pub name: Box<str>,
    /// What its first bytes hold from the start; empty where nothing is said.
    pub bytes: Vec<u8>,
}

impl Declaration {
    /// A parameter, or a result.
    pub fn param(variable: Variable, name: impl Into<Box<str>>) -> Declaration {
        Declaration { space: Space::Param, variable, name: name.into(), bytes: Vec::new() }
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (space, name) = (self.space.name(), &self.name);
        match self.variable {
            Variable::Scalar(ty) => write!(f, "{space} .{} {name}", ty.name())?,
            Variable::Bytes { align, size } => {
                write!(f, "{space} .align {align} .b8 {name}[{size}]")?
            }
        }
        for (k, byte) in self.bytes.iter().enumerate() {
            write!(f, "{}{byte}", if k == 0 { " = {" } else { ", " })?;
        }
        f.write_str(if self.bytes.is_empty() { "" } else { "}" })
    }
}

/// What a function is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Launched.
    #[default]
    Kernel,
    /// Called: what it returns, if anything.
    Function(Option<Declaration>),
}

/// What a kernel asks of the assembler and of launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// Blocks have this extent.
    BlockDim([u32; 3]),
    /// Blocks have so many threads at most.
    MaxThreads(u32),
    /// So many blocks are to be resident.
    MinBlocks(u32),
    /// A thread may have so many registers.
    MaxRegisters(u32),
}

impl fmt::Display for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Directive::BlockDim([x, y, z]) => write!(f, ".reqntid {x}, {y}, {z}"),
            Directive::MaxThreads(count) => write!(f, ".maxntid {count}, 1, 1"),
            Directive::MinBlocks(count) => write!(f, ".minnctapersm {count}"),
            Directive::MaxRegisters(count) => write!(f, ".maxnreg {count}"),
        }
    }
}

/// The `.param` variable that a value is passed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// What it is declared as.
    pub variable: Variable,
    /// The parts that are stored, or loaded: byte offset and type.
    pub parts: Vec<(u64, Type)>,
}
