//! Include guards: what is all within one is not opened again, and whatever else stands in a file is read each time.

use super::*;
use std::cell::Cell;

/// The tokens where files are opened so often that all of their text together is at most `most` bytes.
fn within(most: u32, text: &str, include: &dyn Include) -> (String, String) {
    let limits = Limits { source_bytes: most, ..Limits::default() };
    run_with(text, &FrontendOptions { include, limits, ..FrontendOptions::default() })
}

#[test]
fn a_guarded_file_is_opened_once() {
    let filler = "/* nothing but a comment */ ".repeat(400);
    let many = "#include \"a.h\"\n".repeat(200);
    let base = 60_000;
    for (head, tail) in [
        ("#ifndef A\n#define A\n", "#endif\n"),
        ("// before\n#if !defined(A)\n#define A\n", "#endif // behind\n/* and */\n"),
        ("#if !defined A\n#define A\n#if 1\n#else\n#endif\n", "#endif"),
        ("# ifndef A /* */\n#pragma once\n#define A\n", "#endif /* A */"),
    ] {
        let files = MemoryIncludes::new().with("a.h", &format!("{head}a\n{filler}\n{tail}"));
        assert_eq!(within(base, &many, &files), ("a".to_owned(), String::new()), "{head}");
    }
    for (head, tail) in [
        ("#ifndef A\n#define A\n", "#endif\n;"),
        (";\n#ifndef A\n#define A\n", "#endif\n"),
        ("#define B\n#ifndef A\n#define A\n", "#endif\n"),
        ("#ifndef A\n#define A\n", "#endif\n#undef B\n"),
        ("#ifndef A\n#define A\n", "#else\n#endif\n"),
        ("#ifndef A\n#define A\n#elif 0\n", "#endif\n"),
        ("#ifndef A\n#define A\n#endif\n#ifndef B\n#define B\n", "#endif\n"),
        ("#ifdef B\n#endif\n#ifndef A\n#define A\n", "#endif\n"),
        ("#if !defined(A) && 1\n#define A\n", "#endif\n"),
    ] {
        let files = MemoryIncludes::new().with("a.h", &format!("{head}a\n{filler}\n{tail}"));
        let (_, told) = within(base, &many, &files);
        assert!(told.contains("error[E0023]"), "{head}{tail}: {told}");
    }
}

/// Each of these gives what it gives where every include is read.
#[test]
fn guards_change_nothing() {
    let files = MemoryIncludes::new()
        .with("g.h", "#ifndef G\n#define G\ng\n#endif\n")
        .with("else.h", "#ifndef E\n#define E\none\n#else\ntwo\n#endif\n")
        .with("elif.h", "#ifndef F\n#define F\none\n#elif 1\ntwo\n#endif\n")
        .with("behind.h", "#ifndef B\n#define B\none\n#endif\ntwo\n")
        .with("never.h", "#ifndef N\nn\n#endif\n")
        .with("self.h", "#ifndef S\n#define S\n#include \"self.h\"\ns\n#endif\n")
        .with("count.h", "#if !defined(C)\nc\n#define C\n#endif\n");
    for (text, wanted) in [
        ("#include \"g.h\"\n#include \"g.h\"\n", "g"),
        ("#include \"g.h\"\n#undef G\n#include \"g.h\"\n#include \"./g.h\"", "g g"),
        ("#define G\n#include \"g.h\"\n#undef G\n#include \"g.h\"\n", "g"),
        ("#include \"else.h\"\n#include \"else.h\"\n", "one two"),
        ("#include \"elif.h\"\n#include \"elif.h\"\n", "one two"),
        ("#include \"behind.h\"\n#include \"behind.h\"\n", "one two two"),
        ("#include \"never.h\"\n#include \"never.h\"\n#define N\n#include \"never.h\"", "n n"),
        ("#include \"self.h\"\n#include \"self.h\"\n", "s"),
        ("#include \"count.h\"\n#include \"count.h\"\n#undef C\n#include \"count.h\"\n", "c c"),
    ] {
        // The second file of a name is the first's.
        let files = files.clone().with("./g.h", "#ifndef G\n#define G\ng\n#endif\n");
        let (out, told) = within(1 << 20, text, &files);
        let wanted = if text.contains("./g.h") { "g g" } else { wanted };
        assert_eq!((out.as_str(), told.as_str()), (wanted, ""), "{text}");
    }
}

/// What was seen of one file says nothing of another, be its guard the same.
#[test]
fn a_guard_is_of_its_file() {
    struct Turns(Cell<u32>);
    impl Include for Turns {
        fn read(&self, name: &str, _: bool, _: &str) -> Option<(String, String)> {
            let turn = self.0.replace(self.0.get() + 1);
            Some((format!("{name}.{turn}"), format!("#ifndef G\n#define G\nx{turn}\n#endif\n")))
        }
    }
    let text = "#include \"a\"\n#include \"b\"\n#undef G\n#include \"c\"\n";
    assert_eq!(within(1 << 20, text, &Turns(Cell::new(0))).0, "x0 x2");
}

/// A name is looked for once in a compilation, but where it leads elsewhere from another file.
#[test]
fn names_are_looked_for_once() {
    struct Asked(Cell<u32>);
    impl Include for Asked {
        fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
            self.0.set(self.0.get() + 1);
            let text = match name {
                "h/in.h" => "#include \"own.h\"\n".to_owned(),
                _ => format!("x{}{}", u8::from(quoted), u8::from(from.starts_with("h/"))),
            };
            (name != "none.h").then(|| (name.to_owned(), text + "\n"))
        }
    }
    let asked = Asked(Cell::new(0));
    let angled = "#include <a.h>\n#include \"a.h\"\n".repeat(20);
    let text = format!(
        "{angled}#include \"own.h\"\n#include <h/in.h>\n#if __has_include(<none.h>) || __has_include(<none.h>)\n#error\n#endif\n"
    );
    let (out, told) = within(1 << 20, &text, &asked);
    assert_eq!(out, format!("{}x10 x11", "x00 x10 ".repeat(20)));
    assert_eq!((told.as_str(), asked.0.get()), ("", 6));
}
