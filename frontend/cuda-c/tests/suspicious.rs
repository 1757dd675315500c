//! What is right and most likely not meant: told as nvcc 13.5 or clang 19 tell it by default (tried on 2026-11-28), and not told of what looks alike.

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap, WarningStates};

/// The codes that are told of a source, with these words behind `-W`.
fn told_of(source: &str, words: &[&str]) -> Vec<&'static str> {
    let (mut map, mut diags) = (SourceMap::new(), Diagnostics::default());
    let mut states = WarningStates::default();
    words.iter().for_each(|word| states.word(word).expect("a name"));
    diags.set_warnings(states);
    compile_to_whirl("t.cu", source, &FrontendOptions::default(), &mut map, &mut diags);
    assert!(!diags.has_errors(), "{source}: {:?}", diags.list());
    diags.list().iter().map(|d| d.code.0).collect()
}

fn told(body: &str, words: &[&str]) -> Vec<&'static str> {
    told_of(&format!("__global__ void k(int *x, int n) {{\n{body}\n}}\n"), words)
}

#[test]
fn by_default() {
    for (body, code) in [
        ("if (n & 3 == 1) x[0] = 1;", "W0032"),
        ("if (1 == n | 3) x[0] = 1;", "W0032"),
        ("if (n > 3); x[0] = 1;", "W0033"),
        ("for (int i = 0; i < n; i++); { x[0] = 1; }", "W0033"),
        ("while (n--); { x[0] = 1; }", "W0033"),
        ("int u; x[0] = 1;", "W0034"),
        ("int u = 3; x[0] = 1;", "W0034"),
        ("const int K = 3; x[0] = 1;", "W0034"),
        ("int unused = 3; x[0] = 1;", "W0034"),
        ("int u = 3; /* unused */ x[0] = 1;", "W0034"),
        ("const char *u = \"unused\"; x[0] = 1;", "W0034"),
        ("[[maybe_unused]] int a = 3; int u = 3; x[0] = 1;", "W0034"),
        ("int a __attribute__((unused)), u; x[0] = 1;", "W0034"),
        ("int unused; unused = x[1];", "W0038"),
        ("float a[4]; x[0] = 1;", "W0034"),
        ("int u; u = x[1];", "W0038"),
        ("int u = 3; u = x[1]; u = 4;", "W0038"),
        ("int u; x[0] = (u = x[1]);", "W0038"),
        ("int u; (u) = x[1], x[0] = 1;", "W0038"),
        ("int a[4]; a[n] = x[1]; a[0] = 1;", "W0038"),
        ("int a[4][4]; a[n][1] = x[1];", "W0038"),
        ("struct P { int a, b; } p; p.a = x[1];", "W0038"),
        ("struct P { int a[3]; } p; p.a[n] = x[1];", "W0038"),
        ("struct P { int a, b; } p; p = P{1, 2};", "W0038"),
        ("float4 v; v.x = n; v = make_float4(1, 2, 3, 4);", "W0038"),
        ("struct P { int a, b; }; P p; x[0] = 1;", "W0034"),
        ("struct P { int a, b; }; P p = {1, 2}; x[0] = 1;", "W0034"),
        ("float4 v = make_float4(1, 2, 3, 4); x[0] = 1;", "W0034"),
        ("static int v; x[0] = 1;", "W0034"),
        ("static __device__ float v[3] = {1, 2, 3}; x[0] = 1;", "W0034"),
        ("__shared__ int v[32]; x[0] = 1;", "W0034"),
        ("__shared__ int v[32]; v[n] = x[n];", "W0038"),
        ("__shared__ int v; if (n) v = x[n]; __syncthreads();", "W0038"),
        ("static float2 v; v.x = x[n];", "W0038"),
        ("int *p; p = x;", "W0038"),
        ("int *p; *(p = x) = 3;", "W0038"),
        ("n = 4;", "W0038"),
        ("unsigned char c = 300; x[0] = c;", "W0009"),
        ("char c = 200; x[0] = c;", "W0009"),
        ("char c = 0x100; x[0] = c;", "W0009"),
        ("short s = 70000; x[0] = s;", "W0009"),
        ("short s; s = -40000; x[0] = s;", "W0009"),
        // nvcc's 173 and 221.
        ("int q = 1.5e30; x[0] = q;", "W0009"),
        ("unsigned char c = 300.5; x[0] = c;", "W0009"),
        ("unsigned u = -1.5; x[0] = u;", "W0009"),
        ("long long l = 1e19; x[0] = l;", "W0009"),
        ("signed char c = -129.0; x[0] = c;", "W0009"),
        ("float f = 1e300; x[0] = f;", "W0009"),
        ("float f = -1e40; x[0] = f;", "W0009"),
        ("float f; f = 1e-46; x[0] = f;", "W0009"),
        // NVRTC refuses these, nvcc takes them, clang's -Wliteral-range.
        ("float f = 1e40f; x[0] = f > n;", "W0009"),
        ("float f = 1e-46f; x[0] = f > n;", "W0009"),
        ("float f = 0x1p200f; x[0] = f > n;", "W0009"),
        ("double f = 1e400; x[0] = f > n;", "W0009"),
        ("double f = 0x.01p-1080; x[0] = f > n;", "W0009"),
        ("x[0] = sizeof(1e40f);", "W0009"),
        ("unsigned v = n; if (v >= 0) x[0] = 1;", "W0031"),
        ("unsigned v = n; if (v < 0u) x[0] = 1;", "W0031"),
        ("unsigned v = n; if (0 <= v) x[0] = 1;", "W0031"),
        ("unsigned v = n; if (0 > v) x[0] = 1;", "W0031"),
        ("if (threadIdx.x < 0) x[0] = 1;", "W0031"),
        ("size_t v = n; while (v >= 0) x[v--] = 1;", "W0031"),
        ("int a[4][4]; a[1][1] = 0; x[0] = a[1, 2][1];", "W0030"),
        ("x[n, 1] = 2;", "W0030"),
    ] {
        assert_eq!(told(body, &[]), [code], "{body}");
        // In a template too, but for what hangs on types.
        let source = format!(
            "template <int N> __device__ void f(int *x, int n) {{ {body} }}\n__global__ void k(int *x, int n) {{ f<1>(x, n); f<2>(x, n); }}\n"
        );
        let list = told_of(&source, &[]);
        assert!(list.iter().all(|c| *c == code), "{body}: {list:?}");
    }
}

#[test]
fn what_looks_alike_and_is_right() {
    for body in [
        "if ((n & 3) == 1) x[0] = 1;",
        "if (n & (3 == n)) x[0] = 1;",
        "if (n > 1 & n < 5) x[0] = 1;",
        "if (n & 3) x[0] = 1;",
        "if (n > 3) {} x[0] = 1;",
        "if (n > 3) ; else x[0] = 1;",
        "if (n > 3)\n;\nx[0] = 1;",
        "\n#define DBG(x)\nif (n > 3) DBG(\"many\"); x[0] = 1;",
        "int a[3]; for (int *q = a; q < &a[3]; ++q) *q = n; int *end = &a[3]; x[0] = end - a + a[n];",
        "for (int i = 0; i < n; x[i++] = 1);",
        "while (n-- > x[n]) ;\nx[0] = 1;",
        "int u = 3; (void)u; x[0] = 1;",
        "int u; asm(\"mov.u32 %0, 1;\" : \"=r\"(u));",
        "[[maybe_unused]] int u = 3; x[0] = 1;",
        "int u __attribute__((unused)) = 3; x[0] = 1;",
        "__attribute__((__unused__)) int u = 3; x[0] = 1;",
        "[[gnu::unused]] int u = 3; x[0] = 1;",
        "\n[[maybe_unused]]\nint\nu = 3; x[0] = 1;",
        "int u\n[[maybe_unused]]\n= 3; x[0] = 1;",
        "[[maybe_unused]] int t = 3, u = 4; x[0] = 1;",
        "[[maybe_unused]] const int t[] = {1, 2}, u = 4; x[0] = 1;",
        "int t[3] __attribute__((unused)), u [[maybe_unused]][3]; x[0] = 1;",
        "\n#define MEANT __attribute__((unused))\n#define OWN(n) MEANT int n = 3\nMEANT int t = 3; OWN(u); int v MEANT = 4; x[0] = 1;",
        "const int K = 3; int a[K]; a[0] = n; x[0] = a[0];",
        "int u = 3; x[0] = sizeof(u);",
        "int u = 3; if (0) x[0] = u;",
        "volatile int u = 3; x[0] = 1;",
        "volatile int u; u = x[0];",
        "volatile int a[3]; a[0] = n;",
        "int u = 0; u += x[0];",
        "int u = 0; u++;",
        "int u = 0; for (u = 0; x[u]; u = u + 1) ;",
        "int a[4]; a[0] = 1; a[a[0]] = 2;",
        "int u; int &r = u; r = 3;",
        "int &r = x[0]; r = 3;",
        "int *p = x; *p = 3; p[1] = 4;",
        "struct Q { int a; __device__ Q &operator=(int v) { return *this; } } q; q = 3;",
        "struct Q { int a; __device__ Q &operator=(const Q &o) { return *this; } } q, p{1}; q = p;",
        "int u [[maybe_unused]]; u = 3;",
        "int u; u = 3; x[0] = sizeof(u);",
        "int u; u = 3; (void)u;",
        "int u; u = 3; asm volatile(\"mov.u32 %0, 1;\" : \"=r\"(u));",
        "unsigned v = -1; x[0] = v;",
        "unsigned char c = 255; signed char d = -128; x[0] = c + d;",
        "int y = 0x80000000; x[0] = y;",
        "unsigned char c = (unsigned char)300; x[0] = c;",
        "char c = 'a'; x[0] = c;",
        "float f = 3.402823466e+38f, g = 1e-40f, h = 0e99f, i = 0x0.0p-3f, j = 0.f, k = 1.4e-45f; x[0] = f + g + h + i + j + k;",
        "double f = 1.7976931348623157e308, g = 4.9e-324, h = -0.0; x[0] = f + g + h;",
        "\n#define HUGE 1e400\nx[0] = 1;",
        "x[0] = (int)1e20; x[1] = int(3e9);",
        "signed char c = -128.9; unsigned char d = 255.9f; unsigned u = -0.5; x[0] = c + d + u;",
        "long long l = -9223372036854775808.0; unsigned long long m = 1.8e19; x[0] = l + m;",
        "bool b = 1e300; x[0] = b;",
        "float f = 0.1, g = 3.4028235e38, h = 1e-45; f += 1e30; x[0] = f + g + h;",
        "double d = 1e300; x[0] = d > 1;",
        "bool b = 300; x[0] = b;",
        "unsigned v = n; if (v > 0) x[0] = 1;",
        "unsigned v = n; if (v != 0 && v <= 0) x[0] = 1;",
        "if (n >= 0 && n < 0x7fffffff) x[0] = 1;",
        "unsigned char c = n; if (c < 1) x[0] = 1;",
        "x[(n, 1)] = 2;",
        "x[max(n, 1)] = 2;",
    ] {
        assert_eq!(told(body, &[]), [] as [&str; 0], "{body}");
    }
    let of_template = "template <class T> __device__ bool f(T v) { return v >= 0; }\n__global__ void k(int *x, unsigned n) { x[0] = f(n) + f(1); }\n";
    assert_eq!(told_of(of_template, &[]), [] as [&str; 0]);
}

#[test]
fn where_they_are_asked_for() {
    for (body, code) in [
        ("unsigned v = n; if (n < v) x[0] = 1;", "W0036"),
        ("if (threadIdx.x == n) x[0] = 1;", "W0036"),
        ("switch (n) { case 1: x[0] = 1; case 2: x[1] = 2; }", "W0037"),
        ("switch (n) { case 1: if (x[1]) break; default: x[1] = 2; }", "W0037"),
    ] {
        assert_eq!(told(body, &[]), [] as [&str; 0], "{body}");
        assert_eq!(told(body, &["extra"]), [code], "{body}");
    }
    for body in [
        "unsigned v = n; if (v > 5 && 5 < v) x[0] = 1;",
        "unsigned char c = n; if (c < n) x[0] = 1;",
        "switch (n) { case 1: case 2: x[1] = 2; break; case 3: return; case 4: { x[0] = 1; break; } default: x[2] = 1; }",
        "switch (n) { case 1: x[0] = 1; [[fallthrough]]; case 2: x[1] = 2; }",
        "switch (n) { case 1: if (x[1]) return; else break; case 2: x[1] = 2; }",
        "switch (n) { case 1: __trap(); case 2: x[1] = 2; }",
        "switch (n) { case 1: while (1) {} case 2: x[1] = 2; }",
        "switch (n) { case 1: for (;;) { if (x[1]) return; } case 2: x[1] = 2; }",
        "switch (n) { case 1: __builtin_unreachable(); case 2: x[1] = 2; }",
        "unsigned char c = n; unsigned u = n; if (c < u) x[0] = 1;",
        "unsigned short c = n; if (c < sizeof(int)) x[0] = 1;",
        "unsigned u = n; if ((n & 3) < u) x[0] = 1;",
    ] {
        assert_eq!(told(body, &["extra"]), [] as [&str; 0], "{body}");
    }
}

/// What constants show never to run is not told of: its mistakes are none.
#[test]
fn sides_that_never_run() {
    for body in [
        "const int N = 0; x[0] = N ? n / N : 1; x[1] = N == 0 ? 1 : n % N;",
        "const int N = 0; x[0] = N && n / N; x[1] = !N || n / N; x[2] = N != 0 && n > 1 && n / N;",
        "const int N = 40; x[0] = N < 32 ? n << N : 0; x[1] = N < 32 && (n >> N);",
        "const int N = 4; int a[4] = {n}; x[0] = N < 4 ? a[N] : a[n]; x[1] = N < 4 && a[N];",
        "enum { N }; x[0] = N && n / N;",
        "constexpr bool has = false; x[0] = has && n / 0;",
    ] {
        assert_eq!(told(body, &[]), [] as [&str; 0], "{body}");
    }
    for (body, code) in [
        ("const int N = 0; x[0] = N ? 1 : n / N;", "W0006"),
        ("const int N = 0; x[0] = !N && n / N;", "W0006"),
        ("const int N = 0; x[0] = N || n / N;", "W0006"),
        ("const int N = 0; x[0] = (N && n > 3) + n / N;", "W0006"),
        ("x[0] = n && n / 0;", "W0006"),
        ("volatile const int N = 0; x[0] = N && n / 0;", "W0006"),
        ("const int N = 40; x[0] = N < 32 ? 0 : n << N;", "W0010"),
        ("const int N = 4; int a[4] = {n}; x[0] = N < 4 ? a[n] : a[N];", "W0007"),
    ] {
        assert_eq!(told(body, &[]), [code], "{body}");
    }
}

/// As clang tells of them, and nvcc of constants whose sign is lost.
#[test]
fn operators_that_look_like_others() {
    let head = "struct V { int v; __device__ bool operator<(int o) const { return v < o; } __device__ V operator<<(int o) const { return V{v + o}; }
__device__ V operator!() const { return V{!v}; } __device__ bool operator==(const V &o) const { return v == o.v; } };
template <int N> __device__ int t(int n) { unsigned char c = n; unsigned u = -1 + N; return (c < N) + (N == N) + u; }
#define SAME(a, b) ((a) == (b))\n#define POWER 2 ^ 8\n";
    let told = |body: &str| {
        told_of(
            &format!(
                "{head}__global__ void k(int *x, int n, unsigned u, unsigned char c, char h, bool b, float f, const char *s) {{\n{body}\n}}\n"
            ),
            &[],
        )
    };
    for (body, code) in [
        ("if (1 < n < 3) x[0] = 1;", "W0032"),
        ("if (x[0] >= x[1] > x[2]) x[0] = 1;", "W0032"),
        ("x[0] = n << 2 + 1;", "W0032"),
        ("x[0] = n + 1 << 2;", "W0032"),
        ("x[0] = u >> c - 1;", "W0032"),
        ("if (!n == x[3]) x[0] = 1;", "W0040"),
        ("if (!n < 1) x[0] = 1;", "W0040"),
        ("if (!n & 4) x[0] = 1;", "W0040"),
        ("if (!x[1] != x[3]) x[0] = 1;", "W0040"),
        ("if (n == n) x[0] = 1;", "W0041"),
        ("if (u < u) x[0] = 1;", "W0041"),
        ("if (c == 300) x[0] = 1;", "W0041"),
        ("if (c == -1) x[0] = 1;", "W0041"),
        ("if (h == 0xff) x[0] = 1;", "W0041"),
        ("if (h < 200) x[0] = 1;", "W0041"),
        ("if (b == 2) x[0] = 1;", "W0041"),
        ("if (b > 1) x[0] = 1;", "W0041"),
        ("if (n < 3000000000) x[0] = 1;", "W0041"),
        ("if (5000000000 >= u) x[0] = 1;", "W0041"),
        ("if (s == \"abc\") x[0] = 1;", "W0042"),
        ("if (\"abc\" != s) x[0] = 1;", "W0042"),
        ("x[0] = 2 ^ 8;", "W0043"),
        ("x[0] = 10 ^ 3;", "W0043"),
        ("x[0] = sizeof(x) / sizeof(x[0]);", "W0044"),
        ("x[0] = sizeof(x) / sizeof(int);", "W0044"),
        ("x[0] = sizeof x / sizeof *x;", "W0044"),
        ("char *p = \"abc\"; x[0] = p[n];", "W0039"),
        ("char *p; p = n ? \"abc\" : 0; x[0] = p[n];", "W0039"),
        ("int i = 3000000000; x[0] = i;", "W0009"),
        ("int i = 4294967295u; x[0] = i;", "W0009"),
        ("unsigned v = -2; x[0] = v;", "W0009"),
        ("unsigned long v = -5; x[0] = v;", "W0009"),
        ("unsigned short v = -3; x[0] = v;", "W0009"),
        ("x[0] = __shfl_sync(-2, n, 0);", "W0009"),
        ("if (u > -1) x[0] = 1;", "W0009"),
        ("while (u != -2) u = x[n];", "W0009"),
    ] {
        assert_eq!(told(body), [code], "{body}");
    }
    for body in [
        "if ((1 < n) < 3) x[0] = 1;",
        "if (1 < n && n < 3) x[0] = 1;",
        "if (1 < n == x[0] < 3) x[0] = 1;",
        "if (n == x[1] == b) x[0] = 1;",
        "V v{n}; if (v < 3 < 1) x[0] = 1; V w = v << 2 + 1; if (!v == w) x[1] = 2;",
        "x[0] = n << (2 + 1); x[1] = (n << 2) + 1; x[2] = n * 2 << 1;",
        "if (!(n == x[3])) x[0] = 1;",
        "if ((!n) == x[3]) x[0] = 1;",
        "if (!b == x[3]) x[0] = 1;",
        "if (!n == b) x[0] = 1;",
        "if (!n == !x[3]) x[0] = 1;",
        "if (!n && 4) x[0] = 1;",
        "if (!n | x[1]) x[0] = 1;",
        "if (f == f) x[0] = 1;",
        "if (SAME(n, n)) x[0] = 1;",
        "volatile int v = n; if (v == v) x[0] = 1;",
        "if (x[n] == x[n]) x[0] = 1;",
        "if (c == 255 || c <= 255 || h == -128 || h >= -128) x[0] = 1;",
        "if (b == 1 || b > 0) x[0] = 1;",
        "if (n < 2147483648u || u < 4294967295) x[0] = 1;",
        "x[0] = t<3>(n) + t<300>(n);",
        "if (s == 0 || s == nullptr) x[0] = 1;",
        "if (\"abc\"[1] == s[1]) x[0] = 1;",
        "x[0] = 0x2 ^ 8; x[1] = 3 ^ 8; x[2] = n ^ 8; x[3] = 2 ^ n; x[4] = POWER;",
        "int a[4] = {n}; x[0] = a[n] + sizeof(a) / sizeof(a[0]); x[1] = sizeof(x) / sizeof(char); x[2] = sizeof(x) / 4; x[3] = sizeof(int) / sizeof(x[0]);",
        "const char *p = \"abc\"; char q[] = \"abc\"; x[0] = p[n] + q[n];",
        "int i = 0xffffffff, j = 0x80000000, k = ~0u; x[0] = i + j + k;",
        "unsigned v = ~0, w = (unsigned)-1, z = 4294967295; x[0] = v + w + z;",
        // All bits.
        "unsigned v = -1; unsigned short w = -1; unsigned long z = -1; x[0] = v + w + z; if (u == -1 || v != -1) x[1] = 2;",
        "x[0] = __shfl_sync(0xffffffff, n, 0); x[1] = __shfl_sync(-1, n, 0);",
        "if (n > -1 || c > -1 + n) x[0] = 1;",
        "long long l = -1; l = 3000000000; x[0] = l;",
    ] {
        assert_eq!(told(body), [] as [&str; 0], "{body}");
    }
}

/// Objects with static storage that are used, or whose uses are not seen here.
#[test]
fn static_variables_that_are_used() {
    for body in [
        "__shared__ int v[32]; v[n] = x[n]; __syncthreads(); x[0] = v[n + 1];",
        "__shared__ int v[32]; atomicAdd(&v[n], 1);",
        "__shared__ int v; if (n == 0) v = atomicAdd(x, 1); __syncthreads(); x[n] = v;",
        "extern __shared__ int v[]; x[0] = 1;",
        "extern __shared__ int v[]; v[n] = 1;",
        "volatile __shared__ int v; v = 1;",
        "static int v; x[0] = v++;",
        "static int v; x[0] = sizeof(v);",
        "[[maybe_unused]] static int v; x[0] = 1;",
        "static int v; static int *to = &v; x[0] = *to;",
    ] {
        assert_eq!(told(body, &[]), [] as [&str; 0], "{body}");
    }
}

/// `&a[n]` may be one past the last element, and no further.
#[test]
fn addresses_past_the_end() {
    assert_eq!(told("int a[3]; a[0] = n; x[0] = &a[4] - a;", &[]), ["W0007"]);
    assert_eq!(told("int a[3]; a[0] = n; x[0] = a[3];", &[]), ["W0007"]);
    assert_eq!(told("int a[3], b[2]; a[0] = n; b[0] = 1; x[0] = &a[b[2]] - a;", &[]), ["W0007"]);
    assert_eq!(told("int a[2][3]; a[0][0] = n; x[0] = &a[1][3] - &a[0][0];", &[]), [] as [&str; 0]);
}

/// Kernels and variables that only this file could use, and what unnamed namespaces declare.
#[test]
fn names_that_nothing_uses() {
    let kernel = "__global__ void k(int *x) { x[0] = 1; }\n";
    for (head, code) in [
        ("static __global__ void other(int *x) { x[0] = 2; }\n", "W0035"),
        ("namespace { __global__ void other(int *x) { x[0] = 2; } }\n", "W0035"),
        ("namespace { __device__ int f(int v) { return v; } }\n", "W0035"),
        (
            "namespace a { namespace { namespace b { __device__ int f(int v) { return v; } } } }\n",
            "W0035",
        ),
        ("static __device__ int v;\n", "W0034"),
        ("static __constant__ float v[4];\n", "W0034"),
        ("namespace { __device__ int v = 3; }\n", "W0034"),
        ("static __shared__ int v[4];\n", "W0034"),
    ] {
        assert_eq!(told_of(&format!("{head}{kernel}"), &[]), [code], "{head}");
    }
    for head in [
        "__global__ void other(int *x) { x[0] = 2; }\n",
        "static __global__ void other(int *x) { x[0] = 2; }\nvoid host() { other<<<1, 1>>>(0); }\n",
        "static __global__ void other(int *x);\nvoid host() { other<<<1, 1>>>(0); }\nstatic __global__ void other(int *x) { x[0] = 2; }\n",
        "static __device__ int v;\n__global__ void l(int *x) { x[0] = v; }\n",
        "static __device__ int v;\nvoid host() { cudaMemcpyToSymbol(v, 0, 4); }\n",
        "__device__ int v; __constant__ int c; extern __device__ int e;\n",
        "namespace n { __device__ int f(int v) { return v; } __device__ int v; }\n",
        "namespace { template <class T> __device__ int f(T v) { return v; } struct S { __device__ int m() { return 1; } }; }\n",
        "namespace { inline __device__ int f(int v) { return v; } }\n",
        "[[maybe_unused]] static __device__ int v;\n",
        "static const int n = 3; static constexpr int m = 4;\n",
        "#define NAME(v) static __device__ int v\nNAME(a); __global__ void l(int *x) { x[0] = a; }\n",
    ] {
        assert_eq!(told_of(&format!("{head}{kernel}"), &[]), [] as [&str; 0], "{head}");
    }
    let local = |text: &str| {
        told_of(
            &format!(
                "#include <cooperative_groups.h>\nstruct C {{ int a; __device__ C() : a(1) {{}} }};\n__global__ void k(int *x) {{ {text} x[0] = 1; }}\n"
            ),
            &[],
        )
    };
    for text in
        ["C c;", "cooperative_groups::thread_block b = cooperative_groups::this_thread_block();"]
    {
        assert_eq!(local(text), [] as [&str; 0], "{text}");
    }
}

#[test]
fn functions_that_nothing_calls() {
    let kernel = "__global__ void k(int *x) { x[0] = 1; }\n";
    for (head, told) in [
        ("static __device__ int f(int v) { return v; }\n", true),
        ("__device__ static int f(int v);\nstatic __device__ int f(int v) { return v; }\n", true),
        ("__device__ int f(int v) { return v; }\n", false),
        ("static __device__ __forceinline__ int f(int v) { return v; }\n", false),
        ("static inline __device__ int f(int v) { return v; }\n", false),
        ("static __inline__ __device__ int f(int v) { return v; }\n", false),
        ("static __inline __device__ int f(int v) { return v; }\n", false),
        ("static __attribute__((always_inline)) __device__ int f(int v) { return v; }\n", false),
        (
            "#define INLINE __forceinline__\nstatic INLINE __device__ int f(int v) { return v; }\n",
            false,
        ),
        ("static __host__ __device__ int f(int v) { return v; }\n", false),
        ("template <class T> static __device__ int f(T v) { return v; }\n", false),
        (
            "static __device__ int f(int v) { return v; }\n__device__ int g() { return f(1); }\n",
            false,
        ),
        ("struct S { static __device__ int f(int v) { return v; } };\n", false),
        (
            "static __device__ int f(int v) { return v; }\n__device__ int g() { return sizeof(f(1)); }\n",
            false,
        ),
        (
            "static __device__ constexpr int f(int v) { return v; }\nstatic_assert(f(1) == 1, \"\");\n",
            false,
        ),
        ("static __device__ int f(int v) { return v; }\n__device__ decltype(f(1)) g;\n", false),
        ("static __device__ __attribute__((unused)) int f(int v) { return v; }\n", false),
    ] {
        let wanted: &[&str] = if told { &["W0035"] } else { &[] };
        assert_eq!(told_of(&format!("{head}{kernel}"), &[]), wanted, "{head}");
    }
}

/// Control that runs off a function's end is told where nvcc or clang tells it, and not where something never comes back.
#[test]
fn ends_without_a_value() {
    let of = |body: &str| {
        told_of(
            &format!(
                "#include <cassert>\nenum E {{ A, B }};\n[[noreturn]] __device__ void stop() {{ __trap(); }}\n\
                 __device__ int f(int n, E e) {{ {body} }}\n__global__ void k(int *x) {{ x[0] = f(x[1], A); }}\n"
            ),
            &[],
        )
    };
    for body in [
        "",
        "if (n) return 1;",
        "while (n) return 1;",
        "do { if (n) break; return 1; } while (1);",
        "while (true) { if (n == 3) break; n++; }",
        "for (;;) { if (n == 3) break; return 2; }",
        "switch (n) { case 1: return 1; case 2: return 3; }",
        "switch (n) { case 1: return 1; default: break; }",
        "do { if (n) continue; return n; } while (n);",
        "if (n) return 1; else if (n > 3) return 2;",
    ] {
        assert_eq!(of(body), ["W0005"], "{body}");
    }
    for body in [
        "return n;",
        "if (n) return 1; __builtin_unreachable();",
        "if (n) return 1; else __builtin_unreachable();",
        "if (n) return 1; __trap();",
        "if (n) return 1; stop();",
        "if (n) return 1; assert(false);",
        "if (n) return 1; assert(0);",
        "do { return n; } while (0);",
        "do { return 1; } while (n);",
        "if (true) return 1;",
        "if (false) {} else return 1;",
        "while (true) { if (n) return 1; n++; }",
        "for (;;) { n++; }",
        "do { if (n) return n; } while (true);",
        "switch (n) { case 1: return 1; default: return 2; }",
        "switch (n) { case 1: default: return 2; }",
        "switch (e) { case A: return 1; case B: return 2; }",
        "switch (n) { case 1: break; default: return 2; } return 1;",
        "again: if (n++ < 3) goto again; return n;",
        "goto last; last: return n;",
        "if constexpr (sizeof(int) == 4) return 1; else return 2;",
    ] {
        assert_eq!(of(body), [] as [&str; 0], "{body}");
    }
    assert_eq!(of("return 1; n++;"), [] as [&str; 0]);
}

/// What a discarded statement names outside of templates is used, and it is checked as all are.
#[test]
fn discarded_statements() {
    for body in [
        "int u = n; if constexpr (sizeof(int) == 8) { x[0] = u; }",
        "int u; u = n; if constexpr (sizeof(int) == 4) { x[0] = 1; } else { x[0] = u; }",
    ] {
        assert_eq!(told(body, &[]), [] as [&str; 0], "{body}");
    }
}

/// Members that a constructor's list reads before it sets them, as clang tells of them.
#[test]
fn members_in_the_order_of_the_class() {
    let told = |class: &str| {
        told_of(&format!("{class}\n__global__ void k(int *x) {{ Q q(3); x[0] = q.a; }}\n"), &[])
    };
    for list in [
        "a(b), b(v)",
        "b(v), a(b)",
        "a(v + 2 * b), b(v)",
        "a(-this->b), b(v)",
        "a(a), b(v)",
        "a{(int)b}, b(v)",
        "a(b ? 1 : v), b(v)",
    ] {
        let class = format!("struct Q {{ int a, b; __device__ Q(int v) : {list} {{}} }};");
        assert_eq!(told(&class), ["W0016"], "{list}");
    }
    for class in [
        "struct Q { int a, b; __device__ Q(int v) : a(v), b(a) {} };",
        "struct Q { int a, b; __device__ Q(int b) : a(b), b(a) {} };",
        "struct Q { int a, b; __device__ Q(int v) : a(sizeof(b)), b(v) {} };",
        "struct Q { int *p; int a, b; __device__ Q(int v) : p(&b), a(v), b(v) {} };",
        "struct Q { int &r; int a, b; __device__ Q(int v) : r(b), a(v), b(v) {} };",
        "__device__ int set(int &v) { v = 1; return v; } struct Q { int a, b; __device__ Q(int v) : a(set(b)), b(v) {} };",
        "struct V { int v; }; struct Q { int a; V b; __device__ Q(int v) : a(b.v = v), b{v} {} };",
        "__device__ int b; struct Q { int a; __device__ Q(int v) : a(b) {} };",
        "struct P { int b; __device__ P() : b(2) {} }; struct Q : P { int a; __device__ Q(int v) : a(b) {} };",
        "struct Q { static const int b = 3; int a; __device__ Q(int v) : a(b) {} };",
        "struct Q { int a, b; __device__ Q(int v) : a((b = v)), b(a) {} };",
    ] {
        assert_eq!(told(class), [] as [&str; 0], "{class}");
    }
}

/// What the host alone calls may call the host's functions: nvcc 13.5 warns, by 20011, 20013 and 20014.
#[test]
fn functions_of_host_and_device_that_call_the_host() {
    let head =
        "int hf(int x) { return x; } int declared(int x); constexpr int cf(int x) { return x; }
struct H { int v; H() : v(hf(1)) {} int get() { return v; } };
";
    let k = "__global__ void k(int *x) { x[0] = 1; }";
    let both = "__host__ __device__ int f(int x)";
    for rest in [
        &format!("{both} {{ return hf(x); }} {k}"),
        &format!("{both} {{ return declared(x); }} int h() {{ return f(2); }} {k}"),
        &format!("{both} {{ return cf(x); }} {k}"),
        &format!("{both} {{ H h; return x; }} {k}"),
        &format!("{both} {{ if (x) return 1 + hf(x) * 2; return x; }} {k}"),
        &format!("__host__ __device__ auto f(int x) {{ auto r = hf(x); return r; }} {k}"),
        &format!("{both} {{ return hf(x); }} __host__ __device__ int g() {{ return f(1); }} {k}"),
        &format!("{both} {{ return hf(x); }} __device__ int g() {{ return f(1); }} {k}"),
    ] {
        assert_eq!(told_of(&format!("{head}{rest}"), &[]), ["W0045"], "{rest}");
        assert_eq!(told_of(&format!("{head}{rest}"), &["no-cross-execution-space-call"]), [""; 0]);
    }
    for rest in [
        &format!("{both} {{ return sizeof(hf(x)); }} {k}"),
        &format!(
            "{both}\n{{\n#ifdef __CUDA_ARCH__\nreturn x;\n#else\nreturn hf(x);\n#endif\n}} {k}"
        ),
        &format!("template <class T> __host__ __device__ int f(T x) {{ return hf(x); }} {k}"),
        &format!("\n#pragma nv_exec_check_disable\n{both} {{ return hf(x); }} {k}"),
        &format!("\n#pragma hd_warning_disable\nstatic inline {both} {{ return hf(x); }} {k}"),
        &format!("int hg(int x) {{ return hf(x); }} {k}"),
    ] {
        assert_eq!(told_of(&format!("{head}{rest}"), &[]), [""; 0], "{rest}");
    }
    // The pragma is of the next function alone.
    let two = format!(
        "{head}\n#pragma nv_exec_check_disable\n{both} {{ return x; }} __host__ __device__ int g(int x) {{ return hf(x); }} {k}"
    );
    assert_eq!(told_of(&two, &[]), ["W0045"]);
}

/// Of functions too attributes say that they are meant, in any of their declarations; nothing else does.
#[test]
fn functions_that_may_be_unused() {
    let k = "__global__ void k(int *x) { x[0] = 1; }\n";
    for function in [
        "static __device__ int unused_f() { return 1; }",
        "static __device__ int f() { return 1; } /* unused */",
        "[[maybe_unused]] static __device__ int g() { return 1; } static __device__ int f() { return 1; }",
        "static __device__ int f([[maybe_unused]] int a) { return 1; }",
    ] {
        assert_eq!(told_of(&format!("{function}\n{k}"), &[]), ["W0035"], "{function}");
    }
    for function in [
        "[[maybe_unused]] static __device__ int f() { return 1; }",
        "[[maybe_unused]]\nstatic __device__ int\nf() { return 1; }",
        "static __device__ __attribute__((unused)) int f() { return 1; }",
        "static __device__ int f() __attribute__((unused)); static __device__ int f() { return 1; }",
        "\n#define MEANT __attribute__((unused))\n#define F(n) MEANT static __device__ int n() { return 1; }\nF(f)\nMEANT static __device__ int g() { return 1; }",
    ] {
        assert_eq!(told_of(&format!("{function}\n{k}"), &[]), [""; 0], "{function}");
    }
    // A parameter's attribute is its own.
    let set = |parameters: &str| {
        told_of(&format!("__global__ void k(int *x, {parameters}) {{ n = 3; x[0] = 1; }}\n"), &[])
    };
    assert_eq!(set("[[maybe_unused]] int n"), [""; 0]);
    assert_eq!(set("int n __attribute__((unused)), int m"), [""; 0]);
    assert_eq!(set("int n, [[maybe_unused]] int m"), ["W0038"]);
    assert_eq!(set("[[maybe_unused]] int m, int n"), ["W0038"]);
}

/// What a function gives back and what ends with it, as nvcc (430, 836, 1056) and clang tell of it.
#[test]
fn what_ends_with_the_function() {
    let k = "__global__ void k(int *x) { x[0] = 1; }\n";
    for function in [
        "__device__ int *f() { int a = 3; return &a; }",
        "__device__ int &f() { int a = 3; return a; }",
        "__device__ int *f(int a) { int b[3] = {a}; return b; }",
        "__device__ int *f(int a) { int b[3] = {a}; return b + 1; }",
        "__device__ int *f(int a) { int b[3] = {a}; return &b[a]; }",
        "__device__ int *f(int a) { return &a; }",
        "__device__ const int &f(int v) { return v + 1; }",
        "__device__ void *f() { int a = 3; return (void *)&a; }",
        "struct S { int m; }; __device__ int *f() { S s = {1}; return &s.m; }",
    ] {
        assert_eq!(told_of(&format!("{function}\n{k}"), &[]), ["W0046"], "{function}");
    }
    for function in [
        "__device__ int *f(int *a) { return a; }",
        "__device__ int *f(int *a) { return &a[1]; }",
        "__device__ int *f(int *a) { int *b = a + 1; return b; }",
        "__device__ int &f(int &a) { return a; }",
        "__device__ int &f(int &a) { int &b = a; return b; }",
        "__device__ int *f(int &a) { return &a; }",
        "__device__ int *f() { static int a; a = 1; return &a; }",
        "__device__ int *f() { __shared__ int a[3]; a[0] = 1; return a; }",
        "__device__ int f() { int a = 3; int *b = &a; return *b; }",
        "__device__ int v; __device__ int &f() { return v; }",
        "struct S { int m; __device__ int &get() { return m; } __device__ S &self() { return *this; } };",
        "__device__ const char *f(int n) { return n ? \"a\" : \"b\"; }",
        "struct L { L *next; }; __device__ L *f(L l) { return l.next; }",
        "struct A { int *p; }; __device__ int &f(A a) { return a.p[1]; }",
    ] {
        assert_eq!(told_of(&format!("{function}\n{k}"), &[]), [] as [&str; 0], "{function}");
    }
}

/// What a stranger found on 2026-11-28: calls in members that no kernel calls, uses that an error hides, NULL as a number, GNU's other words.
#[test]
fn found_by_a_stranger() {
    let told = |source: &str| told_of(source, &[]);
    assert_eq!(
        told(
            "static __device__ int used(int a) { return a + 1; }\nstruct F { __device__ int operator()(int v) const { return used(v); } };\n__global__ void k(int *s) { s[0] = 1; }\n"
        ),
        [] as [&str; 0]
    );
    for body in [
        "unsigned head = NULL; if (x[0] == NULL) x[1] = head;",
        "int *p = NULL; x[0] = p == NULL || NULL == p || p != NULL; p = n ? NULL : x; x[1] = *p; x[2] = sizeof(NULL);",
        "void *p = NULL; x[0] = !p; float *q = (float *)NULL; x[1] = !q;",
    ] {
        assert_eq!(
            told_of(&format!("__global__ void k(int *x, int n) {{ {body} }}\n"), &[]),
            [] as [&str; 0],
            "{body}"
        );
    }
    assert_eq!(
        told(
            "__device__ int f(__const__ int *x) { return *x; }\n__global__ void k(__const__ int *x, int *z) { __const__ int a = x[0]; __signed__ char c = a; __signed int d = c; int __volatile__ *v = z; *v = d + f(x); }\n"
        ),
        [] as [&str; 0]
    );
    // A file says of itself in vain that it is the system's.
    assert_eq!(
        told("#pragma GCC system_header\n__global__ void k(int *x) { int u; x[0] = 1; }\n"),
        ["W0003", "W0034"]
    );
}
