//! A cluster as a whole: up, open, down.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::process::Signal;

use super::config::{Config, DEADLINE};
use super::error::ClusterError;
use super::layout::Layout;
use super::owned::{self, Part};
use super::record::{Record, node_name, write_whole};
use super::wait::{Look, wait_for};
use super::{ports, programs, slurm_conf, start};

/// Nodes, GPUs of each, and array size of a cluster of which nothing is said.
const NODES: u16 = 2;
const GPUS: u16 = 2;
const ARRAY: u32 = 1001;
/// So many times ports are picked that another takes before the daemon does.
const TRIES: usize = 5;
/// What the controller gets to save its state in before it is killed.
const SAVING: Duration = Duration::from_secs(20);

/// How [`Cluster::up`] found things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Began {
    /// There was no cluster in the folder.
    New,
    /// There was one of which nothing ran, or not all: its state was kept.
    Again,
    /// It ran; nothing was done.
    WasUp,
}

/// A daemon that has to run; one of a node also has to have registered.
#[derive(Debug)]
pub(super) struct Awaited {
    pub(super) part: Part,
    /// It began at this second of the epoch or later.
    since: u64,
    /// If this process has started it.
    child: Option<start::Child>,
}

impl Awaited {
    /// One that runs already.
    pub(super) fn runs(part: Part) -> Awaited {
        Awaited { part, since: 0, child: None }
    }
}

/// A cluster in its folder. Dropping it ends nothing: see [`Cluster::held`].
pub struct Cluster {
    pub(super) layout: Layout,
    pub(super) record: Record,
    pub(super) deadline: Duration,
    began: Began,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("folder", &self.folder()).finish_non_exhaustive()
    }
}

impl Cluster {
    /// Starts what does not run, and waits until every node has registered. If that fails, what was started is ended.
    pub fn up(config: &Config) -> Result<Cluster, ClusterError> {
        config.check()?;
        programs::check_installed()?;
        let layout = Layout::of(&config.folder)?;
        layout.make()?;
        if !layout.is_begun() {
            layout.check_empty()?;
        }
        let _lock = layout.lock()?;
        let deadline = config.deadline;
        match Record::read(&layout.record())? {
            Some(record) => {
                config.agree(&record)?;
                Cluster { layout, record, deadline, began: Began::Again }.up_again()
            }
            None => {
                layout.check_empty()?;
                Self::up_new(layout, config)
            }
        }
    }

    /// Ports that were free may be taken before the daemons listen there: then others are picked.
    fn up_new(layout: Layout, config: &Config) -> Result<Cluster, ClusterError> {
        let nodes = usize::from(config.nodes.unwrap_or(NODES));
        let gpus = config.gpus.unwrap_or(GPUS);
        let array = config.max_array_size.unwrap_or(ARRAY);
        let mut tries = 1;
        loop {
            let record = Record::new(&ports::pick(nodes + 1)?, gpus, array);
            record.write(&layout.record())?;
            let (layout, deadline) = (layout.clone(), config.deadline);
            let cluster = Cluster { layout, record, deadline, began: Began::New };
            match cluster.start_absent() {
                Ok(()) => return Ok(cluster),
                Err(error) => {
                    cluster.end()?;
                    let is_taken = match &error {
                        ClusterError::PortTaken { .. } => true,
                        ClusterError::Ended { said, .. } => said.contains("Address already in use"),
                        _ => false,
                    };
                    if !is_taken || tries == TRIES {
                        return Err(error);
                    }
                    tries += 1;
                }
            }
        }
    }

    fn up_again(mut self) -> Result<Cluster, ClusterError> {
        let running = owned::daemons(&self.layout)?.len();
        if running == self.parts().len() {
            self.began = Began::WasUp;
        }
        match self.start_absent() {
            Ok(()) => Ok(self),
            Err(error) => {
                if running == 0 {
                    self.end()?;
                }
                Err(error)
            }
        }
    }

    /// The cluster of a folder, whether it runs or not.
    pub fn open(folder: &Path) -> Result<Cluster, ClusterError> {
        let layout = Layout::of(folder)?;
        let record = Record::read(&layout.record())?.ok_or_else(|| {
            ClusterError::folder(
                layout.folder(),
                "there is no cluster; `farm local-cluster up --dir FOLDER` makes one",
            )
        })?;
        Ok(Cluster { layout, record, deadline: DEADLINE, began: Began::WasUp })
    }

    /// Another deadline for what is waited for from now on.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Duration) -> Cluster {
        self.deadline = deadline;
        self
    }

    /// Ends it when it is dropped, also by a panic.
    pub fn held(self) -> HeldCluster {
        HeldCluster(self)
    }

    /// How [`Cluster::up`] found things.
    pub fn began(&self) -> Began {
        self.began
    }

    /// Its folder, without links.
    pub fn folder(&self) -> &Path {
        self.layout.folder()
    }

    /// What `SLURM_CONF` has to be for Slurm's programs.
    pub fn slurm_conf(&self) -> PathBuf {
        self.layout.slurm_conf()
    }

    /// `n1`, `n2` and so on.
    pub fn node_names(&self) -> Vec<String> {
        self.record.node_names()
    }

    /// GPUs of each node.
    pub fn gpus(&self) -> u16 {
        self.record.gpus
    }

    /// The controller's port and then the nodes' in their order, all of 127.0.0.1.
    pub fn ports(&self) -> Vec<u16> {
        std::iter::once(self.record.controller_port)
            .chain(self.record.node_ports.iter().copied())
            .collect()
    }

    /// A program of Slurm's, or one that calls some, that sees this cluster and nothing of another that this process is in.
    pub fn command(&self, program: &str) -> Command {
        programs::command(program, &self.slurm_conf())
    }

    /// What such a program writes to standard output; an error if it fails.
    pub fn output(&self, program: &str, arguments: &[&str]) -> Result<String, ClusterError> {
        programs::output(self.command(program).args(arguments))
    }

    /// The daemons that there have to be.
    pub(super) fn parts(&self) -> Vec<Part> {
        let nodes = self.record.node_names().into_iter().map(Part::Node);
        [Part::Munge, Part::Controller].into_iter().chain(nodes).collect()
    }

    fn start_absent(&self) -> Result<(), ClusterError> {
        self.layout.prepare(&self.record)?;
        let text = slurm_conf::slurm_conf(&self.layout, &self.record)?;
        write_whole(&self.layout.slurm_conf(), &text)?;
        write_whole(&self.layout.gres_conf(), &slurm_conf::gres_conf(&self.layout, &self.record))?;
        let running = owned::daemons(&self.layout)?;
        let mut awaited = Vec::new();
        for part in self.parts() {
            awaited.push(match running.iter().any(|owned| owned.part == part) {
                true => Awaited::runs(part),
                false => self.start(part)?,
            });
        }
        self.wait_for_daemons(&awaited)
    }

    /// Starts a daemon that does not run.
    pub(super) fn start(&self, part: Part) -> Result<Awaited, ClusterError> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let child = match &part {
            Part::Controller => Some(start::controller(&self.layout, &self.record)?),
            Part::Node(name) => Some(start::node(&self.layout, name, self.node_port(name)?)?),
            // It is ready, and a process on its own.
            Part::Munge => {
                start::munge(&self.layout)?;
                None
            }
            // They are no daemons.
            Part::Script | Part::Step(_) | Part::Task(_) => None,
        };
        Ok(Awaited { part, since, child })
    }

    /// Where a node's daemon listens.
    pub(super) fn node_port(&self, name: &str) -> Result<u16, ClusterError> {
        let mut ports = self.record.node_ports.iter().enumerate();
        let found = ports.find(|&(index, _)| node_name(index) == name);
        found.map(|(_, &port)| port).ok_or_else(|| ClusterError::NoSuchNode {
            name: name.to_owned(),
            known: self.node_names(),
        })
    }

    /// Waits until every node whose daemon runs has registered with the controller.
    pub fn wait_ready(&self) -> Result<(), ClusterError> {
        let mut awaited = self.running_nodes()?;
        awaited.push(Awaited::runs(Part::Controller));
        self.wait_for_daemons(&awaited)
    }

    /// The nodes whose daemons run.
    pub(super) fn running_nodes(&self) -> Result<Vec<Awaited>, ClusterError> {
        let parts = owned::daemons(&self.layout)?.into_iter().map(|owned| owned.part);
        Ok(parts.filter(|part| matches!(part, Part::Node(_))).map(Awaited::runs).collect())
    }

    /// Waits until these daemons run, the controller answers, and those of them that are nodes have registered.
    pub(super) fn wait_for_daemons(&self, awaited: &[Awaited]) -> Result<(), ClusterError> {
        wait_for("a cluster whose nodes have registered", self.deadline, || {
            let running = owned::daemons(&self.layout)?;
            for Awaited { part, child, .. } in awaited {
                let is_seen = running.iter().any(|owned| owned.part == *part);
                if child.as_ref().map_or(!is_seen, start::Child::has_ended) {
                    return Err(start::ended(&self.layout, part));
                }
            }
            // Slurm's programs would try for ten seconds.
            if !ports::answers(self.record.controller_port) {
                return Ok(Look::NotYet("the controller does not listen yet".into()));
            }
            let known = match self.known_nodes() {
                Ok(known) => known,
                Err(ClusterError::Refused { said, .. }) => return Ok(Look::NotYet(said)),
                Err(error) => return Err(error),
            };
            let late = awaited.iter().filter_map(|Awaited { part, since, .. }| {
                let Part::Node(name) = part else { return None };
                match known.iter().find(|node| node.name == *name) {
                    Some(node) if node.has_registered(*since) => None,
                    Some(node) => Some(format!("{name} is {} {}", node.state, node.reason)),
                    None => Some(format!("{name} is not known")),
                }
            });
            let late: Vec<String> = late.collect();
            Ok(if late.is_empty() { Look::There(()) } else { Look::NotYet(late.join("; ")) })
        })
    }

    /// Ends all its processes, those of its jobs too; how many. State, logs and configuration stay, and a job that ran
    /// starts anew after the next [`Cluster::up`].
    pub fn down(&self) -> Result<usize, ClusterError> {
        let _lock = self.layout.folder().exists().then(|| self.layout.lock()).transpose()?;
        self.end()
    }

    /// As [`Cluster::down`], by the folder alone: also if the record is cut, or the folder is gone.
    pub fn down_in(folder: &Path) -> Result<usize, ClusterError> {
        let layout = Layout::of(folder)?;
        let _lock = layout.record().exists().then(|| layout.lock()).transpose()?;
        end(&layout, DEADLINE)
    }

    /// Ends all its processes and removes what it made in its folder; how many processes.
    pub fn remove_in(folder: &Path) -> Result<usize, ClusterError> {
        let ended = Self::down_in(folder)?;
        let layout = Layout::of(folder)?;
        // Only what was made as a cluster's folder: another may have a `log` too.
        if layout.record().exists() {
            layout.remove()?;
        }
        Ok(ended)
    }

    fn end(&self) -> Result<usize, ClusterError> {
        end(&self.layout, self.deadline.max(DEADLINE))
    }
}

/// The controller first, so that nothing that ends is reported to it, and in peace, so that it saves its state.
fn end(layout: &Layout, deadline: Duration) -> Result<usize, ClusterError> {
    let count = owned::all(layout)?.len();
    for part in [Part::Controller, Part::Munge] {
        if part == Part::Munge {
            owned::kill(layout, "nodes and jobs", deadline, |part| *part != Part::Munge)?;
        }
        let mut is_told = false;
        let asked = wait_for(&format!("the end of {part}"), SAVING, || {
            let running = owned::daemons(layout)?;
            let Some(owned) = running.iter().find(|owned| owned.part == part) else {
                return Ok(Look::There(()));
            };
            if !is_told {
                owned.process.signal(Signal::TERM);
                is_told = true;
            }
            Ok(Look::NotYet("it runs".into()))
        });
        // What does not end in peace is killed.
        match asked {
            Ok(()) | Err(ClusterError::Deadline { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    owned::kill(layout, "all daemons", deadline, |_| true)?;
    Ok(count)
}

/// A cluster that ends when it is dropped.
#[derive(Debug)]
pub struct HeldCluster(Cluster);

impl std::ops::Deref for HeldCluster {
    type Target = Cluster;

    fn deref(&self) -> &Cluster {
        &self.0
    }
}

impl Drop for HeldCluster {
    fn drop(&mut self) {
        if let Err(error) = self.0.down() {
            // A panic within a panic would end the tests that run beside.
            eprintln!("{}: not all has ended: {error}", self.0.folder().display());
        }
    }
}
