//! Which values of a full place may live in slots of the warp.
//!
//! Idea: one that a loop around the place finds made, and reads: by one instruction, where warps come whole, whose state says that lanes have one value, or one
//! once known factors of the thread's index are taken off.
//! Legality: [`super`]. What ptxas finds to be one for the warp by itself (sums and products of parameters, numbers, and the block's index) it has registers of the warp for, so it is left alone.
//! Cost: of a place the function once.

use crate::lir::modifiers::Space;
use crate::lir::opcodes::Effect;
use crate::lir::pressure::units;
use crate::lir::{Function, Op, Operand, Place, Reg, RegClass};
use crate::regalloc::allocate::{Affine, known};
use crate::regalloc::mentions::Mentions;
use crate::regalloc::pressure::{Peak, Pressure};
use crate::regalloc::recompute::Writers;

/// No access is wider, in bytes.
pub(super) const VECTOR: u64 = 16;

/// Values that are loaded together.
#[derive(Clone, Debug)]
pub(super) struct Vector {
    /// By their numbers among the candidates; a slot each, in this order.
    pub(super) values: Vec<usize>,
}

/// A value that may go.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Its register.
    pub(super) reg: Reg,
    /// What it has of the thread's index.
    pub(super) affine: Affine,
    /// Who makes it.
    pub(super) made: Place,
    /// Who reads it, in the order of the layout.
    pub(super) reads: Vec<Place>,
}

impl Candidate {
    /// Its registers of 32 bits.
    pub(super) fn units(&self, f: &Function) -> u32 {
        units(f, self.reg)
    }

    /// Its bytes.
    pub(super) fn bytes(&self, f: &Function) -> u64 {
        4 * u64::from(self.units(f))
    }
}

/// What is known of all registers, for a look at one place.
pub(super) struct Known {
    pub(super) writers: Writers,
    pub(super) mentions: Mentions,
    /// By register, whether ptxas finds that it is one value for the warp.
    of_warp: Vec<bool>,
}

impl Known {
    /// Of a function as it stands.
    pub(super) fn of(f: &Function) -> Known {
        let writers = Writers::of(f);
        let of_warp = of_warp(f, &writers);
        Known { writers, mentions: Mentions::of(f), of_warp }
    }
}

/// By register, whether it is made of what is in the bank of constants, and of the block's index.
fn of_warp(f: &Function, writers: &Writers) -> Vec<bool> {
    let mut found = vec![false; f.registers().len()];
    for (_, block) in f.blocks() {
        for inst in &block.insts {
            let is_one = |operand: &Operand| match *operand {
                Operand::Reg(reg) | Operand::AtReg(reg, _) => found[reg.index()],
                Operand::Special(special) => special.is_of_block(),
                _ => true,
            };
            let is_load = matches!(inst.op, Op::Ld(form) if matches!(form.space, Space::Param | Space::Const));
            let is_made = is_load || inst.op.effect() == Effect::Value;
            let is_one = is_made && f.uses(inst).iter().all(is_one);
            for reg in f.defs(inst).filter(|&reg| is_one && writers.one(reg).is_some()) {
                // There are no registers of the warp for floats, but operands in the bank of constants.
                found[reg.index()] =
                    is_load || matches!(f.class(reg), RegClass::B32 | RegClass::B64);
            }
        }
    }
    found
}

/// The values of a place that may go; registers from `new` on were made for this and stay.
pub(super) fn candidates(
    f: &Function,
    pressure: &Pressure,
    peak: &Peak,
    known: &Known,
    new: usize,
) -> Vec<Candidate> {
    let live = pressure.live_at(f, peak.place);
    live.into_iter().filter_map(|reg| candidate(f, reg, peak, known, new)).collect()
}

fn candidate(f: &Function, reg: Reg, peak: &Peak, known: &Known, new: usize) -> Option<Candidate> {
    let made = known.writers.one(reg).filter(|_| reg.index() < new)?;
    let (block, deep) = (f.block(made.block), f.block(peak.place.block).depth);
    let reads = known.mentions.reads.list(reg.index());
    let is_read_there = reads.iter().any(|read| f.block(read.block).depth >= deep);
    if !block.whole_warps || block.depth >= deep || !is_read_there {
        return None;
    }
    let inst = f.inst_at(made);
    if matches!(inst.op, Op::Asm(_) | Op::Undef | Op::Any) {
        return None;
    }
    let affine = affine(f, reg, made)?;
    let is_left_alone = affine == Affine::NONE && known.of_warp[reg.index()];
    (!is_left_alone).then(|| Candidate { reg, affine, made, reads: reads.to_vec() })
}

/// What a value has of the thread's index; none where it may be anything.
fn affine(f: &Function, reg: Reg, made: Place) -> Option<Affine> {
    let inst = f.inst_at(made);
    let k = f.defs(inst).position(|def| def == reg)?;
    let state = f.state_of(inst, k)?;
    match f.class(reg) {
        RegClass::F32 | RegClass::F64 => state.is_warp_uniform().then_some(Affine::NONE),
        RegClass::B32 if state.is_warp_uniform() => Some(Affine::NONE),
        // Addresses and long integers that are one for the warp ptxas keeps in registers of the warp.
        RegClass::B64 if state.is_warp_uniform() => None,
        RegClass::B32 | RegClass::B64 => known(state),
        _ => None,
    }
}
