//! PTX as machine code: assembled by ptxas, written out by nvdisasm.

use crate::ptxas::Ptxas;
use crate::tools::{Tool, ToolError, find};
use crate::verdicts::{Answer, remembered};
use std::path::Path;
use std::process::Command;

/// Machine code as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembled {
    /// What ptxas said: warnings, and with `-v` its report of registers.
    pub report: String,
    /// What nvdisasm wrote.
    pub text: String,
}

/// Assembles PTX for an architecture (`sm_80`) by a version of ptxas, with further options of ptxas and of nvdisasm.
pub fn disassemble(
    by: Ptxas,
    ptx: &str,
    arch: &str,
    ptxas: &[&str],
    nvdisasm: &[&str],
) -> Result<Disassembled, ToolError> {
    let failed = |e: std::io::Error| ToolError::Failed(e.to_string());
    let folder = tempfile::tempdir().map_err(failed)?;
    let (source, binary) = (folder.path().join("module.ptx"), folder.path().join("module.cubin"));
    std::fs::write(&source, ptx).map_err(failed)?;
    let arch = format!("-arch={arch}");
    let options: Vec<&str> = ptxas.iter().copied().chain([arch.as_str(), "-o"]).collect();
    let (said, report) = output(by.tool(), &options, &[&binary, &source])?;
    let (text, _) = output(Tool::Nvdisasm, nvdisasm, &[&binary])?;
    Ok(Disassembled { report: said + &report, text })
}

/// As [`disassemble`], from the cache where the same was asked before: for who asks the same in each run.
pub fn disassemble_once(
    by: Ptxas,
    ptx: &str,
    arch: &str,
    ptxas: &[&str],
    nvdisasm: &[&str],
) -> Result<Disassembled, ToolError> {
    const BETWEEN: char = '\u{1f}';
    let tools = [by.tool(), Tool::Nvdisasm];
    tools.into_iter().try_for_each(|tool| find(tool).map(drop))?;
    let [assembler, reader] = tools.map(Tool::path_in_cache);
    let options = [ptxas, nvdisasm].map(|words| words.join("\u{1f}"));
    let question = ["machine code", assembler, reader, arch, &options[0], &options[1], ptx];
    let answer = remembered(&question, || {
        let Disassembled { report, text } = disassemble(by, ptx, arch, ptxas, nvdisasm)?;
        Ok(Answer { accepted: true, text: format!("{report}{BETWEEN}{text}") })
    })?;
    let (report, text) = answer.text.split_once(BETWEEN).unwrap_or(("", &answer.text));
    Ok(Disassembled { report: report.to_owned(), text: text.to_owned() })
}

/// What a tool writes to its two streams.
fn output(tool: Tool, options: &[&str], files: &[&Path]) -> Result<(String, String), ToolError> {
    let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", tool.name());
    let output = Command::new(find(tool)?)
        .args(options)
        .args(files)
        .output()
        .map_err(|e| ToolError::Failed(wrong(&e)))?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(ToolError::Refused(wrong(&errors.trim())));
    }
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), errors))
}
