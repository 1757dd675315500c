//! Values of which some bits are not known: what operations make of them.
//!
//! Each rule is exact or errs towards unknown bits: a bit of a result is known if no choice of the unknown bits changes it.
//! Source: Seward and Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", USENIX 2005; the sums and
//! comparisons by least and greatest values are its more careful forms. Cost: some operations a lane.

use crate::exec::cvt;
use crate::exec::scalar;
use crate::op::{Cmp, Combine, Count, Cvt, Int1, Int2, Int3};
use crate::ptx::types::Ty;

/// The low bits of a register, and which of them are not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The bits.
    pub bits: u64,
    /// Those that are not known.
    pub unknown: u64,
}

/// So many low bits.
pub fn low(width: u32) -> u64 {
    if width >= 64 { !0 } else { (1 << width) - 1 }
}

impl Value {
    /// Its low bits.
    pub fn cut(self, width: u32) -> Value {
        Value { bits: self.bits & low(width), unknown: self.unknown & low(width) }
    }

    /// The value with unknown bits cleared, and with them set.
    pub fn ends(self) -> [u64; 2] {
        [self.bits & !self.unknown, self.bits | self.unknown]
    }

    fn is_known(self) -> bool {
        self.unknown == 0
    }

    /// In the order of unsigned numbers, in which signed ones are when their sign is turned round.
    fn ordered(self, signed: bool, width: u32) -> Value {
        let sign = if signed { 1 << (width - 1) } else { 0 };
        Value { bits: self.bits ^ sign, ..self }
    }

    /// Sign-extended from a width, or zero-extended.
    pub fn extended(self, signed: bool, width: u32) -> Value {
        let shift = 64 - width;
        let extend = |x: u64| match signed {
            true => (((x << shift) as i64) >> shift) as u64,
            false => x & low(width),
        };
        Value { bits: extend(self.bits), unknown: extend(self.unknown) }
    }
}

/// Bits in which numbers between two may differ.
fn between(least: u32, greatest: u32) -> u64 {
    low(32 - (least ^ greatest).leading_zeros())
}

/// All bits of a result, if one of an operand is unknown.
pub fn any<const N: usize>(operands: [Value; N], width: u32) -> u64 {
    if operands.iter().all(|v| v.is_known()) { 0 } else { low(width) }
}

/// An operation that has each bit of its result from the same bit of its operands: those that differ between choices.
fn bitwise(a: Value, b: Value, c: Value, f: impl Fn(u64, u64, u64) -> u64) -> u64 {
    let (mut some, mut all) = (0, !0);
    for x in a.ends() {
        for y in b.ends() {
            for z in c.ends() {
                let r = f(x, y, z);
                some |= r;
                all &= r;
            }
        }
    }
    some & !all
}

/// A sum: bits that are unknown, or that a carry from unknown ones may change.
fn add(a: Value, b: Value) -> u64 {
    let ([a0, a1], [b0, b1]) = (a.ends(), b.ends());
    a.unknown | b.unknown | (a0.wrapping_add(b0) ^ a1.wrapping_add(b1))
}

fn sub(a: Value, b: Value) -> u64 {
    let ([a0, a1], [b0, b1]) = (a.ends(), b.ends());
    a.unknown | b.unknown | (a0.wrapping_sub(b1) ^ a1.wrapping_sub(b0))
}

/// A product: low bits of it come from low bits of the factors, and zeros that are known at the low end of a factor move unknown bits
/// of the other up.
fn mul(a: Value, b: Value) -> u64 {
    let above = |unknown: u64, other: Value| match unknown {
        0 => 0,
        u => {
            let zeros = (other.bits | other.unknown).trailing_zeros();
            (!0u64).checked_shl(u.trailing_zeros() + zeros).unwrap_or(0)
        }
    };
    above(a.unknown, b) | above(b.unknown, a)
}

/// A product of low 24 bits.
fn mul24(signed: bool, a: Value, b: Value) -> Value {
    product(a.extended(signed, 24), b.extended(signed, 24))
}

/// A sum with a carry, of which `carry` has one bit: unknown bits of the sum, and whether the carry from it is unknown.
pub fn add_carry(a: Value, b: Value, carry: Value, width: u32) -> (u64, u64) {
    let (a, b, carry) = (a.cut(width), b.cut(width), carry.cut(1));
    let sum = |k: usize| [a, b, carry].iter().map(|v| u128::from(v.ends()[k])).sum::<u128>();
    let differs = sum(0) ^ sum(1);
    let bits = (a.unknown | b.unknown | differs as u64) & low(width);
    (bits, (differs >> width) as u64 & 1)
}

/// The lesser or the greater of two: one of them where known bits decide, else what both agree in.
fn extreme(greater: bool, signed: bool, a: Value, b: Value, width: u32) -> u64 {
    let (a, b) = (a.cut(width), b.cut(width));
    let ([a0, a1], [b0, b1]) = (a.ordered(signed, width).ends(), b.ordered(signed, width).ends());
    let first = match (a1 <= b0, b1 <= a0) {
        (true, _) => Value { bits: u64::from(!greater), unknown: 0 },
        (_, true) => Value { bits: u64::from(greater), unknown: 0 },
        _ => Value { bits: 0, unknown: 1 },
    };
    select(a, b, first)
}

/// Operations of two operands; `same` where both are one register.
pub fn int2(op: Int2, a: Value, b: Value, same: bool, width: u32) -> u64 {
    let zero = Value::default();
    let unknown = match op {
        Int2::Xor | Int2::Sub if same => 0,
        Int2::And => bitwise(a, b, zero, |x, y, _| x & y),
        Int2::Or => bitwise(a, b, zero, |x, y, _| x | y),
        Int2::Xor => bitwise(a, b, zero, |x, y, _| x ^ y),
        Int2::Add => add(a, b),
        Int2::Sub => sub(a, b),
        Int2::Mul => mul(a, b),
        Int2::Mul24LoS => mul24(true, a, b).unknown,
        Int2::Mul24LoU => mul24(false, a, b).unknown,
        Int2::Mul24HiS | Int2::Mul24HiU => any([a.cut(24), b.cut(24)], width),
        Int2::MinS => extreme(false, true, a, b, width),
        Int2::MinU => extreme(false, false, a, b, width),
        Int2::MaxS => extreme(true, true, a, b, width),
        Int2::MaxU => extreme(true, false, a, b, width),
        _ => any([a, b], width),
    };
    unknown & low(width)
}

/// A product as a value.
pub fn product(a: Value, b: Value) -> Value {
    Value { bits: a.bits.wrapping_mul(b.bits), unknown: mul(a, b) }
}

/// A product and a sum.
pub fn mad(a: Value, b: Value, c: Value, width: u32) -> u64 {
    add(product(a, b), c) & low(width)
}

/// The same, of factors that are extended from half the width.
pub fn mad_wide(signed: bool, a: Value, b: Value, c: Value, width: u32) -> u64 {
    let wide = |v: Value| v.extended(signed, width / 2);
    mad(wide(a), wide(b), c, width)
}

/// An operation that moves bits: by an amount that is known it moves unknown bits alike.
pub fn moved(by: [Value; 2], unknown: u64, width: u32, f: impl Fn() -> u64) -> u64 {
    match (any(by, width), unknown) {
        (0, 0) => 0,
        (0, _) => f() & low(width),
        (all, _) => all,
    }
}

/// Operations of one operand.
pub fn int1(op: Int1, a: Value, width: u32) -> u64 {
    let a = a.cut(width);
    let unknown = match op {
        Int1::Mov | Int1::Not => a.unknown,
        Int1::Neg => sub(Value::default(), a),
        Int1::AbsS => match (a.unknown >> (width - 1) & 1, a.bits >> (width - 1) & 1) {
            (0, 0) => a.unknown,
            (0, _) => sub(Value::default(), a),
            _ => any([a], width),
        },
        Int1::Brev => scalar::int1(op, a.unknown, width),
        // Zero or one: known where a bit is known to be set.
        Int1::Cnot => u64::from(a.ends()[0] == 0 && !a.is_known()),
    };
    unknown & low(width)
}

/// Counts of bits.
pub fn count(op: Count, a: Value, width: u32) -> u64 {
    let a = a.cut(width);
    let of = |x: u64| scalar::count(op, x, width);
    let [least, greatest] = a.ends();
    match op {
        Count::Popc | Count::Clz => between(of(least), of(greatest)),
        // It only looks for the first bit that is set, and gives -1 where none is.
        Count::Bfind { signed: false, .. } if least != 0 => between(of(least), of(greatest)),
        _ => any([a], 32),
    }
}

/// Operations of three operands on 32 bits.
pub fn int3(op: Int3, a: Value, b: Value, c: Value) -> u64 {
    let f = |x: u64, y: u64, z: u64| u64::from(scalar::int3(op, x as u32, y as u32, z as u32));
    match op {
        Int3::Mad => mad(a, b, c, 32),
        Int3::Lop3(_) => bitwise(a, b, c, f),
        Int3::Mad24LoS => add(mul24(true, a, b), c) & low(32),
        Int3::Mad24LoU => add(mul24(false, a, b), c) & low(32),
        _ => {
            let Some([of_b, of_c]) = op.amounts() else { return any([a, b, c], 32) };
            let by = [b.cut(of_b), c.cut(of_c)];
            let (b, moving) = match of_b {
                0 => (b.unknown, a.unknown | b.unknown),
                _ => (by[0].bits, a.unknown),
            };
            moved(by, moving, 32, || f(a.unknown, b, by[1].bits))
        }
    }
}

/// What is selected; where it is not known which, what both agree in.
pub fn select(a: Value, b: Value, first: Value) -> u64 {
    match (first.unknown & 1, first.bits & 1) {
        (0, 1) => a.unknown,
        (0, _) => b.unknown,
        _ => a.unknown | b.unknown | (a.bits ^ b.bits),
    }
}

/// Whether a comparison's outcome is not known: one bit.
pub fn compare(cmp: Cmp, ty: Ty, a: Value, b: Value) -> u64 {
    if a.is_known() && b.is_known() {
        return 0;
    }
    if ty.is_float() {
        return 1;
    }
    let width = ty.bits();
    let [a, b] = [a, b].map(|v| v.cut(width).ordered(ty.is_signed(), width));
    let ([a0, a1], [b0, b1]) = (a.ends(), b.ends());
    let holds = |x: u64, y: u64| scalar::compare(cmp, Some(x.cmp(&y)));
    let is_known = match cmp {
        Cmp::Eq | Cmp::Ne | Cmp::Equ | Cmp::Neu => {
            (a.bits ^ b.bits) & !(a.unknown | b.unknown) != 0
        }
        _ => holds(a0, b1) == holds(a1, b0),
    };
    u64::from(!is_known)
}

/// An outcome and a predicate combined.
pub fn combine(kind: Combine, c: Value, p: Value) -> u64 {
    let zero = Value::default();
    let unknown = match kind {
        Combine::None => c.unknown,
        Combine::And => bitwise(c, p, zero, |x, y, _| x & y),
        Combine::Or => bitwise(c, p, zero, |x, y, _| x | y),
        Combine::Xor => c.unknown | p.unknown,
    };
    unknown & 1
}

/// A conversion.
pub fn convert(c: Cvt, a: Value) -> u64 {
    let a = a.cut(c.from.bits());
    let moves = !c.from.is_float() && !c.to.is_float() && !c.sat;
    match moves {
        // Extends and cuts unknown bits as it does the others.
        true => cvt::convert(c, a.unknown),
        false => any([a], u32::from(c.width)),
    }
}

#[cfg(test)]
#[path = "bits_tests.rs"]
mod tests;
