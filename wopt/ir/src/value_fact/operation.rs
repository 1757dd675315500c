//! The fact of an operation from its operands'.

use super::Fact;
use super::arithmetic::Overflow;
use crate::coderep::Op;
use optx_whirl::{Intrinsic, Mtype, Operator};

impl Fact {
    /// What is known of an operation of an integer or predicate type whose operands these facts hold; operands that are floats or
    /// addresses are not looked at. None where the result is no integer.
    pub fn operation(op: &Op, kids: &[Option<Fact>]) -> Option<Fact> {
        let width = Fact::width_of(op.rtype)?;
        let full = Fact::full(width);
        if kids.iter().flatten().any(Fact::is_empty) {
            return Some(Fact::empty(width));
        }
        // Most operands are anything, and then most results.
        let tells = matches!(op.opr, Operator::Cvt | Operator::Cvtl | Operator::IntrinsicOp);
        if !tells && kids.iter().flatten().all(Fact::is_full) {
            return Some(full);
        }
        let known = |k: usize| kids.get(k).copied().flatten();
        let fact = match (known(0), known(1), known(2)) {
            (_, Some(a), Some(b)) if op.opr == Operator::Select => selected(known(0), a, b),
            (Some(a), Some(b), _) => binary(op, &a, &b),
            (Some(a), None, _) if kids.len() == 1 => unary(op, width, &a),
            _ => None,
        };
        let fact = fact.unwrap_or(full);
        debug_assert_eq!(fact.width, width, "{op:?}");
        Some(fact)
    }

    /// The number as a predicate: 0 or 1, where it is known.
    pub fn truth(&self) -> Option<bool> {
        self.value().map(|value| value != 0)
    }
}

fn selected(condition: Option<Fact>, a: Fact, b: Fact) -> Option<Fact> {
    match condition.and_then(|c| c.truth()) {
        Some(true) => Some(a),
        Some(false) => Some(b),
        None => Some(a.join(&b)),
    }
}

fn unary(op: &Op, width: u32, a: &Fact) -> Option<Fact> {
    let signed = op.rtype.is_signed();
    Some(match (op.opr, op.intrinsic) {
        (Operator::Neg, _) => a.neg(Overflow::of(op.rtype)),
        (Operator::Abs, _) if signed => a.abs(),
        (Operator::Abs, _) => *a,
        (Operator::Bnot | Operator::Lnot, _) => a.not(),
        (Operator::Cvt, _) if op.rtype == Mtype::B => {
            let truth = a.compare(Operator::Ne, false, &Fact::constant(a.width, 0));
            truth.map_or(Fact::full(1), |holds| Fact::constant(1, u64::from(holds)))
        }
        (Operator::Cvt, _) if op.desc == Mtype::B => a.extend(width, false),
        (Operator::Cvt, _) if op.desc.is_integer() && op.desc.bits() == a.width => {
            if width <= a.width { a.truncate(width) } else { a.extend(width, op.desc.is_signed()) }
        }
        (Operator::Cvtl, _) => a.cut(op.desc.bits(), op.desc.is_signed()),
        (Operator::IntrinsicOp, Some(Intrinsic::Popc)) => a.count_of_ones(width),
        (Operator::IntrinsicOp, Some(Intrinsic::Clz)) => a.leading_zeros(width),
        (Operator::IntrinsicOp, Some(Intrinsic::Ffs)) => a.lowest_one(width),
        (Operator::IntrinsicOp, Some(Intrinsic::Brev)) if a.width == width => a.reversed(),
        _ => return None,
    })
}

fn binary(op: &Op, a: &Fact, b: &Fact) -> Option<Fact> {
    let signed = op.rtype.is_signed();
    Some(match op.opr {
        Operator::Shl => a.shl(b),
        Operator::Ashr => a.ashr(b),
        Operator::Lshr => a.lshr(b),
        opr if opr.is_compare() => {
            let holds = a.compare(opr, op.desc.is_signed(), b);
            holds.map_or(Fact::full(1), |holds| Fact::constant(1, u64::from(holds)))
        }
        _ if a.width != b.width => return None,
        Operator::Add => a.add(b, Overflow::of(op.rtype)),
        Operator::Sub => a.sub(b, Overflow::of(op.rtype)),
        Operator::Mpy => a.mul(b, Overflow::of(op.rtype)),
        Operator::Highmpy => a.high_mul(b, signed),
        Operator::Div => a.div(b, signed),
        Operator::Rem => a.rem(b, signed),
        Operator::Max => a.max(b, signed),
        Operator::Min => a.min(b, signed),
        Operator::Band | Operator::Land => a.and(b),
        Operator::Bior | Operator::Lior => a.or(b),
        Operator::Bxor => a.xor(b),
        _ => return None,
    })
}
