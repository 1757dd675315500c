//! Loads, stores and atomics.

use super::env::{Env, Fault, Shared};
use super::races::{self, Atomics, Where};
use super::undefined::access::{flagged, follow, found, mark_stored, must_be_written, output};
use super::undefined::memory::WRITTEN;
use super::warp::Warp;
use crate::error::RunErrorKind;
use crate::memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::op::{Address, Atom, AtomOp, MemSpace, MemoryAccess, Row};
use crate::ptx::types::Ty;
use crate::race::Space;

/// Where one lane's access goes.
#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    /// A buffer's number and an offset in it.
    Global(usize, usize),
    /// An offset.
    Shared(usize),
    /// An offset in the warp's.
    Local(usize),
    /// An offset in the kernel's parameters.
    Param(usize),
}

impl Place {
    /// What the race detector calls it, if there is one: other threads cannot reach the rest.
    fn raced(self, env: &Env<'_>) -> Option<(Space, usize)> {
        env.races.as_ref()?;
        match self {
            Place::Global(k, o) => Some((Space::Global(k), o)),
            Place::Shared(o) => Some((Space::Shared, o)),
            Place::Local(_) | Place::Param(_) => None,
        }
    }
}

fn addresses(w: &Warp, a: &Address) -> [u64; 32] {
    match a.base {
        None => [a.offset as u64; 32],
        Some(Row::D(r)) => {
            let mut out = w.r64[r.0 as usize];
            if a.offset != 0 {
                for x in &mut out {
                    *x = x.wrapping_add(a.offset as u64);
                }
            }
            out
        }
        Some(Row::W(r)) => {
            let mut out = [0; 32];
            for (x, v) in out.iter_mut().zip(&w.r32[r.0 as usize]) {
                *x = u64::from(v.wrapping_add(a.offset as u32));
            }
            out
        }
        Some(Row::P(_)) => [0; 32],
    }
}

/// The lanes of a mask.
#[inline(always)]
pub fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let k = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(k)
    })
}

/// Runs a body for each lane of a mask; all 32 without looking for them.
macro_rules! each_lane {
    ($mask:expr, |$l:ident| $body:expr) => {
        if $mask == !0 {
            for $l in 0..32usize {
                $body
            }
        } else {
            for $l in lanes($mask) {
                $body
            }
        }
    };
}

#[inline(always)]
fn fetch(d: &[u8], o: usize, size: u32) -> u64 {
    match size {
        1 => u64::from(d[o]),
        2 => u64::from(u16::from_le_bytes([d[o], d[o + 1]])),
        4 => d[o..o + 4].try_into().map_or(0, |b| u64::from(u32::from_le_bytes(b))),
        _ => d[o..o + 8].try_into().map_or(0, u64::from_le_bytes),
    }
}

#[inline(always)]
fn put(d: &mut [u8], o: usize, size: u32, v: u64) {
    match size {
        1 => d[o] = v as u8,
        2 => d[o..o + 2].copy_from_slice(&(v as u16).to_le_bytes()),
        4 => d[o..o + 4].copy_from_slice(&(v as u32).to_le_bytes()),
        _ => d[o..o + 8].copy_from_slice(&v.to_le_bytes()),
    }
}

fn space_name(s: MemSpace) -> &'static str {
    match s {
        MemSpace::Generic => "generic",
        MemSpace::Global => "global",
        MemSpace::Const => "constant",
        MemSpace::Shared => "shared",
        MemSpace::Local => "local",
        MemSpace::Param => "parameter",
    }
}

/// The space a generic address is in, and its offset there.
fn resolve(space: MemSpace, at: u64) -> (MemSpace, u64) {
    if space != MemSpace::Generic {
        return (space, at);
    }
    for (base, s) in [
        (SHARED_WINDOW, MemSpace::Shared),
        (LOCAL_WINDOW, MemSpace::Local),
        (PARAM_WINDOW, MemSpace::Param),
    ] {
        if at >= base && at - base < WINDOW {
            return (s, at - base);
        }
    }
    (MemSpace::Global, at)
}

/// Finds one lane's place, or says what is wrong with it.
fn place(
    env: &mut Env<'_>,
    sh: &Shared,
    space: MemSpace,
    at: u64,
    bytes: u64,
    lane: usize,
    what: &str,
) -> Result<Place, Fault> {
    let (s, o) = resolve(space, at);
    let local_bytes = env.program.local_bytes as usize;
    let fault = |kind, message| Err(Fault { kind, message, lane: lane as u32 });
    if !at.is_multiple_of(bytes) {
        return fault(
            RunErrorKind::Misaligned,
            format!("{what} of {bytes} bytes at {} address 0x{at:x}", space_name(s)),
        );
    }
    let limited = |limit: usize, kind: &str| {
        if o.checked_add(bytes).is_some_and(|e| e <= limit as u64) {
            Ok(o as usize)
        } else {
            Err(Fault {
                kind: RunErrorKind::OutOfBounds,
                message: format!(
                    "{what} of {bytes} bytes at offset 0x{o:x} of {kind} memory, which has {limit} bytes"
                ),
                lane: lane as u32,
            })
        }
    };
    match s {
        MemSpace::Shared => limited(sh.data.len(), "shared").map(Place::Shared),
        MemSpace::Local => {
            limited(local_bytes, "local").map(|o| Place::Local(lane * local_bytes + o))
        }
        MemSpace::Param => limited(env.params.len(), "parameter").map(Place::Param),
        MemSpace::Global | MemSpace::Const | MemSpace::Generic => {
            let hit = |b: &crate::memory::Buffer| at >= b.base && at + bytes <= b.end();
            let k = match env.device.buffers.get(env.last_buffer) {
                Some(b) if at < 1 << 60 && hit(b) => Some(env.last_buffer),
                _ if at < 1 << 60 => env.device.find(at).filter(|&k| hit(&env.device.buffers[k])),
                _ => None,
            };
            let Some(k) = k else {
                return fault(
                    RunErrorKind::OutOfBounds,
                    format!("{what} of {bytes} bytes at 0x{at:x}: {}", env.device.describe(at)),
                );
            };
            env.last_buffer = k;
            let b = &env.device.buffers[k];
            if s == MemSpace::Const && !b.constant {
                return fault(
                    RunErrorKind::OutOfBounds,
                    format!("{what} at 0x{at:x}: `{}` is not in constant memory", b.name),
                );
            }
            Ok(Place::Global(k, (at - b.base) as usize))
        }
    }
}

/// Reads an aligned word of a lane for a function of the host.
pub fn peek(
    env: &mut Env<'_>,
    sh: &Shared,
    w: &Warp,
    lane: usize,
    (at, bytes): (u64, u32),
    (what, pc): (&str, u32),
) -> Result<u64, Fault> {
    let n = bytes as usize;
    let found = place(env, sh, MemSpace::Generic, at, u64::from(bytes), lane, what)?;
    if let Some(read) = flagged(env, sh, w, found, n).filter(|_| !env.opts.allow_unwritten) {
        must_be_written(env, what, read, lane, pc)?;
    }
    Ok(match found {
        Place::Global(k, o) => fetch(&env.device.buffers[k].data, o, bytes),
        Place::Shared(o) => fetch(&sh.data, o, bytes),
        Place::Local(o) => fetch(&w.local, o, bytes),
        Place::Param(o) => fetch(env.params, o, bytes),
    })
}

/// Distinct 32-byte sectors; an aligned access lies in one.
fn sectors(at: &[u64; 32], mask: u32) -> u64 {
    if mask == !0 {
        let (mut falls, mut changes) = (false, 0u32);
        for k in 1..32 {
            falls |= at[k] >> 5 < at[k - 1] >> 5;
            changes += u32::from(at[k] >> 5 != at[k - 1] >> 5);
        }
        return if falls { scattered(at, mask) } else { u64::from(changes) + 1 };
    }
    let mut n = 0;
    let mut last = None;
    for k in lanes(mask) {
        let s = at[k] >> 5;
        match last {
            Some(l) if s == l => {}
            Some(l) if s < l => return scattered(at, mask),
            _ => n += 1,
        }
        last = Some(s);
    }
    n
}

fn scattered(at: &[u64; 32], mask: u32) -> u64 {
    let mut all: Vec<u64> = lanes(mask).map(|k| at[k] >> 5).collect();
    all.sort_unstable();
    all.dedup();
    all.len() as u64
}

/// Passes over the 32 banks, and the least number possible.
fn passes(at: &[u64; 32], mask: u32, bytes: u32) -> (u64, u64) {
    if bytes <= 4 && mask == !0 {
        // Every lane in a bank of its own, or all at one word: one pass.
        let (mut seen, mut other) = (0u32, 0u64);
        for a in at {
            seen |= 1 << (a >> 2 & 31);
            other |= (a ^ at[0]) >> 2;
        }
        if seen == !0 || other == 0 {
            return (1, 1);
        }
    }
    let phase = match bytes {
        0..=4 => 32,
        8 => 16,
        _ => 8,
    };
    let words = u64::from(bytes.div_ceil(4));
    let (mut total, mut least) = (0, 0);
    for first in (0..32).step_by(phase) {
        let part = mask & (((1u64 << phase) - 1) << first) as u32;
        if part == 0 {
            continue;
        }
        least += 1;
        let mut word_of = [u64::MAX; 32];
        let mut clash = false;
        for k in lanes(part) {
            for i in 0..words {
                let w = (at[k] >> 2) + i;
                let bank = (w % 32) as usize;
                clash |= word_of[bank] != u64::MAX && word_of[bank] != w;
                word_of[bank] = w;
            }
        }
        if !clash {
            total += 1;
            continue;
        }
        let mut all: Vec<u64> = lanes(part)
            .flat_map(|k| (0..words).map(move |i| (k, i)))
            .map(|(k, i)| (at[k] >> 2) + i)
            .collect();
        all.sort_unstable();
        all.dedup();
        let mut banks = [0u64; 32];
        for w in all {
            banks[(w % 32) as usize] += 1;
        }
        total += banks.iter().copied().max().unwrap_or(1);
    }
    (total, least)
}

fn tally(env: &mut Env<'_>, space: MemSpace, at: &[u64; 32], mask: u32, bytes: u32, pc: u32) {
    let mut of = [0u32; 3];
    if space == MemSpace::Generic {
        for k in lanes(mask) {
            match resolve(space, at[k]).0 {
                MemSpace::Global => of[0] |= 1 << k,
                MemSpace::Shared => of[1] |= 1 << k,
                MemSpace::Local => of[2] |= 1 << k,
                _ => {}
            }
        }
    } else {
        match space {
            MemSpace::Global => of[0] = mask,
            MemSpace::Shared => of[1] = mask,
            MemSpace::Local => of[2] = mask,
            _ => {}
        }
    }
    let t = &mut *env.tally;
    if of[0] != 0 {
        let s = sectors(at, of[0]);
        t.global_accesses += 1;
        t.global_sectors += s;
        t.sectors[pc as usize] += s;
    }
    if of[1] != 0 {
        let (p, least) = passes(at, of[1], bytes);
        t.shared_accesses += 1;
        t.shared_passes += p;
        t.conflicts[pc as usize] += p - least;
    }
    if of[2] != 0 {
        t.local_accesses += 1;
    }
}

/// When every lane's access lies in one buffer: its number and the lanes' offsets.
#[inline(always)]
fn one_buffer(
    env: &mut Env<'_>,
    space: MemSpace,
    at: &[u64; 32],
    mask: u32,
    bytes: u64,
) -> Option<(usize, [usize; 32])> {
    if !matches!(space, MemSpace::Global | MemSpace::Generic) || mask == 0 {
        return None;
    }
    let first = at[mask.trailing_zeros() as usize];
    let k = match env.device.buffers.get(env.last_buffer) {
        Some(b) if first >= b.base && first < b.end() => env.last_buffer,
        _ => env.device.find(first)?,
    };
    let b = &env.device.buffers[k];
    let (base, len) = (b.base, b.data.len() as u64);
    if len < bytes {
        return None;
    }
    let last = len - bytes;
    let mut out = [0usize; 32];
    let mut bad = 0u32;
    for l in 0..32 {
        let o = at[l].wrapping_sub(base);
        out[l] = o as usize;
        let wrong = (o > last) | (at[l] & (bytes - 1) != 0);
        bad |= u32::from(wrong) << l;
    }
    if bad & mask != 0 {
        return None;
    }
    env.last_buffer = k;
    Some((k, out))
}

/// When every lane's access lies in shared memory: the lanes' offsets.
#[inline(always)]
fn in_shared(
    sh: &Shared,
    space: MemSpace,
    at: &[u64; 32],
    mask: u32,
    bytes: u64,
) -> Option<[usize; 32]> {
    let base = match space {
        MemSpace::Shared => 0,
        MemSpace::Generic => SHARED_WINDOW,
        _ => return None,
    };
    let last = (sh.data.len() as u64).checked_sub(bytes)?;
    let mut out = [0usize; 32];
    let mut bad = 0u32;
    for l in 0..32 {
        let o = at[l].wrapping_sub(base);
        out[l] = o as usize;
        let wrong = (o > last) | (at[l] & (bytes - 1) != 0);
        bad |= u32::from(wrong) << l;
    }
    (bad & mask == 0).then_some(out)
}

/// Whether all bytes of an aligned access were written.
#[inline(always)]
fn all_written(flags: &[u8], o: usize, n: usize) -> bool {
    match n {
        4 => fetch(flags, o, 4) == 0x0101_0101,
        8 => fetch(flags, o, 8) == 0x0101_0101_0101_0101,
        _ => flags[o..o + n].iter().all(|flag| *flag == WRITTEN),
    }
}

/// Copies elements from memory to registers, lane by lane.
#[inline(always)]
fn gather(w: &mut Warp, a: &MemoryAccess, data: &[u8], offsets: &[usize; 32], mask: u32) {
    for (e, row) in a.rows.iter().enumerate() {
        let step = e * a.size as usize;
        match row {
            Some(Row::W(r)) if a.size == 4 => {
                let dst = &mut w.r32[r.0 as usize];
                each_lane!(mask, |l| dst[l] = fetch(data, offsets[l] + step, 4) as u32);
            }
            Some(Row::D(r)) if a.size == 8 => {
                let dst = &mut w.r64[r.0 as usize];
                each_lane!(mask, |l| dst[l] = fetch(data, offsets[l] + step, 8));
            }
            Some(row) => {
                for l in lanes(mask) {
                    let v = extend(a, fetch(data, offsets[l] + step, a.size));
                    write_row(w, *row, l, v);
                }
            }
            None => {}
        }
    }
}

/// Copies elements from registers to memory, lane by lane.
#[inline(always)]
fn scatter(w: &Warp, a: &MemoryAccess, data: &mut [u8], offsets: &[usize; 32], mask: u32) {
    for (e, row) in a.rows.iter().enumerate() {
        let step = e * a.size as usize;
        match row {
            Some(Row::W(r)) if a.size == 4 => {
                let src = &w.r32[r.0 as usize];
                each_lane!(mask, |l| put(data, offsets[l] + step, 4, u64::from(src[l])));
            }
            Some(row) => {
                for l in lanes(mask) {
                    put(data, offsets[l] + step, a.size, read_row(w, *row, l));
                }
            }
            None => {}
        }
    }
}

#[inline(always)]
pub fn extend(a: &MemoryAccess, v: u64) -> u64 {
    if a.signed {
        let s = 64 - a.size * 8;
        let x = (((v << s) as i64) >> s) as u64;
        if a.narrow { x & 0xffff } else { x }
    } else {
        v
    }
}

fn write_row(w: &mut Warp, row: Row, lane: usize, v: u64) {
    match row {
        Row::W(r) => w.r32[r.0 as usize][lane] = v as u32,
        Row::D(r) => w.r64[r.0 as usize][lane] = v,
        Row::P(_) => {}
    }
}

fn read_row(w: &Warp, row: Row, lane: usize) -> u64 {
    match row {
        Row::W(r) => u64::from(w.r32[r.0 as usize][lane]),
        Row::D(r) => w.r64[r.0 as usize][lane],
        Row::P(r) => u64::from(w.pred[r.0 as usize] >> lane & 1),
    }
}

/// Loads a kernel parameter at a constant address, which is the same for all lanes. False: it is out of
/// bounds or misaligned, which the general way reports.
fn parameter(env: &Env<'_>, w: &mut Warp, a: &MemoryAccess, mask: u32) -> bool {
    let at = a.address.offset as u64;
    let bytes = u64::from(a.size) * a.rows.len() as u64;
    if at & (bytes - 1) != 0 || at.checked_add(bytes).is_none_or(|e| e > env.params.len() as u64) {
        return false;
    }
    for (e, row) in a.rows.iter().enumerate() {
        let v = extend(a, fetch(env.params, at as usize + e * a.size as usize, a.size));
        match row {
            Some(Row::W(r)) => w.put32(*r, mask, &[v as u32; 32]),
            Some(Row::D(r)) => w.put64(*r, mask, &[v; 32]),
            Some(Row::P(_)) | None => {}
        }
    }
    true
}

/// Executes a load.
pub fn load(
    env: &mut Env<'_>,
    sh: &Shared,
    w: &mut Warp,
    index: u32,
    mask: u32,
    pc: u32,
) -> Result<(), Fault> {
    let program = env.program;
    let a = &program.accesses[index as usize];
    let bytes = a.size * a.rows.len() as u32;
    if a.space == MemSpace::Param && a.address.base.is_none() && parameter(env, w, a, mask) {
        return Ok(());
    }
    let at = addresses(w, &a.address);
    tally(env, a.space, &at, mask, bytes, pc);
    if let Some((k, offsets)) = one_buffer(env, a.space, &at, mask, u64::from(bytes)) {
        if env.races.is_some() {
            let (space, offsets) = (Space::Global(k), &offsets);
            races::loaded(env, w, a, Where { space, offsets, mask, pc });
        }
        gather(w, a, &env.device.buffers[k].data, &offsets, mask);
        let mut whole = true;
        if let Some(flags) = &env.device.buffers[k].written {
            each_lane!(mask, |l| whole &= all_written(flags, offsets[l], bytes as usize));
        }
        if !whole && !env.opts.allow_unwritten_shared {
            for l in lanes(mask) {
                follow(env, sh, w, a, Place::Global(k, offsets[l]), l, pc);
            }
        }
        return Ok(());
    }
    if let Some(offsets) = in_shared(sh, a.space, &at, mask, u64::from(bytes)) {
        let mut whole = true;
        each_lane!(mask, |l| whole &= all_written(&sh.written, offsets[l], bytes as usize));
        if env.races.is_some() {
            let (space, offsets) = (Space::Shared, &offsets);
            races::loaded(env, w, a, Where { space, offsets, mask, pc });
        }
        gather(w, a, &sh.data, &offsets, mask);
        if !whole && !env.opts.allow_unwritten_shared {
            for l in lanes(mask) {
                follow(env, sh, w, a, Place::Shared(offsets[l]), l, pc);
            }
        }
        return Ok(());
    }
    for l in lanes(mask) {
        let p = place(env, sh, a.space, at[l], u64::from(bytes), l, "load")?;
        if let Some((space, o)) = p.raced(env) {
            let mut offsets = [0; 32];
            offsets[l] = o;
            races::loaded(env, w, a, Where { space, offsets: &offsets, mask: 1 << l, pc });
        }
        let (data, o) = match p {
            Place::Global(k, o) => (&env.device.buffers[k].data[..], o),
            Place::Shared(o) => (&sh.data[..], o),
            Place::Local(o) => (&w.local[..], o),
            Place::Param(o) => (env.params, o),
        };
        let mut v = [0u64; 32];
        for (e, x) in v.iter_mut().enumerate().take(a.rows.len()) {
            *x = extend(a, fetch(data, o + e * a.size as usize, a.size));
        }
        for (e, row) in a.rows.iter().enumerate() {
            if let Some(row) = row {
                write_row(w, *row, l, v[e]);
            }
        }
        follow(env, sh, w, a, p, l, pc);
    }
    Ok(())
}

fn writable(env: &Env<'_>, k: usize, lane: usize) -> Result<(), Fault> {
    let b = &env.device.buffers[k];
    if b.read_only {
        let what = if b.constant { "constant memory" } else { "read-only" };
        return Err(Fault {
            kind: RunErrorKind::ReadOnly,
            message: format!("store to `{}`, which is {what}", b.name),
            lane: lane as u32,
        });
    }
    Ok(())
}

/// Executes a store.
pub fn store(
    env: &mut Env<'_>,
    sh: &mut Shared,
    w: &mut Warp,
    index: u32,
    mask: u32,
    pc: u32,
) -> Result<(), Fault> {
    let program = env.program;
    let a = &program.accesses[index as usize];
    let at = addresses(w, &a.address);
    let bytes = a.size * a.rows.len() as u32;
    tally(env, a.space, &at, mask, bytes, pc);
    if let Some((k, offsets)) = one_buffer(env, a.space, &at, mask, u64::from(bytes)) {
        writable(env, k, mask.trailing_zeros() as usize)?;
        env.tally.changes += 1;
        if w.undefined.concerns(program, a) {
            for l in lanes(mask) {
                output(env, w, a, l, pc)?;
            }
            for l in lanes(mask) {
                mark_stored(env, w, a, (k, offsets[l]), l, pc);
            }
        } else if let Some(flags) = &mut env.device.buffers[k].written {
            each_lane!(mask, |l| flags[offsets[l]..offsets[l] + bytes as usize].fill(WRITTEN));
        }
        if env.races.is_some() {
            let (space, offsets) = (Space::Global(k), &offsets);
            races::stores(env, sh, w, a, Where { space, offsets, mask, pc });
        }
        scatter(w, a, &mut env.device.buffers[k].data, &offsets, mask);
        return Ok(());
    }
    if let Some(offsets) = in_shared(sh, a.space, &at, mask, u64::from(bytes)) {
        let n = bytes as usize;
        env.tally.changes += u64::from(mask != 0);
        if w.undefined.concerns(program, a) {
            // Where lanes store to one place the last one's is there.
            for l in lanes(mask) {
                let flags = &mut sh.written[offsets[l]..offsets[l] + n];
                flags.fill(WRITTEN);
                w.undefined.store(program, a, l, (flags, &mut sh.partly), (offsets[l], pc));
            }
        } else {
            each_lane!(mask, |l| sh.written[offsets[l]..offsets[l] + n].fill(WRITTEN));
        }
        if env.races.is_some() {
            let (space, offsets) = (Space::Shared, &offsets);
            races::stores(env, sh, w, a, Where { space, offsets, mask, pc });
        }
        scatter(w, a, &mut sh.data, &offsets, mask);
        return Ok(());
    }
    for l in lanes(mask) {
        let p = place(env, sh, a.space, at[l], u64::from(bytes), l, "store")?;
        if let Some((space, o)) = p.raced(env) {
            let mut offsets = [0; 32];
            offsets[l] = o;
            races::stores(env, sh, w, a, Where { space, offsets: &offsets, mask: 1 << l, pc });
        }
        if matches!(p, Place::Global(..) | Place::Shared(_)) {
            env.tally.changes += 1;
        }
        let mut v = [0u64; 32];
        for (x, row) in v.iter_mut().zip(&a.rows) {
            *x = row.map_or(0, |r| read_row(w, r, l));
        }
        let (data, o) = match p {
            Place::Global(k, o) => {
                writable(env, k, l)?;
                output(env, w, a, l, pc)?;
                mark_stored(env, w, a, (k, o), l, pc);
                (&mut env.device.buffers[k].data[..], o)
            }
            Place::Shared(o) => {
                let flags = &mut sh.written[o..o + bytes as usize];
                flags.fill(WRITTEN);
                w.undefined.store(program, a, l, (flags, &mut sh.partly), (o, pc));
                (&mut sh.data[..], o)
            }
            Place::Local(o) => {
                let own = o..o + bytes as usize;
                w.journal.note(o, &w.local[own.clone()], &w.local_written[own.clone()]);
                let flags = &mut w.local_written[own];
                flags.fill(WRITTEN);
                w.undefined.store(program, a, l, (flags, &mut w.local_partly), (o, pc));
                (&mut w.local[..], o)
            }
            Place::Param(_) => {
                return Err(Fault {
                    kind: RunErrorKind::ReadOnly,
                    message: "store to kernel parameters".into(),
                    lane: l as u32,
                });
            }
        };
        for (e, x) in v.iter().enumerate().take(a.rows.len()) {
            put(data, o + e * a.size as usize, a.size, *x);
        }
    }
    Ok(())
}

fn combine(op: AtomOp, ty: Ty, old: u64, b: u64, c: u64) -> u64 {
    let (o32, b32) = (old as u32, b as u32);
    match (op, ty) {
        (AtomOp::And, _) => old & b,
        (AtomOp::Or, _) => old | b,
        (AtomOp::Xor, _) => old ^ b,
        (AtomOp::Exch, _) => b,
        (AtomOp::Cas, _) => {
            if old == b {
                c
            } else {
                old
            }
        }
        (AtomOp::Add, Ty::F32) => {
            u64::from(super::fp::bits32(f32::from_bits(o32) + f32::from_bits(b32)))
        }
        (AtomOp::Add, Ty::F64) => super::fp::bits64(f64::from_bits(old) + f64::from_bits(b)),
        (AtomOp::Add, _) => old.wrapping_add(b),
        (AtomOp::AddHalf { half, packed }, _) => {
            u64::from(super::half::atomic_sum(half, packed, o32, b32))
        }
        (AtomOp::Inc, _) => u64::from(if o32 >= b32 { 0 } else { o32 + 1 }),
        (AtomOp::Dec, _) => u64::from(if o32 == 0 || o32 > b32 { b32 } else { o32 - 1 }),
        (AtomOp::Min, Ty::S32) => u64::from((o32 as i32).min(b32 as i32) as u32),
        (AtomOp::Max, Ty::S32) => u64::from((o32 as i32).max(b32 as i32) as u32),
        (AtomOp::Min, Ty::S64) => (old as i64).min(b as i64) as u64,
        (AtomOp::Max, Ty::S64) => (old as i64).max(b as i64) as u64,
        (AtomOp::Min, _) => old.min(b),
        (AtomOp::Max, _) => old.max(b),
    }
}

/// Executes an atomic, lane by lane.
pub fn atomic(
    env: &mut Env<'_>,
    sh: &mut Shared,
    w: &mut Warp,
    index: u32,
    mask: u32,
    pc: u32,
) -> Result<(), Fault> {
    let program = env.program;
    let a: &Atom = &program.atoms[index as usize];
    let at = addresses(w, &a.address);
    let bytes = a.ty.bytes();
    tally(env, a.space, &at, mask, bytes, pc);
    let mut shown = env.races.is_some().then(Atomics::default);
    for l in lanes(mask) {
        let p = place(env, sh, a.space, at[l], u64::from(bytes), l, "atomic")?;
        let b = read_row(w, a.b, l);
        let c = a.c.map_or(0, |c| read_row(w, c, l));
        if !env.opts.allow_unwritten_shared {
            found(env, sh, w, a, p, l, pc)?;
        }
        let (data, o) = match p {
            Place::Global(k, o) => {
                writable(env, k, l)?;
                let b = &mut env.device.buffers[k];
                if let Some(flags) = &mut b.written {
                    flags[o..o + bytes as usize].fill(WRITTEN);
                }
                (&mut b.data[..], o)
            }
            Place::Shared(o) => {
                sh.written[o..o + bytes as usize].fill(WRITTEN);
                (&mut sh.data[..], o)
            }
            Place::Local(_) | Place::Param(_) => {
                return Err(Fault {
                    kind: RunErrorKind::OutOfBounds,
                    message: "atomic on thread-local memory".into(),
                    lane: l as u32,
                });
            }
        };
        let old = fetch(data, o, bytes);
        let new = combine(a.op, a.ty, old, b, c);
        put(data, o, bytes, new);
        env.tally.changes += u64::from(new != old);
        if let (Some(shown), Some((space, o))) = (&mut shown, p.raced(env)) {
            shown.add(l, space, o, a.op != AtomOp::Cas || old == b);
        }
        if let Some(d) = a.dst {
            write_row(w, d, l, old);
        }
    }
    if let Some(shown) = shown {
        shown.show(env, w, a, pc);
    }
    Ok(())
}
