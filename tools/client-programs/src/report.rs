//! What is said of a run: the table by project, the reasons, the list.

use crate::judge::{End, Verdict};
use crate::reasons::{Group, groups};
use crate::run::Row;
use optx_results_page::{Part, made};
use serde::Serialize;
use std::fmt::Write as _;

/// So many reasons are shown.
const MOST: usize = 40;

/// What a project's programs come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sums {
    /// Programs.
    pub programs: usize,
    /// Those that NVRTC takes: the others count no further.
    pub nvrtc: usize,
    /// Those of them that optx takes with the options as they are.
    pub as_is: usize,
    /// Those of them that optx takes without the options that it does not know.
    pub cleaned: usize,
    /// Those of them at which optx crashed or hung.
    pub fell: usize,
    /// Those of them whose PTX ptxas refuses.
    pub ptxas: usize,
    /// Those that optx takes and NVRTC does not.
    pub alone: usize,
}

/// The sums of rows.
pub fn sums<'a>(rows: impl Iterator<Item = &'a Row>) -> Sums {
    let taken = |verdict: &Option<Verdict>| verdict.as_ref().is_some_and(Verdict::is_taken);
    let mut out = Sums::default();
    for row in rows {
        out.programs += 1;
        let verdicts = || row.as_is.iter().chain(&row.cleaned);
        if !row.nvrtc.is_taken() {
            out.alone += usize::from(verdicts().any(Verdict::is_taken));
            continue;
        }
        out.nvrtc += 1;
        out.as_is += usize::from(taken(&row.as_is));
        out.cleaned += usize::from(taken(&row.cleaned));
        out.fell += usize::from(verdicts().any(|v| matches!(v.end, End::Crashed | End::HungUp)));
        out.ptxas += usize::from(verdicts().any(|v| v.ptxas.is_some()));
    }
    out
}

/// The projects of rows with their sums, in order, and all together at the end.
fn projects(rows: &[Row]) -> Vec<(String, Sums)> {
    let mut names: Vec<&str> = rows.iter().map(|row| row.project.as_str()).collect();
    names.dedup();
    let of = |name: &&str| sums(rows.iter().filter(|row| row.project == **name));
    let mut out: Vec<(String, Sums)> =
        names.iter().map(|name| ((*name).to_owned(), of(name))).collect();
    out.push(("all".to_owned(), sums(rows.iter())));
    out
}

/// The table by project, in Markdown.
pub fn table(rows: &[Row]) -> String {
    let mut out = "| project | programs | NVRTC takes | optx, as they are | optx, options cleaned | % | crash or hang | ptxas refuses | optx alone |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n".to_owned();
    for (name, sums) in projects(rows) {
        let Sums { programs, nvrtc, as_is, cleaned, fell, ptxas, alone } = sums;
        let percent = (100 * cleaned).checked_div(nvrtc).unwrap_or(0);
        let _ = writeln!(
            out,
            "| {name} | {programs} | {nvrtc} | {as_is} | {cleaned} | {percent} | {fell} | {ptxas} | {alone} |"
        );
    }
    out
}

/// What optx says of programs that NVRTC takes: with options cleaned, then of the options.
pub fn reasons(rows: &[Row]) -> [Vec<Group>; 2] {
    let taken = || rows.iter().filter(|row| row.nvrtc.is_taken());
    let name = |row: &Row| format!("{}/{}", row.project, row.number);
    let cleaned = taken().filter_map(|row| Some((name(row), row.cleaned.as_ref()?)));
    let as_is = taken().filter_map(|row| Some((name(row), row.as_is.as_ref()?)));
    let options = as_is.filter(|(_, v)| v.reasons.iter().any(|r| r.code == "option"));
    [groups(cleaned), groups(options)]
}

/// Reasons, in Markdown.
fn listed(groups: &[Group]) -> String {
    let mut out = "| programs | first | only | code | reason | for example | at | in |\n|---:|---:|---:|---|---|---|---|---|\n".to_owned();
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    for group in groups.iter().take(MOST) {
        let Group { code, shape, programs, first, only, example, place, of } = group;
        let (message, count) = example;
        let example = if message == shape { String::new() } else { format!("{message} ({count})") };
        let at =
            if place.0.is_empty() { String::new() } else { format!("{} ({})", place.0, place.1) };
        let _ = writeln!(
            out,
            "| {programs} | {first} | {only} | {code} | {} | {} | {} | {of} |",
            cell(shape),
            cell(&example),
            cell(&at)
        );
    }
    if groups.len() > MOST {
        let _ = writeln!(out, "\n{} more are rarer.", groups.len() - MOST);
    }
    out
}

/// All of it, in Markdown.
pub fn text(rows: &[Row]) -> String {
    let [refused, options] = reasons(rows);
    let mut out = table(rows);
    if !refused.is_empty() {
        let _ = write!(out, "\nWhat optx refuses, options cleaned:\n\n{}", listed(&refused));
    }
    if !options.is_empty() {
        let _ = write!(out, "\nOptions that optx does not take:\n\n{}", listed(&options));
    }
    out
}

/// A line for each program with the first that is said of it.
pub fn list(rows: &[Row]) -> String {
    let mut out = String::new();
    for row in rows {
        let _ = write!(out, "{}/{} {}", row.project, row.number, row.group);
        let verdicts = [
            ("nvrtc", Some(&row.nvrtc)),
            ("as-is", row.as_is.as_ref()),
            ("cleaned", row.cleaned.as_ref()),
        ];
        for (who, verdict) in verdicts {
            let Some(verdict) = verdict else { continue };
            match verdict.reasons.first() {
                None => {
                    let _ = write!(out, "\n    {who}: taken");
                }
                Some(reason) => {
                    let message = reason.message.lines().next().unwrap_or_default();
                    let _ = write!(out, "\n    {who}: {} {message} {}", reason.code, reason.place);
                }
            }
            if let Some(said) = &verdict.ptxas {
                let _ = write!(out, "\n    ptxas: {}", said.lines().next().unwrap_or_default());
            }
        }
        out.push('\n');
    }
    out
}

/// The part of the page that a run writes.
pub fn figures() -> Part {
    Part::of("results/client-programs.md", "figures")
}

/// What stands there.
pub fn page(rows: &[Row]) -> String {
    format!("{}:\n\n{}", made(), text(rows))
}
