//! The case kernels and the runtime kernels go through the frontend, and their WHIRL is valid.
//! Both sets are looked for at run time; what is absent is skipped.

use std::path::{Path, PathBuf};

use optx_frontend::{DirectoryIncludes, FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::verify::{AtLevel, verify_module};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn compile(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.to_string_lossy();
    let include = DirectoryIncludes::new(Vec::new());
    let options = FrontendOptions { include: &include, arch: 80, ..FrontendOptions::default() };
    let mut sm = SourceMap::new();
    let mut diags = Diagnostics::default();
    let module = compile_to_whirl(&name, &text, &options, &mut sm, &mut diags);
    let mut wrong: Vec<String> = diags
        .list()
        .iter()
        .filter(|d| d.severity == optx_source::Severity::Error)
        .map(|d| sm.resolve(d).to_string())
        .collect();
    match module {
        Some(m) => {
            wrong.extend(verify_module(&m, AtLevel::Vh).iter().map(|v| format!("{name}: {v}")));
            if m.functions.is_empty() {
                wrong.push(format!("{name}: no functions"));
            }
            let text = optx_whirl::print::print_module(&m);
            match optx_whirl::parse::parse_module(&text) {
                Ok(again) => {
                    if optx_whirl::print::print_module(&again) != text {
                        wrong.push(format!("{name}: the text form does not read back equal"));
                    }
                }
                Err(e) => wrong.push(format!("{name}: the text form does not read back: {e:?}")),
            }
            match optx_whirl::vho::lower(&m) {
                Ok(low) => wrong.extend(
                    verify_module(&low, AtLevel::M).iter().map(|v| format!("{name}: lowered: {v}")),
                ),
                Err(e) => wrong.push(format!("{name}: not lowered: {e:?}")),
            }
        }
        None if wrong.is_empty() => wrong.push(format!("{name}: nothing came out")),
        None => {}
    }
    wrong
}

fn all(dir: &Path) {
    let Ok(list) = std::fs::read_dir(dir) else {
        eprintln!("skipped: {} is absent", dir.display());
        return;
    };
    let mut files: Vec<PathBuf> = list
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    let wrong: Vec<String> = files.iter().flat_map(|f| compile(f)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    eprintln!("{} files of {}", files.len(), dir.display());
}

#[test]
fn case_kernels() {
    all(&root().join("../shared/cases"));
}

#[test]
fn runtime_kernels() {
    all(&root().join("runtime-tests/kernels"));
}

#[test]
fn own_inputs() {
    all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs"));
}
