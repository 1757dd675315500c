//! `optx passes` says what is so: each row's symbol stands in the sources, its steps are passes that have rows, and what it needs can be printed.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn rows() -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_optx"))
        .args(["passes", "--format=json"])
        .output()
        .expect("the command runs");
    assert!(output.status.success());
    let rows: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    rows.as_array().expect("rows").clone()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_else(|| panic!("{row}: {key}")).to_owned()
}

/// The file that a function of a crate stands in, by its path: the longest beginning that is a file.
fn file_of(sources: &Path, modules: &[&str]) -> Option<String> {
    let at = sources.join(modules.join("/"));
    let files = [at.with_extension("rs"), at.join("mod.rs")];
    files.iter().find_map(|file| std::fs::read_to_string(file).ok())
}

/// Each symbol is a function of the file that its path names.
#[test]
fn symbols_are_in_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rows = rows();
    assert!(rows.len() > 50, "{} rows", rows.len());
    for row in &rows {
        let symbol = text(row, "symbol");
        let path: Vec<&str> = symbol.split("::").collect();
        let [head, modules @ .., function] = &path[..] else { panic!("{symbol}") };
        assert_eq!(*head, "crate", "{symbol}");
        let of_optimizer = ["cfg", "ssa"].contains(&text(row, "form").as_str())
            || text(row, "form") == "regs" && text(row, "leaves") == "regs";
        let sources = root.join(if of_optimizer { "wopt/opt/src" } else { "cg/src" });
        let is_type = modules.first().is_some_and(|m| m.starts_with(char::is_uppercase));
        let file = if is_type { file_of(&sources, &["lib"]) } else { file_of(&sources, modules) };
        let file = file.unwrap_or_else(|| panic!("{symbol}: no such file"));
        assert!(file.contains(&format!("fn {function}(")), "{symbol} is not in its file");
    }
}

/// Steps behind a row are passes that `--passes=-NAME` knows; more rounds than one say so.
#[test]
fn steps_are_passes_with_rows() {
    let rows = rows();
    let groups: Vec<String> = rows.iter().map(|row| text(row, "group")).collect();
    let mut with_steps = 0;
    for row in &rows {
        let steps = row["then"].as_array().expect("steps");
        with_steps += usize::from(!steps.is_empty());
        for step in steps {
            let step = step.as_str().expect("a name").to_owned();
            assert!(groups.contains(&step), "{row}: {step}");
        }
        assert!(row["rounds"].as_u64().is_some_and(|rounds| rounds >= 1), "{row}");
    }
    assert!(with_steps > 4, "{with_steps}");
    let output =
        Command::new(env!("CARGO_BIN_EXE_optx")).arg("passes").output().expect("the command runs");
    let listing = String::from_utf8(output.stdout).expect("UTF-8");
    for row in &rows {
        let (name, why) = (text(row, "name"), text(row, "why"));
        let line = listing.lines().find(|line| line.split(' ').next() == Some(&name));
        assert!(line.is_some_and(|line| line.ends_with(&why)), "{name}:\n{listing}");
    }
    assert_eq!(listing.matches("\n  then ").count(), with_steps, "{listing}");
}

/// What the listing says always runs cannot be left out, and says so; everything else can.
#[test]
fn what_always_runs_cannot_be_left_out() {
    let run = |words: &[&str]| {
        let optx = Command::new(env!("CARGO_BIN_EXE_optx")).args(words).output();
        optx.expect("the command runs")
    };
    let listing = String::from_utf8(run(&["passes"]).stdout).expect("UTF-8");
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.cu");
    std::fs::write(&source, "__global__ void k(int *p) { p[0] = 1; }\n").expect("a file");
    let (source, ptx) = (source.to_str().expect("UTF-8"), folder.path().join("a.ptx"));
    let (mut required, mut optional) = (0, 0);
    for line in listing.lines().skip(1).filter(|line| !line.starts_with(' ')) {
        let name = line.split(' ').next().expect("a name");
        let without = format!("--passes=-{name}");
        let ran = run(&["compile", source, &without, "-o", ptx.to_str().expect("UTF-8")]);
        let told = String::from_utf8_lossy(&ran.stderr);
        if line.split_whitespace().any(|word| word == "always") {
            let wanted = format!("cannot leave out `{name}`, which is required");
            assert!(ran.status.code() == Some(2) && told.contains(&wanted), "{line}: {told}");
            required += 1;
        } else {
            assert!(ran.status.success(), "{line}: {told}");
            optional += 1;
        }
    }
    assert!(required > 5 && optional > 50, "{required} and {optional}:\n{listing}");
}
