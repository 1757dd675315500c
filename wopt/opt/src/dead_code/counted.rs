//! Cycles that a counter ends, and what keeps the others as they are.
//!
//! A cycle ends where a branch out of it runs in every iteration and compares a counter with a bound that the cycle does not
//! change. The counter is a phi of the header that every iteration adds one constant to. Either the step is 1 or -1 and the
//! comparison is strict, or an inequality: then the counter stops at the bound, or meets it after having wrapped. Or the addition is an
//! I-form, which does not wrap, and goes towards the bound of a signed comparison. Cost: linear in blocks, and in the cycles that each
//! edge enters or leaves.

use crate::Cx;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, CrId, Def, Func, Terminator};
use optx_whirl::Operator;

/// So many ways out of a cycle are looked at.
const MOST_EXITS: usize = 4;

/// What keeps cycles that may not end as they are.
#[derive(Default)]
pub(super) struct Keepers {
    /// Blocks that are to run as often as they do.
    pub(super) blocks: Vec<BbId>,
    /// Blocks that are to go where they go.
    pub(super) branches: Vec<BbId>,
}

/// Finds the ways into and out of cycles that no counter ends.
pub(super) fn keepers(f: &Func, cx: &mut Cx<'_>) -> Keepers {
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    if cycles.all().is_empty() {
        return Keepers::default();
    }
    let mut keepers = Keepers { blocks: Vec::new(), branches: without_end(f) };
    let (entries, exits) = ways(f, &cycles);
    let mut walk = Walk::new();
    for (k, cycle) in cycles.all().iter().enumerate() {
        let (entries, exits) = (entries.list(k), exits.list(k));
        let mut counted = |&from: &BbId| {
            counts(f, &cycles, k, from, &mut walk) && in_all_iterations(f, &dom, &cycles, k, from)
        };
        if entries.iter().all(|&bb| bb == cycle.header)
            && exits.iter().take(MOST_EXITS).any(&mut counted)
        {
            continue;
        }
        keepers.blocks.push(cycle.header);
        keepers.blocks.extend_from_slice(entries);
        keepers.branches.extend_from_slice(exits);
    }
    keepers
}

/// The blocks from which control comes to no return, and those that lead to them: post-dominance says nothing of what happens
/// there.
fn without_end(f: &Func) -> Vec<BbId> {
    let mut ends = vec![false; f.bbs.len()];
    let returns = |bb: &BbId| f.succs(*bb).is_empty();
    let mut stack: Vec<BbId> = f.layout.iter().copied().filter(returns).collect();
    while let Some(bb) = stack.pop() {
        if !std::mem::replace(&mut ends[bb.index()], true) {
            stack.extend_from_slice(&f.bbs[bb].preds);
        }
    }
    let lost = |bb: &BbId| f.succs(*bb).iter().any(|to| !ends[to.index()]);
    f.layout.iter().copied().filter(lost).collect()
}

/// By cycle: the blocks by which control comes in, and those from which it goes out.
fn ways(f: &Func, cycles: &Cycles) -> (Grouped<BbId>, Grouped<BbId>) {
    let (mut entries, mut exits) = (Vec::new(), Vec::new());
    for &bb in &f.layout {
        for to in f.succs(bb) {
            // The cycles around one end that do not hold the other.
            for (at, other, list) in [(bb, to, &mut exits), (to, bb, &mut entries)] {
                list.extend(cycles.left(at, other).map(|k| (k as u32, at)));
            }
        }
    }
    let count = cycles.all().len();
    (Grouped::of(count, &entries), Grouped::of(count, &exits))
}

/// True where each iteration of the cycle, but for one that leaves it, runs the block once.
fn in_all_iterations(f: &Func, dom: &Dominance, cycles: &Cycles, k: usize, bb: BbId) -> bool {
    let preds = &f.bbs[cycles.all()[k].header].preds;
    let mut latches = preds.iter().filter(|&&pred| cycles.holds(k, pred));
    cycles.innermost(bb) == Some(k) && latches.all(|&latch| dom.dominates(bb, latch))
}

/// True where the branch of a block leaves the cycle once a counter meets its bound.
fn counts(f: &Func, cycles: &Cycles, k: usize, from: BbId, walk: &mut Walk) -> bool {
    let Terminator::Branch { condition, on_true, on_false } = f.bbs[from].terminator else {
        return false;
    };
    let [stays, leaves] = [on_true, on_false].map(|to| cycles.holds(k, to));
    let test = f.codemap.as_op(f.assigned(condition).unwrap_or(condition));
    let Some(test) = test.filter(|test| test.opr.is_compare() && test.desc.is_integer()) else {
        return false;
    };
    let opr = if stays { Some(test.opr) } else { test.opr.negated() };
    let Some(opr) = opr.filter(|_| stays != leaves) else { return false };
    let sides = [(test.kids[0], test.kids[1], opr), (test.kids[1], test.kids[0], opr.swapped())];
    sides.into_iter().any(|(counter, bound, opr)| {
        step(f, cycles, k, counter).is_some_and(|step| {
            let fits = step.bits == test.desc.bits() && step.reaches(opr, test.desc.is_signed());
            fits && is_fixed(f, cycles, k, bound, walk)
        })
    })
}

/// What an iteration adds to a counter.
struct Step {
    value: i64,
    bits: u32,
    /// The addition does not wrap.
    promised: bool,
}

impl Step {
    /// True where a comparison that holds for the counter does not hold for ever.
    fn reaches(&self, opr: Operator, is_signed: bool) -> bool {
        let promised = self.promised && is_signed;
        match opr {
            Operator::Ne => self.value.abs() == 1,
            Operator::Lt => self.value == 1 || promised && self.value > 0,
            Operator::Gt => self.value == -1 || promised && self.value < 0,
            Operator::Le => promised && self.value > 0,
            Operator::Ge => promised && self.value < 0,
            _ => false,
        }
    }
}

/// The step of the counter that a node is, before or behind the addition.
fn step(f: &Func, cycles: &Cycles, k: usize, node: CrId) -> Option<Step> {
    let header = cycles.all()[k].header;
    let phi = match (f.codemap.get(node), f.def(node)) {
        (CodeRep::Var { .. }, Def::Phi(bb, _)) if bb == header => node,
        _ => *f.codemap.as_op(f.assigned(node).unwrap_or(node))?.kids.first()?,
    };
    let Def::Phi(bb, place) = f.def(f.aux_of(phi).map(|_| phi)?) else { return None };
    if bb != header {
        return None;
    }
    let block = &f.bbs[bb];
    let mut within = block.phis[place as usize].operands.iter().zip(&block.preds);
    let mut within = within.by_ref().filter(|(_, pred)| cycles.holds(k, **pred)).map(|(o, _)| *o);
    let next = within.next()?;
    if !within.all(|other| other == next) {
        return None;
    }
    let sum = f.codemap.as_op(f.assigned(next)?).filter(|op| op.opr == Operator::Add)?;
    let counts =
        sum.kids[0] == phi && (node == phi || node == next || f.assigned(next) == Some(node));
    let bits = sum.rtype.bits();
    let value =
        optx_whirl::canonical_constant(sum.rtype.signed(), f.codemap.constant(sum.kids[1])?);
    let step = Step { value: value as i64, bits, promised: sum.rtype.is_signed() };
    (counts && step.value != 0).then_some(step)
}

/// True where the cycle defines none of a tree's variables.
fn is_fixed(f: &Func, cycles: &Cycles, k: usize, tree: CrId, walk: &mut Walk) -> bool {
    let mut fixed = true;
    walk.forget();
    walk.variables(&f.codemap, tree, |id, _| {
        fixed &= f.def_block(id).is_none_or(|bb| !cycles.holds(k, bb));
    });
    fixed
}
