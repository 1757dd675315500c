//! `measure-math`: measures the device library, and makes the program that judges it elsewhere.

use clap::Parser;
use optx_measure_math::compiler::Compiler;
use optx_measure_math::functions::{self, Function};
use optx_measure_math::host::Host;
use optx_measure_math::measure::{self, Plan};
use optx_measure_math::report;

/// Proves on a sample that the library computes the same on the host and as PTX, and measures its errors on the host.
#[derive(Parser)]
#[command(name = "measure-math")]
struct Arguments {
    /// Only the functions with these names
    names: Vec<String>,
    /// Inputs a function of the bit-for-bit sample, as a power of two
    #[arg(long, default_value_t = 20)]
    sample: u32,
    /// Only the bit-for-bit sample, and the errors on it: what continuous integration runs
    #[arg(long)]
    sample_only: bool,
    /// Inputs a function of two arguments or of doubles
    #[arg(long, default_value_t = 10_000_000)]
    inputs: usize,
    /// Every n-th float instead of all: quicker
    #[arg(long, default_value_t = 1)]
    stride: u64,
    /// Threads of the measurement
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Write the rows into the table there, over those of the same functions
    #[arg(long)]
    report: Option<std::path::PathBuf>,
    /// Only build the host's program, with the compiler in CXX or clang, to this file: for machines without a compiler
    #[arg(long, value_name = "FILE")]
    build_host: Option<std::path::PathBuf>,
}

fn main() -> std::process::ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => std::process::ExitCode::SUCCESS,
        Ok(false) => std::process::ExitCode::from(1),
        Err(message) => {
            eprintln!("measure-math: {message}");
            std::process::ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(program) = &arguments.build_host {
        return Host::build_with(&Compiler::chosen()?, program).map(|_| true);
    }
    for name in &arguments.names {
        if !functions::all().any(|f| f.name == name) {
            return Err(format!("there is no function `{name}`"));
        }
    }
    let chosen = |f: &&Function| {
        arguments.names.is_empty() || arguments.names.iter().any(|name| f.name == name)
    };
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let host = Host::build(folder.path())?;
    let plan = Plan {
        sample: arguments.sample,
        sample_only: arguments.sample_only,
        inputs: arguments.inputs,
        stride: arguments.stride,
        threads: arguments.threads,
        sizes: arguments.report.is_some(),
    };
    let mut rows = Vec::new();
    for f in functions::all().filter(chosen) {
        let row = measure::one(f, &host, &plan)?;
        println!("{}", report::line(&row));
        if let Some(file) = &arguments.report {
            report::keep(file, &row)?;
        }
        rows.push(row);
    }
    Ok(rows.iter().all(report::Row::passes))
}
