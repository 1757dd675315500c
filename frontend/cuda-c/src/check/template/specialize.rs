//! Explicit and partial specialisations, as they are declared ([temp.expl.spec], [temp.class.spec]).

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};

use super::{
    Env, Specialization, TArg, Template, TemplateId, entity_of, redeclared::SpecializationHead,
};
use crate::{
    ast::{Declaration, Flags, Name, RecordSpec, TemplateArg, TemplateParam, TypeExpr},
    check::{Body, Checker, DeclarationPlace, DefaultArgument},
    parse::index::Item,
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty},
};

/// A specialisation of a class or variable template as it is written.
#[derive(Clone, Copy)]
pub(in crate::check) struct Specialised<'a> {
    pub name: Name,
    pub args: &'a [TemplateArg<'a>],
    /// `None` where it is only declared.
    pub definition: Option<Definition<'a>>,
}

/// Where a specialisation stands, and the names around it.
pub(in crate::check) struct SpecialisedAt {
    pub namespace: u32,
    pub place: u32,
    /// See [`Specialization`].
    pub args_env: Env,
    pub env: Env,
}

impl SpecialisedAt {
    /// Where a declaration of the file stands that specialises a template.
    pub fn of(item: &Item, t: &Template<'_>) -> SpecialisedAt {
        let (env, args_env) = (t.env.clone(), t.env.clone());
        SpecialisedAt { namespace: item.within, place: item.place(), args_env, env }
    }
}

/// What a specialisation is.
#[derive(Clone, Copy)]
pub(crate) enum Definition<'a> {
    Class(&'a RecordSpec<'a>),
    Variable(&'a Declaration<'a>),
}

impl<'a> Definition<'a> {
    /// The members of a class.
    pub fn record(self) -> Option<&'a RecordSpec<'a>> {
        match self {
            Definition::Class(record) => Some(record),
            Definition::Variable(_) => None,
        }
    }

    fn span(self) -> Span {
        match self {
            Definition::Class(record) => record.name.span,
            Definition::Variable(d) => d.declarators.first().map_or(d.span, |x| x.name.span),
        }
    }
}

impl<'a> Checker<'a, '_> {
    /// Declares a specialisation of a class or variable template, or defines one that is declared.
    pub(in crate::check) fn specialize(
        &mut self,
        t: TemplateId,
        d: &'a Declaration<'a>,
        new: Specialised<'a>,
        at: SpecialisedAt,
    ) {
        let SpecialisedAt { namespace, place, args_env, env } = at;
        let Specialised { name, args, definition } = new;
        let params = d.template.unwrap_or(&[]);
        let namespace =
            if wrong!(PatternsInTheNamespace) { self.template(t).namespace } else { namespace };
        let head = SpecializationHead { params, args, env: args_env, namespace, place };
        if params.is_empty()
            && let Some((needed, made)) = self.made_before(t, &head)
        {
            return self.specialised_late(&made, name.span, needed);
        }
        self.check_stated_arguments(t, &head, name.span);
        let heads = &self.template(t).specializations;
        let heads: Vec<_> = heads.iter().map(SpecializationHead::of).collect();
        let old = heads.iter().position(|s| self.is_one_specialization(t, s, &head));
        let all = Rc::make_mut(&mut self.templates.all[t].specializations);
        let old = old.and_then(|i| all.get_mut(i));
        let first = old.is_none();
        match (old, definition) {
            (Some(Specialization { definition: Some(first), .. }), Some(_)) => {
                let first = first.span();
                let text =
                    format!("this specialisation of `{}` is defined twice", self.text(name.sym));
                let d = Diagnostic::new(code::REDEFINED, name.span, text);
                self.diags.push(d.note(first, "the first definition is here"));
            }
            (Some(old), Some(_)) => {
                (old.params, old.args, old.definition) = (params, args, definition);
                (old.namespace, old.place.defined, old.span) = (namespace, place, name.span);
                (old.args_env, old.env) = (head.env, env);
            }
            (Some(_), None) => {}
            (None, _) => all.push(Specialization {
                params,
                args,
                args_env: head.env,
                env,
                definition,
                namespace,
                place: DeclarationPlace { declared: place, defined: place },
                span: name.span,
            }),
        }
        if !params.is_empty() && first {
            self.check_partial_is_early(t, name.span, place);
        }
    }

    /// Reports a partial specialisation behind a class that it would have been for ([temp.class.spec] 1).
    fn check_partial_is_early(&mut self, t: TemplateId, at: Span, place: u32) {
        let before = |cx: &Self, r: RecordId| {
            let made =
                cx.templates.instances.get(&r).filter(|_| cx.classes.all.contains_key(&r))?;
            let (point, span) = made.needed;
            (point != 0 && point < place).then(|| (made.args.clone(), span))
        };
        let made: Vec<Ty> = self.made(t).types.values().copied().collect();
        let template = self.template(t).clone();
        for ty in made {
            let found = self.class_id(ty).and_then(|r| before(self, r));
            let Some((args, needed)) = found else { continue };
            let trial = self.diags.begin_trial();
            let arena = TypedArenas::small();
            let chosen = Body::outside(self, &arena).specialization(&template, &args);
            self.diags.end_trial(trial);
            if matches!(chosen, Some(Ok(c)) if c.stated.is_some_and(|s| s.1 == at)) {
                let name = self.type_name(ty);
                return self.specialised_late(&name, at, needed);
            }
        }
    }

    /// Another specialisation of a class or variable template, for the same arguments, that is defined.
    pub(in crate::check) fn first_specialization(
        &mut self,
        t: TemplateId,
        params: &'a [TemplateParam<'a>],
        new: Specialised<'a>,
        at: SpecialisedAt,
    ) -> Option<Span> {
        let SpecialisedAt { namespace, place, args_env: env, .. } = at;
        let own = SpecializationHead { params, args: new.args, env, namespace, place };
        let all = self.template(t).specializations.clone();
        let defined = all.iter().filter(|s| s.definition.is_some() && s.span != new.name.span);
        let mut same =
            defined.filter(|s| self.is_one_specialization(t, &SpecializationHead::of(s), &own));
        same.next().map(|s| s.span)
    }

    /// `template <> f<float>(...)`: an instance that is given.
    pub(super) fn specialize_function(&mut self, item: &Item, d: &'a Declaration<'a>) {
        self.check_no_default_arguments(d);
        let arena = TypedArenas::small();
        let mut b = Body::outside(self, &arena);
        let Some((t, args)) = b.named_instance(d) else { return };
        if wrong!(SpecialisationsIgnored) {
            return;
        }
        let env = b.cx.templates.no_env.clone();
        let flags = Flags(d.spec.flags.0 | item.flags.0 & Flags::EXTERN_C);
        let declared = b.declare_instance(d, flags, env, t, args.clone(), item.library);
        drop(b);
        if let Some(f) = declared {
            self.take_specialisation(f, t, args, d);
        }
    }

    /// Takes a function as the instance that is stated for its arguments.
    fn take_specialisation(
        &mut self,
        f: FunctionId,
        t: TemplateId,
        key: Rc<[TArg]>,
        d: &'a Declaration<'a>,
    ) {
        if !wrong!(SpecialisationsHaveNoDefaults) {
            self.take_default_arguments(f, t);
        }
        if let [x] = d.declarators {
            let said = self.template_other_noexcept(t, d, x.name);
            said.into_iter().for_each(|d| self.diags.push(d));
        }
        let pattern = self.template(t).span;
        let earlier = self.made(t).functions.get(&key).copied();
        // What is made of the template stands where that does.
        let first = earlier.map(|e| &self.functions[e]);
        let first = first.filter(|e| e.body.is_some() && e.span != pattern).map(|e| e.span);
        if let (Some(first), Some(_), [x]) = (first, d.body, d.declarators) {
            let text =
                format!("this specialisation of `{}` is defined twice", self.text(x.name.sym));
            let d = Diagnostic::new(code::REDEFINED, x.name.span, text);
            self.diags.push(d.note(first, "the first definition is here"));
            return;
        }
        self.note_stated(f, earlier);
        if d.body.is_some() || earlier.is_none() {
            self.templates.made[t].functions.insert(key, f);
        }
    }

    /// Declares a specialisation of one of a class's member templates, which states these arguments.
    pub(in crate::check) fn specialize_method(
        &mut self,
        set: &[TemplateId],
        d: &'a Declaration<'a>,
        given: &[TArg],
        r: RecordId,
        env: &Env,
    ) {
        let arena = TypedArenas::small();
        let mut b = Body::within(self, &arena, env, Some(r));
        let Some((t, args)) = b.instance_among(d, given, set) else { return };
        drop(b);
        if wrong!(MemberSpecialisationsIgnored) {
            return;
        }
        let info = self.template(t);
        let (library, own) = (info.library, info.flags.0 & Flags::STATIC);
        let flags = Flags(d.spec.flags.0 & !Flags::STATIC | own);
        // It has no parameters, and is where its template is.
        let env = Env { instance: info.env.instance, ..env.clone() };
        let mut b = Body::within(self, &arena, &env, Some(r));
        let declared = b.declare_instance(d, flags, env.clone(), t, args.clone(), library);
        drop(b);
        if let Some(f) = declared {
            self.functions[f].membership.inits = d.inits;
            self.take_specialisation(f, t, args, d);
        }
    }

    /// Gives a specialisation the default arguments of its template, which it has no own of ([temp.expl.spec] 21).
    fn take_default_arguments(&mut self, f: FunctionId, t: TemplateId) {
        let t = self.template(t);
        let place = t.place.defined;
        let [x] = t.declaration.declarators else { return };
        let TypeExpr::Function { params, .. } = x.ty else { return };
        for (own, p) in self.functions[f].signature.params.iter_mut().zip(*params) {
            own.default = p.default.map(|value| DefaultArgument { value, place });
        }
    }

    /// The names around the default arguments of a function: those of a specialisation are its template's.
    pub(in crate::check) fn env_of_defaults(&mut self, f: FunctionId) -> Env {
        let info = self.declared_function(f);
        let (env, template, args) =
            (info.env.clone(), info.origin.template, info.origin.args.clone());
        let Some(t) = template.filter(|_| self.templates.stated.contains_key(&f)) else {
            return env;
        };
        let t = self.template(t);
        let (env, params) = (t.env.clone(), t.params);
        let names = params.iter().zip(args.iter()).map(|(p, a)| (p.name.sym, entity_of(*a)));
        self.instance_env(&env, names)
    }

    /// Reports arguments of a specialisation that its template does not take.
    fn check_stated_arguments(&mut self, t: TemplateId, head: &SpecializationHead<'a>, at: Span) {
        if !head.params.is_empty() {
            return;
        }
        let info = self.template(t).clone();
        let arena = TypedArenas::small();
        self.at((head.namespace, head.place), |cx| {
            let mut b = Body::within(cx, &arena, &head.env, head.env.class);
            let Some(given) = b.template_arg_list(head.args) else { return };
            let all: Vec<_> = given.iter().copied().map(Some).collect();
            if b.complete_args(info.params, &info.env, info.class, &all, info.name).is_none() {
                b.wrong_template_arguments(&info, &given, at);
            }
        });
    }

    /// The place that needed the instance for these arguments, and its name, where that stands before a specialisation.
    fn made_before(
        &mut self,
        t: TemplateId,
        head: &SpecializationHead<'a>,
    ) -> Option<(Span, String)> {
        let place = head.place;
        let trial = self.diags.begin_trial();
        let arena = TypedArenas::small();
        let made = self.at((head.namespace, place), |cx| {
            Body::within(cx, &arena, &head.env, head.env.class).template_arg_list(head.args)
        });
        self.diags.end_trial(trial);
        let ty = self.made(t).types.get(made?.as_slice()).copied()?;
        let r = self.class_id(ty).filter(|r| self.classes.all.contains_key(r))?;
        let (point, span) = self.templates.instances.get(&r)?.needed;
        (point != 0 && point < place).then(|| (span, self.type_name(ty)))
    }

    /// Notes that a function is stated for given arguments at the place at hand, if not by an earlier declaration.
    pub(in crate::check) fn note_stated(&mut self, f: FunctionId, earlier: Option<FunctionId>) {
        let first = earlier.and_then(|e| self.templates.stated.get(&e).copied());
        let first = first.or(self.templates.stated.get(&f).copied()).unwrap_or(self.site.place);
        self.templates.stated.insert(f, first.min(self.site.place));
        if let Some(e) = earlier {
            self.templates.stated.insert(e, first.min(self.site.place));
        }
    }

    /// Reports a function that is stated for given arguments behind a function that calls it ([temp.expl.spec] 6).
    pub(in crate::check) fn check_stated_function(
        &mut self,
        f: FunctionId,
        caller: Option<FunctionId>,
        span: Span,
    ) {
        let Some(&stated) = self.templates.stated.get(&f) else { return };
        let caller = caller.and_then(|c| self.functions.get(c));
        let point =
            caller.map_or(0, |c| if self.is_instance(c) { 0 } else { c.home.place.defined });
        if point == 0 || stated <= point {
            return;
        }
        // Told once.
        if !self.diags.in_trial() {
            self.templates.stated.remove(&f);
        }
        let info = &self.functions[f];
        let (name, at) = (self.function_name(info), info.span);
        self.specialised_late(&name, at, span);
    }

    pub(in crate::check) fn specialised_late(&mut self, name: &str, at: Span, needed: Span) {
        let text = format!("`{name}` is specialised behind the place that needs it");
        let d = Diagnostic::new(code::TEMPLATE, at, text);
        self.diags
            .push(d.note(needed, "it is needed here: declare the specialisation before this"));
    }
}
