//! Classes of instructions, by which launches are counted.

use crate::op::{Float1, Float2, Int1, Op};

/// Classes by which instructions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum InstructionClass {
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

impl InstructionClass {
    /// All classes, in the order of reports.
    pub const ALL: [InstructionClass; 14] = [
        InstructionClass::Integer,
        InstructionClass::Float32,
        InstructionClass::Float64,
        InstructionClass::Special,
        InstructionClass::Convert,
        InstructionClass::Move,
        InstructionClass::Compare,
        InstructionClass::Load,
        InstructionClass::Store,
        InstructionClass::Atomic,
        InstructionClass::Barrier,
        InstructionClass::Warp,
        InstructionClass::Branch,
        InstructionClass::Other,
    ];

    /// The class's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            InstructionClass::Integer => "integer",
            InstructionClass::Float32 => "float32",
            InstructionClass::Float64 => "float64",
            InstructionClass::Special => "special",
            InstructionClass::Convert => "convert",
            InstructionClass::Move => "move",
            InstructionClass::Compare => "compare",
            InstructionClass::Load => "load",
            InstructionClass::Store => "store",
            InstructionClass::Atomic => "atomic",
            InstructionClass::Barrier => "barrier",
            InstructionClass::Warp => "warp",
            InstructionClass::Branch => "branch",
            InstructionClass::Other => "other",
        }
    }
}

impl Op {
    /// The class an operation counts in.
    pub fn class(&self) -> InstructionClass {
        match self {
            Op::F32x2 { op: Float2::DivApprox | Float2::DivFull, .. }
            | Op::F32x1 { op: Float1::Approx(_), .. }
            | Op::F64x1 { op: Float1::Approx(_), .. } => InstructionClass::Special,
            Op::F32x2 { .. } | Op::F32x1 { .. } | Op::Fma32 { .. } => InstructionClass::Float32,
            Op::F64x2 { .. } | Op::F64x1 { .. } | Op::Fma64 { .. } => InstructionClass::Float64,
            Op::Half { .. } => InstructionClass::Float32,
            Op::HalfCompare { .. } => InstructionClass::Compare,
            Op::Cvt { .. } | Op::HalfCvt { .. } | Op::HalfPack { .. } => InstructionClass::Convert,
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
            | Op::SlctD { .. } => InstructionClass::Move,
            Op::Setp { .. }
            | Op::Set { .. }
            | Op::Pred { .. }
            | Op::TestpW { .. }
            | Op::TestpD { .. }
            | Op::IsSpace { .. } => InstructionClass::Compare,
            Op::Load { .. } => InstructionClass::Load,
            Op::Store { .. } => InstructionClass::Store,
            Op::Atom { .. } => InstructionClass::Atomic,
            Op::Bar { .. } => InstructionClass::Barrier,
            Op::Warp { .. } | Op::ActiveMask { .. } => InstructionClass::Warp,
            Op::Branch { .. } | Op::BranchIndexed { .. } | Op::Exit => InstructionClass::Branch,
            Op::Host { .. }
            | Op::Prefetch
            | Op::Sleep
            | Op::Fence { .. }
            | Op::Trap
            | Op::Jump { .. } => InstructionClass::Other,
            _ => InstructionClass::Integer,
        }
    }
}
