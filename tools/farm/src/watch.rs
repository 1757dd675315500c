//! How far a plan is, until nothing of it is in the queue.

use crate::plan::Plan;
use crate::state::{Judgement, State};
use crate::submit::job_name;
use crate::{Error, collect, slurm};
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::time::Duration;

/// Shows it each so often: on a terminal in one line, else a line where something changed.
pub fn watch(root: &Path, plan: &Plan, every: Duration) -> Result<(), Error> {
    let is_terminal = std::io::stderr().is_terminal();
    let mut last = String::new();
    let name = job_name(&plan.id());
    loop {
        // Asked first: what ends between the two looks has its results then.
        let queued = slurm::queued(&name)?;
        let found = collect::found(root, plan)?;
        let judgement = Judgement::of(plan, &found);
        let counts = judgement.counts();
        let all = judgement.jobs.len();
        let there = all - counts.get(&State::Missing).copied().unwrap_or(0);
        let bad = there - counts.get(&State::Done).copied().unwrap_or(0);
        let filled = 30 * there / all.max(1);
        let bar = format!("{}{}", "#".repeat(filled), "-".repeat(30 - filled));
        let (running, waiting) = (queued.running, queued.waiting);
        let line =
            format!("[{bar}] {there}/{all}, {bad} not right; tasks: {running} run, {waiting} wait");
        if line != last {
            // Nobody has to look.
            let _ = match is_terminal {
                true => write!(std::io::stderr(), "\r\x1b[K{line}"),
                false => writeln!(std::io::stderr(), "{line}"),
            };
        }
        if running + waiting == 0 {
            if is_terminal {
                let _ = writeln!(std::io::stderr());
            }
            return Ok(());
        }
        last = line;
        std::thread::sleep(every);
    }
}
