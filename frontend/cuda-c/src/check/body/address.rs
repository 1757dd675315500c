//! Addresses of objects and functions ([expr.unary.op] 3, 4).

use optx_source::{Span, code};

use crate::{
    ast::{Expr, ExprKind},
    check::{Body, Entity, body::E},
    typed::Category,
    types::Ty,
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The type of a static data member that is kept as its value, where an expression names one.
    fn class_constant(&mut self, x: &'a Expr<'a>) -> Option<Ty> {
        let entity = match x.kind {
            ExprKind::Name(s) if self.scope_entity(s).is_none() => self.class_scope_entity(s)?.1,
            ExprKind::Scoped(s) => {
                let class = self.unevaluated(|b| b.type_of(s.class));
                self.cx.class_entity(self.cx.class_id(class)?, s.name.sym)?
            }
            ExprKind::Member { base, name, arrow, more } => {
                let class = more.and_then(|m| m.class);
                let (object, _) = self.member_object(base, name, (arrow, class), x.span)?;
                self.cx.class_entity(self.cx.class_id(object.ty)?, name.sym)?
            }
            _ => return None,
        };
        // An enumerator's type is not const.
        match entity {
            Entity::Const(ty, _) if ty.is_const() => Some(ty),
            _ => None,
        }
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
        if value && let Some(ty) = self.class_constant(x) {
            if self.is_only_named() {
                let pointer = self.cx.types.pointer(ty);
                return self.value_of_type(pointer, span);
            }
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
