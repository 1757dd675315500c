//! Pointers and references to functions: what is wrong with them, and calls by such that are decided while the program runs.

use crate::held;

const F: &str = "typedef int (*op)(int, int); __device__ int add(int a, int b) { return a + b; } __device__ int sub(int a, int b) { return a - b; } \
__device__ int f(int x) { return x; } __device__ float f(float x) { return x; } template <class T> __device__ T id(T x) { return x; }";

/// What is not known when the program is compiled is absent, and said so where it is called or changed.
#[test]
fn calls_that_are_decided_later() {
    let given = |rest: &str| format!("{F} {rest}");
    held(&[
        ("E0101", F, "op p = n ? add : sub; o[0] = p(1, 2);"),
        ("E0101", F, "op p = add; if (n) p = sub; o[0] = p(1, 2);"),
        ("E0101", F, "op p; p = add; o[0] = p(1, 2);"),
        ("E0101", F, "op p = add; op *q = &p; o[0] = (*q)(1, 2);"),
        ("E0101", F, "op p = add; op *q = __builtin_addressof(p); o[0] = (*q)(1, 2);"),
        ("", F, "op p = __builtin_addressof(add); o[0] = p(1, 2);"),
        ("E0101", F, "op p = add; op &q = p; q = sub; o[0] = p(1, 2);"),
        ("", F, "op p = add; const op &q = p; o[0] = p(1, 2) + (q == add);"),
        ("E0101", F, "constexpr op t[2] = {add, sub}; o[0] = t[n](1, 2);"),
        ("", F, "constexpr op t[2] = {add, sub}; o[0] = t[1](1, 2);"),
        ("E0101", &given("__device__ op t = add;"), "o[0] = t(1, 2);"),
        ("E0101", &given("__device__ op t[2] = {add, sub};"), "o[0] = t[0](1, 2);"),
        (
            "E0101",
            &given("__device__ op pick(int n) { return n ? add : sub; }"),
            "o[0] = pick(1)(1, 2);",
        ),
        (
            "E0101",
            &given("__device__ int ap(op g) { g = sub; return g(1, 2); }"),
            "o[0] = ap(add);",
        ),
        (
            "E0101",
            &given("__device__ int ap(op g) { return g(1, 2); }"),
            "o[0] = ap(n ? add : sub);",
        ),
        (
            "E0101",
            &given("__device__ int ap(op *g) { return (*g)(1, 2); }"),
            "op p = add; o[0] = ap(&p);",
        ),
        ("E0101", &given("struct S { op g; };"), "S s = {add}; o[0] = s.g(1, 2);"),
        ("E0101", &given("__global__ void by(int *o, op g) { o[0] = g(1, 2); }"), "o[0] = 1;"),
        (
            "E0102",
            &given("__device__ int r(op g, int n) { return n ? r(g, n - 1) : g(n, n); }"),
            "o[0] = r(add, 2);",
        ),
        (
            "E0100",
            &given("__device__ int ap(op g) { static int n = 0; return g(n++, 1); }"),
            "o[0] = ap(add);",
        ),
        (
            "E0100",
            &given("__device__ int ap(op g) { __shared__ int s; s = 1; return g(s, 1); }"),
            "o[0] = ap(add);",
        ),
    ]);
}

/// What no compiler takes.
#[test]
fn wrong_uses_of_functions() {
    held(&[
        ("E0064", F, "op p = add; o[0] = p(1);"),
        ("E0064", F, "op p = add; o[0] = p(1, 2, 3);"),
        ("E0060", F, "op p = f; o[0] = p(1, 2);"),
        ("E0060", F, "int (*p)(float) = f; o[0] = p(1);"),
        ("E0060", F, "float (*p)(int) = id; o[0] = p(1);"),
        ("E0060", F, "int (&p)(int, int) = &add; o[0] = p(1, 2);"),
        ("E0060", F, "op p = o; o[0] = p(1, 2);"),
        ("E0049", F, "auto p = f; o[0] = p(1);"),
        ("E0049", F, "auto p = id; o[0] = p(1);"),
        ("E0068", F, "op p = add; o[0] = *(p + 1) != 0;"),
        ("E0061", F, "o[0] = add * 2;"),
        ("E0061", F, "o[0] = add == 1;"),
        (
            "E0065",
            &format!("{F} template <int (*G)(int)> __device__ int t() {{ return G(1); }}"),
            "o[0] = t<add>();",
        ),
        (
            "E0065",
            &format!("{F} template <int (*G)(int)> __device__ int t() {{ return G(1); }}"),
            "o[0] = t<5>();",
        ),
        ("E0093", "__global__ void g(int *p) {}", "void (*p)(int *) = g; p(o);"),
        ("E0047", "static int h(int x) { return x; }", "int (*p)(int) = h; o[0] = p(1);"),
        (
            "E0080",
            "class C { static __device__ int h(int x) { return x; } };",
            "int (*p)(int) = C::h; o[0] = p(1);",
        ),
        (
            "E0101",
            "struct S { __device__ int m(int x) { return x; } __device__ int n(int x) { return x; } };",
            "S s; auto p = n ? &S::m : &S::n; o[0] = (s.*p)(1);",
        ),
        (
            "E0080",
            "__device__ int d(int) = delete; __device__ int d(float);",
            "int (*p)(int) = d; o[0] = p(1);",
        ),
    ]);
}

/// A pointer to a function is no other value, and no other value is one: this is absent, where C++ has it.
#[test]
fn casts_of_functions() {
    held(&[
        ("E0101", F, "op p = add; o[0] = (long long)p;"),
        ("E0101", F, "o[0] = *(int *)add;"),
        ("E0101", F, "o[0] = reinterpret_cast<op>(o)(1, 2);"),
        ("E0101", F, "int (*p)(int) = (int (*)(int))add; o[0] = p(1);"),
        ("E0095", F, "asm volatile(\"\" :: \"l\"(add)); o[0] = 1;"),
        (
            "",
            F,
            "o[0] = (bool)add; op p = (op)0; o[1] = p == nullptr; op q = static_cast<op>(add); o[2] = q(1, 2); (void)add;",
        ),
    ]);
}
