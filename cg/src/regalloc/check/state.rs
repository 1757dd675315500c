//! What registers hold at a point, and what is left of it where leaves get other numbers: where ways meet, and where an instruction runs again.

use super::values::{Leaf, Site, ValueId, Values};
use crate::lir::Reg;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What registers of both functions hold at a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// By old register.
    pub(super) old: Vec<ValueId>,
    /// By new register, slots among them; None where that is not known.
    pub(super) new: Vec<Option<ValueId>>,
    /// By new register: a slot of a warp that a lane may yet read or write.
    pub(super) touched: Vec<bool>,
    /// Values that are one for the warp, as states told of them where all of its lanes came: lanes may end, but what a leaf names stays.
    pub(super) of_warp: BTreeSet<ValueId>,
}

impl State {
    /// True for one value for the warp, by its form or by what was told of it.
    pub(super) fn is_uniform(&self, values: &Values, value: ValueId) -> bool {
        values.is_uniform(value) || self.of_warp.contains(&value)
    }
}

/// What has been said of registers at a place before: what is a leaf of its own stays one, so that there is an end.
#[derive(Clone, Default)]
pub(super) struct Settled {
    own: HashSet<Reg>,
    last: HashMap<Reg, ValueId>,
    /// How often one was no leaf any more.
    returns: HashMap<Reg, u8>,
}

/// So often a register that was a leaf of its own, while a loop inside was not settled, may be one value on all ways after all.
pub(super) const MOST_RETURNS: u8 = 3;

impl Settled {
    /// Takes back that a register is a leaf of its own, unless that was done too often for there to be an end.
    fn returns(&mut self, reg: Reg) -> bool {
        let returns = self.returns.entry(reg).or_default();
        let may = *returns < MOST_RETURNS;
        if may {
            *returns += 1;
            self.own.remove(&reg);
            self.last.remove(&reg);
        }
        may
    }
}

/// A place where leaves get numbers.
pub(super) struct Binding<'a> {
    pub(super) site: Site,
    /// The leaf of an old register, its bits, and whether it is one value for a warp.
    pub(super) leaf: &'a dyn Fn(Reg) -> (Leaf, u32, bool),
}

/// An old register that is a leaf of its own, with what it was on each way.
struct Own {
    ways: Vec<ValueId>,
    leaf: ValueId,
}

impl Binding<'_> {
    /// The state where some ways meet.
    pub(super) fn meet(
        &self,
        values: &mut Values,
        regs: impl Iterator<Item = Reg>,
        ways: &[&State],
        settled: &mut Settled,
    ) -> State {
        let Some(first) = ways.first() else {
            return State::default();
        };
        let mut own: Vec<Own> = Vec::new();
        let mut old = Vec::with_capacity(first.old.len());
        for reg in regs {
            let on_ways: Vec<ValueId> = ways.iter().map(|way| way.old[reg.index()]).collect();
            if settled.own.contains(&reg) && self.stays(values, &on_ways) {
                settled.returns(reg);
            }
            let before = settled.last.get(&reg).copied();
            let found = match settled.own.contains(&reg) {
                true => None,
                false if before.is_none() && self.stays(values, &on_ways) => Some(on_ways[0]),
                false => {
                    let found = self.beside(values, &own, &on_ways);
                    found.filter(|found| before.is_none_or(|before| before == *found))
                }
            };
            let value = match found {
                Some(found) => {
                    if found != on_ways[0] || !self.stays(values, &on_ways) {
                        settled.last.insert(reg, found);
                    }
                    found
                }
                None => {
                    settled.own.insert(reg);
                    let (leaf, bits, is_uniform) = (self.leaf)(reg);
                    let leaf = values.leaf(&leaf, bits, is_uniform);
                    own.push(Own { ways: on_ways, leaf });
                    leaf
                }
            };
            old.push(value);
        }
        // Who holds on all ways what the old register of its name holds does so behind the meeting.
        let same = |k: usize| ways.iter().all(|way| way.new[k] == way.old.get(k).copied());
        let new = |k: usize| match old.get(k).filter(|_| same(k)) {
            Some(&value) => Some(value),
            None => self.new_register(values, &own, ways, k),
        };
        let new = (0..first.new.len()).map(new).collect();
        let touched = (0..first.touched.len()).map(|k| ways.iter().any(|way| way.touched[k]));
        let is_told = |value: &ValueId| {
            ways.iter().all(|way| way.of_warp.contains(value))
                && !values.is_bound_at(*value, self.site)
        };
        let of_warp = first.of_warp.iter().copied().filter(is_told).collect();
        State { old, new, touched: touched.collect(), of_warp }
    }

    fn new_register(
        &self,
        values: &mut Values,
        own: &[Own],
        ways: &[&State],
        k: usize,
    ) -> Option<ValueId> {
        let on_ways: Vec<ValueId> = ways.iter().map(|way| way.new[k]).collect::<Option<_>>()?;
        // What an old register is behind the meeting goes before what it was.
        if let Some(same) = own.iter().find(|own| own.ways == on_ways) {
            return Some(same.leaf);
        }
        if self.stays(values, &on_ways) {
            return Some(on_ways[0]);
        }
        self.beside(values, own, &on_ways)
    }

    /// True for one value on all ways, over leaves that keep their numbers.
    fn stays(&self, values: &Values, ways: &[ValueId]) -> bool {
        ways.iter().all(|way| *way == ways[0]) && !values.is_bound_at(ways[0], self.site)
    }

    /// A leaf and what the value had more than its register on every way.
    fn beside(&self, values: &mut Values, own: &[Own], ways: &[ValueId]) -> Option<ValueId> {
        own.iter().find_map(|own| {
            if values.are_too_many() || values.bits(own.leaf) != values.bits(ways[0]) {
                return None;
            }
            let more = values.difference(ways[0], own.ways[0])?;
            let mut others = ways.iter().zip(&own.ways).skip(1);
            let is_one = others.all(|(&way, &own)| values.difference(way, own) == Some(more));
            if !is_one || values.is_bound_at(more, self.site) {
                return None;
            }
            values.sum(own.leaf, more)
        })
    }
}
