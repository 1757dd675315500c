//! `cargo run --release -p runtime-tests --bin compare`: every runtime kernel with every compiler, judged by its reference in
//! lock-step and three adversarial schedules, and the warp instructions that the emulator counted in lock-step, as a
//! Markdown table on standard output. Column `base` is what -O0 executed before evaluation became a statement
//! (`base_counts.txt`); a kernel whose -O3 executes more is told. More PTX may be less machine code: `optx-compare-peers` judges
//! that.

use runtime_tests::ratios::geometric_mean;
use runtime_tests::suite::{COMPILERS, SCHEDULES, cases, execute};
use std::collections::HashMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cases = match cases() {
        Ok(cases) => cases,
        Err(e) => {
            eprintln!("{e}");
            return ExitCode::FAILURE;
        }
    };
    let names: Vec<&str> = COMPILERS.iter().map(|c| c.name).collect();
    println!("| kernel | base | {} | optx-O3 / base | optx-O3 / nvrtc |", names.join(" | "));
    println!("|---|---|{}---|---|", "---|".repeat(names.len()));
    let base = base_counts();
    let (mut ratios, mut to_base, mut unoptimized) = (Vec::new(), Vec::new(), Vec::new());
    let mut above = Vec::new();
    let mut failed = false;
    for case in &cases {
        eprint!("{} ", case.name);
        let mut counts = Vec::new();
        let before = base.get(case.name.as_str()).copied();
        let mut row =
            format!("| {} | {} |", case.name, before.map_or(String::new(), |n| n.to_string()));
        for compiler in COMPILERS {
            let (cell, count) = match (compiler.compile)(&case.source, &case.launch.options) {
                Ok(ptx) => judge(case, &ptx),
                Err(e) => (format!("no: {e}"), None),
            };
            failed |= count.is_none();
            counts.push(count);
            row.push_str(&format!(" {cell} |"));
        }
        let find = |name: &str| names.iter().position(|n| *n == name).and_then(|k| counts[k]);
        match (find("optx-O3"), before) {
            (Some(ours), Some(before)) => {
                let ratio = ours as f64 / before as f64;
                to_base.push(ratio);
                row.push_str(&format!(" {ratio:.3} |"));
                if ours > before {
                    above.push(case.name.clone());
                }
            }
            _ => row.push_str(" |"),
        }
        if let (Some(ours), Some(before)) = (find("optx-O0"), before) {
            unoptimized.push(ours as f64 / before as f64);
        }
        match (find("optx-O3"), find("nvrtc")) {
            (Some(ours), Some(theirs)) if theirs > 0 => {
                let ratio = ours as f64 / theirs as f64;
                ratios.push(ratio);
                row.push_str(&format!(" {ratio:.2} |"));
            }
            _ => row.push_str(" |"),
        }
        println!("{row}");
    }
    eprintln!();
    let mean = |ratios: &[f64]| geometric_mean(ratios.iter().copied()).unwrap_or(1.0);
    if !ratios.is_empty() {
        println!(
            "\nGeometric means over {} kernels: optx-O3 / nvrtc {:.2}, optx-O3 / base {:.3}, optx-O0 / base {:.3}.",
            ratios.len(),
            mean(&ratios),
            mean(&to_base),
            mean(&unoptimized)
        );
        let told = if above.is_empty() { "none".to_owned() } else { above.join(", ") };
        println!("Kernels whose -O3 executes more than base: {told}.");
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The counts of `base_counts.txt` by kernel.
fn base_counts() -> HashMap<&'static str, u64> {
    let lines = include_str!("../../base_counts.txt").lines().filter(|l| !l.starts_with('#'));
    lines
        .filter_map(|l| l.split_once(' '))
        .filter_map(|(k, n)| Some((k, n.parse().ok()?)))
        .collect()
}

/// The warp instructions in lock-step where all schedules agree with the reference, else why not.
fn judge(case: &runtime_tests::suite::Case, ptx: &str) -> (String, Option<u64>) {
    let mut count = None;
    for (name, schedule) in SCHEDULES {
        match execute(case, ptx, schedule) {
            Ok(outcome) => {
                if let Some(difference) = outcome.difference() {
                    return (format!("no, {name}: {difference}"), None);
                }
                if count.is_none() {
                    let counters = outcome.launches.iter().filter_map(|l| l.counters.as_ref());
                    count = Some(counters.map(|c| c.instructions.warps).sum());
                }
            }
            Err(e) => return (format!("no, {name}: {e}"), None),
        }
    }
    (count.map_or(String::new(), |n: u64| n.to_string()), count)
}
