//! Conversions on one lane.

use super::fp::{bits32, bits64, flush};
use crate::op::Cvt;
use crate::ptx::types::Ty;
use crate::soft::{F32, F64, NAN32, Rnd};

/// Converts the low bits of a register into the bits of the destination register.
#[inline]
pub fn convert(c: Cvt, a: u64) -> u64 {
    match (c.from, c.to) {
        (Ty::F32, Ty::F32) => u64::from(f32_to_f32(c, a as u32)),
        (Ty::F64, Ty::F64) => f64_to_f64(c, a),
        (Ty::F32, Ty::F64) => {
            let x = f32::from_bits(a as u32);
            let y = f64::from(if c.ftz { flush(x) } else { x });
            bits64(if c.sat { clamp01(y) } else { y })
        }
        (Ty::F64, Ty::F32) => {
            let r = if c.rnd == Rnd::Near {
                bits32(f64::from_bits(a) as f32)
            } else {
                F32.convert(F64, a, c.rnd) as u32
            };
            u64::from(finish32(c, r))
        }
        (from, to) if from.is_float() => float_to_int(c, from, to, a),
        (from, to) if to.is_float() => int_to_float(c, from, to, a),
        (from, to) => {
            let v = int_value(from, a);
            let v = if c.sat { v.clamp(low(to), high(to)) } else { v };
            into_register(c, to, v)
        }
    }
}

fn clamp01(x: f64) -> f64 {
    if x > 0.0 { x.min(1.0) } else { 0.0 }
}

fn finish32(c: Cvt, bits: u32) -> u32 {
    let mut x = f32::from_bits(bits);
    if c.ftz {
        x = flush(x);
    }
    if c.sat {
        x = if x > 0.0 { x.min(1.0) } else { 0.0 };
    }
    bits32(x)
}

fn f32_to_f32(c: Cvt, a: u32) -> u32 {
    let mut x = f32::from_bits(a);
    if c.ftz {
        x = flush(x);
    }
    if x.is_nan() {
        return if c.sat { 0 } else { NAN32 };
    }
    if c.integral {
        x = match c.rnd {
            Rnd::Near => x.round_ties_even(),
            Rnd::Zero => x.trunc(),
            Rnd::Down => x.floor(),
            Rnd::Up => x.ceil(),
        };
    }
    finish32(c, x.to_bits())
}

fn f64_to_f64(c: Cvt, a: u64) -> u64 {
    let mut x = f64::from_bits(a);
    if c.integral {
        x = match c.rnd {
            Rnd::Near => x.round_ties_even(),
            Rnd::Zero => x.trunc(),
            Rnd::Down => x.floor(),
            Rnd::Up => x.ceil(),
        };
    }
    bits64(if c.sat { clamp01(x) } else { x })
}

/// The value of an integer type's bits.
pub fn int_value(ty: Ty, a: u64) -> i128 {
    let bits = ty.bits();
    let shift = 64 - bits;
    if ty.is_signed() {
        i128::from(((a << shift) as i64) >> shift)
    } else {
        i128::from((a << shift) >> shift)
    }
}

fn low(ty: Ty) -> i128 {
    if ty.is_signed() { -(1i128 << (ty.bits() - 1)) } else { 0 }
}

fn high(ty: Ty) -> i128 {
    if ty.is_signed() { (1i128 << (ty.bits() - 1)) - 1 } else { (1i128 << ty.bits()) - 1 }
}

/// Truncates to the type, then extends to the register.
fn into_register(c: Cvt, ty: Ty, v: i128) -> u64 {
    let wide = int_value(ty, v as u64) as u64;
    if c.width == 64 { wide } else { wide & ((1u64 << c.width) - 1) }
}

fn float_to_int(c: Cvt, from: Ty, to: Ty, a: u64) -> u64 {
    let (format, bits) = if from == Ty::F32 {
        let x = f32::from_bits(a as u32);
        (F32, u64::from(if c.ftz { flush(x) } else { x }.to_bits()))
    } else {
        (F64, a)
    };
    let v = match format.to_int(bits, c.rnd, low(to), high(to)) {
        Some(v) => v,
        // NaN is zero between types of at most 32 bits, else the top bit alone.
        None if from == Ty::F32 && to.bits() < 64 => 0,
        None => 1i128 << (to.bits() - 1),
    };
    into_register(c, to, v)
}

/// A half-precision value as an integer; NaN is zero between types of at most 32 bits, else the top bit alone.
pub fn half_to_int(format: crate::soft::Format, a: u64, rnd: Rnd, to: Ty, width: u8) -> u64 {
    let v = match format.to_int(a, rnd, low(to), high(to)) {
        Some(v) => v,
        None if to.bits() < 64 => 0,
        None => 1i128 << (to.bits() - 1),
    };
    let wide = int_value(to, v as u64) as u64;
    if width == 64 { wide } else { wide & ((1u64 << width) - 1) }
}

fn int_to_float(c: Cvt, from: Ty, to: Ty, a: u64) -> u64 {
    let v = int_value(from, a);
    if to == Ty::F32 {
        u64::from(finish32(c, F32.from_int(v, c.rnd) as u32))
    } else {
        let r = F64.from_int(v, c.rnd);
        if c.sat { bits64(clamp01(f64::from_bits(r))) } else { r }
    }
}
