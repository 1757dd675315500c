//! A value that was fetched stays for the next instruction of its block that reads it, where registers are free until then.
//!
//! Idea: once all fits, each two instructions of a block that follow each other in naming a register that has gone are looked at: where no place between them is full, the
//! second takes the register of the first, and its fetching goes. What saves most comes first, then what lies nearest. What was fetched for an instruction that has gone
//! since goes too. It is the same for all allocators.
//! Source: the second chance of Traub, Holloway and Smith, "Quality and Speed in Linear-scan Register Allocation" (PLDI 1998), within blocks.
//! Legality: behind an instruction the register that it has in the place of one that has gone holds what that would hold, until another names that, which is the next.
//! Cost: the instructions, and for each two of them the places between.

use super::intervals::intervals;
use crate::lir::{Function, InstId, Place, Reg};
use optx_whirl::fixed_hash::{Map, Set};
use smallvec::SmallVec;

/// What an instruction has in the place of a register that has gone.
#[derive(Clone, Debug)]
pub(super) struct Fetched {
    /// That register.
    pub(super) reg: Reg,
    /// What it has for it.
    pub(super) own: Reg,
    /// What fetches it; none where it is written alone.
    pub(super) insts: SmallVec<[InstId; 4]>,
    /// About what that costs.
    pub(super) price: u64,
    /// The counter of its rule.
    pub(super) counter: &'static str,
}

/// By instruction, what it has.
pub(super) type OfInsts = Map<InstId, SmallVec<[Fetched; 2]>>;

/// Two instructions that follow each other in naming a register.
struct Two<'a> {
    first: Reg,
    second: &'a Fetched,
    /// The places between, in the numbers of intervals.
    between: std::ops::Range<usize>,
    units: u32,
}

/// Where no more than so many registers are taken; the counters of what goes.
pub(super) fn run(f: &mut Function, of: &OfInsts, limit: u32) -> Vec<&'static str> {
    let (mut ranges, mut taken) = (Map::default(), Vec::new());
    for range in intervals(f) {
        if taken.len() <= range.end as usize {
            taken.resize(range.end as usize + 1, 0);
        }
        taken[range.start as usize..=range.end as usize].iter_mut().for_each(|n| *n += range.units);
        ranges.insert(range.reg, range);
    }
    let (mut standing, mut twos) = (Set::default(), Vec::new());
    for (_, block) in f.blocks() {
        let mut last: Map<Reg, Reg> = Map::default();
        for inst in &block.insts {
            standing.insert(inst.id());
            for second in of.get(&inst.id()).into_iter().flatten() {
                let Some(first) = last.insert(second.reg, second.own) else { continue };
                let (Some(from), Some(to)) = (ranges.get(&first), ranges.get(&second.own)) else {
                    continue;
                };
                if !second.insts.is_empty() && from.end < to.start {
                    let between = from.end as usize + 1..to.start as usize;
                    twos.push(Two { first, second, between, units: to.units });
                }
            }
        }
    }
    let lost = |(inst, has): (&InstId, &SmallVec<[Fetched; 2]>)| {
        let is_lost = !standing.contains(inst);
        has.iter().filter(|_| is_lost).cloned().collect::<Vec<_>>()
    };
    let lost: Vec<Fetched> = of.iter().flat_map(lost).collect();
    let (mut gone, mut counters): (Set<InstId>, _) = (Set::default(), Vec::new());
    let mut goes = |fetched: &Fetched| {
        gone.extend(fetched.insts.iter().copied());
        if !fetched.insts.is_empty() {
            counters.push(fetched.counter);
        }
    };
    lost.iter().for_each(&mut goes);
    twos.sort_by_key(|two| {
        (std::cmp::Reverse(two.second.price), two.between.len(), two.second.own)
    });
    let mut names: Map<Reg, Reg> = Map::default();
    for Two { first, second, between, units } in twos {
        let places = &mut taken[between];
        if places.iter().all(|n| n + units <= limit) {
            places.iter_mut().for_each(|n| *n += units);
            names.insert(second.own, first);
            goes(second);
        }
    }
    f.remove_all(&gone);
    rename(f, &names);
    counters
}

/// Gives each register the name of the first of those that it follows.
fn rename(f: &mut Function, names: &Map<Reg, Reg>) {
    if names.is_empty() {
        return;
    }
    let name = |mut reg: Reg| {
        while let Some(&first) = names.get(&reg) {
            reg = first;
        }
        reg
    };
    let places: Vec<Place> = f
        .blocks()
        .flat_map(|(block, b)| (0..b.insts.len()).map(move |index| Place { block, index }))
        .collect();
    places.into_iter().for_each(|at| f.rename(at, name));
}
