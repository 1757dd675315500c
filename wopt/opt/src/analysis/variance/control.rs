//! Iterated control dependence: on which axes it depends whether a thread comes to a block.
//!
//! Idea: a branch decides about the blocks from each of its targets up the tree of post-dominators to what post-dominates it.
//! A block that depends on a branch depends on all that the branch's block depends on. What spreads are four bits, the axes and
//! whether lanes of a warp differ; for each bit the blocks that have it are united with what stands above them in the tree, so that
//! each block gets each bit once and no set is written down.
//! Two trees: that of the whole graph, and the *forward* one, in which an edge that comes round a cycle leads to the cycle's ways out: what a
//! thread comes to in a later round only, it does not come to at this instance.
//! A *leaving* branch, one of whose sides never meets the other but at the thread's end, makes no join: post-dominance is computed without the
//! edge into that side, the lighter where both are such. The threads that stay are together.
//!
//! Source: Ferrante, Ottenstein and Warren (TOPLAS 1987) for control dependence; X. Kong, "Variance Analysis on SSA-based IR
//! (CODEREP/STMTREP)" (2009), whose steps 2 and 5 join it over the closure; R. Tarjan (1975) for the unions.
//! Cost: near-linear in blocks, for all changes of conditions together.

use super::lattice::Axes;
use super::together::Leaves;
use optx_ir::control_dependence::Deciders;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::{BbId, Func, Terminator};
use optx_whirl::fixed_hash::Set;

/// The edges that leave and that come round, and the post-dominators without them.
pub struct Ways {
    /// Post-dominators without the leaving edges.
    whole: Dominance,
    /// As `whole`, where edges that come round lead to their cycle's ways out; what stands for those is numbered behind the blocks.
    pub forward: Dominance,
    /// By block: the target of the leaving edge out of it.
    leaves: Vec<Option<BbId>>,
    /// The edges that come round cycles which nobody leaves: a round ends there.
    rounds: Set<(BbId, BbId)>,
    /// By block: its place in reverse postorder of a depth-first walk.
    pub order: Vec<u32>,
}

impl Ways {
    /// Finds them.
    pub fn of(f: &Func, dom: &Dominance, cycles: &Cycles) -> Ways {
        let (closed, busy) = (closed_sides(f, dom), busy_before(f, dom));
        let mut leaves = vec![None; f.bbs.len()];
        for &bb in &f.layout {
            let Terminator::Branch { on_true, on_false, .. } = f.bbs[bb].terminator() else {
                continue;
            };
            // Who stays in a cycle may come to the other side in a later round.
            let comes_again =
                |other: BbId| cycles.innermost(bb).is_some_and(|k| cycles.holds(k, other));
            // A join behind both sides is closed too: the other side meets it.
            let alone =
                |to: BbId| f.bbs[to].preds().iter().all(|&p| p == bb || dom.dominates(to, p));
            let leads_away = |to: BbId, other: BbId| {
                is_end(f, to)
                    || comes_again(other) && !comes_again(to) && ends_within(f, to, MOST_EMPTY)
                    || dom.idom(to) == Some(bb)
                        && closed[to.index()]
                        && alone(to)
                        && !comes_again(other)
            };
            let weight = |to: BbId| {
                let (first, end) = dom.interval(to);
                match ends_within(f, to, MOST_EMPTY) {
                    true => 0,
                    false => busy[end as usize] - busy[first as usize],
                }
            };
            leaves[bb.index()] =
                match (leads_away(on_true, on_false), leads_away(on_false, on_true)) {
                    _ if on_true == on_false => None,
                    (true, true) if weight(on_true) <= weight(on_false) => Some(on_true),
                    (_, true) => Some(on_false),
                    (true, false) => Some(on_true),
                    (false, false) => None,
                };
        }
        let order = reverse_postorder(f);
        let stays = |from: BbId, to: BbId| leaves[from.index()] != Some(to);
        let rounds = endless_rounds(f, cycles, &order, stays);
        let mut ends: Vec<BbId> = rounds.iter().map(|&(from, _)| from).collect();
        ends.sort_unstable();
        ends.dedup();
        let goes_on = |from: BbId, to: BbId| stays(from, to) && !rounds.contains(&(from, to));
        let whole = Dominance::post_ending(f, goes_on, &ends);
        let forward = forward_post(f, cycles, &order, stays);
        Ways { whole, forward, leaves, rounds, order }
    }

    fn tree(&self, k: usize) -> &Dominance {
        [&self.whole, &self.forward][k]
    }

    /// Asks which branches decide whether threads come to blocks, leaving ones aside.
    pub fn deciders(&self, f: &Func) -> Deciders<'_> {
        Deciders::of_edges(f, &self.whole, |from, to| {
            self.leaves[from.index()] != Some(to) && !self.rounds.contains(&(from, to))
        })
    }

    /// Whether a side of a block's branch leaves for good, and for what.
    pub fn leaves(&self, f: &Func, bb: BbId) -> Leaves {
        match self.leaving_target(bb) {
            None => Leaves::Not,
            Some(to) if ends_within(f, to, MOST_EMPTY) => Leaves::ToEnd,
            Some(_) => Leaves::Somewhere,
        }
    }

    /// The target that only threads that end go to, of a leaving branch.
    pub fn leaving_target(&self, bb: BbId) -> Option<BbId> {
        self.leaves[bb.index()]
    }
}

/// The edges that come round the cycles which nobody leaves by edges that stay, the outermost such alone: nothing in them would come before an
/// end, and which block is taken for one would say what depends on what.
fn endless_rounds(
    f: &Func,
    cycles: &Cycles,
    order: &[u32],
    stays: impl Fn(BbId, BbId) -> bool,
) -> Set<(BbId, BbId)> {
    if cycles.all().is_empty() {
        return Set::default();
    }
    let mut edges = Vec::new();
    let mut work = Vec::new();
    for &bb in &f.layout {
        let before = edges.len();
        let goes = f.succs(bb).into_iter().filter(|&to| stays(bb, to));
        edges.extend(goes.map(|to| (to.index() as u32, bb)));
        if edges.len() == before {
            work.push(bb);
        }
    }
    let preds = Grouped::of(f.bbs.len(), &edges);
    let mut ends = vec![false; f.bbs.len()];
    let mut found = Set::default();
    for k in last_first(cycles, order).into_iter().map(Some).chain([None]) {
        while let Some(bb) = work.pop() {
            if !std::mem::replace(&mut ends[bb.index()], true) {
                work.extend_from_slice(preds.list(bb.index()));
            }
        }
        let Some(k) = k else { break };
        let header = cycles.all()[k].header;
        if !ends[header.index()] {
            let latches = cycles.latches(f, k);
            found.extend(latches.iter().map(|&from| (from, header)));
            work.extend(latches);
        }
    }
    found
}

/// The cycles, each behind those that it leads to and the one around it.
fn last_first(cycles: &Cycles, order: &[u32]) -> Vec<usize> {
    let mut by_header: Vec<usize> = (0..cycles.all().len()).collect();
    by_header.sort_unstable_by_key(|&k| order[cycles.all()[k].header.index()]);
    let mut nested: Vec<Vec<usize>> = vec![Vec::new(); by_header.len()];
    let mut work = Vec::new();
    for k in by_header {
        cycles.all()[k].parent.map_or(&mut work, |around| &mut nested[around]).push(k);
    }
    let mut found = Vec::with_capacity(nested.len());
    while let Some(k) = work.pop() {
        found.push(k);
        work.append(&mut nested[k]);
    }
    found
}

/// Post-dominators where each edge that a depth-first walk finds to come back leads to what stands for its cycle's ways out: who goes round
/// comes to nothing of the cycle any more in this round, and leaves it in the end. That of cycle k is numbered behind the blocks.
fn forward_post(
    f: &Func,
    cycles: &Cycles,
    order: &[u32],
    stays: impl Fn(BbId, BbId) -> bool,
) -> Dominance {
    let (mut edges, mut roots) = (Vec::new(), Vec::new());
    let behind = |k: usize| BbId::from_index(f.bbs.len() + k);
    // Where an edge leads: to what is behind a cycle where it comes round that; None to the end.
    let leads = |from: BbId, to: BbId| match order[to.index()] <= order[from.index()] {
        true => cycles.around(to).find(|&k| cycles.holds(k, from)).map(behind),
        false => Some(to),
    };
    let mut leaves = vec![false; cycles.all().len()];
    for &bb in &f.layout {
        let mut ends = true;
        for to in f.succs(bb).into_iter().filter(|&to| stays(bb, to)) {
            let Some(next) = leads(bb, to) else {
                roots.push(bb);
                continue;
            };
            ends = false;
            edges.push((next.index() as u32, bb));
            for k in cycles.left(bb, to) {
                leaves[k] = true;
                edges.push((next.index() as u32, behind(k)));
            }
        }
        if ends {
            roots.push(bb);
        }
    }
    // Who never leaves comes to nothing.
    roots.extend((0..leaves.len()).filter(|&k| !leaves[k]).map(behind));
    let count = f.bbs.len() + leaves.len();
    let preds = Grouped::of(count, &edges);
    Dominance::of_graph(count, &roots, |bb, out| {
        out.extend_from_slice(preds.list(bb.index()));
    })
}

/// By block: its place in reverse postorder of a depth-first walk from the entry.
fn reverse_postorder(f: &Func) -> Vec<u32> {
    let mut order = vec![0; f.bbs.len()];
    let mut seen = vec![false; f.bbs.len()];
    let mut next = f.bbs.len() as u32;
    let mut stack = vec![(f.entry(), 0)];
    seen[f.entry().index()] = true;
    while let Some((bb, k)) = stack.pop() {
        let succs = f.succs(bb);
        match succs.get(k) {
            Some(&to) => {
                stack.push((bb, k + 1));
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                next -= 1;
                order[bb.index()] = next;
            }
        }
    }
    order
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

/// By preorder number among dominators: how many blocks before it do something.
fn busy_before(f: &Func, dom: &Dominance) -> Vec<u32> {
    let mut count = 0;
    let mut before = vec![0];
    for &bb in dom.preorder() {
        count += u32::from(!f.bbs[bb].stmts.is_empty());
        before.push(count);
    }
    before
}

/// So many blocks where ways meet and nothing is done may stand between a branch and where its threads end.
const MOST_EMPTY: usize = 4;

/// So many blocks are walked to an end.
const MOST_STEPS: usize = 64;

/// True for a block in which a thread does nothing but end.
fn is_end(f: &Func, bb: BbId) -> bool {
    ends_within(f, bb, 1)
}

/// True for a block from which a thread does nothing but end, by so many blocks at most where ways meet: an empty block on an edge is nothing.
fn ends_within(f: &Func, bb: BbId, mut joins: usize) -> bool {
    let mut at = bb;
    for _ in 0..MOST_STEPS {
        let block = &f.bbs[at];
        if block.preds().len() > 1 {
            let Some(left) = joins.checked_sub(1) else { return false };
            joins = left;
        }
        match block.terminator() {
            _ if !block.phis.is_empty() || !block.stmts.is_empty() => return false,
            Terminator::Return => return true,
            Terminator::Goto(to) => at = to,
            Terminator::Branch { .. } => return false,
        }
    }
    false
}

/// The axes that decide whether threads come to blocks.
pub struct Control {
    /// How many blocks there are; what stands for cycles' ways out comes behind.
    blocks: usize,
    axes: Vec<Axes>,
    /// By block: the axes of its own condition.
    own: Vec<Axes>,
    /// By block: the axes for which its targets were walked from.
    walked: Vec<Axes>,
    /// By block and bit: the branch that first brought the bit.
    brought: Vec<[Option<BbId>; Axes::COUNT]>,
    /// By tree and bit, by block: itself, or a block above it in the tree that may not have been come by with the bit yet; the root is
    /// one behind all.
    above: [[Vec<u32>; Axes::COUNT]; 2],
    work: Vec<(BbId, u8)>,
}

/// A way up a tree, from a target of a branch to what post-dominates the branch, for a bit.
struct Climb {
    branch: BbId,
    from: BbId,
    /// Nothing from here on depends on the branch.
    stop: Option<BbId>,
    tree: usize,
    bit: u8,
}

impl Control {
    /// Nothing depends on anything yet.
    pub fn new(f: &Func, cycles: &Cycles) -> Control {
        let count = f.bbs.len() + cycles.all().len();
        let none = vec![Axes::NONE; count];
        Control {
            blocks: f.bbs.len(),
            axes: none.clone(),
            own: none.clone(),
            walked: none,
            brought: vec![[None; Axes::COUNT]; count],
            above: std::array::from_fn(|_| std::array::from_fn(|_| (0..=count as u32).collect())),
            work: Vec::new(),
        }
    }

    /// The axes that it depends on whether a thread comes to a block.
    pub fn axes(&self, bb: BbId) -> Axes {
        self.axes[bb.index()]
    }

    /// The nearest branch that decides on an axis whether threads come to a block, and whose own condition varies on it.
    pub fn decider(&self, bb: BbId, axis: Axes) -> Option<BbId> {
        let bit = axis.0.trailing_zeros() as usize;
        let mut at = bb;
        loop {
            // Who brought a bit without its own condition had got it before: this ends.
            at = (*self.brought.get(at.index())?.get(bit)?)?;
            if self.own[at.index()].has(axis) {
                return Some(at);
            }
        }
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
            for (to, tree) in f.succs(branch).into_iter().flat_map(|to| [(to, 0), (to, 1)]) {
                // What lies behind a leaving edge is below nothing that the other side comes to.
                let leaves = ways.leaving_target(branch) == Some(to);
                let comes_back = ways.order[to.index()] <= ways.order[branch.index()];
                let ends = if tree == 1 { comes_back } else { ways.rounds.contains(&(branch, to)) };
                if ends {
                    continue;
                }
                let stop = ways.tree(tree).idom(branch).filter(|_| !leaves);
                self.climb(ways, &Climb { branch, from: to, stop, tree, bit }, &mut changed);
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

    /// Gives the bit to the blocks on a way up.
    fn climb(&mut self, ways: &Ways, climb: &Climb, changed: &mut impl FnMut(BbId)) {
        let Climb { branch, from, stop, tree, bit } = *climb;
        let root = self.axes.len() as u32;
        let post = ways.tree(tree);
        let mut at = self.find(tree, bit, from.index() as u32);
        loop {
            // What is not below the place to stop at is that, or above it.
            if at == root {
                return;
            }
            let block = BbId::from_index(at as usize);
            if !post.contains(block)
                || stop.is_some_and(|s| s == block || !post.dominates(s, block))
            {
                return;
            }
            let up = post.idom(block).map_or(root, |up| up.index() as u32);
            self.above[tree][usize::from(bit)][at as usize] = up;
            let axes = &mut self.axes[at as usize];
            if !axes.has(Axes(1 << bit)) {
                *axes = axes.join(Axes(1 << bit));
                self.brought[at as usize][usize::from(bit)] = Some(branch);
                if block.index() < self.blocks {
                    changed(block);
                    self.start(block);
                }
            }
            at = self.find(tree, bit, up);
        }
    }

    fn find(&mut self, tree: usize, bit: u8, block: u32) -> u32 {
        let above = &mut self.above[tree][usize::from(bit)];
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
