//! Members that are defined outside of their classes are those that the classes declare ([class.mfct] 1, [temp.mem.func] 1,
//! [class.static.data] 2), and are defined once.
//!
//! Idea: a definition for all arguments of a template is compared in an instance that no program can name, so that types
//! are compared and not their spellings. This is done when all else is, and what the instance itself says is not heard.

use std::rc::Rc;

use optx_source::{Diagnostic, Severity, Span, code};

use super::{
    functions::is_named,
    heads::{ClassHead, Heads, Names, scope_of},
};
use crate::{
    ast::{Declaration, Declarator, Flags, MemberKind, Spec, TemplateArg, TemplateParam, TypeExpr},
    check::{
        Body, Checker, Const, Entity, Env, Function, ParamInfo, ParameterList,
        file::quals as quals_of,
        template::{
            Specialization, TArg, TemplateId, Types, entity_of, is_parameter, same_arguments,
        },
    },
    intern::{Map, Symbol},
    parse::index::ItemKind,
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty},
    words,
};

/// Numbers that stand for parameters of templates: these and more.
const NUMBER: i64 = 1009;

/// A definition outside of its class.
pub(super) struct Outside<'a> {
    pub item: u32,
    pub d: &'a Declaration<'a>,
    pub class: RecordId,
    /// What the template's parameters stand for, and the names around the members.
    pub names: Names,
    pub env: Env,
    pub namespace: u32,
    pub place: u32,
}

/// The definitions that were seen: of functions, and of static data members by their names.
#[derive(Default)]
pub(super) struct Seen {
    functions: Map<FunctionId, Span>,
    pub specialised: Map<(TemplateId, Rc<[TArg]>), Span>,
    pub classes: Map<(RecordId, Symbol), Span>,
    pub statics: Map<(RecordId, Symbol), Span>,
}

/// Whether arguments are the parameters of a template, in their order.
fn are_parameters(args: &[TemplateArg<'_>], params: &[TemplateParam<'_>]) -> bool {
    params.len() == args.len() && args.iter().zip(params).all(|(a, p)| is_parameter(a, p))
}

/// What is said of a definition with more or fewer heads than its name asks for.
fn wrong_heads(span: Span) -> Verdict {
    let text = "one head `template <...>` must stand here for each class template in the name, and one for the member where that is a template";
    Err(Box::new(Diagnostic::new(code::TEMPLATE, span, text)))
}

/// What kind of function a member of a class is by its name.
pub(super) fn kind_of(name: Symbol, class: Symbol) -> MemberKind {
    if name == class {
        MemberKind::Constructor
    } else if name == words::OP_CONVERSION {
        MemberKind::Conversion
    } else if name == words::DESTRUCTOR {
        MemberKind::Destructor
    } else {
        MemberKind::Method
    }
}

/// What a definition is found to be: right, or what is to be said of it.
pub(super) type Verdict = Result<(), Box<Diagnostic>>;

impl<'a> Checker<'a, '_> {
    /// What the parameters of the classes' heads of a definition outside of a class stand for: what the arguments in the
    /// classes' names say that they are, be a class made of the template or of a partial specialisation; `None` where it is
    /// of another one of these.
    pub(super) fn names_outside(&mut self, item: u32, heads: &Heads<'a>) -> Option<Names> {
        let item = self.index.items.get(item as usize);
        let (namespace, place) = item.map_or((0, 0), |i| (i.namespace, i.place()));
        let inside = wrong!(PatternsInTheNamespace);
        let namespace = if inside { self.site.namespace } else { namespace };
        let mut names = Names::new();
        for head in &heads.classes {
            let Some(class) = head.class else { continue };
            if self.is_of_another(head.params, head.patterns, class) {
                return None;
            }
            let own = self.at((namespace, place), |cx| cx.names_of_class(head, class, &names));
            names.extend(own);
        }
        Some(names)
    }

    /// What the parameters of one class's head stand for, where `around` are those of the classes around it.
    fn names_of_class(
        &mut self,
        head: &ClassHead<'a>,
        class: RecordId,
        around: &[(Symbol, Entity)],
    ) -> Names {
        let (params, patterns) = (head.params, head.patterns);
        let args = self.class_arguments(class);
        let by_place = || params.iter().zip(args.iter()).map(|(p, a)| (p, Some(*a))).collect();
        let mut binds = vec![None; params.len()];
        let (arena, env) = (TypedArenas::small(), self.templates.no_env.clone());
        let env = match around {
            [] => env,
            _ => self.instance_env(&env, around.iter().copied()),
        };
        let site = self.site.within(&env, None);
        let mut b = Body::at_site(self, &arena, site);
        let fits = patterns.len() <= args.len()
            && patterns
                .iter()
                .zip(args.iter())
                .all(|(p, a)| b.unify_arg(p, *a, params, &mut binds, &env));
        drop(b);
        let found: Vec<_> = match fits && !wrong!(OutsideParametersGoByPlace) {
            true => params.iter().zip(binds).collect(),
            false => by_place(),
        };
        found.into_iter().filter_map(|(p, a)| Some((p.name.sym, entity_of(a?)))).collect()
    }

    /// The names of the heads' parameters alone, as what stands before a member's name and behind it sees them.
    pub(super) fn env_of_heads(&mut self, names: &[(Symbol, Entity)]) -> Env {
        self.instance_env(&self.templates.no_env.clone(), names.iter().copied())
    }

    /// Whether the class before a name that is defined outside of its class is this one: it is named where the definition
    /// stands, where `names` are what the parameters of the definition's template stand for.
    pub(super) fn is_class_outside(
        &mut self,
        item: u32,
        scope: &'a Spec<'a>,
        class: RecordId,
        names: &[(Symbol, Entity)],
    ) -> bool {
        let trial = self.diags.begin_trial();
        let found = self.class_outside(item, scope, names);
        let wrong = self.diags.end_trial(trial);
        !wrong && found == Some(class) || wrong!(ClassesByTheirLastNames)
    }

    /// The class before a name that is defined outside of its class.
    fn class_outside(
        &mut self,
        item: u32,
        scope: &'a Spec<'a>,
        names: &[(Symbol, Entity)],
    ) -> Option<RecordId> {
        let item = self.index.items.get(item as usize)?;
        let (namespace, place) = (item.namespace, item.place());
        let env = self.env_of_heads(names);
        let arena = TypedArenas::small();
        let site = self.site.within(&env, None).at(namespace, place);
        let found = Body::at_site(self, &arena, site).base_type(scope, words::EMPTY);
        self.class_id(found)
    }

    /// Whether a head with these parameters and arguments is that of a template, or of a specialisation of it, that a class
    /// is not made of.
    fn is_of_another(
        &self,
        params: &[TemplateParam<'_>],
        args: &[TemplateArg<'_>],
        class: RecordId,
    ) -> bool {
        let Some(instance) = self.templates.instances.get(&class).filter(|_| !params.is_empty())
        else {
            return false;
        };
        let id = self.classes.all.get(&class).map(|c| c.spec.id);
        let all = &self.template(instance.template).specializations;
        let mut heads = all.iter().filter(|s| same_arguments((s.args, s.params), (args, params)));
        let own = |s: &Specialization<'_>| s.record().map(|r| r.id) == id;
        match heads.next() {
            Some(s) => !own(s),
            None => all.iter().any(own) && are_parameters(args, params),
        }
    }

    /// Reports the device's definitions of members that their classes do not declare, or that are defined already.
    pub(crate) fn check_outside_members(&mut self) {
        let wanted = (0u32..).zip(&self.index.items).filter(|(_, i)| {
            use ItemKind::{Function, FunctionTemplate, TypeTemplate, Variable, VariableTemplate};
            let member =
                matches!(i.kind, Function | FunctionTemplate | Variable | VariableTemplate);
            // Constants and classes are for both.
            let shared = match i.kind {
                Variable | VariableTemplate => i.flags.has(Flags::CONST | Flags::CONSTEXPR),
                kind => kind == TypeTemplate,
            };
            (member || shared) && i.scope != words::EMPTY && (i.is_device() || shared) && !i.library
        });
        let items: Vec<u32> = wanted.map(|(n, _)| n).collect();
        let told = std::mem::take(self.diags);
        let mut seen = Seen::default();
        let mut wrong = Vec::new();
        for i in items {
            wrong.extend(self.check_outside(i, &mut seen).and_then(Result::err));
        }
        *self.diags = told;
        for d in wrong {
            self.diags.push(*d);
        }
    }

    /// The first error behind so many that is within a declaration.
    fn said_of(&self, item: u32, before: usize) -> Option<Box<Diagnostic>> {
        let item = self.index.items.get(item as usize)?;
        let tokens = &self.declared.lists.get(item.list as usize)?.tokens;
        let own = tokens.get(item.first as usize..item.end as usize)?;
        let (lo, hi) = (own.first()?.span.lo, own.last()?.span.hi);
        let within = |d: &&Diagnostic| lo <= d.span.lo && d.span.lo < hi;
        let errors = self.diags.list().get(before..)?.iter();
        let mut errors = errors.filter(|d| d.severity == Severity::Error);
        errors.find(within).map(|d| Box::new(d.clone()))
    }

    /// What is wrong with one definition; `None` where that is not known.
    fn check_outside(&mut self, item: u32, seen: &mut Seen) -> Option<Verdict> {
        let before = self.diags.list().len();
        let d = self.parsed_item(item)?;
        let scope = scope_of(d)?;
        // The class is found with what stands for the parameters of all heads, as it is not known yet which are of classes.
        let mut all = Names::new();
        for params in d.around.iter().copied().chain(d.template) {
            all.extend(self.stand_ins(params)?);
        }
        let class = self.class_outside(item, scope, &all)?;
        // A member of one instance is specialised once that instance is there.
        let arena = TypedArenas::small();
        let ty = self.types.record(class);
        Body::outside(self, &arena).complete(ty, scope.span);
        let Some(heads) = self.heads(d, class) else {
            return Some(wrong_heads(scope.span));
        };
        // Of what is said on the way that of the definition itself counts, where nothing stands in for arguments.
        let one = heads.classes.iter().all(|h| h.params.is_empty());
        if let Some(said) = self.said_of(item, before).filter(|_| one) {
            return Some(Err(said));
        }
        let of_class = |n: &(Symbol, Entity)| {
            heads.classes.iter().any(|h| h.params.iter().any(|p| p.name.sym == n.0))
        };
        all.retain(of_class);
        let names = all;
        let own = self.index.items.get(item as usize)?;
        let (namespace, place) = (own.namespace, own.place());
        let apart = !self.index.is_around(own.within, self.types.records[class].namespace);
        if apart && own.kind != ItemKind::Function {
            let text = "what a namespace declares is defined in it or in one around it";
            return Some(Err(Box::new(Diagnostic::new(code::TEMPLATE, scope.span, text))));
        }
        let info = self.classes.all.get(&class)?;
        let env = info.env.clone();
        let env = self.env_outside(&env, names.clone());
        let o = Outside { item, d, class, names, env, namespace, place };
        if let Err(d) = self.check_head(scope, &heads) {
            return Some(Err(d));
        }
        if heads.own.is_some_and(<[_]>::is_empty) && !o.names.is_empty() {
            let text = "a member template is specialised for instances of the class around it, `template <> template <>`, and not for all of them";
            return Some(Err(Box::new(Diagnostic::new(code::TEMPLATE, scope.span, text))));
        }
        let [x] = d.declarators else { return Some(self.check_class_outside(&o, &heads, seen)) };
        match (x.ty, heads.own) {
            (TypeExpr::Function { .. }, Some([])) => self.check_specialised(&o, x, seen),
            (TypeExpr::Function { .. }, Some(_)) => self.check_template(&o, x),
            (TypeExpr::Function { .. }, None) if x.template_args.is_some() => {
                Some(wrong_heads(scope.span))
            }
            (TypeExpr::Function { .. }, None) => self.check_function(&o, x, seen),
            (_, Some(_)) => Some(self.check_variable_outside(&o, x)),
            (_, None) => Some(self.check_static(&o, x, seen)),
        }
    }

    /// Entities that stand for a template's parameters and for nothing else; `None` where there are none.
    fn stand_ins(&mut self, params: &'a [TemplateParam<'a>]) -> Option<Vec<(Symbol, Entity)>> {
        let arena = TypedArenas::small();
        let mut b = Body::outside(self, &arena);
        let mut names = b.unique_arguments(params);
        for (k, (p, n)) in (0i64..).zip(params.iter().zip(&mut names)) {
            if let crate::ast::TemplateParamKind::Value(t, _) = p.kind {
                let ty = b.type_of(t).bare();
                if !b.cx.types.is_integer(ty) {
                    return None;
                }
                // No number of the type, which a specialisation might be for.
                n.1 = Entity::Const(ty, Const::Int(NUMBER + 2 * k));
            }
        }
        Some(names)
    }

    /// The name of a class in messages: an instance for all arguments goes by its template.
    pub(super) fn outside_name(&self, o: &Outside<'_>) -> String {
        let template = self.templates.instances.get(&o.class).filter(|_| !o.names.is_empty());
        match template {
            Some(i) => self.text(self.template(i.template).name).to_string(),
            None => self.types.records[o.class].name.clone(),
        }
    }

    /// Whether the heads `template <...>` are those of the classes: `template <>` for a member of one instance, the
    /// template's own parameters for one of all ([temp.mem.func] 1, [temp.expl.spec] 5).
    fn check_head(&self, scope: &Spec<'_>, heads: &Heads<'a>) -> Verdict {
        let mut open = false;
        for head in &heads.classes {
            let Some(class) = head.class.filter(|r| self.templates.instances.contains_key(r))
            else {
                continue;
            };
            let own = self.specialisation_of(class).is_some();
            let text = if open && head.params.is_empty() {
                "a member of all instances of a class template is specialised for none of its own arguments alone"
            } else if !own && !head.params.is_empty() && !are_parameters(head.patterns, head.params)
            {
                "the arguments of the class must be the parameters of this template, in their order"
            } else {
                open |= !head.params.is_empty();
                continue;
            };
            return Err(Box::new(Diagnostic::new(code::TEMPLATE, scope.span, text)));
        }
        Ok(())
    }

    /// A member template.
    fn check_template(&mut self, o: &Outside<'a>, x: &'a Declarator<'a>) -> Option<Verdict> {
        let (name, class) = (x.name, self.classes.all.get(&o.class)?.spec.name.sym);
        let before = self.diags.list().len();
        let set = self.declared_methods(o.class, name.sym, kind_of(name.sym, class));
        // The template takes in its definition where the class's functions are first asked for.
        if let Some(d) = self.said_of(o.item, before).filter(|d| d.code == code::REDEFINED) {
            return Some(Err(d));
        }
        let found =
            self.at((o.namespace, o.place), |cx| cx.template_declared(o.d, o.class, &o.env, &set));
        let Some(t) = found else {
            // Types that make no sense for what stands for the parameters may be those of a declaration.
            self.types_of_template(o.d, Some(o.class), &o.env).filter(Types::are_known)?;
            let (class, text) = (self.outside_name(o), self.text(name.sym));
            let text = format!("`{class}` declares no template `{text}` with these parameters");
            return Some(Err(Box::new(Diagnostic::new(code::UNKNOWN_MEMBER, name.span, text))));
        };
        let t = self.template(t);
        if t.span != name.span && o.d.body.is_some() {
            let text = format!("the function template `{}` is defined twice", self.text(name.sym));
            let d = Diagnostic::new(code::REDEFINED, name.span, text);
            return Some(Err(Box::new(d.note(t.span, "the first definition is here"))));
        }
        Some(Ok(()))
    }

    fn check_function(
        &mut self,
        o: &Outside<'a>,
        x: &'a Declarator<'a>,
        seen: &mut Seen,
    ) -> Option<Verdict> {
        let c = self.classes.all.get(&o.class)?;
        let (spec, name) = (c.spec, x.name);
        let kind = kind_of(name.sym, spec.name.sym);
        let own: Vec<_> = spec.functions.iter().filter(|f| is_named(f, name.sym, kind)).collect();
        if own.is_empty() {
            let (class, text) = (self.outside_name(o), self.text(name.sym));
            let text = match kind {
                MemberKind::Constructor => format!("`{class}` declares no constructor"),
                MemberKind::Conversion => format!("`{class}` declares no conversion function"),
                MemberKind::Destructor => format!("`{class}` declares no destructor"),
                _ => format!("`{class}` declares no member function `{text}`"),
            };
            return Some(Err(Box::new(Diagnostic::new(code::UNKNOWN_MEMBER, name.span, text))));
        }
        let set = self.declared_methods(o.class, name.sym, kind);
        if !set.templates.is_empty() || set.functions.len() != own.len() {
            return None;
        }
        let (list, results) = self.outside_signature(o, x)?;
        let fits = |f: &&FunctionId| {
            self.has_signature(&self.functions[**f], x, &list)
                && (kind != MemberKind::Conversion || self.gives(**f, &results[1..]))
        };
        let Some(f) = set.functions.iter().find(fits).copied() else {
            let (class, text) = (self.outside_name(o), self.text(name.sym));
            let text = format!("`{class}` declares no `{text}` with these parameters");
            let d = Diagnostic::new(code::UNKNOWN_MEMBER, name.span, text);
            return Some(Err(Box::new(d.note(own[0].name.span, "it declares this"))));
        };
        if kind == MemberKind::Method && !self.gives(f, &results) {
            let text = format!(
                "the function `{}` returns another type here than in its class",
                self.text(name.sym)
            );
            let d = Diagnostic::new(code::REDEFINED, name.span, text);
            return Some(Err(Box::new(d.note(own[0].name.span, "the class declares it here"))));
        }
        if let Some(d) = self.outside_other_noexcept(o, f, name) {
            return Some(Err(Box::new(d)));
        }
        let stated = o.d.template.is_some_and(<[_]>::is_empty);
        if stated && o.d.body.is_none() {
            return Some(Ok(()));
        }
        let info = &self.functions[f];
        let within =
            (info.body.is_some() && !stated && own.iter().any(|m| m.name.span == info.span))
                .then_some(info.span);
        if let Some(first) = within.or(seen.functions.insert(f, name.span)) {
            let text = format!("the function `{}` is defined twice", self.text(name.sym));
            let d = Diagnostic::new(code::REDEFINED, name.span, text);
            return Some(Err(Box::new(d.note(first, "the first definition is here"))));
        }
        Some(Ok(()))
    }

    /// The parameters of a definition, and its result as it is where the class stands and within the class.
    fn outside_signature(
        &mut self,
        o: &Outside<'a>,
        x: &'a Declarator<'a>,
    ) -> Option<(Vec<ParamInfo<'a>>, [Ty; 2])> {
        let TypeExpr::Function { params, result, .. } = x.ty else { return None };
        let arena = TypedArenas::small();
        let around = self.env_of_heads(&o.names);
        let site = self.site.within(&around, None).at(o.namespace, o.place);
        let ahead =
            Body::at_site(self, &arena, site).result_type(result, &ParameterList::default()).0;
        // What stands behind the name is looked up in the class, and from its namespace outwards.
        let namespace = self.classes.all.get(&o.class).map_or(o.namespace, |c| c.namespace);
        let trial = self.diags.begin_trial();
        let site = self.site.within(&o.env, Some(o.class)).at(namespace, o.place);
        let list = Body::at_site(self, &arena, site).parameters_from(params);
        let wrong = self.diags.end_trial(trial) || list.params.iter().any(|p| p.ty.is_error());
        let site = self.site.within(&o.env, Some(o.class)).at(namespace, o.place);
        let within = Body::at_site(self, &arena, site).result_type(result, &list).0;
        (!wrong).then_some((list.params, [ahead, within]))
    }

    /// Whether a declared function has the parameters and qualifiers of a definition. A type that is not known may be any.
    fn has_signature(&self, f: &Function<'_>, x: &Declarator<'_>, list: &[ParamInfo<'_>]) -> bool {
        let TypeExpr::Function { quals, variadic, object, .. } = x.ty else { return true };
        let own = f.own_params();
        own.len() == list.len()
            && f.signature.variadic == *variadic
            && f.membership.qualifier == *object
            && self.object_quals(f) == quals_of(*quals) & 3
            && own.iter().zip(list).all(|(a, b)| a.ty.bare() == b.ty.bare() || a.ty.is_error())
    }

    /// Whether a declared function gives one of these types. What is deduced or not known may be any.
    fn gives(&self, f: FunctionId, types: &[Ty]) -> bool {
        let f = &self.functions[f];
        let same = |t: &Ty| {
            t.is_error()
                || *t == f.signature.result
                || self.types.is_scalar(*t) && t.bare() == f.signature.result.bare()
        };
        f.signature.deduced.is_some() || f.signature.result.is_error() || types.iter().any(same)
    }
}
