//! The command line.

use clap::Parser;
use std::path::PathBuf;

/// Kernels of public projects: optx against NVRTC and clang, and one build of optx against another.
///
/// `tools/public-kernels/list.toml` names the kernels, `tools/fetch public-kernels` brings the files that they are cut of into the
/// cache. Each is compiled for sm_80 by optx at -O0 to -O3, by NVRTC and by clang (where it is in the cache), run on the emulator
/// as its launch file says, and every buffer and symbol is compared with NVRTC's.
///
///   public-kernels                                 all of them: what agrees, and what warps execute
///   public-kernels --filter dbcsr,elpa             some of them
///   public-kernels --page                          and the page docs/results/public-kernels.md made anew
///   public-kernels --ptx before                    the PTX of this build (then change optx, and:)
///   public-kernels --against before                which PTX of this build is not byte for byte the same
///   public-kernels --write FOLDER                  sources and launch files, for
///     compare-peers --kernels FOLDER               machine instructions, and
///     optx run FOLDER/ID.cu                        one of them by hand
///   public-kernels --heavy                         only those for which NVRTC's code needs more than 40 registers
///   public-kernels --census FOLDER...              the kernels of unpacked archives, most registers first
///
/// A kernel whose row says `refused` counts as absent, not as wrong.
///
/// Exit status: 0; 1 where a result or PTX differs, or a kernel is taken or refused otherwise than the list says; 2 where nothing
/// could be done.
#[derive(Clone, Debug, Parser)]
#[command(name = "public-kernels", verbatim_doc_comment, max_term_width = 130)]
pub struct Arguments {
    /// Kernels whose names hold this text; several with commas
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Print the names of the kernels, and do nothing
    #[arg(long, conflicts_with_all = ["ptx", "against", "write", "json", "page"])]
    pub list: bool,
    /// Leave clang out
    #[arg(long)]
    pub no_clang: bool,
    /// Write all results there
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the tables of docs/results/public-kernels.md; of all kernels only
    #[arg(long, conflicts_with_all = ["filter", "heavy"])]
    pub page: bool,
    /// Only compile by optx, and write the PTX there: ID.O0.ptx to ID.O3.ptx
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["json", "page", "write"])]
    pub ptx: Option<PathBuf>,
    /// Only compile by optx, and compare with the PTX there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["json", "page", "write"])]
    pub against: Option<PathBuf>,
    /// Only write sources and launch files there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["json", "page"])]
    pub write: Option<PathBuf>,
    /// Only the heavy list: kernels for which NVRTC's code needs more than 40 registers
    #[arg(long)]
    pub heavy: bool,
    /// Count the kernels of unpacked archives with the registers that NVRTC's code of each needs, and do nothing else; --json has what was cut
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with_all = ["filter", "list", "page", "ptx", "against", "write", "heavy"])]
    pub census: Vec<PathBuf>,
}
