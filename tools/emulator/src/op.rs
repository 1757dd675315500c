//! Decoded instructions: what the text becomes once and the execution loop reads.
//!
//! Registers are rows of 32 lanes in one of three files: 32-bit rows (8- and 16-bit registers too, kept
//! zero-extended), 64-bit rows, and predicates (one bit a lane). Constants and special registers are rows
//! that are filled when a warp starts, so that no operand needs a case distinction.

pub use crate::access::{Address, Atom, AtomOp, MemSpace, MemoryAccess, Order, Scope, Strength};
pub use crate::class::InstructionClass;
pub use crate::half::{Half, HalfCompare, HalfCompared, HalfCvt, HalfForm, HalfOp, HalfTo};
pub use crate::host::{HostCall, HostFunction};
use crate::ptx::types::Ty;
use crate::soft::Rnd;

/// A 32-bit row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct R32(pub u32);

/// A 64-bit row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct R64(pub u32);

/// A predicate row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RP(pub u32);

/// The predicate row that is true in every lane.
pub const TRUE: RP = RP(0);
/// The predicate row that holds the carry of `add.cc` and its kin.
pub const CARRY: RP = RP(1);
/// Predicate rows that exist in every program.
pub const FIXED_PREDICATES: u32 = 2;

/// A predicate operand, possibly negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cond {
    /// The row.
    pub row: RP,
    /// All ones to negate, else zero.
    pub flip: u32,
}

impl Cond {
    /// Always true.
    pub const ALWAYS: Cond = Cond { row: TRUE, flip: 0 };

    /// Whether it is [`Cond::ALWAYS`].
    pub fn is_always(self) -> bool {
        self == Self::ALWAYS
    }
}

/// A register of any class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// 8, 16 or 32 bits.
    W(R32),
    /// 64 bits.
    D(R64),
    /// A predicate.
    P(RP),
}

/// Two-operand operations on 32- and 64-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Int2 {
    Add,
    Sub,
    Mul,
    MulHiS,
    MulHiU,
    Mul24LoS,
    Mul24LoU,
    Mul24HiS,
    Mul24HiU,
    DivS,
    DivU,
    RemS,
    RemU,
    MinS,
    MinU,
    MaxS,
    MaxU,
    And,
    Or,
    Xor,
    AddSat,
    SubSat,
    Szext { signed: bool, clamp: bool },
    Bmsk { clamp: bool },
}

/// Shifts; the amount is a 32-bit row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Shift {
    Left,
    RightS,
    RightU,
}

/// One-operand operations on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Int1 {
    Mov,
    Neg,
    AbsS,
    Not,
    Cnot,
    Brev,
}

/// Operations whose result is a 32-bit count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Count {
    Popc,
    Clz,
    Bfind { signed: bool, shift_amount: bool },
}

/// Three-operand operations on 32-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Int3 {
    Mad,
    MadHiS,
    MadHiU,
    MadHiSat,
    Mad24LoS,
    Mad24LoU,
    Mad24HiS,
    Mad24HiU,
    Mad24HiSat,
    SadS,
    SadU,
    Lop3(u8),
    ShfLeftClamp,
    ShfLeftWrap,
    ShfRightClamp,
    ShfRightWrap,
    Prmt,
    PrmtF4e,
    PrmtB4e,
    PrmtRc8,
    PrmtEcl,
    PrmtEcr,
    PrmtRc16,
    BfeS,
    BfeU,
    Dp4a { a_signed: bool, b_signed: bool },
    Dp2a { a_signed: bool, b_signed: bool, high: bool },
}

impl Int3 {
    /// How many low bits of the second and of the third operand say where bits of the others move to; none of an operand whose bits move. Nothing of what
    /// computes.
    pub fn amounts(self) -> Option<[u32; 2]> {
        Some(match self {
            Int3::ShfLeftClamp | Int3::ShfRightClamp => [0, 32],
            Int3::ShfLeftWrap | Int3::ShfRightWrap => [0, 5],
            Int3::Prmt => [0, 16],
            Int3::PrmtF4e
            | Int3::PrmtB4e
            | Int3::PrmtRc8
            | Int3::PrmtEcl
            | Int3::PrmtEcr
            | Int3::PrmtRc16 => [0, 2],
            Int3::BfeS | Int3::BfeU => [8, 8],
            _ => return None,
        })
    }
}

/// Comparisons. The unordered forms are true where an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan,
}

/// How a comparison is combined with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Combine {
    None,
    And,
    Or,
    Xor,
}

/// The operands of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// 32-bit rows, or 16-bit ones.
    W(R32, R32),
    /// 64-bit rows.
    D(R64, R64),
}

/// How floating operations round and flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fp {
    /// Rounding direction.
    pub rnd: Rnd,
    /// Subnormal operands and results become zero.
    pub ftz: bool,
    /// The result is clamped to [0, 1], NaN to 0.
    pub sat: bool,
}

impl Fp {
    /// To nearest, nothing flushed, nothing clamped.
    pub const PLAIN: Fp = Fp { rnd: Rnd::Near, ftz: false, sat: false };
}

/// Two-operand floating operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Float2 {
    Add,
    Sub,
    Mul,
    Div,
    DivApprox,
    DivFull,
    Min { nan: bool, xorsign: bool, abs: bool },
    Max { nan: bool, xorsign: bool, abs: bool },
    Copysign,
}

/// One-operand floating operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Float1 {
    Neg,
    Abs,
    Sqrt,
    Rcp,
    Approx(Approx),
}

/// Approximate operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Approx {
    Rcp,
    Sqrt,
    Rsqrt,
    Sin,
    Cos,
    Lg2,
    Ex2,
    Tanh,
}

/// Classes tested by `testp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Testp {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cvt {
    /// Source type.
    pub from: Ty,
    /// Result type.
    pub to: Ty,
    /// Rounding direction.
    pub rnd: Rnd,
    /// `.rni` and its kin: round to an integral value.
    pub integral: bool,
    /// Flush subnormals.
    pub ftz: bool,
    /// Clamp to the result's range (for floats, [0, 1]).
    pub sat: bool,
    /// Width of the destination register, which may exceed the type's.
    pub width: u8,
}

/// Predicate logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Logic {
    And,
    Or,
    Xor,
    Mov,
}

/// Block barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Barrier {
    Sync,
    Arrive,
    Popc { dst: R32, cond: Cond },
    And { dst: RP, cond: Cond },
    Or { dst: RP, cond: Cond },
}

/// Shuffles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ShflMode {
    Up,
    Down,
    Bfly,
    Idx,
}

/// Warp-synchronous operations, which all lanes of a thread mask execute together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum WarpOp {
    Bar,
    Shfl { mode: ShflMode, d: R32, p: Option<RP>, a: R32, b: R32, c: R32 },
    VoteAll { d: RP, cond: Cond },
    VoteAny { d: RP, cond: Cond },
    VoteUni { d: RP, cond: Cond },
    Ballot { d: R32, cond: Cond },
    MatchAny { d: R32, a: Row },
    MatchAll { d: R32, p: Option<RP>, a: Row },
    Redux { op: Redux, d: R32, a: R32 },
    Elect { d: Option<R32>, p: RP },
}

/// Reductions of `redux.sync`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Redux {
    Add,
    MinU,
    MaxU,
    MinS,
    MaxS,
    And,
    Or,
    Xor,
}

/// Clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Clock {
    Clock,
    ClockHi,
    Clock64,
    GlobalTimer,
}

/// What an instruction does. Code positions (`to`) are indices into the program.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Op {
    Int2W {
        op: Int2,
        d: R32,
        a: R32,
        b: R32,
    },
    Int2D {
        op: Int2,
        d: R64,
        a: R64,
        b: R64,
    },
    Int2H {
        op: Int2,
        d: R32,
        a: R32,
        b: R32,
    },
    ShiftW {
        op: Shift,
        d: R32,
        a: R32,
        b: R32,
    },
    ShiftD {
        op: Shift,
        d: R64,
        a: R64,
        b: R32,
    },
    ShiftH {
        op: Shift,
        d: R32,
        a: R32,
        b: R32,
    },
    Int1W {
        op: Int1,
        d: R32,
        a: R32,
    },
    Int1D {
        op: Int1,
        d: R64,
        a: R64,
    },
    Int1H {
        op: Int1,
        d: R32,
        a: R32,
    },
    CountW {
        op: Count,
        d: R32,
        a: R32,
    },
    CountD {
        op: Count,
        d: R32,
        a: R64,
    },
    Int3W {
        op: Int3,
        d: R32,
        a: R32,
        b: R32,
        c: R32,
    },
    Mad64 {
        d: R64,
        a: R64,
        b: R64,
        c: R64,
    },
    MadHi64 {
        signed: bool,
        d: R64,
        a: R64,
        b: R64,
        c: R64,
    },
    Mad16 {
        hi: bool,
        signed: bool,
        d: R32,
        a: R32,
        b: R32,
        c: R32,
    },
    Sad16 {
        signed: bool,
        d: R32,
        a: R32,
        b: R32,
        c: R32,
    },
    Sad64 {
        signed: bool,
        d: R64,
        a: R64,
        b: R64,
        c: R64,
    },
    Bfe64 {
        signed: bool,
        d: R64,
        a: R64,
        b: R32,
        c: R32,
    },
    Bfi32 {
        d: R32,
        a: R32,
        b: R32,
        c: R32,
        e: R32,
    },
    Bfi64 {
        d: R64,
        a: R64,
        b: R64,
        c: R32,
        e: R32,
    },
    MulWideH {
        signed: bool,
        d: R32,
        a: R32,
        b: R32,
    },
    MulWideW {
        signed: bool,
        d: R64,
        a: R32,
        b: R32,
    },
    MadWideH {
        signed: bool,
        d: R32,
        a: R32,
        b: R32,
        c: R32,
    },
    MadWideW {
        signed: bool,
        d: R64,
        a: R32,
        b: R32,
        c: R64,
    },
    AddCarryW {
        sub: bool,
        carry_in: bool,
        carry_out: bool,
        d: R32,
        a: R32,
        b: R32,
    },
    AddCarryD {
        sub: bool,
        carry_in: bool,
        carry_out: bool,
        d: R64,
        a: R64,
        b: R64,
    },
    MadCarryW {
        hi: bool,
        signed: bool,
        carry_in: bool,
        carry_out: bool,
        d: R32,
        a: R32,
        b: R32,
        c: R32,
    },
    MadCarryD {
        hi: bool,
        signed: bool,
        carry_in: bool,
        carry_out: bool,
        d: R64,
        a: R64,
        b: R64,
        c: R64,
    },
    SelW {
        d: R32,
        a: R32,
        b: R32,
        cond: Cond,
    },
    SelD {
        d: R64,
        a: R64,
        b: R64,
        cond: Cond,
    },
    SlctW {
        float: bool,
        ftz: bool,
        d: R32,
        a: R32,
        b: R32,
        c: R32,
    },
    SlctD {
        float: bool,
        ftz: bool,
        d: R64,
        a: R64,
        b: R64,
        c: R32,
    },
    F32x2 {
        op: Float2,
        fp: Fp,
        d: R32,
        a: R32,
        b: R32,
    },
    F64x2 {
        op: Float2,
        fp: Fp,
        d: R64,
        a: R64,
        b: R64,
    },
    F32x1 {
        op: Float1,
        fp: Fp,
        d: R32,
        a: R32,
    },
    F64x1 {
        op: Float1,
        fp: Fp,
        d: R64,
        a: R64,
    },
    Fma32 {
        fp: Fp,
        d: R32,
        a: R32,
        b: R32,
        c: R32,
    },
    Fma64 {
        fp: Fp,
        d: R64,
        a: R64,
        b: R64,
        c: R64,
    },
    TestpW {
        op: Testp,
        d: RP,
        a: R32,
    },
    TestpD {
        op: Testp,
        d: RP,
        a: R64,
    },
    Setp {
        cmp: Cmp,
        ty: Ty,
        ftz: bool,
        d: RP,
        q: Option<RP>,
        ab: Pair,
        combine: Combine,
        cond: Cond,
    },
    Set {
        cmp: Cmp,
        ty: Ty,
        ftz: bool,
        float: bool,
        d: R32,
        ab: Pair,
        combine: Combine,
        cond: Cond,
    },
    Pred {
        op: Logic,
        d: RP,
        a: Cond,
        b: Cond,
    },
    Cvt {
        cvt: Cvt,
        d: Row,
        a: Row,
    },
    Half {
        op: HalfOp,
        form: HalfForm,
        d: R32,
        abc: [R32; 3],
    },
    /// A comparison, by its place in the program's list.
    HalfCompare {
        compare: u32,
    },
    /// A conversion, by its place in the program's list.
    HalfCvt {
        cvt: u32,
        d: Row,
        a: Row,
    },
    HalfPack {
        half: Half,
        rnd: Rnd,
        d: R32,
        a: R32,
        b: R32,
    },
    PackHH {
        d: R32,
        a: R32,
        b: R32,
    },
    UnpackHH {
        d: Option<R32>,
        e: Option<R32>,
        a: R32,
    },
    PackWW {
        d: R64,
        a: R32,
        b: R32,
    },
    UnpackWW {
        d: Option<R32>,
        e: Option<R32>,
        a: R64,
    },
    PackHHHH {
        d: R64,
        rows: [R32; 4],
    },
    UnpackHHHH {
        rows: [Option<R32>; 4],
        a: R64,
    },
    Cvta {
        space: MemSpace,
        to: bool,
        d: R64,
        a: R64,
    },
    IsSpace {
        space: MemSpace,
        d: RP,
        a: R64,
    },
    ReadClock {
        which: Clock,
        d: Row,
    },
    ActiveMask {
        d: R32,
    },
    Load {
        access: u32,
    },
    Store {
        access: u32,
    },
    Atom {
        atom: u32,
    },
    /// A call of a function that the driver provides, by its place in the program's list.
    Host {
        call: u32,
    },
    Prefetch,
    Sleep,
    Fence {
        scope: Scope,
        order: Order,
    },
    Warp {
        op: WarpOp,
        mask: R32,
    },
    Bar {
        op: Barrier,
        id: R32,
        threads: Option<R32>,
        aligned: bool,
    },
    Trap,
    Exit,
    /// A jump that exists in the text: conditional where the guard is not [`Cond::ALWAYS`].
    Branch {
        to: u32,
    },
    /// A jump by a table of positions.
    BranchIndexed {
        table: u32,
        index: R32,
    },
    /// A jump that layout added; it is not counted.
    Jump {
        to: u32,
    },
}

impl Op {
    /// Whether the operation ends a block.
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            Op::Branch { .. } | Op::BranchIndexed { .. } | Op::Jump { .. } | Op::Exit | Op::Trap
        )
    }
}

/// A decoded instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// Which lanes do it.
    pub guard: Cond,
    /// Line of the PTX text; 0 for instructions that layout added.
    pub line: u32,
}
