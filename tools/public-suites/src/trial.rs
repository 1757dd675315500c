//! Trials: each program through the control and through optx.

use crate::arguments::Arguments;
use crate::programs::Program;
use crate::source;
use crate::step::{self, End};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The levels of optx that are tried.
pub const LEVELS: [&str; 2] = ["-O0", "-O3"];

/// What became of a program.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Its suite.
    pub suite: &'static str,
    /// Its name.
    pub name: String,
    /// How the control ended.
    pub control: End,
    /// How optx's two ended, in the order of [`LEVELS`]; none where the control does not count.
    pub optx: Vec<End>,
}

impl Outcome {
    /// Whether the control ended well, so that the program counts.
    pub fn counts(&self) -> bool {
        self.control == End::Value(0) && !crate::undefined::is_undefined(&self.name)
    }
}

/// Runs all programs, several at once.
pub fn all(programs: &[Program], arguments: &Arguments) -> Result<Vec<Outcome>, String> {
    let jobs = arguments
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Outcome)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for job in 0..jobs.max(1) {
            let (next, results) = (&next, &results);
            let file = scratch.path().join(format!("{job}.cu"));
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(i) else { break };
                    if i % 100 == 0 {
                        eprintln!("{i} of {}", programs.len());
                    }
                    let outcome = one(program, &file, arguments);
                    if let Ok(mut all) = results.lock() {
                        all.push((i, outcome));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().map_err(|e| e.to_string())?;
    results.sort_by_key(|r| r.0);
    Ok(results.into_iter().map(|r| r.1).collect())
}

fn one(program: &Program, file: &Path, arguments: &Arguments) -> Outcome {
    let text = source::kernel(&program.text);
    let fault = |e: std::io::Error| End::Fault(e.to_string());
    let control = match std::fs::write(file, &text) {
        Ok(()) => control(&text, file, arguments),
        Err(e) => fault(e),
    };
    let mut outcome =
        Outcome { suite: program.suite, name: program.name.clone(), control, optx: Vec::new() };
    if outcome.counts() {
        let after = if arguments.ptxas { "+ptxas" } else { "" };
        let run = |level: &str| process(&format!("{level}{after}"), file, arguments.seconds);
        outcome.optx = LEVELS.iter().map(|level| run(level)).collect();
    }
    outcome
}

/// The control's end, from the cache where it is known.
fn control(text: &str, file: &Path, arguments: &Arguments) -> End {
    let key: String = Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect();
    let folder: PathBuf = optx_judge::cache_dir().join("suites-control");
    let known = folder.join(key);
    if !arguments.fresh
        && let Ok(text) = std::fs::read_to_string(&known)
        && let Ok(end) = serde_json::from_str(&text)
    {
        return end;
    }
    let end = process("nvrtc", file, arguments.seconds);
    // What cannot be stored is only run again.
    if end != End::TimedOut
        && std::fs::create_dir_all(&folder).is_ok()
        && let Ok(text) = serde_json::to_string(&end)
    {
        let _ = std::fs::write(known, text);
    }
    end
}

/// A step in a process of its own.
fn process(step: &str, file: &Path, seconds: u64) -> End {
    let panicked = |e: std::io::Error| End::Panicked(format!("no process: {e}"));
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(e) => return panicked(e),
    };
    let child = Command::new(program)
        .args([step::WORD, step])
        .arg(file)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(e) => return panicked(e),
    };
    // What a step says fits into the pipes, or its end is cut and it has died.
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if start.elapsed() > Duration::from_secs(seconds) => {
                let _ = child.kill();
                let _ = child.wait();
                return End::TimedOut;
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Err(e) => return panicked(e),
        }
    }
    let (mut out, mut err) = (String::new(), String::new());
    if let Some(mut from) = child.stdout.take() {
        let _ = from.read_to_string(&mut out);
    }
    if let Some(mut from) = child.stderr.take() {
        let _ = from.read_to_string(&mut err);
    }
    serde_json::from_str(out.trim()).unwrap_or_else(|_| End::Panicked(err.trim().to_owned()))
}
