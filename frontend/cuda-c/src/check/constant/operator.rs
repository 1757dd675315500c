//! Operators on numbers, and what changes objects ([expr] 4: a result that its type does not have is no constant).

use optx_source::Span;

use super::{
    Machine, Outcome, Why, number, of_const,
    value::{Pointer, Value},
};
use crate::{
    ast::BinaryOp,
    check::Const,
    typed::{TExpr, TKind},
    types::Ty,
};

impl Machine<'_, '_, '_> {
    pub(super) fn unary(&mut self, e: &TExpr<'_>) -> Outcome<Value> {
        match e.kind {
            TKind::Neg(x) => match self.number(x)? {
                Const::Float(v) => Ok(Value::Float(-v)),
                v => self.binary(BinaryOp::Sub, Const::Int(0), v, e.ty, e.span),
            },
            TKind::BitNot(x) => match self.number(x)? {
                Const::Int(v) => {
                    let ty = e.ty.bare();
                    Ok(Value::Int(crate::check::body::wrap(&self.cx.types, !v, ty)))
                }
                Const::Float(_) => Err(Why::new(e.span, "has no value")),
            },
            TKind::Not(x) => Ok(Value::Int(i64::from(!self.holds(x)?))),
            _ => Err(Why::new(e.span, "has no value")),
        }
    }

    pub(super) fn binary_of(
        &mut self,
        op: BinaryOp,
        a: &TExpr<'_>,
        b: &TExpr<'_>,
        e: &TExpr<'_>,
    ) -> Outcome<Value> {
        let a = self.number(a)?;
        let b = self.number(b)?;
        self.binary(op, a, b, e.ty, e.span)
    }

    pub(super) fn op_assign_value(&mut self, e: &TExpr<'_>) -> Outcome<Value> {
        self.op_assign(e).map(|(_, v)| v)
    }

    pub(super) fn inc_dec_value(&mut self, e: &TExpr<'_>) -> Outcome<Value> {
        let after = matches!(e.kind, TKind::IncDec { prefix: true, .. });
        self.inc_dec(e).map(|(_, old, new)| if after { new } else { old })
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: Const,
        b: Const,
        ty: Ty,
        span: Span,
    ) -> Outcome<Value> {
        let ty = ty.bare();
        match number::binary(&self.cx.types, op, a, b, ty) {
            Some((v, true)) => Ok(of_const(v)),
            Some((_, false)) => {
                let n = self.cx.type_name(ty);
                Err(Why::new(span, format!("overflows `{n}`")))
            }
            None => match (a, b, op) {
                (Const::Float(x), Const::Float(y), _)
                    if self.lenient && !wrong!(StaticNanIsNoConstant) =>
                {
                    let v = number::floats(op, x, y, ty == Ty::FLOAT);
                    v.map(Value::Float).ok_or_else(|| Why::new(span, "has no value"))
                }
                (Const::Float(_), ..) => Err(Why::new(span, "gives no number")),
                (_, Const::Int(n), BinaryOp::Shl | BinaryOp::Shr) => {
                    let t = self.cx.type_name(ty);
                    Err(Why::new(span, format!("shifts `{t}` by {n}")))
                }
                (_, _, BinaryOp::Div | BinaryOp::Rem) => Err(Why::new(span, "divides by zero")),
                _ => Err(Why::new(span, "has no value")),
            },
        }
    }

    /// A number as one of another type.
    pub(super) fn converted(&mut self, v: Const, from: Ty, to: Ty, span: Span) -> Outcome<Const> {
        let c = number::cast(&self.cx.types, v, from, to);
        let lost = matches!((v, c), (Const::Float(x), Some(Const::Float(y))) if x.is_finite() && !y.is_finite());
        match c {
            Some(c) if !lost || self.lenient => Ok(c),
            _ => {
                let n = self.cx.type_name(to.bare());
                Err(Why::new(span, format!("gives `{n}` a number that it does not have")))
            }
        }
    }

    /// `target op= value`: the object and its new value.
    pub(super) fn op_assign(&mut self, e: &TExpr<'_>) -> Outcome<(Pointer, Value)> {
        let TKind::OpAssign { target, op, value, common, size } = e.kind else {
            return Err(Why::new(e.span, "has no value"));
        };
        // The right side comes first ([expr.ass] 1).
        let value = self.value(value)?;
        let p = self.place(target)?;
        let old = self.read(&p, target.span)?;
        let new = if size != 0 {
            let Value::Int(n) = value else { return Err(Why::new(e.span, "has no value")) };
            self.moved(old, n, op == BinaryOp::Sub, size, e.span)?
        } else {
            let (old, value) = (as_const(old, e.span)?, as_const(value, e.span)?);
            let old = self.converted(old, target.ty, common, e.span)?;
            let new = self.binary(op, old, value, common, e.span)?;
            let new = as_const(new, e.span)?;
            of_const(self.converted(new, common, target.ty, e.span)?)
        };
        let new = self.write(&p, new, false, e.span)?;
        Ok((p, new))
    }

    /// `++` and `--`: the object, and its values before and after.
    pub(super) fn inc_dec(&mut self, e: &TExpr<'_>) -> Outcome<(Pointer, Value, Value)> {
        let TKind::IncDec { target, inc, size, .. } = e.kind else {
            return Err(Why::new(e.span, "has no value"));
        };
        let p = self.place(target)?;
        let old = self.read(&p, target.span)?;
        let ty = target.ty.bare();
        let new = if size != 0 {
            self.moved(old.clone(), 1, !inc, size, e.span)?
        } else {
            let op = if inc { BinaryOp::Add } else { BinaryOp::Sub };
            let common = self.cx.types.promote(ty);
            let one = if self.cx.types.is_float(ty) { Const::Float(1.0) } else { Const::Int(1) };
            let before = self.converted(as_const(old.clone(), e.span)?, ty, common, e.span)?;
            let after = as_const(self.binary(op, before, one, common, e.span)?, e.span)?;
            of_const(self.converted(after, common, ty, e.span)?)
        };
        let new = self.write(&p, new, false, e.span)?;
        Ok((p, old, new))
    }

    /// A conversion node.
    pub(super) fn cast(&mut self, x: &TExpr<'_>, e: &TExpr<'_>) -> Outcome<Value> {
        if e.ty.bare() == Ty::VOID {
            self.effect(x)?;
            return Ok(Value::Unset);
        }
        if self.cx.types.is_function_pointer(x.ty) {
            let v = self.value(x)?;
            let is_bool = e.ty.bare() == Ty::BOOL;
            return match v {
                Value::Int(n) if is_bool => Ok(Value::Int(i64::from(n != 0))),
                v if self.cx.types.is_function_pointer(e.ty) => Ok(v),
                _ => Err(Why::beyond(e.span, "takes a function for another value")),
            };
        }
        if self.cx.types.is_pointer(x.ty) {
            return self.cast_pointer(x, e);
        }
        if self.cx.types.is_pointer(e.ty) {
            let v = self.number(x)?;
            return match (v, e.ty.bare() == Ty::NULLPTR) {
                (Const::Int(0), true) => Ok(Value::Int(0)),
                _ => Err(Why::new(e.span, "makes a pointer of a number")),
            };
        }
        if !self.cx.types.is_arithmetic(x.ty) || !self.cx.types.is_arithmetic(e.ty) {
            return self.value(x);
        }
        let v = self.number(x)?;
        Ok(of_const(self.converted(v, x.ty, e.ty, e.span)?))
    }
}

/// The number that a value is.
fn as_const(v: Value, span: Span) -> Outcome<Const> {
    match v {
        Value::Int(v) => Ok(Const::Int(v)),
        Value::Float(v) => Ok(Const::Float(v)),
        _ => Err(Why::new(span, "takes no number for one")),
    }
}
