//! Dead code: assignments, phis and stores' chis whose results nothing live uses, and branches that decide nothing live.
//!
//! Idea: what has an effect is live; so is what it reads, and the branches that decide whether it runs. A live phi needs the
//! branches that decide over which edge control comes. A branch that is not live goes to its immediate post-dominator: what lies
//! between is all dead.
//!
//! Source: Cytron et al. (TOPLAS 1991), section 7.1; control dependence is Ferrante, Ottenstein and Warren's.
//! Legality: stores, volatile accesses, atomics, barriers, fences, convergent operations, clocks, calls, a function's
//! result, volatile or memory-clobbering inline PTX are always live ([`optx_ir::StmtRep::has_effect`]); loads and
//! arithmetic have no effect of their own. So a convergent operation keeps all conditions that it hangs on.
//! A loop that may run for ever does: but for the cycles that a counter ends ([`counted`]), a cycle's exits are live with the
//! branches that lead to it, and from where no return can be reached every branch. (C++ lets a loop without effects be taken to end; waiting on
//! a plain variable is common enough in kernels, and wrong code the worst bug.)
//! Cost: near-linear: control dependence is asked for and never written out ([`Deciders`]).

use crate::kit::context::Cx;
use crate::kit::graph::{drop_lost_preds, remove_unreachable};
use crate::kit::stats::Stats;
use optx_ir::control_dependence::Deciders;
use optx_ir::dominance::Dominance;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CrId, Def, Func, SideTable, StmtId, StmtOp, Terminator};

mod counted;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let post = cx.analyses.post_dominators(f);
    let keepers = counted::keepers(f, cx);
    let deciders = Deciders::of(f, &post);
    let (branches, mut stats) = statements(f, cx, Some(deciders), keepers);
    stats.add("branches removed", remove_branches(f, cx, &post, &branches));
    stats
}

/// As [`run`] where every branch stays.
pub fn run_on_values(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let branches = f.layout.clone();
    statements(f, cx, None, counted::Keepers { blocks: Vec::new(), branches }).1
}

/// Removes what is dead in blocks; gives the live branches.
fn statements(
    f: &mut Func,
    cx: &Cx<'_>,
    deciders: Option<Deciders<'_>>,
    keepers: counted::Keepers,
) -> (SideTable<BbId, bool>, Stats) {
    let mut live = Liveness {
        f,
        versions: SideTable::new(false),
        stmts: SideTable::new(false),
        blocks: SideTable::new(false),
        branches: SideTable::new(false),
        merges: SideTable::new(false),
        walk: Walk::new(),
        work: Vec::new(),
    };
    keepers.blocks.into_iter().for_each(|bb| live.block(bb));
    keepers.branches.into_iter().for_each(|bb| live.branch(bb));
    live.roots(cx);
    live.spread(cx, deciders);
    let Liveness { versions, stmts, branches, .. } = live;
    let mut stats = Stats::new("dead-code");
    for bb in cx.facts.blocks(f) {
        let phis = f.retain_phis(bb, |phi| *versions.get(phi.result));
        let dead = f.retain_stmts(bb, |s| *stmts.get(s));
        stats.add("phis removed", phis as u64);
        stats.add("statements removed", dead as u64);
        for j in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[j];
            if f.stmts[s].op == StmtOp::Istore {
                let chis = f.retain_chis(s, |result| *versions.get(result));
                stats.add("chis removed", chis as u64);
            }
        }
    }
    (branches, stats)
}

/// Sends dead branches past what they decided.
fn remove_branches(
    f: &mut Func,
    cx: &Cx<'_>,
    post: &Dominance,
    live: &SideTable<BbId, bool>,
) -> u64 {
    let (mut removed, mut losers) = (0, Vec::new());
    // Predecessors in the order of the layout.
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        let Terminator::Branch { on_true, on_false, .. } = f.bbs[bb].terminator() else { continue };
        if *live.get(bb) {
            continue;
        }
        f.set_terminator(
            bb,
            match post.idom(bb) {
                Some(to) => Terminator::Goto(to),
                None => Terminator::Return,
            },
        );
        if let Some(to) = post.idom(bb).filter(|&to| to != on_true && to != on_false) {
            debug_assert!(f.bbs[to].phis.is_empty(), "a phi that the branch decides is live");
            f.preds_mut(to).push(bb);
        }
        losers.extend([on_true, on_false]);
        removed += 1;
    }
    if removed > 0 {
        drop_lost_preds(f, losers);
        remove_unreachable(f, &cx.facts);
    }
    removed
}

/// What is to be looked at: it was found live.
enum Live {
    Version(CrId),
    Block(BbId),
}

struct Liveness<'a> {
    f: &'a Func,
    /// Versions that something live uses.
    versions: SideTable<CrId, bool>,
    stmts: SideTable<StmtId, bool>,
    /// Blocks that something live stands in, and blocks whose branch is live.
    blocks: SideTable<BbId, bool>,
    branches: SideTable<BbId, bool>,
    /// Blocks with a live phi.
    merges: SideTable<BbId, bool>,
    walk: Walk,
    work: Vec<Live>,
}

impl Liveness<'_> {
    fn roots(&mut self, cx: &Cx<'_>) {
        for bb in cx.facts.blocks(self.f) {
            for &s in &self.f.bbs[bb].stmts {
                if self.f.stmts[s].has_effect(self.f) {
                    self.statement(s);
                }
            }
        }
    }

    /// Whether the block runs is to stay as it is.
    fn block(&mut self, bb: BbId) {
        if !self.blocks.replace(bb, true) {
            self.work.push(Live::Block(bb));
        }
    }

    /// Where the block goes is to stay as it is.
    fn branch(&mut self, bb: BbId) {
        if let Some(condition) = self.f.bbs[bb].terminator().condition()
            && !self.branches.replace(bb, true)
        {
            self.tree(condition);
            self.block(bb);
        }
    }

    fn phi(&mut self, bb: BbId, k: u32) {
        let f = self.f;
        self.versions_of(f.bbs[bb].phis[k as usize].operands.iter().copied());
        // Over which edge control comes.
        if !self.merges.replace(bb, true) {
            self.block(bb);
            for &pred in f.bbs[bb].preds() {
                self.branch(pred);
                self.block(pred);
            }
        }
    }

    fn versions_of(&mut self, versions: impl Iterator<Item = CrId>) {
        self.work.extend(versions.map(Live::Version));
    }

    fn tree(&mut self, root: CrId) {
        self.walk.variables(&self.f.codemap, root, |id, _| {
            self.work.push(Live::Version(id));
        });
    }

    /// The statement runs: what it reads is live.
    fn statement(&mut self, s: StmtId) {
        if self.stmts.replace(s, true) {
            return;
        }
        let f = self.f;
        self.block(f.stmts[s].bb);
        f.stmts[s].for_each_use(&f.codemap, |root, _| self.tree(root));
        let stmt = &f.stmts[s];
        // What a chi reads is live where its result is.
        for &kid in &stmt.kids {
            if let optx_ir::CodeRep::Ivar { mu: Some(mu), .. } = f.codemap.get(kid) {
                self.work.push(Live::Version(*mu));
            }
        }
        self.versions_of(stmt.mu.iter().map(|m| m.operand));
        // A chi of what may read memory is a use, whether or not anybody uses its result: dead stores are told by it.
        if stmt.op != StmtOp::Istore {
            self.versions_of(stmt.chi.iter().map(|chi| chi.operand));
        }
    }

    /// Finds all that is live; without `deciders` all branches are, and none is looked for.
    fn spread(&mut self, cx: &Cx<'_>, mut deciders: Option<Deciders<'_>>) {
        let f = self.f;
        while let Some(live) = cx.facts.take(&mut self.work) {
            let id = match live {
                Live::Block(bb) => {
                    if let Some(deciders) = &mut deciders {
                        deciders.take(bb, |branch| self.branch(branch));
                    }
                    continue;
                }
                Live::Version(id) if self.versions.replace(id, true) => continue,
                Live::Version(id) => id,
            };
            match f.def(id) {
                Def::Entry => {}
                Def::Phi(bb, k) => self.phi(bb, k),
                Def::Stmt(s) => self.statement(s),
                Def::Chi(s) => {
                    self.statement(s);
                    // A chi that is live makes the version before it live: the store may have left it as it was.
                    self.versions_of(f.stmts[s].version_before(id).into_iter());
                }
            }
        }
    }
}
