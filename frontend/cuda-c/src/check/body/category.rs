//! Value categories: which expressions are objects, reading them, and giving values a place ([basic.lval],
//! [conv.lval], [conv.array], [conv.rval]).
//!
//! Idea: every typed expression is an lvalue, an xvalue or a prvalue. What C++ says is an lvalue (an assignment, `++x`,
//! `c ? a : b`, `(a, b)`) is one here, and [`Body::rvalue`] alone makes a value of it; [`Body::materialize`] alone makes
//! an object of a value. Nothing else converts between the two.

use crate::{
    check::{Body, body::E},
    typed::{Category, TKind},
    types::{BitField, Ty, TypeKind},
};

impl<'t> Body<'_, '_, 't, '_> {
    /// The category of what a reference to a type gives: functions are lvalues by any ([expr.call] 11, [expr.cast] 1).
    pub(super) fn category_of(&self, to: Ty, rvalue: bool) -> Category {
        match rvalue && self.cx.types.function_type(to).is_none() {
            true => Category::Xvalue,
            false => Category::Lvalue,
        }
    }

    /// The value of an object, its kind of node chosen by what the object is.
    pub(in crate::check) fn read(&mut self, e: E<'t>) -> E<'t> {
        let ty = e.ty.bare();
        match e.kind {
            TKind::Cond(c, a, b) => {
                let (a, b) = (self.rvalue(a), self.rvalue(b));
                self.mk(TKind::Cond(c, a, b), ty, e.span)
            }
            TKind::Comma(a, b) => {
                let b = self.rvalue(b);
                self.mk(TKind::Comma(a, b), ty, e.span)
            }
            // The value that was stored need not be read again.
            TKind::Assign(..) | TKind::OpAssign { .. } | TKind::IncDec { .. } => {
                self.mk(e.kind, ty, e.span)
            }
            // A part of a value needs no object, and no whole where the other parts do nothing.
            TKind::Field { base, offset, bits } if !is_of_object(e) => {
                if let TKind::Aggregate(parts) = base.kind
                    && let Some(p) = parts
                        .iter()
                        .find(|p| p.offset == offset && p.bits == bits && p.value.ty.bare() == ty)
                    && parts.iter().all(|q| std::ptr::eq(p, q) || q.value.is_plain())
                {
                    return p.value;
                }
                self.mk(e.kind, ty, e.span)
            }
            _ => self.mk(TKind::Load(e), ty, e.span),
        }
    }

    /// An object with the value of a prvalue; a part of a value is a part of an object with the whole value.
    pub(in crate::check) fn materialize(&mut self, e: E<'t>) -> E<'t> {
        if e.is_glvalue() || e.ty.is_error() {
            return e;
        }
        let mut fields = Vec::new();
        let mut root = e;
        // A bit-field has no place of its own: its value goes into a temporary of its type.
        while let TKind::Field { base, offset, bits } = root.kind
            && !root.is_glvalue()
            && (bits.is_none() || wrong!(PartsOfValuesHavePlaces))
        {
            fields.push((offset, bits, root.ty));
            root = base;
        }
        let same = |l: &crate::typed::LocalVar| l.name == crate::words::EMPTY && l.ty == root.ty;
        let shared =
            wrong!(TemporariesShareAPlace).then(|| self.variables.locals.find_id(same)).flatten();
        let l = match shared {
            Some(l) => l,
            None => self.temporary(root.ty, e.span),
        };
        let object = self.mk_lvalue(TKind::Local(l), root.ty, e.span);
        let set = self.mk(TKind::Init(object, root), Ty::VOID, e.span);
        let mut part = object;
        while let Some((offset, bits, ty)) = fields.pop() {
            part = self.mk_lvalue(TKind::Field { base: part, offset, bits }, ty, e.span);
        }
        self.mk_as(TKind::Comma(set, part), part.ty, Category::Xvalue, e.span)
    }

    /// A value of a class with the qualifiers that its type has where it is written: a cast's and a call's are kept.
    pub(super) fn qualified_value(&mut self, v: E<'t>, to: Ty) -> E<'t> {
        let plain = v.is_glvalue() || v.ty.bare() != to.bare() || !self.cx.types.is_record(to);
        if plain || v.ty == to || wrong!(CastsDropQualifiers) {
            return v;
        }
        self.mk(v.kind, to, v.span)
    }

    /// The address of an object.
    pub(in crate::check) fn address(&mut self, e: E<'t>) -> E<'t> {
        let p = self.cx.types.pointer(e.ty);
        match e.kind {
            TKind::Deref(inner) if inner.ty.bare() == p => inner,
            TKind::Deref(inner) => self.mk(inner.kind, p, inner.span),
            TKind::Comma(a, b) => {
                let b = self.address(b);
                self.mk(TKind::Comma(a, b), b.ty, e.span)
            }
            _ => {
                let e = self.in_temporary(e);
                self.mk(TKind::AddrOf(e), p, e.span)
            }
        }
    }

    /// A part of a value whose destruction does something as a part of a temporary, which is what is destroyed.
    fn in_temporary(&mut self, e: E<'t>) -> E<'t> {
        let TKind::Field { base, offset, bits } = e.kind else { return e };
        let whole = match base.is_glvalue() {
            true => self.in_temporary(base),
            false if self.cx.is_destroyed(base.ty) => self.materialize(base),
            false => return e,
        };
        if std::ptr::eq(whole, base) {
            return e;
        }
        self.mk_as(TKind::Field { base: whole, offset, bits }, e.ty, e.category, e.span)
    }

    /// A part of an object, of its category; that of a value is an xvalue, as the value is a temporary object then
    /// ([expr.ref] 4, [basic.lval] 2).
    pub(in crate::check) fn part(
        &mut self,
        base: E<'t>,
        offset: u64,
        bits: Option<BitField>,
        ty: Ty,
    ) -> E<'t> {
        let kind = TKind::Field { base, offset, bits };
        let category = match base.category {
            _ if wrong!(MembersAreLvalues) => Category::Lvalue,
            Category::Prvalue => Category::Xvalue,
            category => category,
        };
        self.mk_as(kind, ty, category, base.span)
    }

    /// The bit-field that an expression is or reads.
    pub(super) fn bit_field(&self, e: E<'t>) -> Option<BitField> {
        match e.kind {
            TKind::Field { bits, .. } => bits,
            TKind::Load(x) | TKind::Comma(_, x) => self.bit_field(x),
            TKind::Assign(x, _)
            | TKind::OpAssign { target: x, .. }
            | TKind::IncDec { target: x, prefix: true, .. } => self.bit_field(x),
            _ => None,
        }
    }

    /// Whether an object, or a part of a class's value, is or may turn out to be a bit-field: it has no address.
    pub(super) fn may_be_bit_field(&self, e: E<'t>) -> bool {
        match e.kind {
            // A value is none, unless it is one bit-field of a value or another.
            TKind::Cond(_, a, b) if !e.is_glvalue() && !wrong!(ChosenValuesAreBitFields) => {
                self.may_be_bit_field(a) && self.may_be_bit_field(b)
            }
            TKind::Cond(_, a, b) => self.may_be_bit_field(a) || self.may_be_bit_field(b),
            TKind::Comma(_, x) => self.may_be_bit_field(x),
            TKind::Field { bits, .. } => {
                bits.is_some() && (e.is_glvalue() || !wrong!(PartsOfValuesHavePlaces))
            }
            _ => e.is_glvalue() && self.bit_field(e).is_some(),
        }
    }

    /// A change of an object by a value, which is computed before the object is found ([expr.ass] 1). Where the object is
    /// one of several that may be bit-fields, the change is made in each arm: which of them it is has no address.
    pub(super) fn changed_by(
        &mut self,
        target: E<'t>,
        value: E<'t>,
        change: &mut dyn FnMut(&mut Self, E<'t>, E<'t>) -> E<'t>,
    ) -> E<'t> {
        let mut object = target;
        while let TKind::Comma(_, x) = object.kind {
            object = x;
        }
        if !matches!(object.kind, TKind::Cond(..)) || !self.may_be_bit_field(object) {
            return change(self, target, value);
        }
        let constant = matches!(value.kind, TKind::Int(_));
        let (keep, value) = match constant {
            true => (None, value),
            false => {
                let (keep, again) = self.kept_anyway(value);
                (Some(keep), again)
            }
        };
        let e = self.changed_arms(target, &mut |b, arm| change(b, arm, value));
        match keep {
            Some(keep) if !e.ty.is_error() => {
                self.mk_as(TKind::Comma(keep, e), e.ty, e.category, e.span)
            }
            _ => e,
        }
    }

    /// A change of an object, done in each arm of `c ? a : b`.
    pub(super) fn changed_arms(
        &mut self,
        target: E<'t>,
        change: &mut dyn FnMut(&mut Self, E<'t>) -> E<'t>,
    ) -> E<'t> {
        let (kind, e) = match target.kind {
            TKind::Cond(c, a, b) if self.may_be_bit_field(target) => {
                let (a, b) = (self.changed_arms(a, change), self.changed_arms(b, change));
                (TKind::Cond(c, a, b), if a.ty.is_error() { a } else { b })
            }
            TKind::Comma(first, x) if self.may_be_bit_field(x) => {
                let x = self.changed_arms(x, change);
                (TKind::Comma(first, x), x)
            }
            _ => return change(self, target),
        };
        if e.ty.is_error() { e } else { self.mk_as(kind, e.ty, e.category, target.span) }
    }

    /// The type that an integer expression is promoted to ([conv.prom]): a bit-field's goes by its width.
    pub(in crate::check) fn promotion(&self, e: E<'t>) -> Ty {
        let types = &self.cx.types;
        let by_type = types.promote(e.ty);
        let Some(b) = self.bit_field(e) else { return by_type };
        if matches!(types.kind(e.ty), TypeKind::Enum(_)) || !types.is_integer(e.ty) {
            return by_type;
        }
        if wrong!(BitFieldsPromoteByType) || wrong!(WideBitFieldsStayWide) && types.size(e.ty) == 8
        {
            return by_type;
        }
        match (b.width, types.is_signed(e.ty)) {
            (0..32, _) | (32, true) => Ty::INT,
            (32, false) => Ty::UINT,
            _ => by_type,
        }
    }
}

/// Whether what a part is of is an object.
fn is_of_object(e: E<'_>) -> bool {
    let mut root = e;
    while let TKind::Field { base, .. } = root.kind {
        root = base;
    }
    root.is_glvalue()
}
