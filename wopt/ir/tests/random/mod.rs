//! Random numbers for tests: what a test needs of them beyond the next number it adds itself.

/// A fixed sequence of numbers (xorshift64*) for a seed, which is not 0.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}
