//! The case kernels and the runtime kernels go through the frontend, and their WHIRL is valid.

use std::path::{Path, PathBuf};

use optx_frontend::{DirectoryIncludes, FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::CodeOptions;
use optx_whirl::verify::{AtLevel, verify_module};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn compile(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.to_string_lossy();
    let include = DirectoryIncludes::new(Vec::new());
    let options = FrontendOptions {
        include: &include,
        code: CodeOptions { target: "sm_80".to_owned(), ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
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

fn all(dir: &Path, least: usize) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)
        .unwrap_or_else(|e| panic!("{}: {e}", dir.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    assert!(files.len() >= least, "only {} files in {}", files.len(), dir.display());
    let wrong: Vec<String> = files.iter().flat_map(|f| compile(f)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn case_kernels() {
    all(&root().join("runtime-tests/cases"), 50);
}

#[test]
fn runtime_kernels() {
    all(&root().join("runtime-tests/kernels"), 50);
}

#[test]
fn own_inputs() {
    all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs"), 2);
}
