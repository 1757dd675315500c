//! What runs, and what the controller says of it.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::cluster::Cluster;
use super::error::ClusterError;
use super::owned::{self, Owned, Part};
use super::{ports, programs};

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
    /// Slurm's words for its state, such as `mixed` or `idle+drain`; `unknown` if there is no controller to ask.
    pub state: String,
    /// Why it is in it, if somebody said so.
    pub reason: String,
    /// Its daemon.
    pub daemon: Running,
    /// Processes of steps and tasks.
    pub processes: usize,
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
        let known = if asks { self.known_nodes().unwrap_or_default() } else { Vec::new() };
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
    pub(super) fn known_nodes(&self) -> Result<Vec<KnownNode>, ClusterError> {
        let mut command = self.command("scontrol");
        command.args(["show", "node", "--oneliner"]).env("SLURM_TIME_FORMAT", "%s");
        let text = programs::output(&mut command)?;
        Ok(text.lines().filter_map(KnownNode::parse).collect())
    }
}

/// What the controller knows of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownNode {
    pub(super) name: String,
    pub(super) state: String,
    pub(super) reason: String,
    /// When the daemon that registered last began, in seconds of the epoch; none since the controller began.
    began: Option<u64>,
}

impl KnownNode {
    /// A line of `scontrol show node --oneliner`. The reason stands last and may hold anything.
    fn parse(line: &str) -> Option<KnownNode> {
        let (head, reason) = line.split_once(" Reason=").unwrap_or((line, ""));
        let field = |name: &str| {
            let mut words = head.split_whitespace();
            words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
        };
        Some(KnownNode {
            name: field("NodeName")?.to_owned(),
            state: field("State")?.to_ascii_lowercase(),
            reason: reason.split(" [").next().unwrap_or_default().trim().to_owned(),
            began: field("SlurmdStartTime").and_then(|time| time.parse().ok()),
        })
    }

    /// Whether a daemon that began at or after this second has told the controller of itself, and was taken. After the
    /// controller began anew a state that it remembers, such as `mixed`, says nothing of that.
    pub(super) fn has_registered(&self, since: u64) -> bool {
        let is_wrong = |word: &str| self.state.contains(word);
        self.began.is_some_and(|began| began >= since)
            && !["*", "unknown", "not_responding", "inval"].into_iter().any(is_wrong)
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

#[cfg(test)]
mod tests {
    use super::KnownNode;

    #[test]
    fn a_node_is_read_and_has_registered_if_its_daemon_is_new_enough() {
        let line = "NodeName=n1 Arch=x86_64 State=IDLE+DRAIN ThreadsPerCore=1 SlurmdStartTime=100 \
                    LastBusyTime=1 Reason=State=DOWN by hand [root@7]";
        let node = KnownNode::parse(line).unwrap();
        assert_eq!(
            (&*node.name, &*node.state, &*node.reason),
            ("n1", "idle+drain", "State=DOWN by hand")
        );
        assert!(node.has_registered(100) && !node.has_registered(101));
        for state in ["IDLE*", "UNKNOWN", "DOWN+NOT_RESPONDING", "IDLE+INVALID_REG"] {
            let node = KnownNode::parse(&line.replace("IDLE+DRAIN", state)).unwrap();
            assert!(!node.has_registered(0), "{state}");
        }
        let silent = KnownNode::parse(&line.replace("=100", "=None")).unwrap();
        assert!(!silent.has_registered(0));
        assert_eq!(KnownNode::parse("No nodes in the system"), None);
    }
}
