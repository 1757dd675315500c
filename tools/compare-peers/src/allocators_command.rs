//! `compare-peers allocators`.

use crate::arguments::Allocators;
use optx_compare_peers::allocators::{Row, measure, sums, table};
use optx_launch::ResultFile;
use rayon::prelude::*;
use runtime_tests::suite::Case;
use std::fmt::Write as _;

/// True where no kernel came out wrong.
pub fn run(arguments: &Allocators) -> Result<bool, String> {
    let json = arguments.json.as_deref().map(ResultFile::begin).transpose()?;
    let all = crate::filtered(arguments.kernels.as_deref(), &arguments.filter)?;
    let jobs: Vec<(&Case, u32)> =
        all.iter().flat_map(|case| arguments.registers.iter().map(move |&n| (case, n))).collect();
    let rows: Vec<Row> = jobs.par_iter().map(|&(case, n)| measure(case, n)).collect();
    let mut text = String::new();
    for &n in &arguments.registers {
        let of: Vec<&Row> = rows.iter().filter(|row| row.registers == n).collect();
        let _ = writeln!(text, "\n{n} registers:\n\n{}", table(&of, &sums(&of)));
    }
    print!("{text}");
    let part = arguments.page.then_some("allocators");
    crate::keep(&rows, json, &text, part)?;
    let is_wrong = |row: &Row| row.by.as_ref().err().is_some_and(|e| !e.contains("--ptx-regs"));
    Ok(!rows.iter().any(is_wrong))
}
