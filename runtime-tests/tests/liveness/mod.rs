//! Liveness of LIR as its definition says it: sets of registers behind every instruction, again and again until nothing changes.

use optx::cg::lir::{Function, Operand, Place, Reg};
use std::collections::{BTreeSet, HashMap};

/// Behind each instruction, the registers that a way from there reads before it writes them.
pub fn behind(f: &Function) -> HashMap<Place, BTreeSet<Reg>> {
    let mut begins: HashMap<_, BTreeSet<Reg>> = HashMap::new();
    let mut live: HashMap<Place, BTreeSet<Reg>> = HashMap::new();
    loop {
        let mut has_changed = false;
        for (bb, block) in f.blocks() {
            let mut now: BTreeSet<Reg> = BTreeSet::new();
            for to in &block.succs {
                now.extend(begins.get(to).into_iter().flatten());
            }
            for (index, inst) in block.insts.iter().enumerate().rev() {
                let place = Place { block: bb, index };
                has_changed |= live.insert(place, now.clone()).as_ref() != Some(&now);
                match inst.guard {
                    // What a guarded instruction writes may stay as it was.
                    Some(guard) => now.extend(f.defs(inst).chain([guard.reg])),
                    None => now.retain(|&reg| f.defs(inst).all(|written| written != reg)),
                }
                now.extend(f.uses(inst).iter().filter_map(Operand::register));
            }
            has_changed |= begins.insert(bb, now.clone()).as_ref() != Some(&now);
        }
        if !has_changed {
            return live;
        }
    }
}
