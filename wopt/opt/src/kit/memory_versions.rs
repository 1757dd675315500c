//! Versions of memory that are gone: their uses become uses of what they were made of.
//!
//! Legality: the caller took out what made a version, a store or a phi, and knows that no use of the version sees it.
//! Cost: one walk over the function; paths are compressed on the way.

use optx_ir::dominance::Dominance;
use optx_ir::{AuxId, BbId, CrId, Func, SideTable};
use optx_whirl::fixed_hash::Map;

/// Puts, for each use of a version of memory that `of` names, the version that it was made of.
pub(crate) fn rename_versions(f: &mut Func, of: &Map<CrId, CrId>) {
    if of.is_empty() {
        return;
    }
    let mut of = of.clone();
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        let Func { bbs, stmts, codemap, .. } = &mut *f;
        for phi in &mut bbs[bb].phis {
            for operand in &mut phi.operands {
                *operand = first(&mut of, *operand);
            }
        }
        for &s in &bbs[bb].stmts {
            stmts[s].map_memory_uses(codemap, |_, id| first(&mut of, id));
        }
    }
}

/// What a version is made of in the end.
fn first(of: &mut Map<CrId, CrId>, id: CrId) -> CrId {
    let mut end = id;
    while let Some(&next) = of.get(&end) {
        end = next;
    }
    let mut at = id;
    while let Some(next) = of.get_mut(&at) {
        at = std::mem::replace(next, end);
    }
    end
}

/// For each `(block, version)` the version of that version's class that is current at the block's end.
///
/// What stands at the end of a block is the last version that a phi or chi on the way down the dominator tree defines, else the one that
/// the function was entered with, which is then the one asked with.
pub(crate) fn current_at_ends(f: &Func, dom: &Dominance, wanted: &[(BbId, CrId)]) -> Vec<CrId> {
    let mut found: Vec<CrId> = wanted.iter().map(|&(_, version)| version).collect();
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_unstable_by_key(|&k| dom.preorder_number(wanted[k].0));
    let mut current: SideTable<AuxId, Option<CrId>> = SideTable::new(None);
    // What was current before each definition above the place of the walk.
    let mut undo: Vec<(BbId, AuxId, Option<CrId>)> = Vec::new();
    let mut next = order.into_iter().peekable();
    for &bb in dom.preorder() {
        if next.peek().is_none() {
            break;
        }
        while let Some((_, aux, old)) = undo.pop_if(|(at, ..)| !dom.dominates(*at, bb)) {
            *current.entry(aux) = old;
        }
        let phis = f.bbs[bb].phis.iter().map(|phi| phi.result);
        let chis =
            f.bbs[bb].stmts.iter().flat_map(|&s| f.stmts[s].chi.iter().map(|chi| chi.result));
        for version in phis.chain(chis) {
            if let Some(aux) = f.aux_of(version) {
                undo.push((bb, aux, current.entry(aux).replace(version)));
            }
        }
        while let Some(k) = next.next_if(|&k| wanted[k].0 == bb) {
            let last = f.aux_of(wanted[k].1).and_then(|aux| *current.get(aux));
            found[k] = last.unwrap_or(found[k]);
        }
    }
    found
}
