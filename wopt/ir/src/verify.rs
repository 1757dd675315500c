//! The verifier of Func, in whichever form it is.
//!
//! Invariants: those of [`Form`] and of the crate's documentation. Violations are texts that name block, statement and
//! tree, for a maintainer to find in a dump.

mod shape;

use crate::block::Terminator;
use crate::coderep::{CodeRep, Space};
use crate::defs::{Def, Defs};
use crate::dominance::Dominance;
use crate::func::{AuxKind, Form, Func};
use crate::ids::{AuxId, BbId, CrId, StmtId, Version};
use crate::print::tree_text;
use crate::side_table::SideTable;
use crate::stmtrep::StmtOp;
pub use crate::violation::Violation;
use optx_whirl::{Mtype, StId};
use std::collections::HashSet;

/// Checks a function; an empty list is a valid one. At most 50 violations.
pub fn verify(f: &Func) -> Vec<Violation> {
    let mut v = Verifier {
        f,
        found: Vec::new(),
        stmt: None,
        defs: f.found_definitions(),
        places: SideTable::new(0),
        in_memory: f.stack_objects.iter().copied().collect(),
    };
    if f.layout.is_empty() {
        return vec![Violation::from("the function has no block".to_owned())];
    }
    if v.in_memory.len() < f.stack_objects.len() {
        v.found.push(Violation::from("a local is in memory twice".to_owned()));
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
    found: Vec<Violation>,
    /// The statement that is looked at.
    stmt: Option<StmtId>,
    /// The definitions as they stand in the blocks.
    defs: Defs,
    /// Where statements stand in their blocks.
    places: SideTable<StmtId, u32>,
    /// Locals that have an address.
    in_memory: HashSet<StId>,
}

impl Verifier<'_> {
    fn fail(&mut self, place: BbId, rule: String) {
        if self.found.len() < 50 {
            self.found.push(Violation { bb: Some(place), stmt: self.stmt, rule });
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
        let mut incoming: SideTable<BbId, usize> = SideTable::new(0);
        let mut listed: SideTable<BbId, Option<BbId>> = SideTable::new(None);
        for succ in f.layout.iter().flat_map(|&bb| f.succs(bb)) {
            *incoming.entry(succ) += 1;
        }
        if !f.bbs[f.entry()].preds().is_empty() {
            self.fail(f.entry(), "the entry has a predecessor".into());
        }
        for &bb in &f.layout {
            for succ in f.succs(bb) {
                if in_layout.get(succ.index()) != Some(&true) {
                    self.fail(bb, format!("its successor {succ} does not know it"));
                }
            }
            let block = &f.bbs[bb];
            for &pred in block.preds() {
                let known = in_layout.get(pred.index()) == Some(&true);
                if !known || !f.succs(pred).contains(&bb) {
                    self.fail(bb, format!("its predecessor {pred} does not go to it"));
                }
                if listed.get(pred) == &Some(bb) {
                    self.fail(bb, format!("lists its predecessor {pred} twice"));
                }
                *listed.entry(pred) = Some(bb);
            }
            if incoming.get(bb) > &block.preds().len() {
                self.fail(bb, "a predecessor goes to it that it does not know".into());
            }
            if f.form != Form::Ssa && !block.phis.is_empty() {
                self.fail(bb, format!("a phi in form {}", f.form.name()));
            }
            for phi in &block.phis {
                if phi.operands.len() != block.preds().len() {
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

    /// Each version has one definition, and the definition table tells where.
    fn definitions(&mut self) {
        let f = self.f;
        if f.form != Form::Ssa {
            return;
        }
        let mut defined: SideTable<CrId, bool> = SideTable::new(false);
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                self.define(&mut defined, bb, phi.result);
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
                *self.places.entry(s) = k as u32;
                f.stmts[s].for_each_definition(&f.codemap, |v| self.define(&mut defined, bb, v));
            }
        }
        for (_, aux) in f.auxes.iter() {
            for &version in &aux.versions {
                if f.defs.get(version) != self.defs.get(version) {
                    let (text, at) = (tree_text(f, version), self.defs.get(version));
                    let told = f.defs.get(version);
                    let rule = format!("{text} is defined at {at:?}, and the table says {told:?}");
                    self.fail(f.entry(), rule);
                }
            }
        }
    }

    fn define(&mut self, defined: &mut SideTable<CrId, bool>, bb: BbId, version: CrId) {
        if defined.replace(version, true) {
            let text = tree_text(self.f, version);
            self.fail(bb, format!("{text} has two definitions"));
        }
    }

    fn uses(&mut self) {
        let f = self.f;
        let dom = Dominance::of(f);
        // Seen trees by block: a tree checked at one place of a block holds at every later one.
        let mut seen: SideTable<CrId, u32> = SideTable::new(u32::MAX);
        for &bb in &f.layout {
            let block = &f.bbs[bb];
            let stamp = bb.index() as u32;
            for phi in &block.phis {
                for (&operand, &pred) in phi.operands.iter().zip(block.preds()) {
                    self.used(&dom, pred, usize::MAX, operand);
                }
            }
            for (k, &s) in block.stmts.iter().enumerate() {
                self.stmt = Some(s);
                self.statement(&dom, bb, k, s, &mut seen, stamp);
            }
            self.stmt = None;
            if let Terminator::Branch { condition, .. } = block.terminator() {
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
        let kids = dom.children();
        let mut current: SideTable<AuxId, Option<CrId>> = SideTable::new(None);
        let mut undo: Vec<(AuxId, Option<CrId>)> = Vec::new();
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
            let mut define = |id: CrId, current: &mut SideTable<AuxId, Option<CrId>>| {
                if let Some(aux) = f.aux_of(id)
                    && f.auxes[aux].kind == AuxKind::Memory
                {
                    undo.push((aux, current.entry(aux).replace(id)));
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
                    && let Some(known) = *current.get(aux)
                    && known != *mu
                {
                    let (read, now) = (tree_text(f, *mu), tree_text(f, known));
                    self.stmt = Some(s);
                    self.fail(
                        bb,
                        format!("{s} reads memory version {read} where {now} is current"),
                    );
                }
                for chi in &stmt.chi {
                    define(chi.result, &mut current);
                }
            }
            steps.extend(kids.list(bb.index()).iter().map(|&k| (Some(k), 0)));
        }
    }

    fn statement(
        &mut self,
        dom: &Dominance,
        bb: BbId,
        k: usize,
        s: StmtId,
        seen: &mut SideTable<CrId, u32>,
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
        let fine = match self.defs.get(id) {
            Def::Entry => true,
            Def::Phi(at, _) => dom.dominates(at, bb),
            Def::Stmt(s) | Def::Chi(s) => {
                let (at, place) = (f.stmts[s].bb, *self.places.get(s) as usize);
                if at == bb { place < k } else { dom.dominates(at, bb) }
            }
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
        seen: &mut SideTable<CrId, u32>,
        stamp: u32,
    ) {
        let f = self.f;
        if f.codemap.height(root) > crate::MAX_HEIGHT {
            self.fail(bb, "a tree is too high".into());
            return;
        }
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if std::mem::replace(seen.entry(id), stamp) == stamp {
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
