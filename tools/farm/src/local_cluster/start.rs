//! Starting daemons.

use std::fs::OpenOptions;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::ClusterError;
use super::layout::Layout;
use super::owned::Part;
use super::ports;
use super::programs;
use super::record::Record;

/// Lines of what a daemon said that are told if it ends.
const TOLD: usize = 4;

/// A daemon that this process has started. While it becomes another program, `/proc` does not show what it is: that it is not
/// seen there does not say that it has ended.
#[derive(Clone, Debug)]
pub(super) struct Child {
    ended: Arc<AtomicBool>,
}

impl Child {
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }
}

/// Starts munge, which is ready when this is back.
pub(super) fn munge(layout: &Layout) -> Result<(), ClusterError> {
    let mut command = programs::command("munged", &layout.slurm_conf());
    command.args(["--force", "--num-threads=2"]);
    for (option, name) in [
        ("socket", "socket"),
        ("key-file", "key"),
        ("log-file", "log"),
        ("pid-file", "pid"),
        ("seed-file", "seed"),
    ] {
        command.arg(format!("--{option}={}", layout.munge(name).display()));
    }
    programs::output(command.current_dir(layout.folder())).map(drop)
}

/// Starts the controller. It goes on where the state in its folder ends.
pub(super) fn controller(layout: &Layout, record: &Record) -> Result<Child, ClusterError> {
    check_port(layout, record.controller_port, &Part::Controller)?;
    let mut command = programs::command("setsid", &layout.slurm_conf());
    command.args(["slurmctld", "-D", "-f"]).arg(layout.slurm_conf());
    spawn(layout, &Part::Controller, command)
}

/// Starts a node's daemon.
pub(super) fn node(layout: &Layout, name: &str, port: u16) -> Result<Child, ClusterError> {
    let part = Part::Node(name.to_owned());
    check_port(layout, port, &part)?;
    let mut command = programs::command("setsid", &layout.slurm_conf());
    command.args(["slurmd", "-D", "-N", name, "-f"]).arg(layout.slurm_conf());
    spawn(layout, &part, command)
}

fn check_port(layout: &Layout, port: u16, part: &Part) -> Result<(), ClusterError> {
    if ports::is_free(port) {
        return Ok(());
    }
    let folder = layout.folder().to_owned();
    Err(ClusterError::PortTaken { port, daemon: part.to_string(), folder })
}

/// Starts it in a session of its own, away from the terminal's signals.
fn spawn(layout: &Layout, part: &Part, mut command: Command) -> Result<Child, ClusterError> {
    let path = layout.said(&part.to_string());
    let open = || {
        let file = OpenOptions::new().create(true).truncate(true).write(true).open(&path)?;
        Ok((file.try_clone()?, file))
    };
    let (out, error) = open().map_err(|e: std::io::Error| {
        ClusterError::folder(&path, format!("cannot be written: {e}"))
    })?;
    let child =
        command.current_dir(layout.folder()).stdin(Stdio::null()).stdout(out).stderr(error).spawn();
    let mut child = child.map_err(ClusterError::system(format!("cannot start {part}")))?;
    let ended = Arc::new(AtomicBool::new(false));
    let handle = Child { ended: Arc::clone(&ended) };
    // Where this process lives on, the daemon shall not stay a zombie.
    std::thread::spawn(move || {
        let _ = child.wait();
        ended.store(true, Ordering::Release);
    });
    Ok(handle)
}

/// That a daemon ended, with what it said last.
pub(super) fn ended(layout: &Layout, part: &Part) -> ClusterError {
    let path = layout.said(&part.to_string());
    ClusterError::Ended { daemon: part.to_string(), said: last_lines(&path) }
}

/// The last lines that say something is wrong, or the last.
fn last_lines(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let all: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let errors = all.iter().copied().filter(|l| l.contains("error:") || l.contains("fatal:"));
    let errors: Vec<&str> = errors.collect();
    let lines = if errors.is_empty() { &all } else { &errors };
    let last = lines[lines.len().saturating_sub(TOLD)..].join("; ");
    let more = format!("(all of it: {})", path.display());
    if last.is_empty() { format!("it said nothing {more}") } else { format!("{last} {more}") }
}
