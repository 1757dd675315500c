//! Which calls are inlined, and which bodies are still needed.
//!
//! The decision is the same for the same module: `__noinline__` functions are never inlined; one that is called at a
//! single place always is while all such bodies copied stay within [`MAX_COPIED`]; any other where it has at most
//! [`MAX_CALLEE`] nodes, the caller stays within [`MAX_NODES`], and all inlining together within [`MAX_GROWTH`]. The first
//! of these does not hold for `__forceinline__`; past the others that is a call too, so that functions which call each
//! other twice, forty deep, compile.
//!
//! Cost: linear in the nodes of the source, by the bounds: a chain of functions, each called by the next, copies the first
//! as often as the chain is long, and programs are not as deep as [`MAX_COPIED`] lets them be.

use super::Calls;
use crate::module::{Inlining, Module, Pu};

/// A function that is called at several places is inlined up to so many nodes, about a thousand instructions.
pub const MAX_CALLEE: usize = 4 << 10;
/// A function grows to so many nodes by inlining, or to four times its source where that is more.
pub const MAX_NODES: usize = 16 << 10;
/// All functions together grow by so many nodes by inlining, or by four times the source where that is more.
pub const MAX_GROWTH: usize = 512 << 10;
/// So many nodes are copied for functions that are called at a single place, or sixteen times the source where that is
/// more.
pub const MAX_COPIED: usize = 2 << 20;

/// What the decision goes by.
pub(super) struct Growth {
    /// The number of calls of each function, in functions that kernels reach.
    calls: Vec<u32>,
    /// Those of them in functions that are not lowered yet.
    to_come: Vec<u32>,
    /// Functions with a call that stays one, or that inline PTX names.
    stays: Vec<bool>,
    /// Nodes that inlining may yet add.
    left: usize,
    /// Nodes that may yet be copied for functions called at a single place.
    copies_left: usize,
}

impl Growth {
    /// For the functions of `order`; `named` are those of which inline PTX says the names: they stay, be they inlined or not.
    pub(super) fn new(
        module: &Module,
        (order, named): (&[usize], impl Iterator<Item = usize>),
        callees: &[Calls],
    ) -> Growth {
        let mut calls = vec![0; module.functions.len()];
        let mut nodes: usize = 0;
        for &index in order {
            let pu = &module.functions[index];
            nodes += pu.tree.len();
            for &(callee, _) in &callees[index] {
                calls[callee] += 1;
            }
        }
        let mut stays = vec![false; calls.len()];
        named.for_each(|f| stays[f] = true);
        Growth {
            to_come: calls.clone(),
            stays,
            calls,
            left: MAX_GROWTH.max(4 * nodes),
            copies_left: MAX_COPIED.max(16 * nodes),
        }
    }

    /// Decides on one call, and takes the nodes that inlining adds.
    pub(super) fn inlines(&mut self, index: usize, callee: &Pu, caller: &Pu, source: &Pu) -> bool {
        let inlines = self.decide(index, callee, caller, source);
        self.stays[index] |= !inlines;
        inlines
    }

    fn decide(&mut self, index: usize, callee: &Pu, caller: &Pu, source: &Pu) -> bool {
        let size = callee.tree.len();
        match callee.inlining {
            Inlining::Never => return false,
            _ if self.calls[index] <= 1 && size <= self.copies_left => {
                self.copies_left -= size;
                return true;
            }
            Inlining::Default if size > MAX_CALLEE => return false,
            Inlining::Default | Inlining::Force => {}
        }
        let bound = MAX_NODES.max(4 * source.tree.len());
        if caller.tree.len() + size > bound || size > self.left {
            return false;
        }
        self.left -= size;
        true
    }

    /// The functions whose last call has been lowered with a function's calls, all of them inlined: nobody needs their bodies.
    pub(super) fn spent(&mut self, calls: &Calls) -> Vec<usize> {
        let mut spent = Vec::new();
        for &(callee, _) in calls {
            self.to_come[callee] -= 1;
            if self.to_come[callee] == 0 && !self.stays[callee] {
                spent.push(callee);
            }
        }
        spent
    }
}
