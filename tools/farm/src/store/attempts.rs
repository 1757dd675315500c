//! What runs took that delivered what was there already.

use super::files::Files;
use super::{Store, Who};
use crate::Error;
use crate::record::Record;

/// Adds a run's times to this process's own file.
pub fn note_attempt<F: Files>(
    files: &F,
    store: &Store,
    who: &Who,
    record: &Record,
) -> Result<(), Error> {
    let folder = store.attempts();
    let path = folder.join(format!("{}.jsonl", who.name()));
    let line = serde_json::to_string(record).map_err(|e| Error::infrastructure(e.to_string()))?;
    let noted = files
        .make_folder(&folder)
        .and_then(|()| files.append(&path, format!("{line}\n").as_bytes()));
    noted.map_err(Error::folder(&path))
}
