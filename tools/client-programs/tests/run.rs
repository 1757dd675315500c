//! The program judges a folder of recordings, made up, with NVRTC beside optx.

use optx_judge::Tool;
use optx_judge::trials::{self, assertions};
use std::process::Command;

fn main() {
    trials::run(vec![
        assertions("a folder is judged", &[Tool::Nvrtc], a_folder_is_judged),
        assertions("libraries take turns", &[Tool::Nvrtc], libraries_take_turns),
    ]);
}

/// Three programs, of which NVRTC takes two.
fn made_up() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let sources = [
        "extern \"C\" __global__ void k(int *p) { *p = 1; }\n",
        "template <class T> __global__ void k(T *p) { *p = 1; }\n",
        "this is nothing\n",
    ];
    let told = |expressions: &str| {
        format!(
            "{{\"name\": \"\", \"source\": \"source.cu\", \"options\": [\"-arch=compute_80\"], \"expressions\": [{expressions}]}}"
        )
    };
    for (number, source) in sources.iter().enumerate() {
        let folder = root.path().join("made-up").join(number.to_string());
        std::fs::create_dir_all(&folder).expect("a folder");
        let expressions = if number == 1 { "\"k<float>\"" } else { "" };
        std::fs::write(folder.join("program.json"), told(expressions)).expect("a file");
        std::fs::write(folder.join("source.cu"), source).expect("a file");
    }
    root
}

/// NVRTC against itself.
fn libraries_take_turns() {
    let nvrtc = optx_judge::find(Tool::Nvrtc).expect("it is there");
    let root = made_up();
    let mut command = Command::new(env!("CARGO_BIN_EXE_client-programs"));
    command.args(["turns", "--library"]).arg(nvrtc).args(["--project", "made-up", "--from"]);
    let output = command.arg(root.path()).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.contains("| made-up | 3 | 2 | 0 | 0 | 0 | "), "{text}");
}

fn a_folder_is_judged() {
    // NVRTC is asked by the program, which is another process.
    optx_judge::find(Tool::Nvrtc).expect("it is there");
    let root = made_up();
    let mut command = Command::new(env!("CARGO_BIN_EXE_client-programs"));
    command.args(["run", "--list", "--project", "made-up", "--from"]).arg(root.path());
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.contains("| made-up | 3 | 2 | 2 | 2 | 100 | 0 | 0 | 0 |"), "{text}{errors}");
    assert!(text.contains("made-up/2 \n    nvrtc: nvrtc"), "{text}");
}
