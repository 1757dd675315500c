//! `compare-peers`: see `--help`.

mod allocators_command;
mod arguments;
mod capped_command;
mod cccl_command;
mod divergence_command;
mod registers_command;

use arguments::{Arguments, Command};
use clap::Parser as _;
use optx_compare_peers::board::{Row, Summary, first, summaries};
use optx_compare_peers::frozen::{self, Frozen};
use optx_compare_peers::lack::Bench;
use optx_compare_peers::measure::{Compiler, measure};
use optx_compare_peers::{ablation, cumulation, explain, report};
use optx_launch::ResultFile;
use optx_results_page::Part;
use rayon::prelude::*;
use runtime_tests::filter::chosen;
use runtime_tests::suite::{Case, cases, cases_in};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(good) => ExitCode::from(u8::from(!good)),
        Err(message) => {
            eprintln!("compare-peers: {message}");
            ExitCode::from(2)
        }
    }
}

/// True where nothing failed and nothing grew.
fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(Command::Registers(registers)) = &arguments.command {
        return registers_command::run(registers);
    }
    if let Some(Command::Capped(capped)) = &arguments.command {
        return capped_command::run(capped);
    }
    if let Some(Command::Allocators(allocators)) = &arguments.command {
        return allocators_command::run(allocators);
    }
    if let Some(Command::Cccl(cccl)) = &arguments.command {
        return cccl_command::run(cccl);
    }
    if let Some(Command::Divergence(divergence)) = &arguments.command {
        return divergence_command::run(divergence);
    }
    let cases = asked_for(arguments)?;
    if arguments.ablate.is_some() || arguments.cumulate {
        return worths(arguments, &cases);
    }
    let mut known = frozen::load()?;
    let rows = measured(arguments, &cases, &known)?;
    if arguments.explain {
        for row in &rows {
            let case = cases.iter().find(|c| c.name == row.kernel).ok_or("no such kernel")?;
            print!("{}", explain::explain(case, row)?);
        }
        return Ok(true);
    }
    let summaries = summaries(&rows);
    for summary in &summaries {
        println!("{}", report::terminal(&of_arch(&rows, summary), summary));
    }
    println!("{}", report::LEGEND);
    write_files(arguments, &rows, &summaries)?;
    if arguments.freeze {
        freeze(&mut known, &cases, &rows)?;
    }
    Ok(summaries.iter().all(|s| s.failed.is_empty() && s.above_first.is_empty()))
}

/// The tables of what passes are worth; true where all could be measured.
fn worths(arguments: &Arguments, cases: &[Case]) -> Result<bool, String> {
    let mut bench = Bench::new(cases, &arguments.arch);
    let failing = bench.leave_out_failing();
    let (mut text, mut measured) = (String::new(), failing.is_empty());
    for (name, reason) in &failing {
        eprintln!("{name} is left out: {}", reason.lines().next().unwrap_or_default());
    }
    if !failing.is_empty() {
        let names: Vec<&str> = failing.iter().map(|(name, _)| &**name).collect();
        text.push_str(&format!("Left out, as they cannot be measured: {}.\n\n", names.join(", ")));
    }
    if let Some(words) = &arguments.ablate {
        let worths = ablation::ablate(&bench, words)?;
        let table = ablation::markdown(&worths);
        text.push_str(&format!("## One left out\n\n{}\n\n{table}\n", ablation::LEGEND));
        measured &= worths.iter().all(|worth| worth.failed.is_empty());
    }
    if arguments.cumulate {
        let steps = cumulation::cumulate(&bench);
        let table = cumulation::markdown(&steps);
        text.push_str(&format!("## One after another\n\n{}\n\n{table}\n", cumulation::LEGEND));
        measured &= steps.iter().all(|step| step.failed.is_empty());
    }
    print!("{text}");
    if let Some(file) = &arguments.markdown {
        let archs: Vec<String> = arguments.arch.iter().map(u32::to_string).collect();
        let modes: Vec<&str> =
            [(arguments.ablate.is_some(), "--ablate"), (arguments.cumulate, "--cumulate")]
                .into_iter()
                .filter_map(|(asked, word)| asked.then_some(word))
                .collect();
        let text = format!(
            "# What each pass is worth\n\nMade by `cargo run --release -p optx-compare-peers -- {} --arch {} --markdown {}`.\n\n{text}",
            modes.join(" "),
            archs.join(","),
            file.display(),
        );
        ResultFile::begin(file)?.write(&text)?;
    }
    Ok(measured)
}

fn of_arch<'r>(rows: &'r [Row], summary: &Summary) -> Vec<&'r Row> {
    rows.iter().filter(|r| r.arch == summary.arch).collect()
}

/// The kernels of a folder.
fn cases_of(folder: &Path) -> Result<Vec<Case>, String> {
    let whole = std::path::absolute(folder);
    cases_in(&whole.map_err(|e| format!("{}: {e}", folder.display()))?)
}

/// The runtime kernels or those of a folder, those whose names hold one of some texts; an error where there is none.
fn filtered(folder: Option<&Path>, filter: &[String]) -> Result<Vec<Case>, String> {
    let mut all = folder.map_or_else(cases, cases_of)?;
    let names: Vec<String> = all.iter().map(|case| case.name.clone()).collect();
    let names = chosen(names.iter().map(String::as_str), filter, "kernel")?;
    all.retain(|case| names.contains(&&*case.name));
    if all.is_empty() {
        return Err("there is no kernel".to_owned());
    }
    Ok(all)
}

/// Writes the rows of a board to a file, and its text to a part of docs/results/registers.md, where they are asked for.
fn keep<Row: Serialize>(
    rows: &[Row],
    json: Option<ResultFile>,
    text: &str,
    part: Option<&'static str>,
) -> Result<(), String> {
    if let Some(file) = json {
        let rows = serde_json::to_string_pretty(rows).map_err(|e| e.to_string())?;
        file.write(&(rows + "\n"))?;
    }
    let Some(part) = part else { return Ok(()) };
    let made = optx_results_page::made();
    Part::of("results/registers.md", part).write(&format!("{made}\n{text}"))
}

/// The kernels that the command line asks for.
fn asked_for(arguments: &Arguments) -> Result<Vec<Case>, String> {
    let all = match &arguments.kernels {
        Some(folder) => cases_of(folder)?,
        None => cases()?,
    };
    let names = all.iter().map(|c| c.name.as_str());
    let names: Vec<String> = match &arguments.kernel {
        Some(name) => names.filter(|n| n == name).map(str::to_owned).collect(),
        None => {
            let chosen = chosen(names, &arguments.filter, "kernel")?;
            chosen.into_iter().map(str::to_owned).collect()
        }
    };
    if names.is_empty() {
        let all: Vec<&str> = all.iter().map(|c| c.name.as_str()).collect();
        return Err(format!("no such kernel; there are {}", all.join(", ")));
    }
    Ok(all.into_iter().filter(|case| names.contains(&case.name)).collect())
}

fn measured(
    arguments: &Arguments,
    cases: &[Case],
    known: &BTreeMap<String, Frozen>,
) -> Result<Vec<Row>, String> {
    let done = AtomicUsize::new(0);
    let jobs: Vec<(&Case, u32)> =
        cases.iter().flat_map(|c| arguments.arch.iter().map(move |&arch| (c, arch))).collect();
    // To explain a kernel it is enough to know which peer is better.
    let compilers: &[Compiler] = if arguments.explain { &Compiler::PEERS } else { &Compiler::ALL };
    let row = |&(case, arch): &(&Case, u32)| {
        let hash = frozen::hash(case)?;
        let frozen = known.get(&case.name);
        if frozen.is_some_and(|f| f.hash != hash) {
            eprintln!("{}: not the kernel of the first run; compared with nothing", case.name);
        }
        let cells = compilers.iter().map(|&c| (c, measure(case, c, arch))).collect();
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        eprintln!("{count} of {}: {} sm_{arch}", jobs.len(), case.name);
        let first = first(frozen, &hash, arch);
        Ok(Row { kernel: case.name.clone(), arch, cells, first })
    };
    jobs.par_iter().map(row).collect()
}

/// All that was measured.
#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    summaries: &'a [Summary],
    rows: &'a [Row],
}

/// What the page says of the other board.
const REGISTERS: &str = "\
How few registers are enough is on [another page](registers.md), by `cargo run --release -p optx-compare-peers -- registers`.";

fn write_files(arguments: &Arguments, rows: &[Row], summaries: &[Summary]) -> Result<(), String> {
    if let Some(file) = &arguments.json {
        let text = serde_json::to_string_pretty(&Document { version: 1, summaries, rows })
            .map_err(|e| e.to_string())?;
        ResultFile::begin(file)?.write(&(text + "\n"))?;
    }
    if let Some(file) = &arguments.markdown {
        let mut text = format!(
            "# Against the peers\n\nMade by `cargo run --release -p optx-compare-peers -- --markdown {}`.\n{REGISTERS}\n\n{}\n\n",
            file.display(),
            report::LEGEND
        );
        for summary in summaries {
            text.push_str(&report::markdown(&of_arch(rows, summary), summary));
            text.push('\n');
        }
        ResultFile::begin(file)?.write(&text)?;
    }
    Ok(())
}

/// Adds what the first run does not know.
fn freeze(
    known: &mut BTreeMap<String, Frozen>,
    cases: &[Case],
    rows: &[Row],
) -> Result<(), String> {
    for case in cases {
        let hash = frozen::hash(case)?;
        let frozen = known
            .entry(case.name.clone())
            .or_insert_with(|| Frozen { hash: hash.clone(), first: BTreeMap::new() });
        if frozen.hash != hash {
            continue;
        }
        for row in rows.iter().filter(|r| r.kernel == case.name) {
            if let Some(cell) = row.cell(Compiler::Optx3) {
                frozen.first.entry(row.arch).or_insert(cell.nounroll.executed);
            }
        }
    }
    ResultFile::begin(&frozen::file())?.write(&frozen::write(known))
}
