//! `cargo run --release -p runtime-tests --bin prefixes [KERNEL...]`: every runtime kernel, or those whose names hold one of the
//! words, behind every prefix of the pipeline at -O3, and with the rows that no level runs; the outputs must be, bit for bit, those
//! of -O0. A Markdown table on standard output; what is in work on standard error. Exit status 1 where one differs.

use optx::pipeline::{ON_DEMAND, whole};
use runtime_tests::prefixes::{Looked, judge};
use runtime_tests::suite::{Case, cases};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let cases = match cases() {
        Ok(cases) => cases,
        Err(e) => {
            eprintln!("{e}");
            return ExitCode::FAILURE;
        }
    };
    let wanted =
        |case: &&Case| words.is_empty() || words.iter().any(|w| case.name.contains(w.as_str()));
    let cases: Vec<&Case> = cases.iter().filter(wanted).collect();
    if cases.is_empty() {
        eprintln!("no kernel's name holds {}", words.join(" or "));
        return ExitCode::from(2);
    }
    let added: Vec<&str> = whole().filter(|p| p.level == ON_DEMAND).map(|p| p.name).collect();
    let on_demand = format!("--passes=+{}", added.join(",+"));
    let ways: [(&str, &[&str]); 2] =
        [("-O3", &["-O3"]), ("-O3 and on demand", &["-O3", &on_demand])];
    println!(
        "| way | kernels | steps | prefixes | texts run | differ |\n|---|---|---|---|---|---|"
    );
    let start = Instant::now();
    let mut failures = Vec::new();
    for (way, options) in ways {
        let (mut sum, mut differ) = (Looked::default(), 0);
        for (k, case) in cases.iter().enumerate() {
            match judge(case, options, |_| true) {
                Ok(looked) => {
                    sum.steps += looked.steps;
                    sum.prefixes += looked.prefixes;
                    sum.texts += looked.texts;
                }
                Err(why) => {
                    differ += 1;
                    eprintln!("{} at {way}: {why}", case.name);
                    failures.push(format!("{} at {way}: {why}", case.name));
                }
            }
            let seconds = start.elapsed().as_secs_f64();
            eprintln!("{way}: {} of {}, {} ({seconds:.0} s)", k + 1, cases.len(), case.name);
        }
        let Looked { steps, prefixes, texts } = sum;
        println!("| {way} | {} | {steps} | {prefixes} | {texts} | {differ} |", cases.len());
    }
    for failure in &failures {
        println!("\n{failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
