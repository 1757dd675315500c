//! Asks of many programs, with as many workers as there are processors.

use crate::judge::{End, Question, Reason, Verdict};
use crate::recording::Program;
use crate::worker::Worker;
use optx_judge::verdicts::{Answer, remembered};
use optx_judge::{Tool, ToolError};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// No program takes optx longer.
const OPTX_LIMIT: Duration = Duration::from_secs(60);

/// No program takes NVRTC longer.
const NVRTC_LIMIT: Duration = Duration::from_secs(300);

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// optx with the options as they are.
    pub as_is: bool,
    /// optx without those that it does not know.
    pub cleaned: bool,
    /// ptxas of what optx makes.
    pub with_ptxas: bool,
    /// So many workers.
    pub jobs: usize,
}

/// What became of a program.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Whose it is.
    pub project: String,
    /// Its number.
    pub number: String,
    /// The part of the project.
    pub group: String,
    /// It has name expressions.
    pub has_expressions: bool,
    /// What NVRTC said.
    pub nvrtc: Verdict,
    /// What optx said with the options as they are, where it was asked.
    pub as_is: Option<Verdict>,
    /// What optx said without the options that it does not know, where it was asked.
    pub cleaned: Option<Verdict>,
}

/// Asks of all programs, and tells how far it is.
pub fn run(folders: &[PathBuf], asked: Asked) -> Result<Vec<Row>, String> {
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<(usize, Result<Row, String>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..asked.jobs.max(1) {
            scope.spawn(|| {
                let mut worker = Worker::default();
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    let Some(folder) = folders.get(k) else { break };
                    let row = row(folder, asked, &mut worker);
                    if let Ok(mut rows) = rows.lock() {
                        rows.push((k, row));
                    }
                    if (k + 1).is_multiple_of(100) {
                        eprintln!("client-programs: {} of {}", k + 1, folders.len());
                    }
                }
            });
        }
    });
    let mut rows = rows.into_inner().map_err(|_| "a worker's thread is gone".to_owned())?;
    rows.sort_by_key(|row| row.0);
    rows.into_iter().map(|row| row.1).collect()
}

fn row(folder: &Path, asked: Asked, worker: &mut Worker) -> Result<Row, String> {
    let program = Program::read(folder)?;
    let nvrtc = nvrtc(folder, &program, worker)?;
    let mut optx = |wanted: bool, question| {
        wanted.then(|| worker.ask(folder, question, asked.with_ptxas, OPTX_LIMIT)).transpose()
    };
    Ok(Row {
        as_is: optx(asked.as_is, Question::AsIs)?,
        cleaned: optx(asked.cleaned, Question::Cleaned)?,
        nvrtc,
        has_expressions: !program.expressions.is_empty(),
        project: program.project,
        number: program.number,
        group: program.group,
    })
}

/// From the cache where the same was asked before.
fn nvrtc(folder: &Path, program: &Program, worker: &mut Worker) -> Result<Verdict, String> {
    optx_judge::find(Tool::Nvrtc).map_err(|e| e.to_string())?;
    let mut question = vec![Tool::Nvrtc.name(), Tool::Nvrtc.path_in_cache(), "whole"];
    question.extend(program.question());
    let answer = remembered(&question, || {
        let verdict = worker.ask(folder, Question::Nvrtc, false, NVRTC_LIMIT);
        let verdict = verdict.map_err(ToolError::Failed)?;
        let said: Vec<String> = verdict.reasons.iter().map(|r| r.message.clone()).collect();
        Ok(Answer { accepted: verdict.is_taken(), text: said.join("\n") })
    });
    let answer = answer.map_err(|e| e.to_string())?;
    Ok(if answer.accepted {
        Verdict::taken()
    } else {
        Verdict::ended(End::Refused, Reason::of("nvrtc", answer.text))
    })
}
