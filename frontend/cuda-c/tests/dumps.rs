//! `--emit=tokens` and `--emit=ast`.

use optx_frontend::{FrontendOptions, dump_ast, dump_tokens};
use optx_source::{Diagnostics, SourceMap};

fn ast(source: &str) -> String {
    let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
    let text = dump_ast("t.cu", source, &FrontendOptions::default(), &mut sm, &mut diags);
    assert!(diags.is_empty(), "{:?}", diags.list());
    text
}

#[test]
fn tokens() {
    let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
    let source = "#define N 4\nint a[N];\n#pragma unroll N\n";
    let text = dump_tokens("t.cu", source, &FrontendOptions::default(), &mut sm, &mut diags);
    assert_eq!(
        text,
        "t.cu:2:1 int\nt.cu:2:5 a\nt.cu:2:6 [\nt.cu:2:7 4\nt.cu:2:8 ]\nt.cu:2:9 ;\n\
         t.cu:3:9 #pragma unroll\nt.cu:3:16 4\nt.cu:3:9 #pragma end\n"
    );
}

#[test]
fn declarations() {
    assert_eq!(
        ast("__device__ int *const a[3], (*b)[4], c = 1 + 2 * 3;"),
        "(declare __device__ (a (array const (ptr int) 3)) (b (ptr (array int 4))) (c int = (+ 1 (* 2 3))))\n"
    );
    assert_eq!(
        ast("struct S { int a : 3; S *next; };"),
        "(declare (struct S\n  (declare (a int bits 3))\n  (declare (next (ptr S)))))\n"
    );
}

#[test]
fn statements() {
    assert_eq!(
        ast(
            "__global__ void k(float *o, int n = 2) { if (n) o[0] = -1.5f; else if (n > 2) return; for (int i = 0; ; i++) break; }"
        ),
        "(declare __global__ (k (function void (o (ptr float)) (n int = 2)))\n  (block\n    \
         (if n\n      (= ([] o 0) (- 1.5f)) (> n 2)\n      (return))\n    \
         (for (declare (i int = 0)) () (post++ i)\n      (break))))\n"
    );
}

#[test]
fn casts_and_types_that_are_names() {
    assert_eq!(
        ast(
            "typedef float T; __global__ void k(T *p) { T(*q) = p[(int)1]; int T = 2; p[T * 1] = (T) + 1; }"
        ),
        "(declare typedef (T float))\n(declare __global__ (k (function void (p (ptr T))))\n  (block\n    \
         (declare (q (ptr T) = ([] p (cast int 1))))\n    (declare (T int = 2))\n    \
         (= ([] p (* T 1)) (+ T 1))))\n"
    );
}

#[test]
fn long_sums_are_printed() {
    let text = ast(&format!("__device__ int a = {};", vec!["1"; 50_000].join(" + ")));
    assert!(text.ends_with("1)))\n"));
}
