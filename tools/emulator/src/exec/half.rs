//! Half precision and bfloat16 on one lane, by exact arithmetic rounded once; approximate operations may be moved from there.

use super::fp::{ApproxMode, flush, position};
use super::mem::lanes;
use super::run::combined;
use super::slow::{row_set, row_value};
use super::warp::Warp;
use crate::lower::program::Program;
use crate::op::{Cmp, Half, HalfCompare, HalfCompared, HalfCvt, HalfForm, HalfOp, HalfTo, Op, Row};
use crate::ptx::types::Ty;
use crate::soft::{BF16, F16, F32, F64, Format, Rnd};

/// NaN as results carry it.
const NAN: u16 = 0x7fff;
const SIGN: u16 = 0x8000;

fn format(half: Half) -> Format {
    match half {
        Half::F16 => F16,
        Half::Bf16 => BF16,
    }
}

/// The bits of infinity.
fn infinity(half: Half) -> u16 {
    match half {
        Half::F16 => 0x7c00,
        Half::Bf16 => 0x7f80,
    }
}

fn is_nan(half: Half, a: u16) -> bool {
    a & !SIGN > infinity(half)
}

/// Subnormals become zeros of their sign.
fn flushed(half: Half, a: u16) -> u16 {
    let smallest = if half == Half::F16 { 0x0400 } else { 0x0080 };
    if a & !SIGN < smallest { a & SIGN } else { a }
}

/// The value, which 64 bits hold exactly.
fn value(half: Half, a: u16) -> f64 {
    f64::from_bits(F64.convert(format(half), u64::from(a), Rnd::Near))
}

fn nearest(half: Half, x: f64) -> u16 {
    format(half).convert(F64, x.to_bits(), Rnd::Near) as u16
}

/// Clamped to 0..1, NaN to 0.
fn saturated(half: Half, a: u16) -> u16 {
    let one = if half == Half::F16 { 0x3c00 } else { 0x3f80 };
    if is_nan(half, a) || a & SIGN != 0 { 0 } else { a.min(one) }
}

/// Whether a result of an approximate operation lies within its error: what the PTX manual says of it, but for `tanh` of bfloat16. There
/// the manual's relative 2^-8 does not hold: 2^-7.0122 was measured on an H100, 2026-11-26, on all operands.
fn is_near(op: HalfOp, half: Half, found: f64, exact: f64) -> bool {
    let off = (found - exact).abs();
    match (op, half) {
        (HalfOp::Ex2, Half::F16) => off <= exact.abs() * 2f64.powf(-9.9),
        (HalfOp::Ex2, _) => off <= exact.abs() * 2f64.powi(-7),
        (_, Half::F16) => off <= 2f64.powf(-10.987),
        _ => off <= exact.abs() * 2f64.powf(-7.012),
    }
}

/// The nearest number to an approximate operation's exact result, or the one beside it where that is near enough and the mode wants it.
fn approximate(op: HalfOp, half: Half, a: u16, mode: ApproxMode) -> u16 {
    let x = value(half, a);
    let exact = if op == HalfOp::Ex2 { x.exp2() } else { x.tanh() };
    let r = nearest(half, exact);
    let steps = (1.5 * position(u64::from(a), mode)) as i32;
    let magnitude = i32::from(r & !SIGN) + if exact < 0.0 { -steps } else { steps };
    if is_nan(half, r) || value(half, r) == exact || magnitude <= 0 {
        return r;
    }
    let moved = magnitude as u16 | (r & SIGN);
    let is_number = magnitude < i32::from(infinity(half));
    if is_number && is_near(op, half, value(half, moved), exact) { moved } else { r }
}

/// One operation.
pub fn single(op: HalfOp, form: HalfForm, abc: [u16; 3], mode: ApproxMode) -> u16 {
    let half = form.half;
    let prepare = |x: u16| if form.ftz { flushed(half, x) } else { x };
    let [a, b, c] = abc.map(prepare);
    let f = format(half);
    let (wa, wb, wc) = (u64::from(a), u64::from(b), u64::from(c));
    let result = match op {
        HalfOp::Add => f.add(wa, wb, Rnd::Near) as u16,
        HalfOp::Sub => f.add(wa, wb ^ u64::from(SIGN), Rnd::Near) as u16,
        HalfOp::Mul => f.mul(wa, wb, Rnd::Near) as u16,
        HalfOp::Fma => f.fma(wa, wb, wc, Rnd::Near) as u16,
        HalfOp::Neg | HalfOp::Abs if is_nan(half, a) => NAN,
        HalfOp::Neg => a ^ SIGN,
        HalfOp::Abs => a & !SIGN,
        HalfOp::Min { nan } | HalfOp::Max { nan } => {
            let larger = matches!(op, HalfOp::Max { .. });
            match (is_nan(half, a), is_nan(half, b)) {
                (true, true) => NAN,
                (true, _) | (_, true) if nan => NAN,
                (true, _) => b,
                (_, true) => a,
                // Bits as sign and magnitude put -0 below +0.
                _ if (order(a) < order(b)) == larger => b,
                _ => a,
            }
        }
        HalfOp::Ex2 | HalfOp::Tanh => approximate(op, half, a, mode),
    };
    let result = if form.ftz { flushed(half, result) } else { result };
    match (form.sat, form.relu) {
        (true, _) => saturated(half, result),
        (_, true) if !is_nan(half, result) && result & SIGN != 0 => 0,
        _ => result,
    }
}

/// A sum with the value in memory, single or of pairs; subnormals stay.
pub fn atomic_sum(half: Half, packed: bool, old: u32, b: u32) -> u32 {
    let form = HalfForm { half, packed, ftz: false, sat: false, relu: false };
    let sum = |shift: u32| {
        let [x, y] = [old, b].map(|w| (w >> shift) as u16);
        u32::from(single(HalfOp::Add, form, [x, y, 0], ApproxMode::Exact)) << shift
    };
    if packed { sum(0) | sum(16) } else { sum(0) }
}

/// A number that orders values as they are ordered.
fn order(a: u16) -> i32 {
    let magnitude = i32::from(a & !SIGN);
    if a & SIGN != 0 { -magnitude - 1 } else { magnitude }
}

/// A comparison; the unordered forms hold for NaN.
pub fn compare(cmp: Cmp, form: HalfForm, a: u16, b: u16) -> bool {
    let prepare = |x: u16| value(form.half, if form.ftz { flushed(form.half, x) } else { x });
    let (x, y) = (prepare(a), prepare(b));
    let unordered = x.is_nan() || y.is_nan();
    match cmp {
        Cmp::Eq => x == y,
        Cmp::Ne => !unordered && x != y,
        Cmp::Lt => x < y,
        Cmp::Le => x <= y,
        Cmp::Gt => x > y,
        Cmp::Ge => x >= y,
        Cmp::Equ => unordered || x == y,
        Cmp::Neu => unordered || x != y,
        Cmp::Ltu => unordered || x < y,
        Cmp::Leu => unordered || x <= y,
        Cmp::Gtu => unordered || x > y,
        Cmp::Geu => unordered || x >= y,
        Cmp::Num => !unordered,
        Cmp::Nan => unordered,
    }
}

/// A conversion of the low bits of a register.
pub fn convert(c: &HalfCvt, bits: u64) -> u64 {
    match (c.from, c.to) {
        (Err(from), Ok(half)) if !from.is_float() => {
            let v = super::cvt::int_value(from, bits);
            u64::from(finish(c, half, format(half).from_int(v, c.rnd) as u16))
        }
        (Err(from), Ok(half)) => {
            let (wide, bits) = match from {
                Ty::F32 => {
                    let x = f32::from_bits(bits as u32);
                    (F32, u64::from(if c.ftz { flush(x) } else { x }.to_bits()))
                }
                _ => (F64, bits),
            };
            u64::from(finish(c, half, format(half).convert(wide, bits, c.rnd) as u16))
        }
        (Ok(half), Ok(to)) if half == to => {
            let a = bits as u16;
            let result = match c.integral {
                _ if is_nan(half, a) => NAN,
                true => {
                    let x = value(half, a);
                    let x = match c.rnd {
                        Rnd::Near => x.round_ties_even(),
                        Rnd::Zero => x.trunc(),
                        Rnd::Down => x.floor(),
                        Rnd::Up => x.ceil(),
                    };
                    nearest(half, x)
                }
                false => a,
            };
            u64::from(finish(c, half, result))
        }
        (Ok(half), Ok(to)) => {
            let bits = u64::from(bits as u16);
            u64::from(finish(c, to, format(to).convert(format(half), bits, c.rnd) as u16))
        }
        (Ok(half), Err(to)) if to.is_float() => {
            let (f, a) = (format(half), u64::from(bits as u16));
            match to {
                Ty::F32 => {
                    let r = f32::from_bits(F32.convert(f, a, Rnd::Near) as u32);
                    let r = if c.ftz { flush(r) } else { r };
                    let r = if c.sat { if r > 0.0 { r.min(1.0) } else { 0.0 } } else { r };
                    u64::from(super::fp::bits32(r))
                }
                _ => {
                    let r = f64::from_bits(F64.convert(f, a, Rnd::Near));
                    let r = if c.sat { if r > 0.0 { r.min(1.0) } else { 0.0 } } else { r };
                    super::fp::bits64(r)
                }
            }
        }
        (Ok(half), Err(to)) => {
            super::cvt::half_to_int(format(half), u64::from(bits as u16), c.rnd, to, c.width)
        }
        // Lowering makes none of two other types.
        (Err(_), Err(_)) => bits,
    }
}

fn finish(c: &HalfCvt, half: Half, a: u16) -> u16 {
    if c.sat { saturated(half, a) } else { a }
}

/// Two values of 32 bits as a pair, `a` the upper one.
pub fn pack(half: Half, rnd: Rnd, a: u32, b: u32) -> u32 {
    let one = |x: u32| format(half).convert(F32, u64::from(x), rnd) as u32;
    one(a) << 16 | one(b)
}

/// The halves of a pair; a single value is its lower half.
fn parts(x: u32) -> [u16; 2] {
    [x as u16, (x >> 16) as u16]
}

/// A comparison in one lane.
fn compare_lane(c: &HalfCompare, w: &mut Warp, l: usize) {
    let [a, b] = c.operands.map(|r| parts(w.r32[r.0 as usize][l]));
    let p = (w.pred[c.cond.row.0 as usize] ^ c.cond.flip) >> l & 1;
    let holds = |k: usize| {
        let outcome = u32::from(compare(c.cmp, c.form, a[k], b[k]));
        combined(c.combine, outcome, p).0 & 1
    };
    let (low, high) = (holds(0), if c.form.packed { holds(1) } else { 0 });
    match c.to {
        HalfCompared::Predicates(d, q) => {
            for (place, holds) in [(d, low), (q, high)] {
                if let Some(p) = place {
                    row_set(w, Row::P(p), l, u64::from(holds));
                }
            }
        }
        HalfCompared::Value(d, to) => {
            let one = match (to, c.form.half) {
                (HalfTo::Same, Half::F16) => 0x3c00,
                (HalfTo::Same, Half::Bf16) => 0x3f80,
                (HalfTo::Ones(32), _) if !c.form.packed => !0,
                (HalfTo::Ones(_), _) => 0xffff,
            };
            w.r32[d.0 as usize][l] = (one * low) | ((one * high) << 16);
        }
    }
}

/// Executes an instruction of half precision for the lanes of a mask.
pub fn execute(program: &Program, w: &mut Warp, op: &Op, mode: ApproxMode, mask: u32) {
    for l in lanes(mask) {
        match *op {
            Op::Half { op, form, d, abc } => {
                let [a, b, c] = abc.map(|r| parts(w.r32[r.0 as usize][l]));
                let low = u32::from(single(op, form, [a[0], b[0], c[0]], mode));
                let high = match form.packed {
                    true => u32::from(single(op, form, [a[1], b[1], c[1]], mode)),
                    false => 0,
                };
                w.r32[d.0 as usize][l] = high << 16 | low;
            }
            Op::HalfCompare { compare } => {
                if let Some(c) = program.half_compares.get(compare as usize) {
                    compare_lane(c, w, l);
                }
            }
            Op::HalfCvt { cvt, d, a } => {
                if let Some(c) = program.half_cvts.get(cvt as usize) {
                    let v = convert(c, row_value(w, a, l));
                    row_set(w, d, l, v);
                }
            }
            Op::HalfPack { half, rnd, d, a, b } => {
                w.r32[d.0 as usize][l] =
                    pack(half, rnd, w.r32[a.0 as usize][l], w.r32[b.0 as usize][l]);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
