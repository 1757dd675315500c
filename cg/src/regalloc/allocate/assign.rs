//! Ranges that fit get the registers that there are, and no register has a number that it need not have.
//!
//! Idea: a range takes the lowest units that are free; a register of PTX is one of a class and of one or two units.
//! Legality: two ranges that meet have no unit in common.
//! Cost: the ranges times the units.

use super::intervals::intervals;
use crate::lir::{Function, Place, Reg, RegClass};
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;

/// The units of a register.
type Units = SmallVec<[u32; 2]>;

/// Gives every range its register.
pub(super) fn assign(f: &mut Function) {
    let mut named: Map<(RegClass, Units), Reg> = Map::default();
    let mut of: Map<Reg, Reg> = Map::default();
    // By unit, the last place at which it is taken.
    let mut taken: Vec<Option<u32>> = Vec::new();
    for interval in intervals(f) {
        let mut units = Units::new();
        for unit in 0.. {
            if units.len() == interval.units as usize {
                break;
            }
            if taken.len() == unit {
                taken.push(None);
            }
            if taken[unit].is_none_or(|end| end < interval.start) {
                taken[unit] = Some(interval.end);
                units.push(unit as u32);
            }
        }
        let class = f.class(interval.reg);
        let reg = *named.entry((class, units)).or_insert_with(|| f.new_reg(class, None));
        of.insert(interval.reg, reg);
    }
    let name = |reg: Reg| of.get(&reg).copied().unwrap_or(reg);
    let places: Vec<Place> = f
        .blocks()
        .flat_map(|(block, b)| (0..b.insts.len()).map(move |index| Place { block, index }))
        .collect();
    places.into_iter().for_each(|at| f.rename(at, name));
    f.renumber();
}
