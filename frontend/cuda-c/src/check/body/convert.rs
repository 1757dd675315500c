//! Conversions and the folding of constants.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::BinaryOp,
    check::{Body, body::E, body::sequence::Conversion, constant},
    typed::{Category, TKind},
    types::{Ty, TypeKind, Types},
};

/// Cuts an integer to its type and extends it again.
pub(crate) fn wrap(types: &Types, v: i64, t: Ty) -> i64 {
    if matches!(types.kind(t), TypeKind::Pointer(_)) {
        return v;
    }
    match types.scalar(t) {
        Ty::SCHAR | Ty::UCHAR | Ty::SHORT | Ty::USHORT if wrong!(NarrowingSaturates) => {
            let most = 1i64 << (types.size(t) * 8 - u64::from(types.is_signed(t)));
            v.clamp(if types.is_signed(t) { -most } else { 0 }, most - 1)
        }
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

impl<'t> Body<'_, '_, 't, '_> {
    /// The value of an expression: objects are read, arrays become pointers to their first element.
    pub(in crate::check) fn rvalue(&mut self, e: E<'t>) -> E<'t> {
        if e.ty.is_error() {
            return e;
        }
        if let TypeKind::Array(elem, _) = self.cx.types.kind(e.ty) {
            // A member array of a const or volatile object has such elements.
            let p = self.cx.types.pointer(elem.with(e.ty.quals() & 3));
            let object = self.materialize(e);
            let address = self.address(object);
            return self.mk(address.kind, p, e.span);
        }
        if e.ty.bare() == Ty::OVERLOADS {
            return self.function_pointer(e).unwrap_or(e);
        }
        if !e.is_glvalue() {
            return e;
        }
        if let TKind::Deref(p) = e.kind
            && let TypeKind::Function(_) = self.cx.types.kind(e.ty)
        {
            return p;
        }
        if let Some(c) = self.captured_constant(e) {
            return self.constant_expr(c, e.ty.bare(), e.span);
        }
        match e.kind {
            TKind::Local(l) => {
                // Of floating type, and of pointers, only what is `constexpr` is a constant expression ([expr.const] 2.7).
                let types = &self.cx.types;
                let other = types.is_float(e.ty) || types.is_function_pointer(e.ty);
                if let Some(c) = self.variables.values.get(&l).copied()
                    && (!(other && self.mode.constant) || self.variables.constants.contains_key(&l))
                {
                    return self.constant_expr(c, e.ty.bare(), e.span);
                }
            }
            TKind::Global(g) => {
                let space = self.cx.output.globals[g].space;
                let fixed =
                    matches!(space, crate::check::Space::Host | crate::check::Space::Device);
                if fixed && let Some(c) = self.known_number(g) {
                    return self.constant_expr(c, e.ty.bare(), e.span);
                }
            }
            TKind::Deref(p) if p.ty.is_error() => return p,
            _ => {}
        }
        self.complete(e.ty, e.span);
        if !self.cx.types.is_complete(e.ty) {
            if e.ty.bare() == Ty::VOID {
                return self.error(
                    code::VOID_VALUE,
                    e.span,
                    "a value of type `void` cannot be used",
                );
            }
            return self.not_complete(e.ty, e.span);
        }
        if self.cx.by_address(e.ty) {
            return self.copy_initial(e, e.ty.bare());
        }
        if e.ty.is_volatile() && self.is_own_class(e.ty) {
            return self.no_constructor(e.ty.bare(), e.span);
        }
        self.read(e)
    }

    /// Whether a type is a class of the language itself, as vectors are: such are copied by const references alone, which do not bind to volatile
    /// objects ([class.copy.ctor] 7).
    pub(super) fn is_own_class(&self, ty: Ty) -> bool {
        self.cx.class_id(ty).is_some_and(|id| !self.cx.classes.all.contains_key(&id))
    }

    pub(in crate::check) fn constant_expr(
        &self,
        c: crate::check::Const,
        ty: Ty,
        span: Span,
    ) -> E<'t> {
        match c {
            crate::check::Const::Int(v) => self.mk(TKind::Int(v), ty, span),
            crate::check::Const::Float(v) => self.mk(TKind::Float(v), ty, span),
        }
    }

    /// A conversion node to `to`, folded where the value is constant. Both types are scalar.
    pub(in crate::check) fn cast_node(&mut self, e: E<'t>, to: Ty) -> E<'t> {
        let to = to.bare();
        let from = e.ty.bare();
        if from == to {
            return e;
        }
        // Numbers stand side by side, before all other types.
        if from.max(to) > Ty::DOUBLE
            && let Some(pointer) = self.cast_member_pointer(e, to)
        {
            return pointer;
        }
        if let Some(c) = self.const_of(e)
            && let Some(c) = constant::cast(&self.cx.types, c, from, to)
        {
            return self.constant_expr(c, to, e.span);
        }
        self.mk(TKind::Cast(e), to, e.span)
    }

    /// A condition: the value as a bool.
    pub(in crate::check) fn condition(&mut self, e: E<'t>) -> E<'t> {
        let e = if self.cx.types.is_record(e.ty) { e } else { self.rvalue(e) };
        if e.ty.is_error() {
            return e;
        }
        if self.cx.types.is_record(e.ty)
            && let Some((c, _)) = self.user_conversion(e, Ty::BOOL, true, false)
        {
            let v = self.apply_conversion(c, e, Ty::BOOL);
            return if v.ty.is_error() { v } else { self.cast_node(v, Ty::BOOL) };
        }
        if e.ty.bare() == Ty::VOID
            || !self.cx.types.is_scalar(e.ty)
            || self.cx.types.is_scoped(e.ty)
        {
            if e.ty.bare() == Ty::OVERLOADS {
                return self.ambiguous_function(e);
            }
            let t = self.cx.type_name(e.ty);
            return self.error(
                code::BAD_CONDITION_TYPE,
                e.span,
                format!("a value of type `{t}` cannot be a condition"),
            );
        }
        self.cast_node(e, Ty::BOOL)
    }

    /// The integer or enumeration that a class becomes where one is wanted: its conversions are to one such type
    /// ([conv] 5).
    pub(in crate::check) fn contextual_integer(&mut self, e: E<'t>) -> Option<E<'t>> {
        self.contextual_value(e, |types, t| types.is_integer(t))
    }

    /// The value of a kind that a class becomes where one of that kind is wanted.
    pub(super) fn contextual_value(
        &mut self,
        e: E<'t>,
        is: impl Fn(&Types, Ty) -> bool,
    ) -> Option<E<'t>> {
        // All that the class has count, those too that this object cannot use: one type alone is meant.
        let mut types = self.declared_conversion_results(e);
        types.retain(|t| is(&self.cx.types, *t));
        let [ty] = types[..] else { return None };
        // What gives another type takes no part, were its object's conversion better.
        let (f, _) = self.conversion_function_to(e, ty, false, false)?;
        let v = self.call_conversion(f, e);
        Some(self.rvalue(v))
    }

    /// Converts to a scalar type implicitly, or to a class by a copy.
    pub(in crate::check) fn convert(&mut self, e: E<'t>, to: Ty) -> E<'t> {
        if e.ty.bare() == Ty::BRACES {
            return self.braces_value(e, to);
        }
        if e.ty.is_error() || to.is_error() {
            return e;
        }
        if self.cx.types.is_record(to) {
            return self.copy_initial(e, to);
        }
        if self.cx.types.is_record(e.ty) {
            if let Some((c, _)) = self.user_conversion(e, to, false, false) {
                return self.apply_conversion(c, e, to);
            }
            self.mismatch(e, to);
            return self.bad(e.span);
        }
        if e.ty.bare() == Ty::OVERLOADS && self.cx.types.is_function_pointer(to) {
            let of = self.cx.types.pointee(to).unwrap_or(to.bare());
            return self.function_of_type(e, to).unwrap_or_else(|| self.no_function_of(e, of));
        }
        let e = self.rvalue(e);
        if e.ty.is_error() || e.ty.bare() == to.bare() {
            return e;
        }
        self.complete_for(e.ty, to, e.span);
        self.truncated_constant(e, to);
        if self.standard_sequence(e, to).is_some() {
            let (a, b) = (self.cx.types.pointee(e.ty), self.cx.types.pointee(to));
            if let (Some(a), Some(b)) = (a, b)
                && self.cx.derives(a, b)
                && !self.reach_base(a, b, e.span)
            {
                return self.bad(e.span);
            }
            let members = self.cx.types.member_pointee(e.ty).zip(self.cx.types.member_pointee(to));
            if let Some(((base, _), (derived, _))) = members
                && base != derived
                && !self.reach_base(derived, base, e.span)
            {
                return self.bad(e.span);
            }
            if a.zip(b).is_some_and(|(a, b)| a.is_const() && !b.is_const()) {
                let message =
                    "a string constant may not be written to, and this pointer lets it be";
                self.suspect(code::WRITABLE_STRING, e.span, message);
            }
            if let Some(p) = self.base_pointer(e, to) {
                return p;
            }
            if wrong!(ArithmeticInTargetWidth)
                && let TKind::Binary(op, a, b) = e.kind
                && self.cx.types.size(to) == 8
                && self.cx.types.is_integer(to)
            {
                let (a, b) = (self.cast_node(a, to), self.cast_node(b, to));
                return self.mk(TKind::Binary(op, a, b), to.bare(), e.span);
            }
            return self.cast_node(e, to);
        }
        self.mismatch(e, to);
        self.bad(e.span)
    }

    /// A pointer to the base class part of what a pointer points to, and from a base to what it is part of where
    /// `down`; null pointers stay null ([conv.ptr] 3, [expr.static.cast] 11).
    pub(in crate::check) fn base_pointer(&mut self, e: E<'t>, to: Ty) -> Option<E<'t>> {
        self.related_pointer(e, to, false)
    }

    fn related_pointer(&mut self, e: E<'t>, to: Ty, down: bool) -> Option<E<'t>> {
        let (a, b) = (self.cx.types.pointee(e.ty)?, self.cx.types.pointee(to)?);
        if a.bare() == b.bare() || b.bare() == Ty::VOID {
            return None;
        }
        let (offset, minus) = match self.cx.base_path(a, b) {
            Some((o, _)) => (o, false),
            None if down => (self.cx.base_path(b, a)?.0, true),
            None => return None,
        };
        let to = to.bare();
        if offset == 0 {
            return Some(self.mk(TKind::Cast(e), to, e.span));
        }
        let (keep, again) = self.kept(e);
        let index = self.int(offset as i64, Ty::LONG, e.span);
        let moved = self.mk(TKind::PtrAdd { ptr: again, index, size: 1, minus }, to, e.span);
        // The address of an object is not null.
        if matches!(e.kind, TKind::AddrOf(_)) || wrong!(NullPointersMove) {
            return Some(moved);
        }
        let null = self.mk(TKind::Int(0), e.ty.bare(), e.span);
        let is_null = self.mk(TKind::Compare(BinaryOp::Eq, again, null), Ty::BOOL, e.span);
        let zero = self.mk(TKind::Int(0), to, e.span);
        let choice = self.mk(TKind::Cond(is_null, zero, moved), to, e.span);
        Some(match keep {
            Some(k) => self.mk(TKind::Comma(k, choice), to, e.span),
            None => choice,
        })
    }

    /// A value that may be read twice: what is no constant or address is kept in a local first.
    pub(in crate::check) fn kept(&mut self, e: E<'t>) -> (Option<E<'t>>, E<'t>) {
        let local = matches!(e.kind, TKind::Load(x) if matches!(x.kind, TKind::Local(_)));
        if local || matches!(e.kind, TKind::AddrOf(_) | TKind::Int(_)) {
            return (None, e);
        }
        let (keep, again) = self.kept_anyway(e);
        (Some(keep), again)
    }

    /// As [`Body::kept`], where what a local variable holds may change in between.
    pub(super) fn kept_anyway(&mut self, e: E<'t>) -> (E<'t>, E<'t>) {
        let l = self.temporary(e.ty.bare(), e.span);
        let place = self.mk_lvalue(TKind::Local(l), e.ty.bare(), e.span);
        let keep = self.mk(TKind::Init(place, e), Ty::VOID, e.span);
        let again = self.mk(TKind::Load(place), e.ty.bare(), e.span);
        (keep, again)
    }

    /// Reports a function where a value of some type is wanted.
    pub(super) fn function_as_value(&mut self, to: Ty, span: Span) -> E<'t> {
        let b = self.cx.type_name(to);
        let text = format!("a function is no value of type `{b}`: without `()` it is not called");
        self.error(code::TYPE_MISMATCH, span, text)
    }

    pub(super) fn mismatch(&mut self, e: E<'t>, to: Ty) {
        let constant = matches!(e.kind, TKind::Int(n) if n != 0);
        if constant && self.cx.types.is_function_pointer(e.ty) || e.ty.bare() == Ty::OVERLOADS {
            match self.cx.types.is_function_pointer(to) {
                true => {
                    let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
                    let text = format!("a value of type `{a}` cannot become one of type `{b}`");
                    self.error(code::TYPE_MISMATCH, e.span, text);
                }
                false => {
                    self.function_as_value(to, e.span);
                }
            }
            return;
        }
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

    /// Converts as a cast does ([expr.cast], [expr.static.cast]).
    pub(super) fn explicit(&mut self, e: E<'t>, to: Ty, span: Span) -> E<'t> {
        if to.is_error() || e.ty.is_error() {
            return self.bad(span);
        }
        self.complete_for(e.ty, to, span);
        if let Some((derived, base)) = self.step_of_cast(e.ty, to)
            && self.cx.base_path(derived, base).is_none()
        {
            return self.ambiguous_base(derived, base, span);
        }
        if let TypeKind::Reference(r, rvalue) = self.cx.types.kind(to) {
            return self.cast_to_reference(e, r, rvalue, span);
        }
        if to.bare() == Ty::VOID {
            let e = if e.ty.bare() == Ty::OVERLOADS { self.discard(e) } else { e };
            if e.ty.is_error() {
                return e;
            }
            // The value is not wanted, but a volatile object is read.
            let volatile = e.is_glvalue() && e.ty.is_volatile() && !self.is_aggregate(e.ty);
            let e = if volatile { self.rvalue(e) } else { e };
            return self.mk(TKind::Cast(e), Ty::VOID, span);
        }
        if self.cx.types.is_record(to) {
            let known = self.cx.types.is_record(e.ty) || e.ty.bare() == Ty::BRACES;
            if !known && !self.has_own_constructors(to) {
                let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
                let text = format!("a value of type `{a}` cannot be cast to `{b}`");
                return self.error(code::BAD_CAST, span, text);
            }
            let v = self.direct_initial(vec![e], to.bare(), span);
            return self.qualified_value(v, to);
        }
        if self.cx.types.is_record(e.ty)
            && let Some((c, _)) = self.user_conversion(e, to, true, false)
        {
            let v = match c {
                Conversion::Function(f) => {
                    let v = self.call_conversion(f, e);
                    self.rvalue(v)
                }
                c => self.apply_conversion(c, e, to),
            };
            if v.ty.is_error() || v.ty.bare() == to.bare() {
                return v;
            }
            return self.explicit(v, to, span);
        }
        let e = match self.function_of_type(e, to) {
            Some(p) if self.cx.types.is_function_pointer(to) => p,
            _ => self.rvalue(e),
        };
        if e.ty.is_error() {
            return e;
        }
        let functions = [e.ty, to].map(|t| self.cx.types.is_function_pointer(t));
        let views =
            functions.contains(&true) && e.ty.bare() != to.bare() && self.views_function(e, to);
        if views && !self.is_only_named() {
            let text = "a pointer to a function as another value is not supported yet";
            return self.error(code::FUNCTION_POINTER, span, text);
        }
        if !wrong!(CastsForgetBases)
            && let Some(p) = self.related_pointer(e, to, true)
        {
            return p;
        }
        let types = &self.cx.types;
        let members = types.member_pointee(e.ty).zip(types.member_pointee(to));
        let member = members.is_some_and(|((c, x), (d, y))| {
            x.bare() == y.bare() && (self.cx.derives(c, d) || self.cx.derives(d, c))
        });
        let ok = e.ty.bare() == to.bare()
            || member
            || types.member_pointee(to).is_some() && self.standard_sequence(e, to).is_some()
            || types.member_pointee(e.ty).is_some() && to.bare() == Ty::BOOL
            || types.is_arithmetic(e.ty) && types.is_arithmetic(to)
            || types.is_pointer(e.ty) && matches!(types.kind(to), TypeKind::Pointer(_))
            || types.is_pointer(e.ty) && (types.holds_pointers(to) || to.bare() == Ty::BOOL)
            || types.pointee(to).is_some() && types.is_integer(e.ty)
            || to.bare() == Ty::NULLPTR && e.null;
        if !ok && e.ty.bare() == Ty::OVERLOADS {
            return self.ambiguous_function(e);
        }
        if !ok {
            let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
            return self.error(
                code::BAD_CAST,
                span,
                format!("a value of type `{a}` cannot be cast to `{b}`"),
            );
        }
        if views {
            return self.value_of_type(to.bare(), span);
        }
        if e.ty.bare() == to.bare() {
            // A bit-field's value is one of its type from here on, however narrow it is.
            let narrow = self.bit_field(e).is_some() && !wrong!(CastsKeepBitFields);
            return if narrow { self.mk(TKind::Cast(e), to.bare(), span) } else { e };
        }
        self.cast_node(e, to)
    }

    /// Whether a cast takes a pointer to a function for something else, or something else for one: a condition and a null pointer are
    /// neither.
    fn views_function(&self, e: E<'t>, to: Ty) -> bool {
        let types = &self.cx.types;
        let scalar = types.is_pointer(to) || types.is_integer(to);
        let null = e.null || e.ty.bare() == Ty::NULLPTR;
        scalar && to.bare() != Ty::BOOL && !null && types.is_scalar(e.ty)
    }

    /// Whether two types are the same but for qualifiers, or one is a base of the other.
    fn is_related(&self, a: Ty, b: Ty) -> bool {
        let cx = &self.cx;
        cx.types.same_but_qualified(a, b) || cx.derives(a, b) || cx.derives(b, a)
    }

    /// Whether `static_cast` makes a reference to `r` of a value ([expr.static.cast] 1 to 4): none that drops a qualifier,
    /// none that only views the bytes in another way.
    pub(super) fn is_static_reference(&mut self, e: E<'t>, r: Ty, to: Ty) -> bool {
        let rvalue = matches!(self.cx.types.kind(to), TypeKind::Reference(_, true));
        let object = match e.category {
            Category::Lvalue => true,
            Category::Xvalue => rvalue || wrong!(StaticCastsTakeAll),
            Category::Prvalue => rvalue && self.cx.types.is_record(e.ty),
        };
        if object && self.is_related(e.ty, r) {
            return self.cx.types.qualifiers(e.ty) & !self.cx.types.qualifiers(r) & 3 == 0;
        }
        self.for_reference(true, |b| b.sequence(e, to).is_some())
    }

    fn cast_to_reference(&mut self, e: E<'t>, r: Ty, rvalue: bool, span: Span) -> E<'t> {
        let category = self.category_of(r, rvalue);
        let e = if rvalue && !e.is_glvalue() && self.is_related(e.ty, r) {
            self.materialize(e)
        } else {
            e
        };
        // A bit-field's value is what is referred to ([expr.static.cast] 3).
        let e = if rvalue && self.may_be_bit_field(e) { self.rvalue(e) } else { e };
        let to = self.cx.types.reference(r, rvalue);
        // What `static_cast` can do comes before another view of the bytes ([expr.cast] 4).
        let converts = !self.is_related(e.ty, r)
            && self.for_reference(true, |b| b.sequence(e, to).is_some())
            && !wrong!(ReferenceCastsView);
        if !e.is_glvalue() || self.may_be_bit_field(e) || converts {
            // A temporary of the type, where a reference may be bound to one; or what a conversion gives.
            let p = self.for_reference(true, |b| b.bind_reference(e, r, rvalue));
            return if p.ty.is_error() {
                p
            } else {
                self.mk_as(TKind::Deref(p), r, category, span)
            };
        }
        // Up to a base, down to what the object is a base of, or another view of its bytes.
        if let Some((offset, depth)) = self.cx.base_path(e.ty, r)
            && depth > 0
        {
            return self.mk_as(TKind::Field { base: e, offset, bits: None }, r, category, span);
        }
        let q = self.cx.types.pointer(r);
        let a = self.address(e);
        let a = match self.cx.base_path(r, e.ty) {
            Some((offset, depth)) if depth > 0 && offset > 0 => {
                let index = self.int(offset as i64, Ty::LONG, span);
                self.mk(TKind::PtrAdd { ptr: a, index, size: 1, minus: true }, q, span)
            }
            _ => self.cast_node(a, q),
        };
        self.mk_as(TKind::Deref(a), r, category, span)
    }

    /// The value of an operation on constants of type `ty`, if it has one. What overflows is left to the evaluation where a
    /// constant must stand ([expr] 4), and else wraps with a warning.
    pub(super) fn fold(
        &mut self,
        op: BinaryOp,
        a: E<'t>,
        b: E<'t>,
        ty: Ty,
        span: Span,
    ) -> Option<E<'t>> {
        let (x, y) = (self.const_of(a)?, self.const_of(b)?);
        let (v, fits) = constant::binary(&self.cx.types, op, x, y, ty)?;
        if !fits {
            if self.mode.constant {
                return None;
            }
            let t = self.cx.type_name(ty);
            let text = format!("this constant does not fit `{t}`");
            self.cx.diags.push(Diagnostic::new(code::OVERFLOW, span, text));
        }
        Some(self.constant_expr(v, ty, span))
    }

    /// The value of a comparison of constants of type `ty`.
    pub(super) fn fold_compare(&self, op: BinaryOp, a: E<'t>, b: E<'t>, ty: Ty) -> Option<bool> {
        constant::compare(&self.cx.types, op, self.const_of(a)?, self.const_of(b)?, ty)
    }
}
