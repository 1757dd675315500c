//! `optx-random-functions`: random functions through the optimizer's passes.

use clap::Parser;
use optx_ir::Func;
use optx_random_functions::{
    COUNTING_STEPS, Failure, Generator, Harm, STEPS, Says, all_rows, check, first_failure, harm,
    reduce, rows, ways,
};
use optx_whirl::Module;
use optx_wopt::driver::pipeline::Pass;
use std::io::Write as _;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Takes random functions through the optimizer's passes, and compares what they do, interpreted, with what they did.
///
/// Each function goes through the pipeline, through each optional pass alone, and through some passes in any order. After
/// each pass it is verified and run on four inputs. The first that goes wrong is made small and printed: as text that
/// `optx compile` takes (`--input=ssa`), then before and after the pass. The exit status is 1 then, and 0 where all is well.
///
///   cargo run --release -p optx-random-functions -- --seeds 1..100001
///   cargo run --release -p optx-random-functions -- --seeds 1..2000 --passes propagate,dead-code
///   cargo run --release -p optx-random-functions -- --counting --seeds 1..100001
///   cargo run --release -p optx-random-functions -- --show 4711
///   cargo run --release -p optx-random-functions -- --harm --seeds 1..10001
///
/// The function of a seed is the same on every machine.
#[derive(Debug, Parser)]
#[command(name = "optx-random-functions", verbatim_doc_comment, max_term_width = 110)]
struct Arguments {
    /// The functions: the first, and the one behind the last
    #[arg(long, default_value = "1..2001", value_name = "A..B", value_parser = range)]
    seeds: Range<u64>,
    /// These optional passes only, by name or group [default: all]
    #[arg(long, value_delimiter = ',', value_name = "PASS,...")]
    passes: Vec<String>,
    /// Threads
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// End after so many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Print the function of a seed, and do nothing else
    #[arg(long, value_name = "SEED")]
    show: Option<u64>,
    /// Functions of loops that count at the ends of their types
    #[arg(long, conflicts_with = "harm")]
    counting: bool,
    /// Hold PRE and strength reduction to what they promise of runs instead, and print what PRE is worth
    #[arg(long)]
    harm: bool,
    /// Print a failing function as it is
    #[arg(long)]
    no_reduce: bool,
}

impl Arguments {
    /// The function of a seed, and how many statements it may execute.
    fn function(&self, seed: u64) -> (Func, u64) {
        match self.counting {
            true => (Generator::counting(seed), COUNTING_STEPS),
            false => (Generator::function(seed), STEPS),
        }
    }
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let parsed = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match parsed {
        Some((a, b)) if a < b => Ok(a..b),
        _ => Err("wants two numbers, the lower first, as 1..2001".to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let module = all_rows();
    if let Some(seed) = arguments.show {
        let (f, _) = arguments.function(seed);
        return print(&optx_ir::print::print_module(&module, &[f]), ExitCode::SUCCESS);
    }
    if arguments.harm {
        return harms(&arguments);
    }
    match rows(&arguments.passes) {
        Ok(rows) => run(&arguments, &module, &rows),
        Err(wrong) => {
            eprintln!("error: {wrong}");
            ExitCode::from(2)
        }
    }
}

/// A reader that went away is no error.
fn print(text: &str, status: ExitCode) -> ExitCode {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    status
}

thread_local! {
    /// The function in work, for who reads of a panic.
    static SEED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// All functions, those too that come behind one with which something is wrong.
fn harms(arguments: &Arguments) -> ExitCode {
    let next = AtomicU64::new(arguments.seeds.start);
    let work = || {
        let (mut all, mut wrong) = (Harm::default(), String::new());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= arguments.seeds.end {
                return (all, wrong);
            }
            match harm(seed) {
                Ok(found) => all.add(&found),
                Err(why) => wrong.push_str(&(why + "\n")),
            }
        }
    };
    let (mut all, mut wrong) = (Harm::default(), String::new());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        for (found, why) in threads.into_iter().filter_map(|thread| thread.join().ok()) {
            all.add(&found);
            wrong.push_str(&why);
        }
    });
    let status = if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    print(&(wrong + &all.told()), status)
}

fn run(arguments: &Arguments, module: &Module, rows: &[&'static Pass]) -> ExitCode {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        eprintln!("\nthe function of seed {}:", SEED.get());
        told(info);
    }));
    let made = optx_results_page::made();
    let start = Instant::now();
    let next = AtomicU64::new(arguments.seeds.start);
    let (done, runs, meaningful) = (AtomicU64::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let stop = AtomicBool::new(false);
    let work = || -> Option<(u64, Box<Failure>)> {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let late = arguments.seconds.is_some_and(|s| start.elapsed() > Duration::from_secs(s));
            if seed >= arguments.seeds.end || late || stop.load(Ordering::Relaxed) {
                return None;
            }
            SEED.set(seed);
            let (f, steps) = arguments.function(seed);
            match check(module, (&f, steps), &ways(seed, rows)) {
                Ok(Says { runs: all, meaningful: some }) => {
                    runs.fetch_add(all, Ordering::Relaxed);
                    meaningful.fetch_add(some, Ordering::Relaxed);
                }
                Err(failure) => {
                    stop.store(true, Ordering::Relaxed);
                    return Some((seed, failure));
                }
            }
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_multiple_of(1000) {
                eprintln!("{count} functions in {:.0} s", start.elapsed().as_secs_f64());
            }
        }
    };
    let mut failures: Vec<(u64, Box<Failure>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect()
    });
    failures.sort_by_key(|(seed, _)| *seed);
    let (runs, meaningful) = (runs.into_inner(), meaningful.into_inner());
    eprintln!(
        "{made}: {} functions in {:.0} s, {meaningful} of {runs} runs say something",
        done.into_inner(),
        start.elapsed().as_secs_f64()
    );
    match failures.first() {
        Some((seed, failure)) => {
            print(&report(arguments, module, *seed, failure), ExitCode::FAILURE)
        }
        None => print("no difference\n", ExitCode::SUCCESS),
    }
}

/// A failure in words, its function made small.
fn report(arguments: &Arguments, module: &Module, seed: u64, failure: &Failure) -> String {
    let (source, steps) = arguments.function(seed);
    let mut out = format!("function {seed}, {}: ", failure.way.name);
    let way = failure.way.cut(failure.step + 1);
    let again = |f: &Func| {
        first_failure(module, (f, steps), &way).filter(|other| other.step == failure.step)
    };
    let (small, shown) = if arguments.no_reduce {
        (source.clone(), None)
    } else {
        let small = reduce(&source, |f| again(f).is_some());
        let shown = again(&small);
        (small, shown)
    };
    let shown = shown.as_deref().unwrap_or(failure);
    let text = |f: &Func| {
        let mut out = String::new();
        optx_ir::print::print_func(&mut out, &module.locs, f);
        out
    };
    out.push_str(&format!("{} goes wrong: {}\n", shown.step_name(), shown.why));
    out.push_str(&format!("\nThe function:\n{}", optx_ir::print::print_module(module, &[small])));
    let steps: Vec<&str> = way.steps.iter().map(|step| step.name()).collect();
    out.push_str(&format!("\nThe passes: {}\n", steps.join(", ")));
    out.push_str(&format!("\nBefore {}:\n{}", shown.step_name(), text(&shown.before)));
    out.push_str(&format!("\nBehind it:\n{}", text(&shown.after)));
    out
}
