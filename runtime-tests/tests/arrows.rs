//! The arrows between our crates are those of the table in docs/architecture.md, and no other.

mod rooms;

use rooms::{Room, parse, rooms};
use std::collections::BTreeSet;

/// What is wrong with a crate's row, given what its manifest asks for: itself, and its tests besides.
fn wrong(room: &Room, asked: &BTreeSet<&str>, in_tests: &BTreeSet<&str>) -> Vec<String> {
    let said = |list: &'_ [String]| list.iter().cloned().collect::<BTreeSet<String>>();
    let name = &room.name;
    let mut found = Vec::new();
    for (said, asked, whose) in
        [(said(&room.arrows), asked, ""), (said(&room.in_tests), in_tests, " in its tests")]
    {
        let asked: BTreeSet<String> = asked.iter().map(|&word| word.to_owned()).collect();
        found.extend(asked.difference(&said).map(|to| format!("{name} -> {to}{whose}: not said")));
        found.extend(said.difference(&asked).map(|to| format!("{name} -> {to}{whose}: not so")));
    }
    found
}

#[test]
fn every_arrow_is_in_the_table() {
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(rooms::root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo metadata");
    let rooms = rooms();
    let root = metadata.workspace_root.as_str();
    let mut found = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let Some(room) = rooms.iter().find(|room| room.name == name) else {
            found.push(format!("{name} is not in the table"));
            continue;
        };
        let manifest = package.manifest_path.as_str();
        if manifest != format!("{root}/{}/Cargo.toml", room.folder) {
            found.push(format!("{name} is in another place: {manifest}"));
        }
        let ours = |tests: bool| -> BTreeSet<&str> {
            let kind = |kind| (kind == cargo_metadata::DependencyKind::Development) == tests;
            let asked = package.dependencies.iter().filter(|d| kind(d.kind));
            asked
                .map(|d| d.name.as_str())
                .filter(|name| rooms.iter().any(|room| room.name == *name))
                .collect()
        };
        let (asked, tests) = (ours(false), ours(true));
        found.extend(wrong(room, &asked, &tests.difference(&asked).copied().collect()));
    }
    let packages: BTreeSet<&str> = metadata.packages.iter().map(|p| p.name.as_str()).collect();
    let gone = rooms.iter().filter(|room| !packages.contains(room.name.as_str()));
    found.extend(gone.map(|room| format!("{} is gone", room.name)));
    assert!(found.is_empty(), "docs/architecture.md: {found:#?}");
}

#[test]
fn who_has_unsafe_code_says_so() {
    for room in rooms() {
        let path = rooms::root().join(&room.folder).join("Cargo.toml");
        let manifest = std::fs::read_to_string(path).expect("a manifest");
        let inherits = manifest.contains("[lints]\nworkspace = true");
        assert_eq!(inherits, !room.what.contains("`unsafe`"), "{}", room.name);
    }
}

#[test]
fn an_arrow_that_is_not_said_and_one_that_is_not_so_are_found() {
    let page = format!("{}\n|---|---|---|---|---|\n", rooms::HEAD)
        + "| `a` | `optx-a` | first | | |\n| `b` | `b` | second | a | b |\n\n| not | a | row |\n";
    let table = parse(&page).unwrap();
    assert_eq!(table.len(), 2);
    assert_eq!(table[1].arrows, ["optx-a"]);
    let asked = |words: &[&'static str]| words.iter().copied().collect::<BTreeSet<&str>>();
    assert_eq!(wrong(&table[1], &asked(&["optx-a"]), &asked(&["b"])), [""; 0]);
    let found = wrong(&table[1], &asked(&["optx-a", "optx-c"]), &asked(&[]));
    assert_eq!(found, ["b -> optx-c: not said", "b -> b in its tests: not so"]);
    let unknown = page.replace("| a |", "| d |");
    assert!(parse(&unknown).unwrap_err().contains("`optx-d`"));
    assert!(parse("no table").unwrap_err().contains("there is no table"));
}
