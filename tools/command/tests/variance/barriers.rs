//! Barriers that only some threads of a block reach: told whatever the barrier itself promises, and a warning where two threads of every block
//! are shown to disagree.
//!
//! What is right follows from CUDA: `__syncthreads` stands where all threads of the block come that have not left the kernel.

use super::{Source, optx, text_of};
use serde_json::Value;

/// The one barrier of a kernel with this body; `x` and `n` are parameters, `t` the index.
fn barrier(body: &str, more: &[&str]) -> Value {
    let document = source(body).json(more);
    let list = document["kernels"][0]["barriers"].as_array().expect("a list").clone();
    assert_eq!(list.len(), 1, "{body}");
    list[0].clone()
}

fn source(body: &str) -> Source {
    Source::new(&format!(
        "__global__ void k(float *x, int n, volatile int *flag) {{ __shared__ float p[256]; int t = threadIdx.x;\n{body}\n}}\n"
    ))
}

/// Whether `optx compile` warns of a barrier.
fn warns(body: &str, more: &[&str]) -> bool {
    let source = source(body);
    let out = source.1.replace("k.cu", "k.ptx");
    let run = optx(&[&["compile", &source.1, "-o", &out][..], more].concat());
    assert!(run.status.success(), "{body}: {}", text_of(&run.stderr));
    let levels = ["-O0", "-O1"];
    let told = text_of(&run.stderr);
    for level in levels {
        let run = optx(&[&["compile", &source.1, "-o", &out, level][..], more].concat());
        assert_eq!(text_of(&run.stderr), told, "{body}: the same words at every level");
    }
    told.contains("warning[W0026]")
}

#[test]
fn barriers_that_only_some_may_reach_are_told() {
    for body in [
        "if (t & 1) __syncthreads(); x[t] = 1;",
        "if (x[t] > 0) __syncthreads(); x[t] = 1;",
        "float v = x[t]; while (v > 1e-3f) { v *= 0.5f; __syncthreads(); } x[t] = v;",
        "if (t % 32 == 0) __syncthreads(); x[t] = 1;",
        "bool in = t < n && x[0] > 0; if (in) __syncthreads(); x[t] = 1;",
        // Who stays away has not left when the others wait.
        "if (t < n) { p[t] = x[t]; __syncthreads(); x[t] = p[255 - t]; }",
        "if (t < n) { p[t] = x[t]; __syncthreads(); x[t] = p[255 - t]; } return;",
        "if (t >= n) goto end; __syncthreads(); x[t] = 1; end: ;",
        "for (int i = t; i < n; i += blockDim.x) { p[i] = x[i]; __syncthreads(); }",
        "for (int i = 0; i < n; i++) { if (x[i + t] > 1) break; __syncthreads(); } x[t] = 1;",
        "for (int i = 0; i < n; i++) { if (x[i + t] > 1) continue; __syncthreads(); } x[t] = 1;",
        "for (int s = blockDim.x / 2; s > 0; s /= 2) if (t < s) { p[t] += p[t + s]; __syncthreads(); }",
        "switch (t & 3) { case 0: x[t] = 2; break; case 1: __syncthreads(); default: x[t] = 3; }",
        "x[t] = t > n ? __syncthreads_count(n) : 0;",
        "int v = atomicAdd((int *)x, 1); if (v == 0) __syncthreads(); x[t] = 1;",
        "if (__shfl_sync(~0u, n, 0)) if (clock() & 1) __syncthreads(); x[t] = 1;",
        // A volatile word may be another for each thread.
        "if (flag[0]) __syncthreads(); x[t] = 1;",
        "do { x[t] += 1; __syncthreads(); } while (x[t] < n);",
        // Behind the loop comes another, and behind that nothing.
        "do { x[t] += 1; __syncthreads(); } while (x[t] < n); do x[t] -= 2; while (x[t] > 0);",
        "for (int j = 0; j < n; j++) { do { x[t] += 1; __syncthreads(); } while (x[t] < n); do x[t] -= 2; while (x[t] > 0); }",
        // Who goes round for ever has not left, and does not come.
        "if (t < 5) for (;;) flag[0] = 1; __syncthreads(); x[t] = 1;",
        "if (x[t] > 1) while (1) flag[0] = flag[1] + 1; __syncthreads(); x[t] = 1;",
        "for (int i = 0; i < n; i++) if (i == t) for (;;) flag[0] = 1; __syncthreads(); x[t] = 1;",
        "for (;;) { if (flag[t] == 2) for (;;) flag[1] = 3; __syncthreads(); }",
    ] {
        let found = barrier(body, &[]);
        assert_eq!(found["may_be_reached_by_some"], true, "{body}");
        assert!(found["why"].as_array().is_some_and(|why| !why.is_empty()), "{body}: no cause");
        let listing = source(body).text(&[]);
        assert!(
            listing.contains("only some threads of the block may reach it"),
            "{body}: {listing}"
        );
        assert!(
            listing.contains("1 of 1 barriers may be reached by only some"),
            "{body}: {listing}"
        );
    }
}

#[test]
fn barriers_that_all_reach_are_not() {
    for body in [
        "__syncthreads(); x[t] = 1;",
        "if (blockIdx.x < n) __syncthreads(); x[t] = 1;",
        "for (int i = 0; i < n; i += blockDim.x) __syncthreads(); x[t] = 1;",
        "for (int i = t; i < n; i += blockDim.x) x[i] = 1; __syncthreads(); x[t] = p[t];",
        "if (t & 1) p[t] = x[t]; else p[t] = 0; __syncthreads(); x[t] = p[t ^ 1];",
        "for (int s = blockDim.x / 2; s > 0; s /= 2) { if (t < s) p[t] += p[t + s]; __syncthreads(); }",
        "if (__syncthreads_or(x[t] > 1)) x[t] = 1;",
        "int i = 0; do { i++; x[t] = i; __syncthreads(); } while (i < n);",
        // Behind the barrier comes a loop, and behind that nothing.
        "do x[t] += 1; while (x[t] < n); __syncthreads(); do x[t] -= 2; while (x[t] > 0);",
        "do x[t] += 1; while (x[t] < n); do { x[t] -= 2; __syncthreads(); } while (x[n] > 0);",
        "while (x[n] > 0) { __syncthreads(); if (t == 0) x[n] -= 1; __syncthreads(); break; }",
        // All go round for ever, or may come out again, or come to the barrier in each round.
        "if (n > 5) for (;;) flag[0] = 1; __syncthreads(); x[t] = 1;",
        "if (t < 5) while (flag[0] == 0) ; __syncthreads(); x[t] = 1;",
        "for (;;) { if (t < 5) flag[0] = 1; __syncthreads(); }",
        "for (;;) { if (n > 5) __trap(); if (t < 5) x[t] = 1; __syncthreads(); }",
    ] {
        let document = source(body).json(&[]);
        for found in document["kernels"][0]["barriers"].as_array().expect("a list") {
            assert_eq!(found["may_be_reached_by_some"], false, "{body}");
            assert_eq!(found["exits"], Value::Array(Vec::new()), "{body}");
        }
        assert!(!source(body).text(&[]).contains("may reach it"), "{body}");
        assert!(!warns(body, &[]), "{body}");
    }
}

/// Who left the kernel is not waited for: a note, with the condition.
#[test]
fn exits_are_told_apart() {
    for (body, exits) in [
        ("if (t >= n) return; __syncthreads(); x[t] = 1;", &["t >= n"][..]),
        ("if (t >= n) { x[n] = 1; return; } __syncthreads(); x[t] = 1;", &["t >= n"]),
        (
            "for (int i = 0; i < 9; i++) { if (x[i + t] < 0) return; __syncthreads(); }",
            &["x[i + t] < 0"],
        ),
        ("if (n < 3) return; __syncthreads(); x[t] = 1;", &[]),
        (
            "if (t > n) return; if (x[t] > 0) return; __syncthreads(); x[t] = 1;",
            &["x[t] > 0", "t > n"],
        ),
    ] {
        let found = barrier(body, &[]);
        assert_eq!(found["may_be_reached_by_some"], false, "{body}");
        let told: Vec<&str> = found["exits"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|e| e["text"].as_str())
            .collect();
        assert_eq!(told, exits, "{body}");
        let listing = source(body).text(&[]);
        assert_eq!(
            listing.contains("note: threads that left the kernel do not come"),
            !exits.is_empty()
        );
        assert!(!warns(body, &[]), "{body}");
    }
}

/// By default where two threads that every block has disagree, in a named shape where two of it do; never where a shape that is allowed is right.
#[test]
fn what_is_shown_to_go_wrong_is_a_warning() {
    let of_256 = ["--block-dim=256"];
    for (body, always, in_256) in [
        ("if (t & 1) __syncthreads(); x[t] = 1;", true, true),
        ("if (t == 0) __syncthreads(); x[t] = 1;", true, true),
        ("if (t != 0) { p[t] = 1; __syncthreads(); } x[t] = p[t];", true, true),
        ("if (t % 32 == 0) __syncthreads(); x[t] = 1;", true, true),
        ("if (t % 32 == 0 && n > 3) __syncthreads(); x[t] = 1;", true, true),
        ("if (n > 3) { if (t < 1) __syncthreads(); } x[t] = 1;", true, true),
        ("if (t < blockDim.x / 2) __syncthreads(); x[t] = 1;", true, true),
        ("if (t == blockDim.x - 1) __syncthreads(); x[t] = 1;", true, true),
        (
            "if (t & 1) { p[t] = 1; __syncthreads(); } else { p[t] = 2; __syncthreads(); } x[t] = p[0];",
            true,
            true,
        ),
        // Blocks of 16 are right, of 256 not.
        ("if (t < 16) __syncthreads(); x[t] = 1;", false, true),
        ("if (t < 255) __syncthreads(); x[t] = 1;", false, true),
        ("if (t == 100) __syncthreads(); x[t] = 1;", false, true),
        // And the other way round.
        ("if (t < 256) __syncthreads(); x[t] = 1;", false, false),
        ("if (t >= 256) __syncthreads(); x[t] = 1;", false, false),
        // It hangs on what is not known.
        ("if (t < n) __syncthreads(); x[t] = 1;", false, false),
        ("if (x[t] > 0) __syncthreads(); x[t] = 1;", false, false),
        // The first thread alone is left.
        ("if (t >= 1) return; if (t == 0) __syncthreads(); x[t] = 1;", false, false),
        ("if (t > 0) return; __syncthreads(); x[t] = 1;", false, false),
        // Nobody comes.
        ("if (t & 1) if (!(t & 1)) __syncthreads(); x[t] = 1;", false, false),
        // Nobody comes, as far as ranges tell.
        ("if (n * 2 == 7) { if (t == 0) __syncthreads(); } x[t] = 1;", false, false),
        ("if (gridDim.x == 0) { if (t == 0) __syncthreads(); } x[t] = 1;", false, false),
        ("if ((n & 3) > 3) { if (t == 0) __syncthreads(); } x[t] = 1;", false, false),
        // Who may have left is not waited for: by what is not known, or is computed in another way than by integers.
        ("if (t >= n) return; if (t & 1) __syncthreads(); x[t] = 1;", false, false),
        ("if (t > n) return; if (t == 0) __syncthreads(); x[t] = 1;", false, false),
        ("if (x[t] > 0) return; if (t == 0) __syncthreads(); x[t] = 1;", false, false),
        ("if (__popc(t) > 0) return; if (t == 0) __syncthreads(); x[t] = 1;", false, false),
        (
            "float f = t >> 1; if (f < 1.f) return; if (t > 1) __syncthreads(); x[t] = 1;",
            false,
            false,
        ),
        ("if (t > 63) return; if (t & 1) __syncthreads(); x[t] = 1;", true, true),
        ("if (t == 0) __syncthreads(); else asm volatile(\"exit;\");", false, false),
        ("if (t == 0) __syncthreads(); else asm volatile(\"{ ret; }\");", false, false),
        // What floats decide.
        ("float f = 1.0f; if (f > 2.0f) { if (t & 1) __syncthreads(); } x[t] = 1;", false, false),
        ("if ((float)(t >> 1) < -1.f) __syncthreads(); x[t] = 1;", false, false),
        ("if ((float)t < 1.f) __syncthreads(); x[t] = 1;", true, true),
        // Parts that contradict each other.
        ("if (n > 5 && n < 3) { if (t & 1) __syncthreads(); } x[t] = 1;", false, false),
        // No value is left for the arm, or the kernel ends before.
        (
            "if (t == 0) switch (n & 1) { case 0: x[0] = 1; break; case 1: x[1] = 2; break; default: __syncthreads(); } x[t] = 1;",
            false,
            false,
        ),
        (
            "if (t == 0) switch (n & 1) { case 0: x[0] = 1; break; case 2: x[1] = 2; break; default: __syncthreads(); } x[t] = 1;",
            true,
            true,
        ),
        ("if (t == 0) { if (n > 3) if (n < 3) __syncthreads(); } x[t] = 1;", false, false),
        ("if (t == 0) { __trap(); __syncthreads(); } x[t] = 1;", false, false),
        ("if (t == 0) { assert(0); __syncthreads(); } x[t] = 1;", false, false),
        ("if (t == 0) { __syncthreads(); __trap(); } x[t] = 1;", true, true),
        ("if (t == 0) { assert(n > 3); __syncthreads(); } x[t] = 1;", true, true),
        ("if (t == 0) { __syncthreads(); } else { x[t] = 1; __trap(); }", false, false),
        ("if (t == 0) { __syncthreads(); } else { x[t] = 1; if (n > 3) __trap(); }", true, true),
        // All come, by two ways.
        ("if (t & 1) x[t] = 2; else x[t] = 3; __syncthreads(); x[t] = 1;", false, false),
    ] {
        assert_eq!(warns(body, &[]), always, "{body}");
        assert_eq!(warns(body, &of_256), in_256, "{body} in blocks of 256");
        assert_eq!(source(body).text(&[]).contains("WARNING"), always, "{body}");
    }
    // Where rows are read either extent may be 1.
    let rows = "int j = threadIdx.y; if (j == 0) __syncthreads(); x[t] = 1;";
    assert!(!warns(rows, &[]));
    assert!(warns(rows, &["--block-dim=16,16"]));
    assert!(!warns(rows, &["--block-dim=256,1"]));
    // A block of one thread waits for nobody.
    assert!(!warns("if (t == 0) __syncthreads(); x[t] = 1;", &["--block-dim=1"]));
}

/// Values are what they are without the promise; what it adds stands beside, with the barrier.
#[test]
fn what_holds_by_a_promise_stands_beside() {
    let source = Source::new(
        "__global__ void k(int *x, volatile int *flag) {
    int v = 1;
    if (flag[0]) {
        v = 2;
        __syncthreads();
    }
    int w = v;
    x[threadIdx.x] = w;
}
",
    );
    let document = source.json(&[]);
    let found = super::at(&document, "k", (7, "assign", "w"))[0];
    assert_eq!(
        (&found["value"]["block_uniform"], &found["value"]["trusted"]),
        (&Value::Bool(false), &Value::Bool(false))
    );
    let beside = &found["if_reached"];
    assert_eq!(
        (&beside["value"]["block_uniform"], &beside["value"]["trusted"]),
        (&Value::Bool(true), &Value::Bool(true))
    );
    assert_eq!(beside["barriers"][0]["line"], 5);
    let inside = super::at(&document, "k", (4, "assign", "v"))[0];
    assert_eq!((&inside["control"], &inside["if_reached"]["control"]), (&"xyz".into(), &"".into()));
    let listing = source.text(&[]);
    let line = |words: &str| listing.lines().any(|line| line.ends_with(words));
    assert!(
        line("w: varies (xyz); uniform if all threads reach the barrier in line 5")
            || line("w: uniform if all threads reach the barrier in line 5"),
        "{listing}"
    );
    assert!(line("all threads run it, if all threads reach the barrier in line 5"), "{listing}");
    // A promise that is shown to be broken adds nothing.
    let broken = Source::new(
        "__global__ void k(int *x) { int v = 1; if (threadIdx.x & 1) { v = 2; __syncthreads(); } x[threadIdx.x] = v; }",
    );
    assert!(!broken.text(&[]).contains("if all threads reach"));
}

/// A launch file's shapes are those that blocks have: each launch of the kernel has to go wrong.
#[test]
fn launch_files_say_which_shapes_are_meant() {
    let source = source("if (t < 100) __syncthreads(); x[t] = 1;");
    let told = |blocks: &[&str]| {
        let launches: String = blocks
            .iter()
            .map(|block| format!("[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = {block}\nargs = [\"&x\", {{ i32 = 3 }}, \"&x\"]\n"))
            .collect();
        let path = source.1.replace("k.cu", "k.launch.toml");
        let text =
            format!("source = \"k.cu\"\n[buffers.x]\ntype = \"f32\"\nlength = 300\n{launches}");
        std::fs::write(&path, text).expect("a launch file");
        let listing = source.text(&["--launch", &path]);
        let run = optx(&["run", &source.1, "--device=emulator"]);
        let warns = text_of(&run.stderr).contains("warning[W0026]");
        assert_eq!(listing.contains("WARNING"), warns, "{blocks:?}: {listing}");
        warns
    };
    assert!(told(&["[256]"]));
    assert!(told(&["[256]", "[128, 1, 1]"]));
    assert!(!told(&["[100]"]));
    assert!(!told(&["[256]", "[64]"]));
    assert!(!source.text(&[]).contains("WARNING"));
}

/// Barriers in other words: of cooperative groups, in functions that are called out of line, in inline PTX.
#[test]
fn barriers_in_other_words() {
    let head = "#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ __noinline__ void meets() { __syncthreads(); }
__device__ __noinline__ void calls(int n) { if (n > 2) meets(); }
__device__ __noinline__ int counts(int n) { return __syncthreads_count(n); }
";
    for (body, some) in [
        ("if (t == 0) cg::this_thread_block().sync();", true),
        ("cg::this_thread_block().sync();", false),
        ("cg::thread_block b = cg::this_thread_block(); if (x[t] > 1) b.sync();", true),
        ("cg::thread_block b = cg::this_thread_block(); if (n > 1) cg::sync(b);", false),
        ("if (t == 0) meets();", true),
        ("meets();", false),
        ("if (t == 0) calls(n);", true),
        ("for (int i = 0; i < t; i++) meets();", true),
        ("for (int i = 0; i < n; i++) meets();", false),
        ("if (x[t] > 2) x[t] = counts(n);", true),
        ("if (t == 0) asm volatile(\"bar.sync 0;\" ::: \"memory\");", true),
        ("if (t == 0) asm volatile(\"{ barrier.sync.aligned 1; }\" ::: \"memory\");", true),
        ("asm volatile(\"bar.sync 0;\" ::: \"memory\");", false),
        ("if (t == 0) asm volatile(\"L: bar.sync 0;\");", true),
        ("if (t == 0) asm volatile(\"bar  .sync 0;\");", true),
        // What guards it stands within the text, or which one it is.
        (
            "asm volatile(\"{ .reg .pred q; setp.lt.s32 q, %0, 16; @q bar.sync 0; }\" :: \"r\"(t));",
            true,
        ),
        (
            "asm volatile(\"{ .reg .pred q; setp.lt.s32 q, %0, 16; @q bar.sync 0; }\" :: \"r\"(n));",
            false,
        ),
        ("asm volatile(\"bar.sync %0;\" :: \"r\"((int)(t > 31)));", true),
        ("asm volatile(\"bar.sync %0;\" :: \"r\"(n & 1));", false),
        // Those that it counts meet there.
        ("if (t < 32) asm volatile(\"bar.sync 1, 32;\" ::: \"memory\");", false),
        (
            "if (t < 32) asm volatile(\"bar.arrive 1, 64;\" ::: \"memory\"); else asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");",
            false,
        ),
        // Those that stay away wait at the other one.
        ("if (t < 32) { __syncthreads(); x[t] = 1; return; } __syncthreads();", true),
        (
            "if (t & 1) { __syncthreads(); return; } for (int i = 0; i < n; i++) __syncthreads();",
            true,
        ),
    ] {
        let source = Source::new(&format!(
            "{head}__global__ void k(float *x, int n) {{ int t = threadIdx.x;\n{body}\nx[t] += 1; }}\n"
        ));
        let document = source.json(&[]);
        let list = document["kernels"][0]["barriers"].as_array().expect("a list");
        let told = list.iter().any(|barrier| barrier["may_be_reached_by_some"] == true);
        assert_eq!(told, some, "{body}: {list:#?}");
        assert!(list.iter().all(|barrier| barrier["line"] == 7), "{body}: {list:#?}");
        let listing = source.text(&[]);
        assert_eq!(listing.contains("may reach it"), some, "{body}: {listing}");
        let run = optx(&["compile", &source.1, "-o", &source.1.replace("k.cu", "k.ptx")]);
        let quiet = body.contains("@q") || body.contains("%0");
        assert!(!quiet || !text_of(&run.stderr).contains("W0026"), "{body}");
        if body.starts_with("if (t == 0)") {
            let run = optx(&["compile", &source.1, "-o", &source.1.replace("k.cu", "k.ptx")]);
            let warned = text_of(&run.stderr);
            assert!(
                warned.contains("warning[W0026]") && warned.contains("k.cu:7:"),
                "{body}: {warned}"
            );
        }
    }
}
