//! Critical edges split, so that leaving SSA has a place for an edge's copies.
//!
//! Idea: an edge from a block with several successors to one with several predecessors has no block of its own; the
//! copies that its phis need would stand at the end of the first block and run on its other way out too, inside the
//! loop where it is a loop's exit. Such an edge gets an empty block. Edges back to a dominating block (of loops) keep
//! their copies at the loop's end: a block of their own would cost a jump in each round.
//! Where no copy came to stand in it, `simplify-cfg-3` takes the block away again.
//!
//! Source: the requirement of Boissinot et al. (CGO 2009), section 2, met for the edges where it pays.
//! Legality: an empty block on an edge changes nothing. Cost: linear.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::{AuxKind, BbId, Func, Terminator};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("split-edges");
    let dom = cx.analyses.dominators(f);
    let mut layout = Vec::with_capacity(f.layout.len());
    for from in f.layout.clone() {
        layout.push(from);
        let Terminator::Branch { on_true, on_false, .. } = f.bbs[from].terminator else {
            continue;
        };
        if on_true == on_false {
            continue;
        }
        let mut split = |f: &mut Func, to: BbId| {
            let variables = |f: &Func| {
                f.bbs[to].phis.iter().any(|phi| f.auxes[phi.aux].kind != AuxKind::Memory)
            };
            if f.bbs[to].preds.len() < 2 || dom.dominates(to, from) || !variables(f) {
                return;
            }
            let block = f.split_edge_unplaced(from, to);
            layout.push(block);
            stats.add("edges split", 1);
        };
        // The block of the way not taken comes first: it is fallen into.
        split(f, on_false);
        split(f, on_true);
    }
    f.layout = layout;
    stats
}
