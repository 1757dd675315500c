//! Unroll pragmas: where they stand, and which numbers they take; and what is wrong with those about warnings.
//!
//! What is expected is what the CUDA C++ Programming Guide says ("must be placed immediately before the loop"; "will be ignored if the ICE evaluates
//! to a non-positive integer or to an integer greater than the maximum value representable by the int data type"). NVRTC 13.5 warns
//! of the same pragmas, several before one loop and `nounroll` apart, which it does not know.

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::print::print_module;

/// The WHIRL of a source, and what is said of it: code, line and column of each.
fn compiled(source: &str) -> (String, Vec<String>) {
    let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
    let options = FrontendOptions::default();
    let module = compile_to_whirl("t.cu", source, &options, &mut sm, &mut diags);
    let said = diags.list().iter().map(|d| {
        let at = sm.pos(d.span);
        format!("{} {}:{}", d.code, at.line, at.column)
    });
    let said = said.collect();
    let text: String = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
    (print_module(&module.unwrap_or_else(|| panic!("{source}\n{text}"))), said)
}

/// A source is told of as listed, and is what it is where the pragmas of these lines are blanks.
fn ignored(source: &str, wanted: &[&str], lines: &[usize]) {
    let (module, said) = compiled(source);
    assert_eq!(said, wanted, "{source}");
    let without: Vec<String> = (1..)
        .zip(source.lines())
        .map(|(n, line)| if lines.contains(&n) { " ".repeat(line.len()) } else { line.to_owned() })
        .collect();
    assert_eq!(module, compiled(&without.join("\n")).0, "{source}");
}

fn kernel(body: &str) -> String {
    format!("__global__ void k(int *x, int n) {{\n{body}\n}}\n")
}

#[test]
fn pragmas_that_no_loop_follows_are_warned_of_and_change_nothing() {
    for body in [
        "\n#pragma unroll\nx[0] = n;",
        "\n#pragma unroll 4\nint z = n; x[z] = 1;",
        "\n#pragma nounroll\n{ for (int i = 0; i < n; i++) x[i] = i; }",
        "if (n)\n#pragma unroll\nx[0] = 1; x[1] = 2;",
        "if (n) x[0] = 1; else\n#pragma unroll\nx[1] = 2; x[2] = 3;",
        "for (int i = 0; i < n; i++)\n#pragma unroll\nx[i] = 1; x[1] = 2;",
        "x[0] =\n#pragma unroll (2)\n3;",
        "x[0] = n;\n#pragma unroll",
        "do x[n] = n;\n#pragma unroll\nwhile (n--);",
        "do { x[n] = n; }\n#pragma unroll 4\nwhile (n--);",
        "switch (n) { case 1:\n#pragma unroll\ncase 2: x[0] = 1; }",
        "\n#pragma unroll\nl: for (int i = 0; i < n; i++) x[i] = i; if (x[0]) goto l;",
    ] {
        ignored(&kernel(body), &["W0003 3:9"], &[3]);
    }
    ignored(&format!("#pragma unroll 4\n{}", kernel("")), &["W0003 1:9"], &[1]);
    ignored(
        "struct S {\n#pragma unroll\nint a; };\n__global__ void k(S *s) { s->a = 1; }",
        &["W0003 2:9"],
        &[2],
    );
    ignored(
        "__global__ void k(int *x,\n#pragma unroll\nint n) { x[0] = n; }",
        &["W0003 2:9"],
        &[2],
    );
    let two = kernel("#pragma unroll 2\n#pragma nounroll\nx[0] = n;");
    ignored(&two, &["W0003 2:9", "W0003 3:9"], &[2, 3]);
}

#[test]
fn a_pragma_from_a_macro_is_told_of_where_it_stands() {
    let source =
        "#define U _Pragma(\"unroll\")\n__global__ void k(int *x, int n) {\nU x[0] = n;\n}\n";
    let (_, said) = compiled(source);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("W0003"), "{said:?}");
    let (_, said) = compiled(&source.replace("U x", "U for (; n--;) x"));
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn numbers_that_are_none_to_unroll_by_are_warned_of_and_ignored() {
    let body = |n: &str| format!("\n#pragma unroll {n}\nfor (int i = 0; i < n; i++) x[i] = i;");
    for n in ["0", "-4", "2147483648", "4294967297", "0x100000000LL", "1 - 1"] {
        ignored(&kernel(&body(n)), &["W0024 3:16"], &[3]);
    }
    ignored(&kernel(&body("4 4")), &["W0024 3:18"], &[3]);
    ignored(&kernel(&body("4, 2 2")), &["W0024 3:21"], &[3]);
    for n in ["1", "2", "2147483647", "(4)", "3 + 1", "", "sizeof(int)", "true"] {
        let (module, said) = compiled(&kernel(&body(n)));
        assert!(said.is_empty(), "{n}: {said:?}");
        assert_ne!(module, compiled(&kernel(&body("0"))).0, "{n}");
    }
}

#[test]
fn each_instance_of_a_template_has_its_own_number() {
    let source = "template <int N> __device__ void f(int *x, int n) {\n#pragma unroll N\n\
        for (int i = 0; i < n; i++) x[i] = N;\n}\n\
        __global__ void k(int *x, int n) { f<4>(x, n); f<0>(x, n); f<-1>(x, n); }\n";
    let (_, mut said) = compiled(source);
    said.sort();
    assert_eq!(said, ["W0024 2:16", "W0024 2:16"]);
}

#[test]
fn of_several_pragmas_the_last_counts() {
    let body = |pragmas: &str| kernel(&format!("{pragmas}\nfor (int i = 0; i < n; i++) x[i] = i;"));
    ignored(&body("#pragma unroll 1\n#pragma unroll 4"), &["W0024 2:9"], &[2]);
    ignored(&body("#pragma nounroll\n#pragma unroll"), &["W0024 2:9"], &[2]);
    ignored(&body("#pragma unroll 4\n#pragma nounroll"), &["W0024 2:9"], &[2]);
}

#[test]
fn words_that_contradict_each_other_are_warned_of() {
    let f = "__device__ __forceinline__ __noinline__ int f(int a) { return a; }\n";
    let k = "__global__ void __launch_bounds__(64) __launch_bounds__(128) k(int *x) { x[0] = f(x[1]); }\n";
    let (_, said) = compiled(&format!("{f}{k}"));
    assert_eq!(said, ["W0025 1:45", "W0025 2:39"]);
    let (one, _) = compiled(&format!("{f}{k}").replace("__forceinline__", "               "));
    let plain = format!("{f}{k}").replace("__launch_bounds__(64)", "                     ");
    assert_eq!(one, compiled(&plain).0, "not inlined; 128 threads");
}

/// What NVRTC 13.5 tells by 253, 1222, 1223, 1224, 3184 and 3185 (tried on 2026-11-29), and no more.
#[test]
fn malformed_pragmas_about_warnings() {
    let told = |pragma: &str| {
        let (_, said) = compiled(&format!("{pragma}\n{}", kernel("x[0] = n;")));
        said
    };
    for (pragma, at) in [
        ("#pragma nv_diag_suppress", "1:9"),
        ("#pragma nv_diag_default", "1:9"),
        ("#pragma nv_diag_suppress 99999", "1:26"),
        ("#pragma nv_diag_warning 0", "1:25"),
        ("#pragma nv_diag_suppress 177, 4013", "1:31"),
        ("#pragma nv_diag_suppress set_but_not_usde", "1:26"),
        ("#pragma nv_diag_suppress MINE", "1:26"),
        ("#pragma nv_diag_suppress \"177\"", "1:26"),
        ("#pragma nv_diag_suppress 1.5", "1:26"),
        ("#pragma nv_diag_suppress -177", "1:26"),
        ("#pragma nv_diag_suppress (177)", "1:26"),
        ("#pragma nv_diag_suppress 177 549", "1:30"),
        ("#pragma nv_diag_suppress 177+1", "1:29"),
        ("#pragma nv_diag_suppress 177,", "1:29"),
        ("#pragma nv_diagnostic", "1:9"),
        ("#pragma nv_diagnostic foo", "1:23"),
        ("#pragma nv_diagnostic pop", "1:23"),
        (
            "#pragma nv_diagnostic push\n#pragma nv_diagnostic pop\n#pragma nv_diagnostic pop",
            "3:23",
        ),
    ] {
        assert_eq!(told(pragma), [format!("W0003 {at}")], "{pragma}");
    }
    for pragma in [
        "#pragma nv_diag_suppress 177, 20011, 4012, 1",
        "#pragma nv_diag_suppress=177",
        "#pragma nv_diag_suppress 20",
        "#pragma nv_diag_suppress set_but_not_used, divide_by_zero",
        // It may be a word that is not known here.
        "#pragma nv_diag_suppress some_other_word",
        "#pragma nv_diagnostic push\n#pragma nv_diagnostic pop",
        "#pragma nv_diagnostic push foo",
        "#pragma diag_suppress",
        "#pragma diag_suppress 99999",
        "#pragma GCC diagnostic",
        "#pragma GCC diagnostic pop",
        "#pragma GCC diagnostic ignored \"foo\"",
    ] {
        assert_eq!(told(pragma), [""; 0], "{pragma}");
    }
}

/// Each loop has the number of its own pragma, out of whatever macros, and nothing is told.
#[test]
fn a_pragma_from_a_macro_belongs_to_the_loop_behind_it() {
    const MACROS: &str = "#define P(x) _Pragma(#x)\n#define TEXT2(x) #x\n#define TEXT(x) TEXT2(x)\n\
        #define Q(x) _Pragma(TEXT(x))\n#define N 4\n#define UNROLL(n) Q(unroll n)\n#define QUIET Q(nv_diag_suppress 177)\n\
        #define LOOP(n, m) UNROLL(n) for (int i = 0; i < m; i++)\n";
    let numbers = |source: &str| -> Vec<String> {
        let (module, said) = compiled(source);
        assert!(said.is_empty(), "{source}: {said:?}");
        let words = module.split("(PRAGMA_UNROLL ").skip(1);
        words
            .map(|word| {
                let end = word.find(')').unwrap_or(0);
                word[..end].rsplit('=').next().unwrap_or_default().to_owned()
            })
            .collect()
    };
    for (body, wanted) in [
        ("P(unroll 2) for (; n--;) x[n] = 1;", &["2"][..]),
        ("Q(unroll) for (; n--;) x[n] = 1;", &["0"]),
        ("Q(nounroll) while (n--) x[n] = 1;", &["1"]),
        (
            "if (n) UNROLL(N) while (n--) x[n] = 1; else UNROLL(3) do x[n] = 1; while (n--);",
            &["4", "3"],
        ),
        ("l: UNROLL(N) while (n--) x[n] = 1; if (x[0]) goto l;", &["4"]),
        ("switch (n) { case 1: UNROLL(5) while (n--) x[n] = 1; }", &["5"]),
        ("UNROLL(2) QUIET while (n--) x[n] = 1;", &["2"]),
        ("UNROLL(2)\n#line 50\nwhile (n--) x[n] = 1;", &["2"]),
        ("LOOP(N, n) LOOP(2, i) x[i] = n;", &["4", "2"]),
        ("constexpr int m = 3; UNROLL(m * 2) while (n--) x[n] = 1;", &["6"]),
    ] {
        assert_eq!(numbers(&format!("{MACROS}{}", kernel(body))), wanted, "{body}");
    }
    let template = "template <int M> struct S { __device__ static void f(int *x) { UNROLL(M) for (int i = 0; i < M; i++) x[i] = i; } };\n";
    let used = format!("{MACROS}{template}{}", kernel("S<7>::f(x);"));
    assert_eq!(numbers(&used), ["7"]);
}
