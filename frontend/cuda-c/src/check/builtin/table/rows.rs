//! The rows of the table of built-in functions, and their order.

use optx_whirl::{AtomicScope, Intrinsic as I, Operator as O};

use super::{Gnu, Meaning, Row, Rule};
use crate::{ast::BinaryOp, typed::Action, types::Ty};

/// What a rule checks.
const RULES: &[(&str, Rule)] = &[
    ("__ldg", Rule::ReadOnlyLoad),
    ("__ldca", Rule::Load(false)),
    ("__ldcg", Rule::Load(true)),
    ("__ldcs", Rule::Load(false)),
    ("__ldlu", Rule::Load(false)),
    ("__ldcv", Rule::Load(true)),
    ("__stcg", Rule::Store),
    ("__stcs", Rule::Store),
    ("__stwb", Rule::Store),
    ("__stwt", Rule::Store),
    ("__shfl_sync", Rule::Shuffle(I::ShflIdx, Ty::INT)),
    ("__shfl_up_sync", Rule::Shuffle(I::ShflUp, Ty::UINT)),
    ("__shfl_down_sync", Rule::Shuffle(I::ShflDown, Ty::UINT)),
    ("__shfl_xor_sync", Rule::Shuffle(I::ShflBfly, Ty::INT)),
    ("__match_any_sync", Rule::Match(false)),
    ("__match_all_sync", Rule::Match(true)),
    ("printf", Rule::Printf),
    ("__optx_assert_fail", Rule::AssertFail),
    ("__builtin_addressof", Rule::Gnu(Gnu::AddressOf)),
    ("__builtin_assume", Rule::Gnu(Gnu::Assume)),
    ("__builtin_assume_aligned", Rule::Gnu(Gnu::AssumeAligned)),
    ("__builtin_expect", Rule::Gnu(Gnu::Expect)),
    ("__builtin_unreachable", Rule::Gnu(Gnu::Unreachable)),
    ("__builtin_constant_p", Rule::Gnu(Gnu::ConstantP)),
    ("__builtin_is_constant_evaluated", Rule::Gnu(Gnu::ConstantEvaluated)),
    ("__builtin_inf", Rule::Gnu(Gnu::Double(0x7ff0_0000_0000_0000, 0))),
    ("__builtin_inff", Rule::Gnu(Gnu::Float(0x7f80_0000, 0))),
    ("__builtin_huge_val", Rule::Gnu(Gnu::Double(0x7ff0_0000_0000_0000, 0))),
    ("__builtin_huge_valf", Rule::Gnu(Gnu::Float(0x7f80_0000, 0))),
    ("__builtin_nan", Rule::Gnu(Gnu::Double(0x7ff8_0000_0000_0000, 1))),
    ("__builtin_nanf", Rule::Gnu(Gnu::Float(0x7fc0_0000, 1))),
    ("__builtin_add_overflow", Rule::Gnu(Gnu::Overflow(BinaryOp::Add))),
    ("__builtin_sub_overflow", Rule::Gnu(Gnu::Overflow(BinaryOp::Sub))),
    ("__builtin_mul_overflow", Rule::Gnu(Gnu::Overflow(BinaryOp::Mul))),
    ("__builtin_trap", Rule::Gnu(Gnu::Trap)),
    ("__builtin_abort", Rule::Gnu(Gnu::Trap)),
];

/// Objects that atomics work on, as nvcc has them: `long` and `unsigned long` have none, `unsigned short` has one.
const INT: &[Ty] = &[Ty::INT, Ty::UINT];
const UINT: &[Ty] = &[Ty::UINT];
const WIDE: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::LONGLONG];
const ADD: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::FLOAT, Ty::DOUBLE];
const EXCHANGE: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::FLOAT];
const COMPARE: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG];
const COMPARE_DEVICE: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::USHORT];

/// A name with the end that says its scope, the action, and the objects.
type Atomic = (&'static str, Action, &'static [Ty]);

macro_rules! atomics {
    ($end:literal, $scope:expr, $compared:expr) => {
        [
            (concat!("atomicAdd", $end), Action::Atomic(I::AtomAdd, $scope), ADD),
            (concat!("atomicExch", $end), Action::Atomic(I::AtomExch, $scope), EXCHANGE),
            (concat!("atomicMin", $end), Action::Atomic(I::AtomMin, $scope), WIDE),
            (concat!("atomicMax", $end), Action::Atomic(I::AtomMax, $scope), WIDE),
            (concat!("atomicInc", $end), Action::Atomic(I::AtomInc, $scope), UINT),
            (concat!("atomicDec", $end), Action::Atomic(I::AtomDec, $scope), UINT),
            (concat!("atomicAnd", $end), Action::Atomic(I::AtomAnd, $scope), WIDE),
            (concat!("atomicOr", $end), Action::Atomic(I::AtomOr, $scope), WIDE),
            (concat!("atomicXor", $end), Action::Atomic(I::AtomXor, $scope), WIDE),
            (concat!("atomicSub", $end), Action::AtomicSub($scope), INT),
            (concat!("atomicCAS", $end), Action::Atomic(I::AtomCas, $scope), $compared),
        ]
    };
}

const ATOMICS: [[Atomic; 11]; 3] = [
    atomics!("", AtomicScope::Device, COMPARE_DEVICE),
    atomics!("_block", AtomicScope::Block, COMPARE),
    atomics!("_system", AtomicScope::System, COMPARE),
];

/// A name, its signature, what it does.
type Signature = (&'static str, &'static str, Action);

const FIXED: &[Signature] = &[
    // Bits.
    ("__popc", "iu", Action::Pure(I::Popc)),
    ("__popcll", "im", Action::Pure(I::Popc)),
    ("__clz", "ii", Action::Pure(I::Clz)),
    ("__clzll", "il", Action::Pure(I::Clz)),
    ("__ffs", "ii", Action::Pure(I::Ffs)),
    ("__ffsll", "il", Action::Pure(I::Ffs)),
    ("__brev", "uu", Action::Pure(I::Brev)),
    ("__brevll", "mm", Action::Pure(I::Brev)),
    ("__byte_perm", "uuuu", Action::BytePerm),
    ("__funnelshift_l", "uuuu", Action::Pure(I::FunnelLeftWrap)),
    ("__funnelshift_lc", "uuuu", Action::Pure(I::FunnelLeftClamp)),
    ("__funnelshift_r", "uuuu", Action::Pure(I::FunnelRightWrap)),
    ("__funnelshift_rc", "uuuu", Action::Pure(I::FunnelRightClamp)),
    ("__mul24", "iii", Action::Pure(I::Mul24)),
    ("__umul24", "uuu", Action::Pure(I::Mul24)),
    ("mul24", "iii", Action::Pure(I::Mul24)),
    ("umul24", "uuu", Action::Pure(I::Mul24)),
    ("__mulhi", "iii", Action::MulHigh),
    ("__umulhi", "uuu", Action::MulHigh),
    ("__mul64hi", "lll", Action::MulHigh),
    ("__umul64hi", "mmm", Action::MulHigh),
    ("__sad", "uiiu", Action::Sad),
    ("__usad", "uuuu", Action::Pure(I::Sad)),
    ("__hadd", "iii", Action::Pure(I::Hadd)),
    ("__uhadd", "uuu", Action::Pure(I::Hadd)),
    ("__rhadd", "iii", Action::Pure(I::Rhadd)),
    ("__urhadd", "uuu", Action::Pure(I::Rhadd)),
    ("umin", "uuu", Action::Operator(O::Min)),
    ("umax", "uuu", Action::Operator(O::Max)),
    ("llmin", "lll", Action::Operator(O::Min)),
    ("llmax", "lll", Action::Operator(O::Max)),
    ("ullmin", "mmm", Action::Operator(O::Min)),
    ("ullmax", "mmm", Action::Operator(O::Max)),
    ("min", "iii", Action::Operator(O::Min)),
    ("min", "uuu", Action::Operator(O::Min)),
    ("min", "uiu", Action::Operator(O::Min)),
    ("min", "uui", Action::Operator(O::Min)),
    ("min", "qqq", Action::Operator(O::Min)),
    ("min", "kkk", Action::Operator(O::Min)),
    ("min", "kqk", Action::Operator(O::Min)),
    ("min", "kkq", Action::Operator(O::Min)),
    ("min", "lll", Action::Operator(O::Min)),
    ("min", "mmm", Action::Operator(O::Min)),
    ("min", "mlm", Action::Operator(O::Min)),
    ("min", "mml", Action::Operator(O::Min)),
    ("min", "fff", Action::Operator(O::Min)),
    ("min", "ddd", Action::Operator(O::Min)),
    ("min", "dfd", Action::Operator(O::Min)),
    ("min", "ddf", Action::Operator(O::Min)),
    ("max", "iii", Action::Operator(O::Max)),
    ("max", "uuu", Action::Operator(O::Max)),
    ("max", "uiu", Action::Operator(O::Max)),
    ("max", "uui", Action::Operator(O::Max)),
    ("max", "qqq", Action::Operator(O::Max)),
    ("max", "kkk", Action::Operator(O::Max)),
    ("max", "kqk", Action::Operator(O::Max)),
    ("max", "kkq", Action::Operator(O::Max)),
    ("max", "lll", Action::Operator(O::Max)),
    ("max", "mmm", Action::Operator(O::Max)),
    ("max", "mlm", Action::Operator(O::Max)),
    ("max", "mml", Action::Operator(O::Max)),
    ("max", "fff", Action::Operator(O::Max)),
    ("max", "ddd", Action::Operator(O::Max)),
    ("max", "dfd", Action::Operator(O::Max)),
    ("max", "ddf", Action::Operator(O::Max)),
    ("abs", "ii", Action::Operator(O::Abs)),
    ("abs", "qq", Action::Operator(O::Abs)),
    ("abs", "ll", Action::Operator(O::Abs)),
    ("abs", "ff", Action::Operator(O::Abs)),
    ("abs", "dd", Action::Operator(O::Abs)),
    ("labs", "qq", Action::Operator(O::Abs)),
    ("llabs", "ll", Action::Operator(O::Abs)),
    // Bits of floats.
    ("__float_as_int", "if", Action::Bits),
    ("__int_as_float", "fi", Action::Bits),
    ("__float_as_uint", "uf", Action::Bits),
    ("__uint_as_float", "fu", Action::Bits),
    ("__double_as_longlong", "ld", Action::Bits),
    ("__longlong_as_double", "dl", Action::Bits),
    ("__double2hiint", "id", Action::HighInt),
    ("__double2loint", "id", Action::LowInt),
    ("__hiloint2double", "dii", Action::HiLoToDouble),
    // Fast forms.
    ("__expf", "ff", Action::FastExp),
    ("__exp10f", "ff", Action::FastExp10),
    ("__logf", "ff", Action::FastLog),
    ("__log2f", "ff", Action::Pure(I::Lg2Approx)),
    ("__log10f", "ff", Action::FastLog10),
    ("__powf", "fff", Action::FastPow),
    ("__sinf", "ff", Action::Pure(I::SinApprox)),
    ("__cosf", "ff", Action::Pure(I::CosApprox)),
    ("__tanf", "ff", Action::FastTan),
    ("__tanhf", "ff", Action::Pure(I::TanhApprox)),
    ("__fdividef", "fff", Action::FastDiv),
    ("fdividef", "fff", Action::Operator(O::Div)),
    ("__saturatef", "ff", Action::Pure(I::Saturate)),
    // Mathematics.
    ("sqrtf", "ff", Action::Sqrt),
    ("rsqrtf", "ff", Action::Pure(I::RsqrtApprox)),
    ("fabsf", "ff", Action::Operator(O::Abs)),
    ("fminf", "fff", Action::Operator(O::Min)),
    ("fmaxf", "fff", Action::Operator(O::Max)),
    ("floorf", "ff", Action::Pure(I::Floor)),
    ("ceilf", "ff", Action::Pure(I::Ceil)),
    ("truncf", "ff", Action::Pure(I::Trunc)),
    ("rintf", "ff", Action::Pure(I::Rint)),
    ("nearbyintf", "ff", Action::Pure(I::Rint)),
    ("roundf", "ff", Action::Round),
    ("copysignf", "fff", Action::Pure(I::Copysign)),
    ("__builtin_copysignf", "fff", Action::Pure(I::Copysign)),
    ("__builtin_copysign", "ddd", Action::Pure(I::Copysign)),
    ("fmaf", "ffff", Action::Operator(O::Fma)),
    ("fdimf", "fff", Action::Fdim),
    ("exp2f", "ff", Action::Pure(I::Ex2Approx)),
    // First guesses of the device library.
    ("__optx_rcpf", "ff", Action::Pure(I::RcpApproxFtz)),
    ("__optx_rsqrtf", "ff", Action::Pure(I::RsqrtApproxFtz)),
    ("__optx_lg2f", "ff", Action::Pure(I::Lg2ApproxFtz)),
    ("__optx_ex2f", "ff", Action::Pure(I::Ex2ApproxFtz)),
    ("__optx_rcp", "dd", Action::Pure(I::RcpApproxFtz)),
    ("__optx_rsqrt", "dd", Action::Pure(I::RsqrtApproxFtz)),
    // What the headers of half precision and bfloat16 are made of.
    ("__optx_add_f16", "uuu", Action::Pure(I::F16Add)),
    ("__optx_sub_f16", "uuu", Action::Pure(I::F16Sub)),
    ("__optx_mul_f16", "uuu", Action::Pure(I::F16Mul)),
    ("__optx_fma_f16", "uuuu", Action::Pure(I::F16Fma)),
    ("__optx_add_f16x2", "uuu", Action::Pure(I::F16x2Add)),
    ("__optx_sub_f16x2", "uuu", Action::Pure(I::F16x2Sub)),
    ("__optx_mul_f16x2", "uuu", Action::Pure(I::F16x2Mul)),
    ("__optx_fma_f16x2", "uuuu", Action::Pure(I::F16x2Fma)),
    ("__optx_fma_bf16", "uuuu", Action::Pure(I::Bf16Fma)),
    ("__optx_fma_bf16x2", "uuuu", Action::Pure(I::Bf16x2Fma)),
    ("__optx_f16_rn", "uf", Action::Pure(I::F16FromF32Rn)),
    ("__optx_f16_rz", "uf", Action::Pure(I::F16FromF32Rz)),
    ("__optx_f16_ru", "uf", Action::Pure(I::F16FromF32Ru)),
    ("__optx_f16_rd", "uf", Action::Pure(I::F16FromF32Rd)),
    ("__optx_f16_double", "ud", Action::Pure(I::F16FromF64Rn)),
    ("__optx_float_f16", "fu", Action::Pure(I::F32FromF16)),
    ("__optx_bf16_rn", "uf", Action::Pure(I::Bf16FromF32Rn)),
    ("__optx_bf16_rz", "uf", Action::Pure(I::Bf16FromF32Rz)),
    // Barriers, fences and votes.
    ("__syncthreads", "v", Action::Effect(I::Barrier)),
    ("__syncthreads_count", "ii", Action::BarrierReduce(I::BarrierPopc)),
    ("__syncthreads_and", "ii", Action::BarrierReduce(I::BarrierAnd)),
    ("__syncthreads_or", "ii", Action::BarrierReduce(I::BarrierOr)),
    ("__syncwarp", "vu", Action::Effect(I::Syncwarp)),
    ("__threadfence_block", "v", Action::Effect(I::FenceBlock)),
    ("__threadfence", "v", Action::Effect(I::FenceDevice)),
    ("__threadfence_system", "v", Action::Effect(I::FenceSystem)),
    ("__all_sync", "iub", Action::Vote(I::VoteAll)),
    ("__any_sync", "iub", Action::Vote(I::VoteAny)),
    ("__uni_sync", "iub", Action::Vote(I::VoteUni)),
    ("__ballot_sync", "uub", Action::Vote(I::VoteBallot)),
    ("__activemask", "u", Action::Effect(I::Activemask)),
    ("__reduce_add_sync", "uuu", Action::Effect(I::ReduxAdd)),
    ("__reduce_add_sync", "iui", Action::Effect(I::ReduxAdd)),
    ("__reduce_min_sync", "uuu", Action::Effect(I::ReduxMin)),
    ("__reduce_min_sync", "iui", Action::Effect(I::ReduxMin)),
    ("__reduce_max_sync", "uuu", Action::Effect(I::ReduxMax)),
    ("__reduce_max_sync", "iui", Action::Effect(I::ReduxMax)),
    ("__reduce_and_sync", "uuu", Action::Effect(I::ReduxAnd)),
    ("__reduce_or_sync", "uuu", Action::Effect(I::ReduxOr)),
    ("__reduce_xor_sync", "uuu", Action::Effect(I::ReduxXor)),
    // The rest.
    ("clock", "q", Action::Effect(I::Clock)),
    ("clock64", "l", Action::Effect(I::Clock64)),
    ("__nanosleep", "vu", Action::Effect(I::Nanosleep)),
    ("__trap", "v", Action::Effect(I::Trap)),
    ("__brkpt", "v", Action::Effect(I::Brkpt)),
];

/// Names that are overloaded on float and double; an integer argument means double.
const OVERLOADED: &[Signature] = &[
    ("sqrt", "##", Action::Sqrt),
    ("fabs", "##", Action::Operator(O::Abs)),
    ("fmin", "###", Action::Operator(O::Min)),
    ("fmax", "###", Action::Operator(O::Max)),
    ("floor", "##", Action::Pure(I::Floor)),
    ("ceil", "##", Action::Pure(I::Ceil)),
    ("trunc", "##", Action::Pure(I::Trunc)),
    ("rint", "##", Action::Pure(I::Rint)),
    ("nearbyint", "##", Action::Pure(I::Rint)),
    ("round", "##", Action::Round),
    ("copysign", "###", Action::Pure(I::Copysign)),
    ("fma", "####", Action::Operator(O::Fma)),
    ("fdim", "###", Action::Fdim),
    ("isnan", "b#", Action::IsNan),
    ("isinf", "b#", Action::IsInf),
    ("isfinite", "b#", Action::IsFinite),
    ("signbit", "b#", Action::SignBit),
    ("__isnan", "i#", Action::IsNan),
    ("__isinf", "i#", Action::IsInf),
    ("__finite", "i#", Action::IsFinite),
    ("__isnanf", "if", Action::IsNan),
    ("__isinff", "if", Action::IsInf),
    ("__finitef", "if", Action::IsFinite),
    ("__signbit", "i#", Action::SignBit),
    ("__builtin_isnan", "i#", Action::IsNan),
    ("__builtin_isinf", "i#", Action::IsInf),
    ("__builtin_isfinite", "i#", Action::IsFinite),
    ("lrint", "q#", Action::RoundToInt(I::Rint)),
    ("llrint", "l#", Action::RoundToInt(I::Rint)),
    ("lround", "q#", Action::LroundToInt),
    ("llround", "l#", Action::LroundToInt),
    ("lrintf", "qf", Action::RoundToInt(I::Rint)),
    ("llrintf", "lf", Action::RoundToInt(I::Rint)),
    ("lroundf", "qf", Action::LroundToInt),
    ("llroundf", "lf", Action::LroundToInt),
];

/// Arithmetic and conversions with a rounding mode of their own.
macro_rules! rounded {
    ($mode:literal, $fma:expr, $convert:expr, [$($op:literal $float:literal $double:literal $intrinsic:expr),*],
     [$($number:literal $letter:literal),*]) => {
        [
            $((concat!("__f", $op, "_", $mode), $float, Action::Pure($intrinsic)),
              (concat!("__d", $op, "_", $mode), $double, Action::Pure($intrinsic)),)*
            (concat!("__fmaf_", $mode), "ffff", $fma),
            (concat!("__fma_", $mode), "dddd", $fma),
            $((concat!("__float2", $number, "_", $mode), concat!($letter, "f"), Action::Convert($convert)),
              (concat!("__", $number, "2float_", $mode), concat!("f", $letter), Action::Convert($convert)),
              (concat!("__double2", $number, "_", $mode), concat!($letter, "d"), Action::Convert($convert)),
              (concat!("__", $number, "2double_", $mode), concat!("d", $letter), Action::Convert($convert)),)*
            (concat!("__double2float_", $mode), "fd", Action::Convert($convert)),
        ]
    };
    ($mode:literal, $fma:expr, $convert:expr, [$($op:literal $float:literal $double:literal $intrinsic:expr),*]) => {
        rounded!($mode, $fma, $convert, [$($op $float $double $intrinsic),*],
                 ["int" "i", "uint" "u", "ll" "l", "ull" "m"])
    };
}

const ROUNDED: [[Signature; 31]; 4] = [
    rounded!("rn", Action::Operator(O::Fma), I::CvtRn, ["add" "fff" "ddd" I::AddRn, "sub" "fff" "ddd" I::SubRn, "mul" "fff" "ddd" I::MulRn, "div" "fff" "ddd" I::DivRn, "rcp" "ff" "dd" I::RcpRn, "sqrt" "ff" "dd" I::SqrtRn]),
    rounded!("rz", Action::Pure(I::FmaRz), I::CvtRz, ["add" "fff" "ddd" I::AddRz, "sub" "fff" "ddd" I::SubRz, "mul" "fff" "ddd" I::MulRz, "div" "fff" "ddd" I::DivRz, "rcp" "ff" "dd" I::RcpRz, "sqrt" "ff" "dd" I::SqrtRz]),
    rounded!("ru", Action::Pure(I::FmaRu), I::CvtRu, ["add" "fff" "ddd" I::AddRu, "sub" "fff" "ddd" I::SubRu, "mul" "fff" "ddd" I::MulRu, "div" "fff" "ddd" I::DivRu, "rcp" "ff" "dd" I::RcpRu, "sqrt" "ff" "dd" I::SqrtRu]),
    rounded!("rd", Action::Pure(I::FmaRd), I::CvtRd, ["add" "fff" "ddd" I::AddRd, "sub" "fff" "ddd" I::SubRd, "mul" "fff" "ddd" I::MulRd, "div" "fff" "ddd" I::DivRd, "rcp" "ff" "dd" I::RcpRd, "sqrt" "ff" "dd" I::SqrtRd]),
];

/// How many rows there are.
pub(super) const COUNT: usize = written(&mut [BLANK; 1024]);

const BLANK: Row = Row::ruled("", Rule::Printf);

/// All rows in the order of names, overloads of one name in the order in which they were written.
pub(super) static SORTED: [Row; COUNT] = {
    let mut rows = [BLANK; COUNT];
    written(&mut rows);
    sorted(rows)
};

/// Writes all rows, those of one name in the order in which they are overloads.
const fn written(to: &mut [Row]) -> usize {
    let mut n = 0;
    let mut k = 0;
    while k < RULES.len() {
        to[n] = Row::ruled(RULES[k].0, RULES[k].1);
        (n, k) = (n + 1, k + 1);
    }
    let mut scope = 0;
    while scope < ATOMICS.len() {
        k = 0;
        while k < ATOMICS[scope].len() {
            let (name, action, objects) = ATOMICS[scope][k];
            to[n] = Row::ruled(name, Rule::Atomic(action, objects));
            (n, k) = (n + 1, k + 1);
        }
        scope += 1;
    }
    k = 0;
    while k < FIXED.len() {
        to[n] = row(FIXED[k], false, 0);
        (n, k) = (n + 1, k + 1);
    }
    k = 0;
    while k < OVERLOADED.len() {
        to[n] = row(OVERLOADED[k], true, b'f');
        n += 1;
        if is_generic(OVERLOADED[k].1) {
            to[n] = row(OVERLOADED[k], true, b'd');
            n += 1;
        }
        k += 1;
    }
    let mut mode = 0;
    while mode < ROUNDED.len() {
        k = 0;
        while k < ROUNDED[mode].len() {
            to[n] = row(ROUNDED[mode][k], false, 0);
            (n, k) = (n + 1, k + 1);
        }
        mode += 1;
    }
    n
}

const fn row((name, signature, action): Signature, promotes: bool, on: u8) -> Row {
    Row { name, meaning: Meaning::Signature(signature, action), promotes, on }
}

/// Whether a signature is for floats and doubles.
const fn is_generic(signature: &str) -> bool {
    let mut k = 0;
    while k < signature.len() {
        if signature.as_bytes()[k] == b'#' {
            return true;
        }
        k += 1;
    }
    false
}

/// Sorts by name, and keeps the order of equal ones: runs of twice the length are merged until one is left.
const fn sorted(mut rows: [Row; COUNT]) -> [Row; COUNT] {
    let mut length = 1;
    while length < COUNT {
        let from = rows;
        let mut start = 0;
        while start < COUNT {
            let (middle, end) = (least(start + length, COUNT), least(start + 2 * length, COUNT));
            let (mut a, mut b, mut to) = (start, middle, start);
            while to < end {
                let first = b == end || a < middle && !is_before(from[b].name, from[a].name);
                rows[to] = if first { from[a] } else { from[b] };
                if first {
                    a += 1;
                } else {
                    b += 1;
                }
                to += 1;
            }
            start = end;
        }
        length *= 2;
    }
    rows
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut k = 0;
    while k < a.len() && k < b.len() {
        if a[k] != b[k] {
            return a[k] < b[k];
        }
        k += 1;
    }
    a.len() < b.len()
}
