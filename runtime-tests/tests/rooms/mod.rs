//! The table of crates of docs/architecture.md, which is the one place that says which crates there are and what each may depend on.

use std::path::{Path, PathBuf};

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Room {
    /// Where it is, from the root.
    pub folder: String,
    /// Its name in its manifest.
    pub name: String,
    /// What it is, in words.
    pub what: String,
    /// Which of ours it depends on.
    pub arrows: Vec<String>,
    /// Which of ours its tests need besides.
    pub in_tests: Vec<String>,
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The table as the page has it.
pub fn rooms() -> Vec<Room> {
    let page = root().join("docs/architecture.md");
    let text = std::fs::read_to_string(page).expect("docs/architecture.md");
    parse(&text).unwrap_or_else(|e| panic!("docs/architecture.md: {e}"))
}

/// The line above the rows.
pub const HEAD: &str = "| folder | crate | what it is | depends on | its tests too |";

/// The rows behind [`HEAD`]. Crates are named without `optx-` where no crate has the bare name.
pub fn parse(page: &str) -> Result<Vec<Room>, String> {
    let mut lines = page.lines().skip_while(|line| *line != HEAD).skip(2).peekable();
    if lines.peek().is_none() {
        return Err(format!("there is no table with the head {HEAD}"));
    }
    let mut rooms = Vec::new();
    for line in lines.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let &[folder, name, what, arrows, in_tests] = cells.as_slice() else {
            return Err(format!("a row has five cells: {line}"));
        };
        let code = |cell: &str| cell.trim_matches('`').to_owned();
        let list = |cell: &str| -> Vec<String> {
            cell.split(", ").filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        rooms.push(Room {
            folder: code(folder),
            name: code(name),
            what: what.to_owned(),
            arrows: list(arrows),
            in_tests: list(in_tests),
        });
    }
    let names: Vec<String> = rooms.iter().map(|room| room.name.clone()).collect();
    let full = |word: &mut String| {
        let long = format!("optx-{word}");
        match (names.contains(word), names.contains(&long)) {
            (true, _) => Ok(()),
            (false, true) => {
                *word = long;
                Ok(())
            }
            (false, false) => Err(format!("no crate of the table is `{word}` or `{long}`")),
        }
    };
    for room in &mut rooms {
        room.arrows.iter_mut().chain(&mut room.in_tests).try_for_each(full)?;
    }
    Ok(rooms)
}
