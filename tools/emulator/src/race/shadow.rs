//! The shadow of memory: for each word, and for each byte of a word that was accessed in parts, the last write and some accesses
//! since.
//!
//! After a write that is ordered behind all that was remembered, nothing older matters (FastTrack). Reads that are not ordered among
//! themselves are remembered by warp: the last one in the cell, three more in a side table of the page: two of the same
//! block, one of another. What does not fit is forgotten, the oldest of the block first: a race with it alone is missed, none
//! is invented.
//!
//! Cost: of pages of 1 KiB that were accessed, 16 bytes a word where it is written, 16 where it is read, 48 where several warps
//! read; four times that for words that are accessed in parts.

use super::stamp::Stamp;

/// Bytes of memory that a page of the shadow stands for.
pub const PAGE: usize = 1024;
const WORDS: usize = PAGE / 4;

/// More older accesses: two of the block of the cell's last, one of another block.
pub type More = [Stamp; 3];

/// Cells of one size, by columns; a column that no cell needed yet is empty.
#[derive(Clone, Debug, Default)]
pub struct Grain {
    count: usize,
    writes: Vec<Stamp>,
    lasts: Vec<Stamp>,
    more: Vec<More>,
}

/// A cell.
pub struct Slot<'a> {
    grain: &'a mut Grain,
    at: usize,
}

/// An element of a column, which is made if there is none yet.
#[inline(always)]
fn made<T: Clone + Default>(column: &mut Vec<T>, count: usize, at: usize) -> &mut T {
    if column.len() < count {
        column.resize(count, T::default());
    }
    &mut column[at]
}

impl Grain {
    fn new(count: usize) -> Grain {
        Grain { count, ..Grain::default() }
    }

    /// A cell; there must be one.
    #[inline(always)]
    pub fn slot(&mut self, at: usize) -> Slot<'_> {
        Slot { grain: self, at }
    }
}

impl Slot<'_> {
    /// The last write.
    #[inline(always)]
    pub fn write(&self) -> Stamp {
        self.grain.writes.get(self.at).copied().unwrap_or(Stamp::NONE)
    }

    /// The last write, to change it.
    #[inline(always)]
    pub fn write_mut(&mut self) -> &mut Stamp {
        made(&mut self.grain.writes, self.grain.count, self.at)
    }

    /// The last of the older accesses that still matter.
    #[inline(always)]
    pub fn last(&self) -> Stamp {
        self.grain.lasts.get(self.at).copied().unwrap_or(Stamp::NONE)
    }

    /// The same, to change it.
    #[inline(always)]
    pub fn last_mut(&mut self) -> &mut Stamp {
        made(&mut self.grain.lasts, self.grain.count, self.at)
    }

    /// Whether it has no older accesses.
    #[inline(always)]
    pub fn is_fresh(&self) -> bool {
        self.last().is_none() && self.grain.more.is_empty()
    }

    /// The older accesses beside the cell's last.
    pub fn more(&self) -> Option<&More> {
        self.grain.more.get(self.at)
    }

    /// The same, to change them.
    pub fn more_mut(&mut self) -> &mut More {
        made(&mut self.grain.more, self.grain.count, self.at)
    }

    /// Forgets all older accesses.
    #[inline(always)]
    pub fn clear_older(&mut self) {
        if let Some(last) = self.grain.lasts.get_mut(self.at) {
            *last = Stamp::NONE;
        }
        if let Some(more) = self.grain.more.get_mut(self.at) {
            *more = More::default();
        }
    }

    /// Takes all that another cell has.
    fn copy(&mut self, from: &Slot<'_>) {
        *self.write_mut() = from.write();
        *self.last_mut() = from.last();
        if let Some(more) = from.more() {
            *self.more_mut() = *more;
        }
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
            let first = b.grain.count;
            b.grain.count += 4;
            b.of_word[word] = (first / 4 + 1) as u16;
            let from = self.words.slot(word);
            (first..first + 4).for_each(|at| b.grain.slot(at).copy(&from));
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
            Cells::Bytes(grain, first) => grain.slot(first + offset % 4).write(),
            Cells::Word(slot) => slot.write(),
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
        *slot.write_mut() = s;
        slot.more_mut()[2] = s;
        let (bytes, first) = page.split(5002);
        assert_eq!(bytes.slot(first + 3).write(), s);
        assert_eq!(bytes.slot(first + 3).more().map(|m| m[2]), Some(s));
        let (bytes, other) = page.split(5004);
        assert!(other != first && bytes.slot(other).write().is_none());
        assert!(matches!(page.cells(5003), Cells::Bytes(_, f) if f == first));
        assert!(matches!(page.cells(5008), Cells::Word(_)));
        assert_eq!(shadow.last_write(5001), s);
    }
}
