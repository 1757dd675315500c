//! What is no constant, with the reason that is told ([expr.const]); and what is one beside it.

use crate::{code, held, kernel, said};

/// Declarations, a body with one constant that is none, and the reason.
const NONE: &[(&str, &str, &str)] = &[
    (
        "__device__ constexpr int f(int n) { return n * n; }",
        "static_assert(f(100000), \"\");",
        "overflows `int`",
    ),
    (
        "__device__ constexpr int f(int n) { return -n; }",
        "static_assert(f(-2147483647 - 1), \"\");",
        "overflows `int`",
    ),
    (
        "__device__ constexpr int f(int n) { return ++n; }",
        "static_assert(f(2147483647), \"\");",
        "overflows `int`",
    ),
    (
        "__device__ constexpr int f(int n) { return 1 / n; }",
        "static_assert(f(0), \"\");",
        "divides by zero",
    ),
    (
        "__device__ constexpr int f(int n) { return 1 % n; }",
        "static_assert(f(0), \"\");",
        "divides by zero",
    ),
    (
        "__device__ constexpr int f(int n) { return 1 << n; }",
        "static_assert(f(32), \"\");",
        "shifts `int` by 32",
    ),
    (
        "__device__ constexpr int f(int n) { return 1 >> n; }",
        "static_assert(f(-1), \"\");",
        "shifts `int` by -1",
    ),
    (
        "__device__ constexpr int f(double x) { return (int)x; }",
        "static_assert(f(1e20), \"\");",
        "gives `int` a number that it does not have",
    ),
    (
        "__device__ constexpr int a[4] = {1, 2, 3, 4};",
        "static_assert(a[4] == 0, \"\");",
        "the index 4 lies outside of `int[4]`",
    ),
    (
        "__device__ constexpr int a[2][2] = {{1, 2}, {3, 4}};",
        "static_assert(a[0][2] == 3, \"\");",
        "the index 2 lies outside of `int[2]`",
    ),
    (
        "__device__ constexpr int f(int n) { int a[3] = {}; return *(a + n - 1); }",
        "static_assert(f(5) == 0, \"\");",
        "the index 5 lies outside of `int[3]`",
    ),
    (
        "__device__ constexpr int f(int n) { int a[3] = {}; return *(a - n); }",
        "static_assert(f(1) == 0, \"\");",
        "the index -1 lies outside of `int[3]`",
    ),
    (
        "__device__ int a[4];",
        "constexpr int *p = a + 5; o[0] = p != o;",
        "the index 5 lies outside of `int[4]`",
    ),
    (
        "__device__ constexpr int f() { int x = 1; int *p = &x + 1; return *p; }",
        "static_assert(f(), \"\");",
        "reads behind the end of an object",
    ),
    ("", "static_assert(\"abc\"[4] == 0, \"\");", "the index 4 lies outside of `const char[4]`"),
    (
        "struct T { int a; }; __device__ constexpr int f(const T *p) { return p->a; }",
        "static_assert(f(nullptr), \"\");",
        "looks through a null pointer",
    ),
    (
        "__device__ constexpr int f() { int *p = nullptr; return p[1]; }",
        "static_assert(f(), \"\");",
        "steps from a null pointer",
    ),
    (
        "template <int N> __device__ constexpr int f() { int x; x = 1; return x; }",
        "static_assert(f<0>(), \"\");",
        "uses `x`, which has no initial value",
    ),
    (
        "struct T { int a, b; __device__ constexpr T() : a(1) {} };",
        "constexpr T t; o[0] = t.a;",
        "leaves a part of its value uninitialised",
    ),
    (
        "struct T { int a, b; __device__ constexpr T() : a(b) {} };",
        "constexpr T t; o[0] = t.a;",
        "reads what was not initialised",
    ),
    ("", "static_assert(n, \"\");", "reads `n`, which is not `const`"),
    ("__device__ int g = 1;", "static_assert(g, \"\");", "reads `g`, which is not `const`"),
    (
        "__device__ const int g[2] = {1, 2};",
        "static_assert(g[0], \"\");",
        "reads `g`, which is not `constexpr`",
    ),
    (
        "__device__ const double g = 1;",
        "static_assert(g > 0, \"\");",
        "reads `g`, which is not `constexpr`",
    ),
    (
        "struct S { int a; };",
        "const S s{1}; static_assert(s.a, \"\");",
        "reads `s`, which is not `constexpr`",
    ),
    ("int g;", "static_assert(g, \"\");", "reads `g`, which is not `const`"),
    (
        "__device__ constexpr int f() { int *p = nullptr; { int x = 1; p = &x; } return *p; }",
        "static_assert(f(), \"\");",
        "uses an object that does not live any more",
    ),
    (
        "__device__ constexpr const int &id(const int &x) { return x; } __device__ constexpr int f() { const int &r = id(5); return r; }",
        "static_assert(f(), \"\");",
        "uses an object that does not live any more",
    ),
    (
        "__device__ constexpr const int *f() { int x = 1; return &x; }",
        "constexpr const int *p = f(); o[0] = p == o;",
        "points to an object that ends with the evaluation",
    ),
    ("", "int x = 1; constexpr int *p = &x; *p = 2;", "points to `x`, which is no static object"),
    (
        "__device__ constexpr const int &id(const int &x) { return x; }",
        "static constexpr const int &r = id(5); o[0] = r;",
        "points to an object that ends with the evaluation",
    ),
    (
        "union U { int a; float b; __device__ constexpr U(int x) : a(x) {} };",
        "constexpr U u(1); static_assert(u.b == 0, \"\");",
        "reads `b`, which is not the active member of its union",
    ),
    (
        "union U { int a; float b; }; __device__ constexpr float f() { U u{1}; u.b = 2; return u.b; }",
        "static_assert(f() == 2, \"\");",
        "writes a member of a union that is not the active one",
    ),
    (
        "__device__ constexpr int f(int x) { volatile int y = x; return y; }",
        "static_assert(f(1), \"\");",
        "reads a volatile object",
    ),
    (
        "__device__ const volatile int v = 1;",
        "static_assert(v, \"\");",
        "reads `v`, which is volatile",
    ),
    ("__device__ int g;", "static_assert((long)&g != 0, \"\");", "makes a number of a pointer"),
    ("", "constexpr int *p = (int *)16; o[0] = p == o;", "makes a pointer of a number"),
    (
        "__device__ int g;",
        "constexpr float *p = reinterpret_cast<float *>(&g); *p = 1;",
        "takes an object of type `int` for one of type `float`",
    ),
    (
        "__device__ int g;",
        "constexpr int *p = static_cast<int *>((void *)&g); *p = 1;",
        "casts from a pointer to `void`",
    ),
    (
        "struct A { int a; }; struct B { int b; }; struct C : A, B {}; __device__ B b;",
        "constexpr C *p = static_cast<C *>(&b); o[0] = p->a;",
        "takes an object for the base of a class that it is not",
    ),
    (
        "__device__ int a, b;",
        "static_assert(&a < &b, \"\");",
        "orders pointers to different objects",
    ),
    (
        "__device__ int a[2], b[2];",
        "static_assert(a - b, \"\");",
        "subtracts pointers into different objects",
    ),
    (
        "__device__ int a, b;",
        "static_assert(&a + 1 != &b, \"\");",
        "compares the end of an object with the begin of another",
    ),
    (
        "__device__ int g() { return 1; } __device__ constexpr int f(int x) { return x ? 1 : g(); }",
        "static_assert(f(0), \"\");",
        "calls `g`, which is not `constexpr`",
    ),
    (
        "struct S { int a; __device__ S(int x) : a(x) {} };",
        "constexpr S s(1); o[0] = s.a;",
        "calls `S::S`, which is not `constexpr`",
    ),
    (
        "__device__ constexpr int f(int n);",
        "static_assert(f(1), \"\");",
        "calls `f`, which is not defined before",
    ),
    (
        "",
        "constexpr int x = threadIdx.x; o[0] = x;",
        "calls a built-in function that gives no constants",
    ),
    (
        "__device__ constexpr int f(int x) { if (x) return 1; }",
        "static_assert(f(0), \"\");",
        "calls `f`, which ends without a value",
    ),
    (
        "__device__ constexpr int f() { for (int i = 0;; i ^= 1) {} }",
        "static_assert(f(), \"\");",
        "takes too many steps",
    ),
    (
        "constexpr int f(int n) { return n ? f(n - 1) + 1 : 0; }",
        "static_assert(f(100000), \"\");",
        "calls deeper than 512 levels",
    ),
    (
        "__device__ constexpr int f() { const int x = 1; const_cast<int &>(x) = 2; return x; }",
        "static_assert(f(), \"\");",
        "changes a constant",
    ),
    (
        "__device__ int g; __device__ constexpr int f() { g = 1; return 1; }",
        "static_assert(f(), \"\");",
        "changes an object that the evaluation did not make",
    ),
    (
        "struct T { mutable int a; __device__ constexpr T() : a(1) {} };",
        "constexpr T t; static_assert(t.a, \"\");",
        "reads `a`, which is mutable",
    ),
    (
        "struct T { int a; __device__ constexpr int f() const { return a; } __device__ int g() { constexpr int x = f(); return x; } };",
        "T t{1}; o[0] = t.g();",
        "reads `this`",
    ),
    (
        "struct T { int a; __device__ constexpr int f() const { return 3; } }; __device__ int g(T &t) { constexpr int x = t.f(); return x; }",
        "T t{1}; o[0] = g(t);",
        "looks through the reference `t`",
    ),
    (
        "__device__ constexpr int f() { int a[3] = {1, 2, 3}; int s = 0; for (int i = 0; i <= 3; i++) s += a[i]; return s; }",
        "static_assert(f(), \"\");",
        "in the call of `f` here",
    ),
];

/// [expr.const] 2: what an expression must not do where a constant must stand.
#[test]
fn reasons() {
    // As much stack as a program has.
    let run = || {
        let wrong: Vec<String> = NONE
            .iter()
            .filter_map(|(declarations, body, reason)| {
                let text = said(&kernel(declarations, body));
                let told = text.contains("error[") && text.contains(&format!("note: {reason}"));
                (!told).then(|| format!("{declarations} {body}\n  wants {reason}\n  got {text}"))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run);
    assert!(thread.is_ok_and(|t| t.join().is_ok()));
}

/// [class.mem] 6, [class.static.data] 3: member functions are defined where the outermost class around them is complete.
#[test]
fn open_classes() {
    held(&[
        (
            "E0103",
            "struct S { static constexpr int f() { return 1; } int a[f()]; };",
            "o[0] = sizeof(S);",
        ),
        (
            "E0103",
            "struct S { static constexpr int f() { return 1; } struct N { int a[f()]; }; };",
            "S s;",
        ),
        (
            "E0103",
            "struct S { struct N { static constexpr int f() { return 1; } }; int a[N::f()]; };",
            "S s;",
        ),
        (
            "E0066",
            "struct S { static constexpr int f() { return 1; } static const int x = f(); };",
            "S s;",
        ),
        ("E0066", "struct S { static constexpr int f() { return 1; } enum { A = f() }; };", "S s;"),
        ("E0066", "struct S { static constexpr int f() { return 1; } int b : f(); };", "S s;"),
        ("E0068", "struct S { constexpr int f() const { return 1; } int b[S().f()]; };", "S s;"),
        ("E0068", "struct S { int x = 1; static constexpr S s{}; };", "S s;"),
        (
            "E0066",
            "struct S { struct M { constexpr M(int a) : x(a) {} int x; }; static constexpr M m{1}; };",
            "S s;",
        ),
        (
            "E0103",
            "",
            "struct L { static constexpr int f() { return 1; } int a[f()]; }; o[0] = sizeof(L);",
        ),
        (
            "",
            "struct B { static constexpr int f() { return 1; } }; struct S : B { int a[f()]; };",
            "o[0] = sizeof(S);",
        ),
        (
            "",
            "template<class T> struct S { static constexpr int f() { return 1; } int a[f()]; };",
            "o[0] = sizeof(S<int>);",
        ),
    ]);
}

/// A class that nothing `constexpr` makes, and one whose destructor is its own.
const NO_LITERALS: &str = "struct S { int x; __device__ S(int a) : x(a) {} }; struct T { S s; }; struct D { __device__ constexpr D() {} __device__ ~D() {} }; union U { int a; float b; __device__ U() {} }; template<class T> struct V { __device__ constexpr int f(T t) { static int y; return y++; } }; ";

/// [dcl.constexpr] 3, 6, 9, [basic.types] 10: what stands in `constexpr` functions, and of what types.
#[test]
fn what_stands_in_constexpr_functions() {
    for (wanted, line) in [
        ("E0066", "__device__ constexpr int f(int x) { static int y; return x; }"),
        (
            "E0066",
            "__device__ constexpr int f(int x) { if (x) { static const int y = 1; return y; } return x; }",
        ),
        ("E0066", "__device__ constexpr int f(int x) { thread_local int y = 1; return x; }"),
        ("E0066", "__device__ constexpr int f(int x) { __shared__ int y; return x; }"),
        ("E0066", "__device__ constexpr int f(int x) { asm(\"\"); return x; }"),
        ("E0066", "__device__ constexpr int f(int x) { goto l; l: return x; }"),
        ("E0066", "__device__ constexpr int f(S s) { return 1; }"),
        ("E0066", "__device__ constexpr int f(T t) { return 1; }"),
        ("E0066", "__device__ constexpr int f(U u) { return 1; }"),
        ("E0066", "__device__ constexpr int f(D d) { return 1; }"),
        ("E0066", "__device__ constexpr S f() { return S(1); }"),
        ("E0066", "__device__ constexpr int f() { S s(1); return 1; }"),
        (
            "E0066",
            "struct W { __device__ constexpr W(S s) {} }; __device__ int g() { W w(S(1)); return 1; }",
        ),
        (
            "E0066",
            "struct W { __device__ constexpr int f() { static int y; return 1; } }; __device__ int g() { return W().f(); }",
        ),
        ("E0066", "__device__ constexpr D d{};"),
        ("E0066", "__device__ constexpr D d[2] = {};"),
        ("E0066", "struct W { static constexpr D d{}; }; __device__ W w;"),
        ("", "__device__ constexpr int f(S &s, T *t, const D &d) { return s.x; }"),
        (
            "",
            "struct W { int x; __device__ W() {} __device__ constexpr W(int a) : x(a) {} }; __device__ constexpr int f(W w) { return w.x; }",
        ),
        (
            "",
            "struct W { int x; __device__ W() {} template<class T> __device__ constexpr W(T a) : x(a) {} }; __device__ constexpr int f(W w) { return w.x; }",
        ),
        (
            "",
            "struct W { int x; W() = default; ~W() = default; }; __device__ constexpr int f(W w) { return w.x; }",
        ),
        (
            "",
            "template<class T> __device__ constexpr int f(T t) { return 1; } __device__ int g() { return f(S(1)) + V<S>().f(S(2)); }",
        ),
        ("", "__device__ const D d{};"),
        (
            "",
            "struct W { S s; __device__ W() : s(1) {} __device__ constexpr int f() const { return 1; } };",
        ),
    ] {
        assert_eq!(code(&kernel(&format!("{NO_LITERALS}{line}"), "")), wanted, "{line}");
    }
}

/// What is a constant although it comes near to being none.
#[test]
fn near_constants() {
    let run = || {
        held(&[
            (
                "",
                "__device__ constexpr int f(int n) { return n * n; }",
                "static_assert(f(40000) > 0, \"\");",
            ),
            (
                "",
                "__device__ constexpr int a[4] = {1, 2, 3, 4};",
                "static_assert(a + 4 != a && &a[4] - a == 4 && a[3] == 4, \"\");",
            ),
            ("", "__device__ int a[4];", "constexpr int *p = a + 4; o[0] = p != o;"),
            (
                "",
                "__device__ constexpr int g() { return 1; } __device__ int h() { return 1; } __device__ constexpr int f(int x) { return x ? g() : h(); }",
                "static_assert(f(1), \"\");",
            ),
            (
                "",
                "struct T { int a; __device__ constexpr int f() const { return 3; } };",
                "T t{1}; constexpr int x = t.f(); o[0] = x + t.a;",
            ),
            (
                "",
                "constexpr int f(int n) { return n ? f(n - 1) + 1 : 0; }",
                "static_assert(f(400) == 400, \"\");",
            ),
            (
                "",
                "struct A { int x[1000000000] = {}; };",
                "static_assert(A{}.x[999999999] == 0, \"\");",
            ),
        ]);
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run);
    assert!(thread.is_ok_and(|t| t.join().is_ok()));
}

/// [expr.const] 2.7: a pointer that is `const` and not `constexpr` is no constant, be it to a function; calls find what it points to
/// all the same.
#[test]
fn pointers_to_functions_that_are_const() {
    let f = "__device__ int f(int x) { return x; } template <int (*F)(int)> __device__ int g() { return F(1); } typedef int (*P)(int);";
    let with = |declaration: &str| format!("{f} {declaration}");
    held(&[
        ("", &with("constexpr P p = f;"), "o[0] = g<p>();"),
        ("E0066", &with("const P p = f;"), "o[0] = g<p>();"),
        ("E0066", &with("static const P p = f;"), "constexpr P q = p; o[0] = q(1);"),
        ("E0066", &with("__device__ const P p = f;"), "o[0] = g<p>();"),
        ("E0066", f, "const P p = f; o[0] = g<p>();"),
        ("", &with("const P p = f;"), "o[0] = p(1); const P q = p; o[1] = q(2);"),
        ("", &with("__device__ const P p = f;"), "o[0] = p(1);"),
        ("", &with("__device__ const P t[2] = {f, f};"), "o[0] = t[1](1);"),
        (
            "",
            &with("__device__ const P p = f; __device__ const P t[2] = {p, f};"),
            "o[0] = t[0](1);",
        ),
    ]);
}

/// What this compiler gives up evaluating is an error, and makes no substitution fail: another overload would be chosen silently.
#[test]
fn constants_beyond_the_evaluator_are_errors() {
    let rest = "template <int N> struct I {}; template <int N> __device__ int f(I<g(N)> *) { return 1; } template <int N> __device__ int f(...) { return 2; }";
    for (g, call, wanted) in [
        (
            "constexpr int g(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= i; return s; }",
            "f<2000000>(0)",
            "E0066",
        ),
        (
            "constexpr int g(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= i; return s; }",
            "f<200>(0)",
            "",
        ),
        (
            "constexpr int g(int n) { switch (n) { case 0: if (n) { case 1: return 5; } } return 1; }",
            "f<1>(0)",
            "E0066",
        ),
        (
            "constexpr int a(int x) { return x; } constexpr int b(int x) { return x * 2; } constexpr int g(int i) { int (*p)(int) = i ? a : b; return p(3); }",
            "f<0>(0)",
            "E0066",
        ),
        ("constexpr int g(int n) { return 10 / n; }", "f<0>(0)", ""),
        ("__device__ int h(int); constexpr int g(int n) { return n ? h(n) : 1; }", "f<1>(0)", ""),
    ] {
        held(&[(wanted, &format!("{g} {rest}"), &format!("o[0] = {call};"))]);
    }
}
