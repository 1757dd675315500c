//! Values that are made of what is fetched from the homes of others: what a sum is of, or what was widened.
//!
//! Idea: rules iii and iv are of values that are affine as they stand. An address is not: its index was extended from 32 bits, and the sum before it may have
//! wrapped, so nobody knows factors of what came of it. But the index is affine, and what makes the address of it is made again: the index is fetched
//! from its own home, a parameter from its, and the instructions between run once more, [`MOST`] with all that is fetched. What has its home in a slot of the warp for
//! another's sake is put there where it is written, and may stay in a register as well.
//! What rule iv takes off an index may have a factor that is no number: what is left goes to a slot of the warp, and the factor is fetched from its own home where it is added again.
//!
//! Legality: a register that is written once, before all that read it, holds at a read what it held when what was made of it was written
//! ([`super::super::recompute`] has the argument); so does the slot, which is written right behind it. The same instruction gives the same of the same. A factor is written once, before all that write the value; a way from its last writing to a read of the value that passed no writing of that would
//! be a way to the read that never passed one, and there is none.
//! Source: Briggs, Cooper and Torczon, "Rematerialization" (PLDI 1992), of expressions over the homes that the divergence-aware allocator has.
//! Cost: a register's operands once each, by so many steps.

use super::homes::{Finder, Home};
use super::index::Affine;
use crate::lir::{Operand, Place, Reg, RegClass};
use crate::regalloc::dominance::Dominators;
use crate::regalloc::recompute::is_repeatable;
use optx_whirl::Allocator;

/// So many instructions make a value at most, with what is fetched for it.
const MOST: u8 = 9;

/// Finds who is made of others, where an allocator knows of rules iii and iv. Without memory that is rule iii.
pub(super) fn find(finder: &Finder<'_>, of: &mut [Home]) {
    if matches!(finder.allocator, Allocator::LinearScan | Allocator::DivRa) {
        return;
    }
    let mut dominators = None;
    // What reads another is looked at behind it: the text is in such an order but for ways back, over which nothing here reads.
    for (block, b) in finder.f.blocks() {
        for (index, inst) in b.insts.iter().enumerate() {
            let at = Place { block, index };
            for reg in finder.f.defs(inst) {
                let before = of[reg.index()];
                let is_wanted = matches!(before, Home::ThreadSlot | Home::AffineSlot(_));
                if is_wanted && finder.f.def(inst).is_some() && finder.only(reg) == Some(at) {
                    match made(finder, of, at) {
                        Some(home @ Home::Made { is_of_warp: false, .. }) => of[reg.index()] = home,
                        Some(home) if before == Home::ThreadSlot => of[reg.index()] = home,
                        _ => {}
                    }
                }
                if of[reg.index()] == Home::ThreadSlot
                    && let Some(home) = less_index(finder, of, reg, &mut dominators)
                {
                    of[reg.index()] = home;
                }
            }
        }
    }
}

/// A slot of the warp for what is left of a register, once what it has of an index is taken off by factors that have homes.
fn less_index(
    finder: &Finder<'_>,
    of: &[Home],
    reg: Reg,
    dominators: &mut Option<Dominators>,
) -> Option<Home> {
    let affine = finder.affine_of_warp(reg)?;
    let comes_before = |factor: Reg| {
        let Some(at) = finder.only(factor) else { return false };
        let dominators = dominators.get_or_insert_with(|| Dominators::of(finder.f));
        finder.written(reg).iter().all(|&write| dominators.is_place_before(at, write))
    };
    // No home is changed that another is made of, but that of a slot which the index is added to.
    let has_home = |factor: &Reg| match of[factor.index()] {
        Home::AffineSlot(_) | Home::ThreadSlot => false,
        _ => finder.only(*factor).is_some(),
    };
    let is_steady =
        affine.registers().all(|factor| has_home(&factor)) && affine.registers().all(comes_before);
    is_steady.then_some(Home::AffineSlot(affine))
}

/// How an instruction's value is made of what its operands' homes have.
fn made(finder: &Finder<'_>, of: &[Home], at: Place) -> Option<Home> {
    let inst = finder.f.inst_at(at);
    if !is_repeatable(finder.f, inst) {
        return None;
    }
    let (mut steps, mut is_of_warp) = (1, false);
    for operand in finder.f.uses(inst) {
        match operand {
            Operand::Reg(reg) => {
                finder.only(*reg)?;
                let (more, has_slot) = fetching(finder, of, *reg)?;
                steps += more;
                is_of_warp |= has_slot;
            }
            Operand::Int(_) | Operand::F32(_) | Operand::F64(_) | Operand::Symbol(_) => {}
            _ => return None,
        }
    }
    (steps <= MOST).then_some(Home::Made { steps, is_of_warp })
}

/// The instructions that fetch a register, and whether a slot of the warp is among what they read.
fn fetching(finder: &Finder<'_>, of: &[Home], reg: Reg) -> Option<(u8, bool)> {
    let parts = |affine: Affine| {
        let each = if finder.f.class(reg) == RegClass::B64 { 3 } else { 2 };
        affine.parts().count() as u8 * each
    };
    match of[reg.index()] {
        Home::Parameter | Home::Constant => Some((1, false)),
        Home::Affine(affine, _) => Some((parts(affine).max(1), false)),
        Home::WarpSlot => Some((1, true)),
        Home::AffineSlot(affine) => {
            let mut steps = 1 + parts(affine);
            for factor in affine.registers() {
                // It is widened, and the index scaled.
                steps += 2 + fetching(finder, of, factor)?.0;
            }
            Some((steps, true))
        }
        Home::Made { steps, is_of_warp } => Some((steps, is_of_warp)),
        Home::ThreadSlot => None,
    }
}
