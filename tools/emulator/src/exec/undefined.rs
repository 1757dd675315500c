//! What registers know of bytes that were never written: see [`MemoryAccess::lenient`].
//!
//! Idea: a register that only copies, and one of a vector load, carries for each lane which of its bytes came from
//! unwritten memory. A store to shared or local memory leaves those bytes unwritten there. A store to global memory, where
//! others would see them, is an error, as any other use of unwritten memory.
//! Cost: nothing where all that is loaded was written.

use std::collections::HashMap;

use super::env::Fault;
use crate::error::RunErrorKind;
use crate::op::{MemoryAccess, Row};

/// The bytes of copying registers that were not written, a bit a byte, by register and lane.
#[derive(Clone, Debug, Default)]
pub struct Undefined(HashMap<Row, [u8; 32]>);

impl Undefined {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The registers of a load are written anew.
    pub fn forget(&mut self, a: &MemoryAccess, mask: u32) {
        if self.0.is_empty() {
            return;
        }
        for row in a.rows.iter().flatten() {
            if let Some(lanes) = self.0.get_mut(row) {
                for (lane, bytes) in lanes.iter_mut().enumerate() {
                    if mask >> lane & 1 == 1 {
                        *bytes = 0;
                    }
                }
            }
        }
    }

    /// True where every register holds what was written.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A lane's load from memory whose bytes were written where the flags say so; false where it may not read these.
    pub fn load(&mut self, a: &MemoryAccess, lane: usize, written: &[u8]) -> bool {
        for (k, (row, flags)) in a.rows.iter().zip(written.chunks(a.size as usize)).enumerate() {
            if a.lenient >> k & 1 == 0 {
                if flags.contains(&0) {
                    return false;
                }
                continue;
            }
            let Some(row) = row else { continue };
            let bytes = flags.iter().enumerate().map(|(k, &w)| u8::from(w == 0) << k);
            let mut bytes = bytes.fold(0, |all, bit| all | bit);
            if a.signed && bytes != 0 {
                // The bytes of the sign.
                bytes |= (0xff00_u16 >> (8 - a.size)) as u8;
            }
            if bytes != 0 {
                self.0.entry(*row).or_default()[lane] = bytes;
            }
        }
        true
    }

    /// What an instruction reads must have been written.
    pub fn check_reads(&self, rows: &[Row], mask: u32) -> Result<(), Fault> {
        for lanes in rows.iter().filter_map(|row| self.0.get(row)) {
            let bad = |lane: &usize| mask >> lane & 1 == 1 && lanes[*lane] != 0;
            if let Some(lane) = (0..32).find(bad) {
                return Err(Fault {
                    kind: RunErrorKind::Uninitialised,
                    message: "use of a register whose vector load read memory that was not written"
                        .into(),
                    lane: lane as u32,
                });
            }
        }
        Ok(())
    }

    /// After a lane's store to memory with these flags, which say that all of it was written.
    pub fn store(&self, a: &MemoryAccess, lane: usize, written: &mut [u8]) {
        if self.0.is_empty() {
            return;
        }
        for (row, flags) in a.rows.iter().zip(written.chunks_mut(a.size as usize)) {
            let Some(lanes) = row.and_then(|row| self.0.get(&row)) else { continue };
            for (k, flag) in flags.iter_mut().enumerate() {
                if lanes[lane] >> k & 1 == 1 {
                    *flag = 0;
                }
            }
        }
    }

    /// Whether a store may write something undefined.
    pub fn concerns(&self, a: &MemoryAccess) -> bool {
        !self.0.is_empty() && a.rows.iter().flatten().any(|row| self.0.contains_key(row))
    }

    /// A store to memory that others see must be of what was written.
    pub fn check(&self, a: &MemoryAccess, lane: usize) -> Result<(), Fault> {
        let low = (1u16 << a.size) - 1;
        let bad = |row: &Row| self.0.get(row).is_some_and(|l| u16::from(l[lane]) & low != 0);
        if a.rows.iter().flatten().any(bad) {
            return Err(Fault {
                kind: RunErrorKind::Uninitialised,
                message: format!(
                    "store to global memory of {} bytes, not all of which were written where they were loaded",
                    a.size as usize * a.rows.len()
                ),
                lane: lane as u32,
            });
        }
        Ok(())
    }
}
