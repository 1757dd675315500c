//! What phis are in gated SSA, for dumps: gamma, mu and eta.
//!
//! Source: Ottenstein, Ballance and MacCabe, "The Program Dependence Web" (PLDI 1990), as used by Sampaio, Martins, Pereira and Collange,
//! "Divergence Analysis with Affine Constraints" (2011). Predicates are those of the branches that the disjoint-path rule finds ([`super::joins`]).

use super::VarianceMap;
use super::joins::Decision;
use crate::kit::closed_ssa::is_eta;
use optx_ir::print::tree_text;
use optx_ir::{CrId, Def, Func};
use std::fmt::Write as _;

impl VarianceMap {
    /// What the phi of a version is, behind its state: ` = mu` or ` = gamma(bb3: CONDITION)`, a phi that is several with all of them; nothing for
    /// what no phi defines.
    pub(crate) fn gates(&self, f: &Func, version: CrId, text: &mut String) {
        let Def::Phi(bb, k) = f.def(version) else { return };
        let cycles = &self.cycles;
        let is_mu = cycles.around(bb).any(|k| cycles.all()[k].header == bb);
        if is_mu {
            text.push_str(" = mu");
        }
        let mut decisions = self.solution.decisions.get(&version).map_or(&[][..], Vec::as_slice);
        let exit;
        let mut name = "gamma";
        if is_eta(f, cycles, bb, &f.bbs[bb].phis[k as usize]) {
            // Of one operand: no branch decides.
            (name, exit) = ("eta", [Decision::Branch(f.bbs[bb].preds()[0])]);
            decisions = &exit;
        } else if is_mu && decisions.is_empty() {
            return;
        }
        let _ = write!(text, " {} {name}(", if is_mu { "of" } else { "=" });
        for (k, decision) in decisions.iter().enumerate() {
            let bb = decision.block();
            let how = match decision {
                Decision::Branch(_) => "",
                Decision::Exit(_) => "leaving ",
                Decision::Reach(_) => "reaching ",
            };
            let condition = f.bbs[bb].terminator().condition();
            let condition = condition.map_or(String::new(), |id| tree_text(f, id));
            let _ = write!(text, "{}{how}{bb}: {condition}", if k > 0 { ", " } else { "" });
        }
        text.push(')');
    }
}
