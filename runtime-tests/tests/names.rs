//! Kernels and variables have the names that NVRTC gives them: mangling of templates, classes, namespaces and constants.
//! Of the programs with host code the same instances of kernel templates are compiled.

use optx::{Options, compile};
use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, nvrtc};
use runtime_tests::suite::{MIXED_COMPILERS, mixed_cases};

fn main() {
    let needs = [Tool::Nvrtc];
    trials::run(vec![
        assertions(
            "kernels are named as NVRTC names them",
            &needs,
            kernels_are_named_as_nvrtc_names_them,
        ),
        assertions(
            "launches of host code make the instances that NVRTC makes",
            &needs,
            launches_of_host_code_make_the_instances_that_nvrtc_makes,
        ),
        assertions(
            "name expressions are lowered as NVRTC lowers them",
            &needs,
            name_expressions_are_lowered_as_nvrtc_lowers_them,
        ),
        assertions(
            "functions in name expressions are lowered as NVRTC lowers them",
            &needs,
            functions_in_name_expressions_are_lowered_as_nvrtc_lowers_them,
        ),
        assertions(
            "name expressions that NVRTC refuses are refused",
            &needs,
            name_expressions_that_nvrtc_refuses_are_refused,
        ),
    ]);
}

fn entries(ptx: &str) -> Vec<String> {
    let mut list: Vec<String> = ptx
        .lines()
        .filter_map(|l| {
            let l = l.trim();
            let l = l.strip_prefix(".visible ").or(l.strip_prefix(".weak ")).unwrap_or(l);
            l.strip_prefix(".entry ")
        })
        .map(|l| l.split('(').next().unwrap_or(l).to_string())
        .collect();
    list.sort();
    list.dedup();
    list
}

/// The names of variables that the host can ask for.
fn variables(ptx: &str) -> Vec<String> {
    let mut list: Vec<String> = ptx
        .lines()
        .filter_map(|l| {
            let words = l.strip_prefix(".visible ").unwrap_or(l);
            let rest = words.strip_prefix(".global ").or(words.strip_prefix(".const "))?;
            let name = rest.split([';', '=', '[']).next()?.split_whitespace().last()?;
            (!name.starts_with('$')).then(|| name.to_string())
        })
        .collect();
    list.sort();
    list
}

fn kernels_are_named_as_nvrtc_names_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("names");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut seen = 0;
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let (options, _) = Options::parse_args(&["-arch=sm_80"]).unwrap();
        let ours = match compile(&text, &options) {
            Ok(p) => p,
            Err(d) => panic!("{name}:\n{d}"),
        };
        let theirs = nvrtc::compile(&text, &name, &["--gpu-architecture=compute_80".into()])
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(entries(ours.text()), entries(&theirs), "{name}");
        // NVRTC also writes constants of classes, which nothing reads.
        let theirs = variables(&theirs);
        for v in variables(ours.text()) {
            assert!(theirs.contains(&v), "{name}: NVRTC has no `{v}`: {theirs:?}");
            seen += 1;
        }
    }
    assert!(seen >= 7);
}

fn launches_of_host_code_make_the_instances_that_nvrtc_makes() {
    let all = mixed_cases().unwrap();
    assert!(all.len() >= 3);
    for case in all {
        let ptx = |name: &str| {
            let c = MIXED_COMPILERS.iter().find(|c| c.name == name).unwrap();
            (c.compile)(&case.source, &case.launch.options)
                .unwrap_or_else(|e| panic!("{}: {e}", case.name))
        };
        assert_eq!(entries(&ptx("optx-O3")), entries(&ptx("nvrtc")), "{}", case.name);
    }
}

const NAMED: &str = r#"
template <class T, int N = 2> __global__ void k(T *p) { ((char *)p)[0] = N; }
template <bool B, class... T> __global__ void unasked(T... p) {}
namespace n {
struct S { int a; };
enum class E { a, b };
enum F { c = 3 };
__device__ int v[3];
__constant__ float c2;
template <typename A, typename B> __global__ void two(A *a, B *b) { *a = *b; }
template <E e, F f, char c> __global__ void values(int *p) { *p = (int)e + f + c; }
__device__ int f(int x) { return x; }
namespace { __global__ void hidden(int *p) { *p = 4; } }
inline namespace i { __global__ void in_line(int *p) { *p = 5; } }
}
__global__ void plain(int *p) { *p = 1; }
extern "C" __global__ void of_c(int *p) { *p = 1; }
template <class T> __device__ T tv = 3;
template <class T> struct C { T t; };
template <> __global__ void k<char, 7>(char *p) { *p = 9; }
typedef unsigned long long word;
"#;

/// As a client writes them, blanks and parentheses included.
const EXPRESSIONS: [&str; 19] = [
    "&k<float>",
    "k<unsigned long long, 5>",
    "k<word>",
    "k<char, 7>",
    "&k<n::S *, -1>",
    "k< C<C<int> > >",
    "k<const float, 1 + 2>",
    "k<float4>",
    "n::v",
    "&n::c2",
    "(&n::two<n::S, n::S>)",
    "::n::two<int,char>",
    "n::values<n::E::b, n::c, 'x'>",
    "n::values<(n::E)1, (n::F)3, 120>",
    "plain",
    "&plain",
    "of_c",
    "n::in_line",
    "&tv<int>",
];

/// Kernels whose arguments are functions and their types.
const OF_FUNCTIONS: &str = r#"
typedef float (*op)(float, float);
__device__ float add(float a, float b) { return a + b; }
extern "C" __device__ float of_c(float a, float b) { return a + b; }
namespace n {
__device__ float mul(float a, float b) { return a * b; }
struct S { static __device__ float m(float a, float b) { return a; } };
}
template <class T> __device__ T of_any(T a, T b) { return a; }
struct X { template <class U> struct J {}; };
struct Y { template <class U> struct J {}; };
template <op F> __global__ void p(float *o) { o[0] = F(1, 2); }
template <float (&F)(float, float)> __global__ void r(float *o) { o[0] = F(1, 2); }
template <class T, T F(T, T)> __global__ void g(T *o) { o[0] = F(1, 2); }
template <auto F> __global__ void a(float *o) { o[0] = F(1, 2); }
template <class T> struct V {};
template <class F> __global__ void ty(float *o) { o[0] = sizeof(V<F>); }
template <class X> __global__ void w(V<X> *v, X *f, void (*)(X, int), float *o) { o[0] = 1; }
template <float (*F)(float)> __global__ void b(float *o) { o[0] = F(1); }
template <double (*F)(double)> __global__ void d(float *o) { o[0] = F(1); }
template <int (*F)(int, int)> __global__ void i(float *o) { o[0] = F(1, 2); }
template <unsigned (*F)(unsigned, unsigned)> __global__ void u(float *o) { o[0] = F(1, 2); }
"#;

const FUNCTIONS: [&str; 36] = [
    "ty<X::J<int>>",
    "ty<Y::J<int>>",
    "p<add>",
    "p<&add>",
    "p<of_c>",
    "p<n::mul>",
    "p<n::S::m>",
    "p<of_any<float>>",
    "p<of_any>",
    "p<nullptr>",
    "p<powf>",
    "p<pow>",
    "r<add>",
    "r<n::mul>",
    "g<float, add>",
    "g<float, of_any>",
    "a<add>",
    "a<&n::mul>",
    "ty<float(float)>",
    "ty<op>",
    "ty<float (&)(float, float)>",
    "ty<void()>",
    "ty<int (*)(op, float)>",
    "ty<int(int, ...)>",
    "ty<int (*)(const int *, int (&)[3])>",
    "ty<decltype(add)>",
    "ty<float (*(*)(int))(float)>",
    "w<float(float)>",
    "b<sinf>",
    "b<sin>",
    "b<fabs>",
    "b<__sinf>",
    "d<fabs>",
    "i<max>",
    "i<min>",
    "u<max>",
];

fn name_expressions_are_lowered_as_nvrtc_lowers_them() {
    are_lowered_alike(NAMED, &EXPRESSIONS);
}

fn functions_in_name_expressions_are_lowered_as_nvrtc_lowers_them() {
    are_lowered_alike(OF_FUNCTIONS, &FUNCTIONS);
}

/// The names that we and NVRTC give to what expressions name.
fn are_lowered_alike(source: &str, asked: &[&str]) {
    let expressions: Vec<String> = asked.iter().map(|e| (*e).to_owned()).collect();
    let options = ["--gpu-architecture=compute_80".to_owned()];
    let whole = nvrtc::Whole {
        source,
        name: "k.cu",
        options: &options,
        headers: &[],
        expressions: &expressions,
    };
    let theirs = nvrtc::lowered_names(&whole).unwrap();
    let options = Options { name_expressions: expressions, ..Options::default() };
    let ptx = compile(source, &options).unwrap();
    let ours: Vec<&String> = ptx.lowered_names().iter().map(|(_, lowered)| lowered).collect();
    assert_eq!(ours, theirs.iter().collect::<Vec<_>>());
    let names: Vec<&str> = ptx.lowered_names().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, asked);
    for name in &theirs {
        assert!(ptx.text().contains(name.as_str()), "{name} is not in the PTX");
    }
}

fn name_expressions_that_nvrtc_refuses_are_refused() {
    let wrong =
        ["k", "k<1>", "nothing", "n::nothing", "k<", "k<nothing>", "n::values<n::E::b, n::c, q>"];
    for expression in wrong {
        let expressions = [expression.to_owned()];
        let whole = nvrtc::Whole {
            source: NAMED,
            name: "k.cu",
            options: &[],
            headers: &[],
            expressions: &expressions,
        };
        assert!(nvrtc::lowered_names(&whole).is_err(), "NVRTC takes {expression}");
        let options = Options { name_expressions: expressions.to_vec(), ..Options::default() };
        assert!(compile(NAMED, &options).is_err(), "we take {expression}");
    }
}
