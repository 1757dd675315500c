//! The shadow of memory: for each word, and for each byte of a word that was accessed in parts, the last write and some accesses
//! since.
//!
//! After a write that is ordered behind all that was remembered, nothing older matters (FastTrack). Reads that are not ordered among
//! themselves are remembered by warp: the last one in the cell, three more in a side table of the page: two of the same
//! block, one of another. What does not fit is forgotten, the oldest of the block first: a race with it alone is missed, none
//! is invented.
//!
//! Cost: 32 bytes a word of pages of 4 KiB that were accessed, 80 where several warps read.

use super::stamp::Stamp;

/// Bytes of memory that a page of the shadow stands for.
pub const PAGE: usize = 4096;
const WORDS: usize = PAGE / 4;

/// What is remembered of a word or byte.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// The last write.
    pub write: Stamp,
    /// The last of the older accesses that still matter.
    pub last: Stamp,
}

/// More older accesses: two of the block of the cell's last, one of another block.
pub type More = [Stamp; 3];

/// Cells of one size.
#[derive(Clone, Debug)]
pub struct Grain {
    cells: Box<[Cell]>,
    more: Option<Box<[More]>>,
}

/// A cell, with what stands beside it.
pub struct Slot<'a> {
    /// The cell.
    pub cell: &'a mut Cell,
    more: &'a mut Option<Box<[More]>>,
    at: usize,
    count: usize,
}

impl Grain {
    fn new(count: usize) -> Grain {
        Grain { cells: vec![Cell::default(); count].into_boxed_slice(), more: None }
    }

    /// A cell.
    #[inline(always)]
    pub fn slot(&mut self, at: usize) -> Slot<'_> {
        let count = self.cells.len();
        let at = at & (count - 1);
        Slot { cell: &mut self.cells[at], more: &mut self.more, at, count }
    }
}

impl Slot<'_> {
    /// The older accesses beside the cell's last.
    pub fn more(&self) -> Option<&More> {
        self.more.as_ref().and_then(|m| m.get(self.at))
    }

    /// The same, to change them; none where there never were any.
    pub fn more_if_any(&mut self) -> Option<&mut More> {
        self.more.as_mut().and_then(|m| m.get_mut(self.at))
    }

    /// The same, with room made for them.
    pub fn more_mut(&mut self) -> &mut More {
        let count = self.count;
        let make = || vec![More::default(); count].into_boxed_slice();
        &mut self.more.get_or_insert_with(make)[self.at]
    }
}

/// Cells of single bytes, and for which words they count.
#[derive(Clone, Debug)]
struct Bytes {
    grain: Grain,
    split: [u64; WORDS / 64],
}

/// The shadow of a page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Cells of words.
    pub words: Grain,
    bytes: Option<Box<Bytes>>,
}

impl Page {
    fn new() -> Page {
        Page { words: Grain::new(WORDS), bytes: None }
    }

    /// Cells of bytes, if those count for a word.
    #[inline(always)]
    pub fn bytes_of(&mut self, word: usize) -> Option<&mut Grain> {
        let b = self.bytes.as_deref_mut()?;
        let word = word % WORDS;
        (b.split[word / 64] >> (word % 64) & 1 == 1).then_some(&mut b.grain)
    }

    /// From now on the bytes of a word count each for itself.
    pub fn split(&mut self, word: usize) -> &mut Grain {
        let word = word % WORDS;
        let fresh = || Box::new(Bytes { grain: Grain::new(PAGE), split: [0; WORDS / 64] });
        let b = self.bytes.get_or_insert_with(fresh);
        let bit = 1 << (word % 64);
        if b.split[word / 64] & bit == 0 {
            b.split[word / 64] |= bit;
            let from = self.words.slot(word);
            for byte in 0..4 {
                let mut to = b.grain.slot(word * 4 + byte);
                *to.cell = *from.cell;
                if let Some(more) = from.more() {
                    *to.more_mut() = *more;
                }
            }
        }
        &mut b.grain
    }
}

/// The shadow of a buffer, or of a block's shared memory.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    pages: Vec<Option<Box<Page>>>,
}

impl Shadow {
    /// The page that holds an offset.
    #[inline(always)]
    pub fn page(&mut self, offset: usize) -> &mut Page {
        let at = offset / PAGE;
        if at >= self.pages.len() {
            self.pages.resize_with(at + 1, || None);
        }
        self.pages[at].get_or_insert_with(|| Box::new(Page::new()))
    }

    /// The last write at an offset.
    pub fn last_write(&mut self, offset: usize) -> Stamp {
        let page = self.page(offset);
        match page.bytes_of(offset / 4) {
            Some(bytes) => bytes.slot(offset).cell.write,
            None => page.words.slot(offset / 4).cell.write,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::stamp::Kind;

    #[test]
    fn a_split_word_keeps_what_it_had() {
        let mut shadow = Shadow::default();
        let s = Stamp::new(0, 0, 3, 1, 9, Kind::write(None));
        let page = shadow.page(5000);
        page.words.slot(1250).cell.write = s;
        page.words.slot(1250).more_mut()[2] = s;
        assert!(page.bytes_of(1250).is_none());
        let bytes = page.split(1250);
        assert_eq!(bytes.slot(5003).cell.write, s);
        assert_eq!(bytes.slot(5003).more().map(|m| m[2]), Some(s));
        assert!(bytes.slot(5004).cell.write.is_none());
        assert!(page.bytes_of(1251).is_none() && page.bytes_of(1250).is_some());
        assert_eq!(shadow.last_write(5001), s);
    }
}
