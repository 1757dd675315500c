//! A library with NVRTC's functions against NVRTC itself, called as clients call them, in one process and turn by turn.
//!
//! Who is asked first changes from program to program, so that what the machine does besides falls on both. Both have compiled something before, so
//! that what a library does once is not counted.

use crate::recording::Program;
use optx_cuda::CudaError;
use optx_cuda::nvrtc::{Nvrtc, Whole};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What both said of a program.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Whose it is.
    pub project: String,
    /// Its number.
    pub number: String,
    /// NVRTC's answer.
    pub nvrtc: Answer,
    /// The library's.
    pub library: Answer,
}

/// An answer: the lowered names, or why it was refused.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What name expressions are called, or the log.
    pub names: Result<Vec<String>, String>,
    /// How long it took, from the program's creation to its destruction.
    pub time: Duration,
}

fn asked(library: &Nvrtc, whole: &Whole<'_>) -> Answer {
    let begin = Instant::now();
    let names = library.lowered_names(whole).map_err(|e| e.to_string());
    Answer { names, time: begin.elapsed() }
}

/// Asks of all programs.
pub fn run(folders: &[PathBuf], nvrtc: &Path, library: &Path) -> Result<Vec<Turn>, String> {
    let loaded = |path: &Path| Nvrtc::load(path).map_err(|e| e.to_string());
    let both = [loaded(nvrtc)?, loaded(library)?];
    for library in &both {
        let warm = |e: CudaError| format!("a first program is refused: {e}");
        library.compile("__global__ void k() {}", "k.cu", &[]).map_err(warm)?;
    }
    let turn = |(k, folder): (usize, &PathBuf)| {
        let program = Program::read(folder)?;
        let options = program.options();
        let whole = Whole {
            source: &program.source,
            name: &program.name,
            options: &options,
            headers: &program.headers,
            expressions: &program.expressions,
        };
        let first = asked(&both[k % 2], &whole);
        let second = asked(&both[(k + 1) % 2], &whole);
        let (nvrtc, library) = if k.is_multiple_of(2) { (first, second) } else { (second, first) };
        Ok(Turn { project: program.project, number: program.number, nvrtc, library })
    };
    folders.iter().enumerate().map(turn).collect()
}

/// The table, a row for each project, and what the library refuses or names otherwise.
pub fn text(turns: &[Turn]) -> String {
    let mut out = "| project | programs | both take | NVRTC alone | library alone | other names | NVRTC, ms | library, ms | quotient |\n\
                   |---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    let mut projects: Vec<&str> = turns.iter().map(|turn| turn.project.as_str()).collect();
    projects.dedup();
    for project in projects {
        let of = turns.iter().filter(|turn| turn.project == project);
        out += &row(project, &of.collect::<Vec<_>>());
    }
    out += &row("all", &turns.iter().collect::<Vec<_>>());
    for turn in turns {
        let Turn { project, number, nvrtc, library } = turn;
        match (&nvrtc.names, &library.names) {
            (Ok(wanted), Ok(found)) if wanted != found => {
                let _ = writeln!(out, "{project}/{number}: {wanted:?} are {found:?}");
            }
            (Ok(_), Err(log)) => {
                let first = log.lines().find(|line| line.contains("error: ")).unwrap_or(log);
                let _ = writeln!(out, "{project}/{number}: {first}");
            }
            _ => {}
        }
    }
    out
}

fn row(project: &str, turns: &[&Turn]) -> String {
    let count = |wanted: &dyn Fn(&Turn) -> bool| turns.iter().filter(|turn| wanted(turn)).count();
    let both = |turn: &Turn| turn.nvrtc.names.is_ok() && turn.library.names.is_ok();
    let milliseconds = |of: &dyn Fn(&Turn) -> Duration| {
        median(turns.iter().filter(|turn| both(turn)).map(|turn| of(turn).as_secs_f64() * 1e3))
    };
    let quotients = turns.iter().filter(|turn| both(turn)).map(|turn| {
        turn.nvrtc.time.as_secs_f64() / turn.library.time.as_secs_f64().max(f64::MIN_POSITIVE)
    });
    format!(
        "| {project} | {} | {} | {} | {} | {} | {:.1} | {:.2} | {:.0} |\n",
        turns.len(),
        count(&both),
        count(&|turn| turn.nvrtc.names.is_ok() && turn.library.names.is_err()),
        count(&|turn| turn.nvrtc.names.is_err() && turn.library.names.is_ok()),
        count(&|turn| both(turn) && turn.nvrtc.names != turn.library.names),
        milliseconds(&|turn| turn.nvrtc.time),
        milliseconds(&|turn| turn.library.time),
        median(quotients),
    )
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
