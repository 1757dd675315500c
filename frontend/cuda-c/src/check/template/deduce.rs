//! Deduction: which template arguments make a pattern of types equal to given ones (ISO C++ 17 [temp.deduct]).
//!
//! A pattern is a type's syntax in which parameters stand. What cannot be deduced (a type that names a parameter
//! inside `X<T>::type`) takes no part and must be known otherwise.

use super::{
    named_parameters::{names_open, names_parameter, number_parameter, parameter},
    unify::bind,
};
use crate::{
    ast::{Base, Expr, Flags, Pattern, TemplateArg, TemplateParam, TypeExpr},
    check::{
        Body,
        body::E,
        template::{
            Env, TArg, TemplateId,
            pack::{expanded_argument, grouped, packs_in, pattern_of},
            taken::Several,
        },
    },
    typed::{Category, FunctionId, TypedArenas},
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The instance of a function template that a call means, if its arguments can be deduced.
    pub(in crate::check) fn deduce_call(
        &mut self,
        id: TemplateId,
        explicit: &[TArg],
        values: &[E<'t>],
    ) -> Option<FunctionId> {
        let t = self.cx.templates.all[id].clone();
        self.at((t.namespace, t.place.defined), |b| b.deduce_call_of(id, &t, explicit, values))
    }

    fn deduce_call_of(
        &mut self,
        id: TemplateId,
        t: &crate::check::Template<'a>,
        explicit: &[TArg],
        values: &[E<'t>],
    ) -> Option<FunctionId> {
        let [x] = t.declaration.declarators else { return None };
        let TypeExpr::Function { params, .. } = x.ty else { return None };
        if !t.arity().takes(values.len()) {
            return None;
        }
        let mut binds = self.stated(t, explicit)?;
        let stated = binds.clone();
        let taken = self.cx.taken(params, t, &stated);
        let pairs =
            taken.singles.iter().filter_map(|s| Some((*values.get(s.argument)?, s.pattern)));
        for (v, p) in pairs.clone() {
            if let TypeExpr::Reference(TypeExpr::Array(elem, len, _), _) = p
                && v.ty.bare() == Ty::BRACES
                && !self.unify_list(v, (elem, *len), t, &mut binds)
            {
                return None;
            }
            if v.ty.bare() == Ty::BRACES
                && let Some(element) = self.list_pattern(p, t)
                && !self.unify_list(v, (element, None), t, &mut binds)
            {
                return None;
            }
        }
        if values.iter().any(|v| v.ty.bare() == Ty::VOID) {
            return None;
        }
        for (v, p) in pairs.filter(|(v, _)| v.ty.bare() != Ty::BRACES) {
            if !self.unify_value(v, p, t, &stated, &mut binds) {
                return None;
            }
        }
        if let Some(Several { first, pattern }) = taken.rest {
            let rest: Vec<E<'t>> = values.get(first..).unwrap_or(&[]).to_vec();
            let fits = self.unify_pack(
                Pattern::Type(pattern),
                rest.len(),
                t.params,
                &mut binds,
                |b, k, own| {
                    let stated = b.stated_elements(&stated, k);
                    rest[k].ty.bare() == Ty::BRACES
                        || b.unify_value(rest[k], pattern, t, &stated, own)
                },
            );
            if !fits {
                return None;
            }
        }
        if !self.cx.are_as_taken(&taken, t, &binds) {
            return None;
        }
        self.substituted(id, t, &binds)
    }

    /// As [`Body::unify_argument`]; where everything in the pattern is stated, the argument may still convert.
    fn unify_value(
        &mut self,
        v: E<'t>,
        pattern: &'a TypeExpr<'a>,
        t: &crate::check::Template<'a>,
        stated: &[Option<TArg>],
        binds: &mut [Option<TArg>],
    ) -> bool {
        let given = binds.to_vec();
        if self.unify_argument(v, pattern, t, binds) {
            return true;
        }
        binds.copy_from_slice(&given);
        !names_open(pattern, t.params, stated)
    }

    /// What is stated, with an element in the place of each pack.
    pub(in crate::check) fn stated_elements(
        &self,
        stated: &[Option<TArg>],
        element: usize,
    ) -> Vec<Option<TArg>> {
        let one = |a: &Option<TArg>| match a {
            Some(TArg::Pack(p) | TArg::Begun(p)) => self.cx.elements(*p).get(element).copied(),
            a => *a,
        };
        stated.iter().map(one).collect()
    }

    /// Makes a pattern that is expanded fit so many things ([temp.deduct.type] 9, 10): for each of them the packs in it stand for
    /// an element, which is what it says. `fits` is given the thing's number and the bindings.
    pub(in crate::check) fn unify_pack(
        &mut self,
        pattern: Pattern<'_, 'a>,
        count: usize,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        mut fits: impl FnMut(&mut Self, usize, &mut [Option<TArg>]) -> bool,
    ) -> bool {
        let packs = packs_in(params, pattern);
        let known: Vec<Option<TArg>> = packs.iter().map(|i| binds[*i]).collect();
        let mut lists: Vec<Option<Vec<TArg>>> = vec![Some(Vec::with_capacity(count)); packs.len()];
        for k in 0..count {
            for (i, known) in packs.iter().zip(&known) {
                binds[*i] = match known {
                    Some(TArg::Pack(p) | TArg::Begun(p)) => self.cx.elements(*p).get(k).copied(),
                    _ => None,
                };
            }
            if !fits(self, k, binds) {
                return false;
            }
            for (i, list) in packs.iter().zip(&mut lists) {
                *list = list.take().zip(binds[*i]).map(|(mut list, arg)| {
                    list.push(arg);
                    list
                });
            }
        }
        for ((i, known), list) in packs.iter().zip(known).zip(lists) {
            let Some(list) = list else {
                binds[*i] = known;
                continue;
            };
            let stated = match known {
                Some(TArg::Pack(p) | TArg::Begun(p)) => self.cx.elements(p).len(),
                _ => 0,
            };
            let whole = matches!(known, Some(TArg::Pack(_)));
            if list.len() < stated || whole && list.len() != stated {
                return false;
            }
            binds[*i] = Some(TArg::Pack(self.cx.pack(&list)));
        }
        true
    }

    /// Makes patterns of template arguments fit arguments, of which no pack is one. Where a pack is expanded before the last pattern,
    /// nothing is deduced ([temp.deduct.type] 9).
    pub(super) fn unify_arguments(
        &mut self,
        patterns: &[TemplateArg<'a>],
        given: &[TArg],
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        let packed = patterns.iter().position(|p| expanded_argument(p).is_some());
        if packed.is_some_and(|at| at + 1 < patterns.len()) {
            return true;
        }
        let single = packed.unwrap_or(patterns.len());
        if given.len() < single {
            return false;
        }
        for (p, a) in patterns.iter().zip(given).take(single) {
            if self.cx.is_any_number(*a) || !self.unify_arg(p, *a, params, binds, env) {
                return false;
            }
        }
        let Some(pattern) = packed.and_then(|at| expanded_argument(&patterns[at])) else {
            return true;
        };
        let rest = &given[single..];
        // One of a class around is known.
        if packs_in(params, pattern_of(&pattern)).is_empty() {
            let arena = TypedArenas::small();
            let mut list = Vec::new();
            Body::within(&mut *self.cx, &arena, env, None)
                .template_args_of(&patterns[single], &mut list);
            return list.into_iter().eq(rest.iter().map(|a| Some(*a)));
        }
        self.unify_pack(pattern_of(&pattern), rest.len(), params, binds, |b, k, own| {
            b.unify_arg(&pattern, rest[k], params, own, env)
        })
    }

    /// Makes a parameter's type equal to that of a call's argument ([temp.deduct.call] 2 to 4).
    pub(super) fn unify_argument(
        &mut self,
        v: E<'t>,
        pattern: &'a TypeExpr<'a>,
        t: &crate::check::Template<'a>,
        binds: &mut [Option<TArg>],
    ) -> bool {
        if let Some(pattern) = self.without_plain_alias(pattern, t.params, &t.env) {
            return self.unify_argument(v, pattern, t, binds);
        }
        if v.ty.bare() == Ty::OVERLOADS {
            return self.unify_functions(v, pattern, t, binds);
        }
        if let TypeExpr::Reference(inner, rvalue) = pattern {
            // A forwarding reference takes an object as a reference to it ([temp.deduct.call] 3).
            let forwards = *rvalue
                && !wrong!(NoForwardingReferences)
                && v.category == Category::Lvalue
                && matches!(inner, TypeExpr::Base(s) if !s.flags.has(Flags::CONST | Flags::VOLATILE)
                    && matches!(s.base, Base::Named(n)
                        if parameter(t.params, n).is_some_and(|i| i >= t.of_class || wrong!(ClassParametersForward))));
            // A value of a class may be const.
            let kept = v.is_glvalue() || self.cx.types.is_record(v.ty);
            let ty = if kept { v.ty } else { v.ty.bare() };
            let ty = if forwards { self.cx.types.reference(ty, false) } else { ty };
            return self.unify_to_base(inner, ty, t.params, binds, &t.env);
        }
        let ty = match self.cx.types.kind(v.ty) {
            TypeKind::Array(e, _) => self.cx.types.pointer(e),
            TypeKind::Function(_) => self.cx.types.pointer(v.ty.bare()),
            _ if wrong!(DeductionKeepsQualifiers) => v.ty,
            _ => v.ty.bare(),
        };
        self.unify_parameter(pattern, ty, t.params, binds, &t.env)
            || self.unify_to_base(pattern, ty, t.params, binds, &t.env)
    }

    /// The same for functions by their name: those of the set that fit, of which there must be one; where the set has templates nothing
    /// is deduced from it ([temp.deduct.call] 6).
    fn unify_functions(
        &mut self,
        v: E<'t>,
        pattern: &'a TypeExpr<'a>,
        t: &crate::check::Template<'a>,
        binds: &mut [Option<TArg>],
    ) -> bool {
        let (types, address) = self.mentioned_types(v);
        if types.is_empty() || !names_parameter(pattern, t.params) {
            return true;
        }
        let before = binds.to_vec();
        let mut found: Option<Vec<Option<TArg>>> = None;
        for ty in types {
            let mut own = before.clone();
            let fits = match pattern {
                TypeExpr::Reference(inner, _) if address => {
                    let pointer = self.cx.types.pointer(ty);
                    self.unify(inner, pointer, t.params, &mut own, &t.env)
                }
                TypeExpr::Reference(inner, rvalue) => {
                    let forwards = *rvalue && matches!(inner, TypeExpr::Base(_));
                    let ty = match forwards {
                        true if wrong!(ForwardedFunctionsArePointers) => self.cx.types.pointer(ty),
                        true => self.cx.types.reference(ty, false),
                        false => ty,
                    };
                    self.unify(inner, ty, t.params, &mut own, &t.env)
                }
                _ => {
                    let pointer = self.cx.types.pointer(ty);
                    self.unify_parameter(pattern, pointer, t.params, &mut own, &t.env)
                }
            };
            if fits && found.replace(own).is_some() {
                // Several fit: the parameter says nothing.
                return true;
            }
        }
        match found {
            Some(own) => {
                binds.copy_from_slice(&own);
                true
            }
            None => false,
        }
    }

    /// The instance of a function template that is of a type ([temp.deduct.funcaddr]), or for arguments that say all.
    pub(in crate::check) fn function_instance(
        &mut self,
        id: TemplateId,
        explicit: &[TArg],
        ty: Option<Ty>,
    ) -> Option<FunctionId> {
        let t = self.cx.templates.all[id].clone();
        self.at((t.namespace, t.place.defined), |b| {
            let [x] = t.declaration.declarators else { return None };
            let mut binds = b.stated(&t, explicit)?;
            let fits = ty.is_none_or(|ty| b.unify_strict(x.ty, ty, t.params, &mut binds, &t.env));
            fits.then(|| b.substituted(id, &t, &binds)).flatten()
        })
    }

    /// Parameters with the arguments that are stated for the first of them.
    pub(super) fn stated(
        &mut self,
        t: &crate::check::Template<'a>,
        explicit: &[TArg],
    ) -> Option<Vec<Option<TArg>>> {
        self.stated_among(t.params, explicit)
    }

    /// The same by the parameters alone.
    pub(in crate::check) fn stated_among(
        &mut self,
        params: &[TemplateParam<'_>],
        explicit: &[TArg],
    ) -> Option<Vec<Option<TArg>>> {
        let given: Vec<Option<TArg>> = explicit.iter().map(|a| Some(*a)).collect();
        let mut binds = grouped(self.cx, params, &given, true)?;
        binds.resize(params.len(), None);
        Some(binds)
    }

    /// The instance of a conversion function's template that gives the type that is wanted ([temp.deduct.conv]).
    pub(in crate::check) fn deduce_conversion(
        &mut self,
        id: TemplateId,
        to: Ty,
    ) -> Option<FunctionId> {
        let t = self.cx.templates.all[id].clone();
        self.at((t.namespace, t.place.defined), |b| {
            let [x] = t.declaration.declarators else { return None };
            let TypeExpr::Function { result, .. } = x.ty else { return None };
            let (pattern, ty) = match result {
                TypeExpr::Reference(inner, _) => (*inner, to),
                _ => (*result, to.bare()),
            };
            let mut binds: Vec<Option<TArg>> = vec![None; t.params.len()];
            if !b.unify(pattern, ty, t.params, &mut binds, &t.env) {
                return None;
            }
            b.substituted(id, &t, &binds)
        })
    }

    /// Makes the element and length of an array that a parameter refers to those of a list in braces
    /// ([temp.deduct.call] 1).
    fn unify_list(
        &mut self,
        v: E<'t>,
        (elem, len): (&'a TypeExpr<'a>, Option<&'a Expr<'a>>),
        t: &crate::check::Template<'a>,
        binds: &mut [Option<TArg>],
    ) -> bool {
        let Some((_, list)) = self.braces_of(v) else { return true };
        if let Some(len) = len
            && let Some(i) = number_parameter(len, t.params)
            && (list.is_empty() || !bind(binds, i, TArg::Value(Ty::ULONG, list.len() as i64)))
        {
            return false;
        }
        list.iter().all(|x| {
            let v = self.argument(x.value);
            // Each is what an argument for a parameter of the elements' type would be ([temp.deduct.call] 1).
            v.ty.bare() == Ty::BRACES
                || match wrong!(ElementsStayArrays) {
                    true => self.unify(elem, v.ty.bare(), t.params, binds, &t.env),
                    false => self.unify_argument(v, elem, t, binds),
                }
        })
    }
}
