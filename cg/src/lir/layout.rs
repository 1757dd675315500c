//! The order in which the blocks of a function are printed, and run on from one to the next.
//!
//! Idea: a block is an entity: its id says which it is, and nothing of where it stands. The order is a list of its own, linked both
//! ways, so that a block comes in between, or goes, without another getting a new name.
//! Source: Cranelift's split of what there is (`dfg.rs`) and where it stands (`layout.rs`).
//! Cost: each change and each question is constant but [`Layout::numbers`], which goes through all.

use std::fmt;
use std::num::NonZeroU32;

/// A block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockId(NonZeroU32);

impl BlockId {
    pub(crate) fn from_index(index: usize) -> BlockId {
        // The budget of memory ends far before.
        let raw = u32::try_from(index + 1).unwrap_or(u32::MAX);
        BlockId(NonZeroU32::new(raw).unwrap_or(NonZeroU32::MAX))
    }

    /// Its number among all blocks that the function ever had, for tables.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bb{}", self.index())
    }
}

/// The neighbours of a block that stands in the list.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    before: Option<BlockId>,
    behind: Option<BlockId>,
    stands: bool,
}

/// The order of blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    links: Vec<Link>,
    first: Option<BlockId>,
    last: Option<BlockId>,
}

impl Layout {
    pub(super) fn first(&self) -> Option<BlockId> {
        self.first
    }

    pub(super) fn last(&self) -> Option<BlockId> {
        self.last
    }

    /// The block behind one.
    pub(super) fn behind(&self, bb: BlockId) -> Option<BlockId> {
        self.links.get(bb.index())?.behind
    }

    /// The block before one.
    pub(super) fn before(&self, bb: BlockId) -> Option<BlockId> {
        self.links.get(bb.index())?.before
    }

    /// True for a block that stands somewhere.
    pub(super) fn stands(&self, bb: BlockId) -> bool {
        self.links.get(bb.index()).is_some_and(|link| link.stands)
    }

    /// All blocks in order.
    pub(super) fn iter(&self) -> Blocks<'_> {
        Blocks { layout: self, front: self.first, back: self.last }
    }

    /// By block, its number in the order.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.links.len()];
        self.iter().zip(0..).for_each(|(bb, number)| numbers[bb.index()] = number);
        numbers
    }

    /// Puts a new block behind one that stands, or first.
    pub(super) fn insert_behind(&mut self, bb: BlockId, place: Option<BlockId>) {
        let behind = place.map_or(self.first, |place| self.behind(place));
        if self.links.len() <= bb.index() {
            self.links.resize(bb.index() + 1, Link::default());
        }
        self.links[bb.index()] = Link { before: place, behind, stands: true };
        self.join(place, Some(bb));
        self.join(Some(bb), behind);
    }

    /// Puts so many new blocks behind all others.
    pub(super) fn extend(&mut self, first: usize, count: usize) {
        self.links.resize(first + count, Link::default());
        for k in first..first + count {
            let bb = BlockId::from_index(k);
            let before = self.last.replace(bb);
            self.links[k] = Link { before, behind: None, stands: true };
            match before {
                Some(before) => self.links[before.index()].behind = Some(bb),
                None => self.first = Some(bb),
            }
        }
    }

    /// Takes a block out.
    pub(super) fn remove(&mut self, bb: BlockId) {
        if !self.stands(bb) {
            return;
        }
        let Link { before, behind, .. } = std::mem::take(&mut self.links[bb.index()]);
        self.join(before, behind);
    }

    /// Makes two neighbours; None is the end on that side.
    fn join(&mut self, before: Option<BlockId>, behind: Option<BlockId>) {
        match before {
            Some(bb) => self.links[bb.index()].behind = behind,
            None => self.first = behind,
        }
        match behind {
            Some(bb) => self.links[bb.index()].before = before,
            None => self.last = before,
        }
    }
}

/// Blocks in layout order, from both ends.
#[derive(Clone)]
pub struct Blocks<'a> {
    layout: &'a Layout,
    front: Option<BlockId>,
    back: Option<BlockId>,
}

impl Iterator for Blocks<'_> {
    type Item = BlockId;

    fn next(&mut self) -> Option<BlockId> {
        let bb = self.front?;
        self.front = self.layout.behind(bb);
        if self.back == Some(bb) {
            (self.front, self.back) = (None, None);
        }
        Some(bb)
    }
}

impl DoubleEndedIterator for Blocks<'_> {
    fn next_back(&mut self) -> Option<BlockId> {
        let bb = self.back?;
        self.back = self.layout.before(bb);
        if self.front == Some(bb) {
            (self.front, self.back) = (None, None);
        }
        Some(bb)
    }
}

#[cfg(test)]
mod tests {
    use super::{BlockId, Layout};

    fn order(layout: &Layout) -> Vec<usize> {
        let forward: Vec<usize> = layout.iter().map(BlockId::index).collect();
        let mut backward: Vec<usize> = layout.iter().rev().map(BlockId::index).collect();
        backward.reverse();
        assert_eq!(forward, backward);
        forward
    }

    #[test]
    fn blocks_come_and_go_anywhere() {
        let mut layout = Layout::default();
        let [a, b, c, d] = [0, 1, 2, 3].map(BlockId::from_index);
        assert_eq!(order(&layout), []);
        layout.insert_behind(a, None);
        assert_eq!(order(&layout), [0]);
        layout.insert_behind(b, Some(a));
        layout.insert_behind(c, Some(a));
        layout.insert_behind(d, None);
        assert_eq!(order(&layout), [3, 0, 2, 1]);
        assert_eq!(layout.numbers(), [1, 3, 2, 0]);
        layout.remove(c);
        layout.remove(c);
        assert_eq!(order(&layout), [3, 0, 1]);
        assert!(!layout.stands(c) && layout.stands(b));
        layout.remove(b);
        layout.remove(d);
        assert_eq!((order(&layout), layout.first(), layout.last()), (vec![0], Some(a), Some(a)));
        layout.remove(a);
        assert_eq!(order(&layout), []);
        let mut ends = Layout::default();
        ends.extend(0, 1);
        ends.extend(1, 2);
        assert_eq!(order(&ends), [0, 1, 2]);
        let mut both = ends.iter();
        assert_eq!(
            [both.next(), both.next_back(), both.next(), both.next()],
            [Some(a), Some(c), Some(b), None]
        );
        assert_eq!(both.next_back(), None);
    }
}
