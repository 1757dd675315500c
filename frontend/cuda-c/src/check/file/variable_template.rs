//! Variable templates ([temp]): an object for each set of arguments, made when it is first named.
//!
//! Idea: an instance is declared as a variable of the file is, in the environment that binds the template's parameters, under
//! the name of the ABI: `_Z7weightsIfE`. Its initialiser may name other instances, as deep as instances of classes nest.
//! A specialisation that fits is declared in its place, as those of classes are chosen ([temp.class.spec]). What is a member of a
//! class is not built: its uses are refused.

use std::rc::Rc;

use optx_source::{Span, code};

use crate::{
    ast::{Declaration, Declarator, Flags, TemplateArg, TypeExpr},
    check::{
        Body, Checker, Entity, Global, Space,
        template::{
            Chosen, Definition, Instance, Specialised, SpecialisedAt, TArg, Template, TemplateId,
            VariableInstance,
        },
    },
    parse::index::Item,
    typed::TypedArenas,
    types::{Ty, TypeKind},
};

/// The words of variables of the device.
const ON_DEVICE: u32 = Flags::DEVICE | Flags::CONSTANT | Flags::MANAGED;

impl<'a> Checker<'a, '_> {
    /// Declares a variable template; false where it is of a kind that is not built.
    pub(in crate::check) fn declare_variable_template(
        &mut self,
        item: &Item,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
    ) -> bool {
        let name = x.name.sym;
        if x.scope.is_some() || matches!(x.ty, TypeExpr::Function { .. }) {
            return false;
        }
        if let Some(args) = x.template_args {
            return self.specialize_variable(item, d, x, args);
        }
        let known = self.declared.entities.get(&(item.namespace, name));
        if known.is_some() || x.path.is_some() || d.template.is_none_or(<[_]>::is_empty) {
            return false;
        }
        let env = self.templates.no_env.clone();
        let id = self.add_template(item, d, env, None, name, x.name.span);
        self.set_entity(name, Entity::VariableTemplate(id));
        true
    }

    /// Declares a specialisation; false where the template is not understood.
    fn specialize_variable(
        &mut self,
        item: &Item,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
        args: &'a [TemplateArg<'a>],
    ) -> bool {
        let found = match x.path {
            Some(path) => self.lookup_in(path, x.name.sym),
            None => self.lookup(x.name.sym),
        };
        let Some(Entity::VariableTemplate(t)) = found else { return false };
        if !self.is_declared_before(t, item) {
            self.specialised_early(x.name);
            return true;
        }
        if wrong!(SpecialisationsIgnored) {
            return true;
        }
        self.check_specialization(t, d, x.name, args);
        let new = Specialised { name: x.name, args, definition: Some(Definition::Variable(d)) };
        let at = SpecialisedAt::of(item, self.template(t));
        self.specialize(t, d, new, at);
        // One for given arguments is a variable of the file.
        if d.template.is_some_and(<[_]>::is_empty) && d.spec.flags.has(ON_DEVICE) {
            let arena = TypedArenas::small();
            Body::outside(self, &arena).variable_instance(t, args, x.name.span);
        }
        true
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// What a variable template's name with arguments stands for; `None` where that is wrong, which is reported.
    pub(in crate::check) fn variable_instance(
        &mut self,
        id: TemplateId,
        args: &'a [TemplateArg<'a>],
        span: Span,
    ) -> Option<Entity> {
        let given = self.template_arg_list(args)?;
        let given: Vec<Option<TArg>> = given.into_iter().map(Some).collect();
        let t = self.cx.template(id).clone();
        let complete = self.at((t.namespace, t.place.defined), |b| {
            b.complete_args(t.params, &t.env, t.class, &given, t.name)
        });
        let Some(args) = complete else {
            let given: Vec<TArg> = given.into_iter().flatten().collect();
            self.wrong_template_arguments(&t, &given, span);
            return None;
        };
        if let Some(known) = self.cx.made(id).variables.get(&args).copied() {
            self.check_stated_variable(&t, &args, known, span);
            return Some(known.entity);
        }
        if wrong!(TemplatesShareVariables)
            && let Some(known) = self.cx.made(id).variables.values().next()
        {
            return Some(known.entity);
        }
        if self.cx.templates.endless {
            return None;
        }
        if self.cx.declared.resolving >= crate::check::template::INSTANCE_DEPTH
            || self.cx.made(id).variables.len() >= 4096
        {
            let text = self.cx.text(t.name);
            let text = format!("the template `{text}` is instantiated too deep or too often");
            self.cx.stop_instances(span, &text);
            return None;
        }
        self.cx.declared.resolving += 1;
        let trial = self.cx.diags.in_trial().then(|| self.cx.diags.begin_trial());
        let made = self.at((t.namespace, t.place.defined), |b| {
            b.making(Instance::Of(id, args.clone()), span, |b| b.make_variable(&t, &args, span))
        });
        // What is wrong with it is told when it is named in earnest.
        let wrong = trial.is_some_and(|trial| self.cx.diags.end_trial(trial));
        self.cx.declared.resolving -= 1;
        let made = made.filter(|_| !wrong)?;
        self.cx.templates.made[id].variables.insert(args.clone(), made);
        self.check_stated_variable(&t, &args, made, span);
        Some(made.entity)
    }

    /// Reports a variable that is stated for given arguments behind the place that needs it ([temp.expl.spec] 6).
    fn check_stated_variable(
        &mut self,
        t: &Template<'a>,
        args: &[TArg],
        made: VariableInstance,
        needed: Span,
    ) {
        let point = self.point();
        if let Some((_, at)) = made.stated.filter(|s| point != 0 && s.0 > point) {
            let name = format!("{}{}", self.cx.text(t.name), self.cx.args_text(args));
            self.cx.specialised_late(&name, at, needed);
        }
    }

    /// An explicit instantiation of a variable template ([temp.explicit] 4): the instance is made, of the type that is written.
    pub(in crate::check) fn instantiate_variable(&mut self, item: &Item, x: &'a Declarator<'a>) {
        let name = x.name;
        let found = match x.path {
            Some(p) => self.cx.lookup_in(p, name.sym),
            None => self.cx.lookup(name.sym),
        };
        let Some(Entity::VariableTemplate(id)) = found else {
            if item.is_device() {
                let text = format!("`{}` is no variable template", self.cx.text(name.sym));
                self.error(code::TEMPLATE, name.span, text);
            }
            return;
        };
        // Of what is the host's nothing is made, and nothing said.
        if !self.cx.template(id).flags.has(ON_DEVICE) {
            return;
        }
        let args = x.template_args.unwrap_or(&[]);
        let Some(Entity::Global(g)) = self.variable_instance(id, args, name.span) else { return };
        let ty = self.type_of(x.ty);
        let own = self.cx.output.globals.get(g).map_or(Ty::ERROR, |g| g.ty);
        if ty != own && !ty.is_error() && !own.is_error() {
            let (a, b) = (self.cx.type_name(own), self.cx.type_name(ty));
            let text = format!("this instance is a `{a}`, and not a `{b}`");
            self.error(code::TEMPLATE, name.span, text);
        }
    }

    /// What an instance is made of: the template, or the specialisation that fits best.
    fn chosen_variable(
        &mut self,
        t: &Template<'a>,
        args: &Rc<[TArg]>,
        at: Span,
    ) -> Option<Chosen<'a>> {
        match self.specialization(t, args) {
            Some(Ok(found)) if !wrong!(VariablesTakeTheirTemplate) => Some(found),
            Some(Err(())) => {
                self.ambiguous_specialization(t, args, at);
                None
            }
            _ => Some(Chosen {
                definition: Some(Definition::Variable(t.declaration)),
                names: super::super::template::bound(t.params, args),
                env: t.env.clone(),
                place: t.place.defined,
                stated: None,
            }),
        }
    }

    fn make_variable(
        &mut self,
        t: &Template<'a>,
        args: &Rc<[TArg]>,
        at: Span,
    ) -> Option<VariableInstance> {
        let chosen = self.chosen_variable(t, args, at)?;
        let Some(Definition::Variable(d)) = chosen.definition else { return None };
        let [x] = d.declarators else { return None };
        let flags = Flags(d.spec.flags.0 | t.flags.0 & Flags::EXTERN_C);
        let env = self.cx.instance_env(&chosen.env, chosen.names);
        let arena = TypedArenas::small();
        let site = self.cx.site.within(&env, t.class).at(t.namespace, chosen.place);
        let mut b = Body::at_site(&mut *self.cx, &arena, site);
        let spec = d.spec;
        let mut v = b.variable(flags, t.library, spec, x);
        if let TypeKind::Reference(..) = b.cx.types.kind(v.ty) {
            let text = "a variable template of a reference is not supported yet";
            b.error(code::TEMPLATE, x.name.span, text);
            return None;
        }
        if v.space != Space::Host {
            b.initialise_on_device(&mut v);
        } else if !b.initialise_for_device(&mut v) {
            b.evaluate_on_host(&mut v);
        }
        let align = b.declared_alignment(spec, x, v.ty);
        if v.ty.is_error() {
            return None;
        }
        let name = b.cx.name_of_instance(t, args, flags.has(Flags::STATIC));
        let g = b.cx.add_global(Global {
            name,
            source: x.name.sym,
            ty: v.ty,
            space: v.space,
            align,
            is_extern: v.is_extern(),
            is_managed: flags.has(Flags::MANAGED),
            init: v.init,
            value: v.value,
            span: x.name.span,
        });
        Some(VariableInstance { entity: Entity::Global(g), stated: chosen.stated })
    }
}

impl Checker<'_, '_> {
    fn name_of_instance(&mut self, t: &Template<'_>, args: &[TArg], internal: bool) -> String {
        let text = self.text(t.name).to_string();
        let name = crate::mangle::variable_instance(self, &text, t.namespace, internal, args);
        self.unique_global_name(name)
    }
}
