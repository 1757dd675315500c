//! Sectors that a request of a warp moves, counted lane by lane.
//!
//! Source: the CUDA C++ Programming Guide, "Device Memory Accesses": a request of a warp moves sectors of 32 bytes.

/// Bytes of a sector.
pub(crate) const SECTOR: i64 = 32;
/// Lanes of a warp.
pub(crate) const LANES: i64 = 32;

/// Distinct sectors of accesses of so many bytes at these places.
pub(crate) fn touched(at: impl Iterator<Item = i64>, bytes: i64) -> u32 {
    let mut all: Vec<i64> = Vec::with_capacity(LANES as usize);
    for first in at {
        let last = first.saturating_add(bytes.max(1) - 1).div_euclid(SECTOR);
        all.extend(first.div_euclid(SECTOR)..=last);
    }
    all.sort_unstable();
    all.dedup();
    all.len() as u32
}

/// The places in a sector where an access of so many bytes may begin that is aligned to its size.
pub(crate) fn phases(bytes: u32) -> impl Iterator<Item = i64> + Clone {
    phases_within(SECTOR, bytes)
}

/// The places in so many bytes where an access may begin that is aligned to its size.
pub(crate) fn phases_within(unit: i64, bytes: u32) -> impl Iterator<Item = i64> + Clone {
    (0..unit).step_by(i64::from(bytes).clamp(1, unit) as usize)
}

/// The places of lanes so many bytes apart, of which the lowest is at a place.
pub(crate) fn lanes_from(lowest: i64, stride: i64) -> impl Iterator<Item = i64> {
    let first = stride.min(0).saturating_mul(LANES - 1);
    (0..LANES)
        .map(move |lane| lane.saturating_mul(stride).saturating_sub(first).saturating_add(lowest))
}

/// The least and the most of some counts.
pub(crate) fn least_and_most(counts: impl Iterator<Item = u32>) -> (u32, u32) {
    counts.fold((u32::MAX, 0), |(least, most), count| (least.min(count), most.max(count)))
}

#[cfg(test)]
mod tests {
    use super::{lanes_from, phases, touched};
    use std::collections::HashSet;

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
            assert_eq!(touched(lanes_from(0, stride), bytes), wanted, "{stride} {bytes}");
        }
    }

    /// Byte by byte, without a thought of sectors' numbers.
    #[test]
    fn counts_are_those_of_bytes() {
        for stride in -80i64..80 {
            for bytes in [1, 2, 4, 8, 16] {
                for phase in phases(bytes) {
                    let at = |lane: i64| lane * stride - stride.min(0) * 31 + phase;
                    let each =
                        (0..32).flat_map(|lane| (0..i64::from(bytes)).map(move |b| at(lane) + b));
                    let wanted: HashSet<i64> = each.map(|byte| byte.div_euclid(32)).collect();
                    let found = touched(lanes_from(phase, stride), bytes.into());
                    assert_eq!(found as usize, wanted.len(), "{stride} {bytes} {phase}");
                }
            }
        }
    }

    #[test]
    fn strides_may_be_anything() {
        for stride in [i64::MIN, i64::MAX, i64::MIN + 1] {
            assert!((1..=64).contains(&touched(lanes_from(16, stride), 4)));
        }
    }
}
