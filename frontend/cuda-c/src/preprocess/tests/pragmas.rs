//! `_Pragma` out of macros: where what it says lands in the stream of tokens. NVRTC 13.5, gcc 12 and clang 19 agree on these.

use super::*;

/// The tokens, those of a loop's pragma as `<unroll N>` and `<nounroll>`; and what is told.
fn stream(text: &str) -> (String, String) {
    let (mut sm, mut names) = (SourceMap::new(), Interner::new());
    let options = FrontendOptions::default();
    let mut diags = Diagnostics::new(&options.limits);
    let tokens = preprocess("t.cu", text, &options, &mut sm, &mut names, &mut diags);
    let mut out = Vec::new();
    let mut within = false;
    for t in tokens.iter().filter(|t| t.kind != Tok::Eof) {
        match t.kind {
            Tok::PragmaUnroll => {
                within = true;
                out.push("<unroll".to_owned());
            }
            Tok::PragmaNounroll => out.push("<nounroll>".to_owned()),
            Tok::PragmaEnd => {
                within = false;
                if let Some(last) = out.last_mut() {
                    last.push('>');
                }
            }
            _ => out.push(t.spelling(&names).to_owned()),
        }
    }
    assert!(!within, "{text}");
    let told: Vec<_> = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
    (out.join(" "), told.concat())
}

fn quiet(text: &str) -> String {
    let (out, told) = stream(text);
    assert_eq!(told, "", "{text}");
    out
}

const STRINGS: &str = "#define S2(x) #x\n#define S(x) S2(x)\n#define N 4\n";

#[test]
fn a_pragma_of_a_macro_stands_before_the_macros_loop() {
    for (macros, used, wanted) in [
        // C99 6.10.9 2.
        ("#define P(x) _Pragma(#x)\n", "P(unroll 2) for", "<unroll 2> for"),
        ("#define P(x) _Pragma(#x)\n#define U P(unroll)\n", "U for", "<unroll> for"),
        ("#define P(x) _Pragma(#x)\n#define U(n) P(unroll n)\n", "U(N) for", "<unroll 4> for"),
        ("#define P(x) _Pragma(S(x))\n", "P(unroll 2) for", "<unroll 2> for"),
        ("#define P(x) _Pragma(S(x))\n#define U(n) P(unroll n)\n", "U(N) for", "<unroll 4> for"),
        ("#define P(x) _Pragma(S(x))\n", "P(nounroll) while", "<nounroll> while"),
        ("#define X \"unroll 3\"\n", "_Pragma(X) for", "<unroll 3> for"),
        ("#define X (\"unroll 3\")\n", "_Pragma X for", "<unroll 3> for"),
        ("#define O (\n#define C )\n", "_Pragma O \"unroll 3\" C for", "<unroll 3> for"),
        ("#define D _Pragma\n", "D(\"unroll 3\") for", "<unroll 3> for"),
        ("#define D(x) x _Pragma\n", "D(a)(\"unroll 3\") for", "a <unroll 3> for"),
        ("#define ID(x) x\n", "ID(_Pragma(\"unroll N\") for) x", "<unroll 4> for x"),
        (
            "#define ID(x) x\n#define P(x) _Pragma(S(x))\n",
            "ID(a P(unroll N) for)",
            "a <unroll 4> for",
        ),
        (
            "#define P(x) _Pragma(S(x))\n#define LOOP(n, ...) P(unroll n) for { __VA_ARGS__ }\n",
            "LOOP(N, LOOP(2, b) c)",
            "<unroll 4> for { <unroll 2> for { b } c }",
        ),
        // Two of them, in order; a string that stays one.
        ("", "_Pragma(\"unroll 1\") _Pragma(\"unroll N\") for", "<unroll 1> <unroll 4> for"),
        ("", "S2(_Pragma(\"unroll\"))", "\"_Pragma(\\\"unroll\\\")\""),
        ("#define U _Pragma(\"unroll\")\n", "S(U)", "\"_Pragma(\\\"unroll\\\")\""),
    ] {
        assert_eq!(quiet(&format!("{STRINGS}{macros}{used}")), wanted, "{macros}{used}");
    }
}

#[test]
fn what_a_pragma_says_is_read_out_of_any_string() {
    for string in [
        "\"unroll 1\"",
        "L\"unroll 1\"",
        "u8\"unroll 1\"",
        "u\"unroll 1\"",
        "U\"unroll 1\"",
        "R\"(unroll 1)\"",
        "LR\"x(unroll 1)x\"",
    ] {
        assert_eq!(quiet(&format!("_Pragma({string}) for")), "<unroll 1> for", "{string}");
    }
    // `\\` and `\"` are undone from the left: what stands here is a macro's name in quotes, with none within.
    let put_away = "#define A 1\n_Pragma(\"push_macro(\\\"A\\\")\")\n#undef A\n_Pragma(\"pop_macro(\\\"A\\\")\") A";
    assert_eq!(quiet(put_away), "1");
    assert!(stream("_Pragma(\"message(\\\"a\\\\\\\"b\\\")\") x").1.is_empty());
}

#[test]
fn a_pragma_without_its_string_is_told_once_and_left_out() {
    let says = "error[E0098]: `_Pragma` takes one string in parentheses";
    for (text, wanted) in [
        ("_Pragma(unroll) for", "for"),
        ("_Pragma(unroll (1), 2) for", "for"),
        ("_Pragma(\"unroll \" \"2\") for", "for"),
        ("_Pragma() for", "for"),
        ("_Pragma \"unroll\" for", "\"unroll\" for"),
        ("_Pragma for", "for"),
        ("a _Pragma(\"unroll\" ; b", "a ; b"),
        ("#define P(x) _Pragma(x)\nP(unroll) for", "for"),
    ] {
        let (out, told) = stream(text);
        assert_eq!(out, wanted, "{text}");
        assert_eq!(told.matches("error").count(), 1, "{text}: {told}");
        assert!(told.contains(says), "{text}: {told}");
    }
}
