//! What is measured without a GPU: the host's results against those of the emulated PTX, and then against references.
//!
//! Cost: a function of one float on all inputs takes minutes, the sample of 2^20 a second or two.

use crate::functions::{Function, Kind};
use crate::host::{End, Host, Worst};
use crate::{device, inputs, report, sass};

/// How much is measured.
pub struct Plan {
    /// Inputs a function of the bit-for-bit sample, as a power of two.
    pub sample: u32,
    /// Only the bit-for-bit sample, and the errors on it.
    pub sample_only: bool,
    /// Inputs a function of two arguments or of doubles.
    pub inputs: usize,
    /// Every n-th float instead of all.
    pub stride: u64,
    /// Threads of the measurement.
    pub threads: u64,
    /// Count machine instructions too.
    pub sizes: bool,
}

/// Measures a function.
pub fn one(f: &Function, host: &Host, plan: &Plan) -> Result<report::Row, String> {
    let ptx = device::compile(f, &["-O3"])?;
    let differs = difference(f, host, &ptx, plan.sample)?;
    let worst = if plan.sample_only {
        host.some(f, &inputs::inputs(f, 1 << plan.sample.min(16), true))?
    } else if f.kind == Kind::F1 {
        all(f, host, plan)?
    } else {
        some(f, host, plan)?
    };
    let flushed = flushed(f, host)?;
    let sizes =
        if plan.sizes { Some((sass::of_function(&ptx)?, sass::of_nvrtc(f)?)) } else { None };
    let inputs = if plan.sample_only {
        format!("2^{}", plan.sample.min(16))
    } else if f.kind == Kind::F1 {
        if plan.stride <= 1 { "all".into() } else { format!("each {}th", plan.stride) }
    } else {
        plan.inputs.to_string()
    };
    Ok(report::Row { function: *f, inputs, worst, flushed, differs, sizes })
}

/// The first input of the sample on which host and emulated PTX differ: with exact first guesses on all of it, with those at
/// the ends of their errors, where the function makes any, on a part.
fn difference(f: &Function, host: &Host, ptx: &str, sample: u32) -> Result<Option<String>, String> {
    for end in [End::Exact, End::Low, End::High] {
        let bits = if end == End::Exact { sample } else { sample.min(14) };
        if end != End::Exact && !device::guesses(ptx) {
            break;
        }
        let inputs = inputs::inputs(f, 1 << bits, false);
        let ours = host.sample(f, &inputs, end)?;
        let theirs = device::sample(f, ptx, &inputs, end)?;
        if let Some(differs) = report::difference(f, &inputs, &ours, &theirs) {
            return Ok(Some(format!("{differs}, first guesses {end:?}")));
        }
    }
    Ok(None)
}

/// The worst of a function of floats that is compiled to flush subnormals, on 2^16 inputs in the emulator.
fn flushed(f: &Function, host: &Host) -> Result<Option<Worst>, String> {
    if f.kind.is_double() {
        return Ok(None);
    }
    let inputs = inputs::inputs(f, 1 << 16, true);
    let ptx = device::compile(f, &["-O3", "-ftz=true"])?;
    let results = device::sample(f, &ptx, &inputs, End::Exact)?;
    host.flushed(f, &inputs, &results).map(Some)
}

/// Chosen inputs, in parts on several threads.
fn some(f: &Function, host: &Host, plan: &Plan) -> Result<Worst, String> {
    let inputs = inputs::inputs(f, plan.inputs, true);
    let step = f.kind.arguments() * if f.kind.is_double() { 8 } else { 4 };
    let part = (inputs.len() / step).div_ceil(plan.threads.max(1) as usize).max(1) * step;
    let results: Vec<Result<Worst, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            inputs.chunks(part).map(|chunk| scope.spawn(|| host.some(f, chunk))).collect();
        let ended = |_| Err("a thread ended early".into());
        threads.into_iter().map(|t| t.join().unwrap_or_else(ended)).collect()
    });
    let mut worst: Option<Worst> = None;
    for result in results {
        let found = result?;
        worst = Some(worst.map_or(found, |w| w.join(found)));
    }
    worst.ok_or_else(|| "no input was measured".into())
}

/// All floats, in parts on several threads.
fn all(f: &Function, host: &Host, plan: &Plan) -> Result<Worst, String> {
    let length = (1u64 << 32).div_ceil(plan.threads.max(1) * 4);
    let ranges = f.bounded_floats();
    let parts: Vec<_> = ranges
        .iter()
        .flat_map(|range| {
            let firsts = range.clone().step_by(length as usize);
            firsts.map(|first| first..(first + length).min(range.end))
        })
        .collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let mut worst: Option<Worst> = None;
        loop {
            let k = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(part) = parts.get(k) else { return Ok::<_, String>(worst) };
            let found = host.all(f, part.start, part.end, plan.stride)?;
            worst = Some(worst.map_or(found, |w| w.join(found)));
        }
    };
    let results: Vec<Result<Option<Worst>, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|t| t.join().unwrap_or_else(|_| Err("a thread ended early".into())))
            .collect()
    });
    let mut worst: Option<Worst> = None;
    for result in results {
        if let Some(found) = result? {
            worst = Some(worst.map_or(found, |w| w.join(found)));
        }
    }
    worst.ok_or_else(|| "no input was measured".into())
}
