//! What is chosen for a cluster, and the limits of that.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use super::error::ClusterError;
use super::record::Record;

/// How long states are waited for if nothing else is said: many times what they take, so that no busy machine decides.
pub const DEADLINE: Duration = Duration::from_secs(120);
/// Node daemons at most: each is a process with some ten threads.
const MOST_NODES: u16 = 32;
/// GPUs of a node at most, as Slurm's own tables are laid out for.
const MOST_GPUS: u16 = 64;
/// The greatest that Slurm takes.
const LARGEST_ARRAY: u32 = 4_000_001;

/// A cluster that is to be.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where all of it lies.
    pub folder: PathBuf,
    /// Node daemons; if not said, as many as the folder's cluster has, two in a new one.
    pub nodes: Option<u16>,
    /// GPUs of each node; if not said, as the folder's cluster has, two in a new one.
    pub gpus: Option<u16>,
    /// Slurm's `MaxArraySize`, one more than the greatest index; if not said, as the folder's cluster has, Slurm's own 1001 in a new one.
    pub max_array_size: Option<u32>,
    /// How long a state is waited for.
    pub deadline: Duration,
}

impl Config {
    /// In this folder, all else as usual.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Config {
        let folder = folder.into();
        Config { folder, nodes: None, gpus: None, max_array_size: None, deadline: DEADLINE }
    }

    /// The folder if none is said: in the system's temporary folder, named by the user.
    pub fn usual_folder() -> Result<PathBuf, ClusterError> {
        Ok(std::env::temp_dir().join(format!("optx-farm-{}", user()?)))
    }

    /// Refuses what Slurm would not take.
    pub(super) fn check(&self) -> Result<(), ClusterError> {
        let within = |what: &str, value: Option<u32>, least: u32, most: u32| match value {
            Some(value) if value < least || value > most => Err(ClusterError::Choice(format!(
                "{what} {value}: between {least} and {most}, please"
            ))),
            _ => Ok(()),
        };
        within("--nodes", self.nodes.map(u32::from), 1, u32::from(MOST_NODES))?;
        within("--gpus", self.gpus.map(u32::from), 0, u32::from(MOST_GPUS))?;
        within("--max-array-size", self.max_array_size, 2, LARGEST_ARRAY)
    }

    /// Refuses what is not what the folder's cluster has.
    pub(super) fn agree(&self, record: &Record) -> Result<(), ClusterError> {
        let rows = [
            ("--nodes", self.nodes.map(u32::from), u32::from(record.node_count())),
            ("--gpus", self.gpus.map(u32::from), u32::from(record.gpus)),
            ("--max-array-size", self.max_array_size, record.max_array_size),
        ];
        for (what, asked, has) in rows {
            if let Some(asked) = asked.filter(|&asked| asked != has) {
                return Err(ClusterError::folder(
                    &self.folder,
                    format!(
                        "{what} {asked}: the cluster here was made with {has}; leave that out, take another folder, or \
                         `farm local-cluster down --remove` first"
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// The user's name, by which Slurm knows who its daemons run as.
pub(super) fn user() -> Result<String, ClusterError> {
    let output = Command::new("id").arg("-un").output();
    let output = output.map_err(ClusterError::system("cannot run `id -un`"))?;
    let name = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || name.is_empty() {
        let uid = rustix::process::geteuid().as_raw();
        return Err(ClusterError::Choice(format!(
            "user {uid} has no name; Slurm wants one: add a line for it to /etc/passwd"
        )));
    }
    Ok(name)
}
