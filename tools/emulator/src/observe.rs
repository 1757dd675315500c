//! Watching a run: block entries, instructions, lanes that leave, and dynamic instances.
//!
//! Two threads execute the same instance of an instruction when, for every cycle around it, outermost
//! first, the number of times its header was entered since the cycle was entered agrees. Calls are
//! expanded in place, so that different call sites are different instructions.

use crate::exec::Warp;
use crate::lanes::{add_one, having, set};
use crate::lower::program::Program;
use crate::op::{Inst, R32, R64, RP, Row};

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

    /// Lanes are at a jump, before those with a true guard take it.
    fn branches(&mut self, at: &Moment<'_>) {
        let _ = at;
    }

    /// Lanes leave the kernel.
    fn left(&mut self, at: &Moment<'_>) {
        let _ = at;
    }

    /// All threads of a block ended.
    fn ended(&mut self, ctaid: [u32; 3]) {
        let _ = ctaid;
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

    /// A register in all lanes; predicates are 0 or 1.
    pub(crate) fn row(&self, row: Row) -> [u64; 32] {
        match row {
            Row::W(r) => self.state.r32[r.0 as usize].map(u64::from),
            Row::D(r) => self.state.r64[r.0 as usize],
            Row::P(r) => {
                let bits = self.state.pred[r.0 as usize];
                std::array::from_fn(|l| u64::from(bits >> l & 1))
            }
        }
    }

    /// A 32-bit row.
    #[inline(always)]
    pub(crate) fn r32(&self, r: R32) -> &[u32; 32] {
        &self.state.r32[r.0 as usize]
    }

    /// A 64-bit row.
    #[inline(always)]
    pub(crate) fn r64(&self, r: R64) -> &[u64; 32] {
        &self.state.r64[r.0 as usize]
    }

    /// A predicate, a bit a lane.
    #[inline(always)]
    pub(crate) fn predicate(&self, r: RP) -> u32 {
        self.state.pred[r.0 as usize]
    }

    /// Header counts of the cycles around, innermost first, irreducible ones too.
    pub(crate) fn count_rows(&self) -> impl Iterator<Item = &[u32; 32]> {
        let block = self.program.block_of[self.pc as usize];
        let mut at = self.program.blocks[block as usize].cycle;
        std::iter::from_fn(move || {
            let c = at?;
            at = self.program.cycles[c as usize].parent;
            self.state.entered.get(c as usize)
        })
    }

    /// How often a lane has entered the header of a cycle since it came into it.
    pub(crate) fn entered(&self, cycle: u32, lane: usize) -> u32 {
        self.state.entered.get(cycle as usize).map_or(0, |row| row[lane % 32])
    }

    /// The lanes of the warp that have not left the kernel; those that leave at this moment still count.
    pub(crate) fn alive(&self) -> u32 {
        self.state.alive
    }

    /// A lane's.
    pub(crate) fn counts(&self, lane: usize) -> impl Iterator<Item = u32> {
        self.count_rows().map(move |row| row[lane % 32])
    }

    /// The lanes of a mask at the same instance as one of them.
    pub fn beside(&self, lane: usize, mask: u32) -> u32 {
        self.count_rows().fold(mask, |left, row| left & having(row, row[lane % 32]))
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
    let mut rest = mask;
    while rest != 0 {
        // Lanes that come from one block, mostly all, are counted together.
        let from = w.previous[rest.trailing_zeros() as usize];
        let group = having(&w.previous, from) & rest;
        rest &= !group;
        count_from(p, w, from, block, group);
    }
    set(&mut w.previous, mask, block);
}

/// The same for lanes that come from one block, `u32::MAX` at the start.
fn count_from(p: &Program, w: &mut Warp, from: u32, block: u32, mask: u32) {
    let cycle_of = |b: u32| p.blocks.get(b as usize).and_then(|b| b.cycle);
    // Of the cycles around the block they come from, the one that is as deep as the cycle looked at.
    let mut outer = cycle_of(from);
    let mut at = cycle_of(block);
    while let Some(c) = at {
        let cycle = &p.cycles[c as usize];
        while let Some(o) = outer
            && p.cycles[o as usize].depth > cycle.depth
        {
            outer = p.cycles[o as usize].parent;
        }
        let stays = outer == Some(c);
        let counts = &mut w.entered[c as usize];
        match (stays, cycle.header == block) {
            (true, true) => add_one(counts, mask),
            (true, false) => {}
            (false, header) => set(counts, mask, u32::from(header)),
        }
        at = cycle.parent;
    }
}
