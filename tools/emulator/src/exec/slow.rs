//! Instructions that are rare, or that cost far more than their dispatch.

use super::cvt;
use super::env::{Env, Fault};
use super::fp;
use super::half;
use super::mem::lanes;
use super::run::{combined, compare};
use super::scalar;
use super::warp::Warp;
use crate::error::RunErrorKind;
use crate::memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::op::{CARRY, Clock, Fp, Inst, MemSpace, Op, R32, Row};
use crate::ptx::types::Ty;

pub(super) fn row_value(w: &Warp, r: Row, l: usize) -> u64 {
    match r {
        Row::W(r) => u64::from(w.r32[r.0 as usize][l]),
        Row::D(r) => w.r64[r.0 as usize][l],
        Row::P(r) => u64::from(w.pred[r.0 as usize] >> l & 1),
    }
}

pub(super) fn row_set(w: &mut Warp, r: Row, l: usize, v: u64) {
    match r {
        Row::W(r) => w.r32[r.0 as usize][l] = v as u32,
        Row::D(r) => w.r64[r.0 as usize][l] = v,
        Row::P(r) => {
            let m = 1u32 << l;
            let p = &mut w.pred[r.0 as usize];
            *p = if v & 1 == 1 { *p | m } else { *p & !m };
        }
    }
}

fn carry(w: &Warp, l: usize) -> u32 {
    w.pred[CARRY.0 as usize] >> l & 1
}

fn set_carry(w: &mut Warp, l: usize, c: bool) {
    row_set(w, Row::P(CARRY), l, u64::from(c));
}

fn window(space: MemSpace) -> Option<u64> {
    match space {
        MemSpace::Shared => Some(SHARED_WINDOW),
        MemSpace::Local => Some(LOCAL_WINDOW),
        _ => None,
    }
}

/// `x + y + c` in 128 bits: result and carry at bit `bits`.
fn add_wide(x: u64, y: u64, c: u32, bits: u32) -> (u64, bool) {
    let s = u128::from(x) + u128::from(y) + u128::from(c);
    (s as u64, s >> bits & 1 == 1)
}

/// Executes one instruction for the lanes of a mask.
#[inline(never)]
pub fn execute(env: &mut Env<'_>, w: &mut Warp, inst: &Inst, mask: u32) {
    let mode = env.opts.approx;
    macro_rules! each {
        (|$l:ident| $body:expr) => {
            for $l in lanes(mask) {
                $body
            }
        };
    }
    macro_rules! r {
        ($r:expr, $l:expr) => {
            w.r32[$r.0 as usize][$l]
        };
    }
    macro_rules! q {
        ($r:expr, $l:expr) => {
            w.r64[$r.0 as usize][$l]
        };
    }
    match inst.op {
        Op::Int2W { op, d, a, b } => {
            each!(|l| r!(d, l) = scalar::int2_w(op, r!(a, l), r!(b, l)))
        }
        Op::Int2D { op, d, a, b } => {
            each!(|l| q!(d, l) = scalar::int2_d(op, q!(a, l), q!(b, l)))
        }
        Op::Int2H { op, d, a, b } => {
            each!(|l| r!(d, l) = scalar::int2_h(op, r!(a, l), r!(b, l)))
        }
        Op::ShiftH { op, d, a, b } => {
            each!(|l| r!(d, l) = scalar::shift_h(op, r!(a, l), r!(b, l)))
        }
        Op::Int1W { op, d, a } => {
            each!(|l| r!(d, l) = scalar::int1(op, u64::from(r!(a, l)), 32) as u32)
        }
        Op::Int1D { op, d, a } => each!(|l| q!(d, l) = scalar::int1(op, q!(a, l), 64)),
        Op::Int1H { op, d, a } => {
            each!(|l| r!(d, l) = scalar::int1(op, u64::from(r!(a, l)), 16) as u32)
        }
        Op::CountW { op, d, a } => {
            each!(|l| r!(d, l) = scalar::count(op, u64::from(r!(a, l)), 32))
        }
        Op::CountD { op, d, a } => each!(|l| r!(d, l) = scalar::count(op, q!(a, l), 64)),
        Op::Int3W { op, d, a, b, c } => {
            each!(|l| r!(d, l) = scalar::int3(op, r!(a, l), r!(b, l), r!(c, l)))
        }
        Op::Mad64 { d, a, b, c } => {
            each!(|l| q!(d, l) = q!(a, l).wrapping_mul(q!(b, l)).wrapping_add(q!(c, l)))
        }
        Op::MadHi64 { signed, d, a, b, c } => each!(|l| {
            let (x, y) = (q!(a, l), q!(b, l));
            q!(d, l) = high64(signed, x, y).wrapping_add(q!(c, l));
        }),
        Op::Mad16 { hi, signed, d, a, b, c } => each!(|l| {
            let p = product16(signed, r!(a, l), r!(b, l));
            let v = if hi { p >> 16 } else { p };
            r!(d, l) = v.wrapping_add(r!(c, l)) & 0xffff;
        }),
        Op::Sad16 { signed, d, a, b, c } => each!(|l| {
            let (x, y) = (r!(a, l), r!(b, l));
            let diff = if signed {
                (i32::from(x as i16) - i32::from(y as i16)).unsigned_abs()
            } else {
                (x & 0xffff).abs_diff(y & 0xffff)
            };
            r!(d, l) = r!(c, l).wrapping_add(diff) & 0xffff;
        }),
        Op::Sad64 { signed, d, a, b, c } => each!(|l| {
            let (x, y) = (q!(a, l), q!(b, l));
            let diff = if signed { (x as i64).abs_diff(y as i64) } else { x.abs_diff(y) };
            q!(d, l) = q!(c, l).wrapping_add(diff);
        }),
        Op::Bfe64 { signed, d, a, b, c } => {
            each!(|l| q!(d, l) = scalar::bfe(q!(a, l), r!(b, l), r!(c, l), 64, signed))
        }
        Op::Bfi32 { d, a, b, c, e } => each!(|l| {
            let (x, y) = (u64::from(r!(a, l)), u64::from(r!(b, l)));
            r!(d, l) = scalar::bfi(x, y, r!(c, l), r!(e, l), 32) as u32;
        }),
        Op::Bfi64 { d, a, b, c, e } => {
            each!(|l| q!(d, l) = scalar::bfi(q!(a, l), q!(b, l), r!(c, l), r!(e, l), 64))
        }
        Op::MulWideH { signed, d, a, b } => {
            each!(|l| r!(d, l) = product16(signed, r!(a, l), r!(b, l)))
        }
        Op::MadWideH { signed, d, a, b, c } => each!(|l| {
            r!(d, l) = product16(signed, r!(a, l), r!(b, l)).wrapping_add(r!(c, l));
        }),
        Op::AddCarryW { sub, carry_in, carry_out, d, a, b } => each!(|l| {
            let (x, mut y) = (u64::from(r!(a, l)), u64::from(r!(b, l)));
            // The carry of a subtraction is its borrow, inverted, as in a - b = a + !b + 1.
            let mut c = if carry_in { carry(w, l) } else { 0 };
            if sub {
                y = !y & 0xffff_ffff;
                c = 1 - c;
            }
            let (s, out) = add_wide(x, y, c, 32);
            r!(d, l) = s as u32;
            if carry_out {
                set_carry(w, l, out != sub);
            }
        }),
        Op::AddCarryD { sub, carry_in, carry_out, d, a, b } => each!(|l| {
            let (x, mut y) = (q!(a, l), q!(b, l));
            let mut c = if carry_in { carry(w, l) } else { 0 };
            if sub {
                y = !y;
                c = 1 - c;
            }
            let (s, out) = add_wide(x, y, c, 64);
            q!(d, l) = s;
            if carry_out {
                set_carry(w, l, out != sub);
            }
        }),
        Op::MadCarryW { hi, signed, carry_in, carry_out, d, a, b, c } => each!(|l| {
            let (x, y) = (r!(a, l), r!(b, l));
            let p = match (hi, signed) {
                (false, _) => x.wrapping_mul(y),
                (true, true) => ((i64::from(x as i32) * i64::from(y as i32)) >> 32) as u32,
                (true, false) => ((u64::from(x) * u64::from(y)) >> 32) as u32,
            };
            let cin = if carry_in { carry(w, l) } else { 0 };
            let (s, out) = add_wide(u64::from(p), u64::from(r!(c, l)), cin, 32);
            r!(d, l) = s as u32;
            if carry_out {
                set_carry(w, l, out);
            }
        }),
        Op::MadCarryD { hi, signed, carry_in, carry_out, d, a, b, c } => each!(|l| {
            let (x, y) = (q!(a, l), q!(b, l));
            let p = if hi { high64(signed, x, y) } else { x.wrapping_mul(y) };
            let cin = if carry_in { carry(w, l) } else { 0 };
            let (s, out) = add_wide(p, q!(c, l), cin, 64);
            q!(d, l) = s;
            if carry_out {
                set_carry(w, l, out);
            }
        }),
        Op::SlctW { float, ftz, d, a, b, c } => each!(|l| {
            r!(d, l) = if slct(float, ftz, r!(c, l)) { r!(a, l) } else { r!(b, l) };
        }),
        Op::SlctD { float, ftz, d, a, b, c } => each!(|l| {
            q!(d, l) = if slct(float, ftz, r!(c, l)) { q!(a, l) } else { q!(b, l) };
        }),
        Op::F32x2 { op, fp, d, a, b } => {
            each!(|l| r!(d, l) = fp::f32x2(op, fp, r!(a, l), r!(b, l), mode))
        }
        Op::F64x2 { op, fp, d, a, b } => {
            each!(|l| q!(d, l) = fp::f64x2(op, fp, q!(a, l), q!(b, l)))
        }
        Op::F32x1 { op, fp, d, a } => {
            each!(|l| r!(d, l) = fp::f32x1(op, fp, r!(a, l), mode))
        }
        Op::F64x1 { op, fp, d, a } => each!(|l| q!(d, l) = fp::f64x1(op, fp, q!(a, l), mode)),
        Op::Fma32 { fp, d, a, b, c } => {
            each!(|l| r!(d, l) = fp::fma32(fp, r!(a, l), r!(b, l), r!(c, l)))
        }
        Op::Fma64 { fp: Fp { rnd, .. }, d, a, b, c } => {
            each!(|l| q!(d, l) = crate::soft::F64.fma(q!(a, l), q!(b, l), q!(c, l), rnd))
        }
        Op::TestpW { op, d, a } => each!(|l| {
            let v = scalar::testp(op, f32::from_bits(r!(a, l)).classify());
            row_set(w, Row::P(d), l, u64::from(v));
        }),
        Op::TestpD { op, d, a } => each!(|l| {
            let v = scalar::testp(op, f64::from_bits(q!(a, l)).classify());
            row_set(w, Row::P(d), l, u64::from(v));
        }),
        Op::Set { cmp, ty, ftz, float, d, ab, combine, cond } => {
            let c = compare(w, cmp, ty, ftz, ab);
            let p = w.pred[cond.row.0 as usize] ^ cond.flip;
            let (yes, _) = combined(combine, c, p);
            let one = if float { 1f32.to_bits() } else { !0 };
            each!(|l| r!(d, l) = if yes >> l & 1 == 1 { one } else { 0 });
        }
        Op::Cvt { cvt: c, d, a } => convert(w, c, d, a, mask),
        Op::Half { .. } | Op::HalfCompare { .. } | Op::HalfCvt { .. } | Op::HalfPack { .. } => {
            half::execute(env.program, w, &inst.op, mode, mask)
        }
        Op::PackHH { d, a, b } => each!(|l| r!(d, l) = (r!(a, l) & 0xffff) | r!(b, l) << 16),
        Op::UnpackHH { d, e, a } => each!(|l| {
            let v = r!(a, l);
            if let Some(d) = d {
                r!(d, l) = v & 0xffff;
            }
            if let Some(e) = e {
                r!(e, l) = v >> 16;
            }
        }),
        Op::PackWW { d, a, b } => {
            each!(|l| q!(d, l) = u64::from(r!(a, l)) | u64::from(r!(b, l)) << 32)
        }
        Op::UnpackWW { d, e, a } => each!(|l| {
            let v = q!(a, l);
            if let Some(d) = d {
                r!(d, l) = v as u32;
            }
            if let Some(e) = e {
                r!(e, l) = (v >> 32) as u32;
            }
        }),
        Op::PackHHHH { d, rows } => each!(|l| {
            let mut v = 0;
            for (k, x) in rows.iter().enumerate() {
                v |= u64::from(r!(x, l) & 0xffff) << (16 * k);
            }
            q!(d, l) = v;
        }),
        Op::UnpackHHHH { rows, a } => each!(|l| {
            let v = q!(a, l);
            for (k, x) in rows.iter().enumerate() {
                if let Some(x) = x {
                    r!(x, l) = (v >> (16 * k)) as u32 & 0xffff;
                }
            }
        }),
        Op::Cvta { space, to, d, a } => {
            let add = match (window(space), to) {
                (Some(base), false) => base,
                (Some(base), true) => base.wrapping_neg(),
                (None, _) => 0,
            };
            let out = w.r64[a.0 as usize].map(|v| v.wrapping_add(add));
            w.put64(d, mask, &out);
        }
        Op::IsSpace { space, d, a } => each!(|l| {
            let v = q!(a, l);
            let within = |base: u64| v >= base && v - base < WINDOW;
            let inside = match space {
                MemSpace::Shared => within(SHARED_WINDOW),
                MemSpace::Local => within(LOCAL_WINDOW),
                MemSpace::Param => within(PARAM_WINDOW),
                MemSpace::Const => {
                    env.device.find(v).is_some_and(|k| env.device.buffers[k].constant)
                }
                MemSpace::Global | MemSpace::Generic => {
                    v < SHARED_WINDOW
                        && !env.device.find(v).is_some_and(|k| env.device.buffers[k].constant)
                }
            };
            row_set(w, Row::P(d), l, u64::from(inside));
        }),
        Op::ReadClock { which, d } => {
            let t = env.tally.executed;
            let v = match which {
                Clock::Clock => t & 0xffff_ffff,
                Clock::ClockHi => t >> 32,
                Clock::Clock64 | Clock::GlobalTimer => t,
            };
            each!(|l| row_set(w, d, l, v));
        }
        // No effect on a machine that executes in order.
        Op::Fence { scope, order } => {
            if let Some(races) = env.races.as_deref_mut() {
                races.fence(env.slot, w.index, mask, scope, order);
            }
        }
        Op::Prefetch | Op::Sleep => {}
        // The loop that calls this handles all others itself.
        _ => {}
    }
}

fn slct(float: bool, ftz: bool, c: u32) -> bool {
    if float {
        let x = f32::from_bits(c);
        let x = if ftz { fp::flush(x) } else { x };
        x >= 0.0
    } else {
        (c as i32) >= 0
    }
}

fn product16(signed: bool, a: u32, b: u32) -> u32 {
    if signed {
        (i32::from(a as i16) * i32::from(b as i16)) as u32
    } else {
        (a & 0xffff) * (b & 0xffff)
    }
}

fn high64(signed: bool, a: u64, b: u64) -> u64 {
    if signed {
        ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64
    } else {
        ((u128::from(a) * u128::from(b)) >> 64) as u64
    }
}

/// Conversions; the ones between integers of common widths do not go lane by lane.
fn convert(w: &mut Warp, c: crate::op::Cvt, d: Row, a: Row, mask: u32) {
    match (c.from, c.to, d, a) {
        (Ty::U32, Ty::U64, Row::D(d), Row::W(a)) => {
            let out = w.r32[a.0 as usize].map(u64::from);
            w.put64(d, mask, &out);
        }
        (Ty::S32, Ty::S64, Row::D(d), Row::W(a)) => {
            let out = w.r32[a.0 as usize].map(|v| i64::from(v as i32) as u64);
            w.put64(d, mask, &out);
        }
        (Ty::U64 | Ty::S64, Ty::U32 | Ty::S32, Row::W(d), Row::D(a)) if !c.sat => {
            let out = w.r64[a.0 as usize].map(|v| v as u32);
            w.put32(d, mask, &out);
        }
        (Ty::S32, Ty::F32, Row::W(d), Row::W(a)) if c.rnd == crate::soft::Rnd::Near && !c.sat => {
            let out = w.r32[a.0 as usize].map(|v| (v as i32 as f32).to_bits());
            w.put32(d, mask, &out);
        }
        (Ty::U32, Ty::F32, Row::W(d), Row::W(a)) if c.rnd == crate::soft::Rnd::Near && !c.sat => {
            let out = w.r32[a.0 as usize].map(|v| (v as f32).to_bits());
            w.put32(d, mask, &out);
        }
        _ => {
            for l in lanes(mask) {
                let v = cvt::convert(c, row_value(w, a, l));
                row_set(w, d, l, v);
            }
        }
    }
}

/// `brx.idx`: every lane goes where the table says.
#[inline(never)]
pub fn branch_indexed(
    env: &mut Env<'_>,
    w: &mut Warp,
    table: u32,
    index: R32,
    active: u32,
    mask: u32,
    pc: u32,
) -> Result<(), Fault> {
    let program = env.program;
    let targets = &program.tables[table as usize];
    let single = env.opts.single;
    let before = w.ready.len();
    let mut first = None;
    let mut split = active != mask && mask != 0;
    for l in lanes(mask) {
        let k = w.r32[index.0 as usize][l];
        let Some(&to) = targets.get(k as usize) else {
            return Err(Fault {
                kind: RunErrorKind::OutOfBounds,
                message: format!("brx.idx with index {k}, the table has {} entries", targets.len()),
                lane: l as u32,
            });
        };
        split |= first.is_some_and(|f| f != to);
        first = Some(to);
        w.requeue(to, 1 << l, single);
    }
    w.requeue(pc + 1, active & !mask, single);
    debug_assert!(w.ready.len() >= before);
    env.tally.divergent[pc as usize] += u64::from(split);
    Ok(())
}
