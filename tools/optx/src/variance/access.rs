//! Accesses of memory as a warp makes them: how far its lanes are apart, and what that costs.
//!
//! Sources: the CUDA C++ Programming Guide, "Device Memory Accesses": a request of a warp moves sectors of 32 bytes; shared memory has 32 banks
//! of 4 bytes, and lanes at different words of one bank take turns.
//!
//! Strides are estimates for the reader, no claims: they take indices not to wrap.

use optx_ir::Space;

/// Bytes of a sector.
const SECTOR: i64 = 32;
/// Banks of shared memory, and bytes of their words.
const BANKS: i64 = 32;
const WORD: i64 = 4;
const LANES: i64 = 32;

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
    /// A number of bytes that is not known when compiling.
    Symbolic(String),
    /// Anywhere.
    Unknown,
    /// Each thread's own memory, which the hardware interleaves.
    Own,
}

impl Pattern {
    /// That of an address of such strides, by lane and along x; `symbol` names a symbolic one.
    pub(super) fn of(
        space: Space,
        [lane, x]: [Option<i64>; 2],
        symbol: impl Fn() -> Option<String>,
    ) -> Pattern {
        match (space, lane, x) {
            (Space::Local, ..) => Pattern::Own,
            (_, Some(0), _) => Pattern::Broadcast,
            (_, Some(stride), _) => Pattern::Stride(stride),
            (_, None, Some(stride)) => Pattern::AlongX(stride),
            (_, None, None) => symbol().map_or(Pattern::Unknown, Pattern::Symbolic),
        }
    }

    /// The bytes from lane to lane, along x where that is what is known.
    pub fn stride(&self) -> Option<i64> {
        match self {
            Pattern::Broadcast => Some(0),
            Pattern::Stride(stride) | Pattern::AlongX(stride) => Some(*stride),
            Pattern::Symbolic(_) | Pattern::Unknown | Pattern::Own => None,
        }
    }
}

impl Access {
    /// Whether it goes through sectors, as far as anyone knows.
    pub fn is_global(&self) -> bool {
        matches!(self.space, Space::Global | Space::Generic)
    }

    /// Sectors that a request of a warp moves at an address that begins one; the most there can be where no stride is known.
    pub fn sectors(&self) -> i64 {
        let bytes = i64::from(self.bytes);
        match self.pattern.stride() {
            Some(stride) => sectors(stride, bytes),
            None => LANES * ((bytes + SECTOR - 1) / SECTOR).max(1),
        }
    }

    /// The sectors that as many bytes take side by side.
    pub fn least_sectors(&self) -> i64 {
        i64::from(self.bytes).max(1)
    }

    /// An access of global memory whose lanes are further apart than what they access, or nobody knows how far.
    pub fn is_uncoalesced(&self) -> bool {
        let apart = |stride: i64| stride.unsigned_abs() > u64::from(self.bytes);
        self.is_global() && self.pattern != Pattern::Own && self.pattern.stride().is_none_or(apart)
    }

    /// How many turns the banks of shared memory take, 1 where none waits; none where that is not known.
    pub fn bank_turns(&self) -> Option<i64> {
        (self.space == Space::Shared).then_some(())?;
        Some(bank_turns(self.pattern.stride()?, i64::from(self.bytes)))
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
    let words = (bytes + WORD - 1).div_euclid(WORD).clamp(1, 4);
    // Eight bytes a lane go by half a warp, sixteen by a quarter.
    let lanes = LANES
        / match words {
            1 => 1,
            2 => 2,
            _ => 4,
        };
    let word =
        |lane: i64, k: i64| lane.saturating_mul(stride).saturating_add(k * WORD).div_euclid(WORD);
    let all = (0..lanes).flat_map(|lane| (0..words).map(move |k| word(lane, k)));
    let mut waiting = [0; BANKS as usize];
    for word in distinct(all.collect()) {
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
