//! Passes over the 32 lanes of a warp, in a form that becomes vector instructions.

pub use crate::lanes::{BIT, having, lanes, set};

/// The lanes of a mask that differ from a value.
#[inline(always)]
pub fn differs(values: &[u64; 32], mask: u32, value: u64) -> u32 {
    let mut out = 0;
    for l in 0..32 {
        out |= if values[l] == value { 0 } else { BIT[l] };
    }
    out & mask
}

/// Takes multiples of rows off 32-bit values. If the lanes of a mask have one rest then, in the bits that count, gives it.
#[inline(always)]
pub fn rest32(values: &[u32; 32], off: &[(u32, &[u32; 32])], mask: u32, bits: u32) -> Option<u32> {
    let mut rest = *values;
    for (n, index) in off {
        for l in 0..32 {
            rest[l] = rest[l].wrapping_sub(n.wrapping_mul(index[l]));
        }
    }
    let first = rest[mask.trailing_zeros() as usize & 31];
    let mut differ = 0;
    for l in 0..32 {
        differ |= if mask & BIT[l] != 0 { rest[l] ^ first } else { 0 };
    }
    (differ & bits == 0).then_some(first & bits)
}

/// The same of 64-bit values.
#[inline(always)]
pub fn rest64(values: &[u64; 32], off: &[(u64, &[u32; 32])], mask: u32) -> Option<u64> {
    let mut rest = *values;
    for (n, index) in off {
        for l in 0..32 {
            rest[l] = rest[l].wrapping_sub(n.wrapping_mul(u64::from(index[l])));
        }
    }
    let first = rest[mask.trailing_zeros() as usize & 31];
    let mut differ = 0;
    for l in 0..32 {
        differ |= if mask & BIT[l] != 0 { rest[l] ^ first } else { 0 };
    }
    (differ == 0).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests() {
        let index: [u32; 32] = std::array::from_fn(|l| l as u32);
        let values = index.map(|l| l.wrapping_mul(5).wrapping_sub(2));
        assert_eq!(rest32(&values, &[(5, &index)], !0, !0), Some(-2i32 as u32));
        assert_eq!(rest32(&values, &[(2, &index), (3, &index)], !0, 0xffff), Some(0xfffe));
        assert_eq!(rest32(&values, &[(4, &index)], !0, !0), None);
        assert_eq!(rest32(&values, &[], 1 << 7, !0), Some(33));
        let wide = index.map(|l| (u64::from(l) << 33).wrapping_sub(9));
        assert_eq!(rest64(&wide, &[(1 << 33, &index)], !1), Some(-9i64 as u64));
        assert_eq!(rest64(&wide, &[(1, &index)], 3), None);
        assert_eq!(having(&index, 4), 16);
        assert_eq!(differs(&wide, 0xff, wide[3]), 0xf7);
    }
}
