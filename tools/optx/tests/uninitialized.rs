//! Variables that are used before they are set: told where that is so, the same at every level, and not where something that looks alike is right.

use optx::{Options, compile};

/// What is told of a source: code, line and the text that is marked, in the order of the source.
fn told(source: &str, arguments: &[&str]) -> Vec<(String, u32, String)> {
    let (options, _) = Options::parse_args(arguments).expect("valid options");
    let ptx = compile(source, &options).unwrap_or_else(|d| panic!("{source}\n{d}"));
    let list = ptx.warnings().list().iter();
    let of_use = list.filter(|d| ["W0016", "W0027"].contains(&d.code.0));
    of_use
        .map(|d| {
            let place = d.place.as_ref().expect("a place");
            let text = source.lines().nth(place.line as usize - 1).expect("a line");
            let from = place.column as usize - 1;
            let marked = &text[from..from + (place.end - place.start)];
            (d.code.0.to_owned(), place.line, marked.to_owned())
        })
        .collect()
}

/// A kernel with this body; `p`, `x` and `n` are parameters, `t` is the index.
fn kernel(body: &str) -> String {
    format!(
        "struct S {{ int a, b; float c[2]; }};
struct Flags {{ unsigned low : 3, high : 5; }};
union Either {{ int i; float f; }};
__device__ void give(int *to, int k) {{ if (k) *to = 1; }}
__device__ int read(int v) {{ return v + 1; }}
__device__ __noinline__ int far_read(int v) {{ return v + 1; }}
__device__ bool get(int k, int &to) {{ if (k < 0) return false; to = k; return true; }}
__device__ int never(int k) {{ int r; if (k) r = k; return r; }}
extern \"C\" __global__ void k(int *p, float *x, int n) {{ int t = threadIdx.x;
{body}
}}
"
    )
}

/// In line 10, the body's, at every level.
fn check(body: &str, sure: &[&str], may: &[&str]) {
    let source = kernel(body);
    for level in ["-O0", "-O3"] {
        let all = told(&source, &[level, "-Wall"]);
        let of = |code: &str| {
            let list = all.iter().filter(|(c, ..)| c == code);
            list.map(|(_, line, text)| format!("{line}: {text}")).collect::<Vec<_>>()
        };
        let wanted = |names: &[&str]| names.iter().map(|n| format!("10: {n}")).collect::<Vec<_>>();
        assert_eq!(of("W0016"), wanted(sure), "{level}: {body}");
        assert_eq!(of("W0027"), wanted(may), "{level}: {body}");
        let default = told(&source, &[level]);
        assert!(default.iter().all(|(code, ..)| code == "W0016"), "{level}: {body}");
        assert_eq!(default.len(), sure.len(), "{level}: {body}");
    }
}

/// A loop that surely runs sets what it sets, and one that is left by `break` alone what is set before that.
#[test]
fn loops_that_surely_run() {
    for body in [
        "int v; for (int i = 0; i < 10; i++) v = p[i]; p[t] = v;",
        "int v; for (int i = 3; i > 0; i >>= 1) { v = p[i]; if (v) continue; p[2]++; } p[t] = v;",
        "int v; for (int i = 0; i < 10; i++) for (int j = 0; j < 3; j++) v = p[i * j]; p[t] = v;",
        "int v; bool done = false; while (!done) { v = p[1]; done = v > 3; } p[t] = v;",
        "int v; do v = p[n++]; while (n < 9); p[t] = v;",
        "int v; while (true) { if (p[3]) { v = 3; break; } if (p[4]) { v = 4; break; } p[1]++; } p[t] = v;",
        "int v; for (;;) { v = p[n++]; if (v) break; } p[t] = v;",
        // A trap ends its way.
        "int v; switch (n) { case 0: v = 3; break; case 1: v = 4; break; default: __trap(); } p[t] = v;",
        "int v; if (n) v = 1; else __trap(); p[t] = v;",
        "int v; if (n) v = 1; else asm volatile(\"exit;\"); p[t] = v;",
        "int v; if (n) v = 1; else asm(\"{ trap; }\"); p[t] = v;",
    ] {
        check(body, &[], &[]);
    }
    for body in [
        "int v; for (int i = 0; i < n; i++) v = p[i]; p[t] = v;",
        "int v; for (int i = 0; i < 10; i++) { if (p[i]) v = p[i]; } p[t] = v;",
        "int v; while (true) { if (n == 3) break; v = p[n]; n++; } p[t] = v;",
        "int v; for (int i = 0; i < 10; i++) { if (p[i]) break; v = p[i]; } p[t] = v;",
        "int v; if (n) v = 1; else asm volatile(\"{ .reg .pred q; setp.ne.s32 q, %0, 0; @q exit; }\" :: \"r\"(n)); p[t] = v;",
    ] {
        check(body, &[], &["v"]);
    }
    check("int v; for (int i = 0; i > 3; i++) v = p[i]; p[t] = v;", &["v"], &[]);
}

#[test]
fn what_nothing_sets_on_any_way_is_told() {
    for (body, name) in [
        ("int u; p[t] = u;", "u"),
        ("int u; p[t] = u + 1;", "u"),
        ("int u; if (n > 1) p[t] = u;", "u"),
        ("float sum; for (int i = 0; i < n; i++) sum += x[i]; x[t] = sum;", "sum"),
        ("int c; while (n > c) c++; p[t] = c;", "c"),
        ("bool b; if (b) p[t] = 1;", "b"),
        ("int i; p[i] = 1;", "i"),
        ("int *to; to[t] = 1;", "to"),
        ("float *from; x[t] = from[t];", "from"),
        ("int u; int v = u; p[t] = v * 2;", "v"),
        ("S s; p[t] = s.a + s.b;", "s"),
        ("S s; s.a = 1; p[t] = s.a + s.b;", "s"),
        ("S s; p[t] = s.a;", "s"),
        ("S s; s.a = 1; p[t] = s.b;", "s"),
        ("float2 f; f.x = 1; x[t] = f.y;", "f"),
        ("S s; S o = s; p[t] = o.b;", "o"),
        ("int u; int &r = u; p[t] = r;", "p[t] = r"),
        ("int u; const int &r = u; p[t] = r + 1;", "p[t] = r + 1"),
        ("int u; int *q; q = &u; p[t] = *q;", "p[t] = *q"),
        ("float2 f; f.x = 1; x[t] = f.y * 2;", "f"),
        ("int a[8]; p[t] = a[n];", "a"),
        ("int a[8]; p[t] = a[3] + 1;", "a"),
        ("S s[4]; p[t] = s[n].b + 1;", "s"),
        ("int u; p[t] = read(u);", "u"),
        ("int u; p[t] = far_read(u);", "u"),
        ("int u; switch (u) { case 1: p[t] = 2; }", "u"),
        ("int u; for (int i = 0; i < u; i++) p[i] = 2;", "u"),
        ("unsigned u; atomicAdd((unsigned *)p, u);", "u"),
        ("int u; u = u + 1; p[t] = u;", "u"),
        ("int u; u++; p[t] = u;", "u"),
        ("int u; p[t] = n > 2 && u > 3;", "u"),
        ("int u; if (n > 2 || u > 3) p[t] = 2;", "u"),
        ("int u; asm(\"add.s32 %0, %1, 1;\" : \"=r\"(p[t]) : \"r\"(u));", "u"),
    ] {
        check(body, &[name], &[]);
    }
}

#[test]
fn what_some_way_sets_is_told_where_it_is_asked_for() {
    for (body, name) in [
        ("int u; if (n) u = 1; p[t] = u;", "u"),
        ("int u; for (int i = 0; i < n; i++) u = i; p[t] = u;", "u"),
        ("int u; switch (n) { case 1: u = 2; break; case 2: u = 3; } p[t] = u;", "u"),
        ("int u; for (int i = 0; i < n; i++) { if (i) p[i] = u; u = i; }", "u"),
        ("S s; if (n) s.b = 1; p[t] = s.b + 1;", "s"),
        // Looked at under a condition.
        ("int u; p[t] = n > 2 ? u : 1;", "u"),
    ] {
        check(body, &[], &[name]);
    }
}

#[test]
fn what_is_right_is_not_told() {
    for body in [
        "int u = 1; p[t] = u;",
        "int u; u = 1; p[t] = u;",
        "int u; if (n) u = 1; else u = 2; p[t] = u;",
        "int u; do u = p[t]; while (u < n); p[t] = u;",
        "int u; if (0) p[t] = u;",
        "int u; const bool wants = false; if (wants) p[t] = u;",
        "int u; if (n & 4) { if ((n & 4) == 0) p[t] = u; }",
        "int u; int v = u;",
        "int u; u = 3; int v = u; p[t] = v;",
        // Whole structures, of which some members and the padding are unset.
        "S s; s.a = 1; ((S *)p)[t] = s;",
        "S s, q; q = s; ((S *)p)[t] = q;",
        "S s; s.a = 1; S q = s; p[t] = q.a;",
        "struct Padded { char c; int i; } s; s.c = 1; s.i = 2; ((Padded *)p)[t] = s;",
        "float4 f; f.x = f.y = 1; ((float4 *)x)[t] = f;",
        "S s[2]; s[n].a = 1; ((S *)p)[t] = s[0];",
        "struct One { int a; } s; ((One *)p)[t] = s;",
        "struct Outer { struct In { int a; } in; } s; ((Outer *)p)[t] = s;",
        "union U { int i; float f; } u; ((U *)p)[t] = u;",
        "struct None {}; struct Two { int a; None n; } s; ((Two *)p)[t] = s;",
        // What somebody may have written.
        "int u; int &r = u; r = 2; p[t] = r;",
        "int u; int *q = &u; q[0] = 2; p[t] = u;",
        "int u, w = 1; int *q = n ? &u : &w; p[t] = *q;",
        "int u; int *q = &u; if (n) give(q, n); p[t] = *q;",
        "int u; give(&u, n); p[t] = u;",
        "int u; int *to = &u; *to = 2; p[t] = u;",
        "int a[4]; for (int i = 0; i < 4; i++) a[i] = i; p[t] = a[n & 3];",
        "int a[4]; for (int i = 0; i < n; i++) a[i] = i; p[t] = a[n & 3];",
        "int a[4]; a[0] = 1; p[t] = a[n & 3];",
        "S s; s.c[0] = 1; x[t] = s.c[n];",
        "int u; asm(\"mov.u32 %0, 5;\" : \"=r\"(u)); p[t] = u;",
        "int r; asm volatile(\"{ .reg .pred q; setp.ne.s32 q, %1, 0; @q mov.u32 %0, 1; }\" : \"=r\"(r) : \"r\"(n)); p[t] = r;",
        "volatile int u; p[t] = u;",
        "__shared__ int s[32]; p[t] = s[t];",
        // Only the lane that has set it is heard.
        "int got; if (t == 0) got = atomicAdd(p, 1); got = __shfl_sync(~0u, got, 0); p[t] = got;",
        // What is looked at under a condition.
        "int best; for (int i = 0; i < n; i++) { int v = p[i]; if (i == 0 || v > best) best = v; } p[t] = n;",
        "bool b = n > 3; int r; if (b) r = p[1]; if (b && r > 3) p[t] = 1;",
        "bool b = n > 3; int r; if (!b) r = p[1]; if (b || r > 3) p[t] = 1;",
        "bool b = n > 3; int r; if (b) r = n; p[t] = b ? r : n;",
        // The second side never runs, whichever of the two the compiler names first.
        "int v; bool ok = get(-2, v); p[3] = ok && v > 3;",
        "int v; bool ok = get(-2, v); p[3] = !ok || v > 3;",
        "int v; bool ok = get(-2, v); p[3] = n > 2 && (ok && v > 3);",
        "int v; bool ok = get(-2, v); p[3] = ok ? v + 3 : 4;",
        "int v, k = 0; p[3] = k && v > 3; p[4] = !k || v > 3; p[5] = k ? v + 3 : 4;",
        "int best, first = 1; for (int i = n; i < 9; i++) { int v = p[i]; if (first || best < v) best = v; first = 0; } p[t] = n;",
        // Dead by a constant, however many loops there are.
        "int u, flag = 0; if (flag) p[t] = u; for (int i = 0; i < 3; i++) p[i] = 0; for (int i = 0; i < 3; i++) p[i] = 1; for (int i = 0; i < 3; i++) p[i] = 2; for (int i = 0; i < 3; i++) p[i] = 3; for (int i = 0; i < 3; i++) p[i] = 4; for (int i = 0; i < 3; i++) p[i] = 5; for (int i = 0; i < 3; i++) p[i] = 6;",
        // Copies in memory.
        "int u; int *q = &u; *q = *q; int a[4], b[4]; for (int i = 0; i < 4; i++) b[i] = a[i]; p[t] = n;",
        // One field is set with the others read.
        "Flags f; f.low = n; p[t] = f.low;",
        "Either e; e.f = 1; p[t] = e.i;",
        "for (int i = 0; i < n; i++) { int u; if (i & 1) { u = 2; p[i] = u; } }",
    ] {
        let source = kernel(body);
        for level in ["-O0", "-O3"] {
            assert_eq!(told(&source, &[level]), [], "{level}: {body}");
        }
    }
}

/// The instances of a template, and the calls that a function is inlined at, are one text.
#[test]
fn a_text_is_told_where_it_is_so_in_every_copy() {
    let template = |calls: &str| {
        format!(
            "template <int N> __device__ int f(int k) {{ int v; if (N > 1) v = 2; return v + k; }}
extern \"C\" __global__ void k(int *p, int n) {{ {calls} }}
"
        )
    };
    for level in ["-O0", "-O3"] {
        let sure = |calls: &str| !told(&template(calls), &[level]).is_empty();
        assert!(sure("p[0] = f<1>(n);"));
        assert!(sure("p[0] = f<1>(n); p[1] = f<0>(n);"));
        assert!(!sure("p[0] = f<2>(n);"));
        assert!(!sure("p[0] = f<1>(n); p[1] = f<2>(n);"));
        assert!(!sure("p[0] = f<2>(n); p[1] = f<1>(n);"));
        // A call with a constant shows one copy's way alone.
        let inlined = |calls: &str| !told(&kernel(calls), &[level]).is_empty();
        assert!(inlined("p[t] = never(0) + 1;"));
        assert!(!inlined("p[t] = never(0) + never(n);"));
        assert!(!inlined("p[t] = never(3) + 1;"));
    }
}

/// The declaration stands beside it, and the branch that leaves it unset.
#[test]
fn the_notes_say_where_it_is_declared_and_which_way_leaves_it() {
    let source = kernel("int u;\nif (n > 4)\nu = 1;\np[t] = u;");
    let (options, _) = Options::parse_args(&["-Wsometimes-uninitialized"]).expect("options");
    let ptx = compile(&source, &options).expect("compiles");
    let [told] = ptx.warnings().list() else { panic!("{}", ptx.warnings()) };
    assert_eq!(told.message, "`u` may be used here before it is set");
    let notes: Vec<(&str, u32)> = told
        .notes
        .iter()
        .map(|note| (note.message.as_str(), note.place.as_ref().map_or(0, |p| p.line)))
        .collect();
    assert_eq!(notes, [("it is not set where this is false", 11), ("it is declared here", 10)]);
}

/// No branch is named that is not the one: a `switch` is many at one place, and that a loop is come to for the first time is none's doing.
#[test]
fn no_branch_is_named_where_none_decides() {
    for body in [
        "int r; switch (n) { case 0: r = 1; break; case 1: r = 2; break; } p[t] = r;",
        "int r; switch (n) { case 5: r = 1; break; case 9: break; default: r = 4; } p[t] = r;",
        "int d, first = 1; for (int i = 0; i < n; i++) { if (first) { d = p[0]; first = 0; } else d++; p[i] = d; }",
    ] {
        let (options, _) = Options::parse_args(&["-Wall"]).expect("options");
        let ptx = compile(&kernel(body), &options).expect("compiles");
        let told: Vec<_> = ptx.warnings().list().iter().filter(|d| d.code.0 == "W0027").collect();
        assert!(!told.is_empty(), "{body}");
        let notes = told.iter().flat_map(|d| &d.notes);
        assert!(
            notes.clone().all(|note| note.message == "it is declared here"),
            "{body}: {told:?}"
        );
    }
}

/// The first use of a variable is told, and no more.
#[test]
fn a_variable_is_told_once() {
    check("int u; p[t] = u; p[t + 1] = u; p[t + 2] = u * 2;", &["u"], &[]);
    check("int u, v; p[t] = u; p[t + 1] = v;", &["u", "v"], &[]);
}

/// The names of warnings turn it off, and into an error.
#[test]
fn names_and_numbers_of_warnings() {
    let source = kernel("int u; p[t] = u;");
    for off in ["-w", "-Wno-uninitialized", "--diag-suppress=549", "-diag-suppress=177,549"] {
        assert_eq!(told(&source, &[off]), [], "{off}");
    }
    for wrong in ["-Werror", "-Werror=uninitialized", "--diag-error=549", "-Werror=all-warnings"] {
        let (options, _) = Options::parse_args(&[wrong]).expect("valid options");
        let said = compile(&source, &options).expect_err("an error");
        assert_eq!(said.errors(), 1, "{said}");
        assert_eq!(said.list()[0].code.0, "W0016");
    }
    let (options, _) = Options::parse_args(&["-Wunitialized"]).expect("taken");
    assert_eq!(
        options.unknown_warnings,
        ["there is no warning `unitialized`; did you mean `uninitialized`?"]
    );
}
