//! Exact pressure: how many registers of 32 bits hold what is read later, behind each instruction.
//!
//! Idea: which registers live at the ends of blocks is counted block by block; of those that a block names it is kept which live at its end, so that a walk
//! from the end back knows of each whether it lives. Predicates and slots count nothing, as [`units`] says, nor what ptxas finds elsewhere
//! ([`Weights`]). A call takes [`OF_CALL`] more: what lives on cannot be where the callee writes.
//! Source: liveness after A. Appel, "Modern Compiler Implementation", section 10.1; that a parameter takes no register: ptxas's machine code, which
//! reads the bank of constants as an operand.
//! Cost: the instructions, and the live ranges in blocks, 64 registers at a time.

use crate::lir::liveness::for_each_live;
use crate::lir::modifiers::Space;
use crate::lir::pressure::units;
use crate::lir::{BlockId, Function, Inst, Kind, Op, Operand, Place, Reg};
use optx_ir::grouped::Grouped;
use optx_wopt::analysis::pressure::OF_CALL;

/// By register, the units that it takes.
pub struct Weights(Vec<u8>);

impl Weights {
    /// A parameter of a kernel, an extent of the launch, a number, and an object's address are operands of machine instructions: a register that holds nothing else takes none.
    pub fn of(f: &Function) -> Weights {
        let mut weights: Vec<u8> = f.registers().map(|reg| units(f, reg) as u8).collect();
        // By register, whether it was written, and by something else.
        let mut is_written = vec![false; weights.len()];
        for (_, block) in f.blocks() {
            for inst in &block.insts {
                let is_operand = inst.guard.is_none() && is_operand(f, inst, &weights);
                for reg in f.defs(inst) {
                    let again = std::mem::replace(&mut is_written[reg.index()], true);
                    if !is_operand || again {
                        weights[reg.index()] = units(f, reg) as u8;
                    } else {
                        weights[reg.index()] = 0;
                    }
                }
            }
        }
        Weights(weights)
    }

    /// Of a register; one that is newer than this counts as what it is.
    pub fn get(&self, f: &Function, reg: Reg) -> u32 {
        self.0.get(reg.index()).map_or_else(|| units(f, reg), |&weight| u32::from(weight))
    }
}

/// True where an instruction gives what machine instructions have as an operand; `weights` are right of what it reads.
fn is_operand(f: &Function, inst: &Inst, weights: &[u8]) -> bool {
    let is_free = |operand: &Operand| match operand {
        Operand::Int(_) | Operand::F32(_) | Operand::Symbol(_) => true,
        Operand::Reg(reg) => weights[reg.index()] == 0 && units(f, *reg) > 0,
        Operand::Special(special) => special.is_constant(),
        _ => false,
    };
    match inst.op {
        Op::Ld(form) => form.space == Space::Param && f.kind == Kind::Kernel,
        Op::Cvta { .. } | Op::Mov(_) => f.uses(inst).iter().all(is_free),
        _ => false,
    }
}

/// What an instruction takes beside what lives behind it.
pub fn of_call(inst: &Inst) -> u32 {
    if matches!(inst.op, Op::Call(_)) { OF_CALL } else { 0 }
}

/// Where most lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peak {
    /// Units that live behind it, and what it takes itself where it calls.
    pub units: u32,
    /// The instruction.
    pub place: Place,
}

/// Of a function.
pub struct Pressure {
    weights: Weights,
    /// By block, the units that live at its end.
    ends: Vec<u32>,
    /// By block, those of its registers that live at its end.
    staying: Grouped<Reg>,
    /// By register, the number of the walk through a block in which it lives.
    live: Vec<u32>,
    walked: u32,
}

impl Pressure {
    /// Of a function as it stands.
    pub fn of(f: &Function) -> Pressure {
        Pressure::without(f, |_| false)
    }

    /// The same, of all registers but some.
    pub fn without(f: &Function, is_gone: impl Fn(Reg) -> bool) -> Pressure {
        let mut weights = Weights::of(f);
        weights.0.iter_mut().zip(f.registers()).for_each(|(weight, reg)| {
            *weight = if is_gone(reg) { 0 } else { *weight };
        });
        let mut ends = vec![0; f.block_count()];
        let mut staying = Vec::new();
        let is_counted = |reg: Reg| weights.get(f, reg) > 0;
        for_each_live(f, is_counted, |live| {
            let sum: u32 = live.among(live.at_end).map(|reg| weights.get(f, reg)).sum();
            let block = live.block.index();
            ends[block] += sum;
            staying.extend(live.among(live.at_end & live.named).map(|reg| (block as u32, reg)));
        });
        let staying = Grouped::of(f.block_count(), &staying);
        Pressure { weights, ends, staying, live: vec![0; f.registers().len()], walked: 0 }
    }

    /// What registers take.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The units that each instruction of a block takes: those that live behind it, and of calls [`OF_CALL`].
    pub fn behind(&mut self, f: &Function, bb: BlockId) -> Vec<u32> {
        let mut behind = vec![0; f.insts(bb).len()];
        self.walk(f, bb, |index, units| behind[index] = units);
        behind
    }

    /// Calls `each` for every instruction of a block, the last first, with the units that it [takes](Self::behind).
    fn walk(&mut self, f: &Function, bb: BlockId, mut each: impl FnMut(usize, u32)) {
        self.walked += 1;
        let Pressure { weights, ends, staying, live, walked } = self;
        let mut now = ends[bb.index()];
        for reg in staying.list(bb.index()) {
            live[reg.index()] = *walked;
        }
        for (index, inst) in f.insts(bb).iter().enumerate().rev() {
            let given = |reg: &Reg| live[reg.index()] == *walked;
            let call = match of_call(inst) {
                0 => 0,
                // What it gives itself does not live across it.
                call => {
                    call - f
                        .defs(inst)
                        .filter(given)
                        .map(|r| weights.get(f, r))
                        .sum::<u32>()
                        .min(call)
                }
            };
            each(index, now + call);
            if inst.guard.is_none() {
                for reg in f.defs(inst) {
                    if live[reg.index()] == *walked {
                        live[reg.index()] = 0;
                        now -= weights.get(f, reg);
                    }
                }
            }
            f.for_each_read(inst, |reg| {
                let weight = weights.get(f, reg);
                if weight > 0 && live[reg.index()] != *walked {
                    live[reg.index()] = *walked;
                    now += weight;
                }
            });
        }
    }

    /// The fullest place of a block, the first of several.
    pub fn peak_in(&mut self, f: &Function, block: BlockId) -> Option<Peak> {
        let mut peak: Option<Peak> = None;
        self.walk(f, block, |index, units| {
            if peak.as_ref().is_none_or(|peak| units >= peak.units) {
                peak = Some(Peak { units, place: Place { block, index } });
            }
        });
        peak
    }

    /// The fullest place of all, the first of several.
    pub fn peak(&mut self, f: &Function) -> Option<Peak> {
        self.peak_among(f, |_| true)
    }

    /// The fullest place of some blocks, the first of several.
    pub fn peak_among(&mut self, f: &Function, asked: impl Fn(BlockId) -> bool) -> Option<Peak> {
        let mut fullest: Option<Peak> = None;
        for bb in f.layout().filter(|&bb| asked(bb)) {
            let here = self.peak_in(f, bb);
            let is_fuller =
                |here: &Peak| fullest.as_ref().is_none_or(|peak| here.units > peak.units);
            if let Some(here) = here.filter(is_fuller) {
                fullest = Some(here);
            }
        }
        fullest
    }

    /// The registers that live behind an instruction and take units, in the order of their numbers.
    pub fn live_at(&self, f: &Function, at: Place) -> Vec<Reg> {
        let mut live: Vec<bool> = vec![false; f.registers().len()];
        let is_counted = |reg: Reg| self.weights.get(f, reg) > 0;
        for_each_live(f, is_counted, |found| {
            if found.block == at.block {
                found.among(found.at_end).for_each(|reg| live[reg.index()] = true);
            }
        });
        for inst in f.insts(at.block)[at.index..].iter().skip(1).rev() {
            if inst.guard.is_none() {
                f.defs(inst).for_each(|reg| live[reg.index()] = false);
            }
            f.for_each_read(inst, |reg| live[reg.index()] |= is_counted(reg));
        }
        f.registers().filter(|reg| live[reg.index()]).collect()
    }
}
