//! The rows as text.

use crate::measure::Compiler;
use crate::registers::need::Need;
use crate::registers::rows::{COMPILERS, Comparison, Row, Summary, shown};
use crate::report::aligned;
use std::fmt::Write as _;

/// The columns.
pub const HEAD: [&str; 7] =
    ["kernel", "optx -O3", "nvrtc", "clang", "to nvrtc", "registers", "blocks"];

/// What the columns mean.
pub const LEGEND: &str = "\
S0 of each compiler's code: the smallest cap of registers (24, 32, ... 248, 255) at which ptxas 13.5 spills nothing, `spills` where it does at 255. The
compiler is told the cap as well, but for clang, which takes none. `to nvrtc` is optx's S0 against NVRTC's. Without a cap, by optx / NVRTC / clang:
registers, and the launch file's blocks that a multiprocessor holds. Of several kernels in a file the one counts that needs most.";

/// The cells of a row's line.
pub fn cells(row: &Row) -> Vec<String> {
    let mut out = vec![row.kernel.clone()];
    out.extend(COMPILERS.map(|c| match row.cells.get(&c) {
        Some(Ok(need)) => shown(need.s0),
        Some(Err(_)) => "-".to_owned(),
        None => String::new(),
    }));
    let ratio = row.pair(Compiler::Nvrtc).and_then(|pair| pair.ratio());
    out.push(ratio.map_or(String::new(), |r| format!("{r:.2}")));
    let of_each = |text: fn(&Need) -> Option<u32>| {
        let cell = |c| row.cell(c).and_then(text).map_or("-".to_owned(), |n| n.to_string());
        COMPILERS.map(cell).join(" / ")
    };
    out.push(of_each(|need| Some(need.registers)));
    out.push(of_each(|need| need.blocks));
    out
}

/// The table with its sums, for a terminal.
pub fn terminal(rows: &[&Row], summary: &Summary) -> String {
    let head = HEAD.map(String::from).to_vec();
    let lines: Vec<Vec<String>> =
        std::iter::once(head).chain(rows.iter().map(|r| cells(r))).collect();
    let title = format!("{}, sm_{}", summary.list.name(), summary.arch);
    format!("{title}\n{}\n{}", aligned(&lines), sentences(summary).join("\n"))
}

/// The table as Markdown.
pub fn markdown(rows: &[&Row]) -> String {
    let mut out = format!("| {} |\n|---|{}\n", HEAD.join(" | "), "--:|".repeat(HEAD.len() - 1));
    for row in rows {
        let _ = writeln!(out, "| {} |", cells(row).join(" | "));
    }
    out
}

/// What the rows come to, a sentence a line.
pub fn sentences(summary: &Summary) -> Vec<String> {
    let mut out: Vec<String> = summary.comparisons.iter().map(compared).collect();
    let lists = [
        ("Spill under the largest cap", &summary.spilling),
        ("Refused by optx and left out", &summary.refused),
        ("Refused by a peer", &summary.without_peer),
        ("Failed", &summary.failed),
        ("Spill again under a larger cap than S0", &summary.spilling_above),
    ];
    for (title, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        out.push(format!("{title}: {}.", list.join("; ")));
    }
    out
}

fn compared(comparison: &Comparison) -> String {
    let Comparison { peer, kernels, mean, above, below } = comparison;
    let mean = mean.map_or("unknown".to_owned(), |m| format!("{m:.3}"));
    let list = |kernels: &[String]| match kernels {
        [] => "none".to_owned(),
        some => format!("{} ({})", some.len(), some.join(", ")),
    };
    format!(
        "S0 of optx -O3 against {}, geometric mean over {kernels} kernels: {mean}; above: {}; below: {}.",
        peer.name(),
        list(above),
        list(below),
    )
}

#[cfg(test)]
mod tests {
    use super::{cells, sentences, terminal};
    use crate::measure::Compiler;
    use crate::registers::need::Absent;
    use crate::registers::rows::{summaries, tests::row};

    #[test]
    fn a_line_tells_what_there_is() {
        let mut row = row("a", 80, [Some(40), Some(32), None]);
        let line = ["a", "40", "32", "spills", "1.25", "40 / 40 / 40", "6 / 6 / 6"];
        assert_eq!(cells(&row), line);
        row.cells.insert(Compiler::Nvrtc, Err(Absent::Refused("no".to_owned())));
        let line = ["a", "40", "-", "spills", "", "40 / - / 40", "6 / - / 6"];
        assert_eq!(cells(&row), line);
    }

    #[test]
    fn sums_are_sentences() {
        let rows = [row("a", 80, [Some(40), Some(32), None])];
        let summary = &summaries(&rows)[0];
        let expected = [
            "S0 of optx -O3 against nvrtc, geometric mean over 1 kernels: 1.250; above: 1 (a 40/32); below: none.",
            "S0 of optx -O3 against clang, geometric mean over 1 kernels: unknown; above: none; below: 1 (a 40/spills).",
            "Spill under the largest cap: a, clang.",
        ];
        assert_eq!(sentences(summary), expected);
        let text = terminal(&[&rows[0]], summary);
        assert!(text.starts_with("runtime kernels, sm_80\nkernel  optx -O3"), "{text}");
    }
}
