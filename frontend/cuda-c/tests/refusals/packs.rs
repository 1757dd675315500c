//! Packs and templates as arguments.

use crate::{held, kernel, said};

/// CWG 1430: what NVRTC refuses of expansions for parameters of alias templates that are no packs, and what it takes.
#[test]
fn expansions_over_aliases() {
    let first = "template <class T, class... U> using first = T; template <class T> using P = T *;";
    let of = |declaration: &str| format!("{first} template <class... T> {declaration}");
    held(&[
        ("E0065", &of("__device__ int f(first<T...> x) { return x; }"), "o[0] = f<int, char>(3);"),
        ("E0065", &of("__device__ first<T...> f(T... x) { return 3; }"), "o[0] = f(3, 'c');"),
        ("E0065", &of("__device__ int f(P<T...> p) { return 1; }"), "o[0] = f<int>(o);"),
        ("", &of("__device__ int f(P<T>... p) { return 1; }"), "o[0] = f<int>(o);"),
        ("", &of("__device__ int f(first<int, T...> p) { return 1; }"), "o[0] = f<int>(3);"),
        (
            "",
            &of("struct A { P<T...> p; using t = first<T...>; };"),
            "A<int> a; a.p = o; o[0] = *a.p;",
        ),
    ]);
}

/// [temp.variadic] 5 to 8, [expr.sizeof] 5: what is expanded, where, and with what beside it.
#[test]
fn expansions() {
    let two = "template <class... T> struct L {}; template <class A, class B> struct P {};";
    let lists = |of: &str| {
        format!(
            "{two} template <class... T, class... U> __device__ int f(L<T...>, L<U...>) {{ return sizeof({of}); }}"
        )
    };
    let value =
        |e: &str| format!("template <class... T> __device__ int f(T... t) {{ return {e}; }}");
    held(&[
        ("E0105", &value("t"), "o[0] = f(1);"),
        ("E0030", &value("t..."), "o[0] = f(1);"),
        ("E0105", &value("sizeof(T)"), "o[0] = f(1);"),
        ("E0105", &value("f(t)"), "o[0] = f(1);"),
        (
            "",
            &value("sizeof...(t) ? f(t...) : 0").replace("sizeof...(t) ?", "0 * sizeof...(t) ?"),
            "o[0] = sizeof(f(1));",
        ),
        ("", &value("sizeof...(T)"), "o[0] = f(1, 2);"),
        (
            "E0105",
            "template <class T> __device__ int f(T t) { return sizeof...(T); }",
            "o[0] = f(1);",
        ),
        ("E0105", "", "int a = 1; o[0] = sizeof...(a);"),
        ("E0105", "template <class... T> struct A { T x; };", "A<int> a; o[0] = sizeof a;"),
        ("E0105", "template <class... T> struct A : T {}; struct B {};", "o[0] = sizeof(A<B>);"),
        (
            "",
            "template <class... T> struct A : T... {}; struct B {};",
            "o[0] = sizeof(A<B>) + sizeof(A<>);",
        ),
        (
            "E0080",
            "template <class... T> struct A : T... {}; struct B {};",
            "o[0] = sizeof(A<B, B>);",
        ),
        ("E0105", "template <class... T> using A = T;", "A<int> a; o[0] = sizeof a;"),
        ("E0105", &lists("L<P<T, U>...>"), "o[0] = f(L<int, char>(), L<int>());"),
        ("", &lists("L<P<T, U>...>"), "o[0] = f(L<int, char>(), L<int, int>());"),
        ("", &lists("L<P<int, U>..., T...>"), "o[0] = f(L<int, char>(), L<int>());"),
        (
            "E0064",
            "template <class T> struct S {}; template <class... T> struct A { S<T...> s; };",
            "A<int, int> a; o[0] = sizeof a;",
        ),
        (
            "",
            "template <class T> struct S {}; template <class... T> struct A { S<T...> s; };",
            "A<int> a; o[0] = sizeof a;",
        ),
    ]);
}

/// [expr.prim.fold]: one pack, one operator, and a value for none.
#[test]
fn folds() {
    let fold = |e: &str| format!("template <int... N> __device__ int f() {{ return {e}; }}");
    held(&[
        ("", &fold("(N + ...)"), "o[0] = f<1, 2>();"),
        ("E0105", &fold("(N + ...)"), "o[0] = f<>();"),
        ("", &fold("(N && ...)"), "o[0] = f<>();"),
        ("", &fold("(N + ... + 1)"), "o[0] = f<>();"),
        ("E0030", &fold("(N + ... - 1)"), "o[0] = f<1>();"),
        ("E0030", &fold("(... + N + 1)"), "o[0] = f<1>();"),
        ("E0030", &fold("N + ..."), "o[0] = f<1>();"),
        ("E0031", &fold("(N + ... + )"), "o[0] = f<1>();"),
        ("E0105", &fold("(1 + ... + 2)"), "o[0] = f<1>();"),
        ("E0105", &fold("(N + ... + N)"), "o[0] = f<1>();"),
    ]);
}

/// [temp.param] 11 and 15, [temp.deduct.type] 5: where a pack stands among parameters.
#[test]
fn places_of_packs() {
    held(&[
        ("E0105", "template <class... T, class U> struct A {};", "o[0] = sizeof(A<int, int>);"),
        ("E0105", "template <class... T, class... U> struct A {};", "o[0] = sizeof(A<int, int>);"),
        ("", "template <class U, class... T> struct A {};", "o[0] = sizeof(A<int, int>);"),
        ("E0046", "template <class... T = int> struct A {};", "o[0] = sizeof(A<>);"),
        ("E0046", "template <int... N = 1> struct A {};", "o[0] = sizeof(A<>);"),
        ("", "template <class U = int, class... T> struct A {};", "o[0] = sizeof(A<>);"),
        (
            "E0034",
            "template <class... T> __device__ int f(T... t = 1) { return 0; }",
            "o[0] = f();",
        ),
        (
            "E0065",
            "template <class... T, class U> __device__ int f(T...) { return 0; }",
            "o[0] = f(1);",
        ),
        (
            "",
            "template <class... T, class U> __device__ int f(U, T...) { return 0; }",
            "o[0] = f(1);",
        ),
        (
            "E0064",
            "template <class... T> __device__ int f(T..., int) { return 0; }",
            "o[0] = f(1, 2);",
        ),
        (
            "",
            "template <class... T> __device__ int f(T..., int) { return 0; }",
            "o[0] = f<int>(1, 2) + f(1);",
        ),
    ]);
}

/// [temp.arg.template] 1 and 3: what a template that is a parameter takes.
#[test]
fn templates_as_arguments() {
    let (f, p) = ("template <template <class> class F> struct A {};", "struct P {};");
    let with = |params: &str| format!("{f} template <{params}> {p}");
    held(&[
        ("", &with("class T"), "o[0] = sizeof(A<P>);"),
        ("", &with("class... T"), "o[0] = sizeof(A<P>);"),
        ("", &with("class T, class U = int"), "o[0] = sizeof(A<P>);"),
        ("E0060", &with("class T, class U"), "o[0] = sizeof(A<P>);"),
        ("E0060", &with("int N"), "o[0] = sizeof(A<P>);"),
        ("E0060", f, "o[0] = sizeof(A<int>);"),
        ("E0060", f, "o[0] = sizeof(A<1>);"),
        (
            "E0060",
            "template <class T> struct A {}; template <class T> struct P {};",
            "o[0] = sizeof(A<P>);",
        ),
    ]);
}

/// [temp.spec] 5: an instance is explicitly instantiated once, and `extern template` does not count.
#[test]
fn explicit_instantiations() {
    let f = "template <class... T> __device__ int f(T...) { return 1; }";
    let s = "template <class T> struct S {};";
    let with = |of: &str, what: &str| format!("{of} {what}");
    held(&[
        (
            "E0043",
            &with(f, "template __device__ int f<int>(int); template __device__ int f<int>(int);"),
            "",
        ),
        (
            "E0043",
            &with(
                f,
                "template __device__ int f<int>(int, float); template __device__ int f(int, float);",
            ),
            "",
        ),
        (
            "",
            &with(
                f,
                "template __device__ int f<int>(int, float); template __device__ int f(int, char);",
            ),
            "",
        ),
        (
            "",
            &with(f, "extern template __device__ int f<int>(int); template __device__ int f(int);"),
            "",
        ),
        ("E0043", &with(s, "template struct S<int>; template struct S<int>;"), ""),
        (
            "",
            &with(
                s,
                "extern template struct S<int>; template struct S<int>; template struct S<char>;",
            ),
            "",
        ),
    ]);
}

/// A message says which packs or arguments do not go together, and how many each has.
#[test]
fn what_is_said() {
    let lists = "template <class... T> struct L {}; template <class A, class B> struct P {};
        template <class... T, class... U> __device__ int f(L<T...>, L<U...>) { return sizeof(L<P<T, U>...>); }";
    let told = said(&kernel(lists, "o[0] = f(L<int, char>(), L<int>());"));
    assert!(
        told.contains("`T` and `U` are expanded together, and have 2 and 1 elements"),
        "{told}"
    );
    let a =
        "template <template <class> class F> struct A {}; template <class T, class U> struct P {};";
    let told = said(&kernel(a, "o[0] = sizeof(A<P>);"));
    assert!(told.contains("`F` takes templates with other parameters than `P` has"), "{told}");
    let told = said(&kernel("template <class... T> struct A { T x; };", "A<int> a;"));
    assert!(told.contains("`T` is a pack, and nothing expands it here"), "{told}");
}
