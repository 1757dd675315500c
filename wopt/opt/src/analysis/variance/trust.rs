//! What follows if the barriers of a program are right.
//!
//! A barrier of the whole block must be reached by all of its threads, so the conditions that decide whether a thread comes to one are the
//! same for all: a programmer who wrote the barrier promised that. The promise is believed of the branches that a block with such a barrier
//! depends on, iterated, and one side of which passes it by, and of nothing else: they bring no threads apart, in blocks or at phis; the state of the condition itself stays.
//! Not believed is what is provably another way: a condition that compares what has a known coefficient that is not zero, or of which two threads are shown to disagree
//! ([`super::barriers`]).
//!
//! Source: X. Kong, "Variance Analysis on SSA-based IR (CODEREP/STMTREP)" (2009), the barrier constraints; trust apart, and refused, is ours.
//! Legality: none is claimed. A fact that leans on the promise is told apart ([`Variance::trusted`]): reports use it; code, claims and the
//! register allocator do not. Reports judge by what holds without it, for whoever promised to reach a barrier is who is to be checked; what the
//! promise adds stands beside, with the barriers that it hangs on ([`TrustingMap::promises`]).
//! Cost: two solutions, and the control dependences of the blocks with barriers.

use super::barriers::{self, Reached, Setting, has_barrier};
use super::control::Ways;
use super::lattice::{Axes, Coef, Variance};
use super::solve::{self, Premises, Solution};
use super::views::{At, Read};
use super::{Assumptions, VarianceMap};
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CodeRep, CrId, Func};
use optx_whirl::fixed_hash::Map;
use std::rc::Rc;

/// The variance of a function's values, with and without trust in its barriers.
pub struct TrustingMap {
    /// What holds whatever the program does.
    pub plain: VarianceMap,
    /// What holds if its barriers are right.
    pub trusting: VarianceMap,
    reached: Vec<Reached>,
    refused: Vec<BbId>,
    /// By branch that is taken to be the same for all threads: the blocks with barriers that say so.
    promises: Map<BbId, Vec<BbId>>,
}

impl TrustingMap {
    /// That of a function in form Ssa.
    pub fn of(f: &Func, assumptions: Assumptions) -> TrustingMap {
        TrustingMap::launched(f, assumptions, &Setting::default())
    }

    /// The same where more is known of the function's surroundings.
    pub fn launched(f: &Func, assumptions: Assumptions, setting: &Setting<'_>) -> TrustingMap {
        let (dom, cycles) = (Rc::new(Dominance::of(f)), Rc::new(Cycles::of(f)));
        let under = |held: Vec<bool>| {
            let premises = Premises { held, ..Premises::of(assumptions) };
            solve::solve(f, &dom, &cycles, premises)
        };
        let plain = under(Vec::new());
        let plain = VarianceMap { solution: plain, dom: dom.clone(), cycles: cycles.clone() };
        let reached = barriers::reached(f, &plain, setting);
        let disagree: Vec<BbId> =
            reached.iter().filter_map(|r| r.disagree).map(|d| d.branch).collect();
        let (mut held, mut refused) = (vec![false; f.bbs.len()], Vec::new());
        let mut promises = Map::default();
        for (bb, barriers) in constrained(f, &dom, &cycles, setting.wait) {
            match disagree.contains(&bb) || is_provably_dependent(f, &plain.solution, bb) {
                true => refused.push(bb),
                false => {
                    held[bb.index()] = true;
                    promises.insert(bb, barriers);
                }
            }
        }
        let trusting = under(held);
        TrustingMap {
            plain,
            trusting: VarianceMap { solution: trusting, dom, cycles },
            reached,
            refused,
            promises,
        }
    }

    /// Who comes to the blocks with barriers.
    pub fn reached(&self) -> &[Reached] {
        &self.reached
    }

    /// The blocks with barriers by whose promises a branch is taken to be the same for all threads.
    pub fn promises(&self, branch: BbId) -> &[BbId] {
        self.promises.get(&branch).map_or(&[], Vec::as_slice)
    }

    /// The blocks with barriers whose promises some of these nodes, each read at a place, and whether threads come to some of these blocks, hang on; in order.
    pub fn promised_by(&self, f: &Func, nodes: &[Read], blocks: &[BbId]) -> Vec<BbId> {
        let mut found: Vec<BbId> = Vec::new();
        let mut note = |branch: BbId| found.extend_from_slice(self.promises(branch));
        for &bb in blocks {
            self.plain.deciders_of_block(bb).into_iter().for_each(&mut note);
        }
        let differs = |Read { node, at }: Read| {
            self.plain.read_at(f, node, at) != self.trusting.read_at(f, node, at)
        };
        if !self.plain.branches_behind(f, nodes, differs, note) {
            // Too many to look at: all that were trusted.
            found.extend(self.promises.values().flatten());
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The state of a node for who reads it at a place if the barriers are right, [`Variance::trusted`] where it leans on them.
    pub fn read_at(&self, f: &Func, id: CrId, at: At) -> Variance {
        let state = self.trusting.read_at(f, id, at);
        Variance { trusted: state != self.plain.read_at(f, id, at), ..state }
    }

    /// The axes that it depends on whether a thread comes to a block, if the barriers are right.
    pub fn bb_control_variance(&self, bb: BbId) -> Axes {
        self.trusting.bb_control_variance(bb)
    }

    /// The blocks whose branches decide whether threads come to a barrier, and that provably differ between threads.
    pub fn refused(&self) -> &[BbId] {
        &self.refused
    }
}

/// So many blocks are walked over for barriers, in all; where there are more barriers the rest is not trusted.
const MOST_STEPS: usize = 1 << 22;

/// The blocks whose branches decide whether threads come to a barrier: those that it depends on, iterated, one side of which does not
/// come to it in the same round, in order, each with the blocks of those barriers. From both sides of others threads may all come, whatever the branch says.
fn constrained(
    f: &Func,
    dom: &Dominance,
    cycles: &Cycles,
    wait: &[bool],
) -> Vec<(BbId, Vec<BbId>)> {
    let barriers: Vec<BbId> =
        f.layout.iter().copied().filter(|&bb| has_barrier(f, bb, wait)).collect();
    if barriers.is_empty() {
        return Vec::new();
    }
    let ways = Ways::of(f, dom, cycles);
    let mut found: Vec<Vec<BbId>> = vec![Vec::new(); f.bbs.len()];
    let (mut met, mut comes) = (vec![usize::MAX; f.bbs.len()], vec![usize::MAX; f.bbs.len()]);
    let mut steps = 0;
    for (number, &barrier) in barriers.iter().enumerate() {
        if steps > MOST_STEPS {
            break;
        }
        steps += f.bbs.len() + mark_coming(f, cycles, barrier, number, &mut comes);
        let mut deciders = ways.deciders(f);
        let mut work = vec![barrier];
        while let Some(bb) = work.pop() {
            deciders.take(bb, |branch| {
                if std::mem::replace(&mut met[branch.index()], number) == number {
                    return;
                }
                steps += 1;
                work.push(branch);
                let sides = f.succs(branch);
                let passes_by = sides.iter().any(|to| comes[to.index()] != number);
                if passes_by {
                    found[branch.index()].push(barrier);
                }
            });
        }
    }
    let with = found.into_iter().enumerate().map(|(k, list)| (BbId::from_index(k), list));
    with.filter(|(_, list)| !list.is_empty()).collect()
}

/// Marks the blocks from which threads come to a block without going round a cycle that holds it; gives how many there are.
fn mark_coming(f: &Func, cycles: &Cycles, to: BbId, number: usize, comes: &mut [usize]) -> usize {
    let mut work = vec![to];
    comes[to.index()] = number;
    let mut count = 0;
    while let Some(bb) = work.pop() {
        count += 1;
        for &pred in f.bbs[bb].preds() {
            let goes_round = cycles
                .around(bb)
                .take_while(|&k| cycles.all()[k].header == bb)
                .any(|k| cycles.holds(k, to) && cycles.holds(k, pred));
            if !goes_round && std::mem::replace(&mut comes[pred.index()], number) != number {
                work.push(pred);
            }
        }
    }
    count
}

/// True where a block's condition compares what differs by a known number from one thread to the next.
fn is_provably_dependent(f: &Func, solution: &Solution, bb: BbId) -> bool {
    let Some(condition) = f.bbs[bb].terminator().condition() else { return false };
    let mut node = condition;
    // Through what a variable is assigned, and what turns a condition round.
    let op = loop {
        match f.codemap.get(node) {
            CodeRep::Op(op) if op.opr.is_compare() => break op,
            CodeRep::Op(op) if op.kids.len() == 1 => node = op.kids[0],
            CodeRep::Var { .. } => match f.assigned(node) {
                Some(value) => node = value,
                None => return false,
            },
            _ => return false,
        }
    };
    let [a, b] = op.kids[..] else { return false };
    let (a, b) = (solution.states.get(a), solution.states.get(b));
    (0..3).any(|k| match (a.coef[k], b.coef[k]) {
        (Coef::Known(a), Coef::Known(b)) => a != b,
        _ => false,
    })
}
