//! Mistakes seeded into the allocators of `--ptx-regs`, and into slots of the warp under a cap: are they caught by the checker of allocations, or where kernels run?
//!
//! Idea: `allocator-mistakes/` has a file for each, as `unsound-variants/` has. A mistake is put into a copy of the tree, and this is built there: kernels are
//! compiled with `--verify`, which the checker says no to, and without, and run; what comes out is not what is expected, or does not come to an end. The checker
//! sees no memory and takes the facts of variance as they are, so that what only a run catches is no fault of it.
//! Cost: a build of the compiler for each, and some thousand runs.

use crate::suite::{Case, allocation_shapes, cases, compile, execute_within};
use crate::unsound_variants::{Variant, variants_in};
use optx_launch::{Outcome, Schedule};
use optx_results_page::Part;
use std::fmt::Write as _;

/// How kernels are compiled: by the allocators that have all rules, with so few registers that most are short of them, and under a cap.
const WAYS: [&[&str]; 3] = [
    &["--ptx-regs=9", "--regalloc=affra"],
    &["--ptx-regs=9", "--regalloc=priced"],
    &["--maxrregcount=24"],
];

const SCHEDULES: [Schedule; 4] = [
    Schedule::Lockstep,
    Schedule::Adversarial(1),
    Schedule::Adversarial(2),
    Schedule::Adversarial(3),
];

/// Above what a kernel needs, and little enough that many which come to no end do so soon.
const BUDGET: u64 = 10_000_000;

/// The mistakes, by name.
pub fn mistakes() -> Result<Vec<Variant>, String> {
    variants_in("allocator-mistakes")
}

/// Where the page has the table of them.
pub fn part() -> Part {
    Part::of("results/registers.md", "allocator-mistakes")
}

/// That table, by what the files say.
pub fn table(mistakes: &[Variant]) -> String {
    let mut out = "| mistake | in | what is wrong | caught by |\n|---|---|---|---|\n".to_owned();
    for Variant { name, file, why, noticed, .. } in mistakes {
        let _ = writeln!(out, "| {} | `{file}` | {why} | {noticed} |", name.replace('-', " "));
    }
    out
}

/// What was caught, and where first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caught {
    /// By the checker.
    pub checker: Option<String>,
    /// By a run.
    pub run: Option<String>,
}

impl Caught {
    /// In the words of the mistakes' files.
    pub fn by(&self) -> &'static str {
        match (&self.checker, &self.run) {
            (None, None) => "nothing",
            (Some(_), None) => "the checker",
            (None, Some(_)) => "a run",
            (Some(_), Some(_)) => "the checker, a run",
        }
    }
}

/// The kernels, and the outputs of those whose right ones are what they are without an allocator.
pub fn kernels() -> Result<Vec<(Case, Option<Outcome>)>, String> {
    let mut found: Vec<(Case, Option<Outcome>)> =
        cases()?.into_iter().map(|case| (case, None)).collect();
    for case in allocation_shapes()? {
        let ptx = compile(&case.source, &case.launch.options, "-O3", "80");
        let ptx = ptx.map_err(|e| format!("{}: {e}", case.name))?;
        let plain = execute_within(&case, ptx.text(), Schedule::Lockstep, BUDGET);
        let plain = plain.map_err(|e| format!("{}: {e}", case.name))?;
        found.push((case, Some(plain)));
    }
    Ok(found)
}

/// What is caught of a kernel.
pub fn caught(case: &Case, plain: Option<&Outcome>) -> Caught {
    let mut caught = Caught::default();
    for way in WAYS {
        let compiled = |more: &[&str]| {
            let mut options = case.launch.options.clone();
            options.extend(way.iter().chain(more).map(|&word| word.to_owned()));
            compile(&case.source, &options, "-O3", "80").map_err(|e| e.to_string())
        };
        let at = |what: String| {
            let line = what.lines().next().unwrap_or_default();
            format!("{} {}: {line}", case.name, way.join(" "))
        };
        let Ok(ptx) = compiled(&[]) else { continue };
        if let Err(said) = compiled(&["--verify"]) {
            caught.checker.get_or_insert_with(|| at(said));
        }
        for schedule in SCHEDULES {
            let found = match execute_within(case, ptx.text(), schedule, BUDGET) {
                Err(said) => Some(said),
                Ok(outcome) => difference(&outcome, plain),
            };
            if let Some(said) = found {
                caught.run.get_or_insert_with(|| at(format!("{schedule:?}: {said}")));
            }
        }
    }
    caught
}

/// How what came out differs from what is right.
pub fn difference(outcome: &Outcome, plain: Option<&Outcome>) -> Option<String> {
    let Some(plain) = plain else { return outcome.difference() };
    let mut differing =
        plain.outputs.iter().filter(|(name, data)| outcome.outputs.get(*name) != Some(data));
    differing.next().map(|(name, _)| format!("buffer `{name}` differs"))
}
