//! Irreducible cycles: what is in one varies on all that may bring its threads apart.
//!
//! Idea: where a cycle is entered at several places nobody counts its rounds, so threads that parted may meet in different ones. The
//! branches that part them (those that decide by which entry they come, and those inside whose sides both stay inside) taint all that is made in
//! the cycle. In a small cycle without another inside, a branch whose sides meet in a block that it dominates parts nobody but there.
//!
//! Source: Sahasrabuddhe and Hähnle, "Uniformity Analysis for Irreducible CFGs" (2022): what is not m-converged varies.
//! Cost: four bits a cycle, and what is made in it is looked at again when one is added.

use super::joins::{Decision, Graph, Joins};
use super::lattice::Axes;
use optx_ir::cycles::Cycles;
use optx_ir::grouped::Grouped;
use optx_ir::{BbId, CrId, Func};

/// In a cycle of more blocks each branch parts threads.
const MOST_BLOCKS: usize = 64;

/// The irreducible cycles that no other is around.
pub(super) struct Tangles {
    /// By cycle: the outermost irreducible one around it, or itself.
    of_cycle: Vec<Option<usize>>,
    /// By cycle: the axes of what parts its threads, as far as that is known.
    axes: Vec<Axes>,
    /// By cycle: each branch inside parts threads, whatever meets where.
    is_coarse: Vec<bool>,
    /// What parts threads, each with its cycle.
    partings: Vec<(usize, Decision)>,
    /// By node: the partings that its state is of.
    by_condition: Grouped<u32>,
    /// By block: those that hang on who comes there.
    by_block: Grouped<u32>,
    /// By cycle: what is made in it.
    members: Grouped<CrId>,
}

impl Tangles {
    /// Of cycles of which some are irreducible.
    pub(super) fn of(cycles: &Cycles, irreducible: &[bool]) -> Tangles {
        let count = irreducible.len();
        let mut of_cycle = vec![None; count];
        // Parents come after their kids.
        for k in (0..count).rev() {
            let above = cycles.all()[k].parent.and_then(|parent: usize| of_cycle[parent]);
            of_cycle[k] = above.or(irreducible[k].then_some(k));
        }
        let mut is_coarse: Vec<bool> =
            (0..count).map(|k| cycles.blocks(k).len() > MOST_BLOCKS).collect();
        for (k, of) in of_cycle.iter().enumerate() {
            if let Some(tangle) = of.filter(|&tangle| tangle != k) {
                is_coarse[tangle] = true;
            }
        }
        Tangles {
            of_cycle,
            axes: vec![Axes::NONE; count],
            is_coarse,
            partings: Vec::new(),
            by_condition: Grouped::of(0, &[]),
            by_block: Grouped::of(0, &[]),
            members: Grouped::of(0, &[]),
        }
    }

    /// The one that a cycle is in, or is.
    pub(super) fn around(&self, cycle: usize) -> Option<usize> {
        self.of_cycle[cycle]
    }

    /// The one that a block is in.
    pub(super) fn holding(&self, cycles: &Cycles, bb: BbId) -> Option<usize> {
        cycles.innermost(bb).and_then(|k| self.of_cycle[k])
    }

    /// True for a block in one whose branches all part threads: what decides about a phi there is among them.
    pub(super) fn decides(&self, cycles: &Cycles, bb: BbId) -> bool {
        self.holding(cycles, bb).is_some_and(|k| self.is_coarse[k])
    }

    /// On which axes threads may have parted in the one that a block is in.
    pub(super) fn axes(&self, cycles: &Cycles, bb: BbId) -> Axes {
        self.holding(cycles, bb).map_or(Axes::NONE, |k| self.axes[k])
    }

    /// The partings that a node's state is of.
    pub(super) fn of_condition(&self, node: CrId) -> &[u32] {
        self.by_condition.list(node.index())
    }

    /// Those that hang on who comes to a block.
    pub(super) fn of_block(&self, bb: BbId) -> &[u32] {
        self.by_block.list(bb.index())
    }
}

impl Tangles {
    /// Finds what parts threads in each.
    pub(super) fn find_partings(&mut self, graph: &Graph<'_>, joins: &mut Joins<'_>) {
        let Graph { f, cycles, dom, ways, .. } = *graph;
        for k in 0..self.of_cycle.len() {
            if self.of_cycle[k] != Some(k) {
                continue;
            }
            let entries = joins.entry_decisions(k);
            self.partings.extend(entries.into_iter().map(|decision| (k, decision)));
            for &bb in cycles.blocks(k) {
                let inside = f.succs(bb).iter().filter(|&&to| cycles.holds(k, to)).count();
                let meets = || {
                    let at = ways.forward.idom(bb);
                    at.is_some_and(|at| cycles.holds(k, at) && dom.dominates(bb, at))
                };
                if inside > 1 && (self.is_coarse[k] || !meets()) {
                    self.partings.push((k, Decision::Branch(bb)));
                }
            }
        }
    }

    /// Notes what partings follow from, and what is made in each, of (cycle, what).
    pub(super) fn group(&mut self, f: &Func, members: &[(u32, CrId)]) {
        let (mut by_condition, mut by_block) = (Vec::new(), Vec::new());
        for (number, (_, decision)) in (0..).zip(&self.partings) {
            let at = decision.block();
            if let Some(condition) = f.bbs[at].terminator().condition() {
                by_condition.push((condition.index() as u32, number));
            }
            if !matches!(decision, Decision::Branch(_)) {
                by_block.push((at.index() as u32, number));
            }
        }
        self.by_condition = Grouped::of(f.codemap.len(), &by_condition);
        self.by_block = Grouped::of(f.bbs.len(), &by_block);
        self.members = Grouped::of(self.of_cycle.len(), members);
    }

    /// What a parting is.
    pub(super) fn parting(&self, number: u32) -> &Decision {
        &self.partings[number as usize].1
    }

    /// Threads part on these axes; what is made in the cycle if some are new.
    pub(super) fn part(&mut self, number: u32, axes: Axes) -> &[CrId] {
        let k = self.partings[number as usize].0;
        if self.axes[k].has(axes) {
            return &[];
        }
        self.axes[k] = self.axes[k].join(axes);
        self.members.list(k)
    }
}
