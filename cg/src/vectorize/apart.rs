//! What an access may move over.
//!
//! Legality: two weak accesses have no byte in common where both are in spaces of their own that differ, where they name two
//! objects of local memory, or where they are at places of one base (which nobody changes between them) that do not overlap.
//! Objects of shared memory may be one: each `extern` array begins where the others do.

use crate::lir::modifiers::Space;
use crate::lir::{Function, Inst, Op, Operand};

/// Bytes behind a base: where they begin, and behind their end.
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    pub(super) base: Operand,
    pub(super) begin: i64,
    pub(super) end: i64,
}

/// True where an instruction is a weak access that leaves alone what an access in this space reads or writes in these bytes.
pub(super) fn is_apart(f: &Function, inst: &Inst, space: Space, bytes: Bytes) -> bool {
    let Bytes { base, begin, end } = bytes;
    let (Op::Ld(other) | Op::St(other)) = inst.op else { return false };
    if !inst.op.effect().is_free() {
        return false;
    }
    let is_own =
        |space| matches!(space, Space::Global | Space::Shared | Space::Local | Space::Const);
    if other.space != space {
        return is_own(other.space) && is_own(space);
    }
    let Some((at, from)) = address(f, inst) else { return false };
    match (at, base) {
        (Operand::AtSymbol(a, _), Operand::AtSymbol(b, _)) if a != b => space == Space::Local,
        _ => {
            let size = i64::from(other.ty.size()) * i64::from(other.count);
            at == base && (from >= end || from.checked_add(size).is_some_and(|to| to <= begin))
        }
    }
}

/// The base of an access of however many elements, and the offset from it.
pub(super) fn address(f: &Function, inst: &Inst) -> Option<(Operand, i64)> {
    match *f.uses(inst).first()? {
        Operand::AtReg(reg, offset) => Some((Operand::AtReg(reg, 0), offset)),
        Operand::AtSymbol(symbol, offset) => Some((Operand::AtSymbol(symbol, 0), offset)),
        _ => None,
    }
}
