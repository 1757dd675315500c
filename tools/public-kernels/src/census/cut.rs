//! What of an archive a kernel needs to stand alone: the definitions that it names, those that they name, and so on, as lines of files.

use super::instance::instances;
use super::items::{Item, Kind, split};
use super::mask::{closing, words};
use crate::list::Cut;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files that include each other at most so deep.
const DEPTH: usize = 24;

/// The texts of an archive's files, by their paths within it.
pub type Files = BTreeMap<String, String>;

/// A kernel, cut.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The file that it stands in.
    pub file: String,
    /// Its own lines.
    pub lines: [usize; 2],
    /// Its name.
    pub kernel: String,
    /// All lines that it needs, in order.
    pub cut: Vec<Cut>,
    /// What is put for words: qualifiers of namespaces, which are not cut.
    pub replace: Vec<[String; 2]>,
    /// What stands behind it, to be tried in turn.
    pub after: Vec<String>,
    /// The cut lines.
    pub text: String,
}

/// A definition with the file that it is of.
struct Placed {
    file: String,
    item: Item,
}

/// A file and all that it includes, in order.
#[derive(Default)]
struct Unit {
    placed: Vec<Placed>,
    namespaces: BTreeSet<String>,
    defined: BTreeSet<String>,
    seen: BTreeSet<String>,
}

/// The words that mark kernels and functions of the device: the language's, and macros that stand for them.
#[derive(Clone, Debug)]
pub struct Marks {
    kernel: BTreeSet<String>,
    device: BTreeSet<String>,
}

impl Marks {
    /// Those of an archive.
    pub fn of(files: &Files) -> Marks {
        let set = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect();
        let mut marks =
            Marks { kernel: set(&["__global__"]), device: set(&["__device__", "constexpr"]) };
        for text in files.values() {
            for line in text.lines().filter(|l| l.trim_start().starts_with('#')) {
                let all: Vec<&str> = words(line).map(|(_, w)| w).collect();
                let (["define", name, value @ ..], false) = (all.as_slice(), line.contains('('))
                else {
                    continue;
                };
                if value.contains(&"__global__") {
                    marks.kernel.insert((*name).to_owned());
                } else if value.contains(&"__device__") {
                    marks.device.insert((*name).to_owned());
                }
            }
        }
        marks
    }

    fn is_kernel(&self, item: &Item) -> bool {
        item.kind == Kind::Function && item.body && item.says(&self.kernel)
    }

    fn is_usable(&self, item: &Item) -> bool {
        match item.kind {
            Kind::Include => false,
            Kind::Function => item.says(&self.device) && !self.is_kernel(item),
            _ => true,
        }
    }
}

/// The kernels of a file of an archive.
pub fn pieces(files: &Files, marks: &Marks, file: &str) -> Vec<Piece> {
    let marked = |text: &String| words(text).any(|(_, w)| marks.kernel.contains(w));
    if !files.get(file).is_some_and(marked) {
        return Vec::new();
    }
    let known =
        ["__CUDACC__", "__NVCC__", "__CUDA_ARCH__", "__cplusplus", "__CUDACC_RTC__", "__CUDA__"];
    let defined = known.iter().map(|w| (*w).to_owned()).collect();
    let mut unit = Unit { defined, ..Unit::default() };
    gather(files, file, DEPTH, &mut unit);
    let own = |k: &usize| unit.placed[*k].file == file && marks.is_kernel(&unit.placed[*k].item);
    let by_name = names(&unit, marks);
    (0..unit.placed.len()).filter(own).map(|k| piece(files, &unit, &by_name, k)).collect()
}

/// Adds a file's definitions, those of what it includes before them.
fn gather(files: &Files, file: &str, depth: usize, unit: &mut Unit) {
    let Some(text) = files.get(file) else { return };
    if depth == 0 || !unit.seen.insert(file.to_owned()) {
        return;
    }
    let includes = split(text, &mut unit.defined.clone());
    for item in includes.items.iter().filter(|i| i.kind == Kind::Include) {
        if let Some(path) = item.names.first().and_then(|name| resolve(files, file, name)) {
            gather(files, &path, depth - 1, unit);
        }
    }
    let own = split(text, &mut unit.defined);
    unit.namespaces.extend(own.namespaces);
    unit.placed.extend(own.items.into_iter().map(|item| Placed { file: file.to_owned(), item }));
}

/// The file that an `#include` means: beside the one that says it, or the one whose path ends so.
fn resolve(files: &Files, from: &str, name: &str) -> Option<String> {
    let mut path = PathBuf::from(from);
    path.pop();
    for part in Path::new(name).components() {
        match part {
            std::path::Component::ParentDir => drop(path.pop()),
            std::path::Component::Normal(part) => path.push(part),
            _ => {}
        }
    }
    let beside = path.to_string_lossy().into_owned();
    if files.contains_key(&beside) {
        return Some(beside);
    }
    let tail = format!("/{}", name.trim_start_matches("../"));
    files.keys().filter(|path| path.ends_with(&tail)).min_by_key(|path| path.len()).cloned()
}

/// The definitions that may be needed, by name.
fn names<'u>(unit: &'u Unit, marks: &Marks) -> BTreeMap<&'u str, Vec<usize>> {
    let mut out: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (k, placed) in unit.placed.iter().enumerate() {
        if marks.is_usable(&placed.item) {
            for name in &placed.item.names {
                out.entry(name).or_default().push(k);
            }
        }
    }
    out
}

/// What a kernel needs, itself included.
fn needed(unit: &Unit, by_name: &BTreeMap<&str, Vec<usize>>, kernel: usize) -> BTreeSet<usize> {
    let mut out = BTreeSet::from([kernel]);
    let mut open = vec![kernel];
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    loop {
        while let Some(k) = open.pop() {
            for (_, word) in words(&unit.placed[k].item.text) {
                if !seen.insert(word) || word == "operator" {
                    continue;
                }
                for &next in by_name.get(word).into_iter().flatten() {
                    if out.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        // Operators are not named: those of types that are.
        for &k in by_name.get("operator").into_iter().flatten() {
            let of_known = parameters(&unit.placed[k].item.text)
                .is_some_and(|list| words(list).any(|(_, w)| seen.contains(w) && !is_common(w)));
            if of_known && out.insert(k) {
                open.push(k);
            }
        }
        if open.is_empty() {
            return out;
        }
    }
}

/// The parameters of an operator.
fn parameters(text: &str) -> Option<&str> {
    let (at, _) = words(text).find(|(_, w)| *w == "operator")?;
    let open = at + text[at..].find('(')?;
    text.get(open..closing(text, open)?)
}

/// Words of parameters that say nothing of what an operator is for.
fn is_common(word: &str) -> bool {
    ["const", "float", "double", "int", "unsigned", "long", "T", "U", "void", "bool", "a", "b"]
        .contains(&word)
}

fn piece(files: &Files, unit: &Unit, by_name: &BTreeMap<&str, Vec<usize>>, kernel: usize) -> Piece {
    let mut cut: Vec<Cut> = Vec::new();
    for k in needed(unit, by_name, kernel) {
        let Placed { file, item } = &unit.placed[k];
        let [first, last] = item.lines;
        match cut.last_mut() {
            Some(before) if before.file == *file && first <= before.lines[1] + 1 => {
                before.lines[1] = before.lines[1].max(last);
            }
            _ => cut.push(Cut { file: file.clone(), lines: [first, last] }),
        }
    }
    let mut text = String::new();
    for Cut { file, lines: [first, last] } in &cut {
        let whole = files.get(file).map_or("", String::as_str);
        for line in whole.lines().skip(first - 1).take(last + 1 - first) {
            text.push_str(line);
            text.push('\n');
        }
    }
    let mut replace = Vec::new();
    for name in unit.namespaces.iter().filter(|n| n.as_str() != "std") {
        let qualifier = format!("{name}::");
        if text.contains(&qualifier) {
            text = text.replace(&qualifier, "");
            replace.push([qualifier, String::new()]);
        }
    }
    let Placed { file, item } = &unit.placed[kernel];
    let name = item.names.first().cloned().unwrap_or_default();
    let after = instances(&item.text, &name);
    Piece { file: file.clone(), lines: item.lines, kernel: name, cut, replace, after, text }
}

#[cfg(test)]
#[path = "cut_tests.rs"]
mod tests;
