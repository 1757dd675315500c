//! Access to members ([expr.ref]).

use optx_source::{Diagnostic, Span, code, nearest};

use super::expression::special_register;
use crate::{
    ast::{Expr, ExprKind, Name, TypeExpr},
    check::{Body, Entity, body::E, class::member_names},
    header_names,
    intern::{Map, Symbol},
    typed::{Action, TKind},
    types::{self, Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn member(
        &mut self,
        b: &'a Expr<'a>,
        name: Name,
        (arrow, class): (bool, Option<&'a TypeExpr<'a>>),
        span: Span,
    ) -> E<'t> {
        // `threadIdx.x`: the common case needs no aggregate.
        if let ExprKind::Name(s) = b.kind
            && matches!(
                s,
                words::THREAD_IDX | words::BLOCK_IDX | words::BLOCK_DIM | words::GRID_DIM
            )
            && !arrow
            && self.lookup(s).is_none()
        {
            let i = [words::X, words::Y, words::Z].iter().position(|m| *m == name.sym);
            if let Some(r) = i.and_then(|i| special_register(s, i as u32)) {
                return self.mk(TKind::Builtin(Action::Pure(r), &[]), Ty::UINT, span);
            }
        }
        match self.member_object(b, name, (arrow, class), span) {
            Some((o, by)) => self.member_of_object(o, by, name, span),
            None => self.bad(span),
        }
    }

    /// `object.name<args>` that is not called: an instance of a variable template of the class.
    pub(super) fn member_with_arguments(&mut self, e: &'a Expr<'a>) -> E<'t> {
        let ExprKind::Member { base, name, arrow, more: Some(more) } = e.kind else {
            return self.bad(e.span);
        };
        let Some((object, by)) = self.member_object(base, name, (arrow, more.class), e.span) else {
            return self.bad(e.span);
        };
        let class = self.cx.class_id(object.ty);
        let found = class.and_then(|r| Some((r, self.cx.class_entity(r, name.sym)?)));
        let Some((r, variable @ Entity::VariableTemplate(_))) = found else {
            return self.member_of_object(object, by, name, e.span);
        };
        if !self.check_entity_access(r, name) {
            return self.bad(e.span);
        }
        let value = self.entity_with(variable, name.sym, more.args, e.span);
        self.beside_object(object, value)
    }

    /// The object before `.` or `->`, as the class that may stand before the name, and the class that it is of; `None`
    /// where it is wrong and reported.
    pub(in crate::check) fn member_object(
        &mut self,
        b: &'a Expr<'a>,
        name: Name,
        (arrow, class): (bool, Option<&'a TypeExpr<'a>>),
        span: Span,
    ) -> Option<(E<'t>, Ty)> {
        let mut base = self.expr(b);
        if arrow {
            for _ in 0..if wrong!(ArrowOnce) { 1 } else { 8 } {
                if !self.cx.types.is_record(base.ty) {
                    break;
                }
                match self.overloaded(words::OP_ARROW, b.span, &mut [base], b.span) {
                    Some(e) => base = e,
                    None => break,
                }
            }
            let p = self.rvalue(base);
            if p.ty.is_error() {
                return None;
            }
            base = match self.cx.types.pointee(p.ty) {
                Some(to) => self.deref(p, to, b.span),
                None => {
                    let n = self.cx.type_name(p.ty);
                    let mut d = Diagnostic::new(
                        code::BAD_DEREFERENCE,
                        span,
                        format!("`->` needs a pointer, and this is of type `{n}`"),
                    );
                    if self.cx.types.is_record(p.ty) {
                        let at = Span::new(b.span.hi, name.span.lo);
                        d = d.suggest(at, ".", "use `.` here");
                    }
                    self.cx.diags.push(d);
                    return None;
                }
            };
        }
        if base.ty.is_error() {
            return None;
        }
        if !self.cx.types.is_record(base.ty) && name.sym != words::DESTRUCTOR {
            let n = self.cx.type_name(base.ty);
            let mut d = Diagnostic::new(
                code::UNKNOWN_MEMBER,
                name.span,
                format!("a value of type `{n}` has no members"),
            );
            if self.cx.types.pointee(base.ty).is_some_and(|t| self.cx.types.is_record(t)) {
                let at = Span::new(b.span.hi, name.span.lo);
                d = d.suggest(at, "->", "use `->` here");
            }
            self.cx.diags.push(d);
            return None;
        }
        let Some(class) = class.filter(|_| !wrong!(MemberQualificationIgnored)) else {
            return Some((base, base.ty));
        };
        // `object.B::name`: the object as the base that is named.
        let ty = match self.injected_name(base.ty, class) {
            Some(t) => t,
            None => self.type_of(class),
        };
        if ty.is_error() {
            return None;
        }
        if self.cx.base_path(base.ty, ty).is_none() {
            let (d, b) = (self.cx.type_name(base.ty.bare()), self.cx.type_name(ty));
            let text = format!("`{b}` is no base class of `{d}`");
            self.error(code::CLASS_RULE, name.span, text);
            return None;
        }
        // The object becomes one of the class that is named ([class.access.base] 6).
        if !self.check_base(base.ty, ty, name.span) {
            return None;
        }
        Some((self.base_part(base, ty), base.ty))
    }

    /// What a lone name behind `object.` and before `::` is to the object's class: a type of it that is the class itself or a
    /// base, which an instance of a class template is by the template's name ([basic.lookup.classref] 4).
    fn injected_name(&self, object: Ty, class: &TypeExpr<'_>) -> Option<Ty> {
        let TypeExpr::Base(spec) = class else { return None };
        let crate::ast::Base::Named(s) = spec.base else { return None };
        let r = self.cx.class_id(object)?;
        match self.cx.class_entity(r, s)? {
            Entity::Type(t, _)
                if self.cx.base_path(object, t).is_some() && !wrong!(OwnTypesQualifyNothing) =>
            {
                Some(t)
            }
            _ => None,
        }
    }

    /// `object.name`; `by` is the class that the object was named by, of which `base` is a part.
    pub(in crate::check) fn member_of_object(
        &mut self,
        base: E<'t>,
        by: Ty,
        name: Name,
        span: Span,
    ) -> E<'t> {
        if base.ty.is_error() {
            return base;
        }
        self.complete(base.ty, span);
        if !self.cx.types.is_complete(base.ty) {
            return self.not_complete(base.ty, span);
        }
        let Some(found) = self.cx.find_member(base.ty, name.sym) else {
            let r = self.cx.class_id(base.ty);
            // A static member of the class by way of an object, which is looked at all the same ([class.static] 1).
            if let Some(e @ (Entity::Const(..) | Entity::Global(_) | Entity::StaticMember(_))) =
                r.and_then(|r| self.cx.class_entity(r, name.sym))
            {
                if r.is_some_and(|r| !self.check_entity_access(r, name)) {
                    return self.bad(span);
                }
                let e = self.entity_value(e, name.sym, span);
                return self.beside_object(base, e);
            }
            if r.and_then(|r| self.cx.method_class(r, name.sym)).is_some() {
                return self.must_be_called(name);
            }
            self.unknown_member(base.ty, name);
            return self.bad(span);
        };
        if !self.check_access((found.class, found.access), Some(by), name.sym, name.span) {
            return self.bad(span);
        }
        // The object becomes one of the class that declares the member ([class.access.base] 6): no base that it has twice.
        let own = self.cx.types.record(found.declared);
        if self.cx.base_path(base.ty, own).is_none() && !wrong!(UsedMembersNeedNoBase) {
            return self.ambiguous_base(base.ty, own, name.span);
        }
        let (offset, bits) = (found.offset, found.bits);
        if let TypeKind::Reference(to, _) = self.cx.types.kind(found.ty) {
            let p = self.cx.types.pointer(to);
            let kept = self.part(base, offset, None, p);
            let v = self.rvalue(kept);
            return self.mk_lvalue(TKind::Deref(v), to, span);
        }
        let dropped = if found.mutable { types::CONST } else { 0 };
        let ty = found.ty.with(base.ty.quals() & 3 & !dropped);
        let part = self.part(base, offset, bits, ty);
        self.mk_as(part.kind, part.ty, part.category, span)
    }

    /// A static member with the effects of the object that stands before it.
    pub(in crate::check) fn beside_object(&mut self, object: E<'t>, e: E<'t>) -> E<'t> {
        let plain = match object.kind {
            TKind::Local(_) | TKind::Global(_) => true,
            TKind::Deref(p) => {
                matches!(p.kind, TKind::Load(x) if matches!(x.kind, TKind::Local(_)))
            }
            _ => false,
        };
        if plain || e.ty.is_error() || wrong!(StaticObjectsUnseen) {
            return e;
        }
        let value = if object.is_glvalue() { self.address(object) } else { object };
        let seen = self.mk(TKind::Cast(value), Ty::VOID, e.span);
        self.mk_as(TKind::Comma(seen, e), e.ty, e.category, e.span)
    }

    pub(in crate::check) fn unknown_member(&mut self, ty: Ty, name: Name) {
        if ty.is_error() || self.is_faulty(ty) {
            return;
        }
        if self.cx.class_id(ty).is_some_and(|r| self.cx.is_ambiguous(r, name.sym)) {
            return self.ambiguous_name(name.sym, name.span);
        }
        let (text, n) = (self.cx.text(name.sym).to_string(), self.cx.type_name(ty.bare()));
        let class = self.cx.class_id(ty).and_then(|r| self.cx.classes.all.get(&r));
        if class.is_some_and(|class| self.cx.sm.is_builtin(class.spec.name.span))
            && header_names::is_absent_member(&text, &self.cx.index.headers)
        {
            let message = format!("`{n}::{text}` is not supported yet");
            self.cx.error(code::NOT_SUPPORTED, name.span, message);
            return;
        }
        let mut d = Diagnostic::new(
            code::UNKNOWN_MEMBER,
            name.span,
            format!("`{n}` has no member `{text}`"),
        );
        if let Some((id, r)) = self.cx.types.get_record(ty) {
            let mut names: Vec<Symbol> = r.fields.iter().map(|f| f.name).collect();
            if let Some(class) = self.cx.classes.all.get(&id) {
                names.extend(member_names(class.spec));
            }
            let mut names: Vec<&str> = names.into_iter().map(|s| self.cx.names.get(s)).collect();
            let is_own =
                |n: &&str| !n.is_empty() && !n.starts_with("operator") && !n.starts_with("__");
            names.retain(is_own);
            let mut seen: Map<&str, ()> = Map::default();
            names.retain(|n| seen.insert(n, ()).is_none());
            if let Some(near) = nearest(&text, names.iter().copied()) {
                d = d.suggest(name.span, near, format!("did you mean `{near}`?"));
            } else if let Some(list) = listed(&names) {
                d = d.note(Span::NONE, format!("the members of `{n}` are {list}"));
            }
        }
        self.cx.diags.push(d);
    }

    /// Reports a member function of an object that is named and not called ([expr.ref] 6.3).
    pub(super) fn must_be_called(&mut self, name: Name) -> E<'t> {
        let text = self.cx.text(name.sym).to_string();
        let text = format!("the member function `{text}` must be called: `{text}(...)`");
        self.error(code::CLASS_RULE, name.span, text)
    }
}

/// So many members are listed.
const MOST_LISTED: usize = 8;

/// Names in quotes, the first of many; `None` for none.
fn listed(names: &[&str]) -> Option<String> {
    let shown: Vec<String> = names.iter().take(MOST_LISTED).map(|n| format!("`{n}`")).collect();
    let rest = names.len().saturating_sub(MOST_LISTED);
    match (&shown[..], rest) {
        ([], _) => None,
        ([one], _) => Some(one.clone()),
        ([most @ .., last], 0) => Some(format!("{} and {last}", most.join(", "))),
        (all, _) => Some(format!("{} and {rest} more", all.join(", "))),
    }
}
