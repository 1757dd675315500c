//! The names that the tree has: words of its sources, options, tests, passes, paths.
//!
//! Everything is collected once, in time linear in the sources; asking is a look-up. Pages are no sources: what only pages name is gone.

use optx_results_page::root;
use std::collections::HashSet;
use std::path::Path;

/// Folders of sources, from the root.
const FOLDERS: &[&str] = &[".ci", "cg", "frontend", "runtime-tests", "tools", "wopt"];

/// How names of sources end; programs without an ending are sources too.
const SOURCES: &[&str] = &["rs", "cu", "cuh", "h", "py", "toml", "txt", ""];

/// What there is.
#[derive(Debug, Default)]
pub struct Tree {
    /// Words of letters, digits and `_`, and of these with `-` between.
    words: HashSet<String>,
    /// What stands behind `--`, and what is a string by itself.
    options: HashSet<String>,
    /// Functions of files of tests, and the files without their endings.
    tests: HashSet<String>,
    /// Paths of files and folders, and all their ends: `pre/loads.rs` of `wopt/opt/src/pass/redundancy/pre/loads.rs`.
    paths: HashSet<String>,
    /// Rows of the pipeline and their groups.
    passes: HashSet<String>,
}

impl Tree {
    /// The repository.
    pub fn of_the_repository() -> Tree {
        let mut tree = Tree::default();
        for row in optx::pipeline::whole() {
            tree.passes.extend([row.name.to_owned(), row.group.to_owned()]);
        }
        for folder in FOLDERS.iter().chain(&["docs"]) {
            tree.walk(&root().join(folder), folder);
        }
        for entry in std::fs::read_dir(root()).expect("the root").flatten() {
            tree.file(&entry.path(), &entry.file_name().to_string_lossy());
        }
        tree
    }

    fn walk(&mut self, folder: &Path, name: &str) {
        self.path(name);
        let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{name}: {e}"));
        for entry in entries.flatten() {
            let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                self.walk(&entry.path(), &inner);
            } else {
                self.file(&entry.path(), &inner);
            }
        }
    }

    fn file(&mut self, file: &Path, name: &str) {
        self.path(name);
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        if SOURCES.contains(&&*ending)
            && let Ok(text) = std::fs::read_to_string(file)
        {
            self.source(name, &text);
        }
    }

    /// Takes in that there is a file or folder.
    pub fn path(&mut self, path: &str) {
        let mut end = path;
        loop {
            self.paths.insert(end.to_owned());
            match end.split_once('/') {
                Some((_, rest)) => end = rest,
                None => break,
            }
        }
        let stem = end.split('.').next().unwrap_or(end);
        self.words.insert(stem.to_owned());
        if path.contains("/tests/") || path.starts_with("runtime-tests/") {
            self.tests.insert(stem.to_owned());
        }
    }

    /// Takes in a source's words.
    pub fn source(&mut self, path: &str, text: &str) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let tests =
            path.contains("/tests/") || path.ends_with("tests.rs") || text.contains("#[test]");
        let mut before = "";
        let mut rest = text;
        while let Some(at) = rest.find(is_word) {
            let quoted = rest[..at].ends_with('"');
            let end = rest[at..].find(|c| !is_word(c)).map_or(rest.len(), |k| at + k);
            let run = &rest[at..end];
            let word = run.trim_matches('-');
            if run.starts_with("--") || (quoted && rest[end..].starts_with('"')) {
                self.options.insert(word.to_owned());
            }
            if tests && before == "fn" {
                self.tests.insert(word.to_owned());
            }
            if word.contains('-') {
                self.words.extend(word.split('-').map(str::to_owned));
            }
            self.words.insert(word.to_owned());
            before = run;
            rest = &rest[end..];
        }
    }

    /// Takes in a row of the pipeline.
    pub fn pass(&mut self, name: &str) {
        self.passes.insert(name.to_owned());
    }

    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    pub fn has_option(&self, name: &str) -> bool {
        self.options.contains(name)
    }

    /// Whether a test, a file of tests or a kernel has the name.
    pub fn has_test(&self, name: &str) -> bool {
        self.tests.contains(name) || (name.contains(['/', '.']) && self.has_path(name))
    }

    pub fn has_pass(&self, name: &str) -> bool {
        self.passes.contains(name)
    }

    /// Whether a file's or folder's path ends so.
    pub fn has_path(&self, path: &str) -> bool {
        self.paths.contains(path.trim_end_matches('/'))
    }
}
