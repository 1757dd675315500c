//! Whether the lanes of a warp that come to a place come there together: what they read of memory that others write is one value only then.
//!
//! Idea: a walk forward over four degrees ([`Apart`]). A branch that varies in a warp *parts* its lanes. Where those synchronise with
//! anybody before a barrier has them all again, one of them may have *waited*: it reads later than the others, and something else. Where what they
//! do together (a vote, a shuffle, a barrier of the warp) stands behind such a branch, they may be *staggered*: each comes to its k-th meeting at
//! another place, and a barrier further on is not one for all. A barrier of the block ends all of that, one of the whole warp all but the last.
//! What a thread does on its own (a spin on a lock, a ticket, turns behind the k-th `__syncwarp`) needs no race for it.
//!
//! Source: the CUDA C++ Programming Guide, independent thread scheduling and warp-level primitives; PTX ISA, `bar.warp.sync`, `vote.sync`.
//! Legality: that lanes read one value is claimed where no lane can have waited. Lanes that nothing has parted do the same one after the other, and none
//! can be made to come later: without a race whoever writes waits for all of them. Behind a branch that parts them that still holds until
//! one synchronises: what was written meanwhile is not ordered before its read. The list of what synchronises is closed: atomics, volatile
//! accesses, fences, barriers, what lanes do together, calls, inline PTX, and all that is not known. Who calls a function that is no kernel may have its lanes
//! in any state.
//! Cost: linear in statements and edges: a block's degree rises three times at most.

use super::lattice::Axes;
use optx_ir::{BbId, Func, SideTable, StmtId, StmtOp, StmtRep, Terminator};
use optx_whirl::fixed_hash::Set;
use optx_whirl::{Intrinsic, IntrinsicClass, PuKind};

/// How far apart the lanes of a warp may be that come to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Apart {
    /// All have done the same since they were last together.
    Together,
    /// They went different ways, and none has synchronised since.
    Parted,
    /// One may have waited for what another did, but all have met as often.
    Waited,
    /// They may have met at different places.
    Staggered,
}

use Apart::{Parted, Staggered, Together, Waited};

const ALL: [Apart; 4] = [Together, Parted, Waited, Staggered];

/// What a statement does to how far lanes are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// It orders this thread's accesses with others'.
    Synchronises,
    /// All lanes of the warp do it together.
    Meets,
    /// It is a barrier of the whole warp.
    WarpBarrier,
    /// It is a barrier of the block.
    BlockBarrier,
    /// Anything may happen.
    Unknown,
}

impl Event {
    fn of(f: &Func, stmt: &StmtRep) -> Option<Event> {
        let constant = |k: usize| {
            let value = f.origin(stmt.kids[k]);
            f.codemap.constant(f.assigned_constant(value).unwrap_or(value))
        };
        let names_all = |k: usize| constant(k).is_some_and(|mask| mask as u32 == u32::MAX);
        match stmt.op {
            StmtOp::Stid | StmtOp::Istore | StmtOp::Result => None,
            StmtOp::VolatileLoad(_) | StmtOp::VolatileStore(_) => Some(Event::Synchronises),
            StmtOp::Asm(number) => {
                let asm = &f.asms[number as usize];
                (asm.volatile || asm.memory).then_some(Event::Unknown)
            }
            StmtOp::Call(_) => Some(Event::Unknown),
            StmtOp::Intrinsic { intrinsic, .. } => match intrinsic.class() {
                IntrinsicClass::Pure
                | IntrinsicClass::Clock
                | IntrinsicClass::Control
                | IntrinsicClass::Assumption => None,
                IntrinsicClass::Atomic | IntrinsicClass::Fence => Some(Event::Synchronises),
                IntrinsicClass::Convergent if intrinsic == Intrinsic::Activemask => None,
                IntrinsicClass::Convergent if names_all(0) => Some(Event::Meets),
                IntrinsicClass::Barrier if intrinsic.is_block_barrier() => {
                    Some(Event::BlockBarrier)
                }
                IntrinsicClass::Barrier if names_all(0) => Some(Event::WarpBarrier),
                // The driver's functions read memory, and print.
                IntrinsicClass::External => Some(Event::Synchronises),
                IntrinsicClass::Convergent | IntrinsicClass::Barrier => Some(Event::Unknown),
            },
        }
    }

    /// The degree behind it, where before it is one; it may depend on the lane whether a thread comes to it.
    fn behind(self, before: Apart, depends: bool) -> Apart {
        match (self, depends) {
            (Event::Unknown, _) => Staggered,
            (Event::Synchronises, _) if before == Together => Together,
            (Event::Synchronises, _) => before.max(Waited),
            (Event::Meets | Event::WarpBarrier | Event::BlockBarrier, true) => Staggered,
            (Event::Meets, false) if before == Together => Together,
            (Event::Meets, false) => before.max(Waited),
            (Event::WarpBarrier, false) if before == Staggered => Staggered,
            (Event::WarpBarrier | Event::BlockBarrier, false) => Together,
        }
    }
}

/// By degree before, the degree behind some events, where all lanes come to them and where that depends on the lane.
type Behind = [[Apart; 4]; 2];

const NOTHING: Behind = [ALL; 2];

/// How far apart the lanes may be, by block.
pub(super) struct Lanes {
    /// Where blocks begin.
    enters: Vec<Apart>,
    /// By block: whether a thread comes to it depends on the lane.
    depends: Vec<bool>,
    /// By block: how far its branch parts lanes at least.
    parts: Vec<Apart>,
    /// By block, what all of its events do.
    whole: Vec<Behind>,
    /// By statement behind an event of its block, one and the place in `prefixes`; 0 where there is none.
    before: SideTable<StmtId, u32>,
    prefixes: Vec<Behind>,
    work: Vec<BbId>,
}

impl Lanes {
    /// Where no branch is known to part any yet.
    pub(super) fn of(f: &Func) -> Lanes {
        let count = f.bbs.len();
        let mut lanes = Lanes {
            enters: vec![Together; count],
            depends: vec![false; count],
            parts: vec![Together; count],
            whole: vec![NOTHING; count],
            before: SideTable::new(0),
            prefixes: Vec::new(),
            work: Vec::new(),
        };
        for &bb in &f.layout {
            let whole = &mut lanes.whole[bb.index()];
            let mut has_event = false;
            for &s in &f.bbs[bb].stmts {
                if has_event {
                    *lanes.before.entry(s) = lanes.prefixes.len() as u32;
                }
                if let Some(event) = Event::of(f, &f.stmts[s]) {
                    for (depends, row) in [false, true].into_iter().zip(whole.iter_mut()) {
                        row.iter_mut().for_each(|degree| *degree = event.behind(*degree, depends));
                    }
                    lanes.prefixes.push(*whole);
                    has_event = true;
                }
            }
        }
        if f.kind != PuKind::Kernel {
            lanes.enters[f.entry().index()] = Staggered;
        }
        lanes.work.extend(&f.layout);
        lanes.settle(f, |_| ());
        lanes
    }

    /// How far apart lanes may be that come to a statement of a block.
    pub(super) fn at(&self, bb: BbId, s: StmtId) -> Apart {
        let enters = self.enters[bb.index()];
        match *self.before.get(s) {
            0 => enters,
            k => {
                self.prefixes[k as usize - 1][usize::from(self.depends[bb.index()])]
                    [enters as usize]
            }
        }
    }

    /// A block's condition varies on these axes; it leads elsewhere in the end, or one side `leaves` for good. `changed` is told of each block whose degree rises.
    pub(super) fn branch(
        &mut self,
        f: &Func,
        bb: BbId,
        leaves: bool,
        axes: Axes,
        changed: impl FnMut(BbId),
    ) {
        let parts = axes.has(Axes::WARP)
            && !leaves
            && matches!(f.bbs[bb].terminator(), Terminator::Branch { on_true, on_false, .. } if on_true != on_false);
        if parts {
            self.part(f, bb, Parted, changed);
        }
    }

    fn part(&mut self, f: &Func, bb: BbId, degree: Apart, changed: impl FnMut(BbId)) {
        if degree > self.parts[bb.index()] {
            self.parts[bb.index()] = degree;
            self.work.push(bb);
            self.settle(f, changed);
        }
    }

    /// It depends on these axes whether a thread comes to a block.
    pub(super) fn control(&mut self, f: &Func, bb: BbId, axes: Axes, changed: impl FnMut(BbId)) {
        if axes.has(Axes::WARP) && !std::mem::replace(&mut self.depends[bb.index()], true) {
            self.work.push(bb);
            self.settle(f, changed);
        }
    }

    fn settle(&mut self, f: &Func, mut changed: impl FnMut(BbId)) {
        while let Some(bb) = self.work.pop() {
            let k = bb.index();
            let mut out = self.whole[k][usize::from(self.depends[k])][self.enters[k] as usize];
            out = out.max(self.parts[k]);
            for to in f.succs(bb) {
                if out > self.enters[to.index()] {
                    self.enters[to.index()] = out;
                    changed(to);
                    self.work.push(to);
                }
            }
        }
    }
}

/// Where a barrier of the warp may be put: all lanes of a warp that live come there, or none, and none of them can be waiting, there or elsewhere, for what
/// another does behind it.
///
/// Beyond how far apart they are, it matters where those are that leave for good: they live as long as they have something to do, and what they
/// do may wait for those that stay. Only who leaves for nothing but its end waits for nobody. A barrier of the warp may be met by who leaves, too, with more to do
/// behind it; for a barrier of the block that stands elsewhere nobody may wait but by its end.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    /// By block: they come whole to its begin.
    blocks: Vec<bool>,
    /// Statements before or behind which one of them may have waited.
    apart: Set<StmtId>,
}

impl Whole {
    /// By the axes on which it varies whether threads come to blocks, those of their conditions, and the branches one of whose sides leaves for good.
    pub(super) fn of(
        f: &Func,
        control: impl Fn(BbId) -> Axes,
        condition: impl Fn(BbId) -> Axes,
        leaves: impl Fn(BbId) -> Leaves,
    ) -> Whole {
        let mut lanes = Lanes::of(f);
        for &bb in &f.layout {
            lanes.control(f, bb, control(bb), |_| ());
            lanes.branch(f, bb, leaves(bb) == Leaves::ToEnd, condition(bb), |_| ());
            // All that come here may leave, while others did not come.
            let some_leave = condition(bb).has(Axes::WARP) || control(bb).has(Axes::WARP);
            if leaves(bb) == Leaves::Somewhere && some_leave {
                lanes.part(f, bb, Staggered, |_| ());
            }
        }
        let mut apart = Set::default();
        for &bb in &f.layout {
            let depends = lanes.depends[bb.index()];
            for &s in &f.bbs[bb].stmts {
                let before = lanes.at(bb, s);
                let behind =
                    Event::of(f, &f.stmts[s]).map_or(before, |e| e.behind(before, depends));
                if before.max(behind) > Parted {
                    apart.insert(s);
                }
            }
        }
        let comes = |k: usize| !lanes.depends[k] && lanes.enters[k] <= Parted;
        Whole { blocks: (0..f.bbs.len()).map(comes).collect(), apart }
    }

    /// True for a block of some statements all through which they are.
    pub(super) fn holds(&self, bb: BbId, mut stmts: impl Iterator<Item = StmtId>) -> bool {
        self.blocks.get(bb.index()).is_some_and(|&whole| whole)
            && !stmts.any(|s| self.apart.contains(&s))
    }
}

/// Whether one side of a branch leaves for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// None does.
    Not,
    /// Who goes there does nothing but end.
    ToEnd,
    /// Who goes there does something before.
    Somewhere,
}
