//! `-Rpass`, `-Rpass-missed`, `-Rpass-analysis`: what passes say of the source, as text and as JSON.
//!
//! Where each remark stands is counted in the source by hand; what is done to a loop is what docs/decisions/0074-how-much-is-unrolled.md says of it.

use std::process::Command;

/// What `optx compile` says of a source with options.
fn told(source: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("k.cu"), source).expect("the source");
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.current_dir(&folder).args(["compile", "k.cu", "-arch=sm_80", "-o", "k.ptx"]);
    let output = command.args(options).output().expect("the command runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{said}");
    said
}

/// The remarks of a source: code, line and column, message.
fn remarks(source: &str, options: &[&str]) -> Vec<(String, String, String)> {
    let json = told(source, &[options, &["--message-format=json"]].concat());
    let rows = json.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON"));
    rows.map(|row| {
        assert_eq!(row["severity"], "remark", "{row}");
        let text = |value: &serde_json::Value| value.as_str().expect("a string").to_owned();
        let place = format!("{}:{}", row["place"]["line"], row["place"]["column"]);
        (text(&row["code"]), place, text(&row["message"]))
    })
    .collect()
}

/// The remarks that options ask for are these.
#[track_caller]
fn are(source: &str, options: &[&str], wanted: &[(&str, &str, &str)]) {
    let found = remarks(source, options);
    let found: Vec<_> =
        found.iter().map(|(c, p, m)| (c.as_str(), p.as_str(), m.as_str())).collect();
    assert_eq!(found, wanted, "{source}");
}

const LOOPS: &str = "__global__ void k(float *x, int n) {
    for (int i = 0; i < 8; i++)
        x[i * i] = i;
    for (int j = 0; j < n; j++) x[j] += 1;
    #pragma unroll 3
    for (int j = 0; j < 602; j++) x[2 * j] += 1;
    for (int j = threadIdx.x; j < n; j++) { __syncthreads(); x[j] = x[j + 1]; }
    #pragma nounroll
    for (int j = 0; j < 3; j++) x[j * 7] = j;
    int m = n;
    while (m != 1) m = m & 1 ? 3 * m + 1 : m / 2;
    x[0] = m;
}
";

#[test]
fn loops_that_are_unrolled() {
    are(
        LOOPS,
        &["-Rpass=full-unrolling"],
        &[("R0003", "2:5", "the loop is unrolled wholly: 8 iterations [-Rpass=full-unrolling]")],
    );
    are(
        LOOPS,
        &["-Rpass=partial"],
        &[
            (
                "R0003",
                "4:5",
                "the loop is unrolled by 8; a loop behind it takes the rest [-Rpass=partial-unrolling]",
            ),
            (
                "R0003",
                "6:5",
                "the loop is unrolled by 3: 602 iterations, of which a loop behind it takes 2 [-Rpass=partial-unrolling]",
            ),
        ],
    );
}

#[test]
fn loops_that_are_not_unrolled_and_why() {
    let unknown = "the loop is not unrolled wholly: it is not known how many iterations it has [-Rpass-missed=full-unrolling]";
    are(
        LOOPS,
        &["--Rpass-missed", "full-unrolling"],
        &[
            ("R0004", "4:5", unknown),
            (
                "R0004",
                "6:5",
                "the loop is not unrolled wholly: it has more iterations than the 3 that are asked for [-Rpass-missed=full-unrolling]",
            ),
            ("R0004", "7:5", unknown),
            (
                "R0004",
                "9:5",
                "the loop is not unrolled wholly: the source forbids it [-Rpass-missed=full-unrolling]",
            ),
            ("R0004", "11:5", unknown),
        ],
    );
    let partial = |place: &'static str, why: &str| {
        let text = format!(
            "the loop is not unrolled by a factor: {why} [-Rpass-missed=partial-unrolling]"
        );
        ("R0004".to_owned(), place.to_owned(), text)
    };
    assert_eq!(
        remarks(LOOPS, &["-Rpass-missed=partial-unrolling"]),
        [
            partial(
                "7:5",
                "a convergent operation is in it, and the number of its iterations is not known"
            ),
            partial("9:5", "the source forbids it"),
            partial("11:5", "no counter is compared with a bound at its end"),
        ]
    );
}

/// Each reason that no loop of [`LOOPS`] has.
#[test]
fn every_reason_is_told() {
    let why = |body: &str| {
        let source = format!("__global__ void k(int *x, int n, unsigned u) {{\n{body}\n}}\n");
        let found = remarks(&source, &["-Rpass-missed=unrolling"]);
        found.into_iter().map(|(_, _, message)| message).collect::<Vec<_>>().join("\n")
    };
    for (body, reason) in [
        (
            "for (int i = 0; i < n; i++) asm volatile(\"{ .reg .u32 a; L: }\");",
            "inline PTX in it declares a label",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i * j] = i;",
            "it holds another loop",
        ),
        ("for (unsigned i = 0; i < u; i += 3) x[i] = i;", "its counter may wrap"),
        (
            "for (int i = 0; i < n; i++) { if (x[i]) x[i + n] = 1; else x[2 * i] = 2; x[0] = i; }",
            "branches part its body",
        ),
        (
            "for (int i = 0; i < n; i++) { x[i] = x[i] / u + x[i + n] / (u + 1) + x[i + u] / (u + 2); }",
            "its body costs ",
        ),
        (
            "int b = x[threadIdx.x + 1]; float s = 0; for (int i = x[threadIdx.x]; i < b; i++) s += 1.0f / (i + n); x[0] = s;",
            "threads may have different numbers of iterations",
        ),
        ("#pragma nounroll\nfor (int j = 0; j < n; j++) x[j] = 0;", "the source forbids it"),
        (
            "#pragma unroll 64\nfor (int j = threadIdx.x; j < n; j++) { __syncthreads(); x[j] = 0; }",
            "a convergent operation is in it",
        ),
        (
            "if (n) goto b; a: x[n] = 1; b: x[0] = 2; if (--n) goto a; x[1] = 1;",
            "its counter may wrap|control enters it at several places",
        ),
    ] {
        let said = why(body);
        assert!(reason.split('|').any(|reason| said.contains(reason)), "{body}\n{said}");
    }
}

/// What the source wants and does not get is told without being asked for: once a place, and only where the copies would be too many.
#[test]
fn unroll_bombs_are_refused_with_a_remark() {
    let source = "__global__ void k(int *x, int n) {
    #pragma unroll 1000000
    for (int i = 0; i < 1000000; i++) x[i * i] = x[i];
    #pragma unroll
    for (int i = 0; i < 3000; i++)
        #pragma unroll
        for (int j = 0; j < 3000; j++) x[i * j] = x[i ^ j];
    #pragma unroll
    for (int i = 0; i < n; i++) x[i] = i;
    #pragma unroll 4
    for (int i = 0; i < 1000000; i++) x[i * i] = x[i];
}
";
    let found = remarks(source, &[]);
    let places: Vec<&str> = found.iter().map(|(_, place, _)| place.as_str()).collect();
    assert_eq!(places, ["3:5", "5:5", "7:9"], "{found:?}");
    assert!(
        found.iter().all(|(code, _, m)| code == "R0004" && m.contains("its copies would")),
        "{found:?}"
    );
    assert_eq!(remarks(source, &["-w"]), []);
}

/// The same of copies in part: where not even two of a body have room, and where other loops took it.
#[test]
fn copies_in_part_that_have_no_room_are_refused_with_a_remark() {
    let long: String = (0..20_000).map(|k| format!("x[{k}] += n; ")).collect();
    let source = format!(
        "__global__ void k(int *x, int n) {{
    #pragma unroll 4
    for (int i = 0; i < n; i++) {{ {long} }}
}}
"
    );
    let found = remarks(&source, &[]);
    let wanted = "the loop is not unrolled by a factor: its copies would be more than 32768 statements [-Rpass-missed=partial-unrolling]";
    assert_eq!(found, [("R0004".to_owned(), "3:5".to_owned(), wanted.to_owned())]);
    let one = "    #pragma unroll 64\n    for (int i = 0; i < n; i++) x[i] += n;\n";
    let source = format!("__global__ void k(int *x, int n) {{\n{}}}\n", one.repeat(200));
    let found = remarks(&source, &[]);
    // Some of the two hundred have room, the others have not.
    assert!((1..200).contains(&found.len()), "{} of 200", found.len());
    assert!(found.iter().all(|(_, _, m)| m.contains("by a factor: its copies would")), "{found:?}");
}

/// Of the 21 registers that a cap of 33 leaves all hold something between the two stores to p.
#[test]
fn neighbours_that_no_register_is_left_for() {
    let all = |what: &dyn Fn(u32) -> String| (0..8).map(what).collect::<String>();
    let (loads, products) = (
        all(&|k| format!("int x{k} = r[{k}]; ")),
        all(&|k| format!("int y{k} = x{k} * x{}; ", (k + 1) % 8)),
    );
    let stores = all(&|k| format!("q[{k}] = x{k}; q[{}] = y{k}; ", k + 8));
    let source = format!(
        "__global__ void k(int2 *p, int *q, const int *r, int n) {{
    {loads}int x = r[8];
    p->x = n;
    {products}
    p->y = x0;
    {stores}q[16] = x;
}}
"
    );
    let missed = "2 neighbouring stores are not one: no register is left [-Rpass-missed=vectorize]";
    let capped = ["-Rpass-missed=vectorize", "--maxrregcount=33"];
    are(&source, &capped, &[("R0004", "3:5", missed)]);
    are(&source, &["-Rpass-missed=vectorize"], &[]);
}

#[test]
fn calls_that_are_inlined_or_not() {
    let source = "__device__ int once(int a) { return a + 1; }
__device__ __noinline__ int never(int a) { return a + 2; }
__device__ __forceinline__ int always(int a) { return a + 3; }
__device__ int twice(int a) { return a * a; }
__global__ void k(int *x) {
    x[0] = once(x[0]);
    x[1] = never(x[1]);
    x[2] = always(x[2]) + always(x[3]);
    x[4] = twice(x[4]) + twice(5);
}
";
    let words = |option: &str| {
        let found = remarks(source, &[option]);
        let first = |m: &str| m.split(':').next().unwrap_or("").to_owned();
        found
            .into_iter()
            .map(|(code, at, m)| format!("{code} {at} {}", first(&m)))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words("-Rpass=inlining"),
        [
            "R0003 6:12 `once` is inlined",
            "R0003 8:12 `always` is inlined",
            "R0003 8:27 `always` is inlined",
            "R0003 9:12 `twice` is inlined",
            "R0003 9:26 `twice` is inlined",
        ]
    );
    assert_eq!(words("-Rpass-missed=inlining"), ["R0004 7:12 `never` is not inlined"]);
    let why = told(source, &["-Rpass=inlining", "-Rpass-missed=inlining"]);
    for reason in [
        "there is no other call of it",
        "it is `__noinline__`",
        "it is `__forceinline__`",
        "its body costs 1, of which",
    ] {
        assert!(why.contains(reason), "no `{reason}` in\n{why}");
    }
}

/// Of two arms that evaluate alike a warp that parts runs both: the quotient comes before the branch. Where the condition is the block's, it stays.
#[test]
fn what_is_hoisted_and_what_stays() {
    let source = |condition: &str| {
        format!(
            "__global__ void k(int *x, int a, int b, int n) {{
    if ({condition})
        {{ x[1] = a / b; x[3] = n; __syncwarp(); x[4] = 1; }}
    else
        {{ x[2] = a / b; x[5] = n; __syncwarp(); x[6] = 1; }}
}}
"
        )
    };
    let hoisted =
        remarks(&source("threadIdx.x & 1"), &["-Rpass=hoisting", "-Rpass-missed=hoisting"]);
    let at = |r: &(String, String, String)| format!("{} {}", r.0, r.1);
    assert_eq!(hoisted.iter().map(at).collect::<Vec<_>>(), ["R0003 2:9"], "{hoisted:?}");
    let stays = remarks(&source("n > 3"), &["-Rpass=hoisting", "-Rpass-missed=hoisting"]);
    assert_eq!(stays.iter().map(at).collect::<Vec<_>>(), ["R0004 2:9"], "{stays:?}");
}

#[test]
fn the_text_shows_the_place_and_the_option_that_asks() {
    let text = told(LOOPS, &["-Rpass-analysis=full-unrolling"]);
    assert!(text.starts_with("remark[R0005]: the copies of the loop cost "), "{text}");
    assert!(text.contains("[-Rpass-analysis=full-unrolling]\n --> k.cu:2:5\n"), "{text}");
    assert!(text.contains("for (int i = 0; i < 8; i++)") && text.contains("^^^"), "{text}");
}

/// What was inlined is told where it is written, with the calls; two copies told alike are told once.
#[test]
fn places_in_inlined_functions() {
    let source = "__device__ void f(int *x, int m) {
    for (int i = 0; i < m; i++) x[i * i] = m;
}
__global__ void k(int *x, int n) {
    f(x, 4);
    f(x + 1, 4);
    f(x + 2, 2);
}
";
    let found = remarks(source, &["-Rpass=full-unrolling"]);
    let message = |count: u32| {
        format!("the loop is unrolled wholly: {count} iterations [-Rpass=full-unrolling]")
    };
    let wanted = [2, 4].map(|count| ("R0003".to_owned(), "2:5".to_owned(), message(count)));
    assert_eq!(found, wanted);
    let text = told(source, &["-Rpass=full-unrolling"]);
    assert!(text.contains("in what is inlined here") && text.contains("k.cu:5:5"), "{text}");
}

#[test]
fn a_source_of_which_there_is_nothing_to_say() {
    let source = "__global__ void k(int *x) { x[threadIdx.x] = 1; }\n"; // but of its registers
    for option in ["-Rpass=all", "-Rpass-missed=all", "-Rpass-analysis=.*"] {
        assert_eq!(told(source, &[option, "--passes=-registers"]), "", "{option}");
    }
    // Nobody asks, and nothing is refused.
    assert_eq!(told(LOOPS, &[]), "");
}

#[test]
fn a_word_that_is_part_of_no_name_is_refused() {
    let run = |option: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
        let output = command.args(["compile", "-", option]).output().expect("the command runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    for option in
        ["-Rpass=unroling", "-Rpass-missed=unroling", "-Rpass-analysis=unroling", "-Rpass="]
    {
        let (status, text) = run(option);
        assert_eq!(status, Some(2), "{option}: {text}");
        assert!(text.contains("knows no pass"), "{text}");
    }
}

/// What redundant and stepped evaluations, loads and stores became; each place is where the statement begins.
#[test]
fn evaluations_that_are_not_made_again() {
    let source = "__global__ void k(float *x, const float *y, int n, int m, int c) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += y[i * m + c];
    for (int i = 0; i < n; i++)
        x[0] += s * y[i];
    x[1] = m * c;
    x[m + n] = (m + 1) * c;
}
";
    let options = &["--passes=-unrolling", "-Rpass=load-pre", "-Rpass=strength-reduction"];
    are(
        source,
        options,
        &[
            (
                "R0003",
                "4:9",
                "an evaluation (ADD) of the loop is stepped where its counter is [-Rpass=strength-reduction]",
            ),
            (
                "R0003",
                "6:9",
                "a load reads a register where its value is there: at 1 places; added at 1 [-Rpass=load-pre]",
            ),
        ],
    );
    are(
        source,
        &["--passes=-unrolling", "-Rpass=straight-line"],
        &[(
            "R0003",
            "8:5",
            "an evaluation is one that stands before it, and a step [-Rpass=straight-line-reduction]",
        )],
    );
}
