//! The types that an intrinsic's operands and result have: what both verifiers, of WHIRL and of Func, hold a text to,
//! so that the code generator may take them for granted.

use super::Intrinsic;
use crate::mtype::Mtype;

/// What a type has to be.
#[derive(Clone, Copy)]
enum Want {
    /// This one, whatever its sign.
    Is(Mtype),
    /// The node's result type.
    Result,
    /// The register type of the node's descriptor.
    Operand,
}

use Want::{Is, Operand, Result};

const WORD: Want = Is(Mtype::U4);
const LONG: Want = Is(Mtype::U8);

/// Which result types an intrinsic may have.
fn result_fits(i: Intrinsic, rtype: Mtype) -> bool {
    use Intrinsic::*;
    let word = rtype.interchangeable(Mtype::U4);
    let long = rtype.interchangeable(Mtype::U8);
    match i {
        AddRn | AddRz | AddRu | AddRd | SubRn | SubRz | SubRu | SubRd | MulRn | MulRz | MulRu
        | MulRd | FmaRz | FmaRu | FmaRd | DivRn | DivRz | DivRu | DivRd | DivApprox | RcpRn
        | RcpRz | RcpRu | RcpRd | RcpApprox | RcpApproxFtz | RsqrtApproxFtz | Ex2ApproxFtz
        | Sqrt | SqrtRn | SqrtRz | SqrtRu | SqrtRd | SqrtApprox | RsqrtApprox | Ex2Approx
        | Lg2Approx | Lg2ApproxFtz | SinApprox | CosApprox | TanhApprox | Floor | Ceil | Trunc
        | Rint | Copysign | Saturate => rtype.is_float(),
        F32FromF16 => rtype == Mtype::F4,
        CvtRn | CvtRz | CvtRu | CvtRd => rtype.is_float() || word || long,
        Brev => word || long,
        ToGlobal | ToShared | ToConstant | ToLocal | FromGlobal | FromShared | FromConstant
        | FromLocal | Clock64 => long,
        VoteAll | VoteAny | VoteUni => rtype == Mtype::B,
        Barrier | Syncwarp | FenceBlock | FenceDevice | FenceSystem | Nanosleep | Trap | Brkpt
        | AssertFail | Assume => rtype == Mtype::V,
        // The result of `printf` may be wanted or not.
        Vprintf => word || rtype == Mtype::V,
        AtomAdd | AtomExch => rtype.is_float() || word || long,
        AtomMin | AtomMax | AtomAnd | AtomOr | AtomXor | AtomCas => word || long,
        _ => word,
    }
}

/// What an intrinsic's operand number `k` has to be.
fn operand(i: Intrinsic, k: usize) -> Want {
    use Intrinsic::*;
    match i {
        CvtRn | CvtRz | CvtRu | CvtRd | Popc | Clz | Ffs => Operand,
        F16FromF32Rn | F16FromF32Rz | F16FromF32Ru | F16FromF32Rd | Bf16FromF32Rn
        | Bf16FromF32Rz => Is(Mtype::F4),
        F16FromF64Rn => Is(Mtype::F8),
        F32FromF16 => WORD,
        Assume => Is(Mtype::B),
        VoteAll | VoteAny | VoteUni | VoteBallot if k == 1 => Is(Mtype::B),
        MatchAny | MatchAll if k == 1 => Operand,
        AssertFail if k == 2 => WORD,
        Vprintf | AssertFail => LONG,
        AtomAdd | AtomExch | AtomMin | AtomMax | AtomInc | AtomDec | AtomAnd | AtomOr | AtomXor
        | AtomCas
            if k == 0 =>
        {
            LONG
        }
        BarrierPopc | BarrierAnd | BarrierOr | Syncwarp | Nanosleep | VoteAll | VoteAny
        | VoteUni | VoteBallot | MatchAny | MatchAll => WORD,
        _ => Result,
    }
}

impl Intrinsic {
    /// What is wrong with the number or the types of an intrinsic's operands, its result type or its descriptor.
    pub fn misuse(self, rtype: Mtype, desc: Mtype, operands: &[Mtype]) -> Option<String> {
        let name = self.name();
        if operands.len() != self.kid_count() {
            return Some(format!("{name} wants {} operands", self.kid_count()));
        }
        if !result_fits(self, rtype) {
            return Some(format!("{name} has no result of type {rtype}"));
        }
        for (k, &given) in operands.iter().enumerate() {
            let wanted = match operand(self, k) {
                Is(wanted) => wanted,
                Result => rtype,
                Operand => desc.register(),
            };
            if !given.interchangeable(wanted) {
                return Some(format!("{name}: operand {k} is {given} where {wanted} is wanted"));
            }
            if matches!(operand(self, k), Operand) && matches!(wanted, Mtype::B | Mtype::V) {
                return Some(format!("{name} takes no operand of type {wanted}"));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Mtype::*;

    #[test]
    fn types_that_fit_and_that_do_not() {
        let fits = |i: Intrinsic, r, d, kids: &[Mtype]| i.misuse(r, d, kids).is_none();
        assert!(fits(Intrinsic::AddRn, F8, F8, &[F8, F8]));
        assert!(!fits(Intrinsic::AddRn, F8, F8, &[F8, F4]));
        assert!(!fits(Intrinsic::AddRn, F8, F8, &[F8]));
        assert!(!fits(Intrinsic::AddRn, I4, I4, &[I4, I4]));
        assert!(fits(Intrinsic::Popc, U4, U8, &[I8]) && !fits(Intrinsic::Popc, U4, B, &[B]));
        assert!(fits(Intrinsic::CvtRn, F4, I8, &[U8]) && !fits(Intrinsic::CvtRn, F4, I8, &[F8]));
        assert!(fits(Intrinsic::VoteBallot, U4, B, &[U4, B]));
        assert!(!fits(Intrinsic::VoteBallot, U4, B, &[U4, U4]));
        assert!(fits(Intrinsic::AtomAdd, F4, F4, &[U8, F4]));
        assert!(!fits(Intrinsic::AtomAdd, F4, F4, &[U4, F4]));
        assert!(fits(Intrinsic::Barrier, V, V, &[]) && !fits(Intrinsic::Barrier, U4, V, &[]));
    }
}
