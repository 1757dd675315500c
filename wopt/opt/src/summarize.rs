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
//! global memory or nowhere, as in [`crate::memory`].
//! Cost: linear.

mod parameters;

use crate::Cx;
use crate::memory::{PointsTo, PointsToMap, space_accessed, space_of};
use crate::stats::Stats;
use optx_ir::{Form, Func, Returned, Space, Spaces, StmtOp, StmtRep, Summary};
use optx_whirl::{IntrinsicClass, Module, PuKind, TyKind};

/// Runs the pass on a function in form Cfg.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("summarize");
    if f.kind == PuKind::Device {
        stats.add("functions summarized", 1);
        f.summary = Some(of(f, cx));
    }
    stats
}

/// What a function in form Cfg or Ssa does, as its statements say.
pub(crate) fn of(f: &Func, cx: &Cx<'_>) -> Summary {
    let points_to = PointsToMap::of(cx, f);
    let mut summary = Summary::default();
    for bb in cx.blocks(f) {
        for &s in &f.bbs[bb].stmts {
            effects(f, cx, &points_to, &f.stmts[s], &mut summary);
        }
    }
    parameters::add(f, cx, &mut summary);
    summary.returned = returned(f, cx, &points_to);
    summary
}

/// Where a returned pointer leads.
fn returned(f: &Func, cx: &Cx<'_>, points_to: &PointsToMap) -> Returned {
    let is_pointer = |ty| matches!(cx.module.types.kind(ty), TyKind::Pointer(_));
    if !f.result.is_some_and(is_pointer) {
        return Returned::Anything;
    }
    let stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).map(|&s| &f.stmts[s]);
    let results = stmts.filter(|stmt| stmt.op == StmtOp::Result);
    let values = results.flat_map(|stmt| &stmt.kids);
    let all = values.fold(PointsTo::Unset, |all, &value| {
        all.meet(points_to.value(cx.module, f, value), cx.module, f)
    });
    match all {
        PointsTo::Unset => Returned::Nothing,
        PointsTo::Null => Returned::Null,
        PointsTo::Object(st) => into(space_of(cx.module, f, st)),
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
    let mut cx = Cx::of(module, funcs);
    let mut wrong = Vec::new();
    for (number, f) in funcs.iter().enumerate() {
        cx.turn_to(number);
        if f.form != Form::Regs && f.summary.is_some_and(|told| !told.covers(of(f, &cx))) {
            wrong.push(format!("in {:?}: it does what its summary does not tell", f.name));
        }
    }
    wrong
}

/// Adds what a statement does.
fn effects(f: &Func, cx: &Cx<'_>, points_to: &PointsToMap, stmt: &StmtRep, summary: &mut Summary) {
    let known = match stmt.op {
        StmtOp::Call(callee) => cx.summary(callee),
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
    let to = points_to.value(cx.module, f, access.base);
    // Its own objects end with it.
    if matches!(to, PointsTo::Object(st) if st.is_local()) {
        return;
    }
    let space = space_accessed(to, cx.module, f, &access);
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

/// Functions callee first, as far as the order given allows, and for each function the cycle of calls that it is in.
///
/// Source: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972). `calls` gives a function's callees.
pub(crate) fn bottom_up(order: &[usize], calls: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>) {
    let count = calls.len();
    let mut state = Components {
        number: vec![usize::MAX; count],
        low: vec![0; count],
        component: vec![usize::MAX; count],
        stack: Vec::new(),
        next: 0,
        done: Vec::new(),
    };
    for &start in order {
        if state.number[start] == usize::MAX {
            state.visit(start, calls);
        }
    }
    (state.done, state.component)
}

struct Components {
    number: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    stack: Vec<usize>,
    next: usize,
    /// Functions whose callees are all done.
    done: Vec<usize>,
}

impl Components {
    fn enter(&mut self, v: usize) {
        self.number[v] = self.next;
        self.low[v] = self.next;
        self.next += 1;
        self.stack.push(v);
    }

    fn visit(&mut self, start: usize, calls: &[Vec<usize>]) {
        self.enter(start);
        let mut path = vec![(start, 0)];
        while let Some((v, k)) = path.last_mut() {
            let v = *v;
            let Some(&callee) = calls[v].get(*k) else {
                path.pop();
                self.leave(v);
                if let Some(&(caller, _)) = path.last() {
                    self.low[caller] = self.low[caller].min(self.low[v]);
                }
                continue;
            };
            *k += 1;
            if self.number[callee] == usize::MAX {
                self.enter(callee);
                path.push((callee, 0));
            } else if self.component[callee] == usize::MAX {
                self.low[v] = self.low[v].min(self.number[callee]);
            }
        }
    }

    fn leave(&mut self, v: usize) {
        self.done.push(v);
        if self.low[v] != self.number[v] {
            return;
        }
        while let Some(w) = self.stack.pop() {
            self.component[w] = v;
            if w == v {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bottom_up;

    #[test]
    fn callees_come_first_and_cycles_are_one() {
        // 0 calls 1 and 2, 1 calls 2, 2 and 3 call each other, 4 calls itself.
        let calls = vec![vec![1, 2], vec![2], vec![3], vec![2], vec![4]];
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
            let (done, component) = bottom_up(&order, &calls);
            let place = |f: usize| done.iter().position(|&g| g == f);
            assert_eq!(done.len(), 5);
            assert!(place(2) < place(1) && place(3) < place(1) && place(1) < place(0));
            assert_eq!(component[2], component[3]);
            assert_ne!(component[0], component[1]);
            assert_ne!(component[1], component[2]);
        }
    }
}
