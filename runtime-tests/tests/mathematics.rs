//! The device library's functions against NVRTC's, in the emulator: on random inputs of all magnitudes the two may
//! differ by no more than the sum of their error bounds (CUDA's programming guide, "Mathematical Functions").

use std::fmt::Write as _;
use std::path::Path;

use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, nvrtc};
use optx_launch::{Data, Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::optx;

/// Name, expression in `x` and `y`, and the bound in ulp.
const DOUBLE: &[(&str, f64)] = &[
    ("exp(x)", 1.0),
    ("exp2(x)", 1.0),
    ("exp10(x)", 1.0),
    ("expm1(x)", 1.0),
    ("log(fabs(x))", 1.0),
    ("log2(fabs(x))", 1.0),
    ("log10(fabs(x))", 1.0),
    ("log1p(x)", 1.0),
    ("pow(fabs(x), y)", 2.0),
    ("pow(x, rint(y))", 2.0),
    ("sin(x)", 2.0),
    ("cos(x)", 2.0),
    ("tan(x)", 2.0),
    ("sinpi(y)", 2.0),
    ("cospi(y)", 2.0),
    ("asin(y * 0.25)", 2.0),
    ("acos(y * 0.25)", 2.0),
    ("atan(x)", 2.0),
    ("atan2(x, y)", 3.0),
    ("sinh(x)", 2.0),
    ("cosh(x)", 2.0),
    ("tanh(x)", 3.0),
    ("asinh(x)", 3.0),
    ("acosh(fabs(x) + 1)", 3.0),
    ("atanh(y * 0.25)", 2.0),
    ("cbrt(x)", 1.0),
    ("hypot(x, y)", 2.0),
    ("hypot(x * 0x1p-560, y * 0x1p450)", 2.0),
    ("cosh(705 + y)", 1.0),
    ("erf(x)", 2.0),
    ("erfc(x)", 5.0),
    ("fmod(x, y)", 0.0),
    ("remainder(x, y)", 0.0),
    ("nextafter(x, y)", 0.0),
    ("ldexp(x, (int)y * 300)", 0.0),
    ("logb(x)", 0.0),
    ("(double)ilogb(x)", 0.0),
    ("frexp(x, &e) + e", 0.0),
    ("modf(x, &t) + t", 0.0),
    ("remquo(x, y, &e) + (e & 7)", 0.0),
    ("tgamma(y * 40)", 10.0),
    ("lgamma(fabs(x))", 4.0),
    ("lgamma(y * 0.5)", 4.0),
    ("erfinv(y * 0.25)", 5.0),
    ("normcdf(y * 9)", 5.0),
    ("erfcinv(1 + y * 0.25)", 6.0),
    ("erfcinv(fabs(x))", 6.0),
    ("erfcinv(exp2(y * 268))", 6.0),
    ("normcdfinv(0.5 + y * 0.125)", 8.0),
    ("normcdfinv(exp2(y * 268))", 8.0),
    ("norm3d(x, y, x * y)", 2.0),
    ("rnorm3d(x, y, x * y)", 1.0),
    ("norm3d(x, x * 0.5, x + y)", 2.0),
    ("norm3d(x * 0x1p-560, y * 0x1p450, x)", 2.0),
    ("norm4d(x, y, x * y, x - y)", 2.0),
    ("rnorm4d(x, y, x * y, x - y)", 1.0),
    ("rnorm4d(x, x + y, x * 0.75, x * 0.875)", 1.0),
    ("(v[0] = x, v[1] = y, v[2] = x - y, norm(1 + i % 3, v))", 2.0),
    ("(v[0] = x, v[1] = y, v[2] = x - y, rnorm(1 + i % 3, v))", 2.0),
];
const FLOAT: &[(&str, f64)] = &[
    ("expf(x)", 2.0),
    ("exp2f(x)", 2.0),
    ("exp10f(x)", 2.0),
    ("expm1f(x)", 1.1),
    ("logf(fabsf(x))", 1.0),
    ("log2f(fabsf(x))", 1.1),
    ("log10f(fabsf(x))", 2.0),
    ("log1pf(x)", 1.0),
    ("powf(fabsf(x), y)", 4.0),
    ("sinf(x)", 2.0),
    ("cosf(x)", 2.0),
    ("tanf(x)", 4.0),
    ("sinpif(y)", 1.0),
    ("cospif(y)", 1.0),
    ("asinf(y * 0.25f)", 2.0),
    ("acosf(y * 0.25f)", 2.0),
    ("atanf(x)", 2.0),
    ("atan2f(x, y)", 3.0),
    ("sinhf(x)", 3.0),
    ("coshf(x)", 2.0),
    ("tanhf(x)", 2.0),
    ("asinhf(x)", 3.0),
    ("acoshf(fabsf(x) + 1)", 4.0),
    ("atanhf(y * 0.25f)", 3.0),
    ("cbrtf(x)", 1.0),
    ("hypotf(x, y)", 3.0),
    ("hypotf(x * 0x1p-90f, y * 0x1p59f)", 3.0),
    ("erff(x)", 2.0),
    ("erfcf(x)", 4.0),
    ("erfcxf(x)", 4.0),
    ("erfcxf(y * 40)", 4.0),
    ("fmodf(x, y)", 0.0),
    ("remainderf(x, y)", 0.0),
    ("nextafterf(x, y)", 0.0),
    ("ldexpf(x, (int)y * 60)", 0.0),
    ("logbf(x)", 0.0),
    ("(float)ilogbf(x)", 0.0),
    ("frexpf(x, &e) + e", 0.0),
    ("modff(x, &t) + t", 0.0),
    ("remquof(x, y, &e) + (e & 7)", 0.0),
    ("tgammaf(y * 9)", 5.0),
    ("lgammaf(fabsf(x))", 6.0),
    ("lgammaf(y * 0.5f)", 6.0),
    ("erfinvf(y * 0.25f)", 2.0),
    ("normcdff(y * 3)", 5.0),
    ("erfcinvf(1 + y * 0.25f)", 4.0),
    ("erfcinvf(fabsf(x))", 4.0),
    ("erfcinvf(exp2f(y * 37))", 4.0),
    ("normcdfinvf(0.5f + y * 0.125f)", 5.0),
    ("normcdfinvf(exp2f(y * 37))", 5.0),
    ("norm3df(x, y, x * y)", 3.0),
    ("rnorm3df(x, y, x * y)", 2.0),
    ("norm3df(x * 0x1p-90f, y * 0x1p59f, x)", 3.0),
    ("norm4df(x, y, x * y, x - y)", 3.0),
    ("rnorm4df(x, y, x * y, x - y)", 2.0),
    ("(v[0] = x, v[1] = y, v[2] = x - y, normf(1 + i % 3, v))", 3.0),
    ("(v[0] = x, v[1] = y, v[2] = x - y, rnormf(1 + i % 3, v))", 3.0),
];
const INPUTS: usize = 1024;

/// Ends of domains and what has no number, for both types: `S` is what the names of functions of floats end in.
const ENDS: &[&str] = &[
    "erfcinvS(zero)",
    "erfcinvS(-zero)",
    "erfcinvS(one)",
    "erfcinvS(one + one)",
    "erfcinvS(one + one * 1.5f)",
    "erfcinvS(-one)",
    "erfcinvS(-least)",
    "erfcinvS(inf)",
    "erfcinvS(-inf)",
    "erfcinvS(none)",
    "normcdfinvS(zero)",
    "normcdfinvS(-zero)",
    "normcdfinvS(one / 2)",
    "normcdfinvS(one)",
    "normcdfinvS(one * 1.5f)",
    "normcdfinvS(-least)",
    "normcdfinvS(inf)",
    "normcdfinvS(none)",
    "norm3dS(zero, -zero, zero)",
    "norm3dS(none, one, -inf)",
    "norm3dS(one, none, one)",
    "norm3dS(least, zero, zero)",
    "norm3dS(most, most, most)",
    "rnorm3dS(zero, -zero, zero)",
    "rnorm3dS(one, -inf, none)",
    "rnorm3dS(one, one, none)",
    "rnorm3dS(least, zero, zero)",
    "rnorm3dS(most, most, most)",
    "norm4dS(zero, -zero, zero, -zero)",
    "norm4dS(none, one, one, -inf)",
    "norm4dS(one, one, one, none)",
    "norm4dS(most, -most, most, zero)",
    "rnorm4dS(-zero, -zero, zero, zero)",
    "rnorm4dS(inf, one, inf, none)",
    "rnorm4dS(one, none, one, one)",
    "rnorm4dS(zero, -least, zero, zero)",
];

/// A kernel in which every thread makes its own inputs, the same ones with every compiler.
fn source(list: &[(&str, f64)], double: bool) -> String {
    let ty = if double { "double" } else { "float" };
    let inputs = if double {
        "double x = i % 4 == 0 ? __longlong_as_double((long long)h) : __dmul_rn((double)(long long)h, i % 4 == 1 ? 0x1p-61 : i % 4 == 2 ? 0x1p-54 : 0x1p-70);
  double y = __dmul_rn((double)(long long)g, 0x1p-61);"
    } else {
        "float x = i % 4 == 0 ? __int_as_float((int)h) : __fmul_rn((float)(int)h, i % 4 == 1 ? 0x1p-29f : i % 4 == 2 ? 0x1p-25f : 0x1p-36f);
  float y = __fmul_rn((float)(int)g, 0x1p-29f);"
    };
    let mut s = format!(
        "__device__ unsigned long long mix(unsigned long long v) {{ v ^= v >> 31; v *= 0x7fb5d329728ea185ull; v ^= v >> 27; v *= 0x81dadef4bc2dd44dull; return v ^ (v >> 33); }}
extern \"C\" __global__ void run({ty} *o) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long h = mix(i + 1), g = mix(h + 77);
  {inputs}
  int e = 0; {ty} t = 0, v[3];\n"
    );
    for (k, (f, _)) in list.iter().enumerate() {
        let _ = writeln!(s, "  o[{} + i] = {f};", k * INPUTS);
    }
    s + "}\n"
}

fn outputs(ptx: &str, length: usize, double: bool) -> Data {
    let ty = if double { "f64" } else { "f32" };
    let text = format!(
        "source = \"x.cu\"\n[buffers.o]\ntype = \"{ty}\"\nlength = {length}\ninit = \"zeros\"\n[[launch]]\nkernel = \"run\"\n\
         grid = [{}, 1, 1]\nblock = [64, 1, 1]\nargs = [\"&o\"]\n[[expect]]\nbuffer = \"o\"\nvalues = [0]\nexact = true\n",
        INPUTS / 64
    );
    let mut file = LaunchFile::parse(&text).expect("a launch file");
    file.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let mut outcome = optx_launch::run(&file, ptx, &mut device, &NoReferences, Path::new("."))
        .unwrap_or_else(|e| panic!("{e}"));
    outcome.outputs.remove("o").expect("the buffer")
}

/// At the ends of domains the results are the same ones, signs of zeros too.
fn ends(double: bool) {
    let (ty, end) = if double { ("double", "") } else { ("float", "f") };
    let (least, most) = if double { ("5e-324", "1.7e308") } else { ("1e-45f", "3.4e38f") };
    let mut text = format!(
        "extern \"C\" __global__ void run({ty} *o) {{\n  if (blockIdx.x + threadIdx.x) return;\n  {ty} zero = o[0], one = zero + 1, least = zero + {least}, most = zero + {most}, inf = one / zero, none = inf - inf;\n"
    );
    for (k, call) in ENDS.iter().enumerate() {
        let _ = writeln!(text, "  o[{k}] = {};", call.replace("S(", &format!("{end}(")));
    }
    text.push_str("}\n");
    let (options, _) = optx::Options::parse_args(&["-O3", "-arch=sm_80"]).expect("options");
    let ours = optx::compile(&text, &options).unwrap_or_else(|d| panic!("{d}")).text().to_owned();
    let theirs = nvrtc::compile(&text, "ends.cu", &["--gpu-architecture=compute_80".to_owned()]);
    let (ours, theirs) = (
        outputs(&ours, ENDS.len(), double),
        outputs(&theirs.expect("NVRTC compiles"), ENDS.len(), double),
    );
    for (k, call) in ENDS.iter().enumerate() {
        let (a, b) = (ours.bits(k), theirs.bits(k));
        // Numbers may be the neighbours of others, zeros are what they are.
        let small = a << 1 == 0 || b << 1 == 0 || !double && (a << 33 == 0 || b << 33 == 0);
        let far = distance(a, b, double);
        assert!(a == b || far <= 1.0 && !small, "{call}: {a:#x}, NVRTC's {b:#x}");
    }
}

/// How far apart two values are, in units of the last place.
fn distance(a: u64, b: u64, double: bool) -> f64 {
    let (sign, value): (u64, fn(u64) -> f64) = if double {
        (1 << 63, f64::from_bits)
    } else {
        (1 << 31, |b| f64::from(f32::from_bits(b as u32)))
    };
    let (x, y) = (value(a), value(b));
    if x.is_nan() || y.is_nan() {
        return if x.is_nan() && y.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let order = |b: u64| if b & sign != 0 { -((b ^ sign) as i64) } else { b as i64 };
    order(a).abs_diff(order(b)) as f64
}

/// The functions in several kernels: the checkers of a debug build take long over one large one.
fn agree(list: &[(&str, f64)], double: bool) {
    for part in list.chunks(6) {
        agree_in_part(part, double);
    }
}

fn agree_in_part(list: &[(&str, f64)], double: bool) {
    let text = source(list, double);
    let name = if double { "double" } else { "float" };
    let file = std::env::temp_dir().join(format!(
        "optx-math-{}-{name}-{}.cu",
        std::process::id(),
        list[0].0.len()
    ));
    std::fs::write(&file, &text).expect("a temporary file");
    let ours = optx(&file, &[], "-O3", "80");
    std::fs::remove_file(&file).expect("the temporary file is there");
    let ours = outputs(&ours.unwrap_or_else(|e| panic!("{e}")), list.len() * INPUTS, double);
    let theirs = nvrtc::compile(&text, "math.cu", &["--gpu-architecture=compute_80".to_owned()]);
    let theirs = outputs(&theirs.expect("NVRTC compiles"), list.len() * INPUTS, double);
    let mut wrong = Vec::new();
    for (k, (f, bound)) in list.iter().enumerate() {
        let far = (0..INPUTS)
            .map(|i| (distance(ours.bits(k * INPUTS + i), theirs.bits(k * INPUTS + i), double), i))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((d, i)) = far
            && d > (2.0 * bound).ceil()
        {
            let at = k * INPUTS + i;
            wrong.push(format!(
                "{f}: {d} ulp apart at input {i}: {:#x} and {:#x}",
                ours.bits(at),
                theirs.bits(at)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn main() {
    let needs = [Tool::Nvrtc];
    trials::run(vec![
        assertions("double functions are within the bounds", &needs, || agree(DOUBLE, true)),
        assertions("float functions are within the bounds", &needs, || agree(FLOAT, false)),
        assertions("double functions are the same at the ends", &needs, || ends(true)),
        assertions("float functions are the same at the ends", &needs, || ends(false)),
    ]);
}
