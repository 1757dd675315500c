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

/// The levels of which PTX is written.
const WRITTEN: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];

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
    /// Whether the program counts.
    pub fn counts(&self) -> bool {
        counts(&self.name, &self.control)
    }
}

/// Whether the control of a program ended well, so that it counts.
fn counts(name: &str, control: &End) -> bool {
    *control == End::Value(0) && !crate::undefined::is_undefined(name)
}

/// Runs all programs.
pub fn all(programs: &[Program], arguments: &Arguments) -> Result<Vec<Outcome>, String> {
    each(programs, arguments, &|program, file| one(program, file, arguments))
}

/// Writes what optx makes of each program that counts to a folder, `NAME.LEVEL.ptx`; how many texts, and how many were refused.
pub fn write(
    programs: &[Program],
    folder: &Path,
    arguments: &Arguments,
) -> Result<[usize; 2], String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let write = |program: &Program, file: &Path| -> Result<[usize; 2], String> {
        let text = source::kernel(&program.text);
        if !counts(&program.name, &controlled(&text, file, arguments)) {
            return Ok([0; 2]);
        }
        let mut count = [0; 2];
        for level in WRITTEN {
            let name = program.name.replace('/', ",");
            let path = folder.join(format!("{name}.{}.ptx", level.trim_start_matches('-')));
            match step::optx(&text, level) {
                Ok(ptx) => {
                    std::fs::write(&path, ptx).map_err(|e| format!("{}: {e}", path.display()))?;
                    count[0] += 1;
                }
                Err(_) => count[1] += 1,
            }
        }
        Ok(count)
    };
    let counts: Result<Vec<[usize; 2]>, String> =
        each(programs, arguments, &write)?.into_iter().collect();
    Ok(counts?.iter().fold([0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]))
}

/// Does something for all programs, several at once, each with a file of its own to use; what comes of it, in their order.
fn each<T: Send>(
    programs: &[Program],
    arguments: &Arguments,
    work: &(dyn Fn(&Program, &Path) -> T + Sync),
) -> Result<Vec<T>, String> {
    let jobs = arguments
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
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
                    let done = work(program, &file);
                    if let Ok(mut all) = results.lock() {
                        all.push((i, done));
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
    let control = controlled(&text, file, arguments);
    let mut outcome =
        Outcome { suite: program.suite, name: program.name.clone(), control, optx: Vec::new() };
    if outcome.counts() {
        let after = if arguments.ptxas { "+ptxas" } else { "" };
        let run = |level: &str| process(&format!("{level}{after}"), file, arguments.seconds);
        outcome.optx = LEVELS.iter().map(|level| run(level)).collect();
    }
    outcome
}

/// Writes a kernel to the file, and runs the control on it.
fn controlled(text: &str, file: &Path, arguments: &Arguments) -> End {
    match std::fs::write(file, text) {
        Ok(()) => control(text, file, arguments),
        Err(e) => End::Fault(e.to_string()),
    }
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
    let end = process(step::CONTROL, file, arguments.seconds);
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
