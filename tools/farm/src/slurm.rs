//! Slurm's commands, by their texts.
//!
//! What they say is used to submit, to stay within the site's limits and to tell progress. It never decides what is known of a job: results do.

use crate::{Error, process};
use std::collections::BTreeSet;
use std::time::Duration;

/// What the site allows of a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Its name.
    pub name: String,
    /// Its nodes that are up, and not drained.
    pub nodes: usize,
    /// An array's tasks have numbers below this.
    pub max_array: u32,
}

/// What tasks are in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queued {
    /// They wait.
    pub waiting: usize,
    /// They run.
    pub running: usize,
}

/// Slurm's commands try for nine seconds where the controller is away.
const LONGEST: Duration = Duration::from_secs(120);

/// Runs a command; what it says.
pub fn output(program: &str, words: &[String], input: Option<&str>) -> Result<String, Error> {
    output_within(program, words, input, LONGEST)
}

/// The same, within a time.
pub fn output_within(
    program: &str,
    words: &[String],
    input: Option<&str>,
    limit: Duration,
) -> Result<String, Error> {
    let mut command = process::ending_with_us(program);
    command.args(words);
    process::run(command, input, limit).map_err(|e| {
        let more = "this machine is no part of a Slurm cluster. `farm local-cluster up` makes one of this machine, and `farm run` runs a plan without";
        let is_absent = e.contains("no such program") || e.contains("No such file or directory (os error 2)");
        match is_absent {
            true => Error::infrastructure(format!("{program}: there is no such program: {more}")),
            false => Error::infrastructure(format!("{program}: {e}")),
        }
    })
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|&word| word.to_owned()).collect()
}

/// The partition that is asked for, or the site's own choice.
pub fn partition(wanted: Option<&str>) -> Result<Partition, Error> {
    let all = output("sinfo", &words(&["-h", "-o", "%P"]), None)?;
    let names: Vec<&str> = all.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
    let is_own = |name: &&&str| match wanted {
        Some(wanted) => name.trim_end_matches('*') == wanted,
        None => name.ends_with('*'),
    };
    let Some(name) = names.iter().find(is_own).map(|name| name.trim_end_matches('*')) else {
        let there: Vec<&str> = names.iter().map(|name| name.trim_end_matches('*')).collect();
        let there = there.join(", ");
        return Err(Error::usage(match wanted {
            Some(wanted) => format!("there is no partition `{wanted}`; there are: {there}"),
            None => {
                format!("the site has no partition of its own choice; --partition one of: {there}")
            }
        }));
    };
    let states = "--states=idle,mixed,allocated,completing";
    let up = output("sinfo", &words(&["-h", "-N", "-o", "%N", "-p", name, states]), None)?;
    let nodes: BTreeSet<&str> = up.lines().map(str::trim).filter(|n| !n.is_empty()).collect();
    Ok(Partition { name: name.to_owned(), nodes: nodes.len(), max_array: max_array()? })
}

fn max_array() -> Result<u32, Error> {
    let config = output("scontrol", &words(&["show", "config"]), None)?;
    let line = config.lines().find(|line| line.starts_with("MaxArraySize"));
    let size = line.and_then(|line| line.split_once('=')?.1.trim().parse().ok());
    size.ok_or_else(|| Error::infrastructure("scontrol does not say MaxArraySize"))
}

/// Submits a script; the job's number.
pub fn submit(options: &[String], script: &str) -> Result<String, Error> {
    let mut all = words(&["--parsable"]);
    all.extend(options.iter().cloned());
    let said = output("sbatch", &all, Some(script))?;
    Ok(said.trim().split(';').next().unwrap_or_default().to_owned())
}

/// The tasks of a name in the queue.
pub fn queued(name: &str) -> Result<Queued, Error> {
    let said = output("squeue", &words(&["-h", "-r", "-o", "%T", "-n", name]), None)?;
    let mut queued = Queued::default();
    for state in said.lines() {
        match state.trim() {
            "PENDING" | "SUSPENDED" | "REQUEUED" | "REQUEUE_HOLD" => queued.waiting += 1,
            "" => {}
            _ => queued.running += 1,
        }
    }
    Ok(queued)
}

/// A text as one word of a shell.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
