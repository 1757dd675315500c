//! Dead code: assignments, phis and chis whose results nothing live uses.
//!
//! Source: Cytron et al. (TOPLAS 1991), section 7.1, without its control-dependence part: every branch stays, so a
//! loop that may run for ever does.
//! Legality: stores, volatile accesses, atomics, barriers, fences, convergent operations, clocks, calls, a function's
//! result, volatile or memory-clobbering inline PTX are always live; loads and arithmetic have no effect of their own.
//! Cost: linear.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::{BbId, CodeRep, CrId, Func, SideTable, StmtId, StmtOp, Terminator};

#[derive(Clone, Copy, PartialEq)]
enum Def {
    Entry,
    Phi(BbId, usize),
    Stmt(StmtId),
}

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, _cx: &mut Cx<'_>) -> Stats {
    let mut defs = SideTable::new(Def::Entry);
    for &bb in &f.layout {
        for (k, phi) in f.bbs[bb].phis.iter().enumerate() {
            *defs.entry(phi.result.index()) = Def::Phi(bb, k);
        }
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            for id in stmt.results.iter().copied().chain(stmt.chi.iter().map(|c| c.result)) {
                if f.aux_of(id).is_some() {
                    *defs.entry(id.index()) = Def::Stmt(s);
                }
            }
        }
    }
    let mut live = Liveness {
        f,
        defs,
        live: SideTable::new(false),
        live_stmts: SideTable::new(false),
        work: Vec::new(),
    };
    live.roots();
    live.spread();
    let (live, live_stmts) = (live.live, live.live_stmts);
    let mut stats = Stats::new("dead-code");
    for bb in f.layout.clone() {
        let (phis, stmts) = (f.bbs[bb].phis.len(), f.bbs[bb].stmts.len());
        f.bbs[bb].phis.retain(|phi| *live.get(phi.result.index()));
        f.bbs[bb].stmts.retain(|s| *live_stmts.get(s.index()));
        stats.add("phis removed", (phis - f.bbs[bb].phis.len()) as u64);
        stats.add("statements removed", (stmts - f.bbs[bb].stmts.len()) as u64);
        for s in f.bbs[bb].stmts.clone() {
            f.stmts[s].chi.retain(|chi| *live.get(chi.result.index()));
        }
    }
    stats
}

struct Liveness<'a> {
    f: &'a Func,
    defs: SideTable<Def>,
    /// Nodes that something live uses.
    live: SideTable<bool>,
    live_stmts: SideTable<bool>,
    work: Vec<CrId>,
}

/// True for a statement that is live whatever uses its results.
fn has_effect(f: &Func, op: &StmtOp) -> bool {
    match op {
        StmtOp::Stid => false,
        StmtOp::Asm(k) => {
            let asm = &f.asms[*k as usize];
            asm.volatile || asm.memory
        }
        StmtOp::Istore
        | StmtOp::VolatileLoad(_)
        | StmtOp::VolatileStore(_)
        | StmtOp::Intrinsic { .. }
        | StmtOp::Call(_)
        | StmtOp::Result => true,
    }
}

impl Liveness<'_> {
    fn roots(&mut self) {
        for &bb in &self.f.layout {
            for &s in &self.f.bbs[bb].stmts {
                if has_effect(self.f, &self.f.stmts[s].op) {
                    self.statement(s);
                }
            }
            if let Terminator::Branch { condition, .. } = self.f.bbs[bb].terminator {
                self.work.push(condition);
            }
        }
    }

    /// The statement runs: what it reads is live.
    fn statement(&mut self, s: StmtId) {
        if std::mem::replace(self.live_stmts.entry(s.index()), true) {
            return;
        }
        let stmt = &self.f.stmts[s];
        self.work.extend_from_slice(&stmt.kids);
        self.work.extend(stmt.mu.iter().map(|m| m.operand));
        if stmt.op == StmtOp::Istore
            && let CodeRep::Ivar { access, .. } = self.f.codemap.get(stmt.results[0])
        {
            self.work.push(access.base);
        }
    }

    fn spread(&mut self) {
        while let Some(id) = self.work.pop() {
            if std::mem::replace(self.live.entry(id.index()), true) {
                continue;
            }
            match self.f.codemap.get(id) {
                CodeRep::Var { .. } => match *self.defs.get(id.index()) {
                    Def::Entry => {}
                    Def::Phi(bb, k) => {
                        self.work.extend_from_slice(&self.f.bbs[bb].phis[k].operands);
                    }
                    Def::Stmt(s) => {
                        self.statement(s);
                        // A chi that is live makes the version before it live: the store may have left it as it was.
                        let stmt = &self.f.stmts[s];
                        let before = stmt.chi.iter().filter(|c| c.result == id).map(|c| c.operand);
                        self.work.extend(before);
                    }
                },
                CodeRep::Ivar { access, mu, .. } => {
                    self.work.push(access.base);
                    self.work.extend(*mu);
                }
                CodeRep::Op(op) => self.work.extend_from_slice(&op.kids),
                _ => {}
            }
        }
    }
}
