//! Why something is refused, beside that it is: of templates, overloads, members and constants; what a refused declaration leaves behind; headers.

mod applied;

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};

/// What is told of a source: each as code and message, its notes and its suggestion.
fn told(source: &str) -> Vec<(String, String, Vec<String>, Option<String>)> {
    let options = FrontendOptions::default();
    applied::each_mends(source, &options);
    let (mut map, mut diags) = (SourceMap::new(), Diagnostics::default());
    compile_to_whirl("t.cu", source, &options, &mut map, &mut diags);
    let list = diags.list().iter();
    list.map(|d| {
        let notes = d.notes.iter().map(|n| n.message.clone()).collect();
        let suggestion = d.suggestion.as_ref().map(|s| s.replacement.clone());
        (d.code.0.to_owned(), d.message.clone(), notes, suggestion)
    })
    .collect()
}

const HEAD: &str = "template <typename T> __device__ T limit(T v, T lo, T hi) { return v < lo ? lo : v > hi ? hi : v; }
template <typename T> __device__ T sum(const T *p, int n) { return p[n]; }
template <typename R, typename T> __device__ R to(T v) { return R(v); }
template <int N> __device__ int times(int v) { return v * N; }
template <typename T, int N> __device__ T first(T (&a)[N]) { return a[0]; }
template <typename T> __device__ typename T::value get(T t) { return 1; }
__device__ int over(int *p); __device__ int over(float *p, int n);
template <typename T, int N> struct A { T v[N]; };
struct Many { int a, b, c, d, e, f, g, h, i, j; };
";

/// The only mistake of a kernel's body; `x` is a `float *`, `n` an `int`, `c` a `const float *`.
fn one(body: &str) -> (String, String, Vec<String>, Option<String>) {
    let source = format!("{HEAD}__global__ void k(float *x, int n, const float *c) {{ {body} }}\n");
    let mut list = told(&source);
    assert_eq!(list.len(), 1, "{body}: {list:?}");
    list.remove(0)
}

/// nvcc 13.5 and clang 19 refuse each, and clang's notes say the same (tried on 2026-11-28).
#[test]
fn why_a_template_or_an_overload_does_not_fit() {
    for (body, code, why) in [
        (
            "x[0] = limit(x[0], 0, 1.0f);",
            "E0065",
            "conflicting arguments for its parameter `T`: `float` by argument 1, `int` by argument 2",
        ),
        (
            "x[0] = sum(n, 3);",
            "E0065",
            "argument 1 is of type `int`, which does not fit `const T *p`",
        ),
        ("x[0] = to(n);", "E0065", "nothing says what its parameter `R` is"),
        ("x[0] = times<float>(n);", "E0065", "its parameter `N` is a value, and `float` is a type"),
        ("x[0] = sum<3>(x, n);", "E0065", "its parameter `T` is a type, and `3` is a value"),
        (
            "x[0] = first(x);",
            "E0065",
            "argument 1 is of type `float *`, which does not fit `T (&a)[N]`",
        ),
        ("x[0] = sum(x);", "E0065", "it takes 2 arguments, and 1 is given"),
        ("x[0] = sum(x, n, n);", "E0065", "it takes 2 arguments, and 3 are given"),
        (
            "x[0] = sum<float, 3, 4>(x, n);",
            "E0065",
            "this template has 1 parameter, and 3 arguments stand in angle brackets",
        ),
        ("x[0] = get(n);", "E0065", "with T = int its declaration makes no sense"),
        (
            "x[0] = over(n);",
            "E0065",
            "argument 1 is of type `int`, and this overload takes `int *`",
        ),
        ("x[0] = over(n);", "E0065", "this overload takes 2 arguments"),
        ("A<int> a; x[0] = a.v[0];", "E0064", "it is declared here"),
        ("A<3, 3> a; x[0] = a.v[0];", "E0060", "it is declared here"),
    ] {
        let (found, message, notes, _) = one(body);
        assert_eq!(found, code, "{body}: {message}");
        assert!(notes.iter().any(|note| note.contains(why)), "{body}: {notes:?}");
    }
    assert!(one("A<int> a;").1.contains("takes 2 arguments, and 1 is given"));
    assert!(one("A<int, 2, 3> a;").1.contains("takes 2 arguments, and 3 are given"));
    assert!(one("A<int, int> a;").1.contains("its parameter `N` is a value, and `int` is a type"));
}

#[test]
fn what_is_const_and_which_members_there_are() {
    for (body, why) in [
        ("const int z = 1; z = 2;", "`z` is declared `const` here"),
        ("c[0] = 1;", "what `c` leads to is `const` by this declaration"),
        ("const Many m = {}; m.a = 1;", "`m` is declared `const` here"),
        ("const int z[3] = {}; z[n] = 2;", "`z` is declared `const` here"),
        ("const float *q = x; q[1]++;", "what `q` leads to is `const` by this declaration"),
        ("A<float, 2> a; a.push(1);", "the members of `A<float, 2>` are `v`"),
        ("float4 f; f.length = 1;", "the members of `float4` are `x`, `y`, `z` and `w`"),
        ("Many m; m.zzzz = 1;", "`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h` and 2 more"),
    ] {
        let (_, _, notes, _) = one(body);
        assert!(notes.iter().any(|note| note.contains(why)), "{body}: {notes:?}");
    }
    // A near one is suggested, and no list beside it.
    let (_, _, notes, suggestion) = one("float4 f; f.X = 1;");
    assert_eq!((notes, suggestion), (vec![], Some("x".to_owned())));
}

/// One mistake is one message: what is declared wrong has a type that is wrong, of which nothing more is said.
#[test]
fn nothing_cascades() {
    for body in [
        "foo_t v = x[0]; v.a = 3; v += 1; x[1] = v;",
        "foo_t *p = x; p[0] = 1; x[1] = *p;",
        "foo_t a = 1, b = 2; x[0] = a + b;",
        "std::vector<int> list; list.push_back(3); x[0] = list[0];",
        "unknown::type<3> v; v.a = 1; x[0] = v;",
        "auto z = nothing(n); x[0] = z; z++;",
        "__shared__ bar tile[32]; tile[n] = 1; x[1] = tile[0];",
        "float a[n]; a[0] = 1; x[2] = a[1];",
    ] {
        one(body);
    }
    let list = told(
        "struct P { float3 a; float m; }\n__global__ void k(P *p) { P q = p[0]; q.m += 1; p[0] = q; }\n",
    );
    assert_eq!(list.len(), 1, "{list:?}");
    // What is declared elsewhere goes on to be checked.
    let list = told("__global__ void k(int *p, int n) { foo_t n2 = 1; p[0] = n.x; p.y = 1; }\n");
    assert_eq!(list.len(), 3, "{list:?}");
}

#[test]
fn suggestions_that_mend() {
    for (source, wanted) in [
        ("__global__ void k(int *p int n) { p[0] = n; }", ","),
        ("__global__ void k(int *p, float x unsigned n) { p[0] = n; }", ","),
        ("__global__ void k(int *p, int n) { for (int i = 0, i < 4; i++) p[i] = n; }", ";"),
        ("__global__ void k(int *p, int n) { for (int i = 0, j = 1, i != n; i++) p[i] = j; }", ";"),
        ("__global__ void k(int *p) { p[0] = 1\n p[1] = 2; }", ";"),
        ("__global__ void k(int *p) { p[0] = 1 }", ";"),
    ] {
        let list = told(source);
        let [(_, message, _, suggestion)] = &list[..] else { panic!("{source}: {list:?}") };
        assert_eq!(suggestion.as_deref(), Some(wanted), "{source}: {message}");
    }
    // A loop that is right with a comma, and what no single token mends.
    assert_eq!(
        told("__global__ void k(int *p, int n) { for (int i = 0, j = n; i < j; i++) p[i] = j; }"),
        []
    );
    let list = told("__global__ void k(int *p) { p[0] = 1 2; }");
    assert!(list.iter().all(|(.., suggestion)| suggestion.is_none()), "{list:?}");
}

#[test]
fn headers_of_what_is_not_declared() {
    for (body, header) in [
        ("half h = x[1]; x[0] = h;", "cuda_fp16.h"),
        (
            "cooperative_groups::thread_block b = cooperative_groups::this_thread_block(); b.sync();",
            "cooperative_groups.h",
        ),
        ("x[0] = curand_init(1, 2, 3);", "curand_kernel.h"),
        ("x[0] = FLT_DIG;", "cfloat"),
        ("cub::BlockReduce<int, 3> r; x[0] = 1;", "cub/cub.cuh"),
    ] {
        let (_, message, notes, suggestion) = one(body);
        let wanted = format!("it is declared by `#include <{header}>`");
        let [note] = &notes[..] else { panic!("{body}: {notes:?}") };
        assert!(note.starts_with(&wanted), "{body}: {message}: {note}");
        // One that is built in mends it.
        let source = |include: &str| format!("{include}__global__ void k(float *x) {{ {body} }}\n");
        let mended = told(&source(&format!("#include <{header}>\n")));
        assert_eq!(note.contains("not built in"), !mended.is_empty(), "{body}: {mended:?}");
        assert_eq!(suggestion, None, "{body}");
    }
    assert_eq!(one("x[0] = other::sync(n);").1, "`other::sync` is not declared");
}

/// What a header that is included declares and what is not built says so; what it does not declare is near a name or unknown.
#[test]
fn absent_parts_of_headers_that_are_included() {
    let head = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n";
    let of = |body: &str| {
        let mut list = told(&format!("{head}__global__ void k(int *x) {{ {body} }}\n"));
        assert_eq!(list.len(), 1, "{body}: {list:?}");
        let (code, message, notes, suggestion) = list.remove(0);
        assert!(!notes.iter().any(|n| n.contains("#include")), "{notes:?}");
        (code, message, suggestion)
    };
    for (body, what) in [
        ("auto g = cg::this_grid(); x[0] = 1;", "`cg::this_grid`"),
        ("using namespace cooperative_groups; auto g = this_grid(); x[0] = 1;", "`this_grid`"),
        (
            "auto b = cg::this_thread_block(); b.barrier_wait(); x[0] = 1;",
            "`thread_block::barrier_wait`",
        ),
        (
            "auto c = cg::coalesced_threads(); x[0] = c.meta_group_rank();",
            "`coalesced_group::meta_group_rank`",
        ),
    ] {
        assert_eq!(
            of(body),
            ("E0100".to_owned(), format!("{what} is not supported yet"), None),
            "{body}"
        );
    }
    let near = of("auto b = cg::this_thread_block(); b.sinc(); x[0] = 1;");
    assert_eq!((near.0.as_str(), near.2.as_deref()), ("E0042", Some("sync")));
    // A class of the program's own may have such a member or not.
    let own = of("struct G { int v; } g; g.barrier_wait(); x[0] = g.v;");
    assert_eq!(own.0, "E0042");
}

/// Functions are members that are meant, too.
#[test]
fn member_functions_are_near() {
    let found = one(
        "struct V { float x; __device__ float length() const { return x; } __device__ V operator+(V o) { return o; } } v; v.x = 1; x[0] = v.lenght();",
    );
    assert_eq!((found.0.as_str(), found.3.as_deref()), ("E0042", Some("length")));
    let listed = one(
        "struct V { float x; __device__ float length() const { return x; } } v; v.x = 1; x[0] = v.zzz();",
    );
    assert_eq!(listed.2, ["the members of `V` are `x` and `length`"]);
}

/// A mistake between declarations or statements is one error, and what stands behind it is read as it is.
#[test]
fn what_is_missing_is_told_once() {
    let kernel = "__global__ void k(float *p, int n)\n{ p[0] = n; }\n";
    for (source, message, put) in [
        (
            "__global__ void f(float *p, int n)\n  int i = threadIdx.x;\n  if (i < n) {\n p[i] = 1;\n }\n}\n",
            "`{` is missing before the function's body",
            "{",
        ),
        (
            "__device__ float f(float x)\n  return x;\n}\n__global__ void g(float *p) { p[0] = f(1); }\n",
            "`{` is missing before the function's body",
            "{",
        ),
        (
            "extern \"C\" {\n__global__ void __launch_bounds__(32) f(float *p)\n  p[0] = 1;\n}\n}\n",
            "`{` is missing before the function's body",
            "{",
        ),
        (
            "template <class T> __global__ void f(T *p)\n  p[0] = 1;\n}\nvoid h(float *p) { f<<<1, 1>>>(p); }\n",
            "`{` is missing before the function's body",
            "{",
        ),
        (
            "__device__ float f(float x)\n__device__ int g;\n__device__ float f(float x) { return x; }\n",
            "`;` is missing after this declaration",
            ";",
        ),
        ("__device__ float f(float x)\nint q;\n", "`;` is missing after this declaration", ";"),
        (
            "__global__ void f(float *p)\n{\n float x = p[0]\n#pragma unroll\n for (int i = 0; i < 4; i++) p[i] = x;\n}\n",
            "`;` is missing after the declaration",
            ";",
        ),
        (
            "__global__ void f(float *p)\n{\n p[1] = p[0]\n _Pragma(\"unroll 2\")\n for (int i = 0; i < 4; i++) p[i] = 1;\n}\n",
            "`;` is missing after the expression",
            ";",
        ),
    ] {
        for source in [format!("{source}{kernel}"), format!("{kernel}{source}")] {
            let list = told(&source);
            assert_eq!(list.len(), 1, "{source}{list:?}");
            let (code, said, _, suggestion) = &list[0];
            assert_eq!((code.as_str(), said.as_str()), ("E0030", message), "{source}");
            assert_eq!(suggestion.as_deref(), Some(put), "{source}");
        }
    }
    // What looks alike and is right.
    for source in [
        "__device__ float f(float x)\n;\n",
        "__device__ auto f(float x) ->\nfloat { return x; }\n",
        "__device__ float f(float x)\nnoexcept { return x; }\n",
        "__device__ float f(float x)\n__attribute__((unused));\n",
        "__device__\nfloat\nf(\nfloat x\n)\n{ return x; }\n",
        "__device__ float f(float x) { return x; }\nint REGISTER(f)\nint other;\n",
    ] {
        let list = told(&format!("{source}{kernel}"));
        assert!(list.is_empty(), "{source}{list:?}");
    }
}

/// A word that was meant as a mark is told, with the mark; what looks alike and may be right is not.
#[test]
fn misspelt_marks() {
    let kernel = "__global__ void k(float *p, int n) { p[0] = n; }\n";
    for (source, mark) in [
        (
            "__gloabl__ void f(float *p) { p[0] = 1; }\nvoid h(float *p) { f<<<1, 1>>>(p); }\n",
            "__global__",
        ),
        ("__global void f(float *p) { p[0] = 1; }\n", "__global__"),
        ("global void f(float *p) { p[0] = 1; }\n", "__global__"),
        ("template <class T> __golbal__ void f(T *p) { p[0] = 1; }\n", "__global__"),
        (
            "__dvice__ float f(float x) { return x; }\n__global__ void g(float *p) { p[0] = f(1); }\n",
            "__device__",
        ),
        ("static __device inline float f(float x) { return x; }\n", "__device__"),
        ("__constnat__ float c[3];\n", "__constant__"),
    ] {
        let list = told(&format!("{source}{kernel}"));
        assert_eq!(list.len(), 1, "{source}{list:?}");
        assert_eq!((list[0].0.as_str(), list[0].3.as_deref()), ("E0040", Some(mark)), "{source}");
    }
    for source in [
        "#include <ours.h>\n__gloabl__ void f(float *p) { p[0] = 1; }\n",
        "#define __gloabl__ __global__\n__gloabl__ void f(float *p) { p[0] = 1; }\n",
        "typedef int __hostt__; __hostt__ f(float *p);\n",
        "__declspec(dllexport) void f(float *p);\n",
        "struct device { int v; }; device f(float *p);\n",
        "EXPORT_API void f(float *p);\n",
    ] {
        let list = told(&format!("{source}{kernel}"));
        assert!(list.iter().all(|l| l.0 == "W0001"), "{source}{list:?}");
    }
}

/// The first mistake in a class that device code uses is what is told, not that the class is none.
#[test]
fn mistakes_in_classes() {
    for (class, code) in [
        ("struct A1 { int a };", "E0030"),
        ("struct A1 { foo b; int a; };", "E0041"),
        ("struct A1 { int b = ; int a; };", "E0031"),
    ] {
        let source =
            format!("{class}\n__global__ void k(float *p) {{ A1 s; s.a = 1; p[0] = s.a; }}\n");
        let list = told(&source);
        assert_eq!(list[0].0, code, "{class}: {list:?}");
        assert!(list[0].2.iter().any(|n| n == "device code uses `A1` here"), "{list:?}");
    }
    let list = told(
        "#include <string>\nstruct A1 { std::string n; int a; };\n__global__ void k(float *p) { A1 s; p[0] = s.a; }\n",
    );
    assert_eq!(list[0].0, "E0046", "{list:?}");
    assert!(list[0].2.iter().any(|n| n.contains("`std::string`")), "{list:?}");
}

/// What is not closed or not ended is told once, and what stands behind it is read as it is.
#[test]
fn what_is_not_closed_or_not_ended_is_told_once() {
    let k = "__global__ void k(int *p)\n{\n    p[0] = 1;\n}\n";
    for (code, source) in [
        // A `}` of a function before others.
        ("E0035", &*format!("__global__ void a(int *p) {{ if (p) {{ p[0] = 1; }}\n{k}")),
        (
            "E0035",
            &format!("__global__ void a(int *p)\n{{\n    if (p[0]) {{\n        p[0] = 1;\n}}\n{k}"),
        ),
        ("E0035", &format!("__global__ void a(int *p)\n{{\n    p[0] = 1;\n\n{k}")),
        (
            "E0035",
            &format!(
                "__device__ int a(int *p)\n{{\n    if (p[0]) {{\n    return 1;\n}}\n__device__ int b(int p)\n{{\n    return p;\n}}\n__global__ void l(int *p)\n{{\n    p[0] = a(p) + b(p[0]);\n}}\n{k}"
            ),
        ),
        (
            "E0035",
            &format!(
                "static __device__ float a(float p)\n{{\n    if (p) {{\n    return 1;\n}}\nstatic __device__ __forceinline__ const float *b(float *p)\n{{\n    return p;\n}}\n__global__ void l(float *p)\n{{\n    p[0] = a(*b(p));\n}}\n{k}"
            ),
        ),
        ("E0035", "__global__ void a(int *p)\n{\n    for (;;) {\n        p[0] = 1;\n}\n"),
        (
            "E0035",
            "__global__ void a(int *p)\n{\n    for (;;) {\n        p[0] = 1;\n}\nint main() { a<<<1, 1>>>(0); return 0; }\n",
        ),
        (
            "E0035",
            "__global__ void a(int *p)\n{\n    if (p) {\n}\ntemplate <class T> __global__ void t(T *p)\n{\n    p[0] = 1;\n}\ntemplate __global__ void t<int>(int *);\n",
        ),
        (
            "E0035",
            "extern \"C\" __global__ void a(int *p)\n{\n    if (p) {\n}\nextern \"C\" __global__ void b(int *p)\n{\n    p[0] = 1;\n}\n",
        ),
        // A `;` before others.
        ("E0030", "enum E {A, B}\n__global__ void k(int *p) { p[0] = A + B; }\n"),
        (
            "E0030",
            "enum E {A, B}\n__device__ int f(E x) { return x; }\n__global__ void k(int *p) { p[0] = f(B); }\n",
        ),
        (
            "E0030",
            "enum E {A, B}\nint f(int x) { return x; }\n__global__ void k(int *p) { p[0] = B; }\n",
        ),
        (
            "E0030",
            "struct S {int a;}\nint f(int x) { return x; }\n__global__ void k(int *p, S s) { p[0] = s.a; }\n",
        ),
        ("E0030", &format!("typedef int T\n{k}__global__ void l(T *p) {{ p[0] = 1; }}\n")),
        ("E0030", "__device__ int v\n__global__ void k(int *p) { p[0] = v; }\n"),
        (
            "E0030",
            "static const float4 v\n__device__ float f() { return 1; }\n__global__ void k(float *p) { p[0] = f(); }\n",
        ),
        // A `)` of a macro's arguments: the rest of the file is in them.
        (
            "E0014",
            "#define SQ(x) ((x) * (x))\n__global__ void a(int *p) { p[0] = SQ(p[1] + 1; }\n__global__ void k(int *p) { p[0] = SQ(2); }\n",
        ),
        // A reference that a kernel takes, however it is used and launched.
        (
            "E0090",
            "__global__ void k(int &&r, const float &f) { r = f; r++; }\nvoid h(int n, float f) { k<<<1, 1>>>(n, f); }\n",
        ),
    ] {
        let list = told(source);
        let distinct = list.iter().filter(|d| d.0.starts_with('E')).count();
        let most = if code == "E0090" { 2 } else { 1 };
        assert!((1..=most).contains(&distinct), "{source}: {list:?}");
        assert!(list.iter().all(|d| d.0 == code), "{source}: {list:?}");
    }
    // What looks alike and is right.
    for source in [
        "const float4\n__device__ f(float x) { return make_float4(x, x, x, x); }\n__global__ void k(float4 *p) { p[0] = f(1); }\n",
        "inline float\n__device__ f(float x) { return x; }\n__global__ void k(float *p) { p[0] = f(1); }\n",
        "static\n__device__ int v = 1;\n__global__ void k(int *p) { p[0] = v; }\n",
        "__global__ void k(int *p)\n{\n    struct L {\n        int v;\n        __device__ int f()\n        {\n            return v;\n        }\n    } l;\n    l.v = 1;\n    p[0] = l.f();\n}\n",
    ] {
        assert!(told(source).iter().all(|d| !d.0.starts_with('E')), "{source}: {:?}", told(source));
    }
}
