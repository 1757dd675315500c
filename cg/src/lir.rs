//! LIR: PTX-shaped instructions over virtual registers, in blocks in layout order. It is printed and checked, never
//! parsed.

use optx_whirl::{Mtype, Pos};
use smallvec::SmallVec;

/// A register class of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
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
}

impl Class {
    /// All classes, in printing order.
    pub const ALL: [Class; 6] =
        [Class::Pred, Class::B16, Class::B32, Class::B64, Class::F32, Class::F64];

    /// The class that holds values of a register type.
    pub fn of(mtype: Mtype) -> Class {
        match mtype.register() {
            Mtype::B => Class::Pred,
            Mtype::F4 => Class::F32,
            Mtype::F8 => Class::F64,
            Mtype::I8 | Mtype::U8 => Class::B64,
            _ => Class::B32,
        }
    }

    /// The prefix of its registers' names.
    pub fn prefix(self) -> &'static str {
        match self {
            Class::Pred => "%p",
            Class::B16 => "%rs",
            Class::B32 => "%r",
            Class::B64 => "%rd",
            Class::F32 => "%f",
            Class::F64 => "%fd",
        }
    }

    /// The type its registers are declared with.
    pub fn declared(self) -> &'static str {
        match self {
            Class::Pred => "pred",
            Class::B16 => "b16",
            Class::B32 => "b32",
            Class::B64 => "b64",
            Class::F32 => "f32",
            Class::F64 => "f64",
        }
    }
}

/// A virtual register; numbers count from 0 in each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg {
    /// Its class.
    pub class: Class,
    /// Its number.
    pub number: u32,
}

/// A label of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

/// What an address is relative to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// A register.
    Reg(Reg),
    /// A symbol, by its name in PTX.
    Symbol(String),
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// An integer, printed in decimal as signed.
    Int(i64),
    /// A float by its bits, printed `0f...`.
    F32(u32),
    /// A double by its bits, printed `0d...`.
    F64(u64),
    /// `[base+offset]`
    Address(Base, i64),
    /// The address of a symbol as a value.
    Symbol(String),
    /// `{a, b, ...}`
    Vector(SmallVec<[Reg; 4]>),
    /// A special register, with its `%`.
    Special(&'static str),
    /// A branch's target.
    Label(Label),
}

/// What an instruction is to passes over LIR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Registers to registers.
    Plain,
    /// A load; the space's name and the access's size and known alignment in bytes.
    Load(Memory),
    /// A store.
    Store(Memory),
    /// A branch or return.
    Control,
    /// Barriers, atomics, shuffles, inline PTX, volatile accesses: stays where it is, unguarded.
    Fixed,
}

/// A plain memory access, for merging neighbours into vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes of one element.
    pub size: u32,
    /// Known alignment of the address in bytes.
    pub align: u32,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    /// `@%p` or `@!%p`: executed where the predicate is (not) set.
    pub guard: Option<(Reg, bool)>,
    /// The opcode with all modifiers and types, `add.s32`; for inline PTX the text with its operands in place.
    pub name: SmallVec<[u8; 24]>,
    /// Registers written (a vector counts as its registers).
    pub dst: SmallVec<[Operand; 1]>,
    /// Operands read.
    pub src: SmallVec<[Operand; 3]>,
    /// What it is.
    pub kind: Kind,
    /// Place in the source.
    pub pos: Pos,
}

impl Inst {
    /// An unguarded instruction.
    pub fn new(name: &str, dst: &[Operand], src: &[Operand], kind: Kind, pos: Pos) -> Inst {
        Inst {
            guard: None,
            name: SmallVec::from_slice(name.as_bytes()),
            dst: dst.iter().cloned().collect(),
            src: src.iter().cloned().collect(),
            kind,
            pos,
        }
    }

    /// The opcode's text.
    pub fn name(&self) -> &str {
        std::str::from_utf8(&self.name).unwrap_or("")
    }

    /// Calls `each` for every register read: sources, addresses, the guard.
    pub fn reads(&self, mut each: impl FnMut(Reg)) {
        if let Some((reg, _)) = self.guard {
            each(reg);
        }
        for operand in &self.src {
            operand.registers(&mut each);
        }
        // A store's address may stand on the left.
        for operand in &self.dst {
            if let Operand::Address(Base::Reg(reg), _) = operand {
                each(*reg);
            }
        }
    }

    /// Calls `each` for every register written.
    pub fn writes(&self, mut each: impl FnMut(Reg)) {
        for operand in &self.dst {
            if !matches!(operand, Operand::Address(..)) {
                operand.registers(&mut each);
            }
        }
    }
}

impl Operand {
    fn registers(&self, each: &mut impl FnMut(Reg)) {
        match self {
            Operand::Reg(reg) | Operand::Address(Base::Reg(reg), _) => each(*reg),
            Operand::Vector(regs) => regs.iter().copied().for_each(each),
            _ => {}
        }
    }
}

/// A block: the label is printed where something jumps to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its label.
    pub label: Label,
    /// Its instructions, branches at the end.
    pub insts: Vec<Inst>,
    /// Placed after the label: `.pragma "nounroll";` where the source asked for no unrolling.
    pub no_unroll: bool,
}

/// A kernel, or a function that kernels call, in LIR.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// The name in PTX.
    pub name: String,
    /// For a `.func`, the declaration of what it returns, as printed; empty where it returns nothing. None for a kernel.
    pub function: Option<String>,
    /// Parameter declarations, as printed.
    pub params: Vec<String>,
    /// Performance directives, as printed.
    pub directives: Vec<String>,
    /// `.local` declarations, as printed.
    pub locals: Vec<String>,
    /// Blocks in layout order.
    pub blocks: Vec<Block>,
    /// How many registers each class has, by its place in [`Class::ALL`].
    pub registers: [u32; 6],
}

impl Kernel {
    /// A new register.
    pub fn new_reg(&mut self, class: Class) -> Reg {
        let count = &mut self.registers[class as usize];
        *count += 1;
        Reg { class, number: *count - 1 }
    }

    /// Rules of LIR: every register is declared, branches name blocks, control stands at the end. Texts are for
    /// maintainers.
    pub fn check(&self) -> Vec<String> {
        let mut found = Vec::new();
        let labels: std::collections::HashSet<Label> =
            self.blocks.iter().map(|b| b.label).collect();
        for block in &self.blocks {
            let mut ended = false;
            for inst in &block.insts {
                let mut each = |reg: Reg| {
                    if reg.number >= self.registers[reg.class as usize] {
                        found.push(format!("{} names an undeclared register", inst.name()));
                    }
                };
                inst.reads(&mut each);
                inst.writes(&mut each);
                if ended && inst.kind != Kind::Control {
                    found.push(format!("{} stands after a branch", inst.name()));
                }
                ended |= inst.kind == Kind::Control;
                for operand in &inst.src {
                    if let Operand::Label(label) = operand
                        && !labels.contains(label)
                    {
                        found.push(format!("{} goes to a block that is not there", inst.name()));
                    }
                }
            }
        }
        found
    }
}
