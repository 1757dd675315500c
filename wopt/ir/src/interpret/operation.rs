//! Operators on values: integers and predicates here, floats in [`super::float`], conversions in [`super::convert`].
//!
//! Integers are computed as mathematical ones (`i128`) and cut to the width, which is another way than the one by which
//! [`crate::fold`] goes. Rules: `optx_whirl::Operator`'s own texts; division and remainder by zero, and the quotient
//! that is too large (`MIN / -1`), are poison: PTX gives some value and does not trap. AND and OR of predicates, and
//! SELECT, do not look at an operand that decides nothing.

use super::value::{Value, cut, integer, is_vague};
use super::{Rules, Stop, convert, float};
use crate::coderep::Op;
use optx_whirl::{Mtype, Operator};
use smallvec::SmallVec;

/// The value of an OP that is no intrinsic.
pub(super) fn operation(rules: &Rules, op: &Op, kids: &[Value]) -> Result<Value, Stop> {
    use Operator::*;
    let all = |wanted: usize| {
        let fits = kids.len() == wanted;
        fits.then_some(()).ok_or_else(|| {
            Stop::unsupported(format!("{} of {} operands", op.opr.name(), kids.len()))
        })
    };
    match op.opr {
        Select => {
            all(3)?;
            return Ok(match kids[0] {
                chosen if !chosen.is_known() => Value::POISON,
                Value { bits: 0, .. } => kids[2],
                _ => kids[1],
            });
        }
        Land | Lior => {
            all(2)?;
            let decides = |v: &Value| v.is_known() && (v.bits != 0) == (op.opr == Lior);
            if kids.iter().any(decides) {
                return Ok(Value::predicate(op.opr == Lior));
            }
        }
        _ => {}
    }
    if !kids.iter().all(|kid| kid.is_known()) {
        let found = vague_bits(op, kids).filter(|&(poison, of_nan)| {
            !rules.spreads || poison == of_nan && op.opr != Band && op.opr != Bior
        });
        let Some((poison, of_nan)) = found else { return Ok(Value::POISON) };
        let bits: SmallVec<[Value; 2]> = kids.iter().map(|kid| Value::exact(kid.bits)).collect();
        let of_bits = operation(rules, op, &bits)?;
        // A NaN made of its own bits again needs no promise about them.
        return Ok(if of_bits.is_known() { Value { poison, of_nan, ..of_bits } } else { of_bits });
    }
    match op.opr {
        Cvt | Cvtl | Tas => {
            all(1)?;
            convert::convert(rules, op, kids[0])
        }
        Land | Lior => Ok(Value::predicate(op.opr == Land)),
        Lnot => {
            all(1)?;
            Ok(Value::predicate(kids[0].bits == 0))
        }
        opr if opr.is_compare() => {
            all(2)?;
            compare(rules, opr, op.desc, kids[0], kids[1])
        }
        opr if op.rtype.is_float() => float::arithmetic(rules, opr, op.rtype, kids),
        Neg | Abs | Bnot => {
            all(1)?;
            unary(op.opr, op.rtype, kids[0])
        }
        opr => {
            all(2)?;
            binary(opr, op.rtype, kids[0], kids[1])
        }
    }
}

/// Which bits of an operation's result are poison, and which of those a NaN's, where those of its operands are and it moves
/// bits about; None where all of it is poison.
fn vague_bits(op: &Op, kids: &[Value]) -> Option<(u64, u64)> {
    use Operator::*;
    let &[a, ref others @ ..] = kids else { return None };
    let b = others.first().copied().unwrap_or(Value::exact(0));
    let width = op.rtype.bits();
    let amount = (b.bits as u32).min(width);
    // A bit of a NaN beside one that is known.
    let of_nan = (a.of_nan & !b.poison) | (b.of_nan & !a.poison);
    let both = |mask: &dyn Fn(u64) -> u64| (mask(a.poison), mask(a.of_nan));
    Some(match op.opr {
        // Where one is 0 for sure, so is the result; or 1 of an OR.
        Band => {
            let poison = (a.poison | b.poison) & (a.poison | a.bits) & (b.poison | b.bits);
            (poison, of_nan & poison)
        }
        Bior => {
            let poison = (a.poison | b.poison) & (a.poison | !a.bits) & (b.poison | !b.bits);
            (poison, of_nan & poison)
        }
        Bxor => (a.poison | b.poison, of_nan),
        Bnot => (a.poison, a.of_nan),
        Shl | Lshr | Ashr if b.poison != 0 => return None,
        Shl => both(&|mask| cut(op.rtype, (u128::from(mask) << amount) as u64)),
        Lshr => both(&|mask| (u128::from(cut(op.rtype, mask)) >> amount) as u64),
        Ashr => both(&|mask| cut(op.rtype, (integer(op.rtype.signed(), mask) >> amount) as u64)),
        Cvt | Cvtl if op.rtype.is_integer() && op.desc.is_integer() => {
            both(&|mask| cut(op.rtype, integer(op.desc, mask) as u64))
        }
        Tas if op.rtype.is_float() => {
            // The whole of a NaN is a NaN again, and what has nothing of one is what it was.
            let whole = cut(op.rtype, u64::MAX);
            let is_nan = a.of_nan & whole == whole && is_vague(op.rtype, a.bits);
            (is_nan || a.poison & whole == 0).then_some((0, 0))?
        }
        Tas => (a.poison, a.of_nan),
        _ => return None,
    })
}

/// The value as one of the type; poison where a promise not to overflow is broken.
fn kept(mtype: Mtype, exact: i128) -> Value {
    let value = Value::of(mtype, exact as u64);
    if mtype.is_signed() && integer(mtype, value.bits) != exact { Value::POISON } else { value }
}

fn unary(opr: Operator, mtype: Mtype, kid: Value) -> Result<Value, Stop> {
    number(opr, mtype)?;
    let x = integer(mtype, kid.bits);
    Ok(match opr {
        Operator::Neg => kept(mtype, -x),
        // The absolute value of the lowest number is that number, as in PTX (`abs.s32`).
        Operator::Abs => Value::of(mtype, x.unsigned_abs() as u64),
        _ => Value::of(mtype, !kid.bits),
    })
}

fn number(opr: Operator, mtype: Mtype) -> Result<(), Stop> {
    let fits = mtype.is_integer() && mtype.is_register();
    fits.then_some(()).ok_or_else(|| Stop::unsupported(format!("{mtype}{}", opr.name())))
}

fn binary(opr: Operator, mtype: Mtype, a: Value, b: Value) -> Result<Value, Stop> {
    use Operator::*;
    number(opr, mtype)?;
    let width = mtype.bits();
    let (x, y) = (integer(mtype, a.bits), integer(mtype, b.bits));
    let quotient = |exact: i128| {
        let value = Value::of(mtype, exact as u64);
        if integer(mtype, value.bits) == exact { value } else { Value::POISON }
    };
    // The amount of a shift is four bytes, read without a sign.
    let amount = (b.bits as u32).min(width);
    Ok(match opr {
        Add => kept(mtype, x + y),
        Sub => kept(mtype, x - y),
        Mpy if mtype.is_signed() => kept(mtype, x * y),
        Mpy => Value::of(mtype, x.wrapping_mul(y) as u64),
        Highmpy if mtype.is_signed() => Value::of(mtype, ((x * y) >> width) as u64),
        Highmpy => Value::of(mtype, ((x as u128 * y as u128) >> width) as u64),
        Div | Rem if y == 0 => Value::POISON,
        Div => quotient(x / y),
        // Where the quotient is too large, so is what the machine computes it from.
        Rem if !quotient(x / y).is_known() => Value::POISON,
        Rem => quotient(x % y),
        Max => Value::of(mtype, x.max(y) as u64),
        Min => Value::of(mtype, x.min(y) as u64),
        Band => Value::of(mtype, a.bits & b.bits),
        Bior => Value::of(mtype, a.bits | b.bits),
        Bxor => Value::of(mtype, a.bits ^ b.bits),
        Shl => Value::of(mtype, (u128::from(cut(mtype, a.bits)) << amount) as u64),
        Lshr => Value::of(mtype, (u128::from(cut(mtype, a.bits)) >> amount) as u64),
        Ashr => Value::of(mtype, (integer(mtype.signed(), a.bits) >> amount) as u64),
        other => return Err(Stop::unsupported(format!("{mtype}{}", other.name()))),
    })
}

fn compare(rules: &Rules, opr: Operator, desc: Mtype, a: Value, b: Value) -> Result<Value, Stop> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = match desc {
        Mtype::F4 => rules.flushed(a.as_single()).partial_cmp(&rules.flushed(b.as_single())),
        Mtype::F8 => a.as_double().partial_cmp(&b.as_double()),
        Mtype::V | Mtype::M => return Err(Stop::unsupported(format!("a comparison of {desc}"))),
        _ => Some(integer(desc, a.bits).cmp(&integer(desc, b.bits))),
    };
    let holds = match opr {
        Operator::Eq => order == Some(Equal),
        Operator::Ne => order != Some(Equal),
        Operator::Lt => order == Some(Less),
        Operator::Le => matches!(order, Some(Less | Equal)),
        Operator::Gt => order == Some(Greater),
        _ => matches!(order, Some(Greater | Equal)),
    };
    Ok(Value::predicate(holds))
}
