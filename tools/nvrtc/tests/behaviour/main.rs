//! What NVRTC 13.5 does, asked of it and of optx's library, by the same calls: each case says what was observed, in a text, and what that has to be.
//!
//! The expected texts are what NVRTC 13.5 answered. Where it is at hand it is asked again, in the same process, turn by turn with optx's library.

#[path = "../library/mod.rs"]
mod library;

mod calls;
mod logs;
mod names;
mod options;

use library::Library;
use optx_judge::Tool;
use optx_judge::trials::{self, assertions};
use std::path::Path;
use std::sync::OnceLock;

/// A case: what is held, what is done and observed, what that has to be.
#[derive(Clone, Copy)]
pub struct Case {
    name: &'static str,
    observe: fn(&Library) -> String,
    expected: &'static str,
}

/// Lines without what they begin with, so that expected texts stand in line with the code.
fn lines(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn same(case: &Case, library: &Library) {
    let observed = (case.observe)(library);
    let (observed, expected) = (lines(&observed), lines(case.expected));
    let path = library.path.display();
    assert!(observed == expected, "{path}\n--- expected\n{expected}\n--- observed\n{observed}");
}

fn ours() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::load(&library::ours()))
}

fn real(path: &Path) -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::load(path))
}

fn main() {
    let cases = [calls::CASES, logs::CASES, names::CASES, options::CASES].concat();
    let mut all = Vec::new();
    for case in cases {
        all.push(assertions(case.name, &[], move || same(&case, ours())));
        all.push(assertions(format!("{}/nvrtc", case.name), &[Tool::Nvrtc], move || {
            let nvrtc = optx_judge::find(Tool::Nvrtc).expect("it is there");
            for _ in 0..2 {
                same(&case, real(&nvrtc));
                same(&case, ours());
            }
        }));
    }
    trials::run(all);
}
