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

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::{AuxKind, Func, Phi, SideTable, Terminator};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("split-edges");
    let dom = cx.analyses.dominators(f);
    let is_variable = |phi: &Phi| f.auxes[phi.aux].kind != AuxKind::Memory;
    let mut has_variables = SideTable::new(false);
    for &bb in &f.layout {
        *has_variables.entry(bb) = f.bbs[bb].phis.iter().any(is_variable);
    }
    let mut edges = Vec::new();
    for &from in &f.layout {
        let Terminator::Branch { on_true, on_false, .. } = f.bbs[from].terminator() else {
            continue;
        };
        if on_true == on_false {
            continue;
        }
        // The block of the way not taken comes first: it is fallen into.
        for to in [on_false, on_true] {
            if f.bbs[to].preds().len() > 1 && *has_variables.get(to) && !dom.dominates(to, from) {
                edges.push((from, to));
            }
        }
    }
    f.split_edges(&edges);
    stats.add("edges split", edges.len() as u64);
    stats
}
