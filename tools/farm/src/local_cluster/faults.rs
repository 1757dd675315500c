//! Daemons ended and started one by one, and nodes set aside: what a farm has to come through.
//!
//! What is killed gets `SIGKILL`, and each call waits until the processes are gone, or the daemon answers.

use super::cluster::{Awaited, Cluster};
use super::error::ClusterError;
use super::owned::{self, Part};

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

    /// Starts the controller if it does not run, and waits until all nodes whose daemons run have registered again.
    pub fn start_controller(&self) -> Result<(), ClusterError> {
        let controller = self.start_one(Part::Controller)?;
        let mut awaited = self.running_nodes()?;
        awaited.push(controller);
        self.wait_for_daemons(&awaited)
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
        self.node_port(name)?;
        let awaited = self.start_one(Part::Node(name.to_owned()))?;
        self.wait_for_daemons(&[awaited])
    }

    fn start_one(&self, part: Part) -> Result<Awaited, ClusterError> {
        let _lock = self.layout.lock()?;
        match owned::daemons(&self.layout)?.iter().any(|owned| owned.part == part) {
            true => Ok(Awaited::runs(part)),
            false => self.start(part),
        }
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
}
