//! STMTREP and basic blocks.

use crate::coderep::Access;
use crate::ids::{AuxId, BbId, CrId, StmtId};
use optx_whirl::{Intrinsic, Mtype, Pos, Scope};
use smallvec::SmallVec;

/// A use of a memory class by a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mu {
    /// The version used.
    pub operand: CrId,
}

/// A possible definition of a memory class by a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chi {
    /// The version before.
    pub operand: CrId,
    /// The version made.
    pub result: CrId,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtOp {
    /// `results[0]` (a VAR) becomes `kids[0]`, which is an IVAR (a load) or a tree without IVARs.
    Stid,
    /// The place `results[0]` (an IVAR) becomes `kids[0]`.
    Istore,
    /// A volatile load of `kids[0]` (= the access's base) to `results[0]`.
    VolatileLoad(Access),
    /// A volatile store of `kids[0]`; the access's base is `kids[1]`.
    VolatileStore(Access),
    /// An intrinsic with an effect, or a convergent one.
    Intrinsic {
        /// Which.
        intrinsic: Intrinsic,
        /// Result type; `V` for none.
        rtype: Mtype,
        /// Operand type where it is generic.
        desc: Mtype,
        /// Scope of an atomic.
        scope: Scope,
        /// For atomics: the place; its base is `kids[0]`.
        access: Option<Access>,
    },
    /// Inline PTX number so of the function's table; results and kids are its outputs and inputs.
    Asm(u32),
    /// A call of function number so of the module. Kids are the parts of its arguments, results those of its result
    /// ([`optx_whirl::parts`]), or none where nobody takes it. It may hold barriers, and read and write all memory that
    /// is not this thread's alone.
    Call(u32),
    /// The kids, the parts of the function's result, become what it returns. It stands last in a block that returns.
    Result,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct StmtRep {
    /// What it does.
    pub op: StmtOp,
    /// VARs defined; for an Istore the IVAR stored to.
    pub results: SmallVec<[CrId; 1]>,
    /// Operands.
    pub kids: SmallVec<[CrId; 2]>,
    /// Memory classes used, beside that of an IVAR.
    pub mu: SmallVec<[Mu; 1]>,
    /// Memory classes defined.
    pub chi: SmallVec<[Chi; 1]>,
    /// Its block.
    pub bb: BbId,
    /// Its place in the source.
    pub pos: Pos,
}

impl StmtRep {
    /// Takes an access's base over from the operand that it is, after the operands were rewritten.
    pub fn renew_access_base(&mut self) {
        match &mut self.op {
            StmtOp::VolatileLoad(access) | StmtOp::Intrinsic { access: Some(access), .. } => {
                access.base = self.kids[0];
            }
            StmtOp::VolatileStore(access) => access.base = self.kids[1],
            StmtOp::Stid
            | StmtOp::Istore
            | StmtOp::Intrinsic { access: None, .. }
            | StmtOp::Asm(_)
            | StmtOp::Call(_)
            | StmtOp::Result => {}
        }
    }
}

/// A merge of versions at a block's start.
#[derive(Clone, Debug, PartialEq)]
pub struct Phi {
    /// The symbol merged.
    pub aux: AuxId,
    /// The version made.
    pub result: CrId,
    /// One version a predecessor, in the order of the block's predecessors.
    pub operands: Vec<CrId>,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Terminator {
    /// Goes to the block.
    Goto(BbId),
    /// Goes to `on_true` where the condition (of type `B`) holds, else to `on_false`.
    Branch {
        /// The condition.
        condition: CrId,
        /// Target if it holds.
        on_true: BbId,
        /// Target if not.
        on_false: BbId,
    },
    /// The thread ends.
    Return,
}

impl Terminator {
    /// The successors, each once, `on_true` first.
    pub fn successors(&self) -> SmallVec<[BbId; 2]> {
        match *self {
            Terminator::Goto(to) => smallvec::smallvec![to],
            Terminator::Branch { on_true, on_false, .. } if on_true == on_false => {
                smallvec::smallvec![on_true]
            }
            Terminator::Branch { on_true, on_false, .. } => {
                smallvec::smallvec![on_true, on_false]
            }
            Terminator::Return => SmallVec::new(),
        }
    }
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Bb {
    /// Merges at its start.
    pub phis: Vec<Phi>,
    /// Statements in order.
    pub stmts: Vec<StmtId>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where its terminator stands in the source.
    pub pos: Pos,
    /// Predecessors; the order is that of phi operands.
    pub preds: Vec<BbId>,
    /// The unroll pragma of the loop that this block heads.
    pub unroll: Option<u64>,
}
