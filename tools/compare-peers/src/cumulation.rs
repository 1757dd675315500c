//! What passes are worth one after another: the kernels with none of some families of passes, then with the first, the first two, and so on.
//!
//! Idea: figure 10 of J. Wu and others, "gpucc" (CGO 2016). Its order is kept where it has a family: inlining and unrolling, memory spaces,
//! straight-line code, alias classes, the bypass of divisions. What a family is worth here depends on those before it:
//! [`crate::ablation`] says what it is worth to all others.

use crate::board::ratio;
use crate::lack::{Bench, COLUMNS, Cell, Lack, figures};
use runtime_tests::ratios::geometric_mean;
use std::fmt::Write as _;

/// What is switched on together.
struct Family {
    name: &'static str,
    groups: &'static [&'static str],
    /// The options that switch it off, where it is no row of the pipeline.
    off: &'static [&'static str],
}

const fn rows(name: &'static str, groups: &'static [&'static str]) -> Family {
    Family { name, groups, off: &[] }
}

const fn options(name: &'static str, off: &'static [&'static str]) -> Family {
    Family { name, groups: &[], off }
}

/// The families, in the order in which they are switched on. Where options of several say the same, the first one's stands.
const FAMILIES: &[Family] = &[
    options("inlining", &["-fno-inline"]),
    options("arguments by value", &["-fno-promote-arguments"]),
    rows("unrolling", &["unrolling"]),
    rows("scalar replacement", &["scalar-replacement"]),
    rows("memory spaces", &["memory-spaces"]),
    rows("addresses", &["address-reassociation", "narrow-addresses"]),
    rows("straight-line code", &["straight-line-reduction"]),
    rows("speculation", &["speculation"]),
    rows("global reassociation", &["global-reassociation"]),
    options("objects told apart", &["-alias=spaces"]),
    options("restrict told apart", &["-alias=objects"]),
    rows("what calls do", &["summarize"]),
    rows("dead stores", &["dead-stores"]),
    rows("read-only loads", &["read-only-loads"]),
    rows("bypass of divisions", &["division-bypass"]),
    rows(
        "partial redundancy",
        &["load-pre", "expression-pre", "store-sinking", "joined-stores", "hoisting", "sinking"],
    ),
    rows("strength reduction", &["strength-reduction"]),
    rows("reductions of warps", &["warp-reductions", "atomic-aggregation"]),
    rows("vectors", &["vectorize"]),
    rows("guards, ends of loops", &["predicate", "latches"]),
    rows("rematerialization", &["rematerialize", "slots"]),
];

/// Groups that are on from the start: what every compiler has, and what only measures.
const ALWAYS: &[&str] = &[
    "propagate",
    "sccp",
    "simplify-cfg",
    "value-numbering",
    "if-conversion",
    "range-propagation",
    "bitwise-dead-code",
    "dead-code",
    "constant-division",
    "split-edges",
    "registers",
];

/// What lacks with the first `on` families.
fn lack(on: usize) -> Lack {
    let mut lack = Lack::default();
    let mut said: Vec<&str> = Vec::new();
    for family in &FAMILIES[on..] {
        lack.groups.extend(family.groups);
        for option in family.off {
            let name = option.split('=').next().unwrap_or(option);
            if !said.contains(&name) {
                said.push(name);
                lack.options.push(option);
            }
        }
    }
    lack
}

/// What the kernels are once a family is on too.
pub struct Step {
    /// The family.
    pub name: &'static str,
    /// Kernels whose PTX it changes, of all architectures.
    pub changed: usize,
    /// Geometric means over all kernels, against none of the families.
    pub ratios: [Option<f64>; 5],
    /// The mean of machine instructions executed, against the step before.
    pub step: Option<f64>,
    /// The kernel that gains most by the step, with its ratio of machine instructions executed.
    pub gains: Option<(String, f64)>,
    /// The one that loses most by it.
    pub loses: Option<(String, f64)>,
    /// What could not be measured.
    pub failed: Vec<String>,
}

type Cells = Vec<Result<Cell, String>>;

/// Switches the families on one after another; the first row has none.
pub fn cumulate(bench: &Bench<'_>) -> Vec<Step> {
    let none = bench.without(&lack(0));
    let mut steps = vec![step(bench, "none of them", &none, &none, &none)];
    let mut before = none.clone();
    for (k, family) in FAMILIES.iter().enumerate() {
        let now = bench.without(&lack(k + 1));
        steps.push(step(bench, family.name, &none, &before, &now));
        eprintln!("{} of {}: with {}", k + 1, FAMILIES.len(), family.name);
        before = now;
    }
    steps
}

fn step(bench: &Bench<'_>, name: &'static str, none: &Cells, before: &Cells, now: &Cells) -> Step {
    let mut ratios: [Vec<f64>; 5] = Default::default();
    let mut steps: Vec<f64> = Vec::new();
    let mut step = Step {
        name,
        changed: 0,
        ratios: [None; 5],
        step: None,
        gains: None,
        loses: None,
        failed: Vec::new(),
    };
    for (job, ((none, before), now)) in none.iter().zip(before).zip(now).enumerate() {
        let now = match now {
            Ok(cell) => cell,
            Err(e) => {
                step.failed.push(format!("{}: {e}", bench.name(job)));
                continue;
            }
        };
        if let Ok(none) = none {
            let both = figures(&now.measured).into_iter().zip(figures(&none.measured));
            for (k, (now, none)) in both.enumerate() {
                ratios[k].extend(ratio(now, none));
            }
        }
        let Ok(before) = before else { continue };
        step.changed += usize::from(now.ptx != before.ptx);
        let executed = |cell: &Cell| cell.measured.nounroll.executed;
        let Some(executed) = ratio(executed(now), executed(before)) else { continue };
        steps.push(executed);
        // What the table would show as 1.00 is no gain.
        if executed < step.gains.as_ref().map_or(0.995, |most| most.1) {
            step.gains = Some((bench.name(job), executed));
        }
        if executed > step.loses.as_ref().map_or(1.005, |most| most.1) {
            step.loses = Some((bench.name(job), executed));
        }
    }
    step.ratios = ratios.map(|list| geometric_mean(list.into_iter().filter(|&r| r > 0.0)));
    step.step = geometric_mean(steps.into_iter().filter(|&r| r > 0.0));
    step
}

/// What the columns mean.
pub const LEGEND: &str = "\
optx -O3 with families of passes switched on one after another, each with all before it, against none of them, geometric means over the kernels as
above. Below 1: gained. Then what the family makes of machine instructions executed at the row before, and the kernels that gain and lose most by that.";

/// The table as Markdown.
pub fn markdown(steps: &[Step]) -> String {
    let mut out = format!(
        "| with | kernels changed | {} | step | gains most | loses most |\n|---|--:|{}--:|---|---|\n",
        COLUMNS.join(" | "),
        "--:|".repeat(COLUMNS.len())
    );
    let number = |r: &Option<f64>| r.map_or("-".to_owned(), |r| format!("{r:.3}"));
    let told = |most: &Option<(String, f64)>| {
        most.as_ref().map(|(name, ratio)| format!("{name} {ratio:.2}")).unwrap_or_default()
    };
    for step in steps {
        let ratios: Vec<String> = step.ratios.iter().map(number).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            step.name,
            step.changed,
            ratios.join(" | "),
            number(&step.step),
            told(&step.gains),
            told(&step.loses),
        );
        for failed in &step.failed {
            let _ = writeln!(out, "| | | | | | | | | failed: {failed} | |");
        }
    }
    let _ = writeln!(out, "\nOn in all rows: {}.", ALWAYS.join(", "));
    out
}

#[cfg(test)]
mod tests {
    use super::{ALWAYS, FAMILIES, lack};
    use crate::lack::Lack;
    use runtime_tests::suite;

    /// Every group that may be left out is in one family, or is on from the start.
    #[test]
    fn every_group_is_in_one_family() {
        let groups = suite::optional_groups();
        let mut listed: Vec<&str> = ALWAYS.to_vec();
        listed.extend(FAMILIES.iter().flat_map(|family| family.groups));
        for group in &groups {
            let times = listed.iter().filter(|name| *name == group).count();
            assert_eq!(times, 1, "{group} is in {times} families");
        }
        for name in listed {
            assert!(groups.contains(&name), "{name} is no group that may be left out");
        }
    }

    #[test]
    fn families_go_on_one_after_another() {
        assert_eq!(lack(FAMILIES.len()), Lack::default());
        for (k, family) in FAMILIES.iter().enumerate() {
            let (off, on) = (lack(k), lack(k + 1));
            assert!(family.groups.iter().all(|group| off.groups.contains(group)));
            assert!(family.groups.iter().all(|group| !on.groups.contains(group)));
            assert!(off != on, "{}", family.name);
        }
        // An option is given once: the one that says most.
        let options = lack(0).options;
        assert_eq!(options, ["-fno-inline", "-fno-promote-arguments", "-alias=spaces"]);
    }
}
