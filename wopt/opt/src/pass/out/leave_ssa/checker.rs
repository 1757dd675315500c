//! The checker of leaving SSA: proves the result against the SSA it came from, sharing no liveness or interference
//! code with the translation.
//!
//! Idea: each use of version `v` in the source must be, in the result, a register that holds `v`. A register defined for
//! `v` holds `v` and nothing else; a copy takes over what its source holds; on an edge, whatever holds a phi's operand
//! comes to hold its result; where paths meet, a register holds what it holds on each. The walk over the two functions
//! compares their statements and writes down what happens to registers and versions; [`holding`] then answers for the
//! uses, backwards.
//! After regalloc2's `checker.rs` (the idea of symbolic sets and the meet).
//! Cost: for each version, the blocks between its definition and its uses. Run in debug builds and under `--verify`.

mod holding;

use holding::Holding;
use optx_ir::{AuxId, BbId, CodeRep, CrId, Func, StmtId, StmtOp, Terminator};
use std::collections::{BTreeSet, HashSet};

/// At most so many mistakes are told.
const TOLD: usize = 50;

/// Checks `result` (form Regs) against `source` (form Ssa), whose blocks and statements have the same ids. An empty
/// list is a proof; else each text names block and statement.
pub fn check(source: &Func, result: &Func) -> Vec<String> {
    if source.layout != result.layout {
        return vec!["the layout changed".to_owned()];
    }
    let holding = Holding::new(source);
    let mut checker = Checker { source, result, holding, uses: Vec::new(), found: Vec::new() };
    for &bb in &source.layout {
        checker.holding.begin(bb);
        checker.block(bb);
        checker.holding.end(bb);
        if source.bbs[bb].terminator().successors() != result.bbs[bb].terminator().successors() {
            checker.fail(bb, "the successors changed".into());
        }
    }
    let held = checker.holding.answer(&checker.uses);
    let uses = std::mem::take(&mut checker.uses);
    for ((bb, register, version, _), _) in uses.into_iter().zip(held).filter(|(_, held)| !held) {
        let version = optx_ir::print::tree_text(source, version);
        checker.fail(bb, format!("{register} does not hold {version}"));
    }
    checker.found
}

struct Checker<'a> {
    source: &'a Func,
    result: &'a Func,
    holding: Holding<'a>,
    /// Which register stands for which version, where and when.
    uses: Vec<(BbId, AuxId, CrId, u32)>,
    found: Vec<String>,
}

impl Checker<'_> {
    fn fail(&mut self, bb: BbId, message: String) {
        if self.found.len() < TOLD {
            self.found.push(format!("{bb}: {message}"));
        }
    }

    /// Compares the statements of a block, in time.
    fn block(&mut self, bb: BbId) {
        let originals = &self.source.bbs[bb].stmts;
        let is_original = |s: StmtId| s.index() < self.source.stmts.len();
        let mut next = 0;
        for &s in &self.result.bbs[bb].stmts {
            if !is_original(s) {
                self.copy(bb, s);
                continue;
            }
            // Originals left out before it must be copies between versions.
            while next < originals.len() && originals[next] != s {
                self.left_out(bb, originals[next]);
                next += 1;
            }
            if next == originals.len() {
                self.fail(bb, format!("{s} is out of order or was not there"));
                return;
            }
            next += 1;
            self.statement(bb, s);
        }
        while next < originals.len() {
            self.left_out(bb, originals[next]);
            next += 1;
        }
        match (self.source.bbs[bb].terminator(), self.result.bbs[bb].terminator()) {
            (Terminator::Branch { condition: a, .. }, Terminator::Branch { condition: b, .. }) => {
                self.tree(bb, a, b);
            }
            (a, b) if std::mem::discriminant(&a) != std::mem::discriminant(&b) => {
                self.fail(bb, "the terminator changed".into());
            }
            _ => {}
        }
    }

    fn copy(&mut self, bb: BbId, s: StmtId) {
        let stmt = &self.result.stmts[s];
        let registers = (
            stmt.results.first().and_then(|&r| self.result.aux_of(r)),
            stmt.kids.first().and_then(|&k| self.result.aux_of(k)),
        );
        let (Some(to), Some(from), StmtOp::Stid) = (registers.0, registers.1, &stmt.op) else {
            return self.fail(bb, format!("{s} was added and is no copy"));
        };
        self.holding.step();
        self.holding.copy(to, from);
        self.holding.step();
    }

    /// A statement of the source that the result lacks: right only for a copy, whose result is where its source is.
    fn left_out(&mut self, bb: BbId, s: StmtId) {
        let stmt = &self.source.stmts[s];
        let is_copy = stmt.op == StmtOp::Stid && self.source.aux_of(stmt.kids[0]).is_some();
        if !is_copy {
            return self.fail(bb, format!("{s} is lost"));
        }
        let (to, from) = (stmt.results[0], stmt.kids[0]);
        self.holding.step();
        self.holding.rename(to, from);
        self.holding.step();
    }

    fn statement(&mut self, bb: BbId, s: StmtId) {
        let (a, b) = (&self.source.stmts[s], &self.result.stmts[s]);
        let same_kind = std::mem::discriminant(&a.op) == std::mem::discriminant(&b.op);
        if !same_kind || a.kids.len() != b.kids.len() || a.results.len() != b.results.len() {
            return self.fail(bb, format!("{s} changed its kind"));
        }
        for (&x, &y) in a.kids.iter().zip(&b.kids) {
            self.tree(bb, x, y);
        }
        self.holding.step();
        let mut defined = BTreeSet::new();
        for (&x, &y) in a.results.iter().zip(&b.results) {
            match (self.source.aux_of(x), self.result.aux_of(y)) {
                (Some(_), Some(register)) => {
                    if !defined.insert(register) {
                        self.fail(bb, format!("{s} defines {register} twice"));
                    }
                    // A copy: the register holds what its source held, too.
                    let copied = match a.op {
                        StmtOp::Stid if self.source.aux_of(a.kids[0]).is_some() => {
                            self.result.aux_of(b.kids[0]).map(|from| (from, a.kids[0]))
                        }
                        _ => None,
                    };
                    self.holding.define(register, x, copied);
                }
                (None, None) => self.tree(bb, x, y),
                _ => self.fail(bb, format!("{s} changed its result's kind")),
            }
        }
        self.holding.step();
    }

    /// The two trees are equal but for registers, each of which holds its version.
    fn tree(&mut self, bb: BbId, a: CrId, b: CrId) {
        let time = self.holding.now();
        let mut stack = vec![(a, b)];
        let mut seen = HashSet::new();
        while let Some((a, b)) = stack.pop() {
            match (self.source.codemap.get(a), self.result.codemap.get(b)) {
                (CodeRep::Var { .. }, CodeRep::Var { aux, .. }) => {
                    self.uses.push((bb, *aux, a, time));
                }
                (CodeRep::Op(_), CodeRep::Op(_)) if !seen.insert((a, b)) => {}
                (CodeRep::Op(x), CodeRep::Op(y)) => {
                    let same = (x.opr, x.rtype, x.desc, x.intrinsic, x.kids.len())
                        == (y.opr, y.rtype, y.desc, y.intrinsic, y.kids.len());
                    if !same {
                        self.fail(bb, format!("{} changed", x.opr.name()));
                    }
                    stack.extend(x.kids.iter().copied().zip(y.kids.iter().copied()));
                }
                (CodeRep::Ivar { access: x, .. }, CodeRep::Ivar { access: y, .. }) => {
                    if (x.desc, x.space, x.offset) != (y.desc, y.space, y.offset) {
                        self.fail(bb, "an access changed".into());
                    }
                    stack.push((x.base, y.base));
                }
                (x, y) => {
                    if x != y {
                        self.fail(bb, "a leaf changed".into());
                    }
                }
            }
        }
    }
}
