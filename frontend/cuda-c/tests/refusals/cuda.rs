//! CUDA's own words: memory spaces, kernels, launch bounds, operands of inline PTX; and variables declared again.

use crate::{code, held, held_on_device, said};

/// Memory spaces are for variables of static storage, and for one space each.
#[test]
fn memory_spaces() {
    held_on_device(&[
        ("E0092 1:23", "__device__ void f() { __constant__ int c = 3; }"),
        ("E0092 1:23", "__device__ void f() { __device__ int c = 3; }"),
        ("E0092 1:23", "__device__ void f() { __managed__ int c; }"),
        (
            "",
            "__device__ void f() { static __device__ int c = 3; static __constant__ int d = 4; int __shared__ e; __shared__ static int g; }",
        ),
        ("E0092 1:12", "struct S { __shared__ int x; };"),
        ("E0092 1:31", "template <class T> struct S { __device__ T x; }; S<int> s;"),
        ("E0092 1:12", "struct S { static __constant__ int x; };"),
        ("E0092 1:1", "__shared__ __constant__ int c;"),
        ("E0092 1:1", "__constant__ __managed__ int c;"),
        (
            "",
            "__device__ __constant__ int c; __device__ __shared__ int d; __device__ __managed__ int e;",
        ),
        ("E0092 1:1", "__shared__ void f() {}"),
        ("E0092 1:1", "__constant__ int f() { return 1; }"),
        ("E0092 1:1", "__global__ int c = 3;"),
        ("E0092 1:1", "__device__ __host__ int c = 3;"),
    ]);
}

/// A kernel is for the device alone; only kernels have launch bounds.
#[test]
fn kernels_and_launch_bounds() {
    held_on_device(&[
        ("E0090 1:1", "__global__ __host__ void f() {}"),
        ("E0090 1:1", "__global__ __device__ void f() {}"),
        ("E0090 1:20", "template <class... T, class U> __global__ void f(U u) {}"),
        ("E0090 1:20", "template <class... T, int... N> __global__ void f(T... t) {}"),
        ("", "template <class U, class... T> __global__ void f(U u, T... t) {}"),
        ("E0094 1:40", "__device__ void __launch_bounds__(128) f() {}"),
        ("E0094 1:59", "template <class T> __launch_bounds__(128) __device__ void f(T) {}"),
        ("E0094 1:51", "struct S { __launch_bounds__(128) __device__ void f() {} };"),
        (
            "",
            "template <class T> __launch_bounds__(128) __global__ void f(T) {} __global__ void __launch_bounds__(128) g() {}",
        ),
    ]);
}

/// The address of a `__shared__` variable is another in each block.
#[test]
fn addresses_of_shared_variables() {
    held_on_device(&[
        ("E0066 1:39", "__shared__ int s; __device__ int *p = &s;"),
        ("E0066 1:44", "__shared__ int s[4]; __constant__ int *p = s + 1;"),
        ("E0066 1:61", "__shared__ int s[4]; struct S { int *p; }; __device__ S a = {s};"),
        ("E0066 1:42", "__shared__ int s[4]; __device__ int &r = s[1];"),
        ("E0066 1:56", "__shared__ int s; __device__ int f() { static int *p = &s; return *p; }"),
        (
            "",
            "__shared__ int s[4]; __device__ int f() { int *const p = s; return *p; } __device__ long d = &s[3] - &s[1];",
        ),
        ("", "__device__ int x; __constant__ int *p = &x;"),
    ]);
}

/// Operands of inline PTX are of just the constraint's size.
#[test]
fn sizes_of_operands() {
    held_on_device(&[
        ("E0095 1:48", "void f() { char x; asm(\"mov.u32 %0, 3;\" : \"=r\"(x)); }"),
        ("E0095 1:41", "void f() { bool b = true; asm(\"\" : \"+r\"(b)); }"),
        ("E0095 1:40", "void f() { short x = 1; asm(\"\" : : \"r\"(x)); }"),
        ("E0095 1:27", "void f() { asm(\"\" : : \"r\"('a')); }"),
        ("", "void f() { unsigned x = 1; short y; asm(\"\" : \"=h\"(y) : \"r\"(x)); }"),
    ]);
}

/// PTX ISA 4.3, 5.1: a name is declared before it is used, in a scope that is open, or is a special register's.
#[test]
fn names_in_inline_ptx() {
    held_on_device(&[
        // An output holds one value when the text begins.
        ("", "void f() { int r; asm(\"\" : \"=r\"(r) : \"0\"(5)); }"),
        ("E0095 1:46", "void f() { int r; asm(\"\" : \"=r\"(r) : \"0\"(5), \"0\"(6)); }"),
        ("E0095 1:42", "void f() { int r = 1; asm(\"\" : \"+r\"(r) : \"0\"(5)); }"),
        ("E0095 1:38", "void f() { int r; asm(\"\" : \"=r\"(r) : \"1\"(5)); }"),
        ("E0095 1:42", "void f() { int r; asm(\"\" : \"=r\"(r) : \"0\"(5L)); }"),
        ("E0095 1:16", "void f() { asm(\"mov.u32 %%r1, 0;\"); }"),
        ("E0095 1:16", "void f() { asm(\"{ .reg .u32 t; } mov.u32 t, 0;\"); }"),
        ("E0095 1:16", "void f() { asm(\"bra.uni out;\"); }"),
        ("E0095 1:16", "void f() { asm(\"{ mov.u32 t, 0;\"); }"),
        ("E0095 1:16", "void f() { asm(\"membar.gl; }\"); }"),
        ("", "void f() { asm(\"{ .reg .u32 t; mov.u32 t, %%tid.x; }\"); }"),
        ("E0095 1:37", "void g(int zz) { static int yy; asm(\"add.u32 zz, zz, 1;\"); }"),
        ("E0095 1:16", "void f() { asm(\"st.global.u32 [_ZN1N1vE], 1;\"); }"),
        ("", "void f() { asm(\"st.global.u32 [v], 1;\"); } int v;"),
        ("", "namespace N { int v; } void f() { asm(\"st.global.u32 [_ZN1N1vE], 1;\"); }"),
        ("E0095 1:16", "void f() { asm(\"call vprintf, (_);\"); }"),
        ("E0095 1:30", "extern int v; void f() { asm(\"st.global.u32 [v], 1;\"); }"),
    ]);
}

/// PTX ISA 4.3: `K_param_N` is known in the kernel `K` alone, and a function's objects are passed as the PTX of its own says.
#[test]
fn parameters_and_functions_in_inline_ptx() {
    const K: &str = "extern \"C\" __global__ void q(int *o) ";
    let text = |t: &str| format!("{K}{{ asm(\"{t}\"); }}");
    let kernel = |t: &str| text(&format!("{{ .reg .u64 t; ld.param.u64 t, [{t}]; }}"));
    let call = "{ .param .b32 a; call f, (a); }";
    held_on_device(&[
        ("", &kernel("q_param_0")),
        ("E0095 1:44", &kernel("q_param_1")),
        ("E0095 1:44", &kernel("q_param_00")),
        ("E0095 1:44", &kernel("kq_param_0")),
        ("E0095 1:56", &format!("{K}{{}} void f() {{ asm(\"mov.u64 _, q_param_0;\"); }}")),
        ("", &format!("{} extern \"C\" void f(int) {{}}", text(call))),
        // What is returned may go nowhere; whatever else a call names is known.
        (
            "",
            &format!(
                "{} extern \"C\" int f(int x) {{ return x; }}",
                text("{ .param .b32 a; call (_), f, (a); }")
            ),
        ),
        (
            "E0095 1:44",
            &format!(
                "{} extern \"C\" int f(int x) {{ return x; }}",
                text("{ .param .b32 a; call (_), g, (a); }")
            ),
        ),
        ("E0095 1:44", &format!("{} extern \"C\" void f(short) {{}}", text(call))),
        (
            "E0095 1:44",
            &format!("{} struct S {{ int x; }}; extern \"C\" void f(S) {{}}", text(call)),
        ),
        ("E0095 1:44", &format!("{} extern \"C\" void f(int);", text(call))),
        ("E0102 1:30", &format!("extern \"C\" void f(int) {{ asm(\"{call}\"); }} {K}{{ f(1); }}")),
    ]);
}

/// GCC's manual, "Extended Asm": what is no plain string, no clobber that there is, no operand, or one twice.
#[test]
fn parts_of_inline_ptx() {
    held_on_device(&[
        ("E0095 1:16", "void f() { asm(L\"membar.gl;\"); }"),
        ("", "void f() { asm(u8\"membar.gl;\"); }"),
        ("E0095 1:42", "void f() { int x; asm(\"mov.u32 %0, 1;\" : L\"=r\"(x)); }"),
        ("E0095 1:33", "void f() { asm(\"membar.gl;\" ::: \"r7\"); }"),
        ("", "void f() { asm(\"membar.gl;\" ::: \"cc\", \"mem\" \"ory\"); }"),
        ("E0095 1:16", "void f() { asm goto(\"\" : : : : out); out: ; }"),
        ("", "void f() { asm inline volatile(\"membar.gl;\"); }"),
        ("", "void f() { int x; asm(\"mov.u32 %[x], 1;\" : [x] \"=r\"(x)); }"),
        ("E0095 1:23", "void f() { int x; asm(\"mov.u32 %[y], 1;\" : [x] \"=r\"(x)); }"),
        ("E0095 1:23", "void f() { int x; asm(\"mov.u32 %[x, 1;\" : [x] \"=r\"(x)); }"),
        (
            "E0095 1:56",
            "void f() { int x; asm(\"mov.u32 %0, 1;\" : [x] \"=r\"(x), [x] \"=r\"(x)); }",
        ),
        ("", "void f() { asm(\"bra L%=; L%=: membar.gl;\"); }"),
    ]);
}

/// [basic.link] 10: what is declared again has the type that it had.
#[test]
fn redeclared_variables() {
    held_on_device(&[
        ("E0043 1:20", "extern int x; long x;"),
        ("E0043 1:31", "int x; void f() { extern long x; }"),
        ("E0043 1:32", "extern int x; extern const int x;"),
        ("E0043 1:29", "extern int a[2]; extern int a[3];"),
        (
            "",
            "extern const int x; const int x = 3; extern int a[]; int a[3] = {1}; extern int a[3]; extern int a[]; void f() { extern int a[]; }",
        ),
        (
            "E0043 1:74",
            "extern __shared__ int s[]; __global__ void f() { extern __shared__ float s[]; s[0] = 1; }",
        ),
        (
            "E0043 1:108",
            "__global__ void f() { extern __shared__ int s[]; s[0] = 1; } __global__ void g() { extern __shared__ float s[]; s[0] = 1; }",
        ),
        (
            "",
            "namespace N { __global__ void f() { extern __shared__ int s[]; s[0] = 1; } } __global__ void g() { extern __shared__ float s[]; s[0] = 1; }",
        ),
        (
            "",
            "__global__ void f() { extern __shared__ int s[]; s[0] = 1; } __global__ void g() { extern __shared__ int s[]; s[0] = 1; }",
        ),
    ]);
}

/// [class.copy.ctor] 7, [class.copy.assign] 2: vectors are copied by const references, which bind to no volatile object. Their members are read and written.
#[test]
fn vectors_are_no_volatile_copies() {
    held_on_device(&[
        ("E0080 1:36", "int f(volatile int4 *v) { int4 a = *v; return a.x; }"),
        ("E0080 1:42", "int4 f(volatile int4 *v, int n) { return *v; }"),
        ("E0080 1:55", "int g(float2 x); int f(volatile float2 *v) { return g(*v); }"),
        ("E0065 1:43", "void f(volatile float2 *v, float2 x) { *v = x; }"),
        ("E0065 1:60", "struct S { int a; uint2 u; }; void f(volatile S *s) { s->u = uint2(); }"),
        ("", "int f(volatile int4 *v) { v->x = 3; v->y += v->z; return v->w; }"),
        ("", "void f(volatile int4 *v) { *v; }"),
        ("", "volatile int4 *f(volatile int4 *v) { volatile int4 &r = *v; return &r; }"),
    ]);
}

/// What a kernel comes to calls nothing of the host's, be it a function of both; a variable of the host is the host's everywhere.
#[test]
fn calls_of_the_host() {
    let hf = "int hf(int x) { return x; } __host__ __device__ int f(int x) { return hf(x); } __host__ __device__ int g(int x) { return f(x); }";
    let of = |more: &str| format!("{hf} {more}");
    held(&[
        ("", hf, "o[0] = 1;"),
        ("", hf, "o[0] = sizeof(g(1));"),
        ("E0047", hf, "o[0] = f(n);"),
        ("E0047", hf, "if (n > 100) o[0] = g(n);"),
        ("E0047", &of("__device__ int d(int x) { return g(x); }"), "o[0] = d(n);"),
        ("E0047", &of("__device__ int d(int x) { return hf(x); }"), "o[0] = 1;"),
        (
            "E0047",
            &of("template <class T> __host__ __device__ int t(T x) { return hf(x); }"),
            "o[0] = t(n);",
        ),
        ("E0047", "int hv; __host__ __device__ int f() { return hv; }", "o[0] = 1;"),
        (
            "E0047",
            "int hf() { return 1; }\n#pragma nv_exec_check_disable\n__host__ __device__ int f() { return hf(); }",
            "o[0] = f();",
        ),
    ]);
}

/// A kernel takes lvalue references as pointers, as NVRTC and nvcc have it, and rvalue references never.
#[test]
fn references_as_parameters_of_kernels() {
    for (wanted, kernel) in [
        ("", "__global__ void k(int &d, const float &f) { d = f; }"),
        ("", "struct D { int a[3]; }; __global__ void k(D &d, int (&a)[2]) { d.a[1] = a[1]; }"),
        (
            "",
            "template <class T> __global__ void k(const T &d, int *o) { *o = d; } template __global__ void k<int>(const int &, int *);",
        ),
        ("E0090", "__global__ void k(int &&d) { d = 1; }"),
        ("E0101", "__global__ void k(void (&f)(int)) { }"),
    ] {
        assert_eq!(code(kernel), wanted, "{kernel}: {}", said(kernel));
    }
}
