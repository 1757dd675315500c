//! Where each version is used: the other half of the definition table.
//!
//! Cost: linear in the nodes of all statements' trees.

use crate::func::Func;
use crate::ids::{BbId, CrId, StmtId};
use crate::side_table::SideTable;
use crate::walk::Walk;

/// A place that uses a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Use {
    /// A statement: one of its trees, its memory, or a chi of it.
    Stmt(StmtId),
    /// The phi at this place of the block's list, from the predecessor at that place.
    Phi(BbId, u32, u32),
    /// The condition of the block's branch.
    Branch(BbId),
}

/// All uses, in layout order; a statement that uses a version several times stands there once.
#[derive(Clone, Debug)]
pub struct Uses {
    table: SideTable<CrId, Vec<Use>>,
}

impl PartialEq for Uses {
    fn eq(&self, other: &Uses) -> bool {
        let (a, b) = (self.table.entries(), other.table.entries());
        let common = a.len().min(b.len());
        // Tables grow on demand: what is beyond one is empty.
        let rest = a[common..].iter().chain(&b[common..]);
        a[..common] == b[..common] && rest.into_iter().all(Vec::is_empty)
    }
}

impl Uses {
    /// Finds all uses.
    pub fn of(f: &Func) -> Uses {
        let mut table: SideTable<CrId, Vec<Use>> = SideTable::new(Vec::new());
        let mut walk = Walk::new();
        for &bb in &f.layout {
            for (k, phi) in f.bbs[bb].phis.iter().enumerate() {
                for (place, &operand) in phi.operands.iter().enumerate() {
                    table.entry(operand).push(Use::Phi(bb, k as u32, place as u32));
                }
            }
            for &s in &f.bbs[bb].stmts {
                walk.forget();
                let stmt = &f.stmts[s];
                stmt.for_each_use(&f.codemap, |root, _| {
                    walk.variables(&f.codemap, root, |id, _| table.entry(id).push(Use::Stmt(s)));
                });
                stmt.for_each_memory_use(&f.codemap, |version| {
                    let list = table.entry(version);
                    if list.last() != Some(&Use::Stmt(s)) {
                        list.push(Use::Stmt(s));
                    }
                });
            }
            if let Some(condition) = f.bbs[bb].terminator.condition() {
                walk.forget();
                walk.variables(&f.codemap, condition, |id, _| {
                    table.entry(id).push(Use::Branch(bb));
                });
            }
        }
        Uses { table }
    }

    /// The uses of a version.
    pub fn of_version(&self, version: CrId) -> &[Use] {
        self.table.get(version)
    }
}
