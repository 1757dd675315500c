//! Calls: which are inlined, and what one that stays becomes.
//!
//! The decision is the same for the same module: `__noinline__` functions are never inlined, one that is called at a
//! single place always is, any other where it has at most [`MAX_CALLEE`] nodes, the caller stays within [`MAX_NODES`], and
//! all inlining together within [`MAX_GROWTH`]. The first of these does not hold for `__forceinline__`; past the others
//! that is a call too, so that functions which call each other twice, forty deep, compile.

use super::aggregate::{Place, pieces};
use super::{Lowering, VhoError, VhoErrorKind, calls_of};
use crate::module::{Inlining, Module, Pu, PuKind, Wn, WnId};
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::symbol::StId;
use crate::ty::TyId;

/// A function that is called at several places is inlined up to so many nodes, about a thousand instructions.
pub const MAX_CALLEE: usize = 4 << 10;
/// A function grows to so many nodes by inlining, or to four times its source where that is more.
pub const MAX_NODES: usize = 16 << 10;
/// All functions together grow by so many nodes by inlining, or by four times the source where that is more.
pub const MAX_GROWTH: usize = 512 << 10;

/// What the decision goes by.
pub(super) struct Growth {
    /// The number of calls of each function, in functions that kernels reach.
    calls: Vec<u32>,
    /// Nodes that inlining may yet add.
    left: usize,
}

impl Growth {
    pub(super) fn new(module: &Module, order: &[usize]) -> Growth {
        let mut calls = vec![0; module.functions.len()];
        let mut nodes: usize = 0;
        for &index in order {
            let pu = &module.functions[index];
            nodes += pu.tree.len();
            for (callee, _) in calls_of(pu) {
                calls[callee] += 1;
            }
        }
        Growth { calls, left: MAX_GROWTH.max(4 * nodes) }
    }

    /// Decides on one call, and takes the nodes that inlining adds.
    fn inlines(&mut self, index: usize, callee: &Pu, caller: &Pu, source: &Pu) -> bool {
        let size = callee.tree.len();
        match callee.inlining {
            Inlining::Never => return false,
            _ if self.calls[index] <= 1 => return true,
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
}

/// Kernels and the functions that they still call, in the source's order, calls renumbered.
pub(super) fn still_called(lowered: Vec<Option<Pu>>) -> Vec<Pu> {
    let mut kept = vec![false; lowered.len()];
    let is_kernel = |k: &usize| lowered[*k].as_ref().is_some_and(|pu| pu.kind == PuKind::Kernel);
    let mut work: Vec<usize> = (0..lowered.len()).filter(is_kernel).collect();
    while let Some(index) = work.pop() {
        if !std::mem::replace(&mut kept[index], true)
            && let Some(pu) = &lowered[index]
        {
            work.extend(calls_of(pu).into_iter().map(|(callee, _)| callee));
        }
    }
    let mut number = vec![0; lowered.len()];
    let mut next = 0;
    for (index, &kept) in kept.iter().enumerate() {
        number[index] = next;
        next += u64::from(kept);
    }
    let mut functions = Vec::with_capacity(next as usize);
    for (pu, _) in lowered.into_iter().zip(kept).filter(|(_, kept)| *kept) {
        let Some(mut pu) = pu else { continue };
        for k in 0..pu.tree.len() {
            let wn = pu.tree.get_mut(WnId(k as u32));
            if wn.opr == Operator::Call
                && let Some(&new) = number.get(wn.value as usize)
            {
                wn.value = new;
            }
        }
        functions.push(pu);
    }
    functions
}

impl Lowering<'_> {
    /// Lowers a CALL of the source.
    pub(super) fn call(&mut self, wn: &Wn, kids: &[WnId]) {
        let lowered = self.lowered;
        let index = wn.value as usize;
        let Some(callee) = lowered.get(index).and_then(Option::as_ref) else {
            // The order of functions puts callees first, so only a module that was not verified gets here.
            let kind = VhoErrorKind::Recursion(vec![self.source.name.clone()]);
            self.error.get_or_insert(VhoError { pos: wn.pos, kind });
            return;
        };
        if self.growth.inlines(index, callee, &self.pu, self.source) {
            self.inline(wn, callee, kids);
        } else {
            self.call_out_of_line(wn, callee, kids);
        }
    }

    /// A CALL with the parts of its arguments; an aggregate result goes through an object of its own, so that its
    /// parts can be registers.
    fn call_out_of_line(&mut self, wn: &Wn, callee: &Pu, arguments: &[WnId]) {
        let mut parts: Vec<WnId> = Vec::with_capacity(arguments.len());
        for (&param, &argument) in callee.params.iter().zip(arguments) {
            let ty = callee.locals[param.index()].ty;
            let aggregate = self.module.types.mtype(ty) == Mtype::M;
            // Statements come before the pending values.
            if aggregate || self.has_comma(argument) {
                self.save_loads(&mut parts);
            }
            if aggregate {
                let object = self.new_aggregate("argument", ty);
                let to = Place::Symbol { st: Some(object), offset: 0, volatile: false };
                self.copy_aggregate(argument, Some(ty), to);
                for (offset, mtype) in pieces(&self.module.types, ty) {
                    let part =
                        self.pu.tree.ldid(mtype, object, offset as i64, crate::Access::default());
                    parts.push(part);
                }
            } else {
                let value = self.expression(argument);
                parts.push(value);
            }
        }
        let mut call = Wn::new(Operator::Call, Mtype::V, Mtype::V);
        call.value = wn.value;
        let aggregate = callee.result.filter(|&ty| self.module.types.mtype(ty) == Mtype::M);
        match (aggregate, wn.st) {
            (Some(ty), Some(st)) => {
                let object = self.new_aggregate("result", ty);
                call.st = Some(object);
                self.emit(call, &parts);
                self.copy_result(ty, object, st, wn.offset);
            }
            (None, Some(st)) => {
                let result = callee.result.map_or(Mtype::V, |ty| self.module.types.mtype(ty));
                call.st = Some(st);
                call.rtype = result.register();
                self.emit(call, &parts);
            }
            (_, None) => self.emit(call, &parts),
        }
    }

    /// Copies an aggregate result from the object that a call left it in.
    pub(super) fn copy_result(&mut self, ty: TyId, object: StId, st: StId, offset: i64) {
        let from = Place::Symbol { st: Some(object), offset: 0, volatile: false };
        let to = Place::Symbol { st: Some(st), offset, volatile: false };
        self.copy_pieces(ty, from, to);
    }
}
