//! The verifier of Func, in whichever form it is.
//!
//! Invariants: those of [`Form`] and of the crate's documentation. Violations are texts that name block, statement and
//! tree, for a maintainer to find in a dump.

mod shape;

use crate::coderep::{CodeRep, Space};
use crate::dominance::Dominance;
use crate::func::{AuxKind, Form, Func};
use crate::ids::{BbId, CrId, SideTable, Version};
use crate::print::tree_text;
use crate::stmtrep::{StmtOp, Terminator};
use optx_whirl::{Mtype, StId};
use std::collections::HashSet;

/// Where a version is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Def {
    /// On entry: parameters, memory as the kernel finds it, variables never set.
    Entry,
    /// By a phi of the block.
    Phi(BbId),
    /// In the block by the statement at that place of its list.
    Stmt(BbId, usize),
}

/// Checks a function; an empty list is a valid one. At most 50 violations.
pub fn verify(f: &Func) -> Vec<String> {
    let mut v = Verifier {
        f,
        found: Vec::new(),
        defs: SideTable::new(Def::Entry),
        in_memory: f.stack_objects.iter().copied().collect(),
    };
    if f.layout.is_empty() {
        return vec!["the function has no block".to_owned()];
    }
    v.edges();
    v.symbols();
    if v.found.is_empty() {
        v.definitions();
        v.uses();
        if f.form == Form::Ssa {
            v.memory_is_current();
        }
    }
    v.found.truncate(50);
    v.found
}

struct Verifier<'a> {
    f: &'a Func,
    found: Vec<String>,
    defs: SideTable<Def>,
    /// Locals that have an address.
    in_memory: HashSet<StId>,
}

impl Verifier<'_> {
    fn fail(&mut self, place: BbId, rule: String) {
        if self.found.len() < 50 {
            self.found.push(format!("{place}: {rule}"));
        }
    }

    /// Edges and predecessor lists agree; every operand list fits.
    fn edges(&mut self) {
        let f = self.f;
        let mut in_layout = vec![false; f.bbs.len()];
        for &bb in &f.layout {
            if std::mem::replace(&mut in_layout[bb.index()], true) {
                self.fail(bb, "stands twice in the layout".into());
            }
        }
        // Lists of predecessors may be long, so none is searched: all that are listed go to the block, none is listed
        // twice, and as many go to it.
        let mut incoming: SideTable<usize> = SideTable::new(0);
        let mut listed: SideTable<Option<BbId>> = SideTable::new(None);
        for succ in f.layout.iter().flat_map(|&bb| f.succs(bb)) {
            *incoming.entry(succ.index()) += 1;
        }
        if !f.bbs[f.entry()].preds.is_empty() {
            self.fail(f.entry(), "the entry has a predecessor".into());
        }
        for &bb in &f.layout {
            for succ in f.succs(bb) {
                if in_layout.get(succ.index()) != Some(&true) {
                    self.fail(bb, format!("its successor {succ} does not know it"));
                }
            }
            let block = &f.bbs[bb];
            for &pred in &block.preds {
                let known = in_layout.get(pred.index()) == Some(&true);
                if !known || !f.succs(pred).contains(&bb) {
                    self.fail(bb, format!("its predecessor {pred} does not go to it"));
                }
                if listed.get(pred.index()) == &Some(bb) {
                    self.fail(bb, format!("lists its predecessor {pred} twice"));
                }
                *listed.entry(pred.index()) = Some(bb);
            }
            if incoming.get(bb.index()) > &block.preds.len() {
                self.fail(bb, "a predecessor goes to it that it does not know".into());
            }
            if f.form != Form::Ssa && !block.phis.is_empty() {
                self.fail(bb, format!("a phi in form {}", f.form.name()));
            }
            for phi in &block.phis {
                if phi.operands.len() != block.preds.len() {
                    self.fail(bb, "a phi has another number of operands than predecessors".into());
                }
            }
            for &s in &block.stmts {
                if f.stmts[s].bb != bb {
                    self.fail(bb, format!("{s} thinks it is in {}", f.stmts[s].bb));
                }
            }
        }
    }

    fn symbols(&mut self) {
        let f = self.f;
        for (aux, symbol) in f.auxes.iter() {
            if let Some(rule) = shape::symbol(symbol.kind, symbol.mtype) {
                self.fail(f.entry(), format!("{aux} {rule}"));
            }
        }
        for (k, local) in f.locals.iter().enumerate() {
            if !local.align.is_power_of_two() {
                self.fail(f.entry(), format!("local %{k} has the alignment {}", local.align));
            }
        }
        // In form Ssa walks over trees mark what they have seen; trees of form Cfg are as large as a source made them.
        let least = if f.form == Form::Regs { 1 << 16 } else { 1 << 24 };
        if f.form != Form::Ssa
            && let Some(rule) = shape::unfolded(f, least)
        {
            self.fail(f.entry(), rule);
        }
    }

    /// Records where each version is defined; in form Ssa, once.
    fn definitions(&mut self) {
        let f = self.f;
        if f.form != Form::Ssa {
            return;
        }
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                self.define(bb, phi.result, Def::Phi(bb));
                for &operand in &phi.operands {
                    if f.aux_of(operand) != Some(phi.aux) {
                        self.fail(bb, format!("a phi of {} merges another symbol", phi.aux));
                    }
                }
                if f.aux_of(phi.result) != Some(phi.aux) {
                    self.fail(bb, format!("a phi of {} defines another symbol", phi.aux));
                }
            }
            for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
                let stmt = &f.stmts[s];
                for &result in &stmt.results {
                    if matches!(f.codemap.get(result), CodeRep::Var { .. }) {
                        self.define(bb, result, Def::Stmt(bb, k));
                    }
                }
                for chi in &stmt.chi {
                    self.define(bb, chi.result, Def::Stmt(bb, k));
                }
            }
        }
    }

    fn define(&mut self, bb: BbId, version: CrId, def: Def) {
        let entry = self.defs.entry(version.index());
        if *entry != Def::Entry {
            let text = tree_text(self.f, version);
            self.fail(bb, format!("{text} has two definitions"));
        } else {
            *entry = def;
        }
    }

    fn uses(&mut self) {
        let f = self.f;
        let dom = Dominance::of(f);
        // Seen trees by block: a tree checked at one place of a block holds at every later one.
        let mut seen: SideTable<u32> = SideTable::new(u32::MAX);
        for &bb in &f.layout {
            let block = &f.bbs[bb];
            let stamp = bb.index() as u32;
            for phi in &block.phis {
                for (&operand, &pred) in phi.operands.iter().zip(&block.preds) {
                    self.used(&dom, pred, usize::MAX, operand);
                }
            }
            for (k, &s) in block.stmts.iter().enumerate() {
                self.statement(&dom, bb, k, s, &mut seen, stamp);
            }
            if let Terminator::Branch { condition, .. } = block.terminator {
                if f.mtype(condition) != Mtype::B {
                    self.fail(bb, "branches on a value that is no predicate".into());
                }
                self.tree(&dom, bb, usize::MAX, condition, &mut seen, stamp);
            }
        }
    }

    /// A load reads the memory version that is current where it stands: the last one that a phi or chi on the way down
    /// the dominator tree defined. Memory versions never overlap, so there is one.
    fn memory_is_current(&mut self) {
        let f = self.f;
        let dom = Dominance::of(f);
        let mut kids: Vec<Vec<BbId>> = vec![Vec::new(); f.bbs.len()];
        for &bb in dom.preorder() {
            if let Some(up) = dom.idom(bb) {
                kids[up.index()].push(bb);
            }
        }
        let mut current: SideTable<Option<CrId>> = SideTable::new(None);
        let mut undo: Vec<(usize, Option<CrId>)> = Vec::new();
        // A block to enter, or the length that the undo list had before one.
        let mut steps = vec![(Some(f.entry()), 0)];
        while let Some((bb, mark)) = steps.pop() {
            let Some(bb) = bb else {
                for (aux, old) in undo.drain(mark..).rev() {
                    *current.entry(aux) = old;
                }
                continue;
            };
            steps.push((None, undo.len()));
            let mut define = |id: CrId, current: &mut SideTable<Option<CrId>>| {
                if let Some(aux) = f.aux_of(id)
                    && f.auxes[aux].kind == AuxKind::Memory
                {
                    undo.push((aux.index(), current.entry(aux.index()).replace(id)));
                }
            };
            for phi in &f.bbs[bb].phis {
                define(phi.result, &mut current);
            }
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                let load = stmt.kids.first().filter(|_| stmt.op == StmtOp::Stid);
                if let Some(&id) = load
                    && let CodeRep::Ivar { mu: Some(mu), .. } = f.codemap.get(id)
                    && let Some(aux) = f.aux_of(*mu)
                    && let Some(known) = *current.get(aux.index())
                    && known != *mu
                {
                    let (read, now) = (tree_text(f, *mu), tree_text(f, known));
                    self.fail(
                        bb,
                        format!("{s} reads memory version {read} where {now} is current"),
                    );
                }
                for chi in &stmt.chi {
                    define(chi.result, &mut current);
                }
            }
            steps.extend(kids[bb.index()].iter().map(|&k| (Some(k), 0)));
        }
    }

    fn statement(
        &mut self,
        dom: &Dominance,
        bb: BbId,
        k: usize,
        s: crate::StmtId,
        seen: &mut SideTable<u32>,
        stamp: u32,
    ) {
        let f = self.f;
        let stmt = &f.stmts[s];
        if f.form != Form::Ssa && !(stmt.mu.is_empty() && stmt.chi.is_empty()) {
            self.fail(bb, format!("{s} has mu or chi in form {}", f.form.name()));
        }
        if let Some(rule) = shape::statement(f, stmt) {
            return self.fail(bb, format!("{s} {rule}"));
        }
        for (n, &kid) in stmt.kids.iter().enumerate() {
            if let CodeRep::Ivar { access, mu, .. } = f.codemap.get(kid) {
                if stmt.op != StmtOp::Stid {
                    self.fail(bb, format!("{s}: operand {n} is a load outside a Stid"));
                }
                // What is a parameter's place was looked at above.
                if access.space != Space::Param {
                    self.tree(dom, bb, k, access.base, seen, stamp);
                }
                if let Some(mu) = mu {
                    self.used(dom, bb, k, *mu);
                    if let Some(rule) = shape::memory_version(f, *mu) {
                        self.fail(bb, format!("{s} {rule}"));
                    }
                }
            } else {
                self.tree(dom, bb, k, kid, seen, stamp);
            }
        }
        for &result in &stmt.results {
            match f.codemap.get(result) {
                CodeRep::Var { aux, version } => {
                    let scalar = f.auxes[*aux].kind != AuxKind::Memory;
                    let right = (*version != Version::NONE) == (f.form == Form::Ssa);
                    if !scalar || !right || stmt.op == StmtOp::Istore {
                        self.fail(bb, format!("{s} defines {}", tree_text(f, result)));
                    }
                }
                CodeRep::Ivar { access, .. } if stmt.op == StmtOp::Istore => {
                    self.tree(dom, bb, k, access.base, seen, stamp);
                }
                _ => self.fail(bb, format!("{s} defines neither a variable nor memory")),
            }
        }
        for version in stmt.mu.iter().map(|m| m.operand).chain(stmt.chi.iter().map(|c| c.operand)) {
            self.used(dom, bb, k, version);
            if let Some(rule) = shape::memory_version(f, version) {
                self.fail(bb, format!("{s} {rule}"));
            }
        }
        if stmt.chi.iter().any(|c| f.aux_of(c.operand) != f.aux_of(c.result)) {
            self.fail(bb, format!("{s} has a chi of two symbols"));
        }
    }

    /// A version used at place `k` of `bb` is defined before it on every path.
    fn used(&mut self, dom: &Dominance, bb: BbId, k: usize, id: CrId) {
        let f = self.f;
        let CodeRep::Var { version, .. } = f.codemap.get(id) else { return };
        if (*version != Version::NONE) != (f.form == Form::Ssa) {
            let text = tree_text(f, id);
            return self.fail(bb, format!("{text} is used in form {}", f.form.name()));
        }
        if f.form != Form::Ssa || !dom.contains(bb) {
            return;
        }
        let fine = match *self.defs.get(id.index()) {
            Def::Entry => true,
            Def::Phi(at) => dom.dominates(at, bb),
            Def::Stmt(at, place) if at == bb => place < k,
            Def::Stmt(at, _) => dom.dominates(at, bb),
        };
        if !fine {
            let text = tree_text(f, id);
            self.fail(bb, format!("{text} is used where its definition does not reach"));
        }
    }

    fn tree(
        &mut self,
        dom: &Dominance,
        bb: BbId,
        k: usize,
        root: CrId,
        seen: &mut SideTable<u32>,
        stamp: u32,
    ) {
        let f = self.f;
        if f.codemap.height(root) > crate::MAX_HEIGHT {
            self.fail(bb, "a tree is too high".into());
            return;
        }
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if std::mem::replace(seen.entry(id.index()), stamp) == stamp {
                continue;
            }
            match f.codemap.get(id) {
                CodeRep::Var { .. } => self.used(dom, bb, k, id),
                CodeRep::Op(op) => {
                    stack.extend_from_slice(&op.kids);
                    if let Some(rule) = shape::operation(f, op) {
                        let text = tree_text(f, id);
                        self.fail(bb, format!("{text}: {rule}"));
                    }
                }
                CodeRep::Ivar { .. } => self.fail(bb, "a load inside a tree".into()),
                CodeRep::Lda { st, .. } => {
                    if st.is_local() && !self.in_memory.contains(st) {
                        let text = tree_text(f, id);
                        self.fail(bb, format!("{text}: a local that is not in memory"));
                    }
                }
                CodeRep::Const { mtype, .. } | CodeRep::Rconst { mtype, .. } => {
                    if let Some(rule) = shape::constant(*mtype) {
                        self.fail(bb, rule);
                    }
                }
            }
        }
    }
}
