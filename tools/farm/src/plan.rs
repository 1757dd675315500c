//! Plans: what is to be known, a line a job.
//!
//! A plan is a file of JSON lines. The first says what it is of; each other one is a [`Job`]. It is made of a bundle, which lists its own jobs, and of nothing
//! else: neither the time nor the machine is in it, so the same bundle gives the same bytes, and a plan is known by the SHA-256 of them.
//! A job's *name* stands over commits, and history goes by it; its *key* is a hash of all that decides what comes out, the text that runs among it, and
//! results go by that.

use crate::{Error, Key};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

/// The number of the format.
const FORMAT: u32 = 1;

/// What a plan is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The number of the format.
    pub farm_plan: u32,
    /// The commit that is judged.
    pub commit: String,
    /// The bundle's hash.
    pub bundle: Key,
    /// How many jobs follow: a file that was cut has fewer.
    pub jobs: usize,
}

/// One thing that is to be known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Stable over commits: `kernel/saxpy/optx-O3`.
    pub name: String,
    /// A hash of all that decides what comes out.
    pub key: Key,
    /// The models of devices that it is to run on; none for any one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<String>,
    /// How often, on each.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub repeats: u32,
}

fn once() -> u32 {
    1
}

fn is_once(repeats: &u32) -> bool {
    *repeats == 1
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What it is of.
    pub head: Head,
    /// In the order of their names.
    pub jobs: Vec<Job>,
}

/// A name goes through a pipe at once.
const LONGEST_NAME: usize = 1000;

/// More repeats nobody means.
pub const MOST_REPEATS: u32 = 10_000;

impl Plan {
    /// Of jobs in any order. None, two of a name, and two of a key are mistakes.
    pub fn new(commit: &str, bundle: Key, mut jobs: Vec<Job>) -> Result<Plan, Error> {
        jobs.sort_by(|a, b| a.name.cmp(&b.name));
        let head = Head { farm_plan: FORMAT, commit: commit.to_owned(), bundle, jobs: jobs.len() };
        let plan = Plan { head, jobs };
        plan.check().map_err(Error::usage)?;
        Ok(plan)
    }

    fn check(&self) -> Result<(), String> {
        if self.jobs.is_empty() {
            return Err(
                "the plan is empty: nothing would be known, and nothing is no success".into()
            );
        }
        let (mut last, mut keys) = ("", HashSet::new());
        for job in &self.jobs {
            let name = &job.name;
            if name.is_empty() || name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
                let start: String = name.chars().take(60).collect();
                return Err(format!(
                    "{start:?} is no name of a job: at most {LONGEST_NAME} bytes, none of them of control"
                ));
            }
            match last.cmp(name) {
                Ordering::Less => last = name,
                Ordering::Equal => return Err(format!("two jobs are called `{name}`")),
                Ordering::Greater => {
                    return Err(format!(
                        "`{name}` stands behind `{last}`: jobs are in the order of their names"
                    ));
                }
            }
            if !keys.insert(&job.key) {
                return Err(format!(
                    "`{name}` has the key of another job: a result would be of both"
                ));
            }
            if !(1..=MOST_REPEATS).contains(&job.repeats) {
                return Err(format!(
                    "`{name}`: {} repeats; 1 to {MOST_REPEATS} can be",
                    job.repeats
                ));
            }
            let models: BTreeSet<&String> = job.devices.iter().collect();
            if models.len() != job.devices.len() || models.iter().any(|model| model.is_empty()) {
                return Err(format!("`{name}`: a model of device is named twice, or not at all"));
            }
        }
        Ok(())
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let line = |value: serde_json::Result<String>| value.unwrap_or_default() + "\n";
        let mut text = line(serde_json::to_string(&self.head));
        self.jobs.iter().for_each(|job| text += &line(serde_json::to_string(job)));
        text
    }

    /// What the plan is known by.
    pub fn id(&self) -> Key {
        Key::of(self.text().as_bytes())
    }

    /// Reads a plan; `from` is what messages call it.
    pub fn parse(text: &str, from: &str) -> Result<Plan, Error> {
        let wrong = |line: usize, what: String| Error::usage(format!("{from}:{line}: {what}"));
        let mut lines = text.lines().zip(1..);
        let Some((first, _)) = lines.next() else {
            return Err(wrong(1, "the file is empty: this is no plan".into()));
        };
        let head: Head = serde_json::from_str(first)
            .map_err(|e| wrong(1, format!("this is no head of a plan: {e}")))?;
        if head.farm_plan != FORMAT {
            let n = head.farm_plan;
            return Err(wrong(1, format!("a plan of format {n}; this farm reads {FORMAT}")));
        }
        let mut jobs = Vec::new();
        for (line, number) in lines {
            let job = serde_json::from_str(line)
                .map_err(|e| wrong(number, format!("this is no job: {e}")))?;
            jobs.push(job);
        }
        if jobs.len() != head.jobs || !text.ends_with('\n') {
            let (n, said) = (jobs.len(), head.jobs);
            let whole = if text.ends_with('\n') { "" } else { ", the last without its end" };
            return Err(wrong(
                1,
                format!("the plan was cut or changed: it says {said} jobs and has {n}{whole}"),
            ));
        }
        let plan = Plan { head, jobs };
        plan.check().map_err(|what| Error::usage(format!("{from}: {what}")))?;
        Ok(plan)
    }

    /// Reads a plan's file.
    pub fn read(path: &Path) -> Result<Plan, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::usage(format!("{}: {e}", path.display())))?;
        Plan::parse(&text, &path.display().to_string())
    }

    /// Those jobs whose names hold one of some words; a word that no name holds is a mistake.
    pub fn filtered(mut self, words: &[String]) -> Result<Plan, Error> {
        for word in words {
            if !self.jobs.iter().any(|job| job.name.contains(word)) {
                return Err(Error::usage(format!("no job's name holds `{word}`")));
            }
        }
        if !words.is_empty() {
            self.jobs.retain(|job| words.iter().any(|word| job.name.contains(word)));
            self.head.jobs = self.jobs.len();
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(name: &str) -> Job {
        Job { name: name.into(), key: Key::of(name.as_bytes()), devices: Vec::new(), repeats: 1 }
    }

    #[test]
    fn the_order_that_jobs_are_given_in_is_not_in_the_file() {
        let bundle = Key::of(b"bundle");
        let one = Plan::new("c0ffee", bundle, vec![job("b"), job("a")]).unwrap();
        let other = Plan::new("c0ffee", bundle, vec![job("a"), job("b")]).unwrap();
        assert_eq!(one.text(), other.text());
        assert_eq!(Plan::parse(&one.text(), "plan").unwrap(), one);
    }

    #[test]
    fn what_says_nothing_or_is_cut_is_refused() {
        let bundle = Key::of(b"bundle");
        let said = |e: Result<Plan, Error>| e.unwrap_err().to_string();
        assert!(said(Plan::new("c", bundle, Vec::new())).contains("empty"));
        let twice = Plan::new("c", bundle, vec![job("a"), job("a")]);
        assert!(said(twice).contains("two jobs are called `a`"));
        let text = Plan::new("c", bundle, vec![job("a"), job("b")]).unwrap().text();
        for end in 0..text.len() {
            assert!(Plan::parse(&text[..end], "plan").is_err(), "{end} bytes are taken");
        }
        assert!(said(Plan::parse(&text, "p").unwrap().filtered(&["z".into()])).contains("`z`"));
    }
}
