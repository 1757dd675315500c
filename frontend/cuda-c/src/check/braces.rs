//! Lists in braces as arguments: their type is the parameter's (ISO C++ 17 [over.ics.list]).

use optx_source::code;

use super::{Body, body::E, convert::Rank};
use crate::{
    ast::{Element, Expr, ExprKind, MemberKind},
    typed::TKind,
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// An argument: a list in braces is nothing until the parameter is known.
    pub(super) fn argument(&mut self, e: &'a Expr<'a>) -> E<'t> {
        if !matches!(e.kind, ExprKind::InitList(_)) {
            return self.expr(e);
        }
        let list = self.mk(TKind::Error, Ty::BRACES, e.span);
        self.braces.push((list, e));
        list
    }

    /// Reports a list where no parameter says what it is.
    pub(super) fn without_braces(&mut self, values: &[E<'t>]) -> bool {
        let Some(e) = values.iter().find(|v| v.ty.bare() == Ty::BRACES) else { return true };
        self.error(code::EXPECTED_EXPRESSION, e.span, "a list in braces cannot stand here");
        false
    }

    fn braces_of(&self, e: E<'t>) -> Option<(&'a Expr<'a>, &'a [Element<'a>])> {
        let found = self.braces.iter().rev().find(|b| std::ptr::eq(b.0, e))?.1;
        match found.kind {
            ExprKind::InitList(list) => Some((found, list)),
            _ => None,
        }
    }

    /// How a list becomes a value of a parameter's type.
    pub(super) fn braces_rank(&mut self, e: E<'t>, to: Ty) -> Option<Rank> {
        let (_, list) = self.braces_of(e)?;
        let to = match self.cx.types.kind(to) {
            TypeKind::Reference(r, _) if !r.is_const() => return None,
            TypeKind::Reference(r, _) => r.bare(),
            _ => to.bare(),
        };
        let trial = self.cx.diags.begin_trial();
        let was = std::mem::replace(&mut self.unevaluated, true);
        let rank = self.list_rank(list, to);
        self.unevaluated = was;
        let wrong = self.cx.diags.end_trial(trial);
        rank.filter(|_| !wrong)
    }

    fn list_rank(&mut self, list: &'a [Element<'a>], to: Ty) -> Option<Rank> {
        let values: Vec<E<'t>> = list.iter().map(|x| self.argument(x.value)).collect();
        if self.cx.types.is_scalar(to) {
            return match values[..] {
                [] => Some(Rank::Exact),
                [one] => self.standard_rank(one, to).filter(|_| one.ty.bare() != Ty::BRACES),
                _ => None,
            };
        }
        let most = match self.cx.types.kind(to) {
            TypeKind::Record(_) if self.has_constructors(to) => {
                let name = self.cx.class(to)?.spec.name.sym;
                let set = self.cx.methods(self.cx.class_id(to)?, name, MemberKind::Constructor);
                let mut candidates = set.functions.clone();
                for t in &set.templates {
                    candidates.extend(self.deduce_call(*t, &[], &values));
                }
                let p = self.cx.types.pointer(to);
                let this = self.mk(TKind::Error, p, optx_source::Span::NONE);
                let copy = values.len() == 1 && values[0].ty.bare() == to;
                let fits = copy || self.choose(&candidates, &values, Some(this)).is_ok();
                return fits.then_some(Rank::User);
            }
            // Inner braces may be left out: each scalar may have an element.
            TypeKind::Record(_) => usize::try_from(self.cx.types.size(to)).unwrap_or(usize::MAX),
            _ => return None,
        };
        (values.len() <= most).then_some(Rank::User)
    }

    /// The value of a list for a parameter of type `to`.
    pub(super) fn braces_value(&mut self, e: E<'t>, to: Ty) -> E<'t> {
        match self.braces_of(e) {
            Some((list, _)) if !to.is_error() => self.initializer_value(to.bare(), list),
            _ => self.bad(e.span),
        }
    }
}
