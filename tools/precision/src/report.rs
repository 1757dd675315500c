//! What was measured: recall by kernel, and what was missed.

use crate::trace::{FEWEST_INSTANCES, Point, Seen, Shared};
use optx_emulator::claims::{At, Claim, Coef};
use optx_launch::{ClaimReport, Claims};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a value was observed to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// One value for the threads of a block; no load.
    Uniform,
    /// The same of loads and atomics.
    UniformLoad,
    /// One value for the threads of each warp, and not of the block.
    WarpUniform,
    /// A sum over `threadIdx`, and not uniform.
    Affine,
}

impl Row {
    /// All of them.
    pub const ALL: [Row; 4] = [Row::Uniform, Row::UniformLoad, Row::WarpUniform, Row::Affine];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Row::Uniform => "uniform",
            Row::UniformLoad => "uniform loads",
            Row::WarpUniform => "warp-uniform",
            Row::Affine => "affine",
        }
    }
}

/// Why a value was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MissClass {
    /// Nobody asked.
    Unknown,
    /// It is known where the ranges of shapes, scalars and loads that were seen are given.
    Range,
    /// It is known where shapes and scalars of each launch are given as numbers: a relation between them makes it so.
    Relational,
    /// Further launches separate it.
    EqualByData,
    /// None of them: the analysis could know it.
    Ours,
}

impl MissClass {
    /// Those that classing gives.
    pub const ALL: [MissClass; 4] =
        [MissClass::Range, MissClass::Relational, MissClass::EqualByData, MissClass::Ours];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            MissClass::Unknown => "not classed",
            MissClass::Range => "range",
            MissClass::Relational => "relational",
            MissClass::EqualByData => "equal by data",
            MissClass::Ours => "ours",
        }
    }
}

/// A value that no claim says of what was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The kernel.
    pub kernel: String,
    /// The line of the PTX, from 1.
    pub ptx_line: u32,
    /// The register.
    pub reg: String,
    /// The line of the source, 0 where there is none.
    pub source: u32,
    /// What it was observed to be.
    pub row: Row,
    /// Why it was missed.
    pub class: MissClass,
    /// Right behind SSA construction it is known of all values of the line: it was lost on the way to the PTX.
    pub known_by_line: bool,
}

impl Miss {
    pub(crate) fn point(&self) -> Point {
        Point { line: self.ptx_line, reg: self.reg.clone() }
    }
}

/// Values that were observed to be so, and those of which claims say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Observed.
    pub observed: u64,
    /// And claimed.
    pub claimed: u64,
}

impl Count {
    /// The sum of two.
    pub fn add(&mut self, other: Count) {
        self.observed += other.observed;
        self.claimed += other.claimed;
    }

    /// The share that is claimed, in per cent; None of nothing.
    pub fn recall(&self) -> Option<f64> {
        (self.observed > 0).then(|| 100.0 * self.claimed as f64 / self.observed as f64)
    }
}

/// What was missed, by class.
pub type Missed = BTreeMap<(Row, MissClass), u64>;

/// What was measured of a kernel.
#[derive(Clone, Debug, Default)]
pub struct KernelReport {
    /// Values that instructions write.
    pub values: u64,
    /// Those that enough instances were seen of.
    pub observed: u64,
    /// By row.
    pub counts: BTreeMap<Row, Count>,
}

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// By name in the PTX.
    pub kernels: BTreeMap<String, KernelReport>,
    /// What was missed.
    pub misses: Vec<Miss>,
    /// What became of the claims.
    pub claims: ClaimReport,
    /// Launches that ended, that went wrong on the way, and that were refused.
    pub ended: [u64; 3],
    /// Launches with a data race that broke a claim: what is claimed is of programs without.
    pub raced: u64,
    /// Further launches that were made to class misses.
    pub further: u64,
}

/// True where a claim says what a row does.
pub(crate) fn says(claim: Option<&Claim>, row: Row) -> bool {
    let Some(claim) = claim else { return false };
    let zero = |c: &Coef| *c == Coef::Known(0);
    let uniform = claim.block_uniform || claim.coef.iter().all(zero);
    match row {
        Row::Uniform | Row::UniformLoad => uniform,
        Row::WarpUniform => uniform || claim.warp_uniform || zero(&claim.lane),
        Row::Affine => claim.coef.iter().all(|c| *c != Coef::Unknown),
    }
}

/// What a value was observed to be: nothing, or one of these.
fn row_of(seen: &Seen) -> Option<Row> {
    if seen.instances < FEWEST_INSTANCES {
        None
    } else if seen.is_uniform {
        Some(if seen.is_load { Row::UniformLoad } else { Row::Uniform })
    } else if seen.is_affine && seen.affine_instances >= FEWEST_INSTANCES {
        Some(Row::Affine)
    } else {
        let is_seen = seen.warp_instances >= FEWEST_INSTANCES;
        (seen.is_warp_uniform && is_seen).then_some(Row::WarpUniform)
    }
}

/// The claims of definitions, by value.
pub(crate) fn of_definitions<'c>(
    claims: &'c Claims,
    kernel: &'c str,
) -> BTreeMap<Point, &'c Claim> {
    let definitions = claims.of(kernel).filter(|c| c.at == At::Def);
    definitions.map(|c| (Point { line: c.ptx_line, reg: c.reg.clone() }, c)).collect()
}

/// True where a value is still what a miss says that it was observed to be.
pub(crate) fn is_still(seen: &Seen, row: Row) -> bool {
    match row {
        Row::Uniform | Row::UniformLoad => seen.is_uniform,
        Row::WarpUniform => seen.is_warp_uniform,
        Row::Affine => seen.is_affine,
    }
}

impl Report {
    /// Of a trace and of the claims that were checked in the same launches.
    pub(crate) fn of(trace: &Shared, claims: &Claims, checked: ClaimReport) -> Report {
        let mut report = Report { claims: checked, ..Report::default() };
        trace.with(|trace| {
            for (name, kernel) in &trace.kernels {
                let said = of_definitions(claims, name);
                let of_kernel = report.kernels.entry(name.clone()).or_default();
                of_kernel.values = kernel.seen.len() as u64;
                for (point, seen) in &kernel.seen {
                    of_kernel.observed += u64::from(seen.instances >= FEWEST_INSTANCES);
                    let Some(row) = row_of(seen) else { continue };
                    let is_said = says(said.get(point).copied(), row);
                    let one = Count { observed: 1, claimed: u64::from(is_said) };
                    of_kernel.counts.entry(row).or_default().add(one);
                    if !is_said {
                        report.misses.push(Miss {
                            kernel: name.clone(),
                            ptx_line: point.line,
                            reg: point.reg.clone(),
                            source: seen.source,
                            row,
                            class: MissClass::Unknown,
                            known_by_line: false,
                        });
                    }
                }
            }
        });
        report
    }

    /// All kernels together.
    pub fn total(&self) -> BTreeMap<Row, Count> {
        let mut total = BTreeMap::new();
        for (row, count) in self.kernels.values().flat_map(|k| &k.counts) {
            let sum: &mut Count = total.entry(*row).or_default();
            sum.add(*count);
        }
        total
    }

    /// How many misses there are of each row and class.
    pub fn missed(&self) -> Missed {
        let mut missed = Missed::new();
        for miss in &self.misses {
            *missed.entry((miss.row, miss.class)).or_default() += 1;
        }
        missed
    }

    /// As text; `source` is the source's, whose lines are shown with what was missed there.
    pub fn to_text(&self, source: &str) -> String {
        let mut out = String::new();
        let [done, stopped, refused] = self.ended;
        let _ = write!(out, "{} launches", done + stopped + refused);
        let kinds = [
            (stopped, "went wrong on the way"),
            (refused, "were refused"),
            (self.raced, "had a data race that broke a claim"),
        ];
        for (count, what) in kinds {
            if count > 0 {
                let _ = write!(out, ", {count} {what}");
            }
        }
        let _ = writeln!(out, "; {}", self.claims.summary());
        for violation in self.claims.shown() {
            let _ = writeln!(out, "{violation}");
        }
        let lines: Vec<&str> = source.lines().collect();
        for (name, kernel) in &self.kernels {
            let _ = writeln!(
                out,
                "\nkernel {name}: {} values, {} observed",
                kernel.values, kernel.observed
            );
            for (row, count) in &kernel.counts {
                let recall = count.recall().unwrap_or(100.0);
                let _ = writeln!(
                    out,
                    "  {:<14} {:>5} of {:>5} known  {recall:>5.1} %",
                    row.name(),
                    count.claimed,
                    count.observed
                );
            }
            for miss in self.misses.iter().filter(|m| m.kernel == *name) {
                let at = miss.source as usize;
                let text = at.checked_sub(1).and_then(|k| lines.get(k)).map_or("", |l| l.trim());
                let _ = writeln!(
                    out,
                    "  {} not known, {}{}: {} of PTX line {}, line {at}: {text}",
                    miss.row.name(),
                    miss.class.name(),
                    if miss.known_by_line { ", but known by line" } else { "" },
                    miss.reg,
                    miss.ptx_line
                );
            }
        }
        out
    }

    /// Adds what was measured of the kernels of another source.
    pub fn extend(&mut self, source: &str, mut other: Report) {
        let of_source = |kernel: &str| format!("{source}: {kernel}");
        let kernels = other.kernels.into_iter().map(|(name, kernel)| (of_source(&name), kernel));
        self.kernels.extend(kernels);
        other.misses.iter_mut().for_each(|miss| miss.kernel = of_source(&miss.kernel));
        self.misses.extend(other.misses);
        self.claims.extend(other.claims.of_source(source));
        self.ended = [0, 1, 2].map(|k| self.ended[k] + other.ended[k]);
        self.further += other.further;
        self.raced += other.raced;
    }

    /// The sums of all kernels, as a table: recall by row, and the misses by class, in per cent of what was observed.
    pub fn table(&self) -> String {
        let mut out = format!("{:<14} {:>8} {:>8} {:>8}", "", "observed", "known", "recall");
        for class in MissClass::ALL {
            let _ = write!(out, " {:>14}", class.name());
        }
        out.push('\n');
        let missed = self.missed();
        for (row, count) in self.total() {
            let recall = count.recall().unwrap_or(100.0);
            let name = row.name();
            let Count { observed, claimed } = count;
            let _ = write!(out, "{name:<14} {observed:>8} {claimed:>8} {recall:>6.1} %");
            for class in MissClass::ALL {
                let n = missed.get(&(row, class)).copied().unwrap_or(0);
                let share = 100.0 * n as f64 / observed.max(1) as f64;
                let _ = write!(out, " {n:>6} {share:>5.1} %");
            }
            out.push('\n');
        }
        out
    }

    /// As JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let counts = |counts: &BTreeMap<Row, Count>| {
            let rows = counts.iter().map(|(row, count)| {
                let value =
                    serde_json::json!({ "observed": count.observed, "known": count.claimed });
                (row.name().to_owned(), value)
            });
            serde_json::Value::Object(rows.collect())
        };
        let kernels: Vec<serde_json::Value> = self
            .kernels
            .iter()
            .map(|(name, kernel)| {
                serde_json::json!({
                    "name": name, "values": kernel.values, "observed": kernel.observed,
                    "rows": counts(&kernel.counts),
                })
            })
            .collect();
        let misses: Vec<serde_json::Value> = self
            .misses
            .iter()
            .map(|m| {
                serde_json::json!({
                    "kernel": m.kernel, "ptx_line": m.ptx_line, "reg": m.reg, "line": m.source,
                    "row": m.row.name(), "class": m.class.name(), "known_by_line": m.known_by_line,
                })
            })
            .collect();
        let claims = serde_json::from_str::<serde_json::Value>(&self.claims.to_json());
        let [done, stopped, refused] = self.ended;
        serde_json::json!({
            "launches": { "done": done, "stopped": stopped, "refused": refused, "raced": self.raced, "further": self.further },
            "rows": counts(&self.total()), "kernels": kernels, "misses": misses,
            "claims": claims.unwrap_or(serde_json::Value::Null),
        })
    }
}
