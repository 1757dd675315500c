//! No register is read unset that the source sets: the code generator's `any` stands for what the source reads before it writes, and these
//! sources do no such thing.

use optx::{DirectoryIncludes, Emit, NoIncludes, Options};
use runtime_tests::suite::home;
use std::path::{Path, PathBuf};

/// Sources with an `any`, the levels at which, and why.
const LEFT_UNSET: [(&str, &[&str], &str); 3] = [
    ("cases/L07.cu", &["-O0"], "behind `for (;;)` stands a way out that nothing takes"),
    ("cases/L09.cu", &["-O0"], "behind `for (;;)` stands a way out that nothing takes"),
    ("found/asm_names.cu", &["-O0"], "what inline PTX without a text gives"),
];

fn sources() -> Vec<(String, PathBuf)> {
    let mut all = Vec::new();
    for folder in ["kernels", "cases", "agreement", "found"] {
        let list = std::fs::read_dir(home().join(folder)).expect("a folder of kernels");
        for path in list.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.extension().is_some_and(|e| e == "cu") {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                all.push((format!("{folder}/{name}"), path.clone()));
            }
        }
    }
    all.sort();
    all
}

/// How many `any` a source's LIR has; None where it wants options that its launch file has.
fn count(path: &Path, level: &str) -> Option<usize> {
    let words = [level, "-arch=sm_80", "-D__OPTX__"];
    let (options, _) = Options::parse_args(&words).expect("options");
    let options = Options { emit: Emit::Lir, ..options };
    let text = std::fs::read_to_string(path).expect("a source");
    let include = DirectoryIncludes::default();
    let lir = optx::compile_with(&path.to_string_lossy(), &text, &options, &include).ok()?;
    Some(lir.text().lines().filter(|line| line.trim_start().starts_with("any ")).count())
}

#[test]
fn no_register_is_read_unset() {
    let mut compiled = 0;
    for (name, path) in sources() {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            let Some(found) = count(&path, level) else { continue };
            compiled += 1;
            let left =
                LEFT_UNSET.iter().any(|(n, levels, _)| *n == name && levels.contains(&level));
            assert_eq!(found > 0, left, "{name} {level}: {found} registers are read unset");
        }
    }
    assert!(compiled > 900, "only {compiled} compiled");
}

/// What a source leaves unset is an `any`, and compiles.
#[test]
fn what_the_source_leaves_unset_has_some_value() {
    let text = "__global__ void k(int *o, int n) { int x; if (n > 3) x = o[1]; if (n) o[0] = x; }";
    let options = Options { emit: Emit::Lir, ..Options::default() };
    let lir = optx::compile_with("k.cu", text, &options, &NoIncludes).expect("it compiles");
    assert_eq!(lir.text().matches("any %").count(), 1, "{}", lir.text());
}
