//! Qualified names and friends: what they name must be declared where they say.

use optx_frontend::FrontendOptions;

use crate::{first_error, held, held_on_device, kernel, said_with};

/// [class.friend], [namespace.memdef] 3: which class a friend declaration means.
#[test]
fn friend_classes() {
    held_on_device(&[
        (
            "E0080 1:114",
            "struct C; namespace N { struct B { friend struct C; private: int p = 4; }; } struct C { int g(N::B b) { return b.p; } }; int h() { return C().g(N::B()); }",
        ),
        (
            "",
            "namespace N { struct B { friend struct C; private: int p = 4; }; struct C { int g(N::B b) { return b.p; } }; } int h() { return N::C().g(N::B()); }",
        ),
        (
            "",
            "struct C; namespace N { struct B { friend struct ::C; private: int p = 4; }; } struct C { int g(N::B b) { return b.p; } }; int h() { return C().g(N::B()); }",
        ),
        (
            "",
            "struct C { struct D; }; namespace N { struct B { friend struct C::D; private: int p = 4; }; } struct C::D { int g(N::B b) { return b.p; } }; int h() { return C::D().g(N::B()); }",
        ),
        (
            "",
            "struct C; namespace N { struct B { friend C; private: int p = 4; }; } struct C { int g(N::B b) { return b.p; } }; int h() { return C().g(N::B()); }",
        ),
        (
            "",
            "struct O { struct C; struct B { friend struct C; private: int p = 4; }; struct C { int g(B b) { return b.p; } }; }; int h() { return O::C().g(O::B()); }",
        ),
        (
            "E0080 1:112",
            "struct E { struct C; }; struct B { friend struct C; private: int p = 4; }; struct E::C { int g(B b) { return b.p; } }; int h() { return E::C().g(B()); }",
        ),
    ]);
}

/// [class.friend] 9, [dcl.meaning] 1: a friend of another class or of a namespace is declared there.
#[test]
fn friend_functions() {
    held_on_device(&[
        ("E0042 1:49", "struct A { int g(); }; struct B { friend int A::h(); };"),
        ("E0042 1:50", "struct A { int g(); }; struct B { friend long A::g(); };"),
        ("E0042 1:49", "struct A { int g(); }; struct B { friend int A::g(int); };"),
        ("E0042 1:55", "struct A { int g() const; }; struct B { friend int A::g(); };"),
        ("E0040 1:51", "namespace N { int f(); } struct B { friend int N::g(); };"),
        ("E0040 1:51", "namespace N { int f(); } struct B { friend int N::f(int); };"),
        (
            "",
            "struct A { int g(); int g(int) const; A(int); operator int(); }; struct B { friend int A::g(); friend int A::g(int) const; friend A::A(int); friend A::operator int(); };",
        ),
        (
            "",
            "template <class T> struct A { T g(); }; struct B { friend int A<int>::g(); }; template <class T> struct C { friend T A<T>::g(); }; C<char> c;",
        ),
        (
            "",
            "namespace N { struct A { int g(); }; int f(); } struct B { friend int N::A::g(); friend int N::f(); };",
        ),
    ]);
}

/// [namespace.memdef] 2, [class] 11: what is defined outside of its namespace is declared in it, and it lies within.
#[test]
fn definitions_outside() {
    held_on_device(&[
        ("E0040 1:33", "namespace N { int f(); } int N::g() { return 4; }"),
        ("E0040 1:33", "namespace N { int f(); } int N::f(int) { return 4; }"),
        ("E0040 1:33", "namespace N { int f(); } int N::x = 3;"),
        ("E0040 1:7", "int ::f() { return 3; }"),
        ("E0034 1:47", "namespace N { int f(); } namespace M { int N::f() { return 1; } }"),
        ("E0034 1:51", "namespace N { struct B; } namespace M { struct N::B { int x; }; }"),
        (
            "",
            "namespace N { int f(); extern int x; } int N::f() { return 4; } int N::x = 3; int f(); int ::f() { return 3; }",
        ),
        (
            "",
            "namespace N { namespace O { int f(); struct S; } int O::f() { return 3; } struct O::S { int x; }; }",
        ),
        (
            "",
            "namespace N { inline namespace I { int f(); } } int N::f() { return 4; } int g() { return N::f(); }",
        ),
        ("", "namespace N { struct A { friend int f(A); }; } int N::f(A) { return 1; }"),
        ("", "namespace A {} namespace M { struct A { struct B; }; struct A::B { int x; }; }"),
    ]);
}

/// [namespace.qual] 2: what CUDA declares for everyone stands in the global namespace; another has it by a directive alone.
#[test]
fn types_of_cuda_are_of_the_global_namespace() {
    let own = "namespace N { int x; } struct S { int x; };";
    let types = [
        "char1",
        "short2",
        "uchar3",
        "int4",
        "ulonglong2",
        "float2",
        "double3",
        "uint3",
        "dim3",
        "size_t",
    ];
    for name in types {
        held(&[
            ("", own, &format!("::{name} u; o[0] = sizeof u;")),
            ("E0041", own, &format!("N::{name} u; o[0] = sizeof u;")),
            ("E0041", own, &format!("::N::{name} u; o[0] = sizeof u;")),
            ("E0041", own, &format!("S::{name} u; o[0] = sizeof u;")),
        ]);
    }
}

/// [dcl.decl] 3: each of several declarators is as if it stood in a declaration of its own, qualified or not; [temp] 5: a template
/// declares one. What is lost could not be wrong.
#[test]
fn qualified_beside_others() {
    const CLASS: &str = "namespace n { extern int x, y; struct Q { static int z; }; } struct S { static int a, b; };";
    let of = |code: &'static str, text: &str| (code, format!("{CLASS} {text}"));
    let cases = [
        of(
            "",
            "int n::x = 4, n::y = 7, n::Q::z = 9, S::a = 1, plain = 2, S::b = 3; int f() { return plain; }",
        ),
        of("", "int plain = 4, ::S::a = 9; int f() { return plain; }"),
        of("E0042", "int g = 1, S::c = 2;"),
        of("E0042", "int S::c = 1, g = 2;"),
        of("E0040", "int g = 1, n::c = 2;"),
        of("E0040", "int S::a = 1, S::b = q;"),
        of("E0040", "int S::b = q, S::a = 1;"),
        of("E0040", "int S::a = 1, g = q;"),
        of("E0043", "int S::a = 1, n::x = 2, n::x = 3;"),
        of("E0030", "int S::a = 1, S::b = 2 3;"),
        of("E0041", "Foo S::a = 1, S::b = 2;"),
        of("E0100", "enum E { e } g = e, S::a = e;"),
        of(
            "E0105",
            "template <class T> struct R { static int a, b; }; template <class T> int R<T>::a = 1, R<T>::b = 2;",
        ),
    ];
    let options = FrontendOptions { default_device: true, ..FrontendOptions::default() };
    for (wanted, declarations) in &cases {
        let said = said_with(&kernel(declarations, "o[0] = S::a;"), &options);
        let found = first_error(&said);
        assert_eq!(found.split(' ').next().unwrap_or(""), *wanted, "{declarations}\n{said}");
    }
}
