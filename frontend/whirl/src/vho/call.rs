//! Calls: what one that stays becomes. Which are inlined is decided in `growth`.

use super::aggregate::Place;
use super::growth::Call;
use std::collections::HashMap;

use super::{Lowering, VhoError, VhoErrorKind, named_in_texts};
use crate::module::{Pu, PuKind};
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Loc;
use crate::remark::RemarkKind;
use crate::symbol::StId;
use crate::tree::{Wn, WnId};
use crate::ty::TyId;

/// Kernels and the functions that they still call or name, in the source's order, calls renumbered.
pub(super) fn still_called(lowered: Vec<Option<Pu>>, by_name: &HashMap<&str, usize>) -> Vec<Pu> {
    let mut kept = vec![false; lowered.len()];
    let is_kernel = |k: &usize| lowered[*k].as_ref().is_some_and(|pu| pu.kind == PuKind::Kernel);
    let mut work: Vec<usize> = (0..lowered.len()).filter(is_kernel).collect();
    while let Some(index) = work.pop() {
        if !std::mem::replace(&mut kept[index], true)
            && let Some(pu) = &lowered[index]
        {
            work.extend(calls(pu).map(|id| pu.tree.get(id).value as usize));
            work.extend(named_in_texts(pu, by_name));
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
        for id in calls(&pu).collect::<Vec<_>>() {
            if let Some(&new) = number.get(pu.tree.get(id).value as usize) {
                pu.tree.change(id, |wn| wn.value = new);
            }
        }
        functions.push(pu);
    }
    functions
}

/// The CALLs of a lowered function: none of them is dead.
pub(super) fn calls(pu: &Pu) -> impl Iterator<Item = WnId> {
    pu.tree.of_operator(Operator::Call)
}

impl Lowering<'_> {
    /// Lowers a CALL of the source.
    pub(super) fn call(&mut self, wn: &Wn, kids: &[WnId]) {
        let lowered = self.lowered;
        let index = wn.value as usize;
        let Some(callee) = lowered.get(index).and_then(Option::as_ref) else {
            // The order of functions puts callees first, so only a module that was not verified gets here.
            let kind = VhoErrorKind::Recursion(vec![self.source.name.clone()]);
            self.error
                .get_or_insert(VhoError { pos: self.module.locs.statement_pos(wn.loc), kind });
            return;
        };
        let (caller, source, arguments) = (&self.pu, self.source, kids);
        let decision = self.growth.decide(&Call { index, callee, caller, source, arguments });
        let kind = if decision.inlines() { RemarkKind::Passed } else { RemarkKind::Missed };
        self.remarks.tell(kind, wn.loc, || {
            let not = if decision.inlines() { "" } else { "not " };
            format!("`{}` is {not}inlined: {decision}", callee.name)
        });
        if decision.inlines() {
            self.inline(wn, callee, kids);
        } else if !self.passes_too_much(callee, self.module.locs.statement_pos(wn.loc)) {
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
                self.copy_aggregate(argument, Some(ty), Place::of(object));
                for (offset, mtype) in crate::parts(&self.module.types, ty) {
                    let part = self.pu.tree.ldid(
                        mtype,
                        object,
                        offset as i64,
                        crate::AccessInfo::default(),
                    );
                    parts.push(part);
                }
            } else {
                let value = self.expression(argument);
                parts.push(value);
            }
        }
        let mut call = Wn::new(Operator::Call, Mtype::V, Mtype::V);
        (call.value, call.loc) = (wn.value, wn.loc);
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
        let to = Place::Symbol { st: Some(st), offset, volatile: false, align: 0, loc: Loc::NONE };
        self.copy_pieces(ty, Place::of(object), to);
    }
}
