//! If-conversion: short pure arms become selections, and chains of conditions one condition.
//!
//! Idea: of a branch whose arms only evaluate a few cheap trees and meet again, the arms' statements move before the branch, each
//! phi of the join gets a selection by the condition, and the branch goes. Of two branches, one behind the other, that share a
//! target, the second's condition is evaluated always and the two are one branch on their AND or OR. An arm may load as its last
//! act what the other arm loads elsewhere, or has loaded: then the address is selected ([`loads`]).
//!
//! Source: Allen, Kennedy, Porterfield and Warren, "Conversion of Control Dependence to Data Dependence" (POPL 1983), for the idea;
//! LLVM's SimplifyCFG for the shapes.
//!
//! Legality: an arm has one way in, one way out, and no statement but evaluations of trees: no load, no effect, nothing convergent,
//! so it may run where it did not. What ran only where its condition held promises nothing any more: its I-forms become U-forms.
//! A division by zero or a conversion out of range is some value, which the selection, or the AND, does not look at. No block gets a
//! way in that it had not: the joins lose one. So what others depend on stays: who comes to a convergent operation came to it before.
//! Two phis of one branch of type B must come out as ANDs and ORs. The head of a loop with a pragma keeps its place.
//! Worth: evaluations and selections cost no more than [`MOST_COST`] together, what a branch and its join cost a warp.
//! Cost: linear a round; its row says how many there are, since what is straight now may be an arm.

mod loads;

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use crate::pass::memory::scalar_replacement::is_of_object;
use optx_ir::{
    AuxId, AuxKind, BbId, CodeRep, CrId, Func, Kids, Op, Phi, StmtId, StmtOp, StmtRep, Terminator,
};
use optx_whirl::{Mtype, Operator, RemarkKind};

/// What both arms and the selections may cost.
const MOST_COST: u32 = 6;

/// What the second of two conditions may cost.
const MOST_CONDITION: u32 = 4;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("if-conversion");
    // Blocks that went hold nothing and lead nowhere; they leave the layout all at once, for that is a walk over it.
    let mut gone = vec![false; f.bbs.len()];
    for k in (0..f.layout.len()).rev() {
        let bb = f.layout[k];
        while chain(f, bb, &mut gone) {
            stats.add("conditions joined", 1);
        }
        if arms(f, bb, &mut gone) {
            stats.add("branches to selections", 1);
        } else if let Some(loc) = loads::arms(f, bb, &mut gone) {
            stats.add("loads from selected addresses", 1);
            cx.remarks.tell(RemarkKind::Passed, cx.facts.module.locs.statement(loc), || {
                "a branch to one load or another is a load from a selected address".into()
            });
        }
    }
    f.layout.retain(|bb| !gone[bb.index()]);
    stats
}

/// Makes selections of those branches alone behind which the address of one of this thread's objects is chosen.
pub fn run_on_addresses(f: &mut Func, _: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("chosen-addresses");
    let mut gone = vec![false; f.bbs.len()];
    let wants = |f: &Func, phi: &Phi| phi.operands.iter().all(|&id| is_of_object(f, id));
    for k in (0..f.layout.len()).rev() {
        let bb = f.layout[k];
        let wanted = |found: Hammock| f.bbs[found.join].phis.iter().any(|phi| wants(f, phi));
        if hammock(f, bb).is_some_and(wanted) && arms(f, bb, &mut gone) {
            stats.add("addresses chosen without branches", 1);
        }
    }
    f.layout.retain(|bb| !gone[bb.index()]);
    stats
}

/// What a block costs that is entered from another alone and only evaluates trees.
fn is_pure_arm(f: &Func, arm: BbId, from: BbId) -> Option<u32> {
    pure_cost(f, arm, from, &f.bbs[arm].stmts)
}

/// What some of a block's statements cost that only evaluate trees, where the block is entered from another alone.
fn pure_cost(f: &Func, arm: BbId, from: BbId, stmts: &[StmtId]) -> Option<u32> {
    let block = &f.bbs[arm];
    if block.preds()[..] != [from]
        || block.unroll.is_some()
        || !block.phis.is_empty()
        || arm == from
    {
        return None;
    }
    let mut cost = 0u32;
    for &s in stmts {
        let stmt = &f.stmts[s];
        if stmt.op != StmtOp::Stid || matches!(f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. }) {
            return None;
        }
        cost = cost.saturating_add(f.codemap.tree_cost(stmt.kids[0]));
        if cost > MOST_COST {
            return None;
        }
    }
    Some(cost)
}

/// Moves an arm's statements to the end of the block before it, without promises. The arm is left without a way out.
fn hoist(f: &mut Func, arm: BbId, to: BbId) {
    for k in 0..f.bbs[arm].stmts.len() {
        let s = f.bbs[arm].stmts[k];
        f.stmts[s].kids[0] = f.codemap.unsigned_form(f.stmts[s].kids[0]);
    }
    f.move_stmts(arm, to);
    f.set_terminator(arm, Terminator::Return);
    f.preds_mut(arm).clear();
}

/// The place of a predecessor in a block's list.
fn place(f: &Func, bb: BbId, pred: BbId) -> Option<usize> {
    f.bbs[bb].preds().iter().position(|&p| p == pred)
}

/// A branch whose two ways meet again at once.
struct Hammock {
    condition: CrId,
    /// The last blocks of the ways where the condition holds and where not, of which one may be the branch's own.
    ends: [BbId; 2],
    join: BbId,
    /// What the arms cost.
    cost: u32,
}

/// The branch of a block, where its arms are short and pure.
fn hammock(f: &Func, bb: BbId) -> Option<Hammock> {
    hammock_of(f, bb, |arm| is_pure_arm(f, arm, bb))
}

/// The branch of a block, where its arms have a cost.
fn hammock_of(f: &Func, bb: BbId, cost_of: impl Fn(BbId) -> Option<u32>) -> Option<Hammock> {
    let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() else {
        return None;
    };
    if on_true == on_false {
        return None;
    }
    let goes_on = |arm: BbId| match f.bbs[arm].terminator() {
        Terminator::Goto(to) => cost_of(arm).map(|cost| (to, cost)),
        _ => None,
    };
    let (a, b) = (goes_on(on_true), goes_on(on_false));
    let (ends, join, cost) = match (a, b) {
        (Some((to, x)), Some((other, y))) if to == other => ([on_true, on_false], to, x + y),
        (Some((to, x)), _) if to == on_false => ([on_true, bb], to, x),
        (_, Some((to, y))) if to == on_true => ([bb, on_false], to, y),
        _ => return None,
    };
    (join != bb || !ends.contains(&bb)).then_some(Hammock { condition, ends, join, cost })
}

/// Makes selections of a block's branch, if its arms are short and pure.
fn arms(f: &mut Func, bb: BbId, gone: &mut [bool]) -> bool {
    let Some(hammock) = hammock(f, bb) else { return false };
    let Hammock { condition, ends, join, mut cost } = hammock;
    let [Some(first), Some(second)] = ends.map(|end| place(f, join, end)) else { return false };
    let Some(selections) = selections(f, condition, join, [first, second], &mut cost) else {
        return false;
    };
    straighten(f, bb, &hammock, selections, gone);
    true
}

/// What a phi takes in place of what it took from two ways: which phi, its variable, the value.
type Selection = (usize, AuxId, CrId);

/// Selections for the phis of a join, as long as all of it costs no more than it may.
fn selections(
    f: &mut Func,
    condition: CrId,
    join: BbId,
    [first, second]: [usize; 2],
    cost: &mut u32,
) -> Option<Vec<Selection>> {
    let mut selections = Vec::new();
    for k in 0..f.bbs[join].phis.len() {
        let phi = &f.bbs[join].phis[k];
        let (aux, x, y) = (phi.aux, phi.operands[first], phi.operands[second]);
        if x == y {
            continue;
        }
        if f.auxes[aux].kind == AuxKind::Memory {
            return None;
        }
        let [x, y] = [x, y].map(|version| constant_or(f, version));
        let value = selection(f, condition, x, y, f.auxes[aux].mtype);
        let by_selection = |op: &Op| op.opr == Operator::Select && op.rtype == Mtype::B;
        *cost = cost.saturating_add(f.codemap.tree_cost(value));
        *cost = cost.saturating_sub(f.codemap.tree_cost(condition));
        if f.codemap.as_op(value).is_some_and(by_selection) || *cost > MOST_COST {
            return None;
        }
        selections.push((k, aux, value));
    }
    Some(selections)
}

/// Moves the arms before their branch, which becomes a jump, and gives the phis what was selected for them.
fn straighten(
    f: &mut Func,
    bb: BbId,
    hammock: &Hammock,
    selections: Vec<Selection>,
    gone: &mut [bool],
) {
    let Hammock { ends, join, .. } = *hammock;
    let [Some(first), Some(second)] = ends.map(|end| place(f, join, end)) else { return };
    for arm in ends.into_iter().filter(|&end| end != bb) {
        hoist(f, arm, bb);
    }
    let loc = f.bbs[bb].loc;
    for (k, aux, value) in selections {
        let version = f.new_version(aux);
        f.append(StmtRep::stid(version, value, bb, loc));
        f.bbs[join].phis[k].operands[first] = version;
    }
    f.set_terminator(bb, Terminator::Goto(join));
    f.preds_mut(join)[first] = bb;
    // The second way in is an arm without a way out, or stands there twice.
    drop_place(f, join, second);
    ends.into_iter().filter(|&end| end != bb).for_each(|end| gone[end.index()] = true);
}

/// The constant that a version is assigned, else the version.
fn constant_or(f: &Func, version: CrId) -> CrId {
    let is_constant =
        |id: &CrId| matches!(f.codemap.get(*id), CodeRep::Const { .. } | CodeRep::Rconst { .. });
    f.assigned(version).filter(is_constant).unwrap_or(version)
}

/// Takes a way into a block out of its lists.
fn drop_place(f: &mut Func, bb: BbId, place: usize) {
    f.preds_mut(bb).remove(place);
    for phi in &mut f.bbs[bb].phis {
        phi.operands.remove(place);
    }
}

/// The tree that is one of two leaves by a condition, or what a row makes of it: there the arms are what they are evaluated to, with the promises that hold
/// where the condition chooses them (`x >= n ? n - 1 : x` is the smaller of x and n - 1 since n - 1 does not overflow where it is chosen).
fn selection(f: &mut Func, condition: CrId, x: CrId, y: CrId, mtype: Mtype) -> CrId {
    let select = |kids: [CrId; 3]| {
        let kids = Kids::from_slice(&kids);
        Op { opr: Operator::Select, rtype: mtype, desc: Mtype::V, intrinsic: None, kids }
    };
    let evaluated = |version: CrId| {
        let promises = |id: &CrId| f.codemap.as_op(*id).is_some_and(|op| op.promises_no_wrap());
        f.assigned(version).filter(promises)
    };
    if let (Some(tree), _) | (None, Some(tree)) = (evaluated(x), evaluated(y)) {
        let arms = [x, y].map(|arm| evaluated(arm).unwrap_or(arm));
        let test = f.assigned(condition).unwrap_or(condition);
        let most = f.codemap.tree_cost(test) + f.codemap.tree_cost(tree) + 1;
        let row = f.codemap.simplified(select([test, arms[0], arms[1]]));
        if let Some(new) = row.filter(|&new| f.codemap.tree_cost(new) <= most) {
            return f.codemap.unsigned_form(new);
        }
    }
    f.codemap.op(select([condition, x, y]))
}

/// Makes one branch of a block's and that of the block behind it, which share a target.
fn chain(f: &mut Func, bb: BbId, gone: &mut [bool]) -> bool {
    let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() else {
        return false;
    };
    let second = |next: BbId, shared: BbId| match f.bbs[next].terminator() {
        Terminator::Branch { condition, on_true: t, on_false: e } if t != e => {
            let leads = (t == shared || e == shared) && next != shared;
            let cost = is_pure_arm(f, next, bb).filter(|_| leads)?;
            let cost = cost + f.codemap.tree_cost(condition);
            let same = |bb: BbId, next: BbId| same_values(f, shared, bb, next);
            (cost <= MOST_CONDITION && same(bb, next)).then_some((condition, t == shared))
        }
        _ => None,
    };
    let (next, shared, by_first, (other, by_second)) = match second(on_true, on_false) {
        Some(found) => (on_true, on_false, false, found),
        None => match second(on_false, on_true) {
            Some(found) => (on_false, on_true, true, found),
            None => return false,
        },
    };
    let Terminator::Branch { on_true: t, on_false: e, .. } = f.bbs[next].terminator() else {
        return false;
    };
    let target = if by_second { e } else { t };
    let (Some(lost), Some(kept)) = (place(f, shared, next), place(f, target, next)) else {
        return false;
    };
    hoist(f, next, bb);
    let other = f.codemap.unsigned_form(other);
    // Both conditions as they hold where control goes to the target.
    let mut towards = |id: CrId, away: bool| match away {
        true => f.codemap.unary(Operator::Lnot, Mtype::B, Mtype::V, id),
        false => id,
    };
    let (first, second) = (towards(condition, by_first), towards(other, by_second));
    let both = f.codemap.binary(Operator::Land, Mtype::B, first, second);
    f.set_terminator(bb, Terminator::Branch { condition: both, on_true: target, on_false: shared });
    f.preds_mut(target)[kept] = bb;
    drop_place(f, shared, lost);
    gone[next.index()] = true;
    true
}

/// True where all phis of a block take the same from two of its predecessors.
fn same_values(f: &Func, bb: BbId, a: BbId, b: BbId) -> bool {
    let (Some(a), Some(b)) = (place(f, bb, a), place(f, bb, b)) else { return false };
    f.bbs[bb].phis.iter().all(|phi| phi.operands[a] == phi.operands[b])
}
