//! Iterated dominance frontiers, without the frontiers: those of all blocks together may be quadratic.
//!
//! Source: V. Sreedhar, G. Gao, "A Linear Time Algorithm for Placing phi-Nodes" (POPL 1995): a block joins in the frontier of
//! `x` where an edge that is not the tree's leads to it from the subtree of `x`, and it is no deeper than `x`. Taken deepest first,
//! no subtree is walked twice. Subtrees out of which no edge leads that high are left out.
//! Cost: for a set of blocks at most the edges below them; near-linear to set up.

use crate::dominance::Dominance;
use crate::func::Func;
use crate::grouped::Grouped;
use crate::ids::BbId;
use crate::side_table::SideTable;
use std::collections::BinaryHeap;

/// The dominator tree with the other edges (the DJ graph).
pub struct JoinEdges {
    /// Depth in the tree, by block.
    level: Vec<u32>,
    /// The least level that an edge out of the block's subtree leads to.
    low: Vec<u32>,
    children: Grouped<BbId>,
    /// Edges that are not the tree's, by where they start.
    edges: Grouped<BbId>,
    /// Which set a block was last met for.
    met: SideTable<BbId, u32>,
    sets: u32,
}

impl JoinEdges {
    /// Those of a function.
    pub fn of(f: &Func, dom: &Dominance) -> JoinEdges {
        let mut level = vec![0; f.bbs.len()];
        let mut edges = Vec::new();
        for &bb in dom.preorder() {
            let up = dom.idom(bb);
            level[bb.index()] = up.map_or(0, |up| level[up.index()] + 1);
            let preds = f.bbs[bb].preds();
            if preds.len() > 1 {
                let joining = preds.iter().filter(|&&pred| dom.contains(pred) && Some(pred) != up);
                edges.extend(joining.map(|pred| (pred.index() as u32, bb)));
            }
        }
        let edges = Grouped::of(f.bbs.len(), &edges);
        let mut low = vec![u32::MAX; f.bbs.len()];
        for &bb in dom.preorder().iter().rev() {
            let own = edges.list(bb.index()).iter().map(|to| level[to.index()]).min();
            low[bb.index()] = low[bb.index()].min(own.unwrap_or(u32::MAX));
            if let Some(up) = dom.idom(bb) {
                low[up.index()] = low[up.index()].min(low[bb.index()]);
            }
        }
        let met = SideTable::new(0);
        JoinEdges { level, low, children: dom.children(), edges, met, sets: 0 }
    }

    /// A block's depth in the dominator tree; the entry's is 0. No block of a dominance frontier is deeper than what it is the frontier of.
    pub fn level(&self, bb: BbId) -> u32 {
        self.level[bb.index()]
    }

    /// Whether a block's dominance frontier is empty.
    pub fn is_empty(&self, bb: BbId) -> bool {
        self.low[bb.index()] > self.level[bb.index()]
    }

    /// Gives the iterated dominance frontier of reachable blocks to `joins`, each once or more; what it refuses is as if it
    /// were not there. Before the join comes the last of the blocks, and of the joins so far, that dominates the edge's start.
    /// The number of blocks looked at comes back.
    pub fn iterated(
        &mut self,
        blocks: &[BbId],
        mut joins: impl FnMut(BbId, BbId) -> bool,
    ) -> usize {
        let mut looked_at = 0;
        self.sets += 1;
        let mut heap: BinaryHeap<(u32, BbId)> =
            blocks.iter().map(|&bb| (self.level[bb.index()], bb)).collect();
        let mut stack = Vec::new();
        while let Some((level, bb)) = heap.pop() {
            stack.push(bb);
            while let Some(at) = stack.pop() {
                looked_at += 1;
                if self.met.replace(at, self.sets) == self.sets {
                    continue;
                }
                for &to in self.edges.list(at.index()) {
                    if self.level[to.index()] <= level && joins(bb, to) {
                        heap.push((self.level[to.index()], to));
                    }
                }
                let children = self.children.list(at.index()).iter();
                stack.extend(children.filter(|child| self.low[child.index()] <= level));
            }
        }
        looked_at
    }
}
