//! `c ? a : b` ([expr.cond]).
//!
//! Idea: the paragraphs in their order. Operands of different types are matched, one to the other, where a class or
//! qualifiers make the difference (4); two objects of one type and category are an object (5); operands that still differ
//! and are of classes go by the language's own operators (6); the rest are values, brought to a common type (7).
//!
//! A class is matched to a related one only where that one is at least as qualified, as C++17 had it before core issue
//! 2321; nvcc and clang hold to that. Beside a const lvalue of its class an xvalue is const first and copied as such: they bind
//! the lvalue's reference to it, which C++17 does not have.

use optx_source::Span;

use crate::{
    ast::{BinaryOp, Expr, ExprKind, HostOnly},
    check::{
        Body,
        body::{
            E,
            built_in_operator::Takes,
            overload::ChosenOperator,
            sequence::{Conversion, Sequence},
        },
    },
    typed::{Category, FunctionId, TKind},
    types::{CONST, RESTRICT, Ty, TypeKind, VOLATILE},
};

/// How one operand becomes like the other.
#[derive(Clone, Copy)]
enum Match {
    /// It is an object, seen as one of the type and category.
    Object(Ty, Category),
    /// The object that the conversion function gives, seen so.
    Converted(FunctionId, Ty, Category),
    /// A value of the type.
    Value(Ty),
    Ambiguous,
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn conditional(
        &mut self,
        c: &'a Expr<'a>,
        a: &'a Expr<'a>,
        b: &'a Expr<'a>,
        span: Span,
    ) -> E<'t> {
        let written = [a, b];
        let c = self.expr(c);
        let c = self.condition(c);
        let decided = c.decided().filter(|_| !self.mode.noexcept);
        let a = self.expr_where(decided != Some(false), a);
        let b = self.expr_where(decided != Some(true), b);
        if c.ty.is_error() || a.ty.is_error() || b.ty.is_error() {
            return self.bad(span);
        }
        match (a.ty.bare() == Ty::VOID, b.ty.bare() == Ty::VOID) {
            (true, true) => {
                let (a, b) = (self.discard(a), self.discard(b));
                return self.mk(TKind::Cond(c, a, b), Ty::VOID, span);
            }
            (false, false) => {}
            (true, false) if is_throw(written[0]) => return self.beside_throw(a, b),
            (false, true) if is_throw(written[1]) => return self.beside_throw(b, a),
            _ => return self.bad_operands("?:", span, a.ty, b.ty),
        }
        if let Some(function) = self.one_of_functions(c, a, b, span) {
            return function;
        }
        let Some((a, b)) = self.matched(a, b) else {
            return self.bad_operands("?:", span, a.ty, b.ty);
        };
        if a.ty.is_error() || b.ty.is_error() {
            return self.bad(span);
        }
        if self.is_one_object(a, b) {
            if let TKind::Int(v) = c.kind {
                return if v != 0 { a } else { b };
            }
            return self.mk_as(TKind::Cond(c, a, b), a.ty, a.category, span);
        }
        let class = self.cx.types.is_record(a.ty) || self.cx.types.is_record(b.ty);
        // A value of a class keeps its qualifiers.
        let quals = if class { a.ty.quals() } else { 0 };
        let (a, b) = match class && a.ty != b.ty {
            true => match self.by_built_in(a, b) {
                Some(converted) => converted,
                None => return self.bad_operands("?:", span, a.ty, b.ty),
            },
            false => (a, b),
        };
        // The result is made from an object of a class as any copy is.
        let mut value = |e: E<'t>| match self.cx.types.is_record(e.ty) && e.is_glvalue() {
            true => self.copy_initial(e, e.ty.bare()),
            false => self.rvalue(e),
        };
        let (a, b) = (value(a), value(b));
        if a.ty.is_error() || b.ty.is_error() {
            return self.bad(span);
        }
        let Some(ty) = self.common_value_type(a, b) else {
            return self.bad_operands("?:", span, a.ty, b.ty);
        };
        let ty = if self.cx.types.is_record(ty) { ty.with(quals) } else { ty };
        let (a, b) = match self.cx.types.is_scalar(ty) {
            true if self.cx.types.is_pointer(ty) => (self.convert(a, ty), self.convert(b, ty)),
            true => (self.cast_node(a, ty), self.cast_node(b, ty)),
            false => (a, b),
        };
        if let TKind::Int(v) = c.kind {
            let chosen = if v != 0 { a } else { b };
            return self.mk(chosen.kind, ty, span);
        }
        self.mk(TKind::Cond(c, a, b), ty, span)
    }

    /// What a conditional is whose one operand throws: the other one ([expr.cond] 2).
    fn beside_throw(&mut self, throw: E<'t>, other: E<'t>) -> E<'t> {
        self.mk_as(TKind::Comma(throw, other), other.ty, other.category, other.span)
    }

    /// One operand made like the other, where just one of them can be ([expr.cond] 4); `None` where both can.
    fn matched(&mut self, a: E<'t>, b: E<'t>) -> Option<(E<'t>, E<'t>)> {
        let class = self.cx.types.is_record(a.ty) || self.cx.types.is_record(b.ty);
        let qualified = a.is_glvalue()
            && a.category == b.category
            && self.cx.types.same_but_qualified(a.ty, b.ty);
        if a.ty == b.ty || !class && !qualified || wrong!(ConditionalIsValue) && !class {
            return Some((a, b));
        }
        match (self.matching(a, b, class), self.matching(b, a, class)) {
            (None, None) => Some((a, b)),
            (Some(m), None) => Some((self.made_like(a, m)?, b)),
            (None, Some(m)) => Some((a, self.made_like(b, m)?)),
            (Some(_), Some(_)) => None,
        }
    }

    /// How `e` can become like `other`.
    fn matching(&mut self, e: E<'t>, other: E<'t>, class: bool) -> Option<Match> {
        let to = other.ty;
        let related = self.cx.types.same_but_qualified(e.ty, to)
            || self.cx.types.is_record(to) && self.cx.derives(e.ty, to);
        let kept = self.cx.types.qualifiers(e.ty)
            & !self.cx.types.qualifiers(to)
            & (CONST | VOLATILE | RESTRICT)
            == 0;
        if other.is_glvalue() && !wrong!(ConditionalIsValue) {
            if related && kept && e.category == other.category && !self.may_be_bit_field(e) {
                return Some(Match::Object(to, other.category));
            }
            let binds_xvalues = other.category == Category::Lvalue
                && self.cx.types.qualifiers(to) & (CONST | VOLATILE) == CONST
                && !wrong!(ConditionalMovesToConst);
            let xvalue = class && e.category == Category::Xvalue;
            if binds_xvalues && xvalue && related && kept {
                return Some(Match::Object(to, Category::Xvalue));
            }
            let categories: &[Category] = match binds_xvalues {
                true => &[Category::Lvalue, Category::Xvalue],
                false => &[other.category],
            };
            for &category in categories.iter().filter(|_| !related) {
                match self.object_conversion(e, to, category) {
                    Some(Conversion::Function(f)) => {
                        return Some(Match::Converted(f, to, category));
                    }
                    Some(_) => return Some(Match::Ambiguous),
                    None => {}
                }
            }
        }
        if !class {
            return None;
        }
        let both = self.cx.types.is_record(e.ty) && self.cx.types.is_record(to);
        if both && (related || self.cx.derives(to, e.ty)) {
            let fits = related && (kept || wrong!(ConditionalDropsQualifiers));
            return (fits && self.sequence(e, to.bare()).is_some()).then_some(Match::Value(to));
        }
        let to = match self.cx.types.kind(to) {
            TypeKind::Array(elem, _) => {
                self.cx.types.pointer(elem.with(to.quals() & (CONST | VOLATILE)))
            }
            TypeKind::Record(_) => to,
            _ => to.bare(),
        };
        match self.sequence(e, to.bare())? {
            Sequence { user: Some(Conversion::Ambiguous), .. } => Some(Match::Ambiguous),
            _ => Some(Match::Value(to)),
        }
    }

    /// The conversion of a class to an object of the category that a reference to the type binds directly.
    fn object_conversion(&mut self, e: E<'t>, to: Ty, category: Category) -> Option<Conversion> {
        if !self.cx.types.is_record(e.ty) {
            return None;
        }
        let stays = category == Category::Lvalue;
        let mut objects = self.direct_conversions(e, to, stays);
        // Of values clang and nvcc make no objects here.
        objects.retain(|c| stays || self.gives_xvalue(c.0) && !wrong!(ConvertedXvaluesAreValues));
        self.best_conversion(&objects).map(|c| c.0)
    }

    /// Makes an operand like the other; `None` where several conversions fit.
    fn made_like(&mut self, e: E<'t>, how: Match) -> Option<E<'t>> {
        Some(match how {
            Match::Object(ty, category) => self.seen_as(e, ty, category),
            Match::Converted(f, ty, category) => {
                let object = self.call_conversion(f, e);
                self.seen_as(object, ty, category)
            }
            Match::Value(ty) => {
                let v = self.convert(e, ty.bare());
                if v.ty.is_error() { v } else { self.mk(v.kind, ty, v.span) }
            }
            Match::Ambiguous => return None,
        })
    }

    /// An object as one of a more qualified type or of a base class.
    fn seen_as(&mut self, e: E<'t>, ty: Ty, category: Category) -> E<'t> {
        if e.ty.is_error() || self.cx.types.is_record(ty) && !self.check_base(e.ty, ty, e.span) {
            return self.bad(e.span);
        }
        if self.cx.derives(e.ty, ty) && self.cx.base_path(e.ty, ty).is_none() {
            return self.ambiguous_base(e.ty, ty, e.span);
        }
        let part = if self.cx.types.is_record(ty) { self.base_part(e, ty) } else { e };
        self.mk_as(part.kind, ty, category, part.span)
    }

    /// One of two functions of a type, as the function that it is.
    fn one_of_functions(&mut self, c: E<'t>, a: E<'t>, b: E<'t>, span: Span) -> Option<E<'t>> {
        let pointers = [a, b].map(|x| match x.ty.bare() {
            Ty::OVERLOADS => self.function_pointer(x),
            _ => self.cx.types.function_type(x.ty).is_some().then(|| self.rvalue(x)),
        });
        let [Some(x), Some(y)] = pointers else { return None };
        if x.ty.bare() != y.ty.bare() {
            return None;
        }
        let chosen = match c.decided() {
            Some(true) => x,
            Some(false) => y,
            None => self.mk(TKind::Cond(c, x, y), x.ty.bare(), span),
        };
        let of = self.cx.types.pointee(chosen.ty)?;
        Some(self.mk_lvalue(TKind::Deref(chosen), of, span))
    }

    /// Whether the result is the one object or the other ([expr.cond] 5).
    fn is_one_object(&self, a: E<'t>, b: E<'t>) -> bool {
        a.is_glvalue()
            && a.category == b.category
            && a.ty == b.ty
            && a.ty.bare() != Ty::OVERLOADS
            && !wrong!(ConditionalIsValue)
    }

    /// Operands of different types, one of a class, as values that one of the language's own operators takes
    /// ([expr.cond] 6).
    fn by_built_in(&mut self, a: E<'t>, b: E<'t>) -> Option<(E<'t>, E<'t>)> {
        let own = self.operators_that_fit(Takes::Choice, &[a, b]);
        let Ok(ChosenOperator::BuiltIn(types)) = self.choose_built_in(&own) else { return None };
        let mut operands = [a, b];
        self.converted_operands(&mut operands, &types).ok()?;
        // Here the conversions are made to their end.
        let [x, y] = operands;
        let &[t, u] = &types[..] else { return None };
        Some((self.convert(x, t), self.convert(y, u)))
    }

    /// The type of the result, of two values ([expr.cond] 7).
    fn common_value_type(&mut self, a: E<'t>, b: E<'t>) -> Option<Ty> {
        if a.ty.bare() == b.ty.bare() {
            return Some(a.ty.bare());
        }
        let t = &self.cx.types;
        if t.is_arithmetic(a.ty) && t.is_arithmetic(b.ty) {
            if t.is_scoped(a.ty) || t.is_scoped(b.ty) {
                return None;
            }
            let first = wrong!(ConditionalTakesFirstType);
            let common = || t.common(self.promotion(a), self.promotion(b));
            return Some(if first { a.ty.bare() } else { common() });
        }
        // A literal 0 beside `nullptr` is a null pointer ([expr] 14).
        let null = |x: E<'_>, y: E<'_>| x.ty.bare() == Ty::NULLPTR && y.null;
        if null(a, b) || null(b, a) {
            return Some(Ty::NULLPTR);
        }
        self.composite_pointer(a, b)
    }

    /// The composite pointer type of two values ([expr] 14).
    pub(super) fn composite_pointer(&mut self, a: E<'t>, b: E<'t>) -> Option<Ty> {
        self.complete_for(a.ty, b.ty, a.span);
        let (a_to_b, b_to_a) = (self.standard_sequence(a, b.ty), self.standard_sequence(b, a.ty));
        let (x, y) = match (self.cx.types.pointee(a.ty), self.cx.types.pointee(b.ty)) {
            (Some(x), Some(y)) => (x, y),
            (Some(_), None) => return b_to_a.map(|_| a.ty.bare()),
            (None, Some(_)) => return a_to_b.map(|_| b.ty.bare()),
            (None, None) => return self.compared_members(BinaryOp::Eq, a, b),
        };
        let quals = (x.quals() | y.quals()) & (CONST | VOLATILE);
        let to = if self.cx.types.is_record(y) && self.cx.derives(x, y) {
            y.bare()
        } else if self.cx.types.is_record(x) && self.cx.derives(y, x) {
            x.bare()
        } else if x.bare() == Ty::VOID || y.bare() == Ty::VOID {
            // A function is no object ([conv.ptr] 2).
            if [x, y].iter().any(|t| self.cx.types.function_type(*t).is_some()) {
                return None;
            }
            Ty::VOID
        } else if let Some(to) = self.combined(x, y) {
            return Some(self.cx.types.pointer(to));
        } else {
            return match (a_to_b, b_to_a) {
                (Some(_), _) => Some(b.ty.bare()),
                (None, Some(_)) => Some(a.ty.bare()),
                (None, None) => None,
            };
        };
        Some(self.cx.types.pointer(to.with(quals)))
    }

    /// What two pointers point to that differ in qualifiers alone, with those of both; where they differ below the first
    /// level, all above is const.
    fn combined(&mut self, x: Ty, y: Ty) -> Option<Ty> {
        let (mut a, mut b) = (x, y);
        let mut levels = Vec::new();
        let inner = loop {
            let (p, q) = (a.quals() & (CONST | VOLATILE), b.quals() & (CONST | VOLATILE));
            levels.push((p | q, p != q));
            if a.bare() == b.bare() {
                break a.bare();
            }
            (a, b) = (self.cx.types.pointee(a)?, self.cx.types.pointee(b)?);
        };
        let mut differs = false;
        let mut to: Option<Ty> = None;
        for (quals, differ) in levels.into_iter().rev() {
            let below = match to {
                Some(t) => self.cx.types.pointer(t),
                None => inner,
            };
            to = Some(below.with(quals | if differs { CONST } else { 0 }));
            differs |= differ;
        }
        to
    }
}

fn is_throw(e: &Expr<'_>) -> bool {
    matches!(e.kind, ExprKind::HostOnly(HostOnly::Throw(_)))
}
