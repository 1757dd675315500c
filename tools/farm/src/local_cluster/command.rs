//! `farm local-cluster`.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::cluster::{Began, Cluster};
use super::config::{Config, DEADLINE};
use super::error::ClusterError;
use super::faults::WithSteps;

/// Writes a line; who closes standard output has seen enough.
macro_rules! say {
    ($($words:tt)*) => {
        let _ = writeln!(std::io::stdout(), $($words)*);
    };
}

const UP_EXAMPLES: &str = "Examples:
  farm local-cluster up
  farm local-cluster up --dir /tmp/mine --nodes 3 --gpus 4 --max-array-size 20001
  eval \"$(farm local-cluster env)\" && srun --gpus-per-task=1 --ntasks=4 sh -c 'echo $SLURMD_NODENAME $CUDA_VISIBLE_DEVICES'

GPUs are links to /dev/null: Slurm counts them and sets CUDA_VISIBLE_DEVICES; nothing runs on them. All listeners are on
127.0.0.1. `up` where a cluster runs says so; where one ran, it starts it again with its jobs.";

const DOWN_EXAMPLES: &str = "Examples:
  farm local-cluster down                       jobs that wait are kept, those that ran start anew after the next `up`
  farm local-cluster down --dir /tmp/mine --remove";

const STATUS_EXAMPLES: &str = "Examples:
  farm local-cluster status
  farm local-cluster status --json | jq '.nodes[].state'

The exit status is 0 if all daemons run, 1 if not.";

const ENV_EXAMPLES: &str = "Examples:
  eval \"$(farm local-cluster env)\"              from here on sbatch, srun and squeue mean this cluster";

/// Arguments of `farm local-cluster`.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Args)]
struct Where {
    /// The cluster's folder; if not said, one of the user's in the system's temporary folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Where {
    fn folder(&self) -> Result<PathBuf, ClusterError> {
        self.dir.clone().map_or_else(Config::usual_folder, Ok)
    }

    fn open(&self) -> Result<Cluster, ClusterError> {
        Cluster::open(&self.folder()?)
    }
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Start munge, a controller and node daemons, and wait until all nodes have registered
    #[command(after_help = UP_EXAMPLES)]
    Up(UpArguments),
    /// End all processes of a cluster, its jobs' too
    #[command(after_help = DOWN_EXAMPLES)]
    Down {
        #[command(flatten)]
        place: Where,
        /// Remove its state, logs and configuration too
        #[arg(long)]
        remove: bool,
    },
    /// Say which daemons run, where, and in what state the nodes are
    #[command(after_help = STATUS_EXAMPLES)]
    Status {
        #[command(flatten)]
        place: Where,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the line by which a shell's Slurm commands mean this cluster
    #[command(after_help = ENV_EXAMPLES)]
    Env {
        #[command(flatten)]
        place: Where,
    },
    /// Kill a daemon (SIGKILL), as a fault would
    #[command(hide = true)]
    Kill {
        #[command(flatten)]
        place: Where,
        #[command(subcommand)]
        what: Killed,
    },
    /// Start a daemon that was killed
    #[command(hide = true)]
    Start {
        #[command(flatten)]
        place: Where,
        #[command(subcommand)]
        what: Started,
    },
    /// Take a node out: what runs there goes on, nothing begins
    #[command(hide = true)]
    Drain(NodeArguments),
    /// Set a node down: what runs there is killed
    #[command(hide = true)]
    SetDown(NodeArguments),
    /// Bring a node back
    #[command(hide = true)]
    Resume(NodeArguments),
}

#[derive(Debug, Args)]
struct UpArguments {
    #[command(flatten)]
    place: Where,
    /// Node daemons [of a new cluster: 2]
    #[arg(long)]
    nodes: Option<u16>,
    /// GPUs of each node [of a new cluster: 2]
    #[arg(long)]
    gpus: Option<u16>,
    /// Slurm's MaxArraySize, one more than the greatest index [of a new cluster: 1001]
    #[arg(long, value_name = "N")]
    max_array_size: Option<u32>,
    /// Seconds after which waiting is given up
    #[arg(long, value_name = "SECONDS", default_value_t = DEADLINE.as_secs())]
    deadline: u64,
}

#[derive(Debug, Args)]
struct NodeArguments {
    /// Such as n1
    node: String,
    #[command(flatten)]
    place: Where,
}

#[derive(Debug, Subcommand)]
enum Killed {
    /// The controller
    Slurmctld,
    /// A node's daemon
    Slurmd {
        /// Such as n1
        node: String,
        /// And its steps and tasks
        #[arg(long)]
        with_steps: bool,
    },
}

#[derive(Debug, Subcommand)]
enum Started {
    /// The controller
    Slurmctld,
    /// A node's daemon
    Slurmd {
        /// Such as n1
        node: String,
    },
}

/// Does what the arguments say; what is wrong goes to standard error.
pub fn run(arguments: &Arguments) -> ExitCode {
    match act(&arguments.action) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            // As every command of the farm: what the machine does not do is another thing than what was asked wrongly.
            let is_theirs = error.is_infrastructure() || matches!(error, ClusterError::Missing(_));
            ExitCode::from(if is_theirs { 5 } else { 2 })
        }
    }
}

fn act(action: &Action) -> Result<ExitCode, ClusterError> {
    let done = Ok(ExitCode::SUCCESS);
    match action {
        Action::Up(arguments) => up(arguments),
        Action::Down { place, remove } => down(place, *remove),
        Action::Status { place, json } => status(place, *json),
        Action::Env { place } => {
            say!("export SLURM_CONF={}", place.open()?.slurm_conf().display());
            done
        }
        Action::Kill { place, what } => {
            let cluster = place.open()?;
            match what {
                Killed::Slurmctld => cluster.kill_controller()?,
                Killed::Slurmd { node, with_steps } => {
                    cluster.kill_node(
                        node,
                        if *with_steps { WithSteps::Yes } else { WithSteps::No },
                    )?;
                }
            }
            done
        }
        Action::Start { place, what } => {
            let cluster = place.open()?;
            match what {
                Started::Slurmctld => cluster.start_controller()?,
                Started::Slurmd { node } => cluster.start_node(node)?,
            }
            done
        }
        Action::Drain(on) => on.place.open()?.drain(&on.node).and(done),
        Action::SetDown(on) => on.place.open()?.set_down(&on.node).and(done),
        Action::Resume(on) => on.place.open()?.resume(&on.node).and(done),
    }
}

fn up(arguments: &UpArguments) -> Result<ExitCode, ClusterError> {
    let cluster = Cluster::up(&Config {
        folder: arguments.place.folder()?,
        nodes: arguments.nodes,
        gpus: arguments.gpus,
        max_array_size: arguments.max_array_size,
        deadline: Duration::from_secs(arguments.deadline),
    })?;
    let how = match cluster.began() {
        Began::New => "a new cluster",
        Began::Again => "the cluster that was here, with its state",
        Began::WasUp => "it ran already; nothing was done",
    };
    say!("{how}\n{}", cluster.status()?);
    say!(
        "Slurm's commands mean it after: eval \"$(farm local-cluster env{})\"",
        option(&arguments.place)
    );
    say!("It ends by: farm local-cluster down{}", option(&arguments.place));
    Ok(ExitCode::SUCCESS)
}

/// The option as it was given.
fn option(place: &Where) -> String {
    place.dir.as_ref().map(|dir| format!(" --dir {}", dir.display())).unwrap_or_default()
}

fn down(place: &Where, remove: bool) -> Result<ExitCode, ClusterError> {
    let folder = place.folder()?;
    let ended = if remove { Cluster::remove_in(&folder) } else { Cluster::down_in(&folder) }?;
    match ended {
        0 => {
            say!("{}: nothing ran", folder.display());
        }
        count => {
            say!("{}: {count} processes ended", folder.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn status(place: &Where, json: bool) -> Result<ExitCode, ClusterError> {
    let status = place.open()?.status()?;
    if json {
        let text = serde_json::to_string_pretty(&status).map_err(std::io::Error::other);
        say!("{}", text.map_err(ClusterError::system("cannot write JSON"))?);
    } else {
        say!("{status}");
    }
    Ok(if status.is_up { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
