//! The shape of the code: which modules of a crate need each other in a circle, how long functions are, and which take tuples apart
//! for arguments ([`tuples`]).
//!
//! Modules are compared with their siblings, each taken with all below it: a folder's own parts may call the folder's head. A circle
//! that is meant stands in [`CIRCLES`] with its reason; one that is gone has to leave the list. Functions longer than
//! [`LONGEST`] lines are tables, and stand in [`TABLES`]. Which crates there are is read from docs/architecture.md.

mod rooms;
#[path = "house/tuples.rs"]
mod tuples;

use rooms::{rooms, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use syn::spanned::Spanned;
use syn::visit::Visit;

/// No function is longer, comments and blank lines included.
const LONGEST: usize = 120;

/// Circles that are meant: the module whose parts they are (crate and path), the parts, why.
const CIRCLES: &[(&str, &[&str], &str)] = &[
    (
        "frontend/cuda-c::",
        &["check", "mangle"],
        "names are made of checked types, and the checker tells instances apart by their names",
    ),
    (
        "frontend/cuda-c::",
        &["intern", "token", "words"],
        "one vocabulary: the interner begins with the words, words are tokens, tokens hold interned names",
    ),
    (
        "frontend/cuda-c::check",
        &["body", "builtin", "class", "constant", "file", "site", "template"],
        "the language is recursive: a body declares classes, a class has bodies, both instantiate templates and ask for constants",
    ),
    (
        "frontend/cuda-c::check::constant",
        &["call", "statement"],
        "an interpreter: a call runs statements, a statement calls",
    ),
    (
        "frontend/cuda-c::parse",
        &["placement", "specifier"],
        "which word may stand where is asked of the words' own table",
    ),
    (
        "runtime-tests::random_sources",
        &["functions", "initialisers", "probes"],
        "a grammar is recursive: a probe initialises objects and calls functions, with what probes are made of",
    ),
    (
        "tools/emulator::",
        &["access", "class", "half", "op"],
        "one instruction set: an operation has a class, a class its accesses, an access its operation, one of half precision its form",
    ),
    ("tools/emulator::", &["exec", "observe"], "what is observed is counted where it is executed"),
    (
        "tools/emulator::",
        &["barriers", "layout", "lower", "memory"],
        "lowering places symbols, and their layout is that of memory; what there is to watch at barriers is a part of the program that it is found in",
    ),
    (
        "tools/emulator::exec",
        &[
            "env",
            "half",
            "host",
            "judged",
            "mem",
            "observed",
            "races",
            "run",
            "slow",
            "spin",
            "sync",
            "undefined",
            "warp",
        ],
        "the fast path hands over to the slow one, which shares its registers; what a warp knows of its undefined values is a part of it, and following them reads warps and memory",
    ),
    (
        "tools/emulator::lower",
        &["defs", "flow", "program", "uses"],
        "what an instruction reads and writes is asked of the program, a part of which it becomes",
    ),
    (
        "tools/emulator::lower",
        &["body", "symbols"],
        "an initial value may name a symbol, a body declares some",
    ),
    (
        "tools/filetest::",
        &["directive", "input", "pattern"],
        "a directive holds patterns, and errors of both say where in the input",
    ),
    (
        "tools/fuzz::",
        &["corpus", "mutate"],
        "inputs are mutated token by token, and the corpus is cut with the same tokens",
    ),
    ("tools/launch::", &["printed", "spec"], "what a kernel is to print stands in the launch file"),
    ("tools/measure-math::", &["functions", "short"], "one table of functions in two files"),
    (
        "wopt/opt::",
        &["analysis", "kit"],
        "the context holds analyses, and memory's versions are of their classes: of the parts of the floors none is in a circle (`floors_of_the_optimizer`)",
    ),
];

/// Functions that are tables: file and name.
const TABLES: &[(&str, &str)] = &[
    ("frontend/cuda-c/src/dump.rs", "simple"),
    ("frontend/cuda-c/src/dump.rs", "stmt"),
    ("frontend/whirl/src/verify.rs", "node"),
    ("tools/emulator/src/exec/run.rs", "run"),
    ("tools/emulator/src/lower/uses.rs", "used"),
    ("tools/emulator/src/exec/slow.rs", "execute"),
];

/// All sources of a crate with their module paths.
fn sources(folder: &Path) -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    let mut work = vec![(folder.join("src"), Vec::new())];
    while let Some((folder, path)) = work.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.map(|e| e.expect("a readable folder")) {
            let file = entry.path();
            let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let mut inner = path.clone();
            if file.is_dir() {
                // Programs of their own are no modules of the library.
                if stem != "bin" || !path.is_empty() {
                    inner.push(stem);
                    work.push((file, inner));
                }
            } else if file.extension().is_some_and(|e| e == "rs") {
                if !matches!(stem.as_str(), "lib" | "main" | "mod") {
                    inner.push(stem);
                }
                found.push((file, inner));
            }
        }
    }
    found.sort();
    found
}

/// What the tests here ask of a source.
struct Read {
    /// The crate's folder.
    folder: String,
    /// The module.
    path: Vec<String>,
    /// The modules that it names.
    named: Vec<Vec<String>>,
    /// Functions that are too long, with their lines.
    long: BTreeMap<(String, String), usize>,
    /// Functions that take tuples apart ([`tuples`]).
    taken_apart: Vec<String>,
}

/// All sources of all crates, each parsed once.
fn all() -> &'static [Read] {
    static ALL: OnceLock<Vec<Read>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = rooms().into_iter().flat_map(|room| {
            let sources = sources(&root().join(&room.folder));
            sources.into_iter().map(move |(file, path)| read(&room.folder, &file, path))
        });
        files.collect()
    })
}

/// Those of one crate.
fn of_crate(folder: &str) -> impl Iterator<Item = &'static Read> {
    all().iter().filter(move |read| read.folder == folder)
}

fn read(folder: &str, file: &Path, path: Vec<String>) -> Read {
    let text = std::fs::read_to_string(file).expect("a source");
    let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let name = file.strip_prefix(root()).expect("a file of ours").display().to_string();
    let mut named = Named { path: &path, found: Vec::new() };
    named.visit_file(&parsed);
    let named = named.found;
    let mut long = Long { file: &name, found: BTreeMap::new() };
    long.visit_file(&parsed);
    let long = long.found;
    let taken_apart = tuples::taken_apart(&name, &parsed);
    Read { folder: folder.to_owned(), path, named, long, taken_apart }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("test")
            || (a.path().is_ident("cfg")
                && a.parse_args::<syn::Ident>().is_ok_and(|word| word == "test"))
    })
}

/// The modules that a file names by `crate`, `super` and `self`.
struct Named<'a> {
    path: &'a [String],
    found: Vec<Vec<String>>,
}

impl Named<'_> {
    fn add(&mut self, words: &[String]) {
        let mut at = match words.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("super" | "self") => self.path.to_vec(),
            _ => return,
        };
        for word in words {
            match word.as_str() {
                "crate" | "self" => {}
                "super" => drop(at.pop()),
                _ => at.push(word.clone()),
            }
        }
        self.found.push(at);
    }

    fn tree(&mut self, tree: &syn::UseTree, words: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                words.push(path.ident.to_string());
                self.tree(&path.tree, words);
                words.pop();
            }
            syn::UseTree::Name(name) => {
                words.push(name.ident.to_string());
                self.add(words);
                words.pop();
            }
            syn::UseTree::Rename(name) => {
                words.push(name.ident.to_string());
                self.add(words);
                words.pop();
            }
            syn::UseTree::Glob(_) => self.add(words),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.tree(tree, words));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Named<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.add(&words);
        syn::visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            syn::visit::visit_item_mod(self, item);
        }
    }
}

type Graph = BTreeMap<String, BTreeSet<String>>;

/// For each module with parts (by its path), which part needs which.
fn graphs(crate_folder: &str) -> BTreeMap<String, Graph> {
    let modules: BTreeSet<&Vec<String>> = of_crate(crate_folder).map(|read| &read.path).collect();
    let mut graphs: BTreeMap<String, Graph> = BTreeMap::new();
    for Read { path, named, .. } in of_crate(crate_folder) {
        for mut target in named.iter().cloned() {
            while !target.is_empty() && !modules.contains(&target) {
                target.pop();
            }
            let common = path.iter().zip(&target).take_while(|(a, b)| a == b).count();
            let (Some(from), Some(to)) = (path.get(common), target.get(common)) else { continue };
            let parent = format!("{crate_folder}::{}", path[..common].join("::"));
            graphs.entry(parent).or_default().entry(from.clone()).or_default().insert(to.clone());
        }
    }
    graphs
}

/// The sets of parts that reach each other.
fn circles(graph: &Graph) -> BTreeSet<Vec<String>> {
    let reach = |from: &String| {
        let mut seen = BTreeSet::new();
        let mut work: Vec<&String> = graph.get(from).into_iter().flatten().collect();
        while let Some(at) = work.pop() {
            if seen.insert(at.clone()) {
                work.extend(graph.get(at).into_iter().flatten());
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|k| (k, reach(k))).collect();
    let mut found = BTreeSet::new();
    for (part, from) in &reached {
        if from.contains(*part) {
            let both = |other: &&String| reached.get(*other).is_some_and(|r| r.contains(*part));
            found.insert(from.iter().filter(both).cloned().collect());
        }
    }
    found
}

#[test]
fn no_circle_of_modules_that_is_not_meant() {
    let mut found = BTreeSet::new();
    for room in rooms() {
        for (parent, graph) in graphs(&room.folder) {
            found.extend(circles(&graph).into_iter().map(|parts| (parent.clone(), parts)));
        }
    }
    let meant: BTreeSet<(String, Vec<String>)> = CIRCLES
        .iter()
        .map(|(parent, parts, why)| {
            assert!(!why.is_empty(), "{parent}: a circle without a reason");
            ((*parent).to_owned(), parts.iter().map(|p| (*p).to_owned()).collect())
        })
        .collect();
    let new: Vec<_> = found.difference(&meant).collect();
    assert!(new.is_empty(), "circles of modules that are not in the list:\n{new:#?}");
    let gone: Vec<_> = meant.difference(&found).collect();
    assert!(gone.is_empty(), "circles in the list that are none:\n{gone:#?}");
}

/// Functions that are too long, with their lines.
struct Long<'a> {
    file: &'a str,
    found: BTreeMap<(String, String), usize>,
}

impl Long<'_> {
    fn function(&mut self, name: &syn::Ident, block: &syn::Block) {
        let span = block.span();
        let lines = span.end().line - span.start().line + 1;
        if lines > LONGEST {
            self.found.insert((self.file.to_owned(), name.to_string()), lines);
        }
    }
}

impl<'ast> Visit<'ast> for Long<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig.ident, &item.block);
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig.ident, &item.block);
        syn::visit::visit_impl_item_fn(self, item);
    }
}

#[test]
fn no_function_is_long_that_is_no_table() {
    let found: BTreeMap<&(String, String), usize> =
        all().iter().flat_map(|read| &read.long).map(|(place, &lines)| (place, lines)).collect();
    let tables: BTreeSet<(String, String)> =
        TABLES.iter().map(|(file, name)| ((*file).to_owned(), (*name).to_owned())).collect();
    let new: Vec<_> = found.iter().filter(|(place, _)| !tables.contains(place)).collect();
    assert!(new.is_empty(), "functions of more than {LONGEST} lines:\n{new:#?}");
    let gone: Vec<_> = tables.iter().filter(|place| !found.contains_key(place)).collect();
    assert!(gone.is_empty(), "tables in the list that are short or gone:\n{gone:#?}");
}

/// The floors of the optimizer, from the lowest.
const FLOORS: &[&str] = &["kit", "analysis", "pass", "driver"];

/// Arrows from a floor to one above it: the file's module, what it calls, why.
const UP: &[(&str, &str, &str)] = &[
    ("kit::context", "analysis::cache", "the context holds what is known of the function in work"),
    (
        "kit::context",
        "analysis::module_facts",
        "it is made of a module's facts, which are found by looking at it",
    ),
    (
        "kit::context",
        "analysis::variance",
        "it holds what is assumed of launches, and the states of registers",
    ),
    ("kit::ssa", "analysis::memory", "memory's versions are of classes"),
];

/// The part of the optimizer that a module is of: a folder's or file's name on its floor; passes are in folders.
fn part(path: &[String]) -> String {
    let parts = if path.first().is_some_and(|floor| floor == "pass") { 3 } else { 2 };
    match path {
        [] => "lib".to_owned(),
        _ => path[..path.len().min(parts)].join("::"),
    }
}

/// What the parts of the optimizer call, its head (`lib.rs`) being a part as they are.
fn parts_of_optimizer() -> Graph {
    let modules: BTreeSet<&Vec<String>> = of_crate("wopt/opt").map(|read| &read.path).collect();
    let mut graph = Graph::new();
    for Read { path, named, .. } in of_crate("wopt/opt") {
        // `pub(crate)` names the head, and calls nobody.
        for mut target in named.iter().filter(|target| !target.is_empty()).cloned() {
            while !target.is_empty() && !modules.contains(&target) {
                target.pop();
            }
            let (from, to) = (part(path), part(&target));
            // A floor's and a folder's head name what is below them.
            if from != to && !from.starts_with(&to) && !to.starts_with(&from) {
                graph.entry(from).or_default().insert(to);
            }
        }
    }
    graph
}

/// Each floor calls the ones below it. Arrows that go up stand in [`UP`]; what one does calls nobody who called it.
#[test]
fn floors_of_the_optimizer() {
    let graph = parts_of_optimizer();
    let floor = |part: &str| FLOORS.iter().position(|floor| part.split("::").next() == Some(floor));
    let mut up = BTreeSet::new();
    for (from, to) in graph.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to))) {
        if from == "lib" {
            continue;
        }
        assert_ne!(to, "lib", "{from} calls the crate's head");
        let below = floor(from).expect("a floor") < floor(to).expect("a floor");
        if below {
            up.insert((from.as_str(), to.as_str()));
        }
    }
    let meant: BTreeSet<(&str, &str)> = UP.iter().map(|&(from, to, _)| (from, to)).collect();
    assert_eq!(up, meant);
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 150, "the arrows are not seen");
    assert_eq!(circles(&graph), BTreeSet::new());
}

/// A pass says what it did and is done: what runs behind it stands in the pipeline's table.
#[test]
fn no_pass_runs_another() {
    let passes = root().join("wopt/opt/src/driver/pipeline/passes.rs");
    let text = std::fs::read_to_string(passes).expect("the passes");
    let entries: BTreeSet<&str> = text
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("crate::pass::")?.strip_suffix(':'))
        .collect();
    assert!(entries.len() > 40, "{entries:?}");
    let mut called = Vec::new();
    for Read { path, named, .. } in of_crate("wopt/opt") {
        if path.first().is_none_or(|floor| floor != "pass") {
            continue;
        }
        for target in named {
            let target = target.join("::");
            let of = target.strip_prefix("pass::").unwrap_or(&target);
            let own = part(path);
            if entries.contains(of) && !target.starts_with(&own) {
                called.push(format!("{own} runs {of}"));
            }
        }
    }
    assert_eq!(called, [] as [String; 0]);
}
