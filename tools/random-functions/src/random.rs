//! Random numbers, the same for a seed everywhere.

/// A small generator with a fixed sequence for a seed (xorshift64*).
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }

    /// A list in another order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.next(k + 1));
        }
    }

    /// One of a list.
    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.next(list.len())]
    }
}
