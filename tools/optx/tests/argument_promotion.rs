//! What calls that stay calls are passed: values where a function only reads what a reference leads to, addresses where that would be
//! something else. Told by the parameters of the function in the PTX.

use optx::{Options, compile};

/// The types of the parameters of `f` in the PTX of a source: a function `f`, and the statements of a kernel that calls it.
/// There are `x`, an int of the kernel's own, and `p`, its pointer to global memory.
#[track_caller]
fn parameters_with(function: &str, calls: &str, options: &[&str]) -> Vec<String> {
    let source = format!(
        "struct V {{ float x, y, z; }};\nstruct W {{ int a, b, c, d, e; }};\nunion U {{ int i; float f; }};\n__device__ int g;\n{function}\n\
         extern \"C\" __global__ void k(int *p, const V *v, W *w) {{ int x = p[threadIdx.x]; {calls} p[threadIdx.x] += x; }}\n"
    );
    let (options, _) = Options::parse_args(options).expect("options");
    let ptx = compile(&source, &options).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let ptx = ptx.text();
    let start = ptx.find(" f(").unwrap_or_else(|| panic!("no f in\n{ptx}"));
    let list = &ptx[start..][..ptx[start..].find(')').expect("its end")];
    let words: Vec<&str> = list.split_whitespace().collect();
    let types = words.windows(2).filter(|pair| pair[0] == ".param");
    types.map(|pair| pair[1].trim_start_matches('.').to_owned()).collect()
}

#[track_caller]
fn passes(function: &str, calls: &str, wanted: &[&str]) {
    let function = format!("extern \"C\" __device__ __noinline__ {function}");
    assert_eq!(parameters_with(&function, calls, &["-O2"]), wanted, "{function}\n{calls}");
}

#[test]
fn what_is_only_read_is_passed_itself() {
    passes("int f(const int &a) { return a + 1; }", "x = f(x);", &["b32"]);
    passes("int f(const int *a) { return *a * *a; }", "x = f(&x) + f(p + 3);", &["b32"]);
    passes(
        "double f(const double &a, const char &c) { return a + c; }",
        "double d = x; char c = x; x = f(d, c);",
        &["b64", "b32"],
    );
    passes("int f(const bool &a) { return a ? 3 : 4; }", "bool b = x > 3; x = f(b);", &["b32"]);
    // It need not say const.
    passes("int f(int &a, int b) { return a << b; }", "x = f(x, 3);", &["b32", "b32"]);
}

#[test]
fn so_are_the_parts_of_a_struct() {
    let dot = "float f(const V &a, const V &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }";
    passes(dot, "V a = {1, 2, 3}, b = {4, (float)x, 6}; x = f(a, b);", &["b32"; 6]);
    passes(dot, "V a = {1, 2, 3}; x = f(a, v[x]) + f(v[0], v[1]);", &["b32"; 6]);
    passes(
        "int f(const W &a) { return a.a + a.d; }",
        "W a = {x, 1, 2, 3, x}; x = f(a) + f(w[1]);",
        &["b32"; 2],
    );
}

#[test]
fn a_load_before_all_that_has_effects_comes_early_enough() {
    passes(
        "void f(int *to, const int &a) { *to = *to * 3 + a; }",
        "f(&x, x); f(p, x);",
        &["b64", "b32"],
    );
    passes(
        "int f(int *to, const int &a) { return atomicAdd(to, a); }",
        "x = f(p, x);",
        &["b64", "b32"],
    );
    passes(
        "void f(const int &a, int *to) { int b = a; __syncthreads(); to[b] = 3; }",
        "f(x, p);",
        &["b32", "b64"],
    );
    passes(
        "int f(const int &a, int *to) { if (a > 3) { *to = 4; return 5; } return 6; }",
        "x = f(x, p);",
        &["b32", "b64"],
    );
}

#[test]
fn what_nothing_reads_is_not_passed() {
    passes(
        "int f(int a, int unused, const int *neither) { return a; }",
        "x = f(x, 3, p);",
        &["b32"],
    );
}

#[test]
fn a_function_without_effects_may_load_later() {
    let pick = "int f(const int &a, int b) { return b > 3 ? a : b; }";
    passes(
        "int f(const int &a, int b) { int s = 0; for (int i = 0; i < b; i++) s += a * i; return s; }",
        "x = f(x, 3);",
        &["b32", "b32"],
    );
    passes(pick, "x = f(x, x);", &["b32", "b32"]);
    // Of another's memory what not every run loads may not be there.
    passes(pick, "x = f(p[x], x);", &["b64", "b32"]);
    passes(
        "int f(const int *a, int b) { if (b > 3) return *a; return b; }",
        "x = f(p + x, x);",
        &["b64", "b32"],
    );
    passes(
        "int f(const int *a, int b) { if (b > 3) return *a; return b; }",
        "int y[2] = {x, x}; x = f(y + 2, x);",
        &["b64", "b32"],
    );
}

#[test]
fn what_a_function_hands_on_is_passed_through() {
    let two = "int h(const int &a) { return a * 7; }\nextern \"C\" __device__ __noinline__ int f(const int &a) { return h(a) + 1; }";
    passes(two, "x = f(x);", &["b32"]);
}

#[test]
fn what_may_have_changed_is_read_where_it_stands() {
    passes("int f(int *to, const int &a) { *to = 4; return a; }", "x = f(p, x);", &["b64", "b64"]);
    passes("int f(const int &a) { __syncthreads(); return a; }", "x = f(p[3]);", &["b64"]);
    passes(
        "int f(const int &a, int *to) { atomicAdd(to, 3); return a; }",
        "x = f(x, p);",
        &["b64", "b64"],
    );
    passes(
        "int f(const int &a, int *to) { *to += a; return a; }",
        "x = f(x, &x);",
        &["b64", "b64"],
    );
    passes(
        "int f(const int &a, int *to) { for (int i = 0; i < a; i++) to[i] = 0; return 3; }",
        "x = f(p[0], p);",
        &["b64", "b64"],
    );
    passes("int f(const int &a) { g = 3; return a; }", "x = f(x);", &["b64"]);
    passes(
        "int f(const int &a) { asm volatile(\"// a\" ::: \"memory\"); return a; }",
        "x = f(x);",
        &["b64"],
    );
    passes(
        "int f(volatile int *flag, const int *a) { while (*flag == 0) ; return *a; }",
        "x = f(p, p + 1);",
        &["b64", "b64"],
    );
}

#[test]
fn what_becomes_of_an_address_besides_stays() {
    passes("int f(volatile int &a) { return a; }", "x = f(x);", &["b64"]);
    passes("int f(int &a) { a++; return a; }", "x = f(x);", &["b64"]);
    passes("int f(int *a) { return atomicAdd(a, 1); }", "x = f(p);", &["b64"]);
    passes("int f(const int *a) { return a ? *a : 3; }", "x = f(p);", &["b64"]);
    passes(
        "int f(const int *a, int n) { int s = 0; while (n-- > 0) s += *a++; return s; }",
        "x = f(p, x);",
        &["b64", "b32"],
    );
    passes("int f(const int *a, int n) { return a[n]; }", "x = f(p, x);", &["b64", "b32"]);
    passes("const int *f(const int *a) { return *a ? a : a + 1; }", "x = *f(p);", &["b64"]);
    passes("int f(const int *a) { return __ldg(a); }", "x = f(p);", &["b64"]);
    passes(
        "long long f(const int *a) { const int *volatile b = a; return (long long)b + *a; }",
        "x = f(p);",
        &["b64"],
    );
}

#[test]
fn parts_are_few_and_have_one_type() {
    passes("int f(const W &a) { return a.a + a.b + a.c + a.d + a.e; }", "x = f(w[0]);", &["b64"]);
    passes(
        "float f(const U &a) { return a.i > 3 ? a.f : 1.0f; }",
        "U u; u.i = x; x = f(u);",
        &["b64"],
    );
}

#[test]
fn calls_that_are_not_seen_keep_their_arguments() {
    let named = "int f(const int *a) { return *a + 1; }";
    let text = "asm volatile(\"{ .param .b64 q; .param .b32 r; st.param.b64 [q], %1; call (r), f, (q); ld.param.b32 %0, [r]; }\" : \"=r\"(x) : \"l\"(p));";
    passes(named, &format!("x = f(&x); {text}"), &["b64"]);
}

#[test]
fn it_is_part_of_optimizing() {
    let function = "extern \"C\" __device__ __noinline__ int f(const int &a) { return a + 1; }";
    for options in [&["-O1"][..], &["-O0"], &["-O3", "-fno-promote-arguments"]] {
        assert_eq!(parameters_with(function, "x = f(x);", options), ["b64"], "{options:?}");
    }
}
