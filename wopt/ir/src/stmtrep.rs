//! STMTREP.

use crate::coderep::{Access, AccessShape};
use crate::ids::{BbId, CrId};
use optx_whirl::{AtomicScope, Intrinsic, Loc, Mtype};
use smallvec::SmallVec;
use thin_vec::ThinVec;

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
    /// A volatile load at the address `kids[0]` to `results[0]`.
    VolatileLoad(AccessShape),
    /// A volatile store of `kids[0]` at the address `kids[1]`.
    VolatileStore(AccessShape),
    /// An intrinsic with an effect, or a convergent one.
    Intrinsic {
        /// Which.
        intrinsic: Intrinsic,
        /// Result type; `V` for none.
        rtype: Mtype,
        /// Operand type where it is generic.
        desc: Mtype,
        /// Scope of an atomic.
        scope: AtomicScope,
        /// For atomics: the place at the address `kids[0]`.
        shape: Option<AccessShape>,
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
    pub mu: ThinVec<Mu>,
    /// Memory classes defined.
    pub chi: ThinVec<Chi>,
    /// Its block.
    pub bb: BbId,
    /// Its place in the source: an access's, a call's, a barrier's or a division's own, else that of the statement it is
    /// part of; none where it stands for several that have none in common.
    pub loc: Loc,
}

impl StmtRep {
    /// A statement without memory effects: `results` become what `op` makes of `kids`.
    pub fn plain(op: StmtOp, results: &[CrId], kids: &[CrId], bb: BbId, loc: Loc) -> StmtRep {
        StmtRep {
            op,
            results: SmallVec::from_slice(results),
            kids: SmallVec::from_slice(kids),
            mu: ThinVec::new(),
            chi: ThinVec::new(),
            bb,
            loc,
        }
    }

    /// The evaluation of a tree to a variable.
    pub fn stid(variable: CrId, value: CrId, bb: BbId, loc: Loc) -> StmtRep {
        StmtRep::plain(StmtOp::Stid, &[variable], &[value], bb, loc)
    }

    /// Which operand is an address, and what is accessed there: of volatile accesses and atomics. A load's and a store's
    /// shape stands in their IVAR.
    pub fn address_operand(&self) -> Option<(usize, AccessShape)> {
        match self.op {
            StmtOp::VolatileLoad(shape) => Some((0, shape)),
            StmtOp::VolatileStore(shape) => Some((1, shape)),
            StmtOp::Intrinsic { shape: Some(shape), .. } => Some((0, shape)),
            _ => None,
        }
    }

    /// What a volatile access or an atomic accesses, with its address.
    pub fn direct_access(&self) -> Option<Access> {
        self.address_operand().and_then(|(k, shape)| Some(shape.at(*self.kids.get(k)?)))
    }

    /// Sets what a volatile access or an atomic accesses.
    pub fn set_direct_access(&mut self, access: Access) {
        let Some((k, _)) = self.address_operand() else { return };
        self.kids[k] = access.base;
        match &mut self.op {
            StmtOp::VolatileLoad(shape)
            | StmtOp::VolatileStore(shape)
            | StmtOp::Intrinsic { shape: Some(shape), .. } => *shape = access.shape(),
            _ => {}
        }
    }
}
