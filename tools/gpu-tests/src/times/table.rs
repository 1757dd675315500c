//! Times for people.

use std::fmt::Write as _;

use super::{Spread, Timed};
use runtime_tests::ratios::geometric_mean;

/// Kernels and what was measured of them, as a table of Markdown: ours, and what part of theirs it takes.
pub(crate) fn table(rows: &[(String, Timed)]) -> String {
    let mut others: Vec<&str> = Vec::new();
    for code in rows.iter().flat_map(|(_, t)| t.codes.iter().skip(1)) {
        if !others.contains(&code.compiler.as_str()) {
            others.push(&code.compiler);
        }
    }
    let ours = rows.iter().find_map(|(_, t)| Some(t.codes.first()?.compiler.clone()));
    let ours = ours.unwrap_or_default();
    let mut out = format!("| kernel | MiB | {ours}, us | spread | registers |");
    let mut rule = String::from("|---|---|---|---|---|");
    for other in &others {
        let _ = write!(out, " {other}, us | {ours} / {other} | registers |");
        rule += "---|---|---|";
    }
    let _ = writeln!(out, "\n{rule}");
    let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); others.len()];
    for (name, timed) in rows {
        let Some(ours) = timed.codes.first() else { continue };
        let mut mark = String::new();
        for (is, text) in [(timed.small.is_some(), " *"), (timed.differs, " (differs)")] {
            mark += if is { text } else { "" };
        }
        let mib = timed.bytes as f64 / f64::from(1 << 20);
        let _ = write!(out, "| {name}{mark} | {mib:.0} | {} |", cells(ours.microseconds.as_ref()));
        let _ = write!(out, " {} |", registers(ours.registers, ours.local_bytes));
        for (other, ratios) in others.iter().zip(&mut ratios) {
            let theirs = timed.codes.iter().find(|c| c.compiler == **other);
            let Some(theirs) = theirs else {
                out += " | | |";
                continue;
            };
            let both = ours.microseconds.as_ref().zip(theirs.microseconds.as_ref());
            match both {
                Some((a, b)) if b.median > 0.0 && !timed.differs => {
                    let ratio = a.median / b.median;
                    ratios.push(ratio);
                    let same = if a.is_apart_from(b) { "" } else { " =" };
                    let _ = write!(out, " {:.1} | {ratio:.2}{same} |", b.median);
                }
                Some((_, b)) => {
                    let _ = write!(out, " {:.1} | |", b.median);
                }
                None => out += " refused | |",
            }
            let _ = write!(out, " {} |", registers(theirs.registers, theirs.local_bytes));
        }
        out.push('\n');
    }
    for (other, ratios) in others.iter().zip(ratios) {
        let count = ratios.len();
        if let Some(mean) = geometric_mean(ratios.into_iter().filter(|&r| r > 0.0)) {
            let _ = write!(
                out,
                "\n{ours} takes {mean:.3} of {other}'s times, geometric mean of {count}."
            );
        }
    }
    out += "\n\n`=`: the middle halves of both overlap. `*`: no launch of the kernel fills a device.\n";
    out
}

/// Median, and how far the quartiles lie apart.
fn cells(spread: Option<&Spread>) -> String {
    match spread {
        Some(s) => {
            let part = if s.median > 0.0 { 100.0 * (s.high - s.low) / s.median } else { 0.0 };
            format!("{:.1} | {part:.1} %", s.median)
        }
        None => "refused | ".into(),
    }
}

fn registers(registers: Option<i32>, local: Option<i32>) -> String {
    match (registers, local) {
        (Some(r), Some(l)) if l > 0 => format!("{r}, {l} B local"),
        (Some(r), _) => r.to_string(),
        _ => String::new(),
    }
}
