//! NVRTC's mode beside NVRTC: what is predefined, under options that change it; what macros of the target give; which programs are taken.
//!
//! Both compile one text and tell by the variables in their PTX. The names asked for (`predefined_names.txt`) are those that NVRTC 13.5 or nvcc 13.5 with
//! g++ predefines under some option, but for those within the expansions of others, and for tile code.

use libtest_mimic::Failed;
use optx::{MemoryIncludes, Options};
use optx_judge::{Tool, ToolError, nvrtc, trials};
use std::collections::BTreeMap;

const NAMES: &str = include_str!("../predefined_names.txt");

/// Predefined here alone.
const OWN: &[&str] = &["__OPTX__"];

/// Options, in NVRTC's spelling, that what is predefined hangs on.
const OPTIONS: &[&[&str]] = &[
    &[],
    &["-arch=compute_75"],
    &["-arch=sm_90"],
    &["-arch=sm_90a"],
    &["-arch=compute_100"],
    &["-arch=sm_100a"],
    &["-arch=compute_100f"],
    &["-arch=compute_103f"],
    &["-arch=sm_120a"],
    &["-arch=sm_121"],
    &["-std=c++03"],
    &["-std=c++11"],
    &["-std=c++14"],
    &["-std=c++17"],
    &["-std=c++20"],
    &["-std=c++23"],
    &["--use_fast_math"],
    &["-ftz=true", "-prec-div=false"],
    &["--prec-sqrt", "false", "--fmad", "false"],
    &["-G"],
    &["-default-device"],
    &["-builtin-move-forward=false"],
    &["-builtin-initializer-list=false"],
    &["-lineinfo", "--extra-device-vectorization", "--restrict"],
];

/// Texts whose expansion is asked for.
const EXPANSIONS: &[&str] = &[
    "NV_IF_TARGET(NV_PROVIDES_SM_80, (a; b), (c;))",
    "NV_IF_TARGET(NV_PROVIDES_SM_90, (a; b), (c;))",
    "NV_IF_TARGET(NV_IS_HOST, (a;))",
    "NV_IF_TARGET(NV_IS_DEVICE, (a<b, c>();))",
    "NV_IF_TARGET(NV_IS_DEVICE, a = f(1, 2);)",
    "NV_IF_TARGET(NV_IS_HOST, (a;), (NV_IF_TARGET(NV_PROVIDES_SM_70, (b;), (c;))))",
    "NV_IF_ELSE_TARGET(NV_IS_EXACTLY_SM_80, (a;), (b;))",
    "NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_90a, (a;), (b;))",
    "NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_100a, (a;), (b;))",
    "NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_100f, (a;), (b;))",
    "NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_103f, (a;), (b;))",
    "NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_120f, (a;), (b;))",
    "NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (a;), NV_IS_DEVICE, (b;))",
    "NV_DISPATCH_TARGET(NV_IS_HOST, (a;), NV_PROVIDES_SM_121, (b;), NV_PROVIDES_SM_90, (c;), NV_ANY_TARGET, (d;))",
    "NV_DISPATCH_TARGET(NV_IS_HOST, (a;), NV_NO_TARGET, (b;))",
    "__cudaGet_threadIdx().x",
    "__CUDA_ARCH_HAS_FEATURE__(SM90_ALL)",
];

/// Conditions, which are told by the variable that they let through.
const CONDITIONS: &[&str] = &[
    "__CUDA_HAS_ARCH_SPECIFIC(90)",
    "__CUDA_HAS_ARCH_SPECIFIC(100)",
    "__CUDA_HAS_ARCH_FAMILY_SPECIFIC(90)",
    "__CUDA_HAS_ARCH_FAMILY_SPECIFIC(100)",
    "__CUDA_HAS_ARCH_FAMILY_SPECIFIC(103)",
    "__CUDA_HAS_ARCH_FAMILY_SPECIFIC(120)",
    "__CUDA_ARCH_HAS_FEATURE__(SM90_ALL)",
    "defined(__has_include)",
    "defined(__has_include_next)",
    "defined(__has_builtin)",
    "defined(__has_attribute)",
    "defined(__has_cpp_attribute)",
    "defined(__has_feature)",
    "defined(__COUNTER__)",
    "defined(__device__) && defined(__global__) && defined(__forceinline__) && defined(__launch_bounds__)",
    "defined(assert)",
    "__has_include(<nothing.h>)",
    "__has_include(\"nothing.h\")",
    "__has_include(<vector>)",
    "__has_include(<type_traits>)",
    "__has_cpp_attribute(nodiscard) == 201907",
    "__has_cpp_attribute(maybe_unused) == 201603",
    "__has_cpp_attribute(fallthrough) == 201603",
    "__has_cpp_attribute(deprecated) == 201309",
    "__has_cpp_attribute(noreturn) == 200809",
    "__has_cpp_attribute(likely) == 201803",
    "__has_cpp_attribute(clang::fallthrough)",
    "__has_builtin(__builtin_expect)",
    "__has_builtin(__builtin_unreachable)",
    "__has_builtin(__builtin_assume)",
    "__has_builtin(__builtin_is_constant_evaluated)",
    "__has_builtin(__is_class)",
    "__has_builtin(__is_base_of)",
    "__has_builtin(no_builtin)",
];

/// Programs, with options: those of no kernel of the host's, and others. Both compilers take or both refuse one.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("int f(int a) { return a; }", &[]),
    ("int f(int a) { return a; }", &["-default-device"]),
    ("int f(int a);", &[]),
    ("inline int f(int a) { return a; }", &[]),
    ("static int f(int a) { return a; }", &[]),
    ("constexpr int f(int a) { return a; }", &[]),
    ("template <class T> T f(T a) { return a; }", &[]),
    ("template <class T> T f(T a) { return a; }", &["--device-as-default-execution-space"]),
    ("__forceinline__ int f() { return 1; }", &[]),
    ("__host__ int f() { return 1; }", &[]),
    ("__host__ int f() { return 1; }", &["-default-device"]),
    ("__host__ __device__ int f() { return 1; }", &[]),
    ("__device__ int f(int); int f(int a) { return a; }", &[]),
    ("extern \"C\" int f(int a) { return a; }", &[]),
    ("namespace n { int f() { return 1; } }", &[]),
    ("namespace n { __device__ int f() { return 1; } }", &[]),
    ("struct A { int a; }; A operator+(A a, A b) { return a; }", &[]),
    (
        "struct A { int a; __device__ int f() const; }; __device__ int A::f() const { return a; }",
        &[],
    ),
    (
        "template <class T> __device__ int f(T) { return 1; } template <> int f<int>(int) { return 2; }",
        &[],
    ),
    ("__global__ void k(int *p) { *p = ({ int a = 1; a; }); }", &[]),
    ("int main() { return 0; }", &[]),
    ("int v = 3;", &[]),
    ("int v = 3;", &["-default-device"]),
    ("extern int v;", &[]),
    ("int v[3];", &[]),
    ("struct S { int a; } s;", &[]),
    ("const int v = 3;", &[]),
    ("constexpr float v = 3;", &[]),
    ("const int v[2] = {3, 4};", &[]),
    ("__device__ int v = 3;", &[]),
    ("__constant__ float v[4];", &[]),
    ("typedef struct S { int a; } T; enum E { A, B };", &[]),
    ("typedef int F(int); using G = int (*)(int);", &[]),
    ("static_assert(sizeof(int) == 4, \"\");", &[]),
    ("#include <nothing.h>\n", &[]),
    ("#include \"nothing.h\"\n", &[]),
    ("#include <vector>\n", &[]),
    ("#include <iostream>\n", &[]),
    ("#include <type_traits>\n", &[]),
    (
        "typedef long long int64_t; typedef int int32_t; typedef unsigned long long uint64_t; typedef unsigned char uint8_t;",
        &[],
    ),
    ("using int64_t = long long; using uint32_t = unsigned;", &[]),
    ("#define M_PI 3.14\n#define INFINITY 1e9f\n#define NAN 0.0f\n", &[]),
    ("namespace std { template <class T> struct is_x { }; }", &[]),
    ("__device__ float4 operator+(float4 a, float4 b) { return a; }", &[]),
    (
        "__device__ float sin(float x) { return x; } __device__ float f(float x) { return sin(x); }",
        &[],
    ),
    ("__device__ float sin(float x); __device__ float f(float x) { return sin(x); }", &[]),
    (
        "namespace n { __device__ float sin(float x) { return x; } __device__ float f() { return sin(1); } }",
        &[],
    ),
    ("__device__ float f() { return sin(1); }", &[]),
    ("namespace std { using ::sin; } __device__ float f() { return std::sin(1.f); }", &[]),
    ("namespace std { using ::sin; } __device__ float f() { return std::sin(1); }", &[]),
    ("__device__ float f() { return std::sin(1.f); }", &[]),
    ("__device__ float f() { using std::sin; return sin(1.f); }", &[]),
    ("using namespace std; __device__ float f() { return sin(1.f); }", &[]),
    ("__device__ int f(int a) { return std::move(a); }", &[]),
    (
        "template <class T> __device__ T fma(T a, T b, T c) { return a; } __device__ int f() { return fma(1, 2, 3); }",
        &[],
    ),
    // Bodies of templates are read when there is an instance; what stands before them is read.
    ("template <class T> __device__ int f(T t) { Undeclared x; return ((; }", &[]),
    ("template <class T> __device__ int f(T t) { return static_cast<Undeclared>(t); }", &[]),
    ("template <class T> __device__ int f(T t) { return undeclared(1); }", &[]),
    (
        "template <class T> __device__ int f(T t) { Undeclared x; } __device__ int g() { return f(1); }",
        &[],
    ),
    (
        "template <class T> __device__ int f(T t) { return undeclared(1); } __device__ int g() { return f(1); }",
        &[],
    ),
    ("template <class T> __device__ int f(T t, Undeclared x) { return 1; }", &[]),
    ("template <class T> __device__ Undeclared f(T t) { return 1; }", &[]),
    ("template <class T> __global__ void f(T t) { Undeclared x; }", &[]),
    (
        "template <class T> __global__ void f(T t) { Undeclared x; } template __global__ void f<int>(int);",
        &[],
    ),
    ("template <class T> struct S { __device__ int f() { Undeclared x; return ((; } };", &[]),
    ("struct S { __device__ int f() { return undeclared(1); } };", &[]),
    ("struct S { __device__ int f() { Undeclared x; return 1; } };", &[]),
    ("__device__ int f() { return undeclared(1); }", &[]),
    ("#ifndef __device__\n#define __device__\n#endif\n__device__ int f() { return 1; }", &[]),
];

fn main() {
    let mut list = vec![trials::trial("names", &[], names_stand_once)];
    for options in OPTIONS {
        list.push(trials::trial(
            format!("predefined/{}", options.join(" ")),
            &[Tool::Nvrtc],
            || predefined(options).map_err(Failed::from),
        ));
        if options.iter().all(|option| option.starts_with("-arch")) {
            list.push(trials::trial(
                format!("target/{}", options.join(" ")),
                &[Tool::Nvrtc],
                || target(options).map_err(Failed::from),
            ));
        }
    }
    for (text, options) in PROGRAMS {
        let name = format!("program/{text} {}", options.join(" "));
        list.push(trials::trial(name.replace('\n', " "), &[Tool::Nvrtc], || {
            program(text, options).map_err(Failed::from)
        }));
    }
    trials::run(list);
}

fn names_stand_once() -> Result<(), Failed> {
    let names: Vec<&str> = NAMES.lines().collect();
    match names.is_sorted_by(|a, b| a < b) && names.len() > 500 {
        true => Ok(()),
        false => Err(format!("{} names in no order", names.len()).into()),
    }
}

/// What both compilers make of a text, or why they do not.
fn both(text: &str, options: &[&str]) -> Result<[Result<String, String>; 2], String> {
    let mut words: Vec<String> = options.iter().map(|&word| word.to_owned()).collect();
    if !options.iter().any(|word| word.starts_with("-arch")) {
        words.push("-arch=compute_80".to_owned());
    }
    let theirs = match nvrtc::compile(text, "k.cu", &words) {
        Ok(ptx) => Ok(ptx),
        Err(ToolError::Refused(said)) => Err(said),
        Err(other) => return Err(other.to_string()),
    };
    words.push("--nvrtc".to_owned());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (options, _) = Options::parse_args(&words).map_err(|e| e.to_string())?;
    let ours = optx::compile_with("k.cu", text, &options, &MemoryIncludes::new());
    Ok([ours.map(|ptx| ptx.text().to_owned()).map_err(|e| e.to_string()), theirs])
}

/// The strings that the variables `v_0`, `v_1`, ... of a PTX text hold.
fn strings(ptx: &str) -> BTreeMap<usize, String> {
    let declared = ptx.split(".b8 v_").skip(1).filter_map(|rest| {
        let (head, _) = rest.split_once(';')?;
        let (number, rest) = head.split_once('[')?;
        let bytes = rest.split_once('{').map_or("", |(_, list)| list.trim_end_matches('}'));
        let bytes = bytes.split(',').filter_map(|byte| byte.trim().parse::<u8>().ok());
        let text: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
        Some((number.parse().ok()?, String::from_utf8_lossy(&text).into_owned()))
    });
    declared.collect()
}

const TEXT: &str = "#define TEXT_2(...) #__VA_ARGS__\n#define TEXT(...) TEXT_2(__VA_ARGS__)\n";

fn predefined(options: &[&str]) -> Result<(), String> {
    let names: Vec<&str> = NAMES.lines().chain(OWN.iter().copied()).collect();
    let mut source = TEXT.to_owned();
    for (i, name) in names.iter().enumerate() {
        source
            .push_str(&format!("#ifdef {name}\n__device__ char v_{i}[] = TEXT({name});\n#endif\n"));
    }
    let [ours, theirs] = both(&source, options)?;
    let (ours, theirs) = (strings(&ours?), strings(&theirs?));
    let mut wrong = Vec::new();
    for (i, name) in names.iter().enumerate() {
        if OWN.contains(name) {
            continue;
        }
        let own_way = |text: &str| text.contains("__attribute__") || name.starts_with("NV_");
        match (ours.get(&i), theirs.get(&i)) {
            (Some(a), Some(b)) if plain(a) == plain(b) || own_way(b) => {}
            (None, None) => {}
            (a, b) => wrong.push(format!("{name}: {a:?}, NVRTC {b:?}")),
        }
    }
    let told = theirs.len();
    if wrong.is_empty() && told > 150 {
        Ok(())
    } else {
        Err(format!("{told} of NVRTC's\n{}", wrong.join("\n")))
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect()
}

fn target(options: &[&str]) -> Result<(), String> {
    let mut source = TEXT.to_owned();
    for (i, text) in EXPANSIONS.iter().enumerate() {
        source.push_str(&format!("__device__ char v_{i}[] = TEXT({text});\n"));
    }
    for (i, condition) in CONDITIONS.iter().enumerate() {
        let number = EXPANSIONS.len() + i;
        source.push_str(&format!(
            "#if {condition}\n__device__ char v_{number}[] = \"yes\";\n#endif\n"
        ));
    }
    let [ours, theirs] = both(&source, options)?;
    let (ours, theirs) = (strings(&ours?), strings(&theirs?));
    let texts = EXPANSIONS.iter().chain(CONDITIONS).enumerate();
    let wrong: Vec<String> = texts
        .filter(|(i, _)| ours.get(i).map(|s| plain(s)) != theirs.get(i).map(|s| plain(s)))
        .map(|(i, text)| format!("{text}: {:?}, NVRTC {:?}", ours.get(&i), theirs.get(&i)))
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn program(text: &str, options: &[&str]) -> Result<(), String> {
    let source = format!("{text}\nextern \"C\" __global__ void k(int *p) {{ *p = 1; }}\n");
    match both(&source, options)? {
        [Ok(_), Ok(_)] | [Err(_), Err(_)] => Ok(()),
        [Ok(_), Err(said)] => Err(format!("taken here; NVRTC: {said}")),
        [Err(said), Ok(_)] => Err(format!("NVRTC takes it; here: {said}")),
    }
}
