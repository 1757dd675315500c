//! Cfg to Ssa: memory classes, mu and chi, pruned phis, renaming; and the repair of SSA ([`SsaUpdate`]).
//!
//! Source: Cytron et al., "Efficiently Computing Static Single Assignment Form" (TOPLAS 1991), for phis and renaming;
//! Chow et al., "Effective Representation of Aliases and Indirect Memory Operations in SSA Form" (CC 1996), for mu,
//! chi and virtual symbols. A version that is used before anything defines it is defined on entry.
//! Cost: near-linear; the sum of live blocks over symbols for pruning.

mod memory;
mod mu_chi;
mod phis;
mod rename;
mod update;

pub(crate) use memory::{rebuild_memory, renew_memory};
pub use update::SsaUpdate;

use crate::analysis::memory::Classes;
use crate::kit::facts::ModuleFacts;
use optx_ir::dominance::Dominance;
use optx_ir::{AuxId, Auxes, BbId, Codemap, CrId, Form, Func, Phi, new_version};

/// What phi insertion and renaming work on: numbered variables, each with nodes that stand for it.
trait Variables {
    /// The variable that a node stands for.
    fn number(&self, codemap: &Codemap, node: CrId) -> Option<u32>;
    /// The version that a definition of the variable by the node makes.
    fn define(
        &mut self,
        auxes: &mut Auxes,
        codemap: &mut Codemap,
        variable: u32,
        node: CrId,
    ) -> CrId;
    /// Whether OPs over other versions are simplified, or stay as they are but for those.
    fn folds(&self) -> bool {
        true
    }
    /// The version at uses that no definition reaches.
    fn undefined(&mut self, auxes: &mut Auxes, codemap: &mut Codemap, variable: u32) -> CrId;
}

/// Brings a function from form Cfg to form Ssa; gives the number of phis.
pub(crate) fn construct(f: &mut Func, facts: &ModuleFacts<'_>, dom: &Dominance) -> u64 {
    assert_eq!(f.form, Form::Cfg, "ssa needs form Cfg");
    let mut classes = Classes::of(facts, f);
    classes.make_symbols(facts.module, f);
    mu_chi::place(f, facts, &classes);
    let mut symbols = Symbols::of(f);
    let joins = phis::Occurrences::of(f, facts, &symbols).joins(f, facts, dom);
    add_phis(f, &joins);
    rename::rename(f, dom, &mut symbols);
    f.form = Form::Ssa;
    f.renew_definitions();
    joins.len() as u64
}

/// Adds phis of symbols, without versions.
fn add_phis(f: &mut Func, joins: &[(u32, BbId)]) {
    for &(variable, bb) in joins {
        let aux = AuxId::from_index(variable as usize);
        let var = f.plain_var(aux);
        let operands = vec![var; f.bbs[bb].preds().len()];
        f.bbs[bb].phis.push(Phi { aux, result: var, operands });
    }
}

/// All symbols, each a variable.
struct Symbols {
    /// The version on entry of each symbol, once it was needed.
    entry: Vec<Option<CrId>>,
}

impl Symbols {
    fn of(f: &Func) -> Symbols {
        Symbols { entry: vec![None; f.auxes.len()] }
    }
}

impl Variables for Symbols {
    fn number(&self, codemap: &Codemap, node: CrId) -> Option<u32> {
        codemap.aux_of(node).map(|aux| aux.index() as u32)
    }

    fn define(
        &mut self,
        auxes: &mut Auxes,
        codemap: &mut Codemap,
        variable: u32,
        _node: CrId,
    ) -> CrId {
        new_version(auxes, codemap, AuxId::from_index(variable as usize))
    }

    fn undefined(&mut self, auxes: &mut Auxes, codemap: &mut Codemap, variable: u32) -> CrId {
        let aux = AuxId::from_index(variable as usize);
        *self.entry[variable as usize].get_or_insert_with(|| new_version(auxes, codemap, aux))
    }
}
