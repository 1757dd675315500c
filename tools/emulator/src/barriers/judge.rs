//! Who waits at which barrier in which instance, and who got past it.
//!
//! Of lanes that get past a barrier round after round, the span of rounds is kept; other spans go to a history that is
//! bounded: what is older than [`HISTORY`] spans of a warp is forgotten, and then not told.

use super::plan::{Plan, Way};
use crate::lanes::{add_one, lanes, set};

/// Most spans of rounds that a warp's history keeps.
const HISTORY: usize = 4096;

/// A thread that waits at a barrier, and another that will not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Code position of the barrier.
    pub barrier: u32,
    /// Warp and lane of who waits.
    pub waits: (u32, u32),
    /// Warp and lane of who got past.
    pub past: (u32, u32),
    /// Code position of the block that shows it.
    pub by: u32,
    /// All lanes of a warp must come, not all threads of the block.
    pub of_warp: bool,
    /// They are in the same round of cycles around.
    pub rounds: bool,
}

/// Lanes of a warp that wait at a barrier.
#[derive(Clone, Debug)]
struct Waiting {
    site: u32,
    warp: u32,
    mask: u32,
    /// The instance: header counts, outermost first.
    at: Vec<u32>,
}

/// Rounds that a lane got past a barrier in, and are over.
#[derive(Clone, Debug)]
struct Span {
    lane: u32,
    outer: Vec<u32>,
    rounds: (u32, u32),
    by: u32,
}

/// What the lanes of a warp got past on one way.
#[derive(Clone, Debug)]
struct Past {
    /// Lanes that did.
    mask: u32,
    /// The block that shows it, by lane.
    by: [u32; 32],
    /// Header counts but the innermost cycle's, outermost first.
    outer: Vec<[u32; 32]>,
    /// The rounds of the innermost cycle.
    first: [u32; 32],
    last: [u32; 32],
    history: Vec<Span>,
}

/// The judge of one block of threads.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    warps: usize,
    /// Header counts, by warp and counter.
    counts: Vec<[u32; 32]>,
    waiting: Vec<Waiting>,
    /// By way and warp.
    past: Vec<Past>,
}

impl Judge {
    /// Begins a block.
    pub fn begin(&mut self, plan: &Plan, warps: usize) {
        self.warps = warps;
        self.counts.clear();
        self.counts.resize(plan.slots as usize * warps, [0; 32]);
        self.waiting.clear();
        self.past.clear();
        for way in &plan.ways {
            let past = Past {
                mask: 0,
                by: [0; 32],
                outer: vec![[0; 32]; (way.level as usize).saturating_sub(1)],
                first: [0; 32],
                last: [0; 32],
                history: Vec::new(),
            };
            self.past.extend((0..warps).map(|_| past.clone()));
        }
    }

    fn counts(&self, slot: u32, warp: u32) -> &[u32; 32] {
        &self.counts[slot as usize * self.warps + warp as usize]
    }

    /// A lane's instance, as far as these counters tell.
    fn instance(&self, slots: &[u32], warp: u32, lane: usize) -> Vec<u32> {
        slots.iter().map(|s| self.counts(*s, warp)[lane]).collect()
    }

    /// The lanes of a mask that are at an instance.
    fn having(&self, slots: &[u32], warp: u32, at: &[u32], mask: u32) -> u32 {
        let rows = slots.iter().map(|s| self.counts(*s, warp));
        rows.zip(at).fold(mask, |m, (row, n)| m & crate::lanes::having(row, *n))
    }

    /// Lanes enter a block that means something.
    pub fn entered(
        &mut self,
        plan: &Plan,
        block: u32,
        pc: u32,
        warp: u32,
        mask: u32,
    ) -> Option<Passed> {
        let entry = plan.entry(block)?;
        if let Some(slot) = entry.header {
            let at = |slot: u32| slot as usize * self.warps + warp as usize;
            add_one(&mut self.counts[at(slot)], mask);
            for inner in &entry.inner {
                set(&mut self.counts[at(*inner)], mask, 0);
            }
        }
        for &way in &entry.ways {
            if let Some(found) = self.pass(plan, way, pc, warp, mask) {
                return Some(found);
            }
        }
        None
    }

    /// Lanes get past a barrier.
    fn pass(&mut self, plan: &Plan, way: u32, pc: u32, warp: u32, mask: u32) -> Option<Passed> {
        let Way { site, level } = plan.ways[way as usize];
        let s = &plan.sites[site as usize];
        let slots = &s.slots[..level as usize];
        for x in self.waiting.iter().filter(|x| x.site == site && (s.block_wide || x.warp == warp))
        {
            let same = self.having(slots, warp, &x.at, mask);
            if same != 0 {
                return Some(Passed {
                    barrier: s.pc,
                    waits: (x.warp, x.mask.trailing_zeros()),
                    past: (warp, same.trailing_zeros()),
                    by: pc,
                    of_warp: !s.block_wide,
                    rounds: level > 0,
                });
            }
        }
        let index = way as usize * self.warps + warp as usize;
        if level == 0 {
            let past = &mut self.past[index];
            set(&mut past.by, mask & !past.mask, pc);
            past.mask |= mask;
            return None;
        }
        let rows: Vec<&[u32; 32]> =
            slots.iter().map(|s| &self.counts[*s as usize * self.warps + warp as usize]).collect();
        if let Some((inner, outer)) = rows.split_last() {
            self.past[index].extend(mask, pc, outer, inner);
        }
        None
    }

    /// Lanes begin to wait at a barrier.
    pub fn waits(&mut self, plan: &Plan, pc: u32, warp: u32, mask: u32) -> Option<Passed> {
        let site = plan.site(pc)?;
        let s = &plan.sites[site as usize];
        let mut rest = mask;
        while rest != 0 {
            let at = self.instance(&s.slots, warp, rest.trailing_zeros() as usize);
            let group = self.having(&s.slots, warp, &at, rest);
            rest &= !group;
            for &way in &s.ways {
                let level = plan.ways[way as usize].level as usize;
                for w in 0..self.warps as u32 {
                    if !s.block_wide && w != warp {
                        continue;
                    }
                    let past = &self.past[way as usize * self.warps + w as usize];
                    let others = if w == warp { !group } else { !0 };
                    if let Some((lane, by)) = past.at(&at[..level], others) {
                        return Some(Passed {
                            barrier: pc,
                            waits: (warp, group.trailing_zeros()),
                            past: (w, lane),
                            by,
                            of_warp: !s.block_wide,
                            rounds: level > 0,
                        });
                    }
                }
            }
            self.waiting.push(Waiting { site, warp, mask: group, at });
        }
        None
    }

    /// Two lanes of a warp that wait at one barrier in different instances, if there are any.
    pub fn apart(&self, plan: &Plan, pc: u32, warp: u32, mask: u32) -> Option<(u32, u32)> {
        let s = &plan.sites[plan.site(pc)? as usize];
        if !s.compares || mask == 0 {
            return None;
        }
        let first = mask.trailing_zeros();
        let at = self.instance(&s.slots, warp, first as usize);
        let other = mask & !self.having(&s.slots, warp, &at, mask);
        (other != 0).then(|| (first, other.trailing_zeros()))
    }

    /// Lanes go on from a barrier.
    pub fn goes_on(&mut self, plan: &Plan, pc: u32, warp: u32, mask: u32) {
        let Some(site) = plan.site(pc) else { return };
        for x in self.waiting.iter_mut().filter(|x| x.site == site && x.warp == warp) {
            x.mask &= !mask;
        }
        self.waiting.retain(|x| x.mask != 0);
    }

    /// All lanes of a warp that are `alive` meet at a barrier, and all threads of the block where `block_wide`. None of
    /// them comes to a barrier in an instance that it got past it in.
    pub fn met(&mut self, plan: &Plan, warp: u32, alive: u32, block_wide: bool) {
        for (way, w) in plan.ways.iter().enumerate() {
            if block_wide || !plan.sites[w.site as usize].block_wide {
                self.past[way * self.warps + warp as usize].forget(alive);
            }
        }
    }
}

impl Past {
    /// Lanes get past in a round.
    fn extend(&mut self, mask: u32, pc: u32, outer: &[&[u32; 32]], inner: &[u32; 32]) {
        for l in lanes(mask) {
            let known = self.mask >> l & 1 == 1;
            let around = self.outer.iter().zip(outer).all(|(a, b)| a[l] == b[l]);
            if known && around && (inner[l] == self.last[l] || inner[l] == self.last[l] + 1) {
                self.last[l] = inner[l];
                continue;
            }
            if known {
                if self.history.len() == HISTORY {
                    self.history.drain(..HISTORY / 2);
                }
                self.history.push(Span {
                    lane: l as u32,
                    outer: self.outer.iter().map(|row| row[l]).collect(),
                    rounds: (self.first[l], self.last[l]),
                    by: self.by[l],
                });
            }
            for (row, now) in self.outer.iter_mut().zip(outer) {
                row[l] = now[l];
            }
            (self.first[l], self.last[l], self.by[l]) = (inner[l], inner[l], pc);
        }
        self.mask |= mask;
    }

    /// A lane that got past in an instance, and the block that shows it.
    fn at(&self, at: &[u32], mask: u32) -> Option<(u32, u32)> {
        let mask = mask & self.mask;
        let Some((&inner, outer)) = at.split_last() else {
            return (mask != 0).then(|| mask.trailing_zeros()).map(|l| (l, self.by[l as usize]));
        };
        let here = |l: &usize| {
            self.outer.iter().zip(outer).all(|(row, n)| row[*l] == *n)
                && (self.first[*l]..=self.last[*l]).contains(&inner)
        };
        if let Some(l) = lanes(mask).find(here) {
            return Some((l as u32, self.by[l]));
        }
        let then = |s: &&Span| {
            mask >> s.lane & 1 == 1
                && s.outer == outer
                && (s.rounds.0..=s.rounds.1).contains(&inner)
        };
        self.history.iter().find(then).map(|s| (s.lane, s.by))
    }

    /// Forgets what lanes got past.
    fn forget(&mut self, lanes: u32) {
        self.mask &= !lanes;
        self.history.retain(|s| lanes >> s.lane & 1 == 0);
    }
}
