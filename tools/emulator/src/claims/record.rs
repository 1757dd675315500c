//! What the first threads of instances had, until all threads have left them.
//!
//! A record is a run of slots: one that says who has left, and the values. Records of one block of code are equally long, so
//! that one that is given up serves the next.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Most slots (of 16 bytes) that the blocks under way have together; instances beyond are checked among lanes that execute
/// together, and counted as unchecked.
pub const MOST_SLOTS: usize = 4 << 20;

/// No record, for want of room.
pub const NONE: u32 = u32::MAX;
/// No record, and none needed: all lanes of the warp are together.
pub const TOGETHER: u32 = u32::MAX - 1;

/// A value, and the thread that had it.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The value.
    pub value: u64,
    /// The thread's number in its block, or [`EMPTY`].
    pub thread: u32,
}

/// Nobody's.
pub const EMPTY: u32 = u32::MAX;

/// An instance: of a block of code, in the block or in a warp, by a number that its header counts make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Twice the block of code, and 1 for a warp's.
    pub kind: u32,
    /// The warp, for a warp's.
    pub warp: u32,
    /// The instance.
    pub instance: u64,
}

impl std::hash::Hash for Key {
    fn hash<H: Hasher>(&self, h: &mut H) {
        h.write_u64(self.instance ^ u64::from(self.kind) << 37 ^ u64::from(self.warp) << 53);
    }
}

/// One multiplication and one fold: keys are small numbers, mostly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.write_u64(u64::from(*b));
        }
    }

    fn write_u64(&mut self, v: u64) {
        self.0 = mix(self.0 ^ v);
    }
}

/// Scatters a number over 64 bits; no two numbers become one.
pub fn mix(v: u64) -> u64 {
    let v = (v ^ v >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let v = (v ^ v >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    v ^ v >> 32
}

/// The records of a block.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// All slots.
    pub slots: Vec<Slot>,
    map: HashMap<Key, u32, BuildHasherDefault<Mix>>,
    /// Records given up, by kind.
    free: Vec<Vec<u32>>,
}

impl Records {
    /// An instance's record, `size` slots; [`NONE`] where there is no room for it. `room` is what all blocks have left.
    pub fn find(&mut self, key: Key, size: u32, room: &mut usize) -> u32 {
        if let Some(&r) = self.map.get(&key) {
            return r;
        }
        let length = size as usize + 1;
        let kind = key.kind as usize;
        let r = match self.free.get_mut(kind).and_then(Vec::pop) {
            Some(r) => {
                self.slots[r as usize..][..length].fill(Slot { value: 0, thread: EMPTY });
                r
            }
            None if *room < length => return NONE,
            None => {
                *room -= length;
                let r = self.slots.len() as u32;
                self.slots.resize(r as usize + length, Slot { value: 0, thread: EMPTY });
                r
            }
        };
        self.slots[r as usize] = Slot { value: key.instance, thread: 0 };
        self.map.insert(key, r);
        r
    }

    /// So many threads of `all` leave a record's instance, and come back never. `kind` and `warp` are its key's.
    pub fn leave(&mut self, record: u32, kind: u32, warp: u32, lanes: u32, all: u32) {
        let Some(head) = self.slots.get_mut(record as usize) else { return };
        head.thread += lanes;
        if head.thread < all {
            return;
        }
        let key = Key { kind, warp, instance: head.value };
        self.map.remove(&key);
        if self.free.len() <= kind as usize {
            self.free.resize(kind as usize + 1, Vec::new());
        }
        self.free[kind as usize].push(record);
    }

    /// Ends the block, and gives its room back.
    pub fn clear(&mut self, room: &mut usize) {
        *room += self.slots.len();
        self.slots.clear();
        self.map.clear();
        for f in &mut self.free {
            f.clear();
        }
        if self.slots.capacity() > 1 << 16 {
            *self = Records::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_given_up_and_serve_again() {
        let (mut r, mut room) = (Records::default(), 12);
        let key = |instance| Key { kind: 4, warp: 0, instance };
        let a = r.find(key(1), 3, &mut room);
        let b = r.find(key(2), 3, &mut room);
        assert!(a != b && r.find(key(1), 3, &mut room) == a);
        r.slots[a as usize + 2] = Slot { value: 7, thread: 9 };
        let c = r.find(key(3), 3, &mut room);
        // There is no room for a fourth.
        assert_eq!((room, r.find(key(4), 3, &mut room)), (0, NONE));
        r.leave(a, 4, 0, 5, 8);
        assert_eq!(r.find(key(1), 3, &mut room), a);
        r.leave(a, 4, 0, 3, 8);
        // Its place is another instance's now, and empty.
        assert_eq!(r.find(key(4), 3, &mut room), a);
        assert_eq!(r.slots[a as usize + 2].thread, EMPTY);
        assert_eq!(r.find(key(1), 3, &mut room), NONE);
        assert_eq!(r.find(key(3), 3, &mut room), c);
        r.clear(&mut room);
        assert_eq!(room, 12);
        assert_eq!(r.find(key(9), 3, &mut room), 0);
    }

    #[test]
    fn numbers_are_scattered() {
        let all: std::collections::HashSet<u64> = (0..1000).map(mix).collect();
        assert_eq!(all.len(), 1000);
    }
}
