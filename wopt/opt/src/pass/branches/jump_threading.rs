//! Jump threading: a block that only decides is passed by where the edge into it knows the decision.
//!
//! Idea: a block of phis and a branch (`if (a) flag = 0; if (flag) ..`). Over an edge that brings a constant for the phi the branch
//! goes one way, and so does an edge of a branch on the same condition. The predecessor goes there directly.
//!
//! Source: LLVM's JumpThreading pass, the case of phis of constants and that of a dominating condition, without its copying of
//! statements: the block passed by holds none.
//!
//! Legality: the edge led to that target, by way of a block without statements. What the block's phis make must be used by its
//! branch and by its targets' phis alone, over its own edges: then no use loses its definition, and the target's phis take over
//! the new edge what they would have got. Whatever else reached the target dominates the block and so each of its predecessors.
//! Predecessor, block and target lie directly in one cycle, or in none, and neither block nor target is its header: so the new
//! edge enters no cycle and closes none. Threads that diverged met again in the block; from a target from which a convergent
//! operation, a call or inline PTX can be reached nothing is changed: who takes part there stays decided as it was.
//! Cost: linear in edges, and in the phis of the blocks.

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::uses::{Use, Uses};
use optx_ir::walk::Rewrite;
use optx_ir::{BbId, CodeRep, CrId, Func, SideTable, StmtOp, Terminator};

/// A phi of more operands is not searched.
const MOST_EDGES: usize = 64;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("jump-threading");
    let decides = |bb: &BbId| {
        let block = &f.bbs[*bb];
        block.stmts.is_empty()
            && block.preds.len() > 1
            && f.succs(*bb).len() > 1
            && block.unroll.is_none()
    };
    let blocks: Vec<BbId> = f.layout.iter().copied().filter(decides).collect();
    if blocks.is_empty() {
        return stats;
    }
    let (cycles, uses) = (cx.analyses.cycles(f), cx.analyses.uses(f));
    let converges = before_convergent(f);
    let mut rewrite = Rewrite::folding();
    let mut moved = SideTable::new(false);
    for bb in blocks {
        let is_head = cycles.innermost(bb).is_some_and(|k| cycles.all()[k].header == bb);
        if is_head || converges[bb.index()] || !is_self_contained(f, &uses, &moved, bb) {
            continue;
        }
        let own =
            f.bbs[bb].phis.iter().any(|phi| uses.of_version(phi.result).contains(&Use::Branch(bb)));
        let mut threaded = 0;
        for place in (0..f.bbs[bb].preds.len()).rev() {
            rewrite.forget();
            let Some(to) = decision(f, bb, place, own, &mut rewrite) else { continue };
            let pred = f.bbs[bb].preds[place];
            if may_thread(f, &cycles, pred, bb, to) {
                thread(f, place, bb, to, &mut moved);
                threaded += 1;
            }
        }
        stats.add("edges threaded", threaded);
    }
    if stats.changed() {
        crate::kit::graph::remove_unreachable(f, &cx.facts);
    }
    stats
}

/// By block: whether control can come from it to what threads do together.
fn before_convergent(f: &Func) -> Vec<bool> {
    let mut before = vec![false; f.bbs.len()];
    let convergent = |s: &optx_ir::StmtId| match f.stmts[*s].op {
        StmtOp::Intrinsic { intrinsic, .. } => intrinsic.is_convergent(),
        StmtOp::Asm(_) | StmtOp::Call(_) => true,
        _ => false,
    };
    let holds = |bb: &BbId| f.bbs[*bb].stmts.iter().any(convergent);
    let mut stack: Vec<BbId> = f.layout.iter().copied().filter(holds).collect();
    while let Some(bb) = stack.pop() {
        if !std::mem::replace(&mut before[bb.index()], true) {
            stack.extend_from_slice(&f.bbs[bb].preds);
        }
    }
    before
}

/// True where nobody but the block's branch, and the phis of its targets over its own edges, uses its phis. What has moved to other
/// edges since uses were found is used there.
fn is_self_contained(f: &Func, uses: &Uses, moved: &SideTable<CrId, bool>, bb: BbId) -> bool {
    let over_own = |at: BbId, k: u32, version: CrId| {
        let block = &f.bbs[at];
        let operands = block.phis[k as usize].operands.iter().zip(&block.preds);
        block.preds.len() <= MOST_EDGES
            && operands.into_iter().all(|(&o, &pred)| o != version || pred == bb)
    };
    f.bbs[bb].phis.iter().all(|phi| {
        let mut users = uses.of_version(phi.result).iter();
        !*moved.get(phi.result)
            && users.all(|user| match *user {
                Use::Branch(at) => at == bb,
                Use::Phi(at, k, _) => over_own(at, k, phi.result),
                Use::Stmt(_) => false,
            })
    })
}

/// Where the block's branch goes for who comes from one of its predecessors.
fn decision(
    f: &mut Func,
    bb: BbId,
    place: usize,
    own: bool,
    rewrite: &mut Rewrite,
) -> Option<BbId> {
    let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator else {
        return None;
    };
    let pred = f.bbs[bb].preds[place];
    // The predecessor's branch on the same condition; one of the block's own phis was another value there.
    if !own
        && let Terminator::Branch { condition: known, on_true: t, on_false: e } =
            f.bbs[pred].terminator
        && known == condition
        && t != e
    {
        return Some(if t == bb { on_true } else { on_false });
    }
    let Func { bbs, codemap, defs, stmts, .. } = f;
    let literal = |operand: CrId| match defs.get(operand) {
        optx_ir::Def::Stmt(s) if stmts[s].op == StmtOp::Stid => Some(stmts[s].kids[0]),
        _ => None,
    };
    let phis = &bbs[bb].phis;
    let value = rewrite.tree(codemap, condition, &mut |map, id| {
        let phi = phis.iter().find(|phi| phi.result == id)?;
        literal(phi.operands[place])
            .filter(|&v| matches!(map.get(v), CodeRep::Const { .. } | CodeRep::Rconst { .. }))
    });
    Some(if codemap.constant(value)? != 0 { on_true } else { on_false })
}

/// True where an edge from the predecessor to the target leaves the cycles what they are.
fn may_thread(f: &Func, cycles: &Cycles, pred: BbId, bb: BbId, to: BbId) -> bool {
    let around = cycles.innermost(bb);
    let is_head = around.is_some_and(|k| cycles.all()[k].header == to);
    let alike = cycles.innermost(pred) == around && cycles.innermost(to) == around;
    // Two edges of one predecessor to one block are none; and the entry has no predecessor.
    alike && !is_head && to != bb && pred != bb && !f.succs(pred).contains(&to) && to != f.entry()
}

/// The predecessor at a place goes to the block's target.
fn thread(f: &mut Func, place: usize, bb: BbId, to: BbId, moved: &mut SideTable<CrId, bool>) {
    let pred = f.bbs[bb].preds.remove(place);
    f.bbs[pred].terminator.retarget(bb, to);
    let brought: Vec<(CrId, CrId)> = {
        let phis = f.bbs[bb].phis.iter_mut();
        phis.map(|phi| (phi.result, phi.operands.remove(place))).collect()
    };
    brought.iter().for_each(|&(_, operand)| *moved.entry(operand) = true);
    let block = &mut f.bbs[to];
    let from = block.preds.iter().position(|&p| p == bb);
    block.preds.push(pred);
    for phi in &mut block.phis {
        if let Some(from) = from {
            let old = phi.operands[from];
            let new = brought.iter().find(|(result, _)| *result == old).map_or(old, |(_, o)| *o);
            phi.operands.push(new);
        }
    }
}
