//! How many registers hold something in a block: what a pass over LIR that lengthens live ranges asks before it does.
//!
//! Idea: a register that one block alone reads and writes is counted from where it is written to its last reader. One that others read or write too
//! counts all through a block, if it is live at the block's begin or at that of one behind it; of the ends the fuller counts. Units are of 32 bits,
//! and predicates count nothing, as in [`optx_wopt::analysis::pressure`], which says what a thread may use.
//! Cost: [`Pressure::of`] the live ranges of what lives into blocks; [`Pressure::held`] the block.

use super::liveness::for_each_live_in;
use super::{BlockId, Function, Inst, Reg, RegClass};

/// Of a function.
pub struct Pressure {
    /// By register, the one block that names it, plus 1; [`SEVERAL`], and 0 for none.
    homes: Vec<u32>,
    /// By block, the units of registers of several blocks.
    around: Vec<u32>,
    /// While a block is gone through.
    is_live: Vec<bool>,
}

const SEVERAL: u32 = u32::MAX;

impl Pressure {
    /// Finds which registers blocks have in common.
    pub fn of(f: &Function) -> Pressure {
        let mut homes = vec![0; f.registers().len()];
        for (bb, block) in f.blocks() {
            let here = bb.index() as u32 + 1;
            let mut meet = |reg: Reg| {
                let home = &mut homes[reg.index()];
                *home = if *home == 0 || *home == here { here } else { SEVERAL };
            };
            for inst in &block.insts {
                f.defs(inst).for_each(&mut meet);
                f.for_each_read(inst, &mut meet);
            }
        }
        let mut begins = vec![0; f.block_count()];
        let is_wanted = |reg: Reg| homes[reg.index()] == SEVERAL;
        for_each_live_in(f, is_wanted, |_| true, |reg, bb| begins[bb.index()] += units(f, reg));
        let mut around = begins.clone();
        for (bb, block) in f.blocks() {
            let at = |to: &BlockId| begins.get(to.index()).copied().unwrap_or(0);
            around[bb.index()] = block.succs.iter().map(at).fold(begins[bb.index()], u32::max);
        }
        Pressure { is_live: vec![false; homes.len()], homes, around }
    }

    /// The units in use behind each instruction of a block.
    pub fn held<'a>(
        &mut self,
        f: &Function,
        bb: BlockId,
        insts: impl DoubleEndedIterator<Item = &'a Inst>,
    ) -> Vec<u32> {
        let mut now = self.around[bb.index()];
        let mut held = Vec::new();
        for inst in insts.rev() {
            held.push(now);
            if inst.guard.is_none() {
                for reg in f.defs(inst) {
                    if std::mem::take(&mut self.is_live[reg.index()]) {
                        now -= units(f, reg);
                    }
                }
            }
            f.for_each_read(inst, |reg| {
                if self.is_own(reg) && !std::mem::replace(&mut self.is_live[reg.index()], true) {
                    now += units(f, reg);
                }
            });
        }
        held.reverse();
        held
    }

    /// True for a register of one block; others count all through.
    pub fn is_own(&self, reg: Reg) -> bool {
        self.homes.get(reg.index()).is_none_or(|&home| home != SEVERAL)
    }
}

/// The registers of 32 bits that a register is.
pub fn units(f: &Function, reg: Reg) -> u32 {
    match f.class(reg) {
        // Slots are memory.
        RegClass::Pred | RegClass::WarpSlot | RegClass::ThreadSlot => 0,
        RegClass::B64 | RegClass::F64 => 2,
        RegClass::B16 | RegClass::B32 | RegClass::F32 => 1,
    }
}
