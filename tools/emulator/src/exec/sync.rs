//! Warp-synchronous instructions and block barriers.

use super::env::{Env, Fault, Left};
use super::mem::lanes;
use super::undefined::shuffle::shuffled;
use super::warp::{Wait, WaitFor, Warp};
use super::{judged, observed};
use crate::error::RunErrorKind;
use crate::op::{Barrier, Cond, Op, Redux, Row, ShflMode, WarpOp};

fn cond(w: &Warp, c: Cond) -> u32 {
    w.pred[c.row.0 as usize] ^ c.flip
}

/// Lanes arrive at a warp-synchronous instruction. True: it was executed for all of them at once.
pub fn arrive(env: &mut Env<'_>, w: &mut Warp, pc: u32, mask: u32) -> Result<bool, Fault> {
    let Op::Warp { op, mask: row } = env.program.code[pc as usize].op else { return Ok(true) };
    let members = w.r32[row.0 as usize];
    let first = members[mask.trailing_zeros() as usize & 31];
    let mut same = true;
    for l in lanes(mask) {
        same &= members[l] == first;
        if members[l] >> l & 1 == 0 {
            return Err(Fault {
                kind: RunErrorKind::Barrier,
                message: format!(
                    "the thread mask 0x{:08x} does not name the thread itself",
                    members[l]
                ),
                lane: l as u32,
            });
        }
    }
    if same && first & w.alive & !mask == 0 {
        meet(env, w, op, first, mask);
        shuffled(env, w, pc, op, mask);
        execute(w, op, mask);
        return Ok(true);
    }
    for l in lanes(mask) {
        let m = members[l];
        let same = |x: &&mut Wait| x.pc == pc && x.what == WaitFor::Sync { members: m };
        match w.waits.iter_mut().find(same) {
            Some(x) => x.mask |= 1 << l,
            None => w.waits.push(Wait { mask: 1 << l, pc, what: WaitFor::Sync { members: m } }),
        }
    }
    settle(env, w);
    Ok(false)
}

/// Executes warp-synchronous instructions whose lanes have all arrived.
pub fn settle(env: &mut Env<'_>, w: &mut Warp) {
    let single = env.opts.single;
    'again: loop {
        for k in 0..w.waits.len() {
            let x = w.waits[k];
            let WaitFor::Sync { members } = x.what else { continue };
            let Op::Warp { op, .. } = env.program.code[x.pc as usize].op else { continue };
            let is_bar = |pc: u32| {
                matches!(env.program.code[pc as usize].op, Op::Warp { op: WarpOp::Bar, .. })
            };
            // Threads may meet at different `bar.warp.sync`; all else must be one instruction.
            let joins = |y: &Wait| {
                y.what == x.what && (y.pc == x.pc || (op == WarpOp::Bar && is_bar(y.pc)))
            };
            let here = w.waits.iter().filter(|y| joins(y)).fold(0, |m, y| m | y.mask);
            if members & w.alive & !here != 0 {
                continue;
            }
            let (done, rest): (Vec<Wait>, Vec<Wait>) = w.waits.iter().partition(|y| joins(y));
            w.waits = rest;
            meet(env, w, op, members, here);
            shuffled(env, w, x.pc, op, here);
            execute(w, op, here);
            for y in done {
                if env.observer.is_some() {
                    observed::executed(env, w, y.pc, y.mask);
                }
                w.requeue(y.pc + 1, y.mask, single);
            }
            continue 'again;
        }
        return;
    }
}

/// Tells the race detector of lanes that meet at a `bar.warp.sync`. Lanes that exited have arrived.
fn meet(env: &mut Env<'_>, w: &Warp, op: WarpOp, members: u32, mask: u32) {
    if op == WarpOp::Bar
        && let Some(races) = env.races.as_deref_mut()
    {
        let exited = members & w.exists & !w.alive;
        races.warp_sync(env.slot, w.index, mask | exited, mask);
    }
}

/// The lane that a shuffle gives a lane the value of, and whether it is in range: if not, it is the lane itself.
pub fn source(mode: ShflMode, lane: usize, b: u32, c: u32) -> (usize, bool) {
    let (own, b) = (lane as u32, b & 31);
    let (clamp, segment) = (c & 31, c >> 8 & 31);
    let max = (own & segment) | (clamp & !segment);
    let (j, ok) = match mode {
        ShflMode::Up => {
            let j = own.wrapping_sub(b);
            (j, j as i32 >= max as i32)
        }
        ShflMode::Down => (own + b, own + b <= max),
        ShflMode::Bfly => (own ^ b, own ^ b <= max),
        ShflMode::Idx => {
            let j = (own & segment) | (b & !segment);
            (j, j <= max)
        }
    };
    (if ok { j as usize & 31 } else { lane }, ok)
}

fn execute(w: &mut Warp, op: WarpOp, mask: u32) {
    match op {
        WarpOp::Bar => {}
        WarpOp::Shfl { mode, d, p, a, b, c } => {
            let (va, vb, vc) = (w.r32[a.0 as usize], w.r32[b.0 as usize], w.r32[c.0 as usize]);
            let mut out = [0u32; 32];
            let mut valid = 0u32;
            for l in lanes(mask) {
                let (from, ok) = source(mode, l, vb[l], vc[l]);
                // Reading a lane that does not take part is undefined; the value is a pattern.
                out[l] = if mask >> from & 1 == 1 { va[from] } else { 0xdead_0000 | from as u32 };
                valid |= u32::from(ok) << l;
            }
            w.put32(d, mask, &out);
            if let Some(p) = p {
                w.put_pred(p, mask, valid);
            }
        }
        WarpOp::VoteAll { d, cond: c } => {
            let v = cond(w, c) & mask == mask;
            w.put_pred(d, mask, if v { !0 } else { 0 });
        }
        WarpOp::VoteAny { d, cond: c } => {
            let v = cond(w, c) & mask != 0;
            w.put_pred(d, mask, if v { !0 } else { 0 });
        }
        WarpOp::VoteUni { d, cond: c } => {
            let v = cond(w, c) & mask;
            w.put_pred(d, mask, if v == 0 || v == mask { !0 } else { 0 });
        }
        WarpOp::Ballot { d, cond: c } => {
            let v = cond(w, c) & mask;
            w.put32(d, mask, &[v; 32]);
        }
        WarpOp::MatchAny { d, a } => {
            let v = values(w, a);
            let mut out = [0u32; 32];
            for l in lanes(mask) {
                out[l] = lanes(mask).filter(|&k| v[k] == v[l]).fold(0, |m, k| m | 1 << k);
            }
            w.put32(d, mask, &out);
        }
        WarpOp::MatchAll { d, p, a } => {
            let v = values(w, a);
            let first = v[mask.trailing_zeros() as usize & 31];
            let all = lanes(mask).all(|k| v[k] == first);
            w.put32(d, mask, &[if all { mask } else { 0 }; 32]);
            if let Some(p) = p {
                w.put_pred(p, mask, if all { !0 } else { 0 });
            }
        }
        WarpOp::Redux { op, d, a } => {
            let v = w.r32[a.0 as usize];
            let it = lanes(mask).map(|l| v[l]);
            let r = match op {
                Redux::Add => it.fold(0, u32::wrapping_add),
                Redux::MinU => it.fold(u32::MAX, u32::min),
                Redux::MaxU => it.fold(0, u32::max),
                Redux::MinS => it.fold(i32::MAX, |m, x| m.min(x as i32)) as u32,
                Redux::MaxS => it.fold(i32::MIN, |m, x| m.max(x as i32)) as u32,
                Redux::And => it.fold(!0, |m, x| m & x),
                Redux::Or => it.fold(0, |m, x| m | x),
                Redux::Xor => it.fold(0, |m, x| m ^ x),
            };
            w.put32(d, mask, &[r; 32]);
        }
        WarpOp::Elect { d, p } => {
            let leader = mask.trailing_zeros();
            if let Some(d) = d {
                w.put32(d, mask, &[leader; 32]);
            }
            w.put_pred(p, mask, 1 << (leader & 31));
        }
    }
}

fn values(w: &Warp, a: Row) -> [u64; 32] {
    match a {
        Row::D(r) => w.r64[r.0 as usize],
        Row::W(r) => w.r32[r.0 as usize].map(u64::from),
        Row::P(_) => [0; 32],
    }
}

/// A complaint about a barrier, with the warp and code position to blame.
pub struct BarrierFault {
    /// What kind of failure.
    pub kind: RunErrorKind,
    /// In words.
    pub message: String,
    /// Warp and lane.
    pub warp: usize,
    /// The lane.
    pub lane: u32,
    /// Code position.
    pub pc: u32,
}

/// Releases block barriers that are complete. True: something can run again.
pub fn release(env: &mut Env<'_>, warps: &mut [Warp]) -> Result<bool, BarrierFault> {
    let mut ids: Vec<u32> = warps
        .iter()
        .flat_map(|w| &w.waits)
        .filter_map(|x| if let WaitFor::Bar { id, .. } = x.what { Some(id) } else { None })
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let alive: u32 = warps.iter().map(|w| w.alive.count_ones()).sum();
    let exists: u32 = warps.iter().map(|w| w.exists.count_ones()).sum();
    let mut progress = false;
    for id in ids {
        let mine = |x: &Wait| matches!(x.what, WaitFor::Bar { id: i, .. } if i == id);
        let mut waiting = 0;
        let mut by_warps = 0;
        let mut expected = None;
        let mut first: Option<(usize, Wait)> = None;
        for (k, w) in warps.iter().enumerate() {
            let mut here = 0;
            for x in w.waits.iter().filter(|x| mine(x)) {
                here |= x.mask;
                if let WaitFor::Bar { threads: Some(n), .. } = x.what {
                    expected = Some(n);
                }
                first.get_or_insert((k, *x));
            }
            waiting += here.count_ones();
            if here != 0 {
                by_warps += if here == w.alive { 32 } else { here.count_ones() };
            }
        }
        let Some((blame, wait)) = first else { continue };
        let complete = match expected {
            Some(n) => by_warps >= n,
            None => waiting == alive,
        };
        if !complete {
            continue;
        }
        for (k, w) in warps.iter().enumerate() {
            let here: Vec<&Wait> = w.waits.iter().filter(|x| mine(x)).collect();
            if let Some((message, lane, pc)) = judged::apart(env, w, &here) {
                let kind = RunErrorKind::Barrier;
                return Err(BarrierFault { kind, message, warp: k, lane, pc });
            }
        }
        if expected.is_none() {
            if env.opts.strict_barriers && alive != exists {
                return Err(BarrierFault {
                    kind: RunErrorKind::Barrier,
                    message: format!(
                        "{} of {exists} threads exited before this barrier",
                        exists - alive
                    ),
                    warp: blame,
                    lane: wait.mask.trailing_zeros(),
                    pc: wait.pc,
                });
            }
            if alive != exists && env.left.iter().all(|l| l.pc != wait.pc) {
                env.left.push(Left {
                    pc: wait.pc,
                    block: env.ctaid,
                    waits: (blame as u32, wait.mask.trailing_zeros()),
                    exited: exists - alive,
                });
            }
        }
        met(env, warps, id, expected.is_some(), &mine);
        complete_barrier(env, warps, &mine);
        env.tally.barriers += 1;
        progress = true;
    }
    Ok(progress)
}

/// Tells the race detector of a barrier that is complete. Who exited has arrived, but at one that counts its threads.
fn met(env: &mut Env<'_>, warps: &[Warp], id: u32, counted: bool, mine: &dyn Fn(&Wait) -> bool) {
    let Some(races) = env.races.as_deref_mut() else { return };
    let arrives = |x: &Wait| matches!(x.what, WaitFor::Bar { op: Barrier::Arrive, .. });
    let waits = |w: &Warp| {
        w.waits.iter().filter(|x| mine(x) && !arrives(x)).fold(0, |mask, x| mask | x.mask)
    };
    let members: Vec<(usize, u32)> = warps.iter().map(waits).enumerate().collect();
    let all = |w: &Warp| if counted { w.exists } else { w.alive };
    let whole = members.iter().zip(warps).all(|(m, w)| m.1 == all(w));
    races.barrier(env.slot, id, &members, whole);
}

fn complete_barrier(env: &mut Env<'_>, warps: &mut [Warp], mine: &dyn Fn(&Wait) -> bool) {
    let (mut popc, mut all, mut any) = (0u32, true, false);
    for w in warps.iter() {
        for x in w.waits.iter().filter(|x| mine(x)) {
            if let WaitFor::Bar { op, .. } = x.what {
                let c = match op {
                    Barrier::Popc { cond, .. }
                    | Barrier::And { cond, .. }
                    | Barrier::Or { cond, .. } => cond,
                    Barrier::Sync | Barrier::Arrive => continue,
                };
                let v = cond(w, c) & x.mask;
                popc += v.count_ones();
                all &= v == x.mask;
                any |= v != 0;
            }
        }
    }
    for w in warps.iter_mut() {
        let (done, rest): (Vec<Wait>, Vec<Wait>) = w.waits.iter().partition(|x| mine(x));
        w.waits = rest;
        judged::goes_on(env, w, &done);
        for x in done {
            let full = |b: bool| if b { !0 } else { 0 };
            if let WaitFor::Bar { op, .. } = x.what {
                let writes = match op {
                    Barrier::Popc { dst, .. } => Some(Row::W(dst)),
                    Barrier::And { dst, .. } | Barrier::Or { dst, .. } => Some(Row::P(dst)),
                    Barrier::Sync | Barrier::Arrive => None,
                };
                if let Some(row) = writes {
                    w.undefined.clear(env.program.slot(row), x.mask);
                }
                match op {
                    Barrier::Popc { dst, .. } => w.put32(dst, x.mask, &[popc; 32]),
                    Barrier::And { dst, .. } => w.put_pred(dst, x.mask, full(all)),
                    Barrier::Or { dst, .. } => w.put_pred(dst, x.mask, full(any)),
                    Barrier::Sync | Barrier::Arrive => {}
                }
            }
            // Lanes that only arrive went on long ago.
            if !matches!(x.what, WaitFor::Bar { op: Barrier::Arrive, .. }) {
                if env.observer.is_some() {
                    observed::executed(env, w, x.pc, x.mask);
                }
                w.requeue(x.pc + 1, x.mask, env.opts.single);
            }
        }
    }
}
