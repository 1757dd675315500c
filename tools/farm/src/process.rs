//! Other programs: run within a time, and ended with this one.
//!
//! Source: prctl(2), PR_SET_PDEATHSIG, by `setpriv` of util-linux, since safe code cannot ask for it between fork and exec.

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::ffi::OsStr;
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A command that is ended when this process is, where the machine has `setpriv`.
pub fn ending_with_us(program: impl AsRef<OsStr>) -> Command {
    static HAS_IT: OnceLock<bool> = OnceLock::new();
    let words = ["--pdeathsig", "KILL", "--"];
    let has_it = || {
        let tried = Command::new("setpriv").args(words).arg("true").output();
        tried.is_ok_and(|done| done.status.success())
    };
    if !*HAS_IT.get_or_init(has_it) {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(words).arg(program);
    command
}

/// Ends a process that leads a group, and all of the group.
pub fn end(child: &mut Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        // It may be gone.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    let _ = child.wait();
}

/// Runs a command to its end, with an input, within a time; what it says, or why not.
pub fn run(mut command: Command, input: Option<&str>, limit: Duration) -> Result<String, String> {
    let failed = |e: std::io::Error| e.to_string();
    let (mut out, mut errors) =
        (tempfile::tempfile().map_err(failed)?, tempfile::tempfile().map_err(failed)?);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(out.try_clone().map_err(failed)?)
        .stderr(errors.try_clone().map_err(failed)?)
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // Who does not read it says why by the status.
        let _ = stdin.write_all(input.unwrap_or_default().as_bytes());
    }
    let last = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        if Instant::now() >= last {
            end(&mut child);
            return Err(format!("it has not ended after {} s", limit.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let read = |file: &mut std::fs::File| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(failed)?;
        Ok::<_, String>(bytes)
    };
    if !status.success() {
        let said = read(&mut errors)?;
        let said = String::from_utf8_lossy(&said).trim().to_owned();
        return Err(match status.code() {
            // What a shell and `setpriv` say where there is no such program.
            Some(127) => format!("there is no such program: {said}"),
            _ => format!("{status}: {said}"),
        });
    }
    String::from_utf8(read(&mut out)?).map_err(|e| e.to_string())
}
