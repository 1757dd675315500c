//! Control dependence: which branches decide whether a block runs.
//!
//! Source: Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in Optimization" (TOPLAS 1987): a block
//! depends on an edge out of a branch where it post-dominates the edge's end and not the branch. Found, as Cytron et al. (1991)
//! do, as the dominance frontier of the reverse graph. Cost: the size of the result, near-linear for what sources nest, and quadratic
//! for a loop of many `continue`s: who asks for the branches of one block after the other, each once, asks [`Deciders`].

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

/// Finds the branches that decide whether blocks run, for blocks asked for in any order, and each way out of a branch once.
///
/// Idea: a block depends on a branch's edge where it is above the edge's end, or that, in the tree of post-dominators, and below what
/// post-dominates the branch. So the edges of a block are those with ends in its subtree, an interval of preorder numbers,
/// whose branches have their post-dominators above it: by a tree of least depths over all edges, each found edge is taken out.
/// Cost: linear in edges, and logarithmic for each block asked for and each edge found.
pub struct Deciders<'a> {
    post: &'a Dominance,
    /// By block index: its depth in the tree of post-dominators; what has none above it has 1.
    depth: Vec<u32>,
    /// The preorder number of each edge's end, in order, and the edge's branch.
    edges: Vec<(u32, BbId)>,
    /// The least depth of the branches' post-dominators, as an implicit binary tree over the edges; [`TAKEN`] for those found.
    least: Vec<u32>,
}

/// Deeper than any block.
const TAKEN: u32 = u32::MAX;

impl Deciders<'_> {
    /// Of a function with these post-dominators.
    pub fn of<'a>(f: &Func, post: &'a Dominance) -> Deciders<'a> {
        let mut depth = vec![0; f.bbs.len()];
        for &bb in post.preorder() {
            depth[bb.index()] = post.idom(bb).map_or(0, |up| depth[up.index()]) + 1;
        }
        let branches = f.layout.iter().map(|&bb| (bb, f.succs(bb))).filter(|(_, s)| s.len() > 1);
        let mut edges: Vec<(u32, BbId)> = branches
            .flat_map(|(bb, succs)| succs.into_iter().map(move |to| (to, bb)))
            .map(|(to, bb)| (post.preorder_number(to), bb))
            .collect();
        edges.sort_unstable();
        let leaves = edges.len().next_power_of_two();
        let mut least = vec![TAKEN; 2 * leaves];
        for (k, (_, bb)) in edges.iter().enumerate() {
            least[leaves + k] = post.idom(*bb).map_or(0, |up| depth[up.index()]);
        }
        for node in (1..leaves).rev() {
            least[node] = least[2 * node].min(least[2 * node + 1]);
        }
        Deciders { post, depth, edges, least }
    }

    /// The branches that decide whether a block runs, but for ways out of them that were found before.
    pub fn take(&mut self, bb: BbId, mut each: impl FnMut(BbId)) {
        let (first, end) = self.post.interval(bb);
        let from = self.edges.partition_point(|&(at, _)| at < first);
        let to = self.edges.partition_point(|&(at, _)| at < end);
        let below = self.depth[bb.index()];
        let leaves = self.least.len() / 2;
        // Nodes of the tree that cover edges from..to, as (node, first edge, edges).
        let mut stack = vec![(1, 0, leaves)];
        let mut found = Vec::new();
        while let Some((node, start, count)) = stack.pop() {
            if start >= to || start + count <= from || self.least[node] >= below {
                continue;
            }
            if count == 1 {
                found.push(start);
                continue;
            }
            let half = count / 2;
            stack.extend([(2 * node + 1, start + half, half), (2 * node, start, half)]);
        }
        for edge in found {
            each(self.edges[edge].1);
            let mut node = leaves + edge;
            self.least[node] = TAKEN;
            while node > 1 {
                node /= 2;
                self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]);
            }
        }
    }
}
