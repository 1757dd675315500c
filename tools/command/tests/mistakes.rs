//! The mistakes that authors of kernels make: each has a message written for it.
//!
//! `mistakes/NAME.cu` is the source; `NAME.wants` has options on its first line and on the second the code, the place
//! and words that the message must have; `NAME.txt` is the exact rendering (`OPTX_BLESS=1` writes it).
//!
//! `ordinary_mistakes` are mistakes in whole files with host code, chosen before anything was mended for them: `NAME.nvcc` and `NAME.clang` are what nvcc 13.5
//! and clang 19 say (as of 2026-11-28), `NAME.before` is what was said here then.
//! Each suggestion is taken by itself, and has to leave fewer mistakes.

use std::{fs, path::Path, process::Command};

#[test]
fn every_mistake_has_its_message() {
    has_messages("tests/mistakes", 50);
}

#[test]
fn ordinary_mistakes_in_whole_files() {
    has_messages("tests/ordinary_mistakes", 12);
}

/// What is told of a file, one JSON object each.
fn told(folder: &Path, file: &str, options: &str) -> Vec<serde_json::Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.current_dir(folder).args(["compile", file, "-o", "-", "--message-format=json"]);
    if options.is_empty() {
        command.arg("-arch=sm_80");
    }
    let output = command.args(options.split_whitespace()).output().expect("the command runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Takes each suggestion by itself: it leaves fewer mistakes.
fn suggestions_mend(folder: &Path, name: &str, options: &str) {
    let source = fs::read_to_string(folder.join(format!("{name}.cu"))).expect("the source");
    let before = told(folder, &format!("{name}.cu"), options);
    for suggestion in before.iter().map(|d| &d["suggestion"]).filter(|s| !s.is_null()) {
        let place = &suggestion["place"];
        let number = |key: &str| place[key].as_u64().expect("a number") as usize;
        let (line, from, to) = (number("line"), number("column") - 1, number("end_column") - 1);
        let replacement = suggestion["replacement"].as_str().expect("a text");
        let mended: Vec<String> = source
            .lines()
            .enumerate()
            .map(|(k, text)| match k + 1 == line {
                true => format!("{}{replacement}{}", &text[..from], &text[to..]),
                false => text.to_owned(),
            })
            .collect();
        let scratch =
            std::env::temp_dir().join(format!("optx-mended-{}-{name}", std::process::id()));
        fs::create_dir_all(&scratch).expect("a folder");
        fs::write(scratch.join("mended.cu"), mended.join("\n") + "\n").expect("the mended source");
        let after = told(&scratch, "mended.cu", options);
        fs::remove_dir_all(&scratch).expect("removed");
        // What is refused is told of other things than what compiles.
        let errors =
            |list: &[serde_json::Value]| list.iter().filter(|d| d["severity"] == "error").count();
        let fewer =
            errors(&after) < errors(&before) || errors(&before) == 0 && after.len() < before.len();
        assert!(fewer, "{name}: `{replacement}` leaves {after:#?}");
    }
}

fn has_messages(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|f| f.expect("a file").path())
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    assert!(files.len() >= least, "{} mistakes", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let wants = fs::read_to_string(file.with_extension("wants")).expect("what it wants");
        let (options, wants) = wants.split_once('\n').expect("two lines");
        let mut words = wants.trim_end().splitn(3, ' ');
        let (code, place, phrase) = (
            words.next().expect("a code"),
            words.next().expect("a place"),
            words.next().unwrap_or(""),
        );
        let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
        command.current_dir(&folder).args(["compile", &format!("{name}.cu"), "-o", "-"]);
        if options.is_empty() {
            command.arg("-arch=sm_80");
        }
        let output = command.args(options.split_whitespace()).output().expect("the command runs");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let first = said.lines().next().unwrap_or("");
        let status = if code.starts_with('E') { 1 } else { 0 };
        if !first.contains(&format!("[{code}]"))
            || !said.contains(&format!("{name}.cu:{place}"))
            || !said.contains(phrase)
            || output.status.code() != Some(status)
        {
            wrong.push(format!("{name}: wants {wants}\n{said}"));
        }
        suggestions_mend(&folder, &name, options);
        let rendering = file.with_extension("txt");
        if std::env::var_os("OPTX_BLESS").is_some() {
            fs::write(&rendering, &said).expect("the rendering is written");
        } else if fs::read_to_string(&rendering).unwrap_or_default() != said {
            wrong.push(format!("{name}: another rendering:\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
