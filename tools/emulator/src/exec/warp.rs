//! A warp: its registers, and where its lanes are.

use super::journal::Journal;
use super::undefined::Undefined;
use super::undefined::memory::Partly;
use crate::lower::program::{Fill32, Fill64, Program, Special};
use crate::op::{Barrier, R32, R64, RP};

/// Why lanes wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WaitFor {
    /// At a block barrier.
    Bar {
        /// The barrier's number.
        id: u32,
        /// What is reduced, if anything.
        op: Barrier,
        /// Number of threads expected, if given.
        threads: Option<u32>,
        /// All lanes of a warp must execute it.
        aligned: bool,
    },
    /// At a warp-synchronous instruction that names these lanes.
    Sync {
        /// The lanes named.
        members: u32,
    },
}

/// Lanes that wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wait {
    /// The lanes.
    pub mask: u32,
    /// The instruction.
    pub pc: u32,
    /// What they wait for.
    pub what: WaitFor,
}

/// Lanes at one code position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Code position.
    pub pc: u32,
    /// The lanes.
    pub mask: u32,
}

/// A warp of 32 lanes.
#[derive(Clone, Debug, Default)]
pub struct Warp {
    /// 32-bit rows.
    pub r32: Vec<[u32; 32]>,
    /// 64-bit rows.
    pub r64: Vec<[u64; 32]>,
    /// Predicate rows.
    pub pred: Vec<u32>,
    /// Groups that can run.
    pub ready: Vec<Group>,
    /// Groups that cannot.
    pub waits: Vec<Wait>,
    /// Groups that spin: they could run and would come to nothing.
    pub aside: Vec<Group>,
    /// Some group of it spun.
    pub spun: bool,
    /// Lanes that have not exited.
    pub alive: u32,
    /// Lanes that exist.
    pub exists: u32,
    /// Number in the block.
    pub index: u32,
    /// Thread-local memory, one region a lane.
    pub local: Vec<u8>,
    /// A flag for each byte of it: [`super::undefined::memory`].
    pub local_written: Vec<u8>,
    /// Unknown bits of it.
    pub local_partly: Partly,
    /// What bytes of it held, while a group is watched.
    pub journal: Journal,
    /// What is not known of its registers.
    pub undefined: Undefined,
    /// Run the group that is last in order, once: groups that spin must not starve the others.
    pub hurry_last: bool,
    /// For observers: times each cycle's header was entered, by cycle and lane.
    pub entered: Vec<[u32; 32]>,
    /// For observers: the block each lane was in.
    pub previous: [u32; 32],
}

/// Rows as every warp of a launch has them at the start, special registers apart.
pub struct Template {
    r32: Vec<[u32; 32]>,
    r64: Vec<[u64; 32]>,
    specials: Vec<(usize, Special)>,
}

impl Template {
    /// The rows of a program. Registers hold poison that differs by row and lane, so that one that was never
    /// written is seen.
    pub fn new(p: &Program, addresses: &[u64], dynamic_at: u32) -> Self {
        let mut specials = Vec::new();
        let mut r32 = Vec::with_capacity(p.rows32.len());
        for (row, f) in p.rows32.iter().enumerate() {
            let poison = std::array::from_fn(|k| 0xa5a5_0000 ^ ((row as u32) << 8) ^ k as u32);
            r32.push(match f {
                Fill32::Const(v) => [*v; 32],
                Fill32::Poison => poison,
                Fill32::Special(sp) => {
                    specials.push((row, *sp));
                    poison
                }
            });
        }
        let mut r64 = Vec::with_capacity(p.rows64.len());
        for (row, f) in p.rows64.iter().enumerate() {
            r64.push(match f {
                Fill64::Const(v) => [*v; 32],
                Fill64::DynamicShared(o) => [u64::from(dynamic_at).wrapping_add_signed(*o); 32],
                Fill64::Symbol { index, offset } => {
                    let at = addresses.get(*index as usize);
                    [at.map_or(0, |a| a.wrapping_add_signed(*offset)); 32]
                }
                Fill64::Poison => {
                    std::array::from_fn(|k| 0xa5a5_a5a5_a5a5_0000 ^ ((row as u64) << 8) ^ k as u64)
                }
            });
        }
        Self { r32, r64, specials }
    }
}

/// What a warp needs to know when it starts.
pub struct Start<'a> {
    /// The block's index.
    pub ctaid: [u32; 3],
    /// The grid's extent.
    pub grid: [u32; 3],
    /// The block's extent.
    pub block: [u32; 3],
    /// Rows as they are at the start.
    pub template: &'a Template,
    /// Where dynamic shared memory begins.
    pub dynamic_at: u32,
    /// Its size.
    pub dynamic_bytes: u32,
    /// Lanes are scheduled one by one.
    pub single: bool,
    /// Somebody observes.
    pub observed: bool,
    /// Registers that were never written are told of.
    pub followed: bool,
}

/// The thread index of a linear number.
pub fn thread_index(linear: u32, block: [u32; 3]) -> [u32; 3] {
    [linear % block[0], linear / block[0] % block[1], linear / block[0] / block[1]]
}

impl Warp {
    /// Sets the warp up to run from the beginning.
    pub fn start(&mut self, p: &Program, index: u32, s: &Start<'_>) {
        let threads = s.block[0] * s.block[1] * s.block[2];
        let count = (threads - index * 32).min(32);
        self.index = index;
        self.exists = if count == 32 { !0 } else { (1 << count) - 1 };
        self.alive = self.exists;
        self.waits.clear();
        self.ready.clear();
        self.hurry_last = false;
        self.aside.clear();
        self.spun = false;
        if s.single {
            self.ready.extend((0..count).map(|k| Group { pc: 0, mask: 1 << k }));
        } else {
            self.ready.push(Group { pc: 0, mask: self.exists });
        }
        self.r32.clear();
        self.r32.extend_from_slice(&s.template.r32);
        for (row, sp) in &s.template.specials {
            for (k, x) in self.r32[*row].iter_mut().enumerate() {
                *x = special(*sp, index, k as u32, threads, s, p);
            }
        }
        self.r64.clear();
        self.r64.extend_from_slice(&s.template.r64);
        self.pred.clear();
        self.pred.extend((0..p.predicates).map(|k| if k == 0 { !0 } else { 0x5a5a_a5a5 }));
        let bytes = p.local_bytes as usize * 32;
        self.local.clear();
        self.local.resize(bytes, 0);
        self.local_written.clear();
        self.local_written.resize(bytes, 0);
        self.local_partly.clear();
        self.undefined.begin(p, s.followed);
        if s.observed {
            self.entered.clear();
            self.entered.resize(p.cycles.len(), [0; 32]);
            self.previous = [u32::MAX; 32];
        }
    }

    /// Lets groups that were set aside run again.
    pub fn wake(&mut self) {
        while let Some(g) = self.aside.pop() {
            self.requeue(g.pc, g.mask, false);
        }
    }

    /// Whether some group can run.
    pub fn can_run(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Writes a 32-bit row under a mask.
    #[inline(always)]
    pub fn put32(&mut self, d: R32, mask: u32, out: &[u32; 32]) {
        let row = &mut self.r32[d.0 as usize];
        if mask == !0 {
            *row = *out;
        } else {
            for k in 0..32 {
                let m = 0u32.wrapping_sub((mask >> k) & 1);
                row[k] = (out[k] & m) | (row[k] & !m);
            }
        }
    }

    /// Writes a 64-bit row under a mask.
    #[inline(always)]
    pub fn put64(&mut self, d: R64, mask: u32, out: &[u64; 32]) {
        let row = &mut self.r64[d.0 as usize];
        if mask == !0 {
            *row = *out;
        } else {
            for k in 0..32 {
                let m = 0u64.wrapping_sub(u64::from((mask >> k) & 1));
                row[k] = (out[k] & m) | (row[k] & !m);
            }
        }
    }

    /// Writes a predicate row under a mask.
    #[inline(always)]
    pub fn put_pred(&mut self, d: RP, mask: u32, out: u32) {
        let row = &mut self.pred[d.0 as usize];
        *row = (*row & !mask) | (out & mask);
    }

    /// Makes lanes ready, joining lanes at the same position.
    pub fn requeue(&mut self, pc: u32, mask: u32, single: bool) {
        if mask == 0 {
            return;
        }
        if single {
            let mut rest = mask;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                self.ready.push(Group { pc, mask: bit });
                rest ^= bit;
            }
            return;
        }
        match self.ready.iter_mut().find(|g| g.pc == pc) {
            Some(g) => g.mask |= mask,
            None => self.ready.push(Group { pc, mask }),
        }
    }
}

fn special(sp: Special, warp: u32, lane: u32, threads: u32, s: &Start<'_>, p: &Program) -> u32 {
    let axis = |k: u8| k as usize % 3;
    match sp {
        Special::Tid(k) => thread_index(warp * 32 + lane, s.block)[axis(k)],
        Special::Ntid(k) => s.block[axis(k)],
        Special::Ctaid(k) => s.ctaid[axis(k)],
        Special::Nctaid(k) => s.grid[axis(k)],
        Special::LaneId => lane,
        Special::WarpId => warp,
        Special::NWarpId => threads.div_ceil(32),
        Special::SmId => 0,
        Special::NSmId => 1,
        Special::GridId => 1,
        Special::LaneMaskEq => 1 << lane,
        Special::LaneMaskLt => (1 << lane) - 1,
        Special::LaneMaskLe => (1 << lane) | ((1 << lane) - 1),
        Special::LaneMaskGt => !((1 << lane) | ((1 << lane) - 1)),
        Special::LaneMaskGe => !((1 << lane) - 1),
        Special::DynamicSmem => s.dynamic_bytes,
        Special::TotalSmem => p.shared_bytes + s.dynamic_bytes,
        Special::DynamicShared => s.dynamic_at,
    }
}
