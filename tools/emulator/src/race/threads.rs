//! The threads of a block: each one's time, and what it knows of the others'.
//!
//! A thread's time is a number that grows when it may have told others of what it did so far: at barriers, at `bar.warp.sync`, at
//! fences. A barrier of the whole block sets all its threads to one time, so that what each knows of all others is one number
//! again, the block's floor; `bar.warp.sync` does the same for the lanes it names. Only what flags and named barriers hand over is
//! kept as vector clocks ([`Know`]), shared by all who learned it together.
//!
//! Cost: a barrier touches each warp once; a fence each lane.

use std::rc::Rc;

use super::know::Know;
use super::release::{Flag, Released};
use super::stamp::Stamp;
use crate::access::{Order, Scope, Strength};

/// A thread's knowledge at one time.
#[derive(Clone, Debug)]
struct Snapshot {
    know: Option<Rc<Know>>,
    floor: u32,
    sync_floor: u32,
    sync_lanes: u32,
    clock: u32,
}

/// What a strong read observed, until a fence makes it known.
#[derive(Clone, Debug)]
struct Pending {
    flag: Flag,
    wide: bool,
    what: Rc<Released>,
}

/// What few threads have.
#[derive(Clone, Debug, Default)]
struct Rare {
    know: [Option<Rc<Know>>; 32],
    pending: [Vec<Pending>; 32],
    /// The last fence of the block's scope or wider, and the last of the device's.
    fences: [[Option<Snapshot>; 2]; 32],
}

/// The lanes of a warp.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// Each lane's time.
    pub clock: [u32; 32],
    /// Up to when each lane knows those of its last `bar.warp.sync`.
    pub sync_floor: [u32; 32],
    /// Those lanes.
    pub sync_lanes: [u32; 32],
    rare: Option<Box<Rare>>,
}

/// The threads of a block.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    /// The block's number in the grid.
    pub number: u32,
    /// Up to when all know all.
    pub floor: u32,
    /// Warps.
    pub warps: Vec<Lanes>,
    /// What those that only arrived at a barrier knew, by its number.
    arrived: Vec<(u32, Know)>,
}

fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..32usize).filter(move |l| mask >> l & 1 == 1)
}

/// Joins what several threads know; those that share it are counted once.
fn joined<'a>(all: impl Iterator<Item = &'a Option<Rc<Know>>>) -> Option<Rc<Know>> {
    let mut distinct: Vec<&Rc<Know>> = Vec::new();
    for know in all.flatten() {
        if !distinct.iter().any(|d| Rc::ptr_eq(d, know)) {
            distinct.push(know);
        }
    }
    let (first, rest) = distinct.split_first()?;
    if rest.is_empty() {
        return Some(Rc::clone(first));
    }
    let mut out = Know::clone(first);
    rest.iter().for_each(|k| out.join(k));
    Some(Rc::new(out))
}

impl Lanes {
    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    fn know(&self, lane: usize) -> Option<&Rc<Know>> {
        self.rare.as_deref()?.know[lane].as_ref()
    }

    fn learn(&mut self, lane: usize, what: &Know) {
        if what.is_empty() {
            return;
        }
        let mine = &mut self.rare().know[lane];
        let mut know = mine.as_deref().cloned().unwrap_or_default();
        know.join(what);
        *mine = Some(Rc::new(know));
    }

    fn snapshot(&self, lane: usize, floor: u32) -> Snapshot {
        Snapshot {
            know: self.know(lane).cloned(),
            floor,
            sync_floor: self.sync_floor[lane],
            sync_lanes: self.sync_lanes[lane],
            clock: self.clock[lane],
        }
    }

    fn tick(&mut self, lane: usize) {
        self.clock[lane] = self.clock[lane].saturating_add(1);
    }
}

impl Snapshot {
    /// All that a lane knew, itself included.
    fn know(&self, block: u32, warp: u32, lane: usize) -> Know {
        let mut know = self.know.as_deref().cloned().unwrap_or_default();
        let mine = know.view_mut(block);
        mine.floor = mine.floor.max(self.floor);
        mine.raise(warp, self.sync_lanes, self.sync_floor);
        mine.raise(warp, 1 << lane, self.clock);
        know
    }
}

impl Threads {
    /// A block begins.
    pub fn begin(&mut self, number: u32, warps: usize) {
        self.number = number;
        self.floor = 0;
        self.warps.clear();
        self.warps.resize_with(warps, || Lanes { clock: [1; 32], ..Lanes::default() });
        self.arrived.clear();
    }

    /// The lanes of a stamp that are not ordered before what a thread does now.
    pub fn unordered(&self, s: &Stamp, warp: usize, lane: usize) -> u32 {
        let me = &self.warps[warp];
        let mut rest = s.lanes;
        if s.block == self.number {
            if s.clock <= self.floor {
                return 0;
            }
            if s.warp() as usize == warp {
                rest &= !(1 << lane);
                if s.clock <= me.sync_floor[lane] {
                    rest &= !me.sync_lanes[lane];
                }
            }
        }
        match me.know(lane).and_then(|k| k.view(s.block)) {
            Some(view) if rest != 0 => view.unknown(s.warp(), rest, s.clock),
            _ => rest,
        }
    }

    /// A barrier is complete. `members` waited at it, by warp; `whole` if they are all that have not exited: who exited is known
    /// too then.
    pub fn barrier(&mut self, id: u32, members: &[(usize, u32)], whole: bool) {
        let arrived = self.arrived.iter().position(|a| a.0 == id);
        let arrived = arrived.map(|at| self.arrived.swap_remove(at).1);
        match arrived {
            None if whole => self.all_meet(),
            arrived => self.some_meet(arrived.unwrap_or_default(), members),
        }
    }

    fn all_meet(&mut self) {
        let last = self.warps.iter().flat_map(|w| w.clock).max().unwrap_or(0);
        let rare = self.warps.iter().filter_map(|w| w.rare.as_deref());
        let mut know = joined(rare.flat_map(|r| &r.know));
        if let Some(k) = &mut know
            && k.view(self.number).is_some()
        {
            // The floor says it.
            let mut others = Know::clone(k);
            others.forget(self.number);
            *k = Rc::new(others);
        }
        let know = know.filter(|k| !k.is_empty());
        self.floor = last;
        for w in &mut self.warps {
            w.clock = [last.saturating_add(1); 32];
            w.sync_lanes = [0; 32];
            if know.is_some() || w.rare.is_some() {
                w.rare().know = std::array::from_fn(|_| know.clone());
            }
        }
    }

    fn some_meet(&mut self, mut know: Know, members: &[(usize, u32)]) {
        let floor = self.floor;
        let each = || members.iter().flat_map(|&(w, mask)| lanes(mask).map(move |l| (w, l)));
        if let Some(before) = joined(each().filter_map(|(w, l)| {
            self.warps.get(w).and_then(|w| w.rare.as_deref()).map(|r| &r.know[l])
        })) {
            know.join(&before);
        }
        let mine = know.view_mut(self.number);
        mine.floor = mine.floor.max(floor);
        for (w, l) in each() {
            let Some(lanes) = self.warps.get(w) else { continue };
            mine.raise(w as u32, lanes.sync_lanes[l], lanes.sync_floor[l]);
            mine.raise(w as u32, 1 << l, lanes.clock[l]);
        }
        let know = Rc::new(know);
        for (w, l) in each() {
            if let Some(lanes) = self.warps.get_mut(w) {
                lanes.rare().know[l] = Some(Rc::clone(&know));
                lanes.tick(l);
            }
        }
    }

    /// A thread arrives at a barrier and goes on.
    pub fn arrive(&mut self, id: u32, warp: usize, lane: usize) {
        let (number, floor) = (self.number, self.floor);
        let Some(w) = self.warps.get_mut(warp) else { return };
        let know = w.snapshot(lane, floor).know(number, warp as u32, lane);
        w.tick(lane);
        match self.arrived.iter_mut().find(|a| a.0 == id) {
            Some(a) => a.1.join(&know),
            None => self.arrived.push((id, know)),
        }
    }

    /// Lanes meet at a `bar.warp.sync`. `named` are those that it names, those that exited among them.
    pub fn warp_sync(&mut self, warp: usize, named: u32, meet: u32) {
        let number = self.number;
        let Some(w) = self.warps.get_mut(warp) else { return };
        let last = lanes(named).map(|l| w.clock[l]).max().unwrap_or(0);
        for l in lanes(named) {
            // What an earlier one said of other lanes.
            if w.sync_lanes[l] & !named != 0 {
                let mut before = Know::default();
                before.view_mut(number).raise(warp as u32, w.sync_lanes[l], w.sync_floor[l]);
                w.learn(l, &before);
            }
        }
        if let Some(rare) = w.rare.as_deref_mut() {
            let know = joined(lanes(named).map(|l| &rare.know[l]));
            lanes(meet).for_each(|l| rare.know[l] = know.clone());
        }
        for l in lanes(meet) {
            w.sync_floor[l] = last;
            w.sync_lanes[l] = named;
            w.clock[l] = last.saturating_add(1);
        }
    }

    /// Lanes execute a fence.
    pub fn fence(&mut self, warp: usize, mask: u32, scope: Scope, order: Order) {
        let floor = self.floor;
        for l in lanes(mask) {
            if order.acquire {
                self.acquire(warp, l, scope);
            }
            let Some(w) = self.warps.get_mut(warp) else { return };
            if order.release {
                let now = w.snapshot(l, floor);
                let fences = &mut w.rare().fences[l];
                if scope == Scope::Device {
                    fences[1] = Some(now.clone());
                }
                fences[0] = Some(now);
                w.tick(l);
            }
        }
    }

    /// What earlier strong reads observed becomes known.
    fn acquire(&mut self, warp: usize, lane: usize, scope: Scope) {
        let number = self.number;
        let Some(w) = self.warps.get_mut(warp) else { return };
        let Some(rare) = w.rare.as_deref_mut() else { return };
        if rare.pending[lane].is_empty() {
            return;
        }
        let wide = scope == Scope::Device;
        let mut all = std::mem::take(&mut rare.pending[lane]);
        for p in &all {
            if let Some(near) = p.what.near(number) {
                w.learn(lane, near);
            }
            if wide && p.wide {
                w.learn(lane, &p.what.wide);
            }
        }
        // A wider fence may come.
        all.retain(|p| !wide && p.wide && !p.what.wide.is_empty());
        w.rare().pending[lane] = all;
    }

    /// A strong read observes what was released.
    pub fn observe(
        &mut self,
        warp: usize,
        lane: usize,
        flag: Flag,
        what: &Rc<Released>,
        how: Strength,
    ) {
        let Some(scope) = how.scope else { return };
        let Some(w) = self.warps.get_mut(warp) else { return };
        let seen = Pending { flag, wide: scope == Scope::Device, what: Rc::clone(what) };
        let pending = &mut w.rare().pending[lane];
        match pending.iter_mut().find(|p| p.flag == flag) {
            Some(p) => *p = seen,
            None => pending.push(seen),
        }
        if how.order.acquire {
            self.acquire(warp, lane, scope);
        }
    }

    /// Whether strong writes of a warp may release anything.
    pub fn may_release(&self, warp: usize, how: Strength) -> bool {
        how.order.release || self.warps.get(warp).is_some_and(|w| w.rare.is_some())
    }

    /// What a strong write of a thread releases, if anything.
    pub fn release(&mut self, warp: usize, lane: usize, how: Strength) -> Option<Released> {
        let scope = how.scope?;
        let (number, floor) = (self.number, self.floor);
        let w = self.warps.get_mut(warp)?;
        let (near, wide) = if how.order.release {
            let now = w.snapshot(lane, floor);
            w.tick(lane);
            (Some(now.clone()), Some(now))
        } else {
            let [near, wide] = w.rare.as_deref()?.fences[lane].clone();
            (near, wide)
        };
        let know = |s: Snapshot| s.know(number, warp as u32, lane);
        let wide = wide.filter(|_| scope == Scope::Device).map(know).unwrap_or_default();
        Some(Released::new(number, know(near?), wide))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::stamp::Kind;

    const STRONG: Strength =
        Strength { scope: Some(Scope::Device), order: Order { acquire: false, release: false } };

    fn threads(number: u32, warps: usize) -> Threads {
        let mut t = Threads::default();
        t.begin(number, warps);
        t
    }

    /// A store of a lane now.
    fn stamp(t: &Threads, warp: usize, lane: usize) -> Stamp {
        let clock = t.warps[warp].clock[lane];
        Stamp::new(t.number, warp as u32, lane, clock, 0, Kind::write(None))
    }

    fn ordered(t: &Threads, s: Stamp, warp: usize, lane: usize) -> bool {
        t.unordered(&s, warp, lane) == 0
    }

    #[test]
    fn a_thread_is_ordered_with_itself_alone() {
        let t = threads(0, 2);
        let s = stamp(&t, 0, 3);
        assert!(ordered(&t, s, 0, 3));
        assert!(!ordered(&t, s, 0, 4) && !ordered(&t, s, 1, 3));
    }

    #[test]
    fn a_barrier_of_all_is_one_number() {
        let mut t = threads(0, 2);
        let s = stamp(&t, 0, 3);
        t.barrier(0, &[(0, !0), (1, !0)], true);
        assert!(ordered(&t, s, 1, 9));
        assert_eq!(t.floor, 1);
        let later = stamp(&t, 0, 3);
        assert!(!ordered(&t, later, 1, 9));
        assert!(t.warps.iter().all(|w| w.rare.is_none()));
    }

    #[test]
    fn a_barrier_of_some_orders_them_alone() {
        let mut t = threads(0, 3);
        let s = stamp(&t, 0, 0);
        t.barrier(1, &[(0, !0), (1, !0)], false);
        assert!(ordered(&t, s, 1, 5) && !ordered(&t, s, 2, 5));
        t.barrier(2, &[(1, !0), (2, !0)], false);
        assert!(ordered(&t, s, 2, 5));
    }

    #[test]
    fn arrivals_are_one_way() {
        let mut t = threads(0, 2);
        let (before, of_waiter) = (stamp(&t, 0, 0), stamp(&t, 1, 0));
        t.arrive(4, 0, 0);
        let after = stamp(&t, 0, 0);
        t.barrier(4, &[(1, 1)], false);
        assert!(ordered(&t, before, 1, 0) && !ordered(&t, after, 1, 0));
        assert!(!ordered(&t, of_waiter, 0, 0));
    }

    #[test]
    fn a_warp_sync_keeps_what_an_earlier_one_said() {
        let mut t = threads(0, 1);
        let s = stamp(&t, 0, 0);
        t.warp_sync(0, 0b11, 0b11);
        assert!(ordered(&t, s, 0, 1) && !ordered(&t, s, 0, 2));
        t.warp_sync(0, 0b110, 0b110);
        assert!(ordered(&t, s, 0, 2) && ordered(&t, s, 0, 1) && !ordered(&t, s, 0, 3));
    }

    #[test]
    fn a_flag_hands_over_what_was_before_the_fence() {
        let (mut a, mut b) = (threads(0, 1), threads(1, 1));
        let flag = Flag { space: 0, offset: 64 };
        let before = stamp(&a, 0, 7);
        assert!(a.release(0, 7, STRONG).is_none());
        a.fence(0, 1 << 7, Scope::Device, Order::BOTH);
        let after = stamp(&a, 0, 7);
        let what = Rc::new(a.release(0, 7, STRONG).expect("a fence came before"));
        b.observe(0, 0, flag, &what, STRONG);
        assert!(!ordered(&b, before, 0, 0));
        b.fence(0, 1, Scope::Block, Order::BOTH);
        assert!(!ordered(&b, before, 0, 0));
        b.fence(0, 1, Scope::Device, Order::BOTH);
        assert!(ordered(&b, before, 0, 0) && !ordered(&b, after, 0, 0));
        assert!(!ordered(&b, before, 0, 1));
        b.barrier(0, &[(0, !0)], true);
        assert!(ordered(&b, before, 0, 1) && !ordered(&b, after, 0, 1));
    }
}
