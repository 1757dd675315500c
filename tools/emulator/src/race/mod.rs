//! Data races, found by what happens before what.
//!
//! Two accesses of two threads race if they overlap, at least one writes, at least one is weak, and nothing orders them: no block
//! barrier (with a number or a count or none), no `bar.warp.sync` of both lanes, no fence and strong write that a strong
//! read observed before a fence of its own. Whether the schedule brought them together does not matter: what is unordered is
//! reported, whichever came first. Shuffles and votes order nothing. Two strong accesses never race; where one's scope is the
//! block and the other is another block's, they are a note. So are plain stores of equal bytes. The end of a kernel orders
//! everything.
//!
//! Source: FastTrack (Flanagan and Freund, PLDI 2009) for epochs; Barracuda (Eizenberg and others, PLDI 2017) and iGUARD (Kamath
//! and Basu, SOSP 2021) for grids; the PTX manual's memory model for what fences and scopes order.
//!
//! | part | what it holds |
//! |---|---|
//! | [`stamp`] | one access: lanes of a warp, time, position, kind |
//! | [`shadow`] | the stamps of each word or byte |
//! | [`know`] | what is known of other threads' time |
//! | [`threads`] | a block's threads, their times, and what orders them |
//! | [`release`] | what strong writes hand over |
//! | [`check`] | an access against the shadow |
//! | [`found`] | pairs of places |
//! | [`report`] | what people read |
//!
//! What may be missed: an older access of a word that more than four warps read without order between them. What may be said
//! too much: a plain read of a flag by a thread that acquired it.

mod check;
mod found;
mod know;
mod release;
pub mod report;
mod shadow;
mod stamp;
mod threads;

use std::collections::HashMap;
use std::rc::Rc;

use crate::access::{Order, Scope, Strength};
use check::Check;
use found::Found;
use release::{Flag, Released};
use shadow::Shadow;
use stamp::Kind;
use threads::Threads;

pub use check::{Access, Differ, Values};
pub use found::{Pair, Space};
pub use stamp::{POSITIONS, Stamp, Verdict};

/// A block under way.
#[derive(Debug, Default)]
struct Block {
    threads: Threads,
    shared: Shadow,
    flags: HashMap<Flag, Rc<Released>>,
}

/// A block's number among those under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockSlot(usize);

/// Finds the races of one launch.
#[derive(Debug, Default)]
pub struct Detector {
    blocks: Vec<Block>,
    free: Vec<usize>,
    global: Vec<Shadow>,
    flags: HashMap<Flag, Rc<Released>>,
    found: Found,
}

impl Detector {
    /// A block of so many warps begins; `number` is its place in the grid.
    pub fn begin(&mut self, number: u32, warps: usize) -> BlockSlot {
        let at = self.free.pop().unwrap_or_else(|| {
            self.blocks.push(Block::default());
            self.blocks.len() - 1
        });
        let b = &mut self.blocks[at];
        b.threads.begin(number, warps);
        b.flags.clear();
        BlockSlot(at)
    }

    /// A block is done.
    pub fn end(&mut self, at: BlockSlot) {
        self.free.push(at.0);
    }

    /// What was found.
    pub fn pairs(&self) -> &[Pair] {
        self.found.pairs()
    }

    fn check(&mut self, at: BlockSlot, access: Access<'_>, kind: Kind, values: &dyn Values) {
        let Some(block) = self.blocks.get_mut(at.0) else { return };
        let shadow = match access.space {
            Space::Shared => &mut block.shared,
            Space::Global(k) => {
                if k >= self.global.len() {
                    self.global.resize_with(k + 1, Shadow::default);
                }
                &mut self.global[k]
            }
        };
        let found = &mut self.found;
        Check { threads: &block.threads, found, access, values }.run(shadow, kind);
    }

    /// A load.
    pub fn load(&mut self, at: BlockSlot, access: Access<'_>, how: Strength) {
        self.check(at, access, Kind::read(how.scope), &Differ);
        if how.scope.is_some() && self.has_flags(at, access.space) {
            for lane in (0..32).filter(|l| access.mask >> l & 1 == 1) {
                self.observe(at, &access, lane, how);
            }
        }
    }

    /// A store, before memory changes.
    pub fn store(&mut self, at: BlockSlot, a: Access<'_>, how: Strength, values: &dyn Values) {
        let kind = Kind::write(how.scope);
        let may = |b: &Block| b.threads.may_release(a.warp as usize, how);
        if how.scope.is_none() || !self.blocks.get(at.0).is_some_and(may) {
            return self.check(at, a, kind, values);
        }
        for lane in (0..32).filter(|l| a.mask >> l & 1 == 1) {
            let one = Access { mask: 1 << lane, ..a };
            let Some(block) = self.blocks.get_mut(at.0) else { return };
            let released = block.threads.release(a.warp as usize, lane, how);
            self.check(at, one, kind.released(released.is_some()), values);
            if let (Some(new), Some((flags, flag))) = (released, self.flag(at, &a, lane)) {
                flags.insert(flag, Rc::new(new));
            }
        }
    }

    /// An atomic; `wrote` are the lanes that wrote, for a compare-and-swap may not.
    pub fn atomic(&mut self, at: BlockSlot, a: Access<'_>, how: Strength, wrote: u32) {
        let may = |b: &Block| b.threads.may_release(a.warp as usize, how);
        if self.has_flags(at, a.space) || self.blocks.get(at.0).is_some_and(may) {
            for lane in (0..32).filter(|l| a.mask >> l & 1 == 1) {
                self.lane_atomic(at, a, lane, how, wrote >> lane & 1 == 1);
            }
            return;
        }
        let (written, read) = (a.mask & wrote, a.mask & !wrote);
        self.check(at, Access { mask: written, ..a }, Kind::atomic(how.scope), &Differ);
        self.check(at, Access { mask: read, ..a }, Kind::failed_atomic(how.scope), &Differ);
    }

    fn lane_atomic(
        &mut self,
        at: BlockSlot,
        a: Access<'_>,
        lane: usize,
        how: Strength,
        wrote: bool,
    ) {
        let one = Access { mask: 1 << (lane & 31), ..a };
        let chain = self.last_write(at, &a, lane).kind().is_released();
        if chain {
            self.observe(at, &a, lane, how);
        }
        if !wrote {
            return self.check(at, one, Kind::failed_atomic(how.scope), &Differ);
        }
        let Some(block) = self.blocks.get_mut(at.0) else { return };
        let released = block.threads.release(a.warp as usize, lane, how);
        let kind = Kind::atomic(how.scope).released(chain || released.is_some());
        self.check(at, one, kind, &Differ);
        if let (Some(new), Some((flags, flag))) = (released, self.flag(at, &a, lane)) {
            match flags.get_mut(&flag).filter(|_| chain) {
                Some(old) => Rc::make_mut(old).join(&new),
                None => {
                    flags.insert(flag, Rc::new(new));
                }
            }
        }
    }

    /// Whether anything was released in a space.
    fn has_flags(&self, at: BlockSlot, space: Space) -> bool {
        match space {
            Space::Shared => self.blocks.get(at.0).is_some_and(|b| !b.flags.is_empty()),
            Space::Global(_) => !self.flags.is_empty(),
        }
    }

    /// The released things of a lane's space, and its location there.
    fn flag(
        &mut self,
        at: BlockSlot,
        a: &Access<'_>,
        lane: usize,
    ) -> Option<(&mut HashMap<Flag, Rc<Released>>, Flag)> {
        let offset = a.offsets[lane] as u64;
        Some(match a.space {
            Space::Shared => {
                (&mut self.blocks.get_mut(at.0)?.flags, Flag { space: u32::MAX, offset })
            }
            Space::Global(k) => (&mut self.flags, Flag { space: k as u32, offset }),
        })
    }

    fn last_write(&mut self, at: BlockSlot, a: &Access<'_>, lane: usize) -> Stamp {
        let offset = a.offsets[lane];
        match a.space {
            Space::Shared => match self.blocks.get_mut(at.0) {
                // What an earlier block left is none.
                Some(b) => Some(b.shared.last_write(offset))
                    .filter(|s| s.block == b.threads.number)
                    .unwrap_or(Stamp::NONE),
                None => Stamp::NONE,
            },
            Space::Global(k) => {
                self.global.get_mut(k).map_or(Stamp::NONE, |s| s.last_write(offset))
            }
        }
    }

    fn observe(&mut self, at: BlockSlot, a: &Access<'_>, lane: usize, how: Strength) {
        if !self.last_write(at, a, lane).kind().is_released() {
            return;
        }
        let what = self
            .flag(at, a, lane)
            .and_then(|(flags, flag)| flags.get(&flag).map(|what| (flag, Rc::clone(what))));
        if let (Some((flag, what)), Some(block)) = (what, self.blocks.get_mut(at.0)) {
            block.threads.observe(a.warp as usize, lane, flag, &what, how);
        }
    }

    fn threads(&mut self, at: BlockSlot) -> Option<&mut Threads> {
        self.blocks.get_mut(at.0).map(|b| &mut b.threads)
    }

    /// Lanes execute a fence.
    pub fn fence(&mut self, at: BlockSlot, warp: u32, mask: u32, scope: Scope, order: Order) {
        if let Some(t) = self.threads(at) {
            t.fence(warp as usize, mask, scope, order);
        }
    }

    /// A lane arrives at a barrier and goes on.
    pub fn arrive(&mut self, at: BlockSlot, id: u32, warp: u32, lane: usize) {
        if let Some(t) = self.threads(at) {
            t.arrive(id, warp as usize, lane);
        }
    }

    /// A barrier is complete; `whole` if its members are all threads that have not exited.
    pub fn barrier(&mut self, at: BlockSlot, id: u32, members: &[(usize, u32)], whole: bool) {
        if let Some(t) = self.threads(at) {
            t.barrier(id, members, whole);
        }
    }

    /// Lanes meet at a `bar.warp.sync` that names some, exited ones among them.
    pub fn warp_sync(&mut self, at: BlockSlot, warp: u32, named: u32, meet: u32) {
        if let Some(t) = self.threads(at) {
            t.warp_sync(warp as usize, named, meet);
        }
    }
}

#[cfg(test)]
mod tests;
