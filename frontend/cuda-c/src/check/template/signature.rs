//! Whether types and expressions of two templates are written alike, the parameters of the templates by their numbers
//! ([temp.over.link]).

use crate::{
    ast::{
        Base, Expr, ExprKind, Flags, NewInitial, Param, Path, Spec, TemplateArg, TemplateParam,
        TemplateParamKind, TypeExpr,
    },
    check::template::named_parameters::parameter,
};

/// Whether two lists of parameters of templates have as many, of the same kinds, and numbers of the same types.
pub(in crate::check) fn same_template_parameters(
    params: &[TemplateParam<'_>],
    other: &[TemplateParam<'_>],
) -> bool {
    let same_kind = |a: &TemplateParam<'_>, b: &TemplateParam<'_>| match (a.kind, b.kind) {
        (TemplateParamKind::Type(_), TemplateParamKind::Type(_)) => true,
        (TemplateParamKind::Value(x, _), TemplateParamKind::Value(y, _)) => {
            same_type((x, params), (y, other))
        }
        (TemplateParamKind::Template(x, _), TemplateParamKind::Template(y, _)) => {
            same_template_parameters(x, y)
        }
        _ => false,
    };
    let same = |a: &TemplateParam<'_>, b: &TemplateParam<'_>| a.pack == b.pack && same_kind(a, b);
    params.len() == other.len() && params.iter().zip(other).all(|(a, b)| same(a, b))
}

type Pattern<'p, 'a> = (&'p TypeExpr<'a>, &'p [TemplateParam<'a>]);

const QUALIFIERS: u32 = Flags::CONST | Flags::VOLATILE;

/// Whether parameters have the same type: their own qualifiers do not count, and arrays are pointers ([dcl.fct] 5).
pub(super) fn same_parameter(a: Pattern<'_, '_>, b: Pattern<'_, '_>) -> bool {
    match (a.0, b.0) {
        (TypeExpr::Base(x), TypeExpr::Base(y)) => same_base((x, a.1), (y, b.1)),
        (TypeExpr::Pack(x), TypeExpr::Pack(y)) => same_parameter((x, a.1), (y, b.1)),
        (
            TypeExpr::Pointer(x, _) | TypeExpr::Array(x, ..),
            TypeExpr::Pointer(y, _) | TypeExpr::Array(y, ..),
        ) => same_type((x, a.1), (y, b.1)),
        // A function as a parameter is a pointer to it.
        (TypeExpr::Pointer(x @ TypeExpr::Function { .. }, _), TypeExpr::Function { .. }) => {
            same_type((x, a.1), b)
        }
        (TypeExpr::Function { .. }, TypeExpr::Pointer(y @ TypeExpr::Function { .. }, _)) => {
            same_type(a, (y, b.1))
        }
        _ => same_type(a, b),
    }
}

pub(super) fn same_type(a: Pattern<'_, '_>, b: Pattern<'_, '_>) -> bool {
    match (a.0, b.0) {
        (TypeExpr::Base(x), TypeExpr::Base(y)) => {
            x.flags.0 & QUALIFIERS == y.flags.0 & QUALIFIERS && same_base((x, a.1), (y, b.1))
        }
        (TypeExpr::Pointer(x, p), TypeExpr::Pointer(y, q)) => {
            p.0 & QUALIFIERS == q.0 & QUALIFIERS && same_type((x, a.1), (y, b.1))
        }
        (TypeExpr::Member(x, c, p), TypeExpr::Member(y, d, q)) => {
            let classes = same_type((c, a.1), (d, b.1));
            classes && p.0 & QUALIFIERS == q.0 & QUALIFIERS && same_type((x, a.1), (y, b.1))
        }
        (TypeExpr::Pack(x), TypeExpr::Pack(y)) => same_type((x, a.1), (y, b.1)),
        (TypeExpr::Reference(x, p), TypeExpr::Reference(y, q)) => {
            p == q && same_type((x, a.1), (y, b.1))
        }
        (TypeExpr::Array(x, n, _), TypeExpr::Array(y, m, _)) => {
            let length = match (n, m) {
                (Some(n), Some(m)) => same_expr((n, a.1), (m, b.1)),
                (n, m) => n.is_none() && m.is_none(),
            };
            length && same_type((x, a.1), (y, b.1))
        }
        (
            TypeExpr::Function { result: x, params: p, variadic: v, .. },
            TypeExpr::Function { result: y, params: q, variadic: w, .. },
        ) => {
            let each = |(p, q): (&Param<'_>, &Param<'_>)| same_parameter((p.ty, a.1), (q.ty, b.1));
            v == w
                && p.len() == q.len()
                && same_type((x, a.1), (y, b.1))
                && p.iter().zip(*q).all(each)
        }
        _ => false,
    }
}

/// Whether two paths before a name may mean one namespace: where both are written, one ends as the other.
fn same_path(a: Option<&Path<'_>>, b: Option<&Path<'_>>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    a.names.ends_with(b.names) || b.names.ends_with(a.names) || wrong!(TemplatesByTheirNames)
}

fn same_base(a: (&Spec<'_>, &[TemplateParam<'_>]), b: (&Spec<'_>, &[TemplateParam<'_>])) -> bool {
    if !same_path(a.0.path, b.0.path) {
        return false;
    }
    match (a.0.base, b.0.base) {
        (Base::Word(x), Base::Word(y)) => x == y,
        (Base::Named(x) | Base::Tag(_, x), Base::Named(y) | Base::Tag(_, y)) => {
            match (parameter(a.1, x), parameter(b.1, y)) {
                (None, None) => x == y,
                (i, j) => i == j,
            }
        }
        (Base::Template(x, p), Base::Template(y, q)) => {
            let same = match (parameter(a.1, x.sym), parameter(b.1, y.sym)) {
                (None, None) => x.sym == y.sym,
                (i, j) => i == j,
            };
            same && same_arguments((p, a.1), (q, b.1))
        }
        (Base::Nested(c, x, p), Base::Nested(d, y, q)) => {
            x.sym == y.sym && same_base((c, a.1), (d, b.1)) && same_arguments((p, a.1), (q, b.1))
        }
        (Base::Decltype(x, _), Base::Decltype(y, _)) => same_expr((x, a.1), (y, b.1)),
        (Base::Auto, Base::Auto) => true,
        _ => false,
    }
}

/// Whether two lists of arguments of templates are written alike, their parameters by number.
pub(in crate::check) fn same_arguments(
    a: (&[TemplateArg<'_>], &[TemplateParam<'_>]),
    b: (&[TemplateArg<'_>], &[TemplateParam<'_>]),
) -> bool {
    a.0.len() == b.0.len()
        && a.0.iter().zip(b.0).all(|(p, q)| match (p, q) {
            (TemplateArg::Type(p), TemplateArg::Type(q)) => same_type((p, a.1), (q, b.1)),
            (TemplateArg::Value(p), TemplateArg::Value(q)) => same_expr((p, a.1), (q, b.1)),
            _ => false,
        })
}

/// Whether two expressions of templates are written alike, their parameters by number ([temp.over.link]).
fn same_expr(a: (&Expr<'_>, &[TemplateParam<'_>]), b: (&Expr<'_>, &[TemplateParam<'_>])) -> bool {
    let both = |x: &Expr<'_>, y: &Expr<'_>| same_expr((x, a.1), (y, b.1));
    let list = |x: &[&Expr<'_>], y: &[&Expr<'_>]| {
        x.len() == y.len() && x.iter().zip(y).all(|(x, y)| both(x, y))
    };
    match (&a.0.kind, &b.0.kind) {
        (ExprKind::Name(x), ExprKind::Name(y)) => match (parameter(a.1, *x), parameter(b.1, *y)) {
            (None, None) => x == y,
            (i, j) => i == j,
        },
        (ExprKind::Qualified(x), ExprKind::Qualified(y)) => {
            x.name.sym == y.name.sym && same_path(Some(x.path), Some(y.path))
        }
        (ExprKind::Int { value: x, .. }, ExprKind::Int { value: y, .. }) => x == y,
        (ExprKind::Bool(x), ExprKind::Bool(y)) => x == y,
        (ExprKind::Char { value: x, kind: k }, ExprKind::Char { value: y, kind: l }) => {
            x == y && k == l
        }
        (
            ExprKind::Float { value: x, single: s, long: l },
            ExprKind::Float { value: y, single: t, long: m },
        ) if l == m => x.to_bits() == y.to_bits() && s == t,
        (ExprKind::TemplateName(x, p), ExprKind::TemplateName(y, q)) => {
            x == y && same_arguments((p, a.1), (q, b.1))
        }
        (ExprKind::Unary(o, x), ExprKind::Unary(p, y)) => o == p && both(x, y),
        (ExprKind::Binary(o, _, x, y), ExprKind::Binary(p, _, z, w)) => {
            o == p && both(x, z) && both(y, w)
        }
        (ExprKind::Cond(c, x, y), ExprKind::Cond(d, z, w)) => {
            both(c, d) && both(x, z) && both(y, w)
        }
        (ExprKind::Index(x, i), ExprKind::Index(y, k)) => both(x, y) && both(i, k),
        (ExprKind::Pack(x), ExprKind::Pack(y)) => both(x, y),
        (ExprKind::SizeofPack(x), ExprKind::SizeofPack(y)) => {
            match (parameter(a.1, x.sym), parameter(b.1, y.sym)) {
                (None, None) => x.sym == y.sym,
                (i, j) => i == j,
            }
        }
        (ExprKind::Fold(x), ExprKind::Fold(y)) => {
            let initial = match (x.initial, y.initial) {
                (Some(x), Some(y)) => both(x, y),
                (x, y) => x.is_none() && y.is_none(),
            };
            x.operator == y.operator && x.left == y.left && initial && both(x.pattern, y.pattern)
        }
        (ExprKind::SizeofType(x), ExprKind::SizeofType(y))
        | (ExprKind::Alignof(x), ExprKind::Alignof(y)) => same_type((x, a.1), (y, b.1)),
        (
            ExprKind::PointedMember { arrow: p, object: x, member: m },
            ExprKind::PointedMember { arrow: q, object: y, member: n },
        ) => p == q && both(x, y) && both(m, n),
        (ExprKind::Noexcept(x), ExprKind::Noexcept(y))
        | (ExprKind::SizeofExpr(x), ExprKind::SizeofExpr(y))
        | (ExprKind::AlignofExpr(x), ExprKind::AlignofExpr(y)) => both(x, y),
        (ExprKind::Trait(t, x), ExprKind::Trait(u, y)) => {
            t == u
                && x.len() == y.len()
                && x.iter().zip(*y).all(|(x, y)| same_type((x, a.1), (y, b.1)))
        }
        (ExprKind::Scoped(x), ExprKind::Scoped(y)) => {
            x.name.sym == y.name.sym && same_type((x.class, a.1), (y.class, b.1))
        }
        (ExprKind::Member { base: x, name: n, .. }, ExprKind::Member { base: y, name: m, .. }) => {
            n.sym == m.sym && both(x, y)
        }
        (ExprKind::Conversion(x), ExprKind::Conversion(y)) => {
            let objects = match (x.object, y.object) {
                (Some((x, p)), Some((y, q))) => p == q && both(x, y),
                (x, y) => x.is_none() && y.is_none(),
            };
            let classes = match (x.class, y.class) {
                (Some(c), Some(d)) => same_type((c, a.1), (d, b.1)),
                (c, d) => c.is_none() && d.is_none(),
            };
            objects && classes && same_type((x.ty, a.1), (y.ty, b.1))
        }
        (ExprKind::Call(f, x), ExprKind::Call(g, y)) => both(f, g) && list(x, y),
        (
            ExprKind::Construct { ty: t, args: x, braces: p },
            ExprKind::Construct { ty: u, args: y, braces: q },
        ) => p == q && same_type((t, a.1), (u, b.1)) && list(x, y),
        (ExprKind::New(x), ExprKind::New(y)) => {
            let initial = match (x.initial, y.initial) {
                (NewInitial::None, NewInitial::None) => true,
                (NewInitial::Parens(x), NewInitial::Parens(y)) => list(x, y),
                (NewInitial::Braces(x), NewInitial::Braces(y)) => both(x, y),
                _ => false,
            };
            let extents = match (x.extents, y.extents) {
                (Some(x), Some(y)) => list(x, y),
                (x, y) => x.is_none() && y.is_none(),
            };
            let before = extents && list(x.placement, y.placement);
            initial && before && same_type((x.ty, a.1), (y.ty, b.1))
        }
        (ExprKind::Cast(_, t, x), ExprKind::Cast(_, u, y)) => {
            same_type((t, a.1), (u, b.1)) && both(x, y)
        }
        _ => false,
    }
}
