//! Templates: classes and functions made from them for given arguments.
//!
//! A template is parsed once. Each set of arguments binds its parameters in an environment, in which the checker then
//! reads the one syntax tree: a type parameter is a type there, a value parameter a constant. Instances are kept by
//! their arguments. A full specialisation is an instance that is there from the start; a partial one is chosen where
//! its pattern fits (ISO C++ 17 [temp.inst], [temp.class.spec.match]). Deduction is in `deduce`.

mod arguments;
mod complete;
mod constructor_guide;
mod deduce;
mod dependence;
mod guides;
mod instance;
mod mismatch;
mod named_parameters;
mod no_arguments;
mod ordering;
mod pack;
mod plain_alias;
mod redeclared;
mod rules;
mod said_outside;
mod signature;
mod specialize;
mod substitution;
mod taken;
mod templates_as_arguments;
mod unify;
mod way;
mod written_guides;

pub(in crate::check) use self::instance::bound;

pub(in crate::check) use guides::{Guide, GuideSet};
pub(in crate::check) use instance::Chosen;
pub(in crate::check) use named_parameters::depends_on;
use pack::Packs;
pub(in crate::check) use pack::{Expanded, ExpandedInits, packs_in};
pub(crate) use pack::{PackId, SeenPackId};
pub(in crate::check) use redeclared::{Declared, Types};
pub(in crate::check) use rules::is_parameter;
pub(in crate::check) use signature::{same_arguments, same_template_parameters};
pub(crate) use specialize::Definition;
pub(in crate::check) use specialize::{Specialised, SpecialisedAt};
pub(in crate::check) use way::Instance;
pub(crate) use way::Making;

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};
use optx_whirl::arena_id::Table;

use crate::{
    ast::{
        Base, Declaration, Declarator, Flags, MemberAccess, Name, Param, RecordSpec, TemplateArg,
        TemplateParam, TemplateParamKind, TypeExpr,
    },
    check::{Body, Checker, Const, DeclarationPlace, Entity, arity::Arity},
    intern::{Map, Symbol},
    parse::index::Item,
    typed::{FunctionId, GlobalId, NamedId, TypedArenas},
    types::{RecordId, Ty, TypeKind},
    words,
};

/// All templates, what has been made of them, and what was asked of them.
pub(crate) struct Templates<'a> {
    pub all: Table<TemplateId, Template<'a>>,
    /// What has been made of each.
    pub(in crate::check) made: Table<TemplateId, Made>,
    /// Function templates by name.
    pub(in crate::check) functions: Map<Symbol, Vec<TemplateId>>,
    /// Classes that templates were asked for, be they defined or not.
    pub instances: Map<RecordId, ClassInstance>,
    /// Functions that are stated for given arguments of a template, and where they were first declared.
    pub(in crate::check) stated: Map<FunctionId, u32>,
    /// For instances that are called, how many bodies of instances lead to them, their own included.
    pub(in crate::check) depths: Map<FunctionId, u32>,
    compared: Compared<'a>,
    pub(in crate::check) substitutions: substitution::Substitutions,
    /// How many environments there are.
    pub(in crate::check) envs: u32,
    pub(in crate::check) no_env: Env,
    /// How many alias templates deduction may still look through.
    pub(in crate::check) aliases: u32,
    pub(in crate::check) packs: Packs,
    /// What the arguments of class templates are deduced by.
    pub(in crate::check) guides: guides::Guides,
    pub(in crate::check) functions_as_values: crate::check::body::FunctionConstants,
    /// Instances or results went too deep: no instance is made any more.
    pub(in crate::check) endless: bool,
}

/// What was found out where templates were compared.
#[derive(Default)]
struct Compared<'a> {
    /// Which function templates are more special than others for calls with so many arguments.
    more_special: Map<(TemplateId, TemplateId, usize), bool>,
    /// The types of declarations.
    types: redeclared::DeclaredTypes<'a>,
}

impl Templates<'_> {
    pub(in crate::check) fn new(aliases: u32) -> Templates<'static> {
        Templates {
            all: Table::new(),
            made: Table::new(),
            functions: Map::default(),
            instances: Map::default(),
            stated: Map::default(),
            depths: Map::default(),
            compared: Compared::default(),
            substitutions: substitution::Substitutions::default(),
            envs: 0,
            no_env: Env {
                id: 0,
                names: Rc::from([]),
                instance: false,
                class: None,
                expanded: Rc::from([]),
            },
            aliases,
            packs: Packs::default(),
            guides: guides::Guides::default(),
            functions_as_values: crate::check::body::FunctionConstants::default(),
            endless: false,
        }
    }
}

/// An argument of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TArg {
    Type(Ty),
    Value(Ty, i64),
    /// A pointer or reference to an object with static storage, by its type.
    Object(Ty, GlobalId),
    /// Functions by their name, of which the parameter's type will choose one: then it is a `Value`.
    Functions(NamedId),
    /// A class or alias template.
    Template(TemplateId),
    /// What a parameter that is a pack stands for.
    Pack(PackId),
    /// The same where more may follow, for what is stated of a function's pack ([temp.arg.explicit] 3).
    Begun(PackId),
}

/// How deep instances, names and types may ask for one another: libcudacxx's concepts go beyond 64, and a thread of 8 MiB holds so many.
pub(in crate::check) const INSTANCE_DEPTH: u32 = 128;

/// Names bound around a declaration: template parameters and the classes around it. Equal numbers are equal
/// environments; 0 is the empty one.
#[derive(Clone, Debug)]
pub(crate) struct Env {
    pub id: u32,
    pub names: Rc<[(Symbol, Entity)]>,
    /// Parameters of templates are among the names: what stands here is a part of an instance.
    pub instance: bool,
    /// The class that has the template as its member: names in the template's head are looked up there too.
    pub class: Option<RecordId>,
    /// Packs that are being expanded around it.
    pub(in crate::check) expanded: Rc<[Expanded]>,
}

optx_whirl::arena_id! {
    /// A template.
    TemplateId, "template"
}

/// A specialisation of a class or variable template.
#[derive(Clone)]
pub(crate) struct Specialization<'a> {
    pub params: &'a [TemplateParam<'a>],
    pub args: &'a [TemplateArg<'a>],
    /// The names around its arguments: of a class's member that stands outside of it, what its heads name alone.
    pub args_env: Env,
    /// The names around its definition.
    pub env: Env,
    /// Its definition, if there is one.
    pub definition: Option<Definition<'a>>,
    /// The namespace that it stands in, where the names in its arguments are looked up.
    pub namespace: u32,
    pub place: DeclarationPlace,
    pub span: Span,
}

impl<'a> Specialization<'a> {
    /// The members of a class, where they are there.
    pub fn record(&self) -> Option<&'a RecordSpec<'a>> {
        self.definition.and_then(Definition::record)
    }
}

/// A variable that is made from a template.
#[derive(Clone, Copy)]
pub(crate) struct VariableInstance {
    pub entity: Entity,
    /// Where a specialisation for just these arguments was declared, if it is made of one.
    pub stated: Option<(u32, Span)>,
}

/// What a class that is made from a template is made of.
pub(crate) struct ClassInstance {
    pub template: TemplateId,
    pub args: Rc<[TArg]>,
    /// Where a specialisation for just these arguments was first declared, if it is made of one.
    pub stated: Option<(u32, Span)>,
    /// Where it was made complete, and the place of the declaration that needed it, or 0.
    pub needed: (u32, Span),
    /// The function in whose body it was needed.
    pub(in crate::check) by: Option<FunctionId>,
    /// Something is wrong with it, which was told: what it lacks may follow from that.
    pub(in crate::check) faulty: bool,
}

/// A template of a class, alias or function. Copies are cheap: [`Made`] stands beside it.
#[derive(Clone)]
pub(crate) struct Template<'a> {
    pub name: Symbol,
    pub params: &'a [TemplateParam<'a>],
    pub declaration: &'a Declaration<'a>,
    pub flags: Flags,
    /// Around it.
    pub env: Env,
    pub class: Option<RecordId>,
    pub library: bool,
    pub namespace: u32,
    pub place: DeclarationPlace,
    /// A friend that is defined in its class and declared nowhere else.
    pub hidden: bool,
    /// It is stated for one instance of the class around it: what is for all is not for this one.
    pub restated: bool,
    /// Who may call a member function that is made of it.
    pub access: MemberAccess,
    pub span: Span,
    pub specializations: Rc<Vec<Specialization<'a>>>,
    /// How many of its parameters are those of the class template whose constructor it stands for.
    pub of_class: usize,
}

/// What has been made of a template, by the arguments: the classes or other types, or the functions.
#[derive(Default)]
pub(crate) struct Made {
    pub types: Map<Rc<[TArg]>, Ty>,
    pub functions: Map<Rc<[TArg]>, FunctionId>,
    pub variables: Map<Rc<[TArg]>, VariableInstance>,
    /// What is explicitly instantiated, and where.
    pub instantiated: Map<Rc<[TArg]>, Span>,
}

impl Template<'_> {
    /// How many arguments the function takes.
    pub(in crate::check) fn arity(&self) -> Arity {
        match self.declaration.declarators.first().map(|x| x.ty) {
            Some(TypeExpr::Function { params, variadic, .. }) => {
                let single = params.iter().filter(|p| !matches!(p.ty, TypeExpr::Pack(_)));
                let any = *variadic || single.clone().count() < params.len();
                Arity::of(single.map(|p| p.default.is_some()), any)
            }
            _ => Arity::of(std::iter::empty(), true),
        }
    }
}

impl<'a> Checker<'a, '_> {
    /// An environment of its own number, inside another.
    pub(in crate::check) fn new_env(
        &mut self,
        outer: &Env,
        more: impl IntoIterator<Item = (Symbol, Entity)>,
    ) -> Env {
        self.templates.envs += 1;
        let names = outer.names.iter().copied().chain(more).collect();
        Env { id: self.templates.envs, names, ..outer.clone() }
    }

    /// The same for parameters of a template, with what they are in an instance.
    pub(in crate::check) fn instance_env(
        &mut self,
        outer: &Env,
        parameters: impl IntoIterator<Item = (Symbol, Entity)>,
    ) -> Env {
        let env = self.new_env(outer, parameters);
        let instance = outer.instance || env.names.len() > outer.names.len();
        Env { instance, ..env }
    }

    /// The names around a member of a class template that is defined outside of it: its own names for the template's
    /// parameters stand where the class's stood, so that the class's members hide them ([temp.local] 7).
    pub(in crate::check) fn env_outside(&mut self, class: &Env, own: Vec<(Symbol, Entity)>) -> Env {
        self.templates.envs += 1;
        let kept = |n: &&(Symbol, Entity)| !own.iter().any(|o| o.0 == n.0);
        let rest: Vec<(Symbol, Entity)> = class.names.iter().filter(kept).copied().collect();
        // A member that is specialised has no parameters.
        let instance = !own.is_empty();
        let names = own.into_iter().chain(rest).collect();
        Env { id: self.templates.envs, names, instance, ..class.clone() }
    }

    /// The arguments of a class's template; none where it is made from none.
    pub(crate) fn class_arguments(&self, r: RecordId) -> Rc<[TArg]> {
        self.templates.instances.get(&r).map_or_else(|| Rc::from([]), |i| i.args.clone())
    }

    pub(in crate::check) fn template(&self, id: TemplateId) -> &Template<'a> {
        &self.templates.all[id]
    }

    /// What has been made of a template.
    pub(in crate::check) fn made(&self, id: TemplateId) -> &Made {
        &self.templates.made[id]
    }

    /// Makes a template of a declaration.
    pub(in crate::check) fn add_template(
        &mut self,
        item: &Item,
        d: &'a Declaration<'a>,
        env: Env,
        class: Option<RecordId>,
        name: Symbol,
        span: Span,
    ) -> TemplateId {
        let id = self.add_unnamed_template(d, Env { class, ..env });
        let t = &mut self.templates.all[id];
        (t.name, t.class, t.library, t.span) = (name, class, item.library, span);
        (t.namespace, t.place) = (item.namespace, DeclarationPlace::of(item));
        t.flags = Flags(d.spec.flags.0 | item.flags.0 & Flags::EXTERN_C);
        id
    }

    /// A template of a declaration alone.
    fn add_unnamed_template(&mut self, d: &'a Declaration<'a>, env: Env) -> TemplateId {
        let id = self.templates.all.push(Template {
            name: words::EMPTY,
            params: d.template.unwrap_or(&[]),
            declaration: d,
            flags: d.spec.flags,
            env,
            class: None,
            library: false,
            namespace: 0,
            place: DeclarationPlace::default(),
            hidden: false,
            restated: false,
            access: MemberAccess::Public,
            span: Span::NONE,
            specializations: Rc::default(),
            of_class: 0,
        });
        self.templates.made.push(Made::default());
        id
    }

    /// Declares a template at file scope, or a specialisation of one.
    pub(in crate::check) fn declare_template(&mut self, item: &Item, d: Declaration<'a>) {
        let d: &'a Declaration<'a> = self.arenas.declarations.alloc(d);
        let env = self.templates.no_env.clone();
        let alias = d.spec.flags.has(Flags::TYPEDEF);
        let [x] = d.declarators else {
            self.declare_class_template(item, d, env);
            return;
        };
        self.check_template_head(d, words::EMPTY);
        if alias {
            self.check_defaults_of_parameters(d.template.unwrap_or(&[]), x.name.span);
            let id = self.add_template(item, d, env, None, x.name.sym, x.name.span);
            self.set_entity(x.name.sym, Entity::ClassTemplate(id));
            return;
        }
        let TypeExpr::Function { .. } = x.ty else {
            if self.declare_variable_template(item, d, x) {
                return;
            }
            self.set_entity(x.name.sym, Entity::Unparsable(item_number(self, item)));
            return;
        };
        let name = x.name.sym;
        if x.template_args.is_some() || d.template.is_some_and(<[_]>::is_empty) {
            self.specialize_function(item, d);
            return;
        }
        let arena = TypedArenas::small();
        let within = Body::outside(self, &arena).namespace_within(item, x);
        match within {
            None => self.declare_function_template(item, d, x),
            Some(Err(())) => {}
            Some(Ok(n)) => {
                self.declare_in(n, name);
                self.at((n, self.site.place), |cx| {
                    cx.declare_function_template(&Item { namespace: n, ..item.clone() }, d, x);
                });
            }
        }
    }

    fn declare_function_template(
        &mut self,
        item: &Item,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
    ) {
        let (env, name) = (self.templates.no_env.clone(), x.name.sym);
        if let TypeExpr::Function { params, variadic, .. } = x.ty
            && !item.library
        {
            self.check_operator(x.name, (params, *variadic), None);
        }
        // A declaration and a later definition are one template.
        let new = Declared::new(d, env.clone(), None, (item.namespace, item.place()));
        if let Some(t) = self.declared_template(name, d.spec.flags, true, &new) {
            let (given, new) = (self.template(t).params, d.template.unwrap_or(&[]));
            self.check_repeated_defaults(given, new, x.name.span);
            let said = self.template_other_noexcept(t, d, x.name).filter(|_| !item.library);
            said.into_iter().for_each(|d| self.diags.push(d));
            let d = self.with_default_arguments(self.template(t).declaration, d);
            let old = &mut self.templates.all[t];
            let flags = Flags(old.flags.0 | d.spec.flags.0);
            old.flags = flags;
            if std::mem::take(&mut old.hidden) {
                old.place.declared = item.place();
            }
            if d.body.is_some() {
                if old.declaration.body.is_some() {
                    let (text, at) = (self.text(name).to_string(), self.template(t).span);
                    self.diags.push(
                        Diagnostic::new(
                            code::REDEFINED,
                            x.name.span,
                            format!("the function template `{text}` is defined twice"),
                        )
                        .note(at, "the first definition is here"),
                    );
                    return;
                }
                let old = &mut self.templates.all[t];
                old.params = merge_defaults(self.arenas, old.params, d.template.unwrap_or(&[]));
                old.declaration = d;
                old.place.defined = item.place();
                old.span = x.name.span;
            } else if self.template(t).declaration.body.is_none() {
                self.templates.all[t].declaration = d;
            }
            return;
        }
        if x.path.is_some() {
            let arena = TypedArenas::small();
            let mut b = Body::outside(self, &arena);
            b.not_declared(item.namespace, x.name, "function template of this type");
            return;
        }
        self.check_default_arguments_of(d);
        self.check_literal_template(d);
        let id = self.add_template(item, d, env, None, name, x.name.span);
        self.templates.functions.entry(name).or_default().push(id);
        match self.entity(name) {
            None | Some(Entity::Functions(_)) => self.set_entity(name, Entity::Functions(name)),
            Some(Entity::Type(t, _)) if self.hide_type(name, t) => {
                self.set_entity(name, Entity::Functions(name));
            }
            Some(_) => {
                let text = self.text(name).to_string();
                self.error(
                    code::REDEFINED,
                    x.name.span,
                    format!("`{text}` was declared before as something else"),
                );
            }
        }
    }

    /// A function template's declaration with the default arguments that an earlier one gave ([dcl.fct.default] 4).
    pub(in crate::check) fn with_default_arguments(
        &mut self,
        old: &'a Declaration<'a>,
        new: &'a Declaration<'a>,
    ) -> &'a Declaration<'a> {
        let ([x], [y]) = (old.declarators, new.declarators) else { return new };
        let (TypeExpr::Function { params: given, .. }, TypeExpr::Function { params, .. }) =
            (x.ty, y.ty)
        else {
            return new;
        };
        let twice = |(p, g): &(&Param<'_>, &Param<'_>)| p.default.is_some() && g.default.is_some();
        if let Some((p, _)) = params.iter().zip(*given).find(twice) {
            self.error(code::REDEFINED, p.span, "this default argument stands here again");
        }
        let late = |(p, g): (&Param<'_>, &Param<'_>)| p.default.is_none() && g.default.is_some();
        if !params.iter().zip(*given).any(late) {
            return new;
        }
        let names = |d: &Declaration<'_>| -> Vec<Symbol> {
            d.template.unwrap_or(&[]).iter().map(|p| p.name.sym).collect()
        };
        if names(old) != names(new) {
            let text = "default arguments of a template whose parameters have other names here are not supported yet";
            self.error(code::NOT_SUPPORTED, y.name.span, text);
            return new;
        }
        let arenas = self.arenas;
        let params: Vec<Param<'a>> = params
            .iter()
            .zip(*given)
            .map(|(p, g)| Param { default: p.default.or(g.default), ..*p })
            .collect();
        let params = &*arenas.params.alloc_extend(params);
        let ty = match y.ty {
            TypeExpr::Function { result, variadic, quals, object, noexcept, span, .. } => {
                arenas.types.alloc(TypeExpr::Function {
                    result,
                    params,
                    variadic: *variadic,
                    quals: *quals,
                    object: *object,
                    noexcept: *noexcept,
                    span: *span,
                })
            }
            ty => ty,
        };
        let declarators = &*arenas.declarators.alloc_extend([Declarator { ty, ..*y }]);
        arenas.declarations.alloc(Declaration { declarators, ..*new })
    }

    /// A class template that was declared before is defined.
    pub(in crate::check) fn define_class_template(
        &mut self,
        t: TemplateId,
        d: &'a Declaration<'a>,
        name: Name,
        place: u32,
    ) {
        let old = self.template(t);
        let (at, given, new) = (old.span, old.params, d.template.unwrap_or(&[]));
        if matches!(old.declaration.spec.base, Base::Record(_)) {
            let text = format!("the class template `{}` is defined twice", self.text(name.sym));
            let d = Diagnostic::new(code::REDEFINED, name.span, text);
            self.diags.push(d.note(at, "the first definition is here"));
            return;
        }
        self.check_repeated_defaults(given, new, name.span);
        let params = merge_defaults(self.arenas, given, new);
        self.check_defaults_of_parameters(params, name.span);
        let old = &mut self.templates.all[t];
        (old.params, old.declaration, old.span) = (params, d, name.span);
        old.place.defined = place;
    }

    fn declare_class_template(&mut self, item: &Item, d: &'a Declaration<'a>, env: Env) {
        match d.spec.base {
            Base::Record(r) if r.class.is_some() => {
                let text = "a member template of a class that is defined outside of it is not supported yet";
                self.error(code::TEMPLATE, r.name.span, text);
            }
            // `template <> struct X;` specialises nothing.
            Base::Tag(_, s) if d.template.is_some_and(<[_]>::is_empty) => {
                self.specialised_early(Name { sym: s, span: d.span });
            }
            Base::Record(r) => {
                // A specialisation may stand around the inline namespace of its template.
                let found = match r.template_args {
                    Some(_) => self.lookup(r.name.sym),
                    None => self.entity(r.name.sym),
                };
                let old = match found {
                    Some(Entity::ClassTemplate(t)) => Some(t),
                    _ => None,
                };
                if let Some(args) = r.template_args {
                    let before = |t: &TemplateId| self.is_declared_before(*t, item);
                    let Some(t) = old.filter(before) else {
                        self.specialised_early(r.name);
                        return;
                    };
                    self.check_specialization(t, d, r.name, args);
                    let definition = Some(Definition::Class(r));
                    let new = Specialised { name: r.name, args, definition };
                    let at = SpecialisedAt::of(item, self.template(t));
                    self.specialize(t, d, new, at);
                    return;
                }
                self.check_template_head(d, r.name.sym);
                match old {
                    Some(t) => self.define_class_template(t, d, r.name, item.place()),
                    None => {
                        self.check_defaults_of_parameters(d.template.unwrap_or(&[]), r.name.span);
                        let id = self.add_template(item, d, env, None, r.name.sym, r.name.span);
                        self.set_entity(r.name.sym, Entity::ClassTemplate(id));
                    }
                }
            }
            Base::Tag(_, s) if let Some(Entity::ClassTemplate(t)) = self.entity(s) => {
                let (given, new) = (self.template(t).params, d.template.unwrap_or(&[]));
                self.check_repeated_defaults(given, new, d.span);
                // Its definition has the names of the parameters.
                self.templates.all[t].params = merge_defaults(self.arenas, new, given);
            }
            // A specialisation that is declared and not defined here.
            Base::Template(name, args) => match self.lookup(name.sym) {
                Some(Entity::ClassTemplate(t)) if self.is_declared_before(t, item) => {
                    let new = Specialised { name, args, definition: None };
                    let at = SpecialisedAt::of(item, self.template(t));
                    self.specialize(t, d, new, at);
                }
                _ => self.specialised_early(name),
            },
            Base::Tag(_, s) if self.entity(s).is_none() => {
                self.check_template_head(d, s);
                let id = self.add_template(item, d, env, None, s, d.span);
                self.set_entity(s, Entity::ClassTemplate(id));
            }
            _ => {}
        }
    }

    /// `template void f<float>(float *);`, `template struct X<float>;`.
    pub(in crate::check) fn declare_instantiation(&mut self, item: &Item, d: Declaration<'a>) {
        let d: &'a Declaration<'a> = self.arenas.declarations.alloc(d);
        let arena = TypedArenas::small();
        let mut b = Body::outside(self, &arena);
        // `extern template` says that another file has it.
        let told_of = d.spec.flags.has(Flags::EXTERN);
        if d.declarators.is_empty() {
            let ty = b.base_type(d.spec, words::EMPTY);
            let r = b.cx.class_id(ty);
            if let Some(i) = r.and_then(|r| b.cx.templates.instances.get(&r)).filter(|_| !told_of) {
                let (t, args) = (i.template, i.args.clone());
                b.cx.note_instantiation(t, args, d.span);
            }
            return;
        }
        if told_of {
            return;
        }
        if d.declarators.iter().any(|x| x.scope.is_some()) {
            return;
        }
        if let [x] = d.declarators
            && !matches!(x.ty, TypeExpr::Function { .. })
        {
            b.instantiate_variable(item, x);
            return;
        }
        // Of host templates nothing is made, and nothing said.
        let found = if item.is_device() {
            b.named_instance(d)
        } else {
            let trial = b.cx.diags.begin_trial();
            let found = b.named_instance(d);
            b.cx.diags.end_trial(trial);
            found
        };
        if let Some((t, args)) = found
            && b.cx.template(t).flags.has(Flags::GLOBAL | Flags::DEVICE)
            && let Some(f) = b.instance(t, args.clone())
        {
            b.cx.note_instantiation(t, args, d.span);
            b.cx.output.queue.push(f);
        }
    }

    /// Notes that an instance is explicitly instantiated, which happens once ([temp.spec] 5).
    fn note_instantiation(&mut self, t: TemplateId, args: Rc<[TArg]>, at: Span) {
        let Some(first) = self.templates.made[t].instantiated.insert(args.clone(), at) else {
            return;
        };
        let text = format!("{}{}", self.text(self.template(t).name), self.args_text(&args));
        let message = format!("`{text}` is explicitly instantiated here already");
        self.diags.push(Diagnostic::new(code::REDEFINED, at, message).note(first, "here"));
    }

    /// How a function is named in messages, and a kernel in launch files: with its class and template arguments.
    pub(crate) fn function_name(&self, f: &crate::check::Function<'_>) -> String {
        let mut s = String::new();
        if let Some(c) = f.membership.class
            && !f.flags.has(Flags::FRIEND)
        {
            s.push_str(&self.types.records[c].name);
            s.push_str("::");
        }
        s.push_str(self.text(f.name));
        if f.name == words::DESTRUCTOR
            && let Some(c) = f.membership.class.and_then(|c| self.classes.all.get(&c))
        {
            s.push_str(self.text(c.spec.name.sym));
        }
        if !f.origin.args.is_empty() {
            s.push_str(&self.args_text(&f.origin.args));
        }
        s
    }

    pub(in crate::check) fn args_text(&self, args: &[TArg]) -> String {
        let list: Vec<String> = self
            .flat(args)
            .iter()
            .map(|a| match a {
                TArg::Template(t) => self.text(self.template(*t).name).to_owned(),
                TArg::Pack(_) | TArg::Begun(_) => String::new(),
                TArg::Type(t) => self.types.name(*t),
                TArg::Value(t, v) if self.types.names_function(*t) => {
                    self.constant_function_name(*v)
                }
                TArg::Functions(_) => "a function".to_owned(),
                TArg::Value(t, v) if self.types.member_pointee(*t).is_some() => {
                    format!("({}){v}", self.types.name(*t))
                }
                TArg::Value(t, v) if t.bare() == Ty::BOOL => (*v != 0).to_string(),
                TArg::Value(t, v) if !self.types.is_signed(*t) => (*v as u64).to_string(),
                TArg::Value(_, v) => v.to_string(),
                TArg::Object(t, g) => {
                    let name = self.output.globals.get(*g).map_or("", |g| self.text(g.source));
                    let pointer = matches!(self.types.kind(*t), TypeKind::Pointer(_));
                    format!("{}{name}", if pointer { "&" } else { "" })
                }
            })
            .collect();
        format!("<{}>", list.join(", "))
    }
}

fn item_number(cx: &Checker<'_, '_>, item: &Item) -> u32 {
    cx.index.items.iter().position(|i| i.list == item.list && i.first == item.first).unwrap_or(0)
        as u32
}

/// The parameters of a definition, with defaults that an earlier declaration gave.
pub(in crate::check) fn merge_defaults<'a>(
    arenas: &'a crate::ast::Arenas<'a>,
    old: &'a [TemplateParam<'a>],
    new: &'a [TemplateParam<'a>],
) -> &'a [TemplateParam<'a>] {
    if old.len() != new.len() {
        return new;
    }
    let list: Vec<TemplateParam<'a>> = new
        .iter()
        .zip(old)
        .map(|(n, o)| TemplateParam {
            name: n.name,
            kind: match (n.kind, o.kind) {
                (TemplateParamKind::Type(None), TemplateParamKind::Type(d)) => {
                    TemplateParamKind::Type(d)
                }
                (TemplateParamKind::Value(t, None), TemplateParamKind::Value(_, d)) => {
                    TemplateParamKind::Value(t, d)
                }
                (TemplateParamKind::Template(own, None), TemplateParamKind::Template(_, d)) => {
                    TemplateParamKind::Template(own, d)
                }
                (k, _) => k,
            },
            pack: n.pack,
        })
        .collect();
    arenas.template_params.alloc_extend(list)
}

/// What a template argument is bound to.
pub(in crate::check) fn entity_of(a: TArg) -> Entity {
    match a {
        TArg::Type(t) => Entity::plain(t),
        TArg::Value(t, v) => Entity::Const(t, Const::Int(v)),
        TArg::Object(t, g) => Entity::Object(t, g),
        // Nothing is bound before one is chosen.
        TArg::Functions(_) => Entity::Ambiguous,
        TArg::Template(t) => Entity::ClassTemplate(t),
        TArg::Pack(p) | TArg::Begun(p) => Entity::Pack(p),
    }
}
