//! `optx-runtime-tests`: the runtime kernels, their inputs and references, and optx, in one program that needs a driver and
//! nothing else; for machines that have nothing else.

mod arguments;
mod cases;
mod correctness;
mod device;
mod facts;
mod farm;
mod mathematics;
mod measure;
mod outcome;
mod pool;
mod programs;
mod report;
mod session;
mod times;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arguments::{
    Arguments, Command, MathArguments, MeasureArguments, Measuring, OnGpu, ProgramsArguments,
    PtxArguments, RunArguments, TimesArguments,
};
use clap::Parser as _;
use correctness::Judge;
use device::{DeviceChoice, Opened, open_gpu};
use facts::Facts;
use optx_launch::{Cuda, Schedule};
use outcome::{Judged, Outcome};
use pool::{Answer, Pool};
use report::{Counts, Progress};
use serde::de::DeserializeOwned;
use serde_json::json;

/// Something went wrong, or did not pass.
const FAILED: u8 = 1;
/// Something is wrong before anything runs.
const USAGE: u8 = 2;
const NO_DEVICE: u8 = 5;

/// An exit status and what is said; nothing where the results have said it.
type Done<T = ()> = Result<T, (u8, String)>;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::List(chosen) => list(&chosen.selection()),
        Command::Device(on) => device(&on),
        Command::Run(run) => run_jobs(&run),
        Command::Times(times) => time_kernels(&times),
        Command::Measure(measure) => measure_rows(&measure),
        Command::Math(math) => judge_mathematics(&math),
        Command::Programs(programs) => run_programs(&programs),
        Command::Ptx(ptx) => write_ptx(&ptx),
        Command::Session(session) => session::run(&session),
        Command::Farm(asked) => farm::farm(&asked),
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

fn print(text: &str) -> Done {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Who does not want to read on need not.
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err((FAILED, e.to_string())),
        _ => Ok(()),
    }
}

fn list(selection: &cases::Selection) -> Done {
    let jobs = selection.jobs().map_err(|e| (USAGE, e))?;
    let lines = jobs.iter().map(|job| format!("{} {}\n", job.name(), job.maker.name()));
    print(&lines.collect::<String>())
}

fn device(on: &OnGpu) -> Done {
    let limit = std::time::Duration::from_secs(1);
    let (_, facts) = open_gpu(on.device, limit).map_err(|e| (NO_DEVICE, e))?;
    print(&format!("{:#}\n", json!(facts)))
}

/// Files of results, which can be written; that is known before anything runs.
fn results(path: Option<&PathBuf>) -> Done<Option<optx_launch::ResultFile>> {
    path.map(|path| optx_launch::ResultFile::begin(path)).transpose().map_err(|e| (USAGE, e))
}

fn written(file: Option<optx_launch::ResultFile>, text: impl FnOnce() -> String) -> Done {
    file.map_or(Ok(()), |file| file.write(&text())).map_err(|e| (FAILED, e))
}

/// The status of a command by what came of its jobs.
fn status(answers: &[Answer]) -> Done {
    match answers.iter().any(|a| a.outcome().is_bad()) {
        true => Err((FAILED, String::new())),
        false => Ok(()),
    }
}

fn run_jobs(run: &RunArguments) -> Done {
    let jobs = run.chosen.selection().jobs().map_err(|e| (USAGE, e))?;
    if let Some(folder) = &run.cubins {
        correctness::check_cubins(folder, run.device).map_err(|e| (USAGE, e))?;
    }
    run.running.tie();
    if run.running.worker {
        match Opened::open(run.device, run.schedule, run.running.limit()) {
            Ok((opened, facts)) => {
                let cubins = run.cubins.clone();
                let mut judge = Judge { opened, target: facts.target.clone(), cubins };
                pool::serve(facts, &mut |k| jobs.get(k).map_or_else(unknown, |j| judge.judge(j)));
            }
            Err(e) => pool::refuse(e),
        }
        return Ok(());
    }
    let (to_json, to_junit) = (results(run.running.json.as_ref())?, results(run.junit.as_ref())?);
    if let (Some(a), Some(b)) = (&to_json, &to_junit)
        && a.path() == b.path()
    {
        return Err((USAGE, format!("--junit: {}: that is --json's file", b.path().display())));
    }
    let labels: Vec<String> = jobs.iter().map(cases::Job::label).collect();
    let progress = Progress::new(&labels);
    let ran = run.pool(jobs.len()).run(&progress, &|answer, printed| match jobs
        .get(answer.job)
        .filter(|_| run.device != DeviceChoice::Emulator)
    {
        Some(job) => correctness::with_printed(job, answer, printed),
        None => answer,
    });
    progress.end();
    let (device, answers) = ran.map_err(|e| (NO_DEVICE, e))?;
    let names =
        jobs.iter().map(|job| json!({ "kernel": job.name(), "compiler": job.maker.name() }));
    written(to_json, || report::json(&device, names, &answers))?;
    written(to_junit, || report::junit(&device, &jobs, &answers))?;
    print(&report::table(&device, &jobs, &answers))?;
    status(&answers)
}

fn run_programs(run: &ProgramsArguments) -> Done {
    let all = programs::find(&run.folder, &run.filter).map_err(|e| (USAGE, e))?;
    run.running.tie();
    if run.running.worker {
        match Opened::open(run.device, Schedule::default(), run.running.limit()) {
            Ok((mut opened, facts)) => pool::serve(facts, &mut |k| {
                all.get(k).map_or_else(unknown, |(_, path)| programs::judge(&mut opened, path))
            }),
            Err(e) => pool::refuse(e),
        }
        return Ok(());
    }
    let to_json = results(run.running.json.as_ref())?;
    let names: Vec<String> = all.into_iter().map(|(name, _)| name).collect();
    let progress = Progress::new(&names);
    let ran = run.pool(names.len()).run(&progress, &|answer, _| answer);
    progress.end();
    let (device, answers) = ran.map_err(|e| (NO_DEVICE, e))?;
    let rows = names.iter().map(|name| {
        let (kernel, compiler) = programs::name_and_compiler(name);
        json!({ "kernel": kernel, "compiler": compiler })
    });
    written(to_json, || report::json(&device, rows, &answers))?;
    let counts = Counts::of(answers.iter().map(Answer::outcome));
    let failures = report::failures(&names, &answers);
    print(&format!("{}\n\n{failures}{}\n", device.line(), counts.line()))?;
    status(&answers)
}

fn unknown() -> Judged {
    Judged::new(Outcome::Refused, "no such job")
}

/// What a table is made of: names and what was measured.
type Table<'a, T> = &'a dyn Fn(&[(String, T)]) -> String;

/// Jobs on a GPU that measure: their names, what one of them does in a process of its own, and the table of what came out.
fn measured<T: DeserializeOwned>(
    Measuring { on, running, .. }: &Measuring,
    names: &[String],
    work: &mut dyn FnMut(Cuda, Facts),
    table: Table<'_, T>,
) -> Done {
    running.tie();
    if running.worker {
        match open_gpu(on.device, running.limit()) {
            Ok((cuda, facts)) => work(cuda, facts),
            Err(e) => pool::refuse(e),
        }
        return Ok(());
    }
    let to_json = results(running.json.as_ref())?;
    let progress = Progress::new(names);
    let pool: Pool = running.pool(names.len());
    let ran = pool.run(&progress, &|answer, _| answer);
    progress.end();
    let (device, answers) = ran.map_err(|e| (NO_DEVICE, e))?;
    let rows = names.iter().map(|name| json!({ "name": name }));
    written(to_json, || report::json(&device, rows, &answers))?;
    let data: Vec<(String, T)> = names
        .iter()
        .zip(&answers)
        .filter_map(|(name, a)| {
            Some((name.clone(), serde_json::from_value(a.judged.data.clone()).ok()?))
        })
        .collect();
    let counts = Counts::of(answers.iter().map(Answer::outcome));
    let failures = report::failures(names, &answers);
    print(&format!("{}\n\n{}\n{failures}{}\n", device.line(), table(&data), counts.line()))?;
    status(&answers)
}

fn time_kernels(times: &TimesArguments) -> Done {
    let all = cases::kernels(&times.measuring.filter).map_err(|e| (USAGE, e))?;
    let names: Vec<String> = all.iter().map(|case| case.name.to_owned()).collect();
    let beside = times::beside(times.beside.as_deref()).map_err(|e| (USAGE, e))?;
    let mut work = |cuda: Cuda, facts: Facts| {
        let timer = times::Timer {
            gpu: cuda.gpu(),
            target: times::target(&facts.target),
            limit: times.measuring.running.limit(),
            rounds: times.rounds,
            small: times.small,
            levels: times.level.clone(),
            beside: beside.clone(),
        };
        pool::serve(facts, &mut |k| all.get(k).map_or_else(unknown, |case| timer.judge(case)));
    };
    measured(&times.measuring, &names, &mut work, &times::table)
}

fn measure_rows(measure: &MeasureArguments) -> Done {
    let all = measure::names(&measure.measuring.filter).map_err(|e| (USAGE, e))?;
    if let Some(folder) = &measure.ptx {
        known_target(&measure.arch)?;
        return write_all(folder, measure::texts(&measure.arch));
    }
    let names: Vec<String> = all.iter().map(|&name| name.to_owned()).collect();
    let mut work = |cuda: Cuda, facts: Facts| {
        let measurer = measure::Measurer {
            gpu: cuda.gpu(),
            target: facts.target.clone(),
            limit: measure.measuring.running.limit(),
            small: measure.small,
        };
        pool::serve(facts, &mut |k| all.get(k).map_or_else(unknown, |name| measurer.judge(name)));
    };
    measured(&measure.measuring, &names, &mut work, &measure::table)
}

fn judge_mathematics(math: &MathArguments) -> Done {
    let names = mathematics::names(&math.measuring.filter).map_err(|e| (USAGE, e))?;
    if !math.host.is_file() {
        return Err((USAGE, format!("--host: {}: no file", math.host.display())));
    }
    let mut work = |cuda: Cuda, facts: Facts| {
        let target = facts.target.clone();
        let mut judge = mathematics::Judge::new(cuda, target, &math.host, math.inputs);
        pool::serve(facts, &mut |k| names.get(k).map_or_else(unknown, |name| judge.judge(name)));
    };
    measured(&math.measuring, &names, &mut work, &mathematics::table)
}

fn known_target(name: &str) -> Done {
    match optx::cg::target::Target::parse(name) {
        Some(_) => Ok(()),
        None => Err((USAGE, format!("--arch: there is no target `{name}`"))),
    }
}

fn write_all(folder: &Path, texts: Vec<(String, String)>) -> Done {
    let wrong = |path: &Path, e: std::io::Error| (FAILED, format!("{}: {e}", path.display()));
    std::fs::create_dir_all(folder).map_err(|e| wrong(folder, e))?;
    let count = texts.len();
    for (name, text) in texts {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| wrong(&path, e))?;
    }
    print(&format!("{count} files in {}\n", folder.display()))
}

fn write_ptx(arguments: &PtxArguments) -> Done {
    known_target(&arguments.arch)?;
    let jobs = arguments.chosen.selection().jobs().map_err(|e| (USAGE, e))?;
    let text = |job: &cases::Job| {
        let file = job.launch_file()?;
        Ok((format!("{}.ptx", job.file_stem()), job.ptx(&file, &arguments.arch)?))
    };
    let texts: Result<Vec<_>, String> = jobs.iter().map(text).collect();
    let mut texts = texts.map_err(|e| (FAILED, e))?;
    texts
        .extend(jobs.iter().filter_map(|j| Some((format!("{}.cu", j.name()), j.random_source()?))));
    texts.sort();
    texts.dedup();
    write_all(&arguments.folder, texts)
}
