//! Input made to break compilers: each limit ends in a diagnostic, and what must compile does.
//! These run on the small stacks of test threads, in debug builds.

#[path = "hostile/instances.rs"]
mod instances;
#[path = "hostile/searches.rs"]
mod searches;

use std::time::{Duration, Instant};

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};

/// Compiles, and gives the codes of what was said.
fn codes(source: &str) -> (bool, Vec<String>) {
    let mut sm = SourceMap::new();
    let mut diags = Diagnostics::default();
    let from = Instant::now();
    let m = compile_to_whirl("t.cu", source, &FrontendOptions::default(), &mut sm, &mut diags);
    // Debug builds on a shared machine: a bound on the order of growth, not on speed.
    assert!(from.elapsed() < Duration::from_secs(30), "{:?}", from.elapsed());
    for d in diags.list() {
        let _ = sm.resolve(d).to_string();
    }
    (m.is_some(), diags.list().iter().map(|d| d.code.to_string()).collect())
}

fn kernel(body: &str) -> String {
    format!(
        "__device__ int f(int x) {{ return x; }}\n__global__ void k(int *o, int n, int a) {{\n{body}\n}}\n"
    )
}

fn compiles(body: &str) {
    let (ok, said) = codes(&kernel(body));
    let start: String = body.chars().take(60).collect();
    assert!(ok, "{start}: {said:?}");
}

fn fails_with(source: &str, code: &str) {
    let (ok, said) = codes(source);
    let start: String = source.chars().take(60).collect();
    assert!(!ok && said.iter().any(|c| c == code), "{start}: {said:?}");
}

#[test]
fn nesting_of_256_compiles() {
    compiles(&format!("o[0] = {}a{};", "(".repeat(256), ")".repeat(256)));
    compiles(&format!("{}o[0] = a;{}", "{".repeat(256), "}".repeat(256)));
    compiles(&format!("{}n++;", "if (a) ".repeat(256)));
    compiles(&format!("{}n++;", "for (;;) ".repeat(256)));
    compiles(&format!("{}n++;", "while (a) ".repeat(256)));
    compiles(&format!("o[0] = {}a{};", "f(".repeat(250), ")".repeat(250)));
    compiles(&format!("o[0] = {}0{};", "o[".repeat(250), "]".repeat(250)));
    compiles(&format!("o[0] = {}a;", "- ".repeat(256)));
    compiles(&format!("o[0] = {}1{};", "a ? ".repeat(250), " : 2".repeat(250)));
    compiles(&format!("{}1;", "n = ".repeat(250)));
    compiles(&format!("o[0] = {}a{};", "(a + (int)".repeat(120), ")".repeat(120)));
    compiles(&format!("o[0] = {}a{};", "(a && ".repeat(250), ")".repeat(250)));
    compiles(&format!("int {}p = 0; o[0] = p != 0;", "*".repeat(250)));
}

#[test]
fn long_chains_compile() {
    for (op, count) in
        [(" + ", 65_536), (" && ", 20_000), (", ", 20_000), (" ^ ", 65_536), (" < ", 20_000)]
    {
        compiles(&format!("o[0] = ({});", vec!["a"; count].join(op)));
    }
    compiles(&format!("float x = a; o[0] = {};", vec!["x * x"; 20_000].join(" + ")));
    compiles(&format!("o[0] = *(o{});", " + a".repeat(65_536)));
    compiles(&format!("o[0] = {};", vec!["f(a)"; 10_000].join(" + ")));
    let arms: Vec<String> = (0..5_000).map(|i| format!("if (a == {i}) n++;")).collect();
    compiles(&arms.join(" else "));
    let cases: Vec<String> = (0..10_000).map(|i| format!("case {i}:")).collect();
    compiles(&format!("switch (a) {{ {} n++; }}", cases.join(" ")));
}

#[test]
fn large_inputs_compile() {
    let (ok, said) =
        codes(&format!("__device__ char s[] = \"{}\";\n{}", "x".repeat(1_000_000), kernel("")));
    assert!(ok, "{said:?}");
    let one = "__device__ int g@(int a) { int s = 0; for (int i = 0; i < a; ++i) s += i * @; return s; }\n";
    let many: String = (0..10_000).map(|i| one.replace('@', &i.to_string())).collect();
    let (ok, said) = codes(&(many + &kernel("o[0] = g7(a);")));
    assert!(ok, "{said:?}");
    let comment = format!("/*{}*/\n", "comment ".repeat(1_000_000));
    let (ok, said) = codes(&(comment + &kernel("")));
    assert!(ok, "{said:?}");
}

#[test]
fn deep_nesting_is_refused() {
    for body in [
        format!("o[0] = {}a{};", "(".repeat(100_000), ")".repeat(100_000)),
        "{".repeat(100_000) + &"}".repeat(100_000),
        format!("o[0] = {}a;", "- ".repeat(100_000)),
        format!("int {}p;", "*".repeat(100_000)),
        format!("int {}p{};", "(".repeat(50_000), ")".repeat(50_000)),
        "if (a) ".repeat(100_000) + ";",
        "a ? ".repeat(100_000) + "1;",
        "n = ".repeat(100_000) + "1;",
        "int x[] = ".to_string() + &"{".repeat(100_000) + &"}".repeat(100_000) + ";",
        "o".to_string() + &"[0]".repeat(100_000) + ";",
        "int x".to_string() + &"[1]".repeat(100_000) + ";",
        "o[0] = ".to_string() + &"sizeof ".repeat(100_000) + "a;",
        "o[0] = ".to_string() + &"(int)".repeat(100_000) + "a;",
        "struct { ".repeat(100_000) + &"};".repeat(100_000),
        "switch (a) ".repeat(100_000) + ";",
        "do ".repeat(100_000) + ";",
        format!("auto l = {}1{};", "[x = ".repeat(50_000), "](){}".repeat(50_000)),
        format!("auto l = {}1{};", "[](int x = ".repeat(50_000), "){}".repeat(50_000)),
        format!("auto l = {}1{};", "[=](){ return ".repeat(10_000), "; }".repeat(10_000)),
    ] {
        fails_with(&kernel(&body), "E0020");
    }
}

#[test]
fn deep_heads_of_templates_are_refused() {
    let head = "template<".repeat(30_000) + "class T" + &"> class".repeat(29_999);
    fails_with(&(head + "> __device__ int g();\n" + &kernel("o[0] = 1;")), "E0020");
}

#[test]
fn deep_types_are_refused() {
    let typedefs: String = (0..5_000).map(|i| format!("typedef T{i} *T{};\n", i + 1)).collect();
    fails_with(
        &format!("typedef int T0;\n{typedefs}{}", kernel("T5000 p = 0; o[0] = p != 0;")),
        "E0020",
    );
    let mut structs: String = "struct S0 { int a; };\n".to_string();
    for i in 0..1_000 {
        structs.push_str(&format!(
            "struct S{} {{ S{i} a; }};\n__device__ S{} g{i};\n",
            i + 1,
            i + 1
        ));
    }
    fails_with(&format!("{structs}{}", kernel("")), "E0020");
}

#[test]
fn large_objects_are_refused() {
    fails_with(&kernel("int x[1000000000000]; o[0] = x[a];"), "E0024");
    fails_with(&kernel("__shared__ int x[1 << 20][1 << 20]; o[0] = x[a][n];"), "E0024");
    fails_with(&kernel("int x[] = {[4000000000000] = 1}; o[0] = x[a];"), "E0024");
    fails_with(&("__device__ int x[4000000000] = {1};\n".to_string() + &kernel("")), "E0024");
    compiles("int x[1000000] = {1}; o[0] = x[a];");
}

#[test]
fn macro_bombs_are_refused() {
    let mut text = String::from("#define A0 n + n +\n");
    for i in 1..40 {
        text.push_str(&format!("#define A{i} A{} A{}\n", i - 1, i - 1));
    }
    fails_with(&(text + &kernel("o[0] = A39 1;")), "E0022");
}

#[test]
fn many_errors_stop() {
    let (ok, said) = codes(&kernel(&"q + ;\n".repeat(50_000)));
    assert!(!ok && said.len() <= 101, "{}", said.len());
}

#[test]
fn garbage_says_something() {
    let mut state = 12345u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let words = [
        "int",
        "float",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "&",
        "=",
        "+",
        "__global__",
        "__device__",
        "void",
        "struct",
        "S",
        "x",
        "1",
        "1.5f",
        "if",
        "else",
        "for",
        "while",
        "switch",
        "case",
        ":",
        "?",
        "template",
        "<",
        ">",
        "#",
        "define",
        "\n",
        "\"a\"",
        "'b'",
        "->",
        ".",
        "...",
        "return",
        "goto",
        "__shared__",
        "extern",
        "typedef",
        "enum",
        "union",
        "sizeof",
        "static_cast",
        "asm",
        "const",
        "::",
        "operator",
        "namespace",
        "using",
        "#if",
        "#endif",
        "threadIdx",
        "##",
        "\\",
        "@",
        "é",
        "\u{0}",
        "0x",
        "default",
        "break",
        "unsigned",
        "auto",
        "~",
        "!",
        "%",
        "<<<",
    ];
    for round in 0..400 {
        let mut text = String::from("__global__ void k(int *x, int S) {");
        for _ in 0..(next() % 120) {
            text.push_str(words[next() % words.len()]);
            text.push(' ');
        }
        if round % 2 == 0 {
            text.push('}');
        }
        codes(&text);
    }
    // Good source with bytes changed.
    let good = "struct P { float4 v; int a : 3; };\n#define M(x, ...) f(x __VA_OPT__(,) __VA_ARGS__)\n\
        __device__ int f(int a, int b = 2) { return a > b ? a : b; }\n__global__ void k(float *o, int n, P q) {\n\
        __shared__ float s[32]; for (int i = 0; i < n; ++i) { s[i] = q.v.x * o[i] + M(i, 3); __syncthreads(); }\n\
        switch (n) { case 1: o[0] = s[1]; break; default: asm(\"mov.u32 %0, %1;\" : \"=r\"(n) : \"r\"(n)); } o[n] = expf(s[n]); }\n";
    for _ in 0..400 {
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..1 + next() % 4 {
            let i = next() % bytes.len();
            match next() % 3 {
                0 => bytes[i] = b" (){}[];,*&=+-<>\"'#\\x0:?.%!~^|/\n"[next() % 32],
                1 => {
                    bytes.remove(i);
                }
                _ => {
                    let j = next() % bytes.len();
                    let piece: Vec<u8> =
                        bytes[i.min(j)..i.max(j)].iter().take(30).copied().collect();
                    bytes.splice(i..i, piece);
                }
            }
        }
        codes(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn what_may_be_a_type_is_found_out_in_little_time() {
    let deep = |a: &str, n: usize, b: &str, c: &str| format!("{}{b}{}", a.repeat(n), c.repeat(n));
    for n in [200, 5_000] {
        for body in [
            format!("o[0] = {};", deep("(int(", n, "a", "))")),
            format!("o[0] = {};", deep("sizeof(int(", n, "a", "))")),
            format!("{};", deep("int(", n, "x", ")")),
            format!("int x({});", deep("int(", n, "a", ")")),
            format!("int x({});", deep("int(*)(", n, "int", ")")),
            format!("if ({}) n++;", deep("int(", n, "a", ")")),
            format!("int(x) = {};", deep("(int(y) = ", n, "a", ")")),
            format!("int(x){};", ", (y)".repeat(n)),
            format!("int(x){};", ", y = int(a)".repeat(n)),
            format!("int x({});", vec!["int(a)"; n].join(", ")),
            format!("{};", deep("int(x)[", n, "a", "]")),
        ] {
            codes(&kernel(&body));
            // The same in host code, which is looked through for launches.
            codes(&format!("void host() {{ {body} }} {}", kernel("")));
        }
        let source = format!("{}{}{}", "int ", deep("(", n, "x", ")"), ";");
        codes(&(source + &kernel("")));
        let source = deep("namespace a {", n, "", "}");
        codes(&(source + &kernel("")));
        let source = deep("__device__ int (*", n, "f(int)", ")(int)");
        codes(&(source + " { return 0; }" + &kernel("")));
    }
    let many = |n: usize, f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<String>();
    codes(&(many(20_000, &|i| format!("namespace n{i} = n{};", i / 2)) + &kernel("")));
    codes(&kernel(&many(20_000, &|i| format!("namespace n{i} = n{i}::n{i};"))));
    codes(&kernel(&many(20_000, &|i| format!("int(x{i}), y{i};"))));
}

#[test]
fn substitutions_are_answered_once() {
    // Each signature calls the others: 2^40 steps where nothing is remembered.
    let more = |how: &dyn Fn(usize) -> String| (0..40).map(how).collect::<String>();
    let results = |q: &str| {
        more(&|i| format!("template<class T> {q} auto f() -> decltype(f<void>(), {i}, *T());\n"))
    };
    let first = "template<class T> __device__ void f() {}\n";
    let (ok, said) = codes(&(first.to_string() + &results("__device__") + &kernel("f<void>();")));
    assert!(ok, "{said:?}");
    let first = "template<class T> __device__ static void f() {}\n";
    let members = format!("struct A {{ {first} {} }};\n", results("__device__ static"));
    let (ok, said) = codes(&(members + &kernel("A::f<void>();")));
    assert!(ok, "{said:?}");
    let defaults = more(&|i| {
        format!(
            "template<class T, class = decltype(g(T(), {i})), int = {i}> __device__ int g(T, int);\n"
        )
    });
    codes(&(defaults + &kernel("o[0] = g(a, n);")));
    let calls = more(&|i| {
        format!("template<class T> __device__ auto h(T t, int) -> decltype(h(t, {i}), *t);\n")
    });
    codes(&(format!("struct S {{}};\n{calls}") + &kernel("S s; h(s, n);")));
}

/// Results that are deduced from each other without end: the frames of a debug build want a program's stack, not a test's.
#[test]
fn deduced_results_end() {
    let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(deduce_without_end);
    assert!(thread.expect("a thread").join().is_ok());
}

fn deduce_without_end() {
    for (declarations, call) in [
        ("template <class T> __device__ auto deep(T t) { return deep(&t); }", "deep(1);"),
        ("template <int N> __device__ auto deep() { return deep<N + 1>(); }", "deep<1>();"),
        ("template <class T> __device__ decltype(auto) deep(T t) { return deep(&t); }", "deep(1);"),
        (
            "template <int N> struct X {}; template <int N> __device__ auto deep(X<N>) { return deep(X<N + 1>()); }",
            "deep(X<1>());",
        ),
        (
            "struct S { template <class T> __device__ auto operator+(T t) const { return *this + &t; } };",
            "S s; s + 1;",
        ),
        (
            "struct S { template <class T> __device__ auto m(T t) const { return m(&t); } };",
            "S s; s.m(1);",
        ),
    ] {
        let (ok, said) = codes(&format!("{declarations}\n{}", kernel(call)));
        assert!(!ok && said.iter().any(|c| c == "E0020"), "{declarations}: {said:?}");
    }
}
