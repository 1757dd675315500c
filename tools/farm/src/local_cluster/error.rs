//! What can go wrong, each said in one message that tells what to do.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why a cluster does not do what was asked.
#[derive(Debug)]
pub enum ClusterError {
    /// Programs that are not installed.
    Missing(Vec<&'static str>),
    /// The folder cannot hold a cluster, or holds none.
    Folder {
        /// Which.
        path: PathBuf,
        /// Why, and what to do.
        why: String,
    },
    /// What was chosen is not possible, or not what the folder's cluster has.
    Choice(String),
    /// Another program listens where a daemon did.
    PortTaken {
        /// The port.
        port: u16,
        /// The daemon that is to have it.
        daemon: String,
        /// The cluster's folder.
        folder: PathBuf,
    },
    /// There is no such node.
    NoSuchNode {
        /// What was asked for.
        name: String,
        /// The nodes that there are.
        known: Vec<String>,
    },
    /// A daemon ended that was to run.
    Ended {
        /// Which.
        daemon: String,
        /// The end of what it said.
        said: String,
    },
    /// What was waited for did not come: nothing is known of what is tested, the machine or Slurm is at fault.
    Deadline {
        /// What was waited for.
        what: String,
        /// How long.
        after: Duration,
        /// What was seen last.
        seen: String,
    },
    /// A program of Slurm or munge refused.
    Refused {
        /// The command line.
        command: String,
        /// What it said.
        said: String,
    },
    /// The system refused.
    System {
        /// What was tried.
        what: String,
        /// Its answer.
        error: std::io::Error,
    },
}

impl ClusterError {
    /// Whether the machine or Slurm is at fault rather than who asked: a test that meets it has found nothing out.
    pub fn is_infrastructure(&self) -> bool {
        matches!(self, Self::Ended { .. } | Self::Deadline { .. } | Self::System { .. })
    }

    pub(super) fn folder(path: &Path, why: impl Into<String>) -> ClusterError {
        ClusterError::Folder { path: path.to_owned(), why: why.into() }
    }

    /// Says what was tried.
    pub(super) fn system(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> ClusterError {
        let what = what.into();
        move |error| ClusterError::System { what, error }
    }
}

/// What a program said, on one line.
fn one_line(said: &str) -> String {
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("; ")
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(programs) => write!(
                f,
                "not installed: {}; on Debian and Ubuntu: apt-get install --no-install-recommends slurm-wlm munge",
                programs.join(", ")
            ),
            Self::Folder { path, why } => write!(f, "{}: {why}", path.display()),
            Self::Choice(why) => f.write_str(why),
            Self::PortTaken { port, daemon, folder } => write!(
                f,
                "port {port} of 127.0.0.1 is {daemon}'s in {}, and another program listens there: end that, or make a cluster \
                 in another folder (--dir)",
                folder.display()
            ),
            Self::NoSuchNode { name, known } => {
                write!(f, "there is no node `{name}`; there are {}", known.join(", "))
            }
            Self::Ended { daemon, said } => write!(f, "{daemon} ended: {said}"),
            Self::Deadline { what, after, seen } => write!(
                f,
                "infrastructure: {what} was waited for {} s and did not come; seen last: {}",
                after.as_secs(),
                one_line(seen)
            ),
            Self::Refused { command, said } => write!(f, "`{command}`: {}", one_line(said)),
            Self::System { what, error } => write!(f, "infrastructure: {what}: {error}"),
        }
    }
}

impl std::error::Error for ClusterError {}
