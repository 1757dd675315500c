//! Where pages and sources lead: links of Markdown, and pages that comments name from the root.

use optx_results_page::root;
use std::path::Path;

/// Folders whose pages and sources are looked at.
const FOLDERS: &[&str] = &[".ci", "cg", "docs", "frontend", "runtime-tests", "tools", "wopt"];

/// Links that lead to no file, each with where it stands.
pub fn broken() -> Vec<String> {
    let mut found = Vec::new();
    look(&root().join("README.md"), "README.md", &mut found);
    for folder in FOLDERS {
        walk(&root().join(folder), folder, &mut found);
    }
    found
}

fn walk(folder: &Path, name: &str, found: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{name}: {e}"));
    for entry in entries.flatten() {
        let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            walk(&entry.path(), &inner, found);
        } else {
            look(&entry.path(), &inner, found);
        }
    }
}

fn look(file: &Path, name: &str, found: &mut Vec<String>) {
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    if !matches!(&*ending, "md" | "rs" | "py" | "") {
        return;
    }
    let Ok(text) = std::fs::read_to_string(file) else { return };
    let is_there = |from: &Path, to: &str| from.join(to).exists();
    let mut tell = |to: &str| found.push(format!("{name}: {to}"));
    if ending == "md" {
        let folder = file.parent().expect("a folder");
        for to in markdown(&text).filter(|to| !is_there(folder, to)) {
            tell(to);
        }
    }
    for to in named(&text).filter(|to| !is_there(&root(), to)) {
        tell(to);
    }
}

/// Targets of links to files: `[words](target#part)`.
fn markdown(text: &str) -> impl Iterator<Item = &str> {
    let targets =
        text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(to, _)| to);
    targets
        .filter(|to| !to.contains("://") && !to.contains([' ', '\n', '`', '*', ',']))
        .map(|to| to.split('#').next().unwrap_or(to))
        .filter(|to| !to.is_empty())
}

/// Pages that are named from the root. Those of a commit (`COMMIT:docs/...`) are not asked about, nor what is a string: who reads it finds out.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("docs/").filter_map(|(at, _)| {
        let free =
            !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || "/:_.-\"".contains(c));
        let rest = &text[at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/_.-".contains(c)));
        let path = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
        (free && path.ends_with(".md")).then_some(path)
    })
}

#[test]
fn links_are_found() {
    let page = "[a](b.md#c), [d](https://e.md), `x[i](y, z)`, [f](#g), D/h.md, 0123abc:D/i.md, \"D/l.md\", and D/j/k.md.";
    let page = page.replace('D', "docs");
    assert_eq!(markdown(&page).collect::<Vec<_>>(), ["b.md"]);
    assert_eq!(named(&page).collect::<Vec<_>>(), ["docs/h.md", "docs/j/k.md"].map(String::from));
}
