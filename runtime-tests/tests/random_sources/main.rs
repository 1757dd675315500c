//! Random programs without undefined behaviour: optx at -O3, at -O0 or under a cap of registers, NVRTC, and clang's build for the host must agree on
//! every output word; NVRTC and clang compile first, and what both refuse optx must refuse.
//!
//! Probes that take an object for one of another class by a cast are left out, since nobody stops at them: [`casts`].
//!
//! What a program is made of, [`runtime_tests::random_sources`] says.
//!
//! The ordinary seeds are the first 55, and 25 with functions as constants and packs; the nightly runs 220, and 200 of its day. `OPTX_RANDOM_SEEDS=first..last` runs others, `OPTX_RANDOM_REDUCE=1` shortens what fails, and
//! `OPTX_RANDOM_SHOW=1` leaves each program in the folder for temporary files. `OPTX_RANDOM_PACK=FILE` appends a line for each program
//! that all agree on: its seed, the lines that stay without their bodies, and a number for what it gives.

mod apart;
mod casts;
mod judge;
mod open;
mod reduce;

use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex};

use judge::Counts;
use libtest_mimic::{Arguments, Failed};
use optx_judge::Tool;
use optx_judge::trials::{self, assertions};
use runtime_tests::random_sources::{Lines, WITH_FUNCTIONS, digest, program};

/// Names other seeds in the environment.
const SEEDS: &str = "OPTX_RANDOM_SEEDS";

/// The ordinary seeds, those of programs with functions as constants and packs behind them.
const ORDINARY: [Range<u64>; 2] = [1..56, WITH_FUNCTIONS..WITH_FUNCTIONS + 25];

/// Names a file for what the programs give.
const PACK: &str = "OPTX_RANDOM_PACK";

/// Seeds of one trial.
const STEP: u64 = 5;

fn check(seed: u64, counts: &Mutex<Counts>) -> Result<(), String> {
    let p = program(seed);
    let shown = std::env::temp_dir().join(format!("optx-random-{seed}.cu"));
    let all = Default::default();
    if std::env::var_os("OPTX_RANDOM_SHOW").is_some() {
        std::fs::write(&shown, p.text(&all)).map_err(|e| e.to_string())?;
    }
    let verdict = judge::judge(&p, &seed.to_string());
    if let Ok(mut sum) = counts.lock() {
        let c = verdict.counts;
        sum.run += c.run;
        sum.refused += c.refused;
        sum.split += c.split;
        sum.undefined += c.undefined;
        sum.absent += c.absent;
        sum.lost += c.lost;
    }
    if let (Some(file), Some((without, words))) = (std::env::var_os(PACK), &verdict.agreed) {
        pack(Path::new(&file), seed, without, words).map_err(|e| e.to_string())?;
    }
    let mut problems = verdict.problems;
    if std::env::var_os(SEEDS).is_none() {
        let all = problems.len();
        problems.retain(|p| !open::is_known(p));
        if let Ok(mut sum) = counts.lock() {
            sum.known += all - problems.len();
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    std::fs::write(&shown, p.text(&all)).map_err(|e| e.to_string())?;
    let mut text = format!("seed {seed}: {}\n", shown.display());
    let mut seen: Vec<&str> = Vec::new();
    for problem in &problems {
        text.push_str(&format!("PROBLEM {} | {}\n", problem.kind, problem.detail));
        if std::env::var_os("OPTX_RANDOM_REDUCE").is_some()
            && !seen.contains(&problem.kind.as_str())
        {
            let short = reduce::reduce(&p, problem, &format!("{seed}-reduced"));
            text.push_str(&format!("REDUCED\n{}\n", short.text(&all)));
        }
        seen.push(&problem.kind);
    }
    Err(text)
}

/// Appends what all agree on; a line is written at once, so trials may run beside each other.
fn pack(file: &Path, seed: u64, without: &Lines, words: &[i64]) -> std::io::Result<()> {
    let lines: Vec<String> = without.iter().map(usize::to_string).collect();
    let line = format!("{seed} {:016x} {}\n", digest(words), lines.join(","));
    let mut out = std::fs::OpenOptions::new().append(true).create(true).open(file)?;
    out.write_all(line.as_bytes())
}

/// The seeds that are asked for.
fn ranges() -> Option<Vec<Range<u64>>> {
    let Ok(asked) = std::env::var(SEEDS) else { return Some(ORDINARY.to_vec()) };
    let (first, last) = asked.split_once("..")?;
    let range = first.parse().ok()?..last.parse().ok()?;
    Some(std::iter::once(range).collect())
}

fn main() {
    apart::child();
    let mut args = Arguments::from_args();
    args.test_threads = args.test_threads.or(Some(2));
    let Some(ranges) = ranges() else {
        eprintln!("{SEEDS} is not `first..last`");
        std::process::exit(101);
    };
    let counts: Arc<Mutex<Counts>> = Arc::default();
    let steps = |r: Range<u64>| r.clone().step_by(STEP as usize).map(move |from| (from, r.end));
    let list = ranges.into_iter().flat_map(steps).map(|(from, last)| {
        let counts = Arc::clone(&counts);
        let end = (from + STEP).min(last);
        let needs = [Tool::Nvrtc, Tool::Clang];
        trials::trial(format!("seeds {from} to {}", end - 1), &needs, move || {
            let wrong: Vec<String> =
                (from..end).filter_map(|seed| check(seed, &counts).err()).collect();
            if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
        })
    });
    let casts = assertions("casts of one class to another", &[Tool::Clang], casts::check);
    let conclusion = libtest_mimic::run(&args, list.chain([casts]).collect());
    if let Ok(c) = counts.lock() {
        println!(
            "probes: {} run, {} refused by all, {} split between the references, {} undefined, {} not supported; programs lost: {}; known differences: {}",
            c.run, c.refused, c.split, c.undefined, c.absent, c.lost, c.known
        );
    }
    conclusion.exit();
}
