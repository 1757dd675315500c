//! Narrow facts about the WHIRL that pieces of source become.

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::CodeOptions;
use optx_whirl::{
    Module,
    verify::{AtLevel, verify_module},
};

fn module_with(source: &str, options: &FrontendOptions<'_>) -> Module {
    let mut sm = SourceMap::new();
    let mut diags = Diagnostics::default();
    let m = compile_to_whirl("t.cu", source, options, &mut sm, &mut diags);
    let said: String = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
    let m = m.unwrap_or_else(|| panic!("{source}\n{said}"));
    let wrong = verify_module(&m, AtLevel::Vh);
    assert!(wrong.is_empty(), "{source}\n{wrong:?}");
    m
}

fn text_with(source: &str, options: &FrontendOptions<'_>) -> String {
    let text = optx_whirl::print::print_module(&module_with(source, options));
    // Places would make every fact depend on columns.
    let mut out = String::new();
    for word in text.split_whitespace() {
        let brackets = || &word[word.find(')').unwrap_or(word.len())..];
        match word.starts_with('@') {
            true => out.push_str(brackets()),
            false => {
                out.push_str(if out.is_empty() { "" } else { " " });
                out.push_str(word);
            }
        }
    }
    out
}

fn file(source: &str) -> String {
    text_with(source, &FrontendOptions::default())
}

/// A kernel around statements; `%0` to `%5` are its parameters.
fn body(statements: &str) -> String {
    file(&format!(
        "__global__ void k(int *p, float *o, int n, unsigned u, float x, double d) {{ {statements} }}"
    ))
}

fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part}\n  is not in\n{text}");
}

fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "{part}\n  is in\n{text}");
}

#[test]
fn signed_and_unsigned_arithmetic() {
    has(&body("p[0] = n + 1;"), "(I4ADD (I4I4LDID %2) (I4INTCONST =1))");
    has(&body("p[0] = u + 1;"), "(U4ADD (U4U4LDID %3) (U4INTCONST =1))");
    has(&body("p[0] = n / 3;"), "(I4DIV (I4I4LDID %2) (I4INTCONST =3))");
    has(&body("p[0] = n >> 2;"), "(I4ASHR (I4I4LDID %2) (I4INTCONST =2))");
    has(&body("p[0] = u >> 2;"), "(U4LSHR (U4U4LDID %3) (I4INTCONST =2))");
    has(&body("p[0] = n < (int)u;"), "(I4BCVT (BI4LT (I4I4LDID %2) (U4U4LDID %3)))");
    has(&body("p[0] = n < u;"), "(BU4LT (I4I4LDID %2) (U4U4LDID %3))");
}

#[test]
fn conversions() {
    has(&body("long l = n; p[0] = l;"), "(I8STID %6 (I8I4CVT (I4I4LDID %2)))");
    has(&body("unsigned long l = n; p[0] = l;"), "(U8STID %6 (U8I4CVT (I4I4LDID %2)))");
    has(&body("long l = u; p[0] = l;"), "(U8U4CVT (U4U4LDID %3))");
    has(&body("long l = 1; p[0] = l * n;"), "(I4I8CVT (I8MPY");
    has(&body("char c = n; p[0] = c;"), "(I1STID %6 (I4I1CVTL (I4I4LDID %2)))");
    has(&body("unsigned short c = n; p[0] = c;"), "(U2STID %6 (U4U2CVTL (I4I4LDID %2)))");
    has(&body("o[0] = n;"), "(F4I4CVT (I4I4LDID %2))");
    has(&body("o[0] = u;"), "(F4U4CVT (U4U4LDID %3))");
    has(&body("p[0] = x;"), "(I4F4CVT (F4F4LDID %4))");
    has(&body("o[0] = d;"), "(F4F8CVT (F8F8LDID %5))");
    has(
        &body("bool b = n; p[0] = b;"),
        "(U1STID %6 (U4BCVT (BI4NE (I4I4LDID %2) (I4INTCONST =0))))",
    );
    has(&body("bool b = x; p[0] = b;"), "(BF4NE (F4F4LDID %4) (F4CONST =0x0");
    has(&body("p[0] = sizeof(long) * 2;"), "(I4INTCONST =16)");
}

#[test]
fn addresses() {
    has(
        &body("p[n] = 1;"),
        "(I4ISTORE (I4INTCONST =1) (U8ADD (U8U8LDID %0) (U8MPY (I8I4CVT (I4I4LDID %2)) (U8INTCONST =4))))",
    );
    has(&body("p[u] = 1;"), "(U8MPY (U8U4CVT (U4U4LDID %3)) (U8INTCONST =4))");
    has(&body("p[5] = 1;"), "(I4ISTORE +20 (I4INTCONST =1) (U8U8LDID %0))");
    has(&body("*(p - 2) = 1;"), "(I4ISTORE -8 (I4INTCONST =1) (U8U8LDID %0))");
    // 32-bit sums may wrap, 64-bit ones give their constant to the offset.
    has(&body("p[u + 8u] = 1;"), "(U8U4CVT (U4ADD (U4U4LDID %3) (U4INTCONST =8)))");
    has(&body("p[(long)n + 8] = 1;"), "(I4ISTORE +32");
    has(&body("int a[4]; a[2] = n; p[0] = a[2];"), "(I4STID %6 +8 (I4I4LDID %2))");
    has(
        &body("int a[4][3]; a[n][2] = 1; p[0] = a[1][n];"),
        "(I4ISTORE +8 (I4INTCONST =1) (U8ADD (U8LDA %6) (U8MPY (I8I4CVT (I4I4LDID %2)) (U8INTCONST =12))))",
    );
    has(
        &body("int *q = p + n; p[0] = q - p;"),
        "(I8ASHR (U8SUB (U8U8LDID %6) (U8U8LDID %0)) (U4INTCONST =2))",
    );
    has(
        &body("float4 *q = (float4 *)p; o[0] = q[n].z;"),
        "(F4F4ILOAD +8 align=8 (U8ADD (U8U8LDID %6) (U8MPY (I8I4CVT (I4I4LDID %2)) (U8INTCONST =16))))",
    );
}

#[test]
fn contraction() {
    has(&body("o[0] = x * x + d;"), "(F8ADD (F8F4CVT (F4MPY");
    has(&body("o[0] = x * x + 1.0f;"), "(F4FMA (F4F4LDID %4) (F4F4LDID %4) (F4CONST");
    has(&body("o[0] = 1.0f - x * x;"), "(F4FMA (F4NEG (F4F4LDID %4)) (F4F4LDID %4) (F4CONST");
    has(&body("o[0] = x * x - 1.0f;"), "(F4FMA (F4F4LDID %4) (F4F4LDID %4) (F4NEG (F4CONST");
    has(&body("o[0] += x * x;"), "(F4FMA (F4F4LDID %4) (F4F4LDID %4) (F4F4ILOAD");
    has(&body("d = d * d + d;"), "(F8FMA");
    // One product of two is left.
    has(
        &body("o[0] = x * x + x * 2.0f;"),
        "(F4FMA (F4F4LDID %4) (F4F4LDID %4) (F4MPY (F4F4LDID %4)",
    );
    lacks(&body("float y = x * x; o[0] = y + 1.0f;"), "FMA");
    lacks(&body("o[0] = __fmul_rn(x, x) + 1.0f;"), "FMA");
    lacks(&body("p[0] = n * n + 1;"), "FMA");
    let off = FrontendOptions {
        code: CodeOptions { fmad: false, ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
    let text = text_with("__global__ void k(float *o, float x) { o[0] = x * x + 1.0f; }", &off);
    lacks(&text, "FMA");
    has(&text, "fmad=false");
}

#[test]
fn effects_are_statements_from_left_to_right() {
    let f = "__device__ __noinline__ int f(int *p) { return ++*p; }\n";
    let text = file(&format!("{f}__global__ void k(int *p, int n) {{ p[0] = n + f(p) * p[1]; }}"));
    has(&text, "(I4STID %3 (I4I4LDID %1)) (I4CALL %2 =1 (U8U8LDID %0))");
    has(&text, "(I4ADD (I4I4LDID %3) (I4MPY (I4I4LDID %2) (I4I4ILOAD +4 (U8U8LDID %0))))");
    has(
        &body("p[0] = n++ + 1;"),
        "(I4STID %6 (I4I4LDID %2)) (I4STID %2 (I4ADD (I4I4LDID %6) (I4INTCONST =1))) (I4ISTORE (I4ADD (I4I4LDID %6) (I4INTCONST =1)) (U8U8LDID %0))",
    );
    has(
        &body("p[0] = p[1] = n;"),
        "(I4STID %6 (I4I4LDID %2)) (I4ISTORE +4 (I4I4LDID %6) (U8U8LDID %0)) (I4ISTORE (I4I4LDID %6) (U8U8LDID %0))",
    );
    has(
        &body("if (n && atomicAdd(p, 1)) n = 2; p[0] = n;"),
        "(BCAND (BI4NE (I4I4LDID %2) (I4INTCONST =0)) (BCOMMA (BLOCK (I4I4INTRINSIC_CALL ~atom.add %6 (U8U8LDID %0) (I4INTCONST =1)) )",
    );
    has(&body("while (n-- > 0) p[n] = 1;"), "(WHILE_DO (BCOMMA (BLOCK");
    has(
        &body("p[0] = n ? atomicAdd(p, 1) : 3;"),
        "(I4CSELECT (BI4NE (I4I4LDID %2) (I4INTCONST =0)) (I4COMMA",
    );
    has(&body("atomicAdd(p, 1);"), "(I4I4INTRINSIC_CALL ~atom.add (U8U8LDID %0) (I4INTCONST =1))");
}

#[test]
fn volatile_accesses() {
    let text = body("volatile int *v = p; v[0]; p[1] = v[2] + v[2]; v[3] = n;");
    assert_eq!(text.matches("(I4I4ILOAD !volatile").count(), 3, "{text}");
    assert_eq!(text.matches("!volatile").count(), 4, "{text}");
    has(&text, "(I4ISTORE !volatile +12 (I4I4LDID %2)");
    has(
        &file(
            "__shared__ volatile float s[4]; __global__ void k(float *o) { s[0] = 1; o[0] = s[1]; }",
        ),
        "(global $0 \"s\" t2 shared align=16 !volatile)",
    );
}

#[test]
fn control_flow() {
    let text = body("#pragma unroll 4\nfor (int i = 0; i < n; ++i) { if (i == 3) continue; if (i == 5) break; p[i] = i; }".replace("#pragma unroll 4\n", "\n#pragma unroll 4\n").as_str());
    has(&text, "(PRAGMA_UNROLL =4) (WHILE_DO (BI4LT (I4I4LDID %6) (I4I4LDID %2)) (BLOCK");
    has(&text, "(GOTO L0)");
    has(&text, "(LABEL L0) (I4STID %6 (I4ADD (I4I4LDID %6) (I4INTCONST =1)))");
    has(&text, "(LABEL L1)");
    has(&body("\n#pragma unroll\nfor (int i = 0; i < 4; ++i) p[i] = i;"), "(PRAGMA_UNROLL =0)");
    has(&body("\n#pragma nounroll\nfor (int i = 0; i < 4; ++i) p[i] = i;"), "(PRAGMA_UNROLL =1)");
    has(
        &body("do { n--; } while (n > 3); p[0] = n;"),
        "(DO_WHILE (BLOCK (I4STID %2 (I4SUB (I4I4LDID %2) (I4INTCONST =1))) ) (BI4GT (I4I4LDID %2) (I4INTCONST =3)) )",
    );
    let text = body("switch (n) { case 1: p[0] = 1; case 3: p[0] = 2; break; default: p[0] = 3; }");
    has(&text, "(I4SWITCH L2 (I4I4LDID %2) (BLOCK (CASEGOTO L0 =1) (CASEGOTO L1 =3) )");
    has(&text, "(LABEL L2)");
    has(&body("for (;;) { if (n) return; }"), "(WHILE_DO (BINTCONST =1)");
    has(&body("a: n++; if (n < 5) goto a; p[0] = n;"), "(LABEL L0)");
}

#[test]
fn aggregates() {
    let s = "struct S { int a; float b[2]; unsigned f : 3, g : 5; };\n";
    let text = file(&format!(
        "{s}__global__ void k(S *p, S v, int n) {{ S t = v; t.b[1] = 2; t.g = n; p[1] = t; p[0].f += 1; }}"
    ));
    has(&text, "(MSTID %3");
    has(&text, "(MISTORE +16");
    has(&text, "(F4STID %3 +8 (F4CONST =0x40000000");
    has(&text, "(U1STBITS %3 +12 <3:5>");
    // The two fields fill a byte, which is all that a write of one of them touches.
    has(
        &text,
        "(U1ISTBITS +12 <0:3> (I4ADD (U4U1ILDBITS +12 <0:3> (U8U8LDID %4)) (I4INTCONST =1)) (U8U8LDID %4))",
    );
    let text = body("int a[4] = {1, n}; p[0] = a[2];");
    has(
        &text,
        "(I4STID %6 +8 (I4INTCONST =0)) (I4STID %6 +12 (I4INTCONST =0)) (I4STID %6 (I4INTCONST =1)) (I4STID %6 +4 (I4I4LDID %2))",
    );
    has(&body("int a[1000] = {0}; p[0] = a[n];"), "(WHILE_DO (BU8LT");
    has(&body("float4 v = make_float4(x, 1, 2, 3); ((float4 *)o)[n] = v;"), "(MISTORE");
    let text = file(
        "union U { float f; unsigned u; }; __global__ void k(unsigned *p, float x) { U v; v.f = x; p[0] = v.u; }",
    );
    has(&text, "(F4STID %2 (F4F4LDID %1)) (U4ISTORE (U4U4LDID %2) (U8U8LDID %0))");
}

#[test]
fn globals() {
    let text = file(
        "__constant__ float w[3] = {1, 2.5f};\n__device__ int n = -1;\n__device__ int *p = &n;\n\
         __device__ const char *s = \"ab\";\n__shared__ float t[4][5];\nextern __shared__ char dyn[];\n\
         __global__ void k(float *o) { __shared__ int t2; t2 = 1; o[0] = w[n] + t[1][2] + dyn[3] + *p + s[0]; }",
    );
    has(&text, "\"w\" t1 constant align=4 (init \"0000803f00002040\")");
    has(&text, "\"n\" t2 global align=4 (init \"ffffffff\")");
    has(&text, "\"k$t2\"");
    has(&text, "shared-dynamic");
    has(&text, "\"$str0\"");
    has(&text, "(F4F4LDID $");
    let text = file(
        "static __device__ int unused_helper(int a) { return a; }\n__device__ float kept;\n__global__ void k() { }",
    );
    lacks(&text, "unused_helper");
    has(&text, "\"kept\"");
}

#[test]
fn functions_and_names() {
    let text = file(
        "struct V { int x; };\n__device__ void g(int &a, const V &v, float *, float *) { a = v.x; }\n\
         extern \"C\" __global__ void __launch_bounds__(128, 4) k(const float *__restrict__ p, int n, V v) { g(n, v, 0, 0); }\n\
         static __global__ void h(volatile int *const p, float4 a, float4 *b, unsigned long long c, bool d) { }\n\
         __device__ __forceinline__ void i();\nvoid i() { }",
    );
    has(&text, "kernel \"k\" \"k\" (bounds 128 4)");
    has(&text, "device \"g\" \"_Z1gRiRK1VPfS3_\"");
    has(&text, "kernel \"h\" \"_Z1hPVi6float4PS1_yb\"");
    has(&text, "\"p\" t1 param align=8 !restrict");
    has(&text, "(VCALL =1 (U8LDA %1) (U8LDA %2) (U8INTCONST =0) (U8INTCONST =0))");
    let text = file(
        "__device__ int f(int a, int b = 7) { return a + b; }\n__device__ float f(float a) { return a; }\n__global__ void k(float *o) { o[0] = f(1) + f(2.0f) + f(1, 2); }",
    );
    has(&text, "(I4INTCONST =1) (I4INTCONST =7))");
    has(&text, "\"_Z1ff\"");
}

/// Closure types have the names that NVRTC 13.5 gives them: Itanium C++ ABI, 5.1.8.
#[test]
fn names_of_closures() {
    let source = "struct P { int v; };
template <class F, class G> __global__ void k(int *o, F f, G *g) {}
__device__ auto a() { auto u = [](int x) { return x; }; auto v = [](float x) { return x; }; auto w = [](int x) { return x; }; return [=](int x) { return u(x) + w(x) + v(x); }; }
__device__ auto b() { return [](int x) { return [x](P *p, const P &q) { return x; }; }; }
__device__ auto c(int n) { return [n](auto x) { return n; }; }
template <class T> __device__ auto d(T n) { return [n](T x, auto y) { return n; }; }
template <class T, int N> struct C { __device__ auto f(T t) const { return [=](T x, auto y, T *) { return x + t + N; }; } };
template <class... T> __device__ auto e(T... t) { return [=](T... x) { return sizeof...(t); }; }
";
    let named = [
        ("a()", "int", "_Z1kIZ1avEUliE1_iEvPiT_PT0_"),
        ("b()", "int", "_Z1kIZ1bvEUliE_iEvPiT_PT0_"),
        ("b()(1)", "P", "_Z1kIZZ1bvENKUliE_clEiEUlP1PRKS1_E_S1_EvPiT_PT0_"),
        ("c(1)", "int", "_Z1kIZ1ciEUlT_E_iEvPiS0_PT0_"),
        ("d(1.0)", "int", "_Z1kIZ1dIdEDaT_EUldT_E_iEvPiS1_PT0_"),
        ("C<int, 3>().f(1)", "int", "_Z1kIZNK1CIiLi3EE1fEiEUliT_PiE_iEvS3_T_PT0_"),
        ("e(1, 2.0)", "decltype(e())", "_Z1kIZ1eIJidEEDaDpT_EUlidE_ZS0_IJEEDaS2_EUlvE_EvPiS1_PT0_"),
    ];
    for (f, g, wanted) in named {
        let expression = format!("k<decltype({f}), {g}>");
        let options =
            FrontendOptions { name_expressions: vec![expression], ..FrontendOptions::default() };
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let m = compile_to_whirl("t.cu", source, &options, &mut sm, &mut diags).expect("a module");
        has(&optx_whirl::print::print_module(&m), &format!("\"{wanted}\""));
    }
}

/// A pack takes any number of the arguments of a name expression.
#[test]
fn name_expressions_of_packs() {
    let source = "template <class... T> __global__ void k(T... t) {}\n\
        template <int A, int... N> __global__ void q(int *o) { *o = (N + ... + A); }";
    for (expression, wanted) in [
        ("k<>", "_Z1kIJEEvDpT_"),
        ("k<int>", "_Z1kIJiEEvDpT_"),
        ("&k<int, float, const char *>", "_Z1kIJifPKcEEvDpT_"),
        ("q<1, 2, -3>", "_Z1qILi1EJLi2ELin3EEEvPi"),
    ] {
        let options = FrontendOptions {
            name_expressions: vec![expression.to_owned()],
            ..FrontendOptions::default()
        };
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let m = compile_to_whirl("t.cu", source, &options, &mut sm, &mut diags).expect("a module");
        has(&optx_whirl::print::print_module(&m), &format!("\"{wanted}\""));
    }
}

#[test]
fn builtins() {
    has(
        &body("p[0] = threadIdx.x + blockIdx.y * gridDim.z;"),
        "(U4ADD (U4U4INTRINSIC_OP ~tid.x) (U4MPY (U4U4INTRINSIC_OP ~ctaid.y) (U4U4INTRINSIC_OP ~nctaid.z)))",
    );
    has(&body("p[0] = warpSize;"), "(I4INTCONST =32)");
    has(&body("__syncthreads();"), "(VVINTRINSIC_CALL ~bar.sync)");
    has(
        &body("n = __shfl_down_sync(0xffffffffu, n, 1); p[0] = n;"),
        "~shfl.down %6 (U4INTCONST =4294967295) (I4I4LDID %2) (U4INTCONST =1) (U4INTCONST =31))",
    );
    has(
        &body("n = __shfl_up_sync(~0u, n, 1, 8); p[0] = n;"),
        "~shfl.up %6 (U4INTCONST =4294967295) (I4I4LDID %2) (U4INTCONST =1) (U4INTCONST =6144))",
    );
    has(
        &body("u = __ballot_sync(~0u, n > 1); p[0] = u;"),
        "~vote.ballot %6 (U4INTCONST =4294967295) (BI4GT",
    );
    has(&body("n = __any_sync(~0u, n); p[0] = n;"), "~vote.any");
    has(&body("p[0] = __popc(u);"), "(U4U4INTRINSIC_OP ~popc (U4U4LDID %3))");
    has(&body("p[0] = __umulhi(u, 3u);"), "(U4HIGHMPY");
    has(&body("p[0] = __ldg(p + n);"), "!ro");
    has(&body("p[0] = __float_as_int(x);"), "(I4F4TAS (F4F4LDID %4))");
    has(&body("p[0] = __float2int_rn(x);"), "(I4F4INTRINSIC_OP ~cvt.rn (F4F4LDID %4))");
    has(&body("o[0] = __int2float_rz(n);"), "(F4I4INTRINSIC_OP ~cvt.rz (I4I4LDID %2))");
    has(&body("o[0] = sqrtf(x) + rsqrtf(x);"), "~rsqrt.approx");
    has(&body("o[0] = sqrt(x);"), "(F4F4INTRINSIC_OP ~sqrt (F4F4LDID %4))");
    has(&body("d = sqrt(n); o[0] = d;"), "(F8F8INTRINSIC_OP ~sqrt (F8I4CVT (I4I4LDID %2)))");
    has(&body("o[0] = fmin(x, 1.0f);"), "(F4MIN");
    has(&body("o[0] = fmin(x, 1);"), "(F8MIN");
    has(&body("p[0] = max(n, 3);"), "(I4MAX");
    has(&body("p[0] = max(u, 3);"), "(U4MAX");
    has(&body("p[0] = isnan(x);"), "BF4NE");
    has(&body("o[0] = __fadd_rn(x, x) + __fdividef(x, x) + __expf(x);"), "~ex2.approx");
    has(&body("o[0] = fmaf(x, x, x) + __fmaf_rn(x, x, x);"), "(F4FMA");
    has(
        &body("atomicCAS(p, 1, 2); atomicSub(p, n); atomicInc(&u, 3); atomicAdd_block(p, 1);"),
        "!block",
    );
    has(&body("p[0] = clock();"), "~clock");
    has(
        &body("int r; asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(r)); p[0] = r;"),
        "\"mov.u32 %0, %%laneid;\"",
    );
    has(
        &body("asm(\"add.s32 %0, %0, %1;\" : \"+r\"(n) : \"r\"(u) : \"memory\"); p[0] = n;"),
        "(ASM_STMT",
    );
    let text = body("o[0] = expf(x);");
    has(&text, "device \"expf\" \"_Z4expff\" !force-inline");
    lacks(&text, "sinf");
    lacks(&body("o[0] = x;"), "expf");
    let fast = FrontendOptions {
        code: CodeOptions { fast_math: true, ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
    lacks(
        &text_with("__global__ void k(float *o, float x) { o[0] = expf(x) + exp(x); }", &fast),
        "\"expf\"",
    );
}

#[test]
fn long_chains_stay_shallow() {
    let sum = vec!["n"; 65_536].join(" + ");
    let text = format!("__global__ void k(int *p, int n) {{ p[0] = {sum}; }}");
    let m = module_with(&text, &FrontendOptions::default());
    let pu = &m.functions[0];
    let mut deepest = 0;
    let mut stack = vec![(pu.body, 0)];
    while let Some((id, depth)) = stack.pop() {
        deepest = deepest.max(depth);
        stack.extend(pu.tree.kids(id).iter().map(|k| (*k, depth + 1)));
    }
    assert!(deepest < 200, "{deepest}");
}

#[test]
fn constants_fold() {
    has(
        &body("const int A = 3; const float H = 0.5f; o[A * 2] = H * 4;"),
        "(F4ISTORE +24 (F4CONST =0x40000000",
    );
    has(
        &file(
            "#define N 4\nconst int M = N * 2; enum { E = M + 1 };\n__global__ void k(int *p) { int a[E]; a[0] = M; p[0] = a[0] + (N > 3 ? 1 : 2); }",
        ),
        "(I4INTCONST =8)",
    );
    has(&body("p[0] = (char)200;"), "(I4INTCONST =-56)");
    has(&body("o[0] = 1.0f / 3.0f;"), "(F4CONST =0x3eaaaaab");
    has(&body("p[0] = -7 / 2 + -7 % 3;"), "(I4INTCONST =-4)");
}

#[test]
fn member_arrays_have_their_objects_qualifiers() {
    let s = "struct S { int a[4]; };\n";
    has(
        &file(&format!("{s}__global__ void k(volatile S *p, int n) {{ p->a[n] = 1; }}")),
        "(I4ISTORE !volatile",
    );
}

#[test]
fn dynamic_shared_arrays_of_one_name_are_one() {
    let text = file(
        "__global__ void k(float *o) { extern __shared__ float s[]; o[0] = s[1]; }\n\
         __global__ void l(float *o) { extern __shared__ float s[]; o[0] = s[2]; }",
    );
    assert_eq!(text.matches("shared-dynamic").count(), 1, "{text}");
}

/// A long list of statements is translated piece by piece; a list of blocks of them at once. Places tell statements apart.
#[test]
fn pieces_of_a_function_make_one() {
    let line = |k: usize, open: char, close: char, leave: &str| {
        format!(
            "{open}int v{k} = p[n++] ? n-- : ++n; B b{k}; b{k}.x = v{k}; L l{k} = {{}}; if (n == {k}) {leave}; \
             p[{k}] = atomicAdd(p, v{k} + b{k}.x) && n++ || l{k}.c[n & 63];{close}\n"
        )
    };
    let text = |blocks: bool, [before, leave, after]: [&str; 3]| {
        let brace = |c: char, at: bool| if blocks && at { c } else { ' ' };
        let lines =
            (0..300).map(|k| line(k, brace('{', k % 50 == 0), brace('}', k % 50 == 49), leave));
        let classes = "struct B { int x : 3, y : 7; };\nstruct L { int c[64]; };";
        let list: String = lines.collect();
        let source = format!(
            "{classes}\n__global__ void k(int *p, int n) {{\n{before}\n{list}{after}\n}}\n"
        );
        optx_whirl::print::print_module(&module_with(&source, &FrontendOptions::default()))
    };
    let straight = ["", "return", ""];
    assert!(text(false, straight) == text(true, straight), "pieces differ from the whole");
    // Within a loop the temporaries have other numbers.
    let looping = ["for (int i = 0; i < n; i++) {", "break", "if (n) continue; p[i] = 3; }"];
    assert_eq!(text(false, looping).lines().count(), text(true, looping).lines().count());
}
