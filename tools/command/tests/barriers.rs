//! Textbook mistakes with barriers, as `optx run` tells them, and right kernels, of which it says nothing: compiled with
//! -O0 and -O3, in lock-step and adversarial schedules. What is right and wrong is CUDA's word, worked out by hand.

use std::process::{Command, Output};

/// What a run must say.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Said {
    /// A fault of the barrier, exit status 4.
    Told,
    /// Exit status 0 and a note.
    Noted,
    /// Exit status 0 and no word.
    Nothing,
}
use Said::{Noted, Nothing, Told};

/// Kernels of `x`, 0, 1, 2, ..., and `n`, 40, in 2 blocks of 64 threads; `t` is the thread, `s` shared memory.
const KERNELS: &[(&str, Said, &str)] = &[
    ("odd", Told, "if (t & 1) __syncthreads(); x[t] = 1;"),
    ("by_data", Told, "if (x[t] > 3) __syncthreads(); x[t] = 1;"),
    ("by_warp", Told, "if (t < 32) __syncthreads(); x[t] = 1;"),
    ("one_thread", Told, "if (t == 0) __syncthreads(); x[t] = 1;"),
    ("all_but_one", Told, "if (t != 63) __syncthreads(); x[t] = 1;"),
    ("in_range", Told, "if (t < n) { s[t] = x[t]; __syncthreads(); x[t] = s[t ^ 1]; } x[t] += 1;"),
    ("counted_all", Told, "int c = 0; if (t < n) c = __syncthreads_count(t & 1); x[t] = c;"),
    ("any", Told, "int c = 1; if (t > n) c = __syncthreads_or(t == 50); x[t] = c;"),
    (
        "data_rounds",
        Told,
        "float v = x[t]; while (v > 1e-3f) { v *= 0.5f; __syncthreads(); } x[t] = v;",
    ),
    ("own_rounds", Told, "for (int i = 0; i < t; i++) __syncthreads(); x[t] = 1;"),
    ("do_rounds", Told, "int i = t; do { i >>= 1; __syncthreads(); } while (i); x[t] = 1;"),
    ("ragged", Told, "for (int i = t; i < 100; i += 64) { x[t] += 1; __syncthreads(); } x[t] = 1;"),
    (
        "leaves_loop",
        Told,
        "for (int i = 0; i < 8; i++) { if (x[t] < i) break; __syncthreads(); } x[t] = 1;",
    ),
    (
        "skips_rounds",
        Told,
        "for (int i = 0; i < 8; i++) { if (i == t % 7) __syncthreads(); x[t] += 1; }",
    ),
    (
        "later_warp",
        Told,
        "for (int i = 0; i < 8; i++) { if (i == 3 && t >= 32) __syncthreads(); x[t] += 1; }",
    ),
    (
        "inner",
        Told,
        "for (int k = 0; k < 3; k++) { for (int i = 0; i < (t & 3); i++) __syncthreads(); x[t] += 1; }",
    ),
    (
        "cases",
        Told,
        "switch (t & 3) { case 1: __syncthreads(); break; case 2: x[t] = 2; break; } x[t] += 1;",
    ),
    ("either", Told, "if (t & 1) __syncthreads(); else __syncthreads(); x[t] = 1;"),
    ("short_circuit", Told, "if (t < n && __syncthreads_or(x[t] > 2)) x[t] = 5; x[t] += 1;"),
    ("in_function", Told, "x[t] = part(t, n); x[t] += 1;"),
    (
        "behind_another",
        Told,
        "__syncthreads(); if (x[t] > 7) __syncthreads(); x[t] = 1; __syncthreads();",
    ),
    ("half_a_warp", Told, "if (t % 32 < 16) asm volatile(\"bar.sync 1, 64;\"); x[t] = 1;"),
    ("early", Noted, "if (t >= n) return; __syncthreads(); x[t] = 1;"),
    (
        "early_loop",
        Noted,
        "if (t >= n) return; for (int i = 0; i < 3; i++) __syncthreads(); x[t] = 1;",
    ),
    ("stay_away", Noted, "if (t < n) { s[t] = x[t]; __syncthreads(); x[t] = s[t]; }"),
    ("by_block", Nothing, "if (blockIdx.x < 1) __syncthreads(); x[t] = 1;"),
    ("by_argument", Nothing, "if (n > 3) __syncthreads(); x[t] = 1;"),
    ("counted", Nothing, "for (int i = 0; i < n; i += blockDim.x) __syncthreads(); x[t] = 1;"),
    (
        "every_fourth",
        Nothing,
        "for (int i = 0; i < n; i++) { if (i % 4 == 0) __syncthreads(); x[t] += 1; }",
    ),
    (
        "tree",
        Nothing,
        "s[t] = x[t]; __syncthreads(); for (int d = 32; d; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); } x[t] = s[0];",
    ),
    (
        "agreed",
        Nothing,
        "int go; do { x[t] += 1; go = __syncthreads_or(x[t] < 70); } while (go); x[t] = 1;",
    ),
    (
        "tiles",
        Nothing,
        "float v = 0; for (int k = 0; k < n; k += 8) { s[t] = k + t < n ? x[k + t] : 0; __syncthreads(); for (int j = 0; j < (t & 7); j++) v += s[j]; __syncthreads(); } x[t] = v;",
    ),
    (
        "range_inside",
        Nothing,
        "if (t < n) s[t] = x[t]; __syncthreads(); if (t < n) x[t] = s[n - 1 - t];",
    ),
    ("whole_block_leaves", Nothing, "if (blockIdx.x == 1) return; __syncthreads(); x[t] = 1;"),
    ("leave_behind", Nothing, "__syncthreads(); if (t >= n) return; x[t] = 1;"),
    ("of_a_warp", Nothing, "if (t & 1) x[t] = 2; __syncwarp(); x[t] += 1;"),
    (
        "specialised",
        Nothing,
        "if (t < 32) { s[t] = x[t]; asm volatile(\"bar.arrive 1, 64;\" ::: \"memory\"); } else { asm volatile(\"bar.sync 1, 64;\" ::: \"memory\"); x[t] = s[t - 32]; } x[t] += 1;",
    ),
    (
        "warps_of_their_own",
        Nothing,
        "if (t < 32) { asm volatile(\"bar.sync 2, 32;\"); x[t] = 1; } __syncthreads(); x[t] += 1;",
    ),
    ("in_function_all", Nothing, "x[t] = part(n - 1, n); x[t] += 1;"),
];

fn optx(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_optx")).args(arguments).output().expect("the command runs")
}

#[test]
fn as_they_are_told() {
    let folder = std::env::temp_dir().join(format!("optx-barriers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let mut source = String::from(
        "__device__ int part(int t, int n) { if (t >= n) return 0; __syncthreads(); return t; }\n",
    );
    for (name, _, body) in KERNELS {
        source += &format!(
            "extern \"C\" __global__ void {name}(float *x, int n) {{ __shared__ float s[64]; int t = threadIdx.x; {body} }}\n"
        );
    }
    let file = folder.join("k.cu");
    std::fs::write(&file, source).expect("a source");
    let file = file.to_string_lossy().into_owned();
    let mut wrong = Vec::new();
    for level in ["-O0", "-O3"] {
        let ptx = folder.join("k.ptx").to_string_lossy().into_owned();
        let compiled = optx(&["compile", &file, level, "-lineinfo", "-o", &ptx]);
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        for (k, (name, said, _)) in KERNELS.iter().enumerate() {
            let launch = folder.join("k.launch.toml");
            let text = format!(
                "ptx = \"k.ptx\"\n[buffers.x]\ntype = \"f32\"\nlength = 128\ninit = \"iota\"\n[[launch]]\nkernel = \"{name}\"\ngrid = [2]\n\
                 block = [64]\nargs = [\"&x\", {{ i32 = 40 }}]\n"
            );
            std::fs::write(&launch, text).expect("a launch file");
            let launch = format!("--launch={}", launch.to_string_lossy());
            for schedule in ["lockstep", "adversarial:1", "adversarial:2"] {
                let schedule = format!("--schedule={schedule}");
                let run =
                    optx(&["run", &ptx, &launch, "--device=emulator", &schedule, "--format=json"]);
                let out = String::from_utf8_lossy(&run.stdout).into_owned();
                let errors = String::from_utf8_lossy(&run.stderr).into_owned();
                let place = format!("k.cu:{})", k + 2);
                let told = errors.contains("barrier misuse")
                    && (errors.contains(&place) || errors.contains("k.cu:1)"));
                let noted = out.contains("threads had left the kernel")
                    && out.contains(&format!("\"line\":{}", k + 2));
                let got = match run.status.code() {
                    Some(4) if told => Some(Told),
                    Some(0) if noted => Some(Noted),
                    Some(0) if out.contains("\"notes\":[]") => Some(Nothing),
                    _ => None,
                };
                if got != Some(*said) {
                    wrong.push(format!(
                        "{name} {level} {schedule}: {got:?}, not {said:?}: {errors}"
                    ));
                }
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
