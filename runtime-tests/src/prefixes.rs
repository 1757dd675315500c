//! Every runtime kernel behind every prefix of the pipeline: its outputs are, bit for bit, those of -O0.
//!
//! Idea: `--opt-bisect-limit=N` runs the first N optional steps, which are a prefix of the pipeline for the functions before one,
//! and nothing for those behind it; required steps always run, so that each prefix ends in PTX. Many steps change nothing:
//! a text is run once. What fails says which step is to blame, because the prefixes are taken in order.
//! Legality: all levels agree bit for bit on the emulator, in lock-step: contraction is decided in the frontend, once, and the
//! order in which warps come, on which sums by atomics hang, is that of their numbers. That the outputs are right is for the
//! references to say, which are compared with all levels elsewhere.
//! Cost: a compilation for each step of each function, with every check of the verifier; a run for each different text.

use crate::suite::{ARCH, Case, home};
use optx::bisect::{Step, steps};
use optx::{DirectoryIncludes, Options, Ptx};
use optx_launch::compare::compare;
use optx_launch::spec::Tolerance;
use optx_launch::{Checked, Emulator, NoReferences, Outcome, Schedule, run};
use std::collections::HashSet;

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Optional steps there are.
    pub steps: usize,
    /// Prefixes that were compiled.
    pub prefixes: usize,
    /// Texts that differ, each run once, -O0 not counted.
    pub texts: usize,
}

/// Compares a case behind those of its prefixes that `wanted` takes, by the number of steps, compiled with these options; an error
/// names the last step of the first prefix that goes wrong.
pub fn judge(
    case: &Case,
    options: &[&str],
    wanted: impl Fn(u64) -> bool,
) -> Result<Looked, String> {
    let source = std::fs::read_to_string(&case.source)
        .map_err(|e| format!("{}: {e}", case.source.display()))?;
    let plain = compile(case, &source, &["-O0"], None)?;
    let reference = execute(case, plain.text()).map_err(|e| format!("-O0: {e}"))?;
    let none = compile(case, &source, options, Some(0))?;
    // A step that does not run has none behind it: all there are come where all run.
    let whole = compile(case, &source, options, Some(u64::MAX))?;
    let all = steps(&whole);
    let mut seen = HashSet::from([plain.text().to_owned()]);
    let mut looked = Looked { steps: all.len(), ..Looked::default() };
    for limit in (0..=all.len() as u64).filter(|&limit| wanted(limit)) {
        let told = |why: String| format!("{}: {why}", name(limit, &all));
        let ptx = match limit {
            0 => none.text().to_owned(),
            _ => compile(case, &source, options, Some(limit)).map_err(told)?.text().to_owned(),
        };
        looked.prefixes += 1;
        if !seen.insert(ptx.clone()) {
            continue;
        }
        looked.texts += 1;
        let outcome = execute(case, &ptx).map_err(told)?;
        same(&reference, &outcome).map_err(told)?;
    }
    Ok(looked)
}

/// A prefix, as its last step.
fn name(limit: u64, steps: &[Step]) -> String {
    match steps.iter().find(|step| step.number == limit) {
        Some(step) => {
            format!("step {limit} of {}, {} on {}", steps.len(), step.pass, step.function)
        }
        None => format!("{limit} of {} steps", steps.len()),
    }
}

fn compile(case: &Case, source: &str, options: &[&str], limit: Option<u64>) -> Result<Ptx, String> {
    let arch = format!("-arch=sm_{ARCH}");
    let mut words = vec![arch.as_str(), "--verify"];
    words.extend(options);
    words.extend(case.launch.options.iter().map(String::as_str));
    let (mut options, _) = Options::parse_args(&words).map_err(|e| e.to_string())?;
    options.asked.bisect_limit = limit;
    let include = DirectoryIncludes::default();
    optx::compile_with(&case.source.to_string_lossy(), source, &options, &include)
        .map_err(|diagnostics| diagnostics.to_string())
}

/// Runs a text, and compares nothing yet.
fn execute(case: &Case, ptx: &str) -> Result<Outcome, String> {
    let mut device = Emulator::new(Schedule::Lockstep);
    // As in `suite`: an endless loop ends soon.
    device.config.budget = 200_000_000;
    let mut file = case.launch.clone();
    (file.expects, file.printed) = (Vec::new(), None);
    run(&file, ptx, &mut device, &NoReferences, &home().join("kernels")).map_err(|e| e.to_string())
}

/// Where the outputs of a run are not those of the reference run.
fn same(reference: &Outcome, outcome: &Outcome) -> Result<(), String> {
    for (buffer, wanted) in &reference.outputs {
        let Some(got) = outcome.outputs.get(buffer) else {
            return Err(format!("buffer `{buffer}` is gone"));
        };
        let verdict = compare(got, wanted, Tolerance::Exact)?;
        let checked = Checked { buffer: buffer.clone(), verdict };
        checked.difference().map_or(Ok(()), Err)?;
    }
    if outcome.printed == reference.printed {
        return Ok(());
    }
    Err("what is printed differs".to_owned())
}
