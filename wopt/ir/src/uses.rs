//! Where each version is used: the other half of the definition table.
//!
//! A list of *places* ([`Uses::of_version`]) tells who has to be asked, moved or rewritten; it does not tell how often a place reads the
//! version: `(v + t) ^ v` is one place. Whoever takes one reader of a version away asks [`Uses::occurrences`] whether that was all.
//!
//! Cost: linear in the nodes of all statements' trees; occurrences in those of the places that are asked.

use crate::coderep::CodeRep;
use crate::func::Func;
use crate::grouped::Grouped;
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
    by_version: Grouped<Use>,
}

impl PartialEq for Uses {
    fn eq(&self, other: &Uses) -> bool {
        // Beyond the versions that there were at the time nothing is listed.
        let count = self.by_version.count().max(other.by_version.count());
        (0..count).all(|k| self.by_version.list(k) == other.by_version.list(k))
    }
}

impl Uses {
    /// Finds all uses.
    pub fn of(f: &Func) -> Uses {
        let mut found: Vec<(u32, Use)> = Vec::with_capacity(f.codemap.len());
        let number = |version: CrId| version.index() as u32;
        let mut walk = Walk::new();
        for &bb in &f.layout {
            for (k, phi) in f.bbs[bb].phis.iter().enumerate() {
                let operands = phi.operands.iter().enumerate();
                found.extend(operands.map(|(place, &operand)| {
                    (number(operand), Use::Phi(bb, k as u32, place as u32))
                }));
            }
            for &s in &f.bbs[bb].stmts {
                walk.forget();
                let stmt = &f.stmts[s];
                stmt.for_each_use(&f.codemap, |root, _| {
                    walk.variables(&f.codemap, root, |id, _| {
                        found.push((number(id), Use::Stmt(s)))
                    });
                });
                stmt.for_each_memory_use(&f.codemap, |version| {
                    if walk.meet(version) {
                        found.push((number(version), Use::Stmt(s)));
                    }
                });
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                walk.forget();
                walk.variables(&f.codemap, condition, |id, _| {
                    found.push((number(id), Use::Branch(bb)));
                });
            }
        }
        Uses { by_version: Grouped::of(f.codemap.len(), &found) }
    }

    /// By version of a register, whether a tree or a phi reads it: for who asks no more than that, each node of the function is met once.
    pub fn any(f: &Func) -> SideTable<CrId, bool> {
        let (mut read, mut walk) = (SideTable::new(false), Walk::new());
        walk.forget();
        for &bb in &f.layout {
            let operands = f.bbs[bb].phis.iter().flat_map(|phi| &phi.operands);
            operands.for_each(|&operand| *read.entry(operand) = true);
            f.for_each_use_in(bb, |_, root, _| {
                walk.variables(&f.codemap, root, |version, _| *read.entry(version) = true);
            });
        }
        read
    }

    /// The uses of a version.
    pub fn of_version(&self, version: CrId) -> &[Use] {
        self.by_version.list(version.index())
    }

    /// How often a version stands in the trees of its places: as a whole tree, and as an operand or address of each node, which counts once
    /// however often the place evaluates it (`(v + 1) * (v + 1)` reads v once). A phi's operand and a use as memory count once.
    pub fn occurrences(&self, f: &Func, version: CrId, walk: &mut Walk) -> usize {
        let in_tree = |walk: &mut Walk, root: CrId| {
            let mut count = usize::from(root == version);
            walk.tree(&f.codemap, root, |_, node| {
                count += match node {
                    CodeRep::Op(op) => op.kids.iter().filter(|&&kid| kid == version).count(),
                    CodeRep::Ivar { access, .. } => usize::from(access.base == version),
                    _ => 0,
                };
                true
            });
            count
        };
        let each = self.of_version(version).iter().map(|&user| match user {
            Use::Phi(..) => 1,
            Use::Stmt(s) => {
                walk.forget();
                let mut count = 0;
                f.stmts[s].for_each_use(&f.codemap, |root, _| count += in_tree(walk, root));
                // A use as memory stands in no tree.
                count.max(1)
            }
            Use::Branch(bb) => {
                walk.forget();
                f.bbs[bb].terminator().condition().map_or(0, |root| in_tree(walk, root))
            }
        });
        each.sum()
    }
}
