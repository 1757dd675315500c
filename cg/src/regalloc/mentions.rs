//! Where registers are read and written.
//!
//! Idea: one walk over the function, the lists by register.
//! Legality: it reads alone.
//! Cost: the instructions.

use crate::lir::{Function, Place};
use optx_ir::grouped::Grouped;

/// By register, in the order of the layout.
pub struct Mentions {
    /// Who reads it, an instruction once.
    pub reads: Grouped<Place>,
    /// Who writes it.
    pub writes: Grouped<Place>,
}

impl Mentions {
    /// Of a function as it stands.
    pub fn of(f: &Function) -> Mentions {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        // By register, where it was read last.
        let mut last: Vec<Option<Place>> = vec![None; f.registers().len()];
        for (block, insts) in f.blocks() {
            for (index, inst) in insts.insts.iter().enumerate() {
                let place = Place { block, index };
                f.for_each_read(inst, |reg| {
                    if last[reg.index()].replace(place) != Some(place) {
                        reads.push((reg.index() as u32, place));
                    }
                });
                writes.extend(f.defs(inst).map(|reg| (reg.index() as u32, place)));
            }
        }
        let count = f.registers().len();
        Mentions { reads: Grouped::of(count, &reads), writes: Grouped::of(count, &writes) }
    }
}
