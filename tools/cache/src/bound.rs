//! How much is kept.

use crate::entry::WRITING;
use crate::key::{self, Key, PARTS};
use crate::{Cache, Event};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Nobody writes one file for so long: who began it is gone.
const STALE: Duration = Duration::from_secs(60 * 60);

/// A file of ours.
pub(crate) struct Kept {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    /// When it was read or written last.
    time: SystemTime,
    /// An entry, and not one that is being written.
    pub(crate) is_entry: bool,
}

impl Cache {
    /// The files of ours in a part of the folder.
    fn in_part(&self, part: u8) -> Vec<Kept> {
        let Ok(folder) = std::fs::read_dir(self.part(part)) else { return Vec::new() };
        let kept = folder.flatten().filter_map(|file| {
            let name = file.file_name();
            let name = name.to_str()?;
            let is_entry = key::is_entry(name);
            if !is_entry && !name.starts_with(WRITING) {
                return None;
            }
            // Of a link what is known is of the link.
            let meta = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some(Kept {
                path: file.path(),
                bytes: meta.len(),
                time: meta.modified().ok()?,
                is_entry,
            })
        });
        kept.collect()
    }

    /// All files of ours.
    pub(crate) fn everything(&self) -> Vec<Kept> {
        (0..PARTS).flat_map(|part| self.in_part(part)).collect()
    }

    /// Sees that no more is kept than the bound says, once an entry of that key was written.
    pub(crate) fn hold_bound(&self, key: &Key) {
        let bytes = |files: &[Kept]| files.iter().map(|file| file.bytes).sum::<u64>();
        if bytes(&self.in_part(key.part())) <= self.bound / u64::from(PARTS) {
            return;
        }
        let mut files = self.everything();
        let mut left = bytes(&files);
        if left <= self.bound {
            return;
        }
        files.sort_by_key(|file| file.time);
        let now = SystemTime::now();
        for file in files {
            let is_stale = now.duration_since(file.time).is_ok_and(|age| age > STALE);
            let goes = if file.is_entry { left > self.bound / 4 * 3 } else { is_stale };
            // What another process took away is gone too.
            if goes && std::fs::remove_file(&file.path).is_ok() && file.is_entry {
                self.note(Event::Evicted);
            }
            left -= if goes { file.bytes } else { 0 };
        }
    }
}
