//! `optx-runtime-tests`: the runtime kernels, their inputs and references, and optx, in one program that needs a driver and
//! nothing else; for machines that have nothing else.

mod arguments;
mod cases;
mod pool;
mod report;
mod worker;

use std::io::Write as _;
use std::process::ExitCode;

use arguments::{Arguments, Command, Run};
use clap::Parser as _;
use report::Progress;

/// Something is wrong before anything runs.
const USAGE: u8 = 2;
const NO_DEVICE: u8 = 5;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(2).collect();
    let done = match Arguments::parse().command {
        Command::List(chosen) => list(chosen.selection()),
        Command::Run(run) => run_jobs(&run.run(), &words),
        Command::Worker(run) => {
            let run = run.run();
            run.selection.jobs().map(|jobs| worker::work(&run, &jobs)).map_err(|e| (USAGE, e))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err((status, message)) => {
            if !message.is_empty() {
                // Without a place for it the status has to do.
                let _ = writeln!(std::io::stderr(), "error: {message}");
            }
            ExitCode::from(status)
        }
    }
}

type Done = Result<(), (u8, String)>;

fn print(text: &str) -> Done {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Who does not want to read on need not.
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err((1, e.to_string())),
        _ => Ok(()),
    }
}

fn list(selection: cases::Selection) -> Done {
    let jobs = selection.jobs().map_err(|e| (USAGE, e))?;
    let lines = jobs.iter().map(|job| format!("{} {}\n", job.name(), job.maker.name()));
    print(&lines.collect::<String>())
}

fn run_jobs(run: &Run, words: &[String]) -> Done {
    let jobs = run.selection.jobs().map_err(|e| (USAGE, e))?;
    let result = |path: &Option<std::path::PathBuf>| {
        path.clone().map(report::Result::begin).transpose().map_err(|e| (USAGE, e))
    };
    let (json, junit) = (result(&run.json)?, result(&run.junit)?);
    let progress = Progress::new(&jobs);
    let ran = pool::run_all(run, words, &jobs, &progress);
    progress.end();
    let (device, answers) = ran.map_err(|e| (NO_DEVICE, e))?;
    let written = |file: Option<report::Result>, text: String| {
        file.map_or(Ok(()), |file| file.write(&text)).map_err(|e| (1, e))
    };
    written(json, report::json(&device, &jobs, &answers))?;
    written(junit, report::junit(&device, &jobs, &answers))?;
    print(&report::table(&device, &jobs, &answers))?;
    match answers.iter().any(|a| a.outcome.is_bad()) {
        true => Err((1, String::new())),
        false => Ok(()),
    }
}
