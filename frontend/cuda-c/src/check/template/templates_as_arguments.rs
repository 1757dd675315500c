//! Class and alias templates that are arguments of templates ([temp.arg.template]).

use super::{Template, TemplateId, pack::expanded_argument};
use crate::{
    ast::{Base, Flags, Spec, TemplateArg, TemplateParam, TemplateParamKind, TypeExpr},
    check::{Entity, body::Body},
    words,
};

/// How many alias templates may name one another.
const DEEPEST: u32 = 64;

impl<'a> Body<'_, 'a, '_, '_> {
    /// Whether arguments in a function template's signature expand a pack for a parameter of an alias template that is none: the
    /// standard has no rule for it (CWG 1430), and NVRTC takes it elsewhere alone.
    pub(super) fn spreads_over_alias(&self, t: &Template<'a>, args: &[TemplateArg<'a>]) -> bool {
        let expands = |(p, a): (&TemplateParam<'_>, &TemplateArg<'a>)| {
            !p.pack && expanded_argument(a).is_some()
        };
        t.flags.has(Flags::TYPEDEF)
            && self.mode.signature
            && !self.mode.unevaluated
            && t.params.iter().zip(args).any(expands)
    }

    /// The class or alias template that a name without arguments is ([temp.arg.template]).
    pub(super) fn template_named(&mut self, t: &TypeExpr<'a>) -> Option<TemplateId> {
        let TypeExpr::Base(spec) = t else { return None };
        let found = match (spec.base, spec.path) {
            (Base::Named(s), None) => self.lookup(s),
            (Base::Named(s), Some(path)) => self.cx.lookup_in(path, s),
            (Base::Nested(class, name, []), _) => {
                let outer = self.base_type(class, words::EMPTY);
                let class = self.cx.class_id(outer)?;
                self.complete(outer, name.span);
                self.cx.class_entity(class, name.sym)
            }
            _ => None,
        };
        match found {
            Some(Entity::ClassTemplate(t)) => Some(self.same_template(t)),
            _ => None,
        }
    }

    /// What an alias template that only gives another one a name stands for: it is that template, as NVRTC has it (CWG 1286).
    fn same_template(&mut self, id: TemplateId) -> TemplateId {
        let mut id = id;
        for _ in 0..DEEPEST {
            match self.renamed(id) {
                Some(next) => id = next,
                None => break,
            }
        }
        id
    }

    /// The template whose parameters an alias template hands on as they are, in their order.
    fn renamed(&mut self, id: TemplateId) -> Option<TemplateId> {
        let t = self.cx.template(id).clone();
        if !t.flags.has(Flags::TYPEDEF) || t.class.is_some() {
            return None;
        }
        let [x] = t.declaration.declarators else { return None };
        let TypeExpr::Base(spec @ Spec { base: Base::Template(name, args), .. }) = x.ty else {
            return None;
        };
        if spec.flags.has(Flags::CONST) || spec.flags.has(Flags::VOLATILE) || !hands_on(&t, args) {
            return None;
        }
        let found = self.at_definition(&t, |b| match spec.path {
            Some(path) => b.cx.lookup_in(path, name.sym),
            None => b.cx.lookup(name.sym),
        });
        let Some(Entity::ClassTemplate(target)) = found else { return None };
        let params = self.cx.template(target).params;
        let alike = params.len() == t.params.len()
            && params.iter().zip(t.params).all(|(a, b)| is_plain(a) && a.pack == b.pack);
        alike.then_some(target)
    }
}

/// A type without a default.
fn is_plain(p: &TemplateParam<'_>) -> bool {
    matches!(p.kind, TemplateParamKind::Type(None))
}

/// Whether arguments are a template's parameters, which are types, one by one.
fn hands_on(t: &Template<'_>, args: &[TemplateArg<'_>]) -> bool {
    let is = |p: &TemplateParam<'_>, a: &TemplateArg<'_>| {
        let ty = match a {
            TemplateArg::Type(TypeExpr::Pack(ty)) if p.pack => ty,
            TemplateArg::Type(ty) if !p.pack => ty,
            _ => return false,
        };
        let TypeExpr::Base(spec) = ty else { return false };
        let bare = !spec.flags.has(Flags::CONST) && !spec.flags.has(Flags::VOLATILE);
        let named = matches!(spec.base, Base::Named(s) if s == p.name.sym);
        is_plain(p) && bare && named && spec.path.is_none()
    };
    args.len() == t.params.len() && t.params.iter().zip(args).all(|(p, a)| is(p, a))
}
