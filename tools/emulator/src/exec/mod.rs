//! Launching: blocks and their warps, schedules, barriers, counts.

pub mod cvt;
pub mod env;
mod format;
pub mod fp;
mod half;
mod host;
mod journal;
mod judged;
mod mem;
mod observed;
mod races;
mod run;
pub mod scalar;
mod slow;
mod spin;
mod sync;
pub(crate) mod undefined;
mod warp;

pub use warp::{Warp, thread_index};

use std::collections::VecDeque;

use env::{Env, Left, Opts, Rng, Schedule, Shared, Tally};
use fp::ApproxMode;
use races::Names;
use run::{End, Slice};
use warp::{Start, Template, WaitFor};

use crate::barriers::judge::Judge;
use crate::counters::{Counters, Executed};
use crate::error::{Note, Place, RunError, RunErrorKind};
use crate::lower::program::Program;
use crate::memory::Device;
use crate::module::Module;
use crate::observe::Observer;
use crate::op::Op;
use crate::race::report::Races;
use crate::race::{BlockSlot, Detector, POSITIONS};

/// Most blocks that are under way at a time.
const RESIDENT: usize = 64;
/// Blocks of code that a warp enters before another runs.
const QUANTUM: u32 = 20_000;
/// Rounds over its warps before another block runs.
const ROUNDS: u32 = 8;

/// How a kernel is launched.
#[derive(Clone, Debug)]
pub struct LaunchConfig {
    /// Blocks in the grid.
    pub grid: [u32; 3],
    /// Threads in a block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dyn_shared: u32,
    /// How lanes are scheduled.
    pub schedule: Schedule,
    /// Most warp instructions before the run is given up.
    pub budget: u64,
    /// What approximate instructions answer.
    pub approx: ApproxMode,
    /// A barrier that exited threads never reached is an error.
    pub strict_barriers: bool,
    /// Uses of registers and memory that were never written are allowed.
    pub allow_unwritten: bool,
}

impl Default for LaunchConfig {
    fn default() -> Self {
        Self {
            grid: [1; 3],
            block: [32, 1, 1],
            dyn_shared: 0,
            schedule: Schedule::Lockstep,
            budget: 1 << 32,
            approx: ApproxMode::Exact,
            strict_barriers: false,
            allow_unwritten: false,
        }
    }
}

/// A block under way.
struct Running {
    ctaid: [u32; 3],
    warps: Vec<Warp>,
    shared: Shared,
    slot: BlockSlot,
    judge: Judge,
}

struct Launch<'a> {
    program: &'a Program,
    module: &'a Module,
    config: &'a LaunchConfig,
}

/// Runs a kernel. `args` holds the bytes of each parameter, in order.
pub fn launch(
    device: &mut Device,
    module: &Module,
    kernel: &str,
    config: &LaunchConfig,
    args: &[Vec<u8>],
) -> Result<Counters, RunError> {
    launch_observed(device, module, kernel, config, args, None)
}

/// Runs a kernel while somebody watches.
pub fn launch_observed(
    device: &mut Device,
    module: &Module,
    kernel: &str,
    config: &LaunchConfig,
    args: &[Vec<u8>],
    observer: Option<&mut dyn Observer>,
) -> Result<Counters, RunError> {
    start(device, module, kernel, config, args, Watch { observer, detector: None })
}

/// Runs a kernel and adds the races that it has to a report, also where it fails.
pub fn launch_sanitized(
    device: &mut Device,
    module: &Module,
    kernel: &str,
    config: &LaunchConfig,
    args: &[Vec<u8>],
    races: &mut Races,
) -> Result<Counters, RunError> {
    let mut detector = Detector::default();
    let watch = Watch { observer: None, detector: Some(&mut detector) };
    let result = start(device, module, kernel, config, args, watch);
    if let Some(program) = module.program(kernel) {
        let (grid, block) = (config.grid, config.block);
        Names { program, module, device, grid, block }.report(detector.pairs(), races);
    }
    result
}

/// Who watches a launch.
#[derive(Default)]
struct Watch<'a> {
    observer: Option<&'a mut dyn Observer>,
    detector: Option<&'a mut Detector>,
}

fn start(
    device: &mut Device,
    module: &Module,
    kernel: &str,
    config: &LaunchConfig,
    args: &[Vec<u8>],
    watch: Watch<'_>,
) -> Result<Counters, RunError> {
    let Some(program) = module.program(kernel) else {
        let names: Vec<&str> = module.kernels().map(|k| k.name.as_str()).collect();
        return Err(RunError::launch(format!(
            "no kernel `{kernel}`; the PTX has: {}",
            names.join(", ")
        )));
    };
    let l = Launch { program, module, config };
    l.check(args)?;
    if watch.detector.is_some() {
        l.check_sanitized()?;
    }
    let params = l.parameters(args);
    device.load(module.id(), module.globals())?;
    device.kept.begin();
    l.run(device, &params, watch)
}

/// Tells the race detector of a block that begins.
fn detected(env: &mut Env<'_>, number: u64, block: Running) -> Running {
    let warps = block.warps.len();
    let slot = env.races.as_deref_mut().map(|r| r.begin(number as u32, warps));
    Running { slot: slot.unwrap_or_default(), ..block }
}

impl Launch<'_> {
    fn check(&self, args: &[Vec<u8>]) -> Result<(), RunError> {
        let p = self.program;
        let (g, b) = (self.config.grid, self.config.block);
        let threads = b.iter().try_fold(1u32, |n, &x| n.checked_mul(x)).unwrap_or(u32::MAX);
        if threads == 0 || threads > 1024 || b[0] > 1024 || b[1] > 1024 || b[2] > 64 {
            return Err(RunError::launch(format!(
                "block ({},{},{}): a block has 1 to 1024 threads, at most 64 of them in z",
                b[0], b[1], b[2]
            )));
        }
        if g.contains(&0) || g[0] > i32::MAX as u32 || g[1] > 65535 || g[2] > 65535 {
            return Err(RunError::launch(format!(
                "grid ({},{},{}) is outside the limits",
                g[0], g[1], g[2]
            )));
        }
        if let Some(m) = p.max_threads
            && threads > m.iter().product()
        {
            return Err(RunError::launch(format!(
                "{threads} threads a block are more than the kernel's .maxntid"
            )));
        }
        if let Some(m) = p.required_threads
            && b != m
        {
            return Err(RunError::launch(format!(
                "a block ({},{},{}) is not the kernel's .reqntid ({},{},{})",
                b[0], b[1], b[2], m[0], m[1], m[2]
            )));
        }
        self.module.assumptions().check(&p.name, g, b).map_err(RunError::launch)?;
        let at = u64::from(self.dynamic_at()) + u64::from(self.config.dyn_shared);
        if at > 228 << 10 {
            return Err(RunError::launch(format!(
                "{at} bytes of shared memory are more than 228 KiB"
            )));
        }
        if args.len() != p.params.len() {
            return Err(RunError::launch(format!(
                "kernel `{}` takes {} arguments, given are {}",
                p.name,
                p.params.len(),
                args.len()
            )));
        }
        for (k, (a, p)) in args.iter().zip(&p.params).enumerate() {
            if a.len() != p.size as usize {
                return Err(RunError::launch(format!(
                    "argument {k} has {} bytes, parameter `{}` has {}",
                    a.len(),
                    p.name,
                    p.size
                )));
            }
        }
        Ok(())
    }

    /// What the race detector can number.
    fn check_sanitized(&self) -> Result<(), RunError> {
        let blocks = self.config.grid.iter().try_fold(1u32, |n, &x| n.checked_mul(x));
        if blocks.is_none() || self.program.code.len() > POSITIONS {
            return Err(RunError::launch(format!(
                "races are looked for in grids of less than 2^32 blocks and kernels of at most {POSITIONS} instructions"
            )));
        }
        Ok(())
    }

    fn dynamic_at(&self) -> u32 {
        self.program.shared_bytes.next_multiple_of(self.program.extern_shared.max(1))
    }

    fn parameters(&self, args: &[Vec<u8>]) -> Vec<u8> {
        let mut out = vec![0; self.program.param_bytes as usize];
        for (p, a) in self.program.params.iter().zip(args) {
            out[p.offset as usize..][..a.len()].copy_from_slice(a);
        }
        out
    }

    fn run(
        &self,
        device: &mut Device,
        params: &[u8],
        watch: Watch<'_>,
    ) -> Result<Counters, RunError> {
        let p = self.program;
        let c = self.config;
        let (single, seed) = match c.schedule {
            Schedule::Lockstep => (false, 0),
            Schedule::Adversarial(s) => (true, s),
        };
        let observed = watch.observer.is_some();
        let addresses = device.addresses(self.module.id()).unwrap_or(&[]).to_vec();
        let template = Template::new(p, &addresses, self.dynamic_at());
        let mut tally = Tally {
            block_warps: vec![0; p.blocks.len()],
            block_lanes: vec![0; p.blocks.len()],
            guarded: vec![0; p.code.len()],
            divergent: vec![0; p.code.len()],
            sectors: vec![0; p.code.len()],
            conflicts: vec![0; p.code.len()],
            ..Tally::default()
        };
        let mut env = Env {
            program: p,
            module: self.module,
            device,
            params,
            opts: Opts {
                single,
                approx: c.approx,
                allow_unwritten: c.allow_unwritten,
                allow_unwritten_shared: c.allow_unwritten || watch.detector.is_some(),
                strict_barriers: c.strict_barriers,
                budget: c.budget,
            },
            tally: &mut tally,
            rng: Rng::new(seed),
            last_buffer: 0,
            observer: watch.observer.map(|o| o as &mut dyn Observer),
            races: watch.detector,
            slot: BlockSlot::default(),
            ctaid: [0; 3],
            block: c.block,
            judge: Judge::default(),
            left: Vec::new(),
        };
        let total = u64::from(c.grid[0]) * u64::from(c.grid[1]) * u64::from(c.grid[2]);
        let mut next = 0u64;
        let mut running: VecDeque<Running> = VecDeque::new();
        let mut spare: Vec<Running> = Vec::new();
        let arch = pulp::Arch::new();
        loop {
            if running.is_empty() {
                if next == total {
                    break;
                }
                let block = self.begin(next, spare.pop(), &template, single, observed);
                running.push_back(detected(&mut env, next, block));
                next += 1;
            }
            let Some(mut block) = running.pop_front() else { break };
            env.ctaid = block.ctaid;
            env.slot = block.slot;
            std::mem::swap(&mut env.judge, &mut block.judge);
            let ended = self.turn(&mut env, &mut block, arch)?;
            std::mem::swap(&mut env.judge, &mut block.judge);
            if ended {
                if let Some(races) = env.races.as_deref_mut() {
                    races.end(block.slot);
                }
                if let Some(o) = env.observer.as_deref_mut() {
                    o.ended(block.ctaid);
                }
                spare.push(block);
            } else {
                // It spins, or is long: let others run beside it, in case it waits for them.
                running.push_back(block);
                if running.len() < RESIDENT && next < total {
                    let block = self.begin(next, spare.pop(), &template, single, observed);
                    running.push_front(detected(&mut env, next, block));
                    next += 1;
                }
            }
        }
        let notes = env.left.iter().map(|l| self.note(l)).collect();
        Ok(Counters { notes, ..self.counters(&tally) })
    }

    /// A barrier that threads completed by leaving, as people read it.
    fn note(&self, l: &Left) -> Note {
        let threads = self.config.block.iter().product::<u32>();
        let message = format!(
            "{} of {threads} threads had left the kernel when the others met at this barrier",
            l.exited
        );
        Note { message, place: self.place(l.block, l.waits.0, l.waits.1, l.pc) }
    }

    fn begin(
        &self,
        number: u64,
        old: Option<Running>,
        template: &Template,
        single: bool,
        observed: bool,
    ) -> Running {
        let c = self.config;
        let (gx, gy) = (u64::from(c.grid[0]), u64::from(c.grid[1]));
        let ctaid = [(number % gx) as u32, (number / gx % gy) as u32, (number / gx / gy) as u32];
        let warps = c.block.iter().product::<u32>().div_ceil(32);
        let mut r = old.unwrap_or_else(|| Running {
            ctaid,
            warps: vec![Warp::default(); warps as usize],
            shared: Shared::default(),
            slot: BlockSlot::default(),
            judge: Judge::default(),
        });
        r.ctaid = ctaid;
        r.judge.begin(&self.program.barriers, warps as usize);
        let dynamic_at = self.dynamic_at();
        let bytes = match c.dyn_shared {
            0 => self.program.shared_bytes as usize,
            n => (dynamic_at + n) as usize,
        };
        // Shared memory starts with whatever was there; a pattern shows who reads it.
        r.shared.data.clear();
        r.shared.data.resize(bytes, 0xa5);
        r.shared.written.clear();
        r.shared.written.resize(bytes, 0);
        r.shared.partly.clear();
        let start = Start {
            ctaid,
            grid: c.grid,
            block: c.block,
            template,
            dynamic_at,
            dynamic_bytes: c.dyn_shared,
            single,
            observed,
            followed: !c.allow_unwritten,
        };
        for (k, w) in r.warps.iter_mut().enumerate() {
            w.start(self.program, k as u32, &start);
        }
        r
    }

    /// Lets a block run for a while. True: it is done.
    fn turn(&self, env: &mut Env<'_>, b: &mut Running, arch: pulp::Arch) -> Result<bool, RunError> {
        for _ in 0..ROUNDS {
            let mut expired = false;
            if env.opts.single {
                // Any warp, for any time.
                for _ in 0..4 * b.warps.len() {
                    let k = env.rng.below(b.warps.len());
                    if b.warps[k].can_run() {
                        let quantum = 1 + env.rng.below(200) as u32;
                        self.slice(env, b, k, quantum, arch)?;
                    }
                }
                expired = b.warps.iter().any(Warp::can_run);
            } else {
                for k in 0..b.warps.len() {
                    if b.warps[k].can_run() {
                        let end = self.slice(env, b, k, QUANTUM, arch)?;
                        expired |= end != End::Blocked;
                        b.warps[k].hurry_last |= end == End::Expired;
                    }
                }
            }
            if b.warps.iter().all(|w| w.alive == 0) {
                return Ok(true);
            }
            let waits = b.warps.iter().any(|w| !w.waits.is_empty());
            if waits {
                let released = sync::release(env, &mut b.warps)
                    .map_err(|f| self.error(b, f.warp as u32, f.lane, f.pc, f.kind, f.message))?;
                if !released && !b.warps.iter().any(Warp::can_run) {
                    return Err(self.stuck(b));
                }
            }
            if expired && !waits {
                continue;
            }
        }
        // A block that went through barriers is not spinning: it need not yield.
        Ok(false)
    }

    fn slice(
        &self,
        env: &mut Env<'_>,
        b: &mut Running,
        k: usize,
        quantum: u32,
        arch: pulp::Arch,
    ) -> Result<End, RunError> {
        let s = Slice { env, shared: &mut b.shared, warp: &mut b.warps[k], quantum };
        arch.dispatch(s)
            .map_err(|e| self.error(b, e.warp, e.fault.lane, e.pc, e.fault.kind, e.fault.message))
    }

    fn error(
        &self,
        b: &Running,
        warp: u32,
        lane: u32,
        pc: u32,
        kind: RunErrorKind,
        message: String,
    ) -> RunError {
        let place = self.place(b.ctaid, warp, lane, pc);
        RunError { kind, message, place: Box::new(place) }
    }

    fn place(&self, block: [u32; 3], warp: u32, lane: u32, pc: u32) -> Place {
        let p = self.program;
        let line = p.code.get(pc as usize).map_or(0, |i| i.line);
        Place {
            kernel: p.name.clone(),
            ptx_line: line,
            source: self.module.source(p, line).map(|(file, at)| (file.to_string(), at)),
            block: Some(block),
            thread: Some(thread_index(warp * 32 + lane.min(31), self.config.block)),
        }
    }

    /// Nothing can run and no barrier is complete: says who waits where.
    fn stuck(&self, b: &Running) -> RunError {
        let line = |pc: u32| self.program.code.get(pc as usize).map_or(0, |i| i.line);
        let mut places: Vec<(u32, bool, u32)> = Vec::new();
        let mut first = None;
        for (k, w) in b.warps.iter().enumerate() {
            for x in &w.waits {
                first = first.or(Some((k as u32, x.mask.trailing_zeros(), x.pc)));
                let bar = matches!(x.what, WaitFor::Bar { .. });
                let n = x.mask.count_ones();
                match places.iter_mut().find(|p| p.0 == line(x.pc) && p.1 == bar) {
                    Some(p) => p.2 += n,
                    None => places.push((line(x.pc), bar, n)),
                }
            }
        }
        let text: Vec<String> = places
            .iter()
            .map(|(line, bar, n)| {
                let what = if *bar { "a block barrier" } else { "a warp-synchronous instruction" };
                format!("{n} threads wait at {what}, PTX line {line}")
            })
            .collect();
        let bars = places.iter().filter(|p| p.1).count();
        let kind = if bars > 1 { RunErrorKind::Barrier } else { RunErrorKind::Deadlock };
        let (warp, lane, pc) = first.unwrap_or((0, 0, 0));
        self.error(b, warp, lane, pc, kind, format!("no thread can go on: {}", text.join("; ")))
    }

    fn counters(&self, t: &Tally) -> Counters {
        let mut c = Counters {
            global_accesses: t.global_accesses,
            global_sectors: t.global_sectors,
            shared_accesses: t.shared_accesses,
            shared_passes: t.shared_passes,
            local_accesses: t.local_accesses,
            barriers: t.barriers,
            ..Counters::default()
        };
        for (pc, i) in self.program.code.iter().enumerate() {
            if matches!(i.op, Op::Jump { .. }) {
                continue;
            }
            let b = self.program.block_of[pc] as usize;
            let e = Executed {
                warps: t.block_warps[b],
                threads: if i.guard.is_always() { t.block_lanes[b] } else { t.guarded[pc] },
            };
            if e.warps == 0 {
                continue;
            }
            let add = |x: &mut Executed| {
                x.warps += e.warps;
                x.threads += e.threads;
            };
            if i.line == 0 {
                continue;
            }
            add(&mut c.instructions);
            add(c.classes.entry(i.op.class()).or_default());
            let line = c.lines.entry(i.line).or_default();
            add(&mut line.executed);
            line.divergent += t.divergent[pc];
            line.sectors += t.sectors[pc];
            line.bank_conflicts += t.conflicts[pc];
            c.divergent_branches += t.divergent[pc];
            c.bank_conflicts += t.conflicts[pc];
            if matches!(i.op, Op::Branch { .. } | Op::BranchIndexed { .. }) {
                c.branches += e.warps;
            }
        }
        c
    }
}
