//! Comparisons: what decides one, and what it tells of its operands.

use super::{Fact, mask};
use optx_whirl::Operator;

impl Fact {
    /// What a comparison gives, where it is known.
    pub fn compare(&self, opr: Operator, is_signed: bool, other: &Fact) -> Option<bool> {
        let ((a_low, a_high), (b_low, b_high)) =
            (self.ordered(is_signed), other.ordered(is_signed));
        let less = || {
            if a_high < b_low {
                Some(true)
            } else if a_low >= b_high {
                Some(false)
            } else {
                None
            }
        };
        let greater = || {
            if a_low > b_high {
                Some(true)
            } else if a_high <= b_low {
                Some(false)
            } else {
                None
            }
        };
        match opr {
            Operator::Eq | Operator::Ne => {
                let equal = if self.meet(other).is_empty() {
                    Some(false)
                } else {
                    self.value().is_some_and(|a| Some(a) == other.value()).then_some(true)
                };
                equal.map(|equal| equal == (opr == Operator::Eq))
            }
            Operator::Lt => less(),
            Operator::Ge => less().map(|holds| !holds),
            Operator::Gt => greater(),
            Operator::Le => greater().map(|holds| !holds),
            _ => None,
        }
    }

    fn ordered(&self, is_signed: bool) -> (i128, i128) {
        if is_signed {
            (i128::from(self.least), i128::from(self.most))
        } else {
            (i128::from(self.low), i128::from(self.high))
        }
    }

    /// What is known of the first operand where a comparison with another holds.
    pub fn where_holds(&self, opr: Operator, is_signed: bool, other: &Fact) -> Fact {
        let width = self.width;
        if self.is_empty() {
            return *self;
        }
        let (low, high) = other.ordered(is_signed);
        let below = |most: i128| {
            if is_signed {
                Fact { most: self.most.min(clamped(most)), ..*self }
            } else {
                Fact { high: self.high.min(most.max(0) as u64), ..*self }
            }
        };
        let above = |least: i128| {
            if is_signed {
                Fact { least: self.least.max(clamped(least)), ..*self }
            } else {
                Fact { low: self.low.max(least.min(i128::from(mask(width))) as u64), ..*self }
            }
        };
        if self.compare(opr, is_signed, other) == Some(false) {
            return Fact::empty(width);
        }
        let fact = match opr {
            Operator::Eq => return self.meet(other),
            Operator::Ne => match other.value() {
                Some(value) => self.without(value),
                None => return *self,
            },
            Operator::Lt => below(high - 1),
            Operator::Le => below(high),
            Operator::Gt => above(low + 1),
            Operator::Ge => above(low),
            _ => return *self,
        };
        fact.reduced()
    }

    /// Bounds without one number at their end.
    fn without(&self, value: u64) -> Fact {
        let number = super::signed(value, self.width);
        let mut fact = *self;
        // Where a bound is the number and the other is not, there is a next one.
        if self.low == value && self.high != value {
            fact.low += 1;
        } else if self.high == value && self.low != value {
            fact.high -= 1;
        }
        if self.least == number && self.most != number {
            fact.least += 1;
        } else if self.most == number && self.least != number {
            fact.most -= 1;
        }
        fact
    }
}

fn clamped(number: i128) -> i64 {
    number.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}
