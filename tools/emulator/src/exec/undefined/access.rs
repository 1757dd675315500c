//! Undefined values at accesses: what loads bring, and what must be known of what stores and atomics leave where others see it.

use super::bits::low;
use super::kept::keep;
use super::memory::{Bytes, WRITTEN, mark};
use super::origin::{Source, Unset, fault};
use crate::exec::env::{Env, Fault, Shared};
use crate::exec::mem::Place;
use crate::exec::warp::Warp;
use crate::op::{Atom, AtomOp, MemSpace, MemoryAccess};

/// The flags of a place's bytes, if it has any and they lie in it.
pub fn flagged<'a>(
    env: &'a Env<'_>,
    sh: &'a Shared,
    w: &'a Warp,
    place: Place,
    n: usize,
) -> Option<Bytes<'a>> {
    match place {
        Place::Global(k, o) => {
            let b = &env.device.buffers[k];
            let flags = b.written.as_ref()?.get(o..o + n)?;
            Some(Bytes { flags, partly: Some(&b.partly), place: Source::Buffer(k, o) })
        }
        Place::Shared(o) => {
            let place = Source::Memory(MemSpace::Shared, o, n);
            Some(Bytes { flags: sh.written.get(o..o + n)?, partly: Some(&sh.partly), place })
        }
        Place::Local(o) => {
            let place = Source::Memory(MemSpace::Local, o, n);
            Some(Bytes {
                flags: w.local_written.get(o..o + n)?,
                partly: Some(&w.local_partly),
                place,
            })
        }
        Place::Param(_) => None,
    }
}

/// After a lane's load: what is unknown of its registers.
#[inline(never)]
pub fn follow(
    env: &Env<'_>,
    sh: &Shared,
    w: &mut Warp,
    a: &MemoryAccess,
    place: Place,
    lane: usize,
    pc: u32,
) {
    let local = matches!(place, Place::Local(_));
    if env.opts.allow_unwritten || (env.opts.allow_unwritten_shared && !local) {
        return;
    }
    let n = a.size as usize * a.rows.len();
    if flagged(env, sh, w, place, n).is_none_or(|b| b.flags.iter().all(|f| *f == WRITTEN)) {
        return;
    }
    // The registers are taken out of the warp, whose local memory is looked at.
    let mut undefined = std::mem::take(&mut w.undefined);
    if let Some(bytes) = flagged(env, sh, w, place, n) {
        undefined.load(env.program, a, lane, bytes, pc);
    }
    w.undefined = undefined;
}

/// All bits of what is read must be known.
pub fn must_be_written(
    env: &Env<'_>,
    what: &str,
    read: Bytes<'_>,
    lane: usize,
    pc: u32,
) -> Result<(), Fault> {
    match read.unknown(0, read.flags.len(), pc) {
        Some(unset) => Err(fault(env, &format!("{what} is of"), unset.origin, lane, pc)),
        None => Ok(()),
    }
}

/// What a lane stores where others see it must be known, but where it is a copy of memory, of which nobody knows whether it is
/// padding, or a part of a word of which the rest was set. Those are made of bytes; so what has another place in its byte is no copy.
pub fn output(
    env: &Env<'_>,
    w: &Warp,
    a: &MemoryAccess,
    lane: usize,
    pc: u32,
) -> Result<(), Fault> {
    let wrong = |unset: &Unset| {
        let is_memory = !matches!(unset.origin.source, Source::Register(_) | Source::Lane(_));
        let whole = unset.bits == low(8 * a.size);
        unset.origin.computed || unset.displaced() || (whole && !is_memory)
    };
    let stored = |row: &crate::op::Row| w.undefined.stored(env.program, a, *row, lane);
    match a.rows.iter().flatten().filter_map(stored).find(wrong) {
        Some(unset) => {
            let bytes = a.size as usize * a.rows.len();
            let what = format!("a store of {bytes} bytes to global memory has");
            Err(fault(env, &what, unset.origin, lane, pc))
        }
        None => Ok(()),
    }
}

/// A lane stores to an offset of a buffer: what is unknown of that is unknown there. Flags are made where there were none.
pub fn mark_stored(
    env: &mut Env<'_>,
    w: &Warp,
    a: &MemoryAccess,
    (k, o): (usize, usize),
    lane: usize,
    pc: u32,
) {
    let size = a.size as usize;
    if let Some(flags) = &mut env.device.buffers[k].written {
        flags[o..o + size * a.rows.len()].fill(WRITTEN);
    }
    if w.undefined.is_empty() {
        return;
    }
    for (e, row) in a.rows.iter().enumerate() {
        let stored = row.and_then(|row| w.undefined.stored(env.program, a, row, lane));
        let Some(unset) = stored else { continue };
        let origin = keep(env, unset.origin.read_at(pc), pc, k);
        let b = &mut env.device.buffers[k];
        let all = b.data.len();
        let flags = b.written.get_or_insert_with(|| vec![WRITTEN; all]);
        let at = o + e * size;
        mark(&mut flags[at..at + size], &mut b.partly, at, Unset { origin, ..unset });
    }
}

/// What a lane's atomic finds in memory must be known, but by an exchange, which only gives it on.
pub fn found(
    env: &Env<'_>,
    sh: &Shared,
    w: &mut Warp,
    a: &Atom,
    place: Place,
    lane: usize,
    pc: u32,
) -> Result<(), Fault> {
    if !matches!(place, Place::Global(..) | Place::Shared(_)) {
        return Ok(());
    }
    let n = a.ty.bytes() as usize;
    let Some(read) = flagged(env, sh, w, place, n) else { return Ok(()) };
    let Some(unset) = read.unknown(0, n, pc) else { return Ok(()) };
    match (a.op, a.dst) {
        (AtomOp::Exch, Some(d)) => {
            w.undefined.set(env.program.slot(d), lane, unset);
            Ok(())
        }
        (AtomOp::Exch, None) => Ok(()),
        _ => Err(fault(env, "an atomic operation is on", unset.origin, lane, pc)),
    }
}
