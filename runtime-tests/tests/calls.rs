//! Functions that stay functions: the parameter ABI in the text, ptxas's word on it, and what a module holds.

use optx_judge::{Tool, ptxas, trials};

fn main() {
    let tests: [(&str, fn()); 6] = [
        ("parameters are those of nvcc", parameters_are_those_of_nvcc),
        ("every level and line information assemble", every_level_and_line_information_assemble),
        (
            "shared memory of functions counts for their kernels",
            shared_memory_of_functions_counts_for_their_kernels,
        ),
        (
            "a call keeps what it cannot reach in registers",
            a_call_keeps_what_it_cannot_reach_in_registers,
        ),
        ("addresses passed and returned are followed", addresses_passed_and_returned_are_followed),
        ("memory is counted as ptxas counts it", memory_is_counted_as_ptxas_counts_it),
    ];
    trials::run(
        tests
            .iter()
            .flat_map(|(name, run)| trials::with_ptxas(name, &[Tool::Ptxas13], *run))
            .collect(),
    );
}

fn compile(source: &str, arguments: &[&str]) -> optx::Ptx {
    let mut words = vec!["-arch=sm_80"];
    words.extend_from_slice(arguments);
    let (options, _) = optx::Options::parse_args(&words).expect("valid options");
    let ptx = optx::compile(source, &options).unwrap_or_else(|d| panic!("{d}\n{source}"));
    ptxas::must_accept("sm_80", ptx.text());
    ptx
}

#[track_caller]
fn has(text: &str, wanted: &[&str]) {
    for word in wanted {
        assert!(text.contains(word), "`{word}` is not in\n{text}");
    }
}

const ABI: &str = "struct S { double d; char c; short h[2]; };\n\
    __device__ __noinline__ S pass(S s, signed char c, unsigned short u, bool b, const int &r, float f, long long l) {\n\
    s.d += c + u + b + r + f + l; return s; }\n\
    __device__ __noinline__ bool odd(int x) { return x & 1; }\n\
    __device__ __noinline__ void put(int *p) { *p = 1; }\n\
    __device__ int inlined(int x) { return x + 1; }\n\
    __device__ __noinline__ int unused(int x) { return x; }\n\
    extern \"C\" __global__ void k(S *p, int *q) { int x = inlined(q[0]); put(&x); put(q);\n\
    p[0] = pass(p[1], q[1], q[2], odd(q[3]), x, q[4], q[5]); }\n";

fn parameters_are_those_of_nvcc() {
    // As NVRTC 13.5 declares them for the same source.
    let ptx = compile(ABI, &["-fno-promote-arguments"]);
    let text = ptx.text();
    has(
        text,
        &[
            ".func (.param .align 8 .b8 func_retval0[16]) ",
            "_param_0[16]",
            ".func (.param .b32 func_retval0) _Z3oddi(",
            ".func _Z3putPi(",
            "st.param.b32 [param1], ",
            ".param .align 8 .b8 param0[16];",
            "call.uni _Z3putPi, (param0);",
            "call.uni (retval0), _Z3oddi, (param0);",
        ],
    );
    for (parameter, ty) in [(1, "b32"), (2, "b32"), (3, "b32"), (4, "b64"), (5, "b32"), (6, "b64")]
    {
        let declared = format!(".param .{ty} _Z4pass1SatbRKifx_param_{parameter}");
        assert!(text.contains(&declared), "`{declared}` is not in\n{text}");
    }
    for gone in ["inlined", "unused"] {
        assert!(!text.contains(gone), "{gone} is in\n{text}");
    }
    // Every function is declared before the first body.
    let body = text.find('{').expect("a body");
    for name in ["_Z4pass", "_Z3oddi", "_Z3putPi"] {
        assert!(text.find(name).is_some_and(|at| at < body), "{name} is not declared first");
    }
    assert_eq!(ptx.kernels().len(), 1);
}

fn every_level_and_line_information_assemble() {
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        compile(ABI, &[level]);
        compile(ABI, &[level, "-lineinfo", "--maxrregcount=32"]);
    }
}

fn shared_memory_of_functions_counts_for_their_kernels() {
    let ptx = compile(
        "__device__ __noinline__ int f(int x) { __shared__ int a[10]; a[x] = x; __syncthreads(); return a[x ^ 1]; }\n\
         __device__ __noinline__ int g(int x) { return f(x) + f(x + 1); }\n\
         __global__ void one(int *p) { *p = g(*p); }\n\
         __global__ void two(int *p) { __shared__ int b[3]; b[*p] = *p; *p = b[*p + 1]; }\n",
        &[],
    );
    let bytes: Vec<u64> = ptx.kernels().iter().map(|k| k.shared_bytes).collect();
    assert_eq!(bytes, [40, 12]);
    assert_eq!(ptx.text().matches(".shared ").count(), 2, "{}", ptx.text());
}

fn a_call_keeps_what_it_cannot_reach_in_registers() {
    let ptx = compile(
        "__device__ __noinline__ void effect(int *p) { p[threadIdx.x]++; }\n\
         extern \"C\" __global__ void k(int *p, int *q) { int own = q[0]; int given = q[1]; effect(&given - threadIdx.x);\n\
         int again = q[0]; q[2] = own + again + given; }\n",
        &[],
    );
    let text = ptx.text();
    let kernel = &text[text.find(".entry k").expect("the kernel")..];
    let kernel = &kernel[..kernel.find("\n}").expect("its end")];
    // `own` lives in a register over the call; `given` is memory; `q[0]` may have changed.
    assert_eq!(kernel.matches(".local .align").count(), 1, "{kernel}");
    assert_eq!(kernel.matches("ld.global").count(), 3, "{kernel}");
}

fn addresses_passed_and_returned_are_followed() {
    let ptx = compile(
        "__shared__ int tile[32];\n\
         __device__ __noinline__ int *where(int k) { return tile + (k & 31); }\n\
         __device__ __noinline__ int reads(const int *p, int k) { return p[k & 3]; }\n\
         extern \"C\" __global__ void k(int *q) { int a[4];\n#pragma unroll 1\nfor (int i = 0; i < 4; i++) a[i] = q[i];\n\
         q[4] = a[0] + reads(a, q[5]); __syncthreads(); q[6] = a[0]; *where(q[7]) = 3; __syncthreads(); q[8] = tile[q[9]]; }\n",
        &[],
    );
    let text = ptx.text();
    let kernel = &text[text.find(".entry k").expect("the kernel")..];
    let kernel = &kernel[..kernel.find("\n}").expect("its end")];
    // `a[0]` is known behind the call and the barrier; what `where` returns is an address of shared memory.
    assert_eq!(kernel.matches("ld.local").count(), 1, "{kernel}");
    has(kernel, &["cvta.to.shared.u64", "st.shared"]);
    assert!(!kernel.contains("st.b32 ") && !kernel.contains("st.u32 "), "{kernel}");
}

/// What is taken just below the limits assembles (ptxas is asked by [`compile`]), the next byte is refused here, and by ptxas where
/// the object is made larger in the text.
fn memory_is_counted_as_ptxas_counts_it() {
    let shared = |a: u32, b: u32| {
        format!(
            "__global__ void k(int *p, int n) {{ __shared__ char a[{a}]; __shared__ char b[{b}];\n\
             a[n] = n; b[n] = n; __syncthreads(); p[n] = a[n + 1] + b[n + 1]; }}\n"
        )
    };
    let constant = |a: u32, b: u32| {
        format!(
            "__constant__ char a[{a}]; __constant__ char b[{b}];\n\
             __global__ void k(int *p, int n) {{ p[n] = a[n] + b[n]; }}\n"
        )
    };
    let most_constant = 65536 - 16;
    for (of, a, most) in [
        (&shared as &dyn Fn(u32, u32) -> String, 1, 49152 - 1),
        (&shared, 17, 49152 - 17),
        (&shared, 16, 49152 - 16),
        (&constant, 16, most_constant),
    ] {
        let taken = compile(&of(a, most), &[]);
        let (options, _) = optx::Options::parse_args(&["-arch=sm_80"]).expect("valid options");
        let refused = optx::compile(&of(a, most + 1), &options);
        assert!(refused.is_err_and(|d| d.list()[0].code.0 == "E0121"), "{a} and {most}");
        let (last, larger) = (format!("[{most}]"), format!("[{}]", most + 1));
        assert_eq!(taken.text().matches(&last).count(), 1, "{}", taken.text());
        let text = taken.text().replace(&last, &larger);
        ptxas::must_refuse("sm_80", &text);
    }
}
