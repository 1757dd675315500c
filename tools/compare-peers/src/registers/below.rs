//! What a kernel's code does in memory under the two caps below its S0: with the pass that keeps values in slots of the warp, and without.
//!
//! Idea: there ptxas spills. Accesses of local and shared memory, spilled or the kernel's own, are counted in the machine code of each kernel that the launch file
//! launches, each 8 times as often for every loop around it. S0 and the caps are of the code without the pass.
//! Cost: S0 as [`super::need`] finds it, and at each cap two times ptxas and nvdisasm.

use crate::assembled::assemble;
use crate::flow::Flow;
use crate::measure::Compiler;
use crate::registers::capped::capped;
use crate::registers::need::{Absent, Subject, mangled};
use crate::registers::rows::shown;
use crate::sass::Section;
use runtime_tests::ratios::geometric_mean;
use runtime_tests::suite::Case;
use serde::Serialize;
use std::fmt::Write as _;

/// So many times as often is what stands in a loop.
const ROUNDS: u64 = 8;
/// Loops around that count.
const DEEPEST: u32 = 8;

/// Weighted accesses under a cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The cap.
    pub cap: u32,
    /// With the pass.
    pub with: u64,
    /// Without it.
    pub without: u64,
    /// The pass did something.
    pub is_other: bool,
}

impl Cell {
    /// With to without; none where there is nothing to compare.
    pub fn ratio(self) -> Option<f64> {
        (self.with > 0 && self.without > 0).then(|| self.with as f64 / self.without as f64)
    }
}

/// A kernel's file for an architecture.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The kernel's file.
    pub kernel: String,
    /// The architecture number.
    pub arch: u32,
    /// S0 without the pass; none where the largest cap is not enough.
    pub s0: Option<u32>,
    /// The caps below it, the nearest first; none where ptxas keeps to no smaller one.
    pub cells: Vec<Cell>,
}

/// The two caps below S0.
fn caps(s0: Option<u32>) -> impl Iterator<Item = u32> {
    let below = move |step: u32| s0.and_then(|s0| s0.checked_sub(step)).filter(|&cap| cap >= 24);
    [8, 16].into_iter().filter_map(below)
}

/// Measures a kernel; `without` is what `--passes` leaves out.
pub fn measure(case: &Case, arch: u32, without: &str) -> Result<Row, Absent> {
    let plain = Subject::new(case, Compiler::Optx3, arch, Some(without));
    let full = Subject::new(case, Compiler::Optx3, arch, None);
    let s0 = plain.need(false)?.s0;
    let cell = |cap: u32| {
        let [with, without] = [&full, &plain].map(|subject| subject.ptx(Some(cap)));
        let (with, without) = (with?, without?);
        let is_other = with != without;
        let [with, without] = [with, without].map(|ptx| weighed(case, &capped(&ptx, cap), arch));
        Ok(Cell { cap, with: with?, without: without?, is_other })
    };
    let cells = caps(s0).map(cell).collect::<Result<_, Absent>>()?;
    Ok(Row { kernel: case.name.clone(), arch, s0, cells })
}

/// The weighted accesses of all kernels that are launched.
fn weighed(case: &Case, ptx: &str, arch: u32) -> Result<u64, Absent> {
    let made = assemble(ptx, arch).map_err(Absent::Failed)?;
    let is_launched = |section: &&Section| {
        let is_named =
            |name: &str| section.kernel == name || section.kernel.starts_with(&mangled(name));
        case.launch.launches.iter().any(|launch| is_named(&launch.kernel))
    };
    Ok(made.sections.iter().filter(is_launched).map(accesses).sum())
}

/// Accesses of local and shared memory, by the loops around.
pub fn accesses(section: &Section) -> u64 {
    let mut sum = 0;
    for function in &section.functions {
        let flow = Flow::of(function);
        for (k, block) in flow.blocks.iter().enumerate() {
            let often = ROUNDS.pow(flow.loops.depth(k).min(DEEPEST));
            let is_access = |at: &usize| {
                ["LDL", "STL", "LDS", "STS"].contains(&flow.instructions[*at].family())
            };
            sum += often * block.instructions.clone().filter(is_access).count() as u64;
        }
    }
    sum
}

/// The table of an architecture's rows, and what it comes to.
pub fn table(rows: &[&Row]) -> String {
    let mut out =
        String::from("| kernel | S0 | cap | without | with | ratio |\n|---|--:|--:|--:|--:|--:|\n");
    let measured: Vec<(&Row, &Cell)> =
        rows.iter().flat_map(|&row| row.cells.iter().map(move |cell| (row, cell))).collect();
    for (row, cell) in &measured {
        let ratio = cell.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {ratio} |",
            row.kernel,
            shown(row.s0),
            cell.cap,
            cell.without,
            cell.with
        );
    }
    let told = |cells: &[(&Row, &Cell)]| {
        let ratios = cells.iter().filter_map(|(_, cell)| cell.ratio());
        let mean = geometric_mean(ratios);
        let mean = mean.map_or("-".to_owned(), |mean| format!("{mean:.3}"));
        let worse = cells.iter().filter(|(_, cell)| cell.with > cell.without);
        let worse: Vec<String> =
            worse.map(|(row, cell)| format!("{} at {}", row.kernel, cell.cap)).collect();
        let worse = if worse.is_empty() { "none".to_owned() } else { worse.join(", ") };
        format!("{mean} (mean of {}); worse: {worse}", cells.len())
    };
    let _ = writeln!(out, "\n* All: {}.", told(&measured));
    let other: Vec<_> = measured.iter().copied().filter(|(_, cell)| cell.is_other).collect();
    let _ = writeln!(out, "* Of those that the pass did something to: {}.", told(&other));
    let none: Vec<&str> =
        rows.iter().filter(|row| row.cells.is_empty()).map(|row| &*row.kernel).collect();
    if !none.is_empty() {
        let _ = writeln!(out, "* Without a cap below S0: {}.", none.join(", "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{accesses, caps};
    use crate::sass::read;

    const TEXT: &str = "
.section	.text.k,\"ax\",@progbits
.text.k:
        /*0000*/                   LDS R1, [R2] ;
        /*0010*/                   LDG.E R1, [R2.64] ;
.L_x_0:
        /*0020*/                   LDL.LU R1, [R2] ;
        /*0030*/              @!P0 STL [R2], R1 ;
.L_x_1:
        /*0040*/                   LDS.128 R4, [R2] ;
        /*0050*/               @P0 BRA `(.L_x_1) ;
        /*0060*/               @P1 BRA `(.L_x_0) ;
        /*0070*/                   STS [R2], R1 ;
        /*0080*/                   EXIT ;
";

    /// Two outside, two in a loop, one in a loop in that; of global memory none.
    #[test]
    fn accesses_are_weighed_by_the_loops_around() {
        let sections = read(TEXT);
        assert_eq!(sections.iter().map(accesses).collect::<Vec<_>>(), [2 + 2 * 8 + 64]);
    }

    #[test]
    fn caps_are_those_that_ptxas_keeps_to() {
        let below = |s0| caps(s0).collect::<Vec<u32>>();
        assert_eq!(below(Some(48)), [40, 32]);
        assert_eq!(below(Some(32)), [24]);
        assert!(below(Some(24)).is_empty());
        assert!(below(None).is_empty());
    }
}
