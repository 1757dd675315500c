//! Float operators, by Rust's own `f32` and `f64`.
//!
//! NaNs: arithmetic gives one NaN, whatever NaNs went in, and its bits are no promise, taken for
//! an integer either ([`Value::of_nan`]). Negation and absolute value change the sign bit of others alone. With
//! `-ftz` single-precision operands and results that are subnormal are zeros of their sign.

use super::exact::Format;
use super::value::{Value, is_vague};
use super::{Rules, Stop};
use optx_whirl::{Mtype, Operator};

impl Rules {
    /// A single-precision operand or result as the options want it.
    pub(super) fn flushed(&self, x: f32) -> f32 {
        if self.ftz && x.is_subnormal() { 0f32.copysign(x) } else { x }
    }

    /// A single-precision result.
    pub(super) fn single(&self, x: f32) -> Value {
        if x.is_nan() {
            return Value::exact(Format::F32.nan());
        }
        Value::single(self.flushed(x))
    }
}

/// A double-precision result.
pub(super) fn double(x: f64) -> Value {
    if x.is_nan() { Value::exact(Format::F64.nan()) } else { Value::double(x) }
}

/// An operator whose result is `F4` or `F8`.
pub(super) fn arithmetic(
    rules: &Rules,
    opr: Operator,
    mtype: Mtype,
    kids: &[Value],
) -> Result<Value, Stop> {
    if let (Operator::Neg | Operator::Abs, [kid]) = (opr, kids)
        && is_vague(mtype, kid.bits)
    {
        return Ok(*kid);
    }
    let unsupported = || Stop::unsupported(format!("{mtype}{} of {}", opr.name(), kids.len()));
    if mtype == Mtype::F8 {
        let x = |k: usize| kids.get(k).map(|v| v.as_double()).ok_or_else(unsupported);
        return Ok(match opr {
            Operator::Neg => Value::double(-x(0)?),
            Operator::Abs => Value::double(x(0)?.abs()),
            Operator::Add => double(x(0)? + x(1)?),
            Operator::Sub => double(x(0)? - x(1)?),
            Operator::Mpy => double(x(0)? * x(1)?),
            Operator::Div => double(x(0)? / x(1)?),
            Operator::Fma => double(x(0)?.mul_add(x(1)?, x(2)?)),
            Operator::Min => double(least(x(0)?, x(1)?)),
            Operator::Max => double(-least(-x(0)?, -x(1)?)),
            _ => return Err(unsupported()),
        });
    }
    let x = |k: usize| kids.get(k).map(|v| rules.flushed(v.as_single())).ok_or_else(unsupported);
    Ok(match opr {
        Operator::Neg => Value::single(-x(0)?),
        Operator::Abs => Value::single(x(0)?.abs()),
        Operator::Add => rules.single(x(0)? + x(1)?),
        Operator::Sub => rules.single(x(0)? - x(1)?),
        Operator::Mpy => rules.single(x(0)? * x(1)?),
        Operator::Div if rules.exact_division => rules.single(x(0)? / x(1)?),
        Operator::Div => return Err(Stop::unsupported("a quotient that is approximate".into())),
        Operator::Fma => rules.single(x(0)?.mul_add(x(1)?, x(2)?)),
        Operator::Min => rules.single(least(x(0)?.into(), x(1)?.into()) as f32),
        Operator::Max => rules.single(-least((-x(0)?).into(), (-x(1)?).into()) as f32),
        _ => return Err(unsupported()),
    })
}

/// The smaller; the number where one is a NaN, and -0 below +0 (PTX ISA, `min`).
fn least(x: f64, y: f64) -> f64 {
    if x.is_nan() {
        y
    } else if y.is_nan() || x < y || (x == y && x.is_sign_negative()) {
        x
    } else {
        y
    }
}
