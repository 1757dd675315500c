//! A Slurm cluster of one's own: munge, a controller and node daemons on this machine's loopback, with GPUs that are none.
//!
//! *Idea.* What a farm gets wrong shows when daemons die, so there is a real scheduler whose daemons can be killed and started one by
//! one, without a second machine, a GPU, systemd or root. All that a cluster has lies in one folder: what was chosen
//! ([`Config`], kept in `cluster.json`), the configuration made of it, keys, state, logs. Which processes are a cluster's is
//! read from `/proc` each time and written down nowhere, so a cut file, a number used again or a machine that started anew cannot
//! mislead: daemons name the folder in their arguments, steps hold the node's log open, tasks have the cluster's name in their
//! environment.
//!
//! *Source.* Slurm 22.05 of Debian 12 is built for several node daemons on one host (`slurmd -N`). A GPU is a link to `/dev/null`:
//! Slurm wants a device file, a link to one will do, and making a link asks for no rights. `slurmctld` is never given `-c`, which
//! wipes its state: it starts as well on an empty folder. `munged` gets `--force`: without it each folder above its socket
//! has to be open to all, and a cluster in a private folder has one user anyway.
//!
//! *Cost.* Up in 0.1 to 1.2 seconds, down in 0.3; 27 MB of memory for two nodes, 210 for 32. A scan of `/proc` takes a millisecond for a
//! hundred processes.

mod cluster;
mod command;
mod config;
mod error;
mod faults;
mod layout;
mod owned;
mod ports;
mod processes;
mod programs;
mod record;
mod slurm_conf;
mod start;
mod status;
mod wait;

pub use cluster::{Began, Cluster, HeldCluster};
pub use command::{Arguments, run};
pub use config::{Config, DEADLINE};
pub use error::ClusterError;
pub use faults::WithSteps;
pub use programs::check_installed;
pub use status::{NodeStatus, Running, Status};
pub use wait::{Look, wait_for};
