//! Arguments of class templates that an initialiser deduces ([dcl.type.class.deduct], [over.match.class.deduct], [temp.deduct.guide]).

use optx_frontend::{Dialect, FrontendOptions};

use crate::{held, kernel, said, said_with};

const S: &str = "template <class T> struct S { T a; __device__ S(T x) : a(x) {} __device__ S(T x, T y) : a(x + y) {} };";

fn with(more: &str) -> String {
    format!("{S} {more}")
}

/// [dcl.type.class.deduct] 1, 2: the name is the whole type of what is declared, of `new` or of a value.
#[test]
fn where_the_name_may_stand() {
    let s = |more: &str| with(more);
    held(&[
        ("", S, "S s(1); o[0] = s.a;"),
        ("", S, "const S s{1}, t = 2; o[0] = s.a + t.a;"),
        ("E0105", S, "S s(1), *p = &s; o[0] = p->a;"),
        ("E0105", S, "S s(1); S &r = s; o[0] = r.a;"),
        ("E0105", S, "S s[] = {1, 2}; o[0] = s[0].a;"),
        ("E0105", S, "S (s)(1); o[0] = s.a;"),
        ("E0060", S, "S s(1), t(2.5); o[0] = s.a + t.a;"),
        ("E0064", S, "o[0] = ((S)1).a;"),
        ("E0064", S, "o[0] = static_cast<S>(1).a;"),
        ("E0064", S, "using U = S; U u(1); o[0] = u.a;"),
        ("E0064", S, "S f(); o[0] = 1;"),
        ("E0064", &s("__device__ S f() { return S(1); }"), "o[0] = f().a;"),
        ("", &s("__device__ auto f() { return S(1); }"), "o[0] = f().a;"),
        ("E0064", &s("__device__ auto f() -> S { return S(1); }"), "o[0] = f().a;"),
        ("E0064", &s("__device__ int f(S s) { return s.a; }"), "o[0] = f(1);"),
        ("E0064", &s("struct M { S s = 1; };"), "M m; o[0] = m.s.a;"),
        ("E0060", &s("template <class T> struct Q {};"), "Q<S> q; o[0] = sizeof q;"),
        ("E0105", &s("extern __device__ S g;"), "o[0] = 1;"),
        ("E0105", &s("__device__ S *g;"), "o[0] = 1;"),
        ("E0065", &s("__device__ S g;"), "o[0] = 1;"),
        ("", "template <class T = int> struct Z { T a; };", "Z z; z.a = 1; o[0] = z.a;"),
        ("E0105", S, "void *p = o; auto q = new (p) S[2]{1, 2}; o[0] = q->a;"),
        ("", S, "void *p = o; auto q = new (p) S(2); o[1] = q->a;"),
        ("E0064", &s("template <class T> using A = S<T>;"), "A a(1); o[0] = a.a;"),
        ("E0064", &s("template <class T> using A = S<T>;"), "o[0] = A(1).a;"),
    ]);
}

/// [over.match.class.deduct]: one constructor or guide has to be the best for the initialiser.
#[test]
fn what_says_the_arguments() {
    let n = "template <class T, int K> struct N { T a; __device__ N(T x) : a(x) {} };";
    let by =
        "template <class T> struct B { int a; __device__ B(T, int) {} __device__ B(int, T) {} };";
    let f = "template <class T> struct F { int a; __device__ F(T &&) : a(1) {} };";
    held(&[
        ("E0065", S, "S s; o[0] = s.a;"),
        ("E0065", S, "S s(1, 2.5); o[0] = s.a;"),
        ("E0065", S, "S s(1, 2, 3); o[0] = s.a;"),
        ("E0065", S, "S s({1, 2}); o[0] = s.a;"),
        ("E0065", S, "o[0] = S{1, 2.5}.a;"),
        ("E0065", n, "N s(1); o[0] = s.a;"),
        ("E0049", by, "B b(1, 2); o[0] = b.a;"),
        ("", by, "B b(1, 2.5); o[0] = b.a;"),
        ("E0065", f, "int i = 1; F f(i); o[0] = f.a;"),
        ("", f, "F f(1); o[0] = f.a;"),
        ("E0065", "template <class T> struct A { T a; };", "A a{1}; o[0] = a.a;"),
        (
            "",
            "template <class T> struct A { T a; }; template <class T> A(T) -> A<T>;",
            "A a{1}; o[0] = a.a;",
        ),
        (
            "E0105",
            "template <class T> struct A { T a; }; template <class T> A(T) -> A<T>;",
            "A a{.a = 1}; o[0] = a.a;",
        ),
        (
            "E0080",
            "template <class T> struct A { T a; __device__ A(T x) : a(x) {} A(T *) = delete; };",
            "A a(o); o[0] = a.a;",
        ),
        ("E0080", "template <class T> class A { T a; __device__ A(T x) : a(x) {} };", "A a(n);"),
        (
            "E0065",
            "template <class T> struct A { T a; __device__ A(T x) : a(x) {} }; template <class T> struct C : A<T> { using A<T>::A; };",
            "C c(1); o[0] = c.a;",
        ),
        (
            "E0105",
            "template <class T> struct A { int a; __device__ int f() { return 1; } template <class U, int N = sizeof(f())> __device__ A(T, U) : a(N) {} };",
            "A a(1, 2); o[0] = a.a;",
        ),
    ]);
}

/// [over.match.copy], [over.match.list] 1: what is explicit deduces no class of a copy, and none of a list behind `=`.
#[test]
fn explicit_guides() {
    let e = "template <class T> struct E { T a; __device__ explicit E(T x) : a(x) {} };";
    let g = with("explicit S(char) -> S<long long>;");
    held(&[
        ("", e, "E e(1), f{2}; o[0] = e.a + f.a;"),
        ("E0060", e, "E e = 1; o[0] = e.a;"),
        ("E0060", e, "E e = {1}; o[0] = e.a;"),
        ("", e, "E e(1), f = e; o[0] = f.a;"),
        ("", &g, "S s('a'); static_assert(sizeof s == 8); o[0] = s.a;"),
        ("", &g, "S s = 'a'; static_assert(sizeof s == 1); o[0] = s.a;"),
        ("E0060", &g, "S s = {'a'}; o[0] = s.a;"),
    ]);
}

/// [temp.deduct.guide] 1 to 3, [temp.param] 14: how a guide is written, and where.
#[test]
fn written_guides() {
    let uses = "S s(1); o[0] = s.a;";
    held(&[
        ("", &with("S(int) -> S<float>;"), uses),
        ("", &with("__device__ S(int) -> S<float>;"), uses),
        ("E0033", &with("constexpr S(int) -> S<float>;"), uses),
        ("E0033", &with("static S(int) -> S<float>;"), uses),
        ("E0105", &with("S(int) -> const S<float>;"), uses),
        ("E0105", &with("S(int) -> S<float> &;"), uses),
        ("E0105", &with("S(int) -> float;"), uses),
        ("E0105", &with("template <class T> struct R {}; S(int) -> R<int>;"), uses),
        ("E0105", &with("template <class T> template <class U> S(U) -> S<U>;"), uses),
        ("E0105", &with("template <class T> S(int) -> S<T>;"), uses),
        ("E0105", &with("template <class T, class U> S(T) -> S<T>;"), uses),
        ("", &with("template <class T = float> S(int) -> S<T>;"), uses),
        ("E0043", &with("S(int) -> S<float>; S(int) -> S<double>;"), uses),
        (
            "E0043",
            &with("template <class T> S(T) -> S<T>; template <class U> S(U) -> S<U *>;"),
            uses,
        ),
        ("", &with("S(int) -> S<float>; S(unsigned) -> S<double>;"), uses),
        ("E0064", &with("S(int) -> S<float, int>;"), uses),
        ("E0041", &with("S(Unknown) -> S<float>;"), uses),
        (
            "E0105",
            "namespace n { template <class T> struct S { T a; __device__ S(T x) : a(x) {} }; } using n::S; S(int) -> S<float>;",
            uses,
        ),
        (
            "E0105",
            &with(
                "template <class T> __device__ int f(T t) { S s(t); return sizeof s; } S(int) -> S<double>;",
            ),
            "o[0] = f(1);",
        ),
        (
            "",
            &with(
                "template <class T> __device__ int f(T t) { S s(t); return sizeof s; } S(char) -> S<double>;",
            ),
            "o[0] = f(1);",
        ),
    ]);
}

/// NVRTC tells of guides that nothing asks for.
#[test]
fn guides_that_nothing_asks_for() {
    let options = FrontendOptions {
        dialect: Dialect { nvrtc: true, ..Dialect::default() },
        ..FrontendOptions::default()
    };
    for (wanted, guide) in [
        ("", "S(int) -> S<float>;"),
        ("E0105", "Q(int) -> Q<float>;"),
        ("E0105", "struct P {}; P(int) -> P<int>;"),
        ("E0064", "S(int) -> S<float, int>;"),
        ("E0105", "template <class T> using A = S<T>; template <class T> A(T) -> A<T>;"),
        ("E0105", "namespace n { template <class T> struct R {}; } n::R(int) -> n::R<int>;"),
    ] {
        let text = said_with(&kernel(&with(guide), "o[0] = 1;"), &options);
        let code = text.split("error[").nth(1).and_then(|t| t.split(']').next());
        assert_eq!(code.unwrap_or_default(), wanted, "{guide}\n{text}");
    }
}

/// One thing is said of what is wrong, and where.
#[test]
fn what_is_said() {
    let text = said(&kernel(S, "S s(1, 2.5); o[0] = s.a; auto t = s; t.a = 2;"));
    assert!(
        text.contains(
            "no constructor or deduction guide says the arguments of `S` for `S(int, double)`"
        ),
        "{text}"
    );
    assert!(text.contains("conflicting arguments for its parameter `T`: `int` by argument 1, `double` by argument 2"), "{text}");
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    for body in [
        "S s(nothing);",
        "auto s = S(nothing);",
        "S s{nothing}; o[0] = s.a;",
        "S s = S{S{nothing}};",
    ] {
        let text = said(&kernel(S, body));
        assert_eq!(text.matches("error[").count(), 1, "{body}\n{text}");
        assert!(text.contains("`nothing` is not declared"), "{text}");
    }
}
