//! What a program finds out of NVRTC's mode and of nvcc's: macros, questions, headers. Asked of NVRTC 13.5, and of nvcc 13.5 with g++ 12; a test of
//! `runtime-tests` asks NVRTC all of it again.

use super::*;
use crate::options::{Dialect, Standard};

fn dialect(nvrtc: bool) -> Dialect {
    Dialect { nvrtc, ..Dialect::default() }
}

fn by(nvrtc: bool, text: &str, include: &dyn Include) -> (String, String) {
    let dialect = dialect(nvrtc);
    run_with(text, &FrontendOptions { include, dialect, ..FrontendOptions::default() })
}

/// Whether conditions hold, with nvcc and with NVRTC.
#[test]
fn questions() {
    for (condition, nvcc, nvrtc) in [
        ("defined(__CUDACC_RTC__)", false, true),
        ("defined(__NVCC__)", true, false),
        ("defined(__CUDACC__) && defined(__CUDA_ARCH__) && defined(__LP64__)", true, true),
        ("defined(__GNUC__) || defined(__x86_64__) || defined(__linux__)", true, false),
        ("defined(__INT_MAX__) || defined(__SIZEOF_INT__) || defined(__CHAR_BIT__)", true, false),
        ("defined(__EDG__)", false, true),
        ("defined(__COUNTER__)", true, false),
        ("defined(__OPTX__) && defined(assert)", true, true),
        ("__CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ == 5", true, true),
        ("defined(__CUDA_FTZ)", false, true),
        ("__CUDA_PREC_DIV == 1 && __CUDA_FTZ == 0", false, true),
        ("__cplusplus == 201703L", true, true),
        ("defined(__cpp_lambdas)", false, true),
        ("defined(__cpp_if_constexpr)", true, true),
        ("defined(linux) && defined(unix)", true, false),
        ("defined(__VECTOR_TYPES_H__) && defined(__CUDA_RUNTIME_H__)", true, true),
        ("defined(__has_include) && defined(__has_builtin)", true, true),
        ("defined(__has_cpp_attribute)", true, true),
        ("defined(__has_attribute) && defined(__has_include_next)", true, false),
        ("defined(__has_feature) || defined(__has_extension)", false, false),
        ("__has_feature(modules) || __has_extension(x)", false, false),
        ("__has_include(<vector>) && __has_include(<stdio.h>)", true, false),
        ("__has_include(<cuda_fp16.h>)", true, true),
        ("__has_include(<stdint.h>)", true, true),
        ("__has_include(<nothing.h>)", false, false),
        ("__has_builtin(__builtin_expect) && __has_builtin(__is_class)", true, true),
        ("__has_builtin(__builtin_nothing)", false, false),
        ("__has_cpp_attribute(nodiscard) == 201907", true, true),
        ("__has_cpp_attribute(gnu::unused)", true, true),
        ("__has_attribute(always_inline) && __has_attribute(__noinline__)", true, true),
        ("NV_IS_DEVICE && !NV_IS_HOST && NV_PROVIDES_SM_70 && !NV_PROVIDES_SM_80", true, true),
    ] {
        for (mode, wanted) in [(false, nvcc), (true, nvrtc)] {
            let text = format!("#if {condition}\nyes\n#else\nno\n#endif");
            let (out, told) = by(mode, &text, &NoIncludes);
            let wanted = if wanted { "yes" } else { "no" };
            assert_eq!((out.as_str(), told.as_str()), (wanted, ""), "{condition}, NVRTC {mode}");
        }
    }
}

/// Words that are macros for both are so for who asks, and stay what they are.
#[test]
fn words_that_are_macros() {
    for word in ["__device__", "__host__", "__global__", "__shared__", "__constant__", "__align__"]
    {
        for mode in [false, true] {
            let text = format!("#ifndef {word}\n#define {word}\n#endif\n{word} x");
            assert_eq!(by(mode, &text, &NoIncludes), (format!("{word} x"), String::new()));
            let text = format!("#undef {word}\n#ifdef {word}\nno\n#endif\n{word}");
            assert_eq!(by(mode, &text, &NoIncludes).0, word);
            let put = format!(
                "#pragma push_macro(\"{word}\")\n#define {word} y\n{word}\n#pragma pop_macro(\"{word}\")\n#ifdef {word}\n{word}\n#endif"
            );
            assert_eq!(by(mode, &put, &NoIncludes), (format!("y {word}"), String::new()));
        }
    }
}

#[test]
fn standards() {
    for (standard, number, features) in [
        (Some(Standard::Cpp03), "199711L", ""),
        (Some(Standard::Cpp11), "201103L", "200704L"),
        (Some(Standard::Cpp14), "201402L", "201304L"),
        (None, "201703L", "201603L"),
        (Some(Standard::Cpp17), "201703L", "201603L"),
        (Some(Standard::Cpp20), "202002L", "201907L"),
        (Some(Standard::Cpp23), "202302L", "202211L"),
    ] {
        for nvrtc in [false, true] {
            let dialect = Dialect { nvrtc, standard, ..Dialect::default() };
            let options = FrontendOptions { dialect, ..FrontendOptions::default() };
            let text = "__cplusplus\n#ifdef __cpp_constexpr\n__cpp_constexpr\n#endif";
            let wanted = format!("{number} {features}");
            assert_eq!(run_with(text, &options), (wanted.trim().to_owned(), String::new()));
        }
    }
}

#[test]
fn nvrtc_takes_what_the_program_brings_before_what_is_built_in() {
    let own = MemoryIncludes::new()
        .with("cuda_fp16.h", "own")
        .with("stdint.h", "own")
        .with("vector", "own")
        .with("dir/a.h", "#include \"b.h\"\n#include <b.h>")
        .with("b.h", "b")
        .with("dir/b.h", "wrong")
        .with("/x/c.h", "c");
    for (text, nvcc, nvrtc) in [
        ("#include \"cuda_fp16.h\"", "own", "own"),
        ("#include <cuda_fp16.h>\n__half", "", "own __half"),
        ("#include <stdint.h>", "", "own"),
        ("#include <vector>", "", "own"),
        // A name is found as it is written: not in the folder of the file that includes it.
        ("#include \"dir/a.h\"", "b b", "b b"),
        ("#include \"/x/c.h\"", "c", "c"),
    ] {
        let (out, told) = by(true, text, &own);
        assert_eq!((out.as_str(), told.as_str()), (nvrtc, ""), "{text}");
        let (out, told) = by(false, text, &own);
        assert_eq!(told, "", "{text}");
        assert!(nvcc.is_empty() || out == nvcc, "{text}: {out}");
        let has_own = out.split_whitespace().any(|word| word == "own");
        assert_eq!(has_own, nvcc == "own", "{text}");
    }
}

#[test]
fn a_header_that_is_nowhere_ends_the_compilation_in_nvrtcs_words() {
    for (text, name) in [
        ("#include <x.h>\nint a = ;", "x.h"),
        ("#include \"dir/x.h\"\nint a = ;", "dir/x.h"),
        ("#include <iostream>\nint a = ;", "iostream"),
        ("#include <thrust/sort.h>\nint a = ;", "thrust/sort.h"),
        ("#include \"./b.h\"\n", "./b.h"),
        ("#include \"../b.h\"\n#include <more.h>", "../b.h"),
    ] {
        let (out, told) = by(true, text, &MemoryIncludes::new().with("b.h", "b"));
        let first = told.lines().next().unwrap_or_default();
        let wanted = format!("t.cu:1:10: error[E0013]: cannot open source file \"{name}\"");
        assert_eq!((out.as_str(), first), ("", wanted.as_str()), "{text}");
        assert_eq!(told.matches("error").count(), 1, "{told}");
    }
    let options = FrontendOptions {
        includes: vec!["before.h".to_owned()],
        dialect: dialect(true),
        ..FrontendOptions::default()
    };
    let (_, told) = run_with("a", &options);
    assert!(told.contains("cannot open source file \"before.h\""), "{told}");
}

/// Several sources are asked one behind the other.
#[test]
fn the_first_source_that_has_a_file_gives_it() {
    let first = MemoryIncludes::new().with("a.h", "first");
    let second = MemoryIncludes::new().with("a.h", "second").with("b.h", "b");
    let both: &[&dyn Include] = &[&first, &second];
    let (out, told) = by(true, "#include <a.h>\n#include <b.h>", &crate::include::FirstOf(both));
    assert_eq!((out.as_str(), told.as_str()), ("first b", ""));
}

/// A file whose name is written in two ways is one.
#[test]
fn a_file_that_is_read_once_is_known_by_any_way_to_it() {
    let files = MemoryIncludes::new()
        .with("a.h", "#pragma once\na")
        .with("./a.h", "#pragma once\nagain")
        .with("dir/../a.h", "#pragma once\nagain");
    let text = "#include \"a.h\"\n#include \"./a.h\"\n#include \"dir/../a.h\"\nend";
    assert_eq!(by(false, text, &files), ("a end".to_owned(), String::new()));
}

#[test]
fn names_of_headers_out_of_macros() {
    let files = MemoryIncludes::new().with("a.h", "a").with("d/b.h", "b");
    let text = "#define A <a.h>\n#define Q \"a.h\"\n#define M(x) <x.h>\n#define S2(x) #x\n#define S(x) S2(x)\n#define D d\n\
        #include A\n#include Q\n#include M(a)\n#include S(D/b.h)\n\
        #if __has_include(A) && __has_include(Q) && __has_include(M(a)) && __has_include(<d/b.h>) && !__has_include(M(c))\nyes\n#endif";
    assert_eq!(by(true, text, &files), ("a a a b yes".to_owned(), String::new()));
}

/// What `__has_builtin` says yes to is a function that the checker knows, and what it says no to is none.
#[test]
fn functions_that_are_said_to_be_there_are() {
    let is_known = |name: &str| {
        let source = format!("__global__ void k(int *p) {{ {name}(); }}");
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let options = FrontendOptions::default();
        crate::compile_to_whirl("t.cu", &source, &options, &mut sm, &mut diags);
        diags.list().iter().all(|d| d.code != optx_source::code::UNKNOWN_NAME)
    };
    for name in crate::preprocess::asking::BUILTINS {
        assert!(is_known(&format!("__builtin_{name}")), "{name}");
    }
    // Asked for by libcudacxx: whoever adds one to the checker says so there.
    for name in [
        "FILE",
        "FUNCTION",
        "LINE",
        "acos",
        "addressof",
        "bit_cast",
        "bswap32",
        "bswap64",
        "ceil",
        "clz",
        "clzll",
        "cos",
        "ctz",
        "ctzll",
        "exp",
        "fabs",
        "ffs",
        "floor",
        "fma",
        "fmax",
        "fmin",
        "isfinite",
        "isinf",
        "launder",
        "log",
        "memcmp",
        "memcpy",
        "memmove",
        "memset",
        "operator_new",
        "parity",
        "popcount",
        "popcountll",
        "pow",
        "prefetch",
        "round",
        "signbit",
        "sin",
        "sqrt",
        "strlen",
        "trunc",
    ] {
        let listed = crate::preprocess::asking::BUILTINS.contains(&name);
        assert_eq!(is_known(&format!("__builtin_{name}")), listed, "{name}");
    }
}

/// When `, ## __VA_ARGS__` loses its comma: g++ 12 and NVRTC 13.5 differ where an argument stands there and is empty.
#[test]
fn commas_before_no_arguments() {
    let macros = "#define M(a, ...) x , ## __VA_ARGS__ y\n#define K(b...) x , ## b y\n#define E\n";
    for (used, gnu, strict, nvrtc) in [
        ("M(a)", "x y", "x y", "x y"),
        ("M(a,)", "x , y", "x , y", "x y"),
        ("M(a,E)", "x , y", "x , y", "x , y"),
        ("M(a,2)", "x ,2 y", "x ,2 y", "x ,2 y"),
        ("K()", "x y", "x , y", "x y"),
        ("K(E)", "x , y", "x , y", "x , y"),
    ] {
        let standard = Some(Standard::Cpp17);
        for (dialect, wanted) in [
            (dialect(false), gnu),
            (Dialect { standard, ..dialect(false) }, strict),
            (Dialect { standard, ..dialect(true) }, nvrtc),
        ] {
            let options = FrontendOptions { dialect, ..FrontendOptions::default() };
            let (out, told) = run_with(&format!("{macros}{used}"), &options);
            assert_eq!(
                (out.as_str(), told.as_str()),
                (wanted, ""),
                "{used}, {:?}",
                options.dialect
            );
        }
    }
}
