//! Casts as they are written, and types called as functions ([expr.cast], [expr.type.conv]).

use optx_source::{Span, code};

use crate::{
    ast::{CastStyle, Expr, TypeExpr},
    check::{
        Body,
        arity::Arity,
        body::{E, initialize::Initial},
    },
    typed::{Category, InitPart, TKind},
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn cast(
        &mut self,
        style: CastStyle,
        ty: &'a TypeExpr<'a>,
        x: &'a Expr<'a>,
        span: Span,
    ) -> E<'t> {
        if style == CastStyle::Functional
            && let Some(t) = self.placeholder_type(ty)
        {
            let args = self.cx.arenas.expr_refs.alloc_extend([x]);
            return self.construct_deduced(t, args, false, span);
        }
        let to = self.type_of(ty);
        let e = self.expr(x);
        if to.is_error() || e.ty.is_error() {
            return self.bad(span);
        }
        self.complete_for(e.ty, to, span);
        if matches!(self.cx.types.kind(to), TypeKind::Array(..)) {
            return self.error(code::BAD_CAST, span, "nothing can be cast to an array");
        }
        if style == CastStyle::Const {
            return self.const_cast(e, to, span);
        }
        if style == CastStyle::Reinterpret {
            let from = match self.cx.types.element(e.ty) {
                Some((elem, _)) if self.cx.types.pointee(to).is_some() => {
                    self.cx.types.pointer(elem.with(e.ty.quals() & 3))
                }
                _ => e.ty,
            };
            if self.loses_qualifiers(from, to) {
                let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
                let text = format!("`reinterpret_cast` of `{a}` to `{b}` takes qualifiers away");
                return self.error(code::BAD_CAST, span, text);
            }
            return self.reinterpret(e, to, span);
        }
        if style == CastStyle::Static
            && let TypeKind::Reference(r, _) = self.cx.types.kind(to)
            && e.ty.bare() != Ty::BRACES
            && !self.is_static_reference(e, r, to)
        {
            let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
            let text = format!("`static_cast` makes no `{b}` of a value of type `{a}`");
            return self.error(code::BAD_CAST, span, text);
        }
        if style == CastStyle::Static && !self.is_static_value(e, to) && !wrong!(StaticCastsTakeAll)
        {
            let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
            let text = format!("`static_cast` makes no `{b}` of a value of type `{a}`");
            return self.error(code::BAD_CAST, span, text);
        }
        if style == CastStyle::Static
            && let Some((derived, base)) = self.step_of_cast(e.ty, to)
            && !self.check_base(derived, base, span)
        {
            return self.bad(span);
        }
        self.explicit(e, to, span)
    }

    /// `const_cast` ([expr.const.cast]): the same pointer or object with other qualifiers.
    fn const_cast(&mut self, e: E<'t>, to: Ty, span: Span) -> E<'t> {
        let similar = match self.cx.types.kind(to) {
            TypeKind::Reference(r, rvalue) => {
                let object = e.category == Category::Lvalue
                    || rvalue && (e.is_glvalue() || self.cx.types.is_record(e.ty));
                object && self.unqualified(e.ty) == self.unqualified(r)
            }
            TypeKind::Pointer(_) => {
                let v = self.rvalue(e);
                self.unqualified(v.ty) == self.unqualified(to)
            }
            _ => false,
        };
        if similar {
            return self.explicit(e, to, span);
        }
        let (a, b) = (self.cx.type_name(e.ty), self.cx.type_name(to));
        let text = format!("`const_cast` changes qualifiers alone, and makes no `{b}` of a `{a}`");
        self.error(code::BAD_CAST, span, text)
    }

    /// A type without qualifiers on any level of its pointers.
    fn unqualified(&mut self, t: Ty) -> Ty {
        match self.cx.types.kind(t) {
            TypeKind::Pointer(to) => {
                let to = self.unqualified(to);
                self.cx.types.pointer(to)
            }
            TypeKind::Array(e, n) => {
                let e = self.unqualified(e);
                self.cx.types.array(e, n)
            }
            _ => t.bare(),
        }
    }

    /// Whether a cast of a pointer or object takes qualifiers away on some level ([expr.const.cast] 7).
    fn loses_qualifiers(&self, from: Ty, to: Ty) -> bool {
        let t = &self.cx.types;
        let (mut a, mut b) = match t.kind(to) {
            TypeKind::Reference(r, _) => (from, r),
            _ => match (t.pointee(from), t.pointee(to)) {
                (Some(a), Some(b)) => (a, b),
                _ => return false,
            },
        };
        let mut all_const = true;
        loop {
            let (p, q) = (t.qualifiers(a) & 3, t.qualifiers(b) & 3);
            if p & !q != 0 || p != q && !all_const {
                return true;
            }
            all_const &= q & crate::types::CONST != 0;
            match (t.kind(a), t.kind(b)) {
                (TypeKind::Pointer(x), TypeKind::Pointer(y)) => (a, b) = (x, y),
                _ => return false,
            }
        }
    }

    /// The class and the base of it that a cast of an object or pointer goes between, up or down.
    pub(super) fn step_of_cast(&self, from: Ty, to: Ty) -> Option<(Ty, Ty)> {
        let (a, b) = match self.cx.types.kind(to) {
            TypeKind::Reference(r, _) => (from, r),
            _ => (self.cx.types.pointee(from)?, self.cx.types.pointee(to)?),
        };
        let pairs = [(a, b), (b, a)];
        pairs.into_iter().find(|(d, b)| d.bare() != b.bare() && self.cx.derives(*d, *b))
    }

    /// Whether `static_cast` may make a scalar of a scalar ([expr.static.cast] 4 to 13): an integer is no pointer, and
    /// pointers go where one converts to the other without the loss of a qualifier. What is no scalar is looked at
    /// where it is made.
    fn is_static_value(&mut self, e: E<'t>, to: Ty) -> bool {
        let v = match self.cx.types.kind(e.ty) {
            TypeKind::Array(..) => self.rvalue(e),
            _ => e,
        };
        let t = &self.cx.types;
        let (from, is_number) = (v.ty.bare(), |x: Ty| t.is_arithmetic(x));
        if to.bare() == Ty::NULLPTR {
            return from == Ty::NULLPTR || v.null || !t.is_scalar(from);
        }
        if from == Ty::NULLPTR {
            let pointer = t.is_pointer(to) || t.member_pointee(to).is_some();
            return pointer || to.bare() == Ty::BOOL || !t.is_scalar(to);
        }
        match (t.pointee(from), t.pointee(to)) {
            (Some(a), Some(b)) => {
                let kept = a.quals() & !b.quals() & 3 == 0;
                let void = b.bare() == Ty::VOID || a.bare() == Ty::VOID;
                let related = self.cx.derives(a, b) || self.cx.derives(b, a);
                kept && (void || related) || self.cx.qualification(a, b).is_some()
            }
            (Some(_), None) if is_number(to) => to.bare() == Ty::BOOL,
            (None, Some(_)) if is_number(from) => v.null,
            _ => true,
        }
    }

    /// `reinterpret_cast` ([expr.reinterpret.cast]): another view of the same bits, never a step to a base.
    pub(super) fn reinterpret(&mut self, e: E<'t>, to: Ty, span: Span) -> E<'t> {
        if let TypeKind::Reference(r, rvalue) = self.cx.types.kind(to) {
            if !e.is_glvalue() || self.may_be_bit_field(e) {
                let text = "only an object can be cast to a reference";
                return self.error(code::BAD_CAST, span, text);
            }
            let q = self.cx.types.pointer(r);
            let a = self.address(e);
            let a = self.cast_node(a, q);
            let category = self.category_of(r, rvalue);
            return self.mk_as(TKind::Deref(a), r, category, span);
        }
        let v = self.rvalue(e);
        if v.ty.is_error() {
            return v;
        }
        let t = &self.cx.types;
        let points = |x: Ty| t.pointee(x).is_some();
        let ok = to.bare() == v.ty.bare() && (points(to) || t.is_integer(to))
            || points(v.ty) && points(to)
            || t.is_pointer(v.ty) && t.holds_pointers(to)
            || points(to) && t.is_integer(v.ty);
        if !ok {
            let text = "`reinterpret_cast` is for pointers, references, and integers of their size";
            return self.error(code::BAD_CAST, span, text);
        }
        self.cast_node(v, to)
    }

    pub(super) fn construct_written(
        &mut self,
        ty: &'a TypeExpr<'a>,
        args: &'a [&'a Expr<'a>],
        braces: bool,
        span: Span,
    ) -> E<'t> {
        if let Some(t) = self.placeholder_type(ty) {
            return self.construct_deduced(t, args, braces, span);
        }
        let to = self.type_of(ty);
        if to.is_error() {
            return self.bad(span);
        }
        match args {
            [one]
                if braces
                    || wrong!(ParenthesesAreBraces)
                        && matches!(one.kind, crate::ast::ExprKind::InitList(_)) =>
            {
                if self.cx.types.function_type(to).is_some() {
                    let n = self.cx.type_name(to);
                    return self.error(code::BAD_CAST, span, format!("braces cannot make a `{n}`"));
                }
                if matches!(self.cx.types.kind(to), TypeKind::Array(..)) {
                    if self.is_only_named() {
                        return self.array_of_list(to, one, span);
                    }
                    return self.error(
                        code::NOT_SUPPORTED,
                        span,
                        "arrays as values are not supported yet",
                    );
                }
                if let TypeKind::Reference(r, rvalue) = self.cx.types.kind(to) {
                    return self.reference_to_list(r, rvalue, one, span);
                }
                let v = self.list_initial(to.bare(), one, true);
                self.qualified_value(v, to)
            }
            _ => self.construct_from(to, args, span),
        }
    }

    /// `T{a, b}` of an array where nothing is evaluated: its type, once the list makes sense.
    fn array_of_list(&mut self, to: Ty, list: &'a Expr<'a>, span: Span) -> E<'t> {
        self.check_destructor(to, span);
        let v = self.list_initial(to.bare(), list, true);
        if v.ty.is_error() {
            return v;
        }
        self.value_of_type(v.ty.with(to.quals()), span)
    }

    /// `T(a, b, c)`: a constructor, `dim3`, and `T()` for a value-initialised object.
    pub(in crate::check) fn construct_from(
        &mut self,
        to: Ty,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        if args.is_empty() && to.bare() == Ty::VOID {
            let zero = self.int(0, Ty::INT, span);
            return self.mk(TKind::Cast(zero), Ty::VOID, span);
        }
        if self.cx.types.element(to).is_some() || self.cx.types.function_type(to).is_some() {
            // [expr.type.conv] 2.
            let n = self.cx.type_name(to);
            return self.error(code::BAD_CAST, span, format!("parentheses cannot make a `{n}`"));
        }
        if let [one] = args {
            let v = self.argument(one);
            if v.ty.bare() == Ty::BRACES {
                // An initialiser in parentheses is no list, where no constructor takes one ([dcl.init] 17.5).
                if self.cx.types.is_scalar(to) {
                    let n = self.cx.type_name(to);
                    let text = format!("a `{n}` is not made of a list in parentheses");
                    return self.error(code::BAD_CAST, span, text);
                }
                let v = self.direct_initial(vec![v], to.bare(), span);
                return self.qualified_value(v, to);
            }
            return self.explicit(v, to, span);
        }
        if let TypeKind::Reference(..) = self.cx.types.kind(to) {
            self.check_all(args);
            let n = self.cx.type_name(to);
            let text = format!("a reference `{n}` refers to one object");
            return self.error(code::BAD_CAST, span, text);
        }
        if args.is_empty() {
            if self.cx.types.is_record(to)
                && (!self.complete(to, span) || !self.cx.types.is_complete(to))
            {
                self.not_complete(to, span);
                return self.bad(span);
            }
            let v = self.value_initial(to.bare(), true, span);
            return self.qualified_value(v, to);
        }
        let values = self.check_all(args);
        if !self.cx.types.is_record(to) && !values.iter().any(|v| v.ty.is_error()) {
            let n = self.cx.type_name(to);
            let text = format!("`{n}` has no constructor that takes these arguments");
            return self.error(code::CLASS_RULE, span, text);
        }
        let v = self.direct_initial(values, to.bare(), span);
        self.qualified_value(v, to)
    }

    /// `T{x}` for a reference type: what a reference that is made so refers to ([expr.type.conv] 2).
    fn reference_to_list(&mut self, r: Ty, rvalue: bool, one: &'a Expr<'a>, span: Span) -> E<'t> {
        let p = self.reference_initial(r, rvalue, Initial::List(one), span);
        if p.ty.is_error() {
            return p;
        }
        let category = self.category_of(r, rvalue);
        self.mk_as(TKind::Deref(p), r, category, span)
    }

    /// `make_float4` and its relatives.
    pub(in crate::check) fn make_vector(&mut self, ty: Ty, args: &[E<'t>], span: Span) -> E<'t> {
        let Some((_, r)) = self.cx.types.get_record(ty) else { return self.bad(span) };
        let fields: Vec<(Ty, u64)> = r.fields.iter().map(|f| (f.ty, f.offset)).collect();
        if fields.len() != args.len() {
            let n = self.cx.type_name(ty);
            let refuses = Arity::exactly(fields.len()).refuses(args.len());
            return self.error(code::ARGUMENT_COUNT, span, format!("`make_{n}` {refuses}"));
        }
        let mut parts = Vec::new();
        let mut bad = false;
        for (a, (t, offset)) in args.iter().zip(fields) {
            let value = self.convert(a, t);
            bad |= value.ty.is_error();
            parts.push(InitPart { offset, bits: None, value });
        }
        if bad {
            return self.bad(span);
        }
        let parts = self.arena.parts.alloc_extend(parts);
        self.mk(TKind::Aggregate(parts), ty.bare(), span)
    }
}
