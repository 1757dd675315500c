//! Addresses of objects and functions ([expr.unary.op] 3, 4).

use optx_source::{Span, code};

use crate::{
    ast::{Expr, ExprKind},
    check::{Body, body::E},
    typed::Category,
    types::{Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether an expression names a static data member that is kept as its value.
    fn is_class_constant(&self, x: &Expr<'_>, e: E<'t>) -> bool {
        let named = match x.kind {
            ExprKind::Name(s) => {
                self.scope_entity(s).is_none() && self.class_scope_entity(s).is_some()
            }
            ExprKind::Scoped(_) | ExprKind::Member { .. } => true,
            _ => false,
        };
        named
            && self.const_of(e).is_some()
            && !matches!(self.cx.types.kind(e.ty), TypeKind::Enum(_))
    }

    /// `&x`: by the class's own `operator&`, or the language's ([expr.unary.op] 3).
    pub(super) fn address_of(&mut self, x: &'a Expr<'a>, span: Span) -> E<'t> {
        let e = self.expr(x);
        if e.ty.is_error() {
            return e;
        }
        if !wrong!(AddressIgnoresOperator)
            && let Some(v) = self.overloaded(words::OP_AMP, span, &mut [e], span)
        {
            return v;
        }
        // The pointer to a function is what the function becomes by itself, and chosen as that is.
        if e.ty.bare() == Ty::OVERLOADS {
            return self.function_address(e, span);
        }
        let value = e.category != Category::Lvalue
            && self.cx.types.function_type(e.ty).is_none()
            && !self.is_kept_function(e);
        if value && self.is_class_constant(x, e) {
            let text = "the address of a class's constant is not supported yet";
            return self.error(code::NOT_SUPPORTED, span, text);
        }
        if value && let Some(g) = self.host_constant(x) {
            return self.host_variable(g, span);
        }
        self.address_of_object(e, span)
    }

    /// The address of what is an object, or the pointer that a function becomes.
    pub(in crate::check) fn address_of_object(&mut self, e: E<'t>, span: Span) -> E<'t> {
        if e.ty.is_error() {
            return e;
        }
        if self.cx.types.function_type(e.ty).is_some() {
            return self.rvalue(e);
        }
        if self.is_kept_function(e) {
            let text = "the address of a pointer to a function is not supported yet";
            return self.error(code::FUNCTION_POINTER, span, text);
        }
        if e.category != Category::Lvalue {
            let text = "the address of a value that is no object";
            return self.error(code::ADDRESS_OF_VALUE, span, text);
        }
        if self.may_be_bit_field(e) {
            return self.error(code::ADDRESS_OF_VALUE, span, "a bit-field has no address");
        }
        let address = self.address(e);
        self.mk(address.kind, address.ty, span)
    }
}
