//! The files that a compilation read, and the rule of them for make (`-M` and its relatives).
//!
//! Source: GCC's manual, "Options Controlling the Preprocessor"; names are escaped as GCC does it: blanks and `#` behind a backslash, `$` twice.

use crate::options::Options;
use optx_frontend::Include;
use optx_source::SourceMap;
use std::cell::RefCell;
use std::path::Path;

/// What is asked of the files that a compilation reads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DependencyOptions {
    /// `-M`, `-MM`: the rule is the result, and nothing is compiled.
    pub alone: bool,
    /// `-MD`, `-MMD`: the command writes the rule beside the result.
    pub beside: bool,
    /// `-MM`, `-MMD`: without headers of the system.
    pub own_alone: bool,
    /// `-MF`: the rule's file.
    pub file: Option<String>,
    /// `-MT`: what hangs on the files, as it is to be written; else the result's file.
    pub targets: Vec<String>,
    /// `-MP`: an empty rule for each included file, so that one that goes stops no make.
    pub phony: bool,
}

/// A file that a compilation included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludedFile {
    /// Its path, as it was found.
    pub path: String,
    /// It is a header of the system.
    pub system: bool,
}

/// Included files, of which the paths are noted.
pub(crate) struct Noting<'a> {
    include: &'a dyn Include,
    paths: RefCell<Vec<String>>,
}

impl<'a> Noting<'a> {
    pub(crate) fn new(include: &'a dyn Include) -> Noting<'a> {
        Noting { include, paths: RefCell::default() }
    }

    /// Those files that were read into a map, in its order; what was only asked for, or read before, is not.
    pub(crate) fn files(&self, map: &SourceMap) -> Vec<IncludedFile> {
        let mut left = self.paths.borrow().clone();
        left.sort_unstable();
        left.dedup();
        let mut files = Vec::new();
        for file in map.files().iter().filter(|file| !file.builtin) {
            if let Ok(place) = left.binary_search(&file.name) {
                left.remove(place);
                files.push(IncludedFile { path: file.name.clone(), system: file.system });
            }
        }
        files
    }

    fn note(&self, file: Option<(String, String)>) -> Option<(String, String)> {
        self.paths.borrow_mut().extend(file.as_ref().map(|(path, _)| path.clone()));
        file
    }
}

impl Include for Noting<'_> {
    fn read(&self, name: &str, quoted: bool, from: &str) -> Option<(String, String)> {
        self.note(self.include.read(name, quoted, from))
    }

    fn read_next(&self, name: &str, from: &str) -> Option<(String, String)> {
        self.note(self.include.read_next(name, from))
    }

    fn is_system(&self, path: &str) -> bool {
        self.include.is_system(path)
    }
}

/// The rule: what hangs on a source and the files that it includes. `result` is the result's file, where no `-MT` names another.
#[must_use]
pub fn make_rule(options: &Options, result: &str, source: &str, files: &[IncludedFile]) -> String {
    let asked = &options.dependencies;
    let mut rule = match asked.targets.is_empty() {
        true => escaped(result),
        false => asked.targets.join(" "),
    };
    rule.push(':');
    let files = files.iter().filter(|file| !(asked.own_alone && file.system));
    let paths: Vec<String> = files.map(|file| escaped(&file.path)).collect();
    for path in std::iter::once(&escaped(source)).chain(&paths) {
        rule.push_str(if rule.ends_with(':') { " " } else { " \\\n  " });
        rule.push_str(path);
    }
    rule.push('\n');
    if asked.phony {
        paths.iter().for_each(|path| rule.push_str(&format!("{path}:\n")));
    }
    rule
}

/// The file that a source is compiled to where nobody says it: in the folder where one stands, its name with another ending.
#[must_use]
pub fn result_of(source: &str, ending: &str) -> String {
    let path = Path::new(source).with_extension(ending);
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A file's name as make reads it.
fn escaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (at, c) in name.char_indices() {
        match c {
            ' ' | '\t' => {
                // Backslashes before it would be taken for its own.
                let slashes = name[..at].bytes().rev().take_while(|b| *b == b'\\').count();
                out.push_str(&"\\".repeat(slashes + 1));
            }
            '#' => out.push('\\'),
            '$' => out.push('$'),
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        for (name, wanted) in [
            ("a.h", "a.h"),
            ("a b.h", "a\\ b.h"),
            ("a\\ b", "a\\\\\\ b"),
            ("a\\b", "a\\b"),
            ("c#.h", "c\\#.h"),
            ("$HOME/x", "$$HOME/x"),
        ] {
            assert_eq!(escaped(name), wanted);
        }
        assert_eq!(result_of("a/b.c.cu", "ptx"), "b.c.ptx");
        assert_eq!(result_of("<stdin>", "d"), "<stdin>.d");
    }
}
