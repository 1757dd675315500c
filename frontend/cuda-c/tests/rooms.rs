//! How `check/` is divided: each of its folders is entered by its door alone, knows its own state, and nothing in it grows into
//! an object that knows everything. The tests read the sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDERS: [&str; 6] = ["body", "builtin", "class", "constant", "file", "template"];

/// Methods and functions that a folder shows to the others: 331 were what the rebuilding of 2026-11 came to, of 517 before it, and 10 came
/// with functions as values and what is left alone, 4 with arguments of class templates that are deduced, and 7 with pointers to members, `noexcept`, traits of expressions and
/// variable templates of classes, 4 with members of class templates that are defined and specialised outside of them,
/// 2 with operands that are not evaluated and objects that stand in for functions, 1 with the way to what is made of templates, and 2 with
/// names of constructors and conditions of `noexcept` that name nothing.
const SHOWN: usize = 414;

/// Fields of one struct.
const FIELDS: usize = 15;

fn sources() -> BTreeMap<PathBuf, String> {
    fn walk(folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.insert(path.clone(), fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check"), &mut found);
    assert!(found.len() > 60, "the sources of the checker are not where they were");
    found
}

/// The folder of `check/` that a file lies in; `None` for `check/`'s own.
fn folder_of(path: &Path) -> Option<&str> {
    let name = path.parent()?.file_name()?.to_str()?;
    FOLDERS.contains(&name).then_some(name)
}

/// The places in a text where a folder's file is named: `class::special::` or `class::{special::`.
fn files_named<'t>(text: &'t str, folder: &str, files: &[String]) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(&format!("{folder}::")) {
        let word_before =
            text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let rest = &text[at + folder.len() + 2..];
        let within = match rest.strip_prefix('{') {
            Some(list) => &list[..list.find('}').unwrap_or(list.len())],
            None => &rest[..rest.find([';', ',', '(', ')', '\n']).unwrap_or(rest.len())],
        };
        let names = files
            .iter()
            .any(|f| within.starts_with(&format!("{f}::")) || within.contains(&format!(" {f}::")));
        if names && !word_before {
            found.push(within);
        }
    }
    found
}

#[test]
fn folders_are_entered_by_their_doors() {
    let sources = sources();
    for folder in FOLDERS {
        let own = sources.keys().filter(|p| folder_of(p) == Some(folder));
        let files: Vec<String> = own
            .map(|p| p.file_stem().unwrap().to_str().unwrap().to_owned())
            // A table of data, which asks nobody.
            .filter(|f| f != "mod" && f != "table")
            .collect();
        for (path, text) in &sources {
            if folder_of(path) == Some(folder) {
                continue;
            }
            let named = files_named(text, folder, &files);
            assert!(
                named.is_empty(),
                "{} names files within `{folder}`: {named:?}",
                path.display()
            );
        }
    }
}

#[test]
fn the_search_for_named_files_finds_them() {
    let files = ["special".to_owned()];
    assert_eq!(files_named("use crate::check::class::special::Special;", "class", &files).len(), 1);
    assert_eq!(files_named("check::{class::{place, special::Special}}", "class", &files).len(), 1);
    assert_eq!(files_named("use crate::check::class::Special;", "class", &files).len(), 0);
    assert_eq!(files_named("subclass::special::X", "class", &files).len(), 0);
}

#[test]
fn what_folders_show_does_not_grow() {
    let shown: usize = sources().values().map(|t| shown_in(t)).sum();
    assert!(shown <= SHOWN, "{shown} functions are visible to all of check/, {SHOWN} were");
}

fn shown_in(text: &str) -> usize {
    text.matches("pub(in crate::check) fn ").count()
        + text.matches("pub(in crate::check) const fn ").count()
}

#[test]
fn no_struct_has_many_fields() {
    for (path, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let is_struct = line.contains("struct ") && line.ends_with('{') && !line.contains("//");
            if !is_struct {
                continue;
            }
            let body = lines[at + 1..].iter().take_while(|l| !l.trim_start().starts_with('}'));
            let fields = body.filter(|l| {
                let l = l.trim_start();
                !l.starts_with("//") && !l.starts_with('#') && l.contains(": ")
            });
            let count = fields.count();
            assert!(count <= FIELDS, "{}:{}: {count} fields", path.display(), at + 1);
        }
    }
}

#[test]
fn ids_are_no_numbers() {
    for (path, text) in sources() {
        assert!(!text.contains(".0 as usize"), "{} reads a table by a number", path.display());
    }
}
