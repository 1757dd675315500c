//! Launches in host code: what nvcc 13.5 and clang 19 refuse of them, and what no GPU takes; nothing where it is not sure.

mod applied;

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};

const HEAD: &str = "#include <cuda_runtime.h>
__global__ void add(int *p, const float *q, int n) { p[threadIdx.x] = n; }
__global__ void with_default(int *p, int n = 1) { p[0] = n; }
__global__ void over(int *p) { p[0] = 1; }
__global__ void over(int *p, float f) { p[0] = 2; }
__global__ void __launch_bounds__(128) bounded(int *p) { p[0] = 1; }
template <class T> __global__ void generic(T *p, T v) { p[0] = v; }
struct Pair { int a, b; };
__global__ void takes_pair(Pair p, int *to) { *to = p.a; }
";

/// What is told of a host function with this body, as code and message; `p` is an `int *`, `q` a `float *`, `n` an `int`.
fn told(body: &str) -> Vec<(String, String)> {
    told_of(&format!("{HEAD}void host(int *p, float *q, int n) {{ {body} }}\n"))
}

fn told_of(source: &str) -> Vec<(String, String)> {
    let (mut map, mut diags) = (SourceMap::new(), Diagnostics::default());
    let options = FrontendOptions::default();
    applied::each_mends(source, &options);
    compile_to_whirl("t.cu", source, &options, &mut map, &mut diags);
    diags.list().iter().map(|d| (d.code.0.to_owned(), d.message.clone())).collect()
}

/// nvcc and clang refuse each of these (tried on 2026-11-28).
#[test]
fn what_peers_refuse() {
    for (body, code, words) in [
        ("add<<<1, 32>>>(p, q);", "E0064", "the kernel `add` takes 3 arguments, and 2 are given"),
        ("add<<<1, 32>>>();", "E0064", "and 0 are given"),
        ("add<<<1, 32>>>(p, q, n, n);", "E0064", "and 4 are given"),
        ("with_default<<<1, 32>>>();", "E0064", "takes 1 to 2 arguments"),
        ("over<<<1, 32>>>(p, 1.0f, 2);", "E0064", "no overload for so many arguments"),
        (
            "add<<<1, 32>>>(q, q, n);",
            "E0060",
            "argument 1 of the launch of `add` is of type `float *`",
        ),
        ("add<<<1, 32>>>(p, p, n);", "E0060", "the parameter `q` is of type `const float *`"),
        ("add<<<1, 32>>>(p, q, p);", "E0060", "argument 3 of the launch"),
        ("const int *c = p; add<<<1, 32>>>(c, q, n);", "E0060", "argument 1 of the launch"),
        ("takes_pair<<<1, 1>>>(n, p);", "E0060", "argument 1 of the launch of `takes_pair`"),
        ("ad<<<1, 32>>>(p, q, n);", "E0040", "`ad` is launched as a kernel and is not declared"),
        ("boundd<<<1, 32>>>(p);", "E0040", "`boundd` is launched as a kernel and is not declared"),
    ] {
        let list = told(body);
        let [(found, message)] = &list[..] else { panic!("{body}: {list:?}") };
        assert_eq!(found, code, "{body}: {message}");
        assert!(message.contains(words), "{body}: {message}");
    }
}

#[test]
fn what_no_gpu_takes() {
    for (body, words) in [
        ("add<<<1, 1025>>>(p, q, n);", "blocks of 1025 threads"),
        ("add<<<1, dim3(64, 32)>>>(p, q, n);", "blocks of 2048 threads"),
        ("const int side = 33; add<<<1, dim3(side, side)>>>(p, q, n);", "blocks of 1089 threads"),
        ("dim3 block(32, 32, 2); add<<<1, block>>>(p, q, n);", "blocks of 2048 threads"),
        ("add<<<1, dim3(1, 1, 128)>>>(p, q, n);", "128 threads along z"),
        ("add<<<1, 0>>>(p, q, n);", "blocks without threads"),
        ("bounded<<<1, 129>>>(p);", "the launch bounds of `bounded` allow 128"),
        ("add<<<1, 32, 49153>>>(p, q, n);", "more than 49152 have to be asked for"),
        ("add<<<1, 32, 1 << 20>>>(p, q, n);", "and a block of the target has 65536 at most"),
        ("add<<<1, 32, 16384 * sizeof(double)>>>(p, q, n);", "131072 bytes"),
    ] {
        let list = told(body);
        let [(found, message)] = &list[..] else { panic!("{body}: {list:?}") };
        assert_eq!(found, "W0029", "{body}: {message}");
        assert!(message.contains(words), "{body}: {message}");
    }
}

#[test]
fn what_is_right_or_not_sure_is_not_told() {
    for body in [
        "add<<<1, 1024>>>(p, q, n);",
        "add<<<(n + 255) / 256, 256>>>(p, q, n);",
        "add<<<dim3(n), dim3(32, 32), 48 << 10, 0>>>(p, q, n);",
        "add<<<1, dim3(1, 1, 64)>>>(p, nullptr, 3);",
        "add<<<1, 32>>>(p, 0, 'c');",
        "add<<<1, 32>>>(p, q, 2.5);",
        "void *v = p; add<<<1, 32>>>((int *)v, q, n);",
        "with_default<<<1, 32>>>(p); with_default<<<1, 32>>>(p, 2);",
        "over<<<1, 32>>>(p); over<<<1, 32>>>(p, 1.0f);",
        "bounded<<<1, 128>>>(p);",
        "generic<<<1, 32>>>(p, n); generic<float><<<1, 32>>>(q, 2);",
        "Pair r{1, 2}; takes_pair<<<1, 1>>>(r, p);",
        // What may be something else by then.
        "int block = 4096; block = 32; add<<<1, block>>>(p, q, n);",
        "dim3 block(64, 64); block.y = 1; add<<<1, block>>>(p, q, n);",
        "dim3 block(64, 64); shrink(&block); add<<<1, block>>>(p, q, n);",
        "cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000); add<<<1, 32, 60000>>>(p, q, n);",
        // Types and names that host code has of its own.
        "Unknown u; add<<<1, 32>>>(u.data(), u, n);",
        "auto kernel = add; kernel<<<1, 32>>>(p, q, n);",
        "add<<<1, 32>>>(helper(p), other(q), n);",
    ] {
        assert_eq!(told(body), [], "{body}");
    }
    for source in [
        "template <class K> void run(K kernel) { kernel<<<1, 32>>>(); }\n",
        "void run(void (*kernel)(int *), int *p) { kernel<<<1, 32>>>(p); }\n",
        "template <class... A> void run(A... a) { add<<<1, 32>>>(a...); }\n",
    ] {
        assert_eq!(told_of(&format!("{HEAD}{source}")), [], "{source}");
    }
    // What names mean in members, in heads of statements and behind declarations in blocks is not looked for.
    for source in [
        "int *g; struct B { float *g; void go(); }; void B::go() { with_default<<<1, 1>>>(g, 2); }\n",
        "float *g; struct B { int *g; void go(); }; void B::go() { with_default<<<1, 1>>>(g, 2); }\n",
        "int *i; void f() { for (float *i = 0; i; ) break; with_default<<<1, 1>>>(i); }\n",
        "void f(int *i) { for (float *i = 0; i; ) break; with_default<<<1, 1>>>(i); }\n",
        "void f(int *q) { { float *q = 0; use(q); } with_default<<<1, 1>>>(q); }\n",
        "typedef int *P; void f(P q) { { typedef float *P; P x; use(x); } P y = q; with_default<<<1, 1>>>(y); }\n",
        "int *q; void f() { float *q = 0; { using ::q; with_default<<<1, 1>>>(q); } }\n",
        "namespace n { int *v; void go(); } float *v; void n::go() { with_default<<<1, 1>>>(v); }\n",
        "const int B = 64; namespace n { const int B = 4096; void go(int *p) { with_default<<<1, B>>>(p); } }\n",
    ] {
        assert_eq!(told_of(&format!("{HEAD}{source}")), [], "{source}");
    }
    // A header that is not known may declare it.
    let list = told_of(&format!(
        "#include <kernels_of_ours.h>\n{HEAD}void run(int *p) {{ ours<<<1, 32>>>(p); }}\n"
    ));
    assert!(list.iter().all(|(code, _)| code == "W0001"), "{list:?}");
}

/// What may be a member says nothing of an instance: the global of its name is another.
/// What a kernel declares and what it is launched with have to fit together.
#[test]
fn shared_memory_of_both_kinds() {
    let of = |launch: &str, more: &str| {
        let source = format!(
            "#include <cuda_runtime.h>
__global__ void k(float *p, int n) {{ __shared__ float s[11 * 1024]; extern __shared__ float d[]; s[threadIdx.x] = d[n]; __syncthreads(); p[n] = s[n]; }}
__global__ void k2(float *p, int n) {{ extern __shared__ float d[]; p[n] = d[n]; }}
__global__ void twice(float *p) {{ __shared__ float s[11 * 1024]; s[0] = p[0]; p[1] = s[0]; }}
__global__ void twice(float *p, int n) {{ p[n] = 1; }}
void host(float *p, int n) {{ {more} {launch} }}\n"
        );
        told_of(&source).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    for launch in ["k<<<1, 32, 4100>>>(p, 3);", "k<<<1, 32, 1025 * sizeof(float)>>>(p, 3);"] {
        assert_eq!(of(launch, ""), ["W0029"], "{launch}");
    }
    for launch in [
        "k<<<1, 32, 4096>>>(p, 3);",
        "k<<<1, 32, n>>>(p, 3);",
        "k<<<1, 32>>>(p, 3);",
        "k2<<<1, 32, 49152>>>(p, 3);",
        "twice<<<1, 32, 8192>>>(p, 3);",
    ] {
        assert_eq!(of(launch, ""), [] as [&str; 0], "{launch}");
    }
    // Whoever is given the kernel may ask.
    let handed = "void allow(const void *, int); allow((const void *)k2, 65536);";
    assert_eq!(of("k2<<<1, 32, 65536>>>(p, 3);", handed), [] as [&str; 0]);
    assert_eq!(of("k2<<<1, 32, 65536>>>(p, 3);", ""), ["W0029"]);
    // More can be asked for.
    let asked = "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 8192);";
    assert_eq!(of("k<<<1, 32, 8192>>>(p, 3);", asked), [] as [&str; 0]);
}

#[test]
fn instances_that_members_ask_for() {
    let source = "template <class T> __global__ void kt(T *p, int n) { p[0] = n; }
int *p;
struct B { float *p; void go(); };
void B::go() { kt<<<1, 1>>>(p, 3); }
";
    let list = told_of(source);
    assert_eq!(list.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["W0018"]);
    assert_eq!(told_of(&source.replace("float *p;", "float *q;")), []);
    assert_eq!(told_of(&source.replace("B::go() {", "B::go() { double *p = 0;")), []);
}

#[test]
fn kernel_templates_without_an_instance() {
    let list = told_of("template <class T> __global__ void k(T *p) { p[0] = T(); }\n");
    let [(code, message)] = &list[..] else { panic!("{list:?}") };
    assert_eq!(code, "W0008");
    assert!(message.contains("the kernel template `k` has no instance"), "{message}");
    let with = "template <class T> __global__ void k(T *p) { p[0] = T(); }\ntemplate __global__ void k<int>(int *);\n";
    assert_eq!(told_of(with), []);
}

/// A number of arguments that no kernel of the name takes is an error; what may be another is not.
#[test]
fn launches_of_templates_with_other_numbers_of_arguments() {
    let head =
        "template <class T, int N = 1> __global__ void kt(T *p, int n = 2) { p[0] = n + N; }\n";
    let codes = |more: &str| -> Vec<String> {
        told_of(&format!("{head}{more}")).into_iter().map(|(code, _)| code).collect()
    };
    for wrong in [
        "void h(int *p) { kt<int><<<1, 1>>>(); }",
        "void h(int *p) { kt<<<1, 1>>>(p, 1, 2); }",
        "void h(int *p) { kt<int, 3><<<1, 1>>>(p, 1, p); kt<int><<<1, 1>>>(p); }",
        "template <class T> void r(T *p) { kt<T><<<1, 1>>>(p, 1, 2); }\nvoid h(int *p, float *q) { r(p); r(q); }",
        "void h() { unknown u; kt<<<1, 1>>>(u.data(), 1, 2); }",
    ] {
        assert_eq!(
            codes(wrong).iter().filter(|c| *c != "W0008").collect::<Vec<_>>(),
            ["E0064"],
            "{wrong}"
        );
    }
    for right in [
        "void h(int *p) { kt<int><<<1, 1>>>(p); kt<<<1, 1>>>(p, 3); }",
        "template <class T> __global__ void kt(T *p, int n, int m) { p[0] = m; }\nvoid h(int *p) { kt<<<1, 1>>>(p, 1, 2); }",
        "__global__ void kt(int *p, int n, int m) { p[0] = m; }\nvoid h(int *p) { kt<<<1, 1>>>(p, 1, 2); kt<int><<<1, 1>>>(p); }",
        "void h(int *p) { kt<int><<<1, 1>>>(p); auto f = kt<int>; f<<<1, 1>>>(p, 1, 2); }",
    ] {
        assert!(!codes(right).iter().any(|c| c.starts_with('E')), "{right}: {:?}", codes(right));
    }
}

/// Who states an instance knows what is launched.
#[test]
fn stated_instances_answer_launches_that_are_not_understood() {
    let source = "template <class T> __global__ void kt(T *p) { p[0] = 0; }
template __global__ void kt<float>(float *);
void h(void *q) { kt<<<1, 1>>>(unknown(q)); }
";
    assert_eq!(told_of(source), []);
    let list = told_of(&source.replace("template __global__ void kt<float>(float *);\n", ""));
    assert!(list.iter().any(|(code, _)| code == "W0018"), "{list:?}");
}

/// The variables of a lambda in a launch's arguments, and what stands behind it, are looked up as all are.
#[test]
fn names_behind_blocks_in_arguments() {
    let source = "template <class T> __global__ void kt(T *p, T v) { p[0] = v; }
void h(float *p, float v) { kt<<<1, 1>>>(p, [=] { int a = 1; return v + a; }()); kt<<<dim3(1), 1>>>(p, v); }
";
    assert!(told_of(source).iter().all(|(code, _)| code == "W0018"));
}

/// A block may declare a kernel, and a class befriend one; what a block defines is no kernel of the file.
#[test]
fn kernels_that_blocks_and_classes_declare() {
    let defined = "__global__ void k(int *p) { p[0] = 1; }\n";
    for source in [
        "void h(int *p) { __global__ void k(int *); k<<<1, 1>>>(p); }\n",
        "void h(int *p) { if (p) { __global__ void k(int *), k(int *q); k<<<1, 1>>>(p); } }\n",
        "void h(int *p) { __global__ void __launch_bounds__(64) k(int *); k<<<1, 1>>>(p); }\n",
        "class A { friend __global__ void k(int *p); int v; };\n",
        "__device__ void d(int *p) { __global__ void k(int *); p[0] = 2; }\n",
    ] {
        assert_eq!(told_of(&format!("{source}{defined}")), [], "{source}");
    }
    let list = told_of(
        "void h(int *p) { __global__ void k(int *); k<<<1, 1>>>(p, 2); }\n__global__ void k(int *p) { p[0] = 1; }\n",
    );
    assert_eq!(list.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["E0064"]);
    // A brace that is missing is still told where it opens.
    let list = told_of(&format!("void h(int *p) {{ if (p) {{\n{defined}"));
    assert_eq!(list.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["E0035"]);
}

/// A grid that no GPU has, and a launch that does not say its blocks.
#[test]
fn grids() {
    for (body, code) in [
        ("add<<<0, 32>>>(p, q, n);", "W0029"),
        ("add<<<dim3(1, 65536), 32>>>(p, q, n);", "W0029"),
        ("add<<<dim3(1, 1, 65536), 32>>>(p, q, n);", "W0029"),
        ("dim3 grid(1, 70000); add<<<grid, 32>>>(p, q, n);", "W0029"),
        ("add<<<1>>>(p, q, n);", "E0064"),
        ("add<<<>>>(p, q, n);", "E0064"),
    ] {
        let list = told(body);
        assert_eq!(
            list.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(),
            [code],
            "{body}"
        );
    }
    for body in [
        "add<<<2147483647, 32>>>(p, q, n);",
        "add<<<dim3(1, 65535, 65535), 32>>>(p, q, n);",
        "add<<<(n + 31) / 32, 32>>>(p, q, n);",
        "add<<<n, 32>>>(p, q, n); if (n) { add<<<n, 32>>>(p, q, n); } for (;;) add<<<n, 32>>>(p, q, n);",
    ] {
        assert_eq!(told(body), [], "{body}");
    }
    // Behind others, in blocks of their own, and side by side, launches are looked at.
    for body in [
        "add<<<1, 32>>>(p, q, n); if (n) { add<<<1, 4096>>>(p, q, n); }",
        "add<<<1, 32>>>(p, q, n), add<<<1, 4096>>>(p, q, n);",
    ] {
        assert_eq!(told(body).len(), 1, "{body}");
    }
}

/// Whether a warning is told decides nothing: a header that is not at hand may declare a kernel, be it spoken of or not.
#[test]
fn headers_that_nobody_speaks_of() {
    let source =
        format!("#include <kernels_of_ours.h>\n{HEAD}void run(int *p) {{ ours<<<1, 32>>>(p); }}\n");
    let (mut map, mut diags) = (SourceMap::new(), Diagnostics::default());
    let mut states = optx_source::WarningStates::default();
    states.word("no-unknown-header").expect("a name");
    diags.set_warnings(states);
    compile_to_whirl("t.cu", &source, &FrontendOptions::default(), &mut map, &mut diags);
    assert_eq!(diags.list(), []);
}

/// The codes and messages of a source with the kernel `k`, which takes an `int *`.
fn codes_of(source: &str) -> Vec<String> {
    told_of(source).into_iter().map(|(code, _)| code).filter(|code| code != "W0008").collect()
}

/// nvcc 13.5 knows no kernel before its declaration, in templates and members too (2026-11-29).
#[test]
fn launches_before_their_kernels() {
    let kernel = "__global__ void k(int *p) { p[0] = 1; }\n";
    for before in [
        "void h(int *p) { k<<<1, 1>>>(p); }",
        "template <class T> void h(T *p) { k<<<1, 1>>>(p); }",
        "struct A { void h(int *p) { k<<<1, 1>>>(p); } };",
        "namespace n { void h(int *p) { k<<<1, 1>>>(p); } }",
        "#define RUN(x) x<<<1, 1>>>\nvoid h(int *p) { RUN(k)(p); }",
        "extern \"C\" { void h(int *p) { k<<<1, 1>>>(p); } }",
    ] {
        let list = told_of(&format!("{before}\n{kernel}"));
        let [(code, message)] = &list[..] else { panic!("{before}: {list:?}") };
        assert_eq!(code, "E0040", "{before}");
        assert_eq!(message, "`k` is launched as a kernel before it is declared", "{before}");
    }
    for before in [
        "__global__ void k(int *p);\nvoid h(int *p) { k<<<1, 1>>>(p); }",
        "#define RUN(p) k<<<1, 1>>>(p)\n__global__ void k(int *p);\nvoid h(int *p) { RUN(p); }",
        "void h(int *p) { __global__ void k(int *); k<<<1, 1>>>(p); }",
        "struct A { void (*k)(int *); void h(int *p) { k<<<1, 1>>>(p); } };",
        "struct A { void h(int *p) { k<<<1, 1>>>(p); } void (*k)(int *); };",
        "void h(int *p, void (*k)(int *)) { k<<<1, 1>>>(p); }",
        "template <void (*k)(int *)> void h(int *p) { k<<<1, 1>>>(p); }",
        "struct B { void (*k)(int *); };\nstruct A : B { void h(int *p) { k<<<1, 1>>>(p); } };",
        "#include <kernels_of_ours.h>\nvoid h(int *p) { k<<<1, 1>>>(p); }",
    ] {
        let list = codes_of(&format!("{before}\n{kernel}"));
        assert!(list.iter().all(|code| code == "W0001"), "{before}: {list:?}");
    }
}

/// What no launch is written like, whatever its names are.
#[test]
fn texts_of_launches() {
    let of = |body: &str| {
        format!(
            "template <class T> struct z {{ enum {{ v = 1 }}; }};\ntemplate <class T> __global__ void t(T *p) {{ p[0] = 1; }}\n__global__ void k(int *p) {{ p[0] = 1; }}\nvoid h(int *p) {{ {body} }}\n"
        )
    };
    for (body, code) in [
        ("k<<<1, 1, 0, 0, 0>>>(p);", "E0064"),
        ("t<int><<<1, 1, 0, 0, 0>>>(p);", "E0064"),
        ("k<<<1, 1>>>;", "E0030"),
        ("k<<<1, 1>>> p;", "E0030"),
        ("t<int><<<1, 1>>>;", "E0030"),
        ("k<<<1, 1>>>(p, );", "E0031"),
        ("k<<<1, 1>>>(, p);", "E0031"),
        ("t<int><<<1, 1>>>(p, );", "E0031"),
        ("k<<<1, 1, >>>(p);", "E0031"),
        ("k<<<, 1>>>(p);", "E0031"),
        ("k<<<1, , 0>>>(p);", "E0031"),
    ] {
        assert_eq!(codes_of(&of(body)), [code], "{body}");
    }
    for body in [
        "k<<<1, 1, 0, 0>>>(p);",
        "k<<<dim3(1, 1, 1), dim3{1, 1, 1}, 0, [] { return 0; }()>>>(p);",
        "k<<<z<z<z<int>>>::v, 1>>>(p);",
        "k<<<f<1, 2>(), 1, 0, 0>>>(p);",
        "t<int><<<1, 1>>>(p);",
        "(k)<<<1, 1>>>(p);",
        "table[0]<<<1, 1>>>((f(), p));",
    ] {
        assert_eq!(codes_of(&of(body)), [""; 0], "{body}");
    }
    let with = "struct S {};\ntemplate <class T> int operator<<(S, T) { return 1; }\nvoid g() { operator<<<int>(S(), 1); }";
    assert_eq!(codes_of(with), [""; 0]);
}

/// nvcc: "a __global__ function call must be configured".
#[test]
fn calls_of_kernels() {
    let head = "__global__ void k(int *p) { p[0] = 1; }\ntemplate <class T> __global__ void t(T *p) { p[0] = 1; }\ntemplate __global__ void t<int>(int *);\n";
    for host in [
        "void h(int *p) { k(p); }",
        "void h(int *p) { t(p); }",
        "void h(int *p) { if (p) k(p); }",
        "void h(int *p) { t<int><<<1, 1>>>(p); t(p); }",
        "void h(int *p) { if (p) p = 0; else k(p); }",
        "void h(int *p) { for (;;) { int n = 1; k(p + n); } }",
        "void h(int *p) { k<<<1, 1>>>(p); cudaFuncSetAttribute(k, 1, 2); k(p); }",
        "void h(int *p) { auto f = [](int *p) { k(p); }; f(p); }",
    ] {
        let list = told_of(&format!("{head}{host}\n"));
        let [(code, message)] = &list[..] else { panic!("{host}: {list:?}") };
        assert_eq!(code, "E0093", "{host}");
        assert!(message.contains("host code launches it"), "{message}");
    }
    for host in [
        "void h(int *p) { k<<<1, 1>>>(p); f(k, p); g(p, k); }",
        "void h(int *p) { auto k = [](int *) {}; k(p); }",
        "void h(int *p, void (*k)(int *)) { k(p); }",
        "void h(int *p, F k) { k(p); }",
        "void h(int *p) { void k(int); k(1); }",
        "void h(int *p) { __global__ void k(int *); k<<<1, 1>>>(p); }",
        "void h(int *p) { auto [a, k] = f(); k(p); }",
        "void h(int *p) { auto [k, a] = f(); k(p); }",
        "void h(int *p) { f([k = p](int n) { k(n); }); }",
        "void h(int *p) { using n::k; k(p); }",
        "void k(int *p, int n) { k<<<1, n>>>(p); }\nvoid h(int *p) { k(p, 1); }",
        "struct A { void k(int *p) {} void h(int *p) { k(p); } };\nvoid h(A a, int *p) { a.k(p); }",
        "struct A { void k(int *p); void h(int *p); };\nvoid A::h(int *p) { k(p); }",
        "namespace n { void k(int *p); void h(int *p) { k(p); } }\nvoid h(int *p) { n::k(p); }",
        "template <class K> void h(K k, int *p) { k(p); }",
        "#define k(p) k<<<1, 1>>>(p)\nvoid h(int *p) { k(p); }",
        "#include <kernels_of_ours.h>\nvoid h(int *p) { k(p); }",
    ] {
        let list = codes_of(&format!("{head}{host}\n"));
        assert!(list.iter().all(|code| code == "W0001"), "{host}: {list:?}");
    }
}

/// Arguments that are all known, and fit no overload or several; values that functions of the headers make, and members.
#[test]
fn arguments_of_known_types() {
    let head = "#include <cuda_runtime.h>
__global__ void two(int *p) { p[0] = 1; }
__global__ void two(float *p) { p[0] = 1; }
__global__ void num(int n) {}
__global__ void num(float n) {}
__global__ void vec(float4 v) {}
__global__ void one(int *p) { p[0] = 1; }
struct In { float *f; };
struct S { float x; int *p; float *q; In in; int a[3]; float *get(); };
";
    for (host, code) in [
        ("void h(double *p) { two<<<1, 1>>>(p); }", "E0065"),
        ("void h(double d) { num<<<1, 1>>>(d); }", "E0049"),
        ("void h() { vec<<<1, 1>>>(make_float3(1, 2, 3)); }", "E0060"),
        ("void h(S s) { one<<<1, 1>>>(&s.x); }", "E0060"),
        ("void h(S s) { one<<<1, 1>>>(s.q); }", "E0060"),
        ("void h(S *s) { one<<<1, 1>>>(s->q); }", "E0060"),
        ("void h(S *s) { one<<<1, 1>>>(s[1].in.f); }", "E0060"),
        ("void h(S s) { two<<<1, 1>>>(s.in); }", "E0065"),
    ] {
        assert_eq!(codes_of(&format!("{head}{host}\n")), [code], "{host}");
    }
    for host in [
        "void h(int *p) { two<<<1, 1>>>(p); two<<<1, 1>>>((float *)p); two<<<1, 1>>>(unknown(p)); }",
        "void h(long n) { num<<<1, 1>>>('c'); num<<<1, 1>>>(2.0f); }",
        "void h() { vec<<<1, 1>>>(make_float4(1, 2, 3, 4)); }",
        "float4 make_mine(int n); void h() { vec<<<1, 1>>>(make_mine(1)); }",
        "void h(S s) { one<<<1, 1>>>(s.p); one<<<1, 1>>>(s.a); one<<<1, 1>>>(&s.a[1]); two<<<1, 1>>>(s.q); }",
        "void h(S *s) { one<<<1, 1>>>(s->p); two<<<1, 1>>>(s->in.f); two<<<1, 1>>>(s->get()); }",
        "void h(Unknown u, Other *o) { one<<<1, 1>>>(u.p); one<<<1, 1>>>(o->q); two<<<1, 1>>>(u.x.y); }",
        "void h(S s) { { struct S { int *q; } s; one<<<1, 1>>>(s.q); } }",
    ] {
        assert_eq!(codes_of(&format!("{head}{host}\n")), [""; 0], "{host}");
    }
}
