//! `runtime-tests mutants [--count N] [--seed S] [--least PERCENT]`: does the comparison notice wrong code?
//! `runtime-tests speed`: how fast does the emulator run `spin_fma.cu`?
//! `runtime-tests races`: what does the race detector say of every kernel, and what does it cost?
//! `runtime-tests overwritten`: how many stores of every kernel at -O3 does a run overwrite before anybody could see them?
//! `runtime-tests peers FILE`: the PTX that NVRTC and clang make of every kernel, as JSON, for `optx-runtime-tests`.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use optx_emulator::{Device, LaunchConfig, Module, launch};
use optx_judge::ptxas::{self, Ptxas};
use runtime_tests::{mutants, overwritten, races, suite};

const USAGE: &str = "usage: runtime-tests mutants [--count N] [--seed S] [--least PERCENT] | speed | races | overwritten | peers FILE";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((command, rest)) if command == "mutants" => match parse(rest) {
            Some((count, seed, least)) => mutants_command(count, seed, least),
            None => usage(),
        },
        Some((command, [])) if command == "speed" => speed_command(),
        Some((command, [])) if command == "races" => ended(races_command()),
        Some((command, [])) if command == "overwritten" => ended(overwritten_command()),
        Some((command, [file])) if command == "peers" => match peers(Path::new(file)) {
            Ok(count) => {
                println!("{count} texts in {file}");
                ExitCode::SUCCESS
            }
            Err(e) => {
                eprintln!("{e}");
                ExitCode::FAILURE
            }
        },
        _ => usage(),
    }
}

fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn parse(args: &[String]) -> Option<(usize, u64, f64)> {
    let (mut count, mut seed, mut least) = (300, 1, 95.0);
    let mut it = args.iter();
    while let Some(a) = it.next() {
        let (name, value) = match a.split_once('=') {
            Some((n, v)) => (n, v.to_string()),
            None => (a.as_str(), it.next()?.clone()),
        };
        match name {
            "--count" => count = value.parse().ok()?,
            "--seed" => seed = value.parse().ok()?,
            "--least" => least = value.parse().ok()?,
            _ => return None,
        }
    }
    Some((count, seed, least))
}

fn mutants_command(count: usize, seed: u64, least: f64) -> ExitCode {
    let made = optx_results_page::made();
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
        "{made}: {} mutants of seed {seed}, {} noticed ({share:.1} %): {} refused at load, {} failed, {} gave other results; {} survived",
        report.made,
        report.noticed(),
        report.refused,
        report.failed,
        report.differed,
        report.survivors.len()
    );
    if share >= least { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes what the other compilers make of every kernel and program; how many texts that is.
fn peers(file: &Path) -> Result<usize, String> {
    let kernels = suite::cases()?.into_iter().map(|case| (case, suite::COMPILERS));
    let mixed = suite::mixed_cases()?.into_iter().map(|case| (case, suite::MIXED_COMPILERS));
    let mut texts = Vec::new();
    for (case, compilers) in kernels.chain(mixed) {
        for compiler in compilers.iter().filter(|c| !c.needs.is_empty()) {
            let ptx = (compiler.compile)(&case.source, &case.launch.options)
                .map_err(|e| format!("{} by {}: {e}", case.name, compiler.name))?;
            match lowered(&ptx)? {
                Some(ptx) => texts.push(serde_json::json!({
                    "case": case.name, "compiler": compiler.name, "ptx": ptx,
                })),
                None => eprintln!("left out: ptxas refuses {} by {}", case.name, compiler.name),
            }
        }
    }
    let count = texts.len();
    let text = serde_json::Value::Array(texts).to_string();
    std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(count)
}

/// The text with the least PTX version with which ptxas takes it: compilers write their latest, which drivers of an earlier
/// CUDA refuse, whatever the text needs. None where it takes the text with none: NVRTC leaves calls of host functions in.
fn lowered(ptx: &str) -> Result<Option<String>, String> {
    let Some(line) = ptx.lines().find(|line| line.starts_with(".version ")) else {
        return Err("a text without its version".into());
    };
    let with = |(major, minor)| ptx.replacen(line, &format!(".version {major}.{minor}"), 1);
    // Drivers that know less than PTX 7.0 know no sm_80.
    for version in optx::cg::target::VERSIONS.iter().filter(|v| **v >= (7, 0)) {
        let text = with(*version);
        let verdict = ptxas::check(Ptxas::V13, &format!("sm_{}", suite::ARCH), &text);
        if verdict.map_err(|e| e.to_string())?.accepted {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// Rounds of the loop of `spin_fma.cu` when its speed is measured.
const ROUNDS: u32 = 200_000;

fn speed_command() -> ExitCode {
    let source = suite::home().join("kernels/spin_fma.cu");
    for c in suite::COMPILERS {
        let result = (c.compile)(&source, &[]).map_err(|e| e.to_string()).and_then(|p| speed(&p));
        match result {
            Ok(rate) => println!("{}: {rate:.2e} thread-instructions a second on one core", c.name),
            Err(e) => {
                eprintln!("{}: {e}", c.name);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Thread-instructions a second, the best of five runs.
fn speed(ptx: &str) -> Result<f64, String> {
    let module = Module::load(ptx).map_err(|e| e.to_string())?;
    let (blocks, threads) = (6u32, 128u32);
    let n = blocks * threads;
    let mut device = Device::new();
    let data = device.alloc(u64::from(n) * 4, "data").map_err(|e| e.to_string())?;
    let config =
        LaunchConfig { grid: [blocks, 1, 1], block: [threads, 1, 1], ..LaunchConfig::default() };
    let args = [
        data.0.to_le_bytes().to_vec(),
        0.999_023_4f32.to_le_bytes().to_vec(),
        0.000_976_6f32.to_le_bytes().to_vec(),
        ROUNDS.to_le_bytes().to_vec(),
        n.to_le_bytes().to_vec(),
    ];
    let mut best = 0f64;
    for _ in 0..5 {
        let start = Instant::now();
        let c =
            launch(&mut device, &module, "spin_fma", &config, &args).map_err(|e| e.to_string())?;
        best = best.max(c.instructions.threads as f64 / start.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// Every kernel in the race detector, as its launch file runs it: races, notes, the time beside a plain run of the same PTX.
fn races_command() -> Result<(), String> {
    use optx_launch::Schedule;
    use std::time::Duration;
    let (mut plain_sum, mut sanitized_sum) = (Duration::ZERO, Duration::ZERO);
    println!(
        "| kernel | plain, ms | sanitized, ms | ratio | races | notes |\n|---|---|---|---|---|---|"
    );
    for case in suite::cases()?.iter().chain(&suite::mixed_cases()?) {
        let wrong = |e: String| format!("{}: {e}", case.name);
        let ptx = races::compiled(case, &races::source(case)?).map_err(wrong)?;
        let found = races::races(case, &ptx, Schedule::Lockstep).map_err(wrong)?;
        let plain = races::time(case, &ptx, false, RUNS).map_err(wrong)?;
        let sanitized = races::time(case, &ptx, true, RUNS).map_err(wrong)?;
        plain_sum += plain;
        sanitized_sum += sanitized;
        row(&case.name, plain, sanitized, found.races().count(), found.notes().count());
    }
    row("all", plain_sum, sanitized_sum, 0, 0);
    Ok(())
}

/// Every kernel that has such stores, and all together.
fn overwritten_command() -> Result<(), String> {
    println!("| kernel | warp instructions | stores | overwritten unseen | of all instructions |");
    println!("|---|--:|--:|--:|--:|");
    let row = |name: &str, c: &overwritten::Counted| {
        let share = 100.0 * c.overwritten as f64 / c.instructions.max(1) as f64;
        let overwritten::Counted { instructions, stores, overwritten } = c;
        println!("| {name} | {instructions} | {stores} | {overwritten} | {share:.2} % |");
    };
    let mut all = overwritten::Counted::default();
    for case in suite::cases()? {
        let found = overwritten::count(&case).map_err(|e| format!("{}: {e}", case.name))?;
        if found.overwritten > 0 {
            row(&case.name, &found);
        }
        all.instructions += found.instructions;
        all.stores += found.stores;
        all.overwritten += found.overwritten;
    }
    row("all", &all);
    Ok(())
}

/// Runs of which the shortest counts.
const RUNS: usize = 5;

fn row(
    name: &str,
    plain: std::time::Duration,
    sanitized: std::time::Duration,
    races: usize,
    notes: usize,
) {
    let ms = |d: std::time::Duration| d.as_secs_f64() * 1e3;
    let ratio = ms(sanitized) / ms(plain).max(1e-6);
    println!(
        "| {name} | {:.2} | {:.2} | {ratio:.2} | {races} | {notes} |",
        ms(plain),
        ms(sanitized)
    );
}
