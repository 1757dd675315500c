//! What in an instance of a template surely depends on none of its parameters ([temp.dep]): calls with such arguments were
//! bound where the template stands.
//!
//! Idea: instances are checked with their parameters replaced, where `T` and `int` look alike; so parameters and variables
//! remember whether their types were written without any name that a template or a block around binds. What is not known
//! to be plain is taken to depend, which finds functions further down as well.

use crate::{
    ast::{Base, ExprKind, TypeExpr},
    check::{Body, body::E},
    typed::TKind,
    types::RecordId,
};

impl<'t> Body<'_, '_, 't, '_> {
    /// Whether a type, as it is written, surely depends on no template's parameter.
    pub(in crate::check) fn is_plainly_written(&self, t: &TypeExpr<'_>) -> bool {
        match t {
            TypeExpr::Pack(_) => false,
            TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => self.is_plainly_written(t),
            TypeExpr::Member(t, class, _) => {
                self.is_plainly_written(t) && self.is_plainly_written(class)
            }
            TypeExpr::Array(t, len, _) => {
                let known = len.is_none_or(|n| matches!(n.kind, ExprKind::Int { .. }));
                known && self.is_plainly_written(t)
            }
            TypeExpr::Base(spec) => match spec.base {
                Base::Word(_) => true,
                Base::Named(s) => !self.block.names.contains_key(&s),
                _ => false,
            },
            TypeExpr::Function { result, params, .. } => {
                self.is_plainly_written(result)
                    && params.iter().all(|p| self.is_plainly_written(p.ty))
            }
        }
    }

    /// Whether a class is no part of a template's instance.
    pub(in crate::check) fn is_plain_class(&self, r: RecordId) -> bool {
        self.cx.classes.all.get(&r).is_some_and(|c| !c.env.instance)
    }

    /// Whether an expression's type surely depends on no template's parameter.
    pub(in crate::check) fn is_surely_plain(&self, e: E<'t>) -> bool {
        match e.kind {
            TKind::Local(l) => self.variables.locals.get(l).is_some_and(|l| l.plain),
            TKind::Load(x) | TKind::Deref(x) | TKind::AddrOf(x) => self.is_surely_plain(x),
            TKind::Field { base, .. } => self.is_surely_plain(base),
            _ => false,
        }
    }
}
