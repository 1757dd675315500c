//! The run: workers side by side, findings, progress, the summary.

use crate::arguments::{Arguments, Bounds};
use crate::corpus::{Corpus, Kind};
use crate::findings::{Finding, Found, describe, signature};
use crate::hostile::{self, Expect};
use crate::inputs::{self, MutantInput};
use crate::minimise::{Trier, minimise};
use crate::outputs;
use crate::protocol::Request;
use crate::worker::End;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What has been counted so far.
#[derive(Clone, Debug, Default)]
struct Counts {
    inputs: u64,
    accepted: u64,
    by_kind: [u64; 3],
    outputs: u64,
    /// Microseconds, and the input.
    slowest: (u64, u64),
    /// KiB, and the input.
    largest: (u64, u64),
    unsteady: u64,
    found: Found,
}

/// What the threads share.
struct Run<'a> {
    arguments: &'a Arguments,
    bounds: Bounds,
    corpus: &'a Corpus,
    command: Option<PathBuf>,
    out: PathBuf,
    start: Instant,
    next: AtomicU64,
    stop: AtomicBool,
    counts: Mutex<Counts>,
    /// Day and commit.
    made: String,
}

/// Does what the arguments say. `Ok(false)`: there is a finding.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bounds = arguments.bounds();
    if let Some(file) = &arguments.minimise {
        return minimise_file(arguments, file, bounds);
    }
    if arguments.hostile {
        return hostile(bounds);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().map_err(|e| format!("the repository: {e}"))?;
    let corpus = Corpus::collect(&root, &arguments.corpus)?;
    if let Some(index) = arguments.show {
        return show(&inputs::make(&corpus, arguments.seed, index));
    }
    let command = match (&arguments.command, arguments.outputs_every) {
        (_, 0) => None,
        (Some(command), _) => Some(command.clone()),
        (None, _) => Some(outputs::build_command()?),
    };
    let run = Run {
        arguments,
        bounds,
        corpus: &corpus,
        command,
        out: arguments.out_dir(),
        start: Instant::now(),
        next: AtomicU64::new(arguments.from),
        stop: AtomicBool::new(false),
        counts: Mutex::default(),
        made: optx_results_page::made(),
    };
    println!(
        "seed {}: {} sources, {} text forms, {} workers",
        arguments.seed,
        corpus.sources.len(),
        corpus.forms.len(),
        arguments.worker_count()
    );
    let workers = arguments.worker_count();
    let failed = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(|| run.work())).collect();
        scope.spawn(|| run.progress());
        let mut failed = None;
        for thread in threads {
            let result = thread.join().unwrap_or_else(|_| Err("a thread panicked".to_owned()));
            failed = result.err().or(failed);
        }
        run.stop.store(true, Ordering::Relaxed);
        failed
    });
    match failed {
        Some(message) => Err(message),
        None => Ok(run.summary()),
    }
}

fn show(input: &MutantInput) -> Result<bool, String> {
    eprintln!("made from {}; {}", input.of, input.request.options.join(" "));
    std::io::stdout().write_all(&input.request.text).map_err(|e| e.to_string())?;
    Ok(true)
}

fn minimise_file(arguments: &Arguments, file: &Path, bounds: Bounds) -> Result<bool, String> {
    let text = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut options = arguments.option.clone();
    let ending = file.extension().map(|e| e.to_string_lossy().into_owned());
    if let Some(kind @ ("whirl" | "ssa")) = ending.as_deref() {
        options.push(format!("--input={kind}"));
    }
    let request = Request { options, text, want_result: false };
    let small = minimise(&request, bounds, Duration::from_secs(arguments.minimise_seconds))?;
    std::io::stdout().write_all(&small).map_err(|e| e.to_string())?;
    Ok(true)
}

/// The fixed inputs; true where each did what it must.
fn hostile(bounds: Bounds) -> Result<bool, String> {
    let made = optx_results_page::made();
    let mut wrong = 0;
    let (mut slowest, mut largest) = (0, 0);
    for input in hostile::all() {
        let text = input.text.into_bytes();
        let request = Request { options: Vec::new(), text, want_result: true };
        let end = Trier::new(bounds).run_alone(&request)?;
        let fits = signature(&end, bounds).is_none();
        let (fine, what) = match &end {
            End::Reply(reply) => {
                slowest = slowest.max(reply.micros);
                largest = largest.max(reply.kib);
                let fine = match input.expect {
                    Expect::Compiles => reply.accepted,
                    Expect::CompilesWithin => reply.accepted && fits,
                    Expect::Refused(code) => !reply.accepted && fits && reply.result.contains(code),
                    Expect::RefusedSomehow => !reply.accepted && fits,
                    Expect::Within => fits,
                };
                let said = reply.result.lines().next().filter(|_| !reply.accepted);
                (fine, format!("{}  {}", describe(&end), said.unwrap_or("")))
            }
            _ => (false, describe(&end)),
        };
        let known = hostile::KNOWN.iter().find(|k| k.0 == input.name);
        wrong += u32::from(fine == known.is_some());
        let word = match (fine, known) {
            (true, None) => String::new(),
            (false, None) => "WRONG ".to_owned(),
            (false, Some(why)) => format!("KNOWN ({}) ", why.1),
            (true, Some(_)) => "NO LONGER WRONG ".to_owned(),
        };
        let what: String = what.chars().take(150).collect();
        println!("{word}{:<44} {what}", input.name);
    }
    print!("{made}: {}", hostile::counted());
    println!("slowest {:.2} s, largest {} MiB", slowest as f64 / 1e6, largest / 1024);
    println!("{wrong} wrong");
    Ok(wrong == 0)
}

impl Run<'_> {
    fn done(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || (self.arguments.count.is_none()
                && self.start.elapsed() >= Duration::from_secs(self.arguments.seconds))
    }

    /// One thread: inputs, one after the other, on a worker of its own.
    fn work(&self) -> Result<(), String> {
        let mut trier = Trier::new(self.bounds);
        while !self.done() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if self.arguments.count.is_some_and(|n| index - self.arguments.from >= n) {
                break;
            }
            let input = inputs::make(self.corpus, self.arguments.seed, index);
            let result = self.one(&mut trier, &input);
            if result.is_err() {
                self.stop.store(true, Ordering::Relaxed);
                return result;
            }
        }
        Ok(())
    }

    fn one(&self, trier: &mut Trier, input: &MutantInput) -> Result<(), String> {
        let mut end = trier.run(&input.request)?;
        let mut wrong = signature(&end, self.bounds);
        let mut steady = true;
        if wrong.as_deref().is_some_and(|w| !w.starts_with("panic")) {
            // What the worker did before, or another program, may have made it so: once more, alone.
            end = trier.run_alone(&input.request)?;
            wrong = signature(&end, self.bounds);
            steady = wrong.is_some();
        }
        self.count(input, &end, steady);
        if wrong.is_none()
            && let Some(command) = &self.command
            && input.index.is_multiple_of(self.arguments.outputs_every.max(1))
        {
            let longest = Duration::from_micros(100 * self.bounds.micros);
            let said = outputs::check(command, input, longest)?;
            self.counts(|c| c.outputs += 1);
            if let Some(said) = said {
                let (first, text) = (said.lines().next().unwrap_or(""), input.request.text.clone());
                return self.found(input, first.to_owned(), text, said.clone());
            }
        }
        let Some(wrong) = wrong else { return Ok(()) };
        if self.counts(|c| c.found.contains_key(&wrong)) {
            return self.found(input, wrong, Vec::new(), String::new());
        }
        let time = Duration::from_secs(self.arguments.minimise_seconds);
        let small = minimise(&input.request, self.bounds, time)
            .unwrap_or_else(|_| input.request.text.clone());
        self.found(input, wrong, small, describe(&end))
    }

    fn counts<T>(&self, with: impl FnOnce(&mut Counts) -> T) -> T {
        // A thread that panicked leaves counts that are still counts.
        with(&mut self.counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn count(&self, input: &MutantInput, end: &End, steady: bool) {
        self.counts(|c| {
            c.inputs += 1;
            c.by_kind[match input.kind {
                Kind::Source => 0,
                Kind::Whirl => 1,
                Kind::Ssa => 2,
            }] += 1;
            c.unsteady += u64::from(!steady);
            if let End::Reply(reply) = end {
                c.accepted += u64::from(reply.accepted);
                c.slowest = c.slowest.max((reply.micros, input.index));
                c.largest = c.largest.max((reply.kib, input.index));
            }
        });
    }

    fn found(
        &self,
        input: &MutantInput,
        signature: String,
        small: Vec<u8>,
        what: String,
    ) -> Result<(), String> {
        self.counts(|c| {
            if let Some((times, _)) = c.found.get_mut(&signature) {
                *times += 1;
                return Ok(());
            }
            let finding =
                Finding { signature: signature.clone(), input: input.clone(), small, what };
            let path = finding.save(&self.out, self.arguments.seed)?;
            if std::io::stderr().is_terminal() {
                eprint!("\r\x1b[K");
            }
            eprintln!("finding: {signature}\n  input {} saved as {}", input.index, path.display());
            c.found.insert(signature, (1, path));
            Ok(())
        })
    }

    /// A line on the terminal while there is something to wait for.
    fn progress(&self) {
        let terminal = std::io::stderr().is_terminal();
        while !self.done() {
            std::thread::sleep(Duration::from_millis(200));
            if terminal {
                let c = self.counts(|c| c.clone());
                let seconds = self.start.elapsed().as_secs_f64();
                eprint!(
                    "\r\x1b[K{seconds:.0} s: {} inputs ({:.0} a second), {} accepted, {} findings",
                    c.inputs,
                    c.inputs as f64 / seconds.max(0.001),
                    c.accepted,
                    c.found.len()
                );
                let _ = std::io::stderr().flush();
            }
        }
        if terminal {
            eprint!("\r\x1b[K");
        }
    }

    /// Prints what came of it; true where nothing was found.
    fn summary(&self) -> bool {
        let c = self.counts(|c| c.clone());
        let seconds = self.start.elapsed().as_secs_f64();
        let [sources, whirl, ssa] = c.by_kind;
        println!(
            "{} inputs in {seconds:.1} s ({:.0} a second): {} accepted, {} rejected",
            c.inputs,
            c.inputs as f64 / seconds.max(0.001),
            c.accepted,
            c.inputs - c.accepted
        );
        println!(
            "  {sources} sources, {whirl} of WHIRL, {ssa} of SSA; {} through the command",
            c.outputs
        );
        println!(
            "  slowest {:.3} s (input {}), largest {} MiB (input {})",
            c.slowest.0 as f64 / 1e6,
            c.slowest.1,
            c.largest.0 / 1024,
            c.largest.1
        );
        if c.unsteady > 0 {
            println!(
                "  {} over a bound at first and not again on a worker of their own",
                c.unsteady
            );
        }
        println!("  {} findings", c.found.len());
        for (signature, (times, path)) in &c.found {
            println!("    {times:>5} x {signature}\n            {}", path.display());
        }
        println!("\n{}", self.row(&c, seconds));
        c.found.is_empty()
    }

    /// The row that docs/results/fuzz.md has of a run.
    fn row(&self, c: &Counts, seconds: f64) -> String {
        let [sources, whirl, ssa] = c.by_kind.map(grouped);
        format!(
            "| {}, {}, {} sources and {} text forms | {seconds:.0} | {} | {} | {sources}, {whirl}, {ssa} | {} | {:.2} s | {} MiB | {} |",
            self.arguments.seed,
            self.made,
            grouped(self.corpus.sources.len() as u64),
            grouped(self.corpus.forms.len() as u64),
            grouped(c.inputs),
            grouped(c.accepted),
            grouped(c.outputs),
            c.slowest.0 as f64 / 1e6,
            c.largest.0 / 1024,
            c.found.len()
        )
    }
}

/// A number with a space before each three digits.
fn grouped(n: u64) -> String {
    let (high, low) = (n / 1000, n % 1000);
    if high == 0 { low.to_string() } else { format!("{} {low:03}", grouped(high)) }
}
