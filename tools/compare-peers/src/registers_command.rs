//! `compare-peers registers`.

use crate::arguments::Registers;
use optx_compare_peers::frozen;
use optx_compare_peers::registers::against;
use optx_compare_peers::registers::first;
use optx_compare_peers::registers::need::Subject;
use optx_compare_peers::registers::page;
use optx_compare_peers::registers::report;
use optx_compare_peers::registers::rows::{COMPILERS, List, Row, rows_of, summaries};
use optx_launch::ResultFile;
use rayon::prelude::*;
use runtime_tests::filter::chosen;
use runtime_tests::suite::{Case, cases};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A kernel's file of a list.
struct Listed {
    list: List,
    case: Case,
}

/// True where all could be measured, and no S0 rose.
pub fn run(arguments: &Registers) -> Result<bool, String> {
    known_to_optx(arguments.passes.as_deref())?;
    // Files that cannot be read or written are told before the work.
    let earlier = arguments.against.as_deref().map(against::read).transpose()?;
    let json = arguments.json.as_deref().map(ResultFile::begin).transpose()?;
    let mut known = first::load()?;
    let rows = measured(arguments, &asked_for(arguments)?)?;
    let sums = summaries(&rows);
    for sum in &sums {
        println!("{}\n", report::terminal(&rows_of(sum.list, sum.arch, &rows), sum));
    }
    println!("{}", report::LEGEND);
    if let Some(file) = json {
        file.write(&against::write(&rows, &sums, arguments.passes.as_deref())?)?;
    }
    if arguments.freeze {
        first::add(&mut known, &rows);
        ResultFile::begin(&first::file())?.write(&first::write(&known))?;
    }
    if arguments.page {
        page::write(&rows, &sums, &known)?;
    }
    let mut good = sums.iter().all(|sum| sum.failed.is_empty());
    if let Some(earlier) = earlier {
        let changes = against::changes(&earlier, &rows);
        print!("\n{}", changes.text());
        good &= changes.rose.is_empty();
    }
    Ok(good)
}

/// An error where optx does not take the words of `--passes`; else each kernel would say so.
fn known_to_optx(passes: Option<&str>) -> Result<(), String> {
    let Some(words) = passes else { return Ok(()) };
    let parsed = optx::Options::parse_args(&["-O3", &format!("--passes={words}")]);
    parsed.map(drop).map_err(|e| e.to_string())
}

/// The kernels that the command line asks for.
fn asked_for(arguments: &Registers) -> Result<Vec<Listed>, String> {
    let listed = |list, cases: Vec<Case>| cases.into_iter().map(move |case| Listed { list, case });
    let mut all: Vec<Listed> = match &arguments.kernels {
        Some(folder) => listed(List::Folder, crate::cases_of(folder)?).collect(),
        None => listed(List::Runtime, cases()?).collect(),
    };
    if let Some(folder) = &arguments.heavy {
        all.extend(listed(List::Heavy, crate::cases_of(folder)?));
    }
    let names: Vec<String> = all.iter().map(|l| l.case.name.clone()).collect();
    let names = chosen(names.iter().map(String::as_str), &arguments.filter, "kernel")?;
    all.retain(|l| names.contains(&&*l.case.name));
    if all.is_empty() {
        return Err("there is no kernel".to_owned());
    }
    Ok(all)
}

fn measured(arguments: &Registers, all: &[Listed]) -> Result<Vec<Row>, String> {
    let done = AtomicUsize::new(0);
    let jobs: Vec<(&Listed, u32)> =
        all.iter().flat_map(|l| arguments.arch.iter().map(move |&arch| (l, arch))).collect();
    let row = |&(listed, arch): &(&Listed, u32)| {
        let Listed { list, case } = listed;
        let cell = |compiler| {
            let subject = Subject::new(case, compiler, arch, arguments.passes.as_deref());
            (compiler, subject.need(arguments.all_caps))
        };
        let hash = frozen::hash(case)?;
        let cells = COMPILERS.into_iter().map(cell).collect();
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        eprintln!("{count} of {}: {} sm_{arch}", jobs.len(), case.name);
        Ok(Row { list: *list, kernel: case.name.clone(), hash, arch, cells })
    };
    jobs.par_iter().map(row).collect()
}
