//! What is wrong with declarations whatever a template's arguments are, or for those that are given; what a default argument may name.

use super::held_on_device;

/// [dcl.fct.default] 7 to 9: no parameter, no variable of the function around and no `this`.
#[test]
fn default_arguments_name_no_variables() {
    held_on_device(&[
        ("E0034 1:23", "int x; void f(int x = x);"),
        ("E0034 1:23", "void f(int x, int y = x);"),
        ("E0034 1:33", "struct S { int f(int x, int y = x); };"),
        ("E0034 1:40", "template <class T> void f(T x, T y = T(x)) {} void g() { f(1); }"),
        ("E0034 1:32", "auto f = [](int a, int b = 1 + a) { return b; };"),
        ("", "int x; void f(int y = x); struct S { static int z; void g(int y = z, int z = 2); };"),
        (
            "",
            "template <int N> int f(int y = N) { return y; } int z = 1; int g(int a) { return f<3>(); }",
        ),
        ("", "int f(int x, int (*g)(int) = [](int x) -> int { return x; });"),
        ("E0113 1:48", "void f() { int x = 1; auto l = [=](int y = 2 + x) { return y; }; l(1); }"),
        ("E0113 1:44", "void f() { int x = 1; auto l = [x](int y = x) { return y; }; l(); }"),
        ("E0113 1:46", "void f(int x) { auto l = [&](auto z, int y = x) { return y; }; l(1, 2); }"),
        (
            "E0113 1:53",
            "struct S { int m; int g() { auto l = [this](int y = this->m) { return y; }; return l(2); } };",
        ),
        (
            "",
            "void f() { const int x = 1; auto l = [](int y = x, long z = sizeof(x)) { return y; }; l(); }",
        ),
    ]);
}

/// [class.qual] 2: `C::C` is the constructor, but where only types are found.
#[test]
fn constructors_by_the_name_of_their_class() {
    held_on_device(&[
        ("E0080 1:62", "template <class T> struct A { T t; }; int n = sizeof(A<int>::A);"),
        ("E0080 1:40", "struct A { int t; }; int n = sizeof(A::A);"),
        ("E0080 1:41", "struct A { int t; }; int n = alignof(A::A);"),
        ("E0080 1:36", "struct A { int t; }; void f() { A::A a; }"),
        ("E0080 1:64", "template <class T> struct A {}; struct B : A<int> { typedef A::A X; };"),
        (
            "",
            "struct A { int t; }; struct B : A {}; int n = sizeof(B::A); void f() { B::A a; struct A::A b; }",
        ),
        ("", "struct A { int t; A(int x) : t(x) {} }; struct B : A { B() : A::A(1) {} };"),
        ("", "template <class T> struct A { T t; }; typename A<int>::A a;"),
    ]);
}

/// [namespace.udecl] 3: a using declaration inherits constructors of a direct base.
#[test]
fn constructors_of_bases_further_up() {
    held_on_device(&[
        (
            "E0080 1:68",
            "struct A { A(int); }; struct B : A { using A::A; }; struct C : B { using A::A; };",
        ),
        (
            "E0080 1:68",
            "struct A { A(int); }; struct B : A { using A::A; }; struct C : B { using B::A::A; };",
        ),
        (
            "",
            "struct A { A(int); void f(); }; struct B : A { using A::A; }; struct C : B { using B::B; using A::f; };",
        ),
    ]);
}

/// [temp.arg.nontype] 2, [expr.const] 4: no pointer to a member of a base becomes one of the class as a template's argument.
#[test]
fn pointers_to_members_of_bases_as_arguments() {
    let with = |argument: &str| {
        format!(
            "struct A {{ int a; }}; struct B {{ int b; int f(); }}; struct C : A, B {{ int g(); }}; template <int (C::*P)()> struct F {{}}; template <int C::*P> struct D {{}}; {argument}"
        )
    };
    for (wanted, argument) in
        [("E0105 1:154", "F<&C::f> x;"), ("E0105 1:154", "D<&C::b> x;"), ("", "F<&C::g> x;")]
    {
        held_on_device(&[(wanted, &with(argument))]);
    }
}

/// [temp.class.spec] 1: a partial specialisation stands before what it would have been for.
#[test]
fn partial_specialisations_behind_their_use() {
    let a = "template <class T> struct A { static constexpr int v = 1; }; ";
    let late = "template <class T> struct A<T *> { static constexpr int v = 2; };";
    for (wanted, before, behind) in [
        ("E0105", "constexpr int z = A<int *>::v;", ""),
        ("E0105", "A<int *> a;", ""),
        ("E0105", "struct B : A<int *> {};", "int x = B::v;"),
        ("E0105", "static_assert(A<int *>::v == 1, \"\");", ""),
        ("E0105", "int f() { return A<int *>::v; }", "int g() { return f(); }"),
        ("", "A<int *> *a; static_assert(A<int>::v == 1, \"\");", "int x = A<int *>::v;"),
        ("", "template <class T> int f() { return A<T *>::v; }", "void g() { int x = f<int>(); }"),
    ] {
        let source = format!("{a}{before} {late} int y = A<int *>::v; {behind}");
        let place =
            if wanted.is_empty() { "" } else { &format!(" 1:{}", a.len() + before.len() + 28) };
        held_on_device(&[(&format!("{wanted}{place}"), &source)]);
    }
    held_on_device(&[(
        "E0105 1:116",
        "template <class T> struct A { static constexpr int v = 1; }; static_assert(A<int>::v == 1, \"\"); template <> struct A<int> { static constexpr int v = 2; }; int x = A<int>::v;",
    )]);
}

/// [temp.class.spec] 6: which type the parameter is of that an argument for `auto` names makes no other specialisation.
#[test]
fn specialisations_for_numbers_of_any_type() {
    held_on_device(&[
        (
            "E0043 1:98",
            "template <auto V> struct A {}; template <int V> struct A<V> { int a; }; template <bool V> struct A<V> {}; A<1> a;",
        ),
        (
            "",
            "template <auto V> struct A {}; template <int V> struct A<V> { int a; }; template <auto *V> struct A<V> {}; A<1> a;",
        ),
        (
            "",
            "template <int V, class T> struct A {}; template <int V> struct A<V, int> {}; template <int V> struct A<V, long> {};",
        ),
    ]);
}

/// [dcl.fct] 10: no function returns an array or a function.
#[test]
fn results_that_no_function_has() {
    held_on_device(&[
        ("E0034 1:19", "typedef int A[2]; A f();"),
        ("E0034 1:18", "typedef int F(); F f();"),
        ("E0034 1:31", "typedef int A[2]; auto f() -> A;"),
        ("E0034 1:31", "template <class T> struct C { T f(); }; C<int[2]> c;"),
        ("E0034 1:31", "template <class T> struct C { T f() { return 0; } }; C<int()> c;"),
        ("E0034 1:40", "template <class T> struct C { operator T(); }; C<int[2]> c;"),
        ("", "template <class T> struct C { T *f(); T &g(); }; C<int[2]> c;"),
        (
            "",
            "template <class T> T f(int); template <class T> char f(long); int x = sizeof(f<int[2]>(0));",
        ),
    ]);
}

/// [temp.res] 8, [temp.dep] 1: what depends on no argument is wrong for all, and takes no template out of a choice.
#[test]
fn signatures_that_are_never_right() {
    let other = "template <class T> int f(...) { return 2; } void g() { int x = f<int>(0); }";
    for (wanted, first) in [
        ("E0040 1:59", "template <class T> auto f(int) -> decltype(static_cast<T>(dv()), 1);"),
        ("E0040 1:45", "template <class T> auto f(int) -> decltype((dv), 1);"),
        ("E0040 1:59", "namespace N {} template <class T> auto f(int) -> decltype(N::dv(T()), 1);"),
        (
            "E0113 1:44",
            "template <class T> auto f(int) -> decltype([](T x) { return x; }(T()), 1);",
        ),
        ("", "template <class T> auto f(int) -> decltype(dv(T()), 1);"),
        ("", "template <class T> auto f(int) -> decltype(T::dv(), 1);"),
        ("", "struct S { int m; }; template <class T> auto f(int) -> decltype(T().m, 1);"),
    ] {
        held_on_device(&[(wanted, &format!("{first} {other}"))]);
    }
}

/// [except.spec] 13, [temp.dep.candidate]: a condition of `noexcept` is an instance's where the function is called.
#[test]
fn conditions_of_noexcept() {
    held_on_device(&[
        (
            "E0040 1:51",
            "template <class T> void f(T &a) noexcept(noexcept(sw(a))) {} void g() { int a; f(a); }",
        ),
        (
            "",
            "template <class T> void f(T &a) noexcept(noexcept(sw(a))) {} struct S {}; void sw(S &); void g() { S a; f(a); }",
        ),
        (
            "",
            "template <class T> struct X { void f(T t) noexcept(noexcept(no(t))) {} int a; }; void g() { X<int> x; x.a = 1; }",
        ),
        (
            "E0040 1:63",
            "template <class T> struct X { T t; void f() noexcept(noexcept(sw(t))) {} }; void sw(int) noexcept; void g() { X<int> x; x.f(); }",
        ),
    ]);
}
