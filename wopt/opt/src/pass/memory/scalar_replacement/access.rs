//! Loads and stores of a slot as trees over its variable.
//!
//! PTX is little-endian: byte `k` of a slot is bits `8 k` to `8 k + 7` of its integer (PTX ISA, "Vectors and memory", and every
//! NVIDIA GPU).

use super::slots::Slot;
use optx_ir::{Access, Codemap, CrId};
use optx_whirl::{Mtype, Operator};

/// The bits of so many bytes.
fn mask(bytes: u32) -> u64 {
    u64::MAX >> (64 - 8 * bytes.clamp(1, 8))
}

/// The unsigned register type that holds so many bytes.
fn holder(bytes: u32) -> Mtype {
    if bytes > 4 { Mtype::U8 } else { Mtype::U4 }
}

/// Where an access begins in its slot, in bits.
fn shift(slot: &Slot, access: &Access) -> u64 {
    8 * (access.offset - slot.start) as u64
}

/// What a load from a slot gives, whose variable is `var`.
pub(super) fn load(map: &mut Codemap, slot: &Slot, var: CrId, access: &Access) -> CrId {
    let desc = access.desc;
    if slot.mtype == desc {
        return var;
    }
    let mut value = var;
    let at = shift(slot, access);
    if at != 0 {
        let amount = map.integer(Mtype::U4, at);
        value = map.binary(Operator::Lshr, slot.mtype, value, amount);
    }
    if slot.mtype == Mtype::U8 && desc.size() < 8 {
        value = map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, value);
    }
    if desc.is_float() {
        map.unary(Operator::Tas, desc, holder(desc.size()), value)
    } else if desc.size() < 4 {
        map.unary(Operator::Cvtl, desc.register(), desc, value)
    } else {
        value
    }
}

/// What a slot holds when a value is stored into it that held `var` before.
pub(super) fn store(
    map: &mut Codemap,
    slot: &Slot,
    var: CrId,
    access: &Access,
    value: CrId,
) -> CrId {
    let desc = access.desc;
    if slot.mtype == desc {
        return value;
    }
    let mut bits = value;
    if desc.is_float() {
        bits = map.unary(Operator::Tas, holder(desc.size()), desc, bits);
    }
    if !slot.mixed {
        return bits;
    }
    if desc.size() < 4 {
        let ones = map.integer(Mtype::U4, mask(desc.size()));
        bits = map.binary(Operator::Band, Mtype::U4, bits, ones);
    }
    if slot.mtype == Mtype::U8 && desc.size() < 8 {
        bits = map.unary(Operator::Cvt, Mtype::U8, Mtype::U4, bits);
    }
    let at = shift(slot, access);
    if at != 0 {
        let amount = map.integer(Mtype::U4, at);
        bits = map.binary(Operator::Shl, slot.mtype, bits, amount);
    }
    if desc.size() == slot.bytes {
        return bits;
    }
    let others = map.integer(slot.mtype, !(mask(desc.size()) << at));
    let kept = map.binary(Operator::Band, slot.mtype, var, others);
    map.binary(Operator::Bior, slot.mtype, kept, bits)
}
