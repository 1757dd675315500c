//! Unknown bits on their way through memory.
//!
//! Each byte of shared and local memory has a flag: never written, written, or written with unknown bits, which stand beside in a
//! table. Buffers have the same where they began unwritten, or something unknown was stored to them: there, origins are [`super::kept`].
//! A load brings the unknown bits of its bytes to its register: a sign that is unknown makes all bits that it is extended to
//! unknown, zeros before a value are known. Nothing is told of it: a structure is moved with its padding, compilers load before a guard
//! what is wanted behind it, and who sets a bit-field loads the word around it. What a copy brings has the origin that it had.

use super::bits::low;
use super::origin::{Origin, Source, Unset};
use super::{Undefined, width};
use crate::exec::mem::extend;
use crate::lower::program::Program;
use crate::op::{MemoryAccess, Row};

pub use crate::unknown::{PARTLY, Partly, UNWRITTEN, WRITTEN};

/// The bytes of an access.
#[derive(Clone, Copy)]
pub struct Bytes<'a> {
    /// Their flags.
    pub flags: &'a [u8],
    /// What is known of some of them.
    pub partly: Option<&'a Partly>,
    /// Where they lie.
    pub place: Source,
}

impl Bytes<'_> {
    /// The unwritten bytes from one on, of those before another.
    fn source(&self, k: usize, end: usize) -> Source {
        let rest = self.flags.get(k..end).unwrap_or(&[]);
        let run = rest.iter().take_while(|flag| **flag == UNWRITTEN).count();
        match self.place {
            Source::Memory(space, o, _) => Source::Memory(space, o + k, run),
            Source::Buffer(b, o) => Source::Buffer(b, o + k),
            other => other,
        }
    }

    fn offset(&self) -> usize {
        match self.place {
            Source::Memory(_, o, _) | Source::Buffer(_, o) => o,
            _ => 0,
        }
    }

    /// The unknown bits of one byte, of those before another.
    fn byte(&self, k: usize, end: usize, pc: u32) -> Option<Unset> {
        match self.flags.get(k).copied() {
            Some(UNWRITTEN) => Some(Unset::at_home(0xff, Origin::new(self.source(k, end), pc))),
            Some(PARTLY) => self.partly?.get(&(self.offset() + k)).copied(),
            _ => None,
        }
    }

    /// The unknown bits of neighbours, the first lowest, with the origin of the first.
    pub fn unknown(&self, from: usize, count: usize, pc: u32) -> Option<Unset> {
        let count = count.min(8);
        let byte = |k| Some((k, self.byte(from + k, from + count, pc)?));
        (0..count).filter_map(byte).fold(None, |found: Option<Unset>, (k, byte)| {
            let nothing = Unset { bits: 0, places: [0; 3], origin: byte.origin };
            let mut all = found.unwrap_or(nothing);
            all.bits |= byte.bits << (8 * k);
            for (place, of_byte) in all.places.iter_mut().zip(byte.places) {
                *place |= (of_byte & byte.bits) << (8 * k);
            }
            all.origin.computed |= byte.origin.computed;
            Some(all)
        })
    }
}

impl Undefined {
    /// A lane loaded bytes; its registers were written as if all were known.
    pub fn load(&mut self, p: &Program, a: &MemoryAccess, lane: usize, bytes: Bytes<'_>, pc: u32) {
        let size = a.size as usize;
        for (k, row) in a.rows.iter().enumerate() {
            if let (Some(row), Some(unset)) = (row, bytes.unknown(k * size, size, pc)) {
                let extended = |bits: u64| extend(a, bits & unset.bits) & low(width(*row));
                let bits = extended(unset.bits);
                // A sign that is extended is more than a copy of it.
                let computed = unset.origin.computed || bits.count_ones() > unset.bits.count_ones();
                let origin = Origin { computed, ..unset.origin };
                let places = unset.places.map(extended);
                self.set(p.slot(*row), lane, Unset { bits, places, origin });
            }
        }
    }

    /// Whether a store's values have unknown bits.
    pub fn concerns(&self, p: &Program, a: &MemoryAccess) -> bool {
        !self.is_empty() && a.rows.iter().flatten().any(|row| self.lanes(p.slot(*row)) != 0)
    }

    /// The unknown bits of what a lane stores from a register.
    pub fn stored(&self, p: &Program, a: &MemoryAccess, row: Row, lane: usize) -> Option<Unset> {
        self.get(p.slot(row), lane)?.among(low(8 * a.size))
    }

    /// After a lane's store to memory of its block or its own, whose flags say that all of it was written.
    pub fn store(
        &self,
        p: &Program,
        a: &MemoryAccess,
        lane: usize,
        (flags, partly): (&mut [u8], &mut Partly),
        (offset, pc): (usize, u32),
    ) {
        if !self.concerns(p, a) {
            return;
        }
        let size = a.size as usize;
        for (e, row) in a.rows.iter().enumerate() {
            let Some(unset) = row.and_then(|row| self.stored(p, a, row, lane)) else { continue };
            let at = e * size;
            if let Some(flags) = flags.get_mut(at..at + size) {
                mark(flags, partly, offset + at, unset.read_at(pc));
            }
        }
    }
}

/// Bytes at an offset hold these unknown bits, the first byte the lowest.
pub fn mark(flags: &mut [u8], partly: &mut Partly, offset: usize, unset: Unset) {
    for (k, flag) in flags.iter_mut().enumerate() {
        let byte = |bits: u64| bits >> (8 * k) & 0xff;
        let bits = byte(unset.bits);
        if bits != 0 {
            *flag = PARTLY;
            partly.insert(offset + k, Unset { bits, places: unset.places.map(byte), ..unset });
        }
    }
}
