//! Peeling: copies of a loop's first iterations before it.

use super::Copying;
use crate::analysis::loops::Loop;
use crate::kit::loop_copies::{blocks_of, declare};
use optx_ir::cycles::Cycles;
use optx_ir::edit::Clones;
use optx_ir::{BbId, Func};

/// Copies of a loop's iterations.
pub(super) struct Copies {
    /// Each, in order.
    pub(super) clones: Vec<Clones>,
    /// The blocks of all, which are to stand before the loop's header in the layout.
    pub(super) blocks: Vec<BbId>,
}

/// Copies a loop's blocks so many times before it: what entered the header enters the first copy, each copy's latch leads to the next, and
/// the last copy's to the header. SSA is to be renewed before anything is asked of the function.
pub(super) fn peel(
    f: &mut Func,
    cycles: &Cycles,
    lp: &mut Loop,
    times: u32,
    copying: &mut Copying,
) -> Copies {
    lp.renew_entries(f);
    let entry = lp.single_entry(f);
    let mut region = cycles.blocks(lp.cycle).to_vec();
    let latch = lp.single_latch(f);
    if !region.contains(&latch) {
        region.push(latch);
    }
    let header = lp.header;
    f.bbs[header].unroll = None;
    let (mut values, next) = (lp.brought(f, entry), lp.brought(f, latch));
    let clones: Vec<Clones> =
        (0..times).map(|_| f.clone_region(&region, &mut copying.rewrite)).collect();
    let mut from = entry;
    // What `from` goes to as long as it was not told otherwise.
    let mut goes_to = header;
    for copy in &clones {
        let head = copy.block(header);
        f.retarget(from, goes_to, head);
        super::enter_alone(f, head, from, &values);
        (from, goes_to) = (copy.block(latch), head);
        values = super::in_copy(copy, &next);
    }
    f.retarget(from, goes_to, header);
    if let Some(k) = super::counting::place(f, header, entry) {
        f.preds_mut(header)[k] = from;
        for (phi, &value) in f.bbs[header].phis.iter_mut().zip(&values) {
            phi.operands[k] = value;
        }
    }
    declare(f, &clones, &mut copying.update);
    let blocks = blocks_of(&clones, &region).collect();
    Copies { clones, blocks }
}
