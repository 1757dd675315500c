//! Casts between all arithmetic types, one and two after another, on values at the ends of every type's range, next to
//! them, and inexact: at run time and of literals, at -O0 and -O3.
//!
//! There are two references. Rust's arithmetic says what C++ defines: integers modulo 2^n, floats to nearest even, floats
//! to integers toward zero where the result is representable. NVRTC's PTX in the emulator says what CUDA makes of the rest
//! at run time (conversions saturate); a literal that no integer can hold is the compiler's own matter and is left out.

use std::fmt::Write as _;

use optx_emulator::{Device, LaunchConfig, Module, launch};
use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, nvrtc};

/// A type: its name in C++, whether it is a float, its bits, its sign.
#[derive(Clone, Copy, PartialEq)]
struct Type {
    name: &'static str,
    float: bool,
    bits: u32,
    signed: bool,
}

const fn integer(name: &'static str, bits: u32, signed: bool) -> Type {
    Type { name, float: false, bits, signed }
}

const TYPES: [Type; 14] = [
    integer("bool", 1, false),
    integer("char", 8, true),
    integer("signed char", 8, true),
    integer("unsigned char", 8, false),
    integer("short", 16, true),
    integer("unsigned short", 16, false),
    integer("int", 32, true),
    integer("unsigned", 32, false),
    integer("long", 64, true),
    integer("unsigned long", 64, false),
    integer("long long", 64, true),
    integer("unsigned long long", 64, false),
    Type { name: "float", float: true, bits: 32, signed: true },
    Type { name: "double", float: true, bits: 64, signed: true },
];

/// A value as C++ has it.
#[derive(Clone, Copy)]
enum Value {
    Integer(i128),
    Float(f32),
    Double(f64),
}

impl Type {
    /// The value that a pattern of 64 bits stands for.
    fn value(self, bits: u64) -> Value {
        match (self.float, self.bits) {
            (true, 32) => Value::Float(f32::from_bits(bits as u32)),
            (true, _) => Value::Double(f64::from_bits(bits)),
            (false, 1) => Value::Integer(i128::from(bits & 1)),
            _ => Value::Integer(self.cut(i128::from(bits))),
        }
    }

    /// An integer modulo 2^bits.
    fn cut(self, x: i128) -> i128 {
        let shift = 128 - self.bits;
        if self.signed { x << shift >> shift } else { ((x as u128) << shift >> shift) as i128 }
    }

    /// The cast of a value to this type; None where C++ does not say what it is.
    fn cast(self, from: Value) -> Option<Value> {
        Some(match (self.float, self.bits) {
            (true, 32) => Value::Float(match from {
                Value::Integer(x) => x as f32,
                Value::Float(x) => x,
                Value::Double(x) => x as f32,
            }),
            (true, _) => Value::Double(match from {
                Value::Integer(x) => x as f64,
                Value::Float(x) => f64::from(x),
                Value::Double(x) => x,
            }),
            (false, 1) => Value::Integer(i128::from(match from {
                Value::Integer(x) => x != 0,
                Value::Float(x) => x != 0.0,
                Value::Double(x) => x != 0.0,
            })),
            _ => Value::Integer(match from {
                Value::Integer(x) => self.cut(x),
                Value::Float(x) => self.whole(f64::from(x))?,
                Value::Double(x) => self.whole(x)?,
            }),
        })
    }

    /// A float toward zero, where the type holds that.
    fn whole(self, x: f64) -> Option<i128> {
        let whole = x.trunc() as i128;
        (x.is_finite() && self.cut(whole) == whole).then_some(whole)
    }

    /// The pattern that stands for the literal of a value.
    fn literal(self, bits: u64) -> String {
        match self.value(bits) {
            Value::Integer(x) => format!("({})0x{:x}ull", self.name, x as u64),
            Value::Float(x) if x.is_finite() => format!("{x:e}f"),
            Value::Double(x) if x.is_finite() => format!("{x:e}"),
            Value::Float(x) => format!("__int_as_float(0x{:x})", x.to_bits()),
            Value::Double(x) => format!("__longlong_as_double(0x{:x}ll)", x.to_bits()),
        }
    }
}

/// What a kernel writes for a value.
fn written(value: Value) -> u64 {
    match value {
        Value::Integer(x) => x as u64,
        Value::Float(x) => u64::from(x.to_bits()),
        Value::Double(x) => x.to_bits(),
    }
}

/// Equal, where all NaNs are one.
fn same(to: Type, a: u64, b: u64) -> bool {
    let nan = |bits| match to.value(bits) {
        Value::Float(x) => x.is_nan(),
        Value::Double(x) => x.is_nan(),
        Value::Integer(_) => false,
    };
    a == b || nan(a) && nan(b)
}

/// The patterns of a type's values.
fn patterns(of: Type) -> Vec<u64> {
    if of.bits == 1 {
        return vec![0, 1];
    }
    let mut list = Vec::new();
    if !of.float {
        list.extend([0, 1, 2, 3, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0xdead_beef]);
        for bit in [7, 8, 15, 16, 23, 24, 25, 31, 32, 52, 53, 54, 62, 63] {
            let power = 1u64 << bit;
            list.extend([power - 1, power, power + 1, power.wrapping_neg(), !power]);
        }
        // The middles of two floats and of two doubles, and what is next to them.
        for middle in
            [(1 << 62) | (1 << 38), (1 << 63) | (1 << 39), (1 << 63) | (1 << 10), (1 << 31) | 128]
        {
            list.extend([middle - 1, middle, middle + 1]);
        }
        let mut values: Vec<u64> = list.iter().map(|x| written(of.value(*x))).collect();
        values.sort_unstable();
        values.dedup();
        return values;
    }
    let bits = |x: f64| if of.bits == 32 { u64::from((x as f32).to_bits()) } else { x.to_bits() };
    let plain = [
        0.0,
        0.1,
        1.0 / 3.0,
        0.5,
        0.999_999,
        1.0,
        1.5,
        2.5,
        100.7,
        1e10,
        1e-20,
        1e-40,
        1e-310,
        1e38,
        3.5e38,
        1e300,
    ];
    list.extend(plain.map(bits));
    for power in [7, 8, 15, 16, 24, 31, 32, 53, 63, 64, 127] {
        let at = bits(2f64.powi(power));
        list.extend([at - 1, at, at + 1]);
    }
    if of.bits == 64 {
        // The middles of two floats, of a float and infinity, of subnormal floats.
        for x in [
            1.0 + 2f64.powi(-24),
            1.0 + 3.0 * 2f64.powi(-24),
            3.402_823_567e38,
            2f64.powi(-150),
            3.0 * 2f64.powi(-150),
        ] {
            list.extend([x.to_bits() - 1, x.to_bits(), x.to_bits() + 1]);
        }
    }
    list.extend([1, bits(f64::INFINITY), bits(f64::INFINITY) - 1, bits(f64::NAN)]);
    let sign = 1 << (of.bits - 1);
    list.iter().flat_map(|x| [*x, *x | sign]).collect()
}

/// An expression whose 64 bits say what a value of a type is.
fn shown(of: Type, value: &str) -> String {
    match (of.float, of.bits) {
        (true, 32) => format!("__float_as_uint({value})"),
        (true, _) => format!("__double_as_longlong({value})"),
        _ => format!("(long long)({value})"),
    }
}

/// All casts, and casts of casts.
fn ways() -> Vec<Vec<Type>> {
    let one = TYPES.iter().map(|a| vec![*a]);
    one.chain(TYPES.iter().flat_map(|a| TYPES.iter().map(|b| vec![*a, *b]))).collect()
}

fn expression(way: &[Type], value: &str) -> String {
    let casts = way.iter().fold(value.to_owned(), |inner, ty| format!("({})({inner})", ty.name));
    shown(*way.last().expect("a cast"), &casts)
}

/// A kernel that casts its inputs in all ways.
fn at_run_time(from: Type, ways: &[Vec<Type>]) -> String {
    let x = match (from.float, from.bits) {
        (true, 32) => "__uint_as_float((unsigned)in[i])".to_owned(),
        (true, _) => "__longlong_as_double((long long)in[i])".to_owned(),
        _ => format!("({})in[i]", from.name),
    };
    let mut s = format!(
        "extern \"C\" __global__ void k(const unsigned long long *in, unsigned long long *out, int n) {{\n\
         int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n  {} x = {x};\n",
        from.name
    );
    for (k, way) in ways.iter().enumerate() {
        let _ = writeln!(s, "  out[{k} * n + i] = {};", expression(way, "x"));
    }
    s + "}\n"
}

/// What the kernel writes: ways x inputs.
fn run(ptx: &str, input: &[u64], ways: usize) -> Vec<u64> {
    let module = Module::load(ptx).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let mut device = Device::new();
    let bytes: Vec<u8> = input.iter().flat_map(|x| x.to_le_bytes()).collect();
    let read = device.alloc(bytes.len() as u64, "in").expect("memory");
    device.write(read, &bytes).expect("the input");
    let size = (ways * input.len() * 8) as u64;
    let out = device.alloc(size, "out").expect("memory");
    let grid = [input.len().div_ceil(64) as u32, 1, 1];
    let config = LaunchConfig { grid, block: [64, 1, 1], ..LaunchConfig::default() };
    let n = input.len() as u32;
    let args =
        [read.0.to_le_bytes().to_vec(), out.0.to_le_bytes().to_vec(), n.to_le_bytes().to_vec()];
    launch(&mut device, &module, "k", &config, &args).unwrap_or_else(|e| panic!("{e}"));
    let words = device.read(out, size).expect("the results");
    words.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().expect("8 bytes"))).collect()
}

fn ours(text: &str, level: &str) -> String {
    let (options, _) = optx::Options::parse_args(&[level, "-arch=sm_80"]).expect("options");
    let ptx = optx::compile(text, &options).unwrap_or_else(|d| panic!("{d}\n{text}"));
    ptx.text().to_owned()
}

/// What Rust's arithmetic says of a way.
fn by_definition(from: Type, way: &[Type], bits: u64) -> Option<u64> {
    way.iter().try_fold(from.value(bits), |value, ty| ty.cast(value)).map(written)
}

fn names(from: Type, way: &[Type]) -> String {
    way.iter().fold(from.name.to_owned(), |text, ty| format!("{text} to {}", ty.name))
}

/// Differences, the first of each way.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn compare(&mut self, what: &str, from: Type, way: &[Type], rows: &[(u64, u64, u64)]) {
        let to = *way.last().expect("a cast");
        let wrong: Vec<_> =
            rows.iter().filter(|(_, got, wanted)| !same(to, *got, *wanted)).collect();
        if let Some((bits, got, wanted)) = wrong.first() {
            let (n, of) = (wrong.len(), rows.len());
            self.0.push(format!(
                "{what}: {}: {n} of {of}, first for {bits:#x}: {got:#x}, not {wanted:#x}",
                names(from, way)
            ));
        }
    }

    fn done(self) {
        let n = self.0.len();
        assert!(n == 0, "{n} ways differ\n{}", self.0[..n.min(60)].join("\n"));
    }
}

fn run_time_as_defined() {
    let (ways, mut found) = (ways(), Differences::default());
    let mut defined = 0;
    for from in TYPES {
        let text = at_run_time(from, &ways);
        let input = patterns(from);
        for level in ["-O0", "-O3"] {
            let got = run(&ours(&text, level), &input, ways.len());
            for (k, way) in ways.iter().enumerate() {
                let row = |(i, bits): (usize, &u64)| {
                    Some((*bits, got[k * input.len() + i], by_definition(from, way, *bits)?))
                };
                let rows: Vec<_> = input.iter().enumerate().filter_map(row).collect();
                defined += rows.len();
                found.compare(level, from, way, &rows);
            }
        }
    }
    found.done();
    assert!(defined > 200_000, "only {defined} casts are defined");
}

fn run_time_as_nvrtc() {
    let (ways, mut found) = (ways(), Differences::default());
    for from in TYPES {
        let text = at_run_time(from, &ways);
        let input = patterns(from);
        let options = ["--gpu-architecture=compute_80".to_owned()];
        let theirs = nvrtc::compile(&text, "k.cu", &options).unwrap_or_else(|e| panic!("{e}"));
        let theirs = run(&theirs, &input, ways.len());
        let got = run(&ours(&text, "-O3"), &input, ways.len());
        for (k, way) in ways.iter().enumerate() {
            let row = |(i, bits): (usize, &u64)| {
                let at = k * input.len() + i;
                (*bits, got[at], theirs[at])
            };
            let rows: Vec<_> = input.iter().enumerate().map(row).collect();
            found.compare("NVRTC", from, way, &rows);
        }
    }
    found.done();
}

/// One cast after another of literals, a statement each.
fn literals_as_defined() {
    let mut found = Differences::default();
    // A cast, and a cast to a type that shows how the first was rounded or cut.
    let mut ways: Vec<Vec<Type>> = TYPES.iter().map(|a| vec![*a]).collect();
    for middle in TYPES {
        ways.extend([TYPES[6], TYPES[13]].map(|last| vec![middle, last]));
    }
    for from in TYPES {
        let mut cases = Vec::new();
        let mut body = String::new();
        for (k, way) in ways.iter().enumerate() {
            for bits in patterns(from) {
                let Some(wanted) = by_definition(from, way, bits) else { continue };
                let value = expression(way, &from.literal(bits));
                let _ = writeln!(body, "  out[{}] = {value};", cases.len());
                cases.push((k, bits, wanted));
            }
        }
        let text = format!(
            "extern \"C\" __global__ void k(const unsigned long long *in, unsigned long long *out, int n) {{\n{body}}}\n"
        );
        for level in ["-O0", "-O3"] {
            let got = run(&ours(&text, level), &[0], cases.len());
            for (k, way) in ways.iter().enumerate() {
                let rows: Vec<_> = cases
                    .iter()
                    .zip(&got)
                    .filter(|(case, _)| case.0 == k)
                    .map(|(case, got)| (case.1, *got, case.2))
                    .collect();
                found.compare(&format!("literals {level}"), from, way, &rows);
            }
        }
    }
    found.done();
}

fn main() {
    trials::run(vec![
        assertions("casts at run time are as defined", &[], run_time_as_defined),
        assertions("casts at run time are as NVRTC's", &[Tool::Nvrtc], run_time_as_nvrtc),
        assertions("casts of literals are as defined", &[], literals_as_defined),
    ]);
}
