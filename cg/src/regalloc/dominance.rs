//! Which blocks and instructions stand on every way to others.
//!
//! Source, cost: [`Dominance`].

use crate::lir::{BlockId, Function, Place};
use optx_ir::BbId;
use optx_ir::dominance::Dominance;

/// The dominators of a function's blocks.
pub(super) struct Dominators(Dominance);

impl Dominators {
    /// Of a function as it stands.
    pub(super) fn of(f: &Function) -> Dominators {
        let roots: Vec<BbId> = f.entry().map(of_block).into_iter().collect();
        Dominators(Dominance::of_graph(f.block_count(), &roots, |bb, out| {
            let succs = &f.block(BlockId::from_index(bb.index())).succs;
            out.extend(succs.iter().copied().map(of_block));
        }))
    }

    /// The last block that stands on every way to another.
    pub(super) fn last_before(&self, block: BlockId) -> Option<BlockId> {
        self.0.idom(of_block(block)).map(|bb| BlockId::from_index(bb.index()))
    }

    /// True where a block is another, or stands on every way to it.
    pub(super) fn is_before(&self, first: BlockId, second: BlockId) -> bool {
        self.0.dominates(of_block(first), of_block(second))
    }

    /// True where an instruction stands on every way to another.
    pub(super) fn is_place_before(&self, first: Place, second: Place) -> bool {
        match first.block == second.block {
            true => first.index < second.index,
            false => self.is_before(first.block, second.block),
        }
    }
}

fn of_block(bb: BlockId) -> BbId {
    BbId::from_index(bb.index())
}
