//! Daemons ended and started one by one, and nodes set aside: what a farm has to come through.
//!
//! What is killed gets `SIGKILL`, and each call waits until the processes are gone, or the daemon answers.

use super::cluster::Cluster;
use super::error::ClusterError;
use super::owned::{self, Part};
use super::record::node_name;
use super::start;

/// Whether what a node's daemon has started dies with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithSteps {
    /// The whole node dies: its tasks start anew elsewhere once the controller misses it.
    Yes,
    /// Steps and tasks live on and report their ends, or run to them while the same task runs elsewhere.
    No,
}

impl Cluster {
    /// Kills the controller. What it acknowledged in the last five seconds may be lost: it saves its state by and by.
    pub fn kill_controller(&self) -> Result<(), ClusterError> {
        let chosen = |part: &Part| matches!(part, Part::Controller | Part::Script);
        owned::kill(&self.layout, "slurmctld", self.deadline, chosen).map(drop)
    }

    /// Starts the controller if it does not run, and waits until it knows its nodes again.
    pub fn start_controller(&self) -> Result<(), ClusterError> {
        let running = owned::daemons(&self.layout)?;
        if !running.iter().any(|owned| owned.part == Part::Controller) {
            start::controller(&self.layout, &self.record)?;
        }
        let nodes = running.into_iter().map(|owned| owned.part);
        let nodes = nodes.filter(|part| matches!(part, Part::Node(_)));
        self.wait_daemons(&nodes.chain([Part::Controller]).collect::<Vec<_>>())
    }

    /// Kills a node's daemon. The controller misses it after half a minute.
    pub fn kill_node(&self, name: &str, steps: WithSteps) -> Result<(), ClusterError> {
        self.node_port(name)?;
        owned::kill(&self.layout, &format!("slurmd {name}"), self.deadline, |part| match part {
            Part::Node(node) => node == name,
            Part::Step(node) | Part::Task(node) => steps == WithSteps::Yes && node == name,
            _ => false,
        })
        .map(drop)
    }

    /// Starts a node's daemon if it does not run, and waits until it has registered.
    pub fn start_node(&self, name: &str) -> Result<(), ClusterError> {
        let port = self.node_port(name)?;
        let part = Part::Node(name.to_owned());
        if !owned::daemons(&self.layout)?.iter().any(|owned| owned.part == part) {
            start::node(&self.layout, name, port)?;
        }
        self.wait_daemons(&[part])
    }

    /// Takes a node out: what runs there ends as it would, nothing begins. [`Cluster::resume`] alone brings it back.
    pub fn drain(&self, name: &str) -> Result<(), ClusterError> {
        self.update(name, &["state=drain", "reason=by_hand"])
    }

    /// Sets a node down: what runs there is killed and starts anew elsewhere. The node comes back by itself where its daemon
    /// lives, as it registers again.
    pub fn set_down(&self, name: &str) -> Result<(), ClusterError> {
        self.update(name, &["state=down", "reason=by_hand"])
    }

    /// Brings a node back that was taken out or is down.
    pub fn resume(&self, name: &str) -> Result<(), ClusterError> {
        self.update(name, &["state=resume"])
    }

    fn update(&self, name: &str, words: &[&str]) -> Result<(), ClusterError> {
        self.node_port(name)?;
        let node = format!("nodename={name}");
        let words: Vec<&str> = ["update", &node].into_iter().chain(words.iter().copied()).collect();
        self.output("scontrol", &words).map(drop)
    }

    fn node_port(&self, name: &str) -> Result<u16, ClusterError> {
        let ports = self.record.node_ports.iter().enumerate();
        let mut found = ports.filter(|&(index, _)| node_name(index) == name);
        found.next().map(|(_, &port)| port).ok_or_else(|| ClusterError::NoSuchNode {
            name: name.to_owned(),
            known: self.node_names(),
        })
    }
}
