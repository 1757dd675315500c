//! The optimizer's IR, after Open64's: CODEREP (hashed expression DAG), STMTREP, basic blocks, the CODEMAP.
//!
//! One [`Func`] goes from the build to the code generator, in form Cfg, Ssa or Regs ([`Form`]).
//!
//! Rules beyond those that the forms' names tell, checked by [`verify`]:
//! * an IVAR stands only as the whole right side of a Stid (a load, evaluated there and nowhere else) or as the
//!   target of an Istore; its memory version is the current one there;
//! * no tree is higher than [`MAX_HEIGHT`], so recursion over trees is bounded; trees are DAGs, so walks mark what
//!   they have seen.

mod address;
mod alignments;
mod block;
pub mod calls;
pub mod codemap;
mod coderep;
mod compact;
mod constant_division;
pub mod control_dependence;
pub mod cycles;
pub mod definitions;
mod defs;
pub mod dominance;
pub mod edit;
mod few;
pub mod fold;
mod free;
mod func;
pub mod grouped;
pub mod identity;
mod ids;
pub mod interpret;
pub mod join_edges;
pub mod linear;
pub mod live_blocks;
mod operands;
pub mod parse;
pub mod print;
mod side_table;
pub mod simplify;
mod stmtrep;
mod summary;
pub mod unset;
pub mod uses;
mod value_fact;
pub mod verify;
mod violation;
pub mod walk;

pub use alignments::Alignments;
pub use block::{Bb, GraphRevision, Phi, Terminator, Unrolled};
pub use codemap::{Codemap, FloatRules};
pub use coderep::{Access, AccessShape, CodeRep, Op, Space};
pub use defs::{Def, Defs};
pub use few::{Few, Kids};
pub use func::{Aux, AuxKind, Auxes, Form, Func, new_aux, new_version};
pub use ids::{AuxId, BbId, CrId, EntityId, StmtId, Version};
pub use operands::Role;
pub use optx_whirl::{cost, may_speculate};
pub use side_table::SideTable;
pub use stmtrep::{Chi, Mu, StmtOp, StmtRep};
pub use summary::{Operands, Returned, Spaces, Summary};
pub use value_fact::{Fact, Overflow};

/// No expression tree is higher: what would be is cut by a temporary.
pub const MAX_HEIGHT: u16 = 48;
