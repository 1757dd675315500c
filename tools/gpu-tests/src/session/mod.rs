//! `session`: all that is worth doing on a GPU that is lent for minutes, the most valuable first.
//!
//! Each step is this program again, with a time of its own; one that does not end in it is ended. What a step has not used the
//! ones behind it have too. A step's results are a file, written as it ends, and the report is written anew after each.

mod markdown;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::arguments::SessionArguments;
use crate::facts::Facts;
use crate::pool::this_program;
use crate::{Done, FAILED, NO_DEVICE, USAGE};

/// A step.
struct Step {
    /// What reports call it.
    title: &'static str,
    /// The file of its results.
    file: &'static str,
    words: Vec<OsString>,
    /// What part of the time it has, beside the others' parts.
    share: f64,
}

/// What came of a step.
pub(super) struct Came {
    pub(super) title: &'static str,
    pub(super) file: &'static str,
    /// None where it wrote none.
    pub(super) results: Option<Value>,
    pub(super) seconds: f64,
    /// What it said, where there are no results.
    pub(super) said: String,
}

/// A step whose results cannot be written would have measured for nothing.
const LEAST_MINUTES: f64 = 0.2;
/// Seconds behind those in which a step's jobs begin, so that the last ones can end.
const TO_END: f64 = 12.0;

pub(crate) fn run(session: &SessionArguments) -> Done {
    if session.minutes <= LEAST_MINUTES {
        return Err((USAGE, format!("--minutes: wants more than {LEAST_MINUTES}")));
    }
    if let Some(host) = session.host.as_ref().filter(|host| !host.is_file()) {
        return Err((USAGE, format!("--host: {}: no file", host.display())));
    }
    let facts = device(session)?;
    let cubins = cubins(session, &facts)?;
    prepare(&session.out)?;
    let steps = steps(session, cubins.as_deref());
    let begin = Instant::now();
    let mut came: Vec<Came> = Vec::new();
    let mut bad = false;
    for (k, step) in steps.iter().enumerate() {
        let shares: f64 = steps[k..].iter().map(|s| s.share).sum();
        let left = (60.0 * session.minutes - begin.elapsed().as_secs_f64()).max(0.0);
        let seconds = left * step.share / shares;
        say(&format!("{}: {seconds:.0} s at most\n", step.title));
        let (one, passed) = run_step(step, &session.out, seconds)?;
        say(&format!("  {}\n", markdown::summary(&one)));
        bad |= !passed;
        came.push(one);
        let report = markdown::report(&facts, &came, &steps[k + 1..]);
        let path = session.out.join("report.md");
        // What the steps behind it find is worth more than a report.
        if let Err(e) = optx_launch::ResultFile::begin(&path).and_then(|file| file.write(&report)) {
            say(&format!("error: {e}\n"));
            bad = true;
        }
    }
    say(&format!("the report is {}\n", session.out.join("report.md").display()));
    if bad { Err((FAILED, String::new())) } else { Ok(()) }
}

/// The device, by a process of its own: a context that is open elsewhere would take memory from what is measured.
fn device(session: &SessionArguments) -> Done<Facts> {
    let output = Command::new(this_program().map_err(|e| (FAILED, e))?)
        .args(["device".into(), on(session)])
        .output()
        .map_err(|e| (FAILED, e.to_string()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let no_device = || (NO_DEVICE, said.trim().trim_start_matches("error: ").to_owned());
    if !output.status.success() {
        return Err(no_device());
    }
    serde_json::from_slice(&output.stdout).map_err(|_| no_device())
}

fn on(session: &SessionArguments) -> OsString {
    format!("--device=cuda:{}", session.on.device).into()
}

/// The folder of machine code for the device: of its own architecture, or of an earlier one of the same generation, which it
/// runs too.
fn cubins(session: &SessionArguments, facts: &Facts) -> Done<Option<PathBuf>> {
    let Some(folder) = &session.cubins else { return Ok(None) };
    let wrong = |e: String| (USAGE, format!("--cubins: {}: {e}", folder.display()));
    let number = |name: &str| name.strip_prefix("sm_").and_then(|n| n.parse::<u32>().ok());
    let own = facts.architecture.as_deref().and_then(number).unwrap_or_default();
    let entries = std::fs::read_dir(folder).map_err(|e| wrong(e.to_string()))?;
    let mut there: Vec<u32> =
        entries.filter_map(|e| number(&e.ok()?.file_name().to_string_lossy())).collect();
    there.sort_unstable();
    match there.iter().rev().find(|&&n| n / 10 == own / 10 && n <= own) {
        Some(best) => Ok(Some(folder.join(format!("sm_{best}")))),
        None => {
            let names: Vec<String> = there.iter().map(|n| format!("sm_{n}")).collect();
            Err(wrong(format!(
                "there is machine code for {}, and the device is sm_{own}; `tools/gpu-bundle --arch sm_{own}` makes a bundle for it, \
                 and without --cubins the driver translates all",
                if names.is_empty() { "nothing".into() } else { names.join(", ") }
            )))
        }
    }
}

/// The folder of results, which is there and empty afterwards.
fn prepare(out: &Path) -> Done {
    let wrong = |e: String| (USAGE, format!("--out: {}: {e}", out.display()));
    std::fs::create_dir_all(out).map_err(|e| wrong(e.to_string()))?;
    let mut entries = std::fs::read_dir(out).map_err(|e| wrong(e.to_string()))?;
    if entries.next().is_some() {
        return Err(wrong("it is not empty".into()));
    }
    // That files can be written there is known before anything runs, and no other session takes the folder.
    let report = std::fs::File::create_new(out.join("report.md"));
    report.map(drop).map_err(|e| wrong(e.to_string()))
}

/// Says where the session is. Nobody has to listen: what counts is written to files.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn steps(session: &SessionArguments, cubins: Option<&Path>) -> Vec<Step> {
    let dry = session.dry;
    let few = if dry { "--filter=saxpy,scan_,printing" } else { "--filter=" };
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let jobs = format!("--jobs={cores}");
    let step = |title, file, share, words: &[&str]| {
        // A filter of nothing lets nothing through.
        let said = words.iter().filter(|w| !w.is_empty() && **w != "--filter=");
        Step { title, file, share, words: said.map(OsString::from).chain([on(session)]).collect() }
    };
    let mut all =
        vec![step("Kernels", "kernels.json", 2.0, &["run", "--time-limit=5", few, &jobs])];
    // The driver that stands in, on which dry runs are tested, runs no machine code.
    if let Some(folder) = cubins.filter(|_| !dry) {
        let words = ["run", "--time-limit=5", few, &jobs];
        let mut own = step("Kernels as machine code", "cubins.json", 0.7, &words);
        own.words.extend(["--cubins".into(), folder.into()]);
        all.push(own);
    }
    let random = if dry { "--random=2" } else { "--random=100000" };
    let words = ["run", "--time-limit=5", "--filter=random-", random, "--no-peers", &jobs];
    all.push(step("Random programs", "random.json", 2.0, &words));
    if let Some(host) = &session.host {
        let inputs = if dry { "--inputs=6" } else { "--inputs=24" };
        let few = if dry { "--filter=sqrtf,expf,rcp.approx" } else { "--filter=" };
        let mut own =
            step("Mathematics", "mathematics.json", 2.5, &["math", "--time-limit=5", few, inputs]);
        own.words.extend(["--host".into(), host.into()]);
        all.push(own);
    }
    let (small, rounds) = if dry { ("--small", "--rounds=2") } else { ("", "--rounds=21") };
    let few = if dry { "--filter=saxpy,dot" } else { "--filter=" };
    all.push(step("Times", "times.json", 2.2, &["times", "--time-limit=5", small, rounds, few]));
    let few = if dry { "--filter=mad.lo,load" } else { "--filter=" };
    all.push(step(
        "Instructions and memory",
        "measurements.json",
        0.6,
        &["measure", "--time-limit=5", small, few],
    ));
    all
}

/// Runs a step; what came of it, and whether all of it passed.
fn run_step(step: &Step, out: &Path, seconds: f64) -> Done<(Came, bool)> {
    let path = out.join(step.file);
    let wrong = |e: std::io::Error| (FAILED, format!("{}: {e}", step.title));
    let minutes = format!("--minutes={}", (seconds - TO_END).max(0.3 * seconds) / 60.0);
    let log = tempfile::NamedTempFile::new().map_err(wrong)?;
    let begin = Instant::now();
    let mut child = Command::new(this_program().map_err(|e| (FAILED, e))?)
        .args(&step.words)
        .args([OsString::from(minutes), "--json".into(), path.clone().into()])
        .arg("--tied")
        // It ends with this process.
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(log.reopen().map_err(wrong)?)
        .spawn()
        .map_err(wrong)?;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(wrong)? {
            break Some(status);
        }
        if begin.elapsed() > Duration::from_secs_f64(seconds + 15.0) {
            // It may end at this moment by itself.
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let results = std::fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let said = match status {
        None => "it did not end in its time".to_owned(),
        Some(_) => std::fs::read_to_string(log.path()).unwrap_or_default().trim().to_owned(),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let came = Came { title: step.title, file: step.file, results, seconds, said };
    Ok((came, status.is_some_and(|s| s.success())))
}
