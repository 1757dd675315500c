//! Host code that launches much, and pragmas of warnings: each launch, variable and pragma may be looked at so often, and not once for each other.

use super::{Expect, kernel};

/// `count` lines, with the number for `@`.
fn lines(count: usize, line: &str) -> String {
    (0..count).map(|k| line.replace('@', &k.to_string()) + "\n").collect()
}

/// A kernel `k`, a kernel template `t`, and a host function with a body.
fn host(body: &str) -> String {
    kernel("o[0] = a;")
        + "template <class T> __global__ void t(T *o, int n) { o[0] = n; }\nvoid h(int *p, int n) {\n"
        + body
        + "}\n"
}

/// Name, what must become of it, and the text.
pub(super) fn all() -> Vec<(&'static str, Expect, String)> {
    let compiles = Expect::CompilesWithin;
    vec![
        (
            "launches in one host function, 20 k of them",
            compiles,
            host(&lines(20_000, "k<<<1, 32>>>(p, n, n);")),
        ),
        (
            "launches of what is nowhere, 20 k of them",
            Expect::RefusedSomehow,
            host(&lines(20_000, "nowhere@<<<1, 32>>>(p);")),
        ),
        (
            "launches with a named block, 20 k of them",
            compiles,
            host(&("dim3 block(32, 32);".to_owned() + &lines(20_000, "k<<<1, block>>>(p, n, n);"))),
        ),
        (
            "launches with blocks of their own, 10 k of them",
            compiles,
            host(&lines(10_000, "dim3 b@(32, 32); k<<<1, b@>>>(p, n, n);")),
        ),
        (
            "launches with variables of their own, 10 k of them",
            compiles,
            host(&lines(10_000, "int v@ = n; k<<<1, 32>>>(p, v@, n);")),
        ),
        (
            "launches of a template with variables of their own, 10 k of them",
            compiles,
            host(&lines(10_000, "int v@ = n; t<<<1, 32>>>(p, v@);")),
        ),
        (
            "launches joined by commas, 10 k of them",
            compiles,
            host(&(lines(10_000, "int v@ = n;") + &lines(10_000, "t<<<1, 32>>>(p, v@),") + "0;\n")),
        ),
        (
            "launches in 20 k host functions",
            compiles,
            host("") + &lines(20_000, "void h@(int *p, int n) { k<<<1, 32>>>(p, n, n); }"),
        ),
        (
            "launches in 10 k host templates",
            compiles,
            host(&lines(10_000, "r@(p);")).replace(
                "void h(",
                &(lines(10_000, "template <class T> void r@(T *p) { t<<<1, 32>>>(p, 3); }")
                    + "void h("),
            ),
        ),
        (
            "launches that ask for shared memory, 20 k of them",
            compiles,
            host(
                &(lines(20_000, "k<<<1, 32, 50000>>>(p, n, n);")
                    + "cudaFuncSetAttribute(k, 1, 50000);\n"),
            ),
        ),
        (
            "pragmas of warnings, 100 k of them, and 2 k warnings",
            compiles,
            lines(50_000, "#pragma nv_diag_push\n#pragma nv_diag_suppress 1")
                + &kernel(&(lines(2_000, "int u@;") + "o[0] = a;")),
        ),
    ]
}
