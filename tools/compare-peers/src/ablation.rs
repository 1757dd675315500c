//! What each pass is worth: every kernel compiled without it, against all passes together.
//!
//! Idea: figure 10 of J. Wu and others, "gpucc" (CGO 2016), the other way round: one group of rows of the pipeline is left out in turn, so
//! that what others make of its work counts too. PTX that is the same needs no run.

use crate::board::ratio;
use crate::measure::{Machine, Measured, Ran};
use rayon::prelude::*;
use runtime_tests::ratios::geometric_mean;
use runtime_tests::suite::{self, Case};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Groups that are left out together: what one does another does half.
const FAMILIES: [(&str, &[&str]); 3] = [
    ("*partial redundancy*", &["load-pre", "expression-pre", "store-sinking", "hoisting"]),
    (
        "*addresses and straight-line code*",
        &[
            "address-reassociation",
            "narrow-addresses",
            "speculation",
            "straight-line-reduction",
            "strength-reduction",
            "global-reassociation",
        ],
    ),
    ("*branches*", &["if-conversion", "jump-threading", "tail-merging", "simplify-cfg"]),
];

/// What is left out.
struct Without {
    name: String,
    groups: Vec<&'static str>,
}

/// What was measured, by kernel and PTX.
type Known = Mutex<BTreeMap<(usize, String), Result<Measured, String>>>;

/// A kernel with all passes, for an architecture.
struct Whole<'a> {
    case: &'a Case,
    arch: u32,
    ptx: String,
    measured: Measured,
}

/// What leaving something out makes of the kernels.
pub struct Worth {
    /// What was left out.
    pub name: String,
    /// Kernels whose PTX changes, of all architectures.
    pub changed: usize,
    /// Geometric means over all kernels, without it against with it.
    pub ratios: [Option<f64>; 5],
    /// The kernel that loses most, with its ratio of machine instructions executed.
    pub most: Option<(String, f64)>,
    /// Kernels that execute fewer machine instructions without it, by more than one in a hundred.
    pub gains: Vec<(String, f64)>,
    /// What could not be measured.
    pub failed: Vec<String>,
}

/// What the columns of ratios are.
const COLUMNS: [&str; 5] = ["executed", "free", "SASS", "registers", "sectors"];

fn figures(measured: &Measured) -> [u64; 5] {
    let Measured { nounroll, free, sectors, .. } = measured;
    let Machine { executed, instructions, registers, .. } = *nounroll;
    [executed, free.executed, instructions, registers.into(), *sectors]
}

fn compile(case: &Case, arch: u32, without: &[&str]) -> Result<String, String> {
    let mut options = case.launch.options.clone();
    if !without.is_empty() {
        let list: Vec<String> = without.iter().map(|group| format!("-{group}")).collect();
        options.push(format!("--passes={}", list.join(",")));
    }
    suite::optx(&case.source, &options, "-O3", &arch.to_string()).map_err(|e| e.to_string())
}

fn measured(case: &Case, arch: u32, ptx: &str) -> Result<Measured, String> {
    Ran::run(case, ptx, arch)?.measured()
}

fn whole_of(case: &Case, arch: u32) -> Result<Whole<'_>, String> {
    let ptx = compile(case, arch, &[])?;
    let measured = measured(case, arch, &ptx).map_err(|e| format!("{}: {e}", case.name))?;
    Ok(Whole { case, arch, ptx, measured })
}

/// Leaves out each of the groups whose names hold one of the words, all where there are none, and then each family of them.
pub fn ablate(cases: &[Case], archs: &[u32], words: &[String]) -> Result<Vec<Worth>, String> {
    let jobs: Vec<(&Case, u32)> =
        cases.iter().flat_map(|case| archs.iter().map(move |&arch| (case, arch))).collect();
    let wholes: Vec<Whole<'_>> =
        jobs.par_iter().map(|&(case, arch)| whole_of(case, arch)).collect::<Result<_, String>>()?;
    let single = suite::optional_groups()
        .into_iter()
        .map(|g| Without { name: g.to_owned(), groups: vec![g] });
    let families = FAMILIES
        .iter()
        .map(|(name, groups)| Without { name: (*name).to_owned(), groups: groups.to_vec() });
    let mut all: Vec<Without> = single.chain(families).collect();
    all.retain(|w| words.is_empty() || words.iter().any(|word| w.name.contains(word.as_str())));
    if all.is_empty() {
        return Err(format!("no such group; there are {}", suite::optional_groups().join(", ")));
    }
    // Passes that change nothing in a kernel give the PTX that another lack gave.
    let known = Known::default();
    let done = AtomicUsize::new(0);
    let worth = |without: &Without| {
        let worth = worth(without, &wholes, &known);
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        eprintln!("{count} of {}: without {}", all.len(), without.name);
        worth
    };
    Ok(all.iter().map(worth).collect())
}

fn worth(without: &Without, wholes: &[Whole<'_>], known: &Known) -> Worth {
    let one = |(k, whole): (usize, &Whole<'_>)| {
        let ptx = compile(whole.case, whole.arch, &without.groups)?;
        if ptx == whole.ptx {
            return Ok(None);
        }
        let key = (k, ptx);
        let before = known.lock().ok().and_then(|known| known.get(&key).cloned());
        let found = before.unwrap_or_else(|| measured(whole.case, whole.arch, &key.1));
        if let Ok(mut known) = known.lock() {
            known.insert(key, found.clone());
        }
        found.map(Some)
    };
    let cells: Vec<Result<Option<Measured>, String>> =
        wholes.par_iter().enumerate().map(one).collect();
    let mut ratios: [Vec<f64>; 5] = Default::default();
    let mut worth = Worth {
        name: without.name.clone(),
        changed: 0,
        ratios: [None; 5],
        most: None,
        gains: Vec::new(),
        failed: Vec::new(),
    };
    for (whole, cell) in wholes.iter().zip(cells) {
        let name = format!("{} sm_{}", whole.case.name, whole.arch);
        let lacking = match cell {
            Ok(Some(measured)) => {
                worth.changed += 1;
                measured
            }
            Ok(None) => whole.measured,
            Err(e) => {
                worth.failed.push(format!("{name}: {e}"));
                continue;
            }
        };
        let both = figures(&lacking).into_iter().zip(figures(&whole.measured));
        for (k, (lacking, all)) in both.enumerate() {
            ratios[k].extend(ratio(lacking, all));
        }
        let Some(executed) = ratio(lacking.nounroll.executed, whole.measured.nounroll.executed)
        else {
            continue;
        };
        if executed > worth.most.as_ref().map_or(1.0, |most| most.1) {
            worth.most = Some((name.clone(), executed));
        }
        if executed < 0.99 {
            worth.gains.push((name, executed));
        }
    }
    worth.ratios = ratios.map(|list| geometric_mean(list.into_iter().filter(|&r| r > 0.0)));
    worth.gains.sort_by(|a, b| a.1.total_cmp(&b.1));
    worth
}

/// What the columns mean.
pub const LEGEND: &str = "\
optx -O3 without a group of passes against optx -O3, geometric means over the kernels: machine instructions executed (estimated, loops not
unrolled by ptxas; free: where it may), machine instructions there are, registers, sectors of global memory. Above 1: the pass gains.
Then the kernel that loses most without it, and those that gain.";

/// The table as Markdown.
pub fn markdown(worths: &[Worth]) -> String {
    let mut out = format!(
        "| without | kernels changed | {} | loses most | gain |\n|---|--:|{}---|---|\n",
        COLUMNS.join(" | "),
        "--:|".repeat(COLUMNS.len())
    );
    let told = |(name, ratio): &(String, f64)| format!("{name} {ratio:.2}");
    for worth in worths {
        let ratios = worth.ratios.iter().map(|r| r.map_or("-".to_owned(), |r| format!("{r:.3}")));
        let gains: Vec<String> = worth.gains.iter().take(4).map(told).collect();
        let more = worth.gains.len().saturating_sub(4);
        let more = if more > 0 { format!(", {more} more") } else { String::new() };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {}{more} |",
            worth.name,
            worth.changed,
            ratios.collect::<Vec<_>>().join(" | "),
            worth.most.as_ref().map(told).unwrap_or_default(),
            gains.join(", "),
        );
        for failed in &worth.failed {
            let _ = writeln!(out, "| | | | | | | | failed: {failed} | |");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::FAMILIES;
    use runtime_tests::suite;

    /// A family names groups that may be left out.
    #[test]
    fn families_are_of_groups() {
        let groups = suite::optional_groups();
        assert!(groups.len() > 20);
        for (name, family) in FAMILIES {
            assert!(family.iter().all(|group| groups.contains(group)), "{name}");
        }
    }
}
