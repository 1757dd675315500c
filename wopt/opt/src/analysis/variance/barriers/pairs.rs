//! Two threads that are shown to disagree about a barrier, by following them from the entry.
//!
//! Where its index decides a branch a thread goes one way. What the block shares may be anything, so there it goes both; of a condition that neither
//! says, and that threads are kept from the barrier by, nothing is known, and so of the thread. One that may have left the kernel counts as come: by a branch
//! that is an exit, by inline PTX that may, by a function that does.

use super::super::VarianceMap;
use super::super::shape::facts_of_grids;
use super::super::threads::{self, Thread};
use super::{
    Disagree, Ends, MOST_STEPS, Reached, Setting, block_barrier, ends, inline_text, is_kernel,
    leading, waits,
};
use crate::analysis::ranges::{Context, Ranges};
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CodeRep, CrId, Func, StmtOp, Terminator};
use optx_whirl::ShapeRegister;

/// Threads that a block may have at most.
const MOST_THREADS: u32 = 1024;

/// So many nodes of a condition are looked at.
const MOST_NODES: u32 = 64;

/// Of what two threads are asked for.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) f: &'a Func,
    pub(super) map: &'a VarianceMap,
    pub(super) setting: Setting<'a>,
    /// The branches that the barrier depends on, the nearest first.
    pub(super) branches: &'a [BbId],
}

/// The shapes of which each has to have two threads that disagree; None where nothing is known of them. A block of one thread has nobody to wait for.
fn shapes(f: &Func, meant: &[[u32; 3]], reads_shape: bool) -> Option<Vec<[u32; 3]>> {
    if let Some(shape) = f.block_dim {
        return Some(vec![shape]);
    }
    if !meant.is_empty() {
        return Some(meant.to_vec());
    }
    // Of two dimensions and more either may be 1.
    if !is_kernel(f) || super::super::reads_rows(f) {
        return None;
    }
    let most = f.launch_bounds.map_or(MOST_THREADS, |bounds| bounds.max_threads.min(MOST_THREADS));
    // What hangs on no shape holds of two threads alone.
    let last = if reads_shape { most } else { most.min(2) };
    Some((2..=last).map(|x| [x, 1, 1]).collect())
}

/// Two threads of each shape that are shown to disagree; those of the largest.
pub(super) fn disagree(
    question: &Question<'_>,
    reached: &Reached,
    steps: &mut usize,
) -> Option<Disagree> {
    let Question { f, map, setting, branches } = *question;
    let meant = setting.meant;
    let reads = |branch: &BbId| {
        f.bbs[*branch]
            .terminator()
            .condition()
            .is_some_and(|c| threads::reads(f, c, ShapeRegister::Ntid))
    };
    let reads_shape = branches.iter().any(reads);
    let leads = leading(f, vec![reached.bb]);
    let is_known = f.block_dim.is_some() || !meant.is_empty();
    let (dom, grids) = (Dominance::of(f), facts_of_grids(f, map.assumed()));
    let shapes = shapes(f, meant, reads_shape)?;
    let facts = Context::knowing(Ranges::knowing(f, &dom, &grids), &grids);
    let mut walk = Walk { f, map, setting, reached, leads: &leads, is_known, facts, steps };
    let mut found = None;
    for shape in shapes {
        found = Some(walk.pair(shape, branches)?);
    }
    found
}

/// Follows threads.
struct Walk<'a> {
    f: &'a Func,
    map: &'a VarianceMap,
    setting: Setting<'a>,
    reached: &'a Reached,
    /// By block: the barrier can be come to from it.
    leads: &'a [bool],
    /// The shapes that blocks have are known.
    is_known: bool,
    /// What ranges of values decide, whatever the launch.
    facts: Context,
    steps: &'a mut usize,
}

impl Walk<'_> {
    /// Two threads of a shape that disagree.
    fn pair(&mut self, shape: [u32; 3], all: &[BbId]) -> Option<Disagree> {
        let [x, y, z] = shape;
        let count = x.checked_mul(y)?.checked_mul(z).filter(|&n| n <= MOST_THREADS)?;
        let thread = |k: u32| Thread { index: [k % x, k / x % y, k / x / y], shape };
        // In shapes of any size the first threads and the last are asked; of one shape all.
        let asked: Vec<u32> =
            if self.is_known { (0..count).collect() } else { vec![0, 1, count - 1] };
        let (mut comes, mut stays_away) = (None, None);
        for thread in asked.into_iter().map(thread) {
            match self.goes(&thread) {
                Goes::There if comes.is_none() => comes = Some(thread),
                Goes::Elsewhere if stays_away.is_none() => stays_away = Some(thread),
                _ => {}
            }
            if let (Some(comes), Some(stays_away)) = (comes, stays_away) {
                let parts = |branch: &&BbId| {
                    let of = |thread: &Thread| {
                        let condition = self.f.bbs[**branch].terminator().condition()?;
                        Some(thread.value(self.f, condition)? != 0)
                    };
                    of(&stays_away).is_some() && of(&comes) != of(&stays_away)
                };
                let branch = *all.iter().find(parts)?;
                let of_one_shape = self.is_known;
                return Some(Disagree { branch, comes, stays_away, of_one_shape });
            }
        }
        None
    }

    /// Where a thread goes to.
    fn goes(&mut self, thread: &Thread) -> Goes {
        let f = self.f;
        let mut met = vec![false; f.bbs.len()];
        let mut work = vec![f.entry()];
        met[f.entry().index()] = true;
        let (mut may_have_left, mut stops, mut returns) = (false, false, false);
        while let Some(bb) = work.pop() {
            *self.steps += 1;
            if *self.steps > MOST_STEPS {
                return Goes::Unknown;
            }
            if !self.facts.ranges().is_reached(bb) {
                continue;
            }
            match self.before_barrier(bb) {
                Ends::Kernel => {
                    stops = true;
                    continue;
                }
                Ends::Maybe => may_have_left = true,
                Ends::Never => {}
            }
            if bb == self.reached.bb {
                return if may_have_left { Goes::Unknown } else { Goes::There };
            }
            may_have_left |= self.meets_elsewhere(bb);
            let mut push = |to: BbId| {
                if !std::mem::replace(&mut met[to.index()], true) {
                    work.push(to);
                }
            };
            match f.bbs[bb].terminator() {
                Terminator::Branch { condition, on_true, on_false } => {
                    let goes = match thread.value(f, condition) {
                        Some(truth) => Some(truth != 0),
                        // What the block shares may be anything; of what each thread has of its own nothing is known.
                        None if self.reached.by_some.contains(&bb)
                            && !self.is_open(thread, condition, &mut { MOST_NODES }) =>
                        {
                            return Goes::Unknown;
                        }
                        None => self.decided(condition),
                    };
                    let taken = match goes {
                        Some(truth) => &[if truth { on_true } else { on_false }][..],
                        None => &[on_true, on_false],
                    };
                    for &to in taken {
                        may_have_left |=
                            self.reached.exits.contains(&bb) && !self.leads[to.index()];
                        push(to);
                    }
                }
                Terminator::Goto(to) => push(to),
                Terminator::Return => returns = true,
            }
        }
        // One that may have left counts as come, and where all stop the kernel fails anyway.
        if may_have_left || stops && !returns { Goes::Unknown } else { Goes::Elsewhere }
    }

    /// How a thread may end in a block, before the barrier if it has one.
    fn before_barrier(&self, bb: BbId) -> Ends {
        let f = self.f;
        let before = f.bbs[bb].stmts.iter().take_while(|&&s| !waits(f, s, self.setting.wait));
        let mut found = Ends::Never;
        for &s in before {
            match ends(f, s, self.setting.leave) {
                Ends::Kernel => return Ends::Kernel,
                Ends::Maybe => found = Ends::Maybe,
                Ends::Never => {}
            }
        }
        found
    }

    /// True for another barrier at which a thread meets those of the one that is judged: such as are told apart by their number alone.
    fn meets_elsewhere(&self, bb: BbId) -> bool {
        let f = self.f;
        let any = |bb: BbId| {
            let number = block_barrier(f, bb, self.setting.wait).map(|s| &f.stmts[s].op);
            let Some(&StmtOp::Asm(number)) = number else { return false };
            let barrier = inline_text::barrier(&f.asms[number as usize].text);
            barrier.is_some_and(|barrier| !barrier.aligned)
        };
        any(bb) && any(self.reached.bb)
    }

    /// What a condition is whatever the launch; None where that is not known.
    fn decided(&mut self, condition: CrId) -> Option<bool> {
        let f = self.f;
        let bounds = self.facts.fact(f, condition).map(|fact| fact.unsigned_bounds());
        match bounds {
            Some((0, 0)) => return Some(false),
            Some((low, _)) if low > 0 => return Some(true),
            _ => {}
        }
        // Parts of a condition may contradict each other.
        for holds in [true, false] {
            self.facts.mark();
            let possible = self.facts.assume(f, condition, holds);
            self.facts.leave();
            if !possible {
                return Some(!holds);
            }
        }
        None
    }

    /// True where what a thread has of a condition may be anything: integers of which some are what the block shares, the others follow from its index.
    fn is_open(&self, thread: &Thread, id: CrId, left: &mut u32) -> bool {
        let Some(fewer) = left.checked_sub(1) else { return false };
        *left = fewer;
        if self.map.cr_tid_var_state(id).is_block_uniform() {
            return true;
        }
        let f = self.f;
        match f.codemap.get(id) {
            CodeRep::Var { .. } => {
                f.assigned(id).is_some_and(|tree| self.is_open(thread, tree, left))
            }
            CodeRep::Op(op) if op.intrinsic.is_none() && !f.mtype(id).is_float() => {
                let own = |kid: CrId| thread.value(f, kid).is_some();
                let (known, shared): (Vec<CrId>, Vec<CrId>) =
                    op.kids.iter().partition(|&&kid| own(kid) && !self.is_shared(kid));
                let follows = known.len() + shared.len() == op.kids.len() && !shared.is_empty();
                follows && shared.into_iter().all(|kid| self.is_open(thread, kid, left))
            }
            _ => false,
        }
    }

    /// True for what is one value for the block, and no constant.
    fn is_shared(&self, id: CrId) -> bool {
        let is_constant = matches!(self.f.codemap.get(id), CodeRep::Const { .. });
        !is_constant && self.map.cr_tid_var_state(id).is_block_uniform()
    }
}

/// Where a thread goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    /// It may come to the barrier.
    There,
    /// It never does, and has not left the kernel.
    Elsewhere,
    /// That is not known.
    Unknown,
}
