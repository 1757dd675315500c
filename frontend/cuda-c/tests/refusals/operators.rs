//! How operators, conversion functions and functions that are defaulted are declared; names that are two things; types that
//! are defined where none may be; what is reached through bases.

use super::{held, kernel, said_with};

use optx_frontend::{Dialect, FrontendOptions, Standard};

/// The code of the first error of files whose unmarked code is the device's; empty where there is none.
#[track_caller]
fn coded_on_device(rows: &[(&str, &str)]) {
    let options = FrontendOptions { default_device: true, ..FrontendOptions::default() };
    for (wanted, source) in rows {
        let said = said_with(&kernel(source, "o[0] = n;"), &options);
        let code = said.split("error[").nth(1).and_then(|t| t.split(']').next());
        assert_eq!(code.unwrap_or_default(), *wanted, "{source}\n{said}");
    }
}

/// [over.oper] 6, [over.ass], [over.call], [over.sub], [over.ref], [over.inc].
#[test]
fn operators_and_their_operands() {
    coded_on_device(&[
        ("E0034", "struct S {}; int operator[](S, int);"),
        ("E0034", "struct S {}; int operator->(S);"),
        ("E0034", "struct S {}; S operator=(S &, S);"),
        ("E0034", "struct S {}; S operator()(S &, S);"),
        ("E0034", "int operator+(int, int);"),
        ("E0034", "struct S {}; S operator+(S *, int);"),
        ("E0034", "struct S {}; S operator+(S, S, S);"),
        ("E0034", "struct S {}; S operator!(S, S);"),
        ("E0034", "struct S {}; S operator%(S);"),
        ("E0034", "struct S {}; S operator++(S &, long);"),
        ("E0034", "struct S {}; S operator+(S, ...);"),
        ("E0034", "template <class T> T operator%(T);"),
        ("E0034", "struct S { S operator!(S); };"),
        ("E0034", "struct S { S operator%(); };"),
        ("E0034", "struct S { S operator++(long); };"),
        ("E0034", "struct S { S operator+(S = S()); };"),
        ("E0034", "struct S { S operator[](int, int); };"),
        ("E0034", "struct S { S operator->(int); };"),
        ("E0034", "struct S { static S operator-(int); };"),
        ("E0034", "struct S { S operator+(...); };"),
        ("E0034", "struct S {}; int operator?(S, S);"),
        (
            "",
            "struct S { S operator()(int = 0); S operator++(int); S operator-(); S operator-(S); S operator&(S); };",
        ),
        (
            "",
            "struct S { static S operator()(int); S operator[](int); int *operator->(); S operator->*(int); };",
        ),
        (
            "",
            "enum E { a }; E operator+(E, E); E operator|(E &, int); E operator++(E &, int); E operator~(E);",
        ),
        (
            "",
            "template <class... T> int operator+(T...); template <class T, class... U> int operator-(T, U...);",
        ),
        ("", "template <class T> T operator+(T, int); template <class T> T operator-(T);"),
    ]);
}

/// [class.conv.fct] 1, [dcl.fct.def.default] 1.
#[test]
fn conversions_and_what_is_defaulted() {
    coded_on_device(&[
        ("E0034", "struct S { operator int(int); };"),
        ("E0033", "struct S { static operator int(); };"),
        ("E0033", "struct S { int operator long(); };"),
        (
            "",
            "struct S { operator int() const; explicit operator bool(); template <class T> operator T *(); };",
        ),
        ("E0080", "int f() = default;"),
        ("E0080", "struct S { int g() = default; };"),
        ("E0080", "struct S { S(int) = default; };"),
        ("E0080", "struct S { S(int = 0) = default; };"),
        ("E0080", "struct S { S(const S &, int = 0) = default; };"),
        ("E0080", "struct S { S &operator=(S) = default; };"),
        ("E0080", "struct S { void operator=(const S &) = default; };"),
        ("E0080", "struct S { S &operator=(const S &) const = default; };"),
        ("E0080", "struct S { int operator+(S) = default; };"),
        ("E0080", "struct S { operator int() = default; };"),
        (
            "",
            "struct S { S() = default; S(const S &) = default; S(S &&) = default; S &operator=(const S &) = default; S &operator=(S &&) = default; ~S() = default; };",
        ),
        ("", "struct S { S(S &) = default; S &operator=(S &) = default; };"),
        (
            "",
            "template <class T> struct S { S(const S<T> &) = default; S() = default; S &operator=(const S<T> &) = default; }; void f() { S<int> a; S<int> b = a; a = b; }",
        ),
    ]);
}

/// [dcl.fct] 2, [dcl.decl] 4, [dcl.enum] 2, [dcl.attr.grammar] 7.
#[test]
fn parts_of_declarators() {
    coded_on_device(&[
        ("E0034", "int g() -> int;"),
        ("E0034", "int *g() -> int;"),
        ("E0034", "auto *g() -> int;"),
        ("E0034", "struct S { int f() -> int; };"),
        (
            "",
            "auto g() -> int; auto (*p)() -> int = nullptr; struct S { auto f() const & -> int; };",
        ),
        ("E0034", "struct S { int f() const & volatile; };"),
        ("E0034", "struct S { int f() & const; };"),
        ("", "struct S { int f() volatile const &; int g() & noexcept; };"),
        ("E0060", "enum E : float { a };"),
        ("E0060", "enum E : int * { a };"),
        ("E0060", "enum F { z }; enum E : F { a };"),
        (
            "",
            "typedef unsigned short us; enum E : const us { a }; enum F : bool { b }; enum class G : long { c };",
        ),
    ]);
    held(&[
        ("E0034", "", "int a[[]{ return 3; }()]; o[0] = sizeof a;"),
        ("E0034", "", "int a[ []{ return 3; }()]; o[0] = sizeof a;"),
        ("", "", "int a [[maybe_unused]][3]; int b [[]] = 1; o[0] = sizeof a + b;"),
    ]);
}

/// [dcl.type] 3: types are defined in declarations and aliases, and not in casts and the like.
#[test]
fn types_where_none_is_defined() {
    held(&[
        ("E0033", "", "auto [a, b] = (struct P { int x, y; }){1, 2}; o[0] = a + b;"),
        ("E0033", "", "o[0] = sizeof(struct P { int x; });"),
        ("E0033", "", "auto p = (struct P { int x; } *)o; o[0] = p->x;"),
        ("E0033", "", "o[0] = static_cast<enum P { x }>(0);"),
        (
            "",
            "using A = struct { int x; }; using E = enum { a };",
            "using C = struct CC { int m; }; C c{3}; o[0] = c.m + sizeof(struct CC) + a;",
        ),
        ("", "struct P { int x; };", "auto p = (struct P *)o; o[0] = p->x;"),
    ]);
}

/// [basic.scope.declarative] 4: a name is one thing in its namespace, but for a class that something else hides.
#[test]
fn names_of_two_kinds() {
    coded_on_device(&[
        ("E0043", "namespace N {} int N;"),
        ("E0043", "namespace N {} void N();"),
        ("E0043", "namespace N {} struct N;"),
        ("E0043", "int N; namespace N {}"),
        ("E0043", "namespace M {} namespace N = M; int N;"),
        ("E0043", "template <class T> struct A; int A;"),
        ("E0043", "template <class T> struct A; void A();"),
        ("E0043", "template <class T> void A(); int A;"),
        ("E0043", "template <class T> struct A; struct A;"),
        ("E0043", "template <class T> constexpr int v = 1; int v;"),
        ("E0043", "template <class T> using v = T; int v;"),
        ("", "struct A; int A; enum B { b }; int B; struct stat { int x; }; int stat(int);"),
        ("", "void f(); template <class T> void f(T); extern int x; int x(3);"),
        (
            "",
            "namespace M { inline namespace v1 { namespace Q {} int z; } int Q; } namespace N { int M; }",
        ),
        (
            "",
            "template <class T> struct U; template <> struct U<int> {}; template <class T> struct U {}; template struct U<char>; template <class T> U(T) -> U<T>;",
        ),
    ]);
}

/// [class.access.base] 4, [class.protected] 1.
#[test]
fn members_of_bases_that_are_named() {
    let b = "struct B { int x; __device__ int f() { return 1; } __device__ static int s() { return 2; } };";
    let with = |rest: &str| format!("{b} {rest}");
    held(&[
        ("E0080", &with("struct P : private B {};"), "P p; p.B::x = 1;"),
        ("E0080", &with("struct P : private B {};"), "P p; o[0] = p.B::f();"),
        ("E0080", &with("struct P : private B {};"), "auto p = &P::f;"),
        ("E0080", &with("struct P : private B {};"), "auto p = &P::s; o[0] = p();"),
        (
            "",
            &with("struct P : B {};"),
            "P p; p.B::x = 1; o[0] = p.B::f(); auto q = &P::f; auto r = &P::s; o[1] = (p.*q)() + r();",
        ),
        (
            "",
            &with(
                "struct P : private B { __device__ int g(P p) { p.B::x = 1; this->B::x = 2; auto q = &P::f; return (p.*q)(); } };",
            ),
            "P p; o[0] = p.g(p);",
        ),
        (
            "",
            &with("struct P : private B { using B::x; using B::f; };"),
            "P p; p.x = 1; o[0] = p.f(); auto q = &P::f;",
        ),
    ]);
    let s = "struct S { protected: int x; __device__ void f() {} __device__ static void s() {} };";
    let derived =
        |rest: &str| format!("{s} struct D : S {{ __device__ auto h() {{ return {rest}; }} }};");
    held(&[
        ("E0080", &derived("&S::x"), "D d; d.h();"),
        ("E0080", &derived("&S::f"), "D d; d.h();"),
        ("", &derived("&D::x"), "D d; d.h();"),
        ("", &derived("&D::f"), "D d; d.h();"),
        ("", &derived("&S::s"), "D d; d.h();"),
    ]);
}

/// [temp.inst] 2: the declarations of member functions are made with the class; [dcl.spec.auto] 9.
#[test]
fn declarations_that_are_made() {
    held(&[
        ("E0034", "template <class T> struct A { void f(int, T); };", "A<void> a;"),
        ("E0034", "template <class T> struct A { void f(T); };", "A<void> a;"),
        ("", "template <class T> struct A { T f(); T *g(T *); };", "A<void> a;"),
        ("", "template <class T> struct A { void f(T); };", "A<void> *a; A<int> b;"),
        ("", "template <class T> struct A { T *f(); void g(T); };", "A<int[2]> a; A<int &> *b;"),
    ]);
    coded_on_device(&[
        (
            "",
            "auto f(); auto f() { return 1; } int g() { return f(); } template <class T> auto h(T t) { return t; }",
        ),
        (
            "",
            "struct S { int n() { return 1; } auto m() { return n(); } int k() { return m(); } };",
        ),
    ]);
}

/// [class.temporary] 4, [class.friend] 6, [class.bit].
#[test]
fn what_is_destroyed_and_befriended() {
    let d = "struct D { ~D() = delete; int x; }; D f(); D &g();";
    coded_on_device(&[
        ("E0080", &format!("{d} int h() {{ return sizeof(f()); }}")),
        ("E0080", &format!("{d} int h() {{ return noexcept(f()); }}")),
        ("", &format!("{d} int h() {{ return sizeof(g()) + sizeof(decltype(f())); }}")),
        ("E0080", "int h() { struct L { int v; friend int fr(L l) { return l.v; } }; return 1; }"),
        ("", "int fr(int); int h() { struct L { int v; friend int fr(int); }; return 1; }"),
        ("E0077", "struct S { int b : 3 = 1; };"),
        ("", "struct S { int b : 3; int c = 1; };"),
    ]);
}

/// [dcl.constexpr] 3, as C++17 has it.
#[test]
fn variables_of_constants_without_a_value() {
    coded_on_device(&[
        ("E0069", "constexpr int f(int n) { int x; x = n; return x; }"),
        ("E0069", "constexpr int f(int n) { int x[2]; x[0] = n; return x[0]; }"),
        ("", "constexpr int f(int n) { int x = n, y[2] = {}; return x + y[0]; }"),
        (
            "",
            "template <class T> constexpr T f(T n) { T x; x = n; return x; } int g() { return f(3); }",
        ),
        ("", "int g() { auto l = [](int n) { int x; x = n; return x; }; return l(1); }"),
    ]);
}

/// NVRTC has designators with C++20 alone.
#[test]
fn designators_by_the_standard() {
    let source = kernel("struct A { int a, b; };", "A x = {.a = 1, .b = 3}; o[0] = x.a;");
    for (nvrtc, standard, wrong) in
        [(true, None, true), (true, Some(Standard::Cpp20), false), (false, None, false)]
    {
        let dialect = Dialect { nvrtc, standard, ..Dialect::default() };
        let options = FrontendOptions { dialect, ..FrontendOptions::default() };
        let said = said_with(&source, &options);
        assert_eq!(said.contains("error[E0069]: designators need C++20"), wrong, "{said}");
    }
}
