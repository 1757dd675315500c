//! Processes as `/proc` has them, and signals that meet no other.
//!
//! A process that ended and that its parent has not looked at (a zombie) is none: nothing is waited for it, since a parent that
//! never looks keeps it for ever.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::error::ClusterError;

/// A process that runs.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pid: Pid,
    parent: i32,
    /// In ticks since the machine started: with the number it names the process.
    started: u64,
    /// The program's name as the system keeps it, 15 bytes.
    pub(super) program: String,
}

impl Process {
    /// One of this number; nothing if it has ended.
    fn read(pid: Pid) -> Option<Process> {
        let bytes = std::fs::read(file(pid, "stat")).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        // The program's name may hold anything, parentheses too.
        let (head, tail) = text.rsplit_once(')')?;
        let program = head.split_once('(')?.1.to_owned();
        let fields: Vec<&str> = tail.split_whitespace().collect();
        if matches!(*fields.first()?, "Z" | "X") {
            return None;
        }
        let parent = fields.get(1)?.parse().ok()?;
        let started = fields.get(19)?.parse().ok()?;
        Some(Process { pid, parent, started, program })
    }

    /// Its number.
    pub(super) fn number(&self) -> i32 {
        self.pid.as_raw_nonzero().get()
    }

    pub(super) fn started(&self) -> u64 {
        self.started
    }

    /// The words that it was called with; none of a process of somebody else's.
    pub(super) fn arguments(&self) -> Vec<String> {
        let bytes = std::fs::read(file(self.pid, "cmdline")).unwrap_or_default();
        let words = bytes.split(|&byte| byte == 0);
        words.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
    }

    /// Its environment as it began.
    pub(super) fn environment(&self) -> BTreeMap<String, String> {
        let bytes = std::fs::read(file(self.pid, "environ")).unwrap_or_default();
        let entries = bytes.split(|&byte| byte == 0).filter_map(|entry| {
            let text = String::from_utf8_lossy(entry);
            text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
        });
        entries.collect()
    }

    /// The files that it has open.
    pub(super) fn open_files(&self) -> Vec<PathBuf> {
        let list = std::fs::read_dir(file(self.pid, "fd"));
        let links = list.into_iter().flatten().flatten();
        links.filter_map(|entry| std::fs::read_link(entry.path()).ok()).collect()
    }

    /// Signals it and no process that has its number by now.
    pub(super) fn signal(&self, signal: Signal) {
        let is_same = || Self::read(self.pid).is_some_and(|now| now.started == self.started);
        // It may end at any time, which is as well.
        match pidfd_open(self.pid, PidfdFlags::empty()) {
            Ok(handle) if is_same() => drop(pidfd_send_signal(&handle, signal)),
            // Kernels before 5.3.
            Err(rustix::io::Errno::NOSYS) if is_same() => drop(kill_process(self.pid, signal)),
            _ => {}
        }
    }
}

fn file(pid: Pid, name: &str) -> PathBuf {
    Path::new("/proc").join(pid.as_raw_nonzero().to_string()).join(name)
}

/// All that run.
pub(super) fn all() -> Result<Vec<Process>, ClusterError> {
    let list = std::fs::read_dir("/proc").map_err(ClusterError::system("cannot read /proc"))?;
    let numbers = list.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    Ok(numbers.filter_map(Pid::from_raw).filter_map(Process::read).collect())
}

/// What descends from those that have a mark already gets its parent's.
pub(super) fn inherit<M: Clone>(processes: &[Process], marks: &mut BTreeMap<i32, M>) {
    loop {
        let found: Vec<(i32, M)> = processes
            .iter()
            .filter(|process| !marks.contains_key(&process.number()))
            .filter_map(|process| Some((process.number(), marks.get(&process.parent)?.clone())))
            .collect();
        if found.is_empty() {
            return;
        }
        marks.extend(found);
    }
}

/// Whether a path is this file, also one that was removed while it was open.
pub(super) fn is_file(open: &Path, path: &Path) -> bool {
    let open = open.as_os_str().as_bytes();
    open.strip_suffix(b" (deleted)").unwrap_or(open) == path.as_os_str().as_bytes()
}

/// The name of the program in a path.
pub(super) fn base_name(word: &str) -> &str {
    Path::new(word).file_name().and_then(OsStr::to_str).unwrap_or_default()
}
