//! What instructions a source becomes: narrow checks on the PTX text, ptxas's word on each, and where a value matters
//! its execution in the emulator.

use optx_judge::{Tool, ptxas, trials};
use optx_launch::{LaunchFile, NoReferences, Schedule};
use std::path::Path;

fn main() {
    let tests: [(&str, fn()); 15] = [
        ("widening products", widening_products),
        ("products and sums of 32 bits", products_and_sums_of_32_bits),
        ("short arms have no branch", short_arms_have_no_branch),
        ("vectors of copies", vectors_of_copies),
        ("a load over its base is no neighbour", a_load_over_its_base_is_no_neighbour),
        (
            "narrow types are extended as their sign says",
            narrow_types_are_extended_as_their_sign_says,
        ),
        ("the read only path is for ldg alone", the_read_only_path_is_for_ldg_alone),
        ("atomics whose result is not read", atomics_whose_result_is_not_read),
        ("volatile accesses are counted", volatile_accesses_are_counted),
        ("volatile bit fields are volatile", volatile_bit_fields_are_volatile),
        ("float comparisons and nan", float_comparisons_and_nan),
        ("contraction is as the option says", contraction_is_as_the_option_says),
        ("address immediates are 32 bits", address_immediates_are_32_bits),
        ("local arrays and constant tables", local_arrays_and_constant_tables),
        ("dynamic shared arrays overlap", dynamic_shared_arrays_overlap),
    ];
    trials::run(
        tests
            .iter()
            .flat_map(|(name, run)| trials::with_ptxas(name, &[Tool::Ptxas13], *run))
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

fn ptx(source: &str) -> String {
    ptx_with(source, &[])
}

fn kernel(parameters: &str, body: &str) -> String {
    format!("extern \"C\" __global__ void k({parameters}) {{ {body} }}\n")
}

#[track_caller]
fn has(text: &str, wanted: &[&str]) {
    for word in wanted {
        assert!(text.contains(word), "`{word}` is not in\n{text}");
    }
}

#[track_caller]
fn lacks(text: &str, unwanted: &[&str]) {
    for word in unwanted {
        assert!(!text.contains(word), "`{word}` is in\n{text}");
    }
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
    let body = |e: &str| {
        ptx(&kernel(
            "long long *out, int a, int b, unsigned u, unsigned v",
            &format!("out[0] = {e};"),
        ))
    };
    has(&body("(long long)a * b"), &["mul.wide.s32"]);
    has(&body("(long long)a * b + out[1]"), &["mad.wide.s32"]);
    has(&body("(unsigned long long)u * v"), &["mul.wide.u32"]);
    // Factors of different signs, and constants that 32 bits of that sign do not hold.
    lacks(&body("(long long)a * (long long)u"), &["wide"]);
    lacks(&body("(long long)a * 0x80000000ll"), &["wide"]);
    lacks(&body("(unsigned long long)u * 0x100000000ull"), &["wide"]);
    has(&body("(unsigned long long)u * 0xffffffffull"), &["mul.wide.u32"]);
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

fn products_and_sums_of_32_bits() {
    has(&ptx(&kernel("int *p, int a, int b", "p[0] = a * b + p[1];")), &["mad.lo.s32"]);
    has(
        &ptx(&kernel("int *p, int a, int b", "p[0] = a < b ? a : 5;")),
        &["setp.lt.s32", "selp.b32"],
    );
    has(
        &ptx(&kernel("unsigned *p, unsigned a, unsigned b", "p[0] = a < b ? a : 5;")),
        &["setp.lt.u32"],
    );
}

fn short_arms_have_no_branch() {
    let arm = |body: &str| {
        ptx(&kernel(
            "volatile int *v, int *p, int a",
            &format!("__shared__ int s[32]; s[a & 31] = a; if (a > 3) {{ {body} }} p[1] = s[2];"),
        ))
    };
    let plain = arm("p[0] = a;");
    lacks(&plain, &["bra"]);
    has(&plain, &["@%p0 st.global"]);
    for effect in [
        "__syncthreads();",
        "p[5] = __shfl_sync(-1u, a, 3);",
        "p[5] = atomicAdd(p, 1);",
        "v[0] = 1;",
        "asm volatile(\"nanosleep.u32 5;\");",
    ] {
        has(&arm(effect), &["bra"]);
    }
}

fn vectors_of_copies() {
    has(
        &ptx(&kernel("float4 *p, const float4 *q", "p[threadIdx.x] = q[threadIdx.x];")),
        &["ld.global.v4.f32", "st.global.v4.f32"],
    );
    has(
        &ptx(&kernel("int2 *p, const int2 *q", "p[threadIdx.x] = q[threadIdx.x];")),
        &["ld.global.v2.u32", "st.global.v2.u32"],
    );
    // Members stored one by one, constants among them.
    has(
        &ptx(&kernel(
            "float4 *p, int2 *q, float a, int n",
            "p[threadIdx.x] = make_float4(a, a + 1.0f, 2.0f, a * a); q[threadIdx.x] = make_int2(n, 7);",
        )),
        &["st.global.v4.f32", "st.global.v2.u32"],
    );
    // Four floats that are aligned to one only.
    lacks(
        &ptx(&format!(
            "struct F {{ float a, b, c, d; }};\n{}",
            kernel("F *p, const F *q", "p[threadIdx.x] = q[threadIdx.x];")
        )),
        &[".v4", ".v2"],
    );
    lacks(&ptx(&kernel("int *p, int *q", "p[0] = q[0]; p[1] = q[1];")), &[".v2"]);
    gives(
        &kernel(
            IO,
            "__shared__ __align__(16) int s[8]; for (int i = 0; i < 8; i++) s[i] = in[i] * 3; int4 *v = (int4 *)s; int4 a = v[0]; v[1] = a; s[5] = 77; int4 b = v[1]; out[0] = b.x; out[1] = b.y; out[2] = b.z; out[3] = b.w;",
        ),
        &[0, 77, 6, 9],
    );
}

/// Registers as the code generator gets them: a load over its own base, then a neighbour by its name.
fn a_load_over_its_base_is_no_neighbour() {
    let text = r#"(ssa 1
 (options target=sm_80 O=3)
 (type t0 scalar U8)
 (type t1 pointer t0)
 (func regs "k" "k" @0:0:0 at=leave-ssa
  (local %0 "p" t1 param align=8 =0)
  (aux v0 register U8 "p" 1)
  (aux v1 register U8 "a" 1)
  (aux v2 register U8 "q" 1)
  (bb bb0
   (stid @0:1:1 (v2) (ivar U8 param (lda %0 0) 0))
   (stid @0:1:1 (v0) (ivar U8 generic v2 0))
   (stid @0:2:1 (v0) (ivar U8 generic v0 0 align=16))
   (stid @0:3:1 (v1) (ivar U8 generic v0 8 align=8))
   (istore @0:4:1 ((ivar U8 generic v2 0)) (U8ADD v0 v1))
   (return @0:5:1))
 )
)
"#;
    let options = optx::Options { input: optx::Input::Ssa, ..optx::Options::default() };
    let ptx = optx::compile(text, &options).unwrap_or_else(|d| panic!("{d}"));
    lacks(ptx.text(), &[".v2"]);
    ptxas::must_accept("sm_80", ptx.text());
}

fn narrow_types_are_extended_as_their_sign_says() {
    let load = |ty: &str| ptx(&kernel(&format!("int *p, const {ty} *q"), "p[0] = q[0];"));
    has(&load("signed char"), &["ld.global.s8"]);
    has(&load("unsigned char"), &["ld.global.u8"]);
    has(&load("short"), &["ld.global.s16"]);
    has(&load("unsigned short"), &["ld.global.u16"]);
    has(&ptx(&kernel("char *p, int a", "p[0] = a;")), &["st.global.u8"]);
    gives(
        &kernel(
            IO,
            "signed char c = (signed char)(in[50] * 5); unsigned char u = (unsigned char)(in[50] * 6); short s = (short)(in[40] * 1000); unsigned short w = (unsigned short)-in[1]; char t[4]; t[in[1]] = c; out[0] = c; out[1] = u; out[2] = s; out[3] = w; out[4] = t[in[1]]; out[5] = (unsigned)c >> 28;",
        ),
        &[-6, 44, -25536, 65535, -6, 15],
    );
}

fn the_read_only_path_is_for_ldg_alone() {
    has(&ptx(&kernel("int *p, const int *q", "p[0] = __ldg(q);")), &["ld.global.nc.u32"]);
    lacks(
        &ptx(&kernel("int *__restrict__ p, const int *__restrict__ q", "p[0] = q[0];")),
        &[".nc"],
    );
}

fn atomics_whose_result_is_not_read() {
    has(&ptx(&kernel("int *p", "atomicAdd(p, 1);")), &["red.", ".global.add"]);
    has(&ptx(&kernel("int *p", "p[1] = atomicAdd(p, 1);")), &["atom.", ".global.add"]);
}

fn volatile_accesses_are_counted() {
    let text = ptx(&kernel(
        "volatile int *v, int *p",
        "int a = v[0] + v[0]; v[1] = a; v[1] = a; v[2]; p[0] = a;",
    ));
    assert_eq!(text.matches("ld.volatile").count(), 3, "{text}");
    assert_eq!(text.matches("st.volatile").count(), 2, "{text}");
}

fn volatile_bit_fields_are_volatile() {
    let text = ptx(&format!(
        "struct B {{ int a : 3; unsigned b : 5; }};\n{}",
        kernel("volatile B *v, int *p", "p[0] = v->a + v->a; v->b = 3;")
    ));
    assert_eq!(text.matches("ld.volatile").count(), 3, "{text}");
    assert_eq!(text.matches("st.volatile").count(), 1, "{text}");
}

fn float_comparisons_and_nan() {
    let f = |e: &str| ptx(&kernel("float *p, float a, float b", &format!("p[0] = {e};")));
    has(&f("a != b ? 1.f : 2.f"), &["setp.neu.f32"]);
    has(&f("-a"), &["neg.f32"]);
    has(&f("fabsf(a)"), &["abs.f32"]);
    has(&f("fminf(a, b)"), &["min.f32"]);
    has(&f("fmaxf(a, b)"), &["max.f32"]);
    gives(
        &kernel(
            IO,
            "float n = (float)in[0] / (float)in[0], one = (float)in[1]; out[0] = !(n < one); out[1] = n != n; out[2] = n == n; out[3] = !(n >= one); out[4] = (long long)fminf(n, one); out[5] = n > one || n <= one; if (!(n > one)) out[6] = 4; else out[6] = 5;",
        ),
        &[1, 1, 0, 1, 1, 0, 4],
    );
}

fn contraction_is_as_the_option_says() {
    let source = kernel("float *p, float a, float b", "p[0] = a * b + p[1];");
    has(&ptx(&source), &["fma.rn.f32"]);
    let split = ptx_with(&source, &["-fmad=false"]);
    has(&split, &["mul.rn.f32", "add.rn.f32"]);
    lacks(&split, &["fma"]);
}

fn address_immediates_are_32_bits() {
    has(&ptx(&kernel("int *p", "p[1000] = 1;")), &["+4000]"]);
    lacks(&ptx(&kernel("int *p", "p[1ll << 30] = 1;")), &["+4294967296]"]);
}

fn local_arrays_and_constant_tables() {
    has(
        &ptx(&kernel(
            "int *p, int i",
            "int a[8]; for (int k = 0; k < 8; k++) a[k] = p[k]; p[9] = a[i];",
        )),
        &[".local", "ld.local", "st.local"],
    );
    let source = format!(
        "__constant__ int t[4] = {{5, -6, 7, 8}};\n{}",
        kernel(IO, "out[0] = t[in[1]]; out[1] = t[3];")
    );
    has(&ptx(&source), &[".const", "ld.const"]);
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
