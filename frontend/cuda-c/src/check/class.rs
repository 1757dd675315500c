//! Classes: what a struct has beside its data. Member functions are parsed and declared when they are first called.
//!
//! A member function is a function whose first parameter is the pointer `this`; a static one and a friend have none.
//! Classes have no virtual functions here, and destructors must do nothing.

use std::rc::Rc;

use optx_source::{Diagnostics, Span, code};

use super::{
    Body, Checker, Const, Entity, Function, ParamInfo,
    body::E,
    layout::Member,
    template::{Env, TArg, TemplateId},
};
use crate::{
    ast::{Declaration, Expr, Flags, MemberFunction, MemberKind, RecordSpec, TypeExpr},
    intern::{Map, Symbol},
    parse::{self, index::Item},
    typed::{FunctionId, TypedArenas},
    types::{self, RecordId, Ty, TypeKind},
    words,
};

/// The member functions of one name.
#[derive(Clone, Default, Debug)]
pub(crate) struct MethodSet {
    pub functions: Vec<FunctionId>,
    pub templates: Vec<TemplateId>,
}

/// What a class has beside its data.
pub(crate) struct ClassInfo<'a> {
    pub spec: &'a RecordSpec<'a>,
    /// Around its members: the class's own name too.
    pub env: Env,
    /// The class around it.
    pub outer: Option<RecordId>,
    pub template: Option<TemplateId>,
    pub args: Rc<[TArg]>,
    pub namespace: u32,
    /// Member types and constants.
    pub entities: Map<Symbol, Entity>,
    /// Base classes with their offsets.
    pub bases: Vec<(Ty, u64)>,
    /// Initialisers that stand with the members: by the member's number among the fields.
    pub inits: Vec<(Symbol, &'a Expr<'a>)>,
    methods: Map<(Symbol, u8), Rc<MethodSet>>,
}

fn kind_number(k: MemberKind) -> u8 {
    match k {
        MemberKind::Method => 0,
        MemberKind::Constructor => 1,
        MemberKind::Destructor => 2,
        MemberKind::Conversion => 3,
    }
}

impl<'a> Checker<'a, '_> {
    /// The class of a type, if it has more than data.
    pub(super) fn class(&self, t: Ty) -> Option<&ClassInfo<'a>> {
        match self.types.kind(t) {
            TypeKind::Record(r) => self.classes.get(&r),
            _ => None,
        }
    }

    pub(super) fn class_id(&self, t: Ty) -> Option<RecordId> {
        match self.types.kind(t) {
            TypeKind::Record(r) => Some(r),
            _ => None,
        }
    }

    /// Whether the class itself declares a member function of that name and kind.
    pub(super) fn declares(&self, r: RecordId, name: Symbol, kind: MemberKind) -> bool {
        self.classes.get(&r).is_some_and(|c| {
            c.spec.functions.iter().any(|f| {
                f.kind == kind
                    && (f.name.sym == name || kind != MemberKind::Method)
                    && !f.flags.has(Flags::FRIEND)
            })
        })
    }

    /// The class, or base class, that declares a member function, with its offset.
    pub(super) fn method_class(&self, r: RecordId, name: Symbol) -> Option<(RecordId, u64)> {
        if self.declares(r, name, MemberKind::Method) {
            return Some((r, 0));
        }
        let c = self.classes.get(&r)?;
        c.bases.iter().find_map(|(t, offset)| {
            let (found, o) = self.method_class(self.class_id(*t)?, name)?;
            Some((found, offset + o))
        })
    }

    /// The offset of a base class in a class.
    pub(super) fn base_offset(&self, derived: Ty, base: Ty) -> Option<u64> {
        if derived.bare() == base.bare() {
            return Some(0);
        }
        let c = self.class(derived)?;
        c.bases.iter().find_map(|(t, o)| Some(o + self.base_offset(*t, base)?))
    }

    /// A member type or constant of a class or its bases.
    pub(super) fn class_entity(&self, r: RecordId, name: Symbol) -> Option<Entity> {
        let c = self.classes.get(&r)?;
        if let Some(e) = c.entities.get(&name) {
            return Some(*e);
        }
        c.bases.iter().find_map(|(t, _)| self.class_entity(self.class_id(*t)?, name))
    }

    /// The member functions of a name and kind that the class itself declares.
    pub(super) fn methods(&mut self, r: RecordId, name: Symbol, kind: MemberKind) -> Rc<MethodSet> {
        let key = (if kind == MemberKind::Method { name } else { words::EMPTY }, kind_number(kind));
        let Some(c) = self.classes.get(&r) else { return Rc::default() };
        if let Some(set) = c.methods.get(&key) {
            return Rc::clone(set);
        }
        let (spec, env) = (c.spec, c.env.clone());
        let trials = self.diags.suspend();
        let mut set = MethodSet::default();
        for f in spec.functions {
            let named = f.kind == kind && (kind != MemberKind::Method || f.name.sym == name);
            if !named || f.flags.has(Flags::FRIEND) || f.deleted {
                continue;
            }
            if f.trivial && kind != MemberKind::Method && is_special(self, spec, f) {
                continue;
            }
            // `= default`: what an assignment does anyway.
            if f.trivial && name == words::OP_ASSIGN && is_defaulted(self, spec, f) {
                continue;
            }
            self.declare_method(r, spec, f, &env, &mut set);
        }
        self.diags.resume(trials);
        let set = Rc::new(set);
        if let Some(c) = self.classes.get_mut(&r) {
            c.methods.insert(key, Rc::clone(&set));
        }
        set
    }

    pub(super) fn parse_method(
        &mut self,
        spec: &'a RecordSpec<'a>,
        f: &MemberFunction,
    ) -> Option<&'a Declaration<'a>> {
        let input = parse::Input {
            arenas: self.arenas,
            tokens: &self.lists[spec.list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: &self.options.limits,
            list: spec.list,
        };
        // Errors in host functions are told at their use.
        let d = if f.flags.has(Flags::DEVICE) {
            parse::parse_member(input, spec.known, spec.name.sym, f, self.diags)
        } else {
            let mut quiet = Diagnostics::default();
            parse::parse_member(input, spec.known, spec.name.sym, f, &mut quiet)
                .filter(|_| !quiet.has_errors())
        };
        d.map(|d| &*self.arenas.declarations.alloc(d))
    }

    fn declare_method(
        &mut self,
        r: RecordId,
        spec: &'a RecordSpec<'a>,
        f: &MemberFunction,
        env: &Env,
        set: &mut MethodSet,
    ) {
        if f.flags.has(Flags::VIRTUAL) {
            let text = self.text(f.name.sym).to_string();
            self.error(
                code::CLASS,
                f.name.span,
                format!("`{text}` is virtual, and virtual functions are not supported"),
            );
            return;
        }
        let Some(d) = self.parse_method(spec, f) else { return };
        if f.template {
            let item = Item {
                list: spec.list,
                first: f.first,
                end: f.end,
                kind: parse::index::ItemKind::FunctionTemplate,
                flags: f.flags,
                library: self.library_list(spec.list),
                name: f.name.sym,
                span: f.name.span,
                scope: words::EMPTY,
                namespace: 0,
            };
            let id = self.add_template(&item, d, env.clone(), Some(r), f.name.sym, f.name.span);
            self.templates[id.0 as usize].flags = Flags(f.flags.0 | d.spec.flags.0);
            set.templates.push(id);
            return;
        }
        let arena = TypedArenas::default();
        let mut b = Body::within(self, &arena, env, Some(r));
        if let Some(id) = b.declare_member_function(r, d, f.flags, f.kind, env) {
            set.functions.push(id);
        }
    }

    pub(super) fn library_list(&self, list: u32) -> bool {
        self.lists.get(list as usize).is_some_and(|l| l.library)
    }

    /// Looks for the definition of a member function outside of its class.
    pub(super) fn outside_definition(&mut self, id: FunctionId) {
        let f = &self.functions[id.0 as usize];
        if f.body.is_some() {
            return;
        }
        let (Some(r), name) = (f.class, f.name) else { return };
        let Some(c) = self.classes.get(&r) else { return };
        let (class, args, outer_env) = (c.spec.name.sym, c.args.clone(), c.env.clone());
        let items: Vec<u32> = self.index.members(class, name).to_vec();
        for i in items {
            let Some(d) = self.parsed_item(i) else { continue };
            let [x] = d.declarators else { continue };
            let TypeExpr::Function { params, constant, .. } = x.ty else { continue };
            if d.body.is_none() {
                continue;
            }
            let names = d
                .template
                .unwrap_or(&[])
                .iter()
                .zip(args.iter())
                .map(|(p, a)| (p.name.sym, super::template::entity_of(*a)))
                .collect::<Vec<_>>();
            let env = self.new_env(&outer_env, names);
            let arena = TypedArenas::default();
            let trial = self.diags.begin_trial();
            let mut b = Body::within(self, &arena, &env, Some(r));
            let list = b.param_list(params);
            if self.diags.end_trial(trial) {
                continue;
            }
            let f = &self.functions[id.0 as usize];
            let skip = usize::from(f.has_this);
            let is_const = f.has_this
                && f.params
                    .first()
                    .and_then(|p| self.types.pointee(p.ty))
                    .is_some_and(Ty::is_const);
            let same = f.params.len() == list.len() + skip
                && (!f.has_this || f.member != MemberKind::Method || is_const == *constant)
                && f.params[skip..].iter().zip(&list).all(|(a, b)| a.ty.bare() == b.ty.bare());
            if !same {
                continue;
            }
            let f = &mut self.functions[id.0 as usize];
            for (p, l) in f.params[skip..].iter_mut().zip(list) {
                (p.name, p.span) = (l.name, l.span);
            }
            f.flags = Flags(f.flags.0 | d.spec.flags.0 & !Flags::STATIC);
            f.body = d.body;
            f.inits = d.inits;
            f.env = env;
            f.span = x.name.span;
            return;
        }
    }
}

/// Whether a member function that does nothing of its own ends in `= default`.
fn is_defaulted(cx: &Checker<'_, '_>, spec: &RecordSpec<'_>, f: &MemberFunction) -> bool {
    let tokens = &cx.lists[spec.list as usize].tokens;
    let range = f.first as usize..(f.end as usize).min(tokens.len());
    tokens[range].iter().any(|t| t.is(words::DEFAULT))
}

/// A default or copy constructor, whose trivial form does what the compiler's own does.
fn is_special(cx: &Checker<'_, '_>, spec: &RecordSpec<'_>, f: &MemberFunction) -> bool {
    if f.kind != MemberKind::Constructor {
        return f.kind == MemberKind::Destructor;
    }
    is_defaulted(cx, spec, f)
        && spec.functions.iter().filter(|g| g.kind == f.kind && !g.trivial).count() == 0
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Defines a class: its members, layout, and what it has beside data.
    pub(super) fn define_class(
        &mut self,
        id: RecordId,
        r: &'a RecordSpec<'a>,
        args: Rc<[TArg]>,
        template: Option<TemplateId>,
    ) {
        let plain = r.functions.is_empty()
            && r.bases.is_empty()
            && template.is_none()
            && self.class.is_none()
            && r.members.iter().all(|d| d.template.is_none())
            && r.members.iter().all(|d| {
                !d.spec.flags.has(Flags::STATIC | Flags::TYPEDEF)
                    && !d.declarators.is_empty()
                    && d.declarators.iter().all(|x| x.init.is_none())
            });
        if plain {
            let list = self.data_members(r);
            let align = self.alignment(r.align, &[]);
            self.cx.lay_out(id, &list, align, r.packed);
            return;
        }
        let ty = self.cx.types.record(id);
        let outer = self.class;
        let env = if template.is_some() || r.name.sym == words::EMPTY {
            self.env.clone()
        } else {
            self.cx.new_env(&self.env.clone(), [(r.name.sym, Entity::Type(ty))])
        };
        self.cx.classes.insert(
            id,
            ClassInfo {
                spec: r,
                env: env.clone(),
                outer,
                template,
                args,
                namespace: self.cx.types.namespace,
                entities: Map::default(),
                bases: Vec::new(),
                inits: Vec::new(),
                methods: Map::default(),
            },
        );
        let arena = TypedArenas::default();
        let mut b = Body::within(&mut *self.cx, &arena, &env, Some(id));
        b.member_of = Some(id);
        let mut list = b.base_members(r);
        let bases = list.len();
        list.extend(b.data_members(r));
        b.member_of = None;
        let align = b.alignment(r.align, &[]);
        b.cx.lay_out(id, &list, align, r.packed);
        b.note_bases(id, bases);
        b.friends(id, r, &env);
    }

    /// Base classes as members without names.
    fn base_members(&mut self, r: &'a RecordSpec<'a>) -> Vec<Member> {
        let mut list = Vec::new();
        for base in r.bases {
            let spec = base.spec;
            let ty = self.base_type(spec, words::EMPTY);
            if ty.is_error() {
                continue;
            }
            if !self.cx.types.is_record(ty) || !self.cx.types.is_complete(ty) {
                let n = self.cx.type_name(ty);
                self.error(code::CLASS, spec.span, format!("`{n}` cannot be a base class"));
                continue;
            }
            // A base without data takes no room.
            if self.cx.types.get_record(ty).is_some_and(|(_, r)| r.fields.is_empty()) {
                if let Some(c) = self.member_of.and_then(|r| self.cx.classes.get_mut(&r)) {
                    c.bases.push((ty.bare(), 0));
                }
                continue;
            }
            list.push(Member {
                name: words::EMPTY,
                ty: ty.bare(),
                width: None,
                align: 0,
                span: spec.span,
            });
        }
        list
    }

    /// Notes where the base classes lie: they are the first members.
    fn note_bases(&mut self, id: RecordId, count: usize) {
        let Some(rec) = self.cx.types.records.get(id.0 as usize) else { return };
        let places = rec.fields.iter().take(count).map(|f| (f.ty, f.offset));
        if let Some(c) = self.cx.classes.get_mut(&id) {
            c.bases.extend(places);
        }
    }

    /// Friends with a body are functions at file scope.
    fn friends(&mut self, id: RecordId, r: &'a RecordSpec<'a>, env: &Env) {
        for f in r.functions {
            if !f.flags.has(Flags::FRIEND) || f.template || f.kind != MemberKind::Method {
                continue;
            }
            let tokens = &self.cx.lists[r.list as usize].tokens;
            let end = (f.end as usize).min(tokens.len());
            let has_body =
                tokens[f.first as usize..end].iter().any(|t| t.kind == crate::token::Tok::LBrace);
            if !has_body {
                continue;
            }
            let Some(d) = self.cx.parse_method(r, f) else { continue };
            let arena = TypedArenas::default();
            let mut b = Body::within(&mut *self.cx, &arena, env, Some(id));
            let flags = Flags(f.flags.0 | Flags::FRIEND);
            if let Some(g) = b.declare_member_function(id, d, flags, f.kind, env) {
                let name = f.name.sym;
                self.cx.overloads.entry(name).or_default().push(g);
                if self.cx.entity(name).is_none() {
                    self.cx.set_entity(name, Entity::Functions(name));
                }
            }
        }
    }

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
        let TypeExpr::Function { result, params, constant, .. } = x.ty else { return None };
        let free = flags.has(Flags::STATIC | Flags::FRIEND);
        let mut list = Vec::new();
        if !free {
            let class = self.cx.types.record(r);
            let q = if *constant { types::CONST } else { 0 };
            let ty = self.cx.types.pointer(class.with(q));
            list.push(ParamInfo { name: words::THIS, ty, default: None, span: x.name.span });
        }
        list.extend(self.param_list(params));
        let (result, deduced) = self.result_type(result, &list);
        let class = self.cx.classes.get(&r);
        let library = class.is_some_and(|c| self.cx.library_list(c.spec.list));
        let namespace = class.map_or(0, |c| c.namespace);
        let id = FunctionId(self.cx.functions.len() as u32);
        self.cx.functions.push(Function {
            name: x.name.sym,
            result: result.bare(),
            deduced,
            params: list,
            // `static` says here that there is no `this`, and nothing of linkage.
            flags: Flags((flags.0 | d.spec.flags.0) & !Flags::STATIC),
            body: d.body,
            span: x.name.span,
            launch_bounds: None,
            library,
            used: None,
            calls: Vec::new(),
            env: env.clone(),
            class: Some(r),
            has_this: !free,
            member: kind,
            inits: d.inits,
            args: Rc::from([]),
            template: None,
            namespace,
        });
        if d.body.is_none() {
            self.cx.outside_definition(id);
        }
        Some(id)
    }

    /// Parameters from their syntax.
    pub(super) fn param_list(&mut self, params: &'a [crate::ast::Param<'a>]) -> Vec<ParamInfo<'a>> {
        let mut list = Vec::with_capacity(params.len());
        for p in params {
            let ty = self.param_type(p.ty);
            if ty.bare() == Ty::VOID {
                self.cx.error(code::BAD_DECLARATOR, p.span, "a parameter cannot be of type `void`");
            } else if !self.cx.types.is_complete(ty) && !ty.is_error() {
                let t = self.cx.type_name(ty);
                self.cx.error(
                    code::INCOMPLETE_TYPE,
                    p.span,
                    format!("the type `{t}` is not complete"),
                );
            }
            list.push(ParamInfo { name: p.name.sym, ty, default: p.default, span: p.span });
        }
        list
    }

    /// A static or typedef member: something of the class and not of its objects.
    pub(super) fn class_member(&mut self, d: &'a Declaration<'a>) {
        let Some(id) = self.member_of else {
            self.cx.error(
                code::CLASS,
                d.spec.span,
                "static members and member types are not supported in this struct",
            );
            return;
        };
        for x in d.declarators {
            let flags = d.spec.flags;
            let e = if flags.has(Flags::TYPEDEF) {
                let ty = self.declared_type(x.ty, x.name.sym);
                Entity::Type(ty)
            } else {
                let mut ty = self.type_of(x.ty);
                if flags.has(Flags::CONSTEXPR) {
                    ty = ty.with(types::CONST);
                }
                let value = match x.init {
                    Some(e) if ty.is_const() && self.cx.types.is_arithmetic(ty) => {
                        self.constant(e, ty)
                    }
                    _ => None,
                };
                match value {
                    Some(c) => Entity::Const(ty, c),
                    None => {
                        // Told where it is used.
                        Entity::StaticMember
                    }
                }
            };
            if let Entity::Type(t) = e {
                self.declare_type(x.name.sym, t);
            } else if let Some(c) = self.cx.classes.get_mut(&id) {
                c.entities.insert(x.name.sym, e);
            }
        }
    }

    /// A class or alias template that is a member of a class.
    pub(super) fn member_template(&mut self, d: &'a Declaration<'a>, list: u32) {
        let Some(id) = self.member_of else { return };
        let (name, span) = match (d.declarators, d.spec.base) {
            ([x], _) => (x.name.sym, x.name.span),
            (_, crate::ast::Base::Record(r)) if r.template_args.is_none() => {
                (r.name.sym, r.name.span)
            }
            _ => {
                self.cx.error(code::TEMPLATE, d.span, "this member template is not supported yet");
                return;
            }
        };
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
            namespace: self.cx.types.namespace,
        };
        let env = self.env.clone();
        let t = self.cx.add_template(&item, d, env, Some(id), name, span);
        if let Some(c) = self.cx.classes.get_mut(&id) {
            c.entities.insert(name, Entity::ClassTemplate(t));
        }
    }

    /// What a name stands for in the class at hand or a class around it.
    pub(super) fn class_scope_entity(&self, s: Symbol) -> Option<Entity> {
        let mut class = self.class;
        while let Some(r) = class {
            if let Some(e) = self.cx.class_entity(r, s) {
                return Some(e);
            }
            class = self.cx.classes.get(&r).and_then(|c| c.outer);
        }
        None
    }

    /// The object of the member function at hand.
    pub(super) fn this_object(&mut self, span: Span) -> Option<E<'t>> {
        let Some(Entity::Local(l)) = self.scope_entity(words::THIS) else { return None };
        let p = self.locals[l.0 as usize].ty;
        let to = self.cx.types.pointee(p)?;
        let v = self.mk_lvalue(crate::typed::TKind::Local(l), p, span);
        let v = self.mk(crate::typed::TKind::Load(v), p.bare(), span);
        Some(self.mk_lvalue(crate::typed::TKind::Deref(v), to, span))
    }

    /// `X::name`.
    pub(super) fn scoped(
        &mut self,
        class: &'a TypeExpr<'a>,
        name: crate::ast::Name,
        span: Span,
    ) -> E<'t> {
        let ty = self.type_of(class);
        if ty.is_error() {
            return self.bad(span);
        }
        if let TypeKind::Enum(e) = self.cx.types.kind(ty) {
            let found = self.cx.types.enums[e.0 as usize].values.iter().find(|v| v.0 == name.sym);
            if let Some(&(_, v)) = found {
                return self.constant_expr(Const::Int(v), ty.bare(), span);
            }
            let (text, n) = (self.cx.text(name.sym).to_string(), self.cx.type_name(ty.bare()));
            return self.error(
                code::UNKNOWN_MEMBER,
                name.span,
                format!("the enum `{n}` has no value `{text}`"),
            );
        }
        let Some(r) = self.cx.class_id(ty) else {
            let n = self.cx.type_name(ty);
            return self.error(code::UNKNOWN_MEMBER, span, format!("`{n}` has no members"));
        };
        if let Some(e) = self.cx.class_entity(r, name.sym) {
            return self.entity_value(e, name.sym, span);
        }
        // A member of the object at hand, or of one of its base classes.
        if self.cx.find_member(ty, name.sym).is_some()
            && let Some(object) = self.this_object(span)
            && self.cx.base_offset(object.ty, ty).is_some()
        {
            return self.member_of_object(object, name, span);
        }
        self.unknown_member(ty, name);
        self.bad(span)
    }
}
