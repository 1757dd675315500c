//! The optimizer's IR, after Open64's: CODEREP (hashed expression DAG), STMTREP, basic blocks, the CODEMAP.
//!
//! One [`Func`] goes from the build to the code generator, in form Cfg, Ssa or Regs ([`Form`]).
//!
//! Rules beyond those that the forms' names tell, checked by [`verify`]:
//! * an IVAR stands only as the whole right side of a Stid (a load, evaluated there and nowhere else) or as the
//!   target of an Istore; its memory version is the current one there;
//! * no tree is higher than [`MAX_HEIGHT`], so recursion over trees is bounded; trees are DAGs, so walks mark what
//!   they have seen.

pub mod calls;
pub mod codemap;
mod coderep;
pub mod cycles;
pub mod dominance;
pub mod fold;
mod func;
mod ids;
pub mod interpret;
pub mod parse;
pub mod print;
mod stmtrep;
pub mod verify;

pub use codemap::Codemap;
pub use coderep::{Access, CodeRep, Kids, Op, Space};
pub use func::{Aux, AuxKind, Form, Func};
pub use ids::{AuxId, BbId, CrId, SideTable, StmtId, Version};
pub use stmtrep::{Bb, Chi, Mu, Phi, StmtOp, StmtRep, Terminator};

/// No expression tree is higher: what would be is cut by a temporary.
pub const MAX_HEIGHT: u16 = 48;
