//! Where one register lives, for who asks of few.
//!
//! Idea: from its reads back to its only definition.
//! Source: Appel, "Modern Compiler Implementation", section 10.1, one variable at a time.
//! Cost: the blocks that it lives in.

use crate::lir::{BlockId, Function, Place};
use optx_whirl::fixed_hash::{Map, Set};

/// The places at which a register lives that one instruction writes, before every read.
pub struct Lives {
    definition: Place,
    /// By block, its last read there.
    last: Map<BlockId, usize>,
    /// Blocks at whose begin it lives, and at whose end.
    begins: Set<BlockId>,
    ends: Set<BlockId>,
}

impl Lives {
    /// By its definition and all its reads.
    pub fn of(f: &Function, definition: Place, reads: &[Place]) -> Lives {
        let (mut begins, mut ends) = (Set::default(), Set::default());
        let mut last: Map<BlockId, usize> = Map::default();
        let mut work: Vec<BlockId> = Vec::new();
        for read in reads {
            let last = last.entry(read.block).or_default();
            *last = read.index.max(*last);
            let is_local = read.block == definition.block && read.index > definition.index;
            if !is_local && begins.insert(read.block) {
                work.push(read.block);
            }
        }
        while let Some(bb) = work.pop() {
            for &pred in &f.block(bb).preds {
                ends.insert(pred);
                if pred != definition.block && begins.insert(pred) {
                    work.push(pred);
                }
            }
        }
        Lives { definition, last, begins, ends }
    }

    /// At the begins of how many blocks it lives.
    pub fn blocks(&self) -> usize {
        self.begins.len()
    }

    /// True where it lives behind an instruction.
    pub fn behind(&self, at: Place) -> bool {
        let is_born = at.block == self.definition.block && at.index >= self.definition.index;
        let is_read = self.last.get(&at.block).is_some_and(|&last| last > at.index);
        (is_born || self.begins.contains(&at.block)) && (is_read || self.ends.contains(&at.block))
    }
}
