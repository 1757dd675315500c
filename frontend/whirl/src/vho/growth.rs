//! Which calls are inlined, and which bodies are still needed.
//!
//! The decision is the same for the same module: `__noinline__` functions are never inlined, nor under `-fno-inline` those that
//! are not `__forceinline__`; one that is called at a
//! single place always is while all such bodies copied stay within [`MAX_COPIED`]; any other where what the call would add
//! ([`worth`](super::worth)) is at most [`MAX_COST`] and [`MAX_CALLEE`], the caller stays within [`MAX_NODES`], and all inlining together within
//! [`MAX_GROWTH`]. The first of these does not hold for `__forceinline__`; past the others that is a call too, so that functions
//! which call each other twice, forty deep, compile.
//!
//! Cost: linear in the nodes of the source, by the bounds: a chain of functions, each called by the next, copies the first
//! as often as the chain is long, and programs are not as deep as [`MAX_COPIED`] lets them be.

use super::Calls;
use super::worth::Worth;
use crate::module::{Inlining, Module, Pu};
use crate::tree::WnId;
use std::fmt;

/// A function that is called at several places is inlined where that adds no more, in machine instructions as [`crate::cost`] has them.
pub const MAX_COST: u32 = 1536;
/// The same in nodes, of which many cost nothing; of a body's nodes such a share counts as of its cost.
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
    /// What bodies cost, and what arguments save, by function, once a call asked.
    worths: Vec<Option<Worth>>,
    /// Functions are inlined that are not `__forceinline__`.
    inlines: bool,
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
            worths: vec![None; calls.len()],
            calls,
            inlines: module.options.inline,
            left: MAX_GROWTH.max(4 * nodes),
            copies_left: MAX_COPIED.max(16 * nodes),
        }
    }

    /// Decides on a call, and takes the nodes that inlining adds.
    pub(super) fn decide(&mut self, call: &Call<'_>) -> Decision {
        let decision = self.decision(call);
        self.stays[call.index] |= !decision.inlines();
        decision
    }

    fn decision(&mut self, call: &Call<'_>) -> Decision {
        let Call { index, callee, caller, source, arguments } = *call;
        let size = callee.tree.len();
        if callee.inlining == Inlining::Never {
            return Decision::Never;
        }
        if callee.inlining == Inlining::Default && !self.inlines {
            return Decision::Unasked;
        }
        if self.calls[index] <= 1 && size <= self.copies_left {
            self.copies_left -= size;
            return Decision::OnlyCall;
        }
        let mut decision = Decision::Forced;
        if callee.inlining == Inlining::Default {
            let worth = self.worths[index].get_or_insert_with(|| Worth::of(callee));
            let (adds, stays) = worth.at(source, arguments);
            let nodes = stays.of(size);
            if adds > MAX_COST {
                return Decision::Dear(adds);
            }
            if nodes > MAX_CALLEE {
                return Decision::Large(nodes);
            }
            decision = Decision::Worth { cost: worth.cost, adds };
        }
        if caller.tree.len() + size > MAX_NODES.max(4 * source.tree.len()) {
            return Decision::CallerGrows;
        }
        if size > self.left {
            return Decision::AllGrow;
        }
        self.left -= size;
        decision
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

/// A call that is decided on.
pub(super) struct Call<'a> {
    /// The callee's number.
    pub(super) index: usize,
    /// The callee, lowered.
    pub(super) callee: &'a Pu,
    /// The caller as far as it is lowered, and as it was.
    pub(super) caller: &'a Pu,
    pub(super) source: &'a Pu,
    /// Trees of `source`.
    pub(super) arguments: &'a [WnId],
}

/// What becomes of a call, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Inlined: `__forceinline__`.
    Forced,
    /// Inlined: there is no other call.
    OnlyCall,
    /// Inlined: the body costs so much, and the call would add so much.
    Worth { cost: u32, adds: u32 },
    /// `__noinline__`.
    Never,
    /// `-fno-inline`.
    Unasked,
    /// It would add so much.
    Dear(u32),
    /// It would add so many nodes.
    Large(usize),
    /// The caller would be too large.
    CallerGrows,
    /// All functions together would be too large.
    AllGrow,
}

impl Decision {
    /// Whether the call is inlined.
    pub(super) fn inlines(self) -> bool {
        matches!(self, Decision::Forced | Decision::OnlyCall | Decision::Worth { .. })
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Forced => out.write_str("it is `__forceinline__`"),
            Decision::OnlyCall => out.write_str("there is no other call of it"),
            Decision::Worth { cost, adds } => {
                write!(out, "its body costs {cost}, of which this call would add {adds}")
            }
            Decision::Never => out.write_str("it is `__noinline__`"),
            Decision::Unasked => out.write_str("`-fno-inline` was given"),
            Decision::Dear(adds) => {
                write!(out, "this call would add {adds}, more than {MAX_COST}")
            }
            Decision::Large(nodes) => {
                write!(out, "this call would add {nodes} nodes, more than {MAX_CALLEE}")
            }
            Decision::CallerGrows => out.write_str("the caller would grow too large"),
            Decision::AllGrow => {
                out.write_str("so much is inlined that all functions together would grow too large")
            }
        }
    }
}
