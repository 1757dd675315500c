//! Values of registers: bits, and whether they mean anything.

use super::exact::Format;
use optx_whirl::Mtype;

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The bits, zero-extended from the type's width.
    pub bits: u64,
    /// The bits about which no promise is made: all of a signed sum that overflowed and of a variable never set, some of
    /// an integer put together from such and others.
    pub poison: u64,
    /// Of those, the ones that were taken from a NaN that arithmetic gave: where a float is taken from all of them again,
    /// unchanged, it is some NaN.
    pub of_nan: u64,
}

impl Value {
    /// A value without a promise.
    pub const POISON: Value = Value { bits: 0, poison: u64::MAX, of_nan: 0 };

    /// Exactly these bits.
    pub fn exact(bits: u64) -> Value {
        Value { bits, poison: 0, of_nan: 0 }
    }

    /// These bits, cut to the type's width.
    pub fn of(mtype: Mtype, bits: u64) -> Value {
        Value::exact(cut(mtype, bits))
    }

    /// A predicate.
    pub fn predicate(holds: bool) -> Value {
        Value::exact(u64::from(holds))
    }

    /// A single-precision number.
    pub fn single(value: f32) -> Value {
        Value::exact(u64::from(value.to_bits()))
    }

    /// A double-precision number.
    pub fn double(value: f64) -> Value {
        Value::exact(value.to_bits())
    }

    /// True where every bit is promised.
    pub fn is_known(self) -> bool {
        self.poison == 0
    }

    /// The bits as a single-precision number.
    pub fn as_single(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    /// The bits as a double-precision number.
    pub fn as_double(self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// The low bits that a type has.
pub(super) fn cut(mtype: Mtype, bits: u64) -> u64 {
    match mtype.bits() {
        0 => 0,
        64 => bits,
        width => bits & ((1 << width) - 1),
    }
}

/// The integer that the low bits of a register are, read with the type's width and sign.
pub(super) fn integer(mtype: Mtype, bits: u64) -> i128 {
    let low = i128::from(cut(mtype, bits));
    let width = mtype.bits();
    if mtype.is_signed() && low >> (width - 1) == 1 { low - (1 << width) } else { low }
}

/// True for the bits of a NaN.
pub(super) fn is_nan(mtype: Mtype, bits: u64) -> bool {
    match mtype {
        Mtype::F4 => f32::from_bits(bits as u32).is_nan(),
        Mtype::F8 => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

/// True for the NaN that arithmetic gives: one that nothing may count on the bits of.
pub(super) fn is_vague(mtype: Mtype, bits: u64) -> bool {
    match mtype {
        Mtype::F4 => bits == Format::F32.nan(),
        Mtype::F8 => bits == Format::F64.nan(),
        _ => false,
    }
}

/// A well-mixed 64-bit number of several (the finalizer of SplitMix64, Steele, Lea and Flood, OOPSLA 2014, per part).
pub(super) fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0x243f_6a88_85a3_08d3, |state, &part| {
        let mut x = (state ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    })
}
