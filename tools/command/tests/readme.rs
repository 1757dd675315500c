//! Every `$ optx ...` line of the console blocks of the README and of the pages on intermediate forms, bisection, races and variance prints what
//! stands there.
//! With OPTX_BLESS=1 the pages are rewritten instead.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the command prints, standard error first, with times put aside.
fn output(line: &str) -> String {
    let words = line.split_whitespace().skip(2);
    let run = Command::new(env!("CARGO_BIN_EXE_optx"))
        .args(words)
        .current_dir(root())
        .output()
        .expect("the command runs");
    let text = [run.stderr, run.stdout].concat();
    let text = String::from_utf8(text).expect("UTF-8");
    text.lines().map(|l| without_time(l).trim_end().to_owned() + "\n").collect()
}

/// `ran in 0.123 ms` as `ran in ... ms`.
fn without_time(line: &str) -> String {
    match (line.find(" in "), line.ends_with(" ms")) {
        (Some(at), true) => format!("{} in ... ms", &line[..at]),
        _ => line.to_owned(),
    }
}

#[test]
fn console_blocks_show_real_output() {
    page("README.md", 3);
}

#[test]
fn the_kernel_goes_through_all_forms() {
    page("docs/ir.md", 7);
}

#[test]
fn bisection_shows_the_step() {
    page("docs/bisect.md", 1);
}

#[test]
fn a_race_is_shown() {
    page("docs/races.md", 1);
}

#[test]
fn variance_by_line() {
    page("docs/variance.md", 2);
}

/// A page with at least so many blocks.
fn page(name: &str, least: usize) {
    let path = root().join(name);
    let readme = std::fs::read_to_string(&path).expect("the page");
    let mut fresh = String::new();
    let mut blocks = 0;
    let mut rest = readme.as_str();
    while let Some(at) = rest.find("```console\n") {
        let start = at + "```console\n".len();
        let end = start + rest[start..].find("```").expect("the block ends");
        let block = &rest[start..end];
        let command = block.lines().next().expect("a command");
        assert!(command.starts_with("$ optx "), "{command}");
        fresh.push_str(&rest[..start]);
        fresh.push_str(command);
        fresh.push('\n');
        fresh.push_str(output(command).trim_end());
        fresh.push('\n');
        rest = &rest[end..];
        blocks += 1;
        // The closing fence is part of what follows.
        fresh.push_str("```");
        rest = &rest[3..];
    }
    fresh.push_str(rest);
    assert!(blocks >= least);
    if std::env::var_os("OPTX_BLESS").is_some() {
        std::fs::write(&path, fresh).expect("the page can be written");
    } else {
        assert_eq!(readme, fresh, "{name} shows other output; OPTX_BLESS=1 rewrites it");
    }
}
