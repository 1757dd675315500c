//! Records of decisions (docs/decisions): each is whole, names nothing that is gone, and stands in the index; links of pages lead somewhere.
//! `OPTX_BLESS=1 cargo test -p runtime-tests --test decisions` writes the index.

mod links;
mod record;
mod tree;

use optx_results_page::{Part, root};
use record::{AREAS, Record, Status};
use std::fmt::Write as _;
use tree::Tree;

/// All records, by their numbers.
fn records() -> Vec<Record> {
    let folder = root().join("docs/decisions");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the records")
        .map(|entry| entry.expect("a record").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "README.md")
        .collect();
    names.sort();
    let read = |name: &String| {
        let text = std::fs::read_to_string(folder.join(name)).expect("a record");
        Record::parse(name, &text)
    };
    let (read, wrong): (Vec<_>, Vec<_>) = names.iter().map(read).partition(Result::is_ok);
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    read.into_iter().filter_map(Result::ok).collect()
}

/// The table of an area's records.
fn index(records: &[Record]) -> String {
    let mut text = String::new();
    for area in AREAS {
        let _ =
            write!(text, "\n## {area}\n\n| | record | of | passes | |\n|---|---|---|---|---|\n");
        for r in records.iter().filter(|r| r.area == *area) {
            let status = match &r.status {
                Status::InForce => String::new(),
                Status::Refuted => "refuted".to_owned(),
                Status::Superseded(by) => format!("superseded by {by}"),
            };
            let (number, title, file, date) = (&r.number, &r.title, &r.file, &r.date);
            let _ = writeln!(
                text,
                "| {number} | [{title}]({file}) | {date} | {} | {status} |",
                r.passes.join(", ")
            );
        }
    }
    text.push('\n');
    text
}

#[test]
fn the_index_has_every_record() {
    Part::of("decisions/README.md", "index").check(&index(&records())).unwrap();
}

#[test]
fn no_record_names_what_is_gone() {
    let tree = Tree::of_the_repository();
    let gone: Vec<String> = records().iter().flat_map(|record| record.gone(&tree)).collect();
    assert!(gone.is_empty(), "{gone:#?}");
}

/// The two pages that say where things are and where they go.
#[test]
fn pages_of_the_house_name_what_is_there() {
    let tree = Tree::of_the_repository();
    for page in ["docs/architecture.md", "docs/extending.md"] {
        let text = std::fs::read_to_string(root().join(page)).expect("a page");
        let gone = record::missing_of_page(&text, &tree);
        assert!(gone.is_empty(), "{page} names what is gone: {gone:#?}");
    }
}

#[test]
fn numbers_are_one_records_and_what_supersedes_is_there() {
    let records = records();
    for pair in records.windows(2) {
        assert_ne!(pair[0].number, pair[1].number, "{} and {}", pair[0].file, pair[1].file);
    }
    for record in &records {
        if let Status::Superseded(by) = &record.status {
            assert!(records.iter().any(|r| r.number == *by), "{}: there is no {by}", record.file);
        }
    }
}

#[test]
fn links_of_pages_and_sources_lead_to_files() {
    let broken = links::broken();
    assert!(broken.is_empty(), "{broken:#?}");
}
