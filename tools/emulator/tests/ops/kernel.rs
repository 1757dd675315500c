//! One-instruction kernels: sources come from arrays of 64-bit words, the result goes to another.

use optx_emulator::{ApproxMode, Device, LaunchConfig, Module, Schedule, launch};

/// The register class that holds a type.
fn class(ty: &str) -> &'static str {
    match ty {
        "pred" => "pred",
        "u8" | "s8" | "b8" | "u16" | "s16" | "b16" => "b16",
        "f32" => "f32",
        "f64" => "f64",
        t if t.ends_with("64") => "b64",
        _ => "b32",
    }
}

/// Runs `body` once a thread. It reads %a, %b, %c, %e of the source types and writes %d of the result
/// type; predicates come from and go to 0 and 1. `args[k][t]` is source k of thread t.
pub fn run(body: &str, result: &str, sources: &[&str], args: &[Vec<u64>]) -> Vec<u64> {
    run_with(body, result, sources, args, ApproxMode::Exact)
}

/// As [`run`], with a choice for approximate instructions.
pub fn run_with(
    body: &str,
    result: &str,
    sources: &[&str],
    args: &[Vec<u64>],
    approx: ApproxMode,
) -> Vec<u64> {
    let names = ["%a", "%b", "%c", "%e"];
    let mut decl = format!(".reg .{} %d;\n", class(result));
    let mut loads = String::new();
    for (k, ty) in sources.iter().enumerate() {
        let name = names[k];
        decl += &format!(".reg .{} {name};\n", class(ty));
        let load = match *ty {
            "pred" => format!("ld.global.u32 %w, [%ad+{0}];\nsetp.ne.u32 {name}, %w, 0;\n", k * 8),
            "u8" | "s8" | "u16" | "s16" | "b16" => {
                format!("ld.global.{ty} {name}, [%ad+{}];\n", k * 8)
            }
            t => format!("ld.global.{t} {name}, [%ad+{}];\n", k * 8),
        };
        loads += &load;
    }
    let store = match result {
        "pred" => {
            "selp.u32 %w, 1, 0, %d;\ncvt.u64.u32 %x, %w;\nst.global.u64 [%od], %x;".to_string()
        }
        "u8" | "s8" => "cvt.u64.u16 %x, %d;\nst.global.u64 [%od], %x;".to_string(),
        "u16" | "s16" | "b16" => "cvt.u64.u16 %x, %d;\nst.global.u64 [%od], %x;".to_string(),
        "f32" => "mov.b32 %w, %d;\ncvt.u64.u32 %x, %w;\nst.global.u64 [%od], %x;".to_string(),
        t if t.ends_with("64") => "st.global.b64 [%od], %d;".to_string(),
        _ => "cvt.u64.u32 %x, %d;\nst.global.u64 [%od], %x;".to_string(),
    };
    let stride = sources.len() * 8;
    let text = format!(
        ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n)\n{{\n\
         .reg .b64 %ad, %od, %x, %in, %out;\n.reg .b32 %w, %i, %n, %t;\n.reg .pred %p;\n{decl}\
         ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nld.param.u32 %n, [n];\n\
         mov.u32 %i, %ctaid.x;\nmov.u32 %t, %tid.x;\nmad.lo.u32 %i, %i, 128, %t;\n\
         setp.ge.u32 %p, %i, %n;\n@%p bra $end;\n\
         mad.wide.u32 %ad, %i, {stride}, %in;\nmad.wide.u32 %od, %i, 8, %out;\n\
         {loads}{body}\n{store}\n$end:\nret;\n}}\n"
    );
    let module = match Module::load(&text) {
        Ok(m) => m,
        Err(e) => panic!("{e}\n{text}"),
    };
    let n = args[0].len();
    let mut device = Device::new();
    let input = device.alloc((n * stride) as u64, "in").unwrap();
    let output = device.alloc((n * 8) as u64, "out").unwrap();
    let bytes: Vec<u8> =
        (0..n).flat_map(|t| args.iter().flat_map(move |a| a[t].to_le_bytes())).collect();
    device.write(input, &bytes).unwrap();
    let mut last: Option<Vec<u64>> = None;
    // Lanes one by one must give the same as lanes together: partial masks are tested by that.
    for schedule in [Schedule::Lockstep, Schedule::Adversarial(7)] {
        let config = LaunchConfig {
            grid: [n.div_ceil(128) as u32, 1, 1],
            block: [128, 1, 1],
            schedule,
            approx,
            ..LaunchConfig::default()
        };
        let params = [
            input.0.to_le_bytes().to_vec(),
            output.0.to_le_bytes().to_vec(),
            (n as u32).to_le_bytes().to_vec(),
        ];
        launch(&mut device, &module, "k", &config, &params)
            .unwrap_or_else(|e| panic!("{e}\n{text}"));
        let out: Vec<u64> = device
            .read(output, (n * 8) as u64)
            .unwrap()
            .chunks_exact(8)
            .map(|c| u64::from_le_bytes(c.try_into().unwrap()))
            .collect();
        if let Some(l) = &last {
            assert_eq!(l, &out, "schedules differ: {body}");
        }
        last = Some(out);
    }
    last.unwrap()
}

/// Checks an instruction on all given operands against a function of their raw values.
pub fn check(
    body: &str,
    result: &str,
    sources: &[&str],
    args: &[Vec<u64>],
    want: impl Fn(&[u64]) -> u64,
) {
    let got = run(body, result, sources, args);
    for (t, g) in got.iter().enumerate() {
        let operands: Vec<u64> = args.iter().map(|a| a[t]).collect();
        let w = want(&operands);
        assert_eq!(
            *g, w,
            "{body}: operands {operands:#x?}: the emulator gives {g:#x}, expected {w:#x}"
        );
    }
}

/// A small generator of random words.
pub struct Random(pub u64);

impl Random {
    /// The next word.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Operands of an integer width: the corners, and random ones of all sizes.
pub fn integers(bits: u32, count: usize, seed: u64) -> Vec<u64> {
    let mask = if bits == 64 { !0 } else { (1u64 << bits) - 1 };
    let top = 1u64 << (bits - 1);
    let mut v: Vec<u64> =
        vec![0, 1, 2, 3, 7, mask, mask - 1, top, top - 1, top + 1, mask >> 1 ^ 0x55, 31, 32, 33];
    let mut r = Random(seed | 1);
    while v.len() < count {
        let size = r.next() % u64::from(bits);
        v.push((r.next() >> (63 - size)) & mask);
        v.push(r.next() & mask);
    }
    v.truncate(count.max(14));
    for x in &mut v {
        *x &= mask;
    }
    v
}

/// All pairs of the corners, then random pairs.
pub fn pairs(bits: u32, seed: u64) -> Vec<Vec<u64>> {
    let corner = integers(bits, 14, seed);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for x in &corner {
        for y in &corner {
            a.push(*x);
            b.push(*y);
        }
    }
    a.extend(integers(bits, 200, seed + 1));
    b.extend(integers(bits, 200, seed + 99).into_iter().rev());
    let n = a.len().min(b.len());
    a.truncate(n);
    b.truncate(n);
    vec![a, b]
}

/// Triples: pairs with a third operand that walks through corners and random words.
pub fn triples(bits: u32, seed: u64) -> Vec<Vec<u64>> {
    let mut v = pairs(bits, seed);
    let n = v[0].len();
    let third = integers(bits, n, seed + 5);
    let mut r = Random(seed | 5);
    v.push((0..n).map(|_| third[r.next() as usize % third.len()]).collect());
    v
}
