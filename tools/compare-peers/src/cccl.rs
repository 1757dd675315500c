//! The board of the kernels that use CCCL's headers: what warps execute of optx -O3's machine code against NVRTC's.
//!
//! Estimated as the scoreboard does ([`crate::measure`]). A kernel counts where both write the same; the others are left out, with the reason.

use crate::board::{Text, ratio};
use crate::measure::{Measured, Ran};
use crate::report::aligned;
use optx_judge::ToolError;
use optx_launch::Schedule;
use runtime_tests::cccl::{difference, nvrtc, optx, written};
use runtime_tests::ratios::geometric_mean;
use runtime_tests::suite::Case;
use serde::Serialize;
use std::fmt::Write as _;

const HEAD: [&str; 11] = [
    "kernel",
    "optx -O3",
    "nvrtc",
    "to nvrtc",
    "free",
    "SASS",
    "accesses",
    "registers",
    "spilled",
    "sectors",
    "conflicts",
];

/// What the columns mean.
pub const LEGEND: &str = "\
Machine instructions that warps execute (estimated, loops not unrolled by ptxas), by optx -O3 and by NVRTC; `to nvrtc` is the one against the other,
`free` the same where ptxas may unroll. Then optx / NVRTC: instructions of machine code, of these accesses to memory, registers, bytes spilled,
sectors of global memory, conflicts of banks of shared memory.";

/// A kernel for an architecture.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its name.
    pub kernel: String,
    /// The architecture number.
    pub arch: u32,
    /// By optx -O3.
    pub ours: Measured,
    /// By NVRTC.
    pub theirs: Measured,
}

impl Row {
    /// What warps execute of ours against theirs.
    pub fn to_nvrtc(&self, text: Text) -> Option<f64> {
        ratio(text.of(&self.ours).executed, text.of(&self.theirs).executed)
    }

    fn cells(&self) -> Vec<String> {
        let (o, t) = (self.ours.nounroll, self.theirs.nounroll);
        let to_nvrtc = |text| self.to_nvrtc(text).map_or(String::new(), |r| format!("{r:.2}"));
        vec![
            self.kernel.clone(),
            o.executed.to_string(),
            t.executed.to_string(),
            to_nvrtc(Text::Nounroll),
            to_nvrtc(Text::Free),
            format!("{} / {}", o.instructions, t.instructions),
            format!("{} / {}", o.accesses, t.accesses),
            format!("{} / {}", o.registers, t.registers),
            format!("{} / {}", o.spilled, t.spilled),
            format!("{} / {}", self.ours.sectors, self.theirs.sectors),
            format!("{} / {}", self.ours.bank_conflicts, self.theirs.bank_conflicts),
        ]
    }
}

/// Why a kernel is not in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absent {
    /// optx does not take it yet: the first error.
    Refused(String),
    /// It could not be compiled, run or assembled, or came out wrong.
    Failed(String),
}

impl Absent {
    /// The reason, in words.
    pub fn reason(&self) -> String {
        match self {
            Absent::Refused(error) => format!("refused with {error}"),
            Absent::Failed(reason) => reason.lines().next().unwrap_or_default().to_owned(),
        }
    }
}

/// Compiles a kernel both ways for an architecture, runs both, and estimates what their machine code executes.
pub fn measure(case: &Case, arch: u32) -> Result<Row, Absent> {
    let number = arch.to_string();
    let failed = |what: &'static str| move |e: String| Absent::Failed(format!("{what}: {e}"));
    let ours = optx(case, "-O3", &number).map_err(|e| match e {
        ToolError::Refused(said) => Absent::Refused(first_error(&said)),
        other => Absent::Failed(other.to_string()),
    })?;
    let theirs = nvrtc(case, &number).map_err(|e| Absent::Failed(format!("NVRTC: {e}")))?;
    let written = |ptx| written(case, ptx, Schedule::Lockstep);
    let wanted = written(&theirs).map_err(failed("by NVRTC"))?;
    if let Some(difference) = difference(&written(&ours).map_err(failed("by optx"))?, &wanted) {
        return Err(Absent::Failed(format!("they write different numbers: {difference}")));
    }
    let measured = |ptx| Ran::run(case, ptx, arch)?.measured();
    Ok(Row {
        kernel: case.name.clone(),
        arch,
        ours: measured(&ours).map_err(failed("by optx"))?,
        theirs: measured(&theirs).map_err(failed("by NVRTC"))?,
    })
}

/// The first error of what a compiler said, without its place.
fn first_error(said: &str) -> String {
    let line =
        said.lines().find_map(|line| line.split_once("error[")).map_or(said, |found| found.1);
    line.lines().next().unwrap_or_default().replacen(']', "", 1)
}

/// The table for a terminal, with what it comes to.
pub fn terminal(rows: &[&Row]) -> String {
    let lines: Vec<Vec<String>> = std::iter::once(HEAD.map(String::from).to_vec())
        .chain(rows.iter().map(|row| row.cells()))
        .collect();
    format!("{}\n{}", aligned(&lines), sentences(rows))
}

/// The same as Markdown.
pub fn markdown(rows: &[&Row]) -> String {
    let mut out = format!("{}\n", sentences(rows));
    let _ = writeln!(out, "| {} |\n|---|{}", HEAD.join(" | "), "--:|".repeat(HEAD.len() - 1));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.cells().join(" | "));
    }
    out
}

/// What the rows of an architecture come to: means, and which kernels execute more than NVRTC's, the dearest first.
fn sentences(rows: &[&Row]) -> String {
    let mean = |text| {
        let ratios = rows.iter().filter_map(|row| row.to_nvrtc(text)).filter(|&ratio| ratio > 0.0);
        geometric_mean(ratios).map_or("unknown".to_owned(), |mean| format!("{mean:.3}"))
    };
    let mut above: Vec<(f64, &str)> = rows
        .iter()
        .filter_map(|row| Some((row.to_nvrtc(Text::Nounroll)?, &*row.kernel)))
        .filter(|(ratio, _)| *ratio > 1.0)
        .collect();
    above.sort_by(|a, b| b.0.total_cmp(&a.0));
    let list: Vec<String> =
        above.iter().map(|(ratio, name)| format!("{name} {ratio:.3}")).collect();
    format!(
        "Geometric means over {} kernels: {} to NVRTC, {} where ptxas may unroll.\nAbove 1: {}.\n",
        rows.len(),
        mean(Text::Nounroll),
        mean(Text::Free),
        if list.is_empty() { "none".to_owned() } else { list.join(", ") }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Machine;

    fn row(kernel: &str, ours: u64, theirs: u64) -> Row {
        let measured = |executed| {
            let machine = Machine { executed, ..Machine::default() };
            Measured { nounroll: machine, free: machine, ..Measured::default() }
        };
        Row { kernel: kernel.to_owned(), arch: 80, ours: measured(ours), theirs: measured(theirs) }
    }

    #[test]
    fn what_executes_more_is_named_the_dearest_first() {
        let rows = [row("a", 101, 100), row("b", 50, 100), row("c", 200, 100)];
        let text = sentences(&rows.iter().collect::<Vec<_>>());
        assert!(text.ends_with("Above 1: c 2.000, a 1.010.\n"), "{text}");
        assert!(
            text.starts_with("Geometric means over 3 kernels: 1.003 to NVRTC, 1.003"),
            "{text}"
        );
        assert!(markdown(&[&rows[1]]).contains("Above 1: none."));
    }

    #[test]
    fn a_refusal_is_its_first_error() {
        let said = "k.cu:1:2: warning[W1]: w\n x\nk.cu:3:4: error[E0105]: no\n  ^\nk.cu:3:4: error[E0001]: b";
        assert_eq!(first_error(said), "E0105: no");
        assert_eq!(first_error("other\nwords"), "other");
    }
}
