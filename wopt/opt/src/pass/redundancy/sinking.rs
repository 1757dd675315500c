//! Sinking: what only one way behind a branch reads is evaluated, or loaded, on that way.
//!
//! Idea: the uses of a variable have a lowest block that dominates them all. Where that is behind a branch which may lead elsewhere, the assignment moves to
//! its beginning; out of a cycle where all its uses stand behind it; never into a cycle that it is not in. Statements are
//! gone through from the last to the first, so that what a sunk statement reads may follow it.
//!
//! Source: Knoop, Rüthing and Steffen, "Partial Dead Code Elimination" (PLDI 1994), for assignments that no phi needs: SSA form makes the test one of
//! dominance. By whom it is asked: the gpucc paper's rule that a warp gains where all of it goes one way.
//! Legality: OPs are pure, and their operands are SSA values, which are the same wherever they are read. What is evaluated less often than it
//! was breaks no promise: I-forms stay. A load moves past no statement with an effect (stores, atomics, barriers, fences, calls, volatile accesses), and only along blocks
//! each of which has the one before it as its only predecessor, and no phi of memory: it reads the memory that it read, and it is executed less often.
//! Convergent operations are no OPs and stay.
//! A copy of what its block evaluates sinks to the lowest block there is, which costs nothing: placement makes copies, and they kept what they copy.
//! Worth: what a statement evaluates, others read that it dominates ([`crate::pass::out::placement`]); it stays where one of those stands on another way, for each of them
//! would evaluate for itself then. Under a branch that a warp takes as one, as [`crate::analysis::variance`] has it, whatever is not evaluated is won. Where a warp may part, it mostly comes to
//! both ways: there loads stay, since an early load is a load that nobody waits for, and of evaluations only those move that cost [`DEAR`] or more.
//! Operands that live longer for it need registers, which [`Pressure`] has to have.
//! Cost: linear in the statements and their uses: no more than [`MOST_USES`] uses are looked at, and [`MOST_CLIMB`] blocks climbed for each.

use crate::analysis::pressure::units;
use crate::analysis::variance::first_answer::FirstAnswer;
use crate::analysis::variance::views::At;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::uses::{Use, Uses};
use optx_ir::walk::Walk;
use optx_ir::{
    AuxKind, BbId, CodeRep, CrId, Def, Func, Phi, SideTable, Space, StmtId, StmtOp, Terminator,
};
use optx_whirl::RemarkKind;
use smallvec::SmallVec;
use std::rc::Rc;

/// An evaluation that is worth moving where a warp may come to both ways: a division.
const DEAR: u32 = 16;

/// So many uses of a variable are looked at.
const MOST_USES: usize = 16;

/// So many evaluations of an OP are looked at.
const MOST_READERS: usize = 32;

/// So many blocks are climbed from a use towards the definition.
const MOST_CLIMB: usize = 64;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("sinking");
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let uses = cx.analyses.uses(f);
    let mut search = Search {
        dom: &dom,
        cycles: &cycles,
        uses: &uses,
        post: None,
        occurrences: None,
        first: FirstAnswer::new(),
        together: None,
        walk: Walk::new(),
    };
    let mut pressure = None;
    for &bb in dom.preorder().iter().rev() {
        if matches!(f.bbs[bb].terminator(), Terminator::Return) {
            continue;
        }
        let mut gone = Vec::new();
        for k in (0..f.bbs[bb].stmts.len()).rev() {
            let s = f.bbs[bb].stmts[k];
            let Some((to, way)) = search.target(f, cx, Site { bb, place: k, gone: &gone }) else {
                continue;
            };
            let more = search.longer(f, s);
            let pressure = pressure.get_or_insert_with(|| cx.analyses.pressure(f));
            if more > 0 && !pressure.take(way.into_iter(), more) {
                stats.add("refused for pressure", 1);
                continue;
            }
            let at = cx.facts.module.locs.statement(f.stmts[s].loc);
            cx.remarks.tell(RemarkKind::Passed, at, || {
                let is_load = matches!(f.codemap.get(f.stmts[s].kids[0]), CodeRep::Ivar { .. });
                let what = if is_load { "a load" } else { "an evaluation" };
                format!("{what} sinks to where it is read")
            });
            f.stmts[s].bb = to;
            f.bbs[to].stmts.insert(0, s);
            gone.push(s);
            stats.add("statements sunk", 1);
        }
        if !gone.is_empty() {
            gone.sort_unstable();
            f.bbs[bb].stmts.retain(|s| gone.binary_search(s).is_err());
        }
    }
    stats
}

/// The block that a use stands in.
fn place_of(f: &Func, used: Use) -> BbId {
    match used {
        Use::Stmt(s) => f.stmts[s].bb,
        Use::Phi(bb, _, place) => f.bbs[bb].preds()[place as usize],
        Use::Branch(bb) => bb,
    }
}

/// By OP, what evaluates it.
fn evaluations(f: &Func) -> SideTable<CrId, Vec<Use>> {
    let (mut table, mut walk) = (SideTable::new(Vec::new()), Walk::new());
    let mut note = |walk: &mut Walk, root: CrId, used: Use| {
        walk.tree(&f.codemap, root, |id, node| {
            if let CodeRep::Op(_) = node {
                table.entry(id).push(used);
            }
            true
        });
    };
    for &bb in &f.layout {
        for &s in &f.bbs[bb].stmts {
            walk.forget();
            f.stmts[s].for_each_use(&f.codemap, |root, _| note(&mut walk, root, Use::Stmt(s)));
        }
        walk.forget();
        let condition = f.bbs[bb].terminator().condition();
        condition.into_iter().for_each(|root| note(&mut walk, root, Use::Branch(bb)));
    }
    table
}

/// A statement's place in its block, and those that have left the block.
#[derive(Clone, Copy)]
struct Site<'a> {
    bb: BbId,
    place: usize,
    gone: &'a [StmtId],
}

struct Search<'a> {
    dom: &'a Dominance,
    cycles: &'a Cycles,
    uses: &'a Uses,
    post: Option<Rc<Dominance>>,
    /// What evaluates each OP, once asked for.
    occurrences: Option<SideTable<CrId, Vec<Use>>>,
    first: FirstAnswer,
    /// By block, a warp takes its branch as one; of all blocks at once, once asked for: states are of what stands where it stood then.
    together: Option<Vec<bool>>,
    walk: Walk,
}

impl Search<'_> {
    /// The block that a statement is to move to, with the blocks on the way there, itself included.
    fn target(&mut self, f: &Func, cx: &mut Cx<'_>, site: Site<'_>) -> Option<(BbId, Vec<BbId>)> {
        let bb = site.bb;
        let s = f.bbs[bb].stmts[site.place];
        let stmt = &f.stmts[s];
        let (&[value], &[result]) = (&stmt.kids[..], &stmt.results[..]) else { return None };
        if stmt.op != StmtOp::Stid || !stmt.chi.is_empty() {
            return None;
        }
        let is_load = match f.codemap.get(value) {
            // A parameter is where it is read.
            CodeRep::Ivar { access, .. } if access.space != Space::Param => true,
            CodeRep::Op(_) => false,
            CodeRep::Var { .. } if self.is_evaluated_in(f, bb, value) => {
                return self.way(f, bb, result).map(|way| (way[0], Vec::new()));
            }
            _ => return None,
        };
        // From the uses up, the block first that is in no cycle that this is not in.
        let mut way = self.way(f, bb, result)?;
        if self.cycles.innermost(way[0]) != self.cycles.innermost(bb) {
            way.pop();
            return (!is_load && !self.serves_others(f, s, way[0])).then(|| (way[0], way));
        }
        let post = self.post.get_or_insert_with(|| cx.analyses.post_dominators(f)).clone();
        // Branches that may lead elsewhere, from the uses up, less those that a warp is known to part at.
        let (mut last, mut places) = (None, SmallVec::<[(usize, Option<bool>); 8]>::new());
        for (place, pair) in way.windows(2).enumerate() {
            let Some(condition) = f.bbs[pair[1]].terminator().condition() else { continue };
            if post.dominates(pair[0], pair[1]) {
                continue;
            }
            last.get_or_insert(place);
            let is_one = self.first.is_one(f, condition);
            if is_one != Some(false) {
                places.push((place, is_one));
            }
        }
        let may_stand = |search: &mut Self, place: usize| {
            let way = &way[place..];
            (!is_load || search.reads_the_same(f, site, way)) && !search.serves_others(f, s, way[0])
        };
        // What may not go below the highest of them goes below none: the map need not be asked.
        let asks = places.first().is_some_and(|(_, is_one)| is_one.is_none());
        if asks && !may_stand(self, places[places.len() - 1].0) {
            places.clear();
        }
        let is_taken_together = |&&(place, is_one): &&(usize, Option<bool>)| {
            is_one == Some(true) || self.goes_together(f, cx, way[place + 1])
        };
        let together = places.iter().find(is_taken_together).map(|&(place, _)| place);
        let dear = || f.codemap.tree_cost(value) >= DEAR && !is_load;
        let place = together.or(last.filter(|_| dear()))?;
        if !may_stand(self, place) {
            return None;
        }
        way.drain(..place);
        way.pop();
        Some((way[0], way))
    }

    /// True for a block whose branch the map says all lanes of a warp that come to it take one way.
    fn goes_together(&mut self, f: &Func, cx: &mut Cx<'_>, bb: BbId) -> bool {
        let together = self.together.get_or_insert_with(|| {
            let variance = cx.variance(f);
            let mut together = vec![false; f.bbs.len()];
            for &bb in &f.layout {
                let condition = f.bbs[bb].terminator().condition();
                let state = condition.map(|id| variance.seen(f, id, At::Block(bb)));
                together[bb.index()] = state.is_some_and(|state| state.is_warp_uniform());
            }
            together
        });
        together[bb.index()]
    }

    /// True where something on another way than to a block reads what a statement evaluates, and has nothing else to read.
    fn serves_others(&mut self, f: &Func, s: StmtId, to: BbId) -> bool {
        let Search { dom, occurrences, walk, .. } = self;
        let occurrences = occurrences.get_or_insert_with(|| evaluations(f));
        let bb = f.stmts[s].bb;
        let mut serves = false;
        walk.forget();
        walk.tree(&f.codemap, f.stmts[s].kids[0], |id, node| {
            let all = occurrences.get(id);
            let others = || {
                let others = all.iter().filter(|&&used| used != Use::Stmt(s));
                others.map(|&used| place_of(f, used))
            };
            let reads = |at: BbId| at != bb && dom.dominates(bb, at) && !dom.dominates(to, at);
            serves |= matches!(node, CodeRep::Op(_))
                && (all.len() > MOST_READERS
                    || others().any(reads) && !others().any(|at| dom.dominates(at, bb)));
            !serves
        });
        serves
    }

    /// True for a version that a statement of a block evaluates or loads: it sinks no deeper than its copies.
    fn is_evaluated_in(&self, f: &Func, bb: BbId, version: CrId) -> bool {
        let Def::Stmt(s) = f.def(version) else { return false };
        let stmt = &f.stmts[s];
        let is_pure = |&kid: &CrId| match f.codemap.get(kid) {
            CodeRep::Op(_) => true,
            CodeRep::Ivar { access, .. } => access.space != Space::Param,
            _ => false,
        };
        stmt.bb == bb && stmt.op == StmtOp::Stid && stmt.kids.first().is_some_and(is_pure)
    }

    /// The blocks from the lowest that a version may be defined in up to the one that does, both included.
    fn way(&self, f: &Func, bb: BbId, result: CrId) -> Option<Vec<BbId>> {
        let mut way = self.climb(self.lowest(f, bb, result)?, bb)?;
        let outside =
            |at: &BbId| self.cycles.innermost(*at).is_none_or(|inner| self.cycles.holds(inner, bb));
        let from = way.iter().position(outside)?;
        way.drain(..from);
        (way[0] != bb).then_some(way)
    }

    /// The lowest block that dominates all uses of a version that a block defines; None where nobody knows, or it is that block.
    fn lowest(&self, f: &Func, bb: BbId, version: CrId) -> Option<BbId> {
        let uses = self.uses.of_version(version);
        if uses.len() > MOST_USES {
            return None;
        }
        let mut lowest = None;
        for used in uses {
            let at = place_of(f, *used);
            if at == bb || !self.dom.contains(at) {
                return None;
            }
            lowest = Some(match lowest {
                None => at,
                Some(other) => self.common(other, at)?,
            });
        }
        lowest.filter(|&at| at != bb)
    }

    /// The lowest block that dominates both.
    fn common(&self, a: BbId, b: BbId) -> Option<BbId> {
        let ups = std::iter::successors(Some(a), |&at| self.dom.idom(at));
        ups.take(MOST_CLIMB).find(|&at| self.dom.dominates(at, b))
    }

    /// The blocks from one up to another that dominates it, both included.
    fn climb(&self, from: BbId, to: BbId) -> Option<Vec<BbId>> {
        let ups = std::iter::successors(Some(from), |&at| self.dom.idom(at).filter(|_| at != to));
        let way: Vec<BbId> = ups.take(MOST_CLIMB).collect();
        (way.last() == Some(&to)).then_some(way)
    }

    /// True where a load that stands at a site, in the way's last block, reads at the first one's beginning what it reads.
    fn reads_the_same(&self, f: &Func, site: Site<'_>, way: &[BbId]) -> bool {
        let Site { bb, place, gone } = site;
        let is_plain = |s: &StmtId| !f.stmts[*s].has_effect(f) && f.stmts[*s].chi.is_empty();
        let behind = f.bbs[bb].stmts[place + 1..].iter().filter(|s| !gone.contains(s));
        let inner = way.get(1..way.len() - 1).unwrap_or_default();
        let gives_memory = |phi: &Phi| f.auxes[phi.aux].kind == AuxKind::Memory;
        let renamed = |at: &BbId| f.bbs[*at].phis.iter().any(gives_memory);
        behind.clone().all(is_plain)
            && !way[..way.len() - 1].iter().any(renamed)
            && way.windows(2).all(|pair| f.bbs[pair[0]].preds()[..] == [pair[1]])
            && inner.iter().all(|&at| f.bbs[at].stmts.iter().all(is_plain))
    }

    /// The units of registers that what a statement reads takes more than what it defines, if all of it lives on for it.
    fn longer(&mut self, f: &Func, s: StmtId) -> u32 {
        let (stmt, mut read) = (&f.stmts[s], 0);
        self.walk.forget();
        let walk = &mut self.walk;
        stmt.for_each_use(&f.codemap, |root, _| {
            walk.variables(&f.codemap, root, |version, _| read += units(f.mtype(version)));
        });
        let defined: u32 = stmt.results.iter().map(|&result| units(f.mtype(result))).sum();
        read.saturating_sub(defined)
    }
}
