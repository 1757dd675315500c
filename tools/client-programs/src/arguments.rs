//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The programs that NVRTC's clients compile at run time: which optx takes, and what it refuses the others for.
///
/// Each project has a recipe in `tools/client-programs/recording` that runs the project against a libnvrtc which writes down what it is
/// given: source, name, headers in memory, options and name expressions as they are. They go into the cache, and nothing of them into
/// this repository.
///
///   client-programs fetch --project cupy           record a project's programs; the pinned packages come from PyPI
///   client-programs run                            all that is recorded: NVRTC, optx with the options as they are, and without those
///                                                  that it does not know; then the table, and what optx refuses most
///   client-programs run --project cupy --list      what was said first of each program
///   client-programs run --ptxas --json FILE        ptxas takes what optx makes; all verdicts with all diagnostics
///   client-programs turns --library libnvrtc.so.13 a shared library of optx's (tools/nvrtc-libraries) against NVRTC, turn by turn
///   client-programs run --page                     docs/results/client-programs.md made anew
///
/// NVRTC's verdicts are cached, so that only the first run takes minutes.
///
/// Exit status: 0; 2 where nothing could be done.
#[derive(Clone, Debug, Parser)]
#[command(name = "client-programs", verbatim_doc_comment, max_term_width = 130)]
pub struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Compile what is recorded, by NVRTC and by optx
    Run(Run),
    /// Record programs into the cache; python3 with pip, gcc, g++, make, nm and git are needed
    Fetch(Fetch),
    /// Compile what is recorded by NVRTC and by a library with its functions, turn by turn in one process
    Turns(Turns),
    /// Be asked of programs on the standard input
    #[command(hide = true)]
    Worker,
}

/// With which options optx is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum With {
    /// As they are
    AsIs,
    /// Without those that it does not know
    Cleaned,
}

/// How programs are compiled.
#[derive(Clone, Debug, Args)]
pub struct Run {
    /// Only these projects; several with commas
    #[arg(long, value_delimiter = ',', value_name = "PROJECT")]
    pub project: Vec<String>,
    /// Ask optx only so; both ways where it is not said
    #[arg(long, value_enum)]
    pub options: Option<With>,
    /// Let ptxas assemble what optx makes
    #[arg(long)]
    pub ptxas: bool,
    /// Tell of each program what was said of it first
    #[arg(long)]
    pub list: bool,
    /// Write all verdicts there
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the figures of docs/results/client-programs.md; of all that is recorded only
    #[arg(long, conflicts_with_all = ["project", "options"])]
    pub page: bool,
    /// So many at a time [default: the processors]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Read recordings from there and not from the cache
    #[arg(long, value_name = "FOLDER")]
    pub from: Option<PathBuf>,
}

/// Whose turns, and of which programs.
#[derive(Clone, Debug, Args)]
pub struct Turns {
    /// The library that stands in NVRTC's place
    #[arg(long, value_name = "FILE")]
    pub library: PathBuf,
    /// Only these projects; several with commas
    #[arg(long, value_delimiter = ',', value_name = "PROJECT")]
    pub project: Vec<String>,
    /// Only each Nth program of a project
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Read recordings from there and not from the cache
    #[arg(long, value_name = "FOLDER")]
    pub from: Option<PathBuf>,
}

/// Record programs into the cache. Packages come from PyPI, repositories from GitHub.
///
/// OPTX_MIRRORS=FOLDER: bare copies of repositories lie there, as OWNER+NAME/repo. OPTX_RECORD_SCRATCH=FOLDER: environments and
/// what the clients said stay there, and the next recording begins with them; else there is a folder that is gone in the end.
#[derive(Clone, Debug, Args)]
pub struct Fetch {
    /// Only these projects; several with commas
    #[arg(long, value_delimiter = ',', value_name = "PROJECT")]
    pub project: Vec<String>,
}
