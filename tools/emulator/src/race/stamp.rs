//! What the shadow of a piece of memory remembers of an access: who, when, where, how.
//!
//! A stamp stands for the lanes of one warp that did the same thing at the same time of theirs: a broadcast read leaves one
//! stamp, not 32.

use crate::access::Scope;

/// Most code positions that a stamp can name.
pub const POSITIONS: usize = 1 << 21;

/// How an access took part: bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind(u32);

impl Kind {
    const WRITE: u32 = 1;
    const STRONG: u32 = 2;
    const WIDE: u32 = 4;
    const ATOMIC: u32 = 8;
    const RELEASED: u32 = 16;
    const HISTORY: u32 = 32;

    /// A load.
    pub fn read(scope: Option<Scope>) -> Kind {
        Kind(match scope {
            None => 0,
            Some(Scope::Block) => Self::STRONG,
            Some(Scope::Device) => Self::STRONG | Self::WIDE,
        })
    }

    /// A store.
    pub fn write(scope: Option<Scope>) -> Kind {
        Kind(Self::read(scope).0 | Self::WRITE)
    }

    /// An atomic.
    pub fn atomic(scope: Option<Scope>) -> Kind {
        Kind(Self::write(scope).0 | Self::ATOMIC)
    }

    /// An atomic that wrote nothing: a compare-and-swap that found another value.
    pub fn failed_atomic(scope: Option<Scope>) -> Kind {
        Kind(Self::read(scope).0 | Self::ATOMIC)
    }

    /// Whether it writes.
    pub fn writes(self) -> bool {
        self.0 & Self::WRITE != 0
    }

    /// Whether it is volatile, relaxed or atomic.
    pub fn is_strong(self) -> bool {
        self.0 & Self::STRONG != 0
    }

    /// Whether it is an atomic.
    pub fn is_atomic(self) -> bool {
        self.0 & Self::ATOMIC != 0
    }

    /// Whether its location holds something that a strong read of it may acquire.
    pub fn is_released(self) -> bool {
        self.0 & Self::RELEASED != 0
    }

    /// Whether writes are among the older accesses of its cell.
    pub fn has_history(self) -> bool {
        self.0 & Self::HISTORY != 0
    }

    /// The same, with something to acquire.
    pub fn released(self, yes: bool) -> Kind {
        Kind(self.0 & !Self::RELEASED | if yes { Self::RELEASED } else { 0 })
    }

    /// The same, with writes among the older accesses.
    pub fn with_history(self) -> Kind {
        Kind(self.0 | Self::HISTORY)
    }

    /// The same, without what is said of its cell.
    pub fn plain(self) -> Kind {
        Kind(self.0 & !(Self::RELEASED | Self::HISTORY))
    }

    /// Whether two accesses that are not ordered matter: one writes, and they are not both strong in scopes that hold both
    /// threads.
    pub fn conflicts(self, other: Kind, one_block: bool) -> bool {
        let strong = self.0 & other.0 & if one_block { Self::STRONG } else { Self::WIDE } != 0;
        (self.0 | other.0) & Self::WRITE != 0 && !strong
    }

    /// What such a pair is; `equal` says whether two stores write the same bytes.
    pub fn verdict(self, other: Kind, equal: impl FnOnce() -> bool) -> Verdict {
        if self.0 & other.0 & Self::STRONG != 0 {
            return Verdict::Narrow;
        }
        let weak_stores =
            self.writes() && other.writes() && !self.is_strong() && !other.is_strong();
        if weak_stores && equal() { Verdict::Equal } else { Verdict::Race }
    }

    /// Whether all that would race with `other` races with this too.
    pub fn covers(self, other: Kind) -> bool {
        let strength = Self::STRONG | Self::WIDE;
        self.writes() >= other.writes() && self.0 & strength & !other.0 == 0
    }
}

/// What two accesses that are not ordered are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A data race.
    Race,
    /// Plain stores of the same bytes: a note.
    Equal,
    /// Strong accesses of two blocks, of which one's scope is its block: a note.
    Narrow,
}

/// One access. A clock of 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The block's number in the grid.
    pub block: u32,
    /// The time of its threads.
    pub clock: u32,
    /// Its lanes.
    pub lanes: u32,
    /// Position (21 bits), warp (5), kind (6).
    rest: u32,
}

impl Stamp {
    /// No access.
    pub const NONE: Stamp = Stamp { block: 0, clock: 0, lanes: 0, rest: 0 };

    /// An access of one lane.
    pub fn new(block: u32, warp: u32, lane: usize, clock: u32, pc: u32, kind: Kind) -> Stamp {
        let rest = pc & (POSITIONS as u32 - 1) | (warp & 31) << 21 | kind.0 << 26;
        Stamp { block, clock, lanes: 1 << (lane & 31), rest }
    }

    /// Whether there is none.
    pub fn is_none(self) -> bool {
        self.clock == 0
    }

    /// The code position.
    pub fn pc(self) -> u32 {
        self.rest & (POSITIONS as u32 - 1)
    }

    /// The warp's number in its block.
    pub fn warp(self) -> u32 {
        self.rest >> 21 & 31
    }

    /// How.
    pub fn kind(self) -> Kind {
        Kind(self.rest >> 26)
    }

    /// The same, of another kind.
    pub fn with_kind(self, kind: Kind) -> Stamp {
        Stamp { rest: self.rest & ((1 << 26) - 1) | kind.0 << 26, ..self }
    }

    /// The same, of some of its lanes.
    pub fn with_lanes(self, lanes: u32) -> Stamp {
        Stamp { lanes, ..self }
    }

    /// Whether the other is the same warp's at the same time, of the same kind: it may differ in position and lanes.
    #[inline(always)]
    pub fn joins(self, other: Stamp) -> bool {
        self.block == other.block
            && self.clock == other.clock
            && (self.rest ^ other.rest) & !(POSITIONS as u32 - 1) == 0
    }

    /// Takes the lanes of another stamp that joins, and its position.
    #[inline(always)]
    pub fn join(&mut self, other: Stamp) {
        self.lanes |= other.lanes;
        self.rest = other.rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_conflicts() {
        let (weak, block, wide) = (None, Some(Scope::Block), Some(Scope::Device));
        assert!(!Kind::read(weak).conflicts(Kind::read(weak), true));
        assert!(Kind::read(weak).conflicts(Kind::write(weak), true));
        assert!(Kind::read(wide).conflicts(Kind::write(weak), true));
        assert!(!Kind::read(wide).conflicts(Kind::write(wide), false));
        assert!(!Kind::atomic(block).conflicts(Kind::write(block), true));
        assert!(Kind::atomic(block).conflicts(Kind::write(wide), false));
    }

    #[test]
    fn what_stands_for_what() {
        let wide = Some(Scope::Device);
        assert!(Kind::write(None).covers(Kind::read(wide)));
        assert!(!Kind::read(None).covers(Kind::write(None)));
        assert!(!Kind::write(wide).covers(Kind::write(None)));
    }

    #[test]
    fn a_stamp_keeps_its_parts() {
        let kind = Kind::atomic(Some(Scope::Block)).released(true);
        let s = Stamp::new(7, 31, 4, 9, 12345, kind);
        assert_eq!((s.block, s.warp(), s.lanes, s.clock, s.pc()), (7, 31, 16, 9, 12345));
        assert_eq!(s.kind(), kind);
        let mut t = Stamp::new(7, 31, 5, 9, 3, kind);
        assert!(t.joins(s) && !t.joins(s.with_kind(Kind::read(None))));
        t.join(s);
        assert_eq!((t.lanes, t.pc()), (48, 12345));
    }
}
