//! Peeling: copies of a loop's first iterations before it.

use crate::loops::Loop;
use crate::ssa::SsaUpdate;
use optx_ir::cycles::Cycles;
use optx_ir::edit::Clones;
use optx_ir::walk::Rewrite;
use optx_ir::{BbId, CrId, Func};

/// Copies of a loop's iterations.
pub(super) struct Copies {
    /// Each, in order.
    pub(super) clones: Vec<Clones>,
    /// The blocks of all, which are to stand before the loop's header in the layout.
    pub(super) blocks: Vec<BbId>,
}

/// Copies a loop's blocks so many times before it: what entered the header enters the first copy, each copy's latch leads to the next, and
/// the last copy's to the header. The versions that the loop defines are told to `update`, which is to run before anything is asked of
/// the function.
pub(super) fn peel(
    f: &mut Func,
    cycles: &Cycles,
    lp: &mut Loop,
    times: u32,
    (update, rewrite): (&mut SsaUpdate, &mut Rewrite),
) -> Copies {
    // A loop peeled before may lead here by its copies, too.
    lp.entries =
        f.bbs[lp.header].preds.iter().copied().filter(|p| !lp.latches.contains(p)).collect();
    let entry = lp.single_entry(f);
    let mut region = cycles.blocks(lp.cycle).to_vec();
    let latch = lp.single_latch(f);
    if !region.contains(&latch) {
        region.push(latch);
    }
    let header = lp.header;
    f.bbs[header].unroll = None;
    let operands = |f: &Func, pred: BbId| -> Vec<CrId> {
        let k = f.bbs[header].preds.iter().position(|&p| p == pred).unwrap_or(0);
        f.bbs[header].phis.iter().map(|phi| phi.operands[k]).collect()
    };
    let (mut values, next) = (operands(f, entry), operands(f, latch));
    let clones: Vec<Clones> =
        (0..times).map(|_| f.clone_region_unplaced(&region, rewrite)).collect();
    let mut from = entry;
    // What `from` goes to as long as it was not told otherwise.
    let mut goes_to = header;
    for copy in &clones {
        let head = copy.block(header);
        f.bbs[from].terminator.retarget(goes_to, head);
        f.bbs[head].preds = vec![from];
        for (phi, &value) in f.bbs[head].phis.iter_mut().zip(&values) {
            phi.operands = vec![value];
        }
        (from, goes_to) = (copy.block(latch), head);
        values = next.iter().map(|&v| copy.version(v)).collect();
    }
    f.bbs[from].terminator.retarget(goes_to, header);
    let block = &mut f.bbs[header];
    for (k, pred) in block.preds.iter_mut().enumerate().filter(|(_, pred)| **pred == entry) {
        *pred = from;
        for (phi, &value) in block.phis.iter_mut().zip(&values) {
            phi.operands[k] = value;
        }
    }
    super::declare(f, &clones, update);
    let blocks = clones.iter().flat_map(|copy| region.iter().map(|&bb| copy.block(bb))).collect();
    Copies { clones, blocks }
}
