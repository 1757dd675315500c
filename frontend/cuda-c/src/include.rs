//! Where included files come from. The compiler opens no file by itself.

use std::path::PathBuf;

/// A source of included files.
pub trait Include {
    /// Reads the file that `#include` names. `quoted` says whether it stood in quotes, and `from` is the
    /// name of the including file. Gives the name under which the file is known, and its text.
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)>;

    /// Whether a file that was read, by its name, is a header of the system, of which no warnings are told.
    fn is_system(&self, _: &str) -> bool {
        false
    }
}

/// No files at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIncludes;

impl Include for NoIncludes {
    fn read(&self, _: &str, _: bool, _: &str) -> Option<(String, String)> {
        None
    }
}

/// Files held in memory, by name.
#[derive(Debug, Clone, Default)]
pub struct MemoryIncludes {
    files: Vec<(String, String)>,
}

impl MemoryIncludes {
    /// No files yet.
    #[must_use]
    pub fn new() -> MemoryIncludes {
        MemoryIncludes::default()
    }

    /// Adds a file.
    #[must_use]
    pub fn with(mut self, name: &str, text: &str) -> MemoryIncludes {
        self.files.push((name.to_string(), text.to_string()));
        self
    }
}

impl Include for MemoryIncludes {
    fn read(&self, name: &str, _: bool, _: &str) -> Option<(String, String)> {
        self.files.iter().find(|f| f.0 == name).cloned()
    }
}

/// Files in directories: for a quoted name first beside the including file, then the directories in order.
#[derive(Debug, Clone, Default)]
pub struct DirectoryIncludes {
    dirs: Vec<PathBuf>,
    /// Those of them that are the system's.
    system: Vec<PathBuf>,
}

impl DirectoryIncludes {
    /// Looks into `dirs`, in order.
    #[must_use]
    pub fn new(dirs: Vec<PathBuf>) -> DirectoryIncludes {
        DirectoryIncludes { dirs, system: Vec::new() }
    }

    /// Looks into `dirs` too, behind the others: what is found there is the system's.
    #[must_use]
    pub fn with_system(mut self, dirs: Vec<PathBuf>) -> DirectoryIncludes {
        self.dirs.extend(dirs.iter().cloned());
        self.system = dirs;
        self
    }
}

/// The largest included file that is read.
const LARGEST: u64 = 64 << 20;

impl Include for DirectoryIncludes {
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
        let beside = quoted.then(|| {
            let mut p = PathBuf::from(from);
            p.pop();
            p
        });
        for dir in beside.iter().chain(&self.dirs) {
            let path = dir.join(name);
            let Ok(meta) = std::fs::metadata(&path) else { continue };
            if !meta.is_file() || meta.len() > LARGEST {
                continue;
            }
            if let Ok(bytes) = std::fs::read(&path) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                return Some((path.to_string_lossy().into_owned(), text));
            }
        }
        None
    }

    fn is_system(&self, path: &str) -> bool {
        self.system.iter().any(|dir| std::path::Path::new(path).starts_with(dir))
    }
}
