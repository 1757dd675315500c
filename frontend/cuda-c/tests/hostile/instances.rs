//! Instances whose bodies ask for further instances: 200 in each other, as NVCC has it, and no more. Nothing is made of what is
//! beyond, and names that grow with each step cost no more than their length.

use super::{codes, fails_with};

/// A chain of `f<N - 1>` from a kernel.
fn numbers(first: u32) -> String {
    format!(
        "template <int N> __device__ int f() {{ if constexpr (N > 0) return f<N - 1>() + 1; else return 0; }}\n\
         __global__ void k(int *o) {{ *o = f<{first}>(); }}"
    )
}

/// A chain in which each type holds the one before it.
fn types(first: u32) -> String {
    format!(
        "template <class T, int N> struct A {{}};\n\
         template <class T, int N> __device__ int f(A<T, N>) {{ if constexpr (N > 0) return f(A<A<T, N>, N - 1>()) + 1; else return 0; }}\n\
         __global__ void k(int *o) {{ *o = f(A<int, {first}>()); }}"
    )
}

/// NVRTC 13.5 takes 199 and refuses 200: instances 199 to 0 are 200 of them.
#[test]
fn two_hundred_bodies_in_each_other() {
    for chain in [numbers, types] {
        let (ok, said) = codes(&chain(199));
        assert!(ok, "{said:?}");
        for first in [200, 800, 5_000] {
            fails_with(&chain(first), "E0020");
        }
    }
}

/// What is asked for from two sides is as deep as the shorter way to it, and functions that are no instances begin anew.
#[test]
fn the_shortest_way_counts() {
    let both = numbers(150).replace("f<150>()", "f<150>() + f<300>()");
    let (ok, said) = codes(&both);
    assert!(ok, "{said:?}");
    let (ok, said) = codes(
        "template <int N> __device__ int f();\n__device__ int middle() { return f<150>(); }\n\
         template <int N> __device__ int f() { if constexpr (N == 200) return middle(); else if constexpr (N > 0) return f<N - 1>() + 1; else return 0; }\n\
         __global__ void k(int *o) { *o = f<300>(); }",
    );
    assert!(ok, "{said:?}");
}

/// Deep recursion in a debug build: the stack that a program has.
#[test]
fn chains_without_an_end() {
    let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(chains);
    assert!(thread.is_ok_and(|t| t.join().is_ok()));
}

fn chains() {
    for (declarations, use_) in [
        (
            "template <class T> struct A {}; template <class T> __device__ int f(T t) { return f(A<T>()); }",
            "*o = f(1);",
        ),
        (
            "template <class T> struct A { template <class U = A<A<T>>> __device__ static int f() { return A<A<T>>::f(); } };",
            "*o = A<int>::f();",
        ),
        (
            "template <class T> struct A { template <class U> __device__ static int f(U) { return A<A<T>>::f(A<U>()); } };",
            "*o = A<int>::f(1);",
        ),
        (
            "template <class T> struct A { int x; __device__ A() { A<A<T>> a; x = a.x; } };",
            "A<int> a; *o = a.x;",
        ),
        (
            "template <class T> struct A { __device__ int operator+(int) { return A<A<T>>() + 1; } };",
            "*o = A<int>() + 1;",
        ),
        (
            "template <class T> struct A { template <class U> __device__ operator U() { return (U)A<A<T>>(); } };",
            "*o = (int)A<int>();",
        ),
        (
            "template <int N> __device__ int f() { return f<N + 1>() + f<N + 2>() + f<N * 3 + 1>(); }",
            "*o = f<0>();",
        ),
        (
            "template <class T> struct A {}; template <class T> __device__ auto f(T t) { return f(A<T>()); }",
            "*o = f(1);",
        ),
        (
            "template <class T> struct A {}; template <class T> __device__ int f(T t, int x = f(A<T>())) { return x; }",
            "*o = f(1);",
        ),
    ] {
        fails_with(&format!("{declarations}\n__global__ void k(int *o) {{ {use_} }}"), "E0020");
    }
}

/// What goes past a limit is told once, not for each thing that is past it.
#[test]
fn limits_are_told_once() {
    let bases: Vec<String> = (0..5_000).map(|i| format!("B<{i}>")).collect();
    let many = format!(
        "template <int N> struct B {{}}; template <class... T> struct A : T... {{}};\n__global__ void k(int *o) {{ A<{}> a; *o = sizeof(a); }}",
        bases.join(", ")
    );
    for source in [many, "namespace a { ".repeat(20_000)] {
        let (ok, said) = codes(&source);
        assert!(!ok && said.len() <= 2 && said.iter().all(|c| c == "E0020"), "{said:?}");
    }
}
