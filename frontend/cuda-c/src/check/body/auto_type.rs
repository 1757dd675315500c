//! The types of variables that are declared with `auto` or `decltype(auto)` ([dcl.type.auto.deduct]).
//!
//! Idea: `auto` alone is the value's type, `auto &` refers to the object, and any other form is a pattern that is laid beside the type,
//! as a template's parameter is ([temp.deduct.call]); the part beside `auto` is what it stands for.

use optx_source::{Span, code};

use crate::{
    ast::{Base, Declaration, Declarator, ExprKind, Flags, Spec, TypeExpr},
    check::{Body, Const, body::E},
    typed::Category,
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The type of `auto` from its initialiser.
    pub(in crate::check) fn auto_type(
        &mut self,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
    ) -> Ty {
        let Some(init) = x.init.or(x.args.and_then(|a| a.first().copied())) else {
            self.error(code::BAD_INITIALIZER, x.name.span, "`auto` needs an initialiser");
            return Ty::ERROR;
        };
        // `auto &r{x}` is of what stands in the braces ([dcl.type.auto.deduct] 4).
        let init = match init.kind {
            ExprKind::InitList([one]) if x.direct && one.index.is_none() => one.value,
            _ => init,
        };
        if let ExprKind::InitList(list) = init.kind
            && !x.direct
        {
            return self.auto_of_list(list, init.span);
        }
        // The initialiser is checked again where it is used; its errors are the same and told once.
        let v = self.expr(init);
        let v = self.function_object(v);
        if v.ty.is_error() {
            return Ty::ERROR;
        }
        self.auto_as(x.ty, d.spec.flags, v, x.name.span)
    }

    /// The type of `decltype(auto)` from its initialiser.
    pub(super) fn decltype_auto(&mut self, x: &'a Declarator<'a>) -> Ty {
        let Some(init) = x.init else {
            self.error(code::BAD_INITIALIZER, x.name.span, "`decltype(auto)` needs an initialiser");
            return Ty::ERROR;
        };
        let named = init.is_plain_name();
        self.unevaluated(|b| b.decltype(init, !named))
    }

    /// Reports an `auto` that is another type for one declarator than for those before ([dcl.spec.auto] 7).
    pub(in crate::check) fn check_auto(
        &mut self,
        spec: &Spec<'_>,
        x: &Declarator<'_>,
        ty: Ty,
        first: &mut Option<Ty>,
    ) {
        let inner = match spec.base {
            Base::DecltypeAuto => Some(ty),
            Base::Auto => self.deduced_auto(spec.flags, x.ty, ty),
            _ => None,
        };
        let Some(inner) = inner else { return };
        let known = first.get_or_insert(inner);
        if *known != inner && !known.is_error() && !inner.is_error() {
            let (a, b) = (self.cx.type_name(*known), self.cx.type_name(inner));
            let text = format!("`auto` is `{a}` before in this declaration, and `{b}` here");
            self.error(code::TYPE_MISMATCH, x.name.span, text);
        }
    }

    /// What `auto` stands for in the type of a declarator.
    fn deduced_auto(&self, flags: Flags, pattern: &TypeExpr<'_>, ty: Ty) -> Option<Ty> {
        let own = crate::check::file::quals(flags);
        let (mut pattern, mut part, mut whole) = (pattern, ty, true);
        loop {
            (pattern, part) = match (pattern, self.cx.types.kind(part)) {
                (TypeExpr::Base(_), _) if whole => return Some(part.bare()),
                (TypeExpr::Base(_), _) => return Some(part.bare().with(part.quals() & !own)),
                (TypeExpr::Reference(inner, false), TypeKind::Reference(to, _))
                | (TypeExpr::Pointer(inner, _), TypeKind::Pointer(to))
                | (TypeExpr::Array(inner, ..), TypeKind::Array(to, _))
                | (TypeExpr::Member(inner, ..), TypeKind::Member(_, to)) => (*inner, to),
                _ => return None,
            };
            whole = false;
        }
    }

    /// What `auto` with `&` or `*` around it is for a value.
    pub(in crate::check) fn auto_as(
        &mut self,
        ty: &'a TypeExpr<'a>,
        flags: Flags,
        v: E<'t>,
        span: Span,
    ) -> Ty {
        let q = crate::check::file::quals(flags);
        match ty {
            TypeExpr::Base(_) if wrong!(AutoKeepsReferences) && v.category == Category::Lvalue => {
                self.cx.types.reference(v.ty, false)
            }
            TypeExpr::Base(_) => self.rvalue(v).ty.bare().with(q),
            // `auto &&` is a forwarding reference: an object makes it an lvalue reference ([temp.deduct.call] 3).
            TypeExpr::Reference(TypeExpr::Base(_), rvalue) => {
                let forwarded = *rvalue && q == 0 && v.category == Category::Lvalue;
                let ty = if v.is_glvalue() { v.ty } else { v.ty.bare() };
                let ty = self.cx.types.qualified(ty, q);
                self.cx.types.reference(ty, *rvalue && !forwarded)
            }
            TypeExpr::Reference(inner, rvalue) => {
                let to = if v.is_glvalue() { v.ty } else { v.ty.bare() };
                match self.auto_within(inner, flags, to, v.span) {
                    Some(to) => self.cx.types.reference(to, *rvalue),
                    None => Ty::ERROR,
                }
            }
            TypeExpr::Array(..) => {
                self.error(code::BAD_ARRAY, span, "an array cannot have elements of type `auto`");
                Ty::ERROR
            }
            _ => {
                let p = self.rvalue(v).ty.bare();
                match p.is_error() {
                    true => Ty::ERROR,
                    false => self.auto_within(ty, flags, p, span).unwrap_or(Ty::ERROR),
                }
            }
        }
    }

    /// A type for a pattern with `auto` in it, which has to be such a type ([temp.deduct.call]). Whether that converts so is looked
    /// at where the variable gets its value.
    fn auto_within(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        flags: Flags,
        ty: Ty,
        span: Span,
    ) -> Option<Ty> {
        match (pattern, self.cx.types.kind(ty)) {
            (TypeExpr::Base(_), _) => {
                let own = match wrong!(AutoPointersForgetConst) {
                    true => 0,
                    false => crate::check::file::quals(flags),
                };
                Some(self.cx.types.qualified(ty, own))
            }
            (TypeExpr::Pointer(inner, q), TypeKind::Pointer(to)) => {
                let to = self.auto_within(inner, flags, to, span)?;
                Some(self.cx.types.pointer(to).with(crate::check::file::quals(*q)))
            }
            (TypeExpr::Array(inner, Some(length), _), TypeKind::Array(of, n)) => {
                let known = self.constant_value(length);
                if !matches!(self.const_of(known), Some(Const::Int(m)) if m as u64 == n) {
                    return self.no_auto(ty, span);
                }
                let of = self.auto_within(inner, flags, of, span)?;
                Some(self.cx.types.array(of, n))
            }
            (TypeExpr::Member(inner, class, q), TypeKind::Member(own, to)) => {
                let class = self.type_of(class);
                if class.bare() != own.bare() {
                    return self.no_auto(ty, span);
                }
                let to = self.auto_within(inner, flags, to, span)?;
                Some(self.cx.types.member_pointer(own, to).with(crate::check::file::quals(*q)))
            }
            (TypeExpr::Function { .. }, _) | (TypeExpr::Array(_, None, _), TypeKind::Array(..)) => {
                let text = "this form of `auto` is not supported yet";
                self.error(code::NOT_SUPPORTED, span, text);
                None
            }
            (TypeExpr::Pointer(TypeExpr::Base(_), _), _) => {
                self.error(code::BAD_INITIALIZER, span, "`auto *` needs a pointer");
                None
            }
            _ => self.no_auto(ty, span),
        }
    }

    fn no_auto(&mut self, ty: Ty, span: Span) -> Option<Ty> {
        let n = self.cx.type_name(ty);
        let text = format!("`auto` cannot be deduced here from a `{n}`");
        self.error(code::BAD_INITIALIZER, span, text);
        None
    }
}
