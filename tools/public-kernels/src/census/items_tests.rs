//! What items are found in texts, and that no text stops it.

use super::*;

fn named(text: &str) -> Vec<(Kind, String)> {
    let mut defined = BTreeSet::from(["__CUDACC__".to_owned()]);
    let split = split(text, &mut defined);
    split.items.into_iter().map(|i| (i.kind, i.names.join(" "))).collect()
}

#[test]
fn each_kind_of_definition_is_named() {
    let cases = [
        ("#define N 3", Kind::Define, "N"),
        ("#include \"a/b.h\"\n", Kind::Include, "a/b.h"),
        ("struct S { int a; };", Kind::Type, "S"),
        ("struct __align__(8) S { int a; };", Kind::Type, "S"),
        ("typedef struct T { int a; } U;", Kind::Type, "U T"),
        ("typedef float M[9];", Kind::Type, "M"),
        ("using R = float;", Kind::Type, "R"),
        ("enum E { A, B = 2 };", Kind::Type, "E A B"),
        ("template <typename T> struct S { T a; };", Kind::Type, "S"),
        ("__constant__ float c[3], d;", Kind::Variable, "c d"),
        ("const int K = f(3);", Kind::Variable, "K"),
        ("static const int t[] = {1, 2};", Kind::Variable, "t"),
        ("__global__ void __launch_bounds__(N) k(int *a) { }", Kind::Function, "k"),
        (
            "template <class T, bool B = (1 > 2)> __device__ T f(T a) { return a; }",
            Kind::Function,
            "f",
        ),
        (
            "__device__ float3 operator+(float3 a, float3 b) { return a; }",
            Kind::Function,
            "operator",
        ),
        ("__device__ void S::go() { }", Kind::Function, "go S"),
    ];
    for (text, kind, names) in cases {
        assert_eq!(named(text), [(kind, names.to_owned())], "{text}");
    }
}

#[test]
fn namespaces_are_entered_and_branches_not_taken_are_not() {
    let text = "namespace a {\nnamespace {\n#ifdef NO\nint x;\n#else\nint y;\n#endif\n#if 0\nint z; {{{\n#endif\nextern \"C\" {\n__global__ void k() {\n}\n}\n}\n}\n";
    let split = split(text, &mut BTreeSet::new());
    let names: Vec<String> = split.items.iter().map(|i| i.names.join(" ")).collect();
    assert_eq!(names, ["y", "k"]);
    assert_eq!(split.items[1].lines, [12, 13]);
    assert_eq!(split.namespaces, BTreeSet::from(["a".to_owned()]));
}

#[test]
fn no_text_stops_it() {
    let whole = "#define A(x) \\\n x\ntemplate <int N> __global__ void k(int *a) { if (a[0] < 3) { a[1] = '{'; } }\nstruct S { int b; } s = {1};\n#if 1\n#else\n#endif\n";
    for cut in 0..whole.len() {
        let _ = split(&whole[..cut], &mut BTreeSet::new());
        let _ = split(&whole[cut..], &mut BTreeSet::new());
    }
    for text in [
        "}}}}",
        "{{{{",
        "((((",
        "template",
        "template <",
        "#",
        "#if",
        "#else",
        "a",
        "=",
        "operator",
        "enum",
        "typedef",
        "namespace",
        "é{",
        "struct\\",
        "#define",
    ] {
        let _ = split(text, &mut BTreeSet::new());
    }
}

#[test]
fn texts_of_open_brackets_take_no_time() {
    for piece in [
        "a(\n",
        "int a {\n",
        "template <\n",
        "#if 0\n",
        "namespace a {\n",
        "(",
        "\"\n",
        "a\n",
        "/* ",
    ] {
        let began = std::time::Instant::now();
        let _ = split(&piece.repeat(100_000 / piece.len()), &mut BTreeSet::new());
        assert!(began.elapsed().as_secs() < 20, "{piece}");
    }
}
