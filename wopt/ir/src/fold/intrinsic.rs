//! Pure intrinsics, and fused multiply-adds, of constants alone.
//!
//! Source: the PTX ISA, under the instruction that each intrinsic is named for. The library's functions are made of these, so a
//! function of a constant comes out as the library computes it, as far as its instructions say what they give. The approximations
//! (`rcp.approx`, `ex2.approx` and their like) do not: what a GPU gives for them is nowhere written, so they stay.
//! Legality: no NaN takes part, and no subnormal in single precision (`-ftz` might flush it); roundings other than to nearest stay.
//! Cost: constant.

use super::evaluate::convert;
use crate::codemap::Codemap;
use crate::coderep::Op;
use crate::ids::CrId;
use optx_whirl::{Intrinsic, Mtype, Operator};
use smallvec::SmallVec;

impl Codemap {
    /// The values of operands that are all constant.
    fn constant_kids(&self, op: &Op) -> Option<SmallVec<[u64; 3]>> {
        op.kids.iter().map(|&kid| self.literal_bits(kid)).collect()
    }

    /// A fused multiply-add of constants.
    pub(super) fn constant_fma(&mut self, op: &Op) -> Option<CrId> {
        if op.opr != Operator::Fma {
            return None;
        }
        let kids = self.constant_kids(op)?;
        let [x, y, z] = kids[..] else { return None };
        let bits = match op.rtype {
            Mtype::F4 => {
                let [x, y, z] = [x, y, z].map(|bits| f32::from_bits(bits as u32));
                let value = x.mul_add(y, z);
                let plain = |x: f32| !x.is_nan() && !x.is_subnormal();
                [x, y, z, value].into_iter().all(plain).then(|| u64::from(value.to_bits()))
            }
            Mtype::F8 => {
                let [x, y, z] = [x, y, z].map(f64::from_bits);
                let value = x.mul_add(y, z);
                [x, y, z, value].into_iter().all(|x| !x.is_nan()).then(|| value.to_bits())
            }
            _ => None,
        }?;
        Some(self.literal(op.rtype, bits))
    }

    /// A pure intrinsic of constants.
    pub(super) fn constant_intrinsic(&mut self, op: &Op) -> Option<CrId> {
        let intrinsic = op.intrinsic?;
        let kids = self.constant_kids(op).filter(|kids| !kids.is_empty())?;
        let bits = match op.rtype {
            Mtype::F4 if intrinsic == Intrinsic::Sqrt && !self.floats.roots_exactly => None,
            Mtype::F4 | Mtype::F8 if intrinsic == Intrinsic::CvtRn => {
                convert(op.desc, op.rtype, op.desc.register(), kids[0])
            }
            Mtype::F4 | Mtype::F8 => float(intrinsic, op.rtype, &kids),
            _ if op.desc.is_float() => whole(intrinsic, op, kids[0]),
            _ => integer(intrinsic, op, &kids),
        }?;
        Some(self.literal(op.rtype, bits))
    }
}

/// A value of a float type as a double, which holds it exactly; None for what is not to be folded.
fn read(mtype: Mtype, bits: u64) -> Option<f64> {
    let x = match mtype {
        Mtype::F4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    };
    let flushed = mtype == Mtype::F4 && (x as f32).is_subnormal();
    (!x.is_nan() && !flushed).then_some(x)
}

/// A float intrinsic that rounds to nearest, or not at all.
fn float(intrinsic: Intrinsic, rtype: Mtype, kids: &[u64]) -> Option<u64> {
    let x = read(rtype, kids[0])?;
    let y = kids.get(1).map_or(Some(0.0), |&bits| read(rtype, bits))?;
    // A rounding to double and then to single is one rounding: double has twice the digits and two more (Figueroa, "When is double
    // rounding innocuous?", 1995).
    let value = match intrinsic {
        Intrinsic::Floor => x.floor(),
        Intrinsic::Ceil => x.ceil(),
        Intrinsic::Trunc => x.trunc(),
        Intrinsic::Rint => x.round_ties_even(),
        Intrinsic::Copysign => x.copysign(y),
        Intrinsic::Saturate => x.clamp(0.0, 1.0) + 0.0,
        Intrinsic::AddRn => x + y,
        Intrinsic::SubRn => x - y,
        Intrinsic::MulRn => x * y,
        Intrinsic::DivRn => x / y,
        Intrinsic::RcpRn => 1.0 / x,
        Intrinsic::Sqrt | Intrinsic::SqrtRn => x.sqrt(),
        // Approximations where they are exact: the exponent goes through, and what is left of the number is 0 or 1.
        Intrinsic::Ex2Approx | Intrinsic::Ex2ApproxFtz if rtype == Mtype::F4 && is_exponent(x) => {
            power_of_two(x as i32)
        }
        Intrinsic::Lg2Approx | Intrinsic::Lg2ApproxFtz if rtype == Mtype::F4 => {
            let exponent = (x.to_bits() >> 52) as i32 - 1023;
            if x == 0.0 || x != power_of_two(exponent) {
                return None;
            }
            f64::from(exponent)
        }
        _ => return None,
    };
    let bits =
        if rtype == Mtype::F4 { u64::from((value as f32).to_bits()) } else { value.to_bits() };
    read(rtype, bits).map(|_| bits)
}

/// True for a whole number that a single float's exponent may be.
fn is_exponent(x: f64) -> bool {
    x == x.trunc() && (-126.0..=127.0).contains(&x)
}

/// 2 to a whole power that a double's exponent may be; 0 for others.
fn power_of_two(n: i32) -> f64 {
    let exponent = u64::try_from(n + 1023).unwrap_or(0);
    if (1..2047).contains(&exponent) { f64::from_bits(exponent << 52) } else { 0.0 }
}

/// A float as an integer, rounded as the intrinsic says; out of range it is the nearest that there is, as in PTX.
fn whole(intrinsic: Intrinsic, op: &Op, bits: u64) -> Option<u64> {
    let x = read(op.desc, bits)?;
    let rounded = match intrinsic {
        Intrinsic::CvtRn => x.round_ties_even(),
        Intrinsic::CvtRz => x.trunc(),
        Intrinsic::CvtRu => x.ceil(),
        Intrinsic::CvtRd => x.floor(),
        _ => return None,
    };
    convert(op.rtype, op.rtype, Mtype::F8, rounded.to_bits())
}

/// An intrinsic on integers and bits.
fn integer(intrinsic: Intrinsic, op: &Op, kids: &[u64]) -> Option<u64> {
    let word = |k: usize| kids.get(k).map(|&bits| bits as u32);
    let wide = op.desc.register().size() == 8;
    Some(match intrinsic {
        Intrinsic::Freeze => kids[0],
        Intrinsic::Popc => u64::from(kids[0].count_ones()),
        Intrinsic::Clz if wide => u64::from(kids[0].leading_zeros()),
        Intrinsic::Clz => u64::from(word(0)?.leading_zeros()),
        // A word comes with zeros above it.
        Intrinsic::Ffs => u64::from(lowest_one(kids[0])),
        Intrinsic::Brev if op.rtype.size() == 8 => kids[0].reverse_bits(),
        Intrinsic::Brev => u64::from(word(0)?.reverse_bits()),
        Intrinsic::Prmt => u64::from(permuted([word(0)?, word(1)?], word(2)?)),
        Intrinsic::FunnelLeftWrap => u64::from(funnel(word(0)?, word(1)?, word(2)? & 31, true)),
        Intrinsic::FunnelLeftClamp => u64::from(funnel(word(0)?, word(1)?, word(2)?.min(32), true)),
        Intrinsic::FunnelRightWrap => u64::from(funnel(word(0)?, word(1)?, word(2)? & 31, false)),
        Intrinsic::FunnelRightClamp => {
            u64::from(funnel(word(0)?, word(1)?, word(2)?.min(32), false))
        }
        _ => return None,
    })
}

/// The place of the lowest one bit from 1, or 0.
fn lowest_one(bits: u64) -> u32 {
    if bits == 0 { 0 } else { bits.trailing_zeros() + 1 }
}

/// A shift of two words, the low one first, of which one comes out.
fn funnel(low: u32, high: u32, amount: u32, left: bool) -> u32 {
    let both = u64::from(high) << 32 | u64::from(low);
    let down = if left { 32 - amount } else { amount };
    (both >> down) as u32
}

/// `prmt.b32`: four of eight bytes, or their signs.
fn permuted(words: [u32; 2], selector: u32) -> u32 {
    let [low, high] = words.map(u32::to_le_bytes);
    let byte = |k: u32| {
        let which = (selector >> (4 * k)) & 15;
        let from = if which & 4 == 0 { low } else { high };
        let byte = from[(which & 3) as usize];
        match which & 8 {
            0 => byte,
            _ if byte & 0x80 == 0 => 0,
            _ => 0xff,
        }
    };
    u32::from_le_bytes([0, 1, 2, 3].map(byte))
}
