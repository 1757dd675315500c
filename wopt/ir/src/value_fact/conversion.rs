//! Extension, and cutting off.

use super::{Fact, largest, mask, signed, smallest};

impl Fact {
    /// The value in more bits.
    pub fn extend(&self, width: u32, is_signed: bool) -> Fact {
        debug_assert!(width >= self.width);
        if self.is_empty() {
            return Fact::empty(width);
        }
        let upper = mask(width) & !mask(self.width);
        if !is_signed {
            let (zeros, ones) = (self.zeros | upper, self.ones);
            return Fact { zeros, ones, low: self.low, high: self.high, ..Fact::full(width) }
                .reduced();
        }
        let sign = 1 << (self.width - 1);
        let zeros = self.zeros | if self.zeros & sign != 0 { upper } else { 0 };
        let ones = self.ones | if self.ones & sign != 0 { upper } else { 0 };
        Fact { zeros, ones, least: self.least, most: self.most, ..Fact::full(width) }.reduced()
    }

    /// The low bits of the value.
    pub fn truncate(&self, width: u32) -> Fact {
        debug_assert!(width <= self.width);
        if width == self.width || self.is_empty() {
            return if self.is_empty() { Fact::empty(width) } else { *self };
        }
        let all = mask(width);
        let mut fact = Fact { zeros: self.zeros & all, ones: self.ones & all, ..Fact::full(width) };
        if self.low >> width == self.high >> width {
            (fact.low, fact.high) = (self.low & all, self.high & all);
        }
        // Of one round of the narrow type's numbers.
        let round = |x: i64| (i128::from(x) - i128::from(smallest(width))) >> width;
        if round(self.least) == round(self.most) {
            fact.least = signed(self.least as u64, width);
            fact.most = signed(self.most as u64, width);
        }
        fact.reduced()
    }

    /// The value cut to so many bits and extended again.
    pub fn cut(&self, width: u32, is_signed: bool) -> Fact {
        self.truncate(width).extend(self.width, is_signed)
    }

    /// True where cutting to so many bits and extending again changes nothing.
    pub fn fits(&self, width: u32, is_signed: bool) -> bool {
        if width >= self.width {
            return true;
        }
        if is_signed {
            self.least >= smallest(width) && self.most <= largest(width)
        } else {
            self.high <= mask(width)
        }
    }
}
