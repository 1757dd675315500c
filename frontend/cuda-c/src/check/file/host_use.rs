//! What one use of a template in host code means: the instances of kernels and of host templates that it asks for.

use std::rc::Rc;

use crate::{
    ast::{Declaration, Declarator, Flags, Param, Pattern, TemplateParam, TypeExpr},
    check::{Body, Entity, Env, ParameterPack, TArg, TemplateId, body::E, template::packs_in},
    intern::{Map, Symbol},
    parse::{host, index::ItemKind},
    typed::TKind,
    types::{RecordId, Ty, TypeKind},
    words,
};

/// The parameters of a host template and the arguments that its uses give.
pub(super) struct HostTemplate<'a> {
    pub(super) params: &'a [TemplateParam<'a>],
    /// The least and most arguments that a function takes, where they are known.
    pub(super) counts: Option<(usize, usize)>,
    pub(super) instances: Vec<Rc<[TArg]>>,
}

/// What a use of a template means.
pub(super) enum Meaning {
    /// Instances of host templates; of kernels they are made already.
    Instances(Vec<(u32, Rc<[TArg]>)>),
    /// A launch with so many arguments, which none of the kernels takes.
    WrongCount(usize),
    /// It cannot be understood.
    Unknown,
}

/// The templates of host code, by their items.
#[derive(Default)]
pub(super) struct HostTemplates<'a> {
    pub(super) list: Map<u32, HostTemplate<'a>>,
    /// Those that a name asks for: its own, and member functions of the class template outside of it. In the order of the text.
    pub(super) by_name: Map<Symbol, Vec<u32>>,
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// What a use means. Instances of kernels are made at once.
    pub(super) fn use_of(
        &mut self,
        name: Symbol,
        used: &host::HostUse<'a>,
        templates: &HostTemplates<'a>,
    ) -> Meaning {
        let b = self;
        b.cx.lookup(name);
        let Some(given) = b.template_arg_list(used.explicit) else { return Meaning::Unknown };
        let values = used.args.map(|args| b.expanded(args).iter().map(|a| b.expr(a)).collect());
        let values: Option<Vec<_>> = values;
        let count = used.count.or(values.as_ref().map(Vec::len));
        // What a lambda of a host function is called there is not known here.
        let closure =
            |v: &E<'_>| b.cx.class_id(v.ty).is_some_and(|r| b.cx.closure_type(r).is_some());
        if values.iter().flatten().any(closure) {
            return Meaning::Unknown;
        }
        // What is stated of a pack may go on by the arguments.
        let named = !used.called && !given.is_empty();
        let open = |params: &[TemplateParam<'_>]| !named && params.iter().any(|p| p.pack);
        let kernels: Vec<TemplateId> =
            b.cx.templates
                .functions
                .get(&name)
                .map(|set| {
                    set.iter()
                        .copied()
                        .filter(|t| b.cx.templates.all[*t].flags.has(Flags::GLOBAL))
                        .collect()
                })
                .unwrap_or_default();
        let (mut made, mut fits) = (false, false);
        for t in &kernels {
            let pattern = &b.cx.templates.all[*t];
            if count.is_some_and(|n| !pattern.arity().takes(n)) {
                continue;
            }
            fits = true;
            // All arguments stated: the launch's own need not be understood.
            let info = b.cx.templates.all[*t].clone();
            let stated: Vec<Option<TArg>> = given.iter().copied().map(Some).collect();
            let full = b.at((info.namespace, info.place.defined), |b| match open(info.params) {
                true => None,
                false => b.complete_args(info.params, &info.env, None, &stated, info.name),
            });
            let f = match full {
                Some(args) => {
                    let f = b.instance(*t, args.clone());
                    if f.is_none() && kernels.len() == 1 {
                        b.explain_instance(*t, args);
                        made = true;
                    }
                    f
                }
                None => match &values {
                    Some(v) if v.iter().all(|v| !v.ty.is_error()) => b.deduce_call(*t, &given, v),
                    Some(v) => b.deduce_partly(*t, &given, v),
                    None => None,
                },
            };
            made |= f.is_some();
        }
        if !kernels.is_empty() {
            // What is no template or no kernel may be meant too.
            let all = b.cx.index.items_named(name).all(|i| {
                i.kind == ItemKind::FunctionTemplate
                    && i.flags.has(Flags::GLOBAL)
                    && i.scope == words::EMPTY
            });
            return match count.filter(|_| all && used.launched && !fits) {
                Some(given) => Meaning::WrongCount(given),
                None if made => Meaning::Instances(Vec::new()),
                None => Meaning::Unknown,
            };
        }
        let mut list = Vec::new();
        // A class's member functions defined outside of it have its arguments.
        for &i in templates.by_name.get(&name).map_or(&[][..], Vec::as_slice) {
            let Some(t) = templates.list.get(&i) else { continue };
            if t.counts.zip(count).is_some_and(|((least, most), n)| n < least || n > most) {
                continue;
            }
            let stated: Vec<Option<TArg>> = given.iter().copied().map(Some).collect();
            let none = b.cx.templates.no_env.clone();
            if !open(t.params)
                && let Some(args) = b.complete_args(t.params, &none, None, &stated, words::EMPTY)
            {
                list.push((i, args));
                continue;
            }
            // A call whose arguments say what the parameters are, as far as its signature can be read.
            let Some(values) = &values else { continue };
            let (first, end) = {
                let item = &b.cx.index.items[i as usize];
                (item.first, item.end)
            };
            if let Some(own) = host::parse_signature(b.cx.input(0), first, end)
                && let Some(args) = b.deduce_from(t.params, own, (&none, None), &given, values)
            {
                list.push((i, args));
            }
        }
        Meaning::Instances(list)
    }

    /// Declares what is known of a host function's variables.
    pub(super) fn host_locals(&mut self, locals: &'a [Declaration<'a>]) {
        for d in locals {
            for x in d.declarators {
                if x.name.sym == words::EMPTY || matches!(x.ty, TypeExpr::Function { .. }) {
                    continue;
                }
                if let TypeExpr::Pack(pattern) = x.ty {
                    self.host_pack(x, pattern);
                    continue;
                }
                let ty = if matches!(d.spec.base, crate::ast::Base::Auto) {
                    match x.init {
                        Some(e) => self.value(e).ty,
                        None => Ty::ERROR,
                    }
                } else {
                    self.type_of(x.ty)
                };
                if d.spec.flags.has(Flags::TYPEDEF) {
                    self.bind(x.name.sym, Entity::plain(ty));
                    continue;
                }
                let constant = ty.is_const() || d.spec.flags.has(Flags::CONSTEXPR);
                if constant
                    && self.cx.types.is_arithmetic(ty)
                    && let Some(e) = x.init
                    && let Some(c) = self.constant(e, ty)
                {
                    self.bind(x.name.sym, Entity::Const(ty, c));
                    continue;
                }
                let ty = self.cx.types.referred(ty);
                let l = self.add_local(x.name.sym, ty, 0, x.name.span);
                self.bind(x.name.sym, Entity::Local(l));
            }
        }
    }

    /// Declares a function's parameters that are a pack, one by one.
    fn host_pack(&mut self, x: &Declarator<'a>, pattern: &'a TypeExpr<'a>) {
        let before = self.variables.locals.len();
        let mut count = 0;
        let known = self.for_each_element(Pattern::Type(pattern), x.name.span, |b| {
            let ty = b.type_of(pattern);
            let ty = b.cx.types.referred(ty);
            b.add_local(words::EMPTY, ty, 0, x.name.span);
            count += 1;
            Some(())
        });
        if known.is_some() {
            let pack = ParameterPack { name: x.name.sym, first: 0, count };
            self.declare_parameter_pack(pack, before);
        }
    }

    /// As a call's deduction, where some arguments are not understood: they say nothing.
    fn deduce_partly(
        &mut self,
        id: TemplateId,
        given: &[TArg],
        values: &[E<'_>],
    ) -> Option<crate::typed::FunctionId> {
        let args = self.deduce_args(id, given, values)?;
        self.instance(id, args)
    }

    /// The template arguments that the understood arguments of a call give.
    fn deduce_args(
        &mut self,
        id: TemplateId,
        given: &[TArg],
        values: &[E<'_>],
    ) -> Option<Rc<[TArg]>> {
        let t = self.cx.templates.all[id].clone();
        let TypeExpr::Function { params, .. } = t.declaration.declarators.first()?.ty else {
            return None;
        };
        self.deduce_from(t.params, params, (&t.env, t.class), given, values)
    }

    /// As [`Body::deduce_args`], by the parameters of the template and of the function.
    fn deduce_from(
        &mut self,
        template: &'a [TemplateParam<'a>],
        params: &'a [Param<'a>],
        (env, class): (&Env, Option<RecordId>),
        given: &[TArg],
        values: &[E<'_>],
    ) -> Option<Rc<[TArg]>> {
        let mut binds = self.stated_among(template, given)?;
        let packed = params.iter().position(|p| matches!(p.ty, TypeExpr::Pack(_)));
        if let Some(at) = packed {
            // Nothing says which of the arguments are its elements, or it has others behind it.
            let rest = values.get(at..)?;
            if at + 1 != params.len()
                || !self.deduce_elements(template, params[at].ty, rest, env, &mut binds)
            {
                return None;
            }
        }
        for (v, p) in values.iter().zip(params).take(packed.unwrap_or(params.len())) {
            if v.ty.is_error() || matches!(v.kind, TKind::Error) {
                continue;
            }
            let ty = self.type_of_argument(v);
            let before = binds.clone();
            if !self.unify_exact(p.ty, ty, template, &mut binds, env) {
                binds = before;
            }
        }
        self.complete_args(template, env, class, &binds, words::EMPTY)
    }

    /// The type that is deduced from an argument by value.
    fn type_of_argument(&mut self, v: &E<'_>) -> Ty {
        match self.cx.types.kind(v.ty) {
            TypeKind::Array(e, _) => self.cx.types.pointer(e),
            _ => v.ty.bare(),
        }
    }

    /// What the arguments of a function's pack say, all of which are understood, or stated one by one.
    fn deduce_elements(
        &mut self,
        template: &'a [TemplateParam<'a>],
        pack: &'a TypeExpr<'a>,
        rest: &[E<'_>],
        env: &Env,
        binds: &mut [Option<TArg>],
    ) -> bool {
        let TypeExpr::Pack(pattern) = pack else { return false };
        let pattern = if let TypeExpr::Reference(to, _) = pattern { to } else { *pattern };
        let types: Vec<Ty> = rest.iter().map(|v| self.type_of_argument(v)).collect();
        let given = binds.to_vec();
        self.unify_pack(Pattern::Type(pattern), rest.len(), template, binds, |b, k, own| {
            let stated = b.stated_elements(&given, k);
            let all =
                packs_in(template, Pattern::Type(pattern)).iter().all(|i| stated[*i].is_some());
            all || !types[k].is_error() && b.unify_exact(pattern, types[k], template, own, env)
        })
    }
}
