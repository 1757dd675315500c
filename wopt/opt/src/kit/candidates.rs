//! Which operations are worth a register.
//!
//! Left alone is what costs nothing where it stands: extensions that a product takes in, products that a sum takes in, negations that a branch, a selection or a float operation takes in, extensions by zero; and what is the same for the whole life of a thread,
//! which placement reads on entry. A predicate stays beside its branch or selection. Loads, effects and convergent operations are
//! statements, so no tree holds one.

use optx_ir::{CodeRep, Codemap, CrId, Op, may_speculate};
use optx_whirl::{Mtype, Operator};

/// Functions of more statements are left alone by who lists all evaluations: a compile is to stay within 1,024 bytes a statement at a million, and the lists
/// would take 60 beyond that (docs/results/budgets.md).
pub(crate) const MOST_STATEMENTS: usize = 1 << 19;

/// What a tree may cost that a loop evaluates before it is known to be wanted.
const MOST_SPECULATED: u32 = 12;

/// True for an operation that PRE looks at.
#[inline(never)]
pub(crate) fn is_candidate(map: &Codemap, op: &Op) -> bool {
    if op.rtype == Mtype::B || op.rtype.size() < 4 {
        return false;
    }
    match op.opr {
        Operator::IntrinsicOp => {
            let is_address = |kid: &CrId| matches!(map.get(*kid), CodeRep::Lda { .. });
            op.cost() > 0 && !op.kids.is_empty() && !op.kids.iter().any(is_address)
        }
        Operator::Neg | Operator::Abs => !op.rtype.is_float(),
        // From an unsigned word: its upper half is the zero register. An object's address is constant for the thread.
        Operator::Cvt => {
            let extends = op.desc == Mtype::U4 && op.rtype.is_integer();
            !extends && !matches!(map.get(op.kids[0]), CodeRep::Lda { .. })
        }
        Operator::Lnot => false,
        _ => op.cost() > 0,
    }
}

/// True where one instruction evaluates an operation with an operand: a product with its extended factors, a sum with its product.
#[inline(never)]
pub(crate) fn takes_in(map: &Codemap, op: &Op, kid: CrId) -> bool {
    let Some(inner) = map.as_op(kid) else { return false };
    match op.opr {
        Operator::Mpy => map.wide_product(op).is_some() && map.extended(kid).is_some(),
        Operator::Add | Operator::Sub => {
            inner.opr == Operator::Mpy
                && (inner.rtype.size() == 4
                    || inner.rtype.is_float()
                    || map.wide_product(inner).is_some())
        }
        _ => false,
    }
}

/// True where a tree may be evaluated on paths that did not ask for it.
pub(crate) fn speculates(map: &Codemap, tree: CrId) -> bool {
    fn each(map: &Codemap, id: CrId) -> bool {
        let Some(op) = map.as_op(id) else { return true };
        // What is out of the integers' range converts to no number that a program may count on.
        let is_undefined = op.opr == Operator::Cvt && op.rtype.is_integer() && op.desc.is_float();
        may_speculate(op.opr, op.rtype, op.desc, op.intrinsic)
            && !is_undefined
            && op.kids.iter().all(|&kid| each(map, kid))
    }
    map.tree_cost(tree) <= MOST_SPECULATED && each(map, tree)
}

/// True for what has one value for the whole life of a thread and is read in an instruction or two: an object's address, a
/// special register.
pub(crate) fn is_thread_constant(map: &Codemap, id: CrId) -> bool {
    match map.get(id) {
        CodeRep::Lda { .. } => true,
        CodeRep::Op(op) if op.opr == Operator::Cvt => {
            matches!(map.get(op.kids[0]), CodeRep::Lda { .. })
        }
        CodeRep::Op(op) if op.opr == Operator::IntrinsicOp => match op.kids[..] {
            [] => true,
            [kid] => {
                let is_address = op.intrinsic.is_some_and(|i| i.is_address_conversion());
                is_address && matches!(map.get(kid), CodeRep::Lda { .. })
            }
            _ => false,
        },
        _ => false,
    }
}
