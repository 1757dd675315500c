//! `cargo run --release -p runtime-tests --bin prefixes [-- --write-page | KERNEL...]`: every runtime kernel, or those whose names hold one of the
//! words, behind every prefix of the pipeline at -O3, and with the rows that no level runs; the outputs must be, bit for bit, those
//! of -O0. A Markdown table on standard output, with the commit that it is of; what is in work on standard error. `--write-page` puts
//! it into `docs/results/passes-by-execution.md`. Exit status 1 where one differs.

use optx::pipeline::{ON_DEMAND, whole};
use optx_results_page::Part;
use runtime_tests::prefixes::{Looked, judge};
use runtime_tests::suite::{Case, cases};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let write = words == ["--write-page"];
    if write {
        words.clear();
    }
    let made = optx_results_page::made();
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
    let mut text = format!(
        "{made}:\n\n| way | kernels | steps | prefixes | texts run | differ |\n|---|---|---|---|---|---|\n"
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
        let n = cases.len();
        text.push_str(&format!("| {way} | {n} | {steps} | {prefixes} | {texts} | {differ} |\n"));
    }
    print!("{text}");
    if write
        && failures.is_empty()
        && let Err(e) = Part::of("results/passes-by-execution.md", "prefixes").write(&text)
    {
        eprintln!("{e}");
        return ExitCode::FAILURE;
    }
    for failure in &failures {
        println!("\n{failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
