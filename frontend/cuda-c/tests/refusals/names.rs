//! Names: where they are found, and what they may not be declared as again.

use crate::{held, kernel, said};

/// [basic.lookup.unqual] 1, [basic.lookup.argdep] 4: only what is declared before a place is found from it.
#[test]
fn names_from_below() {
    let a = "struct A { int v; friend __device__ int f(A, int); };";
    let f = "__device__ int f(A a, int) { return a.v; }";
    held(&[
        (
            "E0040",
            "__device__ int f() { return g(); } __device__ int g() { return 1; }",
            "o[0] = f();",
        ),
        ("E0040", "__device__ int f() { return g; } __device__ int g = 1;", "o[0] = f();"),
        ("E0041", "__device__ int f() { return sizeof(T); } struct T {};", "o[0] = f();"),
        (
            "E0040",
            "template <class T> __device__ int f(T t) { return g(t); } __device__ int g(int) { return 2; }",
            "o[0] = f(1);",
        ),
        (
            "",
            "template <class T> __device__ int f(T t) { return g(t); } struct S {}; __device__ int g(S) { return 2; }",
            "o[0] = f(S());",
        ),
        ("", &format!("{a} __device__ int g(A a) {{ return f(a, 1); }} {f}"), "o[0] = g(A{1});"),
        (
            "E0064",
            &format!(
                "{a} __device__ int g(A a) {{ return f(a); }} __device__ int f(A a) {{ return a.v; }} {f}"
            ),
            "o[0] = g(A{1});",
        ),
    ]);
}

/// [namespace.udir] 6: a name that several namespaces declare stands for nothing, but for functions and for one type.
#[test]
fn names_of_several_namespaces() {
    let both = |x: &str, y: &str| {
        format!("namespace A {{ {x} }} namespace B {{ {y} }} using namespace A; using namespace B;")
    };
    let (x, c) = ("__device__ int x = 1;", "const int x = 1;");
    held(&[
        ("E0049", &both(x, x), "o[0] = x;"),
        ("E0049", &both(c, c), "o[0] = x;"),
        ("E0049", &format!("namespace A {{ {x} }} {x} using namespace A;"), "o[0] = x;"),
        ("E0049", &format!("namespace A {{ {x} }} {x}"), "using namespace A; o[0] = x;"),
        ("E0049", &format!("namespace {{ {x} }} {x}"), "o[0] = x;"),
        ("E0049", &format!("namespace C {{ {} }}", both(x, x)), "o[0] = C::x;"),
        ("E0049", &both("struct T {};", "struct T {};"), "T t; o[0] = sizeof t;"),
        ("E0049", &both("__device__ int x() { return 1; }", x), "o[0] = x();"),
        ("", &both("typedef int T;", "typedef int T;"), "T t = 3; o[0] = t;"),
        ("", &both(x, "using A::x;"), "o[0] = x;"),
        (
            "",
            &format!("namespace A {{ {x} }} namespace B {{ using namespace A; {x} }}"),
            "o[0] = B::x;",
        ),
        ("", &format!("namespace A {{ {x} }} {x}"), "using A::x; o[0] = x;"),
        (
            "",
            &both("__device__ int x(int) { return 1; }", "__device__ int x(double) { return 2; }"),
            "o[0] = x(1) + x(1.0);",
        ),
    ]);
}

/// [basic.scope.block] 4: what a statement's head declares is not declared again in what it controls.
#[test]
fn names_of_heads() {
    held(&[
        ("E0043", "", "for (int i = 0; i < 3; i++) { int i = 10; o[0] = i; }"),
        ("E0043", "", "for (int i = 0; i < 3; i++) int i = 1;"),
        ("E0043", "", "for (int i = 0; i < 3; i++) { l: typedef int i; if (n) goto l; }"),
        ("E0043", "", "for (int i = 0; int i = o[0];) o[0] = i;"),
        ("E0043", "", "for (int i = 0; int j = o[0]; ++i) { enum { j }; o[0] = i; }"),
        ("E0043", "", "int a[2] = {1, 2}; for (int i : a) { int i = 10; o[0] = i; }"),
        ("E0043", "", "while (int i = o[0]) { int i = 10; o[0] = i; }"),
        ("E0043", "", "if (int i = n) { int i = 10; o[0] = i; }"),
        ("E0043", "", "if (int i = n) { } else { int i = 10; o[0] = i; }"),
        ("E0043", "", "if (int i = n; i) { int i = 10; o[0] = i; }"),
        ("E0043", "", "if (n) { } else if (int i = o[1]) { int i = 3; o[0] = i; }"),
        ("E0043", "", "switch (int i = n) { default: int i; i = 10; o[0] = i; }"),
        ("", "", "for (int i = 0; i < 3; i++) { { int i = 10; o[0] = i; } }"),
        ("", "", "for (int i = 0; i < 3; i++) for (int i = 0; i < 3; i++) o[i] = i;"),
        ("", "", "if (int i = n) { } else if (o[1]) { int i = 10; o[0] = i; }"),
        ("", "", "if (int i = n) { } else if (int i = o[1]) { o[0] = i; }"),
        ("", "", "{ int x = 1; if (x) { int x = 2; o[0] = x; } }"),
    ]);
}

/// [class.access.base], [class.member.lookup] 6: a base's own name is as far away as the base; different members of two
/// bases mean none.
#[test]
fn names_found_in_bases() {
    let a = "struct A { int x; }; struct B : private A {};";
    let two = "struct A { enum { e = 1 }; typedef int T; }; struct B { enum { e = 2 }; typedef char T; };";
    held(&[
        (
            "E0080",
            &format!("{a} struct C : B {{ __device__ int f(A *a) {{ return a->x; }} }};"),
            "C c; o[0] = c.f(0);",
        ),
        (
            "",
            &format!("{a} struct C : B {{ __device__ int f(::A *a) {{ return 1; }} }};"),
            "C c; o[0] = c.f(0);",
        ),
        (
            "E0049",
            &format!("{two} struct C : A, B {{ __device__ int f() {{ return e; }} }};"),
            "C c; o[0] = c.f();",
        ),
        (
            "E0049",
            &format!("{two} struct C : A, B {{ __device__ int f() {{ return sizeof(T); }} }};"),
            "C c; o[0] = c.f();",
        ),
        (
            "",
            &format!("{two} struct C : A, B {{ __device__ int f() {{ return A::e; }} }};"),
            "C c; o[0] = c.f();",
        ),
        (
            "E0049",
            "template <class T> struct A { int v; }; struct B : A<int>, A<char> { A x; };",
            "o[0] = sizeof(B);",
        ),
        (
            "",
            "template <class T> struct A { int v; }; struct B : A<int>, A<char> { A<int> x; };",
            "o[0] = sizeof(B);",
        ),
        ("E0042", "struct A { int b; };", "o[0] = A::b;"),
        ("", "struct A { int b; };", "o[0] = sizeof(A::b);"),
    ]);
}

/// [dcl.enum] 1 to 4: an enumeration is of one kind and one underlying type, and defined once, where it is declared or
/// around that.
#[test]
fn enumerations_declared_twice() {
    held(&[
        ("", "enum E : short; enum E : short; enum E : short { a }; enum E : short;", "o[0] = a;"),
        ("E0043", "enum E : short { a }; enum E : short { b };", "E e = a; o[0] = e;"),
        ("E0043", "enum E : short; enum E : int { a };", "o[0] = sizeof(E);"),
        ("E0043", "enum class E; enum class E : short { a };", "o[0] = sizeof(E);"),
        ("E0043", "enum E : short; enum class E : short { a };", "o[0] = sizeof(E);"),
        ("E0043", "struct S { enum E : short; }; enum S::E : int { a };", "o[0] = sizeof(S::E);"),
        (
            "E0042",
            "struct S { enum E : short { a }; }; enum S::E : short { b };",
            "o[0] = sizeof(S::E); S::E e = S::b;",
        ),
        ("E0042", "struct S { enum E : short; }; enum S::F : short { a };", "o[0] = sizeof(S::F);"),
        ("E0041", "namespace n { } enum n::E : short { a };", "n::E e = n::a; o[0] = e;"),
        (
            "E0080",
            "struct S { private: enum E : short; }; enum S::E : short { a };",
            "o[0] = S::a;",
        ),
        ("E0080", "class S { enum E : short; }; enum S::E : short { a };", "o[0] = sizeof(S::E);"),
    ]);
}

/// [namespace.udecl]: each name of a using declaration has its own class or namespace before it; a directive has one.
#[test]
fn several_names_in_using_declarations() {
    let n = "namespace n { __device__ int f(int) { return 1; } __device__ int g(int) { return 2; } } namespace m { __device__ int h(int) { return 3; } }";
    let with = |rest: &str| format!("{n} {rest}");
    let a = "struct A { int f, g; }; struct B { int h; };";
    held(&[
        ("", &with("using n::f, m::h;"), "o[0] = f(1) + h(1);"),
        ("", n, "using n::f, m::h; o[0] = f(1) + h(1);"),
        ("E0030", n, "using n::f, h; o[0] = f(1);"),
        ("E0030", n, "using n::f,; o[0] = f(1);"),
        ("E0030", n, "using namespace n, m; o[0] = f(1);"),
        ("E0040", &with("using n::f, m::h;"), "o[0] = g(1);"),
        (
            "",
            &format!("{a} struct C : A, B {{ using A::f, B::h; }};"),
            "C c; c.f = c.h = 1; o[0] = c.f;",
        ),
        (
            "E0080",
            &format!("{a} struct C : A {{ using A::f, B::h; }};"),
            "C c; c.f = 1; o[0] = c.f;",
        ),
        (
            "E0042",
            &format!("{a} struct C : A {{ using A::f, A::h; }};"),
            "C c; c.f = 1; o[0] = c.f;",
        ),
    ]);
}

/// A declaration that is refused is told of once: nothing is said of the uses of what it would have declared.
#[test]
fn refused_declarations_are_told_once() {
    for (wanted, declarations, body) in [
        ("E0080", "struct B { int a; private: int b; };", "B b; auto [x, y] = b; o[0] = x;"),
        (
            "E0115",
            "struct B { int a; }; struct C : B { int b; };",
            "C c; auto [x, y] = c; o[0] = x + y; auto &[z, w] = c; o[1] = z + w;",
        ),
        ("E0033", "struct B { int a, b; };", "B b; int [x, y] = b; o[0] = x + y;"),
        ("E0109", "", "int b[1]; int *q = new (b) int[3]; o[0] = q[2];"),
        ("E0109", "", "int *q = new int[3]; o[0] = q[2];"),
        ("E0109", "", "auto q = new int[3]; o[0] = q[2]; { int *q = new int[2]; *q = 1; }"),
        ("E0060", "", "int x = 1; int (*p)() = [x] { return x; }; o[0] = p();"),
        (
            "E0060",
            "__device__ int f(int x) { return x; }",
            "int (*p)(double) = f; o[0] = p(1) + p(2);",
        ),
    ] {
        let text = said(&kernel(declarations, body));
        let codes: Vec<&str> =
            text.split(": error[").skip(1).filter_map(|t| t.split(']').next()).collect();
        let told = codes.iter().all(|c| *c == wanted) && !codes.is_empty();
        assert!(
            told && codes.len()
                <= body.matches(" = new ").count().max(1) + usize::from(wanted == "E0115"),
            "{body}\n{text}"
        );
    }
}

/// What `std::tuple_size` knows and `get` does not give, and bindings that are conditions.
#[test]
fn structured_bindings_of_tuples() {
    let with = |size: &str, rest: &str| {
        format!(
            "namespace std {{ template <class T> struct tuple_size; template <unsigned long I, class T> struct tuple_element; }}
             struct P {{ int a, b; template <class T> __device__ int get(); }};
             template <> struct std::tuple_size<P> {{ {size} }}; {rest}"
        )
    };
    let two = "static constexpr int value = 2;";
    let element =
        "template <unsigned long I> struct std::tuple_element<I, P> { typedef int type; };";
    let get = format!("{element} template <unsigned long I> __device__ int get(P) {{ return I; }}");
    let other =
        format!("{element} template <unsigned long I> __device__ int get(int) {{ return I; }}");
    let body = "auto [a, b] = P{1, 2}; o[0] = a + b;";
    let plain = "struct P { int a, b; };";
    held(&[
        ("", &with(two, &get)[..], body),
        ("E0034", &with("static constexpr int value = 3;", &get), body),
        ("E0034", &with("static constexpr int value = 0;", &get), body),
        ("E0115", &with(two, ""), body),
        ("E0106", &with("static int value;", &get), body),
        ("E0060", &with(two, &other), body),
        (
            "E0113",
            &with(two, &get),
            "auto [a, b] = P{1, 2}; auto f = [=] { return a; }; o[0] = f();",
        ),
        ("E0115", plain, "P p{1, 2}; if (auto [a, b] = p) o[0] = a;"),
        ("E0115", plain, "P p{1, 2}; if (auto [a, b] = p; auto [c, d] = p) o[0] = a;"),
    ]);
}
