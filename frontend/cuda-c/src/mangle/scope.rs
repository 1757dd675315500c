//! What names mean in a part of a template's declaration, and what depends on its parameters.

use crate::{
    ast::{Base, Expr, ExprKind, Param, Spec, TemplateArg, TemplateParam},
    ast::{Pattern, TemplateParamKind, TypeExpr},
    intern::Symbol,
};

/// What names mean in a part of a template's declaration.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'a> {
    pub(super) params: &'a [TemplateParam<'a>],
    /// What an alias template is given, and where that stands.
    pub(super) given: Option<(&'a [TemplateArg<'a>], &'s Scope<'s, 'a>)>,
    /// The function's parameters.
    pub(super) values: &'a [Param<'a>],
    /// Which element of what an alias template's packs are given is at hand.
    pub(super) element: usize,
    /// It is their list that is named.
    pub(super) in_list: bool,
    pub(super) namespace: u32,
}

/// What a name of a parameter stands for.
pub(super) enum Meaning<'s, 'a> {
    Param(usize),
    Type(&'a TypeExpr<'a>, Scope<'s, 'a>),
    Value(&'a Expr<'a>, Scope<'s, 'a>),
}

/// An element of an expansion.
pub(super) struct Expanded<'s, 'a> {
    pub(super) scope: Scope<'s, 'a>,
    /// It is an expansion again.
    pub(super) again: bool,
}

impl<'s, 'a> Scope<'s, 'a> {
    pub(super) fn find(&self, name: Symbol) -> Option<Meaning<'s, 'a>> {
        let i = self.params.iter().position(|p| p.name.sym == name)?;
        let Some((given, outer)) = self.given else { return Some(Meaning::Param(i)) };
        let p = &self.params[i];
        let element = if p.pack { self.element } else { 0 };
        match (given.get(i + element), p.kind) {
            (Some(TemplateArg::Type(TypeExpr::Pack(t) | t)), _) => Some(Meaning::Type(t, *outer)),
            (Some(TemplateArg::Value(Expr { kind: ExprKind::Pack(e), .. } | e)), _) => {
                Some(Meaning::Value(e, *outer))
            }
            (None, TemplateParamKind::Type(Some(t))) => Some(Meaning::Type(t, *self)),
            (None, TemplateParamKind::Value(_, Some(e))) => Some(Meaning::Value(e, *self)),
            _ => None,
        }
    }

    /// What an expansion comes to, where it is of what an alias template is given.
    pub(super) fn expanded(&self, pattern: Pattern<'_, 'a>) -> Option<Vec<Expanded<'s, 'a>>> {
        let (given, _) = self.given?;
        let mut first = None;
        pattern.names(&mut |name| {
            let is = |p: &TemplateParam<'_>| p.pack && p.name.sym == name;
            first = first.or(self.params.iter().position(is));
        });
        let rest = given.get(first?..).unwrap_or(&[]).iter().enumerate();
        let element = |(element, a): (usize, &TemplateArg<'a>)| Expanded {
            scope: Scope { element, ..*self },
            again: is_expansion(a),
        };
        Some(rest.map(element).collect())
    }

    /// Whether a type's syntax names a parameter of the template anywhere.
    pub(super) fn depends(&self, t: &TypeExpr<'a>) -> bool {
        match t {
            TypeExpr::Base(s) => self.spec_depends(s),
            TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => self.depends(t),
            TypeExpr::Member(t, class, _) => self.depends(t) || self.depends(class),
            TypeExpr::Pack(t) => match self.expanded(Pattern::Type(t)) {
                Some(list) => list.iter().any(|x| x.scope.depends(t)),
                None => self.depends(t),
            },
            TypeExpr::Array(t, n, _) => {
                self.depends(t) || n.is_some_and(|n| self.expression_depends(n))
            }
            TypeExpr::Function { result, params, .. } => {
                self.depends(result) || params.iter().any(|p| self.depends(p.ty))
            }
        }
    }

    pub(super) fn spec_depends(&self, s: &Spec<'a>) -> bool {
        match s.base {
            Base::Named(_) if s.path.is_some() => false,
            Base::Named(s) => match self.find(s) {
                None => false,
                Some(Meaning::Param(_)) => true,
                Some(Meaning::Type(t, scope)) => scope.depends(t),
                Some(Meaning::Value(e, scope)) => scope.expression_depends(e),
            },
            Base::Template(n, args) => {
                (s.path.is_none() && self.find(n.sym).is_some()) || self.any_depends(args)
            }
            Base::Nested(outer, _, args) => self.spec_depends(outer) || self.any_depends(args),
            Base::Decltype(e, _) => self.expression_depends(e),
            Base::Typeof(t) | Base::Underlying(t) => self.depends(t),
            _ => false,
        }
    }

    pub(super) fn any_depends(&self, args: &[TemplateArg<'a>]) -> bool {
        args.iter().any(|a| match a {
            TemplateArg::Type(t) => self.depends(t),
            TemplateArg::Value(e) => self.expression_depends(e),
        })
    }
}

impl<'s, 'a> Scope<'s, 'a> {
    /// What an expression is that is a name of an alias template's parameter.
    pub(super) fn through(&self, e: &'a Expr<'a>) -> (&'a Expr<'a>, Scope<'s, 'a>) {
        let (mut e, mut scope) = (e, *self);
        while let ExprKind::Name(s) = e.kind
            && let Some(Meaning::Value(given, outer)) = scope.find(s)
        {
            (e, scope) = (given, outer);
        }
        (e, scope)
    }

    pub(super) fn is_parameter(&self, s: Symbol) -> bool {
        self.find(s).is_some() || self.values.iter().any(|p| p.name.sym == s)
    }

    /// Whether an expression names a parameter of the template, or one of the function whose type does.
    pub(super) fn expression_depends(&self, e: &Expr<'a>) -> bool {
        let any = |list: &[&Expr<'a>]| list.iter().any(|e| self.expression_depends(e));
        match e.kind {
            ExprKind::Name(s) => match self.find(s) {
                Some(Meaning::Param(_)) => true,
                Some(Meaning::Type(t, scope)) => scope.depends(t),
                Some(Meaning::Value(e, scope)) => scope.expression_depends(e),
                None => self.values.iter().any(|p| p.name.sym == s && self.depends(p.ty)),
            },
            ExprKind::TemplateName(_, args) => self.any_depends(args),
            ExprKind::Qualified(q) => q.args.is_some_and(|a| self.any_depends(a)),
            ExprKind::Scoped(s) => {
                self.depends(s.class) || s.args.is_some_and(|a| self.any_depends(a))
            }
            ExprKind::Unary(_, e) | ExprKind::SizeofExpr(e) | ExprKind::AlignofExpr(e) => any(&[e]),
            ExprKind::IncDec { operand, .. } => any(&[operand]),
            ExprKind::Binary(_, _, a, b) | ExprKind::Index(a, b) => any(&[a, b]),
            ExprKind::Cond(a, b, c) => any(&[a, b, c]),
            ExprKind::Call(f, args) => any(&[f]) || any(args),
            ExprKind::Member { base, more, .. } => {
                any(&[base]) || more.and_then(|m| m.args).is_some_and(|args| self.any_depends(args))
            }
            ExprKind::Cast(_, t, e) => self.depends(t) || any(&[e]),
            ExprKind::Construct { ty, args, .. } => self.depends(ty) || any(args),
            ExprKind::SizeofType(t) | ExprKind::Alignof(t) => self.depends(t),
            ExprKind::Pack(e) => match self.expanded(Pattern::Expr(e)) {
                Some(list) => list.iter().any(|x| x.scope.expression_depends(e)),
                None => any(&[e]),
            },
            ExprKind::Fold(f) => any(&[f.pattern]) || f.initial.is_some_and(|e| any(&[e])),
            ExprKind::SizeofPack(n) => self.is_parameter(n.sym),
            ExprKind::InitList(list) => list.iter().any(|x| self.expression_depends(x.value)),
            _ => false,
        }
    }
}

/// Whether an argument is an expansion.
pub(super) fn is_expansion(a: &TemplateArg<'_>) -> bool {
    match a {
        TemplateArg::Type(t) => matches!(t, TypeExpr::Pack(_)),
        TemplateArg::Value(e) => matches!(e.kind, ExprKind::Pack(_)),
    }
}
