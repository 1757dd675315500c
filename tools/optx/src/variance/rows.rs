//! The warps of a block of a known shape at an access: the addresses of their lanes, one by one.
//!
//! Idea: where a warp covers several rows of a block, its lanes have no one stride; but with the shape known each lane's `threadIdx` is, and
//! with it how far from each other those lanes come whose indices differ on axes of known strides alone. Where an axis has a stride that is not
//! known, threads with one index there are taken by themselves.
//! Source: the CUDA C++ Programming Guide, "Thread Hierarchy" (the thread x, y, z of a block X, Y, Z has the number x + X*y + X*Y*z) and "SIMT
//! Architecture" (32 numbers from a multiple of 32 on are a warp); sectors and banks as in [`super::access`].
//! Legality: nothing is changed. As all strides these are estimates: indices are taken not to wrap, and what is lowest to begin a sector.
//! Cost: the threads of a block, 1024 at most, in order of their addresses, an access.

use super::Coefficient;
use super::access::{LANES, SECTOR, banks_wait, lanes_at_once, words};
use std::collections::BTreeMap;

/// How an access goes with the indices of threads, in blocks of a shape of which a warp covers several rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Threads along x, y and z.
    pub block: [u32; 3],
    /// Bytes from thread to thread along x, y and z.
    pub strides: [Coefficient; 3],
}

/// Sectors that the warps of a block move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sectors {
    /// The most of a warp.
    pub most: i64,
    /// It is as many for all of them.
    pub is_exact: bool,
    /// What the first warp's bytes take side by side.
    pub least: i64,
}

impl Rows {
    /// None where no stride is known of the axes that lanes of a warp differ on.
    pub(super) fn of(block: [u32; 3], strides: [Coefficient; 3]) -> Option<Rows> {
        let rows = Rows { block, strides };
        let is_known = rows.within_a_warp().any(|(_, c)| matches!(c, Coefficient::Known(_)));
        is_known.then_some(rows)
    }

    /// Whether all lanes of a warp access one address.
    pub(super) fn is_broadcast(&self) -> bool {
        self.within_a_warp().all(|(_, c)| *c == Coefficient::Known(0))
    }

    /// The axes that some lanes of one warp differ on, with the strides there.
    pub fn within_a_warp(&self) -> impl Iterator<Item = (&'static str, &Coefficient)> {
        let warps = self.warps();
        let differs =
            move |k: &usize| warps.iter().any(|warp| warp.iter().any(|tid| tid[*k] != warp[0][*k]));
        (0..3).filter(differs).map(|k| (["x", "y", "z"][k], &self.strides[k]))
    }

    /// `threadIdx` of the lanes of each warp.
    fn warps(&self) -> Vec<Vec<[i64; 3]>> {
        let [x, y, z] = self.block.map(i64::from);
        let rows = (0..z).flat_map(|z| (0..y).map(move |y| (y, z)));
        let threads: Vec<[i64; 3]> =
            rows.flat_map(|(y, z)| (0..x).map(move |x| [x, y, z])).collect();
        threads.chunks(LANES as usize).map(<[_]>::to_vec).collect()
    }

    /// The indices on the axes of which the stride is not known, and the bytes that the others add.
    fn place(&self, tid: &[i64; 3]) -> ([i64; 3], i64) {
        let (mut apart, mut bytes) = ([0; 3], 0i64);
        for (k, &index) in tid.iter().enumerate() {
            match self.strides[k] {
                Coefficient::Known(c) => bytes = bytes.saturating_add(c.saturating_mul(index)),
                Coefficient::Symbolic(_) | Coefficient::Unknown => apart[k] = index,
            }
        }
        (apart, bytes)
    }

    /// The sectors that a request of a warp moves, where the lowest address of the block begins one; where some stride is not known, the most
    /// there can be where each of the parts that are not known to be near each other begins one.
    pub fn sectors(&self, bytes: u32) -> Sectors {
        let bytes = i64::from(bytes).max(1);
        let warps = self.warps();
        let mut lowest: BTreeMap<[i64; 3], i64> = BTreeMap::new();
        for (apart, at) in warps.iter().flatten().map(|tid| self.place(tid)) {
            lowest.entry(apart).and_modify(|low| *low = at.min(*low)).or_insert(at);
        }
        let moved = |warp: &Vec<[i64; 3]>| {
            let mut all: Vec<([i64; 3], i64)> = Vec::new();
            for (apart, at) in warp.iter().map(|tid| self.place(tid)) {
                let first = at.saturating_sub(lowest[&apart]);
                let last = first.saturating_add(bytes - 1).div_euclid(SECTOR);
                // Structs larger than that are moved in parts, and their bytes are not worth a list.
                all.extend((first.div_euclid(SECTOR)..=last).take(64).map(|s| (apart, s)));
            }
            all.sort_unstable();
            all.dedup();
            all.len() as i64
        };
        let counts: Vec<i64> = warps.iter().map(moved).collect();
        let most = counts.iter().copied().max().unwrap_or(1);
        let lanes = warps.first().map_or(LANES, |warp| warp.len() as i64);
        let is_known = self.within_a_warp().all(|(_, c)| matches!(c, Coefficient::Known(_)));
        Sectors {
            most,
            is_exact: is_known && counts.iter().all(|&n| n == most),
            least: (lanes * bytes + SECTOR - 1).div_euclid(SECTOR),
        }
    }

    /// How many turns the banks of shared memory take for the warp that waits longest; none where the distance of some lanes is not known.
    pub fn bank_turns(&self, bytes: u32) -> Option<i64> {
        if !self.within_a_warp().all(|(_, c)| matches!(c, Coefficient::Known(_))) {
            return None;
        }
        let bytes = i64::from(bytes);
        let warps = self.warps();
        let at_once = warps.iter().flat_map(|warp| warp.chunks(lanes_at_once(bytes)));
        let waits = |lanes: &[[i64; 3]]| {
            banks_wait(lanes.iter().flat_map(|tid| words(self.place(tid).1, bytes)))
        };
        at_once.map(waits).max()
    }
}

#[cfg(test)]
mod tests {
    use super::{Rows, Sectors};
    use crate::variance::Coefficient;
    use std::collections::HashSet;

    const SHAPES: [[u32; 3]; 9] = [
        [8, 8, 1],
        [16, 2, 1],
        [16, 16, 1],
        [4, 4, 4],
        [4, 2, 16],
        [5, 7, 3],
        [48, 2, 1],
        [1, 40, 1],
        [2, 1, 40],
    ];

    /// All threads by number, each with the sum of strides times indices; in order, number by number.
    fn addresses(shape: [u32; 3], strides: [i64; 3]) -> Vec<i64> {
        let size: u32 = shape.iter().product();
        let tid = |n: u32| [n % shape[0], n / shape[0] % shape[1], n / shape[0] / shape[1]];
        let at = |n: u32| (0..3).map(|k| strides[k] * i64::from(tid(n)[k])).sum();
        (0..size).map(at).collect()
    }

    /// Byte by byte, and bank by bank, without a thought of rows.
    #[test]
    fn counts_are_those_of_bytes() {
        let strides = [0, 4, -4, 16, 48, 68, 1024];
        for shape in SHAPES {
            for k in 0..strides.len().pow(3) {
                let of = |k: usize| strides[k % strides.len()];
                let by = [of(k), of(k / strides.len()), of(k / strides.len().pow(2))];
                let Some(rows) = Rows::of(shape, by.map(Coefficient::Known)) else { continue };
                let all = addresses(shape, by);
                let lowest = all.iter().min().expect("threads");
                for bytes in [4i64, 8, 16] {
                    let (mut most, mut fewest, mut turns) = (0, usize::MAX, 0);
                    for warp in all.chunks(32) {
                        let each = warp.iter().flat_map(|at| (0..bytes).map(move |b| at + b));
                        let touched: HashSet<i64> = each.map(|byte| (byte - lowest) / 32).collect();
                        most = most.max(touched.len());
                        fewest = fewest.min(touched.len());
                        for part in warp.chunks(128 / bytes as usize) {
                            let each = part.iter().flat_map(|at| (0..bytes).map(move |b| at + b));
                            let words: HashSet<i64> = each.map(|byte| byte.div_euclid(4)).collect();
                            for bank in 0..32 {
                                let here = words.iter().filter(|w| w.rem_euclid(32) == bank);
                                turns = turns.max(here.count());
                            }
                        }
                    }
                    let found = rows.sectors(bytes as u32);
                    assert_eq!(found.most as usize, most, "{shape:?} {by:?} {bytes}");
                    assert_eq!(found.is_exact, most == fewest, "{shape:?} {by:?} {bytes}");
                    let banks = rows.bank_turns(bytes as u32);
                    assert_eq!(banks, Some(turns as i64), "{shape:?} {by:?} {bytes}");
                }
            }
        }
    }

    /// By hand: in blocks 16 wide a warp has two rows of 64 bytes; in blocks 4 wide eight rows of 16 bytes, each in a sector of its own
    /// wherever it is.
    #[test]
    fn rows_at_any_distance() {
        let n = || Coefficient::Symbolic("n".to_owned());
        let rows =
            |block, y| Rows { block, strides: [Coefficient::Known(4), y, Coefficient::Known(0)] };
        let wide = rows([16, 16, 1], n());
        assert_eq!(wide.sectors(4), Sectors { most: 4, is_exact: false, least: 4 });
        assert_eq!(wide.bank_turns(4), None);
        let narrow = rows([4, 16, 1], Coefficient::Unknown);
        assert_eq!(narrow.sectors(4), Sectors { most: 8, is_exact: false, least: 4 });
        // No warp has two rows: what is between them does not matter.
        assert_eq!(rows([64, 2, 1], n()).bank_turns(4), Some(1));
        // Half a warp takes half as much at best.
        assert_eq!(rows([4, 4, 1], n()).sectors(4).least, 2);
        let columns = [n(), Coefficient::Known(4), Coefficient::Known(0)];
        let columns = Rows::of([16, 16, 1], columns).expect("known along y");
        assert_eq!(columns.sectors(4), Sectors { most: 16, is_exact: false, least: 4 });
        assert_eq!(Rows::of([16, 1, 1], [n(), Coefficient::Known(4), Coefficient::Known(4)]), None);
    }

    #[test]
    fn strides_may_be_anything() {
        for stride in [i64::MIN, i64::MAX, i64::MIN + 1] {
            let rows = Rows { block: [8, 8, 16], strides: [stride; 3].map(Coefficient::Known) };
            assert!((1..=64).contains(&rows.sectors(4).most));
            assert!(rows.bank_turns(4).is_some_and(|n| (1..=32).contains(&n)));
            assert!(rows.sectors(u32::MAX).most > 0);
        }
    }
}
