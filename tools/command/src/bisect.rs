//! `optx bisect`: the step of the pipeline that changes what kernels give on the emulator, and what it did to the IR.

use crate::arguments::Bisect;
use crate::run::{Launch, emulator, options_of, read_launch};
use crate::{Failure, compile, output, render};
use optx::bisect::{Bisection, Limit, Step, Trial, every, halve};
use optx::observe::{Observer, Step as Watched, View, line_diff};
use optx::{Options, Ptx};
use optx_launch::spec::{Expected, Tolerance};
use optx_launch::{Checked, Data, LaunchFile, NoReferences, Outcome, Printed, Schedule};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// With steps a launch may take so many times the instructions that it takes without.
const SLOWER: u64 = 64;
/// And at least so many.
const LEAST_BUDGET: u64 = 1_000_000;

pub(crate) fn run(b: &Bisect) -> Result<(), Failure> {
    let Launch { file, folder } = read_launch(&b.input, &b.launch, b.kernel.as_deref())?;
    if std::path::Path::new(&b.input).extension().is_some_and(|e| e == "ptx") {
        return Err(Failure::usage("PTX has no steps to bisect; give what it was compiled from"));
    }
    let mut options = options_of(&file, &b.raw_options, &b.options)?;
    options.run = optx::RunOptions {
        verify: true,
        shuffle_seed: options.run.shuffle_seed,
        ..optx::RunOptions::default()
    };
    (options.stats, options.time_passes) = (false, false);
    let source = output::read(&b.input)?;
    // Without a step: what the source is told, warnings and all, is told once.
    options.asked.bisect_limit = Some(0);
    let plain = compile::quiet(&b.input, &source, &options).map_err(|diagnostics| {
        render::diagnostics(&diagnostics, options.json_messages);
        Failure::new(1, "")
    })?;
    render::diagnostics(plain.warnings(), options.json_messages);
    let mut bench =
        Bench { b, source, options, file, folder, reference: None, known: HashMap::new() };
    let all = bench.steps();
    let count = all.len() as u64;
    let mut tried = Vec::new();
    let mut trial = |limit: u64| {
        let judged = bench.judge(limit);
        let word = if judged.is_none() { "right" } else { "wrong" };
        output::tell(format_args!("limit {limit} of {count}: {word}"));
        tried.push((limit, judged.is_none()));
        judged.map_or(Trial::Right, |(why, _)| Trial::Wrong(why))
    };
    let found = if b.every { every(count, &mut trial) } else { halve(count, &mut trial) };
    let culprit = match &found {
        Bisection::Step { number, .. } => all.iter().find(|step| step.number == *number),
        _ => None,
    };
    let changed = culprit.map(|step| bench.changed(step));
    let text = match b.json {
        true => json(&found, count, &tried, culprit, changed.as_ref()),
        false => report(b, &found, count, culprit, changed.as_ref()),
    };
    output::print(&text)?;
    match found {
        Bisection::Nothing => Ok(()),
        Bisection::Before(why) => {
            let status = bench.judge(0).map_or(1, |(_, status)| status);
            Err(Failure::new(status, format!("wrong without any optional step: {why}")))
        }
        Bisection::Step { number, why, .. } => {
            let status = bench.judge(number).map_or(1, |(_, status)| status);
            Err(Failure::new(status, why))
        }
    }
}

/// What is wrong, and the exit status that it means.
type Wrong = (String, u8);

/// What compiles, runs and compares.
struct Bench<'a> {
    b: &'a Bisect,
    source: String,
    options: Options,
    file: LaunchFile,
    folder: PathBuf,
    /// What came out without any step.
    reference: Option<Outcome>,
    /// What is wrong with a PTX text, if anything: many steps change nothing.
    known: HashMap<String, Option<Wrong>>,
}

/// The IR around a step.
#[derive(Default)]
struct Changed {
    before: String,
    after: String,
    diff: String,
}

/// Watches for a step.
struct Around {
    number: u64,
    is_at_hand: bool,
    before: String,
    after: String,
}

impl Observer for Around {
    fn admits(&mut self, _: &Watched<'_>, number: u64) -> bool {
        self.is_at_hand = number == self.number;
        true
    }

    fn before(&mut self, _: &Watched<'_>, view: &View<'_>) {
        if self.is_at_hand {
            self.before = view.text();
        }
    }

    fn after(&mut self, _: &Watched<'_>, view: &View<'_>) {
        if std::mem::take(&mut self.is_at_hand) {
            self.after = view.text();
        }
    }
}

impl Bench<'_> {
    /// The optional steps where all of them run: what is left out has no steps behind it. Where the compilation fails, those up to there.
    fn steps(&self) -> Vec<Step> {
        let mut options = self.options.clone();
        options.asked.bisect_limit = None;
        let mut listed = Limit::silent(u64::MAX);
        let observers: optx::observe::Observers<'_, '_> = &mut [&mut listed];
        // What is wrong with it the trial with all steps tells.
        drop(compile::watched(&self.b.input, &self.source, &options, observers));
        listed.offered
    }

    fn compile(&self, options: &Options) -> Result<Ptx, optx::Diagnostics> {
        compile::quiet(&self.b.input, &self.source, options)
    }

    /// What is wrong with the result under a limit.
    fn judge(&mut self, limit: u64) -> Option<Wrong> {
        let mut options = self.options.clone();
        options.asked.bisect_limit = Some(limit);
        let ptx = match self.compile(&options) {
            Ok(ptx) => ptx.text().to_owned(),
            Err(diagnostics) => {
                let first = diagnostics.list().first().map_or("", |d| d.message.as_str());
                return Some((format!("it does not compile: {first}"), 1));
            }
        };
        if let Some(known) = self.known.get(&ptx) {
            return known.clone();
        }
        let judged = self.run(&ptx);
        self.known.insert(ptx, judged.clone());
        judged
    }

    /// Runs a PTX text; the first that runs is the reference.
    fn run(&mut self, ptx: &str) -> Option<Wrong> {
        let mut device = emulator(&self.b.emulation);
        if let Some(reference) = &self.reference {
            device.config.budget = device.config.budget.min(budget(reference));
        }
        // References by name are a test suite's: what they would be compared with is not known here.
        let mut file = self.file.clone();
        file.expects.retain(|e| !matches!(e.from, Expected::Reference(_)));
        match optx_launch::run(&file, ptx, &mut device, &NoReferences, &self.folder) {
            Err(e) => Some((e.to_string(), e.exit_status())),
            Ok(outcome) => {
                let reference = self.reference.get_or_insert_with(|| outcome.clone());
                let wrong = outcome.difference().or_else(|| {
                    differs(&self.file, &outcome, reference, self.b.emulation.schedule)
                });
                wrong.map(|why| (why, 3))
            }
        }
    }

    /// The IR before and after a step; empty where the compilation fails behind it: the diagnostic shows the text where it is broken.
    fn changed(&self, step: &Step) -> Changed {
        let mut options = self.options.clone();
        options.asked.bisect_limit = Some(step.number);
        let mut around = Around {
            number: step.number,
            is_at_hand: false,
            before: String::new(),
            after: String::new(),
        };
        let observers: optx::observe::Observers<'_, '_> = &mut [&mut around];
        if compile::watched(&self.b.input, &self.source, &options, observers).is_err() {
            return Changed::default();
        }
        let Step { pass, function, .. } = step;
        let Around { before, after, .. } = around;
        let diff = line_diff(&before, &after);
        let nothing = if diff.is_empty() { ": nothing changes" } else { "" };
        Changed {
            before: format!("; before {pass} on {function}\n{before}"),
            after: format!("; after {pass} on {function}\n{after}"),
            diff: format!("; after {pass} on {function}{nothing}\n{diff}"),
        }
    }
}

/// Instructions of all launches of a run, and then some.
fn budget(reference: &Outcome) -> u64 {
    let counters = reference.launches.iter().filter_map(|l| l.counters.as_ref());
    let executed: u64 = counters.map(|c| c.instructions.warps).sum();
    executed.saturating_mul(SLOWER).max(LEAST_BUDGET)
}

/// How a run differs from the one without steps, in what the launch file expects nothing of, and in what only a test suite
/// knows: bit for bit there, and as near as the file says here.
fn differs(
    file: &LaunchFile,
    outcome: &Outcome,
    reference: &Outcome,
    schedule: Schedule,
) -> Option<String> {
    for (name, wanted) in &reference.outputs {
        let expects: Vec<_> = file.expects.iter().filter(|e| e.buffer == *name).collect();
        if expects.iter().any(|e| !matches!(e.from, Expected::Reference(_))) {
            continue;
        }
        let tolerance = expects.first().map_or(Tolerance::Exact, |e| e.tolerance);
        let got: &Data = outcome.outputs.get(name)?;
        let verdict = match optx_launch::compare::compare(got, wanted, tolerance) {
            Ok(verdict) => verdict,
            Err(why) => return Some(why),
        };
        let checked = Checked { buffer: name.clone(), verdict };
        if let Some(difference) = checked.difference() {
            return Some(difference);
        }
    }
    let (wanted, got) = (reference.printed.as_deref()?, outcome.printed.as_deref()?);
    let text = String::from_utf8_lossy(wanted).into_owned();
    // Other schedules run warps in an order of their own.
    let any_order = schedule != Schedule::Lockstep;
    match file.printed {
        None => Printed { text, any_order }.difference(got),
        Some(_) => None,
    }
}

fn report(
    b: &Bisect,
    found: &Bisection,
    count: u64,
    culprit: Option<&Step>,
    changed: Option<&Changed>,
) -> String {
    let mut out = format!("{count} optional steps: ");
    match found {
        Bisection::Nothing if count == 0 => out.push_str("nothing to bisect at this level\n"),
        Bisection::Nothing => out.push_str("nothing wrong, with all of them as without any\n"),
        Bisection::Before(_) => out.push_str("wrong without any of them, so none is to blame\n"),
        Bisection::Step { number, why, right_again } => {
            let last = if right_again.contains(&count) { "too" } else { "not" };
            let _ = writeln!(out, "right without them, with all of them {last}");
            let (pass, function) = culprit.map_or(("", ""), |step| (step.pass, &step.function));
            let _ = writeln!(out, "step {number}, {pass} on {function}, makes it wrong: {why}");
            if !right_again.is_empty() {
                let limits: Vec<String> = right_again.iter().map(u64::to_string).collect();
                let _ = writeln!(
                    out,
                    "with the first {} steps it is right again: a later step hides what is wrong",
                    limits.join(", ")
                );
            }
        }
    }
    match changed {
        Some(c) if b.whole => out.push_str(&format!("{}{}", c.before, c.after)),
        Some(c) => out.push_str(if c.diff.is_empty() { &c.after } else { &c.diff }),
        None => {}
    }
    out
}

fn json(
    found: &Bisection,
    count: u64,
    tried: &[(u64, bool)],
    culprit: Option<&Step>,
    changed: Option<&Changed>,
) -> String {
    let (result, why, again) = match found {
        Bisection::Nothing => ("nothing", None, None),
        Bisection::Before(why) => ("before", Some(why), None),
        Bisection::Step { why, right_again, .. } => ("step", Some(why), Some(right_again)),
    };
    let tried: Vec<serde_json::Value> = tried
        .iter()
        .map(|(limit, right)| serde_json::json!({ "limit": limit, "right": right }))
        .collect();
    let step = culprit.map(|step| {
        serde_json::json!({
            "number": step.number, "pass": step.pass, "function": step.function,
            "before": changed.map(|c| &c.before), "after": changed.map(|c| &c.after),
            "diff": changed.map(|c| &c.diff),
        })
    });
    let report = serde_json::json!({
        "steps": count, "result": result, "step": step, "why": why, "right_again": again,
        "tried": tried,
    });
    format!("{report}\n")
}
