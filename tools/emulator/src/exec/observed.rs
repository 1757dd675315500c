//! Where execution meets an observer.

use super::env::Env;
use super::warp::Warp;
use crate::observe::{Moment, Observer, count_entry};

type Event = fn(&mut dyn Observer, &Moment<'_>);

#[inline(never)]
fn tell(env: &mut Env<'_>, state: &Warp, pc: u32, mask: u32, event: Event) {
    let (program, ctaid) = (env.program, env.ctaid);
    if let Some(o) = env.observer.as_deref_mut() {
        event(o, &Moment { program, ctaid, warp: state.index, pc, mask, state });
    }
}

/// Lanes enter a block of code.
#[inline(never)]
pub fn entered(env: &mut Env<'_>, w: &mut Warp, pc: u32, mask: u32) {
    count_entry(env.program, w, env.program.block_of[pc as usize], mask);
    tell(env, w, pc, mask, |o, at| o.entered(at));
}

/// Lanes executed an instruction.
pub fn executed(env: &mut Env<'_>, w: &Warp, pc: u32, mask: u32) {
    tell(env, w, pc, mask, |o, at| o.executed(at));
}

/// Lanes leave the kernel.
#[inline(never)]
pub fn left(env: &mut Env<'_>, w: &Warp, pc: u32, mask: u32) {
    if mask != 0 {
        tell(env, w, pc, mask, |o, at| o.left(at));
    }
}

/// Lanes are at a branch.
pub fn branches(env: &mut Env<'_>, w: &Warp, pc: u32, mask: u32) {
    tell(env, w, pc, mask, |o, at| o.branches(at));
}
