//! `farm`: jobs as a farm's bundle asks for them.

#[allow(dead_code, reason = "other tests use the rest of it")]
mod stand_in;

use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn farm(words: &[&str], input: &str) -> Output {
    on(Command::new(env!("CARGO_BIN_EXE_optx-runtime-tests")), words, input)
}

fn on(mut program: Command, words: &[&str], input: &str) -> Output {
    let mut child = program
        .arg("farm")
        .args(words)
        .args(["--random", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("a reader");
    child.wait_with_output().expect("its end")
}

fn lines(out: &Output) -> Vec<Value> {
    assert!(out.status.success());
    let text = String::from_utf8(out.stdout.clone()).expect("text");
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn keys_hang_on_the_text_that_runs_and_on_nothing_of_the_moment() {
    let of = |arch: &str| lines(&farm(&["list", "--arch", arch], ""));
    let (one, again, other) = (of("sm_80"), of("sm_80"), of("sm_90"));
    assert_eq!(one, again);
    let key = |list: &[Value], name: &str| {
        list.iter().find(|job| job["name"] == name).map(|job| job["key"].clone())
    };
    let (o0, o3) = ("kernel/saxpy/optx-O0", "kernel/saxpy/optx-O3");
    assert!(key(&one, o0).is_some() && key(&one, o0) != key(&one, o3));
    assert_ne!(key(&one, o3), key(&other, o3), "another architecture is another text");
}

#[test]
fn each_job_is_answered_by_the_word_it_was_asked_with() {
    let asked = "w1 kernel/saxpy/optx-O3\nw2 kernel/dot/optx-O0\nw3 no/such\n";
    let answers = lines(&farm(&["run", "--device", "emulator"], asked));
    assert_eq!(answers[0]["ready"], true);
    let told: Vec<(&str, Option<&str>)> = answers[1..]
        .iter()
        .map(|answer| (answer["word"].as_str().unwrap_or_default(), answer["outcome"].as_str()))
        .collect();
    assert_eq!(told, [("w1", Some("passed")), ("w2", Some("passed")), ("w3", None)]);
    // What is expected exactly has a digest of what came out, the same at each level.
    let both = "a kernel/saxpy/optx-O0\nb kernel/saxpy/optx-O3\n";
    let answers = lines(&farm(&["run", "--device", "emulator"], both));
    assert_eq!(answers[1]["digest"], answers[2]["digest"]);
}

#[test]
fn the_device_has_a_model_and_a_driver() {
    let told = lines(&farm(&["device", "--device", "emulator"], ""));
    assert_eq!(told[0]["model"], "emulator");
    assert_eq!(told[0]["driver"].as_str().map(str::len), Some(12));
}

/// A key is of the text for one architecture: on a device that does not run it nothing is known, and nothing else is run in its place.
#[test]
fn a_device_that_does_not_run_what_keys_are_of_says_nothing_of_any_job() {
    let told = |arch: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_optx-runtime-tests"));
        program.env("OPTX_CUDA_DRIVER", stand_in::driver());
        program.env(fake_cuda::behaviour::VARIABLE, "capability=8.0");
        let words = ["run", "--device", "cuda", "--arch", arch];
        let answers = lines(&on(program, &words, "w kernel/saxpy/optx-O3\n"));
        let message = answers[1]["message"].as_str().unwrap_or_default().to_owned();
        (answers[1]["outcome"].as_str().map(str::to_owned), message)
    };
    assert_eq!(told("sm_80").0.as_deref(), Some("passed"));
    let (outcome, message) = told("sm_90");
    assert_eq!(outcome, None);
    assert!(message.contains("made for sm_90") && message.contains("sm_80 at most"), "{message}");
}
