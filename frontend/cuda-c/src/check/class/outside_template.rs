//! Member templates that are defined outside of their classes ([temp.mem] 1): `template <class U> int P::f(U u) { ... }`, and
//! `template <class T> template <class U> int A<T>::f(U u) { ... }` where the class is made of a template.
//!
//! Idea: a declaration and a definition are one where their types are, with types that no program can name for the template's
//! parameters; where these make no sense, or fit several, what is written decides ([temp.over.link]).

use super::MethodSet;
use crate::{
    ast::{Declaration, Declarator, Flags, Spec, TemplateParam, TemplateParamKind, TypeExpr},
    check::{
        Checker, Env, TemplateId,
        template::{Declared, Types, merge_defaults, surely_depends},
    },
    parse::index::Item,
    types::RecordId,
};

/// The heads `template <...>` of a definition outside of a class.
pub(super) struct Heads<'a> {
    /// That of the class's template.
    pub class: Option<&'a [TemplateParam<'a>]>,
    /// That of a member template.
    pub own: Option<&'a [TemplateParam<'a>]>,
}

/// A single head is the class's where parameters of it stand in the class's name.
pub(super) fn heads<'a>(d: &Declaration<'a>, scope: Option<&Spec<'a>>) -> Heads<'a> {
    if d.around.is_some() {
        return Heads { class: d.around, own: d.template };
    }
    let params = d.template.unwrap_or(&[]);
    let own = !params.is_empty() && scope.is_some_and(|s| !surely_depends(s, params));
    match own {
        true => Heads { class: None, own: d.template },
        false => Heads { class: d.template, own: None },
    }
}

impl<'a> Checker<'a, '_> {
    /// Gives a class's member templates of a name the definitions that stand outside of it.
    pub(super) fn define_templates(&mut self, r: RecordId, set: &MethodSet) {
        let Some(name) = set.templates.first().map(|t| self.template(*t).name) else { return };
        let Some(c) = self.classes.all.get(&r) else { return };
        let (class, env, namespace) = (c.spec.name.sym, c.env.clone(), c.namespace);
        for i in self.index.members(class, name).to_vec() {
            let Some(d) = self.parsed_item(i) else { continue };
            let ([x], true) = (d.declarators, d.body.is_some()) else { continue };
            let heads = heads(d, x.scope);
            if heads.own.is_none() {
                continue;
            }
            let Some(scope) = x.scope else { continue };
            let place = self.index.items.get(i as usize).map_or(0, Item::place);
            let Some(names) = self.names_outside(i, heads.class, x.scope, r) else { continue };
            let own = self.is_class_outside(i, scope, r, &names);
            let env = self.env_outside(&env, names);
            self.at((namespace, place), |cx| {
                let found = own.then(|| cx.template_declared(d, r, &env, set)).flatten();
                if let Some(t) = found.filter(|t| cx.template(*t).declaration.body.is_none()) {
                    cx.define_template(t, d, x, env, place);
                }
            });
        }
    }

    /// The member template that a definition is of.
    pub(super) fn template_declared(
        &mut self,
        d: &'a Declaration<'a>,
        r: RecordId,
        env: &Env,
        set: &MethodSet,
    ) -> Option<TemplateId> {
        if wrong!(OutsideTemplatesGoByNumber) {
            return set
                .templates
                .iter()
                .copied()
                .find(|t| is_alike(self.template(*t).declaration, d));
        }
        let types = self.types_of_template(d, Some(r), env).filter(Types::are_known);
        let (mut same, mut unknown) = (Vec::new(), Vec::new());
        for &t in &set.templates {
            let (old, own) = (self.template(t).declaration, self.template(t).env.clone());
            if !is_alike(old, d) {
                continue;
            }
            let old = self.types_of_template(old, Some(r), &own).filter(Types::are_known);
            match (&types, old) {
                (Some(a), Some(b)) if *a == b => same.push(t),
                (Some(_), Some(_)) => {}
                _ => unknown.push(t),
            }
        }
        if let [one] = same[..] {
            return Some(one);
        }
        let rest = if same.is_empty() { unknown } else { same };
        let new = Declared::new(d, env.clone(), Some(r), (self.site.namespace, self.site.place));
        rest.into_iter().find(|t| {
            let old = self.declared_as_template(*t);
            self.is_one_template(&old, &new)
        })
    }

    fn define_template(
        &mut self,
        t: TemplateId,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
        env: Env,
        place: u32,
    ) {
        let (given, new) = (self.template(t).params, d.template.unwrap_or(&[]));
        self.check_repeated_defaults(given, new, x.name.span);
        let params = merge_defaults(self.arenas, given, new);
        let declaration = self.with_default_arguments(self.template(t).declaration, d);
        let Some(old) = self.templates.all.get_mut(t) else { return };
        let env = Env { class: old.env.class, ..env };
        (old.params, old.declaration, old.env) = (params, declaration, env);
        old.flags = Flags(old.flags.0 | d.spec.flags.0 & !Flags::STATIC);
        (old.place.defined, old.span) = (place, x.name.span);
    }
}

/// Whether two declarations have parameters of the same kinds and the same qualifiers behind their parameters.
fn is_alike(a: &Declaration<'_>, b: &Declaration<'_>) -> bool {
    let ([x], [y]) = (a.declarators, b.declarators) else { return false };
    let (
        TypeExpr::Function { quals: p, object: o, variadic: v, .. },
        TypeExpr::Function { quals: q, object: n, variadic: w, .. },
    ) = (x.ty, y.ty)
    else {
        return false;
    };
    let kind = |p: &TemplateParam<'_>| matches!(p.kind, TemplateParamKind::Type(_));
    let (a, b) = (a.template.unwrap_or(&[]), b.template.unwrap_or(&[]));
    p == q && o == n && v == w && a.iter().map(kind).eq(b.iter().map(kind))
}
