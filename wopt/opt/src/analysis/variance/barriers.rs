//! Who comes to a barrier of the block: all threads, only some, or all that have not left the kernel.
//!
//! Idea: judged is by what is known without the barriers' own promise ([`super::trust`]), which is no proof of itself. A branch that a barrier depends
//! on, iterated, and that varies in the block may keep threads from it. A branch one side of which leaves the kernel decides about what stands behind it too: threads that
//! are gone count as come, so that is an *exit*; but where that side and the barrier's meet again before the end (`if (i < n) { .. __syncthreads(); .. }`
//! at the end of a kernel), where that side waits at another barrier, or where it is a loop's only way out, the threads that stay away are none that left. A call of a
//! function with a barrier is one, and so is inline PTX with one that counts no threads. Who comes to a cycle that has no end behind it has not left, and never comes.
//! That two threads *disagree* is shown by following them: where their indices decide a branch they go one way, else both. One that cannot come to
//! the barrier so, and another that can, both in every shape that the block may have, are an error of the program.
//!
//! Source: Ferrante, Ottenstein and Warren (TOPLAS 1987) for control dependence; the CUDA C++ Programming Guide for what `__syncthreads` asks: a condition
//! around it evaluates alike in the whole block.
//! Legality: nothing is changed. *May* errs on the side of telling; *disagree* tells only what is so where whatever else decides lets threads come.
//! Cost: for each barrier the blocks, and for each branch that leads away for good the blocks twice, up to [`MOST_STEPS`] in all; threads are followed where
//! an index decides a branch.

mod inline_text;
mod pairs;

use super::VarianceMap;
use super::control::Ways;
use super::lattice::Axes;
use super::threads::{self, Thread};
use super::views::At;
use optx_ir::control_dependence::Deciders;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CrId, Func, StmtId, StmtOp, Terminator};
use optx_whirl::{Intrinsic, ShapeRegister};
use pairs::Question;
use smallvec::{SmallVec, smallvec};

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
    /// By number: the function, or one that it calls, may end its thread or the kernel.
    pub leave: &'a [bool],
}

/// True for a statement at which a thread waits for its block: a barrier, inline PTX with one for all threads, a call of a function that has one.
pub fn waits(f: &Func, s: StmtId, wait: &[bool]) -> bool {
    match f.stmts[s].op {
        StmtOp::Intrinsic { intrinsic, .. } => intrinsic.is_block_barrier(),
        StmtOp::Call(callee) => wait.get(callee as usize) == Some(&true),
        StmtOp::Asm(number) => inline_text::barrier(&f.asms[number as usize].text).is_some(),
        _ => false,
    }
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
    let wait = setting.wait;
    let barriers: Vec<BbId> =
        f.layout.iter().copied().filter(|&bb| has_barrier(f, bb, wait)).collect();
    if barriers.is_empty() {
        return Vec::new();
    }
    let dom = Dominance::of(f);
    let post = Dominance::post(f);
    let ways = Ways::of(f, &dom, map.cycles());
    let mut judge =
        Judge { f, map, setting: *setting, ways: &ways, post: &post, endless: None, steps: 0 };
    barriers.into_iter().map(|bb| judge.judge(bb)).collect()
}

/// Judges barriers, within so many steps for all of them.
struct Judge<'a> {
    f: &'a Func,
    map: &'a VarianceMap,
    setting: Setting<'a>,
    ways: &'a Ways,
    post: &'a Dominance,
    /// By block, a thread that comes there may never end; once asked for.
    endless: Option<Vec<bool>>,
    steps: usize,
}

impl Judge<'_> {
    fn judge(&mut self, bb: BbId) -> Reached {
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
        let leads = leading(f, vec![bb]);
        let stuck = self.stuck(&leads);
        for &(branch, axes) in &stuck {
            found.by_some.push(branch);
            found.axes = found.axes.join(axes);
        }
        for &branch in all.iter().filter(|all| !stuck.iter().any(|(branch, _)| branch == *all)) {
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
            if self.steps <= MOST_STEPS && self.is_exit(bb, branch, to) {
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
        let of_texts = self.of_inline_text(bb);
        if let (false, true) = (found.by_some.is_empty(), of_texts.is_none()) {
            let mut branches = all;
            branches.extend(stuck.iter().map(|&(branch, _)| branch));
            let question =
                Question { f, map: self.map, setting: self.setting, branches: &branches };
            found.disagree = pairs::disagree(&question, &found, &mut self.steps);
        }
        found.axes = found.axes.join(of_texts);
        found
    }

    /// The axes on which a barrier in inline PTX may be another one, or none, for a thread that comes to the text: where a predicate or a branch within guards
    /// it, or its number is not written there.
    fn of_inline_text(&self, bb: BbId) -> Axes {
        let f = self.f;
        let Some(s) = block_barrier(f, bb, self.setting.wait) else { return Axes::NONE };
        let StmtOp::Asm(number) = f.stmts[s].op else { return Axes::NONE };
        let text = &f.asms[number as usize].text;
        let hangs = inline_text::barrier(text).is_some_and(|barrier| barrier.hangs_on_operands);
        let axes = |&kid: &CrId| self.map.seen(f, kid, At::Block(bb)).axes();
        match hangs {
            true if inline_text::reads_threads(text) => Axes::ALL,
            true => f.stmts[s].kids.iter().map(axes).fold(Axes::NONE, Axes::join),
            false => Axes::NONE,
        }
    }

    /// The axes of a branch's condition.
    fn varies(&self, branch: BbId) -> Axes {
        let condition = self.f.bbs[branch].terminator().condition();
        condition.map_or(Axes::NONE, |c| self.map.seen(self.f, c, At::Block(branch)).axes())
    }

    /// True where who goes from a branch to a block leaves the kernel, and meets nobody again that comes to a barrier.
    fn is_exit(&self, bb: BbId, branch: BbId, to: BbId) -> bool {
        let f = self.f;
        // Who comes round may leave the same way later.
        let (gone, behind) = (reachable(f, to, None), reachable(f, bb, Some((branch, to))));
        let meets = gone.iter().zip(&behind).any(|(a, b)| *a && *b);
        // They wait at another barrier.
        let waits = |k: usize| gone[k] && has_barrier(f, BbId::from_index(k), self.setting.wait);
        let meets = meets || (0..gone.len()).any(waits);
        // The only way out of a loop is its end.
        let around = self.map.cycles().innermost(bb);
        let ends_loop = around.is_some_and(|k| self.map.cycles().exits(f, k) == [(branch, to)]);
        is_kernel(f) && !meets && !ends_loop
    }

    /// The branches that vary by which a thread may come to where it never ends, and never to the barrier that blocks lead to: it keeps others waiting as one
    /// that waits elsewhere does.
    fn stuck(&mut self, leads: &[bool]) -> Vec<(BbId, Axes)> {
        let f = self.f;
        let endless = self.endless.get_or_insert_with(|| endless(f, self.setting.leave));
        if !endless.contains(&true) {
            return Vec::new();
        }
        let is_stuck = |to: &BbId| endless[to.index()] && !leads[to.index()];
        let branches = f.layout.iter().copied().filter(|at| leads[at.index()]);
        let stuck: Vec<BbId> =
            branches.filter(|&at| open_ways(f, at).iter().any(is_stuck)).collect();
        let axes = |at: BbId| (at, self.varies(at).join(self.map.bb_control_variance(at)));
        stuck.into_iter().map(axes).filter(|(_, axes)| !axes.is_none()).collect()
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

/// True for a function that may end its thread or the kernel by more than its return.
pub fn may_end(f: &Func) -> bool {
    let stmts = || f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts);
    stmts().any(|&s| ends(f, s, &[]) != Ends::Never)
}

/// How a thread may end at a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// It does not.
    Never,
    /// It may.
    Maybe,
    /// It does, and with it the kernel.
    Kernel,
}

fn ends(f: &Func, s: StmtId, leave: &[bool]) -> Ends {
    match f.stmts[s].op {
        StmtOp::Intrinsic { intrinsic: Intrinsic::Trap | Intrinsic::AssertFail, .. } => {
            Ends::Kernel
        }
        StmtOp::Call(callee) if leave.get(callee as usize) == Some(&true) => Ends::Maybe,
        StmtOp::Asm(number) if inline_text::may_end(&f.asms[number as usize].text) => Ends::Maybe,
        _ => Ends::Never,
    }
}

/// True for a branch that an index decides, of the threads of blocks that one of two threads may be in.
pub fn is_decided_by_index(f: &Func, branch: BbId, meant: &[[u32; 3]]) -> bool {
    let meant = meant.first().copied().unwrap_or([2, 1, 1]);
    let thread = Thread { index: [1, 0, 0], shape: f.block_dim.unwrap_or(meant) };
    let condition = f.bbs[branch].terminator().condition();
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

/// By block: a thread that comes there may come to where it never ends.
fn endless(f: &Func, leave: &[bool]) -> Vec<bool> {
    let may_end = |&s: &StmtId| ends(f, s, leave) != Ends::Never;
    let is_end = |bb: &BbId| f.succs(*bb).is_empty() || f.bbs[*bb].stmts.iter().any(may_end);
    let ends = leading(f, f.layout.iter().copied().filter(is_end).collect());
    leading(f, f.layout.iter().copied().filter(|bb| !ends[bb.index()]).collect())
}

/// The successors that a thread may go on to: not those that a constant rules out (`while (1)` has a way out before it is folded).
fn open_ways(f: &Func, bb: BbId) -> SmallVec<[BbId; 2]> {
    match f.bbs[bb].terminator() {
        Terminator::Branch { condition, on_true, on_false } => {
            match f.codemap.constant(condition) {
                Some(0) => smallvec![on_false],
                Some(_) => smallvec![on_true],
                None => smallvec![on_true, on_false],
            }
        }
        _ => f.succs(bb).into_iter().collect(),
    }
}

/// By block: one of some can be come to from it.
fn leading(f: &Func, mut work: Vec<BbId>) -> Vec<bool> {
    let mut met = vec![false; f.bbs.len()];
    work.iter().for_each(|bb| met[bb.index()] = true);
    while let Some(bb) = work.pop() {
        for &pred in f.bbs[bb].preds() {
            let is_open = open_ways(f, pred).contains(&bb);
            if is_open && !std::mem::replace(&mut met[pred.index()], true) {
                work.push(pred);
            }
        }
    }
    met
}
