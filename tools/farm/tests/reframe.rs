//! The check file for ReFrame is Python.

mod trials;

use std::process::Command;

fn the_check_file_is_python() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/farm_reframe.py");
    let compiled = tempfile::tempdir().unwrap();
    let output = Command::new("python3")
        .args(["-m", "py_compile", file])
        .env("PYTHONPYCACHEPREFIX", compiled.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn python() -> Option<String> {
    let there = Command::new("python3").arg("--version").output();
    there.is_err().then(|| "there is no python3".to_owned())
}

fn main() {
    trials::run(tests![python; the_check_file_is_python])
}
