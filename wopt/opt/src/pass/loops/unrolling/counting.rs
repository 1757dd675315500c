//! What copies of a loop ask of its counter, and what they are.

use super::choice::Plan;
use super::in_copy;
use crate::analysis::loops::{Counter, widened};
use optx_ir::cycles::Cycles;
use optx_ir::edit::Clones;
use optx_ir::walk::Rewrite;
use optx_ir::{AuxKind, BbId, Codemap, CrId, Func, StmtRep};
use optx_whirl::{Loc, Mtype, Operator};

/// The copies of a loop.
pub(super) struct Copied {
    pub(super) region: Vec<BbId>,
    pub(super) clones: Vec<Clones>,
    pub(super) counters: Vec<Counter>,
}

/// A loop whose copies are made and stand nowhere yet.
pub(super) struct Opened {
    pub(super) header: BbId,
    pub(super) latch: BbId,
    /// The one block before it, and its place among the header's predecessors.
    pub(super) before: BbId,
    pub(super) from_before: usize,
    /// Where its test leads out.
    pub(super) leaves: BbId,
    /// What the header's phis take from before and from the latch, and what the last copy's latch has for them.
    pub(super) first: Vec<CrId>,
    pub(super) next: Vec<CrId>,
    pub(super) leaving: Vec<CrId>,
    pub(super) copied: Copied,
}

/// Makes a plan's copies; None where what is around the loop changed too much since.
pub(super) fn open(
    f: &mut Func,
    cycles: &Cycles,
    plan: &Plan,
    rewrite: &mut Rewrite,
) -> Option<Opened> {
    let mut lp = plan.lp.clone();
    lp.renew_entries(f);
    let (header, latch) = (lp.header, lp.latches[0]);
    // Where it leads, too, may have changed since.
    let leaves = f.succs(latch).into_iter().find(|&to| to != header)?;
    let before = lp.single_entry(f);
    let region = cycles.blocks(lp.cycle).to_vec();
    let from_before = place(f, header, before)?;
    let counters = f.bbs[header].phis.iter();
    let counters: Vec<Counter> =
        counters.filter_map(|phi| Counter::of(f, cycles, lp.cycle, phi.result)).collect();
    let (first, next) = (lp.brought(f, before), lp.brought(f, latch));
    let clones: Vec<Clones> = (0..plan.factor).map(|_| f.clone_region(&region, rewrite)).collect();
    let leaving = in_copy(clones.last()?, &next);
    let copied = Copied { region, clones, counters };
    Some(Opened { header, latch, before, from_before, leaves, first, next, leaving, copied })
}

/// The place of a predecessor in a block's list.
pub(super) fn place(f: &Func, bb: BbId, pred: BbId) -> Option<usize> {
    f.bbs[bb].preds().iter().position(|&p| p == pred)
}

/// Whether `factor` iterations or more begin with a value of the counter.
pub(super) fn enough(f: &mut Func, plan: &Plan, first: CrId, bound: CrId) -> CrId {
    let Plan { test, factor, .. } = plan;
    let (desc, step) = (test.desc.unsigned(), test.counter.step);
    let map = &mut f.codemap;
    let tested = if test.tests_next { plus(map, desc, first, step) } else { first };
    // Of `factor` iterations all but the last are followed by a test that holds: of so many steps.
    let ahead = ((factor - 2) as i64).wrapping_mul(step);
    if let Some(constant) = map.constant(tested) {
        let last = widened(test.desc, constant) + i128::from(ahead);
        if test.opr != Operator::Ne && last == widened(test.desc, last as u64) {
            let last = map.integer(desc, last as u64);
            return map.compare(test.opr, test.desc, last, bound);
        }
    }
    let (from, to) = if step > 0 { (tested, bound) } else { (bound, tested) };
    let span = map.binary(Operator::Sub, desc, to, from);
    let inclusive = matches!(test.opr, Operator::Le | Operator::Ge);
    let least = map.integer(desc, ahead.unsigned_abs() + u64::from(!inclusive));
    let wide = map.compare(Operator::Ge, desc, span, least);
    if test.opr == Operator::Ne {
        return wide;
    }
    let holds = map.compare(test.opr, test.desc, tested, bound);
    map.binary(Operator::Land, Mtype::B, holds, wide)
}

/// A node plus a constant, modulo its width.
pub(super) fn plus(map: &mut Codemap, desc: Mtype, node: CrId, value: i64) -> CrId {
    let value = map.integer(desc, value as u64);
    map.binary(Operator::Add, desc, node, value)
}

/// Assigns a tree to a temporary at the end of a block.
pub(super) fn assign(
    f: &mut Func,
    bb: BbId,
    value: CrId,
    mtype: Mtype,
    name: &'static str,
) -> CrId {
    let aux = f.new_aux(AuxKind::Temp, mtype, name);
    let version = f.new_version(aux);
    f.append(StmtRep::stid(version, value, bb, Loc::NONE));
    version
}
