//! What a plan's results say: told by plan and files alone, from any machine that sees the folder.
//!
//! Idea: everything is read anew each time. What is not there may be there for others: over NFS a folder's listing is of up to a minute ago. So before something is
//! told to be missing the folders are listed again until that time is over.

use crate::Error;
use crate::plan::Plan;
use crate::record::{Outcome, Record};
use crate::state::{Judged, Judgement, State, disagree};
use crate::store::{Found, Posix, Store, read_plan};
use nix::sys::statfs::{NFS_SUPER_MAGIC, statfs};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// The results of a plan.
pub fn found(root: &Path, plan: &Plan) -> Result<Found, Error> {
    if !root.is_dir() {
        return Err(Error::usage(format!("{}: there is no such folder", root.display())));
    }
    read_plan(&Posix, &Store::new(root), plan).map_err(Error::folder(root))
}

/// The same, looked for again as long as something is missing and listings may be old.
pub fn settled(root: &Path, plan: &Plan, settle: Option<Duration>) -> Result<Found, Error> {
    let settle = settle.unwrap_or_else(|| staleness(root));
    let began = Instant::now();
    loop {
        let found = found(root, plan)?;
        let judgement = Judgement::of(plan, &found);
        let is_whole = judgement.jobs.iter().all(|judged| judged.state != State::Missing);
        if is_whole || began.elapsed() >= settle {
            return Ok(found);
        }
        std::thread::sleep(Duration::from_secs(1).min(settle));
    }
}

/// How old a listing may be: over NFS caches of folders end within a minute, if nobody asked for longer.
fn staleness(root: &Path) -> Duration {
    let is_nfs = statfs(root).is_ok_and(|told| told.filesystem_type() == NFS_SUPER_MAGIC);
    Duration::from_secs(if is_nfs { 65 } else { 0 })
}

/// What is told, for people.
pub fn told(plan: &Plan, found: &Found, judgement: &Judgement<'_>) -> String {
    let mut out = String::new();
    for judged in &judgement.jobs {
        if judged.state == State::Done {
            continue;
        }
        let on = judged.model.map(|model| format!(" on {model}")).unwrap_or_default();
        let _ = writeln!(out, "{:11} {}{on}", judged.state.word(), judged.job.name);
        for record in wrong(judged) {
            let device = &record.slot.device;
            let text = format!(
                "repeat {}, {} {}, {}: {} {} {}",
                record.slot.repeat,
                device.model,
                device.driver,
                record.circumstances.node,
                record.outcome.word(),
                record.digest.get(..12).unwrap_or(&record.digest),
                record.message.lines().next().unwrap_or_default()
            );
            let _ = writeln!(out, "            {}", plain(&text));
        }
    }
    for damaged in &found.damaged {
        let _ = writeln!(out, "no result   {}: {}", damaged.path.display(), damaged.why);
    }
    let counts = judgement.counts();
    let words: Vec<String> =
        counts.iter().map(|(state, count)| format!("{count} {}", state.word())).collect();
    let commit = plain(&plan.head.commit);
    let _ = writeln!(out, "{commit}: {} jobs: {}", judgement.jobs.len(), words.join(", "));
    if found.unfinished > 0 {
        let n = found.unfinished;
        let _ =
            writeln!(out, "{n} files are being written, or were cut off: they count for nothing");
    }
    let _ = writeln!(out, "{}", if judgement.is_green() { "green" } else { "NOT green" });
    out
}

/// A text that moves nothing on a terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The results that are wrong, or not one thing.
fn wrong<'a>(judged: &Judged<'a>) -> Vec<&'a Record> {
    let mut found = Vec::new();
    for records in judged.results.values().flat_map(|repeats| repeats.values()) {
        let is_all = judged.state == State::Flaky || disagree(records);
        let is_wrong = |record: &&Record| is_all || record.outcome != Outcome::Passed;
        found.extend(records.iter().filter(is_wrong));
    }
    found
}
