//! Facts of a module that hold while its functions are worked on one after another.
//!
//! [`crate::analysis::module_facts`] finds them; analyses are given them, passes have them in their context. What is known of callees comes from functions that are done
//! ([`super::call_order`]).

use super::exposure::Exposure;
use optx_ir::{BbId, Func, Summary};
use optx_whirl::Module;
use std::cell::Cell;

/// What is known of a module, and which of its functions is in work.
pub struct ModuleFacts<'a> {
    /// Types, global symbols and options; its functions are not looked at.
    pub module: &'a Module,
    /// The module's objects that addresses from anywhere may reach.
    pub exposure: Exposure,
    /// The summaries of the functions done so far, by number.
    pub(crate) summaries: Vec<Option<Summary>>,
    /// The functions that each function calls, by number.
    pub(crate) calls: Vec<Vec<usize>>,
    /// The cycle of calls that each function is in, by number.
    pub(crate) cycles_of_calls: Vec<usize>,
    /// By number: the function, or one that it calls, reads an index or a dimension along y or z when the pipeline begins: whatever becomes of
    /// that, its launches may have blocks of several dimensions.
    pub(crate) reads_rows: Vec<bool>,
    /// By number: the function, or one that it calls, has a barrier of the block when the pipeline begins.
    pub wait: Vec<bool>,
    /// By number: the function, or one that it calls, may end its thread or the kernel by more than its return.
    pub leave: Vec<bool>,
    /// The number of the function in work.
    pub(crate) function: usize,
    /// Where order must not matter it is shuffled by this state.
    pub(crate) shuffle: Cell<Option<u64>>,
}

impl ModuleFacts<'_> {
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

    /// True where the function in work, or one that it calls, reads an index or a dimension along y or z.
    pub fn reads_rows(&self) -> bool {
        self.reads_rows.get(self.function).is_some_and(|&reads| reads)
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
