//! Races: runtime kernels in the emulator's race detector, as they are and with races planted in them.
//!
//! A planted race is a change of a kernel's text: a barrier, a fence or an atomic that is taken away, or an index that is off. It
//! is found if the detector reports a race, whatever the kernel computes then.

use std::path::Path;
use std::time::Duration;

use optx_launch::{Device, Emulator, NoReferences, Races, Schedule, run};

use crate::suite::{Case, home};

/// A change of a kernel's source that makes a race.
#[derive(Clone, Copy, Debug)]
pub struct Planted {
    /// The kernel.
    pub kernel: &'static str,
    /// What is changed, at its `nth` place, counted from 0.
    pub from: &'static str,
    /// Which place.
    pub nth: usize,
    /// What it becomes.
    pub to: &'static str,
    /// Something that is taken away besides, at its first place.
    pub also: Option<&'static str>,
}

const fn without(kernel: &'static str, from: &'static str, nth: usize) -> Planted {
    Planted { kernel, from, nth, to: "", also: None }
}

const fn changed(kernel: &'static str, from: &'static str, to: &'static str) -> Planted {
    Planted { kernel, from, nth: 0, to, also: None }
}

/// The last warp of `volatile_warp` with plain accesses, and something taken away.
const fn plain_warp(also: &'static str) -> Planted {
    Planted {
        kernel: "volatile_warp",
        from: "volatile int *p = part + t, *m = &top[t];",
        nth: 0,
        to: "int *p = (int *)part + t, *m = (int *)&top[t];",
        also: Some(also),
    }
}

const BARRIER: &str = "__syncthreads();";

/// The planted races.
pub const PLANTED: &[Planted] = &[
    without("bitonic_sort", BARRIER, 0),
    without("bitonic_sort", BARRIER, 1),
    without("budget_100", BARRIER, 0),
    without("budget_100", BARRIER, 1),
    without("dot", BARRIER, 0),
    without("dot", BARRIER, 1),
    without("functors", BARRIER, 0),
    without("histogram", BARRIER, 0),
    without("histogram", BARRIER, 1),
    without("jacobi", BARRIER, 1),
    without("lu_block", BARRIER, 0),
    without("matmul_tiled", BARRIER, 0),
    without("matmul_tiled", BARRIER, 1),
    without("nbody", BARRIER, 0),
    without("nbody", BARRIER, 1),
    without("needleman", BARRIER, 1),
    without("noinline_calls", BARRIER, 1),
    without("pathfinder", BARRIER, 1),
    without("radix_digit", BARRIER, 2),
    without("radix_digit", BARRIER, 5),
    without("reduce_shared", BARRIER, 1),
    without("reduce_shuffle", BARRIER, 0),
    without("scan_exclusive", BARRIER, 2),
    without("scan_inclusive", BARRIER, 1),
    without("stencil_2d", BARRIER, 0),
    without("transpose_tiled", BARRIER, 0),
    // Atomics that become plain.
    changed("histogram", "atomicAdd(&local[in[i] % BINS], 1u)", "local[in[i] % BINS]++"),
    changed("histogram", "atomicAdd(&bins[b], local[b])", "bins[b] += local[b]"),
    changed(
        "radix_digit",
        "atomicAdd(&count[(k >> shift) & 15], 1u)",
        "count[(k >> shift) & 15]++",
    ),
    changed("reduce_shuffle", "atomicAdd(total, v)", "*total += v"),
    changed("kmeans", "atomicAdd(&members[best], 1)", "members[best]++"),
    changed("bfs_step", "atomicAdd(changed, found)", "*changed += found"),
    // Fences and warps: of plain accesses, for two strong ones never race.
    changed("last_block", "volatile int *part", "int *part"),
    plain_warp("__syncwarp();"),
    plain_warp("*m = b;\n            __syncwarp();"),
    // Indices that are off.
    changed("jacobi", "next[at] = v", "next[at / 2] = v"),
    changed("matmul_naive", "c[row * n + col] = sum", "c[row * n + col / 2] = sum"),
    changed("scan_inclusive", "from = 1 - from;", "from = from;"),
    changed("pathfinder", "int to = 1 - from;", "int to = from;"),
    changed("reduce_shared", "int *most = part + blockDim.x", "int *most = part + blockDim.x - 1"),
];

/// What a kernel reports that has races as it is: lines of its source, and why they stay.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The kernel.
    pub kernel: &'static str,
    /// Lines of the two accesses.
    pub lines: (u32, u32),
    /// What it is.
    pub why: &'static str,
}

/// True races of the runtime kernels: a plain load of a word that other threads compare and swap. The value is only a guess that the
/// compare-and-swap checks, but by the memory model the pair races.
pub const KNOWN: &[Known] = &[
    Known {
        kernel: "atomic_kinds",
        lines: (36, 39),
        why: "a plain load before a loop of compare-and-swap",
    },
    Known {
        kernel: "atomics",
        lines: (35, 38),
        why: "a plain load before a loop of compare-and-swap",
    },
];

impl Planted {
    /// The kernel's text with the race in it.
    pub fn plant(&self, text: &str) -> Result<String, String> {
        let found = text.match_indices(self.from).nth(self.nth);
        let (at, _) = found
            .ok_or_else(|| format!("{} has no {}, number {}", self.kernel, self.from, self.nth))?;
        let text = format!("{}{}{}", &text[..at], self.to, &text[at + self.from.len()..]);
        match self.also {
            Some(also) if !text.contains(also) => Err(format!("{} has no {also}", self.kernel)),
            Some(also) => Ok(text.replacen(also, "", 1)),
            None => Ok(text),
        }
    }
}

/// Compiles as `optx run --sanitize=race` does.
pub fn compiled(case: &Case, text: &str) -> Result<String, String> {
    let mut arguments: Vec<&str> = case.launch.options.iter().map(String::as_str).collect();
    arguments.extend(["-arch=sm_80", "-O0", "-lineinfo"]);
    let (options, _) = optx::Options::parse_args(&arguments).map_err(|e| e.to_string())?;
    let include = optx::DirectoryIncludes::default();
    optx::compile_with(&case.source.to_string_lossy(), text, &options, &include)
        .map(|ptx| ptx.text().to_owned())
        .map_err(|diagnostics| diagnostics.to_string())
}

/// A case's source.
pub fn source(case: &Case) -> Result<String, String> {
    std::fs::read_to_string(&case.source).map_err(|e| format!("{}: {e}", case.source.display()))
}

/// The races of a case's PTX. A kernel that fails has those found until then.
pub fn races(case: &Case, ptx: &str, schedule: Schedule) -> Result<Races, String> {
    let mut device = Emulator::new(schedule).with_races(true);
    device.config.budget = 200_000_000;
    match launched(case, ptx, &mut device) {
        Ok((_, races)) => races.ok_or_else(|| "no races were looked for".into()),
        Err(e) => match device.races() {
            Some(races) if !races.is_clean() => Ok(races),
            _ => Err(e),
        },
    }
}

/// The time of a case's launches, with a look for races or without: the least of some runs.
pub fn time(case: &Case, ptx: &str, looked_for: bool, runs: usize) -> Result<Duration, String> {
    let mut least = Duration::MAX;
    for _ in 0..runs {
        let mut device = Emulator::new(Schedule::Lockstep).with_races(looked_for);
        least = least.min(launched(case, ptx, &mut device)?.0);
    }
    Ok(least)
}

fn launched(
    case: &Case,
    ptx: &str,
    device: &mut Emulator,
) -> Result<(Duration, Option<Races>), String> {
    let mut launch = case.launch.clone();
    // Outputs are compared elsewhere.
    launch.expects.clear();
    let folder = case.source.parent().map_or_else(|| home().join("kernels"), Path::to_path_buf);
    let out = run(&launch, ptx, device, &NoReferences, &folder).map_err(|e| e.to_string())?;
    Ok((out.launches.iter().map(|l| l.time).sum(), out.races))
}
