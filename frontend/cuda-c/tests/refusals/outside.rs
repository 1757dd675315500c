//! Members of class templates, and member templates, that are defined and specialised outside of their classes ([temp.mem] 1, [temp.mem.class],
//! [temp.expl.spec] 16 to 18, [temp.class.spec] 5): what is right and what is not, as NVRTC 13.5 says of each; and what clang says where NVRTC
//! is wrong.

use super::{FrontendOptions, first_error, held, kernel, said_with};

/// With each code alone, wherever it is told: what is not marked is the device's.
#[track_caller]
fn refused_on_device(rows: &[(&str, &str)]) {
    let options = FrontendOptions { default_device: true, ..FrontendOptions::default() };
    for (wanted, source) in rows {
        let said = said_with(&kernel(source, "o[0] = n;"), &options);
        let code = first_error(&said);
        assert_eq!(code.split(' ').next(), Some(*wanted), "{source}\n{said}");
    }
}

#[test]
fn what_stands_outside_of_classes_is_right() {
    held(&[
        (
            "",
            "template <class T> struct A { template <class U> struct B; template <class U> struct B<U*> { static const int v = 5; }; }; template <> template <class U> struct A<int>::B { static const int v = 7; };",
            "o[0] = A<int>::B<int*>::v; static_assert(A<int>::B<int*>::v == 7, \"\"); static_assert(A<char>::B<int*>::v == 5, \"\");",
        ),
        (
            "",
            "struct S { typedef int I; template <class T> static constexpr int v = 1; template <class T> struct B { static const int v = 1; }; template <class T> __device__ static constexpr int f(T) { return 1; } }; template <> constexpr int S::v<S::I> = 2; template <> struct S::B<S::I> { static const int v = 3; }; template <> __device__ constexpr int S::f<S::I>(I) { return 4; } static_assert(S::v<int> == 2, \"\"); static_assert(S::v<char> == 1, \"\"); static_assert(S::B<int>::v == 3, \"\"); static_assert(S::f(1) == 4, \"\"); static_assert(S::f('a') == 1, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "template <class T, int N> struct A { template <class U, int M> struct B { static const int v = N * 10 + M; }; template <class U> struct B<U, 3> { static const int v = N * 100; }; }; template <class X, int Y> template <class Z> struct A<X, Y>::B<Z, 4> { static const int v = Y * 1000 + sizeof(X) + sizeof(Z); }; static_assert(A<int, 2>::B<int, 2>::v == 22, \"\"); static_assert(A<int, 2>::B<int, 3>::v == 200, \"\"); static_assert(A<int, 2>::B<char, 4>::v == 2005, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "typedef char X; template <class T> struct A { template <class U> struct B { static const int v = sizeof(X); }; template <class U> struct B<U*> { static const int v = sizeof(X); }; }; template <class X> template <class U> struct A<X>::B<U&> { static const int v = sizeof(X); }; static_assert(A<int>::B<int>::v == 1, \"\"); static_assert(A<int>::B<int*>::v == 1, \"\"); static_assert(A<int>::B<int&>::v == 4, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "template <class T> struct A { template <class U> static constexpr int v = 1; template <class U> static constexpr int v<U*> = 2; }; template <class T> template <class U> constexpr int A<T>::v<U&> = 3; template <> template <> constexpr int A<int>::v<char> = 4; template <> template <class U> constexpr int A<float>::v = 5; static_assert(A<int>::v<int> == 1, \"\"); static_assert(A<int>::v<int*> == 2, \"\"); static_assert(A<int>::v<int&> == 3, \"\"); static_assert(A<int>::v<char> == 4, \"\"); static_assert(A<float>::v<char> == 5, \"\"); static_assert(A<float>::v<char&> == 5, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "template <class T> struct A { template <class U> __device__ static constexpr int f(U) { return 1; } template <class U> __device__ static constexpr int f(U*) { return 2; } }; template <> template <> __device__ constexpr int A<int>::f(int) { return 3; } template <> template <> __device__ constexpr int A<int>::f(int*) { return 4; } template <> template <class U> __device__ constexpr int A<float>::f(U*) { return 5; } template <> template <> __device__ constexpr int A<float>::f(char*) { return 6; } static_assert(A<int>::f(1) == 3, \"\"); static_assert(A<int>::f((int*)0) == 4, \"\"); static_assert(A<int>::f((float*)0) == 2, \"\"); static_assert(A<float>::f((float*)0) == 5, \"\"); static_assert(A<float>::f((char*)0) == 6, \"\"); static_assert(A<float>::f(1) == 1, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "struct S { template <class T> __device__ static constexpr int f(T) { return 1; } template <> __device__ constexpr int f(int) { return 2; } template <> __device__ constexpr int f<char>(char) { return 3; } template <class T> struct B { static const int v = 1; }; template <> struct B<int> { static const int v = 2; }; }; static_assert(S::f(1) == 2, \"\"); static_assert(S::f('a') == 3, \"\"); static_assert(S::f(1.f) == 1, \"\"); static_assert(S::B<int>::v == 2, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "template <class T> struct A { template <class U> __device__ static constexpr int f(U) { return 1; } template <> __device__ constexpr int f(int) { return 2 + sizeof(T); } }; static_assert(A<char>::f(1) == 3, \"\"); static_assert(A<char>::f('a') == 1, \"\"); static_assert(A<double>::f(1) == 10, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "template <class T> struct A { struct B { T t; struct C; enum E : int; template <class U> struct D; }; }; template <class T> struct A<T>::B::C { T a[3]; }; template <class T> enum A<T>::B::E : int { e1 = sizeof(T) }; template <class T> template <class U> struct A<T>::B::D { T a; U u; }; static_assert(sizeof(A<int>::B::C) == 12, \"\"); static_assert(A<double>::B::e1 == 8, \"\"); static_assert(sizeof(A<char>::B::D<char>) == 2, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "template <class T> struct A { struct In { int v; }; }; template <> struct A<int>::In; template <> struct A<int>::In { char w; }; static_assert(sizeof(A<int>::In) == 1, \"\");",
            "o[0] = 1;",
        ),
        (
            "",
            "typedef char I; struct S { typedef int I; template <class T> static constexpr int v = 1; template <class T> struct B { static const int v = 1; }; template <class T> __device__ static constexpr int f(int) { return 1; } }; template <> constexpr int S::v<I> = 2;  template <> struct S::B<I> { static const int v = 2; }; template <> __device__ constexpr int S::f<I>(int) { return 2; } static_assert(S::v<char> == 2, \"a\"); static_assert(S::B<char>::v == 2, \"b\"); static_assert(S::f<char>(0) == 2, \"c\");",
            "o[0] = 1;",
        ),
        (
            "",
            "typedef char I; struct S { typedef int I; template <class T> struct B { static const int v = 1; };  }; template <class T> struct S::B<T(I)> { static const int v = sizeof(I); }; static_assert(S::B<int(char)>::v == 4, \"c\");",
            "o[0] = 1;",
        ),
        (
            "",
            "struct A { template <class U> static constexpr U v = 2; }; template <class U> constexpr U *A::v<U*> = 0; static_assert(A::v<int*> == nullptr, \"\");",
            "o[0] = 1;",
        ),
    ]);
}

#[test]
fn what_stands_outside_of_classes_and_is_wrong() {
    refused_on_device(&[
        (
            "E0040",
            "struct S { typedef int I; template <class T> static constexpr int v = 1; }; template <> constexpr int S::v<I> = 2;",
        ),
        (
            "E0040",
            "struct S { typedef int I; template <class T> __device__ int f(int) { return 1; } }; template <> __device__ int S::f<I>(int) { return 2; }",
        ),
        (
            "E0105",
            "template <class T> struct A { __device__ int f(); }; template <class U> __device__ int A<int>::f() { return 1; }",
        ),
        (
            "E0105",
            "template <class T> struct A { __device__ int f(); }; __device__ int A<int>::f() { return 1; }",
        ),
        (
            "E0042",
            "template <class T> struct A { __device__ int f(); }; template <> template <> __device__ int A<int>::f() { return 1; }",
        ),
        (
            "E0042",
            "template <class T> struct A { __device__ int f(); }; template <class T> template <class U> __device__ int A<T>::f() { return 1; }",
        ),
        (
            "E0042",
            "template <class T> struct A { __device__ int f(); }; template <> struct A<int> { __device__ int f(); }; template <> __device__ int A<int>::f() { return 1; }",
        ),
        (
            "E0105",
            "template <class T> struct A { template <class U> struct B { __device__ int f(); }; }; template <class T> template <> __device__ int A<T>::B<int>::f() { return 1; }",
        ),
        ("E0105", "template <class T> template <class U> __device__ int f() { return 1; }"),
        (
            "E0042",
            "struct A { __device__ int f(); }; template <> __device__ int A::f() { return 1; }",
        ),
        ("E0042", "struct A { struct B; }; template <> struct A::B { };"),
        ("E0042", "template <class T> struct A { struct B; }; template <> struct A<int>::C { };"),
        (
            "E0042",
            "template <class T> struct A { template <class U> static const int v; }; template <> template <> const int A<int>::w<int> = 3;",
        ),
        (
            "E0043",
            "template <class T> struct A { typedef int B; }; template <> struct A<int>::B { };",
        ),
        (
            "E0064",
            "template <class T> struct A { template <class U> struct B; }; template <> template <> struct A<int>::B<int, int> { };",
        ),
        (
            "E0105",
            "template <class T> struct A { template <class U> struct B; }; template <class T> template <class U> struct A<T>::B<T> { };",
        ),
        (
            "E0105",
            "template <class T> struct A { template <class U> struct B; }; template <class T> template <class U> struct A<T>::B<U> { };",
        ),
        (
            "E0043",
            "template <class T> struct A { template <class U> struct B; }; template <class T> template <class U, class V> struct A<T>::B { };",
        ),
        (
            "E0043",
            "template <class T> struct A { template <class U> struct B; }; template <class T> template <int U> struct A<T>::B { };",
        ),
        ("E0043", "struct A { template <class U> struct B; }; template <int U> struct A::B { };"),
        (
            "E0043",
            "struct A { template <class U> static const int v = 2; }; template <class U> const int A::v = 3;",
        ),
        (
            "E0043",
            "struct A { template <class U> static const int v; }; template <class U> const int A::v = 3; template <class U> const int A::v = 4;",
        ),
        (
            "E0043",
            "struct A { template <class U> static constexpr U v = 2; }; template <> constexpr int A::v<int> = 7; template <> constexpr int A::v<int> = 8;",
        ),
        (
            "E0042",
            "struct A { template <class U> struct B { static const int x = 1; }; template <class U> using C = B<U>; }; template <> struct A::C<int> { };",
        ),
        (
            "E0105",
            "namespace n { struct A { template <class U> struct B { static const int x = 1; }; }; } namespace m { template <> struct n::A::B<int> { }; }",
        ),
    ]);
    held(&[
        (
            "E0046",
            "struct S { template <class T> static constexpr int v = 1; template <> static constexpr int v<int> = 2; };",
            "o[0] = S::v<int*>; o[1] = S::v<int>;",
        ),
        (
            "E0033",
            "struct S { template <class T> __device__ static int f(T t) { return 1; } template <> __device__ static int f(int t) { return 2; } };",
            "S s; o[0] = s.f(1); o[1] = s.f(1.0);",
        ),
        (
            "E0040",
            "struct S { int m; template <class T> __device__ int f(T t) { return 1; } }; template <> __device__ int S::f<int>(int t) { return m + g(); }",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0042",
            "struct S { template <class T> __device__ int f(T t) const { return 1; } }; template <> __device__ int S::f<int>(int t) { return 2; }",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0042",
            "struct S { template <class T> __device__ int f(T t) { return 1; } }; template <> __device__ float S::f<int>(int t) { return 2; }",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0042",
            "struct S { template <class T> __device__ int f(T t) { return 1; } }; template <> __device__ int S::g<int>(int t) { return 2; }",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0043",
            "struct S { template <class T> __device__ int f(T t) { return 1; } }; template <> __device__ int S::f<int>(int t) { return 2; } template <> __device__ int S::f<int>(int t) { return 2; }",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0105",
            "template <class T> struct A { template <class U> __device__ int f(U u) { return 1; } }; template <class T> template <> __device__ int A<T>::f<int>(int t) { return 2; }",
            "A<int> s; o[0] = s.f(1);",
        ),
        (
            "E0105",
            "template <class T> struct A { template <class U> __device__ int f(U u) { return 1; } }; template <> __device__ int A<int>::f<int>(int t) { return 2; }",
            "A<int> s; o[0] = s.f(1);",
        ),
        (
            "E0040",
            "struct S { typedef int I; template <class T> struct B { static const int v = 1; }; }; template <> struct S::B<I> { static const int v = 3; };",
            "o[0] = S::B<char>::v;",
        ),
        (
            "E0041",
            "template <class T> struct A { struct B; }; template <class T> struct A<T>::B { typename T::none x; };",
            "A<int> a; A<int>::B b;",
        ),
        (
            "E0043",
            "template <class T> struct A { struct B { T x; }; }; template <class T> struct A<T>::B { T y; };",
            "A<int>::B b;",
        ),
        (
            "E0043",
            "template <class T> struct A { struct B; }; template <class T> struct A<T>::B { T y; };  template <class T> struct A<T>::B { T z; };",
            "A<int>::B b;",
        ),
        (
            "E0042",
            "template <class T> struct A { }; template <class T> struct A<T>::B { T y; };",
            "A<int> b;",
        ),
        (
            "E0043",
            "template <class T> struct A { template <class U> struct B {}; }; template <class T> template <class U> struct A<T>::B { T y; };",
            "A<int>::B<int> b;",
        ),
        (
            "E0042",
            "template <class T> struct A { template <class U> struct B; }; template <class T> struct A<T>::B { T y; };",
            "A<int> b;",
        ),
        (
            "E0042",
            "template <class T> struct A { struct B; }; template <class T> template <class U> struct A<T>::B { T y; };",
            "A<int> b;",
        ),
        (
            "E0043",
            "struct A { template <class T> struct B; }; template <> struct A::B<int> { int x; }; template <> struct A::B<int> { int x; };",
            "A b;",
        ),
        (
            "E0068",
            "template <class T> struct A { struct In { int v; }; }; template <> struct A<int>::In;",
            "A<int>::In a;",
        ),
        (
            "E0040",
            "struct S { typedef int I; template <class T> struct B { static const int v = 1; }; }; template <> struct S::B<I> { static const int v = 3; };",
            "S s;",
        ),
        (
            "E0040",
            "struct S { typedef int I; template <class T> struct B { static const int v = 1; }; }; template <> struct S::B<I> { static const int v = 3; };",
            "o[0] = S::B<char>::v;",
        ),
        (
            "E0064",
            "template <class T> struct A { template <class U> struct B; }; template <> template <> struct A<int>::B<int, int> { };",
            "A<int> a;",
        ),
    ]);
}

/// [temp.class.spec.mfunc] 2: partial specialisations of a member template, in the class and outside of it, are not those of an instance that
/// the template is stated for. NVRTC takes those outside of the class into account.
#[test]
fn what_is_stated_for_an_instance_has_its_own_partial_specialisations() {
    let a = "template <class T> struct A { template <class U> struct B { static const int v = 1; }; template <class U> struct B<U *> { static const int v = 5; }; template <class U> static constexpr int x = 1; template <class U> static constexpr int x<U *> = 2; }; template <> template <class U> struct A<int>::B { static const int v = 7; }; template <> template <class U> struct A<int>::B<U **> { static const int v = 8; }; template <class T> template <class U> struct A<T>::B<U &> { static const int v = 9; }; template <> template <class U> constexpr int A<short>::x = 55;";
    for (holds, is) in [
        ("A<int>::B<int *>::v", 7),
        ("A<char>::B<int *>::v", 5),
        ("A<int>::B<int **>::v", 8),
        ("A<char>::B<int &>::v", 9),
        ("A<int>::B<int &>::v", 7),
        ("A<short>::x<char *>", 55),
        ("A<char>::x<char *>", 2),
    ] {
        held(&[
            ("", a, &format!("static_assert({holds} == {is}, \"\"); o[0] = 1;")),
            ("E0066", a, &format!("static_assert({holds} == {}, \"\"); o[0] = 1;", is + 1)),
        ]);
    }
}

/// [except.spec] 1, 4 and 13: declarations of a function say the same of what it throws, and say what makes sense.
#[test]
fn what_functions_throw_is_said_alike() {
    held(&[(
        "",
        "struct A { A() noexcept; ~A(); void f() noexcept(sizeof(int) == 4); void g(); }; A::A() noexcept {} A::~A() noexcept {} void A::f() noexcept {} void A::g() noexcept(false) {} struct B { ~B() noexcept; }; B::~B() {} template <class T> struct C { void f() noexcept(sizeof(T) == 4); }; template <class T> void C<T>::f() noexcept(sizeof(T) == 4) {} template <class T> void t() throw(); template <class T> void t() noexcept {}",
        "o[0] = 1;",
    )]);
    refused_on_device(&[
        ("E0043", "struct A { void f() noexcept; }; void A::f() {}"),
        ("E0043", "struct A { void f(); }; void A::f() noexcept {}"),
        ("E0043", "struct A { A() noexcept; }; A::A() {}"),
        ("E0043", "struct A { static void f() noexcept(sizeof(int) == 4); }; void A::f() {}"),
        ("E0043", "struct A { ~A() noexcept(false); }; A::~A() {}"),
        (
            "E0043",
            "struct L { ~L() noexcept(false); }; struct A { L l; ~A() noexcept; }; A::~A() {}",
        ),
        (
            "E0043",
            "template <class T> struct A { void f() noexcept; }; template <class T> void A<T>::f() {}",
        ),
        (
            "E0043",
            "template <class T> struct A { void f(); }; template <> void A<int>::f() noexcept {}",
        ),
        ("E0043", "template <class T> void t() noexcept; template <class T> void t() {}"),
        ("E0043", "template <class T> void t() noexcept; template <> void t<int>() {}"),
        (
            "E0043",
            "struct A { template <class T> void f() noexcept; }; template <class T> void A::f() {}",
        ),
        ("E0043", "void f() noexcept; struct A { friend void f(); };"),
        ("E0034", "void f() throw(int) {} void g() { f(); }"),
        (
            "E0042",
            "struct Q {}; template <class T> void f(T) noexcept(T::x) {} void g() { f(Q()); }",
        ),
        (
            "E0061",
            "struct Q {}; template <class T> void f(T a) noexcept(noexcept(a + a)) {} void g() { f(Q()); }",
        ),
    ]);
}
