//! The first commit at which one job goes wrong.
//!
//! Idea: a bundle is made of each commit that is tried, in a work tree of its own, and the one job is run there; a result that the folder has of the same key is taken, since a job with the same
//! key gives the same. So commits that leave a job's text alone cost a build and no run. A commit of which no bundle is made is passed over, and told.
//! Cost: the logarithm of the commits, each a build.

use crate::bundle::Bundle;
use crate::plan::Plan;
use crate::record::Outcome;
use crate::state::{Judged, Judgement};
use crate::submit::ship_bundle;
use crate::work::{Part, Task};
use crate::{Error, collect};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Search {
    /// The job's name.
    pub name: String,
    /// A commit at which it is right.
    pub good: String,
    /// A later one at which it is wrong.
    pub bad: String,
    /// The repository.
    pub repository: PathBuf,
    /// What makes a bundle: a command of the shell, run in a work tree of the commit; `{folder}` is where.
    pub make: String,
    /// The folder of results.
    pub root: PathBuf,
    /// What the harness calls the device.
    pub device: String,
    /// A job that gives no answer for so long hangs.
    pub limit: Duration,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstBad {
    /// The commit, or the last of some, where those before it could not be tried.
    pub commit: String,
    /// Commits that may be the first bad one as well, since nothing could be made of them.
    pub untried: Vec<String>,
}

/// What a commit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Good,
    Bad,
    /// No bundle is made of it, or it has no such job.
    Untried,
}

impl Search {
    /// Finds it; `says` hears each commit and what it is.
    pub fn run(&self, says: &mut dyn FnMut(&str)) -> Result<FirstBad, Error> {
        let range = format!("{}..{}", self.good, self.bad);
        let list = self.git(&["rev-list", "--first-parent", "--reverse", &range])?;
        let commits: Vec<String> = list.lines().map(str::to_owned).collect();
        let good = self.git(&["rev-parse", "--verify", &format!("{}^{{commit}}", self.good)])?;
        let bad = format!("{}^{{commit}}", self.bad);
        let between = self.git(&["merge-base", good.trim(), &bad])?;
        if between.trim() != good.trim() {
            return Err(Error::usage(format!(
                "{} is not among what {} was made of; the last that both have is {}: is that one good?",
                self.good,
                self.bad,
                between.trim()
            )));
        }
        let Some(last) = commits.last() else {
            return Err(Error::usage(format!("{range}: no commit is between them")));
        };
        // What an earlier search that was ended has left.
        self.git(&["worktree", "prune"])?;
        for (commit, wanted) in [(good.trim(), Verdict::Good), (last, Verdict::Bad)] {
            let verdict = self.verdict(commit, says)?;
            if verdict != wanted {
                return Err(Error::usage(format!(
                    "`{}` is {verdict:?} at {commit}, where it is said to be {wanted:?}: there is nothing to look for",
                    self.name
                )));
            }
        }
        first_bad(&commits, |commit| self.verdict(commit, says))
    }

    fn git(&self, words: &[&str]) -> Result<String, Error> {
        let done = Command::new("git").arg("-C").arg(&self.repository).args(words).output();
        let done = done.map_err(|e| Error::infrastructure(format!("git: {e}")))?;
        if !done.status.success() {
            let said = String::from_utf8_lossy(&done.stderr);
            return Err(Error::usage(format!("git {}: {}", words.join(" "), said.trim())));
        }
        String::from_utf8(done.stdout).map_err(|e| Error::usage(e.to_string()))
    }

    fn verdict(&self, commit: &str, says: &mut dyn FnMut(&str)) -> Result<Verdict, Error> {
        let folder = tempfile::tempdir().map_err(|e| Error::infrastructure(e.to_string()))?;
        let tree = folder.path().join("tree");
        self.git(&["worktree", "add", "--detach", &tree.display().to_string(), commit])?;
        let verdict = self.verdict_of(&tree, &folder.path().join("bundle"));
        self.git(&["worktree", "remove", "--force", &tree.display().to_string()])?;
        let (verdict, why) = verdict?;
        let word = match verdict {
            Verdict::Good => "good",
            Verdict::Bad => "bad",
            Verdict::Untried => "cannot be tried",
        };
        says(&format!("{commit}: {word}{why}"));
        Ok(verdict)
    }

    fn verdict_of(&self, tree: &Path, folder: &Path) -> Result<(Verdict, String), Error> {
        let untried = |why: &str| Ok((Verdict::Untried, format!(": {why}")));
        let text =
            self.make.replace("{folder}", &crate::slurm::quoted(&folder.display().to_string()));
        let made = Command::new("/bin/sh").arg("-c").arg(text).current_dir(tree).status();
        if !made.map_err(|e| Error::infrastructure(e.to_string()))?.success() {
            return untried("no bundle is made of it");
        }
        let bundle = Bundle::open(folder).and_then(|bundle| bundle.plan(&[], 1));
        let plan = match bundle {
            Ok(plan) => plan,
            Err(e) => return untried(&e.to_string()),
        };
        let jobs = plan.jobs.into_iter().filter(|job| job.name == self.name).collect();
        let Ok(plan) = Plan::new(&plan.head.commit, plan.head.bundle, jobs) else {
            return untried("it has no such job");
        };
        ship_bundle(&self.root, &plan.head.bundle, Some(folder))?;
        let part = Part { number: 0, count: 1 };
        let task =
            Task { root: &self.root, plan: &plan, part, device: &self.device, limit: self.limit };
        task.run(&mut |_| {})?;
        let found = collect::found(&self.root, &plan)?;
        let judgement = Judgement::of(&plan, &found);
        let all = judgement.jobs.iter().flat_map(Judged::records);
        let outcomes: Vec<Outcome> = all.map(|record| record.outcome).collect();
        match outcomes.iter().find(|outcome| **outcome != Outcome::Passed) {
            None if outcomes.is_empty() => untried("there is no result"),
            None => Ok((Verdict::Good, String::new())),
            Some(wrong) => Ok((Verdict::Bad, format!(": {}", wrong.word()))),
        }
    }
}

/// Of commits in order, the last of them bad and what comes before the first good.
fn first_bad(
    commits: &[String],
    mut verdict: impl FnMut(&str) -> Result<Verdict, Error>,
) -> Result<FirstBad, Error> {
    // What is before `low` is good, what is at `high` is bad.
    let (mut low, mut high) = (0, commits.len() - 1);
    let mut untried = vec![false; commits.len()];
    loop {
        let open = (low..high).filter(|&k| !untried[k]);
        let middle = low + (high - low) / 2;
        let Some(k) = open.min_by_key(|&k| k.abs_diff(middle)) else { break };
        match verdict(&commits[k])? {
            Verdict::Good => low = k + 1,
            Verdict::Bad => high = k,
            Verdict::Untried => untried[k] = true,
        }
    }
    let untried = (low..high).map(|k| commits[k].clone()).collect();
    Ok(FirstBad { commit: commits[high].clone(), untried })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_one_is_found_around_those_that_cannot_be_tried() {
        for count in 1..12 {
            for first in 0..count {
                for mask in 0..1u32 << count {
                    let commits: Vec<String> = (0..count).map(|k| k.to_string()).collect();
                    let verdict = |commit: &str| {
                        let k: usize = commit.parse().unwrap();
                        Ok(match (mask >> k & 1 == 1, k >= first) {
                            (true, _) => Verdict::Untried,
                            (_, true) => Verdict::Bad,
                            (_, false) => Verdict::Good,
                        })
                    };
                    let found = first_bad(&commits, verdict).unwrap();
                    let named = |k: usize| {
                        found.commit == commits[k] || found.untried.contains(&commits[k])
                    };
                    assert!(named(first), "{count} {first} {mask:b}: {found:?}");
                    let is_clear = found.untried.is_empty();
                    assert!(!is_clear || found.commit == commits[first]);
                }
            }
        }
    }
}
