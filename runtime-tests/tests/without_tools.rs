//! A test that could not run never says ok.
//!
//! Every test program that asks `optx-judge` for a tool runs with an empty cache: each test that needs a tool is
//! ignored, with the tool's name, and just these fail under `OPTX_REQUIRE_TOOLS=1`. A test that asks for what it does not say
//! it needs is noticed by the trials themselves (`optx_judge::trials`) wherever it runs, so tests that need none are left out here, and all tests that use the judge
//! have to be built there; the sources are read for that.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::Message;
use optx_judge::trials::NEEDS_NONE;

/// The test programs that ask for tools: name, source file, program.
fn programs() -> Vec<(String, PathBuf, PathBuf)> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["test", "--workspace", "--no-run", "--quiet", "--message-format=json"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found = Vec::new();
    for message in Message::parse_stream(&output.stdout[..]) {
        let Message::CompilerArtifact(artifact) = message.expect("cargo's messages") else {
            continue;
        };
        let source = artifact.target.src_path.clone().into_std_path_buf();
        let Some(program) = artifact.executable.filter(|_| artifact.target.is_test()) else {
            continue;
        };
        let text = std::fs::read_to_string(&source).expect("a test's source");
        if text.contains("optx_judge") && source.file_name() != Path::new(file!()).file_name() {
            found.push((artifact.target.name, source, program.into_std_path_buf()));
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What each test of a program said: `ignored (...)`, `FAILED`, or `ok`, which none may.
fn said(program: &Path, source: &Path, cache: &Path, required: bool) -> BTreeMap<String, String> {
    // Where the package lies, as cargo tells its tests.
    let package = source.ancestors().find(|p| p.join("Cargo.toml").is_file()).expect("a package");
    let output = Command::new(program)
        .args(["--color", "never"])
        .current_dir(package)
        .env("CARGO_MANIFEST_DIR", package)
        .env("OPTX_CACHE", cache)
        .env("OPTX_REQUIRE_TOOLS", if required { "1" } else { "0" })
        .env("OPTX_ONLY_WITH_TOOLS", "1")
        .output()
        .expect("the test program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "))
        .map(|(name, verdict)| (name.trim().to_owned(), verdict.to_owned()))
        .collect()
}

#[test]
fn tests_without_their_tools_are_ignored_or_fail_where_tools_are_required() {
    let cache = tempfile::tempdir().expect("an empty folder");
    let programs = programs();
    assert!(programs.len() >= 15, "only {} test programs ask for tools", programs.len());
    for (name, source, program) in programs {
        let free = said(&program, &source, cache.path(), false);
        let required = said(&program, &source, cache.path(), true);
        assert_eq!(free.len(), required.len(), "{name}");
        let mut ignored = 0;
        for (test, verdict) in &free {
            let under_requirement = required[test].as_str();
            match verdict.as_str() {
                v if v.contains(NEEDS_NONE) => assert_eq!(under_requirement, v, "{name}: {test}"),
                v if v.starts_with("ignored (") && v.contains(" is not in the cache") => {
                    assert_eq!(under_requirement, "FAILED", "{name}: {test}");
                    ignored += 1;
                }
                v => panic!("{name}: {test} says {v}"),
            }
        }
        assert!(ignored > 0, "{name} asks for tools, and says nothing without them");
    }
}

/// All source files of tests.
fn sources(folder: &Path, within_tests: bool, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                sources(&path, within_tests || name == "tests", out);
            }
        } else if within_tests && name.ends_with(".rs") {
            out.push(path);
        }
    }
}

#[test]
fn tests_that_use_tools_are_built_by_the_judge() {
    let mut files = Vec::new();
    sources(&root(), false, &mut files);
    assert!(files.len() >= 50, "only {} files of tests", files.len());
    let own = Path::new(file!()).file_name();
    for file in files.iter().filter(|f| f.file_name() != own) {
        let text = std::fs::read_to_string(file).expect("a source");
        let shown = file.display();
        for other_way in ["with_ignored_flag", "println!(\"ignored", "println!(\"skipped"] {
            assert!(!text.contains(other_way), "{shown}: {other_way}");
        }
        if text.contains("optx_judge") {
            for other_way in ["#[test]", "Trial::test("] {
                assert!(!text.contains(other_way), "{shown} uses tools in a {other_way}");
            }
        }
    }
}
