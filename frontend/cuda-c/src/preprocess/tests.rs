//! Preprocessor tests: the examples of the C standard, directives, limits.

use optx_source::{Diagnostics, Limits, SourceMap};
use optx_whirl::CodeOptions;

use super::{preprocess, spell};
mod dialects;
mod guards;
mod pragmas;

use crate::{
    include::{Include, MemoryIncludes, NoIncludes},
    intern::Interner,
    options::{FrontendOptions, MacroOption},
    token::Tok,
};

fn run_with(text: &str, options: &FrontendOptions<'_>) -> (String, String) {
    let mut sm = SourceMap::new();
    let mut names = Interner::new();
    let mut diags = Diagnostics::new(&options.limits);
    let out = preprocess("t.cu", text, options, &mut sm, &mut names, &mut diags);
    let shown: Vec<_> = out.into_iter().filter(|t| t.kind != Tok::Eof).collect();
    let errors: Vec<_> = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
    (spell(&shown, &names), errors.concat())
}

fn run_including(text: &str, include: &dyn Include) -> (String, String) {
    run_with(text, &FrontendOptions { include, ..FrontendOptions::default() })
}

fn ok(text: &str) -> String {
    let (out, errors) = run_including(text, &NoIncludes);
    assert_eq!(errors, "", "{text}");
    out
}

fn first_error(text: &str) -> String {
    let (_, errors) = run_including(text, &NoIncludes);
    errors.lines().next().unwrap_or("").to_string()
}

#[test]
fn standard_example_3() {
    let text = "
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };";
    assert_eq!(
        ok(text),
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); \
         f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1); \
         int i[] = { 1, 23, 4, 5, }; char c[2][6] = { \"hello\", \"\" };"
    );
}

#[test]
fn standard_example_4() {
    let text = r#"
#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') == 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)"#;
    assert_eq!(
        ok(text),
        r#"printf("x" "1" "= %d, x" "2" "= %s", x1, x2); fputs("strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" ": @\n", s); "vers2.h" "hello"; "hello" ", world""#
    );
}

#[test]
fn standard_examples_of_pasting_and_variadics() {
    let text = "
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(x, y);
#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
#define debug(...) fprintf(stderr, __VA_ARGS__)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))
debug(\"Flag\");
debug(\"X = %d\\n\", x);
showlist(The first, second, and third items.);
report(x>y, \"x is %d but y is %d\", x, y);";
    assert_eq!(
        ok(text),
        "char p[] = \"x ## y\"; int j[] = { 123, 45, 67, 89, 10, 11, 12, }; \
         fprintf(stderr, \"Flag\"); fprintf(stderr, \"X = %d\\n\", x); \
         puts(\"The first, second, and third items.\"); \
         ((x>y)?puts(\"x>y\"): printf(\"x is %d but y is %d\", x, y));"
    );
}

/// White space as in the strings that gcc 12 and clang 19 make of these.
#[test]
fn va_opt() {
    let text = "
#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
#define H(X, ...) __VA_OPT__(X ## X,) tail
F(a, b, c) F() F(EMP) G(a, b, c) G(a,) G(a) SDEF(foo); SDEF(bar, 1, 2); H(a, 1) H(a)";
    assert_eq!(
        ok(text),
        "f(0 , a, b, c) f(0 ) f(0 ) f(0, a , b, c) f(0, a ) f(0, a ) S foo ; S bar = { 1, 2 }; aa, tail tail"
    );
}

#[test]
fn gnu_comma() {
    let text = "#define P(f, ...) p(f, ## __VA_ARGS__)\nP(1) P(1,2) P(1,2,3)\n#define Q(f, a...) p(f, a)\nQ(1,2,3)";
    assert_eq!(ok(text), "p(1) p(1,2) p(1,2,3) p(1, 2,3)");
    // An operand of `##` is not expanded before it stands in the text, so that the macro's own name in it stays (gcc 12, NVRTC 13.5).
    let macros = "#define A 1\n#define M(...) x , ## __VA_ARGS__ y\n#define N(a, ...) x , ## __VA_ARGS__ y\n\
                  #define S2(...) #__VA_ARGS__\n#define S(...) S2(__VA_ARGS__)\n";
    for (used, wanted) in [
        ("M(M(2))", "x ,M(2) y"),
        ("M(A)", "x ,1 y"),
        ("M(A, M(A))", "x ,1, M(1) y"),
        ("M()", "x y"),
        ("N(1, A)", "x ,1 y"),
        ("N(1, N(1))", "x ,N(1) y"),
        ("N(1, N)(3)", "x ,N y(3)"),
        ("S(N(1, A))", "\"x ,1 y\""),
    ] {
        assert_eq!(ok(&format!("{macros}{used}")), wanted, "{used}");
    }
}

#[test]
fn conditions() {
    for (text, value) in [
        ("1", true),
        ("0", false),
        ("defined A", true),
        ("defined(B)", false),
        ("!defined(B) && A == 3", true),
        ("-1 > 0u", true),
        ("-1 < 0", true),
        ("(2 || 1/0) && 1", true),
        ("0 && 1/0", false),
        ("1 ? 2 : 1/0", true),
        ("'a' == 97", true),
        ("0x7fffffffffffffff + 0 > 0", true),
        ("18446744073709551615u == -1", true),
        ("7 / 2 * 2 + 7 % 2 == 7", true),
        ("1 << 3 == 8 && ~0 == -1 && (5 ^ 1) == 4", true),
        ("unknown", false),
        ("true && !false", true),
        ("__CUDA_ARCH__ >= 700", true),
        ("BOTH", true),
        ("__has_include(<stdint.h>)", true),
        ("__has_include(\"nothing.h\")", false),
        ("F(2) == 4", true),
        ("not 0 and 1", true),
        // [cpp.cond]: all of it in the widest integers; unsigned where any operand is.
        ("-1 < 0u", false),
        ("-1 > 0u", true),
        ("(-1 < 0) == 1", true),
        ("-1 / 2u == 0x7fffffffffffffff", true),
        ("-1 >> 63 == -1", true),
        ("-1ull >> 63 == 1", true),
        ("(1 ? -1 : 0u) > 0", true),
        ("0xffffffffffffffff > 0", true),
        ("2147483647 + 1 > 0", true),
        ("4294967295u + 1 == 0", false),
        ("18446744073709551615u + 1 == 0", true),
        ("'ab' == 24930", true),
        ("'\\xff' < 0", true),
        ("u'\\xffff' == 65535 && L'a' == 97", true),
        ("__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__", true),
        ("__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__", false),
        ("__INT_MAX__ == 2147483647 && __LONG_MAX__ > __INT_MAX__ && __SHRT_MAX__ == 32767", true),
        ("__SIZEOF_LONG_LONG__ == 8 && __SIZEOF_SIZE_T__ == 8 && __SIZEOF_SHORT__ == 2", true),
        ("defined(__GNUC__) && __GNUC__ >= 4 && defined __x86_64__ && __LP64__", true),
        ("defined(__SIZEOF_INT128__) || defined(__SSE2__)", false),
    ] {
        let text = format!(
            "#define A 3\n#define F(x) (x*2)\n#define BOTH (defined(A) && !defined B)\n#if {text}\nyes\n#else\nno\n#endif"
        );
        assert_eq!(ok(&text), if value { "yes" } else { "no" }, "{text}");
    }
}

#[test]
fn groups() {
    let text = |a: &str| {
        format!(
            "#define A {a}\n#if A == 1\none\n#elif A == 2\ntwo\n#else\n#if A == 3\nthree\n#else\nmore\n#endif\n#endif\nend"
        )
    };
    assert_eq!(ok(&text("1")), "one end");
    assert_eq!(ok(&text("2")), "two end");
    assert_eq!(ok(&text("3")), "three end");
    assert_eq!(ok(&text("4")), "more end");
    assert_eq!(ok("#if 0\nit's \"odd /* \n # unknown\n#else\nb\n#endif"), "b");
    assert_eq!(ok("#if 0\n'b' break\n \"x\n'\n#else\nb\n#endif"), "b");
    assert_eq!(ok("#ifdef X\n#if 1/0\n#endif\n#elifndef X\ny\n#endif"), "y");
}

#[test]
fn line_file_counter() {
    assert_eq!(ok("a __LINE__\n__LINE__ __FILE__ __COUNTER__ __COUNTER__"), "a 1 2 \"t.cu\" 0 1");
    assert_eq!(ok("#line 50 \"x.h\"\n__LINE__ __FILE__"), "50 \"x.h\"");
    assert_eq!(ok("#define L __LINE__\n\nL"), "3");
    assert_eq!(ok("#line 010\n__LINE__"), "10");
    for (text, wanted) in [
        ("#line 0", "E0005"),
        ("#line 2147483648", "E0005"),
        ("#line 0x5", "E0005"),
        ("#line 5 x", "E0005"),
        ("#line 5 L\"x\"", "E0005"),
        ("#line 5 \"x\" y", "W"),
    ] {
        assert!(first_error(text).contains(wanted), "{text}: {}", first_error(text));
    }
}

/// [lex.name] 1, [lex.charset] 3: `\\u00e4` in a name is the character, wherever it is spelled.
#[test]
fn names_with_universal_characters() {
    assert_eq!(ok("#define \\u00e4x 1\näx \\u00E4x \\U000000e4x"), "1 1 1");
    assert_eq!(ok("#define A(x) a ## x\nA(\\u00e4) b\\u00e4"), "aä bä");
    assert_eq!(ok("b\\u00e4\\u00f6c"), "bäöc");
    // ASCII is never spelled so, nor what is no letter or digit, and five digits are four.
    assert_eq!(ok("\\u0041"), "\\u0041");
    assert_eq!(ok("\\u00e"), "\\u00e");
    assert_eq!(ok("\\u00a0"), "\\u00a0");
    assert_eq!(ok("\\u00e4a"), "äa");
    // A string has them as they are written.
    let strings = "#define H(x) #x\n#define S(x) H(x)\n";
    assert_eq!(ok(&format!("{strings}H(\\u00e4) H(ä)")), "\"\\u00e4\" \"ä\"");
    assert_eq!(ok(&format!("{strings}#define P(x, y) x ## y\nS(P(\\u00e4, b))")), "\"\\u00e4b\"");
    let pastes = "#define P(x, y) x ## y\n#define Q(x, y) P(x, y)\n";
    let text = "S(Q(P(\\u00e4, b), \\u00C1)) S(P(ä, \\u00c1)) P(\\u00e4, b)";
    let strings_of = ok(&format!("{strings}{pastes}{text}"));
    assert_eq!(strings_of, "\"\\u00e4b\\u00C1\" \"ä\\u00c1\" äb");
    assert_eq!(ok(&format!("{strings}S(S(\\u00E4b))")), "\"\\\"\\\\u00E4b\\\"\"");
}

#[test]
fn includes() {
    let files = MemoryIncludes::new()
        .with("a.h", "#pragma once\na")
        .with("b.h", "#ifndef B\n#define B\n#include \"a.h\"\nb\n#endif");
    let (out, errors) = run_including(
        "#define NAME \"b.h\"\n#include \"a.h\"\n#include NAME\n#include \"b.h\"\n#include <a.h>\nc",
        &files,
    );
    assert_eq!((out.as_str(), errors.as_str()), ("a b c", ""));
    let (out, errors) = run_including("#include <strange.h>\nc", &files);
    assert_eq!(out, "c");
    assert_eq!(
        errors,
        "t.cu:1:10: warning[W0001]: the header `strange.h` is unknown and taken as empty [-Wunknown-header]\n    \
         #include <strange.h>\n             ^^^^^^^^^^^\n"
    );
    assert_eq!(
        first_error("#include \"no.h\"\n"),
        "t.cu:1:10: error[E0013]: there is no file `no.h` to include"
    );
    // One file by two ways, and two files of one name.
    let ways = MemoryIncludes::new()
        .with("x/a.h", "#pragma once\na")
        .with("y/a.h", "#pragma once\na")
        .with("z/a.h", "#pragma once\nother")
        .with("x/b.h", "#pragma once\na");
    let text = "#include \"x/a.h\"\n#include \"y/a.h\"\n#include \"z/a.h\"\n#include \"x/b.h\"\n#include \"z/a.h\"\n";
    assert_eq!(run_including(text, &ways).0, "a other a");
    let own = MemoryIncludes::new().with("r.h", "#include \"r.h\"\n");
    let (_, errors) = run_including("#include \"r.h\"\n", &own);
    assert!(errors.contains("error[E0021]"), "{errors}");
}

#[test]
fn options_define_and_undefine() {
    let options = FrontendOptions {
        macros: vec![
            MacroOption::Define("N=4".into()),
            MacroOption::Define("M".into()),
            MacroOption::Define("U".into()),
            MacroOption::Undefine("U".into()),
        ],
        code: CodeOptions { target: "sm_90".to_owned(), ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
    let (out, errors) = run_with("N M U __CUDA_ARCH__ __cplusplus", &options);
    assert_eq!((out.as_str(), errors.as_str()), ("4 1 U 900 201703L", ""));
}

#[test]
fn pragmas() {
    let mut sm = SourceMap::new();
    let mut names = Interner::new();
    let mut diags = Diagnostics::default();
    let text = "#define N 4\n#pragma unroll N\nfor\n#pragma nounroll\n_Pragma(\"unroll 2\") x\n#pragma GCC x\n#pragma unrol\n";
    let out =
        preprocess("t.cu", text, &FrontendOptions::default(), &mut sm, &mut names, &mut diags);
    let kinds: Vec<Tok> = out.iter().map(|t| t.kind).collect();
    assert_eq!(
        kinds,
        [
            Tok::PragmaUnroll,
            Tok::Number,
            Tok::PragmaEnd,
            Tok::Ident,
            Tok::PragmaNounroll,
            Tok::PragmaUnroll,
            Tok::Number,
            Tok::PragmaEnd,
            Tok::Ident,
            Tok::Eof
        ]
    );
    assert_eq!(diags.list().len(), 1);
    assert!(sm.resolve(&diags.list()[0]).to_string().contains("did you mean `#pragma unroll`?"));
}

#[test]
fn predefined_types_and_limits() {
    assert_eq!(
        ok(
            "__SIZE_TYPE__ __PTRDIFF_TYPE__ __INT32_TYPE__ __WCHAR_TYPE__ __CHAR16_TYPE__ __UINT64_C(1)"
        ),
        "long unsigned int long int int int short unsigned int 1UL"
    );
    assert_eq!(
        ok("__UINTPTR_MAX__ __FLT_EPSILON__ __DBL_MAX_EXP__ __FLT_RADIX__ __DBL_MIN_EXP__"),
        "0xffffffffffffffffUL 1.19209289550781250000000000000000000e-7F 1024 2 (-1021)"
    );
    assert_eq!(ok("#include <cuda.h>\nINT32_MAX"), "2147483647");
}

#[test]
fn macros_are_put_away_and_back() {
    let push = "#pragma push_macro(\"A\")\n";
    let pop = "#pragma pop_macro(\"A\")\n";
    assert_eq!(
        ok(&format!(
            "#define A 1\n{push}#undef A\n#define A 2\n{push}#undef A\nA\n{pop}A\n{pop}A\n{pop}A"
        )),
        "A 2 1 1"
    );
    // One that is not defined is put away too.
    assert_eq!(ok(&format!("{push}#define A 2\nA\n{pop}A")), "2 A");
    assert_eq!(
        ok(
            "#define A 1\n_Pragma(\"push_macro(\\\"A\\\")\")\n#undef A\n_Pragma(\"pop_macro(\\\"A\\\")\") A"
        ),
        "1"
    );
    assert!(first_error("#pragma push_macro(A)\n").contains("error[E0098]"));
}

/// The bounds that the tokens `x` carry.
fn packs(text: &str) -> Vec<u8> {
    let (mut sm, mut names) = (SourceMap::new(), Interner::new());
    let mut diags = Diagnostics::default();
    let options = FrontendOptions::default();
    let out = preprocess("t.cu", text, &options, &mut sm, &mut names, &mut diags);
    assert!(diags.is_empty(), "{text}");
    out.iter().filter(|t| t.spelling(&names) == "x").map(crate::token::Token::pack).collect()
}

#[test]
fn packing() {
    assert_eq!(packs("x\n#pragma pack(1)\nx\n#pragma pack()\nx"), [0, 1, 0]);
    assert_eq!(
        packs(
            "#pragma pack(4)\n#pragma pack(push, 2)\nx\n#pragma pack(push)\n#pragma pack(16)\nx\n\
             #pragma pack(pop)\nx\n#pragma pack(pop)\nx\n#pragma pack(8)\nx"
        ),
        [2, 16, 2, 4, 8]
    );
    assert_eq!(
        packs("#pragma pack(push, a, 1)\n#pragma pack(push, 2)\nx\n#pragma pack(pop, a)\nx"),
        [2, 0]
    );
    assert_eq!(
        packs(
            "#define P(n) _Pragma(#n)\n#define M(a) a\n#define N 2\n#pragma pack(N)\nx P(pack(1)) x \
             M(_Pragma(\"pack(4)\") x _Pragma(\"pack()\") x)"
        ),
        [2, 1, 4, 0]
    );
    for bad in
        ["pack(3)", "pack 1", "pack(push, 1, 2)", "pack(pop)", "pack(1, 2)", "pack(,)", "pack(push"]
    {
        assert!(first_error(&format!("#pragma {bad}\nx")).contains("error[E0098]"), "{bad}");
    }
}

#[test]
fn errors() {
    for (text, message) in [
        ("#foo", "t.cu:1:2: error[E0005]: `#foo` is not a preprocessor directive"),
        ("#if 1\n", "t.cu:1:2: error[E0006]: this conditional has no `#endif`"),
        ("#endif", "t.cu:1:2: error[E0006]: `#endif` without `#if`"),
        ("#else", "t.cu:1:2: error[E0006]: `#else` without `#if`"),
        ("#if 1\n#else\n#else\n#endif", "t.cu:3:2: error[E0006]: `#else` after `#else`"),
        ("#if 0\n#else\n#elif 1\n#endif", "t.cu:3:2: error[E0006]: `#elif` after `#else`"),
        ("#if 1 +\n#endif", "t.cu:1:8: error[E0007]: the condition ends too early"),
        ("#if 1/0\n#endif", "t.cu:1:6: error[E0007]: division by zero"),
        ("#if 1 2\n#endif", "t.cu:1:7: error[E0007]: this does not belong to the condition"),
        ("#if 1.0\n#endif", "t.cu:1:5: error[E0007]: a floating constant in a condition"),
        ("#error no  good", "t.cu:1:1: error[E0008]: #error: no  good"),
        ("#warning hm", "t.cu:1:1: warning[W0002]: #warning: hm [-W#warnings]"),
        ("#define 3", "t.cu:1:9: error[E0009]: `#define` needs a macro name"),
        ("#define f(a b) a", "t.cu:1:13: error[E0009]: `)` must stand here"),
        ("#define f(a,a) a", "t.cu:1:13: error[E0009]: a macro parameter stands here twice"),
        ("#define f(a) #b", "t.cu:1:14: error[E0009]: `#` must be followed by a macro parameter"),
        (
            "#define f ## b",
            "t.cu:1:11: error[E0009]: `##` cannot stand at an end of a macro's replacement",
        ),
        (
            "#define A 1\n#define A 2",
            "t.cu:2:9: warning[W0017]: macro `A` is defined again in another way [-Wmacro-redefined]",
        ),
        (
            "#define f(a) a\nf(1,2)",
            "t.cu:2:1: error[E0011]: macro `f` takes 1 argument, and 2 are given",
        ),
        ("#define f(a) a\nf(1", "t.cu:2:1: error[E0014]: the arguments of macro `f` do not end"),
        ("/* x", "t.cu:1:1: error[E0002]: this comment does not end"),
        ("\"x", "t.cu:1:1: error[E0002]: this string does not end on its line"),
    ] {
        assert_eq!(first_error(text), message, "{text}");
    }
    assert_eq!(ok("#define A 1\n#define A 1\nA"), "1");
}

#[test]
fn suffixes_are_pasted_to_literals() {
    let text = "#define P(a, b) a ## b\n#define S2(x) #x\n#define S(x) S2(x)\nS(P(\"s\", _x)) S(P('c', _y))";
    assert_eq!(ok(text), "\"\\\"s\\\"_x\" \"'c'_y\"");
}

#[test]
fn bad_paste_names_the_expansion() {
    let (_, errors) = run_including("#define J(a,b) a##b\nJ(+, x)\n", &NoIncludes);
    assert_eq!(
        errors,
        "t.cu:2:3: error[E0012]: pasting `+` and `x` does not make a token\n    J(+, x)\n      ^\n"
    );
}

#[test]
fn bombs_end() {
    let mut doubling = String::from("#define A0 x x\n");
    let mut nested = String::from("#define D(x) x x\n");
    for i in 1..64 {
        doubling.push_str(&format!("#define A{i} A{} A{}\n", i - 1, i - 1));
    }
    doubling.push_str("A63\n");
    nested.push_str(&"D(".repeat(64));
    nested.push('x');
    nested.push_str(&")".repeat(64));
    let mut strings = String::from("#define S(x) T(x)\n#define T(x) #x\n");
    strings.push_str(&"S(".repeat(60));
    strings.push_str("\"\\\\\"");
    strings.push_str(&")".repeat(60));
    let deep = format!("#define I(x) x\n{}1{}", "I(".repeat(5000), ")".repeat(5000));
    for text in [doubling, nested, strings, deep] {
        let from = std::time::Instant::now();
        let (_, errors) = run_including(&text, &NoIncludes);
        assert!(errors.contains("error[E0022]"), "{}", &text[..40]);
        assert!(from.elapsed().as_secs() < 20, "took {:?}", from.elapsed());
    }
}

#[test]
fn limits_of_conditionals_and_tokens() {
    let text = "#if 1\n".repeat(2000);
    assert!(run_including(&text, &NoIncludes).1.contains("error[E0025]"));
    let text = format!("#if {}1{}\n#endif", "(".repeat(1000), ")".repeat(1000));
    assert!(run_including(&text, &NoIncludes).1.contains("the condition nests too deep"));
    let options = FrontendOptions {
        limits: Limits { tokens: 10, source_bytes: 1 << 20, ..Limits::default() },
        ..FrontendOptions::default()
    };
    assert!(run_with(&"x ".repeat(20), &options).1.contains("error[E0023]"));
    assert!(run_with(&"x ".repeat(1 << 20), &options).1.contains("error[E0023]"));
}

#[test]
fn notes_of_expansion() {
    let (_, errors) = run_including("#define BAD a##+\n#define OUTER BAD\nOUTER\n", &NoIncludes);
    assert!(errors.starts_with("t.cu:3:1: error[E0012]"), "{errors}");
    assert!(errors.contains("t.cu:1:13: note: expanded from macro `BAD`"), "{errors}");
    assert!(errors.contains("t.cu:2:15: note: expanded from macro `OUTER`"), "{errors}");
}

/// What `predefine` relies on.
#[test]
fn each_line_of_what_is_predefined_defines_a_name_of_its_own() {
    let options = FrontendOptions {
        code: CodeOptions { fast_math: true, ftz: true, ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
    let text = super::predefined::predefined(&options).text;
    let mut names: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        let rest = line.strip_prefix("#define ").unwrap_or_else(|| panic!("{line}"));
        let end = rest.find(|c: char| !crate::lexer::is_name(c as u8)).unwrap_or(rest.len());
        assert!(end > 0 && !line.ends_with('\\'), "{line}");
        names.push(&rest[..end]);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(count > 200, "{count}");
}
