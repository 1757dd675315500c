//! Where phis belong: the iterated dominance frontier of a variable's definitions, where the variable is live.
//!
//! Source: Cytron et al., "Efficiently Computing Static Single Assignment Form" (TOPLAS 1991), section 5; pruned by a walk
//! from the uses as in Choi, Cytron and Ferrante (POPL 1991); found by [`JoinEdges`]. Cost: the sum of live blocks over variables.

use super::Variables;
use crate::kit::facts::ModuleFacts;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::join_edges::JoinEdges;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CrId, Func, SideTable};
use smallvec::SmallVec;

/// The blocks that define each variable, and those that use it before they define it, by the variable's number.
pub(super) struct Occurrences {
    defs: Grouped<BbId>,
    pub(super) uses: Grouped<BbId>,
}

impl Occurrences {
    /// Finds the occurrences of all variables.
    pub(super) fn of(f: &Func, facts: &ModuleFacts<'_>, variables: &impl Variables) -> Occurrences {
        let mut scan = Scan {
            f,
            variables,
            defs: Vec::new(),
            uses: Vec::new(),
            defined_in: Vec::new(),
            used_in: Vec::new(),
            walk: Walk::new(),
        };
        let mut at_edges = Vec::new();
        for bb in facts.blocks(f) {
            scan.block(bb);
            for phi in &f.bbs[bb].phis {
                for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
                    at_edges.extend(variables.number(&f.codemap, operand).map(|v| (v, pred)));
                }
            }
        }
        let Scan { mut defs, mut uses, .. } = scan;
        // What an edge takes to a phi is used at the end of its start.
        if !at_edges.is_empty() {
            at_edges.sort_unstable();
            at_edges.dedup();
            defs.sort_unstable();
            uses.extend(at_edges.iter().filter(|at| defs.binary_search(at).is_err()));
        }
        let last = defs.iter().chain(&uses).map(|(variable, _)| *variable).max();
        let count = last.map_or(0, |variable| variable as usize + 1);
        Occurrences { defs: Grouped::of(count, &defs), uses: Grouped::of(count, &uses) }
    }

    /// The blocks that need a phi of a variable: variable by variable, block by block.
    pub(super) fn joins(
        &self,
        f: &Func,
        facts: &ModuleFacts<'_>,
        dom: &Dominance,
    ) -> Vec<(u32, BbId)> {
        let mut edges = JoinEdges::of(f, dom);
        let mut live: SideTable<BbId, u32> = SideTable::new(u32::MAX);
        let mut defines: SideTable<BbId, u32> = SideTable::new(u32::MAX);
        let mut has_phi: SideTable<BbId, u32> = SideTable::new(u32::MAX);
        let (mut joins, mut work) = (Vec::new(), Vec::new());
        for variable in 0..self.defs.count() {
            let (defs, uses) = (self.defs.list(variable), self.uses.list(variable));
            let stamp = variable as u32;
            // What is defined where dominance does not end before the function needs no phi.
            if uses.is_empty() || defs.iter().all(|&bb| edges.is_empty(bb)) {
                continue;
            }
            for &bb in defs {
                *defines.entry(bb) = stamp;
            }
            work.extend_from_slice(uses);
            let mut highest = u32::MAX;
            while let Some(bb) = facts.take(&mut work) {
                if live.replace(bb, stamp) == stamp {
                    continue;
                }
                highest = highest.min(edges.level(bb));
                let preds = f.bbs[bb].preds();
                work.extend(preds.iter().filter(|&&p| *defines.get(p) != stamp));
            }
            let first = joins.len();
            // Dominance ends no deeper than where it began: what is defined above all that lives asks for no phi.
            let low = defs.iter().copied().filter(|&bb| edges.level(bb) >= highest);
            let low: SmallVec<[BbId; 16]> = low.collect();
            edges.iterated(&low, |_, join| {
                let wanted = *live.get(join) == stamp && has_phi.replace(join, stamp) != stamp;
                if wanted {
                    joins.push((stamp, join));
                }
                wanted
            });
            // Versions are made in this order, which is not to be that of the work.
            joins[first..].sort_unstable();
        }
        joins
    }
}

struct Scan<'a, V> {
    f: &'a Func,
    variables: &'a V,
    /// Variables with blocks that define them, and that use them first.
    defs: Vec<(u32, BbId)>,
    uses: Vec<(u32, BbId)>,
    /// The last block that defined, and the last that used, each variable.
    defined_in: Vec<Option<BbId>>,
    used_in: Vec<Option<BbId>>,
    walk: Walk,
}

impl<V: Variables> Scan<'_, V> {
    fn block(&mut self, bb: BbId) {
        let f = self.f;
        for phi in &f.bbs[bb].phis {
            self.define(bb, phi.result);
        }
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            // A tree met again behind a definition may use another version by the same node.
            self.walk.forget();
            stmt.for_each_use(&f.codemap, |root, _| self.tree(bb, root));
            stmt.for_each_memory_use(&f.codemap, |version| self.use_of(bb, version));
            stmt.for_each_definition(&f.codemap, |version| self.define(bb, version));
        }
        if let Some(condition) = f.bbs[bb].terminator().condition() {
            self.walk.forget();
            self.tree(bb, condition);
        }
    }

    fn tree(&mut self, bb: BbId, root: CrId) {
        let mut walk = std::mem::take(&mut self.walk);
        walk.variables(&self.f.codemap, root, |id, _| self.use_of(bb, id));
        self.walk = walk;
    }

    fn number(&mut self, node: CrId) -> Option<usize> {
        let variable = self.variables.number(&self.f.codemap, node)?;
        if variable as usize >= self.defined_in.len() {
            let count = (variable as usize + 1).next_power_of_two();
            self.defined_in.resize(count, None);
            self.used_in.resize(count, None);
        }
        Some(variable as usize)
    }

    fn use_of(&mut self, bb: BbId, node: CrId) {
        let Some(variable) = self.number(node) else { return };
        if self.defined_in[variable] != Some(bb) && self.used_in[variable].replace(bb) != Some(bb) {
            self.uses.push((variable as u32, bb));
        }
    }

    fn define(&mut self, bb: BbId, node: CrId) {
        let Some(variable) = self.number(node) else { return };
        if self.defined_in[variable].replace(bb) != Some(bb) {
            self.defs.push((variable as u32, bb));
        }
    }
}
