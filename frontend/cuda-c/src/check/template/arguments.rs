//! Arguments of templates: what is written, as the parameters' types, and completed by defaults ([temp.arg], [temp.param] 9).

use std::rc::Rc;

use optx_source::{Span, code};

use super::{Env, TArg, TemplateId, entity_of, pack::grouped};
use crate::{
    ast::{Base, Expr, ExprKind, Spec, TemplateArg, TemplateParam, TemplateParamKind, TypeExpr},
    check::{Body, Const, Entity, Space, body::E, body::wrap, file::quals},
    intern::Symbol,
    typed::{TKind, TypedArenas},
    types::{RecordId, Ty, TypeKind},
    words,
};

/// Whether `auto` stands in the type of a parameter.
pub(super) fn is_deduced(t: &TypeExpr<'_>) -> bool {
    match t {
        TypeExpr::Base(spec) => matches!(spec.base, Base::Auto | Base::DecltypeAuto),
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) => is_deduced(t),
        _ => false,
    }
}

/// Whether a template's parameter is a number of any type: `auto`.
pub(super) fn has_deduced_type(params: &[TemplateParam<'_>], i: usize) -> bool {
    let kind = params.get(i).map(|p| p.kind);
    matches!(kind, Some(TemplateParamKind::Value(t, _)) if is_deduced(t))
        && !wrong!(NumbersOfAnyTypeAreOne)
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of one template argument.
    pub(super) fn template_arg(&mut self, a: &TemplateArg<'a>) -> Option<TArg> {
        match a {
            TemplateArg::Type(t) => {
                if let Some(template) = self.template_named(t) {
                    return Some(TArg::Template(template));
                }
                let ty = self.type_named(t);
                (!ty.is_error()).then_some(TArg::Type(ty))
            }
            TemplateArg::Value(e) => {
                if let ExprKind::Name(s) = e.kind
                    && let Some(Entity::Type(t, _)) = self.lookup(s)
                {
                    return Some(TArg::Type(t));
                }
                let v = self.with_mode(|m| m.constant = true, |b| b.expr(e));
                if let TKind::Functions(id) = v.kind {
                    return Some(TArg::Functions(id));
                }
                // A constant pointer to a function is its value.
                if (!self.cx.types.is_function_pointer(v.ty) || wrong!(ConstantPointersAreObjects))
                    && let Some(object) = self.object_argument(v)
                {
                    return Some(object);
                }
                let function = self.cx.types.function_type(v.ty).is_some();
                let v = self.with_mode(|m| m.constant = true, |b| b.rvalue(v));
                let v = match self.cx.types.is_record(v.ty) {
                    true => self
                        .with_mode(|m| m.constant = true, |b| b.contextual_integer(v).unwrap_or(v)),
                    false => v,
                };
                let v = self.folded(v);
                if v.ty.is_error() {
                    return None;
                }
                if let Some(object) = self.object_argument(v) {
                    return Some(object);
                }
                match self.const_of(v) {
                    Some(Const::Int(n))
                        if self.cx.types.is_integer(v.ty)
                            || v.ty.bare() == Ty::NULLPTR
                            || self.cx.types.is_function_pointer(v.ty)
                            || self.cx.types.member_pointee(v.ty).is_some() =>
                    {
                        let ty = match self.cx.types.pointee(v.ty) {
                            Some(to) if function => self.cx.types.reference(to, false),
                            _ => v.ty.bare(),
                        };
                        Some(TArg::Value(ty, n))
                    }
                    _ => {
                        let text = "a template argument must be a type or an integer constant";
                        self.not_constant(code::NOT_CONSTANT, e.span, text);
                        None
                    }
                }
            }
        }
    }

    /// An argument of a parameter `auto V`, `auto *V` or `auto &V`: the type is the argument's ([temp.arg.nontype] 1).
    fn deduced_argument(&mut self, pattern: &TypeExpr<'a>, arg: TArg) -> Option<TArg> {
        match (pattern, arg) {
            (TypeExpr::Base(Spec { base: Base::DecltypeAuto, span, .. }), _) => {
                self.argument_as_written(arg, *span)
            }
            (_, TArg::Functions(id)) => {
                let TArg::Value(pointer, v) = self.function_argument(id, None)? else {
                    return None;
                };
                let of = self.cx.types.pointee(pointer)?;
                let function = self.cx.types.reference(of, false);
                self.deduced_argument(pattern, TArg::Value(function, v))
            }
            (_, TArg::Value(Ty::NULLPTR, _)) => None,
            (TypeExpr::Reference(..), TArg::Value(ty, v)) if self.cx.types.names_function(ty) => {
                let function = self.cx.types.is_reference(ty);
                function.then(|| Some(TArg::Value(self.deduced_type(pattern, ty)?, v)))?
            }
            // A function is a pointer to it.
            (_, TArg::Value(ty, v))
                if self.cx.types.is_reference(ty) && self.cx.types.names_function(ty) =>
            {
                let of = self.cx.types.referred(ty);
                let pointer = self.cx.types.pointer(of);
                self.deduced_argument(pattern, TArg::Value(pointer, v))
            }
            (TypeExpr::Pointer(..), TArg::Value(ty, v))
                if self.cx.types.is_function_pointer(ty) =>
            {
                Some(TArg::Value(self.deduced_type(pattern, ty)?, v))
            }
            (TypeExpr::Base(_), TArg::Value(_, v)) if wrong!(AutoParametersAreInt) => {
                Some(TArg::Value(Ty::INT, v))
            }
            (TypeExpr::Base(_), TArg::Value(..)) => Some(arg),
            (TypeExpr::Reference(..), TArg::Object(ty, g)) => {
                Some(TArg::Object(self.deduced_type(pattern, ty)?, g))
            }
            (_, TArg::Object(ty, g)) => {
                let ty = match self.cx.types.kind(ty) {
                    TypeKind::Reference(array, _) => {
                        let element = self.cx.types.element(array)?.0.with(array.quals());
                        self.cx.types.pointer(element)
                    }
                    _ => ty,
                };
                Some(TArg::Object(self.deduced_type(pattern, ty)?, g))
            }
            _ => None,
        }
    }

    /// An argument of a parameter `decltype(auto) V`, whose type is `decltype` of what is written ([dcl.type.auto.deduct] 5): of a
    /// value and of an address its own.
    fn argument_as_written(&mut self, arg: TArg, span: Span) -> Option<TArg> {
        let known = match arg {
            TArg::Value(ty, _) | TArg::Object(ty, _) => !self.cx.types.is_reference(ty),
            _ => false,
        };
        if !known {
            let text =
                "a name of a function or an object for `decltype(auto)` is not supported yet";
            self.error(code::NOT_SUPPORTED, span, text);
        }
        known.then_some(arg)
    }

    /// The default argument of a parameter ([temp.param] 9).
    fn default_of_parameter(&mut self, ty: &'a TypeExpr<'a>, d: &'a Expr<'a>) -> Option<TArg> {
        if is_deduced(ty) {
            let arg = self.template_arg(&TemplateArg::Value(d))?;
            return self.deduced_argument(ty, arg);
        }
        let ty = self.type_of(ty);
        let arg = self.template_arg(&TemplateArg::Value(d))?;
        self.converted_argument(arg, ty)
    }

    /// A type for a pattern with `auto` in it.
    fn deduced_type(&mut self, pattern: &TypeExpr<'a>, ty: Ty) -> Option<Ty> {
        match (pattern, self.cx.types.kind(ty)) {
            (TypeExpr::Base(spec), _) => {
                let more = if wrong!(AutoParametersKeepTypes) { 0 } else { quals(spec.flags) };
                Some(self.cx.types.qualified(ty, more))
            }
            (TypeExpr::Pointer(inner, _), TypeKind::Pointer(to)) => {
                let to = self.deduced_type(inner, to)?;
                Some(self.cx.types.pointer(to))
            }
            (TypeExpr::Reference(inner, false), TypeKind::Reference(to, _)) => {
                let to = self.deduced_type(inner, to)?;
                Some(self.cx.types.reference(to, false))
            }
            _ => None,
        }
    }

    /// The object that an argument refers or points to, where that is one with static storage ([temp.arg.nontype] 2).
    fn object_argument(&mut self, v: E<'t>) -> Option<TArg> {
        let (object, ty) = match v.kind {
            TKind::Global(_) if v.is_glvalue() => (v, self.cx.types.reference(v.ty, false)),
            TKind::AddrOf(object) => (object, v.ty.bare()),
            _ => return None,
        };
        let TKind::Global(g) = object.kind else { return None };
        let global = self.cx.output.globals.get(g)?;
        let fits = matches!(global.space, Space::Device | Space::Constant)
            && global.source != words::EMPTY
            // A constant is its value.
            && (object.ty != v.ty || global.value.is_none());
        fits.then_some(TArg::Object(ty, g))
    }

    /// What the conversion function of an object of a class makes of it, where the parameter is a number.
    fn argument_by_conversion(&mut self, arg: TArg, to: Ty) -> TArg {
        let TArg::Object(from, g) = arg else { return arg };
        let TypeKind::Reference(object, _) = self.cx.types.kind(from) else { return arg };
        if !self.cx.types.is_record(object) || !self.cx.types.is_integer(to) {
            return arg;
        }
        // The argument stands where the template is used, and not where that is declared.
        let trial = self.cx.diags.begin_trial();
        let convert = |b: &mut Self| {
            let v = b.mk_lvalue(TKind::Global(g), object, Span::NONE);
            let (c, _) = b.user_conversion(v, to, false, false)?;
            let v = b.apply_conversion(c, v, to);
            Some(b.folded(v))
        };
        let here = self.cx.site.namespace;
        let v = self.at((here, 0), |b| b.with_mode(|m| m.constant = true, convert));
        if self.cx.diags.end_trial(trial) {
            return arg;
        }
        match v.and_then(|v| self.const_of(v)) {
            Some(Const::Int(n)) => TArg::Value(to.bare(), n),
            _ => arg,
        }
    }

    /// An argument as the parameter's type: a converted constant expression ([temp.arg.nontype] 2).
    fn converted_argument(&mut self, arg: TArg, to: Ty) -> Option<TArg> {
        // A parameter that is a function is a pointer to one ([temp.param] 8).
        let to = match self.cx.types.kind(to) {
            TypeKind::Function(_) if !wrong!(ParametersStayFunctions) => self.cx.types.pointer(to),
            _ => to,
        };
        let types = &self.cx.types;
        match (arg, types.kind(to)) {
            (TArg::Functions(id), _) => self.function_argument(id, Some(to)),
            (TArg::Value(from, _), TypeKind::Pointer(of) | TypeKind::Reference(of, false))
                if types.names_function(from) && types.names_function(to) =>
            {
                // A pointer is no function that a reference could refer to.
                if types.is_reference(to) && !types.is_reference(from) {
                    return None;
                }
                let from = types.pointee(from).unwrap_or_else(|| types.referred(from));
                let TArg::Value(_, v) = arg else { return None };
                let fits = from.bare() == of.bare() || types.drops_noexcept(from, of);
                fits.then_some(TArg::Value(to.bare(), v))
            }
            (TArg::Value(from, v), TypeKind::Member(class, of))
                if types.member_pointee(from).is_some_and(|(c, f)| {
                    // None of a base becomes one of the class here ([expr.const] 4).
                    c == class && (f == of || types.drops_noexcept(f, of))
                }) =>
            {
                Some(TArg::Value(to.bare(), v))
            }
            (TArg::Value(Ty::NULLPTR, _), TypeKind::Member(..)) => {
                match self.zero(to, Span::NONE).kind {
                    TKind::Int(null) => Some(TArg::Value(to.bare(), null)),
                    _ => None,
                }
            }
            (TArg::Value(Ty::NULLPTR, _), TypeKind::Pointer(_) | TypeKind::NullPtr) => {
                Some(TArg::Value(to.bare(), 0))
            }
            (TArg::Value(from, v), _) if types.is_integer(to) => {
                // What stands for a parameter in the ordering of templates is no number of its type.
                if from == to.bare() {
                    return Some(arg);
                }
                let closed = |t: Ty| match types.kind(t) {
                    TypeKind::Enum(e) => types.enums.get(e).is_some_and(|e| e.scoped),
                    _ => false,
                };
                let is_enum = matches!(types.kind(to), TypeKind::Enum(_));
                if !types.is_integer(from) || is_enum || closed(from) {
                    return None;
                }
                let wrapped = wrap(types, v, to);
                let number = |v: i64, t: Ty| {
                    if types.is_signed(t) { i128::from(v) } else { i128::from(v as u64) }
                };
                (number(v, from) == number(wrapped, to)).then_some(TArg::Value(to.bare(), wrapped))
            }
            (TArg::Object(from, g), TypeKind::Pointer(to_object)) => {
                let object = match types.kind(from) {
                    TypeKind::Pointer(object) => object,
                    TypeKind::Reference(array, _) => types.element(array)?.0.with(array.quals()),
                    _ => return None,
                };
                self.cx.qualification(object, to_object)?;
                Some(TArg::Object(to.bare(), g))
            }
            (TArg::Object(from, g), TypeKind::Reference(to_object, false)) => {
                let TypeKind::Reference(object, _) = types.kind(from) else { return None };
                let more = types.qualifiers(object) & !types.qualifiers(to_object) & 3 == 0;
                (more && types.same_but_qualified(object, to_object)).then_some(TArg::Object(to, g))
            }
            _ => None,
        }
    }

    pub(in crate::check) fn template_arg_list(
        &mut self,
        args: &'a [TemplateArg<'a>],
    ) -> Option<Vec<TArg>> {
        let mut list = Vec::with_capacity(args.len());
        args.iter().for_each(|a| self.template_args_of(a, &mut list));
        list.into_iter().collect()
    }

    /// Completes arguments of the template of a name with defaults and converts values to their parameters' types. `None`
    /// where one is missing or of the wrong kind.
    pub(in crate::check) fn complete_args(
        &mut self,
        params: &'a [TemplateParam<'a>],
        outer: &Env,
        class: Option<RecordId>,
        given: &[Option<TArg>],
        name: Symbol,
    ) -> Option<Rc<[TArg]>> {
        let given = &grouped(self.cx, params, given, false)?[..];
        let arena = TypedArenas::small();
        let env = outer.clone();
        let mut b = Body::within(&mut *self.cx, &arena, &env, class);
        b.expected.asking = Some(name);
        let mut list = Vec::with_capacity(params.len());
        for (i, p) in params.iter().enumerate() {
            let given = given.get(i).copied().flatten();
            let arg = match p.pack {
                true => b.completed_pack(p, given)?,
                false => b.completed_argument(p, given)?,
            };
            b.bind(p.name.sym, entity_of(arg));
            list.push(arg);
        }
        Some(list.into())
    }

    /// What a pack of parameters stands for: nothing where nothing is given.
    fn completed_pack(&mut self, p: &TemplateParam<'a>, given: Option<TArg>) -> Option<TArg> {
        let given = match given {
            Some(TArg::Pack(id) | TArg::Begun(id)) => self.cx.elements(id).clone(),
            Some(_) => return None,
            None => Rc::from([]),
        };
        let list: Option<Vec<TArg>> =
            given.iter().map(|a| self.completed_argument(p, Some(*a))).collect();
        Some(TArg::Pack(self.cx.pack(&list?)))
    }

    /// What a parameter stands for: what is given, as its type, or its default.
    fn completed_argument(&mut self, p: &TemplateParam<'a>, given: Option<TArg>) -> Option<TArg> {
        Some(match (p.kind, given) {
            (TemplateParamKind::Type(_), Some(TArg::Type(t))) => TArg::Type(t),
            (
                TemplateParamKind::Value(ty, _),
                Some(arg @ (TArg::Value(..) | TArg::Object(..) | TArg::Functions(_))),
            ) if is_deduced(ty) => self.deduced_argument(ty, arg)?,
            (TemplateParamKind::Value(_, _), Some(arg @ TArg::Value(..)))
                if wrong!(ValuesStayUnconverted) =>
            {
                arg
            }
            (
                TemplateParamKind::Value(ty, _),
                Some(arg @ (TArg::Value(..) | TArg::Object(..) | TArg::Functions(_))),
            ) => {
                let ty = self.type_of(ty);
                let arg = self.argument_by_conversion(arg, ty);
                self.converted_argument(arg, ty)?
            }
            (TemplateParamKind::Type(Some(d)), None) => {
                let t = self.type_named(d);
                if t.is_error() {
                    return None;
                }
                TArg::Type(t)
            }
            (TemplateParamKind::Value(ty, Some(d)), None) => self.default_of_parameter(ty, d)?,
            (TemplateParamKind::Template(own, _), Some(arg @ TArg::Template(t))) => {
                self.takes_template(own, t).then_some(arg)?
            }
            (TemplateParamKind::Template(own, Some(d)), None) => match self.template_arg(&d)? {
                arg @ TArg::Template(t) if self.takes_template(own, t) => arg,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether a template can stand for a parameter with such parameters: it takes as many of the same kinds, be it by defaults or a
    /// pack ([temp.arg.template] 3, P0522).
    pub(super) fn takes_template(&mut self, own: &[TemplateParam<'_>], t: TemplateId) -> bool {
        if wrong!(TemplatesFitAnyParameter) {
            return true;
        }
        let params = self.cx.template(t).params;
        let kind = |p: &TemplateParam<'_>| match p.kind {
            TemplateParamKind::Type(_) => 0,
            TemplateParamKind::Value(..) => 1,
            TemplateParamKind::Template(..) => 2,
        };
        let mut rest = params.iter().peekable();
        for p in own {
            if p.pack {
                // All that are left are what the pack may be given.
                return rest.all(|q| kind(q) == kind(p));
            }
            let Some(q) = rest.peek().copied() else { return false };
            if kind(q) != kind(p) {
                return false;
            }
            if !q.pack {
                rest.next();
            }
        }
        rest.all(|q| q.pack || q.kind.has_default())
    }
}
