//! Whether two declarations of function templates declare one template, and what tells the overloads of a name apart
//! ([temp.over.link]).
//!
//! Idea: the types of the parameters and the result, with types that no program can name for the template's own parameters,
//! must be the same: `N::A` and `M::A` differ, a class and its typedef do not. Where a type makes no sense for what stands for
//! the parameters, and where an expression or a class's member (`typename X<T>::type`) is a part of it, what is written decides
//! ([`super::signature`]): such types are not computed, as that may ask for all templates of the name.
//!
//! Cost: the types of both, for templates of one name with as many parameters of the same kinds.

use std::rc::Rc;

use super::{
    Env, Specialization, TArg, TemplateId,
    arguments::has_deduced_type,
    named_parameters::number_parameter,
    signature::{same_arguments, same_parameter, same_template_parameters, same_type},
};
use crate::{
    ast::{
        Base, Declaration, Flags, Param, TemplateArg, TemplateParam, TemplateParamKind, TypeExpr,
    },
    check::{
        Body, Checker, Const, Entity, ParamInfo, ParameterList,
        body::wrap,
        file::{have_value_or, names_values},
    },
    intern::{Map, Symbol},
    typed::TypedArenas,
    types::{RecordId, Ty},
};

/// Numbers that stand for parameters: these and more.
const NUMBER: i64 = 2003;

/// Types that stand for parameters: behind those of the class's template.
const FIRST_TYPE: usize = 8;

/// A declaration of a function template, and where names in it are looked up.
pub(in crate::check) struct Declared<'a> {
    pub d: &'a Declaration<'a>,
    /// Around it.
    pub env: Env,
    /// The class whose member or friend it is.
    pub class: Option<RecordId>,
    pub namespace: u32,
    pub place: u32,
}

impl<'a> Declared<'a> {
    pub(in crate::check) fn new(
        d: &'a Declaration<'a>,
        env: Env,
        class: Option<RecordId>,
        (namespace, place): (u32, u32),
    ) -> Declared<'a> {
        Declared { d, env, class, namespace, place }
    }
}

/// The head of a specialisation of a class template.
pub(in crate::check) struct SpecializationHead<'a> {
    pub params: &'a [TemplateParam<'a>],
    pub args: &'a [TemplateArg<'a>],
    /// The names around its arguments.
    pub env: Env,
    /// Where it stands.
    pub namespace: u32,
    pub place: u32,
}

impl<'a> SpecializationHead<'a> {
    pub(super) fn of(s: &Specialization<'a>) -> SpecializationHead<'a> {
        SpecializationHead {
            params: s.params,
            args: s.args,
            env: s.args_env.clone(),
            namespace: s.namespace,
            place: s.place.defined,
        }
    }
}

/// The types of declarations that were compared, by the declaration, the environment's number, the class and the place: all overloads of a
/// name ask for them.
pub(super) type DeclaredTypes<'a> =
    Map<(*const Declaration<'a>, u32, Option<RecordId>, u32), Rc<Option<Types>>>;

/// The types of a function template, for parameters of the template that stand for themselves; `None` is a type that makes
/// no sense for them.
#[derive(PartialEq)]
pub(in crate::check) struct Types {
    params: Vec<Option<Ty>>,
    result: Option<Ty>,
}

impl Types {
    /// Whether all of them are known.
    pub(in crate::check) fn are_known(&self) -> bool {
        self.result.is_some() && self.params.iter().all(Option::is_some)
    }
}

/// The parameters and the result of a declared function.
fn function<'a>(d: &Declaration<'a>) -> Option<(&'a [Param<'a>], &'a TypeExpr<'a>, bool)> {
    let [x] = d.declarators else { return None };
    let TypeExpr::Function { params, result, variadic, .. } = x.ty else { return None };
    Some((params, result, *variadic))
}

/// The numbers among the parameters of two specialisations that are arguments for an `auto` parameter in both: of which types they
/// are makes no difference between the two, as nvcc has it; for clang any use of one is ambiguous.
fn numbers_of_any_type(
    params: &[TemplateParam<'_>],
    a: &SpecializationHead<'_>,
    b: &SpecializationHead<'_>,
) -> Vec<usize> {
    let number = |arg: &TemplateArg<'_>, own: &[TemplateParam<'_>]| match arg {
        TemplateArg::Value(e) => number_parameter(e, own),
        TemplateArg::Type(_) => None,
    };
    let plain = |own: &[TemplateParam<'_>], n: usize| {
        let kind = own.get(n).map(|p| p.kind);
        matches!(kind, Some(TemplateParamKind::Value(TypeExpr::Base(_), _)))
    };
    let pairs = a.args.iter().zip(b.args).enumerate();
    pairs
        .filter(|(i, _)| has_deduced_type(params, *i))
        .filter_map(|(_, (p, q))| number(p, a.params).filter(|n| Some(*n) == number(q, b.params)))
        .filter(|n| plain(a.params, *n) && plain(b.params, *n))
        .collect()
}

fn is_number_of(any: &[usize], arg: &TemplateArg<'_>, own: &[TemplateParam<'_>]) -> bool {
    matches!(arg, TemplateArg::Value(e) if number_parameter(e, own).is_some_and(|n| any.contains(&n)))
}

/// Whether two lists of parameters are one, but for the types of some.
fn same_but_for(any: &[usize], a: &[TemplateParam<'_>], b: &[TemplateParam<'_>]) -> bool {
    if any.is_empty() {
        return same_template_parameters(a, b);
    }
    a.len() == b.len() && same_template_parameters(&kept_of(any, a), &kept_of(any, b))
}

/// The parameters but for some.
fn kept_of<'a>(any: &[usize], list: &[TemplateParam<'a>]) -> Vec<TemplateParam<'a>> {
    let kept = list.iter().enumerate().filter(|(i, _)| !any.contains(i));
    kept.map(|(_, p)| *p).collect()
}

/// Whether a type may be another for each argument than what stands for the parameters shows: a class's member, an
/// expression's type, or made of a number.
fn is_open(t: &TypeExpr<'_>) -> bool {
    match t {
        TypeExpr::Base(s) => match s.base {
            Base::Nested(..) => true,
            Base::Template(_, args) => have_value_or(args, is_open),
            _ => names_values(t),
        },
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) | TypeExpr::Pack(t) => is_open(t),
        TypeExpr::Member(t, class, _) => is_open(t) || is_open(class),
        TypeExpr::Array(t, n, _) => is_open(t) || n.is_some(),
        TypeExpr::Function { result, params, .. } => {
            is_open(result) || params.iter().any(|p| is_open(p.ty))
        }
    }
}

impl<'a> Checker<'a, '_> {
    /// The declaration of a template that is known.
    pub(in crate::check) fn declared_as_template(&self, t: TemplateId) -> Declared<'a> {
        let t = self.template(t);
        Declared::new(t.declaration, t.env.clone(), t.class, (t.namespace, t.place.defined))
    }

    /// The function template that a namespace declares and this declaration declares once more; one that only friends
    /// declare where `hidden`.
    pub(in crate::check) fn declared_template(
        &mut self,
        name: Symbol,
        flags: Flags,
        hidden: bool,
        new: &Declared<'a>,
    ) -> Option<TemplateId> {
        let device = |f: Flags| f.has(Flags::GLOBAL | Flags::DEVICE);
        let set = self.templates.functions.get(&name)?.clone();
        set.into_iter().find(|t| {
            let old = self.template(*t);
            (hidden || !old.hidden)
                && old.namespace == new.namespace
                && device(old.flags) == device(flags)
                && self.is_one_template(&self.declared_as_template(*t), new)
        })
    }

    /// Whether two declarations declare one function template. Qualifiers behind the parameters of members are not looked at.
    pub(in crate::check) fn is_one_template(&mut self, a: &Declared<'a>, b: &Declared<'a>) -> bool {
        let (Some((p, r, v)), Some((q, s, w))) = (function(a.d), function(b.d)) else {
            return false;
        };
        let (own, other) = (a.d.template.unwrap_or(&[]), b.d.template.unwrap_or(&[]));
        if !same_template_parameters(own, other) || p.len() != q.len() || v != w {
            return false;
        }
        let params: Vec<(&TypeExpr<'a>, &TypeExpr<'a>)> =
            p.iter().zip(q).map(|(p, q)| (p.ty, q.ty)).collect();
        let alike = |(p, q): &(&TypeExpr<'a>, &TypeExpr<'a>)| {
            !is_open(p) && !is_open(q) || same_parameter((p, own), (q, other))
        };
        let open = is_open(r) || is_open(s);
        if !params.iter().all(alike) || open && !same_type((r, own), (s, other)) {
            return false;
        }
        let (x, y) = (self.types_where_declared(a), self.types_where_declared(b));
        let (Some(x), Some(y)) = (&*x, &*y) else { return false };
        let same = |x: Option<Ty>, y: Option<Ty>| match (x, y) {
            (Some(x), Some(y)) if !wrong!(TemplatesByTheirNames) => Some(x == y),
            _ => None,
        };
        let mut pairs = x.params.iter().zip(&y.params).zip(&params);
        pairs.all(|((x, y), (p, q))| {
            same(*x, *y).unwrap_or_else(|| same_parameter((p, own), (q, other)))
        }) && same(x.result, y.result).unwrap_or_else(|| same_type((r, own), (s, other)))
    }

    /// Whether two heads of specialisations of a class template are one: their arguments are, with what stands for their
    /// parameters ([temp.class.spec] 6).
    pub(super) fn is_one_specialization(
        &mut self,
        t: TemplateId,
        a: &SpecializationHead<'a>,
        b: &SpecializationHead<'a>,
    ) -> bool {
        let params = self.template(t).params;
        let any = numbers_of_any_type(params, a, b);
        if !same_but_for(&any, a.params, b.params) || a.args.len() != b.args.len() {
            return false;
        }
        let (x, y) = (self.arguments_where_declared(a), self.arguments_where_declared(b));
        let pairs = x.into_iter().zip(y).zip(a.args.iter().zip(b.args)).enumerate();
        let mut same = pairs.map(|(i, ((x, y), (p, q)))| {
            let (x, y) = match (x, y) {
                // A number converts to the parameter's type.
                (Some(TArg::Value(t, x)), Some(TArg::Value(_, y)))
                    if !has_deduced_type(params, i) =>
                {
                    (Some(TArg::Value(t, x)), Some(TArg::Value(t, y)))
                }
                both => both,
            };
            if is_number_of(&any, p, a.params) {
                return true;
            }
            let (p, q) = (std::slice::from_ref(p), std::slice::from_ref(q));
            let written = || same_arguments((p, a.params), (q, b.params));
            match (x, y) {
                (Some(x), Some(y)) if !wrong!(TemplatesByTheirNames) => {
                    x == y && (a.params.is_empty() || !have_value_or(p, is_open) || written())
                }
                _ => written(),
            }
        });
        same.all(|same| same)
    }

    fn arguments_where_declared(&mut self, s: &SpecializationHead<'a>) -> Vec<Option<TArg>> {
        let (env, class) = (s.env.clone(), s.env.class);
        let trial = self.diags.begin_trial();
        let args = self.at((s.namespace, s.place), |cx| {
            let names = cx.own_stand_ins(s.params, class, &env);
            let env = cx.new_env(&env, names);
            let arena = TypedArenas::small();
            let mut b = Body::within(cx, &arena, &env, class);
            let mut list = Vec::new();
            s.args.iter().for_each(|p| b.template_args_of(p, &mut list));
            list
        });
        self.diags.end_trial(trial);
        args
    }

    fn types_where_declared(&mut self, d: &Declared<'a>) -> Rc<Option<Types>> {
        let key = (std::ptr::from_ref(d.d), d.env.id, d.class, d.place);
        if let Some(known) = self.templates.compared.types.get(&key) {
            return Rc::clone(known);
        }
        let types = self.at((d.namespace, d.place), |cx| {
            cx.types_known(d.d, d.class, &d.env, &|t| !is_open(t))
        });
        let types = Rc::new(types);
        self.templates.compared.types.insert(key, Rc::clone(&types));
        types
    }

    /// The types of a template's function; `None` where it declares none.
    pub(in crate::check) fn types_of_template(
        &mut self,
        d: &'a Declaration<'a>,
        class: Option<RecordId>,
        env: &Env,
    ) -> Option<Types> {
        self.types_known(d, class, env, &|_| true)
    }

    /// The same, of the types that are `asked` for.
    fn types_known(
        &mut self,
        d: &'a Declaration<'a>,
        class: Option<RecordId>,
        env: &Env,
        asked: &dyn Fn(&TypeExpr<'a>) -> bool,
    ) -> Option<Types> {
        let (params, result, _) = function(d)?;
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        let names = self.own_stand_ins(d.template.unwrap_or(&[]), class, env);
        self.diags.end_trial(trial);
        let env = self.new_env(env, names);
        let mut b = Body::within(self, &arena, &env, class);
        // Types may name the parameters before them ([basic.scope.proto]).
        let scope = b.open_scope();
        let mut list = Vec::with_capacity(params.len());
        for p in params {
            let trial = b.cx.diags.begin_trial();
            let ty = if asked(p.ty) { b.param_type(p.ty) } else { Ty::ERROR };
            let wrong = b.cx.diags.end_trial(trial) || ty.is_error();
            let ty = if wrong { Ty::ERROR } else { ty };
            let (name, span) = (p.name.sym, p.span);
            b.declare_in_signature(&ParamInfo { name, ty, default: None, plain: false, span });
            list.push(ty);
        }
        let trial = b.cx.diags.begin_trial();
        let (ty, deduced) = match asked(result) {
            true => b.result_type(result, &ParameterList::default()),
            false => (Ty::ERROR, None),
        };
        let wrong = b.cx.diags.end_trial(trial) || ty.is_error() && deduced.is_none();
        b.close_scope_to(scope);
        let known = |t: Ty| (!t.is_error()).then_some(t.bare());
        Some(Types {
            params: list.into_iter().map(known).collect(),
            result: (!wrong).then_some(ty),
        })
    }

    /// What stands for the parameters of a template: nothing that those of a class around it are.
    fn own_stand_ins(
        &mut self,
        params: &'a [TemplateParam<'a>],
        class: Option<RecordId>,
        env: &Env,
    ) -> Vec<(Symbol, Entity)> {
        let arena = TypedArenas::small();
        let mut b = Body::within(self, &arena, env, class);
        let mut names = Vec::with_capacity(params.len());
        for (i, p) in params.iter().enumerate() {
            let entity = match p.kind {
                _ if p.pack => Entity::Pack(b.unique_pack(FIRST_TYPE + i, p.kind)),
                TemplateParamKind::Template(own, _) => {
                    Entity::ClassTemplate(b.unique_template(own))
                }
                TemplateParamKind::Type(_) => Entity::plain(b.unique_type(FIRST_TYPE + i)),
                TemplateParamKind::Value(ty, _) => {
                    let ty = b.type_of(ty).bare();
                    let ty = if b.cx.types.is_integer(ty) { ty } else { Ty::LONG };
                    Entity::Const(ty, Const::Int(wrap(&b.cx.types, NUMBER + 2 * i as i64, ty)))
                }
            };
            b.bind(p.name.sym, entity);
            names.push((p.name.sym, entity));
        }
        names
    }
}
