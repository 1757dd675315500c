//! What the command line may say.

use clap::Parser;
use std::path::PathBuf;

/// Throws mutated sources at the compiler, and says what breaks it.
///
/// Every .cu and .cuh file of the repository, every kernel in a string of its tests, and the text forms that these
/// compile to (whirl-vh, whirl-m, cfg, ssa, regs) are mutated: bytes, tokens, and the grammar. Each mutant is compiled
/// in a worker process, with options drawn from the seed. A finding is a worker that dies, an input that takes over a
/// second of processor time or 256 MiB of memory, or a failed run of the command that changes an old output file.
/// Findings are made small and saved; the exit status is 1 where there was one, 0 where there was none.
///
///   cargo run --release -p optx-fuzz -- --seconds 60 --seed 1
///   cargo run --release -p optx-fuzz -- --seed 1 --show 4711 > mutant.cu
///   cargo run --release -p optx-fuzz -- --minimise mutant.cu
///
/// Input i of seed s is the same text on every machine and with any number of jobs, as long as the sources are.
/// A debug build (without --release) checks arithmetic and runs the verifiers too; its limit of time is 20 seconds.
#[derive(Clone, Debug, Parser)]
#[command(name = "optx-fuzz", verbatim_doc_comment, max_term_width = 110)]
pub struct Arguments {
    /// Stop after so many seconds
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub seconds: u64,
    /// Stop after so many inputs
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// The first input's number, to go on where another run ended
    #[arg(long, default_value_t = 0, value_name = "I")]
    pub from: u64,
    /// Worker processes [default: one a core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Folder for findings [default: optx-fuzz in the system's temporary folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// More sources: a file, or a folder with .cu, .cuh, .whirl and .ssa files
    #[arg(long, value_name = "PATH")]
    pub corpus: Vec<PathBuf>,
    /// Compile the inputs at and past the compiler's limits instead, and print what each took
    #[arg(long)]
    pub hostile: bool,
    /// Print input I and its options, and compile nothing
    #[arg(long, value_name = "I")]
    pub show: Option<u64>,
    /// Make FILE as small as it can be with the same outcome (the same panic, or too slow, or too large), print it
    #[arg(long, value_name = "FILE")]
    pub minimise: Option<PathBuf>,
    /// An option of the compiler for --minimise; may be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub option: Vec<String>,
    /// Seconds that making one finding small may take
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub minimise_seconds: u64,
    /// Every N-th input goes through the command too, to see that a failing run keeps the old output; 0: none
    #[arg(long, default_value_t = 50, value_name = "N")]
    pub outputs_every: u64,
    /// The optx command for that [default: built by the cargo that runs this]
    #[arg(long, value_name = "FILE")]
    pub command: Option<PathBuf>,
    /// Milliseconds of processor time that one input may take [default: 1000; debug builds 20000]
    #[arg(long, value_name = "N")]
    pub limit_ms: Option<u64>,
    /// Mebibytes that may be resident for one input [default: 256; debug builds 1024]
    #[arg(long, value_name = "N")]
    pub limit_mib: Option<u64>,
}

/// What one input may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Microseconds of processor time.
    pub micros: u64,
    /// Resident KiB.
    pub kib: u64,
}

impl Arguments {
    /// The bounds that findings are measured by.
    pub fn bounds(&self) -> Bounds {
        let debug = cfg!(debug_assertions);
        let (ms, mib) = if debug { (20_000, 1024) } else { (1000, 256) };
        Bounds {
            micros: self.limit_ms.unwrap_or(ms) * 1000,
            kib: self.limit_mib.unwrap_or(mib) * 1024,
        }
    }

    /// Where findings go.
    pub fn out_dir(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| std::env::temp_dir().join("optx-fuzz"))
    }

    /// The number of workers.
    pub fn worker_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(cores).max(1)
    }
}
