//! What is wrong has no code of what is absent here: functions as values, lengths of arrays, templates without arguments; and what is absent has
//! the code of that.

use crate::{code, held, kernel, said};

/// A function is a value of no type that there is here; as a pointer or a bool it would be right.
#[test]
fn functions_as_values() {
    let f = "__device__ int f(int x) { return x; } template <class T> __device__ int t(T x) { return x; }";
    held(&[
        ("E0060", f, "o[0] = f;"),
        ("E0060", f, "o[0] = t;"),
        ("E0060", f, "int x = f; o[0] = x;"),
        ("E0060", f, "int *q = f; o[0] = *q;"),
        ("E0060", f, "float x[2] = {1.0f, sqrtf}; o[0] = x[0];"),
        (
            "E0060",
            "__device__ int f(int x) { return x; } __device__ int g() { return f; }",
            "o[0] = g();",
        ),
        ("", f, "bool b = f; o[0] = b;"),
        ("", f, "if (f) o[0] = 1;"),
        ("E0101", f, "o[0] = (long)f;"),
        ("", f, "auto q = f; o[0] = q(1);"),
        ("", f, "auto *q = &f; o[0] = q(1);"),
        ("", f, "int (*q)(int) = f; o[0] = q(1);"),
    ]);
}

/// [dcl.array] 1: a length is an integer; one that is no constant is GNU's, and absent.
#[test]
fn lengths_of_arrays() {
    held(&[
        ("E0067", "", "int d[2.5]; o[0] = sizeof d;"),
        ("E0067", "", "int d[2.0f]; o[0] = sizeof d;"),
        ("E0067", "", "float f = n; int d[f]; o[0] = sizeof d;"),
        ("E0067", "", "int d[o]; o[0] = sizeof d;"),
        ("E0067", "", "int d[nullptr]; o[0] = sizeof d;"),
        ("E0067", "", "int d[\"a\"]; o[0] = sizeof d;"),
        ("E0067", "enum class E { A = 3 };", "int d[E::A]; o[0] = sizeof d;"),
        ("E0067", "struct S { int a; };", "S s; int d[s]; o[0] = sizeof d;"),
        ("E0103", "", "int d[n]; o[0] = sizeof d;"),
        (
            "",
            "enum E { A = 3 };",
            "int d[A], e['b'], f[true]; o[0] = sizeof d + sizeof e + sizeof f;",
        ),
        (
            "",
            "struct S { __device__ constexpr operator int() const { return 3; } };",
            "int d[S{}]; o[0] = sizeof d;",
        ),
    ]);
}

/// [temp.names], [dcl.type.class.deduct]: arguments are deduced where a variable is initialised, which is absent; elsewhere they are missing.
#[test]
fn class_templates_without_arguments() {
    let v = "template <class T> struct V { T v; __device__ V(T t) : v(t) {} };";
    let d = "template <class T = int> struct V { T v; };";
    let more = |more: &str| format!("{v} {more}");
    held(&[
        ("E0064", v, "V v; o[0] = 1;"),
        ("E0064", v, "V *v; o[0] = 1;"),
        ("E0064", v, "o[0] = sizeof(V);"),
        ("E0064", &more("__device__ V g;"), "o[0] = 1;"),
        ("E0064", &more("__device__ int f(V v) { return 1; }"), "o[0] = 1;"),
        ("E0064", &more("struct W { V v; };"), "W w; o[0] = 1;"),
        (
            "E0064",
            "template <class T = int> struct V { T v; }; __device__ int f(V v) { return 1; }",
            "o[0] = 1;",
        ),
        ("E0105", v, "V v(3); o[0] = v.v;"),
        ("E0105", v, "V v{3}; o[0] = v.v;"),
        ("E0105", v, "V v = V<int>(3); o[0] = v.v;"),
        ("E0105", v, "o[0] = V(3).v;"),
        ("E0105", d, "V v; v.v = 1; o[0] = v.v;"),
        ("", d, "V<> v; v.v = 1; o[0] = v.v;"),
    ]);
    assert!(said(&kernel(v, "V v;")).contains("`V` takes 1 argument, and 0 are given"));
}

/// The type of what a function gives back is missing, which is no unknown type.
#[test]
fn functions_without_a_type() {
    for (source, word) in [
        ("__global__ k(int *p) { p[0] = 1; }", "`k`"),
        ("static __global__ __launch_bounds__(64) k(int *p) { p[0] = 1; }", "`k`"),
        (
            "template <class T> __global__ k(T *p) { p[0] = 1; } template __global__ void k<int>(int *);",
            "`k`",
        ),
        ("__device__ f(int n) { return n; } __global__ void k(int *p) { p[0] = 1; }", "`f`"),
    ] {
        let said = said(source);
        assert_eq!(code(source), "E0032", "{said}");
        assert!(said.contains(&format!("the type of {word} is missing before it")), "{said}");
    }
    assert_eq!(code("__device__ f n; __global__ void k(int *p) { p[0] = 1; }"), "E0041");
}

/// Kernels stand outside of classes and functions; words of memory spaces do not stand before parameters.
#[test]
fn kernels_and_spaces_out_of_place() {
    held(&[
        ("E0090", "struct A { __global__ void l(int *p) { p[0] = 1; } };", "o[0] = 1;"),
        (
            "E0090",
            "struct A { static __global__ void l(int *p) { p[0] = 1; } int a; };",
            "A a; o[0] = 1;",
        ),
        ("E0090", "struct A { __global__ void l(int *p); };", "A a; o[0] = 1;"),
        ("E0090", "struct A { friend __global__ void l(int *p) { p[0] = 1; } };", "o[0] = 1;"),
        (
            "E0090",
            "namespace m { struct A { struct B { __global__ void l(int *p) { p[0] = 1; } }; }; }",
            "o[0] = 1;",
        ),
        ("E0090", "int h() { __global__ void l(int *p) { p[0] = 1; } return 0; }", "o[0] = 1;"),
        (
            "E0036",
            "__global__ void m(int *p) { __global__ void l(int *p) { p[0] = 1; } }",
            "o[0] = 1;",
        ),
        ("E0030", "struct A { int a;", "o[0] = 1;"),
        (
            "",
            "struct A { friend __global__ void l(int *p); int a; }; __global__ void l(int *p) { p[0] = 1; }",
            "A a; a.a = 1; o[0] = a.a;",
        ),
        ("E0092", "__device__ int f(__shared__ int *p) { return p[0]; }", "o[0] = 1;"),
        ("E0092", "__device__ int f(int n, __constant__ int *p) { return p[0]; }", "o[0] = 1;"),
        ("E0092", "__global__ void l(__device__ int *p) { p[0] = 1; }", "o[0] = 1;"),
    ]);
    let said = said(
        "struct A { __global__ void l(int *p) { p[0] = 1; } };\n__global__ void k(A *a) { a->l(0); }",
    );
    assert!(said.contains("a kernel cannot be a member of a class"), "{said}");
}

/// A constant of the host has a value and no place; what is no constant is not made one by a memory space.
#[test]
fn constants_of_the_host() {
    held(&[
        ("E0047", "const int hc = 3;", "const int *q = &hc; o[0] = *q;"),
        ("E0047", "constexpr int hc = 3;", "const int *q = &hc; o[0] = *q;"),
        ("E0075", "enum { hc = 3 };", "const int *q = &hc; o[0] = *q;"),
        ("E0075", "", "const int *q = &3; o[0] = *q;"),
        ("", "const int hc = 3;", "int a[hc]; a[0] = hc; o[0] = a[0];"),
    ]);
    for source in ["int foo(); constexpr int N = sizeof(foo);", "int foo(); const int N = foo();"] {
        let said = said(&kernel(source, "o[0] = N;"));
        assert!(said.contains("its initialiser is no constant that is known here"), "{said}");
        assert!(!said.contains("would put it on the device"), "{said}");
    }
    assert!(said(&kernel("int v;", "o[0] = v;")).contains("would put it on the device"));
}
