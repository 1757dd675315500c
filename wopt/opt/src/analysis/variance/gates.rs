//! What phis are in gated SSA, for dumps: gamma, mu and eta.
//!
//! Source: Ottenstein, Ballance and MacCabe, "The Program Dependence Web" (PLDI 1990), as used by Sampaio, Martins, Pereira and Collange,
//! "Divergence Analysis with Affine Constraints" (2011). Predicates are those of the branches that the disjoint-path rule finds ([`super::joins`]).

use super::VarianceMap;
use super::joins::Decision;
use super::views::{At, Exits};
use optx_ir::print::tree_text;
use optx_ir::walk::Walk;
use optx_ir::{AuxKind, BbId, CrId, Def, Func};
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl VarianceMap {
    /// What the phi of a version is, behind its state: ` = mu` or ` = gamma(bb3: CONDITION)`, a phi that is several with all of them; nothing for
    /// what no phi defines.
    pub(crate) fn gates(&self, f: &Func, version: CrId, text: &mut String) {
        let Def::Phi(bb, _) = f.def(version) else { return };
        let cycles = &self.cycles;
        let is_mu = cycles.around(bb).any(|k| cycles.all()[k].header == bb);
        if is_mu {
            text.push_str(" = mu");
        }
        let decisions = self.solution.decisions.get(&version).map_or(&[][..], Vec::as_slice);
        if is_mu && decisions.is_empty() {
            return;
        }
        let _ = write!(text, " {} gamma({})", if is_mu { "of" } else { "=" }, told(f, decisions));
    }

    /// The virtual etas of a function, a line each: a version, the blocks from which threads left the cycles that made it, and what it is for who reads
    /// it behind those.
    pub(crate) fn etas(&self, f: &Func) -> Vec<String> {
        let mut found: BTreeMap<(CrId, Exits), At> = BTreeMap::new();
        let mut walk = Walk::new();
        let mut note = |version: CrId, at: At| {
            let exits = self.exits_between(f, version, at);
            if !exits.is_empty() {
                found.entry((version, exits)).or_insert(at);
            }
        };
        for &bb in &f.layout {
            f.for_each_use_in(bb, |_, root, _| {
                walk.forget();
                walk.variables(&f.codemap, root, |version, _| note(version, At::Block(bb)));
            });
            for phi in f.bbs[bb].phis.iter().filter(|phi| f.auxes[phi.aux].kind != AuxKind::Memory)
            {
                for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
                    note(operand, At::Edge(pred, bb));
                }
            }
        }
        let line = |((version, exits), at): ((CrId, Exits), At)| {
            let blocks: Vec<String> = exits.iter().map(BbId::to_string).collect();
            let decisions: Vec<Decision> = exits.into_iter().map(Decision::Branch).collect();
            format!(
                "{} behind {}: {} = eta({})",
                tree_text(f, version),
                blocks.join(", "),
                self.seen(f, version, at),
                told(f, &decisions)
            )
        };
        found.into_iter().map(line).collect()
    }
}

/// Decisions with the conditions of their branches.
fn told(f: &Func, decisions: &[Decision]) -> String {
    let each = decisions.iter().map(|decision| {
        let bb = decision.block();
        let how = match decision {
            Decision::Branch(_) => "",
            Decision::Exit(_) => "leaving ",
            Decision::Reach(_) => "reaching ",
        };
        let condition = f.bbs[bb].terminator().condition();
        format!("{how}{bb}: {}", condition.map_or(String::new(), |id| tree_text(f, id)))
    });
    each.collect::<Vec<_>>().join(", ")
}
