//! The table as text: for a terminal, and as Markdown.

use crate::board::{Row, Summary, Text};
use crate::measure::Compiler;
use std::fmt::Write as _;

const HEAD: [&str; 16] = [
    "kernel",
    "optx -O0",
    "optx -O2",
    "optx -O3",
    "nvrtc",
    "clang",
    "to first",
    "to peer",
    "free",
    "SASS",
    "accesses",
    "registers",
    "spilled",
    "blocks",
    "sectors",
    "conflicts",
];

/// What the columns mean, for people who see the table for the first time.
pub const LEGEND: &str = "\
Machine instructions that warps execute (estimated, loops not unrolled by ptxas); `to first` is optx -O3 against this table's
first run, `to peer` against the better of nvrtc and clang, `free` the same where ptxas may unroll. Then optx -O3 / the better
peer: instructions of machine code, of these accesses to memory, registers, bytes spilled, blocks a multiprocessor holds, sectors
of global memory, conflicts of banks of shared memory. The first run counted the endless jump that fills up a kernel's end as well, once a warp.";

/// The table of an architecture with its summary, for a terminal.
pub fn terminal(rows: &[&Row], summary: &Summary) -> String {
    let lines: Vec<Vec<String>> = std::iter::once(HEAD.map(String::from).to_vec())
        .chain(rows.iter().map(|r| cells(r)))
        .collect();
    format!("sm_{}\n{}\n{}", summary.arch, aligned(&lines), sentences(summary))
}

/// Lines of as many cells each, in columns.
pub fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |k: usize| lines.iter().map(|l| l[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for (k, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            let _ = if k == 0 {
                write!(text, "{cell:<width$}")
            } else {
                write!(text, "  {cell:>width$}")
            };
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

/// The same as Markdown.
pub fn markdown(rows: &[&Row], summary: &Summary) -> String {
    let mut out = format!("## sm_{}\n\n{}\n", summary.arch, sentences(summary));
    let _ = writeln!(out, "| {} |\n|---|{}", HEAD.join(" | "), "--:|".repeat(HEAD.len() - 1));
    for row in rows {
        let _ = writeln!(out, "| {} |", cells(row).join(" | "));
    }
    out
}

fn cells(row: &Row) -> Vec<String> {
    let mut out = vec![row.kernel.clone()];
    out.extend(Compiler::ALL.iter().map(|&c| match row.cells.get(&c) {
        Some(Ok(m)) => m.nounroll.executed.to_string(),
        Some(Err(_)) => "failed".to_owned(),
        None => String::new(),
    }));
    let hundredths = |r: Option<f64>| r.map_or(String::new(), |r| format!("{r:.2}"));
    out.push(hundredths(row.to_first()));
    out.push(hundredths(row.to_peer(Text::Nounroll)));
    out.push(hundredths(row.to_peer(Text::Free)));
    let ours = row.cell(Compiler::Optx3);
    let peer = row.better_peer(Text::Nounroll).and_then(|(peer, _)| row.cell(peer));
    let (Some(ours), Some(peer)) = (ours, peer) else {
        out.resize(HEAD.len(), String::new());
        return out;
    };
    let (o, p) = (ours.nounroll, peer.nounroll);
    let blocks = |r: Option<u32>| r.map_or("?".to_owned(), |n| n.to_string());
    out.push(format!("{} / {}", o.instructions, p.instructions));
    out.push(format!("{} / {}", o.accesses, p.accesses));
    out.push(format!("{} / {}", o.registers, p.registers));
    out.push(format!("{} / {}", o.spilled, p.spilled));
    out.push(format!("{} / {}", blocks(o.resident), blocks(p.resident)));
    out.push(format!("{} / {}", ours.sectors, peer.sectors));
    out.push(format!("{} / {}", ours.bank_conflicts, peer.bank_conflicts));
    out
}

/// What an architecture's table comes to, in words.
pub fn sentences(summary: &Summary) -> String {
    let mean = |r: Option<f64>| r.map_or("unknown".to_owned(), |r| format!("{r:.3}"));
    let list = |names: &[String]| match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    };
    let mut out = format!(
        "Geometric means over {} kernels: optx -O3 against the first run {}, against the better peer {} ({} where ptxas may unroll)",
        summary.kernels,
        mean(summary.to_first),
        mean(summary.to_peer),
        mean(summary.to_peer_free)
    );
    for (peer, ratio) in &summary.to_each {
        let _ = write!(out, ", {} {ratio:.3}", peer.name());
    }
    let _ = writeln!(out, ".\nAbove 1.02 of the first run: {}.", list(&summary.above_first));
    let _ = writeln!(
        out,
        "Spills or local memory where the better peer has none: {}.",
        list(&summary.spills_alone)
    );
    for failure in &summary.failed {
        let _ = writeln!(out, "Failed: {failure}");
    }
    out
}
