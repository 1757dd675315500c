//! Which branches decide which operand a phi takes: the disjoint-path rule.
//!
//! Idea: two threads at one instance of a phi took one way from its immediate dominator until a branch parted them. The branch
//! matters where its sides lead to different operands. Walking back from the operands' edges to the dominator, each block gets a
//! label: the operand that all ways from it lead to, or, where its targets' labels differ, itself. A branch with itself for a label decides.
//! What a region with one way in and one way out encloses is passed over in one step: from a block that
//! post-dominates its immediate dominator, before any edge comes round a cycle, to that one, and from behind a cycle to before its header. So a nest costs what its
//! levels have, and no more.
//!
//! A phi at a cycle's header merges what enters with what comes round, which no branch decides between; where several edges
//! enter, or come round, those are a question of their own each. Ways out of a cycle with different labels depend on how often threads
//! went round too: the exits' own conditions of leaving ([`Decision::Exit`]).
//!
//! Source: the disjoint paths of Rosemann, Moll and Hack, "An Abstract Interpretation for SPMD Divergence on Reducible Control Flow
//! Graphs" (POPL 2021), found from the phi and not from the branch; gating paths of Tu and Padua (PLDI 1995).
//! Cost: the edges of the region without what is passed over; a walk that takes more than [`MOST_STEPS`] gives up, and then the phi
//! depends on all that decides whether threads come to its predecessors.

use super::control::Ways;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::{BbId, CrId, Func, SideTable};
use optx_whirl::fixed_hash::Map;

/// So many steps are made for one question.
const MOST_STEPS: usize = 1 << 16;

/// So many times all labels of a region are looked at: cycles in it need several.
const MOST_PASSES: usize = 32;

/// What decides which operand a phi takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The condition of this block's branch.
    Branch(BbId),
    /// How often threads went round a cycle before they left it from this block.
    Exit(BbId),
    /// Whether threads come to this block, and its condition: where a walk gave up.
    Reach(BbId),
}

impl Decision {
    /// The block that it is made in.
    pub fn block(self) -> BbId {
        match self {
            Decision::Branch(bb) | Decision::Exit(bb) | Decision::Reach(bb) => bb,
        }
    }
}

/// The graph that questions are asked of.
#[derive(Clone, Copy)]
pub struct Graph<'a> {
    pub f: &'a Func,
    pub dom: &'a Dominance,
    pub ways: &'a Ways,
    pub cycles: &'a Cycles,
    /// By cycle: it has other entries than its header.
    pub irreducible: &'a [bool],
    /// The blocks behind each cycle's exits, but for those that lead to threads' ends alone.
    pub exits: &'a Grouped<BbId>,
}

impl Graph<'_> {
    /// The outermost cycle that holds the first block and not the second.
    fn outermost_without(&self, bb: BbId, other: BbId) -> Option<usize> {
        self.cycles.outermost_left(bb, other)
    }

    /// The block above both `bb` and every cycle around it that does not hold `other`.
    fn above(&self, bb: BbId, other: BbId) -> BbId {
        let mut at = bb;
        while let Some(k) = self.outermost_without(at, other) {
            let Some(up) = self.dom.idom(self.cycles.all()[k].header) else { break };
            at = up;
        }
        at
    }
}

/// A way into a phi's block: the predecessor, and what comes over the edge.
type Arrival = (BbId, CrId);

/// Answers which branches decide, for the phis of one block after the other.
pub struct Joins<'a> {
    graph: Graph<'a>,
    /// By block: its number in the walk of this stamp.
    numbers: SideTable<BbId, (u32, u32)>,
    stamp: u32,
}

/// Where a label leads, in a walk: nowhere yet, to an operand, or to the block of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Unset,
    Operand(CrId),
    Choice(u32),
}

impl<'a> Joins<'a> {
    /// Nothing asked yet.
    pub fn new(graph: Graph<'a>) -> Joins<'a> {
        Joins { graph, numbers: SideTable::new((0, 0)), stamp: 0 }
    }

    /// What decides which operand comes over which edge into a block: operands in the order of its predecessors.
    pub fn decisions(&mut self, bb: BbId, operands: &[CrId]) -> Vec<Decision> {
        let Graph { f, cycles, .. } = self.graph;
        let preds = f.bbs[bb].preds();
        let arrivals: Vec<Arrival> = preds.iter().copied().zip(operands.iter().copied()).collect();
        // Edges that come round the cycles that the block is an entry of, by the innermost that holds the edge's start.
        let mut groups: Map<Option<usize>, Vec<Arrival>> = Map::default();
        let heads = cycles.innermost(bb).filter(|&k| self.is_entry(k, bb));
        for &(pred, operand) in &arrivals {
            let round = heads.is_some_and(|k| cycles.holds(k, pred));
            let key = if round { heads } else { None };
            groups.entry(key).or_default().push((pred, operand));
        }
        let mut found = Vec::new();
        let mut keys: Vec<Option<usize>> = groups.keys().copied().collect();
        keys.sort_unstable();
        for key in keys {
            let list = &groups[&key];
            if list.iter().all(|(_, operand)| *operand == list[0].1) {
                continue;
            }
            let stop = match key {
                Some(_) => Some(bb),
                None => self.graph.dom.idom(bb).map(|up| self.graph.above(up, bb)),
            };
            match stop.and_then(|stop| self.question(bb, stop, list)) {
                Some(list) => found.extend(list),
                None => found.extend(list.iter().map(|&(pred, _)| Decision::Reach(pred))),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What decides by which of its entries threads come into a cycle.
    pub fn entry_decisions(&mut self, cycle: usize) -> Vec<Decision> {
        let Graph { f, cycles, dom, .. } = self.graph;
        let header = cycles.all()[cycle].header;
        let mut arrivals = Vec::new();
        for bb in cycles.entries(f, cycle) {
            // The entry's own block stands for what comes over the edge: it is no operand, and differs from the others'.
            let enters = f.bbs[bb].preds().iter().filter(|&&pred| !cycles.holds(cycle, pred));
            arrivals.extend(enters.map(|&pred| (pred, CrId::from_index(bb.index()))));
        }
        let mut stop = dom.idom(header);
        while let Some(up) = stop {
            if arrivals.iter().all(|&(pred, _)| dom.dominates(up, pred)) {
                break;
            }
            stop = dom.idom(up);
        }
        let stop = stop.map(|up| self.graph.above(up, header));
        let found = stop.and_then(|stop| self.question(header, stop, &arrivals));
        found.unwrap_or_else(|| arrivals.iter().map(|&(pred, _)| Decision::Reach(pred)).collect())
    }

    fn is_entry(&self, cycle: usize, bb: BbId) -> bool {
        let Graph { f, cycles, .. } = self.graph;
        cycles.all()[cycle].header == bb
            || f.bbs[bb].preds().iter().any(|&pred| !cycles.holds(cycle, pred))
    }

    /// The decisions between arrivals at a block, of threads that were together at `stop`; None where there is too much to
    /// look at.
    fn question(&mut self, bb: BbId, stop: BbId, arrivals: &[Arrival]) -> Option<Vec<Decision>> {
        self.stamp += 1;
        let mut walk = Region { blocks: Vec::new(), edges: Vec::new(), arrivals: Vec::new() };
        for &(pred, operand) in arrivals {
            // Of a cycle with one way out that is where threads arrive from, too.
            let whole = self.left_whole((pred, bb), bb, stop);
            let alone = whole.filter(|&k| self.graph.exits.list(k).len() == 1);
            for from in alone.map_or(vec![pred], |k| self.ways_in(k)) {
                let at = self.number(&mut walk, from);
                walk.arrivals.push((at, operand));
            }
        }
        let mut next = 0;
        let mut steps = 0;
        while next < walk.blocks.len() {
            let block = walk.blocks[next];
            next += 1;
            if block == stop {
                continue;
            }
            for up in self.before(bb, stop, block) {
                let from = self.number(&mut walk, up);
                walk.edges.push((from, next as u32 - 1));
                steps += 1;
            }
            if steps > MOST_STEPS {
                return None;
            }
        }
        let labels = walk.labels(&self.graph.ways.order)?;
        let deciding = |k: &usize| labels[*k] == Label::Choice(*k as u32);
        let mut found: Vec<Decision> = (0..walk.blocks.len())
            .filter(deciding)
            .map(|k| Decision::Branch(walk.blocks[k]))
            .collect();
        if !found.is_empty() {
            found.extend(self.exits(bb, &walk, &labels));
        }
        Some(found)
    }

    fn number(&mut self, walk: &mut Region, bb: BbId) -> u32 {
        let entry = self.numbers.entry(bb);
        if entry.0 != self.stamp {
            *entry = (self.stamp, walk.blocks.len() as u32);
            walk.blocks.push(bb);
        }
        entry.1
    }

    /// The blocks before one on the way back: its predecessors, or the one block that all ways to it come from.
    fn before(&self, target: BbId, stop: BbId, bb: BbId) -> Vec<BbId> {
        let Graph { f, dom, ways, .. } = self.graph;
        let preds = f.bbs[bb].preds();
        // The header of a cycle that does not hold the target: ways round lead nowhere else than ways in.
        if let Some(up) = dom.idom(bb)
            && preds.len() > 1
            && up != bb
            && dom.dominates(stop, up)
            && ways.forward.dominates(bb, up)
            && self.graph.outermost_without(up, bb).is_none()
            && self.graph.outermost_without(bb, target).is_none()
            && !self.is_tangled(bb)
        {
            return vec![up];
        }
        let mut found = Vec::with_capacity(preds.len());
        for &pred in preds {
            // From behind a cycle to where threads enter it.
            match self.left_whole((pred, bb), target, stop) {
                Some(k) => found.extend(self.ways_in(k)),
                None => found.push(pred),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The outermost cycle that an edge leaves, where all that leave it come to the edge's end and neither of two blocks is in it.
    fn left_whole(&self, edge: (BbId, BbId), target: BbId, stop: BbId) -> Option<usize> {
        let Graph { ways, cycles, irreducible, exits, .. } = self.graph;
        let (from, bb) = edge;
        let k = self.graph.outermost_without(from, bb)?;
        let is_whole = !irreducible[k]
            && !cycles.holds(k, target)
            && !cycles.holds(k, stop)
            && exits.list(k).iter().all(|&to| ways.forward.dominates(bb, to));
        is_whole.then_some(k)
    }

    /// The blocks from which threads come into a cycle by its header.
    fn ways_in(&self, k: usize) -> Vec<BbId> {
        let Graph { f, cycles, .. } = self.graph;
        let enters = |pred: &&BbId| !cycles.holds(k, **pred);
        f.bbs[cycles.all()[k].header].preds().iter().filter(enters).copied().collect()
    }

    /// True in an irreducible cycle, where which edges come round is a choice.
    fn is_tangled(&self, bb: BbId) -> bool {
        self.graph.cycles.around(bb).any(|k| self.graph.irreducible[k])
    }

    /// How threads leave the cycles of a walk whose exits have different labels.
    fn exits(&self, target: BbId, walk: &Region, labels: &[Label]) -> Vec<Decision> {
        let cycles = self.graph.cycles;
        let mut seen: Map<usize, (Label, bool)> = Map::default();
        let leaves = walk
            .edges
            .iter()
            .map(|&(from, to)| (from, walk.blocks[to as usize], labels[to as usize]));
        let arrives =
            walk.arrivals.iter().map(|&(from, operand)| (from, target, Label::Operand(operand)));
        let edges: Vec<(u32, BbId, Label)> = leaves.chain(arrives).collect();
        let left = |from: u32, to: BbId| {
            let left = cycles.left(walk.blocks[from as usize], to);
            left.take_while(|&k| !cycles.holds(k, target))
        };
        for &(from, to, label) in &edges {
            for k in left(from, to) {
                let entry = seen.entry(k).or_insert((label, false));
                entry.1 |= entry.0 != label;
            }
        }
        let mut found = Vec::new();
        for &(from, to, _) in &edges {
            if left(from, to).any(|k| seen[&k].1) {
                found.push(Decision::Exit(walk.blocks[from as usize]));
            }
        }
        found
    }
}

/// The blocks between a phi's operands and its dominator.
struct Region {
    blocks: Vec<BbId>,
    /// From a block to one that comes next, by number.
    edges: Vec<(u32, u32)>,
    /// The blocks from which the phi's block is entered, with what they bring.
    arrivals: Vec<(u32, CrId)>,
}

impl Region {
    /// Where each block leads; None where that takes too long to find.
    fn labels(&self, order: &[u32]) -> Option<Vec<Label>> {
        let count = self.blocks.len();
        let downs = Grouped::of(count, &self.edges);
        let ends = Grouped::of(count, &self.arrivals);
        // What comes last first: without cycles, a block's targets have their labels before it.
        let mut from_end: Vec<u32> = (0..count as u32).collect();
        from_end
            .sort_unstable_by_key(|&k| std::cmp::Reverse(order[self.blocks[k as usize].index()]));
        let mut labels = vec![Label::Unset; count];
        for _ in 0..MOST_PASSES {
            let mut changed = false;
            for &at in &from_end {
                let own = Label::Choice(at);
                let arrive = ends.list(at as usize).iter().map(|&operand| Label::Operand(operand));
                let go = downs.list(at as usize).iter().map(|&to| labels[to as usize]);
                let mut new = Label::Unset;
                for label in arrive.chain(go).filter(|&label| label != Label::Unset) {
                    new = if new == Label::Unset || new == label { label } else { own };
                    if new == own {
                        break;
                    }
                }
                changed |= std::mem::replace(&mut labels[at as usize], new) != new;
            }
            if !changed {
                return Some(labels);
            }
        }
        None
    }
}
