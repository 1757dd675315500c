//! The included files that a client of NVRTC gives: headers in memory, then folders.
//!
//! Source: what NVRTC 13.5 finds where a name is in memory and in folders, and beside a header that is in memory itself.

use crate::options::Options;
use optx_frontend::{DirectoryIncludes, Include, MemoryIncludes};

/// Headers in memory, before those of the folders that options name. A name in quotes is looked for beside the header in memory that includes it
/// first.
#[derive(Clone, Debug)]
pub struct GivenIncludes {
    memory: MemoryIncludes,
    folders: DirectoryIncludes,
}

impl GivenIncludes {
    /// Those headers, and the folders of those options.
    #[must_use]
    pub fn new(memory: MemoryIncludes, options: &Options) -> GivenIncludes {
        GivenIncludes { memory, folders: options.folders() }
    }
}

impl Include for GivenIncludes {
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
        let beside = from.rsplit_once('/').filter(|_| quoted);
        let beside = beside
            .and_then(|(folder, _)| self.memory.read(&format!("{folder}/{name}"), quoted, from));
        beside
            .or_else(|| self.memory.read(name, quoted, from))
            .or_else(|| self.folders.read(name, quoted, from))
    }

    fn read_next(&self, name: &str, from: &str) -> Option<(String, String)> {
        self.folders.read_next(name, from)
    }

    fn find(&self, name: &str, quoted: bool, from: &str) -> Option<String> {
        let beside = from.rsplit_once('/').filter(|_| quoted);
        let beside = beside
            .and_then(|(folder, _)| self.memory.find(&format!("{folder}/{name}"), quoted, from));
        beside
            .or_else(|| self.memory.find(name, quoted, from))
            .or_else(|| self.folders.find(name, quoted, from))
    }

    fn find_next(&self, name: &str, from: &str) -> Option<String> {
        self.folders.find_next(name, from)
    }

    fn is_system(&self, path: &str) -> bool {
        self.folders.is_system(path)
    }
}
