//! `cargo run --release -p runtime-tests --bin compare`: every runtime kernel with every compiler, judged by its reference in
//! lock-step and three adversarial schedules, and the warp instructions that the emulator counted in lock-step, as a
//! Markdown table on standard output.

use runtime_tests::suite::{COMPILERS, SCHEDULES, cases, execute};
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
    println!("| kernel | {} | optx-O3 / nvrtc |", names.join(" | "));
    println!("|---|{}---|", "---|".repeat(names.len()));
    let mut ratios = Vec::new();
    let mut failed = false;
    for case in &cases {
        eprint!("{} ", case.name);
        let mut counts = Vec::new();
        let mut row = format!("| {} |", case.name);
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
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("\nGeometric mean of the last column: {mean:.2} over {} kernels.", ratios.len());
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
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
