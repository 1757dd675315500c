//! Remainders by constants that stand as products: how large they are at most.
//!
//! Idea: behind [`crate::pass::scalars::constant_division`] `x % d` is `x - q * d`, of which ranges alone say nothing, since they do not know that `q` is
//! made of `x`. Here the two shapes that a signed quotient has are recognised: then what is left is nearer to 0 than `d`. That
//! is asked where local memory is indexed, to tell pieces of an object apart ([`super::own_memory`]).
//!
//! Source: Granlund and Montgomery, "Division by Invariant Integers using Multiplication" (PLDI 1994), theorem 5.1: with
//! 0 < m d - 2^(N+s) <= 2^(s+1), the quotient is the floor of m x / 2^(N+s), and one more where x is negative.
//! Legality: nothing is taken from who wrote the tree: the multiplier and the shift are held to the theorem. Cost: a look at each node.

use optx_ir::{CodeRep, CrId, Fact, Func, Op};
use optx_whirl::Operator::{self, Add, Ashr, Band, Highmpy, Lshr, Mpy, Sub};
use optx_whirl::fixed_hash::Map;

/// Larger divisors are not looked at.
const LARGEST: i64 = i32::MAX as i64;

/// Adds what is known of the function's remainders.
pub(super) fn add_facts(f: &Func, facts: &mut Map<CrId, Fact>) {
    for id in (0..f.codemap.len()).map(CrId::from_index) {
        if let CodeRep::Op(op) = f.codemap.get(id)
            && op.opr == Sub
            && let Some(width) = Fact::width_of(op.rtype).filter(|&width| width >= 32)
            && let Some(divisor) = (Shape { f, x: op.kids[0], bits: width }).divisor(op.kids[1])
        {
            let x = f.assigned(op.kids[0]).unwrap_or(op.kids[0]);
            let is_one_sided = facts.get(&x).is_some_and(Fact::is_nonnegative);
            let least = if is_one_sided { 0 } else { 1 - divisor };
            let fact = Fact::signed(width, least, divisor - 1);
            facts.entry(id).and_modify(|known| *known = known.meet(&fact)).or_insert(fact);
        }
    }
}

/// What is taken away from `x`.
struct Shape<'a> {
    f: &'a Func,
    x: CrId,
    bits: u32,
}

impl Shape<'_> {
    /// The divisor of which a product is the multiple next to `x`, towards 0.
    fn divisor(&self, multiple: CrId) -> Option<i64> {
        let (sum, last) =
            self.with_constant(multiple, Mpy).or_else(|| self.with_constant(multiple, Band))?;
        let [a, b] = self.op(sum, Add)?.kids[..] else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(a, b)| match last {
            // x, and 2^k - 1 where it is negative, less the bits below 2^k.
            ..=-2 => {
                let zeros = last.trailing_zeros();
                let (sign, by) = self.with_constant(b, Lshr)?;
                let is_sign = match zeros {
                    1 => sign == self.x,
                    _ => self.with_constant(sign, Ashr)? == (self.x, i64::from(self.bits) - 1),
                };
                let fits =
                    last == -(1 << zeros) && zeros < 31 && by == i64::from(self.bits - zeros);
                (a == self.x && is_sign && fits).then_some(1 << zeros)
            }
            // The product's floor, and 1 where it is negative.
            2..=LARGEST => {
                let (product, by) = self.with_constant(b, Lshr)?;
                let shift = match self.with_constant(a, Ashr) {
                    Some((floor, shift)) if floor == product => shift,
                    _ if a == product => 0,
                    _ => return None,
                };
                if !(0..32).contains(&shift) {
                    return None;
                }
                let (multiplier, power) = (self.multiplier(product)?, i64::from(self.bits) + shift);
                let over = multiplier * i128::from(last) - (1i128 << power);
                let holds = over > 0 && over <= 1 << (shift + 1);
                (by == i64::from(self.bits) - 1 && holds).then_some(last)
            }
            _ => None,
        })
    }

    /// What the upper half of a product of `x` was multiplied by; `x` may have been added, for a multiplier of 2^bits more.
    fn multiplier(&self, product: CrId) -> Option<i128> {
        let high = |id: CrId| {
            let (x, by) = self.with_constant(id, Highmpy)?;
            let is_signed = self.op(id, Highmpy)?.rtype.is_signed();
            (x == self.x && is_signed).then_some(i128::from(by))
        };
        high(product).or_else(|| {
            let [a, b] = self.op(product, Add)?.kids[..] else { return None };
            let of = |a: CrId, b: CrId| high(a).filter(|_| b == self.x);
            Some(of(a, b).or_else(|| of(b, a))? + (1 << self.bits))
        })
    }

    /// The operation that a node is, or that a variable was set to.
    fn op(&self, id: CrId, opr: Operator) -> Option<&Op> {
        let is_it = |op: &&Op| op.opr == opr && Fact::width_of(op.rtype) == Some(self.bits);
        let map = &self.f.codemap;
        map.as_op(id).or_else(|| map.as_op(self.f.assigned(id)?)).filter(is_it)
    }

    /// The operand of an operation with a constant, and that with its sign.
    fn with_constant(&self, id: CrId, opr: Operator) -> Option<(CrId, i64)> {
        let op = self.op(id, opr)?;
        let value = self.f.codemap.constant(*op.kids.get(1)?)?;
        let shift = 64 - self.bits;
        Some((op.kids[0], ((value << shift) as i64) >> shift))
    }
}
