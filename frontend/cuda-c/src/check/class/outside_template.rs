//! Member templates that are defined outside of their classes ([temp.mem] 1): `template <class U> int P::f(U u) { ... }`, and
//! `template <class T> template <class U> int A<T>::f(U u) { ... }` where the class is made of a template.
//!
//! Idea: a declaration and a definition are one where their types are, with types that no program can name for the template's
//! parameters; where these make no sense, or fit several, what is written decides ([temp.over.link]).

use optx_source::{Diagnostic, code};

use super::{
    MethodSet,
    heads::arguments_of,
    outside::{Outside, Seen, Verdict, kind_of},
};
use crate::{
    ast::{Declaration, Declarator, Flags, TemplateParam, TemplateParamKind, TypeExpr},
    check::{
        Body, Checker, Entity, Env, TemplateId,
        template::{Declared, TArg, Types, merge_defaults},
    },
    intern::Symbol,
    parse::index::Item,
    typed::TypedArenas,
    types::RecordId,
};

impl<'a> Checker<'a, '_> {
    /// Gives a class's member templates of a name the definitions and specialisations that stand outside of it. What is for one instance of
    /// a class template comes before what is for all ([temp.expl.spec] 16).
    pub(super) fn define_templates(&mut self, r: RecordId, set: &MethodSet) {
        let Some(name) = set.templates.first().map(|t| self.template(*t).name) else { return };
        let Some(c) = self.classes.all.get(&r) else { return };
        let (class, env, namespace) = (c.spec.name.sym, c.env.clone(), c.namespace);
        let mut found = Vec::new();
        for i in self.index.members(class, name).to_vec() {
            let Some(d) = self.parsed_item(i) else { continue };
            let Some(heads) = self.heads(d, r) else { continue };
            let Some(own) = heads.own else { continue };
            // What is declared once more, and not defined, says nothing new of a template.
            if own.is_empty() || d.body.is_some() {
                found.push((i, d, heads));
            }
        }
        optx_whirl::stable_order::sort_by_key(&mut found, |(_, _, heads)| {
            (heads.own.is_some_and(<[_]>::is_empty), !heads.are_stated())
        });
        for (i, d, heads) in found {
            let ([x], Some(own)) = (d.declarators, heads.own) else { continue };
            let Some(scope) = x.scope else { continue };
            let place = self.index.items.get(i as usize).map_or(0, Item::place);
            let Some(names) = self.names_outside(i, &heads) else { continue };
            if !self.is_class_outside(i, scope, r, &names) {
                continue;
            }
            if own.is_empty() {
                // What is wrong with it is told once, where it stands.
                let trial = self.diags.begin_trial();
                let given = self.stated_outside(i, d, &names);
                let env = self.env_outside(&env, names);
                let alike = self.alike(set, d);
                if let Some(given) = given {
                    self.at((namespace, place), |cx| {
                        cx.specialize_method(&alike, d, &given, r, &env);
                    });
                }
                self.diags.end_trial(trial);
                continue;
            }
            let env = self.env_outside(&env, names);
            self.at((namespace, place), |cx| {
                let found = cx.template_declared(d, r, &env, set);
                let open = |t: &TemplateId| cx.template(*t).declaration.body.is_none();
                if let Some(t) = found.filter(|t| heads.are_stated() || open(t)) {
                    cx.define_template(t, d, x, env, place);
                }
            });
        }
    }

    /// The arguments behind the name of a specialisation outside of its class: they are no names of the class ([basic.lookup.unqual] 8).
    pub(super) fn stated_outside(
        &mut self,
        item: u32,
        d: &Declaration<'a>,
        names: &[(Symbol, Entity)],
    ) -> Option<Vec<TArg>> {
        let args = arguments_of(d).unwrap_or(&[]);
        let item = self.index.items.get(item as usize)?;
        let (namespace, place) = (item.within, item.place());
        let env = self.env_of_heads(names);
        let arena = TypedArenas::small();
        let site = self.site.within(&env, None).at(namespace, place);
        Body::at_site(self, &arena, site).template_arg_list(args)
    }

    /// The member templates that have the qualifiers of a declaration.
    pub(super) fn alike(&self, set: &MethodSet, d: &Declaration<'_>) -> Vec<TemplateId> {
        let same = |t: &TemplateId| has_qualifiers_of(self.template(*t).declaration, d);
        set.templates.iter().copied().filter(same).collect()
    }

    /// Whether a specialisation is one of a template that its class declares.
    pub(super) fn check_specialised(
        &mut self,
        o: &Outside<'a>,
        x: &'a Declarator<'a>,
        seen: &mut Seen,
    ) -> Option<Verdict> {
        if let Err(d) = self.check_arguments_outside(o) {
            return Some(Err(d));
        }
        let (name, class) = (x.name, self.classes.all.get(&o.class)?.spec.name.sym);
        let set = self.declared_methods(o.class, name.sym, kind_of(name.sym, class));
        let alike = self.alike(&set, o.d);
        let namespace = self.classes.all.get(&o.class)?.namespace;
        let trial = self.diags.begin_trial();
        let arena = TypedArenas::small();
        let site = self.site.within(&o.env, Some(o.class)).at(namespace, o.place);
        let given = self.stated_outside(o.item, o.d, &o.names);
        let found = given.and_then(|given| {
            Body::at_site(self, &arena, site).instance_among(o.d, &given, &alike)
        });
        self.diags.end_trial(trial);
        if let Some(found) = found {
            if let Some(d) = self.template_other_noexcept(found.0, o.d, name) {
                return Some(Err(Box::new(d)));
            }
            let first = o.d.body.and_then(|_| seen.specialised.insert(found, name.span));
            return Some(first.map_or(Ok(()), |first| {
                let text =
                    format!("this specialisation of `{}` is defined twice", self.text(name.sym));
                let d = Diagnostic::new(code::REDEFINED, name.span, text);
                Err(Box::new(d.note(first, "the first definition is here")))
            }));
        }
        let (class, text) = (self.outside_name(o), self.text(name.sym));
        let text =
            format!("`{class}` declares no template `{text}` that this is a specialisation of");
        Some(Err(Box::new(Diagnostic::new(code::UNKNOWN_MEMBER, name.span, text))))
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
        let said = self.template_other_noexcept(t, d, x.name);
        said.into_iter().for_each(|d| self.diags.push(d));
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
    let kind = |p: &TemplateParam<'_>| matches!(p.kind, TemplateParamKind::Type(_));
    let (x, y) = (a.template.unwrap_or(&[]), b.template.unwrap_or(&[]));
    has_qualifiers_of(a, b) && x.iter().map(kind).eq(y.iter().map(kind))
}

/// Whether two declarations have the same qualifiers behind their parameters.
fn has_qualifiers_of(a: &Declaration<'_>, b: &Declaration<'_>) -> bool {
    let ([x], [y]) = (a.declarators, b.declarators) else { return false };
    let (
        TypeExpr::Function { quals: p, object: o, variadic: v, .. },
        TypeExpr::Function { quals: q, object: n, variadic: w, .. },
    ) = (x.ty, y.ty)
    else {
        return false;
    };
    p == q && o == n && v == w
}
