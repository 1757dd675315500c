//! Where control goes behind a block: what its branches say, and the lists that say the same both ways.
//!
//! Legality: the lists are what the branches and the layout say after every edit. What was known at the begin of a block that is entered over a
//! new edge is withdrawn: other threads come there.
//! Cost: of an edit the block's instructions, of [`Function::renew_edges`] the function's.

use super::{BlockId, Function, Inst, Op};
use smallvec::SmallVec;

/// Blocks at one side of a block.
pub(super) type Edges = SmallVec<[BlockId; 2]>;

/// True for what ends a block.
pub(super) fn leaves(inst: &Inst) -> bool {
    matches!(inst.op, Op::Bra { .. } | Op::Ret)
}

/// True for what ends a block whatever a guard says.
fn always_leaves(inst: &Inst) -> bool {
    inst.guard.is_none() && leaves(inst)
}

impl Function {
    /// Where control may go behind a block, as its branches say.
    pub fn successors(&self, bb: BlockId) -> Edges {
        let mut found = Edges::new();
        for inst in self.insts(bb).iter().filter(|inst| leaves(inst)) {
            let to = self.target(inst);
            if let Some(to) = to.filter(|to| !found.contains(to)) {
                found.push(to);
            }
            if always_leaves(inst) {
                return found;
            }
        }
        if let Some(next) = self.behind(bb).filter(|next| !found.contains(next)) {
            found.push(next);
        }
        found
    }

    /// True where control may go on to the block behind.
    pub fn falls_through(&self, bb: BlockId) -> bool {
        !self.insts(bb).iter().any(always_leaves)
    }

    /// Makes the lists of successors and predecessors anew from the branches: for who puts a function together from its blocks.
    pub(crate) fn renew_edges(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.preds.clear());
        let mut next = self.layout.first();
        while let Some(from) = next {
            let succs = self.successors(from);
            for to in &succs {
                if let Some(block) = self.blocks.get_mut(to.index()) {
                    block.preds.push(from);
                }
            }
            self.blocks[from.index()].succs = succs;
            next = self.layout.behind(from);
        }
    }

    /// Makes a block's edges what its branches say; who is entered over a new edge is entered by other threads.
    pub(super) fn update_edges(&mut self, bb: BlockId) {
        for to in self.update_edges_of_same(bb) {
            if let Some(block) = self.blocks.get_mut(to.index()) {
                block.entering.clear();
                block.whole_warps = false;
            }
        }
    }

    /// The same where the threads that come to each block are those that came before; the new successors.
    pub(super) fn update_edges_of_same(&mut self, bb: BlockId) -> Edges {
        let succs = self.successors(bb);
        let old = std::mem::replace(&mut self.blocks[bb.index()].succs, succs.clone());
        for to in old.iter().filter(|to| !succs.contains(to)) {
            if let Some(block) = self.blocks.get_mut(to.index()) {
                block.preds.retain(|pred| *pred != bb);
            }
        }
        let mut added = succs;
        added.retain(|to| !old.contains(to));
        for to in &added {
            if let Some(block) = self.blocks.get_mut(to.index()) {
                // By number, so that the same edges are listed the same way however they came to be.
                let place = block.preds.partition_point(|pred| pred.index() < bb.index());
                block.preds.insert(place, bb);
            }
        }
        added
    }
}

#[cfg(test)]
mod tests {
    use crate::lir::check::check;
    use crate::lir::example::kernel;
    use crate::lir::{BlockId, Function, Op};

    type Mistake = (&'static str, fn(&mut Function, [BlockId; 2]), &'static str);

    /// Lists that say otherwise than the branches, and what the checker says of them.
    const MISTAKES: &[Mistake] = &[
        (
            "a successor is lost",
            |f, [a, _]| f.blocks[a.index()].succs.clear(),
            "the successors are",
        ),
        (
            "a branch is lost behind the lists' back",
            |f, [a, _]| f.blocks[a.index()].insts.clear(),
            "control runs out",
        ),
        (
            "a predecessor is lost",
            |f, [_, b]| f.blocks[b.index()].preds.clear(),
            "does not know that it is entered",
        ),
        ("a predecessor too many", |f, [a, b]| f.blocks[a.index()].preds.push(b), "not as many"),
        ("a successor twice", |f, [a, b]| f.blocks[a.index()].succs.push(b), "the successors are"),
        ("a successor that does not stand", |f, [_, b]| f.layout.remove(b), "which is not there"),
    ];

    #[test]
    fn lists_that_lie_are_noticed() {
        for (what, make, says) in MISTAKES {
            let mut f = kernel(&[Op::Bra { uniform: true }]);
            let blocks: Vec<BlockId> = f.layout().collect();
            let &[a, b] = blocks.as_slice() else { panic!("an example has two blocks") };
            assert_eq!(check(&f), [], "{what}");
            if *says == "control runs out" {
                f.layout.remove(b);
            }
            make(&mut f, [a, b]);
            let found = check(&f);
            assert!(found.iter().any(|v| v.rule.contains(says)), "{what}: {found:?}");
        }
    }
}
