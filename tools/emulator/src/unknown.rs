//! What is held of unknown bits in memory: flags of bytes, where the bits come from, and the words for those that outlive a launch. How they are
//! followed is [`crate::exec`]'s.

use std::collections::HashMap;
use std::sync::Arc;

use crate::op::{MemSpace, Row};

/// Nothing was written there.
pub const UNWRITTEN: u8 = 0;
/// It was written.
pub const WRITTEN: u8 = 1;
/// It was written, with bits that are not known.
pub const PARTLY: u8 = 2;

/// Unknown bits of bytes whose flag is [`PARTLY`], by offset.
pub type Partly = HashMap<usize, Unset>;

/// For each bit the place in its byte, 0 to 7, where it was when nobody had written it: a mask for each bit of that number.
pub type Places = [u64; 3];

/// The places of bits that are where they were.
pub const HOME: Places = [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0];

/// Bits that are not known.
#[derive(Clone, Copy, Debug)]
pub struct Unset {
    /// Which they are, at least one.
    pub bits: u64,
    /// Where in their bytes they were.
    pub places: Places,
    /// Where they come from; of several origins one.
    pub origin: Origin,
}

impl Unset {
    /// Bits that are where nobody wrote them.
    pub fn at_home(bits: u64, origin: Origin) -> Unset {
        Unset { bits, places: HOME, origin }
    }

    /// Some of them, if there are any.
    pub fn among(self, mask: u64) -> Option<Unset> {
        let bits = self.bits & mask;
        (bits != 0).then_some(Unset { bits, ..self })
    }

    /// What an instruction reads that reads them.
    pub fn read_at(self, pc: u32) -> Unset {
        Unset { origin: self.origin.read_at(pc), ..self }
    }

    /// Whether some have another place in their byte than they had.
    pub fn displaced(&self) -> bool {
        self.places.iter().zip(HOME).any(|(place, home)| (place ^ home) & self.bits != 0)
    }
}

/// What was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A register.
    Register(Row),
    /// Bytes of shared or local memory: a space, the offset of the first, and how many.
    Memory(MemSpace, usize, usize),
    /// A byte of a buffer.
    Buffer(usize, usize),
    /// What a shuffle has of a lane that does not take part in it.
    Lane(u32),
    /// What a kernel stored to a buffer: one of [`super::kept`].
    Kept(u32),
}

/// A code position that is not known yet.
pub const NOT_YET: u32 = u32::MAX;

/// Where an undefined value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// What was never written.
    pub source: Source,
    /// The instruction that read it first in the lane, or [`NOT_YET`].
    pub read: u32,
    /// Something was computed from it since, and it is no copy any more.
    pub computed: bool,
}

impl Origin {
    /// What an instruction finds that reads it first.
    pub fn new(source: Source, read: u32) -> Origin {
        Origin { source, read, computed: false }
    }

    /// An origin that an instruction reads, now if nothing did before.
    pub fn read_at(self, pc: u32) -> Origin {
        Origin { read: if self.read == NOT_YET { pc } else { self.read }, ..self }
    }
}

/// The origins of a device's buffers.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    words: Vec<Arc<str>>,
    /// Their numbers.
    numbers: HashMap<Arc<str>, u32>,
    /// Those of the launch that runs: by origin, the store's position and the buffer.
    pub(crate) found: HashMap<(Origin, u32, usize), u32>,
}

impl Kept {
    /// Another launch begins: its positions are others.
    pub fn begin(&mut self) {
        self.found.clear();
    }

    pub(crate) fn number(&mut self, words: Arc<str>) -> u32 {
        let next = self.words.len() as u32;
        let k = *self.numbers.entry(words.clone()).or_insert(next);
        if k == next {
            self.words.push(words);
        }
        k
    }

    /// How many there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// One of them in words.
    pub fn words(&self, k: u32) -> Arc<str> {
        self.words.get(k as usize).cloned().unwrap_or_else(|| Arc::from("?"))
    }

    /// The words of an origin that is one of them.
    pub fn words_of(&self, origin: &Origin) -> Arc<str> {
        match origin.source {
            Source::Kept(k) => self.words(k),
            _ => Arc::from("?"),
        }
    }
}
