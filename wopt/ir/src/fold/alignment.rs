//! Low bits of addresses that objects' alignment tells.
//!
//! Idea: an object lies at a multiple of its alignment, and generic addresses are those of a window that begins at a multiple of much more. So the low bits of an
//! object's address are zeros, and a mask of no others gives 0: what asks whether two objects are aligned, as a copy of memory by words does, is decided.
//! Source: LLVM's `computeKnownBits` of a global's and an `alloca`'s address.
//! Legality: the alignment is that which PTX is told ([`optx_whirl::Module::alignment`] for global objects); an object of which nothing is said counts as aligned to a byte. Of a
//! variable nothing is known, so pointers that come from elsewhere keep their tests. Cost: a few operations below a mask.

use crate::alignments::LOW_BITS;
use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op};
use crate::ids::CrId;
use optx_whirl::{Intrinsic, Mtype, Operator};

/// So many operations down are looked at.
const DEEPEST: u32 = 8;

impl Codemap {
    /// What a mask keeps of low bits that are all zeros.
    pub(super) fn masked_alignment(&mut self, op: &Op) -> Option<CrId> {
        if op.opr != Operator::Band {
            return None;
        }
        let mask = self.constant(op.kids[1]).filter(|mask| mask >> LOW_BITS == 0)?;
        let zeros = self.low_zeros(op.kids[0], DEEPEST);
        (mask >> zeros.min(LOW_BITS) == 0).then(|| self.integer(op.rtype, 0))
    }

    /// So many low bits are zeros, as far as constants, objects and operations tell.
    fn low_zeros(&self, id: CrId, depth: u32) -> u32 {
        let op = match self.get(id) {
            CodeRep::Const { value, .. } => return value.trailing_zeros(),
            CodeRep::Lda { st, offset } => {
                return self.alignments.zeros(*st).min(offset.trailing_zeros());
            }
            CodeRep::Op(op) if depth > 0 => op,
            _ => return 0,
        };
        let of = |k: usize| self.low_zeros(op.kids[k], depth - 1);
        match op.opr {
            Operator::Add | Operator::Sub | Operator::Bior | Operator::Bxor => match of(0) {
                0 => 0,
                first => first.min(of(1)),
            },
            Operator::Band => of(0).max(of(1)),
            Operator::Mpy => of(0).saturating_add(of(1)),
            Operator::Shl => {
                let by = self.constant(op.kids[1]).filter(|&by| by < u64::from(op.rtype.bits()));
                by.map_or(0, |by| of(0).saturating_add(by as u32))
            }
            Operator::Cvt if is_word(op.rtype) && is_word(op.desc) => of(0),
            Operator::IntrinsicOp if op.intrinsic.is_some_and(moves_window) => of(0).min(LOW_BITS),
            _ => 0,
        }
    }
}

/// True for integers that are as long as a register or longer.
fn is_word(mtype: Mtype) -> bool {
    mtype.is_integer() && matches!(mtype.size(), 4 | 8) && mtype != Mtype::B
}

/// True for conversions between addresses of a space and generic ones.
fn moves_window(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    let from_generic = matches!(intrinsic, ToGlobal | ToShared | ToConstant | ToLocal);
    from_generic || intrinsic.makes_generic()
}

#[cfg(test)]
mod tests {
    use crate::alignments::Alignments;
    use crate::codemap::Codemap;
    use crate::coderep::CodeRep;
    use crate::func::{AuxKind, new_aux};
    use crate::ids::CrId;
    use id_arena::Arena;
    use optx_whirl::StId;
    use optx_whirl::{Intrinsic, Mtype, Operator};

    fn map() -> Codemap {
        // Locals of 1, 4 and 16 bytes' alignment, and a global of 2.
        let alignments = Alignments { locals: vec![0, 2, 4], globals: vec![1] };
        let mut map = Codemap::default();
        map.alignments = alignments;
        map
    }

    fn address(map: &mut Codemap, st: StId, offset: i64) -> CrId {
        let place = map.intern(CodeRep::Lda { st, offset });
        map.intrinsic1(Intrinsic::FromLocal, Mtype::U8, Mtype::U8, place)
    }

    /// The value of a mask of what two addresses have together.
    fn masked(map: &mut Codemap, a: CrId, b: CrId, mask: u64) -> Option<u64> {
        let both = map.binary(Operator::Bior, Mtype::U8, a, b);
        let mask = map.integer(Mtype::U8, mask);
        let masked = map.binary(Operator::Band, Mtype::U8, both, mask);
        map.constant(masked)
    }

    #[test]
    fn low_bits_of_aligned_objects_are_zeros() {
        let mut map = map();
        let four = address(&mut map, StId::local(1), 0);
        let later = address(&mut map, StId::local(2), 8);
        assert_eq!(masked(&mut map, four, later, 3), Some(0));
        assert_eq!(masked(&mut map, later, later, 7), Some(0));
        let word = map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, later);
        assert_eq!(masked(&mut map, word, word, 7), Some(0));
    }

    #[test]
    fn other_bits_are_not_known() {
        let mut map = map();
        let four = address(&mut map, StId::local(1), 0);
        let sixteen = address(&mut map, StId::local(2), 0);
        // More than the alignment, a byte's alignment, a place between, a global of less, an object of which nothing is said, a window.
        assert_eq!(masked(&mut map, four, sixteen, 7), None);
        let byte = address(&mut map, StId::local(0), 0);
        assert_eq!(masked(&mut map, four, byte, 3), None);
        let between = address(&mut map, StId::local(2), 2);
        assert_eq!(masked(&mut map, four, between, 3), None);
        let global = address(&mut map, StId::global(0), 0);
        assert_eq!(masked(&mut map, four, global, 3), None);
        let unknown = address(&mut map, StId::local(7), 0);
        assert_eq!(masked(&mut map, four, unknown, 3), None);
        assert_eq!(masked(&mut map, four, sixteen, 1 << 12), None);
    }

    #[test]
    fn nothing_is_known_of_variables() {
        let mut map = map();
        let mut auxes = Arena::new();
        let aux = new_aux(&mut auxes, &mut map, AuxKind::Temp, Mtype::U8, "p");
        let pointer = map.plain_var(aux);
        let four = address(&mut map, StId::local(1), 0);
        assert_eq!(masked(&mut map, four, pointer, 3), None);
        // An index of words keeps the object's alignment, one of bytes does not.
        let factor = map.integer(Mtype::U8, 4);
        let words = map.binary(Operator::Mpy, Mtype::U8, pointer, factor);
        let word = map.binary(Operator::Add, Mtype::U8, four, words);
        assert_eq!(masked(&mut map, word, four, 3), Some(0));
        let byte = map.binary(Operator::Add, Mtype::U8, four, pointer);
        assert_eq!(masked(&mut map, byte, four, 3), None);
    }
}
