//! Memory's half of SSA made anew in form Ssa: classes, mu and chi, phis of memory. Variables keep their versions.
//!
//! Source: as for all of SSA (Cytron et al.; Chow et al.), over the new classes' symbols alone. The old symbols stay, and
//! name nothing. Legality: mu and chi are those that the statements have as they stand, so nothing is asked of what stood before.
//! Cost: one walk over the statements, and the phis.

use super::{Symbols, Variables, mu_chi, phis, rename};
use crate::analysis::memory::Classes;
use crate::kit::facts::ModuleFacts;
use optx_ir::dominance::Dominance;
use optx_ir::{AuxId, AuxKind, Auxes, Codemap, CrId, Func};

/// Puts a function's accesses into these classes, which have no symbols yet; gives the number of phis of memory.
pub(crate) fn rebuild_memory(
    f: &mut Func,
    facts: &ModuleFacts<'_>,
    dom: &Dominance,
    mut classes: Classes,
) -> u64 {
    for k in 0..f.layout.len() {
        let Func { auxes, bbs, layout, .. } = &mut *f;
        bbs[layout[k]].phis.retain(|phi| auxes[phi.aux].kind != AuxKind::Memory);
    }
    let first = f.auxes.len() as u32;
    classes.make_symbols(facts.module, f);
    mu_chi::place(f, facts, &classes);
    let mut memory = Memory { first, symbols: Symbols::of(f) };
    let joins = phis::Occurrences::of(f, facts, &memory).joins(f, facts, dom);
    super::add_phis(f, &joins);
    rename::rename(f, dom, &mut memory);
    f.renew_definitions();
    joins.len() as u64
}

/// The symbols from one on, each a variable.
struct Memory {
    first: u32,
    symbols: Symbols,
}

impl Variables for Memory {
    fn number(&self, codemap: &Codemap, node: CrId) -> Option<u32> {
        self.symbols.number(codemap, node).filter(|&variable| variable >= self.first)
    }

    fn define(
        &mut self,
        auxes: &mut Auxes,
        codemap: &mut Codemap,
        variable: u32,
        node: CrId,
    ) -> CrId {
        self.symbols.define(auxes, codemap, variable, node)
    }

    fn undefined(&mut self, auxes: &mut Auxes, codemap: &mut Codemap, variable: u32) -> CrId {
        debug_assert_eq!(auxes[AuxId::from_index(variable as usize)].kind, AuxKind::Memory);
        self.symbols.undefined(auxes, codemap, variable)
    }
}

/// Makes classes of memory, their mu, chi and phis anew.
#[inline(never)]
pub(crate) fn renew_memory(f: &mut Func, facts: &ModuleFacts<'_>, dom: &Dominance) {
    let classes = Classes::of(facts, f);
    rebuild_memory(f, facts, dom, classes);
}
