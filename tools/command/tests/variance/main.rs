//! `optx variance`: what it says of each statement, its JSON, its text, and the remarks of `optx compile`.
//!
//! Expectations are facts of CUDA, written down from the sources: what differs between threads follows from `threadIdx` and from who
//! runs what; sectors and banks are counted by hand.

mod barriers;
mod cases;
mod negation;
mod rows;
mod schema;
mod statements;
mod text;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn optx(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.args(arguments).output().expect("the command runs")
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A source in a file of its own.
struct Source(tempfile::TempDir, String);

impl Source {
    fn new(text: &str) -> Source {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("k.cu");
        std::fs::write(&path, text).expect("a temporary file");
        let path = path.to_string_lossy().into_owned();
        Source(folder, path)
    }

    fn json(&self, more: &[&str]) -> Value {
        let _ = &self.0;
        json(&self.1, more)
    }

    fn text(&self, more: &[&str]) -> String {
        let mut words = vec!["variance", &self.1];
        words.extend_from_slice(more);
        let run = optx(&words);
        assert!(run.status.success(), "{}", text_of(&run.stderr));
        text_of(&run.stdout)
    }
}

/// The document of a file.
fn json(path: &str, more: &[&str]) -> Value {
    let mut words = vec!["variance", path, "--format=json"];
    words.extend_from_slice(more);
    let run = optx(&words);
    assert!(run.status.success(), "{path}: {}", text_of(&run.stderr));
    serde_json::from_slice(&run.stdout).expect("JSON")
}

/// The statements of a kernel, or of a function, that is named.
fn statements<'v>(document: &'v Value, name: &str) -> Vec<&'v Value> {
    let all =
        ["kernels", "functions"].iter().flat_map(|key| document[*key].as_array().expect("a list"));
    let mut found = all.filter(|f| f["name"] == name);
    let f = found.next().unwrap_or_else(|| panic!("no {name}"));
    f["statements"].as_array().expect("a list").iter().collect()
}

/// The statements of a kind and target, of a line.
fn at<'v>(
    document: &'v Value,
    kernel: &str,
    (line, kind, target): (u64, &str, &str),
) -> Vec<&'v Value> {
    let is = |s: &&Value| s["line"] == line && s["kind"] == kind && s["target"] == target;
    let found: Vec<&Value> = statements(document, kernel).into_iter().filter(is).collect();
    assert!(!found.is_empty(), "no {kind} {target} in line {line} of {kernel}");
    found
}
