//! Where the lanes of blocks under way are: which instance of which block of code, and its records.

use super::lanes::{lanes, set};
use super::plan::Plan;
use super::record::{Key, NONE, Records, TOGETHER, mix};
use super::whole::WarpArrivals;
use crate::observe::Moment;

/// Where lanes are that entered a block of code together, at one instance.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The lanes.
    pub mask: u32,
    /// The block of code.
    pub code_block: u32,
    /// The record for comparisons in the block.
    pub block: u32,
    /// The record for comparisons in the warp.
    pub warp: u32,
}

/// A warp.
#[derive(Clone, Debug)]
pub struct WarpState {
    /// The lanes that entered a block of code last.
    pub last: Group,
    /// Of each other lane: its block of code and records.
    code_block: [u32; 32],
    block: [u32; 32],
    warp: [u32; 32],
    /// Registers as they were before the instruction.
    pub shadows: Vec<[u64; 32]>,
    begun: bool,
}

impl WarpState {
    fn new(shadows: usize) -> Self {
        Self {
            last: Group { mask: 0, code_block: 0, block: NONE, warp: NONE },
            code_block: [0; 32],
            block: [NONE; 32],
            warp: [NONE; 32],
            shadows: vec![[0; 32]; shadows],
            begun: false,
        }
    }

    /// A lane's records, in the block and in the warp.
    pub fn records(&self, lane: usize) -> (u32, u32) {
        if self.last.mask >> lane & 1 == 1 {
            (self.last.block, self.last.warp)
        } else {
            (self.block[lane], self.warp[lane])
        }
    }

    /// Keeps what registers hold for the next instruction that changes them.
    pub fn keep(&mut self, plan: &Plan, at: &Moment<'_>) {
        for (kept, row) in self.shadows.iter_mut().zip(&plan.shadows) {
            *kept = at.row(*row);
        }
    }
}

/// A block.
#[derive(Clone, Debug)]
pub struct BlockState {
    /// Its index.
    pub ctaid: [u32; 3],
    /// The records of its instances.
    pub records: Records,
    /// Its warps.
    pub warps: Vec<WarpState>,
    /// Where they have come, if that is claimed of blocks of code.
    pub arrivals: Vec<WarpArrivals>,
}

impl BlockState {
    /// A block that begins, in the place of one that ended.
    pub fn begin(old: Option<BlockState>, ctaid: [u32; 3], plan: &Plan) -> BlockState {
        let mut b = old.unwrap_or_else(|| BlockState {
            ctaid,
            records: Records::default(),
            warps: Vec::new(),
            arrivals: Vec::new(),
        });
        b.ctaid = ctaid;
        b.warps.clear();
        b.warps.resize(plan.warps.len(), WarpState::new(plan.shadows.len()));
        b.arrivals.clear();
        if !plan.whole.is_empty() {
            b.arrivals.resize(plan.warps.len(), WarpArrivals::new());
        }
        b
    }

    /// Lanes come to an instance. `room` is what all blocks have left for records.
    pub fn enter(&mut self, plan: &Plan, room: &mut usize, at: &Moment<'_>) {
        let w = &mut self.warps[at.warp as usize];
        if !std::mem::replace(&mut w.begun, true) {
            w.keep(plan, at);
        }
        self.leave(plan, at);
        self.arrive(plan, room, at);
    }

    /// Lanes leave the instances that they were at.
    fn leave(&mut self, plan: &Plan, at: &Moment<'_>) {
        let w = &self.warps[at.warp as usize];
        let exists = plan.warps[at.warp as usize].exists.count_ones();
        let records = &mut self.records;
        let mut part = |code_block: u32, block: u32, warp: u32, lanes: u32| {
            if block < TOGETHER {
                records.leave(block, 2 * code_block, 0, lanes, plan.threads);
            }
            if warp < TOGETHER {
                records.leave(warp, 2 * code_block + 1, at.warp, lanes, exists);
            }
        };
        let together = at.mask & w.last.mask;
        if together != 0 {
            let g = w.last;
            part(g.code_block, g.block, g.warp, together.count_ones());
        }
        for l in lanes(at.mask & !together) {
            part(w.code_block[l], w.block[l], w.warp[l], 1);
        }
    }

    /// Finds the records of the instances that lanes come to.
    fn arrive(&mut self, plan: &Plan, room: &mut usize, at: &Moment<'_>) {
        let code_block = at.program.block_of[at.pc as usize];
        let need = plan.needs[code_block as usize];
        let whole = plan.warps[at.warp as usize].exists == at.mask && !need.splits;
        let records = &mut self.records;
        let mut find = |instance: u64, whole: bool| {
            let key = |kind, warp| Key { kind: 2 * code_block + kind, warp, instance };
            let block = match need.block_slots {
                0 => TOGETHER,
                n => records.find(key(0, 0), n, room),
            };
            let warp = match need.warp_slots {
                0 => TOGETHER,
                _ if whole => TOGETHER,
                n => records.find(key(1, at.warp), n, room),
            };
            (block, warp)
        };
        let w = &mut self.warps[at.warp as usize];
        // Lanes of the last group that stay behind.
        let behind = w.last.mask & !at.mask;
        if behind != 0 {
            set(&mut w.code_block, behind, w.last.code_block);
            set(&mut w.block, behind, w.last.block);
            set(&mut w.warp, behind, w.last.warp);
        }
        let first = at.mask.trailing_zeros() as usize & 31;
        if need.block_slots + need.warp_slots == 0 || same_instance(at, first) {
            let (block, warp) = find(instance(at, first), whole);
            w.last = Group { mask: at.mask, code_block, block, warp };
            return;
        }
        for l in lanes(at.mask) {
            let (block, warp) = find(instance(at, l), false);
            w.code_block[l] = code_block;
            w.block[l] = block;
            w.warp[l] = warp;
        }
        w.last.mask = 0;
    }
}

/// A number for a lane's instance of the block it enters. Up to two cycles deep no two instances share one; deeper, two
/// of a million do with a probability of 2^-25.
fn instance(at: &Moment<'_>, lane: usize) -> u64 {
    let mut key = 0;
    for (depth, count) in at.counts(lane).enumerate() {
        key = match depth {
            0 => u64::from(count),
            1 => key | u64::from(count) << 32,
            _ => mix(key).wrapping_add(u64::from(count)),
        };
    }
    key
}

/// Whether all lanes are at the instance that one is at.
fn same_instance(at: &Moment<'_>, lane: usize) -> bool {
    at.count_rows().all(|row| !super::lanes::having(row, row[lane]) & at.mask == 0)
}
