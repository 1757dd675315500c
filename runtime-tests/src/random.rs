//! Random numbers for tests, the same for a seed everywhere.

/// Numbers by xorshift64*; the seed is not 0.
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }

    /// One of a list.
    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.next(list.len())]
    }

    /// True in one case of so many.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.next(n) == 0
    }
}
