//! The command line.

use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use clap::{Args, Parser, Subcommand};
use optx_farm::Key;
use optx_farm::bisect::Search;
use optx_farm::plan::MOST_REPEATS;
use optx_farm::submit::{Array, Request};
use optx_farm::work::Part;
use std::path::PathBuf;
use std::time::Duration;

/// Runs what a plan asks for on a cluster of machines with GPUs, and has each result exactly once.
///
/// A plan is a file, a result is a file, and everything that is told is read from these: any command may be ended at any moment and given again.
/// The exit status is 0 where all is well, 1 where the plan is not green, 2 for wrong arguments, 5 where the cluster, the shared folder or the
/// device fails.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "Examples:
  farm plan --bundle gpu-bundle -o plan.jsonl             what the bundle can tell, a line a job
  farm submit plan.jsonl --bundle gpu-bundle --root /shared/farm --gres gpu:1 --array 64%8 --time 30
  farm watch plan.jsonl --root /shared/farm               how far it is, until nothing is in the queue
  farm collect plan.jsonl --root /shared/farm             what is known; green or not
  farm collect plan.jsonl --root /shared/farm --resubmit  and what is missing, once more
  farm report plan.jsonl --root /shared/farm -o report    JSON, JUnit, a page
  farm run plan.jsonl --bundle gpu-bundle --root farm     all of it on this machine's GPU
  farm bisect kernel/saxpy/optx-O3 --good v1 --bad main --make 'tools/gpu-bundle --out {folder}' --root farm
  farm local-cluster up                                   a cluster on this machine, to try it out

More: docs/farm.md";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Makes the plan of a bundle's jobs
    Plan(PlanArguments),
    /// Submits what is missing of a plan
    Submit(SubmitArguments),
    /// Runs what is missing of a plan on this machine, without a cluster, and says what is known
    Run(RunArguments),
    /// Runs a part of a plan: what a task does
    Work(WorkArguments),
    /// Says what is known of a plan, and submits the rest again where asked to
    Collect(CollectArguments),
    /// Shows how far a plan is, until nothing of it is in the queue
    Watch(WatchArguments),
    /// Writes what is known of a plan as JSON, JUnit's XML and a page
    Report(ReportArguments),
    /// Finds the first commit at which a job goes wrong
    Bisect(BisectArguments),
    /// A cluster of one's own on this machine, with GPUs that are none
    LocalCluster(optx_farm::local_cluster::Arguments),
    /// Tries the shared folder out: what `submit` has nodes do
    #[command(hide = true)]
    Probe(ProbeArguments),
}

/// A plan, and where its results are.
#[derive(Args)]
pub(crate) struct Of {
    /// The plan
    pub(crate) plan: PathBuf,
    /// The folder of results, which all nodes share
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: PathBuf,
}

/// Where jobs run, and how long.
#[derive(Args)]
pub(crate) struct OnDevice {
    /// What the bundle's program calls the device
    #[arg(long, default_value = "cuda:0")]
    pub(crate) device: String,
    /// A job that gives no answer for so many seconds hangs
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = seconds())]
    pub(crate) limit: u64,
}

impl OnDevice {
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.limit)
    }
}

#[derive(Args)]
pub(crate) struct PlanArguments {
    /// The bundle: a folder with `farm.json` in it, as `tools/gpu-bundle` makes it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) bundle: PathBuf,
    /// Where the plan goes [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// A model of device that each job is to run on; may be said several times [default: any one]
    #[arg(long = "device-model", value_name = "MODEL")]
    pub(crate) devices: Vec<String>,
    /// How often each job runs on each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = times(1))]
    pub(crate) repeats: u32,
    /// Only jobs whose names hold one of these words
    #[arg(long, value_name = "WORD,...", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub(crate) filter: Vec<String>,
}

#[derive(Args)]
pub(crate) struct SubmitArguments {
    #[command(flatten)]
    pub(crate) of: Of,
    /// The bundle, where the folder does not have it yet
    #[arg(long, value_name = "FOLDER")]
    pub(crate) bundle: Option<PathBuf>,
    /// The partition [default: the site's]
    #[arg(long)]
    partition: Option<String>,
    /// What a task gets: gpu:1, gpu:h200:1
    #[arg(long)]
    gres: Option<String>,
    /// Features that its node has
    #[arg(long)]
    constraint: Option<String>,
    /// Who pays
    #[arg(long)]
    account: Option<String>,
    /// The time of a task, as sbatch has it; less than a minute is a minute
    #[arg(long)]
    time: Option<String>,
    /// An image that tasks run in, by pyxis
    #[arg(long, value_name = "IMAGE")]
    container: Option<String>,
    /// Tasks, and how many at once
    #[arg(long, value_name = "N[%M]", default_value = "8")]
    array: Array,
    #[command(flatten)]
    pub(crate) on: OnDevice,
}

#[derive(Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) of: Of,
    /// The bundle, where the folder does not have it yet
    #[arg(long, value_name = "FOLDER")]
    pub(crate) bundle: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) on: OnDevice,
}

#[derive(Args)]
pub(crate) struct WorkArguments {
    /// The folder that all nodes share
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: PathBuf,
    /// The plan, by its hash
    #[arg(long, value_name = "HASH", value_parser = key)]
    pub(crate) plan: Key,
    /// Part K of N, from 0
    #[arg(long, value_name = "K/N", default_value = "0/1", value_parser = part)]
    pub(crate) part: Part,
    #[command(flatten)]
    pub(crate) on: OnDevice,
}

#[derive(Args)]
pub(crate) struct CollectArguments {
    #[command(flatten)]
    pub(crate) of: Of,
    /// Submit what is missing again, as the plan was submitted
    #[arg(long)]
    pub(crate) resubmit: bool,
    /// And what is wrong so many times more: what is right then is flaky, and never green
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = times(0))]
    pub(crate) retry: u32,
    /// Look for so long before something is missing [default: 65 s over NFS, else 0]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) settle: Option<u64>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct WatchArguments {
    #[command(flatten)]
    pub(crate) of: Of,
    /// Seconds between two looks
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) every: u64,
}

#[derive(Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub(crate) of: Of,
    /// The folder that the report goes to
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// An earlier plan, oldest first; may be said several times: what changed since the last, and history
    #[arg(long, value_name = "PLAN")]
    pub(crate) before: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct BisectArguments {
    /// The job
    name: String,
    /// A commit at which it is right
    #[arg(long, value_name = "COMMIT")]
    good: String,
    /// A later one at which it is wrong
    #[arg(long, value_name = "COMMIT", default_value = "HEAD")]
    bad: String,
    /// The repository
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    repository: PathBuf,
    /// What makes a bundle: a command of the shell, run in a work tree of the commit, `{folder}` is where
    #[arg(long, value_name = "COMMAND", default_value = "tools/gpu-bundle --out {folder}")]
    make: String,
    /// The folder of results
    #[arg(long, value_name = "FOLDER")]
    root: PathBuf,
    #[command(flatten)]
    pub(crate) on: OnDevice,
}

#[derive(Args)]
pub(crate) struct ProbeArguments {
    /// The folder
    pub(crate) folder: PathBuf,
    /// So many nodes do the same
    #[arg(long)]
    pub(crate) of: usize,
}

impl SubmitArguments {
    pub(crate) fn request(&self) -> Request {
        Request {
            partition: self.partition.clone(),
            gres: self.gres.clone(),
            constraint: self.constraint.clone(),
            account: self.account.clone(),
            time: self.time.clone(),
            container: self.container.clone(),
            array: self.array,
            device: self.on.device.clone(),
            limit: self.on.limit,
        }
    }
}

impl BisectArguments {
    pub(crate) fn search(self) -> Search {
        Search {
            name: self.name,
            good: self.good,
            bad: self.bad,
            repository: self.repository,
            make: self.make,
            root: self.root,
            limit: self.on.limit(),
            device: self.on.device,
        }
    }
}

fn seconds() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=86_400 * 7)
}

fn times(least: u64) -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(least..=u64::from(MOST_REPEATS))
}

fn key(text: &str) -> Result<Key, String> {
    Key::parse(text).ok_or_else(|| format!("{text:?} is no key: 64 digits of 0-9, a-f make one"))
}

fn part(text: &str) -> Result<Part, String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((number, count)) if number < count => Ok(Part { number, count }),
        _ => Err("wants K/N, K below N, as in 0/8".into()),
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
    fn parts_are_counted_from_nought() {
        assert_eq!(part("0/8"), Ok(Part { number: 0, count: 8 }));
        for wrong in ["8/8", "1/0", "x/2", "3"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }
}
