//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand};
use optx_launch::Schedule;

use crate::cases::Selection;
use crate::device::DeviceChoice;
use crate::pool::{self, Pool};

/// Runs the runtime kernels of optx on a GPU, or on its emulator, compares with references, and measures.
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
  optx-runtime-tests run --shard 2/8                   the second of eight parts
  optx-runtime-tests times --filter saxpy,matmul       ours against the others', interleaved
  optx-runtime-tests session --out results             all that is worth doing on a GPU, in ten minutes";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Lists the jobs: a kernel and who compiles it
    List(Chosen),
    /// Says what the device is, as JSON
    Device(OnGpu),
    /// Runs the jobs and compares with references
    Run(RunArguments),
    /// Times kernels at sizes that fill a GPU, ours against the others', interleaved
    Times(TimesArguments),
    /// Measures how long instructions and memory take
    Measure(MeasureArguments),
    /// Compares the device mathematics with the host's build of it
    Math(MathArguments),
    /// Runs whole programs as PTX from a folder, which `public-suites --write` fills, and looks how they end
    Programs(ProgramsArguments),
    /// Writes the PTX of each job to a folder, and the source of each random program
    Ptx(PtxArguments),
    /// All of these, each step within its time, and a report
    Session(SessionArguments),
    /// Lists and runs jobs as a farm asks it: see docs/farm.md
    Farm(FarmArguments),
}

#[derive(Args, Clone)]
pub(crate) struct FarmArguments {
    #[command(subcommand)]
    pub(crate) command: FarmCommand,
    /// What optx compiles for, and keys are made for
    #[arg(long, value_name = "TARGET", default_value = "sm_80", global = true)]
    pub(crate) arch: String,
    /// So many random programs
    #[arg(long, value_name = "N", default_value_t = 200, global = true)]
    pub(crate) random: usize,
    /// The host's build of the device library; without it there are no mathematics and no times
    #[arg(long, value_name = "PROGRAM", global = true)]
    pub(crate) host: Option<PathBuf>,
    /// Whole programs: a folder of NAME.COMPILER.ptx
    #[arg(long, value_name = "FOLDER", global = true)]
    pub(crate) programs: Option<PathBuf>,
}

#[derive(Subcommand, Clone)]
pub(crate) enum FarmCommand {
    /// Says each job's name and key, a line of JSON each
    List,
    /// Says what the device is
    Device {
        /// cuda, cuda:N or emulator
        #[arg(long, default_value = "cuda", value_parser = device)]
        device: DeviceChoice,
    },
    /// Reads names, a line each, and answers each by a line of JSON
    Run(FarmRun),
}

#[derive(Args, Clone)]
pub(crate) struct FarmRun {
    /// cuda, cuda:N or emulator
    #[arg(long, default_value = "cuda", value_parser = device)]
    pub(crate) device: DeviceChoice,
    /// A kernel that runs longer on a GPU is given up, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time_limit: u64,
    /// Inputs of a function, as a power of two
    #[arg(long, value_name = "BITS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(4..=28))]
    pub(crate) inputs: u32,
    /// How often each compiler's code is timed
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: u32,
    /// Times at the sizes that the emulator can run, to try it out
    #[arg(long)]
    pub(crate) small: bool,
    /// Answer for a process that asks
    #[arg(long, hide = true)]
    pub(crate) worker: bool,
}

impl FarmRun {
    /// How long a kernel may run.
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.time_limit)
    }

    /// So many jobs, one after the other.
    pub(crate) fn pool(&self, count: usize) -> Pool {
        Pool { count, workers: 1, limit: self.limit(), minutes: None }
    }
}

#[derive(Args, Clone)]
pub(crate) struct Chosen {
    /// Kernels, and random programs (`random-7`), whose names contain one of these words
    #[arg(long, value_name = "WORD,...", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    filter: Vec<String>,
    /// Levels that optx compiles at
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',', default_value = "O0,O3", value_parser = level)]
    level: Vec<u8>,
    /// Leave out the PTX that other compilers made when this program was built
    #[arg(long)]
    no_peers: bool,
    /// So many random programs too, each at every level; there are some thousands
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: usize,
    /// Part K of N, from 1
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
}

/// How jobs are run, whatever they do.
#[derive(Args, Clone)]
pub(crate) struct Running {
    /// A kernel that runs longer on a GPU is given up, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time_limit: u64,
    /// No job begins after so many minutes
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<f64>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Answer for a process that asks
    #[arg(long, hide = true)]
    pub(crate) worker: bool,
    /// End when standard input does
    #[arg(long, hide = true)]
    pub(crate) tied: bool,
}

#[derive(Args, Clone)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[command(flatten)]
    pub(crate) running: Running,
    /// Where they run: cuda, cuda:N or emulator
    #[arg(long, default_value = "cuda", value_parser = device)]
    pub(crate) device: DeviceChoice,
    /// The emulator's schedule: lockstep, or adversarial[:SEED]
    #[arg(long, default_value = "lockstep")]
    pub(crate) schedule: Schedule,
    /// Processes at once: as many as there are cores on the emulator, one on a GPU
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Load machine code from this folder instead of PTX: KERNEL.COMPILER.cubin
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cubins: Option<PathBuf>,
    /// Write the results as JUnit's XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
}

/// Which GPU.
#[derive(Args, Clone)]
pub(crate) struct OnGpu {
    /// Where it runs: cuda or cuda:N
    #[arg(long, default_value = "cuda", value_parser = gpu)]
    pub(crate) device: u32,
}

/// What all that measures on a GPU is told.
#[derive(Args, Clone)]
pub(crate) struct Measuring {
    #[command(flatten)]
    pub(crate) on: OnGpu,
    #[command(flatten)]
    pub(crate) running: Running,
    /// Only what has one of these words in its name
    #[arg(long, value_name = "WORD,...", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub(crate) filter: Vec<String>,
}

#[derive(Args, Clone)]
pub(crate) struct TimesArguments {
    #[command(flatten)]
    pub(crate) measuring: Measuring,
    /// Levels that optx compiles at; with the first one the others are compared
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',', default_value = "O3", value_parser = level)]
    pub(crate) level: Vec<u8>,
    /// How often each compiler's code is timed
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: u32,
    /// Time the texts of this folder too: KERNEL.NAME.ptx
    #[arg(long, value_name = "FOLDER")]
    pub(crate) beside: Option<PathBuf>,
    /// The sizes that the emulator can run, to try it out
    #[arg(long)]
    pub(crate) small: bool,
}

#[derive(Args, Clone)]
pub(crate) struct MeasureArguments {
    #[command(flatten)]
    pub(crate) measuring: Measuring,
    /// Short loops and little memory, to try it out
    #[arg(long)]
    pub(crate) small: bool,
    /// Write the PTX of all measurements to this folder instead, for --arch
    #[arg(long, value_name = "FOLDER")]
    pub(crate) ptx: Option<PathBuf>,
    /// What that is for
    #[arg(long, value_name = "TARGET", default_value = "sm_80")]
    pub(crate) arch: String,
}

#[derive(Args, Clone)]
pub(crate) struct MathArguments {
    #[command(flatten)]
    pub(crate) measuring: Measuring,
    /// The host's build of the library, as `measure-math --build-host` makes it
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) host: PathBuf,
    /// Inputs of a function, as a power of two
    #[arg(long, value_name = "BITS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(4..=28))]
    pub(crate) inputs: u32,
}

#[derive(Args, Clone)]
pub(crate) struct ProgramsArguments {
    /// The folder: NAME.COMPILER.ptx
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) running: Running,
    /// Where they run: cuda, cuda:N or emulator
    #[arg(long, default_value = "cuda", value_parser = device)]
    pub(crate) device: DeviceChoice,
    /// Only what has one of these words in its name
    #[arg(long, value_name = "WORD,...", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub(crate) filter: Vec<String>,
    /// Processes at once [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

#[derive(Args, Clone)]
pub(crate) struct PtxArguments {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// The folder: KERNEL.COMPILER.ptx
    pub(crate) folder: PathBuf,
    /// What optx compiles for
    #[arg(long, value_name = "TARGET", default_value = "sm_80")]
    pub(crate) arch: String,
}

#[derive(Args, Clone)]
pub(crate) struct SessionArguments {
    #[command(flatten)]
    pub(crate) on: OnGpu,
    /// Where the results go: a folder that is not there, or is empty
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Folders of machine code, one an architecture (`sm_90`); of them the one for the device is used
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cubins: Option<PathBuf>,
    /// The host's build of the device library; without it the mathematics is left out
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) host: Option<PathBuf>,
    /// For all steps together
    #[arg(long, value_name = "MINUTES", default_value_t = 10.0, value_parser = minutes)]
    pub(crate) minutes: f64,
    /// Little of everything, to see that it runs through
    #[arg(long)]
    pub(crate) dry: bool,
}

impl Chosen {
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            filter: self.filter.clone(),
            levels: self.level.clone(),
            peers: !self.no_peers,
            random: self.random,
            shard: self.shard,
        }
    }
}

impl Running {
    /// How long a kernel may run.
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.time_limit)
    }

    /// Ties this process to the one that began it, where it was asked to.
    pub(crate) fn tie(&self) {
        if self.tied && !self.worker {
            pool::end_with_input();
        }
    }

    /// So many jobs, one after the other.
    pub(crate) fn pool(&self, count: usize) -> Pool {
        Pool { count, workers: 1, limit: self.limit(), minutes: self.minutes }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl ProgramsArguments {
    /// One thread of a program leaves a GPU nearly idle, and its translation takes longest.
    pub(crate) fn pool(&self, count: usize) -> Pool {
        Pool { workers: self.jobs.unwrap_or_else(cores).max(1), ..self.running.pool(count) }
    }
}

impl RunArguments {
    pub(crate) fn pool(&self, count: usize) -> Pool {
        let usual = if self.device == DeviceChoice::Emulator { cores() } else { 1 };
        Pool { workers: self.jobs.unwrap_or(usual).max(1), ..self.running.pool(count) }
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    // A week is longer than anything here takes.
    let most = 7.0 * 24.0 * 60.0;
    match text.parse() {
        Ok(minutes) if (0.0..=most).contains(&minutes) => Ok(minutes),
        _ => Err(format!("wants a number from 0 to {most}")),
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
        _ => gpu(text)
            .map(DeviceChoice::Cuda)
            .map_err(|_| "wants cuda, cuda:N or emulator".to_owned()),
    }
}

fn gpu(text: &str) -> Result<u32, String> {
    let number = match text {
        "cuda" => Some(0),
        _ => text.strip_prefix("cuda:").and_then(|n| n.parse().ok()),
    };
    number.ok_or_else(|| "wants cuda or cuda:N".to_owned())
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
