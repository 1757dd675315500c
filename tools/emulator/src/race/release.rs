//! What strong writes hand over to the strong reads that observe them.
//!
//! A fence and then a strong write of its thread release what the thread knew at the fence. A strong read that observes the write,
//! directly or through a chain of atomics, and then a fence of its thread acquire it. Each of the four has a scope; that of the
//! block does for threads of one block alone.

use super::know::Know;

/// A location: a space (a buffer, or the block's shared memory) and an offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flag {
    /// The space's number.
    pub space: u32,
    /// The offset.
    pub offset: u64,
}

/// What was released at a location.
#[derive(Clone, Debug, Default)]
pub struct Released {
    /// For everybody.
    pub wide: Know,
    /// For the threads of a block.
    near: Vec<(u32, Know)>,
}

impl Released {
    /// What a thread of a block released: for its block, and for everybody.
    pub fn new(block: u32, near: Know, wide: Know) -> Released {
        Released { wide, near: vec![(block, near)] }
    }

    /// What the threads of a block may acquire, whatever the scopes.
    pub fn near(&self, block: u32) -> Option<&Know> {
        self.near.iter().find(|n| n.0 == block).map(|n| &n.1)
    }

    /// An atomic adds to what it found.
    pub fn join(&mut self, other: &Released) {
        self.wide.join(&other.wide);
        for (block, know) in &other.near {
            match self.near.iter_mut().find(|n| n.0 == *block) {
                Some(mine) => mine.1.join(know),
                None => self.near.push((*block, know.clone())),
            }
        }
    }
}
