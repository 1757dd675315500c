//! Patterns of types and arguments made equal to given ones ([temp.deduct.type]): what a template's parameters must be for that.
//!
//! Idea: one walk over a pattern's syntax beside the type; a parameter that is met is bound, or has to be what it is bound to. What depends on
//! parameters in a way that says nothing of them fits everything, and is compared once they are known. Cost: linear in the pattern, and in
//! the bases of a class; aliases of aliases have a bound.

use optx_source::Span;

use super::named_parameters::{
    depends_on, named_parameter, names_parameter, number_parameter, parameter, type_depends_on,
    value_depends_on,
};
use crate::{
    ast::{
        Base, Expr, ExprKind, Flags, Pattern, Spec, TemplateArg, TemplateParam, TemplateParamKind,
        TypeExpr,
    },
    check::{
        Body, Entity,
        template::{Env, TArg, TemplateId, pack::expanded_argument},
    },
    intern::Symbol,
    typed::TypedArenas,
    types::{Ty, TypeKind, UNKNOWN},
    words,
};

/// Binds a parameter; false where it is bound to something else already.
pub(super) fn bind(binds: &mut [Option<TArg>], i: usize, arg: TArg) -> bool {
    match (binds[i], arg) {
        (None, _) => {
            binds[i] = Some(arg);
            true
        }
        (Some(TArg::Type(a)), TArg::Type(b)) => a == b,
        (Some(TArg::Value(_, a)), TArg::Value(_, b)) => a == b,
        (Some(TArg::Object(_, a)), TArg::Object(_, b)) => a == b,
        (Some(a), b) => a == b,
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// As [`Body::unify`]; where a class that does not fit a pattern `A<X>` is given, or a pointer to one for a pattern
    /// `A<X> *`, the one of its bases that does ([temp.deduct.call] 4.3, 5).
    pub(super) fn unify_to_base(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        let before = binds.to_vec();
        if self.unify(pattern, ty, params, binds, env) {
            return true;
        }
        binds.copy_from_slice(&before);
        let (pattern, object) = match (pattern, self.cx.types.pointee(ty)) {
            (TypeExpr::Pointer(p, _), Some(to)) => (*p, to),
            _ => (pattern, ty),
        };
        let instance = matches!(pattern, TypeExpr::Base(s) if matches!(s.base, Base::Template(..)));
        if !instance && !wrong!(BasesFitAnyPattern) {
            return false;
        }
        let mut found = Vec::new();
        self.unify_bases(pattern, object, params, binds, env, &mut found);
        found.dedup();
        match &found[..] {
            [one] => {
                binds.copy_from_slice(one);
                true
            }
            _ => false,
        }
    }

    /// What the bases of a class bind, from what `binds` has; those of a base that fits are not asked.
    fn unify_bases(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        object: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &[Option<TArg>],
        env: &Env,
        found: &mut Vec<Vec<Option<TArg>>>,
    ) {
        self.complete(object, Span::NONE);
        let bases = self.cx.class(object).map(|c| c.bases.clone()).unwrap_or_default();
        for b in bases {
            let base = b.ty.with(object.quals());
            let mut own = binds.to_vec();
            match self.unify(pattern, base, params, &mut own, env) {
                true => found.push(own),
                false => self.unify_bases(pattern, base, params, binds, env, found),
            }
        }
    }

    /// As [`Body::unify`], for a parameter: an array there is a pointer.
    pub(super) fn unify_parameter(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match (pattern, self.cx.types.pointee(ty)) {
            (TypeExpr::Array(inner, ..), Some(to)) => self.unify(inner, to, params, binds, env),
            (TypeExpr::Function { .. }, Some(to)) => self.unify(pattern, to, params, binds, env),
            _ => self.unify(pattern, ty, params, binds, env),
        }
    }

    /// Makes a pattern equal to a type, pointers to less qualified things included.
    pub(super) fn unify(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        if let Some(pattern) = self.without_plain_alias(pattern, params, env) {
            return self.unify(pattern, ty, params, binds, env);
        }
        match pattern {
            TypeExpr::Base(spec) => self.unify_base(spec, ty, params, binds, env),
            // A function that throws nothing is one that may ([temp.deduct.call] 4).
            TypeExpr::Function { noexcept: None, .. } if !wrong!(NoexceptStaysInPatterns) => {
                let ty = self.cx.types.may_throw(ty);
                self.unify_strict(pattern, ty, params, binds, env)
            }
            TypeExpr::Pointer(inner, _) => match self.cx.types.kind(ty) {
                // Nothing is a const function, which `const T *` would have to point to.
                TypeKind::Pointer(to)
                    if self.cx.types.function_type(to).is_some()
                        && matches!(inner, TypeExpr::Base(s) if crate::check::file::quals(s.flags) & 3 != 0) =>
                {
                    false
                }
                TypeKind::Pointer(to) => self.unify(inner, to, params, binds, env),
                _ => !names_parameter(inner, params),
            },
            TypeExpr::Member(inner, class, _) => match self.cx.types.member_pointee(ty) {
                Some((of, to)) => {
                    self.unify_strict(class, of, params, binds, env)
                        && self.unify(inner, to, params, binds, env)
                }
                None => !names_parameter(inner, params) && !names_parameter(class, params),
            },
            TypeExpr::Reference(inner, _) => match self.cx.types.kind(ty) {
                TypeKind::Reference(to, _) => self.unify(inner, to, params, binds, env),
                _ => self.unify(inner, ty, params, binds, env),
            },
            TypeExpr::Array(elem, len, _) => {
                let TypeKind::Array(e, n) = self.cx.types.kind(ty) else {
                    return !names_parameter(pattern, params);
                };
                if let Some(len) = len
                    && let Some(i) = number_parameter(len, params)
                    && (n == UNKNOWN || !self.bind_length(i, n, params, binds, env))
                {
                    return false;
                }
                self.unify(elem, e, params, binds, env)
            }
            TypeExpr::Function { .. } => self.unify_strict(pattern, ty, params, binds, env),
            TypeExpr::Pack(_) => false,
        }
    }

    /// As for arguments of function types in declarations: nothing converts.
    pub(in crate::check) fn unify_exact(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        self.unify_parameter(pattern, ty.bare(), params, binds, env)
    }

    /// A type without some qualifiers; an array's are its elements' ([basic.type.qualifier] 5).
    fn without_quals(&mut self, ty: Ty, q: u32) -> Ty {
        match self.cx.types.kind(ty) {
            TypeKind::Array(elem, n) if q != 0 && !wrong!(ReferencesStayQualified) => {
                let elem = self.without_quals(elem, q);
                self.cx.types.array(elem, n)
            }
            _ => ty.bare().with(ty.quals() & !q),
        }
    }

    pub(super) fn unify_base(
        &mut self,
        spec: &'a Spec<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match spec.base {
            // A template that is a parameter: the class's own ([temp.deduct.type] 8).
            Base::Template(name, args)
                if spec.path.is_none()
                    && let Some(i) = parameter(params, name.sym) =>
            {
                let Some(template) = self.template_of(ty) else { return false };
                // Each of the class's arguments is one of the pattern's: defaults are none, as NVRTC has it.
                let count = self.cx.class_id(ty).map_or(0, |r| self.cx.class_arguments(r).len());
                let expands = args.iter().any(|a| expanded_argument(a).is_some());
                if !expands && args.len() < count && !wrong!(DefaultsAreDeduced) {
                    return false;
                }
                bind(binds, i, TArg::Template(template))
                    && self.unify_instance(template, args, ty, params, binds, env)
            }
            Base::Named(_) => {
                let Some(i) = named_parameter(spec, params) else { return true };
                if !matches!(params[i].kind, TemplateParamKind::Type(_)) {
                    return true;
                }
                let q = crate::check::file::quals(spec.flags);
                let ty = self.without_quals(ty, q);
                bind(binds, i, TArg::Type(ty))
            }
            Base::Template(..) | Base::Nested(..) => {
                let Some((template, args)) = self.pattern_template(spec, params, env) else {
                    return true;
                };
                let alias = self.cx.templates.all[template].clone();
                if alias.flags.has(Flags::TYPEDEF) {
                    let ty = self.without_quals(ty, crate::check::file::quals(spec.flags));
                    return self.unify_alias(&alias, args, ty, params, binds, env);
                }
                self.unify_instance(template, args, ty, params, binds, env)
            }
            _ => true,
        }
    }

    /// Makes patterns of arguments those of a class, which is an instance of the template.
    fn unify_instance(
        &mut self,
        template: TemplateId,
        args: &'a [TemplateArg<'a>],
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        let TypeKind::Record(r) = self.cx.types.kind(ty) else { return false };
        let Some(class) = self.cx.templates.instances.get(&r) else { return false };
        if class.template != template {
            return false;
        }
        let given = self.cx.flat(&class.args.clone());
        let fixed = !self.cx.template(template).params.iter().any(|p| p.pack);
        let expands = args.iter().any(|a| expanded_argument(a).is_some());
        (fixed || expands || args.len() == given.len())
            && self.unify_arguments(args, &given, params, binds, env)
    }

    /// The template and the arguments that a pattern names: `X<..>`, `N::X<..>`, and `C::X<..>` of a class that depends on
    /// no parameter ([temp.deduct.type] 5).
    pub(in crate::check) fn pattern_template(
        &mut self,
        spec: &'a Spec<'a>,
        params: &'a [TemplateParam<'a>],
        env: &Env,
    ) -> Option<(TemplateId, &'a [TemplateArg<'a>])> {
        let (entity, args) = match spec.base {
            Base::Template(..) if spec.path.is_some() && wrong!(QualifiedPatternsAreOpen) => {
                return None;
            }
            Base::Template(name, args) => match spec.path {
                Some(path) => (self.cx.lookup_in(path, name.sym), args),
                None => (self.lookup_in(env, name.sym), args),
            },
            Base::Nested(class, name, args) if !args.is_empty() && !depends_on(class, params) => {
                let arena = TypedArenas::small();
                let outer =
                    Body::within(&mut *self.cx, &arena, env, None).base_type(class, words::EMPTY);
                let class = self.cx.class_id(outer)?;
                (self.cx.class_entity(class, name.sym), args)
            }
            _ => return None,
        };
        let template = match entity? {
            Entity::ClassTemplate(t) => t,
            Entity::Type(t, _) => self.template_of(t)?,
            _ => return None,
        };
        Some((template, args))
    }

    /// Whether a pattern is of an alias template.
    fn is_alias_pattern(
        &mut self,
        spec: &'a Spec<'a>,
        params: &'a [TemplateParam<'a>],
        env: &Env,
    ) -> bool {
        let found = self.pattern_template(spec, params, env);
        found.is_some_and(|(t, _)| self.cx.templates.all[t].flags.has(Flags::TYPEDEF))
            && !wrong!(AliasesAreUnqualified)
    }

    /// A pattern `A<X>` of an alias template: what the alias's own parameters must be for the type, and then `X` for
    /// those ([temp.alias] 2).
    fn unify_alias(
        &mut self,
        alias: &crate::check::Template<'a>,
        args: &'a [TemplateArg<'a>],
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        let [x] = alias.declaration.declarators else { return true };
        // An alias may be made of others that come to the same type: no step is one towards a smaller one.
        self.cx.templates.aliases = self.cx.templates.aliases.saturating_sub(1);
        if self.cx.templates.aliases == 0 {
            if !self.cx.templates.endless {
                self.cx
                    .stop_instances(alias.span, "deduction looks through too many alias templates");
            }
            return false;
        }
        let mut own: Vec<Option<TArg>> = vec![None; alias.params.len()];
        let fits = self.at((alias.namespace, alias.place.defined), |b| {
            b.unify(x.ty, ty, alias.params, &mut own, &alias.env)
        });
        if !fits {
            return false;
        }
        // So many arguments stand for a parameter each; the others for a pack, or are an expansion.
        let expansion = args.iter().position(|a| expanded_argument(a).is_some());
        let pack = alias.params.iter().position(|p| p.pack);
        let single = pack.into_iter().chain(expansion).fold(args.len(), usize::min);
        let alone = args[..single].iter().zip(&own).zip(alias.params);
        let fits = wrong!(PacksOfAliasesHideTheRest) && pack.is_some()
            || alone.into_iter().all(|((pattern, a), p)| match *a {
                // An array's length is of no type of its own, by whatever name it is said.
                Some(TArg::Value(Ty::ULONG, n)) if self.is_length(x.ty, p, &alias.env) => {
                    match length_parameter(pattern, params) {
                        Some(i) => self.bind_length(i, n as u64, params, binds, env),
                        None => {
                            self.unify_arg(pattern, TArg::Value(Ty::ULONG, n), params, binds, env)
                        }
                    }
                }
                Some(a) => self.unify_arg(pattern, a, params, binds, env),
                None => true,
            });
        if !fits || pack.is_none() && expansion.is_none() {
            return fits;
        }
        // What the alias's type does not say of a pack is not deduced.
        let rest: Option<Vec<TArg>> = own.get(single..).unwrap_or(&[]).iter().copied().collect();
        let Some(rest) = rest else { return true };
        let given = self.cx.flat(&rest);
        self.unify_arguments(&args[single..], &given, params, binds, env)
    }

    /// Whether a number that an alias template's type deduces is an array's length: where that names the parameter as one, and
    /// where what was deduced is not of the parameter's type, as a number in a template's argument would be.
    fn is_length(&mut self, t: &TypeExpr<'a>, p: &'a TemplateParam<'a>, env: &Env) -> bool {
        let mut t = t;
        while let TypeExpr::Pointer(of, _) | TypeExpr::Reference(of, _) | TypeExpr::Array(of, ..) =
            t
        {
            let own = std::slice::from_ref(p);
            if let TypeExpr::Array(_, Some(len), _) = t
                && number_parameter(len, own).is_some()
            {
                return true;
            }
            t = of;
        }
        let TemplateParamKind::Value(ty, _) = p.kind else { return false };
        !super::arguments::is_deduced(ty) && self.type_in(env, ty).bare() != Ty::ULONG
    }

    /// Whether an argument that is deduced from a template's is of just the parameter's type ([temp.deduct.type] 17).
    fn is_of_parameter(
        &mut self,
        p: &TemplateParam<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        env: &Env,
    ) -> bool {
        let TemplateParamKind::Value(t, _) = p.kind else { return true };
        super::arguments::is_deduced(t)
            || wrong!(DeducedNumbersConvert)
            || type_depends_on(t, params)
            || self.type_in(env, t).bare() == ty.bare()
    }

    /// Makes the type of a parameter that is a number, where that names other parameters, the type of what was deduced for
    /// it ([temp.deduct.type] 13).
    fn bind_type_of_number(
        &mut self,
        i: usize,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match params[i].kind {
            TemplateParamKind::Value(t, _)
                if names_parameter(t, params) && !wrong!(NumbersSayNoTypes) =>
            {
                self.unify_strict(t, ty.bare(), params, binds, env)
            }
            _ => true,
        }
    }

    /// Binds the length of an array; where nothing else says of which type it is, that is `size_t` ([temp.deduct.type] 14).
    fn bind_length(
        &mut self,
        i: usize,
        n: u64,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        if !bind(binds, i, TArg::Value(Ty::ULONG, n as i64)) {
            return false;
        }
        let before = binds.to_vec();
        if !self.bind_type_of_number(i, Ty::ULONG, params, binds, env) {
            binds.copy_from_slice(&before);
        }
        true
    }

    /// An argument of a pattern that names no parameter, in the names around its template.
    fn argument_in(&mut self, env: &Env, pattern: &TemplateArg<'a>) -> Option<TArg> {
        let arena = TypedArenas::small();
        Body::within(&mut *self.cx, &arena, env, None).template_arg(pattern)
    }

    /// Makes a pattern of a template argument equal to an argument.
    pub(in crate::check) fn unify_arg(
        &mut self,
        pattern: &TemplateArg<'a>,
        arg: TArg,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match (pattern, arg) {
            (TemplateArg::Type(p), TArg::Type(t)) => {
                if names_parameter(p, params) {
                    return self.unify_strict(p, t, params, binds, env);
                }
                // What cannot be deduced is compared when all is ([temp.deduct.type] 5).
                type_depends_on(p, params) || self.type_in(env, p) == t
            }
            (TemplateArg::Value(e), TArg::Value(ty, v)) => {
                if let Some(i) = number_parameter(e, params) {
                    return self.is_of_parameter(&params[i], ty, params, env)
                        && bind(binds, i, arg)
                        && self.bind_type_of_number(i, ty, params, binds, env);
                }
                if self.cx.types.names_function(ty) {
                    return match self.argument_in(env, pattern) {
                        Some(TArg::Functions(id)) => {
                            self.function_argument(id, Some(ty)) == Some(arg)
                        }
                        Some(TArg::Value(_, w)) => w == v,
                        _ => false,
                    };
                }
                if value_depends_on(e, params) {
                    return true;
                }
                matches!(self.argument_in(env, pattern), Some(TArg::Value(_, w)) if w == v)
            }
            (TemplateArg::Value(e), TArg::Object(_, g)) => {
                if let Some(i) = number_parameter(e, params) {
                    return bind(binds, i, arg);
                }
                matches!(self.argument_in(env, pattern), Some(TArg::Object(_, h)) if h == g)
            }
            (TemplateArg::Type(TypeExpr::Base(s)), TArg::Template(_))
                if let Base::Named(n) = s.base
                    && s.path.is_none()
                    && let Some(i) = parameter(params, n) =>
            {
                bind(binds, i, arg)
            }
            (TemplateArg::Type(_), TArg::Template(_)) => {
                self.argument_in(env, pattern) == Some(arg)
            }
            (TemplateArg::Value(e @ Expr { kind: ExprKind::Name(_), .. }), TArg::Type(_)) => {
                match number_parameter(e, params) {
                    Some(i) => bind(binds, i, arg),
                    None => self.argument_in(env, pattern) == Some(arg),
                }
            }
            _ => false,
        }
    }

    /// The same for a parameter of a function's type; `result` is what that gives.
    fn unify_parameter_of_type(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        result: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        match (pattern, self.cx.types.pointee(ty)) {
            _ if wrong!(FunctionPatternsTakeResults) => {
                self.unify_strict(pattern, result, params, binds, env)
            }
            (TypeExpr::Array(of, ..), Some(to)) => self.unify_strict(of, to, params, binds, env),
            (TypeExpr::Function { .. }, Some(to)) => {
                self.unify_strict(pattern, to, params, binds, env)
            }
            // The parameter's own qualifiers do not count.
            (TypeExpr::Base(spec), _) => {
                self.unify_base(spec, ty, params, binds, env)
                    && (names_parameter(pattern, params)
                        || type_depends_on(pattern, params)
                        || self.type_in(env, pattern).bare() == ty)
            }
            (TypeExpr::Pointer(of, _), Some(to)) => self.unify_strict(of, to, params, binds, env),
            _ => self.unify_strict(pattern, ty, params, binds, env),
        }
    }

    /// As [`Body::unify`], for patterns that must have the type's own form.
    pub(super) fn unify_strict(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        if let Some(pattern) = self.without_plain_alias(pattern, params, env) {
            return self.unify_strict(pattern, ty, params, binds, env);
        }
        match (pattern, self.cx.types.kind(ty)) {
            (TypeExpr::Pointer(p, q), TypeKind::Pointer(t)) => {
                let own = crate::check::file::quals(*q) & 3;
                ty.quals() & 3 == own && self.unify_strict(p, t, params, binds, env)
            }
            (TypeExpr::Reference(p, a), TypeKind::Reference(t, b)) => {
                *a == b && self.unify_strict(p, t, params, binds, env)
            }
            (TypeExpr::Member(p, class, q), TypeKind::Member(of, t)) => {
                let own = crate::check::file::quals(*q) & 3;
                ty.quals() & 3 == own
                    && self.unify_strict(class, of, params, binds, env)
                    && self.unify_strict(p, t, params, binds, env)
            }
            (TypeExpr::Pointer(..) | TypeExpr::Member(..) | TypeExpr::Reference(..), _) => false,
            (TypeExpr::Pack(_), _) => false,
            (TypeExpr::Function { result, params: list, variadic, .. }, TypeKind::Function(_)) => {
                if !self.unify_suffix(pattern, ty, params, binds, env) {
                    return false;
                }
                let Some(f) = self.cx.types.function_type(ty).cloned() else { return false };
                let packed = list.iter().position(|p| matches!(p.ty, TypeExpr::Pack(_)));
                let single = packed.unwrap_or(list.len());
                if f.variadic != *variadic
                    || f.params.len() < single
                    || packed.is_none() && f.params.len() != single
                    || !self.unify_strict(result, f.result, params, binds, env)
                {
                    return false;
                }
                // Of a pack that others follow nothing is deduced ([temp.deduct.type] 10).
                if packed.is_some_and(|at| at + 1 < list.len() || wrong!(FunctionsKeepNoPacks)) {
                    return true;
                }
                let pairs = list.iter().zip(&f.params).take(single);
                for (p, t) in pairs {
                    if !self.unify_parameter_of_type(p.ty, *t, f.result, params, binds, env) {
                        return false;
                    }
                }
                let Some(TypeExpr::Pack(pattern)) = packed.map(|at| list[at].ty) else {
                    return true;
                };
                let rest = &f.params[single..];
                self.unify_pack(Pattern::Type(pattern), rest.len(), params, binds, |b, k, own| {
                    b.unify_parameter_of_type(pattern, rest[k], f.result, params, own, env)
                })
            }
            (TypeExpr::Base(spec), _) => {
                let q = crate::check::file::quals(spec.flags) & 3;
                let own = matches!(spec.base, Base::Named(s) if parameter(params, s).is_some());
                // An array's qualifiers are its elements'.
                let given = self.cx.types.qualifiers(ty) & 3;
                // What an alias says may be qualified itself.
                let fits = given == q
                    || given & q == q && (own || self.is_alias_pattern(spec, params, env));
                fits && self.unify_base(spec, ty, params, binds, env)
            }
            (TypeExpr::Array(p, len, _), TypeKind::Array(t, n)) => {
                let length = match len.map(|e| (e, number_parameter(e, params))) {
                    Some((_, Some(i))) => {
                        n != UNKNOWN && self.bind_length(i, n, params, binds, env)
                    }
                    Some((e, None)) => {
                        let length = TemplateArg::Value(e);
                        let length = match wrong!(PatternsAtTheTemplate) {
                            true => self.template_arg(&length),
                            false => self.argument_in(env, &length),
                        };
                        matches!(length, Some(TArg::Value(_, k)) if k as u64 == n)
                    }
                    None => n == UNKNOWN,
                };
                length && self.unify_strict(p, t, params, binds, env)
            }
            _ => false,
        }
    }

    /// Makes what stands behind the parameters of a function's type equal to a type's: what `noexcept` says may be a parameter.
    fn unify_suffix(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        ty: Ty,
        params: &'a [TemplateParam<'a>],
        binds: &mut [Option<TArg>],
        env: &Env,
    ) -> bool {
        let TypeExpr::Function { quals, object, noexcept, .. } = pattern else { return false };
        let Some(suffix) = self.cx.types.function_type(ty).map(|f| f.suffix) else { return false };
        let quals = crate::check::file::quals(*quals) & 3;
        if quals != suffix.quals || *object != suffix.object {
            return false;
        }
        match noexcept.map(|e| (e, number_parameter(e, params))) {
            None => !suffix.noexcept,
            Some((_, Some(i))) => {
                self.bind_length(i, u64::from(suffix.noexcept), params, binds, env)
            }
            Some((e, None)) => {
                let says = self.argument_in(env, &TemplateArg::Value(e));
                matches!(says, Some(TArg::Value(_, k)) if (k != 0) == suffix.noexcept)
            }
        }
    }

    fn lookup_in(&mut self, env: &Env, s: Symbol) -> Option<Entity> {
        let arena = TypedArenas::small();
        Body::within(&mut *self.cx, &arena, env, None).lookup(s)
    }
}

/// The parameter that an argument of a pattern is by its name.
fn length_parameter(pattern: &TemplateArg<'_>, params: &[TemplateParam<'_>]) -> Option<usize> {
    match pattern {
        TemplateArg::Value(e) => number_parameter(e, params),
        _ => None,
    }
}
