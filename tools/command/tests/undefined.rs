//! `optx run`: outputs that hold what was never written.

use std::process::Command;

/// Stores a structure of a byte and a word with the gap between.
const PTX: &str = include_str!("../../launch/tests/undefined.ptx");

#[test]
fn undefined_elements_are_shown_with_their_origin() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ptx = folder.path().join("k.ptx");
    std::fs::write(&ptx, PTX).expect("a file");
    let launch = folder.path().join("k.launch.toml");
    let text = "[buffers.o]\ntype = \"u8\"\nlength = 16\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 1\nargs = [\"&o\"]\n";
    std::fs::write(&launch, text).expect("a file");
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
        let ran = command.arg("run").arg(&ptx).args(more).output();
        let ran = ran.expect("the command runs");
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    let shown = run(&[]);
    assert!(shown.contains("o[16] = 5, undefined, undefined, undefined, 9, 0, ..."), "{shown}");
    let origin = "3 bytes of local memory at offset 0x1, loaded at PTX line 12 and never written; `k` stored it to buffer `o` at PTX line 13";
    let words =
        format!("o: 3 elements hold undefined bits; those of element 1 come from {origin}\n");
    assert!(shown.contains(&words), "{shown}");
    let json: serde_json::Value = serde_json::from_str(&run(&["--format=json"])).expect("JSON");
    let wanted =
        serde_json::json!([{ "buffer": "o", "elements": 3, "first": 1, "origin": origin }]);
    assert_eq!(json["undefined"], wanted);
    assert_eq!(json["unwritten"], serde_json::json!([]));
}
