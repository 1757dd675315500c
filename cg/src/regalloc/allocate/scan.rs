//! One linear scan: which ranges go to their homes.
//!
//! Idea: ranges are met by their begins. Where those that live together take more than there is, one of them goes: that which ends last, or the one whose home
//! is the cheapest for what it frees ([`Homes::price`]). What was made to fetch something stays.
//! Source: Poletto and Sarkar, "Linear Scan Register Allocation" (TOPLAS 1999).
//! Cost: the ranges times those that live together.

use super::homes::Homes;
use super::intervals::{Interval, intervals, place};
use crate::lir::{Function, Reg};
use optx_whirl::Loc;

/// The registers that go; the place in the source of an instruction for which there are too few. Registers from `first_made` on stay.
pub(super) fn scan(
    f: &Function,
    homes: &Homes,
    limit: u32,
    first_made: usize,
) -> Result<Vec<Reg>, Loc> {
    let mut active: Vec<Interval> = Vec::new();
    let (mut used, mut chosen) = (0, Vec::new());
    for interval in intervals(f) {
        active.retain(|other| {
            let lives = other.end >= interval.start;
            used -= if lives { 0 } else { other.units };
            lives
        });
        used += interval.units;
        active.push(interval);
        while used > limit {
            let may_go =
                |other: &Interval| other.reg.index() < first_made && homes.may_go(other.reg);
            let candidates = active.iter().enumerate().filter(|(_, other)| may_go(other));
            let best = candidates.min_by_key(|(_, other)| {
                let last = std::cmp::Reverse(other.end);
                (homes.price(other), last, other.reg)
            });
            let Some((k, _)) = best else {
                let at = place(f, interval.start);
                return Err(at.map_or(Loc::NONE, |at| f.inst_at(at).loc));
            };
            let gone = active.remove(k);
            used -= gone.units;
            chosen.push(gone.reg);
        }
    }
    Ok(chosen)
}
