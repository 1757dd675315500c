//! Member classes, enumerations, and class and variable templates that are defined or specialised outside of their classes ([class.nest] 2,
//! [temp.mem] 1, [temp.expl.spec] 16 to 18, [temp.class.spec] 5): `template <class T> struct A<T>::In {..}`,
//! `template <> template <> struct A<int>::In<char> {..}`.
//!
//! Idea: a member template takes in what stands outside of its class when the class declares it: that is syntax, and nothing is made of it
//! yet. A member class is defined when it has to be complete. What is for one instance of a class template comes before what is for all; where
//! the template itself is stated for one instance, its partial specialisations are not that instance's.

use optx_source::{Diagnostic, Span, code};

use super::{
    heads::{Heads, arguments_of, defined, scope_of},
    outside::{Outside, Seen, Verdict},
};
use crate::{
    ast::{Base, Declaration, Declarator, EnumSpec, Flags, Name},
    check::{
        Body, Checker, Entity, Env, TemplateId,
        template::{Specialised, SpecialisedAt, merge_defaults, same_template_parameters},
    },
    intern::Symbol,
    typed::TypedArenas,
    types::{RecordId, Ty, TypeKind},
};

/// A definition that stands outside of the class that declares what it defines.
struct Found<'a> {
    d: &'a Declaration<'a>,
    heads: Heads<'a>,
    env: Env,
    /// The names of the classes' parameters alone, as arguments behind the name see them.
    names: Env,
    /// The namespace that it stands in.
    within: u32,
    place: u32,
}

impl<'a> Checker<'a, '_> {
    /// What stands outside of a class for a member of it of that name: what is for one instance first.
    fn members_outside(&mut self, r: RecordId, name: Symbol) -> Vec<Found<'a>> {
        let Some(c) = self.classes.all.get(&r) else { return Vec::new() };
        let (class, env) = (c.spec.name.sym, c.env.clone());
        let mut list = Vec::new();
        for i in self.index.members(class, name).to_vec() {
            let Some(d) = self.parsed_item(i) else { continue };
            let (Some(heads), Some(scope)) = (self.heads(d, r), scope_of(d)) else { continue };
            let Some(names) = self.names_outside(i, &heads) else { continue };
            if self.is_class_outside(i, scope, r, &names) {
                let item = self.index.items.get(i as usize);
                let (within, place) = item.map_or((0, 0), |i| (i.within, i.place()));
                let own = match wrong!(ArgumentsSeeTheClass) {
                    true => Env { class: Some(r), ..env.clone() },
                    false => self.env_of_heads(&names),
                };
                let env = self.env_outside(&env, names);
                list.push(Found { d, heads, env, names: own, within, place });
            }
        }
        optx_whirl::stable_order::sort_by_key(&mut list, |f| !f.heads.are_stated());
        list
    }

    /// Gives a member template the definition and the specialisations that stand outside of its class.
    pub(super) fn take_members_outside(&mut self, r: RecordId, name: Symbol, t: TemplateId) {
        if wrong!(MemberSpecialisationsIgnored) {
            return;
        }
        for f in self.members_outside(r, name) {
            let Some(own) = f.heads.own else { continue };
            let Some((name, definition)) = defined(f.d) else { continue };
            match arguments_of(f.d) {
                None if !own.is_empty() => self.restate(t, &f, name),
                None => {}
                Some(args) => {
                    // Its partial specialisations in the class and for all instances are not those of an instance that it is stated for
                    // ([temp.class.spec.mfunc] 2).
                    if self.template(t).restated && !f.heads.are_stated() {
                        continue;
                    }
                    let at = SpecialisedAt {
                        namespace: f.within,
                        place: f.place,
                        args_env: f.names,
                        env: Env { class: Some(r), ..f.env },
                    };
                    self.specialize(t, f.d, Specialised { name, args, definition }, at);
                }
            }
        }
    }

    /// Defines a member template, or states it for one instance of the class around it.
    fn restate(&mut self, t: TemplateId, f: &Found<'a>, name: Name) {
        let stated = f.heads.are_stated();
        let old = &self.templates.all[t];
        let flags = Flags(old.flags.0 | f.d.spec.flags.0);
        let defined = old.restated || is_defined(old.declaration);
        let (params, new) = (old.params, f.d.template.unwrap_or(&[]));
        // What does not fit is told of where it stands.
        if defined && !stated || !same_template_parameters(new, params) {
            return;
        }
        let params = merge_defaults(self.arenas, params, new);
        let old = &mut self.templates.all[t];
        (old.params, old.declaration, old.span) = (params, f.d, name.span);
        (old.flags, old.restated) = (flags, stated);
        old.env = Env { class: old.env.class, ..f.env.clone() };
        old.place.defined = f.place;
    }

    /// Defines a member class of an instance of a class template by what stands outside of it; whether there is such a definition.
    pub(in crate::check) fn define_member_class(&mut self, r: RecordId) -> bool {
        let Some(&(class, name)) = self.classes.declared_in.get(&r) else { return false };
        if !self.is_of_template(class) {
            return false;
        }
        let mut found = self.members_outside(class, name);
        found.retain(|f| f.heads.own.is_none());
        // Where it is stated for this instance, what is for all is not meant, be that a definition or not.
        let stated = found.iter().any(|f| f.heads.are_stated());
        let found = found.into_iter().find_map(|f| match f.d.spec.base {
            Base::Record(spec) if f.heads.are_stated() == stated => Some((spec, f)),
            _ => None,
        });
        let Some((spec, f)) = found else { return false };
        if stated {
            self.classes.stated_outside.insert(r, ());
        }
        let namespace = self.classes.all.get(&class).map_or(self.site.namespace, |c| c.namespace);
        self.at((namespace, f.place), |cx| {
            let arena = TypedArenas::small();
            let site = cx.site.within(&f.env, Some(class));
            let mut b = Body::at_site(cx, &arena, site);
            b.member_of = Some(class);
            b.define_class(r, spec);
        });
        true
    }

    /// Whether a class's member class is stated for this instance of a class template outside of it: then its definition in the class is not
    /// the one that is meant.
    pub(in crate::check) fn is_stated_outside(&mut self, class: RecordId, name: Symbol) -> bool {
        let Some(c) = self.classes.all.get(&class) else { return false };
        let some = !self.index.members(c.spec.name.sym, name).is_empty();
        let stated = |f: &Found<'_>| f.heads.own.is_none() && f.heads.are_stated();
        some && self.is_of_template(class)
            && self.members_outside(class, name).iter().any(stated)
            && !wrong!(MemberSpecialisationsIgnored)
    }

    /// The definitions that stand outside of an instance of a class template for those of its members that are enumerations, and the names
    /// around them.
    pub(in crate::check) fn enumerations_outside(
        &mut self,
        class: RecordId,
        members: &[Symbol],
    ) -> Vec<(&'a EnumSpec<'a>, Env)> {
        let defined = |f: Found<'a>| match f.d.spec.base {
            Base::Enum(spec) if f.heads.own.is_none() && !spec.opaque => Some((spec, f.env)),
            _ => None,
        };
        let first =
            |name: &Symbol| self.members_outside(class, *name).into_iter().find_map(defined);
        members.iter().filter_map(first).collect()
    }

    /// What is wrong with a class or enumeration, or a template of classes, that stands outside of its class.
    pub(super) fn check_class_outside(
        &mut self,
        o: &Outside<'a>,
        heads: &Heads<'a>,
        seen: &mut Seen,
    ) -> Verdict {
        let name = match o.d.spec.base {
            Base::Enum(e) => e.name,
            _ => match defined(o.d) {
                Some((name, _)) => name,
                None => return Ok(()),
            },
        };
        self.check_arguments_outside(o)?;
        let found = self.classes.all.get(&o.class).and_then(|c| c.entities.get(&name.sym)).copied();
        match (found, heads.own) {
            (Some(Entity::ClassTemplate(t)), Some(_))
                if !self.template(t).flags.has(Flags::TYPEDEF) =>
            {
                self.check_template_outside(o, name, t)
            }
            (Some(Entity::Type(t, _)), None) if !self.is_member_type(o.class, t) => {
                let text =
                    format!("`{}` is another name of a type, and no class", self.text(name.sym));
                Err(Box::new(Diagnostic::new(code::REDEFINED, name.span, text)))
            }
            (Some(Entity::Type(t, _)), None) => {
                let is_within = |r: &RecordId| !self.classes.declared_in.contains_key(r);
                let within = self.class_id(t).filter(|r| is_within(r) && !heads.are_stated());
                let first = within.and_then(|r| self.classes.all.get(&r)).map(|c| c.spec.name.span);
                let defines = matches!(o.d.spec.base, Base::Record(_));
                let key = (o.class, name.sym);
                let before = defines.then(|| seen.classes.insert(key, name.span)).flatten();
                match first.or(before).filter(|_| defines) {
                    Some(first) => Err(self.class_defined_twice(name, first)),
                    None => Ok(()),
                }
            }
            _ => {
                let what = if heads.own.is_some() { "class template" } else { "class" };
                Err(self.not_a_member(o, name, what))
            }
        }
    }

    /// What is wrong with a variable template, or a specialisation of one, that stands outside of its class.
    pub(super) fn check_variable_outside(
        &mut self,
        o: &Outside<'a>,
        x: &'a Declarator<'a>,
    ) -> Verdict {
        self.check_arguments_outside(o)?;
        let c = self.classes.all.get(&o.class);
        match c.and_then(|c| c.entities.get(&x.name.sym)) {
            Some(&Entity::VariableTemplate(t)) => self.check_template_outside(o, x.name, t),
            _ => Err(self.not_a_member(o, x.name, "variable template")),
        }
    }

    /// What is wrong with the arguments of a specialisation.
    pub(super) fn check_arguments_outside(&mut self, o: &Outside<'a>) -> Verdict {
        let before = self.diags.list().len();
        if o.d.template.is_some_and(<[_]>::is_empty) {
            self.stated_outside(o.item, o.d, &o.names);
        }
        self.said_since(before)
    }

    /// What was said first behind so many diagnostics.
    fn said_since(&self, before: usize) -> Verdict {
        self.diags.list().get(before).map_or(Ok(()), |d| Err(Box::new(d.clone())))
    }

    /// Whether a class or enumeration is what a class declares, and not what a typedef of it names.
    fn is_member_type(&self, class: RecordId, t: Ty) -> bool {
        match self.types.kind(t) {
            TypeKind::Record(r) => {
                let outer = self.classes.all.get(&r).and_then(|c| c.outer);
                outer == Some(class)
                    || self.classes.declared_in.get(&r).is_some_and(|d| d.0 == class)
            }
            TypeKind::Enum(e) => self.types.enums.get(e).is_some_and(|e| e.class == Some(class)),
            _ => false,
        }
    }

    /// What is wrong with the definition of a member template, or with a specialisation of one.
    fn check_template_outside(&mut self, o: &Outside<'a>, name: Name, t: TemplateId) -> Verdict {
        let (d, own) = (o.d, o.d.template.unwrap_or(&[]));
        let Some(args) = arguments_of(d) else {
            let info = self.template(t);
            if !same_template_parameters(own, info.params) {
                let text = format!(
                    "the template `{}` has other parameters here than in its class",
                    self.text(name.sym)
                );
                let d = Diagnostic::new(code::REDEFINED, name.span, text);
                return Err(Box::new(d.note(info.span, "the class declares it here")));
            }
            // A template is defined once in its class and outside of it.
            let other = !std::ptr::eq(info.declaration, d);
            let twice = other && is_defined(d) && is_defined(info.declaration);
            return match twice {
                true => Err(self.class_defined_twice(name, info.span)),
                false => Ok(()),
            };
        };
        let before = self.diags.list().len();
        self.check_specialization(t, d, name, args);
        self.said_since(before)?;
        let env = self.env_of_heads(&o.names);
        let namespace = self.index.items.get(o.item as usize).map_or(0, |i| i.within);
        let at = SpecialisedAt { namespace, place: o.place, args_env: env.clone(), env };
        let new = Specialised { name, args, definition: None };
        match self.first_specialization(t, own, new, at).filter(|_| is_defined(d)) {
            Some(first) => Err(self.class_defined_twice(name, first)),
            None => Ok(()),
        }
    }

    fn class_defined_twice(&self, name: Name, first: Span) -> Box<Diagnostic> {
        let text = format!("`{}` is defined twice", self.text(name.sym));
        let d = Diagnostic::new(code::REDEFINED, name.span, text);
        Box::new(d.note(first, "the first definition is here"))
    }

    fn not_a_member(&self, o: &Outside<'a>, name: Name, what: &str) -> Box<Diagnostic> {
        let (class, text) = (self.outside_name(o), self.text(name.sym));
        let text = format!("`{class}` declares no {what} `{text}`");
        Box::new(Diagnostic::new(code::UNKNOWN_MEMBER, name.span, text))
    }
}

/// Whether a template's declaration is a definition.
fn is_defined(d: &Declaration<'_>) -> bool {
    match d.declarators {
        [x] => x.init.is_some() || x.args.is_some(),
        _ => matches!(d.spec.base, Base::Record(_)),
    }
}
