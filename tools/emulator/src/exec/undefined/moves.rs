//! Which unknown bits are copies of what was never written, and which were computed from it.
//!
//! Compilers move structures with their padding in parts of any size, and set fields of words that nobody set; they compute with
//! neither. So what instructions only move may be stored where others see it, and what was computed may not.

use super::bits::Value;
use super::transfer::{Lane, Results};
use crate::exec::scalar;
use crate::op::{Int1, Int2, Int3, Op, R32, R64};

/// How far an instruction may move bits.
enum Class {
    /// It moves them, unless it makes more of them, as of a sign that it extends.
    Moves,
    /// It moves them where it leaves them as they are: a sum or a product that stands for a shift and an `or`, a field that is added to.
    MayMove,
    Computes,
}

fn class(op: &Op) -> Class {
    match op {
        Op::Int1W { op, .. } | Op::Int1H { op, .. } | Op::Int1D { op, .. } => match op {
            Int1::Mov | Int1::Brev => Class::Moves,
            _ => Class::Computes,
        },
        Op::Int2W { op, .. } | Op::Int2D { op, .. } | Op::Int2H { op, .. } => match op {
            Int2::And | Int2::Or => Class::Moves,
            Int2::Add | Int2::Sub | Int2::Mul | Int2::Xor => Class::MayMove,
            _ => Class::Computes,
        },
        Op::Int3W { op, .. } => match op {
            Int3::ShfLeftClamp
            | Int3::ShfLeftWrap
            | Int3::ShfRightClamp
            | Int3::ShfRightWrap
            | Int3::Prmt
            | Int3::PrmtF4e
            | Int3::PrmtB4e
            | Int3::PrmtRc8
            | Int3::PrmtEcl
            | Int3::PrmtEcr
            | Int3::PrmtRc16
            | Int3::BfeS
            | Int3::BfeU => Class::Moves,
            Int3::Mad | Int3::Lop3(_) => Class::MayMove,
            _ => Class::Computes,
        },
        Op::Cvt { cvt, .. } if !cvt.from.is_float() && !cvt.to.is_float() && !cvt.sat => {
            Class::Moves
        }
        Op::ShiftW { .. }
        | Op::ShiftH { .. }
        | Op::ShiftD { .. }
        | Op::Bfe64 { .. }
        | Op::Bfi32 { .. }
        | Op::Bfi64 { .. }
        | Op::SelW { .. }
        | Op::SelD { .. }
        | Op::SlctW { .. }
        | Op::SlctD { .. }
        | Op::Pred { .. }
        | Op::PackHH { .. }
        | Op::PackWW { .. }
        | Op::PackHHHH { .. }
        | Op::UnpackHH { .. }
        | Op::UnpackWW { .. }
        | Op::UnpackHHHH { .. } => Class::Moves,
        Op::Mad64 { .. }
        | Op::Mad16 { hi: false, .. }
        | Op::MulWideH { .. }
        | Op::MulWideW { .. }
        | Op::MadWideH { .. }
        | Op::MadWideW { .. } => Class::MayMove,
        _ => Class::Computes,
    }
}

/// What an operation that may move bits gives where all unknown ones are zero, and where they are one.
fn ends(lane: &Lane<'_>, op: &Op) -> Option<[u64; 2]> {
    let (w, d) = (|r: R32| lane.w(r), |r: R64| lane.d(r));
    let one = Value { bits: 1, unknown: 0 };
    let (zero, int2) = (Value::default(), |op, a, b| match op {
        Int2::Add => Some((one, a, b)),
        Int2::Mul => Some((a, b, Value::default())),
        _ => None,
    });
    let (a, b, c) = match *op {
        Op::Int2W { op: Int2::Sub | Int2::Xor, .. }
        | Op::Int2D { op: Int2::Sub | Int2::Xor, .. }
        | Op::Int2H { op: Int2::Sub | Int2::Xor, .. }
        | Op::Int3W { op: Int3::Lop3(_), .. } => return other_ends(lane, op),
        Op::Int2W { op, a, b, .. } | Op::Int2H { op, a, b, .. } => int2(op, w(a), w(b))?,
        Op::Int2D { op, a, b, .. } => int2(op, d(a), d(b))?,
        Op::Int3W { op: Int3::Mad, a, b, c, .. } | Op::Mad16 { a, b, c, .. } => (w(a), w(b), w(c)),
        Op::Mad64 { a, b, c, .. } => (d(a), d(b), d(c)),
        Op::MulWideH { signed, a, b, .. } => {
            (w(a).extended(signed, 16), w(b).extended(signed, 16), zero)
        }
        Op::MulWideW { signed, a, b, .. } => {
            (w(a).extended(signed, 32), w(b).extended(signed, 32), zero)
        }
        Op::MadWideH { signed, a, b, c, .. } => {
            (w(a).extended(signed, 16), w(b).extended(signed, 16), w(c))
        }
        Op::MadWideW { signed, a, b, c, .. } => {
            (w(a).extended(signed, 32), w(b).extended(signed, 32), d(c))
        }
        _ => return None,
    };
    let of = |k: usize| a.ends()[k].wrapping_mul(b.ends()[k]).wrapping_add(c.ends()[k]);
    Some([of(0), of(1)])
}

/// Those of operations that are no sums of a product.
fn other_ends(lane: &Lane<'_>, op: &Op) -> Option<[u64; 2]> {
    let int2 = |op, a: Value, b: Value| {
        let of = |k: usize| match op {
            Int2::Sub => a.ends()[k].wrapping_sub(b.ends()[k]),
            _ => a.ends()[k] ^ b.ends()[k],
        };
        Some([of(0), of(1)])
    };
    match *op {
        Op::Int2W { op, a, b, .. } | Op::Int2H { op, a, b, .. } => int2(op, lane.w(a), lane.w(b)),
        Op::Int2D { op, a, b, .. } => int2(op, lane.d(a), lane.d(b)),
        Op::Int3W { op, a, b, c, .. } => {
            let [a, b, c] = [a, b, c].map(|r| lane.w(r).ends().map(|x| x as u32));
            Some([0, 1].map(|k| u64::from(scalar::int3(op, a[k], b[k], c[k]))))
        }
        _ => None,
    }
}

/// Whether the unknown bits that an instruction gives are of those that it reads, of which `decided` says whether it is known what is
/// selected.
pub fn are_moved(lane: &Lane<'_>, op: &Op, results: &Results, read: u32, decided: bool) -> bool {
    let given: u32 = results.iter().map(|(_, unknown)| unknown.count_ones()).sum();
    let selects =
        matches!(op, Op::SelW { .. } | Op::SelD { .. } | Op::SlctW { .. } | Op::SlctD { .. });
    match class(op) {
        _ if given > read || (selects && !decided) => false,
        Class::Moves => true,
        // Bits that are moved are what they were: zero where they are zero.
        Class::MayMove => ends(lane, op).is_some_and(|[zeros, ones]| {
            results.iter().all(|(_, u)| zeros & u == 0 && ones & u == *u)
        }),
        Class::Computes => false,
    }
}
