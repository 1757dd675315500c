//! Unknown bits on their way through memory.
//!
//! Each byte of shared and local memory has a flag: never written, written, or written with unknown bits, which stand beside in a
//! table. Buffers have the same where they began unwritten, or something unknown was stored to them: there, origins are [`super::kept`].
//! A load brings the unknown bits of its bytes to its register: a sign that is unknown makes all bits that it is extended to
//! unknown, zeros before a value are known. Nothing is told of it: a structure is moved with its padding, compilers load before a guard
//! what is wanted behind it, and who sets a bit-field loads the word around it. What a copy brings has the origin that it had.

use super::bits::low;
use super::origin::{Origin, Source};
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

    /// The unknown bits of one byte, of those before another, and their origin.
    fn byte(&self, k: usize, end: usize, pc: u32) -> Option<(u8, Origin)> {
        match self.flags.get(k).copied() {
            Some(UNWRITTEN) => Some((0xff, Origin::new(self.source(k, end), pc))),
            Some(PARTLY) => self.partly?.get(&(self.offset() + k)).copied(),
            _ => None,
        }
    }

    /// The unknown bits of neighbours, the first lowest, and where the first comes from.
    pub fn unknown(&self, from: usize, count: usize, pc: u32) -> Option<(u64, Origin)> {
        let count = count.min(8);
        let byte = |k| Some((k, self.byte(from + k, from + count, pc)?));
        (0..count).filter_map(byte).fold(None, |found, (k, (bits, origin))| {
            let (all, first) = found.unwrap_or((0, origin));
            let computed = first.computed || origin.computed;
            Some((all | u64::from(bits) << (8 * k), Origin { computed, ..first }))
        })
    }
}

impl Undefined {
    /// A lane loaded bytes; its registers were written as if all were known.
    pub fn load(&mut self, p: &Program, a: &MemoryAccess, lane: usize, bytes: Bytes<'_>, pc: u32) {
        let size = a.size as usize;
        for (k, row) in a.rows.iter().enumerate() {
            if let (Some(row), Some((unknown, origin))) = (row, bytes.unknown(k * size, size, pc)) {
                let extended = extend(a, unknown) & low(width(*row));
                // A sign that is extended is more than a copy of it.
                let computed = origin.computed || extended.count_ones() > unknown.count_ones();
                self.set(p.slot(*row), lane, extended, Origin { computed, ..origin });
            }
        }
    }

    /// Whether a store's values have unknown bits.
    pub fn concerns(&self, p: &Program, a: &MemoryAccess) -> bool {
        !self.is_empty() && a.rows.iter().flatten().any(|row| self.lanes(p.slot(*row)) != 0)
    }

    /// The unknown bits of what a lane stores from a register.
    pub fn stored(
        &self,
        p: &Program,
        a: &MemoryAccess,
        row: Row,
        lane: usize,
    ) -> Option<(u64, Origin)> {
        let (bits, origin) = self.get(p.slot(row), lane)?;
        let bits = bits & low(8 * a.size);
        (bits != 0).then_some((bits, origin))
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
            let Some((bits, origin)) = row.and_then(|row| self.stored(p, a, row, lane)) else {
                continue;
            };
            let at = e * size;
            if let Some(flags) = flags.get_mut(at..at + size) {
                mark(flags, partly, offset + at, (bits, origin.read_at(pc)));
            }
        }
    }
}

/// Bytes at an offset hold these unknown bits, the first byte the lowest.
pub fn mark(flags: &mut [u8], partly: &mut Partly, offset: usize, (bits, origin): (u64, Origin)) {
    for (k, flag) in flags.iter_mut().enumerate() {
        let byte = (bits >> (8 * k)) as u8;
        if byte != 0 {
            *flag = PARTLY;
            partly.insert(offset + k, (byte, origin));
        }
    }
}
