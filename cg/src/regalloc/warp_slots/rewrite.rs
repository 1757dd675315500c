//! Chosen values go to their slots.
//!
//! Idea: behind its definition a value is copied to its slot, less what it has of the thread's index; at a window's begin what is read of its vector is copied from the slots, all of it
//! where that is more than one, so that the copies become one access; before its first read what the index gives is added.
//! Legality: [`super`].
//! Cost: what is inserted, and the function's blocks once.

use super::candidates::Candidate;
use super::choice::{Choice, Room};
use crate::lir::{Function, Inst, Operand, Place, Point, Reg, RegClass};
use crate::regalloc::allocate::{To, copy_of, with_index};
use optx_whirl::fixed_hash::Map;
use optx_wopt::Stats;

/// Rewrites the function.
pub(super) fn rewrite(f: &mut Function, choice: Choice, room: &mut Room, stats: &mut Stats) {
    let Choice { candidates, vectors, windows } = choice;
    let mut inserted: Vec<(Point, Inst)> = Vec::new();
    let mut slots: Vec<Vec<Reg>> = Vec::new();
    for (vector, together) in vectors.iter().zip(&windows.stores) {
        let of: Vec<Reg> =
            vector.values.iter().map(|_| f.new_reg(RegClass::WarpSlot, None)).collect();
        let mut copies = Vec::new();
        for (&k, &slot) in vector.values.iter().zip(&of) {
            let candidate = &candidates[k];
            room.left = room.left.saturating_sub(candidate.bytes(f));
            let at = together.unwrap_or(candidate.made).behind();
            let copy = put(f, candidate, slot, at, &mut inserted);
            copies.push((at, copy));
        }
        // One behind the other they are one access.
        inserted.extend(copies);
        stats.add("values in slots", of.len() as u64);
        slots.push(of);
    }
    // By read, the names that it gets.
    let mut names: Map<Place, Vec<(Reg, Reg)>> = Map::default();
    for window in &windows.loads {
        let Some(&(begin, only)) = window.reads.first() else { continue };
        let values = &vectors[window.vector].values;
        let is_one = window.reads.iter().all(|(_, value)| *value == only);
        let mut held: Vec<Option<Reg>> = vec![None; values.len()];
        for (value, &k) in values.iter().enumerate() {
            if is_one && value != only {
                continue;
            }
            let candidate = &candidates[k];
            let to = f.new_reg(f.class(candidate.reg), None);
            let loc = f.inst_at(begin).loc;
            let op = copy_of(f, to);
            let from = Operand::Reg(slots[window.vector][value]);
            inserted.push((begin.before(), f.inst(op, &[to], &[from], loc)));
            held[value] = Some(to);
        }
        stats.add("loads", 1);
        let mut made: Vec<Option<Reg>> = vec![None; values.len()];
        for &(read, value) in &window.reads {
            let Some(from) = held[value] else { continue };
            let candidate = &candidates[values[value]];
            let holds =
                made[value].unwrap_or_else(|| whole(f, candidate, from, read, &mut inserted));
            made[value] = Some(holds);
            names.entry(read).or_default().push((candidate.reg, holds));
        }
    }
    for (read, names) in names {
        let name =
            |reg: Reg| names.iter().find(|(was, _)| *was == reg).map_or(reg, |(_, new)| *new);
        f.rename(read, name);
    }
    f.insert_all(inserted);
}

/// What copies a value to its slot; what comes before it is inserted.
fn put(
    f: &mut Function,
    candidate: &Candidate,
    slot: Reg,
    at: Point,
    inserted: &mut Vec<(Point, Inst)>,
) -> Inst {
    let Candidate { reg, affine, made, .. } = candidate;
    let loc = f.inst_at(*made).loc;
    let mut value = *reg;
    if affine.parts().next().is_some() {
        value = f.new_reg(f.class(*reg), None);
        let mut insts = Vec::new();
        let to = To { reg: value, loc };
        with_index(f, affine.opposite(), Operand::Reg(*reg), to, &mut insts);
        inserted.extend(insts.into_iter().map(|inst| (at, inst)));
    }
    let op = copy_of(f, *reg);
    f.inst(op, &[slot], &[Operand::Reg(value)], loc)
}

/// What is added to what the slot held, before who reads it; the register that holds it then.
fn whole(
    f: &mut Function,
    candidate: &Candidate,
    from: Reg,
    read: Place,
    inserted: &mut Vec<(Point, Inst)>,
) -> Reg {
    if candidate.affine.parts().next().is_none() {
        return from;
    }
    let to = f.new_reg(f.class(from), None);
    let loc = f.inst_at(read).loc;
    let mut insts = Vec::new();
    with_index(f, candidate.affine, Operand::Reg(from), To { reg: to, loc }, &mut insts);
    inserted.extend(insts.into_iter().map(|inst| (read.before(), inst)));
    to
}
