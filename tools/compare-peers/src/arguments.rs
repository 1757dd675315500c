//! The command line.

use clap::Parser;
use std::path::PathBuf;

/// The scoreboard: machine code of optx against NVRTC's and clang's, kernel by kernel.
///
/// Every runtime kernel is compiled by optx at -O0, -O2 and -O3, by NVRTC and by clang, run on the emulator in lock-step, and
/// assembled by one ptxas, once with `.pragma "nounroll"` at every loop's head and once as it is. The emulator's counts by line
/// of PTX give an estimate of the machine instructions that warps execute. Needs `tools/fetch`.
///
/// Exit status: 0; 1 where a kernel failed or executes more than 1.02 of the table's first run; 2 where nothing could be measured.
#[derive(Clone, Debug, Parser)]
#[command(name = "compare-peers")]
pub struct Arguments {
    /// The kernels of this folder instead: sources, each with a launch file beside it (`optx run --help` says what that is).
    #[arg(long, value_name = "FOLDER", conflicts_with = "freeze")]
    pub kernels: Option<PathBuf>,
    /// Kernels whose names hold this text; several with commas.
    #[arg(long, value_delimiter = ',')]
    pub filter: Vec<String>,
    /// Architecture numbers.
    #[arg(long, value_delimiter = ',', default_value = "80,90")]
    pub arch: Vec<u32>,
    /// One kernel by its name, with --explain.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Machine instructions by source line, ours and the better peer's side by side, the dearest difference first.
    #[arg(long, requires = "kernel")]
    pub explain: bool,
    /// What each pass is worth instead: every kernel by optx -O3 without it, and without a few families of passes. With words, the groups whose
    /// names hold one of them.
    #[arg(long, value_name = "GROUPS", value_delimiter = ',', num_args = 0.., conflicts_with_all = ["explain", "json", "freeze"])]
    pub ablate: Option<Vec<String>>,
    /// What families of passes are worth one after another instead: every kernel by optx -O3 without any of them, with the first, with the first
    /// two, and so on. With --ablate both tables.
    #[arg(long, conflicts_with_all = ["explain", "json", "freeze"])]
    pub cumulate: bool,
    /// Writes every figure as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Writes the tables as Markdown.
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Adds kernels that the first run does not know, as they are now; what it knows stays.
    #[arg(long)]
    pub freeze: bool,
}
