//! What an operation is worth: the one table that the inliner, the passes and the verifier of passes ask.
//!
//! The unit is one machine instruction that a lane issues each cycle (an integer addition of 32 bits). The numbers are those
//! of SASS for sm_80, as ptxas 13 writes it for one PTX instruction: counted, not timed. They rank alternatives; nothing
//! depends on their exact size.

use crate::intrinsic::{Intrinsic, IntrinsicClass};
use crate::mtype::Mtype;
use crate::operator::Operator;

/// No operation that may run where the source does not run it costs more.
pub const MOST_SPECULATED: u32 = 8;

/// The machine instructions that one evaluation of an operation takes, its operands given. `desc` is the operand type of
/// comparisons and conversions. Leaves cost nothing.
pub fn cost(opr: Operator, rtype: Mtype, desc: Mtype, intrinsic: Option<Intrinsic>) -> u32 {
    use Operator::*;
    let wide = rtype.size() == 8;
    match opr {
        Div | Rem => quotient(rtype),
        Mpy if rtype == Mtype::F8 => 1,
        Mpy if wide => 4,
        Highmpy if wide => 10,
        Highmpy => 2,
        Eq | Ne | Lt | Le | Gt | Ge => 1 + u32::from(desc.is_integer() && desc.size() == 8),
        Min | Max if wide && rtype.is_integer() => 4,
        Min | Max if wide => 3,
        Shl | Ashr | Lshr if wide => 2,
        // Conversions between integers and floats, or from and to double, run at a quarter of the rate or less.
        Cvt if rtype.is_float() != desc.is_float() && desc != Mtype::B => 4,
        Cvt if rtype.is_float() && rtype != desc => 4,
        Add | Sub | Neg | Abs | Band | Bior | Bxor | Bnot | Select
            if wide && rtype.is_integer() =>
        {
            2
        }
        Ldid | Iload | Lda | Intconst | Const => 0,
        // A branch, and the selection of a value, take it in.
        Lnot => 0,
        IntrinsicOp => intrinsic.map_or(1, of_intrinsic),
        _ => 1,
    }
}

fn quotient(rtype: Mtype) -> u32 {
    match rtype {
        Mtype::I8 | Mtype::U8 => 80,
        Mtype::F8 => 40,
        Mtype::F4 => 10,
        _ => 20,
    }
}

fn of_intrinsic(intrinsic: Intrinsic) -> u32 {
    use Intrinsic::*;
    match intrinsic {
        DivRn | DivRz | DivRu | DivRd | RcpRn | RcpRz | RcpRu | RcpRd => 10,
        Sqrt | SqrtRn | SqrtRz | SqrtRu | SqrtRd => 10,
        DivApprox | RcpApprox | RcpApproxFtz | SqrtApprox | RsqrtApprox | RsqrtApproxFtz => 4,
        Ex2Approx | Ex2ApproxFtz | Lg2Approx | Lg2ApproxFtz => 4,
        SinApprox | CosApprox | TanhApprox => 4,
        ToGlobal | FromGlobal | Freeze => 0,
        ToShared | ToConstant | ToLocal | FromShared | FromConstant | FromLocal => 2,
        Popc | Clz | Ffs | Brev => 4,
        _ => 1,
    }
}

/// True where an operation may run on paths on which the source does not run it, once its I-forms are U-forms: it has no
/// effect, cannot trap, and is not so dear that a path that does not want it pays much.
pub fn may_speculate(
    opr: Operator,
    rtype: Mtype,
    desc: Mtype,
    intrinsic: Option<Intrinsic>,
) -> bool {
    if opr.is_statement() || matches!(opr, Operator::Ldid | Operator::Iload) {
        return false;
    }
    let pure = opr != Operator::IntrinsicOp
        || intrinsic.is_some_and(|i| i.class() == IntrinsicClass::Pure);
    pure && cost(opr, rtype, desc, intrinsic) <= MOST_SPECULATED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_loads_and_effects_are_not_speculated() {
        for rtype in [Mtype::I4, Mtype::U4, Mtype::I8, Mtype::U8, Mtype::F4, Mtype::F8] {
            for opr in [Operator::Div, Operator::Iload, Operator::Ldid] {
                assert!(!may_speculate(opr, rtype, rtype, None), "{opr:?} {rtype}");
            }
            assert!(may_speculate(Operator::Add, rtype, Mtype::V, None));
        }
        for opr in [Operator::Istore, Operator::Asm, Operator::Call] {
            assert!(!may_speculate(opr, Mtype::V, Mtype::V, None), "{opr:?}");
        }
        for &intrinsic in Intrinsic::ALL {
            let may = may_speculate(Operator::IntrinsicOp, Mtype::U4, Mtype::V, Some(intrinsic));
            assert!(!may || intrinsic.class() == IntrinsicClass::Pure, "{}", intrinsic.name());
        }
    }

    #[test]
    fn dearer_is_dearer() {
        let of = |opr, rtype| cost(opr, rtype, rtype, None);
        assert!(of(Operator::Div, Mtype::I8) > of(Operator::Div, Mtype::I4));
        assert!(of(Operator::Div, Mtype::I4) > of(Operator::Mpy, Mtype::I4));
        assert!(of(Operator::Mpy, Mtype::I8) > of(Operator::Mpy, Mtype::I4));
        assert!(of(Operator::Add, Mtype::I8) > of(Operator::Add, Mtype::I4));
        assert_eq!(of(Operator::Intconst, Mtype::I4), 0);
    }
}
