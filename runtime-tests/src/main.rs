//! `runtime-tests mutants [--count N] [--seed S]`: does the comparison notice wrong code?

use std::process::ExitCode;

use runtime_tests::{mutants, suite};

const USAGE: &str = "usage: runtime-tests mutants [--count N] [--seed S]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((command, rest)) if command == "mutants" => match parse(rest) {
            Some((count, seed)) => mutants_command(count, seed),
            None => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn parse(args: &[String]) -> Option<(usize, u64)> {
    let (mut count, mut seed) = (300, 1);
    let mut it = args.iter();
    while let Some(a) = it.next() {
        let (name, value) = match a.split_once('=') {
            Some((n, v)) => (n, v.to_string()),
            None => (a.as_str(), it.next()?.clone()),
        };
        match name {
            "--count" => count = value.parse().ok()?,
            "--seed" => seed = value.parse().ok()?,
            _ => return None,
        }
    }
    Some((count, seed))
}

fn mutants_command(count: usize, seed: u64) -> ExitCode {
    let report = suite::cases().and_then(|cases| mutants::run(&cases, count, seed));
    let report = match report {
        Ok(r) => r,
        Err(e) => {
            eprintln!("{e}");
            return ExitCode::FAILURE;
        }
    };
    for s in &report.survivors {
        println!(
            "survived: {} PTX line {} ({}), executed {} times\n  was {}\n  now {}",
            s.of,
            s.mutation.line + 1,
            s.mutation.kind,
            s.executed,
            s.before,
            s.mutation.text.trim()
        );
    }
    let share = 100.0 * report.noticed() as f64 / report.made.max(1) as f64;
    println!(
        "{} mutants, {} noticed ({share:.1} %): {} refused at load, {} failed, {} gave other results; {} survived",
        report.made,
        report.noticed(),
        report.refused,
        report.failed,
        report.differed,
        report.survivors.len()
    );
    if share >= 95.0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
