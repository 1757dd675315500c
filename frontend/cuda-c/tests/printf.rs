//! `printf` and `assert` in device code: what is said of formats, and what the calls become.

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::CodeOptions;

fn compile(source: &str) -> (String, String) {
    let options = FrontendOptions {
        code: CodeOptions { target: "sm_80".to_owned(), ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
    let mut sm = SourceMap::new();
    let mut diags = Diagnostics::default();
    let module = compile_to_whirl("t.cu", source, &options, &mut sm, &mut diags);
    let said = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
    (module.map_or(String::new(), |m| optx_whirl::print::print_module(&m)), said)
}

fn body(statements: &str) -> (String, String) {
    compile(&format!(
        "struct S {{ int a; }};\n__global__ void k(float x, double d, short h, long long l, const char *s, S v) {{\n{statements}\n}}\n"
    ))
}

#[test]
fn formats_that_fit_are_not_mentioned() {
    for statements in [
        "printf(\"plain %% text\\n\");",
        "printf(\"%d %f %g %hd %lld %s %p\", h, x, d, h, l, s, s);",
        "printf(\"%*.4f|%c|%u|%lu\", 3, d, 'c', 7u, sizeof(S));",
        "printf(s, h, v.a);",
    ] {
        let (whirl, said) = body(statements);
        assert_eq!(said, "", "{statements}");
        assert_eq!(whirl.matches("~vprintf").count(), 1, "{whirl}");
    }
}

#[test]
fn formats_that_do_not_fit_are_warned_of() {
    for (statement, wanted) in [
        (
            "printf(\"%d\", x);",
            "conversion 1 of the format takes an integer of at most 32 bits, and the argument is of type `double`",
        ),
        (
            "printf(\"%f %d\", d, l);",
            "conversion 2 of the format takes an integer of at most 32 bits",
        ),
        (
            "printf(\"%ld\", h);",
            "conversion 1 of the format takes a 64-bit integer, and the argument is of type `int`",
        ),
        ("printf(\"%s\", h);", "takes a string"),
        ("printf(\"%f\", h);", "takes a floating-point number"),
        ("printf(\"%d %d\", h);", "the format takes 2 arguments, and 1 is given"),
        ("printf(\"%d\", h, h);", "the format takes 1 argument, and 2 are given"),
        ("printf(\"%y\");", "`%y` is no conversion"),
        ("printf(\"%d %zu\", h, sizeof(S));", "devices do not print `%zu`: they know the lengths"),
        ("printf(\"%hhd\", h);", "devices do not print `%hhd`"),
        ("printf(\"%.*f\", 3, d);", "devices do not print `%.*f`"),
    ] {
        let (whirl, said) = body(statement);
        assert!(said.contains("warning[W0019]") && said.contains(wanted), "{statement}: {said}");
        assert!(!whirl.is_empty());
    }
    for (statement, wanted) in [
        ("printf();", "E0064"),
        ("printf(h);", "E0060"),
        ("printf(\"%d\", v);", "a value of type `S` cannot be passed to `printf`"),
    ] {
        let (whirl, said) = body(statement);
        assert!(whirl.is_empty() && said.contains(wanted), "{statement}: {said}");
    }
}

#[test]
fn arguments_lie_at_their_natural_alignment() {
    let (whirl, _) = body("printf(\"%d %f %d %lld\", h, x, 7, l);");
    // int at 0, double at 8, int at 16, long long at 24: 32 bytes.
    for store in ["(I4STID", "(F8STID", "(I8STID"] {
        assert!(whirl.contains(store), "{store} in {whirl}");
    }
    for place in ["+8 (F8", "+16 (I4INTCONST", "+24 (I8"] {
        assert!(whirl.contains(place), "{place} in {whirl}");
    }
    assert!(whirl.contains("array t") && whirl.contains("\"printed\""), "{whirl}");
}

#[test]
fn calls_share_their_object() {
    let (whirl, _) = body(
        "printf(\"%d\", h); if (h) printf(\"%f %d %d\", d, 7, printf(\"%d %d\", 1, h)); printf(\"%lld\", l);",
    );
    assert_eq!(whirl.matches("\"printed\"").count(), 1, "{whirl}");
    // The inner call is before the first store of the outer one.
    let at = |text: &str| whirl.find(text).unwrap_or_else(|| panic!("{text} in {whirl}"));
    assert!(at("(I4INTCONST =1)") < at("(I4INTCONST =7)"), "{whirl}");
}

#[test]
fn assertions_know_where_they_stand() {
    let source = |define: &str| {
        format!(
            "{define}#include <assert.h>\n__device__ int f(int *p, float x) {{ assert(p[0] > 3 && x < 1); return 1; }}\n\
             __global__ void k(int *p) {{ p[0] = f(p, 2.0f); }}\n"
        )
    };
    let (whirl, said) = compile(&source(""));
    assert_eq!(said, "");
    assert_eq!(whirl.matches("~assertfail").count(), 1, "{whirl}");
    for text in ["p[0] > 3 && x < 1", "t.cu", "int f(int *, float)"] {
        let hex: String = text.bytes().map(|b| format!("{b:02x}")).collect();
        assert!(whirl.contains(&hex), "`{text}` in {whirl}");
    }
    assert!(whirl.contains("(U4INTCONST =2)"), "the line in {whirl}");
    let (whirl, said) = compile(&source("#define NDEBUG\n"));
    assert_eq!((said.as_str(), whirl.matches("~assertfail").count()), ("", 0));
}

#[test]
fn functions_know_their_names() {
    let (whirl, said) = compile(
        "__device__ int f(const char *s) { return s[0]; }\n\
         __global__ void kern(int *p, unsigned n) { p[0] = f(__func__); p[1] = f(__PRETTY_FUNCTION__); }\n",
    );
    assert_eq!(said, "");
    for text in ["kern", "void kern(int *, unsigned int)"] {
        let hex: String = text.bytes().map(|b| format!("{b:02x}")).collect();
        assert!(whirl.contains(&format!("\"{hex}\"")), "`{text}` in {whirl}");
    }
}
