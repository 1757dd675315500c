//! The temporaries of loads that are lexically equal become versions of one symbol.
//!
//! Idea: the build gives every load a temporary of its own, so two loads of `a[i]` are two symbols, and `a[i] * 2` here and there
//! are two expressions to PRE, which goes by symbols. In Open64 the loads share a preg. Here the walk, down the dominator tree,
//! gives loads of one lexical form ([`optx_ir::Codemap::lexical`]) one symbol, operands first, so that loads through loaded
//! pointers meet too.
//!
//! Source: the expression temporaries of Chow et al., "A New Algorithm for Partial Redundancy Elimination based on SSA Form"
//! (PLDI 1997). Legality: a version is renamed with all its uses; versions of one symbol may live together, leaving SSA makes them
//! registers of their own. Cost: one rewrite of all trees.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::walk::Rewrite;
use optx_ir::{AuxId, AuxKind, CodeRep, CrId, Func, SideTable, StmtOp, new_version};
use std::collections::HashMap;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let dom = cx.analyses.dominators(f);
    let mut symbols: HashMap<CrId, AuxId> = HashMap::new();
    let mut renamed: SideTable<CrId, Option<CrId>> = SideTable::new(None);
    let mut rewrite = Rewrite::folding();
    let mut stats = Stats::new("name-loads");
    // A phi merges versions of one symbol.
    let mut merged: SideTable<AuxId, bool> = SideTable::new(false);
    for phi in f.layout.iter().flat_map(|&bb| &f.bbs[bb].phis) {
        *merged.entry(phi.aux) = true;
    }
    for &bb in dom.preorder() {
        let Func { bbs, stmts, codemap, auxes, .. } = f;
        for &s in &bbs[bb].stmts {
            let stmt = &mut stmts[s];
            stmt.map_uses(codemap, |map, id, _| {
                rewrite.tree(map, id, &mut |_, id| *renamed.get(id))
            });
            if stmt.op != StmtOp::Stid {
                continue;
            }
            let CodeRep::Ivar { .. } = codemap.get(stmt.kids[0]) else { continue };
            let Some(own) = codemap.aux_of(stmt.results[0]) else { continue };
            // A variable of the program keeps its name, and so does what phis merge.
            if auxes[own].kind != AuxKind::Temp || *merged.get(own) {
                continue;
            }
            let form = codemap.lexical(stmt.kids[0]);
            let symbol = *symbols.entry(form).or_insert(own);
            if symbol != own && auxes[symbol].mtype == auxes[own].mtype {
                let version = new_version(auxes, codemap, symbol);
                *renamed.entry(stmt.results[0]) = Some(version);
                stmt.results[0] = version;
                stats.add("loads renamed", 1);
            }
        }
        bbs[bb]
            .terminator
            .map_condition(|id| rewrite.tree(codemap, id, &mut |_, id| *renamed.get(id)));
    }
    if stats.changed() {
        f.renew_definitions();
    }
    stats
}
