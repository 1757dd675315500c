//! Exceptions, `delete`, `new` and types at run time are no device's: told of where a kernel comes to them, and nowhere else.

use super::{code, said};

/// What only a host can do, the code that it has, as the body of a function of `int n`.
const BODIES: &[(&str, &str)] = &[
    ("E0110", "if (n > 3) throw 1; return n;"),
    ("E0110", "if (n > 3) throw; return n;"),
    ("E0110", "return n > 3 ? throw P{n} : n;"),
    ("E0110", "n > 3 ? throw, 1 : 2; return n;"),
    ("E0110", "try { n++; } catch (int e) { n = e; } catch (...) { } return n;"),
    ("E0110", "try { int m = 3; n += m; } catch (const P &e) { n = e.x; } return n;"),
    ("E0109", "int *p = nullptr; delete p; return n;"),
    ("E0109", "int *p = nullptr; ::delete[] p; return n;"),
    ("E0109", "int *p = new int; return *p;"),
    ("E0109", "int *p = new int[n]; return *p;"),
    ("E0109", "auto p = new int[n][3]; return p[0][0];"),
    ("E0109", "int *p = new int[]{1, 2}; return *p;"),
    ("E0109", "P *p = new P[n](); return p->x;"),
    ("E0106", "return sizeof(typeid(n)) == 8;"),
    ("E0106", "return sizeof(typeid(const P *)) == 8;"),
    ("E0106", "P *p = nullptr; return dynamic_cast<P *>(p) != nullptr;"),
];

/// Functions with such a body, and how a kernel comes to it.
const FUNCTIONS: &[(&str, &str)] = &[
    ("__device__ int f(int n) { BODY }", "f(3)"),
    ("template <class T> __device__ int f(T n) { BODY }", "f(3)"),
    ("struct C { int y; __device__ int f(int n) const { BODY } };", "C{1}.f(3)"),
    ("struct C { __host__ __device__ static int f(int n) { BODY } };", "C::f(3)"),
    (
        "struct C { int y; __device__ int f(int n); }; __device__ int C::f(int n) { BODY }",
        "C{1}.f(3)",
    ),
    ("struct C { int y; __device__ int operator()(int n) const { BODY } };", "C{1}(3)"),
    ("struct C { template <class T> __device__ static int f(T n) { BODY } };", "C::f(3)"),
    (
        "template <class T> struct D { T y; __device__ int f(int n) { BODY } }; using C = D<int>;",
        "C{1}.f(3)",
    ),
    (
        "struct C { int y; __device__ C(int n) : y(of(n)) {} __device__ static int of(int n) { BODY } };",
        "C(3).y",
    ),
];

#[test]
fn what_only_a_host_can_do_is_told_of_where_a_kernel_comes_to_it() {
    for (wanted, body) in BODIES {
        for (function, call) in FUNCTIONS {
            let function = function.replace("BODY", body);
            let source = |value: &str| {
                format!(
                    "struct P {{ int x; }};\n{function}\n__global__ void k(int *o) {{ *o = {value}; }}"
                )
            };
            assert_eq!(said(&source("1")), "", "{function}");
            let object = "sizeof(C)";
            if function.contains("C") {
                assert_eq!(said(&source(object)), "", "{function}");
            }
            let told = said(&source(call));
            assert_eq!(code(&source(call)), *wanted, "{function}: {told}");
            assert_eq!(told.matches("error[").count(), 1, "{function}: {told}");
        }
    }
}

#[test]
fn halves_of_try_blocks_are_refused() {
    let k = |body: &str| code(&format!("__global__ void k(int *o) {{ {body} }}"));
    assert_eq!(k("try { *o = 1; } *o = 2;"), "E0030");
    assert_eq!(k("catch (int) { *o = 1; }"), "E0036");
    assert_eq!(k("delete;"), "E0031");
}
