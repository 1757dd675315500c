//! What passes that copy the blocks of loops have in common: which blocks may be copied, where the copies go, and SSA of what has copies.

use crate::kit::context::Cx;
use crate::kit::ssa::SsaUpdate;
use optx_ir::edit::Clones;
use optx_ir::{BbId, CrId, Func, StmtOp};
use optx_whirl::fixed_hash::Map;

/// The layout with blocks before others.
pub(crate) fn with_copies(layout: &[BbId], mut before: Map<BbId, Vec<BbId>>) -> Vec<BbId> {
    let with = |&bb: &BbId| before.remove(&bb).into_iter().flatten().chain([bb]);
    layout.iter().flat_map(with).collect()
}

/// Makes SSA of what has copies.
pub(crate) fn renew(f: &mut Func, cx: &mut Cx<'_>, update: SsaUpdate) {
    let dom = cx.analyses.dominators(f);
    update.run(f, &cx.facts, &dom);
}

/// The blocks of all copies of a region, in order.
pub(crate) fn blocks_of(copies: &[Clones], region: &[BbId]) -> impl Iterator<Item = BbId> {
    copies.iter().flat_map(move |copy| region.iter().map(|&bb| copy.block(bb)))
}

/// Each version that was copied is one variable with its copies.
pub(crate) fn declare(f: &Func, copies: &[Clones], update: &mut SsaUpdate) {
    let Some(first) = copies.first() else { return };
    let mut versions: Vec<CrId> = first.versions.keys().copied().collect();
    versions.sort_unstable();
    for version in versions {
        let mut names = vec![version];
        names.extend(copies.iter().map(|copy| copy.version(version)));
        update.variable(f, &names);
    }
}

/// False for a block with inline PTX that declares a label.
pub(crate) fn may_be_copied(f: &Func, bb: BbId) -> bool {
    f.bbs[bb].stmts.iter().all(|&s| match f.stmts[s].op {
        StmtOp::Asm(k) => f.asms.get(k as usize).is_some_and(|asm| !asm.text.contains(':')),
        _ => true,
    })
}
