//! Where included files come from. The compiler opens no file by itself.

use std::path::{Path, PathBuf};

/// A source of included files. In one compilation it is asked once for what a name leads to, and gives the same for the same question.
pub trait Include {
    /// Reads the file that `#include` names. `quoted` says whether it stood in quotes, and `from` is the
    /// name of the including file. Gives the name under which the file is known, and its text.
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)>;

    /// Reads the file that `#include_next` names: the one that would be found if those that come before `from`, and it, were not there.
    fn read_next(&self, _name: &str, _from: &str) -> Option<(String, String)> {
        None
    }

    /// The name under which [`Include::read`] knows a file, for who has its text already. A file that is there and cannot be read may be named.
    fn find(&self, name: &str, quoted: bool, from: &str) -> Option<String> {
        self.read(name, quoted, from).map(|(path, _)| path)
    }

    /// As [`Include::find`], of [`Include::read_next`].
    fn find_next(&self, name: &str, from: &str) -> Option<String> {
        self.read_next(name, from).map(|(path, _)| path)
    }

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

/// Several sources of files, of which the first that has one gives it: as with NVRTC, headers in memory before directories.
#[derive(Clone, Copy)]
pub struct FirstOf<'a>(pub &'a [&'a dyn Include]);

impl Include for FirstOf<'_> {
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
        self.0.iter().find_map(|source| source.read(name, quoted, from))
    }

    fn read_next(&self, name: &str, from: &str) -> Option<(String, String)> {
        self.0.iter().find_map(|source| source.read_next(name, from))
    }

    fn find(&self, name: &str, quoted: bool, from: &str) -> Option<String> {
        self.0.iter().find_map(|source| source.find(name, quoted, from))
    }

    fn find_next(&self, name: &str, from: &str) -> Option<String> {
        self.0.iter().find_map(|source| source.find_next(name, from))
    }

    fn is_system(&self, name: &str) -> bool {
        self.0.iter().any(|source| source.is_system(name))
    }
}

/// Files in directories: for a quoted name first beside the including file, then the directories in order.
#[derive(Debug, Clone, Default)]
pub struct DirectoryIncludes {
    dirs: Vec<PathBuf>,
    /// Those of them that are the system's.
    system: Vec<PathBuf>,
    /// What stands in quotes is not looked for beside the file that includes it.
    folders_alone: bool,
}

impl DirectoryIncludes {
    /// Looks into `dirs`, in order.
    #[must_use]
    pub fn new(dirs: Vec<PathBuf>) -> DirectoryIncludes {
        DirectoryIncludes { dirs, ..DirectoryIncludes::default() }
    }

    /// Looks into no folder of an including file (`--no-source-include`).
    #[must_use]
    pub fn in_folders_alone(self) -> DirectoryIncludes {
        DirectoryIncludes { folders_alone: true, ..self }
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

/// The files of a name in some folders that are not too large.
fn candidates<'d>(
    name: &str,
    dirs: impl Iterator<Item = &'d Path>,
) -> impl Iterator<Item = PathBuf> {
    let fits = |path: &PathBuf| {
        let meta = std::fs::metadata(path);
        meta.is_ok_and(|meta| meta.is_file() && meta.len() <= LARGEST)
    };
    dirs.map(move |dir| dir.join(name)).filter(fits)
}

fn named(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn read_first(mut files: impl Iterator<Item = PathBuf>) -> Option<(String, String)> {
    files.find_map(|path| {
        let bytes = std::fs::read(&path).ok()?;
        // What is text already, as nearly all files are, is not copied.
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
        Some((named(&path), text))
    })
}

impl DirectoryIncludes {
    /// The folders that a file is looked for in, that of the including file first.
    fn looked_in<'d>(&'d self, beside: &'d Path, quoted: bool) -> impl Iterator<Item = &'d Path> {
        let beside = (quoted && !self.folders_alone).then_some(beside);
        beside.into_iter().chain(self.dirs.iter().map(PathBuf::as_path))
    }

    /// The folders behind the one that an including file was found in.
    fn behind(&self, name: &str, from: &Path) -> impl Iterator<Item = &Path> {
        // One that does not lie where the list would find it was found beside another: then its folder says how far the list has come.
        let of = self.dirs.iter().position(|dir| dir.join(name) == from).or_else(|| {
            let holds = |k: &usize| from.starts_with(&self.dirs[*k]);
            (0..self.dirs.len()).filter(holds).max_by_key(|k| self.dirs[*k].components().count())
        });
        self.dirs.iter().skip(of.map_or(0, |k| k + 1)).map(PathBuf::as_path)
    }
}

/// The folder of a file.
fn folder(of: &str) -> PathBuf {
    let mut folder = PathBuf::from(of);
    folder.pop();
    folder
}

impl Include for DirectoryIncludes {
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
        read_first(candidates(name, self.looked_in(&folder(from), quoted)))
    }

    fn read_next(&self, name: &str, from: &str) -> Option<(String, String)> {
        read_first(candidates(name, self.behind(name, Path::new(from))))
    }

    fn find(&self, name: &str, quoted: bool, from: &str) -> Option<String> {
        let found = candidates(name, self.looked_in(&folder(from), quoted)).next();
        found.map(|path| named(&path))
    }

    fn find_next(&self, name: &str, from: &str) -> Option<String> {
        candidates(name, self.behind(name, Path::new(from))).next().map(|path| named(&path))
    }

    fn is_system(&self, path: &str) -> bool {
        self.system.iter().any(|dir| Path::new(path).starts_with(dir))
    }
}
