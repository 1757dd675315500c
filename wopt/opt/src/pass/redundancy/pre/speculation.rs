//! What guarded blocks evaluate one after the other is evaluated before the first guard.
//!
//! Idea: copies of a loop's body that each have a guard of their own, `if (y + 8 < n) ...; if (y + 16 < n) ...`, evaluate what the loop would have
//! evaluated once before it: no Phi behind a guard is down-safe. Of one value that several blocks evaluate, none of which
//! dominates another, an occurrence is added at the end of the block that dominates all of them; the six steps then find the others
//! redundant. Ways that exclude each other, as the arms of one branch, are not meant: what both evaluate is hoisting's.
//!
//! Source: LLVM's LoopInvariantCodeMotion before its unrolling, which comes to the same; here unrolling comes first.
//! Legality: what is added may be evaluated on ways that do not ask, so it is cheap, has no effect, cannot go wrong
//! ([`Domain::speculates`]), and is U-form; all variables of the value are there.
//! Worth: two guarded blocks at least that follow each other, and registers for the value where it is made and read; never into a deeper cycle.
//! Cost: linear in the occurrences, and [`MOST_STEPS`] up the dominator tree for each.

use super::occurrences::Place;
use super::values::{Domain, leaves};
use super::{Added, Expressions, Flow, Pre, units};
use crate::analysis::cache::Analyses;
use crate::kit::stats::Stats;
use optx_ir::{AuxKind, BbId, CrId, Def, Func};

/// So far up the dominator tree the block is looked for that dominates two others.
const MOST_STEPS: usize = 64;

/// The counter of values that are evaluated before guards.
pub const GUARDED: &str = "evaluated before guards";

impl Pre {
    /// Adds the occurrences that a class is worth.
    pub(super) fn speculate(
        &mut self,
        f: &mut Func,
        analyses: &mut Analyses,
        flow: &Flow<'_>,
        domain: Expressions,
        class: u32,
        stats: &mut Stats,
    ) {
        let mut list: Vec<(CrId, u32, BbId)> = Vec::new();
        for &k in &self.all.classes[class as usize].occurrences {
            if self.all.stands(k) {
                let bb = self.all.site_of(k).bb;
                list.push((self.all.list[k as usize].value, flow.dom.preorder_number(bb), bb));
            }
        }
        list.sort_unstable();
        list.dedup();
        for group in list.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            let value = group[0].0;
            let blocks = outermost(flow, group.iter().map(|&(.., bb)| bb));
            let Some(at) = place(f, flow, domain, value, &blocks) else { continue };
            let pressure = self.pressure.get_or_insert_with(|| analyses.pressure(f));
            let lives = blocks.iter().copied().chain([at]);
            if !pressure.take(lives, units(f.mtype(value))) {
                stats.add("refused for pressure", 1);
                continue;
            }
            let aux = f.new_aux(AuxKind::Temp, f.mtype(value).unsigned(), "s");
            let version = f.new_version(aux);
            let number = self.plan.added.len() as u32;
            self.plan.added.push(Added { version, tree: value });
            self.all.insert(f, at, Place::Bottom(number), value);
            stats.add(GUARDED, 1);
        }
    }
}

/// The blocks that no other of them dominates, of blocks in preorder.
fn outermost(flow: &Flow<'_>, blocks: impl Iterator<Item = BbId>) -> Vec<BbId> {
    let mut kept: Vec<BbId> = Vec::new();
    for bb in blocks {
        if kept.last().is_none_or(|&last| !flow.dom.dominates(last, bb)) {
            kept.push(bb);
        }
    }
    kept
}

/// The block at whose end a value is to be evaluated for some others.
fn place(
    f: &Func,
    flow: &Flow<'_>,
    domain: Expressions,
    value: CrId,
    blocks: &[BbId],
) -> Option<BbId> {
    let (&first, rest) = blocks.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let mut at = first;
    for &bb in rest {
        for _ in 0..MOST_STEPS {
            if flow.dom.dominates(at, bb) {
                break;
            }
            at = flow.dom.idom(at)?;
        }
    }
    let dominates = blocks.iter().all(|&bb| flow.dom.dominates(at, bb));
    let stays_out = |&bb: &BbId| match flow.cycles.innermost(at) {
        Some(cycle) => flow.cycles.holds(cycle, bb),
        None => true,
    };
    if !dominates || !blocks.iter().all(stays_out) || !follow_each_other(f, flow, at, blocks) {
        return None;
    }
    let is_there = |&leaf: &CrId| match f.def(leaf) {
        Def::Entry => true,
        _ => f.def_block(leaf).is_none_or(|bb| flow.dom.dominates(bb, at)),
    };
    let all = leaves(&f.codemap, value)?;
    (all.iter().all(is_there) && domain.speculates(f, value)).then_some(at)
}

/// True where blocks below another are behind its branch's merge, or some are behind it and others before; not where each way
/// from the branch comes to one of them before the merge: then nothing is missing there.
fn follow_each_other(f: &Func, flow: &Flow<'_>, at: BbId, blocks: &[BbId]) -> bool {
    let (mut joins, mut arms): (Vec<BbId>, Vec<BbId>) = (Vec::new(), Vec::new());
    for &bb in blocks {
        let mut child = bb;
        for _ in 0..MOST_STEPS {
            match flow.dom.idom(child) {
                Some(above) if above != at => child = above,
                _ => break,
            }
        }
        if flow.dom.idom(child) != Some(at) {
            return false;
        }
        let list = if f.bbs[child].preds().len() < 2 { &mut arms } else { &mut joins };
        if !list.contains(&child) {
            list.push(child);
        }
    }
    let is_missing = arms.len() < f.succs(at).len();
    is_missing && joins.len() + usize::from(!arms.is_empty()) > 1
}
