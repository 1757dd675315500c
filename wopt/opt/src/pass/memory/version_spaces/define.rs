//! The definitions of twins: what stands beside, or in the place of, what defines their versions.

use super::{Twin, Twins, converted};
use optx_ir::grouped::Grouped;
use optx_ir::walk::Walk;
use optx_ir::{
    BbId, CodeRep, CrId, Def, Func, MAX_HEIGHT, Op, Phi, SideTable, StmtId, StmtOp, StmtRep,
};
use optx_whirl::Mtype;
use optx_whirl::fixed_hash::Map;

/// How a twin is defined.
enum Definition {
    /// Nowhere, as its version is not.
    Entry,
    /// By a phi of the block.
    Phi(BbId, Phi),
    /// By this tree, before the statement that assigns the version.
    Before(StmtId, CrId),
    /// By the version converted, behind the statement that defines it.
    Behind(StmtId),
}

impl Twins<'_, '_> {
    /// Defines all twins, and those that they need.
    pub(super) fn define(&mut self, f: &mut Func) {
        let merged = merged(f);
        let mut definitions = Vec::new();
        while let Some(&twin) = self.list.get(definitions.len()) {
            definitions.push(self.definition(f, twin));
            // What only merges such addresses is one: so it is made generic once, and not where each comes from.
            for &phi in merged.list(twin.version.index()) {
                if self.space(f, phi) == Some(twin.space)
                    && let Some(aux) = f.aux_of(phi)
                {
                    self.twin(f, phi, aux, twin.space);
                }
            }
        }
        let exact = self.exact(f, &definitions);
        let mut edit = Edit::new();
        for ((twin, definition), exact) in self.list.iter().zip(definitions).zip(exact) {
            edit.twin(f, twin, definition, exact);
        }
        edit.apply(f);
    }

    fn definition(&mut self, f: &mut Func, Twin { version, space, own }: Twin) -> Definition {
        let s = match f.def(version) {
            Def::Entry => return Definition::Entry,
            Def::Phi(bb, k) => {
                let phi = f.bbs[bb].phis[k as usize].clone();
                let each = phi.operands.into_iter().map(|o| self.twin(f, o, phi.aux, space));
                let operands: Vec<CrId> = each.collect();
                let aux = f.aux_of(own).unwrap_or(phi.aux);
                return Definition::Phi(bb, Phi { aux, result: own, operands });
            }
            Def::Stmt(s) | Def::Chi(s) => s,
        };
        let value = f.stmts[s].kids.first().copied();
        let value = value.filter(|_| f.stmts[s].op == StmtOp::Stid);
        let value = value.filter(|&v| !matches!(f.codemap.get(v), CodeRep::Ivar { .. }));
        match value.filter(|&v| f.codemap.height(v) < MAX_HEIGHT) {
            Some(value) => Definition::Before(s, self.tree(f, value, space)),
            None => Definition::Behind(s),
        }
    }

    /// Of each twin, whether it was made without a conversion to its space: then its version is the twin made generic, whatever
    /// it is.
    fn exact(&self, f: &Func, definitions: &[Definition]) -> Vec<bool> {
        let number: Map<CrId, u32> = (0u32..).zip(&self.list).map(|(k, t)| (t.own, k)).collect();
        let (mut readers, mut inexact, mut walk) = (Vec::new(), Vec::new(), Walk::new());
        for (k, (definition, twin)) in (0u32..).zip(definitions.iter().zip(&self.list)) {
            match definition {
                Definition::Entry => {}
                Definition::Behind(_) => inexact.push(k),
                Definition::Phi(_, phi) => {
                    readers.extend(phi.operands.iter().map(|operand| (number[operand], k)));
                }
                Definition::Before(_, tree) => {
                    walk.forget();
                    let mut converts = false;
                    walk.tree(&f.codemap, *tree, |id, node| {
                        readers.extend(number.get(&id).map(|&read| (read, k)));
                        converts |= matches!(node, CodeRep::Op(op) if op.intrinsic == twin.space.to_intrinsic());
                        true
                    });
                    inexact.extend(converts.then_some(k));
                }
            }
        }
        let readers = Grouped::of(self.list.len(), &readers);
        let mut exact = vec![true; self.list.len()];
        while let Some(k) = inexact.pop() {
            if std::mem::replace(&mut exact[k as usize], false) {
                inexact.extend_from_slice(readers.list(k as usize));
            }
        }
        exact
    }
}

/// The phis that merge each version, by its index.
fn merged(f: &Func) -> Grouped<CrId> {
    let phis = f.layout.iter().flat_map(|&bb| &f.bbs[bb].phis);
    let pointers = phis.filter(|phi| f.auxes[phi.aux].mtype == Mtype::U8);
    let each = pointers.flat_map(|phi| phi.operands.iter().map(|o| (o.index() as u32, phi.result)));
    let pairs: Vec<(u32, CrId)> = each.collect();
    let count = pairs.iter().map(|(at, _)| *at as usize + 1).max().unwrap_or(0);
    Grouped::of(count, &pairs)
}

/// What is put into the function for the twins.
struct Edit {
    /// Phis of twins, and the phis that they stand for.
    phis: Vec<(BbId, Phi)>,
    replaced: SideTable<CrId, bool>,
    /// Statements at the start of blocks, before and behind statements.
    first: Map<BbId, Vec<StmtRep>>,
    before: Map<StmtId, Vec<StmtRep>>,
    behind: Map<StmtId, Vec<StmtRep>>,
}

impl Edit {
    fn new() -> Edit {
        Edit {
            phis: Vec::new(),
            replaced: SideTable::new(false),
            first: Map::default(),
            before: Map::default(),
            behind: Map::default(),
        }
    }

    fn twin(&mut self, f: &mut Func, twin: &Twin, definition: Definition, exact: bool) {
        let &Twin { version, space, own } = twin;
        match definition {
            Definition::Entry => {}
            Definition::Phi(bb, phi) => {
                if exact && let Some(generic) = made_generic(f, twin) {
                    *self.replaced.entry(version) = true;
                    let loc = f.bbs[bb].loc;
                    let copy = StmtRep::stid(version, generic, bb, loc);
                    self.first.entry(bb).or_default().push(copy);
                }
                self.phis.push((bb, phi));
            }
            Definition::Before(s, tree) => {
                let stmt = &f.stmts[s];
                let evaluation = StmtRep::stid(own, tree, stmt.bb, stmt.loc);
                self.before.entry(s).or_default().push(evaluation);
                let is_generic = f.codemap.as_op(f.stmts[s].kids[0]).is_some_and(Op::makes_generic);
                if exact
                    && !is_generic
                    && let Some(generic) = made_generic(f, twin)
                {
                    f.stmts[s].kids[0] = generic;
                }
            }
            Definition::Behind(s) => {
                let value = converted(f, version, space);
                let stmt = &f.stmts[s];
                let evaluation = StmtRep::stid(own, value, stmt.bb, stmt.loc);
                self.behind.entry(s).or_default().push(evaluation);
            }
        }
    }

    fn apply(mut self, f: &mut Func) {
        let mut joins: Vec<BbId> = self.phis.iter().map(|(bb, _)| *bb).collect();
        joins.sort_unstable();
        joins.dedup();
        for bb in joins {
            f.retain_phis(bb, |phi| !*self.replaced.get(phi.result));
        }
        for (bb, phi) in self.phis {
            f.add_phi(bb, phi);
        }
        for k in 0..f.layout.len() {
            let bb = f.layout[k];
            let mut added: Vec<(usize, StmtRep)> = Vec::new();
            added.extend(self.first.remove(&bb).into_iter().flatten().map(|stmt| (0, stmt)));
            for (place, s) in f.bbs[bb].stmts.iter().enumerate() {
                added.extend(self.before.remove(s).into_iter().flatten().map(|new| (place, new)));
                let behind = self.behind.remove(s).into_iter().flatten();
                added.extend(behind.map(|new| (place + 1, new)));
            }
            f.insert_all(bb, added);
        }
    }
}

/// The generic address that a twin is.
fn made_generic(f: &mut Func, twin: &Twin) -> Option<CrId> {
    let from = twin.space.from_intrinsic()?;
    Some(f.codemap.intrinsic1(from, Mtype::U8, Mtype::U8, twin.own))
}
