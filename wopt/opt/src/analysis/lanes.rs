//! What the lanes of a warp have in common, of launches of any shape that the function is compiled for.
//!
//! Whether threads part is asked more strictly than [`crate::analysis::variance`] tells: there who returned early is left out of account; here each
//! branch counts that a block depends on, iterated, ways out and returns included. So the lanes that come to a block that does not
//! depend on one that varies are all lanes there are.
//!
//! Source: Ferrante, Ottenstein and Warren (TOPLAS 1987), for control dependence: a branch decides about the blocks from its targets up
//! the tree of post-dominators to what post-dominates it. What is marked is stepped over from then on.
//! Cost: that of variance, and near-linear in blocks.

use crate::analysis::variance::views::At;
use crate::analysis::variance::{Assumptions, VarianceMap};
use crate::kit::facts::ModuleFacts;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, Func, StmtId, StmtOp};
use optx_whirl::{Intrinsic, IntrinsicClass};

/// What is known of the lanes of a warp.
pub(crate) struct Lanes {
    variance: VarianceMap,
    /// By block: some lanes of a warp may come to it, and others not.
    parts: Vec<bool>,
    /// A lane may wait for what another does, which so must not wait for it.
    pub(crate) may_wait: bool,
}

impl Lanes {
    #[inline(never)]
    pub(crate) fn of(f: &Func, facts: &ModuleFacts<'_>) -> Lanes {
        // What is done with it is code: nothing is assumed of launches.
        let nothing =
            Assumptions { index_31: false, one_dimensional: false, ..Assumptions::of(facts) };
        let variance = VarianceMap::of(f, nothing);
        let parts = parts(f, &variance);
        let mut lanes = Lanes { variance, parts, may_wait: false };
        lanes.may_wait = lanes.may_wait(f);
        lanes
    }

    /// True where all lanes of a warp have one value of a statement's operand.
    pub(crate) fn have_one(&self, f: &Func, s: StmtId, kid: usize) -> bool {
        let stmt = &f.stmts[s];
        self.variance.seen(f, stmt.kids[kid], At::Block(stmt.bb)).is_warp_uniform()
    }

    /// True for a block that some lanes of a warp may come to, and others not.
    pub(crate) fn part(&self, bb: BbId) -> bool {
        self.parts[bb.index()]
    }

    /// True where lanes part and one comes to a barrier or to what they do together, or goes round with what it reads of what others write.
    fn may_wait(&self, f: &Func) -> bool {
        let cycles = self.variance.cycles();
        f.layout.iter().filter(|&&bb| self.part(bb)).any(|&bb| {
            let goes_round = cycles.innermost(bb).is_some();
            f.bbs[bb].stmts.iter().any(|&s| match f.stmts[s].op {
                StmtOp::VolatileLoad(_) => goes_round,
                StmtOp::Intrinsic { intrinsic, .. } => match intrinsic.class() {
                    IntrinsicClass::Barrier => true,
                    IntrinsicClass::Convergent => intrinsic != Intrinsic::Activemask,
                    IntrinsicClass::Atomic => goes_round && !f.stmts[s].results.is_empty(),
                    _ => false,
                },
                _ => false,
            })
        })
    }
}

/// By block: it depends, iterated, on a branch whose condition varies in a warp.
#[inline(never)]
fn parts(f: &Func, variance: &VarianceMap) -> Vec<bool> {
    let post = Dominance::post(f);
    let mut found = vec![false; f.bbs.len()];
    // By block: itself, or a block above it in the tree that may not be found yet; the root is one behind all.
    let mut above: Vec<usize> = (0..=f.bbs.len()).collect();
    let varies = |&bb: &BbId| {
        let condition = f.bbs[bb].terminator().condition();
        condition.is_some_and(|c| !variance.seen(f, c, At::Block(bb)).is_warp_uniform())
    };
    let mut work: Vec<BbId> = f.layout.iter().copied().filter(varies).collect();
    while let Some(branch) = work.pop() {
        let succs = f.succs(branch);
        if succs.len() < 2 {
            continue;
        }
        let stop = post.idom(branch);
        for to in succs {
            let mut at = open(&mut above, to.index());
            while at < f.bbs.len() {
                let block = BbId::from_index(at);
                if stop.is_some_and(|stop| stop == block || !post.dominates(stop, block)) {
                    break;
                }
                found[at] = true;
                work.push(block);
                above[at] = post.idom(block).map_or(f.bbs.len(), |up| up.index());
                at = open(&mut above, at);
            }
        }
    }
    found
}

/// The block itself, or the first above it that is not found yet.
fn open(above: &mut [usize], mut at: usize) -> usize {
    while above[at] != at {
        // Each step halves the way of who comes here next.
        above[at] = above[above[at]];
        at = above[at];
    }
    at
}
