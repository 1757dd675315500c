//! The tables.

use crate::step::End;
use crate::trial::{LEVELS, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The codes of what the language's description says is absent.
const ABSENT: std::ops::RangeInclusive<&str> = "E0101"..="E0115";
/// Names that stand beside a count.
const EXAMPLES: usize = 6;

fn is_absent(code: &str) -> bool {
    ABSENT.contains(&code)
}

/// What a level made of a program.
fn verdict(end: &End) -> &'static str {
    match end {
        End::Value(0) => "right",
        End::Value(_) | End::Fault(_) => "wrong",
        End::Refused(code, _) if is_absent(code) => "absent",
        End::Refused(..) => "refused",
        End::Ptxas(_) => "ptxas",
        End::NotLoaded(_) => "unloaded",
        End::Panicked(_) => "panicked",
        End::TimedOut => "timed out",
    }
}

const VERDICTS: [&str; 8] =
    ["right", "wrong", "ptxas", "unloaded", "panicked", "timed out", "refused", "absent"];

/// What needs more local memory than a thread has, and cannot load.
const TOO_LARGE: &[&str] = &["c-torture/pr28982b.c"];

/// Whether nothing is wrong, panicked or timed out, and ptxas refused nothing.
pub fn is_good(results: &[Outcome]) -> bool {
    let bad = ["wrong", "ptxas", "unloaded", "panicked", "timed out"];
    let is_known = |r: &Outcome, end: &End| {
        matches!(end, End::NotLoaded(_)) && TOO_LARGE.contains(&r.name.as_str())
    };
    let is_bad =
        |r: &Outcome| r.optx.iter().any(|end| bad.contains(&verdict(end)) && !is_known(r, end));
    !results.iter().any(is_bad)
}

/// How many are right at the level with the fewest.
pub fn right(results: &[Outcome]) -> usize {
    let at = |k: usize| results.iter().filter(|r| r.optx.get(k) == Some(&End::Value(0))).count();
    (0..LEVELS.len()).map(at).min().unwrap_or(0)
}

/// The tables and lists as text.
pub fn text(results: &[Outcome]) -> String {
    let mut out = counts(results);
    let short = |text: &str| text.chars().take(150).collect::<String>();
    for r in results {
        for (level, end) in LEVELS.iter().zip(&r.optx) {
            let said = match end {
                End::Value(0) | End::Refused(..) => continue,
                End::Value(v) => format!("the value {v}"),
                End::Fault(m) | End::NotLoaded(m) | End::Ptxas(m) | End::Panicked(m) => short(m),
                End::TimedOut => String::new(),
            };
            let _ = writeln!(out, "{}: {} {level}: {said}", verdict(end), r.name);
        }
    }
    let mut groups: BTreeMap<(bool, String, String), Vec<&str>> = BTreeMap::new();
    for r in results {
        if let Some(End::Refused(code, message)) = r.optx.first() {
            let key = (is_absent(code), code.clone(), without_names(message));
            groups.entry(key).or_default().push(&r.name);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|((absent, ..), names)| (*absent, std::cmp::Reverse(names.len())));
    let _ = writeln!(out, "\nrefused:");
    for ((_, code, message), names) in groups {
        let some = names.iter().take(EXAMPLES).copied().collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{:5} {code} {}\n      {some}", names.len(), short(&message));
    }
    out
}

/// A message with what stands in quotes left out.
fn without_names(message: &str) -> String {
    let pieces = message.split('`').enumerate();
    pieces.map(|(i, piece)| if i % 2 == 0 { piece } else { "`_`" }).collect()
}

fn counts(results: &[Outcome]) -> String {
    let mut suites: Vec<&str> = results.iter().map(|r| r.suite).collect();
    suites.dedup();
    let mut out = format!("{:14} {:>8} {:>8} {:>7}", "suite", "programs", "control", "level");
    for v in VERDICTS {
        let _ = write!(out, " {v:>9}");
    }
    out.push_str("  of what is not absent\n");
    for suite in suites {
        let of: Vec<&Outcome> = results.iter().filter(|r| r.suite == suite).collect();
        let counted: Vec<&&Outcome> = of.iter().filter(|r| r.counts()).collect();
        for (k, level) in LEVELS.iter().enumerate() {
            let number = |v: &str| {
                counted.iter().filter(|r| r.optx.get(k).is_some_and(|e| verdict(e) == v)).count()
            };
            let _ = write!(out, "{suite:14} {:8} {:8} {level:>7}", of.len(), counted.len());
            for v in VERDICTS {
                let _ = write!(out, " {:9}", number(v));
            }
            let all = counted.len() - number("absent");
            let _ = writeln!(out, "  {:.2} %", 100.0 * number("right") as f64 / all.max(1) as f64);
        }
    }
    out
}
