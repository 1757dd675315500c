//! Every special value through every form of choice: selections, minima, maxima, magnitudes, signs and conversions of `float` and
//! `double`, with and without `-ftz=true`, at -O0 and -O3: optx's PTX against NVRTC's, in the emulator, bit for bit, payloads of NaN too. In half
//! precision, for which NVRTC has no headers here, against what the choice is by definition.

use std::fmt::Write as _;

use optx_emulator::{Device, LaunchConfig, Module, launch};
use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, nvrtc};

/// Forms of choice between `a`, `b` and `c`, where `<` stands for each comparison and `z` is zero.
const BY_COMPARISON: &[&str] = &[
    "a < b ? a : b",
    "a < b ? b : a",
    "!(a < b) ? a : b",
    "a < b ? a : c",
    "a < z ? a : z",
    "a < z ? z : a",
    "z < a ? a : z",
    "z < a ? z : a",
    "a < z ? -a : a",
    "a < z ? a : -a",
    "z < a ? a : -a",
    "a < z ? z - a : a",
    "a < b ? b : a < c ? a : c",
    "a < b ? b : c < a ? c : a",
    "b < z ? -abs_(a) : abs_(a)",
    "(T)(a < b) - (T)(b < a)",
    "pick_by_if(a < b, a, b)",
    "kept_by_if(a < b, a, b)",
    "kept_by_if(!(a < b), a, b)",
    "least(a, b, c)",
    "a < b && a < c ? a : b < c ? b : c",
    "a < a ? b : a",
];

/// Forms without a comparison.
const OTHER: &[&str] = &[
    "min_(a, b)",
    "max_(a, b)",
    "min(a, b)",
    "max(a, b)",
    "min_(max_(a, b), c)",
    "max_(min_(a, b), c)",
    "max_(a, z)",
    "min_(z, a)",
    "max_(-a, a)",
    "min_(min_(a, b), c)",
    "-min_(-a, -b)",
    "-max_(-a, -b)",
    "abs_(a)",
    "-abs_(a)",
    "abs_(-a)",
    "abs_(abs_(a))",
    "min_(abs_(a), abs_(b))",
    "copy_(a, b)",
    "copy_(a, -b)",
    "copy_(-a, a)",
    "copy_(abs_(a), b)",
    "copy_((T)1, a)",
    "-(-a)",
    "a",
    "signbit(a) ? -b : b",
    "signbit(b) ? -abs_(a) : abs_(a)",
    "isnan(a) ? b : a",
    "isinf(a) ? b : a",
    "isfinite(a) ? a : z",
    "a ? b : c",
    "!a ? b : c",
    "a && b ? a : b",
    "a || b ? a : b",
    "(T)(float)a",
    "(float)a",
    "(double)a",
    "(int)a",
    "(unsigned)a",
    "(long long)a",
    "(unsigned long long)a",
    "(int)(a < z ? -a : a)",
    "a > (T)-32769 && a < (T)32768 ? (short)a : (short)7",
    "a > (T)-1 && a < (T)65536 ? (unsigned short)a : (unsigned short)7",
    "a > (T)-129 && a < (T)128 ? (signed char)a : (signed char)7",
    "a > (T)-1 && a < (T)256 ? (unsigned char)a : (unsigned char)7",
    "(bool)a",
    "(T)i",
    "(T)(unsigned)i",
    "(T)(short)i",
    "(T)(unsigned short)i",
    "(T)(signed char)i",
    "(T)(unsigned char)i",
    "(T)l",
    "(T)(unsigned long long)l",
    "(T)(i < 0 ? -i : i)",
    "(T)(a < b)",
    "(T)(a < b ? i : (int)l)",
];

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// NVRTC makes a minimum of these, which gives -0 for -0: what they are by definition.
const BY_DEFINITION: &[&str] = &["a < z ? a : z", "z > a ? a : z"];

/// Where two signs are turned, NVRTC turns none; an operation that is left may flush.
const TWICE: &[&str] = &["-(-a)", "copy_(-a, a)"];

fn expressions() -> Vec<String> {
    let each = |form: &&str| COMPARISONS.map(|c| form.replace('<', c));
    BY_COMPARISON.iter().flat_map(each).chain(OTHER.iter().map(|e| (*e).to_owned())).collect()
}

/// `a < 0 ? a : 0` of bits.
fn negative_or_zero(a: u64, double: bool, ftz: bool) -> u64 {
    let less = match double {
        true => f64::from_bits(a) < 0.0,
        false if ftz && !f32::from_bits(a as u32).is_normal() => {
            f32::from_bits(a as u32) == f32::NEG_INFINITY
        }
        false => f32::from_bits(a as u32) < 0.0,
    };
    if less { a } else { 0 }
}

/// Bits of a type's special values: zeros, NaNs quiet and not, subnormals, the ends, and the ends of integers.
fn values(double: bool) -> Vec<u64> {
    let (field, top) = if double { (52, 0x7ffu64) } else { (23, 0xff) };
    let infinity = top << field;
    let one = (top >> 1) << field;
    let least = 1u64 << field;
    let mut list = vec![0, 1, 2, least - 1, least, least + 1, infinity - 1, infinity, infinity + 1];
    list.extend([infinity | least >> 1, infinity | least >> 1 | 0x12345, infinity | (least - 1)]);
    list.extend([infinity | least >> 2, one - 1, one, one + 1, least >> 1, 3 * least]);
    let numbers: [f64; 21] = [
        0.5,
        1.5,
        2.0,
        2.5,
        3.75,
        100.0,
        127.0,
        128.0,
        255.5,
        256.0,
        32767.0,
        32768.0,
        65535.0,
        65536.0,
        16777217.0,
        2147483648.0,
        4294967296.0,
        9223372036854775808.0,
        18446744073709551616.0,
        1e-40,
        2147483647.0,
    ];
    for x in numbers {
        let bits = if double { x.to_bits() } else { u64::from((x as f32).to_bits()) };
        list.extend([bits, bits - 1]);
    }
    let sign = 1u64 << (if double { 63 } else { 31 });
    list.iter().flat_map(|x| [*x, *x | sign]).collect()
}

fn source(double: bool, list: &[String]) -> String {
    let (ty, suffix) = if double { ("double", "") } else { ("float", "f") };
    let mut s = format!(
        "typedef {ty} T;\ntypedef unsigned long long W;\n\
         #define abs_ fabs{suffix}\n#define min_ fmin{suffix}\n#define max_ fmax{suffix}\n#define copy_ copysign{suffix}\n\
         __device__ W word(float x) {{ return __float_as_uint(x); }}\n\
         __device__ W word(double x) {{ return (W)__double_as_longlong(x); }}\n\
         __device__ W word(int x) {{ return (W)x; }}\n__device__ W word(unsigned x) {{ return x; }}\n\
         __device__ W word(long long x) {{ return (W)x; }}\n__device__ W word(W x) {{ return x; }}\n\
         __device__ W word(short x) {{ return (W)x; }}\n__device__ W word(unsigned short x) {{ return x; }}\n\
         __device__ W word(signed char x) {{ return (W)x; }}\n__device__ W word(unsigned char x) {{ return x; }}\n\
         __device__ W word(bool x) {{ return x; }}\n\
         __device__ T pick_by_if(bool p, T a, T b) {{ T r; if (p) r = a; else r = b; return r; }}\n\
         __device__ T kept_by_if(bool p, T a, T b) {{ T r = b; if (p) r = a; return r; }}\n\
         __device__ T least(T a, T b, T c) {{ T x[3] = {{a, b, c}}; T m = x[0]; for (int k = 1; k < 3; k++) m = x[k] < m ? x[k] : m; return m; }}\n"
    );
    // A kernel each: of one for all, values that several expressions have would stand between their parts.
    for (k, e) in list.iter().enumerate() {
        let _ = writeln!(
            s,
            "extern \"C\" __global__ void k{k}(const T *in, W *out, int n) {{ int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;\n\
             T a = in[3 * t], b = in[3 * t + 1], c = in[3 * t + 2], z = 0; long long l = (long long)word(a); int i = (int)l; out[{k} * n + t] = word({e}); }}"
        );
    }
    s
}

/// What the kernels write for each expression and operands of so many bytes.
fn run(ptx: &str, input: &[u8], n: usize, expressions: usize, word: usize) -> Vec<u64> {
    let module = Module::load(ptx).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let mut device = Device::new();
    let read = device.alloc(input.len() as u64, "in").expect("memory");
    device.write(read, input).expect("the input");
    let size = (expressions * n * word) as u64;
    let out = device.alloc(size, "out").expect("memory");
    let grid = [n.div_ceil(128) as u32, 1, 1];
    let config = LaunchConfig { grid, block: [128, 1, 1], ..LaunchConfig::default() };
    let args = [
        read.0.to_le_bytes().to_vec(),
        out.0.to_le_bytes().to_vec(),
        (n as u32).to_le_bytes().to_vec(),
    ];
    for k in 0..expressions {
        let kernel = format!("k{k}");
        launch(&mut device, &module, &kernel, &config, &args).unwrap_or_else(|e| panic!("{e}"));
    }
    let bytes = device.read(out, size).expect("the results");
    let number = |b: &[u8]| b.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b));
    bytes.chunks_exact(word).map(number).collect()
}

/// All pairs of values, with a third.
fn operands(values: &[u64]) -> Vec<[u64; 3]> {
    let count = values.len();
    let third = |i: usize, j: usize| values[(i * 31 + j * 17) % count];
    (0..count * count)
        .map(|k| [values[k / count], values[k % count], third(k / count, k % count)])
        .collect()
}

fn bytes_of(input: &[[u64; 3]], width: usize) -> Vec<u8> {
    input.iter().flatten().flat_map(|x| x.to_le_bytes()[..width].to_vec()).collect()
}

fn compiled(text: &str, words: &[&str]) -> String {
    let (options, _) = optx::Options::parse_args(words).expect("options");
    optx::compile(text, &options).unwrap_or_else(|d| panic!("{d}\n{text}")).text().to_owned()
}

fn check(double: bool, ftz: bool) {
    let input = operands(&values(double));
    let bytes = bytes_of(&input, if double { 8 } else { 4 });
    let flush = format!("-ftz={ftz}");
    let mut wrong = Vec::new();
    for part in expressions().chunks(24) {
        let text = source(double, part);
        let options = ["--gpu-architecture=compute_80", "-fmad=false", &flush].map(str::to_owned);
        let theirs = nvrtc::compile(&text, "k.cu", &options).unwrap_or_else(|e| panic!("{e}"));
        let theirs = run(&theirs, &bytes, input.len(), part.len(), 8);
        for level in ["-O0", "-O3"] {
            let ours = compiled(&text, &[level, "-arch=sm_80", "-fmad=false", &flush]);
            let ours = run(&ours, &bytes, input.len(), part.len(), 8);
            for (k, e) in part.iter().enumerate() {
                let at = |i: usize| k * input.len() + i;
                let by_definition = BY_DEFINITION.contains(&e.as_str());
                let wanted = |i: usize| match by_definition {
                    true => negative_or_zero(input[i][0], double, ftz),
                    false => theirs[at(i)],
                };
                if ftz && TWICE.contains(&e.as_str()) {
                    continue;
                }
                let all: Vec<usize> =
                    (0..input.len()).filter(|i| ours[at(*i)] != wanted(*i)).collect();
                let Some(&i) = all.first() else { continue };
                wrong.push(format!(
                    "{e} {level} {flush}: {} of {}, first for {:x?}: {:#x}, not {:#x}",
                    all.len(),
                    input.len(),
                    input[i],
                    ours[at(i)],
                    wanted(i)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A choice in half precision, and what it is: of bits and values.
type Half = (&'static str, fn([u16; 3], [f64; 3]) -> u16);

const HALVES: &[Half] = &[
    ("a < b ? a : b", |w, x| if x[0] < x[1] { w[0] } else { w[1] }),
    ("a < b ? b : a", |w, x| if x[0] < x[1] { w[1] } else { w[0] }),
    ("a <= b ? a : b", |w, x| if x[0] <= x[1] { w[0] } else { w[1] }),
    ("a > b ? a : b", |w, x| if x[0] > x[1] { w[0] } else { w[1] }),
    ("a >= b ? a : b", |w, x| if x[0] >= x[1] { w[0] } else { w[1] }),
    ("!(a < b) ? a : b", |w, x| if x[0] < x[1] { w[1] } else { w[0] }),
    ("!(a > b) ? a : b", |w, x| if x[0] > x[1] { w[1] } else { w[0] }),
    ("a == b ? a : c", |w, x| if x[0] == x[1] { w[0] } else { w[2] }),
    ("a != a ? b : a", |w, x| if x[0].is_nan() { w[1] } else { w[0] }),
    ("a < z ? z : a", |w, x| if x[0] < 0.0 { 0 } else { w[0] }),
    ("a > z ? a : z", |w, x| if x[0] > 0.0 { w[0] } else { 0 }),
    ("__hlt(a, b) ? a : b", |w, x| if x[0] < x[1] { w[0] } else { w[1] }),
    ("__hgt(a, b) ? a : b", |w, x| if x[0] > x[1] { w[0] } else { w[1] }),
    ("__hmin(a, b)", |w, x| least(w, x, |a, b| a < b, 0x8000)),
    ("__hmax(a, b)", |w, x| least(w, x, |a, b| a > b, 0)),
    ("__habs(a)", |w, _| w[0] & 0x7fff),
];

/// The first of two in an order, NaN behind all; of zeros that with the sign `zero`.
fn least(w: [u16; 3], x: [f64; 3], first: fn(f64, f64) -> bool, zero: u16) -> u16 {
    match (x[0].is_nan(), x[1].is_nan()) {
        (true, true) => 0x7fff,
        (true, false) => w[1],
        (false, true) => w[0],
        _ if x[0] == 0.0 && x[1] == 0.0 => {
            if w[0] & 0x8000 == zero {
                w[0]
            } else {
                w[1]
            }
        }
        _ if first(x[1], x[0]) => w[1],
        _ => w[0],
    }
}

/// The value of bits with so many of a fraction; doubles hold it exactly.
fn value(w: u16, field: u32) -> f64 {
    let (exponent, fraction) =
        (i32::from((w & 0x7fff) >> field), f64::from(w & ((1 << field) - 1)));
    let bias = (1i32 << (14 - field)) - 1;
    let unit = 2f64.powi(exponent.max(1) - bias - field as i32);
    let top = (1 << (15 - field)) - 1;
    let magnitude = match (exponent, fraction == 0.0) {
        (e, true) if e == top => f64::INFINITY,
        (e, false) if e == top => f64::NAN,
        (0, _) => fraction * unit,
        _ => (fraction + f64::from(1u32 << field)) * unit,
    };
    if w & 0x8000 != 0 { -magnitude } else { magnitude }
}

/// `ty` with so many bits of a fraction; NaN's bits count where one is chosen, not where one is made.
fn half(header: &str, ty: &str, field: u32) {
    let top = 0x7fffu64 >> field << field;
    let one = 1u64 << field;
    let some = [
        0,
        1,
        2,
        one - 1,
        one,
        one + 1,
        top - 1,
        top,
        top + 1,
        top | one >> 1,
        top | one >> 1 | 3,
        0x7fff,
        0x3c00,
        0x3f80,
        0x3c01,
        0x4000,
        0x4248,
        0x5bff,
        0x7000,
        0x0123,
    ];
    let values: Vec<u64> = some.iter().flat_map(|x| [*x, *x | 0x8000]).collect();
    let input = operands(&values);
    let bytes = bytes_of(&input, 2);
    let mut text = format!("#include <{header}>\n");
    for (k, (e, _)) in HALVES.iter().enumerate() {
        let _ = writeln!(
            text,
            "extern \"C\" __global__ void k{k}(const {ty} *in, {ty} *out, int n) {{ int t = blockIdx.x * blockDim.x + threadIdx.x; if (t >= n) return;\n\
             {ty} a = in[3 * t], b = in[3 * t + 1], c = in[3 * t + 2], z = ({ty})0.0f; out[{k} * n + t] = {e}; }}"
        );
    }
    let mut wrong = Vec::new();
    for arch in ["-arch=sm_75", "-arch=sm_80", "-arch=sm_90"] {
        for level in ["-O0", "-O3"] {
            for flush in ["-ftz=true", "-ftz=false"] {
                let got = run(
                    &compiled(&text, &[level, arch, flush]),
                    &bytes,
                    input.len(),
                    HALVES.len(),
                    2,
                );
                for (k, (e, wanted)) in HALVES.iter().enumerate() {
                    let bad = |i: &usize| {
                        let w = input[*i].map(|w| w as u16);
                        got[k * input.len() + i] != u64::from(wanted(w, w.map(|w| value(w, field))))
                    };
                    let all: Vec<usize> = (0..input.len()).filter(bad).collect();
                    let Some(&i) = all.first() else { continue };
                    let w = input[i].map(|w| w as u16);
                    wrong.push(format!(
                        "{ty} {e} {arch} {level} {flush}: {} of {}, first for {w:x?}: {:#x}, and it is {:#x}",
                        all.len(), input.len(), got[k * input.len() + i], wanted(w, w.map(|w| value(w, field)))
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn main() {
    let mut list = Vec::new();
    for (double, ftz) in [(false, false), (false, true), (true, false), (true, true)] {
        let name = format!(
            "{}{}",
            if double { "double" } else { "float" },
            if ftz { ", flushing" } else { "" }
        );
        list.push(assertions(&name, &[Tool::Nvrtc], move || check(double, ftz)));
    }
    list.push(assertions("half", &[], || half("cuda_fp16.h", "__half", 10)));
    list.push(assertions("bfloat16", &[], || half("cuda_bf16.h", "__nv_bfloat16", 7)));
    trials::run(list);
}
