//! Machine code, where a ptxas is named: `OPTX_PTXAS` in the environment is its path.
//!
//! Cost: a process and two files for each compilation for a true architecture.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The variable of the environment that names a ptxas.
const VARIABLE: &str = "OPTX_PTXAS";

/// Why there is no machine code.
pub(crate) enum Refusal {
    /// ptxas refused the PTX, in its words.
    Refused(String),
    /// It could not be asked.
    NotAsked(String),
}

/// The ptxas that is to be asked.
pub(crate) fn ptxas() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// The machine code of a PTX text, and what ptxas said on the way.
pub(crate) fn assemble(
    ptxas: &PathBuf,
    target: &str,
    words: &[String],
    ptx: &str,
) -> Result<(Vec<u8>, String), Refusal> {
    let not_asked = |e: std::io::Error| {
        Refusal::NotAsked(format!("nvrtc: error: {VARIABLE}={}: {e}\n", ptxas.display()))
    };
    let folder = tempfile::tempdir().map_err(not_asked)?;
    let (from, to) = (folder.path().join("k.ptx"), folder.path().join("k.cubin"));
    std::fs::write(&from, ptx).map_err(not_asked)?;
    let mut command = Command::new(ptxas);
    command.arg(format!("-arch={target}")).args(words).arg(&from).arg("-o").arg(&to);
    let ended = command.stdin(Stdio::null()).output().map_err(not_asked)?;
    let said = String::from_utf8_lossy(&ended.stderr).into_owned()
        + &String::from_utf8_lossy(&ended.stdout);
    if !ended.status.success() {
        return Err(Refusal::Refused(said));
    }
    Ok((std::fs::read(&to).map_err(not_asked)?, said))
}
