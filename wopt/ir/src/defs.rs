//! The definition table of form Ssa: where each version is defined.
//!
//! It is part of the function: the editing interface ([`crate::edit`]) keeps it, the verifier compares it with what it finds
//! ([`crate::Func::found_definitions`]). Versions that nothing defines are defined on entry. Cost: one look-up.

use crate::ids::{BbId, CrId, StmtId};
use crate::side_table::SideTable;

/// Where a version is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Def {
    /// On entry: parameters, memory as the kernel finds it, variables never set.
    Entry,
    /// By the phi at this place of the block's list.
    Phi(BbId, u32),
    /// As a result of the statement.
    Stmt(StmtId),
    /// By a chi of the statement.
    Chi(StmtId),
}

/// Definitions by version.
#[derive(Clone, Debug)]
pub struct Defs {
    table: SideTable<CrId, Def>,
}

impl Default for Defs {
    fn default() -> Defs {
        Defs { table: SideTable::new(Def::Entry) }
    }
}

impl Defs {
    /// Where a version is defined.
    pub fn get(&self, version: CrId) -> Def {
        *self.table.get(version)
    }

    /// Makes room for the versions among `count` nodes.
    pub(crate) fn cover(&mut self, count: usize) {
        self.table.cover(count);
    }

    pub(crate) fn set(&mut self, version: CrId, def: Def) {
        *self.table.entry(version) = def;
    }
}
