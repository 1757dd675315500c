//! Iterated control dependence: on which axes it depends whether a thread comes to a block.
//!
//! Idea: a branch decides about the blocks from each of its targets up the tree of post-dominators to what post-dominates it.
//! A block that depends on a branch depends on all that the branch's block depends on. What spreads are four bits, the axes and
//! whether lanes of a warp differ; for each bit the blocks that have it are united with what stands above them in the tree, so that
//! each block gets each bit once and no set is written down.
//! A *leaving* branch, one of whose sides never meets the other but at the thread's end, makes no join: post-dominance is computed without the
//! edge into that side, the lighter where both are such. The threads that stay are together.
//!
//! Source: Ferrante, Ottenstein and Warren (TOPLAS 1987) for control dependence; X. Kong, "Variance Analysis on SSA-based IR
//! (CODEREP/STMTREP)" (2009), whose steps 2 and 5 join it over the closure; R. Tarjan (1975) for the unions.
//! Cost: near-linear in blocks, for all changes of conditions together.

use super::lattice::Axes;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, Func, Terminator};

/// The edges that leave, and the post-dominators without them.
pub struct Ways {
    /// Post-dominators without the edges into the lighter sides of leaving branches.
    pub post: Dominance,
    /// By block: the target of the leaving edge out of it.
    leaves: Vec<Option<BbId>>,
}

impl Ways {
    /// Finds them.
    pub fn of(f: &Func, dom: &Dominance) -> Ways {
        let closed = closed_sides(f, dom);
        let mut leaves = vec![None; f.bbs.len()];
        for &bb in &f.layout {
            let Terminator::Branch { on_true, on_false, .. } = f.bbs[bb].terminator else {
                continue;
            };
            let leads_away =
                |to: BbId| is_end(f, to) || dom.idom(to) == Some(bb) && closed[to.index()];
            let weight = |to: BbId| {
                let (first, end) = dom.interval(to);
                if is_end(f, to) { 0 } else { end - first }
            };
            leaves[bb.index()] = match (leads_away(on_true), leads_away(on_false)) {
                _ if on_true == on_false => None,
                (true, true) if weight(on_true) <= weight(on_false) => Some(on_true),
                (_, true) => Some(on_false),
                (true, false) => Some(on_true),
                (false, false) => None,
            };
        }
        let post = Dominance::post_filtered(f, |from, to| leaves[from.index()] != Some(to));
        Ways { post, leaves }
    }

    /// The target that only threads that end go to, of a leaving branch.
    pub fn leaving_target(&self, bb: BbId) -> Option<BbId> {
        self.leaves[bb.index()]
    }
}

/// By block: all that can be reached from it is dominated by it, but for blocks in which threads do nothing but end. So nothing
/// that goes another way ever meets what came there.
fn closed_sides(f: &Func, dom: &Dominance) -> Vec<bool> {
    let mut level = vec![0u32; f.bbs.len()];
    for &bb in dom.preorder() {
        level[bb.index()] = dom.idom(bb).map_or(0, |up| level[up.index()] + 1);
    }
    // The least level of what edges lead to from a block's subtree, beside the subtree's own root.
    let mut low = vec![u32::MAX; f.bbs.len()];
    let mut closed = vec![false; f.bbs.len()];
    for &bb in dom.preorder().iter().rev() {
        for to in f.succs(bb) {
            // An edge of the tree leads into the subtree; one back to its root is the root's own matter.
            if dom.idom(to) != Some(bb) && to != bb && !is_end(f, to) {
                low[bb.index()] = low[bb.index()].min(level[to.index()]);
            }
        }
        closed[bb.index()] = low[bb.index()] > level[bb.index()];
        if let Some(up) = dom.idom(bb) {
            low[up.index()] = low[up.index()].min(low[bb.index()]);
        }
    }
    closed
}

/// True for a block in which a thread does nothing but end.
fn is_end(f: &Func, bb: BbId) -> bool {
    let block = &f.bbs[bb];
    block.phis.is_empty() && block.stmts.is_empty() && block.terminator == Terminator::Return
}

/// The axes that decide whether threads come to blocks.
pub struct Control {
    axes: Vec<Axes>,
    /// By block: the axes of its own condition.
    own: Vec<Axes>,
    /// By block: the axes for which its targets were walked from.
    walked: Vec<Axes>,
    /// By bit, by block: itself, or a block above it in the tree that may not have the bit yet; the root is one behind all.
    above: [Vec<u32>; Axes::COUNT],
    work: Vec<(BbId, u8)>,
}

impl Control {
    /// Nothing depends on anything yet.
    pub fn new(f: &Func) -> Control {
        let count = f.bbs.len();
        let none = vec![Axes::NONE; count];
        Control {
            axes: none.clone(),
            own: none.clone(),
            walked: none,
            above: std::array::from_fn(|_| (0..=count as u32).collect()),
            work: Vec::new(),
        }
    }

    /// The axes that it depends on whether a thread comes to a block.
    pub fn axes(&self, bb: BbId) -> Axes {
        self.axes[bb.index()]
    }

    /// A block's condition varies on these axes; `changed` is told of each block that comes to depend on more.
    pub fn vary(
        &mut self,
        f: &Func,
        ways: &Ways,
        bb: BbId,
        axes: Axes,
        mut changed: impl FnMut(BbId),
    ) {
        let own = &mut self.own[bb.index()];
        *own = own.join(axes);
        self.start(bb);
        while let Some((branch, bit)) = self.work.pop() {
            for to in f.succs(branch) {
                // What lies behind a leaving edge is below nothing that the other side comes to.
                let leaves = ways.leaving_target(branch) == Some(to);
                let stop = ways.post.idom(branch).filter(|_| !leaves);
                self.walk(ways, to, stop, bit, &mut changed);
            }
        }
    }

    /// Puts what a branch has not told its targets yet on the list.
    fn start(&mut self, bb: BbId) {
        let all = self.own[bb.index()].join(self.axes[bb.index()]);
        let new = all.without(self.walked[bb.index()]);
        self.walked[bb.index()] = all;
        for bit in 0..Axes::COUNT as u8 {
            if new.has(Axes(1 << bit)) {
                self.work.push((bb, bit));
            }
        }
    }

    /// Gives a bit to the blocks from one up to what post-dominates the branch.
    fn walk(
        &mut self,
        ways: &Ways,
        from: BbId,
        stop: Option<BbId>,
        bit: u8,
        changed: &mut impl FnMut(BbId),
    ) {
        let root = self.axes.len() as u32;
        let mut at = self.find(bit, from.index() as u32);
        loop {
            // What is not below the place to stop at is that, or above it.
            if at == root {
                return;
            }
            let block = BbId::from_index(at as usize);
            if !ways.post.contains(block)
                || stop.is_some_and(|s| s == block || !ways.post.dominates(s, block))
            {
                return;
            }
            let up = ways.post.idom(block).map_or(root, |up| up.index() as u32);
            self.above[usize::from(bit)][at as usize] = up;
            self.axes[at as usize] = self.axes[at as usize].join(Axes(1 << bit));
            changed(block);
            self.start(block);
            at = self.find(bit, up);
        }
    }

    fn find(&mut self, bit: u8, block: u32) -> u32 {
        let above = &mut self.above[usize::from(bit)];
        let mut end = block;
        while above[end as usize] != end {
            end = above[end as usize];
        }
        let mut at = block;
        while above[at as usize] != end {
            at = std::mem::replace(&mut above[at as usize], end);
        }
        end
    }
}
