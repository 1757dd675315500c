//! Quotients and remainders by constants without division, and remainders from quotients ([`beside`]).
//!
//! Idea: a division is a subroutine of some 20 machine instructions, 80 of them in 64 bits, and ptxas writes it out even where the
//! divisor is a constant; the multiplication that gives the same quotient is one to four instructions and shifts
//! ([`Codemap::divide_by_constant`](optx_ir::codemap::Codemap::divide_by_constant)). It stands behind everything that asks what
//! a quotient is, since nothing recognises one afterwards. What is known of the dividend's range ([`crate::analysis::ranges`]) makes it shorter. `x / d` and `x % d` share the quotient: trees are hashed.
//!
//! Source: Granlund and Montgomery (PLDI 1994); as NVVM and LLVM do it while they select instructions.
//! Legality: the tree has the same value for every dividend; nothing is evaluated where it was not, and U-forms take the place of
//! I-forms. A division by 0 stays as it is. Cost: one walk over all trees, and one rewrite where there is something to do.

mod beside;

use crate::analysis::ranges::Context;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{CodeRep, CrId, Func, SideTable};
use optx_whirl::Operator;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("constant-division");
    stats.add("remainders beside quotients", beside::run(f, cx));
    let divisions = divisions(f);
    if divisions.is_empty() {
        return stats;
    }
    // A node may stand at several places: only what holds wherever its variables are defined is asked.
    let asks = |&id: &CrId| f.codemap.as_op(id).is_some_and(|op| f.codemap.asks_for_bounds(op));
    let mut known = match divisions.iter().any(asks) {
        true => Some(Context::new(cx.analyses.ranges(f))),
        false => None,
    };
    let mut without: SideTable<CrId, Option<CrId>> = SideTable::new(None);
    let mut rewrite = Rewrite::folding();
    let mut made = 0;
    // A node's operands were made before it, so what stands in a dividend has been taken care of.
    for id in divisions {
        let Some(&op) = f.codemap.as_op(id) else { continue };
        let mut new = op;
        let fact = known.as_mut().and_then(|known| known.fact(f, op.kids[0]));
        let dividend = rewrite.tree(&mut f.codemap, op.kids[0], &mut |_, id| *without.get(id));
        new.kids[0] = dividend;
        if let Some(tree) = f.codemap.divide_by_constant(&new, fact.as_ref()) {
            *without.entry(id) = Some(tree);
            made += 1;
        }
    }
    stats.add("divisions by constants", made);
    if made == 0 {
        return stats;
    }
    let Func { bbs, stmts, codemap, layout, .. } = f;
    for &bb in layout.iter() {
        for &s in &bbs[bb].stmts {
            stmts[s].map_uses(codemap, |map, id, _| {
                rewrite.tree(map, id, &mut |_, id| *without.get(id))
            });
        }
        bbs[bb].map_condition(|id| rewrite.tree(codemap, id, &mut |_, id| *without.get(id)));
    }
    stats
}

/// The divisions by constants that the function evaluates, in the order in which they were made.
fn divisions(f: &Func) -> Vec<CrId> {
    let mut found = Vec::new();
    let mut walk = Walk::new();
    for &bb in &f.layout {
        f.for_each_use_in(bb, |_, root, _| {
            walk.tree(&f.codemap, root, |id, node| {
                if let CodeRep::Op(op) = node
                    && matches!(op.opr, Operator::Div | Operator::Rem)
                    && f.codemap.constant(op.kids[1]).is_some()
                {
                    found.push(id);
                }
                true
            });
        });
    }
    found.sort_unstable();
    found
}
