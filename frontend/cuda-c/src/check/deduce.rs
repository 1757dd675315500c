//! Deduction: which template arguments make a pattern of types equal to given ones (ISO C++ 17 [temp.deduct]).
//!
//! A pattern is a type's syntax in which parameters stand. What cannot be deduced (a type that names a parameter
//! inside `X<T>::type`) takes no part and must be known otherwise.

use std::rc::Rc;

use super::{
    Body, Entity,
    body::E,
    template::{Env, TArg, TemplateId},
};
use crate::{
    ast::{
        Base, Declaration, Expr, ExprKind, Flags, Spec, TemplateArg, TemplateParam,
        TemplateParamKind, TypeExpr,
    },
    intern::Symbol,
    typed::FunctionId,
    types::{Ty, TypeKind, UNKNOWN},
};

/// The number of a parameter.
fn parameter(params: &[TemplateParam<'_>], s: Symbol) -> Option<usize> {
    params.iter().position(|p| p.name.sym == s)
}

/// Binds a parameter; false where it is bound to something else already.
fn bind(binds: &mut [Option<TArg>], i: usize, arg: TArg) -> bool {
    match (binds[i], arg) {
        (None, _) => {
            binds[i] = Some(arg);
            true
        }
        (Some(TArg::Type(a)), TArg::Type(b)) => a == b,
        (Some(TArg::Value(_, a)), TArg::Value(_, b)) => a == b,
        _ => false,
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The instance of a function template that a call means, if its arguments can be deduced.
    pub(super) fn deduce_call(
        &mut self,
        id: TemplateId,
        explicit: &[TArg],
        values: &[E<'t>],
    ) -> Option<FunctionId> {
        let t = self.cx.templates[id.0 as usize].clone();
        let [x] = t.declaration.declarators else { return None };
        let TypeExpr::Function { params, .. } = x.ty else { return None };
        let needed = params.iter().take_while(|p| p.default.is_none()).count();
        if values.len() < needed || values.len() > params.len() || explicit.len() > t.params.len() {
            return None;
        }
        let mut binds: Vec<Option<TArg>> = vec![None; t.params.len()];
        for (b, e) in binds.iter_mut().zip(explicit) {
            *b = Some(*e);
        }
        let stated = binds.clone();
        for (v, p) in values.iter().zip(*params).filter(|(v, _)| v.ty.bare() != Ty::BRACES) {
            let given = binds.clone();
            let fits = if let TypeExpr::Reference(inner, _) = p.ty {
                self.unify(inner, v.ty, t.params, &mut binds, &t.env)
            } else {
                let ty = match self.cx.types.kind(v.ty) {
                    TypeKind::Array(e, _) => self.cx.types.pointer(e),
                    _ => v.ty.bare(),
                };
                self.unify_parameter(p.ty, ty, t.params, &mut binds, &t.env)
            };
            if !fits {
                // Where everything here is stated, the argument may still convert.
                if names_open(p.ty, t.params, &stated) {
                    return None;
                }
                binds = given;
            }
        }
        let trial = self.cx.diags.begin_trial();
        let args = self.complete_args(t.params, &t.env, t.class, &binds);
        if self.cx.diags.end_trial(trial) {
            return None;
        }
        self.instance(id, args?)
    }

    /// As [`Body::unify`], for a parameter: an array there is a pointer.
    fn unify_parameter(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match (pattern, self.cx.types.pointee(ty)) {
            (TypeExpr::Array(inner, ..), Some(to)) => self.unify(inner, to, params, binds, env),
            _ => self.unify(pattern, ty, params, binds, env),
        }
    }

    /// Makes a pattern equal to a type, pointers to less qualified things included.
    fn unify(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match pattern {
            TypeExpr::Base(spec) => self.unify_base(spec, ty, params, binds, env),
            TypeExpr::Pointer(inner, _) => match self.cx.types.kind(ty) {
                TypeKind::Pointer(to) => self.unify(inner, to, params, binds, env),
                _ => !names_parameter(inner, params),
            },
            TypeExpr::Reference(inner, _) => match self.cx.types.kind(ty) {
                TypeKind::Reference(to, _) => self.unify(inner, to, params, binds, env),
                _ => self.unify(inner, ty, params, binds, env),
            },
            TypeExpr::Array(elem, len, _) => {
                let TypeKind::Array(e, n) = self.cx.types.kind(ty) else {
                    return !names_parameter(pattern, params);
                };
                if let Some(Expr { kind: ExprKind::Name(s), .. }) = len
                    && let Some(i) = parameter(params, *s)
                    && (n == UNKNOWN || !bind(binds, i, TArg::Value(Ty::ULONG, n as i64)))
                {
                    return false;
                }
                self.unify(elem, e, params, binds, env)
            }
            TypeExpr::Function { .. } => false,
        }
    }

    /// As for arguments of function types in declarations: nothing converts.
    pub(super) fn unify_exact(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        self.unify_parameter(pattern, ty.bare(), params, binds, env)
    }

    fn unify_base(
        &mut self,
        spec: &'a Spec<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match spec.base {
            Base::Named(s) => {
                let Some(i) = parameter(params, s) else { return true };
                if !matches!(params[i].kind, TemplateParamKind::Type(_)) {
                    return true;
                }
                let q = super::declare::quals(spec.flags);
                let ty = ty.bare().with(ty.quals() & !q);
                bind(binds, i, TArg::Type(ty))
            }
            Base::Template(name, args) => {
                let template = match self.lookup_in(env, name.sym) {
                    Some(Entity::ClassTemplate(t)) => t,
                    Some(Entity::Type(t)) => match self.template_of(t) {
                        Some(t) => t,
                        None => return true,
                    },
                    _ => return true,
                };
                let TypeKind::Record(r) = self.cx.types.kind(ty) else { return false };
                let Some(class) = self.cx.classes.get(&r) else { return false };
                if class.template != Some(template) {
                    return false;
                }
                let given: Rc<[TArg]> = class.args.clone();
                args.len() <= given.len()
                    && args
                        .iter()
                        .zip(given.iter())
                        .all(|(p, a)| self.unify_arg(p, *a, params, binds, env))
            }
            _ => true,
        }
    }

    /// Makes a pattern of a template argument equal to an argument.
    pub(super) fn unify_arg(
        &mut self,
        pattern: &TemplateArg<'a>,
        arg: TArg,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match (pattern, arg) {
            (TemplateArg::Type(p), TArg::Type(t)) => {
                if names_parameter(p, params) {
                    return self.unify_strict(p, t, params, binds, env);
                }
                self.type_in(env, p) == t
            }
            (TemplateArg::Value(e), TArg::Value(_, v)) => {
                if let ExprKind::Name(s) = e.kind
                    && let Some(i) = parameter(params, s)
                {
                    return bind(binds, i, arg);
                }
                matches!(self.template_arg(pattern), Some(TArg::Value(_, w)) if w == v)
            }
            (TemplateArg::Value(Expr { kind: ExprKind::Name(s), .. }), TArg::Type(_)) => {
                match parameter(params, *s) {
                    Some(i) => bind(binds, i, arg),
                    None => self.template_arg(pattern) == Some(arg),
                }
            }
            _ => false,
        }
    }

    /// As [`Body::unify`], for patterns that must have the type's own form.
    fn unify_strict(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match (pattern, self.cx.types.kind(ty)) {
            (TypeExpr::Pointer(p, _), TypeKind::Pointer(t))
            | (TypeExpr::Reference(p, _), TypeKind::Reference(t, _)) => {
                self.unify_strict(p, t, params, binds, env)
            }
            (TypeExpr::Pointer(..) | TypeExpr::Reference(_, _), _) => false,
            (TypeExpr::Base(spec), _) => {
                let q = super::declare::quals(spec.flags);
                ty.quals() & q == q && self.unify_base(spec, ty, params, binds, env)
            }
            _ => self.unify(pattern, ty, params, binds, env),
        }
    }

    fn lookup_in(&mut self, env: &Env, s: Symbol) -> Option<Entity> {
        env.names.iter().rev().find(|n| n.0 == s).map(|n| n.1).or_else(|| self.lookup(s))
    }
}

/// Whether a pattern names a parameter that is not bound yet.
fn names_open(t: &TypeExpr<'_>, params: &[TemplateParam<'_>], binds: &[Option<TArg>]) -> bool {
    params
        .iter()
        .zip(binds)
        .any(|(p, b)| b.is_none() && names_parameter(t, std::slice::from_ref(p)))
}

/// Whether a type's syntax names one of the parameters where it can be deduced.
pub(super) fn names_parameter(t: &TypeExpr<'_>, params: &[TemplateParam<'_>]) -> bool {
    match t {
        TypeExpr::Base(spec) => match spec.base {
            Base::Named(s) => parameter(params, s).is_some(),
            Base::Template(_, args) => args.iter().any(|a| match a {
                TemplateArg::Type(t) => names_parameter(t, params),
                TemplateArg::Value(e) => {
                    matches!(e.kind, ExprKind::Name(s) if parameter(params, s).is_some())
                }
            }),
            _ => false,
        },
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => names_parameter(t, params),
        TypeExpr::Array(t, len, _) => {
            names_parameter(t, params)
                || matches!(len, Some(Expr { kind: ExprKind::Name(s), .. }) if parameter(params, *s).is_some())
        }
        TypeExpr::Function { .. } => false,
    }
}

/// How special a pattern is: what it says beyond bare parameters.
pub(super) fn pattern_weight(args: &[TemplateArg<'_>], params: &[TemplateParam<'_>]) -> usize {
    args.iter()
        .map(|a| match a {
            TemplateArg::Type(t) => type_weight(t, params),
            TemplateArg::Value(e) => {
                usize::from(!matches!(e.kind, ExprKind::Name(s) if parameter(params, s).is_some()))
                    * 4
            }
        })
        .sum()
}

/// How much a type's syntax says beyond a bare parameter.
pub(super) fn type_weight(t: &TypeExpr<'_>, params: &[TemplateParam<'_>]) -> usize {
    match t {
        TypeExpr::Base(spec) => {
            let q = usize::from(spec.flags.has(Flags::CONST | Flags::VOLATILE));
            match spec.base {
                Base::Named(s) if parameter(params, s).is_some() => q,
                Base::Template(_, args) => 2 + q + pattern_weight(args, params),
                _ => 4,
            }
        }
        TypeExpr::Pointer(t, _) | TypeExpr::Array(t, ..) => 2 + type_weight(t, params),
        TypeExpr::Reference(t, _) => type_weight(t, params),
        TypeExpr::Function { .. } => 4,
    }
}

/// Whether two function templates have the same parameters, by their syntax: the second one defines the first.
pub(super) fn same_signature(
    params: &[TemplateParam<'_>],
    a: &Declaration<'_>,
    b: &Declaration<'_>,
) -> bool {
    let other = b.template.unwrap_or(&[]);
    let ([x], [y]) = (a.declarators, b.declarators) else { return false };
    let (TypeExpr::Function { params: p, .. }, TypeExpr::Function { params: q, .. }) = (x.ty, y.ty)
    else {
        return false;
    };
    let kind = |t: &TemplateParam<'_>| matches!(t.kind, TemplateParamKind::Type(_));
    params.len() == other.len()
        && params.iter().zip(other).all(|(a, b)| kind(a) == kind(b))
        && p.len() == q.len()
        && p.iter().zip(*q).all(|(p, q)| same_type((p.ty, params), (q.ty, other)))
}

type Pattern<'p, 'a> = (&'p TypeExpr<'a>, &'p [TemplateParam<'a>]);

fn same_type(a: Pattern<'_, '_>, b: Pattern<'_, '_>) -> bool {
    match (a.0, b.0) {
        (TypeExpr::Base(x), TypeExpr::Base(y)) => {
            let q = Flags::CONST | Flags::VOLATILE;
            x.flags.0 & q == y.flags.0 & q && same_base((x.base, a.1), (y.base, b.1))
        }
        (TypeExpr::Pointer(x, _), TypeExpr::Pointer(y, _))
        | (TypeExpr::Reference(x, _), TypeExpr::Reference(y, _))
        | (TypeExpr::Array(x, ..), TypeExpr::Array(y, ..)) => same_type((x, a.1), (y, b.1)),
        _ => false,
    }
}

fn same_base(a: (Base<'_>, &[TemplateParam<'_>]), b: (Base<'_>, &[TemplateParam<'_>])) -> bool {
    match (a.0, b.0) {
        (Base::Word(x), Base::Word(y)) => x == y,
        (Base::Named(x) | Base::Tag(_, x), Base::Named(y) | Base::Tag(_, y)) => {
            match (parameter(a.1, x), parameter(b.1, y)) {
                (None, None) => x == y,
                (i, j) => i == j,
            }
        }
        (Base::Template(x, p), Base::Template(y, q)) => {
            x.sym == y.sym
                && p.len() == q.len()
                && p.iter().zip(q).all(|(p, q)| match (p, q) {
                    (TemplateArg::Type(p), TemplateArg::Type(q)) => same_type((p, a.1), (q, b.1)),
                    (TemplateArg::Value(p), TemplateArg::Value(q)) => match (&p.kind, &q.kind) {
                        (ExprKind::Name(x), ExprKind::Name(y)) => {
                            parameter(a.1, *x) == parameter(b.1, *y)
                        }
                        (ExprKind::Int { value: x, .. }, ExprKind::Int { value: y, .. }) => x == y,
                        _ => false,
                    },
                    _ => false,
                })
        }
        (Base::Nested(_, x, _), Base::Nested(_, y, _)) => x.sym == y.sym,
        _ => false,
    }
}
