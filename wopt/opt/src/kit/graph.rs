//! Edits of the graph that several passes make: edges and blocks that are gone.

use crate::kit::facts::ModuleFacts;
use optx_ir::{BbId, Func, Terminator};

/// Takes edges that are gone out of the lists of these blocks' predecessors.
pub(crate) fn drop_lost_preds(f: &mut Func, mut blocks: Vec<BbId>) {
    blocks.sort_unstable();
    blocks.dedup();
    f.drop_lost_preds(&blocks);
}

/// Takes blocks out that control cannot reach; gives their number.
pub(crate) fn remove_unreachable(f: &mut Func, facts: &ModuleFacts<'_>) -> u64 {
    let seen = f.reachable();
    if f.layout.iter().all(|bb| seen[bb.index()]) {
        return 0;
    }
    let (mut removed, mut losers) = (0, Vec::new());
    for bb in facts.blocks(f) {
        if seen[bb.index()] {
            continue;
        }
        removed += 1;
        losers.extend(f.succs(bb).into_iter().filter(|succ| seen[succ.index()]));
        f.forget_definitions(bb);
        f.set_terminator(bb, Terminator::Return);
    }
    f.layout.retain(|bb| seen[bb.index()]);
    drop_lost_preds(f, losers);
    removed
}
