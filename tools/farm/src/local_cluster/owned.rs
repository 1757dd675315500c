//! Which processes are a cluster's, told from what they show themselves.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use rustix::process::Signal;

use super::error::ClusterError;
use super::layout::Layout;
use super::processes::{self, Process, base_name};
use super::wait::{Look, wait_for};

/// What a process is in a cluster. The order is that in which they are ended: who would report an end goes before what ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Controller,
    /// The controller's child for scripts, which ends with it.
    Script,
    /// A node's daemon.
    Node(String),
    /// `slurmstepd` of a node: it looks after a step's tasks, and outlives the daemon.
    Step(String),
    /// A task of a node, or what one has started.
    Task(String),
    Munge,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Controller => f.write_str("slurmctld"),
            Part::Script => f.write_str("slurmscriptd"),
            Part::Node(node) => write!(f, "slurmd {node}"),
            Part::Step(node) => write!(f, "step of {node}"),
            Part::Task(node) => write!(f, "task of {node}"),
            Part::Munge => f.write_str("munged"),
        }
    }
}

/// A process of a cluster's.
#[derive(Clone, Debug)]
pub(super) struct Owned {
    pub(super) part: Part,
    pub(super) process: Process,
}

/// What a daemon is, by its arguments; nothing if it is none of this cluster's.
fn daemon(process: &Process, layout: &Layout) -> Option<Part> {
    // `setsid` becomes the daemon at once.
    if !matches!(&*process.program, "setsid" | "slurmctld" | "slurmd" | "munged") {
        return None;
    }
    let words = process.arguments();
    let begin = usize::from(base_name(words.first()?) == "setsid");
    let (program, words) = words.get(begin..)?.split_first()?;
    let behind = |option: &str| {
        let at = words.iter().position(|word| word == option)?;
        words.get(at + 1).map(String::as_str)
    };
    let is_ours = behind("-f") == layout.slurm_conf().to_str();
    match base_name(program) {
        "slurmctld" if is_ours => Some(Part::Controller),
        "slurmd" if is_ours => Some(Part::Node(behind("-N")?.to_owned())),
        "munged" => {
            let socket = format!("--socket={}", layout.munge("socket").display());
            words.contains(&socket).then_some(Part::Munge)
        }
        _ => None,
    }
}

/// Its daemons, the eldest of each first: one that has just branched off looks like its parent.
pub(super) fn daemons(layout: &Layout) -> Result<Vec<Owned>, ClusterError> {
    let processes = processes::all()?.into_iter();
    let mut found: Vec<Owned> = processes
        .filter_map(|process| Some(Owned { part: daemon(&process, layout)?, process }))
        .collect();
    found.sort_by(|a, b| a.part.cmp(&b.part).then(a.process.started().cmp(&b.process.started())));
    found.dedup_by(|later, first| later.part == first.part);
    Ok(found)
}

/// The node that a step or a task is on; nothing if it is none of this cluster's.
fn step_or_task(process: &Process, layout: &Layout) -> Option<Part> {
    if process.program == "slurmstepd" {
        let logs = layout.node_log("");
        let folder = logs.parent()?;
        return process.open_files().iter().find_map(|file| {
            let name = file.strip_prefix(folder).ok()?.to_str()?;
            let node = name.strip_prefix("slurmd.")?.split('.').next()?;
            processes::is_file(file, &layout.node_log(node)).then(|| Part::Step(node.to_owned()))
        });
    }
    let environment = process.environment();
    let says = |name: &str| environment.get(name).map(String::as_str);
    if process.program == "slurmscriptd" {
        return (says("SLURM_CONF") == layout.slurm_conf().to_str()).then_some(Part::Script);
    }
    let is_ours = says("SLURM_CLUSTER_NAME") == Some(&layout.cluster_name());
    is_ours.then(|| says("SLURMD_NODENAME").map(|node| Part::Task(node.to_owned()))).flatten()
}

/// What a child of such a part is.
fn child(part: &Part) -> Part {
    match part {
        Part::Controller | Part::Script => Part::Script,
        Part::Munge => Part::Munge,
        Part::Node(node) | Part::Step(node) | Part::Task(node) => Part::Task(node.clone()),
    }
}

/// All its processes, in the order in which they are ended; never this one.
pub(super) fn all(layout: &Layout) -> Result<Vec<Owned>, ClusterError> {
    let processes = processes::all()?;
    let own = i32::try_from(std::process::id()).unwrap_or_default();
    let mut parts: BTreeMap<i32, Part> = BTreeMap::new();
    for process in processes.iter().filter(|process| process.number() != own) {
        if let Some(part) = daemon(process, layout).or_else(|| step_or_task(process, layout)) {
            parts.insert(process.number(), part);
        }
    }
    let mut children: BTreeMap<i32, Part> = parts.clone();
    processes::inherit(&processes, &mut children);
    for (number, part) in children {
        parts.entry(number).or_insert_with(|| child(&part));
    }
    let mut found: Vec<Owned> = processes
        .into_iter()
        .filter(|process| process.number() != own)
        .filter_map(|process| Some(Owned { part: parts.get(&process.number())?.clone(), process }))
        .collect();
    found.sort_by(|a, b| a.part.cmp(&b.part));
    Ok(found)
}

/// Looks that have to show none: a process that just becomes another program does not show what it is.
const EMPTY: u32 = 2;

/// Kills the chosen ones until none is left, those too that come meanwhile; how many there were at first.
pub(super) fn kill(
    layout: &Layout,
    what: &str,
    deadline: Duration,
    chosen: impl Fn(&Part) -> bool,
) -> Result<usize, ClusterError> {
    let mut first = None;
    let mut empty = 0;
    wait_for(&format!("the end of {what}"), deadline, || {
        let mut left = all(layout)?;
        left.retain(|owned| chosen(&owned.part));
        first.get_or_insert(left.len());
        left.iter().for_each(|owned| owned.process.signal(Signal::KILL));
        empty = if left.is_empty() { empty + 1 } else { 0 };
        if empty >= EMPTY {
            return Ok(Look::There(()));
        }
        let left: Vec<String> = left
            .iter()
            .map(|owned| format!("{} ({})", owned.process.number(), owned.part))
            .collect();
        Ok(Look::NotYet(format!("processes {}", left.join(", "))))
    })?;
    Ok(first.unwrap_or_default())
}
