//! File scope: what is no declaration is said, and takes nothing with it that follows.

use crate::{first_error, held_on_device, kernel, said};

/// [basic.link], [dcl.dcl]: statements, expressions and blocks are no declarations.
#[test]
fn what_is_no_declaration() {
    held_on_device(&[
        ("E0030 1:1", "{ int x; }"),
        ("E0030 1:1", "1 + 1;"),
        ("E0030 1:1", "if (1) ;"),
        ("E0030 1:1", "return;"),
        ("E0030 1:1", "for (;;) ;"),
        ("E0030 1:1", "while (1) { }"),
        ("E0030 1:13", "namespace { { } }"),
        ("E0030 1:1", "case 1:"),
        ("E0030 1:1", "public: int x;"),
        ("E0030 1:1", "(1);"),
        ("E0030 1:1", "~x();"),
        ("E0041 1:1", "foo;"),
        ("E0041 1:1", "foo(1, 2);"),
        ("E0041 1:1", "x = 3;"),
        ("E0034 1:5", "int 3x;"),
        ("E0041 1:15", "namespace N { foo }"),
        (
            "",
            "[[deprecated]]; ;; asm(\"\"); struct S { ~S(); }; S::~S() {} static_assert(1, \"\");",
        ),
        ("E0030 1:7", "using foo;"),
        ("E0040 1:17", "using namespace foo;"),
        ("E0040 1:10", "using N::x;"),
        ("E0040 1:15", "namespace M = K;"),
        ("E0040 1:33", "namespace N { int x; } using N::y;"),
        ("", "namespace N { int x; } namespace M = N; using namespace M; using N::x;"),
        ("", "using namespace std; using std::sqrt; namespace fs = std::filesystem;"),
        ("E0030 1:11", "namespace 3 { }"),
        ("E0030 1:12", "namespace N;"),
        ("E0030 2:1", "namespace N"),
        ("E0030 1:31", "namespace N {} namespace M = N"),
        ("E0030 1:14", "using X = int"),
        ("E0030 1:20", "using namespace std"),
    ]);
}

/// Without `-default-device` what the host alone has is not looked at; what is no declaration in any dialect is said, so that
/// no kernel is lost with it.
#[test]
fn kernels_behind_what_is_no_declaration() {
    let rows = [
        ("E0030 1:21", "static_assert(1, \"\")"),
        ("E0030 1:1", "{ int x; }"),
        ("E0030 1:1", "1 + 1;"),
        ("E0030 1:1", "if (1) ;"),
        ("E0030 2:1", "namespace N"),
        ("E0030 1:13", "namespace N 3"),
        ("E0030 1:14", "using X = int"),
        ("E0030 1:18", "using namespace N"),
        ("E0030 2:12", "struct A : "),
        ("E0030 1:10", "int x = 3"),
        ("E0033 1:8", "extern \"D\" int f();"),
        ("E0033 1:8", "extern \"D\" { int f(); }"),
        ("", "using namespace foo; using N::x; namespace M = K;"),
        ("", "TEST(a, b) { FOO; }"),
        ("", "foo(1);"),
        (
            "",
            "int host(int argc) try { return f(argc); } catch (E &e) { return 1; } catch (...) { return 2; }",
        ),
        ("", "template <class R, class T> struct M { R (T::*f)(); M(R (T::*g)()) : f(g) {} };"),
        (
            "",
            "template <typename... T> struct Tup : T... { using T::operator()...; }; template <typename... T> Tup(T...) -> Tup<T...>;",
        ),
        ("", "REGISTER(\"x\").Input(\"a\").Fn([](C *c) { return OK; }); BENCHMARK(f)->Arg(3);"),
        ("", "int (*fp)(int) = nullptr; void (Foo::*mp)() = &Foo::bar; auto [a, b] = pair(1, 2);"),
        ("", "asm(\"\");"),
    ];
    for (wanted, source) in rows {
        let said = said(&kernel(source, "o[0] = n;"));
        assert_eq!(first_error(&said), wanted, "{source}\n{said}");
        assert!(!said.contains("there is no kernel"), "{source}\n{said}");
    }
}

/// [lex.digraph] 2, [cpp.cond] 1: the words for operators are operators in a condition too.
#[test]
fn operators_in_conditions() {
    held_on_device(&[
        ("E0007 1:5", "#if and\n#endif"),
        ("E0007 1:11", "#if 1 and bitor\n#endif"),
        ("E0007 1:5", "#if xor_eq\n#endif"),
        ("", "#if not compl 0 or (6 bitand 3) not_eq (2 bitor 0) or (1 xor 1)\n#error\n#endif"),
    ]);
}

/// A file that ends within a declaration is told of, though nothing uses that.
#[test]
fn files_that_end_early() {
    for text in [
        "template <class... T",
        "template <template <class...> class",
        "template <class T>",
        "struct A { using ",
        "template <class... F> struct A : F... { using F::operator()...",
        "struct alignas(",
        "struct A { A() : a(",
        "enum E { a",
        "namespace n { int",
        "using X = int",
        "int x",
        "typedef int",
        "__device__ int f(int",
        "constexpr int x = (1 + 2",
        "static_assert(1",
    ] {
        assert_ne!(first_error(&said(text)), "", "{text}");
        assert_eq!(
            said(&format!("__device__ int g;\n{text}")).matches(": error[").count(),
            1,
            "{text}"
        );
    }
    for text in [
        "",
        ";",
        "int x;",
        "struct A { int x; };",
        "namespace n {}",
        "#pragma unroll 4\n",
        "asm(\"\");",
    ] {
        assert_eq!(first_error(&said(text)), "", "{text}");
    }
}
