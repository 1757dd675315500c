//! Warnings in headers of the system: quiet, however the folder is named, unless they are asked for; errors are never.

use std::{fs, path::Path, process::Command};

/// The codes that `optx compile` tells of, with the files that they are in, and its status.
fn told(folder: &Path, options: &[&str]) -> (Vec<String>, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.current_dir(folder).args(["compile", "k.cu", "-o", "k.ptx", "--message-format=json"]);
    let output = command.args(options).output().expect("the command runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let row = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |value: &serde_json::Value| value.as_str().expect("a string").to_owned();
        format!("{} {}", text(&row["code"]), text(&row["place"]["file"]).replace('\\', "/"))
    };
    (said.lines().map(row).collect(), output.status.code())
}

#[test]
fn folders_of_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::create_dir(at.join("inc")).expect("a folder");
    let unused = |name: &str| format!("__global__ void {name}(int *x) {{ int u; x[0] = 1; }}\n");
    fs::write(at.join("inc/s.h"), unused("s")).expect("a header");
    fs::write(at.join("k.cu"), format!("#include <s.h>\n{}", unused("k"))).expect("a source");
    let own = ["W0034 k.cu"];
    let both = ["W0034 k.cu", "W0034 inc/s.h"];
    for (options, wanted) in [
        (&["-I", "inc"][..], &both[..]),
        (&["-isystem", "inc"], &own),
        (&["-isystem=inc"], &own),
        (&["--system-include", "inc"], &own),
        (&["--system-include=inc"], &own),
        (&["-isystem", "inc", "-Wsystem-headers"], &both),
        (&["-isystem", "inc", "-Wsystem-headers", "-Wno-system-headers"], &own),
        (&["-isystem", "inc", "-Wno-unused-variable"], &[]),
    ] {
        let (mut list, status) = told(at, options);
        let mut wanted: Vec<String> = wanted.iter().map(|w| (*w).to_owned()).collect();
        list.sort();
        wanted.sort();
        assert_eq!((list, status), (wanted, Some(0)), "{options:?}");
    }
    // What is quiet makes no error either.
    assert_eq!(told(at, &["-isystem", "inc", "-Werror"]).0, ["W0034 k.cu"]);
    fs::write(at.join("k.cu"), "#include <s.h>\n").expect("a source");
    assert_eq!(told(at, &["-isystem", "inc", "-Werror"]), (vec![], Some(0)));
    assert_eq!(told(at, &["-I", "inc", "-Werror"]).1, Some(1));
    fs::write(at.join("inc/s.h"), "__global__ void s(int *x) { x[0] = nowhere; }\n")
        .expect("a header");
    assert_eq!(told(at, &["-isystem", "inc"]), (vec!["E0040 inc/s.h".to_owned()], Some(1)));
}

#[test]
fn what_headers_declare_is_for_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let static_one = |name: &str| {
        format!(
            "static __device__ int f_{name}() {{ return 1; }}\nnamespace {{ __device__ int v_{name}; }}\n"
        )
    };
    let kernel = "__global__ void k(int *x) { x[0] = 1; }\n";
    fs::write(at.join("h.h"), static_one("h")).expect("a header");
    let source = format!("#include \"h.h\"\n{}{kernel}", static_one("k"));
    fs::write(at.join("k.cu"), source).expect("a source");
    let own = vec!["W0035 k.cu".to_owned(), "W0034 k.cu".to_owned()];
    assert_eq!(told(at, &[]), (own, Some(0)));
}
