//! Kernels that compilers make load what nothing wrote: right ones run in silence, and their twins with a mistake are told.
//!
//! Each source is a right program, and a wrong one where `WRONG` is 1. Sizes and indices are read at run time, so that no compiler
//! sees the mistake and makes something else of it. What the right one gives follows from the source by hand.

use std::path::Path;

use libtest_mimic::Failed;
use optx_emulator::{Device, LaunchConfig, Module, RunError, RunErrorKind, launch};
use optx_judge::{Tool, clang, trials};
use runtime_tests::suite::{self, SCHEDULES};

/// Threads of the one block.
const THREADS: i32 = 32;

/// Bytes of the buffer that kernels store to: those that must be known afterwards, which are the first, and as much as they like.
const BYTES: u64 = 4096;

/// A kernel's body: `t` is the thread, `in` holds 0, 1, 2, ... up to 95, `n` is 20. At `g` is more memory of the buffer of `o`.
struct Case {
    name: &'static str,
    /// What stands before the kernel.
    before: &'static str,
    body: &'static str,
    /// What `o[t]` must be.
    gives: fn(i32) -> i32,
}

const CASES: &[Case] = &[
    Case {
        name: "structure_of_local_memory",
        before: "struct S { char c; int i; };",
        body: "S a[4];\n\
               if (!WRONG || t != 7) a[n & 3].c = -in[t];\n\
               a[n & 3].i = in[t] * 1000;\n\
               S b = a[in[32] & 3];\n\
               o[t] = b.c * 3 + (b.i >> 1);",
        gives: |t| -3 * t + 500 * t,
    },
    Case {
        name: "structure_of_shared_memory",
        before: "struct S { char c; int i; };",
        body: "__shared__ S s[32], q[32];\n\
               if (!WRONG || t != 7) s[t].c = -in[t];\n\
               s[t].i = in[t];\n\
               __syncthreads();\n\
               q[31 - t] = s[t];\n\
               __syncthreads();\n\
               S b = q[t];\n\
               o[t] = (unsigned char)b.c + b.i * 256;",
        gives: |t| ((t - 31) & 255) + (31 - t) * 256,
    },
    Case {
        name: "members_of_a_word",
        before: "struct P { short a; signed char b; char gap; float f; };",
        body: "__shared__ P s[32];\n\
               if (!WRONG || t != 7) s[t].b = in[t] - 16;\n\
               s[t].a = -in[t];\n\
               s[t].f = in[t];\n\
               __syncthreads();\n\
               P p = s[in[t]];\n\
               o[t] = (int)(p.f * 2.0f) + ((long long)p.a << 40 >> 38) + (p.b > 0 ? p.b : 1000);",
        gives: |t| 2 * t - 4 * t + if t > 16 { t - 16 } else { 1000 },
    },
    Case {
        name: "an_argument_with_a_gap",
        before: "struct S { char c; int i; };\n\
                 __device__ __noinline__ int f(S s, int k) { return k ? s.c * 7 + s.i : s.i; }",
        body: "S a[4];\n\
               if (!WRONG || t != 7) a[n & 3].c = in[t];\n\
               a[n & 3].i = 1;\n\
               o[t] = f(a[in[32] & 3], n);",
        gives: |t| 7 * t + 1,
    },
    Case {
        name: "a_load_before_its_guard",
        before: "",
        body: "__shared__ int s[32];\n\
               if (t < n) s[t] = in[t];\n\
               __syncthreads();\n\
               int v = s[t] * 3 + 1;\n\
               if (t < n + WRONG) o[t] = v;",
        gives: |t| if t < 20 { 3 * t + 1 } else { 0 },
    },
    Case {
        name: "a_selection",
        before: "",
        body: "__shared__ float s[32];\n\
               if (t < n) s[t] = in[t];\n\
               __syncthreads();\n\
               float v = s[t] * 0.5f;\n\
               o[t] = t < n + WRONG ? (int)(v * 4.0f) : -1;",
        gives: |t| if t < 20 { 2 * t } else { -1 },
    },
    Case {
        name: "a_condition_of_two",
        before: "",
        body: "__shared__ int s[32];\n\
               if (t < n) s[t] = in[t];\n\
               __syncthreads();\n\
               if (t < n + WRONG && s[t] > 3) o[t] = 9;",
        gives: |t| if t < 20 && t > 3 { 9 } else { 0 },
    },
    Case {
        // The mistake is in shared memory: of a thread's own object compilers store zeros for bits that are not set.
        name: "bit_fields_of_an_unset_word",
        before: "struct B { unsigned a : 5, b : 7; int c : 11; unsigned d : 9; };",
        body: "__shared__ B s[32];\n\
               B l[4];\n\
               s[t].b = in[t] + 1;\n\
               s[t].c = -in[t];\n\
               l[n & 3].c = in[t];\n\
               l[n & 3].d = in[t] * 4;\n\
               __syncthreads();\n\
               B x = l[in[32] & 3];\n\
               o[t] = s[31 - t].b + s[31 - t].c * 2 + x.d + x.c + (WRONG ? s[t].d : 0);",
        gives: |t| (32 - t) - 2 * (31 - t) + 4 * t + t,
    },
    Case {
        name: "a_mask_that_is_zero",
        before: "",
        body: "__shared__ unsigned s[32];\n\
               if (t < n) s[t] = in[t] + 64;\n\
               __syncthreads();\n\
               unsigned mask = t < n + WRONG ? 0x4f : 0;\n\
               o[t] = s[t] & mask;",
        gives: |t| if t < 20 { (t & 15) | 64 } else { 0 },
    },
    Case {
        name: "the_next_element_of_a_loop",
        before: "",
        body: "int a[32];\n\
               for (int k = 0; k < n; k++) a[k] = in[k] + t;\n\
               int sum = 0, next = a[0];\n\
               for (int k = 0; k < n + WRONG; k++) { int x = next; next = a[k + 1]; sum += x; }\n\
               o[t] = sum;",
        gives: |t| 190 + 20 * t,
    },
    Case {
        name: "a_union_of_parts",
        before: "union U { unsigned w; unsigned char b[4]; unsigned short h[2]; };",
        body: "U u[4];\n\
               u[n & 3].b[1] = in[t];\n\
               u[n & 3].h[1] = in[t] * 3;\n\
               unsigned w = u[in[32] & 3].w;\n\
               o[t] = (w >> 8) - (WRONG ? w & 1 : 0);",
        gives: |t| ((3 * t) << 8) + t,
    },
    Case {
        name: "a_pair_of_sums",
        before: "struct V { double d; int n; };",
        body: "__shared__ V s[32];\n\
               if (t < n) { s[t].n = in[t]; if (!WRONG || t) s[t].d = 0.5; }\n\
               __syncthreads();\n\
               V v = s[t];\n\
               for (int k = 16; k; k >>= 1) { if (t < k) { V w = s[t + k]; if (t + k < n) { v.d += w.d; v.n += w.n; } s[t] = v; } __syncthreads(); }\n\
               if (t == 0) { o[0] = v.n; o[1] = (int)(v.d * 2); }",
        gives: |t| match t {
            0 => 190,
            1 => 20,
            _ => 0,
        },
    },
    Case {
        name: "an_index",
        before: "",
        body: "__shared__ unsigned char s[32];\n\
               if (t < n) s[t] = 31 - in[t];\n\
               __syncthreads();\n\
               int k = s[t];\n\
               o[t] = t < n + WRONG ? in[k] : 5;",
        gives: |t| if t < 20 { 31 - t } else { 5 },
    },
    Case {
        name: "a_structure_moved_to_global_memory",
        before: "struct S { char c; int i; };",
        body: "S a[4], *out = (S *)g;\n\
               if (!WRONG || t != 7) a[n & 3].c = -in[t];\n\
               a[n & 3].i = in[t] * 1000;\n\
               out[t] = a[in[32] & 3];\n\
               __syncthreads();\n\
               S b = out[31 - t];\n\
               o[t] = b.c * 3 + (b.i >> 1);",
        gives: |t| 497 * (31 - t),
    },
    Case {
        name: "a_member_that_the_host_reads",
        before: "struct S { char c; int i; short k; };",
        body: "__shared__ S s[32];\n\
               S *out = (S *)g;\n\
               s[t].c = in[t];\n\
               s[t].k = in[t];\n\
               if (!WRONG || t != 7) s[t].i = in[t] * 3;\n\
               __syncthreads();\n\
               out[t] = s[31 - t];\n\
               __syncthreads();\n\
               o[t] = out[31 - t].i;",
        gives: |t| 3 * t,
    },
    Case {
        name: "an_element_that_is_all_gap",
        before: "struct alignas(16) S { int i; }; struct H { int a; alignas(16) char b; };",
        body: "__shared__ S s[32];\n\
               H a[4], *other = (H *)(g + 256);\n\
               S *out = (S *)g;\n\
               if (!WRONG || t != 7) s[t].i = in[t];\n\
               a[n & 3].a = in[t];\n\
               a[n & 3].b = 3;\n\
               __syncthreads();\n\
               out[t] = s[31 - t];\n\
               other[t] = a[in[32] & 3];\n\
               __syncthreads();\n\
               o[t] = out[t ^ 1].i * 2 + other[31 - t].b + other[31 - t].a;",
        gives: |t| 2 * (31 - (t ^ 1)) + 3 + 31 - t,
    },
    Case {
        name: "a_gap_at_the_end",
        before: "struct V { double d; int n; char c[5]; };",
        body: "__shared__ V s[32];\n\
               V *out = (V *)g;\n\
               s[t].d = in[t];\n\
               s[t].n = in[t];\n\
               for (int k = 0; k < 5 - (WRONG && t == 7); k++) s[t].c[k] = k;\n\
               __syncthreads();\n\
               out[t] = s[31 - t];\n\
               __syncthreads();\n\
               o[t] = (int)out[31 - t].d + out[31 - t].n + out[31 - t].c[in[4]];",
        gives: |t| 2 * t + 4,
    },
    Case {
        name: "bit_fields_moved_to_global_memory",
        before: "struct B { unsigned a : 5, b : 7; int c : 11; unsigned d : 9; };",
        body: "__shared__ B s[32];\n\
               B *out = (B *)g;\n\
               s[t].b = in[t] + 1;\n\
               s[t].c = -in[t];\n\
               __syncthreads();\n\
               out[t] = s[31 - t];\n\
               out[t].c += 2;\n\
               __syncthreads();\n\
               o[t] = out[31 - t].b + out[31 - t].c * 2 + (WRONG ? out[t].d : 0);",
        gives: |t| t + 1 + 2 * (2 - t),
    },
    Case {
        name: "a_byte_of_a_gap",
        before: "struct S { char c; int i; }; union U { S s; long long w; };",
        body: "U u[4];\n\
               u[n & 3].s.c = in[t];\n\
               u[n & 3].s.i = 1;\n\
               ((long long *)g)[t] = u[in[32] & 3].w;\n\
               __syncthreads();\n\
               const signed char *bytes = (const signed char *)g + 8 * (31 - t);\n\
               if (bytes[WRONG * 2] > 15) o[t] = 1;",
        gives: |t| i32::from(31 - t > 15),
    },
    Case {
        // Compilers write `w | 5`.
        name: "fields_of_one_bit",
        before: "struct F { unsigned a : 1, b : 1, c : 1, d : 29; };",
        body: "__shared__ F s[32];\n\
               F *out = (F *)g;\n\
               s[t].a = 1;\n\
               s[t].c = 1;\n\
               __syncthreads();\n\
               out[t] = s[31 - t];\n\
               __syncthreads();\n\
               o[t] = out[31 - t].a + out[31 - t].c * 2 + (WRONG ? out[t].b : 0);",
        gives: |_| 3,
    },
    Case {
        name: "fields_of_a_wide_word",
        before: "struct L { unsigned long long a : 30, b : 21, c : 13; };",
        body: "__shared__ L s[32];\n\
               L *out = (L *)g, none;\n\
               s[t].a = in[t];\n\
               s[t].b = in[t] * 8;\n\
               none.a = 3; none.c = 1;\n\
               __syncthreads();\n\
               out[t] = t < n ? s[31 - t] : none;\n\
               if (t < n) out[t].b += 2;\n\
               __syncthreads();\n\
               o[t] = (int)out[t].a + (t < n ? (int)out[t].b : (int)out[t].c) + (WRONG && t == 7 ? (int)out[t].c : 0);",
        gives: |t| if t < 20 { 9 * (31 - t) + 2 } else { 4 },
    },
    Case {
        // Nobody looks at where it is stored: it is told there.
        name: "a_field_that_nobody_sets",
        before: "struct F { unsigned a : 3, b : 5, c : 12; };",
        body: "__shared__ F s[32];\n\
               s[t].a = in[t];\n\
               s[t].c = in[t];\n\
               __syncthreads();\n\
               g[t] = WRONG ? s[31 - t].b : s[31 - t].c;\n\
               o[t] = s[31 - t].a;",
        gives: |t| (31 - t) & 7,
    },
    Case {
        name: "a_shift_of_what_nobody_sets",
        before: "",
        body: "__shared__ unsigned s[32];\n\
               if (t < n) s[t] = in[t];\n\
               __syncthreads();\n\
               if (t < n + WRONG) g[t] = s[t] << 2;\n\
               o[t] = t;",
        gives: |t| t,
    },
    Case {
        name: "a_scalar_that_nobody_sets",
        before: "",
        body: "__shared__ int s;\n\
               if (t == 0 && n > 30 * WRONG) s = in[n];\n\
               __syncthreads();\n\
               o[t] = s;",
        gives: |_| 20,
    },
];

struct Compiler {
    name: &'static str,
    needs: &'static [Tool],
    compile: fn(&Path, &[String]) -> Result<String, optx_judge::ToolError>,
}

const COMPILERS: &[Compiler] = &[
    Compiler { name: "nvrtc", needs: &[Tool::Nvrtc], compile: suite::nvrtc },
    Compiler { name: "clang", needs: clang::NEEDS, compile: suite::clang },
    Compiler { name: "O0", needs: &[], compile: |p, o| suite::optx(p, o, "-O0", "80") },
    Compiler { name: "O1", needs: &[], compile: |p, o| suite::optx(p, o, "-O1", "80") },
    Compiler { name: "O2", needs: &[], compile: |p, o| suite::optx(p, o, "-O2", "80") },
    Compiler { name: "O3", needs: &[], compile: |p, o| suite::optx(p, o, "-O3", "80") },
];

fn main() {
    let mut list = Vec::new();
    for case in CASES {
        for compiler in COMPILERS {
            let name = format!("{}/{}", case.name, compiler.name);
            list.push(trials::trial(name, compiler.needs, || {
                check(case, compiler).map_err(Failed::from)
            }));
        }
    }
    trials::run(list);
}

/// The PTX of a case, right or wrong.
fn ptx(case: &Case, compiler: &Compiler, wrong: bool) -> Result<String, String> {
    let source = format!(
        "{}\nextern \"C\" __global__ void k(int *o, const int *in, int n) {{\nint t = threadIdx.x, *g = o + 64;\n{}\n}}\n",
        case.before, case.body
    );
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = folder.path().join("k.cu");
    std::fs::write(&path, source).map_err(|e| e.to_string())?;
    let option = format!("-DWRONG={}", u8::from(wrong));
    (compiler.compile)(&path, &[option]).map_err(|e| e.to_string())
}

/// What the kernel leaves in the first words, all of which the host looks at.
fn run(ptx: &str, config: LaunchConfig) -> Result<Vec<i32>, RunError> {
    let module = Module::load(ptx).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let mut device = Device::new();
    let o = device.alloc(BYTES, "o")?;
    let numbers: Vec<u8> = (0..3 * THREADS).flat_map(i32::to_le_bytes).collect();
    let input = device.alloc(numbers.len() as u64, "in")?;
    device.write(input, &numbers)?;
    let pointers = [o.0.to_le_bytes().to_vec(), input.0.to_le_bytes().to_vec()];
    let args = [&pointers[..], &[20i32.to_le_bytes().to_vec()]].concat();
    launch(&mut device, &module, "k", &config, &args)?;
    if let Some(unknown) = device.unknown(o, 4 * THREADS as u64, 4)?.first() {
        let message = unknown.origin.as_deref().unwrap_or_default().to_owned();
        return Err(RunError { kind: RunErrorKind::Uninitialised, message, place: Box::default() });
    }
    let bytes = device.read(o, 4 * THREADS as u64)?;
    Ok(bytes.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
}

fn check(case: &Case, compiler: &Compiler) -> Result<(), String> {
    let (right, wrong) = (ptx(case, compiler, false)?, ptx(case, compiler, true)?);
    let wanted: Vec<i32> = (0..THREADS).map(case.gives).collect();
    for (name, schedule) in SCHEDULES {
        let config =
            LaunchConfig { block: [THREADS as u32, 1, 1], schedule, ..LaunchConfig::default() };
        let got = run(&right, config.clone()).map_err(|e| format!("{name}: {e}\n{right}"))?;
        if got != wanted {
            return Err(format!("{name}: {got:?}, not {wanted:?}\n{right}"));
        }
        match run(&wrong, config) {
            Err(e) if e.kind == RunErrorKind::Uninitialised && e.message.contains("memory at") => {}
            other => return Err(format!("{name}: the mistake is not told: {other:?}\n{wrong}")),
        }
    }
    Ok(())
}
