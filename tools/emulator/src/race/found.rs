//! The races that were found, each pair of places once.

use std::collections::HashMap;

use super::stamp::{Stamp, Verdict};

/// Most pairs of places that are kept.
const KEPT: usize = 1000;

/// Where an access went: a buffer's number, or shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Global memory: the buffer's number.
    Global(usize),
    /// Shared memory.
    Shared,
}

/// Two accesses that are not ordered.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// The one that was executed first; its lanes are those that are not ordered.
    pub first: Stamp,
    /// The other.
    pub second: Stamp,
    /// What it is.
    pub verdict: Verdict,
    /// Where.
    pub space: Space,
    /// The first byte of the second access.
    pub offset: usize,
    /// Its size.
    pub bytes: usize,
}

/// Conflicts of one pair of places.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The first of them.
    pub sample: Conflict,
    /// How many there are.
    pub count: u64,
}

/// All of a launch.
#[derive(Clone, Debug, Default)]
pub struct Found {
    index: HashMap<(u32, u32, Verdict, Space), usize>,
    pairs: Vec<Pair>,
}

impl Found {
    /// Adds a conflict.
    pub fn add(&mut self, c: Conflict) {
        let (a, b) = (c.first.pc(), c.second.pc());
        let key = (a.min(b), a.max(b), c.verdict, c.space);
        if let Some(&at) = self.index.get(&key) {
            self.pairs[at].count += 1;
        } else if self.pairs.len() < KEPT {
            self.index.insert(key, self.pairs.len());
            self.pairs.push(Pair { sample: c, count: 1 });
        }
    }

    /// The pairs, in the order in which they were found.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}
