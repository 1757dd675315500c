//! Where execution meets the judge of barriers.

use super::env::{Env, Fault, Located};
use super::warp::{Wait, WaitFor, Warp, thread_index};
use crate::barriers::judge::Passed;
use crate::error::RunErrorKind;
use crate::op::Barrier;

/// Lanes enter a block of code.
#[inline(never)]
pub fn entered(env: &mut Env<'_>, w: &Warp, block: u32, pc: u32, mask: u32) -> Result<(), Located> {
    let found = env.judge.entered(&env.program.barriers, block, pc, w.index, mask);
    found.map_or(Ok(()), |p| Err(fault(env, &p)))
}

/// Lanes begin to wait at a block barrier.
#[inline(never)]
pub fn waits(env: &mut Env<'_>, w: &Warp, pc: u32, mask: u32) -> Result<(), Located> {
    let found = env.judge.waits(&env.program.barriers, pc, w.index, mask);
    found.map_or(Ok(()), |p| Err(fault(env, &p)))
}

fn fault(env: &Env<'_>, p: &Passed) -> Located {
    let [x, y, z] = thread_index(p.past.0 * 32 + p.past.1, env.block);
    let whom = if p.of_warp { "lanes of the warp" } else { "threads of the block" };
    let when = if p.rounds { " in the same round of the loops around" } else { "" };
    let message = format!(
        "not all {whom} reach this barrier: while this thread waits at it, thread ({x},{y},{z}) runs what stands behind it{when}, {}",
        env.line(p.by)
    );
    let fault = Fault { kind: RunErrorKind::Barrier, message, lane: p.waits.1 };
    Located { fault, pc: p.barrier, warp: p.waits.0 }
}

/// What is wrong with the lanes of a warp that wait at a barrier that is complete: the message, a lane and a place.
pub fn apart(env: &Env<'_>, w: &Warp, waits: &[&Wait]) -> Option<(String, u32, u32)> {
    let aligned = |x: &&&Wait| match x.what {
        WaitFor::Bar { op, aligned, .. } => aligned && op != Barrier::Arrive,
        WaitFor::Sync { .. } => false,
    };
    let mut those = waits.iter().filter(aligned);
    let first = those.next()?;
    if let Some(other) = those.find(|x| x.pc != first.pc) {
        let (a, b) = (env.line(first.pc), env.line(other.pc));
        let message = format!("lanes of one warp wait at different barriers, {a} and {b}");
        return Some((message, other.mask.trailing_zeros(), other.pc));
    }
    if env.program.barriers.is_empty() {
        return None;
    }
    let (a, b) = env.judge.apart(&env.program.barriers, first.pc, w.index, first.mask)?;
    let [x, y, z] = thread_index(w.index * 32 + a, env.block);
    let message = format!(
        "thread ({x},{y},{z}) of the same warp waits at this barrier in another round of the loops around it"
    );
    Some((message, b, first.pc))
}

/// Lanes of a warp go on from a barrier that is complete.
pub fn goes_on(env: &mut Env<'_>, w: &Warp, done: &[Wait]) {
    let plan = &env.program.barriers;
    if plan.is_empty() {
        return;
    }
    let mut met = 0;
    let mut block_wide = false;
    for x in done {
        if let WaitFor::Bar { op, threads, .. } = x.what
            && op != Barrier::Arrive
        {
            env.judge.goes_on(plan, x.pc, w.index, x.mask);
            met |= x.mask;
            block_wide |= threads.is_none();
        }
    }
    if met & w.alive == w.alive {
        env.judge.met(plan, w.index, w.alive, block_wide);
    }
}
