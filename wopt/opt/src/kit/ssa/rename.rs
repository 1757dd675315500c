//! Renaming: one walk down the dominator tree that puts the definition which reaches each use.
//!
//! Source: Cytron et al. (TOPLAS 1991), section 5.2. Cost: linear in statements, with one rewrite of each tree.

use super::Variables;
use optx_ir::dominance::Dominance;
use optx_ir::walk::Rewrite;
use optx_ir::{Auxes, BbId, Codemap, CrId, Func};

/// Renames the uses and definitions of all variables; phis of them stand already, with operands of the variable.
pub(super) fn rename(f: &mut Func, dom: &Dominance, variables: &mut impl Variables) {
    let places = f.places_at_joins();
    let mut rewrite = if variables.folds() { Rewrite::folding() } else { Rewrite::keeping() };
    let mut reaching = Reaching { variables, current: Vec::new(), undo: Vec::new() };
    let children = dom.children();
    // A block to enter, or the length that the list of definitions had before one.
    let mut steps = vec![(Some(f.entry()), 0)];
    while let Some((bb, mark)) = steps.pop() {
        let Some(bb) = bb else {
            reaching.leave(mark);
            continue;
        };
        steps.push((None, reaching.undo.len()));
        block(f, bb, &places[bb.index()], &mut reaching, &mut rewrite);
        steps.extend(children.list(bb.index()).iter().rev().map(|&k| (Some(k), 0)));
    }
}

/// The definitions that reach the place of the walk.
struct Reaching<'a, V> {
    variables: &'a mut V,
    current: Vec<Option<CrId>>,
    /// Definitions to take back when the walk leaves a block.
    undo: Vec<(u32, Option<CrId>)>,
}

impl<V: Variables> Reaching<'_, V> {
    /// What reaches a use of the node; None where it is of no variable.
    fn at(&mut self, auxes: &mut Auxes, codemap: &mut Codemap, node: CrId) -> Option<CrId> {
        let variable = self.variables.number(codemap, node)?;
        match self.current.get(variable as usize).copied().flatten() {
            Some(version) => Some(version),
            None => Some(self.variables.undefined(auxes, codemap, variable)),
        }
    }

    /// The version that a definition of the node makes.
    fn define(&mut self, auxes: &mut Auxes, codemap: &mut Codemap, node: CrId) -> CrId {
        let Some(variable) = self.variables.number(codemap, node) else { return node };
        let version = self.variables.define(auxes, codemap, variable, node);
        if variable as usize >= self.current.len() {
            self.current.resize(variable as usize + 1, None);
        }
        let old = self.current[variable as usize].replace(version);
        self.undo.push((variable, old));
        version
    }

    fn leave(&mut self, mark: usize) {
        for (variable, old) in self.undo.drain(mark..).rev() {
            self.current[variable as usize] = old;
        }
    }
}

fn block(
    f: &mut Func,
    bb: BbId,
    places: &[u32; 2],
    reaching: &mut Reaching<'_, impl Variables>,
    rewrite: &mut Rewrite,
) {
    let Func { bbs, stmts, auxes, codemap, .. } = f;
    for phi in &mut bbs[bb].phis {
        phi.result = reaching.define(auxes, codemap, phi.result);
    }
    for &s in &bbs[bb].stmts {
        let stmt = &mut stmts[s];
        // Definitions change what a node stands for.
        rewrite.forget();
        stmt.map_uses(codemap, |map, id, _| {
            rewrite.tree(map, id, &mut |map, id| reaching.at(auxes, map, id))
        });
        stmt.map_memory_uses(codemap, |map, id| reaching.at(auxes, map, id).unwrap_or(id));
        stmt.map_definitions(codemap, |map, id| reaching.define(auxes, map, id));
    }
    rewrite.forget();
    bbs[bb]
        .map_condition(|id| rewrite.tree(codemap, id, &mut |map, id| reaching.at(auxes, map, id)));
    for (slot, succ) in bbs[bb].terminator().successors().into_iter().enumerate() {
        for phi in &mut bbs[succ].phis {
            let operand = &mut phi.operands[places[slot] as usize];
            *operand = reaching.at(auxes, codemap, *operand).unwrap_or(*operand);
        }
    }
}
