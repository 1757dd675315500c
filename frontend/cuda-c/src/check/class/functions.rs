//! Which functions a class has by a name: its own, those of its bases, and those that using-declarations bring.

use std::rc::Rc;

use optx_source::{Diagnostic, Diagnostics, Span, code};

use super::{MethodSet, heads::arguments_of, kind_number};
use crate::check::file::quals as quals_of;
use crate::{
    ast::{
        Declaration, Declarator, Flags, MemberFunction, MemberKind, RecordSpec, RefQualifier,
        TypeExpr,
    },
    check::{Body, Checker, Entity, Function, ParameterList, TemplateId, template::Env},
    intern::{Map, Symbol},
    parse::{
        self,
        index::{Item, ItemKind, Part},
    },
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty},
    words,
};

/// Whether a member function is of that name and kind; constructors and conversion functions have no names.
pub(super) fn is_named(f: &MemberFunction, name: Symbol, kind: MemberKind) -> bool {
    f.kind == kind
        && (kind != MemberKind::Method || f.name.sym == name)
        && !f.flags.has(Flags::FRIEND)
}

impl<'a> Checker<'a, '_> {
    /// The class, or base class, that declares a member function, with its offset.
    pub(in crate::check) fn method_class(
        &self,
        r: RecordId,
        name: Symbol,
    ) -> Option<(RecordId, u64)> {
        if self.declares(r, name, MemberKind::Method) {
            return Some((r, 0));
        }
        let c = self.classes.all.get(&r)?;
        // What else the class declares by the name hides its bases' functions.
        if c.entities.contains_key(&name)
            || self.types.records.get(r).is_some_and(|x| x.members.contains_key(&name))
        {
            return None;
        }
        if c.bases.len() > 1 && self.is_ambiguous(r, name) {
            return None;
        }
        let mut found = c.bases.iter().filter_map(|b| {
            let (found, o) = self.method_class(self.class_id(b.ty)?, name)?;
            Some((found, b.offset + o))
        });
        let first = found.next()?;
        // Two bases that have it: neither is meant, but where it is one static member of both ([class.member.lookup] 9).
        let shared = |other: (RecordId, u64)| other.0 == first.0 && self.is_static(first.0, name);
        found.all(shared).then_some(first)
    }

    /// Whether all functions of a name that a class declares are static.
    pub(super) fn is_static(&self, r: RecordId, name: Symbol) -> bool {
        self.classes.all.get(&r).is_some_and(|c| {
            c.used.members.iter().all(|u| u.1 != name)
                && c.spec
                    .functions
                    .iter()
                    .filter(|f| f.kind == MemberKind::Method && f.name.sym == name)
                    .all(|f| f.flags.has(Flags::STATIC))
        })
    }

    /// Whether a function of a name that a class or a base of it declares is called on an object.
    pub(in crate::check) fn has_object_method(&self, r: RecordId, name: Symbol) -> bool {
        self.method_class(r, name).is_some_and(|(owner, _)| !self.is_static(owner, name))
    }

    /// Whether a name that stands in a class by itself is a member of it, or of a base that does not depend on the
    /// parameters of the class's template.
    pub(in crate::check) fn is_found_unqualified(&self, r: RecordId, name: Symbol) -> bool {
        let Some(c) = self.classes.all.get(&r) else { return true };
        if !c.bases.iter().any(|b| b.dependent) || wrong!(DependentBasesSearched) {
            return true;
        }
        let rec = self.types.records.get(r);
        let anonymous = rec.is_some_and(|x| {
            x.members.contains_key(&name)
                || x.fields.iter().any(|f| {
                    f.name == words::EMPTY && !f.base && self.find_member(f.ty, name).is_some()
                })
        });
        anonymous
            || c.entities.contains_key(&name)
            || self.declares(r, name, MemberKind::Method)
            || c.used.members.iter().any(|u| u.1 == name)
            || c.bases.iter().filter(|b| !b.dependent).any(|b| {
                self.find_member(b.ty, name).is_some()
                    || self.class_id(b.ty).is_some_and(|b| {
                        self.method_class(b, name).is_some() || self.class_entity(b, name).is_some()
                    })
            })
    }

    /// A member type or constant of a class or its bases.
    pub(in crate::check) fn class_entity(&self, r: RecordId, name: Symbol) -> Option<Entity> {
        let c = self.classes.all.get(&r)?;
        if let Some(e) = c.entities.get(&name) {
            return Some(*e);
        }
        // A class's own name is a member of it ([class] 2).
        if c.spec.name.sym == name && name != words::EMPTY && !wrong!(OwnNamesAreNoMembers) {
            return self.types.find_record(r).map(Entity::plain);
        }
        // What a using declaration names may be a type or constant of a base.
        if let Some(u) = c.used.members.iter().find(|u| u.1 == name)
            && let Some(e) = self.class_id(u.0).and_then(|b| self.class_entity(b, name))
        {
            return Some(e);
        }
        // A member function or data member of the name hides what bases have.
        let own = self.declares(r, name, MemberKind::Method)
            || self.types.records.get(r).is_some_and(|x| x.members.contains_key(&name));
        if own {
            return None;
        }
        let mut found =
            c.bases.iter().filter_map(|b| self.class_entity(self.class_id(b.ty)?, name));
        // Different things of two bases: none of them is meant ([class.member.lookup] 6). Before `::` only types are looked
        // for, and they stay.
        match found.next() {
            Some(first) if !found.all(|e| e == first) => Some(Entity::Ambiguous),
            Some(first @ (Entity::Type(_, _) | Entity::ClassTemplate(_))) => Some(first),
            _ if c.bases.len() > 1 && self.is_ambiguous(r, name) => Some(Entity::Ambiguous),
            first => first,
        }
    }

    /// The member functions of a name and kind that a class has: what it declares, what using declarations bring from
    /// its bases, and the special members that the compiler adds.
    pub(in crate::check) fn methods(
        &mut self,
        r: RecordId,
        name: Symbol,
        kind: MemberKind,
    ) -> Rc<MethodSet> {
        let key = (if kind == MemberKind::Method { name } else { words::EMPTY }, kind_number(kind));
        let Some(c) = self.classes.all.get(&r) else { return Rc::default() };
        if let Some(set) = c.methods.get(&key) {
            return Rc::clone(set);
        }
        let usings: Vec<Ty> = c.used.members.iter().filter(|u| u.1 == name).map(|u| u.0).collect();
        let inherited = c.used.constructors.clone();
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
        self.delete_defaulted(r, &mut set);
        let set = Rc::new(set);
        if let Some(c) = self.classes.all.get_mut(&r) {
            c.methods.insert(key, Rc::clone(&set));
        }
        set
    }

    /// The functions of a base that a using declaration names, but for those that the class's own ones hide
    /// ([namespace.udecl] 15).
    pub(super) fn add_used(&mut self, base: Ty, name: Symbol, set: &mut MethodSet) {
        let found = self.class_id(base).and_then(|b| self.method_class(b, name));
        let Some((owner, _)) = found else { return };
        let used = self.methods(owner, name, MemberKind::Method);
        for &f in &used.functions {
            let hidden = set.functions.iter().any(|g| {
                let (f, g) = (&self.functions[f], &self.functions[*g]);
                let (a, b) = (f.own_params(), g.own_params());
                let objects = self.object_quals(f) == self.object_quals(g)
                    && f.membership.qualifier == g.membership.qualifier;
                (objects || wrong!(UsingForgetsConst))
                    && a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| a.ty.bare() == b.ty.bare())
            });
            if !hidden {
                set.functions.push(f);
            }
        }
        for &t in &used.templates {
            let hidden = set.templates.iter().any(|u| self.is_same_member(*u, t));
            if !hidden || wrong!(UsingForgetsConst) {
                set.templates.push(t);
            }
        }
    }

    /// Whether two member templates have the same parameters, and are `const` and `volatile` alike.
    fn is_same_member(&mut self, a: TemplateId, b: TemplateId) -> bool {
        let (a, b) = (self.declared_as_template(a), self.declared_as_template(b));
        let own = |d: &Declaration<'_>| match d.declarators.first().map(|x| x.ty) {
            Some(TypeExpr::Function { quals, object, .. }) => (*quals, *object),
            _ => (Flags::default(), RefQualifier::None),
        };
        own(a.d) == own(b.d) && self.is_one_template(&a, &b)
    }

    /// The member functions of a name and kind that the class's source declares.
    pub(in crate::check) fn declared_methods(
        &mut self,
        r: RecordId,
        name: Symbol,
        kind: MemberKind,
    ) -> Rc<MethodSet> {
        let key = (if kind == MemberKind::Method { name } else { words::EMPTY }, kind_number(kind));
        let Some(c) = self.classes.all.get(&r) else { return Rc::default() };
        if let Some(set) = c.declared.get(&key) {
            return Rc::clone(set);
        }
        let (spec, env, namespace, place) = (c.spec, c.env.clone(), c.namespace, c.place);
        let trials = self.diags.suspend();
        let mut set = MethodSet::default();
        self.declaring(r, (namespace, place), |cx| {
            for f in spec.functions {
                if !is_named(f, name, kind) {
                    continue;
                }
                cx.declare_method(r, spec, f, &env, &mut set);
            }
            cx.define_templates(r, &set);
        });
        self.diags.resume(trials);
        let set = Rc::new(set);
        if let Some(c) = self.classes.all.get_mut(&r) {
            c.declared.insert(key, Rc::clone(&set));
        }
        set
    }

    /// The names that code of a class finds in it, in its bases and in the classes around it, and whether they are types.
    pub(in crate::check) fn member_names(&mut self, r: RecordId) -> Rc<[(Symbol, bool)]> {
        if let Some(known) = self.classes.member_names.get(&r) {
            return Rc::clone(known);
        }
        let mut names = Vec::new();
        let mut around = vec![r];
        while let Some(outer) = around.last().and_then(|c| self.classes.all.get(c)?.outer) {
            around.push(outer);
        }
        for c in around.into_iter().rev() {
            self.names_in(c, &mut names, &mut Map::default());
        }
        names.retain(|n| n.0 != words::EMPTY && (n.1 || !wrong!(MembersHideNoTypes)));
        let names: Rc<[(Symbol, bool)]> = Rc::from(names);
        if self.types.records.get(r).is_some_and(|x| x.complete) {
            self.classes.member_names.insert(r, Rc::clone(&names));
        }
        names
    }

    /// Adds the names of a class behind those that they hide.
    fn names_in(&self, r: RecordId, names: &mut Vec<(Symbol, bool)>, seen: &mut Map<RecordId, ()>) {
        let Some(c) = self.classes.all.get(&r) else { return };
        if seen.insert(r, ()).is_some() || wrong!(FarBasesAreForgotten) && seen.len() > 32 {
            return;
        }
        for b in c.bases.iter().filter(|b| !b.dependent) {
            if let Some(base) = self.class_id(b.ty) {
                self.names_in(base, names, seen);
            }
        }
        names.push((c.spec.name.sym, true));
        let is_type = |e: &Entity| matches!(e, Entity::Type(_, _) | Entity::ClassTemplate(_));
        let mut own: Vec<(Symbol, bool)> =
            c.entities.iter().map(|(s, e)| (*s, is_type(e))).collect();
        own.sort_unstable();
        names.append(&mut own);
        for (base, name, _) in &c.used.members {
            let e = self.class_id(*base).and_then(|b| self.class_entity(b, *name));
            names.push((*name, e.as_ref().is_some_and(is_type)));
        }
        if let Some(rec) = self.types.records.get(r) {
            names.extend(rec.fields.iter().map(|f| (f.name, false)));
        }
        let methods = c.spec.functions.iter().filter(|f| f.kind == MemberKind::Method);
        names.extend(methods.filter(|f| !f.flags.has(Flags::FRIEND)).map(|f| (f.name.sym, false)));
    }

    pub(in crate::check) fn parse_method(
        &mut self,
        r: RecordId,
        spec: &'a RecordSpec<'a>,
        f: &MemberFunction,
    ) -> Option<&'a Declaration<'a>> {
        if let Some(c) = self.closure_type(r) {
            return Some(c.lambda.call);
        }
        let names = self.member_names(r);
        let outer = self.classes.all.get(&r).and_then(|c| c.outer);
        let below = self.members_below(spec, outer, f, &names);
        let members = parse::Members { names: &names, below: &below };
        let input = parse::Input {
            arenas: self.arenas,
            tokens: &self.declared.lists[spec.list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: &self.options.limits,
            list: spec.list,
        };
        // Errors in host functions are told at their use.
        let d = if f.flags.has(Flags::DEVICE) {
            parse::parse_member(input, spec.known, members, spec.name.sym, f, self.diags)
        } else {
            let mut quiet = Diagnostics::default();
            parse::parse_member(input, spec.known, members, spec.name.sym, f, &mut quiet)
                .filter(|_| !quiet.has_errors())
        };
        d.map(|d| &*self.arenas.declarations.alloc(d))
    }

    pub(super) fn declare_method(
        &mut self,
        r: RecordId,
        spec: &'a RecordSpec<'a>,
        f: &MemberFunction,
        env: &Env,
        set: &mut MethodSet,
    ) {
        // Reported where the class is laid out.
        if f.flags.has(Flags::VIRTUAL) {
            return;
        }
        let Some(d) = self.parse_method(r, spec, f) else { return };
        if !self.library_list(spec.list) && self.closure_type(r).is_none() {
            self.check_named_function(f, d);
        }
        if f.template && d.template.is_some_and(<[_]>::is_empty) {
            if f.flags.has(Flags::STATIC) {
                let text =
                    "`static` does not stand before a specialisation: it is as its template is";
                self.error(code::BAD_SPECIFIERS, f.name.span, text);
                return;
            }
            let alike = self.alike(set, d);
            let arena = TypedArenas::small();
            let stated = arguments_of(d).unwrap_or(&[]);
            let given = Body::within(self, &arena, env, Some(r)).template_arg_list(stated);
            let Some(given) = given else { return };
            self.specialize_method(&alike, d, &given, r, env);
            return;
        }
        if f.template {
            let item = Item {
                list: spec.list,
                first: f.first,
                end: f.end,
                kind: ItemKind::FunctionTemplate,
                flags: f.flags,
                library: self.library_list(spec.list),
                name: f.name.sym,
                span: f.name.span,
                scope: words::EMPTY,
                namespace: self.site.namespace,
                within: self.site.namespace,
                member: false,
                part: Part::Whole,
            };
            let id = self.add_template(&item, d, env.clone(), Some(r), f.name.sym, f.name.span);
            let template = &mut self.templates.all[id];
            template.flags = Flags(f.flags.0 | d.spec.flags.0);
            template.access = f.access;
            if let Some(t) = set.templates.iter().copied().find(|t| self.is_same_member(*t, id)) {
                let first = self.templates.all[t].span;
                self.declared_twice(f, first);
            }
            set.templates.push(id);
            return;
        }
        let arena = TypedArenas::small();
        let declared = Body::within(self, &arena, env, Some(r))
            .declare_member_function(r, d, f.flags, f.kind, env);
        if let Some(id) = declared {
            self.check_increment(id);
            let info = &mut self.functions[id];
            (info.signature.deleted, info.membership.access) = (f.deleted, f.access);
            if info.home.place.defined == 0 && spec.list == 0 {
                info.home.place.defined = f.first + 1;
            }
            if f.defaulted {
                info.flags = Flags(info.flags.0 | Flags::DEVICE);
                if f.kind == MemberKind::Destructor {
                    self.functions[id].body = Some(self.empty_body(f.name.span));
                } else {
                    let special = self.special_of(id);
                    self.functions[id].origin.special = special;
                }
                self.check_defaulted(f, id);
            }
            let same = set.functions.iter().copied().find(|g| self.is_same_function(*g, id));
            if let Some(g) = same {
                let first = self.functions[g].span;
                self.declared_twice(f, first);
            }
            set.functions.push(id);
        }
    }

    /// Declares what classes declare more than once by a name, be it used or not: some may not stand in one class.
    pub(crate) fn check_members(&mut self) {
        let mut several: Vec<(RecordId, Symbol, MemberKind)> = Vec::new();
        for (r, c) in &self.classes.all {
            if self.library_list(c.spec.list) {
                continue;
            }
            let own = |f: &&MemberFunction| {
                !f.flags.has(Flags::FRIEND)
                    && f.kind != MemberKind::Destructor
                    && f.name.sym != words::OP_ALLOCATION
            };
            let mut names: Vec<(Symbol, u8, MemberKind)> = c
                .spec
                .functions
                .iter()
                .filter(own)
                .map(|f| {
                    (
                        if f.kind == MemberKind::Method { f.name.sym } else { words::EMPTY },
                        kind_number(f.kind),
                        f.kind,
                    )
                })
                .collect();
            optx_whirl::stable_order::sort_by_key(&mut names, |n| (n.0, n.1));
            let pairs = names.windows(2).filter(|w| (w[0].0, w[0].1) == (w[1].0, w[1].1));
            several.extend(pairs.map(|w| (*r, w[0].0, w[0].2)));
        }
        optx_whirl::stable_order::sort_by_key(&mut several, |s| (s.0, s.1, kind_number(s.2)));
        for (r, name, kind) in several {
            self.declared_methods(r, name, kind);
        }
    }

    /// Declares the classes that nothing has named, where something in them is marked for the device. What cannot be read of one is the host's.
    fn declare_marked_classes(&mut self) {
        let marked = |cx: &Self, item: &Item| {
            let tokens = &cx.declared.lists[item.list as usize].tokens;
            let end = (item.end as usize).min(tokens.len());
            let own = tokens.get(item.first as usize..end).unwrap_or(&[]);
            item.kind == ItemKind::Type
                && !item.library
                && item.scope == words::EMPTY
                && own.iter().any(|t| t.is(words::DEVICE))
        };
        let items = (0u32..).zip(&self.index.items).filter(|(_, i)| marked(self, i));
        let items: Vec<u32> = items.map(|(i, _)| i).collect();
        for i in items {
            let trial = self.diags.begin_trial();
            self.declare_item(i);
            self.diags.end_trial(trial);
        }
    }

    /// The member functions of the file's classes, but for those of templates, that are marked for the device and have a
    /// body.
    pub(crate) fn marked_members(&mut self) -> Vec<FunctionId> {
        self.declare_marked_classes();
        let mut classes: Vec<RecordId> = self.classes.all.keys().copied().collect();
        optx_whirl::stable_order::sort_by_key(&mut classes, |r| *r);
        let mut list = Vec::new();
        for r in classes {
            let Some(c) = self.classes.all.get(&r) else { continue };
            let trial = self.closure_type(r).is_some_and(|c| c.trial);
            if self.library_list(c.spec.list) || self.is_of_template(r) || trial {
                continue;
            }
            let spec = c.spec;
            for f in spec.functions {
                if f.template
                    || f.flags.has(Flags::FRIEND | Flags::VIRTUAL)
                    || f.kind == MemberKind::Destructor
                    || f.name.sym == words::OP_ALLOCATION
                {
                    continue;
                }
                let set = self.declared_methods(r, f.name.sym, f.kind);
                let marked = |f: &FunctionId| {
                    let f = &self.functions[*f];
                    f.is_device() && f.body.is_some() && f.membership.class == Some(r)
                };
                list.extend(set.functions.iter().copied().filter(marked));
            }
        }
        optx_whirl::stable_order::sort_by_key(&mut list, |f: &FunctionId| *f);
        list.dedup();
        list
    }

    /// Whether a class is made from a template, or lies in one that is.
    pub(in crate::check) fn is_of_template(&self, r: RecordId) -> bool {
        let mut class = Some(r);
        while let Some(r) = class {
            if self.templates.instances.contains_key(&r) {
                return true;
            }
            class = self.classes.all.get(&r).and_then(|c| c.outer);
        }
        false
    }

    /// The qualifiers of the object that a function is called on; none where it has no object.
    pub(super) fn object_quals(&self, f: &Function<'_>) -> u32 {
        let this = f.signature.params.first().filter(|_| f.membership.has_this);
        this.and_then(|p| self.types.pointee(p.ty)).map_or(0, |t| t.quals() & 3)
    }

    /// Whether two member functions of a name may not stand in one class ([over.load] 2): they differ in their results, or in
    /// nothing. A conversion function's result is its name.
    fn is_same_function(&self, f: FunctionId, g: FunctionId) -> bool {
        let (f, g) = (&self.functions[f], &self.functions[g]);
        let (a, b) = (f.own_params(), g.own_params());
        let conversion = f.membership.kind == MemberKind::Conversion;
        a.len() == b.len()
            && f.signature.variadic == g.signature.variadic
            && a.iter().zip(b).all(|(a, b)| a.ty.bare() == b.ty.bare())
            // With `&` or `&&` behind the parameters of one, they stand behind the other's too ([over.load] 2.3).
            && (!f.membership.has_this
                || !g.membership.has_this
                || (f.membership.qualifier == RefQualifier::None) != (g.membership.qualifier == RefQualifier::None)
                || self.object_quals(f) == self.object_quals(g) && f.membership.qualifier == g.membership.qualifier)
            && (!conversion || f.signature.result == g.signature.result)
    }

    fn declared_twice(&mut self, f: &MemberFunction, first: Span) {
        let text =
            format!("the class declares `{}` with these parameters twice", self.text(f.name.sym));
        let d = Diagnostic::new(code::REDEFINED, f.name.span, text);
        self.diags.push(d.note(first, "the first declaration is here"));
    }

    pub(in crate::check) fn library_list(&self, list: u32) -> bool {
        self.declared.lists.get(list as usize).is_some_and(|l| l.library)
    }

    /// Looks for the definition of a member function outside of its class.
    pub(super) fn outside_definition(&mut self, id: FunctionId) {
        let f = &self.functions[id];
        let nested = |r| self.is_of_template(r) && !wrong!(NestedMembersAreNotSpecialised);
        let template = f
            .membership
            .class
            .is_some_and(|r| self.templates.instances.contains_key(&r) || nested(r));
        if f.body.is_some() && !template || f.origin.special.is_some() {
            return;
        }
        let (Some(r), name) = (f.membership.class, f.name) else { return };
        let Some(c) = self.classes.all.get(&r) else { return };
        let (class, outer_env) = (c.spec.name.sym, c.env.clone());
        let namespace = c.namespace;
        let mut items: Vec<u32> = self.index.members(class, name).to_vec();
        // What is stated for one instance (`template <>`) comes before what is for all.
        optx_whirl::stable_order::sort_by_key(&mut items, |i| {
            self.classes
                .outside
                .get(i)
                .and_then(|d| *d)
                .is_none_or(|d| d.template.is_none_or(|t| !t.is_empty()))
        });
        let mut specialised = false;
        for i in items {
            let Some(d) = self.parsed_item(i) else { continue };
            let place = self.index.items.get(i as usize).map_or(0, Item::place);
            let Some(heads) = self.heads(d, r).filter(|h| h.own.is_none()) else { continue };
            let stated = heads.are_stated();
            let done = self.functions[id].body.is_some();
            if specialised || done && !stated {
                continue;
            }
            let [x] = d.declarators else { continue };
            let TypeExpr::Function { quals, object, .. } = x.ty else { continue };
            // A specialisation that is declared only says where it stands.
            let declares = stated && d.body.is_none();
            if d.body.is_none() && !declares {
                continue;
            }
            let Some(scope) = x.scope else { continue };
            let (env, outside) = self.at((namespace, place), |cx| {
                let names = cx.names_outside(i, &heads);
                let own = names.as_ref().is_some_and(|n| cx.is_class_outside(i, scope, r, n));
                let env = cx.env_outside(&outer_env, names.unwrap_or_default());
                let conversion = cx.functions[id].membership.kind == MemberKind::Conversion;
                let outside = cx.signature_outside(x, (r, &env), conversion);
                (env, outside.filter(|_| own))
            });
            let Some((ParameterList { params: list, packs }, gives)) = outside else { continue };
            let f = &self.functions[id];
            let (own, this, skip) =
                (f.own_params(), self.object_quals(f), usize::from(f.membership.has_this));
            let gives = gives.is_none_or(|t| {
                t == f.signature.result || self.types.is_scalar(t) && t.bare() == f.signature.result
            });
            let same = gives
                && own.len() == list.len()
                && f.membership.qualifier == *object
                && (!f.membership.has_this
                    || f.membership.kind != MemberKind::Method
                    || this == quals_of(*quals) & 3)
                && own.iter().zip(&list).all(|(a, b)| a.ty.bare() == b.ty.bare());
            if !same {
                continue;
            }
            if stated {
                self.at((namespace, place), |cx| cx.note_stated(id, None));
            }
            if declares {
                continue;
            }
            if !template {
                let given = self.functions[id].signature.params[skip..].to_vec();
                self.check_repeated_arguments(&given, &list);
            }
            let f = &mut self.functions[id];
            for (p, l) in f.signature.params[skip..].iter_mut().zip(list) {
                (p.name, p.span) = (l.name, l.span);
                p.default = p.default.or(l.default);
            }
            for (p, new) in f.signature.packs.iter_mut().zip(packs) {
                p.name = new.name;
            }
            f.flags = Flags(f.flags.0 | d.spec.flags.0 & !Flags::STATIC);
            f.body = d.body;
            f.home.place.defined = place;
            f.membership.inits = d.inits;
            f.env = env;
            f.span = x.name.span;
            specialised = stated;
        }
    }

    /// The parameters of a member function that is defined outside of its class, and what a conversion function gives: they
    /// have one name and are told apart by that. `None` where a type is none.
    fn signature_outside(
        &mut self,
        x: &'a Declarator<'a>,
        (class, env): (RecordId, &Env),
        conversion: bool,
    ) -> Option<(ParameterList<'a>, Option<Ty>)> {
        let TypeExpr::Function { params, result, .. } = x.ty else { return None };
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        let mut b = Body::within(self, &arena, env, Some(class));
        let list = b.parameters_from(params);
        let gives = conversion.then(|| b.type_of(result));
        drop(b);
        (!self.diags.end_trial(trial)).then_some((list, gives))
    }
}
