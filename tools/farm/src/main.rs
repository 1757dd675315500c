//! `farm`: the test farm's command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use optx_farm::local_cluster;

/// Jobs on many GPUs by Slurm, each result exactly once.
#[derive(Debug, Parser)]
#[command(name = "farm", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// A Slurm cluster of one's own on this machine, with GPUs that are none
    LocalCluster(local_cluster::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::LocalCluster(arguments) => local_cluster::run(&arguments),
    }
}
