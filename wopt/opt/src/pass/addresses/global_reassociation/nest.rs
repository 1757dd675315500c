//! Nested operations of one kind as a list of operands, and what a list costs.

use optx_ir::{Codemap, CrId, Op};
use optx_whirl::{Mtype, Operator};
use smallvec::SmallVec;

/// So many operands are taken together.
pub(super) const MOST_OPERANDS: usize = 12;

/// Sums, differences and negations: a sum's operands have signs.
pub(super) fn is_sum(opr: Operator) -> bool {
    matches!(opr, Operator::Add | Operator::Sub | Operator::Neg)
}

/// Operations whose operands may be grouped and ordered as one likes.
pub(super) fn is_kind(op: &Op) -> bool {
    use Operator::{Band, Bior, Bxor, Max, Min, Mpy};
    (is_sum(op.opr) || matches!(op.opr, Mpy | Min | Max | Band | Bior | Bxor))
        && op.rtype.is_integer()
        && matches!(op.rtype.size(), 4 | 8)
}

/// Of minima and maxima the signs matter.
pub(super) fn is_same(a: &Op, b: &Op) -> bool {
    kind(a) == kind(b)
}

/// What two operations have in common that may be taken apart together.
pub(super) fn kind(op: &Op) -> (Operator, Mtype) {
    match op.opr {
        Operator::Min | Operator::Max => (op.opr, op.rtype),
        opr if is_sum(opr) => (Operator::Add, op.rtype.unsigned()),
        opr => (opr, op.rtype.unsigned()),
    }
}

/// True where an operation takes its operand number `k` off.
pub(super) fn subtracts(op: &Op, k: usize) -> bool {
    op.opr == Operator::Neg || op.opr == Operator::Sub && k == 1
}

/// By depth, so many operations.
pub(super) type Depths = SmallVec<[u32; 8]>;

pub(super) fn count(depths: &mut Depths, depth: u32) {
    let depth = depth as usize;
    if depths.len() <= depth {
        depths.resize(depth + 1, 0);
    }
    depths[depth] += 1;
}

/// True where operations take fewer machine instructions, the deepest loop first: sums and bit operations have three operands there.
pub(super) fn is_less(opr: Operator, new: &[u32], old: &[u32]) -> bool {
    use Operator::{Band, Bior, Bxor};
    let operands = if is_sum(opr) || matches!(opr, Band | Bior | Bxor) { 2 } else { 1 };
    let instructions = |depths: &[u32], k: usize| {
        depths.get(k).map_or(0, |&operations| operations.div_ceil(operands))
    };
    let deepest = new.len().max(old.len());
    (0..deepest)
        .rev()
        .map(|k| (instructions(new, k), instructions(old, k)))
        .find(|(n, o)| n != o)
        .is_some_and(|(n, o)| n < o)
}

/// An operand, and whether a sum takes it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    pub id: CrId,
    pub negative: bool,
}

/// The operands of nested operations of one kind.
pub(super) struct Nest {
    pub opr: Operator,
    pub rtype: Mtype,
    pub operands: SmallVec<[Operand; MOST_OPERANDS]>,
    pub constants: SmallVec<[Operand; 2]>,
    /// Operands that were put together as they stand before: nothing in them changes.
    pub standing: SmallVec<[CrId; 4]>,
    /// The operations: they go.
    pub inside: SmallVec<[CrId; MOST_OPERANDS]>,
    /// By depth, operations of that depth.
    pub depths: Depths,
}

impl Nest {
    pub(super) fn of(op: &Op) -> Nest {
        let (opr, rtype) = kind(op);
        Nest {
            opr,
            rtype,
            operands: SmallVec::new(),
            constants: SmallVec::new(),
            standing: SmallVec::new(),
            inside: SmallVec::new(),
            depths: SmallVec::new(),
        }
    }

    /// True where a sum has nothing to take its operands off.
    pub(super) fn is_negative(&self) -> bool {
        self.constants.is_empty() && self.operands.iter().all(|operand| operand.negative)
    }

    /// The constants as one, which a sum adds.
    pub(super) fn constant(&self, map: &mut Codemap) -> Option<Operand> {
        let constants = self.constants.iter().copied();
        let mut whole = constants.reduce(|a, b| self.join(map, a, b))?;
        if let Some(value) = map.constant(whole.id).filter(|_| whole.negative) {
            let id = map.integer(self.rtype, value.wrapping_neg());
            whole = Operand { id, negative: false };
        }
        Some(whole)
    }

    /// Two operands together; of a sum, the sign is that of what stands there.
    pub(super) fn join(&self, map: &mut Codemap, a: Operand, b: Operand) -> Operand {
        let (opr, left, right) = match (a.negative, b.negative) {
            (false, true) => (Operator::Sub, a, b),
            (true, false) => (Operator::Sub, b, a),
            _ => (self.opr, a, b),
        };
        let id = map.binary(opr, self.rtype, left.id, right.id);
        Operand { id, negative: a.negative && b.negative }
    }
}
