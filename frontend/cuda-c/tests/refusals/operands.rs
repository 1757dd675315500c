//! What is named where nothing is evaluated has to make sense all the same; `auto` in the middle of a type.

use super::{held, held_on_device};

/// [except.throw], [expr.delete], [expr.dynamic.cast]: what only a host does, in operands.
#[test]
fn operands_of_the_host() {
    let of = "template <class T> T &&of(); struct B {}; struct D : B {}; class P : B {}; struct N { N(const N &) = delete; ~N() = delete; }; class H { ~H() {} }; struct I;";
    let said = "template <class T, class U> struct Same { static constexpr bool v = false; }; template <class T> struct Same<T, T> { static constexpr bool v = true; }; int x;";
    held(&[
        ("", of, "o[0] = sizeof(decltype(delete of<int *>(), 1));"),
        ("", of, "o[0] = sizeof(decltype(delete[] of<const D *>(), 1));"),
        ("E0070", of, "o[0] = sizeof(decltype(delete of<int>(), 1));"),
        ("E0070", of, "o[0] = sizeof(decltype(delete of<void (*)()>(), 1));"),
        ("E0080", of, "o[0] = sizeof(decltype(delete of<N *>(), 1));"),
        ("E0080", of, "o[0] = sizeof(decltype(delete of<H *>(), 1));"),
        ("", of, "o[0] = sizeof(decltype(throw of<int>(), 1));"),
        ("", of, "o[0] = sizeof(decltype(throw, 1));"),
        ("E0080", of, "o[0] = sizeof(decltype(throw of<N &>(), 1));"),
        ("E0070", of, "o[0] = sizeof(decltype(throw of<I *>(), 1));"),
        ("", of, "o[0] = sizeof(decltype(throw of<void *>(), 1));"),
        ("", of, "o[0] = sizeof(dynamic_cast<B *>(of<D *>()));"),
        ("", of, "o[0] = sizeof(dynamic_cast<const B &>(of<D &>()));"),
        ("E0070", of, "o[0] = sizeof(dynamic_cast<D *>(of<B *>()));"),
        ("E0060", of, "o[0] = sizeof(dynamic_cast<B *>(of<const D *>()));"),
        ("E0080", of, "o[0] = sizeof(dynamic_cast<B *>(of<P *>()));"),
        ("E0070", of, "o[0] = sizeof(dynamic_cast<void *>(of<B *>()));"),
        ("E0070", of, "o[0] = sizeof(dynamic_cast<I *>(of<I *>()));"),
        ("", said, "static_assert(!noexcept(throw 1), \"\"); o[0] = sizeof(n ? 'a' : throw 1);"),
        ("", said, "static_assert(Same<decltype(true ? x : throw 1), int &>::v, \"\");"),
        ("E0061", said, "o[0] = sizeof(n ? 'a' : (void)1);"),
        ("E0110", said, "o[0] = n ? 1 : throw 1;"),
        ("E0109", said, "delete o;"),
    ]);
}

/// [expr.context]: what is not built is no error in an operand, and what makes no sense is one.
#[test]
fn operands_that_are_not_built() {
    let types = "typedef int (*F)(); typedef int A[2]; struct N { N(int); }; struct S { int x; void m(); static constexpr int z = 1; enum { n }; }; struct O { void m(int); static void m(long); };";
    held(&[
        ("", types, "o[0] = sizeof(F(1L)) + sizeof(long(F(1L)));"),
        ("E0070", types, "o[0] = sizeof(static_cast<F>(1L));"),
        ("E0070", types, "o[0] = sizeof(F(1.5));"),
        ("E0101", types, "auto f = F(1L); o[0] = f();"),
        ("", types, "o[0] = sizeof(A{1, 2}) + sizeof(A{}[1]);"),
        ("E0069", types, "o[0] = sizeof(A{1, 2, 3});"),
        ("E0064", types, "typedef N T[2]; o[0] = sizeof(T{});"),
        ("E0070", types, "typedef int T(); o[0] = sizeof(T{});"),
        ("E0100", types, "o[0] = A{1, 2}[0];"),
        ("", types, "o[0] = sizeof(&S::z);"),
        ("E0075", types, "o[0] = sizeof(&S::n);"),
        ("E0100", types, "o[0] = *&S::z;"),
        ("E0080", types, "o[0] = sizeof(decltype(S::m, 1));"),
        ("E0049", types, "o[0] = sizeof(decltype(O::m, 1));"),
        ("E0049", types, "o[0] = sizeof(decltype((void)O::m, 1));"),
        ("", types, "o[0] = sizeof(int S::*[2]);"),
        ("E0114", types, "int S::*m[2] = {&S::x}; o[0] = m[1] == nullptr;"),
        ("E0114", types, "constexpr int S::*m[2] = {&S::x}; o[0] = m[1] == nullptr;"),
        ("E0114", types, "static const int S::*const m[2] = {&S::x}; o[0] = m[1] == nullptr;"),
    ]);
}

/// [dcl.type.auto.deduct] 4: the part of the type beside `auto` is deduced as a template's argument is.
#[test]
fn auto_within_types() {
    held(&[
        ("", "", "int *p = o; auto **a = &p; auto *const *b = &p; o[0] = **a + **b;"),
        ("E0069", "", "auto **a = o;"),
        ("E0060", "", "int *p = o; const auto **a = &p;"),
        ("E0072", "", "int *p = o; auto *const *a = &p; *a = 0;"),
        ("", "", "int m[2][3] = {}; auto (*r)[3] = m; o[0] = r[1][2];"),
        ("E0069", "", "int m[2][3] = {}; auto (*r)[4] = m;"),
        ("E0067", "", "int m[2] = {}; auto r[2] = m;"),
        ("E0069", "struct S { int x; }; struct T { int y; };", "auto S::*p = &T::y;"),
        ("E0060", "", "float *f; auto *a = o, **b = &f;"),
    ]);
}

/// [temp.param] 9, [temp.arg.nontype] 1: `auto` and its defaults; `decltype(auto)` is what is written.
#[test]
fn parameters_of_any_type() {
    held_on_device(&[
        ("", "template <auto V = 3> struct A { int a[V]; }; A<> a;"),
        ("", "template <decltype(auto) V = 3> struct A { int a[V]; }; A<> a; A<4u> b;"),
        ("E0100 1:11", "template <decltype(auto) V> struct A { int a; }; int g; A<(g)> a;"),
        ("E0105 1:56", "template <auto *P = 3> struct A { int a; }; struct B : A<> {};"),
    ]);
}

/// [class.base.init] 2: an initialiser names its base as `decltype` of an object does.
#[test]
fn bases_by_decltype() {
    let b = "struct B { int v; B(int x = 0) : v(x) {} }; struct C {};";
    let with = |rest: &str| format!("{b} {rest}");
    for (wanted, rest) in [
        ("", "struct D : B { D(B x) : decltype(x)(x) {} }; void f(B &b) { D d(b); }"),
        (
            "",
            "template <class T> struct D : T { T *p; D(T x) : decltype(x)(x), p{&x} {} }; void f(B &b) { D<B> d(b); }",
        ),
        ("E0080 1:82", "struct D : B { D(C c) : decltype(c)() {} };"),
        ("E0042 1:84", "struct D : B { D(int x) : v(x) {} };"),
        ("E0080 1:84", "struct D : B { D(int x) : decltype(x)(x) {} };"),
    ] {
        held_on_device(&[(wanted, &with(rest))]);
    }
}
