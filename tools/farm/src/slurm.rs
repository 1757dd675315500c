//! Slurm's commands, by their texts.
//!
//! What they say is used to submit, to stay within the site's limits and to tell progress. It never decides what is known of a job: results do.

use crate::Error;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the site allows of a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Its name.
    pub name: String,
    /// Its nodes that may get work.
    pub nodes: u32,
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

/// Runs a command; what it says.
pub fn output(program: &str, words: &[String], input: Option<&str>) -> Result<String, Error> {
    let wrong = |e: String| Error::infrastructure(format!("{program}: {e}"));
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => wrong(
            "there is no such program: this machine is no part of a Slurm cluster. `farm local-cluster up` makes one of this machine, and `farm work` runs a plan without".into(),
        ),
        _ => wrong(e.to_string()),
    })?;
    if let Some(mut stdin) = child.stdin.take() {
        // Who does not read it says why by the status.
        let _ = stdin.write_all(input.unwrap_or_default().as_bytes());
    }
    let done = child.wait_with_output().map_err(|e| wrong(e.to_string()))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(wrong(format!("{}: {}", done.status, said.trim())));
    }
    String::from_utf8(done.stdout).map_err(|e| wrong(e.to_string()))
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|&word| word.to_owned()).collect()
}

/// The partition that is asked for, or the site's own choice.
pub fn partition(wanted: Option<&str>) -> Result<Partition, Error> {
    let all = output("sinfo", &words(&["-h", "-o", "%P %D %a"]), None)?;
    let mut names = Vec::new();
    let mut found = None;
    for line in all.lines() {
        let mut fields = line.split_whitespace();
        let (Some(name), Some(nodes)) = (fields.next(), fields.next()) else { continue };
        let plain = name.trim_end_matches('*');
        let is_own = wanted.map_or(name.ends_with('*'), |wanted| wanted == plain);
        names.push(plain.to_owned());
        if is_own && found.is_none() {
            found = Some((plain.to_owned(), nodes.parse().unwrap_or(1)));
        }
    }
    names.dedup();
    let Some((name, nodes)) = found else {
        let there = names.join(", ");
        return Err(Error::usage(match wanted {
            Some(wanted) => format!("there is no partition `{wanted}`; there are: {there}"),
            None => {
                format!("the site has no partition of its own choice; --partition one of: {there}")
            }
        }));
    };
    Ok(Partition { name, nodes, max_array: max_array()? })
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
