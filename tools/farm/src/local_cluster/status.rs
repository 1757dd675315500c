//! What runs, and what the controller says of it.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::cluster::Cluster;
use super::error::ClusterError;
use super::owned::{self, Owned, Part};
use super::ports;

/// States in which a node's daemon has told the controller of itself.
const REGISTERED: [&str; 9] = [
    "idle",
    "mixed",
    "allocated",
    "completing",
    "drained",
    "draining",
    "reserved",
    "planned",
    "down",
];

/// A daemon.
#[derive(Clone, Debug, Serialize)]
pub struct Running {
    /// Its process; none if it does not run.
    pub process: Option<i32>,
    /// Where it listens on 127.0.0.1; munge has a socket.
    pub port: Option<u16>,
}

/// A node as the controller has it.
#[derive(Clone, Debug, Serialize)]
pub struct NodeStatus {
    /// `n1` and so on.
    pub name: String,
    /// Slurm's word for its state, with Slurm's mark behind it (`*`: does not answer); `unknown` if there is no controller to ask.
    pub state: String,
    /// Why it is in it, if somebody said so.
    pub reason: String,
    /// Its daemon.
    pub daemon: Running,
    /// Processes of steps and tasks.
    pub processes: usize,
}

impl NodeStatus {
    pub(super) fn has_registered(&self) -> bool {
        let is_ready = REGISTERED.contains(&self.state.trim_end_matches('-'));
        // Set down by hand; one that did not register is `down*`.
        is_ready && (self.state != "down" || self.reason == "by_hand")
    }
}

/// A cluster at a moment.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// Its folder.
    pub folder: PathBuf,
    /// What `SLURM_CONF` has to be.
    pub slurm_conf: PathBuf,
    /// Whether all daemons run.
    pub is_up: bool,
    /// The authentication daemon.
    pub munge: Running,
    /// The controller.
    pub controller: Running,
    /// The nodes.
    pub nodes: Vec<NodeStatus>,
    /// GPUs of each node.
    pub gpus: u16,
    /// Jobs that run or wait, arrays as one where they wait; none if there is no controller to ask.
    pub jobs: Option<usize>,
}

impl Cluster {
    /// Looks at all of it.
    pub fn status(&self) -> Result<Status, ClusterError> {
        let running = owned::all(&self.layout)?;
        let asks = running.iter().any(|owned| owned.part == Part::Controller)
            && ports::answers(self.record.controller_port);
        let known = if asks { self.node_states().unwrap_or_default() } else { Vec::new() };
        let node = |name: String, port: u16| {
            let said = known.iter().find(|node| node.name == name);
            let is_inside =
                |part: &Part| matches!(part, Part::Step(n) | Part::Task(n) if *n == name);
            NodeStatus {
                state: said.map_or_else(|| "unknown".into(), |node| node.state.clone()),
                reason: said.map(|node| node.reason.clone()).unwrap_or_default(),
                daemon: find(&running, &Part::Node(name.clone()), Some(port)),
                processes: running.iter().filter(|owned| is_inside(&owned.part)).count(),
                name,
            }
        };
        let names = self.node_names().into_iter();
        let jobs = asks.then(|| self.output("squeue", &["--noheader"]).ok()).flatten();
        let is_running = |part: &Part| running.iter().any(|owned| owned.part == *part);
        Ok(Status {
            folder: self.folder().to_owned(),
            slurm_conf: self.slurm_conf(),
            is_up: self.parts().iter().all(is_running),
            munge: find(&running, &Part::Munge, None),
            controller: find(&running, &Part::Controller, Some(self.record.controller_port)),
            nodes: names.zip(&self.record.node_ports).map(|(n, &port)| node(n, port)).collect(),
            gpus: self.record.gpus,
            jobs: jobs.map(|text| text.lines().count()),
        })
    }

    /// The nodes as the controller has them.
    pub(super) fn node_states(&self) -> Result<Vec<NodeStatus>, ClusterError> {
        let text = self.output("sinfo", &["--noheader", "--Node", "--format=%N|%T|%E"])?;
        let rows = text.lines().filter_map(|line| {
            let mut words = line.splitn(3, '|').map(str::trim);
            let (name, state, reason) = (words.next()?, words.next()?, words.next()?);
            Some(NodeStatus {
                name: name.to_owned(),
                state: state.to_owned(),
                reason: if reason == "none" { String::new() } else { reason.to_owned() },
                daemon: Running { process: None, port: None },
                processes: 0,
            })
        });
        Ok(rows.collect())
    }
}

fn find(running: &[Owned], part: &Part, port: Option<u16>) -> Running {
    let mut found = running.iter().filter(|owned| owned.part == *part);
    Running { process: found.next().map(|owned| owned.process.number()), port }
}

impl fmt::Display for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.process, self.port) {
            (None, _) => f.write_str("does not run"),
            (Some(process), None) => write!(f, "process {process}"),
            (Some(process), Some(port)) => write!(f, "process {process}, 127.0.0.1:{port}"),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.is_up { "up" } else { "not up" };
        writeln!(f, "{}: {word}", self.folder.display())?;
        writeln!(f, "  munged     {}", self.munge)?;
        writeln!(f, "  slurmctld  {}", self.controller)?;
        for node in &self.nodes {
            let of_jobs = match node.processes {
                0 => String::new(),
                count => format!(", {count} processes of jobs"),
            };
            let reason =
                if node.reason.is_empty() { String::new() } else { format!(" ({})", node.reason) };
            writeln!(
                f,
                "  slurmd {:<3} {}; {}{reason}, {} GPUs{of_jobs}",
                node.name, node.daemon, node.state, self.gpus
            )?;
        }
        match self.jobs {
            Some(jobs) => writeln!(f, "  jobs       {jobs}")?,
            None => writeln!(f, "  jobs       nobody to ask: the controller does not answer")?,
        }
        write!(f, "  SLURM_CONF={}", self.slurm_conf.display())
    }
}
