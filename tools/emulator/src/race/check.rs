//! Accesses against the shadow: what is not ordered is reported, and the access remembered.
//!
//! Cost: a few comparisons a lane and word where the last write was before the last barrier and the last read was the same
//! warp's, which is the usual case.

use super::found::{Conflict, Found, Space};
use super::shadow::{Cells, PAGE, Shadow, Slot};
use super::stamp::{Kind, Stamp};
use super::threads::{Lanes, Threads};

/// A warp's access.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    /// Where.
    pub space: Space,
    /// Each lane's offset there.
    pub offsets: &'a [usize; 32],
    /// The lanes.
    pub mask: u32,
    /// Bytes of a lane.
    pub bytes: usize,
    /// The warp's number in the block.
    pub warp: u32,
    /// Code position.
    pub pc: u32,
}

/// What a store is about to write, compared with what is there.
pub trait Values {
    /// Whether the bytes that a lane stores at an offset are those that are there when its turn comes.
    fn equal(&self, lane: usize, offset: usize, bytes: usize) -> bool;
}

/// For accesses whose values do not matter.
pub struct Differ;

impl Values for Differ {
    fn equal(&self, _: usize, _: usize, _: usize) -> bool {
        false
    }
}

/// An access on its way through the shadow.
pub struct Check<'a> {
    /// The block's threads.
    pub threads: &'a Threads,
    /// Where races go.
    pub found: &'a mut Found,
    /// The access.
    pub access: Access<'a>,
    /// What it writes.
    pub values: &'a dyn Values,
}

/// A piece of an access: a word or a byte of a lane.
#[derive(Clone, Copy)]
struct Piece {
    lane: usize,
    offset: usize,
    bytes: usize,
    stamp: Stamp,
}

impl Check<'_> {
    /// All lanes of the access, of one kind.
    pub fn run(&mut self, shadow: &mut Shadow, kind: Kind) {
        let a = self.access;
        let Some(lanes) = self.threads.warps.get(a.warp as usize) else { return };
        if a.mask == 0 {
            return;
        }
        // An access is aligned, so that it lies in one page; mostly a warp's does too.
        let mut at = a.offsets[a.mask.trailing_zeros() as usize & 31];
        let mut page = shadow.page(at);
        let mut rest = a.mask;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let stamp = self.stamp(lanes, lane, kind);
            let offset = a.offsets[lane];
            if offset / PAGE != at / PAGE {
                page = shadow.page(offset);
                at = offset;
            }
            if a.bytes < 4 {
                let (grain, first) = page.split(offset);
                for k in 0..a.bytes {
                    let piece = Piece { lane, offset: offset + k, bytes: 1, stamp };
                    self.touch(&mut grain.slot(first + offset % 4 + k), piece);
                }
                continue;
            }
            for offset in (offset..offset + a.bytes).step_by(4) {
                match page.cells(offset) {
                    Cells::Bytes(grain, first) => {
                        for k in 0..4 {
                            let piece = Piece { lane, offset: offset + k, bytes: 1, stamp };
                            self.touch(&mut grain.slot(first + k), piece);
                        }
                    }
                    Cells::Word(mut slot) => {
                        self.touch(&mut slot, Piece { lane, offset, bytes: 4, stamp });
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn stamp(&self, lanes: &Lanes, lane: usize, kind: Kind) -> Stamp {
        let a = &self.access;
        Stamp::new(self.threads.number, a.warp, lane, lanes.clock[lane], a.pc, kind)
    }

    fn is_shared(&self) -> bool {
        self.access.space == Space::Shared
    }

    /// Whether a stamp is of before the last barrier of the whole block, or of an earlier block's shared memory.
    #[inline(always)]
    fn is_past(&self, s: Stamp) -> bool {
        let limit = if s.block == self.threads.number {
            self.threads.floor
        } else if self.is_shared() {
            u32::MAX
        } else {
            0
        };
        s.clock <= limit
    }

    /// The lanes of a stamp that are not ordered before a lane of this access.
    fn unordered(&self, s: &Stamp, lane: usize) -> u32 {
        if self.is_past(*s) {
            return 0;
        }
        self.threads.unordered(s, self.access.warp as usize, lane)
    }

    #[inline(always)]
    fn touch(&mut self, slot: &mut Slot<'_>, p: Piece) {
        let kind = p.stamp.kind();
        if kind.writes() {
            if kind.is_strong() { self.strong_write(slot, p) } else { self.weak_write(slot, p) }
        } else {
            self.read(slot, p);
        }
    }

    #[inline(always)]
    fn read(&mut self, slot: &mut Slot<'_>, p: Piece) {
        let write = slot.write();
        if !self.is_past(write) {
            self.against(write, p);
        }
        if write.kind().has_history() {
            self.against_history(slot, p);
        }
        let last = slot.last_mut();
        if last.joins(p.stamp) {
            last.join(p.stamp);
        } else if self.is_past(*last) && (p.stamp.kind().covers(last.kind()) || self.is_shared()) {
            *last = p.stamp;
        } else {
            self.remember(slot, p.stamp, Some(p.lane));
        }
    }

    #[inline(always)]
    fn weak_write(&mut self, slot: &mut Slot<'_>, p: Piece) {
        let write = slot.write();
        if !self.is_past(write) {
            self.against(write, p);
        }
        if !slot.is_fresh() {
            self.against_history(slot, p);
            slot.clear_older();
        }
        *slot.write_mut() = p.stamp;
    }

    #[inline(never)]
    fn strong_write(&mut self, slot: &mut Slot<'_>, p: Piece) {
        let old = slot.write();
        self.against(old, p);
        self.against_history(slot, p);
        let mut new = p.stamp;
        let kind = new.kind();
        let mut history = old.kind().has_history();
        if old.is_none() || (self.is_shared() && self.is_past(old)) {
            history &= old.block == new.block;
        } else if old.with_kind(old.kind().plain()).joins(new.with_kind(kind.plain())) {
            new.lanes |= old.lanes;
        } else if !(kind.covers(old.kind()) && self.unordered(&old, p.lane) == 0) {
            self.remember(slot, old.with_kind(old.kind().plain()), None);
            history = true;
        }
        *slot.write_mut() = if history { new.with_kind(kind.with_history()) } else { new };
    }

    /// Reports what is not ordered with an older access.
    #[inline(never)]
    fn against(&mut self, old: Stamp, p: Piece) {
        let one_block = old.block == self.threads.number;
        if old.is_none() || !old.kind().conflicts(p.stamp.kind(), one_block) {
            return;
        }
        let lanes = self.unordered(&old, p.lane);
        if lanes == 0 {
            return;
        }
        let equal = || self.values.equal(p.lane, p.offset, p.bytes);
        let verdict = old.kind().verdict(p.stamp.kind(), equal);
        self.found.add(Conflict {
            first: old.with_lanes(lanes),
            second: p.stamp,
            verdict,
            space: self.access.space,
            offset: self.access.offsets[p.lane],
            bytes: self.access.bytes,
        });
    }

    #[inline(never)]
    fn against_history(&mut self, slot: &Slot<'_>, p: Piece) {
        self.against(slot.last(), p);
        for old in slot.more().copied().into_iter().flatten() {
            self.against(old, p);
        }
    }

    /// Keeps an access among the older ones. An access of this moment may take the place of what is ordered before it.
    #[inline(never)]
    fn remember(&self, slot: &mut Slot<'_>, new: Stamp, lane: Option<usize>) {
        let gone = |old: &Stamp| {
            let ordered = lane.is_some_and(|l| self.unordered(old, l) == 0);
            old.is_none()
                || (self.is_shared() && self.is_past(*old))
                || (ordered && new.kind().covers(old.kind()))
        };
        let last = slot.last();
        if gone(&last) {
            *slot.last_mut() = new;
            return;
        }
        if last.joins(new) {
            slot.last_mut().join(new);
            return;
        }
        let more = slot.more_mut();
        if let Some(old) = more.iter_mut().find(|old| old.joins(new)) {
            old.join(new);
            return;
        }
        if last.block != new.block {
            let at = [2, 0, 1].into_iter().find(|&k| gone(&more[k]));
            more[at.unwrap_or(2)] = last;
        } else if let Some(at) = (0..2).find(|&k| gone(&more[k])) {
            more[at] = last;
        } else {
            more[1] = more[0];
            more[0] = last;
        }
        *slot.last_mut() = new;
    }
}
