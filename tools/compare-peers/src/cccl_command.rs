//! `compare-peers cccl`.

use crate::arguments::Cccl;
use optx_compare_peers::cccl::{Absent, LEGEND, Row, markdown, measure, terminal};
use optx_launch::ResultFile;
use optx_results_page::Part;
use rayon::prelude::*;
use runtime_tests::cccl::cases;
use runtime_tests::filter::chosen;
use runtime_tests::suite::Case;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// True where all that optx takes could be measured.
pub fn run(arguments: &Cccl) -> Result<bool, String> {
    let json = arguments.json.as_deref().map(ResultFile::begin).transpose()?;
    let mut all = cases()?;
    let names: Vec<String> = all.iter().map(|case| case.name.clone()).collect();
    let names = chosen(names.iter().map(String::as_str), &arguments.filter, "kernel")?;
    all.retain(|case| names.contains(&&*case.name));
    let jobs: Vec<(&Case, u32)> =
        all.iter().flat_map(|case| arguments.arch.iter().map(move |&arch| (case, arch))).collect();
    let measured: Vec<Result<Row, Absent>> =
        jobs.par_iter().map(|&(case, arch)| measure(case, arch)).collect();
    let (mut rows, mut is_good) = (Vec::new(), true);
    // Kernels by architecture and reason.
    let mut left_out: BTreeMap<(u32, String), Vec<&str>> = BTreeMap::new();
    for ((case, arch), measured) in jobs.into_iter().zip(measured) {
        match measured {
            Ok(row) => rows.push(row),
            Err(absent) => {
                is_good &= matches!(absent, Absent::Refused(_));
                left_out.entry((arch, absent.reason())).or_default().push(&case.name);
            }
        }
    }
    let mut page = format!("{}\n{LEGEND}\n", optx_results_page::made());
    for &arch in &arguments.arch {
        let of: Vec<&Row> = rows.iter().filter(|row| row.arch == arch).collect();
        println!("sm_{arch}\n{}", terminal(&of));
        let _ = writeln!(page, "\n## sm_{arch}\n\n{}", markdown(&of));
    }
    println!("{LEGEND}");
    if !left_out.is_empty() {
        let line = |((arch, why), names): (&(u32, String), &Vec<&str>)| {
            format!("* sm_{arch}, {why}: {}.\n", names.join(", "))
        };
        let lines: String = left_out.iter().map(line).collect();
        println!("\nLeft out:\n{}", lines.trim_end());
        let _ = writeln!(page, "## Left out\n\n{}", lines.trim_end());
    }
    if let Some(file) = json {
        let rows = serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())?;
        file.write(&(rows + "\n"))?;
    }
    if arguments.page {
        Part::of("results/cccl.md", "kernels").write(&page)?;
    }
    Ok(is_good)
}
