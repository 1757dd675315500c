//! Outcomes as a table for the terminal, as JSON and as Markdown.

use crate::proof::{Effort, Method, Outcome};
use std::fmt::Write as _;

fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn exhausted(outcome: &Outcome) -> String {
    outcome.exhausted.map_or_else(|| "-".to_owned(), |(bits, n)| format!("{bits} ({})", number(n)))
}

fn verdict(outcome: &Outcome) -> String {
    match &outcome.refuted {
        Some(model) => format!("REFUTED: {model}"),
        None if outcome.undecided.is_empty() => "holds".to_owned(),
        None => format!("holds; undecided by the solver: {}", outcome.undecided.join(", ")),
    }
}

/// A line a row.
pub fn text(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<44} {:>7} {:>20} {:>15}  verdict",
        "row", "solver", "all operands", "random"
    );
    for o in outcomes {
        let random = if o.random == 0 { "-".to_owned() } else { number(o.random) };
        let _ = writeln!(
            out,
            "{:<44} {:>7} {:>20} {:>15}  {}",
            o.name,
            o.proved,
            exhausted(o),
            random,
            verdict(o)
        );
    }
    out + &summary(outcomes) + "\n"
}

fn summary(outcomes: &[Outcome]) -> String {
    let of = |method: Method| outcomes.iter().filter(|o| o.method == method).count();
    let refuted = outcomes.iter().filter(|o| o.refuted.is_some()).count();
    let claims: usize = outcomes.iter().map(|o| o.proved).sum();
    let share = 100.0 * of(Method::Written) as f64 / outcomes.len().max(1) as f64;
    format!(
        "{} rows: {} of integers by the solver, {} that multiply or divide, {} of floats by the solver, {} by a written proof \
         ({share:.1} %); {claims} claims proved by the solver; {refuted} rows refuted.",
        outcomes.len(),
        of(Method::Solver),
        of(Method::Multiplies),
        of(Method::Floats),
        of(Method::Written),
    )
}

/// All that is known, as JSON.
pub fn json(outcomes: &[Outcome]) -> String {
    serde_json::to_string_pretty(outcomes).unwrap_or_default() + "\n"
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The page in docs/results.
pub fn markdown(outcomes: &[Outcome], effort: Effort, command: &str) -> String {
    let mut out = format!(
        "# The simplification table\n\nMade by `{command}`.\n\n\
         A row (`wopt/ir/src/simplify/rows`) is several claims: one for each width, and each choice of signs that it leaves open. A claim is\n\
         refinement: where the pattern has a value the replacement has that value; a signed sum, difference, product or negation that\n\
         overflows, and a division by zero, has none (poison), and leaves may be poison. Rows of integers are proved by z3 ({} s a claim) at\n\
         4 and 8 bytes, and run through all operands of a small width. Rows that multiply or divide: all operands at 8 bits (rows of three\n\
         letters and more: the widest width within {} operands), z3 at 16 bits, {} random operands of 64 bits, and a reason in words.\n\
         Rows of floats: z3, any NaN being one, with subnormals kept and flushed where the row is for both.\n\n{}\n\n",
        effort.seconds,
        number(effort.operands),
        number(effort.random),
        summary(outcomes)
    );
    out += "| row | claims by z3 | all operands: bits (cases) | random | verdict | reason |\n|---|--:|--:|--:|---|---|\n";
    for o in outcomes {
        let random = if o.random == 0 { "-".to_owned() } else { number(o.random) };
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {random} | {} | {} |",
            cell(&o.name),
            o.proved,
            exhausted(o),
            cell(&verdict(o)),
            cell(&o.reason)
        );
    }
    out
}
