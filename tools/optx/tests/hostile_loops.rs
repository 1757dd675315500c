//! Loops that are deep, endless or asked to be copied too often, and many expressions of one shape: what comes of them grows as they do.
//!
//! Statements are counted, of PTX. Time and memory of the same and more are held by `optx-fuzz --hostile`.

use optx::{Options, compile};

/// A text so many times; `@` stands for which.
fn many(count: usize, text: &str) -> String {
    (0..count).map(|k| text.replace('@', &k.to_string())).collect()
}

/// The statements of a kernel's PTX.
fn statements(body: &str) -> usize {
    let source = format!("extern \"C\" __global__ void k(int *o, int n, int a) {{\n{body}\n}}\n");
    match compile(&source, &Options::default()) {
        Ok(ptx) => ptx.text().lines().filter(|line| line.ends_with(';')).count(),
        Err(d) => panic!("{}", d.to_string().chars().take(500).collect::<String>()),
    }
}

/// What is four times as large has at most 4.2 times the statements, and no more than so many for each.
#[track_caller]
fn grows_evenly(size: usize, most: usize, body: impl Fn(usize) -> String) {
    let [few, all] = [size, 4 * size].map(|size| statements(&body(size)));
    assert!(all * 10 <= few * 42, "{few} statements of {size}, {all} of {}", 4 * size);
    assert!(all <= most * 4 * size, "{all} statements of {}", 4 * size);
}

/// Loops in each other, by labels: in the source they may be 256 deep.
fn nest(depth: usize, begin: &str, end: &str) -> String {
    let counters = many(depth, "int i@;");
    let heads = many(depth, &format!("{begin} L@: n += @;\n"));
    let ends: String = (0..depth).rev().map(|k| end.replace('@', &k.to_string()) + "\n").collect();
    format!("{counters} {heads} o[n] = a; {ends} o[0] = n;")
}

#[test]
fn a_thousand_loops_in_each_other() {
    grows_evenly(250, 6, |depth| nest(depth, "", "if (o[@] > n) goto L@;"));
    grows_evenly(250, 6, |depth| nest(depth, "i@ = 0;", "if (++i@ < n) goto L@;"));
    grows_evenly(250, 6, |depth| nest(depth, "i@ = 0;", "if (++i@ < 4) goto L@;"));
    grows_evenly(250, 8, |depth| {
        let ways = many(depth - 1, "if (o[@]) goto L@;");
        format!("{} {ways} goto L0;", many(depth, "L@: o[@] += a * n; "))
    });
}

#[test]
fn endless_loops_and_counts_that_overflow() {
    grows_evenly(250, 8, |count| many(count, "if (a == @) for (;;) { o[@] += a * n; }\n"));
    for body in [
        "for (int i = 0; i <= 2147483647; i++) o[i & 7] = n;",
        "for (unsigned i = 0; i <= 4294967295u; i++) o[i & 7] = a;",
        "for (unsigned char c = 0; c < 256; c++) o[c] = n;",
        "for (long long i = 0x7ffffffffffffff0; i >= 0; i += 0x7fffffffffffffff) o[i & 7] = n;",
        "for (unsigned long long i = 0; i != 1; i += 2) o[i & 3] += n;",
        "for (unsigned i = n; i != (unsigned)a; i += 0x80000000u) o[i & 7] = i * a;",
        "for (unsigned long long i = 0; i < 0xffffffffffffffff; i += 0xfffffffffffffff0) a ^= i;",
        "for (short s = 0; s < 40000; s++) a += s;",
    ] {
        for pragma in ["", "#pragma unroll\n", "#pragma unroll 64\n"] {
            let count = statements(&format!("{pragma}{body}\no[0] = a;"));
            assert!(count < 1000, "{count} statements of\n{pragma}{body}");
        }
    }
}

#[test]
fn ten_thousand_expressions_of_one_shape() {
    grows_evenly(1250, 10, |count| {
        let one = "if (o[@]) { b = o[@ + 1]; o[@ + 2] = a * b + n; } o[@] = a * b + n;\n";
        format!("int b = n; {}", many(count, one))
    });
    grows_evenly(2500, 7, |count| {
        let all = many(count, "if (o[@]) { b = o[@ + 1]; } o[@] = a * b;\n");
        format!("int b = n; for (int i = 0; i < n; i++) {{ {all} }}")
    });
    grows_evenly(2500, 8, |count| {
        let all = many(count, "if (o[@]) { o[i] = @; } o[@] = o[a];\n");
        format!("for (int i = 0; i < n; i++) {{ {all} }}")
    });
}

#[test]
fn a_switch_of_ten_thousand_arms_in_a_loop() {
    for arm in [
        "case @: a += @; o[a] = i * n; break;\n",
        "case @: a += a * n + @;\n",
        "case @: o[@] = n * a; continue;\n",
    ] {
        grows_evenly(2500, 9, |count| {
            format!(
                "for (int i = 0; i < n; i++) switch (o[i]) {{ {} }} o[0] = a;",
                many(count, arm)
            )
        });
    }
}

/// What pragmas ask for together has an end: so many statements more than where they ask for nothing.
#[test]
fn copies_that_pragmas_ask_for_have_an_end() {
    let all = [
        "#pragma unroll 1000000\nfor (int i = 0; i < 1000000; i++) o[i * i] += i;".to_owned(),
        format!(
            "{} o[i0 * i1] += i1;",
            many(2, "#pragma unroll 1000000\nfor (int i@ = 0; i@ < 1000000; i@++)\n")
        ),
        format!(
            "{} o[i0 * i99] += i99;",
            many(100, "#pragma unroll\nfor (int i@ = 0; i@ < 8; i@++)\n")
        ),
        format!(
            "{} o[i0 * i99] += i99;",
            many(100, "#pragma unroll 64\nfor (int i@ = 0; i@ < n; i@++)\n")
        ),
        format!(
            "#pragma unroll 64\nfor (int i = 0; i < 1000; i++) {{ {} }}",
            many(2000, "o[i * @] = a; ")
        ),
        format!(
            "#pragma unroll 64\nfor (int i = 0; i < n; i++) {{ {} }}",
            many(20_000, "o[@] += a; ")
        ),
        many(1000, "#pragma unroll 64\nfor (int i@ = 0; i@ < n; i@++) o[i@] += a;\n"),
        many(1000, "#pragma unroll\nfor (int i@ = 0; i@ < 100; i@++) o[i@] += a;\n"),
    ];
    for body in all {
        let plain = body.replace("#pragma unroll", "#pragma nounroll //");
        let (with, without) = (statements(&body), statements(&plain));
        let start: String = body.chars().take(200).collect();
        assert!(with <= without + 36_000, "{without} to {with}: {start}");
    }
}
