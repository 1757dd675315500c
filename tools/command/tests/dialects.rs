//! nvcc's mode and NVRTC's by the command: where files are looked for, and what options say that reach it.

use std::{fs, path::Path, process::Command};

/// What `optx compile` writes and says, and its status.
fn compiled(folder: &Path, options: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.current_dir(folder).args(["compile", "k.cu", "--message-format=json"]);
    let output = command.args(options).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// The number that the kernel stores.
fn number(folder: &Path, options: &[&str]) -> String {
    let (ptx, told, status) = compiled(folder, options);
    assert_eq!((told.as_str(), status), ("", Some(0)), "{options:?}");
    let store = ptx.lines().find(|line| line.contains("st.global.u32")).expect("a store");
    let value = store.rsplit(", ").next().unwrap_or_default().trim_end_matches(';');
    let set =
        ptx.lines().find(|line| line.contains("mov.u32") && line.contains(&format!("{value},")));
    match set {
        Some(line) => line.rsplit(", ").next().unwrap_or_default().trim_end_matches(';').to_owned(),
        None => value.to_owned(),
    }
}

/// A folder with these files, and a kernel that includes some and stores `N`.
fn folder(includes: &str, files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let kernel = "extern \"C\" __global__ void k(int *p) { *p = N; }\n";
    fs::write(folder.path().join("k.cu"), format!("{includes}\n{kernel}")).expect("a source");
    folder
}

#[test]
fn folders_come_before_what_is_built_in_for_nvrtc() {
    let files = [("inc/cuda_fp16.h", "#define N 7\n"), ("inc/math.h", "#define M 1\n")];
    let at = folder(
        "#include <cuda_fp16.h>\n#include <math.h>\n#ifndef N\n#define N 8\n#endif\n",
        &files,
    );
    assert_eq!(number(at.path(), &["-I", "inc"]), "8");
    assert_eq!(number(at.path(), &["-I", "inc", "--nvrtc"]), "7");
    assert_eq!(number(at.path(), &["--nvrtc"]), "8");
}

#[test]
fn a_header_that_is_nowhere() {
    let at = folder("#include <nothing.h>\n#include <more.h>\n#define N 1\n", &[]);
    let (_, told, status) = compiled(at.path(), &[]);
    assert_eq!((told.matches("W0001").count(), status), (2, Some(0)), "{told}");
    let (_, told, status) = compiled(at.path(), &["--nvrtc"]);
    assert_eq!((told.lines().count(), status), (1, Some(1)), "{told}");
    assert!(told.contains("cannot open source file \\\"nothing.h\\\""), "{told}");
}

#[test]
fn a_file_in_quotes_lies_beside_the_one_that_includes_it() {
    let files =
        [("sub/x.h", "#include \"n.h\"\n"), ("sub/n.h", "#define N 3\n"), ("n.h", "#define N 4\n")];
    let at = folder("#include \"sub/x.h\"\n", &files);
    assert_eq!(number(at.path(), &[]), "3");
    assert_eq!(number(at.path(), &["--nvrtc"]), "3");
    assert_eq!(number(at.path(), &["--nvrtc", "--no-source-include", "-I."]), "4");
    assert_eq!(compiled(at.path(), &["--nvrtc", "--no-source-include"]).2, Some(1));
}

#[test]
fn the_next_file_of_a_name() {
    let files = [
        (
            "a/n.h",
            "#ifndef A\n#define A\n#if __has_include_next(<n.h>)\n#include_next <n.h>\n#endif\n#endif\n",
        ),
        ("b/n.h", "#define N 5\n"),
        ("a/sub/m.h", "#include_next <sub/m.h>\n"),
        ("b/sub/m.h", "#define M 6\n"),
    ];
    let at = folder("#include <n.h>\n#include <sub/m.h>\n#ifndef N\n#define N 9\n#endif\n", &files);
    assert_eq!(number(at.path(), &["-I", "a", "-I", "b"]), "5");
    // The last has none behind it.
    let at = folder("#include <n.h>\n#ifndef N\n#define N 9\n#endif\n", &files);
    assert_eq!(number(at.path(), &["-I", "b", "-I", "a"]), "5");
    assert_eq!(number(at.path(), &["-I", "a"]), "9");
    // A header that is built in is behind all folders.
    let wrapped = [("a/cuda_fp16.h", "#include_next <cuda_fp16.h>\n#define N sizeof(__half)\n")];
    let at = folder("#include <cuda_fp16.h>\n", &wrapped);
    assert_eq!(number(at.path(), &["--nvrtc", "-I", "a"]), "2");
}

#[test]
fn a_file_that_is_read_once_is_so_by_every_way_to_it() {
    let files = [
        ("inc/n.h", "#pragma once\n#define N 5\nstruct Once { };\n"),
        ("inc/sub/m.h", "#include \"../n.h\"\n#include \"../sub/../n.h\"\n"),
    ];
    let at = folder("#include <n.h>\n#include <sub/m.h>\n#include \"inc/./n.h\"\n", &files);
    assert_eq!(number(at.path(), &["-I", "inc"]), "5");
}

#[test]
fn options_in_files_and_for_the_hosts_compiler() {
    let files = [
        ("o.txt", "-DN='4' \n  --options-file=p.txt\n"),
        ("p.txt", "\"-I inc\" -lineinfo"),
        ("loop.txt", "-optf loop.txt"),
        ("inc/n.h", ""),
    ];
    let at = folder("#include <n.h>\n", &files);
    for word in [&["--options-file", "o.txt"][..], &["-optf=o.txt"], &["-optf", "p.txt", "-DN=4"]] {
        let (ptx, told, status) = compiled(at.path(), word);
        assert_eq!((told.as_str(), status), ("", Some(0)), "{word:?}");
        assert!(ptx.contains(".loc"), "{word:?}");
    }
    let (_, told, status) = compiled(at.path(), &["-optf", "loop.txt"]);
    assert!(status == Some(2) && told.contains("name each other"), "{told}");
    assert_eq!(compiled(at.path(), &["-optf", "none.txt"]).2, Some(1));
    let host = ["-optf=o.txt", "-fopenmp", "-Q", "--param=x=1", "-march=native"];
    assert_eq!(compiled(at.path(), &host).2, Some(2));
    let (_, told, status) =
        compiled(at.path(), &[&host[..], &["-forward-unknown-to-host-compiler"]].concat());
    assert_eq!((told.as_str(), status), ("", Some(0)));
}

#[test]
fn refused_options_end_with_usage() {
    let at = folder("#define N 1\n", &[]);
    for (word, says) in
        [("-cubin", "ptxas"), ("-rdc=true", "whole program"), ("-arch=native", "-arch=sm_80")]
    {
        let (_, told, status) = compiled(at.path(), &[word]);
        assert!(status == Some(2) && told.contains(says), "{word}: {told}");
    }
    let (_, told, status) = compiled(at.path(), &["--output-file", "out.ptx"]);
    assert_eq!((told.as_str(), status), ("", Some(0)));
    assert!(at.path().join("out.ptx").is_file());
}
