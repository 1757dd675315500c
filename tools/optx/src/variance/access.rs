//! Accesses of memory as a warp makes them: how far its lanes are apart, and what that costs.
//!
//! Sources: the CUDA C++ Programming Guide, "Device Memory Accesses": a request of a warp moves sectors of 32 bytes; shared memory has 32 banks
//! of 4 bytes, and lanes at different words of one bank take turns.
//!
//! Strides are estimates for the reader, no claims: they take indices not to wrap.

use super::{Coefficient, Rows};
use optx_ir::Space;

/// Bytes of a sector.
pub(super) const SECTOR: i64 = 32;
/// Banks of shared memory, and bytes of their words.
const BANKS: i64 = 32;
const WORD: i64 = 4;
pub(super) const LANES: i64 = 32;

/// An access of memory.
#[derive(Clone, Debug)]
pub struct Access {
    /// The space.
    pub space: Space,
    /// Bytes that a thread accesses.
    pub bytes: u32,
    /// The address.
    pub address: super::State,
    /// How the lanes of a warp lie.
    pub pattern: Pattern,
}

/// How the addresses of the lanes of a warp lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All at one.
    Broadcast,
    /// So many bytes from lane to lane.
    Stride(i64),
    /// So many bytes from thread to thread along x: from lane to lane where the block is a multiple of 32 wide.
    AlongX(i64),
    /// In blocks of a known shape, of which a warp covers several rows.
    Rows(Rows),
    /// A number of bytes that is not known when compiling.
    Symbolic(String),
    /// Anywhere.
    Unknown,
    /// Each thread's own memory, which the hardware interleaves.
    Own,
}

impl Pattern {
    /// That of an address of such strides, from lane to lane and along the axes, in blocks of a shape where it is known.
    pub(super) fn of(
        space: Space,
        (lane, axes): (Option<i64>, [Coefficient; 3]),
        block: Option<[u32; 3]>,
        symbol: impl Fn() -> Option<String>,
    ) -> Pattern {
        match (lane, &axes[0]) {
            _ if space == Space::Local => return Pattern::Own,
            (Some(0), _) => return Pattern::Broadcast,
            (Some(stride), _) => return Pattern::Stride(stride),
            (None, &Coefficient::Known(stride)) if block.is_none() => {
                return Pattern::AlongX(stride);
            }
            _ => {}
        }
        match block.and_then(|block| Rows::of(block, axes)) {
            Some(rows) if rows.is_broadcast() => Pattern::Broadcast,
            Some(rows) => Pattern::Rows(rows),
            None => symbol().map_or(Pattern::Unknown, Pattern::Symbolic),
        }
    }

    /// The bytes from lane to lane, along x where that is what is known; none where there is not one number of them.
    pub fn stride(&self) -> Option<i64> {
        match self {
            Pattern::Broadcast => Some(0),
            Pattern::Stride(stride) | Pattern::AlongX(stride) => Some(*stride),
            Pattern::Rows(_) | Pattern::Symbolic(_) | Pattern::Unknown | Pattern::Own => None,
        }
    }
}

impl Access {
    /// Whether it goes through sectors, as far as anyone knows.
    pub fn is_global(&self) -> bool {
        matches!(self.space, Space::Global | Space::Generic)
    }

    /// Sectors that a request of a warp moves at an address that begins one; the most there can be where no stride is known, or warps differ.
    pub fn sectors(&self) -> i64 {
        let bytes = i64::from(self.bytes);
        match (&self.pattern, self.pattern.stride()) {
            (Pattern::Rows(rows), _) => rows.sectors(self.bytes).most,
            (_, Some(stride)) => sectors(stride, bytes),
            (_, None) => LANES * ((bytes + SECTOR - 1) / SECTOR).max(1),
        }
    }

    /// Whether each warp of a block moves as many sectors as that.
    pub fn sectors_are_exact(&self) -> bool {
        match &self.pattern {
            Pattern::Rows(rows) => rows.sectors(self.bytes).is_exact,
            pattern => pattern.stride().is_some(),
        }
    }

    /// The sectors that as many bytes take side by side.
    pub fn least_sectors(&self) -> i64 {
        match &self.pattern {
            Pattern::Rows(rows) => rows.sectors(self.bytes).least,
            _ => i64::from(self.bytes).max(1),
        }
    }

    /// An access of global memory whose lanes are further apart than what they access, or nobody knows how far; where a warp covers several
    /// rows of a known shape, one that moves more sectors than it has to.
    pub fn is_uncoalesced(&self) -> bool {
        let is_far = || match &self.pattern {
            Pattern::Own => false,
            Pattern::Rows(_) => self.sectors() > self.least_sectors(),
            pattern => pattern.stride().is_none_or(|by| by.unsigned_abs() > u64::from(self.bytes)),
        };
        self.is_global() && is_far()
    }

    /// How many turns the banks of shared memory take, 1 where none waits; none where that is not known.
    pub fn bank_turns(&self) -> Option<i64> {
        match &self.pattern {
            _ if self.space != Space::Shared => None,
            Pattern::Rows(rows) => rows.bank_turns(self.bytes),
            pattern => Some(bank_turns(pattern.stride()?, i64::from(self.bytes))),
        }
    }
}

fn distinct(mut list: Vec<i64>) -> Vec<i64> {
    list.sort_unstable();
    list.dedup();
    list
}

fn sectors(stride: i64, bytes: i64) -> i64 {
    let lowest = stride.min(0).saturating_mul(LANES - 1);
    let last = |first: i64| first.saturating_add(bytes.max(1) - 1).div_euclid(SECTOR);
    // Structs larger than that are moved in parts, and their bytes are not worth a list.
    let pieces = |lane: i64| {
        let first = lane.saturating_mul(stride).saturating_sub(lowest);
        let begin = first.div_euclid(SECTOR);
        (begin..=last(first)).take(64)
    };
    distinct((0..LANES).flat_map(pieces).collect()).len() as i64
}

fn bank_turns(stride: i64, bytes: i64) -> i64 {
    let lanes = 0..lanes_at_once(bytes) as i64;
    banks_wait(lanes.flat_map(|lane| words(lane.saturating_mul(stride), bytes)))
}

/// Words that a lane accesses in one turn.
fn width(bytes: i64) -> i64 {
    (bytes + WORD - 1).div_euclid(WORD).clamp(1, 4)
}

/// Lanes whose accesses are served together: eight bytes a lane go by half a warp, sixteen by a quarter.
pub(super) fn lanes_at_once(bytes: i64) -> usize {
    match width(bytes) {
        1 => 32,
        2 => 16,
        _ => 8,
    }
}

/// The words of an access.
pub(super) fn words(at: i64, bytes: i64) -> impl Iterator<Item = i64> {
    (0..width(bytes)).map(move |k| at.saturating_add(k * WORD).div_euclid(WORD))
}

/// How many turns the banks take for these words.
pub(super) fn banks_wait(words: impl Iterator<Item = i64>) -> i64 {
    let mut waiting = [0; BANKS as usize];
    for word in distinct(words.collect()) {
        waiting[word.rem_euclid(BANKS) as usize] += 1;
    }
    waiting.into_iter().max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::{bank_turns, sectors};

    /// Counted by hand: 32 lanes of 4 bytes side by side are 128 bytes, four sectors; two apart, eight; from 32 bytes on each has its own.
    #[test]
    fn sectors_of_strides() {
        for (stride, bytes, wanted) in [
            (4, 4, 4),
            (-4, 4, 4),
            (-8, 4, 8),
            (8, 4, 8),
            (12, 4, 12),
            (32, 4, 32),
            (4096, 4, 32),
            (0, 4, 1),
            (8, 8, 8),
            (16, 16, 16),
            (1, 1, 1),
            (2, 1, 2),
        ] {
            assert_eq!(sectors(stride, bytes), wanted, "{stride} {bytes}");
        }
    }

    #[test]
    fn strides_may_be_anything() {
        for stride in [i64::MIN, i64::MAX, i64::MIN + 1] {
            assert!((1..=64).contains(&sectors(stride, 4)));
            assert!((1..=32).contains(&bank_turns(stride, 4)));
        }
        assert!(sectors(0, i64::from(u32::MAX)) > 0);
    }

    /// The classical ones: a column of a 32 wide tile waits 32 times, of a 33 wide one never; even strides share banks.
    #[test]
    fn turns_of_banks() {
        for (stride, bytes, wanted) in [
            (4, 4, 1),
            (128, 4, 32),
            (132, 4, 1),
            (8, 4, 2),
            (16, 4, 4),
            (0, 4, 1),
            (8, 8, 1),
            (16, 16, 1),
            (1, 1, 1),
        ] {
            assert_eq!(bank_turns(stride, bytes), wanted, "{stride} {bytes}");
        }
    }
}
