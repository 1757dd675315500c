//! z3 on one script.

use crate::claim::Claim;
use crate::formula::script;
use optx_judge::{Tool, ToolError, find};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No operands refute the claim.
    Proved,
    /// These do.
    Refuted(String),
    /// It did not end in time.
    Unknown,
}

/// Asks whether any operands refute a claim, for so many seconds.
pub fn ask(claim: &Claim, seconds: u32) -> Result<Answer, ToolError> {
    let failed = |e: std::io::Error| ToolError::Failed(format!("z3: {e}"));
    let mut child = Command::new(find(Tool::Z3)?)
        .args(["-in", "-smt2", &format!("-T:{seconds}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(script(claim).as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    match first.trim() {
        "unsat" => Ok(Answer::Proved),
        "sat" => Ok(Answer::Refuted(rest.split_whitespace().collect::<Vec<_>>().join(" "))),
        "unknown" | "timeout" => Ok(Answer::Unknown),
        _ => Err(ToolError::Failed(format!("z3 said: {}\n{}", text.trim(), script(claim)))),
    }
}
