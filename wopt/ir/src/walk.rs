//! Walks over trees. Trees are DAGs, so each walk remembers where it was: a shared node is met once.

use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op};
use crate::ids::{AuxId, CrId};
use crate::side_table::SideTable;

/// A walk that meets every node below some roots once, parents before the kids that they led to.
#[derive(Clone, Debug)]
pub struct Walk {
    seen: SideTable<CrId, u32>,
    stamp: u32,
    stack: Vec<CrId>,
}

impl Default for Walk {
    fn default() -> Walk {
        Walk { seen: SideTable::new(0), stamp: 1, stack: Vec::new() }
    }
}

impl Walk {
    /// A walk that has met nothing.
    pub fn new() -> Walk {
        Walk::default()
    }

    /// Forgets what was met.
    pub fn forget(&mut self) {
        self.stamp += 1;
    }

    /// Marks a node as met; true where it was not.
    pub fn meet(&mut self, id: CrId) -> bool {
        std::mem::replace(self.seen.entry(id), self.stamp) != self.stamp
    }

    /// True where a node was met.
    pub fn has_met(&self, id: CrId) -> bool {
        *self.seen.get(id) == self.stamp
    }

    /// Meets the nodes below and including a root that were not met since the walk last forgot; `each` says whether the
    /// node's kids are to be met too. The address of an IVAR is its kid.
    pub fn tree(
        &mut self,
        codemap: &Codemap,
        root: CrId,
        mut each: impl FnMut(CrId, &CodeRep) -> bool,
    ) {
        self.seen.cover(codemap.len());
        let mut next = Some(root);
        while let Some(id) = next.or_else(|| self.stack.pop()) {
            next = None;
            let node = codemap.get(id);
            if !self.meet(id) || !each(id, node) {
                continue;
            }
            match node {
                CodeRep::Op(op) => {
                    if let [first, rest @ ..] = &op.kids[..] {
                        self.stack.extend(rest.iter().rev());
                        next = Some(*first);
                    }
                }
                CodeRep::Ivar { access, .. } => next = Some(access.base),
                _ => {}
            }
        }
    }

    /// The VARs below and including a root that were not met since the walk last forgot.
    pub fn variables(&mut self, codemap: &Codemap, root: CrId, mut each: impl FnMut(CrId, AuxId)) {
        self.tree(codemap, root, |id, node| {
            if let CodeRep::Var { aux, .. } = node {
                each(id, *aux);
            }
            true
        });
    }
}

/// Trees made anew from their leaves, each node once: what a node became is remembered until told to forget.
#[derive(Clone, Debug)]
pub struct Rewrite {
    memo: SideTable<CrId, (u32, CrId)>,
    epoch: u32,
    /// Whether OPs over new operands are simplified.
    folds: bool,
}

impl Rewrite {
    /// Rewrites that simplify what they make.
    pub fn folding() -> Rewrite {
        Rewrite { memo: SideTable::new((0, CrId::from_index(0))), epoch: 1, folds: true }
    }

    /// Rewrites that keep every OP as it is but for its operands.
    pub fn keeping() -> Rewrite {
        Rewrite { folds: false, ..Rewrite::folding() }
    }

    /// Forgets what nodes became.
    pub fn forget(&mut self) {
        self.epoch += 1;
    }

    /// The tree with `replace`'s answer in the place of each node that it has one for, outermost first.
    ///
    /// Recursive: trees are no higher than [`crate::MAX_HEIGHT`].
    pub fn tree(
        &mut self,
        codemap: &mut Codemap,
        id: CrId,
        replace: &mut impl FnMut(&mut Codemap, CrId) -> Option<CrId>,
    ) -> CrId {
        let (epoch, known) = *self.memo.get(id);
        if epoch == self.epoch {
            return known;
        }
        let new = match replace(codemap, id) {
            Some(new) => new,
            None => self.node(codemap, id, replace),
        };
        self.memo.cover(codemap.len());
        *self.memo.entry(id) = (self.epoch, new);
        new
    }

    /// The node over rewritten kids.
    pub fn node(
        &mut self,
        codemap: &mut Codemap,
        id: CrId,
        replace: &mut impl FnMut(&mut Codemap, CrId) -> Option<CrId>,
    ) -> CrId {
        match *codemap.get(id) {
            CodeRep::Ivar { access, mu, read_only } => {
                let base = self.tree(codemap, access.base, replace);
                if base == access.base {
                    return id;
                }
                codemap.ivar(access.shape().at(base), mu, read_only)
            }
            CodeRep::Op(op) => {
                let kids = op.kids.map(|kid| self.tree(codemap, kid, replace));
                if kids == op.kids {
                    return id;
                }
                let op = Op { kids, ..op };
                if self.folds { codemap.op(op) } else { codemap.intern(CodeRep::Op(op)) }
            }
            _ => id,
        }
    }
}
