//! Who comes to a barrier of the block: all threads, only some, or all that have not left the kernel.
//!
//! Idea: judged is by what is known without the barriers' own promise ([`super::trust`]), which is no proof of itself. A branch that a barrier depends
//! on, iterated, and that varies in the block may keep threads from it. A branch one side of which leaves the kernel decides about what stands behind it too: threads that
//! are gone count as come, so that is an *exit*; but where that side and the barrier's meet again before the end (`if (i < n) { .. __syncthreads(); .. }`
//! at the end of a kernel), where that side waits at another barrier, or where it is a loop's only way out, the threads that stay away are none that left. A call of a
//! function with a barrier is one, and so is inline PTX with one that counts no threads.
//! That two threads *disagree* is shown by following them: where their indices decide a branch they go one way, else both. One that cannot come to
//! the barrier so, and another that can, both in every shape that the block may have, are an error of the program.
//!
//! Source: Ferrante, Ottenstein and Warren (TOPLAS 1987) for control dependence; the CUDA C++ Programming Guide for what `__syncthreads` asks: a condition
//! around it evaluates alike in the whole block.
//! Legality: nothing is changed. *May* errs on the side of telling; *disagree* tells only what is so where whatever else decides lets threads come.
//! Cost: for each barrier the blocks, and for each branch that leads away for good the blocks twice, up to [`MOST_STEPS`] in all; threads are followed where
//! an index decides a branch.

use super::VarianceMap;
use super::control::Ways;
use super::lattice::Axes;
use super::shape::facts_of_grids;
use super::threads::{self, Thread};
use crate::ranges::{Context, Ranges};
use optx_ir::control_dependence::Deciders;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CodeRep, CrId, Func, StmtId, StmtOp, Terminator};
use optx_whirl::{Intrinsic, ShapeRegister};

/// Threads that a block may have at most.
const MOST_THREADS: u32 = 1024;

/// So many nodes of a condition are looked at.
const MOST_NODES: u32 = 64;

/// So many blocks are come to, in all: by walks over the function, and by threads. A function with more barriers and exits than that is judged by its branches alone.
const MOST_STEPS: usize = 1 << 23;

/// What is known of who comes to a block with a barrier.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The block with the barrier.
    pub bb: BbId,
    /// The axes that decide whether a thread comes.
    pub axes: Axes,
    /// The branches that may keep threads from it, the nearest first.
    pub by_some: Vec<BbId>,
    /// The branches by which threads may have left the kernel before it, the nearest first.
    pub exits: Vec<BbId>,
    /// Two threads that are shown to disagree.
    pub disagree: Option<Disagree>,
}

/// Two threads of a block of which one comes to a barrier and the other never does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagree {
    /// Where they part.
    pub branch: BbId,
    /// The one that comes.
    pub comes: Thread,
    /// The one that does not.
    pub stays_away: Thread,
    /// It is so of the shapes that are named, and not of any.
    pub of_one_shape: bool,
}

/// What is known beside a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting<'a> {
    /// The shapes that blocks are launched in, where somebody says.
    pub meant: &'a [[u32; 3]],
    /// By number: the function, or one that it calls, has a barrier of the block.
    pub wait: &'a [bool],
}

/// True for a statement at which a thread waits for its block: a barrier, inline PTX with one for all threads, a call of a function that has one.
pub fn waits(f: &Func, s: StmtId, wait: &[bool]) -> bool {
    match f.stmts[s].op {
        StmtOp::Intrinsic { intrinsic, .. } => intrinsic.is_block_barrier(),
        StmtOp::Call(callee) => wait.get(callee as usize) == Some(&true),
        StmtOp::Asm(number) => text_waits(&f.asms[number as usize].text),
        _ => false,
    }
}

/// True for inline PTX with a barrier that counts no threads: it is for all of the block. One that counts them is a matter of those.
fn text_waits(text: &str) -> bool {
    text.split([';', '{', '}', '\n']).any(|statement| {
        let mut words = statement.split_whitespace().skip_while(|word| word.starts_with('@'));
        let Some(name) = words.next() else { return false };
        let operands = 1 + words.map(|word| word.matches(',').count()).sum::<usize>();
        let mut parts = name.split('.').filter(|part| !matches!(*part, "cta" | "aligned"));
        match (parts.next(), parts.next()) {
            (Some("bar" | "barrier"), Some("sync")) => operands == 1,
            (Some("bar" | "barrier"), Some("red")) => operands == 3,
            _ => false,
        }
    })
}

/// The first statement of a block at which threads wait for the whole block.
pub fn block_barrier(f: &Func, bb: BbId, wait: &[bool]) -> Option<StmtId> {
    f.bbs[bb].stmts.iter().copied().find(|&s| waits(f, s, wait))
}

/// True for a block with such a statement.
pub fn has_barrier(f: &Func, bb: BbId, wait: &[bool]) -> bool {
    block_barrier(f, bb, wait).is_some()
}

/// Who comes to each block with a barrier of the block, in layout order.
pub fn reached(f: &Func, map: &VarianceMap, setting: &Setting<'_>) -> Vec<Reached> {
    let Setting { meant, wait } = *setting;
    let barriers: Vec<BbId> =
        f.layout.iter().copied().filter(|&bb| has_barrier(f, bb, wait)).collect();
    if barriers.is_empty() {
        return Vec::new();
    }
    let dom = Dominance::of(f);
    let post = Dominance::post(f);
    let ways = Ways::of(f, &dom, map.cycles());
    let mut judge = Judge { f, map, wait, ways: &ways, post: &post, steps: 0 };
    barriers.into_iter().map(|bb| judge.judge(bb, meant)).collect()
}

/// Judges barriers, within so many steps for all of them.
struct Judge<'a> {
    f: &'a Func,
    map: &'a VarianceMap,
    wait: &'a [bool],
    ways: &'a Ways,
    post: &'a Dominance,
    steps: usize,
}

impl Judge<'_> {
    fn judge(&mut self, bb: BbId, meant: &[[u32; 3]]) -> Reached {
        let f = self.f;
        let mut found = Reached {
            bb,
            axes: Axes::NONE,
            by_some: Vec::new(),
            exits: Vec::new(),
            disagree: None,
        };
        self.steps += 4 * f.bbs.len();
        if self.steps > MOST_STEPS {
            self.give_up(&mut found);
            return found;
        }
        let mut stays = vec![false; f.bbs.len()];
        closure(f, self.ways.deciders(f), bb).into_iter().for_each(|b| stays[b.index()] = true);
        let all = closure(f, Deciders::of(f, self.post), bb);
        let leads = leading(f, bb);
        for &branch in &all {
            let own = self.varies(branch);
            if stays[branch.index()] {
                if !own.is_none() {
                    found.by_some.push(branch);
                    found.axes = found.axes.join(own);
                }
                continue;
            }
            // Else it decides who comes to a branch by which threads leave, which is told.
            let away = f.succs(branch).into_iter().find(|to| !leads[to.index()]);
            let own = own.join(self.map.bb_control_variance(branch));
            let leaves = self.ways.leaving_target(branch).is_some() && !own.is_none();
            let Some(to) = away.filter(|_| leaves) else { continue };
            self.steps += 2 * f.bbs.len();
            if self.steps <= MOST_STEPS && self.is_exit(bb, (branch, to)) {
                found.exits.push(branch);
            } else {
                found.by_some.push(branch);
                found.axes = found.axes.join(own);
            }
        }
        // What threads come to in a later round alone.
        let decider = self.map.first_decider(bb).filter(|branch| !found.exits.contains(branch));
        if let Some(branch) = decider.filter(|_| found.by_some.is_empty()) {
            found.by_some.push(branch);
            found.axes = found.axes.join(self.map.bb_control_variance(bb));
        }
        if !found.by_some.is_empty() {
            let setting = Setting { meant, wait: self.wait };
            found.disagree = disagree((f, self.map), &found, (&all, setting), &mut self.steps);
        }
        found
    }

    /// The axes of a branch's condition.
    fn varies(&self, branch: BbId) -> Axes {
        let condition = self.f.bbs[branch].terminator.condition();
        condition.map_or(Axes::NONE, |c| self.map.cr_tid_var_state(c).axes())
    }

    /// True where who goes from a branch to a block leaves the kernel, and meets nobody again that comes to a barrier.
    fn is_exit(&self, bb: BbId, (branch, to): (BbId, BbId)) -> bool {
        let f = self.f;
        // Who comes round may leave the same way later.
        let (gone, behind) = (reachable(f, to, None), reachable(f, bb, Some((branch, to))));
        let meets = gone.iter().zip(&behind).any(|(a, b)| *a && *b);
        // They wait at another barrier.
        let waits = |k: usize| gone[k] && has_barrier(f, BbId::from_index(k), self.wait);
        let meets = meets || (0..gone.len()).any(waits);
        // The only way out of a loop is its end.
        let around = self.map.cycles().innermost(bb);
        let ends_loop = around.is_some_and(|k| self.map.cycles().exits(f, k) == [(branch, to)]);
        is_kernel(f) && !meets && !ends_loop
    }

    /// What is told where nobody looks: that any branch that varies may keep threads away.
    fn give_up(&self, found: &mut Reached) {
        let varies = |&&bb: &&BbId| !self.varies(bb).is_none();
        if let Some(&branch) = self.f.layout.iter().find(varies) {
            found.by_some.push(branch);
            found.axes = self.varies(branch);
        }
    }
}

/// True for a branch that an index decides, of the threads of blocks that one of two threads may be in.
pub fn is_decided_by_index(f: &Func, branch: BbId, meant: &[[u32; 3]]) -> bool {
    let meant = meant.first().copied().unwrap_or([2, 1, 1]);
    let thread = Thread { index: [1, 0, 0], shape: f.block_dim.unwrap_or(meant) };
    let condition = f.bbs[branch].terminator.condition();
    condition
        .is_some_and(|c| thread.value(f, c).is_some() && threads::reads(f, c, ShapeRegister::Tid))
}

fn is_kernel(f: &Func) -> bool {
    f.kind == optx_whirl::PuKind::Kernel
}

/// The branches that decide whether threads come to a block, iterated, the nearest first.
fn closure(f: &Func, mut deciders: Deciders<'_>, bb: BbId) -> Vec<BbId> {
    let mut met = vec![false; f.bbs.len()];
    let mut order = Vec::new();
    let mut next = Some(bb);
    let mut k = 0;
    while let Some(at) = next {
        deciders.take(at, |branch| {
            if !std::mem::replace(&mut met[branch.index()], true) {
                order.push(branch);
            }
        });
        next = order.get(k).copied();
        k += 1;
    }
    order
}

/// By block: it can be come to from one, that included, without one edge.
fn reachable(f: &Func, from: BbId, without: Option<(BbId, BbId)>) -> Vec<bool> {
    let mut met = vec![false; f.bbs.len()];
    met[from.index()] = true;
    let mut work = vec![from];
    while let Some(bb) = work.pop() {
        for to in f.succs(bb) {
            if without != Some((bb, to)) && !std::mem::replace(&mut met[to.index()], true) {
                work.push(to);
            }
        }
    }
    met
}

/// By block: another can be come to from it.
fn leading(f: &Func, to: BbId) -> Vec<bool> {
    let mut met = vec![false; f.bbs.len()];
    met[to.index()] = true;
    let mut work = vec![to];
    while let Some(bb) = work.pop() {
        for &pred in &f.bbs[bb].preds {
            if !std::mem::replace(&mut met[pred.index()], true) {
                work.push(pred);
            }
        }
    }
    met
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
    if !is_kernel(f) || super::reads_rows(f) {
        return None;
    }
    let most = f.launch_bounds.map_or(MOST_THREADS, |bounds| bounds.max_threads.min(MOST_THREADS));
    // What hangs on no shape holds of two threads alone.
    let last = if reads_shape { most } else { most.min(2) };
    Some((2..=last).map(|x| [x, 1, 1]).collect())
}

/// Two threads of each shape that are shown to disagree; those of the largest.
fn disagree(
    (f, map): (&Func, &VarianceMap),
    reached: &Reached,
    (all, Setting { meant, wait }): (&[BbId], Setting<'_>),
    steps: &mut usize,
) -> Option<Disagree> {
    let reads = |branch: &BbId| {
        f.bbs[*branch]
            .terminator
            .condition()
            .is_some_and(|c| threads::reads(f, c, ShapeRegister::Ntid))
    };
    let reads_shape = all.iter().any(reads);
    let leads = leading(f, reached.bb);
    let is_known = f.block_dim.is_some() || !meant.is_empty();
    let (dom, grids) = (Dominance::of(f), facts_of_grids(f, map.assumed()));
    let shapes = shapes(f, meant, reads_shape)?;
    let facts = Context::knowing(Ranges::knowing(f, &dom, &grids), &grids);
    let mut walk = Walk { f, map, wait, reached, leads: &leads, is_known, facts, steps };
    let mut found = None;
    for shape in shapes {
        found = Some(walk.pair(shape, all)?);
    }
    found
}

/// Follows threads.
struct Walk<'a> {
    f: &'a Func,
    map: &'a VarianceMap,
    wait: &'a [bool],
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
                        let condition = self.f.bbs[**branch].terminator.condition()?;
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
        let (mut leaves, mut stops, mut returns) = (false, false, false);
        while let Some(bb) = work.pop() {
            *self.steps += 1;
            if *self.steps > MOST_STEPS {
                return Goes::Unknown;
            }
            if !self.facts.ranges().is_reached(bb) {
                continue;
            }
            if self.stops(bb) {
                stops = true;
                continue;
            }
            if bb == self.reached.bb {
                return Goes::There;
            }
            let mut push = |to: BbId| {
                if !std::mem::replace(&mut met[to.index()], true) {
                    work.push(to);
                }
            };
            match f.bbs[bb].terminator {
                Terminator::Branch { condition, on_true, on_false } => {
                    match thread.value(f, condition) {
                        Some(truth) => {
                            let to = if truth != 0 { on_true } else { on_false };
                            leaves |= self.reached.exits.contains(&bb) && !self.leads[to.index()];
                            push(to);
                        }
                        // What the block shares may be anything; of what each thread has of its own nothing is known.
                        None if self.reached.by_some.contains(&bb)
                            && !self.is_open(thread, condition, &mut { MOST_NODES }) =>
                        {
                            return Goes::Unknown;
                        }
                        None => {
                            match self.facts.fact(f, condition).map(|fact| fact.unsigned_bounds()) {
                                Some((0, 0)) => push(on_false),
                                Some((low, _)) if low > 0 => push(on_true),
                                _ => [on_true, on_false].into_iter().for_each(push),
                            }
                        }
                    }
                }
                Terminator::Goto(to) => push(to),
                Terminator::Return => returns = true,
            }
        }
        // One that may have left by its index counts as come, and where all stop the kernel fails anyway.
        if leaves || stops && !returns { Goes::Unknown } else { Goes::Elsewhere }
    }

    /// True for a block in which the kernel ends with an error, before the barrier if it has one.
    fn stops(&self, bb: BbId) -> bool {
        let mut before = self.f.bbs[bb].stmts.iter().take_while(|&&s| !waits(self.f, s, self.wait));
        before.any(|&s| {
            let StmtOp::Intrinsic { intrinsic, .. } = self.f.stmts[s].op else { return false };
            matches!(intrinsic, Intrinsic::Trap | Intrinsic::AssertFail)
        })
    }
}

impl Walk<'_> {
    /// True where what a thread has of a node follows from its index and from what the block shares, which may be anything.
    fn is_open(&self, thread: &Thread, id: CrId, left: &mut u32) -> bool {
        let Some(fewer) = left.checked_sub(1) else { return false };
        *left = fewer;
        if thread.value(self.f, id).is_some() || self.map.cr_tid_var_state(id).is_block_uniform() {
            return true;
        }
        match self.f.codemap.get(id) {
            CodeRep::Var { .. } => {
                self.f.assigned(id).is_some_and(|tree| self.is_open(thread, tree, left))
            }
            CodeRep::Op(op) if op.intrinsic.is_none() => {
                op.kids.iter().all(|&kid| self.is_open(thread, kid, left))
            }
            _ => false,
        }
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
