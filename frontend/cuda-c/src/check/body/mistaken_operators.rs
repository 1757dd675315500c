//! Operators that bind otherwise than they look, and comparisons that are always the same: nothing is wrong with them, and they are most likely not meant.
//!
//! What is written decides, so parentheses say that it is meant. What macros are spelled with may be meant for other arguments: of a comparison with itself
//! that is not told there. In instances of templates other arguments may decide, so comparisons are not told there at all.
//!
//! Source: clang 19's warnings by default (`-Wparentheses`, `-Wshift-op-parentheses`, `-Wlogical-not-parentheses`, `-Wtautological-compare` and its relatives,
//! `-Wstring-compare`, `-Wxor-used-as-pow`, `-Wsizeof-pointer-div`), tried on 2026-11-28.
//! Cost: one look at the operator of each expression; what follows is for those that it fits.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{BinaryOp, Expr, ExprKind, UnaryOp},
    check::{Body, body::E},
    typed::TKind,
    types::{Ty, TypeKind},
};

/// An operator with two operands, as it is written and as it was understood.
#[derive(Clone, Copy)]
pub(super) struct Written<'a, 't> {
    pub op: BinaryOp,
    pub at: Span,
    /// As they are written.
    pub sides: [&'a Expr<'a>; 2],
    pub left: E<'t>,
    pub right: E<'t>,
}

fn is_ordering(op: BinaryOp) -> bool {
    op.is_comparison() && !matches!(op, BinaryOp::Eq | BinaryOp::Ne)
}

/// The operator of an expression with two operands that stands in no parentheses.
fn bare_operator(e: &Expr<'_>) -> Option<BinaryOp> {
    match e.kind {
        ExprKind::Binary(op, ..) if !e.parens => Some(op),
        _ => None,
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Looks at an operator and what stands beside it.
    pub(super) fn mistaken_operator(&mut self, w: &Written<'a, 't>) {
        match w.op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Rem | BinaryOp::Comma => {}
            BinaryOp::And | BinaryOp::Xor | BinaryOp::Or => {
                self.beside_comparison(w);
                self.power(w);
                self.not_before(w);
            }
            BinaryOp::Shl | BinaryOp::Shr => self.beside_sum(w),
            BinaryOp::Div => self.count_of_pointer(w),
            op if op.is_comparison() => {
                self.chain_of_comparisons(w);
                self.not_before(w);
                self.with_itself(w);
            }
            _ => {}
        }
    }

    fn binds(&mut self, at: Span, message: String) {
        let told = Diagnostic::new(code::PRECEDENCE, at, message)
            .note(Span::NONE, "parentheses say which is meant");
        self.tell(told);
    }

    /// `a & b == c`, which compares first.
    fn beside_comparison(&mut self, w: &Written<'a, 't>) {
        let compares = |e: &Expr<'_>| bare_operator(e).is_some_and(BinaryOp::is_comparison);
        // Two comparisons that are joined by `&` are meant.
        let ([true, false] | [false, true]) = w.sides.map(compares) else { return };
        let text = w.op.text();
        let message =
            format!("`{text}` binds less than the comparison beside it, which comes first");
        self.binds(w.at, message);
    }

    /// `a << b + c`, which adds first.
    fn beside_sum(&mut self, w: &Written<'a, 't>) {
        let sum = w.sides.iter().find_map(|side| match bare_operator(side) {
            Some(op @ (BinaryOp::Add | BinaryOp::Sub)) => Some(op),
            _ => None,
        });
        let Some(sum) = sum.filter(|_| self.cx.types.is_integer(w.left.ty)) else { return };
        let (text, sum) = (w.op.text(), sum.text());
        self.binds(
            w.at,
            format!("`{text}` binds less than the `{sum}` beside it, which comes first"),
        );
    }

    /// `a < b < c`, which compares a truth value with `c`.
    fn chain_of_comparisons(&mut self, w: &Written<'a, 't>) {
        let first = bare_operator(w.sides[0]).filter(|first| is_ordering(*first));
        let own = is_ordering(w.op) && matches!(w.left.kind, TKind::Compare(..));
        let Some(first) = first.filter(|_| own) else { return };
        let message = format!(
            "what this compares is the truth of the `{}` before it: a range is two comparisons that `&&` joins",
            first.text()
        );
        self.binds(w.at, message);
    }

    /// `!a == b` and `!a & b`, where `!` is of `a` alone.
    fn not_before(&mut self, w: &Written<'a, 't>) {
        let ExprKind::Unary(UnaryOp::Not, _) = w.sides[0].kind else { return };
        let is_bool = |e: E<'t>| e.ty.bare() == Ty::BOOL;
        let joins = matches!(w.op, BinaryOp::Xor | BinaryOp::Or);
        if w.sides[0].parens || joins || !is_bool(w.left) || is_bool(w.right) {
            return;
        }
        // What is `true` or `false` anyway is compared as that.
        let number = matches!(w.left.kind, TKind::Not(of)
            if matches!(of.kind, TKind::Cast(value) if !is_bool(value)));
        if !number {
            return;
        }
        let text = w.op.text();
        let message = format!("`!` is of what stands before the `{text}` alone");
        let told = Diagnostic::new(code::LOGICAL_NOT, w.at, message)
            .note(Span::NONE, "parentheses say which is meant");
        self.tell(told);
    }

    /// `2 ^ 8`, which is 10.
    fn power(&mut self, w: &Written<'a, 't>) {
        let number = |e: &Expr<'_>| match e.kind {
            ExprKind::Int { value, decimal: true, .. } if !e.parens => Some(value),
            _ => None,
        };
        let [Some(base @ (2 | 10)), Some(exponent)] = w.sides.map(number) else { return };
        if w.op != BinaryOp::Xor || self.cx.sm.expansion(w.at).is_some() {
            return;
        }
        let help = match base {
            2 if exponent < 64 => format!("the power is `1 << {exponent}`"),
            _ => format!("the power is `1e{exponent}`"),
        };
        let message = format!("`{base} ^ {exponent}` is {}: `^` is no power", base ^ exponent);
        self.tell(Diagnostic::new(code::XOR_AS_POWER, w.at, message).note(Span::NONE, help));
    }

    /// `a == a`. Of floating types it asks for NaN.
    fn with_itself(&mut self, w: &Written<'a, 't>) {
        let [ExprKind::Name(a), ExprKind::Name(b)] = [&w.sides[0].kind, &w.sides[1].kind] else {
            return;
        };
        let plain = self.cx.types.is_integer(w.left.ty) || self.cx.types.is_pointer(w.left.ty);
        if a != b
            || !plain
            || w.left.ty.is_volatile()
            || self.cx.site.instance
            || self.mode.constant
        {
            return;
        }
        if [w.at, w.sides[0].span].iter().any(|at| self.cx.sm.expansion(*at).is_some()) {
            return;
        }
        let always = matches!(w.op, BinaryOp::Eq | BinaryOp::Le | BinaryOp::Ge);
        self.suspect(
            code::TAUTOLOGICAL,
            w.at,
            format!("what is compared with itself: this is always {always}"),
        );
    }

    /// A comparison with a constant that a type of fewer values never reaches.
    pub(super) fn beyond_type(&mut self, op: BinaryOp, at: Span, a: E<'t>, b: E<'t>) -> bool {
        let (e, value, op) = match (a.kind, b.kind) {
            (TKind::Int(_), TKind::Int(_)) => return false,
            (_, TKind::Int(v)) => (a, self.wide(b, v), op),
            (TKind::Int(v), _) => (b, self.wide(a, v), mirrored(op)),
            _ => return false,
        };
        // Of a chain of comparisons, and of a `!` before one, that is told.
        if matches!(e.kind, TKind::Compare(..) | TKind::Not(_)) {
            return false;
        }
        let t = &self.cx.types;
        let is_enum = matches!(t.kind(e.ty), TypeKind::Enum(_));
        if !t.is_integer(e.ty) || is_enum || t.size(e.ty) >= 8 {
            return false;
        }
        let (least, most) = t.range(e.ty);
        // Where both are compared as what has no sign, negative values are large ones.
        let common = t.common(self.promotion(a), self.promotion(b));
        if !self.cx.types.is_signed(common) && (value < 0 || least < 0) {
            return false;
        }
        let always = match op {
            BinaryOp::Eq if value < least || value > most => false,
            BinaryOp::Ne if value < least || value > most => true,
            BinaryOp::Lt | BinaryOp::Le if value > most => true,
            BinaryOp::Lt | BinaryOp::Le if value < least => false,
            BinaryOp::Gt | BinaryOp::Ge if value > most => false,
            BinaryOp::Gt | BinaryOp::Ge if value < least => true,
            // Of `bool` the ends are told too.
            BinaryOp::Gt if most == 1 && value == 1 => false,
            BinaryOp::Le if most == 1 && value == 1 => true,
            _ => return false,
        };
        let name = self.cx.type_name(e.ty);
        let message = format!(
            "`{name}` is compared with {value}, which it never is: this is always {always}"
        );
        let message = match value == most {
            true => format!("`{name}` is never more than {value}: this is always {always}"),
            false => message,
        };
        self.suspect(code::TAUTOLOGICAL, at, message);
        true
    }

    /// A constant's value: those of what has no sign and is wide are kept as negative ones.
    pub(super) fn wide(&self, e: E<'t>, value: i64) -> i128 {
        i128::from(value) + if value < 0 && !self.cx.types.is_signed(e.ty) { 1 << 64 } else { 0 }
    }

    /// `s == "text"`, which compares places.
    pub(super) fn compared_with_string(&mut self, at: Span, a: E<'t>, b: E<'t>) {
        let null = |e: E<'t>| e.null || e.ty.bare() == Ty::NULLPTR;
        if !null(a) && !null(b) && (self.is_string(a) || self.is_string(b)) {
            let message = "this compares where a string stands, and not what it holds";
            self.suspect(code::STRING_COMPARE, at, message);
        }
    }

    /// `sizeof(p) / sizeof(*p)` of a pointer, which counts no elements.
    fn count_of_pointer(&mut self, w: &Written<'a, 't>) {
        let [ExprKind::SizeofExpr(of), part] = [&w.sides[0].kind, &w.sides[1].kind] else { return };
        let to = match part {
            ExprKind::SizeofExpr(e) => {
                let e = self.unevaluated(|b| b.expr(e));
                e.ty
            }
            ExprKind::SizeofType(t) => self.type_of(t),
            _ => return,
        };
        let of = self.unevaluated(|b| b.expr(of));
        if self.cx.types.pointee(of.ty).is_some_and(|pointee| pointee.bare() == to.bare()) {
            let message = "the size of a pointer is divided by that of what it points to: this counts no elements";
            self.suspect(code::SIZEOF_POINTER, w.at, message);
        }
    }
}

/// What an operator is with its sides exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        op => op,
    }
}
