//! What each pass is worth: every kernel compiled without it, against all passes together.
//!
//! Idea: figure 10 of J. Wu and others, "gpucc" (CGO 2016), the other way round: one group of rows of the pipeline is left out in turn, so
//! that what others make of its work counts too. [`crate::cumulation`] is the figure as it stands there.

use crate::board::ratio;
use crate::lack::{Bench, COLUMNS, Cell, Lack, figures};
use runtime_tests::ratios::geometric_mean;
use runtime_tests::suite;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Left out together: what one does another does half, or what is no row of the pipeline.
const TOGETHER: [(&str, &[&str], &[&str]); 9] = [
    ("*inlining*", &[], &["-fno-inline"]),
    ("*arguments by value*", &[], &["-fno-promote-arguments"]),
    ("*objects told apart*", &[], &["-alias=spaces"]),
    ("*restrict told apart*", &[], &["-alias=objects"]),
    (
        "*all of memory*",
        &["memory-spaces", "dead-stores", "read-only-loads", "summarize"],
        &["-alias=spaces"],
    ),
    ("*partial redundancy*", &["load-pre", "expression-pre", "store-sinking", "hoisting"], &[]),
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
        &[],
    ),
    ("*loops*", &["unrolling", "strength-reduction"], &[]),
    ("*branches*", &["if-conversion", "simplify-cfg"], &[]),
];

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

/// Leaves out each of the groups whose names hold one of the words, all where there are none, then what is left out together, and at last all groups at once
/// that lose nothing alone: of two that do the same work either is idle, and both are not.
pub fn ablate(bench: &Bench<'_>, words: &[String]) -> Result<Vec<Worth>, String> {
    let single = suite::optional_groups().into_iter().map(|g| (g, Lack::of(g)));
    let together = TOGETHER.iter().map(|&(name, groups, options)| {
        (name, Lack { groups: groups.to_vec(), options: options.to_vec() })
    });
    let mut all: Vec<(&str, Lack)> = single.chain(together).collect();
    all.retain(|(name, _)| words.is_empty() || words.iter().any(|word| name.contains(&**word)));
    if all.is_empty() {
        return Err(format!("no such group; there are {}", suite::optional_groups().join(", ")));
    }
    let wholes = bench.without(&Lack::default());
    let wholes: Vec<Cell> = wholes
        .into_iter()
        .enumerate()
        .map(|(job, cell)| cell.map_err(|e| format!("{}: {e}", bench.name(job))))
        .collect::<Result<_, String>>()?;
    let done = AtomicUsize::new(0);
    let worth_of = |(name, lack): &(&str, Lack)| {
        let worth = worth(bench, name, lack, &wholes);
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        eprintln!("{count} of {}: without {name}", all.len());
        worth
    };
    let mut worths: Vec<Worth> = all.iter().map(worth_of).collect();
    let idle = all.iter().zip(&worths).filter(|(_, worth)| worth.loses_nothing());
    let groups: Vec<&str> = idle.filter_map(|((_, lack), _)| lack.group()).collect();
    if groups.len() > 1 {
        let name = format!("*what loses nothing alone: {}*", groups.join(", "));
        eprintln!("without {name}");
        worths.push(worth(bench, &name, &Lack { groups, options: Vec::new() }, &wholes));
    }
    Ok(worths)
}

impl Worth {
    /// True where no kernel executes one in a hundred more without it, and the mean, as it is shown, is no more either.
    fn loses_nothing(&self) -> bool {
        let mean_is_less = self.ratios[0].is_none_or(|mean| mean < 1.0005);
        let most_is_less = self.most.as_ref().is_none_or(|(_, most)| *most < 1.01);
        self.failed.is_empty() && mean_is_less && most_is_less
    }
}

fn worth(bench: &Bench<'_>, name: &str, lack: &Lack, wholes: &[Cell]) -> Worth {
    let mut ratios: [Vec<f64>; 5] = Default::default();
    let mut worth = Worth {
        name: name.to_owned(),
        changed: 0,
        ratios: [None; 5],
        most: None,
        gains: Vec::new(),
        failed: Vec::new(),
    };
    for (job, (whole, cell)) in wholes.iter().zip(bench.without(lack)).enumerate() {
        let name = bench.name(job);
        let lacking = match cell {
            Ok(cell) => cell,
            Err(e) => {
                worth.failed.push(format!("{name}: {e}"));
                continue;
            }
        };
        worth.changed += usize::from(lacking.ptx != whole.ptx);
        let both = figures(&lacking.measured).into_iter().zip(figures(&whole.measured));
        for (k, (lacking, all)) in both.enumerate() {
            ratios[k].extend(ratio(lacking, all));
        }
        let executed = |cell: &Cell| cell.measured.nounroll.executed;
        let Some(executed) = ratio(executed(&lacking), executed(whole)) else { continue };
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
Then the kernel that loses most without it, and those that gain. The last row leaves out all groups at once without which no kernel executes one in a
hundred more.";

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
    use super::{TOGETHER, Worth};
    use runtime_tests::suite;

    fn worth(mean: f64, most: f64, failed: &[&str]) -> Worth {
        Worth {
            name: "a group".to_owned(),
            changed: 1,
            ratios: [Some(mean); 5],
            most: (most > 1.0).then(|| ("a kernel".to_owned(), most)),
            gains: Vec::new(),
            failed: failed.iter().map(|&f| f.to_owned()).collect(),
        }
    }

    /// A group is not idle where a kernel loses, where all lose a little, or where somebody could not be measured.
    #[test]
    fn idle_is_who_loses_nothing_anywhere() {
        assert!(worth(1.0, 1.0, &[]).loses_nothing());
        assert!(worth(0.99, 1.009, &[]).loses_nothing());
        assert!(!worth(1.0, 1.01, &[]).loses_nothing());
        assert!(!worth(1.001, 1.001, &[]).loses_nothing());
        assert!(!worth(1.0, 1.0, &["a kernel"]).loses_nothing());
    }

    /// What is left out together are groups that may be left out.
    #[test]
    fn what_is_left_out_together_are_groups() {
        let groups = suite::optional_groups();
        assert!(groups.len() > 20);
        for (name, family, _) in TOGETHER {
            assert!(family.iter().all(|group| groups.contains(group)), "{name}");
        }
    }
}
