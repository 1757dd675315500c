//! What selected instructions compute, executed in the emulator at each level; what they are is tested by the files of
//! `cg/tests/ptx`.

use optx_judge::{Tool, ptxas, trials};
use optx_launch::{LaunchFile, NoReferences, Schedule};
use runtime_tests::selection_forms::{IDIOMS, counts};
use std::path::Path;

fn main() {
    let tests: [(&str, fn()); 7] = [
        ("widening products", widening_products),
        ("vectors of copies", vectors_of_copies),
        (
            "narrow types are extended as their sign says",
            narrow_types_are_extended_as_their_sign_says,
        ),
        ("float comparisons and nan", float_comparisons_and_nan),
        ("local arrays and constant tables", local_arrays_and_constant_tables),
        ("dynamic shared arrays overlap", dynamic_shared_arrays_overlap),
        ("each idiom is written in its first form", idioms_are_written_in_their_first_form),
    ];
    let shortest = trials::trial(
        "no form is shorter than the first",
        &[Tool::Ptxas13, Tool::Nvdisasm],
        || no_form_is_shorter_than_the_first().map_err(libtest_mimic::Failed::from),
    );
    trials::run(
        tests
            .iter()
            .flat_map(|(name, run)| trials::with_ptxas(name, &[Tool::Ptxas13], *run))
            .chain([shortest])
            .collect(),
    );
}

/// The PTX of a source at a level, with further options; ptxas has to accept it.
fn ptx_with(source: &str, arguments: &[&str]) -> String {
    let mut words = vec!["-O3", "-arch=sm_80"];
    words.extend_from_slice(arguments);
    let (options, _) = optx::Options::parse_args(&words).expect("valid options");
    let ptx = optx::compile(source, &options).unwrap_or_else(|d| panic!("{d}\n{source}"));
    ptxas::must_accept("sm_80", ptx.text());
    ptx.text().to_owned()
}

fn kernel(parameters: &str, body: &str) -> String {
    format!("extern \"C\" __global__ void k({parameters}) {{ {body} }}\n")
}

/// Runs one thread of `k(long long *out, const int *in)` at each level; `in` is 0, 1, ... 63.
#[track_caller]
fn gives(source: &str, values: &[i64]) {
    for level in ["-O0", "-O1", "-O3"] {
        let text = ptx_with(source, &[level]);
        let list: Vec<String> = values.iter().map(i64::to_string).collect();
        let launch = format!(
            "source = \"k.cu\"\nseed = 1\n[buffers.out]\ntype = \"i64\"\nlength = {}\ninit = \"zeros\"\n\
             [buffers.in]\ntype = \"i32\"\nlength = 64\ninit = \"iota\"\n\
             [[launch]]\nkernel = \"k\"\ngrid = [1, 1, 1]\nblock = [1, 1, 1]\nshared = 256\nargs = [\"&out\", \"&in\"]\n\
             [[expect]]\nbuffer = \"out\"\nvalues = [{}]\nexact = true\n",
            values.len(),
            list.join(", ")
        );
        let file = LaunchFile::parse(&launch).unwrap_or_else(|e| panic!("{e}\n{launch}"));
        let mut device = optx_launch::Emulator::new(Schedule::Lockstep);
        let outcome = optx_launch::run(&file, &text, &mut device, &NoReferences, Path::new("."))
            .unwrap_or_else(|e| panic!("{level}: {e}\n{text}"));
        if let Some(difference) = outcome.difference() {
            panic!("{level}: {difference}\n{text}");
        }
    }
}

const IO: &str = "long long *out, const int *in";

fn widening_products() {
    gives(
        &kernel(
            IO,
            "int a = in[3] - 6; unsigned u = (unsigned)a; out[0] = (long long)a * 0x80000000ll; out[1] = (long long)a * (long long)u; out[2] = (long long)((unsigned long long)u * 0xffffffffull); out[3] = (long long)a * -7 + in[2];",
        ),
        &[
            -3 * 0x8000_0000,
            -3 * 4_294_967_293,
            4_294_967_293u64.wrapping_mul(4_294_967_295) as i64,
            23,
        ],
    );
}

fn vectors_of_copies() {
    gives(
        &kernel(
            IO,
            "__shared__ __align__(16) int s[8]; for (int i = 0; i < 8; i++) s[i] = in[i] * 3; int4 *v = (int4 *)s; int4 a = v[0]; v[1] = a; s[5] = 77; int4 b = v[1]; out[0] = b.x; out[1] = b.y; out[2] = b.z; out[3] = b.w;",
        ),
        &[0, 77, 6, 9],
    );
}

fn narrow_types_are_extended_as_their_sign_says() {
    gives(
        &kernel(
            IO,
            "signed char c = (signed char)(in[50] * 5); unsigned char u = (unsigned char)(in[50] * 6); short s = (short)(in[40] * 1000); unsigned short w = (unsigned short)-in[1]; char t[4]; t[in[1]] = c; out[0] = c; out[1] = u; out[2] = s; out[3] = w; out[4] = t[in[1]]; out[5] = (unsigned)c >> 28;",
        ),
        &[-6, 44, -25536, 65535, -6, 15],
    );
}

fn float_comparisons_and_nan() {
    gives(
        &kernel(
            IO,
            "float n = (float)in[0] / (float)in[0], one = (float)in[1]; out[0] = !(n < one); out[1] = n != n; out[2] = n == n; out[3] = !(n >= one); out[4] = (long long)fminf(n, one); out[5] = n > one || n <= one; if (!(n > one)) out[6] = 4; else out[6] = 5;",
        ),
        &[1, 1, 0, 1, 1, 0, 4],
    );
}

fn local_arrays_and_constant_tables() {
    let source = format!(
        "__constant__ int t[4] = {{5, -6, 7, 8}};\n{}",
        kernel(IO, "out[0] = t[in[1]]; out[1] = t[3];")
    );
    gives(&source, &[-6, 8]);
}

fn dynamic_shared_arrays_overlap() {
    gives(
        &format!(
            "extern __shared__ int a[]; extern __shared__ unsigned b[];\n{}",
            kernel(IO, "a[1] = in[5]; out[0] = b[1]; b[1] = 7; out[1] = a[1];")
        ),
        &[5, 7],
    );
}

/// The PTX of each idiom's source has the instructions of its first form, one behind the other.
fn idioms_are_written_in_their_first_form() {
    for idiom in IDIOMS {
        let ptx = ptx_with(&kernel("char *p, long long *q, int a, int b", idiom.source), &[]);
        let wanted = idiom.forms[0].opcodes;
        let lines: Vec<&str> = ptx.lines().map(str::trim_start).collect();
        let stands = (0..lines.len()).any(|at| {
            let rest = lines.get(at..at + wanted.len()).unwrap_or_default();
            rest.len() == wanted.len()
                && rest.iter().zip(wanted).all(|(line, w)| line.starts_with(w))
        });
        assert!(stands, "{}: {wanted:?} do not follow each other in\n{ptx}", idiom.name);
    }
}

/// The first form is the shortest on sm_80; `--bin selection-forms` looks at all architectures.
fn no_form_is_shorter_than_the_first() -> Result<(), String> {
    for idiom in IDIOMS {
        let sums: Vec<u32> = counts(idiom, &[80])?.concat();
        if sums.iter().any(|&sum| sum < sums[0] || sum == 0) {
            return Err(format!("{}: {sums:?}", idiom.name));
        }
    }
    Ok(())
}
