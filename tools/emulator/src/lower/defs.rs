//! The registers that an instruction writes. An operation that is missing here does not compile.

use super::program::Program;
use crate::op::{Barrier, HalfCompared, Inst, Op, Row, WarpOp};

/// Registers that an instruction writes, carries apart.
pub fn defined(p: &Program, i: &Inst) -> Vec<Row> {
    let w = |d| vec![Row::W(d)];
    let d64 = |d| vec![Row::D(d)];
    match i.op {
        Op::Int2W { d, .. }
        | Op::Int2H { d, .. }
        | Op::ShiftW { d, .. }
        | Op::ShiftH { d, .. }
        | Op::Int1W { d, .. }
        | Op::Int1H { d, .. }
        | Op::CountW { d, .. }
        | Op::CountD { d, .. }
        | Op::Int3W { d, .. }
        | Op::Mad16 { d, .. }
        | Op::Sad16 { d, .. }
        | Op::Bfi32 { d, .. }
        | Op::MulWideH { d, .. }
        | Op::MadWideH { d, .. }
        | Op::AddCarryW { d, .. }
        | Op::MadCarryW { d, .. }
        | Op::SelW { d, .. }
        | Op::SlctW { d, .. }
        | Op::F32x2 { d, .. }
        | Op::F32x1 { d, .. }
        | Op::Fma32 { d, .. }
        | Op::Set { d, .. }
        | Op::Half { d, .. }
        | Op::HalfPack { d, .. }
        | Op::PackHH { d, .. }
        | Op::ActiveMask { d } => w(d),
        Op::Int2D { d, .. }
        | Op::ShiftD { d, .. }
        | Op::Int1D { d, .. }
        | Op::Mad64 { d, .. }
        | Op::MadHi64 { d, .. }
        | Op::Sad64 { d, .. }
        | Op::Bfe64 { d, .. }
        | Op::Bfi64 { d, .. }
        | Op::MulWideW { d, .. }
        | Op::MadWideW { d, .. }
        | Op::AddCarryD { d, .. }
        | Op::MadCarryD { d, .. }
        | Op::SelD { d, .. }
        | Op::SlctD { d, .. }
        | Op::F64x2 { d, .. }
        | Op::F64x1 { d, .. }
        | Op::Fma64 { d, .. }
        | Op::PackWW { d, .. }
        | Op::PackHHHH { d, .. }
        | Op::Cvta { d, .. } => d64(d),
        Op::TestpW { d, .. }
        | Op::TestpD { d, .. }
        | Op::Pred { d, .. }
        | Op::IsSpace { d, .. } => vec![Row::P(d)],
        Op::Setp { d, q, .. } => [Some(d), q].into_iter().flatten().map(Row::P).collect(),
        Op::HalfCompare { compare } => match p.half_compares[compare as usize].to {
            HalfCompared::Predicates(d, q) => [d, q].into_iter().flatten().map(Row::P).collect(),
            HalfCompared::Value(d, _) => w(d),
        },
        Op::Cvt { d, .. } | Op::HalfCvt { d, .. } | Op::ReadClock { d, .. } => vec![d],
        Op::UnpackHH { d, e, .. } | Op::UnpackWW { d, e, .. } => {
            [d, e].into_iter().flatten().map(Row::W).collect()
        }
        Op::UnpackHHHH { rows, .. } => rows.into_iter().flatten().map(Row::W).collect(),
        Op::Load { access } => p.accesses[access as usize].rows.iter().copied().flatten().collect(),
        Op::Atom { atom } => p.atoms[atom as usize].dst.into_iter().collect(),
        Op::Warp { op, .. } => match op {
            WarpOp::Bar => Vec::new(),
            WarpOp::Shfl { d, p, .. } | WarpOp::MatchAll { d, p, .. } => {
                [Some(Row::W(d)), p.map(Row::P)].into_iter().flatten().collect()
            }
            WarpOp::VoteAll { d, .. } | WarpOp::VoteAny { d, .. } | WarpOp::VoteUni { d, .. } => {
                vec![Row::P(d)]
            }
            WarpOp::Ballot { d, .. } | WarpOp::MatchAny { d, .. } | WarpOp::Redux { d, .. } => w(d),
            WarpOp::Elect { d, p } => {
                d.map(Row::W).into_iter().chain(std::iter::once(Row::P(p))).collect()
            }
        },
        Op::Bar { op, .. } => match op {
            Barrier::Sync | Barrier::Arrive => Vec::new(),
            Barrier::Popc { dst, .. } => w(dst),
            Barrier::And { dst, .. } | Barrier::Or { dst, .. } => vec![Row::P(dst)],
        },
        Op::Store { .. }
        | Op::Host { .. }
        | Op::Prefetch
        | Op::Sleep
        | Op::Fence { .. }
        | Op::Trap
        | Op::Exit
        | Op::Branch { .. }
        | Op::BranchIndexed { .. }
        | Op::Jump { .. } => Vec::new(),
    }
}
