//! `cuda_fp16.h` and `cuda_bf16.h`: what kernels compute with them on old and new targets, in the emulator, against
//! arithmetic in doubles rounded once.

use optx_emulator::{Device, LaunchConfig, Module, launch};
use optx_judge::{Tool, ptxas, trials};

fn main() {
    let tests: [(&str, fn()); 3] = [
        (
            "half precision is rounded once on every target",
            half_precision_is_rounded_once_on_every_target,
        ),
        ("bfloat16 is rounded once on every target", bfloat16_is_rounded_once_on_every_target),
        ("conversions of half precision", conversions_of_half_precision),
    ];
    trials::run(
        tests
            .iter()
            .flat_map(|(name, run)| trials::with_ptxas(name, &[Tool::Ptxas13, Tool::Ptxas12], *run))
            .collect(),
    );
}

/// A format: bits of the significand, the smallest exponent, the largest.
#[derive(Clone, Copy)]
struct Format {
    precision: i32,
    low: i32,
    high: i32,
}

const F16: Format = Format { precision: 11, low: -14, high: 15 };
const BF16: Format = Format { precision: 8, low: -126, high: 127 };

impl Format {
    /// The nearest value, ties to even, as bits.
    fn round(self, x: f64) -> u16 {
        let field = self.precision - 1;
        let infinity = ((self.high - self.low + 2) as u16) << field;
        if x.is_nan() {
            return 0x7fff;
        }
        let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
        let x = x.abs();
        let exponent = if x == 0.0 { self.low } else { (x.log2().floor() as i32).max(self.low) };
        // The logarithm may be rounded up to the next power.
        let exponent =
            if x < 2f64.powi(exponent) && exponent > self.low { exponent - 1 } else { exponent };
        let steps = (x / 2f64.powi(exponent - field)).round_ties_even();
        if steps * 2f64.powi(exponent - field) >= 2f64.powi(self.high + 1) || x.is_infinite() {
            return sign | infinity;
        }
        // Counting in steps of one exponent runs over into the next by itself.
        sign | ((((exponent - self.low) as u16) << field) + steps as u16)
    }

    fn value(self, bits: u16) -> f64 {
        let field = self.precision - 1;
        let (magnitude, one) = (bits & 0x7fff, 1u16 << field);
        let (exponent, fraction) =
            (i32::from(magnitude >> field), f64::from(magnitude & (one - 1)));
        let x = if exponent == self.high - self.low + 2 {
            if fraction == 0.0 { f64::INFINITY } else { f64::NAN }
        } else if exponent == 0 {
            fraction * 2f64.powi(self.low - field)
        } else {
            (fraction + f64::from(one)) * 2f64.powi(self.low - field + exponent - 1)
        };
        if bits & 0x8000 != 0 { -x } else { x }
    }
}

const RESULTS: usize = 16;

fn source(header: &str, ty: &str, pair: &str, from: &str, to: &str) -> String {
    format!(
        "#include <{header}>\n\
         template <typename T> __device__ T square(T x) {{ return x * x; }}\n\
         extern \"C\" __global__ void k(const unsigned short *in, unsigned short *out, float *wide, int n) {{\n\
         int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n\
         __shared__ {ty} tile[64]; tile[threadIdx.x] = {from}(in[i]);\n\
         {ty} a = tile[threadIdx.x], b = {from}(in[(i * 7 + 3) % n]), c = {from}(in[(i * 13 + 5) % n]);\n\
         unsigned short *o = out + i * {RESULTS};\n\
         o[0] = {to}(a + b); o[1] = {to}(a - b); o[2] = {to}(__hmul(a, b)); o[3] = {to}(a / b);\n\
         o[4] = {to}(__hfma(a, b, c)); o[5] = {to}(-a); o[6] = {to}(__habs(a)); o[7] = {to}(__hmin(a, b));\n\
         o[8] = {to}(__hmax(a, b)); o[9] = {to}(hsqrt(__habs(a))); o[10] = {to}(square(a));\n\
         o[11] = (a < b) | (a == b) << 1 | __hne(a, b) << 2 | (a >= b) << 3 | __hisnan(a) << 4 | __hgtu(a, b) << 5;\n\
         {ty} s = a; s += b; s *= {ty}(0.5f); o[12] = {to}(s);\n\
         {pair} p = {pair}(a, b), q = {pair}(c, a), r = __hfma2(p, q, p) ; r = __hadd2(p, q);\n\
         o[13] = {to}(r.x); o[14] = {to}(r.y); o[15] = {to}({ty}((float)a * 3.0f));\n\
         wide[i] = a; }}\n"
    )
}

/// Values with exponents near 1, so that sums of products are exact in doubles; and, at the end, special ones.
fn inputs(format: Format) -> Vec<u16> {
    let field = format.precision - 1;
    let one = (-format.low + 1) as u16;
    let mut state = 5u64;
    let mut list: Vec<u16> = (0..448)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let r = state >> 33;
            let exponent = one - 6 + (r >> 16) as u16 % 12;
            (r as u16 & (0x8000 | ((1 << field) - 1))) | exponent << field
        })
        .collect();
    let infinity = ((format.high - format.low + 2) as u16) << field;
    for k in 0..64u16 {
        list.push(match k % 8 {
            0 => 0,
            1 => 0x8000,
            2 => infinity,
            3 => 0x8000 | infinity,
            4 => 0x7fff,
            5 => k,
            6 => infinity - 1 - k,
            _ => 0x8000 | (one << field),
        });
    }
    list
}

fn run(ptx: &str, input: &[u16]) -> (Vec<u16>, Vec<f32>) {
    let module = Module::load(ptx).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let mut device = Device::new();
    let n = input.len();
    let bytes: Vec<u8> = input.iter().flat_map(|x| x.to_le_bytes()).collect();
    let read = device.alloc(bytes.len() as u64, "in").expect("memory");
    device.write(read, &bytes).expect("the input");
    let out = device.alloc((n * RESULTS * 2) as u64, "out").expect("memory");
    let wide = device.alloc((n * 4) as u64, "wide").expect("memory");
    let config =
        LaunchConfig { grid: [n as u32 / 64, 1, 1], block: [64, 1, 1], ..LaunchConfig::default() };
    let args = [read.0, out.0, wide.0].map(|p| p.to_le_bytes().to_vec());
    let args: Vec<Vec<u8>> = args.into_iter().chain([(n as u32).to_le_bytes().to_vec()]).collect();
    launch(&mut device, &module, "k", &config, &args).unwrap_or_else(|e| panic!("{e}"));
    let words = device.read(out, (n * RESULTS * 2) as u64).expect("the results");
    let floats = device.read(wide, (n * 4) as u64).expect("the results");
    (
        words.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect(),
        floats.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
    )
}

fn judge(name: &str, format: Format, source: &str, arch: u32, level: &str, fused: bool) {
    let arch_option = format!("-arch=sm_{arch}");
    // Without contraction ptxas does what the emulator does; both forms must be right here.
    let words = [level, arch_option.as_str()];
    let (options, _) = optx::Options::parse_args(&words).expect("options");
    let ptx = optx::compile(source, &options).unwrap_or_else(|d| panic!("{d}"));
    ptxas::must_accept(&format!("sm_{arch}"), ptx.text());
    let input = inputs(format);
    let n = input.len();
    let (out, wide) = run(ptx.text(), &input);
    // NaN has many forms, and one that nobody computed is passed on as it is.
    let same = |found: u16, wanted: u16| {
        found == wanted || format.value(found).is_nan() && format.value(wanted).is_nan()
    };
    for i in 0..n {
        let (x, y, z) = (input[i], input[(i * 7 + 3) % n], input[(i * 13 + 5) % n]);
        let [a, b, c] = [x, y, z].map(|v| format.value(v));
        let near = i < 448 && (i * 7 + 3) % n < 448 && (i * 13 + 5) % n < 448;
        let r = |v: f64| format.round(v);
        let extreme = |least: bool| match (a.is_nan(), b.is_nan()) {
            (true, _) => y,
            (_, true) => x,
            _ if (a < b) == least => x,
            _ => y,
        };
        let unordered = a.is_nan() || b.is_nan();
        let flags = u16::from(a < b)
            | u16::from(a == b) << 1
            | u16::from(!unordered && a != b) << 2
            | u16::from(a >= b) << 3
            | u16::from(a.is_nan()) << 4
            | u16::from(a > b || unordered) << 5;
        let sum = format.value(r(a + b));
        let wanted = [
            Some(r(a + b)),
            Some(r(a - b)),
            Some(r(a * b)),
            Some(r(a / b)),
            (fused && near).then(|| r(a * b + c)),
            Some(x ^ 0x8000),
            Some(x & 0x7fff),
            (a != b).then(|| extreme(true)),
            (a != b).then(|| extreme(false)),
            Some(r(a.abs().sqrt())),
            Some(r(a * a)),
            Some(flags),
            Some(r(sum * 0.5)),
            Some(r(a + c)),
            Some(r(a + b)),
            Some(r(f64::from(a as f32 * 3.0))),
        ];
        for (k, wanted) in wanted.into_iter().enumerate() {
            let found = out[i * RESULTS + k];
            let Some(wanted) = wanted else { continue };
            let agrees = if k == 11 { found == wanted } else { same(found, wanted) };
            assert!(
                agrees,
                "{name} sm_{arch} {level}: result {k} of {a:e}, {b:e}, {c:e} is {found:#06x}, not {wanted:#06x}"
            );
        }
        assert!(f64::from(wide[i]) == a || wide[i].is_nan() && a.is_nan());
    }
}

fn half_precision_is_rounded_once_on_every_target() {
    let text = source("cuda_fp16.h", "__half", "__half2", "__ushort_as_half", "__half_as_ushort");
    for arch in [52, 53, 60, 70, 75, 80, 90, 100, 120] {
        for level in ["-O0", "-O3"] {
            judge("half", F16, &text, arch, level, arch >= 53);
        }
    }
}

fn bfloat16_is_rounded_once_on_every_target() {
    let text = source(
        "cuda_bf16.h",
        "__nv_bfloat16",
        "__nv_bfloat162",
        "__ushort_as_bfloat16",
        "__bfloat16_as_ushort",
    );
    for arch in [52, 60, 75, 80, 90, 120] {
        for level in ["-O0", "-O3"] {
            judge("bfloat16", BF16, &text, arch, level, arch >= 80);
        }
    }
}

fn conversions_of_half_precision() {
    // Integers go through doubles, never through floats: 2049 * 2^k + 1 is rounded up, not to even.
    let text = "#include <cuda_fp16.h>\n\
        extern \"C\" __global__ void k(const unsigned short *in, unsigned short *out, float *wide, int n) {\n\
        int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n\
        unsigned short *o = out + i * 16; float f = in[i] * 1.00048828125f;\n\
        o[0] = __half_as_ushort(__int2half_rn(in[i] - 30000)); o[1] = __half_as_ushort(__float2half_rz(f));\n\
        o[2] = __half_as_ushort(__float2half_ru(f)); o[3] = __half_as_ushort(__float2half_rd(-f));\n\
        o[4] = (unsigned short)__half2int_rn(__ushort_as_half(in[i] & 0x7bff)); o[5] = __half_as_ushort(__double2half(in[i] / 3.0));\n\
        __half2 h = __floats2half2_rn(f, 2.0f); float2 g = __half22float2(h); o[6] = __half_as_ushort(__low2half(h)); o[7] = (unsigned short)g.y;\n\
        o[8] = __half_as_ushort(__high2half(__lowhigh2highlow(h))); wide[i] = __low2float(__half2half2(__ushort_as_half(in[i]))); }\n";
    let (options, _) = optx::Options::parse_args(&["-arch=sm_75"]).expect("options");
    let ptx = optx::compile(text, &options).unwrap_or_else(|d| panic!("{d}"));
    ptxas::must_accept("sm_75", ptx.text());
    let input: Vec<u16> = (0..512u16).map(|k| k.wrapping_mul(257)).collect();
    let (out, wide) = run(ptx.text(), &input);
    for (i, &x) in input.iter().enumerate() {
        let f = f64::from(f32::from(x) * (1.0 + 2f32.powi(-11)));
        let near = F16.round(f);
        let o = &out[i * 16..];
        assert_eq!(o[0], F16.round(f64::from(x) - 30000.0));
        assert_eq!(o[1], if F16.value(near) > f { near - 1 } else { near }, "{f}");
        assert_eq!(o[2], if F16.value(near) < f { near + 1 } else { near }, "{f}");
        assert_eq!(o[3], o[2] | 0x8000, "{f}");
        assert_eq!(o[4], F16.value(x & 0x7bff).round_ties_even() as u16);
        assert_eq!(o[5], F16.round(f64::from(x) / 3.0));
        assert_eq!((o[6], o[7], o[8]), (near, 2, near));
        let value = F16.value(x);
        assert!(f64::from(wide[i]) == value || value.is_nan() && wide[i].is_nan());
    }
}
