//! What is known of a plan's jobs by the results that there are, and what is left to do.
//!
//! A job *wants* a device: one of a model that it names, or any one. It is [`State::Done`] there once some device of it (a model under one driver) has a result of each of its
//! repeats, all right. Results decide, nothing else does: neither what a scheduler said nor what was submitted.

use crate::plan::{Job, Plan};
use crate::record::{Device, Outcome, Record, Slot};
use crate::store::Found;
use crate::{Error, Key};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// What is known of a job where it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// All repeats are there, and right.
    Done,
    /// Some repeat is not there.
    Missing,
    /// Some repeat is wrong, none is right.
    Failed,
    /// Some repeats are right and some wrong on one device, or right in several ways: this stays so, however often it is right later.
    Flaky,
    /// One repeat was run twice and gave two things.
    Disagreeing,
}

impl State {
    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            State::Done => "done",
            State::Missing => "missing",
            State::Failed => "failed",
            State::Flaky => "flaky",
            State::Disagreeing => "disagreeing",
        }
    }
}

/// The results of a job on a device, by repeat: of each all that there are.
pub type Repeats<'a> = BTreeMap<u32, &'a [Record]>;

/// A job where it is wanted.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The job.
    pub job: &'a Job,
    /// The model; none for any.
    pub model: Option<&'a str>,
    /// What is known.
    pub state: State,
    /// Its results, by device.
    pub results: BTreeMap<&'a Device, Repeats<'a>>,
}

impl<'a> Judged<'a> {
    /// All its results, by device and repeat.
    pub fn records(&self) -> impl Iterator<Item = &'a Record> + use<'a, '_> {
        self.results.values().flat_map(|repeats| repeats.values().copied().flatten())
    }
}

/// All that is known of a plan.
#[derive(Clone, Debug)]
pub struct Judgement<'a> {
    /// A job for each device that it is wanted on.
    pub jobs: Vec<Judged<'a>>,
    /// Files that may have been results: what they would have said is not known.
    pub damaged: usize,
}

impl<'a> Judgement<'a> {
    /// By what was found.
    pub fn of(plan: &'a Plan, found: &'a Found) -> Judgement<'a> {
        let mut of_key: HashMap<Key, BTreeMap<&Device, Repeats<'_>>> = HashMap::new();
        for (Slot { key, device, repeat }, records) in &found.records {
            let of_device = of_key.entry(*key).or_default().entry(device).or_default();
            of_device.insert(*repeat, records);
        }
        let mut jobs = Vec::new();
        for job in &plan.jobs {
            let all = of_key.remove(&job.key).unwrap_or_default();
            if job.devices.is_empty() {
                jobs.push(judged(job, None, all));
                continue;
            }
            for model in &job.devices {
                let own = all.iter().filter(|(device, _)| device.model == *model);
                let own = own.map(|(device, repeats)| (*device, repeats.clone())).collect();
                jobs.push(judged(job, Some(model), own));
            }
        }
        Judgement { jobs, damaged: found.damaged.len() }
    }

    /// How many are of each state.
    pub fn counts(&self) -> BTreeMap<State, usize> {
        let mut counts = BTreeMap::new();
        self.jobs.iter().for_each(|judged| *counts.entry(judged.state).or_insert(0) += 1);
        counts
    }

    /// True where every job has all its repeats where it is wanted, none wrong and none two things, and nothing was damaged that may have said otherwise.
    pub fn is_green(&self) -> bool {
        !self.jobs.is_empty()
            && self.damaged == 0
            && self.jobs.iter().all(|judged| judged.state == State::Done)
    }
}

fn judged<'a>(
    job: &'a Job,
    model: Option<&'a str>,
    results: BTreeMap<&'a Device, Repeats<'a>>,
) -> Judged<'a> {
    let state = if results.values().flat_map(BTreeMap::values).any(|records| disagree(records)) {
        State::Disagreeing
    } else if results.values().any(is_flaky) {
        State::Flaky
    } else if results.values().any(has_wrong) {
        State::Failed
    } else if results.values().any(|repeats| is_whole(repeats, job.repeats)) {
        State::Done
    } else {
        State::Missing
    };
    Judged { job, model, state, results }
}

/// True where results of one repeat are two things.
pub(crate) fn disagree(records: &[Record]) -> bool {
    records.iter().any(|record| !record.agrees(&records[0]))
}

fn outcomes(repeats: &Repeats<'_>) -> impl Iterator<Item = Outcome> {
    repeats.values().flat_map(|records| records.iter().map(|record| record.outcome))
}

fn has_wrong(repeats: &Repeats<'_>) -> bool {
    outcomes(repeats).any(|outcome| outcome != Outcome::Passed)
}

/// True where repeats are right and wrong, or right in several ways.
fn is_flaky(repeats: &Repeats<'_>) -> bool {
    let records = || repeats.values().flat_map(|records| records.iter());
    let mut right = records().filter(|record| record.outcome == Outcome::Passed);
    let Some(first) = right.next() else { return false };
    has_wrong(repeats) || right.any(|record| record.digest != first.digest)
}

fn is_whole(repeats: &Repeats<'_>, wanted: u32) -> bool {
    (0..wanted).all(|repeat| repeats.contains_key(&repeat))
}

/// The repeats that a device still has to run of a job: those that are not there; none where another device has all of them, of those that will do.
pub fn left(judged: &Judged<'_>, device: &Device) -> Vec<u32> {
    let wanted = judged.job.repeats;
    let mut others = judged.results.iter().filter(|(other, _)| **other != device);
    let is_wanted = judged.model.is_none_or(|model| model == device.model);
    if !is_wanted || others.any(|(_, repeats)| is_whole(repeats, wanted)) {
        return Vec::new();
    }
    let is_there =
        |repeat: &u32| judged.results.get(device).is_some_and(|r| r.contains_key(repeat));
    (0..wanted).filter(|repeat| !is_there(repeat)).collect()
}

/// The plan of what is left to do: what is missing, and what is wrong once more so often as `retry` says, as its next repeats. None where that is nothing; an error where that would be too many.
pub fn rest(plan: &Plan, judgement: &Judgement<'_>, retry: u32) -> Result<Option<Plan>, Error> {
    let mut jobs: BTreeMap<&str, Job> = BTreeMap::new();
    for judged in &judgement.jobs {
        let is_missing = judged.state == State::Missing;
        let is_wrong = matches!(judged.state, State::Failed | State::Flaky) && retry > 0;
        if !is_missing && !is_wrong {
            continue;
        }
        let last = judged.results.values().filter_map(|repeats| repeats.keys().max()).max();
        let ran = last.map_or(0, |last| last + 1);
        let repeats =
            if is_wrong { ran.max(judged.job.repeats) + retry } else { judged.job.repeats };
        let entry = jobs
            .entry(&judged.job.name)
            .or_insert_with(|| Job { devices: Vec::new(), ..judged.job.clone() });
        entry.repeats = entry.repeats.max(repeats);
        entry.devices.extend(judged.model.map(str::to_owned));
    }
    let jobs: Vec<Job> = jobs.into_values().collect();
    if jobs.is_empty() {
        return Ok(None);
    }
    Plan::new(&plan.head.commit, plan.head.bundle, jobs).map(Some)
}
