//! What needs what is absent hinders a file only where it is used; and what is left alone never lets something else be taken
//! for it.

use crate::held;

/// Functions, classes and templates that nothing uses: nvcc takes each of these, and so do we.
#[test]
fn what_nothing_uses_is_left_alone() {
    let kernel = "o[0] = 1;";
    held(&[
        ("", "template <class T> __device__ int f(T t, __int128 m) { return t.*m; }", kernel),
        ("", "__device__ int f(int (*g)(int)) { return g(1); }", kernel),
        ("", "__device__ int f(int n) { return n ? f(n - 1) : 0; }", kernel),
        ("", "__device__ void f() { auto g = [](int a) { return a; }; g(1); }", kernel),
        ("", "struct V { __device__ virtual int f() { return 1; } };", kernel),
        (
            "",
            "struct V { __device__ virtual int f() { return 1; } }; __device__ void u() { V v; v.f(); }",
            kernel,
        ),
        ("", "template <class T> __device__ void f(T t) { asm(\"none of this is PTX\"); }", kernel),
        ("", "__device__ void f() { asm(\"none of this is PTX\"); }", kernel),
        ("", "template <class T> __global__ void g(T t, __int128 m) {}", kernel),
        (
            "",
            "template <class T, class C> struct S {}; template <class T, class C> struct S<T C::*, C> : T {}; template <class T> __device__ S<T, int> f(T) { return {}; }",
            kernel,
        ),
    ]);
}

/// Deduction guides declare nothing: the template is a type behind them as before, be it left alone or not ([temp.deduct.guide]).
#[test]
fn guides_declare_nothing() {
    let class = "template <class T> struct R { T *p; __device__ R(T &t) : p(&t) {} };";
    let members = "template <class T> struct R { T *p; template <class A> __device__ int f(A a, __int128 m = 0) { return 1; } };";
    let rest = "template <class T> R(T &) -> R<T>; template <class T> __device__ R<T> ref(T &t) { return R<T>(t); } template <class T> void ref(const T &&) = delete;";
    held(&[
        ("", &format!("{class} {rest}"), "int x = 2; R<int> r(x); o[0] = *r.p + *ref(x).p;"),
        ("", &format!("{members} {rest}"), "o[0] = 1;"),
        ("", &format!("{members} {rest}"), "int x = 2; R<int> r{&x}; o[0] = *r.p;"),
        ("E0100", &format!("{members} {rest}"), "int x = 2; R<int> r{&x}; o[0] = r.f(1);"),
        ("", &format!("{class} {rest}"), "int x = 2; R r(x); o[0] = *r.p;"),
        ("E0032", "f(int x) -> int { return x; }", "o[0] = f(1);"),
    ]);
}

/// A value in braces within the arguments of a template ends no declaration of an alias.
#[test]
fn braces_in_aliases() {
    let of = "template <int N, class T> struct V { static constexpr int n = N; }; template <class T> __device__ constexpr T id(T x) { return x; }";
    held(&[
        (
            "",
            &format!("{of} using A = V<id(int{{3}}), int>; struct S {{ int x; }};"),
            "S s = {A::n}; o[0] = s.x;",
        ),
        (
            "",
            &format!(
                "{of} template <class T> using A = V<sizeof(id(T{{}})), T>; struct S {{ int x; }};"
            ),
            "S s = {A<short>::n}; o[0] = s.x;",
        ),
        ("", &format!("{of} using A = V<int{{4}}, decltype(id(long{{}}))>;"), "o[0] = A::n;"),
    ]);
}

/// The same where something uses it.
#[test]
fn what_is_used_is_not() {
    held(&[
        (
            "E0100",
            "struct L { int a; }; template <class T> __device__ int f(T t, __int128 m = 0) { return 1; }",
            "o[0] = f(1);",
        ),
        (
            "E0100",
            "struct L { int a; }; template <class T> __device__ int f(T t, __int128 m = 0) { return 1; } __device__ int g() { return f(1); }",
            "o[0] = g();",
        ),
        ("E0102", "__device__ int f(int n) { return n ? f(n - 1) : 0; }", "o[0] = f(3);"),
        ("E0106", "struct V { __device__ virtual int f() { return 1; } };", "V v; o[0] = v.f();"),
        ("E0095", "__device__ void f() { asm(\"none of this is PTX\"); }", "f();"),
        (
            "E0100",
            "struct L { int a; }; template <class T> __global__ void g(T t, __int128 m) {} int main() { g<int><<<1, 1>>>(3, 4); }",
            "o[0] = 1;",
        ),
    ]);
}

/// What nvcc refuses in what nothing uses: unknown names of types, syntax.
#[test]
fn what_is_wrong_is_refused_unused() {
    held(&[
        ("E0041", "template <class T> __device__ void f(T t) { unknown x; }", "o[0] = 1;"),
        ("E0031", "template <class T> __device__ void f(T t) { int x = ; }", "o[0] = 1;"),
        ("E0040", "__device__ int f() { return unknown; }", "o[0] = 1;"),
    ]);
}

/// A function of the name that is left alone might be the better one, and a specialisation the one that is meant.
#[test]
fn nothing_stands_in_for_what_is_left_alone() {
    held(&[
        (
            "E0100",
            "struct L { int a; }; template <class T> __device__ int f(T t, __int128 m = 0) { return 1; } __device__ int f(double) { return 2; }",
            "o[0] = f(1);",
        ),
        (
            "E0100",
            "struct L { int a; }; namespace n { template <class T> __device__ int f(T t, __int128 m = 0) { return 1; } } using namespace n; __device__ int f(double) { return 2; }",
            "o[0] = f(1);",
        ),
        (
            "",
            "struct L { int a; }; namespace n { template <class T> __device__ int f(T t, __int128 m = 0) { return 1; } } __device__ int f(double) { return 2; }",
            "o[0] = f(1);",
        ),
        (
            "E0100",
            "struct L { int a; }; template <class T> __device__ float sqrt(T t, __int128 m = 0) { return 3; }",
            "o[0] = sqrt(2.0f);",
        ),
        (
            "E0100",
            "struct S { int a; }; template <class T> __device__ S operator+(S a, __int128 m) { return a; }",
            "S s; s = s + s;",
        ),
        (
            "E0046",
            "struct L {}; template <class A, class B> struct P {}; template <class T> struct X { static const int v = 1; }; template <class A> struct X<P<A, __int128>> { static const int v = 2; };",
            "o[0] = X<P<int, int>>::v;",
        ),
    ]);
}

/// What is left alone is not passed over where an overload or a specialisation is chosen, in a substitution neither: what would be chosen
/// could be just that.
#[test]
fn nothing_is_passed_over_in_substitutions() {
    let all = |rest: &str| {
        format!(
            "struct L {{}}; struct Q {{}}; template <class T> __device__ int g(L, T, __int128 m = 0) {{ return 3; }} __device__ int g(L, int) {{ return 1; }} {rest}"
        )
    };
    let pointed = "template <class T> struct S { static const int v = 1; }; template <class R, class C> struct S<R(C, __int128)> { static const int v = 2; };";
    let ahead = "struct V; __device__ int t(const V &); struct V { __device__ V(int) {} __device__ virtual int f() { return 1; } }; __device__ int t(const V &) { return 1; } __device__ int t(...) { return 2; }";
    held(&[
        (
            "E0100",
            &all(
                "template <class T> __device__ auto c(T t) -> decltype(g(L(), t)) { return 1; } __device__ int c(...) { return 2; }",
            ),
            "o[0] = c(Q());",
        ),
        ("E0046", pointed, "o[0] = S<int(int)>::v;"),
        ("E0046", pointed, "o[0] = S<int (*)(int)>::v + S<S<int(int)>>::v;"),
        ("E0106", ahead, "o[0] = t(4);"),
        (
            "",
            "template <class T> struct C { __device__ C(T) {} }; template <class T> __device__ auto c(T t) -> decltype(C(t), 1) { return 1; } __device__ int c(...) { return 2; }",
            "o[0] = c(1);",
        ),
    ]);
}

/// A function that may throw is none that throws nothing, and nothing points to a type of functions with an object.
#[test]
fn qualified_types_of_functions() {
    let f = "__device__ int f(int) { return 1; } typedef int F(int) const; typedef int G(int) noexcept;";
    held(&[
        ("E0060", f, "int (*p)(int) noexcept = f; o[0] = p(1);"),
        ("E0060", f, "G *p = f; o[0] = p(1);"),
        ("E0034", f, "F *p = nullptr; o[0] = p != nullptr;"),
        ("E0034", f, "F &p = *o; o[0] = 1;"),
        ("", "__device__ int f(int) noexcept { return 1; }", "int (*p)(int) = f; o[0] = p(1);"),
        (
            "E0043",
            "__device__ int f(int) noexcept; __device__ int f(int) { return 1; }",
            "o[0] = f(1);",
        ),
        (
            "E0043",
            "__device__ int f(int); __device__ int f(int) noexcept { return 1; }",
            "o[0] = f(1);",
        ),
        ("E0080", "struct B final {}; struct D : B { int a; };", "D d; o[0] = d.a;"),
    ]);
}
