//! What of a template's declaration depends on its parameters ([temp.dep]), as far as the syntax says it.

use crate::{
    ast::{Base, Expr, ExprKind, Spec, TemplateArg, TemplateParam, TypeExpr},
    check::template::TArg,
    intern::Symbol,
};

/// The number of a parameter.
pub(super) fn parameter(params: &[TemplateParam<'_>], s: Symbol) -> Option<usize> {
    params.iter().position(|p| p.name.sym == s)
}

/// The parameter that an expression of a pattern is, where it is a name and nothing else.
pub(super) fn number_parameter(e: &Expr<'_>, params: &[TemplateParam<'_>]) -> Option<usize> {
    match e.kind {
        ExprKind::Name(s) => parameter(params, s),
        _ => None,
    }
}

/// Whether a pattern names a parameter that is not bound yet.
pub(super) fn names_open(
    t: &TypeExpr<'_>,
    params: &[TemplateParam<'_>],
    binds: &[Option<TArg>],
) -> bool {
    params
        .iter()
        .zip(binds)
        .any(|(p, b)| b.is_none() && names_parameter(t, std::slice::from_ref(p)))
}

/// The parameter that a type's bare name is; `N::T` is none.
pub(super) fn named_parameter(spec: &Spec<'_>, params: &[TemplateParam<'_>]) -> Option<usize> {
    match (spec.base, spec.path) {
        (Base::Named(s), None) => parameter(params, s),
        _ => None,
    }
}

/// Whether a type's syntax names one of the parameters where it can be deduced.
pub(super) fn names_parameter(t: &TypeExpr<'_>, params: &[TemplateParam<'_>]) -> bool {
    match t {
        TypeExpr::Base(spec) => match spec.base {
            Base::Named(_) => named_parameter(spec, params).is_some(),
            Base::Nested(class, ..) if depends_on(class, params) => false,
            Base::Template(name, _) if parameter(params, name.sym).is_some() => true,
            Base::Template(_, args) | Base::Nested(_, _, args) => args.iter().any(|a| match a {
                TemplateArg::Type(t) => names_parameter(t, params),
                TemplateArg::Value(Expr { kind: ExprKind::Pack(e), .. } | e) => {
                    number_parameter(e, params).is_some()
                }
            }),
            _ => false,
        },
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) | TypeExpr::Pack(t) => {
            names_parameter(t, params)
        }
        TypeExpr::Member(t, class, _) => {
            names_parameter(t, params) || names_parameter(class, params)
        }
        TypeExpr::Array(t, len, _) => {
            names_parameter(t, params) || len.is_some_and(|e| number_parameter(e, params).is_some())
        }
        TypeExpr::Function { result, params: list, .. } => {
            names_parameter(result, params) || list.iter().any(|p| names_parameter(p.ty, params))
        }
    }
}

/// Whether specifiers name one of the parameters anywhere.
pub(in crate::check) fn depends_on(spec: &Spec<'_>, params: &[TemplateParam<'_>]) -> bool {
    match spec.base {
        Base::Named(_) => named_parameter(spec, params).is_some(),
        Base::Template(name, _) if parameter(params, name.sym).is_some() => true,
        Base::Template(_, args) => args.iter().any(|a| match a {
            TemplateArg::Type(t) => type_depends_on(t, params),
            TemplateArg::Value(e) => value_depends_on(e, params),
        }),
        Base::Nested(c, _, args) => {
            let of_types = |a: &TemplateArg<'_>| match a {
                TemplateArg::Type(t) => type_depends_on(t, params),
                TemplateArg::Value(e) => value_depends_on(e, params),
            };
            depends_on(c, params) || args.iter().any(of_types)
        }
        Base::Decltype(..) | Base::Typeof(_) | Base::Underlying(_) => !params.is_empty(),
        _ => false,
    }
}

/// Whether an expression may name one of the parameters; where packs are among them every one may, that is no literal or name.
pub(super) fn value_depends_on(e: &Expr<'_>, params: &[TemplateParam<'_>]) -> bool {
    match e.kind {
        ExprKind::Int { .. } | ExprKind::Bool(_) | ExprKind::Char { .. } => false,
        ExprKind::Name(s) => parameter(params, s).is_some(),
        _ if params.iter().any(|p| p.pack) => true,
        _ => crate::ast::may_name(e, |s| parameter(params, s).is_some()),
    }
}

pub(super) fn type_depends_on(t: &TypeExpr<'_>, params: &[TemplateParam<'_>]) -> bool {
    match t {
        TypeExpr::Base(spec) => depends_on(spec, params),
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) | TypeExpr::Pack(t) => {
            type_depends_on(t, params)
        }
        TypeExpr::Member(t, class, _) => {
            type_depends_on(t, params) || type_depends_on(class, params)
        }
        TypeExpr::Array(t, len, _) => {
            type_depends_on(t, params) || len.is_some_and(|e| number_parameter(e, params).is_some())
        }
        TypeExpr::Function { result, params: list, .. } => {
            type_depends_on(result, params) || list.iter().any(|p| type_depends_on(p.ty, params))
        }
    }
}
