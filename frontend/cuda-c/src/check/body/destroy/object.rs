//! The destruction of one object.

use optx_source::{Diagnostic, Span, code};

use super::Living;
use crate::{
    ast::BinaryOp,
    check::{Body, Entity, body::E},
    typed::{FunctionId, TKind, TStmt, TStmtKind, TUnroll},
    types::{Ty, TypeKind},
    words,
};

impl<'t> Body<'_, '_, 't, '_> {
    pub(super) fn destroy_living(&mut self, x: Living<'t>, out: &mut Vec<TStmt<'t>>, span: Span) {
        let object = match x {
            Living::Local(l) | Living::Result(l) => {
                self.entity_value(Entity::Local(l), words::EMPTY, span)
            }
            Living::Part(e) => e,
        };
        self.destroy_object(object, out, span);
    }

    /// Destroys an object: an array's elements from the last to the first.
    fn destroy_object(&mut self, object: E<'t>, out: &mut Vec<TStmt<'t>>, span: Span) {
        if self.cx.types.element(object.ty).is_none() {
            let end = self.destroyed(object, span);
            out.push(TStmt { kind: TStmtKind::Expr(end), span });
            return;
        }
        let (mut first, mut elem, mut count) = (object, object.ty, 1u64);
        while let Some((e, n)) = self.cx.types.element(elem) {
            let pointer = self.rvalue(first);
            first = self.mk_lvalue(TKind::Deref(pointer), e, span);
            (elem, count) = (e, count.saturating_mul(n));
        }
        self.destroy_elements(first, count, out, span);
    }

    /// `for (i = n; i > 0; --i)` over elements, of which the first is given.
    fn destroy_elements(&mut self, first: E<'t>, count: u64, out: &mut Vec<TStmt<'t>>, span: Span) {
        let size = self.cx.types.size(first.ty);
        let l = self.temporary(Ty::ULONG, span);
        let counter = self.mk_lvalue(TKind::Local(l), Ty::ULONG, span);
        let left = self.mk(TKind::Load(counter), Ty::ULONG, span);
        let one = self.int(1, Ty::ULONG, span);
        let mut index = self.mk(TKind::Binary(BinaryOp::Sub, left, one), Ty::ULONG, span);
        if wrong!(ElementsDieInOrder) {
            let all = self.int(count as i64, Ty::ULONG, span);
            index = self.mk(TKind::Binary(BinaryOp::Sub, all, left), Ty::ULONG, span);
        }
        let pointer = self.address(first);
        let at = self.pointer_add(pointer, index, size, false, span);
        let element = self.mk_lvalue(TKind::Deref(at), first.ty, span);
        let end = self.destroyed(element, span);
        let count = self.int(count as i64, Ty::ULONG, span);
        let init = vec![TStmt { kind: TStmtKind::Init(l, count), span }];
        let zero = self.int(0, Ty::ULONG, span);
        let cond = self.mk(TKind::Compare(BinaryOp::Ne, left, zero), Ty::BOOL, span);
        let step = TKind::IncDec { target: counter, inc: false, prefix: true, size: 0 };
        let step = Some(self.mk(step, Ty::ULONG, span));
        let (next, end_label) = (self.new_label(), self.new_label());
        let body = Box::new(TStmt { kind: TStmtKind::Expr(end), span });
        let kind = TStmtKind::For {
            init,
            cond: Some(cond),
            step,
            body,
            next,
            end: end_label,
            unroll: TUnroll::Unsaid,
        };
        out.push(TStmt { kind, span });
    }

    /// Reports a destructor of the host. Who may destroy an object is looked at where it is made.
    fn is_callable(&mut self, f: FunctionId, span: Span) -> bool {
        let info = &self.cx.functions[f];
        let unasked = self.mode.unevaluated || self.mode.constant;
        if info.is_device() || info.origin.library || unasked {
            return true;
        }
        let (at, text) = (info.span, self.cx.function_name(info));
        if self.warned_of_host_call(f, span) {
            return true;
        }
        let text =
            format!("`{text}` is a function of the host and cannot be called from device code");
        let note = "it is declared here; `__device__` would make it a device function";
        self.cx.diags.push(Diagnostic::new(code::HOST_ONLY, span, text).note(at, note));
        false
    }

    /// The call of an object's destructor.
    pub(super) fn destroyed(&mut self, object: E<'t>, span: Span) -> E<'t> {
        let TypeKind::Record(r) = self.cx.types.kind(object.ty) else { return self.bad(span) };
        let Some(f) = self.cx.destructor_function(r) else { return self.bad(span) };
        if !self.is_callable(f, span) {
            return self.bad(span);
        }
        if !self.mode.constant && !self.mode.unevaluated {
            self.cx.mark_used(f, self.function, span);
        }
        let class = self.cx.types.record(r);
        let pointer = self.address(object);
        let to = self.cx.types.pointer(class);
        let this = self.mk(pointer.kind, to, span);
        let args = self.list(vec![this]);
        self.mk(TKind::Call(f, args), Ty::VOID, span)
    }
}
