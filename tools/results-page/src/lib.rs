//! Pages of `docs/results`: which commit figures are of, and the parts of pages that programs write and tests compare.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What figures made now are of, as pages say it: `2026-11-28, commit 6a88e0d8`; where a file is not as the commit has it,
/// `commit 6a88e0d8 with changes`; outside of git's tree `an unknown commit`. The pages themselves may have changed: they do
/// while one after the other is written.
pub fn made() -> String {
    format!("{}, {}", today(), commit(&root()))
}

fn commit(root: &Path) -> String {
    let git = |words: &[&str]| {
        let out = Command::new("git").arg("-C").arg(root).args(words).output().ok()?;
        out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
    };
    // A copy without its history may lie in another's tree.
    let known =
        root.join(".git").exists().then(|| git(&["rev-parse", "--short", "HEAD"])).flatten();
    let Some(known) = known else { return "an unknown commit".to_owned() };
    let changed = git(&["status", "--porcelain", "--", ".", ":(exclude)docs/results"]);
    match changed.as_deref() {
        Some("") => format!("commit {known}"),
        _ => format!("commit {known} with changes"),
    }
}

/// The day, by Greenwich.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    day(seconds / 86_400)
}

/// A day of so many since 1970 began.
fn day(mut days: u64) -> String {
    let mut year = 1970;
    let leap = |year: u64| {
        (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
    };
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

/// A part of a page that a program writes: what stands between the lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
#[derive(Clone, Debug)]
pub struct Part {
    page: PathBuf,
    name: &'static str,
}

impl Part {
    /// A part of a page, which is named from the folder `docs`.
    pub fn of(page: &str, name: &'static str) -> Part {
        Part { page: root().join("docs").join(page), name }
    }

    /// What stands there.
    pub fn read(&self) -> Result<String, String> {
        Ok(self.pieces()?[1].clone())
    }

    /// Puts a text there, of whole lines.
    pub fn write(&self, text: &str) -> Result<(), String> {
        let [before, _, after] = self.pieces()?;
        let new = format!("{before}{text}{after}");
        std::fs::write(&self.page, new).map_err(|e| self.wrong(&e))
    }

    /// Whether a text stands there; where `OPTX_BLESS` is set it is put there instead.
    pub fn check(&self, text: &str) -> Result<(), String> {
        if std::env::var_os("OPTX_BLESS").is_some() {
            return self.write(text);
        }
        if self.read()? == text {
            return Ok(());
        }
        let error =
            format!("`{}` is not what it is to be; OPTX_BLESS=1 writes it:\n{text}", self.name);
        Err(self.wrong(&error))
    }

    /// What stands before it, with its first line; itself; its last line and what stands behind.
    fn pieces(&self) -> Result<[String; 3], String> {
        let page = std::fs::read_to_string(&self.page).map_err(|e| self.wrong(&e))?;
        let (begin, end) =
            (format!("<!-- {}: begin -->\n", self.name), format!("<!-- {}: end -->\n", self.name));
        let at = page.find(&begin).ok_or_else(|| self.wrong(&format!("there is no {begin}")))?;
        let (before, rest) = page.split_at(at + begin.len());
        let at = rest.find(&end).ok_or_else(|| self.wrong(&format!("there is no {end}")))?;
        let (part, after) = rest.split_at(at);
        Ok([before, part, after].map(str::to_owned))
    }

    fn wrong(&self, e: &dyn std::fmt::Display) -> String {
        format!("{}: {e}", self.page.strip_prefix(root()).unwrap_or(&self.page).display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let known = [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_785, "2026-11-28"),
            (20_818, "2026-12-31"),
            (20_819, "2027-01-01"),
            (47_541, "2100-03-01"),
        ];
        for (days, date) in known {
            assert_eq!(day(days), date);
        }
    }

    #[test]
    fn a_tree_says_its_commit_and_whether_it_is_that() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(commit(root), "an unknown commit");
        let git = |words: &[&str]| {
            let identity =
                ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"];
            let out = Command::new("git").arg("-C").arg(root).args(identity).args(words).output();
            assert!(out.unwrap().status.success(), "{words:?}");
        };
        git(&["init", "-q"]);
        std::fs::create_dir_all(root.join("docs/results")).unwrap();
        let (page, source) = (root.join("docs/results/p.md"), root.join("s.rs"));
        std::fs::write(&page, "a").unwrap();
        std::fs::write(&source, "a").unwrap();
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "first"]);
        let clean = commit(root);
        assert!(clean.starts_with("commit ") && !clean.contains("with"), "{clean}");
        std::fs::write(&page, "b").unwrap();
        assert_eq!(commit(root), clean);
        std::fs::write(root.join("new.rs"), "a").unwrap();
        assert_eq!(commit(root), format!("{clean} with changes"));
    }

    #[test]
    fn a_part_is_read_and_written_and_nothing_else_of_its_page() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("p.md");
        std::fs::write(&page, "x\n<!-- a: begin -->\nold\n<!-- a: end -->\ny\n").unwrap();
        let part = Part { page: page.clone(), name: "a" };
        assert_eq!(part.read().unwrap(), "old\n");
        assert!(part.check("new\n").unwrap_err().contains("OPTX_BLESS"));
        part.write("new\n").unwrap();
        part.check("new\n").unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        assert_eq!(text, "x\n<!-- a: begin -->\nnew\n<!-- a: end -->\ny\n");
        let other = Part { page, name: "b" };
        assert!(other.read().unwrap_err().contains("there is no <!-- b: begin -->"));
    }
}
