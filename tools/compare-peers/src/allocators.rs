//! What the allocators of `--ptx-regs` make of kernels: how what does not fit is fetched and put back, statically and as executed, against linear scan.
//!
//! Idea: each kernel is compiled without an allocator and by each of them, and run in lock-step; statistics say what was inserted, the emulator's counters what
//! was executed. Accesses of the thread's memory that the kernel has by itself are taken off.
//! Source: figure 9 of Sampaio, Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011).

use optx::cg::regalloc::allocate::{Allocator, BARRIERS, Counters, RULES};
use optx::cg::slots::NONE;
use optx_launch::{Outcome, Schedule};
use runtime_tests::counts;
use runtime_tests::ratios::geometric_mean;
use runtime_tests::suite::{Case, compile, execute};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The allocator that others are compared with.
const LINEAR: &str = Allocator::NAMES[0].0;

/// What is compiled for.
const ARCH: &str = "80";

/// A kernel's file under an allocator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Places at which a value is fetched, by rule.
    pub fetched: [u64; RULES.len()],
    /// Places at which one is put back, by rule.
    pub put_back: [u64; RULES.len()],
    /// Barriers of the warp that were put in.
    pub barriers: u64,
    /// Warp accesses of the thread's memory, beyond the kernel's own.
    pub local: u64,
    /// Warp accesses of shared memory, beyond the kernel's own.
    pub shared: u64,
    /// Warp instructions.
    pub executed: u64,
    /// Why there are no slots of the warp, where that is so.
    pub no_slots: Option<String>,
}

/// A kernel's file with so many registers: what each allocator makes of it, or why it is not there.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The kernel's file.
    pub kernel: String,
    /// Registers.
    pub registers: u32,
    /// By allocator.
    pub by: Result<BTreeMap<&'static str, Figures>, String>,
}

/// What warps did.
#[derive(Clone, Copy, Debug, Default)]
struct Did {
    local: u64,
    shared: u64,
    executed: u64,
}

impl Did {
    fn of(outcome: &Outcome) -> Did {
        let mut did = Did { executed: counts::of(outcome), ..Did::default() };
        for counters in outcome.launches.iter().filter_map(|l| l.counters.as_ref()) {
            did.local += counters.local_accesses;
            did.shared += counters.shared_accesses;
        }
        did
    }
}

/// Measures a kernel.
pub fn measure(case: &Case, registers: u32) -> Row {
    let by = plain(case).and_then(|own| {
        let figures =
            |allocator: &'static str| Ok((allocator, allocated(case, allocator, registers, own)?));
        Allocator::NAMES.into_iter().map(|(name, _)| figures(name)).collect()
    });
    Row { kernel: case.name.clone(), registers, by }
}

fn run(case: &Case, ptx: &str) -> Result<Did, String> {
    let outcome = execute(case, ptx, Schedule::Lockstep)?;
    outcome.difference().map_or(Ok(Did::of(&outcome)), Err)
}

fn plain(case: &Case) -> Result<Did, String> {
    let ptx = compile(&case.source, &case.launch.options, "-O3", ARCH).map_err(|e| short(&e))?;
    run(case, ptx.text())
}

fn allocated(case: &Case, allocator: &str, registers: u32, own: Did) -> Result<Figures, String> {
    let mut options = case.launch.options.clone();
    options.extend([
        format!("--ptx-regs={registers}"),
        format!("--regalloc={allocator}"),
        "--stats".to_owned(),
    ]);
    let ptx = compile(&case.source, &options, "-O3", ARCH).map_err(|e| short(&e))?;
    let did = run(case, ptx.text()).map_err(|e| format!("{allocator}: {e}"))?;
    let told = told(ptx.notes());
    let count = |name: &str| told.get(name).copied().unwrap_or(0);
    Ok(Figures {
        fetched: RULES.map(|rule| count(rule.fetched)),
        put_back: RULES.map(|rule| rule.put_back.map_or(0, count)),
        barriers: count(BARRIERS),
        local: did.local.saturating_sub(own.local),
        shared: did.shared.saturating_sub(own.shared),
        executed: did.executed,
        no_slots: told.keys().find_map(|name| Some(name.strip_prefix(NONE)?.to_owned())),
    })
}

/// The counters of the allocator that statistics tell, over all kernels of a file.
fn told(notes: &str) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    let lines = notes.lines().filter_map(|line| line.split_once(": allocate, "));
    for counter in lines.flat_map(|(_, counters)| counters.split(", ")) {
        let (name, count) = counter.rsplit_once(' ').unwrap_or_default();
        *found.entry(name.to_owned()).or_default() += count.parse::<u64>().unwrap_or(0);
    }
    found
}

/// The first line of what was said, without the place.
fn short(error: &optx_judge::ToolError) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.split_once("error").map_or(line, |(_, rest)| rest).to_owned()
}

/// What an allocator does over some kernels.
#[derive(Clone, Debug, Serialize)]
pub struct Sum {
    /// The allocator.
    pub allocator: &'static str,
    /// Places at which a value is fetched, by rule.
    pub fetched: [u64; RULES.len()],
    /// Places at which one is put back, by rule.
    pub put_back: [u64; RULES.len()],
    /// Barriers of the warp.
    pub barriers: u64,
    /// Executed accesses of the thread's memory to linear scan's: the mean over the kernels in which that has some, and how many those are.
    pub local: (f64, usize),
    /// Executed warp instructions to linear scan's: the geometric mean.
    pub executed: f64,
}

/// Sums over the kernels that all allocators take.
pub fn sums(rows: &[&Row]) -> Vec<Sum> {
    let taken: Vec<&BTreeMap<&str, Figures>> =
        rows.iter().filter_map(|row| row.by.as_ref().ok()).collect();
    let sum = |allocator: &'static str| {
        let mut sum = Sum {
            allocator,
            fetched: [0; RULES.len()],
            put_back: [0; RULES.len()],
            barriers: 0,
            local: (0.0, 0),
            executed: geometric_mean(
                taken.iter().map(|by| by[allocator].executed as f64 / by[LINEAR].executed as f64),
            )
            .unwrap_or(1.0),
        };
        for by in &taken {
            let (own, linear) = (&by[allocator], &by[LINEAR]);
            for k in 0..RULES.len() {
                sum.fetched[k] += own.fetched[k];
                sum.put_back[k] += own.put_back[k];
            }
            sum.barriers += own.barriers;
            if linear.local > 0 {
                sum.local.0 += own.local as f64 / linear.local as f64;
                sum.local.1 += 1;
            }
        }
        sum.local.0 /= sum.local.1.max(1) as f64;
        sum
    };
    Allocator::NAMES.iter().map(|(name, _)| sum(name)).collect()
}

/// The table of one number of registers.
pub fn table(rows: &[&Row], sums: &[Sum]) -> String {
    let mut out = String::from("| allocator |");
    for Counters { rule, .. } in RULES {
        let _ = write!(out, " {rule} |");
    }
    out.push_str(" loads replaced | stores: warp | iv | thread | barriers | executed local | executed |\n|---|");
    (0..RULES.len() + 7).for_each(|_| out.push_str("--:|"));
    out.push('\n');
    let percent = |part: u64, all: u64| match all {
        0 => "-".to_owned(),
        all => format!("{:.1} %", 100.0 * part as f64 / all as f64),
    };
    for sum in sums {
        let all: u64 = sum.fetched.iter().sum();
        let _ = write!(out, "| {} |", sum.allocator);
        for fetched in sum.fetched {
            let _ = write!(out, " {} |", percent(fetched, all));
        }
        let [.., thread] = sum.fetched;
        let stores: u64 = sum.put_back.iter().sum();
        let [_, _, warp, _, index, to_thread] = sum.put_back;
        let _ = writeln!(
            out,
            " {} | {} | {} | {} | {} | {:.2} | {:.3} |",
            percent(all - thread, all),
            percent(warp, stores),
            percent(index, stores),
            percent(to_thread, stores),
            sum.barriers,
            sum.local.0,
            sum.executed,
        );
    }
    let with = sums.first().map_or(0, |sum| sum.local.1);
    let taken = rows.iter().filter(|row| row.by.is_ok()).count();
    let _ = write!(out, "\n{taken} kernels, {with} of which linear scan spills in.");
    let refused: Vec<String> = rows
        .iter()
        .filter_map(|row| Some(format!("{} ({})", row.kernel, row.by.as_ref().err()?)))
        .collect();
    let without = |row: &&Row| {
        let figures = row.by.as_ref().ok()?.values();
        let why = figures.filter_map(|figures| figures.no_slots.as_ref()).next()?;
        Some(format!("{} ({why})", row.kernel))
    };
    let without: Vec<String> = rows.iter().filter_map(without).collect();
    if !without.is_empty() {
        let _ = write!(out, " Without slots of the warp: {}.", without.join("; "));
    }
    if !refused.is_empty() {
        let _ = write!(out, " Left out: {}.", refused.join("; "));
    }
    out.push('\n');
    out
}
