//! Pure intrinsics that have an exact definition. Sources: the PTX ISA, under the instruction that each is named for;
//! `optx_whirl::Intrinsic`'s own texts. The fast approximations have none that a program may count on.

use super::convert::{between, number, rounded};
use super::exact::{self, Format, Number, Rounding};
use super::value::{Value, integer, is_vague};
use super::{Rules, Stop};
use crate::coderep::Op;
use optx_whirl::{Intrinsic, Mtype};

/// The value of a pure intrinsic that is no special register and no address conversion.
pub(super) fn pure(
    rules: &Rules,
    op: &Op,
    intrinsic: Intrinsic,
    kids: &[Value],
) -> Result<Value, Stop> {
    if kids.len() != intrinsic.kid_count() {
        return Err(Stop::unsupported(format!("{} of {}", intrinsic.name(), kids.len())));
    }
    if intrinsic == Intrinsic::Freeze {
        return Ok(Value::of(op.rtype, kids[0].bits & !kids[0].poison));
    }
    if !kids.iter().all(|kid| kid.is_known()) {
        return Ok(Value::POISON);
    }
    if op.rtype.is_float()
        && let Some(value) = float(rules, op.rtype, intrinsic, kids)?
    {
        return Ok(value);
    }
    if kids.is_empty() {
        return Err(unsupported(intrinsic));
    }
    bits(op, intrinsic, kids)
        .or_else(|| half(intrinsic, kids))
        .map_or_else(|| conversion(rules, op, intrinsic, kids[0]), Ok)
}

fn unsupported(intrinsic: Intrinsic) -> Stop {
    Stop::unsupported(format!("the intrinsic {}", intrinsic.name()))
}

/// The operation and the rounding of an intrinsic that names both.
fn parts(intrinsic: Intrinsic) -> Option<(&'static str, Rounding)> {
    let (word, mode) = intrinsic.name().split_once('.')?;
    let rounding = match mode {
        "rn" => Rounding::Nearest,
        "rz" => Rounding::Zero,
        "rp" => Rounding::Up,
        "rm" => Rounding::Down,
        _ => return None,
    };
    Some((word, rounding))
}

fn conversion(rules: &Rules, op: &Op, intrinsic: Intrinsic, kid: Value) -> Result<Value, Stop> {
    match parts(intrinsic) {
        Some(("cvt", rounding)) => between(rules, op.rtype, op.desc, Some(rounding), kid),
        _ => Err(unsupported(intrinsic)),
    }
}

fn float(
    rules: &Rules,
    mtype: Mtype,
    intrinsic: Intrinsic,
    kids: &[Value],
) -> Result<Option<Value>, Stop> {
    use Intrinsic::{
        Ceil, Copysign, Ex2Approx, Ex2ApproxFtz, F32FromF16, Floor, Lg2Approx, Lg2ApproxFtz, Rint,
        Saturate, Sqrt, Trunc,
    };
    let single = mtype == Mtype::F4;
    let flushed = |kid: Value| {
        if single { Value::single(rules.flushed(kid.as_single())) } else { kid }
    };
    let give = |value: Value| if single { rules.single(value.as_single()) } else { value };
    let x = |k: usize| number(mtype, flushed(kids[k]));
    // A double holds every single exactly, and these give what a single holds.
    let wide = |value: Value| {
        if single { f64::from(flushed(value).as_single()) } else { value.as_double() }
    };
    let whole = |value: f64| {
        if single { rules.single(value as f32) } else { super::float::double(value) }
    };
    match intrinsic {
        Floor => return Ok(Some(whole(wide(kids[0]).floor()))),
        Ceil => return Ok(Some(whole(wide(kids[0]).ceil()))),
        Trunc => return Ok(Some(whole(wide(kids[0]).trunc()))),
        Rint => return Ok(Some(whole(wide(kids[0]).round_ties_even()))),
        Saturate => {
            let x = wide(kids[0]);
            return Ok(Some(whole(if x > 0.0 { x.min(1.0) } else { 0.0 })));
        }
        // A NaN that arithmetic gave has no sign to count on.
        Copysign if is_vague(mtype, kids[1].bits) => return Ok(Some(Value::POISON)),
        Copysign if is_vague(mtype, kids[0].bits) => return Ok(Some(kids[0])),
        Copysign => {
            let top = 1 << (mtype.bits() - 1);
            return Ok(Some(Value::of(mtype, kids[0].bits & !top | kids[1].bits & top)));
        }
        F32FromF16 => {
            let value = exact::decode(Format::F16, kids[0].bits & 0xffff);
            return Ok(Some(rounded(mtype, Rounding::Nearest, value)));
        }
        Sqrt if single && !rules.exact_root => return Err(unsupported(intrinsic)),
        Sqrt => return Ok(Some(give(rounded(mtype, Rounding::Nearest, exact::root(x(0)))))),
        Ex2Approx | Ex2ApproxFtz => return Ok(exponential(wide(kids[0])).map(whole)),
        Lg2Approx | Lg2ApproxFtz => return Ok(logarithm(wide(kids[0])).map(whole)),
        _ => {}
    }
    let Some((word, rounding)) = parts(intrinsic) else { return Ok(None) };
    let result = match word {
        "add" => exact::sum(x(0), x(1), rounding),
        "sub" => exact::sum(x(0), exact::negated(x(1)), rounding),
        "mul" => exact::product(x(0), x(1)),
        "fma" => exact::sum(exact::product(x(0), x(1)), x(2), rounding),
        "div" => exact::quotient(x(0), x(1)),
        "rcp" => exact::quotient(exact::of_integer(1), x(0)),
        "sqrt" => exact::root(x(0)),
        _ => return Ok(None),
    };
    Ok(Some(give(rounded(mtype, rounding, result))))
}

/// 2 to a whole power that is a normal single, by doubling and halving; None where the instruction approximates.
fn exponential(x: f64) -> Option<f64> {
    if x.fract() != 0.0 || !(-126.0..=127.0).contains(&x) {
        return None;
    }
    let factor = if x < 0.0 { 0.5 } else { 2.0 };
    Some((0..x.abs() as u32).fold(1.0, |power, _| power * factor))
}

/// The exponent of a power of two, the same way; None where the instruction approximates.
fn logarithm(x: f64) -> Option<f64> {
    (-126..=127).map(f64::from).find(|&n| exponential(n) == Some(x))
}

/// Operations on bits and integers.
fn bits(op: &Op, intrinsic: Intrinsic, kids: &[Value]) -> Option<Value> {
    use Intrinsic::*;
    let rtype = op.rtype;
    let word = |k: usize| kids[k].bits as u32;
    let signed = |k: usize| integer(rtype, kids[k].bits);
    let operand = op.desc.register();
    Some(match intrinsic {
        Popc => Value::of(rtype, u64::from(kids[0].bits.count_ones())),
        Clz => {
            let zeros = kids[0].bits.leading_zeros() + operand.bits();
            Value::of(rtype, u64::from(zeros.saturating_sub(64)))
        }
        Ffs => {
            let low = kids[0].bits & kids[0].bits.wrapping_neg();
            Value::of(rtype, u64::from(u64::BITS - low.leading_zeros()))
        }
        Brev => Value::of(rtype, kids[0].bits.reverse_bits() >> (64 - rtype.bits())),
        Prmt => Value::of(rtype, u64::from(permuted(word(0), word(1), word(2)))),
        FunnelLeftWrap | FunnelLeftClamp | FunnelRightWrap | FunnelRightClamp => {
            let both = u128::from(word(1)) << 32 | u128::from(word(0));
            let wraps = matches!(intrinsic, FunnelLeftWrap | FunnelRightWrap);
            let amount = if wraps { word(2) & 31 } else { word(2).min(32) };
            let left = matches!(intrinsic, FunnelLeftWrap | FunnelLeftClamp);
            let found = if left { both << amount >> 32 } else { both >> amount };
            Value::of(rtype, found as u64)
        }
        Mul24 => {
            let low = |k: usize| {
                let x = i128::from(word(k) & 0xff_ffff);
                if rtype.is_signed() && x >> 23 == 1 { x - (1 << 24) } else { x }
            };
            Value::of(rtype, (low(0) * low(1)) as u64)
        }
        Sad => Value::of(rtype, ((signed(0) - signed(1)).abs() + signed(2)) as u64),
        Hadd => Value::of(rtype, ((signed(0) + signed(1)) >> 1) as u64),
        Rhadd => Value::of(rtype, ((signed(0) + signed(1) + 1) >> 1) as u64),
        _ => return None,
    })
}

/// `prmt.b32` in its default mode: each nibble of the selector names a byte of `b:a`, or asks for its sign eight times.
fn permuted(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    (0..4).fold(0, |found, k| {
        let nibble = selector >> (4 * k) & 15;
        let byte = (bytes >> (8 * (nibble & 7))) as u8;
        let byte = if nibble & 8 == 0 { byte } else { (byte as i8 >> 7) as u8 };
        found | u32::from(byte) << (8 * k)
    })
}

/// Half precision and bfloat16: numbers of 16 bits in words, or two in a word.
fn half(intrinsic: Intrinsic, kids: &[Value]) -> Option<Value> {
    use Intrinsic::*;
    let from = |format: Format| exact::decode(format, kids[0].bits);
    let made = |format: Format, rounding: Rounding, number: Number| {
        Some(Value::of(Mtype::U4, exact::encode(format, rounding, number)))
    };
    let (single, double) = (Format::F32, Format::F64);
    match intrinsic {
        F16FromF32Rn => return made(Format::F16, Rounding::Nearest, from(single)),
        F16FromF32Rz => return made(Format::F16, Rounding::Zero, from(single)),
        F16FromF32Ru => return made(Format::F16, Rounding::Up, from(single)),
        F16FromF32Rd => return made(Format::F16, Rounding::Down, from(single)),
        F16FromF64Rn => return made(Format::F16, Rounding::Nearest, from(double)),
        Bf16FromF32Rn => return made(Format::Bf16, Rounding::Nearest, from(single)),
        Bf16FromF32Rz => return made(Format::Bf16, Rounding::Zero, from(single)),
        _ => {}
    }
    let (format, pairs) = match intrinsic {
        F16Add | F16Sub | F16Mul | F16Fma => (Format::F16, 1),
        F16x2Add | F16x2Sub | F16x2Mul | F16x2Fma => (Format::F16, 2),
        Bf16Fma => (Format::Bf16, 1),
        Bf16x2Fma => (Format::Bf16, 2),
        _ => return None,
    };
    let nearest = Rounding::Nearest;
    let lane = |k: u32| {
        let x = |kid: usize| exact::decode(format, kids[kid].bits >> (16 * k) & 0xffff);
        let number = match intrinsic {
            F16Add | F16x2Add => exact::sum(x(0), x(1), nearest),
            F16Sub | F16x2Sub => exact::sum(x(0), exact::negated(x(1)), nearest),
            F16Mul | F16x2Mul => exact::product(x(0), x(1)),
            _ => exact::sum(exact::product(x(0), x(1)), x(2), nearest),
        };
        exact::encode(format, nearest, number) << (16 * k)
    };
    Some(Value::of(Mtype::U4, (0..pairs).fold(0, |found, k| found | lane(k))))
}
