//! `client-programs`: see `--help`.

mod arguments;

use arguments::{Arguments, Command, Fetch, Run, Turns, With};
use clap::Parser as _;
use optx_client_programs::{recording, report, run, turns, worker};
use optx_launch::ResultFile;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run(run) => judged(&run),
        Command::Fetch(fetch) => recorded(&fetch),
        Command::Turns(turns) => by_turns(&turns),
        Command::Worker => worker::serve(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("client-programs: {message}");
            ExitCode::from(2)
        }
    }
}

/// The folders of each `every`th program of those projects, of all where none is named.
fn folders(from: Option<&Path>, named: &[String], every: usize) -> Result<Vec<PathBuf>, String> {
    let root = from.map_or_else(recording::root, Path::to_path_buf);
    let mut projects = named.to_vec();
    if projects.is_empty() {
        projects = recording::projects(&root);
    }
    if projects.is_empty() {
        let root = root.display();
        return Err(format!("{root}: has no recordings; `client-programs fetch` makes them"));
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    for project in &projects {
        folders.extend(recording::folders(&root, project)?.into_iter().step_by(every));
    }
    Ok(folders)
}

fn by_turns(arguments: &Turns) -> Result<(), String> {
    let every = arguments.every as usize;
    let folders = folders(arguments.from.as_deref(), &arguments.project, every)?;
    let nvrtc = optx_judge::find(optx_judge::Tool::Nvrtc).map_err(|e| e.to_string())?;
    print!("{}", turns::text(&turns::run(&folders, &nvrtc, &arguments.library)?));
    Ok(())
}

fn judged(arguments: &Run) -> Result<(), String> {
    let folders = folders(arguments.from.as_deref(), &arguments.project, 1)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let rows = run::run(
        &folders,
        run::Asked {
            as_is: arguments.options != Some(With::Cleaned),
            cleaned: arguments.options != Some(With::AsIs),
            with_ptxas: arguments.ptxas,
            jobs: arguments.jobs.unwrap_or(processors),
        },
    )?;
    if arguments.list {
        print!("{}", report::list(&rows));
    }
    print!("{}", report::text(&rows));
    if let Some(file) = &arguments.json {
        let text = serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())?;
        ResultFile::begin(file)?.write(&(text + "\n"))?;
    }
    if arguments.page {
        report::figures().write(&report::page(&rows))?;
    }
    Ok(())
}

/// The recipes are Python, as most clients are.
fn recorded(arguments: &Fetch) -> Result<(), String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/recording/fetch.py");
    let mut python = std::process::Command::new("python3");
    python.arg(script).arg(recording::root()).args(&arguments.project);
    let status = python.status().map_err(|e| format!("python3 is needed: {e}"))?;
    if status.success() { Ok(()) } else { Err("not all could be recorded".to_owned()) }
}
