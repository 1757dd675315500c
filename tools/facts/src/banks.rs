//! Turns that the banks of shared memory take for a warp.
//!
//! Source: the CUDA C++ Programming Guide, "Device Memory Accesses": shared memory has 32 banks of 4 bytes, and lanes at different words of one bank
//! take turns; wide accesses are served by halves and quarters of a warp.

use crate::sectors::phases_within;

/// Banks of shared memory, and bytes of their words.
const BANKS: i64 = 32;
const WORD: i64 = 4;

/// Words that a lane accesses in one turn.
fn width(bytes: i64) -> i64 {
    (bytes.saturating_add(WORD - 1)).div_euclid(WORD).clamp(1, 4)
}

/// Lanes whose accesses are served together: eight bytes a lane go by half a warp, sixteen by a quarter.
pub(crate) fn lanes_at_once(bytes: i64) -> usize {
    match width(bytes) {
        1 => 32,
        2 => 16,
        _ => 8,
    }
}

/// The places in a word where an access of so many bytes may begin that is aligned to its size.
pub(crate) fn phases(bytes: u32) -> impl Iterator<Item = i64> + Clone {
    phases_within(WORD, bytes)
}

/// The turns for lanes at these places that are served together.
pub(crate) fn turns(at: impl Iterator<Item = i64>, bytes: i64) -> u32 {
    let mut words: Vec<i64> = Vec::new();
    for first in at {
        words.extend((0..width(bytes)).map(|k| first.saturating_add(k * WORD).div_euclid(WORD)));
    }
    words.sort_unstable();
    words.dedup();
    let mut waiting = [0; BANKS as usize];
    for word in words {
        waiting[word.rem_euclid(BANKS) as usize] += 1;
    }
    waiting.into_iter().max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::{lanes_at_once, turns};

    fn of_stride(stride: i64, bytes: i64) -> u32 {
        let lanes = 0..lanes_at_once(bytes) as i64;
        turns(lanes.map(|lane| lane.saturating_mul(stride)), bytes)
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
            assert_eq!(of_stride(stride, bytes), wanted, "{stride} {bytes}");
        }
    }

    #[test]
    fn strides_may_be_anything() {
        for stride in [i64::MIN, i64::MAX, i64::MIN + 1] {
            assert!((1..=32).contains(&of_stride(stride, 4)));
        }
    }
}
