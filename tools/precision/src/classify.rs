//! Why values were missed.
//!
//! The analysis is asked again what it would say if it knew more of the launches, which changes no code, only claims: with the ranges of shapes,
//! scalars and loads that were seen; with shapes and scalars of single launches as numbers, for [`EXACTLY`] of them, where all relations
//! between them are given with them. What it does not know even then is watched in further launches; if it holds in all of them
//! the miss is ours.

use crate::report::{MissClass, Report, is_still, of_definitions, says};
use crate::trace::{KernelTrace, LaunchShape, Shared};
use crate::{Error, Kernels, Launches, Request, compile};
use optx::given::{Bounds, Given};
use std::collections::BTreeMap;

/// So many launches are given exactly.
const EXACTLY: usize = 8;

/// Gives each miss of a report its class.
pub(crate) fn classify(
    kernels: &Kernels<'_>,
    launches: &Launches<'_>,
    trace: &Shared,
    request: Request,
    report: &mut Report,
    progress: &mut dyn FnMut(u64),
) -> Result<(), Error> {
    let mut names: Vec<String> = report.misses.iter().map(|m| m.kernel.clone()).collect();
    names.dedup();
    for name in names {
        let (ranges, exactly) = trace.with(|trace| {
            let kernel = &trace.kernels[&name];
            let sample = sample(&kernel.launches);
            let exactly: Vec<Given> = sample.map(|launch| exact(&name, launch)).collect();
            (ranges(&name, kernel), exactly)
        });
        known(kernels, &name, vec![ranges], MissClass::Range, report)?;
        known(kernels, &name, exactly, MissClass::Relational, report)?;
    }
    separate(launches, trace, request, report, progress)
}

/// Launches that are unlike.
fn sample(launches: &[LaunchShape]) -> impl Iterator<Item = &LaunchShape> {
    let step = (launches.len() / EXACTLY).max(1);
    launches.iter().step_by(step).take(EXACTLY)
}

/// What was seen of all launches.
fn ranges(name: &str, kernel: &KernelTrace) -> Given {
    let count = kernel.launches.iter().map(|l| l.args.len()).max().unwrap_or(0);
    let parameters = (0..count)
        .map(|k| kernel.launches.iter().filter_map(|l| l.args.get(k).cloned()).collect::<Vec<_>>());
    let mut loads: BTreeMap<(u32, u32), Bounds> = BTreeMap::new();
    for seen in kernel.seen.values() {
        if let (true, Some(bounds)) = (seen.source > 0, seen.bounds) {
            loads
                .entry((seen.source, bounds.width))
                .and_modify(|b| *b = b.join(bounds))
                .or_insert(bounds);
        }
    }
    Given {
        kernel: name.to_owned(),
        block: kernel.block,
        grid: kernel.grid,
        parameters: parameters.collect(),
        loads: loads.into_iter().map(|((line, _), bounds)| (line, bounds)).collect(),
    }
}

/// One launch.
fn exact(name: &str, launch: &LaunchShape) -> Given {
    Given {
        kernel: name.to_owned(),
        block: Some(launch.block.map(|n| (n, n))),
        grid: Some(launch.grid.map(|n| (n, n))),
        parameters: launch.args.iter().map(|bytes| vec![bytes.clone()]).collect(),
        loads: Vec::new(),
    }
}

/// Classes the misses of which claims say all under each of these.
fn known(
    kernels: &Kernels<'_>,
    name: &str,
    given: Vec<Given>,
    class: MissClass,
    report: &mut Report,
) -> Result<(), Error> {
    let left = |m: &crate::Miss| m.kernel == name && m.class == MissClass::Unknown;
    if given.is_empty() || !report.misses.iter().any(left) {
        return Ok(());
    }
    let mut holds = vec![true; report.misses.len()];
    for given in given {
        let claims = compile(kernels, given)?.claims;
        let said = of_definitions(&claims, name);
        for (miss, holds) in report.misses.iter().zip(&mut holds) {
            *holds &= says(said.get(&miss.point()).copied(), miss.row);
        }
    }
    for (miss, holds) in report.misses.iter_mut().zip(holds) {
        if holds && left(miss) {
            miss.class = class;
        }
    }
    Ok(())
}

/// Runs further launches until all that is left is separated, or as many as are asked for.
fn separate(
    launches: &Launches<'_>,
    trace: &Shared,
    request: Request,
    report: &mut Report,
    progress: &mut dyn FnMut(u64),
) -> Result<(), Error> {
    let left = |report: &Report| report.misses.iter().any(|m| m.class == MissClass::Unknown);
    // Nothing but the misses is looked at.
    trace.with(|trace| {
        for kernel in trace.kernels.values_mut() {
            kernel.launches.clear();
            kernel.seen.values_mut().for_each(|seen| seen.is_passed_over = true);
        }
        for miss in report.misses.iter().filter(|m| m.class == MissClass::Unknown) {
            let kernel = trace.kernels.get_mut(&miss.kernel);
            if let Some(seen) = kernel.and_then(|k| k.seen.get_mut(&miss.point())) {
                seen.is_passed_over = false;
            }
        }
    });
    for n in 0..request.further {
        if !left(report) {
            return Ok(());
        }
        launches.watch(request.launches + n, trace)?;
        report.further += 1;
        progress(n + 1);
        trace.with(|trace| {
            for miss in report.misses.iter_mut().filter(|m| m.class == MissClass::Unknown) {
                let kernel = trace.kernels.get_mut(&miss.kernel);
                let Some(seen) = kernel.and_then(|k| k.seen.get_mut(&miss.point())) else {
                    continue;
                };
                if !is_still(seen, miss.row) {
                    miss.class = MissClass::EqualByData;
                    seen.is_passed_over = true;
                }
            }
        });
    }
    for miss in report.misses.iter_mut().filter(|m| m.class == MissClass::Unknown) {
        miss.class = MissClass::Ours;
    }
    Ok(())
}
