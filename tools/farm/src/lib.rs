//! The test farm: jobs on many GPUs by Slurm, each result exactly once, and a cluster of one's own to try it on.

pub mod local_cluster;
