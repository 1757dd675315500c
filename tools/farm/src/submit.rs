//! A plan goes to the cluster.
//!
//! Idea: the program, the bundle and the plan are put into the shared folder under their hashes, once; the folder is probed from the partition's nodes; then one array of tasks is submitted, each of which does
//! what its part has no results of. So to submit twice, at once or later, does no harm, and to submit again does what is missing.

use crate::bundle::{self, Bundle};
use crate::plan::Plan;
use crate::replace::replace;
use crate::slurm::{self, Partition, quoted};
use crate::state::{Judgement, rest};
use crate::store::Who;
use crate::{Error, Key};
use crate::{collect, probe};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// An array: so many tasks, so many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Array {
    /// Tasks.
    pub tasks: u32,
    /// At once; 0 for all.
    pub at_once: u32,
}

impl std::str::FromStr for Array {
    type Err = String;

    fn from_str(text: &str) -> Result<Array, String> {
        let wrong = || format!("`{text}` is no array: 64, or 64%8 for eight at once");
        let (tasks, at_once) = text.split_once('%').unwrap_or((text, "0"));
        let tasks = tasks.parse().map_err(|_| wrong())?;
        let at_once = at_once.parse().map_err(|_| wrong())?;
        if tasks == 0 { Err(wrong()) } else { Ok(Array { tasks, at_once }) }
    }
}

/// What is asked of the site: kept beside the plan, so that what is missing can be submitted again from any machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// `--partition`.
    pub partition: Option<String>,
    /// `--gres`.
    pub gres: Option<String>,
    /// `--constraint`.
    pub constraint: Option<String>,
    /// `--account`.
    pub account: Option<String>,
    /// `--time`.
    pub time: Option<String>,
    /// An image that tasks run in, by pyxis.
    pub container: Option<String>,
    /// The array.
    pub array: Array,
    /// What the harness calls a task's device.
    pub device: String,
    /// A job that gives no answer for so many seconds hangs.
    pub limit: u64,
}

/// What was submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// The job's number; none where nothing was missing.
    pub job: Option<String>,
    /// So many jobs of the plan are left to do.
    pub left: usize,
    /// In so many tasks.
    pub tasks: u32,
}

/// What a plan's tasks are called in the queue.
pub fn job_name(plan: &Key) -> String {
    format!("optx-farm-{}", plan.short())
}

/// Submits what is left of a plan.
pub fn submit(
    root: &Path,
    plan: &Plan,
    bundle: Option<&Path>,
    request: &Request,
    retry: u32,
) -> Result<Submitted, Error> {
    let partition = slurm::partition(request.partition.as_deref())?;
    if request.array.tasks > partition.max_array {
        let (asked, most) = (request.array.tasks, partition.max_array);
        return Err(Error::usage(format!(
            "--array {asked}: the site's MaxArraySize is {most}; ask for {most} or less, each task does as many jobs as there are for it"
        )));
    }
    let root = prepared(root)?;
    let program = ship_program(&root)?;
    ship_bundle(&root, &plan.head.bundle, bundle)?;
    let id = put_plan(&root, plan)?;
    probe::probe(&root, &program, &partition, request.account.as_deref())?;
    let found = collect::found(&root, plan)?;
    let Some(left) = rest(plan, &Judgement::of(plan, &found), retry)? else {
        return Ok(Submitted { job: None, left: 0, tasks: 0 });
    };
    let own = if left == *plan { id } else { put_plan(&root, &left)? };
    let tasks = request.array.tasks.min(u32::try_from(left.jobs.len()).unwrap_or(u32::MAX));
    let options = options(&root, &id, request, &partition, tasks);
    let job = slurm::submit(&options, &script(&root, &program, &own, request, tasks))?;
    // Kept once the site has taken it.
    let text = serde_json::to_string(request).map_err(|e| Error::usage(e.to_string()))?;
    replace(&request_path(&root, &id), text.as_bytes())?;
    Ok(Submitted { job: Some(job), left: left.jobs.len(), tasks })
}

/// The request that a plan was submitted with.
pub fn request(root: &Path, plan: &Plan) -> Result<Request, Error> {
    let path = request_path(root, &plan.id());
    let text = std::fs::read_to_string(&path).map_err(|e| {
        Error::usage(format!("{}: {e}: this plan was never submitted here", path.display()))
    })?;
    serde_json::from_str(&text).map_err(|e| Error::usage(format!("{}: {e}", path.display())))
}

/// Where a plan lies in the shared folder.
pub fn plan_path(root: &Path, id: &Key) -> PathBuf {
    root.join("plans").join(format!("{id}.jsonl"))
}

fn request_path(root: &Path, id: &Key) -> PathBuf {
    root.join("requests").join(format!("{id}.json"))
}

/// The shared folder, with the folders in it that are always there.
fn prepared(root: &Path) -> Result<PathBuf, Error> {
    for name in ["plans", "requests", "programs", "bundles", "results", "log", "probes"] {
        let folder = root.join(name);
        std::fs::create_dir_all(&folder).map_err(Error::folder(&folder))?;
    }
    let root = root.canonicalize().map_err(Error::folder(root))?;
    // In the name of a log Slurm takes `%` and a backslash for its own.
    match root.to_str().is_some_and(|text| !text.contains(['\n', '\0', '%', '\\'])) {
        true => Ok(root),
        false => Err(Error::usage(format!(
            "{}: Slurm cannot name this folder: a path without `%`, a backslash and line ends will do",
            root.display()
        ))),
    }
}

/// Puts a plan into the shared folder; what it is known by.
fn put_plan(root: &Path, plan: &Plan) -> Result<Key, Error> {
    let text = plan.text();
    let id = Key::of(text.as_bytes());
    put(&plan_path(root, &id), text.as_bytes())?;
    Ok(id)
}

/// Puts a file where nobody has put it; what is there already has that hash.
fn put(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if std::fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    replace(path, bytes)
}

/// This program, in the shared folder.
fn ship_program(root: &Path) -> Result<PathBuf, Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let own = std::env::current_exe().map_err(|e| Error::infrastructure(e.to_string()))?;
    let bytes = std::fs::read(&own).map_err(Error::folder(&own))?;
    let folder = root.join("programs").join(Key::of(&bytes).to_string());
    std::fs::create_dir_all(&folder).map_err(Error::folder(&folder))?;
    let path = folder.join("farm");
    // One that runs cannot be written: it is there whole.
    if !std::fs::read(&path).is_ok_and(|there| there == bytes) {
        replace(&path, &bytes)?;
    }
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, mode).map_err(Error::folder(&path))?;
    Ok(path)
}

/// A bundle, in the shared folder under its hash.
pub fn ship_bundle(root: &Path, hash: &Key, from: Option<&Path>) -> Result<(), Error> {
    let target = root.join("bundles").join(hash.to_string());
    if target.is_dir() {
        return Ok(());
    }
    let Some(from) = from else {
        return Err(Error::usage(
            "the plan's bundle is not in the shared folder yet: --bundle FOLDER",
        ));
    };
    let own = Bundle::open(from)?;
    let there = own.hash()?;
    if there != *hash {
        let (one, other) = (hash.short(), there.short());
        return Err(Error::usage(format!(
            "{}: this is another version of the bundle: the plan is of {one}, this one is {other}; plan anew, or find the one that the plan was made of",
            from.display()
        )));
    }
    let bundles = root.join("bundles");
    std::fs::create_dir_all(&bundles).map_err(Error::folder(&bundles))?;
    let partial = bundles.join(format!(".{hash}.{}", Who::this().name()));
    bundle::copy(own.folder(), &partial).inspect_err(|_| {
        // It is nothing to anybody, and may be what fills the disk.
        let _ = std::fs::remove_dir_all(&partial);
    })?;
    match std::fs::rename(&partial, &target) {
        Err(e) if !target.is_dir() => Err(Error::folder(&target)(e)),
        Err(_) => {
            // Somebody else was as quick: it has the same hash.
            let _ = std::fs::remove_dir_all(&partial);
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Options of `sbatch`.
fn options(
    root: &Path,
    plan: &Key,
    request: &Request,
    partition: &Partition,
    tasks: u32,
) -> Vec<String> {
    let log = root.join("log").join("%A_%a.log");
    let at_once = match request.array.at_once {
        0 => String::new(),
        n => format!("%{n}"),
    };
    let mut options = vec![
        format!("--job-name={}", job_name(plan)),
        format!("--partition={}", partition.name),
        format!("--array=0-{}{at_once}", tasks - 1),
        format!("--output={}", log.display()),
        "--open-mode=append".to_owned(),
        // What is lost with a node runs again: results are had once all the same.
        "--requeue".to_owned(),
        "--export=NONE".to_owned(),
    ];
    let more = [
        ("gres", &request.gres),
        ("constraint", &request.constraint),
        ("account", &request.account),
        ("time", &request.time),
    ];
    options.extend(
        more.iter().filter_map(|(name, value)| Some(format!("--{name}={}", value.as_ref()?))),
    );
    options
}

/// What a task runs.
fn script(root: &Path, program: &Path, plan: &Key, request: &Request, tasks: u32) -> String {
    let root = quoted(&root.display().to_string());
    let program = quoted(&program.display().to_string());
    let device = quoted(&request.device);
    let inside = match &request.container {
        Some(image) => {
            let image = quoted(image);
            format!("srun --ntasks=1 --container-image={image} --container-mounts={root}:{root} ")
        }
        None => String::new(),
    };
    let limit = request.limit;
    format!(
        "#!/bin/sh\nexec {inside}{program} work --root {root} --plan {plan} --part \"$SLURM_ARRAY_TASK_ID/{tasks}\" --device {device} --limit {limit}\n"
    )
}
