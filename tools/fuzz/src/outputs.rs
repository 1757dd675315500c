//! The command on an input: a failing run leaves an old output file as it was.

use crate::inputs::MutantInput;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What an old output file holds.
const OLD: &[u8] = b"an old output\n";

/// The command that is built from the sources as they are.
pub fn build_command() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let command = program.with_file_name(format!("optx{}", std::env::consts::EXE_SUFFIX));
    if let Some(cargo) = std::env::var_os("CARGO") {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "-p", "optx-command", "--manifest-path"]).arg(manifest);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        match build.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("the command cannot be built: {status}")),
            Err(e) => return Err(format!("the command cannot be built: {e}")),
        }
    }
    if command.is_file() {
        Ok(command)
    } else {
        Err("there is no optx command beside this program: name one with --command, or say --outputs-every 0".into())
    }
}

/// Runs the command on an input over an old output. What is wrong, if something is.
pub fn check(
    command: &Path,
    input: &MutantInput,
    longest: Duration,
) -> Result<Option<String>, String> {
    let wrong = |e: std::io::Error| format!("a temporary folder: {e}");
    let folder = tempfile::tempdir().map_err(wrong)?;
    let source = folder.path().join(format!("in.{}", input.kind.name()));
    let (output, said) = (folder.path().join("out"), folder.path().join("said"));
    std::fs::write(&source, &input.request.text).map_err(wrong)?;
    std::fs::write(&output, OLD).map_err(wrong)?;
    let mut child = Command::new(command)
        .arg("compile")
        .arg(&source)
        .arg("-o")
        .arg(&output)
        .args(&input.request.options)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&said).map_err(wrong)?)
        .spawn()
        .map_err(|e| format!("{}: {e}", command.display()))?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(wrong)? {
            break status;
        }
        if start.elapsed() > longest {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(Some("output: the command does not end".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let now = std::fs::read(&output).map_err(wrong)?;
    let files = std::fs::read_dir(folder.path()).map_err(wrong)?.count();
    Ok(match status.code() {
        None => {
            let said = std::fs::read(&said).unwrap_or_default();
            let said =
                String::from_utf8_lossy(&said[said.len().saturating_sub(2000)..]).into_owned();
            Some(format!("output: the command dies, {status}\n{said}"))
        }
        Some(0) if now == OLD => {
            Some("output: the command ends well and writes nothing".to_owned())
        }
        Some(1) if now != OLD => Some("output: a failing run changes the old output".to_owned()),
        Some(0 | 1) if files != 3 => Some("output: the command leaves a file behind".to_owned()),
        Some(0 | 1) => None,
        Some(other) => Some(format!("output: the command ends with status {other}")),
    })
}
