//! Instances of templates: arguments, specialisations, and what is declared for them.

use std::rc::Rc;

use optx_source::{Span, code};

use super::{
    ClassInstance, Definition, Env, Specialization, TArg, Template, TemplateId, entity_of,
    pack::grouped,
};
use crate::{
    ast::{
        Base, Declaration, ExprKind, Flags, Param, Pattern, TemplateArg, TemplateParam,
        TemplateParamKind, TypeExpr,
    },
    check::{Body, Const, Entity, Space, body::E, body::wrap, file::quals},
    intern::Symbol,
    typed::{FunctionId, TKind, TypedArenas},
    types::{RecordId, Ty, TypeKind},
    words,
};

/// What a class or variable is made of for its template's arguments.
pub(in crate::check) struct Chosen<'a> {
    /// `None` where a specialisation is declared and not defined.
    pub definition: Option<Definition<'a>>,
    /// What its parameters stand for.
    pub names: Vec<(Symbol, Entity)>,
    /// Where it stands.
    pub place: u32,
    /// Where it was first declared, if it is for just these arguments.
    pub stated: Option<(u32, Span)>,
}

/// Whether `auto` stands in the type of a parameter.
pub(super) fn is_deduced(t: &TypeExpr<'_>) -> bool {
    match t {
        TypeExpr::Base(spec) => matches!(spec.base, Base::Auto),
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

/// What parameters stand for.
pub(in crate::check) fn bound(
    params: &[TemplateParam<'_>],
    args: &[TArg],
) -> Vec<(Symbol, Entity)> {
    params.iter().zip(args).map(|(p, a)| (p.name.sym, entity_of(*a))).collect()
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
                            || self.cx.types.is_function_pointer(v.ty) =>
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
                (from.bare() == of.bare()).then_some(TArg::Value(to.bare(), v))
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
            (TemplateParamKind::Value(ty, Some(d)), None) => {
                let ty = self.type_of(ty);
                let arg = self.template_arg(&TemplateArg::Value(d))?;
                self.converted_argument(arg, ty)?
            }
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

    /// The type that a class or alias template is for given arguments.
    pub(in crate::check) fn template_type(
        &mut self,
        id: TemplateId,
        args: &'a [TemplateArg<'a>],
        span: Span,
    ) -> Ty {
        let Some(given) = self.template_arg_list(args) else { return Ty::ERROR };
        let t = self.cx.template(id).clone();
        if self.spreads_over_alias(&t, args) {
            let text = "an expansion stands for a parameter of an alias template that is no pack";
            self.cx.error(code::TEMPLATE, span, text);
            return Ty::ERROR;
        }
        let given: Vec<Option<TArg>> = given.into_iter().map(Some).collect();
        let complete = self.at((t.namespace, t.place.defined), |b| {
            b.complete_args(t.params, &t.env, t.class, &given, t.name)
        });
        let Some(args) = complete else {
            let given: Vec<TArg> = given.into_iter().flatten().collect();
            self.wrong_template_arguments(&t, &given, span);
            return Ty::ERROR;
        };
        self.class_instance(id, args, span)
    }

    /// The class or alias for complete arguments. A class is defined when it has to be ([`Body::complete`]).
    pub(in crate::check) fn class_instance(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
        span: Span,
    ) -> Ty {
        if wrong!(AliasesForgetArguments)
            && self.cx.template(id).flags.has(Flags::TYPEDEF)
            && let Some(t) = self.cx.made(id).types.values().next()
        {
            return *t;
        }
        if let Some(t) = self.cx.made(id).types.get(&args) {
            return *t;
        }
        if self.cx.templates.endless {
            return Ty::ERROR;
        }
        let t = self.cx.template(id).clone();
        if self.is_instantiated_too_often(id, span) || self.is_specialised_outside(&t, span) {
            return Ty::ERROR;
        }
        if !t.flags.has(Flags::TYPEDEF) {
            if self.is_named_too_long(&t, &args, span) {
                return Ty::ERROR;
            }
            let text = self.cx.text(t.name).to_string();
            return self.at_definition(&t, |b| b.new_instance(id, args, &text, false).1);
        }
        self.cx.declared.resolving += 1;
        let ty = self.at_definition(&t, |b| b.alias_instance(id, &t, args));
        self.cx.declared.resolving -= 1;
        ty
    }

    /// The type that an alias template is for its arguments. What makes no sense is told of each time.
    fn alias_instance(&mut self, id: TemplateId, t: &Template<'a>, args: Rc<[TArg]>) -> Ty {
        let env = self.cx.instance_env(&t.env, bound(t.params, &args));
        let arena = TypedArenas::small();
        let trial = self.cx.diags.in_trial().then(|| self.cx.diags.begin_trial());
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        b.expected.asking = Some(t.name);
        let mut ty = match t.declaration.declarators {
            [x] => b.type_named(x.ty),
            _ => Ty::ERROR,
        };
        drop(b);
        if let Some(trial) = trial
            && match wrong!(AliasesSwallowFailures) {
                true => self.cx.diags.end_trial(trial),
                false => self.cx.diags.merge_trial(trial),
            }
        {
            ty = Ty::ERROR;
        }
        if !ty.is_error() {
            self.cx.templates.made[id].types.insert(args, ty);
        }
        ty
    }

    /// A class without contents yet for a template's arguments, or the one that was made before there was a definition.
    pub(super) fn new_instance(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
        text: &str,
        is_union: bool,
    ) -> (RecordId, Ty) {
        if let Some(ty) = self.cx.made(id).types.get(&args).copied()
            && let TypeKind::Record(r) = self.cx.types.kind(ty)
        {
            self.cx.types.records[r].is_union = is_union;
            return (r, ty);
        }
        let name = format!("{text}{}", self.cx.args_text(&args));
        let r = self.cx.types.new_record(self.cx.site.namespace, name, is_union);
        let ty = self.cx.types.record(r);
        self.cx.templates.made[id].types.insert(args.clone(), ty);
        self.cx
            .templates
            .instances
            .insert(r, ClassInstance { template: id, args, stated: None, needed: (0, Span::NONE) });
        (r, ty)
    }

    /// The specialisation that fits best, with what its parameters are bound to; an error where none is best.
    pub(in crate::check) fn specialization(
        &mut self,
        t: &Template<'a>,
        args: &[TArg],
    ) -> Option<Result<Chosen<'a>, ()>> {
        let mut fitting: Vec<(&Specialization<'a>, Rc<[TArg]>)> = Vec::new();
        for s in t.specializations.iter() {
            let site = (s.namespace, s.place.defined);
            let full = self.at(site, |b| b.specialization_fits(s, t, args));
            fitting.extend(full.map(|f| (s, f)));
        }
        // An explicit one that is declared by another spelling of its arguments is the defined one.
        let defined = fitting.iter().any(|(s, _)| s.params.is_empty() && s.definition.is_some());
        fitting.retain(|(s, _)| !(defined && s.params.is_empty() && s.definition.is_none()));
        if wrong!(FirstSpecialisationWins) {
            fitting.truncate(1);
        }
        let mut best = None;
        for (k, (s, full)) in fitting.iter().enumerate() {
            let others = fitting.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, o)| o.0);
            if others.clone().all(|o| self.is_more_special(s, o, t)) {
                let params = s.params.iter().zip(full.iter());
                let names = params.map(|(p, a)| (p.name.sym, entity_of(*a))).collect();
                let stated = s.params.is_empty().then_some((s.place.declared, s.span));
                let definition = s.definition;
                best = Some(Chosen { definition, names, place: s.place.defined, stated });
            }
        }
        if fitting.is_empty() { None } else { Some(best.ok_or(())) }
    }

    /// Whether a specialisation is more special than another ([temp.class.order]): its pattern, with types of their own for
    /// its parameters, fits the other's, and not the reverse.
    fn is_more_special(
        &mut self,
        a: &Specialization<'a>,
        b: &Specialization<'a>,
        t: &Template<'a>,
    ) -> bool {
        self.is_at_least_as_special(a, b, t) && !self.is_at_least_as_special(b, a, t)
    }

    fn is_at_least_as_special(
        &mut self,
        a: &Specialization<'a>,
        b: &Specialization<'a>,
        t: &Template<'a>,
    ) -> bool {
        let names = self.unique_arguments(a.params);
        let env = self.cx.instance_env(&t.env, names);
        let trial = self.cx.diags.begin_trial();
        let arena = TypedArenas::small();
        // The names of each pattern mean what they mean where it stands.
        let here = self.cx.site.place;
        let place = if wrong!(PatternsAtTheTemplate) { here } else { a.place.defined };
        let site = self.cx.site.within(&env, t.class).at(a.namespace, place);
        let mut own = Body::at_site(&mut *self.cx, &arena, site);
        let mut args = Vec::new();
        a.args.iter().for_each(|x| own.template_args_of(x, &mut args));
        let args: Option<Vec<TArg>> = args.into_iter().collect();
        drop(own);
        let fits = args.is_some_and(|mut args| {
            self.type_numbers(t, &mut args);
            let site = (b.namespace, b.place.defined);
            self.at(site, |own| own.specialization_fits(b, t, &args)).is_some()
        });
        self.cx.diags.end_trial(trial);
        fits
    }

    /// The arguments of a specialisation's own parameters, where its pattern fits.
    fn specialization_fits(
        &mut self,
        s: &Specialization<'a>,
        t: &Template<'a>,
        args: &[TArg],
    ) -> Option<Rc<[TArg]>> {
        let mut binds = vec![None; s.params.len()];
        let flat = self.cx.flat(args);
        if !self.unify_arguments(s.args, &flat, s.params, &mut binds, &t.env) {
            return None;
        }
        let full = self.complete_args(s.params, &t.env, t.class, &binds, t.name)?;
        self.pattern_is(s, &full, args, t).then_some(full)
    }

    /// Whether a specialisation's pattern is the arguments, once its parameters are known: what could not be deduced is
    /// computed. What makes no sense takes the specialisation out of the choice.
    pub(super) fn pattern_is(
        &mut self,
        s: &Specialization<'a>,
        full: &Rc<[TArg]>,
        args: &[TArg],
        t: &Template<'a>,
    ) -> bool {
        let names = s.params.iter().zip(full.iter()).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let env = self.cx.instance_env(&t.env, names);
        let arena = TypedArenas::small();
        let trial = self.cx.diags.begin_trial();
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        b.expected.asking = Some(t.name);
        let mut made = Vec::new();
        s.args.iter().for_each(|p| b.template_args_of(p, &mut made));
        drop(b);
        // Arguments of templates that are compared stand one by one.
        let flat = self.cx.flat(args);
        let args = &flat[..];
        // What the specialisation leaves out is the template's default for it.
        let short = made.len() < args.len() && !wrong!(SpecialisationsForgetDefaults);
        if short && made.iter().all(Option::is_some) {
            let full = self.complete_args(t.params, &t.env, t.class, &made, t.name);
            let full = full.map_or_else(Vec::new, |f| self.cx.flat(&f));
            made = full.into_iter().map(Some).collect();
        }
        // What is made of functions by their name is what the argument's type chooses.
        for (made, a) in made.iter_mut().zip(args) {
            if let (Some(TArg::Functions(id)), TArg::Value(ty, _)) = (&made, a) {
                *made = self.function_argument(*id, Some(*ty));
            }
        }
        let deduced = |i: usize| has_deduced_type(t.params, i);
        let same = (made.len() == args.len() || wrong!(SpecialisationsForgetDefaults))
            && made.iter().zip(args).enumerate().all(|(i, (made, a))| match (made, a) {
                // A number converts to the parameter's type, but not where that is the number's own.
                (Some(TArg::Value(t, x)), TArg::Value(u, y)) => x == y && (!deduced(i) || t == u),
                (Some(TArg::Object(_, x)), TArg::Object(_, y)) => x == y,
                (made, a) => *made == Some(*a),
            });
        let wrong = self.cx.diags.end_substitution(trial);
        same && !wrong
    }

    /// The function for complete arguments; `None` where its signature makes no sense for them.
    pub(in crate::check) fn instance(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
    ) -> Option<FunctionId> {
        if let Some(f) = self.cx.made(id).functions.get(&args) {
            return Some(*f);
        }
        if self.cx.templates.endless {
            return None;
        }
        let t = self.cx.template(id).clone();
        if self.cx.declared.resolving >= 64 || self.cx.made(id).functions.len() >= 4096 {
            let text = self.cx.text(t.name).to_string();
            let text = format!("the template `{text}` is instantiated too deep or too often");
            self.cx.stop_instances(t.span, &text);
            return None;
        }
        // A signature that makes no sense takes the template out of the choice, without an error.
        let trial = self.cx.diags.begin_trial();
        self.cx.declared.resolving += 1;
        let f = self.declare_with(id, args.clone());
        self.cx.declared.resolving -= 1;
        let senseless = self.cx.diags.end_substitution(trial);
        let f = f?;
        if senseless && !wrong!(SubstitutionMustSucceed) {
            // It stands among the functions, and is none that could be compiled.
            self.cx.functions[f].body = None;
            return None;
        }
        self.cx.templates.made[id].functions.insert(args, f);
        Some(f)
    }

    /// Declares the instance for complete arguments.
    pub(in crate::check) fn declare_with(
        &mut self,
        id: TemplateId,
        args: Rc<[TArg]>,
    ) -> Option<FunctionId> {
        let t = self.cx.template(id).clone();
        let names = t.params.iter().zip(args.iter()).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let env = self.cx.instance_env(&t.env, names);
        self.at((t.namespace, t.place.defined), |b| {
            b.declare_instance(t.declaration, t.flags, env, id, args, t.library)
        })
    }

    /// Says what is wrong with the signature of an instance that a launch states in full and [`Body::instance`] has
    /// refused.
    pub(in crate::check) fn explain_instance(&mut self, id: TemplateId, args: Rc<[TArg]>) {
        let trials = self.cx.diags.suspend();
        if let Some(f) = self.declare_with(id, args) {
            self.cx.functions[f].body = None;
        }
        self.cx.diags.resume(trials);
    }

    /// The template and arguments that a specialisation or instantiation names.
    pub(in crate::check) fn named_instance(
        &mut self,
        d: &'a Declaration<'a>,
    ) -> Option<(TemplateId, Rc<[TArg]>)> {
        let [x] = d.declarators else { return None };
        let TypeExpr::Function { params, result, .. } = x.ty else { return None };
        let given = self.template_arg_list(x.template_args.unwrap_or(&[]))?;
        let types: Vec<Ty> = self.param_list(params).iter().map(|p| p.ty).collect();
        let result = self.type_of(result);
        self.cx.lookup(x.name.sym);
        let set = self.cx.templates.functions.get(&x.name.sym).cloned().unwrap_or_default();
        let mut fitting: Vec<(TemplateId, Rc<[TArg]>)> = Vec::new();
        for t in set {
            let info = self.cx.template(t).clone();
            let Some(TypeExpr::Function { params: own, result: own_result, .. }) =
                info.declaration.declarators.first().map(|x| x.ty)
            else {
                continue;
            };
            let packed = own.iter().position(|p| matches!(p.ty, TypeExpr::Pack(_)));
            let single = packed.unwrap_or(own.len());
            if types.len() < single || packed.is_none() && types.len() != single {
                continue;
            }
            let Some(mut binds) = self.stated(&info, &given) else { continue };
            let found = self.at((info.namespace, info.place.defined), |b| {
                let mut fits =
                    own.iter().zip(&types).take(single).all(|(p, ty)| {
                        b.unify_exact(p.ty, *ty, info.params, &mut binds, &info.env)
                    });
                if let Some(at) = packed.filter(|at| at + 1 == own.len())
                    && let TypeExpr::Pack(pattern) = own[at].ty
                {
                    let rest = &types[at..];
                    fits &= b.unify_pack(
                        Pattern::Type(pattern),
                        rest.len(),
                        info.params,
                        &mut binds,
                        |b, k, own| b.unify_exact(pattern, rest[k], info.params, own, &info.env),
                    );
                }
                // A specialisation is of one type with its template, its result included.
                if !fits || !b.unify_exact(own_result, result, info.params, &mut binds, &info.env) {
                    return None;
                }
                let trial = b.cx.diags.begin_trial();
                let args = b.complete_args(info.params, &info.env, info.class, &binds, info.name);
                if b.cx.diags.end_substitution(trial) {
                    return None;
                }
                let args = args?;
                b.has_parameters(&info, &args, own, &types).then_some(args)
            });
            fitting.extend(found.map(|args| (t, args)));
        }
        // Of several those are meant whose declaration makes sense for the arguments ([temp.deduct] 8).
        if fitting.len() > 1 {
            let made = |b: &mut Self, (t, args): &(TemplateId, Rc<[TArg]>)| {
                let trial = b.cx.diags.begin_trial();
                let made = b.instance(*t, Rc::clone(args)).is_some();
                !b.cx.diags.end_substitution(trial) && made
            };
            let sound: Vec<bool> = fitting.iter().map(|f| made(self, f)).collect();
            let mut sound = sound.into_iter();
            fitting.retain(|_| sound.next().unwrap_or(true));
        }
        // The most special of those that fit is meant ([temp.func.order], [temp.deduct.decl]).
        let best = (0..fitting.len()).find(|&i| {
            (0..fitting.len()).all(|k| {
                k == i || self.more_special_template(fitting[i].0, fitting[k].0, usize::MAX)
            })
        });
        if let Some(i) = best.or((!fitting.is_empty()).then_some(0)) {
            return Some(fitting.swap_remove(i));
        }
        let text = self.cx.text(x.name.sym).to_string();
        self.error(
            code::TEMPLATE,
            x.name.span,
            format!("no function template `{text}` fits this declaration"),
        );
        None
    }

    /// Whether a template's parameters are of just these types for these arguments.
    fn has_parameters(
        &mut self,
        t: &Template<'a>,
        args: &[TArg],
        own: &'a [Param<'a>],
        types: &[Ty],
    ) -> bool {
        let names = t.params.iter().zip(args).map(|(p, a)| (p.name.sym, entity_of(*a)));
        let env = self.cx.instance_env(&t.env, names);
        let arena = TypedArenas::small();
        let trial = self.cx.diags.begin_trial();
        let mut b = Body::within(&mut *self.cx, &arena, &env, t.class);
        let made = b.param_list(own);
        let same = made.len() == types.len()
            && made.iter().zip(types).all(|(p, ty)| p.ty.bare() == ty.bare());
        drop(b);
        let wrong = self.cx.diags.end_trial(trial);
        same && !wrong || wrong!(SpecialisationsFitRoughly)
    }

    /// The class template that a name stands for.
    pub(in crate::check) fn class_template(
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
            Some(Entity::Type(t, _)) => self.template_of(t),
            // The own names of several bases, instances of one template, are the template's ([temp.local] 4).
            Some(Entity::Ambiguous) if path.is_none() => match self.cx.lookup(s) {
                Some(Entity::ClassTemplate(t)) => Some(t),
                _ => None,
            },
            _ => None,
        }
    }

    /// The template that a class was made from.
    pub(super) fn template_of(&self, t: Ty) -> Option<TemplateId> {
        match self.cx.types.kind(t) {
            TypeKind::Record(r) => self.cx.templates.instances.get(&r).map(|i| i.template),
            _ => None,
        }
    }
}
