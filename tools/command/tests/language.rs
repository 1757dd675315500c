//! `docs/language.md` tells the truth: its examples compile, or fail with the code that it says; what it calls absent gives
//! the code in its row; every built-in of its tables is known.

use std::path::{Path, PathBuf};
use std::process::Command;

fn manual() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language.md");
    std::fs::read_to_string(path).expect("docs/language.md")
}

/// The codes of errors and warnings of a source.
fn codes(name: &str, source: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join(format!("{name}.cu"));
    std::fs::write(&file, source).expect("the file is written");
    let run = Command::new(env!("CARGO_BIN_EXE_optx"))
        .args(["compile", "-arch=sm_80", "-o"])
        .arg(folder.path().join("out.ptx"))
        .arg(&file)
        .output()
        .expect("the command runs");
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    let code = |l: &str| {
        let rest = l.strip_prefix("error[").or(l.strip_prefix("warning["))?;
        rest.split(']').next().map(str::to_string)
    };
    let list: Vec<String> = text.lines().filter_map(code).collect();
    assert_eq!(run.status.success(), !list.iter().any(|c| c.starts_with('E')), "{name}:\n{text}");
    list
}

#[test]
fn examples_compile_or_fail_as_they_say() {
    let text = manual();
    let mut blocks = 0;
    for (k, block) in text.split("```cuda").skip(1).enumerate() {
        let (head, rest) = block.split_once('\n').expect("a line's end");
        let (source, _) = rest.split_once("```").expect("the block ends");
        let wanted: Vec<&str> = head.trim().strip_prefix("error=").into_iter().collect();
        assert_eq!(codes(&format!("block{k}"), source), wanted, "{source}");
        blocks += 1;
    }
    assert!(blocks >= 5);
}

#[test]
fn what_is_absent_gives_its_code() {
    let mut rows = 0;
    let mut wrong = Vec::new();
    for line in manual().lines() {
        // What stands between the bars may hold bars itself.
        let cells: Vec<&str> = line.splitn(4, '|').map(str::trim).collect();
        let [_, what, code, example] = cells[..] else { continue };
        if code.len() != 5 || !code.starts_with('E') || !example.starts_with('`') {
            continue;
        }
        let example = example.trim_end_matches('|').replace("`<br>`", "\n").replace('`', "");
        let found = codes("absent", &example);
        let first = found.iter().find(|c| c.starts_with('E'));
        if first.is_none_or(|c| c != code) {
            wrong.push(format!("{what}: {found:?}, not {code}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows >= 12);
}

#[test]
fn built_ins_of_the_tables_are_known() {
    let text = manual();
    let (_, part) = text.split_once("## Built-in variables and functions").expect("the part");
    let (part, _) = part.split_once("Without that end only").expect("its end");
    let (plain, both) = part.split_once("Mathematics of `float`").expect("the mathematics");
    let names = |t: &str| -> Vec<String> {
        let lines = t.lines().filter(|l| l.starts_with('|'));
        let quoted = lines.flat_map(|l| l.split('`').skip(1).step_by(2).map(str::to_string));
        quoted.filter(|n| n.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric())).collect()
    };
    let mut all = names(plain);
    all.retain(|n| {
        !matches!(
            n.as_str(),
            "_block" | "_system" | "float" | "double" | "int" | "uint" | "ll" | "ull"
        )
    });
    for n in names(both) {
        all.extend([format!("{n}f"), n]);
    }
    all.extend(
        ["isnan", "isinf", "isfinite", "signbit", "atomicAdd_block", "atomicMax_system"]
            .map(String::from),
    );
    assert!(all.len() > 190, "{}", all.len());
    // A call with too many arguments is wrong, but not because the name is unknown.
    for n in &all {
        let one = format!("{n}(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);");
        let found = codes("builtin", &format!("__global__ void k(int *p) {{ {one} }}"));
        let unknown =
            found.iter().any(|c| matches!(c.as_str(), "E0040" | "E0100" | "E0109" | "E0112"));
        assert!(!unknown, "{one} {found:?}");
    }
}

/// Codes that the text names, each with a source that gives it.
const PROSE: [(&str, &str); 10] = [
    ("E0013", "#include \"missing.h\"\n__global__ void k(int *p) { *p = 1; }"),
    ("W0001", "#include <thrust/sort.h>\n__global__ void k(int *p) { *p = 1; }"),
    ("W0001", "#include <someone/else.h>\n__global__ void k(int *p) { *p = 1; }"),
    (
        "E0046",
        "#include <string>\nstruct S { std::string name; int a; };\n__global__ void k(S *p) { p = p + 1; }",
    ),
    ("E0047", "int f() { return 1; } __global__ void k(int *p) { *p = f(); }"),
    ("E0047", "int v; __global__ void k(int *p) { *p = v; }"),
    (
        "W0018",
        "#include <vector>\ntemplate <class T> __global__ void k(T *p) { *p = 1; }\n\
         __global__ void other(int *p) { *p = 1; } void h() { std::vector<int> v; k<<<1, 1>>>(v.data()); }",
    ),
    (
        "E0111",
        "void f(int *p) {} __global__ void k(int *p) { *p = 1; } void h() { f<<<1, 1>>>(0); }",
    ),
    (
        // Another launch that is understood says nothing of this one.
        "W0018",
        "#include <vector>\ntemplate <class T> __global__ void k(T *p) { *p = 1; }\n\
         void h(float *q) { std::vector<int> v; k<<<1, 1>>>(q); k<<<1, 1>>>(v.data()); }",
    ),
    ("W0019", "__global__ void k(int *p) { printf(\"%f\", *p); }"),
];

#[test]
fn codes_of_the_prose_are_given() {
    let text = manual();
    for (code, source) in PROSE {
        assert!(text.contains(code), "{code} is not in the manual");
        let found = codes("prose", source);
        assert_eq!(found.first().map(String::as_str), Some(code), "{source}: {found:?}");
    }
    // An instantiation by hand says which instances are meant.
    let stated = "#include <vector>\ntemplate <class T> __global__ void k(T *p) { *p = 1; }\n\
        template __global__ void k(int *); void h() { std::vector<int> v; k<<<1, 1>>>(v.data()); }";
    assert_eq!(codes("stated", stated), [""; 0]);
    // Headers of the C and C++ library say nothing.
    let quiet = "#include <vector>\n#include <cuda_runtime.h>\n#include <stdio.h>\n__global__ void k(int *p) { *p = 1; }";
    assert_eq!(codes("quiet", quiet), [""; 0]);
}
