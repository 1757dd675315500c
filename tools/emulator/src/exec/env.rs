//! What execution shares between warps: options, memory, counts.

use super::fp::ApproxMode;
use crate::barriers::judge::Judge;
use crate::error::RunErrorKind;
use crate::lower::program::Program;
use crate::memory::Device;
use crate::module::Module;
use crate::observe::Observer;
use crate::race::{BlockSlot, Detector};

/// A failure inside a kernel, before its place is known.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: RunErrorKind,
    /// In words.
    pub message: String,
    /// The lane.
    pub lane: u32,
}

/// A fault and where it happened.
pub struct Located {
    /// The fault.
    pub fault: Fault,
    /// Code position.
    pub pc: u32,
    /// The warp.
    pub warp: u32,
}

/// How lanes are scheduled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Warps in lock-step, re-joining at every join.
    #[default]
    Lockstep,
    /// Lanes one by one, in an order drawn from the seed.
    Adversarial(u64),
}

impl std::str::FromStr for Schedule {
    type Err = String;

    /// `lockstep`, `adversarial` (seed 1) or `adversarial:SEED`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "lockstep" => Ok(Self::Lockstep),
            "adversarial" => Ok(Self::Adversarial(1)),
            _ => match text.strip_prefix("adversarial:").and_then(|n| n.parse().ok()) {
                Some(n) => Ok(Self::Adversarial(n)),
                None => {
                    Err(format!("`{text}` is not one of lockstep, adversarial, adversarial:SEED"))
                }
            },
        }
    }
}

/// Options that execution reads.
#[derive(Clone, Copy, Debug)]
pub struct Opts {
    /// Lanes run one by one.
    pub single: bool,
    /// Approximate instructions.
    pub approx: ApproxMode,
    /// Uses of what was never written are allowed.
    pub allow_unwritten: bool,
    /// Those of memory that other threads reach are allowed: where races are looked for, the write may come later.
    pub allow_unwritten_shared: bool,
    /// Threads that exited do not count at barriers.
    pub strict_barriers: bool,
    /// Most warp instructions.
    pub budget: u64,
}

/// Shared memory of a block.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Contents.
    pub data: Vec<u8>,
    /// A flag for each byte: [`super::undefined::memory`].
    pub written: Vec<u8>,
    /// Unknown bits of it.
    pub partly: super::undefined::memory::Partly,
}

/// Counts in the making, by code position or block.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Times a block was entered by a group.
    pub block_warps: Vec<u64>,
    /// Lanes in those groups.
    pub block_lanes: Vec<u64>,
    /// Lanes whose guard was true, for guarded instructions.
    pub guarded: Vec<u64>,
    /// Divergent branches.
    pub divergent: Vec<u64>,
    /// Sectors.
    pub sectors: Vec<u64>,
    /// Bank conflicts.
    pub conflicts: Vec<u64>,
    /// Warp instructions, for the budget.
    pub executed: u64,
    /// Global accesses.
    pub global_accesses: u64,
    /// Global sectors.
    pub global_sectors: u64,
    /// Shared accesses.
    pub shared_accesses: u64,
    /// Shared passes.
    pub shared_passes: u64,
    /// Local accesses.
    pub local_accesses: u64,
    /// Barriers completed.
    pub barriers: u64,
    /// Times that memory was changed which others reach.
    pub changes: u64,
}

/// A small random number generator (xorshift64*).
#[derive(Clone, Copy, Debug)]
pub struct Rng(u64);

impl Rng {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        let mut r = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd1b5_4a32_d192_ed03);
        if r.0 == 0 {
            r.0 = 1;
        }
        for _ in 0..4 {
            r.draw();
        }
        r
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.draw() >> 33) as usize) % n.max(1)
    }
}

/// A barrier that was complete because threads had left.
#[derive(Clone, Debug)]
pub struct Left {
    /// Code position of the barrier.
    pub pc: u32,
    /// The block.
    pub block: [u32; 3],
    /// A warp and a lane that waited there.
    pub waits: (u32, u32),
    /// How many had left.
    pub exited: u32,
}

/// Everything a warp's slice needs besides the warp.
pub struct Env<'a> {
    /// The kernel.
    pub program: &'a Program,
    /// Its module.
    pub module: &'a Module,
    /// Device memory.
    pub device: &'a mut Device,
    /// Parameter memory.
    pub params: &'a [u8],
    /// Options.
    pub opts: Opts,
    /// Counts.
    pub tally: &'a mut Tally,
    /// Random choices.
    pub rng: Rng,
    /// The buffer that was accessed last.
    pub last_buffer: usize,
    /// Who watches, if anybody.
    pub observer: Option<&'a mut dyn Observer>,
    /// The race detector, if races are looked for.
    pub races: Option<&'a mut Detector>,
    /// The block that runs, for the race detector.
    pub slot: BlockSlot,
    /// The block that runs, for observers and assertions.
    pub ctaid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// The judge of the block that runs.
    pub judge: Judge,
    /// Barriers that were completed by threads that had left, each place once.
    pub left: Vec<Left>,
}

impl Env<'_> {
    /// The places of a code position, in words.
    pub fn line(&self, pc: u32) -> String {
        let line = self.program.code.get(pc as usize).map_or(0, |i| i.line);
        match self.module.source(self.program, line) {
            Some((file, at)) => format!("PTX line {line} ({file}:{at})"),
            None => format!("PTX line {line}"),
        }
    }
}
