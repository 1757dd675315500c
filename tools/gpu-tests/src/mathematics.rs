//! The device mathematics on a GPU: the approximate instructions against what is documented of them, and the functions against the
//! host.
//!
//! The host's results come from a program that `measure-math --build-host` made elsewhere, since there is no compiler here. A job is
//! an instruction or a function. The instructions come first: they take seconds, and where one of their bounds does not hold, that
//! is why functions fail.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use optx_launch::Device;
use optx_measure_math::approximations::{self, Row};
use optx_measure_math::claims::{INSTRUCTIONS, Instruction};
use optx_measure_math::functions::{self, Function};
use optx_measure_math::host::Host;
use optx_measure_math::on_device::{self, Error, Judgement, Runner};
use optx_measure_math::outcome::Outcome as Came;
use serde::{Deserialize, Serialize};

use crate::outcome::{Judged, Outcome};
use runtime_tests::filter::chosen;

/// Inputs a function with `-ftz=true` at most, as a power of two.
const FLUSHED: u32 = 16;
/// With so many inputs a function, as a power of two, instructions run on all their operands.
const ALL: u32 = 24;
/// A function that makes no end of its inputs in this time is judged by those before.
const LIMIT: Duration = Duration::from_secs(20);

/// What was found of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Found {
    Instruction(Vec<Row>),
    Function(Box<Judgement>),
}

/// The names of instructions and functions of which one of the words is a part.
pub(crate) fn names(filter: &[String]) -> Result<Vec<String>, String> {
    let all = INSTRUCTIONS.iter().map(|i| i.name).chain(functions::all().map(|f| f.name));
    Ok(chosen(all, filter, "function")?.into_iter().map(str::to_owned).collect())
}

/// What judges.
pub(crate) struct Judge<D> {
    device: D,
    target: String,
    host: Host,
    /// Inputs a function, as a power of two.
    inputs: u32,
}

impl<D: Device> Judge<D> {
    /// On this device, with this target, the host's program there, and so many inputs a function, as a power of two.
    pub(crate) fn new(device: D, target: String, host: &Path, inputs: u32) -> Judge<D> {
        Judge { device, target, host: Host::at(host.to_owned()), inputs }
    }

    /// Judges an instruction or function by its name.
    pub(crate) fn judge(&mut self, name: &str) -> Judged {
        if let Some(instruction) = INSTRUCTIONS.iter().find(|i| i.name == name) {
            self.instruction(instruction)
        } else if let Some(f) = functions::all().find(|f| f.name == name) {
            self.function(f)
        } else {
            Judged::new(Outcome::Refused, "no such function")
        }
    }

    fn instruction(&mut self, instruction: &Instruction) -> Judged {
        let step = 1 << ALL.saturating_sub(self.inputs);
        let plan = approximations::Plan { target: self.target.clone(), step, deadline: None };
        let rows = approximations::judge(instruction, &mut self.device, &plan);
        // A kernel without an end, or one that went wrong, decides what becomes of this process.
        let last = rows.iter().find(|row| row.outcome.is_last());
        let bad = last.or_else(|| rows.iter().find(|row| row.outcome.is_bad()));
        // Of what passed, a bound that does not hold is worth saying.
        let said = rows.iter().find(|row| row.outcome == Came::Passed && !row.holds);
        let (came, message) = match bad.or(said).or(rows.first()) {
            Some(row) if row.outcome == Came::Skipped || row.holds => {
                (row.outcome, row.message.clone())
            }
            Some(row) if row.inputs > 0 || row.outcome.is_bad() => (row.outcome, claim(row)),
            Some(row) => (row.outcome, row.message.clone()),
            None => (Came::Skipped, "nothing is claimed of it".to_owned()),
        };
        judged(came, message, &Found::Instruction(rows))
    }

    fn function(&mut self, f: &Function) -> Judged {
        let plan = on_device::Plan {
            target: self.target.clone(),
            names: Vec::new(),
            inputs: self.inputs,
            flushed: Some(FLUSHED.min(self.inputs)),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            deadline: Some(Instant::now() + LIMIT),
        };
        let mut runner = Runner::on(&mut self.device);
        let run = &mut |f: &Function, ptx: &str, inputs: &[u8]| runner.run(f, ptx, inputs);
        let judgement = on_device::judge(f, &self.host, &plan, run);
        let (came, message) = (judgement.outcome, judgement.message.clone());
        judged(came, message, &Found::Function(Box::new(judgement)))
    }
}

fn judged(came: Came, message: String, found: &Found) -> Judged {
    let outcome = match came {
        Came::Passed => Outcome::Passed,
        Came::Differs | Came::Beyond => Outcome::Differs,
        Came::Refused => Outcome::Refused,
        Came::Faulted => Outcome::Faulted,
        Came::Hangs => Outcome::Hangs,
        Came::Device | Came::Host => Outcome::Device,
        Came::Skipped => Outcome::Skipped,
    };
    let data = serde_json::to_value(found).unwrap_or_default();
    Judged { data, ..Judged::new(outcome, message) }
}

/// A claim that does not hold, or could not be judged, in words.
fn claim(row: &Row) -> String {
    let worst = match row.inputs {
        0 => String::new(),
        _ => format!(": {:.5e} where {:.5e} is the bound, {}", row.worst, row.bound, row.at),
    };
    format!("{} ({}, {}){worst}", row.message, row.range, row.by)
}

/// An error, or its bound, as a power of two where that says more.
fn size(value: f64, measure: &str) -> String {
    match measure {
        "relative" | "absolute" if value > 0.0 => format!("2^{:.3}", value.log2()),
        _ => format!("{value:.4}"),
    }
}

/// The first line: a cell has only one.
fn cell(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// An error as a part of the bound where that depends on the input, in numbers from the rounded result where not.
fn distance(j: &Judgement, e: &Error) -> String {
    let depends = j.bound.parse::<f64>().is_err();
    match (depends, e.far) {
        (true, _) if e.ulp < f64::MAX => format!("{:.4} of the bound", e.ulp),
        (false, far) if far < u64::MAX => far.to_string(),
        _ => "another kind of number".to_owned(),
    }
}

/// What was measured where a bound did not hold.
fn before(before: &Option<(f64, String)>, shown: impl Fn(f64) -> String) -> String {
    before.as_ref().map_or_else(String::new, |(bound, on)| format!("{} ({on})", shown(*bound)))
}

fn instructions(out: &mut String, rows: &[&Row]) {
    *out += "| instruction | operands | measured | error | worst | bound | by | measured before | worst at | |\n|---|---|---|---|---|---|---|---|---|---|\n";
    for row in rows {
        let (worst, bound) = (size(row.worst, &row.measure), size(row.bound, &row.measure));
        let verdict = match row.outcome {
            Came::Passed if row.holds => "holds",
            Came::Passed => &row.message,
            Came::Beyond => "DOES NOT HOLD",
            _ => cell(&row.message),
        };
        let worst = if row.inputs == 0 { "" } else { worst.as_str() };
        let before = before(&row.before, |bound| size(bound, &row.measure));
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} | {worst} | {bound} | {} | {before} | {} | {verdict} |",
            row.instruction, row.range, row.inputs, row.measure, row.by, row.at
        );
    }
}

fn table_of(out: &mut String, judgements: &[&Judgement]) {
    *out += "| function | inputs | results | not the host's | furthest of those from the rounded result | worst at | with `-ftz` | CUDA's bound | measured before | |\n|---|---|---|---|---|---|---|---|---|---|\n";
    for j in judgements {
        let kind = if j.guesses { "own guesses" } else { "laid down" };
        let far = |e: &Option<Error>| e.as_ref().map_or_else(String::new, |e| distance(j, e));
        let (worst, flushed) = (far(&j.error), far(&j.flushed));
        let at = j.error.as_ref().map_or("", |e| &e.at);
        let before = before(&j.before, |part| format!("{part} of the bound"));
        let verdict = match j.outcome {
            Came::Passed if j.message.is_empty() => "pass",
            Came::Passed => "CUDA's bound does not hold",
            Came::Differs | Came::Beyond => "FAIL",
            _ => cell(&j.message),
        };
        let _ = writeln!(
            out,
            "| `{}` | {} | {kind} | {} | {worst} | {at} | {flushed} | {} | {before} | {verdict} |",
            j.function, j.inputs, j.differs, j.bound
        );
    }
}

/// What was found, as tables of Markdown.
pub(crate) fn table(all: &[(String, Found)]) -> String {
    let mut out = String::new();
    let mut rows = Vec::new();
    let mut judgements = Vec::new();
    for (_, found) in all {
        match found {
            Found::Instruction(claims) => rows.extend(claims),
            Found::Function(judgement) => judgements.push(&**judgement),
        }
    }
    if !rows.is_empty() {
        instructions(&mut out, &rows);
    }
    if !judgements.is_empty() {
        if !out.is_empty() {
            out.push('\n');
        }
        table_of(&mut out, &judgements);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge() -> Judge<optx_launch::Emulator> {
        Judge::new(optx_launch::Emulator::default(), "sm_80".into(), Path::new("/nowhere"), 4)
    }

    #[test]
    fn names_are_instructions_and_functions() {
        let of = |part: &str| names(&[part.to_owned()]);
        assert_eq!(of("erfinv"), Ok(vec!["erfinvf".to_owned(), "erfinv".to_owned()]));
        assert_eq!(of("tanh.approx.f32"), Ok(vec!["tanh.approx.f32".to_owned()]));
        assert!(of("sinus").is_err_and(|e| e.contains("no function's name contains `sinus`")));
        assert_eq!(
            names(&[]).map(|all| all.len()),
            Ok(INSTRUCTIONS.len() + functions::all().count())
        );
    }

    #[test]
    fn instructions_are_judged_and_shown() {
        let judged = judge().judge("rcp.approx.f32");
        assert_eq!((judged.outcome, judged.message.as_str()), (Outcome::Passed, ""));
        let found: Found = serde_json::from_value(judged.data).expect("what was found");
        let lacking = judge().judge("tanh.approx.bf16");
        assert_eq!(lacking.outcome, Outcome::Skipped);
        assert_eq!(lacking.message, "it is there from sm_90 on");
        let text = table(&[("rcp.approx.f32".into(), found)]);
        assert!(text.contains("| ulp | 0.5000 | 1.0000 | PTX manual |"), "{text}");
    }

    #[test]
    fn without_the_hosts_program_functions_are_not_judged() {
        let judged = judge().judge("sqrtf");
        assert_eq!(judged.outcome, Outcome::Device, "{}", judged.message);
        assert!(judged.message.starts_with("the host's program: "), "{}", judged.message);
        let found: Found = serde_json::from_value(judged.data).expect("what was found");
        let text = table(&[("sqrtf".into(), found)]);
        assert!(text.contains("| `sqrtf` | 0 | laid down | 0 |"), "{text}");
    }

    #[test]
    fn a_bound_that_does_not_hold_is_said() {
        let mut emulator = optx_launch::Emulator::default();
        emulator.config.approx = optx_launch::ApproxMode::High;
        let mut judge = Judge::new(emulator, "sm_80".into(), Path::new("/nowhere"), 4);
        // The emulator takes the guide's bound of logarithms, which is larger than the manual's in places.
        let judged = judge.judge("lg2.approx.f32");
        assert_eq!(judged.outcome, Outcome::Differs);
        let said = "the error is larger than the bound (below 0.5, above 2, PTX manual): ";
        assert!(judged.message.starts_with(said), "{}", judged.message);
        // One that did not hold on a GPU either is no fault.
        let judged = judge.judge("cos.approx.f32");
        assert_eq!(judged.outcome, Outcome::Passed);
        let said = "the manual's bound does not hold (-2 pi to 2 pi, PTX manual): ";
        assert!(judged.message.starts_with(said), "{}", judged.message);
        let found: Found = serde_json::from_value(judged.data).expect("what was found");
        let text = table(&[("cos.approx.f32".into(), found)]);
        let row = text.lines().find(|l| l.contains("| -2 pi to 2 pi |")).expect("a row");
        assert!(
            row.contains("| 2^-20.500 | PTX manual | 2^-20.420 (NVIDIA H100, 2026-11-26) |"),
            "{row}"
        );
        assert!(row.ends_with("| the manual's bound does not hold |"), "{row}");
        assert_eq!(text.lines().filter(|l| l.ends_with("| holds |")).count(), 2, "{text}");
    }
}
