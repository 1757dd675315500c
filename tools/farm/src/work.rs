//! What a task runs: those jobs of its part of a plan that have no result yet, each result delivered as its job ends.
//!
//! Idea: what is there is looked at before and, job by job, once more, so that a task that runs twice, beside itself or later, does what is missing. A job that gives no outcome, since the device or the machine
//! failed, leaves nothing; the task does the others and says so, for whatever is missing is run again.
//! Cost: a look at the folders of the part's results, and of each job those of [`deliver`].

use crate::bundle::{Bundle, Facts};
use crate::collect::plain;
use crate::harness::{Asked, Told};
use crate::plan::{Job, Plan};
use crate::record::{Circumstances, Device, Record, Slot};
use crate::state::{Judgement, left};
use crate::store::{
    Delivered, Files, Posix, Store, Who, deliver, note_attempt, read_plan, read_slot,
};
use crate::{Error, Key};
use std::path::Path;
use std::time::Duration;

/// One part of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 0.
    pub number: u32,
    /// Of all.
    pub count: u32,
}

impl Part {
    /// The jobs of this part of a plan: by their places in it, so that the jobs of one kind, which take alike long, are spread.
    pub fn of(self, plan: &Plan) -> Plan {
        let is_own =
            |place: usize| place as u64 % u64::from(self.count.max(1)) == u64::from(self.number);
        let jobs = plan.jobs.iter().enumerate().filter(|(place, _)| is_own(*place));
        let jobs = jobs.map(|(_, job)| job.clone()).collect();
        Plan { head: plan.head.clone(), jobs }
    }
}

/// What is told of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// Results that got their names.
    pub first: usize,
    /// Those that others had delivered before.
    pub same: usize,
    /// Those that say something else than others.
    pub beside: usize,
}

/// A task.
pub struct Task<'a> {
    /// The shared folder.
    pub root: &'a Path,
    /// The plan.
    pub plan: &'a Plan,
    /// Its part.
    pub part: Part,
    /// What the harness calls the device.
    pub device: &'a str,
    /// A job that gives no answer for so long hangs.
    pub limit: Duration,
}

impl Task<'_> {
    /// Runs it; `says` hears each job's name and what came of it.
    pub fn run(&self, says: &mut dyn FnMut(&str)) -> Result<Worked, Error> {
        let bundle = shipped(self.root, &self.plan.head.bundle)?;
        let facts = bundle.facts(self.device)?;
        let who = Who::this();
        let asked = Asked::new(&bundle, self.device, self.limit)?;
        let place = Place { files: &Posix, store: &Store::new(self.root), who: &who };
        let own = self.part.of(self.plan);
        let device = facts.device.clone();
        place.work(&own, &device, &mut OnDevice { asked, facts, who: &who, says })
    }
}

/// The bundle's program on a device.
struct OnDevice<'a> {
    asked: Asked<'a>,
    facts: Facts,
    who: &'a Who,
    says: &'a mut dyn FnMut(&str),
}

impl Runs for OnDevice<'_> {
    fn run(&mut self, job: &Job, slot: Slot) -> Result<Option<Record>, Error> {
        let told = self.asked.run(&job.name)?;
        let message = plain(&told.answer.message);
        let record = record(job, slot, told, &self.facts, self.who);
        if record.is_none() {
            (self.says)(&format!("{}: nothing is known: {message}", job.name));
        }
        Ok(record)
    }

    fn delivered(&mut self, record: &Record) {
        (self.says)(&format!("{}: {}", record.name, record.outcome.word()));
    }
}

/// What runs jobs.
pub trait Runs {
    /// Runs a job; none where the device or the machine failed, an error where nothing can be run at all.
    fn run(&mut self, job: &Job, slot: Slot) -> Result<Option<Record>, Error>;
    /// Hears that a result is there.
    fn delivered(&mut self, _: &Record) {}
}

/// Where results are delivered, and by whom.
pub struct Place<'a, F> {
    /// The calls.
    pub files: &'a F,
    /// The folder.
    pub store: &'a Store,
    /// The process.
    pub who: &'a Who,
}

impl<F: Files> Place<'_, F> {
    /// Does what a device has left of a plan, or of a part of one. Where the device or the machine fails the others are done all the same, and an error says so at the end.
    pub fn work(&self, own: &Plan, device: &Device, runs: &mut dyn Runs) -> Result<Worked, Error> {
        let failed = |e: std::io::Error| Error::infrastructure(format!("the shared folder: {e}"));
        let found = read_plan(self.files, self.store, own).map_err(failed)?;
        let mut worked = Worked::default();
        let mut unknown = Vec::new();
        let judgement = Judgement::of(own, &found);
        for judged in &judgement.jobs {
            for repeat in left(judged, device) {
                let slot = Slot { key: judged.job.key, device: device.clone(), repeat };
                // Somebody may have done it since.
                let there = read_slot(self.files, self.store, &slot).map_err(failed)?;
                if !there.is_empty() {
                    continue;
                }
                let Some(record) = runs.run(judged.job, slot)? else {
                    unknown.push(judged.job.name.as_str());
                    continue;
                };
                let came = deliver(self.files, self.store, self.who, &record)?;
                runs.delivered(&record);
                match came {
                    Delivered::First => worked.first += 1,
                    Delivered::Beside => worked.beside += 1,
                    Delivered::Same => {
                        worked.same += 1;
                        note_attempt(self.files, self.store, self.who, &record)?;
                    }
                }
            }
        }
        match unknown.first() {
            None => Ok(worked),
            Some(first) => Err(Error::infrastructure(format!(
                "of {} jobs nothing is known, since the device or the machine failed: {first} is the first",
                unknown.len()
            ))),
        }
    }
}

/// A bundle in the shared folder.
pub fn shipped(root: &Path, hash: &Key) -> Result<Bundle, Error> {
    let folder = root.join("bundles").join(hash.to_string());
    let bundle = Bundle::open(&folder)?;
    match bundle.hash()? == *hash {
        true => Ok(bundle),
        false => Err(Error::infrastructure(format!(
            "{}: its files are not those that were shipped; take the folder away and submit again",
            folder.display()
        ))),
    }
}

/// More of a message is cut.
const MOST_MESSAGE: usize = 64 << 10;

/// The result of a job; none where it gives none.
fn record(job: &Job, slot: Slot, told: Told, facts: &Facts, who: &Who) -> Option<Record> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let array = (variable("SLURM_ARRAY_JOB_ID"), variable("SLURM_ARRAY_TASK_ID"));
    let job_id = match array {
        (array, task) if !array.is_empty() => format!("{array}_{task}"),
        _ => variable("SLURM_JOB_ID"),
    };
    let circumstances = Circumstances {
        host: who.host.clone(),
        boot: who.boot.clone(),
        node: variable("SLURMD_NODENAME"),
        job: job_id,
        attempt: variable("SLURM_RESTART_COUNT").parse().unwrap_or(0),
        seconds: told.seconds,
        device: facts.all.clone(),
    };
    let mut message = told.answer.message;
    if message.len() > MOST_MESSAGE {
        let mut end = MOST_MESSAGE;
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        message.truncate(end);
        message += "\n... cut";
    }
    Some(Record {
        slot,
        name: job.name.clone(),
        outcome: told.answer.outcome?,
        digest: told.answer.digest,
        message,
        data: told.answer.data,
        circumstances,
    })
}
