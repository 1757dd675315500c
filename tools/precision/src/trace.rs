//! What launches show of each value of a kernel: of each register that an instruction of the PTX writes.
//!
//! Idea: nothing is kept but what the threads of the blocks under way had in common at each instance ([`Instance`]), and of each value whether
//! that ever failed. A value that has shown all that it can show is passed over.
//! Values inside irreducible cycles, which have no instances, are left out, as are those of lines that the text has not as instructions of its own.
//! Cost: a few operations a thread and value.

use crate::fit::{Came, Instance};
use optx::given::Bounds;
use optx_emulator::exec::thread_index;
use optx_emulator::lower::defs::defined;
use optx_emulator::lower::program::Program;
use optx_emulator::op::{Op, Row};
use optx_emulator::{Counters, Moment, Observer, RunError};
use optx_launch::Watch;
use optx_launch::device::Launching;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// So many instances of two or more threads make a value an observed one.
pub(crate) const FEWEST_INSTANCES: u64 = 8;

/// Lanes that are at no instance.
const NOWHERE: u32 = u32::MAX;

/// A value: the register that an instruction writes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Point {
    /// The line of the PTX, from 1.
    pub line: u32,
    /// The register.
    pub reg: String,
}

/// What was seen of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// Its bits.
    pub bits: u32,
    /// A load, or an atomic, writes it.
    pub is_load: bool,
    /// The line in the source.
    pub source: u32,
    /// Instances that two or more threads came to.
    pub instances: u64,
    /// Those where it differed and was affine, as one more thread confirmed than it takes.
    pub affine_instances: u64,
    /// Those that two of a warp came to.
    pub warp_instances: u64,
    /// It was one value in each instance.
    pub is_uniform: bool,
    /// It was one in each warp of each.
    pub is_warp_uniform: bool,
    /// It was affine in each.
    pub is_affine: bool,
    /// What it was.
    pub bounds: Option<Bounds>,
    /// Nobody asks.
    pub is_passed_over: bool,
}

impl Seen {
    /// True where all has been shown.
    fn is_done(&self) -> bool {
        let says = self.is_uniform || self.is_warp_uniform || self.is_affine;
        self.is_passed_over || (!says && self.instances >= FEWEST_INSTANCES)
    }

    fn fold(&mut self, instance: &Instance) {
        if instance.threads < 2 {
            return;
        }
        self.instances += 1;
        self.warp_instances += u64::from(instance.has_pair);
        self.is_uniform &= instance.is_uniform;
        self.is_warp_uniform &= instance.is_warp_uniform;
        self.is_affine &= instance.is_affine;
        let tells = instance.is_affine && instance.is_confirmed && !instance.is_uniform;
        self.affine_instances += u64::from(tells);
    }
}

/// What was seen of a kernel.
#[derive(Debug, Default)]
pub(crate) struct KernelTrace {
    /// By value.
    pub seen: BTreeMap<Point, Seen>,
    /// Threads of a block, the least and the most along each axis.
    pub block: Option<[(u32, u32); 3]>,
    /// Blocks.
    pub grid: Option<[(u32, u32); 3]>,
    /// By launch, the bytes of each parameter, with the shapes of grid and block.
    pub launches: Vec<LaunchShape>,
}

/// A launch.
#[derive(Clone, Debug)]
pub(crate) struct LaunchShape {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub args: Vec<Vec<u8>>,
}

/// What was seen of all kernels.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// By name in the PTX.
    pub kernels: BTreeMap<String, KernelTrace>,
}

/// A trace that an emulator's launches go into.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared(pub Arc<Mutex<Trace>>);

impl Shared {
    /// Looks at the trace, or changes it.
    pub fn with<R>(&self, on: impl FnOnce(&mut Trace) -> R) -> R {
        on(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Watch for Shared {
    fn launch(
        &mut self,
        program: &Program,
        launching: &Launching<'_>,
        run: &mut dyn FnMut(&mut dyn Observer) -> Result<Counters, RunError>,
    ) -> Result<Counters, RunError> {
        self.with(|trace| {
            let kernel = trace.kernels.entry(program.name.clone()).or_default();
            kernel.begin(launching);
            let mut recorder = Recorder::new(program, kernel, launching.block);
            let result = run(&mut recorder);
            recorder.finish(kernel);
            result
        })
    }
}

fn widen(known: &mut Option<[(u32, u32); 3]>, shape: [u32; 3]) {
    let before = known.unwrap_or(shape.map(|n| (n, n)));
    *known = Some([0, 1, 2].map(|k| (before[k].0.min(shape[k]), before[k].1.max(shape[k]))));
}

impl KernelTrace {
    fn begin(&mut self, l: &Launching<'_>) {
        widen(&mut self.block, l.block);
        widen(&mut self.grid, l.grid);
        self.launches.push(LaunchShape { grid: l.grid, block: l.block, args: l.args.to_vec() });
    }
}

/// A value in work.
struct Value {
    point: Point,
    row: Row,
    seen: Seen,
}

/// Blocks under way.
#[derive(Default)]
struct Block {
    /// Numbers of instances: of a cycle, counts of the headers around.
    numbers: HashMap<(u32, Vec<u32>), u32>,
    /// By value and instance.
    instances: HashMap<(u32, u32), Instance>,
    /// By warp and lane, the number of the instance.
    at: Vec<[u32; 32]>,
}

struct Recorder {
    /// By code position, the values that are written there.
    written: Vec<Vec<u32>>,
    values: Vec<Value>,
    blocks: HashMap<[u32; 3], Block>,
    shape: [u32; 3],
}

impl Recorder {
    fn new(program: &Program, kernel: &KernelTrace, shape: [u32; 3]) -> Recorder {
        let names: HashMap<Row, (String, u32)> = program
            .named_registers()
            .filter(|(.., ty)| ty.bits() != 8)
            .map(|(name, row, ty)| (row, (name, ty.bits())))
            .collect();
        let mut values: Vec<Value> = Vec::new();
        let mut known: HashMap<Point, u32> = HashMap::new();
        let mut written = vec![Vec::new(); program.code.len()];
        for (pc, inst) in program.code.iter().enumerate() {
            if program.own_lines.binary_search(&inst.line).is_err() {
                continue;
            }
            for row in defined(program, inst) {
                let Some((name, bits)) = names.get(&row) else { continue };
                let point = Point { line: inst.line, reg: name.clone() };
                let fresh = Seen {
                    bits: *bits,
                    is_load: matches!(inst.op, Op::Load { .. } | Op::Atom { .. }),
                    source: program.locs.get(&inst.line).map_or(0, |loc| loc.line),
                    instances: 0,
                    affine_instances: 0,
                    warp_instances: 0,
                    is_uniform: true,
                    is_warp_uniform: true,
                    is_affine: *bits > 1,
                    bounds: None,
                    is_passed_over: false,
                };
                let seen = kernel.seen.get(&point).copied().unwrap_or(fresh);
                let value = *known.entry(point.clone()).or_insert_with(|| {
                    values.push(Value { point, row, seen });
                    values.len() as u32 - 1
                });
                written[pc].push(value);
            }
        }
        Recorder { written, values, blocks: HashMap::new(), shape }
    }

    /// Folds what the threads of a block had into what was seen.
    fn fold(values: &mut [Value], block: Block) {
        for ((value, _), instance) in block.instances {
            values[value as usize].seen.fold(&instance);
        }
    }

    fn finish(mut self, kernel: &mut KernelTrace) {
        for (_, block) in self.blocks.drain() {
            Recorder::fold(&mut self.values, block);
        }
        kernel.seen.extend(self.values.into_iter().map(|v| (v.point, v.seen)));
    }
}

impl Observer for Recorder {
    fn entered(&mut self, at: &Moment<'_>) {
        let block = self.blocks.entry(at.ctaid).or_default();
        let warps = self.shape.iter().product::<u32>().div_ceil(32) as usize;
        block.at.resize(warps, [NOWHERE; 32]);
        let cycle = at.program.blocks[at.program.block_of[at.pc as usize] as usize].cycle;
        let mut left = at.mask;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            let together = at.beside(lane, left);
            left &= !together;
            let number = match (cycle, at.instance(lane)) {
                (None, _) => 0,
                (Some(_), None) => NOWHERE,
                (Some(cycle), Some(counts)) => {
                    let next = block.numbers.len() as u32 + 1;
                    *block.numbers.entry((cycle, counts)).or_insert(next)
                }
            };
            for lane in lanes(together) {
                block.at[at.warp as usize][lane] = number;
            }
        }
    }

    fn executed(&mut self, at: &Moment<'_>) {
        let written = &self.written[at.pc as usize];
        if written.is_empty() {
            return;
        }
        let Some(block) = self.blocks.get_mut(&at.ctaid) else { return };
        for &number in written {
            let Value { row, seen, .. } = &mut self.values[number as usize];
            let done = seen.is_done();
            if done && !seen.is_load {
                continue;
            }
            // Lanes that came together find their instance once.
            let mut last: Option<(u32, &mut Instance)> = None;
            for lane in lanes(at.mask) {
                let came = Came {
                    index: thread_index(at.warp * 32 + lane as u32, self.shape),
                    warp: at.warp,
                    value: at.value(*row, lane) & (u64::MAX >> (64 - seen.bits.clamp(1, 64))),
                    bits: seen.bits,
                };
                if seen.is_load {
                    let here = Bounds::of(seen.bits, came.value);
                    seen.bounds = Some(seen.bounds.map_or(here, |b| b.join(here)));
                }
                let instance = block.at[at.warp as usize][lane];
                if done || instance == NOWHERE {
                    continue;
                }
                match &mut last {
                    Some((known, found)) if *known == instance => found.add(came),
                    _ => {
                        let found = match block.instances.entry((number, instance)) {
                            Entry::Occupied(e) => {
                                let found = e.into_mut();
                                found.add(came);
                                found
                            }
                            Entry::Vacant(e) => e.insert(Instance::begin(came)),
                        };
                        last = Some((instance, found));
                    }
                }
            }
        }
    }

    fn ended(&mut self, ctaid: [u32; 3]) {
        if let Some(block) = self.blocks.remove(&ctaid) {
            Recorder::fold(&mut self.values, block);
        }
    }
}

fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |l| mask >> l & 1 == 1)
}
