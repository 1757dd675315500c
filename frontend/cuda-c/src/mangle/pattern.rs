//! Signatures of templates as they are written: their parameters stand as such.
//!
//! Names of alias templates are what they stand for, with their own parameters in the place of what is given. What cannot be
//! told from the syntax alone is named by what it is in the instance.

use super::{
    Builder,
    scope::{Meaning, Scope},
    text::{Kind, Node, Piece},
};
use crate::{
    ast::{Base, ExprKind, MemberKind, Pattern, Spec, TypeExpr},
    check::{Entity, Function, ParamInfo},
    types::Ty,
};

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
            Some((t, result, written))
                if written.len() == own.len() || !f.signature.packs.is_empty() =>
            {
                let (params, namespace) = (t.params, t.namespace);
                let given = None;
                let scope =
                    Scope { params, given, values: written, in_list: false, namespace, element: 0 };
                if f.membership.kind == MemberKind::Method {
                    list.push(self.pattern_or(result, &scope, f.signature.result));
                }
                let scope = Scope { in_list: true, ..scope };
                let (mut own, mut packs) = (own, f.signature.packs.iter());
                for p in written {
                    let count = match p.ty {
                        TypeExpr::Pack(_) => packs.next().map_or(0, |p| p.count as usize),
                        _ => 1,
                    };
                    let (here, rest) = own.split_at(count.min(own.len()));
                    self.written_parameter(p.ty, &scope, here, &mut list);
                    own = rest;
                }
            }
            _ => list.extend(own.iter().map(|p| self.ty(p.ty.bare()))),
        }
        if f.signature.variadic {
            list.push(self.node(Kind::Builtin("z")));
        } else if own.is_empty() && f.signature.packs.is_empty() {
            list.push(self.node(Kind::Builtin("v")));
        }
        list
    }

    /// A type as written, or as it is in the instance where that cannot be told.
    fn pattern_or(&self, t: &'a TypeExpr<'a>, scope: &Scope<'_, 'a>, actual: Ty) -> Node {
        self.pattern(t, scope, Some(actual)).unwrap_or_else(|| self.ty(actual))
    }

    /// Appends a parameter as written, of what it is in the instance: one, or any number of a pack.
    fn written_parameter(
        &self,
        t: &'a TypeExpr<'a>,
        scope: &Scope<'_, 'a>,
        own: &[ParamInfo<'a>],
        list: &mut Vec<Node>,
    ) {
        let first = own.first().map(|p| p.ty);
        let depends = !matches!(t, TypeExpr::Pack(_)) || scope.depends(t);
        match self.parameter(t, scope, first).filter(|_| depends) {
            Some(node) => list.push(node),
            // The packs of a class around it are what they are.
            None => list.extend(own.iter().map(|p| self.ty(p.ty.bare()))),
        }
    }

    /// A parameter's type as written: arrays are pointers, qualifiers of the parameter itself do not count.
    pub(super) fn parameter(
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
            TypeExpr::Pack(t) => {
                let of = Box::new(self.parameter(t, scope, actual)?);
                self.node(Kind::Expansion(of))
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
        let deduced =
            matches!(t, TypeExpr::Base(Spec { base: Base::Auto | Base::DecltypeAuto, .. }));
        if !scope.depends(t)
            && !deduced
            && let Some(ty) = actual
        {
            return Some(self.ty(ty));
        }
        let types = &self.cx.types;
        match t {
            TypeExpr::Base(Spec { base: Base::Auto, .. }) => Some(self.node(Kind::Builtin("Da"))),
            TypeExpr::Base(Spec { base: Base::DecltypeAuto, .. }) => {
                Some(self.node(Kind::Builtin("Dc")))
            }
            TypeExpr::Base(spec) => self.base(spec, scope, actual),
            TypeExpr::Pointer(inner, f) => {
                let to = actual.and_then(|ty| types.pointee(ty));
                let p = self.node(Kind::Pointer(Box::new(self.pattern(inner, scope, to)?)));
                Some(self.qualified(*f, p))
            }
            TypeExpr::Member(inner, class, f) => {
                let known = actual.and_then(|ty| types.member_pointee(ty));
                let class = self.pattern(class, scope, known.map(|k| k.0))?;
                let to = self.pattern(inner, scope, known.map(|k| k.1))?;
                let p = self.node(Kind::Member(Box::new(class), Box::new(to)));
                Some(self.qualified(*f, p))
            }
            TypeExpr::Reference(inner, rvalue) => {
                let to = actual.map(|ty| types.referred(ty));
                Some(self.node(Kind::Reference(Box::new(self.pattern(inner, scope, to)?), *rvalue)))
            }
            TypeExpr::Pack(inner) => {
                let of = Box::new(self.pattern(inner, scope, actual)?);
                Some(self.node(Kind::Expansion(of)))
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
                // What `noexcept` says is not written here where it hangs on a parameter.
                let suffix = actual.and_then(|ty| types.function_type(ty)).map(|f| f.suffix);
                let known = actual.and_then(|ty| types.function_type(ty));
                let mut parts = vec![self.pattern(result, scope, known.map(|f| f.result))?];
                let mut packs = false;
                for (i, p) in list.iter().enumerate() {
                    let is = known.filter(|_| !packs).and_then(|f| f.params.get(i).copied());
                    self.function_parameter(p.ty, scope, is, &mut parts)?;
                    packs |= matches!(p.ty, TypeExpr::Pack(_));
                }
                Some(self.function(parts, *variadic, suffix.unwrap_or_default()))
            }
        }
    }

    /// Appends a parameter of a function's type, or those that it expands to.
    fn function_parameter(
        &self,
        t: &'a TypeExpr<'a>,
        scope: &Scope<'_, 'a>,
        actual: Option<Ty>,
        list: &mut Vec<Node>,
    ) -> Option<()> {
        if let TypeExpr::Pack(inner) = t
            && let Some(elements) = scope.expanded(Pattern::Type(inner))
        {
            for x in elements {
                let node = self.parameter(inner, &x.scope, None)?;
                list.push(self.expansion(node, x.again));
            }
            return Some(());
        }
        list.push(self.parameter(t, scope, actual)?);
        Some(())
    }

    pub(super) fn expansion(&self, node: Node, expanded: bool) -> Node {
        if expanded { self.node(Kind::Expansion(Box::new(node))) } else { node }
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
}
