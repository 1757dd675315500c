//! Which values of a full place go, in which vectors, and whether that is cheaper than what ptxas would do.
//!
//! Idea: ptxas would spill the cheapest of what lives there, a load for each block that reads a value, and a store for each that writes it, by how often they run, until the rest
//! fits. Slots cost a load for each [window](super::windows), a store for each value, and what adds what values have of the thread's index. Of what may
//! go the cheapest do, until the function is within its limit; those that are read next to each other are one vector.
//! Legality: none is asked for here; [`super::candidates`] says what may go.
//! Cost: of a place what lives there, with its reads.

use super::candidates::{Candidate, Known, VECTOR, Vector, candidates};
use super::windows::{Windows, windows};
use crate::lir::{BlockId, Function, Place, Reg, RegClass};
use crate::regalloc::limit::Limit;
use crate::regalloc::pressure::{Peak, Pressure};
use optx_whirl::fixed_hash::Set;
use optx_wopt::analysis::pressure::units_of;
use std::cmp::Reverse;

/// What an access costs, and an instruction that computes.
const ACCESS: u64 = 4;
const COMPUTED: u64 = 1;
/// Slots have to cost no more than so many tenths of spills.
const TENTHS: u64 = 9;
/// With fewer units than these beyond what fits by the estimate ptxas gets along: it orders anew, and has registers of the warp for what it finds to be one for that.
const LEAST: u32 = 24;
/// What finds the warp's slots takes a register.
const BASE: u32 = 1;

/// What there is for slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The bytes that are left of a warp's.
    pub(super) left: u64,
    /// Registers from here on were made for slots.
    pub(super) first: usize,
}

/// What goes.
pub(super) struct Choice {
    pub(super) candidates: Vec<Candidate>,
    pub(super) vectors: Vec<Vector>,
    pub(super) windows: Windows,
}

impl Choice {
    /// At a place; none where ptxas is left to do what it does.
    pub(super) fn of(
        f: &Function,
        pressure: &mut Pressure,
        peak: &Peak,
        limit: Limit,
        room: Room,
    ) -> Option<Choice> {
        let excess = peak.units.saturating_sub(units_of(limit.registers));
        if excess < LEAST {
            return None;
        }
        let known = Known::of(f);
        let candidates = candidates(f, pressure, peak, &known, room.first);
        if candidates.is_empty() {
            return None;
        }
        let spilled = Spilled::of(f, pressure, peak, &known);
        let chosen = cheapest(f, &candidates, excess, room.left);
        let vectors = vectors(f, &candidates, chosen, f.block(peak.place.block).depth);
        let windows = windows(f, &vectors, &candidates, units_of(limit.registers));
        // Where several blocks of a loop, or several loops, read the same, ptxas finds better.
        if windows.loads.len() * 4 > vectors.len() * 5 {
            return None;
        }
        let gone = vectors.iter().flat_map(|vector| &vector.values);
        let gone: Set<Reg> = gone.map(|&value| candidates[value].reg).collect();
        let units: u32 = gone.iter().map(|&reg| pressure.weights().get(f, reg)).sum();
        // Spills beside slots are dearer than spills alone.
        if units < excess {
            return None;
        }
        // Who is loaded is held beside the others of the vector.
        let left = (excess + BASE + 2).saturating_sub(units);
        let with = price(f, &candidates, &vectors, &windows)
            + spilled.price(left, |reg| gone.contains(&reg));
        let without = spilled.price(excess, |_| false);
        (with * 10 <= without * TENTHS).then_some(Choice { candidates, vectors, windows })
    }
}

/// How often the blocks of some places run, each once.
fn runs(f: &Function, places: &[Place]) -> u64 {
    let blocks: Set<BlockId> = places.iter().map(|place| place.block).collect();
    blocks.iter().map(|&bb| f.block(bb).often()).sum()
}

/// What ptxas would spill of a place: what it costs, the cheapest for its units first.
struct Spilled(Vec<(u64, u32, Reg)>);

impl Spilled {
    fn of(f: &Function, pressure: &Pressure, peak: &Peak, known: &Known) -> Spilled {
        let of = |reg: Reg| {
            let lists = [&known.mentions.reads, &known.mentions.writes];
            let [reads, writes] = lists.map(|of| runs(f, of.list(reg.index())));
            (ACCESS * (reads + writes), pressure.weights().get(f, reg), reg)
        };
        let mut all: Vec<_> = pressure.live_at(f, peak.place).into_iter().map(of).collect();
        all.sort_by_key(|&(price, units, reg)| (price * 2 / u64::from(units.max(1)), reg));
        Spilled(all)
    }

    /// What it costs to spill so many units of what does not go.
    fn price(&self, excess: u32, is_gone: impl Fn(Reg) -> bool) -> u64 {
        let (mut left, mut sum) = (excess, 0);
        for &(price, units, _) in self.0.iter().filter(|(_, _, reg)| !is_gone(*reg)) {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(units);
            sum += price;
        }
        sum
    }
}

/// The cheapest candidates that free so many units, in whole vectors, and have room, by their numbers.
fn cheapest(f: &Function, candidates: &[Candidate], units: u32, room: u64) -> Vec<usize> {
    let price = |candidate: &Candidate| {
        let access = runs(f, &candidate.reads);
        let computed: u64 = candidate.reads.iter().map(|read| f.block(read.block).often()).sum();
        ACCESS * access / 4 + COMPUTED * computed * candidate.affine.parts().count() as u64
    };
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&k| (price(&candidates[k]), candidates[k].reg));
    let (mut freed, mut taken) = (0, 0);
    order.retain(|&k| {
        let bytes = candidates[k].bytes(f);
        let is_wanted = freed < u64::from(units) || taken % VECTOR != 0;
        let is_chosen = is_wanted && taken + bytes <= room / VECTOR * VECTOR;
        if is_chosen {
            freed += bytes.div_ceil(4);
            taken += bytes;
        }
        is_chosen
    });
    order
}

/// Vectors of what is read next to each other in the loop; whole ones come first, so that all are aligned.
fn vectors(
    f: &Function,
    candidates: &[Candidate],
    mut chosen: Vec<usize>,
    depth: u32,
) -> Vec<Vector> {
    let numbers = f.layout_numbers();
    let first = |&k: &usize| {
        let reads = candidates[k].reads.iter().filter(|read| f.block(read.block).depth >= depth);
        reads.map(|read| (numbers[read.block.index()], read.index)).min()
    };
    chosen.sort_by_key(|k| (first(k), *k));
    let mut found = Vec::new();
    for class in [RegClass::F32, RegClass::B32, RegClass::B64, RegClass::F64] {
        let of = chosen.iter().copied().filter(|&k| f.class(candidates[k].reg) == class);
        let of: Vec<usize> = of.collect();
        let width = if matches!(class, RegClass::F32 | RegClass::B32) { 4 } else { 2 };
        // One alone is no better than a spill.
        let several = of.chunks(width).filter(|values| values.len() > 1);
        found.extend(several.map(|values| Vector { values: values.to_vec() }));
    }
    let bytes =
        |vector: &Vector| vector.values.iter().map(|&k| candidates[k].bytes(f)).sum::<u64>();
    found.sort_by_key(|vector| Reverse(bytes(vector)));
    found
}

/// What slots cost.
fn price(f: &Function, candidates: &[Candidate], vectors: &[Vector], windows: &Windows) -> u64 {
    let mut sum = 0;
    for window in &windows.loads {
        let Some((first, _)) = window.reads.first() else { continue };
        sum += ACCESS * f.block(first.block).often();
        let values: Set<usize> = window.reads.iter().map(|(_, value)| *value).collect();
        for value in values {
            let candidate = &candidates[vectors[window.vector].values[value]];
            let parts = candidate.affine.parts().count() as u64;
            sum += COMPUTED * parts * f.block(first.block).often();
        }
    }
    for (vector, place) in vectors.iter().zip(&windows.stores) {
        let of = vector.values.iter().map(|&k| ACCESS * f.block(candidates[k].made.block).often());
        sum += place.map_or_else(|| of.sum(), |at| ACCESS * f.block(at.block).often());
    }
    sum
}
