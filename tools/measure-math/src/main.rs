//! Measures the device library.
//!
//! Idea: the library is C, so it is built for the host too (`host/`), without contraction. On a sample of every function
//! the host's results and those of the emulated PTX are compared bit for bit; what is then measured on the host holds
//! for the device. Functions of one float are measured on all 2^32 inputs against double, the others on 10^7 against
//! `__float128`. A bound is met when no result lies further from the correctly rounded one, in numbers of the format,
//! than CUDA documents.

mod device;
mod functions;
mod host;
mod inputs;
mod report;
mod sass;
mod short;

use clap::Parser;
use functions::{Function, Kind};
use host::{End, Host, Worst};

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
    let mut rows = Vec::new();
    for f in functions::all().filter(chosen) {
        let row = one(f, &host, folder.path(), arguments)?;
        println!("{}", report::line(&row));
        if let Some(file) = &arguments.report {
            report::keep(file, &row)?;
        }
        rows.push(row);
    }
    Ok(rows.iter().all(report::Row::passes))
}

fn one(
    f: &Function,
    host: &Host,
    folder: &std::path::Path,
    arguments: &Arguments,
) -> Result<report::Row, String> {
    let ptx = device::compile(f, &["-O3"])?;
    let differs = difference(f, host, &ptx, arguments.sample)?;
    let worst = if arguments.sample_only {
        host.some(f, &inputs::inputs(f, 1 << arguments.sample.min(16), true))?
    } else if f.kind == Kind::F1 {
        all(f, host, arguments)?
    } else {
        some(f, host, arguments)?
    };
    let flushed = flushed(f, host)?;
    let sizes = if arguments.report.is_some() {
        Some((sass::instructions(&ptx, folder)?, sass::of_nvrtc(f, folder)?))
    } else {
        None
    };
    let inputs = if arguments.sample_only {
        format!("2^{}", arguments.sample.min(16))
    } else if f.kind == Kind::F1 {
        if arguments.stride <= 1 { "all".into() } else { format!("each {}th", arguments.stride) }
    } else {
        arguments.inputs.to_string()
    };
    Ok(report::Row { function: *f, inputs, worst, flushed, differs, sizes })
}

/// The first input of the sample on which host and emulated PTX differ: with exact first guesses on all of it, with those at
/// the ends of their errors, where the function makes any, on a part.
fn difference(f: &Function, host: &Host, ptx: &str, sample: u32) -> Result<Option<String>, String> {
    for end in [End::Exact, End::Low, End::High] {
        let bits = if end == End::Exact { sample } else { sample.min(14) };
        if end != End::Exact && !ptx.contains(".approx.") {
            break;
        }
        let inputs = inputs::inputs(f, 1 << bits, false);
        let ours = host.sample(f, &inputs, end)?;
        let theirs = device::sample(f, ptx, &inputs, end)?;
        if let Some(differs) = report::difference(f, &inputs, &ours, &theirs) {
            return Ok(Some(format!("{differs}, first guesses {end:?}")));
        }
    }
    Ok(None)
}

/// The worst of a function of floats that is compiled to flush subnormals, on 2^16 inputs in the emulator.
fn flushed(f: &Function, host: &Host) -> Result<Option<Worst>, String> {
    if f.kind.is_double() {
        return Ok(None);
    }
    let inputs = inputs::inputs(f, 1 << 16, true);
    let ptx = device::compile(f, &["-O3", "-ftz=true"])?;
    let results = device::sample(f, &ptx, &inputs, End::Exact)?;
    host.flushed(f, &inputs, &results).map(Some)
}

/// Chosen inputs, in parts on several threads.
fn some(f: &Function, host: &Host, arguments: &Arguments) -> Result<Worst, String> {
    let inputs = inputs::inputs(f, arguments.inputs, true);
    let step = f.kind.arguments() * if f.kind.is_double() { 8 } else { 4 };
    let part = (inputs.len() / step).div_ceil(arguments.threads.max(1) as usize).max(1) * step;
    let results: Vec<Result<Worst, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            inputs.chunks(part).map(|chunk| scope.spawn(|| host.some(f, chunk))).collect();
        let ended = |_| Err("a thread ended early".into());
        threads.into_iter().map(|t| t.join().unwrap_or_else(ended)).collect()
    });
    let mut worst: Option<Worst> = None;
    for result in results {
        let found = result?;
        worst = Some(worst.map_or(found, |w| w.join(found)));
    }
    worst.ok_or_else(|| "no input was measured".into())
}

/// All floats, in parts on several threads.
fn all(f: &Function, host: &Host, arguments: &Arguments) -> Result<Worst, String> {
    let length = (1u64 << 32).div_ceil(arguments.threads.max(1) * 4);
    let ranges = f.bounded_floats();
    let parts: Vec<_> = ranges
        .iter()
        .flat_map(|range| {
            let firsts = range.clone().step_by(length as usize);
            firsts.map(|first| first..(first + length).min(range.end))
        })
        .collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let mut worst: Option<Worst> = None;
        loop {
            let k = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(part) = parts.get(k) else { return Ok::<_, String>(worst) };
            let found = host.all(f, part.start, part.end, arguments.stride)?;
            worst = Some(worst.map_or(found, |w| w.join(found)));
        }
    };
    let results: Vec<Result<Option<Worst>, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|t| t.join().unwrap_or_else(|_| Err("a thread ended early".into())))
            .collect()
    });
    let mut worst: Option<Worst> = None;
    for result in results {
        if let Some(found) = result? {
            worst = Some(worst.map_or(found, |w| w.join(found)));
        }
    }
    worst.ok_or_else(|| "no input was measured".into())
}
