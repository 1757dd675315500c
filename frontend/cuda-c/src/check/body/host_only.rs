//! What only a host can do, where a device would have to do it: refused, with the reason.
//!
//! Where nothing is evaluated it is not done, and has its type as any expression, if it makes sense ([expr.throw], [expr.delete],
//! [expr.dynamic.cast]). Legality: a class with virtual functions is refused as a whole, so that no class is polymorphic here, and
//! `dynamic_cast` makes nothing but what converts by itself.

use optx_source::{Span, code};

use super::{Body, E};
use crate::{
    ast::{Expr, HostOnly, TypeExpr},
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn host_only(&mut self, what: HostOnly<'a>, span: Span) -> E<'t> {
        if self.mode.unevaluated && !wrong!(HostOperandsAreRefused) {
            match what {
                HostOnly::Throw(thrown) => return self.named_throw(thrown, span),
                HostOnly::Delete(pointer) => return self.named_delete(pointer, span),
                HostOnly::DynamicCast(to, x) => return self.named_dynamic_cast(to, x, span),
                HostOnly::TypeidExpr(_) | HostOnly::TypeidType(_) => {}
            }
        }
        let (code, text) = match what {
            HostOnly::Throw(_) => (code::EXCEPTION, "exceptions cannot be thrown in device code"),
            HostOnly::Delete(_) => (code::ALLOCATION, "`delete` is not supported in device code"),
            HostOnly::TypeidExpr(_) | HostOnly::TypeidType(_) | HostOnly::DynamicCast(..) => {
                (code::CLASS, "run-time type information is not supported in device code")
            }
        };
        self.error(code, span, text)
    }

    pub(super) fn host_only_try(&mut self, span: Span) {
        self.error(code::EXCEPTION, span, "exceptions are not supported in device code");
    }

    /// `throw e`: the exception is copied from its operand, and destroyed ([except.throw] 3, 5).
    fn named_throw(&mut self, thrown: Option<&'a Expr<'a>>, span: Span) -> E<'t> {
        let mut parts = Vec::new();
        if let Some(e) = thrown {
            let v = self.value(e);
            let ty = v.ty.bare();
            if ty.is_error() {
                return v;
            }
            let of = self.cx.types.pointee(ty).filter(|to| to.bare() != Ty::VOID).unwrap_or(ty);
            self.complete(of, Span::NONE);
            if ty == Ty::VOID || !self.cx.types.is_complete(of) {
                return self.no_operand(v, "throw", span);
            }
            self.check_destructor(ty, span);
            let copy = self.copy_initial(v, ty);
            if copy.ty.is_error() {
                return copy;
            }
            parts.push(copy);
        }
        let nothing = self.value_of_type(Ty::VOID, span);
        self.behind_call(nothing, &parts, true)
    }

    /// `delete p`: a pointer to an object, which is destroyed ([expr.delete] 1).
    fn named_delete(&mut self, pointer: &'a Expr<'a>, span: Span) -> E<'t> {
        let mut v = self.value(pointer);
        if v.ty.is_error() {
            return v;
        }
        if self.cx.types.is_record(v.ty) {
            let converted = self.contextual_value(v, |types, t| types.pointee(t).is_some());
            v = converted.unwrap_or(v);
        }
        let to = self.cx.types.pointee(v.ty);
        let Some(to) = to.filter(|to| self.cx.types.function_type(*to).is_none()) else {
            return self.no_operand(v, "delete", span);
        };
        let of = self.cx.types.innermost(to);
        let class = self.cx.types.is_record(of);
        if class {
            self.complete(of, Span::NONE);
            self.check_destructor(of, span);
        }
        let throws = class && self.cx.destruction_may_throw(of) != Some(false);
        let nothing = self.value_of_type(Ty::VOID, span);
        self.behind_call(nothing, &[v], throws)
    }

    /// `dynamic_cast<T>(e)` to the same class or to a base ([expr.dynamic.cast] 5): what converts.
    fn named_dynamic_cast(&mut self, to: &'a TypeExpr<'a>, x: &'a Expr<'a>, span: Span) -> E<'t> {
        let to = self.type_of(to);
        let v = self.expr(x);
        if to.is_error() || v.ty.is_error() {
            return self.bad(span);
        }
        let (from, target, value) = match self.cx.types.kind(to) {
            TypeKind::Reference(target, _) => (v.ty, target, v),
            _ => {
                let v = self.rvalue(v);
                let (from, target) = (self.cx.types.pointee(v.ty), self.cx.types.pointee(to));
                let (Some(from), Some(target)) = (from, target) else {
                    return self.no_operand(v, "dynamic_cast", span);
                };
                (from, target, v)
            }
        };
        let classes = self.cx.types.is_record(from) && self.cx.types.is_record(target);
        [target, from].into_iter().for_each(|t| _ = self.complete(t, Span::NONE));
        let complete = classes && [target, from].iter().all(|t| self.cx.types.is_complete(*t));
        if !complete || target.bare() != from.bare() && !self.cx.derives(from, target) {
            return self.no_operand(value, "dynamic_cast", span);
        }
        let made = match self.cx.types.kind(to) {
            TypeKind::Reference(r, rvalue) => {
                if !rvalue && !value.is_glvalue() {
                    return self.no_operand(value, "dynamic_cast", span);
                }
                self.for_reference(true, |b| b.bind_reference(value, r, rvalue))
            }
            _ => self.convert(value, to),
        };
        if made.ty.is_error() {
            return self.bad(span);
        }
        self.value_of_type(to, span)
    }

    fn no_operand(&mut self, v: E<'t>, what: &str, span: Span) -> E<'t> {
        let n = self.cx.type_name(v.ty);
        let text = format!("`{what}` does not take a value of type `{n}` here");
        self.error(code::BAD_CAST, span, text)
    }
}
