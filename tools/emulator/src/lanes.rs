//! Passes over rows of 32 lanes, in a form that becomes vector instructions.

/// A lane's bit.
pub const BIT: [u32; 32] = {
    let mut out = [0; 32];
    let mut l = 0;
    while l < 32 {
        out[l] = 1 << l;
        l += 1;
    }
    out
};

/// The lanes of a mask.
pub fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |l| mask >> l & 1 == 1)
}

/// Sets lanes of a row.
#[inline(always)]
pub fn set(row: &mut [u32; 32], mask: u32, value: u32) {
    for l in 0..32 {
        row[l] = if mask & BIT[l] != 0 { value } else { row[l] };
    }
}

/// Counts lanes of a row up.
#[inline(always)]
pub fn add_one(row: &mut [u32; 32], mask: u32) {
    for l in 0..32 {
        row[l] = row[l].wrapping_add(u32::from(mask & BIT[l] != 0));
    }
}

/// The lanes that have a value.
#[inline(always)]
pub fn having(row: &[u32; 32], value: u32) -> u32 {
    let mut out = 0;
    for l in 0..32 {
        out |= if row[l] == value { BIT[l] } else { 0 };
    }
    out
}
