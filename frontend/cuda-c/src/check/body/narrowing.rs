//! Narrowing ([dcl.init.list] 7): a list in braces takes no value that its object's type may not hold.
//!
//! What counts is the types: a floating value for an integer, `double` for `float`, an integer for a floating type, an
//! integer for one that cannot have all its values. A constant that the type holds exactly is no narrowing, but for a
//! floating one that an integer is made of. The standard takes no narrowing at all; nvcc refuses it for arguments of
//! constructors, references, results and assigned values and warns of it elsewhere, and so do we.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::Expr,
    check::{Body, Const, body::E, body::convert::wrap},
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Reports a value of a list that is narrowed to the type of its object; `written` is what stands in the list. It is an
    /// error where `strict`.
    pub(super) fn check_narrowing(
        &mut self,
        v: E<'t>,
        to: Ty,
        written: Option<&'a Expr<'a>>,
        strict: bool,
    ) {
        let substituted = wrong!(NarrowingSubstitutes) && self.cx.diags.in_trial();
        if v.ty.is_error() || substituted || !self.narrows(v.ty, to) {
            return;
        }
        let mut constant = self.const_of(v);
        if constant.is_none()
            && let Some(e) = written
        {
            // A call of a `constexpr` function may be one.
            let trial = self.cx.diags.begin_trial();
            let locals = self.variables.locals.len();
            let again = self.constant_value(e);
            self.variables.locals.truncate(locals);
            let failed = self.cx.diags.end_trial(trial);
            constant = self.const_of(again).filter(|_| !failed);
        }
        if constant.is_some_and(|c| self.holds(c, v.ty, to)) {
            return;
        }
        let (a, b) = (self.cx.type_name(v.ty.bare()), self.cx.type_name(to.bare()));
        let text = format!("in braces a value of type `{a}` is narrowed to `{b}`");
        let hint = format!("a cast says that it is meant: `({b})`");
        let c = if strict { code::TYPE_MISMATCH } else { code::NARROWING };
        let d = Diagnostic::new(c, v.span, text);
        self.cx.diags.push(d.note(Span::NONE, hint));
    }

    /// Whether values of a type may be lost in another, whatever they are.
    fn narrows(&self, from: Ty, to: Ty) -> bool {
        let types = &self.cx.types;
        if let TypeKind::Enum(e) = types.kind(from)
            && types.enums[e].scoped
        {
            return false;
        }
        if matches!(types.kind(to), TypeKind::Enum(_)) || from.bare() == to.bare() {
            return false;
        }
        if types.pointee(from).is_some() && to.bare() == Ty::BOOL {
            return true;
        }
        // A promotion narrows nothing: an enumeration's goes by its values.
        if types.promote(from) == to.bare() {
            return false;
        }
        let (a, b) = (types.scalar(from), types.scalar(to));
        match (types.is_float(a), types.is_float(b)) {
            (true, true) => types.size(a) > types.size(b),
            (true, false) => types.is_integer(b),
            (false, true) => types.is_integer(a),
            (false, false) if !types.is_integer(a) || !types.is_integer(b) || a == b => false,
            (false, false) => match (a, b) {
                (Ty::BOOL, _) => false,
                (_, Ty::BOOL) => true,
                _ => {
                    let (m, n) = (types.size(a), types.size(b));
                    match (types.is_signed(a), types.is_signed(b)) {
                        (true, false) => true,
                        (false, true) => m >= n,
                        _ => m > n,
                    }
                }
            },
        }
    }

    /// Whether a type holds a constant of another exactly.
    pub(super) fn holds(&self, c: Const, from: Ty, to: Ty) -> bool {
        let types = &self.cx.types;
        match c {
            Const::Float(v) if types.is_float(to) => {
                // Within the range of `float`, exactly or not.
                !v.is_finite() || v.abs() <= f64::from(f32::MAX)
            }
            Const::Float(_) => false,
            Const::Int(v) => {
                let unsigned = !types.is_signed(types.scalar(from)) && types.size(from) == 8;
                let exact = if unsigned { i128::from(v as u64) } else { i128::from(v) };
                if types.is_float(to) {
                    let near =
                        if to.bare() == Ty::FLOAT { f64::from(exact as f32) } else { exact as f64 };
                    return near as i128 == exact;
                }
                if types.scalar(to) == Ty::BOOL {
                    return exact == 0 || exact == 1;
                }
                let kept = wrap(types, v, to);
                let large = !types.is_signed(types.scalar(to)) && types.size(to) == 8;
                let kept = if large { i128::from(kept as u64) } else { i128::from(kept) };
                kept == exact
            }
        }
    }
}
