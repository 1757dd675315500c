//! Every runtime kernel under caps of registers gives its reference, in lock-step and where warps are parted at random, and what is claimed of it holds. Debug builds prove slots
//! of the warp right by the checker as well. Caps under which the code is the same are one.
//!
//! `OPTX_ALLOCATIONS=all` runs every kernel under every cap by 100 seeds: the nightly does.

use libtest_mimic::{Arguments, Trial};
use optx_emulator::Claims;
use optx_launch::Schedule;
use runtime_tests::claims::checked;
use runtime_tests::suite::{Case, cases, compile, execute};
use std::collections::BTreeMap;

const CAPS: [u32; 3] = [24, 32, 40];

/// The PTX under a cap with what is claimed of it, and without the cap itself.
struct Capped {
    code: String,
    ptx: String,
    claims: Claims,
}

fn capped(case: &Case, cap: u32) -> Result<Capped, String> {
    let mut options = case.launch.options.clone();
    let words = [format!("--maxrregcount={cap}"), "-w".to_owned(), "--emit-claims=-".to_owned()];
    options.extend(words);
    let ptx = compile(&case.source, &options, "-O3", "80").map_err(|e| e.to_string())?;
    let is_other = |line: &&str| !line.starts_with(".maxnreg");
    let code: Vec<&str> = ptx.text().lines().filter(is_other).collect();
    let claims = Claims::parse(ptx.claims().unwrap_or_default()).map_err(|e| e.to_string())?;
    Ok(Capped { code: code.join("\n"), ptx: ptx.text().to_owned(), claims })
}

/// The schedules of the `k`th kernel.
fn schedules(k: usize, is_all: bool) -> Vec<Schedule> {
    let seeds = if is_all { 1..=100 } else { k as u64 + 1..=k as u64 + 1 };
    [Schedule::Lockstep].into_iter().chain(seeds.map(Schedule::Adversarial)).collect()
}

fn check(k: usize, case: &Case, is_all: bool) -> Result<(), String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for cap in CAPS {
        let Capped { code, ptx, claims } = capped(case, cap)?;
        if seen.insert(code, cap).is_some() {
            continue;
        }
        let report = checked(case, &ptx, Schedule::Adversarial(k as u64 + 1), &claims)?;
        if report.violations > 0 {
            wrong.push(format!("a cap of {cap}: {} claims do not hold", report.violations));
        }
        for schedule in schedules(k, is_all) {
            let said = |e: String| format!("a cap of {cap}, {schedule:?}: {e}");
            let outcome = execute(case, &ptx, schedule).map_err(said);
            let difference = outcome.map(|outcome| outcome.difference().map(said));
            match difference {
                Ok(None) => {}
                Ok(Some(e)) | Err(e) => wrong.push(e),
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn main() {
    let list = match cases() {
        Ok(list) => list,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let is_all = std::env::var("OPTX_ALLOCATIONS").is_ok_and(|word| word == "all");
    let trials = list.into_iter().enumerate().map(|(k, case)| {
        let name = case.name.clone();
        Trial::test(name, move || check(k, &case, is_all).map_err(Into::into))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
