//! Values that C++ knows as objects too: what an assignment changed, what `++x` counted, the chosen one of two objects.
//!
//! Idea: an expression is checked as the value that it mostly is used as. Where an object is wanted (a reference to
//! bind, an operand to change, an address), [`Body::object`] gives the object: the address is computed once, and the
//! object is what it points to. Source: C++17 [expr.ass] 1, [expr.pre.incr] 1, [expr.cond] 4, [expr.comma] 1.

use super::{Body, body::E};
use crate::{
    typed::TKind,
    types::{Ty, TypeKind},
};

impl<'t> Body<'_, '_, 't, '_> {
    /// The type of the object that an expression is, with its qualifiers; `None` for a value.
    pub(super) fn object_type(&self, e: E<'t>) -> Option<Ty> {
        if e.lvalue {
            return Some(e.ty);
        }
        match e.kind {
            TKind::Assign(target, _)
            | TKind::OpAssign { target, .. }
            | TKind::IncDec { target, prefix: true, .. } => {
                self.has_address(target).then_some(target.ty)
            }
            TKind::Cond(_, a, b) => {
                let (a, b) = (loaded(a)?, loaded(b)?);
                let same = a.ty.bare() == b.ty.bare() && a.ty.bare() == e.ty.bare();
                let both = self.has_address(a) && self.has_address(b);
                (same && both).then(|| a.ty.with(b.ty.quals()))
            }
            // A member of such an object.
            TKind::Field { base, bits: None, .. } => {
                let whole = self.object_type(base)?;
                Some(e.ty.with(whole.quals() & 3))
            }
            TKind::Comma(_, b) => {
                let b = loaded(b)?;
                (b.ty.bare() == e.ty.bare() && self.has_address(b)).then_some(b.ty)
            }
            _ => None,
        }
    }

    fn has_address(&self, e: E<'t>) -> bool {
        let bits = matches!(e.kind, TKind::Field { bits: Some(_), .. });
        e.lvalue && !bits && !matches!(self.cx.types.kind(e.ty), TypeKind::Array(..))
    }

    /// The object that an expression is; the expression itself where it is a value.
    pub(super) fn object(&mut self, e: E<'t>) -> E<'t> {
        let Some(ty) = self.object_type(e).filter(|_| !e.lvalue) else { return e };
        if let TKind::Field { base, offset, bits } = e.kind {
            let base = self.object(base);
            return self.mk_lvalue(TKind::Field { base, offset, bits }, ty, e.span);
        }
        let p = self.cx.types.pointer(ty);
        let address = match e.kind {
            TKind::Cond(c, a, b) => {
                let (Some(a), Some(b)) = (loaded(a), loaded(b)) else { return e };
                let (a, b) =
                    (self.mk(TKind::AddrOf(a), p, a.span), self.mk(TKind::AddrOf(b), p, b.span));
                self.mk(TKind::Cond(c, a, b), p, e.span)
            }
            TKind::Comma(a, b) => {
                let Some(b) = loaded(b) else { return e };
                let b = self.mk(TKind::AddrOf(b), p, b.span);
                self.mk(TKind::Comma(a, b), p, e.span)
            }
            TKind::Assign(target, _)
            | TKind::OpAssign { target, .. }
            | TKind::IncDec { target, .. } => self.changed(e, target, p),
            _ => return e,
        };
        self.mk_lvalue(TKind::Deref(address), ty, e.span)
    }

    /// Performs an assignment and gives the address of what it changed, computed before and once.
    fn changed(&mut self, e: E<'t>, object: E<'t>, p: Ty) -> E<'t> {
        let address = self.mk(TKind::AddrOf(object), p, object.span);
        let mut root = object;
        while let TKind::Field { base, .. } = root.kind {
            root = base;
        }
        if matches!(root.kind, TKind::Local(_) | TKind::Global(_)) {
            return self.mk(TKind::Comma(e, address), p, e.span);
        }
        let l = self.temporary(p, e.span);
        let kept = self.mk_lvalue(TKind::Local(l), p, e.span);
        let keep = self.mk(TKind::Assign(kept, address), p, e.span);
        let again = self.mk(TKind::Load(kept), p, e.span);
        let target = self.mk_lvalue(TKind::Deref(again), object.ty, object.span);
        let kind = match e.kind {
            TKind::Assign(_, value) => TKind::Assign(target, value),
            TKind::OpAssign { op, value, common, size, .. } => {
                TKind::OpAssign { target, op, value, common, size }
            }
            TKind::IncDec { inc, prefix, size, .. } => TKind::IncDec { target, inc, prefix, size },
            kind => kind,
        };
        let change = self.mk(kind, e.ty, e.span);
        let rest = self.mk(TKind::Comma(change, again), p, e.span);
        self.mk(TKind::Comma(keep, rest), p, e.span)
    }
}

/// The object whose value an expression is.
fn loaded<'t>(e: E<'t>) -> Option<E<'t>> {
    match e.kind {
        TKind::Load(x) => Some(x),
        _ => None,
    }
}
