//! What the frontend says of wrong programs: each mistake with its exact text, kept as a snapshot, and the first
//! line of the most likely ones asserted beside it.

mod applied;

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::CodeOptions;

fn say(source: &str) -> String {
    let options = FrontendOptions {
        code: CodeOptions { target: "sm_52".to_owned(), ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
    applied::each_mends(source, &options);
    let mut sm = SourceMap::new();
    let mut diags = Diagnostics::default();
    let module = compile_to_whirl("t.cu", source, &options, &mut sm, &mut diags);
    assert_eq!(module.is_none(), diags.has_errors(), "{source}");
    diags.list().iter().map(|d| sm.resolve(d).to_string()).collect()
}

/// A kernel around statements.
fn kernel(body: &str) -> String {
    format!("__global__ void k(float *o, int *p, int n, float x) {{\n{body}\n}}\n")
}

fn first(source: &str) -> String {
    say(source).lines().next().unwrap_or("").to_string()
}

/// Statements of a kernel, and the first line said of them.
const BODIES: &[(&str, &str)] = &[
    ("n = 1\n  p[0] = n;", "t.cu:2:6: error[E0030]: `;` is missing after the expression"),
    ("p[0 = n;", "t.cu:2:8: error[E0030]: `]` is missing after the subscript"),
    ("n = (1 + 2;", "t.cu:2:11: error[E0030]: `)` is missing after the expression"),
    ("n = 1 + ;", "t.cu:2:9: error[E0031]: an expression must stand here, not `;`"),
    ("p[0] = thredIdx.x;", "t.cu:2:8: error[E0040]: `thredIdx` is not declared"),
    ("o[0] = sqrtt(x);", "t.cu:2:8: error[E0040]: `sqrtt` is not declared"),
    ("foat y = 1;", "t.cu:2:1: error[E0041]: the type `foat` is not declared"),
    ("float4 v; v.q = 1;", "t.cu:2:13: error[E0042]: `float4` has no member `q`"),
    ("p.x = 1;", "t.cu:2:3: error[E0042]: a value of type `int *` has no members"),
    (
        "float4 v; v->x = 1;",
        "t.cu:2:11: error[E0074]: `->` needs a pointer, and this is of type `float4`",
    ),
    ("int a; float a;", "t.cu:2:14: error[E0043]: `a` is declared twice in this scope"),
    ("goto end;", "t.cu:2:6: error[E0044]: the label `end` is not defined in this function"),
    ("l: n = 1; l: n = 2;", "t.cu:2:11: error[E0045]: the label `l` is defined twice"),
    (
        "switch (n) { case 1: case 1: break; }",
        "t.cu:2:22: error[E0045]: the case 1 stands here twice",
    ),
    (
        "p = o;",
        "t.cu:2:5: error[E0060]: a value of type `float *` cannot become one of type `int *`",
    ),
    ("p = n;", "t.cu:2:5: error[E0060]: a value of type `int` cannot become one of type `int *`"),
    (
        "const int *c = p; int *q = c;",
        "t.cu:2:28: error[E0060]: a value of type `const int *` cannot become one of type `int *`",
    ),
    ("n = x % 2;", "t.cu:2:7: error[E0061]: `%` cannot take operands of types `float` and `int`"),
    ("n = p + p;", "t.cu:2:7: error[E0061]: `+` cannot take operands of types `int *` and `int *`"),
    (
        "float4 a, b; a = a + b;",
        "t.cu:2:20: error[E0061]: `+` cannot take operands of types `float4` and `float4`",
    ),
    (
        "n + 1 = 2;",
        "t.cu:2:1: error[E0062]: only an object can be assigned to, and this is a value",
    ),
    ("int a[3]; a = 0;", "t.cu:2:11: error[E0062]: an array cannot be assigned"),
    ("n(1);", "t.cu:2:1: error[E0063]: a value of type `int` cannot be called"),
    ("o[0] = fmaxf(x);", "t.cu:2:8: error[E0064]: `fmaxf` takes 2 arguments, and 1 is given"),
    (
        "atomicAdd(x, 1);",
        "t.cu:2:11: error[E0060]: argument 1 of `atomicAdd` is of type `float`, and must be a pointer",
    ),
    (
        "char c; atomicAdd(&c, 1);",
        "t.cu:2:19: error[E0065]: `atomicAdd` does not exist for objects of type `char`",
    ),
    ("int a[n];", "t.cu:2:7: error[E0103]: the length of an array must be a constant"),
    ("int a[-1];", "t.cu:2:7: error[E0067]: the length of an array must not be negative"),
    (
        "struct S s;",
        "t.cu:2:10: error[E0068]: a variable cannot be of type `S`, which is not complete",
    ),
    (
        "int a[2] = {1, 2, 3};",
        "t.cu:2:19: error[E0069]: there are more values than `int[2]` has parts",
    ),
    (
        "float4 v; n = (int)v;",
        "t.cu:2:15: error[E0070]: a value of type `float4` cannot be cast to `int`",
    ),
    ("return 1;", "t.cu:2:8: error[E0071]: this function returns no value"),
    (
        "const int c = 1; c = 2;",
        "t.cu:2:18: error[E0072]: this object is `const` and cannot be changed",
    ),
    ("n = x[0];", "t.cu:2:5: error[E0073]: a value of type `float` cannot be subscripted"),
    ("n = p[x];", "t.cu:2:7: error[E0073]: a subscript must be an integer, not `float`"),
    ("n = *x;", "t.cu:2:5: error[E0074]: a value of type `float` cannot be dereferenced"),
    ("p = &(n + 1);", "t.cu:2:5: error[E0075]: the address of a value that is no object"),
    (
        "switch (x) { }",
        "t.cu:2:9: error[E0076]: a switch needs an integer, not a value of type `float`",
    ),
    ("n = __syncthreads();", "t.cu:2:5: error[E0078]: a value of type `void` cannot be used"),
    (
        "float4 v; if (v) n = 1;",
        "t.cu:2:15: error[E0079]: a value of type `float4` cannot be a condition",
    ),
    (
        "__shared__ int s = 1;",
        "t.cu:2:20: error[E0091]: a `__shared__` variable cannot have an initialiser",
    ),
    ("k(o, p, n, x);", "t.cu:2:1: error[E0093]: the kernel `k` cannot be called from device code"),
    (
        "k<<<1, 2>>>(o, p, n, x);",
        "t.cu:2:2: error[E0108]: kernels cannot be launched from device code",
    ),
    (
        "asm(\"mov.u32 %0, %3;\" : \"=r\"(n) : \"r\"(n));",
        "t.cu:2:5: error[E0095]: `%3` names no operand: there are 2",
    ),
    (
        "asm(\"x %0;\" : \"=f\"(n));",
        "t.cu:2:20: error[E0095]: a value of type `int` does not fit the constraint `f`",
    ),
    (
        "asm(\"x %0;\" : \"r\"(n));",
        "t.cu:2:15: error[E0095]: the constraint of an output is `=` or `+` and one of h, r, l, f, d",
    ),
    (
        "n = __match_any_sync(1, n);",
        "t.cu:2:5: error[E0097]: `__match_any_sync` needs sm_70, and the target is sm_52",
    ),
    (
        "n = __shfl(n, 0);",
        "t.cu:2:5: error[E0096]: `__shfl` is gone from CUDA: use the form with `_sync` and a mask",
    ),
    (
        "n = __shfl_sync(1, p, 0);",
        "t.cu:2:20: error[E0060]: argument 2 of `__shfl_sync` is of type `int *`, and must be a number of 32 or 64 bits",
    ),
    (
        "printf(\"%s\", n);",
        "t.cu:2:14: warning[W0019]: conversion 1 of the format takes a string, and the argument is of type `int` [-Wformat]",
    ),
    ("o[0] = jn(2, x);", "t.cu:2:8: error[E0100]: `jn` is not supported yet"),
    ("o[0] = j0(2.0);", "t.cu:2:8: error[E0100]: `j0` is not supported yet"),
    (
        "int (*f)(int); o[0] = f(n);",
        "t.cu:2:23: error[E0101]: which function this leads to is not known when the program is compiled: calls by such pointers are not supported yet",
    ),
    (
        "int *q = new int;",
        "t.cu:2:10: error[E0109]: `new` is not supported in device code but as `new (place) T`",
    ),
    (
        "int *q = (int *)malloc(4);",
        "t.cu:2:17: error[E0109]: `malloc` is not supported in device code",
    ),
    (
        "try { } catch (...) { }",
        "t.cu:2:1: error[E0110]: exceptions are not supported in device code",
    ),
    (
        "auto f = [] { return n; };",
        "t.cu:2:22: error[E0113]: `n` is not captured by this lambda, which has no default capture",
    ),
    ("else n = 1;", "t.cu:2:1: error[E0036]: `else` without `if`"),
    ("break;", "t.cu:2:1: error[E0036]: `break` outside a loop or switch"),
    ("case 1: ;", "t.cu:2:1: error[E0036]: `case` outside a switch"),
    ("int unsigned float a;", "t.cu:2:1: error[E0033]: these specifiers do not go together"),
    ("int int a;", "t.cu:2:5: error[E0033]: these specifiers do not go together"),
    ("n = 09;", "t.cu:2:5: error[E0003]: an octal number has the digits 0 to 7 only"),
    ("n = 'ab\\xfff';", "t.cu:2:5: error[E0004]: an escape sequence out of range"),
    ("n = @;", "t.cu:2:5: error[E0031]: an expression must stand here, not `@`"),
    ("n / 0;", "t.cu:2:5: warning[W0006]: this divides by zero [-Wdivision-by-zero]"),
    (
        "int a[4]; a[0] = 1; n = a[4];",
        "t.cu:2:27: warning[W0007]: the index 4 is beyond the array's 4 elements [-Warray-bounds]",
    ),
    (
        "n + 1;",
        "t.cu:2:1: warning[W0004]: the result of this expression is not used [-Wunused-value]",
    ),
    (
        "n = 2147483647 + 1;",
        "t.cu:2:5: warning[W0009]: this constant does not fit `int` [-Wconstant-conversion]",
    ),
    (
        "n = n << 32;",
        "t.cu:2:10: warning[W0010]: a shift by 32 of a value of 32 bits [-Wshift-count-overflow]",
    ),
    (
        "if (n = 1) p[0] = 2;",
        "t.cu:2:7: warning[W0012]: an assignment is used as a condition [-Wparentheses]",
    ),
    (
        "static_assert(sizeof(int) == 8, \"no\");",
        "t.cu:2:15: error[E0066]: this static assertion does not hold: \"no\"",
    ),
    ("int &r;", "t.cu:2:6: error[E0069]: a reference needs an initialiser"),
    (
        "int &r = n + 1;",
        "t.cu:2:10: error[E0060]: a reference to `int` cannot refer to a value of type `int`",
    ),
    (
        "enum E { A }; enum E e = 1;",
        "t.cu:2:26: error[E0060]: a value of type `int` cannot become one of type `E`",
    ),
    (
        "tex2D(n, 1, 2);",
        "t.cu:2:1: error[E0104]: `tex2D` is not supported: textures and surfaces are absent",
    ),
];

/// Whole files, and the first line said of them.
const FILES: &[(&str, &str)] = &[
    ("__global__ int k() { return 1; }", "t.cu:1:1: error[E0090]: a kernel must return `void`"),
    (
        "__global__ void k(int &&a) { }",
        "t.cu:1:19: error[E0090]: a kernel's parameter cannot be an rvalue reference",
    ),
    (
        "__global__ void __launch_bounds__(-1) k() { }",
        "t.cu:1:35: error[E0094]: a launch bound must not be negative",
    ),
    ("__global__ void k() { } }", "t.cu:1:25: error[E0035]: this `}` closes nothing"),
    ("__global__ void k() { ", "t.cu:1:21: error[E0035]: this `{` is not closed"),
    (
        "int host(int a) { return a; }\n__global__ void k(int *p) { p[0] = host(1); }",
        "t.cu:2:36: error[E0047]: `host` is a function of the host and cannot be called from device code",
    ),
    (
        "int table[4];\n__global__ void k(int *p) { p[0] = table[1]; }",
        "t.cu:2:36: error[E0047]: `table` is a variable of the host and cannot be used in device code",
    ),
    (
        "__device__ int f(int a);\n__global__ void k(int *p) { p[0] = f(1); }",
        "t.cu:2:36: error[E0048]: the device function `f` is called and not defined in this file",
    ),
    (
        "__device__ int f(int a, int b) { return a + b; }\n__global__ void k(int *p) { p[0] = f(1); }",
        "t.cu:2:36: error[E0064]: `f` takes 2 arguments, and 1 is given",
    ),
    (
        "__device__ int f(int *a) { return *a; }\n__global__ void k(float *p) { p[0] = f(p); }",
        "t.cu:2:40: error[E0060]: argument 1 of `f` is of type `float *`, and must be `int *`",
    ),
    (
        "__device__ int f(int a) { return a; }\n__device__ int f(float a) { return a; }\n__global__ void k(int *p) { p[0] = f(1.0); }",
        "t.cu:3:36: error[E0049]: the call `f(double)` fits several overloads equally",
    ),
    (
        "__device__ int f(int a) { return a < 2 ? 1 : f(a - 1); }\n__global__ void k(int *p) { p[0] = f(1); }",
        "t.cu:1:46: error[E0102]: recursive functions are not supported: f -> f",
    ),
    (
        "__device__ int g(int);\n__device__ int f(int a) { return g(a); }\n__device__ int g(int a) { return f(a); }\n__global__ void k(int *p) { p[0] = f(1); }",
        "t.cu:2:34: error[E0102]: recursive functions are not supported: g -> f -> g",
    ),
    (
        "template <int N> __device__ void f() { f<(N + 1) % 12>(); }\n__global__ void k() { f<0>(); }",
        "t.cu:1:40: error[E0102]: recursive functions are not supported: f<0> -> f<1> -> f<2> -> f<3> -> f<4> -> f<5> -> f<6> -> f<7> -> (4 more) -> f<0>",
    ),
    (
        "__device__ int f(int a) { return 1; }\n__device__ int f(int b) { return 2; }\n__global__ void k() { }",
        "t.cu:2:16: error[E0043]: the function `f` is defined twice",
    ),
    (
        "template <class T> __device__ T f(T a, T b) { return a; }\n__global__ void k(int *p) { p[0] = f(1, 2.0f); }",
        "t.cu:2:36: error[E0065]: the call `f(int, float)` fits no template of that name",
    ),
    (
        "template <class T> __global__ void k(T *a) { }",
        "t.cu:1:36: warning[W0008]: the kernel template `k` has no instance, so there is no kernel in this file [-Wmissing-kernels]",
    ),
    (
        "struct S { int a; int get() { return a; } };\n__global__ void k(int *p) { S s; p[0] = s.get(); }",
        "t.cu:2:43: error[E0047]: `S::get` is a function of the host and cannot be called from device code",
    ),
    (
        "__constant__ int c = 1;\n__global__ void k() { c = 2; }",
        "t.cu:2:23: error[E0072]: `c` lies in constant memory and cannot be changed by a kernel",
    ),
    (
        "__device__ int f(int a) { if (a) return 1; }\n__global__ void k() { }",
        "t.cu:1:16: warning[W0005]: `f` may end without returning a value [-Wreturn-type]",
    ),
    (
        "__device__ int n = 3; __device__ int a[n];\n__global__ void k() { }",
        "t.cu:1:40: error[E0103]: the length of an array must be a constant",
    ),
    (
        "struct __align__(3) S { int a; };\n__global__ void k(S *s) { }",
        "t.cu:1:18: error[E0099]: an alignment must be a power of two",
    ),
    (
        "struct S { float f : 3; };\n__global__ void k(S *s) { }",
        "t.cu:1:22: error[E0077]: a bit-field must be of an integer type",
    ),
    (
        "#define BAD(x) x +* 2\n__global__ void k(int *p, float x) { p[0] = BAD(x); }",
        "t.cu:2:45: error[E0074]: a value of type `int` cannot be dereferenced",
    ),
    (
        "struct S { int a, b; };\n__device__ S s = {.a = 1, .b = 2, .a = 3};\n__global__ void k() { }",
        "t.cu:2:40: error[E0069]: this part has an initial value already",
    ),
    (
        "__device__ int a, b;\n__device__ int *p[3] = {[1] = &a, &b, [1] = nullptr};\n__global__ void k() { }",
        "t.cu:2:45: error[E0069]: this part has an initial value already",
    ),
    (
        "union U { int i; float f; };\n__global__ void k(int *p) { U u = {.i = 1, .f = 2}; p[0] = u.i; }",
        "t.cu:2:49: error[E0069]: this part has an initial value already",
    ),
    (
        "struct S { char c; int *p; } __attribute__((packed));\n__device__ int a;\n__device__ S s = {1, &a};\n__global__ void k() { }",
        "t.cu:3:18: error[E0100]: an address in a packed struct of static storage is not supported yet",
    ),
    (
        "struct L { int w[38061751]; };\n__device__ const L t[3] = {{{6}}, {{7}}, {{}}};\n__global__ void k() { }",
        "t.cu:2:27: error[E0024]: this initialiser is too long",
    ),
    (
        "struct L { char w[1000000000]; };\n__device__ const L t[2] = {{\"a\"}, {\"b\"}};\n__global__ void k() { }",
        "t.cu:2:27: error[E0024]: this initialiser is too long",
    ),
    (
        "int main() { return 0; }",
        "t.cu:1:1: warning[W0008]: there is no kernel in this file [-Wmissing-kernels]",
    ),
];

#[test]
fn statements() {
    let wrong: Vec<String> = BODIES
        .iter()
        .filter_map(|(body, wants)| {
            let got = first(&kernel(body));
            (got != *wants).then(|| format!("{body}\n  wants {wants}\n  got   {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files() {
    let wrong: Vec<String> = FILES
        .iter()
        .filter_map(|(text, wants)| {
            let got = first(text);
            (got != *wants).then(|| format!("{text}\n  wants {wants}\n  got   {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whole_texts() {
    let mut all = String::new();
    for (body, _) in BODIES {
        all.push_str(&format!("---- {body}\n{}", say(&kernel(body))));
    }
    for (text, _) in FILES {
        all.push_str(&format!("---- {text}\n{}", say(text)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn many_errors_in_one_run() {
    let text = kernel(
        "n = ;\nundeclared1 = 1;\nint a = 3\nint b = 4;\no[0] = undeclared2;\nif (n { n = 1; }\np[0] = undeclared3;",
    );
    let said = say(&text);
    for part in [
        "t.cu:2:5: error[E0031]",
        "`undeclared1`",
        "t.cu:4:10: error[E0030]",
        "`undeclared2`",
        "t.cu:7:6: error[E0030]",
        "`undeclared3`",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
}

#[test]
fn good_programs_say_nothing() {
    for body in [
        "n = 1; (void)n;",
        "for (int i = 0; i < n; ++i) for (int i = 0; i < n; ++i) p[i] = i;",
        "float y = x; y = y > 0 ? y : -y; o[0] = y;",
        "typedef struct { int a, b; } T; T t = {1, 2}; p[0] = t.a;",
        "const int N = 4; float a[N]; a[0] = x; o[0] = a[0];",
        "int i = 0; while (i < 3) i++; do { i--; } while (i); p[i] = 0;",
        "unsigned u = 3; u <<= 2; u ^= ~0u; p[0] = (int)u;",
        "p[0] = x; o[0] = n; o[1] = 1.5; p[1] = true; p[2] = 'a';",
        "bool b = p; b = n; if (p && !b || n) o[0] = 1;",
        "p[0] = sizeof(float4) + sizeof n + sizeof(int[3]); p[1] = alignof(double2);",
        "uint3 t = threadIdx; p[0] = t.x + blockDim.y; dim3 d(1, 2); p[1] = d.z;",
        "void *v = p; int *q = (int *)v; q = static_cast<int *>(v); q = 0; q = nullptr; p[0] = q == NULL;",
        "o[0] = fmaxf(x, 1) + max(n, 3) + min(1u, 2u) + fabs(x) + sqrt(x) + pow(x, 2.0f) + abs(-3);",
        "if (n == 1) goto out; n = 2; out: p[0] = n;",
        "auto y = x * 2; auto *q = p; const auto &r = n; o[0] = y + *q + r;",
        "int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int c[] = {1, 2}; char s[] = \"abc\"; p[0] = a[1][n] + c[n] + s[n];",
        "struct Q { int x; struct { int y; }; union { int z; float w; }; } q = {1, {2}, {3}}; p[0] = q.x + q.y + q.z;",
        "float3 v = make_float3(1, 2, 3); v.x += v.y; o[0] = v.x; float4 w{1, 2, 3, 4}; o[1] = w.w; o[2] = float2{1, 2}.y;",
        "p[0] = __popc(n) + __clz(n) + __ffs(n) + __brev(n) + __ldg(p) + __float_as_int(x) + __mul24(n, n);",
        "enum { A = 1, B, C = B + 4 }; int a[C]; a[A] = B; p[0] = a[A];",
    ] {
        assert_eq!(say(&kernel(body)), "", "{body}");
    }
}

#[test]
fn host_code_costs_nothing() {
    let text = "
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
using namespace std;
template <typename T, int N> class Pool { T *data; public: Pool() : data(new T[N]) {} ~Pool() { delete[] data; } };
static std::vector<float> make(int n) { std::vector<float> v(n); for (auto &x : v) x = 1; return v; }
#define CHECK(x) do { cudaError_t e = (x); if (e) { fprintf(stderr, \"%s\\n\", cudaGetErrorString(e)); exit(1); } } while (0)
constexpr int BLOCK = 256;
static const float SCALE = 2.5f;
struct Pair { float a; int b; };
namespace detail { __device__ inline float twice(float x) { return 2 * x; } }
extern \"C\" { __global__ void c_kernel(Pair *p) { p[threadIdx.x].a *= SCALE; } }
__global__ void k(float *o, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) o[i] = detail::twice(o[i]) * SCALE;
}
int main(int argc, char **argv) {
  auto h = make(1000);
  float *d; CHECK(cudaMalloc(&d, 4000));
  k<<<(1000 + BLOCK - 1) / BLOCK, BLOCK>>>(d, 1000);
  auto f = [&](int a) -> int { return a + argc; };
  try { f(3); } catch (const std::exception &e) { throw; }
  return 0;
}
";
    assert_eq!(say(text), "");
}

#[test]
fn recovery_between_declarations() {
    let text = "struct B { int a; }\n__global__ void k(foo *p, int n\n{\n  p[0] = 1;\n}\n\
        __global__ void l(float *o, int n) {\n  int i = threadIdx.x\n  if (i < n) { o[i] = sqrtf(o[i]; }\n  \
        o[i] = atomicadd(o, 1.f);\n}\n__global__ void m(int *p) { p[0] = undeclared; }\n";
    insta::assert_snapshot!(say(text));
}

/// What stands where a constant must is executed; elsewhere a `constexpr` function of the host is one of the host.
#[test]
fn constant_functions() {
    // As much stack as a program has.
    let run = || constant_functions_on_a_thread();
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run);
    assert!(thread.is_ok_and(|t| t.join().is_ok()));
}

fn constant_functions_on_a_thread() {
    let f = "constexpr int sq(int x) { return x * x; }\n\
             constexpr int bits(int n) { return n <= 1 ? 0 : 1 + bits(n / 2); }\n\
             constexpr int spin(int n) { while (true) n++; return n; }\n\
             constexpr int deep(int n) { return deep(n + 1); }\n\
             constexpr int zero(int n) { return 1 / n; }\n";
    let at = |body: &str| first(&format!("{f}__global__ void k(int *p) {{ {body} }}"));
    assert_eq!(
        at(
            "int a[sq(3)]; static_assert(sizeof(a) == 36 && bits(1024) == 10, \"\"); *p = sizeof(a);"
        ),
        ""
    );
    assert_eq!(
        at("static_assert(sq(2) == 5, \"\");"),
        "t.cu:6:43: error[E0066]: this static assertion does not hold"
    );
    // Found by coverage-guided fuzzing: two of them took 2^48 steps.
    let own = first(
        "__device__ constexpr bool p(int n) { static_assert(!p(12), \"\"); if constexpr (p(32)) return true; return false; } __global__ void k(bool *o) { *o = p(1); }",
    );
    assert!(own.contains("error[E0066]: a static assertion must be a constant"), "{own}");
    assert!(at("p[0] = sq(*p);").contains("error[E0047]"));
    for wrong in ["int a[spin(1)];", "int a[deep(1)];", "int a[zero(0)];"] {
        let got = at(wrong);
        assert!(got.contains("error[E0103]"), "{wrong}: {got}");
    }
}

/// Declarations as conditions, range loops, deduced results and lists as arguments, where they are wrong.
#[test]
fn shorthands() {
    let rows = [
        ("if (int a) p[0] = a;", "error[E0030]: a condition that is declared needs an initialiser"),
        ("if (int a = n) p[0] = a; p[1] = a;", "error[E0040]: `a` is not declared"),
        ("for (int x : p) n += x;", "error[E0060]: a range loop needs an array"),
        ("for (int x : n) n += x;", "error[E0060]: a range loop needs an array"),
        ("for (int x : {}) n += x;", "error[E0069]: this range has no elements"),
        ("float4 v; for (float y : v) x += y;", "error[E0060]: a range loop needs an array"),
        ("p[0] = min({1, 2}, n);", "error[E0031]: a list in braces cannot stand here"),
    ];
    for (body, wants) in rows {
        let got = first(&kernel(body));
        assert!(got.contains(wants), "{body}\n  wants {wants}\n  got   {got}");
    }
    let wholes = [
        ("__device__ auto f(int n);", "the type of this result is not known before"),
        ("__device__ auto f(int n) { return n ? f(n - 1) : 1; }", "cannot be deduced"),
        (
            "struct P { int x; }; __device__ int f(P p) { return p.x; }",
            "there are more values than `P` has parts",
        ),
    ];
    for (f, wants) in wholes {
        let call = if f.contains("struct") { "f({1, 2})" } else { "f(n)" };
        let got = first(&format!("{f} __global__ void k(int *p, int n) {{ p[0] = {call}; }}"));
        assert!(got.contains(wants), "{f}\n  wants {wants}\n  got   {got}");
    }
}

/// A launched instance whose signature makes no sense is an error, and never a kernel in the module: found by
/// coverage-guided fuzzing, as a member that lost its type in the manner of this one.
#[test]
fn a_launched_instance_without_a_signature() {
    let view = "template <class T> struct View { Unknown column; int rows; };\n\
                template <class T> __global__ void f(View<T> a, T *y) { while (y[0] < a.rows) y[0] += 1; }\n\
                __global__ void g(int *y) { *y = 1; }\n";
    let stated =
        first(&format!("{view}void host(float *y) {{ View<float> v; f<float><<<1, 1>>>(v, y); }}"));
    assert!(stated.contains("E0041") && stated.contains("`Unknown`"), "{stated}");
    // With an overload the other one may be meant: what is left is checked by the verifier.
    let options = FrontendOptions::default();
    let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
    let source = format!(
        "{view}template <class T> __global__ void f(T *y, int n) {{ *y = n; }}\n\
                          void host(float *y) {{ View<float> v; f<float><<<1, 1>>>(v, y); }}"
    );
    let module =
        compile_to_whirl("t.cu", &source, &options, &mut sm, &mut diags).expect("a module");
    let text = optx_whirl::print::print_module(&module);
    assert!(text.contains("_Z1fIfEvPT_i") && !text.contains("View"), "{text}");
}

/// Host templates whose arguments are deduced, or cannot be told: no instance is lost in silence.
#[test]
fn launches_in_host_templates() {
    let f = "template <class T> __global__ void zero(T *a) { *a = 0; }\n\
             template <class T> void inner(T *a, int n = 1) { zero<T><<<1, n>>>(a); }\n\
             template <class T, class R> void outer(T *a) { inner(a, 3); }\n\
             template <class F> __global__ void zero_by(F f, int *p) { *p = f(1); }\n";
    let at = |host: &str| {
        let options = FrontendOptions::default();
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let source = format!("{f}__global__ void k(int *p) {{ *p = 1; }}\n{host}\n");
        let m = compile_to_whirl("t.cu", &source, &options, &mut sm, &mut diags).expect("a module");
        let names = optx_whirl::print::print_module(&m).matches("_Z4zero").count();
        (names > 0, diags.list().iter().any(|d| sm.resolve(d).to_string().contains("W0018")))
    };
    let made = [
        "void go(float *p) { inner(p); }",
        "void go(float *p) { inner<float>(p, 2); }",
        "void go(double *p) { outer<double, int>(p); }",
        "struct R { cudaTextureObject_t t; }; void go(double *p) { outer<double, R>(p); }",
    ];
    for host in made {
        assert_eq!(at(host), (true, false), "{host}");
    }
    for host in [
        "void go() { std::vector<int> v; inner(v.data()); }",
        "void go(int *p) { outer<int, std::string>(p); }",
        "void go(int *p) { zero_by<<<1, 1>>>([] __device__ (int i) { return i; }, p); }",
        "void go(int *p) { auto g = [] __device__ (int i) { return i; }; zero_by<<<1, 1>>>(g, p); }",
    ] {
        assert_eq!(at(host), (false, true), "{host}");
    }
    assert_eq!(at("void go(int *p) {}"), (false, false));
}

/// Kernels that host templates launch with packs and templates: the mangled names are those that clang gives them, by hand.
#[test]
fn launches_in_host_templates_of_packs() {
    let f = "template <class... A> __global__ void many(int *p, A... a) { *p = (a + ... + sizeof...(A)); }\n\
             template <int... N> __global__ void nums(int *p) { *p = (N + ...); }\n\
             template <class T> struct Neg { T x; };\n\
             template <template <class> class F, class T> __global__ void app(T *p) { *p = F<T>().x; }\n\
             template <class... A> void run(A... a) { many<<<1, 32>>>(a...); }\n\
             template <class T> void one(T a) { many<<<1, 32>>>(nullptr, a, 2u); }\n\
             template <class... A> void stated(A... a) { many<A...><<<1, 32>>>(nullptr, unknown(a)...); }\n\
             template <class K, class... A> void launch(K k, A... a) { k<<<1, 1>>>(a...); }\n\
             template <int... N> void go(int *p) { nums<N..., 7><<<1, 1>>>(p); }\n\
             template <template <class> class F, class T> void apply(T *p) { app<F><<<1, 1>>>(p); }\n";
    let names = |host: &str| {
        let options = FrontendOptions::default();
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let source = format!("{f}void host(int *p) {{ {host} }}\n");
        let m = compile_to_whirl("t.cu", &source, &options, &mut sm, &mut diags).expect("a module");
        let text = optx_whirl::print::print_module(&m);
        let entry =
            |w: &str| w.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
        let mut list: Vec<_> =
            text.match_indices("_Z").filter_map(|(at, _)| entry(&text[at..])).collect();
        list.sort();
        list.dedup();
        list
    };
    for (host, wanted) in [
        ("run(p, 1, 2.0f);", &["_Z4manyIJifEEvPiDpT_"][..]),
        ("run(p); run(p, 'x');", &["_Z4manyIJEEvPiDpT_", "_Z4manyIJcEEvPiDpT_"]),
        ("one(3L);", &["_Z4manyIJljEEvPiDpT_"]),
        ("stated(1.0, 2);", &["_Z4manyIJdiEEvPiDpT_"]),
        ("launch(many<int, int>, p, 2, 3);", &["_Z4manyIJiiEEvPiDpT_"]),
        ("go<1, 2>(p);", &["_Z4numsIJLi1ELi2ELi7EEEvPi"]),
        ("apply<Neg>(p);", &["_Z3appI3NegiEvPT0_"]),
    ] {
        assert_eq!(names(host), wanted, "{host}");
    }
}

/// A handle of a texture is a number; what reads through it is absent.
#[test]
fn textures() {
    let kernel = |body: &str| {
        first(&format!(
            "struct R {{ cudaTextureObject_t t; }};\n__global__ void k(R r, cudaSurfaceObject_t s, float *p) {{ {body} }}"
        ))
    };
    assert_eq!(kernel("p[sizeof(R)] = r.t + s;"), "");
    for call in ["tex1Dfetch<float>(r.t, 0)", "tex2D<float4>(r.t, 0, 1).x", "tex1Dfetch(r.t, 0)"] {
        let got = kernel(&format!("*p = {call};"));
        assert!(got.contains("error[E0104]"), "{call}: {got}");
    }
}

#[test]
fn a_class_cannot_use_its_own_members() {
    // What is wrong in a class that is not marked for the device is told where it is used.
    let source =
        "struct B { __device__ int f(); using B::f; }; __global__ void k() { B b; b.f(); }";
    assert!(first(source).contains("error["), "{}", say(source));
}

#[test]
fn long_double_is_said_once() {
    let text =
        say(&kernel("long double d = 1.5L; d += 2; long double e = d + 1.L; o[0] = sizeof(e);"));
    assert_eq!(text.matches("[W0021]").count(), 1, "{text}");
    assert!(text.starts_with("t.cu:2:1: warning[W0021]: `long double` is `double` in device code"));
    assert!(!text.contains("error"), "{text}");
    // Not of the host's own.
    assert_eq!(say(&format!("long double f() {{ return 1.0L; }} {}", kernel("o[0] = 1;"))), "");
    assert!(say(&kernel("long long double d;")).contains("error[E0033]"));
}

/// What is marked for the device and not understood is an error, never a kernel that is not there.
#[test]
fn no_kernel_vanishes() {
    let k = "extern \"C\" __global__ void k(int *o) { o[0] = 1; }";
    for before in [
        "__device__ int x = {3}",
        "__device__ int x{3}",
        "int x = {3}",
        "int f()",
        "__device__ int f() const volatile",
        "struct X {}",
        "__device__ int (3)",
        "__global__ int",
        "int (f)(int)",
        "int a[3]",
        "__device__ auto g = 3",
        "static_assert(1, \"\")",
        "static_assert(true)",
    ] {
        let said = say(&format!("{before} {k}"));
        // Silence means that it is there: without kernels there is a warning.
        assert!(said.is_empty() || said.contains("error["), "{before}: {said}");
    }
}
