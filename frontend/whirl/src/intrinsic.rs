//! Intrinsics: operations that PTX has and C does not, in one table.
//!
//! The class says what the optimizer may do with one; see [`IntrinsicClass`].

mod types;

use crate::mtype::Mtype;

/// What an intrinsic does beyond computing a value from its kids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntrinsicClass {
    /// A value of its kids alone: hashed, moved and removed like an addition. `INTRINSIC_OP`.
    Pure,
    /// Exchanges values between the lanes of a warp; touches no memory, but must not become control-dependent
    /// on more or fewer conditions, nor be merged or removed where a result is used. `INTRINSIC_CALL`.
    Convergent,
    /// A barrier: convergent, and ordered with every access to memory that another thread can reach.
    Barrier,
    /// Orders memory accesses of this thread.
    Fence,
    /// Reads and writes the memory at its first kid, indivisibly.
    Atomic,
    /// Reads a clock or another changing register: never merged, moved past another effect, or repeated.
    Clock,
    /// Ends or stops the thread, or has another effect on no memory.
    Control,
    /// Says what holds where it stands; analyses read it, and it is no instruction.
    Assumption,
    /// A call of a function that the driver provides; it may read all memory that is not this thread's alone.
    External,
}

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $variant:ident $name:literal $kids:literal $class:ident;)*) => {
        /// An intrinsic operation. `rtype` and `desc` of the node give the types where it is generic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Intrinsic { $($(#[$doc])* $variant,)* }

        impl Intrinsic {
            /// All intrinsics.
            pub const ALL: &'static [Intrinsic] = &[$(Intrinsic::$variant,)*];

            /// The name in text.
            pub fn name(self) -> &'static str { match self { $(Intrinsic::$variant => $name,)* } }

            /// The number of kids.
            pub fn kid_count(self) -> usize { match self { $(Intrinsic::$variant => $kids,)* } }

            /// What it does beyond its value.
            pub fn class(self) -> IntrinsicClass { match self { $(Intrinsic::$variant => IntrinsicClass::$class,)* } }
        }
    };
}

impl Intrinsic {
    /// The least architecture number that has it; 0 where every one does. The code generator's table of instruction forms
    /// says the same of the instructions; a test holds them equal.
    pub fn least_arch(self) -> u32 {
        use Intrinsic::*;
        match self {
            ReduxAdd | ReduxMin | ReduxMax | ReduxAnd | ReduxOr | ReduxXor => 80,
            Bf16Fma | Bf16x2Fma | Bf16FromF32Rn | Bf16FromF32Rz => 80,
            TanhApprox => 75,
            MatchAny | MatchAll | Nanosleep => 70,
            F16Add | F16Sub | F16Mul | F16Fma | F16x2Add | F16x2Sub | F16x2Mul | F16x2Fma => 53,
            _ => 0,
        }
    }

    /// The least architecture number that has it as an atomic on an object of a memory type, seen by more or less than
    /// the device.
    pub fn least_arch_of_atomic(self, scoped: bool, object: Mtype) -> u32 {
        match object {
            Mtype::U2 => 70,
            Mtype::F8 => 60,
            _ if scoped => 60,
            _ => 0,
        }
    }
}

intrinsics! {
    /// threadIdx.x (U4).
    TidX "tid.x" 0 Pure;
    /// threadIdx.y.
    TidY "tid.y" 0 Pure;
    /// threadIdx.z.
    TidZ "tid.z" 0 Pure;
    /// blockDim.x.
    NtidX "ntid.x" 0 Pure;
    /// blockDim.y.
    NtidY "ntid.y" 0 Pure;
    /// blockDim.z.
    NtidZ "ntid.z" 0 Pure;
    /// blockIdx.x.
    CtaidX "ctaid.x" 0 Pure;
    /// blockIdx.y.
    CtaidY "ctaid.y" 0 Pure;
    /// blockIdx.z.
    CtaidZ "ctaid.z" 0 Pure;
    /// gridDim.x.
    NctaidX "nctaid.x" 0 Pure;
    /// gridDim.y.
    NctaidY "nctaid.y" 0 Pure;
    /// gridDim.z.
    NctaidZ "nctaid.z" 0 Pure;
    /// The lane within the warp.
    Laneid "laneid" 0 Pure;

    /// Sum with a rounding mode of its own, never contracted: to nearest.
    AddRn "add.rn" 2 Pure;
    /// Sum toward zero.
    AddRz "add.rz" 2 Pure;
    /// Sum upward.
    AddRu "add.rp" 2 Pure;
    /// Sum downward.
    AddRd "add.rm" 2 Pure;
    /// Difference to nearest, never contracted.
    SubRn "sub.rn" 2 Pure;
    /// Difference toward zero.
    SubRz "sub.rz" 2 Pure;
    /// Difference upward.
    SubRu "sub.rp" 2 Pure;
    /// Difference downward.
    SubRd "sub.rm" 2 Pure;
    /// Product to nearest, never contracted.
    MulRn "mul.rn" 2 Pure;
    /// Product toward zero.
    MulRz "mul.rz" 2 Pure;
    /// Product upward.
    MulRu "mul.rp" 2 Pure;
    /// Product downward.
    MulRd "mul.rm" 2 Pure;
    /// Fused multiply-add toward zero.
    FmaRz "fma.rz" 3 Pure;
    /// Fused multiply-add upward.
    FmaRu "fma.rp" 3 Pure;
    /// Fused multiply-add downward.
    FmaRd "fma.rm" 3 Pure;
    /// Quotient to nearest.
    DivRn "div.rn" 2 Pure;
    /// Quotient toward zero.
    DivRz "div.rz" 2 Pure;
    /// Quotient upward.
    DivRu "div.rp" 2 Pure;
    /// Quotient downward.
    DivRd "div.rm" 2 Pure;
    /// Fast quotient (`div.approx.f32`).
    DivApprox "div.approx" 2 Pure;
    /// Reciprocal to nearest.
    RcpRn "rcp.rn" 1 Pure;
    /// Reciprocal toward zero.
    RcpRz "rcp.rz" 1 Pure;
    /// Reciprocal upward.
    RcpRu "rcp.rp" 1 Pure;
    /// Reciprocal downward.
    RcpRd "rcp.rm" 1 Pure;
    /// Fast reciprocal (F4).
    RcpApprox "rcp.approx" 1 Pure;
    /// First guess at a reciprocal, subnormals flushed (F4: within an ulp; F8: about 20 bits).
    RcpApproxFtz "rcp.approx.ftz" 1 Pure;
    /// Square root as the options say (`-prec-sqrt`, to nearest by default).
    Sqrt "sqrt" 1 Pure;
    /// Square root to nearest.
    SqrtRn "sqrt.rn" 1 Pure;
    /// Square root toward zero.
    SqrtRz "sqrt.rz" 1 Pure;
    /// Square root upward.
    SqrtRu "sqrt.rp" 1 Pure;
    /// Square root downward.
    SqrtRd "sqrt.rm" 1 Pure;
    /// Fast square root (F4).
    SqrtApprox "sqrt.approx" 1 Pure;
    /// Fast reciprocal square root (F4, F8).
    RsqrtApprox "rsqrt.approx" 1 Pure;
    /// First guess at a reciprocal square root, subnormals flushed (F4: within 2^-22.9; F8: about 20 bits).
    RsqrtApproxFtz "rsqrt.approx.ftz" 1 Pure;
    /// 2 to the power, fast (F4).
    Ex2Approx "ex2.approx" 1 Pure;
    /// 2 to the power, fast, subnormals flushed (F4).
    Ex2ApproxFtz "ex2.approx.ftz" 1 Pure;
    /// Base-2 logarithm, fast (F4).
    Lg2Approx "lg2.approx" 1 Pure;
    /// Base-2 logarithm, fast, subnormals flushed (F4).
    Lg2ApproxFtz "lg2.approx.ftz" 1 Pure;
    /// Sine, fast (F4).
    SinApprox "sin.approx" 1 Pure;
    /// Cosine, fast (F4).
    CosApprox "cos.approx" 1 Pure;
    /// Hyperbolic tangent, fast (F4).
    TanhApprox "tanh.approx" 1 Pure;
    /// Largest integral value not above.
    Floor "floor" 1 Pure;
    /// Smallest integral value not below.
    Ceil "ceil" 1 Pure;
    /// Integral value toward zero.
    Trunc "trunc" 1 Pure;
    /// Nearest integral value, ties to even.
    Rint "rint" 1 Pure;
    /// The first kid's magnitude with the second's sign.
    Copysign "copysign" 2 Pure;
    /// Clamped to 0..1, NaN to 0.
    Saturate "saturate" 1 Pure;

    /// Conversion to nearest even; types as CVT.
    CvtRn "cvt.rn" 1 Pure;
    /// Conversion toward zero.
    CvtRz "cvt.rz" 1 Pure;
    /// Conversion upward.
    CvtRu "cvt.rp" 1 Pure;
    /// Conversion downward.
    CvtRd "cvt.rm" 1 Pure;

    /// Half precision and bfloat16 are U4 with the value in the low 16 bits, or two in all 32; each of these is the PTX
    /// instruction of its name. Sum.
    F16Add "add.f16" 2 Pure;
    /// Difference.
    F16Sub "sub.f16" 2 Pure;
    /// Product.
    F16Mul "mul.f16" 2 Pure;
    /// Fused multiply-add.
    F16Fma "fma.rn.f16" 3 Pure;
    /// Sums of two pairs.
    F16x2Add "add.f16x2" 2 Pure;
    /// Differences of two pairs.
    F16x2Sub "sub.f16x2" 2 Pure;
    /// Products of two pairs.
    F16x2Mul "mul.f16x2" 2 Pure;
    /// Fused multiply-adds of three pairs.
    F16x2Fma "fma.rn.f16x2" 3 Pure;
    /// Fused multiply-add of bfloat16.
    Bf16Fma "fma.rn.bf16" 3 Pure;
    /// Fused multiply-adds of pairs of bfloat16.
    Bf16x2Fma "fma.rn.bf16x2" 3 Pure;
    /// F4 to half precision, to nearest.
    F16FromF32Rn "cvt.rn.f16.f32" 1 Pure;
    /// Toward zero.
    F16FromF32Rz "cvt.rz.f16.f32" 1 Pure;
    /// Upward.
    F16FromF32Ru "cvt.rp.f16.f32" 1 Pure;
    /// Downward.
    F16FromF32Rd "cvt.rm.f16.f32" 1 Pure;
    /// F8 to half precision, to nearest.
    F16FromF64Rn "cvt.rn.f16.f64" 1 Pure;
    /// Half precision to F4.
    F32FromF16 "cvt.f32.f16" 1 Pure;
    /// F4 to bfloat16, to nearest.
    Bf16FromF32Rn "cvt.rn.bf16.f32" 1 Pure;
    /// Toward zero.
    Bf16FromF32Rz "cvt.rz.bf16.f32" 1 Pure;

    /// Count of one bits (U4 of U4 or U8).
    Popc "popc" 1 Pure;
    /// Count of leading zeros.
    Clz "clz" 1 Pure;
    /// Bits reversed.
    Brev "brev" 1 Pure;
    /// Bytes selected from two words (`prmt.b32`).
    Prmt "prmt" 3 Pure;
    /// Funnel shift left, amount modulo 32: (low, high, amount).
    FunnelLeftWrap "shf.l.wrap" 3 Pure;
    /// Funnel shift left, amount clamped to 32.
    FunnelLeftClamp "shf.l.clamp" 3 Pure;
    /// Funnel shift right, amount modulo 32.
    FunnelRightWrap "shf.r.wrap" 3 Pure;
    /// Funnel shift right, amount clamped to 32.
    FunnelRightClamp "shf.r.clamp" 3 Pure;
    /// Product of the low 24 bits (I4 or U4).
    Mul24 "mul24" 2 Pure;
    /// |a - b| + c (I4 or U4).
    Sad "sad" 3 Pure;
    /// Average rounded down, without overflow (I4 or U4).
    Hadd "hadd" 2 Pure;
    /// Average rounded up, without overflow (I4 or U4).
    Rhadd "rhadd" 2 Pure;

    /// A generic address as an address of global memory. These eight are made by the optimizer.
    ToGlobal "cvta.to.global" 1 Pure;
    /// A generic address as an address of shared memory.
    ToShared "cvta.to.shared" 1 Pure;
    /// A generic address as an address of constant memory.
    ToConstant "cvta.to.const" 1 Pure;
    /// A generic address as an address of local memory.
    ToLocal "cvta.to.local" 1 Pure;
    /// An address of global memory as a generic address.
    FromGlobal "cvta.global" 1 Pure;
    /// An address of shared memory as a generic address.
    FromShared "cvta.shared" 1 Pure;
    /// An address of constant memory as a generic address.
    FromConstant "cvta.const" 1 Pure;
    /// An address of local memory as a generic address.
    FromLocal "cvta.local" 1 Pure;

    /// Block barrier: `__syncthreads()`.
    Barrier "bar.sync" 0 Barrier;
    /// Block barrier that counts the threads whose kid is not zero.
    BarrierPopc "bar.red.popc" 1 Barrier;
    /// Block barrier, and over the kid's being not zero (result I4 0 or 1).
    BarrierAnd "bar.red.and" 1 Barrier;
    /// Block barrier, or.
    BarrierOr "bar.red.or" 1 Barrier;
    /// Warp barrier with a mask: `__syncwarp(mask)`.
    Syncwarp "bar.warp.sync" 1 Barrier;
    /// `__threadfence_block()`.
    FenceBlock "membar.cta" 0 Fence;
    /// `__threadfence()`.
    FenceDevice "membar.gl" 0 Fence;
    /// `__threadfence_system()`.
    FenceSystem "membar.sys" 0 Fence;

    /// Shuffles take (mask, 32-bit value, lane or delta, clamp and segment mask as PTX wants it).
    ShflIdx "shfl.idx" 4 Convergent;
    /// From a lane with a lower number.
    ShflUp "shfl.up" 4 Convergent;
    /// From a lane with a higher number.
    ShflDown "shfl.down" 4 Convergent;
    /// From the lane whose number differs by exclusive or.
    ShflBfly "shfl.bfly" 4 Convergent;
    /// Votes take (mask, B) ; result B.
    VoteAll "vote.all" 2 Convergent;
    /// Any lane's predicate; result B.
    VoteAny "vote.any" 2 Convergent;
    /// All lanes' predicates agree; result B.
    VoteUni "vote.uni" 2 Convergent;
    /// The mask of lanes whose predicate holds; result U4.
    VoteBallot "vote.ballot" 2 Convergent;
    /// The mask of active lanes.
    Activemask "activemask" 0 Convergent;
    /// Takes (mask, value of 4 or 8 bytes): the mask of lanes with the same value.
    MatchAny "match.any" 2 Convergent;
    /// The mask if all lanes have the same value, else 0.
    MatchAll "match.all" 2 Convergent;
    /// Takes (mask, value): the sum over the lanes (sm_80).
    ReduxAdd "redux.add" 2 Convergent;
    /// Minimum over the lanes, signed or unsigned by type.
    ReduxMin "redux.min" 2 Convergent;
    /// Maximum over the lanes.
    ReduxMax "redux.max" 2 Convergent;
    /// Bitwise and over the lanes.
    ReduxAnd "redux.and" 2 Convergent;
    /// Bitwise or over the lanes.
    ReduxOr "redux.or" 2 Convergent;
    /// Bitwise exclusive or over the lanes.
    ReduxXor "redux.xor" 2 Convergent;

    /// Atomics take (address, value) and give the old value; types I4 U4 I8 U8 F4 F8 by `rtype`.
    AtomAdd "atom.add" 2 Atomic;
    /// Exchange.
    AtomExch "atom.exch" 2 Atomic;
    /// Minimum.
    AtomMin "atom.min" 2 Atomic;
    /// Maximum.
    AtomMax "atom.max" 2 Atomic;
    /// Increment, wrapping to 0 above the kid (U4).
    AtomInc "atom.inc" 2 Atomic;
    /// Decrement, wrapping to the kid at 0 or above it (U4).
    AtomDec "atom.dec" 2 Atomic;
    /// Bitwise and.
    AtomAnd "atom.and" 2 Atomic;
    /// Bitwise or.
    AtomOr "atom.or" 2 Atomic;
    /// Bitwise exclusive or.
    AtomXor "atom.xor" 2 Atomic;
    /// Takes (address, compare, value); with a descriptor of 2 bytes on an object of 2 bytes.
    AtomCas "atom.cas" 3 Atomic;

    /// `clock()` (I4 in 32 bits).
    Clock "clock" 0 Clock;
    /// `clock64()` (I8).
    Clock64 "clock64" 0 Clock;
    /// `__nanosleep(ns)`, sm_70.
    Nanosleep "nanosleep" 1 Control;
    /// `__trap()`.
    Trap "trap" 0 Control;
    /// `__brkpt()`.
    Brkpt "brkpt" 0 Control;
    /// `__builtin_assume(B)`: the kid holds, or the program has no meaning. It computes nothing.
    Assume "assume" 1 Assumption;
    /// `vprintf(format, arguments)`, generic addresses; result I4.
    Vprintf "vprintf" 2 External;
    /// `__assertfail(expression, file, line, function, size of a character)`.
    AssertFail "assertfail" 5 External;
    /// The word, and some word where it is poison: what a pass branches on that the source does not.
    Freeze "freeze" 1 Pure;
    /// Place of the lowest one bit, from 1; of none, 0.
    Ffs "ffs" 1 Pure;
}

impl Intrinsic {
    /// The intrinsic of that name.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        Intrinsic::ALL.iter().copied().find(|i| i.name() == name)
    }

    /// True for conversions of addresses between a space's form and the generic one.
    pub fn is_address_conversion(self) -> bool {
        use Intrinsic::*;
        matches!(
            self,
            ToGlobal
                | ToShared
                | ToConstant
                | ToLocal
                | FromGlobal
                | FromShared
                | FromConstant
                | FromLocal
        )
    }

    /// True for conversions of a space's addresses to generic ones.
    pub fn makes_generic(self) -> bool {
        use Intrinsic::{FromConstant, FromGlobal, FromLocal, FromShared};
        matches!(self, FromGlobal | FromShared | FromConstant | FromLocal)
    }

    /// What of a launch's shape a special register holds, and on which axis: 0, 1 or 2.
    pub fn of_shape(self) -> Option<(ShapeRegister, usize)> {
        use Intrinsic::*;
        use ShapeRegister::*;
        Some(match self {
            TidX => (Tid, 0),
            TidY => (Tid, 1),
            TidZ => (Tid, 2),
            NtidX => (Ntid, 0),
            NtidY => (Ntid, 1),
            NtidZ => (Ntid, 2),
            CtaidX => (Ctaid, 0),
            CtaidY => (Ctaid, 1),
            CtaidZ => (Ctaid, 2),
            NctaidX => (Nctaid, 0),
            NctaidY => (Nctaid, 1),
            NctaidZ => (Nctaid, 2),
            _ => return None,
        })
    }

    /// True for barriers of the whole block.
    pub fn is_block_barrier(self) -> bool {
        self.class() == IntrinsicClass::Barrier && self != Intrinsic::Syncwarp
    }

    /// True for operations that need the lanes of a warp, or the threads of a block, together.
    pub fn is_convergent(self) -> bool {
        matches!(self.class(), IntrinsicClass::Convergent | IntrinsicClass::Barrier)
    }
}

/// A special register that there is for each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeRegister {
    /// The thread's index in its block.
    Tid,
    /// The threads of a block.
    Ntid,
    /// The block's index.
    Ctaid,
    /// The blocks.
    Nctaid,
}

/// The scope of an atomic operation: which threads see it as indivisible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum AtomicScope {
    /// Threads of the device: CUDA's default.
    #[default]
    Device,
    /// Threads of the block (`_block`).
    Block,
    /// Threads of the system (`_system`).
    System,
}
