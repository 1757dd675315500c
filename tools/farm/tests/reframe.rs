//! The check file for ReFrame is Python.

use std::process::Command;

#[test]
fn the_check_file_is_python() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/farm_reframe.py");
    let compiled = tempfile::tempdir().unwrap();
    let output = Command::new("python3")
        .args(["-m", "py_compile", file])
        .env("PYTHONPYCACHEPREFIX", compiled.path())
        .output();
    match output {
        Err(_) => println!("skipped: the_check_file_is_python: there is no python3"),
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
