//! Operations on numbers: what the checker folds and what constants compute are the same ([expr], [conv]).

use crate::{
    ast::BinaryOp,
    check::{Const, body::wrap},
    types::{Ty, Types},
};

/// The value of an operation on operands of type `ty`, and whether it fits the type ([expr] 4); `None` where it has none:
/// division by zero, a shift by too much, a NaN, whose bits are the hardware's matter.
pub(in crate::check) fn binary(
    types: &Types,
    op: BinaryOp,
    a: Const,
    b: Const,
    ty: Ty,
) -> Option<(Const, bool)> {
    match (a, b) {
        (Const::Int(x), Const::Int(y)) => {
            let t = types.scalar(ty);
            if !types.is_integer(t) {
                return None;
            }
            let signed = types.is_signed(t);
            let bits = types.size(t) as u32 * 8;
            let v: i128 = integers(op, x, y, signed, bits)?;
            let w = wrap(types, v as i64, ty);
            let fits = !signed || i128::from(w) == v || op == BinaryOp::Shl;
            Some((Const::Int(w), fits))
        }
        (Const::Float(x), Const::Float(y)) => {
            let v = floats(op, x, y, ty.bare() == Ty::FLOAT)?;
            (!v.is_nan()).then_some((Const::Float(v), true))
        }
        _ => None,
    }
}

/// The value of an operation on floating operands.
pub(super) fn floats(op: BinaryOp, x: f64, y: f64, single: bool) -> Option<f64> {
    if single {
        let (x, y) = (x as f32, y as f32);
        return Some(f64::from(match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Mul => x * y,
            BinaryOp::Div => x / y,
            _ => return None,
        }));
    }
    Some(match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div => x / y,
        _ => return None,
    })
}

fn integers(op: BinaryOp, x: i64, y: i64, signed: bool, bits: u32) -> Option<i128> {
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

/// Whether a comparison of operands of type `ty` holds.
pub(in crate::check) fn compare(
    types: &Types,
    op: BinaryOp,
    a: Const,
    b: Const,
    ty: Ty,
) -> Option<bool> {
    let order = match (a, b) {
        (Const::Int(x), Const::Int(y))
            if wrong!(FunctionsCompareEqual) && types.is_function_pointer(ty) =>
        {
            Some((x == 0).cmp(&(y == 0)))
        }
        (Const::Int(x), Const::Int(y)) => {
            Some(if types.is_signed(ty) { x.cmp(&y) } else { (x as u64).cmp(&(y as u64)) })
        }
        (Const::Float(x), Const::Float(y)) => x.partial_cmp(&y),
        _ => return None,
    };
    Some(holds(op, order))
}

/// Whether a comparison holds for operands in this order.
pub(super) fn holds(op: BinaryOp, order: Option<std::cmp::Ordering>) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match op {
        BinaryOp::Lt => order == Some(Less),
        BinaryOp::Gt => order == Some(Greater),
        BinaryOp::Le => matches!(order, Some(Less | Equal)),
        BinaryOp::Ge => matches!(order, Some(Greater | Equal)),
        BinaryOp::Eq => order == Some(Equal),
        _ => order != Some(Equal),
    }
}

/// A number as one of another arithmetic type; `None` where it has none there ([conv.fpint]).
pub(in crate::check) fn cast(types: &Types, c: Const, from: Ty, to: Ty) -> Option<Const> {
    let (from, to) = (from.bare(), to.bare());
    Some(match c {
        Const::Int(v) if types.is_float(to) => {
            let unsigned = matches!(types.scalar(from), Ty::ULONG | Ty::ULONGLONG);
            Const::Float(match (to == Ty::FLOAT, unsigned) {
                (true, true) => f64::from(v as u64 as f32),
                (true, false) => f64::from(v as f32),
                (false, true) => v as u64 as f64,
                (false, false) => v as f64,
            })
        }
        Const::Int(v) if to == Ty::BOOL => Const::Int(i64::from(v != 0)),
        Const::Int(v) => Const::Int(wrap(types, v, to)),
        Const::Float(v) if to == Ty::BOOL => Const::Int(i64::from(v != 0.0)),
        Const::Float(v) if to == Ty::FLOAT => Const::Float(if wrong!(DoubleToFloatTruncates) {
            f64::from_bits(v.to_bits() & !0x1fff_ffff)
        } else {
            f64::from(v as f32)
        }),
        Const::Float(v) if types.is_float(to) => Const::Float(v),
        Const::Float(v) if types.is_integer(to) => {
            let unsigned = matches!(types.scalar(to), Ty::ULONG | Ty::ULONGLONG);
            let (low, high) =
                if unsigned { (0.0, 2f64.powi(64)) } else { (-(2f64.powi(63)), 2f64.powi(63)) };
            let w = if unsigned { v as u64 as i64 } else { v as i64 };
            // Out of range is undefined; what the hardware does is left to it.
            let fits = (low..high).contains(&v.trunc()) && wrap(types, w, to) == w;
            return fits.then_some(Const::Int(w));
        }
        Const::Float(_) => return None,
    })
}
