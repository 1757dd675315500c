//! A result gets its name, once.
//!
//! Idea: it is written to a file of its own in the same folder, synced and closed, each with the status looked at, then linked to its name. A link that fails has perhaps succeeded: over NFS a request that is
//! repeated since its answer was lost says "exists" of one's own link. So whatever was said, the file itself is looked at: where it has two names, or the name
//! leads to it, it was delivered. Where the name leads to another's, what that says is compared with ours.
//! Legality: whoever is cut off at any call leaves a file that is not looked at, or the whole result under its name. Two results of a slot are never one
//! above the other, since no call here replaces a file.
//! Cost: nine calls a result.

use super::files::{Files, Status};
use super::{Store, Who};
use crate::Error;
use crate::record::Record;
use std::io;
use std::path::Path;

/// What became of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// It has its name.
    First,
    /// Another that says the same had it.
    Same,
    /// Another that says something else had it, or a file that is no result: ours is kept beside.
    Beside,
}

/// A call is repeated so often where a server has lost track of a folder.
const TRIES: u32 = 3;

/// Delivers a result. Where it fails nothing is under its name that was not before, but a whole result may be.
pub fn deliver<F: Files>(
    files: &F,
    store: &Store,
    who: &Who,
    record: &Record,
) -> Result<Delivered, Error> {
    let wrong =
        |e: io::Error| Error::infrastructure(format!("{}: {}", record.slot.file(), said(&e)));
    let text = record.text().map_err(|e| Error::infrastructure(e.to_string()))?;
    let (folder, name) = (store.folder(&record.slot), record.slot.file());
    files.make_folder(&folder).map_err(wrong)?;
    let own = folder.join(format!(".{name}.{}", who.name()));
    let done = write(files, &own, text.as_bytes()).and_then(|()| {
        let target = folder.join(&name);
        match link(files, &own, &target)? {
            Linked::Ours => {
                files.sync_folder(&folder)?;
                Ok(Delivered::First)
            }
            // What cannot be read may say anything.
            Linked::Others => match files.read(&target).map(|text| Record::parse(&text, &name)) {
                Ok(Ok(others)) if others.agrees(record) => Ok(Delivered::Same),
                _ => beside(files, store, who, record, &own),
            },
        }
    });
    // Who is cut off before, or fails here, leaves a name that nobody looks at.
    let _ = files.unlink(&own);
    done.map_err(wrong)
}

fn write<F: Files>(files: &F, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = files.create_new(path)?;
    let written = files.write(&mut file, bytes).and_then(|()| files.sync(&file));
    // Closed in any case; what it says counts where all before was well.
    let closed = files.close(file);
    written.and(closed)
}

/// Whose the file is that a name leads to.
enum Linked {
    Ours,
    Others,
}

/// Gives our file a name, if nobody has it.
fn link<F: Files>(files: &F, own: &Path, target: &Path) -> io::Result<Linked> {
    let mut tries = 0;
    loop {
        tries += 1;
        let answer = files.link(own, target);
        if answer.is_ok() {
            return Ok(Linked::Ours);
        }
        // Whatever it says, it may have been done.
        let ours = files.status(own)?;
        match files.status(target) {
            Ok(there) if is_one(ours, there) => return Ok(Linked::Ours),
            Ok(_) => return Ok(Linked::Others),
            Err(_) if ours.links > 1 => return Ok(Linked::Ours),
            Err(_) if tries < TRIES => {}
            Err(_) => return answer.map(|()| Linked::Ours),
        }
    }
}

fn is_one(ours: Status, there: Status) -> bool {
    ours.identity == there.identity
}

/// Keeps a result whose name another has.
fn beside<F: Files>(
    files: &F,
    store: &Store,
    who: &Who,
    record: &Record,
    own: &Path,
) -> io::Result<Delivered> {
    let folder = store.beside(&record.slot);
    files.make_folder(&folder)?;
    let target = folder.join(record.slot.file_beside(who.name()));
    link(files, own, &target)?;
    files.sync_folder(&folder)?;
    Ok(Delivered::Beside)
}

/// What an error means to who reads it.
fn said(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::StorageFull => {
            format!("{e}: free space, and submit again: what is missing is done then")
        }
        io::ErrorKind::QuotaExceeded => format!("{e}: the quota of the shared folder is used up"),
        io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
            format!("{e}: the shared folder cannot be written here")
        }
        _ => e.to_string(),
    }
}
