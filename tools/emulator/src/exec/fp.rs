//! Floating-point operations on one lane.

use crate::op::{Approx, Float1, Float2, Fp};
use crate::soft::{F32, F64, NAN32, NAN64, Rnd};

/// How approximate instructions answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApproxMode {
    /// Correctly rounded.
    #[default]
    Exact,
    /// As low as the documented error allows, or the measured one where that is larger.
    Low,
    /// As high.
    High,
    /// Somewhere between the two, by a hash of operand and seed.
    Seed(u64),
}

impl std::str::FromStr for ApproxMode {
    type Err = String;

    /// `exact`, `low`, `high` or `seed:N`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "exact" => Ok(Self::Exact),
            "low" => Ok(Self::Low),
            "high" => Ok(Self::High),
            _ => match text.strip_prefix("seed:").and_then(|n| n.parse().ok()) {
                Some(n) => Ok(Self::Seed(n)),
                None => Err(format!("`{text}` is not one of exact, low, high, seed:N")),
            },
        }
    }
}

/// Replaces a subnormal by a zero of its sign.
#[inline(always)]
pub fn flush(x: f32) -> f32 {
    if x.abs() < f32::MIN_POSITIVE { f32::from_bits(x.to_bits() & 0x8000_0000) } else { x }
}

/// The bits of a result: every NaN is the canonical one.
#[inline(always)]
pub fn bits32(x: f32) -> u32 {
    if x.is_nan() { NAN32 } else { x.to_bits() }
}

/// The bits of a result.
#[inline(always)]
pub fn bits64(x: f64) -> u64 {
    if x.is_nan() { NAN64 } else { x.to_bits() }
}

fn finish(bits: u32, fp: Fp) -> u32 {
    let mut x = f32::from_bits(bits);
    if fp.ftz {
        x = flush(x);
    }
    if fp.sat {
        // NaN and -0 become +0.
        x = if x > 0.0 { x.min(1.0) } else { 0.0 };
    }
    bits32(x)
}

fn minmax32(x: f32, y: f32, min: bool, nan: bool) -> f32 {
    if x.is_nan() || y.is_nan() {
        return if nan || (x.is_nan() && y.is_nan()) {
            f32::NAN
        } else if x.is_nan() {
            y
        } else {
            x
        };
    }
    let x_first = x < y || (x == y && x.is_sign_negative());
    if x_first == min { x } else { y }
}

/// Two-operand operations on 32 bits.
pub fn f32x2(op: Float2, fp: Fp, a: u32, b: u32, mode: ApproxMode) -> u32 {
    let (mut x, mut y) = (f32::from_bits(a), f32::from_bits(b));
    if op == Float2::Copysign {
        // `copysign d, a, b`: the sign of a, the magnitude of b.
        return (a & 0x8000_0000) | (b & 0x7fff_ffff);
    }
    if fp.ftz {
        (x, y) = (flush(x), flush(y));
    }
    let (p, q) = (u64::from(x.to_bits()), u64::from(y.to_bits()));
    let r = match op {
        Float2::Add => F32.add(p, q, fp.rnd) as u32,
        Float2::Sub if y.is_nan() => NAN32,
        Float2::Sub => F32.add(p, q ^ 0x8000_0000, fp.rnd) as u32,
        Float2::Mul => F32.mul(p, q, fp.rnd) as u32,
        Float2::Div => F32.div(p, q, fp.rnd) as u32,
        Float2::DivFull => {
            let r = bits32((f64::from(x) / f64::from(y)) as f32);
            shift_ulps(r, QUOTIENT, u64::from(a) << 32 | u64::from(b), mode)
        }
        Float2::DivApprox => {
            // Beyond 2^126 the reciprocal is flushed, as documented.
            if y.abs() > f32::from_bits(0x7e80_0000) && y.is_finite() {
                if x.is_infinite() || x.is_nan() {
                    NAN32
                } else {
                    (x.to_bits() ^ y.to_bits()) & 0x8000_0000
                }
            } else {
                let r = bits32((f64::from(x) / f64::from(y)) as f32);
                shift_ulps(r, QUOTIENT, u64::from(a) << 32 | u64::from(b), mode)
            }
        }
        Float2::Min { nan, xorsign, abs } | Float2::Max { nan, xorsign, abs } => {
            let sign = (x.to_bits() ^ y.to_bits()) & 0x8000_0000;
            if abs {
                (x, y) = (x.abs(), y.abs());
            }
            let r = minmax32(x, y, matches!(op, Float2::Min { .. }), nan);
            if r.is_nan() {
                NAN32
            } else if xorsign {
                (r.to_bits() & 0x7fff_ffff) | sign
            } else {
                r.to_bits()
            }
        }
        Float2::Copysign => 0,
    };
    finish(r, fp)
}

/// Two-operand operations on 64 bits.
pub fn f64x2(op: Float2, fp: Fp, a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let sign = 1u64 << 63;
    match op {
        Float2::Add if fp.rnd == Rnd::Near => bits64(x + y),
        Float2::Sub if fp.rnd == Rnd::Near => bits64(x - y),
        Float2::Mul if fp.rnd == Rnd::Near => bits64(x * y),
        Float2::Div if fp.rnd == Rnd::Near => bits64(x / y),
        Float2::Add => F64.add(a, b, fp.rnd),
        Float2::Sub if y.is_nan() => NAN64,
        Float2::Sub => F64.add(a, b ^ sign, fp.rnd),
        Float2::Mul => F64.mul(a, b, fp.rnd),
        Float2::Div | Float2::DivApprox | Float2::DivFull => F64.div(a, b, fp.rnd),
        Float2::Copysign => (a & sign) | (b & !sign),
        Float2::Min { .. } | Float2::Max { .. } => {
            if x.is_nan() || y.is_nan() {
                return bits64(if x.is_nan() { y } else { x });
            }
            let x_first = x < y || (x == y && x.is_sign_negative());
            if x_first == matches!(op, Float2::Min { .. }) { a } else { b }
        }
    }
}

/// `a * b + c` on 32 bits, in any direction.
pub fn fma32(fp: Fp, a: u32, b: u32, c: u32) -> u32 {
    let f = |v: u32| {
        let x = f32::from_bits(v);
        u64::from(if fp.ftz { flush(x) } else { x }.to_bits())
    };
    finish(F32.fma(f(a), f(b), f(c), fp.rnd) as u32, fp)
}

/// One-operand operations on 32 bits.
pub fn f32x1(op: Float1, fp: Fp, a: u32, mode: ApproxMode) -> u32 {
    let mut x = f32::from_bits(a);
    if fp.ftz {
        x = flush(x);
    }
    let v = x.to_bits();
    match op {
        Float1::Neg => v ^ 0x8000_0000,
        Float1::Abs => v & 0x7fff_ffff,
        Float1::Sqrt => finish(F32.sqrt(u64::from(v), fp.rnd) as u32, fp),
        Float1::Rcp => finish(F32.div(u64::from(1f32.to_bits()), u64::from(v), fp.rnd) as u32, fp),
        Float1::Approx(k) => finish(approximate(k, x, mode), fp),
    }
}

/// One-operand operations on 64 bits.
pub fn f64x1(op: Float1, fp: Fp, a: u64, mode: ApproxMode) -> u64 {
    match op {
        Float1::Neg => a ^ (1 << 63),
        Float1::Abs => a & !(1 << 63),
        Float1::Sqrt => F64.sqrt(a, fp.rnd),
        Float1::Rcp => F64.div(1f64.to_bits(), a, fp.rnd),
        // Without `.ftz` it is software, and precise.
        Float1::Approx(_) if !fp.ftz => bits64(1.0 / f64::from_bits(a).sqrt()),
        Float1::Approx(k) => {
            // Only the high word of the operand counts, and the low word of a result is zero. Subnormals are flushed.
            let flush = |x: f64| if x.abs() < f64::MIN_POSITIVE { 0.0f64.copysign(x) } else { x };
            let high = |x: f64| f64::from_bits(x.to_bits() & !0xffff_ffff);
            let nan = f64::from_bits(a).is_nan();
            let x = if nan { f64::NAN } else { flush(high(f64::from_bits(a))) };
            let y = if k == Approx::Rsqrt { 1.0 / x.sqrt() } else { 1.0 / x };
            let moved = y * (1.0 + position(a ^ (k as u64) << 40, mode) * GROSS);
            bits64(if y.is_finite() && y != 0.0 { flush(high(moved)) } else { y })
        }
    }
}

/// Of `div.approx` and `div.full`, in units of the last place: two numbers from the correctly rounded one, as the guide says. The manual's
/// two units do not hold: 2.0993 of them were measured on an H100, 2026-11-26.
const QUOTIENT: f64 = 2.5;

/// `cos.approx` from pi to two pi: measured on an H100, 2026-11-26, on all floats (2^-20.4268), where the manual says 2^-20.5.
const COSINE_DIGITS: f64 = 20.42;

/// Relative error of the 64-bit approximations beside what the lost words make. The manual calls them "gross" and states
/// no bound: a little more than the 20 bits of a high word.
const GROSS: f64 = 1.0 / (1 << 19) as f64;

/// An approximate operation: correctly rounded from 64 bits, then moved inside the documented or measured error.
fn approximate(k: Approx, x: f32, mode: ApproxMode) -> u32 {
    let d = f64::from(x);
    let exact = match k {
        Approx::Rcp => 1.0 / d,
        Approx::Sqrt => d.sqrt(),
        Approx::Rsqrt => 1.0 / d.sqrt(),
        Approx::Sin => d.sin(),
        Approx::Cos => d.cos(),
        Approx::Lg2 => d.log2(),
        Approx::Ex2 => d.exp2(),
        Approx::Tanh => d.tanh(),
    };
    let r = exact as f32;
    if mode == ApproxMode::Exact || !r.is_finite() || r == 0.0 || exact_result(k, x) {
        return bits32(r);
    }
    if k == Approx::Ex2 || k == Approx::Lg2 && !(0.5..2.0).contains(&d) {
        // Two numbers from the correctly rounded one.
        return shift_ulps(bits32(r), 2.5, u64::from(x.to_bits()) ^ (k as u64) << 40, mode);
    }
    let ulp_at = |x: f32| f64::from(f32::from_bits(x.abs().to_bits() + 1)) - f64::from(x.abs());
    let bound = match k {
        // The guide says it of `sqrtf` with `-prec-sqrt=false`.
        Approx::Rcp | Approx::Sqrt => ulp_at(r),
        Approx::Rsqrt => exact.abs() * 2f64.powf(-22.9),
        // The guide says it of `__sinf` and `__cosf`, which are these instructions, up to pi, the PTX manual for the rest.
        Approx::Sin | Approx::Cos => match x.abs() {
            ..=std::f32::consts::PI if k == Approx::Sin => 2f64.powf(-21.41),
            ..=std::f32::consts::PI => 2f64.powf(-21.19),
            ..=std::f32::consts::TAU if k == Approx::Cos => 2f64.powf(-COSINE_DIGITS),
            ..=std::f32::consts::TAU => 2f64.powf(-20.5),
            _ => 2f64.powf(-14.7),
        },
        Approx::Lg2 => 2f64.powi(-22),
        Approx::Ex2 | Approx::Tanh => exact.abs() * 2f64.powi(-11) * 0.999,
    };
    let t = position(u64::from(x.to_bits()) ^ (k as u64) << 40, mode);
    // Rounding must not leave the bound, so half an ulp is kept back: one of the moved result.
    let y = exact + t * (bound - ulp_at((exact.abs() + bound) as f32) * 0.5).max(0.0);
    bits32(y as f32)
}

/// Operands at which the hardware is exact by definition.
fn exact_result(k: Approx, x: f32) -> bool {
    match k {
        Approx::Ex2 => x == x.trunc(),
        Approx::Lg2 => x == 1.0,
        Approx::Cos => x == 0.0,
        _ => false,
    }
}

/// Where in [-1, 1] of the error bound a result lies.
pub(super) fn position(key: u64, mode: ApproxMode) -> f64 {
    match mode {
        ApproxMode::Exact => 0.0,
        ApproxMode::Low => -1.0,
        ApproxMode::High => 1.0,
        ApproxMode::Seed(s) => {
            let mut h = key ^ s.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            h = (h ^ (h >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            h = (h ^ (h >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((h ^ (h >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }
    }
}

fn shift_ulps(bits: u32, bound: f64, key: u64, mode: ApproxMode) -> u32 {
    let x = f32::from_bits(bits);
    if mode == ApproxMode::Exact || !x.is_finite() || x == 0.0 {
        return bits;
    }
    let steps = (position(key, mode) * (bound - 0.5)).trunc() as i32;
    let up = if x.is_sign_negative() { -steps } else { steps };
    let moved = (bits & 0x7fff_ffff) as i32 + up;
    if moved <= 0 || moved >= 0x7f80_0000 { bits } else { (bits & 0x8000_0000) | moved as u32 }
}
