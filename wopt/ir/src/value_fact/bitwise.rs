//! Bits, shifts, counts.

use super::{Fact, mask, signed};

impl Fact {
    /// Bitwise and.
    pub fn and(&self, other: &Fact) -> Fact {
        let (zeros, ones) = (self.zeros | other.zeros, self.ones & other.ones);
        Fact { zeros, ones, high: self.high.min(other.high), ..Fact::full(self.width) }.reduced()
    }

    /// Bitwise or.
    pub fn or(&self, other: &Fact) -> Fact {
        let (zeros, ones) = (self.zeros & other.zeros, self.ones | other.ones);
        Fact { zeros, ones, low: self.low.max(other.low), ..Fact::full(self.width) }.reduced()
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Fact) -> Fact {
        let zeros = (self.zeros & other.zeros) | (self.ones & other.ones);
        let ones = (self.zeros & other.ones) | (self.ones & other.zeros);
        Fact::bits(self.width, zeros, ones)
    }

    /// Bitwise complement.
    pub fn not(&self) -> Fact {
        let all = mask(self.width);
        Fact {
            width: self.width,
            zeros: self.ones,
            ones: self.zeros,
            low: all & !self.high,
            high: all & !self.low,
            least: !self.most,
            most: !self.least,
        }
    }

    /// The value shifted left; an amount of the width or more gives 0.
    pub fn shl(&self, amount: &Fact) -> Fact {
        let (width, all) = (self.width, mask(self.width));
        let zero = Fact::constant(width, 0);
        let (first, last) = (amount.low, amount.high);
        if first >= u64::from(width) {
            return zero;
        }
        let shifted = self.shl_between(first as u32, last.min(u64::from(width) - 1) as u32, all);
        if last >= u64::from(width) { shifted.join(&zero) } else { shifted }
    }

    fn shl_between(&self, first: u32, last: u32, all: u64) -> Fact {
        let low = |k: u32| (1u64 << k) - 1;
        let (zeros, ones) = if first == last {
            ((self.zeros << first) | low(first), self.ones << first)
        } else {
            // The zeros at the end stay zeros.
            (low((self.zeros.trailing_ones() + first).min(self.width - 1)), 0)
        };
        let mut fact = Fact { zeros: zeros & all, ones: ones & all, ..Fact::full(self.width) };
        if u128::from(self.high) << last <= u128::from(all) {
            (fact.low, fact.high) = (self.low << first, self.high << last);
        }
        let ends = [self.least, self.most].map(|x| i128::from(x) << last);
        if ends.iter().all(|&x| x == i128::from(signed(x as u64, self.width))) {
            let shifted = |x: i64, k: u32| ((i128::from(x)) << k) as i64;
            fact.least = shifted(self.least, first).min(shifted(self.least, last));
            fact.most = shifted(self.most, first).max(shifted(self.most, last));
        }
        fact.reduced()
    }

    /// The value shifted right, zeros filled in; an amount of the width or more gives 0.
    pub fn lshr(&self, amount: &Fact) -> Fact {
        let (width, all) = (self.width, mask(self.width));
        let by = |k: u64, x: u64| if k >= u64::from(width) { 0 } else { x >> k };
        let (first, last) = (amount.low, amount.high);
        let fact = Fact::unsigned(width, by(last, self.low), by(first, self.high));
        if first != last || first >= u64::from(width) {
            return fact;
        }
        let zeros = (self.zeros >> first) | (all & !(all >> first));
        fact.meet(&Fact::bits(width, zeros, self.ones >> first))
    }

    /// The value shifted right, its sign filled in; an amount of the width or more gives the sign.
    pub fn ashr(&self, amount: &Fact) -> Fact {
        let width = self.width;
        let cut = |k: u64| k.min(u64::from(width) - 1) as u32;
        let (first, last) = (cut(amount.low), cut(amount.high));
        let least = (self.least >> first).min(self.least >> last);
        let most = (self.most >> first).max(self.most >> last);
        let fact = Fact::signed(width, least, most);
        if first != last {
            return fact;
        }
        let by = |bits: u64| (signed(bits, width) >> first) as u64;
        fact.meet(&Fact::bits(width, by(self.zeros), by(self.ones)))
    }

    /// The number of ones, as a value of another width.
    pub fn count_of_ones(&self, width: u32) -> Fact {
        let most = self.possible().count_ones();
        Fact::unsigned(width, u64::from(self.ones.count_ones()), u64::from(most))
    }

    /// The number of zeros above the first one, as a value of another width.
    pub fn leading_zeros(&self, width: u32) -> Fact {
        let count = |x: u64| u64::from(x.leading_zeros() - (64 - self.width));
        Fact::unsigned(width, count(self.high), count(self.low))
    }

    /// The place of the lowest one bit from 1, or 0, in so many bits.
    pub fn lowest_one(&self, width: u32) -> Fact {
        let most = if self.ones == 0 { self.width } else { self.ones.trailing_zeros() + 1 };
        Fact::unsigned(width, u64::from(self.low > 0), u64::from(most))
    }

    /// The bits in the other order.
    pub fn reversed(&self) -> Fact {
        let reverse = |x: u64| x.reverse_bits() >> (64 - self.width);
        Fact::bits(self.width, reverse(self.zeros), reverse(self.ones))
    }
}
