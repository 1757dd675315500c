//! Dead code: assignments, phis and stores' chis whose results nothing live uses.
//!
//! Source: Cytron et al. (TOPLAS 1991), section 7.1, without its control-dependence part: every branch stays, so a
//! loop that may run for ever does.
//! Legality: stores, volatile accesses, atomics, barriers, fences, convergent operations, clocks, calls, a function's
//! result, volatile or memory-clobbering inline PTX are always live ([`optx_ir::StmtRep::has_effect`]); loads and
//! arithmetic have no effect of their own.
//! Cost: linear.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::walk::Walk;
use optx_ir::{CrId, Def, Func, SideTable, StmtId, StmtOp};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut live = Liveness {
        f,
        versions: SideTable::new(false),
        stmts: SideTable::new(false),
        walk: Walk::new(),
        work: Vec::new(),
    };
    live.roots(cx);
    live.spread(cx);
    let Liveness { versions, stmts, .. } = live;
    let mut stats = Stats::new("dead-code");
    for bb in cx.blocks(f) {
        let phis = f.retain_phis(bb, |phi| *versions.get(phi.result));
        let dead = f.retain_stmts(bb, |s| *stmts.get(s));
        stats.add("phis removed", phis as u64);
        stats.add("statements removed", dead as u64);
        for j in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[j];
            if f.stmts[s].op == StmtOp::Istore {
                f.retain_chis(s, |result| *versions.get(result));
            }
        }
    }
    stats
}

struct Liveness<'a> {
    f: &'a Func,
    /// Versions that something live uses.
    versions: SideTable<CrId, bool>,
    stmts: SideTable<StmtId, bool>,
    walk: Walk,
    work: Vec<CrId>,
}

impl Liveness<'_> {
    fn roots(&mut self, cx: &Cx<'_>) {
        for bb in cx.blocks(self.f) {
            for &s in &self.f.bbs[bb].stmts {
                if self.f.stmts[s].has_effect(self.f) {
                    self.statement(s);
                }
            }
            if let Some(condition) = self.f.bbs[bb].terminator.condition() {
                self.tree(condition);
            }
        }
    }

    fn tree(&mut self, root: CrId) {
        self.walk.variables(&self.f.codemap, root, |id, _| self.work.push(id));
    }

    /// The statement runs: what it reads is live.
    fn statement(&mut self, s: StmtId) {
        if self.stmts.replace(s, true) {
            return;
        }
        let f = self.f;
        f.stmts[s].for_each_use(&f.codemap, |root, _| self.tree(root));
        let stmt = &f.stmts[s];
        // What a chi reads is live where its result is.
        for &kid in &stmt.kids {
            if let optx_ir::CodeRep::Ivar { mu: Some(mu), .. } = f.codemap.get(kid) {
                self.work.push(*mu);
            }
        }
        self.work.extend(stmt.mu.iter().map(|m| m.operand));
        // A chi of what may read memory is a use, whether or not anybody uses its result: dead stores are told by it.
        if stmt.op != StmtOp::Istore {
            self.work.extend(stmt.chi.iter().map(|chi| chi.operand));
        }
    }

    fn spread(&mut self, cx: &Cx<'_>) {
        while let Some(id) = cx.take(&mut self.work) {
            if self.versions.replace(id, true) {
                continue;
            }
            match self.f.def(id) {
                Def::Entry => {}
                Def::Phi(bb, k) => {
                    self.work.extend_from_slice(&self.f.bbs[bb].phis[k as usize].operands);
                }
                Def::Stmt(s) => self.statement(s),
                Def::Chi(s) => {
                    self.statement(s);
                    // A chi that is live makes the version before it live: the store may have left it as it was.
                    let chi = &self.f.stmts[s].chi;
                    self.work.extend(chi.iter().filter(|c| c.result == id).map(|c| c.operand));
                }
            }
        }
    }
}
