//! A small generator with a fixed sequence for a seed.

/// xorshift64*, started by splitmix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of input `index` of `seed`.
    pub fn new(seed: u64, index: u64) -> Random {
        Random(mix(mix(seed) ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }

    /// A number below `below`, or 0 where that is 0.
    pub fn below(&mut self, below: usize) -> usize {
        if below == 0 { 0 } else { (self.bits() >> 16) as usize % below }
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
