//! Maps and sets by a fast hasher with a fixed seed: the same on every run, and never asked for an order.
//!
//! Source: the multiplicative hash of Firefox and rustc (`FxHash`).

use std::hash::{BuildHasherDefault, Hasher};

/// A fast hasher with a fixed seed.
#[derive(Default, Clone, Copy)]
pub struct FixedHasher(u64);

const K: u64 = 0x517c_c1b7_2722_0a95;

impl FixedHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(K);
    }
}

impl Hasher for FixedHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for c in &mut chunks {
            let mut w = [0; 8];
            w.copy_from_slice(c);
            self.add(u64::from_le_bytes(w));
        }
        let mut last = 0;
        for b in chunks.remainder() {
            last = last << 8 | u64::from(*b);
        }
        self.add(last ^ (bytes.len() as u64) << 56);
    }

    fn write_u32(&mut self, i: u32) {
        self.add(u64::from(i));
    }

    fn write_u64(&mut self, i: u64) {
        self.add(i);
    }

    fn write_usize(&mut self, i: usize) {
        self.add(i as u64);
    }

    fn write_u8(&mut self, i: u8) {
        self.add(u64::from(i));
    }
}

/// Maps with the fixed-seed hasher.
pub type Map<K, V> = hashbrown::HashMap<K, V, BuildHasherDefault<FixedHasher>>;

/// Sets with the fixed-seed hasher.
pub type Set<K> = hashbrown::HashSet<K, BuildHasherDefault<FixedHasher>>;
