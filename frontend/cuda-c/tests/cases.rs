//! The case kernels and the runtime kernels go through the frontend, and their WHIRL is valid.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use optx_frontend::{DirectoryIncludes, FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, Limits, SourceMap};
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

/// The module's text with what has no order numbered as it occurs, function by function: types, symbols, temporaries, labels.
fn renumbered(text: &str) -> Vec<String> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let mut functions: Vec<String> = Vec::new();
    let mut numbers = HashMap::new();
    for line in text.lines() {
        if line.starts_with(" (function") {
            numbers.clear();
            functions.push(String::new());
        }
        // What a symbol is, without its number and its type's.
        let declared = ["  (local", " (global", " (type"].iter().any(|d| line.starts_with(d));
        let mut out = String::new();
        for word in format!("{line} ").split_inclusive([' ', '(', ')', '"']) {
            let (name, end) = word.split_at(word.len() - 1);
            let number = name.strip_prefix(['%', '$', 't', 'L', '=']).filter(|n| is_number(n));
            match number {
                Some(_) if declared || name.starts_with('=') && !line.starts_with(" (function") => {
                    let constant = name.starts_with('=') && !declared;
                    out.push_str(if constant { name } else { "*" });
                }
                Some(_) => {
                    let next = numbers.len();
                    out.push_str(&format!("#{}", numbers.entry(name.to_owned()).or_insert(next)));
                }
                None => out.push_str(name),
            }
            out.push_str(end);
        }
        match functions.last_mut() {
            Some(function) => function.push_str(&(out + "\n")),
            None => functions.push(out + "\n"),
        }
    }
    // Declarations have no order; types without their numbers may be equal.
    for function in &mut functions {
        let (mut declared, code): (Vec<&str>, Vec<&str>) =
            function.lines().partition(|l| !l.starts_with("   ") && !l.starts_with(" (function"));
        declared.sort_unstable();
        declared.dedup();
        *function = [declared, code].concat().join("\n");
    }
    functions.sort();
    functions
}

/// A function that is cut into pieces of one statement is the one that is not cut.
fn cut(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.to_string_lossy();
    let include = DirectoryIncludes::new(Vec::new());
    let [whole, pieces] = [usize::MAX, 1].map(|statements_at_once| {
        let options = FrontendOptions {
            include: &include,
            code: CodeOptions { target: "sm_80".to_owned(), ..CodeOptions::default() },
            limits: Limits { statements_at_once, ..Limits::default() },
            ..FrontendOptions::default()
        };
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let module = compile_to_whirl(&name, &text, &options, &mut sm, &mut diags);
        let said: Vec<String> = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
        let text = module.map(|m| renumbered(&optx_whirl::print::print_module(&m)));
        (said, text.unwrap_or_default())
    });
    if whole.0 != pieces.0 {
        return vec![format!("{name}: {:?}, and in pieces {:?}", whole.0, pieces.0)];
    }
    let differ = whole.1.iter().zip(&pieces.1).find(|(w, p)| w != p);
    let differ = differ.map(|(w, p)| {
        let lines = w.lines().zip(p.lines()).find(|(w, p)| w != p);
        format!("{name}: whole, and in pieces: {lines:?}")
    });
    differ.into_iter().collect()
}

fn all(dir: &Path, least: usize, check: fn(&Path) -> Vec<String>) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)
        .unwrap_or_else(|e| panic!("{}: {e}", dir.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    assert!(files.len() >= least, "only {} files in {}", files.len(), dir.display());
    let wrong: Vec<String> = files.iter().flat_map(|f| check(f)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn case_kernels() {
    all(&root().join("runtime-tests/cases"), 50, compile);
}

#[test]
fn runtime_kernels() {
    all(&root().join("runtime-tests/kernels"), 50, compile);
}

#[test]
fn own_inputs() {
    all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs"), 2, compile);
}

#[test]
fn kernels_in_pieces() {
    all(&root().join("runtime-tests/cases"), 50, cut);
    all(&root().join("runtime-tests/kernels"), 50, cut);
    all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs"), 2, cut);
}
