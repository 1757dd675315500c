//! Every single-precision function, operator and conversion under `-ftz=true` and `-ftz=false`, on subnormal operands and
//! where results are subnormal: optx's PTX against NVRTC's, in the emulator.
//!
//! What is exact must agree bit for bit (NaNs are one). What is an approximation may be as far apart as the two error
//! bounds together (CUDA's programming guide), and where one is flushed to zero the other is too, or next to the least
//! normal number.

use std::fmt::Write as _;

use optx_emulator::{Device, LaunchConfig, Module, launch};
use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, nvrtc};

/// Expressions in floats `a`, `b`, `c` that are exact.
const EXACT: &[&str] = &[
    "a + b",
    "a - b",
    "a * b",
    "a / b",
    "-a",
    "1.0f / a",
    "fmaf(a, b, c)",
    "sqrtf(fabsf(a))",
    "fabsf(a)",
    "fminf(a, b)",
    "fmaxf(a, b)",
    "min(a, b)",
    "max(a, b)",
    "fdimf(a, b)",
    "floorf(a)",
    "ceilf(a)",
    "truncf(a)",
    "rintf(a)",
    "nearbyintf(a)",
    "roundf(a)",
    "copysignf(a, b)",
    "__saturatef(a)",
    "__fadd_rn(a, b)",
    "__fadd_rz(a, b)",
    "__fadd_ru(a, b)",
    "__fadd_rd(a, b)",
    "__fsub_rn(a, b)",
    "__fsub_rz(a, b)",
    "__fmul_rn(a, b)",
    "__fmul_rz(a, b)",
    "__fmul_ru(a, b)",
    "__fmul_rd(a, b)",
    "__fmaf_rn(a, b, c)",
    "__fmaf_rz(a, b, c)",
    "__fmaf_ru(a, b, c)",
    "__fmaf_rd(a, b, c)",
    "__fmaf_ieee_rn(a, b, c)",
    "__fmaf_ieee_rz(a, b, c)",
    "__fmaf_ieee_ru(a, b, c)",
    "__fmaf_ieee_rd(a, b, c)",
    "__fdiv_rn(a, b)",
    "__fdiv_rz(a, b)",
    "__fdiv_ru(a, b)",
    "__fdiv_rd(a, b)",
    "__frcp_rn(a)",
    "__frcp_rz(a)",
    "__fsqrt_rn(fabsf(a))",
    "__fsqrt_rd(fabsf(a))",
    "fmodf(a, b)",
    "remainderf(a, b)",
    "remquof(a, b, &e) + (e & 7)",
    "nextafterf(a, b)",
    "nextafterf(a, 0.0f)",
    "nextafterf(a, -a)",
    "ldexpf(a, (int)b)",
    "scalbnf(a, -20)",
    "scalblnf(a, 30)",
    "frexpf(a, &e) + e",
    "modff(a, &t) + t",
    "logbf(a)",
    "(float)ilogbf(a)",
    "a < b ? 1.0f : a <= b ? 2.0f : 3.0f",
    "a == b ? 1.0f : a != c ? 2.0f : 3.0f",
    "a ? 1.0f : 2.0f",
    "isnan(a) + 2 * isinf(a) + 4 * isfinite(a) + 8 * (signbit(a) != 0)",
    "(float)((double)a * 0.75)",
    "(float)((double)a * (double)b)",
    "(float)(int)a",
    "(float)(unsigned)a",
    "(float)(long long)a",
    "(float)__float2int_rn(a)",
    "(float)__float2int_ru(a)",
    "(float)__float2int_rd(a)",
    "(float)__float2ll_ru(a)",
    "(float)lrintf(a)",
    "(float)llroundf(a)",
    "__double2float_rn((double)a * 0.5)",
    "__double2float_ru((double)a * 0.5)",
];

/// Approximations, and how far the two may be from what is exact, in units of the last place, together.
const NEAR: &[(&str, f64)] = &[
    ("expf(a)", 4.0),
    ("exp2f(a)", 4.0),
    ("exp10f(a)", 4.0),
    ("expm1f(a)", 3.0),
    ("logf(fabsf(a))", 2.0),
    ("log2f(fabsf(a))", 3.0),
    ("log10f(fabsf(a))", 4.0),
    ("log1pf(a)", 2.0),
    ("powf(fabsf(a), b)", 8.0),
    ("sinf(a)", 4.0),
    ("(sincosf(a, &t, &u), t)", 4.0),
    ("(sincosf(a, &t, &u), u)", 4.0),
    ("(sincospif(a, &t, &u), t)", 2.0),
    ("cosf(a)", 4.0),
    ("tanf(a)", 8.0),
    ("sinpif(a)", 2.0),
    ("cospif(a)", 2.0),
    ("asinf(a)", 4.0),
    ("acosf(a)", 4.0),
    ("atanf(a)", 4.0),
    ("atan2f(a, b)", 6.0),
    ("sinhf(a)", 6.0),
    ("coshf(a)", 4.0),
    ("tanhf(a)", 4.0),
    ("asinhf(a)", 6.0),
    ("acoshf(fabsf(a))", 8.0),
    ("atanhf(a)", 6.0),
    ("cbrtf(a)", 2.0),
    ("rcbrtf(a)", 2.0),
    ("rsqrtf(fabsf(a))", 4.0),
    ("hypotf(a, b)", 6.0),
    ("rhypotf(a, b)", 4.0),
    ("erff(a)", 4.0),
    ("erfcf(a)", 8.0),
    ("erfinvf(a)", 4.0),
    ("normcdff(a)", 10.0),
    ("erfcinvf(a)", 8.0),
    ("normcdfinvf(a)", 10.0),
    ("norm3df(a, b, c)", 6.0),
    ("rnorm3df(a, b, c)", 4.0),
    ("norm4df(a, b, c, a)", 6.0),
    ("rnorm4df(a, b, c, b)", 4.0),
    ("(v[0] = a, v[1] = b, v[2] = c, normf(3, v))", 6.0),
    ("(v[0] = a, v[1] = b, v[2] = c, rnormf(3, v))", 6.0),
    ("tgammaf(a)", 10.0),
    ("lgammaf(a)", 12.0),
];

/// Bits of the operands: zeros, subnormals, what products, quotients and exponentials make subnormal, the ends.
fn operands() -> Vec<u32> {
    let mut list: Vec<u32> = vec![0, 1, 2, 0x0000_ffff, 0x0040_0000, 0x007f_ffff, 0x0080_0000];
    list.extend([0x0080_0001, 0x00c0_0000, 0x0100_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000]);
    let values = [
        1.0f32, 0.5, 1.5, 2.0, 0.1, 3.0e-20, 1.0e-19, 2.5e-19, 1e-30, 1e-38, 1e10, 3e38, 20.5,
        44.6, 87.4, 88.0, 95.0, 100.3, 104.0, 126.0, 127.5, 130.0, 149.0, 150.5, 8.0, 9.9, 13.3,
    ];
    list.extend(values.map(f32::to_bits));
    list.iter().flat_map(|x| [*x, *x | 0x8000_0000]).collect()
}

fn source(list: &[&str]) -> String {
    let mut s = String::from(
        "extern \"C\" __global__ void k(const float *in, float *out, int n) {\n\
         int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n\
         float a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], t = 0, u = 0, v[3]; int e = 0;\n",
    );
    for (k, f) in list.iter().enumerate() {
        let _ = writeln!(s, "  t = u = 0; e = 0; out[{k} * n + i] = {f};");
    }
    s + "}\n"
}

/// What the kernel writes for each function and input.
fn run(ptx: &str, input: &[[u32; 3]], functions: usize) -> Vec<u32> {
    let module = Module::load(ptx).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let mut device = Device::new();
    let n = input.len();
    let bytes: Vec<u8> = input.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    let read = device.alloc(bytes.len() as u64, "in").expect("memory");
    device.write(read, &bytes).expect("the input");
    let size = (functions * n * 4) as u64;
    let out = device.alloc(size, "out").expect("memory");
    let grid = [n.div_ceil(128) as u32, 1, 1];
    let config = LaunchConfig { grid, block: [128, 1, 1], ..LaunchConfig::default() };
    let args = [read.0.to_le_bytes().to_vec(), out.0.to_le_bytes().to_vec()];
    let args: Vec<Vec<u8>> = args.into_iter().chain([(n as u32).to_le_bytes().to_vec()]).collect();
    launch(&mut device, &module, "k", &config, &args).unwrap_or_else(|e| panic!("{e}"));
    let words = device.read(out, size).expect("the results");
    words.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// Whether two results agree: equal bits for a bound of 0.
fn agree(a: u32, b: u32, bound: f64) -> bool {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    if a == b || x.is_nan() && y.is_nan() {
        return true;
    }
    if bound == 0.0 || x.is_nan() || y.is_nan() {
        return false;
    }
    let order = |b: u32| if b >> 31 != 0 { -i64::from(b & 0x7fff_ffff) } else { i64::from(b) };
    let least = i64::from(f32::MIN_POSITIVE.to_bits());
    if (x == 0.0 || y == 0.0) && x.is_sign_negative() == y.is_sign_negative() {
        // Flushed, or at the edge of it.
        let other = order(a).abs().max(order(b).abs());
        return (other - least).abs() as f64 <= bound || (other as f64) <= bound;
    }
    order(a).abs_diff(order(b)) as f64 <= bound
}

fn check(list: &[(&str, f64)], ftz: bool) {
    let values = operands();
    let mut input = Vec::new();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            input.push([*a, *b, values[(i * 31 + j * 17) % values.len()]]);
        }
    }
    let flush = format!("-ftz={ftz}");
    let mut wrong = Vec::new();
    // Several kernels: the checkers of a debug build take long over one large one.
    for part in list.chunks(8) {
        let names: Vec<&str> = part.iter().map(|p| p.0).collect();
        let text = source(&names);
        // Contraction across statements is not what is asked here.
        let options = ["--gpu-architecture=compute_80", "-fmad=false", &flush].map(str::to_owned);
        let theirs = nvrtc::compile(&text, "k.cu", &options).unwrap_or_else(|e| panic!("{e}"));
        let theirs = run(&theirs, &input, part.len());
        for level in ["-O0", "-O3"] {
            let words = [level, "-arch=sm_80", "-fmad=false", &flush];
            let (options, _) = optx::Options::parse_args(&words).expect("options");
            let ours = optx::compile(&text, &options).unwrap_or_else(|d| panic!("{d}\n{text}"));
            let ours = run(ours.text(), &input, part.len());
            for (k, (name, bound)) in part.iter().enumerate() {
                let at = |i: usize| k * input.len() + i;
                let differ = |i: &usize| !agree(ours[at(*i)], theirs[at(*i)], *bound);
                let all: Vec<usize> = (0..input.len()).filter(differ).collect();
                let Some(&i) = all.first() else { continue };
                wrong.push(format!(
                    "{name} {level} {flush}: {} of {}, first for {:x?}: {:#010x}, and NVRTC's {:#010x}",
                    all.len(),
                    input.len(),
                    input[i],
                    ours[at(i)],
                    theirs[at(i)]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn main() {
    let needs = [Tool::Nvrtc];
    let exact = || EXACT.iter().map(|e| (*e, 0.0)).collect::<Vec<_>>();
    trials::run(vec![
        assertions("exact functions, flushing", &needs, move || check(&exact(), true)),
        assertions("exact functions, keeping", &needs, move || check(&exact(), false)),
        assertions("approximations, flushing", &needs, || check(NEAR, true)),
        assertions("approximations, keeping", &needs, || check(NEAR, false)),
    ]);
}
