//! What the first lines of the case kernels say of their PTX (`//! ptx-has`, `ptx-not`, `ptx-count`, `ptx-max`): for sm_80 at the highest
//! level. Expectations are from LLVM's tests and the gpucc paper, not from our output.

use regex::Regex;
use runtime_tests::suite::{home, optx};
use std::path::PathBuf;

/// What is wrong with a kernel's PTX, by its directives.
fn broken(source: &str, ptx: &str) -> Vec<String> {
    let mut broken = Vec::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("//! ptx-")) {
        let (what, rest) = line.split_once(' ').expect("a directive has an argument");
        let (count, pattern) = match what {
            "count" | "max" => {
                let (count, pattern) = rest.split_once(' ').expect("a number and a pattern");
                (count.parse().expect("a number"), pattern)
            }
            _ => (0, rest),
        };
        let found = Regex::new(pattern).expect("a pattern").find_iter(ptx).count();
        let holds = match what {
            "has" => found > 0,
            "not" => found == 0,
            "count" => found == count,
            "max" => found <= count,
            _ => panic!("no such directive: {line}"),
        };
        if !holds {
            broken.push(format!("{line}: found {found}"));
        }
    }
    broken
}

#[test]
fn case_kernels_are_as_expected() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(home().join("cases"))
        .expect("the folder")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "cu"))
        .collect();
    files.sort();
    let (mut checked, mut wrong) = (0, Vec::new());
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        checked += source.lines().filter(|line| line.starts_with("//! ptx-")).count();
        let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let options = ["-D__OPTX__".to_owned()];
        let ptx = optx(&file, &options, "-O3", "80").expect("it compiles");
        let broken = broken(&source, &ptx);
        wrong.extend(broken.into_iter().map(|what| format!("{stem}: {what}")));
    }
    assert!(checked > 40, "{checked} expectations");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
