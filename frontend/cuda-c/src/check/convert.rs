//! Conversions and the folding of constants.

use optx_source::{Diagnostic, Span, code};

use super::{Body, body::E};
use crate::{
    ast::BinaryOp,
    typed::TKind,
    types::{Ty, TypeKind, Types, UNKNOWN},
};

/// Cuts an integer to its type and extends it again.
pub(crate) fn wrap(types: &Types, v: i64, t: Ty) -> i64 {
    if matches!(types.kind(t), TypeKind::Pointer(_)) {
        return v;
    }
    match types.scalar(t) {
        Ty::BOOL => i64::from(v != 0),
        Ty::CHAR | Ty::SCHAR => i64::from(v as i8),
        Ty::UCHAR => i64::from(v as u8),
        Ty::SHORT => i64::from(v as i16),
        Ty::USHORT => i64::from(v as u16),
        Ty::INT => i64::from(v as i32),
        Ty::UINT => i64::from(v as u32),
        _ => v,
    }
}

/// How good a conversion is, for overloads. Lower is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    Exact,
    /// Exact but for a qualifier of what is pointed to.
    Qualified,
    Promotion,
    Conversion,
    /// Through a constructor or a conversion function.
    User,
}

impl<'t> Body<'_, '_, 't, '_> {
    /// The value of an expression: objects are read, arrays become pointers to their first element.
    pub(super) fn rvalue(&mut self, e: E<'t>) -> E<'t> {
        if e.ty.is_error() {
            return e;
        }
        if let TypeKind::Array(elem, _) = self.cx.types.kind(e.ty) {
            // A member array of a const or volatile object has such elements.
            let p = self.cx.types.pointer(elem.with(e.ty.quals() & 3));
            if !e.lvalue {
                return self.array_of_value(e, p);
            }
            return self.mk(TKind::AddrOf(e), p, e.span);
        }
        if !e.lvalue {
            return e;
        }
        match e.kind {
            TKind::Local(l) => {
                if let Some(c) = self.values.get(&l).copied() {
                    return self.constant_expr(c, e.ty.bare(), e.span);
                }
            }
            TKind::Global(g) => {
                let g = &self.cx.globals[g.0 as usize];
                if g.space == super::Space::Host
                    && let Some(c) = g.value
                {
                    return self.constant_expr(c, e.ty.bare(), e.span);
                }
            }
            TKind::Deref(p) if p.ty.is_error() => return p,
            _ => {}
        }
        if !self.cx.types.is_complete(e.ty) {
            if e.ty.bare() == Ty::VOID {
                return self.error(
                    code::VOID_VALUE,
                    e.span,
                    "a value of type `void` cannot be used",
                );
            }
            let t = self.cx.type_name(e.ty);
            return self.error(
                code::INCOMPLETE_TYPE,
                e.span,
                format!("the type `{t}` is not complete"),
            );
        }
        let narrow = matches!(e.kind, TKind::Field { bits: Some(b), .. } if b.width < 32);
        let value = self.mk(TKind::Load(e), e.ty.bare(), e.span);
        // An unsigned bit-field that an `int` can hold is promoted to `int` ([conv.prom] 5), not to its declared type.
        if narrow && value.ty == Ty::UINT { self.cast_node(value, Ty::INT) } else { value }
    }

    /// A pointer to the first element of a member array of a value, which is kept in a local for it.
    fn array_of_value(&mut self, e: E<'t>, p: Ty) -> E<'t> {
        let mut fields = Vec::new();
        let mut root = e;
        while let TKind::Field { base, offset, .. } = root.kind {
            fields.push((offset, root.ty));
            root = base;
        }
        let l = self.temporary(root.ty.bare(), e.span);
        let object = self.mk_lvalue(TKind::Local(l), root.ty.bare(), e.span);
        let set = self.mk(TKind::Assign(object, root), root.ty.bare(), e.span);
        let mut part = object;
        while let Some((offset, ty)) = fields.pop() {
            part = self.mk_lvalue(TKind::Field { base: part, offset, bits: None }, ty, e.span);
        }
        let address = self.mk(TKind::AddrOf(part), p, e.span);
        self.mk(TKind::Comma(set, address), p, e.span)
    }

    pub(super) fn constant_expr(&self, c: super::Const, ty: Ty, span: Span) -> E<'t> {
        match c {
            super::Const::Int(v) => self.mk(TKind::Int(v), ty, span),
            super::Const::Float(v) => self.mk(TKind::Float(v), ty, span),
        }
    }

    /// A conversion node to `to`, folded where the value is constant. Both types are scalar.
    pub(super) fn cast_node(&mut self, e: E<'t>, to: Ty) -> E<'t> {
        let to = to.bare();
        let from = e.ty.bare();
        if from == to {
            return e;
        }
        let types = &self.cx.types;
        match e.kind {
            TKind::Int(v) => {
                if types.is_float(to) {
                    let unsigned = matches!(types.scalar(from), Ty::ULONG | Ty::ULONGLONG);
                    let f = match (to == Ty::FLOAT, unsigned) {
                        (true, true) => f64::from(v as u64 as f32),
                        (true, false) => f64::from(v as f32),
                        (false, true) => v as u64 as f64,
                        (false, false) => v as f64,
                    };
                    return self.mk(TKind::Float(f), to, e.span);
                }
                let w = if to == Ty::BOOL { i64::from(v != 0) } else { wrap(types, v, to) };
                return self.mk(TKind::Int(w), to, e.span);
            }
            TKind::Float(v) => {
                if to == Ty::BOOL {
                    return self.mk(TKind::Int(i64::from(v != 0.0)), to, e.span);
                }
                if types.is_float(to) {
                    let f = if to == Ty::FLOAT { f64::from(v as f32) } else { v };
                    return self.mk(TKind::Float(f), to, e.span);
                }
                if types.is_integer(to) {
                    let unsigned = matches!(types.scalar(to), Ty::ULONG | Ty::ULONGLONG);
                    let w = if unsigned { v as u64 as i64 } else { v as i64 };
                    // Out of range is undefined; what the hardware does is left to it.
                    if wrap(types, w, to) == w {
                        return self.mk(TKind::Int(w), to, e.span);
                    }
                }
            }
            _ => {}
        }
        self.mk(TKind::Cast(e), to, e.span)
    }

    /// A condition: the value as a bool.
    pub(super) fn condition(&mut self, e: E<'t>) -> E<'t> {
        let e = self.rvalue(e);
        if e.ty.is_error() {
            return e;
        }
        if self.cx.types.is_record(e.ty)
            && let Some(c) = self.user_conversion(e, Ty::BOOL, true)
        {
            let v = self.apply_conversion(c, e, Ty::BOOL);
            return if v.ty.is_error() { v } else { self.cast_node(v, Ty::BOOL) };
        }
        if e.ty.bare() == Ty::VOID || !self.cx.types.is_scalar(e.ty) {
            let t = self.cx.type_name(e.ty);
            return self.error(
                code::BAD_CONDITION_TYPE,
                e.span,
                format!("a value of type `{t}` cannot be a condition"),
            );
        }
        self.cast_node(e, Ty::BOOL)
    }

    /// How `e` converts to `to` implicitly.
    pub(super) fn rank(&mut self, e: E<'t>, to: Ty) -> Option<Rank> {
        if e.ty.bare() == Ty::BRACES {
            return self.braces_rank(e, to);
        }
        if let Some(k) = self.standard_rank(e, to) {
            return Some(k);
        }
        let object = match self.cx.types.kind(to) {
            TypeKind::Reference(r, _) => r,
            _ => to,
        };
        if !self.cx.types.is_record(e.ty) && !self.cx.types.is_record(object) {
            return None;
        }
        if let TypeKind::Reference(r, _) = self.cx.types.kind(to)
            && !r.is_const()
        {
            return None;
        }
        self.user_conversion(e, to, false).map(|_| Rank::User)
    }

    /// As [`Body::rank`], without conversions that classes define.
    pub(super) fn standard_rank(&self, e: E<'t>, to: Ty) -> Option<Rank> {
        let types = &self.cx.types;
        if e.ty.is_error() || to.is_error() {
            return Some(Rank::Exact);
        }
        if let TypeKind::Reference(r, _) = types.kind(to) {
            let object = self.object_type(e);
            if let Some(object) = object.filter(|t| types.same_but_qualified(*t, r)) {
                let (from, to) = (types.qualifiers(object), types.qualifiers(r));
                let lost = from & !to & 3;
                return (lost == 0).then_some(if from & 3 == to & 3 {
                    Rank::Exact
                } else {
                    Rank::Promotion
                });
            }
            if let Some(object) = object
                && self.cx.base_offset(object, r).is_some()
            {
                return (object.quals() & !r.quals() & 3 == 0).then_some(Rank::Conversion);
            }
            if !r.is_const() {
                return None;
            }
            return self.standard_rank(e, r.bare()).map(|k| k.max(Rank::Promotion));
        }
        let decayed = match types.kind(e.ty) {
            TypeKind::Array(elem, _) => TypeKind::Pointer(elem),
            k => k,
        };
        if e.ty.bare() == to.bare() {
            return Some(Rank::Exact);
        }
        match (decayed, types.kind(to)) {
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                let lost = a.quals() & !b.quals() & 3;
                if lost != 0 {
                    return None;
                }
                if a.bare() == b.bare() || self.similar_arrays(a, b) {
                    let same = a.quals() & 3 == b.quals() & 3;
                    return Some(if same { Rank::Exact } else { Rank::Qualified });
                }
                (b.bare() == Ty::VOID || self.cx.base_offset(a, b).is_some())
                    .then_some(Rank::Conversion)
            }
            (TypeKind::NullPtr, TypeKind::Pointer(_)) => Some(Rank::Conversion),
            (TypeKind::Pointer(_), TypeKind::Bool) => Some(Rank::Conversion),
            (_, TypeKind::Pointer(_)) => (matches!(e.kind, TKind::Int(0))
                && types.is_integer(e.ty))
            .then_some(Rank::Conversion),
            (_, TypeKind::Enum(_)) => None,
            (TypeKind::Enum(e), _) if types.enums[e.0 as usize].scoped => None,
            (TypeKind::Record(_), TypeKind::Record(_)) => {
                self.cx.base_offset(e.ty, to).map(|_| Rank::Conversion)
            }
            _ => {
                if !types.is_arithmetic(e.ty) || !types.is_arithmetic(to) {
                    return None;
                }
                let promoted = types.promote(e.ty) == to.bare()
                    || e.ty.bare() == Ty::FLOAT && to.bare() == Ty::DOUBLE;
                Some(if promoted { Rank::Promotion } else { Rank::Conversion })
            }
        }
    }

    /// `T[]` and `T[n]` as what pointers point to.
    fn similar_arrays(&self, a: Ty, b: Ty) -> bool {
        match (self.cx.types.element(a), self.cx.types.element(b)) {
            (Some((x, n)), Some((y, m))) => {
                x.bare() == y.bare() && (n == m || n == UNKNOWN || m == UNKNOWN)
            }
            _ => false,
        }
    }

    /// Converts implicitly, as an assignment or an argument does.
    pub(super) fn convert(&mut self, e: E<'t>, to: Ty) -> E<'t> {
        if e.ty.bare() == Ty::BRACES {
            return self.braces_value(e, to);
        }
        let e = self.rvalue(e);
        if e.ty.is_error() || to.is_error() {
            return e;
        }
        if e.ty.bare() == to.bare() {
            return e;
        }
        if self.standard_rank(e, to).is_some() {
            if self.cx.types.is_record(to) {
                return self.base_value(e, to);
            }
            if let Some(p) = self.base_pointer(e, to) {
                return p;
            }
            return self.cast_node(e, to);
        }
        if (self.cx.types.is_record(to) || self.cx.types.is_record(e.ty))
            && let Some(c) = self.user_conversion(e, to, false)
        {
            return self.apply_conversion(c, e, to);
        }
        self.mismatch(e, to);
        self.bad(e.span)
    }

    /// The base class part of a value.
    fn base_value(&mut self, e: E<'t>, to: Ty) -> E<'t> {
        match self.cx.base_offset(e.ty, to) {
            Some(offset) if e.ty.bare() != to.bare() => {
                self.mk(TKind::Field { base: e, offset, bits: None }, to.bare(), e.span)
            }
            _ => e,
        }
    }

    /// A pointer to the base class part of what a pointer points to.
    fn base_pointer(&mut self, e: E<'t>, to: Ty) -> Option<E<'t>> {
        let (a, b) = (self.cx.types.pointee(e.ty)?, self.cx.types.pointee(to)?);
        if a.bare() == b.bare() || b.bare() == Ty::VOID {
            return None;
        }
        let offset = self.cx.base_offset(a, b)?;
        let object = self.mk_lvalue(TKind::Deref(e), a, e.span);
        let part = self.mk_lvalue(TKind::Field { base: object, offset, bits: None }, b, e.span);
        Some(self.mk(TKind::AddrOf(part), to.bare(), e.span))
    }

    fn mismatch(&mut self, e: E<'t>, to: Ty) {
        let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
        if e.ty.bare() == Ty::VOID {
            self.error(code::VOID_VALUE, e.span, "a value of type `void` cannot be used");
            return;
        }
        let mut d = Diagnostic::new(
            code::TYPE_MISMATCH,
            e.span,
            format!("a value of type `{a}` cannot become one of type `{b}`"),
        );
        if let (Some(x), Some(y)) = (self.cx.types.pointee(e.ty), self.cx.types.pointee(to)) {
            if x.quals() & !y.quals() & 3 != 0 && x.bare() == y.bare() {
                d = d.note(Span::NONE, "the conversion would drop `const` or `volatile`");
            } else {
                d = d.note(Span::NONE, format!("a cast says that it is meant: `({b})`"));
            }
        } else if matches!(self.cx.types.kind(to), TypeKind::Enum(_))
            && self.cx.types.is_integer(e.ty)
        {
            d = d.note(Span::NONE, format!("a cast says that it is meant: `({b})`"));
        }
        self.cx.diags.push(d);
    }

    /// Converts as a cast does.
    pub(super) fn explicit(&mut self, e: E<'t>, to: Ty, span: Span) -> E<'t> {
        if to.is_error() || e.ty.is_error() {
            return self.bad(span);
        }
        if let TypeKind::Reference(r, _) = self.cx.types.kind(to) {
            let e = self.object(e);
            if !e.lvalue {
                return self.error(
                    code::BAD_CAST,
                    span,
                    "only an object can be cast to a reference",
                );
            }
            let p = self.cx.types.pointer(e.ty);
            let q = self.cx.types.pointer(r);
            let a = self.mk(TKind::AddrOf(e), p, span);
            let a = self.cast_node(a, q);
            return self.mk_lvalue(TKind::Deref(a), r, span);
        }
        if to.bare() == Ty::VOID {
            // The value is not wanted, but a volatile object is read.
            let e = if e.lvalue && e.ty.is_volatile() { self.rvalue(e) } else { e };
            return self.mk(TKind::Cast(e), Ty::VOID, span);
        }
        let e = self.rvalue(e);
        if e.ty.is_error() {
            return e;
        }
        if (self.cx.types.is_record(e.ty) || self.cx.types.is_record(to))
            && e.ty.bare() != to.bare()
        {
            if self.cx.types.is_record(to) && self.cx.base_offset(e.ty, to).is_some() {
                return self.base_value(e, to);
            }
            if let Some(c) = self.user_conversion(e, to, true) {
                let v = self.apply_conversion(c, e, to);
                return if v.ty.is_error() || v.ty.bare() == to.bare() {
                    v
                } else {
                    self.cast_node(v, to)
                };
            }
        }
        let types = &self.cx.types;
        let pointer_int = |a: Ty, b: Ty| types.is_pointer(a) && types.is_integer(b);
        let ok = e.ty.bare() == to.bare()
            || types.is_arithmetic(e.ty) && types.is_arithmetic(to)
            || types.is_pointer(e.ty) && matches!(types.kind(to), TypeKind::Pointer(_))
            || pointer_int(e.ty, to)
            || pointer_int(to, e.ty);
        if !ok {
            let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
            return self.error(
                code::BAD_CAST,
                span,
                format!("a value of type `{a}` cannot be cast to `{b}`"),
            );
        }
        if self.cx.types.is_record(to) || e.ty.bare() == to.bare() {
            return e;
        }
        self.cast_node(e, to)
    }

    /// The value of an operation on constants of type `ty`, if it has one.
    pub(super) fn fold(
        &mut self,
        op: BinaryOp,
        a: E<'t>,
        b: E<'t>,
        ty: Ty,
        span: Span,
    ) -> Option<E<'t>> {
        match (a.kind, b.kind) {
            (TKind::Int(x), TKind::Int(y)) => {
                let t = self.cx.types.scalar(ty);
                if !self.cx.types.is_integer(t) {
                    return None;
                }
                let signed = self.cx.types.is_signed(t);
                let bits = self.cx.types.size(t) as u32 * 8;
                let v: i128 = fold_integers(op, x, y, signed, bits)?;
                let w = wrap(&self.cx.types, v as i64, ty);
                if signed && i128::from(w) != v && op != BinaryOp::Shl {
                    let t = self.cx.type_name(ty);
                    self.cx.diags.push(Diagnostic::new(
                        code::OVERFLOW,
                        span,
                        format!("this constant does not fit `{t}`"),
                    ));
                }
                Some(self.mk(TKind::Int(w), ty, span))
            }
            (TKind::Float(x), TKind::Float(y)) => {
                let v = if ty.bare() == Ty::FLOAT {
                    let (x, y) = (x as f32, y as f32);
                    f64::from(match op {
                        BinaryOp::Add => x + y,
                        BinaryOp::Sub => x - y,
                        BinaryOp::Mul => x * y,
                        BinaryOp::Div => x / y,
                        _ => return None,
                    })
                } else {
                    match op {
                        BinaryOp::Add => x + y,
                        BinaryOp::Sub => x - y,
                        BinaryOp::Mul => x * y,
                        BinaryOp::Div => x / y,
                        _ => return None,
                    }
                };
                // A NaN's bits are the hardware's matter.
                (!v.is_nan()).then(|| self.mk(TKind::Float(v), ty, span))
            }
            _ => None,
        }
    }

    /// The value of a comparison of constants of type `ty`.
    pub(super) fn fold_compare(&self, op: BinaryOp, a: E<'t>, b: E<'t>, ty: Ty) -> Option<bool> {
        let order = match (a.kind, b.kind) {
            (TKind::Int(x), TKind::Int(y)) => Some(if self.cx.types.is_signed(ty) {
                x.cmp(&y)
            } else {
                (x as u64).cmp(&(y as u64))
            }),
            (TKind::Float(x), TKind::Float(y)) => x.partial_cmp(&y),
            _ => return None,
        };
        use std::cmp::Ordering::{Equal, Greater, Less};
        Some(match op {
            BinaryOp::Lt => order == Some(Less),
            BinaryOp::Gt => order == Some(Greater),
            BinaryOp::Le => matches!(order, Some(Less | Equal)),
            BinaryOp::Ge => matches!(order, Some(Greater | Equal)),
            BinaryOp::Eq => order == Some(Equal),
            _ => order != Some(Equal),
        })
    }
}

fn fold_integers(op: BinaryOp, x: i64, y: i64, signed: bool, bits: u32) -> Option<i128> {
    let (a, b) = if signed {
        (i128::from(x), i128::from(y))
    } else {
        (i128::from(x as u64), i128::from(y as u64))
    };
    let count = u32::try_from(y).ok().filter(|c| *c < bits);
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b != 0 => a / b,
        BinaryOp::Rem if b != 0 => a % b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << count?,
        BinaryOp::Shr => a >> count?,
        _ => return None,
    })
}
