//! One record: its head, its parts, the names in it, and which of them the tree does not have.

use crate::tree::Tree;

/// What records are about, in the index's order.
pub const AREAS: &[&str] = &[
    "House",
    "Frontend",
    "SSA and analyses",
    "Variance",
    "Passes",
    "Code generation",
    "Emulator",
    "Judging and CI",
    "Command",
];

/// What each record says, in this order.
const PARTS: &[&str] = &["**Context.**", "**Decision.**", "**Evidence.**", "**Held by**"];

/// No record has more lines: half a screen.
const LONGEST: usize = 32;

/// How a path ends that is written without a folder.
const ENDINGS: &[&str] = &[".rs", ".cu", ".cuh", ".md", ".toml", ".py", ".txt", ".json"];

#[derive(Debug, PartialEq, Eq)]
pub enum Status {
    InForce,
    Refuted,
    /// By the record of this number.
    Superseded(String),
}

/// A record, read.
#[derive(Debug)]
pub struct Record {
    /// The file's name.
    pub file: String,
    /// Four digits.
    pub number: String,
    pub title: String,
    pub status: Status,
    pub date: String,
    pub area: String,
    pub passes: Vec<String>,
    /// What stands behind the head, a line.
    body: String,
    lines: usize,
}

/// A name in backticks.
struct Span<'a> {
    text: &'a str,
    /// It stands in `~~`: said to be gone.
    gone: bool,
    /// It stands behind "Held by".
    holds: bool,
}

impl Record {
    /// Reads a record; the error says what it lacks.
    pub fn parse(file: &str, text: &str) -> Result<Record, String> {
        let wrong = |what: &str| format!("{file}: {what}");
        let mut paragraphs = text.split("\n\n");
        let first = paragraphs.next().and_then(|line| line.strip_prefix("# "));
        let (number, title) = first
            .and_then(|l| l.split_once(' '))
            .ok_or_else(|| wrong("begins with `# NNNN TITLE`"))?;
        if number.len() != 4 || !file.starts_with(&format!("{number}-")) {
            return Err(wrong("the file's name begins with the record's number"));
        }
        let head = paragraphs.next().unwrap_or_default().replace('\n', " ");
        let field = |name: &str| {
            let (_, rest) = head.split_once(&format!("{name}: "))?;
            Some(rest.split(". ").next().unwrap_or(rest).trim_end_matches('.').to_owned())
        };
        let said = |name: &str| field(name).ok_or_else(|| wrong(&format!("no `{name}: `")));
        let status = match said("Status")?.as_str() {
            "in force" => Status::InForce,
            "refuted" => Status::Refuted,
            other => {
                let by = other.strip_prefix("superseded by [").and_then(|rest| rest.get(..4));
                Status::Superseded(by.ok_or_else(|| wrong("an unknown status"))?.to_owned())
            }
        };
        let passes = field("Passes").unwrap_or_default();
        let record = Record {
            file: file.to_owned(),
            number: number.to_owned(),
            title: title.to_owned(),
            status,
            date: said("Date")?,
            area: said("Area")?,
            passes: passes
                .split(", ")
                .map(|p| p.trim_matches('`').to_owned())
                .filter(|p| !p.is_empty())
                .collect(),
            body: paragraphs.collect::<Vec<_>>().join(" ").replace('\n', " "),
            lines: text.lines().count(),
        };
        let mut from = 0;
        for part in PARTS {
            let at = record.body[from..]
                .find(part)
                .ok_or_else(|| wrong(&format!("no {part} in its place")))?;
            from += at;
        }
        if !AREAS.contains(&record.area.as_str()) {
            return Err(wrong(&format!("no area is `{}`", record.area)));
        }
        if record.lines > LONGEST {
            return Err(wrong(&format!("{} lines, of at most {LONGEST}", record.lines)));
        }
        Ok(record)
    }

    fn spans(&self) -> Vec<Span<'_>> {
        let held = self.body.find("**Held by**").unwrap_or(self.body.len());
        let mut spans = Vec::new();
        let mut at = 0;
        for (k, text) in self.body.split('`').enumerate() {
            if k % 2 == 1 {
                let gone = self.body[..at - 1].ends_with("~~");
                spans.push(Span { text, gone, holds: at > held });
            }
            at += text.len() + 1;
        }
        spans
    }

    /// What it names and the tree does not have, and what it calls gone that the tree has. Of what is not in force any more names may be gone.
    pub fn gone(&self, tree: &Tree) -> Vec<String> {
        if self.status != Status::InForce {
            return Vec::new();
        }
        let mut found = Vec::new();
        for pass in self.passes.iter().filter(|pass| !tree.has_pass(pass)) {
            found.push(format!("{}: no pass is `{pass}`", self.file));
        }
        for span in self.spans() {
            let missing = missing(span.text, span.holds, tree);
            match (span.gone, missing.is_empty()) {
                (true, true) => found.push(format!("{}: `{}` is not gone", self.file, span.text)),
                (false, false) => found.extend(missing.iter().map(|name| {
                    let what = if span.holds { "no test or name" } else { "nothing" };
                    format!("{}: {what} of the tree is `{name}`", self.file)
                })),
                _ => {}
            }
        }
        found
    }
}

/// The names between backticks of a page that the tree does not have. `NAME` stands for any name.
pub fn missing_of_page(page: &str, tree: &Tree) -> Vec<String> {
    // Blocks between fences are input and output.
    let prose: String = page.split("```").step_by(2).collect();
    let spans = prose.split('`').skip(1).step_by(2).filter(|span| !span.contains("NAME"));
    spans.flat_map(|span| missing(span, false, tree)).map(str::to_owned).collect()
}

/// The names in a text between backticks that the tree does not have.
fn missing<'a>(span: &'a str, is_test: bool, tree: &Tree) -> Vec<&'a str> {
    let single = !span.contains(' ');
    if single && is_test && is_name(span) {
        return if tree.has_test(span) { Vec::new() } else { vec![span] };
    }
    let mut found = Vec::new();
    for piece in span.split_whitespace() {
        let piece = piece.trim_matches(|c: char| "()[]{}<>\"',;:&*!".contains(c));
        if is_of_a_commit(piece) {
            continue;
        }
        if let Some(option) = piece.strip_prefix("--") {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            if !name.is_empty() && !tree.has_option(name) {
                found.push(piece);
            }
            // Passes are switched by their names.
            let rows = value.split(',').map(|row| row.trim_start_matches(['-', '+']));
            if name == "passes" {
                found.extend(rows.filter(|row| is_name(row) && !tree.has_pass(row)));
            }
            continue;
        }
        if is_path(piece) {
            if !tree.has_path(piece) {
                found.push(piece);
            }
            continue;
        }
        let words = piece.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'));
        for word in words.map(|word| word.trim_matches('-')) {
            if (single || is_telling(word)) && is_name(word) && !tree.has_word(word) {
                found.push(word);
            }
        }
    }
    found
}

/// `COMMIT:path`: what stood in a commit.
fn is_of_a_commit(piece: &str) -> bool {
    let commit = piece.split(':').next().unwrap_or_default();
    commit.len() >= 7 && commit.len() < piece.len() && commit.bytes().all(|b| b.is_ascii_hexdigit())
}

fn is_name(word: &str) -> bool {
    word.len() > 2
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-./:".contains(&b))
}

/// A path has a folder, or an ending that sources have; `k.cu` stands for any file.
fn is_path(piece: &str) -> bool {
    let plain = piece.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-./".contains(&b));
    let stem = piece.split('.').next().unwrap_or_default();
    let folder = piece.split('/').all(|part| part.len() > 1 || part.is_empty());
    plain
        && ((piece.contains('/') && folder && piece.trim_matches('/').len() > 3)
            || (stem.len() > 2 && ENDINGS.iter().any(|ending| piece.ends_with(ending))))
}

/// A word that is a name wherever it stands: `a_b`, `AbcDef`, `abcDef`.
fn is_telling(word: &str) -> bool {
    let inner = word.trim_matches('_');
    let camel =
        inner.as_bytes().windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
    inner.contains('_') || camel
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "# 0001 T\n\nStatus: in force. Date: 2026-11-28. Area: Passes. Passes: `sinking`.\n\n";

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.pass("sinking");
        tree.path("wopt/opt/src/pass/redundancy/pre");
        tree.path("wopt/opt/src/pass/redundancy/pre/loads.rs");
        tree.path("wopt/opt/tests/passes/sinks.cu");
        tree.source(
            "cg/src/a.rs",
            "const MOST_SPENT: u32 = 7; // --emit-claims --passes\nlet x = \"no-inline\"; impl Held {}",
        );
        tree.source("runtime-tests/tests/b.rs", "fn notices() {}");
        tree
    }

    fn gone(text: &str, held: &str) -> Vec<String> {
        let text = format!(
            "{HEAD}**Context.** c\n\n**Decision.** {text}\n\n**Evidence.** e\n\n**Held by** {held}\n"
        );
        Record::parse("0001-t.md", &text).unwrap().gone(&tree())
    }

    #[test]
    fn what_is_there_is_no_fault() {
        let text = "`MOST_SPENT`, `Held::notices`, `pre/loads.rs`, `wopt/opt/src/pass/redundancy/pre`, `--emit-claims=F`, `--no-inline`, `x = a[i]`, \
                    `--passes=-sinking`, `0123abc:tools/old`, ~~`OLD_NAME`~~, `k.cu`, `a / b`";
        assert_eq!(gone(text, "`sinks`, `notices`, `sinks.cu`"), [""; 0]);
    }

    #[test]
    fn what_is_gone_is_found() {
        for name in [
            "MOST_LEFT",
            "Held::named",
            "pre/stores.rs",
            "wopt/opt/src/post",
            "--emit-blame=F",
            "cargo test --no-outline",
            "--passes=-rising",
            "int t = MOST_LEFT + 1",
            "losing",
            "name-loads",
            "stores.rs",
            "let HeldBack = 1",
        ] {
            assert_eq!(gone(&format!("`{name}`"), "`sinks`").len(), 1, "{name}");
        }
        assert_eq!(gone("d", "`sinks`, `swims`, `MOST_SPENT`").len(), 2, "no tests");
        assert_eq!(gone("~~`MOST_SPENT`~~", "`sinks`"), ["0001-t.md: `MOST_SPENT` is not gone"]);
    }

    #[test]
    fn a_page_that_names_what_is_gone_is_told() {
        let page = "`pre/loads.rs`, `wopt/NAME.rs`\n```\n`a/gone.rs`\n```\n`pre/stores.rs`";
        assert_eq!(missing_of_page(page, &tree()), ["pre/stores.rs"]);
    }

    #[test]
    fn a_pass_that_is_gone_is_found() {
        let text = HEAD.replace("sinking", "rising")
            + "**Context.** **Decision.** **Evidence.** **Held by** nothing.\n";
        let mut record = Record::parse("0001-t.md", &text).unwrap();
        assert_eq!(record.gone(&tree()), ["0001-t.md: no pass is `rising`"]);
        record.status = Status::Refuted;
        assert_eq!(record.gone(&tree()), [""; 0]);
    }

    #[test]
    fn a_record_without_its_parts_is_none() {
        let whole =
            HEAD.to_owned() + "**Context.** **Decision.** **Evidence.** **Held by** nothing.\n";
        assert!(Record::parse("0001-t.md", &whole).is_ok());
        for (from, to) in [
            ("**Evidence.** ", ""),
            ("**Context.** **Decision.**", "**Decision.** **Context.**"),
            ("in force", "forced"),
            ("Area: Passes", "Area: Roads"),
            ("Date: ", ""),
            ("# 0001", "# 0002"),
            ("nothing.", &"x\n".repeat(40)),
        ] {
            assert!(Record::parse("0001-t.md", &whole.replacen(from, to, 1)).is_err(), "{from}");
        }
        let after = whole.replace("in force", "superseded by [0007](0007-b.md)");
        assert_eq!(
            Record::parse("0001-t.md", &after).unwrap().status,
            Status::Superseded("0007".to_owned())
        );
    }
}
