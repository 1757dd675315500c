//! Who comes to blocks of code, as a run shows it, independently of the emulator's own check of claims.
//!
//! [`Walks`] keeps where each lane went. [`Walks::split`] finds the instances to which some lanes of a warp came and others, that lived on, did not:
//! a lane left early if the last that it did, the others that came did on their way, too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use optx_emulator::claims::{At, Claim};
use optx_emulator::lower::program::Program;
use optx_emulator::op::Op;
use optx_emulator::{Counters, Moment, Observer, RunError, Schedule};
use optx_launch::device::Launching;
use optx_launch::{Emulator, Watch};

use crate::claims::watched;
use crate::suite::Case;

/// Most steps of all lanes that are kept.
const MOST_STEPS: usize = 8_000_000;

/// A warp: the kernel, the launch, the block, its number.
type WarpOf = (String, u32, [u32; 3], u32);

/// A block of code, and the counts of the cycles around; none inside irreducible cycles.
type Step = (u32, Option<Vec<u32>>);

/// Where each lane of each warp went.
#[derive(Default)]
pub struct Walks {
    lanes: BTreeMap<WarpOf, Vec<Vec<Step>>>,
    /// By kernel and label's line: the block of code.
    labels: BTreeMap<(String, u32), u32>,
    /// By kernel: the blocks in which lanes do nothing but go on, or end.
    idle: BTreeMap<String, BTreeSet<u32>>,
    steps: usize,
    launch: u32,
}

struct Recorder<'w>(&'w mut Walks);

impl Observer for Recorder<'_> {
    fn entered(&mut self, at: &Moment<'_>) {
        let of = (at.program.name.clone(), self.0.launch, at.ctaid, at.warp);
        let walks = self.0.lanes.entry(of).or_insert_with(|| vec![Vec::new(); 32]);
        for lane in (0..32).filter(|l| at.mask >> l & 1 == 1) {
            self.0.steps += 1;
            if self.0.steps <= MOST_STEPS {
                let block = at.program.block_of[at.pc as usize];
                walks[lane].push((block, at.instance(lane)));
            }
        }
    }
}

impl Walks {
    /// Whether all of a run was kept.
    pub fn is_whole(&self) -> bool {
        self.steps <= MOST_STEPS
    }

    /// The lines of the labels of a kernel that something leads to and no irreducible cycle holds.
    pub fn labels(&self, kernel: &str) -> Vec<u32> {
        let irreducible = |block: u32| {
            let walks = self.lanes.iter().filter(|(of, _)| of.0 == kernel);
            let mut steps = walks.flat_map(|(_, lanes)| lanes.iter().flatten());
            steps.any(|(b, instance)| *b == block && instance.is_none())
        };
        let of_kernel = self.labels.iter().filter(|((name, _), _)| name == kernel);
        of_kernel.filter(|(_, block)| !irreducible(**block)).map(|((_, line), _)| *line).collect()
    }

    /// The kernels.
    pub fn kernels(&self) -> BTreeSet<String> {
        self.lanes.keys().map(|of| of.0.clone()).collect()
    }

    /// How many instances of the block at a label's line warps did not come to whole.
    pub fn split(&self, kernel: &str, line: u32) -> usize {
        let Some(&block) = self.labels.get(&(kernel.to_owned(), line)) else { return 0 };
        let idle = &self.idle[kernel];
        let of_kernel = self.lanes.iter().filter(|(of, _)| of.0 == kernel);
        of_kernel.map(|(_, lanes)| split(lanes, block, idle)).sum()
    }
}

/// The instances of a block that some lanes came to and others went by.
fn split(lanes: &[Vec<Step>], block: u32, idle: &BTreeSet<u32>) -> usize {
    let exist: Vec<&Vec<Step>> = lanes.iter().filter(|walk| !walk.is_empty()).collect();
    let mut came: BTreeMap<&Option<Vec<u32>>, Vec<(usize, usize)>> = BTreeMap::new();
    for (lane, walk) in exist.iter().enumerate() {
        for (n, (at, instance)) in walk.iter().enumerate() {
            if *at == block {
                came.entry(instance).or_default().push((lane, n));
            }
        }
    }
    let is_split = |list: &&Vec<(usize, usize)>| {
        let missing = (0..exist.len()).filter(|lane| list.iter().all(|(l, _)| l != lane));
        let mut lived = missing.filter(|&lane| {
            let last = exist[lane].iter().rfind(|(at, _)| !idle.contains(at));
            last.is_some_and(|last| !list.iter().any(|&(l, n)| exist[l][..n].contains(last)))
        });
        lived.next().is_some()
    };
    came.values().filter(is_split).count()
}

struct Recording(Arc<Mutex<Walks>>);

impl Watch for Recording {
    fn launch(
        &mut self,
        program: &Program,
        _: &Launching<'_>,
        run: &mut dyn FnMut(&mut dyn Observer) -> Result<Counters, RunError>,
    ) -> Result<Counters, RunError> {
        let mut walks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        walks.launch += 1;
        for (line, block) in &program.labels {
            if let Some(block) = block {
                walks.labels.insert((program.name.clone(), *line), *block);
            }
        }
        let is_idle = |b: &u32| {
            let block = &program.blocks[*b as usize];
            program.code[block.start as usize..block.end as usize].iter().all(|i| match i.op {
                Op::Exit | Op::Jump { .. } => true,
                Op::Branch { .. } => i.guard.is_always(),
                _ => false,
            })
        };
        let idle = (0..program.blocks.len() as u32).filter(is_idle).collect();
        walks.idle.insert(program.name.clone(), idle);
        run(&mut Recorder(&mut walks))
    }
}

/// Where the lanes of a case's PTX go, in the first blocks of each launch.
pub fn walks(case: &Case, ptx: &str, schedule: Schedule) -> Result<Walks, String> {
    let walks = Arc::new(Mutex::new(Walks::default()));
    let recording = Recording(Arc::clone(&walks));
    watched(case, ptx, &mut Emulator::new(schedule).with_watch(Box::new(recording)))?;
    let mut walks = walks.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(std::mem::take(&mut *walks))
}

/// The claim that warps come whole to the block at a label's line.
pub fn claim(line: u32) -> Claim {
    Claim { whole_warp: true, ..Claim::nothing(At::Block, line, String::new(), 0) }
}
