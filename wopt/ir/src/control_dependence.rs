//! Control dependence: which branches decide whether a block runs.
//!
//! Source: Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in Optimization" (TOPLAS 1987): a block
//! depends on an edge out of a branch where it post-dominates the edge's end and not the branch. Found, as Cytron et al. (1991)
//! do, as the dominance frontier of the reverse graph. Cost: the size of the result, near-linear for what sources nest, and quadratic
//! for a loop of many `continue`s: who asks for the branches of one block after the other, each once, asks [`Deciders`].

use crate::dominance::Dominance;
use crate::func::Func;
use crate::grouped::Grouped;
use crate::ids::BbId;
use smallvec::SmallVec;

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
/// Cost: linear in edges, and logarithmic, in the edges that end below it, for each block asked for and each edge found.
pub struct Deciders<'a> {
    post: &'a Dominance,
    /// By block index: its depth in the tree of post-dominators; what has none above it has 1.
    depth: Vec<u32>,
    /// By preorder number, and one behind: where the edges with that end begin in `branches`.
    starts: Vec<u32>,
    /// The branch of each edge, by the preorder number of the edge's end.
    branches: Vec<BbId>,
    /// The least depth of the branches' post-dominators, as an implicit binary tree over the edges; [`TAKEN`] for those found.
    least: Vec<u32>,
    /// Nodes of that tree that are to be looked into.
    open: Vec<usize>,
}

/// Deeper than any block.
const TAKEN: u32 = u32::MAX;

impl Deciders<'_> {
    /// Of a function with these post-dominators.
    pub fn of<'a>(f: &Func, post: &'a Dominance) -> Deciders<'a> {
        Deciders::of_edges(f, post, |_, _| true)
    }

    /// As [`Deciders::of`], of a function with these edges (from, to) alone.
    pub fn of_edges<'a>(
        f: &Func,
        post: &'a Dominance,
        keep: impl Fn(BbId, BbId) -> bool,
    ) -> Deciders<'a> {
        let mut depth = vec![0; f.bbs.len()];
        for &bb in post.preorder() {
            depth[bb.index()] = post.idom(bb).map_or(0, |up| depth[up.index()]) + 1;
        }
        let mut edges = Vec::new();
        for &bb in &f.layout {
            let succs: SmallVec<[BbId; 2]> =
                f.succs(bb).into_iter().filter(|&to| keep(bb, to)).collect();
            if succs.len() > 1 {
                edges.extend(succs.into_iter().map(|to| (post.preorder_number(to), bb)));
            }
        }
        let numbers = post.preorder().len().max(f.bbs.len());
        let (starts, branches) = sorted(numbers, &edges);
        let leaves = branches.len().next_power_of_two();
        let mut least = vec![TAKEN; 2 * leaves];
        for (k, &bb) in branches.iter().enumerate() {
            least[leaves + k] = post.idom(bb).map_or(0, |up| depth[up.index()]);
        }
        for node in (1..leaves).rev() {
            least[node] = least[2 * node].min(least[2 * node + 1]);
        }
        Deciders { post, depth, starts, branches, least, open: Vec::new() }
    }

    /// The branches that decide whether a block runs, but for ways out of them that were found before.
    pub fn take(&mut self, bb: BbId, mut each: impl FnMut(BbId)) {
        let (first, end) = self.post.interval(bb);
        let below = self.depth[bb.index()];
        let leaves = self.least.len() / 2;
        let edge = |number: u32| leaves + self.starts[number as usize] as usize;
        // The fewest nodes that cover the edges that end in the block's subtree.
        let (mut from, mut to) = (edge(first), edge(end));
        while from < to {
            if from % 2 == 1 {
                self.open.push(from);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                self.open.push(to);
            }
            (from, to) = (from / 2, to / 2);
        }
        while let Some(node) = self.open.pop() {
            if self.least[node] >= below {
                continue;
            }
            if node < leaves {
                self.open.extend([2 * node + 1, 2 * node]);
                continue;
            }
            each(self.branches[node - leaves]);
            self.take_out(node);
        }
    }

    /// Makes a leaf of the tree of depths [`TAKEN`].
    fn take_out(&mut self, leaf: usize) {
        self.least[leaf] = TAKEN;
        let mut node = leaf / 2;
        while node > 0 {
            let least = self.least[2 * node].min(self.least[2 * node + 1]);
            if std::mem::replace(&mut self.least[node], least) == least {
                return;
            }
            node /= 2;
        }
    }
}

/// The second parts of pairs in the order of the first, which are below `count`, and where those of each begin.
fn sorted(count: usize, pairs: &[(u32, BbId)]) -> (Vec<u32>, Vec<BbId>) {
    let grouped = Grouped::of(count, pairs);
    let mut starts = Vec::with_capacity(count + 1);
    let mut values = Vec::with_capacity(pairs.len());
    for k in 0..count {
        starts.push(values.len() as u32);
        values.extend_from_slice(grouped.list(k));
    }
    starts.push(values.len() as u32);
    (starts, values)
}
