//! Typed ids of the optimizer's arenas. `Display` is the text syntax.

use optx_whirl::arena_id;
pub use optx_whirl::arena_id::EntityId;

arena_id! {
    /// A CODEREP: an expression node.
    CrId, CrBehavior, "cr"
}
arena_id! {
    /// A STMTREP.
    StmtId, StmtBehavior, "s"
}
arena_id! {
    /// A basic block.
    BbId, BbBehavior, "bb"
}
arena_id! {
    /// An auxiliary symbol: a register candidate, a register, or a virtual symbol for a class of memory.
    AuxId, AuxBehavior, "v"
}

/// A version of an auxiliary symbol. [`Version::NONE`] stands in the forms Cfg and Regs; SSA versions count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Version(pub u32);

impl Version {
    /// No version: the form is Cfg or Regs.
    pub const NONE: Version = Version(0);
}
