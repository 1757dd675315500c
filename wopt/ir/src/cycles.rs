//! Cycles: the nesting of loops, irreducible ones included.
//!
//! Source: the definition of LLVM's "Cycle Terminology" document (a cycle is a maximal strongly connected region below
//! a depth-first tree's header; nested cycles are those of the region without its header), found as P. Havlak, "Nesting of
//! Reducible and Irreducible Loops" (TOPLAS 1997) does: header candidates in reverse depth-first preorder, each gathers
//! what reaches it from below, a nested cycle as one. An edge counts from the nearest common ancestor of its ends on, so that
//! it is walked once (G. Ramalingam, "Identifying Loops in Almost Linear Time", TOPLAS 1999).
//! Cost: near-linear in blocks and edges, however deep the nesting; a cycle's edges are found when they are asked for.

use crate::func::Func;
use crate::grouped::Grouped;
use crate::ids::BbId;

/// One cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first block that a depth-first walk meets.
    pub header: BbId,
    /// The cycle around it.
    pub parent: Option<usize>,
    /// Nesting: 1 for an outermost cycle.
    pub depth: u32,
    /// Where its blocks stand in [`Cycles::blocks`].
    start: u32,
    end: u32,
    /// An edge enters it elsewhere than at its header.
    has_other_entries: bool,
    /// A cycle around it, as far out as makes both ways short: E. Myers, "An applicative random-access stack" (1983).
    jump: u32,
}

/// The cycles of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycles {
    cycles: Vec<Cycle>,
    innermost: Vec<Option<u32>>,
    /// The blocks of all cycles; those of a nested one lie together within those of the one around it.
    blocks: Vec<BbId>,
}

impl Cycles {
    /// Finds them. Predecessor lists must be up to date.
    pub fn of(f: &Func) -> Cycles {
        let count = f.bbs.len();
        let walk = DepthFirst::of(f);
        let mut found =
            Cycles { cycles: Vec::new(), innermost: vec![None; count], blocks: Vec::new() };
        // A class is a block, or a cycle that none found so far holds, by its header.
        let mut class: Vec<u32> = (0..count as u32).collect();
        // The edges to each class, as lists over the edges by number.
        let mut first = vec![NONE; count];
        let mut next: Vec<u32> = Vec::with_capacity(walk.forward.count());
        let mut sources: Vec<BbId> = Vec::new();
        let mut work: Vec<BbId> = Vec::new();
        for &candidate in walk.order.iter().rev() {
            for &(from, to) in walk.forward.list(candidate.index()) {
                let to = representative(&mut class, to.index() as u32) as usize;
                next.push(std::mem::replace(&mut first[to], sources.len() as u32));
                sources.push(from);
            }
            work.extend(walk.back.list(candidate.index()));
            if work.is_empty() {
                continue;
            }
            let me = found.cycles.len() as u32;
            found.cycles.push(Cycle {
                header: candidate,
                parent: None,
                depth: 0,
                start: 0,
                end: 0,
                has_other_entries: false,
                jump: me,
            });
            // No cycle holds the candidate yet: the header of one around it would be met before it.
            found.innermost[candidate.index()] = Some(me);
            while let Some(bb) = work.pop() {
                let inner = representative(&mut class, bb.index() as u32) as usize;
                if inner == candidate.index() {
                    continue;
                }
                match found.innermost[inner] {
                    Some(nested) => found.cycles[nested as usize].parent = Some(me as usize),
                    None => found.innermost[inner] = Some(me),
                }
                class[inner] = candidate.index() as u32;
                let mut edge = first[inner];
                while edge != NONE {
                    work.push(sources[edge as usize]);
                    edge = next[edge as usize];
                }
            }
        }
        found.arrange(&walk.order);
        found.find_other_entries(f, &walk.order);
        found
    }

    /// Depths, ways out, and the order of the blocks.
    fn arrange(&mut self, order: &[BbId]) {
        // Of the blocks that are its own, and then of all.
        let mut sizes = vec![0u32; self.cycles.len()];
        self.innermost.iter().flatten().for_each(|&k| sizes[k as usize] += 1);
        let mut free = sizes.clone();
        // Parents were found after their kids.
        for k in 0..self.cycles.len() {
            if let Some(parent) = self.cycles[k].parent {
                sizes[parent] += sizes[k];
            }
        }
        let mut outside = 0;
        for k in (0..self.cycles.len()).rev() {
            let parent = self.cycles[k].parent;
            let place = parent.map_or(&mut outside, |p| &mut free[p]);
            let start = *place;
            *place += sizes[k];
            // Own blocks first, then those of nested cycles.
            free[k] += start;
            let (depth, jump) =
                parent.map_or((0, k as u32), |p| (self.cycles[p].depth, self.jump(p)));
            let end = start + sizes[k];
            let cycle = &mut self.cycles[k];
            (cycle.depth, cycle.jump, cycle.start, cycle.end) = (depth + 1, jump, start, end);
        }
        let mut own: Vec<u32> = self.cycles.iter().map(|cycle| cycle.start).collect();
        self.blocks = vec![BbId::from_index(0); outside as usize];
        for &bb in order {
            if let Some(k) = self.innermost[bb.index()] {
                self.blocks[own[k as usize] as usize] = bb;
                own[k as usize] += 1;
            }
        }
    }

    /// Marks the cycles that edges enter elsewhere than at their headers.
    fn find_other_entries(&mut self, f: &Func, order: &[BbId]) {
        for &bb in order {
            for &pred in f.bbs[bb].preds() {
                let mut inside = self.innermost(bb);
                while let Some(k) = inside.filter(|&k| !self.holds(k, pred)) {
                    self.cycles[k].has_other_entries |= self.cycles[k].header != bb;
                    inside = self.cycles[k].parent;
                }
            }
        }
    }

    /// The jump of a cycle within `parent`.
    fn jump(&self, parent: usize) -> u32 {
        let depth = |k: u32| self.cycles[k as usize].depth;
        let near = self.cycles[parent].jump;
        let far = self.cycles[near as usize].jump;
        let as_long = depth(parent as u32) - depth(near) == depth(near) - depth(far);
        if as_long { far } else { parent as u32 }
    }

    /// All cycles; a nested one before the one around it.
    pub fn all(&self) -> &[Cycle] {
        &self.cycles
    }

    /// A cycle's blocks, those of nested cycles included; its header first.
    pub fn blocks(&self, k: usize) -> &[BbId] {
        let Cycle { start, end, .. } = self.cycles[k];
        &self.blocks[start as usize..end as usize]
    }

    /// A cycle's blocks that edges from outside enter; a reducible cycle has its header alone.
    pub fn entries(&self, f: &Func, k: usize) -> Vec<BbId> {
        let entered = |bb: &&BbId| f.bbs[**bb].preds().iter().any(|&pred| !self.holds(k, pred));
        self.blocks(k).iter().filter(entered).copied().collect()
    }

    /// Whether edges from outside enter a cycle at its header alone, as far as any do; known since the cycles were found.
    pub fn is_entered_at_header(&self, k: usize) -> bool {
        !self.cycles[k].has_other_entries
    }

    /// Blocks of a cycle that go back to its header.
    pub fn latches(&self, f: &Func, k: usize) -> Vec<BbId> {
        let preds = f.bbs[self.cycles[k].header].preds().iter();
        preds.copied().filter(|&pred| self.holds(k, pred)).collect()
    }

    /// Edges out of a cycle, from a block of it to one outside.
    pub fn exits(&self, f: &Func, k: usize) -> Vec<(BbId, BbId)> {
        let edges = |&from: &BbId| f.succs(from).into_iter().map(move |to| (from, to));
        self.blocks(k).iter().flat_map(edges).filter(|&(_, to)| !self.holds(k, to)).collect()
    }

    /// The block from which alone a cycle is entered, by its header. It may go elsewhere too.
    pub fn only_way_in(&self, f: &Func, k: usize) -> Option<BbId> {
        let mut outside =
            f.bbs[self.cycles[k].header].preds().iter().filter(|&&p| !self.holds(k, p));
        let (only, None) = (*outside.next()?, outside.next()) else { return None };
        self.is_entered_at_header(k).then_some(only)
    }

    /// The same where it goes nowhere else.
    pub fn preheader(&self, f: &Func, k: usize) -> Option<BbId> {
        self.only_way_in(f, k).filter(|&only| f.succs(only).len() == 1)
    }

    /// The innermost cycle that holds the block.
    pub fn innermost(&self, bb: BbId) -> Option<usize> {
        self.innermost.get(bb.index()).copied().flatten().map(|c| c as usize)
    }

    /// The cycles that hold the block, from the innermost out.
    pub fn around(&self, bb: BbId) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.innermost(bb), |&k| self.cycles[k].parent)
    }

    /// The cycles that hold a block and not another, from the innermost out: those that a way between the two leaves.
    pub fn left(&self, from: BbId, to: BbId) -> impl Iterator<Item = usize> + '_ {
        self.around(from).take_while(move |&k| !self.holds(k, to))
    }

    /// The last of [`Cycles::left`]; in a logarithm of the depth.
    pub fn outermost_left(&self, from: BbId, to: BbId) -> Option<usize> {
        let mut at = self.innermost(from).filter(|&k| !self.holds(k, to))?;
        loop {
            let Cycle { parent, jump, .. } = self.cycles[at];
            let jump = jump as usize;
            at = match parent.filter(|&parent| !self.holds(parent, to)) {
                None => return Some(at),
                // What the jump passes over does not hold `to` where its end does not.
                Some(_) if jump != at && !self.holds(jump, to) => jump,
                Some(parent) => parent,
            };
        }
    }

    /// How many cycles are around the block.
    pub fn depth(&self, bb: BbId) -> u32 {
        self.innermost(bb).map_or(0, |c| self.cycles[c].depth)
    }

    /// True where a value that both blocks `a` and `b` know leaves a cycle of both on the way to `to`: a block outside of a
    /// cycle that holds `a` and `b`. The innermost of those decides.
    pub fn leaves_with(&self, a: BbId, b: BbId, to: BbId) -> bool {
        self.around_both(a, b).is_some_and(|at| !self.holds(at, to))
    }

    /// How many cycles are around both blocks.
    pub fn common_depth(&self, a: BbId, b: BbId) -> u32 {
        self.around_both(a, b).map_or(0, |at| self.cycles[at].depth)
    }

    /// The innermost cycle around both blocks; in a logarithm of the depth.
    pub fn around_both(&self, a: BbId, b: BbId) -> Option<usize> {
        let (mut at, inner) = (self.innermost(a)?, self.innermost(b)?);
        while !self.is_within(inner, at) {
            let Cycle { parent, jump, .. } = self.cycles[at];
            let parent = parent?;
            // What the jump passes over does not hold `b` either.
            at = if self.is_within(inner, jump as usize) { parent } else { jump as usize };
        }
        Some(at)
    }

    /// True where the cycle or one nested in it holds the block.
    pub fn holds(&self, k: usize, bb: BbId) -> bool {
        self.innermost(bb).is_some_and(|inner| self.is_within(inner, k))
    }

    /// True where cycle `inner` is `outer` or nested in it.
    pub fn is_within(&self, inner: usize, outer: usize) -> bool {
        let (inner, outer) = (&self.cycles[inner], &self.cycles[outer]);
        outer.start <= inner.start && inner.end <= outer.end
    }
}

/// No edge; no number.
const NONE: u32 = u32::MAX;

/// The class of a block, in a forest whose trees are the classes.
fn representative(class: &mut [u32], bb: u32) -> u32 {
    let mut root = bb;
    while class[root as usize] != root {
        root = class[root as usize];
    }
    let mut at = bb;
    while at != root {
        at = std::mem::replace(&mut class[at as usize], root);
    }
    root
}

/// What a depth-first walk finds.
struct DepthFirst {
    /// Blocks in preorder.
    order: Vec<BbId>,
    /// By block: those below it, or itself, that go back to it.
    back: Grouped<BbId>,
    /// By block: the other edges, from and to, whose ends have it as their nearest common ancestor.
    forward: Grouped<(BbId, BbId)>,
}

impl DepthFirst {
    fn of(f: &Func) -> DepthFirst {
        let count = f.bbs.len();
        let mut order = Vec::with_capacity(f.layout.len());
        let mut number = vec![NONE; count];
        let mut parents = vec![0u32; count];
        // A block that is left joins its parent: the class is the nearest ancestor that is not left.
        let mut open: Vec<u32> = (0..count as u32).collect();
        let mut left = vec![false; count];
        let (mut back, mut forward) = (Vec::new(), Vec::new());
        let entry = f.entry();
        let mut stack = vec![(entry, entry, false)];
        while let Some((bb, parent, leave)) = stack.pop() {
            let at = bb.index();
            if leave {
                for to in f.succs(bb) {
                    if !left[to.index()] {
                        // Still open, so above, or the block itself.
                        back.push((to.index() as u32, bb));
                    } else {
                        let below = number[to.index()] > number[at];
                        let above = representative(&mut open, to.index() as u32);
                        forward.push((if below { at as u32 } else { above }, (bb, to)));
                    }
                }
                left[at] = true;
                open[at] = parents[at];
                continue;
            }
            if number[at] != NONE {
                continue;
            }
            number[at] = order.len() as u32;
            parents[at] = parent.index() as u32;
            order.push(bb);
            stack.push((bb, parent, true));
            stack.extend(f.succs(bb).iter().rev().map(|&s| (s, bb, false)));
        }
        DepthFirst { order, back: Grouped::of(count, &back), forward: Grouped::of(count, &forward) }
    }
}

#[cfg(test)]
mod tests {
    use super::Cycles;
    use crate::block::Terminator;
    use crate::func::Func;
    use crate::ids::BbId;
    use optx_whirl::Mtype;

    /// `depth` loops, one in the other: headers down, then latches up.
    fn nest(depth: usize) -> Func {
        let mut f = Func::new("f", "f");
        let condition = f.codemap.integer(Mtype::B, 1);
        let entry = f.new_bb();
        let headers: Vec<BbId> = (0..depth).map(|_| f.new_bb()).collect();
        let latches: Vec<BbId> = (0..depth).map(|_| f.new_bb()).collect();
        let end = f.new_bb();
        f.set_terminator(entry, Terminator::Goto(headers[0]));
        for k in 0..depth {
            let inner = headers.get(k + 1).copied().unwrap_or(latches[depth - 1]);
            let outer = k.checked_sub(1).map_or(end, |around| latches[around]);
            f.set_terminator(headers[k], Terminator::Goto(inner));
            f.set_terminator(
                latches[k],
                Terminator::Branch { condition, on_true: headers[k], on_false: outer },
            );
        }
        f.rebuild_preds();
        f
    }

    /// Myers (1983): any cycle around one is at most three times the logarithm of the depth away.
    #[test]
    fn ways_out_of_deep_nests_are_short() {
        let depth = 1000;
        let cycles = Cycles::of(&nest(depth));
        assert_eq!(cycles.all().iter().map(|c| c.depth as usize).max(), Some(depth));
        let mut most = 0;
        for from in 0..depth {
            for wanted in 1..=cycles.all()[from].depth {
                let (mut at, mut steps) = (from, 0);
                while cycles.all()[at].depth > wanted {
                    let cycle = &cycles.all()[at];
                    let jump = cycle.jump as usize;
                    let short = cycles.all()[jump].depth < wanted;
                    at = if short { cycle.parent.expect("a cycle around it") } else { jump };
                    steps += 1;
                }
                most = most.max(steps);
            }
        }
        assert!(most <= 3 * depth.ilog2(), "{most} steps out of {depth} cycles");
    }

    #[test]
    fn the_outermost_cycle_that_is_left_is_the_last_that_is_left() {
        let f = nest(100);
        let cycles = Cycles::of(&f);
        for &from in &f.layout {
            for &to in &f.layout {
                let last = cycles.left(from, to).last();
                assert_eq!(cycles.outermost_left(from, to), last, "from {from} to {to}");
            }
        }
    }
}
