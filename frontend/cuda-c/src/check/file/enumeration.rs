//! Enumerations, from their syntax ([dcl.enum]).

use optx_source::{Span, code};

use crate::{
    ast::{EnumSpec, Enumerator, Spec},
    check::{Body, Checker, Const, Entity, Env},
    intern::Symbol,
    types::{EnumId, RecordId, Ty, TypeKind},
    words,
};

/// The value of an enumerator, and the type that it has while its enumeration is open ([dcl.enum] 5).
#[derive(Clone, Copy)]
struct Valued {
    value: i128,
    ty: Ty,
}

impl<'a> Body<'_, 'a, '_, '_> {
    pub(super) fn enum_type(&mut self, e: &'a EnumSpec<'a>, named: Symbol) -> Ty {
        if let Some(t) = self.cx.type_of_definition(e.id, self.cx.site.env.id) {
            self.declare_enum_again(e, t);
            return t;
        }
        if let Some(class) = e.class {
            return self.member_enum(class, e);
        }
        if e.path.is_some() && !self.is_declared_apart(e.name.sym) {
            let text = format!("no namespace here declares `{}`", self.cx.text(e.name.sym));
            self.error(code::UNKNOWN_TYPE, e.name.span, text);
            return Ty::ERROR;
        }
        // What is stated for one instance of a class template is not what its class says ([temp.expl.spec] 1.6).
        if let Some(class) = self.member_of
            && !e.opaque
            && self.cx.is_stated_outside(class, e.name.sym)
            && let Some((stated, env)) =
                self.cx.enumerations_outside(class, &[e.name.sym]).into_iter().next()
        {
            return self.stated_enum(class, e, stated, &env);
        }
        self.define_enum(e, named)
    }

    /// An enumeration that is stated for one instance of a class template: it is declared as the class says, and has other enumerators.
    fn stated_enum(
        &mut self,
        class: RecordId,
        e: &'a EnumSpec<'a>,
        stated: &'a EnumSpec<'a>,
        env: &Env,
    ) -> Ty {
        let given = e.underlying.map(|t| self.type_of(t).bare());
        if !e.scoped && given.is_none() {
            let text = "an enumeration without `class` and underlying type cannot be specialised";
            self.error(code::TEMPLATE, stated.name.span, text);
            return Ty::ERROR;
        }
        let t = self.new_enum(e, words::EMPTY, given);
        if let Some(id) = self.cx.enum_id(t) {
            let place = &mut self.cx.types.enums[id];
            (place.scoped, place.open) = (e.scoped, true);
        }
        self.cx.note_definition(e.id, self.cx.site.env.id, t);
        self.define_member_enum(class, env, stated);
        t
    }

    /// An enumeration that a class declares and that is defined outside of it ([dcl.enum] 1).
    fn member_enum(&mut self, class: &'a Spec<'a>, e: &'a EnumSpec<'a>) -> Ty {
        let outer = self.base_type(class, words::EMPTY);
        let Some(id) = self.cx.class_id(outer) else { return Ty::ERROR };
        // The class itself may have asked for it by now.
        if let Some(t) = self.cx.type_of_definition(e.id, self.cx.site.env.id) {
            return t;
        }
        let Some(c) = self.cx.classes.all.get(&id) else { return Ty::ERROR };
        let (env, own) = (c.env.clone(), c.entities.get(&e.name.sym).copied());
        let declared = matches!(own, Some(Entity::Type(t, _)) if self.cx.enum_id(t).is_some());
        if !declared {
            let (name, class) = (self.cx.text(e.name.sym), self.cx.type_name(outer));
            let text = format!("`{class}` declares no enumeration `{name}`");
            self.error(code::UNKNOWN_MEMBER, e.name.span, text);
            return Ty::ERROR;
        }
        let t = self.define_member_enum(id, &env, e);
        self.cx.note_definition(e.id, self.cx.site.env.id, t);
        t
    }

    /// Defines an enumeration that a class declares, with the names around it.
    pub(super) fn define_member_enum(
        &mut self,
        class: RecordId,
        env: &Env,
        e: &'a EnumSpec<'a>,
    ) -> Ty {
        self.in_class_around(class, env, |b| b.define_enum(e, words::EMPTY))
    }

    /// Declares an enumeration, or defines one that may have been declared.
    fn define_enum(&mut self, e: &'a EnumSpec<'a>, named: Symbol) -> Ty {
        let given = e.underlying.map(|t| self.type_of(t).bare());
        let given = given.filter(|t| {
            // [dcl.enum] 2
            let right =
                self.cx.types.is_integer(*t) && self.cx.enum_id(*t).is_none() || t.is_error();
            if !right {
                let text = "an enumeration is of an integer type";
                self.error(code::TYPE_MISMATCH, e.name.span, text);
            }
            right
        });
        let fixed = given.or(e.scoped.then_some(Ty::INT));
        let t = match self.declared_enum(e.name.sym) {
            Some((t, id)) => {
                if !self.is_same_enum(id, e, fixed) || e.opaque {
                    return t;
                }
                t
            }
            None => self.new_enum(e, named, given),
        };
        let Some(id) = self.cx.enum_id(t) else { return t };
        self.cx.note_definition(e.id, self.cx.site.env.id, t);
        let place = &mut self.cx.types.enums[id];
        (place.scoped, place.open) = (e.scoped, e.opaque);
        let values = self.enumerators(e, id, fixed);
        if fixed.is_none() {
            self.choose_underlying(t, &values);
        }
        let values: Vec<_> = values.iter().map(|(s, v)| (*s, *v as i64)).collect();
        self.cx.types.enums[id].values = values.clone();
        if !e.scoped {
            for (s, v) in values {
                self.set_enumerator(s, Entity::Const(t, Const::Int(v)));
            }
        }
        t
    }

    /// An enumeration that no declaration came before.
    fn new_enum(&mut self, e: &EnumSpec<'_>, named: Symbol, given: Option<Ty>) -> Ty {
        let sym = if e.name.sym == words::EMPTY { named } else { e.name.sym };
        let text =
            if sym == words::EMPTY { "<unnamed enum>" } else { self.cx.text(sym) }.to_string();
        let given = given.filter(|_| !(e.opaque && wrong!(OpaqueEnumerationsAreInt)));
        let t = self.cx.types.new_enum(self.cx.site.namespace, text, given.unwrap_or(Ty::INT));
        if let Some(id) = self.cx.enum_id(t) {
            let promoted = self.cx.types.promote(given.unwrap_or(Ty::INT));
            let place = &mut self.cx.types.enums[id];
            place.class = self.member_of;
            place.promoted = promoted;
            place.fixed = given.is_some() || e.scoped;
        }
        if e.name.sym != words::EMPTY {
            self.declare_type(e.name.sym, t);
        }
        t
    }

    /// The enumeration of a name that the scope at hand declares.
    fn declared_enum(&self, name: Symbol) -> Option<(Ty, EnumId)> {
        if name == words::EMPTY {
            return None;
        }
        let t = if let Some(id) = self.member_of {
            match self.cx.classes.all.get(&id)?.entities.get(&name) {
                Some(Entity::Type(t, _)) => Some(*t),
                _ => None,
            }
        } else if self.in_function() {
            self.type_in_block(name)
        } else {
            match self.cx.entity(name) {
                Some(Entity::Type(t, _)) => Some(t),
                _ => self.cx.tag(name),
            }
        }?;
        Some((t, self.cx.enum_id(t)?))
    }

    /// Whether an enumeration is declared here as before, and not defined twice; an error where not ([dcl.enum] 3).
    fn is_same_enum(&mut self, id: EnumId, e: &EnumSpec<'_>, fixed: Option<Ty>) -> bool {
        let old = &self.cx.types.enums[id];
        let text = if old.scoped != e.scoped {
            "is declared as another kind of enumeration here than before"
        } else if old.fixed != fixed.is_some() || fixed.is_some_and(|t| t != old.underlying) {
            "has another underlying type here than before"
        } else if !old.open && !e.opaque {
            "is defined twice"
        } else {
            return true;
        };
        let text = format!("the enumeration `{}` {text}", self.cx.text(e.name.sym));
        self.cx.error(code::REDEFINED, e.name.span, text);
        false
    }

    /// Declares an enumeration of a block in that block where its function is looked at once more.
    fn declare_enum_again(&mut self, e: &EnumSpec<'_>, t: Ty) {
        if !self.in_function() || self.member_of.is_some() || wrong!(BodiesForgetTypes) {
            return;
        }
        if e.name.sym != words::EMPTY && !self.is_in_block(e.name.sym) {
            self.declare_in_scope(e.name.sym, Entity::plain(t));
        }
        let Some(id) = self.cx.enum_id(t).filter(|_| !e.scoped) else { return };
        for (s, v) in self.cx.types.enums[id].values.clone() {
            if !self.is_in_block(s) {
                self.declare_in_scope(s, Entity::Const(t, Const::Int(v)));
            }
        }
    }

    fn set_enumerator(&mut self, s: Symbol, entity: Entity) {
        if let Some(c) = self.member_of.and_then(|r| self.cx.classes.all.get_mut(&r)) {
            c.entities.insert(s, entity);
        } else if self.in_function() {
            self.declare_in_scope(s, entity);
        } else {
            self.cx.set_entity(s, entity);
        }
    }

    /// The values of enumerators, each known to those behind it.
    fn enumerators(
        &mut self,
        e: &'a EnumSpec<'a>,
        id: EnumId,
        fixed: Option<Ty>,
    ) -> Vec<(Symbol, i128)> {
        let mut values = Vec::with_capacity(e.list.len());
        let mut before = None;
        let list_scope = self.open_scope();
        for x in e.list {
            let v = self.enumerator(x, before, fixed);
            let name = x.name;
            let int = wrong!(OpenEnumeratorsAreInt) && self.has_value(Ty::INT, v.value);
            let v = Valued { ty: if int { Ty::INT } else { v.ty }, ..v };
            if e.scoped {
                // Those before it are known by their names up to the list's end ([dcl.enum] 5).
                self.declare_in_scope(name.sym, Entity::Const(v.ty, Const::Int(v.value as i64)));
            } else {
                self.declare_enumerator(name.sym, v.ty, v.value as i64, name.span);
            }
            values.push((name.sym, v.value));
            self.cx.types.enums[id].listed.push((name.sym, v.ty, v.value as i64));
            before = Some(v);
            if wrong!(EnumeratorsFromZero) {
                before = Some(Valued { value: values.len() as i128 - 1, ..v });
            }
        }
        self.close_scope_to(list_scope);
        self.cx.types.enums[id].listed.clear();
        values
    }

    /// The value of an enumerator behind another one.
    fn enumerator(
        &mut self,
        x: &'a Enumerator<'a>,
        before: Option<Valued>,
        fixed: Option<Ty>,
    ) -> Valued {
        let next = before.map_or(0, |b| b.value + 1);
        let stated = x.value.and_then(|v| self.typed_constant(v, "the value of an enumerator"));
        let mut v = match (stated, before) {
            (Some((n, ty)), _) => {
                let large = self.cx.types.size(ty) == 8
                    && !self.cx.types.is_signed(ty)
                    && !wrong!(LargeEnumeratorsAreNegative);
                Valued { value: if large { i128::from(n as u64) } else { i128::from(n) }, ty }
            }
            (None, Some(b)) if self.has_value(b.ty, next) => Valued { value: next, ty: b.ty },
            (None, None) => Valued { value: 0, ty: Ty::INT },
            // A type that holds it; nvcc takes a long one.
            (None, Some(_)) if self.has_value(Ty::LONG, next) => {
                Valued { value: next, ty: Ty::LONG }
            }
            (None, Some(_)) => Valued { value: next, ty: Ty::ULONG },
        };
        if let Some(ty) = fixed {
            v.ty = ty;
        }
        if !v.ty.is_error() && !self.has_value(v.ty, v.value) {
            let n = self.cx.type_name(v.ty);
            let text = format!("the value {} is outside of the range of `{n}`", v.value);
            self.cx.error(code::TYPE_MISMATCH, x.name.span, text);
        }
        v
    }

    /// Whether an integer type has a value.
    fn has_value(&self, ty: Ty, value: i128) -> bool {
        let types = &self.cx.types;
        let (low, high) = types.range(types.scalar(ty));
        (low..=high).contains(&value)
    }

    /// The underlying type of an enumeration that states none, as gcc and clang choose it: unsigned where no value is
    /// negative ([dcl.enum] 7).
    fn choose_underlying(&mut self, t: Ty, values: &[(Symbol, i128)]) {
        let least = values.iter().map(|v| v.1).min().unwrap_or(0).min(0);
        let most = values.iter().map(|v| v.1).max().unwrap_or(0).max(0);
        let fits = |ty| self.has_value(ty, least) && self.has_value(ty, most);
        let int = fits(Ty::INT);
        let (underlying, promoted) = if wrong!(EnumBitFieldsAreSigned) && int {
            (Ty::INT, Ty::INT)
        } else if fits(Ty::UINT) {
            (Ty::UINT, if int { Ty::INT } else { Ty::UINT })
        } else if int {
            (Ty::INT, Ty::INT)
        } else if fits(Ty::ULONG) {
            (Ty::ULONG, if fits(Ty::LONG) { Ty::LONG } else { Ty::ULONG })
        } else {
            (Ty::LONG, Ty::LONG)
        };
        if let TypeKind::Enum(id) = self.cx.types.kind(t) {
            let place = &mut self.cx.types.enums[id];
            (place.underlying, place.promoted) = (underlying, promoted);
        }
    }

    pub(super) fn declare_enumerator(&mut self, s: Symbol, ty: Ty, v: i64, span: Span) {
        if let Some(c) = self.member_of.and_then(|r| self.cx.classes.all.get_mut(&r)) {
            c.entities.insert(s, Entity::Const(ty, Const::Int(v)));
            return;
        }
        if self.in_function() {
            self.declare_in_scope(s, Entity::Const(ty, Const::Int(v)));
            return;
        }
        let taken = match self.cx.entity(s) {
            None | Some(Entity::Unparsable(_)) => false,
            Some(Entity::Type(t, _)) => !self.cx.hide_type(s, t),
            Some(_) => true,
        };
        if taken {
            let text = self.cx.text(s).to_string();
            self.cx.error(code::REDEFINED, span, format!("`{text}` is declared twice"));
        }
        self.cx.set_entity(s, Entity::Const(ty, Const::Int(v)));
    }
}

impl Checker<'_, '_> {
    fn enum_id(&self, t: Ty) -> Option<EnumId> {
        match self.types.kind(t) {
            TypeKind::Enum(e) => Some(e),
            _ => None,
        }
    }
}
