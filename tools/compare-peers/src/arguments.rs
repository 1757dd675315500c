//! The command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// The scoreboard: machine code of optx against NVRTC's and clang's, kernel by kernel.
///
/// Every runtime kernel is compiled by optx at -O0, -O2 and -O3, by NVRTC and by clang, run on the emulator in lock-step, and
/// assembled by one ptxas, once with `.pragma "nounroll"` at every loop's head and once as it is. The emulator's counts by line
/// of PTX give an estimate of the machine instructions that warps execute. Needs `tools/fetch`.
///
/// Exit status: 0; 1 where a kernel failed or executes more than 1.02 of the table's first run; 2 where nothing could be measured.
#[derive(Clone, Debug, Parser)]
#[command(name = "compare-peers", args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// Another board than that of executed instructions.
    #[command(subcommand)]
    pub command: Option<Command>,
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

/// Another board.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// How few registers are enough, by optx -O3, NVRTC and clang.
    ///
    /// S0 of a kernel is the smallest cap (24, 32, ... 248, 255) at which ptxas 13.5 spills nothing. The cap is given to the compiler as well, so
    /// that it can do something about it, but for clang, which takes none. Caps are tried from below: a larger one may spill again. A file that
    /// launches several kernels counts as the one that needs most. Launch bounds: the cap is put in the place of the limit that follows of them.
    ///
    ///   compare-peers registers                              the runtime kernels
    ///   compare-peers registers --filter nbody --arch 90     some, for one architecture
    ///   compare-peers registers --json before.json           and all figures in a file (then change optx, and:)
    ///   compare-peers registers --against before.json        whose S0 fell, whose rose
    ///   compare-peers registers --passes=-rematerialize      optx with a pass left out
    ///   compare-peers registers --all-caps                   which spill again under a larger cap than S0
    ///   public-kernels --heavy --write FOLDER                kernels of public projects that need many registers, and
    ///     compare-peers registers --heavy FOLDER --page        the page docs/results/registers.md with both lists
    ///
    /// Without a cap ptxas takes as many registers as it likes; those are told, and say little. Needs `tools/fetch ptxas nvrtc clang`.
    ///
    /// Exit status: 0; 1 where a kernel could not be measured for another reason than that a compiler refuses it, or S0 of optx's code rose
    /// against the file; 2 where nothing could be measured.
    #[command(verbatim_doc_comment, max_term_width = 150)]
    Registers(Registers),
    /// What the allocators of --ptx-regs make of kernels.
    ///
    /// Each kernel is compiled by optx -O3 for sm_80 with each allocator and so many registers, and run on the emulator in lock-step: how values that do not fit are fetched
    /// and put back, by rule, and what warps execute, to linear scan.
    ///
    ///   compare-peers allocators                             the runtime kernels with 9, 12, 16 and 24 registers
    ///   compare-peers allocators --kernels FOLDER            those of a folder
    ///   compare-peers allocators --page                      and the tables of docs/results/registers.md
    ///
    /// Exit status: 0; 1 where a kernel came out wrong; 2 where nothing could be measured.
    #[command(verbatim_doc_comment, max_term_width = 150)]
    Allocators(Allocators),
    /// What kernels do in local and shared memory under the two caps below S0, with slots of the warp and without.
    ///
    /// S0 is that of optx -O3 without the pass. Accesses are counted in machine code (ptxas 13.5), 8 times as often for every loop around. Needs `tools/fetch ptxas nvdisasm`.
    ///
    ///   public-kernels --heavy --write FOLDER                kernels of public projects that need many registers, and
    ///     compare-peers capped --kernels FOLDER              what slots make of them
    ///     compare-peers capped --kernels FOLDER --page       and the table of docs/results/registers.md
    ///
    /// Exit status: 0; 1 where a kernel could not be measured, or does more in memory with slots; 2 where nothing could be measured.
    #[command(verbatim_doc_comment, max_term_width = 150)]
    Capped(Capped),
    /// How much of kernels differs between threads, by each mode of the analysis of variance.
    ///
    /// Each kernel is compiled by optx -O3 for sm_80 up to where it leaves SSA, closed over its cycles; its variables are counted by what modes `binary`, `affine1` and `full` say of them.
    ///
    ///   compare-peers divergence                             the runtime kernels
    ///   compare-peers divergence --kernels FOLDER            those of a folder
    ///   compare-peers divergence --page                      and the tables of docs/results/registers.md
    ///
    /// Exit status: 0; 2 where nothing could be measured.
    #[command(verbatim_doc_comment, max_term_width = 150)]
    Divergence(Divergence),
    /// What warps execute of kernels that use CCCL's headers, by optx -O3 and by NVRTC.
    ///
    /// The kernels of runtime-tests/cccl, estimated as those of the scoreboard. Where the two write different numbers there is no row.
    ///
    ///   compare-peers cccl                                   all of them
    ///   compare-peers cccl --filter scan --arch 80           some, for one architecture
    ///   compare-peers cccl --page                            and the page docs/results/cccl.md
    ///
    /// Needs `tools/fetch cccl cuda-runtime ptxas nvdisasm nvrtc`.
    ///
    /// Exit status: 0; 1 where a kernel could not be measured for another reason than that optx refuses it; 2 where nothing could be.
    #[command(verbatim_doc_comment, max_term_width = 150)]
    Cccl(Cccl),
}

/// The options of `compare-peers cccl`.
#[derive(Clone, Debug, Args)]
pub struct Cccl {
    /// Kernels whose names hold this text; several with commas
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Architecture numbers
    #[arg(long, value_delimiter = ',', default_value = "80,90")]
    pub arch: Vec<u32>,
    /// Write every figure there as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the table of docs/results/cccl.md anew
    #[arg(long, conflicts_with = "filter")]
    pub page: bool,
}

/// The options of `compare-peers capped`.
#[derive(Clone, Debug, Args)]
pub struct Capped {
    /// The kernels of this folder instead of the runtime kernels: sources, each with a launch file beside it
    #[arg(long, value_name = "FOLDER")]
    pub kernels: Option<PathBuf>,
    /// Kernels whose names hold this text; several with commas
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Architecture numbers
    #[arg(long, value_delimiter = ',', default_value = "80,90")]
    pub arch: Vec<u32>,
    /// What optx leaves out where it is without slots
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true, default_value = "-slots")]
    pub without: String,
    /// Write every figure there as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the table of docs/results/registers.md anew
    #[arg(long, requires = "kernels", conflicts_with = "filter")]
    pub page: bool,
}

/// The options of `compare-peers divergence`.
#[derive(Clone, Debug, Args)]
pub struct Divergence {
    /// The kernels of this folder instead of the runtime kernels: sources, each with a launch file beside it
    #[arg(long, value_name = "FOLDER")]
    pub kernels: Option<PathBuf>,
    /// Kernels whose names hold this text; several with commas
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Write every figure there as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the tables of docs/results/registers.md anew
    #[arg(long, conflicts_with_all = ["kernels", "filter"])]
    pub page: bool,
}

/// The options of `compare-peers allocators`.
#[derive(Clone, Debug, Args)]
pub struct Allocators {
    /// The kernels of this folder instead of the runtime kernels: sources, each with a launch file beside it
    #[arg(long, value_name = "FOLDER")]
    pub kernels: Option<PathBuf>,
    /// Kernels whose names hold this text; several with commas
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Numbers of registers
    #[arg(long, value_delimiter = ',', default_value = "9,12,16,24")]
    pub registers: Vec<u32>,
    /// Write every figure there as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the tables of docs/results/registers.md anew
    #[arg(long, conflicts_with_all = ["kernels", "filter"])]
    pub page: bool,
}

/// The options of `compare-peers registers`.
#[derive(Clone, Debug, Args)]
pub struct Registers {
    /// The kernels of this folder instead of the runtime kernels: sources, each with a launch file beside it
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["freeze", "page"])]
    pub kernels: Option<PathBuf>,
    /// The kernels of this folder as well, which `public-kernels --heavy --write` wrote; a list of its own
    #[arg(long, value_name = "FOLDER")]
    pub heavy: Option<PathBuf>,
    /// Kernels whose names hold this text; several with commas
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Architecture numbers
    #[arg(long, value_delimiter = ',', default_value = "80,90")]
    pub arch: Vec<u32>,
    /// Handed to optx: `-NAME,...` leaves passes out, `+NAME` runs one that no level runs
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    pub passes: Option<String>,
    /// Try every cap, and tell which spill again under a larger one than S0: some twenty times as long
    #[arg(long)]
    pub all_caps: bool,
    /// Write every figure there as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Compare with what `--json` wrote earlier: whose S0 fell, whose rose
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Write docs/results/registers.md anew: of the runtime kernels, and with --heavy of those as well
    #[arg(long, conflicts_with_all = ["filter", "passes"])]
    pub page: bool,
    /// Add kernels that tools/compare-peers/first_registers.txt does not know, as they are now (`--passes=-rematerialize`: as they were
    /// before that pass); what it knows stays
    #[arg(long)]
    pub freeze: bool,
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Command};
    use clap::Parser as _;

    fn parsed(line: &str) -> Result<Arguments, String> {
        let words = std::iter::once("compare-peers").chain(line.split_whitespace());
        Arguments::try_parse_from(words).map_err(|e| e.to_string())
    }

    #[test]
    fn without_a_subcommand_it_is_the_board_of_instructions() {
        for line in [
            "",
            "--kernels folder --filter a,b --arch 80",
            "--kernel saxpy --explain",
            "--ablate --cumulate --arch 80 --markdown file",
            "--ablate unrolling,dce --arch 90",
            "--json file --freeze",
        ] {
            assert!(parsed(line).is_ok_and(|a| a.command.is_none()), "{line}");
        }
        let ablate = parsed("--ablate unrolling,dce").unwrap().ablate;
        assert_eq!(ablate, Some(vec!["unrolling".to_owned(), "dce".to_owned()]));
        assert!(parsed("--arch 80 registers").is_err());
    }

    #[test]
    fn a_page_is_of_all_runtime_kernels() {
        for command in ["allocators", "divergence", "cccl"] {
            assert!(parsed(&format!("{command} --page --json file")).is_ok());
            for line in ["--page --filter a", "--page --kernels f"] {
                assert!(parsed(&format!("{command} {line}")).is_err(), "{command} {line}");
            }
        }
    }

    #[test]
    fn registers_has_its_own_options() {
        let registers = |line: &str| match parsed(line).map(|a| a.command) {
            Ok(Some(Command::Registers(registers))) => Some(registers),
            _ => None,
        };
        let plain = registers("registers").unwrap();
        assert_eq!(plain.arch, [80, 90]);
        let words = registers("registers --passes -rematerialize --heavy folder --arch 90");
        assert_eq!(words.unwrap().passes.as_deref(), Some("-rematerialize"));
        for line in ["--page --filter a", "--page --kernels f", "--page --passes=-a", "--explain"] {
            assert!(registers(&format!("registers {line}")).is_none(), "{line}");
        }
        assert!(registers("registers --heavy folder --page --freeze --json file").is_some());
    }
}
