//! What the scoreboard is held against: kernels and launch files by their hash, and what the table said when it was first made.
//!
//! `first_run.txt` has a line a kernel: name, SHA-256 of source and launch file, and the estimate of optx -O3 for each architecture
//! with loops left alone. A kernel whose text changed is compared with nothing, which is told; a new one neither.

use runtime_tests::suite::Case;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What was frozen of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen {
    /// SHA-256 of source and launch file, in hexadecimal digits.
    pub hash: String,
    /// The first estimate by architecture number.
    pub first: BTreeMap<u32, u64>,
}

/// Where it is kept.
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("first_run.txt")
}

/// What is kept; nothing where the file is not there.
pub fn load() -> Result<BTreeMap<String, Frozen>, String> {
    match std::fs::read_to_string(file()) {
        Ok(text) => read(&text),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(e) => Err(format!("{}: {e}", file().display())),
    }
}

/// Reads `first_run.txt`; a line that is wrong is an error with its number.
pub fn read(text: &str) -> Result<BTreeMap<String, Frozen>, String> {
    let mut all = BTreeMap::new();
    for (k, line) in text.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#'))
    {
        let entry = entry(line).ok_or_else(|| format!("first_run.txt:{}: `{line}`", k + 1))?;
        all.insert(entry.0, entry.1);
    }
    Ok(all)
}

/// `saxpy 3f...9a 80=1234 90=1230`
fn entry(line: &str) -> Option<(String, Frozen)> {
    let mut words = line.split_whitespace();
    let (name, hash) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut first = BTreeMap::new();
    for word in words {
        let (arch, count) = word.split_once('=')?;
        first.insert(arch.parse().ok()?, count.parse().ok()?);
    }
    Some((name, Frozen { hash, first }))
}

/// The text of `first_run.txt`.
pub fn write(all: &BTreeMap<String, Frozen>) -> String {
    let mut out = String::from(
        "# kernel, SHA-256 of its source and launch file, estimates of optx -O3 when the table was first made\n",
    );
    for (name, frozen) in all {
        let _ = write!(out, "{name} {}", frozen.hash);
        for (arch, count) in &frozen.first {
            let _ = write!(out, " {arch}={count}");
        }
        out.push('\n');
    }
    out
}

/// The hash of a kernel's source and launch file.
pub fn hash(case: &Case) -> Result<String, String> {
    let mut hash = Sha256::new();
    for file in [case.source.clone(), case.source.with_extension("launch.toml")] {
        let bytes = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    Ok(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::{Frozen, load, read, write};
    use std::collections::BTreeMap;

    #[test]
    fn what_is_written_is_read_and_wrong_lines_are_told() {
        let first = BTreeMap::from([(80, 1234), (90, 1230)]);
        let all = BTreeMap::from([("saxpy".to_owned(), Frozen { hash: "3f9a".to_owned(), first })]);
        assert_eq!(read(&write(&all)), Ok(all));
        for wrong in ["saxpy", "saxpy 3f 80", "saxpy 3f 80=x", "saxpy 3f x=1"] {
            let text = format!("# comment\n{wrong}\n");
            assert_eq!(read(&text), Err(format!("first_run.txt:2: `{wrong}`")));
        }
    }

    /// Every kernel was measured when the table was first made, and is what it was.
    #[test]
    fn the_kernels_are_those_of_the_first_run() {
        let known = load().expect("readable");
        for case in runtime_tests::suite::cases().expect("kernels") {
            let Some(frozen) = known.get(&case.name) else { continue };
            let hash = super::hash(&case).expect("readable");
            assert_eq!(frozen.hash, hash, "{} is not the kernel that was measured", case.name);
        }
        assert!(known.len() >= 67);
    }
}
