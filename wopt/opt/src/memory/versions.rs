//! Versions of memory that are gone: their uses become uses of what they were made of.
//!
//! Legality: the caller took out what made a version, a store or a phi, and knows that no use of the version sees it.
//! Cost: one walk over the function; paths are compressed on the way.

use optx_ir::{CrId, Func};
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
