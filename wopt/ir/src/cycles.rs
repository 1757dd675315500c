//! Cycles: the nesting of loops, irreducible ones included.
//!
//! Source: the definition of LLVM's "Cycle Terminology" document (a cycle is a maximal strongly connected region below
//! a depth-first tree's header; nested cycles are those of the region without its header), found by walking
//! predecessors from each header candidate in reverse depth-first preorder.
//! Cost: near-linear for the nesting depths that sources have.

use crate::func::Func;
use crate::ids::BbId;

/// One cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first block that a depth-first walk meets.
    pub header: BbId,
    /// All blocks that edges from outside enter; a reducible cycle has its header alone.
    pub entries: Vec<BbId>,
    /// The cycle around it.
    pub parent: Option<usize>,
    /// Nesting: 1 for an outermost cycle.
    pub depth: u32,
    /// Blocks, those of nested cycles included.
    pub blocks: Vec<BbId>,
    /// Blocks of the cycle that go back to its header.
    pub latches: Vec<BbId>,
    /// Edges out of the cycle, from a block of it to one outside.
    pub exits: Vec<(BbId, BbId)>,
    /// The block that alone enters the cycle, by its header, and goes nowhere else.
    pub preheader: Option<BbId>,
}

/// The cycles of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycles {
    cycles: Vec<Cycle>,
    innermost: Vec<Option<u32>>,
}

impl Cycles {
    /// Finds them. Predecessor lists must be up to date.
    pub fn of(f: &Func) -> Cycles {
        let count = f.bbs.len();
        let (order, interval) = depth_first(f);
        let mut found = Cycles { cycles: Vec::new(), innermost: vec![None; count] };
        let is_below = |a: BbId, b: BbId| {
            let ((start, end), (at, _)) = (interval[a.index()], interval[b.index()]);
            at != u32::MAX && start <= at && at < end
        };
        let mut work: Vec<BbId> = Vec::new();
        for &candidate in order.iter().rev() {
            for &pred in &f.bbs[candidate].preds {
                if is_below(candidate, pred) {
                    work.push(pred);
                }
            }
            if work.is_empty() {
                continue;
            }
            let me = found.cycles.len();
            found.cycles.push(Cycle {
                header: candidate,
                entries: vec![candidate],
                parent: None,
                depth: 0,
                blocks: vec![candidate],
                latches: Vec::new(),
                exits: Vec::new(),
                preheader: None,
            });
            // A nested cycle around the candidate itself was found with a later candidate as header: impossible, as
            // that header lies below; so the candidate has no cycle yet.
            found.innermost[candidate.index()] = Some(me as u32);
            while let Some(bb) = work.pop() {
                if bb == candidate {
                    continue;
                }
                match found.outermost(bb) {
                    Some(top) if top == me => {}
                    Some(top) => {
                        found.cycles[top].parent = Some(me);
                        let (inner, outer) = found.cycles.split_at_mut(me);
                        outer[0].blocks.extend_from_slice(&inner[top].blocks);
                        for k in 0..found.cycles[top].entries.len() {
                            let entry = found.cycles[top].entries[k];
                            found.predecessors(f, me, entry, &mut work, &is_below, &interval);
                        }
                    }
                    None => {
                        found.innermost[bb.index()] = Some(me as u32);
                        found.cycles[me].blocks.push(bb);
                        found.predecessors(f, me, bb, &mut work, &is_below, &interval);
                    }
                }
            }
        }
        // Parents were found after their kids.
        for k in (0..found.cycles.len()).rev() {
            let depth = found.cycles[k].parent.map_or(0, |p| found.cycles[p].depth);
            found.cycles[k].depth = depth + 1;
        }
        for k in 0..found.cycles.len() {
            found.edges(f, k);
        }
        found
    }

    /// Finds a cycle's latches, exits and preheader.
    fn edges(&mut self, f: &Func, me: usize) {
        let cycle = &self.cycles[me];
        let inside = |bb: BbId| self.is_within(self.innermost(bb), me);
        let (latches, outside): (Vec<BbId>, Vec<BbId>) =
            f.bbs[cycle.header].preds.iter().partition(|&&p| inside(p));
        let mut exits = Vec::new();
        for &bb in &cycle.blocks {
            exits.extend(f.succs(bb).into_iter().filter(|&to| !inside(to)).map(|to| (bb, to)));
        }
        let preheader = match outside.as_slice() {
            &[only] if cycle.entries.len() == 1 && f.succs(only).len() == 1 => Some(only),
            _ => None,
        };
        let cycle = &mut self.cycles[me];
        (cycle.latches, cycle.exits, cycle.preheader) = (latches, exits, preheader);
    }

    fn predecessors(
        &mut self,
        f: &Func,
        me: usize,
        bb: BbId,
        work: &mut Vec<BbId>,
        is_below: &impl Fn(BbId, BbId) -> bool,
        interval: &[(u32, u32)],
    ) {
        let header = self.cycles[me].header;
        let mut is_entry = false;
        for &pred in &f.bbs[bb].preds {
            if is_below(header, pred) {
                work.push(pred);
            } else if interval[pred.index()].0 != u32::MAX {
                is_entry = true;
            }
        }
        if is_entry {
            self.cycles[me].entries.push(bb);
        }
    }

    fn outermost(&self, bb: BbId) -> Option<usize> {
        let mut at = self.innermost[bb.index()]? as usize;
        while let Some(up) = self.cycles[at].parent {
            at = up;
        }
        Some(at)
    }

    /// All cycles; a nested one before the one around it.
    pub fn all(&self) -> &[Cycle] {
        &self.cycles
    }

    /// The innermost cycle that holds the block.
    pub fn innermost(&self, bb: BbId) -> Option<usize> {
        self.innermost.get(bb.index()).copied().flatten().map(|c| c as usize)
    }

    /// How many cycles are around the block.
    pub fn depth(&self, bb: BbId) -> u32 {
        self.innermost(bb).map_or(0, |c| self.cycles[c].depth)
    }

    /// True where a value that both blocks `a` and `b` know leaves a cycle of both on the way to `to`: a block outside of a
    /// cycle that holds `a` and `b`.
    pub fn leaves_with(&self, a: BbId, b: BbId, to: BbId) -> bool {
        let (outside, inside) = (self.innermost(to), self.innermost(b));
        let mut at = self.innermost(a);
        let mut outermost = None;
        while let Some(c) = at.filter(|&c| !self.is_within(outside, c)) {
            outermost = Some(c);
            at = self.cycles[c].parent;
        }
        outermost.is_some_and(|c| self.is_within(inside, c))
    }

    /// True where cycle `inner` is `outer` or nested in it.
    pub fn is_within(&self, inner: Option<usize>, outer: usize) -> bool {
        let mut at = inner;
        while let Some(c) = at {
            if c == outer {
                return true;
            }
            at = self.cycles[c].parent;
        }
        false
    }
}

/// Blocks in depth-first preorder, and each one's (number, end of its subtree).
fn depth_first(f: &Func) -> (Vec<BbId>, Vec<(u32, u32)>) {
    let mut interval = vec![(u32::MAX, 0u32); f.bbs.len()];
    let mut order = Vec::with_capacity(f.layout.len());
    let mut stack = vec![(f.entry(), false)];
    while let Some((bb, leave)) = stack.pop() {
        if leave {
            interval[bb.index()].1 = order.len() as u32;
            continue;
        }
        if interval[bb.index()].0 != u32::MAX {
            continue;
        }
        interval[bb.index()].0 = order.len() as u32;
        order.push(bb);
        stack.push((bb, true));
        stack.extend(f.succs(bb).iter().rev().map(|&s| (s, false)));
    }
    (order, interval)
}
