//! ptxas as the judge of PTX text: does it assemble, and what does ptxas say of it.
//!
//! Verdicts are cached on disk by ptxas version, target, options and the hash of the text, since a run takes
//! tens of milliseconds and most PTX of a test run has not changed.

use crate::tools::{Tool, ToolError, find};
use crate::verdicts::{Answer, remembered, unique_name};
use std::cell::RefCell;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Which of the two pinned ptxas versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ptxas {
    /// 13.5: sm_75 and up.
    V13,
    /// 12.9: the way to sm_52, sm_60, sm_61 and sm_70.
    V12,
}

impl Ptxas {
    /// The tool in the cache.
    pub(crate) fn tool(self) -> Tool {
        match self {
            Ptxas::V13 => Tool::Ptxas13,
            Ptxas::V12 => Tool::Ptxas12,
        }
    }

    /// The version that assembles for `target` (`sm_75`): 13.5 where it can, else 12.9.
    pub fn for_target(target: &str) -> Ptxas {
        let digits: String = target
            .chars()
            .skip_while(|c| !c.is_ascii_digit())
            .take_while(char::is_ascii_digit)
            .collect();
        match digits.parse::<u32>() {
            Ok(n) if n < 75 => Ptxas::V12,
            _ => Ptxas::V13,
        }
    }
}

/// What ptxas said of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// True where it assembled.
    pub accepted: bool,
    /// ptxas's standard error: errors, warnings, and with `-v` its register report.
    pub report: String,
}

/// PTX that must assemble for a target, or must not.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) target: String,
    pub(crate) ptx: String,
    pub(crate) assembles: bool,
}

thread_local! {
    static NOTED: RefCell<Vec<Text>> = const { RefCell::new(Vec::new()) };
}

/// Notes PTX that must assemble for `target`: the second trial of [`crate::trials::with_ptxas`] asks ptxas.
pub fn must_accept(target: &str, ptx: &str) {
    note(target, ptx, true);
}

/// Notes PTX that `target` must not take, as [`must_accept`] does what it must.
pub fn must_refuse(target: &str, ptx: &str) {
    note(target, ptx, false);
}

fn note(target: &str, ptx: &str, assembles: bool) {
    let text = Text { target: target.to_owned(), ptx: ptx.to_owned(), assembles };
    NOTED.with_borrow_mut(|noted| noted.push(text));
}

/// Runs a test, and what it noted.
pub(crate) fn noted_by(run: fn()) -> Vec<Text> {
    NOTED.take();
    run();
    NOTED.take()
}

/// Assembles `ptx` for `target` and returns the verdict, from the cache where the same was asked before.
pub fn check(version: Ptxas, target: &str, ptx: &str) -> Result<Verdict, ToolError> {
    check_with(version, target, ptx, &[])
}

/// As [`check`] with further ptxas options (`-v`, `--maxrregcount=32`), which are part of the cache key.
pub fn check_with(
    version: Ptxas,
    target: &str,
    ptx: &str,
    options: &[&str],
) -> Result<Verdict, ToolError> {
    let ptxas = find(version.tool())?;
    let question = [version.tool().name(), target, &options.join("\u{1f}"), ptx];
    let answer = remembered(&question, || assemble(&ptxas, target, ptx, options))?;
    Ok(Verdict { accepted: answer.accepted, report: answer.text })
}

fn assemble(
    ptxas: &std::path::Path,
    target: &str,
    ptx: &str,
    options: &[&str],
) -> Result<Answer, ToolError> {
    let failed = |e: std::io::Error| ToolError::Failed(format!("{}: {e}", ptxas.display()));
    let input = std::env::temp_dir().join(format!("optx-judge-{}.ptx", unique_name()));
    std::fs::File::create(&input).and_then(|mut f| f.write_all(ptx.as_bytes())).map_err(failed)?;
    let output = Command::new(ptxas)
        .arg(format!("-arch={target}"))
        .args(options)
        .args(["-o", "/dev/null"])
        .arg(&input)
        .stdin(Stdio::null())
        .output();
    let _ = std::fs::remove_file(&input);
    let output = output.map_err(failed)?;
    let mut report = String::from_utf8_lossy(&output.stderr).into_owned();
    report.push_str(&String::from_utf8_lossy(&output.stdout));
    let text = report.replace(&*input.to_string_lossy(), "input.ptx");
    Ok(Answer { accepted: output.status.success(), text })
}
