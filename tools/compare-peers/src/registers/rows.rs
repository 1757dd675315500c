//! Rows, and what they come to.

use crate::measure::Compiler;
use crate::registers::need::{Absent, Need};
use runtime_tests::ratios::geometric_mean;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who is measured, in the table's order.
pub const COMPILERS: [Compiler; 3] = [Compiler::Optx3, Compiler::Nvrtc, Compiler::Clang];

/// Where kernels come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// The runtime kernels.
    Runtime,
    /// Those of `--kernels FOLDER`.
    Folder,
    /// Those of `--heavy FOLDER`.
    Heavy,
}

impl List {
    /// What it is called in titles.
    pub fn name(self) -> &'static str {
        match self {
            List::Runtime => "runtime kernels",
            List::Folder => "kernels of the folder",
            List::Heavy => "heavy public kernels",
        }
    }
}

/// A kernel's file for an architecture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Where it comes from.
    pub list: List,
    /// The kernel's file.
    pub kernel: String,
    /// SHA-256 of source and launch file.
    pub hash: String,
    /// The architecture number.
    pub arch: u32,
    /// What each compiler's code needs.
    pub cells: BTreeMap<Compiler, Result<Need, Absent>>,
}

impl Row {
    /// A cell, if there is one.
    pub fn cell(&self, compiler: Compiler) -> Option<&Need> {
        self.cells.get(&compiler)?.as_ref().ok()
    }

    /// S0 of optx's code and of a peer's, where both could be measured.
    pub fn pair(&self, peer: Compiler) -> Option<Pair> {
        let (ours, theirs) = (self.cell(Compiler::Optx3)?, self.cell(peer)?);
        Some(Pair { ours: ours.s0, theirs: theirs.s0 })
    }

    /// Whether optx refuses the kernel, which is then left out.
    pub fn is_refused(&self) -> bool {
        matches!(self.cells.get(&Compiler::Optx3), Some(Err(Absent::Refused(_))))
    }
}

/// S0 of optx's code and of another's; none where the largest cap is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// optx's.
    pub ours: Option<u32>,
    /// The other's.
    pub theirs: Option<u32>,
}

impl Pair {
    /// Ours to theirs; none where one has no S0.
    pub fn ratio(self) -> Option<f64> {
        Some(f64::from(self.ours?) / f64::from(self.theirs?))
    }

    /// Ours is larger; who has none has the largest.
    pub fn is_above(self) -> bool {
        height(self.ours) > height(self.theirs)
    }

    /// Ours is smaller.
    pub fn is_below(self) -> bool {
        height(self.ours) < height(self.theirs)
    }

    /// `40/32`.
    pub fn text(self) -> String {
        format!("{}/{}", shown(self.ours), shown(self.theirs))
    }
}

/// S0 to compare by.
pub fn height(s0: Option<u32>) -> u32 {
    s0.unwrap_or(u32::MAX)
}

/// S0 in a table.
pub fn shown(s0: Option<u32>) -> String {
    s0.map_or("spills".to_owned(), |cap| cap.to_string())
}

/// optx against a peer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The peer.
    pub peer: Compiler,
    /// Kernels of which both were measured.
    pub kernels: usize,
    /// The geometric mean of ours to theirs, over those with two S0.
    pub mean: Option<f64>,
    /// Kernels whose S0 is larger than the peer's, with both.
    pub above: Vec<String>,
    /// Kernels whose S0 is smaller.
    pub below: Vec<String>,
}

impl Comparison {
    /// Of kernels with their S0.
    pub fn of(peer: Compiler, named: &[Named]) -> Comparison {
        let told = |keep: fn(Pair) -> bool| {
            let kept = named.iter().filter(|n| keep(n.pair));
            kept.map(|n| format!("{} {}", n.kernel, n.pair.text())).collect()
        };
        Comparison {
            peer,
            kernels: named.len(),
            mean: geometric_mean(named.iter().filter_map(|n| n.pair.ratio())),
            above: told(Pair::is_above),
            below: told(Pair::is_below),
        }
    }
}

/// A kernel's S0.
#[derive(Clone, Debug)]
pub struct Named {
    /// The kernel's file.
    pub kernel: String,
    /// Its S0.
    pub pair: Pair,
}

/// What the rows of a list for an architecture come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The list.
    pub list: List,
    /// The architecture number.
    pub arch: u32,
    /// Kernels that optx takes.
    pub kernels: usize,
    /// Against each peer.
    pub comparisons: Vec<Comparison>,
    /// Kernels, each with the compiler, that spill under the largest cap.
    pub spilling: Vec<String>,
    /// Kernels that optx refuses, which are left out, with the reason.
    pub refused: Vec<String>,
    /// Kernels that a peer refuses, each with the peer.
    pub without_peer: Vec<String>,
    /// What could not be measured for another reason.
    pub failed: Vec<String>,
    /// With `--all-caps` what spills above its S0.
    pub spilling_above: Vec<String>,
}

/// Sums rows up, by list and architecture.
pub fn summaries(rows: &[Row]) -> Vec<Summary> {
    let mut groups: Vec<(List, u32)> = rows.iter().map(|r| (r.list, r.arch)).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.into_iter().map(|(list, arch)| summary(list, arch, rows)).collect()
}

/// The rows of a list for an architecture, without those that optx refuses.
pub fn rows_of(list: List, arch: u32, rows: &[Row]) -> Vec<&Row> {
    rows.iter().filter(|r| r.list == list && r.arch == arch && !r.is_refused()).collect()
}

/// A cell with its row's name.
struct Told<'r> {
    kernel: &'r str,
    compiler: Compiler,
    cell: &'r Result<Need, Absent>,
}

impl Told<'_> {
    fn name(&self) -> String {
        format!("{}, {}", self.kernel, self.compiler.name())
    }

    fn with(&self, what: &str) -> String {
        format!("{}: {what}", self.name())
    }

    fn spilling(&self) -> Option<String> {
        let spills = matches!(self.cell, Ok(need) if need.s0.is_none());
        spills.then(|| self.name())
    }

    fn refused(&self) -> Option<String> {
        let refused = matches!(self.cell, Err(Absent::Refused(_)));
        (refused && self.compiler == Compiler::Optx3).then(|| self.reason())
    }

    fn without_peer(&self) -> Option<String> {
        let refused = matches!(self.cell, Err(Absent::Refused(_)));
        (refused && self.compiler != Compiler::Optx3).then(|| self.name())
    }

    fn failed(&self) -> Option<String> {
        matches!(self.cell, Err(Absent::Failed(_))).then(|| self.reason())
    }

    fn reason(&self) -> String {
        self.cell.as_ref().map_or_else(|absent| self.with(absent.reason()), |_| String::new())
    }

    fn spilling_above(&self) -> Option<String> {
        let need = self.cell.as_ref().ok().filter(|need| !need.spilling_above.is_empty())?;
        let caps: Vec<String> = need.spilling_above.iter().map(u32::to_string).collect();
        Some(self.with(&format!("S0 {}, and spills at {}", shown(need.s0), caps.join(", "))))
    }
}

fn summary(list: List, arch: u32, all: &[Row]) -> Summary {
    let rows = rows_of(list, arch, all);
    let every = all.iter().filter(|r| r.list == list && r.arch == arch);
    let told: Vec<Told<'_>> = every
        .flat_map(|r| {
            let cells = r.cells.iter();
            cells.map(|(&compiler, cell)| Told { kernel: &r.kernel, compiler, cell })
        })
        .collect();
    let comparison = |&peer: &Compiler| {
        let named = |r: &&'_ Row| r.pair(peer).map(|pair| Named { kernel: r.kernel.clone(), pair });
        Comparison::of(peer, &rows.iter().filter_map(named).collect::<Vec<_>>())
    };
    Summary {
        list,
        arch,
        kernels: rows.len(),
        comparisons: Compiler::PEERS.iter().map(comparison).collect(),
        spilling: told.iter().filter_map(Told::spilling).collect(),
        refused: told.iter().filter_map(Told::refused).collect(),
        without_peer: told.iter().filter_map(Told::without_peer).collect(),
        failed: told.iter().filter_map(Told::failed).collect(),
        spilling_above: told.iter().filter_map(Told::spilling_above).collect(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Absent, COMPILERS, Compiler, List, Need, Row, summaries};

    /// A row with S0 of each compiler.
    pub(crate) fn row(kernel: &str, arch: u32, s0: [Option<u32>; 3]) -> Row {
        let need = |s0| Need { s0, registers: 40, blocks: Some(6), ..Need::default() };
        let cells = COMPILERS.into_iter().zip(s0.map(|s0| Ok(need(s0)))).collect();
        let (kernel, hash) = (kernel.to_owned(), format!("hash of {kernel}"));
        Row { list: List::Runtime, kernel, hash, arch, cells }
    }

    #[test]
    fn sums_are_means_and_counts_of_what_was_measured() {
        let mut rows = vec![
            row("a", 80, [Some(64), Some(32), Some(64)]),
            row("b", 80, [Some(24), Some(48), Some(24)]),
            row("c", 80, [Some(32), Some(32), None]),
            row("d", 80, [None, Some(248), Some(255)]),
            row("e", 80, [Some(24), Some(24), Some(24)]),
            row("f", 80, [Some(24), Some(24), Some(24)]),
            row("a", 90, [Some(48), Some(24), Some(24)]),
        ];
        rows[4].cells.insert(Compiler::Optx3, Err(Absent::Refused("E0100".to_owned())));
        rows[5].cells.insert(Compiler::Nvrtc, Err(Absent::Failed("no tool".to_owned())));
        rows[6].cells.insert(Compiler::Clang, Err(Absent::Refused("no".to_owned())));
        let sums = summaries(&rows);
        assert_eq!(
            sums.iter().map(|s| (s.arch, s.kernels)).collect::<Vec<_>>(),
            [(80, 5), (90, 1)]
        );
        let [nvrtc, clang] = &sums[0].comparisons[..] else { panic!("two peers") };
        assert_eq!((nvrtc.kernels, clang.kernels), (4, 5));
        // 2, 1/2 and 1: the one that spills has no ratio.
        assert!((nvrtc.mean.unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(nvrtc.above, ["a 64/32", "d spills/248"]);
        assert_eq!(nvrtc.below, ["b 24/48"]);
        assert_eq!(clang.above, ["d spills/255"]);
        assert_eq!(clang.below, ["c 32/spills"]);
        assert_eq!(sums[0].spilling, ["c, clang", "d, optx -O3"]);
        assert_eq!(sums[0].refused, ["e, optx -O3: E0100"]);
        assert_eq!(sums[0].failed, ["f, nvrtc: no tool"]);
        assert_eq!(sums[1].comparisons[0].mean, Some(2.0));
        assert_eq!(sums[1].without_peer, ["a, clang"]);
    }

    #[test]
    fn what_spills_above_is_told() {
        let mut rows = vec![row("a", 80, [Some(64); 3])];
        let need = Need { s0: Some(64), spilling_above: vec![72, 80], ..Need::default() };
        rows[0].cells.insert(Compiler::Nvrtc, Ok(need));
        assert_eq!(summaries(&rows)[0].spilling_above, ["a, nvrtc: S0 64, and spills at 72, 80"]);
    }
}
