//! The table of instruction forms: a row each, with all that its instructions share.
//!
//! Source: NVIDIA's PTX ISA documentation, "Instructions"; the least architecture and version are of each instruction's
//! notes. An example of every row, in each of its types, is assembled by ptxas in the tests, at its minimum and, where
//! that is above the first target's, refused just below.

use super::modifiers::{Round, Type};
use crate::target::Version;

/// What an instruction does beyond giving its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Value,
    /// Reads memory that the thread reaches.
    Load,
    /// Writes memory that the thread reaches.
    Store,
    /// Accesses that keep number and order.
    Volatile,
    /// Reads and writes memory at once.
    Atomic,
    /// Threads wait for each other, and see what others wrote.
    Barrier,
    /// Orders accesses of memory.
    Fence,
    /// Exchanges with the threads that are here.
    Convergent,
    /// Hangs on the time, or takes time.
    Time,
    /// Goes elsewhere.
    Control,
    /// The thread, or the grid, stops.
    Stop,
    /// May do anything.
    Unknown,
}

impl Effect {
    /// True where an instruction may stand under a guard instead of behind a branch, and may move among others within its
    /// block as registers and memory allow.
    pub fn is_free(self) -> bool {
        matches!(self, Effect::Value | Effect::Load | Effect::Store)
    }
}

/// About how long an instruction keeps what reads its result waiting, for scheduling: classes, since cycles differ by target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Latency {
    /// No machine instruction.
    None,
    /// The integer and single-precision pipes.
    Short,
    /// Double precision: as short on few chips, and far longer on most.
    Double,
    /// The unit for special functions, and conversions.
    Special,
    /// A sequence of many instructions: division, square root.
    Sequence,
    /// Parameters and constants.
    Constant,
    /// Memory and atomics; the space decides how long.
    Memory,
    /// As long as the other threads take.
    Wait,
}

/// What may stand at a place of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A register or constant of the operation's type.
    Ty,
    /// A register or constant of 32 bits, whatever the type.
    Word,
    /// A register or constant of the integer type twice as wide.
    Wide,
    /// A register or constant of a conversion's source type.
    From,
    /// A predicate register.
    Pred,
    /// A register of 64 bits for an address or a mask.
    Long,
    /// A register of 64 bits, of an integer or a float.
    Bits64,
    /// What a MOV copies: a register, constant, object's address or special register.
    Value,
    /// An address.
    Address,
    /// As many registers or constants of the access's type as it has elements.
    Elements,
    /// A result of the type, where the operation returns one.
    Result,
    /// The values of an atomic operation: one, or two of a compare-and-swap.
    Values,
    /// A block.
    Label,
    /// Any number of anything.
    Rest,
    /// One register of any class.
    Any,
}

/// A row: what the instructions of a form share.
#[derive(Debug)]
pub struct Row {
    /// The form.
    pub form: Form,
    /// The spelling up to the modifiers; empty where the operation's modifiers make all of it.
    pub spelling: &'static str,
    /// What stands at each place that is written.
    pub defs: &'static [Slot],
    /// What stands at each place that is read.
    pub uses: &'static [Slot],
    /// The types that it comes in.
    pub types: &'static [Type],
    /// What it does beyond its results.
    pub effect: Effect,
    /// How long its results take.
    pub latency: Latency,
    /// What not every target has.
    pub needs: Option<Needs>,
}

/// What a form needs that not every target or version has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The lowest architecture number.
    pub arch: u32,
    /// The lowest PTX version.
    pub version: Version,
    /// What users call it.
    pub what: &'static str,
}

macro_rules! forms {
    ($($(#[$doc:meta])* $form:ident $spelling:literal [$($def:ident)*] [$($used:ident)*] $types:ident $effect:ident $latency:ident
       $(needs $arch:literal $version:tt $what:literal)?;)*) => {
        /// A form of instruction: a row of [`ROWS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Form { $($(#[$doc])* $form,)* }

        /// All rows, in the order of [`Form`].
        pub const ROWS: &[Row] = &[$(Row {
            form: Form::$form,
            spelling: $spelling,
            defs: &[$(Slot::$def),*],
            uses: &[$(Slot::$used),*],
            types: $types,
            effect: Effect::$effect,
            latency: Latency::$latency,
            needs: needs!($($arch $version $what)?),
        },)*];
    };
}

macro_rules! needs {
    () => {
        None
    };
    ($arch:literal $version:tt $what:literal) => {
        Some(Needs { arch: $arch, version: $version, what: $what })
    };
}

/// Integers of the widths that are computed with.
const INTEGERS: &[Type] = &[Type::S32, Type::U32, Type::S64, Type::U64];
const WORDS: &[Type] = &[Type::S32, Type::U32];
const FLOATS: &[Type] = &[Type::F32, Type::F64];
const NUMBERS: &[Type] = &[Type::S32, Type::U32, Type::S64, Type::U64, Type::F32, Type::F64];
const SIGNED_NUMBERS: &[Type] = &[Type::S32, Type::S64, Type::F32, Type::F64];
const LOGICAL: &[Type] = &[Type::B32, Type::B64, Type::Pred];
const BITS: &[Type] = &[Type::B32, Type::B64];
const B32: &[Type] = &[Type::B32];
const F32: &[Type] = &[Type::F32];
const HALVES: &[Type] = &[Type::F16, Type::F16x2];
const BFLOATS: &[Type] = &[Type::Bf16, Type::Bf16x2];
const SELECTED: &[Type] = &[Type::B32, Type::B64, Type::F32, Type::F64];
const MOVED: &[Type] =
    &[Type::Pred, Type::U16, Type::U32, Type::U64, Type::B32, Type::B64, Type::F32, Type::F64];
const ACCESSED: &[Type] = &[
    Type::B8,
    Type::B16,
    Type::B32,
    Type::B64,
    Type::U8,
    Type::U16,
    Type::U32,
    Type::U64,
    Type::S8,
    Type::S16,
    Type::F32,
    Type::F64,
];
const UPDATED: &[Type] =
    &[Type::B32, Type::B64, Type::S32, Type::U32, Type::S64, Type::U64, Type::F32];
const F64: &[Type] = &[Type::F64];
const B16: &[Type] = &[Type::B16];
const PRED: &[Type] = &[Type::Pred];
const REDUCED: &[Type] = &[Type::S32, Type::U32, Type::B32];
/// The type says nothing.
const NONE: &[Type] = &[Type::B32];
/// What is converted to and from is the checker's matter.
const CONVERTED: &[Type] = Type::ALL;

forms! {
    /// Sum.
    Add "add" [Ty] [Ty Ty] NUMBERS Value Short;
    /// Difference.
    Sub "sub" [Ty] [Ty Ty] NUMBERS Value Short;
    /// Product of floats.
    Mul "mul" [Ty] [Ty Ty] FLOATS Value Short;
    /// The low half of a product.
    MulLo "mul.lo" [Ty] [Ty Ty] INTEGERS Value Short;
    /// The high half of a product.
    MulHi "mul.hi" [Ty] [Ty Ty] INTEGERS Value Short;
    /// A product twice as wide as its factors.
    MulWide "mul.wide" [Wide] [Ty Ty] WORDS Value Short;
    /// A product's low half, and a sum.
    MadLo "mad.lo" [Ty] [Ty Ty Ty] INTEGERS Value Short;
    /// A product twice as wide as its factors, and a sum of that width.
    /// The product of 24 bits.
    Mul24 "mul24.lo" [Ty] [Ty Ty] WORDS Value Short;
    /// Product and sum, rounded once.
    Fma "fma" [Ty] [Ty Ty Ty] FLOATS Value Short;
    /// Opposite.
    Neg "neg" [Ty] [Ty] SIGNED_NUMBERS Value Short;
    /// Magnitude.
    Abs "abs" [Ty] [Ty] SIGNED_NUMBERS Value Short;
    /// The smaller.
    Min "min" [Ty] [Ty Ty] NUMBERS Value Short;
    /// The larger.
    Max "max" [Ty] [Ty Ty] NUMBERS Value Short;
    /// Quotient.
    Div "div" [Ty] [Ty Ty] NUMBERS Value Sequence;
    /// Remainder.
    Rem "rem" [Ty] [Ty Ty] INTEGERS Value Sequence;
    /// Reciprocal.
    Rcp "rcp" [Ty] [Ty] FLOATS Value Special;
    /// Square root.
    Sqrt "sqrt" [Ty] [Ty] FLOATS Value Sequence;
    /// The reciprocal of the square root.
    Rsqrt "rsqrt" [Ty] [Ty] FLOATS Value Special;
    /// Sine.
    Sin "sin" [Ty] [Ty] F32 Value Special;
    /// Cosine.
    Cos "cos" [Ty] [Ty] F32 Value Special;
    /// The logarithm to base 2.
    Lg2 "lg2" [Ty] [Ty] F32 Value Special;
    /// 2 to the power.
    Ex2 "ex2" [Ty] [Ty] F32 Value Special;
    /// Hyperbolic tangent.
    Tanh "tanh" [Ty] [Ty] F32 Value Special needs 75 (7, 0) "__tanhf";
    /// Bitwise and.
    And "and" [Ty] [Ty Ty] LOGICAL Value Short;
    /// Bitwise or.
    Or "or" [Ty] [Ty Ty] LOGICAL Value Short;
    /// Bitwise exclusive or.
    Xor "xor" [Ty] [Ty Ty] LOGICAL Value Short;
    /// Complement.
    Not "not" [Ty] [Ty] LOGICAL Value Short;
    /// Shift to the left.
    Shl "shl" [Ty] [Ty Word] BITS Value Short;
    /// Shift to the right; the type says what comes in.
    Shr "shr" [Ty] [Ty Word] INTEGERS Value Short;
    /// How many bits are set.
    Popc "popc" [Word] [Ty] BITS Value Special;
    /// How many high bits are not set.
    Clz "clz" [Word] [Ty] BITS Value Special;
    /// How many high bits are not set; 2^32 - 1 where none is.
    Bfind "bfind.shiftamt" [Word] [Ty] WORDS Value Special;
    /// The bits in the other order.
    Brev "brev" [Ty] [Ty] BITS Value Special;
    /// Bytes of two words.
    Prmt "prmt" [Ty] [Ty Ty Ty] B32 Value Short;
    /// Two words shifted to the left, by the amount's low five bits.
    ShfLeftWrap "shf.l.wrap" [Ty] [Ty Ty Ty] B32 Value Short;
    /// Two words shifted to the left, by 32 at most.
    ShfLeftClamp "shf.l.clamp" [Ty] [Ty Ty Ty] B32 Value Short;
    /// Two words shifted to the right, by the amount's low five bits.
    ShfRightWrap "shf.r.wrap" [Ty] [Ty Ty Ty] B32 Value Short;
    /// Two words shifted to the right, by 32 at most.
    ShfRightClamp "shf.r.clamp" [Ty] [Ty Ty Ty] B32 Value Short;
    /// The sum of a value and a magnitude of a difference.
    Sad "sad" [Ty] [Ty Ty Ty] WORDS Value Short;
    /// The second's magnitude with the first's sign.
    Copysign "copysign" [Ty] [Ty Ty] FLOATS Value Short;
    /// Sum in half precision.
    HalfAdd "add" [Ty] [Ty Ty] HALVES Value Short needs 53 (4, 2) "arithmetic in half precision";
    /// Difference in half precision.
    HalfSub "sub" [Ty] [Ty Ty] HALVES Value Short needs 53 (4, 2) "arithmetic in half precision";
    /// Product in half precision.
    HalfMul "mul" [Ty] [Ty Ty] HALVES Value Short needs 53 (4, 2) "arithmetic in half precision";
    /// Product and sum in half precision.
    HalfFma "fma" [Ty] [Ty Ty Ty] HALVES Value Short needs 53 (4, 2) "arithmetic in half precision";
    /// Product and sum in bfloat16.
    Bf16Fma "fma" [Ty] [Ty Ty Ty] BFLOATS Value Short needs 80 (7, 0) "arithmetic in bfloat16";
    /// Comparison.
    Setp "setp" [Pred] [Ty Ty] NUMBERS Value Short;
    /// One of two values.
    Selp "selp" [Ty] [Ty Ty Pred] SELECTED Value Short;
    /// Conversion.
    Cvt "cvt" [Ty] [From] CONVERTED Value Special;
    /// Conversion to bfloat16.
    CvtBf16 "cvt" [Ty] [From] CONVERTED Value Special needs 80 (7, 0) "conversion to bfloat16";
    /// Copy.
    Mov "mov" [Ty] [Value] MOVED Value Short;
    /// 64 bits of two words.
    Pack "mov.b64" [Bits64] [Word Word] NONE Value Short;
    /// Two words of 64 bits.
    Unpack "mov.b64" [Word Word] [Bits64] NONE Value Short;
    /// A generic address to one of a space.
    CvtaTo "cvta.to" [Long] [Long] NONE Value Short;
    /// An address of a space to a generic one.
    Cvta "cvta" [Long] [Long] NONE Value Short;
    /// Load.
    Ld "ld" [Elements] [Address] ACCESSED Load Memory;
    /// Store.
    St "st" [] [Address Elements] ACCESSED Store Memory;
    /// Atomic operation.
    Atom "" [Result] [Address Values] UPDATED Atomic Memory;
    /// Atomic operation for more or fewer threads than the device's.
    AtomScope "" [Result] [Address Values] UPDATED Atomic Memory needs 60 (5, 0) "atomics with _block or _system";
    /// Atomic sum of doubles.
    AtomAddF64 "" [Result] [Address Values] F64 Atomic Memory needs 60 (5, 0) "atomicAdd on double";
    /// Atomic compare-and-swap of 16 bits.
    AtomCas16 "" [Result] [Address Values] B16 Atomic Memory needs 70 (6, 3) "atomicCAS on unsigned short";
    /// Value of another lane.
    Shfl "" [Ty] [Ty Word Word Word] B32 Convergent Special needs 30 (6, 0) "warp-synchronous operations";
    /// What all lanes say.
    Vote "" [Pred] [Pred Word] PRED Convergent Special needs 30 (6, 0) "warp-synchronous operations";
    /// Which lanes say so.
    Ballot "" [Word] [Pred Word] B32 Convergent Special needs 30 (6, 0) "warp-synchronous operations";
    /// Which lanes are here.
    Activemask "" [Ty] [] B32 Convergent Short needs 30 (6, 2) "__activemask";
    /// Which lanes have the same value.
    Match "" [Word] [Ty Word] BITS Convergent Special needs 70 (6, 0) "__match_any_sync and __match_all_sync";
    /// One value of all lanes.
    Redux "" [Ty] [Ty Word] REDUCED Convergent Special needs 80 (7, 0) "__reduce_*_sync";
    /// The block waits.
    BarSync "" [] [Word] NONE Barrier Wait;
    /// The block waits, and counts.
    BarRedPopc "" [Word] [Word Pred] NONE Barrier Wait;
    /// The block waits, and agrees.
    BarRed "" [Pred] [Word Pred] NONE Barrier Wait;
    /// The warp waits.
    BarWarp "" [] [Word] NONE Barrier Wait needs 30 (6, 0) "warp-synchronous operations";
    /// Accesses are ordered.
    Fence "membar" [] [] NONE Fence Wait;
    /// The clock.
    Clock "" [Any] [] NONE Time Special;
    /// A pause.
    Nanosleep "nanosleep.u32" [] [Word] NONE Time Wait needs 70 (6, 2) "__nanosleep";
    /// A call.
    Call "" [Rest] [Rest] NONE Unknown Wait;
    /// Inline PTX.
    Asm "" [Rest] [Rest] NONE Unknown Wait;
    /// A branch.
    Bra "bra" [] [Label] NONE Control None;
    /// The end of the function.
    Ret "ret" [] [] NONE Control None;
    /// The end of the grid.
    Trap "trap" [] [] NONE Stop None;
    /// A stop for a debugger.
    Brkpt "brkpt" [] [] NONE Stop None;
    /// No value.
    Undef "" [Any] [] NONE Value None;
    /// Some value.
    Any "" [Any] [] NONE Value None;
}

/// How an instruction of a form and type may round: None where it says nothing.
pub fn roundings(form: Form, ty: Type) -> &'static [Option<Round>] {
    use Round::{Approx, Full, Rm, Rn, Rp, Rz};
    const MODES: &[Option<Round>] = &[Some(Rn), Some(Rz), Some(Rm), Some(Rp)];
    const OR_APPROX: &[Option<Round>] = &[Some(Rn), Some(Rz), Some(Rm), Some(Rp), Some(Approx)];
    const QUOTIENT: &[Option<Round>] =
        &[Some(Rn), Some(Rz), Some(Rm), Some(Rp), Some(Approx), Some(Full)];
    const OR_NONE: &[Option<Round>] = &[None, Some(Rn), Some(Rz), Some(Rm), Some(Rp)];
    match (form, ty) {
        (Form::Add | Form::Sub | Form::Mul, Type::F32 | Type::F64) => OR_NONE,
        (Form::Fma, _) => MODES,
        (Form::HalfAdd | Form::HalfSub | Form::HalfMul, _) => &[None, Some(Rn)],
        (Form::HalfFma | Form::Bf16Fma, _) => &[Some(Rn)],
        (Form::Div, Type::F32) => QUOTIENT,
        (Form::Rcp | Form::Sqrt, Type::F32) => OR_APPROX,
        (Form::Rcp, Type::F64) => OR_APPROX,
        (Form::Div | Form::Sqrt, Type::F64) => MODES,
        (Form::Rsqrt | Form::Sin | Form::Cos | Form::Lg2 | Form::Ex2 | Form::Tanh, _) => {
            &[Some(Approx)]
        }
        _ => &[None],
    }
}

/// Whether an arithmetic instruction may or must take subnormals for zero: in single precision it may, and of double
/// precision there are two estimates, of the reciprocal (which always does) and of the reciprocal square root (PTX ISA,
/// `rcp.approx.ftz.f64`, `rsqrt.approx.ftz.f64`).
pub fn flushes(form: Form, ty: Type, round: Option<Round>, ftz: bool) -> bool {
    let estimate = ty == Type::F64 && round == Some(Round::Approx);
    match form {
        Form::Rcp if estimate => ftz,
        Form::Rsqrt if estimate => true,
        Form::Copysign | Form::Tanh => !ftz,
        _ => !ftz || ty == Type::F32,
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, ROWS};

    #[test]
    fn rows_stand_at_their_forms() {
        for (k, row) in ROWS.iter().enumerate() {
            assert_eq!(row.form as usize, k, "{:?}", row.form);
        }
    }

    /// The frontend asks WHIRL's table of intrinsics what a target has; this table says it of instructions.
    #[test]
    fn floors_are_those_of_the_intrinsics() {
        use optx_whirl::{Intrinsic as I, Mtype};
        let feature = |form: Form| ROWS[form as usize].needs.map_or(0, |needs| needs.arch);
        for (intrinsics, f) in [
            (&[I::MatchAny, I::MatchAll][..], Form::Match),
            (
                &[I::ReduxAdd, I::ReduxMin, I::ReduxMax, I::ReduxAnd, I::ReduxOr, I::ReduxXor],
                Form::Redux,
            ),
            (
                &[
                    I::F16Add,
                    I::F16Sub,
                    I::F16Mul,
                    I::F16Fma,
                    I::F16x2Add,
                    I::F16x2Sub,
                    I::F16x2Mul,
                    I::F16x2Fma,
                ],
                Form::HalfFma,
            ),
            (&[I::Bf16Fma, I::Bf16x2Fma], Form::Bf16Fma),
            (&[I::Bf16FromF32Rn, I::Bf16FromF32Rz], Form::CvtBf16),
            (&[I::Nanosleep], Form::Nanosleep),
            (&[I::TanhApprox], Form::Tanh),
        ] {
            for i in intrinsics {
                assert_eq!(i.least_arch(), feature(f), "{i:?}");
            }
        }
        // All others are there from sm_52, the first target, on.
        let bounded = I::ALL.iter().filter(|i| i.least_arch() > 52).count();
        assert_eq!(bounded, 22);
        let atomic = |scoped, object| I::AtomAdd.least_arch_of_atomic(scoped, object);
        assert_eq!(atomic(false, Mtype::F8), feature(Form::AtomAddF64));
        assert_eq!(atomic(true, Mtype::U4), feature(Form::AtomScope));
        assert_eq!(atomic(false, Mtype::U2), feature(Form::AtomCas16));
        assert_eq!(atomic(false, Mtype::U4), 0);
    }
}
