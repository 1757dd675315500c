//! Whether warps come whole to blocks of code: at each instance all lanes that live come, or none.
//!
//! *Idea.* Lanes come one after the other, in any order, so an instance is judged when nobody can come to it any more: each lane of the warp
//! has come or has left the kernel. A lane that left without having come is at fault if it *lived on*: the last that it did is not known to be before the
//! last arrival, and when it left the instance did not lie ahead of it any more. Jumps that are always taken, exits, and to wait for others are nothing.
//! So it does not matter who ran first: a lane that is late and leaves on its way to the instance is not at fault, and one
//! that went another way and did something there is, be it that it was done early in this run.
//!
//! *Before.* What orders lanes is a barrier of the block without a count, or an instruction for all lanes of the warp: what a lane did before is before whatever
//! those do that go on behind it. An order by what memory holds is not seen.
//!
//! *Ahead.* A lane that did its last in block J is compared with an instance of block B by the header counts of the cycles around both, outermost
//! first: where it is behind in one, B is ahead of it, where it is before, B is not. Where all agree B is ahead if J leads to it without the
//! header of the innermost of them; where no cycle is around both, if J leads to it.
//!
//! *Cost.* A mask for each instance that some living lane has not come to, [`MOST_OPEN`] at most in all blocks under way. Where one has no
//! room, its warp takes no new ones until the block ends, and what is not judged is counted as unchecked. A warp none of whose lanes has left and that comes
//! whole costs one comparison.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use super::lanes::{lanes, set};
use super::record::Mix;
use crate::barriers::leaving::{cycles, leaves};
use crate::lower::program::Program;
use crate::observe::Moment;
use crate::op::Op;

/// Most instances that some living lane has not come to, of the blocks under way together.
pub const MOST_OPEN: usize = 1 << 18;

/// What is claimed of blocks of code.
#[derive(Clone, Debug, Default)]
pub struct WholePlan {
    /// By block of code: the claims. Empty where there are none at all.
    claims: Vec<Vec<u32>>,
    /// By block of code: the cycles around, outermost first.
    cycles: Vec<Vec<u32>>,
    /// By block of code: lanes do nothing there but end, or go on.
    does_nothing: Vec<bool>,
    /// By warp: the lanes that exist.
    exists: Vec<u32>,
}

impl WholePlan {
    /// Adds a claim of a block of code. `exists` is, by warp, which lanes there are.
    pub fn add(
        &mut self,
        p: &Program,
        code_block: u32,
        claim: u32,
        exists: impl Iterator<Item = u32>,
    ) {
        if self.claims.is_empty() {
            let outermost_first = |b: u32| {
                let mut list: Vec<u32> = cycles(p, b).collect();
                list.reverse();
                list
            };
            let blocks = 0..p.blocks.len() as u32;
            self.claims = vec![Vec::new(); p.blocks.len()];
            self.cycles = blocks.clone().map(outermost_first).collect();
            self.does_nothing = blocks.map(|b| leaves(p, b)).collect();
            self.exists = exists.collect();
        }
        self.claims[code_block as usize].push(claim);
    }

    /// Whether nothing is claimed.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    fn exists(&self, warp: u32) -> u32 {
        self.exists.get(warp as usize).copied().unwrap_or(0)
    }

    /// The claims of a block of code.
    pub fn claims(&self, code_block: u32) -> &[u32] {
        self.claims.get(code_block as usize).map_or(&[], Vec::as_slice)
    }
}

/// An instance that some living lane has not come to.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The lanes that came.
    came: u32,
    /// The last meeting that one of them had gone through.
    met: u64,
}

/// An instance that not all living lanes of a warp came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The block of code.
    pub code_block: u32,
    /// Header counts of the cycles around, outermost first.
    pub instance: Vec<u32>,
    /// The lanes that came.
    pub came: u32,
    /// The lanes that did not, and lived on.
    pub lived: u32,
}

/// What all warps share.
#[derive(Clone, Debug)]
pub struct Shared {
    /// How many more instances may be open.
    room: usize,
    reach: Reach,
    /// Instances that not all came to, since somebody took them.
    pub split: Vec<Split>,
}

impl Shared {
    /// Nothing is open.
    pub fn new() -> Shared {
        Shared { room: MOST_OPEN, reach: Reach::default(), split: Vec::new() }
    }
}

/// Where the lanes of a warp have come.
#[derive(Clone, Debug)]
pub struct WarpArrivals {
    /// Of each lane: the block of code in which it last did something.
    at: [u32; 32],
    /// Of each lane: how many meetings there had been when it last did something.
    did: [u64; 32],
    /// The lanes that did something since the last meeting.
    stamped: u32,
    /// Of each lane: the last meeting that it went through, from 1.
    met: [u64; 32],
    /// How many there were.
    meetings: u64,
    /// By block of code and header counts.
    open: BTreeMap<Vec<u32>, Open>,
    /// There was no room for one.
    is_full: bool,
    key: Vec<u32>,
}

impl WarpArrivals {
    /// A warp that begins.
    pub fn new() -> WarpArrivals {
        WarpArrivals {
            at: [0; 32],
            did: [0; 32],
            stamped: 0,
            met: [0; 32],
            meetings: 0,
            open: BTreeMap::new(),
            is_full: false,
            key: Vec::new(),
        }
    }

    /// Lanes enter a block of code. False: it has claims that cannot be checked, for want of room.
    pub fn enter(&mut self, plan: &WholePlan, shared: &mut Shared, at: &Moment<'_>) -> bool {
        let code_block = at.program.block_of[at.pc as usize];
        if !plan.does_nothing[code_block as usize] {
            set(&mut self.at, at.mask, code_block);
        }
        if plan.claims(code_block).is_empty() {
            return true;
        }
        let mut is_checked = true;
        let mut rest = at.mask;
        while rest != 0 {
            let group = at.beside(rest.trailing_zeros() as usize, rest);
            rest &= !group;
            is_checked &= self.arrive(plan, shared, at, group);
        }
        is_checked
    }

    /// Lanes come to one instance.
    fn arrive(
        &mut self,
        plan: &WholePlan,
        shared: &mut Shared,
        at: &Moment<'_>,
        group: u32,
    ) -> bool {
        let code_block = at.program.block_of[at.pc as usize];
        let (alive, exists) = (at.alive(), plan.exists(at.warp));
        if group == exists {
            return true;
        }
        let lane = group.trailing_zeros() as usize;
        self.key.clear();
        self.key.push(code_block);
        self.key.extend(plan.cycles[code_block as usize].iter().map(|&c| at.entered(c, lane)));
        let met = lanes(group).fold(0, |last, l| last.max(self.met[l]));
        let known = self.open.get(&self.key);
        if known.is_none() && self.is_full {
            return false;
        }
        let open = match known {
            Some(open) => Open { came: open.came | group, met: open.met.max(met) },
            None => Open { came: group, met },
        };
        let is_new = known.is_none();
        if alive & !open.came == 0 {
            if !is_new {
                self.open.remove(&self.key);
                shared.room += 1;
            }
            let lived = self.lived(plan, shared, at, &self.key, open);
            shared.add(&self.key, open, lived);
        } else if !is_new {
            self.open.insert(self.key.clone(), open);
        } else if shared.room == 0 {
            self.is_full = true;
            return false;
        } else {
            shared.room -= 1;
            self.open.insert(self.key.clone(), open);
        }
        true
    }

    /// Lanes execute an instruction.
    #[inline(always)]
    pub fn act(&mut self, plan: &WholePlan, at: &Moment<'_>) {
        match at.inst().op {
            Op::Bar { .. } | Op::Warp { .. } => self.meet(plan, at),
            _ if at.mask & !self.stamped != 0 => self.stamp(at.mask & !self.stamped),
            _ => {}
        }
    }

    fn stamp(&mut self, mask: u32) {
        self.stamped |= mask;
        lanes(mask).for_each(|l| self.did[l] = self.meetings);
    }

    /// Lanes go on behind what they waited at for others.
    fn meet(&mut self, plan: &WholePlan, at: &Moment<'_>) {
        let lane = at.mask.trailing_zeros() as usize & 31;
        let waits_for_all = match at.inst().op {
            Op::Bar { threads, .. } => threads.is_none(),
            Op::Warp { mask, .. } => plan.exists(at.warp) & !at.r32(mask)[lane] == 0,
            _ => false,
        };
        if waits_for_all {
            self.meetings += 1;
            self.stamped = 0;
            lanes(at.mask).for_each(|l| self.met[l] = self.meetings);
        }
    }

    /// Lanes leave the kernel: instances that nobody can come to any more are judged.
    pub fn leave(&mut self, plan: &WholePlan, shared: &mut Shared, at: &Moment<'_>) {
        if self.open.is_empty() {
            return;
        }
        let remain = at.alive() & !at.mask;
        let mut open = std::mem::take(&mut self.open);
        open.retain(|key, open| {
            let is_open = remain & !open.came != 0;
            if !is_open {
                shared.room += 1;
                let lived = self.lived(plan, shared, at, key, *open);
                shared.add(key, *open, lived);
            }
            is_open
        });
        self.open = open;
    }

    /// The lanes that did not come to an instance and lived on; all of them have left.
    fn lived(
        &self,
        plan: &WholePlan,
        shared: &mut Shared,
        at: &Moment<'_>,
        key: &[u32],
        open: Open,
    ) -> u32 {
        let missing = lanes(plan.exists(at.warp) & !open.came);
        let is_later = |&l: &usize| self.did[l] >= open.met;
        let lived = missing.filter(is_later).filter(|&l| {
            !is_ahead(plan, &mut shared.reach, Place { at, lane: l, block: self.at[l] }, key)
        });
        lived.fold(0, |all, l| all | 1 << l)
    }

    /// Gives the room back of what was not judged.
    pub fn end(&mut self, shared: &mut Shared) {
        shared.room += self.open.len();
        self.open.clear();
    }
}

impl Shared {
    fn add(&mut self, key: &[u32], open: Open, lived: u32) {
        if lived != 0 {
            let (code_block, instance) = (key[0], key[1..].to_vec());
            self.split.push(Split { code_block, instance, came: open.came, lived });
        }
    }
}

/// Where a lane that leaves did its last.
#[derive(Clone, Copy)]
struct Place<'m> {
    /// It knows the lane's header counts.
    at: &'m Moment<'m>,
    lane: usize,
    /// The block of code.
    block: u32,
}

/// Whether an instance lies ahead of a lane that leaves.
fn is_ahead(plan: &WholePlan, reach: &mut Reach, last: Place<'_>, key: &[u32]) -> bool {
    let Place { at, lane, block } = last;
    let to = key[0];
    let around_both = plan.cycles[to as usize].iter().zip(&plan.cycles[block as usize]);
    let around_both = around_both.take_while(|(a, b)| a == b).map(|(&c, _)| c);
    let mut header = None;
    for (c, &count) in around_both.zip(&key[1..]) {
        match at.entered(c, lane).cmp(&count) {
            Ordering::Less => return true,
            Ordering::Greater => return false,
            Ordering::Equal => header = Some(at.program.cycles[c as usize].header),
        }
    }
    reach.leads(at.program, block, to, header)
}

/// Which blocks of code lead to which.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    known: HashMap<(u32, u32), bool, BuildHasherDefault<Mix>>,
}

impl Reach {
    /// Whether a block leads to another without a third: the header of the innermost cycle around both, so that it is theirs.
    fn leads(&mut self, p: &Program, from: u32, to: u32, without: Option<u32>) -> bool {
        *self.known.entry((from, to)).or_insert_with(|| {
            let mut met = vec![false; p.blocks.len()];
            let mut work = vec![from];
            while let Some(b) = work.pop() {
                for &next in &p.succs[b as usize] {
                    if Some(next) == without {
                        continue;
                    }
                    if next == to {
                        return true;
                    }
                    if !std::mem::replace(&mut met[next as usize], true) {
                        work.push(next);
                    }
                }
            }
            false
        })
    }
}
