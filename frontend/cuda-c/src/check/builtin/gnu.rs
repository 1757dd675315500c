//! GCC's built-in functions that ordinary C and C++ name: hints, tests of constants, floats without a literal, and
//! arithmetic that says whether it overflowed (GCC manual, "Other Built-in Functions", "Built-in Functions to Perform
//! Arithmetic with Overflow Checking").
//!
//! Overflow: both operands and the result are seen as integers without bounds. Where one type of 64 bits holds every
//! operand and every result of the operation, it is computed there and compared with what the result keeps; operands and
//! result of one type of 64 bits go by the signs and the upper half of the product. Other mixtures are refused.

use optx_source::{Span, code};

use crate::{
    ast::BinaryOp,
    check::{Body, body::E},
    typed::{Action, TKind},
    types::{Ty, TypeKind},
};

/// One of the functions here.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Gnu {
    /// `&` of the language's own, whatever `operator&` there is.
    AddressOf,
    Assume,
    AssumeAligned,
    Expect,
    Unreachable,
    ConstantP,
    /// Whether the compiler evaluates what it stands in.
    ConstantEvaluated,
    /// A double by its bits, and how many arguments are read over.
    Double(u64, usize),
    /// The same for float.
    Float(u32, usize),
    /// The operation, and whether it overflows.
    Overflow(BinaryOp),
    Trap,
}

impl Gnu {
    /// How many arguments it takes, where that many are given.
    fn wants(self, given: usize) -> usize {
        match self {
            Gnu::Unreachable | Gnu::Trap | Gnu::ConstantEvaluated => 0,
            Gnu::Double(_, n) | Gnu::Float(_, n) => n,
            Gnu::Assume | Gnu::AddressOf | Gnu::ConstantP => 1,
            Gnu::Expect => 2,
            Gnu::AssumeAligned => given.clamp(2, 3),
            Gnu::Overflow(_) => 3,
        }
    }
}

impl<'t> Body<'_, '_, 't, '_> {
    /// A call of one of these functions.
    pub(super) fn gnu_builtin(
        &mut self,
        which: Gnu,
        text: &str,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let wants = which.wants(values.len());
        if values.len() != wants {
            return self.count(text, wants, at, values.len(), span);
        }
        match (which, values) {
            (Gnu::Double(bits, _), _) => {
                self.mk(TKind::Float(f64::from_bits(bits)), Ty::DOUBLE, span)
            }
            (Gnu::Float(bits, _), _) => {
                self.mk(TKind::Float(f64::from(f32::from_bits(bits))), Ty::FLOAT, span)
            }
            (Gnu::Trap, _) => {
                let action = Action::Effect(optx_whirl::Intrinsic::Trap);
                self.mk(TKind::Builtin(action, &[]), Ty::VOID, span)
            }
            (Gnu::AddressOf, [v]) => {
                let v = self.function_object(v);
                self.address_of_object(v, span)
            }
            (Gnu::Assume, [v]) => {
                let mut condition = self.convert(v, Ty::BOOL);
                if wrong!(AssumptionsSayTheOpposite) {
                    condition = self.mk(TKind::Not(condition), Ty::BOOL, span);
                }
                self.assumption(condition, span)
            }
            // What is said to hold is not computed.
            (Gnu::Unreachable, _) => self.no_value(span),
            (Gnu::ConstantP, [v]) => {
                let v = self.rvalue(v);
                let known = self.const_of(v).is_some();
                if !known && self.mode.constant && !v.ty.is_error() {
                    let args = self.list(vec![v]);
                    return self.mk(TKind::Builtin(Action::ConstantP, args), Ty::INT, span);
                }
                self.int(i64::from(known), Ty::INT, span)
            }
            (Gnu::ConstantEvaluated, _) => self.int(i64::from(self.mode.constant), Ty::BOOL, span),
            (Gnu::Expect, [v, expected]) => {
                let expected = self.convert(expected, Ty::LONG);
                let v = self.convert(v, Ty::LONG);
                if self.const_of(expected).is_some() || expected.ty.is_error() {
                    return v;
                }
                self.mk(TKind::Comma(expected, v), Ty::LONG, span)
            }
            (Gnu::AssumeAligned, [p, ..]) => {
                let to = self.cx.types.pointer(Ty::VOID);
                let p = self.rvalue(p);
                if self.cx.types.pointee(p.ty).is_none() {
                    return self.wrong_argument(text, 1, p, "a pointer");
                }
                self.cast_node(p, to)
            }
            (Gnu::Overflow(op), [a, b, p]) => self.overflowing((op, text), (a, b), p, span),
            _ => self.bad(span),
        }
    }

    fn no_value(&mut self, span: Span) -> E<'t> {
        let zero = self.int(0, Ty::INT, span);
        self.mk(TKind::Cast(zero), Ty::VOID, span)
    }

    /// A condition that is said to hold; one of what would have to be executed to be known says nothing.
    fn assumption(&mut self, condition: E<'t>, span: Span) -> E<'t> {
        let (mut work, mut said) = (vec![condition], None);
        while let Some(e) = work.pop() {
            match e.kind {
                TKind::And(a, b) => work.extend([b, a]),
                _ if is_of_values(e) => {
                    let args = self.list(vec![e]);
                    let action = Action::Effect(optx_whirl::Intrinsic::Assume);
                    let new = self.mk(TKind::Builtin(action, args), Ty::VOID, span);
                    said = Some(match said {
                        Some(before) => self.mk(TKind::Comma(before, new), Ty::VOID, span),
                        None => new,
                    });
                }
                _ => {}
            }
        }
        said.unwrap_or_else(|| self.no_value(span))
    }

    fn overflowing(
        &mut self,
        (op, text): (BinaryOp, &str),
        (a, b): (E<'t>, E<'t>),
        p: E<'t>,
        span: Span,
    ) -> E<'t> {
        let (a, b, p) = (self.rvalue(a), self.rvalue(b), self.rvalue(p));
        if [a, b, p].iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let plain = |t: Ty| {
            self.cx.types.is_integer(t)
                && t.bare() != Ty::BOOL
                && !matches!(self.cx.types.kind(t), TypeKind::Enum(_))
        };
        for (i, v) in [a, b].into_iter().enumerate() {
            if !plain(v.ty) {
                return self.wrong_argument(text, i + 1, v, "an integer");
            }
        }
        let Some(to) = self.cx.types.pointee(p.ty).filter(|t| plain(*t) && !t.is_const()) else {
            return self.wrong_argument(text, 3, p, "a pointer to an integer");
        };
        // Each is read once, from the left to the right.
        let mut first = Vec::new();
        let mut keep = |s: &mut Self, v: E<'t>| {
            let (k, again) = s.kept(v);
            first.extend(k);
            again
        };
        let (a, b, p) = (keep(self, a), keep(self, b), keep(self, p));
        let target = self.deref(p, to, span);
        let Some((value, wrong)) = self.checked_operation(op, a, b, to.bare(), span) else {
            let text = "operands of these types are not supported here yet; casts to one type make them so";
            return self.error(code::NOT_SUPPORTED, span, text);
        };
        let l = self.temporary(Ty::BOOL, span);
        let flag = self.mk_lvalue(TKind::Local(l), Ty::BOOL, span);
        let set_flag = self.mk(TKind::Init(flag, wrong), Ty::VOID, span);
        let store = self.mk(TKind::Assign(target, value), to.bare(), span);
        let mut e = self.mk(TKind::Load(flag), Ty::BOOL, span);
        first.extend([set_flag, store]);
        for f in first.into_iter().rev() {
            e = self.mk(TKind::Comma(f, e), Ty::BOOL, span);
        }
        e
    }

    /// The value that the result keeps, and whether the exact one differs.
    fn checked_operation(
        &mut self,
        op: BinaryOp,
        a: E<'t>,
        b: E<'t>,
        to: Ty,
        span: Span,
    ) -> Option<(E<'t>, E<'t>)> {
        let signed = |s: &Self, t: Ty| s.cx.types.is_signed(t);
        let narrow = self.cx.types.size(a.ty) <= 4 && self.cx.types.size(b.ty) <= 4;
        if narrow {
            // Two unsigned factors of 32 bits want all bits of an unsigned product; all else fits 64 signed bits.
            let unsigned = op == BinaryOp::Mul && !signed(self, a.ty) && !signed(self, b.ty);
            let wide = if unsigned { Ty::ULONG } else { Ty::LONG };
            let (x, y) = (self.cast_node(a, wide), self.cast_node(b, wide));
            let exact = self.mk(TKind::Binary(op, x, y), wide, span);
            let value = self.cast_node(exact, to);
            let zero = self.int(0, Ty::LONG, span);
            let wrong = if self.cx.types.size(to) == 8 {
                // The same bits: a negative one is no unsigned number, and a large one no signed one.
                if signed(self, to) == signed(self, wide) {
                    self.int(0, Ty::BOOL, span)
                } else {
                    let bits = self.cast_node(exact, Ty::LONG);
                    self.mk(TKind::Compare(BinaryOp::Lt, bits, zero), Ty::BOOL, span)
                }
            } else {
                let back = self.cast_node(value, wide);
                self.mk(TKind::Compare(BinaryOp::Ne, back, exact), Ty::BOOL, span)
            };
            return Some((value, wrong));
        }
        let long = |s: &Self, t: Ty| s.cx.types.size(t) == 8;
        let large = |s: &Self, t: Ty| long(s, t) && !signed(s, t);
        let any_large = large(self, a.ty) || large(self, b.ty);
        let both_unsigned = !signed(self, a.ty) && !signed(self, b.ty);
        // The exact result is that of 64 bits, signed or not, unless that overflows; then it fits no result here.
        let is_signed = if !any_large && !large(self, to) {
            true
        } else if both_unsigned && (op != BinaryOp::Sub || !signed(self, to)) {
            false
        } else {
            return None;
        };
        let (sum, wrong) = self.checked_long(op, a, b, is_signed, span);
        let value = self.cast_node(sum, to);
        if long(self, to) && signed(self, to) == is_signed {
            return Some((value, wrong));
        }
        let back = self.cast_node(value, sum.ty);
        let mut lost = self.mk(TKind::Compare(BinaryOp::Ne, back, sum), Ty::BOOL, span);
        if signed(self, to) && !is_signed {
            let bits = self.cast_node(value, Ty::LONG);
            let zero = self.int(0, Ty::LONG, span);
            let negative = self.mk(TKind::Compare(BinaryOp::Lt, bits, zero), Ty::BOOL, span);
            lost = self.mk(TKind::Or(lost, negative), Ty::BOOL, span);
        }
        Some((value, self.mk(TKind::Or(wrong, lost), Ty::BOOL, span)))
    }

    /// An operation on numbers of 64 bits, and whether it overflows.
    fn checked_long(
        &mut self,
        op: BinaryOp,
        a: E<'t>,
        b: E<'t>,
        is_signed: bool,
        span: Span,
    ) -> (E<'t>, E<'t>) {
        let (ty, unsigned) = (if is_signed { Ty::LONG } else { Ty::ULONG }, Ty::ULONG);
        // By way of their own sign: a narrow signed one is extended by it.
        let (a, b) = (self.cast_node(a, ty), self.cast_node(b, ty));
        let (x, y) = (self.cast_node(a, unsigned), self.cast_node(b, unsigned));
        let sum = self.mk(TKind::Binary(op, x, y), unsigned, span);
        let zero = self.int(0, Ty::LONG, span);
        let bit = |s: &mut Self, op: BinaryOp, p: E<'t>, q: E<'t>| {
            s.mk(TKind::Binary(op, p, q), unsigned, span)
        };
        let wrong = match (op, is_signed) {
            (BinaryOp::Add, false) => self.mk(TKind::Compare(BinaryOp::Lt, sum, x), Ty::BOOL, span),
            (BinaryOp::Sub, false) => self.mk(TKind::Compare(BinaryOp::Lt, x, y), Ty::BOOL, span),
            (BinaryOp::Add | BinaryOp::Sub, _) => {
                // The result's sign differs from where it must come from.
                let p = bit(self, BinaryOp::Xor, x, sum);
                let other = if op == BinaryOp::Add { sum } else { x };
                let q = bit(self, BinaryOp::Xor, y, other);
                let both = bit(self, BinaryOp::And, p, q);
                let both = self.cast_node(both, Ty::LONG);
                self.mk(TKind::Compare(BinaryOp::Lt, both, zero), Ty::BOOL, span)
            }
            _ => {
                let wide = if is_signed { Ty::LONGLONG } else { Ty::ULONGLONG };
                let (x, y) = (self.cast_node(a, wide), self.cast_node(b, wide));
                let args = self.list(vec![x, y]);
                let high = self.mk(TKind::Builtin(Action::MulHigh, args), wide, span);
                let expected = if is_signed {
                    let low = self.cast_node(sum, wide);
                    let by = self.int(63, Ty::INT, span);
                    self.mk(TKind::Binary(BinaryOp::Shr, low, by), wide, span)
                } else {
                    self.int(0, wide, span)
                };
                self.mk(TKind::Compare(BinaryOp::Ne, high, expected), Ty::BOOL, span)
            }
        };
        (self.cast_node(sum, ty), wrong)
    }
}

/// True for an expression of local variables and constants that reads nothing else, has no effect and no case without a value that
/// its operators bring.
fn is_of_values(e: E<'_>) -> bool {
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        match e.kind {
            TKind::Int(_) | TKind::Float(_) => {}
            TKind::Load(object) if !object.ty.is_volatile() && is_part_of_a_local(object) => {}
            TKind::Neg(x) | TKind::BitNot(x) | TKind::Not(x) => work.push(x),
            TKind::Cast(x) if !x.is_glvalue() => work.push(x),
            TKind::Binary(op, a, b) if !matches!(op, BinaryOp::Div | BinaryOp::Rem) => {
                work.extend([a, b]);
            }
            TKind::Compare(_, a, b) => work.extend([a, b]),
            TKind::Builtin(Action::Pure(_), args) => work.extend(args.iter()),
            _ => return false,
        }
    }
    true
}

fn is_part_of_a_local(mut e: E<'_>) -> bool {
    while let TKind::Field { base, bits: None, .. } = e.kind {
        e = base;
    }
    matches!(e.kind, TKind::Local(_))
}
