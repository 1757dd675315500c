//! The shadow of memory: for each word, and for each byte of a word that was accessed in parts, the last write and some accesses
//! since.
//!
//! After a write that is ordered behind all that was remembered, nothing older matters (FastTrack). Reads that are not ordered among
//! themselves are remembered by warp: the last one in the cell, three more in a side table of the page: two of the same
//! block, one of another. What does not fit is forgotten, the oldest of the block first: a race with it alone is missed, none
//! is invented.
//!
//! Cost: 32 bytes a word of pages of 1 KiB that were accessed, 80 where several warps read, four times that for words that are
//! accessed in parts.

use super::stamp::Stamp;

/// Bytes of memory that a page of the shadow stands for.
const PAGE: usize = 1024;
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
    cells: Vec<Cell>,
    more: Vec<More>,
}

/// A cell, with what stands beside it.
pub struct Slot<'a> {
    /// The cell.
    pub cell: &'a mut Cell,
    /// Empty where no cell ever needed it.
    more: &'a mut Vec<More>,
    at: usize,
    count: usize,
}

impl Grain {
    fn new(count: usize) -> Grain {
        Grain { cells: vec![Cell::default(); count], more: Vec::new() }
    }

    /// A cell; there must be one.
    #[inline(always)]
    pub fn slot(&mut self, at: usize) -> Slot<'_> {
        let count = self.cells.len();
        Slot { cell: &mut self.cells[at], more: &mut self.more, at, count }
    }
}

impl Slot<'_> {
    /// The older accesses beside the cell's last.
    pub fn more(&self) -> Option<&More> {
        self.more.get(self.at)
    }

    /// The same, to change them; none where there never were any.
    pub fn more_if_any(&mut self) -> Option<&mut More> {
        self.more.get_mut(self.at)
    }

    /// The same, with room made for them.
    pub fn more_mut(&mut self) -> &mut More {
        if self.more.len() < self.count {
            self.more.resize(self.count, More::default());
        }
        &mut self.more[self.at]
    }
}

/// Cells of single bytes.
#[derive(Clone, Debug)]
struct Bytes {
    /// Four cells for each word that has some.
    grain: Grain,
    /// Which four, from 1; 0 for a word that has none.
    of_word: [u16; WORDS],
}

/// The shadow of a page.
#[derive(Clone, Debug)]
pub struct Page {
    words: Grain,
    bytes: Option<Box<Bytes>>,
}

/// The cells of a word: its own, or those of its bytes.
pub enum Cells<'a> {
    /// One.
    Word(Slot<'a>),
    /// Four in a row, the first's number.
    Bytes(&'a mut Grain, usize),
}

impl Page {
    fn new() -> Page {
        Page { words: Grain::new(WORDS), bytes: None }
    }

    /// The cells of the word at an offset.
    #[inline(always)]
    pub fn cells(&mut self, offset: usize) -> Cells<'_> {
        let word = offset / 4 % WORDS;
        match self.bytes.as_deref_mut() {
            Some(b) if b.of_word[word] != 0 => {
                let first = (b.of_word[word] as usize - 1) * 4;
                Cells::Bytes(&mut b.grain, first)
            }
            _ => Cells::Word(self.words.slot(word)),
        }
    }

    /// From now on the bytes of the word at an offset count each for itself. Their cells, and the first's number.
    pub fn split(&mut self, offset: usize) -> (&mut Grain, usize) {
        let word = offset / 4 % WORDS;
        let fresh = || Box::new(Bytes { grain: Grain::new(0), of_word: [0; WORDS] });
        let b = self.bytes.get_or_insert_with(fresh);
        if b.of_word[word] == 0 {
            let from = self.words.slot(word);
            let first = b.grain.cells.len();
            b.grain.cells.resize(first + 4, *from.cell);
            b.of_word[word] = (first / 4 + 1) as u16;
            if let Some(more) = from.more().copied() {
                for byte in 0..4 {
                    *b.grain.slot(first + byte).more_mut() = more;
                }
            }
        }
        let first = (b.of_word[word] as usize - 1) * 4;
        (&mut b.grain, first)
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
        match self.page(offset).cells(offset) {
            Cells::Bytes(grain, first) => grain.slot(first + offset % 4).cell.write,
            Cells::Word(slot) => slot.cell.write,
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
        let Cells::Word(mut slot) = page.cells(5000) else { panic!("split before it was") };
        slot.cell.write = s;
        slot.more_mut()[2] = s;
        let (bytes, first) = page.split(5002);
        assert_eq!(bytes.slot(first + 3).cell.write, s);
        assert_eq!(bytes.slot(first + 3).more().map(|m| m[2]), Some(s));
        let (bytes, other) = page.split(5004);
        assert!(other != first && bytes.slot(other).cell.write.is_none());
        assert!(matches!(page.cells(5003), Cells::Bytes(_, f) if f == first));
        assert!(matches!(page.cells(5008), Cells::Word(_)));
        assert_eq!(shadow.last_write(5001), s);
    }
}
