//! Every form that a declaration may have: whose names may be used, and what may not be declared again.

use crate::{held, kernel, said};

/// [class.access] 1, 4: who may name a member does not hang on how the member is declared.
#[test]
fn members_of_every_form_are_as_accessible_as_they_say() {
    let forms = [
        ("struct M { int x; };", "A::M m; m.x = 1; o[0] = m.x;"),
        ("struct M { int x; } z;", "A::M m; m.x = 1; o[0] = m.x;"),
        ("union M { int x; float y; };", "A::M m; m.x = 1; o[0] = m.x;"),
        ("struct M;", "A::M *p = 0; o[0] = p == 0;"),
        ("class M;", "A::M *p = 0; o[0] = p == 0;"),
        ("union M;", "A::M *p = 0; o[0] = p == 0;"),
        ("enum M { e };", "A::M m = A::M(n); o[0] = m;"),
        ("enum M { e };", "o[0] = A::e;"),
        ("enum { d, e = 3 };", "o[0] = A::e;"),
        ("enum M : int { e };", "A::M m = A::M(n); o[0] = m;"),
        ("enum M : int;", "A::M m = A::M(n); o[0] = m;"),
        ("enum class M { e };", "A::M m = A::M(n); o[0] = int(m);"),
        ("enum class M;", "A::M m = A::M(n); o[0] = int(m);"),
        ("typedef int M;", "A::M m = n; o[0] = m;"),
        ("typedef int *N, M;", "A::M m = n; o[0] = m;"),
        ("typedef struct N { int x; } M;", "A::M m; m.x = 1; o[0] = m.x;"),
        ("typedef struct M { int x; } N;", "A::M m; m.x = 1; o[0] = m.x;"),
        ("using M = int;", "A::M m = n; o[0] = m;"),
        ("template <class T> using M = T;", "A::M<int> m = n; o[0] = m;"),
        ("template <class T> struct M { T x; };", "A::M<int> m; m.x = 1; o[0] = m.x;"),
        ("static const int m = 1;", "o[0] = A::m;"),
        ("static constexpr int l = 2, m = 1;", "o[0] = A::m;"),
        ("__device__ static int f() { return 1; }", "o[0] = A::f();"),
        ("template <class T> __device__ static T f() { return 1; }", "o[0] = A::f<int>();"),
        ("template <class T> __device__ static T f(T t) { return t; }", "A a; o[0] = a.f(1);"),
        ("template <class T> __device__ T f(T t) { return t; }", "A a; o[0] = a.f(1);"),
        ("template <class T> __device__ T f(T t) const { return t; }", "A a; o[0] = a.f<long>(1);"),
        ("template <class T> __device__ A(T t) {}", "A a(1); o[0] = sizeof a;"),
        ("template <class T> __device__ A(T t) {}", "A a = 1; o[0] = sizeof a;"),
        ("template <class T> __device__ operator T() const { return 1; }", "A a = A(); o[0] = a;"),
        ("template <class T> __device__ int operator+(T t) { return 1; }", "A a; o[0] = a + 1;"),
        ("template <class T> __device__ int operator()(T t) { return 1; }", "A a; o[0] = a(1);"),
        ("__device__ A(int) {}", "A a(1); o[0] = sizeof a;"),
        ("__device__ operator int() const { return 1; }", "A a = A(); o[0] = a;"),
        ("__device__ int operator+(int t) { return 1; }", "A a; o[0] = a + 1;"),
        ("int x;", "A a; a.x = 1; o[0] = a.x;"),
        ("int x, y : 3;", "A a; a.y = 1; o[0] = a.y;"),
        ("__device__ int f() { return 1; }", "A a; o[0] = a.f();"),
    ];
    for (member, body) in forms {
        for (access, wanted) in [("private", "E0080"), ("protected", "E0080"), ("public", "")] {
            // The others' word goes no further than their own members.
            let class = format!(
                "struct A {{ public: int b; {access}: {member} public: int c; private: }};"
            );
            held(&[(wanted, &class, body)]);
        }
    }
}

/// [basic.def.odr] 1: a class is defined once, wherever it is and however it was declared before.
#[test]
fn classes_are_defined_once() {
    let scopes = [
        ("@1; @2;", "", "S"),
        ("@0; @1; @0; @2;", "", "S"),
        ("namespace N { @1; @2; }", "", "N::S"),
        ("namespace N { @1; } namespace N { @2; }", "", "N::S"),
        ("namespace N { @0; } @N1; @N2;", "", "N::S"),
        ("namespace N { @1; } @N2;", "", "N::S"),
        ("struct N { @1; @2; };", "", "N::S"),
        ("struct N { @0; @1; @2; };", "", "N::S"),
        ("struct N { @0; }; @N1; @N2;", "", "N::S"),
        ("template <class T> struct N { @1; @2; };", "", "N<int>::S"),
        ("", "@1; @2;", "S"),
        ("", "@0; @1; @0; @2;", "S"),
        ("", "{ @1; @2; S s; s.a = 1; o[1] = s.a; }", "int"),
        ("typedef @1 T; typedef @2 U;", "", "S"),
    ];
    for tag in ["struct", "class", "union"] {
        for (outside, inside, name) in scopes {
            let text = |source: &str, twice: bool| {
                let mut source = source.to_owned();
                // Without the second definition all is well.
                for (mark, path, k) in
                    [("@1", "", 1), ("@N1", "N::", 1), ("@2", "", 2), ("@N2", "N::", 2)]
                {
                    let whole = format!("{tag} {path}S {{ public: int a; }}");
                    let text = if k == 1 || twice {
                        whole
                    } else if path.is_empty() {
                        format!("{tag} S")
                    } else {
                        String::new()
                    };
                    source = source.replace(mark, &text);
                }
                source.replace("@0", &format!("{tag} S"))
            };
            let uses = format!("{name} t; o[0] = sizeof t;");
            for twice in [true, false] {
                let body = format!("{} {uses}", text(inside, twice));
                let source = kernel(&text(outside, twice), &body);
                let said = said(&source);
                let told = said.contains("error[E0043]: the type `S` is defined twice");
                assert_eq!((told, said.is_empty()), (twice, !twice), "{source}\n{said}");
            }
        }
    }
}

/// Types of functions are types like others, and have no objects.
#[test]
fn types_of_functions() {
    let of = "template <class T> struct F { static constexpr int n = 1; }; __device__ int f(int x) { return x; } template <class T> __device__ int g(T) { return 1; }";
    held(&[
        ("", of, "o[0] = F<decltype(f)>::n;"),
        ("", of, "o[0] = F<decltype(g<int>)>::n;"),
        ("", of, "o[0] = F<decltype(sqrtf)>::n;"),
        ("", of, "decltype(f) *p = f; o[0] = p(1);"),
        ("E0049", of, "o[0] = F<decltype(g)>::n;"),
        ("E0068", of, "o[0] = sizeof(f);"),
        ("E0068", of, "o[0] = sizeof(int(int));"),
        ("E0101", of, "decltype(f) h; o[0] = h(1);"),
        ("E0101", "typedef int F(int); struct S { F m; };", "S s; o[0] = 1;"),
        ("E0101", "typedef int F(int); __device__ F h;", "o[0] = h(1);"),
        ("", of, "decltype(f(1)) x = f(2); o[0] = x;"),
        ("", of, "o[0] = F<decltype(f(1))>::n;"),
    ]);
}

/// [temp.explicit] 4: an explicit instantiation of a variable template is of the instance's type.
#[test]
fn instantiations_of_variable_templates() {
    let of = |rest: &str| format!("template <class T> __device__ T v = 1; {rest}");
    for (wanted, rest) in [
        ("", "template __device__ int v<int>;"),
        ("", "extern template __device__ int v<int>;"),
        ("E0105", "template __device__ float v<int>;"),
        ("", "template <> __device__ int v<int> = 2;"),
    ] {
        held(&[(wanted, &of(rest), "o[0] = v<int>;")]);
    }
}

/// What is absent by way of pointers to functions and members is said by the code of that, wherever it stands.
#[test]
fn pointers_to_functions_and_members() {
    let of = "template <class T> struct M { enum { n = 1 }; }; __device__ int f(int x) { return x; } struct S { int a; __device__ int operator->*(int p) { return a + p; } };";
    held(&[
        ("", of, "o[0] = (*f)(2);"),
        ("", of, "o[0] = (**f)(2);"),
        ("", of, "o[0] = (&f)(2);"),
        ("", of, "o[0] = (f)(2);"),
        ("", of, "o[0] = M<int S::*>::n;"),
        ("", of, "o[0] = M<int (S::*)(int)>::n;"),
        ("", of, "o[0] = sizeof(int S::*);"),
        ("", of, "S s = {3}; o[0] = s->*4;"),
        ("E0114", of, "S s = {3}; o[0] = s.*4;"),
        ("E0114", of, "int S::*p[2] = {&S::a, &S::a}; o[0] = p[0] == p[1];"),
        ("E0114", of, "__shared__ int S::*p; o[0] = p == &S::a;"),
        ("E0114", "struct S { int a; int S::*p; };", "S s; o[0] = s.p == &S::a;"),
        ("E0075", "struct S { int a : 3; };", "auto p = &S::a; o[0] = p != nullptr;"),
        ("E0074", of, "o[0] = *n;"),
    ]);
}

/// Arrays of length 0 are GNU's: nvcc 13.5 takes them as types and as members (NVRTC refuses them there too), and has no objects of the device without size.
#[test]
fn objects_without_size() {
    let s = "struct S { int a[0]; };";
    held(&[
        ("E0067", "", "int a[0]; o[0] = sizeof a;"),
        ("E0067", "", "int a[0] = {}; o[0] = sizeof a;"),
        ("E0067", "", "int a[] = {}; o[0] = sizeof a;"),
        ("E0067", "", "int a[]{}; o[0] = sizeof a;"),
        ("E0067", "", "constexpr int a[] = {}; o[0] = sizeof a;"),
        ("E0067", "", "static int a[0]; o[0] = sizeof a;"),
        ("E0067", "", "__shared__ int a[0]; o[0] = sizeof a;"),
        ("E0067", "", "int a[2][0]; o[0] = sizeof a;"),
        ("E0067", "", "int a[0][2]; o[0] = sizeof a;"),
        ("E0067", "typedef int T[0];", "T a; o[0] = sizeof a;"),
        ("E0067", "__device__ int a[0];", "o[0] = 1;"),
        ("E0067", "__device__ int a[] = {};", "o[0] = 1;"),
        ("E0067", "__constant__ int a[] = {};", "o[0] = 1;"),
        ("E0067", "__managed__ int a[0];", "o[0] = 1;"),
        (
            "E0067",
            "template <int N> __device__ int f() { int a[N]; return sizeof a; }",
            "o[0] = f<0>();",
        ),
        ("E0067", "template <int N> struct A { int a[N]; };", "A<0> a; o[0] = sizeof a;"),
        ("E0067", s, "S s[3]; o[0] = sizeof s;"),
        ("E0067", "struct S { int a[0]; }; __device__ S s;", "o[0] = 1;"),
        ("E0067", "struct S { int a[0]; }; __global__ void l(S s) {}", "o[0] = 1;"),
        ("", "extern __shared__ int a[];", "o[0] = a[1];"),
        ("", "extern __shared__ int a[0];", "o[0] = a[1];"),
        ("", "", "extern __shared__ int a[0]; o[0] = a[1];"),
        ("", "extern __device__ int a[0];", "o[0] = 1;"),
        ("", "struct S { int n; int a[0]; };", "S s; s.n = 1; o[0] = sizeof s + s.n;"),
        ("", "struct S { int a[0]; int n; }; __device__ S s;", "o[0] = s.n;"),
        ("", "struct S {};", "S s[3]; o[0] = sizeof s;"),
        (
            "",
            "struct S { int a[0]; }; struct E {}; struct U { S s; int n; };",
            "static_assert(sizeof(S) == 0 && sizeof(E) == 1 && sizeof(U) == 4 && sizeof(S[3]) == 0, \"\"); o[0] = 1;",
        ),
        ("", "__device__ int f(int a[0]) { return a[0]; }", "o[0] = f(o);"),
        ("", "typedef int T[0];", "T *q = 0; o[0] = q == 0 && sizeof(T) == 0;"),
        ("", "struct S { static constexpr int a[] = {}; };", "o[0] = sizeof S::a;"),
        ("", "constexpr int a[] = {};", "o[0] = sizeof a;"),
        ("", "int f() { int a[0]; return sizeof a; }", "o[0] = 1;"),
        (
            "",
            "template <int N> __device__ int f() { if constexpr (N > 0) { int a[N]; a[0] = 1; return a[0]; } else return 0; }",
            "o[0] = f<0>();",
        ),
    ]);
}
