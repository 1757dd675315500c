//! Classes: what a struct has beside its data. Member functions are parsed and declared when they are first called.
//!
//! A member function is a function whose first parameter is the pointer `this`; a static one and a friend have none.
//! Classes have no virtual functions here, and destructors must do nothing.

mod access;
mod closure;
mod constructor;
mod declare;
mod destructor;
mod friend;
mod functions;
mod heads;
mod inherited;
mod layout;
mod lookup;
mod member_order;
mod members_below;
mod method;
mod named_conversion;
mod operator_rules;
mod outside;
mod outside_class;
mod outside_static;
mod outside_template;
mod place;
mod repeated_noexcept;
mod rules;
mod special;
mod statics;

pub(in crate::check) use closure::{Captured, Closure, ClosureKey};
pub(in crate::check) use method::{assign_name, binary_name, unary_name};
pub(in crate::check) use place::Member;
pub(in crate::check) use rules::member_names;
pub(crate) use special::Special;

use std::rc::Rc;

use optx_source::{Span, code};

use crate::{
    ast::{
        Declaration, Flags, MemberAccess, MemberFunction, MemberKind, Pattern, RecordSpec,
        TypeExpr, Using,
    },
    check::{
        Body, Checker, Const, Entity, Function,
        body::E,
        body::Initial,
        site::Site,
        template::{Env, TemplateId},
    },
    intern::{Map, Symbol},
    typed::{FunctionId, TypedArenas},
    types::{RecordId, Ty, TypeKind},
    words,
};

/// What classes have beside their data, and what was asked of them.
#[derive(Default)]
pub(crate) struct Classes<'a> {
    pub all: Map<RecordId, ClassInfo<'a>>,
    pub(in crate::check) closures: closure::Closures<'a>,
    /// Which special members of classes are trivial, as far as was asked.
    pub(in crate::check) trivial: Map<(RecordId, Special), bool>,
    /// Which classes have constructors that do nothing, as far as was asked.
    pub(in crate::check) empty_constructors: Map<RecordId, bool>,
    /// Some class declares a destructor: until then none is asked for.
    pub(in crate::check) declare_destructors: bool,
    /// Which classes have destructors that do something, and the functions, as far as was asked.
    pub(in crate::check) destroyed: Map<RecordId, bool>,
    pub(in crate::check) destructors: Map<RecordId, FunctionId>,
    /// Which classes need no initialiser for their constants, as far as was asked.
    pub(in crate::check) set_themselves: Map<RecordId, bool>,
    /// Constructors that classes inherit, by the class and the base's constructor.
    pub(in crate::check) inherited: Map<(RecordId, FunctionId), FunctionId>,
    /// The names that code of a class finds in it and around it, and whether they are types, for classes that are complete.
    pub(in crate::check) member_names: Map<RecordId, Rc<[(Symbol, bool)]>>,
    /// The classes that declare classes which are not defined there, and the names of these.
    pub(in crate::check) declared_in: Map<RecordId, (RecordId, Symbol)>,
    /// Member classes that are stated for one instance of the class template around them.
    pub(in crate::check) stated_outside: Map<RecordId, ()>,
    /// Declarations of members outside of their classes, parsed.
    pub(in crate::check) outside: Map<u32, Option<&'a Declaration<'a>>>,
}

/// The member functions of one name.
#[derive(Clone, Default, Debug)]
pub(crate) struct MethodSet {
    pub functions: Vec<FunctionId>,
    pub templates: Vec<TemplateId>,
}

impl MethodSet {
    pub(in crate::check) fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.templates.is_empty()
    }
}

/// What a class has beside its data.
pub(crate) struct ClassInfo<'a> {
    pub spec: &'a RecordSpec<'a>,
    /// Around its members: the class's own name too.
    pub env: Env,
    /// The class around it.
    pub outer: Option<RecordId>,
    pub namespace: u32,
    /// Where it is defined.
    pub place: u32,
    /// Member types and constants.
    pub entities: Map<Symbol, Entity>,
    /// Base classes.
    pub bases: Vec<BaseClass>,
    /// How many objects one of it is derived from, in all ways.
    pub base_objects: u32,
    /// The types of its bases and of theirs, known before their places are.
    pub bases_ahead: Vec<Ty>,
    /// What it has from its bases by using declarations.
    pub used: Used,
    /// Initialisers that stand with the members, by the member's name.
    pub inits: Vec<(Symbol, Initial<'a>)>,
    /// What the source declares, and with what the compiler adds.
    declared: Map<(Symbol, u8), Rc<MethodSet>>,
    methods: Map<(Symbol, u8), Rc<MethodSet>>,
    /// The classes among its friends that their types name, and the others, by their names.
    pub friends: (Vec<Ty>, Vec<Symbol>),
    /// Static data members whose values are to be found.
    statics: Vec<statics::StaticMember<'a>>,
}

impl<'a> ClassInfo<'a> {
    /// A class without anything in it yet, which is defined at a site.
    fn new(spec: &'a RecordSpec<'a>, env: Env, site: &Site) -> Self {
        ClassInfo {
            spec,
            env,
            outer: site.class,
            namespace: site.namespace,
            place: site.place,
            entities: Map::default(),
            bases: Vec::new(),
            base_objects: 0,
            bases_ahead: Vec::new(),
            used: Used::default(),
            inits: Vec::new(),
            declared: Map::default(),
            methods: Map::default(),
            statics: Vec::new(),
            friends: (Vec::new(), Vec::new()),
        }
    }
}

/// What using declarations of a class name.
#[derive(Default)]
pub(crate) struct Used {
    /// Bases whose constructors are its own (`using B::B;`).
    pub constructors: Vec<Ty>,
    /// Members of bases that are its own (`using B::f;`), with who may use them.
    pub members: Vec<(Ty, Symbol, MemberAccess)>,
}

/// A base class of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BaseClass {
    pub ty: Ty,
    pub offset: u64,
    pub access: MemberAccess,
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
    /// Whether a function is an instance of a template, or a member of one.
    pub(crate) fn is_instance(&self, f: &Function<'_>) -> bool {
        f.origin.template.is_some() || f.membership.class.is_some_and(|r| self.is_of_template(r))
    }

    /// The class of a type, if it has more than data.
    pub(in crate::check) fn class(&self, t: Ty) -> Option<&ClassInfo<'a>> {
        match self.types.kind(t) {
            TypeKind::Record(r) => self.classes.all.get(&r),
            _ => None,
        }
    }

    pub(in crate::check) fn class_id(&self, t: Ty) -> Option<RecordId> {
        match self.types.kind(t) {
            TypeKind::Record(r) => Some(r),
            _ => None,
        }
    }

    /// Classes and what they are derived from in any way, each once.
    pub(in crate::check) fn with_bases(&self, direct: impl Iterator<Item = Ty>) -> Vec<Ty> {
        let (mut all, mut seen) = (Vec::new(), Map::default());
        for t in direct {
            let further = self.class(t).map_or(&[][..], |c| &c.bases_ahead);
            let new = |t: &Ty| seen.insert(*t, ()).is_none();
            all.extend(std::iter::once(t).chain(further.iter().copied()).filter(new));
        }
        all
    }

    /// How many objects a base brings: itself, and those that it is derived from. Who goes through all ways to the bases of a class
    /// takes no more steps.
    fn base_objects(&self, base: Ty) -> u32 {
        self.class(base).map_or(1, |c| c.base_objects.saturating_add(1))
    }

    /// Whether the class itself declares a member function of that name and kind.
    pub(in crate::check) fn declares(&self, r: RecordId, name: Symbol, kind: MemberKind) -> bool {
        self.classes.all.get(&r).is_some_and(|c| {
            // Each class has an assignment of its own, and it hides its bases'.
            if name == words::OP_ASSIGN && kind == MemberKind::Method {
                return true;
            }
            let used = |u: &&(Ty, Symbol, MemberAccess)| {
                u.1 == name
                    && self.class_id(u.0).is_some_and(|b| self.method_class(b, name).is_some())
            };
            if kind == MemberKind::Method && c.used.members.iter().find(used).is_some() {
                return true;
            }
            c.spec.functions.iter().any(|f| {
                f.kind == kind
                    && (f.name.sym == name || kind != MemberKind::Method)
                    && !f.flags.has(Flags::FRIEND)
            })
        })
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Defines a class: its members, layout, and what it has beside data.
    pub(in crate::check) fn define_class(&mut self, id: RecordId, r: &'a RecordSpec<'a>) {
        let ty = self.cx.types.record(id);
        if self.blocks_hide_functions() && !r.functions.is_empty() {
            let text = "a class with functions beside functions that a block declares is not supported yet";
            self.cx.error(code::NOT_SUPPORTED, r.name.span, text);
        }
        let own = |f: &MemberFunction| f.template && !f.flags.has(Flags::FRIEND);
        let templates = r.functions.iter().any(own);
        if self.in_function() && (templates || r.members.iter().any(|d| d.template.is_some())) {
            let text = "a class in a block has no member templates";
            self.error(code::TEMPLATE, r.name.span, text);
        }
        let is_static = |d: &&Declaration<'_>| {
            d.spec.flags.has(Flags::STATIC) && !d.spec.flags.has(Flags::TYPEDEF)
        };
        if self.in_function()
            && let Some(x) = r.members.iter().filter(is_static).find_map(|d| d.declarators.first())
        {
            // [class.static.data] 2
            let text = "a class in a function has no static data members";
            self.error(code::CLASS_RULE, x.name.span, text);
        }
        if self.in_function() {
            self.check_local_friends(r);
        }
        let _outer = self.cx.site.class;
        let mut names = if self.in_function() { self.names_for_classes() } else { Vec::new() };
        if !self.cx.templates.instances.contains_key(&id) && r.name.sym != words::EMPTY {
            names.push((r.name.sym, Entity::plain(ty)));
        }
        let env = if names.is_empty() {
            self.cx.site.env.clone()
        } else {
            self.cx.new_env(&self.cx.site.env.clone(), names)
        };
        let destroys = |f: &MemberFunction| f.kind == MemberKind::Destructor;
        self.cx.classes.declare_destructors |= r.functions.iter().any(destroys);
        self.cx.classes.all.insert(id, ClassInfo::new(r, env.clone(), &self.cx.site));
        let arena = TypedArenas::small();
        let mut b = Body::within(&mut *self.cx, &arena, &env, Some(id));
        b.member_of = Some(id);
        let mut list = b.base_members(r);
        let ahead = b.cx.with_bases(list.iter().map(|m| m.ty));
        if let Some(c) = b.cx.classes.all.get_mut(&id) {
            c.bases_ahead = ahead;
        }
        b.note_bases(id, r, &list);
        b.note_friends(id, r);
        list.extend(b.data_members(r));
        // A friend may be named by a type that the class itself declares.
        if r.friends.iter().any(|f| matches!(f.base, crate::ast::Base::Named(_))) {
            b.note_friends(id, r);
        }
        b.member_of = None;
        b.check_member_names(r);
        b.check_union(id, &list);
        let align = b.alignment([r.align, &[]], 0);
        b.cx.lay_out(id, &list, align, (r.packed, r.pack));
        if let Some(a) = r.align.iter().find(|a| a.alignas && align > 0) {
            let all = b.cx.types.records.get(id).map_or(0, |r| r.align);
            b.check_alignas(a, align, all);
        }
        b.place_bases(id);
        b.cx.release_padding(id);
        b.friends(id, r, &env);
        b.define_statics(id, &env);
        b.cx.define_members_outside(id);
    }

    /// Base classes as members without names.
    fn base_members(&mut self, r: &'a RecordSpec<'a>) -> Vec<Member> {
        let mut list = Vec::new();
        for base in r.bases {
            self.for_each_base(base, |b| b.base_member(r, base, &mut list));
        }
        list
    }

    fn base_member(
        &mut self,
        r: &'a RecordSpec<'a>,
        base: &crate::ast::BaseSpec<'a>,
        list: &mut Vec<Member>,
    ) {
        let spec = base.spec;
        let ty = self.base_type(spec, words::EMPTY);
        if ty.is_error() {
            return;
        }
        if !self.cx.types.is_record(ty) || !self.cx.types.is_complete(ty) {
            let n = self.cx.type_name(ty);
            self.error(code::CLASS_RULE, spec.span, format!("`{n}` cannot be a base class"));
            return;
        }
        if !self.may_derive(r.tag, ty, list, spec.span) {
            return;
        }
        list.push(Member { base: true, access: base.access, ..Member::new(ty.bare(), spec.span) });
    }

    /// Notes the base classes of a class, which its members may name something of.
    fn note_bases(&mut self, id: RecordId, r: &'a RecordSpec<'a>, list: &[Member]) {
        let template = self.cx.templates.instances.get(&id).map(|i| i.template);
        let params = template.map_or(&[][..], |t| self.cx.templates.all[t].params);
        let depends =
            |b: &crate::ast::BaseSpec<'_>| crate::check::template::depends_on(b.spec, params);
        let bases = list.iter().map(|m| BaseClass {
            ty: m.ty,
            offset: 0,
            access: m.access,
            dependent: r.bases.iter().any(|b| b.spec.span == m.span && depends(b)),
        });
        let objects = list.iter().fold(0, |n, m| self.cx.base_objects(m.ty).saturating_add(n));
        if let Some(c) = self.cx.classes.all.get_mut(&id) {
            c.bases.extend(bases);
            c.base_objects = objects;
        }
    }

    /// Notes where the base classes lie: they are the first members.
    fn place_bases(&mut self, id: RecordId) {
        let Some(rec) = self.cx.types.records.get(id) else { return };
        let Some(c) = self.cx.classes.all.get_mut(&id) else { return };
        for (b, f) in c.bases.iter_mut().zip(rec.fields.iter().filter(|f| f.base)) {
            b.offset = f.offset;
        }
    }

    /// `using B::f, B::g;` and `using B::B;` in a class.
    pub(in crate::check) fn class_using(&mut self, d: &'a Declaration<'a>) {
        for u in d.using.into_iter().flat_map(|u| u.all()) {
            match u.class.filter(|_| u.pack) {
                Some(class) => {
                    self.for_each_element(Pattern::Spec(class), u.name.span, |b| {
                        b.class_using_of(d, u);
                        Some(())
                    });
                }
                None => self.class_using_of(d, u),
            }
        }
    }

    fn class_using_of(&mut self, d: &'a Declaration<'a>, u: &'a Using<'a>) {
        let Some(id) = self.member_of else { return };
        let Some(spec) = u.class else {
            self.cx.error(code::CLASS_RULE, d.span, "this using declaration names no class");
            return;
        };
        let ty = self.base_type(spec, words::EMPTY).bare();
        let Some(base) = self.cx.class_id(ty) else { return };
        let own = self.cx.classes.all.get(&base).map(|c| c.spec.name.sym);
        // `using T::T;` names what T stands for.
        let written = match spec.base {
            crate::ast::Base::Named(s) => Some(s),
            crate::ast::Base::Template(n, _) => Some(n.sym),
            _ => None,
        };
        let constructors = own == Some(u.name.sym) || written == Some(u.name.sym);
        if !self.cx.classes.all.get(&id).is_some_and(|c| c.bases_ahead.contains(&ty)) {
            let text = "this using declaration names no base of the class";
            self.cx.error(code::CLASS_RULE, d.span, text);
            return;
        }
        // [namespace.udecl] 3
        let direct = |c: &ClassInfo<'_>| c.bases.iter().any(|b| b.ty.bare() == ty);
        if constructors && !self.cx.classes.all.get(&id).is_some_and(direct) {
            let text = "constructors are inherited from direct bases";
            self.cx.error(code::CLASS_RULE, d.span, text);
            return;
        }
        if !constructors && !self.may_use(id, ty, u.name) {
            return;
        }
        let Some(c) = self.cx.classes.all.get_mut(&id) else { return };
        if constructors {
            c.used.constructors.push(ty);
        } else {
            if !wrong!(UsingMembersIgnored) {
                c.used.members.push((ty, u.name.sym, d.access));
            }
        }
    }

    /// What a name stands for in the class at hand or a class around it, and that class.
    pub(in crate::check) fn class_scope_entity(&self, s: Symbol) -> Option<(RecordId, Entity)> {
        let mut class = self.cx.site.class;
        while let Some(r) = class {
            if let Some(e) = self.cx.class_entity(r, s)
                && self.cx.is_found_unqualified(r, s)
            {
                return Some((r, e));
            }
            if wrong!(NestedSeesNothing) {
                return None;
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        None
    }

    /// The type of a name among the members of the class at hand and its bases, or of those around it, and the class in
    /// which it is found; what is no type is not seen.
    pub(in crate::check) fn class_scope_type(&self, s: Symbol) -> Option<(RecordId, Ty)> {
        let mut class = self.cx.site.class;
        while let Some(r) = class {
            if let Some(t) = self.cx.class_type(r, s) {
                return Some((r, t));
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        None
    }

    /// The object of the member function at hand.
    pub(in crate::check) fn this_object(&mut self, span: Span) -> Option<E<'t>> {
        let l = match self.scope_entity(words::THIS)? {
            Entity::Local(l) => l,
            Entity::Captured(r, k) => return Some(self.captured_object(r, k, span)),
            // A lambda that does not capture it.
            Entity::Automatic(p) if self.mode.unevaluated => {
                let to = self.cx.types.pointee(p)?;
                return Some(self.object_of(to, span));
            }
            _ => return None,
        };
        let p = self.variables.locals[l].ty;
        let to = self.cx.types.pointee(p)?;
        let v = self.mk_lvalue(crate::typed::TKind::Local(l), p, span);
        let v = self.mk(crate::typed::TKind::Load(v), p.bare(), span);
        Some(self.mk_lvalue(crate::typed::TKind::Deref(v), to, span))
    }

    /// Whether `X::name` is a member of X's objects: `&X::name` is then a pointer to member ([expr.unary.op] 3).
    pub(in crate::check) fn is_object_member(
        &mut self,
        class: &'a TypeExpr<'a>,
        name: Symbol,
    ) -> bool {
        let trial = self.cx.diags.begin_trial();
        let ty = self.type_of(class);
        self.cx.diags.end_trial(trial);
        let Some(r) = self.cx.class_id(ty) else { return false };
        if self.cx.class_entity(r, name).is_some() {
            return false;
        }
        // Functions without an object are as others ([expr.unary.op] 3).
        let free = self.cx.method_class(r, name).is_some_and(|(owner, _)| {
            let set = self.cx.methods(owner, name, MemberKind::Method);
            !set.templates.is_empty()
                || set.functions.iter().any(|f| !self.cx.functions[*f].membership.has_this)
        });
        self.cx.find_member(ty, name).is_some() || self.cx.method_class(r, name).is_some() && !free
    }

    /// `X::name`.
    pub(in crate::check) fn scoped(
        &mut self,
        class: &'a TypeExpr<'a>,
        name: crate::ast::Name,
        args: Option<&'a [crate::ast::TemplateArg<'a>]>,
        span: Span,
    ) -> E<'t> {
        let ty = self.type_of(class);
        if ty.is_error() {
            return self.bad(span);
        }
        if let TypeKind::Enum(e) = self.cx.types.kind(ty) {
            let found = self.cx.types.enums[e].values.iter().find(|v| v.0 == name.sym);
            if let Some(&(_, v)) = found {
                return self.constant_expr(Const::Int(v), ty.bare(), span);
            }
            let listed = self.cx.types.enums[e].listed.iter().find(|v| v.0 == name.sym);
            if let Some(&(_, t, v)) = listed.filter(|_| !wrong!(ListsAreClosed)) {
                return self.constant_expr(Const::Int(v), t.bare(), span);
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
            if !self.check_entity_access(r, name) {
                return self.bad(span);
            }
            return match e {
                Entity::VariableTemplate(_) => self.entity_with(e, name.sym, args, span),
                _ => self.entity_value(e, name.sym, span),
            };
        }
        if let Some(functions) = self.named_methods(r, name, args, span) {
            return functions;
        }
        // A member of the object at hand, or of one of its base classes.
        if self.cx.find_member(ty, name.sym).is_some()
            && let Some(object) = self.this_object(span)
            && self.cx.base_path(object.ty, ty).is_some()
        {
            let part = self.base_part(object, ty);
            return self.member_of_object(part, object.ty, name, span);
        }
        // Where nothing is evaluated a member needs no object ([expr.prim.id] 2.3).
        let needed = wrong!(MembersNeedObjects);
        if self.mode.unevaluated && !needed && self.cx.find_member(ty, name.sym).is_some() {
            let object = self.object_of(ty.bare(), span);
            return self.member_of_object(object, object.ty, name, span);
        }
        self.unknown_member(ty, name);
        self.bad(span)
    }
}
