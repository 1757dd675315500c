//! Forward data-flow among CODEREPs: which nodes are to be looked at again where one has changed.
//!
//! Source: X. Kong, "Variance Analysis on SSA-based IR (CODEREP/STMTREP)" (2009), section 6.2: operands to operators, right sides to the
//! variables assigned, operands of phis to their results, the addresses of loads to what they give, operands of other statements to their
//! results. Versions of memory affect what a load gives and the versions after them where the caller follows their classes (a thread's own memory);
//! elsewhere it follows from the address and from who may write.
//! Cost: one walk over all trees, each node once, and a counting sort of the pairs.

use super::own_memory::{chis, read_by};
use optx_ir::grouped::Grouped;
use optx_ir::walk::Walk;
use optx_ir::{AuxId, AuxKind, CodeRep, CrId, Func, SideTable};

/// What each node affects.
#[derive(Clone, Debug)]
pub struct CoderepAffectMap {
    affected: Grouped<CrId>,
    /// Every node met, operands before what they are operands of, blocks in the order of the layout.
    order: Vec<CrId>,
}

impl CoderepAffectMap {
    /// That of a function in form Ssa, with more pairs (what affects, what is affected) that the caller knows of, and with the versions of
    /// the memory classes that are followed.
    pub fn of(
        f: &Func,
        more: &[(CrId, CrId)],
        followed: &SideTable<AuxId, bool>,
    ) -> CoderepAffectMap {
        let mut scan = Scan {
            f,
            pairs: more.iter().map(|&(from, to)| (from.index() as u32, to)).collect(),
            order: Vec::new(),
            walk: Walk::new(),
        };
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                if f.auxes[phi.aux].kind != AuxKind::Memory || *followed.get(phi.aux) {
                    for &operand in &phi.operands {
                        scan.tree(operand);
                        scan.pairs.push((operand.index() as u32, phi.result));
                    }
                    scan.meet(phi.result);
                }
            }
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                stmt.for_each_use(&f.codemap, |root, _| {
                    scan.tree(root);
                    let contents = chis(f, s, followed).map(|chi| chi.result);
                    for result in stmt.results.iter().copied().chain(contents) {
                        if f.aux_of(result).is_some() {
                            scan.pairs.push((root.index() as u32, result));
                        }
                    }
                });
                if let Some(version) =
                    read_by(f, s).filter(|&v| f.aux_of(v).is_some_and(|aux| *followed.get(aux)))
                {
                    scan.meet(version);
                    scan.pairs.push((version.index() as u32, stmt.results[0]));
                }
                for chi in chis(f, s, followed) {
                    scan.meet(chi.operand);
                    scan.pairs.push((chi.operand.index() as u32, chi.result));
                    scan.meet(chi.result);
                }
                for &result in &stmt.results {
                    if f.aux_of(result).is_some() {
                        scan.meet(result);
                    }
                }
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                scan.tree(condition);
            }
        }
        CoderepAffectMap { affected: Grouped::of(f.codemap.len(), &scan.pairs), order: scan.order }
    }

    /// The nodes that one affects.
    pub fn affected(&self, id: CrId) -> &[CrId] {
        self.affected.list(id.index())
    }

    /// Every node met, operands before what they are operands of.
    pub fn order(&self) -> &[CrId] {
        &self.order
    }
}

struct Scan<'a> {
    f: &'a Func,
    pairs: Vec<(u32, CrId)>,
    order: Vec<CrId>,
    walk: Walk,
}

impl Scan<'_> {
    fn meet(&mut self, id: CrId) {
        if self.walk.meet(id) {
            self.order.push(id);
        }
    }

    /// Recursive: trees are no higher than [`optx_ir::MAX_HEIGHT`].
    fn tree(&mut self, id: CrId) {
        if !self.walk.meet(id) {
            return;
        }
        if let CodeRep::Op(op) = self.f.codemap.get(id) {
            for &kid in &op.kids {
                self.tree(kid);
                self.pairs.push((kid.index() as u32, id));
            }
        }
        self.order.push(id);
    }
}
