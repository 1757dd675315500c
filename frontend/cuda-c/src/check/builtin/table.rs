//! The built-in functions of fixed types, in one table. Those that are generic over their operands' types are in
//! `call.rs`.

use std::sync::LazyLock;

use optx_whirl::{Intrinsic as I, Operator as O};

use crate::{intern::Map, typed::Action, types::Ty};

/// A built-in function.
#[derive(Clone, Debug)]
pub(in crate::check) struct Row {
    /// The result's type, then the parameters', as letters.
    signature: &'static str,
    pub action: Action,
}

impl Row {
    pub fn result(&self) -> Ty {
        self.signature.bytes().next().map_or(Ty::ERROR, letter)
    }

    /// The parameters' types.
    pub fn params(&self) -> impl Iterator<Item = Ty> {
        self.signature.bytes().skip(1).map(letter)
    }
}

fn letter(c: u8) -> Ty {
    match c {
        b'v' => Ty::VOID,
        b'b' => Ty::BOOL,
        b'i' => Ty::INT,
        b'u' => Ty::UINT,
        b'q' => Ty::LONG,
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
    TABLE.get(name).map(Vec::as_slice)
}

/// The names of all built-in functions.
pub(in crate::check) fn names() -> impl Iterator<Item = &'static str> {
    let mut v: Vec<&str> = TABLE.keys().copied().collect();
    v.extend(GENERIC);
    v.sort_unstable();
    v.into_iter()
}

/// Names that `call.rs` knows.
pub(in crate::check) const GENERIC: &[&str] = &[
    "min",
    "max",
    "abs",
    "labs",
    "llabs",
    "__stcg",
    "__stcs",
    "__stwb",
    "__stwt",
    "__ldg",
    "atomicAdd",
    "atomicSub",
    "atomicExch",
    "atomicMin",
    "atomicMax",
    "atomicInc",
    "atomicDec",
    "atomicCAS",
    "atomicAnd",
    "atomicOr",
    "atomicXor",
    "__shfl_sync",
    "__shfl_up_sync",
    "__shfl_down_sync",
    "__shfl_xor_sync",
    "__match_any_sync",
    "__match_all_sync",
    "printf",
    "__optx_assert_fail",
    "make_float2",
    "make_float3",
    "make_float4",
    "make_int2",
    "make_int3",
    "make_int4",
    "make_uint2",
    "make_uint3",
    "make_uint4",
    "make_double2",
    "expf",
    "logf",
    "powf",
    "sinf",
    "cosf",
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
    let mut add = |name: &'static str, signature: &'static str, action: Action| {
        t.entry(name).or_default().push(Row { signature, action });
    };
    for &(n, s, a) in FIXED {
        add(n, s, a);
    }
    for &(n, s, a) in OVERLOADED {
        let forms: &[char] = if s.contains('#') { &['f', 'd'] } else { &[' '] };
        for f in forms {
            add(n, Box::leak(s.replace('#', &f.to_string()).into_boxed_str()), a);
        }
    }
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
