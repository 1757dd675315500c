//! What a warp's local memory held before it was stored to, for who wants to know whether it changed and changed back.
//!
//! Cost: a test of a flag at each store; where notes are taken, one for each byte, up to [`NOTES`].

use std::collections::HashMap;

/// The most bytes that are noted.
const NOTES: usize = 1 << 16;

/// What bytes of a warp's local memory held before they were stored, and whether they had been written.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    is_kept: bool,
    notes: Vec<(usize, u8, u8)>,
}

impl Journal {
    /// Forgets all notes, and from now on takes some or none.
    pub fn restart(&mut self, is_kept: bool) {
        self.notes.clear();
        self.is_kept = is_kept;
    }

    /// Bytes at an offset are about to be stored.
    #[inline(always)]
    pub fn note(&mut self, at: usize, data: &[u8], written: &[u8]) {
        if self.is_kept {
            self.add(at, data, written);
        }
    }

    fn add(&mut self, at: usize, data: &[u8], written: &[u8]) {
        if self.notes.len() > NOTES {
            return;
        }
        let bytes = data.iter().zip(written).enumerate();
        self.notes.extend(bytes.map(|(k, (byte, flag))| (at + k, *byte, *flag)));
    }

    /// Whether the local memory of some lanes holds what it did: its bytes, and which of them were written.
    pub fn holds(&self, (local, written): (&[u8], &[u8]), lanes: u32) -> bool {
        let own = local.len() / 32;
        let mut first = HashMap::new();
        for (at, byte, flag) in &self.notes {
            if lanes >> (at / own.max(1)) & 1 == 1 {
                first.entry(*at).or_insert((*byte, *flag));
            }
        }
        self.notes.len() <= NOTES
            && first.iter().all(|(at, (byte, flag))| {
                local.get(*at) == Some(byte) && written.get(*at) == Some(flag)
            })
    }
}
