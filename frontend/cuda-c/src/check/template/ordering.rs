//! Which of two function templates is more special ([temp.func.order], [temp.deduct.partial]).
//!
//! Idea: the types of one's parameters, with types that stand for nothing else in the place of its template's parameters,
//! are fitted to the other's patterns, and the reverse. Cost: once a pair of templates and number of arguments.

use optx_source::Span;

use super::{
    Env, TArg, Template, TemplateId,
    arguments::is_deduced,
    entity_of,
    named_parameters::{depends_on, names_parameter, type_depends_on},
    pack::{PackId, packs_in},
    signature::same_type,
};
use crate::{
    ast::{
        Base, Declaration, Flags, Pattern, Spec, Tag, TemplateParam, TemplateParamKind, TypeExpr,
    },
    check::{Body, Entity, file::quals},
    intern::Symbol,
    typed::TypedArenas,
    types::{Ty, TypeKind},
    words,
};

/// What stands for the first parameter that is a number; small enough for arrays of arrays.
const UNIQUE_NUMBER: i64 = 4093;

/// What stands for all numbers of a pack.
pub(super) const UNIQUE_PACK: i64 = 4091;

/// A parameter that function templates are ordered by.
#[derive(Clone, Copy)]
enum Ordered<'a> {
    /// The object that a member function is called on.
    Object(Ty),
    Written(&'a TypeExpr<'a>),
    /// One of what is expanded by packs of the class around the template alone: they are known, and it is a parameter like others.
    Element(&'a TypeExpr<'a>, usize),
}

impl<'a> Ordered<'a> {
    fn written(self) -> Option<&'a TypeExpr<'a>> {
        match self {
            Ordered::Object(_) => None,
            Ordered::Written(t) | Ordered::Element(t, _) => Some(t),
        }
    }
}

/// The names in a pattern that are packs of the class around a template.
fn packs_around(env: &Env, pattern: &TypeExpr<'_>) -> Vec<(Symbol, PackId)> {
    let mut list = Vec::new();
    Pattern::Type(pattern).names(&mut |s| {
        let found = env.names.iter().rev().find(|n| n.0 == s);
        if let Some((s, Entity::Pack(id))) = found {
            list.push((*s, *id));
        }
    });
    list
}

/// What a parameter refers to, and whether by `&&`; of an expansion each element does.
fn reference<'a>(o: &Ordered<'a>) -> Option<(&'a TypeExpr<'a>, bool)> {
    match o.written()? {
        TypeExpr::Reference(to, rvalue) => Some((to, *rvalue)),
        TypeExpr::Pack(TypeExpr::Reference(to, rvalue)) if !wrong!(ExpansionsTieNothing) => {
            Some((to, *rvalue))
        }
        _ => None,
    }
}

/// Where two templates fit each other, an lvalue reference is more special than an rvalue reference, and a less open
/// reference than another ([temp.deduct.partial] 9).
fn tie_of_references(a: &[Ordered<'_>], b: &[Ordered<'_>]) -> bool {
    let quals = |t: &TypeExpr<'_>| match t {
        TypeExpr::Base(s) => quals(s.flags) & 3,
        TypeExpr::Pointer(_, f) => quals(*f) & 3,
        _ => 0,
    };
    let (mut better, mut worse) = (false, false);
    for (a, b) in a.iter().zip(b) {
        if let (Some((x, p)), Some((y, q))) = (reference(a), reference(b)) {
            better |= !p && q || p == q && quals(x) & !quals(y) != 0;
            worse |= p && !q || p == q && quals(y) & !quals(x) != 0;
        }
    }
    better && !worse
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// Whether a function template is more special than another for a call with so many arguments ([temp.func.order],
    /// [temp.deduct.partial]): its parameters' types, with types of their own for its template parameters, fit the
    /// other's, and not the reverse.
    pub(in crate::check) fn more_special_template(
        &mut self,
        a: TemplateId,
        b: TemplateId,
        arguments: usize,
    ) -> bool {
        if let Some(known) = self.cx.templates.compared.more_special.get(&(a, b, arguments)) {
            return *known;
        }
        let (p, q) = self.ordered_parameters(a, b, arguments);
        let forth = self.at_least_as_special((a, &p), (b, &q));
        let back = self.at_least_as_special((b, &q), (a, &p));
        let open =
            |list: &[Ordered<'_>]| matches!(list.last(), Some(Ordered::Written(TypeExpr::Pack(_))));
        // Of two that fit each other the one without a pack at its end ([temp.deduct.partial] 11).
        let closed = !self.has_open_end(a) && self.has_open_end(b);
        let mut more = forth && (!back || tie_of_references(&p, &q) || closed && !open(&p));
        // Then the template that has no pack, as NVRTC and GCC choose where the standard does not.
        if forth
            && back
            && !tie_of_references(&q, &p)
            && self.has_open_end(a) == self.has_open_end(b)
        {
            more |= !self.has_pack(a) && self.has_pack(b) && !wrong!(PacksLoseNoTies);
        }
        self.cx.templates.compared.more_special.insert((a, b, arguments), more);
        more
    }

    /// Whether one of a template's own parameters is a pack.
    fn has_pack(&self, t: TemplateId) -> bool {
        self.cx.templates.all[t].params.iter().any(|p| p.pack)
    }

    /// Whether a function template's last parameter is a pack.
    fn has_open_end(&self, t: TemplateId) -> bool {
        let ty = self.cx.templates.all[t].declaration.declarators.first().map(|x| x.ty);
        let Some(TypeExpr::Function { params, .. }) = ty else { return false };
        matches!(params.last().map(|p| p.ty), Some(TypeExpr::Pack(_)))
    }

    /// The parameters that two templates are compared by: those that the call has arguments for, and the object where
    /// only one of two operators is a member of a class ([temp.func.order] 3).
    fn ordered_parameters(
        &self,
        a: TemplateId,
        b: TemplateId,
        arguments: usize,
    ) -> (Vec<Ordered<'a>>, Vec<Ordered<'a>>) {
        let list = |t: TemplateId, other: TemplateId| {
            let info = &self.cx.templates.all[t];
            let member = |t: TemplateId| {
                let t = &self.cx.templates.all[t];
                t.class.filter(|_| !t.flags.has(Flags::STATIC | Flags::FRIEND))
            };
            let object =
                member(t).filter(|_| member(other).is_none() && words::is_operator_name(info.name));
            let object = object.and_then(|r| self.cx.types.find_record(r)).map(Ordered::Object);
            match info.declaration.declarators.first().map(|x| x.ty) {
                // Conversion functions are compared by what they give ([temp.deduct.partial] 3).
                Some(TypeExpr::Function { result, .. }) if info.name == words::OP_CONVERSION => {
                    vec![Ordered::Written(result)]
                }
                Some(TypeExpr::Function { params, .. }) => {
                    let written = params.iter().flat_map(|p| self.written_elements(info, p.ty));
                    object.into_iter().chain(written).take(arguments).collect()
                }
                _ => Vec::new(),
            }
        };
        (list(a, b), list(b, a))
    }

    /// A parameter as it is, or what an expansion of packs of the class around the template comes to.
    fn written_elements(&self, t: &Template<'a>, ty: &'a TypeExpr<'a>) -> Vec<Ordered<'a>> {
        let TypeExpr::Pack(pattern) = ty else { return vec![Ordered::Written(ty)] };
        let own = !packs_in(t.params, Pattern::Type(pattern)).is_empty();
        let around = packs_around(&t.env, pattern);
        match around.first() {
            Some((_, id)) if !own && !wrong!(ExpansionsOfClassesStay) => {
                let count = self.cx.elements(*id).len();
                (0..count).map(|k| Ordered::Element(pattern, k)).collect()
            }
            _ => vec![Ordered::Written(ty)],
        }
    }

    /// A template where the packs of the class around it are their elements of that number.
    fn at_element(&mut self, t: &Template<'a>, pattern: &TypeExpr<'_>, k: usize) -> Template<'a> {
        let names: Vec<_> = packs_around(&t.env, pattern)
            .into_iter()
            .filter_map(|(s, id)| Some((s, entity_of(*self.cx.elements(id).get(k)?))))
            .collect();
        let env = self.cx.new_env(&t.env, names);
        Template { env, ..t.clone() }
    }

    fn at_least_as_special(
        &mut self,
        (a, own): (TemplateId, &[Ordered<'a>]),
        (b, other): (TemplateId, &[Ordered<'a>]),
    ) -> bool {
        let (a, b) = (self.cx.templates.all[a].clone(), self.cx.templates.all[b].clone());
        let names = self.unique_arguments(a.params);
        let env = self.cx.instance_env(&a.env, names);
        let mut binds: Vec<Option<TArg>> = vec![None; b.params.len()];
        let trial = self.cx.diags.begin_trial();
        let (mut fits, mut open) = (true, Vec::new());
        let mut types = Vec::with_capacity(own.len());
        for p in own {
            let (ty, any) = match p {
                Ordered::Object(class) => (*class, false),
                // A pack is one element that only a pack takes.
                Ordered::Written(TypeExpr::Pack(t)) => {
                    let packs = packs_in(a.params, Pattern::Type(t));
                    let one = |i: &usize| {
                        let element = self.cx.templates.packs.unique.get(*i).copied();
                        (a.params[*i].name.sym, Entity::plain(element.unwrap_or(Ty::ERROR)))
                    };
                    let elements: Vec<_> = packs.iter().map(one).collect();
                    let env = self.cx.new_env(&env, elements);
                    let ty = self.at_template(&a, |x| x.ordered_type(&env, t, a.params, &mut open));
                    (ty, true)
                }
                Ordered::Written(t) => {
                    let ty = self.at_template(&a, |x| x.ordered_type(&env, t, a.params, &mut open));
                    (ty, false)
                }
                Ordered::Element(t, k) => {
                    let own = self.at_element(&Template { env: env.clone(), ..a.clone() }, t, *k);
                    let env = &own.env;
                    let ty = self.at_template(&a, |x| x.ordered_type(env, t, a.params, &mut open));
                    (ty, false)
                }
            };
            let ty = match self.cx.types.kind(ty) {
                TypeKind::Reference(r, _) => r.bare(),
                TypeKind::Array(e, _) => self.cx.types.pointer(e),
                _ => ty.bare(),
            };
            types.push((ty, any));
        }
        fits &= types.iter().all(|t| !t.0.is_error());
        for (k, q) in other.iter().enumerate().take_while(|(k, _)| *k < types.len()) {
            if let Ordered::Written(TypeExpr::Pack(pattern)) = q {
                let rest = &types[k..];
                let q = Ordered::Written(pattern);
                fits &= self.unify_pack(
                    Pattern::Type(pattern),
                    rest.len(),
                    b.params,
                    &mut binds,
                    |x, k, own| x.at_template(&b, |x| x.takes_ordered(&q, rest[k].0, &b, own)),
                );
                break;
            }
            let (ty, any) = types[k];
            fits &= (!any || wrong!(PacksFitSingles))
                && self.at_template(&b, |x| x.takes_ordered(q, ty, &b, &mut binds));
        }
        self.cx.diags.end_trial(trial);
        fits
    }

    /// Whether a parameter takes the type of another template's.
    fn takes_ordered(
        &mut self,
        q: &Ordered<'a>,
        ty: Ty,
        b: &Template<'a>,
        binds: &mut [Option<TArg>],
    ) -> bool {
        match q {
            Ordered::Object(class) => *class == ty,
            Ordered::Element(t, k) => {
                let own = self.at_element(b, t, *k);
                self.takes_ordered(&Ordered::Written(t), ty, &own, binds)
            }
            // What nothing is deduced from does not count (core issue 1391).
            Ordered::Written(t)
                if type_depends_on(t, b.params) && !names_parameter(t, b.params) =>
            {
                true
            }
            // What a reference refers to is an array where it is written as one.
            Ordered::Written(TypeExpr::Reference(inner @ TypeExpr::Array(..), _)) => {
                self.cx.types.element(ty).is_some()
                    && self.unify_strict(inner, ty, b.params, binds, &b.env)
            }
            Ordered::Written(TypeExpr::Reference(inner, _)) => {
                self.unify_ordered(inner, ty, b.params, binds, &b.env)
            }
            Ordered::Written(t) => self.unify_ordered(t, ty, b.params, binds, &b.env),
        }
    }

    /// The type of a parameter that templates are ordered by, with types of their own for its template's parameters. What
    /// is only known for an instance, as `typename X<T>::type`, is a type of its own too: it may be any.
    fn ordered_type(
        &mut self,
        env: &Env,
        t: &'a TypeExpr<'a>,
        params: &'a [TemplateParam<'a>],
        open: &mut Vec<(&'a TypeExpr<'a>, Ty)>,
    ) -> Ty {
        match t {
            TypeExpr::Base(spec) if depends_on(spec, params) && !names_parameter(t, params) => {
                let known = open.iter().find(|(u, _)| same_type((*u, params), (t, params)));
                if let Some((_, ty)) = known {
                    return *ty;
                }
                let ty = self.unique_type(params.len() + open.len());
                open.push((t, ty));
                ty.with(quals(spec.flags) & 3)
            }
            TypeExpr::Pointer(to, flags) => {
                let to = self.ordered_type(env, to, params, open);
                self.cx.types.pointer(to).with(quals(*flags) & 3)
            }
            TypeExpr::Member(to, class, flags) => {
                let to = self.ordered_type(env, to, params, open);
                let class = self.ordered_type(env, class, params, open);
                self.cx.types.member_pointer(class, to).with(quals(*flags) & 3)
            }
            TypeExpr::Reference(to, rvalue) => {
                let to = self.ordered_type(env, to, params, open);
                self.cx.types.reference(to, *rvalue)
            }
            _ => self.type_in(env, t),
        }
    }

    /// A pattern, its own qualifiers left out, made equal to a type.
    fn unify_ordered(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        if !names_parameter(pattern, params) {
            return self.type_in(env, pattern).bare() == ty;
        }
        match (pattern, self.cx.types.kind(ty)) {
            (TypeExpr::Base(spec), _) => self.unify_base(spec, ty, params, binds, env),
            (TypeExpr::Pointer(p, _) | TypeExpr::Array(p, ..), TypeKind::Pointer(t)) => {
                self.unify_strict(p, t, params, binds, env)
            }
            (TypeExpr::Array(..), _) => self.unify_strict(pattern, ty, params, binds, env),
            _ => false,
        }
    }

    /// A template's parameters as types and numbers that stand for nothing else.
    pub(in crate::check) fn unique_arguments(
        &mut self,
        params: &[TemplateParam<'a>],
    ) -> Vec<(Symbol, Entity)> {
        let mut names = Vec::with_capacity(params.len());
        for (i, p) in params.iter().enumerate() {
            let entity = match p.kind {
                _ if p.pack => Entity::Pack(self.unique_pack(i, p.kind)),
                TemplateParamKind::Template(own, _) => {
                    Entity::ClassTemplate(self.unique_template(own))
                }
                TemplateParamKind::Type(_) => Entity::plain(self.unique_type(i)),
                TemplateParamKind::Value(..) => {
                    // It may be an array's length, of any type.
                    let number = UNIQUE_NUMBER + 2 * i as i64;
                    Entity::Const(Ty::LONG, crate::check::Const::Int(number))
                }
            };
            names.push((p.name.sym, entity));
        }
        names
    }

    /// Gives the numbers among a pattern's arguments the types of the parameters that they stand for, as arguments that are given have
    /// them.
    pub(super) fn type_numbers(&mut self, t: &Template<'a>, args: &mut [TArg]) {
        let (arena, env) = (TypedArenas::small(), t.env.clone());
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        let rest = t.params.last().filter(|p| p.pack);
        for (p, arg) in
            t.params.iter().chain(std::iter::repeat_n(rest, args.len()).flatten()).zip(args)
        {
            if let (TemplateParamKind::Value(ty, _), TArg::Value(own, _)) = (p.kind, &mut *arg)
                && !is_deduced(ty)
                && !wrong!(PatternsKeepNumbers)
            {
                let ty = b.type_of(ty).bare();
                *own = if ty.is_error() { *own } else { ty };
            }
            if !p.pack {
                b.bind(p.name.sym, entity_of(*arg));
            }
        }
    }

    pub(super) fn unique_type(&mut self, i: usize) -> Ty {
        while self.cx.templates.packs.unique_types.len() <= i {
            let n = self.cx.templates.packs.unique_types.len();
            let ty = self.new_unique_type(format!("<parameter {n}>"));
            self.cx.templates.packs.unique_types.push(ty);
        }
        self.cx.templates.packs.unique_types[i]
    }

    /// A pack of one element that stands for any number of them.
    pub(super) fn unique_pack(&mut self, i: usize, kind: TemplateParamKind<'a>) -> PackId {
        while self.cx.templates.packs.unique.len() <= i {
            let n = self.cx.templates.packs.unique.len();
            let ty = self.new_unique_type(format!("<pack {n}>"));
            self.cx.templates.packs.unique.push(ty);
        }
        let element = match kind {
            TemplateParamKind::Value(..) => TArg::Value(Ty::LONG, UNIQUE_PACK),
            _ => TArg::Type(self.cx.templates.packs.unique[i]),
        };
        self.cx.pack(&[element])
    }

    /// A template that no program can name, with such parameters.
    pub(super) fn unique_template(&mut self, params: &'a [TemplateParam<'a>]) -> TemplateId {
        let key = params.as_ptr() as usize;
        if let Some(t) = self.cx.templates.packs.unique_templates.get(&key) {
            return *t;
        }
        let arenas = self.cx.arenas;
        let spec = arenas.specs.alloc(Spec::new(Base::Tag(Tag::Struct, words::EMPTY), Span::NONE));
        let declaration =
            Declaration { template: Some(params), ..Declaration::new(spec, Span::NONE) };
        let env = self.cx.templates.no_env.clone();
        let id = self.cx.add_unnamed_template(arenas.declarations.alloc(declaration), env);
        self.cx.templates.packs.unique_templates.insert(key, id);
        id
    }

    fn new_unique_type(&mut self, name: String) -> Ty {
        let r = self.cx.types.new_record(self.cx.site.namespace, name, false);
        let ty = self.cx.types.record(r);
        if let Some(rec) = self.cx.types.records.get_mut(r) {
            (rec.complete, rec.size, rec.data_size) = (true, 1, 1);
        }
        ty
    }
}
