//! `public-kernels`: see `--help`.

mod arguments;

use arguments::Arguments;
use clap::Parser as _;
use optx_launch::ResultFile;
use optx_public_kernels::list::{Kernel, List};
use optx_public_kernels::{against, census, report, text, trial};
use rayon::prelude::*;
use runtime_tests::filter::chosen;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(good) => ExitCode::from(u8::from(!good)),
        Err(message) => {
            eprintln!("public-kernels: {message}");
            ExitCode::from(2)
        }
    }
}

/// True where all is as the list says, and as the folder has it.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let list = List::load()?;
    if !arguments.census.is_empty() {
        return counted(arguments, &list);
    }
    let asked = list.kernels.iter().filter(|k| k.heavy || !arguments.heavy);
    let ids = chosen(asked.map(|k| k.id.as_str()), &arguments.filter, "kernel")?;
    let kernels: Vec<&Kernel> =
        list.kernels.iter().filter(|k| ids.contains(&k.id.as_str())).collect();
    if arguments.list {
        for kernel in kernels {
            println!("{}", kernel.id);
        }
        return Ok(true);
    }
    if let Some(folder) = &arguments.write {
        text::write(&list, &kernels, folder)?;
        println!("{} sources with launch files in {}", kernels.len(), folder.display());
        return Ok(true);
    }
    if arguments.ptx.is_some() || arguments.against.is_some() {
        return compared(arguments, &list, &kernels);
    }
    let done = AtomicUsize::new(0);
    let rows: Result<Vec<trial::Row>, String> = kernels
        .par_iter()
        .map(|kernel| {
            let row = trial::trial(&list, kernel, !arguments.no_clang)?;
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            eprintln!("{count} of {}: {}", kernels.len(), kernel.id);
            Ok(row)
        })
        .collect();
    let rows = rows?;
    print!("{}", report::terminal(&rows));
    if let Some(file) = &arguments.json {
        ResultFile::begin(file)?.write(&report::json(&rows)?)?;
    }
    if arguments.page {
        report::made_of().write(&report::sources(&list))?;
        report::figures().write(&report::page(&list, &rows))?;
    }
    Ok(rows.iter().all(|row| row.wrong.is_empty()))
}

/// The census of folders.
fn counted(arguments: &Arguments, list: &List) -> Result<bool, String> {
    let rows = census::run(&arguments.census, list)?;
    print!("{}", census::table(&rows));
    if let Some(file) = &arguments.json {
        let text = serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())?;
        ResultFile::begin(file)?.write(&(text + "\n"))?;
    }
    Ok(true)
}

/// Writes PTX, compares it, or both: what is compared with is read before anything is written.
fn compared(arguments: &Arguments, list: &List, kernels: &[&Kernel]) -> Result<bool, String> {
    let made = against::compile(list, kernels)?;
    let mut good = true;
    if let Some(folder) = &arguments.against {
        let differences = against::differences(&made, folder)?;
        for line in &differences {
            println!("{line}");
        }
        println!("{} of {} texts differ", differences.len(), made.len());
        good = differences.is_empty();
    }
    if let Some(folder) = &arguments.ptx {
        against::write(&made, folder)?;
        println!("{} texts in {}", made.len(), folder.display());
    }
    Ok(good)
}
