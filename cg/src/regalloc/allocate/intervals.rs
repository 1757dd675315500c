//! Whole live ranges: from the first place of the text at which a register lives to the last.
//!
//! Source: Poletto and Sarkar, "Linear Scan Register Allocation" (TOPLAS 1999).
//! Cost: the instructions, and the live ranges in blocks.

use crate::lir::liveness::for_each_live;
use crate::lir::pressure::units;
use crate::lir::{Function, Op, Place, Reg};

/// A live range. An instruction reads at an even number and writes at the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// Whose.
    pub(super) reg: Reg,
    /// The first place.
    pub(super) start: u32,
    /// The last place.
    pub(super) end: u32,
    /// The registers of 32 bits that it takes.
    pub(super) units: u32,
}

/// Those of all registers that take any, the first begin first.
pub(super) fn intervals(f: &Function) -> Vec<Interval> {
    let mut found: Vec<Option<(u32, u32)>> = vec![None; f.registers().len()];
    let mut lives = |reg: Reg, at: u32| {
        let (start, end) = found[reg.index()].get_or_insert((at, at));
        (*start, *end) = (at.min(*start), at.max(*end));
    };
    // By block, where it begins and ends.
    let mut ends = vec![(0, 0); f.block_count()];
    let mut now = 0;
    for (bb, block) in f.blocks() {
        let begin = now;
        for inst in &block.insts {
            f.for_each_read(inst, |reg| lives(reg, now));
            // A text of several instructions may write before it has read all.
            let written = if matches!(inst.op, Op::Asm(_)) { now } else { now + 1 };
            f.defs(inst).for_each(|reg| lives(reg, written));
            f.defs(inst).for_each(|reg| lives(reg, now + 1));
            now += 2;
        }
        ends[bb.index()] = (begin, now.saturating_sub(1).max(begin));
    }
    for_each_live(
        f,
        |reg| units(f, reg) > 0,
        |live| {
            let (begin, end) = ends[live.block.index()];
            live.among(live.at_begin).for_each(|reg| lives(reg, begin));
            live.among(live.at_end).for_each(|reg| lives(reg, end));
        },
    );
    let of = |reg: Reg| {
        let (start, end) = found[reg.index()]?;
        let units = units(f, reg);
        (units > 0).then_some(Interval { reg, start, end, units })
    };
    let mut list: Vec<Interval> = f.registers().filter_map(of).collect();
    list.sort_by_key(|interval| (interval.start, interval.end, interval.reg));
    list
}

/// The instruction at a number.
pub(super) fn place(f: &Function, number: u32) -> Option<Place> {
    let mut left = number as usize / 2;
    for (block, b) in f.blocks() {
        if left < b.insts.len() {
            return Some(Place { block, index: left });
        }
        left -= b.insts.len();
    }
    None
}
