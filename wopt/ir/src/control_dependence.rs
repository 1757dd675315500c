//! Control dependence: which branches decide whether a block runs.
//!
//! Source: Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in Optimization" (TOPLAS 1987): a block
//! depends on an edge out of a branch where it post-dominates the edge's end and not the branch. Found, as Cytron et al. (1991)
//! do, as the dominance frontier of the reverse graph. Cost: the size of the result, near-linear for what sources nest.

use crate::dominance::Dominance;
use crate::func::Func;
use crate::ids::BbId;

/// The branches that each block depends on, by the target whose choice leads to the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlDependence {
    /// By block index: branching block and target, in layout order of the branches.
    edges: Vec<Vec<(BbId, BbId)>>,
}

impl ControlDependence {
    /// Finds it; `post` are the function's post-dominators.
    pub fn of(f: &Func, post: &Dominance) -> ControlDependence {
        let mut edges = vec![Vec::new(); f.bbs.len()];
        for &bb in &f.layout {
            let succs = f.succs(bb);
            if succs.len() < 2 {
                continue;
            }
            let stop = post.idom(bb);
            for to in succs {
                // From the target up to what post-dominates the branch anyway.
                let mut at = Some(to);
                while let Some(block) = at.filter(|_| at != stop) {
                    edges[block.index()].push((bb, to));
                    // A branch that depends on itself closes a cycle: what is above it is above its own stop.
                    at = post.idom(block);
                }
            }
        }
        ControlDependence { edges }
    }

    /// The branches that decide whether a block runs, each with the target that leads to it.
    pub fn of_block(&self, bb: BbId) -> &[(BbId, BbId)] {
        self.edges.get(bb.index()).map_or(&[], Vec::as_slice)
    }
}
