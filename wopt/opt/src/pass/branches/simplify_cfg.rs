//! CFG clean-up: branches on constants, unreachable blocks, straight-line merges, empty blocks.
//!
//! Legality: nothing executes on other paths than before, so convergent operations keep their conditions: an empty
//! block is skipped, never copied; blocks merge only where one always follows the other.
//! Cost: linear per round; rounds end when nothing changes (each removes a block or an edge).

use crate::kit::context::Cx;
use crate::kit::graph::{drop_lost_preds, remove_unreachable};
use crate::kit::memory_versions::rename_versions;
use crate::kit::stats::Stats;
use optx_ir::{AuxKind, BbId, Func, StmtRep, Terminator};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::Map;

/// Runs the pass on a function in any form.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("simplify-cfg");
    loop {
        let before = stats.clone();
        stats.add("branches folded", fold_branches(f, cx));
        stats.add("blocks removed", remove_unreachable(f, &cx.facts));
        stats.add("blocks merged", merge_straight_lines(f, cx));
        stats.add("empty blocks skipped", skip_empty(f, cx));
        if stats == before {
            return stats;
        }
    }
}

fn fold_branches(f: &mut Func, cx: &Cx<'_>) -> u64 {
    let (mut folded, mut losers) = (0, Vec::new());
    for bb in cx.facts.blocks(f) {
        let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() else {
            continue;
        };
        let (to, lost) = match f.codemap.constant(condition) {
            _ if on_true == on_false => (on_true, None),
            Some(0) => (on_false, Some(on_true)),
            Some(_) => (on_true, Some(on_false)),
            None => continue,
        };
        f.set_terminator(bb, Terminator::Goto(to));
        losers.extend(lost);
        folded += 1;
    }
    drop_lost_preds(f, losers);
    folded
}

/// The one successor of a block, where it has no other predecessor.
fn follower(f: &Func, bb: BbId) -> Option<BbId> {
    let Terminator::Goto(next) = f.bbs[bb].terminator() else { return None };
    // The head of a loop that is to be unrolled keeps its pragma, and its place.
    let alone = next != bb && f.bbs[next].preds().len() == 1 && f.bbs[next].unroll.is_none();
    alone.then_some(next)
}

/// A block whose one successor has no other predecessor takes it in.
fn merge_straight_lines(f: &mut Func, cx: &Cx<'_>) -> u64 {
    if f.layout.iter().all(|&bb| follower(f, bb).is_none()) {
        return 0;
    }
    let mut gone = vec![false; f.bbs.len()];
    // What took a block in; looked up for all lists of predecessors at the end, since a list may be long.
    let mut within: Vec<BbId> = (0..f.bbs.len()).map(BbId::from_index).collect();
    let mut merged = 0;
    let mut renames = Map::default();
    // Blocks as they are: one that has taken others in ends elsewhere than its phis were.
    let places: Vec<Loc> = f.bbs.iter().map(|(_, block)| block.loc).collect();
    for bb in cx.facts.blocks(f) {
        if gone[bb.index()] {
            continue;
        }
        while let Some(next) = follower(f, bb) {
            for phi in f.take_phis(next) {
                if f.auxes[phi.aux].kind == AuxKind::Memory {
                    renames.insert(phi.result, phi.operands[0]);
                    continue;
                }
                let loc = places[next.index()];
                f.append(StmtRep::stid(phi.result, phi.operands[0], bb, loc));
            }
            f.move_stmts(next, bb);
            f.set_terminator(bb, f.bbs[next].terminator());
            f.bbs[bb].loc = f.bbs[next].loc;
            f.bbs[bb].ends_as = f.bbs[next].ends_as.or(Some(next));
            within[next.index()] = bb;
            gone[next.index()] = true;
            merged += 1;
        }
    }
    f.layout.retain(|bb| !gone[bb.index()]);
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        if f.bbs[bb].preds().iter().any(|pred| gone[pred.index()]) {
            for pred in f.preds_mut(bb) {
                *pred = whole(&mut within, *pred);
            }
        }
    }
    // A memory phi of one operand is its operand.
    rename_versions(f, &renames);
    merged
}

/// The block that a block is now part of; paths are halved on the way.
fn whole(within: &mut [BbId], mut bb: BbId) -> BbId {
    while within[bb.index()] != bb {
        let up = within[within[bb.index()].index()];
        within[bb.index()] = up;
        bb = up;
    }
    bb
}

/// Blocks that go to one other each, those that they go to before them.
fn last_first(f: &Func, blocks: &[BbId]) -> Vec<BbId> {
    let mut is_left = vec![false; f.bbs.len()];
    blocks.iter().for_each(|bb| is_left[bb.index()] = true);
    let mut order = Vec::with_capacity(blocks.len());
    for &start in blocks {
        let (from, mut at) = (order.len(), start);
        while std::mem::replace(&mut is_left[at.index()], false) {
            order.push(at);
            let Terminator::Goto(to) = f.bbs[at].terminator() else { break };
            at = to;
        }
        order[from..].reverse();
    }
    order
}

/// Predecessors of an empty block go on to its successor, where every phi can tell the edges apart.
///
/// The first new predecessor takes the empty block's place in the successor's list, the others come last; where there
/// is none, the place is dropped when all is done.
///
/// Of a chain of empty blocks the last goes first, so that no list of predecessors is moved from block to block. Of two empty blocks
/// between the same neighbours only the first can go where there are phis, and predecessors come in the order in which blocks go:
/// this order matters.
fn skip_empty(f: &mut Func, cx: &Cx<'_>) -> u64 {
    let is_empty = |bb: &BbId| {
        let block = &f.bbs[*bb];
        let goes_on = matches!(block.terminator(), Terminator::Goto(_));
        goes_on && block.stmts.is_empty() && block.phis.is_empty() && block.unroll.is_none()
    };
    let empty: Vec<BbId> = f.layout.iter().copied().filter(is_empty).collect();
    if empty.is_empty() {
        return 0;
    }
    // Where a block that goes to one other stands among its predecessors.
    let mut places = vec![0; f.bbs.len()];
    for &bb in &f.layout {
        for (k, &pred) in f.bbs[bb].preds().iter().enumerate() {
            places[pred.index()] = k;
        }
    }
    let (mut skipped, mut losers) = (0, Vec::new());
    for bb in last_first(f, &empty) {
        let Terminator::Goto(to) = f.bbs[bb].terminator() else { continue };
        let block = &f.bbs[bb];
        if bb == f.entry() || to == bb {
            continue;
        }
        let goes = |p: BbId, to: BbId| f.succs(p).contains(&to);
        let preds: Vec<BbId> = block.preds().iter().copied().filter(|&p| goes(p, bb)).collect();
        let known: Vec<bool> = preds.iter().map(|&p| goes(p, to)).collect();
        if preds.is_empty() || !f.bbs[to].phis.is_empty() && known.iter().any(|&k| k) {
            continue;
        }
        let mut free = Some(places[bb.index()]);
        for (&pred, &already) in preds.iter().zip(&known) {
            f.retarget(pred, bb, to);
            if already {
                continue;
            }
            places[pred.index()] = match free.take() {
                Some(place) => {
                    f.preds_mut(to)[place] = pred;
                    place
                }
                None => {
                    f.preds_mut(to).push(pred);
                    for phi in &mut f.bbs[to].phis {
                        phi.operands.push(phi.operands[places[bb.index()]]);
                    }
                    f.bbs[to].preds().len() - 1
                }
            };
        }
        f.preds_mut(bb).clear();
        f.set_terminator(bb, Terminator::Return);
        losers.push(to);
        skipped += 1;
    }
    drop_lost_preds(f, losers);
    if skipped > 0 {
        remove_unreachable(f, &cx.facts);
    }
    skipped
}
