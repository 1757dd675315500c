//! Classes: what a struct has beside its data. Member functions are parsed and declared when they are first called.
//!
//! A member function is a function whose first parameter is the pointer `this`; a static one and a friend have none.
//! Classes have no virtual functions here, and destructors must do nothing.

use std::rc::Rc;

use optx_source::{Diagnostics, Span, code};

use super::{
    Body, Checker, Const, Entity, Function, ParamInfo,
    body::E,
    initialize::Initial,
    layout::Member,
    template::{Env, TArg, TemplateId},
};
use crate::{
    ast::{Access, Declaration, Flags, MemberFunction, MemberKind, RecordSpec, TypeExpr},
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
    /// Base classes.
    pub bases: Vec<BaseClass>,
    /// The types of its bases and of theirs, known before their places are.
    pub bases_ahead: Vec<Ty>,
    /// Bases whose constructors are its own (`using B::B;`).
    pub inherited: Vec<Ty>,
    /// Members of bases that are its own (`using B::f;`), with who may use them.
    pub usings: Vec<(Ty, Symbol, Access)>,
    /// Initialisers that stand with the members, by the member's name.
    pub inits: Vec<(Symbol, Initial<'a>)>,
    /// What the source declares, and with what the compiler adds.
    declared: Map<(Symbol, u8), Rc<MethodSet>>,
    methods: Map<(Symbol, u8), Rc<MethodSet>>,
}

/// A base class of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BaseClass {
    pub ty: Ty,
    pub offset: u64,
    pub access: Access,
    /// It depends on the parameters of the class's template: unqualified names are not looked up in it
    /// ([temp.dep] 3).
    pub dependent: bool,
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
            // Each class has an assignment of its own, and it hides its bases'.
            if name == words::OP_ASSIGN && kind == MemberKind::Method {
                return true;
            }
            let used = |u: &&(Ty, Symbol, Access)| {
                u.1 == name
                    && self.class_id(u.0).is_some_and(|b| self.method_class(b, name).is_some())
            };
            if kind == MemberKind::Method && c.usings.iter().find(used).is_some() {
                return true;
            }
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
        // What else the class declares by the name hides its bases' functions.
        if c.entities.contains_key(&name)
            || self.types.records.get(r.0 as usize).is_some_and(|x| x.members.contains_key(&name))
        {
            return None;
        }
        let mut found = c.bases.iter().filter_map(|b| {
            let (found, o) = self.method_class(self.class_id(b.ty)?, name)?;
            Some((found, b.offset + o))
        });
        let first = found.next()?;
        // Two bases that have it: neither is meant.
        found.next().is_none().then_some(first)
    }

    /// The destructor of a class, of a base or of a member that does something.
    pub(super) fn destructor(&self, t: Ty) -> Option<Span> {
        let mut seen: Map<RecordId, ()> = Map::default();
        let mut rest = vec![t];
        while let Some(t) = rest.pop() {
            match self.types.kind(t) {
                TypeKind::Array(e, _) => rest.push(e),
                TypeKind::Record(r) if seen.insert(r, ()).is_none() => {
                    let functions = self.classes.get(&r).map_or(&[][..], |c| c.spec.functions);
                    let own =
                        functions.iter().find(|f| f.kind == MemberKind::Destructor && !f.trivial);
                    if let Some(f) = own {
                        return Some(f.name.span);
                    }
                    if let Some(rec) = self.types.records.get(r.0 as usize) {
                        rest.extend(rec.fields.iter().map(|f| f.ty));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether a name that stands in a class by itself is a member of it, or of a base that does not depend on the
    /// parameters of the class's template.
    pub(super) fn is_found_unqualified(&self, r: RecordId, name: Symbol) -> bool {
        let Some(c) = self.classes.get(&r) else { return true };
        if !c.bases.iter().any(|b| b.dependent) {
            return true;
        }
        let rec = self.types.records.get(r.0 as usize);
        let anonymous = rec.is_some_and(|x| {
            x.members.contains_key(&name)
                || x.fields.iter().any(|f| {
                    f.name == words::EMPTY && !f.base && self.find_member(f.ty, name).is_some()
                })
        });
        anonymous
            || c.entities.contains_key(&name)
            || self.declares(r, name, MemberKind::Method)
            || c.usings.iter().any(|u| u.1 == name)
            || c.bases.iter().filter(|b| !b.dependent).any(|b| {
                self.find_member(b.ty, name).is_some()
                    || self.class_id(b.ty).is_some_and(|b| {
                        self.method_class(b, name).is_some() || self.class_entity(b, name).is_some()
                    })
            })
    }

    /// A member type or constant of a class or its bases.
    pub(super) fn class_entity(&self, r: RecordId, name: Symbol) -> Option<Entity> {
        let c = self.classes.get(&r)?;
        if let Some(e) = c.entities.get(&name) {
            return Some(*e);
        }
        // A member function or data member of the name hides what bases have.
        let own = self.declares(r, name, MemberKind::Method)
            || self.types.records.get(r.0 as usize).is_some_and(|x| x.members.contains_key(&name));
        if own {
            return None;
        }
        c.bases.iter().find_map(|b| self.class_entity(self.class_id(b.ty)?, name))
    }

    /// The member functions of a name and kind that a class has: what it declares, what using declarations bring from
    /// its bases, and the special members that the compiler adds.
    pub(super) fn methods(&mut self, r: RecordId, name: Symbol, kind: MemberKind) -> Rc<MethodSet> {
        let key = (if kind == MemberKind::Method { name } else { words::EMPTY }, kind_number(kind));
        let Some(c) = self.classes.get(&r) else { return Rc::default() };
        if let Some(set) = c.methods.get(&key) {
            return Rc::clone(set);
        }
        let usings: Vec<Ty> = c.usings.iter().filter(|u| u.1 == name).map(|u| u.0).collect();
        let inherited = c.inherited.clone();
        let mut set = (*self.declared_methods(r, name, kind)).clone();
        match kind {
            MemberKind::Constructor => {
                self.add_implicit(r, true, &mut set);
                for base in inherited {
                    self.add_inherited(r, base, &mut set);
                }
            }
            MemberKind::Method => {
                if name == words::OP_ASSIGN {
                    self.add_implicit(r, false, &mut set);
                }
                for base in usings {
                    self.add_used(base, name, &mut set);
                }
            }
            _ => {}
        }
        let set = Rc::new(set);
        if let Some(c) = self.classes.get_mut(&r) {
            c.methods.insert(key, Rc::clone(&set));
        }
        set
    }

    /// The functions of a base that a using declaration names, but for those that the class's own ones hide
    /// ([namespace.udecl] 15).
    fn add_used(&mut self, base: Ty, name: Symbol, set: &mut MethodSet) {
        let found = self.class_id(base).and_then(|b| self.method_class(b, name));
        let Some((owner, _)) = found else { return };
        let used = self.methods(owner, name, MemberKind::Method);
        for &f in &used.functions {
            let hidden = set.functions.iter().any(|g| {
                let (f, g) = (&self.functions[f.0 as usize], &self.functions[g.0 as usize]);
                let skip = |x: &Function<'_>| usize::from(x.has_this);
                let (a, b) = (&f.params[skip(f)..], &g.params[skip(g)..]);
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.ty.bare() == b.ty.bare())
            });
            if !hidden && self.special_of(f).is_none() {
                set.functions.push(f);
            }
        }
        set.templates.extend(used.templates.iter().copied());
    }

    /// The member functions of a name and kind that the class's source declares.
    pub(super) fn declared_methods(
        &mut self,
        r: RecordId,
        name: Symbol,
        kind: MemberKind,
    ) -> Rc<MethodSet> {
        let key = (if kind == MemberKind::Method { name } else { words::EMPTY }, kind_number(kind));
        let Some(c) = self.classes.get(&r) else { return Rc::default() };
        if let Some(set) = c.declared.get(&key) {
            return Rc::clone(set);
        }
        let (spec, env, namespace) = (c.spec, c.env.clone(), c.namespace);
        let namespace = std::mem::replace(&mut self.types.namespace, namespace);
        let trials = self.diags.suspend();
        let mut set = MethodSet::default();
        for f in spec.functions {
            let named = f.kind == kind && (kind != MemberKind::Method || f.name.sym == name);
            if !named || f.flags.has(Flags::FRIEND) || kind == MemberKind::Destructor {
                continue;
            }
            self.declare_method(r, spec, f, &env, &mut set);
        }
        self.diags.resume(trials);
        self.types.namespace = namespace;
        let set = Rc::new(set);
        if let Some(c) = self.classes.get_mut(&r) {
            c.declared.insert(key, Rc::clone(&set));
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
                namespace: self.types.namespace,
                member: false,
            };
            let id = self.add_template(&item, d, env.clone(), Some(r), f.name.sym, f.name.span);
            self.templates[id.0 as usize].flags = Flags(f.flags.0 | d.spec.flags.0);
            set.templates.push(id);
            return;
        }
        let arena = TypedArenas::default();
        let mut b = Body::within(self, &arena, env, Some(r));
        if let Some(id) = b.declare_member_function(r, d, f.flags, f.kind, env) {
            let info = &mut self.functions[id.0 as usize];
            (info.deleted, info.access) = (f.deleted, f.access);
            if f.defaulted {
                info.flags = Flags(info.flags.0 | Flags::DEVICE);
                let special = self.special_of(id);
                self.functions[id.0 as usize].special = special;
            }
            set.functions.push(id);
        }
    }

    pub(super) fn library_list(&self, list: u32) -> bool {
        self.lists.get(list as usize).is_some_and(|l| l.library)
    }

    /// Looks for the definition of a member function outside of its class.
    pub(super) fn outside_definition(&mut self, id: FunctionId) {
        let f = &self.functions[id.0 as usize];
        let template =
            f.class.and_then(|r| self.classes.get(&r)).is_some_and(|c| c.template.is_some());
        if f.body.is_some() && !template || f.special.is_some() {
            return;
        }
        let (Some(r), name) = (f.class, f.name) else { return };
        let Some(c) = self.classes.get(&r) else { return };
        let (class, args, outer_env) = (c.spec.name.sym, c.args.clone(), c.env.clone());
        let Some(own) = self.types.find_record(r) else { return };
        let mut items: Vec<u32> = self.index.members(class, name).to_vec();
        // What is stated for one instance (`template <>`) comes before what is for all.
        items.sort_by_key(|i| {
            self.outside
                .get(i)
                .and_then(|d| *d)
                .is_none_or(|d| d.template.is_none_or(|t| !t.is_empty()))
        });
        let mut specialised = false;
        for i in items {
            let Some(d) = self.parsed_item(i) else { continue };
            let stated = d.template.is_some_and(<[_]>::is_empty);
            let done = self.functions[id.0 as usize].body.is_some();
            if specialised || done && !stated {
                continue;
            }
            let [x] = d.declarators else { continue };
            let TypeExpr::Function { params, constant, .. } = x.ty else { continue };
            let deleted_or_default = d.body.is_none();
            if deleted_or_default {
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
            // The class that stands before the name must be this one.
            if let Some(scope) = x.scope {
                let arena = TypedArenas::default();
                let trial = self.diags.begin_trial();
                let mut b = Body::within(self, &arena, &env, None);
                let found = b.base_type(scope, words::EMPTY);
                let wrong = self.diags.end_trial(trial);
                if wrong || found.bare() != own {
                    continue;
                }
            }
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
            specialised = stated;
        }
    }
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
                bases_ahead: Vec::new(),
                inherited: Vec::new(),
                usings: Vec::new(),
                inits: Vec::new(),
                declared: Map::default(),
                methods: Map::default(),
            },
        );
        let arena = TypedArenas::default();
        let mut b = Body::within(&mut *self.cx, &arena, &env, Some(id));
        b.member_of = Some(id);
        let mut list = b.base_members(r);
        let mut ahead: Vec<Ty> = list.iter().map(|m| m.ty).collect();
        let mut k = 0;
        while let Some(t) = ahead.get(k).copied() {
            ahead.extend(b.cx.class(t).map_or(&[][..], |c| &c.bases_ahead).iter().copied());
            ahead.truncate(4096);
            k += 1;
        }
        if let Some(c) = b.cx.classes.get_mut(&id) {
            c.bases_ahead = ahead;
        }
        list.extend(b.data_members(r));
        b.member_of = None;
        let align = b.alignment(r.align, &[]);
        b.cx.lay_out(id, &list, align, (r.packed, r.pack));
        b.note_bases(id, r);
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
            list.push(Member {
                base: true,
                access: base.access,
                ..Member::new(ty.bare(), spec.span)
            });
        }
        list
    }

    /// Notes where the base classes lie: they are the first members.
    fn note_bases(&mut self, id: RecordId, r: &'a RecordSpec<'a>) {
        let template = self.cx.classes.get(&id).and_then(|c| c.template);
        let params = template.map_or(&[][..], |t| self.cx.templates[t.0 as usize].params);
        let dependent: Vec<bool> =
            r.bases.iter().map(|b| super::deduce::depends_on(b.spec, params)).collect();
        let Some(rec) = self.cx.types.records.get(id.0 as usize) else { return };
        let places = rec.fields.iter().filter(|f| f.base);
        let places = places.enumerate().map(|(i, f)| BaseClass {
            ty: f.ty,
            offset: f.offset,
            access: f.access,
            dependent: dependent.get(i).copied().unwrap_or(false),
        });
        if let Some(c) = self.cx.classes.get_mut(&id) {
            c.bases.extend(places);
        }
    }

    /// `using B::f;` and `using B::B;` in a class.
    pub(super) fn class_using(&mut self, d: &'a Declaration<'a>) {
        let (Some(id), Some(u)) = (self.member_of, d.using) else { return };
        let Some(spec) = u.class else {
            self.cx.error(code::CLASS, d.span, "this using declaration names no class");
            return;
        };
        let ty = self.base_type(spec, words::EMPTY).bare();
        let Some(base) = self.cx.class_id(ty) else { return };
        let own = self.cx.classes.get(&base).map(|c| c.spec.name.sym);
        // `using T::T;` names what T stands for.
        let written = match spec.base {
            crate::ast::Base::Named(s) => Some(s),
            crate::ast::Base::Template(n, _) => Some(n.sym),
            _ => None,
        };
        let constructors = own == Some(u.name.sym) || written == Some(u.name.sym);
        if !self.cx.classes.get(&id).is_some_and(|c| c.bases_ahead.contains(&ty)) {
            let text = "this using declaration names no base of the class";
            self.cx.error(code::CLASS, d.span, text);
            return;
        }
        let Some(c) = self.cx.classes.get_mut(&id) else { return };
        if constructors {
            c.inherited.push(ty);
        } else {
            c.usings.push((ty, u.name.sym, d.access));
        }
    }

    /// Friends with a body are functions at file scope.
    fn friends(&mut self, id: RecordId, r: &'a RecordSpec<'a>, env: &Env) {
        for f in r.functions {
            if !f.flags.has(Flags::FRIEND) || f.kind != MemberKind::Method {
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
            if f.template {
                self.friend_template(id, r, f, d, env);
                continue;
            }
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

    /// A friend that is a template: one of the class's namespace.
    fn friend_template(
        &mut self,
        id: RecordId,
        r: &'a RecordSpec<'a>,
        f: &MemberFunction,
        d: &'a Declaration<'a>,
        env: &Env,
    ) {
        let item = Item {
            list: r.list,
            first: f.first,
            end: f.end,
            kind: parse::index::ItemKind::FunctionTemplate,
            flags: f.flags,
            library: self.cx.library_list(r.list),
            name: f.name.sym,
            span: f.name.span,
            scope: words::EMPTY,
            namespace: self.cx.types.namespace,
            member: false,
        };
        let t = self.cx.add_template(&item, d, env.clone(), Some(id), f.name.sym, f.name.span);
        self.cx.templates[t.0 as usize].flags = Flags(f.flags.0 | d.spec.flags.0 | Flags::FRIEND);
        self.cx.fn_templates.entry(f.name.sym).or_default().push(t);
        if self.cx.entity(f.name.sym).is_none() {
            self.cx.set_entity(f.name.sym, Entity::Functions(f.name.sym));
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
        let TypeExpr::Function { result, params, constant, object, variadic, .. } = x.ty else {
            return None;
        };
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
            result: if self.cx.types.is_scalar(result) { result.bare() } else { result },
            deduced,
            params: list,
            // `static` says here that there is no `this`, and nothing of linkage.
            flags: Flags((flags.0 | d.spec.flags.0) & !Flags::STATIC),
            body: d.body,
            special: None,
            inherits: None,
            in_place: false,
            variadic: *variadic,
            deleted: false,
            access: Access::Public,
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
        self.cx.outside_definition(id);
        if *object != 0 {
            let text = "`&` and `&&` after a member function's parameters are not supported yet";
            self.cx.error(code::NOT_SUPPORTED, x.name.span, text);
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
                let ty = self.typedef(d, x);
                Entity::Type(ty)
            } else {
                let mut ty = self.member_constant_type(d, x);
                if flags.has(Flags::CONSTEXPR) {
                    ty = ty.with(types::CONST);
                }
                let init = x.init.or(match x.args {
                    Some([one]) => Some(*one),
                    _ => None,
                });
                if !self.cx.types.is_arithmetic(ty)
                    && flags.has(Flags::CONSTEXPR)
                    && let Some(init) = init
                    && let Some(g) = self.constant_member(ty, init, x.name)
                {
                    if let Some(c) = self.cx.classes.get_mut(&id) {
                        c.entities.insert(x.name.sym, Entity::Global(g));
                    }
                    continue;
                }
                let value = match init {
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

    /// The type of a static member; `auto` goes by the initialiser.
    fn member_constant_type(
        &mut self,
        d: &'a Declaration<'a>,
        x: &'a crate::ast::Declarator<'a>,
    ) -> Ty {
        if matches!(d.spec.base, crate::ast::Base::Auto) && x.init.is_some() {
            return self.auto_type(d, x);
        }
        self.type_of(x.ty)
    }

    /// The object of a `static constexpr` member that is no number, where its value is made of constants.
    fn constant_member(
        &mut self,
        ty: Ty,
        init: &'a crate::ast::Expr<'a>,
        name: crate::ast::Name,
    ) -> Option<crate::typed::GlobalId> {
        let trial = self.cx.diags.begin_trial();
        let (ty, init) = self.static_initializer(ty, init);
        if self.cx.diags.end_trial(trial) || ty.is_error() {
            return None;
        }
        let text = format!("$member${}", self.cx.text(name.sym));
        let text = self.cx.unique_global_name(text);
        let align = self.cx.types.align(ty);
        Some(self.cx.add_global(super::Global {
            name: text,
            source: name.sym,
            ty: ty.with(types::CONST),
            space: super::Space::Device,
            align,
            init: Some(init),
            value: None,
            span: name.span,
            is_extern: false,
        }))
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
            member: false,
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
            if let Some(e) = self.cx.class_entity(r, s)
                && self.cx.is_found_unqualified(r, s)
            {
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
            && self.cx.base_path(object.ty, ty).is_some()
        {
            let part = self.base_part(object, ty);
            return self.member_of_object(part, name, span);
        }
        self.unknown_member(ty, name);
        self.bad(span)
    }
}
