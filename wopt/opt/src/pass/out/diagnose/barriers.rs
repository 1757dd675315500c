//! Barriers at which a thread of the block waits for another that never comes ([`crate::analysis::variance::barriers`]).
//!
//! Cost: functions with barriers of the block under a condition of an index alone ask for variance; others only which branches their
//! barriers depend on.

use crate::analysis::variance::barriers::{self, Reached, Setting};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use crate::kit::warnings::{Spot, Warning};
use optx_ir::control_dependence::Deciders;
use optx_ir::{BbId, Func};
use optx_source::code;
use optx_whirl::PuKind;

/// Tells of a function's barriers.
pub(super) fn tell(f: &Func, cx: &mut Cx<'_>, stats: &mut Stats) {
    let shapes = cx.shapes_of(f);
    if !has_barrier_by_index(f, cx, &shapes) {
        return;
    }
    let map = cx.variance(f);
    let setting = Setting { meant: &shapes, wait: &cx.facts.wait, leave: &cx.facts.leave };
    let reached = barriers::reached(f, &map, &setting);
    let told: Vec<Warning> =
        reached.iter().filter_map(|reached| unreached(f, reached, &cx.facts.wait)).collect();
    stats.add("barriers that a thread does not come to", told.len() as u64);
    cx.warnings.extend(told);
}

/// True for a kernel with a barrier of the block that depends on a branch which an index alone decides.
fn has_barrier_by_index(f: &Func, cx: &mut Cx<'_>, shapes: &[[u32; 3]]) -> bool {
    let has_barrier = |bb: &BbId| barriers::has_barrier(f, *bb, &cx.facts.wait);
    if f.kind != PuKind::Kernel || f.layout.len() < 2 {
        return false;
    }
    let barriers: Vec<BbId> = f.layout.iter().copied().filter(has_barrier).collect();
    if barriers.is_empty() {
        return false;
    }
    let post = cx.analyses.post_dominators(f);
    let mut deciders = Deciders::of(f, &post);
    let mut work = barriers;
    let mut found = false;
    while let Some(bb) = work.pop() {
        deciders.take(bb, |branch| {
            found |= barriers::is_decided_by_index(f, branch, shapes);
            work.push(branch);
        });
    }
    found
}

/// That a thread waits at a barrier for one that does not come.
fn unreached(f: &Func, reached: &Reached, wait: &[bool]) -> Option<Warning> {
    let disagree = reached.disagree?;
    let loc = f.stmts[barriers::block_barrier(f, reached.bb, wait)?].loc;
    let thread = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
    let [x, y, z] = disagree.comes.shape;
    let of = match disagree.of_one_shape {
        true => format!(" of blocks of {x} x {y} x {z}"),
        false => String::new(),
    };
    let (comes, stays) = (thread(disagree.comes.index), thread(disagree.stays_away.index));
    let message = format!(
        "thread {stays}{of} never comes to this barrier, where thread {comes} waits for it"
    );
    let note =
        "they part here: a condition around a barrier has to be the same for the whole block";
    Some(Warning {
        function: f.name.clone(),
        code: code::BARRIER,
        loc,
        word: None,
        message,
        notes: vec![(Spot::At(f.bbs[disagree.branch].loc), note.to_owned())],
    })
}
