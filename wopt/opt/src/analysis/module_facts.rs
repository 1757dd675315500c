//! Finds the facts of a module ([`ModuleFacts`]) that all its functions are asked for before the first is worked on.
//!
//! Cost: a walk over each function, and one over the calls for each fact that callers take over from callees.

use super::memory::exposure::exposure;
use super::variance;
use crate::kit::call_order::bottom_up;
use crate::kit::exposure::Exposure;
use crate::kit::facts::ModuleFacts;
use optx_ir::{Form, Func, StmtOp};
use optx_whirl::Module;
use std::cell::Cell;

/// Of a module whose functions, in any form, are `funcs`; with a seed, what has no order is taken in another one.
pub fn of<'a>(module: &'a Module, funcs: &[Func], seed: Option<u64>) -> ModuleFacts<'a> {
    let calls: Vec<Vec<usize>> = funcs.iter().map(|f| callees(f, funcs.len())).collect();
    let order: Vec<usize> = (0..funcs.len()).collect();
    let mut facts = ModuleFacts {
        module,
        exposure: Exposure::default(),
        summaries: Vec::new(),
        cycles_of_calls: bottom_up(&order, &calls).1,
        reads_rows: with_callers(funcs.iter().map(variance::reads_rows).collect(), &calls),
        wait: with_callers(funcs.iter().map(has_barrier).collect(), &calls),
        leave: with_callers(funcs.iter().map(variance::barriers::may_end).collect(), &calls),
        calls,
        function: 0,
        shuffle: Cell::new(seed),
    };
    // Whether or not summaries were read from text, the module's exposure is what it is without them.
    facts.exposure = exposure(&facts, funcs);
    // Who calls a function that has left SSA has done so too, and asks no more.
    facts.summaries = funcs.iter().map(|f| f.summary.filter(|_| f.form != Form::Regs)).collect();
    facts
}

/// Which functions, or functions that they call, read an index or a dimension along y or z.
fn with_callers(mut found: Vec<bool>, calls: &[Vec<usize>]) -> Vec<bool> {
    let mut callers = vec![Vec::new(); found.len()];
    for (caller, callees) in calls.iter().enumerate() {
        callees.iter().for_each(|&callee| callers[callee].push(caller));
    }
    let mut work: Vec<usize> = (0..found.len()).filter(|&k| found[k]).collect();
    while let Some(callee) = work.pop() {
        for &caller in &callers[callee] {
            if !std::mem::replace(&mut found[caller], true) {
                work.push(caller);
            }
        }
    }
    found
}

/// True for a function that waits for its block itself.
fn has_barrier(f: &Func) -> bool {
    f.layout.iter().any(|&bb| variance::barriers::has_barrier(f, bb, &[]))
}

/// The functions that a function calls, of so many.
fn callees(f: &Func, count: usize) -> Vec<usize> {
    let stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts);
    let calls = stmts.filter_map(|&s| match f.stmts[s].op {
        StmtOp::Call(callee) => Some(callee as usize),
        _ => None,
    });
    calls.filter(|&callee| callee < count).collect()
}
