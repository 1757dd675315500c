//! Exposure: which objects an address can reach that the points-to map of a function does not follow.
//!
//! Idea: an access whose address is not followed to one object (a loaded pointer, a parameter, an atomic's operand) may
//! touch every *exposed* object and no other. Source: the escape analysis of LLVM's `GlobalsAA` and of Steensgaard's
//! "Points-to Analysis in Almost Linear Time" (POPL 1996), with one set in place of his classes.
//!
//! Legality: an object that is visible to more than one function is exposed by the *module*, not by a function: what one
//! function stores, another loads. So an object of the module is exposed where
//!
//! * its address stands in an initial value (`int *p = &x`, tables of pointers, list nodes);
//! * any function takes its address past what its own points-to map follows: stores it, passes it to a call, to an atomic
//!   or inline PTX, merges it with another object's, makes an integer of it. References are addresses here;
//! * the host can name it: every `__device__` variable is a visible symbol of the PTX, and `cudaGetSymbolAddress` or
//!   `cuModuleGetGlobal` gives its address, which comes back as a kernel parameter or in memory. Only `const` ones are
//!   spared: no program may write them through a pointer while a kernel runs, so nothing can be lost;
//! * it is `extern __shared__`: other translation units and the driver lay it out with theirs.
//!
//! The host has no way to name a `__shared__` object, so those are exposed by their addresses alone, and two whose
//! addresses are never taken do not kill each other. A local object is exposed by its own function alone, since no
//! other can name it: [`exposed_by`] is asked where the classes of that function are made. Then the functions that it calls
//! are summarized, and an address passed to one that keeps it to itself exposes nothing: the call is mu or chi on the object
//! ([`super::Classes::passed`]). For the module's objects this is not asked: their exposure is found before any summary.
//!
//! Cost: one points-to map per function and one visit per statement; nothing where the module has no objects whose
//! exposure is in question.

use super::{PointsTo, PointsToMap, stored_addresses};
use crate::kit::exposure::Exposure;
use crate::kit::facts::ModuleFacts;
use optx_ir::{CodeRep, CrId, Func, Operands, SideTable, StmtOp};
use optx_whirl::{Operator, StId, Storage};
use std::collections::BTreeSet;

/// What the initial values, the host and all functions (in any form) expose. Nothing is summarized yet.
pub fn exposure(facts: &ModuleFacts<'_>, funcs: &[Func]) -> Exposure {
    let module = facts.module;
    let mut objects = BTreeSet::new();
    for (k, st) in module.globals.iter().enumerate() {
        if st.storage == Storage::SharedDynamic || (st.storage == Storage::Global && !st.constant) {
            objects.insert(StId::global(k));
        }
        objects.extend(st.init.iter().flat_map(|init| init.addresses.iter().map(|a| a.1)));
    }
    if objects.len() < module.globals.len() {
        let mut order: Vec<&Func> = funcs.iter().collect();
        facts.shuffle(&mut order);
        for f in order {
            let points_to = PointsToMap::of(facts, f);
            let exposed = exposed_by(facts, f, &points_to);
            objects.extend(exposed.into_iter().filter(|st| !st.is_local()));
        }
    }
    Exposure { objects, loads_global: stored_addresses::are_global(facts, funcs) }
}

/// The objects, local ones included, whose address leaves what the function's points-to map follows.
pub fn exposed_by(facts: &ModuleFacts<'_>, f: &Func, points_to: &PointsToMap) -> BTreeSet<StId> {
    let mut exposed = BTreeSet::new();
    let mut met = SideTable::new([false; 2]);
    met.cover(f.codemap.len());
    let mut scan = Scan { facts, f, points_to, exposed: &mut exposed, met, stack: Vec::new() };
    for bb in facts.blocks(f) {
        for phi in &f.bbs[bb].phis {
            phi.operands.iter().for_each(|&operand| scan.assigned(phi.result, operand));
        }
        for &s in &f.bbs[bb].stmts {
            scan.statement(&f.stmts[s]);
        }
    }
    exposed
}

/// Finds objects whose address leaves what the points-to map follows.
struct Scan<'a> {
    facts: &'a ModuleFacts<'a>,
    f: &'a Func,
    points_to: &'a PointsToMap,
    exposed: &'a mut BTreeSet<StId>,
    /// Nodes that were walked: not followed, followed.
    met: SideTable<CrId, [bool; 2]>,
    /// What a walk has to do; empty between walks.
    stack: Vec<(CrId, bool)>,
}

impl Scan<'_> {
    fn value(&self, id: CrId) -> PointsTo {
        self.points_to.value(self.facts.module, self.f, id)
    }

    fn statement(&mut self, stmt: &optx_ir::StmtRep) {
        if let Some(access) = stmt.access(&self.f.codemap) {
            self.pointer(access.base);
        }
        match &stmt.op {
            StmtOp::Stid => {
                if !matches!(self.f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. }) {
                    self.assigned(stmt.results[0], stmt.kids[0]);
                } else if let PointsTo::Based(st) = self.value(stmt.kids[0])
                    && self.value(stmt.results[0]) != PointsTo::Based(st)
                {
                    self.exposed.insert(st);
                }
            }
            StmtOp::VolatileLoad(_) => {}
            StmtOp::Istore | StmtOp::VolatileStore(_) => self.walk(stmt.kids[0], false),
            StmtOp::Intrinsic { shape, .. } => {
                let skip = usize::from(shape.is_some());
                for &kid in &stmt.kids[skip..] {
                    self.walk(kid, false);
                }
            }
            StmtOp::Call(callee) => {
                let kept = self.facts.summary(*callee).map_or(Operands::NONE, |s| s.kept);
                for (k, &kid) in stmt.kids.iter().enumerate() {
                    // What the callee does with an address that it keeps is the call's mu or chi on the object.
                    if kept.contains(k) { self.pointer(kid) } else { self.walk(kid, false) }
                }
            }
            StmtOp::Asm(_) | StmtOp::Result => {
                for &kid in &stmt.kids {
                    self.walk(kid, false);
                }
            }
        }
    }

    /// A variable takes a value: it is followed where the variable always points to the value's object.
    fn assigned(&mut self, variable: CrId, value: CrId) {
        let to = self.value(value);
        let followed = to.is_followed() && self.value(variable) == to;
        self.walk(value, followed);
    }

    fn pointer(&mut self, base: CrId) {
        let followed = self.value(base).is_followed();
        self.walk(base, followed);
    }

    /// Exposes the objects that a tree's value, or a part of it, gives away.
    fn walk(&mut self, root: CrId, followed: bool) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.push((root, followed));
        while let Some((id, followed)) = self.facts.take(&mut stack) {
            // Trees are DAGs: what was walked as given away, or as followed, is not walked so again.
            let met = self.met.entry(id);
            if std::mem::replace(&mut met[usize::from(followed)], true) {
                continue;
            }
            match self.f.codemap.get(id) {
                CodeRep::Lda { .. } | CodeRep::Var { .. } => {
                    if !followed && let PointsTo::Object(st) | PointsTo::Based(st) = self.value(id)
                    {
                        self.exposed.insert(st);
                    }
                }
                CodeRep::Op(op) => {
                    let passes = match op.opr {
                        Operator::Add | Operator::Sub | Operator::Select => followed,
                        Operator::IntrinsicOp => followed,
                        // The result of a comparison is no address.
                        o if o.is_compare() => true,
                        _ => false,
                    };
                    stack.extend(op.kids.iter().map(|&k| (k, passes)));
                }
                _ => {}
            }
        }
        self.stack = stack;
    }
}
