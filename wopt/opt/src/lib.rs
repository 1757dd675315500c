//! The optimizer: M WHIRL to a [`optx_ir::Func`], analyses, passes, the pipeline and its runner, and leaving SSA.
//!
//! The pipeline is [`pipeline::TABLE`]; everything that names a pass is derived from it.

mod address_reassociation;
pub mod analyses;
pub mod atomic_aggregation;
pub mod bitwise_dead_code;
pub mod build;
pub mod closed_ssa;
pub mod constant_division;
mod constant_objects;
pub mod dead_code;
pub mod dead_stores;
pub mod demanded_bits;
pub mod diagnose;
pub mod division_bypass;
pub mod exit_values;
pub mod global_reassociation;
pub mod hoisting;
pub mod if_conversion;
pub mod joined_stores;
pub mod jump_threading;
mod launch_constants;
pub mod leave_ssa;
mod line_diff;
pub mod loops;
pub mod memory;
pub mod narrow_addresses;
pub mod pipeline;
pub mod placement;
pub mod pre;
pub mod pressure;
pub mod propagate;
pub mod range_propagation;
pub mod ranges;
pub mod read_only_loads;
mod rounds;
pub mod runner;
pub mod scalar_replacement;
pub mod sccp;
pub mod simplify_cfg;
pub mod sinking;
pub mod speculation;
pub mod split_edges;
pub mod ssa;
mod stats;
pub mod store_sinking;
mod straight_line;
pub mod strength_reduction;
pub mod summarize;
pub mod tail_merging;
pub mod unrolling;
pub mod unswitching;
pub mod value_numbering;
pub mod variance;
pub mod version_spaces;
pub mod warp_reductions;

pub use runner::{Backend, NoBackend, Report, RunOptions, optimize, resume};
pub use stats::Stats;
pub use summarize::wrong_summaries;

use analyses::Analyses;
use bumpalo::Bump;
use memory::Exposure;
use optx_ir::{BbId, Form, Func, StmtOp, Summary};
use optx_whirl::{Module, Remarks};
use std::cell::Cell;
use variance::Assumptions;
use variance::given::Given;
use variance::registers::RegisterStates;

/// What a pass is given beside the function: facts of the module, what is known of the function, and room to work.
pub struct Cx<'a> {
    /// Types, global symbols and options; its functions are not looked at.
    pub module: &'a Module,
    /// The module's objects that addresses from anywhere may reach.
    pub exposure: Exposure,
    /// What is known of the function in work.
    pub analyses: Analyses,
    /// The states of the registers of the function in work, where they are asked for and it has left SSA.
    pub register_states: Option<RegisterStates>,
    /// What is known of a kernel's launches, for the states of registers alone: empty but where somebody asks what would follow.
    pub given: Given,
    /// The shapes of blocks that kernels are meant to be launched in, by a kernel's name in the source or in PTX.
    pub launches: Vec<(String, [u32; 3])>,
    /// What passes have to say of the source; the runner takes it behind each.
    pub remarks: Remarks,
    /// What is wrong with the source; the runner takes it behind each.
    pub warnings: Vec<diagnose::Warning>,
    /// Uses of what may be unset, in all functions so far: what is told of them is known behind the last.
    unset: Vec<diagnose::Unset>,
    /// Which round of its row a pass is in.
    pub rounds: rounds::Rounds,
    /// Memory that a pass may fill; the runner empties it behind each.
    pub scratch: Bump,
    /// The summaries of the functions done so far, by number.
    summaries: Vec<Option<Summary>>,
    /// The functions that each function calls, by number.
    calls: Vec<Vec<usize>>,
    /// The cycle of calls that each function is in, by number.
    cycles_of_calls: Vec<usize>,
    /// By number: the function, or one that it calls, reads an index or a dimension along y or z when the pipeline begins: whatever becomes of
    /// that, its launches may have blocks of several dimensions.
    reads_rows: Vec<bool>,
    /// By number: the function, or one that it calls, has a barrier of the block when the pipeline begins.
    pub wait: Vec<bool>,
    /// By number: the function, or one that it calls, may end its thread or the kernel by more than its return.
    pub leave: Vec<bool>,
    /// The number of the function in work.
    function: usize,
    /// Where order must not matter it is shuffled by this state.
    shuffle: Cell<Option<u64>>,
}

impl<'a> Cx<'a> {
    /// Of a module whose functions, in any form, are `funcs`.
    pub fn of(module: &'a Module, funcs: &[Func]) -> Cx<'a> {
        Cx::shuffled(module, funcs, None)
    }

    /// As [`Cx::of`]; with a seed, what has no order is taken in another one.
    pub fn shuffled(module: &'a Module, funcs: &[Func], seed: Option<u64>) -> Cx<'a> {
        let calls: Vec<Vec<usize>> = funcs.iter().map(|f| callees(f, funcs.len())).collect();
        let order: Vec<usize> = (0..funcs.len()).collect();
        let mut cx = Cx {
            module,
            exposure: Exposure::default(),
            analyses: Analyses::default(),
            register_states: None,
            given: Given::default(),
            launches: Vec::new(),
            remarks: Remarks::default(),
            warnings: Vec::new(),
            unset: Vec::new(),
            rounds: rounds::Rounds::default(),
            scratch: Bump::new(),
            summaries: Vec::new(),
            cycles_of_calls: summarize::bottom_up(&order, &calls).1,
            reads_rows: with_callers(funcs.iter().map(variance::reads_rows).collect(), &calls),
            wait: with_callers(funcs.iter().map(has_barrier).collect(), &calls),
            leave: with_callers(funcs.iter().map(variance::barriers::may_end).collect(), &calls),
            calls,
            function: 0,
            shuffle: Cell::new(seed),
        };
        // Whether or not summaries were read from text, the module's exposure is what it is without them.
        cx.exposure = Exposure::of(&cx, funcs);
        // Who calls a function that has left SSA has done so too, and asks no more.
        cx.summaries = funcs.iter().map(|f| f.summary.filter(|_| f.form != Form::Regs)).collect();
        cx
    }

    /// The shapes that a function is meant to be launched in; none where nobody says.
    pub fn shapes_of(&self, f: &Func) -> Vec<[u32; 3]> {
        let is_of = |name: &String| *name == f.name || *name == f.ptx_name;
        let mut shapes: Vec<[u32; 3]> =
            self.launches.iter().filter(|(name, _)| is_of(name)).map(|&(_, shape)| shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }

    /// Turns to a function, by its number: what is asked of now on is asked for it.
    pub fn turn_to(&mut self, function: usize) {
        self.function = function;
        self.analyses = Analyses::default();
        self.register_states = None;
    }

    /// What launches are taken to keep to.
    pub fn assumptions(&self) -> Assumptions {
        Assumptions {
            index_31: self.module.options.assume_index_31,
            one_dimensional: self.module.options.assume_flat_blocks
                && !self.reads_rows.get(self.function).is_some_and(|&reads| reads),
            mode: self.module.options.variance,
        }
    }

    /// What is known of a function that the one in work calls. Nothing where both are in one cycle of calls.
    pub fn summary(&self, callee: u32) -> Option<Summary> {
        let callee = callee as usize;
        let one_cycle = self.cycles_of_calls.get(callee) == self.cycles_of_calls.get(self.function);
        self.summaries.get(callee).copied().flatten().filter(|_| !one_cycle)
    }

    /// True where a thread may end for good in a function that the one in work calls.
    pub fn may_end_in(&self, callee: u32) -> bool {
        self.summary(callee).is_none_or(|summary| summary.may_end)
    }

    /// The blocks of a function for who does not care in which order they come: under `--shuffle-seed` in any.
    pub fn blocks(&self, f: &Func) -> Vec<BbId> {
        let mut blocks = f.layout.clone();
        self.shuffle(&mut blocks);
        blocks
    }

    /// Takes one thing from a list of things to do: the last, under `--shuffle-seed` any. Whichever it is, all will be done.
    pub fn take<T>(&self, work: &mut Vec<T>) -> Option<T> {
        if let Some(last) = work.len().checked_sub(1) {
            work.swap(last, self.random(last + 1).unwrap_or(last));
        }
        work.pop()
    }

    /// Under `--shuffle-seed`, puts what has no order into another one: the result must not change.
    pub fn shuffle<T>(&self, list: &mut [T]) {
        if self.shuffle.get().is_none() {
            return;
        }
        for k in (1..list.len()).rev() {
            list.swap(k, self.random(k + 1).unwrap_or(k));
        }
    }

    /// Under `--shuffle-seed`, a number below another, which is not 0.
    fn random(&self, below: usize) -> Option<usize> {
        // The linear congruential generator of Knuth's MMIX.
        let state = self.shuffle.get()?.wrapping_mul(6_364_136_223_846_793_005);
        let state = state.wrapping_add(1_442_695_040_888_963_407);
        self.shuffle.set(Some(state));
        Some((state >> 33) as usize % below)
    }
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
