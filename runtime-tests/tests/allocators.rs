//! Every runtime kernel under every allocator and few registers gives its reference, in lock-step and where warps are parted at random. Debug builds prove each
//! allocation right by the checker as well.
//!
//! `OPTX_ALLOCATIONS=all` runs every kernel under every allocator, with 9, 12 and 16 registers, by 100 seeds: the nightly does.

use libtest_mimic::{Arguments, Trial};
use optx_launch::{Outcome, Schedule};
use runtime_tests::allocator_mistakes::{difference, kernels};
use runtime_tests::suite::{Case, compile, execute};

const ALLOCATORS: [&str; 5] = ["linear-scan", "divra", "remra", "affra", "priced"];

/// Kernels with calls that stay, which no allocator takes.
const WITH_CALLS: [&str; 3] = ["inline_bound", "noinline_calls", "printing"];

/// The PTX of a kernel under an allocator.
fn allocated(case: &Case, allocator: &str, registers: u32) -> Result<String, String> {
    let mut options = case.launch.options.clone();
    options.push(format!("--ptx-regs={registers}"));
    options.push(format!("--regalloc={allocator}"));
    let ptx = compile(&case.source, &options, "-O3", "80").map_err(|e| e.to_string())?;
    Ok(ptx.text().to_owned())
}

/// How a kernel is run.
struct Run {
    allocator: &'static str,
    registers: u32,
    schedule: Schedule,
}

fn check(case: &Case, plain: Option<&Outcome>, run: &Run) -> Result<(), String> {
    let Run { allocator, registers, schedule } = run;
    let said = |e: String| format!("{allocator}, {registers} registers, {schedule:?}: {e}");
    match allocated(case, allocator, *registers) {
        Err(e) if WITH_CALLS.contains(&case.name.as_str()) && e.contains("a call that stays") => {
            Ok(())
        }
        // Vectors of doubles take more.
        Err(e) if e.contains("is too few") && *registers < 16 => Ok(()),
        Err(e) => Err(said(e)),
        Ok(ptx) => {
            let outcome = execute(case, &ptx, *schedule).map_err(said)?;
            difference(&outcome, plain).map_or(Ok(()), |difference| Err(said(difference)))
        }
    }
}

/// The runs of the `k`th kernel: each allocator once in lock-step, one of them parted at random.
fn ordinary(k: usize) -> Vec<Run> {
    let registers = [9, 12, 16][k % 3];
    let mut runs: Vec<Run> = ALLOCATORS
        .iter()
        .map(|allocator| Run { allocator, registers, schedule: Schedule::Lockstep })
        .collect();
    let allocator = ["affra", "priced", "divra"][k % 3];
    let schedule = Schedule::Adversarial(k as u64 + 1);
    runs.push(Run { allocator, registers: 9, schedule });
    runs
}

/// All of them.
fn all() -> Vec<Run> {
    let mut runs = Vec::new();
    for allocator in ALLOCATORS {
        for registers in [9, 12, 16] {
            runs.push(Run { allocator, registers, schedule: Schedule::Lockstep });
            let seeds = (1..=100).map(Schedule::Adversarial);
            runs.extend(seeds.map(|schedule| Run { allocator, registers, schedule }));
        }
    }
    runs
}

fn main() {
    let list = match kernels() {
        Ok(list) => list,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let is_all = std::env::var("OPTX_ALLOCATIONS").is_ok_and(|word| word == "all");
    let trials = list.into_iter().enumerate().map(|(k, (case, plain))| {
        let name = case.name.clone();
        Trial::test(name, move || {
            let runs = if is_all { all() } else { ordinary(k) };
            let wrong: Vec<String> =
                runs.iter().filter_map(|run| check(&case, plain.as_ref(), run).err()).collect();
            if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
