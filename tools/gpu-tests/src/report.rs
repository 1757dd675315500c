//! Results for people and for machines.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::cases::Job;
use crate::facts::Facts;
use crate::outcome::Outcome;
use crate::pool::{Answer, Watcher};

/// The jobs done so far, on a terminal.
pub(crate) struct Progress<'j> {
    /// What each is called.
    labels: &'j [String],
    done: AtomicUsize,
    failed: AtomicUsize,
    shows: bool,
}

impl<'j> Progress<'j> {
    pub(crate) fn new(labels: &'j [String]) -> Progress<'j> {
        let shows = std::io::stderr().is_terminal();
        Progress { labels, done: AtomicUsize::new(0), failed: AtomicUsize::new(0), shows }
    }

    /// Takes the line away again.
    pub(crate) fn end(&self) {
        if self.shows {
            // Nobody looks at it any more where this fails.
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Watcher for Progress<'_> {
    fn done(&self, answer: &Answer) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let bad = usize::from(answer.outcome().is_bad());
        let failed = self.failed.fetch_add(bad, Ordering::Relaxed) + bad;
        let Some(label) = self.labels.get(answer.job).filter(|_| self.shows) else { return };
        let all = self.labels.len();
        let filled = 30 * done / all.max(1);
        let bar = format!("{}{}", "#".repeat(filled), "-".repeat(30 - filled));
        let line = format!("\r\x1b[K[{bar}] {done}/{all}, {failed} failed: {label}");
        // As above.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// How many jobs there are of each kind of outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) all: usize,
    pub(crate) bad: usize,
    pub(crate) skipped: usize,
}

impl Counts {
    pub(crate) fn of(outcomes: impl IntoIterator<Item = Outcome>) -> Counts {
        outcomes.into_iter().fold(Counts::default(), |mut c, outcome| {
            c.all += 1;
            c.bad += usize::from(outcome.is_bad());
            c.skipped += usize::from(outcome == Outcome::Skipped);
            c
        })
    }

    /// In words.
    pub(crate) fn line(self) -> String {
        let Counts { all, bad, skipped } = self;
        let mut out = format!("{all} jobs, {} passed, {bad} not", all - bad - skipped);
        if skipped > 0 {
            let _ = write!(out, ", {skipped} not begun in time");
        }
        out
    }
}

/// A row for each kernel, a column for each compiler, and what went wrong below.
pub(crate) fn table(device: &Facts, jobs: &[Job], answers: &[Answer]) -> String {
    let mut makers: Vec<String> = Vec::new();
    let mut rows: Vec<(String, Vec<Option<Outcome>>)> = Vec::new();
    for (job, answer) in jobs.iter().zip(answers) {
        let maker = job.maker.name();
        let column = makers.iter().position(|m| *m == maker).unwrap_or_else(|| {
            makers.push(maker);
            makers.len() - 1
        });
        if rows.last().is_none_or(|row| row.0 != job.name()) {
            rows.push((job.name(), Vec::new()));
        }
        if let Some((_, row)) = rows.last_mut() {
            row.resize(row.len().max(column + 1), None);
            row[column] = Some(answer.outcome());
        }
    }
    let wide = rows.iter().map(|row| row.0.len()).max().unwrap_or(0).max(6);
    let mut out = format!("{}\n\n{:wide$}", device.line(), "kernel");
    for maker in &makers {
        let _ = write!(out, "  {maker:8}");
    }
    out.push('\n');
    for (name, row) in &rows {
        let _ = write!(out, "{name:wide$}");
        for k in 0..makers.len() {
            let said = row.get(k).copied().flatten().map_or("-", Outcome::word);
            let _ = write!(out, "  {said:8}");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    for (job, a) in jobs.iter().zip(answers).filter(|(_, a)| a.outcome().is_bad()) {
        let (label, said) = (job.label(), a.outcome().word());
        let _ = write!(out, "\n{label}: {said}: {}", a.judged.message.trim_end());
    }
    let counts = Counts::of(answers.iter().map(Answer::outcome));
    let _ = writeln!(out, "\n{}", counts.line());
    out
}

/// What went wrong, a line each.
pub(crate) fn failures(labels: &[String], answers: &[Answer]) -> String {
    let mut out = String::new();
    for (label, a) in labels.iter().zip(answers).filter(|(_, a)| a.outcome().is_bad()) {
        let _ = writeln!(out, "{label}: {}: {}", a.outcome().word(), a.judged.message.trim_end());
    }
    out
}

/// The results as one object of JSON; `names` are what tells one from the others.
pub(crate) fn json(
    device: &Facts,
    names: impl Iterator<Item = Value>,
    answers: &[Answer],
) -> String {
    let results: Vec<Value> = names
        .zip(answers)
        .map(|(mut row, a)| {
            row["outcome"] = json!(a.outcome());
            row["message"] = json!(a.judged.message);
            row["milliseconds"] = json!(a.milliseconds);
            if !a.judged.data.is_null() {
                row["data"] = a.judged.data.clone();
            }
            row
        })
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let all = json!({ "optx": version, "device": device, "results": results });
    format!("{all:#}\n")
}

/// The results as JUnit has them: a suite for each compiler.
pub(crate) fn junit(device: &Facts, jobs: &[Job], answers: &[Answer]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let Counts { all, bad, skipped } = Counts::of(answers.iter().map(Answer::outcome));
    let _ = writeln!(
        out,
        "<testsuite name=\"{}\" tests=\"{all}\" failures=\"{bad}\" skipped=\"{skipped}\">",
        escaped(&device.line())
    );
    for (job, a) in jobs.iter().zip(answers) {
        let _ = write!(
            out,
            "  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
            escaped(&job.maker.name()),
            escaped(&job.name()),
            a.milliseconds / 1e3
        );
        match a.outcome() {
            Outcome::Passed => out.push_str("/>\n"),
            Outcome::Skipped => out.push_str("><skipped/></testcase>\n"),
            other => {
                let _ = writeln!(
                    out,
                    ">\n    <failure type=\"{}\">{}</failure>\n  </testcase>",
                    other.word(),
                    escaped(&a.judged.message)
                );
            }
        }
    }
    out.push_str("</testsuite>\n");
    out
}

/// A text as XML takes it, without what it has no place for.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
