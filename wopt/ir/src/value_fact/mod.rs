//! What is known of an integer: bits, and bounds of it as an unsigned and as a signed number.
//!
//! Idea: a [`Fact`] is the product of three domains over one width: known bits, an unsigned interval, a signed one. Each tells the
//! others what it can ([`Fact::reduced`]), so `x & 7` bounds x and `0 <= x < 8` clears its high bits. The rows of
//! [`operation`](Fact::operation) give an operation's fact from its operands'.
//!
//! Source: known bits as in LLVM's `KnownBits`; intervals after W. Harrison, "Compiler Analysis of the Value Ranges for Variables"
//! (TSE 1977), and J. Patterson (PLDI 1995); the product of domains is P. and R. Cousot's (POPL 1979).
//!
//! Legality: a fact holds every value that the operation can have for operands that their facts hold. An I-form ADD, SUB, MPY or NEG that
//! overflows and a division by zero have no value, so results need not hold what only those give; where nothing else is left, the
//! result is anything. Tested for all operands at 3 bits, at random at 32 and 64.
//! Cost: constant.

mod arithmetic;
mod bitwise;
mod comparison;
mod conversion;
mod operation;

pub use arithmetic::Overflow;

use optx_whirl::Mtype;

/// What is known of a value of so many bits. A fact that no value has is [`Fact::is_empty`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The width, 1 to 64.
    width: u32,
    /// Bits known to be 0; never above the width.
    zeros: u64,
    /// Bits known to be 1.
    ones: u64,
    /// Bounds as an unsigned number, both included.
    low: u64,
    high: u64,
    /// Bounds as a signed number, both included.
    least: i64,
    most: i64,
}

/// The numbers below `2^width`, all ones.
const fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A number of so many bits, by its sign.
const fn signed(value: u64, width: u32) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

const fn smallest(width: u32) -> i64 {
    i64::MIN >> (64 - width)
}

const fn largest(width: u32) -> i64 {
    i64::MAX >> (64 - width)
}

impl Fact {
    /// Nothing is known.
    pub const fn full(width: u32) -> Fact {
        Fact {
            width,
            zeros: 0,
            ones: 0,
            low: 0,
            high: mask(width),
            least: smallest(width),
            most: largest(width),
        }
    }

    /// No value: what never runs.
    pub const fn empty(width: u32) -> Fact {
        Fact { low: mask(width), high: 0, ..Fact::full(width) }
    }

    /// One number.
    pub const fn constant(width: u32, value: u64) -> Fact {
        let value = value & mask(width);
        let least = signed(value, width);
        let zeros = !value & mask(width);
        Fact { width, zeros, ones: value, low: value, high: value, least, most: least }
    }

    /// The unsigned numbers from one to another.
    pub fn unsigned(width: u32, low: u64, high: u64) -> Fact {
        Fact { low, high, ..Fact::full(width) }.reduced()
    }

    /// The signed numbers from one to another.
    pub fn signed(width: u32, least: i64, most: i64) -> Fact {
        Fact { least, most, ..Fact::full(width) }.reduced()
    }

    /// The numbers with these bits.
    pub fn bits(width: u32, zeros: u64, ones: u64) -> Fact {
        Fact { zeros: zeros & mask(width), ones: ones & mask(width), ..Fact::full(width) }.reduced()
    }

    /// The width of a register type's values; None for floats.
    pub fn width_of(mtype: Mtype) -> Option<u32> {
        match mtype {
            Mtype::B => Some(1),
            _ if mtype.is_integer() && mtype.is_register() => Some(mtype.bits()),
            _ => None,
        }
    }

    /// The width.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// True where no value has it.
    pub fn is_empty(&self) -> bool {
        self.low > self.high
    }

    /// True where nothing is known.
    pub fn is_full(&self) -> bool {
        *self == Fact::full(self.width)
    }

    /// The one number that it holds.
    pub fn value(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The least and the largest number, unsigned.
    pub fn unsigned_bounds(&self) -> (u64, u64) {
        (self.low, self.high)
    }

    /// The least and the largest number, signed.
    pub fn signed_bounds(&self) -> (i64, i64) {
        (self.least, self.most)
    }

    /// The bits known to be 0, and those known to be 1.
    pub fn known_bits(&self) -> (u64, u64) {
        (self.zeros, self.ones)
    }

    /// The bits that may be 1.
    pub fn possible(&self) -> u64 {
        mask(self.width) & !self.zeros
    }

    /// True where the number is not negative.
    pub fn is_nonnegative(&self) -> bool {
        self.least >= 0
    }

    /// True for a number that it holds.
    pub fn holds(&self, value: u64) -> bool {
        let value = value & mask(self.width);
        let number = signed(value, self.width);
        value & self.zeros == 0
            && value & self.ones == self.ones
            && (self.low..=self.high).contains(&value)
            && (self.least..=self.most).contains(&number)
    }

    /// True where it holds all that another holds, as far as their parts tell.
    pub fn includes(&self, other: &Fact) -> bool {
        other.is_empty() || self.join(other) == *self
    }

    /// What is known of a value that one of two facts is true of.
    pub fn join(&self, other: &Fact) -> Fact {
        debug_assert_eq!(self.width, other.width);
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        Fact {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    /// What is known of a value that both facts are true of.
    pub fn meet(&self, other: &Fact) -> Fact {
        debug_assert_eq!(self.width, other.width);
        if self.is_empty() || other.is_empty() {
            return Fact::empty(self.width);
        }
        Fact {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
        .reduced()
    }

    /// A fact above both, from chains of which there is no long one: a bound that moved goes to 0 or to the end of its type, bits from
    /// the first that changed are given up.
    pub fn widen(&self, new: &Fact) -> Fact {
        let join = self.join(new);
        if self.is_empty() || join == *self {
            return join;
        }
        let moved = (self.zeros & !join.zeros) | (self.ones & !join.ones);
        let kept = if moved == 0 { u64::MAX } else { (1 << moved.trailing_zeros()) - 1 };
        let most = largest(self.width);
        let fact = Fact {
            width: self.width,
            zeros: join.zeros & kept,
            ones: join.ones & kept,
            low: if join.low < self.low { 0 } else { self.low },
            high: match join.high {
                high if high <= self.high => self.high,
                high if high <= most as u64 => most as u64,
                _ => mask(self.width),
            },
            least: match join.least {
                least if least >= self.least => self.least,
                0.. => 0,
                _ => smallest(self.width),
            },
            most: match join.most {
                most if most <= self.most => self.most,
                i64::MIN..0 => -1,
                _ => most,
            },
        };
        fact.reduced()
    }

    /// Each part told what the others know.
    fn reduced(mut self) -> Fact {
        // Twice: bounds give bits, which give bounds.
        for _ in 0..2 {
            if !self.is_possible() {
                break;
            }
            let before = self;
            self.share_bounds();
            if !self.is_possible() {
                break;
            }
            self.share_bits();
            if self == before {
                break;
            }
        }
        if self.is_possible() { self } else { Fact::empty(self.width) }
    }

    fn is_possible(&self) -> bool {
        self.low <= self.high && self.least <= self.most && self.zeros & self.ones == 0
    }

    /// Bounds of one signedness where the others lie in one half.
    fn share_bounds(&mut self) {
        let (width, all) = (self.width, mask(self.width));
        let half = 1 << (width - 1);
        if (self.low < half) == (self.high < half) {
            self.least = self.least.max(signed(self.low, width));
            self.most = self.most.min(signed(self.high, width));
        }
        if (self.least < 0) == (self.most < 0) {
            self.low = self.low.max(self.least as u64 & all);
            self.high = self.high.min(self.most as u64 & all);
        }
    }

    /// Bits from bounds, and bounds from bits.
    fn share_bits(&mut self) {
        let (width, all) = (self.width, mask(self.width));
        let differ = self.low ^ self.high;
        let common = if differ == 0 { all } else { all & !(u64::MAX >> differ.leading_zeros()) };
        self.ones |= self.low & common;
        self.zeros |= !self.low & common;
        self.low = self.low.max(self.ones);
        self.high = self.high.min(all & !self.zeros);
        // Multiples of a power of two.
        let step = mask(self.zeros.trailing_ones().clamp(1, width));
        if self.zeros & 1 != 0 && self.low & step != 0 {
            match (self.low | step).checked_add(1).filter(|&low| low <= all) {
                Some(low) => self.low = low,
                None => self.high = 0,
            }
        }
        if self.zeros & 1 != 0 {
            self.high &= !step;
        }
        let half = 1 << (width - 1);
        let sign = if self.zeros & half == 0 { half } else { 0 };
        self.least = self.least.max(signed(self.ones | sign, width));
        let sign = if self.ones & half == 0 { half } else { 0 };
        self.most = self.most.min(signed(all & !self.zeros & !sign, width));
    }
}

impl std::fmt::Display for Fact {
    /// `8..15, bits 0b1xxx`: what is known beyond the type, or `anything`.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return out.write_str("nothing");
        }
        if let Some(value) = self.value() {
            return write!(out, "{}", signed(value, self.width));
        }
        let full = Fact::full(self.width);
        let mut parts = Vec::new();
        if (self.least, self.most) != (full.least, full.most) {
            parts.push(format!("{}..{}", self.least, self.most));
        }
        if (self.low, self.high) != (full.low, full.high) && self.least < 0 {
            parts.push(format!("unsigned {}..{}", self.low, self.high));
        }
        // What the bounds tell is told.
        let bounds = Fact { zeros: 0, ones: 0, ..*self }.reduced();
        if (self.zeros, self.ones) != (bounds.zeros, bounds.ones) {
            parts.push(format!("zeros {:#x}, ones {:#x}", self.zeros, self.ones));
        }
        if parts.is_empty() {
            return out.write_str("anything");
        }
        out.write_str(&parts.join(", "))
    }
}
