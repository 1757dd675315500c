//! Tests of the source map and of diagnostics.

use crate::*;

fn map(text: &str) -> (SourceMap, u32) {
    let mut m = SourceMap::new();
    let f = m.add_file("a.cu", text).expect("small");
    let base = m.file(f).expect("just added").base();
    (m, base)
}

#[test]
fn lines_and_columns() {
    let (m, b) = map("ab\ncd\n\nef");
    let at = |k: u32| {
        let p = m.pos(Span::new(b + k, b + k + 1));
        (p.line, p.column)
    };
    assert_eq!(at(0), (1, 1));
    assert_eq!(at(1), (1, 2));
    assert_eq!(at(3), (2, 1));
    assert_eq!(at(6), (3, 1));
    assert_eq!(at(8), (4, 2));
    assert_eq!(m.pos(Span::NONE), Pos::NONE);
}

#[test]
fn splices_keep_physical_lines() {
    let (m, b) = map("#define A \\\n  x\\\r\ny\nend");
    let f = &m.files()[0];
    assert_eq!(&*f.text, "#define A   xy\nend");
    assert_eq!(m.pos(Span::new(b + 12, b + 13)).line, 2);
    assert_eq!(m.pos(Span::new(b + 13, b + 14)).line, 3);
    assert_eq!(m.pos(Span::new(b + 15, b + 18)).line, 4);
    assert_eq!(m.source_line(Span::new(b + 12, b + 13)), Some((b + 10, "  x")));
}

/// [lex.string] 8: a raw string keeps its lines; what only looks like one does not.
#[test]
fn raw_strings_keep_splices() {
    for (text, kept) in [
        ("a R\"(b\\\nc)\" d\\\ne", "a R\"(b\\\nc)\" de"),
        ("u8R\"x()\"\\\n)x\" \\\ny", "u8R\"x()\"\\\n)x\" y"),
        ("// R\"(\nb\\\nc)\"", "// R\"(\nbc)\""),
        ("/* R\"( */ b\\\nc)\"", "/* R\"( */ bc)\""),
        ("\"R\" b\\\nc R\"(d\\\r\ne)\"", "\"R\" bc R\"(d\\\r\ne)\""),
        ("xR\"(b\\\nc)\"", "xR\"(bc)\""),
        ("1'000 R\"(b\\\nc)\"", "1'000 R\"(b\\\nc)\""),
        ("'\"' R\"(b\\\nc)\"", "'\"' R\"(b\\\nc)\""),
        ("R\"(b\\\nc", "R\"(bc"),
    ] {
        let (m, _) = map(text);
        assert_eq!(&*m.files()[0].text, kept, "{text}");
    }
}

/// What a span covers of the file: whole, to the end of a macro's use, or the use that it begins in.
#[test]
fn extents() {
    let text = "#define E b]\na[E + M(c);\n";
    let (mut m, b) = map(text);
    let find = |what: &str| {
        let at = text.rfind(what).expect("in the text") as u32;
        Span::new(b + at, b + at + what.len() as u32)
    };
    let (whole, call) = (find("a[E"), find("E"));
    let name: std::sync::Arc<str> = "E".into();
    let inside = m.add_expansion(&name, call, Span::new(b + 10, b + 12)).expect("small");
    assert_eq!(m.extent(find("M(c)")), find("M(c)"));
    assert_eq!(m.extent(Span::new(inside, inside + 1)), call);
    assert_eq!(m.extent(Span::new(whole.lo, inside + 2)), whole);
    // From within a macro to behind its use.
    let behind = Span::new(call.lo, find("M(c)").hi);
    assert_eq!(m.extent(Span::new(inside, behind.hi)), behind);
    // From an argument to the end of a macro that is named before it.
    assert_eq!(m.extent(Span::new(find("c").lo, inside + 2)), call);
    assert_eq!(m.extent(Span::NONE), Span::NONE);
    // Into another file.
    let other = m.add_file("b.cu", "int x;").expect("small");
    let end = m.file(other).expect("just added").span().hi;
    assert_eq!(m.extent(Span::new(whole.lo, end)), Span::new(whole.lo, whole.lo));
}

#[test]
fn expansions() {
    let (mut m, b) = map("#define SQ x*y\nSQ;\n");
    let body = Span::new(b + 11, b + 14);
    let call = Span::new(b + 15, b + 17);
    let e = m.add_expansion(&"SQ".into(), call, body).expect("small");
    let star = Span::new(e + 1, e + 2);
    assert_eq!(m.spelling(star), Span::new(b + 12, b + 13));
    assert_eq!(m.outermost(star), call);
    assert_eq!(m.pos(star), Pos { file: FileId(0), line: 2, column: 1 });
    let d = Diagnostic::new(code::BAD_OPERANDS, star, "cannot multiply").label("here");
    assert_eq!(
        m.resolve(&d).to_string(),
        "a.cu:2:1: error[E0061]: cannot multiply\n    SQ;\n    ^^ here\n\
         a.cu:1:13: note: expanded from macro `SQ`\n    #define SQ x*y\n                ^\n"
    );
}

#[test]
fn line_directive() {
    let (mut m, b) = map("a\n#line 100 \"x.y\"\nb\nc\n");
    let x = m.add_name("x.y").expect("small");
    m.add_line_mark(b + 2, 100, Some(x));
    assert_eq!(m.pos(Span::new(b, b + 1)).line, 1);
    assert_eq!(m.pos(Span::new(b + 18, b + 19)), Pos { file: x, line: 100, column: 1 });
    assert_eq!(m.pos(Span::new(b + 20, b + 21)).line, 101);
}

#[test]
fn cap_and_repeats() {
    let mut s = Diagnostics::new(&Limits { errors: 2, ..Limits::default() });
    let e = |n: u32| Diagnostic::new(code::EXPECTED, Span::new(n, n + 1), "x");
    s.push(e(1));
    s.push(e(1));
    assert_eq!(s.errors(), 1);
    s.push(e(2));
    s.push(e(3));
    assert!(s.is_full());
    assert_eq!((s.list().len(), s.errors(), s.dropped()), (2, 3, 1));
}

/// Errors behind something absent are told where they are few, and left out where they are many; those before it always are told.
#[test]
fn what_follows_an_absence() {
    let at = |n: u32| Span::new(n, n + 1);
    let told = |before: u32, absent: bool, behind: u32| {
        let mut s = Diagnostics::default();
        (0..before).for_each(|n| s.push(Diagnostic::new(code::EXPECTED, at(n), "before")));
        if absent {
            s.push(Diagnostic::new(code::LAMBDA, at(50), "lambdas are not supported yet"));
        }
        (0..behind).for_each(|n| s.push(Diagnostic::new(code::EXPECTED, at(60 + n), "behind")));
        s.leave_out_what_follows();
        assert!(s.has_errors());
        (s.list().len(), s.errors(), s.dropped())
    };
    assert_eq!(told(2, true, 5), (8, 8, 0));
    assert_eq!(told(2, true, 6), (3, 9, 6));
    assert_eq!(told(9, true, 1), (11, 11, 0));
    assert_eq!(told(2, false, 6), (8, 8, 0));
    let mut s = Diagnostics::default();
    for n in 0..9 {
        let message = format!("`f{n}` is recursive, and that is not supported");
        s.push(Diagnostic::new(code::RECURSION, at(n), message));
        s.push(Diagnostic::new(code::UNKNOWN_HEADER, at(n), format!("a warning of `h{n}`")));
    }
    s.push(Diagnostic::new(code::RECURSION, at(40), "another reason"));
    s.leave_out_what_follows();
    assert_eq!((s.list().len(), s.errors(), s.dropped()), (13, 10, 6));
}

#[test]
fn codes_are_unique_and_ordered() {
    let rows = code_rows();
    for w in rows.windows(2) {
        let same = w[0].code.0.as_bytes()[0] == w[1].code.0.as_bytes()[0];
        assert!(!same || w[0].code < w[1].code, "{} {}", w[0].code, w[1].code);
    }
    assert_eq!(find_code("E0042").map(|r| r.code), Some(code::UNKNOWN_MEMBER));
    assert_eq!(code::UNKNOWN_HEADER.severity(), Severity::Warning);
}

#[test]
fn the_map_refuses_what_does_not_fit() {
    let (mut m, b) = map("x");
    let huge = Span::new(b, u32::MAX - 8);
    assert!(m.add_expansion(&"X".into(), Span::NONE, huge).is_ok());
    assert!(m.add_expansion(&"X".into(), Span::NONE, huge).is_err());
}
