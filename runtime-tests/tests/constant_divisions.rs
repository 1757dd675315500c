//! Quotients and remainders by constants, compiled and executed: what the host's own division gives.

use runtime_tests::suite::judge_source;
use std::fmt::{Display, Write as _};

/// Divisors of a type as C writes them, with the number that they are.
fn divisors(bits: u32, signed: bool) -> Vec<i128> {
    let top = 1i128 << (bits - 1);
    let mut all: Vec<i128> =
        vec![1, 2, 3, 5, 6, 7, 9, 10, 14, 28, 60, 100, 641, 1000, 65536, 1_000_003];
    all.extend([top / 3, top - 1, top / 2, top / 2 + 1]);
    if signed {
        let negative: Vec<i128> = all.iter().map(|d| -d).collect();
        all.extend(negative);
        all.push(-top);
    } else {
        all.extend([top, top + 1, 2 * top - 1, 2 * top / 3, 2 * top / 7 * 5]);
    }
    all
}

/// Dividends at which quotients change, and others.
fn dividends(bits: u32, signed: bool, divisors: &[i128]) -> Vec<i128> {
    let top = 1i128 << (bits - 1);
    let (low, high) = if signed { (-top, top - 1) } else { (0, 2 * top - 1) };
    let mut all = vec![low, low + 1, -1, 0, 1, high - 1, high, high / 2, high / 3];
    for d in divisors {
        let last = high / d * d;
        all.extend([d - 1, *d, d + 1, 2 * d - 1, last - 1, last, last + 1, -last, low / d * d - 1]);
    }
    all.retain(|x| (low..=high).contains(x));
    all.sort_unstable();
    all.dedup();
    all
}

fn list<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|v| format!("\"{v}\"")).collect::<Vec<String>>().join(", ")
}

/// One type: a kernel in which thread `i` divides the dividend `x[i]` by every divisor.
fn check(c_type: &str, element: &str, bits: u32, signed: bool) {
    let divisors = divisors(bits, signed);
    let dividends = dividends(bits, signed, &divisors);
    let count = divisors.len();
    let mut source = format!(
        "extern \"C\" __global__ void k(const {c_type} *x, {c_type} *q, {c_type} *r, int n) {{\n\
         int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i >= n) return;\n{c_type} v = x[i];\n"
    );
    for (k, d) in divisors.iter().enumerate() {
        // The most negative number has no literal; a cast of its bits is exact.
        let bits = *d as u64 & (u64::MAX >> (64 - bits));
        let at = format!("[i * {count} + {k}]");
        let _ =
            writeln!(source, "q{at} = v / ({c_type}){bits}ull; r{at} = v % ({c_type}){bits}ull;");
    }
    source.push_str("}\n");
    // The most negative number by -1 has no quotient: that dividend is left out where -1 is among the divisors.
    let low = -(1i128 << (bits - 1));
    let dividends: Vec<i128> = dividends
        .into_iter()
        .filter(|&x| !(signed && x == low && divisors.contains(&-1)))
        .collect();
    let pairs = || dividends.iter().flat_map(|x| divisors.iter().map(move |d| (x, d)));
    let n = dividends.len();
    let file = format!(
        "source = \"k.cu\"\n[buffers.x]\ntype = \"{element}\"\ninit = {{ values = [{}] }}\n\
         [buffers.q]\ntype = \"{element}\"\nlength = {total}\n[buffers.r]\ntype = \"{element}\"\nlength = {total}\n\
         [[launch]]\nkernel = \"k\"\ngrid = [{}]\nblock = [64]\nargs = [\"&x\", \"&q\", \"&r\", {{ i32 = {n} }}]\n\
         [[expect]]\nbuffer = \"q\"\nvalues = [{}]\nexact = true\n[[expect]]\nbuffer = \"r\"\nvalues = [{}]\nexact = true\n",
        list(&dividends),
        n.div_ceil(64),
        list(pairs().map(|(x, d)| x / d)),
        list(pairs().map(|(x, d)| x % d)),
        total = n * count,
    );
    judge_source(&source, &file, &[], &["-O0", "-O1", "-O3"], |level, ptx| {
        let divides = ["div.", "rem."].iter().any(|word| ptx.contains(word));
        assert_eq!(divides, level == "-O0", "{c_type} at {level}");
    })
    .unwrap_or_else(|e| panic!("{c_type}: {e}"));
}

#[test]
fn quotients_of_int_are_the_host_s() {
    check("int", "i32", 32, true);
}

#[test]
fn quotients_of_unsigned_are_the_host_s() {
    check("unsigned", "u32", 32, false);
}

#[test]
fn quotients_of_long_long_are_the_host_s() {
    check("long long", "i64", 64, true);
}

#[test]
fn quotients_of_unsigned_long_long_are_the_host_s() {
    check("unsigned long long", "u64", 64, false);
}
