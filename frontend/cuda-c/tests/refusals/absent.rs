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

/// [temp.names]: where nothing deduces the arguments of a class template they are missing.
#[test]
fn class_templates_without_arguments() {
    let v = "template <class T> struct V { T v; __device__ V(T t) : v(t) {} };";
    let d = "template <class T = int> struct V { T v; };";
    let more = |more: &str| format!("{v} {more}");
    held(&[
        ("E0064", v, "o[0] = sizeof(V);"),
        ("E0064", &more("__device__ int f(V v) { return 1; }"), "o[0] = 1;"),
        ("E0064", &more("struct W { V v; };"), "W w; o[0] = 1;"),
        (
            "E0064",
            "template <class T = int> struct V { T v; }; __device__ int f(V v) { return 1; }",
            "o[0] = 1;",
        ),
        ("", d, "V<> v; v.v = 1; o[0] = v.v;"),
    ]);
    let text = said(&kernel(v, "o[0] = sizeof(V);"));
    assert!(text.contains("`V` takes 1 argument, and 0 are given"), "{text}");
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

/// An absent form, and a mistake in a template, is told of in a few errors, whatever uses it; the way to an instance takes six lines.
#[test]
fn absences_do_not_cascade() {
    let v = "struct V { __device__ virtual int f() { return 1; } }; struct W : V { __device__ int f() override { return 2; } }; struct X : W { __device__ int f() final { return 3; } };";
    let t = "texture<float, 2> tex; __device__ float b(float x) { return tex2D(tex, x, 2) + tex2D(tex, x, 3); }";
    let g = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups; __device__ int sum(cg::thread_group g, int v) { return g.size() + v; }";
    let r = "template <int N> struct R { static const int v = R<N - 1>::v + 1; }; template <> struct R<0> { static const int v = missing; };";
    let f = "template <int N> __device__ int f(int n) { return f<N - 1>(n) + 1; } template <> __device__ int f<0>(int n) { return n->x; }";
    for (code, most, before, body) in [
        ("E0106", 3, v, "W w; X x; V *v = &w; o[0] = v->f() + w.f() + x.f();"),
        ("E0104", 3, t, "o[0] = b(2) + tex2D(tex, 1, 2); o[1] = tex2D(tex, 4, 2);"),
        (
            "E0100",
            2,
            g,
            "auto b = cg::this_thread_block(); cg::thread_group t = b; o[0] = sum(t, 1);",
        ),
        ("E0040", 1, r, "o[0] = R<30>::v;"),
        ("E0074", 1, f, "o[0] = f<12>(1);"),
    ] {
        let said = said(&kernel(before, body));
        let codes: Vec<&str> = said.matches("error[E").collect();
        assert!(said.contains(&format!("error[{code}]")) && codes.len() <= most, "{said}");
        let way = said.split("note: in `").nth(1).map_or(0, |rest| rest.lines().count());
        assert!(way <= 6, "{said}");
    }
}

/// What a trait of the compiler would only guess is refused, and no type that is not known is asked about.
#[test]
fn type_traits() {
    held(&[
        ("", "struct S { int a; };", "o[0] = __has_nothrow_constructor(S);"),
        ("", "struct S { int a = 1; };", "o[0] = __has_nothrow_constructor(S);"),
        ("E0100", "struct S { int a{1}; };", "o[0] = __has_nothrow_constructor(S);"),
        ("", "struct S { S(const S &) = delete; };", "o[0] = __has_trivial_copy(S);"),
        ("E0100", "struct S { __device__ S(int) {} };", "o[0] = __has_trivial_copy(S[2]);"),
        ("E0068", "struct S;", "o[0] = __is_empty(S);"),
        ("", "struct S;", "o[0] = __is_class(S);"),
        ("E0064", "struct S {};", "o[0] = __is_base_of(S);"),
        ("E0060", "struct S {};", "__underlying_type(S) x = 1; o[0] = x;"),
    ]);
}

/// What pointers to functions and to members would be needed for is named so.
#[test]
fn pointers_that_are_absent() {
    let f =
        "__device__ int f(int) { return 1; } template <class T> __device__ int g(T) { return 2; }";
    let any = "__device__ int f(int) { return 1; } __device__ int g(...) { return 2; }";
    let s = "struct S { int a; static int b(); __device__ int f() { return &S::a != 0; } __device__ void g() {} };";
    held(&[
        ("", f, "o[0] = g(f);"),
        ("", any, "o[0] = g(f);"),
        ("", "__device__ int f(int); template <int (*F)(int)> struct A {};", "A<f> a;"),
        ("", s, "o[0] = sizeof(&S::a);"),
        ("", s, "S s; o[0] = s.f();"),
        ("", s, "bool b = (int S::*)0; o[0] = b;"),
        ("", s, "o[0] = sizeof(S::a);"),
        ("E0042", s, "o[0] = S::a;"),
        ("E0115", "struct P { int a, b; };", "P p[2]; auto [a, b] = p; o[0] = a.a;"),
        (
            "E0100",
            "typedef int T; __device__ int f(__attribute__((mode(QI))) T a) { return 1; }",
            "o[0] = f(1);",
        ),
        ("E0106", "__device__ void f(int *) {}", "int a __attribute__((cleanup(f))); o[0] = a;"),
        ("E0043", "", "typedef int T; int T; o[0] = 1;"),
    ]);
}
