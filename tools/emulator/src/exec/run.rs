//! The loop that executes a warp: one decoded instruction at a time, all lanes of a group together.
//!
//! Everything here that matters is inlined into one function, which is compiled once for the oldest
//! processors and once for those with wide vectors; which one runs is decided at run time.

use pulp::NullaryFnOnce;

use super::env::{Env, Fault, Located, Shared};
use super::fp::{bits32, bits64, flush};
use super::scalar;
use super::slow;
use super::spin::{Look, Lookout};
use super::warp::{Group, Wait, WaitFor, Warp};
use super::{host, judged, mem, observed, sync, undefined};
use crate::error::RunErrorKind;
use crate::op::{
    Barrier, Cmp, Combine, Float1, Float2, Fp, Inst, Int1, Int2, Int3, Logic, Op, Pair, Shift,
};
use crate::ptx::types::Ty;
use crate::soft::Rnd;

/// Why a slice ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No group of the warp can go on.
    Blocked,
    /// The slice is used up.
    Expired,
    /// What could go on spins.
    Spins,
}

/// One slice of a warp's execution.
pub struct Slice<'s, 'e> {
    /// Everything shared.
    pub env: &'s mut Env<'e>,
    /// Shared memory of the block.
    pub shared: &'s mut Shared,
    /// The warp.
    pub warp: &'s mut Warp,
    /// How many blocks it may enter.
    pub quantum: u32,
}

impl NullaryFnOnce for Slice<'_, '_> {
    type Output = Result<End, Located>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let end = run(self.env, self.shared, self.warp, self.quantum);
        self.warp.wake();
        end
    }
}

#[inline(always)]
fn map1<A: Copy, O: Copy + Default>(a: &[A; 32], f: impl Fn(A) -> O) -> [O; 32] {
    let mut out = [O::default(); 32];
    for k in 0..32 {
        out[k] = f(a[k]);
    }
    out
}

#[inline(always)]
fn map2<A: Copy, B: Copy, O: Copy + Default>(
    a: &[A; 32],
    b: &[B; 32],
    f: impl Fn(A, B) -> O,
) -> [O; 32] {
    let mut out = [O::default(); 32];
    for k in 0..32 {
        out[k] = f(a[k], b[k]);
    }
    out
}

#[inline(always)]
fn map3<A: Copy, B: Copy, C: Copy, O: Copy + Default>(
    a: &[A; 32],
    b: &[B; 32],
    c: &[C; 32],
    f: impl Fn(A, B, C) -> O,
) -> [O; 32] {
    let mut out = [O::default(); 32];
    for k in 0..32 {
        out[k] = f(a[k], b[k], c[k]);
    }
    out
}

/// One bit a lane.
#[inline(always)]
fn gather<A: Copy>(a: &[A; 32], b: &[A; 32], f: impl Fn(A, A) -> bool) -> u32 {
    let mut bits = [0u32; 32];
    for k in 0..32 {
        bits[k] = u32::from(f(a[k], b[k])) << k;
    }
    bits.iter().fold(0, |m, x| m | x)
}

// On floats `x < y || x > y` is not `x != y`: it is false for NaN.
#[allow(clippy::double_comparisons)]
#[inline(always)]
fn ordered<A: Copy + PartialOrd>(cmp: Cmp, a: &[A; 32], b: &[A; 32]) -> u32 {
    match cmp {
        Cmp::Eq => gather(a, b, |x, y| x == y),
        Cmp::Ne => gather(a, b, |x, y| x < y || x > y),
        Cmp::Lt => gather(a, b, |x, y| x < y),
        Cmp::Le => gather(a, b, |x, y| x <= y),
        Cmp::Gt => gather(a, b, |x, y| x > y),
        Cmp::Ge => gather(a, b, |x, y| x >= y),
        Cmp::Equ => !gather(a, b, |x, y| x < y || x > y),
        Cmp::Neu => !gather(a, b, |x, y| x == y),
        Cmp::Ltu => !gather(a, b, |x, y| x >= y),
        Cmp::Leu => !gather(a, b, |x, y| x > y),
        Cmp::Gtu => !gather(a, b, |x, y| x <= y),
        Cmp::Geu => !gather(a, b, |x, y| x < y),
        Cmp::Num => gather(a, b, |x, y| x <= y || x > y),
        Cmp::Nan => !gather(a, b, |x, y| x <= y || x > y),
    }
}

/// Compares two rows, a bit a lane.
#[inline(always)]
pub fn compare(w: &Warp, cmp: Cmp, ty: Ty, ftz: bool, ab: Pair) -> u32 {
    match ab {
        Pair::W(a, b) => {
            let (a, b) = (&w.r32[a.0 as usize], &w.r32[b.0 as usize]);
            match ty {
                Ty::F32 => {
                    let f = |v: u32| {
                        let x = f32::from_bits(v);
                        if ftz { flush(x) } else { x }
                    };
                    ordered(cmp, &map1(a, f), &map1(b, f))
                }
                Ty::S16 => ordered(cmp, &map1(a, |v| v as i16), &map1(b, |v| v as i16)),
                Ty::S32 => ordered(cmp, &map1(a, |v| v as i32), &map1(b, |v| v as i32)),
                _ => ordered(cmp, a, b),
            }
        }
        Pair::D(a, b) => {
            let (a, b) = (&w.r64[a.0 as usize], &w.r64[b.0 as usize]);
            match ty {
                Ty::F64 => ordered(cmp, &map1(a, f64::from_bits), &map1(b, f64::from_bits)),
                Ty::S64 => ordered(cmp, &map1(a, |v| v as i64), &map1(b, |v| v as i64)),
                _ => ordered(cmp, a, b),
            }
        }
    }
}

/// Combines a comparison with a predicate: the result and, for a second destination, that of the negation.
#[inline(always)]
pub fn combined(kind: Combine, c: u32, p: u32) -> (u32, u32) {
    match kind {
        Combine::None => (c, !c),
        Combine::And => (c & p, !c & p),
        Combine::Or => (c | p, !c | p),
        Combine::Xor => (c ^ p, !c ^ p),
    }
}

/// Takes the next group: lock-step takes the first in order, an adversary any.
#[inline(always)]
fn pick(env: &mut Env<'_>, w: &mut Warp) -> Option<(Group, u32)> {
    if w.ready.is_empty() {
        return None;
    }
    if env.opts.single {
        let k = env.rng.below(w.ready.len());
        return Some((w.ready.swap_remove(k), u32::MAX));
    }
    if std::mem::take(&mut w.hurry_last) {
        let mut best = 0;
        for (k, g) in w.ready.iter().enumerate() {
            if g.pc > w.ready[best].pc {
                best = k;
            }
        }
        return Some((w.ready.swap_remove(best), u32::MAX));
    }
    let mut best = 0;
    for (k, g) in w.ready.iter().enumerate() {
        if g.pc < w.ready[best].pc {
            best = k;
        }
    }
    let g = w.ready.swap_remove(best);
    let limit = w.ready.iter().map(|g| g.pc).min().unwrap_or(u32::MAX);
    Some((g, limit))
}

#[inline(always)]
fn run(env: &mut Env<'_>, sh: &mut Shared, w: &mut Warp, mut quantum: u32) -> Result<End, Located> {
    let program = env.program;
    let code: &[Inst] = &program.code;
    let single = env.opts.single;
    let watched = env.observer.is_some();
    let judged = !program.barriers.is_empty();
    let renews = !program.flow.anew.is_empty() && !env.opts.allow_unwritten;
    macro_rules! w1 {
        ($mask:expr, $d:expr, $a:expr, $f:expr) => {{
            let out = map1(&w.r32[$a.0 as usize], $f);
            w.put32($d, $mask, &out);
        }};
    }
    macro_rules! w2 {
        ($mask:expr, $d:expr, $a:expr, $b:expr, $f:expr) => {{
            let out = map2(&w.r32[$a.0 as usize], &w.r32[$b.0 as usize], $f);
            w.put32($d, $mask, &out);
        }};
    }
    macro_rules! d1 {
        ($mask:expr, $d:expr, $a:expr, $f:expr) => {{
            let out = map1(&w.r64[$a.0 as usize], $f);
            w.put64($d, $mask, &out);
        }};
    }
    macro_rules! d2 {
        ($mask:expr, $d:expr, $a:expr, $b:expr, $f:expr) => {{
            let out = map2(&w.r64[$a.0 as usize], &w.r64[$b.0 as usize], $f);
            w.put64($d, $mask, &out);
        }};
    }
    let mut lookout = Lookout::new(env, w, quantum);
    'pick: loop {
        let Some((Group { mut pc, mask: active }, limit)) = pick(env, w) else {
            if w.aside.is_empty() {
                return Ok(End::Blocked);
            }
            if lookout.again(env, w) {
                continue 'pick;
            }
            return Ok(End::Spins);
        };
        'block: loop {
            if quantum == lookout.due {
                match lookout.look(env, w, Group { pc, mask: active }, quantum) {
                    Look::Goes => {}
                    Look::Spins => continue 'pick,
                    Look::Over => {
                        w.requeue(pc, active, single);
                        return Ok(End::Expired);
                    }
                }
            }
            quantum -= 1;
            // An adversary may stop a lane anywhere between blocks of code.
            if single && env.rng.draw() >> 61 == 0 && w.can_run() {
                w.requeue(pc, active, single);
                continue 'pick;
            }
            let b = program.block_of[pc as usize] as usize;
            let block = &program.blocks[b];
            if block.start == pc {
                env.tally.block_warps[b] += 1;
                env.tally.block_lanes[b] += u64::from(active.count_ones());
                env.tally.executed += u64::from(block.end - block.start);
                if env.tally.executed > env.opts.budget {
                    return Err(Located {
                        fault: Fault {
                            kind: RunErrorKind::Budget,
                            message: format!("more than {} warp instructions", env.opts.budget),
                            lane: active.trailing_zeros(),
                        },
                        pc,
                        warp: w.index,
                    });
                }
                if renews && let Some(rows) = program.flow.anew.get(&(b as u32)) {
                    w.undefined.anew(program, rows, active);
                }
                if watched {
                    observed::entered(env, w, pc, active);
                }
                if judged && program.barriers.entry(b as u32).is_some() {
                    judged::entered(env, w, b as u32, pc, active)?;
                }
            }
            // Goes to a code position, or lets a group that comes first in order run.
            macro_rules! go {
                ($to:expr) => {{
                    let to = $to;
                    if to < limit {
                        pc = to;
                        continue 'block;
                    }
                    w.requeue(to, active, single);
                    continue 'pick;
                }};
            }
            loop {
                let inst = &code[pc as usize];
                let mask = active & (w.pred[inst.guard.row.0 as usize] ^ inst.guard.flip);
                if !inst.guard.is_always() {
                    env.tally.guarded[pc as usize] += u64::from(mask.count_ones());
                    if mask == 0 && !inst.op.ends_block() {
                        if !w.undefined.is_empty() {
                            undefined::step::step(env, w, pc, active, mask)?;
                        }
                        pc += 1;
                        continue;
                    }
                }
                if !w.undefined.is_empty() {
                    undefined::step::step(env, w, pc, active, mask)?;
                }
                match inst.op {
                    Op::Int2W { op, d, a, b } => match op {
                        Int2::Add => w2!(mask, d, a, b, u32::wrapping_add),
                        Int2::Sub => w2!(mask, d, a, b, u32::wrapping_sub),
                        Int2::Mul => w2!(mask, d, a, b, u32::wrapping_mul),
                        Int2::And => w2!(mask, d, a, b, |x, y| x & y),
                        Int2::Or => w2!(mask, d, a, b, |x, y| x | y),
                        Int2::Xor => w2!(mask, d, a, b, |x, y| x ^ y),
                        Int2::MinS => w2!(mask, d, a, b, |x, y| (x as i32).min(y as i32) as u32),
                        Int2::MaxS => w2!(mask, d, a, b, |x, y| (x as i32).max(y as i32) as u32),
                        _ => slow::execute(env, w, inst, mask),
                    },
                    Op::Int2D { op, d, a, b } => match op {
                        Int2::Add => d2!(mask, d, a, b, u64::wrapping_add),
                        Int2::Sub => d2!(mask, d, a, b, u64::wrapping_sub),
                        Int2::Mul => d2!(mask, d, a, b, u64::wrapping_mul),
                        Int2::And => d2!(mask, d, a, b, |x, y| x & y),
                        Int2::Or => d2!(mask, d, a, b, |x, y| x | y),
                        Int2::Xor => d2!(mask, d, a, b, |x, y| x ^ y),
                        _ => slow::execute(env, w, inst, mask),
                    },
                    Op::ShiftW { op, d, a, b } => match op {
                        Shift::Left => {
                            w2!(mask, d, a, b, |x, n| scalar::shift_w(Shift::Left, x, n))
                        }
                        Shift::RightU => {
                            w2!(mask, d, a, b, |x, n| scalar::shift_w(Shift::RightU, x, n))
                        }
                        Shift::RightS => {
                            w2!(mask, d, a, b, |x, n| scalar::shift_w(Shift::RightS, x, n))
                        }
                    },
                    Op::ShiftD { op, d, a, b } => {
                        let (x, n) = (&w.r64[a.0 as usize], &w.r32[b.0 as usize]);
                        let out = match op {
                            Shift::Left => map2(x, n, |x, n| scalar::shift_d(Shift::Left, x, n)),
                            Shift::RightU => {
                                map2(x, n, |x, n| scalar::shift_d(Shift::RightU, x, n))
                            }
                            Shift::RightS => {
                                map2(x, n, |x, n| scalar::shift_d(Shift::RightS, x, n))
                            }
                        };
                        w.put64(d, mask, &out);
                    }
                    Op::Int1W { op, d, a } => match op {
                        Int1::Mov => {
                            let out = w.r32[a.0 as usize];
                            w.put32(d, mask, &out);
                        }
                        Int1::Neg => w1!(mask, d, a, u32::wrapping_neg),
                        Int1::Not => w1!(mask, d, a, |x: u32| !x),
                        _ => slow::execute(env, w, inst, mask),
                    },
                    Op::Int1D { op, d, a } => match op {
                        Int1::Mov => {
                            let out = w.r64[a.0 as usize];
                            w.put64(d, mask, &out);
                        }
                        Int1::Neg => d1!(mask, d, a, u64::wrapping_neg),
                        _ => slow::execute(env, w, inst, mask),
                    },
                    Op::Int3W { op: Int3::Mad, d, a, b, c } => {
                        let out = map3(
                            &w.r32[a.0 as usize],
                            &w.r32[b.0 as usize],
                            &w.r32[c.0 as usize],
                            |x, y, z| x.wrapping_mul(y).wrapping_add(z),
                        );
                        w.put32(d, mask, &out);
                    }
                    Op::MulWideW { signed, d, a, b } => {
                        let (x, y) = (&w.r32[a.0 as usize], &w.r32[b.0 as usize]);
                        let out = if signed {
                            map2(x, y, |x, y| (i64::from(x as i32) * i64::from(y as i32)) as u64)
                        } else {
                            map2(x, y, |x, y| u64::from(x) * u64::from(y))
                        };
                        w.put64(d, mask, &out);
                    }
                    Op::MadWideW { signed, d, a, b, c } => {
                        let (x, y) = (&w.r32[a.0 as usize], &w.r32[b.0 as usize]);
                        let z = &w.r64[c.0 as usize];
                        let out = if signed {
                            map3(x, y, z, |x, y, z| {
                                ((i64::from(x as i32) * i64::from(y as i32)) as u64).wrapping_add(z)
                            })
                        } else {
                            map3(x, y, z, |x, y, z| (u64::from(x) * u64::from(y)).wrapping_add(z))
                        };
                        w.put64(d, mask, &out);
                    }
                    Op::SelW { d, a, b, cond } => {
                        let m = w.pred[cond.row.0 as usize] ^ cond.flip;
                        let (x, y) = (&w.r32[a.0 as usize], &w.r32[b.0 as usize]);
                        let mut out = [0; 32];
                        for k in 0..32 {
                            let s = 0u32.wrapping_sub((m >> k) & 1);
                            out[k] = (x[k] & s) | (y[k] & !s);
                        }
                        w.put32(d, mask, &out);
                    }
                    Op::SelD { d, a, b, cond } => {
                        let m = w.pred[cond.row.0 as usize] ^ cond.flip;
                        let (x, y) = (&w.r64[a.0 as usize], &w.r64[b.0 as usize]);
                        let mut out = [0; 32];
                        for k in 0..32 {
                            let s = 0u64.wrapping_sub(u64::from((m >> k) & 1));
                            out[k] = (x[k] & s) | (y[k] & !s);
                        }
                        w.put64(d, mask, &out);
                    }
                    Op::F32x2 { op, fp, d, a, b } if fp == Fp::PLAIN => {
                        let f = |v: u32| f32::from_bits(v);
                        match op {
                            Float2::Add => w2!(mask, d, a, b, |x, y| bits32(f(x) + f(y))),
                            Float2::Sub => w2!(mask, d, a, b, |x, y| bits32(f(x) - f(y))),
                            Float2::Mul => w2!(mask, d, a, b, |x, y| bits32(f(x) * f(y))),
                            Float2::Div => w2!(mask, d, a, b, |x, y| bits32(f(x) / f(y))),
                            _ => slow::execute(env, w, inst, mask),
                        }
                    }
                    Op::F64x2 { op, fp, d, a, b } if fp.rnd == Rnd::Near => {
                        let f = |v: u64| f64::from_bits(v);
                        match op {
                            Float2::Add => d2!(mask, d, a, b, |x, y| bits64(f(x) + f(y))),
                            Float2::Sub => d2!(mask, d, a, b, |x, y| bits64(f(x) - f(y))),
                            Float2::Mul => d2!(mask, d, a, b, |x, y| bits64(f(x) * f(y))),
                            Float2::Div => d2!(mask, d, a, b, |x, y| bits64(f(x) / f(y))),
                            _ => slow::execute(env, w, inst, mask),
                        }
                    }
                    Op::F32x1 { op, fp, d, a } if fp == Fp::PLAIN => match op {
                        Float1::Neg => w1!(mask, d, a, |x| x ^ 0x8000_0000),
                        Float1::Abs => w1!(mask, d, a, |x| x & 0x7fff_ffff),
                        Float1::Sqrt => w1!(mask, d, a, |x| bits32(f32::from_bits(x).sqrt())),
                        Float1::Rcp => w1!(mask, d, a, |x| bits32(1.0 / f32::from_bits(x))),
                        Float1::Approx(_) => slow::execute(env, w, inst, mask),
                    },
                    Op::Fma32 { fp, d, a, b, c } if fp == Fp::PLAIN => {
                        let f = |v: u32| f32::from_bits(v);
                        let out = map3(
                            &w.r32[a.0 as usize],
                            &w.r32[b.0 as usize],
                            &w.r32[c.0 as usize],
                            |x, y, z| bits32(f(x).mul_add(f(y), f(z))),
                        );
                        w.put32(d, mask, &out);
                    }
                    Op::Fma64 { fp, d, a, b, c } if fp == Fp::PLAIN => {
                        let f = |v: u64| f64::from_bits(v);
                        let out = map3(
                            &w.r64[a.0 as usize],
                            &w.r64[b.0 as usize],
                            &w.r64[c.0 as usize],
                            |x, y, z| bits64(f(x).mul_add(f(y), f(z))),
                        );
                        w.put64(d, mask, &out);
                    }
                    Op::Setp { cmp, ty, ftz, d, q, ab, combine, cond } => {
                        let c = compare(w, cmp, ty, ftz, ab);
                        let p = w.pred[cond.row.0 as usize] ^ cond.flip;
                        let (yes, no) = combined(combine, c, p);
                        w.put_pred(d, mask, yes);
                        if let Some(q) = q {
                            w.put_pred(q, mask, no);
                        }
                    }
                    Op::Pred { op, d, a, b } => {
                        let x = w.pred[a.row.0 as usize] ^ a.flip;
                        let y = w.pred[b.row.0 as usize] ^ b.flip;
                        let v = match op {
                            Logic::And => x & y,
                            Logic::Or => x | y,
                            Logic::Xor => x ^ y,
                            Logic::Mov => x,
                        };
                        w.put_pred(d, mask, v);
                    }
                    Op::Branch { to } => {
                        if watched {
                            observed::branches(env, w, pc, active);
                        }
                        if mask == active {
                            go!(to);
                        }
                        if mask == 0 {
                            go!(pc + 1);
                        }
                        env.tally.divergent[pc as usize] += 1;
                        w.requeue(to, mask, single);
                        w.requeue(pc + 1, active & !mask, single);
                        continue 'pick;
                    }
                    Op::Jump { to } => go!(to),
                    Op::Load { access } => {
                        if let Err(fault) = mem::load(env, sh, w, access, mask, pc) {
                            return Err(Located { fault, pc, warp: w.index });
                        }
                    }
                    Op::Store { access } => {
                        if let Err(fault) = mem::store(env, sh, w, access, mask, pc) {
                            return Err(Located { fault, pc, warp: w.index });
                        }
                    }
                    Op::Atom { atom } => {
                        if let Err(fault) = mem::atomic(env, sh, w, atom, mask, pc) {
                            return Err(Located { fault, pc, warp: w.index });
                        }
                    }
                    Op::Host { call } => {
                        if let Err(fault) = host::call(env, sh, w, call, (mask, pc)) {
                            return Err(Located { fault, pc, warp: w.index });
                        }
                    }
                    Op::Warp { .. } => match sync::arrive(env, w, pc, mask) {
                        Ok(true) => {}
                        Ok(false) => {
                            w.requeue(pc + 1, active & !mask, single);
                            continue 'pick;
                        }
                        Err(fault) => return Err(Located { fault, pc, warp: w.index }),
                    },
                    Op::Bar { op, id, threads, aligned } => {
                        let threads = threads.map(|t| t.0);
                        if let Err(fault) = bar(env, w, op, id.0, threads, aligned, mask, pc) {
                            return Err(Located { fault, pc, warp: w.index });
                        }
                        if judged && op != Barrier::Arrive {
                            judged::waits(env, w, pc, mask)?;
                        }
                        let on = if op == Barrier::Arrive { active } else { active & !mask };
                        w.requeue(pc + 1, on, single);
                        continue 'pick;
                    }
                    Op::ActiveMask { d } => w.put32(d, mask, &[mask; 32]),
                    Op::Exit => {
                        if watched {
                            observed::left(env, w, pc, mask);
                        }
                        w.alive &= !mask;
                        w.requeue(pc + 1, active & !mask, single);
                        if !w.waits.is_empty() {
                            sync::settle(env, w);
                        }
                        continue 'pick;
                    }
                    Op::BranchIndexed { table, index } => {
                        if let Err(fault) =
                            slow::branch_indexed(env, w, table, index, active, mask, pc)
                        {
                            return Err(Located { fault, pc, warp: w.index });
                        }
                        continue 'pick;
                    }
                    Op::Trap => {
                        if mask != 0 {
                            let fault = Fault {
                                kind: RunErrorKind::Trap,
                                message: "the kernel executed trap".into(),
                                lane: mask.trailing_zeros(),
                            };
                            return Err(Located { fault, pc, warp: w.index });
                        }
                        go!(pc + 1);
                    }
                    _ => slow::execute(env, w, inst, mask),
                }
                if watched {
                    observed::executed(env, w, pc, mask);
                }
                pc += 1;
            }
        }
    }
}

/// Lanes arrive at a block barrier; barriers with different numbers are told apart.
#[allow(clippy::too_many_arguments)]
#[inline(never)]
fn bar(
    env: &mut Env<'_>,
    w: &mut Warp,
    op: Barrier,
    id: u32,
    threads: Option<u32>,
    aligned: bool,
    mask: u32,
    pc: u32,
) -> Result<(), Fault> {
    for l in mem::lanes(mask) {
        let number = w.r32[id as usize][l];
        let threads = threads.map(|t| w.r32[t as usize][l]);
        let wrong = if number > 15 {
            Some(format!("barrier {number} does not exist, there are 0 to 15"))
        } else {
            threads
                .filter(|n| *n == 0 || !n.is_multiple_of(32))
                .map(|n| format!("a barrier of {n} threads: the number must be a multiple of 32"))
        };
        if let Some(message) = wrong {
            return Err(Fault { kind: RunErrorKind::Barrier, message, lane: l as u32 });
        }
        if op == Barrier::Arrive
            && let Some(races) = env.races.as_deref_mut()
        {
            races.arrive(env.slot, number, w.index, l);
        }
        let what = WaitFor::Bar { id: number, op, threads, aligned };
        match w.waits.iter_mut().find(|x| x.pc == pc && x.what == what) {
            Some(x) => x.mask |= 1 << l,
            None => w.waits.push(Wait { mask: 1 << l, pc, what }),
        }
    }
    Ok(())
}
