//! File tests: one file is one test.
//!
//! A file holds an input (`.cu`, `.whirl` or `.ssa`), what is run on it, and what the result must say, in comments (`;`, in
//! `.cu` files `//`). Its first line is the test line:
//!
//! | line | what is run | the result |
//! |---|---|---|
//! | `; test pass=NAME` | one pass, on the input brought to where the pass stands, with what its row runs behind it; `pass=FIRST..LAST` is the rows from one to another | its functions as text |
//! | `; test analysis=NAME` | an analysis ([`optx_wopt::driver::print_analysis::PRINTED`]); `after=PASS` says where, else as built | the facts as text |
//! | `; test lir=NAME` | a pass of the code generator, in the whole compiler | the LIR behind it, as dumps have it |
//! | `; test ptx` | the whole compiler | PTX; ptxas must take it, in a test of its own |
//! | `; test run` | the interpreter; `seed=N` picks the input, else 0 | what others see, and how it ended |
//!
//! Options of the command (`-O3`, `-arch=sm_80`) may follow. Then come checks, in order:
//!
//! * `; check: TEXT` – the next line after the last match that holds the text;
//! * `; next: TEXT` – the very next line holds it;
//! * `; not: TEXT` – no line between the matches before and after it does (from the beginning, to the end);
//! * `; count N: TEXT` – the whole result holds it so often.
//!
//! In a text `{name}` stands for one word (letters, digits, `_ . $ %`): any at its first use, the same ever after, so that
//! ids need not be known; `{{` is a brace. Other directives: `; prelude: NAME` (below) and `; norun: REASON`. A comment that
//! begins with a word in small letters and a colon is a directive, and one that is not known is an error; other comments say
//! what the test is about.
//!
//! **Prelude.** A `.ssa` file that does not begin with `(ssa` is functions alone: the text before them is
//! `preludes/NAME.ssa` beside the file, `default` where none is named, and the closing parenthesis is added.
//!
//! A `lir=` test of a pass that works on LIR has a diff beside it, too, and the checker of LIR runs behind each pass.
//!
//! **What holds for every `pass=` test**: the verifiers before and after, and the checker of leaving SSA (the runner is asked
//! for them); the result refines the input on a dozen inputs of the interpreter ([`optx_ir::interpret`]), calls of the file's functions
//! followed, unless `norun:` says why not; and beside the file lies `NAME.diff`, what the pass changed, which is blessed with `OPTX_BLESS=1` and fails the
//! test where it is stale. The diff is for the reader and never the only check: a file without any is an error.
//!
//! Source: Cranelift's `filetests` and LLVM's FileCheck for the form, rustc's `mir-opt` tests for the diffs.

mod checks;
mod diff;
mod directive;
mod input;
mod pattern;
mod refinement;
mod subject;

pub use diff::unified;

use directive::TestFile;
use libtest_mimic::{Arguments, Failed, Trial};
use optx_judge::Tool;
use optx_judge::ptxas::{self, Ptxas};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Set, it makes tests write their diffs instead of comparing them.
pub const BLESS: &str = "OPTX_BLESS";

/// Runs all test files of a folder and those below it, by the command line's arguments as `cargo test` has them: the whole
/// of a `harness = false` test's `main`.
pub fn run_folder(folder: impl AsRef<Path>) -> ExitCode {
    let folder = folder.as_ref();
    let bless = std::env::var_os(BLESS).is_some();
    let trials = match files(folder) {
        Ok(files) => files.into_iter().flat_map(|file| trials_of(folder, file, bless)).collect(),
        Err(wrong) => vec![Trial::test("the folder", move || Err(Failed::from(wrong)))],
    };
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A file's test, and for `test ptx` a second one: what ptxas says of it.
fn trials_of(folder: &Path, file: PathBuf, bless: bool) -> Vec<Trial> {
    let name = file.strip_prefix(folder).unwrap_or(&file).with_extension("");
    let name = name.to_string_lossy().into_owned();
    let judged = std::fs::read_to_string(&file)
        .is_ok_and(|text| text.trim_start_matches(['/', ';', ' ']).starts_with("test ptx"));
    let mut list = Vec::new();
    if judged {
        let file = file.clone();
        let tools = [Tool::Ptxas12, Tool::Ptxas13];
        list.push(optx_judge::trials::trial(format!("{name}/ptxas"), &tools, move || {
            judge(&file).map_err(Failed::from)
        }));
    }
    list.push(Trial::test(name, move || check_file(&file, bless).map_err(Failed::from)));
    list
}

/// Whether ptxas takes the PTX of a test file for the target that it names.
fn judge(path: &Path) -> Result<(), String> {
    let kind = input::Kind::of(path).ok_or("no test file")?;
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let wrong = |wrong: Wrong| wrong.message;
    let test = TestFile::parse(&text, kind).map_err(wrong)?;
    let input = input::Input::read(&test, path, &text, kind).map_err(wrong)?;
    let ptx = input.compile(&test, optx::Emit::Ptx).map_err(wrong)?;
    let target = ptx.lines().find_map(|line| line.strip_prefix(".target ")).unwrap_or_default();
    let verdict =
        ptxas::check(Ptxas::for_target(target), target, &ptx).map_err(|e| e.to_string())?;
    if verdict.accepted { Ok(()) } else { Err(format!("{target}: {}\n{ptx}", verdict.report)) }
}

/// The test files of a folder and those below it, in order. Files that are neither tests nor belong to one are errors.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut work = vec![folder.to_path_buf()];
    while let Some(at) = work.pop() {
        let wrong = |e: std::io::Error| format!("{}: {e}", at.display());
        for entry in std::fs::read_dir(&at).map_err(wrong)? {
            let path = entry.map_err(wrong)?.path();
            let is_test = |p: &Path| input::Kind::of(p).is_some();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != input::PRELUDES) {
                    work.push(path);
                }
            } else if is_test(&path) {
                found.push(path);
            } else if path.extension().is_none_or(|e| e != "diff") {
                return Err(format!("{}: no test file", path.display()));
            } else if !input::Kind::ALL.iter().any(|k| path.with_extension(k.extension()).exists())
            {
                return Err(format!("{}: the test of this diff is gone", path.display()));
            }
        }
    }
    if found.is_empty() {
        return Err(format!("{}: there is no test file", folder.display()));
    }
    found.sort();
    // One diff belongs to one test.
    for pair in found.windows(2) {
        if pair[0].with_extension("") == pair[1].with_extension("") {
            return Err(format!("{}: two tests of one name", pair[0].display()));
        }
    }
    Ok(found)
}

/// Runs one test file; with `bless`, writes its diff instead of comparing it. An error begins with the file and, where there
/// is one, the line.
pub fn check_file(path: &Path, bless: bool) -> Result<(), String> {
    let at = |line: usize, wrong: String| match line {
        0 => format!("{}: {wrong}", path.display()),
        line => format!("{}:{line}: {wrong}", path.display()),
    };
    let kind = input::Kind::of(path).ok_or_else(|| at(0, "no test file".to_owned()))?;
    let text = std::fs::read_to_string(path).map_err(|e| at(0, e.to_string()))?;
    let wrong = |Wrong { line, message }: Wrong| at(line, message);
    let test = TestFile::parse(&text, kind).map_err(wrong)?;
    let result = subject::run(&test, path, &text, kind).map_err(wrong)?;
    checks::check(&test.checks, &result.output).map_err(|Wrong { line, message }| {
        at(line, format!("{message}\nthe result:\n{}", result.output))
    })?;
    match result.changed {
        Some((before, after)) => against_diff(&path.with_extension("diff"), &before, &after, bless)
            .map_err(|wrong| at(0, wrong)),
        None => Ok(()),
    }
}

fn against_diff(path: &Path, before: &str, after: &str, bless: bool) -> Result<(), String> {
    let now = match unified(before, after) {
        diff if diff.is_empty() => "nothing changes\n".to_owned(),
        diff => diff,
    };
    if bless {
        return std::fs::write(path, now).map_err(|e| format!("{}: {e}", path.display()));
    }
    match std::fs::read_to_string(path) {
        Ok(then) if then == now => Ok(()),
        Ok(then) => Err(format!(
            "the diff beside it is stale; {BLESS}=1 renews it, after a look at what changed:\n{}",
            unified(&then, &now)
        )),
        Err(_) => Err(format!("it has no diff beside it; {BLESS}=1 writes it:\n{now}")),
    }
}

/// What is wrong with a test file or its result, and in which line; 0 for none.
#[derive(Debug)]
struct Wrong {
    line: usize,
    message: String,
}

impl Wrong {
    fn at(line: usize, message: impl Into<String>) -> Wrong {
        Wrong { line, message: message.into() }
    }
}
