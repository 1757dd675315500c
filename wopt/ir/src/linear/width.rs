//! Numbers modulo powers of two.

use optx_whirl::Mtype;

/// How many bits numbers have, 64 at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Width(u32);

impl Width {
    /// The width of a register of 32 bits.
    pub const WORD: Width = Width(32);

    /// The width of a register of 64 bits.
    pub const LONG: Width = Width(64);

    /// So many bits, one at least.
    pub fn of_bits(bits: u32) -> Width {
        debug_assert!((1..=u64::BITS).contains(&bits));
        Width(bits)
    }

    /// The width of an integer's register; None for other types.
    pub fn of(mtype: Mtype) -> Option<Width> {
        match (mtype.is_integer(), mtype.size()) {
            (true, 4) => Some(Width::WORD),
            (true, 8) => Some(Width::LONG),
            _ => None,
        }
    }

    /// The type of numbers of this width that promise nothing.
    pub fn mtype(self) -> Mtype {
        if self.0 <= 32 { Mtype::U4 } else { Mtype::U8 }
    }

    /// How many words of 32 bits hold a number.
    pub fn words(self) -> u32 {
        self.0.div_ceil(32)
    }

    /// A number modulo 2^N.
    pub fn cut(self, value: u64) -> u64 {
        value & u64::MAX >> (u64::BITS - self.0)
    }

    /// The number with the sign that its top bit is.
    pub fn signed(self, value: u64) -> i64 {
        let above = u64::BITS - self.0;
        (value << above) as i64 >> above
    }
}
