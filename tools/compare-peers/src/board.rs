//! The table: rows, and what follows from them.

use crate::frozen::Frozen;
use crate::measure::{Compiler, Machine, Measured};
use runtime_tests::ratios::geometric_mean;
use serde::Serialize;
use std::collections::BTreeMap;

/// A kernel's file for an architecture.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The kernel's file.
    pub kernel: String,
    /// The architecture number.
    pub arch: u32,
    /// What each compiler gives.
    pub cells: BTreeMap<Compiler, Result<Measured, String>>,
    /// The estimate of optx -O3 when the table was first made; none for a kernel that was not there, or was another.
    pub first: Option<u64>,
}

impl Row {
    /// A cell, if there is one.
    pub fn cell(&self, compiler: Compiler) -> Option<&Measured> {
        self.cells.get(&compiler)?.as_ref().ok()
    }

    /// The peer whose code executes less, by one of the two texts.
    pub fn better_peer(&self, text: Text) -> Option<(Compiler, Machine)> {
        let peers = Compiler::PEERS.iter().filter_map(|&p| Some((p, text.of(self.cell(p)?))));
        peers.min_by_key(|(_, machine)| machine.executed)
    }

    /// optx -O3 against the better peer.
    pub fn to_peer(&self, text: Text) -> Option<f64> {
        let ours = text.of(self.cell(Compiler::Optx3)?);
        ratio(ours.executed, self.better_peer(text)?.1.executed)
    }

    /// optx -O3 against the first run.
    pub fn to_first(&self) -> Option<f64> {
        ratio(self.cell(Compiler::Optx3)?.nounroll.executed, self.first?)
    }

    /// True where optx -O3 spills, or has local memory, and the better peer has not.
    pub fn spills_alone(&self) -> bool {
        let ours = self.cell(Compiler::Optx3).map(|m| m.nounroll);
        let theirs = self.better_peer(Text::Nounroll).map(|(_, machine)| machine);
        matches!((ours, theirs), (Some(o), Some(t))
            if o.spilled > 0 && t.spilled == 0 || o.stack > 0 && t.stack == 0)
    }
}

pub(crate) fn ratio(a: u64, b: u64) -> Option<f64> {
    (b > 0).then(|| a as f64 / b as f64)
}

/// Which of the two texts ptxas got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// With `.pragma "nounroll"` at every loop's head.
    Nounroll,
    /// As the compiler wrote it.
    Free,
}

impl Text {
    /// The machine code of it.
    pub fn of(self, measured: &Measured) -> Machine {
        match self {
            Text::Nounroll => measured.nounroll,
            Text::Free => measured.free,
        }
    }
}

/// What the rows of an architecture come to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The architecture number.
    pub arch: u32,
    /// Rows of which optx -O3 and a peer have a cell.
    pub kernels: usize,
    /// Geometric mean of optx -O3 against the first run.
    pub to_first: Option<f64>,
    /// The same against the better peer, loops left alone.
    pub to_peer: Option<f64>,
    /// The same against the better peer, ptxas free to unroll.
    pub to_peer_free: Option<f64>,
    /// Against each peer, loops left alone.
    pub to_each: BTreeMap<Compiler, f64>,
    /// Kernels above 1.02 of the first run.
    pub above_first: Vec<String>,
    /// Kernels where optx spills or has local memory and the better peer has not.
    pub spills_alone: Vec<String>,
    /// Cells that there are not, with the reason.
    pub failed: Vec<String>,
}

/// How much above the first run a kernel may be.
pub const MAY_GROW: f64 = 1.02;

/// Sums rows up, by architecture.
pub fn summaries(rows: &[Row]) -> Vec<Summary> {
    let mut archs: Vec<u32> = rows.iter().map(|r| r.arch).collect();
    archs.sort_unstable();
    archs.dedup();
    archs.into_iter().map(|arch| summary(arch, rows)).collect()
}

fn summary(arch: u32, rows: &[Row]) -> Summary {
    let rows: Vec<&Row> = rows.iter().filter(|r| r.arch == arch).collect();
    let names = |keep: &dyn Fn(&Row) -> bool| {
        rows.iter().filter(|r| keep(r)).map(|r| r.kernel.clone()).collect::<Vec<String>>()
    };
    let failed = rows.iter().flat_map(|r| {
        let errors = r.cells.iter().filter_map(|(c, cell)| Some((c, cell.as_ref().err()?)));
        errors.map(|(c, e)| format!("{}, {}: {e}", r.kernel, c.name()))
    });
    let to_each = Compiler::PEERS.iter().filter_map(|&peer| {
        let ratios = rows.iter().filter_map(|r| {
            let ours = r.cell(Compiler::Optx3)?.nounroll.executed;
            ratio(ours, r.cell(peer)?.nounroll.executed)
        });
        Some((peer, mean(ratios)?))
    });
    Summary {
        arch,
        kernels: rows.iter().filter(|r| r.to_peer(Text::Nounroll).is_some()).count(),
        to_first: mean(rows.iter().filter_map(|r| r.to_first())),
        to_peer: mean(rows.iter().filter_map(|r| r.to_peer(Text::Nounroll))),
        to_peer_free: mean(rows.iter().filter_map(|r| r.to_peer(Text::Free))),
        to_each: to_each.collect(),
        above_first: names(&|r| r.to_first().is_some_and(|ratio| ratio > MAY_GROW)),
        spills_alone: names(&Row::spills_alone),
        failed: failed.collect(),
    }
}

/// The geometric mean; none of nothing. Ratios of nothing are left out.
fn mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    geometric_mean(ratios.filter(|&r| r > 0.0))
}

/// What is known of a kernel from the first run, if it is still the same.
pub fn first(frozen: Option<&Frozen>, hash: &str, arch: u32) -> Option<u64> {
    frozen.filter(|f| f.hash == hash)?.first.get(&arch).copied()
}
