//! What an instruction does: families of operations with their types and modifiers, as data.
//!
//! An [`Op`] is eight bytes and copies freely. What all instructions of one form share (spelling, shape of the operands,
//! effect, latency, least target) is a row of [`super::opcodes`], found by [`Op::form`].

use super::modifiers::{AtomicScope, Barrier, Relation, Round, Space, Type, Update, Warp};
use super::opcodes::{Effect, Form, ROWS, Row};

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryForm {
    /// Where.
    pub space: Space,
    /// The type of one element.
    pub ty: Type,
    /// Elements: 1, 2 or 4.
    pub count: u8,
    /// Kept in number and order.
    pub volatile: bool,
    /// Through the read-only path.
    pub read_only: bool,
    /// The address is known to be a multiple of two to this.
    pub align: u8,
}

impl MemoryForm {
    /// Bytes that the address is known to be a multiple of.
    pub fn alignment(self) -> u32 {
        1 << self.align.min(31)
    }

    /// As [`MemoryForm::align`]: the logarithm of an alignment.
    pub fn log2(alignment: u32) -> u8 {
        alignment.max(1).ilog2() as u8
    }
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Registers to one register; the form says which.
    Alu {
        /// The row.
        form: Form,
        /// The type.
        ty: Type,
        /// How it rounds, where that is said.
        round: Option<Round>,
        /// Subnormals are zero.
        ftz: bool,
    },
    /// A comparison.
    Setp {
        /// What it asks.
        relation: Relation,
        /// What it compares.
        ty: Type,
        /// Subnormals are zero.
        ftz: bool,
    },
    /// One of two values by a predicate.
    Selp(Type),
    /// A conversion.
    Cvt {
        /// The type of the result.
        to: Type,
        /// The type of the source.
        from: Type,
        /// How it rounds, where that is said.
        round: Option<Round>,
        /// Subnormals are zero.
        ftz: bool,
        /// Cut to 0 to 1.
        sat: bool,
    },
    /// A copy of a register, an immediate, an address or a special register.
    Mov(Type),
    /// 64 bits of two words, the low one first.
    Pack,
    /// The two words of 64 bits, the low one first.
    Unpack,
    /// A generic address to one of a space (`to`), or back.
    Cvta {
        /// From generic.
        to: bool,
        /// The space.
        space: Space,
    },
    /// A load.
    Ld(MemoryForm),
    /// A store: the address, then the elements.
    St(MemoryForm),
    /// An atomic operation: the address, then the values. Without a definition it is a `red`.
    Atom {
        /// What it does.
        update: Update,
        /// Where.
        space: Space,
        /// For whom it is atomic.
        scope: AtomicScope,
        /// The type.
        ty: Type,
        /// It has a result.
        returns: bool,
    },
    /// Among the threads of a warp.
    Warp(Warp, Type),
    /// Threads wait for each other.
    Barrier(Barrier),
    /// Orders a thread's accesses.
    Fence(AtomicScope),
    /// The clock, of 32 or (`true`) 64 bits.
    Clock(bool),
    /// Waits for so many nanoseconds.
    Nanosleep,
    /// A call: number of [`super::Function::calls`]. Uses are the arguments' parts, definitions the result's.
    Call(u32),
    /// Inline PTX: number of [`super::Function::asms`].
    Asm(u32),
    /// Goes elsewhere: where the guard holds, or (`uniform`) always.
    Bra {
        /// All threads that are here go.
        uniform: bool,
    },
    /// The end of the function.
    Ret,
    /// The end of the grid, by a fault.
    Trap,
    /// A stop for a debugger.
    Brkpt,
    /// Gives a register no value: only a guarded definition may read it. Prints nothing.
    Undef,
    /// Gives a register some value, nobody says which: a variable that is read before it is written. Prints nothing.
    Any,
}

impl Op {
    /// The row of the table that the operation belongs to.
    pub fn form(self) -> Form {
        match self {
            Op::Alu { form, .. } => form,
            Op::Setp { .. } => Form::Setp,
            Op::Selp(_) => Form::Selp,
            Op::Cvt { to: Type::Bf16, .. } => Form::CvtBf16,
            Op::Cvt { .. } => Form::Cvt,
            Op::Mov(_) => Form::Mov,
            Op::Pack => Form::Pack,
            Op::Unpack => Form::Unpack,
            Op::Cvta { to: true, .. } => Form::CvtaTo,
            Op::Cvta { to: false, .. } => Form::Cvta,
            Op::Ld(_) => Form::Ld,
            Op::St(_) => Form::St,
            Op::Atom { ty: Type::B16, .. } => Form::AtomCas16,
            Op::Atom { update: Update::Add, ty: Type::F64, .. } => Form::AtomAddF64,
            Op::Atom { scope: AtomicScope::Gpu, .. } => Form::Atom,
            Op::Atom { .. } => Form::AtomScope,
            Op::Warp(warp, _) => warp_form(warp),
            Op::Barrier(barrier) => barrier_form(barrier),
            Op::Fence(_) => Form::Fence,
            Op::Clock(_) => Form::Clock,
            Op::Nanosleep => Form::Nanosleep,
            Op::Call(_) => Form::Call,
            Op::Asm(_) => Form::Asm,
            Op::Bra { .. } => Form::Bra,
            Op::Ret => Form::Ret,
            Op::Trap => Form::Trap,
            Op::Brkpt => Form::Brkpt,
            Op::Undef => Form::Undef,
            Op::Any => Form::Any,
        }
    }

    /// The operation's row.
    pub fn row(self) -> &'static Row {
        &ROWS[self.form() as usize]
    }

    /// What it does beyond its results.
    pub fn effect(self) -> Effect {
        match self {
            Op::Ld(access) | Op::St(access) if access.volatile => Effect::Volatile,
            // What a function returns is taken away behind its end.
            Op::St(MemoryForm { space: Space::Param, .. }) => Effect::Volatile,
            _ => self.row().effect,
        }
    }

    /// True for an access to shared memory, whose address may be in 32 bits.
    pub fn accesses_shared(self) -> bool {
        match self {
            Op::Ld(access) | Op::St(access) => access.space == Space::Shared,
            Op::Atom { space, .. } => space == Space::Shared,
            _ => false,
        }
    }

    /// The type that slots of the row's shape name.
    pub fn ty(self) -> Type {
        match self {
            Op::Alu { ty, .. }
            | Op::Setp { ty, .. }
            | Op::Selp(ty)
            | Op::Mov(ty)
            | Op::Warp(_, ty)
            | Op::Atom { ty, .. } => ty,
            Op::Cvt { to, .. } => to,
            Op::Ld(access) | Op::St(access) => access.ty,
            _ => Type::B32,
        }
    }
}

/// The row of what threads of a warp do together.
fn warp_form(warp: Warp) -> Form {
    use Warp::*;
    match warp {
        ShflIdx | ShflUp | ShflDown | ShflBfly => Form::Shfl,
        VoteAll | VoteAny | VoteUni => Form::Vote,
        VoteBallot => Form::Ballot,
        Activemask => Form::Activemask,
        MatchAny | MatchAll => Form::Match,
        ReduxAdd | ReduxMin | ReduxMax | ReduxAnd | ReduxOr | ReduxXor => Form::Redux,
    }
}

fn barrier_form(barrier: Barrier) -> Form {
    match barrier {
        Barrier::Sync => Form::BarSync,
        Barrier::RedPopc => Form::BarRedPopc,
        Barrier::RedAnd | Barrier::RedOr => Form::BarRed,
        Barrier::Warp => Form::BarWarp,
    }
}
