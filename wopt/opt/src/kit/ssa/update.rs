//! Repair of SSA after a pass gave one variable several definitions: cloned regions, insertions of PRE, scalars taken out of
//! memory.
//!
//! Idea: some versions of a symbol are declared to be one variable. Each of their uses is renamed to the definition that
//! reaches it, with phis where several do. The same walks as for the whole of SSA, over these variables alone.
//!
//! Source: Cytron et al. (TOPLAS 1991); the interface is that of LLVM's `SSAUpdater`.
//! Legality: the caller says that on every path the last of the definitions is the wanted value.
//! Cost: one walk over the function for all variables together, and the phis.

use super::Variables;
use super::phis::Occurrences;
use super::rename::rename;
use crate::kit::facts::ModuleFacts;
use optx_ir::dominance::Dominance;
use optx_ir::grouped::Grouped;
use optx_ir::{AuxId, Auxes, BbId, Codemap, CrId, Func, Phi, SideTable, new_version};

/// Versions to be made one variable each.
#[derive(Debug)]
pub struct SsaUpdate {
    number: SideTable<CrId, Option<u32>>,
    /// The symbol of each variable, and the version that stands for none of its definitions, once wanted.
    variables: Vec<(AuxId, Option<CrId>)>,
    folds: bool,
}

impl Default for SsaUpdate {
    fn default() -> SsaUpdate {
        SsaUpdate { number: SideTable::new(None), variables: Vec::new(), folds: true }
    }
}

impl SsaUpdate {
    /// No variable yet.
    pub fn new() -> SsaUpdate {
        SsaUpdate::default()
    }

    /// No variable yet; OPs will stay as they are but for the versions in them, the order of operands included.
    pub fn keeping() -> SsaUpdate {
        SsaUpdate { folds: false, ..SsaUpdate::default() }
    }

    /// Declares versions of one symbol to be one variable. No version may be of two.
    pub fn variable(&mut self, f: &Func, versions: &[CrId]) {
        let Some(aux) = versions.first().and_then(|&v| f.aux_of(v)) else { return };
        let number = self.variables.len() as u32;
        self.variables.push((aux, None));
        for &version in versions {
            debug_assert_eq!(f.aux_of(version), Some(aux), "a variable of two symbols");
            let old = self.number.replace(version, Some(number));
            debug_assert_eq!(old, None, "a version of two variables");
        }
    }

    /// The blocks that use each variable before they define it, and those at whose ends an edge takes it to a phi, by the number of the
    /// variable in the order of their declaration.
    pub(crate) fn uses(&self, f: &Func, facts: &ModuleFacts<'_>) -> Grouped<BbId> {
        Occurrences::of(f, facts, self).uses
    }

    /// Renames all uses of the variables, with new phis; gives the number of phis.
    pub fn run(mut self, f: &mut Func, facts: &ModuleFacts<'_>, dom: &Dominance) -> u64 {
        if self.variables.is_empty() {
            return 0;
        }
        let joins = Occurrences::of(f, facts, &self).joins(f, facts, dom);
        for &(variable, bb) in &joins {
            let aux = self.variables[variable as usize].0;
            let result = f.new_version(aux);
            *self.number.entry(result) = Some(variable);
            let operands = vec![result; f.bbs[bb].preds().len()];
            f.add_phi(bb, Phi { aux, result, operands });
        }
        rename(f, dom, &mut self);
        joins.len() as u64
    }
}

impl Variables for SsaUpdate {
    fn number(&self, _codemap: &Codemap, node: CrId) -> Option<u32> {
        *self.number.get(node)
    }

    fn folds(&self) -> bool {
        self.folds
    }

    fn define(&mut self, _: &mut Auxes, _: &mut Codemap, _variable: u32, node: CrId) -> CrId {
        node
    }

    fn undefined(&mut self, auxes: &mut Auxes, codemap: &mut Codemap, variable: u32) -> CrId {
        let (aux, known) = &mut self.variables[variable as usize];
        *known.get_or_insert_with(|| new_version(auxes, codemap, *aux))
    }
}
