//! Recordings are read as they lie in a folder, optx is asked of them, and what it says is grouped and summed. The programs are made up.

use optx_client_programs::judge::{End, Question, Reason, Verdict, ask, cleaned};
use optx_client_programs::reasons::{groups, shape};
use optx_client_programs::recording::{Program, folders, projects};
use optx_client_programs::report;
use optx_client_programs::run::Row;
use std::path::Path;

/// Writes a program into a folder of recordings.
fn write(root: &Path, project: &str, number: &str, files: &[(&str, &str)]) {
    let folder = root.join(project).join(number);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(root.join(project).join("recorded.json"), "{}").unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

const SCALE: &str = r#"#include "given.h"
#include <there.h>
extern "C" __global__ void scale(number *x) { x[threadIdx.x] *= FACTOR; }
"#;

const TOLD: &str = r#"{
 "group": "made up", "name": "scale.cu", "source": "source.cu", "options": ["-arch=sm_80", "-I{includes}/made-up", "-DFACTOR=2"],
 "headers": [{"name": "given.h", "file": "header-0"}], "expressions": ["scale"]
}"#;

fn made_up() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let files =
        [("program.json", TOLD), ("source.cu", SCALE), ("header-0", "#include \"there.h\"\n")];
    write(root.path(), "some", "0002", &files);
    write(root.path(), "some", "0001", &files);
    std::fs::create_dir_all(root.path().join("include/made-up")).unwrap();
    let there = "#pragma once\ntypedef float number;\n";
    std::fs::write(root.path().join("include/made-up/there.h"), there).unwrap();
    root
}

#[test]
fn a_recording_is_read_with_the_folders_of_this_machine() {
    let root = made_up();
    assert_eq!(projects(root.path()), ["some"]);
    let found = folders(root.path(), "some").unwrap();
    let numbers: Vec<_> = found.iter().map(|f| f.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(numbers, ["0001", "0002"]);
    let program = Program::read(&found[1]).unwrap();
    assert_eq!((program.project.as_str(), program.number.as_str()), ("some", "0002"));
    assert_eq!((program.group.as_str(), program.name.as_str()), ("made up", "scale.cu"));
    assert_eq!(program.source, SCALE);
    assert_eq!(program.expressions, ["scale"]);
    assert_eq!(program.headers, [("given.h".to_owned(), "#include \"there.h\"\n".to_owned())]);
    let includes = root.path().join("include/made-up");
    assert_eq!(program.options()[1], format!("-I{}", includes.display()));
    // What NVRTC is asked is the same on each machine.
    assert!(program.question().contains(&"-I{includes}/made-up"));
}

#[test]
fn what_is_not_there_says_what_to_do() {
    let root = made_up();
    let error = folders(root.path(), "other").unwrap_err();
    assert!(error.contains("client-programs fetch --project other"), "{error}");
    std::fs::write(root.path().join("some/0001/program.json"), "{}").unwrap();
    let error = Program::read(&root.path().join("some/0001")).unwrap_err();
    assert!(error.contains("program.json") && error.contains("record it anew"), "{error}");
    assert_eq!(projects(&root.path().join("nowhere")), [""; 0]);
}

#[test]
fn optx_finds_headers_in_memory_and_in_folders() {
    let root = made_up();
    let program = Program::read(&root.path().join("some/0001")).unwrap();
    for question in [Question::AsIs, Question::Cleaned] {
        let verdict = ask(&program, question, false);
        assert!(verdict.is_taken(), "{:?}", verdict.reasons);
    }
}

#[test]
fn options_that_optx_does_not_know_are_taken_away_with_nothing_else() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let given = words("--no-such-thing=1 -arch sm_80 -D X=1 --no-such-flag -DY -I there");
    assert_eq!(cleaned(&given), words("-arch sm_80 -D X=1 -DY -I there"));
    let given = ["-D A(x)=x + 1", " -D B=2", "--no-such thing"].map(str::to_owned);
    assert_eq!(cleaned(&given), ["-D A(x)=x + 1", " -D B=2"]);
}

#[test]
fn an_option_that_is_not_known_is_a_reason() {
    let root = made_up();
    let told = TOLD.replace("-arch=sm_80", "--no-such-thing");
    std::fs::write(root.path().join("some/0001/program.json"), told).unwrap();
    let program = Program::read(&root.path().join("some/0001")).unwrap();
    let verdict = ask(&program, Question::AsIs, false);
    assert_eq!((verdict.end, verdict.reasons[0].code.as_str()), (End::Refused, "option"));
    assert!(verdict.reasons[0].message.contains("--no-such-thing"));
    assert!(ask(&program, Question::Cleaned, false).is_taken());
}

fn refused(reasons: &[(&str, &str)]) -> Verdict {
    let reasons = reasons.iter().map(|(code, message)| Reason::of(code, *message)).collect();
    Verdict { end: End::Refused, reasons, ptxas: None }
}

#[test]
fn messages_have_one_shape_whatever_they_name() {
    assert_eq!(shape("`a` takes 12 arguments, not 3"), "`_` takes N arguments, not N");
    assert_eq!(shape("`int *` and `x1`"), "`_` and `_`");
    assert_eq!(shape("an unclosed ` here"), "an unclosed `_`");
}

#[test]
fn reasons_are_counted_by_program() {
    let verdicts = [
        refused(&[("E0040", "`a` is not declared"), ("E0040", "`b` is not declared")]),
        refused(&[("E0040", "`a` is not declared"), ("E0030", "a `;` is missing")]),
        refused(&[("E0030", "a `;` is missing"), ("E0040", "`c` is not declared")]),
    ];
    let named = verdicts.iter().enumerate().map(|(k, v)| (format!("some/{k}"), v));
    let found = groups(named);
    let counts: Vec<_> =
        found.iter().map(|g| (g.code.as_str(), g.programs, g.first, g.only)).collect();
    assert_eq!(counts, [("E0040", 3, 2, 1), ("E0030", 2, 1, 0)]);
    assert_eq!(found[0].example, ("`a` is not declared".to_owned(), 2));
    assert_eq!(found[0].of, "some/0");
}

fn row(project: &str, nvrtc: Verdict, as_is: Verdict, cleaned: Verdict) -> Row {
    Row {
        project: project.to_owned(),
        number: "0001".to_owned(),
        group: String::new(),
        has_expressions: false,
        nvrtc,
        as_is: Some(as_is),
        cleaned: Some(cleaned),
    }
}

#[test]
fn the_table_counts_what_nvrtc_takes() {
    let option = || refused(&[("option", "unknown option `--minimal`")]);
    let crash = Verdict::ended(End::Crashed, Reason::of("crash", "signal 11"));
    let unassembled = Verdict { ptxas: Some("bad".to_owned()), ..Verdict::taken() };
    let rows = [
        row("one", Verdict::taken(), option(), Verdict::taken()),
        row("one", Verdict::taken(), crash, unassembled),
        row("one", refused(&[("nvrtc", "no")]), Verdict::taken(), Verdict::taken()),
        row("two", Verdict::taken(), option(), refused(&[("E0040", "`a` is not declared")])),
    ];
    let table = report::table(&rows);
    let lines: Vec<&str> = table.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "| one | 3 | 2 | 0 | 2 | 100 | 1 | 1 | 1 |",
            "| two | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |",
            "| all | 4 | 3 | 0 | 2 | 66 | 1 | 1 | 1 |",
        ]
    );
    let [refused, options] = report::reasons(&rows);
    assert_eq!((refused.len(), refused[0].only), (1, 1));
    assert_eq!((options.len(), options[0].programs), (1, 2));
    let list = report::list(&rows);
    assert!(
        list.contains("one/0001 \n    nvrtc: taken\n    as-is: option unknown option"),
        "{list}"
    );
}
