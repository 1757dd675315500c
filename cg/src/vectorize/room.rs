//! Whether registers are left for what a merged access holds longer.

use crate::lir::pressure::{Pressure, units};
use crate::lir::{BlockId, Function, Inst, Reg};
use std::collections::VecDeque;

/// What is held longer: behind instructions from `begin` up to `end`, counted from the one in work.
pub(super) struct Longer {
    pub(super) reg: Reg,
    pub(super) begin: usize,
    pub(super) end: usize,
}

/// What a merged access wants of the registers.
pub(super) struct Wanted<'a> {
    /// What is to be held longer, all of it up to the instruction at `end` at most.
    pub(super) longer: &'a [Longer],
    pub(super) end: usize,
    /// So many new registers before that.
    pub(super) new: u32,
}

/// The registers in use in the rest of a block.
pub(super) struct Room {
    /// So many a thread may use.
    most: u32,
    /// The block in work; none before the first.
    bb: Option<BlockId>,
    pressure: Option<Pressure>,
    /// Behind each instruction from the one in work on; empty until somebody asks.
    held: VecDeque<u32>,
    /// At the fullest place, which may be fuller than a thread may use from the start.
    limit: u32,
}

impl Room {
    pub(super) fn new(most: u32) -> Room {
        Room { most, bb: None, pressure: None, held: VecDeque::new(), limit: most }
    }

    /// Turns to a block.
    pub(super) fn enter(&mut self, bb: BlockId) {
        self.bb = Some(bb);
        self.held.clear();
    }

    /// Goes past the instruction in work.
    pub(super) fn pass(&mut self) {
        self.held.pop_front();
    }

    /// An instruction goes.
    pub(super) fn remove(&mut self, k: usize) {
        self.held.remove(k);
    }

    /// An instruction comes to stand at a place.
    pub(super) fn insert(&mut self, k: usize) {
        if let Some(&held) = self.held.get(k) {
            self.held.insert(k, held);
        }
    }

    /// Takes what a merged access wants, the block being what is done of it and what is ahead; false, and nothing, where there is no room.
    pub(super) fn take(
        &mut self,
        f: &mut Function,
        done: &mut Vec<Inst>,
        ahead: &mut VecDeque<Inst>,
        wanted: &Wanted<'_>,
    ) -> bool {
        let Wanted { longer, end, new } = *wanted;
        let Some(bb) = self.bb else { return false };
        if self.held.is_empty() {
            let pressure = self.pressure.get_or_insert_with(|| {
                // The block is taken apart while it is worked on.
                let place = done.len();
                done.extend(ahead.drain(..));
                f.close(bb, std::mem::take(done));
                let pressure = Pressure::of(f);
                *done = f.open(bb);
                ahead.extend(done.drain(place..));
                pressure
            });
            self.held = pressure.held(f, bb, ahead.iter()).into();
            self.limit = self.held.iter().copied().fold(self.most, u32::max);
        }
        let is_own = |reg| self.pressure.as_ref().is_none_or(|pressure| pressure.is_own(reg));
        let mut held: Vec<u32> = self.held.iter().take(end).copied().collect();
        for &Longer { reg, begin, end } in longer.iter().filter(|longer| is_own(longer.reg)) {
            held[begin..end].iter_mut().for_each(|held| *held += units(f, reg));
        }
        if let Some(held) = held.last_mut() {
            *held += new;
        }
        let has_room = held.iter().all(|&held| held <= self.limit);
        if has_room {
            self.held.iter_mut().zip(held).for_each(|(old, new)| *old = new);
        }
        has_room
    }
}
