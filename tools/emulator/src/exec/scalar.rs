//! Integer operations on one lane, where they are more than one line.

use crate::op::{Cmp, Count, Int1, Int2, Int3, Shift, Testp};

/// Sign-extends 24 bits.
#[inline(always)]
fn s24(v: u32) -> i64 {
    i64::from(((v << 8) as i32) >> 8)
}

/// Zero-extends 24 bits.
#[inline(always)]
fn u24(v: u32) -> u64 {
    u64::from(v & 0xff_ffff)
}

/// Operations on 32 bits. Division by zero gives all ones, its remainder the dividend.
#[inline(always)]
pub fn int2_w(op: Int2, a: u32, b: u32) -> u32 {
    let (sa, sb) = (a as i32, b as i32);
    match op {
        Int2::Add => a.wrapping_add(b),
        Int2::Sub => a.wrapping_sub(b),
        Int2::Mul => a.wrapping_mul(b),
        Int2::MulHiS => ((i64::from(sa) * i64::from(sb)) >> 32) as u32,
        Int2::MulHiU => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        Int2::Mul24LoS => (s24(a) * s24(b)) as u32,
        Int2::Mul24LoU => (u24(a) * u24(b)) as u32,
        Int2::Mul24HiS => ((s24(a) * s24(b)) >> 16) as u32,
        Int2::Mul24HiU => ((u24(a) * u24(b)) >> 16) as u32,
        Int2::DivS => {
            if b == 0 {
                !0
            } else {
                sa.wrapping_div(sb) as u32
            }
        }
        Int2::DivU => a.checked_div(b).unwrap_or(!0),
        Int2::RemS => {
            if b == 0 {
                a
            } else {
                sa.wrapping_rem(sb) as u32
            }
        }
        Int2::RemU => a.checked_rem(b).unwrap_or(a),
        Int2::MinS => sa.min(sb) as u32,
        Int2::MinU => a.min(b),
        Int2::MaxS => sa.max(sb) as u32,
        Int2::MaxU => a.max(b),
        Int2::And => a & b,
        Int2::Or => a | b,
        Int2::Xor => a ^ b,
        Int2::AddSat => sa.saturating_add(sb) as u32,
        Int2::SubSat => sa.saturating_sub(sb) as u32,
        Int2::Szext { signed, clamp } => {
            let high = 32 - amount(b, clamp);
            // A field of no bits is zero.
            let top = u64::from(a) << high;
            if signed { (top as i32 >> high.min(31)) as u32 } else { (top as u32) >> high.min(31) }
        }
        Int2::Bmsk { clamp } => {
            let (first, width) = (amount(a, clamp), amount(b, clamp));
            (((1u64 << width) - 1) << first) as u32
        }
    }
}

/// Operations on 64 bits.
#[inline(always)]
pub fn int2_d(op: Int2, a: u64, b: u64) -> u64 {
    let (sa, sb) = (a as i64, b as i64);
    match op {
        Int2::Add => a.wrapping_add(b),
        Int2::Sub => a.wrapping_sub(b),
        Int2::Mul => a.wrapping_mul(b),
        Int2::MulHiS => ((i128::from(sa) * i128::from(sb)) >> 64) as u64,
        Int2::MulHiU => ((u128::from(a) * u128::from(b)) >> 64) as u64,
        Int2::DivS => {
            if b == 0 {
                !0
            } else {
                sa.wrapping_div(sb) as u64
            }
        }
        Int2::DivU => a.checked_div(b).unwrap_or(!0),
        Int2::RemS => {
            if b == 0 {
                a
            } else {
                sa.wrapping_rem(sb) as u64
            }
        }
        Int2::RemU => a.checked_rem(b).unwrap_or(a),
        Int2::MinS => sa.min(sb) as u64,
        Int2::MinU => a.min(b),
        Int2::MaxS => sa.max(sb) as u64,
        Int2::MaxU => a.max(b),
        Int2::And => a & b,
        Int2::Or => a | b,
        Int2::Xor => a ^ b,
        // These exist for 32 bits only; lowering lets no other through.
        Int2::Mul24LoS
        | Int2::Mul24LoU
        | Int2::Mul24HiS
        | Int2::Mul24HiU
        | Int2::Szext { .. }
        | Int2::Bmsk { .. } => 0,
        Int2::AddSat => sa.saturating_add(sb) as u64,
        Int2::SubSat => sa.saturating_sub(sb) as u64,
    }
}

/// A number of bits: 32 at most, or the low five bits.
#[inline(always)]
fn amount(n: u32, clamp: bool) -> u32 {
    if clamp { n.min(32) } else { n & 31 }
}

/// Operations on 16 bits, zero-extended in and out.
#[inline(always)]
pub fn int2_h(op: Int2, a: u32, b: u32) -> u32 {
    let (sa, sb) = (a as i16, b as i16);
    let (ua, ub) = (a as u16, b as u16);
    let r = match op {
        Int2::Add => ua.wrapping_add(ub),
        Int2::Sub => ua.wrapping_sub(ub),
        Int2::Mul => ua.wrapping_mul(ub),
        Int2::MulHiS => ((i32::from(sa) * i32::from(sb)) >> 16) as u16,
        Int2::MulHiU => ((u32::from(ua) * u32::from(ub)) >> 16) as u16,
        Int2::DivS => {
            if ub == 0 {
                !0
            } else {
                sa.wrapping_div(sb) as u16
            }
        }
        Int2::DivU => ua.checked_div(ub).unwrap_or(!0),
        Int2::RemS => {
            if ub == 0 {
                ua
            } else {
                sa.wrapping_rem(sb) as u16
            }
        }
        Int2::RemU => ua.checked_rem(ub).unwrap_or(ua),
        Int2::MinS => sa.min(sb) as u16,
        Int2::MinU => ua.min(ub),
        Int2::MaxS => sa.max(sb) as u16,
        Int2::MaxU => ua.max(ub),
        Int2::And => ua & ub,
        Int2::Or => ua | ub,
        Int2::Xor => ua ^ ub,
        Int2::AddSat => sa.saturating_add(sb) as u16,
        Int2::SubSat => sa.saturating_sub(sb) as u16,
        Int2::Mul24LoS
        | Int2::Mul24LoU
        | Int2::Mul24HiS
        | Int2::Mul24HiU
        | Int2::Szext { .. }
        | Int2::Bmsk { .. } => 0,
    };
    u32::from(r)
}

/// Shifts of 32 bits; amounts beyond the width give 0 or the sign.
#[inline(always)]
pub fn shift_w(op: Shift, a: u32, n: u32) -> u32 {
    match op {
        Shift::Left => {
            if n > 31 {
                0
            } else {
                a << n
            }
        }
        Shift::RightU => {
            if n > 31 {
                0
            } else {
                a >> n
            }
        }
        Shift::RightS => ((a as i32) >> n.min(31)) as u32,
    }
}

/// Shifts of 64 bits.
#[inline(always)]
pub fn shift_d(op: Shift, a: u64, n: u32) -> u64 {
    match op {
        Shift::Left => {
            if n > 63 {
                0
            } else {
                a << n
            }
        }
        Shift::RightU => {
            if n > 63 {
                0
            } else {
                a >> n
            }
        }
        Shift::RightS => ((a as i64) >> n.min(63)) as u64,
    }
}

/// Shifts of 16 bits.
#[inline(always)]
pub fn shift_h(op: Shift, a: u32, n: u32) -> u32 {
    match op {
        Shift::Left => {
            if n > 15 {
                0
            } else {
                (a << n) & 0xffff
            }
        }
        Shift::RightU => {
            if n > 15 {
                0
            } else {
                (a & 0xffff) >> n
            }
        }
        Shift::RightS => (i32::from(a as i16) >> n.min(15)) as u32 & 0xffff,
    }
}

/// One-operand operations on the lowest `bits` bits.
#[inline(always)]
pub fn int1(op: Int1, a: u64, bits: u32) -> u64 {
    let m = if bits == 64 { !0 } else { (1u64 << bits) - 1 };
    let negative = a >> (bits - 1) & 1 == 1;
    let r = match op {
        Int1::Mov => a,
        Int1::Neg => a.wrapping_neg(),
        Int1::AbsS => {
            if negative {
                a.wrapping_neg()
            } else {
                a
            }
        }
        Int1::Not => !a,
        Int1::Cnot => u64::from(a & m == 0),
        Int1::Brev => a.reverse_bits() >> (64 - bits),
    };
    r & m
}

/// Bit counts of the lowest `bits` bits.
pub fn count(op: Count, a: u64, bits: u32) -> u32 {
    let lead = |v: u64| (v << (64 - bits)).leading_zeros().min(bits);
    match op {
        Count::Popc => a.count_ones(),
        Count::Clz => lead(a),
        Count::Bfind { signed, shift_amount } => {
            let m = if bits == 64 { !0 } else { (1u64 << bits) - 1 };
            let v = if signed && a >> (bits - 1) & 1 == 1 { !a & m } else { a };
            if v == 0 {
                return !0;
            }
            if shift_amount { lead(v) } else { bits - 1 - lead(v) }
        }
    }
}

/// `prmt` with a selector of one nibble a byte.
fn permute(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = u64::from(a) | u64::from(b) << 32;
    (0..4).fold(0, |r, k| {
        let s = selector >> (4 * k) & 15;
        let mut byte = (bytes >> (8 * (s & 7))) as u32 & 0xff;
        if s & 8 != 0 {
            byte = if byte & 0x80 != 0 { 0xff } else { 0 };
        }
        r | byte << (8 * k)
    })
}

fn dot(a: u32, b: u32, a_signed: bool, b_signed: bool) -> u32 {
    let byte = |v: u32, k: u32, s: bool| {
        let x = (v >> (8 * k)) as u8;
        if s { i32::from(x as i8) } else { i32::from(x) }
    };
    (0..4).fold(0u32, |r, k| r.wrapping_add((byte(a, k, a_signed) * byte(b, k, b_signed)) as u32))
}

fn dot2(a: u32, b: u32, a_signed: bool, b_signed: bool, high: bool) -> u32 {
    (0..2).fold(0u32, |r, k| {
        let x = (a >> (16 * k)) as u16;
        let x = if a_signed { i32::from(x as i16) } else { i32::from(x) };
        let y = (b >> (8 * (k + if high { 2 } else { 0 }))) as u8;
        let y = if b_signed { i32::from(y as i8) } else { i32::from(y) };
        r.wrapping_add(x.wrapping_mul(y) as u32)
    })
}

/// Extracts a bit field.
pub fn bfe(a: u64, pos: u32, len: u32, bits: u32, signed: bool) -> u64 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    let mask = if bits == 64 { !0 } else { (1u64 << bits) - 1 };
    let sign =
        if !signed || len == 0 { false } else { a >> (pos + len - 1).min(bits - 1) & 1 == 1 };
    let mut out = 0u64;
    for i in 0..bits {
        let bit = if i < len && pos + i < bits { a >> (pos + i) & 1 == 1 } else { sign };
        out |= u64::from(bit) << i;
    }
    out & mask
}

/// Inserts a bit field of `a` into `b`.
pub fn bfi(a: u64, b: u64, pos: u32, len: u32, bits: u32) -> u64 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    if pos >= bits || len == 0 {
        return b;
    }
    let len = len.min(bits - pos);
    let field = if len == 64 { !0 } else { (1u64 << len) - 1 };
    (b & !(field << pos)) | (a & field) << pos
}

/// Three-operand operations.
#[inline(always)]
pub fn int3(op: Int3, a: u32, b: u32, c: u32) -> u32 {
    let (sa, sb, sc) = (a as i32, b as i32, c as i32);
    let both = u64::from(b) << 32 | u64::from(a);
    let his = || ((i64::from(sa) * i64::from(sb)) >> 32) as i32;
    match op {
        Int3::Mad => a.wrapping_mul(b).wrapping_add(c),
        Int3::MadHiS => his().wrapping_add(sc) as u32,
        Int3::MadHiSat => his().saturating_add(sc) as u32,
        Int3::MadHiU => (((u64::from(a) * u64::from(b)) >> 32) as u32).wrapping_add(c),
        Int3::Mad24LoS => ((s24(a) * s24(b)) as u32).wrapping_add(c),
        Int3::Mad24LoU => ((u24(a) * u24(b)) as u32).wrapping_add(c),
        Int3::Mad24HiS => (((s24(a) * s24(b)) >> 16) as u32).wrapping_add(c),
        Int3::Mad24HiSat => (((s24(a) * s24(b)) >> 16) as i32).saturating_add(sc) as u32,
        Int3::Mad24HiU => (((u24(a) * u24(b)) >> 16) as u32).wrapping_add(c),
        Int3::SadS => c.wrapping_add(sa.abs_diff(sb)),
        Int3::SadU => c.wrapping_add(a.abs_diff(b)),
        Int3::Lop3(t) => {
            let pick = |bit: u8| if t >> bit & 1 == 1 { !0u32 } else { 0 };
            (pick(0) & !a & !b & !c)
                | (pick(1) & !a & !b & c)
                | (pick(2) & !a & b & !c)
                | (pick(3) & !a & b & c)
                | (pick(4) & a & !b & !c)
                | (pick(5) & a & !b & c)
                | (pick(6) & a & b & !c)
                | (pick(7) & a & b & c)
        }
        Int3::ShfLeftClamp => ((both << c.min(32)) >> 32) as u32,
        Int3::ShfLeftWrap => ((both << (c & 31)) >> 32) as u32,
        Int3::ShfRightClamp => (both >> c.min(32)) as u32,
        Int3::ShfRightWrap => (both >> (c & 31)) as u32,
        Int3::Prmt => permute(a, b, c),
        Int3::PrmtF4e => permute(a, b, [0x3210, 0x4321, 0x5432, 0x6543][c as usize & 3]),
        Int3::PrmtB4e => permute(a, b, [0x5670, 0x6701, 0x7012, 0x0123][c as usize & 3]),
        Int3::PrmtRc8 => permute(a, b, [0x0000, 0x1111, 0x2222, 0x3333][c as usize & 3]),
        Int3::PrmtEcl => permute(a, b, [0x3210, 0x3211, 0x3222, 0x3333][c as usize & 3]),
        Int3::PrmtEcr => permute(a, b, [0x0000, 0x1110, 0x2210, 0x3210][c as usize & 3]),
        Int3::PrmtRc16 => permute(a, b, [0x1010, 0x3232, 0x1010, 0x3232][c as usize & 3]),
        Int3::BfeS => bfe(u64::from(a), b, c, 32, true) as u32,
        Int3::BfeU => bfe(u64::from(a), b, c, 32, false) as u32,
        Int3::Dp4a { a_signed, b_signed } => dot(a, b, a_signed, b_signed).wrapping_add(c),
        Int3::Dp2a { a_signed, b_signed, high } => {
            dot2(a, b, a_signed, b_signed, high).wrapping_add(c)
        }
    }
}

/// Whether a comparison holds, given the order of its operands (`None`: unordered).
#[inline(always)]
pub fn compare(cmp: Cmp, order: Option<std::cmp::Ordering>) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (cmp, order) {
        (Cmp::Num, o) => o.is_some(),
        (Cmp::Nan, o) => o.is_none(),
        (Cmp::Equ | Cmp::Neu | Cmp::Ltu | Cmp::Leu | Cmp::Gtu | Cmp::Geu, None) => true,
        (_, None) => false,
        (Cmp::Eq | Cmp::Equ, Some(o)) => o == Equal,
        (Cmp::Ne | Cmp::Neu, Some(o)) => o != Equal,
        (Cmp::Lt | Cmp::Ltu, Some(o)) => o == Less,
        (Cmp::Le | Cmp::Leu, Some(o)) => o != Greater,
        (Cmp::Gt | Cmp::Gtu, Some(o)) => o == Greater,
        (Cmp::Ge | Cmp::Geu, Some(o)) => o != Less,
    }
}

/// `testp` on 64-bit floats.
pub fn testp(op: Testp, class: std::num::FpCategory) -> bool {
    use std::num::FpCategory as C;
    match op {
        Testp::Finite => !matches!(class, C::Nan | C::Infinite),
        Testp::Infinite => class == C::Infinite,
        Testp::Number => class != C::Nan,
        Testp::NotANumber => class == C::Nan,
        // Zero counts as normal.
        Testp::Normal => matches!(class, C::Normal | C::Zero),
        Testp::Subnormal => class == C::Subnormal,
    }
}
