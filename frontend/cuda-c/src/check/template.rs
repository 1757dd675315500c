//! Templates: classes and functions made from them for given arguments.
//!
//! A template is parsed once. Each set of arguments binds its parameters in an environment, in which the checker then
//! reads the one syntax tree: a type parameter is a type there, a value parameter a constant. Instances are kept by
//! their arguments. A full specialisation is an instance that is there from the start; a partial one is chosen where
//! its pattern fits (ISO C++ 17 [temp.inst], [temp.class.spec.match]). Deduction is in `deduce`.

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};

use super::{Body, Checker, Const, Entity};
use crate::{
    ast::{
        Base, Declaration, ExprKind, Flags, RecordSpec, TemplateArg, TemplateParam,
        TemplateParamKind, TypeExpr,
    },
    intern::{Map, Symbol},
    parse::index::Item,
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty, TypeKind},
    words,
};

/// An argument of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TArg {
    Type(Ty),
    Value(Ty, i64),
}

/// Names bound around a declaration: template parameters and the classes around it. Equal numbers are equal
/// environments; 0 is the empty one.
#[derive(Clone, Debug)]
pub(crate) struct Env {
    pub id: u32,
    pub names: Rc<[(Symbol, Entity)]>,
}

/// A template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TemplateId(pub u32);

/// A specialisation of a class template.
#[derive(Clone)]
pub(crate) struct Specialization<'a> {
    pub params: &'a [TemplateParam<'a>],
    pub args: &'a [TemplateArg<'a>],
    pub record: &'a RecordSpec<'a>,
}

/// A template of a class, alias or function.
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
    pub span: Span,
    pub specializations: Vec<Specialization<'a>>,
    pub types: Map<Rc<[TArg]>, Ty>,
    pub functions: Map<Rc<[TArg]>, FunctionId>,
}

impl Template<'_> {
    /// The function's parameters that have no default.
    pub(super) fn needed_arguments(&self) -> usize {
        match self.declaration.declarators.first().map(|x| x.ty) {
            Some(TypeExpr::Function { params, .. }) => {
                params.iter().take_while(|p| p.default.is_none()).count()
            }
            _ => 0,
        }
    }

    /// The function's parameters.
    pub(super) fn arguments(&self) -> usize {
        match self.declaration.declarators.first().map(|x| x.ty) {
            Some(TypeExpr::Function { params, .. }) => params.len(),
            _ => 0,
        }
    }
}

impl<'a> Checker<'a, '_> {
    /// An environment of its own number, inside another.
    pub(super) fn new_env(
        &mut self,
        outer: &Env,
        more: impl IntoIterator<Item = (Symbol, Entity)>,
    ) -> Env {
        self.envs += 1;
        let names = outer.names.iter().copied().chain(more).collect();
        Env { id: self.envs, names }
    }

    fn template(&self, id: TemplateId) -> &Template<'a> {
        &self.templates[id.0 as usize]
    }

    /// Makes a template of a declaration.
    pub(super) fn add_template(
        &mut self,
        item: &Item,
        d: &'a Declaration<'a>,
        env: Env,
        class: Option<RecordId>,
        name: Symbol,
        span: Span,
    ) -> TemplateId {
        let id = TemplateId(self.templates.len() as u32);
        self.templates.push(Template {
            name,
            params: d.template.unwrap_or(&[]),
            declaration: d,
            flags: Flags(d.spec.flags.0 | item.flags.0 & Flags::EXTERN_C),
            env,
            class,
            library: item.library,
            namespace: item.namespace,
            span,
            specializations: Vec::new(),
            types: Map::default(),
            functions: Map::default(),
        });
        id
    }

    /// Declares a template at file scope, or a specialisation of one.
    pub(super) fn declare_template(&mut self, item: &Item, d: Declaration<'a>) {
        let d: &'a Declaration<'a> = self.arenas.declarations.alloc(d);
        let env = self.no_env.clone();
        let alias = d.spec.flags.has(Flags::TYPEDEF);
        let [x] = d.declarators else {
            self.declare_class_template(item, d, env);
            return;
        };
        if alias {
            let id = self.add_template(item, d, env, None, x.name.sym, x.name.span);
            self.set_entity(x.name.sym, Entity::ClassTemplate(id));
            return;
        }
        let TypeExpr::Function { .. } = x.ty else {
            self.set_entity(x.name.sym, Entity::Unparsable(item_number(self, item)));
            return;
        };
        let name = x.name.sym;
        if x.template_args.is_some() || d.template.is_some_and(<[_]>::is_empty) {
            self.specialize_function(item, d);
            return;
        }
        // A declaration and a later definition are one template.
        let same = self.fn_templates.get(&name).and_then(|set| {
            set.iter().copied().find(|t| {
                let old = self.template(*t);
                old.namespace == item.namespace
                    && super::deduce::same_signature(old.params, old.declaration, d)
                    && old.flags.has(Flags::GLOBAL | Flags::DEVICE)
                        == d.spec.flags.has(Flags::GLOBAL | Flags::DEVICE)
            })
        });
        if let Some(t) = same {
            let old = &mut self.templates[t.0 as usize];
            let flags = Flags(old.flags.0 | d.spec.flags.0);
            old.flags = flags;
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
                let old = &mut self.templates[t.0 as usize];
                old.params = merge_defaults(self.arenas, old.params, d.template.unwrap_or(&[]));
                old.declaration = d;
                old.span = x.name.span;
            }
            return;
        }
        let id = self.add_template(item, d, env, None, name, x.name.span);
        self.fn_templates.entry(name).or_default().push(id);
        match self.entity(name) {
            None | Some(Entity::Functions(_)) => self.set_entity(name, Entity::Functions(name)),
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

    fn declare_class_template(&mut self, item: &Item, d: &'a Declaration<'a>, env: Env) {
        match d.spec.base {
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
                    let Some(t) = old else {
                        let text = self.text(r.name.sym).to_string();
                        self.error(
                            code::TEMPLATE,
                            r.name.span,
                            format!("`{text}` is specialised before it is declared as a template"),
                        );
                        return;
                    };
                    self.templates[t.0 as usize].specializations.push(Specialization {
                        params: d.template.unwrap_or(&[]),
                        args,
                        record: r,
                    });
                    return;
                }
                match old {
                    Some(t)
                        if matches!(self.template(t).declaration.spec.base, Base::Record(_)) =>
                    {
                        let (text, at) = (self.text(r.name.sym).to_string(), self.template(t).span);
                        self.diags.push(
                            Diagnostic::new(
                                code::REDEFINED,
                                r.name.span,
                                format!("the class template `{text}` is defined twice"),
                            )
                            .note(at, "the first definition is here"),
                        );
                    }
                    Some(t) => {
                        let params = merge_defaults(
                            self.arenas,
                            self.template(t).params,
                            d.template.unwrap_or(&[]),
                        );
                        let old = &mut self.templates[t.0 as usize];
                        (old.params, old.declaration, old.span) = (params, d, r.name.span);
                    }
                    None => {
                        let id = self.add_template(item, d, env, None, r.name.sym, r.name.span);
                        self.set_entity(r.name.sym, Entity::ClassTemplate(id));
                    }
                }
            }
            Base::Tag(_, s) if self.entity(s).is_none() => {
                let id = self.add_template(item, d, env, None, s, d.span);
                self.set_entity(s, Entity::ClassTemplate(id));
            }
            _ => {}
        }
    }

    /// `template <> f<float>(...)`: an instance that is given.
    fn specialize_function(&mut self, item: &Item, d: &'a Declaration<'a>) {
        let arena = TypedArenas::default();
        let mut b = Body::outside(self, &arena);
        let Some((t, args)) = b.named_instance(d) else { return };
        let env = b.cx.no_env.clone();
        let flags = Flags(d.spec.flags.0 | item.flags.0 & Flags::EXTERN_C);
        if let Some(f) = b.declare_instance(d, flags, env, t, args.clone(), item.library) {
            let key: Rc<[TArg]> = args;
            let set = &mut self.templates[t.0 as usize].functions;
            if d.body.is_some() || !set.contains_key(&key) {
                set.insert(key, f);
            }
        }
    }

    /// `template void f<float>(float *);`, `template struct X<float>;`.
    pub(super) fn declare_instantiation(&mut self, item: &Item, d: Declaration<'a>) {
        let d: &'a Declaration<'a> = self.arenas.declarations.alloc(d);
        let arena = TypedArenas::default();
        let mut b = Body::outside(self, &arena);
        if d.declarators.is_empty() {
            b.base_type(d.spec, words::EMPTY);
            return;
        }
        if d.spec.flags.has(Flags::EXTERN) {
            return;
        }
        if d.declarators.iter().any(|x| x.scope.is_some()) {
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
        {
            b.instance(t, args);
        }
    }

    /// How a function is named in messages, and a kernel in launch files: with its class and template arguments.
    pub(crate) fn function_name(&self, f: &super::Function<'_>) -> String {
        let mut s = String::new();
        if let Some(c) = f.class
            && !f.flags.has(Flags::FRIEND)
        {
            s.push_str(&self.types.records[c.0 as usize].name);
            s.push_str("::");
        }
        s.push_str(self.text(f.name));
        if !f.args.is_empty() {
            s.push_str(&self.args_text(&f.args));
        }
        s
    }

    /// Says of what was found in an instance which one it is and where it is asked for.
    pub(crate) fn note_instance(&mut self, f: FunctionId, from: usize) {
        let Some(info) = self.functions.get(f.0 as usize) else { return };
        let class =
            info.class.and_then(|c| self.classes.get(&c)).is_some_and(|c| c.template.is_some());
        if self.diags.list().len() == from || info.template.is_none() && !class {
            return;
        }
        let (name, at) = (self.function_name(info), info.used.unwrap_or(Span::NONE));
        self.diags.annotate(from, at, &format!("in `{name}`, which is asked for here"));
    }

    pub(super) fn args_text(&self, args: &[TArg]) -> String {
        let list: Vec<String> = args
            .iter()
            .map(|a| match a {
                TArg::Type(t) => self.types.name(*t),
                TArg::Value(t, v) if t.bare() == Ty::BOOL => (*v != 0).to_string(),
                TArg::Value(t, v) if !self.types.is_signed(*t) => (*v as u64).to_string(),
                TArg::Value(_, v) => v.to_string(),
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
fn merge_defaults<'a>(
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
                (k, _) => k,
            },
        })
        .collect();
    arenas.template_params.alloc_extend(list)
}

/// What a template argument is bound to.
pub(super) fn entity_of(a: TArg) -> Entity {
    match a {
        TArg::Type(t) => Entity::Type(t),
        TArg::Value(t, v) => Entity::Const(t, Const::Int(v)),
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of one template argument.
    pub(super) fn template_arg(&mut self, a: &TemplateArg<'a>) -> Option<TArg> {
        match a {
            TemplateArg::Type(t) => {
                let ty = self.type_of(t);
                (!ty.is_error()).then_some(TArg::Type(ty))
            }
            TemplateArg::Value(e) => {
                if let ExprKind::Name(s) = e.kind
                    && let Some(Entity::Type(t)) = self.lookup(s)
                {
                    return Some(TArg::Type(t));
                }
                let v = self.constant_value(e);
                if v.ty.is_error() {
                    return None;
                }
                match self.const_of(v) {
                    Some(Const::Int(n)) if self.cx.types.is_integer(v.ty) => {
                        Some(TArg::Value(v.ty.bare(), n))
                    }
                    _ => {
                        self.error(
                            code::NOT_CONSTANT,
                            e.span,
                            "a template argument must be a type or an integer constant",
                        );
                        None
                    }
                }
            }
        }
    }

    pub(super) fn template_arg_list(&mut self, args: &'a [TemplateArg<'a>]) -> Option<Vec<TArg>> {
        let list: Vec<Option<TArg>> = args.iter().map(|a| self.template_arg(a)).collect();
        list.into_iter().collect()
    }

    /// Completes arguments with defaults and converts values to their parameters' types. `None` where one is missing
    /// or of the wrong kind.
    pub(super) fn complete_args(
        &mut self,
        params: &'a [TemplateParam<'a>],
        outer: &Env,
        class: Option<RecordId>,
        given: &[Option<TArg>],
    ) -> Option<Rc<[TArg]>> {
        if given.len() > params.len() {
            return None;
        }
        let arena = TypedArenas::default();
        let env = outer.clone();
        let mut b = Body::within(&mut *self.cx, &arena, &env, class);
        let mut list = Vec::with_capacity(params.len());
        for (i, p) in params.iter().enumerate() {
            let arg = match (p.kind, given.get(i).copied().flatten()) {
                (TemplateParamKind::Type(_), Some(TArg::Type(t))) => TArg::Type(t),
                // `template <auto V>`: the type is the argument's.
                (TemplateParamKind::Value(TypeExpr::Base(s), _), Some(arg @ TArg::Value(..)))
                    if matches!(s.base, Base::Auto) =>
                {
                    arg
                }
                (TemplateParamKind::Value(ty, _), Some(TArg::Value(_, v))) => {
                    let ty = b.type_of(ty);
                    TArg::Value(ty.bare(), super::convert::wrap(&b.cx.types, v, ty))
                }
                (TemplateParamKind::Type(Some(d)), None) => {
                    let t = b.type_of(d);
                    if t.is_error() {
                        return None;
                    }
                    TArg::Type(t)
                }
                (TemplateParamKind::Value(ty, Some(d)), None) => {
                    let ty = b.type_of(ty);
                    match b.constant(d, ty) {
                        Some(Const::Int(v)) => TArg::Value(ty.bare(), v),
                        _ => return None,
                    }
                }
                _ => return None,
            };
            b.bind(p.name.sym, entity_of(arg));
            list.push(arg);
        }
        Some(list.into())
    }

    /// The type that a class or alias template is for given arguments.
    pub(super) fn template_type(
        &mut self,
        id: TemplateId,
        args: &'a [TemplateArg<'a>],
        span: Span,
    ) -> Ty {
        let Some(given) = self.template_arg_list(args) else { return Ty::ERROR };
        let t = self.cx.template(id).clone();
        let given: Vec<Option<TArg>> = given.into_iter().map(Some).collect();
        let complete =
            self.in_namespace(t.namespace, |b| b.complete_args(t.params, &t.env, t.class, &given));
        let Some(args) = complete else {
            let text = self.cx.text(t.name).to_string();
            self.cx.diags.push(
                Diagnostic::new(
                    code::TEMPLATE,
                    span,
                    format!("these arguments do not fit the template `{text}`"),
                )
                .note(t.span, "it is declared here"),
            );
            return Ty::ERROR;
        };
        self.class_instance(id, args, span)
    }

    /// The class or alias for complete arguments.
    pub(super) fn class_instance(&mut self, id: TemplateId, args: Rc<[TArg]>, span: Span) -> Ty {
        if let Some(t) = self.cx.template(id).types.get(&args) {
            return *t;
        }
        let t = self.cx.template(id).clone();
        let text = self.cx.text(t.name).to_string();
        if self.cx.resolving >= 64 || t.types.len() >= 4096 {
            self.cx.error(
                code::LIMIT_NESTING,
                span,
                format!("the template `{text}` is instantiated too deep or too often"),
            );
            return Ty::ERROR;
        }
        self.cx.resolving += 1;
        let namespace = std::mem::replace(&mut self.cx.types.namespace, t.namespace);
        let trial = self.cx.diags.in_trial().then(|| self.cx.diags.begin_trial());
        let mut ty = self.class_instance_inner(id, &t, args.clone(), span, &text);
        if let Some(trial) = trial
            && self.cx.diags.end_trial(trial)
        {
            // What is wrong with it is told when it is made in earnest.
            self.cx.templates[id.0 as usize].types.remove(&args);
            ty = Ty::ERROR;
        }
        self.cx.types.namespace = namespace;
        self.cx.resolving -= 1;
        ty
    }

    fn class_instance_inner(
        &mut self,
        id: TemplateId,
        t: &Template<'a>,
        args: Rc<[TArg]>,
        span: Span,
        text: &str,
    ) -> Ty {
        let bound = |params: &[TemplateParam<'_>], args: &[TArg]| -> Vec<(Symbol, Entity)> {
            params.iter().zip(args).map(|(p, a)| (p.name.sym, entity_of(*a))).collect()
        };
        if t.flags.has(Flags::TYPEDEF) {
            let env = self.cx.new_env(&t.env, bound(t.params, &args));
            let arena = TypedArenas::default();
            let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
            let ty = match t.declaration.declarators {
                [x] => b.type_of(x.ty),
                _ => Ty::ERROR,
            };
            self.cx.templates[id.0 as usize].types.insert(args, ty);
            return ty;
        }
        let (record, names) = match self.specialization(t, &args) {
            Some(Ok(found)) => found,
            Some(Err(())) => {
                let list = self.cx.args_text(&args);
                self.cx.error(
                    code::AMBIGUOUS,
                    span,
                    format!("several specialisations of `{text}` fit `{text}{list}`"),
                );
                return Ty::ERROR;
            }
            None => match t.declaration.spec.base {
                Base::Record(r) => (r, bound(t.params, &args)),
                _ => {
                    let list = self.cx.args_text(&args);
                    self.cx.diags.push(
                        Diagnostic::new(
                            code::INCOMPLETE_TYPE,
                            span,
                            format!("`{text}{list}` is declared and not defined"),
                        )
                        .note(t.span, "the template is declared here"),
                    );
                    return Ty::ERROR;
                }
            },
        };
        let name = format!("{text}{}", self.cx.args_text(&args));
        let r = self.cx.types.new_record(name, record.tag == crate::ast::Tag::Union);
        let ty = self.cx.types.record(r);
        self.cx.templates[id.0 as usize].types.insert(args.clone(), ty);
        let env = self.cx.new_env(&t.env, names.into_iter().chain([(t.name, Entity::Type(ty))]));
        let arena = TypedArenas::default();
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        b.define_class(r, record, args, Some(id));
        ty
    }

    /// The specialisation that fits best, with what its parameters are bound to; an error where none is best.
    #[allow(clippy::type_complexity, reason = "a choice and its bindings")]
    fn specialization(
        &mut self,
        t: &Template<'a>,
        args: &[TArg],
    ) -> Option<Result<(&'a RecordSpec<'a>, Vec<(Symbol, Entity)>), ()>> {
        let mut best: Option<(usize, &'a RecordSpec<'a>, Vec<(Symbol, Entity)>)> = None;
        let mut tie = false;
        for s in &t.specializations {
            if s.args.len() > args.len() {
                continue;
            }
            let mut binds = vec![None; s.params.len()];
            if !s
                .args
                .iter()
                .zip(args)
                .all(|(p, a)| self.unify_arg(p, *a, s.params, &mut binds, &t.env))
            {
                continue;
            }
            let Some(full) = self.complete_args(s.params, &t.env, t.class, &binds) else {
                continue;
            };
            if !self.pattern_is(s, &full, args, t) {
                continue;
            }
            // Fewer parameters left open, or a deeper pattern, is more special.
            let weight = super::deduce::pattern_weight(s.args, s.params);
            let names = s
                .params
                .iter()
                .zip(full.iter())
                .map(|(p, a)| (p.name.sym, entity_of(*a)))
                .collect();
            match &best {
                Some((w, ..)) if *w > weight => {}
                Some((w, ..)) if *w == weight => tie = true,
                _ => {
                    best = Some((weight, s.record, names));
                    tie = false;
                }
            }
        }
        let (_, r, names) = best?;
        Some(if tie { Err(()) } else { Ok((r, names)) })
    }

    /// Whether a specialisation's pattern is the arguments, once its parameters are known: what could not be deduced is
    /// computed. What makes no sense takes the specialisation out of the choice.
    fn pattern_is(
        &mut self,
        s: &Specialization<'a>,
        full: &Rc<[TArg]>,
        args: &[TArg],
        t: &Template<'a>,
    ) -> bool {
        let names = s.params.iter().zip(full.iter()).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let env = self.cx.new_env(&t.env, names);
        let arena = TypedArenas::default();
        let trial = self.cx.diags.begin_trial();
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        let mut same = true;
        for (p, a) in s.args.iter().zip(args) {
            let made = b.template_arg(p);
            same &= match (made, a) {
                (Some(TArg::Value(_, x)), TArg::Value(_, y)) => x == *y,
                (made, a) => made == Some(*a),
            };
        }
        let wrong = self.cx.diags.end_trial(trial);
        same && !wrong
    }

    /// The function for complete arguments; `None` where its signature makes no sense for them.
    pub(super) fn instance(&mut self, id: TemplateId, args: Rc<[TArg]>) -> Option<FunctionId> {
        if let Some(f) = self.cx.template(id).functions.get(&args) {
            return Some(*f);
        }
        let t = self.cx.template(id).clone();
        if self.cx.resolving >= 64 || t.functions.len() >= 4096 {
            let text = self.cx.text(t.name).to_string();
            self.cx.error(
                code::LIMIT_NESTING,
                t.span,
                format!("the template `{text}` is instantiated too deep or too often"),
            );
            return None;
        }
        // A signature that makes no sense takes the template out of the choice, without an error.
        let trial = self.cx.diags.begin_trial();
        self.cx.resolving += 1;
        let namespace = std::mem::replace(&mut self.cx.types.namespace, t.namespace);
        let f = self.declare_with(id, args.clone());
        self.cx.types.namespace = namespace;
        self.cx.resolving -= 1;
        let senseless = self.cx.diags.end_trial(trial);
        let f = f?;
        if senseless {
            // It stands among the functions, and is none that could be compiled.
            self.cx.functions[f.0 as usize].body = None;
            return None;
        }
        self.cx.templates[id.0 as usize].functions.insert(args, f);
        Some(f)
    }

    /// Declares the instance for complete arguments.
    fn declare_with(&mut self, id: TemplateId, args: Rc<[TArg]>) -> Option<FunctionId> {
        let t = self.cx.template(id).clone();
        let names = t.params.iter().zip(args.iter()).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let env = self.cx.new_env(&t.env, names);
        self.declare_instance(t.declaration, t.flags, env, id, args, t.library)
    }

    /// Says what is wrong with the signature of an instance that a launch states in full and [`Body::instance`] has
    /// refused.
    pub(super) fn explain_instance(&mut self, id: TemplateId, args: Rc<[TArg]>) {
        let trials = self.cx.diags.suspend();
        if let Some(f) = self.declare_with(id, args) {
            self.cx.functions[f.0 as usize].body = None;
        }
        self.cx.diags.resume(trials);
    }

    /// The template and arguments that a specialisation or instantiation names.
    pub(super) fn named_instance(
        &mut self,
        d: &'a Declaration<'a>,
    ) -> Option<(TemplateId, Rc<[TArg]>)> {
        let [x] = d.declarators else { return None };
        let TypeExpr::Function { params, result, .. } = x.ty else { return None };
        let given = self.template_arg_list(x.template_args.unwrap_or(&[]))?;
        let mut types = Vec::new();
        for p in *params {
            types.push(self.param_type(p.ty));
        }
        let result = self.type_of(result);
        self.cx.lookup(x.name.sym);
        let set = self.cx.fn_templates.get(&x.name.sym).cloned().unwrap_or_default();
        for t in set {
            let info = self.cx.template(t).clone();
            let Some(TypeExpr::Function { params: own, result: own_result, .. }) =
                info.declaration.declarators.first().map(|x| x.ty)
            else {
                continue;
            };
            if own.len() != types.len() || given.len() > info.params.len() {
                continue;
            }
            let mut binds: Vec<Option<TArg>> = vec![None; info.params.len()];
            for (b, g) in binds.iter_mut().zip(&given) {
                *b = Some(*g);
            }
            let found = self.in_namespace(info.namespace, |b| {
                let fits = own
                    .iter()
                    .zip(&types)
                    .all(|(p, ty)| b.unify_exact(p.ty, *ty, info.params, &mut binds, &info.env));
                // A specialisation is of one type with its template, its result included.
                if !fits || !b.unify_exact(own_result, result, info.params, &mut binds, &info.env) {
                    return None;
                }
                b.complete_args(info.params, &info.env, info.class, &binds)
            });
            if let Some(args) = found {
                return Some((t, args));
            }
        }
        let text = self.cx.text(x.name.sym).to_string();
        self.error(
            code::TEMPLATE,
            x.name.span,
            format!("no function template `{text}` fits this declaration"),
        );
        None
    }

    /// The class template that a name stands for.
    pub(super) fn class_template(
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
            Some(Entity::Type(t)) => self.template_of(t),
            _ => None,
        }
    }

    /// The template that a class was made from.
    pub(super) fn template_of(&self, t: Ty) -> Option<TemplateId> {
        match self.cx.types.kind(t) {
            TypeKind::Record(r) => self.cx.classes.get(&r).and_then(|c| c.template),
            _ => None,
        }
    }
}
