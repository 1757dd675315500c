//! Sums, products, quotients, minima.

use super::{Fact, largest, mask, signed, smallest};
use optx_whirl::Mtype;

/// Whether an operation is an I-form: one that overflows has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// It wraps.
    Wraps,
    /// It has no value.
    Poison,
}

impl Overflow {
    /// Of sums, differences, products and negatives of a type: I-forms are signed.
    pub fn of(mtype: Mtype) -> Overflow {
        if mtype.is_signed() { Overflow::Poison } else { Overflow::Wraps }
    }
}

/// Unsigned bounds of what lies between two numbers, modulo the width; all where they are not in one round.
fn unsigned_bounds(width: u32, low: i128, high: i128) -> (u64, u64) {
    // Shifts and not divisions: those of 128 bits are calls.
    if low >> width == high >> width {
        (low as u64 & mask(width), high as u64 & mask(width))
    } else {
        (0, mask(width))
    }
}

/// Signed bounds of what lies between two numbers.
fn signed_bounds(width: u32, low: i128, high: i128, overflow: Overflow) -> (i64, i64) {
    let (least, most) = (i128::from(smallest(width)), i128::from(largest(width)));
    let full = (smallest(width), largest(width));
    let (low, high) = match overflow {
        Overflow::Poison => (low.max(least), high.min(most)),
        Overflow::Wraps => {
            let rounds = (low - least) >> width;
            if rounds != (high - least) >> width {
                return full;
            }
            (low - (rounds << width), high - (rounds << width))
        }
    };
    // Where every value overflows nothing is promised.
    if low > high { full } else { (low as i64, high as i64) }
}

/// The product of bounds: of four corners, the least and the largest.
fn corners(a: (i64, i64), b: (i64, i64), of: impl Fn(i128, i128) -> i128) -> (i128, i128) {
    let (a, b) = ([a.0, a.1].map(i128::from), [b.0, b.1].map(i128::from));
    let all = [of(a[0], b[0]), of(a[0], b[1]), of(a[1], b[0]), of(a[1], b[1])];
    all.iter().fold((all[0], all[0]), |(low, high), &x| (low.min(x), high.max(x)))
}

impl Fact {
    fn with_bounds(self, unsigned: (u64, u64), signed: (i64, i64)) -> Fact {
        let fact =
            Fact { low: unsigned.0, high: unsigned.1, least: signed.0, most: signed.1, ..self };
        let reduced = fact.reduced();
        // Parts that contradict each other: only overflows are left.
        if reduced.is_empty() { Fact::full(self.width) } else { reduced }
    }

    /// The bits of a sum with a carry: those whose carries are known.
    fn sum_bits(&self, other: &Fact, carry: u64) -> Fact {
        let all = mask(self.width);
        let largest = self.possible().wrapping_add(other.possible()).wrapping_add(carry);
        let least = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let no_carry = !(largest ^ self.zeros ^ other.zeros);
        let carries = least ^ self.ones ^ other.ones;
        let operands = (self.zeros | self.ones) & (other.zeros | other.ones);
        let known = operands & (no_carry | carries) & all;
        Fact { zeros: !largest & known, ones: least & known, ..Fact::full(self.width) }
    }

    /// The sum.
    pub fn add(&self, other: &Fact, overflow: Overflow) -> Fact {
        let width = self.width;
        let unsigned = unsigned_bounds(
            width,
            i128::from(self.low) + i128::from(other.low),
            i128::from(self.high) + i128::from(other.high),
        );
        let signed = signed_bounds(
            width,
            i128::from(self.least) + i128::from(other.least),
            i128::from(self.most) + i128::from(other.most),
            overflow,
        );
        self.sum_bits(other, 0).with_bounds(unsigned, signed)
    }

    /// The difference.
    pub fn sub(&self, other: &Fact, overflow: Overflow) -> Fact {
        let width = self.width;
        let unsigned = unsigned_bounds(
            width,
            i128::from(self.low) - i128::from(other.high),
            i128::from(self.high) - i128::from(other.low),
        );
        let signed = signed_bounds(
            width,
            i128::from(self.least) - i128::from(other.most),
            i128::from(self.most) - i128::from(other.least),
            overflow,
        );
        self.sum_bits(&other.not(), 1).with_bounds(unsigned, signed)
    }

    /// The negative.
    pub fn neg(&self, overflow: Overflow) -> Fact {
        Fact::constant(self.width, 0).sub(self, overflow)
    }

    /// The product.
    pub fn mul(&self, other: &Fact, overflow: Overflow) -> Fact {
        let width = self.width;
        let high = u128::from(self.high) * u128::from(other.high);
        let unsigned = if high <= u128::from(mask(width)) {
            (self.low * other.low, high as u64)
        } else {
            (0, mask(width))
        };
        let (low, high) = corners((self.least, self.most), (other.least, other.most), |a, b| a * b);
        let signed = signed_bounds(width, low, high, overflow);
        if let (Some(a), Some(b)) = (self.value(), other.value()) {
            return Fact::constant(width, a.wrapping_mul(b));
        }
        let zeros = self.zeros.trailing_ones() + other.zeros.trailing_ones();
        let zeros = if zeros == 0 { 0 } else { mask(zeros.min(width)) };
        Fact { zeros, ..Fact::full(width) }.with_bounds(unsigned, signed)
    }

    /// The upper half of the product in twice the width.
    pub fn high_mul(&self, other: &Fact, is_signed: bool) -> Fact {
        let width = self.width;
        if is_signed {
            let (low, high) =
                corners((self.least, self.most), (other.least, other.most), |a, b| a * b);
            return Fact::signed(width, (low >> width) as i64, (high >> width) as i64);
        }
        let product = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> width) as u64;
        Fact::unsigned(width, product(self.low, other.low), product(self.high, other.high))
    }

    /// The quotient, toward zero.
    pub fn div(&self, other: &Fact, is_signed: bool) -> Fact {
        let width = self.width;
        if !is_signed {
            let Some(high) = self.low.checked_div(other.high) else { return Fact::full(width) };
            return Fact::unsigned(width, high, self.high / other.low.max(1));
        }
        let dividend = (self.least, self.most);
        let negative = (other.least, other.most.min(-1));
        let positive = (other.least.max(1), other.most);
        let parts = [negative, positive].into_iter().filter(|(low, high)| low <= high);
        let bounds = parts.map(|divisor| corners(dividend, divisor, |a, b| a / b));
        let Some((low, high)) = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
            return Fact::full(width);
        };
        // The most negative number by -1 has no value.
        let (least, most) = signed_bounds(width, low, high, Overflow::Poison);
        Fact::signed(width, least, most)
    }

    /// The remainder, with the dividend's sign.
    pub fn rem(&self, other: &Fact, is_signed: bool) -> Fact {
        let width = self.width;
        let bounds = if is_signed { self.signed_rem(other) } else { self.unsigned_rem(other) };
        let Some(bounds) = bounds else { return Fact::full(width) };
        // Multiples of the divisor are multiples of its powers of two.
        let zeros = other.zeros.trailing_ones();
        let kept = if zeros == 0 { 0 } else { mask(zeros.min(width)) };
        Fact {
            zeros: bounds.zeros | (self.zeros & kept),
            ones: bounds.ones | (self.ones & kept),
            ..bounds
        }
        .reduced()
    }

    fn unsigned_rem(&self, other: &Fact) -> Option<Fact> {
        let most = other.high.checked_sub(1)?;
        if self.high < other.low {
            return Some(*self);
        }
        Some(Fact::unsigned(self.width, 0, self.high.min(most)))
    }

    fn signed_rem(&self, other: &Fact) -> Option<Fact> {
        let size = i128::from(other.least).abs().max(i128::from(other.most).abs());
        let most = (size - 1).min(i128::from(largest(self.width))) as i64;
        if most < 0 {
            return None;
        }
        let least_size = match (other.least, other.most) {
            (1.., _) => i128::from(other.least),
            (_, ..=-1) => -i128::from(other.most),
            _ => 0,
        };
        if i128::from(self.least) > -least_size && i128::from(self.most) < least_size {
            return Some(*self);
        }
        let least = if self.least < 0 { self.least.max(-most) } else { 0 };
        let most = if self.most > 0 { self.most.min(most) } else { 0 };
        Some(Fact::signed(self.width, least, most))
    }

    /// The larger.
    pub fn max(&self, other: &Fact, is_signed: bool) -> Fact {
        let bounds = if is_signed {
            Fact::signed(self.width, self.least.max(other.least), self.most.max(other.most))
        } else {
            Fact::unsigned(self.width, self.low.max(other.low), self.high.max(other.high))
        };
        self.join(other).meet(&bounds)
    }

    /// The smaller.
    pub fn min(&self, other: &Fact, is_signed: bool) -> Fact {
        let bounds = if is_signed {
            Fact::signed(self.width, self.least.min(other.least), self.most.min(other.most))
        } else {
            Fact::unsigned(self.width, self.low.min(other.low), self.high.min(other.high))
        };
        self.join(other).meet(&bounds)
    }

    /// The size of a signed number; that of the smallest is itself, unsigned.
    pub fn abs(&self) -> Fact {
        let (low, high) = (self.least.unsigned_abs(), self.most.unsigned_abs());
        let least = if self.least < 0 && self.most >= 0 { 0 } else { low.min(high) };
        Fact::unsigned(self.width, least & mask(self.width), low.max(high) & mask(self.width))
    }

    /// True where the sum is what it is without bounds, signed.
    pub fn sum_fits(&self, other: &Fact) -> bool {
        let fits = |a: i64, b: i64| {
            a.checked_add(b).is_some_and(|sum| signed(sum as u64, self.width) == sum)
        };
        fits(self.least, other.least) && fits(self.most, other.most)
    }
}
