//! The fuzzer itself: the same inputs for a seed, its exit status, its help.

use std::process::{Command, Output};

fn fuzz(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_optx-fuzz");
    Command::new(program).args(arguments).env_remove("CARGO").output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_input_is_the_same_each_time() {
    for index in ["0", "17", "4711"] {
        let (a, b) =
            (fuzz(&["--show", index, "--seed", "5"]), fuzz(&["--show", index, "--seed", "5"]));
        assert_eq!(a.stdout, b.stdout);
        assert_eq!(text(&a.stderr), text(&b.stderr));
        assert!(text(&a.stderr).starts_with("made from "), "{}", text(&a.stderr));
    }
    let (a, b) = (fuzz(&["--show", "1", "--seed", "5"]), fuzz(&["--show", "1", "--seed", "6"]));
    assert_ne!(a.stdout, b.stdout);
}

#[test]
fn a_bound_that_nothing_keeps_is_a_finding_and_is_saved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().to_string_lossy().into_owned();
    // No input fits into a mebibyte.
    let run = fuzz(&[
        "--count",
        "2",
        "--limit-mib",
        "1",
        "--outputs-every",
        "0",
        "--out",
        &out,
        "--jobs",
        "1",
        "--minimise-seconds",
        "1",
    ]);
    assert_eq!(run.status.code(), Some(1), "{}", text(&run.stderr));
    let said = text(&run.stdout);
    assert!(
        said.contains("2 inputs") && said.contains("1 findings") && said.contains("2 x memory"),
        "{said}"
    );
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 3);
}

#[test]
fn what_is_well_is_status_0_and_a_wrong_argument_2() {
    let run = fuzz(&["--count", "20", "--outputs-every", "0"]);
    assert_eq!(run.status.code(), Some(0), "{}{}", text(&run.stdout), text(&run.stderr));
    assert!(text(&run.stdout).contains("20 inputs"));
    assert_eq!(fuzz(&["--secnds", "3"]).status.code(), Some(2));
    assert_eq!(fuzz(&["--corpus", "no/such/file"]).status.code(), Some(2));
    assert!(
        text(&fuzz(&["--help"]).stdout)
            .contains("cargo run --release -p optx-fuzz -- --seconds 60")
    );
}
