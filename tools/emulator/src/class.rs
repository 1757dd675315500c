//! Classes of instructions, by which launches are counted.

use crate::op::{Float1, Float2, Int1, Op};

/// Classes by which instructions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Class {
    Integer,
    Float32,
    Float64,
    Special,
    Convert,
    Move,
    Compare,
    Load,
    Store,
    Atomic,
    Barrier,
    Warp,
    Branch,
    Other,
}

impl Class {
    /// All classes, in the order of reports.
    pub const ALL: [Class; 14] = [
        Class::Integer,
        Class::Float32,
        Class::Float64,
        Class::Special,
        Class::Convert,
        Class::Move,
        Class::Compare,
        Class::Load,
        Class::Store,
        Class::Atomic,
        Class::Barrier,
        Class::Warp,
        Class::Branch,
        Class::Other,
    ];

    /// The class's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Class::Integer => "integer",
            Class::Float32 => "float32",
            Class::Float64 => "float64",
            Class::Special => "special",
            Class::Convert => "convert",
            Class::Move => "move",
            Class::Compare => "compare",
            Class::Load => "load",
            Class::Store => "store",
            Class::Atomic => "atomic",
            Class::Barrier => "barrier",
            Class::Warp => "warp",
            Class::Branch => "branch",
            Class::Other => "other",
        }
    }
}

impl Op {
    /// The class an operation counts in.
    pub fn class(&self) -> Class {
        match self {
            Op::F32x2 { op: Float2::DivApprox | Float2::DivFull, .. }
            | Op::F32x1 { op: Float1::Approx(_), .. }
            | Op::F64x1 { op: Float1::Approx(_), .. } => Class::Special,
            Op::F32x2 { .. } | Op::F32x1 { .. } | Op::Fma32 { .. } => Class::Float32,
            Op::F64x2 { .. } | Op::F64x1 { .. } | Op::Fma64 { .. } => Class::Float64,
            Op::Half { .. } => Class::Float32,
            Op::HalfSetp { .. } | Op::HalfSet { .. } => Class::Compare,
            Op::Cvt { .. } | Op::HalfCvt { .. } | Op::HalfPack { .. } => Class::Convert,
            Op::Int1W { op: Int1::Mov, .. }
            | Op::Int1D { op: Int1::Mov, .. }
            | Op::PackHH { .. }
            | Op::UnpackHH { .. }
            | Op::PackWW { .. }
            | Op::UnpackWW { .. }
            | Op::PackHHHH { .. }
            | Op::UnpackHHHH { .. }
            | Op::Cvta { .. }
            | Op::ReadClock { .. }
            | Op::SelW { .. }
            | Op::SelD { .. }
            | Op::SlctW { .. }
            | Op::SlctD { .. } => Class::Move,
            Op::Setp { .. }
            | Op::Set { .. }
            | Op::Pred { .. }
            | Op::TestpW { .. }
            | Op::TestpD { .. }
            | Op::IsSpace { .. } => Class::Compare,
            Op::Load { .. } => Class::Load,
            Op::Store { .. } => Class::Store,
            Op::Atom { .. } => Class::Atomic,
            Op::Bar { .. } => Class::Barrier,
            Op::Warp { .. } | Op::ActiveMask { .. } => Class::Warp,
            Op::Branch { .. } | Op::BranchIndexed { .. } | Op::Exit => Class::Branch,
            Op::Host { .. } | Op::Prefetch | Op::Fence | Op::Trap | Op::Jump { .. } => Class::Other,
            _ => Class::Integer,
        }
    }
}
