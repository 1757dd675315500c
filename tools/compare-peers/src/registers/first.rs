//! S0 as it was before passes were built that lower it: what the page's table of first figures is made of.
//!
//! `first_registers.txt` has a line a kernel: name, SHA-256 of source and launch file, and for each architecture S0 of optx -O3 and of
//! NVRTC. A kernel whose text changed is compared with nothing.

use crate::measure::Compiler;
use crate::registers::rows::{Comparison, List, Named, Pair, Row, rows_of};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What was frozen of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// SHA-256 of source and launch file, in hexadecimal digits.
    pub hash: String,
    /// S0 of optx's and of NVRTC's code, by architecture number.
    pub s0: BTreeMap<u32, Pair>,
}

/// Kernels by name.
pub type Firsts = BTreeMap<String, First>;

/// Where it is kept.
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("first_registers.txt")
}

/// What is kept; nothing where the file is not there.
pub fn load() -> Result<Firsts, String> {
    match std::fs::read_to_string(file()) {
        Ok(text) => read(&text),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(e) => Err(format!("{}: {e}", file().display())),
    }
}

/// Reads `first_registers.txt`; a line that is wrong is an error with its number.
pub fn read(text: &str) -> Result<Firsts, String> {
    let mut all = BTreeMap::new();
    for (k, line) in text.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#'))
    {
        let entry =
            entry(line).ok_or_else(|| format!("first_registers.txt:{}: `{line}`", k + 1))?;
        all.insert(entry.0, entry.1);
    }
    Ok(all)
}

/// `nbody 3f...9a 80=40/32 90=spills/248`
fn entry(line: &str) -> Option<(String, First)> {
    let mut words = line.split_whitespace();
    let (name, hash) = (words.next()?.to_owned(), words.next()?.to_owned());
    let cap = |word: &str| match word {
        "spills" => Some(None),
        number => number.parse().ok().map(Some),
    };
    let mut s0 = BTreeMap::new();
    for word in words {
        let (arch, pair) = word.split_once('=')?;
        let (ours, theirs) = pair.split_once('/')?;
        let pair = Pair { ours: cap(ours)?, theirs: cap(theirs)? };
        s0.insert(arch.parse().ok()?, pair);
    }
    Some((name, First { hash, s0 }))
}

/// The text of `first_registers.txt`.
pub fn write(all: &Firsts) -> String {
    let mut out = String::from(
        "# kernel, SHA-256 of its source and launch file, S0 of optx -O3 and of NVRTC before the pass `rematerialize`\n",
    );
    for (name, first) in all {
        let _ = write!(out, "{name} {}", first.hash);
        for (arch, pair) in &first.s0 {
            let _ = write!(out, " {arch}={}", pair.text());
        }
        out.push('\n');
    }
    out
}

/// Adds what is not there; what is stays.
pub fn add(known: &mut Firsts, rows: &[Row]) {
    for row in rows {
        let Some(pair) = row.pair(Compiler::Nvrtc) else { continue };
        let new = || First { hash: row.hash.clone(), s0: BTreeMap::new() };
        let first = known.entry(row.kernel.clone()).or_insert_with(new);
        if first.hash == row.hash {
            first.s0.entry(row.arch).or_insert(pair);
        }
    }
}

/// Then and now, over the kernels of a list that are known from then and measured now.
#[derive(Clone, Debug, PartialEq)]
pub struct ThenNow {
    /// Against NVRTC then.
    pub then: Comparison,
    /// Against NVRTC now.
    pub now: Comparison,
    /// optx now (ours) against optx then (theirs).
    pub ours: Comparison,
}

/// Of a list for an architecture.
pub fn then_and_now(known: &Firsts, list: List, arch: u32, rows: &[Row]) -> ThenNow {
    let (mut then, mut now, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows_of(list, arch, rows) {
        let first = known.get(&row.kernel).filter(|first| first.hash == row.hash);
        let first = first.and_then(|first| first.s0.get(&arch));
        let (Some(&first), Some(pair)) = (first, row.pair(Compiler::Nvrtc)) else { continue };
        let named = |pair| Named { kernel: row.kernel.clone(), pair };
        then.push(named(first));
        now.push(named(pair));
        ours.push(named(Pair { ours: pair.ours, theirs: first.ours }));
    }
    let of = |named: &[Named]| Comparison::of(Compiler::Nvrtc, named);
    ThenNow { then: of(&then), now: of(&now), ours: of(&ours) }
}

#[cfg(test)]
mod tests {
    use super::{Firsts, add, load, read, then_and_now, write};
    use crate::registers::rows::{List, tests::row};

    #[test]
    fn what_is_written_is_read_and_wrong_lines_are_told() {
        let mut all = Firsts::new();
        let rows = [row("a", 80, [Some(40), Some(32), None]), row("a", 90, [None, Some(24), None])];
        add(
            &mut all,
            &rows.map(|mut row| {
                row.hash = "3f9a".to_owned();
                row
            }),
        );
        assert!(write(&all).ends_with("\na 3f9a 80=40/32 90=spills/24\n"));
        assert_eq!(read(&write(&all)), Ok(all));
        for wrong in ["a", "a 3f 80", "a 3f 80=24", "a 3f 80=24/x", "a 3f x=24/24", "a 3f 80=-/24"]
        {
            let text = format!("# comment\n{wrong}\n");
            assert_eq!(read(&text), Err(format!("first_registers.txt:2: `{wrong}`")));
        }
    }

    #[test]
    fn what_is_known_stays_and_then_is_compared_with_now() {
        let mut known = Firsts::new();
        add(&mut known, &[row("a", 80, [Some(64), Some(32), None])]);
        let mut rows = vec![
            row("a", 80, [Some(32), Some(32), None]),
            row("b", 80, [Some(24), Some(24), None]),
            row("a", 90, [Some(40), Some(40), None]),
        ];
        let sums = then_and_now(&known, List::Runtime, 80, &rows);
        assert_eq!((sums.then.kernels, sums.then.mean, sums.now.mean), (1, Some(2.0), Some(1.0)));
        assert_eq!((sums.then.above.len(), sums.now.above.len()), (1, 0));
        assert_eq!((sums.ours.mean, sums.ours.below.len()), (Some(0.5), 1));
        add(&mut known, &rows);
        assert_eq!(known["a"].s0[&80].ours, Some(64));
        assert_eq!(known["a"].s0[&90].ours, Some(40));
        assert_eq!(known.len(), 2);
        rows[0].hash.push('x');
        add(&mut known, &rows);
        assert_eq!(then_and_now(&known, List::Runtime, 80, &rows).then.kernels, 1);
    }

    /// A runtime kernel that was measured is what it was.
    #[test]
    fn the_kernels_are_those_of_the_first_figures() {
        let known = load().expect("readable");
        for case in runtime_tests::suite::cases().expect("kernels") {
            let Some(first) = known.get(&case.name) else { continue };
            let hash = crate::frozen::hash(&case).expect("readable");
            assert_eq!(first.hash, hash, "{} is not the kernel that was measured", case.name);
        }
    }
}
