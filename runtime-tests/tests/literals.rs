//! Floating constants at their edges, bit for bit as clang's host build has them: halves between neighbours and what is a
//! little more or less, digits past the 64th bit, subnormal numbers, the largest ones, many digits, separators.

use std::path::Path;

use libtest_mimic::Failed;
use optx_judge::{Tool, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::host_build;
use runtime_tests::suite::optx;

/// Constants of one kernel.
const AT_ONCE: usize = 512;

/// A decimal number of any length, lowest digit first.
fn decimal(mut value: u64, times: u32, factor: u32) -> Vec<u8> {
    let mut digits = Vec::new();
    while value > 0 {
        digits.push((value % 10) as u8);
        value /= 10;
    }
    for _ in 0..times {
        let mut carry = 0;
        for d in &mut digits {
            let v = u32::from(*d) * factor + carry;
            *d = (v % 10) as u8;
            carry = v / 10;
        }
        while carry > 0 {
            digits.push((carry % 10) as u8);
            carry /= 10;
        }
    }
    digits
}

/// `m * 2^e` exactly, as decimal digits with an exponent.
fn exactly(m: u64, e: i32) -> (String, i32) {
    let (digits, exponent) = match e {
        0.. => (decimal(m, e as u32, 2), 0),
        // `m / 2^k` is `m * 5^k / 10^k`.
        _ => (decimal(m, -e as u32, 5), e),
    };
    (digits.iter().rev().map(|d| char::from(b'0' + d)).collect(), exponent)
}

/// What is a little less and a little more than decimal digits.
fn around(digits: &str, exponent: i32) -> Vec<String> {
    let mut less: Vec<u8> = digits.bytes().collect();
    for d in less.iter_mut().rev() {
        if *d > b'0' {
            *d -= 1;
            break;
        }
        *d = b'9';
    }
    let less = String::from_utf8_lossy(&less).into_owned();
    let zeros = "0".repeat(30);
    let mut list = vec![
        format!("{digits}e{exponent}"),
        format!("{less}9e{}", exponent - 1),
        format!("{digits}1e{}", exponent - 1),
        format!("{digits}{zeros}1e{}", exponent - 31),
        format!("{digits}{zeros}.e{}", exponent - 30),
        format!("0.{zeros}{digits}e{}", exponent + 30 + digits.len() as i32),
    ];
    if digits.len() > 3 {
        let (a, b) = digits.split_at(digits.len() / 2);
        list.push(format!("{a}.{b}e{}", exponent + b.len() as i32));
        list.push(format!("{a}'{b}.0e{exponent}"));
    }
    list
}

/// Hexadecimal forms of `m * 2^e`, and of what differs from it far behind.
fn hexadecimal(m: u64, e: i32) -> Vec<String> {
    let mut list =
        vec![format!("0x{m:x}p{e}"), format!("0X{m:X}.P{e}"), format!("0x.{m:016x}p{}", e + 64)];
    // A digit at each place behind: up to well past what 64 and 128 bits hold.
    for zeros in [0, 1, 2, 3, 4, 5, 7, 11, 12, 13, 14, 15, 16, 17, 20, 31, 33, 60] {
        for last in ["1", "8", "0"] {
            let tail = format!("{}{last}", "0".repeat(zeros));
            list.push(format!("0x{m:x}.{tail}p{e}"));
            if zeros % 4 == 0 {
                list.push(format!("0x{m:x}{tail}p{}", e - 4 * (zeros as i32 + 1)));
                list.push(format!("0x0000'0000{m:x}.{tail}p{e:+}"));
            }
        }
    }
    // The same, less a little: `fff..f` behind what is one less.
    if m > 1 {
        for f in [1, 4, 12, 13, 16, 20] {
            list.push(format!("0x{:x}.{}p{e}", m - 1, "f".repeat(f)));
        }
    }
    list
}

/// Halves between neighbours, and numbers themselves, of a format with so many bits of fraction and such a least exponent.
fn edges(bits: u32, least: i32, most: i32) -> Vec<(u64, i32)> {
    let one = 1u64 << bits;
    let mut list = Vec::new();
    let fractions = [one, one + 1, one + 2, one * 2 - 1, one * 2 - 2, one + one / 3, one + one / 2];
    for e in [least, least + 1, least + 2, -(bits as i32), -1, 0, 1, 40, most - 1, most] {
        for m in fractions {
            list.push((m, e));
            list.push((2 * m + 1, e - 1));
            list.push((2 * m - 1, e - 1));
        }
    }
    // Subnormal ones: their fractions have fewer bits.
    for m in [1, 2, 3, 4, 5, one / 2 - 1, one / 2, one / 2 + 1, one - 2, one - 1] {
        list.push((m, least));
        list.push((2 * m + 1, least - 1));
        list.push((4 * m + 1, least - 2));
        list.push((4 * m + 3, least - 2));
    }
    list.extend([
        (1, least - 1),
        (1, least - 2),
        (3, least - 2),
        (one * 2 - 1, most + 1),
        (one, most + 1),
    ]);
    list
}

/// Constants of a format; `suffix` is `f` for `float`.
fn constants(suffix: &str) -> Vec<String> {
    let (bits, least, most) = if suffix.is_empty() { (52, -1074, 971) } else { (23, -149, 104) };
    let mut list: Vec<String> = Vec::new();
    for (m, e) in edges(bits, least, most) {
        list.extend(hexadecimal(m, e));
        let (digits, exponent) = exactly(m, e);
        list.extend(around(&digits, exponent));
    }
    for plain in [
        "0.0",
        "0x0p0",
        "0x0.0p-5000",
        "0e99999",
        "1e-400",
        "1e400",
        "0x1p-2000",
        "0x1p2000",
        "0x.8p0",
        "0x8.p-3",
        "00.5",
        ".5e-0",
        "5.e+00",
        "1'0.2'5e1'0",
        "0x1'0.8p1'0",
        "123456789012345678901234567890.5",
        "9e-4951",
        "0x1p-99999",
        "0x1p+99999",
        "1e-99999",
        "2.4703282292062327208e-324",
        "2.4703282292062328e-324",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "7.006492321624085e-46",
        "7.0064923216240862e-46",
    ] {
        list.push(plain.to_owned());
    }
    list.iter().map(|c| format!("{c}{suffix}")).collect()
}

fn source(list: &[String], single: bool) -> String {
    let (bits, read) = match single {
        true => ("__float_as_uint", "union { float f; unsigned u; } u; u.f ="),
        false => ("__double_as_longlong", "union { double f; long long u; } u; u.f ="),
    };
    let lines: String = list
        .iter()
        .enumerate()
        .map(|(k, c)| format!("  {{ {read} {c}; out[{k}] = (long long)u.u; }}\n"))
        .collect();
    format!("// {bits}\nextern \"C\" __global__ void k(long long *out)\n{{\n{lines}}}\n")
}

fn check(number: usize, list: &[String], single: bool) -> Result<(), String> {
    let text = source(list, single);
    let file =
        std::env::temp_dir().join(format!("optx-literals-{}-{number}.cu", std::process::id()));
    std::fs::write(&file, &text).map_err(|e| e.to_string())?;
    let count = list.len();
    let main = format!(
        "#include <cstdio>\nint main() {{ static long long out[{count}]; k(out); for (long long v : out) printf(\"%lld\\n\", v); }}"
    );
    let wanted = host_build::run(&file, &main, &[]).map_err(|e| format!("clang: {e}"))?;
    let ptx = optx(&file, &[], "-O1", "80").map_err(|e| format!("optx: {e}"))?;
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i64\"\nlength = {count}\n[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nargs = [\"&out\"]\n[[expect]]\nbuffer = \"out\"\nvalues = [0]\n"
    );
    let mut launch = LaunchFile::parse(&launch).map_err(|e| e.0)?;
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let got = optx_launch::run(&launch, &ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let out = got.outputs.get("out").ok_or("no output")?;
    for (k, (c, wanted)) in list.iter().zip(&wanted).enumerate() {
        if out.bits(k) as i64 != *wanted {
            return Err(format!("{c} is {:#x}, and clang's {wanted:#x}", out.bits(k)));
        }
    }
    if wanted.len() != count {
        return Err(format!("{} results of {count}", wanted.len()));
    }
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&file);
    Ok(())
}

fn main() {
    let mut list = Vec::new();
    for (suffix, name) in [("", "double"), ("f", "float")] {
        let all = constants(suffix);
        for (k, part) in all.chunks(AT_ONCE).enumerate() {
            let (part, single) = (part.to_vec(), suffix == "f");
            let number = k * 2 + usize::from(single);
            list.push(trials::trial(format!("{name}-{k}"), &[Tool::Clang], move || {
                check(number, &part, single).map_err(Failed::from)
            }));
        }
    }
    trials::run(list);
}
