//! Signatures of templates as they are written: their parameters stand as such.
//!
//! Names of alias templates are what they stand for, with their own parameters in the place of what is given. What cannot be
//! told from the syntax alone is named by what it is in the instance.

use super::{
    Builder,
    text::{Kind, Node, Part, Piece, param_text},
};
use crate::{
    ast::{Base, Expr, ExprKind, Flags, MemberKind, Param, Path, Spec, TemplateArg},
    ast::{TemplateParam, TemplateParamKind, TypeExpr},
    check::{Entity, Function, TArg, TemplateId},
    intern::Symbol,
    types::{Ty, TypeKind},
};

/// What names mean in a part of a template's declaration.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'a> {
    params: &'a [TemplateParam<'a>],
    /// What an alias template is given, and where that stands.
    given: Option<(&'a [TemplateArg<'a>], &'s Scope<'s, 'a>)>,
    /// The function's parameters.
    pub(super) values: &'a [Param<'a>],
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

impl<'s, 'a> Scope<'s, 'a> {
    pub(super) fn find(&self, name: Symbol) -> Option<Meaning<'s, 'a>> {
        let i = self.params.iter().position(|p| p.name.sym == name)?;
        let Some((given, outer)) = self.given else { return Some(Meaning::Param(i)) };
        match (given.get(i), self.params[i].kind) {
            (Some(TemplateArg::Type(t)), _) => Some(Meaning::Type(t, *outer)),
            (Some(TemplateArg::Value(e)), _) => Some(Meaning::Value(e, *outer)),
            (None, TemplateParamKind::Type(Some(t))) => Some(Meaning::Type(t, *self)),
            (None, TemplateParamKind::Value(_, Some(e))) => Some(Meaning::Value(e, *self)),
            _ => None,
        }
    }

    /// Whether a type's syntax names a parameter of the template anywhere.
    pub(super) fn depends(&self, t: &TypeExpr<'a>) -> bool {
        match t {
            TypeExpr::Base(s) => self.spec_depends(s),
            TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => self.depends(t),
            TypeExpr::Array(t, n, _) => {
                self.depends(t) || n.is_some_and(|n| self.expression_depends(n))
            }
            TypeExpr::Function { result, params, .. } => {
                self.depends(result) || params.iter().any(|p| self.depends(p.ty))
            }
        }
    }

    fn spec_depends(&self, s: &Spec<'a>) -> bool {
        match s.base {
            Base::Named(_) if s.path.is_some() => false,
            Base::Named(s) => match self.find(s) {
                None => false,
                Some(Meaning::Param(_)) => true,
                Some(Meaning::Type(t, scope)) => scope.depends(t),
                Some(Meaning::Value(e, scope)) => scope.expression_depends(e),
            },
            Base::Template(_, args) => self.any_depends(args),
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

impl<'a> Builder<'_, 'a, '_> {
    /// A function's parameters, and its result before them where that is part of its name.
    pub(super) fn signature(&self, f: &Function<'a>) -> Vec<Node> {
        let pattern = f.origin.template.map(|t| &self.cx.templates.all[t]);
        let written = pattern.and_then(|t| match t.declaration.declarators.first().map(|d| d.ty) {
            Some(TypeExpr::Function { result, params, .. }) => Some((t, *result, *params)),
            _ => None,
        });
        let skip = usize::from(f.membership.has_this);
        let own = f.signature.params.get(skip..).unwrap_or(&[]);
        let mut list = Vec::new();
        match written {
            Some((t, result, written)) if written.len() == own.len() => {
                let (params, namespace) = (t.params, t.namespace);
                let given = None;
                let scope = Scope { params, given, values: written, in_list: false, namespace };
                if f.membership.kind == MemberKind::Method {
                    list.push(self.pattern_or(result, &scope, f.signature.result));
                }
                let scope = Scope { in_list: true, ..scope };
                let both = written.iter().zip(own);
                list.extend(both.map(|(p, actual)| self.parameter_or(p.ty, &scope, actual.ty)));
            }
            _ => list.extend(own.iter().map(|p| self.ty(p.ty.bare()))),
        }
        if f.signature.variadic {
            list.push(self.node(Kind::Builtin("z")));
        } else if own.is_empty() {
            list.push(self.node(Kind::Builtin("v")));
        }
        list
    }

    /// A type as written, or as it is in the instance where that cannot be told.
    fn pattern_or(&self, t: &'a TypeExpr<'a>, scope: &Scope<'_, 'a>, actual: Ty) -> Node {
        self.pattern(t, scope, Some(actual)).unwrap_or_else(|| self.ty(actual))
    }

    fn parameter_or(&self, t: &'a TypeExpr<'a>, scope: &Scope<'_, 'a>, actual: Ty) -> Node {
        let node = self.parameter(t, scope, Some(actual));
        node.unwrap_or_else(|| self.ty(actual.bare()))
    }

    /// A parameter's type as written: arrays are pointers, qualifiers of the parameter itself do not count.
    fn parameter(
        &self,
        t: &'a TypeExpr<'a>,
        scope: &Scope<'_, 'a>,
        actual: Option<Ty>,
    ) -> Option<Node> {
        if !scope.depends(t)
            && let Some(ty) = actual
        {
            return Some(self.ty(ty.bare()));
        }
        let to = || actual.and_then(|ty| self.cx.types.pointee(ty));
        let node = match t {
            TypeExpr::Array(e, ..) => {
                self.node(Kind::Pointer(Box::new(self.pattern(e, scope, to())?)))
            }
            TypeExpr::Function { .. } => {
                self.node(Kind::Pointer(Box::new(self.pattern(t, scope, to())?)))
            }
            _ => self.pattern(t, scope, actual)?,
        };
        Some(match node.kind {
            Kind::Qualified(_, inner) => *inner,
            kind => Node { kind, ..node },
        })
    }

    /// A type as written in a template; `actual` is what it is in the instance, where that is known.
    pub(super) fn pattern(
        &self,
        t: &'a TypeExpr<'a>,
        scope: &Scope<'_, 'a>,
        actual: Option<Ty>,
    ) -> Option<Node> {
        self.left.set(self.left.get().checked_sub(1)?);
        if !scope.depends(t)
            && let Some(ty) = actual
        {
            return Some(self.ty(ty));
        }
        let types = &self.cx.types;
        match t {
            TypeExpr::Base(spec) => self.base(spec, scope, actual),
            TypeExpr::Pointer(inner, f) => {
                let to = actual.and_then(|ty| types.pointee(ty));
                let p = self.node(Kind::Pointer(Box::new(self.pattern(inner, scope, to)?)));
                Some(self.qualified(*f, p))
            }
            TypeExpr::Reference(inner, rvalue) => {
                let to = actual.map(|ty| types.referred(ty));
                Some(self.node(Kind::Reference(Box::new(self.pattern(inner, scope, to)?), *rvalue)))
            }
            TypeExpr::Array(inner, length, _) => {
                let known = actual.and_then(|ty| types.element(ty));
                let element = self.pattern(inner, scope, known.map(|e| e.0))?;
                let length = (*length)?;
                let (e, inside) = scope.through(length);
                if let ExprKind::Int { value, .. } = e.kind {
                    return Some(self.node(Kind::Array(value, Box::new(element))));
                }
                if !inside.expression_depends(e) {
                    return Some(self.node(Kind::Array(known?.1, Box::new(element))));
                }
                let mut pieces = vec![Piece::Text("A".to_owned())];
                self.expression(e, &inside, &mut pieces)?;
                pieces.extend([Piece::Text("_".to_owned()), Piece::Node(element)]);
                Some(self.node(Kind::Pieces(pieces, true)))
            }
            TypeExpr::Function { result, params: list, variadic, .. } => {
                let known = actual.and_then(|ty| types.function_type(ty));
                let mut parts = vec![self.pattern(result, scope, known.map(|f| f.result))?];
                for (i, p) in list.iter().enumerate() {
                    let is = known.and_then(|f| f.params.get(i).copied());
                    parts.push(self.parameter(p.ty, scope, is)?);
                }
                Some(self.function(parts, *variadic))
            }
        }
    }

    fn base(&self, spec: &'a Spec<'a>, scope: &Scope<'_, 'a>, actual: Option<Ty>) -> Option<Node> {
        let node = match spec.base {
            Base::Word(w) => self.ty(Ty::word(w)),
            Base::Named(s) => match scope.find(s).filter(|_| spec.path.is_none()) {
                Some(Meaning::Param(i)) => self.node(Kind::Param(i)),
                Some(Meaning::Type(t, outer)) => self.pattern(t, &outer, actual.map(Ty::bare))?,
                Some(Meaning::Value(..)) => return None,
                None => match (actual, self.named(scope.namespace, spec.path, s)) {
                    (Some(ty), _) => return Some(self.ty(ty)),
                    (None, Some(Entity::Type(ty, _))) => self.ty(ty),
                    _ => return None,
                },
            },
            Base::Decltype(e, by_category) => {
                let word = if by_category { "DT" } else { "Dt" };
                let mut pieces = vec![Piece::Text(word.to_owned())];
                self.expression(e, scope, &mut pieces)?;
                pieces.push(Piece::Text("E".to_owned()));
                self.node(Kind::Pieces(pieces, true))
            }
            Base::Template(name, args) => {
                match self.class_template(spec, name.sym, scope, actual) {
                    Some((id, Some(t))) => {
                        let inside = self.inside(id, args, scope);
                        self.pattern(t, &inside, actual.map(Ty::bare))?
                    }
                    _ => self.node(Kind::Named(self.parts(spec, scope, actual)?)),
                }
            }
            Base::Nested(..) => self.node(Kind::Named(self.parts(spec, scope, actual)?)),
            _ => return Some(self.ty(actual?)),
        };
        Some(match node.kind {
            // An alias may say so already.
            Kind::Qualified(..) | Kind::Reference(..) => node,
            _ => self.qualified(spec.flags, node),
        })
    }

    /// The class template that a name means, and what it stands for if it is an alias template.
    pub(super) fn class_template(
        &self,
        spec: &Spec<'a>,
        name: Symbol,
        scope: &Scope<'_, 'a>,
        actual: Option<Ty>,
    ) -> Option<(TemplateId, Option<&'a TypeExpr<'a>>)> {
        let instance = actual.and_then(|ty| match self.cx.types.kind(ty) {
            TypeKind::Record(r) => self.cx.templates.instances.get(&r),
            _ => None,
        });
        let all = &self.cx.templates.all;
        let found = match self.named(scope.namespace, spec.path, name) {
            Some(Entity::ClassTemplate(t)) => t,
            _ => instance.map(|i| i.template).filter(|t| all[*t].name == name)?,
        };
        let t = &all[found];
        if t.class.is_some() {
            return None;
        }
        let [x] = t.declaration.declarators else { return Some((found, None)) };
        Some((found, t.flags.has(Flags::TYPEDEF).then_some(x.ty)))
    }

    /// What names mean in a template that is given arguments.
    fn inside<'s>(
        &self,
        id: TemplateId,
        args: &'a [TemplateArg<'a>],
        scope: &'s Scope<'s, 'a>,
    ) -> Scope<'s, 'a> {
        let t = &self.cx.templates.all[id];
        Scope { params: t.params, given: Some((args, scope)), namespace: t.namespace, ..*scope }
    }

    /// What a name means in a namespace and those around it, or in the namespaces that stand before it.
    pub(super) fn named(&self, from: u32, path: Option<&Path<'a>>, name: Symbol) -> Option<Entity> {
        let index = &self.cx.index;
        let from = if path.is_some_and(|p| p.global) { 0 } else { from };
        let path = path.map_or(&[][..], |p| p.names);
        let mut around = Some(from);
        while let Some(n) = around {
            let within = index.namespaces.get(n as usize)?;
            let is = |names: &Vec<Symbol>| {
                names.len() == within.len() + path.len()
                    && names.starts_with(within)
                    && names.ends_with(path)
            };
            let place = index.namespaces.iter().position(is);
            if let Some(e) = place.and_then(|n| self.cx.entity_of(n as u32, name)) {
                return Some(e);
            }
            around = index.parent(n);
        }
        // By a using directive, or in an inline namespace.
        let of = index.namespaces.iter().position(|names| names.ends_with(path))?;
        match path {
            [] => self.cx.entity_anywhere(name),
            _ => self.cx.entity_of(of as u32, name),
        }
    }

    pub(super) fn parts(
        &self,
        spec: &'a Spec<'a>,
        scope: &Scope<'_, 'a>,
        actual: Option<Ty>,
    ) -> Option<Vec<Part>> {
        self.left.set(self.left.get().checked_sub(1)?);
        match spec.base {
            Base::Template(name, args) => {
                let (id, alias) = self.class_template(spec, name.sym, scope, actual)?;
                if let Some(t) = alias {
                    let inside = self.inside(id, args, scope);
                    let TypeExpr::Base(spec) = t else { return None };
                    return self.parts(spec, &inside, actual);
                }
                let t = &self.cx.templates.all[id];
                let mut parts = self.namespace_parts(t.namespace);
                let list = self.arguments(args, scope, Some(id), actual)?;
                let text = self.cx.text(name.sym);
                self.push(&mut parts, format!("{}{text}", text.len()), Some(list));
                Some(parts)
            }
            Base::Named(s) => match scope.find(s).filter(|_| spec.path.is_none()) {
                Some(Meaning::Param(i)) => {
                    let mut parts = Vec::new();
                    self.push(&mut parts, param_text(i), None);
                    Some(parts)
                }
                Some(Meaning::Type(TypeExpr::Base(spec), outer)) => {
                    self.parts(spec, &outer, actual)
                }
                Some(_) => None,
                None => match self.named(scope.namespace, spec.path, s)? {
                    Entity::Type(ty, _) => match self.cx.types.kind(ty) {
                        TypeKind::Record(r) => Some(self.class_parts(r)),
                        _ => None,
                    },
                    _ => None,
                },
            },
            Base::Nested(outer, name, args) => {
                let mut parts = self.parts(outer, scope, None)?;
                let text = self.cx.text(name.sym);
                let list = match args {
                    [] => None,
                    _ => Some(self.arguments(args, scope, None, None)?),
                };
                self.push(&mut parts, format!("{}{text}", text.len()), list);
                Some(parts)
            }
            _ => None,
        }
    }

    /// Arguments as written, and those that the template has by itself.
    pub(super) fn arguments(
        &self,
        args: &'a [TemplateArg<'a>],
        scope: &Scope<'_, 'a>,
        of: Option<TemplateId>,
        actual: Option<Ty>,
    ) -> Option<Vec<Node>> {
        let known = actual.and_then(|ty| match self.cx.types.kind(ty) {
            TypeKind::Record(r) => {
                let instance = self.cx.templates.instances.get(&r)?;
                (Some(instance.template) == of).then(|| instance.args.clone())
            }
            _ => None,
        });
        let is = |i: usize| known.as_ref().and_then(|k| k.get(i).copied());
        let mut list = Vec::new();
        for (i, a) in args.iter().enumerate() {
            list.push(self.argument(a, scope, is(i))?);
        }
        let params = of.map_or(&[][..], |t| self.cx.templates.all[t].params);
        let inside = of.map_or(*scope, |t| self.inside(t, args, scope));
        for (i, p) in params.iter().enumerate().skip(args.len()) {
            list.push(match p.kind {
                TemplateParamKind::Type(Some(t)) => {
                    let is = is(i).and_then(|a| match a {
                        TArg::Type(ty) => Some(ty),
                        _ => None,
                    });
                    self.pattern(t, &inside, is)?
                }
                TemplateParamKind::Value(_, Some(e)) => self.value(e, &inside, is(i))?,
                _ => self.arg(is(i)?),
            });
        }
        Some(list)
    }

    fn argument(
        &self,
        a: &TemplateArg<'a>,
        scope: &Scope<'_, 'a>,
        is: Option<TArg>,
    ) -> Option<Node> {
        match a {
            TemplateArg::Type(t) => {
                if let TypeExpr::Base(Spec { base: Base::Named(s), path: None, .. }) = t
                    && let Some(Meaning::Value(e, outer)) = scope.find(*s)
                {
                    return self.value(e, &outer, is);
                }
                let ty = match is {
                    Some(TArg::Type(ty)) => Some(ty),
                    _ => None,
                };
                self.pattern(t, scope, ty)
            }
            TemplateArg::Value(e) => self.value(e, scope, is),
        }
    }

    /// A constant as an argument: an expression, where it names a parameter of the template.
    fn value(&self, e: &'a Expr<'a>, scope: &Scope<'_, 'a>, is: Option<TArg>) -> Option<Node> {
        let (e, scope) = scope.through(e);
        if !scope.expression_depends(e) {
            return match (is, &e.kind) {
                (Some(is), _) => Some(self.arg(is)),
                // What parameter it is for is not known, and nearly all are of the type that it has.
                (None, ExprKind::Int { .. } | ExprKind::Bool(_) | ExprKind::Char { .. }) => {
                    self.literal(e)
                }
                _ => None,
            };
        }
        let mut pieces = Vec::new();
        let bare = self.is_variable_template(e, &scope);
        if !bare {
            pieces.push(Piece::Text("X".to_owned()));
        }
        self.expression(e, &scope, &mut pieces)?;
        if !bare {
            pieces.push(Piece::Text("E".to_owned()));
        }
        Some(self.node(Kind::Pieces(pieces, false)))
    }
}
