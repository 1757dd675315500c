//! Where one register lives, for who asks of few.
//!
//! Idea: from its reads back to its only definition.
//! Source: Appel, "Modern Compiler Implementation", section 10.1, one variable at a time.
//! Cost: the blocks that it lives in.

use crate::lir::{BlockId, Function, Place};
use optx_whirl::fixed_hash::Set;

/// The places at which a register lives that one instruction writes, before every read.
pub struct Lives<'a> {
    definition: Place,
    reads: &'a [Place],
    /// Blocks at whose begin it lives, and at whose end.
    begins: Set<BlockId>,
    ends: Set<BlockId>,
}

impl<'a> Lives<'a> {
    /// By its definition and all its reads.
    pub fn of(f: &Function, definition: Place, reads: &'a [Place]) -> Lives<'a> {
        let (mut begins, mut ends) = (Set::default(), Set::default());
        let mut work: Vec<BlockId> = Vec::new();
        for read in reads {
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
        Lives { definition, reads, begins, ends }
    }

    /// True where it lives behind an instruction.
    pub fn behind(&self, at: Place) -> bool {
        let is_born = at.block == self.definition.block && at.index >= self.definition.index;
        let is_read = self.reads.iter().any(|r| r.block == at.block && r.index > at.index);
        (is_born || self.begins.contains(&at.block)) && (is_read || self.ends.contains(&at.block))
    }
}
