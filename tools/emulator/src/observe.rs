//! Watching a run: block entries, instructions, and dynamic instances.
//!
//! Two threads execute the same instance of an instruction when, for every cycle around it, outermost
//! first, the number of times its header was entered since the cycle was entered agrees. Calls are
//! expanded in place, so that different call sites are different instructions.

use crate::exec::Warp;
use crate::lower::program::Program;
use crate::op::{Inst, Row};

/// Something that watches a launch. With none, watching costs nothing.
pub trait Observer {
    /// Lanes entered a block.
    fn entered(&mut self, at: &Moment<'_>) {
        let _ = at;
    }

    /// Lanes executed an instruction; its results are in the registers.
    fn executed(&mut self, at: &Moment<'_>) {
        let _ = at;
    }
}

/// What an observer is shown.
pub struct Moment<'a> {
    /// The kernel.
    pub program: &'a Program,
    /// The block's index.
    pub ctaid: [u32; 3],
    /// The warp's number in the block.
    pub warp: u32,
    /// Code position.
    pub pc: u32,
    /// The lanes concerned.
    pub mask: u32,
    pub(crate) state: &'a Warp,
}

impl Moment<'_> {
    /// The instruction.
    pub fn inst(&self) -> &Inst {
        &self.program.code[self.pc as usize]
    }

    /// The value of a register in a lane; predicates are 0 or 1.
    pub fn value(&self, row: Row, lane: usize) -> u64 {
        match row {
            Row::W(r) => u64::from(self.state.r32[r.0 as usize][lane % 32]),
            Row::D(r) => self.state.r64[r.0 as usize][lane % 32],
            Row::P(r) => u64::from(self.state.pred[r.0 as usize] >> (lane % 32) & 1),
        }
    }

    /// The instance a lane is at: header counts of the cycles around, outermost first.
    /// `None` inside irreducible cycles, where instances are not defined.
    pub fn instance(&self, lane: usize) -> Option<Vec<u32>> {
        let block = self.program.block_of[self.pc as usize];
        let mut at = self.program.blocks[block as usize].cycle;
        let mut out = Vec::new();
        while let Some(c) = at {
            let cycle = &self.program.cycles[c as usize];
            if cycle.irreducible {
                return None;
            }
            out.push(self.state.entered[c as usize][lane % 32]);
            at = cycle.parent;
        }
        out.reverse();
        Some(out)
    }
}

/// Updates a warp's header counts when lanes enter a block.
pub(crate) fn count_entry(p: &Program, w: &mut Warp, block: u32, mask: u32) {
    for lane in 0..32usize {
        if mask >> lane & 1 == 0 {
            continue;
        }
        let from = w.previous[lane];
        let mut at = p.blocks[block as usize].cycle;
        while let Some(c) = at {
            let cycle = &p.cycles[c as usize];
            let count = &mut w.entered[c as usize][lane];
            if from == u32::MAX || !inside(p, from, c) {
                *count = 0;
            }
            if cycle.header == block {
                *count += 1;
            }
            at = cycle.parent;
        }
        w.previous[lane] = block;
    }
}

fn inside(p: &Program, block: u32, cycle: u32) -> bool {
    let mut at = p.blocks[block as usize].cycle;
    while let Some(c) = at {
        if c == cycle {
            return true;
        }
        at = p.cycles[c as usize].parent;
    }
    false
}
