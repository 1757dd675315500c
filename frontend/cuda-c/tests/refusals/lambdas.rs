//! Lambdas.

use optx_frontend::{Dialect, FrontendOptions, Standard};

use crate::{first_error, held, kernel, said, said_with};

/// [expr.prim.lambda.capture]: what is captured, and how.
#[test]
fn captures() {
    let s = |f: &str| format!("struct S {{ int k; __device__ int f() {{ {f} }} }};");
    let own = "S s{1}; o[0] = s.f();";
    held(&[
        ("E0113", "", "int x = n; auto l = [] { return x; }; o[0] = l();"),
        ("", "", "int x = n; auto l = [x] { return x; }; o[0] = l();"),
        ("E0113", "", "int x = n; auto l = [x, x] { return x; }; o[0] = l();"),
        ("E0113", "", "int x = n; auto l = [x, &x] { return x; }; o[0] = l();"),
        ("E0113", "", "int x = n; auto l = [=, x] { return x; }; o[0] = l();"),
        ("", "", "int x = n; auto l = [=, &x] { return x; }; o[0] = l();"),
        ("E0113", "", "int x = n; auto l = [&, &x] { return x; }; o[0] = l();"),
        ("E0113", "", "int x = n; auto l = [x, =] { return x; }; o[0] = l();"),
        ("E0040", "", "auto l = [zz] { return 1; }; o[0] = l();"),
        ("E0113", "__device__ int g;", "auto l = [g] { return g; }; o[0] = l();"),
        ("", "__device__ int g;", "auto l = [] { return g; }; o[0] = l();"),
        ("E0113", "", "__shared__ int s; auto l = [s] { return s; }; o[0] = l();"),
        ("E0113", "", "auto l = [this] { return 1; }; o[0] = l();"),
        ("E0113", &s("return [] { return k; }();"), own),
        ("E0113", &s("return [k] { return k; }();"), own),
        ("E0113", &s("return [this, this] { return k; }();"), own),
        ("E0113", &s("return [this, *this] { return k; }();"), own),
        ("E0113", &s("return [=, this] { return k; }();"), own),
        ("", &s("return [&, this] { return k; }();"), own),
        ("", &s("return [=, *this] { return k; }();"), own),
        ("E0113", &s("return [] { return [this] { return k; }(); }();"), own),
        ("E0113", "", "int x = n; auto l = [=] { return [] { return x; }(); }; o[0] = l();"),
        ("E0113", "", "int x = n; auto l = [x](int x) { return x; }; o[0] = l(2);"),
        ("E0113", "__device__ void v() {}", "auto l = [x = v()] { return 1; }; o[0] = l();"),
        (
            "E0080",
            "struct N { __device__ N() {} N(const N &) = delete; };",
            "N m; auto l = [m] { return 1; }; o[0] = l();",
        ),
        (
            "E0113",
            "struct P { int a, b; };",
            "auto [x, y] = P{1, 2}; auto l = [x] { return x; }; o[0] = l();",
        ),
        (
            "E0113",
            "struct P { int a, b; };",
            "auto [x, y] = P{1, 2}; auto l = [&] { return x; }; o[0] = l();",
        ),
        ("E0040", "", "auto f = [&](int i) { return i ? f(i - 1) : 0; }; o[0] = f(3);"),
    ]);
}

/// [expr.prim.lambda.closure]: what a closure is, and what it is not.
#[test]
fn closures() {
    held(&[
        ("E0072", "", "int x = n; auto l = [x] { x = 2; return x; }; o[0] = l();"),
        ("", "", "int x = n; auto l = [x]() mutable { x = 2; return x; }; o[0] = l();"),
        ("", "", "int x = n; auto l = [&x] { x = 2; return x; }; o[0] = l();"),
        ("E0072", "", "const auto l = [x = 1]() mutable { return ++x; }; o[0] = l();"),
        ("E0080", "", "auto l = [] { return 1; }; decltype(l) m; o[0] = m();"),
        ("E0080", "", "auto l = [] { return 1; }; auto m = l; m = l; o[0] = m();"),
        ("E0060", "", "int x = n; int (*p)() = [x] { return x; }; o[0] = p();"),
        ("E0060", "", "int (*p)(int) = [](long x) { return (int)x; }; o[0] = p(1);"),
        ("", "", "int (*p)(int) = [](auto x) { return (int)x; }; o[0] = p(1);"),
        ("E0064", "", "auto l = [](int a) { return a; }; o[0] = l();"),
        ("E0071", "", "auto l = [](int a) { if (a) return 1; return 2.5; }; o[0] = l(1);"),
        ("E0060", "", "auto l = [](int a) -> int * { return a; }; o[0] = *l(1);"),
        ("E0044", "", "auto l = [] { goto out; }; l(); out: o[0] = 1;"),
        ("E0036", "", "for (;;) { [] { break; }(); }"),
        ("E0043", "", "auto l = [](int a, int a) { return a; }; o[0] = l(1, 2);"),
        ("E0113", "", "auto l = [](int x) const { return x; }; o[0] = l(1);"),
        ("E0113", "", "o[[] { return 1; }()] = 1;"),
        ("E0066", "", "constexpr int c = [](int x) { return x; }(n); o[0] = c;"),
        ("E0047", "int h(int);", "auto l = [](int x) { return h(x); }; o[0] = l(1);"),
        ("E0047", "auto l = [](int x) { return x; };", "o[0] = l(1);"),
    ]);
}

/// What is C++20's, and nothing else of these.
#[test]
fn lambdas_of_cpp20() {
    let pack = "template <class... T> __device__ int f(T... x) { auto l = [...y = x] { return (y + ...); }; return l(); }";
    let cpp20 = FrontendOptions {
        dialect: Dialect { standard: Some(Standard::Cpp20), ..Dialect::default() },
        ..FrontendOptions::default()
    };
    for (declarations, body) in [
        ("", "o[0] = sizeof([] { return 1; });"),
        ("", "decltype([] { return 1; }) l; o[0] = 1;"),
        ("", "auto l = []<class T>(T x) { return x; }; o[0] = l(1);"),
        (pack, "o[0] = f(1, 2);"),
        ("struct P { int a, b; };", "auto [x, y] = P{1, 2}; o[0] = [=] { return x + y; }();"),
    ] {
        let source = kernel(declarations, body);
        assert!(first_error(&said(&source)).starts_with("E0113"), "{source}");
        assert_eq!(first_error(&said_with(&source, &cpp20)), "", "{source}");
    }
}

/// [temp.variadic] 5: packs in lambdas are expanded there or around them.
#[test]
fn packs_in_lambdas() {
    let f = |body: &str| format!("template <class... T> __device__ int f(T... x) {{ {body} }}");
    let call = "o[0] = f(1, 2);";
    held(&[
        ("", &f("auto l = [x...] { return (x + ...); }; return l();"), call),
        ("", &f("return ([=] { return x; }() + ...);"), call),
        ("E0105", &f("auto l = [x] { return 1; }; return l();"), call),
        ("E0105", &f("auto l = [=] { return x; }; return l();"), call),
        ("E0113", &f("auto l = [] { return (x + ...); }; return l();"), call),
        ("", &f("auto l = [] { return sizeof...(x); }; return l();"), call),
        ("E0113", "", "int x = n; auto l = [x...] { return 1; }; o[0] = l();"),
        ("E0113", &f("auto l = [...x] { return 1; }; return l();"), call),
    ]);
}

/// What no lambda is ends in a message, whatever it is.
#[test]
fn unfinished_lambdas() {
    for text in [
        "[",
        "[]",
        "[&",
        "[=",
        "[x",
        "[x =",
        "[x = ]{}",
        "[](",
        "[](int",
        "[](int x {",
        "[]{",
        "[]<",
        "[]<class",
        "[] mutable",
        "[...",
        "[x...",
        "[&...]{}",
        "[...x = ]{}",
        "[this",
        "[*this]{}",
        "[] __device__",
        "[](auto... x",
        "[x{]{}",
        "[x(]{}",
    ] {
        let source = kernel("", &format!("auto l = {text}; o[0] = 1;"));
        assert_ne!(first_error(&said(&source)), "", "{source}");
    }
}
