//! What needs what is absent hinders a file only where it is used; and what is left alone never lets something else be taken
//! for it.

use crate::held;

/// Functions, classes and templates that nothing uses: nvcc takes each of these, and so do we.
#[test]
fn what_nothing_uses_is_left_alone() {
    let kernel = "o[0] = 1;";
    held(&[
        ("", "template <class... T> __device__ int f(T... t) { return sizeof...(t); }", kernel),
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
        ("", "template <class... T> __global__ void g(T... t) {}", kernel),
    ]);
}

/// The same where something uses it.
#[test]
fn what_is_used_is_not() {
    held(&[
        (
            "E0105",
            "template <class... T> __device__ int f(T... t) { return sizeof...(t); }",
            "o[0] = f(1);",
        ),
        (
            "E0105",
            "template <class... T> __device__ int f(T... t) { return 1; } __device__ int g() { return f(1); }",
            "o[0] = g();",
        ),
        ("E0102", "__device__ int f(int n) { return n ? f(n - 1) : 0; }", "o[0] = f(3);"),
        ("E0106", "struct V { __device__ virtual int f() { return 1; } };", "V v; o[0] = v.f();"),
        ("E0095", "__device__ void f() { asm(\"none of this is PTX\"); }", "f();"),
        (
            "E0105",
            "template <class... T> __global__ void g(T... t) {} int main() { g<int><<<1, 1>>>(3); }",
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
            "E0105",
            "template <class... T> __device__ int f(T... t) { return 1; } __device__ int f(int) { return 2; }",
            "o[0] = f(1);",
        ),
        (
            "E0105",
            "namespace n { template <class... T> __device__ int f(T... t) { return 1; } } using namespace n; __device__ int f(double) { return 2; }",
            "o[0] = f(1);",
        ),
        (
            "",
            "namespace n { template <class... T> __device__ int f(T... t) { return 1; } } __device__ int f(double) { return 2; }",
            "o[0] = f(1);",
        ),
        (
            "E0105",
            "template <class... T> __device__ float sqrt(T... t) { return 3; }",
            "o[0] = sqrt(2.0f);",
        ),
        (
            "E0105",
            "struct S { int a; }; template <class... T> __device__ S operator+(S a, T... t) { return a; }",
            "S s; s = s + s;",
        ),
        (
            "E0105",
            "struct A { template <class T> __device__ int f(T t) { return 1; } }; template <> __device__ int A::f<int>(int t) { return 2; }",
            "A a; o[0] = a.f(1);",
        ),
        (
            "E0042",
            "template <class T> struct X { static const int v = 1; }; template <> struct X<char> { static const bool n = noexcept(1); static const int v = 2; };",
            "o[0] = X<char>::v;",
        ),
        (
            "",
            "template <class T> struct X { static const int v = 1; }; template <> struct X<char> { static const bool n = noexcept(1); static const int v = 2; };",
            "o[0] = X<int>::v;",
        ),
        (
            "E0042",
            "template <class T> struct X { static const int v = 1; }; template <class T> struct X<T *> { static const bool n = noexcept(1); static const int v = 2; };",
            "o[0] = X<int *>::v;",
        ),
        (
            "",
            "template <class T> struct X { static const int v = 1; }; template <class T> struct X<T *> { static const bool n = noexcept(1); static const int v = 2; };",
            "o[0] = X<int>::v;",
        ),
        (
            "",
            "template <class T> struct X { static const int v = 1; }; template <class R, class... A> struct X<R(A...)> { static const int v = 2; };",
            "o[0] = X<int>::v;",
        ),
        (
            "E0046",
            "template <class A, class B> struct P {}; template <class T> struct X { static const int v = 1; }; template <class... A> struct X<P<A...>> { static const int v = 2; };",
            "o[0] = X<P<int, int>>::v;",
        ),
    ]);
}
