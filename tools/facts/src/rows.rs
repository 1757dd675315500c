//! The warps of a block of a known shape at an access: the addresses of their lanes, one by one.
//!
//! Idea: where a warp covers several rows of a block, its lanes have no one stride; but with the shape known each lane's `threadIdx` is, and
//! with it how far from each other those lanes come whose indices differ on axes of known strides alone. Where an axis has a stride that is not
//! known, threads with one index there are taken by themselves.
//! Source: the CUDA C++ Programming Guide, "Thread Hierarchy" (the thread x, y, z of a block X, Y, Z has the number x + X*y + X*Y*z) and "SIMT
//! Architecture" (32 numbers from a multiple of 32 on are a warp); sectors and banks as in [`crate::sectors`] and [`crate::banks`].
//! Legality: nothing is changed. As all strides these are estimates: indices are taken not to wrap, and what is lowest to begin a sector.
//! Cost: the threads of a block, 1024 at most, in order of their addresses, an access.

use crate::banks;
use crate::known::Doubt;
use crate::sectors::least_and_most;
use crate::sectors::{self, LANES};
use crate::state::Coefficient;
use std::collections::BTreeMap;

/// How an access goes with the indices of threads, in blocks of a shape of which a warp covers several rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Threads along x, y and z.
    pub block: [u32; 3],
    /// Bytes from thread to thread along x, y and z.
    pub strides: [Coefficient; 3],
}

/// What the warps of a block pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    /// The most of a warp.
    pub(crate) most: u32,
    /// It is as much for all of them that are whole.
    pub(crate) is_even: bool,
}

impl Spread {
    fn of(counts: impl Iterator<Item = u32>) -> Spread {
        let (least, most) = least_and_most(counts);
        Spread { most, is_even: least >= most }
    }
}

impl Rows {
    /// None where no stride is known of the axes that lanes of a warp differ on.
    pub(crate) fn of(block: [u32; 3], strides: [Coefficient; 3]) -> Option<Rows> {
        let rows = Rows { block, strides };
        let is_known = rows.within_a_warp().any(|(_, c)| matches!(c, Coefficient::Known(_)));
        is_known.then_some(rows)
    }

    /// Whether all lanes of a warp access one address.
    pub(crate) fn is_broadcast(&self) -> bool {
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

    /// Lanes of the first warp.
    pub(crate) fn lanes(&self) -> usize {
        self.warps().first().map_or(LANES as usize, Vec::len)
    }

    /// Whether it is known of any two lanes of a warp how far they are apart.
    pub(crate) fn is_known(&self) -> bool {
        self.within_a_warp().all(|(_, c)| matches!(c, Coefficient::Known(_)))
    }

    /// Why it is not.
    pub(crate) fn doubts(&self) -> impl Iterator<Item = Doubt> {
        self.within_a_warp().filter_map(|(_, coefficient)| match coefficient {
            Coefficient::Known(_) => None,
            Coefficient::Symbolic(_) => Some(Doubt::RuntimeStride),
            Coefficient::Unknown => Some(Doubt::Data),
        })
    }

    /// Those whose evenness is asked: whole ones, if there are any.
    fn whole_warps(&self) -> Vec<Vec<[i64; 3]>> {
        let mut warps = self.warps();
        let length = warps.first().map_or(0, Vec::len);
        warps.retain(|warp| warp.len() == length);
        warps
    }

    /// The sectors that a request of a warp moves, where the lowest address of the block is at a place in a sector; where some stride is not known, the most
    /// there can be where each of the parts that are not known to be near each other is.
    pub(crate) fn sectors(&self, bytes: u32, from: i64) -> Spread {
        let warps = self.warps();
        let mut lowest: BTreeMap<[i64; 3], i64> = BTreeMap::new();
        for (apart, at) in warps.iter().flatten().map(|tid| self.place(tid)) {
            lowest.entry(apart).and_modify(|low| *low = at.min(*low)).or_insert(at);
        }
        let moved = |warp: &Vec<[i64; 3]>| {
            let parts = self.parts(warp).into_iter();
            let touched = |(apart, places): ([i64; 3], Vec<i64>)| {
                let low = lowest.get(&apart).copied().unwrap_or(0);
                let at = places.into_iter().map(|at| at.saturating_sub(low).saturating_add(from));
                sectors::touched(at, bytes.into())
            };
            parts.map(touched).sum()
        };
        let most = warps.iter().map(moved).max().unwrap_or(0);
        Spread { most, ..Spread::of(self.whole_warps().iter().map(moved)) }
    }

    /// The most sectors that a request of a warp moves wherever in sectors its parts begin; even where that changes nothing.
    pub(crate) fn most_sectors(&self, bytes: u32) -> Spread {
        let mut found = Spread { most: 0, is_even: true };
        for warp in &self.warps() {
            let mut most = 0;
            for (_, places) in self.parts(warp) {
                let at = |phase: i64| places.iter().map(move |at| at.saturating_add(phase));
                let of_phase = |phase| sectors::touched(at(phase), bytes.into());
                let spread = Spread::of(sectors::phases(bytes).map(of_phase));
                most += spread.most;
                found.is_even &= spread.is_even;
            }
            found.most = found.most.max(most);
        }
        found
    }

    /// The lanes of a warp that are known to be so far apart, by the indices that the others differ in.
    fn parts(&self, warp: &[[i64; 3]]) -> BTreeMap<[i64; 3], Vec<i64>> {
        let mut parts: BTreeMap<[i64; 3], Vec<i64>> = BTreeMap::new();
        for (apart, at) in warp.iter().map(|tid| self.place(tid)) {
            parts.entry(apart).or_default().push(at);
        }
        parts
    }

    /// The turns that the banks of shared memory take for a warp, where the address of thread 0, 0, 0 is at a place in a word; of those of
    /// its lanes that are known to be so far apart.
    pub(crate) fn turns(&self, bytes: u32, phase: i64) -> Spread {
        let at_once = banks::lanes_at_once(bytes.into());
        let at = |tid: &[i64; 3]| self.place(tid).1.saturating_add(phase);
        let waits = |lanes: &[[i64; 3]]| banks::turns(lanes.iter().map(at), bytes.into());
        let of = |warps: &[Vec<[i64; 3]>]| {
            Spread::of(warps.iter().flat_map(|warp| warp.chunks(at_once)).map(waits))
        };
        Spread { most: of(&self.warps()).most, ..of(&self.whole_warps()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rows, Spread};
    use crate::state::Coefficient;
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
                    let (mut most, mut turns) = (0, 0);
                    // Of warps that are whole.
                    let (mut fewest, mut even) = (usize::MAX, 0);
                    for warp in all.chunks(32) {
                        let each = warp.iter().flat_map(|at| (0..bytes).map(move |b| at + b));
                        let touched: HashSet<i64> = each.map(|byte| (byte - lowest) / 32).collect();
                        most = most.max(touched.len());
                        if warp.len() == all.len().min(32) {
                            (fewest, even) = (fewest.min(touched.len()), even.max(touched.len()));
                        }
                        for part in warp.chunks(128 / bytes as usize) {
                            let each = part.iter().flat_map(|at| (0..bytes).map(move |b| at + b));
                            let words: HashSet<i64> = each.map(|byte| byte.div_euclid(4)).collect();
                            for bank in 0..32 {
                                let here = words.iter().filter(|w| w.rem_euclid(32) == bank);
                                turns = turns.max(here.count());
                            }
                        }
                    }
                    let found = rows.sectors(bytes as u32, 0);
                    assert_eq!(found.most as usize, most, "{shape:?} {by:?} {bytes}");
                    assert_eq!(found.is_even, even == fewest, "{shape:?} {by:?} {bytes}");
                    let banks = rows.turns(bytes as u32, 0);
                    assert_eq!(banks.most as usize, turns, "{shape:?} {by:?} {bytes}");
                }
            }
        }
    }

    /// No request moves more than the bound, byte by byte, wherever the block's memory begins; and one moves as much.
    #[test]
    fn bounds_are_reached_and_kept() {
        let strides = [0, 16, -16, 48, 64, 1024];
        for shape in SHAPES {
            for k in 0..strides.len().pow(3) {
                let of = |k: usize| strides[k % strides.len()];
                let by = [of(k), of(k / strides.len()), of(k / strides.len().pow(2))];
                let Some(rows) = Rows::of(shape, by.map(Coefficient::Known)) else { continue };
                let all = addresses(shape, by);
                for bytes in [4i64, 16] {
                    let mut counts = HashSet::new();
                    for (warp, begin) in
                        all.chunks(32).flat_map(|w| [0, 4, 8, 16, 28].map(|b| (w, b)))
                    {
                        if begin % bytes == 0 {
                            let each =
                                warp.iter().flat_map(|at| (0..bytes).map(move |b| at + b + begin));
                            let touched: HashSet<i64> =
                                each.map(|byte| byte.div_euclid(32)).collect();
                            counts.insert(touched.len() as u32);
                        }
                    }
                    let found = rows.most_sectors(bytes as u32);
                    assert_eq!(counts.iter().max(), Some(&found.most), "{shape:?} {by:?} {bytes}");
                    assert!(counts.len() == 1 || !found.is_even || all.len() > 32);
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
        let most = |most| Spread { most, is_even: false };
        let even = |most| Spread { most, is_even: true };
        assert_eq!(wide.sectors(4, 0), even(4));
        // 64 bytes that begin within a sector touch a third one.
        assert_eq!(wide.most_sectors(4), most(6));
        assert!(!wide.is_known());
        let narrow = rows([4, 16, 1], Coefficient::Unknown);
        assert_eq!(narrow.sectors(4, 0), even(8));
        assert_eq!(narrow.most_sectors(4), most(16));
        // No warp has two rows: what is between them does not matter.
        assert!(rows([64, 2, 1], n()).is_known());
        assert_eq!(rows([64, 2, 1], n()).turns(4, 0), even(1));
        // Half a warp.
        assert_eq!(rows([4, 4, 1], n()).lanes(), 16);
        let columns = [n(), Coefficient::Known(4), Coefficient::Known(0)];
        let columns = Rows::of([16, 16, 1], columns).expect("known along y");
        assert_eq!(columns.sectors(4, 0).most, 16);
        assert_eq!(Rows::of([16, 1, 1], [n(), Coefficient::Known(4), Coefficient::Known(4)]), None);
    }

    #[test]
    fn strides_may_be_anything() {
        for stride in [i64::MIN, i64::MAX, i64::MIN + 1] {
            let rows = Rows { block: [8, 8, 16], strides: [stride; 3].map(Coefficient::Known) };
            assert!((1..=64).contains(&rows.sectors(4, 0).most));
            assert!((1..=32).contains(&rows.turns(4, 0).most));
        }
    }
}
