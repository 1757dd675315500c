//! Dominators and post-dominators, with dominance frontiers (iterated ones are of [`crate::join_edges`]).
//!
//! Source: L. Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems" (2005), the SEMI-NCA algorithm;
//! frontiers after Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001), section 4.
//! Cost: near-linear in blocks and edges. No recursion.

use crate::func::Func;
use crate::grouped::Grouped;
use crate::ids::BbId;

/// The entry of the tree for post-dominators is a virtual exit, which has no block.
const NONE: u32 = u32::MAX;

/// A dominator tree over the blocks reachable from its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominance {
    /// Immediate dominator by block index; the root's and unreachable blocks' is None.
    idom: Vec<Option<BbId>>,
    /// Preorder number in the tree, and the last number in the subtree, by block index.
    interval: Vec<(u32, u32)>,
    /// Blocks in tree preorder.
    preorder: Vec<BbId>,
}

impl Dominance {
    /// Dominators from the entry.
    pub fn of(f: &Func) -> Dominance {
        Dominance::filtered(f, |_, _| true)
    }

    /// Dominators from the entry where only the edges exist that a test keeps (from, to).
    pub fn filtered(f: &Func, keep: impl Fn(BbId, BbId) -> bool) -> Dominance {
        Dominance::of_graph(f.bbs.len(), &[f.entry()], |bb, out| {
            out.extend(f.succs(bb).into_iter().filter(|&to| keep(bb, to)));
        })
    }

    /// Post-dominators, to a virtual exit after every return. Blocks of a cycle that nothing leaves hang below the
    /// exit through the cycle's last block in layout order, so that every block has a place.
    pub fn post(f: &Func) -> Dominance {
        Dominance::post_filtered(f, |_, _| true)
    }

    /// Post-dominators where only the edges exist that a test keeps (from, to): a block that loses all leads to the exit.
    pub fn post_filtered(f: &Func, keep: impl Fn(BbId, BbId) -> bool) -> Dominance {
        Dominance::post_ending(f, keep, &[])
    }

    /// The same where these blocks may end, too.
    pub fn post_ending(f: &Func, keep: impl Fn(BbId, BbId) -> bool, ends: &[BbId]) -> Dominance {
        let mut edges: Vec<(u32, BbId)> = Vec::new();
        let mut roots: Vec<BbId> = ends.to_vec();
        let mut is_end = vec![false; f.bbs.len()];
        ends.iter().for_each(|bb| is_end[bb.index()] = true);
        for &bb in &f.layout {
            let mut goes_on = false;
            for succ in f.succs(bb).into_iter().filter(|&to| keep(bb, to)) {
                edges.push((succ.index() as u32, bb));
                goes_on = true;
            }
            if !goes_on && !is_end[bb.index()] {
                roots.push(bb);
            }
        }
        let preds = Grouped::of(f.bbs.len(), &edges);
        let mut seen = vec![false; f.bbs.len()];
        let mut stack = roots.clone();
        for start in f.layout.iter().rev().map(|&b| Some(b)).chain([None]) {
            while let Some(bb) = stack.pop() {
                if !std::mem::replace(&mut seen[bb.index()], true) {
                    stack.extend_from_slice(preds.list(bb.index()));
                }
            }
            if let Some(bb) = start
                && !seen[bb.index()]
            {
                roots.push(bb);
                stack.push(bb);
            }
        }
        Dominance::of_graph(f.bbs.len(), &roots, |bb, out| {
            out.extend_from_slice(preds.list(bb.index()))
        })
    }

    /// The dominators of any graph of at most `count` blocks, from a virtual root above `roots`; `succs` adds a block's
    /// successors. SEMI-NCA.
    pub fn of_graph(
        count: usize,
        roots: &[BbId],
        succs: impl Fn(BbId, &mut Vec<BbId>),
    ) -> Dominance {
        // Depth-first numbering; number 0 is the virtual root.
        let mut number = vec![NONE; count];
        let mut order: Vec<Option<BbId>> = Vec::with_capacity(count + 1);
        order.push(None);
        let mut parent = Vec::with_capacity(count + 1);
        parent.push(0u32);
        let mut stack: Vec<(BbId, u32)> = roots.iter().rev().map(|&r| (r, 0)).collect();
        let mut next = Vec::new();
        let mut edges: Vec<(BbId, u32)> = Vec::with_capacity(2 * count);
        while let Some((bb, from)) = stack.pop() {
            edges.push((bb, from));
            if number[bb.index()] != NONE {
                continue;
            }
            let me = order.len() as u32;
            number[bb.index()] = me;
            order.push(Some(bb));
            parent.push(from);
            next.clear();
            succs(bb, &mut next);
            stack.extend(next.iter().rev().map(|&s| (s, me)));
        }
        let n = order.len();
        let edges: Vec<(u32, u32)> =
            edges.into_iter().map(|(to, from)| (number[to.index()], from)).collect();
        let preds = Grouped::of(n, &edges);
        let mut semi: Vec<u32> = (0..n as u32).collect();
        let mut label = semi.clone();
        let mut ancestor = vec![NONE; n];
        let mut path = Vec::new();
        for w in (1..n).rev() {
            for &v in preds.list(w) {
                let u = evaluate(v as usize, &mut ancestor, &mut label, &semi, &mut path);
                semi[w] = semi[w].min(semi[u as usize]);
            }
            ancestor[w] = parent[w];
        }
        let mut idom = parent;
        for w in 1..n {
            while idom[w] > semi[w] {
                idom[w] = idom[idom[w] as usize];
            }
        }
        Dominance::from_numbers(count, &order, &idom)
    }

    fn from_numbers(count: usize, order: &[Option<BbId>], idom: &[u32]) -> Dominance {
        let n = order.len();
        let below: Vec<(u32, u32)> = (1..n).map(|w| (idom[w], w as u32)).collect();
        let children = Grouped::of(n, &below);
        let mut result = Dominance {
            idom: vec![None; count],
            interval: vec![(NONE, 0); count],
            preorder: Vec::with_capacity(n),
        };
        let mut stack: Vec<(u32, bool)> = vec![(0, false)];
        while let Some((w, leave)) = stack.pop() {
            let Some(bb) = order[w as usize] else {
                if !leave {
                    stack.extend(children.list(0).iter().rev().map(|&c| (c, false)));
                }
                continue;
            };
            if leave {
                result.interval[bb.index()].1 = result.preorder.len() as u32;
                continue;
            }
            result.idom[bb.index()] = order[idom[w as usize] as usize];
            result.interval[bb.index()].0 = result.preorder.len() as u32;
            result.preorder.push(bb);
            stack.push((w, true));
            stack.extend(children.list(w as usize).iter().rev().map(|&c| (c, false)));
        }
        result
    }

    /// The immediate dominator; None for the root (or roots) and for unreachable blocks.
    pub fn idom(&self, bb: BbId) -> Option<BbId> {
        self.idom[bb.index()]
    }

    /// True where the block is reachable from the root.
    pub fn contains(&self, bb: BbId) -> bool {
        self.interval.get(bb.index()).is_some_and(|i| i.0 != NONE)
    }

    /// True where every path from the root to `b` passes `a`; a block dominates itself.
    pub fn dominates(&self, a: BbId, b: BbId) -> bool {
        let ((start, end), (at, _)) = (self.interval[a.index()], self.interval[b.index()]);
        start != NONE && at != NONE && start <= at && at < end
    }

    /// The block's number in tree preorder.
    pub fn preorder_number(&self, bb: BbId) -> u32 {
        self.interval[bb.index()].0
    }

    /// The preorder numbers of the blocks that a block dominates: the first, its own, and the one behind the last.
    pub fn interval(&self, bb: BbId) -> (u32, u32) {
        self.interval[bb.index()]
    }

    /// Blocks in tree preorder: a block after its immediate dominator.
    pub fn preorder(&self) -> &[BbId] {
        &self.preorder
    }

    /// The blocks that each block immediately dominates, by block index, in tree preorder.
    pub fn children(&self) -> Grouped<BbId> {
        let below =
            self.preorder.iter().filter_map(|&bb| Some((self.idom(bb)?.index() as u32, bb)));
        Grouped::of(self.idom.len(), &below.collect::<Vec<_>>())
    }

    /// The dominance frontier of each block, by block index: for the tree of dominators, the blocks where its
    /// dominance ends.
    pub fn frontiers(&self, f: &Func) -> Grouped<BbId> {
        let mut frontier: Vec<(u32, BbId)> = Vec::new();
        let mut last = vec![None; self.idom.len()];
        for &bb in &self.preorder {
            let preds = f.bbs[bb].preds();
            if preds.len() < 2 {
                continue;
            }
            for &pred in preds {
                let mut runner = pred;
                while self.contains(runner) && Some(runner) != self.idom(bb) {
                    // From here up another predecessor's walk has been: without this, a join of all arms of a long
                    // chain of `else if` walks the chain once an arm.
                    if last[runner.index()].replace(bb) == Some(bb) {
                        break;
                    }
                    frontier.push((runner.index() as u32, bb));
                    match self.idom(runner) {
                        Some(up) => runner = up,
                        None => break,
                    }
                }
            }
        }
        Grouped::of(self.idom.len(), &frontier)
    }
}

/// The vertex of least semidominator on the path to the forest's root, with path compression, iteratively.
fn evaluate(
    v: usize,
    ancestor: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<usize>,
) -> u32 {
    if ancestor[v] == NONE {
        return v as u32;
    }
    path.clear();
    let mut at = v;
    while ancestor[at] != NONE && ancestor[ancestor[at] as usize] != NONE {
        path.push(at);
        at = ancestor[at] as usize;
    }
    while let Some(w) = path.pop() {
        let up = ancestor[w] as usize;
        if semi[label[up] as usize] < semi[label[w] as usize] {
            label[w] = label[up];
        }
        ancestor[w] = ancestor[up];
    }
    label[v]
}
