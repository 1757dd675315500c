//! What the command line may say.

use clap::Parser;
use std::path::PathBuf;

/// Runs the programs of public execution suites as kernels, and compares.
///
/// The suites are those of GCC 12.2 (gcc.c-torture/execute, g++.dg, g++.old-deja), which `tools/fetch suites` brings into
/// the cache. Each program is compiled as C++17 with -default-device and run by one thread on the emulator: by NVRTC, the
/// control, and by optx at -O0 and -O3. What NVRTC refuses, or what does not end well with NVRTC's PTX (main returns 0,
/// or exit(0)), is not counted. The exit status is 1 where optx was wrong, panicked, took too long, or wrote PTX that
/// ptxas refuses, or where fewer were right than `--right` says.
///
///   cargo run --release -p optx-public-suites -- --ptxas
///   cargo run --release -p optx-public-suites -- --every 10 --right 150
///   cargo run --release -p optx-public-suites -- --filter c-torture/2000
///   cargo run --release -p optx-public-suites -- --show c-torture/20000112-1.c
///   cargo run --release -p optx-public-suites -- --write FOLDER
#[derive(Clone, Debug, Parser)]
#[command(name = "public-suites", verbatim_doc_comment, max_term_width = 110)]
pub struct Arguments {
    /// Only programs whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Only each N-th of them in the order of their names: the same ones each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// So many programs are right at each level, at least
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub right: usize,
    /// Have ptxas assemble what optx writes
    #[arg(long)]
    pub ptxas: bool,
    /// Processes at once [default: one a core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Seconds for one step: compiling a program and running it
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub seconds: u64,
    /// Run the control anew, whatever the cache holds
    #[arg(long)]
    pub fresh: bool,
    /// Write all results there
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the PTX of each program that counts there, at all levels, and run nothing but the control:
    /// `optx-runtime-tests programs FOLDER` runs them on a GPU
    #[arg(long, value_name = "FOLDER", conflicts_with = "json")]
    pub write: Option<PathBuf>,
    /// Print the kernel that a program is made into, and run nothing
    #[arg(long, value_name = "NAME")]
    pub show: Option<String>,
}
