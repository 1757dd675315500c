//! What one use of a template in host code means: the instances of kernels and of host templates that it asks for.

use std::rc::Rc;

use crate::{
    ast::{Declaration, Flags, Param, TemplateParam, TypeExpr},
    check::{Body, Entity, Env, TArg, TemplateId},
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
        let values = match used.args {
            Some(args) => {
                let values: Vec<_> = args.iter().map(|a| b.expr(a)).collect();
                Some(values)
            }
            None => None,
        };
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
            if used.count.is_some_and(|n| !pattern.arity().takes(n)) {
                continue;
            }
            fits = true;
            // All arguments stated: the launch's own need not be understood.
            let info = b.cx.templates.all[*t].clone();
            let stated: Vec<Option<TArg>> = given.iter().copied().map(Some).collect();
            let full = b.at((info.namespace, info.place.defined), |b| {
                b.complete_args(info.params, &info.env, None, &stated, info.name)
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
            return match used.count.filter(|_| all && used.launched && !fits) {
                Some(given) => Meaning::WrongCount(given),
                None if made => Meaning::Instances(Vec::new()),
                None => Meaning::Unknown,
            };
        }
        let mut list = Vec::new();
        // A class's member functions defined outside of it have its arguments.
        for &i in templates.by_name.get(&name).map_or(&[][..], Vec::as_slice) {
            let Some(t) = templates.list.get(&i) else { continue };
            if t.counts.zip(used.count).is_some_and(|((least, most), n)| n < least || n > most) {
                continue;
            }
            let stated: Vec<Option<TArg>> = given.iter().copied().map(Some).collect();
            let none = b.cx.templates.no_env.clone();
            if let Some(args) = b.complete_args(t.params, &none, None, &stated, words::EMPTY) {
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

    /// As a call's deduction, where some arguments are not understood: they say nothing.
    fn deduce_partly(
        &mut self,
        id: TemplateId,
        given: &[TArg],
        values: &[crate::check::body::E<'_>],
    ) -> Option<crate::typed::FunctionId> {
        let args = self.deduce_args(id, given, values)?;
        self.instance(id, args)
    }

    /// The template arguments that the understood arguments of a call give.
    fn deduce_args(
        &mut self,
        id: TemplateId,
        given: &[TArg],
        values: &[crate::check::body::E<'_>],
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
        values: &[crate::check::body::E<'_>],
    ) -> Option<Rc<[TArg]>> {
        if given.len() > template.len() {
            return None;
        }
        let mut binds: Vec<Option<TArg>> = vec![None; template.len()];
        for (b, g) in binds.iter_mut().zip(given) {
            *b = Some(*g);
        }
        for (v, p) in values.iter().zip(params) {
            if v.ty.is_error() || matches!(v.kind, TKind::Error) {
                continue;
            }
            let ty = match self.cx.types.kind(v.ty) {
                TypeKind::Array(e, _) => self.cx.types.pointer(e),
                _ => v.ty.bare(),
            };
            let before = binds.clone();
            if !self.unify_exact(p.ty, ty, template, &mut binds, env) {
                binds = before;
            }
        }
        self.complete_args(template, env, class, &binds, words::EMPTY)
    }
}
