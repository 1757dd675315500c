//! Names of classes in the signatures of templates, and their arguments.

use super::{
    Builder,
    scope::{Meaning, Scope, is_expansion},
    text::{Kind, Node, Part, Piece, param_text},
};
use crate::{
    ast::{Base, Expr, ExprKind, Flags, Path, Pattern, Spec, TemplateArg},
    ast::{TemplateParam, TemplateParamKind, TypeExpr},
    check::{Entity, TArg, TemplateId},
    intern::Symbol,
    types::{RecordId, Ty, TypeKind},
};

impl<'a> Builder<'_, 'a, '_> {
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
    pub(super) fn inside<'s>(
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
            Base::Template(name, args)
                if spec.path.is_none()
                    && let Some(Meaning::Param(i)) = scope.find(name.sym) =>
            {
                let mut parts = Vec::new();
                let list = self.arguments(args, scope, None, actual)?;
                let own = match scope.params[i].kind {
                    TemplateParamKind::Template(own, _) => own,
                    _ => &[],
                };
                self.push(&mut parts, param_text(i), Some(self.with_pack(list, own)));
                Some(parts)
            }
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
                let params = match scope.spec_depends(outer) {
                    false => self.member_template(&parts, name.sym),
                    true => &[],
                };
                let list = match args {
                    [] => None,
                    _ => Some(self.with_pack(self.arguments(args, scope, None, None)?, params)),
                };
                self.push(&mut parts, format!("{}{text}", text.len()), list);
                Some(parts)
            }
            _ => None,
        }
    }

    /// The parameters of a template that is a class's member.
    fn member_template(&self, class: &[Part], name: Symbol) -> &'a [TemplateParam<'a>] {
        let full = class.last().map(|p| p.full);
        let is = |c: RecordId| self.class_parts(c).last().map(|p| p.full) == full;
        let all = &self.cx.templates.all;
        let found = all.iter().find(|t| t.name == name && t.class.is_some_and(is));
        found.map_or(&[], |t| t.params)
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
                (Some(instance.template) == of).then(|| self.cx.flat(&instance.args))
            }
            _ => None,
        });
        let is = |i: usize| known.as_ref().and_then(|k| k.get(i).copied());
        let mut list = Vec::new();
        for (i, a) in args.iter().enumerate() {
            // Behind an expansion it is not known which is which.
            let is = is(i).filter(|_| !args[..i].iter().any(is_expansion));
            self.argument(a, scope, is, &mut list)?;
        }
        let params = of.map_or(&[][..], |t| self.cx.templates.all[t].params);
        let inside = of.map_or(*scope, |t| self.inside(t, args, scope));
        let mut list = self.with_pack(list, params);
        if list.len() >= params.len() || args.iter().any(is_expansion) {
            return Some(list);
        }
        for (i, p) in params.iter().enumerate().skip(args.len()) {
            list.push(match p.kind {
                TemplateParamKind::Type(Some(t)) => {
                    let is = is(i).and_then(|a| match a {
                        TArg::Type(ty) => Some(ty),
                        _ => None,
                    });
                    self.pattern(t, &inside, is)?
                }
                _ if p.pack => self.node(Kind::Pack(Vec::new())),
                TemplateParamKind::Value(_, Some(e)) => self.value(e, &inside, is(i))?,
                _ => self.arg(is(i)?),
            });
        }
        Some(list)
    }

    /// Arguments of a template with such parameters: those of a pack are one.
    fn with_pack(&self, mut list: Vec<Node>, params: &[TemplateParam<'a>]) -> Vec<Node> {
        let pack = params.iter().position(|p| p.pack);
        if let Some(pack) = pack.filter(|pack| *pack <= list.len()) {
            let rest = list.split_off(pack);
            list.push(self.node(Kind::Pack(rest)));
        }
        list
    }

    /// Appends an argument, or those that it expands to.
    fn argument(
        &self,
        a: &TemplateArg<'a>,
        scope: &Scope<'_, 'a>,
        is: Option<TArg>,
        list: &mut Vec<Node>,
    ) -> Option<()> {
        let (inner, names) = match a {
            TemplateArg::Type(TypeExpr::Pack(t)) => (TemplateArg::Type(t), Pattern::Type(t)),
            TemplateArg::Value(Expr { kind: ExprKind::Pack(e), .. }) => {
                (TemplateArg::Value(e), Pattern::Expr(e))
            }
            _ => {
                list.push(self.lone_argument(a, scope, is, false)?);
                return Some(());
            }
        };
        match scope.expanded(names) {
            Some(elements) => {
                for x in elements {
                    list.push(self.lone_argument(&inner, &x.scope, None, x.again)?);
                }
            }
            // nvcc's frontend writes an expansion of templates as the parameter alone.
            None => {
                let expanded = !names_template(&inner, scope.params);
                list.push(self.lone_argument(&inner, scope, is, expanded)?);
            }
        }
        Some(())
    }

    /// An argument; an expansion of it where the flag is set.
    fn lone_argument(
        &self,
        a: &TemplateArg<'a>,
        scope: &Scope<'_, 'a>,
        is: Option<TArg>,
        expanded: bool,
    ) -> Option<Node> {
        match a {
            TemplateArg::Type(t)
                if !scope.depends(t) && self.template_named(t, scope, is).is_some() =>
            {
                self.template_named(t, scope, is)
            }
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
                Some(self.expansion(self.pattern(t, scope, ty)?, expanded))
            }
            TemplateArg::Value(e) => self.value(e, scope, is),
        }
    }

    /// A class template that is an argument.
    fn template_named(
        &self,
        t: &TypeExpr<'a>,
        scope: &Scope<'_, 'a>,
        is: Option<TArg>,
    ) -> Option<Node> {
        if let Some(TArg::Template(_)) = is {
            return is.map(|a| self.arg(a));
        }
        let TypeExpr::Base(Spec { base: Base::Named(s), path, .. }) = t else { return None };
        match self.named(scope.namespace, *path, *s)? {
            Entity::ClassTemplate(t) => Some(self.arg(TArg::Template(t))),
            _ => None,
        }
    }

    /// A constant as an argument: an expression, where it names a parameter of the template. nvcc's frontend writes no expansion.
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

/// Whether an argument names a parameter that stands for a template.
fn names_template(a: &TemplateArg<'_>, params: &[TemplateParam<'_>]) -> bool {
    let TemplateArg::Type(TypeExpr::Base(Spec { base: Base::Named(s), .. })) = a else {
        return false;
    };
    let is = |p: &TemplateParam<'_>| matches!(p.kind, TemplateParamKind::Template(..));
    params.iter().any(|p| p.name.sym == *s && is(p))
}
