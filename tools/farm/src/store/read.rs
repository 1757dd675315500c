//! What results there are.
//!
//! Idea: the folders are listed anew each time, and each file is read whole. What is no result under its own name is damaged: it is told and counts for nothing.
//! Cost: a call to list each folder, and one to read each file.

use super::Store;
use super::files::Files;
use crate::Key;
use crate::plan::Plan;
use crate::record::{Record, Slot};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub why: String,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// All results of each slot, the first one first.
    pub records: BTreeMap<Slot, Vec<Record>>,
    /// Files that are none.
    pub damaged: Vec<Damaged>,
    /// Files that somebody is writing, or was cut off at.
    pub unfinished: usize,
}

/// All results whose keys are wanted.
pub fn read_all<F: Files>(
    files: &F,
    store: &Store,
    is_wanted: impl Fn(&Key) -> bool,
) -> io::Result<Found> {
    let mut found = Found::default();
    for top in ["results", "beside"] {
        let top = store.root.join(top);
        for folder in list(files, &top).map_err(naming(&top))? {
            let folder = top.join(folder);
            match read_folder(files, &folder, &is_wanted, &mut found) {
                Err(e) if e.kind() == io::ErrorKind::NotADirectory => {
                    found.damaged.push(Damaged { path: folder, why: "it is no folder".into() });
                }
                done => done.map_err(naming(&folder))?,
            }
        }
    }
    Ok(found)
}

/// All results of a plan's jobs.
pub fn read_plan<F: Files>(files: &F, store: &Store, plan: &Plan) -> io::Result<Found> {
    let keys: HashSet<&Key> = plan.jobs.iter().map(|job| &job.key).collect();
    read_all(files, store, |key| keys.contains(key))
}

/// The results of one slot.
pub fn read_slot<F: Files>(files: &F, store: &Store, slot: &Slot) -> io::Result<Vec<Record>> {
    let mut found = Found::default();
    let path = store.folder(slot).join(slot.file());
    read_file(files, &path, &slot.file(), &mut found)?;
    if found.records.is_empty() {
        let folder = store.beside(slot);
        for name in list(files, &folder)?.iter().filter(|name| slot.is_name(name)) {
            read_file(files, &folder.join(name), name, &mut found)?;
        }
    }
    Ok(found.records.remove(slot).unwrap_or_default())
}

/// Errors that say where.
fn naming(path: &Path) -> impl Fn(io::Error) -> io::Error {
    let path = path.display().to_string();
    move |e| io::Error::new(e.kind(), format!("{path}: {e}"))
}

/// A folder that nobody has made yet is empty.
fn list<F: Files>(files: &F, folder: &Path) -> io::Result<Vec<String>> {
    match files.list(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Ok(mut names) => {
            names.sort();
            Ok(names)
        }
        failed => failed,
    }
}

fn read_folder<F: Files>(
    files: &F,
    folder: &Path,
    is_wanted: &impl Fn(&Key) -> bool,
    found: &mut Found,
) -> io::Result<()> {
    for name in list(files, folder)? {
        if name.starts_with('.') {
            found.unfinished += 1;
            continue;
        }
        let key = name.split('~').next().and_then(Key::parse);
        match key {
            Some(key) if !is_wanted(&key) => {}
            _ => read_file(files, &folder.join(&name), &name, found)?,
        }
    }
    Ok(())
}

fn read_file<F: Files>(files: &F, path: &Path, name: &str, found: &mut Found) -> io::Result<()> {
    use io::ErrorKind::{InvalidData, IsADirectory, NotFound};
    let is_link = |e: &io::Error| e.raw_os_error() == Some(nix::errno::Errno::ELOOP as i32);
    let bytes = match files.read(path) {
        // Gone since it was listed.
        Err(e) if e.kind() == NotFound => return Ok(()),
        Err(e) if matches!(e.kind(), InvalidData | IsADirectory) || is_link(&e) => {
            let why = format!("it is no plain file: {e}");
            found.damaged.push(Damaged { path: path.to_owned(), why });
            return Ok(());
        }
        read => read?,
    };
    match Record::parse(&bytes, name) {
        Ok(record) => found.records.entry(record.slot.clone()).or_default().push(record),
        Err(why) => found.damaged.push(Damaged { path: path.to_owned(), why }),
    }
    Ok(())
}
