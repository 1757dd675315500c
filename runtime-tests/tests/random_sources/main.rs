//! Random programs without undefined behaviour: optx at -O0 and -O3, NVRTC, and clang's build for the host must agree on
//! every output word; NVRTC and clang compile first, and what both refuse optx must refuse.
//!
//! A program has classes, overload sets and templates, *probes* (short functions that use them in any way, valid or not)
//! and a kernel of arithmetic and control flow that calls the probes. Each function and class appends to a trace of the
//! thread, so that which one is called, and when, is seen.
//!
//! `OPTX_RANDOM_SEEDS=first..last` runs others than the ordinary seeds, `OPTX_RANDOM_REDUCE=1` shortens what fails, and
//! `OPTX_RANDOM_SHOW=1` leaves each program in the folder for temporary files.

mod apart;
mod classes;
mod expressions;
mod initialisers;
mod judge;
mod kernel;
mod memory;
mod open;
mod overloads;
mod probes;
mod random;
mod reduce;
mod scalar;
mod templates;
mod types;
mod world;

use std::sync::{Arc, Mutex};

use judge::Counts;
use libtest_mimic::{Arguments, Failed};
use optx_judge::{Tool, trials};
use random::Random;
use world::{Program, World};

/// How many probes a program has.
const PROBES: usize = 24;

/// Names other seeds in the environment.
const SEEDS: &str = "OPTX_RANDOM_SEEDS";

/// Seeds of one trial.
const STEP: u64 = 5;

/// The program of a seed.
fn program(seed: u64) -> Program {
    let mut r = Random::new(seed);
    let mut world = World::default();
    let mut p = Program::default();
    let module = seed.is_multiple_of(3);
    p.lines.extend(world::prelude(&mut r));
    let (enums, lines) = types::enumerations(&mut r, 1 + seed as usize % 3);
    world.enums = enums;
    p.lines.extend(lines);
    let inlined = r.chance(50);
    p.lines.extend(kernel::prelude(module, inlined));
    for _ in 0..2 + r.next(4) {
        p.lines.extend(classes::class(&mut r, &mut world));
    }
    for _ in 0..2 + r.next(2) {
        p.lines.extend(overloads::functions(&mut r, &mut world));
    }
    p.lines.extend(templates::classes(&mut r, &mut world));
    let sets = 2 + r.next(2);
    for number in 0..sets {
        p.lines.extend(templates::functions(&mut r, &mut world, number));
    }
    let mut names = Vec::new();
    for _ in 0..PROBES {
        let body = probes::Prober::new(&mut r, &world, sets).body();
        names.push(p.probe(&body));
    }
    p.lines.extend(kernel::lines(&mut r, module, &names));
    p
}

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

fn main() {
    apart::child();
    let mut args = Arguments::from_args();
    args.test_threads = args.test_threads.or(Some(2));
    let range = std::env::var(SEEDS).unwrap_or_else(|_| "1..151".to_owned());
    let ends = range.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let Some((first, last)): Option<(u64, u64)> = ends else {
        eprintln!("{SEEDS} is not `first..last`");
        std::process::exit(101);
    };
    let counts: Arc<Mutex<Counts>> = Arc::default();
    let list = (first..last).step_by(STEP as usize).map(|from| {
        let counts = Arc::clone(&counts);
        let end = (from + STEP).min(last);
        let needs = [Tool::Nvrtc, Tool::Clang];
        trials::trial(format!("seeds {from} to {}", end - 1), &needs, move || {
            let wrong: Vec<String> =
                (from..end).filter_map(|seed| check(seed, &counts).err()).collect();
            if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
        })
    });
    let conclusion = libtest_mimic::run(&args, list.collect());
    if let Ok(c) = counts.lock() {
        println!(
            "probes: {} run, {} refused by all, {} split between the references, {} undefined, {} not supported; programs lost: {}; known differences: {}",
            c.run, c.refused, c.split, c.undefined, c.absent, c.lost, c.known
        );
    }
    conclusion.exit();
}
