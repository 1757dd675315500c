//! The built-in functions, in one table: name, signature or rule, action, and by the action's intrinsic the least
//! architecture. A name with several signatures is a set of overloads like the user's; where the user adds some to it,
//! all are looked at together.

use std::sync::LazyLock;

use optx_whirl::{Intrinsic, Intrinsic as I, Operator as O, Scope};

use super::gnu::Gnu;
use crate::{ast::BinaryOp, intern::Map, typed::Action, types::Ty};

/// What a call of a built-in function means.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Meaning {
    /// The arguments become the parameters, and the action is done on them. The result's type, then the parameters', as
    /// letters.
    Signature(&'static str, Action),
    /// A rule of its own for the types of its arguments, in `call` or `gnu`.
    Rule(Rule),
}

/// How a call is checked that no signature describes.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Rule {
    /// `__ldg`: any object.
    ReadOnlyLoad,
    /// `__ldcg` and its kin, `volatile` or not: how a load is cached is a hint.
    Load(bool),
    /// `__stcg` and its kin.
    Store,
    /// A shuffle of a number; the lane, or what is added to it, is of the type.
    Shuffle(Intrinsic, Ty),
    /// `__match_any_sync`, `__match_all_sync`.
    Match(bool),
    /// An atomic on an object of one of the types.
    Atomic(Action, &'static [Ty]),
    /// `make_float4` and its kin, which the name's end says.
    MakeVector,
    Printf,
    AssertFail,
    /// One of GCC's.
    Gnu(Gnu),
}

/// A row of the table: one overload of a built-in function.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Row {
    pub meaning: Meaning,
    /// An integer argument, or a mixture, means the overload on double, as in C++'s `<cmath>` ([cmath.syn] 2).
    pub promotes: bool,
}

impl Row {
    pub fn result(&self) -> Ty {
        self.letters().next().unwrap_or(Ty::ERROR)
    }

    /// The parameters' types; none where a rule says what they are.
    pub fn params(&self) -> impl Iterator<Item = Ty> {
        self.letters().skip(1)
    }

    fn letters(&self) -> impl Iterator<Item = Ty> {
        let text = match self.meaning {
            Meaning::Signature(text, _) => text,
            Meaning::Rule(_) => "",
        };
        text.bytes().map(letter)
    }

    /// The least architecture number; that of an atomic goes by its object.
    pub fn least_arch(&self) -> u32 {
        match self.meaning {
            Meaning::Signature(_, Action::Pure(i) | Action::Effect(i))
            | Meaning::Rule(Rule::Shuffle(i, _)) => i.least_arch(),
            Meaning::Rule(Rule::Match(all)) => {
                (if all { I::MatchAll } else { I::MatchAny }).least_arch()
            }
            _ => 0,
        }
    }
}

fn letter(c: u8) -> Ty {
    match c {
        b'v' => Ty::VOID,
        b'b' => Ty::BOOL,
        b'i' => Ty::INT,
        b'u' => Ty::UINT,
        b'q' => Ty::LONG,
        b'k' => Ty::ULONG,
        b'l' => Ty::LONGLONG,
        b'm' => Ty::ULONGLONG,
        b'f' => Ty::FLOAT,
        b'd' => Ty::DOUBLE,
        _ => Ty::ERROR,
    }
}

type Table = Map<&'static str, Vec<Row>>;

static TABLE: LazyLock<Table> = LazyLock::new(build);

/// The overloads of a built-in function.
pub(in crate::check) fn find(name: &str) -> Option<&'static [Row]> {
    const MAKE_VECTOR: &[Row] =
        &[Row { meaning: Meaning::Rule(Rule::MakeVector), promotes: false }];
    if name.strip_prefix("make_").is_some_and(crate::builtin_types::is_type) {
        return Some(MAKE_VECTOR);
    }
    TABLE.get(name).map(Vec::as_slice)
}

/// The names of built-in functions, but for most of `make_`.
pub(in crate::check) fn names() -> impl Iterator<Item = &'static str> {
    const MORE: [&str; 10] = [
        "make_float2",
        "make_float3",
        "make_float4",
        "make_int2",
        "make_int4",
        "expf",
        "logf",
        "powf",
        "sinf",
        "cosf",
    ];
    let mut v: Vec<&str> = TABLE.keys().copied().collect();
    v.extend(MORE);
    v.sort_unstable();
    v.into_iter()
}

/// What a rule checks.
const RULES: &[(&str, Rule)] = &[
    ("__ldg", Rule::ReadOnlyLoad),
    ("__ldca", Rule::Load(false)),
    ("__ldcg", Rule::Load(false)),
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

const ATOMICS: &[(&str, I, &[Ty])] = &[
    ("atomicAdd", I::AtomAdd, ADD),
    ("atomicExch", I::AtomExch, EXCHANGE),
    ("atomicMin", I::AtomMin, WIDE),
    ("atomicMax", I::AtomMax, WIDE),
    ("atomicInc", I::AtomInc, UINT),
    ("atomicDec", I::AtomDec, UINT),
    ("atomicAnd", I::AtomAnd, WIDE),
    ("atomicOr", I::AtomOr, WIDE),
    ("atomicXor", I::AtomXor, WIDE),
];

const FIXED: &[(&str, &str, Action)] = &[
    // Bits.
    ("__popc", "iu", Action::Pure(I::Popc)),
    ("__popcll", "im", Action::Pure(I::Popc)),
    ("__clz", "ii", Action::Pure(I::Clz)),
    ("__clzll", "il", Action::Pure(I::Clz)),
    ("__ffs", "ii", Action::FindFirst),
    ("__ffsll", "il", Action::FindFirst),
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
const OVERLOADED: &[(&str, &str, Action)] = &[
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
    ("lrint", "q#", Action::RoundToInt(I::Rint)),
    ("llrint", "l#", Action::RoundToInt(I::Rint)),
    ("lround", "q#", Action::LroundToInt),
    ("llround", "l#", Action::LroundToInt),
    ("lrintf", "qf", Action::RoundToInt(I::Rint)),
    ("llrintf", "lf", Action::RoundToInt(I::Rint)),
    ("lroundf", "qf", Action::LroundToInt),
    ("llroundf", "lf", Action::LroundToInt),
];

const MODES: [&str; 4] = ["rn", "rz", "ru", "rd"];

fn build() -> Table {
    let mut t = Table::default();
    for &(n, rule) in RULES {
        t.entry(n).or_default().push(Row { meaning: Meaning::Rule(rule), promotes: false });
    }
    for (suffix, scope) in
        [("", Scope::Device), ("_block", Scope::Block), ("_system", Scope::System)]
    {
        let mut atomic = |name: &str, action: Action, types: &'static [Ty]| {
            let meaning = Meaning::Rule(Rule::Atomic(action, types));
            let row = Row { meaning, promotes: false };
            t.entry(leak(format!("{name}{suffix}"))).or_default().push(row);
        };
        for &(n, i, types) in ATOMICS {
            atomic(n, Action::Atomic(i, scope), types);
        }
        atomic("atomicSub", Action::AtomicSub(scope), INT);
        let compared = if scope == Scope::Device { COMPARE_DEVICE } else { COMPARE };
        atomic("atomicCAS", Action::Atomic(I::AtomCas, scope), compared);
    }
    let mut row = |name: &'static str, signature: &'static str, action: Action, promotes: bool| {
        let meaning = Meaning::Signature(signature, action);
        t.entry(name).or_default().push(Row { meaning, promotes });
    };
    for &(n, s, a) in FIXED {
        row(n, s, a, false);
    }
    for &(n, s, a) in OVERLOADED {
        let forms: &[char] = if s.contains('#') { &['f', 'd'] } else { &[' '] };
        for f in forms {
            row(n, leak(s.replace('#', &f.to_string())), a, true);
        }
    }
    let mut add = |name, signature, action| row(name, signature, action, false);
    // Arithmetic with a rounding mode of its own.
    let pure: [(&str, usize, [I; 4]); 6] = [
        ("add", 2, [I::AddRn, I::AddRz, I::AddRu, I::AddRd]),
        ("sub", 2, [I::SubRn, I::SubRz, I::SubRu, I::SubRd]),
        ("mul", 2, [I::MulRn, I::MulRz, I::MulRu, I::MulRd]),
        ("div", 2, [I::DivRn, I::DivRz, I::DivRu, I::DivRd]),
        ("rcp", 1, [I::RcpRn, I::RcpRz, I::RcpRu, I::RcpRd]),
        ("sqrt", 1, [I::SqrtRn, I::SqrtRz, I::SqrtRu, I::SqrtRd]),
    ];
    let fma = [
        Action::Operator(O::Fma),
        Action::Pure(I::FmaRz),
        Action::Pure(I::FmaRu),
        Action::Pure(I::FmaRd),
    ];
    let convert = [I::CvtRn, I::CvtRz, I::CvtRu, I::CvtRd];
    for (k, mode) in MODES.iter().enumerate() {
        for (op, args, list) in pure {
            for (letter, ty) in [("f", "f"), ("d", "d")] {
                let name = format!("__{letter}{op}_{mode}");
                add(leak(name), leak(ty.repeat(args + 1)), Action::Pure(list[k]));
            }
        }
        add(leak(format!("__fmaf_{mode}")), "ffff", fma[k]);
        add(leak(format!("__fma_{mode}")), "dddd", fma[k]);
        for (from, a) in [("float", "f"), ("double", "d")] {
            for (to, b) in [("int", "i"), ("uint", "u"), ("ll", "l"), ("ull", "m")] {
                add(
                    leak(format!("__{from}2{to}_{mode}")),
                    leak(format!("{b}{a}")),
                    Action::Convert(convert[k]),
                );
                let name = format!("__{to}2{from}_{mode}");
                add(leak(name), leak(format!("{a}{b}")), Action::Convert(convert[k]));
            }
        }
        add(leak(format!("__double2float_{mode}")), "fd", Action::Convert(convert[k]));
    }
    t
}

/// Text of the table lives as long as the table, that is, for ever.
fn leak(s: String) -> &'static str {
    Box::leak(s.into_boxed_str())
}
