//! What the steps ask of the control-flow graph.

use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::join_edges::JoinEdges;
use optx_ir::{BbId, Func, SideTable, Terminator};

/// Facts of the graph, the same for all expressions.
pub(super) struct Flow<'a> {
    pub(super) dom: &'a Dominance,
    pub(super) cycles: &'a Cycles,
    pub(super) edges: JoinEdges,
    /// How many of the first so many blocks in the tree's preorder have no way to a return, or return.
    ends: Vec<u32>,
    /// By block, an order in which blocks of outermost cycles are equal, and no edge leads back.
    pub(super) rank: Vec<u32>,
    /// The expression that last had a Phi in a block.
    pub(super) has_phi: SideTable<BbId, u32>,
}

impl<'a> Flow<'a> {
    pub(super) fn of(f: &Func, dom: &'a Dominance, cycles: &'a Cycles) -> Flow<'a> {
        Flow {
            dom,
            cycles,
            edges: JoinEdges::of(f, dom),
            ends: ends(f, dom),
            rank: ranks(f, cycles),
            has_phi: SideTable::new(u32::MAX),
        }
    }

    /// How many blocks that a block dominates have no way on.
    pub(super) fn ends_below(&self, bb: BbId) -> u32 {
        let (first, end) = self.dom.interval(bb);
        self.ends[end as usize] - self.ends[first as usize]
    }

    /// The block's place in the order of outermost cycles.
    pub(super) fn rank(&self, bb: BbId) -> u32 {
        self.rank[bb.index()]
    }

    /// True where an evaluation may be put on an edge to a join: a block of its own on an edge back would cost each round a jump.
    pub(super) fn takes_insertion(&self, f: &Func, from: BbId, to: BbId) -> bool {
        f.succs(from).len() == 1 || !self.dom.dominates(to, from)
    }
}

/// By preorder number, how many blocks before it return, or lead to no return.
fn ends(f: &Func, dom: &Dominance) -> Vec<u32> {
    let mut leads_out = vec![false; f.bbs.len()];
    let returns = |bb: &BbId| f.bbs[*bb].terminator() == Terminator::Return;
    let mut work: Vec<BbId> = f.layout.iter().copied().filter(returns).collect();
    while let Some(bb) = work.pop() {
        if !std::mem::replace(&mut leads_out[bb.index()], true) {
            work.extend_from_slice(f.bbs[bb].preds());
        }
    }
    let mut count = 0;
    let mut counts = vec![0];
    counts.extend(dom.preorder().iter().map(|bb| {
        count += u32::from(returns(bb) || !leads_out[bb.index()]);
        count
    }));
    counts
}

fn ranks(f: &Func, cycles: &Cycles) -> Vec<u32> {
    let mut rank = vec![u32::MAX; f.bbs.len()];
    let mut seen = vec![false; f.bbs.len()];
    let order = f.postorder(f.entry(), |bb| !std::mem::replace(&mut seen[bb.index()], true));
    order.iter().rev().zip(0..).for_each(|(bb, k)| rank[bb.index()] = k);
    // Of a strongly connected region the first.
    for k in (0..cycles.all().len()).rev().filter(|&k| cycles.all()[k].parent.is_none()) {
        let blocks = cycles.blocks(k);
        let first = blocks.iter().map(|bb| rank[bb.index()]).min().unwrap_or(u32::MAX);
        blocks.iter().for_each(|bb| rank[bb.index()] = first);
    }
    rank
}
