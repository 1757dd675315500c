//! The functions on a device, against the host.
//!
//! Idea: where a function's PTX is made of operations whose results are laid down, its results have to be the host's bit for bit;
//! one that differs is a fault of the device, of its driver's compiler or of ours. Where it makes first guesses (`.approx`) they are
//! the device's own, so what differs is measured against the references, as if it came from the host.
//!
//! Cost: the host computes while the device does, parts of 2^20 inputs on several threads. A part takes a core about 0.1 s, and one
//! of double functions that make guesses, where all results differ, as many seconds as references of `__float128` take.

use std::thread;
use std::time::Instant;

use optx_launch::device::{Device, DeviceError, Launching};
use serde::{Deserialize, Serialize};

use crate::functions::{self, Function};
use crate::host::{End, Host, Worst};
use crate::inputs::{self, Inputs};
use crate::outcome::{Outcome, finite};
use crate::{device, report};

/// Inputs that are in memory at a time.
const PART: usize = 1 << 20;
/// Threads of a block.
const BLOCK: u32 = 256;

/// How much is judged.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is compiled for, as in `sm_90`.
    pub target: String,
    /// Only the functions with these names; all where there are none.
    pub names: Vec<String>,
    /// Inputs a function, as a power of two.
    pub inputs: u32,
    /// Inputs a function of floats with `-ftz=true`, as a power of two; none leaves that out.
    pub flushed: Option<u32>,
    /// Threads of the host.
    pub threads: usize,
    /// No function begins after this, and one that makes no end of its inputs by then is judged by those before.
    pub deadline: Option<Instant>,
}

/// Runs the kernel `run` of a PTX text on the inputs of a function and gives the results, all as raw bytes.
pub type Run<'a> = dyn FnMut(&Function, &str, &[u8]) -> Result<Vec<u8>, DeviceError> + 'a;

/// The worst of some results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Error {
    /// In units of the last place of the exact value, or as a part of a bound that depends on the input. The largest double
    /// where it has no limit.
    pub ulp: f64,
    /// The furthest distance from the correctly rounded result, in numbers of the format.
    pub far: u64,
    /// The input with the largest error.
    pub at: String,
    /// What is given for it.
    pub result: String,
}

impl Error {
    fn of(f: &Function, worst: &Worst) -> Error {
        Error {
            ulp: finite(worst.ulp),
            far: worst.far,
            at: report::input(f, worst),
            result: report::shown(f, worst.result),
        }
    }

    fn words(&self) -> String {
        format!("at {}, which gives {}", self.at, self.result)
    }
}

/// What came of a function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// The function's name in the table of functions.
    pub function: String,
    /// In a word.
    pub outcome: Outcome,
    /// What there is to say.
    pub message: String,
    /// How many inputs were judged.
    pub inputs: u64,
    /// Whether the PTX makes first guesses.
    pub guesses: bool,
    /// How many results are not the host's.
    pub differs: u64,
    /// The first of them.
    pub first_difference: Option<String>,
    /// The worst of those for inputs with a bound.
    pub error: Option<Error>,
    /// The worst where subnormals are flushed.
    pub flushed: Option<Error>,
    /// CUDA's bound.
    pub bound: String,
    /// The part of it that was measured where it did not hold, and where that was.
    #[serde(default)]
    pub before: Option<(f64, String)>,
    /// Of all of it.
    pub milliseconds: f64,
}

impl Judgement {
    fn of(f: &Function, outcome: Outcome, message: String) -> Judgement {
        Judgement {
            function: f.name.to_owned(),
            outcome,
            message,
            inputs: 0,
            guesses: false,
            differs: 0,
            first_difference: None,
            error: None,
            flushed: None,
            bound: report::bound_words(f),
            before: f.before.map(|before| (before.bound, before.on.to_owned())),
            milliseconds: 0.0,
        }
    }
}

/// Whether CUDA's bound holds.
enum Held {
    Yes,
    /// Not, but it is no worse than on another device.
    AsBefore,
    No,
}

impl Held {
    fn of(f: &Function, worst: &Worst) -> Held {
        match () {
            () if report::within(f, worst) => Held::Yes,
            () if report::was_measured(f, worst) => Held::AsBefore,
            () => Held::No,
        }
    }

    /// Says so of a function.
    fn say(self, judgement: &mut Judgement, words: impl FnOnce() -> String) {
        match self {
            Held::Yes => {}
            Held::AsBefore => {
                judgement.message = format!("CUDA's bound does not hold: {}", words())
            }
            Held::No => (judgement.outcome, judgement.message) = (Outcome::Beyond, words()),
        }
    }
}

/// Why a function's judgement ended early.
type Failure = (Outcome, String);

fn of_device(e: DeviceError) -> Failure {
    (Outcome::of(&e), e.to_string())
}

fn of_host(message: String) -> Failure {
    (Outcome::Host, message)
}

fn ended<T>(_: Box<dyn std::any::Any + Send>) -> Result<T, String> {
    Err("a thread ended early".into())
}

/// The host's results, on several threads.
fn host_results(
    f: &Function,
    host: &Host,
    inputs: &[u8],
    threads: usize,
) -> Result<Vec<u8>, String> {
    let step = f.kind.bytes() * f.kind.arguments();
    let part = (inputs.len() / step).div_ceil(threads.max(1)).max(1) * step;
    let parts: Vec<Result<Vec<u8>, String>> = thread::scope(|scope| {
        let work = |chunk| scope.spawn(move || host.sample(f, chunk, End::Exact));
        let running: Vec<_> = inputs.chunks(part).map(work).collect();
        running.into_iter().map(|t| t.join().unwrap_or_else(ended)).collect()
    });
    Ok(parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

/// The worst of results that were computed elsewhere, on several threads.
fn worst_of(
    f: &Function,
    host: &Host,
    (inputs, results): (&[u8], &[u8]),
    threads: usize,
) -> Result<Option<Worst>, String> {
    let size = f.kind.bytes();
    let part = (results.len() / size).div_ceil(threads.max(1)).max(1) * size;
    let chunks = inputs.chunks(part * f.kind.arguments()).zip(results.chunks(part));
    let parts: Vec<Result<Worst, String>> = thread::scope(|scope| {
        let work = |(x, r)| scope.spawn(move || host.given(f, x, r));
        let running: Vec<_> = chunks.map(work).collect();
        running.into_iter().map(|t| t.join().unwrap_or_else(ended)).collect()
    });
    let worsts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(worsts.into_iter().reduce(Worst::join))
}

/// What some parts of the inputs have shown.
#[derive(Default)]
struct Shown {
    inputs: u64,
    differs: u64,
    first: Option<String>,
    worst: Option<Worst>,
}

/// Judges the next inputs: the device runs while the host computes.
fn part(
    f: &Function,
    host: &Host,
    (ptx, inputs): (&str, &[u8]),
    threads: usize,
    (run, shown): (&mut Run<'_>, &mut Shown),
) -> Result<(), Failure> {
    let (ours, theirs) = thread::scope(|scope| {
        let ours = scope.spawn(|| host_results(f, host, inputs, threads));
        let theirs = run(f, ptx, inputs);
        (ours.join().unwrap_or_else(ended), theirs)
    });
    let (ours, theirs) = (ours.map_err(of_host)?, theirs.map_err(of_device)?);
    let (size, step) = (f.kind.bytes(), f.kind.bytes() * f.kind.arguments());
    let count = inputs.len() / step;
    for (results, who) in [(&ours, Outcome::Host), (&theirs, Outcome::Device)] {
        if results.len() != count * size {
            let message = format!("{} results for {count} inputs", results.len() / size);
            return Err((who, message));
        }
    }
    let differing = report::differing(f, &ours, &theirs);
    shown.inputs += count as u64;
    shown.differs += differing.len() as u64;
    if shown.first.is_none() {
        shown.first = report::difference(f, inputs, &ours, &theirs);
    }
    let mut given = (Vec::new(), Vec::new());
    for k in differing {
        let x = &inputs[k * step..(k + 1) * step];
        let mut bits = [0; 8];
        bits[..size].copy_from_slice(&x[..size]);
        if !f.is_unbounded(u64::from_le_bytes(bits)) {
            given.0.extend_from_slice(x);
            given.1.extend_from_slice(&theirs[k * size..(k + 1) * size]);
        }
    }
    if !given.0.is_empty() {
        let found = worst_of(f, host, (&given.0, &given.1), threads).map_err(of_host)?;
        shown.worst = shown.worst.into_iter().chain(found).reduce(Worst::join);
    }
    Ok(())
}

fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|end| Instant::now() >= end)
}

fn try_judge(
    f: &Function,
    host: &Host,
    plan: &Plan,
    run: &mut Run<'_>,
    judgement: &mut Judgement,
) -> Result<(), Failure> {
    let refused = |message: String| (Outcome::Refused, message);
    let ptx = device::compile_for(f, &plan.target, &["-O3"]).map_err(refused)?;
    judgement.guesses = device::guesses(&ptx);
    let count = 1u64.checked_shl(plan.inputs).unwrap_or(u64::MAX);
    let mut inputs = Inputs::of(f, false);
    let mut shown = Shown::default();
    while shown.inputs < count && (shown.inputs == 0 || !is_over(plan.deadline)) {
        let chunk = inputs.take((count - shown.inputs).min(PART as u64) as usize);
        part(f, host, (&ptx, &chunk), plan.threads, (run, &mut shown))?;
    }
    judgement.inputs = shown.inputs;
    judgement.differs = shown.differs;
    judgement.first_difference = shown.first;
    judgement.error = shown.worst.as_ref().map(|worst| Error::of(f, worst));
    let held = shown.worst.as_ref().map_or(Held::Yes, |worst| Held::of(f, worst));
    if !judgement.guesses && shown.differs > 0 {
        let first = judgement.first_difference.as_deref().unwrap_or_default();
        let message = format!("{} results are not the host's, the first {first}", shown.differs);
        (judgement.outcome, judgement.message) = (Outcome::Differs, message);
    } else if let Some(error) = &judgement.error {
        let words = error.words();
        held.say(judgement, || format!("further off than CUDA documents {words}"));
    }
    let Some(bits) = plan.flushed.filter(|_| !f.kind.is_double()) else { return Ok(()) };
    let ptx = device::compile_for(f, &plan.target, &["-O3", "-ftz=true"]).map_err(refused)?;
    let inputs = inputs::inputs(f, 1 << bits.min(20), true);
    let results = run(f, &ptx, &inputs).map_err(of_device)?;
    let worst = host.flushed(f, &inputs, &results).map_err(of_host)?;
    let error = Error::of(f, &worst);
    if judgement.outcome == Outcome::Passed {
        let words = || format!("with -ftz=true further off than CUDA documents {}", error.words());
        Held::of(f, &worst).say(judgement, words);
    }
    judgement.flushed = Some(error);
    Ok(())
}

/// Judges a function.
pub fn judge(f: &Function, host: &Host, plan: &Plan, run: &mut Run<'_>) -> Judgement {
    let begin = Instant::now();
    let mut judgement = Judgement::of(f, Outcome::Passed, String::new());
    if let Err((outcome, message)) = try_judge(f, host, plan, run, &mut judgement) {
        (judgement.outcome, judgement.message) = (outcome, message);
    }
    judgement.milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    judgement
}

/// Judges all functions of the plan. What did not begin in time, or comes after a kernel without an end or one that
/// went wrong, is [`Outcome::Skipped`].
pub fn judge_all(
    host: &Host,
    plan: &Plan,
    run: &mut Run<'_>,
    progress: &mut dyn FnMut(&Judgement),
) -> Vec<Judgement> {
    let chosen =
        |f: &&Function| plan.names.is_empty() || plan.names.iter().any(|name| f.name == name);
    let mut judgements: Vec<Judgement> = Vec::new();
    for f in functions::all().filter(chosen) {
        let stopped = match judgements.iter().find(|j| j.outcome.is_last()) {
            Some(last) => Some(format!("`{}` {}", last.function, last.outcome.why_last())),
            None => is_over(plan.deadline).then(|| "it did not begin in time".to_owned()),
        };
        let judgement = match stopped {
            None => judge(f, host, plan, run),
            Some(why) => Judgement::of(f, Outcome::Skipped, why),
        };
        progress(&judgement);
        judgements.push(judgement);
    }
    judgements
}

/// Runs the functions' kernels on a device.
pub struct Runner<'d> {
    device: &'d mut dyn Device,
    /// What is loaded.
    ptx: Option<String>,
}

impl<'d> Runner<'d> {
    /// On this device.
    pub fn on(device: &'d mut dyn Device) -> Runner<'d> {
        Runner { device, ptx: None }
    }

    /// The results of inputs, as [`Run`] gives them.
    pub fn run(&mut self, f: &Function, ptx: &str, inputs: &[u8]) -> Result<Vec<u8>, DeviceError> {
        if self.ptx.as_deref() != Some(ptx) {
            self.ptx = None;
            self.device.load(ptx)?;
        }
        // After a fault the module is gone.
        let loaded = self.ptx.take();
        let results = self.launch(f, inputs)?;
        self.ptx = loaded.or_else(|| Some(ptx.to_owned()));
        Ok(results)
    }

    fn launch(&mut self, f: &Function, inputs: &[u8]) -> Result<Vec<u8>, DeviceError> {
        let count = inputs.len() / (f.kind.bytes() * f.kind.arguments());
        let bytes = count * f.kind.bytes();
        let from = self.device.alloc(inputs.len(), "in")?;
        let to = match self.device.alloc(bytes, "out") {
            Ok(to) => to,
            Err(e) => return self.device.free(from).and(Err(e)),
        };
        let args = [
            from.to_le_bytes().to_vec(),
            to.to_le_bytes().to_vec(),
            (count as i32).to_le_bytes().to_vec(),
        ];
        let launching = Launching {
            kernel: "run",
            grid: [(count as u32).div_ceil(BLOCK).max(1), 1, 1],
            block: [BLOCK, 1, 1],
            shared: 0,
            cooperative: false,
            args: &args,
        };
        let written = self.device.write(from, inputs);
        let ran = written.and_then(|()| self.device.launch(&launching).map(|_| ()));
        let intact = ran.and_then(|()| self.device.intact(to));
        let results = intact.and_then(|()| self.device.read(to, bytes));
        let freed = self.device.free(from).and(self.device.free(to));
        results.and_then(|results| freed.map(|()| results))
    }
}
