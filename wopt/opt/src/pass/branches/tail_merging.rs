//! Tail merging: equal ends of blocks that go to one block, and equal blocks, become one copy.
//!
//! Idea: of the blocks that go to a join, the one laid out before it is the host. Each other is compared with it, statement by statement
//! from the end. What they have in common becomes a block between the host and the join, to which the others go: longer ends
//! before shorter, so that each takes part in all that it shares. Blocks that are equal as a whole become one wherever they stand, if
//! nothing falls into the one that goes.
//!
//! Source: cross-jumping: Wulf, Johnsson, Weinstock, Hobbs and Geschke, "The Design of an Optimizing Compiler" (1975); GCC's
//! `-fcrossjumping` and LLVM's BranchFolding for the shapes.
//!
//! Form Regs: there what phis merged is one register, so ends that differ in versions alone are equal, and there is no version of
//! memory to mend. Registers that one block alone assigns (once) and reads (behind that) may differ: one is renamed to the other.
//!
//! Legality: every path runs the statements that it ran, in their order, volatile accesses and atomics too. Blocks that hold what
//! threads do together, a call or inline PTX are not touched, nor is a block that goes to such a one: who comes there together stays what
//! it was. The blocks merged lie directly in one cycle, or in none (so none is equal to the entry as a whole). The head of a loop with a pragma keeps its place.
//! Worth: no path gets a jump: the others jumped to the join, the host still falls into it. Lanes that diverged meet earlier. Ends of
//! copies alone stay: they cost nothing where they are.
//! Cost: linear in statements: what is compared and differs is one statement for each edge, or one of a few blocks of one length and end.

mod pairs;

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::{BbId, CrId, Func, SideTable, StmtId, Terminator};
use optx_whirl::LocTable;
use optx_whirl::fixed_hash::Map;
use pairs::{Pairs, Place, places};

/// Of blocks of one length and end, so many are kept to compare others with.
const MOST_KEPT: usize = 4;

/// Runs the pass on a function in form Regs.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("tail-merging");
    let locs = &cx.facts.module.locs;
    if !has_candidates(f) {
        return stats;
    }
    let mut ends = Ends::of(f);
    stats.add("blocks merged", ends.merge_blocks(f, locs));
    stats.add("ends merged", ends.merge_ends(f, locs));
    if let Some(states) = &mut cx.register_states {
        states.mix(f, &ends.mixed);
    }
    stats
}

/// True where two blocks end alike, as far as a glance tells.
fn has_candidates(f: &Func) -> bool {
    let mut known = Map::default();
    f.layout.iter().any(|&bb| {
        let key = Key::of(f, bb);
        !f.bbs[bb].stmts.is_empty() && known.insert((key.goes, key.last), ()).is_some()
    })
}

/// What equal blocks have in common at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    goes: [Option<BbId>; 2],
    last: Option<std::mem::Discriminant<optx_ir::StmtOp>>,
    length: usize,
}

impl Key {
    fn of(f: &Func, bb: BbId) -> Key {
        let block = &f.bbs[bb];
        let goes = match block.terminator() {
            Terminator::Goto(to) => [Some(to), None],
            Terminator::Branch { on_true, on_false, .. } => [Some(on_true), Some(on_false)],
            Terminator::Return => [None, None],
        };
        let last = block.stmts.last().map(|&s| std::mem::discriminant(&f.stmts[s].op));
        Key { goes, last, length: block.stmts.len() }
    }
}

struct Ends {
    places: SideTable<CrId, Place>,
    cycles: Cycles,
    /// By block: it may take part.
    fits: Vec<bool>,
    /// By block: what threads do together, a call or inline PTX is in it.
    converges: Vec<bool>,
    /// Blocks that threads run now which came to others.
    mixed: Vec<BbId>,
}

impl Ends {
    fn of(f: &Func) -> Ends {
        let mut converges = vec![false; f.bbs.len()];
        for &bb in &f.layout {
            converges[bb.index()] = f.bbs[bb].stmts.iter().any(|&s| f.stmts[s].may_converge());
        }
        let mut fits = vec![false; f.bbs.len()];
        for &bb in &f.layout {
            let meets = f.succs(bb).iter().any(|to| converges[to.index()]);
            fits[bb.index()] = f.bbs[bb].unroll.is_none() && !meets && !converges[bb.index()];
        }
        Ends { places: places(f), cycles: Cycles::of(f), fits, converges, mixed: Vec::new() }
    }

    /// True where one of two blocks may stand for the other.
    fn may_merge(&self, a: BbId, b: BbId) -> bool {
        a != b
            && self.fits[a.index()]
            && self.fits[b.index()]
            && self.cycles.innermost(a) == self.cycles.innermost(b)
    }

    /// Makes one of blocks that are equal as a whole; gives the number of those that went.
    fn merge_blocks(&mut self, f: &mut Func, locs: &LocTable) -> u64 {
        let mut kept: Map<Key, Vec<BbId>> = Map::default();
        let mut gone = vec![false; f.bbs.len()];
        let (mut merged, mut lost) = (0, Vec::new());
        for k in 0..f.layout.len() {
            let bb = f.layout[k];
            if !self.fits[bb.index()] || f.bbs[bb].stmts.is_empty() {
                continue;
            }
            let list = kept.entry(Key::of(f, bb)).or_default();
            let twin = list.iter().copied().find(|&twin| self.are_equal(f, twin, bb));
            let Some(twin) = twin else {
                if list.len() < MOST_KEPT {
                    list.push(bb);
                }
                continue;
            };
            if !gains_a_jump(f, k, twin) {
                lost.extend(replace(f, bb, twin, locs));
                self.mixed.push(twin);
                self.fits[bb.index()] = false;
                gone[bb.index()] = true;
                merged += 1;
            }
        }
        if merged > 0 {
            f.layout.retain(|&bb| !gone[bb.index()]);
            crate::kit::graph::drop_lost_preds(f, lost);
        }
        merged
    }

    fn are_equal(&self, f: &Func, a: BbId, b: BbId) -> bool {
        if !self.may_merge(a, b) {
            return false;
        }
        let mut pairs = Pairs::new(f, &self.places, [a, b]);
        let conditions = match (f.bbs[a].terminator(), f.bbs[b].terminator()) {
            (Terminator::Branch { condition: x, .. }, Terminator::Branch { condition: y, .. }) => {
                pairs.trees(x, y)
            }
            _ => true,
        };
        conditions && pairs.common_end() == f.bbs[a].stmts.len()
    }

    /// Makes one of equal ends of blocks that go to one; gives the number of statements that went.
    fn merge_ends(&mut self, f: &mut Func, locs: &LocTable) -> u64 {
        let mut merged = 0;
        let mut layout = Vec::with_capacity(f.layout.len());
        for k in 0..f.layout.len() {
            let host = f.layout[k];
            layout.push(host);
            let Terminator::Goto(join) = f.bbs[host].terminator() else { continue };
            if f.layout.get(k + 1) != Some(&join) || self.converges[join.index()] || join == host {
                continue;
            }
            let mut shared: Vec<(usize, BbId)> = Vec::new();
            for &other in f.bbs[join].preds() {
                let goes = f.bbs[other].terminator() == Terminator::Goto(join);
                if goes && self.may_merge(host, other) {
                    let length = Pairs::new(f, &self.places, [host, other]).common_end();
                    shared.extend((length > 0).then_some((length, other)));
                }
            }
            optx_whirl::stable_order::sort_by_key(&mut shared, |&(length, _)| length);
            merged += shared.iter().map(|&(length, _)| length as u64).sum::<u64>();
            let behind = share(f, host, join, &shared, locs);
            self.mixed.extend(&behind);
            layout.extend(behind.into_iter().rev());
        }
        f.layout = layout;
        merged
    }
}

/// Moves what a host has in common with others behind it, each as long an end as it is said to share, shortest first; gives the new
/// blocks, last first.
fn share(
    f: &mut Func,
    host: BbId,
    join: BbId,
    shared: &[(usize, BbId)],
    locs: &LocTable,
) -> Vec<BbId> {
    let mut behind = Vec::new();
    let (mut to, mut taken) = (join, 0);
    for &(length, other) in shared {
        if length > taken {
            let stmts = &mut f.bbs[host].stmts;
            let part = stmts.split_off(stmts.len() - (length - taken));
            let loc = f.bbs[host].loc;
            let block = f.add_block(Terminator::Goto(to), loc, vec![host]);
            part.iter().for_each(|&s| f.stmts[s].bb = block);
            f.bbs[block].stmts = part;
            // Who shares no more than what stands behind stays there; the host comes by way of the new block.
            let pred = f.preds_mut(to).iter_mut().find(|pred| **pred == host);
            pred.into_iter().for_each(|pred| *pred = block);
            (to, taken) = (block, length);
            behind.push(block);
        }
        let lost: Vec<StmtId> = {
            let stmts = &mut f.bbs[other].stmts;
            stmts.split_off(stmts.len() - length)
        };
        // The blocks of the end, from the one that all of it begins in.
        let mut at = lost.len();
        for &block in &behind {
            for n in (0..f.bbs[block].stmts.len()).rev() {
                at -= 1;
                let s = f.bbs[block].stmts[n];
                f.stmts[s].loc = locs.common(f.stmts[s].loc, f.stmts[lost[at]].loc);
            }
        }
        let loc = f.bbs[other].loc;
        for &block in &behind {
            f.bbs[block].loc = locs.common(f.bbs[block].loc, loc);
        }
        f.set_terminator(other, Terminator::Goto(to));
        f.preds_mut(to).push(other);
    }
    if !shared.is_empty() {
        f.set_terminator(host, Terminator::Goto(to));
        crate::kit::graph::drop_lost_preds(f, vec![join]);
    }
    behind
}

/// True where some path would have to jump once more if an equal block stood for that at a place of the layout.
fn gains_a_jump(f: &Func, at: usize, twin: BbId) -> bool {
    let bb = f.layout[at];
    let follows = |from: BbId, to: BbId| f.succs(from).contains(&to);
    // What falls into the block would jump; not where both ways of a branch lead to the two: then the branch goes.
    let is_fallen_into = at > 0 && follows(f.layout[at - 1], bb);
    let decides_nothing = f.bbs[bb].preds().iter().all(|&pred| follows(pred, twin));
    let falls_on = f.layout.get(at + 1).is_some_and(|&next| follows(bb, next));
    is_fallen_into && !decides_nothing || falls_on
}

/// Leads all that goes to a block to an equal one, which takes the places that they have in common; gives the blocks whose lists of
/// predecessors are to be looked through.
fn replace(f: &mut Func, bb: BbId, twin: BbId, locs: &LocTable) -> Vec<BbId> {
    for pred in std::mem::take(f.preds_mut(bb)) {
        let successors = f.succs(pred);
        if !successors.contains(&bb) {
            continue;
        }
        if !successors.contains(&twin) {
            f.preds_mut(twin).push(pred);
        }
        f.retarget(pred, bb, twin);
    }
    for k in 0..f.bbs[bb].stmts.len() {
        let (s, other) = (f.bbs[twin].stmts[k], f.bbs[bb].stmts[k]);
        f.stmts[s].loc = locs.common(f.stmts[s].loc, f.stmts[other].loc);
    }
    f.bbs[twin].loc = locs.common(f.bbs[twin].loc, f.bbs[bb].loc);
    let successors = f.succs(bb).into_iter().collect();
    f.forget_definitions(bb);
    f.set_terminator(bb, Terminator::Return);
    successors
}
