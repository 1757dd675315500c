//! Functions and members of `cuda_fp16.h` and `cuda_bf16.h` against NVRTC with NVIDIA's headers of that name, bit for bit, NaN's payloads too: both
//! PTX texts run in the emulator. Of one operand all 65,536 values are asked; of two and three all pairs of a list of ends, ties, subnormals and NaNs.
//!
//! The headers lie in the cache where the client programs were fetched; where they do not, the tests are ignored.

use std::fmt::Write as _;
use std::path::PathBuf;

use libtest_mimic::{Completion, Failed, Trial};
use optx_judge::trials::{self, trial};
use optx_judge::{Tool, cache_dir, find, nvrtc};
use runtime_tests::numbered_kernels::Numbered;

/// A type: its header, its name and its pair's, what functions of it are called by, and by its bits; bits of its fraction.
struct Type {
    header: &'static str,
    name: &'static str,
    pair: &'static str,
    short: &'static str,
    pair_short: &'static str,
    bits: &'static str,
    field: u32,
}

const TYPES: [Type; 2] = [
    Type {
        header: "cuda_fp16.h",
        name: "__half",
        pair: "__half2",
        short: "half",
        pair_short: "half2",
        bits: "half",
        field: 10,
    },
    Type {
        header: "cuda_bf16.h",
        name: "__nv_bfloat16",
        pair: "__nv_bfloat162",
        short: "bfloat16",
        pair_short: "bfloat162",
        bits: "bfloat16",
        field: 7,
    },
];

/// Expressions of the value `a` with the bits `w`, and of the pair `p` of it: `N` and `N2` stand for what functions of the type are called by, and
/// `M` for each direction of rounding.
const OF_ONE: &[&str] = &[
    "__N2short_M(a)",
    "__N2ushort_M(a)",
    "__N2int_M(a)",
    "__N2uint_M(a)",
    "__N2ll_M(a)",
    "__N2ull_M(a)",
    "__N2char_rz(a)",
    "__N2uchar_rz(a)",
    "(signed char)a",
    "(unsigned char)a",
    "(char)a",
    "(short)a",
    "(unsigned short)a",
    "(int)a",
    "(unsigned)a",
    "(long)a",
    "(unsigned long)a",
    "(long long)a",
    "(unsigned long long)a",
    "(bool)a",
    "(float)a",
    "(double)a",
    "a ? 1 : 2",
    "!a",
    "htanh(a)",
    "h2tanh(p)",
    "htanh_approx(a)",
    "h2tanh_approx(p)",
    "__hisnan2(p)",
    "__lowhigh2highlow(p)",
    "__low2N2(p)",
    "__high2N2(p)",
    "__BITS_as_short(a)",
    "__short_as_BITS((short)w)",
    "++a",
    "a--",
    "++p",
    "p--",
    "+p",
    "raw(a)",
];

/// Of values `a`, `b` and `c`, and of pairs `p`, `q` and `r` of them: `<>` stands for each comparison's name.
const OF_MORE: &[&str] = &[
    "__h<>(a, b)",
    "__h<>u(a, b)",
    "__h<>2(p, q)",
    "__h<>u2(p, q)",
    "__h<>2_mask(p, q)",
    "__h<>u2_mask(p, q)",
    "__hb<>2(p, q)",
    "__hb<>u2(p, q)",
    "p == q",
    "p != q",
    "p < q",
    "p <= q",
    "p > q",
    "p >= q",
    "p /= q",
    "__hadd_rn(a, b)",
    "__hsub_rn(a, b)",
    "__hmul_rn(a, b)",
    "__hadd2_rn(p, q)",
    "__hsub2_rn(p, q)",
    "__hmul2_rn(p, q)",
    "__hadd_sat(a, b)",
    "__hsub_sat(a, b)",
    "__hmul_sat(a, b)",
    "__hadd2_sat(p, q)",
    "__hsub2_sat(p, q)",
    "__hmul2_sat(p, q)",
    "__hmax_nan(a, b)",
    "__hmin_nan(a, b)",
    "__hmax2_nan(p, q)",
    "__hmin2_nan(p, q)",
    "__lows2N2(p, q)",
    "__highs2N2(p, q)",
    "make_N2(a, b)",
];

/// Of them, what needs a fused product, which bfloat16 has from sm_80 on.
const FUSED: &[&str] = &[
    "__hfma_sat(a, b, c)",
    "__hfma_relu(a, b, c)",
    "__hfma2_sat(p, q, r)",
    "__hfma2_relu(p, q, r)",
    "__hcmadd(p, q, r)",
];

/// Of the numbers `x`, `d`, `i`, `u`, `l`, `v`, `s` and `t`, by their types' conversions.
const OF_NUMBERS: &[&str] = &[
    "__int2N_M(i)",
    "__uint2N_M(u)",
    "__ll2N_M(l)",
    "__ull2N_M(v)",
    "__short2N_M(s)",
    "__ushort2N_M(t)",
    "__float2N_M(x)",
    "__double2N(d)",
    "T(i)",
    "T(u)",
    "T(l)",
    "T(v)",
    "T((long)l)",
    "T((unsigned long)v)",
    "T(s)",
    "T(t)",
    "T(x)",
    "T(d)",
    "T((signed char)i)",
    "T(i > 3)",
    "set(i)",
    "set(u)",
    "set(l)",
    "set(v)",
    "set(s)",
    "set(t)",
    "set(x)",
    "set(d)",
];

/// What threads do together, or with memory; the numbers' own shuffles are meant beside those of the header.
const WITH_OTHERS: &[&str] = &[
    "__shfl_sync(~0u, a, 7)",
    "__shfl_sync(~0u, p, 3, 8)",
    "__shfl_up_sync(~0u, a, 3)",
    "__shfl_up_sync(~0u, p, 1u, 16)",
    "__shfl_down_sync(~0u, a, 5, 16)",
    "__shfl_down_sync(~0u, p, 9u)",
    "__shfl_xor_sync(~0u, a, 3)",
    "__shfl_xor_sync(~0u, p, 17)",
    "__shfl_xor_sync(~0u, i, 5)",
    "__shfl_xor_sync(~0u, x, 5)",
    "__shfl_up_sync(~0u, v, 2u)",
    "__shfl_down_sync(0xffffffff, l, 2)",
    "__ldg((const T *)in + at)",
    "__ldca((const T2 *)in + at)",
    "__ldcg((const T *)in + at)",
    "__ldcs((const T2 *)in + at)",
    "__ldlu((const T *)in + at)",
    "__ldcv((const T2 *)in + at)",
    "(__stcg((T *)(out + at), a), *(T *)(out + at))",
    "(__stcs((T2 *)(out + at), p), *(T2 *)(out + at))",
    "(__stwb((T *)(out + at), a), *(T *)(out + at))",
    "(__stwt((T2 *)(out + at), p), *(T2 *)(out + at))",
    "added((T *)(out + at), a, b)",
    "added((T2 *)(out + at), p, q)",
    "counted(a)",
    "counted(p)",
];

const ROUNDINGS: [&str; 4] = ["rn", "rz", "rd", "ru"];
const COMPARISONS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

fn expressions(ty: &Type, list: &[&str]) -> Vec<String> {
    let named =
        |e: &str| e.replace("BITS", ty.bits).replace("N2", ty.pair_short).replace('N', ty.short);
    // `T` and the like are no names of functions.
    let mut all = Vec::new();
    for e in list {
        if e.contains("_M(") {
            all.extend(ROUNDINGS.map(|m| named(e).replace("_M(", &format!("_{m}("))));
        } else if e.contains("<>") {
            all.extend(COMPARISONS.map(|c| e.replace("<>", c)));
        } else {
            all.push(named(e));
        }
    }
    all
}

fn source(ty: &Type, list: &[&String]) -> String {
    let Type { header, name, pair, field, .. } = ty;
    // 1 and 2, in both halves.
    let (one, two) =
        if *field == 10 { (0x3c00_3c00u32, 0x4000_4000u32) } else { (0x3f80_3f80, 0x4000_4000) };
    let mut s = format!(
        "#include <{header}>\ntypedef {name} T; typedef {pair} T2; typedef unsigned long long W;\n\
         __device__ W word(T x) {{ return *(unsigned short *)&x; }}\n__device__ W word(T2 x) {{ return *(unsigned *)&x; }}\n\
         __device__ W word(float x) {{ return __float_as_uint(x); }}\n__device__ W word(double x) {{ return (W)__double_as_longlong(x); }}\n\
         __device__ W word(int x) {{ return (W)x; }}\n__device__ W word(unsigned x) {{ return x; }}\n\
         __device__ W word(long x) {{ return (W)x; }}\n__device__ W word(unsigned long x) {{ return x; }}\n\
         __device__ W word(long long x) {{ return (W)x; }}\n__device__ W word(W x) {{ return x; }}\n\
         __device__ W word(short x) {{ return (W)x; }}\n__device__ W word(unsigned short x) {{ return x; }}\n\
         __device__ W word(signed char x) {{ return (W)x; }}\n__device__ W word(unsigned char x) {{ return x; }}\n\
         __device__ W word(char x) {{ return (W)x; }}\n__device__ W word(bool x) {{ return x; }}\n\
         __device__ T bits(W w) {{ unsigned short x = (unsigned short)w; return *(T *)&x; }}\n\
         __device__ T raw(T a) {{ {name}_raw r = a; volatile T v; v = r; T b; b = (const {name}_raw)v; return b; }}\n\
         template <class V> __device__ W added(V *to, V a, V b) {{ *to = a; W old = word(atomicAdd(to, b)); return old << 32 | word(*to); }}\n\
         template <class V> __device__ V counted(V) {{ __shared__ V sum; if (threadIdx.x == 0) memset(&sum, 0, sizeof sum); __syncthreads();\n\
             V one; W w = threadIdx.x & 1 ? {one:#x}ull : {two:#x}ull; memcpy(&one, &w, sizeof one); atomicAdd(&sum, one); __syncthreads(); return sum; }}\n\
         template <class V> __device__ T set(V v) {{ T a; a = v; return a; }}\n"
    );
    // A kernel each: of one for all, values that several expressions have would stand between their parts.
    for (k, e) in list.iter().enumerate() {
        let _ = writeln!(
            s,
            "extern \"C\" __global__ void k{k}(const W *in, W *out, int n) {{ int at = blockIdx.x * blockDim.x + threadIdx.x; if (at >= n) return;\n\
             W w = in[3 * at]; T a = bits(w), b = bits(in[3 * at + 1]), c = bits(in[3 * at + 2]); T2 p(a, b), q(b, c), r(c, a);\n\
             float x = __uint_as_float((unsigned)w); double d = __longlong_as_double((long long)w); int i = (int)w; unsigned u = (unsigned)w;\n\
             long long l = (long long)w; W v = w; short s = (short)w; unsigned short t = (unsigned short)w; out[at] = word({e}); }}"
        );
    }
    s
}

/// Values of a format: zeros, subnormals, ties, the ends, infinities, NaNs quiet and not.
fn values(field: u32) -> Vec<u64> {
    let top = 0x7fffu64 >> field << field;
    let one = 1u64 << field;
    let unit = (top >> 1 >> field) << field;
    let some = [
        0,
        1,
        one - 1,
        one,
        one + 1,
        unit - 1,
        unit,
        unit + 1,
        unit + one,
        unit + one + one / 2,
        top - one,
        top - 1,
        top,
        top + 1,
        top | one >> 1 | 3,
        0x7fff,
        0x3e00,
        0x4248,
    ];
    some.iter().flat_map(|x| [*x, *x | 0x8000]).collect()
}

/// Each value of one operand.
fn singles() -> Vec<[u64; 3]> {
    (0..65536).map(|w| [w, (w * 40503) & 0xffff, w ^ 0x8000]).collect()
}

/// All pairs, with a third.
fn operands(values: &[u64]) -> Vec<[u64; 3]> {
    let count = values.len();
    let third = |i: usize, j: usize| values[(i * 31 + j * 17) % count];
    (0..count * count)
        .map(|k| [values[k / count], values[k % count], third(k / count, k % count)])
        .collect()
}

/// Bits of floats, doubles and integers near each value of a format, its ties, and the ends of the types.
fn numbers(field: u32) -> Vec<[u64; 3]> {
    let mut list: Vec<u64> = vec![0, 1, u64::MAX, i64::MIN as u64, i64::MAX as u64];
    for shift in 0..64 {
        for m in [1u64, 3, 5, 7] {
            // A tie of two numbers, and what lies beside it.
            let tie = ((m << field) | (m << 1) | 1).rotate_left(shift);
            list.extend([
                tie,
                tie.wrapping_add(1),
                tie.wrapping_sub(1),
                tie.wrapping_neg(),
                1 << shift,
                (1u64 << shift).wrapping_neg(),
            ]);
        }
    }
    let exponents: Vec<i32> =
        (-160..=160).step_by(3).chain(-30..=18).chain(-152..-124).chain(120..130).collect();
    for e in exponents {
        for m in [
            1.0,
            1.0 + 2f64.powi(-(field as i32) - 1),
            1.0 + 3.0 * 2f64.powi(-(field as i32) - 1),
            2.0 - 2f64.powi(-12),
        ] {
            let x = m * 2f64.powi(e);
            let beside = [x, f64::from_bits(x.to_bits() + 1), f64::from_bits(x.to_bits() - 1)];
            for x in beside.iter().flat_map(|x| [*x, -*x]) {
                list.extend([
                    x.to_bits(),
                    u64::from((x as f32).to_bits()),
                    u64::from((x as f32).to_bits().wrapping_add(1)),
                ]);
            }
        }
    }
    for x in [
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        5e-324,
    ] {
        list.extend([x.to_bits(), u64::from((x as f32).to_bits())]);
    }
    list.extend([0x7f80_0001, 0xff80_0001, 0x7ff0_0000_0000_0001]);
    list.into_iter().map(|w| [w, 0, 0]).collect()
}

/// What the kernels write.
fn run(ptx: &str, input: &[[u64; 3]], kernels: usize) -> Result<Vec<Vec<u64>>, String> {
    let bytes: Vec<u8> = input.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    Numbered { ptx, input: &bytes, operands: input.len(), kernels, width: 8 }.results()
}

/// Where NVIDIA's headers lie.
fn headers() -> PathBuf {
    cache_dir().join("client-programs/include/cuda-13.5.37")
}

fn compare(
    ty: &Type,
    arch: u32,
    words: &[&str],
    list: &[String],
    input: &[[u64; 3]],
) -> Result<(), String> {
    let mut wrong = Vec::new();
    // NVRTC makes bytes of bfloat16 by registers of a byte, which the emulator does not know, and floats by `cvt`, which may make signalling NaN quiet;
    // for sm_80 it does neither.
    let otherwise =
        |e: &&String| ty.field == 7 && arch >= 90 && (e.contains("char") || *e == "(float)a");
    let (bytes, others): (Vec<&String>, Vec<&String>) = list.iter().partition(otherwise);
    let parts =
        others.chunks(40).map(|part| (part, arch)).chain(bytes.chunks(40).map(|part| (part, 80)));
    for (part, their_arch) in parts {
        let text = source(ty, part);
        let mut options = vec![
            format!("--gpu-architecture=compute_{their_arch}"),
            format!("-I{}", headers().display()),
        ];
        options.extend(words.iter().map(|w| (*w).to_owned()));
        let theirs = nvrtc::compile(&text, "k.cu", &options).map_err(|e| e.to_string())?;
        let theirs = run(&theirs, input, part.len())?;
        let target = format!("-arch=sm_{arch}");
        for level in ["-O0", "-O3"] {
            let mut all = vec![level, target.as_str()];
            all.extend(words);
            let (options, _) = optx::Options::parse_args(&all).map_err(|e| e.to_string())?;
            let ours = optx::compile(&text, &options).map_err(|d| format!("{d}"))?;
            let ours = run(ours.text(), input, part.len())?;
            for (k, e) in part.iter().enumerate() {
                let all: Vec<usize> =
                    (0..input.len()).filter(|i| ours[k][*i] != theirs[k][*i]).collect();
                let Some(&i) = all.first() else { continue };
                let count = all.len();
                let n = input.len();
                wrong.push(format!(
                    "{} {e} sm_{arch} {level} {words:?}: {count} of {n}, first for {:x?}: {:#x}, and NVRTC {:#x}",
                    ty.name, input[i], ours[k][i], theirs[k][i]
                ));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn main() {
    let there = headers().is_dir();
    let mut list = Vec::new();
    for ty in &TYPES {
        for (arch, words) in [(75, &[][..]), (80, &[]), (80, &["-ftz=true"]), (90, &[])] {
            let mut more = OF_MORE.to_vec();
            if ty.field == 10 || arch >= 80 {
                more.extend(FUSED);
            }
            let groups = [
                ("one", OF_ONE.to_vec()),
                ("more", more),
                ("numbers", OF_NUMBERS.to_vec()),
                ("others", WITH_OTHERS.to_vec()),
            ];
            for (name, group) in groups {
                let test = format!("{} sm_{arch} {} {name}", ty.name, words.join(" "));
                if !there && find(Tool::Nvrtc).is_ok() {
                    list.push(Trial::ignorable_test(test, || {
                        Ok(Completion::ignored_with("the client programs are not in the cache"))
                    }));
                    continue;
                }
                list.push(trial(test, &[Tool::Nvrtc], move || {
                    let input = match name {
                        "one" | "others" => singles(),
                        "more" => operands(&values(ty.field)),
                        _ => numbers(ty.field),
                    };
                    compare(ty, arch, words, &expressions(ty, &group), &input).map_err(Failed::from)
                }));
            }
        }
    }
    trials::run(list)
}
