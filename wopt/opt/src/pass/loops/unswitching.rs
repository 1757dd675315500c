//! Unswitching: a loop with a branch that goes the same way in all of its iterations becomes two loops, and the branch stands before them.
//!
//! Idea: where a condition in a loop is made of what the loop does not change, a copy of the loop is made; a branch before both leads to the one whose
//! condition holds or to the one whose does not, and in neither is anything asked. Each has one arm the less, so what follows (unrolling by a factor, which
//! takes bodies without arms; promises, addresses) sees straight code.
//!
//! Source: Allen and Cocke, "A Catalogue of Optimizing Transformations" (1971); LLVM's SimpleLoopUnswitch for what is worth it.
//! Legality: a thread runs one of two loops, each of which does what the loop did under its condition, which is the same in all iterations. The condition is
//! evaluated where it was not, before the loop: OPs are pure, and its I-forms become U-forms. Its leaves are defined before the loop: they dominate a block
//! of the loop and stand outside of it, so they dominate the header. A loop in which threads may come together (barriers, exchanges between
//! lanes, calls, inline PTX) is copied only where the condition is one for all threads of the block in all of the launch ([`is_launch_constant`]). Then no two threads of a block are ever in different copies. Inline PTX that declares a label is not copied.
//! Worth: where threads of a warp may differ in the condition, the warp would run both loops, one behind the other, where it ran the parts that they have
//! in common once: so the condition has to be the same for a warp, as far as [`Spreads`] tells. Whether an inner loop is entered at all is not worth a copy of the loops around it. A loop costs no more than [`MOST_COST`], and a function grows by no more than [`MOST_GROWTH`] in all.
//! Cost: a walk over the trees of conditions in loops, outermost loops first; linear in the copies; its row says how many rounds.

use crate::analysis::launch_constants::is_launch_constant;
use crate::analysis::loops::Loop;
use crate::analysis::variance::estimate::{Spread, Spreads};
use crate::kit::context::Cx;
use crate::kit::loop_copies::{blocks_of, declare, may_be_copied, renew, with_copies};
use crate::kit::ssa::SsaUpdate;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{Bb, BbId, CodeRep, CrId, Def, Func, StmtOp, Terminator};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Loc, Operator, RemarkKind};

/// What a loop may cost that is copied: an evaluation, an access and a statement are one each.
const MOST_COST: u32 = 100;

/// What all copies of a function may cost.
const MOST_GROWTH: u32 = 400;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("unswitching");
    let Spent(spent) = cx.rounds.take();
    let mut room = MOST_GROWTH.saturating_sub(spent);
    let cycles = cx.analyses.cycles(f);
    let chosen = choose(f, &cycles, &mut room);
    if chosen.is_empty() {
        return stats;
    }
    let (mut update, mut rewrite) = (SsaUpdate::new(), Rewrite::keeping());
    let mut before = Map::default();
    for Switch { lp, condition, loc } in &chosen {
        let blocks = part(f, &cycles, (lp, *condition), (&mut update, &mut rewrite));
        before.insert(lp.header, blocks);
        stats.add("loops unswitched", 1);
        let at = cx.facts.module.locs.statement(*loc);
        let told = || "the loop around this is two loops, by its condition".to_owned();
        cx.remarks.tell(RemarkKind::Passed, at, told);
    }
    f.layout = with_copies(&f.layout, before);
    renew(f, cx, update);
    cx.rounds.keep(Spent(MOST_GROWTH - room));
    stats
}

/// What the copies of the rounds so far cost.
#[derive(Default)]
struct Spent(u32);

/// A loop, and a condition in it that it does not change.
struct Switch {
    lp: Loop,
    condition: CrId,
    /// Where the condition stands.
    loc: Loc,
}

/// The loops to be copied in this round, no two of which overlap.
fn choose(f: &Func, cycles: &Cycles, room: &mut u32) -> Vec<Switch> {
    let (mut spreads, mut walk) = (Spreads::new(), Walk::new());
    let mut chosen = Vec::new();
    let mut is_touched = vec![false; cycles.all().len()];
    // A cycle comes behind all that it holds.
    for k in (0..cycles.all().len()).rev() {
        is_touched[k] |= cycles.all()[k].parent.is_some_and(|parent| is_touched[parent]);
        if is_touched[k] {
            continue;
        }
        let Some(lp) = Loop::of(f, cycles, k) else { continue };
        let blocks = cycles.blocks(k);
        let invariant = |bb: &BbId| {
            let condition = asked(f, *bb).filter(|_| !guards_loop(f, cycles, *bb))?;
            let is_same = is_invariant(f, cycles, k, &mut walk, condition);
            let parts = is_same && spreads.of(f, condition) <= Spread::Warp;
            parts.then_some((condition, f.bbs[*bb].loc))
        };
        let Some((condition, loc)) = blocks.iter().find_map(invariant) else { continue };
        let converges = |bb: &BbId| f.bbs[*bb].stmts.iter().any(|&s| f.stmts[s].may_converge());
        let may = blocks.iter().all(|&bb| may_be_copied(f, bb))
            && (!blocks.iter().any(converges) || is_launch_constant(f, condition));
        let Some(cost) = cost(f, blocks).filter(|cost| may && cost <= room) else { continue };
        *room -= cost;
        is_touched[k] = true;
        chosen.push(Switch { lp, condition, loc });
    }
    chosen
}

/// What a block's branch asks, without negation.
fn asked(f: &Func, bb: BbId) -> Option<CrId> {
    let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator else {
        return None;
    };
    let condition = plain(f, condition).0;
    (on_true != on_false && f.codemap.constant(condition).is_none()).then_some(condition)
}

/// True where a branch asks whether a loop behind it is entered at all.
fn guards_loop(f: &Func, cycles: &Cycles, bb: BbId) -> bool {
    let deep = cycles.depth(bb);
    f.succs(bb).into_iter().any(|to| {
        let next = match f.bbs[to].terminator {
            Terminator::Goto(next) => next,
            _ => to,
        };
        cycles.depth(to).max(cycles.depth(next)) > deep
    })
}

/// What a condition is the negation of, and whether it is one.
fn plain(f: &Func, condition: CrId) -> (CrId, bool) {
    match f.codemap.as_op(condition) {
        Some(op) if op.opr == Operator::Lnot => (op.kids[0], true),
        _ => (condition, false),
    }
}

/// True where nothing that a tree is made of is defined in a cycle.
fn is_invariant(f: &Func, cycles: &Cycles, k: usize, walk: &mut Walk, root: CrId) -> bool {
    let mut is_same = true;
    walk.forget();
    walk.tree(&f.codemap, root, |id, node| {
        is_same &= match node {
            CodeRep::Var { .. } => match f.def(id) {
                Def::Stmt(s) => !cycles.holds(k, f.stmts[s].bb),
                Def::Phi(bb, _) => !cycles.holds(k, bb),
                Def::Entry => true,
                _ => false,
            },
            CodeRep::Ivar { .. } => false,
            _ => true,
        };
        is_same
    });
    is_same
}

/// What blocks cost, where that is no more than [`MOST_COST`].
fn cost(f: &Func, blocks: &[BbId]) -> Option<u32> {
    let mut cost = 0u32;
    for &bb in blocks {
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            cost += u32::from(stmt.access(&f.codemap).is_some() || stmt.op != StmtOp::Stid);
            stmt.for_each_use(&f.codemap, |root, _| {
                cost = cost.saturating_add(f.codemap.tree_cost(root));
            });
        }
        let condition = f.bbs[bb].terminator.condition();
        cost = cost.saturating_add(condition.map_or(0, |c| 1 + f.codemap.tree_cost(c)));
        if cost > MOST_COST {
            return None;
        }
    }
    Some(cost)
}

/// Makes a copy of a loop for where a condition does not hold, and asks before both; gives the blocks made, in order.
fn part(
    f: &mut Func,
    cycles: &Cycles,
    (lp, condition): (&Loop, CrId),
    (update, rewrite): (&mut SsaUpdate, &mut Rewrite),
) -> Vec<BbId> {
    let mut lp = lp.clone();
    lp.renew_entries(f);
    let header = lp.header;
    let before = lp.single_entry(f);
    let region = cycles.blocks(lp.cycle);
    let values = lp.brought(f, before);
    let copy = f.clone_region(region, rewrite);
    let head = copy.block(header);

    let guard = f.bbs.alloc(Bb { loc: f.bbs[before].loc, preds: vec![before], ..Bb::empty() });
    f.bbs[before].terminator.retarget(header, guard);
    let asked = f.codemap.unsigned_form(condition);
    f.bbs[guard].terminator =
        Terminator::Branch { condition: asked, on_true: header, on_false: head };
    for pred in f.bbs[header].preds.iter_mut().filter(|pred| **pred == before) {
        *pred = guard;
    }
    let block = &mut f.bbs[head];
    block.preds.push(guard);
    for (phi, &value) in block.phis.iter_mut().zip(&values) {
        phi.operands.push(value);
    }

    for &bb in region {
        let Terminator::Branch { condition: asks, on_true, on_false } = f.bbs[bb].terminator else {
            continue;
        };
        let (asks, is_negated) = plain(f, asks);
        if asks != condition || on_true == on_false {
            continue;
        }
        let (holds, fails) = if is_negated { (on_false, on_true) } else { (on_true, on_false) };
        let in_copy = |to: BbId| if cycles.holds(lp.cycle, to) { copy.block(to) } else { to };
        decide(f, bb, (holds, fails));
        decide(f, copy.block(bb), (in_copy(fails), in_copy(holds)));
    }
    declare(f, std::slice::from_ref(&copy), update);
    [guard].into_iter().chain(blocks_of(std::slice::from_ref(&copy), region)).collect()
}

/// Has a block go one of two ways, of which the other may lose it.
fn decide(f: &mut Func, bb: BbId, (to, lost): (BbId, BbId)) {
    f.bbs[bb].terminator = Terminator::Goto(to);
    f.drop_lost_preds(&[lost]);
}
