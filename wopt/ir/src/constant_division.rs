//! Division and remainder by a constant as multiplication, shifts and additions.
//!
//! Idea: `x / d` is the high part of `x * m` shifted right, where `m / 2^(N+s)` is just above `1 / d`: by less than 2^-(N+s) times
//! what is left of 2^s, so that no N-bit `x` reaches the next quotient. `m` may need N + 1 bits; then its highest bit is an addition
//! of `x`, or, for an even divisor, `x` is shifted by the divisor's zeros first and has fewer bits.
//!
//! Source: T. Granlund, P. Montgomery, "Division by Invariant Integers using Multiplication" (PLDI 1994): the choice of `m` is
//! figure 6.2, unsigned quotients are figure 4.2, signed ones figure 5.2. Divisors above 2^(N-1) give a comparison.
//!
//! Legality: exact for every `x` and every divisor but 0, which is left alone, as are 1 and what [`Codemap::op`] folds. Additions,
//! subtractions and products are U-forms: they may wrap on the way. A quotient that C does not define (the most negative number by
//! -1) is any value. Where bounds of the dividend are known, `m` need be right up to them only, and a dividend that is not negative is divided
//! as an unsigned one. Cost: constant; at most six operations, of which two multiply.

use crate::codemap::Codemap;
use crate::coderep::Op;
use crate::few::Kids;
use crate::ids::CrId;
use crate::value_fact::Fact;
use optx_whirl::{Mtype, Operator};

/// A multiplier for `bits`-bit numbers: the quotient is `x * multiplier >> (bits + shift)`, for numbers below `2^precision`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Multiplier {
    /// Up to `bits` + 1 bits.
    multiplier: u128,
    shift: u32,
}

/// Figure 6.2: the least shift for which a multiplier exists. `divisor` is at least 2 and at most `2^(bits-1)`, so that all fits
/// into 128 bits.
fn choose_multiplier(divisor: u64, bits: u32, precision: u32) -> Multiplier {
    debug_assert!(divisor >= 2 && divisor <= 1 << (bits - 1) && precision <= bits);
    let mut shift = u64::BITS - (divisor - 1).leading_zeros();
    let divisor = u128::from(divisor);
    let whole = 1u128 << (bits + shift);
    let mut low = whole / divisor;
    let mut high = (whole + (1 << (bits + shift - precision))) / divisor;
    while low / 2 < high / 2 && shift > 0 {
        (low, high, shift) = (low / 2, high / 2, shift - 1);
    }
    Multiplier { multiplier: high, shift }
}

/// Builds trees over one dividend.
struct Builder<'a> {
    map: &'a mut Codemap,
    x: CrId,
    unsigned: Mtype,
    signed: Mtype,
    bits: u32,
    /// The dividend, unsigned, has so many bits at most.
    precision: u32,
}

impl Codemap {
    /// True where the quotient of a division that [`Codemap::divide_by_constant`] takes apart may be shorter if the dividend is bounded: its
    /// multiplier needs a bit more than there is.
    pub fn asks_for_bounds(&self, op: &Op) -> bool {
        let bits = op.rtype.bits();
        let Some(divisor) = op.kids.get(1).and_then(|&kid| self.constant(kid)) else {
            return false;
        };
        let is_common = divisor > 2 && divisor % 2 == 1 && divisor <= 1 << (bits - 1);
        op.rtype.is_integer()
            && !op.rtype.is_signed()
            && is_common
            && choose_multiplier(divisor, bits, bits).multiplier >= 1u128 << bits
    }

    /// `op` without its division, where it is an integer quotient or remainder by a constant that needs none; otherwise none.
    /// What is known of the dividend makes it shorter.
    pub fn divide_by_constant(&mut self, op: &Op, dividend: Option<&Fact>) -> Option<CrId> {
        let [x, divisor] = op.kids[..] else { return None };
        if !op.rtype.is_integer() || !matches!(op.opr, Operator::Div | Operator::Rem) {
            return None;
        }
        let value = self.constant(divisor)?;
        let unsigned = op.rtype.unsigned();
        let (bits, signed) = (op.rtype.bits(), unsigned.signed());
        let known = dividend.filter(|fact| fact.width() == bits && !fact.is_empty());
        let highest = known.map_or(u64::MAX, |fact| fact.unsigned_bounds().1);
        let precision = bits.min(u64::BITS - highest.leading_zeros()).max(1);
        // The value is kept without its sign's copies.
        let number = (value << (64 - bits)) as i64 >> (64 - bits);
        let is_positive = number > 0 && known.is_some_and(Fact::is_nonnegative);
        let mut builder = Builder { map: self, x, unsigned, signed, bits, precision };
        if op.rtype.is_signed() && !is_positive {
            return builder.by_signed(op.opr, number);
        }
        let new = builder.by_unsigned(op.opr, value);
        if new.is_some() || !op.rtype.is_signed() {
            return new;
        }
        // By powers of two there are rows of the simplification table.
        self.simplified(Op { rtype: unsigned, ..*op })
    }
}

impl Builder<'_> {
    fn binary(&mut self, opr: Operator, rtype: Mtype, a: CrId, b: CrId) -> CrId {
        self.map.binary(opr, rtype, a, b)
    }

    /// A shift, left out where it is by 0.
    fn shift(&mut self, opr: Operator, a: CrId, amount: u32) -> CrId {
        let rtype = if opr == Operator::Ashr { self.signed } else { self.unsigned };
        let amount = self.map.integer(Mtype::U4, u64::from(amount));
        self.binary(opr, rtype, a, amount)
    }

    fn constant(&mut self, value: u64) -> CrId {
        self.map.integer(self.unsigned, value)
    }

    fn by_unsigned(&mut self, opr: Operator, divisor: u64) -> Option<CrId> {
        if divisor < 3 || divisor.is_power_of_two() {
            return None;
        }
        if divisor > 1 << (self.bits - 1) {
            return Some(self.at_most_once(opr, divisor));
        }
        let quotient = self.unsigned_quotient(divisor);
        Some(if opr == Operator::Div { quotient } else { self.remainder(quotient, divisor) })
    }

    /// The quotient is 1 or 0: the divisor is more than half of the range.
    fn at_most_once(&mut self, opr: Operator, divisor: u64) -> CrId {
        let divisor = self.constant(divisor);
        let (x, unsigned) = (self.x, self.unsigned);
        let (once, never) = match opr {
            Operator::Div => (self.constant(1), self.constant(0)),
            _ => (self.binary(Operator::Sub, unsigned, x, divisor), x),
        };
        let reaches = self.map.compare(Operator::Ge, unsigned, x, divisor);
        let kids = Kids::from_slice(&[reaches, once, never]);
        let desc = Mtype::V;
        self.map.op(Op { opr: Operator::Select, rtype: unsigned, desc, intrinsic: None, kids })
    }

    fn unsigned_quotient(&mut self, divisor: u64) -> CrId {
        let (x, unsigned) = (self.x, self.unsigned);
        let whole = choose_multiplier(divisor, self.bits, self.precision);
        let zeros = divisor.trailing_zeros();
        let chosen = if whole.multiplier < 1u128 << self.bits {
            Some((whole, 0))
        } else if zeros > 0 {
            let fewer = self.precision.saturating_sub(zeros).max(1);
            Some((choose_multiplier(divisor >> zeros, self.bits, fewer), zeros))
        } else {
            None
        };
        if let Some((chosen, zeros)) = chosen {
            let short = self.shift(Operator::Lshr, x, zeros);
            let multiplier = self.constant(chosen.multiplier as u64);
            let high = self.binary(Operator::Highmpy, unsigned, short, multiplier);
            return self.shift(Operator::Lshr, high, chosen.shift);
        }
        // The multiplier's highest bit adds x; (x - high) / 2 + high is (x + high) / 2 without the carry.
        let multiplier = self.constant(whole.multiplier as u64);
        let high = self.binary(Operator::Highmpy, unsigned, x, multiplier);
        let rest = self.binary(Operator::Sub, unsigned, x, high);
        let half = self.shift(Operator::Lshr, rest, 1);
        let sum = self.binary(Operator::Add, unsigned, half, high);
        self.shift(Operator::Lshr, sum, whole.shift - 1)
    }

    fn by_signed(&mut self, opr: Operator, divisor: i64) -> Option<CrId> {
        let size = divisor.unsigned_abs();
        match (divisor, opr) {
            (0 | 1, _) => return None,
            (-1, Operator::Div) => return Some(self.negative(self.x)),
            (-1, _) => return Some(self.constant(0)),
            _ => {}
        }
        if size.is_power_of_two() {
            return Some(self.by_signed_power(opr, divisor));
        }
        // A remainder has the dividend's sign, whatever the divisor's.
        let divisor = if opr == Operator::Rem { size as i64 } else { divisor };
        let quotient = self.signed_quotient(divisor);
        Some(if opr == Operator::Div { quotient } else { self.remainder(quotient, size) })
    }

    /// Figure 5.2; the dividend's sign is that of the product.
    fn signed_quotient(&mut self, divisor: i64) -> CrId {
        let chosen = choose_multiplier(divisor.unsigned_abs(), self.bits, self.bits - 1);
        let (x, unsigned) = (self.x, self.unsigned);
        let multiplier = self.constant(chosen.multiplier as u64);
        let mut product = self.binary(Operator::Highmpy, self.signed, x, multiplier);
        if chosen.multiplier >= 1 << (self.bits - 1) {
            // As a signed number the multiplier is 2^bits too small.
            product = self.binary(Operator::Add, unsigned, product, x);
        }
        let floor = self.shift(Operator::Ashr, product, chosen.shift);
        if divisor < 0 {
            let sign = self.shift(Operator::Ashr, product, self.bits - 1);
            self.binary(Operator::Sub, unsigned, sign, floor)
        } else {
            let is_negative = self.shift(Operator::Lshr, product, self.bits - 1);
            self.binary(Operator::Add, unsigned, floor, is_negative)
        }
    }

    /// Shifts round down: what is negative gets the divisor's size less one first.
    fn by_signed_power(&mut self, opr: Operator, divisor: i64) -> CrId {
        let size = divisor.unsigned_abs();
        let (x, unsigned) = (self.x, self.unsigned);
        // For 2 the sign bit alone is it.
        let zeros = size.trailing_zeros();
        let sign = if zeros > 1 { self.shift(Operator::Ashr, x, self.bits - 1) } else { x };
        let bias = self.shift(Operator::Lshr, sign, self.bits - zeros);
        let sum = self.binary(Operator::Add, unsigned, x, bias);
        if opr == Operator::Rem {
            let mask = self.constant(size.wrapping_neg());
            let multiple = self.binary(Operator::Band, unsigned, sum, mask);
            return self.binary(Operator::Sub, unsigned, x, multiple);
        }
        let quotient = self.shift(Operator::Ashr, sum, zeros);
        if divisor > 0 {
            return quotient;
        }
        self.negative(quotient)
    }

    fn negative(&mut self, value: CrId) -> CrId {
        self.map.unary(Operator::Neg, self.unsigned, Mtype::V, value)
    }

    /// What is left of the dividend.
    fn remainder(&mut self, quotient: CrId, divisor: u64) -> CrId {
        let (x, unsigned) = (self.x, self.unsigned);
        let divisor = self.constant(divisor);
        let multiple = self.binary(Operator::Mpy, unsigned, quotient, divisor);
        self.binary(Operator::Sub, unsigned, x, multiple)
    }
}
