//! Bodies of template instances that ask for instances whose names grow: without an end, or with one that is far.

use super::Expect;

/// A name, what must become of it, the declarations, and what the kernel gives.
type Chain = (&'static str, Expect, &'static str, &'static str);

const CHAINS: &[Chain] = &[
    (
        "a function of ever longer types",
        Expect::Refused("E0020"),
        "template <class T> struct A {}; template <class T> __device__ int f(T t) { return f(A<T>()); }",
        "f(1)",
    ),
    (
        "a static member template of ever longer classes",
        Expect::Refused("E0020"),
        "template <class T> struct A { template <class U = A<A<T>>> __device__ static int f() { return A<A<T>>::f(); } };",
        "A<int>::f()",
    ),
    ("types in each other, 199 deep", Expect::CompilesWithin, COUNTED, "f(A<int, 199>())"),
    ("types in each other, 800 deep", Expect::Refused("E0020"), COUNTED, "f(A<int, 800>())"),
    ("types in each other, 5,000 deep", Expect::Refused("E0020"), COUNTED, "f(A<int, 5000>())"),
    (
        "two types that double",
        Expect::Refused("E0020"),
        "template <class T, class U> struct A {}; template <class T> __device__ int f(T t) { return f(A<T, T>()) + f(A<T, int>()); }",
        "f(1)",
    ),
];

const COUNTED: &str = "template <class T, int N> struct A {}; template <class T, int N> __device__ int f(A<T, N>) { if constexpr (N > 0) return f(A<A<T, N>, N - 1>()) + 1; else return 0; }";

pub(super) fn all() -> impl Iterator<Item = (&'static str, Expect, String)> {
    CHAINS.iter().map(|&(name, expect, declarations, value)| {
        let kernel = format!("extern \"C\" __global__ void k(int *o) {{ *o = {value}; }}");
        (name, expect, format!("{declarations}\n{kernel}\n"))
    })
}
