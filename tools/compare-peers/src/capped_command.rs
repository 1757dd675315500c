//! `compare-peers capped`.

use crate::arguments::Capped;
use optx_compare_peers::registers::below::{Row, measure, table};
use optx_compare_peers::registers::need::Absent;
use optx_launch::ResultFile;
use rayon::prelude::*;
use runtime_tests::suite::Case;
use std::fmt::Write as _;

/// True where all could be measured, and none does more with slots.
pub fn run(arguments: &Capped) -> Result<bool, String> {
    let json = arguments.json.as_deref().map(ResultFile::begin).transpose()?;
    let all = crate::filtered(arguments.kernels.as_deref(), &arguments.filter)?;
    let jobs: Vec<(&Case, u32)> =
        all.iter().flat_map(|case| arguments.arch.iter().map(move |&arch| (case, arch))).collect();
    let row = |&(case, arch): &(&Case, u32)| measure(case, arch, &arguments.without);
    let measured: Vec<Result<Row, Absent>> = jobs.par_iter().map(row).collect();
    let mut failed = String::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut is_good = true;
    for ((case, arch), row) in jobs.into_iter().zip(measured) {
        match row {
            Ok(row) => rows.push(row),
            Err(absent) => {
                is_good &= matches!(absent, Absent::Refused(_));
                let _ = writeln!(failed, "* {}, sm_{arch}: {}.", case.name, absent.reason());
            }
        }
    }
    let mut text = String::new();
    for arch in &arguments.arch {
        let of: Vec<&Row> = rows.iter().filter(|row| row.arch == *arch).collect();
        let _ = writeln!(text, "\n### Under the caps below S0, sm_{arch}\n\n{}", table(&of));
    }
    if !failed.is_empty() {
        let _ = writeln!(text, "Left out:\n\n{failed}");
    }
    print!("{text}");
    let part = arguments.page.then_some("capped");
    crate::keep(&rows, json, &text, part)?;
    let is_worse = |row: &Row| row.cells.iter().any(|cell| cell.with > cell.without);
    Ok(is_good && !rows.iter().any(is_worse))
}
