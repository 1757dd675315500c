//! What was made once, kept in a folder by key.
//!
//! **Idea.** An entry is a file under its key. It is written beside its place and renamed into it, and it holds its key and a digest of all that it holds: who
//! reads it finds all of it or nothing, whatever became of who wrote it. Whatever is doubtful is not there. No lock is held and none is waited for.
//!
//! **Bound.** Who writes an entry looks how much lies in the entry's part of the folder. Where no part has more than its share, all have no more than the bound;
//! where one has, all are looked at, and those that were longest not read go, until three quarters are left. Reading an entry sets its time.
//!
//! **Statistics.** An event is a letter at the end of a file, which systems append as a whole.
//!
//! **Trust.** Entries are as good as who may write into the folder: the digest finds what broke, not who forges.
//!
//! Source: the ways of ccache (its manual, "How ccache works", "Cache size management"), without its locks.
//!
//! **Cost.** To read: a file, its digest, and a letter. To write: a file, and a look at one of 64 parts of the folder.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bound;
mod entry;
mod key;
mod statistics;

pub use key::{Key, KeyMaker};
pub use statistics::{Event, Statistics};

use std::path::{Path, PathBuf};

/// So many bytes of entries are kept where nobody says how many.
pub const DEFAULT_BOUND: u64 = 1 << 30;

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    bound: u64,
}

impl Cache {
    /// The one in a folder, with so many bytes of entries at most. Nothing is made or read yet; the folder is made with the first entry.
    pub fn new(folder: impl Into<PathBuf>, bound: u64) -> Cache {
        Cache { folder: folder.into(), bound }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is kept under a key. What is damaged is taken away, and not there.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        match entry::read(&path, key) {
            Ok(value) => Some(value),
            Err(entry::Lack::Absent) => None,
            Err(entry::Lack::Damaged) => {
                self.note(Event::Damaged);
                let _ = std::fs::remove_file(path);
                None
            }
        }
    }

    /// Keeps a value under a key, in the place of what was there. Where that fails nothing is lost but the time to make it again.
    pub fn put(&self, key: &Key, value: &[u8]) {
        if entry::size(value) > self.bound {
            return;
        }
        match entry::write(&self.path(key), key, value) {
            Ok(()) => self.hold_bound(key),
            Err(_) => self.note(Event::Failed),
        }
    }

    /// Takes all entries away, and the statistics with them; nothing else that lies in the folder. Says how many entries there were.
    ///
    /// # Errors
    /// An entry cannot be removed.
    pub fn clear(&self) -> std::io::Result<u64> {
        let mut count = 0;
        for file in self.everything() {
            match std::fs::remove_file(&file.path) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(e),
                _ => count += u64::from(file.is_entry),
            }
        }
        for part in 0..key::PARTS {
            // It stays where somebody else's files lie in it.
            let _ = std::fs::remove_dir(self.part(part));
        }
        match std::fs::remove_file(self.events()) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(e),
            _ => Ok(count),
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.part(key.part()).join(key.file_name())
    }

    /// The folder of a part of the entries.
    fn part(&self, part: u8) -> PathBuf {
        self.folder.join(format!("{part:02x}"))
    }

    /// The file of events.
    fn events(&self) -> PathBuf {
        self.folder.join("events")
    }
}
