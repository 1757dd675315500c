//! Structs and unions, from their syntax.

use optx_source::code;

use crate::{
    ast::{Base, Expr, Flags, RecordSpec, Spec, Tag},
    check::{Aligned, Body, Checker, Entity, Env, body::Initial, class::Member},
    intern::Symbol,
    parse::index::ItemKind,
    typed::TypedArenas,
    types::{RecordId, Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(in crate::check) fn new_record(&mut self, tag: Tag, name: Symbol) -> Ty {
        let text = self.cx.text(name).to_string();
        let r = self.cx.types.new_record(self.cx.site.namespace, text, tag == Tag::Union);
        let t = self.cx.types.record(r);
        if let Some(class) = self.member_of {
            self.cx.classes.declared_in.insert(r, (class, name));
        }
        self.declare_type(name, t);
        t
    }

    pub(super) fn declare_type(&mut self, name: Symbol, t: Ty) {
        self.declare_type_as(name, t, Aligned::NONE);
    }

    /// Declares a name for a type, with the alignment that it gives.
    pub(in crate::check) fn declare_type_as(&mut self, name: Symbol, t: Ty, align: Aligned) {
        if let Some(c) = self.member_of.and_then(|r| self.cx.classes.all.get_mut(&r)) {
            c.entities.insert(name, Entity::Type(t, align));
        } else if self.in_function() {
            self.declare_in_scope(name, Entity::Type(t, align));
        } else if self.cx.entity(name).is_none() {
            self.cx.set_entity(name, Entity::Type(t, align));
        } else {
            self.cx.set_tag(name, t);
        }
    }

    /// Declares a type of a block whose function is looked at once more, after its result was deduced; true where that is so.
    pub(super) fn declare_again(&mut self, name: Symbol, t: Ty) -> bool {
        let again = self.in_function()
            && self.member_of.is_none()
            && name != words::EMPTY
            && self.type_in_block(name).is_none();
        if again {
            self.declare_in_scope(name, Entity::plain(t));
        }
        again
    }

    pub(super) fn record_type(&mut self, r: &'a RecordSpec<'a>, named: Symbol) -> Ty {
        if let Some(t) = self.cx.type_of_definition(r.id, self.cx.site.env.id) {
            self.declare_again(r.name.sym, t);
            return t;
        }
        if let Some(class) = r.class {
            return self.member_record(class, r);
        }
        let sym = if r.name.sym == words::EMPTY { named } else { r.name.sym };
        // No member has its class's name ([class.mem] 13).
        let outer =
            self.member_of.and_then(|id| self.cx.classes.all.get(&id)).map(|c| c.spec.name.sym);
        if r.name.sym != words::EMPTY && outer == Some(r.name.sym) {
            let text = format!("`{}` is defined within its own definition", self.cx.text(sym));
            self.cx.error(code::REDEFINED, r.name.span, text);
            return Ty::ERROR;
        }
        // A declaration without members may have come first.
        let existing = if r.name.sym == words::EMPTY {
            None
        } else if let Some(id) = self.member_of {
            match self.cx.classes.all.get(&id).and_then(|c| c.entities.get(&r.name.sym)) {
                Some(Entity::Type(t, _)) => Some(*t),
                _ => None,
            }
        } else if self.in_function() {
            self.type_in_block(r.name.sym)
        } else {
            match self.cx.entity(r.name.sym) {
                Some(Entity::Type(t, _)) => Some(t),
                _ => self.cx.tag(r.name.sym),
            }
        };
        if r.path.is_some() && !self.is_declared_apart(r.name.sym) {
            let text = format!("no namespace here declares `{}`", self.cx.text(r.name.sym));
            self.error(code::UNKNOWN_TYPE, r.name.span, text);
            return Ty::ERROR;
        }
        let id = match existing.and_then(|t| self.cx.types.get_record(t)) {
            Some((id, rec)) if !rec.complete => id,
            Some(_) => {
                let text = self.cx.text(r.name.sym).to_string();
                self.cx.error(
                    code::REDEFINED,
                    r.name.span,
                    format!("the type `{text}` is defined twice"),
                );
                return existing.unwrap_or(Ty::ERROR);
            }
            None => {
                let text =
                    if sym == words::EMPTY { "<unnamed>" } else { self.cx.text(sym) }.to_string();
                let id =
                    self.cx.types.new_record(self.cx.site.namespace, text, r.tag == Tag::Union);
                let t = self.cx.types.record(id);
                if r.name.sym != words::EMPTY {
                    self.declare_type(r.name.sym, t);
                }
                id
            }
        };
        let t = self.cx.types.record(id);
        self.cx.note_definition(r.id, self.cx.site.env.id, t);
        match self.member_of.filter(|class| self.cx.is_stated_outside(*class, r.name.sym)) {
            Some(class) => {
                self.cx.classes.declared_in.insert(id, (class, r.name.sym));
            }
            None => self.define_class(id, r),
        }
        t
    }

    /// Whether the namespace at hand declares a class that is defined outside of it.
    pub(super) fn is_declared_apart(&self, name: Symbol) -> bool {
        let index = &self.cx.index;
        let own = |i: &&u32| {
            let item = &index.items[**i as usize];
            item.kind == ItemKind::Type && item.namespace == self.cx.site.namespace
        };
        index.named(name).iter().filter(own).nth(1).is_some()
    }

    /// A class that another one declares and that is defined outside of it ([class.nest] 2).
    fn member_record(&mut self, class: &'a Spec<'a>, r: &'a RecordSpec<'a>) -> Ty {
        let outer = self.base_type(class, words::EMPTY);
        let Some(id) = self.cx.class_id(outer) else { return Ty::ERROR };
        // The class itself may have asked for it by now.
        if let Some(t) = self.cx.type_of_definition(r.id, self.cx.site.env.id) {
            return t;
        }
        let found = self.cx.classes.all.get(&id).map(|c| (c.entities.get(&r.name.sym), &c.env));
        let Some((Some(Entity::Type(t, _)), env)) = found else {
            let (name, class) = (self.cx.text(r.name.sym).to_string(), self.cx.type_name(outer));
            let text = format!("`{class}` declares no class `{name}`");
            self.error(code::UNKNOWN_MEMBER, r.name.span, text);
            return Ty::ERROR;
        };
        let (t, env) = (*t, env.clone());
        match self.cx.types.get_record(t) {
            Some((member, rec)) if !rec.complete && !self.cx.classes.all.contains_key(&member) => {
                self.cx.note_definition(r.id, self.cx.site.env.id, t);
                self.in_class_around(id, &env, |b| b.define_class(member, r));
            }
            _ => {
                let text = format!("the type `{}` is defined twice", self.cx.text(r.name.sym));
                self.error(code::REDEFINED, r.name.span, text);
            }
        }
        t
    }

    /// Does something for a member of a class that is defined outside of it: names in it are looked up from the class's
    /// namespace.
    pub(super) fn in_class_around<R>(
        &mut self,
        id: RecordId,
        env: &Env,
        act: impl FnOnce(&mut Body<'_, 'a, '_, '_>) -> R,
    ) -> R {
        let here = self.cx.site.namespace;
        let around = self.cx.classes.all.get(&id).map_or(here, |c| c.namespace);
        let around = if wrong!(MembersStandWhereDefined) { here } else { around };
        let arena = TypedArenas::small();
        let place = self.cx.site.place;
        let site = self.cx.site.within(env, Some(id)).at(around, place);
        let mut b = Body::at_site(&mut *self.cx, &arena, site);
        b.member_of = Some(id);
        act(&mut b)
    }

    /// The data members of a class; its member types and constants are declared on the way.
    pub(in crate::check) fn data_members(&mut self, r: &'a RecordSpec<'a>) -> Vec<Member> {
        let mut list = Vec::new();
        for d in r.members {
            let f = d.spec.flags;
            if d.using.is_some() {
                self.class_using(d);
                continue;
            }
            if d.template.is_some() {
                self.member_template(d, r.list);
                continue;
            }
            if let Some(a) = d.assertion {
                self.static_assertion_outside(a, true);
                continue;
            }
            if f.has(Flags::STATIC | Flags::TYPEDEF | Flags::EXTERN) {
                self.class_member(d);
                continue;
            }
            if d.declarators.is_empty() {
                if let Base::Tag(tag, s) = d.spec.base
                    && let Some(c) = self.member_of.and_then(|r| self.cx.classes.all.get(&r))
                    && tag != Tag::Enum
                    && d.spec.path.is_none()
                    && !c.entities.contains_key(&s)
                {
                    // `struct X;` in a class is the class's own X ([basic.scope.pdecl] 7).
                    self.new_record(tag, s);
                    continue;
                }
                let ty = self.base_type(d.spec, words::EMPTY);
                let anonymous =
                    matches!(d.spec.base, Base::Record(r) if r.name.sym == words::EMPTY);
                if anonymous {
                    list.push(Member { access: d.access, ..Member::new(ty, d.span) });
                }
                continue;
            }
            for x in d.declarators {
                let x = self.expanded_declarator(x);
                let ty = self.type_of(x.ty);
                let ty = self.moded(ty, x.mode);
                let (align, typedef_align) = self.member_alignment(d.spec, x, ty, r.pack);
                if let Some(bits) = x.bits.filter(|_| x.init.is_some())
                    && !self.cx.options.dialect.is_cpp20()
                {
                    let text = "a bit-field has no initial value before C++20";
                    self.error(code::BAD_BITFIELD, bits.span, text);
                }
                if let Some(e) = x.init
                    && let Some(c) = self.member_of.and_then(|r| self.cx.classes.all.get_mut(&r))
                {
                    c.inits.push((
                        x.name.sym,
                        if x.direct { Initial::List(e) } else { Initial::Copy(e) },
                    ));
                }
                if self.is_function_by_its_type(ty, x.name.span) {
                    continue;
                }
                if !ty.is_error() && !self.cx.types.is_complete(ty) {
                    let t = self.cx.type_name(ty);
                    self.cx.error(
                        code::INCOMPLETE_TYPE,
                        x.name.span,
                        format!("a member cannot be of type `{t}`"),
                    );
                    continue;
                }
                let width = match x.bits {
                    Some(e) => match self.bit_width(e, ty, x.name.sym) {
                        Some(w) => Some(w),
                        None => continue,
                    },
                    None => None,
                };
                if ty.bare() > Ty::DOUBLE && self.no_member_pointer(ty, x.name.span) {
                    continue;
                }
                list.push(Member {
                    name: x.name.sym,
                    width,
                    align,
                    typedef_align,
                    packed: x.packed || f.has(Flags::PACKED),
                    mutable: f.has(Flags::MUTABLE) && !wrong!(MutableIgnored),
                    access: d.access,
                    ..Member::new(ty, x.name.span)
                });
            }
        }
        list
    }

    pub(super) fn bit_width(&mut self, e: &'a Expr<'a>, ty: Ty, name: Symbol) -> Option<u32> {
        let n = self.integer_constant(e, "the width of a bit-field")?;
        if ty.is_error() {
            return None;
        }
        // What is past its type's bits is padding ([class.bit] 1).
        let most = self.cx.limits().object_bytes.min(1 << 24);
        if !self.cx.types.is_integer(ty) {
            self.cx.error(code::BAD_BITFIELD, e.span, "a bit-field must be of an integer type");
        } else if n < 0 || n as u64 > most || n == 0 && name != words::EMPTY {
            self.cx.error(
                code::BAD_BITFIELD,
                e.span,
                format!("the width of this bit-field must be 1 to {most}"),
            );
        } else {
            return Some(n as u32);
        }
        None
    }
}

impl Checker<'_, '_> {
    /// Defines the classes and enumerations that a class declares and that are defined outside of it.
    pub(in crate::check) fn define_members_outside(&mut self, id: RecordId) {
        let Some(c) = self.classes.all.get(&id) else { return };
        let class = c.spec.name.sym;
        let is_open = |t: Ty| match self.types.kind(t) {
            TypeKind::Enum(e) => self.types.enums.get(e).is_some_and(|e| e.open),
            _ => self.types.get_record(t).is_some_and(|(_, r)| !r.complete),
        };
        let mut open: Vec<Symbol> = c
            .entities
            .iter()
            .filter(|(_, e)| matches!(e, Entity::Type(t, _) if is_open(*t)))
            .map(|(s, _)| *s)
            .collect();
        open.sort_unstable();
        if self.is_of_template(id) {
            let arena = TypedArenas::small();
            for (spec, env) in self.enumerations_outside(id, &open) {
                Body::within(self, &arena, &env, Some(id)).define_member_enum(id, &env, spec);
            }
            return;
        }
        for name in open {
            for item in self.index.members(class, name).to_vec() {
                if self.index.items[item as usize].kind == ItemKind::Type {
                    self.declare_item(item);
                }
            }
        }
    }
}
