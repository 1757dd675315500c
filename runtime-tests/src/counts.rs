//! The warp instructions that each kernel executes with each compiler, in lock-step: the table of `docs/results/kernels.md`, which
//! `--bin compare` makes and `tests/kernels.rs` holds to what it runs.

use crate::suite::{COMPILERS, Case};
use optx_launch::Outcome;
use optx_results_page::Part;
use std::collections::HashMap;

/// Where the table stands.
pub fn part() -> Part {
    Part::of("results/kernels.md", "counts")
}

/// What a run's warps executed.
pub fn of(outcome: &Outcome) -> u64 {
    let counters = outcome.launches.iter().filter_map(|l| l.counters.as_ref());
    counters.map(|c| c.instructions.warps).sum()
}

/// The counts of a page, by kernel and compiler.
#[derive(Clone, Debug, Default)]
pub struct Counts(HashMap<(String, String), u64>);

impl Counts {
    /// Reads the table that stands in a text; its head says which column is which compiler's.
    pub fn read(text: &str) -> Counts {
        let mut columns: Vec<&str> = Vec::new();
        let mut counts = Counts::default();
        for line in text.lines().filter_map(|line| line.strip_prefix('|')) {
            let cells: Vec<&str> = line.trim_end_matches('|').split('|').map(str::trim).collect();
            if columns.is_empty() {
                columns.clone_from(&cells);
                continue;
            }
            for (column, cell) in columns.iter().zip(&cells) {
                if COMPILERS.iter().any(|c| c.name == *column)
                    && let Ok(count) = cell.parse()
                {
                    counts.0.insert((cells[0].to_owned(), (*column).to_owned()), count);
                }
            }
        }
        counts
    }

    /// Whether a run of a case executes what the table says.
    pub fn check(&self, case: &Case, compiler: &str, outcome: &Outcome) -> Result<(), String> {
        let said = self.0.get(&(case.name.clone(), compiler.to_owned())).copied();
        let count = of(outcome);
        if said == Some(count) {
            return Ok(());
        }
        let said = said.map_or("nothing".to_owned(), |n| n.to_string());
        Err(format!(
            "{count} warp instructions in lock-step, and docs/results/kernels.md says {said}: \
             `cargo run --release -p runtime-tests --bin compare -- --write-page` makes its table anew"
        ))
    }

    /// Whether the table has these cases, with every compiler, and no others.
    pub fn are_of(&self, cases: &[Case]) -> Result<(), String> {
        for case in cases {
            for compiler in COMPILERS {
                if !self.0.contains_key(&(case.name.clone(), compiler.name.to_owned())) {
                    return Err(format!("{} has no count with {}", case.name, compiler.name));
                }
            }
        }
        match self.0.keys().find(|(name, _)| !cases.iter().any(|case| case.name == *name)) {
            Some((name, _)) => Err(format!("{name} is no kernel")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_by_its_head() {
        let text = "Words.\n\n| kernel | base | nvrtc | optx-O3 |\n|---|---|---|---|\n| a | 1 | 2 | 3 |\n| b | | 4 | no: x |\n";
        let counts = Counts::read(text).0;
        let at = |kernel: &str, c: &str| counts.get(&(kernel.to_owned(), c.to_owned())).copied();
        assert_eq!(
            [at("a", "nvrtc"), at("a", "optx-O3"), at("b", "nvrtc")],
            [Some(2), Some(3), Some(4)]
        );
        assert_eq!(counts.len(), 3);
    }
}
