//! Instances of templates: arguments, specialisations, and what is declared for them.

use std::rc::Rc;

use optx_source::{Span, code};

use super::{
    ClassInstance, Definition, Instance, Specialization, TArg, Template, TemplateId,
    arguments::has_deduced_type, entity_of,
};
use crate::{
    ast::{Declaration, Flags, Pattern, TemplateArg, TemplateParam, TypeExpr},
    check::{Body, Entity, Env},
    intern::Symbol,
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty, TypeKind},
};

/// What a class or variable is made of for its template's arguments.
pub(in crate::check) struct Chosen<'a> {
    /// `None` where a specialisation is declared and not defined.
    pub definition: Option<Definition<'a>>,
    /// What its parameters stand for, and the names around it.
    pub names: Vec<(Symbol, Entity)>,
    pub env: Env,
    /// Where it stands.
    pub place: u32,
    /// Where it was first declared, if it is for just these arguments.
    pub stated: Option<(u32, Span)>,
}

/// What parameters stand for.
pub(in crate::check) fn bound(
    params: &[TemplateParam<'_>],
    args: &[TArg],
) -> Vec<(Symbol, Entity)> {
    params.iter().zip(args).map(|(p, a)| (p.name.sym, entity_of(*a))).collect()
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The type that a class or alias template is for given arguments.
    pub(in crate::check) fn template_type(
        &mut self,
        id: TemplateId,
        args: &'a [TemplateArg<'a>],
        span: Span,
    ) -> Ty {
        let Some(given) = self.template_arg_list(args) else { return Ty::ERROR };
        let t = self.cx.template(id).clone();
        if self.spreads_over_alias(&t, args) {
            let text = "an expansion stands for a parameter of an alias template that is no pack";
            self.cx.error(code::TEMPLATE, span, text);
            return Ty::ERROR;
        }
        let given: Vec<Option<TArg>> = given.into_iter().map(Some).collect();
        let complete = self.at((t.namespace, t.place.defined), |b| {
            b.complete_args(t.params, &t.env, t.class, &given, t.name)
        });
        let Some(args) = complete else {
            let given: Vec<TArg> = given.into_iter().flatten().collect();
            self.wrong_template_arguments(&t, &given, span);
            return Ty::ERROR;
        };
        self.class_instance(id, args, span)
    }

    /// The class or alias for complete arguments. A class is defined when it has to be ([`Body::complete`]).
    pub(in crate::check) fn class_instance(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
        span: Span,
    ) -> Ty {
        if wrong!(AliasesForgetArguments)
            && self.cx.template(id).flags.has(Flags::TYPEDEF)
            && let Some(t) = self.cx.made(id).types.values().next()
        {
            return *t;
        }
        if let Some(t) = self.cx.made(id).types.get(&args) {
            return *t;
        }
        if self.cx.templates.endless {
            return Ty::ERROR;
        }
        let t = self.cx.template(id).clone();
        if self.is_instantiated_too_often(id, span) {
            return Ty::ERROR;
        }
        if !t.flags.has(Flags::TYPEDEF) {
            if self.is_named_too_long(&t, &args, span) {
                return Ty::ERROR;
            }
            let text = self.cx.text(t.name).to_string();
            return self.at_definition(&t, |b| b.new_instance(id, args, &text, false).1);
        }
        self.cx.declared.resolving += 1;
        let ty = self.at_definition(&t, |b| {
            b.making(Instance::Of(id, args.clone()), span, |b| b.alias_instance(id, &t, args))
        });
        self.cx.declared.resolving -= 1;
        ty
    }

    /// The type that an alias template is for its arguments. What makes no sense is told of each time.
    fn alias_instance(&mut self, id: TemplateId, t: &Template<'a>, args: Rc<[TArg]>) -> Ty {
        let env = self.cx.instance_env(&t.env, bound(t.params, &args));
        let arena = TypedArenas::small();
        let trial = self.cx.diags.in_trial().then(|| self.cx.diags.begin_trial());
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        b.expected.asking = Some(t.name);
        let mut ty = match t.declaration.declarators {
            [x] => b.type_named(x.ty),
            _ => Ty::ERROR,
        };
        drop(b);
        if let Some(trial) = trial
            && match wrong!(AliasesSwallowFailures) {
                true => self.cx.diags.end_trial(trial),
                false => self.cx.diags.merge_trial(trial),
            }
        {
            ty = Ty::ERROR;
        }
        if !ty.is_error() {
            self.cx.templates.made[id].types.insert(args, ty);
        }
        ty
    }

    /// A class without contents yet for a template's arguments, or the one that was made before there was a definition.
    pub(super) fn new_instance(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
        text: &str,
        is_union: bool,
    ) -> (RecordId, Ty) {
        if let Some(ty) = self.cx.made(id).types.get(&args).copied()
            && let TypeKind::Record(r) = self.cx.types.kind(ty)
        {
            self.cx.types.records[r].is_union = is_union;
            return (r, ty);
        }
        let name = format!("{text}{}", self.cx.args_text(&args));
        let r = self.cx.types.new_record(self.cx.site.namespace, name, is_union);
        let ty = self.cx.types.record(r);
        self.cx.templates.made[id].types.insert(args.clone(), ty);
        self.cx.templates.instances.insert(
            r,
            ClassInstance {
                template: id,
                args,
                stated: None,
                needed: (0, Span::NONE),
                by: None,
                faulty: false,
            },
        );
        (r, ty)
    }

    /// The specialisation that fits best, with what its parameters are bound to; an error where none is best.
    pub(in crate::check) fn specialization(
        &mut self,
        t: &Template<'a>,
        args: &[TArg],
    ) -> Option<Result<Chosen<'a>, ()>> {
        let mut fitting: Vec<(&Specialization<'a>, Rc<[TArg]>)> = Vec::new();
        for s in t.specializations.iter() {
            let site = (s.namespace, s.place.defined);
            let full = self.at(site, |b| b.specialization_fits(s, t, args));
            fitting.extend(full.map(|f| (s, f)));
        }
        // An explicit one that is declared by another spelling of its arguments is the defined one.
        let defined = fitting.iter().any(|(s, _)| s.params.is_empty() && s.definition.is_some());
        fitting.retain(|(s, _)| !(defined && s.params.is_empty() && s.definition.is_none()));
        if wrong!(FirstSpecialisationWins) {
            fitting.truncate(1);
        }
        let mut best = None;
        for (k, (s, full)) in fitting.iter().enumerate() {
            let others = fitting.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, o)| o.0);
            if others.clone().all(|o| self.is_more_special(s, o, t)) {
                let params = s.params.iter().zip(full.iter());
                let names = params.map(|(p, a)| (p.name.sym, entity_of(*a))).collect();
                let stated = Some((s.place.declared, s.span));
                let definition = s.definition;
                let (env, place) = (s.env.clone(), s.place.defined);
                best = Some(Chosen { definition, names, env, place, stated });
            }
        }
        if fitting.is_empty() { None } else { Some(best.ok_or(())) }
    }

    /// Whether a specialisation is more special than another ([temp.class.order]): its pattern, with types of their own for
    /// its parameters, fits the other's, and not the reverse.
    fn is_more_special(
        &mut self,
        a: &Specialization<'a>,
        b: &Specialization<'a>,
        t: &Template<'a>,
    ) -> bool {
        self.is_at_least_as_special(a, b, t) && !self.is_at_least_as_special(b, a, t)
    }

    fn is_at_least_as_special(
        &mut self,
        a: &Specialization<'a>,
        b: &Specialization<'a>,
        t: &Template<'a>,
    ) -> bool {
        let names = self.unique_arguments(a.params);
        let env = self.cx.instance_env(&a.args_env, names);
        let trial = self.cx.diags.begin_trial();
        let arena = TypedArenas::small();
        // The names of each pattern mean what they mean where it stands.
        let here = self.cx.site.place;
        let place = if wrong!(PatternsAtTheTemplate) { here } else { a.place.defined };
        let site = self.cx.site.within(&env, a.args_env.class).at(a.namespace, place);
        let mut own = Body::at_site(&mut *self.cx, &arena, site);
        let mut args = Vec::new();
        a.args.iter().for_each(|x| own.template_args_of(x, &mut args));
        let args: Option<Vec<TArg>> = args.into_iter().collect();
        drop(own);
        // What a specialisation leaves out is the template's default for it.
        let args = args.and_then(|args| {
            let all: Vec<_> = args.iter().copied().map(Some).collect();
            let short = args.len() < t.params.len() && !wrong!(ShortSpecialisationsLose);
            let full = short.then(|| self.complete_args(t.params, &t.env, t.class, &all, t.name));
            full.flatten().map(|f| self.cx.flat(&f).to_vec()).or(Some(args))
        });
        let fits = args.is_some_and(|mut args| {
            self.type_numbers(t, &mut args);
            let site = (b.namespace, b.place.defined);
            self.at(site, |own| own.specialization_fits(b, t, &args)).is_some()
        });
        self.cx.diags.end_trial(trial);
        fits
    }

    /// The arguments of a specialisation's own parameters, where its pattern fits.
    fn specialization_fits(
        &mut self,
        s: &Specialization<'a>,
        t: &Template<'a>,
        args: &[TArg],
    ) -> Option<Rc<[TArg]>> {
        let mut binds = vec![None; s.params.len()];
        let flat = self.cx.flat(args);
        if !self.unify_arguments(s.args, &flat, s.params, &mut binds, &s.args_env) {
            return None;
        }
        let full = self.complete_args(s.params, &s.args_env, s.args_env.class, &binds, t.name)?;
        self.pattern_is(s, &full, args, t).then_some(full)
    }

    /// Whether a specialisation's pattern is the arguments, once its parameters are known: what could not be deduced is
    /// computed. What makes no sense takes the specialisation out of the choice.
    pub(super) fn pattern_is(
        &mut self,
        s: &Specialization<'a>,
        full: &Rc<[TArg]>,
        args: &[TArg],
        t: &Template<'a>,
    ) -> bool {
        let names = s.params.iter().zip(full.iter()).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let env = self.cx.instance_env(&s.args_env, names);
        let arena = TypedArenas::small();
        let trial = self.cx.diags.begin_trial();
        let mut b = Body::within(&mut *self.cx, &arena, &env, s.args_env.class);
        b.expected.asking = Some(t.name);
        let mut made = Vec::new();
        s.args.iter().for_each(|p| b.template_args_of(p, &mut made));
        drop(b);
        // Arguments of templates that are compared stand one by one.
        let flat = self.cx.flat(args);
        let args = &flat[..];
        // What the specialisation leaves out is the template's default for it.
        let short = made.len() < args.len() && !wrong!(SpecialisationsForgetDefaults);
        if short && made.iter().all(Option::is_some) {
            let full = self.complete_args(t.params, &t.env, t.class, &made, t.name);
            let full = full.map_or_else(Vec::new, |f| self.cx.flat(&f));
            made = full.into_iter().map(Some).collect();
        }
        // What is made of functions by their name is what the argument's type chooses.
        for (made, a) in made.iter_mut().zip(args) {
            if let (Some(TArg::Functions(id)), TArg::Value(ty, _)) = (&made, a) {
                *made = self.function_argument(*id, Some(*ty));
            }
        }
        let deduced = |i: usize| has_deduced_type(t.params, i);
        let same = (made.len() == args.len() || wrong!(SpecialisationsForgetDefaults))
            && made.iter().zip(args).enumerate().all(|(i, (made, a))| match (made, a) {
                // A number converts to the parameter's type, but not where that is the number's own.
                (Some(TArg::Value(t, x)), TArg::Value(u, y)) => x == y && (!deduced(i) || t == u),
                (Some(TArg::Object(_, x)), TArg::Object(_, y)) => x == y,
                (made, a) => *made == Some(*a),
            });
        let wrong = self.cx.diags.end_substitution(trial);
        same && !wrong
    }

    /// The function for complete arguments; `None` where its signature makes no sense for them.
    pub(in crate::check) fn instance(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
    ) -> Option<FunctionId> {
        if let Some(f) = self.cx.made(id).functions.get(&args) {
            return Some(*f);
        }
        if self.cx.templates.endless {
            return None;
        }
        let t = self.cx.template(id).clone();
        if self.cx.declared.resolving >= crate::check::template::INSTANCE_DEPTH
            || self.cx.made(id).functions.len() >= 4096
        {
            let text = self.cx.text(t.name).to_string();
            let text = format!("the template `{text}` is instantiated too deep or too often");
            self.cx.stop_instances(t.span, &text);
            return None;
        }
        // A signature that makes no sense takes the template out of the choice, without an error.
        let trial = self.cx.diags.begin_trial();
        self.cx.declared.resolving += 1;
        let f = self.declare_with(id, args.clone());
        self.cx.declared.resolving -= 1;
        let senseless = self.cx.diags.end_substitution(trial);
        let f = f?;
        if senseless && !wrong!(SubstitutionMustSucceed) {
            // It stands among the functions, and is none that could be compiled.
            self.cx.functions[f].body = None;
            return None;
        }
        self.cx.templates.made[id].functions.insert(args, f);
        Some(f)
    }

    /// Declares the instance for complete arguments.
    pub(in crate::check) fn declare_with(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
    ) -> Option<FunctionId> {
        let t = self.cx.template(id).clone();
        let names = t.params.iter().zip(args.iter()).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let given: Vec<Option<TArg>> = args.iter().map(|a| Some(*a)).collect();
        let own = self.environment_of_guide(id, &given);
        let env = self.cx.instance_env(own.as_ref().unwrap_or(&t.env), names);
        self.at((t.namespace, t.place.defined), |b| {
            b.declare_instance(t.declaration, t.flags, env, id, args, t.library)
        })
    }

    /// Says what is wrong with the signature of an instance that a launch states in full and [`Body::instance`] has
    /// refused.
    pub(in crate::check) fn explain_instance(&mut self, id: TemplateId, args: Rc<[TArg]>) {
        let trials = self.cx.diags.suspend();
        if let Some(f) = self.declare_with(id, args) {
            self.cx.functions[f].body = None;
        }
        self.cx.diags.resume(trials);
    }

    /// The template and arguments that a specialisation or instantiation names.
    pub(in crate::check) fn named_instance(
        &mut self,
        d: &'a Declaration<'a>,
    ) -> Option<(TemplateId, Rc<[TArg]>)> {
        let [x] = d.declarators else { return None };
        self.cx.lookup(x.name.sym);
        let mut set = self.cx.templates.functions.get(&x.name.sym).cloned().unwrap_or_default();
        // A template that is declared behind it is not meant.
        let place = self.cx.site.place;
        let before = |t: &TemplateId| self.cx.template(*t).place.declared <= place;
        set.retain(|t| place == 0 || before(t) || wrong!(LaterTemplatesAreSpecialised));
        let given = self.template_arg_list(x.template_args.unwrap_or(&[]))?;
        self.instance_among(d, &given, &set)
    }

    /// The one of these templates, and the arguments, that a specialisation or instantiation names, which states some of them.
    pub(in crate::check) fn instance_among(
        &mut self,
        d: &'a Declaration<'a>,
        given: &[TArg],
        set: &[TemplateId],
    ) -> Option<(TemplateId, Rc<[TArg]>)> {
        let [x] = d.declarators else { return None };
        let TypeExpr::Function { params, result, .. } = x.ty else { return None };
        let types: Vec<Ty> = self.param_list(params).iter().map(|p| p.ty).collect();
        let result = self.type_of(result);
        let mut fitting: Vec<(TemplateId, Rc<[TArg]>)> = Vec::new();
        for &t in set {
            let info = self.cx.template(t).clone();
            let Some(TypeExpr::Function { params: own, result: own_result, .. }) =
                info.declaration.declarators.first().map(|x| x.ty)
            else {
                continue;
            };
            let packed = own.iter().position(|p| matches!(p.ty, TypeExpr::Pack(_)));
            let single = packed.unwrap_or(own.len());
            if types.len() < single || packed.is_none() && types.len() != single {
                continue;
            }
            let Some(mut binds) = self.stated(&info, given) else { continue };
            let found = self.at((info.namespace, info.place.defined), |b| {
                let mut fits =
                    own.iter().zip(&types).take(single).all(|(p, ty)| {
                        b.unify_exact(p.ty, *ty, info.params, &mut binds, &info.env)
                    });
                if let Some(at) = packed.filter(|at| at + 1 == own.len())
                    && let TypeExpr::Pack(pattern) = own[at].ty
                {
                    let rest = &types[at..];
                    fits &= b.unify_pack(
                        Pattern::Type(pattern),
                        rest.len(),
                        info.params,
                        &mut binds,
                        |b, k, own| b.unify_exact(pattern, rest[k], info.params, own, &info.env),
                    );
                }
                // A specialisation is of one type with its template, its result included.
                if !fits || !b.unify_exact(own_result, result, info.params, &mut binds, &info.env) {
                    return None;
                }
                let trial = b.cx.diags.begin_trial();
                let args = b.complete_args(info.params, &info.env, info.class, &binds, info.name);
                if b.cx.diags.end_substitution(trial) {
                    return None;
                }
                let args = args?;
                b.has_type(&info, &args, &types, result).then_some(args)
            });
            fitting.extend(found.map(|args| (t, args)));
        }
        // Of several those are meant whose declaration makes sense for the arguments ([temp.deduct] 8).
        if fitting.len() > 1 {
            let made = |b: &mut Self, (t, args): &(TemplateId, Rc<[TArg]>)| {
                let trial = b.cx.diags.begin_trial();
                let made = b.instance(*t, Rc::clone(args)).is_some();
                !b.cx.diags.end_substitution(trial) && made
            };
            let sound: Vec<bool> = fitting.iter().map(|f| made(self, f)).collect();
            let mut sound = sound.into_iter();
            fitting.retain(|_| sound.next().unwrap_or(true));
        }
        // The most special of those that fit is meant ([temp.func.order], [temp.deduct.decl]).
        let best = (0..fitting.len()).find(|&i| {
            (0..fitting.len()).all(|k| {
                k == i || self.more_special_template(fitting[i].0, fitting[k].0, usize::MAX)
            })
        });
        if let Some(i) = best.or((!fitting.is_empty()).then_some(0)) {
            return Some(fitting.swap_remove(i));
        }
        let text = self.cx.text(x.name.sym).to_string();
        self.error(
            code::TEMPLATE,
            x.name.span,
            format!("no function template `{text}` fits this declaration"),
        );
        None
    }

    /// Whether a template's parameters and result are of just these types for these arguments. A result that is deduced is any.
    fn has_type(&mut self, t: &Template<'a>, args: &[TArg], types: &[Ty], result: Ty) -> bool {
        let Some(TypeExpr::Function { params: own, result: own_result, .. }) =
            t.declaration.declarators.first().map(|x| x.ty)
        else {
            return false;
        };
        let names = t.params.iter().zip(args).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let env = self.cx.instance_env(&t.env, names);
        let arena = TypedArenas::small();
        let trial = self.cx.diags.begin_trial();
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        let list = b.parameters_from(own);
        let made = &list.params;
        let (gives, deduced) = b.result_type(own_result, &list);
        let same = made.len() == types.len()
            && made.iter().zip(types).all(|(p, ty)| p.ty.bare() == ty.bare())
            && (deduced.is_some() || gives.is_error() || gives == result);
        drop(b);
        let wrong = self.cx.diags.end_trial(trial);
        same && !wrong || wrong!(SpecialisationsFitRoughly)
    }

    /// The class template that a name stands for.
    pub(in crate::check) fn class_template(
        &mut self,
        path: Option<&crate::ast::Path<'_>>,
        s: Symbol,
    ) -> Option<TemplateId> {
        let found = match path {
            Some(p) => self.cx.lookup_in(p, s),
            None => self.lookup(s),
        };
        match found {
            Some(Entity::ClassTemplate(t)) => Some(t),
            // Inside the class its name is the class.
            Some(Entity::Type(t, _)) => self.template_of(t),
            // The own names of several bases, instances of one template, are the template's ([temp.local] 4).
            Some(Entity::Ambiguous) if path.is_none() => match self.cx.lookup(s) {
                Some(Entity::ClassTemplate(t)) => Some(t),
                _ => None,
            },
            _ => None,
        }
    }

    /// The template that a class was made from.
    pub(super) fn template_of(&self, t: Ty) -> Option<TemplateId> {
        match self.cx.types.kind(t) {
            TypeKind::Record(r) => self.cx.templates.instances.get(&r).map(|i| i.template),
            _ => None,
        }
    }
}
