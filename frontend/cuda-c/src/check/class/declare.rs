//! Declarations of members.

use std::rc::Rc;

use optx_source::code;

use super::heads::{arguments_of, defined};
use crate::{
    ast::{
        Base, Declaration, Declarator, Flags, MemberAccess, MemberKind, Name, Pattern,
        RefQualifier, Spec, Tag, TypeExpr,
    },
    check::{
        Body, DeclarationPlace, DefaultArgument, Entity, Function, Home, Membership, Origin,
        ParamInfo, ParameterList, ParameterPack, Signature, Space, Usage,
        file::names_values,
        template::{Env, Specialised, SpecialisedAt},
    },
    parse::{
        self,
        index::{Item, Part},
    },
    typed::FunctionId,
    types::{self, RecordId, Ty},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Declares a member function or friend.
    pub(super) fn declare_member_function(
        &mut self,
        r: RecordId,
        d: &'a Declaration<'a>,
        flags: Flags,
        kind: MemberKind,
        env: &Env,
    ) -> Option<FunctionId> {
        let [x] = d.declarators else { return None };
        let TypeExpr::Function { result, params, quals, object, variadic, noexcept, .. } = x.ty
        else {
            return None;
        };
        if parse::literal_operator::is_operator(self.cx.text(x.name.sym))
            && !flags.has(Flags::FRIEND)
        {
            let text = "an operator of literals is no member of a class";
            self.cx.error(code::BAD_DECLARATOR, x.name.span, text);
        }
        let free = flags.has(Flags::STATIC | Flags::FRIEND)
            && !(wrong!(StaticMembersPerObject) && flags.has(Flags::STATIC));
        let mut list = Vec::new();
        if !free {
            let class = self.cx.types.record(r);
            let q = crate::check::file::quals(*quals) & 3;
            let q = if wrong!(VolatileMembersArePlain) { q & types::CONST } else { q };
            let ty = self.cx.types.pointer(class.with(q));
            let plain = self.is_plain_class(r);
            let name = self.cx.object_name(r);
            list.push(ParamInfo { name, ty, default: None, plain, span: x.name.span });
        }
        let list = self.parameters_from(params).behind(list);
        self.cx.check_default_arguments(&list.params[usize::from(!free)..]);
        let (result, deduced) = self.result_type(result, &list);
        let class = self.cx.classes.all.get(&r);
        let library = class.is_some_and(|c| self.cx.library_list(c.spec.list));
        let namespace = class.map_or(0, |c| c.namespace);
        let id = self.cx.functions.next_id();
        self.cx.functions.push(Function {
            name: x.name.sym,
            // `static` says here that there is no `this`; nothing of linkage.
            flags: Flags((flags.0 | d.spec.flags.0) & !Flags::STATIC),
            body: d.body,
            span: x.name.span,
            launch_bounds: None,
            env: env.clone(),
            signature: Signature {
                result: if self.cx.types.is_scalar(result) { result.bare() } else { result },
                deduced,
                params: list.params,
                packs: list.packs,
                variadic: *variadic,
                noexcept: *noexcept,
                deleted: false,
                in_place: false,
            },
            origin: Origin {
                special: None,
                inherits: None,
                template: None,
                args: Rc::from([]),
                known: None,
                library,
            },
            membership: Membership {
                class: Some(r),
                has_this: !free,
                qualifier: *object,
                kind,
                access: MemberAccess::Public,
                inits: d.inits,
            },
            usage: Usage::default(),
            home: Home { namespace, place: DeclarationPlace::default(), hidden: false },
        });
        self.cx.outside_definition(id);
        if self.cx.copies_by_value(id) {
            let text = "a constructor cannot take its own class by value: passing it would call the constructor";
            self.cx.error(code::CLASS_RULE, x.name.span, text);
        }
        if *object != RefQualifier::None && kind == MemberKind::Constructor {
            let text = "a constructor is called on no object that `&` or `&&` could tell of";
            self.cx.error(code::BAD_DECLARATOR, x.name.span, text);
        }
        Some(id)
    }

    /// Parameters from their syntax.
    pub(in crate::check) fn param_list(
        &mut self,
        params: &'a [crate::ast::Param<'a>],
    ) -> Vec<ParamInfo<'a>> {
        self.parameters_from(params).params
    }

    /// The same, with those of them that are packs.
    pub(in crate::check) fn parameters_from(
        &mut self,
        params: &'a [crate::ast::Param<'a>],
    ) -> ParameterList<'a> {
        let mut list = Vec::with_capacity(params.len());
        let mut packs = Vec::new();
        // Types may name the parameters before them ([basic.scope.proto]).
        let named = params.iter().any(|p| names_values(p.ty)) && !wrong!(ParametersAreBlind);
        let scope = named.then(|| (self.open_scope(), self.variables.locals.len()));
        for p in params {
            let TypeExpr::Pack(pattern) = p.ty else {
                let info = self.parameter_from(p, p.ty);
                if scope.is_some() {
                    self.declare_in_signature(&info);
                }
                list.push(info);
                continue;
            };
            let (first, from) = (list.len(), self.variables.locals.len());
            let mut elements = Vec::new();
            let expanded = self.for_each_element(Pattern::Type(pattern), p.span, |b| {
                elements.push(ParamInfo { name: words::EMPTY, ..b.parameter_from(p, pattern) });
                Some(())
            });
            if expanded.is_none() && elements.is_empty() {
                elements.push(ParamInfo { ty: Ty::ERROR, ..self.parameter_from(p, p.ty) });
            }
            let pack = ParameterPack {
                name: p.name.sym,
                first: first as u32,
                count: elements.len() as u32,
            };
            if scope.is_some() {
                elements.iter().for_each(|e| self.declare_in_signature(e));
                self.declare_parameter_pack(pack, from);
            }
            list.extend(elements);
            packs.push(pack);
        }
        if let Some((mark, before)) = scope {
            self.close_signature(mark, before);
        }
        ParameterList { params: list, packs }
    }

    fn parameter_from(
        &mut self,
        p: &'a crate::ast::Param<'a>,
        ty: &'a TypeExpr<'a>,
    ) -> ParamInfo<'a> {
        let plain = self.is_plainly_written(ty);
        let ty = self.param_type(ty);
        if ty.bare() == Ty::VOID {
            self.cx.error(code::BAD_DECLARATOR, p.span, "a parameter cannot be of type `void`");
        }
        let place = self.cx.site.place;
        let default = p.default.map(|value| DefaultArgument { value, place });
        let p = ParamInfo { name: p.name.sym, ty, default, plain, span: p.span };
        if wrong!(ParametersAreCompleteEarly) {
            self.check_complete_parameter(&p);
        }
        p
    }

    /// A static or typedef member: something of the class and not of its objects.
    pub(in crate::check) fn class_member(&mut self, d: &'a Declaration<'a>) {
        let Some(id) = self.member_of else {
            self.cx.error(
                code::CLASS,
                d.spec.span,
                "static members and member types are not supported in this struct",
            );
            return;
        };
        for x in d.declarators {
            let x = self.expanded_declarator(x);
            let flags = d.spec.flags;
            let e = if flags.has(Flags::TYPEDEF) {
                let (ty, align) = self.typedef(d, x);
                Entity::Type(ty, align)
            } else {
                let mut ty = self.member_constant_type(d, x);
                if flags.has(Flags::CONSTEXPR) {
                    ty = ty.with(types::CONST);
                    self.check_literal(ty, true, x.name.span);
                }
                let init = x.init.or(match x.args {
                    Some([one]) => Some(*one),
                    _ => None,
                });
                self.check_static_initialiser(d, x, ty);
                if flags.has(Flags::CONSTEXPR) && self.is_open_constant(ty, x.name.span) {
                    continue;
                }
                if !self.cx.types.is_arithmetic(ty)
                    && flags.has(Flags::CONSTEXPR)
                    && let Some(init) = init
                    && let Some(g) = self.constant_member(ty, init, d.spec, x)
                {
                    if let Some(c) = self.cx.classes.all.get_mut(&id) {
                        c.entities.insert(x.name.sym, Entity::Global(g));
                    }
                    continue;
                }
                let constant = init.is_some() && ty.is_const() && self.cx.types.is_arithmetic(ty);
                let outside = init.is_none() && ty.is_const() && self.cx.types.is_arithmetic(ty);
                let device = self.is_device_member(flags);
                if !constant && (device || outside) {
                    let space = if device { Space::Device } else { Space::Host };
                    let g = self.static_member(id, ty, (d.spec, x), init, space);
                    if let Some(c) = self.cx.classes.all.get_mut(&id) {
                        c.entities.insert(x.name.sym, Entity::Global(g));
                    }
                    continue;
                }
                let number = ty.is_const() && self.cx.types.is_arithmetic(ty);
                let value = init.filter(|_| number).and_then(|e| {
                    let value = self.constant(e, ty);
                    // In an instance it is wrong only where it is used ([temp.inst] 3).
                    let plain = !self.cx.templates.instances.contains_key(&id)
                        && self.cx.classes.all.get(&id).is_some_and(|c| c.outer.is_none());
                    if value.is_none() && self.cx.constants.why.is_some() && plain {
                        let text =
                            "the value of a static member that is a number must be a constant";
                        self.not_constant(code::NOT_CONSTANT, e.span, text);
                    }
                    value
                });
                match value {
                    Some(c) => Entity::Const(ty, c),
                    None if number && init.is_some() && self.cx.constants.why.is_none() => {
                        Entity::Faulty
                    }
                    None => {
                        // Told where it is used.
                        let why = self.cx.constants.why.take().filter(|_| number);
                        let unset = init.zip(why).map(|(e, why)| {
                            self.cx.constants.unset.push((e.span, why));
                            self.cx.constants.unset.len() as u32 - 1
                        });
                        Entity::StaticMember(unset)
                    }
                }
            };
            if let Entity::Type(t, align) = e {
                self.declare_type_as(x.name.sym, t, align);
            } else if let Some(c) = self.cx.classes.all.get_mut(&id) {
                c.entities.insert(x.name.sym, e);
            }
        }
    }

    /// Reports a static member with an initial value that is neither const nor inline, and a `constexpr` one without
    /// ([class.static.data] 3).
    fn check_static_initialiser(&mut self, d: &Declaration<'_>, x: &Declarator<'_>, ty: Ty) {
        let given = x.init.is_some() || x.args.is_some();
        let flags = d.spec.flags;
        let text = if flags.has(Flags::CONSTEXPR) && !given {
            "a static member that is constexpr needs an initial value"
        } else if given && !ty.is_const() && !flags.has(Flags::CONSTEXPR | Flags::INLINE) {
            "a static member with an initial value here is const, constexpr or inline"
        } else {
            return;
        };
        self.error(code::CLASS_RULE, x.name.span, text);
    }

    /// Reports a `constexpr` member of a class that is not complete ([class.static.data] 3).
    fn is_open_constant(&mut self, ty: Ty, span: optx_source::Span) -> bool {
        let inner = self.cx.types.innermost(ty);
        let open = self.cx.types.is_record(inner) && !self.cx.types.is_complete(inner);
        if open {
            self.not_complete(ty, span);
        }
        open
    }

    /// The type of a static member; `auto` goes by the initialiser.
    pub(super) fn member_constant_type(
        &mut self,
        d: &'a Declaration<'a>,
        x: &'a Declarator<'a>,
    ) -> Ty {
        if matches!(d.spec.base, Base::Auto) && x.init.is_some() {
            return self.auto_type(d, x);
        }
        match self.deduced_variable(d.spec, x) {
            Some(ty) => ty,
            None => self.type_of(x.ty),
        }
    }

    /// The object of a `static constexpr` member that is no number, where its value is made of constants.
    pub(super) fn constant_member(
        &mut self,
        ty: Ty,
        init: &'a crate::ast::Expr<'a>,
        spec: &'a Spec<'a>,
        x: &'a Declarator<'a>,
    ) -> Option<crate::typed::GlobalId> {
        let name = x.name;
        // In an instance it is wrong only where it is used ([temp.inst] 3).
        let instance = self.member_of.is_some_and(|r| self.cx.is_of_template(r));
        let trial = instance.then(|| self.cx.diags.begin_trial());
        let initial = crate::check::body::Initial::Copy(init);
        let (ty, init) = self.static_initializer(ty.with(types::CONST), initial, true, name.span);
        if trial.is_some_and(|t| self.cx.diags.end_trial(t)) || ty.is_error() {
            return None;
        }
        let text = self.cx.text(name.sym).to_string();
        let text = match self.member_of {
            Some(r) => crate::mangle::member_variable(self.cx, &text, r),
            None => text,
        };
        let text = self.cx.unique_global_name(text);
        let align = self.declared_alignment(spec, x, ty);
        Some(self.cx.add_global(crate::check::Global {
            name: text,
            source: name.sym,
            ty: ty.with(types::CONST),
            space: Space::Device,
            align,
            init: Some(init),
            value: None,
            span: name.span,
            is_extern: false,
            is_managed: false,
        }))
    }

    /// A specialisation of a member template in its class ([temp.class.spec] 5).
    fn specialize_member(&mut self, id: RecordId, d: &'a Declaration<'a>, s: Specialised<'a>) {
        let own = self.cx.classes.all.get(&id).and_then(|c| c.entities.get(&s.name.sym));
        let Some(Entity::ClassTemplate(t) | Entity::VariableTemplate(t)) = own.copied() else {
            return self.cx.specialised_early(s.name);
        };
        if wrong!(MemberSpecialisationsIgnored) || self.cx.template(t).restated {
            return;
        }
        if s.definition.is_some() {
            self.cx.check_specialization(t, d, s.name, s.args);
        }
        let (namespace, place) = (self.cx.site.namespace, self.cx.site.place);
        let env = self.cx.template(t).env.clone();
        self.cx.specialize(t, d, s, SpecialisedAt { namespace, place, args_env: env.clone(), env });
    }

    /// A class or alias template that is a member of a class.
    pub(in crate::check) fn member_template(&mut self, d: &'a Declaration<'a>, list: u32) {
        let Some(id) = self.member_of else { return };
        if let (Some(args), Some((name, definition))) = (arguments_of(d), defined(d)) {
            return self.specialize_member(id, d, Specialised { name, args, definition });
        }
        let (name, span) = match (d.declarators, d.spec.base) {
            ([x], _) => (x.name.sym, x.name.span),
            (_, Base::Record(r)) => (r.name.sym, r.name.span),
            (_, Base::Tag(tag, s)) if tag != Tag::Enum => (s, d.span),
            _ => {
                self.cx.error(code::TEMPLATE, d.span, "this member template is not supported yet");
                return;
            }
        };
        let own = self.cx.classes.all.get(&id).and_then(|c| c.entities.get(&name));
        if let Some(Entity::ClassTemplate(t)) = own.copied()
            && d.declarators.is_empty()
        {
            let name = Name { sym: name, span };
            if !matches!(d.spec.base, Base::Tag(..)) {
                self.cx.define_class_template(t, d, name, self.cx.site.place);
            }
            return;
        }
        let item = Item {
            list,
            first: 0,
            end: 0,
            kind: parse::index::ItemKind::TypeTemplate,
            flags: d.spec.flags,
            library: self.cx.library_list(list),
            name,
            span,
            scope: words::EMPTY,
            namespace: self.cx.site.namespace,
            within: self.cx.site.namespace,
            member: false,
            part: Part::Whole,
        };
        let env = self.cx.site.env.clone();
        let t = self.cx.add_template(&item, d, env, Some(id), name, span);
        self.cx.templates.all[t].place.defined = self.cx.site.place;
        let alias = d.spec.flags.has(Flags::TYPEDEF);
        let variable = !d.declarators.is_empty() && !alias;
        let entity = if variable { Entity::VariableTemplate(t) } else { Entity::ClassTemplate(t) };
        if let Some(c) = self.cx.classes.all.get_mut(&id) {
            c.entities.insert(name, entity);
        }
        if !alias {
            self.cx.take_members_outside(id, name, t);
        }
    }
}
