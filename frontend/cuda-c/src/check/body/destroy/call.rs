//! Destructors that are called by their names, `p->~T()` ([class.dtor] 13, [expr.pseudo]).

use optx_source::{Span, code};

use crate::{
    ast::{Base, Expr, MemberAccess, Name, TypeExpr},
    check::{Body, body::E},
    types::{RecordId, Ty},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// A call of the destructor of an object, or of what `->` leads to, by the type that is named.
    pub(in crate::check::body) fn destructor_call(
        &mut self,
        base: &'a Expr<'a>,
        arrow: bool,
        named: Option<&'a TypeExpr<'a>>,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        let name = Name { sym: words::DESTRUCTOR, span };
        let Some((object, _)) = self.member_object(base, name, (arrow, None), span) else {
            return self.bad(span);
        };
        let ty = object.ty;
        if ty.is_error() || !self.complete(ty, span) || !self.names_type_of(named, ty, span) {
            return self.bad(span);
        }
        if !args.is_empty() {
            return self.error(code::NO_OVERLOAD, span, "a destructor takes no arguments");
        }
        if self.cx.types.element(ty).is_some() {
            return self.error(code::TYPE_MISMATCH, span, "an array has no destructor");
        }
        if let Some(r) = self.cx.class_id(ty)
            && !self.may_destroy(r, span)
        {
            return self.bad(span);
        }
        // One that does nothing may say that it throws.
        let asked = self.mode.noexcept
            && self.cx.class_id(ty).is_some_and(|r| self.cx.classes.all.contains_key(&r));
        if (asked || self.cx.is_destroyed(ty)) && !wrong!(CalledDestructorsDoNothing) {
            let object = self.materialize(object);
            return self.destroyed(object, span);
        }
        self.explicit(object, Ty::VOID, span)
    }

    /// Whether the type behind `~` is the object's; what is no type may be the name of its class.
    fn names_type_of(&mut self, named: Option<&'a TypeExpr<'a>>, ty: Ty, span: Span) -> bool {
        let Some(named) = named else { return false };
        let own = self.cx.class_id(ty).and_then(|r| self.cx.classes.all.get(&r));
        let own = own.map(|c| c.spec.name.sym);
        if let TypeExpr::Base(spec) = named
            && let Base::Named(sym) = spec.base
            && spec.path.is_none()
            && own == Some(sym)
        {
            return true;
        }
        let to = self.type_of(named);
        if to.bare() != ty.bare() && !to.is_error() {
            let (a, b) = (self.cx.type_name(to), self.cx.type_name(ty));
            let text = format!("the destructor of `{a}` is none of an object of type `{b}`");
            self.error(code::TYPE_MISMATCH, span, text);
            return false;
        }
        !to.is_error()
    }

    /// Reports a destructor that is deleted, or out of reach.
    fn may_destroy(&mut self, r: RecordId, span: Span) -> bool {
        let access = self.cx.destructor_access(r);
        let deleted = self.cx.is_destructor_deleted(r) || self.cx.lacks_destructor(r).is_some();
        if !deleted && (access == MemberAccess::Public || self.may_access(r, access)) {
            return true;
        }
        let name = self.cx.types.records.get(r).map_or("", |r| &r.name);
        let why = if deleted { "deleted" } else { "out of reach" };
        let text = format!("the destructor of `{name}` is {why} here");
        self.error(code::CLASS_RULE, span, text);
        false
    }
}
