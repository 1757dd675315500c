//! Which bits operations leave unset, and the sums that bitwise operations so are.

use super::parts::Whole;
use crate::codemap::Codemap;
use crate::ids::CrId;
use crate::value_fact::Fact;
use optx_whirl::Operator;

/// So many operations down tell which bits a value has.
const DEEPEST: u32 = 4;

/// A bitwise operation with a constant as a sum.
pub(super) struct Bits {
    pub(super) opr: Operator,
    pub(super) kid: CrId,
    /// What is added, in the value's width.
    pub(super) added: u64,
    /// What is left of the constant.
    pub(super) constant: u64,
}

/// A value as what is left and the bits of a constant that its operation sets where none are; None where there are none.
pub(super) fn disjoint(map: &Codemap, whole: Whole) -> Option<Bits> {
    let op = map.as_op(whole.tree)?;
    let is_bitwise = matches!(op.opr, Operator::Bior | Operator::Bxor);
    let constant = map.constant(*op.kids.get(1)?).filter(|_| is_bitwise)?;
    let width = Fact::width_of(op.rtype)?;
    let (zeros, _) = map.told_by_operations(op.kids[0], width).known_bits();
    let added = constant & zeros;
    let constant = constant & !added;
    let (opr, kid) = (op.opr, op.kids[0]);
    (added != 0).then(|| Bits { opr, kid, added: whole.extended(added), constant })
}

impl Codemap {
    /// What the operations of an integer tree of so many bits tell of its value, a few of them down; of variables nothing.
    pub(crate) fn told_by_operations(&self, id: CrId, width: u32) -> Fact {
        fact(self, id, width, DEEPEST)
    }
}

fn fact(map: &Codemap, id: CrId, width: u32, depth: u32) -> Fact {
    if let Some(value) = map.constant(id) {
        return Fact::constant(width, value);
    }
    let full = Fact::full(width);
    let Some(op) = map.as_op(id).filter(|_| depth > 0) else { return full };
    if Fact::width_of(op.rtype) != Some(width) {
        return full;
    }
    let of = |k: usize, width| Some(fact(map, op.kids[k], width, depth - 1));
    use Operator::{Band, Bior, Bxor, Cvt, Lshr, Mpy, Shl};
    let known = match op.opr {
        Band | Bior | Bxor | Mpy => Fact::operation(op, &[of(0, width), of(1, width)]),
        // Amounts are words.
        Shl | Lshr => Fact::operation(op, &[of(0, width), of(1, 32)]),
        Cvt => Fact::width_of(op.desc).and_then(|from| Fact::operation(op, &[of(0, from)])),
        _ => None,
    };
    known.unwrap_or(full)
}
