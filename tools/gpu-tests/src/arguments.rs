//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use optx_launch::Schedule;

use crate::cases::Selection;

/// Runs the runtime kernels of optx on a GPU, or on its emulator, and compares with references.
///
/// Everything is in this program: kernels, inputs, references, and optx itself, which compiles for the device that is
/// found. The exit status is 0 if all passed, 1 if not, 2 for wrong arguments, 5 if there is no device.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "Examples:
  optx-runtime-tests run                               everything, on the first GPU
  optx-runtime-tests run --device emulator --filter scan,matmul
  optx-runtime-tests run --device cuda:1 --level O3 --json result.json --junit result.xml
  optx-runtime-tests run --shard 2/8                   the second of eight parts";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Lists the jobs: a kernel and who compiles it
    List(Chosen),
    /// Runs the jobs
    Run(RunArguments),
    /// What `run` starts for each device
    #[command(name = "__worker", hide = true)]
    Worker(RunArguments),
}

#[derive(Args, Clone)]
pub(crate) struct Chosen {
    /// Kernels, and random programs (`random-7`), whose names contain one of these words
    #[arg(long, value_name = "WORD,...", value_delimiter = ',')]
    filter: Vec<String>,
    /// Levels that optx compiles at
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',', default_value = "O0,O3", value_parser = level)]
    level: Vec<u8>,
    /// Leave out the PTX that other compilers made when this program was built
    #[arg(long)]
    no_peers: bool,
    /// So many random programs too, each at every level
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: usize,
    /// Part K of N, from 1
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
}

#[derive(Args, Clone)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    chosen: Chosen,
    /// Where they run: cuda, cuda:N or emulator
    #[arg(long, default_value = "cuda", value_parser = device)]
    device: DeviceChoice,
    /// The emulator's schedule: lockstep, or adversarial[:SEED]
    #[arg(long, default_value = "lockstep")]
    schedule: Schedule,
    /// A kernel that runs longer on a GPU is given up, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    time_limit: u64,
    /// No job begins after so many minutes
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<f64>,
    /// Processes at once; on a GPU it is one
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the results as JUnit's XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// Where jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceChoice {
    Emulator,
    Cuda(u32),
}

/// What `run` was asked.
pub(crate) struct Run {
    pub(crate) selection: Selection,
    pub(crate) device: DeviceChoice,
    pub(crate) schedule: Schedule,
    pub(crate) time_limit: Duration,
    pub(crate) minutes: Option<f64>,
    pub(crate) jobs: usize,
    pub(crate) json: Option<PathBuf>,
    pub(crate) junit: Option<PathBuf>,
}

impl Chosen {
    pub(crate) fn selection(self) -> Selection {
        let Chosen { filter, level, no_peers, random, shard } = self;
        Selection { filter, levels: level, peers: !no_peers, random, shard }
    }
}

impl RunArguments {
    pub(crate) fn run(self) -> Run {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = match self.device {
            DeviceChoice::Cuda(_) => 1,
            DeviceChoice::Emulator => self.jobs.unwrap_or(cores).max(1),
        };
        Run {
            selection: self.chosen.selection(),
            device: self.device,
            schedule: self.schedule,
            time_limit: Duration::from_secs(self.time_limit),
            minutes: self.minutes,
            jobs,
            json: self.json,
            junit: self.junit,
        }
    }
}

fn level(text: &str) -> Result<u8, String> {
    match text.strip_prefix('O').map(str::parse) {
        Some(Ok(level)) if level <= 3 => Ok(level),
        _ => Err("wants O0, O1, O2 or O3".into()),
    }
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((k, n)) if 1 <= k && k <= n => Ok((k, n)),
        Some((k, n)) => Err(format!("there is no part {k} of {n}: the first is 1/{n}")),
        None => Err("wants K/N, as in 2/8".into()),
    }
}

fn device(text: &str) -> Result<DeviceChoice, String> {
    match text {
        "emulator" => Ok(DeviceChoice::Emulator),
        "cuda" => Ok(DeviceChoice::Cuda(0)),
        _ => match text.strip_prefix("cuda:").and_then(|n| n.parse().ok()) {
            Some(n) => Ok(DeviceChoice::Cuda(n)),
            None => Err("wants cuda, cuda:N or emulator".into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_well_formed() {
        use clap::CommandFactory as _;
        Arguments::command().debug_assert();
    }

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(shard("2/8"), Ok((2, 8)));
        for wrong in ["0/8", "9/8", "1/0", "x/2", "3"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
