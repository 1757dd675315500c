//! Declarations of which each is made twice of the one before it: searches that go every way take 2^n steps.

use super::kernel;

/// A name, what stands before the steps, a step (`@` is its number, `#` the number before), what stands behind, with `@` for
/// the number of steps, and the kernel's body.
type Doubling = (&'static str, &'static str, &'static str, &'static str, &'static str);

const DOUBLING: &[Doubling] = &[
    (
        "diamonds of bases, a member",
        "struct D0 { int m; };",
        "struct L@ : D# {}; struct R@ : D# {}; struct D@ : L@, R@ { int own; };",
        "",
        "D@ *d = 0; o[0] = d->own;",
    ),
    (
        "diamonds of bases, deduction",
        "template <class T> struct Q {}; template <class T> __device__ int g(Q<T> &) { return 1; } struct D0 : Q<int> {};",
        "struct L@ : D# {}; struct R@ : D# {}; struct D@ : L@, R@ {};",
        "",
        "D@ *d = 0; o[0] = g(*d);",
    ),
    (
        "types of types",
        "template <class A, class B> struct P {}; typedef int P0;",
        "typedef P<P#, P#> P@;",
        "template <class T> __device__ int g(T) { return 1; }",
        "P@ p; o[0] = g(p);",
    ),
    (
        "aliases of types",
        "template <class A, class B> struct P {}; template <class A> using W0 = P<A, A>;",
        "template <class A> using W@ = W#<W#<A>>;",
        "",
        "W@<int> *p = 0; o[0] = p != 0;",
    ),
    (
        "aliases of one type, deduction",
        "template <class A> using W0 = A;",
        "template <class A> using W@ = W#<W#<A>>;",
        "template <class T> __device__ int g(W@<T> *) { return 1; }",
        "o[0] = g(o);",
    ),
    (
        "members of members",
        "struct S0 { char c; };",
        "struct S@ { S# a, b; };",
        "",
        "S@ *p = (S@ *)o; p[0] = p[1];",
    ),
    (
        "empty members of empty members",
        "struct S0 {};",
        "struct S@ : S# { S# a; };",
        "",
        "S@ p; S@ q = p; o[0] = sizeof q;",
    ),
    (
        "initial values of members",
        "struct S0 { int v = 1; };",
        "struct S@ { int v = S#{}.v + S#{}.v; };",
        "",
        "S@ s{}; o[0] = s.v;",
    ),
    (
        "default arguments",
        "__device__ int f0() { return 1; }",
        "__device__ int f@(int a = f#(), int b = f#()) { return a + b; }",
        "",
        "o[0] = f@();",
    ),
];

/// Each is refused within the bounds.
pub(super) fn all() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (name, first, step, behind, body) in DOUBLING {
        for n in [40usize, 200] {
            let of = |k: usize| {
                step.replace('@', &k.to_string()).replace('#', &(k - 1).to_string()) + "\n"
            };
            let steps: String = (1..=n).map(of).collect();
            let last = |t: &str| t.replace('@', &n.to_string());
            let text = format!("{first}\n{steps}{}\n{}", last(behind), kernel(&last(body)));
            out.push((format!("{name}, doubled {n} times"), text));
        }
    }
    out
}
