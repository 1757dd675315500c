//! Enumerations, from their syntax ([dcl.enum]).

use optx_source::{Span, code};

use crate::{
    ast::{EnumSpec, Enumerator},
    check::{Body, Const, Entity},
    intern::Symbol,
    types::{Ty, TypeKind},
    words,
};

/// The value of an enumerator, and the type that it has while its enumeration is open ([dcl.enum] 5).
#[derive(Clone, Copy)]
struct Valued {
    value: i128,
    ty: Ty,
}

impl<'a> Body<'_, 'a, '_, '_> {
    pub(in crate::check) fn enum_type(&mut self, e: &'a EnumSpec<'a>, named: Symbol) -> Ty {
        if let Some(t) = self.cx.type_of_definition(e.id, self.env.id) {
            if self.declare_again(e.name.sym, t) {
                self.declare_values_again(t, e.scoped);
            }
            return t;
        }
        let given = e.underlying.map(|t| self.type_of(t).bare());
        let fixed = given.or(e.scoped.then_some(Ty::INT));
        let t = match self.declared_enum(e) {
            Some(t) => {
                self.check_same_enum(e, t, given);
                t
            }
            None => self.new_enum(e, given, named),
        };
        self.cx.note_definition(e.id, self.env.id, t);
        if e.opaque {
            return t;
        }
        let values = self.enumerators(e, fixed);
        if fixed.is_none() {
            self.choose_underlying(t, &values);
        }
        if let TypeKind::Enum(id) = self.cx.types.kind(t) {
            let place = &mut self.cx.types.enums[id.0 as usize];
            place.defined = true;
            place.values = values.iter().map(|(s, v)| (*s, *v as i64)).collect();
        }
        if e.scoped {
            return t;
        }
        for (s, v) in values {
            let entity = Entity::Const(t, Const::Int(v as i64));
            if let Some(c) = self.member_of.and_then(|r| self.cx.classes.get_mut(&r)) {
                c.entities.insert(s, entity);
            } else if self.in_function() {
                self.declare_in_scope(s, entity);
            } else {
                self.cx.set_entity(s, entity);
            }
        }
        t
    }

    /// The enumeration that one belongs to which is declared before, by name and underlying type or with its enumerators
    /// ([dcl.enum] 3).
    fn declared_enum(&self, e: &EnumSpec<'_>) -> Option<Ty> {
        let name = Some(e.name.sym).filter(|s| *s != words::EMPTY)?;
        let found = if let Some(c) = self.member_of.and_then(|r| self.cx.classes.get(&r)) {
            match c.entities.get(&name) {
                Some(Entity::Type(t)) => Some(*t),
                _ => None,
            }
        } else if self.in_function() {
            self.type_in_block(name)
        } else {
            match self.cx.entity(name) {
                Some(Entity::Type(t)) => Some(t),
                _ => self.cx.tag(name),
            }
        };
        let TypeKind::Enum(id) = self.cx.types.kind(found?) else { return None };
        let place = self.cx.types.enums.get(id.0 as usize)?;
        // What is defined twice is told of where its names are declared.
        let same = e.opaque || !place.defined;
        found.filter(|_| same && !wrong!(OpaqueEnumerationsAreOthers))
    }

    fn new_enum(&mut self, e: &EnumSpec<'_>, given: Option<Ty>, named: Symbol) -> Ty {
        let sym = if e.name.sym == words::EMPTY { named } else { e.name.sym };
        let text =
            if sym == words::EMPTY { "<unnamed enum>" } else { self.cx.text(sym) }.to_string();
        let t = self.cx.types.new_enum(text, given.unwrap_or(Ty::INT));
        if let TypeKind::Enum(id) = self.cx.types.kind(t) {
            let promoted = self.cx.types.promote(given.unwrap_or(Ty::INT));
            let place = &mut self.cx.types.enums[id.0 as usize];
            place.class = self.member_of;
            place.promoted = promoted;
            place.fixed = given.is_some() || e.scoped;
            place.scoped = e.scoped;
        }
        if e.name.sym != words::EMPTY {
            self.declare_type(e.name.sym, t);
        }
        t
    }

    /// All declarations of an enumeration agree in its underlying type and scope ([dcl.enum] 6).
    fn check_same_enum(&mut self, e: &EnumSpec<'_>, t: Ty, given: Option<Ty>) {
        let TypeKind::Enum(id) = self.cx.types.kind(t) else { return };
        let Some(place) = self.cx.types.enums.get(id.0 as usize) else { return };
        let (scoped, fixed, underlying) = (place.scoped, place.fixed, place.underlying);
        let same = scoped == e.scoped
            && fixed == (given.is_some() || e.scoped)
            && (!fixed || underlying == given.unwrap_or(Ty::INT));
        if !same {
            let name = self.cx.text(e.name.sym);
            let text =
                format!("`{name}` was declared with another underlying type or scope before");
            self.cx.error(code::REDEFINED, e.span, text);
        }
    }

    /// Declares the enumerators of a block whose function is looked at once more.
    fn declare_values_again(&mut self, t: Ty, scoped: bool) {
        let TypeKind::Enum(id) = self.cx.types.kind(t) else { return };
        let values = self.cx.types.enums.get(id.0 as usize).map(|e| e.values.clone());
        for (s, v) in values.filter(|_| !scoped).unwrap_or_default() {
            self.declare_in_scope(s, Entity::Const(t, Const::Int(v)));
        }
    }

    /// The values of enumerators, each known to those behind it.
    fn enumerators(&mut self, e: &'a EnumSpec<'a>, fixed: Option<Ty>) -> Vec<(Symbol, i128)> {
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
            before = Some(v);
            if wrong!(EnumeratorsFromZero) {
                before = Some(Valued { value: values.len() as i128 - 1, ..v });
            }
        }
        self.close_scope_to(list_scope);
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
        let scalar = types.scalar(ty);
        if scalar == Ty::BOOL {
            return (0..=1).contains(&value);
        }
        let bits = types.size(scalar).min(8) * 8;
        let (low, high) = if types.is_signed(scalar) {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        };
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
            let place = &mut self.cx.types.enums[id.0 as usize];
            (place.underlying, place.promoted) = (underlying, promoted);
        }
    }

    pub(in crate::check) fn declare_enumerator(&mut self, s: Symbol, ty: Ty, v: i64, span: Span) {
        if let Some(c) = self.member_of.and_then(|r| self.cx.classes.get_mut(&r)) {
            c.entities.insert(s, Entity::Const(ty, Const::Int(v)));
            return;
        }
        if self.in_function() {
            self.declare_in_scope(s, Entity::Const(ty, Const::Int(v)));
            return;
        }
        if matches!(self.cx.entity(s), Some(e) if !matches!(e, Entity::Unparsable(_))) {
            let text = self.cx.text(s).to_string();
            self.cx.error(code::REDEFINED, span, format!("`{text}` is declared twice"));
        }
        self.cx.set_entity(s, Entity::Const(ty, Const::Int(v)));
    }
}
