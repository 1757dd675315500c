//! Barriers of the warp before stores to slots that a lane may still read, or write.
//!
//! Idea: forward over the blocks goes what slots were read or written since the warp last met. A store to one of these waits for the whole warp first, and then
//! none is left. What comes to a block only grows, so there is an end, and what stands in the end is enough on every way.
//! Legality: copies to slots stand where warps come whole, so a barrier of all lanes before one is met by all of them that live, by who read a slot alone too.
//! Source: the rules of slots are of threads that a warp's scheduler may part (CUDA C++ Programming Guide, independent thread scheduling).
//! Cost: blocks times slots, a few rounds.

use crate::lir::modifiers::Barrier;
use crate::lir::{BlockId, Function, Inst, Op, Operand, Place, Reg, RegClass};
use optx_whirl::Loc;
use std::collections::BTreeSet;

/// The mask of all lanes.
const ALL: i64 = u32::MAX as i64;

type Touched = BTreeSet<Reg>;

/// Puts them; how many.
pub(in crate::regalloc) fn insert(f: &mut Function) -> u64 {
    if !f.registers().any(|reg| f.class(reg) == RegClass::WarpSlot) {
        return 0;
    }
    let mut enters: Vec<Touched> = vec![Touched::new(); f.block_count()];
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (bb, block) in f.blocks() {
            let mut touched = enters[bb.index()].clone();
            walk(f, bb, &mut touched, |_| ());
            for to in &block.succs {
                let there = &mut enters[to.index()];
                let before = there.len();
                there.extend(&touched);
                has_changed |= there.len() > before;
            }
        }
    }
    let mut places: Vec<Place> = Vec::new();
    for (bb, _) in f.blocks() {
        let mut touched = enters[bb.index()].clone();
        walk(f, bb, &mut touched, |index| places.push(Place { block: bb, index }));
    }
    let barrier = Op::Barrier(Barrier::Warp);
    let made = places
        .iter()
        .map(|at| (at.before(), f.inst(barrier, &[], &[Operand::Int(ALL)], Loc::NONE)));
    let made = made.collect();
    f.insert_all(made);
    places.len() as u64
}

/// Goes over a block; `waits` is told of each instruction that a barrier is put before.
fn walk(f: &Function, bb: BlockId, touched: &mut Touched, mut waits: impl FnMut(usize)) {
    for (index, inst) in f.insts(bb).iter().enumerate() {
        if meets(f, bb, inst) {
            touched.clear();
        }
        let is_slot = |reg: &Reg| f.class(*reg) == RegClass::WarpSlot;
        if let Some(slot) = f.defs(inst).find(is_slot) {
            if touched.contains(&slot) {
                waits(index);
                touched.clear();
            }
            touched.insert(slot);
        }
        touched.extend(f.uses(inst).iter().filter_map(Operand::as_reg).filter(is_slot));
    }
}

/// True for a barrier behind which all lanes of the warp have done what stands before it.
fn meets(f: &Function, bb: BlockId, inst: &Inst) -> bool {
    match inst.op {
        Op::Barrier(Barrier::Warp) => {
            f.uses(inst) == [Operand::Int(ALL)] && inst.guard.is_none() && f.block(bb).whole_warps
        }
        Op::Barrier(_) => inst.guard.is_none(),
        _ => false,
    }
}
