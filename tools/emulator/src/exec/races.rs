//! Where execution meets the race detector: values of stores, and names of places.

use super::env::{Env, Shared};
use super::warp::{Warp, thread_index};
use crate::lower::program::Program;
use crate::memory::Device;
use crate::module::Module;
use crate::op::{Atom, MemoryAccess, Row};
use crate::race::report::{Race, Races, Site};
use crate::race::{Access, Pair, Space, Stamp, Values};

/// A store that is about to happen, lane by lane.
pub struct Storing<'a> {
    /// The warp.
    pub warp: &'a Warp,
    /// The store.
    pub access: &'a MemoryAccess,
    /// What is there.
    pub data: &'a [u8],
    /// Each lane's offset.
    pub offsets: &'a [usize; 32],
    /// The lanes.
    pub mask: u32,
}

impl Storing<'_> {
    /// The byte that a lane stores at an offset, if it stores there.
    fn byte(&self, lane: usize, offset: usize) -> Option<u8> {
        let size = self.access.size as usize;
        let at = offset.checked_sub(self.offsets[lane])?;
        let row = (*self.access.rows.get(at / size.max(1))?)?;
        let value = match row {
            Row::W(r) => u64::from(self.warp.r32[r.0 as usize][lane]),
            Row::D(r) => self.warp.r64[r.0 as usize][lane],
            Row::P(r) => u64::from(self.warp.pred[r.0 as usize] >> lane & 1),
        };
        value.to_le_bytes().get(at % size.max(1)).copied()
    }
}

impl Values for Storing<'_> {
    fn equal(&self, lane: usize, offset: usize, bytes: usize) -> bool {
        (offset..offset + bytes).all(|o| {
            let earlier = self.mask & ((1u32 << lane) - 1);
            // The latest of the lanes that come first.
            let is_earlier = |l: &usize| earlier >> l & 1 == 1;
            let by_lane = (0..lane).rev().filter(is_earlier).find_map(|l| self.byte(l, o));
            let there = by_lane.or_else(|| self.data.get(o).copied());
            there == self.byte(lane, o)
        })
    }
}

/// What names of places are made of.
pub struct Names<'a> {
    /// The kernel.
    pub program: &'a Program,
    /// Its module.
    pub module: &'a Module,
    /// The memory.
    pub device: &'a Device,
    /// The grid's extent.
    pub grid: [u32; 3],
    /// The block's extent.
    pub block: [u32; 3],
}

impl Names<'_> {
    /// Adds what was found to a report.
    pub fn report(&self, pairs: &[Pair], races: &mut Races) {
        for p in pairs {
            let c = &p.sample;
            let (space, object, offset) = match c.space {
                Space::Global(k) => {
                    let name = self.device.buffers.get(k).map_or("?", |b| &b.name);
                    ("global", name.to_string(), c.offset)
                }
                Space::Shared => {
                    let (name, offset) = self.shared(c.offset);
                    ("shared", name, offset)
                }
            };
            races.add(Race {
                kernel: self.program.name.clone(),
                verdict: c.verdict,
                both_write: c.first.kind().writes() && c.second.kind().writes(),
                space,
                object,
                offset: offset as u64,
                bytes: c.bytes as u64,
                first: self.site(c.first),
                second: self.site(c.second),
                count: p.count,
            });
        }
    }

    /// The variable at an offset of shared memory, as the source calls it, and the offset in it.
    fn shared(&self, offset: usize) -> (String, usize) {
        let p = self.program;
        let holds = |v: &&crate::lower::program::SharedVar| {
            (v.offset as usize..v.offset as usize + v.size as usize).contains(&offset)
        };
        let (name, start) = match p.shared_vars.iter().find(holds) {
            Some(v) => (v.name.as_str(), v.offset as usize),
            None => {
                let start = p.shared_bytes.next_multiple_of(p.extern_shared.max(1)) as usize;
                (p.extern_shared_name.as_str(), start)
            }
        };
        // A variable of a kernel has the kernel's name before its own.
        let short = name.strip_prefix(p.name.as_str()).and_then(|n| n.strip_prefix('$'));
        (short.unwrap_or(name).to_string(), offset.saturating_sub(start))
    }

    fn site(&self, s: Stamp) -> Site {
        let line = self.program.code.get(s.pc() as usize).map_or(0, |i| i.line);
        let source = self.program.locs.get(&line).and_then(|l| {
            let file = self.module.file(l.file).unwrap_or("?");
            (l.line != 0).then(|| (file.to_string(), l.line))
        });
        let kind = s.kind();
        let what = match (kind.is_atomic(), kind.writes(), kind.is_strong()) {
            (true, ..) => "atomic",
            (_, true, true) => "strong store",
            (_, true, false) => "store",
            (_, false, true) => "strong load",
            (_, false, false) => "load",
        };
        Site {
            what,
            ptx_line: line,
            source,
            block: thread_index(s.block, self.grid),
            thread: thread_index(s.warp() * 32 + (s.lanes.trailing_zeros() & 31), self.block),
        }
    }
}

/// Where a warp's access goes, for the detector.
#[derive(Clone, Copy)]
pub struct Where<'a> {
    /// The space.
    pub space: Space,
    /// Each lane's offset in it.
    pub offsets: &'a [usize; 32],
    /// The lanes.
    pub mask: u32,
    /// Code position.
    pub pc: u32,
}

impl<'a> Where<'a> {
    fn access(self, bytes: u32, warp: u32) -> Access<'a> {
        let Where { space, offsets, mask, pc } = self;
        Access { space, offsets, mask, bytes: bytes as usize, warp, pc }
    }
}

/// Shows a load to the detector, if there is one: neighbouring elements that somebody reads. What kernels cannot write has no races.
#[inline(never)]
pub fn loaded(env: &mut Env<'_>, w: &Warp, a: &MemoryAccess, at: Where<'_>) {
    let Some(races) = env.races.as_deref_mut() else { return };
    if let Space::Global(k) = at.space
        && env.device.buffers.get(k).is_none_or(|b| b.read_only)
    {
        return;
    }
    let count = a.rows.len();
    if a.unread == 0 {
        races.load(env.slot, at.access(a.size * count as u32, w.index), a.strength);
        return;
    }
    let elements: Vec<usize> = (0..count).filter(|k| a.unread >> k & 1 == 0).collect();
    for run in elements.chunk_by(|x, y| x + 1 == *y) {
        let offsets = at.offsets.map(|offset| offset + run[0] * a.size as usize);
        let part = Where { offsets: &offsets, ..at };
        races.load(env.slot, part.access(a.size * run.len() as u32, w.index), a.strength);
    }
}

/// Shows a store to the detector, if there is one, before it happens.
#[inline(never)]
pub fn stores(env: &mut Env<'_>, sh: &Shared, w: &Warp, a: &MemoryAccess, at: Where<'_>) {
    let Some(races) = env.races.as_deref_mut() else { return };
    let data = match at.space {
        Space::Global(k) => env.device.buffers.get(k).map_or(&[][..], |b| &b.data),
        Space::Shared => &sh.data,
    };
    let values = Storing { warp: w, access: a, data, offsets: at.offsets, mask: at.mask };
    let access = at.access(a.size * a.rows.len() as u32, w.index);
    races.store(env.slot, access, a.strength, &values);
}

/// The lanes of an atomic, as they are executed one by one.
#[derive(Default)]
pub struct Atomics {
    spaces: [Option<Space>; 32],
    offsets: [usize; 32],
    wrote: u32,
}

impl Atomics {
    /// A lane's.
    pub fn add(&mut self, lane: usize, space: Space, offset: usize, wrote: bool) {
        self.spaces[lane] = Some(space);
        self.offsets[lane] = offset;
        self.wrote |= u32::from(wrote) << lane;
    }

    /// Shows them to the detector, if there is one: a call for each space that they are in.
    #[inline(never)]
    pub fn show(mut self, env: &mut Env<'_>, w: &Warp, a: &Atom, pc: u32) {
        let Some(races) = env.races.as_deref_mut() else { return };
        while let Some(space) = self.spaces.iter().flatten().next().copied() {
            let mut mask = 0;
            for (l, s) in self.spaces.iter_mut().enumerate() {
                if s.take_if(|s| *s == space).is_some() {
                    mask |= 1 << l;
                }
            }
            let at = Where { space, offsets: &self.offsets, mask, pc };
            races.atomic(env.slot, at.access(a.ty.bytes(), w.index), a.strength, self.wrote);
        }
    }
}
