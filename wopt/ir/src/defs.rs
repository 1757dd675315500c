//! The definition table of form Ssa: where each version is defined.
//!
//! It is part of the function: the editing interface ([`crate::edit`]) keeps it, the verifier compares it with what it finds
//! ([`Defs::of`]). Versions that nothing defines are defined on entry. Cost: one look-up.

use crate::coderep::CodeRep;
use crate::func::{Form, Func};
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
    /// The definitions that stand in the function's layout; none in another form than Ssa. Where a version has two, the last
    /// one: the verifier tells of it.
    pub fn of(f: &Func) -> Defs {
        let mut defs = Defs::default();
        if f.form != Form::Ssa {
            return defs;
        }
        for &bb in &f.layout {
            for (k, phi) in f.bbs[bb].phis.iter().enumerate() {
                defs.set(phi.result, Def::Phi(bb, k as u32));
            }
            for &s in &f.bbs[bb].stmts {
                defs.statement(f, s);
            }
        }
        defs
    }

    /// Where a version is defined.
    pub fn get(&self, version: CrId) -> Def {
        *self.table.get(version)
    }

    pub(crate) fn set(&mut self, version: CrId, def: Def) {
        *self.table.entry(version) = def;
    }

    /// Notes what a statement defines.
    fn statement(&mut self, f: &Func, s: StmtId) {
        let stmt = &f.stmts[s];
        for &result in &stmt.results {
            if matches!(f.codemap.get(result), CodeRep::Var { .. }) {
                self.set(result, Def::Stmt(s));
            }
        }
        for chi in &stmt.chi {
            self.set(chi.result, Def::Chi(s));
        }
    }
}

impl Func {
    /// Where a version is defined.
    pub fn def(&self, version: CrId) -> Def {
        self.defs.get(version)
    }

    /// The block in which a version is defined; None for one that is defined on entry.
    pub fn def_block(&self, version: CrId) -> Option<BbId> {
        match self.defs.get(version) {
            Def::Entry => None,
            Def::Phi(bb, _) => Some(bb),
            Def::Stmt(s) | Def::Chi(s) => Some(self.stmts[s].bb),
        }
    }

    /// The tree, or load, that a version is assigned; None where it is defined otherwise.
    pub fn assigned(&self, version: CrId) -> Option<CrId> {
        match self.defs.get(version) {
            Def::Stmt(s) if self.stmts[s].op == crate::StmtOp::Stid => Some(self.stmts[s].kids[0]),
            _ => None,
        }
    }

    /// Notes all definitions anew: for who makes versions wholesale.
    pub fn renew_definitions(&mut self) {
        self.defs = Defs::of(self);
    }

    /// Notes what a statement of the layout defines.
    pub(crate) fn note_definitions(&mut self, s: StmtId) {
        if self.form == Form::Ssa {
            let mut defs = std::mem::take(&mut self.defs);
            defs.statement(self, s);
            self.defs = defs;
        }
    }
}
