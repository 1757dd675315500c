//! `noexcept(e)` ([expr.unary.noexcept]): whether an operand, which is not evaluated, throws nothing.
//!
//! Idea: the operand is checked as it would be where it is evaluated, and its typed tree is searched for calls of functions whose types
//! do not say that they throw nothing ([except.spec] 6). What the compiler has of its own is of NVRTC's types: none says so.
//! Legality: nothing is guessed. A function whose condition is not understood, statements as an expression, and outside of NVRTC's mode what
//! the headers of the host's C library declare, make the whole refused.
//! Cost: a walk over one expression.

use optx_source::{Span, code};

use super::{Body, E};
use crate::{
    ast::Expr,
    check::{Checker, class::Special},
    typed::{Action, FunctionId, TKind, TypedArenas},
    types::{CONST, RecordId, Ty},
};

/// What stands for a call by a pointer to a function that may throw. `__trap` is no function that says that it doesn't, either.
const UNKNOWN_CALL: Action = Action::Effect(optx_whirl::Intrinsic::Trap);

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of `noexcept(e)`.
    pub(super) fn noexcept_operator(&mut self, e: &'a Expr<'a>, span: Span) -> E<'t> {
        let operand = self.unevaluated(|b| {
            b.with_mode(|m| m.noexcept = true, |b| b.unevaluated_operand(e, false))
        });
        if operand.ty.is_error() {
            return self.bad(span);
        }
        match self.may_throw(operand) {
            Some(throws) => {
                let holds = !throws || wrong!(NothingThrows);
                self.int(i64::from(holds), Ty::BOOL, span)
            }
            None => {
                let text = "what this expression throws is not understood yet";
                self.error(code::NOT_SUPPORTED, span, text)
            }
        }
    }

    /// Whether an expression may throw, the end of what it makes with it; `None` where that is not known.
    pub(super) fn may_throw(&mut self, e: E<'t>) -> Option<bool> {
        Some(
            self.making_may_throw(e)?
                || self.is_dropped(e) && self.cx.destruction_may_throw(e.ty)?,
        )
    }

    /// Whether an object is made that ends with the expression.
    fn is_dropped(&self, e: E<'t>) -> bool {
        let made = matches!(e.kind, TKind::Call(..) | TKind::New(..) | TKind::Aggregate(_));
        made && self.cx.types.is_record(e.ty) && !e.is_glvalue()
    }

    /// Whether an expression may throw before what it makes is made.
    fn making_may_throw(&mut self, whole: E<'t>) -> Option<bool> {
        let mut list = vec![whole];
        while let Some(e) = list.pop() {
            let throws = match e.kind {
                TKind::Call(f, _) | TKind::New(f, ..) => self.function_may_throw(f)?,
                TKind::Builtin(UNKNOWN_CALL, _) => true,
                TKind::Builtin(..) => self.cx.options.dialect.nvrtc.then_some(true)?,
                TKind::Statements(_) => return None,
                _ => false,
            };
            let dropped = !std::ptr::eq(e, whole) && self.is_dropped(e);
            if throws || dropped && self.cx.destruction_may_throw(e.ty)? {
                return Some(true);
            }
            e.operands(|x| list.push(x));
        }
        Some(false)
    }

    fn function_may_throw(&mut self, f: FunctionId) -> Option<bool> {
        let info = &self.cx.functions[f];
        let unsaid = info.signature.noexcept.is_none() && info.origin.library;
        if unsaid && !self.cx.options.dialect.nvrtc {
            return None;
        }
        self.cx.function_may_throw(f)
    }

    /// What stands for a call whose function is not known, in the operand of a `noexcept`: its value, behind what may throw.
    pub(super) fn behind_call(&mut self, value: E<'t>, values: &[E<'t>], throws: bool) -> E<'t> {
        if !self.mode.noexcept {
            return value;
        }
        let mut whole = value;
        let call = self.mk(TKind::Builtin(UNKNOWN_CALL, &[]), Ty::VOID, value.span);
        for first in values.iter().copied().chain(throws.then_some(call)) {
            let kind = TKind::Comma(first, whole);
            whole = self.mk_as(kind, whole.ty, whole.category, whole.span);
        }
        whole
    }
}

impl Checker<'_, '_> {
    /// Whether a special member that the compiler adds to a class may throw where it makes, copies, moves or assigns a part: the function
    /// that overload resolution chooses there says so ([except.spec] 7). `None` where that is not known.
    pub(super) fn part_may_throw(&mut self, r: RecordId, part: Ty, s: Special) -> Option<bool> {
        let span = self.classes.all.get(&r)?.spec.name.span;
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        let throws = Body::outside(self, &arena).in_class_of(r, None, |b| {
            b.unevaluated(|b| {
                let from = b.object_of(part.with(if s.is_move() { 0 } else { CONST }), span);
                let from = if s.is_move() { b.as_xvalue(from) } else { from };
                let value = match s {
                    Special::DefaultConstructor => match b.default_initial(part, span) {
                        Some(value) => value,
                        None => return Some(false),
                    },
                    Special::CopyConstructor | Special::MoveConstructor => {
                        b.direct_initial(vec![from], part, span)
                    }
                    Special::CopyAssignment | Special::MoveAssignment => {
                        let to = b.object_of(part, span);
                        b.assign_value(to, from, span, span)
                    }
                };
                // The function alone counts, and not what its parameters are made with ([except.spec] 7): so NVRTC and clang say of default
                // arguments too.
                let mut called = value;
                while let TKind::Deref(x) = called.kind {
                    called = x;
                }
                match called.kind {
                    TKind::Call(f, _) | TKind::New(f, ..) if !wrong!(ParametersOfPartsThrow) => {
                        b.function_may_throw(f)
                    }
                    _ => b.making_may_throw(value),
                }
            })
        });
        let wrong = self.diags.end_trial(trial);
        throws.filter(|_| !wrong)
    }
}
