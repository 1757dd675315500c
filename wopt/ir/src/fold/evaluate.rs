//! Constants: what each operator gives for known operands, at any integer width.
//!
//! Values are zero-extended to 64 bits in and out. None is "leave it to the machine": division by zero, results that
//! an option might change, NaNs.

use crate::coderep::Op;
use optx_whirl::{Mtype, Operator, canonical_constant};

fn signed(mtype: Mtype, value: u64) -> i64 {
    canonical_constant(mtype.signed(), value) as i64
}

/// An integer operation on constants of type `rtype`.
pub fn evaluate_binary(opr: Operator, rtype: Mtype, a: u64, b: u64) -> Option<u64> {
    use Operator::*;
    let is_signed = rtype.is_signed();
    let (sa, sb) = (signed(rtype, a), signed(rtype, b));
    let bits = rtype.bits();
    let value = match opr {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mpy => a.wrapping_mul(b),
        Band => a & b,
        Bior => a | b,
        Bxor => a ^ b,
        Shl => {
            let n = b as u32;
            if n >= bits { 0 } else { a << n }
        }
        Lshr => {
            let n = b as u32;
            if n >= bits { 0 } else { a >> n }
        }
        Ashr => (sa >> (b as u32).min(bits - 1)) as u64,
        Div | Rem if b == 0 => return None,
        Div if is_signed => sa.checked_div(sb)? as u64,
        Div => a / b,
        Rem if is_signed => sa.checked_rem(sb)? as u64,
        Rem => a % b,
        Min if is_signed => sa.min(sb) as u64,
        Min => a.min(b),
        Max if is_signed => sa.max(sb) as u64,
        Max => a.max(b),
        Highmpy if is_signed => ((i128::from(sa) * i128::from(sb)) >> bits) as u64,
        Highmpy => ((u128::from(a) * u128::from(b)) >> bits) as u64,
        _ => return None,
    };
    Some(canonical_constant(rtype.unsigned(), value))
}

/// True for a single-precision value that `-ftz` makes a zero where it is an operand.
fn is_flushed(bits: u64) -> bool {
    f32::from_bits(bits as u32).is_subnormal()
}

/// A comparison of constants of type `desc`, floats included; None where a subnormal takes part (`-ftz` might flush it).
pub fn evaluate_compare(opr: Operator, desc: Mtype, a: u64, b: u64) -> Option<bool> {
    use std::cmp::Ordering;
    if desc == Mtype::F4 && (is_flushed(a) || is_flushed(b)) {
        return None;
    }
    let order = match desc {
        Mtype::F4 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        Mtype::F8 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        _ if desc.is_signed() => Some(signed(desc, a).cmp(&signed(desc, b))),
        _ => Some(a.cmp(&b)),
    };
    Some(match opr {
        Operator::Eq => order == Some(Ordering::Equal),
        Operator::Ne => order != Some(Ordering::Equal),
        Operator::Lt => order == Some(Ordering::Less),
        Operator::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Operator::Gt => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

/// Float arithmetic on constants; None where a NaN or a subnormal takes part (`-ftz` might flush it).
pub fn evaluate_float(opr: Operator, rtype: Mtype, a: u64, b: u64) -> Option<u64> {
    use Operator::*;
    if rtype == Mtype::F4 {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let value = match opr {
            Add => x + y,
            Sub => x - y,
            Mpy => x * y,
            Div => x / y,
            Min if x != y => x.min(y),
            Max if x != y => x.max(y),
            _ => return None,
        };
        let plain = |v: f32| !v.is_nan() && !v.is_subnormal();
        return [x, y, value].into_iter().all(plain).then(|| u64::from(value.to_bits()));
    }
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let value = match opr {
        Add => x + y,
        Sub => x - y,
        Mpy => x * y,
        Div => x / y,
        Min if x != y => x.min(y),
        Max if x != y => x.max(y),
        _ => return None,
    };
    [x, y, value].into_iter().all(|v: f64| !v.is_nan()).then(|| value.to_bits())
}

/// A one-operand operation on a constant of type `from`.
pub fn evaluate_convert(op: &Op, from: Mtype, value: u64) -> Option<u64> {
    use Operator::*;
    let result = op.rtype;
    Some(match op.opr {
        Neg if result.is_integer() => 0u64.wrapping_sub(value),
        Bnot if result.is_integer() => !value,
        Lnot => u64::from(value == 0),
        Neg | Abs if result == Mtype::F4 && is_flushed(value) => return None,
        Neg if result == Mtype::F4 => value ^ 0x8000_0000,
        Neg if result == Mtype::F8 => value ^ (1 << 63),
        Abs if result == Mtype::F4 => value & 0x7fff_ffff,
        Abs if result == Mtype::F8 => value & (u64::MAX >> 1),
        Abs if result.is_signed() => signed(result, value).unsigned_abs(),
        Cvtl => canonical_constant(op.desc, value),
        Tas => value,
        Cvt => return convert(op.desc, result, from, value),
        _ => return None,
    })
}

/// A conversion of a constant of type `from`, to nearest, to integers toward zero; the descriptor tells an integer's sign.
pub(super) fn convert(desc: Mtype, result: Mtype, from: Mtype, value: u64) -> Option<u64> {
    if from.is_float() {
        let x = if from == Mtype::F4 {
            f64::from(f32::from_bits(value as u32))
        } else {
            f64::from_bits(value)
        };
        if x.is_nan() || (from == Mtype::F4 && is_flushed(value)) {
            return None;
        }
        // Rust's casts saturate as PTX's conversions do; f64 holds every f32 exactly.
        return Some(match result {
            Mtype::F8 => x.to_bits(),
            Mtype::F4 if (x as f32).is_subnormal() => return None,
            Mtype::F4 => u64::from((x as f32).to_bits()),
            Mtype::I4 => x as i32 as u64,
            Mtype::U4 => u64::from(x as u32),
            Mtype::I8 => x as i64 as u64,
            Mtype::U8 => x as u64,
            _ => return None,
        });
    }
    // Integer or predicate: the descriptor's sign says how to read it.
    let extended = canonical_constant(desc, value);
    Some(match (result, desc.is_signed()) {
        (Mtype::F4, true) => u64::from((extended as i64 as f32).to_bits()),
        (Mtype::F4, false) => u64::from((extended as f32).to_bits()),
        (Mtype::F8, true) => (extended as i64 as f64).to_bits(),
        (Mtype::F8, false) => (extended as f64).to_bits(),
        (Mtype::B, _) => u64::from(extended != 0),
        _ => extended,
    })
}
