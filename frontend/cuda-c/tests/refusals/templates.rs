//! Templates and default arguments.

use crate::{held, held_on_device};

/// [temp.res] 3, [temp.local] 6, [temp.param] 11 and 12, [temp.class.spec] 8: what a template may not say.
#[test]
fn what_templates_may_not_say() {
    let a = "template <class T> struct A { typedef int t; };";
    let with = |rest: &str| format!("{a} {rest}");
    held(&[
        (
            "E0105",
            &with("template <class T> __device__ int f(T) { A<T>::t x = 1; return x; }"),
            "o[0] = f(1);",
        ),
        (
            "E0105",
            &with("template <class T> __device__ int f(T) { return (A<T>::t)1; }"),
            "o[0] = f(1);",
        ),
        (
            "E0105",
            &with("template <class T> struct B { A<T>::t x; };"),
            "B<int> b; o[0] = sizeof b;",
        ),
        (
            "",
            &with("template <class T> __device__ int f(T) { typename A<T>::t x = 1; return x; }"),
            "o[0] = f(1);",
        ),
        (
            "",
            &with("template <class T> __device__ int f(T) { A<int>::t x = 1; return x; }"),
            "o[0] = f(1);",
        ),
        (
            "",
            "template <class T> struct A { typedef int t; __device__ int f() { A<T>::t x = 1; A::t y = 2; return x + y; } };",
            "A<int> a; o[0] = a.f();",
        ),
        (
            "",
            "template <class T> struct A { struct t { int v; }; }; template <class T> struct B : A<T>::t {};",
            "B<int> b; b.v = 1; o[0] = b.v;",
        ),
        ("E0043", "template <class T> struct A { int T; };", "A<int> a; o[0] = sizeof a;"),
        ("E0043", "template <class T> struct A { typedef int T; };", "A<int> a; o[0] = sizeof a;"),
        (
            "E0043",
            "template <class T> struct A { __device__ int f() { int T = 1; return T; } };",
            "A<int> a; o[0] = a.f();",
        ),
        (
            "E0043",
            "template <class T> __device__ int f(T t) { int T = 1; return T; }",
            "o[0] = f(1);",
        ),
        ("E0043", "template <class T> __device__ int f(int T) { return T; }", "o[0] = f<int>(1);"),
        ("E0043", "template <int N> __device__ int f() { int N = 2; return N; }", "o[0] = f<1>();"),
        (
            "E0043",
            "template <class T, class T> __device__ int f(T t) { return 1; }",
            "o[0] = f<int, int>(1);",
        ),
        ("E0043", "template <class A> struct A {};", "A<int> a; o[0] = sizeof a;"),
        (
            "",
            "template <class T> struct A { int U; }; template <class U> struct B : A<U> {};",
            "B<int> b; b.U = 1; o[0] = b.U;",
        ),
        (
            "E0043",
            "template <class T = int> struct A; template <class T = int> struct A {};",
            "A<> a; o[0] = sizeof a;",
        ),
        (
            "E0105",
            "template <class T = int, class U> struct A {};",
            "A<int, int> a; o[0] = sizeof a;",
        ),
        (
            "",
            "template <class T = int, class U> __device__ int f(U u) { return sizeof(T); }",
            "o[0] = f('a');",
        ),
        (
            "E0105",
            "template <class T> struct A {}; template <class T> struct A<T> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "E0105",
            "template <class T> struct A {}; template <class T, class U> struct A<T *> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "E0105",
            "template <class T> struct A {}; template <class T = int> struct A<T *> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "",
            "template <class T> struct A {}; template <class T> struct A<T *> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
    ]);
}

/// [dcl.fct.default] 4: default arguments stand once, and at the end.
#[test]
fn default_arguments_in_their_places() {
    held(&[
        (
            "E0043",
            "__device__ int f(int a = 1); __device__ int f(int a = 1) { return a; }",
            "o[0] = f();",
        ),
        (
            "",
            "__device__ int f(int a, int b = 1); __device__ int f(int a = 1, int b) { return a + b; }",
            "o[0] = f();",
        ),
        ("E0034", "__device__ int f(int a = 1, int b) { return a; }", "o[0] = f(1, 2);"),
        (
            "E0034",
            "struct S { __device__ int f(int a = 1, int b) { return a; } };",
            "S s; o[0] = s.f(1, 2);",
        ),
        (
            "E0034",
            "struct S { int v; __device__ S(int a = 1, int b) : v(a) {} };",
            "S s(1, 2); o[0] = s.v;",
        ),
        (
            "E0043",
            "struct S { __device__ int f(int a = 1); }; __device__ int S::f(int a = 1) { return a; }",
            "S s; o[0] = s.f();",
        ),
        (
            "",
            "struct S { __device__ int f(int a); }; __device__ int S::f(int a = 1) { return a; }",
            "S s; o[0] = s.f();",
        ),
        (
            "E0034",
            "template <class T> __device__ int f(T a = 1, int b) { return a; }",
            "o[0] = f(1, 2);",
        ),
        (
            "E0043",
            "template <class T> __device__ int f(T a, int b = 1); template <class T> __device__ int f(T a, int b = 1) { return b; }",
            "o[0] = f(1);",
        ),
        (
            "E0034",
            "template <class T> __device__ int f(T t, int a) { return a; } \
             template <> __device__ int f(int t, int a = 3) { return a; }",
            "o[0] = f(1, 2);",
        ),
    ]);
}

/// [temp.spec] 5: an explicit specialisation is defined once.
#[test]
fn specialisations_defined_twice() {
    let t = "template <class T> struct A { int y; }; template <class T> __device__ int f(T) { return 1; } template <class T> struct C { typedef T t; template <class U> struct D {}; };";
    let with = |more: &str| format!("{t} {more}");
    for (wanted, more, body) in [
        (
            "E0043",
            "template <> struct A<int> { int x; }; template <> struct A<int> {};",
            "A<char> a; o[0] = sizeof a;",
        ),
        (
            "E0043",
            "template <class T> struct A<T *> {}; template <class U> struct A<U *> {};",
            "A<char> a; o[0] = sizeof a;",
        ),
        (
            "E0043",
            "template <> __device__ int f(int) { return 2; } template <> __device__ int f<int>(int) { return 3; }",
            "o[0] = f(1);",
        ),
        (
            "",
            "template <> struct A<int>; template <> struct A<int> { int x; }; template <class T> struct A<T *> {}; template <class U> struct A<const U *> {}; template <class T> struct A<T[2]> {}; template <class T> struct A<T[3]> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "",
            "template <> __device__ int f(int); template <> __device__ int f(int) { return 2; } template <> __device__ int f(char) { return 3; }",
            "o[0] = f(1) + f('a') + f(2.0);",
        ),
    ] {
        held(&[(wanted, &with(more), body)]);
    }
}

/// [temp.deduct.type] 2: a parameter that two arguments deduce differently fits neither, were one a base of the other.
#[test]
fn arguments_deduce_one_type() {
    let with = |rest: &str| {
        format!(
            "struct A {{ int v; }}; struct B : A {{ int w; }}; template<class T> struct X {{ T t; }}; \
             struct I : X<int> {{}}; struct C : X<char> {{}}; struct Two : I, C {{}}; {rest}"
        )
    };
    let f = with("template<class T> __device__ int f(T, T) { return 1; }");
    held(&[
        ("E0065", &f, "A a; B b; o[0] = f(a, b);"),
        ("E0065", &f, "A a; B b; o[0] = f(b, a);"),
        ("", &f, "A a; B b; o[0] = f(a, a) + f(b, b) + f<A>(a, b);"),
        (
            "E0065",
            &with("template<class T> __device__ int f(T *, T *) { return 1; }"),
            "A a; B b; o[0] = f(&a, &b);",
        ),
        (
            "E0065",
            &with("template<class T> __device__ int f(const T &, const T &) { return 1; }"),
            "A a; B b; o[0] = f(a, b);",
        ),
        (
            "E0065",
            &with("template<class T> __device__ int f(const X<T> &) { return 1; }"),
            "Two t; o[0] = f(t);",
        ),
    ]);
}

/// [temp.param] 4 and 7: the types of parameters, be the template used or not.
#[test]
fn types_of_template_parameters() {
    held_on_device(&[
        ("E0105 1:17", "template <float N> int f() { return 1; }"),
        ("E0105 1:18", "template <double N> struct A {};"),
        ("E0105 1:34", "struct P { int x; }; template <P N> int f() { return 1; }"),
        ("E0105 1:16", "template <void N> struct A {};"),
        ("E0105 1:28", "struct P {}; template <P &&N> struct A {};"),
        ("", "template <class T, T N> int f() { return N; }"),
        ("E0105 1:30", "typedef float F; template <F N> struct A {};"),
        (
            "",
            "struct P { int x; }; template <P *N> int f() { return N->x; } template <P &N> int g() { return N.x; } enum E { a }; template <E N, bool B, char C> struct A {};",
        ),
        ("E0041 1:11", "template <enum X N> struct A {};"),
    ]);
}

/// [temp.param] 12: a default stands once, in whichever declaration.
#[test]
fn defaults_of_template_parameters() {
    held_on_device(&[
        ("E0043 1:64", "template <class T = int> struct A {}; template <class T = int> struct A;"),
        (
            "E0043 1:65",
            "template <class T = int> T f(T = 3); template <class T = int> T f(T) { return 1; }",
        ),
        ("", "template <class T> struct A {}; template <class T = int> struct A; A<> a;"),
        ("", "template <class T = int> struct A; template <class T> struct A {}; A<> a;"),
        ("E0043 1:68", "template <class T = int> struct A; template <class T = int> struct A {};"),
    ]);
}

/// [temp.local] 6: nothing in a template's scope hides its parameters, be it used or not.
#[test]
fn template_parameters_hidden() {
    held_on_device(&[
        ("E0043 1:35", "template <class T> struct B { int T; };"),
        ("E0043 1:43", "template <class T> struct B { typedef int T; };"),
        ("E0043 1:35", "template <class T> struct B { int T(); };"),
        ("E0043 1:38", "template <class T> struct B { struct T {}; };"),
        ("E0043 1:38", "template <class T> struct B { enum { T }; };"),
        ("E0043 1:44", "template <int N> struct B { struct C { int N; }; };"),
        ("E0043 1:28", "template <class T> int f(T T) { return 1; }"),
        ("E0043 1:30", "template <class T> int f(int T);"),
        ("", "template <class T> struct B { T t; friend int T(int); };"),
        ("", "template <class T> struct B { T t; template <class U> U f(U u) { return u; } };"),
    ]);
}
