//! Loops that are many, deep, endless, or asked to be copied too often; and many expressions of one shape.

use super::kernel;

/// A counted loop's head: `@` stands for its number.
const COUNTED: &str = "for (int i@ = 0; i@ < n; i@++) ";

/// Each must compile within the bounds.
pub(super) fn all() -> Vec<(&'static str, String)> {
    vec![
        ("1 k loops in each other", nest(1000, "", "if (o[@] > n) goto L@;")),
        ("1 k counted loops in each other", nest(1000, "i@ = 0;", "if (++i@ < n) goto L@;")),
        ("1 k loops of four rounds in each other", nest(1000, "i@ = 0;", "if (++i@ < 4) goto L@;")),
        ("1 k endless loops in each other", {
            let (heads, ways) =
                (many(1000, "L@: o[@] += a * n; "), many(999, "if (o[@]) goto L@;"));
            kernel(&format!("{heads} {ways} goto L0;"))
        }),
        ("4 k endless loops", { kernel(&many(4000, "if (a == @) for (;;) { o[@] += a * n; }\n")) }),
        ("a thousand counts that overflow", {
            let of = |k: usize| {
                let body = OVERFLOWS[k % OVERFLOWS.len()];
                format!("if (o[{k}]) {{ {body} }}\n")
            };
            kernel(&((0..1000).map(of).collect::<String>() + "o[0] = a;"))
        }),
        ("10 k expressions of one shape", {
            let one = "if (o[@]) { b = o[@ + 1]; o[@ + 2] = a * b + n; } o[@] = a * b + n;\n";
            kernel(&format!("int b = n; {}", many(5000, one)))
        }),
        ("10 k expressions of one shape in a loop", {
            let all = many(10_000, "if (o[@]) { b = o[@ + 1]; } o[@] = a * b;\n");
            kernel(&format!("int b = n; for (int i = 0; i < n; i++) {{ {all} }}"))
        }),
        ("10 k loads of one place in a loop", {
            let all = many(10_000, "if (o[@]) { o[i] = @; } o[@] = o[a];\n");
            kernel(&format!("for (int i = 0; i < n; i++) {{ {all} }}"))
        }),
        ("a switch of 10 k arms in a loop", {
            let arms = many(10_000, "case @: a += @; o[a] = i * n; break;\n");
            kernel(&format!("for (int i = 0; i < n; i++) switch (o[i]) {{ {arms} }} o[0] = a;"))
        }),
        ("a switch of 10 k arms that fall through in a loop", {
            let arms = many(10_000, "case @: a += a * n + @;\n");
            kernel(&format!("for (int i = 0; i < n; i++) switch (o[i]) {{ {arms} }} o[0] = a;"))
        }),
        ("a switch of 10 k arms that go round", {
            let arms = many(10_000, "case @: o[@] = n * a; continue;\n");
            kernel(&format!("while (a) switch (o[a]) {{ {arms} default: a--; }}"))
        }),
        ("a million rounds of a million rounds", {
            let head = "#pragma unroll 1000000\nfor (int i@ = 0; i@ < 1000000; i@++)\n";
            kernel(&format!("{} o[i0 * i1] += i1;", many(2, head)))
        }),
        ("eight rounds, 200 deep", {
            let head = "#pragma unroll\nfor (int i@ = 0; i@ < 8; i@++)\n";
            kernel(&format!("{} o[i0 * i199] += i199;", many(200, head)))
        }),
        ("a million copies of 10 k statements", {
            let stores = many(10_000, "o[i * @] = a; ");
            let head = "#pragma unroll 1000000\nfor (int i = 0; i < 1000; i++)";
            kernel(&format!("{head} {{ {stores} }}"))
        }),
        ("400 loops, a million copies of each", {
            let one = format!("#pragma unroll 1000000\n{COUNTED} o[i@] += a;\n");
            kernel(&many(400, &one))
        }),
        ("400 loops of 100 rounds, each to be copied", {
            kernel(&many(400, "#pragma unroll\nfor (int i@ = 0; i@ < 100; i@++) o[i@] += a;\n"))
        }),
    ]
}

/// Loops whose counters come to the end of their type, or never to what they are compared with.
const OVERFLOWS: &[&str] = &[
    "for (int i = 0; i <= 2147483647; i++) o[i & 7] = n;",
    "for (unsigned i = 0; i <= 4294967295u; i++) o[i & 7] = a;",
    "for (unsigned char c = 0; c < 256; c++) o[c] = n;",
    "for (int i = 2147483646; i > 0; i += 3) o[i & 7] = a;",
    "for (long long i = 0x7ffffffffffffff0; i >= 0; i += 0x7fffffffffffffff) o[i & 7] = n;",
    "for (unsigned long long i = 0; i != 1; i += 2) o[i & 3] += n;",
    "for (int i = n; i <= a; i++) o[i] = i * a;",
    "for (unsigned i = n; i != (unsigned)a; i += 0x80000000u) o[i & 7] = i * a;",
    "for (long long i = 0; i < 0x7fffffffffffffff; i++) a += i;",
    "for (unsigned long long i = 0; i < 0xffffffffffffffff; i += 0xfffffffffffffff0) a ^= i;",
    "for (int i = -2147483647 - 1; i < 2147483647; i++) a += i * n;",
    "for (short s = 0; s < 40000; s++) a += s;",
];

/// A text so many times; `@` stands for which.
fn many(count: usize, text: &str) -> String {
    (0..count).map(|k| text.replace('@', &k.to_string())).collect()
}

/// So many loops in each other, by labels: what nests in the source is refused beyond 256. Each is begun with one text and ended with the other.
fn nest(depth: usize, begin: &str, end: &str) -> String {
    let counters = many(depth, "int i@;");
    let heads = many(depth, &format!("{begin} L@: n += @;\n"));
    let ends: String = (0..depth).rev().map(|k| end.replace('@', &k.to_string()) + "\n").collect();
    kernel(&format!("{counters} {heads} o[n] = a; {ends} o[0] = n;"))
}
