//! The programs of the suites.

use crate::arguments::Arguments;
use std::path::Path;

/// Where `tools/fetch suites` puts the suites, within the cache.
const FOLDER: &str = "suites-gcc-12.2";

/// A program of a suite.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its suite: `c-torture`, `g++.dg` or `g++.old-deja`.
    pub suite: &'static str,
    /// The suite and its path there.
    pub name: String,
    /// Its text, as far as it is UTF-8.
    pub text: String,
}

/// A suite: its name here, its folder in the cache, the ending of its programs, how deep they lie.
struct Suite {
    name: &'static str,
    folder: &'static str,
    ending: &'static str,
    deep: bool,
}

const SUITES: &[Suite] = &[
    Suite { name: "c-torture", folder: "gcc.c-torture/execute", ending: "c", deep: false },
    Suite { name: "c-torture", folder: "gcc.c-torture/execute/ieee", ending: "c", deep: false },
    Suite { name: "g++.dg", folder: "g++.dg", ending: "C", deep: true },
    Suite { name: "g++.old-deja", folder: "g++.old-deja", ending: "C", deep: true },
];

/// All programs that are to be run, in the order of their names.
pub fn find(arguments: &Arguments) -> Result<Vec<Program>, String> {
    let root = optx_judge::cache_dir().join(FOLDER);
    if !root.join(".complete").exists() {
        return Err(format!("{} is not there: run tools/fetch suites", root.display()));
    }
    let mut all = Vec::new();
    for suite in SUITES {
        let mut files = Vec::new();
        list(&root.join(suite.folder), suite, &mut files)?;
        let base = root.join(if suite.deep { suite.folder } else { "gcc.c-torture/execute" });
        for file in files {
            let path = file.strip_prefix(&base).unwrap_or(&file).display();
            let name = format!("{}/{path}", suite.name);
            let bytes = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let asked =
                arguments.filter.is_empty() || arguments.filter.iter().any(|f| name.contains(f));
            if asked && is_run(suite, &text) && crate::source::has_known_headers(&text) {
                all.push(Program { suite: suite.name, name, text });
            }
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all.into_iter().step_by(arguments.every as usize).collect())
}

fn list(folder: &Path, suite: &Suite, out: &mut Vec<std::path::PathBuf>) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            if suite.deep {
                list(&path, suite, out)?;
            }
        } else if path.extension().is_some_and(|e| e == suite.ending) {
            out.push(path);
        }
    }
    Ok(())
}

/// Whether a file is a program to be run, on its own and to its end, that C++17 is enough for.
fn is_run(suite: &Suite, text: &str) -> bool {
    if !text.contains("main") {
        return false;
    }
    if suite.name == "c-torture" {
        return true;
    }
    const NEWER: &[&str] =
        &["c++20", "c++2a", "c++2b", "c++23", "coroutines", "modules-ts", "concepts"];
    // What is to fail does what C++ does not define, as reading before an array.
    const MORE: &[&str] =
        &["dg-additional-sources", "dg-shouldfail", "-fopenmp", "-fgnu-tm", "-fopenacc"];
    let mut runs = false;
    for line in text.lines().filter(|l| l.contains("dg-")) {
        runs |= line.contains("dg-do run") || line.contains("dg-do  run");
        if NEWER.iter().chain(MORE).any(|w| line.contains(w)) {
            return false;
        }
    }
    runs
}
