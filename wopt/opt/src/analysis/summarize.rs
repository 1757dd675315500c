//! Callee summaries: what a call may do to memory, for callers to know.
//!
//! Idea: functions are taken callee first; each notes the spaces that it reads and writes beyond its own objects, what becomes of
//! the addresses that it is passed ([`parameters`]), and where the pointer leads that it returns. A call then is
//! mu and chi on those spaces alone: a value loaded before it is known behind it where the callee writes another space. An object
//! of the caller's own whose address goes only to functions that keep it to themselves is written by those calls and nothing else.
//! A returned pointer that leads into one space is an address of that space.
//!
//! Source: the bottom-up summaries of Cooper and Kennedy, "Interprocedural Side-Effect Analysis in Linear Time" (PLDI 1988).
//! Legality: barriers and fences count as writes of everything, for they let other threads' writes be seen; so do inline PTX that
//! clobbers memory, calls of the driver's functions, and calls within a cycle of calls, whatever is known of them: then the
//! result does not hang on the function with which the cycle was begun. Without the row nothing is known of a function.
//! Nothing is said of a returned address of local memory: the function's own objects end with it. A null pointer leads into
//! global memory or nowhere, as in [`crate::analysis::memory`].
//! Cost: linear.

mod parameters;

use super::module_facts;
use crate::analysis::memory::{PointsTo, PointsToMap, space_accessed, space_of};
use crate::kit::facts::ModuleFacts;
use optx_ir::{Form, Func, Returned, Space, Spaces, StmtOp, StmtRep, Summary};
use optx_whirl::{IntrinsicClass, Module, TyKind};

/// What a function in form Cfg or Ssa does, as its statements say.
pub(crate) fn of(f: &Func, facts: &ModuleFacts<'_>) -> Summary {
    let points_to = PointsToMap::of(facts, f);
    let mut summary = Summary::default();
    for bb in facts.blocks(f) {
        for &s in &f.bbs[bb].stmts {
            effects(f, facts, &points_to, &f.stmts[s], &mut summary);
        }
    }
    parameters::add(f, facts, &mut summary);
    summary.returned = returned(f, facts, &points_to);
    summary
}

/// Where a returned pointer leads.
fn returned(f: &Func, facts: &ModuleFacts<'_>, points_to: &PointsToMap) -> Returned {
    let is_pointer = |ty| matches!(facts.module.types.kind(ty), TyKind::Pointer(_));
    if !f.result.is_some_and(is_pointer) {
        return Returned::Anything;
    }
    let stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).map(|&s| &f.stmts[s]);
    let results = stmts.filter(|stmt| stmt.op == StmtOp::Result);
    let values = results.flat_map(|stmt| &stmt.kids);
    let all = values.fold(PointsTo::Unset, |all, &value| {
        all.meet(points_to.value(facts.module, f, value), facts.module, f)
    });
    match all {
        PointsTo::Unset => Returned::Nothing,
        PointsTo::Null => Returned::Null,
        PointsTo::Object(st) => into(space_of(facts.module, f, st)),
        PointsTo::Space(space) => into(space),
        PointsTo::Based(_) => into(Space::Global),
        PointsTo::Loaded | PointsTo::Unknown => Returned::Anything,
    }
}

fn into(space: Space) -> Returned {
    match space {
        Space::Global | Space::Shared | Space::Constant => Returned::Into(space),
        Space::Generic | Space::Local | Space::Param => Returned::Anything,
    }
}

/// The functions read from text whose summaries do not tell what they do.
pub fn wrong_summaries(module: &Module, funcs: &[Func]) -> Vec<String> {
    let mut facts = module_facts::of(module, funcs, None);
    let mut wrong = Vec::new();
    for (number, f) in funcs.iter().enumerate() {
        facts.function = number;
        if f.form != Form::Regs && f.summary.is_some_and(|told| !told.covers(of(f, &facts))) {
            wrong.push(format!("in {:?}: it does what its summary does not tell", f.name));
        }
    }
    wrong
}

/// Adds what a statement does.
fn effects(
    f: &Func,
    facts: &ModuleFacts<'_>,
    points_to: &PointsToMap,
    stmt: &StmtRep,
    summary: &mut Summary,
) {
    let known = match stmt.op {
        StmtOp::Call(callee) => facts.summary(callee),
        _ => None,
    };
    if let Some(callee) = known {
        summary.reads.union(callee.reads);
        summary.writes.union(callee.writes);
        summary.converges |= callee.converges;
        summary.may_end |= callee.may_end;
        return;
    }
    summary.may_end |= stmt.may_end(f) || matches!(stmt.op, StmtOp::Call(_));
    if stmt.writes_reachable(f) {
        summary.reads.union(Spaces::ALL);
        summary.writes.union(Spaces::ALL);
    }
    summary.converges |= stmt.may_converge();
    let Some(access) = stmt.access(&f.codemap).filter(|a| !a.space.is_read_only()) else { return };
    let to = points_to.value(facts.module, f, access.base);
    // Its own objects end with it.
    if matches!(to, PointsTo::Object(st) if st.is_local()) {
        return;
    }
    let space = space_accessed(to, facts.module, f, &access);
    let (reads, writes) = directions(stmt);
    if reads {
        summary.reads.insert(space);
    }
    if writes {
        summary.writes.insert(space);
    }
}

/// Whether a statement reads, and whether it writes, what it accesses.
fn directions(stmt: &StmtRep) -> (bool, bool) {
    match &stmt.op {
        StmtOp::Stid | StmtOp::VolatileLoad(_) => (true, false),
        StmtOp::Istore | StmtOp::VolatileStore(_) => (false, true),
        StmtOp::Intrinsic { intrinsic, .. } => (true, intrinsic.class() == IntrinsicClass::Atomic),
        _ => (true, true),
    }
}
