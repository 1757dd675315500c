//! Where what lives in slots is read: windows.
//!
//! Idea: the reads of a vector's values in one block share what was loaded as long as no place between gets too full by that; else they are loaded anew. Right behind its
//! definition a value is in its register, and is read there for as long.
//! Legality: what a window holds it was loaded in, on the one way through its block, and a value's definition stands on every way before.
//! Cost: of a block its instructions, and for each window those between its ends.

use super::candidates::{Candidate, Vector};
use crate::lir::{BlockId, Function, Place};
use crate::regalloc::pressure::Pressure;
use optx_whirl::fixed_hash::Map;

/// Reads that share what is loaded right before the first of them.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The vector, by number.
    pub(super) vector: usize,
    /// Who reads which of the vector's values.
    pub(super) reads: Vec<(Place, usize)>,
}

/// What a block's instructions hold.
struct Fill {
    /// By instruction, the units behind it, of values that did not go, and of windows.
    behind: Vec<u32>,
    most: u32,
}

impl Fill {
    fn of(f: &Function, pressure: &mut Pressure, bb: BlockId, most: u32) -> Fill {
        Fill { behind: pressure.behind(f, bb), most }
    }

    /// Holds a value of so many units behind each of some instructions, where that fits.
    fn hold(&mut self, from: usize, to: usize, units: u32) -> bool {
        let fits = self.behind[from..to].iter().all(|behind| behind + units <= self.most);
        if fits {
            self.behind[from..to].iter_mut().for_each(|behind| *behind += units);
        }
        fits
    }
}

/// Where vectors are loaded and stored.
pub(super) struct Windows {
    /// Who shares what is loaded.
    pub(super) loads: Vec<Window>,
    /// By vector, the instruction behind which all of it is stored, if that is one.
    pub(super) stores: Vec<Option<Place>>,
}

/// So many units more than the fullest place may a place hold where that is too full anyway: the rest of a vector.
const REST: u32 = 3;

/// Those of vectors. Places may hold so many units.
pub(super) fn windows(
    f: &Function,
    vectors: &[Vector],
    candidates: &[Candidate],
    most: u32,
) -> Windows {
    let mut is_gone = vec![false; f.registers().len()];
    // By block, the vectors that are read there: place within the block, vector, value of it.
    let mut reads: Map<BlockId, Vec<(usize, usize, usize)>> = Map::default();
    for (k, vector) in vectors.iter().enumerate() {
        for (value, &candidate) in vector.values.iter().enumerate() {
            let candidate = &candidates[candidate];
            is_gone[candidate.reg.index()] = true;
            for read in &candidate.reads {
                reads.entry(read.block).or_default().push((read.index, k, value));
            }
        }
    }
    let mut pressure = Pressure::without(f, |reg| is_gone[reg.index()]);
    let fullest = pressure.peak_among(f, |bb| reads.contains_key(&bb));
    let most = most.max(fullest.map_or(0, |peak| peak.units + REST));
    let mut fills: Map<BlockId, Fill> = Map::default();
    let mut loads = Vec::new();
    for bb in f.layout() {
        let Some(mut list) = reads.remove(&bb) else { continue };
        list.sort_unstable();
        let fill = fills.entry(bb).or_insert_with(|| Fill::of(f, &mut pressure, bb, most));
        let mut block = Block { fill, open: Map::default(), held: Map::default() };
        for (index, k, value) in list {
            let candidate = &candidates[vectors[k].values[value]];
            let units = candidate.units(f);
            let read = Read { place: Place { block: bb, index }, vector: k, value, units };
            let is_own = candidate.made.block == bb && candidate.made.index < index;
            if is_own && block.is_kept(read, candidate.made.index) {
                continue;
            }
            loads.extend(block.read(read));
        }
        let mut rest: Vec<Window> = block.open.into_values().collect();
        rest.sort_by_key(|window| window.vector);
        loads.extend(rest);
    }
    let stores = vectors.iter().map(|vector| {
        let mut of = vector.values.iter().map(|&k| &candidates[k]);
        let last = of.clone().map(|candidate| candidate.made).max_by_key(|made| made.index)?;
        let is_near = of.clone().all(|candidate| candidate.made.block == last.block);
        let bb = is_near.then_some(last.block)?;
        let fill = fills.entry(bb).or_insert_with(|| Fill::of(f, &mut pressure, bb, most));
        of.all(|made| fill.hold(made.made.index, last.index, made.units(f))).then_some(last)
    });
    Windows { stores: stores.collect(), loads }
}

/// Who reads a vector's value.
#[derive(Clone, Copy)]
struct Read {
    place: Place,
    vector: usize,
    value: usize,
    units: u32,
}

/// A block on the way to its windows.
struct Block<'a> {
    fill: &'a mut Fill,
    /// By vector, the window that reads may still join.
    open: Map<usize, Window>,
    /// By vector and value, where it was read last, and whether out of the register that it was made in.
    held: Map<(usize, usize), (usize, bool)>,
}

impl Block<'_> {
    /// True where the register that the value was made in is still held, and may be.
    fn is_kept(&mut self, read: Read, made: usize) -> bool {
        let Read { place, vector, value, units } = read;
        let (from, is_own) = self.held.get(&(vector, value)).copied().unwrap_or((made, true));
        let is_kept = is_own && self.fill.hold(from, place.index, units);
        if is_kept {
            self.held.insert((vector, value), (place.index, true));
        } else if is_own {
            self.held.insert((vector, value), (place.index, false));
        }
        is_kept
    }

    /// Adds a read to the vector's window, or begins one; then the one before is done.
    fn read(&mut self, read: Read) -> Option<Window> {
        let Read { place, vector, value, units } = read;
        let begin = self.open.get(&vector).and_then(|window| Some(window.reads.first()?.0.index));
        let last =
            self.held.get(&(vector, value)).filter(|(at, is_own)| !is_own && Some(*at) >= begin);
        let from = last.map(|(at, _)| *at).filter(|at| *at < place.index).or(begin);
        self.held.insert((vector, value), (place.index, false));
        if let (Some(window), Some(from)) = (self.open.get_mut(&vector), from)
            && self.fill.hold(from, place.index, units)
        {
            window.reads.push((place, value));
            return None;
        }
        self.open.insert(vector, Window { vector, reads: vec![(place, value)] })
    }
}
