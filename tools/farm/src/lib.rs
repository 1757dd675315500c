//! A farm of machines with GPUs that runs what a plan asks for, under Slurm, and has each result exactly once.
//!
//! Executions are at least once: a scheduler that lost a node or itself runs a task again, perhaps beside itself, and cannot always say that it did. Results are
//! exactly once, since each is a file whose name only one can get ([`store`]), and everything that is told is read from these files ([`state`]).

pub mod bisect;
pub mod bundle;
pub mod collect;
mod error;
pub mod harness;
mod key;
pub mod local_cluster;
pub mod plan;
pub mod probe;
mod process;
pub mod record;
pub mod replace;
pub mod report;
pub mod slurm;
pub mod state;
pub mod store;
pub mod submit;
pub mod watch;
pub mod work;

pub use error::{Error, Kind};
pub use key::Key;
