//! The page of a plan: matrix, what changed since the last plan, times and their history.
//!
//! A job's name says where it stands: `kernel/saxpy/optx-O3` is the code `optx-O3` of the row `kernel/saxpy`. Where a job measured, its results' data have `times`: a list of
//! `{"code", "median", "low", "high"}` in microseconds, and each code has a cell of its own.
//! Cost: linear in the results of all plans that are told of.

use crate::plan::Plan;
use crate::record::{Device, Record};
use crate::state::{Judged, Judgement, State};
use optx_page::report as page;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A plan, and what is known of it.
pub struct Known<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// What is known.
    pub judgement: Judgement<'a>,
}

/// What a job measured of a code.
#[derive(Clone, Debug, Deserialize)]
struct Time {
    code: String,
    median: f64,
    low: f64,
    high: f64,
}

/// Where a cell stands: what is compared over plans.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    row: String,
    code: String,
    device: Device,
}

/// The page's text; `before` is what is known of earlier plans, oldest first.
pub fn page(now: &Known<'_>, before: &[Known<'_>], made: &str) -> String {
    page::html(&report(now, before, made))
}

fn report(now: &Known<'_>, before: &[Known<'_>], made: &str) -> page::Report {
    let mut numbers = Numbers::default();
    let mut rows: BTreeMap<String, Vec<page::Cell>> = BTreeMap::new();
    let was = before.last().map(states).unwrap_or_default();
    let history: Vec<BTreeMap<At, page::Measured>> =
        before.iter().chain([now]).map(measured).collect();
    for judged in &now.judgement.jobs {
        for place in places(judged) {
            let runs = runs(judged, &place.device);
            let history: Vec<_> = history.iter().map(|of| of.get(&place).copied()).collect();
            let times = history.last().copied().flatten();
            let cell = page::Cell {
                code: numbers.code(&place.code),
                device: numbers.device(&place.device),
                state: told(judged.state),
                was: was.get(&(judged.job.name.clone(), judged.model.map(str::to_owned))).copied(),
                runs,
                times: times.map(|measured| page::Times { measured, peers: Vec::new() }),
                history: if times.is_some() { history } else { Vec::new() },
            };
            rows.entry(place.row).or_default().push(cell);
        }
    }
    let mut rows: Vec<page::Row> =
        rows.into_iter().map(|(name, cells)| page::Row { name, cells }).collect();
    rows.iter_mut().for_each(beside);
    let commit = |known: &Known<'_>| known.plan.head.commit.clone();
    page::Report {
        title: format!("Farm: {}", now.plan.head.commit.get(..12).unwrap_or(&now.plan.head.commit)),
        commit: commit(now),
        made: made.to_owned(),
        previous: before.last().map(|known| page::Previous { commit: commit(known) }),
        verdict: verdict(&now.judgement),
        devices: numbers.devices,
        codes: numbers.codes,
        unit: "us".to_owned(),
        commits: before.iter().chain([now]).map(commit).collect(),
        rows,
    }
}

/// Codes and devices by their numbers.
#[derive(Default)]
struct Numbers {
    codes: Vec<String>,
    devices: Vec<page::Device>,
}

impl Numbers {
    fn code(&mut self, code: &str) -> usize {
        self.codes.iter().position(|other| other == code).unwrap_or_else(|| {
            self.codes.push(code.to_owned());
            self.codes.len() - 1
        })
    }

    fn device(&mut self, device: &Device) -> usize {
        let Device { model, driver } = device.clone();
        let device = page::Device { model, driver };
        self.devices.iter().position(|other| *other == device).unwrap_or_else(|| {
            self.devices.push(device);
            self.devices.len() - 1
        })
    }
}

/// The row and the code of a job's name.
fn row_and_code(name: &str) -> (&str, &str) {
    match name.rsplit_once('/') {
        Some((row, code)) if row.contains('/') => (row, code),
        _ => (name, ""),
    }
}

fn times(record: &Record) -> Vec<Time> {
    let list = record.data.get("times").cloned();
    list.and_then(|list| serde_json::from_value(list).ok()).unwrap_or_default()
}

/// The cells of a job: on each device that has results, else one on what is wanted; one a code that was measured.
fn places(judged: &Judged<'_>) -> Vec<At> {
    let (row, code) = row_and_code(&judged.job.name);
    let wanted =
        Device { model: judged.model.unwrap_or("any device").to_owned(), driver: String::new() };
    let devices: Vec<&Device> = match judged.results.is_empty() {
        true => vec![&wanted],
        false => judged.results.keys().copied().collect(),
    };
    let mut places = Vec::new();
    for device in devices {
        let own = judged.records().find(|record| record.slot.device == *device);
        let mut codes: Vec<String> =
            own.map(times).unwrap_or_default().into_iter().map(|time| time.code).collect();
        if codes.is_empty() {
            codes.push(code.to_owned());
        }
        for code in codes {
            places.push(At { row: row.to_owned(), code, device: device.clone() });
        }
    }
    places
}

fn runs(judged: &Judged<'_>, device: &Device) -> Vec<page::Run> {
    let own = judged.records().filter(|record| record.slot.device == *device);
    own.map(|record| page::Run {
        repeat: record.slot.repeat,
        outcome: record.outcome.word().to_owned(),
        digest: record.digest.clone(),
        seconds: record.circumstances.seconds,
        node: record.circumstances.node.clone(),
        job: record.circumstances.job.clone(),
        attempt: record.circumstances.attempt,
        message: record.message.clone(),
    })
    .collect()
}

fn told(state: State) -> page::State {
    match state {
        State::Done => page::State::Done,
        State::Missing => page::State::Missing,
        State::Failed => page::State::Failed,
        State::Flaky => page::State::Flaky,
        State::Disagreeing => page::State::Disagreeing,
    }
}

/// What each job was, where it is wanted.
fn states(known: &Known<'_>) -> BTreeMap<(String, Option<String>), page::State> {
    let of = |judged: &Judged<'_>| {
        ((judged.job.name.clone(), judged.model.map(str::to_owned)), told(judged.state))
    };
    known.judgement.jobs.iter().map(of).collect()
}

/// What was measured: of several repeats the last.
fn measured(known: &Known<'_>) -> BTreeMap<At, page::Measured> {
    let mut found = BTreeMap::new();
    for judged in &known.judgement.jobs {
        let (row, _) = row_and_code(&judged.job.name);
        for record in judged.records() {
            for Time { code, median, low, high } in times(record) {
                let device = record.slot.device.clone();
                let at = At { row: row.to_owned(), code, device };
                found.insert(at, page::Measured { median, low, high });
            }
        }
    }
    found
}

/// Compares the first code of a row with the others on the same device.
fn beside(row: &mut page::Row) {
    let timed: Vec<(usize, usize, page::Measured)> = row
        .cells
        .iter()
        .filter_map(|cell| Some((cell.code, cell.device, cell.times.as_ref()?.measured)))
        .collect();
    for cell in &mut row.cells {
        let Some(times) = &mut cell.times else { continue };
        let own = times.measured;
        let others =
            timed.iter().filter(|(code, device, _)| *device == cell.device && *code != cell.code);
        times.peers = others
            .map(|(code, _, other)| page::Peer {
                code: *code,
                ratio: page::Measured {
                    median: own.median / other.median,
                    low: own.low / other.high,
                    high: own.high / other.low,
                },
            })
            .collect();
    }
}

fn verdict(judgement: &Judgement<'_>) -> page::Verdict {
    if judgement.is_green() {
        return page::Verdict::Green;
    }
    let counts = judgement.counts();
    let bad = counts.iter().filter(|(state, _)| **state != State::Done);
    let why = bad.map(|(state, count)| format!("{count} jobs are {}", state.word()));
    page::Verdict::Red { why: why.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;
    use crate::plan::Job;
    use crate::record::{Circumstances, Outcome, Slot};
    use crate::store::Found;
    use serde_json::json;

    fn plan(commit: &str, jobs: &[&str]) -> Plan {
        let job = |name: &&str| Job {
            name: (*name).to_owned(),
            // Another commit, another text.
            key: Key::of(format!("{commit} {name}").as_bytes()),
            devices: Vec::new(),
            repeats: 1,
        };
        Plan::new(commit, Key::of(b"bundle"), jobs.iter().map(job).collect()).unwrap()
    }

    type Came<'a> = (&'a str, Outcome, &'a [(&'a str, f64)]);

    /// Results of jobs: their outcomes, and the median of each code, five percent to both sides.
    fn found(plan: &Plan, results: &[Came<'_>]) -> Found {
        let mut found = Found::default();
        for (name, outcome, times) in results {
            let job = plan.jobs.iter().find(|job| job.name == *name).unwrap();
            let device = Device { model: "H200".into(), driver: "580".into() };
            let slot = Slot { key: job.key, device, repeat: 0 };
            let spread = |(code, median): &(&str, f64)| json!({ "code": code, "median": median, "low": median * 0.95, "high": median * 1.05 });
            let times: Vec<_> = times.iter().map(spread).collect();
            let record = Record {
                slot: slot.clone(),
                name: (*name).to_owned(),
                outcome: *outcome,
                digest: String::new(),
                message: "a log".into(),
                data: json!({ "times": times }),
                circumstances: Circumstances::default(),
            };
            found.records.insert(slot, vec![record]);
        }
        found
    }

    #[test]
    fn rows_codes_changes_and_histories_are_those_of_the_plans() {
        let jobs = ["kernel/saxpy/optx-O0", "kernel/saxpy/optx-O3", "time/saxpy"];
        let (first, second) = (plan("1", &jobs), plan("2", &jobs));
        let (passed, differs) = (Outcome::Passed, Outcome::Differs);
        let of_first = found(
            &first,
            &[(jobs[0], passed, &[]), (jobs[2], passed, &[("optx-O3", 10.0), ("nvrtc", 10.0)])],
        );
        let of_second = found(
            &second,
            &[(jobs[0], differs, &[]), (jobs[2], passed, &[("optx-O3", 20.0), ("nvrtc", 10.1)])],
        );
        let now = Known { plan: &second, judgement: Judgement::of(&second, &of_second) };
        let before = [Known { plan: &first, judgement: Judgement::of(&first, &of_first) }];
        let report = report(&now, &before, "");
        let names: Vec<&str> = report.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["kernel/saxpy", "time/saxpy"]);
        let [broken, absent] = report.rows[0].cells.as_slice() else { panic!("two cells") };
        assert_eq!((broken.state, broken.was), (page::State::Failed, Some(page::State::Done)));
        assert_eq!((absent.state, absent.was), (page::State::Missing, Some(page::State::Missing)));
        assert_eq!(broken.runs[0].message, "a log");
        assert!(absent.runs.is_empty());
        let [ours, theirs] = report.rows[1].cells.as_slice() else { panic!("two cells") };
        let median = |m: &Option<page::Measured>| m.map(|m| m.median);
        assert_eq!(ours.history.iter().map(median).collect::<Vec<_>>(), [Some(10.0), Some(20.0)]);
        assert_eq!(ours.times.as_ref().unwrap().peers[0].code, theirs.code);
        let slower = page::slower::of(&report, &report.rows[1], ours);
        assert_eq!((slower.peers, slower.before), (vec![theirs.code], true));
        // A hundredth more is within the intervals.
        let alike = page::slower::of(&report, &report.rows[1], theirs);
        assert_eq!((alike.peers, alike.before), (vec![], false));
        assert!(matches!(report.verdict, page::Verdict::Red { .. }));
        assert!(page(&now, &before, "").to_lowercase().starts_with("<!doctype html>"));
    }
}
