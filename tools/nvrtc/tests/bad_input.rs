//! Input that is wrong in ways that nobody means: the documented error, in bounded time, and nothing else changes. The process lives on.

mod library;

use library::{Library, ours};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

const KERNEL: &str = "extern \"C\" __global__ void k(int *p) { *p = 1; }\n";

/// A program compiles as ever.
fn all_is_well(l: &Library) {
    let program = l.program(KERNEL);
    assert_eq!(program.compile(&["-arch=sm_80"]), 0);
    assert!(program.ptx().contains(".entry k("));
}

#[test]
fn megabytes_of_name_expressions() {
    let l = Library::load(&ours());
    let begin = Instant::now();
    let program = l.program("template<int N> __global__ void k(int *p) { *p = N; }\n");
    for number in 0..2000 {
        assert_eq!(program.add(&format!("k<{number}>")), 0);
    }
    assert_eq!(program.compile(&[]), 0);
    assert_eq!(program.lowered("k<1999>"), (0, "_Z1kILi1999EEvPi".to_owned()));
    // One of megabytes, which NVRTC takes too, and as many of one that means nothing.
    let program = l.program("template<int N> __global__ void k(int *p) { *p = N; }\n");
    let long = format!("k<{}1>", "1+".repeat(1 << 21));
    assert_eq!((program.add(&long), program.compile(&[])), (0, 0));
    assert_eq!(program.lowered(&long), (0, "_Z1kILi2097153EEvPi".to_owned()));
    let program = l.program(KERNEL);
    for _ in 0..200_000 {
        assert_eq!(program.add("nothing"), 0);
    }
    assert_eq!(program.compile(&[]), 6);
    assert!(program.log().len() < 1 << 10, "{}", program.log());
    all_is_well(&l);
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(60), "{took:?}");
}

#[test]
fn headers_that_include_themselves() {
    let l = Library::load(&ours());
    let headers = [("a.h", "#include \"b.h\"\n"), ("b.h", "#include \"a.h\"\n#include \"a.h\"\n")];
    let program = l.program_of("#include \"a.h\"\n", "k.cu", &headers);
    assert_eq!(program.compile(&[]), 6);
    assert!(program.log().contains("catastrophic error"), "{}", program.log());
    all_is_well(&l);
}

#[test]
fn sources_that_nest_and_grow() {
    let l = Library::load(&ours());
    let deep = |open: &str, close: &str| {
        let mut source = "__global__ void k(int *p) { *p = ".to_owned();
        let _ = write!(source, "{}1{};", open.repeat(100_000), close.repeat(100_000));
        source + "}"
    };
    for source in [
        deep("(", ")"),
        deep("-", ""),
        deep("p[", "]"),
        "{".repeat(1 << 20),
        "#if 1\n".repeat(1 << 18),
        "template<class T> struct A { A<A<T>> a; }; __global__ void k() { A<int> a; }".to_owned(),
        "__device__ constexpr int f(int n) { return f(n + 1); } __global__ void k(int *p) { constexpr int n = f(0); *p = n; }".to_owned(),
        "\u{1}\u{2}\u{ff}".repeat(1000),
    ] {
        let program = l.program(&source);
        assert_eq!(program.compile(&[]), 6, "{}", &source[..source.len().min(60)]);
        assert!(program.log().contains("error"), "{}", program.log());
    }
    all_is_well(&l);
}

#[test]
fn options_without_end() {
    let l = Library::load(&ours());
    let program = l.program(KERNEL);
    let many: Vec<String> = (0..20_000).map(|n| format!("-DA{n}={n}")).collect();
    let words: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(program.compile(&words), 0);
    let long = format!("--foo={}", "x".repeat(1 << 22));
    assert_eq!(program.compile(&[&long]), 5);
    assert!(program.log().starts_with("nvrtc: error: unrecognized option --foo=xxx"));
    assert_eq!(program.compile(&["-I/dev/zero", "-I/proc/self/mem", "-I/"]), 0);
    all_is_well(&l);
}

/// Bytes that are no UTF-8, in all that is a text.
#[test]
fn bytes_that_are_no_text() {
    let l = Library::load(&ours());
    let wrong =
        std::ffi::CString::new(b"__device__ int a = \xff\xfe;\n".to_vec()).expect("no zero byte");
    let odd = std::ffi::CString::new(b"\xff.cu".to_vec()).expect("no zero byte");
    let mut handle = std::ptr::null_mut();
    // SAFETY: the strings outlive the calls, and the pointers are valid.
    unsafe {
        let (none, empty) = (std::ptr::null(), std::ptr::null());
        assert_eq!((l.create)(&mut handle, wrong.as_ptr(), odd.as_ptr(), 0, none, empty), 0);
        let words = [odd.as_ptr()];
        assert_eq!((l.add)(handle, odd.as_ptr()), 0);
        assert_eq!((l.compile)(handle, 1, words.as_ptr()), 5);
        assert_eq!((l.compile)(handle, 0, std::ptr::null()), 6);
        assert_eq!((l.destroy)(&mut handle), 0);
    }
    all_is_well(&l);
}

/// What is left of an earlier compilation is nothing: what failed has no PTX, no code for a driver and no names.
#[test]
fn nothing_stays_of_an_earlier_compilation() {
    let l = Library::load(&ours());
    let program = l.program(KERNEL);
    assert_eq!(program.add("k"), 0);
    assert_eq!(program.compile(&["-arch=sm_80"]), 0);
    assert_eq!(program.lowered("k"), (0, "k".to_owned()));
    let binary = || program.result(l.cubin_size, l.cubin);
    assert_eq!(binary(), [program.ptx().as_bytes(), b"\0"].concat());
    for wrong in [&["-arch=sm_80", "-Dint=)"][..], &["--foo"]] {
        assert_ne!(program.compile(wrong), 0);
        assert_eq!((program.ptx(), binary()), (String::new(), Vec::new()));
        assert_eq!(program.lowered("k").0, 9);
    }
    assert_eq!(program.compile(&["-arch=compute_80"]), 0);
    assert_eq!(binary(), [0u8; 0]);
}
