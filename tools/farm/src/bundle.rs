//! Bundles: a folder with a program that runs jobs, shipped once by its hash.
//!
//! In it is `farm.json` ([`Harness`]): the commit, and how the program is asked. It is asked for its jobs, for the device, and to run: it says `{"ready":true}`, reads a word and a job's name a line, and
//! answers each by a line of JSON ([`Answer`]) with the word. What is in a bundle but `farm.json` the farm does not know. Nothing runs in the bundle's folder, which is not to change.

use crate::plan::{Job, Plan};
use crate::process::{ending_with_us, run};
use crate::record::{Device, Outcome};
use crate::{Error, Key};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How a bundle's program is asked. The first word of a command is a file of the bundle, or a program of the machine; `{device}` stands for the device, `{bundle}` for the bundle's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harness {
    /// The commit that it was made of.
    pub commit: String,
    /// Lists its jobs, a line of JSON each: [`Listed`].
    pub list: Vec<String>,
    /// Says what the device is: one object, `model` and `driver` in it.
    pub device: Vec<String>,
    /// Runs jobs.
    pub run: Vec<String>,
}

/// A job as a bundle lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Stable over commits.
    pub name: String,
    /// A hash of all that decides what comes out.
    pub key: Key,
    /// How often it has to run, where once is not enough.
    #[serde(default = "once")]
    pub repeats: u32,
}

fn once() -> u32 {
    1
}

/// What the program says of a job.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Answer {
    /// Which.
    pub name: String,
    /// What came out; none where the device or the machine failed: then nothing is known.
    pub outcome: Option<Outcome>,
    /// A hash of what was computed.
    #[serde(default)]
    pub digest: String,
    /// What there is to say.
    #[serde(default)]
    pub message: String,
    /// What was measured.
    #[serde(default)]
    pub data: Value,
}

/// What the program says of the device.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// What results tell apart.
    pub device: Device,
    /// All that it says.
    pub all: Value,
}

/// A bundle's folder.
#[derive(Clone, Debug)]
pub struct Bundle {
    folder: PathBuf,
    /// How it is asked.
    pub harness: Harness,
}

impl Bundle {
    /// Opens a folder.
    pub fn open(folder: &Path) -> Result<Bundle, Error> {
        let path = folder.join("farm.json");
        let wrong = |e: String| Error::usage(format!("{}: {e}", path.display()));
        let text = std::fs::read_to_string(&path)
            .map_err(|e| wrong(format!("{e}: this is no bundle of a farm")))?;
        let harness: Harness = serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))?;
        for (what, command) in
            [("list", &harness.list), ("device", &harness.device), ("run", &harness.run)]
        {
            if command.is_empty() {
                return Err(wrong(format!("`{what}` is no command")));
            }
        }
        let folder = folder.canonicalize().map_err(|e| wrong(e.to_string()))?;
        Ok(Bundle { folder, harness })
    }

    /// What the bundle is known by: its files' names, modes and contents.
    pub fn hash(&self) -> Result<Key, Error> {
        let mut files = BTreeMap::new();
        gather(&self.folder, "", &mut files)?;
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for (name, path) in &files {
            let wrong = |e: std::io::Error| Error::usage(format!("{}: {e}", path.display()));
            let bytes = std::fs::read(path).map_err(wrong)?;
            let word = if is_program(path).map_err(wrong)? { "program" } else { "file" };
            parts.extend([
                name.clone().into_bytes(),
                word.into(),
                Key::of(&bytes).to_string().into_bytes(),
            ]);
        }
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        Ok(Key::of_parts(&parts))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The plan of all its jobs, for some models of devices.
    pub fn plan(&self, devices: &[String], repeats: u32) -> Result<Plan, Error> {
        let out = self.output(&self.harness.list, "")?;
        let mut jobs = Vec::new();
        for line in out.lines() {
            let listed: Listed = serde_json::from_str(line).map_err(|e| {
                Error::usage(format!("the bundle lists what is no job: {e}: {line}"))
            })?;
            let Listed { name, key, repeats: own } = listed;
            if own == 0 {
                return Err(Error::usage(format!("the bundle lists `{name}` with no repeats")));
            }
            jobs.push(Job { name, key, devices: devices.to_vec(), repeats: own.max(repeats) });
        }
        Plan::new(&self.harness.commit, self.hash()?, jobs)
    }

    /// What the device is.
    pub fn facts(&self, device: &str) -> Result<Facts, Error> {
        let out = self.output(&self.harness.device, device)?;
        let wrong = |e: &str| Error::infrastructure(format!("no device is told: {e}"));
        let all: Value = serde_json::from_str(&out).map_err(|e| wrong(&e.to_string()))?;
        let told: Device =
            serde_json::from_value(all.clone()).map_err(|e| wrong(&e.to_string()))?;
        if told.model.is_empty() || told.driver.is_empty() {
            return Err(wrong("its model or its driver has no name"));
        }
        Ok(Facts { device: told, all })
    }

    /// A command of the bundle, for a device.
    pub fn command(&self, words: &[String], device: &str) -> Command {
        let folder = self.folder.display().to_string();
        let mut words =
            words.iter().map(|word| word.replace("{device}", device).replace("{bundle}", &folder));
        let first = words.next().unwrap_or_default();
        let own = self.folder.join(&first);
        let program = if own.is_file() { own.into_os_string() } else { first.into() };
        let mut command = ending_with_us(program);
        command.args(words);
        command
    }

    fn output(&self, words: &[String], device: &str) -> Result<String, Error> {
        let wrong = |e: String| Error::infrastructure(format!("`{}`: {e}", words.join(" ")));
        let folder = tempfile::tempdir().map_err(|e| wrong(e.to_string()))?;
        let mut command = self.command(words, device);
        command.current_dir(folder.path());
        run(command, None, LONGEST).map_err(wrong)
    }
}

/// A bundle that does not say what it has, or what the device is, in this time says nothing.
const LONGEST: Duration = Duration::from_secs(600);

fn is_program(path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(path.metadata()?.permissions().mode() & 0o100 != 0)
}

/// The files below a folder by their names in it; links and what is no plain file are refused: they would lead elsewhere on another machine.
fn gather(folder: &Path, below: &str, files: &mut BTreeMap<String, PathBuf>) -> Result<(), Error> {
    let wrong = |e: String| Error::usage(format!("{}: {e}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(|e| wrong(e.to_string()))? {
        let entry = entry.map_err(|e| wrong(e.to_string()))?;
        let Ok(name) = entry.file_name().into_string() else {
            return Err(wrong(format!("{:?} is no name", entry.file_name())));
        };
        let path = entry.path();
        let kind = entry.file_type().map_err(|e| wrong(e.to_string()))?;
        let name = format!("{below}{name}");
        if kind.is_dir() {
            gather(&path, &format!("{name}/"), files)?;
        } else if kind.is_file() {
            files.insert(name, path);
        } else {
            return Err(wrong(format!("{name} is no plain file: a bundle has folders and files")));
        }
    }
    Ok(())
}

/// Copies a bundle's files, with their modes.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    let mut files = BTreeMap::new();
    gather(from, "", &mut files)?;
    for (name, path) in files {
        let target = to.join(name);
        let wrong = |e: std::io::Error| Error::infrastructure(format!("{}: {e}", target.display()));
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).map_err(wrong)?;
        }
        std::fs::copy(&path, &target).map_err(wrong)?;
        std::fs::File::open(&target).and_then(|file| file.sync_all()).map_err(wrong)?;
    }
    Ok(())
}
