//! Conversions: CVT, CVTL, TAS, and the intrinsic conversions with a rounding of their own.

use super::exact::{self, Format, Number, Rounding};
use super::value::{Value, cut, integer, is_vague};
use super::{Rules, Stop, float};
use crate::coderep::Op;
use optx_whirl::{Mtype, Operator};

/// CVT, CVTL or TAS.
pub(super) fn convert(rules: &Rules, op: &Op, kid: Value) -> Result<Value, Stop> {
    let (to, from) = (op.rtype, op.desc);
    match op.opr {
        Operator::Tas if is_vague(from, kid.bits) && !to.is_float() => {
            let whole = cut(from, u64::MAX);
            Ok(Value { bits: kid.bits, poison: whole, of_nan: whole })
        }
        Operator::Tas => Ok(Value::of(to, kid.bits)),
        // Cut to the narrow type and extended again.
        Operator::Cvtl => Ok(Value::of(to, integer(from, kid.bits) as u64)),
        _ => between(rules, to, from, None, kid),
    }
}

/// A value of type `from` as one of type `to`. Without a rounding, as C has it: to an integer toward zero, else to
/// nearest.
pub(super) fn between(
    rules: &Rules,
    to: Mtype,
    from: Mtype,
    rounding: Option<Rounding>,
    kid: Value,
) -> Result<Value, Stop> {
    let plain = rounding.is_none_or(|r| r == Rounding::Nearest);
    match (to, from) {
        (_, Mtype::V | Mtype::M) | (Mtype::V | Mtype::M, _) => {
            Err(Stop::unsupported(format!("a conversion from {from} to {to}")))
        }
        (Mtype::F4 | Mtype::F8, f) if f.is_integer() || f == Mtype::B => {
            let x = integer(from, kid.bits);
            let number = exact::of_integer(x);
            Ok(match to {
                // Rust rounds integers to nearest, ties to even.
                Mtype::F4 if plain => Value::single(x as f32),
                Mtype::F8 if plain => Value::double(x as f64),
                _ => rounded(to, rounding.unwrap_or(Rounding::Nearest), number),
            })
        }
        (Mtype::F8, Mtype::F4) => Ok(float::double(rules.flushed(kid.as_single()).into())),
        (Mtype::F4, Mtype::F8) if plain => Ok(rules.single(kid.as_double() as f32)),
        (Mtype::F4, Mtype::F8) => {
            let found = rounded(to, rounding.unwrap_or(Rounding::Nearest), number(from, kid));
            Ok(rules.single(found.as_single()))
        }
        (Mtype::F4, Mtype::F4) => Ok(rules.single(rules.flushed(kid.as_single()))),
        (Mtype::F8, Mtype::F8) => Ok(float::double(kid.as_double())),
        (_, Mtype::F4) if rules.ftz && kid.as_single().is_subnormal() => Ok(Value::of(to, 0)),
        (_, Mtype::F4 | Mtype::F8) => {
            Ok(to_integer(to, from, rounding.unwrap_or(Rounding::Zero), kid))
        }
        _ => Ok(Value::of(to, integer(from, kid.bits) as u64)),
    }
}

/// The number that a value of a float type is.
pub(super) fn number(mtype: Mtype, value: Value) -> Number {
    exact::decode(format(mtype), value.bits)
}

/// The format of a float type.
pub(super) fn format(mtype: Mtype) -> Format {
    if mtype == Mtype::F4 { Format::F32 } else { Format::F64 }
}

/// The number as a value of a float type.
pub(super) fn rounded(mtype: Mtype, rounding: Rounding, number: Number) -> Value {
    Value::exact(exact::encode(format(mtype), rounding, number))
}

/// A float to an integer: what does not fit becomes the nearest that does, and a NaN 0, or the highest bit alone where
/// a 64-bit type takes part (PTX ISA, `cvt`: "NaN input").
fn to_integer(to: Mtype, from: Mtype, rounding: Rounding, kid: Value) -> Value {
    let Some(exact) = exact::to_integer(number(from, kid), rounding) else {
        let wide = from == Mtype::F8 || to.size() == 8;
        return Value::of(to, if wide { 1 << (to.bits() - 1) } else { 0 });
    };
    let ones = cut(to, u64::MAX);
    let (low, high) = if to.is_signed() {
        (-(i128::from(ones >> 1)) - 1, i128::from(ones >> 1))
    } else {
        (0, i128::from(ones))
    };
    Value::of(to, exact.clamp(low, high) as u64)
}
