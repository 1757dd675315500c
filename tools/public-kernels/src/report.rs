//! What is said of the trials: to the terminal, as JSON, and on the page.

use crate::list::List;
use crate::trial::{End, LEVELS, Row};
use optx_results_page::Part;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The part of the page that a run writes.
pub fn figures() -> Part {
    Part::of("results/public-kernels.md", "figures")
}

/// The part of the page that the list alone says; a test compares it.
pub fn made_of() -> Part {
    Part::of("results/public-kernels.md", "list")
}

/// What all kernels come to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// Kernels.
    pub kernels: usize,
    /// Those that are right at each level.
    pub right: usize,
    /// Of these, those of which floats are near and not equal at a level.
    pub near: usize,
    /// Those that run at each level and that NVRTC leaves to optx alone: nothing was compared.
    pub alone: usize,
    /// Those that differ or fail at a level.
    pub wrong: usize,
    /// Those that optx refuses, by code.
    pub refused: BTreeMap<String, usize>,
    /// Geometric means of executed warp instructions, optx -O3 against each peer and against the better one, with the number of kernels.
    pub ratios: BTreeMap<&'static str, (f64, usize)>,
}

/// What a peer executes, where it is right.
type Peer = fn(&Row) -> Option<u64>;

/// optx -O3 against a peer.
fn ratio(row: &Row, peer: Option<u64>) -> Option<f64> {
    let own = row.best()?.executed()?;
    peer.filter(|&n| n > 0).map(|n| own as f64 / n as f64)
}

fn nvrtc(row: &Row) -> Option<u64> {
    row.nvrtc.executed()
}

fn clang(row: &Row) -> Option<u64> {
    row.clang.executed()
}

fn better(row: &Row) -> Option<u64> {
    nvrtc(row).into_iter().chain(clang(row)).min()
}

/// Sums up.
pub fn summary(rows: &[Row]) -> Summary {
    let mut out = Summary { kernels: rows.len(), ..Summary::default() };
    for row in rows {
        let refused = row.optx.iter().find_map(|end| match end {
            End::Refused { code, .. } => Some(code.clone()),
            _ => None,
        });
        if let Some(code) = refused {
            *out.refused.entry(code).or_default() += 1;
        } else if row.optx.iter().all(|end| end.executed().is_some()) {
            out.right += 1;
            out.near += usize::from(row.optx.iter().any(|end| matches!(end, End::Near { .. })));
        } else if row.optx.iter().all(|end| matches!(end, End::Alone { .. })) {
            out.alone += 1;
        } else {
            out.wrong += 1;
        }
    }
    let peers: [(&'static str, Peer); 3] = [("nvrtc", nvrtc), ("clang", clang), ("better", better)];
    for (name, peer) in peers {
        let logs: Vec<f64> =
            rows.iter().filter_map(|row| ratio(row, peer(row))).map(f64::ln).collect();
        if !logs.is_empty() {
            let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
            out.ratios.insert(name, (mean, logs.len()));
        }
    }
    out
}

/// A count, or in a word why there is none.
fn cell(end: &End) -> String {
    match end {
        End::Agrees { executed } => executed.to_string(),
        End::Alone { executed } => format!("{executed} alone"),
        End::Near { executed, contraction: true, .. } => format!("{executed} ~"),
        End::Near { executed, .. } => format!("{executed} ≈"),
        End::Differs { .. } => "differs".to_owned(),
        End::Refused { code, .. } if code.is_empty() => "refused".to_owned(),
        End::Refused { code, .. } => code.clone(),
        End::Failed { .. } => "failed".to_owned(),
        End::Absent => "-".to_owned(),
    }
}

fn rounded(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |r| format!("{r:.3}"))
}

/// The table, the sums, and what is not as the list says.
pub fn terminal(rows: &[Row]) -> String {
    let mut out = String::new();
    let width = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
    let head: Vec<String> = LEVELS
        .iter()
        .map(|l| (*l).to_owned())
        .chain(["nvrtc", "clang"].map(String::from))
        .collect();
    let line = |name: &str, cells: &[String], ratio: &str| {
        let cells: String = cells.iter().map(|c| format!(" {c:>9}")).collect();
        format!("{name:width$}{cells} {ratio:>7}\n")
    };
    out.push_str(&line("", &head, "ratio"));
    for row in rows {
        let cells: Vec<String> =
            row.optx.iter().chain([&row.nvrtc, &row.clang]).map(cell).collect();
        out.push_str(&line(&row.id, &cells, &rounded(ratio(row, nvrtc(row)))));
    }
    let summary = summary(rows);
    let _ = writeln!(out, "\n{}", words(&summary));
    for row in rows.iter().filter(|row| !row.wrong.is_empty()) {
        for what in &row.wrong {
            let _ = writeln!(out, "{}: {what}", row.id);
        }
    }
    out
}

/// The sums in words.
fn words(summary: &Summary) -> String {
    let refused: Vec<String> =
        summary.refused.iter().map(|(code, n)| format!("{code} {n}")).collect();
    let refused = match refused.is_empty() {
        true => "none refused".to_owned(),
        false => format!("refused (absent): {}", refused.join(", ")),
    };
    let ratios: Vec<String> = summary
        .ratios
        .iter()
        .map(|(peer, (mean, n))| {
            let peer = match *peer {
                "better" => "the better of both",
                peer => peer,
            };
            format!("{mean:.3} of {peer} ({n})")
        })
        .collect();
    format!(
        "{} kernels: {} right at all levels ({} of them within a tolerance), {} ours alone, {} wrong, {refused}. Warp instructions of -O3, geometric mean: {}.",
        summary.kernels,
        summary.right,
        summary.near,
        summary.alone,
        summary.wrong,
        ratios.join("; ")
    )
}

/// All of it for machines.
pub fn json(rows: &[Row]) -> Result<String, String> {
    #[derive(Serialize)]
    struct Document<'r> {
        version: u32,
        made: String,
        summary: Summary,
        rows: &'r [Row],
    }
    let document =
        Document { version: 1, made: optx_results_page::made(), summary: summary(rows), rows };
    serde_json::to_string_pretty(&document).map(|text| text + "\n").map_err(|e| e.to_string())
}

/// The page's part of figures.
pub fn page(list: &List, rows: &[Row]) -> String {
    let mut out = format!("{}: {}\n\n", optx_results_page::made(), words(&summary(rows)));
    out.push_str("| kernel | -O0 | -O1 | -O2 | -O3 | NVRTC | clang | -O3 of NVRTC |\n|---|---|---|---|---|---|---|---|\n");
    for row in rows {
        let cells: Vec<String> =
            row.optx.iter().chain([&row.nvrtc, &row.clang]).map(cell).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            row.id,
            cells.join(" | "),
            rounded(ratio(row, nvrtc(row)))
        );
    }
    let refused: Vec<&Row> =
        rows.iter().filter(|r| r.optx.iter().any(|e| matches!(e, End::Refused { .. }))).collect();
    if !refused.is_empty() {
        out.push_str("\nRefused:\n\n");
        for row in refused {
            if let Some(End::Refused { code, said }) = row.optx.first() {
                let _ = writeln!(out, "* {}: {code}, {}", row.id, said.trim_end_matches('.'));
            }
        }
    }
    let notes: Vec<_> =
        list.kernels.iter().filter_map(|k| Some((&k.id, k.note.as_ref()?))).collect();
    if !notes.is_empty() {
        out.push_str("\nNotes:\n\n");
        for (id, note) in notes {
            let _ = writeln!(out, "* {id}: {note}");
        }
    }
    out
}

/// The page's part of the list's make-up.
pub fn sources(list: &List) -> String {
    let mut out =
        "| project | release | licence | from | kernels | heavy | refused |\n|---|---|---|---|---|---|---|\n"
            .to_owned();
    for source in &list.sources {
        let own: Vec<_> = list.kernels.iter().filter(|k| k.source == source.name).collect();
        let refused = own.iter().filter(|k| k.refused.is_some()).count();
        let heavy = own.iter().filter(|k| k.heavy).count();
        let from = source.archive.split(':').next().unwrap_or_default();
        let _ = writeln!(
            out,
            "| [{}]({}) | {} | {} | {} | {} | {heavy} | {refused} |",
            source.name,
            source.upstream,
            source.release,
            source.licence,
            match from {
                "pypi" => "PyPI",
                _ => "Debian",
            },
            own.len()
        );
    }
    let refused = list.kernels.iter().filter(|k| k.refused.is_some()).count();
    let heavy = list.kernels.iter().filter(|k| k.heavy).count();
    let _ = writeln!(
        out,
        "| {} projects | | | | {} | {heavy} | {refused} |",
        list.sources.len(),
        list.kernels.len()
    );
    out
}
