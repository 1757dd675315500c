//! `cargo run --release -p runtime-tests --bin unsound-variants [-- [--known] WORD...]`: which kernels notice each mistake of
//! `unsound-variants/`, or of those whose names hold one of the words, as a Markdown table on standard output, with the commit that
//! it is of. With `--known` only those checks run that the mistakes' files name, which take seconds: continuous integration does that.
//!
//! Exit status 1 where a mistake is noticed by none, or a claim of the unchanged compiler does not hold.

use runtime_tests::unsound_variants::{Check, Copy, checks, variants};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// So many that notice are named.
const NAMED: usize = 6;

/// So many claims there are at least where all checks run.
const FEWEST: usize = 10_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}

/// True where each mistake was noticed, and without one there was nothing to notice.
fn run(words: &[String]) -> Result<bool, String> {
    let made = optx_results_page::made();
    let (known, words) = match words.split_first() {
        Some((first, rest)) if first == "--known" => (true, rest),
        _ => (false, words),
    };
    let mut chosen = variants()?;
    chosen.retain(|v| words.is_empty() || words.iter().any(|w| v.name.contains(w.as_str())));
    if chosen.is_empty() {
        return Err(format!("no variant's name holds {}", words.join(" or ")));
    }
    let mut checks = checks()?;
    if known {
        for variant in &chosen {
            if !checks.iter().any(|check| check.name == variant.noticed) {
                return Err(format!("{}: there is no check {}", variant.name, variant.noticed));
            }
        }
        checks.retain(|check| chosen.iter().any(|variant| variant.noticed == check.name));
    }
    let fewest = if known { 1 } else { FEWEST };
    // Beside this program, where what is built stays.
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let copy = Copy::into(&program.with_file_name("unsound-variants-copy"))?;
    println!(
        "{made}:\n\n| variant | claims | violated | by so many | first |\n|---|--:|--:|--:|---|"
    );
    let mut good = true;
    for variant in std::iter::once(None).chain(chosen.iter().map(Some)) {
        let name = variant.map_or("none", |v| v.name.as_str());
        eprintln!("{name}");
        let results = results(&checks, &copy.build(variant, !known)?)?;
        let claims: usize = results.iter().map(|r| r.claims).sum();
        let violated: usize = results.iter().map(|r| r.violated).sum();
        good &= (violated == 0) == variant.is_none() && claims >= fewest;
        let noticed: Vec<&str> =
            results.iter().filter(|r| r.violated > 0).map(|r| r.name).collect();
        let first = noticed[..noticed.len().min(NAMED)].join(", ");
        println!("| {name} | {claims} | {violated} | {} | {first} |", noticed.len());
    }
    Ok(good)
}

/// What became of a check.
struct Checked<'a> {
    name: &'a str,
    claims: usize,
    violated: usize,
}

/// What becomes of all checks of a command, in their order.
fn results<'a>(checks: &'a [Check], command: &Path) -> Result<Vec<Checked<'a>>, String> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            let Some(check) = checks.get(k) else { break };
            let result = check.claims(command);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((k, result));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|&(k, _)| k);
    let checked = |(k, result): (usize, Result<(usize, usize), String>)| {
        let name = &checks[k].name;
        result.map(|(claims, violated)| Checked { name, claims, violated })
    };
    done.into_iter().map(checked).collect()
}
